"""Boards with a part too large for a table of values: searched at first, then, where the search becomes long and the
memory allows it, by the set of all boards worth 0, that of those worth 1, and so on (engines/bitsliced)."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from grundy.engines.engine import Answer, Working, listed
from grundy.engines.options import SearchOptions
from grundy.engines.search.board import as_sets
from grundy.engines.search.openings import asker
from grundy.engines.search.solver import BY as BY_SEARCH
from grundy.engines.search.solver import SubsetSearch
from grundy.engines.table.boards import (
    MOST_SLICED,
    BoardPiece,
    by,
    is_line,
    masks,
    part_moves,
    part_value,
    parts,
    shape,
)
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.option import Labels, State
from grundy.model.rule import Rule
from grundy.model.shapes import Masks, Moves
from grundy.runs.chunk import Chunk, in_phase, map_chunks
from grundy.runs.memory import machine_memory

MOST_CELLS = 36  # of a part, where nobody bounds the search
FIRST_SHARE = 13  # 2**-13 of a part's boards are searched before all of them are looked at
GIB = 2**30


class LargeBoards:
    """What is known of the parts of boards: their values, and those of their options as far as they are known."""

    def __init__(self, board: Masks, rule: Rule, options: SearchOptions) -> None:
        self.board, self.rule, self.options = board, rule, options
        sets = as_sets(board)
        assert sets
        self._sets = sets
        self._asker = asker(options)
        self._searched = SubsetSearch(rule, sets, self._asker)
        self._by_sets: dict[BoardPiece, tuple[int, dict[int, int | None]]] = {}

    def work(self, states: Sequence[State], saved: Mapping[str, Any] | None) -> Working:
        """As every engine."""
        values = []
        for number, state in enumerate(states):
            chunks = self._work(state)(saved)
            values.append((yield from chunks if len(states) == 1 else in_phase(number, chunks)))
        return Answer(values, self._evidence(), self.moves_to)

    def moves_to(self, state: State, rest: int) -> Moves:
        """The moves that leave a board worth `rest`."""
        pieces = parts(self.board, state)
        if not any(shape(part) in self._by_sets for part in pieces):
            return self._searched.moves_to(state, rest)
        nim_values = [self._known(shape(part)) for part in pieces]
        total = 0
        for nim_value in nim_values:
            total ^= nim_value
        labels: list[Labels] = []
        for part, nim_value in zip(pieces, nim_values, strict=True):
            target = rest ^ total ^ nim_value
            if shape(part) not in self._by_sets:
                labels += part_moves(self.board, part, target)
                continue
            if target > nim_value:  # larger values have not been looked for yet
                self.options.run(partial(self._more, shape(part), target))
            after = self._by_sets[shape(part)][1]
            labels += [self.board.label(move) for move, mask in masks(self.board, part) if after[mask] == target]
        return listed(labels)

    def _evidence(self) -> Evidence:
        """How what was answered is known."""
        if self._by_sets:
            return Evidence("computed", f"{by(self.board)} by the sets of all boards that are worth 0, 1, and so on")
        return Evidence("computed", BY_SEARCH)

    def _known(self, part: BoardPiece) -> int:
        return self._by_sets[part][0] if part in self._by_sets else part_value(self.board, part)

    def _work(self, state: State) -> Any:
        pieces = [shape(part) for part in parts(self.board, state)]
        large = [part for part in pieces if len(part) > MOST_SLICED and not is_line(part)]
        cells = max(map(len, large))
        if cells > MOST_CELLS and not self.options.bounded:
            raise OutOfReach(
                f"{self.rule.spec}: a piece of {cells:,} cells that are joined; up to {MOST_CELLS} are searched (any "
                "number in one row or column); more with --time-limit or --memory, which say when to give up"
            )
        field, read = self._sets.field(state)
        searching = self._asker.work([(field, read(state), None)])
        room = (1 << cells >> 2) + GIB // 4 <= (self.options.memory or machine_memory() // 2)

        def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, int]:
            if not (saved or {}).get("by sets"):
                chunks = in_phase(0, searching(saved))
                while True:
                    try:
                        chunk = next(chunks)
                    except StopIteration as done:
                        found_all: list[int] = done.value
                        return found_all[0]
                    if room and chunk.done > 1 << cells >> FIRST_SHARE:
                        chunks.close()
                        self._asker.forget_all()
                        break
                    yield chunk
            for number, part in enumerate(large, 1):
                if part not in self._by_sets:
                    yield from in_phase(number, self._fill(part, 0))
            total = 0
            for part in pieces:
                total ^= self._known(part)
            return total

        return work

    def _more(self, part: BoardPiece, most: int, saved: Mapping[str, Any] | None) -> Generator[Chunk, None, None]:
        return self._fill(part, most)

    def _fill(self, part: BoardPiece, most: int) -> Generator[Chunk, None, None]:
        """Find the value of a part, and those of its options up to it and up to `most`."""
        from grundy.engines import bitsliced

        taken = [mask for _, mask in masks(self.board, part)]
        whole = (1 << len(part)) - 1
        made = bitsliced.plan([(mask, 0, mask, 0) for mask in taken], len(part))
        states = [whole, *(whole & ~mask for mask in taken)]

        def not_kept(chunk: Chunk) -> Chunk:
            text = f"{chunk.known} (a set takes too much room to be kept: going on begins anew)"
            return replace(chunk, state={"by sets": True}, known=text)

        values = yield from map_chunks(not_kept, bitsliced.find_values(made, states, most, self.options.cores)(None))
        assert values[0] is not None
        self._by_sets[part] = values[0], dict(zip(taken, values[1:], strict=True))


def engine(rule: Rule, options: SearchOptions) -> LargeBoards:
    """The engine for boards some part of which has more than MOST_SLICED cells."""
    assert isinstance(rule.shape, Masks)
    return LargeBoards(rule.shape, rule, options)
