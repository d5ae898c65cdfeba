"""A rule's function read completely, for a state of which nothing is known: its options as clauses.

Only what stands here is followed, statement by statement; whatever else a rule does is refused with its line, never
approximated. Where the code goes two ways, both are followed, each under its conditions, and they are joined again
where nothing differs. A loop over an open range is followed once, for a turn of which only the range is known; names
that are set in it are unknown in its next turn and after it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from grundy.compile.source import Source
from grundy.engines.heap.exact import LABELS, as_loop, instead, is_label, require_unassigned, stored, unread
from grundy.engines.heap.symbolic import Refused
from grundy.model.option import again, answer, to
from grundy.theorems.expressions import Expressions, NotRead
from grundy.theorems.inequalities import at_most, at_most_zero, both, either, implied, needed, negated
from grundy.theorems.linear import (
    TRUE,
    And,
    Clause,
    Compare,
    Formula,
    Linear,
    free_names,
    renamed,
    renamed_formula,
    variable,
)
from grundy.theorems.symbolic import (
    CONDITIONS,
    Case,
    Extremum,
    Listed,
    NotLinear,
    Quotient,
    Remainder,
    Span,
    Value,
    constant,
    items,
    truth,
)

# ---- Loops that are left early: which turns are reached, as a condition without a quantifier


def reached(name: str, low: Linear | Extremum, before: Case, left: Iterable[Case]) -> Formula:
    """That no turn before this one leaves the loop, of a loop whose turns are low, low + 1, ...

    Each way out must have one condition, or none, besides those of ways before it; else nothing without a quantifier
    is known to say it.

    Args:    name: of the turn's number. before: where a turn begins. left: the ways out, where each ends.
    Raises:  NotLinear: a way out is of another kind.

    >>> from grundy.theorems.linear import number
    >>> k, here = variable("k"), Case({})
    >>> out = Case({}, conditions=(at_most(variable("b") + 1, k),))  # if k > b: break
    >>> str(reached("k", number(1), here, [out]))
    'k <= 1 or k <= b + 1'
    """
    if not isinstance(low, Linear):
        raise NotLinear("it leaves a loop that begins at one of several numbers")
    found: list[Formula] = []
    singles: list[Formula] = []
    length = len(before.conditions)
    for case in left:
        same = (before.conditions, before.quotients, before.bound)
        if (case.conditions[:length], case.quotients, case.bound) != same:
            raise NotLinear("it leaves a loop at a turn that a division or another loop decides")
        own = [one for one in _flat(case.conditions[length:]) if negated(one) not in singles]
        if len(own) > 1 or not all(isinstance(one, Compare) for one in own):
            raise NotLinear("it leaves a loop at a turn that several conditions decide")
        singles += own
        found.append(_never_before(name, low, own))
    return both(found)


def _never_before(name: str, low: Linear, conditions: Sequence[Formula]) -> Formula:
    """That the condition, or none, is false at all turns before this one."""
    turn = variable(name)
    first = at_most(turn, low)
    if not conditions:
        return first
    (condition,) = conditions
    assert isinstance(condition, Compare)
    times = dict(condition.left.terms).get(name, 0)
    if condition.relation == "<=":  # true from some turn on: at the last one before; true up to some turn: at the first
        tried = condition.left.put(name, turn - 1 if times < 0 else low)
        return either((first, negated(Compare(tried, "<="))))
    if abs(times) != 1:
        raise NotLinear("it leaves a loop where a multiple of its number is equal to something")
    only = (condition.left - turn * times) * -times  # the one turn of which it is true
    return either((at_most(only + 1, low), at_most(turn, only)))


def _flat(formulas: Iterable[Formula]) -> list[Formula]:
    return [one for each in formulas for one in (each.formulas if isinstance(each, And) else (each,))]


# ---- What is true in a case, as a clause shows it: the conditions that are needed, and the names bound in them


def names_in(value: Value) -> set[str]:
    """The variables of a value."""
    match value:
        case Linear(terms):
            return {name for name, _ in terms}
        case Extremum(_, members):
            return set().union(*map(names_in, members))
        case tuple() | Listed():
            return set().union(*map(names_in, items(value) or ()))
        case Span(low, high):
            return names_in(low) | names_in(high)
        case _ if isinstance(value, CONDITIONS):
            return set(free_names(value))
    return names_in(value.of)


def shown(case: Case, used: set[str]) -> tuple[tuple[Formula, ...], tuple[str, ...]]:
    """What is true in a case, and the names bound in it; without what follows from the rest.

    A quotient that nothing asks about any more is left out with its inequalities: it always has a value.
    """
    made = {quotient.name for quotient in case.quotients}
    flat = [inner for each in case.conditions for inner in (each.formulas if isinstance(each, And) else (each,))]
    plain = needed(formula for formula in flat if not free_names(formula) & made)
    # where conditions alone keep a number from being negative, the inequalities of its quotient imply them: they stay
    always = [quotient for quotient in case.quotients if at_most_zero(-quotient.of) == TRUE]
    implying = [*plain, *(inner for quotient in always for inner in quotient.formula().formulas)]
    asking = [formula for formula in flat if free_names(formula) & made and not implied(implying, formula)]
    conditions = [each for each in flat if each in plain or each in asking]
    used = used.union(*map(free_names, conditions))
    kept: list[Quotient] = []
    for quotient in reversed(case.quotients):
        if quotient.name in used:
            used |= names_in(quotient.of)
            kept.insert(0, quotient)
    asked = [inner for quotient in kept for inner in quotient.formula().formulas]
    return (*dict.fromkeys([*conditions, *asked]),), (*case.bound, *(quotient.name for quotient in kept))


MOST_STEPS = 3_000  # statements followed, and cases of a name


@dataclass(frozen=True, slots=True)
class Fault:
    """What no state may do: for all values of the bound names where the formula is true, `text` is what is wrong."""

    bound: tuple[str, ...]
    formula: Formula
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Followed:
    """What the code of a rule says: its clauses, and what must not happen."""

    names: tuple[str, ...]
    clauses: tuple[Clause, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """How a block of statements may be left: "" at its end, or by "break", "continue" or "return"."""

    case: Case
    ended: str = ""
    at: ast.AST | None = field(default=None, compare=False)


def follow(source: Source, parameters: dict[str, Any]) -> Followed:
    """The clauses of a function whose positional arguments are the numbers of a state.

    Raises: NotRead: something is not linear, with the place.
    """
    return _Follower(source, parameters).followed()


class _Follower:
    def __init__(self, source: Source, parameters: dict[str, Any]) -> None:
        self.source = source
        self.values = Expressions(source, self.turn_name)
        self.arguments = [node.arg for node in (*source.tree.args.posonlyargs, *source.tree.args.args)]
        self.given = parameters
        self.yields = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(source.tree))
        self.taken = set(self.arguments)  # names of the relation
        self.steps = 0
        self.loops = 0  # open ranges round here
        self.clauses: dict[Clause, None] = {}
        self.faults: dict[Fault, None] = {}

    def followed(self) -> Followed:
        arguments = self.source.tree.args
        for starred in (arguments.vararg, arguments.kwarg):
            if starred is not None:
                raise self.values.refused(starred, "name the numbers of the state one by one")
        if (node := unread(self.source.tree)) is not None:
            raise self.values.refused(node, instead(node))
        known: dict[str, Value] = {name: variable(name) for name in self.arguments}
        for name, given in self.given.items():
            with suppress(NotLinear):  # what is no number is refused where it is used
                known[name] = constant(given)
        ways = self.block(self.source.tree.body, Case(known, names=self._fresh("q")))
        if not self.yields:
            for way in ways:
                if not way.ended:
                    self.fault(way.case, And(), "it returns nothing", self.source.tree)
        return Followed(tuple(self.arguments), tuple(self.clauses), tuple(self.faults))

    def line(self, node: ast.AST) -> int:
        return self.source.line + getattr(node, "lineno", 1) - 1

    def _fresh(self, start: str) -> Iterator[str]:
        """Names that nothing has yet."""
        for turn in count():
            name = f"{start}{turn or ''}"
            if name not in self.taken and (name not in self.values.own or start != "q"):
                self.taken.add(name)
                yield name

    def turn_name(self, target: ast.Name) -> str:
        """A name for the turns of a loop."""
        named = target.id.rstrip("_")
        return next(self._fresh(named if named.isidentifier() else "k"))

    def block(self, body: Sequence[ast.stmt], case: Case) -> list[_Way]:
        """Follow statements; the ways in which they may be left."""
        ways, over = [_Way(case)], list[_Way]()
        for node in body:
            after: list[_Way] = []
            for way in ways:
                self.steps += 1
                if self.steps > MOST_STEPS:
                    raise self.values.refused(node, f"it goes more than {MOST_STEPS:,} different ways")
                try:
                    after.extend(self.statement(node, way.case))
                except (NotLinear, Refused) as problem:
                    raise self.values.refused(node, problem.why or instead(node)) from None
            ways = [way for way in after if not way.ended]
            over += [way for way in after if way.ended]
        return over + ways

    def statement(self, node: ast.stmt, case: Case) -> Iterable[_Way]:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                return [_Way(case)]
            case ast.Expr(ast.Yield(ast.expr() as left)):
                self.option(left, case)
                return [_Way(case)]
            case ast.Expr(ast.YieldFrom(left)):
                self.block([as_loop(left)], case)
                return [_Way(case)]
            case ast.Return(ast.expr() as left) if not self.yields:
                self.block([as_loop(left)], case)
                return [_Way(case, "return", node)]
            case ast.Return(None):
                if not self.yields:
                    self.fault(case, And(), "it returns nothing", node)
                return [_Way(case, "return", node)]
            case ast.Assign(targets, given):
                return [_Way(self.values.assigned(targets, found, each)) for each, found in self.values.of(given, case)]
            case ast.AnnAssign(ast.Name() as target, _, ast.expr() as given):
                return [
                    _Way(self.values.assigned([target], found, each)) for each, found in self.values.of(given, case)
                ]
            case ast.AugAssign(ast.Name() as target, operator, given):
                whole = ast.BinOp(ast.Name(target.id, ast.Load()), operator, given)
                for part in (whole, whole.left):
                    ast.copy_location(part, node)
                return [
                    _Way(self.values.assigned([target], found, each)) for each, found in self.values.of(whole, case)
                ]
            case ast.If(test, body, others):
                return self.branch(test, body, others, case)
            case ast.For(target, over, body, others):
                return self.every(target, over, body, others, case)
            case ast.While(test, body, others):
                return self.while_(node, case)
            case ast.Break():
                return [_Way(case, "break", node)]
            case ast.Continue():
                return [_Way(case, "continue")]
            case ast.Raise():
                self.fault(case, And(), "it raises an error", node)
                return []
            case ast.Assert(test):
                require_unassigned([test])
                for each, found in self.values.of(test, case):
                    self.fault(each, negated(truth(found)), "what it asserts is false", node)
                return [_Way(case)]
            case ast.Try(body, handlers, [], []) if all(map(self.only_divides, handlers)):
                return self.block(body, case)  # a division by 0 is refused where it stands
        raise NotLinear

    def only_divides(self, handler: ast.ExceptHandler) -> bool:
        return (
            isinstance(handler.type, ast.Name)
            and self.values.callee(handler.type) is ZeroDivisionError
            and all(isinstance(node, ast.Raise) for node in handler.body)
        )

    def branch(self, test: ast.expr, body: Sequence[ast.stmt], others: Sequence[ast.stmt], case: Case) -> list[_Way]:
        """Both ways of an `if`, joined to one where they end alike."""
        ways: list[_Way] = []
        for each, found in self.values.of(test, case):
            formula = truth(found)
            for path, statements in ((each.also(formula), body), (each.also(negated(formula)), others)):
                if path is not None:
                    ways += self.block(statements, path)
        # a way that raises is not among them: that it is never gone is proved by itself
        if ways and all((way.ended, way.case.known) == (ways[0].ended, ways[0].case.known) for way in ways):
            return (
                [_Way(replace(case, known=ways[0].case.known), ways[0].ended)]
                if self.told(ways[0].case, case)
                else ways
            )
        return ways

    def told(self, inner: Case, outer: Case) -> bool:
        """Whether no name has a value that only the inner case's quotients give."""
        new = {quotient.name for quotient in inner.quotients} - {quotient.name for quotient in outer.quotients}
        return not new or all(not (names_in(value) & new) for value in inner.known.values())

    def every(
        self, target: ast.expr, over: ast.expr, body: Sequence[ast.stmt], others: Sequence[ast.stmt], case: Case
    ) -> list[_Way]:
        """A loop: over constants turn by turn, over an open range once for all turns."""
        ways: list[_Way] = []
        for each, found in self.values.of(over, case):
            if (row := items(found)) is not None:
                here, left = [each], list[Case]()
                for item in row:
                    after: list[_Way] = []
                    for one in here:
                        after += self.block(body, self.values.assigned([target], item, one))
                    here = [way.case for way in after if way.ended in ("", "continue")]
                    left += [way.case for way in after if way.ended == "break"]
                    ways += [way for way in after if way.ended == "return"]
                for one in here:
                    ways += self.block(others, one)
                ways += [_Way(one) for one in left]
            elif isinstance(found, Span):
                if self.turns(target, found, body, each) and others:
                    raise NotLinear("an else of a loop that may be left")
                unknown = {name: value for name, value in each.known.items() if name not in stored([target, *body])}
                ways += self.block(others, replace(each, known=unknown))
            else:
                raise NotLinear("a range, or a tuple or a set of constants would be")
        return ways

    def turns(self, target: ast.expr, span: Span, body: Sequence[ast.stmt], case: Case) -> bool:
        """The body of a loop over an open range, for any turn of it; whether one of them may leave the loop."""
        if not isinstance(target, ast.Name):
            raise NotLinear
        unknown = {name: value for name, value in case.known.items() if name not in stored([target, *body])}
        case = replace(case, known=unknown)
        name = self.turn_name(target)
        turn = variable(name)
        case = replace(case, bound=(*case.bound, name))
        broken = False
        for each, value in case.turn(span, turn):
            for inside, formula in each.within(value, Span(span.low, span.high)):
                path = inside.also(formula)
                path = None if path is None else path.with_name(target.id, value)
                if path is None:
                    continue
                before = dict(self.clauses), dict(self.faults)
                left = [way for way in self.block(body, path) if way.ended in ("break", "return")]
                if left:
                    broken = True
                    try:
                        if span.down or value != turn or any(way.ended == "return" for way in left):
                            raise NotLinear("it leaves a loop at a turn that is not a constant")
                        earlier = reached(name, span.low, path, [way.case for way in left])
                    except NotLinear as problem:
                        raise self.values.refused(left[0].at or target, problem.why) from None
                    self.clauses, self.faults = before  # of turns that may not be reached
                    again = path.also(earlier)
                    if again is not None:
                        self.block(body, again)
        return broken

    def while_(self, node: ast.While, case: Case) -> list[_Way]:
        """A loop whose condition is known in every turn."""
        ways: list[_Way] = []
        here = [case]
        while here:
            after: list[_Way] = []
            for one in here:
                for each, found in self.values.of(node.test, one):
                    formula = truth(found)
                    if each.surely(formula):
                        after += self.block(node.body, each)
                    elif each.surely(negated(formula)):
                        ways += self.block(node.orelse, each)
                    else:
                        raise NotLinear(
                            "the number of its turns is not a constant; for ... in range(...) would be read"
                        )
            here = [way.case for way in after if way.ended in ("", "continue")]
            ways += [
                _Way(way.case, way.ended.replace("break", "")) for way in after if way.ended in ("break", "return")
            ]
        return ways

    def option(self, node: ast.expr, case: Case) -> None:
        """One yield: a clause for each case of its numbers."""
        nodes: Sequence[ast.expr] = [node]
        if isinstance(node, ast.Call):
            called = self.values.callee(node.func)
            if called is again or called is answer:
                raise self.values.refused(node, "who moves next is told, and that is no part of normal or misère play")
            if called is to:
                nodes = node.args
                for label in node.keywords:
                    if label.arg is None or not is_label(
                        label.value, lambda value: self.is_number(value, case), self.values.callee
                    ):
                        raise self.values.refused(label.value, LABELS)
        for each, found in self.values.each(nodes, case):
            for last, parts in self.numbers(found, each, node):
                self.clause(last, parts, node)

    def is_number(self, node: ast.expr, case: Case) -> bool:
        """Whether a label is a number or a condition; its quotients have names that no clause shows."""
        beside = replace(case, names=(f"label {turn}" for turn in count()))
        try:
            values = [found for _, found in self.values.of(node, beside)]
        except NotRead:
            return False
        return all(isinstance(found, (Linear, Extremum, Remainder, *CONDITIONS)) for found in values)

    def numbers(
        self, found: Sequence[Value], case: Case, node: ast.expr
    ) -> Iterator[tuple[Case, tuple[tuple[Linear, ...], ...]]]:
        """The numbers of each part that an option leaves."""
        arity = len(self.arguments)
        made: list[tuple[Case, list[Linear]]] = [(case, [])]
        for part in found:
            if (
                isinstance(part, Listed)
                or (arity == 1) is isinstance(part, tuple)
                or (isinstance(part, tuple) and len(part) != arity)
            ):
                raise self.values.refused(node, f"a state has {arity} number{'s' * (arity > 1)}")
            for value in part if isinstance(part, tuple) else (part,):
                made = [(last, [*before, plain]) for each, before in made for last, plain in each.plain(value)]
        for last, values in made:
            parts = zip(*[iter(values)] * arity, strict=True)
            yield last, tuple(parts)

    def clause(self, case: Case, parts: tuple[tuple[Linear, ...], ...], node: ast.AST) -> None:
        for part in parts:
            for value in part:
                if not case.not_negative(value):
                    self.fault(case, at_most_zero(value + 1), f"it leaves {value}, which is below 0", node)
        conditions, bound = shown(case, {name for part in parts for value in part for name, _ in value.terms})
        short = self.short(bound)
        moved = tuple(tuple(renamed(value, short) for value in part) for part in parts)
        guard = both(renamed_formula(formula, short) for formula in conditions)
        self.clauses[Clause(tuple(short.values()), guard, moved, self.line(node))] = None

    def short(self, bound: Sequence[str]) -> dict[str, str]:
        """Bound names as they were written, with a number only where a clause has two of them."""
        found: dict[str, str] = {}
        for name in bound:
            start = name.rstrip("0123456789")
            free = (f"{start}{turn or ''}" for turn in count())
            found[name] = next(each for each in free if each not in (*self.arguments, *found.values()))
        return found

    def fault(self, case: Case, formula: Formula, text: str, node: ast.AST) -> None:
        path = case.also(formula)
        if path is not None:
            conditions, bound = shown(path, set())
            self.faults[Fault(bound, both(conditions), text, self.line(node))] = None


def plain_words(text: str) -> str:
    """Words of a rule in one line as they were typed: without the underscores of its names."""
    return re.sub(r"\b([A-Za-z]+)_\b", r"\1", text)
