"""A rule read completely, as the relation that theorems are about, and compared with what its code does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, pairwise, permutations, product
from random import Random

from grundy.engines.heap.recognize import LARGEST, traps
from grundy.errors import BadRule, OutOfReach
from grundy.model.option import Option
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, Shape, Subsets, TakeAway
from grundy.reading.core import Core, Site
from grundy.reading.cover import require_covered, seen_both_ways
from grundy.reading.lower import lower
from grundy.reading.source import NotRead
from grundy.theorems.inequalities import at_most, at_most_zero, both, is_zero, negated
from grundy.theorems.limits import AutomatonTooLarge, most_states
from grundy.theorems.linear import (
    AllOf,
    AnyOf,
    Exists,
    Formula,
    Linear,
    MoveSchema,
    Negation,
    Relation,
    leads,
    linear,
    number,
    options,
    variable,
)
from grundy.theorems.measure import witness
from grundy.theorems.numbers import NotPresburger
from grundy.theorems.walk import WHO, InvalidState, walk

# ---- The moves that a rule carries as data, as clauses


HEAP = variable("n")
PARTS = ("x", "y", "z", "u", "v", "w")


def of_shape(shape: Shape | None) -> Relation | None:
    """The relation of a rule given as data; None if it is of another kind.

    >>> print(of_shape(TakeAway((1, 3))))
    n -> n - 1, if n >= 1; n -> n - 3, if n >= 3
    """
    match shape:
        case TakeAway(amounts):
            clauses = [MoveSchema((), at_most(number(take), HEAP), ((HEAP - take,),)) for take in amounts]
        case Digits() if shape.parts <= len(PARTS):
            clauses = list(_digits(shape))
        case _:
            return None
    return Relation(("n",), tuple(clauses))


def _digits(shape: Digits) -> Iterator[MoveSchema]:
    """A clause for each number of heaps that some take may leave; takes that recur have a variable of their own."""
    for take, digit in enumerate(shape.digits):
        yield from _left(number(take), (), digit, shape.unequal)
    for place, digit in enumerate(shape.repeat):
        first = len(shape.digits) + place
        if len(shape.repeat) == 1:  # every take from the first on
            yield from _left(variable("k"), ("k",), digit, shape.unequal, at_most(number(first), variable("k")))
        else:
            yield from _left(linear([("t", len(shape.repeat))], first), ("t",), digit, shape.unequal)


def _left(take: Linear, bound: tuple[str, ...], digit: int, unequal: bool, *guards: Formula) -> Iterator[MoveSchema]:
    """Moves that take so many and leave so many heaps as the digit says, in rising order, none empty.

    Where a take may leave one heap or none, the one may be empty.
    """
    rest = HEAP - take
    for parts in (parts for parts in range(digit.bit_length()) if digit >> parts & 1):
        if parts == 0 and not digit & 2:
            yield MoveSchema(bound, both((is_zero(rest), *guards)), ())
        elif parts:
            names = PARTS[: parts - 1]
            heaps = [*map(variable, names)]
            heaps.append(sum((-heap for heap in heaps), rest))
            order = [at_most(smaller + int(unequal), larger) for smaller, larger in pairwise(heaps)]
            least = 0 if parts == 1 and digit & 1 else 1
            guard = both((*guards, at_most_zero(-heaps[0] + least), *order))
            yield MoveSchema((*bound, *names), guard, tuple((heap,) for heap in heaps))


WORK = 8_000  # options, of all states together
TURNS = 8_000_000  # of loops, of all states together, each as often as it asks something
SMALL = 6  # all states up to this are compared
STATES = 400
MOST_STATES, MOST_WAYS = 30_000, 50  # of automata that find where a condition is true; ways that lead to it
ASKED = 20  # options of a state that has too many, spread over those looked at
READS = (
    "whole numbers under + and -, * // and % by constants, min, max, abs, comparisons, and, or, not, any, all, if, "
    "for ... in range(...), constants"
)


@dataclass(frozen=True, slots=True)
class ReadingComparison:
    """At how many states, with numbers up to which; in how many of them all options (elsewhere the first).

    `conditions` has how many of the rule's code were seen true and false there; None of a rule that is data.
    """

    states: int = 0
    largest: int = 0
    whole: int = 0
    conditions: int | None = None

    def __str__(self) -> str:
        first = (
            "" if self.whole == self.states else f", at {self.states - self.whole:,} of them the first options alone"
        )
        text = f"compared with its options at {self.states:,} states up to {self.largest:,}{first}"
        if self.conditions is None:
            return f"as read was {text}"
        return f"as read from its code was {text}{seen_both_ways(self.conditions)}"


@dataclass(frozen=True, slots=True)
class RuleReading:
    """What a rule says.

    relation   its moves, all of them
    faults     what no state may do (a number below 0, an error raised): a theorem needs that none can happen
    compared   with the code
    core       what was read of the code; None of a rule that is data
    asked      what is true where the code asks each condition, and the condition: once for each way to it
    """

    relation: Relation
    faults: tuple[InvalidState, ...] = ()
    compared: ReadingComparison = ReadingComparison()
    core: Core | None = field(default=None, repr=False)
    asked: Mapping[Site, Sequence[tuple[Formula, ...]]] = field(default_factory=dict, repr=False)


def reading(rule: Rule) -> RuleReading:
    """The moves of a rule as a relation, from its data or its source, compared with what it does.

    Raises: OutOfReach: something in it is not linear, with the line. BadRule: the code does something else than what
            was read, or fails, with the state.

    >>> from grundy.games.pairs import wythoff
    >>> print(reading(wythoff).relation.clauses[2])
    (a - take, b - take), for all take with take >= 1 and take <= a and take <= b
    """
    rule_reading = uncompared(rule)
    if rule_reading.core is None:
        return replace(rule_reading, compared=compare(rule, rule_reading.relation))
    try:
        covered = require_covered(rule, rule_reading.core, partial(state_where, rule_reading))
    except NotRead as refused:
        raise OutOfReach(_placed(rule, refused.site, refused.site.text, refused.why.removeprefix("this "))) from None
    compared = compare(rule, rule_reading.relation, covered.states)
    return replace(rule_reading, compared=replace(compared, conditions=len(covered.seen)))


def state_where(rule_reading: RuleReading, site: Site, wanted: bool) -> tuple[int, ...] | bool:
    """A state at which a condition is asked and true, or false: False if there is none, True if that is not known."""
    ways = rule_reading.asked.get(site, ())
    unknown = not 0 < len(ways) <= MOST_WAYS
    for formula, *given in ways[:MOST_WAYS]:
        try:
            with most_states(MOST_STATES):
                numbers = witness([formula if wanted else negated(formula), *given])
        except AutomatonTooLarge:
            unknown = True
            continue
        if numbers is not None:
            return tuple(numbers.get(name, 0) for name in rule_reading.relation.names)
    return unknown


def uncompared(rule: Rule) -> RuleReading:
    """The same, not yet compared."""
    relation = of_shape(rule.shape)
    if relation is not None:
        return RuleReading(relation)
    if rule.arity == 1 and not rule.space.contains(0):
        raise OutOfReach(
            f"{rule.spec}: theorems are about states that are numbers, and these are {rule.space.name} states; "
            "'grundy solve' answers one position"
        )
    try:
        core = lower(rule)
        walked = walk(core)
    except (NotRead, NotPresburger) as refused:
        if isinstance(rule.shape, Subsets):  # whose code, which the user did not write, makes boards of numbers
            raise OutOfReach(
                f"{rule.spec}: theorems are about moves from numbers to numbers, and here a number stands for a full "
                f"board; what is proved of one, 'grundy solve {rule.spec} 20' says, and 'grundy sequence {rule.spec}' "
                "lists their values"
            ) from None
        raise OutOfReach(_refusal(rule, refused)) from None
    except RecursionError:
        raise OutOfReach(f"{rule.spec}: it cannot be read: it is nested too deeply") from None
    return RuleReading(Relation(walked.names, walked.clauses), walked.faults, core=core, asked=walked.asked)


def compare(rule: Rule, relation: Relation, telling: Iterable[tuple[int, ...]] = ()) -> ReadingComparison:
    """Ask the rule for its options of states chosen as traps, and the relation for its own.

    Args:   telling: states that tell a misreading.
    Raises: BadRule: they differ, or the rule fails there.
    """
    states = list(dict.fromkeys((*_states(relation), *_telling(telling, relation))))
    left, whole, largest = WORK, 0, 0
    for place, state in enumerate(states):
        most = max(left // (len(states) - place), 10)
        argument = state if rule.arity > 1 else state[0]
        rule_options = [_parts(option, rule) for option in islice(rule.options(argument), most + 1)]
        left -= len(rule_options)
        complete = len(rule_options) <= most
        if complete:
            same = set(rule_options) == {_as_shown(option, rule) for option in options(relation, state)}
        else:
            same = all(
                any(leads(relation, state, order) for order in _orders(option, rule))
                for option in rule_options[:: len(rule_options) // ASKED + 1]
            )
        if not same:
            raise BadRule(f"{rule.spec}: what was read of it is not what it does at {argument!r}; read as {relation}")
        whole += complete
        largest = max(largest, *state)
    return ReadingComparison(len(states), largest, whole)


def _refusal(rule: Rule, refused: NotRead | NotPresburger) -> str:
    """Where something stands that is not read, or not linear, and what to write instead."""
    what = f"is not linear{refused.why and f' ({refused.why})'}: what is read are {READS}"
    text, site = refused.what, refused.site
    if refused.why == WHO:
        what = f"is not linear: {WHO}"
    if isinstance(refused, NotRead):
        text = refused.site.text
        what = f"is not read: {refused.why}"
    return _placed(rule, site, text, what)


def _placed(rule: Rule, site: Site | None, text: str, what: str) -> str:
    if site is None or site.file.startswith("<"):  # a rule in one line
        return f"{rule.spec}: {plain_words(text)!r} {what}"
    return f"{site.file}:{site.line}: {text!r} {what}"


def plain_words(text: str) -> str:
    """Words of a rule in one line as they were typed: without the underscores of its names."""
    return re.sub(r"\b([A-Za-z]+)_\b", r"\1", text)


def _states(relation: Relation) -> Iterator[tuple[int, ...]]:
    """All small states, and some with numbers around powers of 2 and 10 and at random, as far as loops allow."""
    arity = len(relation.names)
    random = Random(arity)
    small = list(product(range(SMALL), repeat=arity))
    yield from small
    numbers = [number for number in traps(0) if number <= LARGEST]
    loops = max((_loops(clause.bound) + _depth(clause.guard) for clause in relation.clauses), default=0)
    size = max((_size(clause.guard) for clause in relation.clauses), default=1)
    turns, chosen = TURNS, set(small)
    for _ in range(STATES):
        near = [random.choice(numbers) for _ in range(arity)]
        if random.random() < 0.5:  # of like size
            near = [max(near[0] + random.randint(-3, 3), 0) for _ in near]
        state = tuple(near)
        cost = (max(state) + 1) ** loops * size
        if cost * 4 <= turns and state not in chosen:
            turns -= cost
            chosen.add(state)
            yield state


def _telling(telling: Iterable[tuple[int, ...]], relation: Relation) -> Iterator[tuple[int, ...]]:
    """The states that tell a misreading, as far as loops allow."""
    loops = max((_loops(clause.bound) + _depth(clause.guard) for clause in relation.clauses), default=0)
    size = max((_size(clause.guard) for clause in relation.clauses), default=1)
    turns = TURNS
    for state in telling:
        cost = (max(state) + 1) ** loops * size
        if cost * 4 <= turns:
            turns -= cost
            yield state


def _loops(bound: tuple[str, ...]) -> int:
    """How many names may have many values: not those of quotients."""
    return sum(name.rstrip("0123456789") != "q" for name in bound)


def _depth(formula: Formula) -> int:
    """How many loops within loops a condition is."""
    match formula:
        case Negation(inner):
            return _depth(inner)
        case AllOf(formulas) | AnyOf(formulas):
            return max(map(_depth, formulas), default=0)
        case Exists(names, inner):
            return _loops(names) + _depth(inner)
    return 0


def _size(formula: Formula) -> int:
    """How many comparisons a condition has."""
    match formula:
        case Negation(inner) | Exists(_, inner):
            return _size(inner)
        case AllOf(formulas) | AnyOf(formulas):
            return sum(map(_size, formulas))
    return 1


def _parts(option: Option, rule: Rule) -> tuple[tuple[int, ...], ...]:
    return _as_shown(tuple(part if isinstance(part, tuple) else (part,) for part in option.parts), rule)


def _orders(parts: tuple[tuple[int, ...], ...], rule: Rule) -> Iterator[tuple[tuple[int, ...], ...]]:
    yield from permutations(parts)
    if not parts and isinstance(rule.shape, Digits):
        yield ((0,),)


def _as_shown(parts: tuple[tuple[int, ...], ...], rule: Rule) -> tuple[tuple[int, ...], ...]:
    """Parts in order; of a rule given as digits without empty heaps."""
    return tuple(sorted(part for part in parts if part != (0,) or not isinstance(rule.shape, Digits)))
