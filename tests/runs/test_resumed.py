"""What is kept of stopped work is never replaced by less, however often and however soon it is stopped again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import forking
import numpy as np
import pytest
from command import SOURCES, grundy_apart
from limits import set_limits
from performing import perform
from steps import Steps
from waiting import PATIENCE

from grundy.answering.sequence import period_work
from grundy.engines.heap.octal.sparse import period as sparse
from grundy.engines.heap.octal.sparse.space import FIRST_HEAPS
from grundy.engines.heap.octal.values import CodeValues
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.search.asker import Asker
from grundy.engines.search.board import prepare
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.errors import StoreError
from grundy.games.placement import full_field, piece
from grundy.model.rule import rule
from grundy.model.run import Run
from grundy.model.shapes import Digits, SubsetGame
from grundy.proof.certify_position import ANEW
from grundy.runs.chunk import Chunk
from grundy.runs.resume import resume
from grundy.runs.store import get_run, list_runs, require_store
from grundy.runs.table_file import create_table, read_partial, resume_table
from grundy.runs.values import Deferred, packed, unpacked

TESTS = Path(__file__).parents[1]
SPLIT = """
import grundy

@grundy.rule
def split(n):
    for left in range(1, (n + 1) // 2):
        yield grundy.to(left, n - left)
"""
RUN = Run(("count",), "counting", key="k")


def small_first(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
    """An engine that begins with small cases whatever it goes on from; its phases count anew."""
    for n in range(1, 6):
        yield Chunk(n, 5, "small cases", {"small": n}, f"{n} small cases")
    at = saved["far"] if saved and "far" in saved else 0
    for n in range(at + 1, 200):
        yield Chunk(n, 200, "heaps", {"far": n}, f"heaps up to {n}", phase=(1,))
    return "all"


def test_a_state_is_not_replaced_by_that_of_small_cases(tmp_path: Path) -> None:
    """`period octal:0.106` at heap 1.37 * 10^9 was back at heap 8,191 when it was resumed and stopped at once."""
    store = tmp_path / "runs.sqlite"
    with Steps(each=1.0):
        assert perform(small_first, RUN, store=store, time_limit=20.0, every=0.0).status == "out of time"
    far = 15  # after five small cases
    for seconds in (0.0, 1.0, 4.0, 5.0, 9.0):
        run = get_run(store, 1)
        assert (run.phase, run.done, run.state) == ((1,), far, {"far": far})
        with Steps(each=1.0):
            outcome = perform(small_first, RUN, store=store, resumed=resume("1", store), time_limit=seconds, every=0.0)
        far += max(0, int(seconds) - 5)
        assert outcome.status == "out of time" and outcome.resume == "1"
        assert outcome.known.split(";")[0] == f"heaps up to {far}"
    assert perform(small_first, RUN, store=store, resumed=resume("1", store)).value == "all"
    assert get_run(store, 1).status == "finished"


def test_what_was_read_before_another_process_went_on_is_refused(tmp_path: Path) -> None:
    """Two commands that resume one run read it, and then one waits for the other's lock: it went on from old news."""
    store = tmp_path / "runs.sqlite"
    with Steps(each=1.0):
        perform(small_first, RUN, store=store, time_limit=20.0)
        read = resume("1", store)
        perform(small_first, RUN, store=store, resumed=read, time_limit=10.0)
    run = get_run(store, 1)
    with pytest.raises(StoreError, match="run 1: another process has worked on it; resume it again"):
        perform(small_first, RUN, store=store, resumed=read)
    assert get_run(store, 1) == run
    read = resume("1", store)
    perform(small_first, RUN, store=store, resumed=read)
    with pytest.raises(StoreError, match="run 1: another process has finished it; there is nothing to resume"):
        perform(small_first, RUN, store=store, resumed=read)
    assert get_run(store, 1).status == "finished"


def test_the_state_of_a_table_is_not_replaced_by_an_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "table.npy"

    def anew(upto: int) -> Any:
        def work(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
            for n in range(upto):
                table.array[n] = n
                yield Chunk(n + 1, 100, "entries", {"n": n + 1}, "", ((n, n + 1),))
            while True:
                yield Chunk(upto, 100, "entries", {"n": upto})

        return work

    table = create_table(path, (100,), "|u1", "a game")
    with Steps(each=1.0):
        perform(anew(70), RUN, table=table, time_limit=80.0)
    assert (read_partial(path).run or {})["state"] == {"n": 70}
    table = resume_table(path)
    with Steps(each=1.0):
        perform(anew(30), RUN, table=table, time_limit=80.0)
    record = read_partial(path).run or {}
    assert record["state"] == {"n": 70} and record["done"] == 70


def last_state(chunks: Iterator[Chunk], enough: int) -> Chunk:
    """The first chunk at which so much is done, as another process would read it."""
    chunk = next(one for one in chunks if one.done >= enough)
    return Chunk(chunk.done, chunk.total, chunk.unit, json.loads(json.dumps(chunk.state)), kept=chunk.kept)


def test_values_of_a_rule_are_gone_on_from() -> None:
    """They were computed anew after each stop."""

    @rule
    def lowest_bit(n):  # type: ignore[no-untyped-def]
        """Take the largest power of 2 that divides the heap."""
        if n:
            yield n - (n & -n)

    chunk = last_state(period_work(lowest_bit, 20_000)(None), 4000)
    assert unpacked(chunk.state["naive"]) == [n.bit_count() % 2 for n in range(chunk.done)]
    again = next(period_work(lowest_bit, 20_000)(chunk.state))
    assert again.done > chunk.done


def test_values_too_many_to_be_kept_leave_the_state_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that was resumed near the bound of what is kept said that nothing was."""
    kayles = Digits((0, 1, 6))  # 0.16
    monkeypatch.setattr(sparse, "is_calm", lambda stored: False)
    values = CodeValues(kayles)
    values.upto(FIRST_HEAPS)
    chunks = (one for one in sparse.work(kayles, 10**6, values.begun()) if one.state)
    first = last_state(chunks, 20_000)
    assert first.state["phase"] == "held"
    set_limits(monkeypatch, "engines.heap", PACKED=10)
    again = next(sparse.work(kayles, 10**6, None, first.state))
    assert again.done > first.done and again.state == first.state and again.kept == first.done


WHOLE = (1 << 35) - 1  # of 5 rows of 7


def drained(chunks: Any) -> Any:
    while True:
        try:
            next(chunks)
        except StopIteration as end:
            return end.value


def searched(*pieces: str) -> tuple[SubsetGame, BoardSearch, int]:
    """A board on which pieces are placed, a search of it by kernels, and what it found."""
    field = full_field(5, 7, tuple(map(piece, pieces)))
    search = BoardSearch(prepare(field))
    (value,) = drained(search.answers([BoardQuestion(WHOLE)], most=0))
    search._kept = (-100.0, 0.0, {})  # a snapshot is due
    return field, search, value


def test_a_search_that_goes_on_keeps_its_tables() -> None:
    """In its first two seconds it said that its tables were empty."""
    field, search, _ = searched("oo", "o/o")
    snapshot = search.snapshot()
    again = BoardSearch(prepare(field))
    again.restore(snapshot)
    assert snapshot["values"] and again.snapshot() == snapshot
    assert again.nodes == search.nodes


def test_what_was_found_of_another_game_is_not_used() -> None:
    """Of a sum of two searched games, what was kept of the second was taken for what was known of the first."""
    cram, _, value = searched("oo", "o/o")
    other, search, another = searched("oo/o.")
    assert value == 1 and another != 1  # Beling 2025

    def one_chunk(_: Any) -> Generator[Chunk, None, list[int]]:
        yield Chunk(1, 0, "positions", {})
        return [another]

    asker = Asker(DEFAULT_OPTIONS, misere=False)
    asker._searches[other] = search
    search._kept = (1e12, 0.0, search.snapshot())
    search.answers = one_chunk  # type: ignore
    states = [one.state for one in asker.work([(other, WHOLE, None)])(None)]
    state = json.loads(json.dumps({**states[0], "answers": [another]}))
    assert state["tables"]["values"]
    for asked in ([(cram, WHOLE, None)], [(cram, WHOLE, None), (cram, WHOLE, 1)]):
        values = drained(Asker(DEFAULT_OPTIONS, misere=False).work(asked)(state))
        assert values == [1, 1][: len(asked)]


def test_numpy_values_are_packed() -> None:
    assert unpacked(packed(np.arange(5, dtype=np.uint8))) == [0, 1, 2, 3, 4]
    assert unpacked({}) == []


@pytest.mark.parametrize(
    "words",
    [
        "period octal:0.106 --limit 1e12",
        "table split.py --states 400000 --out t.npy",
        pytest.param("sequence octal:0.6 --to 500000", marks=pytest.mark.long),
        pytest.param("solve cram 9x11", marks=pytest.mark.long),
    ],
)
def test_a_signal_to_terminate_gives_143_and_leaves_no_lock(tmp_path: Path, words: str) -> None:
    """It gave 130 where Ctrl-C does, and the lock of a table could stay."""
    (tmp_path / "split.py").write_text(SPLIT)
    prelude = f"""
import sys
sys.path.insert(0, {str(TESTS)!r})
from steps import Steps
steps = Steps(each=1.0, reading=0.15, stop=lambda chunk: steps.chunks == 3, signal="terminated")
steps.__enter__()
"""
    done = grundy_apart(*words.split(), prelude=prelude, folder=tmp_path)
    assert done.status == 143 and done.err.startswith("Terminated after "), done.err
    assert not list(tmp_path.rglob("*.lock"))


def test_a_signal_to_terminate_a_game_that_waits_for_a_move_gives_143(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "grundy", "play", "nim", "3", "4"]
    environment = os.environ | {"PYTHONPATH": SOURCES, "XDG_DATA_HOME": str(tmp_path)}
    process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdin=-1, stdout=-1, stderr=-1, text=True)
    assert process.stdout and process.stdout.readline()
    process.terminate()
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 143 and "Traceback" not in told


@pytest.mark.parametrize("made", ["of nothing", "by a kill"])
def test_a_store_of_no_bytes_is_damaged_and_never_left_by_a_kill(tmp_path: Path, made: str) -> None:
    """It was taken for an empty one; SQLite leaves such a file where a store is just being made."""
    store = tmp_path / "runs.sqlite"
    if made == "of nothing":
        store.touch()
        for asks in (list_runs, require_store):
            with pytest.raises(StoreError, match=r"found a file of 0 bytes: what it held is lost; remove it"):
                asks(store)
        return
    code = (
        "import os, sys; from pathlib import Path; from grundy.runs import store\n"
        "step = int(sys.argv[2])\n"
        "def traced(frame, event, arg):\n"
        "    global step\n"
        "    if frame.f_code.co_filename == store.__file__:\n"
        "        step -= 1\n"
        "        if step == 0: os.kill(os.getpid(), 9)\n"
        "    return traced\n"
        "sys.settrace(traced)\n"
        "store.require_store(Path(sys.argv[1]))"
    )
    killed = 0
    for step in range(1, 200, 9):
        done = forking.run(code, str(store), str(step))
        killed += done.returncode == -9
        assert not store.exists() or store.stat().st_size
        assert list_runs(store) == []
        store.unlink(missing_ok=True)
    assert killed > 5


def test_a_search_begins_anew_from_the_state_of_a_certificate() -> None:
    """What is kept while a certificate is written has nothing of a search."""
    field, _, value = searched("oo", "o/o")
    assert drained(Asker(DEFAULT_OPTIONS, misere=False).work([(field, WHOLE, None)])(ANEW)) == [value]


@pytest.mark.parametrize("state", [{}, ANEW], ids=["nothing", "anew"])
def test_work_that_keeps_nothing_does_not_say_how_to_go_on(state: Mapping[str, Any], tmp_path: Path) -> None:
    """It said so, and began anew."""

    def work(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        for n in range(1, 9):
            yield Chunk(n, 9, "numbers", state)

    store = tmp_path / "runs.sqlite"
    with Steps(each=1.0, stop=lambda chunk: chunk.done == 5):
        outcome = perform(work, RUN, store=store)
    assert (outcome.status, outcome.saved, outcome.resume) == ("interrupted", False, "")
    assert resume("1", store).state == state


def test_a_dear_state_is_made_only_when_it_is_saved(tmp_path: Path) -> None:
    made: list[int] = []

    def state(n: int) -> Mapping[str, Any]:
        made.append(n)
        return {"n": n}

    def work(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        for n in range(1, 99):
            yield Chunk(n, 99, "numbers", Deferred(partial(state, n)))

    store = tmp_path / "runs.sqlite"
    with Steps(each=0.5, stop=lambda chunk: chunk.done == 50):
        outcome = perform(work, RUN, store=store)
    assert outcome.resume == "1" and get_run(store, 1).state == {"n": 50}
    assert 2 < len(made) < 12 and made == sorted({*made})
