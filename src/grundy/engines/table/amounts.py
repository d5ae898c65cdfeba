"""Tables of a rule of one's own that takes many constant amounts: the amounts kept as bits, as those of `take-away`.

A loop over 60,000 amounts looks at 60,000 options of a heap; a set of bits that is shifted by the heap meets 64 of them
at once. Whether a rule is of this kind is read off its core form, for all heaps of the table together: what is followed
is a path through the form, and of each turn of its loop for which heaps it is taken. Any condition that is no
comparison of sums of n and of what the loop runs over, and every option but n minus an amount, from that amount on and
from no other heap, is refused; such a rule is compiled like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.compile.form import assigned_in, form_of, nodes
from grundy.compile.subset import Unfit, fitted
from grundy.engines.options import SearchOptions
from grundy.engines.table.job import Filling, GrowingTable, Job, Working, chunk_of
from grundy.engines.table.plain import check_table
from grundy.model.rule import Rule
from grundy.model.shapes import TakeAway
from grundy.reading import core
from grundy.reading.core import (
    And,
    At,
    Bin,
    Bit,
    Body,
    Choice,
    Cmp,
    Condition,
    Const,
    Core,
    For,
    Group,
    If,
    In,
    InRange,
    Joined,
    Label,
    Leave,
    Let,
    Not,
    Or,
    Pick,
    Renamed,
    Scope,
    Statement,
    Truth,
    Unary,
    Var,
    Yield,
)
from grundy.reading.safe import is_safe_label

if TYPE_CHECKING:
    from numpy.typing import NDArray


TURN_NANOSECONDS = 0.7  # of a compiled loop over amounts: 0.7 to 2
WORTH_NANOSECONDS = 5 * 10**8  # that must be saved: the kernel has to be loaded, on a new machine compiled
SHORTEST, LONGEST = 1 << 14, 1 << 18  # heaps between two looks at the clock


class AmountTables:
    """The engine for a rule that takes so many amounts that bits are less work than a loop."""

    def __init__(self) -> None:
        self._amounts: list[int] | None = None

    def unfit(self, filling: Filling) -> Unfit | None:
        """Why a loop is less work, or there is nothing else; None if bits are."""
        self._amounts = amounts_of(filling.task)
        return Unfit("no amounts are read off its code, or too few or too many") if self._amounts is None else None

    def work(self, filling: Filling, saved: Mapping[str, Any] | None) -> Working:
        """As every engine."""
        assert self._amounts is not None
        table = filling.growing(saved)
        for done in _fill(self._amounts, table):
            yield chunk_of(table, done)
        yield chunk_of(table, filling.task.total)
        return filling


def engine(rule: Rule, options: SearchOptions) -> AmountTables:
    """The engine for a rule that takes many amounts."""
    return AmountTables()


def _fill(amounts: list[int], table: GrowingTable) -> Iterator[int]:
    import numpy as np

    from grundy.engines.heap.tables import sweep

    total = table.task.total
    if table.way == "window":
        table.way = "stamps8"
    block = max(SHORTEST, min(total >> 3, LONGEST), amounts[-1] >> 5)
    while table.done < total:
        for done in sweep(amounts, np.asarray(table.array), table.done, total, block):
            table.done = done
            yield done
        if table.done < total:
            table.widen(table.done)
    check_table(table.task, table.array)


def amounts_of(task: Job) -> list[int] | None:
    """The amounts, in increasing order, that a rule takes from the heaps of a table; none if a loop is less work."""
    import numpy as np

    from grundy.engines.heap.tables import sweep_cost

    total, rule = task.total, task.rule
    if rule.arity != 1 or task.outcomes or total * total * TURN_NANOSECONDS < WORTH_NANOSECONDS:
        return None
    try:
        if isinstance(rule.shape, TakeAway):
            turns, amounts = len(rule.shape.amounts) * total, sorted({s for s in rule.shape.amounts if s < total})
        else:
            form = fitted(lambda: form_of(rule))
            if isinstance(form, Unfit):
                return None
            walk = _AmountWalk(form, total)
            turns, amounts = walk.turns, np.unique(np.concatenate([np.zeros(0, np.int64), *walk.amounts])).tolist()
    except (NotAmounts, OverflowError):
        return None
    if not amounts or 4 * len(amounts) > 3 * total:  # of nearly all amounts, values are as many
        return None
    saved = turns * TURN_NANOSECONDS - 1.5 * sweep_cost(len(amounts), amounts[-1]) * total
    return amounts if saved > WORTH_NANOSECONDS else None


# ---- Numbers and paths of a rule's core form, followed for all heaps of a table and all turns of a loop at once


LARGEST = 1 << 40  # a number on the way
MOST_PATHS = 64
MOST_TURNS = 1 << 21  # of a loop: some 16 arrays of so many numbers


class NotAmounts(Exception):
    """The rule does something else than take amounts, or what is not followed here."""


@dataclass(frozen=True, slots=True)
class Number:
    """grow * n + off, `off` of each turn of the loop."""

    grow: int
    off: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Path:
    """A way through the form that heaps low..high take, of each turn of the loop; what its variables are there."""

    known: dict[str, Number]
    low: NDArray[Any]
    high: NDArray[Any]

    def where(self, number: Number) -> tuple[Path, Path]:
        """The path where a number is at least 0, and where it is not."""
        import numpy as np

        grow, off = number.grow, number.off
        if grow > 0:
            least = -(off // grow)
            return replace(self, low=np.maximum(self.low, least)), replace(self, high=np.minimum(self.high, least - 1))
        if grow < 0:
            most = off // -grow
            return replace(self, high=np.minimum(self.high, most)), replace(self, low=np.maximum(self.low, most + 1))
        yes, no = np.where(off >= 0, self.high, -1), np.where(off < 0, self.high, -1)
        return replace(self, high=yes), replace(self, high=no)

    def taken(self) -> NDArray[Any]:
        """Of each turn, whether some heap takes it."""
        is_taken: NDArray[Any] = self.low <= self.high
        return is_taken

    def named(self, name: str, number: Number) -> Path:
        """The path once a variable is given a value."""
        return replace(self, known={**self.known, name: number})


def constant(number: int) -> Number:
    import numpy as np

    return Number(0, small(np.array([number], np.int64)))


def small(numbers: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    if len(numbers) and (numbers.max() > LARGEST or numbers.min() < -LARGEST):
        raise NotAmounts
    return np.ascontiguousarray(numbers)


def total_of(left: Number, right: Number, times: int = 1) -> Number:
    """left + times * right."""
    return Number(left.grow + times * right.grow, small(left.off + times * right.off))


def combined(operator: str, left: Number, right: Number) -> Number:
    """A sum or a difference; a product with a constant; of numbers that do not depend on n what a division gives."""
    match operator:
        case "+":
            return total_of(left, right)
        case "-":
            return total_of(left, right, -1)
        case "*":
            if left.grow:
                left, right = right, left
            largest = int(abs(left.off).max()) * int(abs(right.off).max())
            if not left.grow and (not right.grow or len(left.off) == 1) and largest <= LARGEST:
                return Number(int(left.off[0]) * right.grow, small(left.off * right.off))
        case "//" | "%" if not left.grow and not right.grow and (right.off > 0).all():
            return Number(0, left.off // right.off if operator == "//" else left.off % right.off)
    raise NotAmounts


def joined(paths: list[Path]) -> list[Path]:
    """The same heaps in fewer paths, where two that know the same go on side by side."""
    import numpy as np

    fewer: list[Path] = []
    for path in sorted(paths, key=lambda path: int(path.low.min())):
        for place, other in enumerate(fewer):
            other_taken, path_taken = other.taken(), path.taken()
            beside = (other.high + 1 == path.low) | (path.high + 1 == other.low)
            if _knows(path) == _knows(other) and (beside | ~other_taken | ~path_taken).all():
                low = np.where(
                    other_taken & path_taken,
                    np.minimum(path.low, other.low),
                    np.where(other_taken, other.low, path.low),
                )
                high = np.where(
                    other_taken & path_taken,
                    np.maximum(path.high, other.high),
                    np.where(other_taken, other.high, path.high),
                )
                fewer[place] = replace(path, low=low, high=high)
                break
        else:
            fewer.append(path)
    return fewer


def _knows(path: Path) -> dict[str, int]:
    return {name: id(number) for name, number in path.known.items()}


Sides: TypeAlias = "tuple[list[Path], list[Path]]"
"""The paths on which a condition holds, and those on which it does not."""
End: TypeAlias = "tuple[str, Path]"
"""The scope that a path leaves, "" if none, and the path."""


def taken_sides(pairs: list[Sides]) -> Sides:
    """Of several pairs of sides, the paths that some heap takes."""
    yes, no = ([path for sides in pairs for path in sides[side] if path.taken().any()] for side in (0, 1))
    if len(yes) + len(no) > MOST_PATHS:
        raise NotAmounts
    return yes, no


def compared(operator: str, left: Number, right: Number, path: Path) -> Sides:
    """The sides of a comparison."""
    if operator in ("<", "<="):
        left, right = right, left
    if operator in ("<", ">"):  # at least one more
        right = total_of(right, constant(1))
    if operator not in ("==", "!="):
        yes, no = path.where(total_of(left, right, -1))
        return [yes], [no]
    least, below = path.where(total_of(left, right, -1))
    same, above = least.where(total_of(right, left, -1))
    return ([same], [below, above]) if operator == "==" else ([below, above], [same])


class _AmountWalk:
    """A walk over the core form of a rule of one number, for all heaps below `total`: the amounts that it takes, and
    how often its loops turn for all heaps together. Raises: NotAmounts, wherever it cannot."""

    def __init__(self, form: Core, total: int) -> None:
        import numpy as np

        self.total, self.turns = total, 0
        self.amounts: list[NDArray[Any]] = []
        self._inside = False  # a loop
        self._yielded: list[tuple[NDArray[Any], NDArray[Any]]] = []  # in a loop: amounts, and in which turns
        (heap,) = form.state
        none = np.zeros(1, np.int64)
        self.body(form.body, [Path({heap: Number(1, none)}, none, none + total - 1)])

    def body(self, body: Body, paths: list[Path]) -> list[End]:
        """Where statements end, on each path."""
        done: list[End] = []
        for statement in body:
            ends = [end for path in paths for end in self.statement(statement, path) if end[1].taken().any()]
            paths = joined([path for label, path in ends if not label])
            done += [end for end in ends if end[0]]
            if len(done) + len(paths) > MOST_PATHS:
                raise NotAmounts
        return [*done, *(("", path) for path in paths)]

    def statement(self, statement: Statement, path: Path) -> list[End]:
        """Where a statement ends."""
        match statement:
            case Let(name, number):
                return [("", after.named(name, value)) for value, after in self.numbers(number, path)]
            case If(test, body, others):
                yes, no = self.branch(test, path)
                return [*self.body(body, yes), *self.body(others, no)]
            case For():
                return self.loop(statement, path)
            case Scope(label, body):
                return [("" if left == label else left, after) for left, after in self.body(body, [path])]
            case Leave(label):
                return [(label, path)]
            case Yield():
                self.option(statement, path)
                return [("", path)]
            case Renamed(body):  # whatever fails is refused
                return self.body(body, [path])
        raise NotAmounts

    def loop(self, loop: For, path: Path) -> list[End]:
        """All turns of a loop.

        What was yielded has to be an amount, of all heaps from it on; what an earlier turn cut off has to be below it.
        """
        import numpy as np

        if self._inside:
            raise NotAmounts
        inside, numbers = self.turns_on(loop, path)
        given = {loop.name, *assigned_in(loop.body)}
        after = replace(path, known={name: number for name, number in path.known.items() if name not in given})
        if not len(numbers):
            return [("", after)]
        inside = replace(inside, known=after.known).named(loop.name, Number(0, numbers))
        self._inside, self._yielded = True, []
        left = [end for end in self.body(loop.body, [inside]) if end[0]]
        self._inside = False
        cut = np.full(len(numbers), -1)
        for _, way in left:
            cut = np.maximum(cut, np.where(way.taken(), way.high, -1))
        gone = np.concatenate(([-1], np.maximum.accumulate(cut)[:-1]))  # in an earlier turn
        self.turns += int(np.maximum(inside.high - np.maximum(inside.low, gone + 1) + 1, 0).sum())
        for amounts, taken in self._yielded:
            if (taken & (gone >= amounts)).any():
                raise NotAmounts
            self.amounts.append(amounts[taken])
        return self.apart(left, after) if left else [("", after)]

    def apart(self, left: list[End], path: Path) -> list[End]:
        """The heaps that leave a loop in some turn, which have to follow each other, and those that do not."""
        import numpy as np

        label, *others = {label for label, _ in left}
        spans = [np.broadcast_arrays(way.low, way.high, way.taken()) for _, way in left]
        low, high = (np.concatenate([span[side][span[2]] for span in spans]) for side in (0, 1))
        order = np.argsort(low)
        low, high = low[order], np.maximum.accumulate(high[order])
        if others or (low[1:] > high[:-1] + 1).any():
            raise NotAmounts
        first, last = low[:1], high[-1:]
        below = replace(path, high=np.minimum(path.high, first - 1))
        above = replace(path, low=np.maximum(path.low, last + 1))
        return [(label, replace(path, low=first, high=last)), ("", below), ("", above)]

    def turns_on(self, loop: For, path: Path) -> tuple[Path, NDArray[Any]]:
        """The numbers that a loop has for any heap on this path, and for which heaps it has each."""
        import numpy as np

        ends = [end for each in (loop.low, loop.high) for end, _ in self.numbers(each, path)]
        if len(ends) > 2:
            raise NotAmounts
        first, stop = ends
        if not first.grow and not stop.grow:
            every = range(int(first.off[0]), int(stop.off[0]), loop.step)
            if len(every) > MOST_TURNS:
                raise NotAmounts
            return path, np.arange(every.start, every.stop, every.step)
        kinds = set(map(type, nodes(loop.body)))
        if loop.step not in (1, -1) or (Yield in kinds and If not in kinds):
            raise NotAmounts  # all of a range is no set of amounts: other ways have no loop at all
        one = constant(1)
        low, high = (first, total_of(stop, one, -1)) if loop.step == 1 else (total_of(stop, one), first)
        least, most = (
            best(end.grow * int(heap[0]) + int(end.off[0]) for heap in (path.low, path.high))
            for best, end in ((min, low), (max, high))
        )
        if most - least > MOST_TURNS:
            raise NotAmounts
        numbers = np.arange(least, most + 1)[:: loop.step]
        turn = Number(0, numbers)
        return path.where(total_of(turn, low, -1))[0].where(total_of(high, turn, -1))[0], numbers

    def option(self, option: Yield, path: Path) -> None:
        """An option: on this path it has to be an amount less, of all heaps from that amount on."""
        import numpy as np

        match option:
            case Yield(parts=((left,),), next="opponent", labels=labels):
                pass
            case _:
                raise NotAmounts
        for _, label in labels:
            self.require_label(label, path)
        for number, way in self.numbers(left, path):
            low, high, amount = np.broadcast_arrays(way.low, way.high, -number.off)
            taken = low <= high
            exact = (low == amount) & (high == self.total - 1) & (amount > 0)
            if taken.any() and (number.grow != 1 or not exact[taken].all()):
                raise NotAmounts
            if self._inside:
                self._yielded.append((amount, taken))
            else:
                self.amounts.append(amount[taken])
                self.turns += self.total

    def require_label(self, label: Label, path: Path) -> None:
        """A label that fails at no heap."""
        match label:
            case Joined(pieces):
                for piece in pieces:
                    if not isinstance(piece, str):
                        self.numbers(piece, path)  # it is small, and so has few digits
            case Group(items):
                for item in items:
                    self.require_label(item, path)
            case Choice(test, one, two):
                self.branch(test, path)
                self.require_label(one, path)
                self.require_label(two, path)
            case _ if not is_safe_label(label):
                raise NotAmounts

    # Numbers and conditions

    def branch(self, test: Condition, path: Path) -> Sides:
        """The paths on which a condition holds, and on which not."""
        import numpy as np

        match test:
            case Truth(holds):
                return ([path], []) if holds else ([], [path])
            case Not(inner):
                yes, no = self.branch(inner, path)
                return no, yes
            case And(conditions) | Or(conditions):
                side = int(isinstance(test, Or))  # on which the next condition is asked
                going, ended = [path], list[Path]()
                for condition in conditions:
                    sides = taken_sides([self.branch(condition, each) for each in going])
                    going = sides[side]
                    ended += sides[1 - side]
                return (ended, going) if side else (going, ended)
            case Cmp(operator, left, right):
                pairs = [
                    (value, *rest) for value, after in self.numbers(left, path) for rest in self.numbers(right, after)
                ]
                return taken_sides([compared(operator, *pair) for pair in pairs])
            case In(number, numbers):
                side_pairs: list[Sides] = []
                for value, after in self.numbers(number, path):
                    if value.grow:
                        raise NotAmounts
                    inside = np.isin(value.off, np.array(numbers, np.int64))
                    side_pairs.append(compared(">", Number(0, inside.astype(np.int64)), constant(0), after))
                return taken_sides(side_pairs)
            case InRange(number, low, high, step):
                for each in (number, low, high):  # all are worked out first
                    self.numbers(each, path)
                begins, ends = (">=", "<") if step > 0 else ("<=", ">")
                place = Bin("%", Bin("-", number, low), Const(abs(step)))
                on_step = [Cmp("==", place, Const(0))] if abs(step) > 1 else []
                return self.branch(And((Cmp(begins, number, low), Cmp(ends, number, high), *on_step)), path)

    def numbers(self, number: core.Number, path: Path) -> list[tuple[Number, Path]]:
        """What a number is, on each of the paths to which its conditions lead."""
        import numpy as np

        match number:
            case Const(value):
                return [(constant(value), path)]
            case Var(name) if name in path.known:
                return [(path.known[name], path)]
            case Unary(sign, operand):
                return self.numbers(Bin("-", Const(0 if sign == "-" else -1), operand), path)
            case Bin(sign, left, right):
                return [
                    (combined(sign, term, other_term), after)
                    for term, between in self.numbers(left, path)
                    for other_term, after in self.numbers(right, between)
                ]
            case At(numbers, index):
                held = small(np.array(numbers, np.int64))
                places = self.numbers(index, path)
                if any(
                    term.grow or (term.off < -len(held)).any() or (term.off >= len(held)).any() for term, _ in places
                ):
                    raise NotAmounts
                return [(Number(0, held[term.off]), after) for term, after in places]
            case Pick(test, term, other_term):
                yes, no = taken_sides([self.branch(test, path)])
                picked = [*((term, each) for each in yes), *((other_term, each) for each in no)]
                return [pair for part, each in picked for pair in self.numbers(part, each)]
            case Bit(test):
                return self.numbers(Pick(test, Const(1), Const(0)), path)
        raise NotAmounts
