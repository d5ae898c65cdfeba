"""Work that is recorded: the loop, the store and resuming together; runs that are listed and forgotten."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from performing import perform
from steps import Steps
from test_runs import counting, failing_at

import grundy
from grundy.cli import runs as running
from grundy.errors import BadText, OutOfReach, StoreError
from grundy.model.run import Run
from grundy.runs.chunk import Chunk, Work
from grundy.runs.loop import Outcome, run_with_limits
from grundy.runs.resume import resume
from grundy.runs.session import Limits, Session
from grundy.runs.store import add_run, get_run, list_runs
from grundy.runs.table_file import create_table
from grundy.text import numbers

# ---- the loop, the store and resuming together


def stop_and_go(store: Path, work: Work, run: Run) -> tuple[Outcome, int]:
    """Work in pieces of half a minute; the last outcome and the number of pieces."""
    outcome = perform(work, run, store=store, time_limit=30.0)
    pieces = 1
    while outcome.status != "finished":
        assert outcome.saved and outcome.resume == "1" and outcome.seconds == 30.0
        outcome = perform(work, run, store=store, resumed=resume(outcome.resume, store), time_limit=30.0)
        pieces += 1
    return outcome, pieces


@pytest.mark.usefixtures("at_once")
def test_work_in_pieces_is_one_run(tmp_path: Path) -> None:
    store = tmp_path / "deep" / "runs.sqlite"
    seen: list[int] = []
    outcome, pieces = stop_and_go(store, counting(200, seen), Run(("count", "200"), "counting", key="k"))
    assert outcome.value == 20_100 and pieces == 7
    assert seen == list(range(1, 201))  # nothing that was said to be saved was done again
    (run,) = list_runs(store)
    assert (run.status, run.done, run.total, run.number, run.state) == ("finished", 200, 200, 1, None)
    assert run.command == ("count", "200") and run.finished and run.seconds == 200.0
    assert run.machine and run.folder
    assert [file.name for file in store.parent.iterdir()] == ["runs.sqlite"]  # no lock is left


@pytest.mark.usefixtures("at_once")
def test_result_and_evidence_are_kept(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    report: Callable[[int], Any] = lambda value: ({"sum": value}, {"status": "computed", "by": "adding up"})  # noqa: E731
    perform(counting(10), Run(("count",), "counting"), store=store, report=report)
    run = get_run(store, 1)
    assert run.result == {"sum": 55} and run.evidence == {"status": "computed", "by": "adding up"}


@pytest.mark.parametrize(("numbers", "last", "stored"), [(4, 0.0, ["finished"]), (3, 0.25, ["finished"]), (3, 0.0, [])])
def test_only_work_of_a_second_is_stored(tmp_path: Path, numbers: int, last: float, stored: list[str]) -> None:
    """A quarter of a second for each number, and as much for the last step, at which nobody looks."""
    store = tmp_path / "runs.sqlite"

    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        yield from counting(numbers)(state)
        steps.time += last

    with Steps(each=0.25) as steps:
        perform(work, Run(("count",), "counting"), store=store)
    assert ([run.status for run in list_runs(store)] if store.exists() else []) == stored


@pytest.mark.usefixtures("at_once")
def test_failed_run_says_why_and_may_go_on(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    with pytest.raises(OutOfReach):
        perform(failing_at(5, OutOfReach("value 70000 does not fit")), Run(("x",), "g"), store=store)
    run = get_run(store, 1)
    assert (run.status, run.message, run.state) == ("failed", "value 70000 does not fit", {"i": 4})
    assert resume("", store).state == {"i": 4}


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"key": "other"}, "the rule was one"),
        ({"version": "9"}, "the version"),
        ({"sources": {"rules.py": "2"}}, "^rules.py: it has changed since the run began"),
        ({"sources": {"rules.py": "1", "more.py": "1"}}, "^more.py: nobody knows what was in it"),
    ],
)
def test_state_of_another_rule_or_version_is_refused(tmp_path: Path, changed: dict[str, Any], what: str) -> None:
    store = tmp_path / "runs.sqlite"
    asked: dict[str, Any] = {"key": "one", "version": "1", "sources": {"rules.py": "1"}}
    perform(counting(10**6), Run(("count",), "counting", **asked), store=store, time_limit=50.0)
    with pytest.raises(StoreError, match=what):
        perform(counting(1), Run(("count",), "counting", **(asked | changed)), resumed=resume("1", store), store=store)
    perform(counting(1), Run(("count",), "counting", **asked), resumed=resume("1", store), store=store)
    assert get_run(store, 1).status == "finished"


@pytest.mark.usefixtures("at_once")
def test_a_run_that_is_left_before_it_goes_on_stays_unfinished(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    perform(counting(10**6), Run(("count",), "counting"), store=store, time_limit=50.0)
    with Session(Limits(store=store), resumed=resume("1", store)) as session:
        session.begin(Run(("count",), "counting"))
    assert get_run(store, 1).status == "out of time"


@pytest.mark.usefixtures("at_once")
def test_an_error_between_two_works_is_no_stop(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    session = Session(Limits(store=store))

    def ask() -> None:
        with session:
            session.begin(Run(("count",), "counting"))
            session.work(counting(60))
            raise OutOfReach("no more")

    with pytest.raises(OutOfReach):
        ask()
    assert get_run(store, 1).status == "failed" and session.stopped is None


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
    outcome = perform(counting(10**6), Run(("count",), "counting"), time_limit=50.0)
    assert not outcome.saved and outcome.resume == ""
    assert running.stopped_line(outcome).endswith(" Nothing was saved to resume.")


# ---- runs that are forgotten


@pytest.mark.usefixtures("at_once")
def test_runs_are_forgotten(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    for limit in (None, 50.0, None, 50.0):
        perform(counting(10**6 if limit else 3), Run(("count",), "counting"), store=store, time_limit=limit)
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
    perform(counting(10**6), Run(("count",), "counting"), store=store, time_limit=50.0)
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
    perform(counting(10**6), Run(("count",), "counting"), store=store, time_limit=50.0)
    heading, first, second = running.runs_text(store).splitlines()
    assert heading.split() == ["run", "status", "started", "worked", "done", "command"]
    assert first.startswith("1    finished") and first.endswith("grundy count 'a b'") and "100 % of 10 numbers" in first
    assert second.startswith("2    out of time") and "0 % of 1,000,000 numbers" in second
    assert ["known", "the", "sum", "of", "1..10", "is", "55"] in [
        line.split() for line in running.runs_text(store, 1).splitlines()
    ]
    with pytest.raises(StoreError, match="no run 3"):
        running.runs_text(store, 3)


@pytest.mark.usefixtures("at_once")
def test_a_run_that_is_finished_looks_finished(tmp_path: Path) -> None:
    """`grundy quotient kayles --to 8` was listed with 88 % of 9 heaps."""
    store = tmp_path / "runs.sqlite"
    grundy.misere_quotient("kayles", 8, store=store)
    grundy.genera("kayles", 8, store=store)
    _, *lines = running.runs_text(store).splitlines()
    assert len(lines) == 2 and all("100 % of 9 heaps" in line for line in lines)
    run = Run(("period", "kayles"), "kayles", done=300, total=1000, unit="heaps", status="finished")
    assert "done        300 heaps" in str(run).splitlines()  # a period that is found needs no more


@pytest.mark.parametrize("last", [False, True])
def test_whoever_is_asked_to_stop_when_all_is_done_is_through(last: bool) -> None:
    def steps(state: Mapping[str, Any] | None) -> Generator[Chunk, None, int]:
        yield Chunk(1, 1, "steps", {}, last=last)
        return 5

    with Steps():
        outcome = run_with_limits(steps, asked="interrupted")
    assert (outcome.status, outcome.value) == (("finished", 5) if last else ("interrupted", None))


@pytest.mark.parametrize("text", ["", "s", "-1", "1,5", "1e9", "5 weeks", "0x10", "1" * 20, "١"])
def test_bad_times_and_sizes(text: str) -> None:
    with pytest.raises(BadText, match="expected a time such as"):
        numbers.read_duration(text)
    with pytest.raises(BadText, match="expected a size such as"):
        numbers.read_size(text)


def test_resume_line_names_the_store_that_was_given() -> None:
    outcome = Outcome("interrupted", None, None, 12.0, saved=True, resume="3")
    assert (
        running.stopped_line(outcome, "my runs")
        == "Interrupted after 12 s. Go on with: grundy resume 3 --store 'my runs'"
    )
