"""The loop round long work: limits, interrupts, checkpoints that cost nothing, and what is said of all that."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from performing import perform

import grundy
from grundy.cli import runs as running
from grundy.errors import BadText, OutOfReach, StoreError
from grundy.model.run import Run
from grundy.runs import loop
from grundy.runs.chunk import Chunk, Work
from grundy.runs.digests import Header, merge
from grundy.runs.loop import Outcome, run_with_limits
from grundy.runs.progress import Meter, Progress
from grundy.runs.resume import resume
from grundy.runs.session import Limits, Session
from grundy.runs.store import add_run, get_run, list_runs
from grundy.runs.table_file import create_table
from grundy.text import quantities


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All work is long from its first moment, so that tests are short."""
    monkeypatch.setattr(loop, "LONG", 0.0)
    monkeypatch.setattr(loop, "TICK", 0.002)
    monkeypatch.setattr("grundy.runs.recorder.LONG", 0.0)


def counting(upto: int, pause: float = 0.0, seen: list[int] | None = None) -> Work:
    """An engine that adds up 1..upto."""

    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        n, total = (state["n"], state["sum"]) if state else (0, 0)
        while n < upto:
            n += 1
            total += n
            if seen is not None:
                seen.append(n)
            time.sleep(pause)
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


def test_short_work_is_neither_saved_nor_drawn() -> None:
    def refuse(*given: object) -> None:
        raise AssertionError("called")

    run_with_limits(counting(20, 0.005), save=refuse, progress=refuse, say=refuse)


@pytest.mark.usefixtures("at_once")
def test_progress_is_told() -> None:
    told: list[Progress] = []
    run_with_limits(counting(100, 0.005), progress=told.append)
    assert len(told) > 10
    assert [one.done for one in told] == sorted(one.done for one in told)
    assert told[-1].total == 100 and told[-1].unit == "numbers"
    assert 5 < told[-1].rate < 250 and told[-1].left is not None


def test_rate_follows_a_change_of_pace() -> None:
    meter = Meter(0.0)
    for second in range(30):
        meter.read(Chunk(second * 1000, 10**6, "states", {}), float(second))
    for second in range(30, 60):
        progress = meter.read(Chunk(29_000 + (second - 29) * 10, 10**6, "states", {}), float(second))
    assert progress.rate == pytest.approx(10)
    assert progress.left == pytest.approx((10**6 - 29_300) / 10)


def test_unknown_total_has_no_time_left() -> None:
    meter = Meter(0.0)
    meter.read(Chunk(1, 0, "states", {}), 1.0)
    assert meter.read(Chunk(9, 0, "states", {}), 3.0) == Progress(9, 0, "states", "", 3.0, 4.0, None)


def test_time_limit_says_what_is_known() -> None:
    said: list[str] = []
    outcome = run_with_limits(counting(10**6, 0.01), time_limit=0.2, say=said.append)
    assert (outcome.status, outcome.exit_status, outcome.running) == ("out of time", 2, False)
    assert 0.15 < outcome.seconds < 60
    assert outcome.known.startswith("the sum of 1..")
    assert len(said) == 1 and said[0].startswith("out of time; known so far: the sum of 1..")
    with pytest.raises(OutOfReach, match=r"out of time; known so far: the sum of 1\.\."):
        outcome.require()


def test_what_is_refused_after_work_was_asked_to_stop_is_a_stop() -> None:
    """It had been said that the work stops, and then its exit status was that of a refusal."""

    def slow(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(1, 0, "nodes", {})
        heard.wait(60)
        raise OutOfReach("more than 200,000 nodes")

    heard = threading.Event()
    outcome = run_with_limits(slow, time_limit=0.05, say=lambda sentence: heard.set())
    assert (outcome.status, outcome.exit_status, outcome.running) == ("out of time", 2, False)


def test_work_after_work_that_ended_while_asked_to_stop_stops_too() -> None:
    """Ctrl-C in the last chunk of a value was forgotten, and its certificate listed for as long as that took."""

    def last_chunk(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(1, 2, "values", {}, "the first value")
        heard.wait(60)

    heard = threading.Event()
    said: list[str] = []
    with Session(Limits(), warn=lambda sentence: (said.append(sentence), heard.set())[0]) as session:
        threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,)).start()
        session.work(last_chunk)
        assert said == ["interrupted; known so far: the first value"]
        with pytest.raises(KeyboardInterrupt):
            session.work(counting(100, 0.1))


def test_estimate_above_the_limit_is_refused_before_work() -> None:
    with pytest.raises(OutOfReach, match=r"needs about 3\.00 GiB of memory, more than the 2\.00 GiB allowed"):
        run_with_limits(failing_at(0, AssertionError("begun")), memory=2**31, estimate=3 * 2**30)


def test_memory_that_is_really_held_is_watched() -> None:
    def eat(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        held = []
        for n in range(1, 400):
            held.append(bytearray(b"x" * 2**20))
            time.sleep(0.005)
            yield Chunk(n, 0, "MiB", {"n": n}, f"{n} MiB eaten")

    from grundy.runs.memory import resident

    outcome = run_with_limits(eat, memory=resident() + 40 * 2**20)
    assert outcome.status == "out of memory"
    assert outcome.chunk is not None and 30 < outcome.chunk.done < 200


@pytest.mark.usefixtures("at_once")
def test_stopped_work_is_saved_as_far_as_it_came() -> None:
    saved: list[Chunk] = []
    outcome = run_with_limits(counting(10**6, 0.001), save=saved.append, time_limit=0.1, every=0.01)
    assert outcome.saved and saved[-1] == outcome.chunk
    done = [chunk.done for chunk in saved]
    assert len(saved) > 1 and done == sorted(set(done))


@pytest.mark.usefixtures("at_once")
def test_engine_works_on_while_a_checkpoint_is_written() -> None:
    def slow(chunk: Chunk) -> None:
        slept.append(len(seen))
        time.sleep(0.3)
        slept.append(len(seen))

    slept: list[int] = []
    seen: list[int] = []
    run_with_limits(counting(200, 0.002, seen), save=slow, every=0.0)
    assert len(slept) == 2  # the next is due when this one has cost a share of the time
    assert slept[0] < slept[1]  # and the engine did not wait


@pytest.mark.usefixtures("at_once")
def test_no_checkpoint_is_written_after_the_end() -> None:
    def slow(chunk: Chunk) -> None:
        time.sleep(0.1)
        written.append(chunk.done)

    written: list[int] = []
    run_with_limits(counting(10, 0.002), save=slow, every=0.0)
    assert len(written) == 1


@pytest.mark.usefixtures("at_once")
def test_dear_checkpoints_are_rare() -> None:
    times: list[float] = []

    def save(chunk: Chunk) -> None:
        times.append(time.monotonic())
        time.sleep(0.003)

    run_with_limits(counting(10**6, 0.001), save=save, time_limit=0.9, every=0.0)
    assert all(b - a > 0.003 / loop.SHARE * 0.9 for a, b in pairwise(times[:-1]))  # the last is at the end


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("problem", [StoreError("the disk is full"), OSError("the disk is full")])
def test_work_goes_on_when_it_cannot_be_saved(problem: Exception) -> None:
    def save(chunk: Chunk) -> None:
        raise problem

    said: list[str] = []
    outcome = run_with_limits(counting(100, 0.001), save=save, say=said.append, every=0.0)
    assert outcome.value == 5050
    assert said == ["not saved: the disk is full"]  # once
    stopped = run_with_limits(counting(10**6, 0.001), save=save, time_limit=0.05)
    assert not stopped.saved


@pytest.mark.usefixtures("at_once")
def test_error_of_the_engine_is_raised_after_a_last_save() -> None:
    saved: list[Chunk] = []
    with pytest.raises(OutOfReach, match="too large"):
        run_with_limits(failing_at(5, OutOfReach("too large")), save=saved.append)
    assert [chunk.done for chunk in saved] == [4]


@pytest.mark.usefixtures("at_once")
def test_error_of_a_callback_stops_the_work() -> None:
    def gone(progress: Progress) -> None:
        raise BrokenPipeError

    seen: list[int] = []
    with pytest.raises(BrokenPipeError):
        run_with_limits(counting(10**6, 0.001, seen), progress=gone)
    time.sleep(0.05)
    before = len(seen)
    time.sleep(0.05)
    assert len(seen) == before < 1000


def test_engine_that_does_not_come_to_an_end_is_left_alone() -> None:
    def stuck(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield Chunk(1, 2, "steps", {"step": 1}, "one step")
        free.wait(100)
        yield Chunk(2, 2, "steps", {"step": 2}, "two steps")

    free = threading.Event()
    outcome = run_with_limits(stuck, time_limit=0.1)
    free.set()
    assert outcome.running and outcome.known == "one step" and outcome.seconds < 20


def test_generator_is_closed_when_it_is_stopped() -> None:
    closed = threading.Event()

    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        try:
            for n in range(10**6):
                time.sleep(0.001)
                yield Chunk(n, 0, "steps", {})
        finally:
            closed.set()

    run_with_limits(work, time_limit=0.05)
    assert closed.wait(60)


def test_works_in_a_thread() -> None:
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(run_with_limits(counting(10)).value))
    thread.start()
    thread.join()
    assert found == [55]


def test_a_wall_clock_that_jumps_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: -1e9)
    outcome = run_with_limits(counting(10**6, 0.001), time_limit=0.2)
    assert outcome.status == "out of time" and 0.1 < outcome.seconds < 60


def test_the_loop_costs_nothing_for_each_chunk() -> None:
    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        for _ in range(100_000):
            yield chunk

    chunk = Chunk(1, 1, "steps", {})
    start = time.process_time()
    run_with_limits(work)
    assert time.process_time() - start < 8  # a tenth of a second, usually


# ---- the loop, the store and resuming together


def stop_and_go(store: Path, work: Work, run: Run) -> tuple[Outcome, int]:
    """Work in pieces of a tenth of a second; the last outcome and the number of pieces."""
    outcome = perform(work, run, store=store, time_limit=0.1, every=0.01)
    pieces = 1
    while outcome.status != "finished":
        assert outcome.saved and outcome.resume == "1"
        outcome = perform(work, run, store=store, resumed=resume(outcome.resume, store), time_limit=0.1, every=0.01)
        pieces += 1
    return outcome, pieces


@pytest.mark.usefixtures("at_once")
def test_work_in_pieces_is_one_run(tmp_path: Path) -> None:
    store = tmp_path / "deep" / "runs.sqlite"
    seen: list[int] = []
    outcome, pieces = stop_and_go(store, counting(200, 0.001, seen), Run(("count", "200"), "counting", key="k"))
    assert outcome.value == 20_100 and pieces > 1
    assert seen == sorted(seen)  # nothing that was said to be saved was done again
    (run,) = list_runs(store)
    assert (run.status, run.done, run.total, run.number, run.state) == ("finished", 200, 200, 1, None)
    assert run.command == ("count", "200") and run.finished and 0.1 < run.seconds < 30
    assert run.machine and run.folder
    assert [file.name for file in store.parent.iterdir()] == ["runs.sqlite"]  # no lock is left


@pytest.mark.usefixtures("at_once")
def test_result_and_evidence_are_kept(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    report: Callable[[int], Any] = lambda value: ({"sum": value}, {"status": "computed", "by": "adding up"})  # noqa: E731
    perform(counting(10), Run(("count",), "counting"), store=store, report=report)
    run = get_run(store, 1)
    assert run.result == {"sum": 55} and run.evidence == {"status": "computed", "by": "adding up"}


def test_only_long_work_is_stored(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    perform(counting(100), Run(("count",), "counting"), store=store)
    assert not store.exists()


def test_work_of_a_second_is_stored(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    perform(counting(11, 0.1), Run(("count",), "counting"), store=store)
    assert [run.status for run in list_runs(store)] == ["finished"]


@pytest.mark.usefixtures("at_once")
def test_failed_run_says_why_and_may_go_on(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    with pytest.raises(OutOfReach):
        perform(failing_at(5, OutOfReach("value 70000 does not fit")), Run(("x",), "g"), store=store)
    run = get_run(store, 1)
    assert (run.status, run.message, run.state) == ("failed", "value 70000 does not fit", {"i": 4})
    assert resume("", store).state == {"i": 4}


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("changed", "what"), [({"key": "other"}, "rule"), ({"version": "9"}, "version")])
def test_state_of_another_rule_or_version_is_refused(tmp_path: Path, changed: dict[str, str], what: str) -> None:
    store = tmp_path / "runs.sqlite"
    asked = {"key": "one", "version": "1"}
    perform(counting(10**6, 0.001), Run(("count",), "counting", **asked), store=store, time_limit=0.05)
    with pytest.raises(StoreError, match=f"the {what}"):
        perform(counting(1), Run(("count",), "counting", **(asked | changed)), resumed=resume("1", store), store=store)


@pytest.mark.usefixtures("at_once")
def test_what_cannot_be_resumed_says_so(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    for target, told in [
        ("", "no unfinished run"),
        ("7", "no run 7"),
        ("9" * 30, "no run 999"),
        ("x.npy", "nothing to"),
    ]:
        with pytest.raises(StoreError, match=told):
            resume(target, store)
    perform(counting(10), Run(("count",), "counting"), store=store)
    with pytest.raises(StoreError, match="run 1 is finished"):
        resume("1", store)
    with pytest.raises(StoreError, match="numbers in a store only"):
        resume("1", None)


@pytest.mark.usefixtures("at_once")
def test_without_a_store_nothing_is_promised() -> None:
    outcome = perform(counting(10**6, 0.001), Run(("count",), "counting"), time_limit=0.05)
    assert not outcome.saved and outcome.resume == ""
    assert running.stopped_lines(outcome)[-1] == "nothing was kept to go on from"


# ---- runs that are forgotten


@pytest.mark.usefixtures("at_once")
def test_runs_are_forgotten(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    for limit in (None, 0.05, None, 0.05):
        perform(counting(10**6 if limit else 3, 0.001), Run(("count",), "counting"), store=store, time_limit=limit)
    with pytest.raises(StoreError, match="there is no run 9"):
        running.forgotten_line(store, ["1", "9"])
    assert len(list_runs(store)) == 4  # all of them or none
    assert running.forgotten_line(store, ["2", "2"]).startswith("1 run forgotten")
    assert [run.number for run in list_runs(store)] == [1, 3, 4]
    assert running.forgotten_line(store, ["finished"]).startswith("2 runs forgotten")
    perform(counting(3), Run(("count",), "counting"), store=store)
    assert [run.number for run in list_runs(store)] == [4, 5]  # no number is given twice
    assert running.forgotten_line(store, ["all"]).startswith("2 runs forgotten")
    assert running.forgotten_line(store, ["all"]).startswith("0 runs forgotten")
    with pytest.raises(BadText, match="<--forget>:1:1: expected the number of a run, 'finished' or 'all', found '-1'"):
        running.forgotten_line(store, ["-1"])


@pytest.mark.usefixtures("at_once")
def test_runs_are_listed_and_forgotten_by_library_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    mine, other = tmp_path / "grundy" / "runs.sqlite", tmp_path / "other.sqlite"
    assert grundy.list_runs() == [] and grundy.forget("all") == 0
    for store in (mine, other):
        grundy.sequence("nim", 5, store=store)
        grundy.sequence("kayles", 7, store=store)
    assert (
        [run.game for run in grundy.list_runs()] == [run.game for run in grundy.list_runs(other)] == ["nim", "kayles"]
    )
    assert grundy.forget([2], store=other) == 1 and [run.game for run in grundy.list_runs(other)] == ["nim"]
    assert grundy.forget("finished") == 2 and grundy.list_runs() == []
    with pytest.raises(StoreError, match="there is no run 7"):
        grundy.forget(7)


def test_a_run_at_work_is_not_forgotten(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    _, lock = add_run(store, Run(("count",), "counting"))
    assert running.forgotten_line(store, ["all"]).startswith("0 runs forgotten")
    with pytest.raises(StoreError, match="run 1 is being worked on"):
        running.forgotten_line(store, ["1"])
    lock.release()
    assert list_runs(store)[0].status == "killed"
    assert running.forgotten_line(store, ["all"]).startswith("1 run forgotten")
    assert [file.name for file in tmp_path.iterdir()] == ["runs.sqlite"]


def test_reading_makes_no_store(tmp_path: Path) -> None:
    # `grundy runs --store FILE` with a misspelt FILE made it
    with pytest.raises(StoreError, match="expected a store of runs, found no such file"):
        running.store_to_read(str(tmp_path / "no.sqlite"))
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("at_once")
def test_resume_passes_by_tables_that_others_have_finished(tmp_path: Path) -> None:
    store, path = tmp_path / "runs.sqlite", tmp_path / "three.npy"
    perform(counting(10**6, 0.001), Run(("count",), "counting"), store=store, time_limit=0.05)
    _, lock = add_run(store, Run(("table",), "x", table=str(path), updated="2999-01-01T00:00:00Z"))
    lock.release()
    table = create_table(path, (1,), "|u1", "x")
    table.note(Chunk(1, 1, "entries", {}, filled=((0, 1),)))
    table.finish()
    assert resume("", store).run.number == 1  # this stopped at run 2, and said that it is finished
    assert get_run(store, 2).status == "finished"


# ---- what is said and read


@pytest.mark.usefixtures("at_once")
def test_runs_are_listed(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    assert running.runs_text(store) == f"no run has taken more than a second yet ({store})\n"
    perform(counting(10), Run(("count", "a b"), "counting"), store=store)
    perform(counting(10**6, 0.001), Run(("count",), "counting"), store=store, time_limit=0.05)
    heading, first, second = running.runs_text(store).splitlines()
    assert heading.split() == ["run", "status", "started", "worked", "done", "command"]
    assert first.startswith("1    finished") and first.endswith("grundy count 'a b'") and "100 % of 10 numbers" in first
    assert second.startswith("2    out of time") and "0 % of 1,000,000 numbers" in second
    assert ["known", "the", "sum", "of", "1..10", "is", "55"] in [
        line.split() for line in running.runs_text(store, 1).splitlines()
    ]
    with pytest.raises(StoreError, match="no run 3"):
        running.runs_text(store, 3)


@pytest.mark.parametrize("text", ["", "s", "-1", "1,5", "1e9", "5 weeks", "0x10", "1" * 20, "١"])
def test_bad_times_and_sizes(text: str) -> None:
    with pytest.raises(BadText, match="expected a time such as"):
        quantities.read_duration(text)
    with pytest.raises(BadText, match="expected a size such as"):
        quantities.read_size(text)


def test_resume_line_names_the_store_that_was_given() -> None:
    outcome = Outcome("interrupted", None, None, 12.0, saved=True, resume="3")
    assert running.stopped_lines(outcome, "my runs")[-1] == "go on with: grundy resume 3 --store 'my runs'"


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
