"""From a relation to a theorem: tables, systems and depths from the cheap to the dear, until a claim is decided."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from grundy.errors import OutOfReach
from grundy.runs.chunk import Chunk
from grundy.theorems.automata import Automaton, conjunction, empty, product
from grundy.theorems.decide import VALUE, Counterexample, TheoremClaim, What, decide
from grundy.theorems.learn import learn
from grundy.theorems.limits import NEVER, AutomatonTooLarge, Until, most_states
from grundy.theorems.linear import Relation
from grundy.theorems.measure import InvalidMove, measure_of, negative
from grundy.theorems.numeration import BASES, QUADRATIC, NumerationSystem, valid
from grundy.theorems.theorem import Theorem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FillBox: TypeAlias = "Callable[[tuple[int, ...], bool], NDArray[np.int64]]"  # of a box; whether outcomes are enough

SYSTEMS = (NumerationSystem(2), NumerationSystem(3), NumerationSystem(1, 1), *BASES[2:], *QUADRATIC[1:])
GRAPH_SYSTEMS = (
    NumerationSystem(2),
    NumerationSystem(3),
    NumerationSystem(1, 1),
)  # for values without bound, whose track adds to the others
SIZES = {1: (200, 1_200, 8_000, 60_000), 2: (36, 64, 150, 240, 400), 3: (10, 33, 66), 4: (6, 17, 24)}
EFFORTS = ((40, 4_000), (100, 20_000), (400, 60_000), (1_500, 200_000))  # states learnt, and of a decision
PATIENCE, PATIENCE_MANY = 2, 1  # tables to which nim-values are looked for, few or many, after the P-positions
MOST_LEARNT = 200_000  # states, as learnt
SOON = 4_000  # states of a decision about values without bound, unless they are asked for
MOST_ENTRIES = 400_000  # of a table from which values without bound are learnt
MOST_VALUES = 40  # with more different ones, nim-values are taken for unbounded
FEW_CELLS = 3_000  # of an automaton: up to here the usual systems go first, whatever its size


@dataclass(frozen=True)
class Open:
    """What is not proved, and why.

    fault      a move that leads to no state, or that play does not end for: then there is nothing to prove
    failed     the last claim that was learnt and turned out false, if there was one
    tried      how many claims were decided, in how many systems, to which size of tables
    """

    reason: str
    fault: InvalidMove | None = None
    failed: Counterexample | None = None


Search: TypeAlias = Generator[Chunk, None, Theorem | Open]
Kind: TypeAlias = Literal["set", "values", "graph"]


@dataclass(frozen=True)
class Wish:
    """What to look for, and where.

    what       what the theorem shall be about; None: nim-values if they are soon found, else P-positions
    misere     whether who makes the last move loses
    systems    numeration systems, those that people know first
    sizes      of the boxes of states whose tables are learnt from; None: as many as may help
    until      when to give a claim up
    """

    what: What | None = None
    misere: bool = False
    systems: tuple[NumerationSystem, ...] = SYSTEMS
    sizes: tuple[int, ...] | None = None
    until: Until = NEVER


ANYTHING = Wish()


def prove(
    relation: Relation, table: FillBox, wish: Wish = ANYTHING, note: Callable[[Theorem], None] = lambda theorem: None
) -> Search:
    """Look for a theorem about all positions of a rule: work as grundy.runs.chunk has it, without a state to save.

    Args:    table: gives nim-values of a box of states, or outcomes: see `table_of`. What it says is only a hint.
             note: called with a theorem that says less than what is still looked for.
    Returns: a theorem, or why there is none; nothing but a limit of time or memory stops it before.
    """
    fault = negative(relation)
    measure = fault or measure_of(relation)
    if isinstance(measure, InvalidMove):
        return Open(measure.text, fault=measure)
    sums = any(len(clause.parts) > 1 for clause in relation.clauses)
    if wish.misere and sums:
        return Open("moves that leave several parts are refused in misère play, where these do not tell who wins a sum")
    if wish.misere and wish.what == "nim-values":
        return Open("in misère play positions have no nim-values")
    if sums and wish.what == "p-positions":
        wish = replace(wish, what="nim-values")  # no less will do
    sizes = SIZES.get(len(relation.names), (5,)) if wish.sizes is None else wish.sizes
    tries, failed, positions = 0, None, None
    many = False  # nim-values
    for turn, size in enumerate(sizes):
        most, effort = EFFORTS[min(turn, len(EFFORTS) - 1)]
        yield Chunk(tries, 0, "claims", {}, known=_progress_text(tries, positions))
        kinds = _kinds(wish, sums, many, turn)
        try:
            values = table((size,) * len(relation.names), kinds == ["set"])
        except OutOfReach:
            break
        many = many or int(values.max(initial=0)) >= MOST_VALUES
        for kind in kinds:
            if (kind == "set" and positions) or (kind != "set" and many != (kind == "graph")):
                continue
            for claim in _claims(relation, kind, wish, values, sums, most):
                yield Chunk(tries, 0, "claims", {}, known=_progress_text(tries, positions))
                tries += 1
                try:
                    soon = kind == "graph" and wish.what is None
                    with most_states(min(effort, SOON) if soon else effort, wish.until):
                        failed = decide(claim)
                except AutomatonTooLarge:
                    continue
                if failed is None:
                    theorem = Theorem(claim, measure)
                    if kind != "set" or kinds == ["set"]:
                        return theorem
                    positions = theorem
                    note(theorem)
                    break
        if positions and turn >= (PATIENCE_MANY if many else PATIENCE):
            break
    if positions:
        return positions
    scope = f"over {wish.systems[0].name}" if len(wish.systems) == 1 else f"of {len(wish.systems)} numeration systems"
    reason = f"no automaton {scope} is right for all positions, as far as tables reach"
    return Open(reason, failed=failed)


def _kinds(wish: Wish, sums: bool, many: bool, turn: int) -> list[Kind]:
    """What to look for, the best first but for the graph of values without bound, which costs most."""
    if wish.misere or wish.what == "p-positions":
        return ["set"]
    if sums or wish.what == "nim-values":
        return ["values", "graph"]
    if many and turn > PATIENCE_MANY:
        return ["set"]
    return ["values", "set", "graph"]


def _progress_text(tries: int, positions: Theorem | None) -> str:
    return f"{tries} claims decided" + (", the P-positions proved" if positions else "")


def _claims(
    relation: Relation, kind: Kind, wish: Wish, values: NDArray[Any], sums: bool, most: int
) -> Iterator[TheoremClaim]:
    """The claims that a table suggests, small ones of the usual systems first."""
    large_claims: list[tuple[int, int, TheoremClaim]] = []
    names, table, systems = relation.names, values, wish.systems
    if kind == "set":
        table = values == 0
    if kind == "graph":
        names, table = (*names, VALUE), _graph(values)
        systems = tuple(system for system in systems if system in (GRAPH_SYSTEMS[:1] if sums else GRAPH_SYSTEMS))
    for place, system in enumerate(systems):
        with most_states(MOST_LEARNT, wish.until):
            learnt = learn(system, names, table, most)
        if learnt is None:
            continue
        claimed = of_numbers(system, learnt, kind)
        if claimed is None:
            continue
        claim = TheoremClaim(relation, system, kind, claimed, wish.misere)
        size = int(claim.automaton.next.size)
        if size <= FEW_CELLS:
            yield claim
        else:
            large_claims.append((size, place, claim))
    for _, _, claim in sorted(large_claims, key=lambda each: each[:2]):
        yield claim


def of_numbers(system: NumerationSystem, learnt: Automaton, kind: Kind) -> Automaton | None:
    """What was learnt, of words that are numbers alone, as no table says anything of others; None if a number lacks."""
    import numpy as np

    numbers = valid(system, learnt.names)
    if kind != "values":
        return conjunction(learnt.where(1), numbers)
    dfa = product(learnt, numbers, lambda output, number: np.where(number == 1, output, -1))
    silent = product(dfa, numbers, lambda output, number: (output < 0) & (number == 1))
    return dfa if empty(silent) else None


def _graph(values: NDArray[Any]) -> NDArray[Any]:
    """Whether a state has a value, of a table with an axis more; states as far as this is not too large."""
    import numpy as np

    size = len(values)
    while values.size * (int(values.max(initial=0)) + 1) > MOST_ENTRIES:
        size = size * 3 // 4
        values = values[(slice(size),) * values.ndim]
    return np.asarray(values[..., None] == np.arange(int(values.max(initial=0)) + 1), np.int8)
