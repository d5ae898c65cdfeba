"""A made-up engine that fills a table file, and a harness that kills it: `python filling.py MODE ORDER MEMORY COUNT`.

MODE    kills: kill -9 at random moments, COUNT times in all; steps: at each step that touches names or waits for the
        disk, one after the other (COUNT is not used)
ORDER   rising: blocks in order, each from entries before it; scattered: independent blocks in a scrambled order
MEMORY  memory or mapped

Each killed run is resumed until it ends; the files must then be those of a run that nobody disturbed. The harness has
no thread and forks its victims, so that hundreds of kills take seconds.
"""

from __future__ import annotations

import os
import random
import signal
import tempfile
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from performing import perform

from grundy.errors import StoreError
from grundy.model.run import Run
from grundy.runs import loop
from grundy.runs.chunk import Chunk, Work
from grundy.runs.recorder import about
from grundy.runs.table_file import (
    MemoryTable,
    TableFile,
    create_table,
    finish_interrupted,
    partial,
    read_partial,
    resume_table,
)

ENTRIES = 1_300_001  # two digest chunks of bytes, three once widened
BLOCK = 20_000
BLOCKS = -(-ENTRIES // BLOCK)
WIDE = 800_000  # from here on entries need two bytes
NAME = "table.npy"
RUN = Run(("table", "made-up"), "made-up", key="made-up")


def value(n: int) -> int:
    """What entry n must be, by itself: the slow twin of `block`."""
    return n * 7 % 251 + 300 * (n >= WIDE)


def block(start: int, stop: int) -> np.ndarray:
    n = np.arange(start, stop, dtype=np.int64)
    return n * 7 % 251 + 300 * (n >= WIDE)


def filling(table: MemoryTable | TableFile, order: str, pause: float = 0.0) -> Work:
    """An engine: `rising` reads what it wrote before, so that a wrong entry spreads."""

    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        for i in range(state["block"] if state else 0, BLOCKS):
            at = i if order == "rising" else (i * 31 + 17) % BLOCKS
            start, stop = at * BLOCK, min(at * BLOCK + BLOCK, ENTRIES)
            new = block(start, stop)
            if order == "rising" and start:
                before = np.arange(start, stop) - BLOCK
                new += table.array[before].astype(np.int64) - block(start - BLOCK, stop - BLOCK)
            if new.max() > np.iinfo(table.array.dtype).max:
                table.array[start : start + 5] = 99  # of a block that is begun again after widening
                table.widen("<u2")
            table.array[start:stop] = new
            time.sleep(pause)
            yield Chunk(i + 1, BLOCKS, "blocks", {"block": i + 1}, f"{i + 1} blocks", ((start, stop),))
        return "filled"

    return work


def begin_or_resume(folder: Path, mapped: bool) -> TableFile | None:
    """The table to go on with; None if it is finished."""
    path = folder / NAME
    if finish_interrupted(path):
        return None
    try:
        return resume_table(path, "made-up", mapped=mapped)
    except StoreError as problem:
        if "no run has begun it" not in str(problem):
            raise
    return create_table(path, (ENTRIES,), "|u1", "made-up", about(RUN), mapped=mapped)


def fill_under_loop(folder: Path, order: str, mapped: bool, pause: float) -> None:
    """As the command line does it, but with checkpoints as often as can be."""
    loop.LONG, loop.TICK, loop.SHARE = 0.0, 0.001, 1.0
    table = begin_or_resume(folder, mapped)
    if table is not None:
        outcome = perform(filling(table, order, pause), RUN, table=table, store=folder / "runs.sqlite", every=0.0)
        assert outcome.value == "filled"


def fill_in_steps(folder: Path, order: str, mapped: bool, said: int = -1) -> None:
    """With checkpoints at the same places each time; after each the file handle `said` is told how far it is."""
    table = begin_or_resume(folder, mapped)
    if table is not None:
        for chunk in filling(table, order)(table.state):
            table.note(chunk)
            if chunk.done % 13 == 0:
                table.save()
                if said >= 0:
                    os.write(said, b"%9d" % chunk.done)
        table.finish()


def forked(action: Callable[..., None], *given: Any, seconds: float | None = None) -> int:
    """Run an action in a child, killed after some seconds; its wait status."""
    child = os.fork()
    if not child:
        status = 1
        try:
            action(*given)
            status = 0
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            os._exit(status)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def killed_at_step(step: int, *given: Any) -> None:
    """Fill in steps and kill oneself before the step-th operation on names, rooms or the disk."""
    left = step

    def watched(operation: Any) -> Any:
        def replaced(*args: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
            return operation(*args, **named)

        return replaced

    for name in ("fsync", "replace", "unlink", "posix_fallocate"):
        setattr(os, name, watched(getattr(os, name)))
    fill_in_steps(*given)


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.startswith("runs.sqlite")}


def undisturbed(order: str) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        assert forked(fill_in_steps, Path(folder), order, False) == 0
        contents = files(Path(folder))
    entries = np.frombuffer(contents[NAME], np.uint16, offset=128)
    assert sorted(contents) == [NAME, NAME + ".sha256"]
    assert [int(entries[n]) for n in range(0, ENTRIES, 997)] == [value(n) for n in range(0, ENTRIES, 997)]
    return contents


def kills(order: str, mapped: bool, count: int) -> int:
    """Kill at random moments; how many runs it took to make the tables."""
    expected, tables, killed = undisturbed(order), 0, 0
    chance = random.Random(count)
    while killed < count:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            status = -1
            while status != 0 and killed < count:
                status = forked(fill_under_loop, folder, order, mapped, 0.001, seconds=chance.uniform(0.0, 0.12))
                assert status in (0, signal.SIGKILL), status
                killed += 1
            if status != 0:
                assert forked(fill_under_loop, folder, order, mapped, 0.0) == 0
            assert files(folder) == expected, sorted(files(folder))
            tables += 1
    return tables


def steps(order: str, mapped: bool, count: int) -> int:
    """Kill before every step; how many steps there are."""
    expected = undisturbed(order)
    for step in range(1, 10_000):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            heard, said = os.pipe()
            status = forked(killed_at_step, step, folder, order, mapped, said)
            os.close(said)
            with open(heard, "rb") as stream:
                done = int(stream.read()[-9:] or b"0")
            assert status in (0, signal.SIGKILL), status
            if partial(folder / NAME).exists():
                state = (read_partial(folder / NAME).run or {})["state"]
                assert (state or {"block": 0})["block"] >= done, "what was said done is lost"
            if status != 0:
                assert forked(fill_in_steps, folder, order, mapped) == 0
            assert files(folder) == expected, (step, sorted(files(folder)))
        if status == 0:
            return step
    raise AssertionError("no end of steps")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["kills", "steps"])
    parser.add_argument("order", choices=["rising", "scattered"])
    parser.add_argument("memory", choices=["memory", "mapped"])
    parser.add_argument("count", type=int)
    given = parser.parse_args()
    print({"kills": kills, "steps": steps}[given.mode](given.order, given.memory == "mapped", given.count))
