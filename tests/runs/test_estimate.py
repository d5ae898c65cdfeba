"""Estimates of long work: the chance that they are said to have, what they follow from, and where they are said."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import exp, inf, isfinite, log
from typing import Any

import pytest
from command import grundy as command
from command import grundy_apart
from steps import Steps

import grundy
from grundy.engines.search import forecast
from grundy.engines.search.board import as_sets, prepare
from grundy.engines.search.driver import BoardSearch
from grundy.model.run import Run
from grundy.model.shapes import SubsetGame
from grundy.runs.chunk import Chunk, run_to_end
from grundy.runs.estimate import Estimate, Estimated, Estimator, RunProgress, of_forecast
from grundy.runs.forecast import HELD, Forecast, SmallerCase, growing
from grundy.runs.loop import run_with_limits
from grundy.runs.session import Limits, Session
from grundy.version import __version__


@pytest.mark.parametrize("done", [0, 1, 700, 1000, 30_000, 10**9])
def test_bounds_have_their_chance_where_so_much_was_not_enough(done: int) -> None:
    """By the definition: of all cases beyond `done`, one in ten lies below the lower bound, one in ten above."""
    told = Forecast(1000, 30, (1, 1), (0, 0), "")
    low, high = told.total(done)

    def beyond(units: float) -> float:
        return 1 / (1 + (units / 1000) ** (log(9) / log(30)))

    assert beyond(1000 * 30) == pytest.approx((1 - HELD) / 2)
    assert beyond(low) / beyond(done) == pytest.approx(1 - (1 - HELD) / 2)
    assert beyond(high) / beyond(done) == pytest.approx((1 - HELD) / 2)


def test_what_grows_steadily_is_continued() -> None:
    cases = [SmallerCase(places, int(exp(places / 4)), 1.0, True) for places in range(20, 44, 4)]
    middle, factor = growing(cases, 60)
    assert middle / factor < exp(15) < middle * factor
    assert growing(cases, 90)[1] > factor  # farther away, less is known


def test_few_or_uneven_cases_give_wide_ranges() -> None:
    even = [SmallerCase(places, 1000 * 2**place, 1.0, True) for place, places in enumerate(range(20, 44, 4))]
    uneven = [SmallerCase(case.size, case.units * (1 + 20 * (place % 2)), 1.0, True) for place, case in enumerate(even)]
    assert growing(uneven, 48)[1] > growing(even, 48)[1]
    assert growing(even[-1:], 48)[1] > growing(even, 48)[1]
    assert growing([], 48)[1] > growing(even, 48)[1]


def test_no_board_is_told_to_be_easier_for_being_larger() -> None:
    """Node Kayles on grid:3x14 takes more than on 3x15 to 3x18, by which 3x40 would have taken nothing."""
    cases = [
        SmallerCase(size, units, 1.0, True)
        for size, units in [(42, 5073), (45, 930), (48, 1032), (51, 2300), (54, 1252)]
    ]
    assert growing(cases, 120)[0] > 5000


def test_a_case_that_was_cut_off_counts_where_it_is_above_the_others() -> None:
    cases = [SmallerCase(30, 2000, 1.0, True), SmallerCase(35, 8000, 1.0, True)]
    assert growing([*cases, SmallerCase(40, 10**6, 1.0, False)], 45)[0] > growing(cases, 45)[0]
    assert growing([*cases, SmallerCase(40, 3000, 1.0, False)], 45) == growing(cases, 45)


def estimated(done: Callable[[float], int], total: int, until: int) -> Estimate:
    """What is told after so many seconds of work that has done so much at each moment."""
    work, told = Estimator(0.0), None
    for tenth in range(10 * until + 1):
        told = work.read(Chunk(done(tenth / 10), total, "heaps", {}), tenth / 10)
    assert told
    return told


@pytest.mark.parametrize(
    ("done", "took"),
    [
        (lambda s: int(1000 * s), 100.0),
        (lambda s: int(10_000 * s**0.5), 100.0),  # a loop of n steps for each heap of n
        (lambda s: int(10 * s**2), 100.0),
        (lambda s: int(1000 * max(0.0, s - 5)), 105.0),  # what is made ready first
    ],
)
def test_what_is_known_in_all_is_told_by_its_pace(done: Callable[[float], int], took: float) -> None:
    low, high = estimated(done, 100_000, 20).seconds
    assert low <= took <= high < 30 * low


def test_a_second_is_enough_to_tell_a_pace() -> None:
    work = Estimator(0.0)
    told = [work.read(Chunk(place + 1, 10, "steps", {}), moment) for place, moment in enumerate((0, 0.25, 0.5, 1.0))]
    assert told[:3] == [None] * 3 and told[3] is not None


def test_work_may_need_all_the_memory_that_is_allowed() -> None:
    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(1, 1, "steps", {})

    assert run_with_limits(work, memory=2**50, needs=2**50).status == "finished"


def test_a_pace_that_breaks_off_says_centuries() -> None:
    """Grundy's game at heap 47.8 million of 2^33: an OverflowError ended the search."""
    told = estimated(lambda s: 47_000_000 + int(10_000 * min(s, 12.4)) + int(s), 2**33, 20)
    assert told.seconds[1] > 100 * 366 * 86400 and isfinite(told.seconds[1])
    assert "centuries" in str(told)
    assert Estimate((1e30, 1e31), None, 1.0, "").remaining_text == "centuries more"  # it said "another centuries"
    assert Estimate((101.0, 1e31), None, 1.0, "").remaining_text == "another 2 min to centuries"


def test_work_that_does_nothing_yet_has_no_estimate() -> None:
    work = Estimator(0.0)
    assert [work.read(Chunk(8, 100, "heaps", {}), float(second)) for second in range(9)] == [None] * 9
    assert work.read(Chunk(0, 0, "positions", {}), 9.0) is None


def counting(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
    told = Forecast(10**9, 10, (1e5, 1e6), (2**30, 2**31), "of two smaller ones")
    n = 0
    while True:
        n += 1
        yield Chunk(n, 0, "positions", {}, "what is known", forecast=told)


def test_work_can_be_begun_for_its_estimate_alone() -> None:
    outcome = run_with_limits(counting, estimating=True)
    assert (outcome.status, outcome.exit_status) == ("estimated", 0)
    assert outcome.estimate and str(outcome.estimate) == "2 min to 1 d, 1 to 2 GiB (of two smaller ones)"


@pytest.mark.parametrize("done", [0, 1])
def test_what_tells_nothing_is_unknown_within_two_seconds(done: int) -> None:
    """Where nothing was done yet it was waited for 24 s, and where the work told nothing of its size for 8; later for
    two, to which the start came."""

    def silent(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        while True:
            yield Chunk(done, 0, "positions", {}, "what is known")

    with Steps(each=0.5) as steps, Session(Limits(estimate=True)) as session, pytest.raises(Estimated) as begun:
        session.work(silent)
    assert (begun.value.estimate, str(begun.value)) == (None, "unknown: what is known")
    assert begun.value.as_dict()["seconds"] is None
    assert steps.chunks == 4  # 2 s: it is asked to stop after the third


def test_a_guess_that_may_be_far_off_is_told_to_nobody_who_did_not_ask() -> None:
    """`an estimate: 2 min to 1 d`, and of a sequence that took 1 s, 8 to 31 min."""
    said: list[str] = []
    told: list[RunProgress] = []
    with Steps(each=1.0):
        outcome = run_with_limits(counting, time_limit=40.0, say=said.append, progress=told.append)
    assert outcome.status == "out of time" and outcome.known == "what is known"
    assert not said and {one.left for one in told} == {None}


@pytest.mark.parametrize(
    ("seconds", "done", "left"),
    [
        ((20.0, 90.0), 10.0, (10.0 * 80.0) ** 0.5),
        ((20.0, 171.0), 10.0, None),  # 10 to 161 s more: more than four times 40
        ((20.0, 90.0), 9.0, None),  # too soon
        ((20.0, 20.0), 20.0, None),  # it should have been over
    ],
)
def test_what_is_left_is_told_within_a_factor_of_four(
    seconds: tuple[float, float], done: float, left: float | None
) -> None:
    assert Estimate(seconds, None, done, "").middle == left


def test_a_steady_pace_is_told() -> None:
    told: list[RunProgress] = []

    def steady(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        for n in range(1, 101):
            yield Chunk(n, 100, "heaps", {})

    with Steps(each=1.0):
        run_with_limits(steady, progress=told.append)
    assert {one.left for one in told[:9]} == {None}
    for one in told[9:99]:
        assert one.left is not None and (100 - one.done) / 4 <= one.left <= 4 * (100 - one.done)


def test_no_time_is_told_where_more_follows() -> None:
    """A table of 36 million pairs was full, `100%`, for the 25 s in which it was read: "2 s left" took 33."""
    told: list[RunProgress] = []

    @contextmanager
    def show() -> Iterator[Callable[[RunProgress], None]]:
        yield told.append

    def steady(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        for n in range(1, 101):
            yield Chunk(n, 100, "states", {})

    def report(value: Any) -> tuple[Any, Any]:
        assert told[-1].known == "Reading the table" and not told[-1].done
        return None, None

    with Steps(each=1.0), Session(show=show) as session:
        session.begin(Run((), "a game", {}, "a question", __version__, {}))
        session.work(steady, report, "Reading the table")
    assert len(told) > 90 and {one.left for one in told} == {None}


def field(text: str) -> tuple[SubsetGame, int]:
    part = next(iter(grundy.parse(text).parts()))
    sets = as_sets(part.rule.shape)
    assert sets
    board, read = sets.field(part.state)
    return board, read(part.state)


@pytest.mark.parametrize("text", ["cram 3x9", "cram ..#......./........#./...#......", "node-kayles petersen:9,2"])
def test_smaller_boards_are_parts_of_the_position(text: str) -> None:
    board, places = field(text)
    search = BoardSearch(prepare(board))
    whole = search.board.inward(places)
    parts = list(forecast.smaller(search, whole))
    assert len(parts) > 5
    assert all(small & large == small != large for small, large in zip(parts, [*parts[1:], whole], strict=True))


def test_a_smaller_board_costs_what_it_costs_alone() -> None:
    """Its first nine columns are a board of their own, which is asked for value and winning moves."""
    pytest.importorskip("numba")
    large, whole = field("cram 3x12")
    search = BoardSearch(prepare(large))
    search.prepare()
    nine = list(forecast.smaller(search, search.board.inward(whole)))[8]
    one = search.beside(2**26)
    assert list(one.costs(nine)) is not None and one.nodes > 100
    small, places = field("cram 3x9")
    alone = BoardSearch(prepare(small))
    alone.prepare()
    list(alone.costs(alone.board.inward(places)))
    assert alone.nodes / 3 < one.nodes < 3 * alone.nodes


def test_a_board_is_told_by_smaller_ones() -> None:
    """In a process of its own: of this one other tests may have taken two gigabytes, which count."""
    prelude = "from grundy.runs import loop\nloop.SOON = 60.0"  # of a slow machine, or where kernels are compiled first
    told = grundy_apart("solve", "cram", "5x9", "--estimate", "--json", prelude=prelude)
    estimate = told.json()
    assert 0 < estimate["seconds"][0] < estimate["seconds"][1] < inf
    assert 2**20 < estimate["memory"][0] <= estimate["memory"][1] < 6 * 2**30
    assert estimate["why"].startswith("by smaller boards: ") and estimate["finished"] is False


def test_smaller_boards_are_the_same_on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many were searched went by the clock: under a load of 12, up to 6.1 GiB were told of Cram 5x9, not 4.1."""
    pytest.importorskip("numba")
    board, places = field("cram 5x9")

    def told(seconds: float) -> list[tuple[int, int, bool]]:
        """Where so much passes whenever the clock is read."""
        monkeypatch.setattr(forecast, "thread_time", lambda: seconds * next(readings))
        search = BoardSearch(prepare(board))
        search.prepare()
        cases = run_to_end(forecast.cases(search, search.board.inward(places)))
        return [(case.size, case.units, case.ended) for case in cases]

    readings = itertools.count()
    expected = told(0.0)
    assert (35, True) in [(size, whole) for size, _, whole in expected]
    assert told(0.9 * forecast.MOST_SECONDS / next(readings)) == expected


def test_a_dear_position_counts_for_several() -> None:
    board, places = field("cram 3x3")
    nine = prepare(board)
    assert forecast.price(nine, nine_places := BoardSearch(nine).board.inward(places)) == forecast.OWN_WORK + 12
    assert forecast.price(nine, nine_places & 0b111111) < forecast.OWN_WORK + 12


def test_work_that_ends_though_its_estimate_is_known_does_not_hide_what_follows() -> None:
    """The search for a value ended just then; that for the moves was never begun, and no estimate was told."""

    def quick(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        told = Forecast(10**9, 10, (1e5, 1e6), (2**30, 2**31), "of smaller ones")
        yield Chunk(1, 0, "positions", {}, forecast=told)
        steps.tick()

    with Steps(each=1.0) as steps, Session(Limits(estimate=True)) as session:
        assert session.work(quick) is None
        with pytest.raises(Estimated) as begun:
            session.work(counting)
    assert begun.value.estimate


def test_what_is_short_is_done() -> None:
    told = command("solve", "nim", "3 4 5", "--estimate")
    assert (told.status, told.err) == (0, "")
    assert "GiB (it was done to its end)" in told.out and "first player" not in told.out


def test_nothing_is_written_for_an_estimate() -> None:
    told = command("solve", "nim", "3 4 5", "--estimate", "--certificate", "nim.txt")
    assert told.status == 2 and "leave out --certificate" in told.err


def test_what_is_left_takes_as_long_as_what_is_done_did() -> None:
    """1,000 units in 10 s, and 1,000 to 9,000 more at the same rate; the rates of the forecast no longer count."""
    forecast = Forecast(3000, 30, (1, 2), (0, 0), "why")
    low, high = forecast.total(1000)
    estimate = of_forecast(forecast, 1000, 10.0, 100.0)
    assert estimate.seconds == pytest.approx((10 + (low - 1000) / 100, 10 + (high - 1000) / 100))
    assert 10 < estimate.seconds[0] < estimate.seconds[1]
    assert of_forecast(forecast, 0, 0.0, 0.0).seconds == pytest.approx((forecast.total(0)[0] / 2, forecast.total(0)[1]))
