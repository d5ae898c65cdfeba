"""Give spoilt texts to everything that reads text, for a given time.

    python tests/fuzz.py --minutes 10

Each text is a valid sample with something cut, doubled, flipped or put in, or bytes at random. No text may end in a
traceback, take more than 40 seconds of work or a GiB of memory, or leave another exit status than 0, 1 or 2; what is
refused prints nothing on standard output, and every finding names its place. What breaks this is made short and
printed; the exit status is then 1.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing.connection import Connection
from random import Random

from trials.fuzz import Spent, complaint, largest, shortest, workplace
from trials.inputs import INPUTS, spoilt

ROUND = 2_000
MOST_SECONDS = 180.0  # wall-clock, for one text, if it does not even notice its limit


def _child(pipe: Connection, names: Sequence[str], seed: int, end: float) -> None:
    kinds = [kind for kind in INPUTS if kind.name in names]
    with workplace() as folder:
        os.chdir(folder)
        os.environ["XDG_DATA_HOME"] = str(folder)
        for number in range(ROUND):
            if time.monotonic() > end:
                break
            kind = kinds[(seed + number) % len(kinds)]
            text = spoilt(kind.samples, Random(f"{seed} {number}"))
            pipe.send(("at", f"{kind.name} {text!r}"))
            wrong = None
            try:
                wrong = complaint(kind, text, folder)
                if wrong:
                    text = shortest(kind, text, wrong, folder)
                    wrong = complaint(kind, text, folder) or wrong
            except Spent:
                end = 0
            pipe.send(("done", kind.name, largest(), f"{kind.name}: {wrong}\n    {text[:400]!r}\n" if wrong else ""))
    pipe.send(("end",))


def main(arguments: Sequence[str]) -> int:
    """The command: exit status 1 if something breaks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long (1)")
    parser.add_argument("--seed", type=int, default=None, help="of the random texts (the time)")
    parser.add_argument("--kind", action="append", choices=[kind.name for kind in INPUTS], help="only this kind")
    given = parser.parse_args(arguments)
    names = given.kind or [kind.name for kind in INPUTS]
    seed = int(time.time()) if given.seed is None else given.seed
    tried: Counter[str] = Counter()
    told: list[str] = []
    memory = 0
    start = time.monotonic()
    end = start + 60 * given.minutes
    context = multiprocessing.get_context("spawn")
    print(f"seed {seed}", flush=True)
    while time.monotonic() < end:
        mine, theirs = context.Pipe(duplex=False)
        child = context.Process(target=_child, args=(theirs, names, seed, end), daemon=True)
        child.start()
        theirs.close()
        at = "the start"
        while True:
            try:
                message = mine.recv() if mine.poll(MOST_SECONDS) else ("hung",)
            except EOFError:
                message = ("crashed",)
            if message[0] == "at":
                at = message[1]
            elif message[0] == "done":
                _, name, most, wrong = message
                tried[name] += 1
                memory = max(memory, most)
                if wrong and wrong[:60] not in told:
                    told.append(wrong[:60])
                    print(wrong, flush=True)
            else:
                if message[0] != "end":
                    child.kill()
                    child.join()
                    told.append(f"{message[0]} (status {child.exitcode}) at {at[:400]}")
                    print(told[-1], flush=True)
                break
        child.join()
        seed += 1
    for name in names:
        print(f"{name:32} {tried[name]:9,} texts")
    found = {"seconds": round(time.monotonic() - start), "texts": tried.total(), "complaints": len(told)}
    print(json.dumps({**found, "most_MiB_of_a_process": memory >> 20}))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
