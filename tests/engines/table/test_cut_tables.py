"""How a table is cut for machines that share it: what docs/how-to and `apart` promise of the sizes of pieces."""

from __future__ import annotations

from itertools import product

import pytest

from grundy.engines.table.apart import cut_of


@pytest.mark.parametrize(
    ("shape", "count"),
    [((2**20,), 1), ((2**20 + 1,), 2), ((2**22,), 4), ((2**30,), 1024), ((2**31,), 1024), ((2**40,), 1024)],
)
def test_a_row_is_cut_into_pieces_of_a_million_states_and_at_most_1024(shape: tuple[int], count: int) -> None:
    assert cut_of(shape, False).count == count


@pytest.mark.parametrize("shape", list(product((1, 3, 40, 5000, 2**20, 2**22), repeat=2)))
def test_a_box_is_cut_into_at_most_32_tiles_each_way(shape: tuple[int, int]) -> None:
    counts = cut_of(shape, False).tiling.counts
    assert all(1 <= count <= 32 for count in counts)
    assert shape[0] * shape[1] > 2**20 or counts == (1, 1)
