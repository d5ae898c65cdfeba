"""The loop round long work: limits, interrupts, checkpoints that cost nothing, and what is said of all that."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from itertools import count, pairwise
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from performing import perform
from steps import Steps
from waiting import PATIENCE

import grundy
from grundy.cli import runs as running
from grundy.errors import OutOfReach, StoreError
from grundy.model.run import Run
from grundy.runs import loop
from grundy.runs.chunk import Chunk, OutOfTime, Work
from grundy.runs.clock import CLOCK, Clock, Letter, Mailbox
from grundy.runs.estimate import Meter, RunProgress
from grundy.runs.loop import run_with_limits
from grundy.runs.memory import resident
from grundy.runs.session import Limits, Session
from grundy.runs.table_read import Header, merge

MOMENT = 0.2  # seconds in which whoever does not wait has ended; whoever waits passes, whatever they are


def counting(upto: int, seen: list[int] | None = None) -> Work:
    """An engine that adds up 1..upto."""

    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        n, total = (state["n"], state["sum"]) if state else (0, 0)
        while n < upto:
            n += 1
            total += n
            if seen is not None:
                seen.append(n)
            yield Chunk(n, upto, "numbers", {"n": n, "sum": total}, f"the sum of 1..{n} is {total}")
        return total

    return work


def failing_at(n: int, problem: Exception) -> Work:
    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        for i in range(1, n):
            yield Chunk(i, 0, "steps", {"i": i})
        raise problem

    return work


def test_value_of_finished_work() -> None:
    outcome = run_with_limits(counting(100))
    assert (outcome.status, outcome.value, outcome.exit_status) == ("finished", 5050, 0)
    assert outcome.chunk is not None and outcome.chunk.done == 100
    assert outcome.require() == 5050


def test_work_without_chunks() -> None:
    assert run_with_limits(lambda state: iter(())).status == "finished"


def test_goes_on_from_a_state() -> None:
    seen: list[int] = []
    assert run_with_limits(counting(100, seen=seen), {"n": 90, "sum": 4095}).value == 5050
    assert seen == list(range(91, 101))


def test_work_is_saved_and_drawn_from_its_second_second_on() -> None:
    """Short work is neither."""
    told: list[int] = []
    saved: list[int] = []
    with Steps(each=0.25):
        run_with_limits(
            counting(6), save=lambda chunk: saved.append(chunk.done), progress=lambda p: told.append(p.done)
        )
    assert (told, saved) == ([4, 5, 6], [4])


def test_progress_is_told() -> None:
    told: list[RunProgress] = []
    with Steps(each=2.0):
        run_with_limits(counting(100), progress=told.append)
    assert [one.done for one in told] == list(range(1, 101))
    assert told[19] == RunProgress(20, 100, "numbers", "the sum of 1..20 is 210", 40.0, 0.5, told[19].left)
    assert told[0].left is None and told[19].left == pytest.approx(160, rel=0.1)


def test_rate_follows_a_change_of_pace() -> None:
    meter = Meter(0.0)
    for second in range(30):
        meter.read(Chunk(second * 1000, 10**6, "states", {}), float(second))
    for second in range(30, 60):
        progress = meter.read(Chunk(29_000 + (second - 29) * 10, 10**6, "states", {}), float(second))
    assert progress.rate == pytest.approx(10)


def test_unknown_total_has_no_time_left() -> None:
    meter = Meter(0.0)
    meter.read(Chunk(1, 0, "states", {}), 1.0)
    assert meter.read(Chunk(9, 0, "states", {}), 3.0) == RunProgress(9, 0, "states", "", 3.0, 4.0, None)


def test_what_a_time_limit_leaves_known_is_in_the_outcome() -> None:
    said: list[str] = []
    with Steps(each=10.0):
        outcome = run_with_limits(counting(10**6), time_limit=200.0, say=said.append)
    assert (outcome.status, outcome.exit_status, outcome.running) == ("out of time", 2, False)
    assert outcome.seconds == 200.0
    assert outcome.known.startswith("the sum of 1..20 is 210")
    assert not said
    with pytest.raises(OutOfReach, match=r"out of time; known so far: the sum of 1\.\.20 is 210"):
        outcome.require()


def test_what_is_refused_after_work_was_asked_to_stop_is_a_stop() -> None:
    """It had been said that the work stops, and then its exit status was that of a refusal."""

    def slow(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(1, 0, "nodes", {})
        steps.tick(60.0)
        raise OutOfReach("more than 200,000 nodes")

    with Steps() as steps:
        outcome = run_with_limits(slow, time_limit=50.0)
    assert (outcome.status, outcome.exit_status, outcome.running) == ("out of time", 2, False)


def test_an_engine_that_sees_the_limit_before_the_loop_does_is_stopped_by_it() -> None:
    """`prove` called such work finished, so that nothing said that its time was over."""

    def looks(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(1, 0, "claims", {}, "a claim is read")
        raise OutOfTime

    with Steps():
        outcome = run_with_limits(looks, time_limit=50.0)
    assert (outcome.status, outcome.asked, outcome.exit_status) == ("out of time", "out of time", 2)
    assert outcome.known == "a claim is read"
    with Steps(), pytest.raises(OutOfTime):  # a fault of the engine's: there is no limit
        run_with_limits(looks)


def test_work_that_ends_in_the_step_in_which_it_was_to_stop_is_finished() -> None:
    """`prove take-away:1,2,3 --time-limit 0` said `known so far: nothing`, and then the theorem of its end."""

    def begun(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(0, 0, "claims", {})
        steps.tick(60.0)

    said: list[str] = []
    with Steps() as steps:
        outcome = run_with_limits(begun, time_limit=50.0, say=said.append)
    assert (outcome.status, outcome.asked, said) == ("finished", "out of time", [])


def test_work_after_work_that_ended_while_asked_to_stop_stops_too() -> None:
    """Ctrl-C in the last chunk of a value was forgotten, and its certificate listed for as long as that took."""

    def last_chunk(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(1, 2, "values", {}, "the first value")
        steps.ask("interrupted")

    with Steps() as steps, Session(Limits()) as session:
        session.work(last_chunk)
        with pytest.raises(KeyboardInterrupt):
            session.work(counting(100))


def test_estimate_above_the_limit_is_refused_before_work() -> None:
    with pytest.raises(OutOfReach, match=r"needs about 3\.00 GiB of memory, more than the 2\.00 GiB allowed"):
        run_with_limits(failing_at(0, AssertionError("begun")), memory=2**31, needs=3 * 2**30)


def test_memory_that_is_really_held_is_watched() -> None:
    def eat(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        held = []
        for n in range(1, 400):
            held.append(mmap(-1, 2**20, MAP_PRIVATE | MAP_ANONYMOUS))  # new pages, none that earlier tests gave back
            held[-1].write(b"x" * 2**20)
            yield Chunk(n, 0, "MiB", {"n": n}, f"{n} MiB eaten")

    with Steps():
        outcome = run_with_limits(eat, memory=resident() + 40 * 2**20)
    assert outcome.status == "out of memory"
    assert outcome.chunk is not None and 20 <= outcome.chunk.done <= 100


def test_stopped_work_is_saved_as_far_as_it_came() -> None:
    saved: list[Chunk] = []
    with Steps(each=1.0, stop=lambda chunk: chunk.done == 12):
        outcome = run_with_limits(counting(100), save=saved.append)
    assert (outcome.status, outcome.saved, outcome.chunk) == ("interrupted", True, saved[-1])
    assert [chunk.done for chunk in saved] == [1, 4, 7, 10, 12]


def test_engine_works_on_while_a_checkpoint_is_written() -> None:
    def slow(chunk: Chunk) -> None:
        saved.append(chunk.done)
        assert further.wait(PATIENCE), "the engine waited"

    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        for n in count(1):
            yield Chunk(n, 0, "steps", {})
            if saved and n > saved[0] + 20:
                further.set()
                return

    saved: list[int] = []
    further = threading.Event()
    with Steps(each=1.0, saving="beside"):
        run_with_limits(work, save=slow, every=0.0)
    assert len(saved) == 1  # the next is due when this one has cost a share of the time


def test_no_checkpoint_is_written_after_the_end() -> None:
    def slow(chunk: Chunk) -> None:
        begun.set()
        written.append("late" if ended.wait(MOMENT) else "in time")

    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(1, 2, "steps", {})
        assert begun.wait(PATIENCE)
        yield Chunk(2, 2, "steps", {})

    begun, ended = threading.Event(), threading.Event()
    written: list[str] = []
    with Steps(each=1.0, saving="beside"):
        run_with_limits(work, save=slow, every=0.0)
        ended.set()
    assert written == ["in time"]


@pytest.mark.parametrize(("cost", "chunks"), [(0.4, [1, 28, 55, 82]), (30.0, [1, 301, 601])])
def test_dear_checkpoints_are_rare(cost: float, chunks: list[int]) -> None:
    """They take a share of 0.015 of the time, but none is later than 300 seconds."""
    saved: list[int] = []

    def save(chunk: Chunk) -> None:
        saved.append(chunk.done)
        steps.tick(cost)

    with Steps(each=1.0) as steps:
        run_with_limits(counting(chunks[-1] + 20), save=save, every=0.0)
    assert saved == chunks


@pytest.mark.parametrize("problem", [StoreError("the disk is full"), OSError("the disk is full")])
def test_work_goes_on_when_it_cannot_be_saved(problem: Exception) -> None:
    def save(chunk: Chunk) -> None:
        raise problem

    said: list[str] = []
    with Steps(each=0.5):
        outcome = run_with_limits(counting(20), save=save, say=said.append, every=0.0)
        stopped = run_with_limits(counting(100), save=save, time_limit=5.0)
    assert outcome.value == 210
    assert said == ["not saved: the disk is full"]  # once
    assert not stopped.saved


def test_error_of_the_engine_is_raised_after_a_last_save() -> None:
    saved: list[Chunk] = []
    with pytest.raises(OutOfReach, match="too large"):
        run_with_limits(failing_at(5, OutOfReach("too large")), save=saved.append)
    assert [chunk.done for chunk in saved] == [4]


def test_error_of_a_callback_stops_the_work() -> None:
    def gone(progress: RunProgress) -> None:
        raise BrokenPipeError

    seen: list[int] = []
    with Steps(each=1.0):
        with pytest.raises(BrokenPipeError):
            run_with_limits(counting(10**6, seen), progress=gone)
        for thread in threading.enumerate():
            if thread.name == loop.ENGINE:
                thread.join(PATIENCE)
    assert seen == [1] and not loop.at_work()


def test_engine_that_does_not_come_to_an_end_is_left_alone() -> None:
    def stuck(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(1, 2, "steps", {"step": 1}, "one step")
        steps.ask("interrupted")
        steps.tick(loop.GRACE)
        free.wait(PATIENCE)
        yield Chunk(2, 2, "steps", {"step": 2}, "two steps")

    free = threading.Event()
    with Steps() as steps:
        outcome = run_with_limits(stuck)
        free.set()
    assert outcome.running and outcome.known == "one step"


def test_what_a_long_chunk_knows_is_said_as_it_is_when_it_is_stopped() -> None:
    def stuck(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(0, 0, "steps", {}, "begun", now=lambda: f"{len(done)} steps")
        done.extend("ab")
        steps.ask("interrupted")
        steps.tick(loop.GRACE)
        free.wait(PATIENCE)
        yield Chunk(2, 2, "steps", {"step": 2}, "two steps")

    done: list[str] = []
    free = threading.Event()
    with Steps() as steps:
        outcome = run_with_limits(stuck)
        free.set()
    assert outcome.running and outcome.known == "2 steps"


@pytest.mark.parametrize(("times", "running"), [(2, False), (5, True)])
def test_the_first_chunk_is_waited_for_where_others_compute_too(times: int, running: bool) -> None:
    """Of 'solve cram 7x9 --time-limit 0.1s' on a busy machine nothing was known: the first chunk came 0.7 s later."""

    def slow(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        steps.ask("interrupted")
        steps.tick(times * loop.GRACE)
        if times >= loop.SHARED:
            free.wait(PATIENCE)
        yield Chunk(1, 2, "steps", {"step": 1}, "one step")

    free = threading.Event()
    with Steps() as steps:
        CLOCK.worked = lambda: 0.0  # this process has had no time of the processor
        outcome = run_with_limits(slow)
        free.set()
    assert (outcome.status, outcome.running) == ("interrupted", running)
    assert outcome.known == ("" if running else "one step")


@pytest.mark.parametrize("ends", ["before the next begins", "while the next works"])
def test_an_engine_that_is_left_at_work_goes_by_no_steps_of_the_next(ends: str) -> None:
    """Where it ended late, the next test waited for ever, or its limit was met a step too soon."""

    def stuck(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(1, 3, "steps", {"step": 1}, "one step")
        left.append(threading.current_thread())
        steps.ask("interrupted")
        steps.tick(loop.GRACE)
        free.wait(PATIENCE)
        yield Chunk(2, 3, "steps", {"step": 2}, "two steps")

    def end() -> None:
        free.set()
        left[0].join()

    def after(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        end()
        yield from (Chunk(n, 3, "steps", {}) for n in range(3))

    left: list[threading.Thread] = []
    free = threading.Event()
    with Steps() as steps:
        assert run_with_limits(stuck).running
    with Steps(each=1.0) as others:
        if ends == "before the next begins":
            end()
        outcome = run_with_limits(after)
    assert outcome.status == "finished" and (others.chunks, others.time) == (3, 3.0)


def test_generator_is_closed_when_it_is_stopped() -> None:
    """At once, and not when nobody knows it any more."""
    closed = threading.Event()

    def work() -> Iterator[Chunk]:
        try:
            for n in count():
                yield Chunk(n, 0, "steps", {})
        finally:
            closed.set()

    chunks = work()
    with Steps(each=1.0):
        run_with_limits(lambda state: chunks, time_limit=5.0)
    assert closed.is_set()


def test_works_in_a_thread() -> None:
    sums: list[Any] = []
    thread = threading.Thread(target=lambda: sums.append(run_with_limits(counting(10)).value))
    thread.start()
    thread.join()
    assert sums == [55]


def test_a_real_limit_stops_work_without_end_by_a_clock_that_does_not_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: -1e9)
    outcome = run_with_limits(lambda state: (Chunk(n, 0, "steps", {}) for n in count()), time_limit=0.2)
    assert outcome.status == "out of time" and outcome.seconds >= 0.2
    assert (Clock().now, Clock().worked, Clock().sleep) == (time.monotonic, time.process_time, time.sleep)


def test_the_loop_costs_nothing_for_each_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is woken by the end alone."""
    letters: list[str] = []

    def receive(mail: Mailbox, seconds: float) -> Letter:
        letters.append((letter := mail.get())[0])
        return letter

    monkeypatch.setattr(CLOCK, "receive", receive)
    run_with_limits(lambda state: (Chunk(n, 0, "steps", {}) for n in range(100_000)))
    assert letters == ["finished"]


# ---- the small parts of digests


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)), max_size=30))
def test_merged_ranges_are_the_union(pieces: list[tuple[int, int]]) -> None:
    ranges: list[tuple[int, int]] = []
    union: set[int] = set()
    for start, length in pieces:
        merge(ranges, start, start + length)
        union |= set(range(start, start + length))
    assert {n for start, stop in ranges for n in range(start, stop)} == union
    assert all(a[1] < b[0] for a, b in pairwise(ranges))


@given(st.integers(0, 5_000_000), st.sampled_from(["|u1", "<u2", "<u4", "<u8"]), st.data())
def test_segments_and_ranges_say_the_same(entries: int, dtype: str, data: st.DataObject) -> None:
    header = Header("a game", dtype, (entries,))
    cuts = sorted(data.draw(st.sets(st.integers(0, entries), max_size=8)))
    ranges = [pair for pair in zip(cuts[::2], cuts[1::2], strict=False) if pair[0] < pair[1]]
    segments = header.segments(ranges)
    assert header.ranges(segments) == ranges
    assert all(length <= header.chunk and offset // header.chunk == (offset + length - 1) // header.chunk
               for offset, length in segments)  # fmt: skip
    whole = header.segments([(0, entries)])
    assert sum(length for _, length in whole) == header.size
    assert [offset for offset, _ in whole] == list(range(0, header.size, header.chunk))


@pytest.mark.usefixtures("at_once")
def test_a_run_is_a_value_that_prints_itself(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    perform(counting(10), Run(("count", "a b"), "counting"), store=store)
    run = grundy.get_run(1, store=store)
    assert f"{run}\n" == running.runs_text(store, 1)
    assert run.as_dict() == json.loads(running.runs_text(store, 1, as_json=True))
    assert repr(run) == "run 1: counting, finished"
    with pytest.raises(grundy.StoreError, match="no run 2"):
        grundy.get_run(2, store=store)
