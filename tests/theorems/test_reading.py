"""What is read of a rule is what its code does; and what is not linear is refused with its line."""

from __future__ import annotations

import math
import re
from itertools import product
from random import Random

import pytest
from drawing import examples
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from written import body, rule_of

from grundy.errors import BadRule, OutOfReach
from grundy.model.option import to
from grundy.model.rule import Rule
from grundy.model.rule import rule as rule_
from grundy.notation.expression import parse_rule
from grundy.theorems.claims import read_claim
from grundy.theorems.linear import Compare, Exists, Relation, holds, linear, options, renamed_formula, solutions
from grundy.theorems.reading import reading, uncompared


class Drawn:
    """Random functions. `names` are what an expression may use; a yield is only made where nothing is below 0."""

    def __init__(self, seed: int, state: tuple[str, ...]) -> None:
        self.random, self.state = Random(seed), state

    def body(self) -> str:
        first = self.state[0]
        lines = self.block((*self.state, "x", "y"), 2)
        return "\n".join([f"if {first} < 0:", f"    yield {', '.join(self.state)}", "x = y = 1", *lines])

    def number(self, names: tuple[str, ...], depth: int = 2) -> str:
        kind = self.random.choice(("leaf", "sum", "times", "divided", "min", "abs", "if")) if depth else "leaf"
        if kind == "leaf":
            return self.random.choice((*names, str(self.random.randint(-4, 9))))
        one, two, three = (self.number(names, depth - 1) for _ in range(3))
        return {
            "sum": f"({one} {self.random.choice('+-')} {two})",
            "times": f"({one} * {self.random.randint(-3, 3)})",
            "divided": f"({one} {self.random.choice(('//', '%'))} {self.random.randint(1, 5)})",
            "min": f"{self.random.choice(('min', 'max'))}({one}, {two})",
            "abs": f"abs({one})",
            "if": f"({one} if {two} < {three} else {two})",
        }[kind]

    def condition(self, names: tuple[str, ...], depth: int = 1) -> str:
        kind = self.random.choice(("compare", "chain", "in", "not", "and", "any")) if depth else "compare"
        marks = [self.random.choice(("<", "<=", ">", ">=", "==", "!=")) for _ in range(2)]
        one, two, three = (self.number(names, 1) for _ in range(3))
        if kind == "compare":
            return f"{one} {marks[0]} {two}"
        if kind == "chain":
            return f"{one} {marks[0]} {two} {marks[1]} {three}"
        if kind == "in":
            return f"{one} {self.random.choice(('in (1, 4, 5)', 'not in range(2, 9)', 'in range(1, 30, 4)'))}"
        if kind == "not":
            return f"not ({self.condition(names, 0)})"
        if kind == "any":
            turns = self.random.choice(
                (f"range({two}, {self.state[0]} + 3)", f"range({self.state[0]}, -2, -2)", "(0, 3)")
            )
            tests = f" if {self.condition((*names, 'i'), 0)}" * self.random.randint(0, 1)
            return f"{self.random.choice(('any', 'all'))}({self.condition((*names, 'i'), 0)} for i in {turns}{tests})"
        return f"({self.condition(names, 0)} {self.random.choice(('and', 'or'))} {self.condition(names, 0)})"

    def block(self, names: tuple[str, ...], depth: int, breaks: bool = False) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3 if depth else 2)):
            kind = self.random.choice(("yield", "set", "if", "for", "over", "leave") if depth else ("yield", "set"))
            if kind == "yield":
                lines += self.option(names)
            elif kind == "set":
                lines.append(f"{self.random.choice('xy')} = {self.number(names)}")
            elif kind == "if":
                lines += [f"if {self.condition(names)}:", *self.inside(names, depth, breaks)]
                if self.random.random() < 0.5:
                    lines += ["else:", *self.inside(names, depth, breaks)]
            elif kind == "for":
                low, high = self.number(names), f"{self.random.choice(self.state)} + 2"
                turns = (f"{low}, {high}", f"{low}, {high}, 2", f"{high}, {low}, -1", f"{high}, {low}, -3")
                lines.append(f"for k in range({self.random.choice(turns)}):")
                lines += [*self.inside((*self.state, "k"), depth, False), "x = y = 1"]  # unknown after it
            elif kind == "over":
                lines += ["for j in (1, 2, 5):", *self.inside((*names, "j"), depth, True)]
            elif breaks:
                lines += [f"if {self.condition(names)}:", f"    {self.random.choice(('break', 'continue'))}"]
        return lines or ["pass"]

    def inside(self, names: tuple[str, ...], depth: int, breaks: bool) -> list[str]:
        return [f"    {line}" for line in self.block(names, depth - 1, breaks)]

    def option(self, names: tuple[str, ...]) -> list[str]:
        arity = len(self.state)
        held = [f"p{place}" for place in range(arity * self.random.randint(1, 3 - arity))]
        left = f"({', '.join(held)})" if arity > 1 else ", ".join(held)
        sets = [f"{name} = {self.number(names)}" for name in held]
        return [*sets, f"if {' and '.join(f'{name} >= 0' for name in held)}:", f"    yield to({left}, p=p0)"]


def yielded(rule: Rule, state: tuple[int, ...]) -> set[tuple[tuple[int, ...], ...]]:
    every = rule.options(state if rule.arity > 1 else state[0])
    return {tuple(part if isinstance(part, tuple) else (part,) for part in option.parts) for option in every}


@settings(max_examples=examples(50), deadline=None)
@given(st.integers(0, 10**9), st.integers(30, 10**6))
def test_a_random_rule_of_one_number_is_what_its_code_does(seed: int, large: int) -> None:
    text = Drawn(seed, ("n",)).body()
    rule = body(text)
    relation = read_of(rule)
    for n in (*range(12), 30, *([] if "for k" in text else [large])):
        assert set(options(relation, (n,))) == yielded(rule, (n,)), (n, text)


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(0, 10**9))
def test_a_random_rule_of_two_numbers_is_what_its_code_does(seed: int) -> None:
    text = Drawn(seed, ("a", "b")).body()
    rule = body(text, "a, b")
    relation = read_of(rule)
    for state in product(range(5), repeat=2):
        assert set(options(relation, state)) == yielded(rule, state), (state, text)


def read_of(rule: Rule) -> Relation:
    try:
        return uncompared(rule).relation
    except OutOfReach as refused:
        # a random function may go more ways than are followed, or use a name that a loop has set
        if "different ways" in str(refused) or "set in a loop" in str(refused):
            reject()
        raise


BROKEN = [
    "if 2 * k > a: break; yield a - k, b",
    "if k > b: break; yield a - k, b",
    "if k >= b: break; yield a - k, b",
    "if a < 2 * b: break; yield a - k, b",
    "if k == b: break; yield a - k, b",
    "if k < b: break; yield a - k, b",
    "if k + 2 <= b: break; yield a - k, b",
    "yield a - k, b; break",
    "yield a - k, b; if k > b: break",
    "if k > b: break; if 2 * k > a: break; yield a - k, b",
    "if k > b: break; yield a - k, b; if k == 2: break",
]


@pytest.mark.parametrize("text", BROKEN)
@pytest.mark.parametrize("span", ["1, a + 1", "b, a + 1", "a"])
def test_a_loop_that_is_left_early_is_what_its_code_does(text: str, span: str) -> None:
    lines = [line.replace(": ", ":\n        ") for line in text.split("; ")]
    whole = "\n    ".join([f"for k in range({span}):", *lines]) + "\nif b:\n    yield a, b - 1"
    rule = body(whole, "a, b")
    relation = read_of(rule)
    for state in product(range(9), repeat=2):
        assert set(options(relation, state)) == yielded(rule, state), (state, whole)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("if n >= 1:\n    yield n - 1\n    yield n // 2", [
            "n - 1, if n >= 1", "q, for all q with n >= 1 and 2*q <= n and n <= 2*q + 1"]),
        ("yield from range(n)", ["k, for all k with k < n"]),
        ("yield from (n - k for k in (1, 4) if k <= n)", ["n - 1, if n >= 1", "n - 4, if n >= 4"]),
        ("for k in range(1, n // 2 + 1):\n    yield to(n - k, k, split=('in', k))", [
            "n - k & k, for all k, q with k >= 1 and k <= q and 2*q <= n and n <= 2*q + 1"]),
        ("for k in range(max(0, n - 3), n):\n    yield k", ["k, for all k with n <= k + 3 and k < n"]),
        ("if n % 3 == 2 and n > 4:\n    yield n - 5", ["n - 5, if n ≡ 2 (mod 3) and n >= 5"]),
        ("if n & 1:\n    yield n >> 1", ["q, for all q with n ≡ 1 (mod 2) and 2*q <= n and n <= 2*q + 1"]),
        ("for k in TAKES:\n    if k > n:\n        break\n    yield n - k", ["n - 2, if n >= 2", "n - 7, if n >= 7"]),
        ("if n:\n    yield to()", ["nothing, if not (n == 0)"]),
        ("for k in range(n, 0, -2):\n    yield n - k", ["2*k, for all k with 2*k < n"]),
        ("while True:\n    return\n    yield n", []),
    ],
)  # fmt: skip
def test_what_is_read(text: str, relation: list[str]) -> None:
    rule_reading = reading(body(text, TAKES=(2, 7)))
    assert [str(clause) for clause in rule_reading.relation.clauses] == relation
    assert not rule_reading.faults


# Each asks something that is not linear, or that is no option of normal play, on the line given.
REFUSED = [
    (2, "if n & 5:\n    yield n - 1"),
    (2, "if math.gcd(n, 6) == 1:\n    yield n - 1"),
    (2, "if gcd(n, 6) == 1:\n    yield n - 1"),
    (2, "if '7' in str(n):\n    yield n - 1"),
    (2, "if n * n > 50:\n    yield n - 1"),
    (3, "for k in range(1, n):\n    if n % k == 0:\n        yield n - k"),
    (3, "for k in range(1, n):\n    yield n // k"),
    (3, "for k in range(1, n):\n    if k * k > n:\n        break\n    yield n - k"),
    (3, "k = 1\nwhile k <= n:\n    yield n - k\n    k *= 2"),
    (2, "yield n ^ 1"),
    (2, "yield int(n / 2)"),
    (2, "yield n // 0"),
    (2, "yield n // -2"),
    (2, "if n:\n    yield again(n - 1)"),
    (2, "if n:\n    yield answer(n - 1)"),
    (2, "for d in str(n):\n    yield n - int(d)"),
    (2, "try:\n    yield n - 1\nexcept ValueError:\n    pass"),
    (4, "s = 0\nfor k in range(n):\n    s += 2\nif s:\n    yield n - 1"),
    (2, "if n.bit_length() > 3:\n    yield n - 1"),
    (2, "if any(n == k * k for k in range(n)):\n    yield n - 1"),
    (2, "if any(k > 3 for k in str(n)):\n    yield n - 1"),
    (2, "if n > HALF:\n    yield n - 1"),
    (2, "yield n, n"),
    (2, "if n:\n    yield to(n - 1, word=str(n))"),
    (3, "if n:\n    yield n - 1 if n % n else 0"),
    (2, "global x\nyield n"),
    (2, "def inner(x):\n    return x\nyield inner(n)"),
    (2, "yield [n - 1, n - 2][n]"),
    (2, "yield n ** 2"),
    (2, "yield 2 ** n"),
    (2, "match n:\n    case 1:\n        yield 0"),
    (2, "yield pow(n, 1)"),
]


@pytest.mark.parametrize(("line", "text"), REFUSED)
def test_what_is_not_linear_is_refused_with_its_line(line: int, text: str) -> None:
    outside = {"math": math, "gcd": math.gcd, "HALF": 0.5, "x": 1}
    with pytest.raises(OutOfReach, match=r"^written\d+\.py:\d+: ") as refused:
        reading(body(text, **outside))
    at = int(str(refused.value).split(":")[1]) - 2  # an import stands before the function
    assert at in (line, line + 1), refused.value  # of a compound statement, its condition or what is in it
    shown = re.search(r": (['\"])(.*)\1 is not (read|linear)", str(refused.value))
    assert shown is not None
    assert set(re.findall(r"[a-zA-Z]\w*", shown[2])) <= set(re.findall(r"\w+", text)), refused.value


# Each leaves a loop early, or is an exact reading of what was once refused.
EXACT = [
    "for k in range(1, n):\n    if k > 2 and n % 2:\n        break\n    yield n - k",
    "for k in range(1, n):\n    if k % 3 == 2:\n        break\n    yield n - k",
    "for k in range(1, n):\n    if 2 * k == n:\n        break\n    yield n - k",
    "for k in range(1, n):\n    if k != 2:\n        break\n    yield n - k",
    "for k in range(1, n):\n    if k > 2:\n        return\n    yield n - k",
    "for k in range(1, n):\n    if 3 * k == n + 1:\n        return\n    if 2 * k == n:\n        break\n"
    "    yield n - k\nyield 0",
    "for k in range(n, 0, -1):\n    if k < 3:\n        break\n    yield n - k",
    "for k in range(n, 0, -2):\n    if 3 * k < n:\n        break\n    yield k - 1\nelse:\n    yield n + 7",
    "for k in range(max(1, n - 5), n):\n    if k > 9:\n        break\n    yield n - k",
    "for k in range(1, n):\n    if k > 2:\n        break\nelse:\n    yield n - 1",
    "m = n\nfor k in range(2, n):\n    if 3 * k > n:\n        m = k\n        break\n    yield n - k\nyield m",
    "m = n\nfor k in range(2, n):\n    if 3 * k > n:\n        m = k\n        if n % 2:\n            break\nyield 0",
    "for j in range(1, n):\n    for k in range(j, n):\n        if j + k == n:\n            break\n        yield n - k\n"
    "    else:\n        return\n    yield j",
    "if n > 2 and (k := n // 2) > 3:\n    yield k",
    "if any((m := k) > 3 for k in range(n)):\n    yield n - 1",
    "q, r = divmod(n, 7)\nif r < 3 and q % 2:\n    yield 3 * q + r",
    "if n // 2 // 3 % 4 == 1 or n % 12 % 5 == 2:\n    yield n % 30 // 4 % 3",
    "if n % 4 < n // 3 % 5:\n    yield n - n % 4",
    "yield (n > 3) + (n > 5) + 2",
    "yield (7, 5, 6)[n % 3] if n > 9 else 0",
    "flag = n > 4\nif n % 3 == 1:\n    flag = n % 2 == 0\nif flag:\n    yield n - 1",
    "best = 0\nfor k in (3, n // 2, n - 4):\n    if k > best:\n        best = k\nyield best",
    "yield helper(n) if n else 0",
]


@pytest.mark.parametrize("text", EXACT)
def test_what_is_exact_is_read(text: str) -> None:
    rule = body(text, helper=halved)
    rule_reading = uncompared(rule)
    for n in range(48):
        assert set(options(rule_reading.relation, (n,))) == yielded(rule, (n,)), (n, str(rule_reading.relation))


def halved(n: int) -> int:
    if n < 5:
        return n - 1
    return n // 2


@pytest.mark.parametrize("text", [
    "if (a + b) % 3 == 1 and a <= 2 * b:\n    yield a, b // 2",
    "if a % 4 < b % 4:\n    yield a - a % 4, b",
    "for k in range(1, a + 1):\n    if k > b:\n        return\n    if 2 * k == a + b:\n        break\n"
    "    yield a - k, b - k\nif a and b:\n    yield b - 1, a - 1",
    "big, small = (a, b) if a > b else (b, a)\nif big > small:\n    yield big - 1, small",
])  # fmt: skip
def test_what_is_exact_of_two_numbers_is_read(text: str) -> None:
    rule = body(text, "a, b")
    rule_reading = uncompared(rule)
    for state in product(range(9), repeat=2):
        assert set(options(rule_reading.relation, state)) == yielded(rule, state), (state, str(rule_reading.relation))


@pytest.mark.parametrize(
    ("claim", "what"),
    [("xor(n,1) % 2 = 1", "'n ^ 1'"), ("n % 2 = 0 and gcd(n, 6) = 2", "'gcd(n, 6)'"), ("n*n == 4", "'n * n'")],
)
def test_a_claim_is_refused_by_what_it_says(claim: str, what: str) -> None:
    """Of the first, 'r(n,1' was said not to be linear."""
    with pytest.raises(OutOfReach, match="is not linear") as refused:
        read_claim(claim, ["n"])
    assert str(refused.value).startswith(f"<claim>: {what} is not linear")


@pytest.mark.parametrize(
    ("text", "what"),
    [("n -> xor(n, 1)", "n ^ 1"), ("n -> gcd(n, 6)", "gcd(n, 6)"), ("n -> n//k, for k in 1..n", "n // k"),
     ("n -> n*n, if n >= 5", "n * n")],
)  # fmt: skip
def test_a_typed_rule_is_refused_by_what_it_says(text: str, what: str) -> None:
    with pytest.raises(OutOfReach, match="is not linear") as refused:
        reading(parse_rule(f"rule:{text}"))
    assert what in str(refused.value)


def test_what_must_not_happen_is_a_fault_with_its_states() -> None:
    rule = body("assert n != 400001\nif n == 300003:\n    raise ValueError\nif n != 500007:\n    yield n // 2")
    rule_reading = uncompared(rule)
    wrong = [
        n
        for n in (5, 300_003, 400_001, 500_007)
        for f in rule_reading.faults
        if any(solutions(f.formula, {"n": n}, f.bound))
    ]
    assert wrong == [300_003, 400_001]
    with pytest.raises(BadRule, match=r"state (300003|400001): expected options"):
        reading(rule)


def test_a_number_below_0_is_a_fault() -> None:
    rule_reading = reading(body("if n > 600000 or n % 7 == 5:\n    yield 700000 - n if n > 600000 else n - 5"))
    assert all("below 0" in fault.text for fault in rule_reading.faults)
    near = (3, 5, 700_000, 700_001)
    wrong = [n for n in near for fault in rule_reading.faults if any(solutions(fault.formula, {"n": n}, fault.bound))]
    assert wrong == [700_001]


@pytest.mark.parametrize("spec", [
    "nim", "wythoff", "kayles", "laskers-nim", "grundys-game", "dawsons-chess", "take-away:1,3,4", "octal:0.16",
    "floor-division:2,3,6", "all-but:3,5", "rule:n -> n-2*k & n-k, for k in 1..n//2",
    "rule:n -> k, for k in {n//2, n-1}, if n>=1",
    "rule:(a,b) -> (b, a-1); (a,b) -> (a//2, b//3), if a+b >= 1", "rule:n -> n//2 & (n+1)//2, if n >= 2",
])  # fmt: skip
def test_games_are_read_as_they_are_played(spec: str) -> None:
    rule = parse_rule(spec)
    rule_reading = reading(rule)
    assert not rule_reading.faults
    for state in product(range(12), repeat=rule.arity):
        read = {
            tuple(sorted(part for part in option if part != (0,))) for option in options(rule_reading.relation, state)
        }
        played = {tuple(sorted(part for part in option if part != (0,))) for option in yielded(rule, state)}
        assert read == played, state


@pytest.mark.parametrize(
    ("condition", "read"),
    [
        ("any(n == 2 * j + 1 for j in range(n))", "for some j: j < n and 2*j + 1 == n"),
        ("all(n != 3 * j for j in range(n))", "not (for some j: j < n and 3*j == n)"),
        ("any(n == i + 3 * j for i in (1, 2) for j in range(n) if j % 2 == 0)", ""),
        ("all(any(j == 2 * i or n == j for i in range(j)) for j in range(3, n + 1))", ""),
        ("any([n // 3 == j and j % 2 for j in range(1, n)])", ""),
        ("all((n > 2, n != 7))", "n >= 3 and not (n == 7)"),
        ("any(j > 2 for j in range(n))", ""),
        ("any(n == k * k for k in range(5))", ""),
    ],
)
def test_any_and_all_are_quantifiers(condition: str, read: str) -> None:
    rule = body(f"for k in range(1, n + 1):\n    if {condition}:\n        yield n - k")
    relation = uncompared(rule).relation
    assert read in str(relation)
    for n in range(18):
        assert set(options(relation, (n,))) == yielded(rule, (n,)), n


ODD = [
    "yield from (n - k for k in range(1, min(n, 5) + 1) if k != 3)",
    "if (m := n // 2) < n:\n    yield m",
    "k = 0\nwhile True:\n    k += 1\n    if k > 3 or k > n:\n        break\n    yield n - k",
    "for k in (1, 2):\n    if k > n:\n        break\n    yield n - k\nelse:\n    if n > 6:\n        yield n - 6",
    "if n:\n    yield n - 1 - (-n) % 3 if n > 2 else 0",
    "if n > 1:\n    yield -(-n // 2)",
    "for k in range(1, 3):\n    for k in range(1, 2):\n        if n >= k:\n            yield n - k",
    "q, r = divmod(n, 3)\nif q:\n    yield 2 * q + r\n    yield q + r",
    "for k in range(n, 0, -2):\n    yield n - k",
    "for i in range(4):\n    if n >= 2 ** i:\n        yield n - 2 ** i",
    "if 1 <= n <= 5 or n == 9:\n    yield 0\nelif n:\n    yield n - 3 if n >= 3 else 0",
]


@pytest.mark.parametrize("text", ODD)
def test_odd_code_is_read_as_what_it_does(text: str) -> None:
    rule = body(text)
    relation = uncompared(rule).relation
    for n in range(60):
        assert set(options(relation, (n,))) == yielded(rule, (n,)), n


def test_names_within_a_quantifier_stay_apart() -> None:
    k, n = linear([("k", 1)]), linear([("n", 1)])
    half = Exists(("k",), Compare(k * 2 - n, "=="))
    changed = renamed_formula(half, {"n": "k"})
    assert [holds(changed, {"k": number}) for number in range(5)] == [True, False, True, False, True]


def test_parameters_are_constants() -> None:
    rule = rule_of("def take(n, *, most, word='x'):\n    yield from range(max(0, n - most), n)\n").bind(most=2)
    assert str(reading(rule).relation) == "n -> k, for all k with n <= k + 2 and k < n"


def test_a_function_that_returns_its_options() -> None:
    rule = rule_of("def halve(n):\n    if n < 2:\n        return []\n    return [n // 2, n - 1]\n")
    assert len(reading(rule).relation.clauses) == 2


def test_a_rule_that_depends_on_more_than_its_state_is_found_out() -> None:
    def hidden(n):  # type: ignore[no-untyped-def]
        if n >= 1:
            yield to(n - 1)

    rule = rule_(hidden)
    hidden.__code__ = hidden.__code__.replace(co_consts=(None, 2))
    with pytest.raises((BadRule, OutOfReach)):
        reading(rule)
