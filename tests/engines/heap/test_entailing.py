"""Top Entails: values by an outcome search, the kernel beside its plain twin, and the moves of the definition."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import count, islice
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from command import grundy as run
from steps import Steps

import grundy
from grundy import LOONY, nim, solve, top_entails
from grundy.answering.ask import forget
from grundy.engines.heap.entailing.engine import BETWEEN, BLOCK, TopHeaps
from grundy.engines.heap.entailing.kernels import WIDE, top_entails_values
from grundy.engines.heap.entailing.plain import first_heaps
from grundy.runs.chunk import run_to_end
from grundy.runs.clock import CLOCK
from grundy.runs.store import get_run

LOONY_HEAPS = (1, 3, 2403, 2505, 33243)  # Winning Ways, ch. 12, and West 1996, up to 600,000


@cache
def first_wins(heaps: tuple[int, ...], beside: int, must: int = -1) -> bool:
    """Whether the first player wins heaps and a nim-heap, by the outcomes of all that follows; `must`: the heap, out of
    these, in which the move must be made."""
    if must < 0 and any(not first_wins(heaps, less) for less in range(beside)):
        return True
    for heap in {*heaps} if must < 0 else {must}:
        others = list(heaps)
        others.remove(heap)
        for k in range(1, heap // 2 + 1):
            if not first_wins(tuple(sorted([*others, k, heap - k])), beside):
                return True
        if heap and not first_wins(tuple(sorted([*others, heap - 1])), beside, heap - 1):
            return True
    return False


@pytest.mark.parametrize("heap", range(13))
def test_a_heap_has_the_outcomes_of_its_value_beside_nim_heaps(heap: int) -> None:
    """The search adds no values: it plays all heaps out."""
    value = solve(top_entails(heap)).nim_value
    assert [first_wins((heap,), beside) for beside in range(7)] == [beside != value for beside in range(7)]


@pytest.mark.parametrize("seed", range(20))
def test_sums_have_the_outcomes_of_a_search(seed: int) -> None:
    draw = random.Random(seed)
    heaps, beside = sorted(draw.choices(range(7), k=draw.randrange(2, 4))), draw.randrange(4)
    solution = solve(top_entails(*heaps) + nim(beside))
    assert (solution.winner == "first") == first_wins(tuple(heaps), beside)


@pytest.mark.parametrize("seed", range(30))
def test_the_moves_that_win_are_those_of_the_definition(seed: int) -> None:
    draw = random.Random(seed)
    heaps, beside = draw.choices(range(40), k=draw.randrange(1, 4)), draw.randrange(6)
    by_code = grundy.rule(top_entails.function)
    both = solution, defined = [solve(game(*heaps) + nim(beside)) for game in (top_entails, by_code)]
    assert (solution.winner, solution.nim_value) == (defined.winner, defined.nim_value)
    moves = [[move.as_dict() for move in result.winning_moves] for result in both]
    labels = [
        sorted(
            (move["component"], move.get("pile", move.get("place", 0)), move["take"], str(move.get("leave")))
            for move in each
        )
        for each in moves
    ]
    assert labels[0] == labels[1]


def test_the_kernel_fills_what_the_plain_heaps_are_worth() -> None:
    """Also in pieces; and the sets that are kept say what the plain ones say of every heap."""
    few = list(islice(first_heaps(), 700))
    values, mirrored = np.zeros(700, np.uint16), np.zeros(700, np.uint16)
    even, splits, top = np.zeros(WIDE, np.uint8), np.ones(1 << 16, np.uint8), 1
    draw = random.Random(1)
    stops = sorted(draw.sample(range(1, 700), 20))
    for start, stop in zip([0, *stops], [*stops, 700], strict=True):
        top = top_entails_values(values, mirrored, start, stop, top, even, splits)
        assert sum(1 << x for x in np.flatnonzero(even).tolist()) == few[stop - 1][1]
    assert values.tolist() == [value for value, _ in few]


def test_what_is_kept_between_blocks_says_the_same_of_every_heap() -> None:
    few = list(islice(first_heaps(), BLOCK + 200))
    heaps = TopHeaps()
    for size in (BLOCK - 10, BLOCK + 5, BLOCK + 200):  # which grows
        run_to_end(heaps.fill(size, None))  # type: ignore[arg-type]
    heaps._few.clear()
    draw = random.Random(2)
    for n in (0, 1, 2, BLOCK - 1, BLOCK, BLOCK + 1, *draw.sample(range(BLOCK + 200), 60)):
        for x in (0, 1, draw.randrange(40), 70, 5000):
            assert heaps.last_split_was_even(n, x) == bool(few[n][1] >> x & 1)


def test_loony_heaps_are_those_of_the_literature() -> None:
    heaps = TopHeaps()
    run_to_end(heaps.fill(34_000, None))  # type: ignore[arg-type]
    assert tuple(n for n in range(34_000) if heaps.value(n) == LOONY) == LOONY_HEAPS


def test_work_goes_on_from_what_a_run_has_saved() -> None:
    whole, stopped = TopHeaps(), TopHeaps()
    times = count(0, BETWEEN)
    with patch.object(CLOCK, "now", lambda: next(times)):
        chunks = list(whole.fill(4 * BLOCK + 7, None))
    saved = next(chunk for chunk in chunks if chunk.kept)
    assert 0 < (saved.kept or 0) < 4 * BLOCK
    (first, *_) = stopped.fill(4 * BLOCK + 7, json.loads(json.dumps(saved.state)))
    assert first.done > (saved.kept or 0)
    assert [stopped.entry(n) for n in range(4 * BLOCK + 7)] == [whole.entry(n) for n in range(4 * BLOCK + 7)]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("4000000", "a heap of 4,000,000, and heaps are valued from all smaller ones up to 3,999,999"),
        ("-1", "expected a pile size"),
        ("3 x", "x"),
    ],
)
def test_what_is_wrong_or_too_large_is_refused(typed: str, told: str) -> None:
    done = run("solve", "top-entails", typed)
    assert done.status == 2 and told in done.err
    assert "Traceback" not in done.err


def test_misere_play_is_refused() -> None:
    done = run("solve", "top-entails", "3 4", "--misere")
    assert done.status == 2 and "normal, entailing" in done.err


@pytest.mark.parametrize("limits", [(), ("--time-limit", "60s")], ids=["no limit", "a limit"])
def test_a_heap_that_is_stopped_goes_on_from_what_was_kept(limits: tuple[str, ...], tmp_path: Path) -> None:
    """Under a limit Ctrl-C was heard by what had begun the work, and not by the work, which kept less or went on."""
    store = str(tmp_path / "runs.sqlite")
    forget()
    with Steps(each=1.0, stop=lambda chunk: chunk.done >= 9 * BLOCK):
        stopped = run("solve", "top-entails", "20000", *limits, "--store", store)
    assert stopped.status == 130 and stopped.err.endswith(f"Go on with: grundy resume 1 --store {store}\n"), stopped
    kept = get_run(Path(store), 1).kept
    assert kept is not None and kept >= 5 * BLOCK
    forget()
    seen: list[int] = []
    with Steps(stop=lambda chunk: seen.append(chunk.done)):
        done = run("resume", "1", "--store", store)
    assert len(seen) == -(-(20_001 - kept) // BLOCK)
    forget()
    assert done.out == run("solve", "top-entails", "20000").out
