"""A command of a made-up engine, for tests that interrupt it: `python interrupted.py KIND STORE [TABLE]`.

KIND    brisk: chunk after chunk without end; kernel: a chunk that never ends, without the interpreter lock; python: one
        of plain Python that never ends; resume: goes on with run 1 for 399 chunks, and ends with standard input
TABLE   a file that it does as if it filled
"""

from __future__ import annotations

import sys
import threading
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from performing import perform

from grundy.cli import main as cli
from grundy.cli.runs import stopped_line
from grundy.model.run import Run
from grundy.runs import loop, recorder, resume
from grundy.runs.chunk import Chunk
from grundy.runs.table_file import create_table


def main() -> int:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["brisk", "kernel", "python", "resume"])
    parser.add_argument("store", type=Path)
    parser.add_argument("table", type=Path, nargs="?")
    given = parser.parse_args()
    kind, store = given.kind, given.store
    loop.LONG = recorder.LONG = 0.0

    def work(state: Mapping[str, Any] | None) -> Iterator[Chunk]:
        start = state["n"] if state else 0
        for n in range(start + 1, start + 400) if kind == "resume" else count(start + 1):
            yield Chunk(n, 0, "steps", {"n": n}, f"steps 1..{n}")
            if n == 50 and kind in ("kernel", "python"):
                print("at work", flush=True)
            if n == 50 and kind == "kernel":
                threading.Event().wait()
            while n == 50 and kind == "python":
                pass
        sys.stdin.read()

    resumed = resume.resume("1", store) if kind == "resume" else None
    print("ready", flush=True)
    run = Run(("count",), "counting", key="k")
    table = create_table(given.table, (1000,), "|u1", "k", recorder.about(run)) if given.table else None
    outcome = perform(
        work, run, store=store, resumed=resumed, table=table, say=lambda text: print(text, flush=True), every=0.05
    )
    if outcome.status != "finished":
        print(stopped_line(outcome), flush=True)
    return outcome.exit_status


if __name__ == "__main__":
    cli.end(main)
