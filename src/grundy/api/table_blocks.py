"""One table by many machines: its blocks are calls, each of which is asked as soon as those that it reads are there.

Workers read and write blocks in a folder that all machines share, nim-values as bit planes, half a byte each for 15
values; what is sent is the rule and a few digests. This process puts the blocks into the table, so that the file is the
same as that of one machine, byte for byte. A block that was put there is never computed again: those of a worker that
is lost are computed by another.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.engines.bitsliced.blocks import (
    Blocks,
    fill_block,
    fill_value_block,
    low_bits,
    planes_of,
    read_planes,
)
from grundy.engines.bitsliced.moves import GROUP_BITS
from grundy.engines.table.check import check_table
from grundy.engines.table.job import Allocate, Job
from grundy.engines.table.sliced import below
from grundy.errors import OutOfReach
from grundy.model.shapes import BitmaskMoves
from grundy.runs.block_files import BlockFiles
from grundy.runs.chunk import Chunk, Work
from grundy.runs.durable import digest
from grundy.runs.workers import answers

if TYPE_CHECKING:
    from grundy.runs.workers import Elsewhere

Read = tuple[int, str]  # the number of a block, and its digest


@dataclass(frozen=True)
class SharedBlocks:
    """The blocks of a table, and the folder beside its file in which they lie meanwhile."""

    blocks: Blocks
    files: BlockFiles


def blocks_of(task: Job, out: Path | None, low: int | None = None) -> SharedBlocks:
    """How a table is cut into blocks.

    Args:    out: the file of the table.
             low: how many bits of a state are its place in a block; what suits machines, if it is not said.
    Raises:  OutOfReach: it cannot be cut so that machines share the work; the message says why, and what would do.
    """
    rule, total = task.rule, task.total
    alone = "leave out --cluster, and all cores of this machine fill the table"
    if not isinstance(rule.shape, BitmaskMoves):
        raise OutOfReach(
            f"{rule.spec}: machines share a table of a rule whose moves are masks of bits, made by masks_rule, for a "
            f"block of its states reads few others; {alone}"
        )
    bits = total.bit_length() - 1
    if total != 1 << bits or not GROUP_BITS <= bits <= rule.shape.bits:
        raise OutOfReach(
            f"{rule.spec}: machines share a table of a power of two of states, from 2**{GROUP_BITS} to the "
            f"2**{rule.shape.bits} of the rule, found {total:,}; {alone}"
        )
    if out is None:
        raise OutOfReach(
            f"{rule.spec}: machines share a table in a file; add --out FILE.npy, in a folder that all of them see"
        )
    blocks = Blocks(tuple(below(rule.shape, bits)), bits, low_bits(bits) if low is None else low)
    if blocks.count > 1 and blocks.longest_chain == blocks.count:
        raise OutOfReach(
            f"{rule.spec}: each block of states reads the one before it, so that no two are filled at once; {alone}"
        )
    return SharedBlocks(blocks, BlockFiles.of(out))


def block_work(
    task: Job, shared: SharedBlocks, allocate: Allocate, cores: int = 0, cluster: Elsewhere | None = None
) -> Work:
    """What fills a table of outcomes or nim-values block by block.

    Args:    cores, cluster: whose processes fill them, as `runs.workers.answers` has it.
    """
    blocks, files = shared.blocks, shared.files
    size = 1 << (blocks.low - 3 if task.outcomes else blocks.low)  # entries of a block

    def call(number: int, digests: Mapping[int, str]) -> tuple[Any, ...]:
        read = [(one, digests[one]) for one in blocks.reads[number]]
        wanted = task.way if task.outcomes else "values"
        return str(files.folder), blocks.moves, blocks.bits, blocks.low, number, wanted, read

    def chunks(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, None]:
        table = allocate("uint8", size * blocks.count)
        done = {number for start, stop in (saved or {}).get("blocks", ()) for number in range(start, stop)}
        if not done:
            files.remove()
        files.folder.mkdir(exist_ok=True)
        digests: dict[int, str] = {}
        for number in sorted(done):
            entries = table[number * size : (number + 1) * size]
            digests[number] = _kept(files, number, entries if task.outcomes else planes_of(entries))
        missing = {n: sum(one not in done for one in reads) for n, reads in enumerate(blocks.reads) if n not in done}
        readers: dict[int, list[int]] = {}
        for number in missing:
            for one in blocks.reads[number]:
                readers.setdefault(one, []).append(number)
        calls = [call(number, digests) for number, count in missing.items() if not count]
        chunk = _chunk(task, blocks, done, ())
        for answer in answers(__name__, "answer_block", calls, cores, cluster):
            if answer is None:
                yield replace(chunk, filled=())
                continue
            number, digests[number] = answer
            data = files.read(number, digests[number])
            entries = data if task.outcomes else read_planes(data, blocks.low)
            if entries.itemsize > table.itemsize:
                table = allocate(entries.dtype.name, table.size)
            table[number * size : (number + 1) * size] = entries
            done.add(number)
            for reader in readers.get(number, ()):
                missing[reader] -= 1
                if not missing[reader]:
                    calls.append(call(reader, digests))
            chunk = _chunk(task, blocks, done, ((number * size, (number + 1) * size),))
            yield chunk
        check_table(task, table)
        files.remove()

    return chunks


def answer_block(
    folder: str,
    moves: Sequence[tuple[int, int, int, int]],
    bits: int,
    low: int,
    number: int,
    wanted: str,
    read: Sequence[Read],
) -> Read:
    """Fill a block from those that it reads, and write it; its number and digest.

    Args:    wanted: "values", or the play whose outcomes are asked for.
    """
    files = BlockFiles(Path(folder))
    files.require_folder()
    blocks = Blocks(tuple((need, off, clear, flip) for need, off, clear, flip in moves), bits, low)
    others = [files.read(one, expected) for one, expected in read]
    if wanted == "values":
        data = fill_value_block(blocks, number, others)
    else:
        data = fill_block(blocks, number, others, wanted == "misere")
    return number, files.write(number, data)


def _kept(files: BlockFiles, number: int, data: Any) -> str:
    """The digest of a block that the table has from before, whose file is written again where it is gone."""
    if not files.path(number).exists():
        return files.write(number, data)
    return digest(data.data)


def _chunk(task: Job, blocks: Blocks, done: set[int], filled: tuple[tuple[int, int], ...]) -> Chunk:
    states = len(done) << blocks.low
    ranges = list(_ranges(done))
    # for one machine alone, which writes values in order, and begins anew with outcomes, whose tiles are others
    first = ranges[0][1] << blocks.low if ranges and not ranges[0][0] else 0
    state = {"done": states if task.outcomes else first, "way": "sliced", "tiles": 0, "blocks": ranges}
    what = "outcomes" if task.outcomes else "values"
    known = f"{what} of {states:,} states, {len(done):,} of {blocks.count:,} blocks"
    return Chunk(states, task.total, "states", state, known, filled)


def _ranges(numbers: set[int]) -> Iterator[list[int]]:
    """Numbers as half-open ranges.

    >>> list(_ranges({0, 1, 2, 5}))
    [[0, 3], [5, 6]]
    """
    start = stop = -1
    for number in sorted(numbers):
        if number != stop:
            if stop > start:
                yield [start, stop]
            start = number
        stop = number + 1
    if stop > start:
        yield [start, stop]
