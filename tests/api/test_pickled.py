"""Rules, positions and results through pickle, in this process and in another; what cannot be kept is refused."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from steps import Steps

import grundy
from grundy.errors import BadRule
from grundy.games.catalogue import GAMES
from grundy.model.evidence import WinningMoves

OTHERS = (
    "selective(nim(3), kayles(4))",
    "with_pass(nim(2))",
    "nim(3) + kayles(4)",
)


@grundy.rule
def halving(n: int, *, by: int = 2):  # type: ignore[no-untyped-def]
    if n:
        yield n // by


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_of_the_catalogue_comes_back(name: str) -> None:
    known = GAMES[name].known[0]
    same(grundy.parse(f"{known.game} {known.position}", loopy=known.convention == "loopy"))


@pytest.mark.parametrize("text", OTHERS)
def test_compounds_sums_and_rules_in_a_line_come_back(text: str) -> None:
    same(grundy.parse(text))


def same(position: grundy.Position) -> None:
    hash(position)  # which keeps what no other process may get: hashes of texts are others there
    again = pickle.loads(pickle.dumps(position))
    assert again == position and str(again) == str(position)
    assert [list(again.components[0].rule.options(part.state)) for part in again.parts()] == [
        list(position.components[0].rule.options(part.state)) for part in position.parts()
    ] or len(position.components) > 1
    assert copy.deepcopy(position) == copy.copy(position) == position


def test_a_result_comes_back_with_its_moves_and_its_explanation() -> None:
    for position in (grundy.nim(3, 5), grundy.cram("2x3") + grundy.kayles(7), grundy.wythoff(30, 50)):
        result = grundy.solve(position)
        again = pickle.loads(pickle.dumps(result))
        assert str(again) == str(result) and again.as_dict() == result.as_dict()
        assert list(again.winning_moves) == list(result.winning_moves)
        assert (again.summands(), again.reasons()) == (result.summands(), result.reasons())


def test_too_many_moves_are_refused() -> None:
    many = replace(grundy.solve(grundy.nim(9)), winning_moves=WinningMoves(10**6 + 1, lambda: iter(())))
    with pytest.raises(BadRule, match="at most 1,000,000 winning moves to be pickled, found 1,000,001"):
        pickle.dumps(many)


def test_a_rule_in_a_line_comes_back() -> None:
    same(grundy.parse_rule("rule:n -> n-1, if n >= 1")(5))


def test_a_rule_of_ones_own_comes_back_by_its_name_and_one_without_is_refused() -> None:
    assert pickle.loads(pickle.dumps(halving)) == halving
    bound = halving.bind(by=3)
    assert pickle.loads(pickle.dumps(bound(9))) == bound(9) != halving(9)

    @grundy.rule
    def nowhere(n: int):  # type: ignore[no-untyped-def]
        yield from range(n)

    @grundy.rule
    def nim(n: int):  # type: ignore[no-untyped-def]
        yield from range(n - 1)

    for one in (nowhere, nim):  # the second is called as another rule
        with pytest.raises(BadRule, match="to be pickled, found neither"):
            pickle.dumps(one(3))


def test_another_process_reads_it(tmp_path: Path) -> None:
    result = grundy.solve(grundy.parse("selective(nim(3), octal:0.77(4))"))
    (tmp_path / "it").write_bytes(pickle.dumps(result))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')), end='')"
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "it")], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (str(result), "")


def errors() -> list[grundy.GrundyError]:
    """One of each class, as it is raised."""
    with pytest.raises(grundy.BadText) as misread:
        grundy.solve("nim 3 x + 1_0")
    with Steps(each=1.0), pytest.raises(grundy.Stopped) as stopped:
        grundy.solve("cram 7x7", time_limit=1)
    others = [grundy.BadRule("a rule"), grundy.OutOfReach("too large"), grundy.StoreError("a store")]
    return [misread.value, stopped.value, *others]


def test_errors_come_back() -> None:
    """A worker of a pool that met bad text was heard with the letters of its message, each in a line of its own."""
    for problem in errors():
        for again in (pickle.loads(pickle.dumps(problem)), copy.copy(problem)):
            assert type(again) is type(problem)
            assert (str(again), again.args, vars(again)) == (str(problem), problem.args, vars(problem))
