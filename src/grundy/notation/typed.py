"""Rules typed as text, in a small grammar of their own; what was read is written anew as a function.

    n -> n-k, for k in {1,3,4}
    n -> k & n-k, for k in 1..(n-1)//2
    n -> n-2**k, for k in 0..9
    n -> n-1, if n >= 1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0
    (a,b) -> (a-k,b); (a,b) -> (a,b-k); (a,b) -> (a-k,b-k), for k in 1..max(a,b)

A rule is a list of clauses with ';' between them. A clause says what a move makes of the state: one number, several
with '&' between them (they go on side by side), or as many in brackets as the state has. After it come `for NAME in
SET`, where SET is {1,2,5} or 1..n, and `if CONDITION`, with a comma before each or without. Numbers and conditions are
formulas (text/formulas.py). A move that would leave a negative number is no move. The names of the state need not be
written again.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Any
from weakref import finalize

from grundy.errors import BadRule
from grundy.model.frozen import frozen
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import TakeAway, Theory
from grundy.model.space import HEAP, vector
from grundy.notation import TYPED
from grundy.text.formulas import (
    FUNCTIONS,
    MOST_EXPONENT,
    Formulas,
    FormulaText,
    FormulaValues,
    Token,
    Wrong,
    read_condition,
    read_expression,
    read_name,
    read_set,
    tokens_of,
)
from grundy.text.reader import Text

MOST_CHARACTERS, MOST_NAMES = 200, 4
FERGUSON = "Ferguson 1974: misère play of sums of take-away games follows misère Nim on the nim-values"


def typed_rule(text: str) -> Rule:
    """The rule that a text says.

    Raises: BadText: it is none, with the place; a text of more than 200 characters.

    >>> rule = typed_rule("n -> n-k, for k in {1,3,4}")
    >>> rule.spec, [option.parts for option in rule.options(3)]
    ('rule:n -> n-k, for k in {1,3,4}', [(2,), (0,)])
    >>> typed_rule("n -> n-k, for k of {1}")
    Traceback (most recent call last):
    grundy.errors.BadText: <argument>:1:17: expected 'in', found 'of'
    """
    return _rule(text.strip())


@lru_cache(maxsize=32)
def _rule(string: str) -> Rule:
    """The rule of a text; the same text gives the same rule, so that positions of it are equal."""
    text = Text(string, "<argument>")
    clauses = _read(text)
    text.close()
    assert clauses is not None
    return _as_rule(string, *clauses)


def read_rule(text: Text) -> Rule | None:
    """The rule that a text says; what is wrong is reported to it, and then None returned."""
    return None if _read(text) is None else _rule(text.string.strip())


def _read(text: Text) -> tuple[tuple[str, ...], list[Clause]] | None:
    if len(text.string) > MOST_CHARACTERS:
        text.report_at(MOST_CHARACTERS, f"a rule of at most {MOST_CHARACTERS} characters", f"{len(text.string):,}")
        return None
    try:
        return _clauses(Formulas(text, list(tokens_of(text.string)), powers=True))
    except Wrong:
        return None


def _clauses(reader: Formulas) -> tuple[tuple[str, ...], list[Clause]]:
    reader.names = _state(reader)
    clauses = []
    while True:
        reader.take("->", "'->' and what a move leaves")
        clauses.append(_clause(reader))
        if reader.takes(";"):
            if reader.here().kind == "end":
                break
            again = reader.here()
            start = reader.read
            if _state(reader) != reader.names:
                reader.read = start
                reader.text.report_at(again.at, f"the state {_state_text(reader.names)} again")
                raise Wrong
            continue
        if reader.here().kind != "end":
            raise reader.wrong("for or if, ';' and the next clause, or the end")
        break
    return reader.names, clauses


def _state_text(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"({','.join(names)})"


def _state(reader: Formulas) -> tuple[str, ...]:
    if not reader.takes("("):
        return (read_name(reader, set(), "a name for the state, as in n -> n-1, or several in brackets"),)
    names: list[str] = []
    while True:
        names.append(read_name(reader, set(names), "a name"))
        if not reader.takes(","):
            break
    reader.take(")", "',' or ')'")
    if len(names) > MOST_NAMES:
        raise reader.wrong(f"a state of at most {MOST_NAMES} numbers before this")
    return tuple(names)


def _clause(reader: Formulas) -> Clause:
    parts_start = reader.read
    state = dict(zip(reader.names, PARAMETERS[len(reader.names)], strict=True))
    reader.bound = state | {name: local_name(name) for name in _names_ahead(reader)}  # `for` comes after what uses it
    parts = [_part(reader)]
    while reader.takes("&"):
        if len(reader.names) > 1:
            reader.read -= 1
            raise reader.wrong("one state: only single numbers may be left side by side")
        parts.append(_part(reader))
    parts_end = reader.read
    reader.bound = dict(state)
    steps: list[Step] = []
    while True:
        comma = reader.takes(",")
        if reader.takes("for"):
            name = read_name(reader, reader.bound, "a name")
            reader.take("in")
            values = read_set(reader)
            reader.bound[name] = local_name(name)
            steps.append((name, values))
        elif reader.takes("if"):
            steps.append(("", read_condition(reader)))
        elif comma:
            raise reader.wrong("'for' or 'if' (another move is a clause of its own, after ';')")
        else:
            break
    _require_natural(reader, steps)
    amounts = _amounts(reader, reader.tokens[parts_start:parts_end], steps)
    return Clause(tuple(parts), tuple(steps), amounts)


def _require_natural(reader: Formulas, steps: list[Step]) -> None:
    """Names that stand as exponents go through a set of numbers, or from a number on: one after the other, so that no
    power is large before a rule has gone on for long. Raises Wrong."""
    natural = {
        name
        for name, what in steps
        if isinstance(what, FormulaValues)
        and all(number.text.isdecimal() for number in (what.numbers[:1] if what.through else what.numbers))
        and (what.through or all(int(number.text) <= MOST_EXPONENT for number in what.numbers))
    }
    for token in reader.exponents:
        if token.text not in natural:
            reader.read = reader.tokens.index(token)
            raise reader.wrong("an exponent that goes from a number on, as k does with 'for k in 0..9'")
    reader.exponents.clear()


def _names_ahead(reader: Formulas) -> set[str]:
    """What the `for` of this clause name."""
    ahead = set()
    for at in range(reader.read, len(reader.tokens) - 1):
        if reader.tokens[at].text == ";":
            break
        if reader.tokens[at].text == "for" and reader.tokens[at + 1].kind == "name":
            ahead.add(reader.tokens[at + 1].text)
    return ahead


def _amounts(reader: Formulas, tokens: list[Token], steps: list[Step]) -> tuple[int, ...] | None:
    """What a clause of the form n -> n-k takes, if that is all that it says."""
    words = [token.text for token in tokens]
    if len(reader.names) != 1 or words[:2] != [reader.names[0], "-"] or len(words) != 3:
        return None
    match steps:
        case [] if tokens[2].kind == "number":
            amounts: tuple[int, ...] | None = (int(words[2]),)
        case [(name, FormulaValues(_, _, constant))] if name == words[2]:
            amounts = constant
        case _:
            return None
    return amounts if amounts and min(amounts) >= 1 else None


def _part(reader: Formulas) -> tuple[FormulaText, ...]:
    if len(reader.names) == 1:
        return (read_expression(reader),)
    reader.take("(", f"'(' and {len(reader.names)} numbers")
    numbers = [read_expression(reader)]
    while len(numbers) < len(reader.names):
        reader.take(",", f"',' and the next of {len(reader.names)} numbers")
        numbers.append(read_expression(reader))
    reader.take(")")
    return tuple(numbers)


def _as_rule(string: str, names: tuple[str, ...], clauses: list[Clause]) -> Rule:
    spec = f"{TYPED}:{string}"
    if all(clause.amounts for clause in clauses):
        amounts = tuple(sorted({amount for clause in clauses for amount in clause.amounts or ()}))
        return Rule(
            spec,
            lambda n: (to(n - take, take=take) for take in amounts if take <= n),
            space=HEAP,
            shape=TakeAway(amounts),
            theory=Theory(misere_nim=FERGUSON),
            format_move="take {take} from pile {pile}".format_map,
        )
    arity, function = len(names), function_of(names, clauses)
    if arity == 1:
        return Rule(spec, function, space=HEAP, format_move=_words)
    space = vector(what="a number", each="number", length=arity)
    return Rule(spec, function, arity=arity, space=space, format_move=_words_of_numbers)


def _words_of_numbers(labels: dict[str, Any]) -> str:
    return f"leave {_listed(labels['leave'])}"


def _words(labels: dict[str, Any]) -> str:
    return f"leave {_listed(labels['leave'])} of pile {labels['pile']}"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers[:-1])) + (" and " if len(numbers) > 1 else "") + str(numbers[-1])


# A rule in one line as a function in Python, as somebody would have written it into a file.
#
# So it is run, compiled and followed like any other rule. Of what was typed there are only numbers in its text, and
# the names of `local_name`, which no name of Python's has.

PARAMETERS = {1: ("n",), 2: ("a", "b"), 3: ("a", "b", "c"), 4: ("a", "b", "c", "d")}
MOST_SORTED = 8  # numbers of a set with names in it that are put in order one by one, as a compiled rule has to

Step = tuple[str, FormulaValues | FormulaText]  # a name and its set, or "" and a condition

OURS = "  # not typed"  # a condition of ours, which nobody has to see true and false: one of the function's `guards`
_MADE = count(1)


@frozen
class Clause:
    """Parts that a move leaves (each as many numbers as the state has), under what, for which values."""

    parts: tuple[tuple[FormulaText, ...], ...]
    steps: tuple[Step, ...]
    amounts: tuple[int, ...] | None = None  # it takes one of these, and says nothing else


def local_name(name: str) -> str:
    """What a name that `for` gives is called in the function; a state's numbers are called as in PARAMETERS.

    >>> local_name("while")
    'while_'
    """
    return f"{name}_"


def function_of(names: Sequence[str], clauses: Sequence[Clause]) -> Callable[..., Iterator[Option]]:
    """The function that yields what each move leaves, in the order of the clauses and their sets."""
    text = _text(names, clauses)
    place = f"<rule in one line {next(_MADE)}>"
    functions = {name: function.call for name, function in FUNCTIONS.items()}
    scope: dict[str, Any] = {"__name__": __name__, "BadRule": BadRule, **functions, "to": to}
    exec(compile(text, place, "exec", dont_inherit=True), scope)
    # not kept by its own scope, so that it goes as soon as nobody has it
    function: Callable[..., Iterator[Option]] = scope.pop("rule")
    lines = text.splitlines()
    function.__dict__["guards"] = frozenset(place for place, line in enumerate(lines, 1) if line.endswith(OURS))
    linecache.cache[place] = len(text), None, text.splitlines(keepends=True), place  # where whoever compiles it looks
    finalize(function, linecache.cache.pop, place, None)
    return function


def _text(names: Sequence[str], clauses: Sequence[Clause]) -> str:
    state = PARAMETERS[len(names)]
    body = [line for clause in clauses for line in _clause_lines(state, clause)]
    if any(formula.divides for clause in clauses for formula in _formulas(clause)):
        where = ", ".join(f"{name} = {{{number}}}" for name, number in zip(names, state, strict=True))
        told = f"a division by 0 where {where}; ', if n > 0' or the like would keep it away"
        body = [
            "try:",
            *_inside(body),
            "except ZeroDivisionError as problem:",
            f'    raise BadRule(f"{told}") from problem',
        ]
    return "".join(f"{line}\n" for line in [f"def rule({', '.join(state)}):", *_inside(body)])


def _inside(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _formulas(clause: Clause) -> Iterator[FormulaText]:
    for part in clause.parts:
        yield from part
    for _, what in clause.steps:
        yield from what.numbers if isinstance(what, FormulaValues) else (what,)


def _clause_lines(state: Sequence[str], clause: Clause) -> list[str]:
    lines = _option(state, clause)
    for depth, (name, what) in reversed(list(enumerate(clause.steps))):
        if isinstance(what, FormulaText):
            lines = [f"if {what.text}:", *_inside(lines)]
        else:
            lines = _loop(local_name(name), what, lines, depth)
    return lines


def _loop(name: str, values: FormulaValues, body: list[str], depth: int) -> list[str]:
    """A loop over a set: each of its numbers once, in rising order."""
    texts = [formula.text for formula in values.numbers]
    if values.through:
        first, last = texts
        return [f"for {name} in range({first}, {last} + 1):", *_inside(body)]
    if values.constant is not None:
        texts = list(map(str, values.constant))
    elif len(texts) > MOST_SORTED:
        return [f"for {name} in sorted({{{', '.join(texts)}}}):", *_inside(body)]
    if values.constant is not None or len(texts) == 1:
        return [f"for {name} in ({', '.join(texts)},):", *_inside(body)]
    held, before = [f"s{depth}_{place}" for place in range(len(texts))], f"s{depth}_before"
    pairs = [(held[i], held[i + 1]) for end in range(len(held) - 1, 0, -1) for i in range(end)]
    return [
        f"{', '.join(held)} = {', '.join(texts)}",
        *(line for a, b in pairs for line in (f"if {b} < {a}:{OURS}", f"    {a}, {b} = {b}, {a}")),
        f"{before} = {held[0]} - 1",
        f"for {name} in ({', '.join(held)}):",
        f"    if {name} == {before}:{OURS}",
        "        continue",
        f"    {before} = {name}",
        *_inside(body),
    ]


def _option(state: Sequence[str], clause: Clause) -> list[str]:
    """A move, if it leaves no number below 0."""
    lines: list[str] = []
    parts: list[list[str]] = []
    for part in clause.parts:
        numbers = []
        for formula in part:
            if formula.divides or "," in formula.text or formula.text.count("(") > 1:
                numbers.append(f"p{len(lines)}_")
                lines.append(f"{numbers[-1]} = {formula.text}")
            else:
                numbers.append(formula.text)
        parts.append(numbers)
    least = _at_least_0(state, clause)
    left = [number for numbers in parts for number in numbers]
    conditions = [f"{number} >= 0" for number in dict.fromkeys(left) if number not in least and not number.isdecimal()]
    body = []
    if len(state) == 1:
        body.append(f"yield to({', '.join(left)}, leave={_sorted(left)}){OURS}")
    else:
        (numbers,) = parts
        body.append(f"yield to(({', '.join(numbers)}), leave=({', '.join(numbers)}))")
    return [*lines, *([f"if {' and '.join(conditions)}:{OURS}", *_inside(body)] if conditions else body)]


def _at_least_0(state: Sequence[str], clause: Clause) -> set[str]:
    """Texts of numbers that are at least 0, which need no condition."""
    least = set(state)
    for name, what in clause.steps:
        if isinstance(what, FormulaValues):
            first = min(what.constant) if what.constant is not None else None
            if first is None and what.through and what.numbers[0].text.isdecimal():
                first = int(what.numbers[0].text)
            if first is not None:
                least.add(local_name(name))
    return least


def _sorted(numbers: Sequence[str]) -> str:
    if len(numbers) > 2:
        return f"tuple(sorted(({', '.join(numbers)})))"
    if len(numbers) == 1:
        return f"({numbers[0]},)"
    a, b = numbers
    return f"({a}, {b}) if {a} <= {b} else ({b}, {a})"
