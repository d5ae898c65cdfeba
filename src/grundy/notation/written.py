"""A rule in one line as a function in Python, as somebody would have written it into a file.

So it is run, compiled and followed like any other rule. Of what was typed there are only numbers in its text, and the
names of `local_name`, which no name of Python's has.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any
from weakref import finalize

from grundy.errors import BadRule
from grundy.model.option import Option, to
from grundy.text.formulas import FUNCTIONS, Formula, Values

PARAMETERS = {1: ("n",), 2: ("a", "b"), 3: ("a", "b", "c"), 4: ("a", "b", "c", "d")}
MOST_SORTED = 8  # numbers of a set with names in it that are put in order one by one, as a compiled rule has to

Step = tuple[str, Values | Formula]  # a name and its set, or "" and a condition

_MADE = count(1)


@dataclass(frozen=True, slots=True)
class Clause:
    """Parts that a move leaves (each as many numbers as the state has), under what, for which values."""

    parts: tuple[tuple[Formula, ...], ...]
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
    linecache.cache[place] = len(text), None, text.splitlines(keepends=True), place  # where whoever compiles it looks
    finalize(function, linecache.cache.pop, place, None)
    return function


def _text(names: Sequence[str], clauses: Sequence[Clause]) -> str:
    state = PARAMETERS[len(names)]
    body = [line for clause in clauses for line in _clause(state, clause)]
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


def _formulas(clause: Clause) -> Iterator[Formula]:
    for part in clause.parts:
        yield from part
    for _, what in clause.steps:
        yield from what.numbers if isinstance(what, Values) else (what,)


def _clause(state: Sequence[str], clause: Clause) -> list[str]:
    lines = _option(state, clause)
    for depth, (name, what) in reversed(list(enumerate(clause.steps))):
        if isinstance(what, Formula):
            lines = [f"if {what.text}:", *_inside(lines)]
        else:
            lines = _loop(local_name(name), what, lines, depth)
    return lines


def _loop(name: str, values: Values, body: list[str], depth: int) -> list[str]:
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
        *(line for a, b in pairs for line in (f"if {b} < {a}:", f"    {a}, {b} = {b}, {a}")),
        f"{before} = {held[0]} - 1",
        f"for {name} in ({', '.join(held)}):",
        f"    if {name} == {before}:",
        "        continue",
        f"    {before} = {name}",
        *_inside(body),
    ]


def _option(state: Sequence[str], clause: Clause) -> list[str]:
    """A move, if it leaves no number below 0; of heaps each must be smaller, which is asked where it is not plain."""
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
    least, below = _known(state, clause)
    left = [number for numbers in parts for number in numbers]
    asked = [f"{number} >= 0" for number in dict.fromkeys(left) if number not in least and not number.isdecimal()]
    body = []
    if len(state) == 1:
        (n,) = state
        for number in dict.fromkeys(left):
            if number not in below:
                told = f"state {{{n}}}: expected moves that leave smaller numbers, or play may not end; found one that "
                told += f"leaves {{{number}}}; ', if' with a condition, or another formula such as n-1, would mend it"
                body += [f"if {number} >= {n}:", f'    raise BadRule(f"{told}")']
        body.append(f"yield to({', '.join(left)}, leave={_sorted(left)})")
    else:
        (numbers,) = parts
        body.append(f"yield to(({', '.join(numbers)}), leave=({', '.join(numbers)}))")
    return [*lines, *([f"if {' and '.join(asked)}:", *_inside(body)] if asked else body)]


def _known(state: Sequence[str], clause: Clause) -> tuple[set[str], set[str]]:
    """Texts of numbers that are at least 0, and of those that are below the state's, which need not be asked."""
    least, below, n = set(state), set(), state[0]
    for name, what in clause.steps:
        if isinstance(what, Values):
            first = min(what.constant) if what.constant is not None else None
            if first is None and what.through and what.numbers[0].text.isdecimal():
                first = int(what.numbers[0].text)
            if first is not None:
                least.add(local_name(name))
                if first > 0:
                    below.add(f"({n} - {local_name(name)})")
            if what.through and what.numbers[1].text == f"({n} - 1)":
                below.add(local_name(name))
    numbers = {formula.text.removeprefix(f"({n} - ").removesuffix(")") for part in clause.parts for formula in part}
    below |= {f"({n} - {number})" for number in numbers if number.isdecimal() and int(number) > 0}
    return least, below


def _sorted(numbers: Sequence[str]) -> str:
    if len(numbers) > 2:
        return f"tuple(sorted(({', '.join(numbers)})))"
    if len(numbers) == 1:
        return f"({numbers[0]},)"
    a, b = numbers
    return f"({a}, {b}) if {a} <= {b} else ({b}, {a})"


__all__ = ["PARAMETERS", "Clause", "Step", "function_of", "local_name"]
