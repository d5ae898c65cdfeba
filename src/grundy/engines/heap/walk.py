"""The core form of a rule, walked on a heap whose size is left open: what it yields there, in its order.

Each construct means here what `reading.core` says that it means; where that depends on more than is known of the heap
(a product of two numbers that grow, bits, a square root), it is refused with its place, and nothing is claimed. A loop
over an open range is walked once, for a turn of which nothing is known but the range; where its turns differ, as in
`if left < n - 1`, the range is cut. Names set in such a loop are unknown in the next turn and after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from grundy.engines.heap.symbolic import (
    COMPARED,
    LARGEST,
    HeapClass,
    LinearNumber,
    Loop,
    LoopCut,
    NotSymbolic,
    Number,
    ResidueNeeded,
    combined,
    value,
)
from grundy.reading import core
from grundy.reading.core import (
    And,
    At,
    Bin,
    Bit,
    Body,
    Call,
    Choice,
    Cmp,
    Condition,
    Const,
    Core,
    Each,
    Fail,
    Flag,
    For,
    Gathered,
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
    Site,
    Statement,
    Truth,
    Unary,
    Var,
    Word,
    Yield,
)
from grundy.reading.run import CALLED
from grundy.reading.safe import is_safe, is_safe_condition

MOST_STEPS = 300_000
MOST_CUTS = 50


class NotFollowed(Exception):
    """The rule does what is not followed: `site` is where, `why` what it would need."""

    def __init__(self, site: Site | None, why: str = "") -> None:
        self.site, self.why = site, why
        super().__init__(f"{where(site)}{f' ({why})' if why else ''}")


@dataclass(frozen=True, slots=True)
class Leaves:
    """An option that leaves these parts; `site` is its yield."""

    parts: tuple[Number, ...]
    site: Site | None


@dataclass(frozen=True, slots=True)
class Turns:
    """The same options for each turn of a loop, from its low end or `down` from its high one."""

    loop: Loop
    down: bool
    options: list[Leaves]


@dataclass(frozen=True, slots=True)
class _Later:
    """A number that cannot fail and is not known from the heap alone: it is worked out again where it is needed."""

    number: core.Number
    known: Locals


Options: TypeAlias = list[Leaves | Turns]
Locals: TypeAlias = "dict[str, Number | _Later]"


def where(site: Site | None) -> str:
    """A place as file, line and text."""
    return f"{site.file}:{site.line}: {site.text}" if site else "its first line"


def follow(form: Core, heaps: HeapClass, most: int = MOST_STEPS) -> tuple[Options, int]:
    """The options of all large heaps of a residue, and the steps that it took.

    Raises: NotFollowed; Finer: another modulus is needed.
    """
    walk = _Walk(heaps, most)
    out: Options = []
    (name,) = form.state
    try:
        walk.body(form.body, {name: heaps.heap}, out)
    except NotSymbolic as refused:
        raise NotFollowed(walk.site, refused.why) from None
    except ResidueNeeded as finer:
        finer.at = where(walk.site)
        raise
    return out, walk.steps


def lefts(options: Iterable[Leaves | Turns], t: int) -> Iterator[tuple[int, ...] | None]:
    """What the options leave of the heap of this t, in their order; None before each turn of a loop."""
    for option in options:
        if isinstance(option, Leaves):
            yield tuple([value(part, t) for part in option.parts])
            continue
        every = range(value(option.loop.low, t), value(option.loop.high, t) + 1)
        for turn in reversed(every) if option.down else every:
            yield None
            for each in option.options:  # no loop is followed within a loop
                yield tuple([value(part, t, turn) for part in each.parts])


class _Walk:
    """One walk: the steps that it took, and the innermost place that it has come to."""

    def __init__(self, heaps: HeapClass, most: int) -> None:
        self.heaps, self.most = heaps, most
        self.steps = 0
        self.site: Site | None = None
        self._inside = False  # a loop over an open range

    # Statements: what each returns is the label that was left, "" at its end

    def body(self, body: Body, variables: Locals, out: Options) -> str:
        """Walk through statements."""
        for statement in body:
            self._step()
            self.site = getattr(statement, "site", None) or self.site
            left = self._statement(statement, variables, out)
            if left:
                return left
        return ""

    def _statement(self, statement: Statement, variables: Locals, out: Options) -> str:
        match statement:
            case Let(name, number):
                variables[name] = self._let(number, variables)
            case If(test, body, others):
                return self.body(body if self.holds(test, variables) else others, variables, out)
            case For():
                return self._for(statement, variables, out)
            case core.While(test, body):
                while self.holds(test, variables):
                    self._step()
                    left = self.body(body, variables, out)
                    if left:
                        return left
            case Scope(label, body):
                left = self.body(body, variables, out)
                return left if left != label else ""
            case Leave(label):
                return label
            case Yield(parts, who, labels):
                if who != "opponent":
                    raise NotSymbolic("the same player moves on, or the other has to answer")
                left_parts = self._parts(parts, variables)
                for _, given in labels:
                    self._require_label(given, variables)
                out.append(Leaves(left_parts, statement.site))
            case Fail(error):
                raise NotSymbolic(f"it raises {error}")
            case Renamed(body):  # what fails is refused, whatever it is called
                return self.body(body, variables, out)
        return ""

    def _let(self, number: core.Number, variables: Locals) -> Number | _Later:
        site = self.site
        try:
            return self.number(number, variables)
        except (NotSymbolic, ResidueNeeded, LoopCut):
            if not is_safe(number):
                raise
            self.site = site
            return _Later(number, dict(variables))

    def _for(self, loop: For, variables: Locals, out: Options) -> str:
        heaps, step = self.heaps, loop.step
        first, end = self.number(loop.low, variables), self.number(loop.high, variables)
        length = heaps.sum(end, first, -1)
        if isinstance(length, int):
            for place in range(0, length, step):
                self._step()
                variables[loop.name] = heaps.sum(first, place)
                left = self.body(loop.body, variables, out)
                if left:
                    return left
            return ""
        if self._inside or step not in (1, -1):
            raise NotSymbolic("a loop over an open range stands in no other such loop, and counts in steps of 1 or -1")
        for name in (loop.name, *_given(loop.body)):
            variables.pop(name, None)
        span = (first, heaps.sum(end, -1)) if step == 1 else (heaps.sum(end, 1), first)
        self._inside = True
        left = self._pieces(loop, span, variables, out)
        self._inside = False
        return left

    def _pieces(self, loop: For, span: tuple[Number, Number], variables: Locals, out: Options) -> str:
        """A loop over an open range: its body once for each piece in which all turns do the same."""
        heaps, down = self.heaps, loop.step < 0
        pieces, cuts, site = [span], 0, self.site
        while pieces:
            low, high = pieces.pop(0)
            length = heaps.sum(high, low, -1)
            if heaps.sign(length) < 0:
                continue
            turns = Loop(low, high)
            try:
                turn = LinearNumber(0, 0, 1, turns) if heaps.sign(length) else low
                left, options = self._turn(loop, turn, variables)
                if left and heaps.sign(length):  # it ends in the first of these turns
                    _, options = self._turn(loop, high if down else low, variables)
            except LoopCut as cut:
                two = [(low, heaps.sum(cut.at, -1)), (cut.at, high)]
                pieces[:0] = reversed(two) if down else two
                cuts += 1
                if cuts > MOST_CUTS:
                    raise NotSymbolic(f"its range is cut in more than {MOST_CUTS} pieces") from None
                self.site = site
                continue
            if left:
                out.extend(options)
                return left
            out.extend([Turns(turns, down, options)] if heaps.sign(length) else options)
        return ""

    def _turn(self, loop: For, turn: Number, variables: Locals) -> tuple[str, list[Leaves]]:
        out: Options = []
        left = self.body(loop.body, {**variables, loop.name: turn}, out)
        return left, [option for option in out if isinstance(option, Leaves)]  # no loop is followed within a loop

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self.most:
            raise NotSymbolic(f"it takes more than {MOST_STEPS:,} steps")

    def _parts(self, parts: tuple[tuple[core.Number, ...] | Each, ...], variables: Locals) -> tuple[Number, ...]:
        sizes: list[Number] = []
        for part in parts:
            if isinstance(part, Gathered):
                raise NotSymbolic("it leaves what a loop gives")
            if isinstance(part, Each):
                low, high = self.number(part.low, variables), self.number(part.high, variables)
                length = self.heaps.sum(high, low, -1)
                if not isinstance(length, int) or abs(length) > self.most:
                    raise NotSymbolic("it leaves more heaps the larger the heap is")
                sizes += [self.heaps.sum(low, place) for place in range(0, length, part.step)]
            else:
                (number,) = part
                sizes.append(self.number(number, variables))
        return tuple(sizes)

    def _require_label(self, label: Label, variables: Locals) -> None:
        """A label that fails at no heap."""
        match label:
            case Word():
                pass
            case Flag(condition):
                self._require_condition(condition, variables)
            case Joined(pieces):  # a number that grows has more digits than Python writes, in the end
                for piece in pieces:
                    if not isinstance(piece, str) and not isinstance(self.number(piece, variables), int):
                        raise NotSymbolic(
                            "its label is text with a number that grows with the heap: give the number alone"
                        )
            case Group(items):
                for item in items:
                    self._require_label(item, variables)
            case Choice(test, one, two):
                self._require_condition(test, variables)
                self._require_label(one, variables)
                self._require_label(two, variables)
            case _:
                if not is_safe(label):
                    self.number(label, variables)

    def _require_condition(self, condition: Condition, variables: Locals) -> None:
        if not is_safe_condition(condition):
            self.holds(condition, variables)

    # Numbers and conditions

    def number(self, number: core.Number, variables: Locals) -> Number:
        """What a number is."""
        match number:
            case Const(constant):
                return _small(constant)
            case Var(name):
                variable = variables.get(name)
                if variable is None:
                    raise NotSymbolic("its value is that of another turn of a loop over an open range")
                return self.number(variable.number, variable.known) if isinstance(variable, _Later) else variable
            case Unary(sign, operand):
                return combined(self.heaps, "-", 0 if sign == "-" else -1, self.number(operand, variables))
            case Bin(sign, left, right):
                return combined(self.heaps, sign, self.number(left, variables), self.number(right, variables))
            case Call(function, arguments):
                return self._call(function, [self.number(argument, variables) for argument in arguments])
            case Pick(test, one, two):
                return self.number(one if self.holds(test, variables) else two, variables)
            case At(numbers, index):
                at = self.number(index, variables)
                if not isinstance(at, int) or not -len(numbers) <= at < len(numbers):
                    raise NotSymbolic("it takes an item that depends on the heap")
                return _small(numbers[at])
            case Bit(condition):
                return int(self.holds(condition, variables))

    def _call(self, function: str, given: list[Number]) -> Number:
        heaps, first = self.heaps, given[0] if given else 0
        if function in ("min", "max"):
            for other in given[1:]:
                if heaps.compare(other, first) == (1 if function == "max" else -1):
                    first = other
            return first
        if function == "abs":
            return heaps.product(first, heaps.sign(first))
        constants = [each for each in given if isinstance(each, int)]
        if len(constants) < len(given) or (function == "isqrt" and constants[0] < 0):
            raise NotSymbolic(f"{function} of a number that grows with the heap, or below 0")
        return CALLED[function](*constants)

    def holds(self, condition: Condition, variables: Locals) -> bool:
        """Whether a condition holds."""
        around = self.site
        self.site = getattr(condition, "site", None) or around
        truth = self._holds(condition, variables)
        self.site = around
        return truth

    def _holds(self, condition: Condition, variables: Locals) -> bool:
        match condition:
            case Truth(constant):
                return constant
            case Cmp(sign, left, right):
                return COMPARED[sign](self.heaps.compare(self.number(left, variables), self.number(right, variables)))
            case In(number, numbers):
                return self._is_one_of(self.number(number, variables), numbers)
            case InRange(number, low, high, step):
                operand, first, end = [self.number(each, variables) for each in (number, low, high)]
                return self._is_in_range(operand, first, end, step)
            case And(conditions):
                return all(self.holds(each, variables) for each in conditions)
            case Or(conditions):
                return any(self.holds(each, variables) for each in conditions)
            case Not(inner):
                return not self.holds(inner, variables)

    def _is_one_of(self, number: Number, numbers: tuple[int, ...]) -> bool:
        if isinstance(number, int):
            return number in numbers
        if not numbers or self.heaps.compare(number, max(numbers)) > 0 or self.heaps.compare(number, min(numbers)) < 0:
            return False
        return any(not self.heaps.compare(number, other) for other in numbers)

    def _is_in_range(self, number: Number, first: Number, end: Number, step: int) -> bool:
        heaps, way = self.heaps, 1 if step > 0 else -1
        if heaps.compare(number, heaps.sum(end, -way)) * way > 0 or heaps.compare(number, first) * way < 0:
            return False
        return abs(step) == 1 or not heaps.divided(heaps.sum(number, first, -1), abs(step))[1]


def _small(number: int) -> int:
    if abs(number) > LARGEST:
        raise NotSymbolic("its numbers grow beyond 256 bits")
    return number


def _given(body: Body) -> Iterator[str]:
    """The names that are given a value in some statements."""
    for statement in body:
        match statement:
            case Let(name):
                yield name
            case If(_, one, two):
                yield from _given((*one, *two))
            case For(name=name, body=inner):
                yield name
                yield from _given(inner)
            case core.While(body=inner) | Scope(body=inner) | Renamed(body=inner):
                yield from _given(inner)
