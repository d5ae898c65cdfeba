"""How a result is known, and its winning moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Literal, TypeAlias, overload

from grundy.model import upward
from grundy.model.frozen import frozen
from grundy.model.move import Move
from grundy.text.numbers import digits

Status: TypeAlias = Literal["observed", "claimed", "computed", "proved"]
_STRENGTH: dict[Status, int] = {"observed": 0, "claimed": 1, "computed": 2, "proved": 3}
LISTED = 10_000
FEW = 3  # winning moves in a short description


@frozen
class Evidence:
    """How a result is known.

    Attributes
    ----------
    status : {"proved", "computed", "claimed", "observed"}
        By a theorem or a checked certificate; by a computation that went over all cases; by a formula that a rule of a
        user's carries, compared with some values only; or only seen so far.
    reason : str
        Which theorem, which computation, or how far.

    Examples
    --------
    >>> from grundy import solve
    >>> print(solve("nim 3").evidence.sentence())
    Proved: Bouton 1901: the nim-value of a heap is its size.
    """

    status: Status
    reason: str

    def as_dict(self) -> dict[str, str]:
        """The evidence for machines."""
        return {"status": self.status, "by": self.reason}

    def sentence(self, command: str = "") -> str:
        """For people, with the command that comes to the same again.

        >>> Evidence("computed", "a table").sentence("grundy table nim --states 9")
        'Computed: a table (grundy table nim --states 9).'
        """
        return f"{self.status.capitalize()}: {self.reason}{f' ({command})' if command else ''}."


WHOLE_TABLE = Evidence("computed", "a table of all states")


def evidence_from(record: Mapping[str, Any]) -> Evidence:
    """The evidence that `as_dict` gave.

    >>> evidence_from(WHOLE_TABLE.as_dict()) == WHOLE_TABLE
    True
    """
    return Evidence(record["status"], record["by"])


def joint(pieces: list[Evidence]) -> Evidence:
    """Join several pieces of evidence: the whole is as certain as the weakest of them.

    >>> joint([Evidence("proved", "Bouton 1901"), Evidence("computed", "table")])
    Evidence(status='computed', reason='Bouton 1901; table')
    """
    weakest = min((piece.status for piece in pieces), key=_STRENGTH.__getitem__)
    return Evidence(weakest, "; ".join(dict.fromkeys(piece.reason for piece in pieces)))


def count_text(count: int, what: str) -> str:
    """A count with its noun, in the singular or plural.

    >>> [count_text(count, "move") for count in (0, 1, 1000)]
    ['no moves', '1 move', '1,000 moves']
    """
    return f"{digits(count, ',') if count else 'no'} {what}{'s' * (count != 1)}"


@frozen
class WinningMoves(upward.Drawn, upward.Pickled):
    """Winning moves, in the order of their numbers: counted exactly, each made on demand.

    To reach move n, the moves before it are made. If there are too many to count, `exact` is
    False, and these are some of them.
    """

    count: int
    each: Callable[[], Iterator[Move]]
    exact: bool = True

    def __repr__(self) -> str:
        first = [str(move) for move in islice(self, FEW)]
        more = [f"... {self.count - FEW:,} more"] if self.count > FEW else []
        least = "" if self.exact else "at least "
        return f"<{least}{count_text(self.count, 'winning move')}{': ' if first else ''}{'; '.join(first + more)}>"

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> list[Move]: ...
    def __getitem__(self, place: int | slice) -> Move | list[Move]:
        if isinstance(place, slice):
            start, stop, step = place.indices(self.count)
            return list(islice(self, start, stop, step)) if step > 0 else list(self)[place]
        if not -self.count <= place < self.count:
            raise IndexError(f"winning move {place}: there are {self.count:,}")
        return next(islice(self, place % self.count, None))

    def __iter__(self) -> Iterator[Move]:
        return self.each()

    def __len__(self) -> int:
        return self.count
