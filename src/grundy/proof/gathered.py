"""The claims that prove a nim-value, gathered by kernels from the tables of a search that has become long."""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import TYPE_CHECKING

from grundy.engines.search.board import Board
from grundy.engines.search.tables import Gathering
from grundy.errors import OutOfReach
from grundy.proof.positions import Claims
from grundy.runs.chunk import Chunk

if TYPE_CHECKING:
    from grundy.engines.search.tables import Tables

MOST_CLAIMS = 20_000_000  # of a certificate, by FORMAT.md
FIRST_STEP = 100  # claims
BUDGET = 0.1  # seconds that a chunk shall take
ALL_TURNS = 0xFF


class Gathered:
    """The claims of a set, by kernels where these know the board and have searched it; else in plain Python.

    claims   those in plain Python, which ask the search what its tables do not say
    """

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self._kernels: Gathering | None = None

    @property
    def by_kernel(self) -> bool:
        """Whether the kernels have gathered them."""
        return self._kernels is not None

    def gather(self, root: int) -> Generator[Chunk, None, int]:
        """Find the claims that prove the nim-value of a set of the board, and return that value.

        Raises:  OutOfReach: they are too many, or the memory of the search is too small.
        """
        claims, total = self.claims, 0
        values = []
        for key in claims.keys(root):
            values.append((key, (yield from claims.value_of(key))))
            total ^= values[-1][1]
        tables = claims.search.tables
        if tables is None or not fits(claims.board):
            return (yield from claims.gather(root))
        yield from self.run(tables, values)
        return total

    def in_order(self) -> list[tuple[int, int]]:
        """The sets with their values, each after those that prove it."""
        return self._kernels.claims() if self._kernels else self.claims.in_order()

    def run(self, tables: Tables, values: list[tuple[int, int]]) -> Generator[Chunk, None, None]:
        """Gather by kernels what proves the values of some parts."""
        from grundy.engines.search.kernels import claims as k

        self._kernels = gathering = Gathering(tables, values)
        step, asked = FIRST_STEP, 0
        while True:
            began = monotonic()
            status = gathering.step(step)
            if status == k.DONE:
                return
            count, proved = gathering.count, gathering.proved
            known = f"{count:,} claims found, of which {count - proved:,} are still to be proved"
            yield Chunk(proved, 0, "claims", {}, known)
            if status == k.RUNNING:
                step = max(10, int(step * min(4.0, BUDGET / max(1e-4, monotonic() - began))))
            elif status == k.FULL:
                if count > MOST_CLAIMS:
                    raise OutOfReach(f"a certificate has at most {MOST_CLAIMS:,} claims; a smaller position would help")
                gathering.grow(2 * gathering.room)
            else:
                part, value = gathering.asked()
                assert status == k.UNKNOWN, f"an option of {part:x} has the value that was found for it"
                if part == asked:
                    raise OutOfReach(
                        "what the search found is forgotten again, for want of memory; a larger --memory would help"
                    )
                asked = part
                yield from self.claims.settle(part, value)


def fits(board: Board) -> bool:
    """Whether the kernels know what FORMAT.md calls parts and forms.

    So it is on a grid whose shapes may be turned in all ways, with moves that take away what they need and no more, or
    with one for each place.
    """
    return (
        bool(board.rows)
        and board.layers == 1
        and board.splits
        and board.turns == ALL_TURNS
        and not any(off or flip for _, off, _, flip in board.moves)
        and (
            all(need == clear for need, _, clear, _ in board.moves)
            or len({need for need, *_ in board.moves if not need & need - 1}) == board.places
        )
    )
