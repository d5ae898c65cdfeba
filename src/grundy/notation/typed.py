"""Rules typed as text, in a small grammar of their own; what was read is written anew as a function (written.py).

    n -> n-k, for k in {1,3,4}
    n -> k & n-k, for k in 1..(n-1)//2
    n -> n-1, if n >= 1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0
    (a,b) -> (a-k,b); (a,b) -> (a,b-k); (a,b) -> (a-k,b-k), for k in 1..max(a,b)

A rule is a list of clauses with ';' between them. A clause says what a move makes of the state: one number, several
with '&' between them (they go on side by side), or as many in brackets as the state has. After it come `, for NAME in
SET`, where SET is {1,2,5} or 1..n, and `, if CONDITION`. Numbers and conditions are formulas (text/formulas.py). A move
that would leave a negative number is no move. The names of the state need not be written again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grundy.model.option import to
from grundy.model.rule import Rule
from grundy.model.shapes import TakeAway, Theory
from grundy.model.space import HEAP, vector
from grundy.notation import TYPED
from grundy.notation.written import PARAMETERS, Clause, Step, function_of, local_name
from grundy.text.formulas import (
    Formula,
    Formulas,
    Token,
    Values,
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
    while reader.takes(","):
        if reader.takes("for"):
            name = read_name(reader, reader.bound, "a name")
            reader.take("in")
            values = read_set(reader)
            reader.bound[name] = local_name(name)
            steps.append((name, values))
        elif reader.takes("if"):
            steps.append(("", read_condition(reader)))
        else:
            raise reader.wrong("'for' or 'if'")
    amounts = _amounts(reader, reader.tokens[parts_start:parts_end], steps)
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


def _amounts(reader: Formulas, tokens: list[Token], steps: list[Step]) -> tuple[int, ...] | None:
    """What a clause of the form n -> n-k takes, if that is all that it says."""
    words = [token.text for token in tokens]
    if len(reader.names) != 1 or words[:2] != [reader.names[0], "-"] or len(words) != 3:
        return None
    match steps:
        case [] if tokens[2].kind == "number":
            found: tuple[int, ...] | None = (int(words[2]),)
        case [(name, Values(_, _, constant))] if name == words[2]:
            found = constant
        case _:
            return None
    return found if found and min(found) >= 1 else None


def _part(reader: Formulas) -> tuple[Formula, ...]:
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


__all__ = ["MOST_CHARACTERS", "read_rule", "typed_rule"]
