"""A table that is to be filled, and the array that it is filled into."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

from grundy.compile.form import surely_ends
from grundy.engines.engine import Spent, Stepwise
from grundy.engines.steady import is_own, unsteady_state
from grundy.errors import BadRule, GrundyError, OutOfReach
from grundy.model.definition import not_the_same
from grundy.model.frozen import frozen
from grundy.model.rule import Rule
from grundy.reading.identity import identity
from grundy.runs.chunk import Chunk

Size = int | tuple[int, ...]
Allocate = Callable[[str, int], Any]
"""allocate(dtype, entries): an array of zeros; called again, with a wider dtype, when a value does not fit.
On going on, the array as it was, which may have wider entries than those asked for."""

MOST_STATES = 2**40
MOST_EXTENT = 2**31
FEW_STATES = 3  # whose options are listed twice
DTYPES = {"window": "uint8", **{f"{way}{bits}": f"uint{bits}" for way in ("stamps", "lines") for bits in (8, 16, 32)}}
WIDER = {
    "window": "stamps8",
    **{f"{way}{bits}": f"{way}{2 * bits}" for way in ("stamps", "lines") for bits in (8, 16)},
}


@frozen
class Job:
    """A table to be filled: of which rule, over which states, for which question.

    checked    whether the definition checks some states of it, as it does all tables that are an answer; one that only
               suggests what is then proved need not wait for that
    """

    rule: Rule
    shape: tuple[int, ...]
    misere: bool
    outcomes: bool
    checked: bool = True

    @property
    def total(self) -> int:
        return prod(self.shape)

    @property
    def way(self) -> str:
        return "misere" if self.misere else "normal"


def job(rule: Rule, size: Size, misere: bool = False, outcomes: bool = False) -> Job:
    """A table of `size` states (0..size-1), or of all states of a box, checked to be one that can be filled.

    Raises: BadRule: the size does not fit the rule's arguments, the play is not one for which it is valid, a parameter
                     has no value, or the rule can be asked only once.
            OutOfReach: more than 2**40 states.
    """
    identity(rule)
    _require_parameters(rule)
    shape = (size,) if isinstance(size, int) else tuple(size)
    if len(shape) != rule.arity:
        sizes = shape[:1] * rule.arity
        example = f", as in --box {'x'.join(map(str, sizes))} or box={sizes}" if len(shape) == 1 else ""
        expected = "a number of states" if rule.arity == 1 else f"a box of {rule.arity} numbers{example}"
        raise BadRule(f"{rule.spec}: expected {expected}, found {' x '.join(map(str, shape))}")
    if any(extent < 0 for extent in shape):
        raise BadRule(f"{rule.spec}: expected a size of at least 0, found {' x '.join(map(str, shape))}")
    play = "misere" if misere else "normal"
    if play not in rule.conventions:
        raise BadRule(f"{rule.spec}: expected a play it is valid for ({', '.join(rule.conventions)}), found {play}")
    if len(shape) > 1 and max(shape) > MOST_EXTENT:
        raise OutOfReach(f"{rule.spec}: a side of a box is at most 2**31, found {max(shape):,}; try less")
    if prod(shape) > MOST_STATES:
        raise OutOfReach(f"{rule.spec}: a table has at most 2**40 states, found {prod(shape):,}; try fewer")
    if is_own(rule) and all(shape) and surely_ends(rule):
        _require_steady(rule, tuple(extent - 1 for extent in shape))
    return Job(rule, shape, misere, outcomes or misere)


def _require_parameters(rule: Rule) -> None:
    """Raises BadRule: a parameter has no value."""
    code = getattr(rule.function, "__code__", None)
    if code is not None:
        given = {*(getattr(rule.function, "__kwdefaults__", None) or {}), *dict(rule.parameters)}
        for name in code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]:
            if name not in given:
                raise BadRule(f"{rule.spec}: expected a value for its parameter {name!r}, found none: --set {name}=...")


def _require_steady(rule: Rule, last: tuple[int, ...]) -> None:
    """List the options of the last state twice, before the first uses up what a helper has kept. Raises BadRule."""
    state = last if len(last) > 1 else last[0]
    try:
        unsteady = unsteady_state(rule, [state], FEW_STATES)
    except GrundyError:
        return  # which the table will say of the first state that is wrong
    if unsteady is not None:
        raise not_the_same(f"{rule.spec}: state {unsteady[0]!r}")


class GrowingTable:
    """The array that is being filled, and how what is in it is kept."""

    def __init__(self, task: Job, allocate: Allocate, way: str, done: int) -> None:
        self.task, self.allocate, self.way, self.done = task, allocate, way, done
        entries = -(-task.total // 8) if task.outcomes else task.total
        self.entries = entries
        self.array = allocate(DTYPES.get(way, "uint8"), entries)
        # a kill after entries were widened, and before the next chunk was saved, leaves them wider than the state says
        while not task.outcomes and self.way in WIDER and self.array.itemsize > int(DTYPES[self.way][4:]) // 8:
            self.way = WIDER[self.way]

    def widen(self, done: int) -> None:
        """Go on with wider entries; the first `done` are kept."""
        before, old = self.way, self.array
        self.way = WIDER[before]
        if DTYPES[self.way] != DTYPES[before]:
            wider = self.allocate(DTYPES[self.way], self.entries)
            for start in range(0, done, 1 << 24):
                end = min(done, start + (1 << 24))
                wider[start:end] = old[start:end]
            self.array = wider  # whole: others may read it meanwhile


@dataclass(slots=True)
class Filling:
    """A table that is to be filled, where, and what has become of it.

    allocate   see above
    cores      how many may be used
    compiled   whether the rule may be compiled
    refused    why it was not to the end
    table      what is filled, made when an engine first asks for it
    """

    task: Job
    allocate: Allocate
    cores: int = 1
    compiled: bool = True
    refused: str = "asked for uncompiled"
    table: GrowingTable | None = None

    def value_so_far(self, place: tuple[int, ...]) -> int | None:
        """The nim-value of a state of the table, given as its numbers, if it is known by now; while it is filled, too.

        Not of a table of outcomes.
        """
        table, shape = self.table, self.task.shape
        if table is None or len(place) != len(shape):
            return None
        if not all(0 <= n < extent for n, extent in zip(place, shape, strict=True)):
            return None
        done, array, index = table.done, table.array, 0  # in this order: a wider array has all that was done before
        for n, extent in zip(place, shape, strict=True):
            index = index * extent + n
        return int(array[index]) if index < done else None

    def growing(self, saved: Mapping[str, Any] | None) -> GrowingTable:
        """The array, as far as it is filled; of work that is resumed as far as it was then."""
        if self.table is None:
            way = str(saved["way"]) if saved else self.task.way if self.task.outcomes else "window"
            self.table = GrowingTable(self.task, self.allocate, way, int(saved["done"]) if saved else 0)
        return self.table


Working: TypeAlias = Generator[Chunk, None, Filling | Spent]
Filler: TypeAlias = Stepwise[Filling, Filling]
"""An engine that fills tables, and says how far it is about ten times a second.

The saved state has `done`, how many states are right, and `way`, how they are kept; called with it, the engine asks
`allocate` for the array as it was then. On more than one core, blocks are finished out of order: `done` counts the
states before the first block that is not.
"""


def chunk_of(table: GrowingTable, done: int) -> Chunk:
    """How far a table is filled."""
    what = "outcomes" if table.task.outcomes else "values"
    text = f"{what} of states 0..{done - 1:,}" if done else ""
    return Chunk(done, table.task.total, "states", {"done": done, "way": table.way}, text)
