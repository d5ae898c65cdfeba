"""How many misreadings of rules with a rare branch are refused, of the one form that all who prove read.

    python tests/theorems/misread_rules.py --count 1000

draws rules, changes one number, sign or order in the core form of each, and leaves out what all heaps or none show.
Then the door of proofs is asked: whether options differ, or a condition is never seen both ways. Beside that stands how
many of them 400 heaps drawn at random meet.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reading"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from test_cover import misread, rare, results

from grundy.errors import BadRule
from grundy.reading.core import Core
from grundy.reading.cover import Solver, require_covered
from grundy.reading.lower import lower
from grundy.reading.python import function_of
from grundy.reading.source import NotRead
from grundy.theorems.linear import Relation
from grundy.theorems.numbers import NotPresburger
from grundy.theorems.reading import RuleReading, state_where
from grundy.theorems.walk import walk


def solver(core: Core) -> Solver | None:
    """What finds states for a core form, as `reading` makes it."""
    try:
        walked = walk(core)
    except NotPresburger:
        return None
    return partial(state_where, RuleReading(Relation(walked.names, walked.clauses), asked=walked.asked))


def caught(wanted: int, heaps: int = 20_000, first: int = 0) -> dict[str, int]:
    """Of so many misreadings, how many are refused, and why; and how many are met by drawn heaps."""
    counts = {"misread": 0, "options differ": 0, "never seen": 0, "not refused": 0, "drawn": 0}
    for seed in count(first):
        if counts["misread"] == wanted:
            break
        random = Random(seed)
        rule = rare(random)
        form = lower(rule)
        wrong = misread(form, random)
        right, other = function_of(form), function_of(wrong)
        different = {n for n in range(heaps) if results(right, n) != results(other, n)}
        if not 0 < len(different) < heaps // 50:
            continue  # it does the same, or everybody sees it
        counts["misread"] += 1
        try:
            require_covered(rule, wrong, solver(wrong))
            counts["not refused"] += 1
        except BadRule:
            counts["options differ"] += 1
        except NotRead:
            counts["never seen"] += 1
        counts["drawn"] += any(random.randrange(heaps) in different for _ in range(400))
    return counts


def main() -> None:
    """Count, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000)
    print(caught(parser.parse_args().count))


if __name__ == "__main__":
    main()
