"""One table filled by many machines: each block is a call, made as soon as the blocks that it reads are there.

Workers read and write blocks in a folder that all machines share, nim-values as bit planes, half a byte each for 15
values; only the rule and a few digests are sent. This process puts the blocks into the table, so that the file is the
same as that of one machine, byte for byte. A block that is in the table is never computed again; if a worker is lost,
another computes its blocks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from grundy.api.table_work import is_known, table_work
from grundy.compile.emit import UNREADY
from grundy.compile.machine import Kernel
from grundy.compile.rule_files import of_assembly
from grundy.compile.subset import Unfit
from grundy.engines.bitsliced.blocks import Blocks, fill_block, fill_value_block, low_bits, planes_of, read_planes
from grundy.engines.bitsliced.moves import GROUP_BITS
from grundy.engines.recheck import disagreement
from grundy.engines.table import shared as tiles
from grundy.engines.table.apart import WAYS, Cut, cut_of, fill_piece
from grundy.engines.table.code import CompiledTables
from grundy.engines.table.job import DTYPES, Allocate, GrowingTable, Job
from grundy.engines.table.plain import Bits, check_table, loses_at, state_at, value_at
from grundy.engines.table.shared import Ran, fill_pieces
from grundy.engines.table.sliced import below
from grundy.errors import OutOfReach
from grundy.model.shapes import BitmaskMoves
from grundy.runs.block_files import BlockFiles
from grundy.runs.chunk import Chunk, Work
from grundy.runs.durable import digest
from grundy.runs.executor import FunctionExecutor
from grundy.runs.memory import machine_memory, resident
from grundy.runs.workers import answers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.compile.kernel import Facts
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
             low: how many bits of a state are its place in a block; by default as many as suit machines.
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
        read = [(source, digests[source]) for source in blocks.reads[number]]
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
            digests[number] = _check_block(files, number, entries if task.outcomes else planes_of(entries))
        missing = {
            n: sum(source not in done for source in reads) for n, reads in enumerate(blocks.reads) if n not in done
        }
        readers: dict[int, list[int]] = {}
        for number in missing:
            for source in blocks.reads[number]:
                readers.setdefault(source, []).append(number)
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
    others = [files.read(source, expected) for source, expected in read]
    if wanted == "values":
        data = fill_value_block(blocks, number, others)
    else:
        data = fill_block(blocks, number, others, wanted == "misere")
    return number, files.write(number, data)


def _check_block(files: BlockFiles, number: int, data: Any) -> str:
    """The digest of a block that an earlier run filled; write its file again if it is missing."""
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
    text = f"{what} of {states:,} states, {len(done):,} of {blocks.count:,} blocks"
    return Chunk(states, task.total, "states", state, text, filled)


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


# One table of a rule that is code by many machines: its pieces are calls, in an Executor of `concurrent.futures`.
#
# Workers get the compiled rule, as LLVM's assembly, in the folder that all machines share, and so exactly its lines
# and constants; the rule itself stays here. Which pieces a piece reads is known only when it is worked on: a worker
# fetches those that are finished, and says which one it waits for where one is not. This process puts the pieces into
# the table, so that the file is the same as that of one machine, byte for byte, and compares some states of each with
# the rule.

CHECKS, CHECK_SECONDS = 8, 0.05  # of a piece: states that are compared with the rule, and how long at most
CHAIN = 8  # finished pieces, each of which reads the one before it, after which one machine does the rest
ALL = 1 << 30  # pieces that are given to the executor at once: it has its own bound

Kept = tuple[str, str]  # of a piece: its digest, and how its values are kept


@dataclass(frozen=True)
class SharedPieces:
    """The pieces of a table, what is known of its rule, and the folder beside its file in which they lie meanwhile."""

    cut: Cut
    facts: Facts
    files: BlockFiles


def pieces_of(task: Job, out: Path | None, least: int | None = None) -> SharedPieces:
    """How the table of a rule that is code is cut into pieces.

    Args:    least: as `cut_of` has it; what suits machines, if it is not said.
    Raises:  OutOfReach: machines cannot share it, or one does it sooner; the message says why, and what would do.
    """
    rule, shape = task.rule, task.shape
    alone = "leave out --cluster, and all cores of this machine fill the table"
    if is_known(task):
        raise OutOfReach(f"{rule.spec}: one machine knows its values sooner than many could share them; {alone}")
    facts = CompiledTables(rule).facts
    why = facts.reason if isinstance(facts, Unfit) else "outcomes of sums" if task.outcomes and facts.sums else ""
    if isinstance(facts, Unfit) or why:
        raise OutOfReach(f"{rule.spec}: machines share a table of a rule that is compiled: {why}; {alone}")
    if tiles.flags_of_lines(task, facts) if task.outcomes else tiles.words_of_sets(task, facts):
        raise OutOfReach(
            f"{rule.spec}: one machine keeps what is seen along whole lines, which is sooner done than machines could "
            f"share it; {alone}"
        )
    if task.outcomes and len(shape) > 1 and shape[-1] % 8:
        raise OutOfReach(
            f"{rule.spec}: machines share outcomes of a box whose last extent is a multiple of 8, for a byte has 8 of "
            f"them, found {shape[-1]}; {alone}"
        )
    if out is None:
        raise OutOfReach(
            f"{rule.spec}: machines share a table in a file; add --out FILE.npy, in a folder that all of them see"
        )
    cut = cut_of(shape, task.outcomes) if least is None else cut_of(shape, task.outcomes, least)
    return SharedPieces(cut, facts, BlockFiles.of(out))


def piece_work(
    task: Job,
    shared: SharedPieces,
    allocate: Allocate,
    cores: int = 0,
    cluster: Elsewhere | None = None,
    memory: int | None = None,
    say: Callable[[str], None] = lambda sentence: None,
) -> Work:
    """What fills the table of a rule that is code, piece by piece.

    Args:    cores, cluster: whose processes fill them, as `runs.workers.answers` has it.
             memory: bytes for each of these processes; None: what its machine has.
             say: called with a sentence for a person.
    """

    def chunks(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, None]:
        filling = _Filling(task, shared, allocate, saved)
        yield filling.chunk()
        with FunctionExecutor(cores, cluster) as pool:
            for _ in fill_pieces(
                partial(filling.submit, pool, memory),
                ALL,
                filling.done,
                filling.at,
                shared.cut.before,
                shared.cut.after,
                filling.taken,
            ):
                yield filling.chunk()
                if filling.stopped or filling.done.all():
                    break
                if filling.is_chain():
                    say(
                        f"{task.rule.spec}: each piece of the table reads the one before it, so that no two are filled "
                        "at once; this machine does the rest"
                    )
                    break
        shared.files.remove()
        if filling.done.all():
            check_table(task, filling.table.array)
        else:  # in order, as one machine: that finds the first state which is wrong, if one is
            yield from table_work(task, allocate)(filling.chunk().state)

    return chunks


class _Filling:
    """A table on its way: which pieces are finished, and how each is kept in the folder."""

    def __init__(self, task: Job, shared: SharedPieces, allocate: Allocate, saved: Mapping[str, Any] | None) -> None:
        import numpy as np

        self.task, self.cut, self.files = task, shared.cut, shared.files
        first = task.way if task.outcomes else "stamps8" if shared.facts.few else "window"
        self.table = GrowingTable(task, allocate, str(saved["way"]) if saved else first, 0)
        self.done = np.zeros(self.cut.count, np.uint8)
        self.at = dict.fromkeys(range(self.cut.count), 0)
        self.kept: dict[int, Kept] = {}
        self.parts: dict[int, Kept] = {}  # of pieces that are worked on in turns
        self.depths: dict[int, int] = {}  # of a finished piece, the length of the longest chain that it ends
        self.stopped = 0  # why a kernel did, if not for a piece that is missing
        right = int(saved["done"]) if saved else 0
        self.filled = right // 8 if task.outcomes else right  # entries from the first on that were called right
        if not right and not (saved or {}).get("pieces"):
            self.files.remove()
        self.files.folder.mkdir(exist_ok=True)
        self.kernels = self._kernels(shared.facts)
        self._resume(right, saved.get("pieces", {}) if saved else {})

    def _kernels(self, facts: Facts) -> dict[str, str]:
        """Put the compiled rule into the folder, once for each way to keep values; gives the digests."""
        import numpy as np

        from grundy.compile.kernel import assembly

        digests = {}
        for way in (self.task.way,) if self.task.outcomes else WAYS:
            text = assembly(self.task.rule, way, self.task.total, True, facts, apart=True)  # type: ignore[arg-type]
            digests[way] = self.files.write(f"kernel-{way}", np.frombuffer(text.encode(), np.uint8))
        return digests

    def _resume(self, right: int, pieces: Mapping[str, Sequence[str]]) -> None:
        """Take over what was finished before: what the table has from the first state on, and pieces in the folder."""
        import numpy as np

        for piece in range(self.cut.count):
            digest, way = pieces.get(str(piece), ("", ""))
            there = digest and self.files.path(piece).exists()
            in_table = self._prefix(piece) <= right
            if in_table and not there:
                part = np.ascontiguousarray(self.cut.part(self.table.array, piece))
                digest, way = self.files.write(piece, part.reshape(-1).view(np.uint8)), self.table.way
            elif there and not in_table:
                self._put(piece, self.files.read(piece, digest), way)
            if there or in_table:
                self.done[piece], self.kept[piece] = 1, (digest, way)

    def _prefix(self, piece: int) -> int:
        """How many states from the first on include all of a piece."""
        tiling = self.cut.tiling
        low, size = (numbers[0] for numbers in tiling.numbers(piece))
        return (low + size) * (self.task.total // tiling.shape[0])

    def submit(self, pool: FunctionExecutor, memory: int | None, piece: int, at: int) -> Future[Any]:
        """Give a worker a piece, from a state on."""
        others = {str(number): entry for number, entry in self.kept.items() if number < piece}
        layout = self.task.shape, self.task.outcomes, self.cut.tiling.shifts
        part = self.parts.get(piece)
        return pool.submit(
            answer_piece, str(self.files.folder), layout, piece, at, part, self.table.way, self.kernels, others, memory
        )

    def taken(self, answer: Sequence[Any]) -> Ran:
        """Put what a worker has filled into the table, and compare some of it with the rule."""
        piece, at, code, needs, digest, way, read = answer
        if not code:
            self._put(piece, self.files.read(piece, digest), way)
            self._check(piece)
            self.kept[piece] = digest, way
            self.depths[piece] = 1 + max((self.depths.get(number, 0) for number in read), default=0)
        elif digest:
            self.parts[piece] = digest, way
        if code not in (0, UNREADY):
            self.stopped = code
        return Ran(piece, at, code, needs)

    def _put(self, piece: int, data: NDArray[Any], way: str) -> None:
        if not self.task.outcomes:
            while WAYS.index(self.table.way) < WAYS.index(way):
                self.table.widen(self.task.total)
        part = self.cut.part(self.table.array, piece)
        part[...] = data.view(DTYPES.get(way, "uint8")).reshape(part.shape)

    def _check(self, piece: int) -> None:
        """Compare states of a piece with the rule. Raises: BadRule, InternalError: they do not agree."""
        task, array, begun = self.task, self.table.array, process_time()
        if not task.checked:
            return
        states = self.cut.states(piece)
        chosen = random.Random(piece)
        for position in [states - 1, *(chosen.randrange(states) for _ in range(CHECKS - 1))]:
            index = self.cut.place(piece, position)
            if task.outcomes:
                entry = Bits(array)[index]
                expected = int(loses_at(task.rule, task.shape, Bits(array), index, task.misere))
            else:
                entry, expected = int(array[index]), value_at(task.rule, task.shape, array, index)
            if entry != expected:
                raise disagreement(task.rule, state_at(task.shape, index), expected, entry, True)
            if process_time() - begun > CHECK_SECONDS:
                return

    def is_chain(self) -> bool:
        """Whether no two pieces could be filled at once."""
        return len(self.depths) >= CHAIN and max(self.depths.values()) == len(self.depths)

    def chunk(self) -> Chunk:
        """How far the table is. What lies beyond the first pieces is kept by the folder."""
        task, cut = self.task, self.cut
        right = cut.finished(self.done)
        stop = -(-right // 8) if task.outcomes else right
        filled = ((self.filled, stop),) if stop > self.filled else ()
        self.filled = max(self.filled, stop)
        states = sum(map(cut.states, self.kept))
        pieces = {str(piece): list(entry) for piece, entry in self.kept.items()}
        what = "outcomes" if task.outcomes else "values"
        text = f"{what} of {states:,} states, {len(pieces):,} of {cut.count:,} pieces"
        state = {"done": right, "way": self.table.way, "pieces": pieces}
        return Chunk(states, task.total, "states", state, text, filled)


Making = Callable[[Allocate, "Elsewhere | None", "int | None", Callable[[str], None]], Work]


def shared_work(task: Job, out: Path | None) -> Making:
    """What fills a table in a file by machines, once it is known which, how much memory each of their processes has,
    and how a person is told something. Raises OutOfReach: they cannot share it."""
    if isinstance(task.rule.shape, BitmaskMoves):
        blocks = blocks_of(task, out)
        return lambda allocate, cluster, memory, say: block_work(task, blocks, allocate, cluster=cluster)
    pieces = pieces_of(task, out)
    return lambda allocate, cluster, memory, say: piece_work(task, pieces, allocate, 0, cluster, memory, say)


def answer_piece(
    folder: str,
    asked: tuple[Sequence[int], bool, Sequence[int]],
    piece: int,
    at: int,
    part: Kept | None,
    way: str,
    kernels: Mapping[str, str],
    others: Mapping[str, Kept],
    memory: int | None,
) -> tuple[Any, ...]:
    """On a worker: fill a piece, as far as the pieces go that are finished, and write it.

    Args:    asked: the shape of the table, whether it has outcomes, and how it is cut.
             at, part: how many states of it are right, and what is kept of it from before.
             kernels: the digests of the compiled rule. others: what is kept of the pieces that are finished.
    Returns: as `Ran`, and the digest of what is written, how it is kept, and which pieces were read.
    """
    files = BlockFiles(Path(folder))
    files.require_folder()
    shape, outcomes, shifts = asked
    cut = Cut(tiles.Tiling(tuple(shape), tuple(shifts)), outcomes)
    room = (machine_memory() if memory is None else memory) - resident()

    def entries(name: int | str, number: int, entry: Kept) -> NDArray[Any]:
        *rows, row = cut.tiling.numbers(number)[1]
        return (
            files.read(name, entry[0])
            .view(DTYPES.get(entry[1], "uint8"))
            .reshape(*rows, -(-row // 8) if outcomes else row)
        )

    def fetch(number: int) -> tuple[NDArray[Any], str] | None:
        entry = others.get(str(number))
        return None if entry is None else (entries(number, number, entry), entry[1])

    @cache
    def kernel(kind: str) -> Kernel:
        return of_assembly(files.read(f"kernel-{kind}", kernels[kind]).tobytes().decode())

    begun, aside = None, f"{piece}-part"
    if part:
        begun, way = (at, entries(aside, piece, part)), part[1]
    filled = fill_piece(cut, piece, begun, way, kernel, fetch, room)
    data, digest = filled.entries.reshape(-1).view("uint8"), ""
    if not filled.ran.code or filled.ran.at:
        digest = files.write(aside if filled.ran.code else piece, data)
    return (*filled.ran, digest, filled.way, filled.read)
