"""Patterns of tables in several directions, of counts, and of quotients: found where they are, not found in chance."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from test_patterns import both, play

from grundy.patterns.claims import CHUNK
from grundy.patterns.table import p_positions, read_table
from grundy.show.patterns import grid_lines

# pairs


def wythoff(size: int) -> np.ndarray:
    """Nim-values of two piles: take from one, or as many from both."""
    table = np.zeros((size, size), np.uint16)
    rows: list[set[int]] = [set() for _ in range(size)]
    columns: list[set[int]] = [set() for _ in range(size)]
    diagonals: dict[int, set[int]] = {}
    for a in range(size):
        for b in range(size):
            diagonal = diagonals.setdefault(a - b, set())
            value = 0
            while value in rows[a] or value in columns[b] or value in diagonal:
                value += 1
            table[a, b] = value
            for seen in (rows[a], columns[b], diagonal):
                seen.add(value)
    return table


@pytest.mark.parametrize("size", [60, 200])
def test_wythoff_shows_the_golden_ratio(size: int) -> None:
    summary = read_table(wythoff(size))
    assert summary.p_first[:6] == ((0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3))
    symmetry, pairs = summary.patterns
    assert symmetry.kind == "symmetry"
    assert pairs.statement == "P-position iff min(a, b) == floor(n * (1 + sqrt(5)) / 2), n = abs(a - b)"
    assert pairs.about == "P-positions" and pairs.breaks is None


def test_lines_of_the_golden_ratio() -> None:
    """Other pairs beside Wythoff's, so that no sentence says which they are."""
    table = wythoff(200)
    for a, b in np.argwhere(table == 0)[4::3]:
        table[a, b], table[a, b - 1] = 1, 0
    lines = [one for one in read_table(table).patterns if one.kind == "lines"]
    slopes = sorted(dict(line.numbers)["slope"] for line in lines)
    golden = (1 + 5**0.5) / 2
    assert slopes == [pytest.approx(1 / golden, abs=0.01), pytest.approx(golden, abs=0.01)]
    assert all("golden ratio" in line.statement for line in lines)
    assert all(line.about == "P-positions" for line in lines)


A, B = np.arange(200)[:, None], np.arange(200)[None, :]


@pytest.mark.parametrize(
    ("table", "formula"),
    [
        (A ^ B, "a ^ b"),
        ((A + B) % 3, "(a + b) % 3"),
        (abs(A - B), "abs(a - b)"),
        (np.minimum(A, B) % 5, "min(a, b) % 5"),
        (np.maximum(A, B), "max(a, b)"),
        ((A ^ B) // 2, "(a ^ b) // 2"),
        (B // 2 + 0 * A, "b // 2"),
        ((A % 4) ^ (B % 3), "(a % 4) ^ (b % 3)"),
        (np.array([[0, 1, 2], [3, 0, 1]])[A % 2, B % 3], "((0, 1, 2), (3, 0, 1))[a % 2][b % 3]"),
    ],
)
def test_pairs(table: np.ndarray, formula: str) -> None:
    (pattern,) = read_table(table).patterns
    assert (pattern.formula, pattern.upto, pattern.breaks) == (formula, 199, None)
    small = read_table(table[:18, :18].tolist())
    assert [p.formula for p in small.patterns] == [formula]


def test_pairs_that_break_late() -> None:
    table = A ^ B
    table[150, 20] = 7
    pattern = read_table(table).patterns[0]
    assert (pattern.formula, pattern.upto, pattern.breaks) == ("a ^ b", 149, ((150, 20), 150 ^ 20, 7))


def test_pairs_of_chance() -> None:
    assert read_table(np.random.default_rng(3).integers(0, 9, (100, 100))).patterns == ()


def test_lines_of_a_doubled_pile() -> None:
    chances = np.random.default_rng(4)
    table = chances.integers(1, 9, (120, 120))
    table[np.arange(60), 2 * np.arange(60)] = 0
    assert [one.statement for one in read_table(table).patterns] == ["P-position iff 2 * a == b"]
    table[np.arange(0, 60, 3), 2 * np.arange(0, 60, 3)] = 1  # so that no relation says where there is one
    (line,) = read_table(table).patterns
    assert dict(line.numbers)["slope"] == pytest.approx(2)
    assert "close to 2" in line.statement


def test_lines_along_the_edges() -> None:
    table = np.random.default_rng(5).integers(1, 9, (120, 120))
    table[3, :] = 0
    assert [one.statement for one in read_table(table).patterns] == ["P-position iff a == 3"]
    table[3, ::2] = 1
    (line,) = read_table(table).patterns
    assert line.statement == "P-positions lie along a = 3.00"
    assert '"slope": null' in json.dumps(read_table(table).as_dict())
    (line,) = read_table(table.T.copy()).patterns
    assert dict(line.numbers)["slope"] == pytest.approx(0, abs=1e-9)


# counts


@given(st.lists(st.integers(0, 30), max_size=200))
@settings(max_examples=examples(100), deadline=None)
def test_counts(values: list[int]) -> None:
    summary = both(values)
    assert list(summary.distinct) == sorted(set(values))
    assert list(summary.counts) == [values.count(v) for v in sorted(set(values))]
    assert list(summary.firsts) == [values.index(v) for v in sorted(set(values))]
    assert summary.p_count == values.count(0)
    zeros = [n for n, value in enumerate(values) if value == 0]
    assert list(summary.p_first) == zeros == p_positions(values) == p_positions(np.array(values, int)).tolist()
    assert summary.largest == max(values, default=None)


def test_counts_in_chunks() -> None:
    values = np.random.default_rng(7).integers(0, 70_000, CHUNK + 1_000)
    small = values % 300
    for array in (values.astype(np.uint32), small):
        summary = read_table(array)
        distinct, first, counts = np.unique(array, return_index=True, return_counts=True)
        assert np.array_equal(summary.distinct, distinct)
        assert np.array_equal(summary.counts, counts)
        assert np.array_equal(summary.firsts, first)


def test_ragged_rows() -> None:
    with pytest.raises(ValueError, match=r"length|shape"):
        read_table([[0, 1], [1]])


def test_more_directions_are_counted() -> None:
    summary = read_table(np.arange(24).reshape(2, 3, 4))
    assert summary.place(summary.firsts[-1]) == (1, 2, 3)
    assert summary.patterns == ()


def test_large_table_is_read_by_numpy() -> None:
    """Not entry by entry: in a hundredth as many lines of Python as it has entries."""
    values = (np.arange(10**6) % 7).astype(np.uint8)
    lines = 0

    def count(_frame: object, event: str, _argument: object) -> object:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        (pattern,) = read_table(values).patterns
    finally:
        sys.settrace(before)
    assert pattern.formula == "n % 7" and lines < 10_000


def test_short_lists_need_no_numpy() -> None:
    code = "import sys; from grundy.patterns.table import read_table as r; r([n % 4 for n in range(99)])"
    subprocess.run([sys.executable, "-c", code + "; assert 'numpy' not in sys.modules"], check=True)


# three numbers and more


def box_of(shape: tuple[int, ...], value: Callable[..., int]) -> np.ndarray:
    return np.fromiter((value(*place) for place in np.ndindex(shape)), np.uint16).reshape(shape)


def test_piles_of_nim_show_their_xor() -> None:
    for shape in ((12, 12, 12), (9, 5, 20), (6, 6, 6, 6)):
        (pattern,) = read_table(box_of(shape, lambda *piles: int(np.bitwise_xor.reduce(piles)))).patterns
        assert pattern.formula == " ^ ".join("abcd"[: len(shape)])
        assert (pattern.start, pattern.upto, pattern.breaks) == (0, max(shape) - 1, None)


def test_one_number_of_three() -> None:
    (pattern,) = read_table(box_of((10, 10, 10), lambda a, b, c: (a + b + c) % 3)).patterns
    assert pattern.formula == "(a + b + c) % 3"
    (pattern,) = read_table(box_of((10, 10, 10), lambda a, b, c: max(a, b, c))).patterns
    assert pattern.formula == "max(a, b, c)"


def test_games_side_by_side() -> None:
    table = box_of((15, 15, 15), lambda a, b, c: a % 3 ^ b % 4 ^ c)
    (pattern,) = read_table(table).patterns
    assert pattern.formula == "(a % 3) ^ (b % 4) ^ c"
    table[14, 3, 2] ^= 5
    (pattern,) = read_table(table).patterns
    assert pattern.breaks is not None
    assert (pattern.breaks.at, pattern.upto) == ((14, 3, 2), 13)


def test_chance_in_three_directions_shows_nothing() -> None:
    chance = random.Random(5)
    assert read_table(box_of((12, 12, 12), lambda *place: chance.randrange(9))).patterns == ()


# quotients


def test_division_by_2_3_and_6_shows_its_rule() -> None:
    """In general divide by 12; then 1 -> 1, 2 and 3 -> 2, 4 and 5 -> 3, 6 to 11 -> 0, which is G(0)."""
    values = play(lambda n, g: [g[n // d] for d in (2, 3, 6)] if n else [], 6000)
    for table in (values, np.array(values, np.uint8)):
        (pattern,) = read_table(table).patterns
        assert (pattern.formula, pattern.start, pattern.breaks) == ("G(n // 12)", 6, None)


def test_a_stretch_of_one_value_is_no_pattern() -> None:
    values = [random.Random(n).randrange(5) for n in range(2000)]
    values[700:1700] = [2] * 1000
    assert not any("G(n) = 2" in pattern.statement for pattern in read_table(values).patterns)


def test_grid() -> None:
    assert list(grid_lines((A ^ B)[98:100, 3:5], 98, 3)) == ["  a\\b   3   4", "   98  97 102", "   99  96 103"]


def test_json_of_a_summary() -> None:
    text = json.dumps(read_table((A ^ B).astype(np.uint16)).as_dict())
    assert '"formula": "a ^ b"' in text
    assert '"observed": {"start": 0, "upto": 199' in text


@pytest.mark.parametrize("largest", [1, 40, 70_000, 10**6, 10**9])
def test_counts_and_first_places_are_those_of_numpy(largest: int) -> None:
    """Below and above what is counted in chunks, in one chunk and in several."""
    drawn = np.random.default_rng(largest)
    for count in (1, 300, 3 * CHUNK // 2):
        values = drawn.integers(0, largest, count)
        summary = read_table(values)
        distinct, firsts, counts = np.unique(values, return_index=True, return_counts=True)
        read = [np.asarray(part).tolist() for part in (summary.distinct, summary.counts, summary.firsts)]
        assert read == [distinct.tolist(), counts.tolist(), firsts.tolist()]


def test_values_that_differ_take_a_few_times_the_table() -> None:
    """They took twelve times the table, beyond any limit that was given."""
    values = np.arange(1 << 23, dtype=np.int32)
    tracemalloc.start()
    try:
        read_table(values)
        assert tracemalloc.get_traced_memory()[1] < 8 * values.nbytes
    finally:
        tracemalloc.stop()
