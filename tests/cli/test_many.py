"""Lines answered by several processes, and what is refused before any cluster is asked; tests/cluster has the rest."""

from __future__ import annotations

import json
import sys
from functools import reduce
from itertools import islice
from operator import xor
from pathlib import Path
from random import Random

import pytest
from command import Done
from command import grundy as called
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as some
from limits import set_limits
from steps import Steps

import grundy as grundy_package
from grundy import errors
from grundy.api import batch as many
from grundy.errors import BadText, Finding, OutOfReach
from grundy.runs.loop import run_with_limits
from grundy.runs.session import Limits, Session
from grundy.runs.workers import problem_message, problem_of

HERE = "tcp://127.0.0.1:1"
QUESTION = {"misere": False, "loopy": False, "method": "auto", "json": None, "moves": 10}


def grundy(*words: str) -> Done:
    return called(*words, "--no-store")


def written(path: Path, *lines: str) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def test_what_cannot_be_answered_is_told_with_its_line(tmp_path: Path) -> None:
    chance = Random(5)  # a graph with a symmetry might be answered by it
    edges = {(end, chance.randrange(end)) for end in range(1, 1100) for _ in range(2)}
    large = ", ".join(f"{a}-{b}" for a, b in sorted(edges))
    path = written(tmp_path / "lines.txt", "nim(3)", "", f"node-kayles({large})", "nim(9)")
    here = grundy("solve", "--lines", path)
    assert here.status == 2
    assert here.err.startswith(f"{path}:3: a board of 1100 places")
    assert grundy("solve", "--lines", path, "--cores", "2") == here


@pytest.mark.parametrize("form", [[], ["--json"], ["--misere", "--json", "--moves", "2"]])
def test_lines_by_processes_are_the_same(tmp_path: Path, form: list[str]) -> None:
    piles = [[n, 2 * n + 1, 7] for n in range(150)]
    lines = [f"nim({' '.join(map(str, one))})" for one in piles] + ["", " kayles(17) + nim(3)", "cram(../..)"]
    path = written(tmp_path / "lines.txt", *lines)
    here = grundy("solve", "--lines", path, *form)
    assert grundy("solve", "--lines", path, *form, "--cores", "2") == here
    assert here.status == 0
    if form == ["--json"]:
        assert [json.loads(line)["nim_value"] for line in here.out.splitlines()[:150]] == [
            reduce(xor, one) for one in piles
        ]


def test_the_first_line_that_is_refused_is_told(tmp_path: Path) -> None:
    refused = [f"take-away:2,7,{amount}({10**12})" for amount in (100000007, 200000033)]
    path = written(tmp_path / "lines.txt", "nim(1)", *refused)
    here = grundy("solve", "--lines", path)
    assert "100000007" in here.err
    assert grundy("solve", "--lines", path, "--cores", "2") == here


@settings(max_examples=examples(30), deadline=None)
@given(some.lists(some.integers(0, 30), min_size=1, max_size=40), some.integers(1, 30), some.integers(0, 30))
def test_lines_go_on_where_they_stopped(heaps: list[int], most: int, stop: int) -> None:
    """Whatever is sent at once, and however often a process sends lines back: also from a state that was kept."""
    lines = [f"nim({heap} 1)" for heap in heaps]
    want = [many.answer_lines([(0, line)], QUESTION)["answers"][0][1] for line in lines]
    with pytest.MonkeyPatch.context() as patch:
        set_limits(patch, "api.batch", MOST=most, PIECES=1, BUDGET=-1.0)  # one line at a time, the rest comes back
        chunks = many.work(lines, QUESTION, 0)(None)
        state = None
        for chunk in islice(chunks, stop):
            state = json.loads(json.dumps(chunk.state))
        assert run_with_limits(many.work(lines, QUESTION, 0), state).require() == want


def test_a_limit_that_is_met_with_the_last_answer_stops_nothing() -> None:
    """A line was printed and "stopped by the time limit", with status 2, as the limit was met before work had ended."""
    lines = [f"nim({heap} 1)" for heap in range(5)]
    with pytest.MonkeyPatch.context() as patch:
        set_limits(patch, "api.batch", MOST=1, PIECES=1, BUDGET=-1.0)
        chunks = list(many.work(lines, QUESTION, 0)(None))
    assert {chunk.done for chunk in chunks if chunk.done} == {1, 2, 3, 4}  # between which work can be stopped


@pytest.mark.parametrize(("game", "before"), [("kayles", "70"), ("take-away:1,4,10", "60"), ("placement:kayles", "..")])
def test_what_was_asked_before_says_nothing_of_an_answer(game: str, before: str) -> None:
    """Evidence named the largest heap of all questions before: the same line had other bytes in other processes."""
    asked = "." * 9 if before == ".." else "9"
    alone = grundy("solve", game, asked, "--json")
    assert grundy("solve", game, before * 10 if before == ".." else before).status == 0
    assert grundy("solve", game, asked, "--json") == alone
    if before != "..":
        assert "heaps 0 to 9," in alone.json()["evidence"]["by"]


@pytest.mark.parametrize("game", ["kayles", "take-away:3,7,11,40", "octal:0.137", "guiles"])
def test_the_order_of_lines_changes_no_line(tmp_path: Path, game: str) -> None:
    """kayles(300) was proved by a period where kayles(9000) stood before it, and computed where it stood after."""
    lines = [f"{game}({heap})" for heap in (3, 30, 100, 150, 300, 700, 9000)]
    orders = [
        grundy("solve", "--lines", written(tmp_path / "lines.txt", *some_lines), "--json").out.splitlines()
        for some_lines in (lines, lines[::-1])
    ]
    assert orders[0] == orders[1][::-1]
    assert orders[0] == [
        grundy("solve", "--lines", written(tmp_path / "one.txt", line), "--json").out[:-1] for line in lines
    ]


def test_a_problem_is_the_same_after_a_journey() -> None:
    places = [Finding(3, 5, "a pile size", "'x'", "heaps.txt"), Finding(4, 1, "a", "b", "c", "d")]
    problems = [BadText(places), OutOfReach("too large"), errors.BadRule("a cycle"), errors.StoreError("damaged")]
    for problem in problems:
        again = problem_of(json.loads(json.dumps(problem_message(problem))))
        assert (type(again), str(again)) == (type(problem), str(problem))
    assert problem_of(problem_message(problems[0])).findings == tuple(places)  # type: ignore[attr-defined]

    class Own(OutOfReach):
        """A class that only one process knows."""

    assert type(problem_of(problem_message(Own("why")))) is OutOfReach


@pytest.mark.parametrize(
    "address", ["", "host", "host:0", "host:65536", "tcp://host", "http://host:80", "tcp://a b:1", "tcp://h:1/x", "a:b"]
)
def test_a_bad_address_is_told(address: str) -> None:
    done = grundy("atlas", "--digits", "1", "--cluster", address)
    assert done.places() == ["<--cluster>:1:1"]
    assert "such as tcp://host:8786" in done.err


def test_without_distributed_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    monkeypatch.setitem(sys.modules, "distributed", None)
    path = written(tmp_path / "lines.txt", "nim(1)")
    for words in (("atlas", "--digits", "1"), ("solve", "--lines", path)):
        done = grundy(*words, "--cluster", HERE)
        assert (done.status, done.out) == (2, "")
        assert done.err == ("--cluster needs Dask's distributed, which is not installed: pip install distributed\n")


def test_wrong_uses_are_told(tmp_path: Path) -> None:
    path = written(tmp_path / "lines.txt", "nim(1)")
    for words, told_so in (
        (("solve", "nim", "3", "--cluster", HERE), "nim(3): machines share the openings of boards and graphs"),
        (("solve", "cram", "3x3", "--misere", "--cluster", HERE), "--cluster takes one position in normal play, or"),
        (("solve", "--lines", path, "--cores", "2", "--cluster", HERE), "expected --cores K or --cluster ADDRESS"),
        (("atlas", "--digits", "1", "--cores", "2", "--cluster", HERE), "expected --cores K or --cluster ADDRESS"),
    ):
        done = grundy(*words)
        assert done.status == 2
        assert told_so in done.err


def test_a_file_of_ones_own_is_not_sent(tmp_path: Path) -> None:
    own = written(
        tmp_path / "own.py",
        "import grundy",
        "@grundy.rule",
        "def ones(n):",
        "    if n:",
        "        yield grundy.to(n - 1)",
    )
    path = written(tmp_path / "lines.txt", "nim(1)", "", f"{own}(3)")
    done = grundy("solve", "--lines", path, "--cluster", HERE)
    assert done.status == 2
    assert done.err.startswith(f"{path}:3:1: expected games that every worker knows, found {own}:ones: a file of yours")
    assert grundy("solve", "--lines", path, "--cores", "2").status == 0


def test_the_library_answers_many_positions() -> None:
    """Bouton 1901; Wythoff 1907: (1, 2) is lost; Kayles 9: Guy & Smith 1956."""
    asked = ["nim 3 4 5", "wythoff 1 2", grundy_package.parse("kayles(9)")]
    here = grundy_package.batch(asked)
    assert [(answer["winner"], answer["nim_value"]) for answer in here] == [("first", 2), ("second", 0), ("first", 4)]
    assert here == grundy_package.batch(asked, cores=2)
    with Steps():
        assert here == grundy_package.batch(asked, time_limit=60)
    assert here[0] == grundy("solve", "--json", "nim", "3 4 5").json()


def test_the_library_refuses_for_the_first_that_is_refused() -> None:
    """Rectangles of 144 and of 169 cells: both are out of reach, in their own words."""
    asked = ["nim 1", *(f"rectangle {'/'.join(['1' * side] * side)}" for side in (12, 13))]
    for more in ({}, {"cores": 1}):
        with pytest.raises(OutOfReach) as refused:
            grundy_package.batch(asked, **more)  # type: ignore[arg-type]
        with pytest.raises(OutOfReach) as alone:
            grundy_package.solve(asked[1])
        assert str(refused.value) == str(alone.value)


def test_more_lines_than_pieces_go_on_after_one_that_is_refused() -> None:
    """Of 65 lines two are asked at a time: of the first two none is answered, and one is left."""
    with pytest.raises(OutOfReach, match="144 cells"):
        grundy_package.batch([f"rectangle {'/'.join(['1' * 12] * 12)}", *["nim 1"] * 64], memory=2**40)


def test_the_lines_so_far_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was answered before a limit or Ctrl-C was kept, and not told."""
    set_limits(monkeypatch, "api", BUDGET=0.0)  # so that each line comes by itself
    lines = [f"nim({heap} 1)" for heap in range(100)]
    whole = [many.answer_lines([(0, line)], QUESTION)["answers"][0][1] for line in lines]
    for limits, stop in ((Limits(time_limit=3.0), errors.Stopped), (Limits(), KeyboardInterrupt)):
        stops = stop is KeyboardInterrupt
        with Steps(each=1.0, stop=lambda chunk: stops and chunk.done >= 3), Session(limits) as session:  # noqa: B023
            with pytest.raises(stop):
                many.batch_lines(lines, (), QUESTION, session)
            assert 0 < len(session.partial) < 100
            assert session.partial == whole[: len(session.partial)]
