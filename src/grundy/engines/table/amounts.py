"""Tables of a rule of one's own that takes many constant amounts: the amounts kept as bits, as those of `take-away`.

A loop over 60,000 amounts looks at 60,000 options of a heap; a set of bits that is shifted by the heap meets 64 of them
at once. Whether a rule is of this kind is read off its code, for all heaps of the table together: what is followed is a
path through the code, and of each turn of its loop for which heaps it is taken. Any condition that is no comparison of
sums of n and of what the loop runs over, and every option but n minus an amount, from that amount on and from no other
heap, is refused; such a rule is compiled like any other.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import FunctionType
from typing import TYPE_CHECKING, Any

from grundy.compile.sequences import are_whole
from grundy.compile.source import Source, parameters, read
from grundy.compile.subset import Unfit, fitted
from grundy.engines.heap.exact import as_loop, own_names, stored
from grundy.engines.heap.symbolic import Refused
from grundy.engines.options import SearchOptions
from grundy.engines.table.job import Filling, GrowingTable, Job, Working, chunk_of
from grundy.engines.table.plain import check_table
from grundy.model.option import to
from grundy.model.rule import Rule
from grundy.model.shapes import TakeAway

if TYPE_CHECKING:
    from numpy.typing import NDArray


# ---- Numbers and paths of a rule's code, followed for all heaps of a table and all turns of a loop at once


LARGEST = 1 << 40  # a number on the way


@dataclass(frozen=True, slots=True)
class Number:
    """grow * n + off, `off` of each turn of the loop."""

    grow: int
    off: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Path:
    """A way through the code that heaps low..high take, of each turn of the loop; what its names are there."""

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
        found: NDArray[Any] = self.low <= self.high
        return found


def constant(held: Any) -> Number:
    import numpy as np

    if type(held) not in (int, bool):
        raise Refused
    return Number(0, small(np.array([held], np.int64)))


def small(numbers: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    if len(numbers) and (numbers.max() > LARGEST or numbers.min() < -LARGEST):
        raise Refused
    return np.ascontiguousarray(numbers)


def total_of(one: Number, two: Number, times: int = 1) -> Number:
    """one + times * two."""
    return Number(one.grow + times * two.grow, small(one.off + times * two.off))


def combined(operator: ast.operator, one: Number, two: Number) -> Number:
    """A product with a constant, or of numbers that do not depend on n; of those, what a division gives."""
    if isinstance(operator, ast.Mult):
        if one.grow:
            one, two = two, one
        if one.grow or (two.grow and len(one.off) > 1) or int(abs(one.off).max()) * int(abs(two.off).max()) > LARGEST:
            raise Refused
        return Number(int(one.off[0]) * two.grow, small(one.off * two.off))
    if one.grow or two.grow or (two.off < 1).any():
        raise Refused
    return Number(0, one.off // two.off if isinstance(operator, ast.FloorDiv) else one.off % two.off)


def named(path: Path, name: str, number: Number) -> Path:
    return replace(path, known={**path.known, name: number})


def joined(paths: list[Path]) -> list[Path]:
    """The same heaps in fewer paths, where two that know the same go on side by side."""
    import numpy as np

    fewer: list[Path] = []
    for path in sorted(paths, key=lambda path: int(path.low.min())):
        for place, other in enumerate(fewer):
            one, two = other.taken(), path.taken()
            beside = (other.high + 1 == path.low) | (path.high + 1 == other.low)
            if _knows(path) == _knows(other) and (beside | ~one | ~two).all():
                low = np.where(one & two, np.minimum(path.low, other.low), np.where(one, other.low, path.low))
                high = np.where(one & two, np.maximum(path.high, other.high), np.where(one, other.high, path.high))
                fewer[place] = replace(path, low=low, high=high)
                break
        else:
            fewer.append(path)
    return fewer


def _knows(path: Path) -> dict[str, int]:
    return {name: id(number) for name, number in path.known.items()}


TURN_NANOSECONDS = 0.7  # of a compiled loop over amounts: 0.7 to 2
WORTH_NANOSECONDS = 5 * 10**8  # that must be saved: the kernel has to be loaded, on a new machine compiled
SHORTEST, LONGEST = 1 << 14, 1 << 18  # heaps between two looks at the clock
MOST_PATHS = 64
MOST_TURNS = 1 << 21  # of a range: some 16 arrays of so many numbers
ENDS = ("break", "return")
IN_LABELS = (
    *(ast.Constant, ast.Name, ast.Load, ast.JoinedStr, ast.FormattedValue, ast.Tuple, ast.List, ast.IfExp, ast.Compare),
    *(ast.cmpop, ast.BoolOp, ast.boolop, ast.UnaryOp, ast.unaryop, ast.BinOp, ast.Add, ast.Sub, ast.Mult),
)  # a table needs no labels, compiled or not


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
            turns, every = len(rule.shape.amounts) * total, [s for s in rule.shape.amounts if s < total]
        else:
            source = _source(rule.function)
            if source is None:
                return None
            reader = _Reader(source, total)
            reader.all(parameters(rule))
            turns, every = reader.turns, np.concatenate([np.zeros(0, np.int64), *reader.amounts]).tolist()
    except (Refused, OverflowError):
        return None
    amounts = sorted(set(every))
    if not amounts or 4 * len(amounts) > 3 * total:  # of nearly all amounts, values are as many
        return None
    saved = turns * TURN_NANOSECONDS - 1.5 * sweep_cost(len(amounts), amounts[-1]) * total
    return amounts if saved > WORTH_NANOSECONDS else None


def _source(function: Any) -> Source | None:
    if type(function) is not FunctionType or getattr(function, "__builtins__", None) is not vars(builtins):
        return None
    source = fitted(lambda: read(function))
    return None if isinstance(source, Unfit) else source


class _Reader:
    """Follows the code of a rule of one number for all heaps below `total`. Raises: Refused, wherever it cannot."""

    def __init__(self, source: Source, total: int) -> None:
        self.source, self.total = source, total
        self.own = own_names(source.tree)
        self.given: dict[str, Any] = {}
        self.amounts: list[NDArray[Any]] = []
        self.turns = 0  # of its loops, for all heaps
        self.yielded: list[tuple[NDArray[Any], NDArray[Any]]] = []  # amounts, and in which turns
        self.gone = -1  # the largest heap for which the rule has come to its end

    def all(self, given: dict[str, Any]) -> None:
        """The whole rule, called with these keyword parameters."""
        import numpy as np

        tree = self.source.tree
        heap = [*tree.args.posonlyargs, *tree.args.args][0]
        self.given = {name: held for name, held in given.items() if type(held) not in (int, bool)}
        if self.given.keys() & stored([tree]):
            raise Refused
        known = {name: constant(held) for name, held in given.items() if name not in self.given}
        known[heap.arg] = Number(1, np.zeros(1, np.int64))
        paths = [Path(known, np.zeros(1, np.int64), np.full(1, self.total - 1))]
        for node in tree.body:
            match node:
                case ast.For(target, over, body, []):
                    paths = [after for path in paths for after in self.loop(path, target, over, body)]
                case ast.Expr(ast.YieldFrom(over)):
                    made = as_loop(over)
                    assert isinstance(made, ast.For)
                    for path in paths:
                        self.loop(path, made.target, made.iter, made.body)
                case _:
                    paths = self.turns_of([node], paths, 1)

    def loop(self, path: Path, target: ast.expr, over: ast.expr, body: list[ast.stmt]) -> list[Path]:
        """A loop over constants, or over a range that n may bound."""
        if not isinstance(target, ast.Name):
            raise Refused
        known = {name: held for name, held in path.known.items() if name not in stored([target, *body])}
        if isinstance(over, ast.Call) and self.is_python(over.func, builtins.range) and self.grows(over.args, path):
            inside, numbers = self.range(path, over.args if not over.keywords else [])
            if not any(isinstance(node, ast.If) for one in body for node in ast.walk(one)):
                raise Refused  # all of a range is no set of amounts: other ways have no loop at all
        else:
            numbers = self.constants(over, path)
            inside = [replace(path, known=known)]
        if len(numbers):
            inside = [replace(one, known={**known, target.id: Number(0, numbers)}) for one in inside]
            self.turns_of(body, inside, len(numbers), not isinstance(over, ast.Set))
        return [replace(path, known=known)]

    def turns_of(self, body: list[ast.stmt], paths: list[Path], count: int, ordered: bool = True) -> list[Path]:
        """All turns of a loop; the paths that leave none of them by `break` or `return`.

        What was yielded has to be an amount, of all heaps from it on; what an earlier turn cut off has to be below it.
        """
        import numpy as np

        ends = self.block(body, paths)
        cut = np.full(count, -1)
        for ended, path in ends:
            if ended in ENDS:
                cut = np.maximum(cut, np.where(path.taken(), path.high, -1))
        if not ordered and (cut >= 0).any():
            raise Refused
        gone = np.maximum.accumulate(np.concatenate(([self.gone], cut)))[:-1]
        for path in paths:
            self.turns += int(np.maximum(path.high - np.maximum(path.low, gone + 1) + 1, 0).sum())
        for amounts, taken in self.yielded:
            if (taken & (gone >= amounts)).any():
                raise Refused
            self.amounts.append(amounts[taken])
        self.yielded.clear()
        for ended, path in ends:
            if ended == "return":
                self.gone = max(self.gone, int(np.where(path.taken(), path.high, -1).max()))
        return [path for ended, path in ends if ended not in ENDS]

    def block(self, body: list[ast.stmt], paths: list[Path]) -> list[tuple[str, Path]]:
        """Where statements end, on each path: "" or "continue" where the next ones follow, "break" or "return"."""
        done: list[tuple[str, Path]] = []
        for node in body:
            ends = [end for path in paths for end in self.statement(node, path) if end[1].taken().any()]
            paths = joined([path for ended, path in ends if not ended])
            done += [end for end in ends if end[0]]
            if len(done) + len(paths) > MOST_PATHS:
                raise Refused
        return [*done, *(("", path) for path in paths)]

    def statement(self, node: ast.stmt, path: Path) -> list[tuple[str, Path]]:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(ast.Yield(ast.expr() as left)):
                path = self.option(left, path)
            case ast.Assign([ast.Name(name)], given) | ast.AnnAssign(ast.Name(name), _, ast.expr() as given):
                path = named(path, name, self.of(given, path))
            case ast.AugAssign(ast.Name(name) as target, operator, given):
                before = ast.copy_location(ast.Name(name, ast.Load()), target)
                path = named(path, name, self.of(ast.BinOp(before, operator, given), path))
            case ast.If(test, body, others):
                yes, no = self.branch(test, path)
                return [*self.block(body, yes), *self.block(others, no)]
            case ast.Break():
                return [("break", path)]
            case ast.Continue():
                return [("continue", path)]
            case ast.Return(None):
                return [("return", path)]
            case _:
                raise Refused
        return [("", path)]

    def option(self, node: ast.expr, path: Path) -> Path:
        """A yield: on this path it has to be an amount less, of all heaps from that amount on."""
        import numpy as np

        if isinstance(node, ast.Call) and self.is_python(node.func, to):
            for inner in (inner for label in node.keywords for inner in ast.walk(label.value)):
                if not isinstance(inner, IN_LABELS):
                    raise Refused
                if isinstance(inner, ast.Name):
                    self.of(inner, path)
            if len(node.args) != 1 or any(label.arg is None for label in node.keywords):
                raise Refused
            (node,) = node.args
        left = self.of(node, path)
        low, high, amount = np.broadcast_arrays(path.low, path.high, -left.off)
        taken = low <= high
        if taken.any():
            exact = (low == amount) & (high == self.total - 1) & (amount > 0)
            if left.grow != 1 or not exact[taken].all():
                raise Refused
            self.yielded.append((amount, taken))
        return path

    def branch(self, test: ast.expr, path: Path) -> tuple[list[Path], list[Path]]:
        """The paths on which a condition holds, and on which not."""
        match test:
            case ast.UnaryOp(ast.Not(), operand):
                yes, no = self.branch(operand, path)
                return no, yes
            case ast.BoolOp(operator, operands):
                ended: list[Path] = []
                going = [path]
                for operand in operands:
                    both = [self.branch(operand, one) for one in going]
                    sides = [[one for two in both for one in two[side] if one.taken().any()] for side in (0, 1)]
                    going, over = sides if isinstance(operator, ast.And) else reversed(sides)
                    ended += over
                return (going, ended) if isinstance(operator, ast.And) else (ended, going)
            case ast.Compare(left, [operator], [ast.expr() as other]) if isinstance(operator, ast.In | ast.NotIn):
                import numpy as np

                one = self.of(left, path)
                if one.grow:
                    raise Refused
                inside = np.isin(one.off, self.constants(other, path))
                two = path.where(Number(0, inside.astype(np.int64) - 1))
                return ([two[0]], [two[1]]) if isinstance(operator, ast.In) else ([two[1]], [two[0]])
            case ast.Compare(left, [operator, *operators], [other, *others]) if operators:
                if any(isinstance(node, ast.NamedExpr) for node in ast.walk(other)):
                    raise Refused
                pair = ast.Compare(left, [operator], [other])
                return self.branch(ast.BoolOp(ast.And(), [pair, ast.Compare(other, operators, others)]), path)
            case ast.Compare(left, [operator], [other]):
                first, path = self.value(left, path)
                second, path = self.value(other, path)
                return self.compared(operator, first, second, path)
        number, path = self.value(test, path)
        return self.compared(ast.NotEq(), number, constant(0), path)

    def compared(self, operator: ast.cmpop, one: Number, two: Number, path: Path) -> tuple[list[Path], list[Path]]:
        if isinstance(operator, ast.Lt | ast.LtE):
            one, two = two, one
        if isinstance(operator, ast.Lt | ast.Gt):  # at least one more
            two = total_of(two, constant(1))
        if isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            yes, no = path.where(total_of(one, two, -1))
            return [yes], [no]
        if not isinstance(operator, ast.Eq | ast.NotEq):
            raise Refused
        least, below = path.where(total_of(one, two, -1))
        same, above = least.where(total_of(two, one, -1))
        return ([same], [below, above]) if isinstance(operator, ast.Eq) else ([below, above], [same])

    def value(self, node: ast.expr, path: Path) -> tuple[Number, Path]:
        """The value of an expression that may be `name := ...`, and the path after it."""
        if isinstance(node, ast.NamedExpr):
            number = self.of(node.value, path)
            return number, named(path, node.target.id, number)
        return self.of(node, path), path

    def of(self, node: ast.expr, path: Path) -> Number:
        """The value of an expression."""
        match node:
            case ast.Constant(given):
                return constant(given)
            case ast.Name(name) if name in path.known:
                return path.known[name]
            case ast.Name(name) if name not in self.own and name in self.source.outside:
                return constant(self.source.outside[name])
            case ast.UnaryOp(ast.USub(), operand):
                return total_of(constant(0), self.of(operand, path), -1)
            case ast.BinOp(left, ast.Add() | ast.Sub() as operator, right):
                return total_of(self.of(left, path), self.of(right, path), 1 if isinstance(operator, ast.Add) else -1)
            case ast.BinOp(left, ast.Mult() | ast.Mod() | ast.FloorDiv() as operator, right):
                return combined(operator, self.of(left, path), self.of(right, path))
        raise Refused

    def constants(self, node: ast.expr, path: Path) -> NDArray[Any]:
        """Numbers written here, or a sequence or set of them from outside, in the order of a loop over it."""
        import numpy as np

        match node:
            case ast.Name(name) if name in self.given or (name not in self.own and name in self.source.outside):
                held = self.given[name] if name in self.given else self.source.outside[name]
            case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
                held = [self.whole(part, path) for part in parts]
            case ast.Call(called, [over], []) if self.is_python(called, builtins.sorted):
                return np.sort(self.constants(over, path))
            case ast.Call(called, [_, *_] as bounds, []) if self.is_python(called, builtins.range):
                if len(bounds) == 3 and not self.whole(bounds[2], path):
                    raise Refused
                held = range(*(self.whole(bound, path) for bound in bounds[:3]))
            case _:
                raise Refused
        if type(held) not in (tuple, list, range, set, frozenset) or not are_whole(held):
            raise Refused
        found = np.array(held if type(held) in (tuple, list, range) else list(held), np.int64).reshape(-1)
        return small(found)

    def whole(self, node: ast.expr, path: Path) -> int:
        """An expression that is one constant."""
        number = self.of(node, path)
        if number.grow or len(number.off) > 1:
            raise Refused
        return int(number.off[0])

    def grows(self, nodes: list[ast.expr], path: Path) -> bool:
        """Whether one of some expressions depends on the heap."""
        return any(self.of(node, path).grow for node in nodes)

    def range(self, path: Path, bounds: list[ast.expr]) -> tuple[list[Path], NDArray[Any]]:
        """The numbers that a range of any heap on this path has, and for which heaps it has each."""
        import numpy as np

        given = [self.of(bound, path) for bound in bounds]
        if not 1 <= len(given) <= 3:
            raise Refused
        first, stop = (constant(0), given[0]) if len(given) == 1 else given[:2]
        step = given[2] if len(given) == 3 else constant(1)
        if step.grow or step.off.tolist() not in ([1], [-1]) or any(len(end.off) > 1 for end in (first, stop)):
            raise Refused
        by = int(step.off[0])
        low, high = (first, total_of(stop, constant(1), -1)) if by == 1 else (total_of(stop, constant(1)), first)
        least, most = (
            best(end.grow * int(heap[0]) + int(end.off[0]) for heap in (path.low, path.high))
            for best, end in ((min, low), (max, high))
        )
        if most - least > MOST_TURNS:
            raise Refused
        numbers = np.arange(least, most + 1)[::by]
        turn = Number(0, numbers)
        inside = path.where(total_of(turn, low, -1))[0].where(total_of(high, turn, -1))[0]
        return [inside], numbers

    def is_python(self, node: ast.expr, what: Any) -> bool:
        """Whether an expression is a name of this object, which the rule does not give to another."""
        return isinstance(node, ast.Name) and node.id not in self.own and self.source.outside.get(node.id) is what
