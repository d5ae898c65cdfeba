"""Certificates: what is proved can be checked by a stranger, and no forgery is accepted."""

from __future__ import annotations

import io
import random
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import command
import pytest
from built_checker import COMPILER, built_checker
from certificate_texts import accepted, replaced, sealed, unsealed
from limits import set_limits
from published import facts
from waiting import PATIENCE

from grundy.answering.sequence import period
from grundy.api.period import certify_period
from grundy.errors import OutOfReach
from grundy.model.period import Repetition
from grundy.notation.expression import parse_rule
from grundy.proof import check
from grundy.proof.certify import certificate as write_lines

GAMES = [
    "octal:0.77",
    "octal:0.137",
    "octal:4.3",
    "take-away:1,4,10",
    "take-away:2,3",
    "hexadecimal:0.77",
    "octal:0.15",
]


def certificate(game: str) -> str:
    rule = parse_rule(game)
    return "".join(f"{line}\n" for line in write_lines(rule, period(rule)))


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return {game: certificate(game) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_accepted(game: str, texts: dict[str, str]) -> None:
    assert accepted(texts[game])


def test_a_file_has_a_digest_of_its_lines(texts: dict[str, str], tmp_path: Path) -> None:
    rule = parse_rule("octal:0.77")
    certify_period(rule, period(rule), tmp_path / "c.txt")
    assert (tmp_path / "c.txt").read_text(encoding="ascii") == sealed(texts["octal:0.77"])


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(fact[0], marks=[pytest.mark.long] if n % 3 else [])
        for n, fact in enumerate(facts("octal-values.txt"))
    ],
)
def test_solved_games_are_certified(code: str) -> None:
    assert accepted(certificate(f"octal:{code}"))


def test_false_claims_are_refused(texts: dict[str, str]) -> None:
    kayles = texts["octal:0.77"]
    for p in range(1, 60):
        for e in (*range(0, 71, 7), 70, 71, 72, 83):
            claimed = replaced(replaced(kayles, "period 12", f"period {p}"), "preperiod 71", f"preperiod {e}")
            assert accepted(claimed) == ((p, e) == (12, 71))
    for digits in ("0 7", "0 7 6", "0 7 3", "0 7 7 1", "4 7 7", "0 15 7", "0 7 7 0", "3 7 7", "0 7 7 7", "0 7 64", ""):
        assert not accepted(replaced(kayles, "digits 0 7 7", f"digits {digits}"))


def test_a_multiple_of_the_period_is_refused_with_enough_values(tmp_path: Path) -> None:
    from grundy.answering.sequence import first_values
    from grundy.proof.write import CertificateMoves, period_certificate

    values = list(first_values(parse_rule("octal:0.77"), 400))

    def lines(p: int, e: int) -> str:
        return "".join(
            f"{line}\n" for line in period_certificate(CertificateMoves((0, 7, 7)), Repetition(p, e), values)
        )

    assert accepted(lines(12, 71))
    for p, e in [(24, 71), (36, 71), (60, 71), (12, 72), (12, 83), (24, 83), (12, 70), (6, 71), (1, 71)]:
        assert not accepted(lines(p, e))


def test_one_false_value_anywhere_is_refused(texts: dict[str, str]) -> None:
    for game in GAMES:
        parsed = check.read(io.StringIO(texts[game]))
        for n in range(len(parsed.values)):
            for wrong in {0, 1, parsed.values[n] + 1, parsed.values[n] ^ 1, 999} - {parsed.values[n]}:
                values = list(parsed.values)
                values[n] = wrong
                with pytest.raises(check.Refused):
                    check.check(parsed._replace(values=values))


def mutations(text: str, rng: random.Random, count: int) -> Iterable[str]:
    """Texts that differ from a certificate by a character, a line or an end."""
    for _ in range(count):
        lines = text.splitlines(keepends=True)
        at = rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                place = rng.randrange(len(text))
                yield text[:place] + rng.choice("0123456789 -:;\nxé") + text[place + 1 :]
            case 1:
                yield text[: rng.randrange(len(text))]
            case 2:
                yield "".join(lines[:at] + lines[at + 1 :])
            case 3:
                yield "".join([*lines[:at], rng.choice(lines), *lines[at:]])
            case 4:
                place = rng.randrange(len(text))
                yield text[:place] + rng.choice("0123456789 ") + text[place:]
            case _:
                other = rng.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
                yield "".join(lines)


def test_thousands_of_forgeries_are_refused(texts: dict[str, str]) -> None:
    rng = random.Random(2004)
    tried = 0
    for game in GAMES:
        honest = check.read(io.StringIO(texts[game]))
        for forged in mutations(texts[game], rng, 600):
            try:
                parsed = check.read(io.StringIO(forged))
                check.check(parsed)
            except check.Refused:
                tried += 1
            else:  # what is accepted says the same in other words (a remark, a line cut in two)
                assert parsed._replace(starts=honest.starts) == honest
    assert tried > 3000


@pytest.mark.parametrize(
    ("forged", "reason"),
    [
        ("", "found the end of the file"),
        ("grundy-certificate 2\n", "line 1: expected format 1"),
        ("grundy-certificate 1\nkind period\ndigits 0 7\nperiod 0\npreperiod 0\nmethod pairs\nvalues 1\n",
         "line 4: expected a number from 1 to 1000000000000000 after 'period', found 0"),
        ("grundy-certificate 1\nkind period\ndigits 0 3\nperiod 2\npreperiod 0\nmethod pairs\nvalues 99999999999\n",
         "line 7: expected a number from 1 to 20000000 after 'values'"),
        ("grundy-certificate 1\nkind period\ndigits 0 3\nperiod 2\npreperiod 0\nmethod pairs\nvalues 6\n0 0 1 0 1 0\n"
         "end\n", "line 9: expected a number, found 'end'"),
        ("grundy-certificate 1\nkind period\namounts 3 1\n", "line 3: expected amounts"),
        ("grundy-certificate 1\nkind period\ndigits 0 " + "3 " * 10**6, "line 3: a line without its end, or too long"),
        ("grundy-certificate 1\nkind period\ndigits 0 3\nperiod 2\npreperiod 0\nmethod pairs\nvalues 6\n"
         "0 0 1 0\n3 1 0 0\nend\n", "line 9: "),
    ],
)  # fmt: skip
def test_the_line_that_fails_is_named(forged: str, reason: str) -> None:
    with pytest.raises(check.Refused, match=reason):
        check.check(check.read(io.StringIO(forged)))


# A mask shortens the work and never changes the answer.


def masked(text: str, mask: int, twist: int) -> str:
    """The certificate by a mask, with the rare heaps by the definition in FORMAT.md."""
    parsed = check.read(io.StringIO(text))
    first = twist * next(take for take, digit in enumerate(parsed.digits) if digit & 4)
    classes = [((value & mask).bit_count() + twist * n - first) % 2 for n, value in enumerate(parsed.values)]
    rare = "".join(f" {n}" for n in range(1, len(classes)) if classes[n] == 0)
    return text.replace("method pairs\n", f"method mask {mask} {twist}\nrare{rare}\n")


def test_any_mask_is_sound(texts: dict[str, str]) -> None:
    rng = random.Random(5)
    for game, twists in (("octal:0.77", 1), ("octal:0.137", 2), ("octal:4.3", 2), ("octal:0.15", 2)):
        for mask in range(1, 16):
            for twist in range(twists):
                good = masked(texts[game], mask, twist)
                assert accepted(good)
                parsed = check.read(io.StringIO(good))
                for _ in range(12):
                    values = list(parsed.values)
                    n = rng.randrange(len(values))
                    values[n] = (values[n] + rng.randrange(1, 9)) % 10
                    with pytest.raises(check.Refused):
                        check.check(parsed._replace(values=values))


def test_tries_are_worked_out_and_not_believed(texts: dict[str, str]) -> None:
    for game in ("octal:0.77", "octal:0.137"):
        for tries in ("1", "999", "168 167 1 2", "170 171"):
            text = masked(texts[game], 3, 0).replace("\nvalues", f"\ntries {tries}\nvalues")
            assert accepted(text)
            assert not accepted(text.replace(" 3 2 ", " 3 9 ", 1))
    for tries in ("0", "1 1", "", "01", "-1"):
        assert not accepted(masked(texts["octal:0.77"], 3, 0).replace("\nvalues", f"\ntries {tries}\nvalues"))
    assert not accepted(texts["octal:0.77"].replace("\nvalues", "\ntries 1\nvalues"))


# Where it runs.


def test_the_checker_works_copied_alone(texts: dict[str, str], tmp_path: Path) -> None:
    shutil.copy(check.__file__, tmp_path / "check.py")
    (tmp_path / "good.txt").write_text(texts["octal:0.77"], encoding="ascii")
    (tmp_path / "bad.txt").write_text(texts["octal:0.77"].replace("digits 0 7 7", "digits 0 7 6"), encoding="ascii")

    def run(*words: str) -> tuple[int, str]:
        command = [sys.executable, "-I", "-S", "-O", "check.py", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stdout

    status, said = run("good.txt")
    assert (status, said.splitlines()[-1]) == (0, "good.txt: 1 of 1 segments checked: proved")
    assert "take 1 and leave 0 or 1 or 2 heaps; take 2 and leave 0 or 1 or 2 heaps" in said
    status, said = run("bad.txt")
    assert status == 1
    assert "refused: line" in said


def test_each_false_value_is_found_by_its_segment(texts: dict[str, str]) -> None:
    parsed = check.read(io.StringIO(masked(texts["octal:0.77"], 15, 0)))
    values = list(parsed.values)
    for n in range(76, 168, 12):
        values[n] = 9  # still periodic
    for forged in (parsed._replace(values=values), parsed._replace(values=values, method="pairs")):
        refused = []
        for i in range(1, 8):
            try:
                check.check(forged, i, 7)
            except check.Refused as why:
                refused.append((i, why.line))
        assert refused[0] == (4, parsed.line_of(76))
        assert [i for i, _ in refused] == [4, 5, 6, 7]


def test_commands(tmp_path: Path) -> None:
    file = tmp_path / "kayles.txt"
    assert command.grundy("period", "kayles", "--certificate", str(file)).status == 0
    done = command.grundy("verify", str(file))
    assert done.status == 0 and done.out.endswith("1 of 1 segments checked: proved\n")
    file.write_text(sealed(unsealed(file.read_text()).replace("preperiod 71", "preperiod 70")), encoding="ascii")
    done = command.grundy("verify", str(file))
    assert done.status == 1 and "refused" in done.out


# Solved games of three digits.


def codes(digits: int) -> list[str]:
    """All codes 0.ddd and 4.ddd, without zeros at the end."""
    all_codes = [f"{first}.{n:0{digits}o}".rstrip("0") for first in (0, 4) for n in range(8**digits)]
    return [f"{code}0" if code.endswith(".") else code for code in all_codes if code != "0."]


@pytest.mark.parametrize(("step", "least"), [(5, 110), pytest.param(1, 550, marks=pytest.mark.long)])
def test_all_codes_of_three_digits_that_300_heaps_prove(step: int, least: int) -> None:
    certified = 0
    for code in codes(3)[::step]:
        rule = parse_rule(f"octal:{code}")
        result = period(rule, 300)
        if result.status == "proved":
            text = "".join(f"{line}\n" for line in write_lines(rule, result))
            assert accepted(text), code
            certified += 1
    assert certified > least


@pytest.mark.parametrize(
    ("code", "p", "e"),  # Gangolli & Plambeck 1989; Flammenkamp's table of octal games
    [("0.156", 349, 3479), ("0.356", 142, 7315), ("0.644", 442, 3256), ("0.165", 1550, 5181), ("0.127", 4, 46578),
     pytest.param("0.16", 149459, 105351, marks=pytest.mark.long),
     pytest.param("0.56", 144, 326640, marks=pytest.mark.long)],
)  # fmt: skip
def test_solved_games_up_to_700_000_heaps_are_certified(code: str, p: int, e: int) -> None:
    rule = parse_rule(f"octal:{code}")
    result = period(rule)
    assert result.repetition == Repetition(p, e)
    text = "".join(f"{line}\n" for line in write_lines(rule, result))
    assert ("method mask" in text) == (e > 1000)
    assert accepted(text)
    few = slice(1, 2) if e > 100_000 else slice(None)  # each takes as long as the true one
    for wrong in (f"period {2 * p}", f"period {p + 1}", "period 1")[few]:
        assert not accepted(replaced(text, f"period {p}", wrong))
    for wrong in (f"preperiod {e + 1}", f"preperiod {e - 1}", "preperiod 0")[few]:
        assert not accepted(replaced(text, f"preperiod {e}", wrong))


@pytest.mark.parametrize(
    ("game", "p", "e"),
    [
        pytest.param("octal:0.16", 149459, 105351, marks=pytest.mark.long),
        ("take-away:10,40,121,161", 61291, 2509),
    ],
)
def test_long_periods_are_certified_by_windows(game: str, p: int, e: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As periods beyond MOST_LISTED are; each piece is checked by itself, and finds what is false in it."""

    set_limits(monkeypatch, "proof", MOST_LISTED=2000)
    rule = parse_rule(game)
    result = period(rule)
    assert result.repetition == Repetition(p, e)
    parsed = check.read(io.StringIO("".join(f"{line}\n" for line in write_lines(rule, result))))
    assert parsed.method == "window"
    assert len(parsed.states) > 10
    pieces = 5
    for i in range(1, pieces + 1):
        check.check(parsed, i, pieces)
    middle = parsed.states[len(parsed.states) // 2]
    middle.values[-1] ^= 1

    def is_refused(piece: int) -> bool:
        try:
            check.check(parsed, piece, pieces)
        except check.Refused:
            return True
        return False

    assert any(map(is_refused, (3, 2, 4, 1, 5)))  # it ends or begins one in the middle; each takes long


def test_windows_of_periods_within_the_first_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose heaps are all known before any is computed by the sparse space: that ended in a ValueError."""

    set_limits(monkeypatch, "proof", MOST_LISTED=1000)
    rule = parse_rule("octal:0.356")  # period 142, pre-period 7315
    text = "".join(f"{line}\n" for line in write_lines(rule, period(rule)))
    assert "method window" in text and accepted(text)
    assert not accepted(replaced(text, "preperiod 7315", "preperiod 7314"))
    with pytest.raises(OutOfReach, match="rare heaps do not end"):  # 103 of them before heap 6731, of period 1550
        list(write_lines(parse_rule("octal:0.165"), period(parse_rule("octal:0.165"))))


def test_a_certificate_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    for words in (
        ["kayles", "--certificate", str(tmp_path / "no" / "file")],
        ["officers", "--limit", "100", "--certificate", str(tmp_path / "x")],
    ):
        assert command.grundy("period", *words).status == 2
        assert list(tmp_path.iterdir()) == []


@cache
def long_search() -> Any:
    """What is found of 0.104 in 210 million heaps."""
    from grundy.answering.sequence import period_work

    chunks = period_work(parse_rule("octal:0.104"), None)(None)
    while True:
        try:
            next(chunks)
        except StopIteration as end:
            return end.value


@pytest.mark.skipif(COMPILER is None, reason="no C compiler")
@pytest.mark.parametrize(
    "checkpoints", [pytest.param(True, id="checkpoints"), pytest.param(False, id="none", marks=pytest.mark.long)]
)
def test_a_long_search_leaves_a_trail_for_its_certificate(checkpoints: bool, tmp_path: Path) -> None:
    """A state after each mark of the search; where a result is without a trail, the heaps are gone through again."""
    from dataclasses import replace

    rule, period_result = parse_rule("octal:0.104"), long_search()
    assert period_result.checkpoints and len(period_result.checkpoints.marks) > 100
    assert (period_result.repetition.period, period_result.repetition.preperiod) == (11770282, 197769598)  # Flammenkamp
    file, checker = tmp_path / "long.txt", built_checker()
    assert checker
    certify_period(rule, period_result if checkpoints else replace(period_result, checkpoints=None), file)
    pieces = [argument for piece in (1, 200, 400) for argument in ("--segment", f"{piece}/400")]
    done = subprocess.run([checker, file, *pieces], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "3 of 400 segments checked, not proved: missing 2-199, 201-399" in done.stdout
    false = unsealed(file.read_text(encoding="ascii")).replace("\npreperiod 197769598\n", "\npreperiod 197769597\n")
    file.write_text(false, encoding="ascii")
    done = subprocess.run([checker, file, *pieces], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "refused: " in done.stdout
