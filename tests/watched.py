"""Random work, round after round in processes of their own, for a given time: so that a crash or a hang has a name.

A round is a function of a pipe, names, a seed and the moment to stop. It sends ("at", what it begins) before each case
and ("done", ...) after it, and ("end",) at last.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

Round = Callable[[Connection, Sequence[str], int, float], None]


@dataclass(frozen=True)
class Asked:
    """What a command line asks for: of which kinds, from which seed on, and until when."""

    names: list[str]
    seed: int
    begin: float
    end: float

    def seconds(self) -> int:
        """How long it has taken."""
        return round(time.monotonic() - self.begin)


def asked(arguments: Sequence[str], about: str | None, kinds: Sequence[str], cases: str) -> Asked:
    """Read a command line, and print the seed."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long (1)")
    parser.add_argument("--seed", type=int, default=None, help=f"of the random {cases} (the time)")
    parser.add_argument(
        "--kind", action="append", metavar="WORDS", help="only the kinds with these words in their name"
    )
    given = parser.parse_args(arguments)
    chosen = [kind for kind in kinds if any(words in kind for words in given.kind or ("",))]
    if not chosen:
        parser.error(f"expected words of one of these kinds: {', '.join(kinds)}; found {', '.join(given.kind)}")
    seed = int(time.time()) if given.seed is None else given.seed
    print(f"seed {seed}", flush=True)
    begin = time.monotonic()
    return Asked(chosen, seed, begin, begin + 60 * given.minutes)


def rounds(work: Round, given: Asked, patience: float) -> Iterator[tuple[Any, ...]]:
    """What the rounds send: ("done", ...), and ("hung" or "crashed", exit status, what it was at) where one broke.

    Args:    patience: seconds of the clock in which something must be sent.
    """
    context, seed = multiprocessing.get_context("spawn"), given.seed
    while time.monotonic() < given.end:
        mine, theirs = context.Pipe(duplex=False)
        child = context.Process(target=work, args=(theirs, given.names, seed, given.end), daemon=True)
        child.start()
        theirs.close()
        at = "the start"
        while True:
            try:
                message = mine.recv() if mine.poll(patience) else ("hung",)
            except EOFError:
                message = ("crashed",)
            if message[0] == "at":
                at = message[1]
            elif message[0] == "done":
                yield message
            else:
                if message[0] != "end":
                    child.kill()
                    child.join()
                    yield message[0], child.exitcode, at
                break
        child.join()
        seed += 1
