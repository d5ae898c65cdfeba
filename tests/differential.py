"""Draw random games and positions, and compare what every engine and the definition say, for a given time.

    python tests/differential.py --minutes 60

Each case is judged by programs in tests/brute.py and tests/trials/defined.py that share nothing with grundy. A
difference is made as small as it gets, and printed as a test to paste into a file in tests/; the exit status is then 1.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from multiprocessing.connection import Connection
from random import Random

from trials import (
    boards,
    coins,
    elements,
    heaps,
    judges,
    kernels,
    lopsided,
    readings,
    richer,
    richer_states,
    rules,
    sums,
    turns,
)
from trials.claim import Counts, Difference, Kind, as_test, differences, smallest
from watched import asked, rounds

KINDS: tuple[Kind, ...] = (
    *heaps.KINDS, *boards.KINDS, *rules.KINDS, *turns.KINDS, *sums.KINDS, *judges.KINDS, *elements.KINDS,
    *kernels.KINDS, *lopsided.KINDS, *readings.KINDS, *coins.KINDS, *richer.KINDS, *richer_states.KINDS,
)  # fmt: skip
ROUND = 200  # cases in one process: what engines keep from case to case is then given back
MOST_WORK = 120.0  # seconds of the processor for one case: a busy machine is no difference
MOST_SECONDS = 10 * MOST_WORK  # of the clock, for a case that waits for ever
MEMORY = 3 << 30


def run(kinds: Sequence[Kind], seed: int, seconds: float, cases: int) -> tuple[dict[str, Counts], list[Difference]]:
    """Draw up to so many cases, one kind after the other, and compare."""
    counts = {kind.name: Counts() for kind in kinds}
    differing: list[Difference] = []
    end = time.monotonic() + seconds
    for number in range(cases):
        if time.monotonic() > end:
            break
        kind = kinds[(seed + number) % len(kinds)]
        case = kind.draw(Random(f"{seed} {number}"))
        differing += [smallest(kind, each) for each in list(differences(kind, case, counts[kind.name]))[:1]]
    return counts, differing


def _child(pipe: Connection, names: Sequence[str], seed: int, end: float) -> None:
    """The same in a process of its own, which says what it is at, so that a crash or a hang has a name."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    kinds = [kind for kind in KINDS if kind.name in names]
    for number in range(ROUND):
        if time.monotonic() > end:
            break
        kind = kinds[(seed + number) % len(kinds)]
        case = kind.draw(Random(f"{seed} {number}"))
        pipe.send(("at", f"{kind.name} {case!r}"))
        signal.setitimer(signal.ITIMER_PROF, MOST_WORK)  # whose signal ends the process
        counts = Counts()
        each = next(differences(kind, case, counts), None)
        if each:  # so that it is told even if a smaller case does not end
            pipe.send(("at", f"a smaller case of\n{as_test(each)}"))
        pipe.send(("done", kind.name, asdict(counts), as_test(smallest(kind, each)) if each else ""))
    pipe.send(("end",))


def main(arguments: Sequence[str]) -> int:
    """The command: exit status 1 if something differs."""
    given = asked(arguments, __doc__, [kind.name for kind in KINDS], "cases")
    counts = {name: Counts() for name in given.names}
    told: list[str] = []
    for message in rounds(_child, given, MOST_SECONDS):
        match message:
            case ("done", name, found, test):
                for key, value in found.items():
                    setattr(counts[name], key, getattr(counts[name], key) + value)
                if not test or test in told:
                    continue
                told.append(test)
            case (how, status, at):
                told.append(f"# {how} (status {status}) at {at}\n")
        print(told[-1], flush=True)
    total = Counts(*(sum(column) for column in zip(*(asdict(one).values() for one in counts.values()), strict=True)))
    for name, one in {**counts, "all": total}.items():
        print(f"{name:20} {one.cases:9,} cases {one.claims:11,} claims {one.refused:7,} refused {one.unfit:7,} unfit")
    print(json.dumps({"seconds": given.seconds(), "differences": len(told), **asdict(total)}))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
