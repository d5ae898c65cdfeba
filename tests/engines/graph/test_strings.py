"""Tables of sets of strings: the kernel, its plain twin and the definition, on random graphs."""

from __future__ import annotations

import random

import numpy as np
import pytest

from grundy.engines.graph.strings.filling import LOONY, packed_values, spread, strings_of, unpacked_values
from grundy.engines.graph.strings.kernels import GROUND
from grundy.engines.graph.strings.kernels import string_values as compiled
from grundy.engines.graph.strings.plain import string_values


@pytest.mark.parametrize("seed", range(30))
def test_the_kernel_fills_what_the_plain_table_has(seed: int) -> None:
    """Also in pieces, with parallel strings, loops, two coins freed at once, and without a ground."""
    draw = random.Random(seed)
    coins, count = draw.randrange(1, 6), draw.randrange(1, 10)
    first, second = (draw.choices(range(coins), k=count) for _ in range(2))
    ground = draw.choice([-1, coins - 1])
    expected = string_values(first, second, ground)
    of_first, of_second = (spread(one) for one in strings_of(first, second, ground, GROUND))
    table, middle = np.zeros(1 << count, np.uint8), draw.randrange(1, (1 << count) + 1)
    compiled(of_first, of_second, 1, middle, table)
    compiled(of_first, of_second, middle, 1 << count, table)
    assert table.tolist() == expected


@pytest.mark.parametrize("values", [[0, LOONY], [14, 1, LOONY, 0], [15, 3], [LOONY, 31, 14, 15]])
def test_values_are_kept_as_they_are(values: list[int]) -> None:
    """Loony sets are kept as 15 where no set is worth so much."""
    assert unpacked_values(packed_values(np.array(values, np.uint8))).tolist() == values
