"""What is emitted compiles without a warning and gives the values again; it says how they are known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from strict_cpp import COMPILER, printed, sanitized

from grundy.errors import OutOfReach
from grundy.patterns.guess import parse_guess
from grundy.patterns.table import read_table
from grundy.show.emit import MOST_NUMBERS, Language, emit


def octal(digits: str, count: int) -> list[int]:
    values = [0]
    for n in range(1, count):
        after = set()
        for k, digit in enumerate(map(int, digits[:n]), 1):
            if digit & 1 and k == n:
                after.add(0)
            if digit & 2 and k < n:
                after.add(values[n - k])
            if digit & 4:
                after |= {values[i] ^ values[n - k - i] for i in range(1, n - k)}
        values.append(next(v for v in range(len(after) + 1) if v not in after))
    return values


def at_most_half(count: int) -> list[int]:
    values: list[int] = []
    for n in range(count):
        after = {values[n - k] for k in range(1, n // 2 + 1)}
        values.append(next(v for v in range(len(after) + 1) if v not in after))
    return values


def of(formula: str, count: int) -> list[int]:
    function = parse_guess(formula).make(lambda n: n)
    return [function(n) for n in range(count)]


def pairs(formula: str, height: int, width: int) -> list[list[int]]:
    function = parse_guess(formula, ["a", "b"]).make(lambda a, b: 0)
    return [[function(a, b) for b in range(width)] for a in range(height)]


CHANCE = np.random.default_rng(8)
TABLES: dict[str, Any] = {
    "kayles": octal("77", 300),
    "dawson": octal("07", 400),
    "at most half": at_most_half(300),
    "runs": [n // 100 * 7 % 5 for n in range(1000)],
    "chance": CHANCE.integers(0, 7, 100).tolist(),
    "wide": CHANCE.integers(0, 1 << 40, 100).tolist(),
    "one": [0],
    "two": [3, 1],
    "lasker": [0] + [n + (n % 4 == 3) - (n % 4 == 0) for n in range(1, 100)],
    "digits": [(3, 1, 4, 1, 5, 9, 2, 6, 5)[n.bit_count()] for n in range(200)],
    "divisors": [0, *((n & -n).bit_length() - 1 for n in range(1, 200))],
    "array": (np.arange(500) % 9).astype(np.uint8),
    "chance pairs": CHANCE.integers(0, 300, (9, 14)),
    "residues": [[((0, 1, 2), (3, 0, 1))[a % 2][b % 3] for b in range(20)] for a in range(20)],
}
for text in (
    "n", "n % 4", "(n + 3) % 7", "n % 5 // 2", "n % 6 % 4", "n // 3", "n ^ 1", "3", "n.bit_count()", "n.bit_length()",
    "n.bit_count() % 2", "n & -n", "((n + 1) & -(n + 1)).bit_length() - 1", "2 * n + 1 - n.bit_count() % 2",
    "n ^ n >> 1",
    "isqrt(n)", "1 << n.bit_count()", "(n + 1).bit_length() % 2", "n // 2 * 5 + (3, 0)[n % 2]", "n // 4 + 2",
):  # fmt: skip
    TABLES[text] = of(text, 300)
for text in ("a ^ b", "(a + b) % 3", "abs(a - b) % 3", "min(a, b) // 2", "max(a, b)", "a % 3", "(a // 2) ^ b", "b"):
    TABLES[text + " of pairs"] = pairs(text, 20, 20)


def flat(values: Any) -> list[int]:
    return [int(value) for value in np.array(values).reshape(-1)]


def source(values: Any, language: Language) -> str:
    """For the first pattern that explains the values, or else for the values themselves."""
    whole = [p for p in read_table(values).patterns if p.breaks is None and p.about == "nim-values"]
    return emit(values, language, whole[0] if whole else None, "a game")


@pytest.mark.parametrize("name", TABLES)
def test_python(name: str) -> None:
    values = TABLES[name]
    names: dict[str, Any] = {}
    exec(source(values, "python"), names)
    function = names["nim_value"]
    if np.ndim(values) == 1:
        assert [function(n) for n in range(len(values))] == flat(values)
    else:
        assert [function(a, b) for a in range(len(values)) for b in range(len(values[0]))] == flat(values)


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_cpp(tmp_path: Path) -> None:
    """All tables in one program, each in a namespace of its own, for the compiler's time."""
    headers, parts, calls, expected = {"#include <cstdio>"}, [], [], []
    for number, values in enumerate(TABLES.values()):
        lines = source(values, "cpp").splitlines()
        headers |= {line for line in lines if line.startswith("#include")}
        body = "\n".join(line for line in lines if not line.startswith("#include"))
        parts.append(f"namespace t{number} {{\n{body}\n}}\n")
        if np.ndim(values) == 1:
            loop = f'for (long long n = 0; n < {len(values)}; ++n) std::printf("%lld\\n", t{number}::nim_value(n));'
        else:
            height, width = np.array(values).shape
            loop = (
                f"for (long long a = 0; a < {height}; ++a) for (long long b = 0; b < {width}; ++b) "
                f'std::printf("%lld\\n", t{number}::nim_value(a, b));'
            )
        calls.append(loop)
        expected += flat(values)
    main = "int main() {\n" + "\n".join(calls) + "\n}\n"
    assert compiled("\n".join(sorted(headers)) + "\n" + "".join(parts) + main, tmp_path) == expected


def compiled(text: str, folder: Path) -> list[int]:
    """The numbers that a C++ program prints, after it was compiled without a warning."""
    return [int(line) for line in printed(text, folder).split()]


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
@pytest.mark.parametrize("name", ["kayles", "runs", "isqrt(n)", "max(a, b) of pairs", "n.bit_length()"])
def test_cpp_brings_its_own_headers(name: str, tmp_path: Path) -> None:
    assert compiled(source(TABLES[name], "cpp") + "int main() {}\n", tmp_path) == []


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_who_wins(tmp_path: Path) -> None:
    squares = {n * n for n in range(40)}
    chances = np.random.default_rng(9).integers(1, 9, 1000).tolist()
    values = [0 if n in squares else chances[n] for n in range(1000)]
    (pattern,) = read_table(values).patterns
    wins = [int(n not in squares) for n in range(1000)]
    names: dict[str, Any] = {}
    text = emit(values, "python", pattern)
    exec(text, names)
    assert [names["wins"](n) for n in range(1000)] == [bool(w) for w in wins]
    assert "Whether the player to move wins" in text
    loop = 'int main() { for (long long n = 0; n < 1000; ++n) std::printf("%d\\n", int(wins(n))); }\n'
    assert compiled("#include <cstdio>\n" + emit(values, "cpp", pattern) + loop, tmp_path) == wins


def last_of(name: str) -> tuple[int, ...] | None:
    """The largest of each argument, where a table is written and no pattern."""
    return tuple(size - 1 for size in np.shape(TABLES[name])) if "No pattern" in source(TABLES[name], "cpp") else None


def beyond(name: str) -> list[tuple[int, ...]]:
    """Arguments that are refused: below 0 each of them, and where a table ends, above it."""
    pair = np.ndim(TABLES[name]) > 1
    refused = [(-1, 0), (0, -1), (-(2**62), 1)] if pair else [(-1,), (-300,), (-(2**63),)]
    last = last_of(name)
    if last is not None:
        end = last[0] + 1
        refused += [(end, 0), (0, last[1] + 1), (2**40, 2**40)] if pair else [(end,), (10**5,), (2**63 - 1,)]
    return refused


@pytest.mark.parametrize("name", TABLES)
def test_python_refuses_what_it_does_not_know(name: str) -> None:
    names: dict[str, Any] = {}
    exec(source(TABLES[name], "python"), names)
    for arguments in beyond(name):
        with pytest.raises(ValueError, match=r"is below 0|is not in 0\.\."):
            names["nim_value"](*arguments)


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_cpp_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    """Under the sanitizers; whatever is answered beyond the table is what the formula is, by Python."""
    headers, parts, calls, expected = {"#include <cstdio>", "#include <stdexcept>"}, [], [], []
    for number, name in enumerate(TABLES):
        lines = source(TABLES[name], "cpp").splitlines()
        headers |= {line for line in lines if line.startswith("#include")}
        body = "\n".join(line for line in lines if not line.startswith("#include"))
        parts.append(f"namespace t{number} {{\n{body}\n}}\n")
        asked: list[tuple[tuple[int, ...], int | None]] = [(arguments, None) for arguments in beyond(name)]
        names: dict[str, Any] = {}
        exec(source(TABLES[name], "python"), names)
        if last_of(name) is None and np.ndim(TABLES[name]) == 1:
            asked += [((n,), answer(names["nim_value"], n)) for n in (10**5, 2**31, 10**12, 10**18, 2**62, 2**63 - 1)]
        for arguments, value in asked:
            given = ", ".join(literal(n) for n in arguments)
            calls.append(f'try {{ std::printf("%lld\\n", t{number}::nim_value({given})); }}')
            calls.append('catch (const std::out_of_range &) { std::printf("refused\\n"); }')
            expected.append((name, arguments, value))
    main = "int main() {\n" + "\n".join(calls) + "\n}\n"
    lines = sanitized("\n".join(sorted(headers)) + "\n" + "".join(parts) + main, tmp_path).split()
    assert len(lines) == len(expected)
    for line, (name, arguments, value) in zip(lines, expected, strict=True):
        assert line == "refused" if value is None else line in ("refused", str(value)), (name, arguments, line)
        assert line != "refused" or value is None or arguments[0] > 10**9, (name, arguments)


def literal(n: int) -> str:
    return f"{n}LL" if n > -(2**63) else f"(-{2**63 - 1}LL - 1)"


def answer(function: Any, n: int) -> int | None:
    try:
        return int(function(n))
    except (ValueError, IndexError):
        return None


def test_it_says_how_it_is_known() -> None:
    text = source(TABLES["kayles"], "cpp")
    assert "observed for n = 71..299, not proved" in " ".join(text.replace("//", "").split())
    assert "R[n % 12]" in text
    assert "computed" in source(TABLES["chance"], "python")
    assert source(TABLES["chance"], "python").startswith(
        "# Nim-values of a game, n = 0..99: computed. No pattern is written: the table ends at n = 99.\n"
    )


def test_a_formula_is_short() -> None:
    python = 'def nim_value(n):\n    if n < 0:\n        raise ValueError(f"{n} is below 0")\n    return n % 4\n'
    assert source(TABLES["n % 4"], "python").endswith(python)
    check = 'if (n < 0) throw std::out_of_range("n is below 0");'
    cpp = f"long long nim_value(long long n) {{\n    {check}\n    return n % 4;\n}}\n"
    assert source(TABLES["n % 4"], "cpp").endswith(cpp)


def test_a_pattern_that_breaks_is_not_used() -> None:
    values = of("n % 4", 400)
    values[300] = 9
    names: dict[str, Any] = {}
    exec(source(values, "python"), names)
    assert [names["nim_value"](n) for n in range(400)] == values


def test_too_much_is_refused() -> None:
    with pytest.raises(OutOfReach, match="no values"):
        emit([], "cpp")
    with pytest.raises(OutOfReach, match="64 bits"):
        emit([1 << 63, 0], "cpp")
    assert "9223372036854775808" in emit([1 << 63, 0], "python")
    values = CHANCE.integers(0, 99, MOST_NUMBERS + 1)
    with pytest.raises(OutOfReach, match="100,001 numbers"):
        emit(values, "cpp")
    with pytest.raises(OutOfReach, match="are written"):
        emit(np.zeros((1000, 1000), np.uint8), "python")
    assert len(emit(np.zeros(10**6, np.uint8), "python")) < 300  # one run


@given(st.lists(st.integers(0, 3), min_size=1, max_size=120), st.integers(1, 20))
@settings(max_examples=examples(150), deadline=None)
def test_any_values_are_written(values: Sequence[int], repeat: int) -> None:
    values = [value for value in values for _ in range(repeat)]
    names: dict[str, Any] = {}
    exec(source(values, "python"), names)
    assert [names["nim_value"](n) for n in range(len(values))] == values
