"""From a relation to a theorem: tables, systems and depths from the cheap to the dear, until a claim is decided."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from grundy.engines.table.code import nim_values, p_positions
from grundy.errors import BadRule, OutOfReach
from grundy.model.definition import state_values
from grundy.model.rule import Rule
from grundy.runs.chunk import Chunk
from grundy.theorems.automata import TooLarge, most_states
from grundy.theorems.decide import VALUE, Claim, Counterexample, What, decide
from grundy.theorems.learn import learn
from grundy.theorems.linear import Relation
from grundy.theorems.measure import Fault, measure_of, negative
from grundy.theorems.numeration import BASES, QUADRATIC, System
from grundy.theorems.theorem import Theorem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Table: TypeAlias = "Callable[[tuple[int, ...]], NDArray[np.int64]]"

SYSTEMS = (System(2), System(3), System(1, 1), *BASES[2:], *QUADRATIC[1:])
GRAPH_SYSTEMS = (System(2), System(3), System(1, 1))  # for values without bound, whose track adds to the others
SIZES = {1: (200, 1_200, 8_000, 60_000), 2: (36, 64, 150, 400), 3: (10, 33, 66), 4: (6, 17, 24)}
EFFORTS = ((40, 4_000), (100, 20_000), (400, 60_000), (1_500, 200_000))  # states learnt, and of a decision
FEW_STATES = 1_500  # of a table for which no rule need be compiled
MOST_PLAIN = 5_000  # of a table by the definition
PATIENCE = 2  # tables, counted from 0, up to which few nim-values are looked for once the P-positions are proved
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
    fault: Fault | None = None
    failed: Counterexample | None = None


Search: TypeAlias = Generator[Chunk, None, Theorem | Open]
Kind: TypeAlias = Literal["set", "values", "graph"]


def table_of(rule: Rule, misere: bool = False) -> Table:
    """Tables of a rule by the engines: nim-values; in misère play 0 for a P-position, else 1."""

    def table(shape: tuple[int, ...]) -> NDArray[np.int64]:
        import numpy as np

        size: Any = shape if len(shape) > 1 else shape[0]
        if not misere:
            if np.prod(shape) > FEW_STATES:
                with suppress(BadRule):  # perhaps moves leave the box; the definition follows them
                    return nim_values(rule, size).astype(np.int64).reshape(shape)
            if np.prod(shape) > MOST_PLAIN:
                raise OutOfReach(f"moves leave the box {shape}, and the definition would look at more than its states")
            states = [state if len(shape) > 1 else state[0] for state in np.ndindex(shape)]
            values = state_values(rule, states, {})
            return np.array([values[state] for state in states], np.int64).reshape(shape)
        count = int(np.prod(shape))
        bits = np.unpackbits(p_positions(rule, size, misere=True), bitorder="little", count=count)
        return 1 - bits.astype(np.int64).reshape(shape)

    return table


def prove(
    relation: Relation,
    table: Table,
    misere: bool = False,
    wanted: What | None = None,
    systems: Sequence[System] = SYSTEMS,
    sizes: Sequence[int] | None = None,
) -> Search:
    """Look for a theorem about all positions of a rule: work as grundy.runs.chunk has it.

    Args:    table: gives nim-values of a box of states, or outcomes: see `table_of`. What it says is only a hint.
             wanted: what the theorem shall be about; None: nim-values if they are found, else P-positions.
             systems, sizes: in which to look, and how large tables may become.
    Returns: a theorem, or why there is none. What limits of time stop is open.
    """
    fault = negative(relation)
    measure = fault or measure_of(relation)
    if isinstance(measure, Fault):
        return Open(measure.text, fault=measure)
    sums = any(len(clause.parts) > 1 for clause in relation.clauses)
    if misere and sums:
        return Open(
            "in misère play the parts of a sum do not tell who wins it: moves that leave several parts are refused"
        )
    if misere and wanted == "nim-values":
        return Open("in misère play positions have no nim-values")
    if sums and wanted == "p-positions":
        wanted = "nim-values"
    if sizes is None:
        sizes = SIZES.get(len(relation.names), (5,))
    tries = 0
    failed: Counterexample | None = None
    set_found: Theorem | None = None
    for size, (most, effort) in zip(sizes, EFFORTS, strict=False):
        yield Chunk(tries, 0, "claims", {}, known=_known(tries, set_found))
        try:
            values = table((size,) * len(relation.names))
        except OutOfReach:
            break
        for kind in _kinds(values, misere, sums, wanted):
            if kind == "set" and set_found:
                continue
            shown = _graph(values) if kind == "graph" else (values == 0).astype("int8") if kind == "set" else values
            fitting = [
                system
                for system in systems
                if kind != "graph" or system in (GRAPH_SYSTEMS[:1] if sums else GRAPH_SYSTEMS)
            ]
            for claim in _claims(relation, kind, misere, shown, fitting, most):
                yield Chunk(tries, 0, "claims", {}, known=_known(tries, set_found))
                tries += 1
                try:
                    with most_states(effort):
                        failed = decide(claim)
                except TooLarge:
                    continue
                if failed is None:
                    theorem = Theorem(claim, measure)
                    if kind != "set" or wanted == "p-positions" or misere:
                        return theorem
                    set_found = theorem
                    break
        if set_found and (values.max(initial=0) >= MOST_VALUES or size >= sizes[min(PATIENCE, len(sizes) - 1)]):
            return set_found
    if set_found:
        return set_found
    reason = f"no automaton of {len(systems)} numeration systems is right for all positions, as far as tables reach"
    return Open(reason, failed=failed)


def _known(tries: int, found: Theorem | None) -> str:
    return f"{tries} claims decided" + (", the P-positions proved" if found else "")


def _kinds(values: NDArray[Any], misere: bool, sums: bool, wanted: What | None) -> Iterator[Kind]:
    """What to look for: all values if they are few, then P-positions, then values without bound, which cost most."""
    most = int(values.max(initial=0))
    numbers = wanted != "p-positions" and not misere
    if numbers and most < MOST_VALUES:
        yield "values"
    if wanted != "nim-values" and not sums:
        yield "set"
    if numbers and most >= MOST_VALUES:
        yield "graph"


def _claims(
    relation: Relation, kind: Kind, misere: bool, table: NDArray[Any], systems: Sequence[System], most: int
) -> Iterator[Claim]:
    """The claims that a table suggests, small ones of the usual systems first."""
    found: list[tuple[int, int, Claim]] = []
    names = (*relation.names, VALUE) if kind == "graph" else relation.names
    for place, system in enumerate(systems):
        learnt = learn(system, names, table, most)
        if learnt is None:
            continue
        claim = Claim(relation, system, kind, learnt if kind == "values" else learnt.where(1), misere)
        size = int(claim.automaton.next.size)
        if size <= FEW_CELLS:
            yield claim
        else:
            found.append((size, place, claim))
    for _, _, claim in sorted(found, key=lambda each: each[:2]):
        yield claim


def _graph(values: NDArray[Any]) -> NDArray[Any]:
    """Whether a state has a value, of a table with an axis more; states as far as this is not too large."""
    import numpy as np

    size = len(values)
    while values.size * (int(values.max(initial=0)) + 1) > MOST_ENTRIES:
        size = size * 3 // 4
        values = values[(slice(size),) * values.ndim]
    return np.asarray(values[..., None] == np.arange(int(values.max(initial=0)) + 1), np.int8)
