"""Rules of one's own that take many constant amounts: tabled as bits where they are read so, and never read otherwise.

The values are held against the definition, written out over the set itself; what is read as amounts, and what is not,
against a loop over all heaps that asks the rule.
"""

from __future__ import annotations

from functools import reduce
from operator import xor
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from limits import set_limits

from grundy.answering.tables import fill, nim_values
from grundy.engines.heap.tables import sweep
from grundy.engines.table import amounts
from grundy.engines.table.job import job
from grundy.errors import BadRule
from grundy.model.rule import Rule
from grundy.notation.expression import parse_rule
from grundy.notation.files import FILES
from grundy.runs.chunk import Chunk

WAYS = {  # of which S may be unsorted, with duplicates and with amounts of 0 or less where the second says so
    "if": ("for s in S:\n    if s <= n:\n        yield n - s", False),
    "if the other way": ("for s in S:\n    if not n < s:\n        yield n - s", False),
    "if the difference": ("for s in S:\n    if n - s > -1:\n        yield n - s", False),
    "a name": ("for s in S:\n    left = n - s\n    if left >= 0:\n        yield left", False),
    "named on the way": ("for s in S:\n    if (left := n - s) >= 0:\n        yield left", False),
    "sorted, break": ("for s in sorted(S):\n    if s > n:\n        break\n    yield n - s", False),
    "sorted, else break": ("for s in sorted(S):\n    if s <= n:\n        yield n - s\n    else:\n        break", False),
    "sorted, return": ("for s in sorted(S):\n    if n < s:\n        return\n    yield n - s", False),
    "continue": ("for s in S:\n    if s > n:\n        continue\n    yield n - s", False),
    "to": ("for s in S:\n    if s <= n:\n        yield to(n - s, takes=s)", False),
    "an end before": ("if n == 0:\n    return\nfor s in S:\n    if s <= n:\n        yield n - s", False),
    "positive": ("for s in S:\n    if 0 < s <= n:\n        yield n - s", True),
    "positive and": ("for s in S:\n    if s > 0 and n >= s:\n        yield n - s", True),
    "member": ("for k in range(1, n + 1):\n    if k in S:\n        yield n - k", True),
    "member, down": ("for k in range(n, 0, -1):\n    if k in S:\n        yield n - k", True),
    "member of what is left": ("for left in range(n):\n    if n - left in S:\n        yield left", True),
    "from": ("yield from (n - s for s in S if s <= n)", False),
    "from a list": ("yield from [n - s for s in S if s <= n]", False),
    "within if": ("if n > 0:\n    for s in S:\n        if s in range(1, n + 1):\n            yield n - s", True),
    "a helper": ("yield from each(n, S)", False),
    "picked": ("for s in S:\n    yield from (n - m for m in (s if s <= n else 0,) if m > 0)", True),
    "or nothing": ("for s in S:\n    if s > n or s < 1:\n        pass\n    else:\n        yield n - s", True),
}
NOT_READ = ("member of what is left",)  # n - left in S is no comparison of sums
HELD = ("tuple({})", "list({})", "set({})", "frozenset({})")


def mine(tmp_path: Path, body: str, before: str) -> Rule:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    each = (
        "def each(n, taken):\n    for s in sorted(taken):\n        if s > n:\n            return\n        yield n - s\n"
    )
    text = f"import grundy\nfrom grundy import to\n{each}{before}\n@grundy.rule\ndef mine(n):\n{lines}"
    file = tmp_path / f"mine{crc32(text.encode())}.py"
    file.write_text(text)
    return parse_rule(f"{file}:mine", files=FILES)


def defined(taken: Any, total: int) -> list[int]:
    """The nim-values by the definition: of heap n, the least number that no heap n - s has."""
    steps = sorted({s for s in taken if 0 < s < total})
    values = np.zeros(total, np.int64)
    for n in range(total):
        usable = np.array(steps[: int(np.searchsorted(steps, n, "right"))], np.int64)
        seen = set(values[n - usable].tolist())
        values[n] = next(v for v in range(len(seen) + 1) if v not in seen)
    value_list: list[int] = values.tolist()
    return value_list


def drawn(random: Random, beyond: bool) -> list[int]:
    """A set: dense, with gaps, or in clusters; some amounts are beyond any heap, and some there twice."""
    top = random.choice((90, 700, 3000))
    taken = random.sample(range(1, top), random.randrange(2, min(top // 2, 400)))
    taken += [random.randrange(1, 200) * 64 + random.choice((-1, 0, 1)) for _ in range(random.choice((0, 9)))]
    taken += [10**5 + 7, 10**9, *random.sample(taken, min(5, len(taken)))]
    if beyond:
        taken += [0, -1, -64, -3000]
    random.shuffle(taken)
    return taken


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever can be read is tabled as bits, however few the amounts."""
    set_limits(monkeypatch, "engines.table", WORTH_NANOSECONDS=-(10**12))
    set_limits(monkeypatch, "engines.table.amounts", SHORTEST=100)
    set_limits(monkeypatch, "engines.table.memory", FEW_STATES=0)


@pytest.mark.parametrize("way", WAYS)
def test_amounts_in_every_way_to_write_them(way: str, tmp_path: Path, always: None) -> None:
    body, beyond = WAYS[way]
    random = Random(way)
    for held in random.sample(HELD, 2):
        taken = drawn(random, beyond)
        rule = mine(tmp_path, body, f"S = {held.format(taken)}")
        total = random.choice((1, 64, 900, 1500))
        read = amounts.amounts_of(job(rule, total))
        usable = sorted({s for s in taken if 0 < s < total})
        assert read == (usable if usable and 4 * len(usable) <= 3 * total and way not in NOT_READ else None), (
            way,
            total,
        )
        assert nim_values(rule, total, cores=1).tolist() == defined(taken, total), (way, held)


@pytest.mark.parametrize(
    "body", ["for s in {}:\n    if s <= n:\n        yield n - s", "yield from (n - s for s in {} if n >= s)"]
)
@pytest.mark.parametrize(
    "written", [str, lambda taken: f"({', '.join(map(str, taken))})", lambda taken: f"set({taken})"]
)
def test_amounts_written_in_the_rule(body: str, written: Any, tmp_path: Path, always: None) -> None:
    taken = drawn(Random(1), False)
    rule = mine(tmp_path, body.format(written(taken)), "")
    assert amounts.amounts_of(job(rule, 1500)) == sorted({s for s in taken if s < 1500})
    assert nim_values(rule, 1500).tolist() == defined(taken, 1500)


def test_a_range_a_parameter_and_several_loops(tmp_path: Path, always: None) -> None:
    rule = mine(tmp_path, "for s in range(3, 400, 7):\n    if s <= n:\n        yield n - s", "")
    assert amounts.amounts_of(job(rule, 900)) == [*range(3, 400, 7)]
    assert nim_values(rule, 900).tolist() == defined(range(3, 400, 7), 900)
    body = "if n >= 2:\n    yield n - 2\nfor s in S:\n    if s > n:\n        break\n    yield n - s\n"
    body += "for s in T:\n    if n >= 3 * s:\n        yield n - 3 * s"
    rule = mine(tmp_path, body, "S = (5, 80, 81)\nT = {7, 40}")
    assert amounts.amounts_of(job(rule, 500)) == [2, 5, 21, 80, 81, 120]
    assert nim_values(rule, 500).tolist() == defined({2, 5, 21, 80, 81, 120}, 500)


def test_one_amount_is_left_out(tmp_path: Path, always: None) -> None:
    rule = mine(
        tmp_path, "for s in range(1, 41):\n    if s == 20:\n        continue\n    if s <= n:\n        yield n - s", ""
    )
    assert amounts.amounts_of(job(rule, 80)) == [*range(1, 20), *range(21, 41)]


ALMOST = {  # rules that look like a set of amounts, and are another game or one by accident
    "less": "for s in S:\n    if s < n:\n        yield n - s",
    "a residue": "for s in S:\n    if s <= n and n % 3:\n        yield n - s",
    "one heap": "for s in S:\n    if s <= n and n != 377:\n        yield n - s",
    "one heap more": "for s in S:\n    if s <= n:\n        yield n - s\nif n == 377:\n    yield 1",
    "up to a heap": "for s in S:\n    if s <= n <= 250:\n        yield n - s",
    "elif": "for s in S:\n    if s > n + 1:\n        pass\n    elif s < n - 5:\n        yield n - s",
    "an unsorted break": "for s in S:\n    if s > n:\n        break\n    yield n - s",
    "an unsorted return": "for s in S:\n    if s <= n:\n        yield n - s\n    else:\n        return",
    "the first": "for s in S:\n    if s <= n:\n        yield n - s\n        break",
    "a return before": "if n < 40:\n    return\nfor s in S:\n    if s <= n:\n        yield n - s",
    "a return between": "yield from (n - s for s in S if s <= n)\nif n < 150:\n    return\nif n >= 2:\n    yield n - 2",
    "the last": "last = 0\nfor s in S:\n    if s <= n:\n        last = s\nif last:\n    yield n - last",
    "the one before": "b = 1\nfor s in S:\n    if s <= n and b < 90:\n        yield n - s\n    b = s",
    "named before": "m = 5\nfor s in S:\n    if s <= n:\n        yield (m := n - s)\nif m < n:\n    yield m // 2",
    "twice": "for s in S:\n    if 2 * s <= n:\n        yield n - s",
    "what is left": "for s in S:\n    if s <= n and n - s in S:\n        yield n - s",
    "half": "for s in S:\n    if s <= n:\n        yield (n - s) // 2",
    "a constant": "for s in S:\n    if s < n:\n        yield s",
    "two heaps": "for s in S:\n    if s <= n:\n        yield to(n - s, s // 9)",
    "its own sorted": "for s in sorted(S):\n    if s > n:\n        break\n    yield n - s",
    "its own range": "for k in range(1, n + 1):\n    if k in S:\n        yield n - k",
    "nim": "for k in range(1, n + 1):\n    if k > 0:\n        yield n - k",
    "else": "for s in (1, 4, 7):\n    if s > n:\n        break\n    yield n - s\nelse:\n    yield n // 2",
    "after else": "m = 1\nfor s in (2, 6):\n    if s > n:\n        break\nelse:\n    m = 0\nif n:\n"
    "    yield n // 2 * m",
    "two ends": "for s in S:\n    if s > n + 9:\n        return\n    if s > n:\n        break\n    yield n - s\nif n:\n"
    "    yield n - 1",
    "after a helper": "yield from each(n, S)\nif n < 300:\n    yield from each(n, (2, 350))",
    "while": "i = 0\nwhile i < len(S):\n    if S[i] <= n:\n        yield n - S[i]\n    i += 1",
}
BEFORE = {
    "its own sorted": "def sorted(numbers):\n    return numbers",
    "its own range": "def range(low, high):\n    return [k for k in (3, 64, 65, 900) if k < high]",
}


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ALMOST)
def test_what_looks_like_a_set_of_amounts(name: str, seed: int, tmp_path: Path, always: None) -> None:
    taken = [1, *drawn(Random(seed), False)][: 80 + seed]
    rule = mine(tmp_path, ALMOST[name], f"S = tuple({taken})\n{BEFORE.get(name, '')}")
    assert amounts.amounts_of(job(rule, 400)) is None, name
    values: list[int] = []
    for n in range(400):
        options: list[Any] = [option.parts for option in rule.options(n)]
        sums = {reduce(xor, (values[part] for part in parts)) for parts in options}
        values.append(next(v for v in range(len(sums) + 1) if v not in sums))
    assert nim_values(rule, 400, cores=1).tolist() == values, name


@pytest.mark.parametrize("wrong", [0, -5])
@pytest.mark.parametrize("way", [way for way, (_, beyond) in WAYS.items() if not beyond])
def test_an_amount_that_is_none_is_the_rules_fault(way: str, wrong: int, tmp_path: Path, always: None) -> None:
    rule = mine(tmp_path, WAYS[way][0], f"S = (3, 70, {wrong}, 200)")
    with pytest.raises(BadRule, match="expected"):
        nim_values(rule, 3000)


def test_many_amounts_are_kept_as_bits_and_few_are_not(tmp_path: Path) -> None:
    body = "for s in S:\n    if s <= n:\n        yield n - s"
    many = mine(tmp_path, body, "import random\nS = random.Random(5).sample(range(1, 60_000), 20_000)")
    taken = many.function.__globals__["S"]
    assert amounts.amounts_of(job(many, 80_000)) == sorted(taken)
    assert amounts.amounts_of(job(many, 5_000)) is None  # a loop is done before the kernel is loaded
    assert amounts.amounts_of(job(many, 80_000, outcomes=True)) is None
    entries = nim_values(many, 80_000)
    assert entries[:4000].tolist() == defined(taken, 4000)
    steps = np.sort(np.array(taken))
    for n in (79_999, 65_536, *Random(3).sample(range(80_000), 200)):
        seen = np.unique(entries[n - steps[steps <= n]])
        assert entries[n] == next(v for v in range(len(seen) + 1) if v == len(seen) or seen[v] != v)
    few = mine(tmp_path, body, "S = (1, 3, 40, 1000)")
    assert amounts.amounts_of(job(few, 10**7)) is None


def test_values_beyond_a_byte_and_a_table_gone_on_with(tmp_path: Path, always: None) -> None:
    taken = [*range(1, 400), 900]
    rule = mine(tmp_path, "for s in S:\n    if s <= n:\n        yield n - s", f"S = {taken}")
    expected = defined(taken, 2500)
    assert max(expected) > 300
    table = nim_values(rule, 2500)
    assert table.dtype == np.uint16
    assert table.tolist() == expected
    for stop in (1, 3, 8):  # stopped after so many chunks, and gone on with
        held: list[np.ndarray[Any, Any]] = []

        def allocate(kind: str, entries: int, held: list[np.ndarray[Any, Any]] = held) -> Any:
            before = held[-1][:entries] if held and held[-1].dtype.itemsize >= np.dtype(kind).itemsize else None
            held.append(np.zeros(entries, kind) if before is None else before)
            return held[-1]

        work = fill(job(rule, 2500), allocate)
        chunks = work(None)
        last: Chunk | None = None
        for _ in range(stop):
            last = next(chunks)
        assert last is not None
        for _ in work(last.state):
            pass
        assert held[-1].tolist() == expected


def test_bits_end_where_a_value_does_not_fit() -> None:
    taken = [*range(1, 300)]
    table = np.zeros(1200, np.uint8)
    ends = list(sweep(taken, table, 0, 1200, 200))
    assert ends == [200]  # heap 256 has the value 256
    assert table[:200].tolist() == list(range(200))


def number(random: Random, depth: int = 0) -> str:
    if depth > 1 or random.random() < 0.7:
        return random.choice(("n", "n", "s", "s", "m", str(random.randrange(-3, 60))))
    return f"({number(random, depth + 1)} {random.choice('+--*%')} {number(random, depth + 1)})"


def condition(random: Random, depth: int = 0) -> str:
    choice = random.random()
    if choice < 0.6:
        good = (
            "s <= n|n >= s|n - s >= 0|not s > n|s < n + 1|0 < s <= n|(m := n - s) >= 0|m >= 0|s in T|s % 2|n > s - 1|n"
        )
        return random.choice(good.split("|"))
    if choice < 0.75 or depth > 1:
        return f"{number(random)} {random.choice(('<', '<=', '>', '>=', '==', '!='))} {number(random)}"
    return f"({condition(random, depth + 1)} {random.choice(('and', 'or'))} {condition(random, depth + 1)})"


def statement(random: Random, depth: int = 1) -> str:
    space, choice = "    " * depth, random.random()
    if choice < 0.5 and depth < 3:
        others = f"{space}else:\n{statement(random, depth + 1)}" if random.random() < 0.3 else ""
        return f"{space}if {condition(random)}:\n{statement(random, depth + 1)}{others}"
    if choice < 0.8:
        return f"{space}yield {random.choice(['n - s'] * 6 + ['m', number(random)])}\n"
    return f"{space}{random.choice(('break', 'continue', 'return', 'm = n - s', f'm = {number(random)}', 'pass'))}\n"


@pytest.mark.parametrize("seed", range(4))
def test_a_drawn_rule_that_is_read_as_amounts_takes_them_and_does_nothing_else(
    seed: int, tmp_path: Path, always: None
) -> None:
    random, read = Random(seed), 0
    for _ in range(150):
        taken = [random.randrange(random.random() > 0.1, 100) for _ in range(random.randrange(1, 12))]
        before = f"S = {sorted(taken) if random.random() < 0.5 else taken}\nT = {{3, 7, 20, 21, 22, 64}}"
        first = (
            "",
            "if not n:\n    return\n",
            "if n < 3:\n    return\n",
            "if n:\n    yield n - 1\n",
            "if n > 1:\n    m = 2\n",
        )
        over = random.choice(("S", "S", "sorted(S)", "range(1, n + 1)", "range(n, 0, -1)", "range(2, 30, 3)"))
        body = f"m = 0\n{random.choice(first)}for s in {over}:\n"
        body += "".join(statement(random) for _ in range(random.randrange(1, 4)))
        rule = mine(tmp_path, body, before)
        steps = amounts.amounts_of(job(rule, 120))
        if steps is not None:
            read += 1
            for n in range(120):
                assert set(rule.function(n)) == {n - s for s in steps if s <= n}, (before, body, n)
    assert read > 2


def test_a_label_that_may_fail_is_no_set_of_amounts(tmp_path: Path, always: None) -> None:
    """Any text of a label was taken for one that never fails: 'take ' + n does at every heap."""
    good = "for s in S:\n    if s <= n:\n        yield to(n - s, take=s, left=f'{n - s} of {n}', odd=(s % 2 == 1, 'x'))"
    assert amounts.amounts_of(job(mine(tmp_path, good, "S = (2, 5)"), 400)) == [2, 5]
    for label in ("'take ' + n", "1 // (n - 377)", "S[n - s]", "f'{n ** n}'"):
        wrong = f"for s in S:\n    if s <= n:\n        yield to(n - s, take={label})"
        assert amounts.amounts_of(job(mine(tmp_path, wrong, "S = (2, 5)"), 400)) is None, label


@pytest.mark.parametrize("states", [30, 60_000])
def test_a_parameter_without_a_value_is_named(states: int, tmp_path: Path) -> None:
    """Of small tables Python's TypeError was shown; of large ones the parameter was named where amounts were read."""
    file = tmp_path / "takes.py"
    file.write_text("import grundy\n@grundy.rule\ndef takes(n, *, most):\n    if n >= most:\n        yield n - most\n")
    rule = parse_rule(str(file), files=FILES)
    with pytest.raises(BadRule, match="expected a value for its parameter 'most', found none: --set most="):
        nim_values(rule, states)
    assert nim_values(rule.bind(most=2), 5).tolist() == [0, 0, 1, 1, 0]
