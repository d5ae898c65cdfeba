"""Tables of small boxes, which theorems are read off and compared with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

from grundy.answering.tables import in_memory
from grundy.engines.table.job import job
from grundy.engines.table.plain import small_values
from grundy.errors import BadRule, OutOfReach
from grundy.model.definition import Memo, state_values
from grundy.model.rule import Rule
from grundy.runs.chunk import map_chunks, run_to_end
from grundy.theorems.limits import NEVER, Until
from grundy.theorems.search import FillBox

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIRST_SIDE = 8  # of a box by the definition
FEW_STATES, SECONDS = 1_500, 0.2  # of a table for which no rule need be compiled, if that is done so soon
MOST_PLAIN = 5_000  # of a table by the definition
OPTIONS_A_STATE = 300  # of the box that is asked for, as many as the definition is to look at


def table_of(rule: Rule, misere: bool = False, until: Until = NEVER) -> FillBox:
    """Tables of a rule by the engines: of nim-values, or of outcomes, 0 for a P-position, else 1.

    Making one raises OutOfReach where it is not there in time.
    """

    def in_time() -> None:
        if until.is_over():
            raise OutOfReach(f"{rule.spec}: a table of it takes too long")

    def table(shape: tuple[int, ...], outcomes: bool) -> NDArray[np.int64]:
        import numpy as np

        task = replace(job(rule, shape if len(shape) > 1 else shape[0], misere, outcomes), checked=False)
        try:
            if task.total <= FEW_STATES and not misere:
                values = small_values(rule, shape, SECONDS)
                if values is not None:
                    return np.array(values, np.int64).reshape(shape)
            entries = run_to_end(map_chunks(lambda chunk: in_time(), in_memory(task)))
        except BadRule:  # perhaps moves leave the box; the definition follows them
            if misere or np.prod(shape) > MOST_PLAIN:
                raise OutOfReach(f"{rule.spec}: expected moves that stay in the box {shape}") from None
            return _by_definition(rule, shape, in_time)
        if task.outcomes:
            entries = 1 - np.unpackbits(entries, bitorder="little", count=task.total).astype(np.int8)
        return np.asarray(entries, np.int64).reshape(shape)

    return table


def _by_definition(rule: Rule, shape: tuple[int, ...], in_time: Callable[[], None]) -> NDArray[np.int64]:
    """Nim-values of a box: a smaller one where states have many options, of which a part may be far outside."""
    import numpy as np

    most = OPTIONS_A_STATE * prod(shape)
    side = min(FIRST_SIDE, *shape)
    while side < min(shape):
        wider = (side + 1) ** len(shape)
        corner = (side,) * len(shape) if len(shape) > 1 else side
        if sum(1 for _ in islice(rule.options(corner), most // wider + 1)) > most // wider:
            break
        side += 1
    box = tuple(min(side, extent) for extent in shape)
    memo: Memo = {}
    values = []
    for state in np.ndindex(box):
        plain_state = state if len(shape) > 1 else state[0]
        values.append(state_values(rule, [plain_state], memo)[plain_state])
        in_time()
    return np.array(values, np.int64).reshape(box)
