"""Tables that machines share, here by this process alone or its workers: resumed anywhere, damaged, refused."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from mask_games import chess_rows, cram, heap_above, outcomes_by_definition, values_by_definition

from grundy import octal
from grundy.api.table import table
from grundy.api.table_blocks import SharedBlocks, block_work, blocks_of
from grundy.engines.bitsliced.blocks import Blocks
from grundy.engines.table.job import Job, job
from grundy.engines.table.sliced import fill_nim_values
from grundy.errors import GrundyError, OutOfReach, StoreError
from grundy.model.masks import masks_rule
from grundy.model.shapes import BitmaskMoves
from grundy.runs.block_files import BlockFiles

BITS, LOW = 14, 9
MOVES = cram(2, 7)


def task_of(
    moves: list[tuple[int, int, int, int]] = MOVES,
    states: int = 1 << BITS,
    misere: bool = False,
    outcomes: bool = True,
) -> Job:
    rule = masks_rule("some masks", states.bit_length() - 1 if states > 1 << BITS else BITS, moves)
    return replace(job(rule, states, misere, outcomes), checked=False)


@cache
def expected(misere: bool = False) -> list[bool]:
    return outcomes_by_definition(MOVES, BITS, misere)


class Filling:
    """A table that is filled, as far as it is, with what its chunks called right."""

    def __init__(self, out: Path, misere: bool = False, outcomes: bool = True) -> None:
        self.entries = 1 << (BITS - 3 if outcomes else BITS)
        self.array = np.zeros(self.entries, np.uint8)
        self.task = task_of(misere=misere, outcomes=outcomes)
        self.shared = blocks_of(self.task, out, LOW)
        self.right = 0
        self.state = None

    def run(self, chunks: int | None = None, cores: int = 0) -> None:
        """Fill it, or as many chunks of it; the rest of the array becomes rubbish, as after a kill."""
        work = block_work(self.task, self.shared, lambda dtype, entries: self.array, cores)
        for number, chunk in enumerate(work(self.state), 1):
            self.state = chunk.state
            self.right += sum(stop - start for start, stop in chunk.filled)
            assert chunk.done == self.right << BITS >> self.entries.bit_length() - 1
            if number == chunks:
                return

    def is_right(self) -> bool:
        """Whether it is the table of the definition."""
        if not self.task.outcomes:
            return self.array.tolist() == values_by_definition(MOVES, BITS)
        return np.unpackbits(self.array, bitorder="little").tolist() == expected(self.task.misere)


@pytest.mark.parametrize(("misere", "outcomes"), [(False, True), (True, True), (False, False)])
def test_a_table_in_blocks_is_that_of_the_definition(tmp_path: Path, misere: bool, outcomes: bool) -> None:
    filling = Filling(tmp_path / "t.npy", misere, outcomes)
    filling.run()
    assert filling.is_right()
    assert filling.right == filling.array.size
    assert not list(tmp_path.iterdir())  # no block is left


@pytest.mark.parametrize("outcomes", [True, False])
def test_another_process_fills_it_alike(tmp_path: Path, outcomes: bool) -> None:
    filling = Filling(tmp_path / "t.npy", outcomes=outcomes)
    filling.run(cores=1)
    assert filling.is_right()


@pytest.mark.parametrize("outcomes", [True, False])
@pytest.mark.parametrize("stops", [(1,), (7, 20), (31,), (32,)])
def test_a_table_goes_on_from_any_block(tmp_path: Path, stops: tuple[int, ...], outcomes: bool) -> None:
    """The files of some blocks are gone meanwhile, and are written again; none is computed again."""
    filling = Filling(tmp_path / "t.npy", outcomes=outcomes)
    for stop in stops:
        filling.run(stop - filling.right // (filling.entries >> BITS - LOW))
        done = np.zeros(32, bool)
        for start, end in filling.state["blocks"]:  # type: ignore[index]
            done[start:end] = True
        assert done.sum() == stop
        filling.array.reshape(32, -1)[~done] = 0x55
        for block in list((tmp_path / "t.npy.blocks").glob("block-*"))[::2]:
            block.unlink()
    filling.run()
    assert filling.is_right()
    assert filling.right == filling.array.size


def test_entries_become_wider_where_a_value_needs_it(tmp_path: Path) -> None:
    """A heap of n in Nim is worth n (Bouton 1901), and 256 does not fit a byte."""
    bits, idle, low = 18, 9, 14
    task = task_of(heap_above(idle, bits), 1 << bits, outcomes=False)
    shared = SharedBlocks(Blocks(task.rule.shape.moves, bits, low), BlockFiles.of(tmp_path / "t.npy"))  # type: ignore[union-attr]
    arrays = [np.zeros(1 << bits, np.uint8)]

    def allocate(dtype: str, entries: int) -> np.ndarray:
        if np.dtype(dtype).itemsize > arrays[-1].itemsize:
            arrays.append(arrays[-1].astype(dtype))
        return arrays[-1]

    widened = next(chunk for chunk in block_work(task, shared, allocate)(None) if len(arrays) == 2)
    assert list(block_work(task, shared, allocate)(widened.state))
    assert [array.dtype.name for array in arrays] == ["uint8", "uint16"]
    assert (arrays[-1] == np.arange(1 << bits) >> idle).all()


def test_one_machine_finishes_what_many_began(tmp_path: Path) -> None:
    """Of nim-values it keeps the blocks from the first on, and writes the others again."""
    filling = Filling(tmp_path / "t.npy", outcomes=False)
    filling.run(12)
    first = filling.state["done"]  # type: ignore[index]
    assert 0 < first < 12 << LOW
    filling.array[first:] = 0x55
    shape = filling.task.rule.shape
    assert isinstance(shape, BitmaskMoves)
    alone = fill_nim_values(filling.task.rule, shape, 1 << BITS, lambda dtype, entries: filling.array, 1)
    filled = [piece for chunk in alone(filling.state) for piece in chunk.filled]
    assert filled == [(first, 1 << BITS)] and filling.is_right()


def test_a_block_that_was_changed_is_noticed(tmp_path: Path) -> None:
    filling = Filling(tmp_path / "t.npy")
    filling.run(3)
    block = tmp_path / "t.npy.blocks" / "block-0"
    data = bytearray(block.read_bytes())
    data[5] ^= 1
    block.write_bytes(data)
    with pytest.raises(StoreError, match=r"block-0: is damaged; once it is removed, 'grundy resume' writes it again"):
        filling.run()
    block.unlink()
    filling.run()
    assert filling.is_right()


def test_blocks_of_another_table_are_not_read(tmp_path: Path) -> None:
    """Left beside a file of the same name by a run that was given up."""
    other = Filling(tmp_path / "t.npy", misere=True)
    other.run(20)
    filling = Filling(tmp_path / "t.npy")
    filling.run()
    assert filling.is_right()


def test_a_folder_that_a_worker_does_not_see_is_named(tmp_path: Path) -> None:
    from grundy.api.table_blocks import answer_block

    with pytest.raises(StoreError, match=r"elsewhere: is not seen by a worker; --out has to name a file in a folder"):
        answer_block(str(tmp_path / "elsewhere"), MOVES, BITS, LOW, 0, "normal", [])


@pytest.mark.parametrize(
    ("task", "message"),
    [
        (job(octal("0.77"), 1 << 12, False, True), r"0\.77: machines share a table of a rule whose moves are masks"),
        (task_of(states=1000), r"a power of two of states, from 2\*\*9 to the 2\*\*14 of the rule, found 1,000"),
        (task_of(states=256), "found 256; leave out --cluster"),
    ],
)
def test_what_machines_cannot_share_is_refused(tmp_path: Path, task: Job, message: str) -> None:
    with pytest.raises(OutOfReach, match=message):
        blocks_of(task, tmp_path / "t.npy")


def test_a_chain_of_blocks_is_refused(tmp_path: Path) -> None:
    """One less: each state leads to the one before it."""
    one_less = [(1 << bit, (1 << bit) - 1, 0, (2 << bit) - 1) for bit in range(BITS)]
    with pytest.raises(OutOfReach, match="each block of states reads the one before it"):
        blocks_of(task_of(one_less), tmp_path / "t.npy", LOW)
    assert blocks_of(task_of(chess_rows(BITS)), tmp_path / "t.npy", LOW).blocks.longest_chain < 32


def test_a_cluster_fills_files_alone() -> None:
    with pytest.raises(GrundyError, match=r"machines share a table in a file; add --out FILE\.npy"):
        table(masks_rule("m", BITS, MOVES), 1 << BITS, outcomes=True, cluster="tcp://127.0.0.1:1")
