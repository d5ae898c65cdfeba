"""Certificates of Sprouts: the checker's moves are those of the rule, true ones are accepted, forgeries are not."""

from __future__ import annotations

import io
import random
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import forging_lands
import pytest
from certificate_texts import refusal
from checker_parts import HEAD, mex, said
from click.testing import CliRunner
from limits import set_limits
from waiting import PATIENCE

from grundy.cli.main import cli
from grundy.errors import OutOfReach
from grundy.games import sprouts
from grundy.notation.expression import parse
from grundy.proof import certify_lands, check

VALUES = (
    0,
    0,
    1,
    1,
    1,
    0,
    0,
    0,
)  # of 1, 2, ... spots: Lemoine & Viennot 2010, Computer analysis of Sprouts with nimbers
MISERE = ("first", "second", "second", "second", "first", "first", "second")
"""Of 1, 2, ... spots: Lemoine & Viennot 2009, Analysis of misere Sprouts game with reduced canonical trees."""


@cache
def written(expression: str) -> str:
    position = parse(expression)
    shape = certify_lands.lands_shape(position)
    assert shape
    return as_text(certify_lands.certificate(position, shape))


@cache
def strategy(expression: str, misere: bool) -> str:
    position = parse(expression)
    shape = certify_lands.lands_shape(position)
    assert shape
    return as_text(certify_lands.strategy(position, shape, misere))


def as_text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def read(*lands: sprouts.Land) -> tuple[int, ...]:
    """Lands of the rule, as the checker reads them."""
    return check.Sprouts().state(1, [sprouts.write_lands(lands).replace("]", "")])


@cache
def reachable(spots: int) -> tuple[sprouts.Land, ...]:
    """All lands that play from so many spots may come to, each after what its moves leave."""
    order: dict[sprouts.Land, None] = {}

    def visit(land: sprouts.Land) -> None:
        if land not in order:
            for left in set(sprouts.lands_after(land)):
                for part in left:
                    visit(part)
            order[land] = None

    visit(sprouts.start(spots))
    return tuple(order)


def met(rng: random.Random) -> list[sprouts.Land]:
    """Lands that random play from 4 to 6 spots meets."""
    lands: list[sprouts.Land] = [sprouts.start(rng.randrange(4, 7))]
    for _ in range(rng.randrange(6)):
        place = rng.randrange(len(lands))
        options = sorted(set(sprouts.lands_after(lands[place])))
        lands[place : place + 1] = rng.choice(options)
        if not lands:
            break
    return lands


def require_same_moves(land: sprouts.Land) -> None:
    (part,) = read(land)
    assert set(check.Sprouts().options(part)) == {read(*left) for left in sprouts.lands_after(land)}, land


def test_the_moves_are_those_of_the_rule_on_all_that_three_spots_come_to() -> None:
    assert len(reachable(3)) > 100
    for land in reachable(3):
        require_same_moves(land)


def test_the_moves_are_those_of_the_rule_on_random_lands() -> None:
    rng = random.Random(44)
    for _ in range(40):
        for land in met(rng):
            require_same_moves(land)


def test_what_the_checker_leaves_out_and_takes_for_the_same_changes_no_value() -> None:
    """The rule's own forms know nothing of regions of three lives: by these and by the checker's the values agree."""
    moves = check.Sprouts()

    @cache
    def value(part: int) -> int:
        totals = set()
        for left in moves.options(part):
            total = 0
            for one in left:
                total ^= value(one)
            totals.add(total)
        return mex(totals)

    for land in reachable(3):
        (part,) = read(land)
        assert value(part) == forging_lands.value(land), land
    assert value(read(sprouts.start(4))[0]) == VALUES[3]


def turned(text: str, rng: random.Random) -> str:
    """The same position: other letters, orders, beginnings of boundaries, and regions read backward."""
    letters = "ABCDEFGHIJabcdefghij"
    names = dict(zip(letters, rng.sample(letters, len(letters)), strict=True))
    regions = []
    for region in text[:-1].split("}")[:-1]:
        step, boundaries = rng.choice((1, -1)), []
        for boundary in region.split(".")[:-1]:
            spots, star, copies = boundary.partition("*")
            begin = rng.randrange(len(spots))
            spots = "".join(names.get(spot, spot) for spot in spots[begin:] + spots[:begin])[::step]
            boundaries.append(f"{spots}{star}{copies}.")
        rng.shuffle(boundaries)
        regions.append("".join(boundaries) + "}")
    rng.shuffle(regions)
    return "".join(regions) + "!"


def test_what_looks_alike_has_one_form() -> None:
    rng = random.Random(7)
    for _ in range(60):
        for land in met(rng):
            if "'" not in (text := sprouts.write_lands([land])):
                assert check.Sprouts().state(1, [turned(text, rng)]) == read(land), text


@pytest.mark.parametrize(
    "spots", [1, 2, 3, 4, 5, 6, pytest.param(7, marks=pytest.mark.long), pytest.param(8, marks=pytest.mark.long)]
)
def test_known_values_are_written_and_accepted(spots: int) -> None:
    text = written(f"sprouts({spots})")
    assert f"\nvalue {VALUES[spots - 1]}\n" in text
    assert said(text) == ""


@pytest.mark.parametrize("spots", [2, 3, 9, pytest.param(10, marks=pytest.mark.long)])
def test_who_wins_is_written_and_accepted(spots: int) -> None:
    """Of 9, 10, 11 spots: Applegate, Jacobson & Sleator 1991, the first player."""
    text = strategy(f"sprouts({spots})", False)
    assert f"\nwins {'first' if spots > 2 else 'second'}\n" in text
    assert said(text) == ""


@pytest.mark.parametrize("spots", [1, 2, 3, 4, 5, 6, pytest.param(7, marks=pytest.mark.long)])
def test_who_wins_misere_play_is_written_and_accepted(spots: int) -> None:
    text = strategy(f"sprouts({spots})", True)
    assert f"\nwins {MISERE[spots - 1]}\n" in text
    assert said(text) == ""


def test_sums_and_positions_of_several_lands() -> None:
    assert "\nvalue 1\n" in written("sprouts(3) + sprouts(2)") and said(written("sprouts(3) + sprouts(2)")) == ""
    assert said(written("sprouts(0*2.AB.}AB.}0*2.1.}!)")) == ""
    assert said(strategy("sprouts(1) + sprouts(2)", True)) == ""
    assert certify_lands.lands_shape(parse("sprouts(2) + nim(3)")) is None


def test_the_command_writes_what_verify_accepts(tmp_path: Path) -> None:
    for words in (["--certificate", "c.txt"], ["--strategy", "s.txt"], ["--misere", "--strategy", "m.txt"]):
        file = tmp_path / words.pop()
        done = CliRunner().invoke(cli, ["solve", "sprouts", "4", *words, str(file), "--no-store"])
        assert done.exit_code == 0, done.output
        assert "checked" in done.output and "\nsprouts\n" in file.read_text()
        assert CliRunner().invoke(cli, ["verify", str(file)]).exit_code == 0


def test_too_many_claims_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_limits(monkeypatch, "proof.certify_lands", MOST_CLAIMS=5)
    position = parse("sprouts(4)")
    shape = certify_lands.lands_shape(position)
    assert shape
    with pytest.raises(OutOfReach, match="more than 5 claims"):
        certify_lands.certificate(position, shape)
    done = CliRunner().invoke(cli, ["solve", "sprouts", "4", "--certificate", str(tmp_path / "c.txt"), "--no-store"])
    assert isinstance(done.exception, OutOfReach) and not (tmp_path / "c.txt").exists()


# Forgeries.


@pytest.mark.parametrize("spots", [2, 3, 4])
def test_a_wrong_value_of_any_claim_is_refused(spots: int) -> None:
    lines = written(f"sprouts({spots})").splitlines()
    for at, line in enumerate(lines):
        if line.startswith(("set ", "value ")):
            start, _, value = line.rpartition(" ")
            for other in {0, 1, 2, 3} - {int(value)}:
                assert refusal(as_text([*lines[:at], f"{start} {other}", *lines[at + 1 :]])), line


@pytest.mark.parametrize("spots", [2, 3])
def test_without_any_of_its_claims_it_is_refused(spots: int) -> None:
    """An option, or a part of one, is not shown then."""
    for text in (written(f"sprouts({spots})"), strategy(f"sprouts({spots})", True)):
        lines = text.splitlines()
        count = next(at for at, line in enumerate(lines) if line.startswith(("claims ", "lost ")))
        word, number = lines[count].split(" ")
        for at in range(count + 1, len(lines) - 1):
            fewer = [*lines[:count], f"{word} {int(number) - 1}", *lines[count + 1 : at], *lines[at + 1 :]]
            assert refusal(as_text(fewer)), lines[at]


def test_claims_that_prove_one_another_in_a_circle_are_refused() -> None:
    lines = written("sprouts(3)").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("set "))
    assert "is not shown" in refusal(as_text([*lines[:first], *lines[first:-1][::-1], "end"]))


@pytest.mark.parametrize("misere", [False, True])
def test_the_wrong_winner_is_refused(misere: bool) -> None:
    for spots in (1, 2, 3, 4):
        text = strategy(f"sprouts({spots})", misere)
        others = {"wins first": "wins second", "wins second": "wins first"}
        said_winner = next(line for line in text.splitlines() if line in others)
        assert refusal(text.replace(said_winner, others[said_winner]))


def test_two_claims_about_one_land_are_refused() -> None:
    lines = written("sprouts(3)").replace("claims 7", "claims 8").splitlines()
    assert "0.AB.}0.AB.}!" in lines[-3]
    assert "is about the same set" in refusal(as_text([*lines[:-2], "set BA.0.}0.AB.}! 0", *lines[-2:]]))


def claiming(position: str, claim: str = "") -> str:
    sets = f"claims 1\nset {claim}" if claim else "claims 0"
    return f"{HEAD}position\nsprouts\nposition {position}\nvalue 0\n{sets}\nend\n"


BAD = {
    "A.0.}!": "expected A in two regions",
    "A.}A.}A.}!": "expected A in two regions",
    "aaa0.}!": "expected a spot of no curve alone",
    "aaa.}!": "expected a in two regions, or twice on a boundary",
    "A.A.}!": "expected A in two regions, or twice on a boundary",
    "AB*2.}!": "expected A in two regions",
    "00.}!": "expected a spot of no curve alone",
    "01.}!": "expected a spot of no curve alone",
    "0*1.}!": "expected at least 2 boundaries",
    "0*51.}!": "expected at most 150",
    "2*151.}!": "expected at most 150",
    "0*999.}0*999.}!": "expected at most 150",
    "0*99999999999999999999.}!": "expected the regions",
    "0*02.}!": "expected the regions",
    "0.}": "expected the regions",
    "0}!": "expected the regions",
    "}!": "expected the regions",
    "0.!": "expected the regions",
    "3.}!": "expected the regions",
    "'A.}A.}!": "expected the regions",
    "0.}]0.}!": "expected the regions",
    "0.}! 0.}!": "expected the regions",
    "": "expected the regions",
}


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_position_is_refused(text: str) -> None:
    assert BAD[text] in said(claiming(text))
    if text:
        assert said(claiming("!", f"{text} 0"))


def test_claims_are_of_one_land_with_a_move() -> None:
    assert said(claiming("!")) == ""
    assert said(claiming("!", "222.}! 0")) == ""
    assert said(claiming("!", "22.}! 0")) == "line 7: a move leads to !, of the same value 0"
    assert said(claiming("!", "0.2.}! 0")) == "line 7: a move leads to 222.}!, which is not shown to differ in value"
    assert "one part" in said(claiming("!", "2.}! 0"))
    assert "one part" in said(claiming("!", "22.}22.}! 0"))
    assert "expected nothing after 'sprouts'" in said(claiming("!").replace("sprouts", "sprouts 3"))


def test_regions_with_too_many_moves_are_refused() -> None:
    """A checker does not begin what would not end: 2 to the 20 ways to share out boundaries."""
    many = "".join(f"1{'2' * length}." for length in range(1, 16)) + "}!"
    assert "more than 1000000 curves" in said(claiming("!", f"{many} 0"))


def test_in_segments() -> None:
    parsed = check.read(io.StringIO(written("sprouts(4)"), newline="\n"))
    for k in (2, 7):
        for i in range(1, k + 1):
            check.check(parsed, i, k)


def test_the_c_checker_names_the_other(program: Path | None, tmp_path: Path) -> None:
    if program is None:
        pytest.skip("no C compiler")
    for text in (written("sprouts(2)"), strategy("sprouts(2)", True)):
        (tmp_path / "c.txt").write_text(text)
        done = subprocess.run([program, tmp_path / "c.txt"], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 1 and "is checked by check.py" in done.stdout
