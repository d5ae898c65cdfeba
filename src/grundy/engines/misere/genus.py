"""Genus symbols: the misère values of a position with 0, 1, 2, ... heaps of 2 beside it, exactly and for ever.

Write g(G) for the nim-value and h(G) for the misère value of G: the size of the nim-heap beside which G is lost by
whoever must move, the mex of the options' misère values, and 1 if there are no options. The genus of G is g(G) with
h(G), h(G + 2), h(G + 2 + 2), ... as superscripts (Conway 1976, ch. 12; Winning Ways, ch. 13). A move from G + k
heaps of 2 goes to an option of G, or changes a 2 into 0 or 1, so that with x the value for k - 1,

  h(G + k heaps) = mex of h(G' + k heaps) over the options G', and x and x XOR 1.

Once the superscripts of all options alternate for ever, x and the parity of k tell all that follows; they come again at
last, and then the whole row is known. It is written up to its first two values that alternate for ever, a, a XOR 2.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from grundy.engines.misere.known import ReachedParts, reached_parts, reached_parts_of
from grundy.engines.misere.parts import Sum, after
from grundy.engines.steady import require_steady
from grundy.errors import OutOfReach
from grundy.model.convention import mex
from grundy.model.rule import Position, Rule

MOST = 300_000  # moves looked at
LONGEST = 200  # superscripts that do not alternate


@dataclass(frozen=True, slots=True)
class Genus:
    """A genus symbol.

    Attributes
    ----------
    value : int
        The nim-value in normal play.
    miseres : tuple of int
        The misère values with 0, 1, 2, ... heaps of 2 beside, as many as are needed: the last two, a and a XOR 2,
        alternate for ever.

    References
    ----------
    Conway 1976, On numbers and games, ch. 12.

    Examples
    --------
    >>> str(Genus(4, (1, 4, 6))), Genus(4, (1, 4, 6)).misere(5)
    ('4^146', 4)
    """

    value: int
    miseres: tuple[int, ...]

    def misere(self, twos: int) -> int:
        """The misère value with so many heaps of 2 beside."""
        last = len(self.miseres) - 1
        return self.miseres[twos] if twos <= last else self.miseres[last - (twos - last) % 2]

    @property
    def is_tame(self) -> bool:
        """Whether a position of misère Nim has this genus; a position with a tame genus may still be wild.

        >>> Genus(2, (2, 0)).is_tame, Genus(4, (1, 4, 6)).is_tame
        (True, False)
        """
        return self in (FICKLE_0, FICKLE_1) or self == _of(self.value, [self.value, self.value ^ 2])

    def __str__(self) -> str:
        return f"{self.value}^{self._superscripts}"

    def latex(self) -> str:
        """The symbol as a formula.

        >>> Genus(4, (1, 4, 6)).latex()
        '4^{146}'
        """
        return f"{self.value}^{{{self._superscripts}}}"

    def html(self) -> str:
        """The symbol as HTML.

        >>> Genus(4, (1, 4, 6)).html()
        '4<sup>146</sup>'
        """
        return f"{self.value}<sup>{self._superscripts}</sup>"

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    @property
    def _superscripts(self) -> str:
        return "".join(map(str, self.miseres)) if max(self.miseres) < 10 else f"({','.join(map(str, self.miseres))})"


FICKLE_0, FICKLE_1 = Genus(0, (1, 2, 0)), Genus(1, (0, 3, 1))


def genus(position: Position) -> Genus:
    """The genus of a position; each of the sums below is looked at once. Raises: OutOfReach, BadRule."""
    require_steady(position)
    everything = reached_parts_of(position.parts())
    root = everything.parts.sum((part.rule, part.state) for part in position.parts())
    return _of_sum(root, everything, {(): FICKLE_0})


def genera(rule: Rule, to: int) -> Generator[tuple[Genus, bool], None, None]:
    """The genus of each heap from 0 to `to`, and whether the heap is tame. Raises: as `genus`, at the heap."""
    everything = reached_parts(frozenset([rule]))
    by_sum: dict[Sum, Genus] = {(): FICKLE_0}
    for heap in range(to + 1):
        root = everything.parts.known((rule, heap))
        yield _of_sum(root, everything, by_sum), everything.read_kinds().code(root) is not None


def _of_sum(root: Sum, everything: ReachedParts, by_sum: dict[Sum, Genus]) -> Genus:
    """The genus of a sum; those of the sums below are found, too."""
    kinds = everything.read_kinds()
    options = everything.parts.options
    path = [root]
    looked = 0
    while path:
        sum = path[-1]
        kind = kinds.code(sum)
        if kind is not None:
            by_sum[sum] = of_kind(kind)
        below = [] if sum in by_sum else list({after(sum, at, o) for at, part in enumerate(sum) for o in options[part]})
        missing = [smaller for smaller in below if smaller not in by_sum]
        looked += len(below)
        if looked > MOST:
            raise OutOfReach(f"genus: more than {MOST:,} moves would have to be looked at; try a smaller position")
        if missing:
            path += missing
            continue
        if sum not in by_sum:
            by_sum[sum] = _from([by_sum[smaller] for smaller in below])
        path.pop()
    return by_sum[root]


def of_kind(kind: int) -> Genus:
    """The genus of a kind of tame parts.

    >>> str(of_kind(5)), str(of_kind(0))
    ('2^20', '0^120')
    """
    value = kind >> 1
    return _of(value, [value, value ^ 2]) if kind & 1 else (FICKLE_0, FICKLE_1)[value]


def _from(options: Sequence[Genus]) -> Genus:
    """The genus of a position from those of its options, of which there is one at least."""
    still = max(len(option.miseres) for option in options)
    row: list[int] = []
    while len(row) < still + 4 or not _alternates(row, still):
        twos = len(row)
        values = {option.misere(twos) for option in options}
        if row:
            values |= {row[-1], row[-1] ^ 1}
        row.append(mex(values))
        if twos > still + LONGEST:
            raise OutOfReach("genus: the misère values with heaps of 2 beside do not come to alternate")
    return _of(mex(option.value for option in options), row)


def _alternates(row: Sequence[int], still: int) -> bool:
    """Whether the end of a row goes on for ever: there the options repeat, and so does what the next value rests on."""
    return row[-1] == row[-3] and row[-2] == row[-4] and row[-1] ^ row[-2] == 2 and len(row) - 4 >= still


def _of(value: int, row: Sequence[int]) -> Genus:
    miseres = list(row)
    while len(miseres) > 2 and miseres[-1] ^ miseres[-2] == 2 and miseres[-3] == miseres[-1]:
        miseres.pop()
    return Genus(value, tuple(miseres))
