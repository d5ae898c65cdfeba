"""Sequences as files: every form in blocks is what it is in one piece, and the picture shows what the values are."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from limits import set_limits

import grundy
from grundy.answering.sequence import exceptions, first_values, period, terms_work
from grundy.api.picture import picture
from grundy.cli.main import cli
from grundy.engines.options import run_plainly
from grundy.model.evidence import Evidence
from grundy.model.period import Repetition
from grundy.model.rule import Rule
from grundy.notation.expression import parse_rule
from grundy.notation.files import FILES
from grundy.show import sequence as show
from grundy.show.plot import wrapped_svg


def blocks(rule: Rule, count: int) -> Iterator[Sequence[int]]:
    terms = run_plainly(terms_work(rule, count))
    return terms.blocks()  # type: ignore[no-any-return]


GAMES = [
    "kayles",
    "octal:0.6",
    "octal:4.[3]",
    "all-but:2,5",
    "take-away:1,4,10",
    "nim",
    "grundys-game",
    "hexadecimal:0.9",
]


@pytest.mark.parametrize("game", GAMES)
def test_blocks_are_the_sequence(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.terms", BLOCK=100, SEARCHED=300)
    rule = parse_rule(game)
    together = [int(value) for block in blocks(rule, 1234) for value in block]
    assert together == [int(value) for value in first_values(rule, 1234)]


def test_a_sequence_longer_than_any_table() -> None:
    """Kayles repeats from 71 on with 12, as OEIS A002186 says; 10**8 values are never held."""
    far = blocks(parse_rule("kayles"), 10**15)
    first = next(iter(far))
    assert list(first[71:83]) == list(first[83:95])
    with pytest.raises(grundy.OutOfReach, match="8,000,000 values are computed one by one"):
        blocks(parse_rule("octal:0.007"), 10**9)


@pytest.mark.parametrize("form", ["csv", "bfile", "latex", "json", None])
@pytest.mark.parametrize("count", [0, 1, 99, 140])
def test_pieces_are_the_whole(form: str | None, count: int) -> None:
    values = [n * n % 17 for n in range(count)]
    cut = [values[start : start + 40] for start in range(0, count, 40)]
    known = Evidence("computed", "a test")
    told = "".join(show.pieces(form, "a game", cut, count, lambda: known))
    if form == "json":
        evidence = {"status": "computed", "by": "a test"}
        assert json.loads(told) == {"game": "a game", "start": 0, "values": values, "evidence": evidence}
    else:
        whole = {"csv": show.as_csv, "bfile": show.as_bfile, "latex": show.as_latex, None: show.as_text}[form](values)
        assert told == "".join(f"{line}\n" for line in whole)


def test_exceptions_of_kayles() -> None:
    values = [int(value) for value in first_values(parse_rule("kayles"), 100)]
    repetition = period(parse_rule("kayles")).repetition
    assert repetition is not None
    # Winning Ways, ch. 4: the exceptional values of Kayles
    assert exceptions(values, repetition) == [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]
    assert exceptions([0, 1, 2, 4, 3, 5, 6, 8], Repetition(4, 1, 4)) == [0]


def test_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "kayles.svg"
    done = CliRunner().invoke(cli, ["sequence", "kayles", "--plot", str(path)])
    drawn, known = done.output.splitlines()
    assert drawn == f"{path}: heaps 0 to 95 in rows of the period, 14 exceptions"
    assert known.endswith(f" (grundy sequence kayles --plot {path}).")
    picture = ET.fromstring(path.read_text(encoding="utf-8"))
    svg = "{http://www.w3.org/2000/svg}"
    assert picture.findtext(f"{svg}desc") == f"grundy {grundy.__version__}. {known}"
    assert len([mark for mark in picture.iter(f"{svg}path") if mark.get("class") == "cross"]) == 14
    assert len([cell for cell in picture.iter(f"{svg}rect") if cell.get("class") == "shade"]) == 96
    written = [text.text for text in picture.iter(f"{svg}text") if text.get("class") is None]
    assert [int(text or "") for text in written] == [int(value) for value in first_values(parse_rule("kayles"), 96)]


def test_pictures_without_numbers_and_without_a_period(tmp_path: Path) -> None:
    long = wrapped_svg([n % 100 for n in range(5000)], 100, {3, 4}, "a < b")
    assert "a &lt; b" in long
    assert long.count('class="out"') == 1  # neighbours are one cell
    ET.fromstring(long)
    path = tmp_path / "none.svg"
    words = ["sequence", "octal:0.007", "--plot", str(path)]
    assert "heaps 0 to 399 in rows of 20, no exceptions" in CliRunner().invoke(cli, words).output
    assert "No period found in heaps 0 to " in path.read_text(encoding="utf-8")


def test_a_picture_computes_the_heaps_that_are_asked_for(tmp_path: Path) -> None:
    """A rule that is slow, and whose code is not followed, is asked for no heap beyond the last that is drawn."""
    file = tmp_path / "slow.py"
    file.write_text(
        "import grundy\nASKED = []\n@grundy.rule\ndef slow(n):\n    ASKED.append(n)\n"
        "    yield from [n - k for k in (1, 4, 10) if k <= n]\n"
    )
    for upto in (5, 40, 200):
        rule = parse_rule(f"{file}:slow", files=FILES)
        asked = rule.function.__globals__["ASKED"]
        asked.clear()
        assert f"heaps 0 to {upto} in rows of" in str(picture(rule, upto))
        assert max(asked) == upto


def test_pictures_that_are_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["sequence", "kayles", "--to", "1e7", "--plot", str(tmp_path / "x.svg")])
    assert isinstance(done.exception, grundy.OutOfReach)
    assert "at most" not in done.output
    done = CliRunner().invoke(cli, ["sequence", "kayles", "--plot", "x.svg", "--csv"])
    assert done.exit_code == 2
    assert "--plot writes a picture to its FILE; leave out --csv" in done.output


@pytest.mark.parametrize("block", [64, 7])
def test_a_sequence_is_read_like_a_list(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    set_limits(monkeypatch, "engines.terms", BLOCK=block)
    set_limits(monkeypatch, "api", BLOCK=block)
    listed = [n % 4 for n in range(31)]  # Bouton 1901
    values = grundy.sequence("take-away:1,2,3", 30)
    assert list(values) == listed and len(values) == 31
    assert [values[n] for n in range(-31, 31)] == listed + listed
    for piece in (slice(3, 20), slice(None, None, 5), slice(20, 3, -4), slice(-3, None), slice(40, 50), slice(5, 5)):
        assert values[piece] == listed[piece]
    for place in (31, -32):
        with pytest.raises(IndexError):
            values[place]
    assert values.to_bfile().splitlines() == [f"{n} {value}" for n, value in enumerate(listed)]


def test_a_sequence_and_a_picture_are_of_states_from_0_on() -> None:
    with pytest.raises(grundy.BadRule, match="from 0 on"):
        grundy.sequence("nim", -1)
    with pytest.raises(grundy.BadRule, match="from 0 on"):
        grundy.picture("nim", -1)
