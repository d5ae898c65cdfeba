"""An entry beside a rule, term by term: published terms, and what differs."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from command import grundy
from steps import Steps

import grundy as library
from grundy import oeis
from grundy.errors import BadRule, BadText, Stopped
from grundy.runs.session import Session

KNOWN = Path(__file__).parents[1] / "known" / "oeis-terms.txt"
ROWS = [line.split() for line in KNOWN.read_text().splitlines() if not line.startswith("#")]
TERMS = {number: (int(first), [*map(int, terms.split(","))]) for number, first, terms in ROWS}
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]  # A002186, Winning Ways


def b_file(folder: Path, terms: list[int], first: int = 0, name: str = "b000000.txt") -> Path:
    path = folder / name
    path.write_text("".join(f"{n} {term}\n" for n, term in enumerate(terms, first)))
    return path


@pytest.mark.parametrize(
    ("number", "game", "options"),
    [
        ("A316632", "node-kayles:grid:3xN", {"upto": 9}),
        ("A344227", "node-kayles:queens:N", {"upto": 7}),
        ("A316533", "node-kayles:petersen:N,2", {"upto": 12}),
        ("A014589", "subtract:primes", {}),
        ("A071436", "octal:0.56", {}),
        ("A033623", "turn:1,2,3,4", {"shift": -1}),  # a coin at place n, counted from 0
        ("A054016", "turn:1,2,3,4,5", {"shift": -1}),
    ],
)
def test_published_terms_are_those_of_the_game(number: str, game: str, options: dict[str, int], tmp_path: Path) -> None:
    first, terms = TERMS[number]
    comparison = oeis.check(b_file(tmp_path, terms, first), game, **options)
    assert (comparison.holds, comparison.exit_status) == (True, 0), comparison.sentence
    assert comparison.equal == (len(terms) if "upto" not in options else options["upto"] - first + 1)


def test_the_first_term_that_differs_is_named_with_its_line(tmp_path: Path) -> None:
    path = b_file(tmp_path, [*KAYLES[:5], 9, *KAYLES[6:]])
    comparison = oeis.check(path, "kayles")
    assert (comparison.holds, comparison.equal, comparison.published, comparison.actual, comparison.line) == (
        False,
        5,
        9,
        4,
        6,
    )
    assert comparison.sentence.startswith(f"{path}:6: term 5 is 9 in the entry, and in kayles it is 4; 5 terms before")


def test_a_shift_that_fits_is_named(tmp_path: Path) -> None:
    path = b_file(tmp_path, KAYLES[2:])
    comparison = oeis.check(path, "kayles")
    assert (comparison.equal, comparison.fitting_shift) == (0, 2)
    assert oeis.check(path, "kayles", shift=2).sentence == "10 terms equal, term n beside heap n + 2"
    one_later = b_file(tmp_path, KAYLES, 1)
    assert oeis.check(one_later, "kayles").fitting_shift == -1
    assert oeis.check(one_later, "kayles", shift=-1).holds
    with pytest.raises(BadText, match=r":1:1: expected a first term from 0 on, found term 1"):
        oeis.check(one_later, "kayles", shift=-2)


def test_p_positions_are_compared_from_term_1_on(tmp_path: Path) -> None:
    path = b_file(tmp_path, [0, 4, 8, 12, 16], 1)
    assert oeis.check(path, "take-away:1,2,3", outcomes=True).sentence == "5 terms equal"
    assert oeis.check(path, "take-away:1,2", outcomes=True).actual == 3
    assert oeis.check(b_file(tmp_path, [1, 5, 9], 1), "take-away:1,2,3", misere=True).holds
    none = oeis.check(b_file(tmp_path, [0, 4, 9], 1), "take-away:1,2,3", outcomes=True)
    assert (none.published, none.actual) == (9, 8)


def test_a_number_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path / "cache"))
    rows = "".join(f"A00218{n} ,{','.join(map(str, KAYLES[n:]))},\n" for n in range(4))
    tmp_path.joinpath("stripped.gz").write_bytes(gzip.compress(rows.encode()))
    monkeypatch.setenv("GRUNDY_OEIS", str(tmp_path))
    assert [oeis.check(f"A00218{n}", "kayles").shift for n in range(4)] == [0, 1, 2, 3]
    assert oeis.check("A002183", "kayles", shift=0).equal == 0
    b_file(tmp_path, KAYLES[:3], name="b002183.txt")  # its b-file says which number the first term has
    assert oeis.check("A002183", "kayles").sentence == "3 terms equal"


def test_only_the_first_terms_are_compared(tmp_path: Path) -> None:
    path = b_file(tmp_path, [0, 1, 2, 99])
    assert oeis.check(path, "kayles", 2).holds
    with pytest.raises(BadRule, match="expected a last term from 0 on, found -1"):
        oeis.check(path, "kayles", -1)


def test_what_is_stopped_says_how_many_terms_are_equal(tmp_path: Path) -> None:
    path = b_file(tmp_path, [0, *TERMS["A316632"][1]])
    with Steps(each=1.0), pytest.raises(Stopped):
        oeis.check(path, "node-kayles:grid:3xN", time_limit=1)
    with Steps(each=1.0):
        done = grundy("oeis", "check", str(path), "node-kayles:grid:3xN", "--no-store", "--time-limit", "1s")
    assert done.status == 2 and "Traceback" not in done.err


def test_terms_that_are_known_when_work_stops_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = library.sequence("kayles", 4)

    def stopped(*_: object, session: Session, **__: object) -> None:
        session.partial = begun
        raise Stopped("out of time", resume="7")

    monkeypatch.setattr("grundy.api.sequence.sequence", stopped)
    with pytest.raises(Stopped, match="out of time; known so far: the first 5 of 12 terms are equal") as told:
        oeis.check(b_file(tmp_path, KAYLES), "kayles")
    assert told.value.resume == "7"
    comparison = oeis.check(b_file(tmp_path, [0, 1, 9, *KAYLES[3:]]), "kayles")  # a term that differs is an answer
    assert (comparison.holds, comparison.equal, comparison.published, comparison.actual) == (False, 2, 9, 2)


def test_the_command_has_the_status_of_the_comparison(tmp_path: Path) -> None:
    right, wrong = b_file(tmp_path, KAYLES, name="b1.txt"), b_file(tmp_path, [*KAYLES, 9], name="b2.txt")
    done = grundy("oeis", "check", str(right), "kayles")
    assert (done.status, done.out.splitlines()[0]) == (0, "12 terms equal")
    done = grundy("oeis", "check", str(wrong), "kayles")
    assert (done.status, done.out.splitlines()[0].partition(": ")[2]) == (
        1, "term 12 is 9 in the entry, and in kayles it is 4; 12 terms before it are equal"
    )  # fmt: skip
    told = grundy("oeis", "check", str(right), "kayles", "--json").json()
    assert (told["equal"], told["total"], told["published"], told["game"]) == (12, 12, None, "kayles")
    wrong.write_text("0 0\n2 2\n")
    assert grundy("oeis", "check", str(wrong), "kayles").places() == [f"{wrong}:2:1"]
    assert grundy("oeis", "check", str(tmp_path / "none"), "kayles").status == 2


def test_library_and_command_say_the_same(tmp_path: Path) -> None:
    path = b_file(tmp_path, KAYLES)
    assert grundy("oeis", "check", str(path), "kayles").out.startswith(library.oeis.check(path, "kayles").sentence)
