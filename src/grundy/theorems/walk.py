"""The core form of a rule gone through for a state of which nothing is known: its options as clauses.

Each construct means here exactly what it means in grundy.reading.core, or is refused with its place, never
approximated. Where the rule goes two ways, both are gone, each under its conditions, and they are joined again where
nothing differs that is still read. A loop over an open range is gone through once, for a turn of which only the range
is known; a name that a turn gives another value has none that is known in the next turn or after it. A turn that leaves
the loop leaves it for all: the turns after it are under the condition that none before leaves, and so is what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice

from grundy.reading.core import (
    Body,
    Choice,
    Core,
    Each,
    Fail,
    Flag,
    For,
    Group,
    If,
    Joined,
    Label,
    Leave,
    Let,
    Renamed,
    Scope,
    Site,
    Statement,
    While,
    Word,
    Yield,
)
from grundy.reading.core import Number as CoreNumber
from grundy.reading.safe import is_safe_label
from grundy.theorems.inequalities import at_most, at_most_zero, both, either, negated
from grundy.theorems.linear import (
    TRUE,
    Exists,
    Formula,
    Linear,
    MoveSchema,
    number,
    renamed,
    renamed_formula,
    variable,
)
from grundy.theorems.numbers import NotPresburger, NumberReader, constant_range, spans
from grundy.theorems.symbolic import LARGEST_RANGE, CodePath, NotLinear, NumberRange, Value
from grundy.theorems.turns import reached
from grundy.theorems.variables import Read, carried, is_index
from grundy.theorems.ways import apart, beyond, is_bit, joint_bit, names_in, own_names, shown

MOST_STEPS = 10_000  # statements, each as often as it is gone through
LABELS = "a label is a name, a number or constant text: give each number a label of its own"
WHO = (
    "it says who moves next, and theorems are about rules in which every move passes the turn; 'grundy solve' answers "
    "one position, and 'grundy sequence' lists the values of 0, 1, 2, ..."
)
OPEN_LOOP = "the number of its turns is not a constant; for ... in range(...) would be read"
OPEN_PARTS = "how many parts are left is not a constant"


@dataclass(frozen=True, slots=True)
class InvalidState:
    """What no state may do: for all values of the bound names where the formula is true, `text` is what is wrong."""

    bound: tuple[str, ...]
    formula: Formula
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Walked:
    """What a rule says: its clauses, and what must not happen."""

    names: tuple[str, ...]
    clauses: tuple[MoveSchema, ...]
    faults: tuple[InvalidState, ...]
    asked: Mapping[Site, Sequence[tuple[Formula, ...]]] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Way:
    """How statements may be left: "" at their end, or the label of the scope to whose end it goes."""

    case: CodePath
    ended: str = ""


def walk(core: Core, names: tuple[str, ...] = ()) -> Walked:
    """What a rule says: its clauses, and what must not happen.

    Args:    names: what the numbers of the state are called, if otherwise than in the core form; some may be the same.
    Raises: NotPresburger: something is not linear, with the place.
    """
    return _LinearWalk(core, names or core.state).walked()


class _LinearWalk(NumberReader):
    def __init__(self, core: Core, names: tuple[str, ...]) -> None:
        super().__init__()
        self.core, self.names = core, names
        self.taken = set(names)  # names of the relation
        self.steps = 0
        self.clauses: dict[MoveSchema, None] = {}
        self.faults: dict[InvalidState, None] = {}
        self.read = Read(core).after
        self.later: dict[str, frozenset[str]] = {}  # by label, what is read after its scope

    def walked(self) -> Walked:
        values: dict[str, Value] = {own: variable(name) for own, name in zip(self.core.state, self.names, strict=True)}
        self.block(self.core.body, CodePath(values, names=self.fresh("q")))
        return Walked(self.names, tuple(self.clauses), tuple(self.faults), self.asked)

    def fresh(self, start: str) -> Iterator[str]:
        """Names that nothing has yet."""
        for turn in count():
            name = f"{start}{turn or ''}"
            if name not in self.taken:
                self.taken.add(name)
                yield name

    # Statements

    def block(self, body: Body, case: CodePath) -> list[Way]:
        """Go through statements; the ways in which they may be left."""
        ways, over = [Way(case)], list[Way]()
        for statement in body:
            after: list[Way] = []
            for way in ways:
                self.here = getattr(statement, "site", None) or self.here
                self.steps += 1
                if self.steps > MOST_STEPS:
                    raise self.refused(why=f"it goes more than {MOST_STEPS:,} different ways")
                try:
                    after += self.statement(statement, way.case)
                except NotLinear as problem:
                    self.here = getattr(statement, "site", None) or self.here
                    raise self.refused(why=problem.why) from None
            ways = [way for way in after if not way.ended]
            over += [way for way in after if way.ended]
        return over + ways

    def statement(self, statement: Statement, case: CodePath) -> Sequence[Way]:
        later = self.read[id(statement)]
        match statement:
            case Let(name, value):
                return [Way(each.with_name(name, term)) for each, term in self.number(value, case)]
            case If(test, body, others):
                ways: list[Way] = []
                for each, formula in self.condition(test, case):
                    for path, inner in ((each.also(formula), body), (each.also(negated(formula)), others)):
                        if path is not None:
                            ways += self.block(inner, path)
                return self.joined(case, ways, later)
            case For():
                return self.every(statement, case)
            case While():
                return self.while_(statement, case)
            case Scope(label, body):
                self.later[label] = later
                ways = [Way(way.case) if way.ended == label else way for way in self.block(body, case)]
                return self.joined(case, ways, later)
            case Leave(label):
                return [Way(case, label)]
            case Yield():
                self.option(statement, case)
                return [Way(case)]
            case Fail(error):
                text = "what it asserts is false" if error == "AssertionError" else "it raises an error"
                self.fault(case, TRUE, text)
                return []
            case Renamed(body, _):  # what fails in it fails, under whatever name
                return self.block(body, case)

    # Ways that come together

    def joined(self, outer: CodePath, ways: Sequence[Way], later: frozenset[str]) -> Sequence[Way]:
        """All the ways on from a case as one, if they go to the same place with values that can be said there.

        A way that fails is not among them: that it is never gone is proved by itself.
        """
        if not ways or any(way.ended != ways[0].ended for way in ways):
            return ways
        ended = ways[0].ended
        cases = [self.live(way.case, self.later[ended] if ended else later) for way in ways]
        if any(case.known.keys() != cases[0].known.keys() for case in cases):
            return ways
        joint_values: dict[str, Value] = {}
        for name in cases[0].known:
            values = [case.known[name] for case in cases]
            if all(value == values[0] for value in values) and not own_names(outer, cases) & names_in(values[0]):
                joint_values[name] = values[0]
            elif all(map(is_bit, values)):
                joint_values[name] = joint_bit(outer, cases, values)
            else:
                return ways
        return [Way(replace(outer, known=joint_values), ended)]

    def live(self, case: CodePath, later: frozenset[str]) -> CodePath:
        """The case without the names that nothing reads any more."""
        return replace(case, known={name: value for name, value in case.known.items() if name in later})

    # Loops

    def while_(self, loop: While, case: CodePath) -> list[Way]:
        """A loop whose condition is known before every turn."""
        ways: list[Way] = []
        here = [case]
        while here:
            after: list[Way] = []
            for path in here:
                for each, formula in self.condition(loop.test, path):
                    if each.surely(formula):
                        after += self.block(loop.body, each)
                    elif each.surely(negated(formula)):
                        ways.append(Way(each))
                    else:
                        raise NotLinear(OPEN_LOOP)
            here = [way.case for way in after if not way.ended]
            ways += [way for way in after if way.ended]
        return ways

    def every(self, loop: For, case: CodePath) -> list[Way]:
        """A loop: over constants turn by turn, over an open range once for all turns."""
        ways: list[Way] = []
        for each, (low, high) in self.numbers((loop.low, loop.high), case):
            turns = constant_range(low, high, loop.step)
            if turns is None or (len(turns) > LARGEST_RANGE and not is_index(loop.name, loop.body)):
                for last, span in spans(low, high, loop.step, each):
                    ways += self.turns(loop, span, last)
                continue
            here = [each]
            for turn in turns:
                after = [way for path in here for way in self.block(loop.body, path.with_name(loop.name, number(turn)))]
                here = [way.case for way in after if not way.ended]
                ways += [way for way in after if way.ended]
            ways += map(Way, here)
        return ways

    def turns(self, loop: For, span: NumberRange, outer: CodePath) -> list[Way]:
        """The body of a loop over an open range, for any turn of it; how the loop may be left."""
        changed = {loop.name, *carried(loop.body).get("", ())}
        outer = replace(outer, known={name: value for name, value in outer.known.items() if name not in changed})
        called = loop.name.partition(".")[0].rstrip("_")
        name = next(self.fresh(called if called.isidentifier() else "k"))
        turn = variable(name)
        paths: list[CodePath] = []
        falls = False  # whether the variable falls from turn to turn
        for each, value in replace(outer, bound=(*outer.bound, name)).turn(span, turn):
            falls = span.down and value == turn
            for inside, formula in each.within(value, NumberRange(span.low, span.high)):
                path = inside.also(formula)
                if path is not None:
                    paths.append(path.with_name(loop.name, value))
        counts = {site: len(formulas) for site, formulas in self.asked.items()}
        before = dict(self.clauses), dict(self.faults)
        left = [[way for way in self.block(loop.body, path) if way.ended] for path in paths]
        leaving = [way.case for ways in left for way in ways]
        if not leaving:
            return [Way(outer)]
        self.clauses, self.faults = before  # of turns that may not be reached
        for site, formulas in self.asked.items():
            del formulas[counts.get(site, 0) :]
        ways: list[Way] = []
        for path, own in zip(paths, left, strict=True):
            earlier = self.none_before(loop.name, name, falls, span, outer, path, [way.case for way in own], leaving)
            again = path.also(earlier)
            if again is not None:
                ways += [way for way in self.block(loop.body, again) if way.ended]
        ways = self.one_for_all(outer, [way for each in left for way in each], ways)
        goes_on = outer.also(negated(either(beyond(outer, case, TRUE) for case in leaving)))
        return [*ways, Way(goes_on)] if goes_on is not None else ways

    def none_before(
        self,
        loop: str,
        name: str,
        falls: bool,
        span: NumberRange,
        outer: CodePath,
        path: CodePath,
        own: list[CodePath],
        leaving: list[CodePath],
    ) -> Formula:
        """That no turn before this one leaves the loop; without a quantifier where that is known to say it."""
        if own == leaving and not span.down and path.known[loop] == variable(name):  # else it counts the turns
            try:
                return reached(name, span.low, path, own)
            except NotLinear:
                pass
        other = next(self.fresh(name))
        earlier = (
            at_most(variable(name) + 1, variable(other)) if falls else at_most(variable(other) + 1, variable(name))
        )
        formulas = []
        for case in leaving:
            names, whole = apart(outer, case, TRUE)
            here = {name: other}
            bound = tuple(here.get(each, each) for each in names)
            formulas.append(Exists(bound, both((renamed_formula(whole, here), earlier))))
        return negated(either(formulas))

    def one_for_all(self, outer: CodePath, left: list[Way], ways: list[Way]) -> list[Way]:
        """The ways out of a loop, those of all turns together where the turn matters no more.

        Args:    left: those of any turn. ways: those of the turn that is the first to leave.
        """
        joint_ways: list[Way] = []
        groups: dict[tuple[str, tuple[tuple[str, Value], ...]], list[CodePath]] = {}
        for way in ways:
            case = self.live(way.case, self.later[way.ended])
            if any(own_names(outer, [case]) & names_in(value) for value in case.known.values()):
                joint_ways.append(way)
            else:
                groups.setdefault((way.ended, tuple(sorted(case.known.items()))), []).append(case)
        if len(groups) == 1 and not joint_ways:  # whichever leaves first, it is the same
            groups = {key: [way.case for way in left] for key in groups}
        for (ended, values), cases in groups.items():
            path = outer.also(either(beyond(outer, case, TRUE) for case in cases))
            if path is not None:
                joint_ways.append(Way(replace(path, known=dict(values)), ended))
        return joint_ways

    # Options

    def option(self, made: Yield, case: CodePath) -> None:
        """One option: a clause for each case of its numbers."""
        if made.next != "opponent":
            raise self.refused(why=WHO)
        for _, label in made.labels:
            if not is_safe_label(label):
                self.require_label(label, replace(case, names=(f"label {turn}" for turn in count())))
        parts: list[tuple[CoreNumber, ...]] = []
        for part in made.parts:
            if isinstance(part, Each):
                raise self.refused(why=OPEN_PARTS)
            parts.append(part)
        for each, terms in self.numbers([one for part in parts for one in part], case):
            ways: list[tuple[CodePath, list[Linear]]] = [(each, [])]
            for value in terms:
                ways = [(last, [*before, plain]) for one, before in ways for last, plain in one.plain(value)]
            for last, values in ways:
                left = iter(values)
                self.clause(last, tuple(tuple(islice(left, len(part))) for part in parts))

    def require_label(self, label: Label, case: CodePath) -> None:
        """Refuse a label that may fail: one that is no number which is followed."""
        match label:
            case Word():
                return
            case Joined():
                raise self.refused(why=LABELS)
            case Group(items):
                for item in items:
                    self.require_label(item, case)
            case Choice(test, one, two):
                list(self.condition(test, case))
                self.require_label(one, case)
                self.require_label(two, case)
            case Flag(condition):
                list(self.condition(condition, case))
            case _:
                list(self.number(label, case))

    def clause(self, case: CodePath, parts: tuple[tuple[Linear, ...], ...]) -> None:
        for part in parts:
            for value in part:
                if not case.not_negative(value):
                    self.fault(case, at_most_zero(value + 1), f"it leaves {value}, which is below 0")
        conditions, bound = shown(case, {name for part in parts for value in part for name, _ in value.terms})
        short = self.short(bound)
        moved = tuple(tuple(renamed(value, short) for value in part) for part in parts)
        guard = both(renamed_formula(formula, short) for formula in conditions)
        self.clauses[MoveSchema(tuple(short.values()), guard, moved, self.here.line if self.here else 0)] = None

    def short(self, bound: Sequence[str]) -> dict[str, str]:
        """Bound names as they were written, with a number only where a clause has two of them."""
        short_names: dict[str, str] = {}
        for name in bound:
            start = name.rstrip("0123456789")
            free = (f"{start}{turn or ''}" for turn in count())
            short_names[name] = next(each for each in free if each not in (*self.names, *short_names.values()))
        return short_names

    def fault(self, case: CodePath, formula: Formula, text: str) -> None:
        path = case.also(formula)
        if path is not None:
            conditions, bound = shown(path, set())
            self.faults[InvalidState(bound, both(conditions), text, self.here.line if self.here else 0)] = None


__all__ = ["InvalidState", "NotPresburger", "Walked", "walk"]
