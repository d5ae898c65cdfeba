"""Trials of rules of one's own, as Python: compiled, uncompiled, searched, in tables and in sums."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from trials.claim import Claim, Kind, Unfit
from trials.defined import misere_wins, values_of

_FIRST = {True: "first", False: "second"}
_OPERATORS = ("+", "-", "*", "//", "%", "&", "|", "^", ">>", "+", "-")
_COMPARE = ("<", "<=", "==", "!=", ">", ">=")


def _number(random: Random, names: tuple[str, ...], depth: int = 2) -> str:
    """An expression in small numbers; what it may not do, divide by zero for one, makes the case unfit."""
    if not depth or random.random() < 0.3:
        return random.choice((*names, *names, str(random.randint(-2, 9))))
    a, b = (_number(random, names, depth - 1) for _ in range(2))
    match random.randrange(8):
        case 0:
            return f"{random.choice(('min', 'max'))}({a}, {b})"
        case 1:
            return f"abs({a})"
        case 2:
            return f"({a} if {_condition(random, names)} else {b})"
        case 3:
            return f"({a} {random.choice(('//', '%'))} {random.randint(2, 5)})"
        case 4:
            return random.choice((f"(({a}) & 255).bit_count()", f"bin(({a}) & 255).count('1')"))
        case _:
            return f"({a} {random.choice(_OPERATORS)} {b})"


def _condition(random: Random, names: tuple[str, ...]) -> str:
    a, b = (_number(random, names, 1) for _ in range(2))
    if random.random() < 0.2:
        return random.choice((f"{a} in (1, {b}, 4)", f"{a} % 7 in range(1, {random.randint(2, 6)})"))
    return f"{a} {random.choice(_COMPARE)} {b}"


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def _statement(random: Random, names: tuple[str, ...], yields: Any) -> str:
    """A statement, with yields inside that keep play going down."""
    names = (*names, "x")
    match random.randrange(7):
        case 0:
            return f"for k in range({random.randint(0, 2)}, {random.randint(1, 6)}):\n" + _indented(
                yields(random, (*names, "k"))
            )
        case 1:
            return f"if {_condition(random, names)}:\n" + _indented(yields(random, names))
        case 2:
            return f"x = ({_number(random, names)}) % 1009 - 7\n" + yields(random, names)
        case 3:
            more = (*names, "k")
            head = f"for k in ({random.randint(1, 3)}, {random.randint(1, 9)}):\n"
            skip = f"    if {_condition(random, more)}:\n        continue\n"
            return head + skip + _indented(yields(random, more))
        case 4:
            return f"y = x % 5\nwhile y > 0:\n    y -= 1\n{_indented(yields(random, (*names, 'y')))}"
        case _:
            return yields(random, names)


def _heap_yield(random: Random, names: tuple[str, ...]) -> str:
    one = random.choice((_number(random, names), f"n - 1 - ({_number(random, names)}) % 7"))
    if random.random() < 0.35:
        two = _number(random, names, 1)
        return f"o = {one}\np = {two}\nif 0 <= o < n and 0 <= p < n:\n    yield to(o, p)"
    return f"o = {one}\nif 0 <= o < n:\n    yield o"


def _pair_yield(random: Random, names: tuple[str, ...]) -> str:
    one = random.choice((_number(random, names, 1), "a", f"a - {random.randint(0, 3)}"))
    two = random.choice((_number(random, names, 1), "b", f"b - {random.randint(0, 3)}"))
    return f"o = {one}\np = {two}\nif 0 <= o <= a and 0 <= p <= b and o + p < a + b:\n    yield o, p"


def _draw_heap(random: Random) -> Any:
    return tuple(_statement(random, ("n",), _heap_yield) for _ in range(random.randint(1, 3))), random.randint(0, 9)


def _source(arguments: str, first: str, statements: tuple[str, ...]) -> str:
    body = "\n".join(statements)
    return f"def game({arguments}):\n    x = {first}\n" + _indented(body)


def _options(source: str) -> Any:
    """What each option leaves, by running the text with a `to` that only keeps its parts."""
    if "while" in source and "y -= 1" not in source:
        raise Unfit  # made smaller, it would not end
    names: dict[str, Any] = {"to": lambda *parts: ("parts", parts)}
    try:
        exec(compile(source, "<rule>", "exec"), names)
    except SyntaxError:
        raise Unfit from None

    def options(*state: Any) -> list[tuple[Any, ...]]:
        parts_of = []
        try:
            for option in names["game"](*state) or ():
                parts_of.append(option[1] if isinstance(option, tuple) and option[0] == "parts" else (option,))
        except (ArithmeticError, ValueError, NameError, TypeError, MemoryError):
            raise Unfit from None
        return parts_of

    return options


def _heap(statements: tuple[str, ...], beside: int) -> Iterator[Claim]:
    yield from _claims(_source("n", "n // 2", statements), beside)


def _claims(source: str, beside: int) -> Iterator[Claim]:
    """What must hold of a rule of heaps."""
    options = _options(source)
    size, looked = 48, 200
    for n in range(looked):  # the search for a period asks them all
        if any(not 0 <= part < n for parts in options(n) for part in parts):
            raise Unfit
    worth = values_of(options)
    g = [worth(n) for n in range(size)]
    setup = f"rule = made({source!r})"
    yield Claim("uncompiled", setup, f"table(rule, {size}, compiled=False)", g)
    yield Claim("compiled", setup, f"table(rule, {size})", g)
    yield Claim("values", setup, f"rule.nim_values({size}).tolist()", g)
    yield Claim("search", setup, f"own_search(rule, SearchOptions()).answer(range({size})).values", g)
    yield Claim("period", setup, f"repeated(period(rule, {looked}), {g})", g)
    sums = any(len(parts) != 1 for n in range(size) for parts in options(n))
    wins = misere_wins(options)
    if not sums:
        outcomes = [int(not value) for value in g]
        yield Claim("outcomes", setup, f"table(rule, {size}, outcomes=True)", outcomes)
        lost = [int(not wins((n,))) for n in range(size)]
        yield Claim("misère outcomes", setup, f"table(rule, {size}, misere=True)", lost)
    heaps = tuple(sorted((size % 11, beside)))
    if not sums or sum(heaps) < 14:
        position = f"rule(*{heaps})"
        yield Claim("misère winner", setup, f"solve({position}, misere=True).winner", _FIRST[wins(heaps)])
        yield Claim("nim-value", setup, f"solve({position}).nim_value", g[heaps[0]] ^ g[heaps[1]])
        count = sum(
            not (g[heaps[1 - place]] ^ _total(g, parts))
            for place, n in enumerate(heaps)
            for parts in set(options(n))  # a move is what it leaves, in its order
        )
        if not g[heaps[0]] ^ g[heaps[1]]:
            count = 0
        yield Claim("count", setup, f"solve({position}).winning_moves.count", count)


def _total(g: list[int], parts: tuple[int, ...]) -> int:
    total = 0
    for part in parts:
        total ^= g[part]
    return total


def _draw_pair(random: Random) -> Any:
    statements = tuple(_statement(random, ("a", "b"), _pair_yield) for _ in range(random.randint(1, 3)))
    return statements, (random.randint(1, 9), random.randint(1, 9))


def _pair(statements: tuple[str, ...], box: tuple[int, int]) -> Iterator[Claim]:
    source = _source("a, b", "a + b", statements)
    options = _options(source)
    if len(box) != 2 or not all(box):
        raise Unfit
    g: dict[tuple[int, int], int] = {}
    worth = values_of(lambda state: options(*state))
    for state in product(range(box[0]), range(box[1])):
        for (after,) in options(*state):
            if not (0 <= after[0] <= state[0] and 0 <= after[1] <= state[1] and after != state):
                raise Unfit
        g[state] = worth(state)
    setup = f"rule = made({source!r})"
    expected = list(g.values())
    yield Claim("uncompiled", setup, f"table(rule, {box}, compiled=False)", expected)
    yield Claim("compiled", setup, f"table(rule, {box})", expected)
    yield Claim("values", setup, f"rule.nim_values({box}).ravel().tolist()", expected)
    outcomes = [int(not value) for value in expected]
    yield Claim("outcomes", setup, f"table(rule, {box}, outcomes=True)", outcomes)
    wins = misere_wins(lambda state: options(*state))
    lost = [int(not wins((state,))) for state in g]
    yield Claim("misère outcomes", setup, f"table(rule, {box}, misere=True)", lost)
    last = (box[0] - 1, box[1] - 1)
    yield Claim("nim-value", setup, f"solve(rule({last})).nim_value", g[last])
    yield Claim("search", setup, f"own_search(rule, SearchOptions()).answer([{last}]).values", [g[last]])


def _draw_tuple(random: Random) -> Any:
    piles = tuple(random.randint(0, 5) for _ in range(random.randint(1, 3)))
    return _number(random, ("n", "k")), random.randint(1, 4), piles


def _piles(number: str, most: int) -> str:
    return (
        "def game(piles):\n    for i, n in enumerate(piles):\n"
        f"        for k in range(1, {most} + 1):\n"
        f"            m = {number}\n"
        "            if 0 <= m < n:\n                yield piles[:i] + (m,) + piles[i + 1:]\n"
    )


def _tuple(number: str, most: int, piles: tuple[int, ...]) -> Iterator[Claim]:
    """A state that is a tuple of piles: said to fall apart, to be the same in any order, or nothing said of it."""
    source = _piles(number, most)
    options = _options(source)
    worth = values_of(options)
    value = worth(piles)
    wins = misere_wins(options)((piles,))
    count = sum(not worth(parts[0]) for parts in set(options(piles))) if value else 0
    for how in ("", ", canonical=lambda s: tuple(sorted(s))", ", split=lambda s: [(n,) for n in s]"):
        setup = f"rule = made({source!r}{how})"
        yield Claim(f"nim-value{how}", setup, f"solve(rule({piles})).nim_value", value)
        yield Claim(f"count{how}", setup, f"solve(rule({piles})).winning_moves.count", count)
        yield Claim(f"misère{how}", setup, f"solve(rule({piles}), misere=True).winner", _FIRST[wins])


_OWN_NAMES = (
    ("min", "lambda a, b: b"),
    ("max", "lambda a, b: a"),
    ("abs", "lambda a: a // 2 + 1"),
    ("range", "lambda a, b: (b, a + 1, 2)"),
    ("bin", "lambda a: '0b1' + '1' * (a % 3)"),
    ("to", "lambda o, p: max(o, p)"),
)
_PLACES = ("file", "def", "parameter", "loop")


def _draw_named(random: Random) -> Any:
    statements, beside = _draw_heap(random)
    return statements, beside, random.randrange(len(_OWN_NAMES)), random.randrange(len(_PLACES))


def _named(statements: tuple[str, ...], beside: int, which: int, where: int) -> Iterator[Claim]:
    """A rule of heaps that has another meaning for a name of Python's or grundy's."""
    name, own = _OWN_NAMES[which]
    match _PLACES[where]:
        case "file":
            source = f"{name} = {own}\n{_source('n', 'n // 2', statements)}"
        case "def":
            source = f"OWN = {own}\ndef {name}(*a):\n    return OWN(*a)\n{_source('n', 'n // 2', statements)}"
        case "parameter":
            source = f"OWN = {own}\n{_source(f'n, *, {name}=OWN', 'n // 2', statements)}"
        case _:
            inside = (f"for {name} in (OWN,):\n{_indented(chr(10).join(statements))}",)
            source = f"OWN = {own}\n{_source('n', 'n // 2', inside)}"
    yield from _claims(source, beside)


_FORMS = (
    "canonical=lambda s: min(s, s[::-1])",
    "canonical=lambda s: s[1:]",
    "canonical=lambda s: tuple(n % 3 for n in s)",
    "canonical=lambda s: tuple(n - (n > 3) for n in s)",
    "canonical=lambda s: s if sum(s) % 5 else s[:1]",
    "canonical=lambda s: tuple(sorted(s))[:2]",
    "split=lambda s: [s[:1], s[1:]] if len(s) > 1 else [s]",
    "split=lambda s: [(n,) for n in s[:2]]",
    "split=lambda s: [(n // 2,) for n in s]",
    "split=lambda s: [(sum(s),)]",
)


def _draw_formed(random: Random) -> Any:
    return (*_draw_tuple(random), random.randrange(len(_FORMS)))


def _formed(number: str, most: int, piles: tuple[int, ...], form: int) -> Iterator[Claim]:
    """A state that is a tuple of piles, of which something is said that is true of few rules: found out, or right."""
    source = _piles(number, most)
    options = _options(source)
    worth = values_of(options)
    value = worth(piles)
    count = sum(not worth(parts[0]) for parts in set(options(piles))) if value else 0
    setup = f"rule = made({source!r}, {_FORMS[form]})"
    yield Claim(_FORMS[form], setup, f"right_or_refused(rule({piles}), {value}, {count})", True)


KINDS = (
    Kind("own rule with names of its own", _draw_named, _named),
    Kind("own rule that says what is not so", _draw_formed, _formed),
    Kind("own rule of heaps", _draw_heap, _heap),
    Kind("own rule of pairs", _draw_pair, _pair),
    Kind("own rule of tuples", _draw_tuple, _tuple),
)
