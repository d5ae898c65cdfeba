"""The moves that are written beside a table: those of the rule, in both languages, and one that wins, if any does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import isqrt
from pathlib import Path
from typing import Any

import pytest
from strict_cpp import COMPILER, printed, sanitized, stopped

import grundy
from grundy import again, to
from grundy.errors import OutOfReach
from grundy.model.rule import Rule

STEPS = (1, 4, 9)
LEAST = 2


@grundy.rule
def rounded(n):
    """Quotients and rests of numbers below 0, and a loop whose number is used after it."""
    turn = -3  # a name that the program has for itself
    for k in range(5):
        turn = turn + 1
        if 0 <= n + turn // 2 - 2 * k < n and (turn - k) % 3:
            yield ((n << 1) + turn // 2 * 2 - (k << 2)) >> 1
    if n > k + LEAST:
        yield to(k, n - k - 1, label=k)


@grundy.rule
def changed(n):
    """The loop's number and its end change in the loop, and Python goes on with the next of the range."""
    end = n
    for new in range(end):
        end -= 1
        kept = new
        new *= 2
        if new < n and kept != 3:
            yield new
    for free in range(n - 1, n - 4, -1):
        if free < 0:
            break
        if free in STEPS:
            continue
        yield from (free, max(free - 2, 0, free // 3))


@grundy.rule
def whiled(n, *, by=3):
    x, y = 1, 0
    while True:
        x, y = y + x, x
        if x > n or not x:
            return
        if x % by == 0 or (n & x and y):
            yield to(n - x, min(x - 1, n - x))
        elif len(STEPS) == 3:
            yield n - x if n - x < 4 else STEPS[n % 3] // 9
        else:
            yield 0


@grundy.rule
def nested(n):
    for i in range(2):
        for i in range(i, n):  # noqa: B020
            yield to(i // 2, i - i // 2 if i.bit_count() > 1 and isqrt(i) != 2 else 0)
        if i < n:
            yield i
    yield from range(0, n, 5)
    for even in range(0, n, 2):
        if even > 6:
            yield even


def outside(n: int) -> int:
    return n // 2


@grundy.rule
def asks(n):
    """A function outside, and names of a program's own."""
    for R1 in [x for x in range(1, n) if x % 3]:
        yield to(outside(n), outside(R1))


@grundy.rule
def from_the_end(n):
    left = 5
    if n:
        yield STEPS[n % 3 - 1] * n // (2 * left)
    if n in {3, 4, 8, 9, 11} and not (n in range(9, 3, -2) and n > 5):
        yield to(n - 1, n // 2, part=6 // (n - 2))


@grundy.rule
def moved(a, b):
    """Pairs; only one number of them in a loop."""
    for held in (1, 2):
        if held <= a:
            yield a - held, b
    if b:
        yield to((a, b // 2))
    if abs(a - b) > 1 and a >= 1:
        yield (a - 1, b)


RULES: dict[str, Rule] = {
    rule.spec: rule
    for rule in (
        rounded, changed, asks, from_the_end, whiled, whiled.bind(by=2), nested, moved, grundy.nim,
        grundy.take_away(1, 3, 4), grundy.parse_rule("rule:n -> n-k, for k in {1,3,4}"),
        grundy.kayles, grundy.grundys_game, grundy.octal("4.[07]"), grundy.hexadecimal("0.1F0[2]"),
        grundy.octal("0.156"), grundy.floor_division(2, 3), grundy.wythoff, grundy.euclid,
        grundy.parse_rule("rule:n -> n-k, for k in 1..n//2; n -> n//2 & n//2, if n % 2 == 0 and n > 0"),
        grundy.parse_rule("rule:(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a//2,b-1)"),
    )
}  # fmt: skip
SIZE = 24


def states(rule: Rule) -> list[Any]:
    return list(range(SIZE)) if rule.arity == 1 else [(a, b) for a in range(7) for b in range(7)]


def tabled(rule: Rule) -> Any:
    return grundy.table(rule, SIZE) if rule.arity == 1 else grundy.table(rule, box=(7, 7))


def lefts(rule: Rule, state: Any) -> list[tuple[Any, ...]]:
    return [option.parts for option in rule.options(state)]


@cache
def value(rule: Rule, state: Any) -> int:
    """The nim-value by its definition."""
    after = {xor(value(rule, part) for part in left) for left in lefts(rule, state)}
    return next(v for v in range(len(after) + 1) if v not in after)


def xor(values: Iterator[int]) -> int:
    total = 0
    for one in values:
        total ^= one
    return total


def sums(rule: Rule) -> list[list[Any]]:
    chance = random.Random(rule.spec)
    return [[chance.choice(states(rule)) for _ in range(chance.randint(0, 4))] for _ in range(12)]


def check(rule: Rule, position: list[Any], move: tuple[int, tuple[Any, ...]] | None) -> None:
    """Whether a move is one that wins; None: there is none."""
    total = xor(value(rule, state) for state in position)
    assert (move is None) == (total == 0)
    if move is not None:
        place, left = move
        assert left in lefts(rule, position[place])
        assert total ^ value(rule, position[place]) ^ xor(value(rule, part) for part in left) == 0


@pytest.mark.parametrize("name", RULES)
def test_python(name: str) -> None:
    rule = RULES[name]
    for state in states(rule):
        assert sorted(lefts_written(rule, state)) == sorted(lefts(rule, state))
    for position in sums(rule):
        check(rule, position, in_python(rule)["winning_move"](position))


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_cpp(tmp_path: Path) -> None:
    """All rules in one program, each in a namespace of its own, for the compiler's time."""
    includes, parts, calls = {"#include <cstdio>"}, [], []
    for number, rule in enumerate(RULES.values()):
        lines = tabled(rule).source_code("cpp", moves=True).splitlines()
        includes |= {line for line in lines if line.startswith("#include")}
        body = "\n".join(line for line in lines if not line.startswith("#include"))
        parts.append(f"namespace t{number} {{\n{body}\n")
        numbers = "state" if rule.arity == 1 else "state[0], state[1]"
        form = " ".join(["%lld"] * rule.arity)
        shown = ", ".join(literal(state) for state in states(rule))
        asked = ", ".join(f"{{{', '.join(map(literal, position))}}}" for position in sums(rule))
        parts.append(f"""\
static void show(const std::vector<State> &left) {{
    for (const State &state : left) std::printf("{form};", {numbers});
}}
void run() {{
    for (const State &state : std::vector<State>{{{shown}}}) {{
        each_option(state, [](const std::vector<State> &left) {{ show(left); std::printf("|"); }});
        std::printf("\\n");
    }}
    for (const std::vector<State> &position : std::vector<std::vector<State>>{{{asked}}}) {{
        const Move move = winning_move(position);
        std::printf("%d:", move.place);
        show(move.left);
        std::printf("\\n");
    }}
}}
}}
""")
        calls.append(f"t{number}::run();")
    text = "\n".join([*sorted(includes), *parts, f"int main() {{ {' '.join(calls)} }}\n"])
    lines = iter(printed(text, tmp_path).splitlines())
    for rule in RULES.values():
        for state in states(rule):
            assert [read(one) for one in next(lines).split("|")[:-1]] == lefts_written(rule, state), (rule, state)
        for position in sums(rule):
            place, _, left = next(lines).partition(":")
            check(rule, position, None if place == "-1" else (int(place), read(left)))


def literal(state: Any) -> str:
    return f"State{{{state[0]}, {state[1]}}}" if isinstance(state, tuple) else str(state)


def read(text: str) -> tuple[Any, ...]:
    numbers = [tuple(map(int, one.split())) for one in text.split(";")[:-1]]
    return tuple(one if len(one) > 1 else one[0] for one in numbers)


@cache
def in_python(rule: Rule) -> dict[str, Any]:
    """The functions that are written."""
    names: dict[str, Any] = {}
    exec(tabled(rule).source_code("python", moves=True), names)
    return names


def lefts_written(rule: Rule, state: Any) -> list[tuple[Any, ...]]:
    """The options in the order of the Python that is written, which `test_python` compares with the rule's."""
    return list(in_python(rule)["options"](*(state if rule.arity > 1 else [state])))


@grundy.rule
def joined(n):
    if n:
        yield to(n - 1, how="take " + (STEPS if n > 50 else "one"))  # type: ignore[operator]


@grundy.rule
def few(n):
    """It raises an error from 30 on, and reads beyond STEPS for some larger n."""
    if n >= 30:
        raise ValueError(n)
    if n:
        yield n - 1


@grundy.rule
def short(n):
    if n:
        yield n - 1 + 0 * STEPS[n // 10]


@grundy.rule
def late(n):
    """It raises an error after the option that wins."""
    if n:
        yield n - 1
    if n >= 30:
        raise KeyError(n)


@grundy.rule
def below(n):
    """From 30 on it goes below 0, after the option that wins; there play goes round."""
    if n:
        yield n - 1 if n > -200 else n
    if n >= 30:
        yield n - 200


@grundy.rule
def told(n):
    """Its label divides by 0 where n is 31 or 101."""
    if n:
        yield to(n - 1, share=n // ((n - 31) * (n - 101)))


FAILING = [few, short, late, below, told]


@pytest.mark.parametrize("rule", FAILING, ids=str)
def test_moves_fail_where_the_rule_does(rule: Rule, tmp_path: Path) -> None:
    """Their pattern goes on, n % 2; the moves do not."""
    table = grundy.table(rule, 30)
    names: dict[str, Any] = {}
    exec(table.source_code("python", moves=True), names)
    assert names["winning_move"]([29]) == (0, (28,))
    for n in (31, 101):
        with pytest.raises(grundy.GrundyError):
            grundy.solve(rule(n))
        with pytest.raises((ValueError, IndexError, KeyError, ZeroDivisionError)):
            names["winning_move"]([n])
    if COMPILER is not None:
        main = """
#include <cstdio>
int main() {
    std::printf("%d\\n", winning_move({29}).place);
    for (long long n : {31, 101}) try { winning_move({n}); } catch (const std::exception &) { std::printf("no\\n"); }
}
"""
        assert sanitized(table.source_code("cpp", moves=True) + main, tmp_path).split() == ["0", "no", "no"]


@grundy.rule
def doubled(n):
    """2^n has more than 64 bits with its sign from n = 63 on; Python goes on."""
    if n and 1 << n > n:
        yield n - 1


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_numbers_of_more_than_64_bits_stop_the_program(tmp_path: Path) -> None:
    table = grundy.table(doubled, 30)
    names: dict[str, Any] = {}
    exec(table.source_code("python", moves=True), names)
    assert names["winning_move"]([63]) == (0, (62,))
    main = '#include <cstdio>\nint main() {{ std::printf("%d", winning_move({{{0}}}).place); }}'
    assert sanitized(table.source_code("cpp", moves=True) + main.format(61), tmp_path) == "0"
    assert stopped(table.source_code("cpp", moves=True) + main.format(63), tmp_path).endswith("more than 64 bits\n")


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_a_table_stops_beyond_its_end(tmp_path: Path) -> None:
    @grundy.rule
    def scattered(n):
        for take in (1, 3, 8, 9, 40, 77):
            if take <= n and (n * n + take) % 7 > 2:
                yield n - take

    text = grundy.table(scattered, 300).source_code("cpp")
    assert "No pattern is written" in text
    said = stopped(text + "int main() { return int(nim_value(100000)); }", tmp_path)
    assert said.endswith("n is not in 0..299\n")


@grundy.rule
def on(n):
    if n:
        yield again(n - 1)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (joined, '"take " + (STEPS if n > 50 else "one"): text stands in labels alone, with plain numbers in it'),
        (on, "again(n - 1): it is more than a move of nim-values: the turn does not simply pass"),
    ],
)
@pytest.mark.parametrize("language", ["python", "cpp"])
def test_what_is_not_written_is_named_with_its_line(rule: Rule, language: Any, said: str) -> None:
    table = replace(grundy.table(short, 9), _rule=rule)
    with pytest.raises(OutOfReach) as problem:
        table.source_code(language, moves=True)
    assert said in str(problem.value) and "test_emit_moves.py:" in str(problem.value)
    assert "nim_value" in table.source_code(language)


def test_a_number_of_more_than_64_bits_has_no_cpp() -> None:
    @grundy.rule
    def far(n):
        if 0 < n < 10**20:
            yield n - 1

    table = grundy.table(far, 9)
    with pytest.raises(OutOfReach) as problem:
        table.source_code("cpp", moves=True)
    assert "has more than 64 bits, which has no plain C++" in str(problem.value)
    assert "10" in table.source_code("python", moves=True)
