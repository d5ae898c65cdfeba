"""Formulas on whole numbers: sums and products, comparisons, cases, sets; read without recursion.

Wherever a formula is typed, in a rule in one line as in a guess, it is read here and means the same. A reader returns
what it understood, written anew in Python: nothing of the text gets there but numbers, and names as `bound` has them.
What is wrong is reported to the text, and Wrong is raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from math import gcd, isqrt, lcm
from operator import xor
from typing import NamedTuple

from grundy.text.reader import Text

MOST_DIGITS = 9
MOST_EXPONENT = 9_999
MOST_LISTED = 10_000  # numbers of a set that is written as its first and last

_TOKEN = re.compile(r"\s*(?:(->|→|\.\.|//|\*\*|<=|>=|==|!=|[-+*%<>=&,;(){}^])|([0-9]+)|([A-Za-z]+)|(\S))")
_WORDS = ("for", "in", "if", "else", "and", "or")
_RANKS = {"^": 1, "+": 2, "-": 2, "*": 3, "//": 3, "%": 3}
_NEGATIVE = 4  # the rank of a minus before a number
_COMPARE = ("<", "<=", ">", ">=", "=", "==", "!=")


class Function(NamedTuple):
    """A function that formulas know: of how many numbers (`most` None: of any more), and as Python has it.

    pairwise  it is written as calls of two numbers each, which are all that the compiler knows
    """

    least: int
    most: int | None
    call: Callable[..., int]
    says: str
    pairwise: bool = False


def _xor(*numbers: int) -> int:
    return reduce(xor, numbers)


FUNCTIONS = {
    "abs": Function(1, 1, abs, "the absolute value"),
    "gcd": Function(2, None, gcd, "the greatest common divisor", pairwise=True),
    "isqrt": Function(1, 1, isqrt, "the square root, rounded down"),
    "lcm": Function(2, None, lcm, "the least common multiple", pairwise=True),
    "max": Function(2, None, max, "the largest"),
    "min": Function(2, None, min, "the smallest"),
    "xor": Function(2, None, _xor, "the nim-sum, as `^` between numbers", pairwise=True),
}


class FormulaText(NamedTuple):
    """A number or a condition in Python, and whether it may divide by 0."""

    text: str
    divides: bool = False


class FormulaValues(NamedTuple):
    """The numbers of a set, or of one the first and the last; and the set itself where no name is in it."""

    numbers: tuple[FormulaText, ...]
    through: bool
    constant: tuple[int, ...] | None


class Token(NamedTuple):
    """A mark, a number or a name ("" at the end), and where it stands."""

    kind: str
    text: str
    at: int


class Wrong(Exception):
    """What is read does not go on as it should; it has been reported."""


@dataclass(slots=True)
class Formulas:
    """The tokens of a rule and how many of them are read."""

    text: Text
    tokens: list[Token]
    names: tuple[str, ...] = ()
    bound: dict[str, str] = field(default_factory=dict)  # the names that are known, and what Python is to call them
    powers: bool = False  # whether there may be any, as in rules, which look at their exponents
    exponents: list[Token] = field(default_factory=list)  # names that stand as such
    read: int = 0

    def here(self) -> Token:
        return self.tokens[self.read]

    def wrong(self, expected: str) -> Wrong:
        token = self.here()
        if token.text:
            self.text.report_at(token.at, expected)
        else:
            self.text.report_end(expected)
        return Wrong()

    def take(self, mark: str, expected: str = "") -> Token:
        if self.here().text != mark:
            raise self.wrong(expected or f"'{mark}'")
        self.read += 1
        return self.tokens[self.read - 1]

    def takes(self, *marks: str) -> str:
        """The mark that stands here, passed over; '' if it is none of these."""
        if self.here().kind in ("mark", "name") and self.here().text in marks:
            self.read += 1
            return self.tokens[self.read - 1].text
        return ""


def tokens_of(string: str) -> Iterator[Token]:
    at = 0
    while match := _TOKEN.match(string, at):
        kind = "mark" if match[1] else "number" if match[2] else "name" if match[3] else "other"
        yield Token(kind, match[match.lastindex or 0].replace("→", "->"), match.start(match.lastindex or 0))
        at = match.end()
    yield Token("end", "", len(string))


def read_formula(text: Text, names: Mapping[str, str]) -> FormulaText | None:
    """The formula that a text is, to its end: a number, a condition or a case; of what is wrong None, reported to it.

    Args:    names: those that are known, and what Python is to call them.

    >>> read_formula(Text("n % 3 if n % 7 = 0 else xor(n, 1)", "<argument>"), {"n": "n"})
    FormulaText(text='(n % 3) if (n % 7) == 0 else (n ^ 1)', divides=False)
    """
    reader = Formulas(text, list(tokens_of(text.string)), bound=dict(names))
    try:
        formula = read_case(reader)
        if reader.here().kind != "end":
            raise reader.wrong("a mark such as + - * // %, a comparison, 'if' or the end")
    except Wrong:
        return None
    return formula


def read_case(reader: Formulas) -> FormulaText:
    """A number or a condition; or several, all but the last with 'if' and a condition, and 'else' between them."""
    texts: list[str] = []
    divides = False
    while True:
        value = _joined_by_words(reader, bare=True)
        texts.append(value.text)
        divides |= value.divides
        if not reader.takes("if"):
            return FormulaText("".join(texts), divides)
        condition = read_condition(reader)
        divides |= condition.divides
        reader.take("else")
        texts.append(f" if {condition.text} else ")


def read_name(reader: Formulas, taken: Container[str], expected: str) -> str:
    token = reader.here()
    if token.kind != "name" or token.text in _WORDS or token.text in FUNCTIONS:
        raise reader.wrong(expected)
    if token.text in taken:
        raise reader.wrong("a name that is not in use")
    reader.read += 1
    return token.text


def read_set(reader: Formulas) -> FormulaValues:
    """The values of a set."""
    if reader.takes("{"):
        start = reader.read
        members = [read_expression(reader)]
        while reader.takes(","):
            members.append(read_expression(reader))
        plain = all(token.kind == "number" or token.text == "," for token in reader.tokens[start : reader.read])
        reader.take("}", "',' or '}'")
        constant = tuple(sorted({int(member.text) for member in members})) if plain else None
        return FormulaValues(tuple(members), False, constant)
    first = read_expression(reader)
    reader.take("..", "'..' and the last number, or a set in '{' and '}'")
    last = read_expression(reader)
    numbers = range(0)
    if first.text.isdecimal() and last.text.isdecimal():
        numbers = range(int(first.text), int(last.text) + 1)
    return FormulaValues((first, last), True, tuple(numbers) if 0 < len(numbers) <= MOST_LISTED else None)


def read_condition(reader: Formulas) -> FormulaText:
    """Comparisons joined by 'and', those by 'or'; 'and' binds closer."""
    return _joined_by_words(reader, bare=False)


def _joined_by_words(reader: Formulas, bare: bool) -> FormulaText:
    """The same; `bare`: or one number."""
    texts: list[str] = []
    divides = False
    while True:
        test = _comparison(reader, bare)
        joint = reader.takes("and", "or")
        texts += [test.text, joint]
        divides |= test.divides
        if not joint:
            return FormulaText(" ".join(texts).rstrip(), divides)
        bare = False


def _comparison(reader: Formulas, bare: bool = False) -> FormulaText:
    numbers = [read_expression(reader)]
    texts = [numbers[0].text]
    while mark := reader.takes(*_COMPARE):
        numbers.append(read_expression(reader))
        texts += ["==" if mark == "=" else mark, numbers[-1].text]
    if len(numbers) == 1 and not (bare and reader.here().text not in ("and", "or")):
        raise reader.wrong("a comparison, such as n >= 2 or n % 2 == 0")
    # Python leaves the third number out where the first two do not compare; here its division is one all the same
    before = [
        f"(v{reader.read}_{place} := {number.text}) == v{reader.read}_{place} and "
        for place, number in enumerate(numbers)
        if place > 1 and number.divides
    ]
    return FormulaText("".join(before) + " ".join(texts), any(number.divides for number in numbers))


def read_expression(reader: Formulas) -> FormulaText:
    """Sums and products, by two stacks: values, and the marks that wait for what follows them."""
    values: list[FormulaText] = []
    waiting: list[tuple[str, int]] = []  # a mark, '(' or a function's name; for a function, how many values were there

    def settle(rank: int) -> None:
        while waiting and _rank(waiting[-1][0]) >= rank:
            mark = waiting.pop()[0]
            if mark == "negative":
                value = values.pop()
                values.append(FormulaText(f"-{value.text}", value.divides))
            else:
                right, left = values.pop(), values.pop()
                values.append(_joined(mark, left, right))

    while True:
        # a value is due
        token = reader.here()
        if token.text == "-":
            reader.read += 1
            waiting.append(("negative", 0))
            continue
        if token.text == "(":
            reader.read += 1
            waiting.append(("(", 0))
            continue
        if token.text in FUNCTIONS:
            reader.read += 1
            reader.take("(")
            waiting.append((token.text, len(values)))
            continue
        values.append(_value(reader))
        if reader.powers and reader.here().text == "**":
            values.append(_power(reader, values.pop()))
        # a mark is due, or the end of the expression
        while True:
            mark = reader.here().text
            inside = next((name for name, _ in reversed(waiting) if name == "(" or name in FUNCTIONS), "")
            if mark == ")" and inside:
                settle(1)
                name, had = waiting.pop()
                reader.read += 1
                if name != "(":
                    values[had:] = [_called(reader, name, values[had:])]
                continue
            break
        if mark == "," and inside in FUNCTIONS:
            settle(1)
            reader.read += 1
        elif mark in _RANKS:
            settle(_RANKS[mark])
            reader.read += 1
            waiting.append((mark, 0))
        elif reader.powers and mark == "**":
            raise reader.wrong("a power of a number or of a name, as in 2**k")
        elif inside:
            raise reader.wrong("a mark such as + - * // %, or ')'")
        else:
            settle(1)
            return values[0]


def _rank(mark: str) -> int:
    return _NEGATIVE if mark == "negative" else _RANKS.get(mark, 0)


def _value(reader: Formulas) -> FormulaText:
    token = reader.here()
    if token.kind == "number":
        if len(token.text) > MOST_DIGITS:
            raise reader.wrong(f"a number of at most {MOST_DIGITS} digits")
        reader.read += 1
        return FormulaText(str(int(token.text)))
    if token.kind == "name" and token.text not in _WORDS:
        if token.text not in reader.bound:
            raise reader.wrong(f"a number or a name that is known here ({', '.join(sorted(reader.bound))})")
        reader.read += 1
        return FormulaText(reader.bound[token.text])
    raise reader.wrong("a number, a name or '('")


def _power(reader: Formulas, base: FormulaText) -> FormulaText:
    """A power of a number or a name, whose exponent is one: neither is a power, so that no number has no end."""
    reader.take("**")
    token = reader.here()
    is_short = token.kind == "number" and len(token.text) <= MOST_DIGITS and int(token.text) <= MOST_EXPONENT
    if not is_short and (token.kind != "name" or token.text in _WORDS or token.text in FUNCTIONS):
        raise reader.wrong(f"an exponent that is a number up to {MOST_EXPONENT:,} or a name")
    if token.kind == "name":
        reader.exponents.append(token)
    return FormulaText(f"({base.text} ** {_value(reader).text})")


def _joined(mark: str, left: FormulaText, right: FormulaText) -> FormulaText:
    by_number = right.text.isdecimal() and int(right.text) > 0
    divides = left.divides or right.divides or (mark in ("//", "%") and not by_number)
    return FormulaText(f"({left.text} {mark} {right.text})", divides)


def _called(reader: Formulas, name: str, values: list[FormulaText]) -> FormulaText:
    function = FUNCTIONS[name]
    if len(values) < function.least or (function.most is not None and len(values) > function.most):
        reader.read -= 1
        raise reader.wrong(f"{'one number' if function.most else 'two or more numbers'} in {name}(…)")
    text, *others = [value.text for value in values]
    if function.pairwise:
        for other in others:
            text = f"({text} ^ {other})" if name == "xor" else f"{name}({text}, {other})"
    else:
        text = f"{name}({', '.join((text, *others))})"
    return FormulaText(text, any(value.divides for value in values))
