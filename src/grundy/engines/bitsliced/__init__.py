"""Games on sets of bits whose moves are masks, 512 states at a time in bit planes.

    moves.py    moves as plain data, checked and cut into entries
    work.py     the engine: chunks of work, resumable, on all cores
    tables.py   finished tables and how they are read
    kernels.py  the compiled loops

>>> from grundy.engines import bitsliced
>>> table = bitsliced.values([(1, 0, 1, 0), (2, 1, 0, 3)], 2)  # take the lowest bit, or move the other one there
>>> table.read().tolist()
[0, 1, 0, 1]
"""

from grundy.engines.bitsliced.moves import plan
from grundy.engines.bitsliced.tables import (
    SlicedOutcomes,
    SlicedValues,
    making_values,
    outcomes,
    slow_outcomes,
    slow_values,
    values,
)
from grundy.engines.bitsliced.work import Allocate, fill_outcomes, fill_values, find_values

__all__ = [
    "Allocate",
    "SlicedOutcomes",
    "SlicedValues",
    "fill_outcomes",
    "fill_values",
    "find_values",
    "making_values",
    "outcomes",
    "plan",
    "slow_outcomes",
    "slow_values",
    "values",
]
