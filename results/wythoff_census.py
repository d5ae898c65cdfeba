"""A census of Wythoff's game with further moves: P-positions for all sizes, proved or open.

    python results/wythoff_census.py             one further move (k, l), 1 <= k < l <= 12: 66 games
    python results/wythoff_census.py --two       two of them: 2,145 games
    python results/wythoff_census.py --certificate '1 4, 2 6'
    python results/wythoff_census.py --table     how many games have which P-positions

A further move takes k counters from one heap and l from the other. The lists are results/wythoff-census-1.jsonl and
results/wythoff-census-2.jsonl. A run that was stopped goes on where it was.

Automata of the Fibonacci system alone are looked for, in tables of up to 400 x 400 positions; of a game that is open
with one further move also in the other systems. The minimal automaton of a set is unique: `set` is the SHA-256 of it,
and two games have the same P-positions if and only if they have the same `set`.
"""

from __future__ import annotations

import hashlib
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from itertools import combinations

from records import HERE, Record, checked, extend, listed

from grundy.answering.boxes import table_of
from grundy.notation.expression import parse_rule
from grundy.proof.certify_theorem import certify_theorem
from grundy.runs.chunk import run_to_end
from grundy.theorems.automata import Automaton
from grundy.theorems.numeration import NumerationSystem
from grundy.theorems.reading import reading
from grundy.theorems.search import Open, Wish, prove
from grundy.theorems.statement import condition
from grundy.theorems.theorem import Theorem

MOST = 12
ONE, TWO = HERE / "wythoff-census-1.jsonl", HERE / "wythoff-census-2.jsonl"
WYTHOFF = (
    "(a,b)->(a-k,b), for k in 1..a",
    "(a,b)->(a,b-k), for k in 1..b",
    "(a,b)->(a-k,b-k), for k in 1..min(a,b)",
)
FIBONACCI = Wish("p-positions", systems=(NumerationSystem(1, 1),))


def names(count: int) -> list[str]:
    """The further moves of each game, as in '1 4, 2 6'."""
    return [", ".join(chosen) for chosen in combinations([f"{one} {other}" for one, other in _pairs()], count)]


def _pairs() -> list[tuple[int, int]]:
    return list(combinations(range(1, MOST + 1), 2))


def rule_of(name: str) -> str:
    """A rule as one types it."""
    further = []
    for pair in name.split(", "):
        one, other = pair.split()
        further += [f"(a,b)->(a-{one},b-{other})", f"(a,b)->(a-{other},b-{one})"]
    return "rule:" + "; ".join((*WYTHOFF, *further))


def theorem_of(name: str) -> Theorem | Open:
    """What is proved of a game."""
    rule = parse_rule(rule_of(name))
    relation, table = reading(rule).relation, table_of(rule)
    found = run_to_end(prove(relation, table, FIBONACCI))
    if isinstance(found, Open) and "," not in name:
        found = run_to_end(prove(relation, table, Wish("p-positions")))
    return found


def record_of(name: str) -> Record:
    """What is known of a game."""
    found = theorem_of(name)
    if isinstance(found, Open):
        return {"status": "open", "reason": found.reason}
    return {
        "status": "proved",
        "system": found.system.name,
        "states": found.states,
        "set": set_of(found.system, found.p_positions)[:16],
        "statement": condition(found.system, found.p_positions),
        "sha256": checked(str(certify_theorem(found, rule_of(name)))),
    }


def set_of(system: NumerationSystem, one: Automaton) -> str:
    """The digest of a set of positions."""
    said = repr((system.a, system.b, one.next.tolist(), one.outputs.tolist()))
    return hashlib.sha256(said.encode()).hexdigest()


def table() -> None:
    """Print the sets that several games have, and how many are open."""
    for path in (ONE, TWO):
        found = listed(path)
        sets = Counter((record["set"], record["states"]) for record in found if record["status"] == "proved")
        proved = sum(sets.values())
        print(f"{path.name}: {len(found)} games, {proved} proved, {len(found) - proved} open, {len(sets)} sets")
        for (digest, states), count in sets.most_common(10):
            first = next(record["name"] for record in found if record.get("set") == digest)
            print(f"  {digest} {states:4} states {count:5} games, first ({first})")


def main() -> int:
    """Extend a list, or print."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--two", action="store_true")
    parser.add_argument("--certificate", metavar="NAME")
    parser.add_argument("--table", action="store_true")
    asked = parser.parse_args()
    if asked.certificate:
        found = theorem_of(asked.certificate)
        if isinstance(found, Open):
            print(found.reason, file=sys.stderr)
            return 2
        print(certify_theorem(found, rule_of(asked.certificate)), end="")
    elif asked.table:
        table()
    else:
        extend(TWO if asked.two else ONE, names(2 if asked.two else 1), record_of)
    return 0


if __name__ == "__main__":
    sys.exit(main())
