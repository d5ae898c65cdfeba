"""Tables in blocks: each block from those that it reads alone, against the definition."""

from __future__ import annotations

import numpy as np
import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from mask_games import (
    any_moves,
    chess_rows,
    chomp,
    cram,
    heap_above,
    kayles_rows,
    outcomes_by_definition,
    rectangles,
    values_by_definition,
)

from grundy.engines.bitsliced.blocks import Blocks, fill_block, fill_value_block, planes_of, read_planes


def filled(blocks: Blocks, misere: bool) -> list[bool]:
    """A table, each block of which is given copies of what it reads, and nothing else."""
    made: list[np.ndarray] = []
    for number in range(blocks.count):
        made.append(fill_block(blocks, number, [made[one].copy() for one in blocks.reads[number]], misere).copy())
    return np.unpackbits(np.concatenate(made), bitorder="little").astype(bool).tolist()


def nim_values(blocks: Blocks) -> list[int]:
    """The same of nim-values."""
    made: list[np.ndarray] = []
    for number in range(blocks.count):
        made.append(fill_value_block(blocks, number, [made[one].copy() for one in blocks.reads[number]]).copy())
        assert (planes_of(read_planes(made[-1], blocks.low)) == made[-1]).all()
    return [value for planes in made for value in read_planes(planes, blocks.low).tolist()]


@settings(max_examples=examples(10), deadline=None)
@given(any_moves(), st.integers(9, 11))
def test_nim_values_of_blocks_of_any_moves_are_those_of_the_definition(game, low):
    moves, bits = game
    blocks = Blocks(tuple(moves), max(bits, low), low)
    assert nim_values(blocks) == values_by_definition(moves, blocks.bits)


@pytest.mark.parametrize("moves", [kayles_rows(12), chess_rows(12), rectangles(3, 4), chomp(3, 4)])
def test_nim_values_of_games(moves):
    assert nim_values(Blocks(tuple(moves), 12, 9)) == values_by_definition(moves, 12)


def test_nim_values_need_as_many_levels_as_there_are():
    """A heap of n in Nim is worth n (Bouton 1901); a block of small heaps has fewer levels than those that read it."""
    blocks = Blocks(tuple(heap_above(9, 15)), 15, 11)
    assert len(fill_value_block(blocks, 0, [])) == 1 << 10  # half a byte each
    assert nim_values(blocks) == [state >> 9 for state in range(1 << 15)]


@settings(max_examples=examples(25), deadline=None)
@given(any_moves(), st.integers(9, 11), st.booleans())
def test_blocks_of_any_moves_are_those_of_the_definition(game, low, misere):
    moves, bits = game
    if bits < low:
        bits = low
    blocks = Blocks(tuple(moves), bits, low)
    assert filled(blocks, misere) == outcomes_by_definition(moves, bits, misere)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("moves", "bits"), [(kayles_rows(13), 13), (chess_rows(12), 12), (cram(3, 4), 12), (rectangles(3, 4), 12)]
)
def test_blocks_of_games(moves, bits, misere):
    assert filled(Blocks(tuple(moves), bits, 9), misere) == outcomes_by_definition(moves, bits, misere)


def test_a_block_reads_where_the_definition_leads_from_its_states():
    for moves in (kayles_rows(14), chess_rows(14), cram(2, 7), chomp(2, 7)):
        blocks = Blocks(tuple(moves), 14, 10)
        for number, reads in enumerate(blocks.reads):
            states = range(number << 10, number + 1 << 10)
            led = {
                (state & ~clear ^ flip) >> 10
                for state in states
                for need, off, clear, flip in moves
                if state & need == need and not state & off
            }
            assert set(reads) == led - {number}


def test_blocks_of_as_many_high_bits_are_filled_at_the_same_time():
    """Where a move clears bits, blocks are ordered as sets are: of five high bits the longest chain is of six."""
    assert Blocks(tuple(kayles_rows(20)), 20, 15).longest_chain == 6
    add_below = [(1 << bit, 0, 0, (1 << bit) * 2 - 1) for bit in range(16)]  # subtracts one where lower bits are clear
    only_one = [(need, need - 1, 0, flip) for need, _, _, flip in add_below]
    assert Blocks(tuple(only_one), 16, 12).longest_chain == 16
