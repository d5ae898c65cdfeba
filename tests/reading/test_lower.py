"""What is no construct of the core form is refused where it stands, with what to write instead; all else is read."""

from __future__ import annotations

import functools
import json
from collections import namedtuple
from functools import partial
from itertools import combinations, permutations
from typing import Any

import pytest
from drawn_rules import outcome
from effort import lines_of
from written import body, rule_of

from grundy.errors import BadRule
from grundy.reading.core import Cmp, Const, If, Site, Var
from grundy.reading.lower import lower, lower_function
from grundy.reading.python import function_of
from grundy.reading.run import _body, number, options
from grundy.reading.source import NAMED, NotRead
from grundy.reading.tuples import order_of_set
from grundy.reading.writing import INSTEAD

REFUSED = [
    ("if n >= 2 and len({n // 10, 70}) == 2:\n    yield n - 2", 4, 23, "write a tuple"),
    ("k = {1: 2}\nyield n - k[n]", 4, 9, "if and elif"),
    ("for k in {8, 0, 16}:\n    yield n - k", 4, 14, "write a tuple"),  # 0 8 16, or 8 0 16
    ("for k in {3, n}:\n    yield n - k", 4, 14, "write a tuple"),
    ("it = reversed((1, 2))\nfor k in it:\n    yield n - k", 4, 10, "it can be used up"),
    ("yield from map(abs, (1, 2))", 4, 16, "it can be used up"),
    ("yield int(str(n)[::-1])", 4, 15, "write a slice of a tuple"),
    ("x = f'{n}'\nyield n", 4, 5, "write it where it is yielded"),
    ("if n is n:\n    yield 1", 4, 8, "write =="),
    ("if n == (1, 2):\n    yield 1", 4, 8, "write comparisons of numbers"),
    ("yield sorted((n > 1, 2))[0]", 4, 11, "write at most 8 numbers"),
    ("try:\n    yield 7 // n\nexcept ZeroDivisionError:\n    yield 0", 4, 5, "write an if that asks first"),
    ("yield from [7 // k for k in range(n)]", 4, 16, "it may fail, and then before the first turn"),
    ("for k in [k for k in range(n) if k < n]:\n    n -= 1\n    yield k", 4, 14, "its loop changes what it is made of"),
    ("if n > 3:\n    k = 1\nyield k", 6, 11, "it may have no value here"),
    ("for k in range(n):\n    pass\nyield k", 6, 11, "it may have no value here"),
    ("if n and (m := n // 2) > 3:\n    pass\nyield m", 6, 11, "it may have no value here"),
    ("yield from (b for a in (1, 2) for b in (b, a))", 4, 45, "it may have no value here"),
    ("yield n > 2", 4, 11, "a condition is no state"),
    ("k = 1\nif n > 3:\n    k = n > 5\nyield k", 6, 9, "a number everywhere or a condition everywhere"),
    ("yield ~(n > 3)", 4, 11, "write not"),
    ("it = (k for k in range(n))\nyield from it", 4, 10, "write a loop"),
    ("global T\nyield n", 4, 5, "write a parameter or a constant"),
    ("if n < 0:\n    import math\nyield n", 5, 9, "at the top of the file"),
    ("yield to(n, by=[1])", 4, 20, "a label is a number"),
    ("yield to(n, by=f'{n:q}')", 4, 20, "text stands in labels alone"),
    ("yield to(n, **{'by': 1})", 4, 11, "write each label with its name"),
    ("yield n / 2", 4, 11, "a product on the other side"),
    ("yield 2 ** n", 4, 11, "write 1 << k for 2 ** k"),
    ("yield n ** -1", 4, 11, "may be negative"),
    ("for k in range(1, n, n):\n    yield k", 4, 14, "write a constant step"),
    ("yield n, n", 4, 11, "a state here is a number"),
    ("yield [n]", 4, 11, "a state here is a number"),
    ("x = yield n\nyield x", 4, 9, "yield as a statement of its own"),
    ("match n:\n    case 1: yield 0", 4, 5, "write if and elif"),
    ("yield (lambda k: k)(n)", 4, 12, "write a function, with def"),
    ("yield max(n, 3, key=abs)", 4, 11, "give each argument by its place"),
    ("yield UNKNOWN", 4, 11, "this name has no value"),
    ("a, *b = (3, 4)\nyield a", 4, 8, "write a plain name"),
    ("yield len(range(n, n + 4))", 4, 11, "as high - low"),
    ("del n", 4, 5, "leave it out"),
    ("yield HELD[n]", 4, 11, "numbers and tuples of numbers alone"),
    ("yield CACHED(n)", 4, 11, "functions of your own"),
    ("yield json.loads(n)", 4, 11, "functions of your own"),
    ("yield (n * 1.5) // 1", 4, 12, "write it with numbers"),
]


@functools.lru_cache
def cached(n: int) -> int:
    return n


@pytest.mark.parametrize(("text", "line", "column", "why"), REFUSED, ids=[text for text, *_ in REFUSED])
def test_what_is_refused_has_its_place_and_what_to_write_instead(text: str, line: int, column: int, why: str) -> None:
    with pytest.raises(NotRead, match=r"written\d+\.py:\d+:\d+: ") as refused:
        lower(body(text, HELD={1: 2}, CACHED=cached, json=json))
    assert (refused.value.site.line, refused.value.site.column) == (line, column)
    assert why in refused.value.why


def test_what_has_words_of_its_own_has_a_name() -> None:
    assert set(NAMED) == set(INSTEAD)
    for text, name in (("yield n / 2", "/"), ("for k in {n, 5}:\n    yield n - k", "a set"), ("yield n.x", "n.x")):
        with pytest.raises(NotRead) as refused:
            lower(body(text))
        assert refused.value.what == name


Pair = namedtuple("Pair", "a b")
WIDE = [
    "if n > 3:\n    yield to(*(n - k for k in (1, 2, 5) if k <= n), n // 2, by=n)",
    "for k in range(n):\n    yield to(0, *(j * i for j in range(k) for i in range(j) if any(i > h for h in (1, j))))",
    "yield to(*(n // (n - k) for k in (1, 3)), 7 // (n - 2))",
    "if n:\n    yield 2 ** n\n    yield n ** (n - 1)",
    "yield to(n, by=f'{n:>3} and {n:_d}')",
    "k = m = 0\nfor j in (1, 2, 3):\n    if n > j:\n        k = n % j == 0\n    m = k\nif k:\n    yield n - 1 + m",
    "k = n > 4\nif n % 2:\n    k = n // 2\nyield to(n, n + k, by=k)",
]


@pytest.mark.parametrize("text", WIDE)
def test_what_is_read_for_machine_code_alone_is_pythons(text: str) -> None:
    """All but the text of labels, which nobody asks for."""
    rule = body(text)
    with pytest.raises(NotRead):
        lower(rule)
    form = lower(rule, wide=True)
    for n in range(9):
        outcomes: list[Any] = []
        for run in (rule.options(n), options(form, (n,)), function_of(form)(n)):
            try:
                outcomes.append([option.parts for option in run])
            except (ZeroDivisionError, BadRule) as error:
                outcomes.append(ZeroDivisionError if "division" in str(error) else error)
        assert outcomes[0] == outcomes[1] == outcomes[2]


@pytest.mark.parametrize("values", [("1", "n > 5"), ("n > 5", "1")])
def test_a_number_that_may_be_a_condition_is_no_state(values: tuple[str, str]) -> None:
    """Python refuses True as a state, though it is equal to 1."""
    text = "k = {}\nif n > 3:\n    k = {}\nyield k".format(*values)
    with pytest.raises(NotRead, match="a condition is no state"):
        lower(body(text), wide=True)


class Turned(tuple[int, ...]):
    """A tuple of its own kind."""

    def __reversed__(self) -> Any:
        return iter(self)


FROM_OUTSIDE = [
    "yield to(n, how=NAMES[n % 3], by=NAMES[-1])",
    "yield to(n, how=NAMES[n])",  # IndexError from 3 on
    "yield n - PAIR[n % 2]\nif n == PAIR[1]:\n    yield PAIR[0]\nyield to(n, by=tuple(PAIR))",
    "for a, b in PAIRS:\n    yield n - a * b",
    "yield SPAN[n % 8]\nyield SPAN[-1]\nyield SPAN[n]",
    "yield to(n, by=f'{n!r}{n!s}{n!a}')",
    "for k in ROWS[n % 2]:\n    n += k\nyield k + n",
]


@pytest.mark.parametrize("text", FROM_OUTSIDE)
def test_what_is_read_from_outside_is_pythons(text: str) -> None:
    pairs = (Pair(1, 2), Pair(3, 4))
    rule = body(
        text, NAMES=("one", "two", "three"), PAIR=pairs[0], PAIRS=pairs, SPAN=range(2, 20, 2), ROWS=((1,), (2, 3))
    )
    form = lower(rule)
    for n in range(12):
        truth = outcome(iter(rule.function(n)))
        assert outcome(options(form, (n,))) == outcome(function_of(form)(n)) == truth


def test_a_tuple_that_does_otherwise_is_not_read() -> None:
    with pytest.raises(NotRead, match="numbers and tuples of numbers alone"):
        lower(body("for k in reversed(OWN):\n    yield n - k", OWN=Turned((1, 2))))
    for text, why in (("yield to(n, by=PAIR)", "a label is"), ("if PAIR == (1, 2):\n    yield n", "of numbers")):
        with pytest.raises(NotRead, match=why):
            lower(body(text, PAIR=Pair(1, 2)), wide=True)


def test_a_variable_of_what_is_gathered_is_not_set_by_it() -> None:
    with pytest.raises(NotRead, match="in a line before"):
        lower(body("yield to(*(m := n - k for k in (1, 2)))"), wide=True)
    with pytest.raises(NotRead, match="a state here is a number"):
        lower(body("yield to(*(to(*(k for k in (0, 1))), 3))"), wide=True)


def test_a_function_that_returns_a_number_is_read() -> None:
    text = (
        "def least(n):\n    for k in range(n):\n        if n % (k + 2) == 0:\n            return k\n    return n + 1\n"
    )
    function: Any = rule_of(text).function
    core, result = lower_function(function)
    for n in range(12):
        variables = {core.state[0]: n}
        assert list(_body(core.body, variables)) == []
        assert number(result, variables) == function(n)
    for text, why in (("return n > 1", "return a number"), ("yield n", "write a function of numbers")):
        with pytest.raises(NotRead, match=why):
            lower_function(body(text).function)  # type: ignore[arg-type]


HELPERS = [
    ("def f(n):\n    if n > 3:\n        return 1\n", "it may return nothing"),
    ("def f(n):\n    return f(n - 1) if n else 0\n", "calls itself"),
    ("def f(*n):\n    return n[0]\n", "each argument with a name of its own"),
    ("f = lambda n: n\n", "with def"),
    (
        "def f(n):\n    try:\n        yield n\n    except ValueError:\n        raise KeyError\n",
        "write the yield outside",
    ),
]


@pytest.mark.parametrize(("text", "why"), HELPERS)
def test_helpers_are_refused_at_what_they_do(text: str, why: str) -> None:
    call = "yield from f(n)" if "yield" in text else "yield f(n)"
    rule = rule_of(f"def mine(n):\n    {call}\n{text}")
    with pytest.raises(NotRead, match=why):
        lower(rule)


def test_what_is_no_function_with_text_is_refused() -> None:
    scope: dict[str, Any] = {}
    exec("def mine(n):\n    yield n\n", scope)
    rule = body("yield n")
    for function, why in ((scope["mine"], "its source text is not there"), (functools.partial(max, 1), "with def")):
        object.__setattr__(rule, "function", function)
        with pytest.raises(NotRead, match=why):
            lower(rule)


def test_a_condition_has_its_place_and_the_digest_none() -> None:
    form = lower(body("if n > 1 and n in {1, 2}:\n    yield n - 1"))
    (condition,) = [one.test for one in form.body if isinstance(one, If)]
    first, second = condition.conditions  # type: ignore[union-attr]
    assert first == Cmp(">", Var("n"), Const(1))
    assert (first.site.line, first.site.column, first.site.text) == (4, 8, "n > 1")
    assert (second.site.line, second.site.column, second.site.text) == (4, 18, "n in {1, 2}")
    assert condition.site.text == "n > 1 and n in {1, 2}"  # type: ignore[union-attr]
    assert str(Site("rule.py", 4, 8, "n > 1")) == "rule.py:4:8: n > 1"


def test_a_long_row_of_numbers_is_read_as_soon_as_a_short_one() -> None:
    """Each number was made a value of its own, twice: 60,000 amounts took 0.7 s, up to three times for one table."""
    many = range(3, 300_000, 3)
    for held in (tuple(many), [*many], frozenset(many)):
        for text in (
            "for s in S:\n    if s <= n:\n        yield n - s",
            "for s in sorted(S):\n    if s > n:\n        break\n    yield n - s",
            "T = tuple(S)\nif n in T:\n    yield n - 1\nif n > len(S):\n    yield n - 3",
        ):
            game = body(text, S=held)
            core = lines_of(partial(lower, game), 10_000)
            for n in (3, 10, 999, 99_999):
                assert list(function_of(core)(n)) == list(game.options(n))


def test_a_set_is_read_in_an_order_that_no_making_of_it_changes() -> None:
    """Of all sets of up to four numbers of some, made in every order, as set and as constant."""
    read = 0
    for size in (1, 2, 3, 4):
        for numbers in combinations((0, 1, 2, 3, 5, 7, 8, 9, 16, 21, 64), size):
            made = {tuple(kind(each)) for each in permutations(numbers) for kind in (set, frozenset)}
            ordered = order_of_set(numbers)
            assert ordered is None or made == {ordered}, numbers
            read += ordered is not None
    assert read > 200 and order_of_set((1, 3, 4)) == (1, 3, 4)
