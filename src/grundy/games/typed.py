"""Rules typed as text, in a small grammar of their own; nothing of it is ever run as Python.

    n -> n-k, for k in {1,3,4}
    n -> k & n-k, for k in 1..(n-1)//2
    n -> n-1, if n >= 1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0
    (a,b) -> (a-k,b); (a,b) -> (a,b-k); (a,b) -> (a-k,b-k), for k in 1..max(a,b)

A rule is a list of clauses with ';' between them. A clause says what a move makes of the state: one number, several
with '&' between them (they go on side by side), or as many in brackets as the state has. After it come `, for NAME in
SET`, where SET is {1,2,5} or 1..n, and `, if CONDITION`. Numbers are whole; + - * // % and min, max, gcd, xor work on
them. A move that would leave a negative number is no move. The names of the state need not be written again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grundy.errors import BadRule
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import TakeAway, Theory
from grundy.model.space import HEAP, vector
from grundy.text.formulas import (
    Expression,
    Formulas,
    Names,
    Token,
    Wrong,
    read_condition,
    read_expression,
    read_name,
    read_set,
    tokens_of,
)
from grundy.text.reader import Text

TYPED = "rule"  # in the place of the name of a game
MOST_CHARACTERS, MOST_NAMES = 200, 4
FERGUSON = "Ferguson 1974: misère play of sums of take-away games follows misère Nim on the nim-values"


@dataclass(frozen=True, slots=True)
class Clause:
    """Parts that a move leaves (each as many expressions as the state has numbers), under what, for which values."""

    parts: tuple[tuple[Expression, ...], ...]
    steps: tuple[tuple[str, Any], ...]  # a name and its set, or "" and a condition
    amounts: tuple[int, ...] | None = None  # it takes one of these, and says nothing else


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
        return _clauses(Formulas(text, list(tokens_of(text.string))))
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
            raise reader.wrong("',' and for or if, ';' and the next clause, or the end")
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
    reader.bound = set(reader.names)
    reader.bound |= _names_ahead(reader)  # an expression may use what `for` names after it
    parts = [_part(reader)]
    while reader.takes("&"):
        if len(reader.names) > 1:
            reader.read -= 1
            raise reader.wrong("one state: only single numbers may be left side by side")
        parts.append(_part(reader))
    parts_end = reader.read
    reader.bound = set(reader.names)
    steps: list[tuple[str, Any]] = []
    sets: list[tuple[str, tuple[int, ...] | None]] = []
    while reader.takes(","):
        if reader.takes("for"):
            name = read_name(reader, reader.bound, "a name")
            reader.take("in")
            values, constant = read_set(reader)
            reader.bound.add(name)
            steps.append((name, values))
            sets.append((name, constant))
        elif reader.takes("if"):
            steps.append(("", read_condition(reader)))
            sets.append(("", None))
        else:
            raise reader.wrong("'for' or 'if'")
    amounts = _amounts(reader, reader.tokens[parts_start:parts_end], sets)
    return Clause(tuple(parts), tuple(steps), amounts)


def _names_ahead(reader: Formulas) -> set[str]:
    """What the `for` of this clause name."""
    ahead = set()
    for at in range(reader.read, len(reader.tokens) - 1):
        if reader.tokens[at].text == ";":
            break
        if reader.tokens[at].text == "for" and reader.tokens[at + 1].kind == "name":
            ahead.add(reader.tokens[at + 1].text)
    return ahead


def _amounts(
    reader: Formulas, tokens: list[Token], sets: list[tuple[str, tuple[int, ...] | None]]
) -> tuple[int, ...] | None:
    """What a clause of the form n -> n-k takes, if that is all that it says."""
    words = [token.text for token in tokens]
    if len(reader.names) != 1 or words[:2] != [reader.names[0], "-"] or len(words) != 3:
        return None
    if tokens[2].kind == "number" and not sets:
        found: tuple[int, ...] | None = (int(words[2]),)
    elif len(sets) == 1 and sets[0][0] == words[2]:
        found = sets[0][1]
    else:
        return None
    return found if found and min(found) >= 1 else None


def _part(reader: Formulas) -> tuple[Expression, ...]:
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
            data=TakeAway(amounts),
            theory=Theory(misere_nim=FERGUSON),
            words="take {take} from pile {pile}".format_map,
        )
    if len(names) == 1:

        def leave(n: int) -> Iterator[Option]:
            for parts in _moves(names, (n,), clauses):
                for (part,) in parts:
                    if part >= n:
                        raise BadRule(
                            f"a move from {n} leaves {part}: each number left must be smaller, or play may not end"
                        )
                left = tuple(sorted(part for (part,) in parts))
                yield to(*left, leave=left)

        return Rule(spec, leave, space=HEAP, words=_words)

    def change(state: tuple[int, ...]) -> Iterator[Option]:
        for parts in _moves(names, state, clauses):
            yield to(parts[0], leave=parts[0])

    # a rule's function has as many arguments as its state has numbers
    functions: dict[int, Callable[..., Iterator[Option]]] = {
        2: lambda a, b: change((a, b)),
        3: lambda a, b, c: change((a, b, c)),
        4: lambda a, b, c, d: change((a, b, c, d)),
    }
    space = vector(what="a number", each="number", length=len(names))
    words = _words_of_numbers
    return Rule(spec, functions[len(names)], arity=len(names), space=space, words=words)


def _words_of_numbers(labels: dict[str, Any]) -> str:
    return f"leave {_listed(labels['leave'])}"


def _words(labels: dict[str, Any]) -> str:
    return f"leave {_listed(labels['leave'])} of pile {labels['pile']}"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers[:-1])) + (" and " if len(numbers) > 1 else "") + str(numbers[-1])


def _moves(
    names: tuple[str, ...], state: tuple[int, ...], clauses: list[Clause]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """What each move leaves, in the order of the clauses and their sets."""
    given = dict(zip(names, state, strict=True))
    try:
        for clause in clauses:
            for known in _bindings(given, clause.steps):
                parts = tuple(tuple(number(known) for number in part) for part in clause.parts)
                if all(number >= 0 for part in parts for number in part):
                    yield parts
    except ZeroDivisionError as problem:
        where = ", ".join(f"{name} = {value}" for name, value in given.items())
        raise BadRule(f"a division by 0 where {where}; ', if n > 0' or the like would keep it away") from problem


def _bindings(names: Names, steps: tuple[tuple[str, Any], ...]) -> Iterator[Names]:
    """The names with the values that `for` gives them, where each `if` holds; a stack of iterators, no recursion."""
    if not steps:
        yield names
        return
    stack: list[Iterator[Names]] = [_step(names, *steps[0])]
    while stack:
        found = next(stack[-1], None)
        if found is None:
            stack.pop()
        elif len(stack) == len(steps):
            yield found
        else:
            stack.append(_step(found, *steps[len(stack)]))


def _step(names: Names, name: str, what: Callable[[Names], Any]) -> Iterator[Names]:
    if not name:
        if what(names):
            yield names
        return
    for value in what(names):
        yield {**names, name: value}


__all__ = ["MOST_CHARACTERS", "TYPED", "read_rule", "typed_rule"]
