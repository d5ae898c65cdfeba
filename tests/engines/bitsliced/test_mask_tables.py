"""Bit-sliced tables of moves given as masks: against the definition, resumed anywhere, with any number of threads."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from drawing import examples
from heavy import heavy_after
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mask_games import (
    always_smaller,
    any_moves,
    chess_rows,
    chomp,
    clearing,
    cram,
    kayles_rows,
    node_kayles,
    options,
    outcomes_by_definition,
    rectangles,
    sliced_outcomes,
    sliced_values,
    small_pieces,
    values_by_definition,
)

import grundy
from grundy.answering.tables import fill
from grundy.engines import bitsliced
from grundy.engines.bitsliced import moves as cutting
from grundy.engines.bitsliced import tables
from grundy.engines.table import sliced as rules
from grundy.engines.table.job import job
from grundy.errors import BadRule, OutOfReach
from grundy.model.masks import masks_rule, require_smaller
from grundy.text.reader import Text

ROOT = Path(__file__).parents[3]

# --- the moves themselves -------------------------------------------------------------------------------------------


@settings(max_examples=examples(400), deadline=None)
@given(st.integers(1, 6), st.data())
def test_exactly_the_moves_that_lead_to_smaller_numbers_are_taken(bits, data):
    move = tuple(data.draw(st.integers(0, 2**bits - 1)) for _ in range(4))
    if always_smaller(move, bits):
        require_smaller(0, move, bits)
        return
    with pytest.raises(BadRule, match="expected a smaller number") as refused:
        bitsliced.values([move], bits)
    words = str(refused.value).split()
    state, after = int(words[words.index("state") + 1]), int(words[words.index("to") + 1].rstrip(","))
    assert options([move], state) == [after]
    assert after >= state


def test_what_is_refused():
    with pytest.raises(BadRule, match=r"move 1 \(need 8, off 0, clear 8, flip 0\): expected masks in 0\.\.7"):
        bitsliced.values([(1, 0, 1, 0), (8, 0, 8, 0)], 3)
    with pytest.raises(BadRule, match="move 0"):
        bitsliced.outcomes([(-1, 0, 1, 0)], 3)
    with pytest.raises(BadRule, match="at least 0"):
        bitsliced.values([], -1)
    with pytest.raises(OutOfReach, match=r"2\*\*33; outcomes alone"):
        bitsliced.values([], 34)
    with pytest.raises(OutOfReach, match=r"2\*\*37"):
        bitsliced.outcomes([], 38)
    with pytest.raises(OutOfReach, match="GiB of memory"):
        bitsliced.values(kayles_rows(32), 32, memory=2**30)
    with pytest.raises(OutOfReach, match="steps"):
        bitsliced.outcomes(clearing(range(1, 1 << 14)), 37, memory=2**40)
    with pytest.raises(OutOfReach, match="come apart"):
        bitsliced.values([(1 << 15, 0, 1 << 15 | 511, high << 9) for high in range(64)], 16)  # nine bits of any kind
    table = bitsliced.values([(1, 0, 1, 0)], 1)
    for state in (-1, 2):
        with pytest.raises(IndexError):
            table.value(state)
        with pytest.raises(IndexError):
            bitsliced.outcomes([], 1).is_p(state)
    with pytest.raises(IndexError):
        table.read(0, 3)


def test_a_move_that_asks_for_what_it_excludes_is_never_made():
    assert bitsliced.values([(1, 1, 0, 7)], 3).read().tolist() == [0] * 8
    assert sliced_values([(1, 1, 0, 7)], 3).read().tolist() == [0] * 8


# --- against the definition -----------------------------------------------------------------------------------------


@settings(max_examples=examples(120), deadline=None)
@given(any_moves(), st.integers(0, 3), st.integers(1, 3))
def test_random_moves_agree_with_the_definition(game, block_bits, threads):
    moves, bits = game
    expected = values_by_definition(moves, bits)
    assert tables.slow_values(moves, bits) == expected
    with small_pieces(block_bits):
        table = sliced_values(moves, bits, threads)
    assert table.read().tolist() == expected
    assert [table.value(s) for s in range(0, 1 << bits, 7)] == expected[::7]
    assert table.histogram() == [expected.count(v) for v in range(max(expected) + 1)]
    for misere in (False, True):
        lost = outcomes_by_definition(moves, bits, misere)
        with small_pieces(block_bits):
            outcomes = sliced_outcomes(moves, bits, misere, threads)
        assert outcomes.read().tolist() == lost
        assert outcomes.p_positions() == sum(lost)
        assert tables.slow_outcomes(moves, bits, misere) == sum(1 << s for s in range(1 << bits) if lost[s])
    assert table.p_positions() == expected.count(0)


@settings(max_examples=examples(60), deadline=None)
@given(any_moves(11), st.data())
def test_any_part_of_a_table_can_be_read(game, data):
    moves, bits = game
    expected = values_by_definition(moves, bits)
    start = data.draw(st.integers(0, 1 << bits))
    stop = data.draw(st.integers(start, 1 << bits))
    for table in (sliced_values(moves, bits), bitsliced.values(moves, bits)):
        assert table.read(start, stop).tolist() == expected[start:stop]
    for outcomes in (sliced_outcomes(moves, bits, False), bitsliced.outcomes(moves, bits)):
        assert outcomes.read(start, stop).tolist() == [value == 0 for value in expected[start:stop]]


GAMES = {
    "kayles rows": (kayles_rows(14), 14),
    "chess rows": (chess_rows(13), 13),
    "cram 3x5": (cram(3, 5), 15),
    "node kayles on a ring of 14": (node_kayles(14, [(i, (i + 1) % 14) for i in range(14)]), 14),
    "chomp 3x5": (chomp(3, 5), 15),
    "rectangles 3x5": (rectangles(3, 5), 15),
}


@pytest.mark.parametrize("name", GAMES)
def test_games_agree_with_the_definition(name):
    moves, bits = GAMES[name]
    expected = values_by_definition(moves, bits)
    for threads, block_bits in ((1, 6), (1, 1), (2, 0), (4, 2)):
        with small_pieces(block_bits):
            assert sliced_values(moves, bits, threads).read().tolist() == expected
    for misere in (False, True):
        assert sliced_outcomes(moves, bits, misere).read().tolist() == outcomes_by_definition(moves, bits, misere)


def test_values_of_full_boards():
    kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]  # Guy & Smith 1956, OEIS A002186
    table = bitsliced.values(kayles_rows(20), 20)
    assert [table.value((1 << n) - 1) for n in range(21)] == kayles
    lost = [n for n in range(1, 21) if bitsliced.outcomes(kayles_rows(20), 20, misere=True).is_p((1 << n) - 1)]
    assert lost == [1, 4, 9, 12, 20]  # Sibert & Conway 1992
    full = {(2, 3): 1, (2, 5): 1, (3, 3): 0, (3, 5): 1, (4, 4): 0, (3, 7): 1}  # Schneider 2009: the values of Cram
    for (rows, columns), value in full.items():
        assert bitsliced.values(cram(rows, columns), rows * columns).value((1 << rows * columns) - 1) == value
    assert bitsliced.values(rectangles(4, 6), 24).value((1 << 24) - 1) == 24  # two independent programs


def test_values_far_beyond_one_level():
    """Nim on a number: any smaller one is an option, so that the value is the number itself."""
    bits = 9
    moves = [(1 << i, 0, (2 << i) - 1, low) for i in range(bits) for low in range(1 << i)]
    for bits_more in (bits, bits + 3):
        table = sliced_values(moves, bits_more)
        assert table.read().dtype == np.uint16
        assert table.read().tolist() == [s % 512 for s in range(1 << bits_more)]
        assert table.value(511) == 511
        assert table.histogram() == [1 << bits_more - bits] * 512
    high = [(mask << 6, off, clear << 6, flip << 6) for mask, off, clear, flip in moves if mask < 64]
    assert sliced_values(high, 14).read().tolist() == [(s >> 6) % 64 for s in range(1 << 14)]


def test_large_tables_hold_what_the_moves_say():
    draw = random.Random(3)
    for moves, bits in ((kayles_rows(22), 22), (chess_rows(18), 18), (rectangles(4, 5), 20), (chomp(4, 5), 20)):
        values = bitsliced.values(moves, bits)
        everything = values.read()
        lost, misere = bitsliced.outcomes(moves, bits), bitsliced.outcomes(moves, bits, misere=True)
        assert (lost.read() == (everything == 0)).all()
        assert lost.p_positions() == values.p_positions()
        for state in [draw.getrandbits(bits) for _ in range(1000)]:
            after = options(moves, state)
            reached = {int(everything[t]) for t in after}
            value = int(everything[state])
            assert value not in reached
            assert set(range(value)) <= reached
            assert value == values.value(state)
            assert misere.is_p(state) == (bool(after) and not any(misere.is_p(t) for t in after))


# --- resumed, in files, by several threads ----------------------------------------------------------------------------


@settings(max_examples=examples(40), deadline=None)
@given(any_moves(), st.data())
def test_work_goes_on_after_a_stop_at_any_chunk(game, data):
    moves, bits = game
    made = bitsliced.plan(moves, bits)
    assume(made.groups > 1)
    rubbish = np.random.default_rng(data.draw(st.integers(0, 9)))
    arrays = {}

    def allocate(level, dtype, entries):
        if level not in arrays:
            arrays[level] = rubbish.integers(0, 2**63, entries, np.uint64)  # as a crash may leave it
        return arrays[level]

    with small_pieces(data.draw(st.integers(0, 1)), 0.0):
        stopped_often(bitsliced.fill_values(made, allocate, data.draw(st.integers(1, 2))), data)
    values = bitsliced.SlicedValues(bits, tuple(arrays[level] for level in sorted(arrays)))
    assert values.read().tolist() == values_by_definition(moves, bits)
    misere = data.draw(st.booleans())
    arrays.clear()
    with small_pieces(data.draw(st.integers(0, 1)), 0.0):
        stopped_often(bitsliced.fill_outcomes(made, allocate, misere, data.draw(st.integers(1, 2))), data)
    assert bitsliced.SlicedOutcomes(bits, arrays[0]).read().tolist() == outcomes_by_definition(moves, bits, misere)


def stopped_often(job, data):
    """Run to the end, with stops at random chunks, each a few tiles."""
    state, finished = None, False
    while not finished:
        stop = data.draw(st.integers(1, 9))
        filled = set()
        finished = True
        for count, chunk in enumerate(job(state), 1):
            for entries in chunk.filled:
                assert not filled & set(range(*entries))
                filled |= set(range(*entries))
            assert chunk.done <= chunk.total
            state = dict(chunk.state)
            if count == stop:
                finished = False
                break


def test_a_long_job_is_cut_into_chunks():
    made = bitsliced.plan(chess_rows(21), 21)
    words = np.zeros(made.groups * 8, np.uint64)
    with small_pieces(6, 0.0):
        chunks = list(bitsliced.fill_outcomes(made, lambda *_: words, False, 1)(None))
    assert len(chunks) > 20
    assert chunks[-1].done == chunks[-1].total == 1 << 21
    assert chunks[-1].known == "outcomes of states 0..2,097,151"
    assert sorted(pair for chunk in chunks for pair in chunk.filled)[-1][1] == words.size


def test_tables_in_files(tmp_path):
    moves = rectangles(3, 6)
    table = bitsliced.values(moves, 18, file=tmp_path / "values.npy")
    assert table.histogram() == bitsliced.values(moves, 18).histogram()
    assert np.load(tmp_path / "values.npy", mmap_mode="r").tolist() == table.levels[0].tolist()
    assert (tmp_path / "values.npy.1").exists() == (len(table.levels) > 1)
    outcomes = bitsliced.outcomes(moves, 18, file=tmp_path / "lost.npy")
    assert outcomes.p_positions() == table.p_positions()
    assert (tmp_path / "lost.npy").stat().st_size == 2**15 + 128


def test_which_games_may_be_shared_among_threads():
    counts = {name: cutting.ranking(bitsliced.plan(*game), 0) for name, game in GAMES.items()}
    assert counts["kayles rows"] == (1, 1, 1, 1, 1)
    assert counts["chess rows"] == (1, 2, 3, 4)
    assert counts["chomp 3x5"] == (1,) * 6
    down = [((1 << i), 0, (2 << i) - 1, (1 << i) - 1) for i in range(14)]  # 2**i becomes 2**i - 1
    assert cutting.ranking(bitsliced.plan(down, 14), 0) is None
    stays = 1 << 13  # needed, cleared, flipped: it makes nothing lighter
    apart = (stays | 1 << 12, 3 << 10, stays | 1 << 12, stays | 3 << 10)
    assert cutting.ranking(bitsliced.plan([apart], 14), 0) is None


@settings(max_examples=examples(30), deadline=None)
@given(any_moves())
def test_tiles_of_equal_weight_lead_to_lighter_ones_only(game):
    moves, bits = game
    assume(bits > 10)
    weights = cutting.ranking(bitsliced.plan(moves, bits), 0)
    assume(weights is not None)

    def weight(state):
        return sum(w for i, w in enumerate(weights) if state >> 9 + i & 1)

    for state in range(0, 1 << bits, 3):
        for after in options(moves, state):
            assert after >> 9 == state >> 9 or weight(after) < weight(state)


def test_small_tables_load_neither_numpy_nor_numba():
    code = (
        "from grundy.engines import bitsliced\n"
        "table = bitsliced.values([(1 << i, 0, 1 << i, 0) for i in range(12)], 12)\n"
        "table.value(5), table.p_positions(), bitsliced.outcomes([(1, 0, 1, 0)], 12).p_positions()\n"
    )
    assert heavy_after(code) == ""


# --- rules ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_rules_of_masks_are_answered_as_the_definition_says(name):
    moves, bits = GAMES[name]
    rule = grundy.masks_rule("mine", bits, moves)
    values = values_by_definition(moves, bits)
    assert rule.nim_values(1 << bits).tolist() == values
    assert rule.nim_values(777).tolist() == values[:777]
    draw = random.Random(5)
    for _ in range(20):
        states = [draw.getrandbits(bits) for _ in range(2)]
        solved = grundy.solve(rule(*states))
        assert solved.nim_value == values[states[0]] ^ values[states[1]]
        best = sum(values[t] == values[states[1 - i]] for i in range(2) for t in options(moves, states[i]))
        assert solved.as_dict()["winning_move_count"] == best
    lost = outcomes_by_definition(moves, bits, True)
    for state in (0, 1, 5, 255, 256, 300):
        assert (grundy.solve(rule(state), misere=True).winner == "second") == lost[state]


def test_outcomes_of_a_rule_fill_a_table_of_bytes():
    rule = masks_rule("rows", 15, chess_rows(15))
    assert [n for n in range(5000) if rules.has_whole_groups(n)] == [512, 1024, 2048, 4096]
    for bits, misere in ((10, True), (13, False)):
        made = []

        def allocate(dtype, entries, made=made):
            made.append(np.zeros(entries, dtype))
            return made[0]

        chunks = list(rules.fill_p_positions(rule.shape, 1 << bits, misere, allocate)(None))
        assert sorted(pair for chunk in chunks for pair in chunk.filled)[-1][1] == 1 << bits - 3
        lost = outcomes_by_definition(chess_rows(bits), bits, misere)
        assert np.unpackbits(made[0], bitorder="little").tolist() == lost


def test_rules_of_masks_read_back_and_refuse():
    rule = grundy.masks_rule("skittles", 5, kayles_rows(5))
    assert rule == masks_rule("skittles", 5, kayles_rows(5))
    assert rule != masks_rule("skittles", 5, kayles_rows(5)[1:])
    assert rule.space.read(Text("3 31", "here")) == (3, 31)
    with pytest.raises(BadRule, match="5-bit state, found 32"):
        rule(32)
    with pytest.raises(BadRule, match="move 0"):
        masks_rule("up", 3, [(1, 0, 0, 4)])
    with pytest.raises(BadRule, match="at least 0"):
        masks_rule("none", -1, [])
    # beyond tables a rule is searched; Kayles heaps of 36..47 are worth 4 1 2 3 1 4 7 2 1 8 2 7 (OEIS A002186)
    assert grundy.solve(masks_rule("long", 40, kayles_rows(40))(2**40 - 1)).nim_value == 1
    assert grundy.solve(masks_rule("long", 40, kayles_rows(40))(2**20 - 1)).nim_value == 1


@pytest.mark.parametrize(("bits", "what"), [(15, "values"), (16, "values"), (15, "outcomes"), (16, "misere")])
def test_tables_of_a_rule_of_masks_are_filled_in_groups_and_gone_on_with(bits, what):
    moves = kayles_rows(bits) if what == "values" else chess_rows(bits)
    rule = masks_rule("rows", 17, [*moves, (1 << 16, 0, 1 << 16, 0)])
    task = job(rule, 1 << bits, what == "misere", what == "outcomes")
    expected = values_by_definition(moves, bits)
    if task.outcomes:
        expected = outcomes_by_definition(moves, bits, what == "misere")
    table = np.full(1 << bits if what == "values" else 1 << bits - 3, 99, np.uint8)
    right = np.zeros(table.size, bool)
    states = [None]
    for state in states:  # from the start, then again from each state that it left
        known = right.copy()
        table[~known] = 77
        for chunk in fill(task, lambda dtype, entries: table, cores=2)(state):
            assert chunk.state["way"] == "sliced"
            for start, stop in chunk.filled:
                known[start:stop] = True
        assert known.all() and chunk.done == chunk.total
        content = np.unpackbits(table, bitorder="little") if task.outcomes else table
        assert content.tolist() == expected
        if state is None:
            again = fill(task, lambda dtype, entries: table, cores=2)(None)
            for chunk in again:
                for start, stop in chunk.filled:
                    right[start:stop] = True
                if right.any():
                    break
            again.close()
            states.append(chunk.state)


def test_other_numbers_of_states_are_filled_one_by_one():
    rule = masks_rule("rows", 17, chess_rows(17))
    values = values_by_definition(chess_rows(15), 15)
    table = []
    task = job(rule, 30_000)
    for _ in fill(task, lambda dtype, entries: table.append(np.zeros(entries, dtype)) or table[-1])(None):
        pass
    assert table[-1].tolist() == values[:30_000]


# --- values one after another ---------------------------------------------------------------------------------------


@settings(max_examples=examples(60))
@given(any_moves(), st.data())
def test_values_found_one_after_another(game, data):
    moves, bits = game
    expected = values_by_definition(moves, bits)
    states = data.draw(st.lists(st.integers(0, (1 << bits) - 1), min_size=1, max_size=5))
    most = data.draw(st.integers(-1, 4))
    chunks = bitsliced.find_values(bitsliced.plan(moves, bits), states, most, data.draw(st.integers(1, 2)))(None)
    known = []
    while True:
        try:
            known.append(next(chunks).known)
        except StopIteration as done:
            values = done.value
            break
    least = max(expected[states[0]], most)
    assert values == [value if value <= least else None for value in (expected[state] for state in states)]
    for text in known:
        ruled_out, _, _ = text.rpartition("; ")
        assert str(expected[states[0]]) not in ruled_out.removeprefix("the value is not ").split(", ")


def test_a_large_table_without_moves_is_not_filled_state_by_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it was, for a minute, where a search looked up its first 25 places and each move needed another one, too."""

    def slow(*_: object) -> None:
        raise AssertionError("in plain Python")

    monkeypatch.setattr(tables, "slow_values", slow)
    monkeypatch.setattr(tables, "slow_outcomes", slow)
    assert bitsliced.values([], 20).p_positions() == bitsliced.outcomes([], 20).p_positions() == 1 << 20
    assert bitsliced.outcomes([], 20, misere=True).p_positions() == 0
