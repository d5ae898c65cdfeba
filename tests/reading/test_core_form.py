"""The core form does what Python does: random rules, what readers get wrong, and faults planted in the reading."""

from __future__ import annotations

import linecache
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from drawn_rules import Reading, case, differs, made, outcome
from planted import FAULTS, Fault, found_by, goes_wrong, planted
from rare_rules import OUTSIDE, drawn
from written import body

from grundy.model.rule import Rule
from grundy.reading import core
from grundy.reading.core import digest
from grundy.reading.lower import lower
from grundy.reading.python import function_of
from grundy.reading.run import options
from grundy.reading.source import NotRead

READING = Reading()


def same(rule: Rule, states: Iterable[Any]) -> None:
    """Python, the slow and the fast interpreter give the same of these states."""
    form = lower(rule)
    fast = function_of(form)
    parameters = dict(rule.parameters)
    for state in states:
        numbers = state if isinstance(state, tuple) else (state,)
        truth = outcome(rule.function(*numbers, **parameters))
        assert outcome(options(form, numbers)) == truth, numbers
        assert outcome(fast(*numbers)) == truth, numbers


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(60, 300, 60))])
def test_random_rules_are_run_as_python_runs_them(first: int) -> None:
    read = 0
    for seed in range(first, first + 60):
        one = case(seed)
        difference = differs(one, READING)
        linecache.cache.pop(f"<drawn {seed}>")
        assert not difference, f"seed {seed}: {difference}\n{one.text}"
        read += difference is not None
    assert read >= 50


@pytest.mark.parametrize("first", range(0, 170, 34))
def test_what_readers_get_wrong_is_read_right_or_refused(first: int) -> None:
    for number in range(first, first + 34):
        text, met = drawn(Random(number), number, 120)
        outside = {name: value.copy() if hasattr(value, "copy") else value for name, value in OUTSIDE.items()}
        rule = body(text, **outside)
        try:
            lower(rule)
        except NotRead:
            continue
        same(rule, [*range(3), 700, 709, *[n for n in range(900) if met(n)][:6]])


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_seen(fault: Fault) -> None:
    assert goes_wrong(fault, planted(fault))
    assert not goes_wrong(fault, READING)


def test_random_rules_find_planted_faults() -> None:
    early = [fault for fault in FAULTS if fault.name in ("the end of a reversed range", "who moves next")]
    assert [fault.name for fault in early if found_by(planted(fault), 60) is None] == []


def test_ranges_are_reversed_as_python_reverses_them() -> None:
    ends = range(-4, 5)
    for step in (-3, -2, -1, 1, 2, 3):
        text = (
            f"for k in reversed(range(a, b, {step})):\n    yield k, b\nyield from ((k, a) for k in range(a, b, {step}))"
        )
        same(body(text, "a, b"), [(a, b) for a in ends for b in ends])


ORDER = [
    "m = n\nyield to(0, a=f'{m}', b=(m := 1))",
    "m = n\nyield to(0, a='x' if m > 2 else 'y', b=(m := 1))",
    "m = n\nyield to(m, m := 3, m, a=(m, (m := 4), m))",
    "yield to(7 // n, a=str(n), b=any(k > 2 for k in range(n)))",
    "yield to(n, a=7 // n, b=math.isqrt(n - 3))",
    "m = n\nyield (m, (m := 5))[0]\nyield m",
    "m = n\nk = m + (m := 2) * m\nyield k if (m := m + k) > 9 else m",
    "m = n\nm += (m := 7)\nyield m\nm //= n - 3\nyield m",
    "m = 3\nif n > 2 and (m := n) > 5 or (m := m + 1) > 6:\n    yield m\nyield m + 1",
    "yield min(n, 3, sum(j for j in range(n))) + max((n, -n, any(j for j in (0, n))))",
    "for k in range(n, max(0, n - 4), -1):\n    n = 0\n    yield k + n",
    "a = b = c = n\na, (b, c) = b + 1, (c + 2, a + 3)\nyield to(a, b, c)",
    "T = (n, 7)\nn = 1\nyield from T",
    "for k in range(5):\n    if n == k:\n        break\nyield k",
    "for i, k in enumerate((n, 3), 1):\n    if n == 2:\n        continue\n    n += k\nyield to(i, k, n)",
    "for k in reversed(range(3)):\n    k += n\nelse:\n    yield k\nyield k - 1",
    "for j in (1, 2):\n    for k in (j, j + 1):\n        if k == n:\n            break\n    yield k\nyield j",
    "if 0 <= (x := n - 1) <= 5 and 2 < (y := x + 1) < 9 and x + y > 6:\n    yield to(x, y)",
    "if not (n > 3 and (x := n // 2) > 1 and (y := x + n)):\n    yield 0\nelse:\n    yield to(x, y)",
    "if n < 3 or not (x := n // 4) or (y := n % 3) > x:\n    yield 0\nelse:\n    yield to(x, y)",
    "while n > 0 and (x := n - 3) > 0:\n    n = x\n    yield x\nassert n and (y := n - 1) > 0\nyield y",
    "yield from (y for k in range(n) if k and (y := k // 2) > 0 if y < 4)\nyield x if n and (x := n - 1) else 5",
    "r = range(n)\nn = 2\nyield from r\nyield n",
    "if n > 1 and ((m := n - 1) > 0 and (k := m - 1) >= 0) and k > 2:\n    yield k\nyield 0",
    "yield sorted((n, 3, n // 2))[1]\nyield sorted((5, 1, 3))[n % 3]",
]


@pytest.mark.parametrize("text", ORDER)
def test_values_are_worked_out_in_their_order(text: str) -> None:
    same(body(text), range(12))


@pytest.mark.parametrize(
    "text", ["yield to(n, a=str(n), b=any(7 // k > 2 for k in range(n)))", "x = f'{n}'\nyield to(n, a=x)"]
)
def test_text_that_may_be_too_long_is_written_where_it_fails(text: str) -> None:
    with pytest.raises(NotRead, match=r"before the text beside it|where it is yielded"):
        lower(body(text))


FILE = """
T = {amounts}
UNUSED = {unused}
def least(n, by={default}):
    {comment}
    return n - {least}
def game(n, *, most={most}):
    for k in T:
        if k <= n:  {comment}
            yield n - k
    yield least(most)
"""
PLAIN: dict[str, Any] = {"amounts": (1, 2), "unused": 0, "comment": "#", "least": 3, "default": 1, "most": 5}


def digest_of(**changed: Any) -> str:
    return digest(lower(made(FILE.format(**{**PLAIN, **changed}))))


def test_the_digest_is_of_what_the_rule_does() -> None:
    plain = digest_of()
    assert {digest_of(unused=1), digest_of(comment="# another\n")} == {plain}
    assert digest(lower(made(FILE.format(**PLAIN).replace("k ", "amount ").replace("- k", "- amount")))) == plain
    others = [digest_of(amounts=(1, 3)), digest_of(least=4), digest_of(most=6)]
    assert len({plain, *others}) == 4
    rule = made(FILE.format(**PLAIN))
    assert digest(lower(rule)) == plain != digest(lower(rule.bind(most=6)))
    rule.function.__globals__["T"] = (1, 3)
    assert digest(lower(rule)) == others[0]
    exec("def least(n, by=1):\n    return n", rule.function.__globals__)
    with pytest.raises(NotRead, match="source text is not there"):
        lower(rule)


def test_the_version_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest_of()
    monkeypatch.setattr(core, "__version__", "another")
    assert digest_of() != before


LISTS = [
    "left = [n - k for k in T if k <= n]\nyield from left\nyield from left",
    "left = [to(n - k, take=k) for k in (1, 2) if k <= n]\nif n > 2:\n    yield from left",
    "for a in range(n):\n    left = [a - k for k in (1, 2) if a % 2 or k < a]\n    for b in left:\n        if b == 3:\n"
    "            break\n        c = b\n        yield to(a, c)",
    "half = n // 2\nleft = [half + k for k in range(half)]\nif n > 3:\n    half_of = sum(left)\n    yield half_of\n"
    "yield len([k for k in left if k > 3])",
    "left = [a * b for a in (1, 2) for b in range(a, n % 5)]\nif any(k > 3 for k in left):\n    yield max(left)",
    "left = [k for k in range(n)]\nyield from total(left)",
    "x = range(3, 99, 7)[2]\nyield x + range(5)[-1] * n",
]


@pytest.mark.parametrize("text", LISTS)
def test_a_list_with_a_name_is_read(text: str) -> None:
    helper = "def total(numbers):\n    for k in numbers:\n        if k > 2:\n            return\n        yield k + 1\n"
    scope: dict[str, Any] = {}
    linecache.cache["total.py"] = len(helper), None, helper.splitlines(keepends=True), "total.py"
    exec(compile(helper, "total.py", "exec"), scope)
    same(body(text, T=(1, 4, 9), total=scope["total"]), range(30))


CHANGED = [
    ("m = n\nleft = [m - k for k in (1, 2)]\nm += 1\nyield from left", "another value elsewhere"),
    ("left = [7 // k for k in range(n)]\nyield from left", "it may fail"),
    ("left = [k for k in range(n)]\nleft.append(3)\nyield from left", "with numbers alone"),
    ("left = [k for k in range(n)]\nleft += [3]\nyield from left", "a name of its own"),
    ("left = [k for k in range(n)]\nyield left[0]", "an index of a tuple"),
    ("if n:\n    left = [k for k in range(n)]\nyield from left", "it may have no value here"),
]


@pytest.mark.parametrize(("text", "why"), CHANGED)
def test_a_list_that_is_more_than_gone_through_is_refused(text: str, why: str) -> None:
    with pytest.raises(NotRead, match=why):
        lower(body(text))
