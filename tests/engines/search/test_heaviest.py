"""What a checkpoint of a search keeps of its tables is chosen without a copy of them: they may fill the memory."""

from __future__ import annotations

import random
import tracemalloc

import numpy as np
import pytest
from limits import set_limits

from grundy.engines.search import arrays


@pytest.mark.parametrize("most", [1, 7, 40, 1000])
def test_the_heaviest_rows(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search.arrays", PIECE=16)
    rng = random.Random(most)
    for size in (0, 1, 15, 16, 17, 100, 300):
        rows = [[n, rng.choice([0, 0, 1, 2, 5, 2**64 - 1])] for n in range(size)]
        heaviest = arrays.heaviest(np.array(rows, np.uint64).reshape(-1, 2), lambda some: some[:, 1], most)
        taken = [row for row in rows if row[1]]
        assert sorted(row[1] for row in heaviest.tolist()) == sorted(row[1] for row in taken)[-most:]
        assert all(row in taken for row in heaviest.tolist()) and len({row[0] for row in heaviest.tolist()}) == len(
            heaviest
        )


def test_no_copy_of_the_table_is_made() -> None:
    """A search of Cram 3x23 with 6 GiB was stopped at 4.12: a checkpoint copied all proof numbers for a moment."""
    rows = np.ones((2**23, 2), np.uint64)
    tracemalloc.start()
    heaviest = arrays.heaviest(rows, lambda some: some[:, 1], 1000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(heaviest) == 1000
    assert peak < rows.nbytes / 2
