"""Certificates of the values of a range of heaps: Grundy's game, Officers; forged ones, and both checkers."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from certificate_texts import Checkers, sealed
from click.testing import CliRunner
from forging_values import certified, digest, forge, honest, true, values
from limits import set_limits
from waiting import PATIENCE

import grundy
from grundy.cli.main import cli
from grundy.errors import GrundyError, OutOfReach
from grundy.proof import check
from grundy.proof.write import Parity


def said(text: str) -> list[list[str]]:
    return [line.split(" ") for line in text.split("\n") if line and not line.startswith("#")]


def test_what_is_honest_is_accepted_by_both_whole_and_in_pieces(verdicts: Checkers) -> None:
    assert [told for good, told in verdicts(honest()) if not good] == []
    assert all(true(said(text)) for text in honest())
    pieces = [word for i in (2, 3, 1) for word in ("--segment", f"{i}/3")]
    assert [told for good, told in verdicts([sealed(text) for text in honest()], *pieces) if not good] == []
    assert not any(good for good, _ in verdicts(honest(), "--segment", "2/3"))


def test_the_values_of_grundys_game() -> None:
    """OEIS A002188, from heap 0 on."""
    assert values((4,), True, 21) == [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]


def test_each_wrong_value_digest_rare_heap_and_each_line_less_is_refused(verdicts: Checkers) -> None:
    for text in honest():
        lines = text.splitlines()
        forged = []
        for at, line in enumerate(lines):
            words = line.split(" ")
            if line[0].isdigit() or words[0] == "rare":
                for word in range(1, len(words)):
                    other = [*words[:word], str(int(words[word]) ^ 1), *words[word + 1 :]]
                    forged.append([*lines[:at], " ".join(other), *lines[at + 1 :]])
                    forged.append([*lines[:at], " ".join([*words[:word], *words[word + 1 :]]), *lines[at + 1 :]])
            if words[0] == "digest":
                for other_line in (f"digest {'0' * 64}", f"digest {words[1][:-1]}", "digest", f"{line} 1"):
                    forged.append([*lines[:at], other_line, *lines[at + 1 :]])
            if words[0] not in ("tries", "unequal", "#"):
                forged.append([*lines[:at], *lines[at + 1 :]])
        assert len(forged) > 100
        good = [told for good, told in verdicts(["".join(f"{line}\n" for line in one) for one in forged]) if good]
        assert good == []


def test_a_false_digest_is_named(verdicts: Checkers) -> None:
    (text,) = [text for text in honest() if "\ndigits 4 5 2\n" in text]
    g = values((4, 5, 2), True, 300)
    ((good, told),) = verdicts([text.replace(digest(g[70:100]), digest(g[:30]))])
    assert not good
    assert told.endswith(
        f": the values of heaps 70 to 99 have the SHA-256 {digest(g[70:100])}, not the one that is listed"
    )


def test_the_pair_of_equal_heaps_is_a_move_or_none(verdicts: Checkers) -> None:
    """The values of a game in which it is a move, for one in which it is none; and the other way round."""
    for digits, mask, twist in (((4,), 254, 0), ((4,), 3, 0), ((0, 5), 1, 1), ((0, 4), 7, 1), ((0, 3, 5), 7, 0)):
        texts = []
        for unequal in (False, True):
            for by in (False, True):
                g = values(digits, by, 60)
                texts.append(certified(digits, unequal, Parity(mask, twist), None, g, 60, ()))
        assert values(digits, False, 60) != values(digits, True, 60)
        assert [good for good, _ in verdicts(texts)] == [True, False, False, True], digits
        pairs = [
            "".join(
                f"{line}\n" if not line.startswith("method") else "method pairs\n"
                for line in text.splitlines()
                if not line.startswith(("rare", "tries"))
            )
            for text in texts
        ]
        assert [good for good, _ in verdicts(pairs)] == [True, False, False, True], digits


def test_no_step_of_a_window_has_a_pair_of_equal_heaps(verdicts: Checkers) -> None:
    """With fewer values listed, the steps are good that show 0 by two heaps of 1 at heap 3: none of its moves does."""
    wrong = [0, 1, 0, 1, 0, 1]
    assert values((0, 5), True, 6) == [0, 1, 0, 0, 0, 0]
    ((good, told),) = verdicts([certified((0, 5), True, Parity(1, 1), (3, 1), wrong, 3, (6,))])
    assert not good
    assert told == "refused: heaps are to differ, so that 4 values are to be listed, found 3"


def test_random_games_and_claims_that_are_accepted_are_true(verdicts: Checkers) -> None:
    rng = random.Random(254)
    texts, windows = [], 0
    for _ in range(400):
        digits = (rng.choice((0, 4)), *(rng.randrange(8) for _ in range(rng.randrange(2))), rng.randrange(4, 8))
        unequal, twist, mask = rng.random() < 0.7, rng.randrange(2), rng.randrange(1, 8)
        if twist and len({take % 2 for take, digit in enumerate(digits) if digit & 4}) > 1:
            continue
        g = list(values(digits, unequal, 120))
        if rng.random() < 0.4:
            g[rng.randrange(120)] ^= rng.choice((1, 2))
        window, size, states = None, 120, ()
        if rng.random() < 0.7:
            reach = rng.randrange(1, 12)
            window, size = (len(digits) + reach + rng.randrange(12), reach), rng.randrange(20, 70)
            states, windows = (90, 120), windows + 1
            window = (min(window[0], size), reach)
        texts.append(certified(digits, unequal, Parity(mask, twist), window, g, size, states))
    told = verdicts(texts)
    accepted = [text for text, (good, _) in zip(texts, told, strict=True) if good]
    assert all(true(said(text)) for text in accepted)
    counts = len(accepted), windows, sum("window" in text for text in accepted)
    assert counts[0] > 40 and counts[1] > 100 and counts[2] > 5, counts


def test_forged_texts_that_are_accepted_are_true(verdicts: Checkers) -> None:
    rng = random.Random(7)
    texts = ["".join(f"{line}\n" for line in forge(rng.choice(honest()).splitlines(), rng)) for _ in range(300)]
    told = verdicts(texts)
    assert all(true(said(text)) for text, (good, _) in zip(texts, told, strict=True) if good)
    assert sum(not good for good, _ in told) > 150


def test_words_that_are_refused(verdicts: Checkers) -> None:
    text = next(text for text in honest() if "\ndigits 0 3 5\n" in text)
    for old, new, why in (
        ("unequal", "unequal 1", "expected nothing after 'unequal'"),
        ("digits 0 3 5", "digits 0 3 3", "expected digits below 8, with splits, where heaps are to differ"),
        ("digits 0 3 5", "digits 0 3 13", "expected digits below 8, with splits, where heaps are to differ"),
        ("digest ", "digest 0", "expected 64 digits 0-9a-f after 'digest'"),
        ("kind values", "kind period", "expected 'period', found 'unequal'"),
    ):
        ((good, told),) = verdicts([text.replace(old, new, 1)])
        assert not good and told.endswith(why), told


@pytest.mark.parametrize(("game", "unequal"), [("grundys-game", True), ("octal:0.6", False)])
def test_the_command_certifies_what_was_computed(game: str, unequal: bool, tmp_path: Path) -> None:
    file = tmp_path / "it.txt"
    words = ["period", game, "--limit", "8300", "--no-store"]
    done = CliRunner().invoke(cli, [*words, "--certificate", str(file)])
    assert done.exit_code == 0, done.output
    assert f"Certificate: {file}; checked: " in done.output and "no period found in heaps 0 to " in done.output
    text = file.read_text("ascii")
    start = text.index("\nvalues 8300\n") + len("\nvalues 8300\n")
    listed = [int(word) for line in text[start : text.index("\nend\n")].split("\n") for word in line.split(" ")[1:]]
    digits = (4,) if unequal else (0, 6)
    assert listed[:300] == values(digits, unequal, 300) and len(listed) == 8300
    assert ("\nunequal\n" in text) == unequal
    assert "the nim-values of heaps 0 to 8299, 8300 listed, by mask " in check.claim(check.read(io.StringIO(text)))


def test_what_has_no_sparse_space_or_too_few_heaps_is_refused(tmp_path: Path) -> None:
    for game, limit in (("octal:0.007", 9000), ("grundys-game", 5000)):
        file = tmp_path / "no.txt"
        with pytest.raises(GrundyError, match=r"no\.txt: expected a proved period to certify, found none for"):
            grundy.period(game, limit, certificate=file)
        assert not file.exists()


def test_more_heaps_than_can_be_certified_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    result = grundy.period("octal:0.6", 9000)
    set_limits(monkeypatch, "proof.certify_values", MOST_COMPUTED=8900)
    with pytest.raises(OutOfReach, match="expected at most 8,900 heaps, found 9,000; ask for fewer with --limit 8900"):
        result.certificate()
    monkeypatch.undo()
    set_limits(monkeypatch, "proof", MOST_LISTED=8000)
    with pytest.raises(OutOfReach, match="would have to be listed, more than 8,000"):
        result.certificate()


def test_windows_are_written_where_the_rare_heaps_have_ended(
    monkeypatch: pytest.MonkeyPatch, verdicts: Checkers
) -> None:
    """Kayles by its sparse space, as if its period were not proved; and the states of a longer range are the same."""
    from dataclasses import replace

    from grundy.games.octal import octal
    from grundy.proof.certify_values import certificate, suits

    set_limits(monkeypatch, "proof", STEP=3_000)
    rule = octal("0.77")
    period_result = grundy.period(rule)
    texts = []
    for heaps in (9_000, 10_000):
        result = replace(period_result, status="none", repetition=None, heaps_computed=heaps, space=(15, 0))
        assert suits(rule, result)
        texts.append("".join(f"{line}\n" for line in certificate(rule, result)))
    assert [good for good, _ in verdicts(texts)] == [True, True]
    assert "\nstate 9000\n" in texts[0] and texts[1].startswith(texts[0].removesuffix("end\n"))
    g = values((0, 7, 7), False, 71)
    g += [0] * 9_930
    for n in range(71, 10_001):
        g[n] = g[n - 12] if n >= 83 else values((0, 7, 7), False, 83)[n]  # Guy & Smith 1956: 12 from 71 on
    stretches = [digest(g[8_193:9_000]), digest(g[9_000:10_000])]  # 8,192 are computed without a space
    assert [line[1] for line in said(texts[1]) if line[0] == "digest"] == stretches


@pytest.mark.long
def test_grundys_game_by_windows(tmp_path: Path, program: Path | None) -> None:
    """Beyond its rare heap 82,860: the values of 200,000 heaps."""
    import subprocess

    if program is None:
        pytest.skip("no compiler")
    file = tmp_path / "it.txt"
    grundy.period("grundys-game", 200_000, certificate=file)
    done = subprocess.run([str(program), str(file)], capture_output=True, text=True, timeout=PATIENCE)
    assert "the others by 1 digests, by windows of 82861 heaps; 1273 rare heaps, the last 82860" in done.stdout
    assert done.stdout.endswith(": proved\n")
