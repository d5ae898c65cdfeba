"""Give spoilt texts to everything that reads text, for a given time.

    python tests/fuzz.py --minutes 10

Each text is a valid sample with something cut, doubled, flipped or put in, or bytes at random. No text may end in a
traceback, take more than 40 seconds of work or a GiB of memory, or leave another exit status than 0, 1 or 2; what is
refused prints nothing on standard output, and every finding names its place. What breaks this is made short and
printed; the exit status is then 1.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing.connection import Connection
from random import Random

from trials.fuzz import Spent, complaint, largest, shortest, workplace
from trials.inputs import INPUTS, spoilt
from watched import asked, rounds

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
    given = asked(arguments, __doc__, [kind.name for kind in INPUTS], "texts")
    tried: Counter[str] = Counter()
    told: list[str] = []
    memory = 0
    for message in rounds(_child, given, MOST_SECONDS):
        match message:
            case ("done", name, most, wrong):
                tried[name] += 1
                memory = max(memory, most)
                if not wrong or wrong[:60] in told:
                    continue
                told.append(wrong[:60])
                print(wrong, flush=True)
            case (how, status, at):
                told.append(f"{how} (status {status}) at {at[:400]}")
                print(told[-1], flush=True)
    for name in given.names:
        print(f"{name:32} {tried[name]:9,} texts")
    found = {"seconds": given.seconds(), "texts": tried.total(), "complaints": len(told)}
    print(json.dumps({**found, "most_MiB_of_a_process": memory >> 20}))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
