"""A compiled rule gives what the definition gives, or says by name what it does not compile."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from compiled_rules import answer, body, table

from grundy import again, rule, to
from grundy.answering.tables import fill, nim_values
from grundy.compile.kernel import assembly, look
from grundy.compile.subset import NotCompiled
from grundy.engines.table.job import job
from grundy.errors import BadRule, OutOfReach
from grundy.model.definition import state_values

SOURCE = Path(__file__).parents[2] / "src"


BOXES = [
    ("for k in range(1, a + 1):\n    yield a - k, b\nfor k in range(1, b + 1):\n    yield a, b - k\n"
     "for k in range(1, min(a, b) + 1):\n    yield a - k, b - k", "a, b", (9, 8)),
    ("if a >= b > 0:\n    yield from ((a - k * b, b) for k in range(1, a // b + 1))\n"
     "elif a > 0:\n    yield from ((a, b - k * a) for k in range(1, b // a + 1))", "a, b", (8, 9)),
    ("if a and b:\n    yield to((a - 1, 0), (0, b - 1), cut=True)\n"
     "if a:\n    yield a - 1, b if b else 3", "a, b", (6, 7)),
    ("for x, y, z in GRID3:\n"
     "    if a >= x and b >= y and c >= z:\n        yield (a - x, b - y, c - z)", "a, b, c", (4, 5, 6)),
    ("if b:\n    yield a - 1, b - 1", "a, b", (3, 3)),  # leaves the box
    ("yield a, b + 1", "a, b", (3, 3)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "arguments", "shape"), BOXES)
def test_a_box(text: str, arguments: str, shape: tuple[int, ...]) -> None:
    game = body(text, arguments, GRID3=((0, 0, 1), (1, 0, 2), (2, 1, 0)))
    plain = answer(lambda: table(game, shape, compiled=False))
    assert answer(lambda: table(game, shape)) == plain
    if isinstance(plain, list):
        states = [tuple(map(int, place)) for place in product(*map(range, shape))]
        values = state_values(game, states, {})
        assert plain == [values[state] for state in states]


SUMS = {
    "kayles": "for take in (1, 2):\n    for left in range((n - take) // 2 + 1):\n"
    "        yield to(left, n - take - left, take=take, why=f'{left} of {n}')",
    "ruler": "for k in range(1, n + 1):\n    yield to(*range(n - k + 1, n), turn=k)",
    "nothing": "if n % 3 == 2:\n    yield to()\nif n:\n    yield to(n - 1)",
    "starred": "if n > 3:\n    yield to(*(n - k for k in TAKEN if k <= n), n // 2)\n    yield to(*TAKEN)",
    "helper": "yield from halves(n)\nif n:\n    yield smaller(n, 3)",
}


@pytest.mark.parametrize("name", SUMS)
def test_sums_and_helpers(name: str) -> None:
    def smaller(n, by):
        while by > n:
            by -= 1
        if n > 5:
            return n - by
        return n - 1

    def halves(n):
        if n < 2:
            return
        for k in (2, 3):
            yield to(n // k, n // k)

    game = body(SUMS[name], TAKEN=(1, 2, 3), smaller=smaller, halves=halves)
    assert look(game)
    expected = state_values(game, range(30), {})
    assert table(game, 30) == [expected[n] for n in range(30)]


def test_parameters_and_what_comes_from_outside() -> None:
    edges = ((1, 2), (0,), (0, 1))  # rows of different lengths
    game = body(
        "for v in EDGES[n % 3]:\n    if n >= STEP + v:\n        yield n - STEP - v\n"
        "most = most + 1\nfor k in range(1, most):\n    if k <= n and len(EDGES[k % 3]) > 1:\n        yield n - k",
        "n, *, most=3",
        EDGES=edges,
        STEP=1,
    )
    for most in (0, 4, 9):
        bound = game.bind(most=most)
        expected = state_values(bound, range(50), {})
        assert table(bound, 50) == [expected[n] for n in range(50)]


REFUSED = [
    ("yield from [7 // k for k in range(n)]", "a list comprehension is not compiled; it may fail"),
    ("yield len(str(n)) - 1", "len"),
    ("x = {1: 2}\nyield x[n]", "dict"),
    ("try:\n    yield n - 1\nfinally:\n    pass", "try"),
    ("try:\n    yield 7 // n\nexcept ZeroDivisionError:\n    pass", "try"),
    ("try:\n    yield 7 // n\nexcept ZeroDivisionError:\n    yield 0\n    raise", "try"),
    ("try:\n    yield 7 // n\nexcept ZeroDivisionError:\n    raise\nelse:\n    yield 1", "try"),
    ("yield game(n)", "a function that calls itself"),
    ("yield n / 2", "//"),
    ("yield n - 1.5", "n - 1.5 is not compiled; write it with numbers"),
    ("if n:\n    k = 1\nyield k", "k is not compiled; it may have no value here"),
    ("yield again(n - 1)", "again.* it says who moves next"),  # to(...) in its place is another game
    ("yield n > 1", "n > 1 is not compiled; a condition is no state"),
    ("x = [0] * n\nyield 0", "write it with numbers"),
    ("for i in range(1, 9, n):\n    yield i", "step"),
    ("yield n - 1, n", "a state here is a number"),
    ("yield n ** n", "power"),
    ("import math\nyield n", "import"),
    ("yield n - 2 ** 63 * 2", ""),
    ("yield n - 9223372036854775808", "63 bits"),
    ("yield UNKNOWN", "UNKNOWN"),
    ("x = yield n - 1", "a yield in an expression"),
]


PLACES = [
    ("if n:\n    k = n + 9223372036854775808\n    yield k % n", "63 bits", 3),
    ("for k in range(\n    n, 9223372036854775808\n):\n    yield n - 1", "63 bits", 2),
    ("if n:\n    if n in TABLE:\n        yield n - 1", "'in' here is not compiled", 3),
    ("if n:\n    yield (\n        n - 1 if 3 ** n > 9 else 0\n    )", "this power is not compiled", 4),
]


@pytest.mark.parametrize(("text", "word", "line"), PLACES)
def test_what_fits_no_word_is_refused_where_it_stands(text: str, word: str, line: int) -> None:
    with pytest.raises(NotCompiled, match=word) as refused:
        look(body(text, TABLE=tuple(range(99))))
    assert refused.value.place.endswith(f":{line}")


@pytest.mark.parametrize(("text", "word"), REFUSED)
def test_what_is_not_compiled_is_named(text: str, word: str) -> None:
    game = body(text, again=again)
    if not word:
        assert answer(lambda: table(game, 3)) == answer(lambda: table(game, 3, compiled=False))
        return
    with pytest.raises(NotCompiled, match=word) as refused:
        look(game)
    assert refused.value.place.startswith("<rule ")


@pytest.mark.parametrize(
    "text",
    [
        "if n < 0:\n    raise ValueError\nfor k in (1, 3, 4):\n    if k <= n:\n        yield n - k",
        "try:\n    for k in range(1, n + 1):\n        if k > n: raise ValueError\n        if n % k: yield n % k\n"
        "except ZeroDivisionError as problem:\n    raise ValueError(n) from problem",
        "try:\n    if n > 40: return\n    yield from range(n // 2)\nexcept (IndexError, ValueError):\n    raise",
    ],
)
def test_a_rule_that_may_raise_is_compiled(text: str) -> None:
    game = body(text)
    look(game)
    expected = state_values(game, range(60), {})
    assert table(game, 60) == [expected[n] for n in range(60)]


def test_what_is_raised_far_from_what_is_checked_is_told() -> None:
    for text in (
        "if n == 123457:\n    raise ValueError('there')",
        "try:\n    7 // (n - 123457)\nexcept OSError:\n    raise",
    ):
        with pytest.raises(BadRule, match=r"state 123457: (ValueError: there|ZeroDivisionError)"):
            table(body(f"{text}\nif n: yield n - 1"), 200_000)


LABELS = [
    ("by=10 // (n - 123457)", "ZeroDivisionError"),
    ("by=ROW[n]", "IndexError"),
    ("by=(n, f'{n} of {7 % (n - 123457)}')", "ZeroDivisionError"),
    ("by=1 if n != 123457 else 1 // (n - n)", "ZeroDivisionError"),
    ("by=1 // (123457 - n) > 3", "ZeroDivisionError"),
]


@pytest.mark.parametrize(("label", "error"), LABELS)
def test_a_label_that_fails_far_from_what_is_checked_is_told(label: str, error: str) -> None:
    """A table was given whose rule has no options at one state."""
    with pytest.raises(BadRule, match=rf"state 123457: {error}"):
        table(body(f"if n: yield to(n - 1, {label})", ROW=(0,) * 123457), 200_000)


def test_a_rule_that_is_refused_runs_uncompiled() -> None:
    game = body("for k in sorted({1, 3, 4}):\n    if k <= n:\n        yield n - k")
    assert table(game, 8) == [0, 1, 0, 1, 2, 3, 2, 0]  # period 7: Winning Ways ch. 4, take 1, 3 or 4


ERRORS = [
    ("if n == 7:\n    yield 9\nelif n:\n    yield n - 1", "state 7 yields 9: expected a number from 0 to 6"),
    ("yield n - 1", "state 0 yields -1: expected no option"),
    ("if n:\n    yield n\n", "state 1 yields 1: expected a number from 0 to 0"),
    ("if n:\n    yield 7 // (n - 5) % n", "state 5: ZeroDivisionError"),
    ("if n:\n    yield (1 << 3 - n) % n", "state 4: ValueError: negative shift count"),
    ("if n:\n    yield NUMBERS[n] % n", "state 3: IndexError"),
    ("if n == 7:\n    raise ValueError('seven')\nif n:\n    yield n - 1", "state 7: ValueError: seven"),
    ("for k in range(n):\n    if k > 6: raise ValueError(f'{k} of {n}')\n    yield k", "state 8: ValueError: 7 of 8"),
    (
        "try:\n    if n > 4: yield 7 // (n - 5)\nexcept ArithmeticError:\n    raise ValueError(n)",
        "state 5: ValueError: 5",
    ),
    (
        "try:\n    if n > 4: yield 7 // (n - 5)\nexcept IndexError:\n    raise ValueError(n)",
        "state 5: ZeroDivisionError",
    ),
    ("while n:\n    n |= 1\nif n:\n    yield n", "state 1: expected an end"),
    ("while n:\n    yield 0", "state 1: expected an end"),
    ("if n:\n    yield to(0, n + 2 ** 40)", "state 1 yields 1099511627777"),
]


@pytest.mark.parametrize(("text", "words"), ERRORS)
def test_errors_name_state_and_option(text: str, words: str) -> None:
    with pytest.raises(BadRule, match=words.replace("(", ".")):
        table(body(text, NUMBERS=(4, 5, 6)), 10)


def test_a_state_that_needs_more_than_64_bits_goes_on_uncompiled() -> None:
    game = body("if n:\n    yield n ** 7 * 3 ** 8 % n ** 2 // n\n    yield n * n * n * n % (n + 5) % n")
    assert table(game, 900) == table(game, 900, compiled=False)


def test_values_outgrow_their_bytes() -> None:
    import numpy as np

    nim = body("yield from range(n)")  # worth n: Bouton 1901
    assert nim_values(nim, 400).tolist() == list(range(400))
    assert nim_values(nim, 256).dtype == np.uint8
    assert nim_values(nim, 257).dtype == np.uint16
    # any set of the states before: the XORs of their values are all numbers below 2**n
    doubling = body("for chosen in range(1 << n):\n    yield to(*(k for k in range(n) if chosen >> k & 1))")
    values = nim_values(doubling, 17)
    assert values.tolist() == [2**n for n in range(17)]
    assert values.dtype == np.uint32


def test_work_goes_on_where_it_was_saved() -> None:
    import numpy as np

    game = body("for k in range(1, 300):\n    if k <= n and k % 5 != 2:\n        yield n - k")
    whole = nim_values(game, 30_000)
    task = job(game, 30_000)
    for cut in (100, 9_000):
        arrays: dict[str, Any] = {}

        def allocate(dtype: str, entries: int, arrays: dict[str, Any] = arrays) -> Any:
            # as a file would have it: what was right stays, what was not is anything
            return arrays.setdefault(dtype, np.full(entries, 77, dtype))

        start = whole[:cut]
        way = "window" if start.max() < 64 else "stamps8"
        allocate("uint8", 30_000)[:cut] = start
        chunks = list(fill(task, allocate)({"done": cut, "way": way}))
        assert chunks[-1].done == 30_000
        assert (list(arrays.values())[-1] == whole).all()


def test_too_much_memory_is_refused() -> None:
    game = body("yield from range(n)")
    with pytest.raises(OutOfReach, match="memory"):
        nim_values(game, 2**39)
    with pytest.raises(OutOfReach, match=r"2\*\*40"):
        nim_values(game, 2**41)
    with pytest.raises(BadRule, match="a number of states"):
        nim_values(game, (3, 3))


PROGRAM = """
import sys, time
sys.path.insert(0, {source!r})
from grundy import rule
from grundy.answering.tables import nim_values
exec(compile(open({file!r}).read(), {file!r}, "exec"))
print(nim_values(game, 50_000).tolist()[-9:])
"""


def program(file: Path, cache: Path) -> tuple[str, dict[str, str]]:
    return PROGRAM.format(source=str(SOURCE), file=str(file)), {**os.environ, "NUMBA_CACHE_DIR": str(cache)}


def begun(file: Path, cache: Path) -> subprocess.Popen[str]:
    code, environment = program(file, cache)
    return subprocess.Popen([sys.executable, "-c", code], stdout=-1, stderr=-1, text=True, env=environment)


def run(file: Path, cache: Path) -> tuple[str, str]:
    out, err = begun(file, cache).communicate()
    return out, err


def test_the_cache_is_shared_and_an_edited_rule_never_meets_an_old_kernel(tmp_path: Path) -> None:
    file, cache = tmp_path / "game.py", tmp_path / "cache"
    text = "@rule\ndef game(n):\n    for k in (1, 2):\n        if k <= n:\n            yield n - k\n"
    file.write_text(text)
    together = [begun(file, cache) for _ in range(2)]
    outputs = {process.communicate() for process in together}
    assert outputs == {(f"{[n % 3 for n in range(49_991, 50_000)]}\n", "")}
    kernels = [path for path in cache.rglob("*") if path.is_file()]
    assert len(kernels) == 1
    for damage in (b"", kernels[0].read_bytes()[:-1] + b"x"):
        kernels[0].write_bytes(damage)
        assert run(file, cache) in outputs
    file.write_text(text.replace("(1, 2)", "(1, 2, 3)"))
    assert run(file, cache) == (f"{[n % 4 for n in range(49_991, 50_000)]}\n", "")
    assert len([path for path in cache.rglob("*") if path.is_file()]) == 2
    assert run(file, file / "no folder")[1] == ""  # it cannot be written: nothing is kept


def test_an_edited_file_is_not_what_runs(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text("def game(n):\n    if n:\n        yield n - 1\n")
    names: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    game = rule(names["game"])
    assert look(game)
    file.write_text("def game(n):\n    if n:\n        yield n // 2\n")
    with pytest.raises(NotCompiled, match="not the one it was made from"):
        look(game)
    assert table(game, 6) == [0, 1, 0, 1, 0, 1]


def test_the_kernel_says_what_it_is_made_of() -> None:
    game = body("if n:\n    yield n - 1")
    assert assembly(game, "window", 10) != assembly(body("if n:\n    yield n // 2"), "window", 10)
    assert "sadd.with.overflow" not in assembly(game, "window", 10)  # proved, not checked
