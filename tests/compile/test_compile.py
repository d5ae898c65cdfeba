"""A compiled rule gives what the definition gives, or says by name what it does not compile."""

from __future__ import annotations

import linecache
import math
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grundy import again, rule, to, value_of
from grundy.compile.kernel import assembly, look
from grundy.compile.subset import NotCompiled
from grundy.engines.table.job import job
from grundy.engines.tables import fill, nim_values
from grundy.errors import BadRule, GrundyError, OutOfReach
from grundy.model.definition import state_values
from grundy.model.rule import Rule

SOURCE = Path(__file__).parents[2] / "src"
NUMBERS = count()
MOST_EXAMPLES = int(os.environ.get("GRUNDY_EXAMPLES", "40"))


def made(text: str, **outside: Any) -> Rule:
    """A rule from its text."""
    name = f"<rule {next(NUMBERS)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"to": to, "math": math, **outside}
    exec(compile(text, name, "exec"), names)
    return rule(next(held for held in names.values() if getattr(held, "__module__", None) is None and callable(held)))


def body(text: str, arguments: str = "n", **outside: Any) -> Rule:
    return made(f"def game({arguments}):\n" + "".join(f"    {line}\n" for line in text.splitlines()), **outside)


def table(game: Rule, size: Any, compiled: bool = True, **play: bool) -> Any:
    """The table by the engine, never by the short cut for small ones."""
    import numpy as np

    held: list[Any] = []

    def allocate(dtype: str, entries: int) -> Any:
        held.append(np.zeros(entries, dtype))
        return held[-1]

    task = job(game, size, **play)
    for _ in fill(task, allocate, compiled)(None):
        pass
    if task.outcomes:
        return np.unpackbits(held[-1], bitorder="little", count=task.total).tolist()
    return held[-1].tolist()


def answer(work: Callable[[], Any]) -> Any:
    """What it gives, or what it refuses."""
    try:
        return work()
    except GrundyError as error:
        return str(error)


# --- random rules

NAMES = ("n", "x", "y")
small = st.integers(-3, 70).map(str)
atoms = st.one_of(
    st.sampled_from(NAMES), small, st.sampled_from(["WIDTH", "AMOUNTS[x % 3]", "GRID[1][0]", "len(AMOUNTS)"])
)
OPERATORS = ["+", "-", "*", "//", "%", "&", "|", "^", ">>"]


def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(OPERATORS), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "^", "&"]), inner),
        st.builds("({} << {} % 70)".format, inner, inner),  # a larger shift is more than Python can do
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max", "math.gcd"]), inner, inner),
        st.builds("{}({})".format, st.sampled_from(["abs", "-", "~", "+"]), inner),
        st.builds("({} if {} > {} else {})".format, inner, inner, inner, inner),
        st.builds("({}).{}()".format, inner, st.sampled_from(["bit_count", "bit_length"])),
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner),
        st.builds("sum({} for k in range({}) if k != {})".format, inner, st.integers(0, 4), inner),
        st.builds("({} ** 2)".format, inner),
    )


expressions = st.recursive(atoms, grow, max_leaves=6)
COMPARE = ["<", "<=", "==", "!=", ">", ">="]
comparisons = st.builds("{} {} {}".format, expressions, st.sampled_from(COMPARE), expressions)
conditions = st.one_of(
    comparisons,
    st.builds("{} < {} <= {}".format, expressions, expressions, expressions),
    st.builds("{} and not {}".format, comparisons, comparisons),
    st.builds("({} or {})".format, comparisons, expressions),
    st.builds("{} in (1, {}, n)".format, expressions, expressions),
    st.builds("{} not in AMOUNTS".format, expressions),
    st.builds("any({} for k in AMOUNTS)".format, comparisons),
    st.builds("all(k < {} for k in range(x % 5))".format, expressions),
)
CHECKED = "if 0 <= (o := {0}) < n:\n    yield o"
options = st.one_of(
    st.builds(CHECKED.format, expressions),
    st.builds(CHECKED.format, expressions),
    st.builds(CHECKED.format, st.builds("n - 1 - ({}) % 7".format, expressions)),
    st.builds(
        "if 0 <= {0} < n > {1} >= 0:\n    yield to({0}, {1}, label='text', more={0})".format, expressions, expressions
    ),
    st.builds("yield from range(max(0, n - {}), n)".format, st.integers(0, 5)),
    st.builds("yield from (n - k for k in AMOUNTS if k <= n and {})".format, conditions),
    st.builds("yield {}".format, expressions),
)


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def until_zero(condition: str, text: str) -> str:
    # loops inside it count with variables of their own
    head = f"z = n % 5\nwhile z > 0:\n    z -= 1\n    if {condition}:\n        break\n"
    return head + indented(text.replace("z", "zz")) + "else:\n    x = z"


def blocks(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=3).map("\n".join)
    ends = st.sampled_from(["", "    if {0}:\n        break\n", "    if {0}:\n        continue\n"])

    def loop(head: str, condition: str, end: str, text: str) -> str:
        return head + "\n" + end.format(condition) + indented(text).rstrip("\n")

    return st.one_of(
        st.builds(
            lambda c, a, b: f"if {c}:\n{indented(a)}else:\n{indented(b)}".rstrip("\n"), conditions, several, several
        ),
        st.builds(
            loop,
            st.one_of(
                st.builds("for x in range({} % 6, {}):".format, expressions, st.integers(0, 6)),
                st.builds("for y in range({} % 9, {}, -2):".format, expressions, st.integers(-3, 6)),
                st.just("for x in AMOUNTS:"),
                st.just("for x, y in GRID:"),
                st.builds("for y in ({}, n, 2):".format, expressions),
                st.just("for y, x in enumerate(AMOUNTS):"),
            ),
            conditions,
            ends,
            several,
        ),
        st.builds(until_zero, conditions, several),
    )


changes = st.sampled_from(["=", "+=", "-=", "^=", "*="])
statements = st.recursive(
    st.one_of(
        options,
        options,
        # kept small: what is squared in a loop soon is more than Python can do
        st.builds("{0} {1} {2}\n{0} = {0} % 1000000007 - 9".format, st.sampled_from(["x", "y"]), changes, expressions),
        st.builds("x, y = ({}) % 99991, ({}) % 99991".format, expressions, expressions),
        st.builds("x, y = divmod(({}) % 99991, {})".format, expressions, expressions),
        st.builds("if {}:\n    return".format, conditions),
    ),
    blocks,
    max_leaves=6,
)
rules = st.lists(statements, min_size=1, max_size=4).map(lambda parts: "x, y = n // 2, 3\n" + "\n".join(parts))
OUTSIDE = {"WIDTH": 5, "AMOUNTS": [1, 3, 4], "GRID": ((1, 2), (3, 5), (0, -1))}


@settings(max_examples=MOST_EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=rules, misere=st.booleans())
def test_a_compiled_rule_is_the_rule(text: str, misere: bool) -> None:
    game = body(text, **OUTSIDE)
    try:
        look(game)
    except NotCompiled:
        return  # refused by name, and run uncompiled
    size = 40
    plain = answer(lambda: table(game, size, compiled=False))
    assert answer(lambda: table(game, size)) == plain
    if isinstance(plain, str):
        return  # both say the same of the same state
    by_definition = state_values(game, range(size), {})
    assert plain == [by_definition[state] for state in range(size)]
    if look(game).sums:
        return  # outcomes of parts do not tell that of their sum
    assert table(game, size, outcomes=True) == [int(value == 0) for value in plain]
    if misere:
        expected = [int(not value_of(game(state), "misere")) for state in range(size)]
        assert table(game, size, misere=True) == expected


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
    ("yield from [n - k for k in (1, 2)]", "list comprehension"),
    ("yield len(str(n)) - 1", "len"),
    ("x = {1: 2}\nyield x[n]", "dict"),
    ("try:\n    yield n - 1\nfinally:\n    pass", "try"),
    ("try:\n    yield 7 // n\nexcept ZeroDivisionError:\n    pass", "try"),
    ("try:\n    yield 7 // n\nexcept ZeroDivisionError:\n    yield 0\n    raise", "try"),
    ("try:\n    yield 7 // n\nexcept ZeroDivisionError:\n    raise\nelse:\n    yield 1", "try"),
    ("yield game(n)", "generator is called after"),
    ("yield n / 2", "//"),
    ("yield n - 1.5", "whole number"),
    ("if n:\n    k = 1\nyield k", "'k' may have no value"),
    ("yield again(n - 1)", "again"),
    ("yield n > 1", "bool"),
    ("x = [0] * n\nyield 0", "list"),
    ("for i in range(1, 9, n):\n    yield i", "step"),
    ("yield n - 1, n", "tuple"),
    ("yield n ** n", "power"),
    ("import math\nyield n", "import"),
    ("yield n - 2 ** 63 * 2", ""),
    ("yield n - 9223372036854775808", "63 bits"),
    ("yield UNKNOWN", "UNKNOWN"),
    ("x = yield n - 1", "Yield"),
]


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
from grundy.engines.tables import nim_values
exec(compile(open({file!r}).read(), {file!r}, "exec"))
print(nim_values(game, 50_000).tolist()[-9:])
"""


def run(file: Path, cache: Path) -> subprocess.Popen[str]:
    program = PROGRAM.format(source=str(SOURCE), file=str(file))
    environment = {**os.environ, "GRUNDY_CACHE": str(cache)}
    return subprocess.Popen([sys.executable, "-c", program], stdout=-1, stderr=-1, text=True, env=environment)


def test_the_cache_is_shared_and_an_edited_rule_never_meets_an_old_kernel(tmp_path: Path) -> None:
    file, cache = tmp_path / "game.py", tmp_path / "cache"
    text = "@rule\ndef game(n):\n    for k in (1, 2):\n        if k <= n:\n            yield n - k\n"
    file.write_text(text)
    together = [run(file, cache) for _ in range(4)]
    outputs = {process.communicate() for process in together}
    assert outputs == {(f"{[n % 3 for n in range(49_991, 50_000)]}\n", "")}
    kernels = list(cache.iterdir())
    assert [kernel.suffix for kernel in kernels] == [".kernel"]
    for damage in (b"", kernels[0].read_bytes()[:-1] + b"x"):
        kernels[0].write_bytes(damage)
        assert run(file, cache).communicate() in outputs
    file.write_text(text.replace("(1, 2)", "(1, 2, 3)"))
    assert run(file, cache).communicate() == (f"{[n % 4 for n in range(49_991, 50_000)]}\n", "")
    assert len(list(cache.iterdir())) == 2
    assert run(file, file / "no folder").communicate()[1] == ""  # it cannot be written: nothing is kept


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
