"""Give spoilt texts to everything that reads text, for a given time.

    python tests/fuzz.py --minutes 10
    python tests/fuzz.py --guided --minutes 60

Each text is a valid sample with something cut, doubled, flipped or put in, or bytes at random. No text may end in a
traceback, take more than 40 seconds of work or a GiB of memory, or leave another exit status than 0, 1 or 2; what is
refused prints nothing on standard output, and every finding names its place. What breaks this is made short and
printed; the exit status is then 1. Nothing printed may have a character that a terminal acts on, and what answers the
server, or only reads a text, opens no file and starts no process.

With --guided, texts that reach code which none before them did are kept and spoilt further: by atheris, of the extra
`fuzz`. Files of rules and guesses, which are run as they stand, are left out then.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import guided  # before anything of grundy's
from trials.fuzz import Spent, complaint, largest, lay_traps, shortest, workplace
from trials.inputs import INPUTS, PIECES, Input, spoilt
from watched import asked, rounds

ROUND = 2_000
MOST_SECONDS = 180.0  # wall-clock, for one text, if it does not even notice its limit
ROUND_GUIDED = 30.0  # seconds of one kind, so that an hour passes all; its texts of earlier rounds are begun anew


def _try(pipe: Connection, kind: Input, text: bytes, folder: Path) -> None:
    """Give a text, and send what is wrong, on a short one that shows the same. Raises Spent."""
    pipe.send(("at", f"{kind.name} {text!r}"))
    wrong = complaint(kind, text, folder)
    if wrong:
        text = shortest(kind, text, wrong, folder)
        wrong = complaint(kind, text, folder) or wrong
    pipe.send(("done", kind.name, largest(), f"{kind.name}: {wrong}\n    {text[:400]!r}\n" if wrong else ""))


@contextmanager
def _place() -> Iterator[Path]:
    """A folder to work in, with files beside that no text may have opened."""
    with workplace() as folder:
        os.chdir(folder)
        os.environ["XDG_DATA_HOME"] = str(folder)
        lay_traps(folder)
        yield folder


def _child(pipe: Connection, names: Sequence[str], seed: int, end: float) -> None:
    kinds = [kind for kind in INPUTS if kind.name in names]
    with _place() as folder:
        for number in range(ROUND):
            if time.monotonic() > end:
                break
            kind = kinds[(seed + number) % len(kinds)]
            try:
                _try(pipe, kind, spoilt(kind.samples, Random(f"{seed} {number}")), folder)
            except Spent:
                break
    pipe.send(("end",))


def _guided_child(pipe: Connection, names: Sequence[str], seed: int, end: float) -> None:
    """One kind, guided by the code that its texts reach."""
    kinds = [kind for kind in INPUTS if kind.name in names and not kind.code]
    kind = kinds[seed % len(kinds)]
    samples = kind.samples
    end = min(end, time.monotonic() + ROUND_GUIDED)
    with _place() as folder:

        def give(text: bytes) -> None:
            over = time.monotonic() > end
            try:
                if not over:
                    _try(pipe, kind, text, folder)
            except Spent:
                over = True
            if over:  # atheris never returns
                pipe.send(("end",))
                shutil.rmtree(folder, ignore_errors=True)
                os._exit(0)

        guided.explore(give, samples, PIECES, seed, folder / "corpus")


def main(arguments: Sequence[str]) -> int:
    """The command: exit status 1 if something breaks."""
    rest = [word for word in arguments if word != "--guided"]
    given = asked(rest, __doc__, [kind.name for kind in INPUTS], "texts")
    tried: Counter[str] = Counter()
    told: list[str] = []
    memory = 0
    for message in rounds(_guided_child if guided.WANTED else _child, given, MOST_SECONDS):
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
    totals = {"seconds": given.seconds(), "texts": tried.total(), "complaints": len(told)}
    print(json.dumps({**totals, "most_MiB_of_a_process": memory >> 20}))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
