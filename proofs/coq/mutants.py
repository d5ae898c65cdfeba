"""Mutants of certificates, judged by the checker that is proved, by check.py, and periods by check.c.

    make -C proofs/coq && .venv/bin/python proofs/coq/mutants.py --count 10000

makes so many in all, of every kind of which the proved checker knows a sample, prints how many each of them accepts,
and looks by brute force whether what was accepted is true (tests/forging_truth.py). The exit status is 1 if two
checkers do not agree, in their verdict or their words, or if something accepted is false. A mutant that one of them has
not judged in --seconds of CPU is counted as such.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TypeVar

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tests")]

import certificate_texts  # noqa: E402
from built_checker import built_checker  # noqa: E402
from forging import digest_is_wrong  # noqa: E402
from forging_samples import KINDS, folder, honest  # noqa: E402
from forging_truth import said_lines, true  # noqa: E402
from forging_ways import forge  # noqa: E402
from test_proved_checker import CORPUS, PROVED, mutant, plain  # noqa: E402

BATCH = 200
T = TypeVar("T")
LARGE = 600  # heaps of a period that brute force takes too long for


class TooLong(Exception):
    """The time of a judge is over."""


def within(seconds: float, work: Callable[[], T]) -> T | None:
    """What the work returns; None if it takes more CPU than that."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        return work()
    except TooLong:
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def samples() -> dict[str, list[str]]:
    """True certificates by kind, and those that are kept in the repository; their tables lie in one folder."""
    kept = []
    for path in CORPUS:
        kept.append(certificate_texts.unsealed(path.read_text("ascii")))
        if (table := path.with_suffix(".npy")).exists():
            shutil.copy(table, folder())
    return {**{kind: honest()[kind] for kind in KINDS}, "kept in the repository": kept}


def mutants(kind: str, texts: list[str], others: list[str], count: int, seed: int) -> Iterator[str]:
    """So many texts that are not among those they are made from, many of them with a digest that is right."""
    number, made = 0, 0
    while made < count:
        rng = Random(f"{kind} {seed} {number}")
        number += 1
        text = rng.choice(texts)
        if rng.random() < 0.3:
            found = mutant(text, rng)
        else:
            found = forge(text, rng.choice((texts, texts, others)), rng)
            found = certificate_texts.sealed(found) if rng.random() < 0.3 else found
        if certificate_texts.unsealed(found) not in texts and "/" not in found:
            made += 1
            yield found


def judged(command: str, names: list[str], seconds: float) -> dict[str, list[str]]:
    """What a program says of each file, without its name; nothing of one that takes too long."""
    said: dict[str, list[str]] = {}
    while names:
        limit = int(seconds) + len(names) // 20 + 1
        done = subprocess.run(
            [command, *names, "/dev/null"],  # two names at least, so that each line has its own
            cwd=folder(),
            capture_output=True,
            encoding="latin-1",
            preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)),  # type: ignore[misc]
        )
        for line in done.stdout.splitlines():
            name, _, words = line.partition(": ")
            said.setdefault(name, []).append(words)
        if done.returncode in (0, 1, 2):
            return said
        judging = next((at for at, name in enumerate(names) if not over(said.get(name))), len(names))
        names = names[judging + 1 :]
    return said


def over(lines: list[str] | None) -> bool:
    """Whether the last of these lines is a verdict."""
    return bool(lines) and ("proved" in lines[-1] or lines[-1].startswith(("refused: ", "kind not covered")))


def seen(text: str) -> bool | None:
    """Whether an accepted text is true by the definition; None if that is too much work."""
    sizes = [int(line[1]) for line in said_lines(text) if line[0] == "values"]
    if ["kind", "period"] in said_lines(text) and sizes[0] > LARGE:
        return None
    return within(20, lambda: true(text)) and not digest_is_wrong(text)


def compare(kind: str, texts: list[str], seconds: float) -> tuple[Counter[str], list[str]]:
    """What came of these mutants, and those of which the judges do not agree or accept what is false."""
    counts, wrong = Counter({"made": len(texts)}), []
    for start in range(0, len(texts), BATCH):
        files = {f"m{start + at}.txt": text for at, text in enumerate(texts[start : start + BATCH])}
        for name, text in files.items():
            (folder() / name).write_bytes(text.encode("latin-1"))
        proved = judged(str(PROVED), list(files), seconds)
        periods = [name for name, text in files.items() if "\nkind period\n" in f"\n{text}"]
        checker = built_checker()
        in_c = judged(str(checker), periods, seconds) if checker and periods else {}
        for name, text in files.items():
            if over(proved.get(name)) and proved[name][-1].startswith("kind not covered"):
                counts["not covered"] += 1
                continue
            path = folder() / name
            expected = within(seconds, lambda path=path: plain(path))  # type: ignore[misc]
            if expected is None or not over(proved.get(name)):
                counts["too long"] += 1
                counts["too long for check.py alone" if over(proved.get(name)) else "too long for the proved one"] += 1
                if expected is not None:
                    wrong.append(text)
                continue
            good, words = expected[0] == 0, proved[name]
            fine = good == words[-1].startswith("proved") and (not good or words[:-1] == expected[1][:-1])
            if name in periods and in_c:
                counts["by check.c too"] += 1
                fine &= good == in_c[name][-1].endswith("proved")
            counts["accepted"] += good
            counts["otherwise"] += not fine
            truth = seen(text) if good else None
            counts["true by brute force"] += bool(truth)
            counts["accepted, too large to see"] += good and truth is None
            counts["false"] += truth is False
            if not fine or truth is False:
                wrong.append(text)
        for name in files:
            (folder() / name).unlink()
    return counts, wrong


def main() -> int:
    """Make mutants, and say what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="mutants in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5, help="of CPU for one mutant and judge")
    parser.add_argument("--kind", action="append")
    asked = parser.parse_args()
    every = samples()
    for kind, texts in every.items():
        for at, text in enumerate(texts):
            (folder() / f"s{at}.txt").write_text(text, "ascii")
        said = judged(str(PROVED), [f"s{at}.txt" for at in range(len(texts))], asked.seconds)
        every[kind] = [text for at, text in enumerate(texts) if said[f"s{at}.txt"][-1].startswith("proved")]
    kinds = [kind for kind in asked.kind or every if every[kind]]
    print(json.dumps({"no sample is covered of": [kind for kind in every if not every[kind]]}), flush=True)
    everything = [text for texts in every.values() for text in texts]
    total: Counter[str] = Counter()
    for at, kind in enumerate(kinds):
        count = asked.count * (at + 1) // len(kinds) - asked.count * at // len(kinds)
        counts, wrong = compare(kind, list(mutants(kind, every[kind], everything, count, asked.seed)), asked.seconds)
        print(json.dumps({"kind": kind, **{name: number for name, number in counts.items() if number}}), flush=True)
        total += counts
        for text in wrong[:3]:
            print(text, flush=True)
        total["wrong"] += len(wrong)
    print(json.dumps({"all": asked.count, **total}))
    return int(total["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
