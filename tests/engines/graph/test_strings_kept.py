"""A table of strings that is stopped, killed or damaged, and goes on from the sets that were kept."""

from __future__ import annotations

import random
import re
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from command import Done, grundy, grundy_apart, stopping
from limits import set_limits
from steps import Steps

import grundy as library
from grundy.answering.ask import forget
from grundy.engines.graph.strings.engine import tied_parts
from grundy.games.nimstring import boxes
from grundy.model.run import Run
from grundy.runs import store as stored

SETS = 256  # of strings in a chunk
FEW = f"from grundy.engines.graph.strings import filling\nfilling.CHUNK = {SETS}\n"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    set_limits(monkeypatch, "engines.graph.strings", CHUNK=SETS)
    monkeypatch.chdir(tmp_path)
    forget()
    return "runs.sqlite"


def stop(position: str, store: str, sets: int) -> Done:
    """Solve a position until so many sets have their values."""
    with Steps(each=1.0, stop=lambda chunk: chunk.done >= sets):
        done = grundy("solve", position, "--store", store)
    forget()
    assert done.status == 130, done
    return done


def resume(store: str) -> tuple[Done, list[int]]:
    """Go on with a run; how many sets have their values after each chunk."""
    seen: list[int] = []
    with Steps(stop=lambda chunk: seen.append(chunk.done)):
        return grundy("resume", "1", "--store", store), seen


def kept(store: str) -> Run:
    return stored.get_run(Path(store), 1)


def loses(first: tuple[int, ...], second: tuple[int, ...], ground: int, heap: int) -> bool:
    """Whether whoever moves in a graph beside a heap loses, by a search of outcomes alone."""
    strings: dict[int, int] = {}
    for string, ends in enumerate(zip(first, second, strict=True)):
        for coin in {*ends} - {ground}:
            strings[coin] = strings.get(coin, 0) | 1 << string
    beside = [[strings[coin] for coin in {*ends} - {ground}] for ends in zip(first, second, strict=True)]

    @cache
    def wins(left: int, heap: int) -> bool:
        if any(not wins(left, less) for less in range(heap)):
            return True
        for string, masks in enumerate(beside):
            if left >> string & 1:
                after = left ^ 1 << string
                if wins(after, heap) is any(not mask & after for mask in masks):
                    return True
        return False

    return not wins((1 << len(first)) - 1, heap)


@pytest.mark.parametrize(("rows", "columns", "sets"), [(2, 2, SETS), (2, 2, 11 * SETS), (2, 3, 1 << 16)])
def test_a_board_goes_on_from_the_sets_that_were_kept(
    rows: int, columns: int, sets: int, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that a stopped answer had found was lost, though it said how to go on."""
    board = boxes(rows, columns)
    (part,) = tied_parts(len(board.nodes), board.edges, board.ground)
    step = 1 << len(part.strings) - 4
    set_limits(monkeypatch, "engines.graph.strings", CHUNK=step)
    sets = -(-sets // step) * step
    stopped = stop(f"nimstring {rows}x{columns}", store, sets)
    assert f": the values of {sets:,} sets of strings" in stopped.err
    assert stopped.err.endswith(f" Go on with: grundy resume 1 --store {store}\n")
    assert (kept(store).done, kept(store).total) == (sets, 16 * step)
    done, seen = resume(store)
    assert seen == list(range(sets + step, 16 * step + 1, step))
    match = re.search(r"nim-value (\d+)", done.out)
    assert match and loses(part.first, part.second, part.ground, int(match[1]))


@pytest.mark.parametrize("seed", range(8))
def test_a_graph_that_is_stopped_has_the_answer_of_the_definition(seed: int, store: str) -> None:
    """With parallel strings and loops: the value and the moves that win."""
    draw = random.Random(seed)
    coins = [*"abcd", "ground"]
    strings = [(coin, draw.choice(coins[:place])) for place, coin in enumerate(coins) if place > 0]  # one part
    strings += [(draw.choice(coins[:4]), draw.choice(coins)) for _ in range(10 - len(strings))]
    text = f"nimstring {', '.join('-'.join(ends) for ends in strings)}"
    position = library.parse(text)
    (state,) = position.components[0].states
    expected = library.solve(library.rule(position.components[0].rule.function)(state))
    forget()
    stop(text, store, draw.choice([SETS, 2 * SETS, 3 * SETS]))
    done, seen = resume(store)
    assert 0 < len(seen) < 4 and seen[-1] == 4 * SETS
    assert done.out == grundy("solve", text).out
    forget()
    again = library.solve(position)
    assert (again.winner, again.nim_value) == (expected.winner, expected.nim_value)
    assert len(again.winning_moves) == len(expected.winning_moves)


def test_tables_of_several_parts_are_kept(store: str) -> None:
    """The second table counts on from the first one: a chunk that counted anew was never saved."""
    boards = "nimstring(2x2) + nimstring(1x3)"
    expected = grundy("solve", boards).out
    forget()
    stop(boards, store, 4096 + 2 * SETS)
    done, seen = resume(store)
    assert seen == [4096 + 3 * SETS, 4096 + 4 * SETS]
    assert done.out == expected


def test_a_limit_keeps_them_too(store: str) -> None:
    with Steps(each=1.0):
        stopped = grundy("solve", "nimstring 2x2", "--time-limit", "5s", "--store", store)
    forget()
    assert stopped.status == 2 and f"Go on with: grundy resume 1 --store {store}" in stopped.err
    before = kept(store).done
    assert SETS < before < 4096
    done, seen = resume(store)
    assert seen == list(range(before + SETS, 4097, SETS))
    assert "nim-value" in done.out


def test_of_a_large_table_the_first_sets_are_kept_and_that_is_said(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.graph.strings", MOST_KEPT=4 * SETS)
    stopped = stop("nimstring 2x2", store, 8 * SETS)
    assert ": the values of 2,048 sets of strings (1,024 of them are kept)" in stopped.err
    assert (kept(store).done, kept(store).kept) == (8 * SETS, 4 * SETS)
    done, seen = resume(store)
    assert len(seen) == 12 and seen[-1] == 16 * SETS
    assert done.out == grundy("solve", "nimstring 2x2").out


def test_a_kill_loses_nothing_that_the_store_reports(store: str) -> None:
    prelude = FEW + stopping(signal.SIGKILL, chunks=9)
    killed = grundy_apart("solve", "nimstring 2x2", "--store", store, prelude=prelude)
    assert killed.status == -signal.SIGKILL
    run = kept(store)
    assert run.status == "killed" and 0 < run.done < 9 * SETS
    done, seen = resume(store)
    assert seen == list(range(run.done + SETS, 4097, SETS))
    assert done.out == grundy("solve", "nimstring 2x2").out


def _flipped(state: str) -> str:
    place = len(state) // 2
    return f"{state[:place]}{'A' if state[place] != 'A' else 'B'}{state[place + 1 :]}"


def test_damage_is_refused(store: str) -> None:
    stop("nimstring 2x2", store, 8 * SETS)
    with closing(sqlite3.connect(store)) as db:
        ((state,),) = db.execute("SELECT state FROM run")
        db.execute("UPDATE run SET state = ?", (_flipped(state),))
        db.commit()
    done, seen = resume(store)
    assert (done.status, done.out, seen) == (2, "", []) and "run 1 is damaged" in done.err


def _shorter(run: Run, other: Run) -> Run:
    assert run.state
    (table,) = run.state["tables of strings"]
    return replace(run, state={"tables of strings": [{**table, "sets": table["sets"] - 1}]})


def _of_another_graph(run: Run, other: Run) -> Run:
    return replace(run, state=other.state)


@pytest.mark.parametrize(
    ("change", "status", "chunks"), [(_shorter, 2, 0), (_of_another_graph, 0, 16)], ids=["shorter", "of another graph"]
)
def test_what_is_not_of_the_graph_is_not_used(
    change: Callable[[Run, Run], Run], status: int, chunks: int, store: str
) -> None:
    expected = grundy("solve", "nimstring 2x2").out
    forget()
    strings = "a-b, a-b, a-c, a-c, b-c, b-c, a-d, b-d, c-d, a-ground, b-ground, c-ground"
    stop(f"nimstring {strings}", "other.sqlite", 8 * SETS)
    stop("nimstring 2x2", store, 8 * SETS)
    stored.update_run(Path(store), change(kept(store), kept("other.sqlite")))
    done, seen = resume(store)
    assert (done.status, len(seen)) == (status, chunks)
    assert done.out == expected if not status else "start it anew" in done.err
