"""What the verb `table` returns: values of all states up to a bound, in memory or in a file, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.api.known_tables import same_as_table
from grundy.api.source_text import written_source
from grundy.api.table_reading import number_at, read_whole
from grundy.errors import OutOfReach
from grundy.model.guesses import SameTable
from grundy.model.pattern import Pattern, Summary
from grundy.model.period import SameValues, Written
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.table import Contents, Outcomes
from grundy.runs.durable import replace_picture
from grundy.runs.table_read import SavedTable
from grundy.show.chart import check_form, encoded, heat_map, outcome_map, points
from grundy.show.emit import Language
from grundy.show.html import COLUMNS, MOST_ROWS, SIDE, corner_html, lines_html, sequence_html
from grundy.show.table import csv_head, csv_lines, table_lines
from grundy.show.text import Line
from grundy.version import __version__

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

PIECE = 1 << 16  # states of a table that are written at once


@dataclass(frozen=True)
class Table:
    """The values of all states of a rule up to a bound; made by `table` and `open_table`.

    ``t[3, 5]`` is the nim-value of a state, ``t[:10, 5]`` an array of some; in a table of outcomes they are the letters
    P and N. ``print(t)`` describes what stands in it.

    Attributes
    ----------
    contents : Contents
        The rule, the shape, the play, and how the values are known.
    file : Path or None
        Where the table is kept.
    certificate : Written or None
        What was written to prove it.
    """

    contents: Contents
    file: Path | None = None
    certificate: Written | None = None
    _array: NDArray[Any] | None = field(default=None, repr=False, compare=False)
    _saved: SavedTable | None = field(default=None, repr=False, compare=False)
    _reading: Summary | Outcomes | None = field(default=None, repr=False, compare=False)
    _rule: Rule | None = field(default=None, repr=False, compare=False)

    @property
    def game(self) -> str:
        """The name of the rule, with its parameters."""
        return self.contents.spec

    @property
    def shape(self) -> tuple[int, ...]:
        """How many states there are in each direction."""
        return self.contents.shape

    @property
    def evidence(self) -> Evidence:
        """How the values are known."""
        return self.contents.evidence

    @property
    def values(self) -> NDArray[Any]:
        """The nim-values in the shape of the table; of outcomes one bit a state, packed. All of a file is checked.

        Raises:  StoreError: the file is damaged.
        """
        if self._saved is not None:
            return self._saved.whole()
        assert self._array is not None
        return self._array

    @property
    def reading(self) -> Summary | Outcomes:
        """What stands in the table; it is read once."""
        if self._reading is None:
            object.__setattr__(self, "_reading", read_whole(self.contents, self.values))
        assert self._reading is not None
        return self._reading

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns that are observed in the nim-values, the simplest first; none is proved."""
        return () if isinstance(self.reading, Outcomes) else self.reading.patterns

    @cached_property
    def values_of(self) -> SameValues | SameTable | None:
        """A game of the catalogue that is seen to have these values, or P-positions; of a rule of one's own alone."""
        return same_as_table(self.contents, self.__getitem__, self._rule)

    def __len__(self) -> int:
        """How many states there are in the first direction, as of an array."""
        return self.shape[0]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """The table as an array of NumPy: its nim-values, or of outcomes the letters P and N."""
        import numpy as np

        whole = self[:] if self.contents.outcomes else self.values
        return np.array(whole, dtype, copy=copy)

    def __getitem__(self, key: int | slice | range | Sequence[int | slice | range]) -> Any:
        import numpy as np

        keys = (key,) if isinstance(key, int | np.integer | slice | range) else tuple(key)
        if len(keys) > len(self.shape):
            raise IndexError(f"expected {len(self.shape)} numbers or ranges, found {len(keys)}")
        keys += (slice(None),) * (len(self.shape) - len(keys))
        where = [
            one
            if isinstance(one, range)
            else range(*one.indices(extent))
            if isinstance(one, slice)
            else number_at(one, extent)
            for one, extent in zip(keys, self.shape, strict=True)
        ]
        shape = tuple(len(one) for one in where if isinstance(one, range))
        if not prod(shape):
            return np.empty(shape, "<U1" if self.contents.outcomes else self._entries(0, 0).dtype)
        places = np.meshgrid(*(np.array(one) for one in where), indexing="ij")
        flat = np.ravel_multi_index([place.reshape(-1) for place in places], self.shape)
        packed = 8 if self.contents.outcomes else 1
        entries = self._entries(int(flat.min()) // packed, int(flat.max()) // packed + 1)
        if self.contents.outcomes:
            bits = entries[flat >> 3] >> (flat & 7).astype(np.uint8) & 1
            read = np.where(bits == 1, "P", "N").reshape(shape)
        else:
            read = entries[flat].reshape(shape)
        return read if shape else read.item()

    def _entries(self, start: int, stop: int) -> NDArray[Any]:
        """All entries, of which those from start to stop - 1 are right; of a file only their pieces are checked."""
        if self._saved is not None:
            self._saved.read(start, stop)
            return self._saved.array.reshape(-1)
        return self.values.reshape(-1)

    def p_positions(self) -> NDArray[Any]:
        """All P-positions, in rising order: an array of shape (k,), or (k, d) of states of d numbers.

        Cost:  a pass over the table; 8 d bytes for each of them.

        >>> from grundy.api.table import table
        >>> from grundy.games.heaps import take_away
        >>> table(take_away(1, 2), 10).p_positions().tolist()
        [0, 3, 6, 9]
        """
        import numpy as np

        if self.contents.outcomes:
            packed = self.values
            some = np.flatnonzero(packed)
            byte, bit = np.nonzero(np.unpackbits(packed[some, None], axis=1, bitorder="little"))
            flat = 8 * some[byte] + bit
        else:
            flat = np.flatnonzero(self.values == 0)
        return flat if len(self.shape) == 1 else np.stack(np.unravel_index(flat, self.shape), axis=1)

    def plot(self, path: str | Path | None = None) -> Figure:
        """A chart by matplotlib: single numbers as points, pairs as a heat map with their P-positions marked.

        Parameters
        ----------
        path : path, optional
            Where to write it, as SVG or PNG by its ending.

        Raises
        ------
        OutOfReach
            States of three numbers or more, outcomes of single numbers, or 20,000,001 values or more.
        GrundyError
            matplotlib is not installed.
        BadText
            Another ending.
        """
        if path is not None:
            check_form(Path(path))
        match self.shape, self.contents.outcomes:
            case (_,), False:
                figure = points(self.values, self.game)
            case (_, _), False:
                figure = heat_map(self.values, self.game)
            case (a, b), True:
                figure = outcome_map((a, b), self.p_positions(), self.game)
            case _:
                what = "states of three numbers or more" if len(self.shape) > 2 else "outcomes of single numbers"
                raise OutOfReach(f"{self.game}: no chart shows {what}; one of nim-values, or of pairs, would do")
        if path is not None:
            replace_picture(Path(path), encoded(figure, Path(path), self.evidence.reason))
        return figure

    def lines(self) -> Iterator[Line]:
        """What stands in the table, in lines for people, and how it is known; `str` of the table is their text."""
        return table_lines(self.contents, self.reading, self.values_of)

    def __str__(self) -> str:
        return "\n".join(line.text for line in self.lines())

    def _repr_html_(self) -> str:
        pictured = ""
        match self.shape:
            case (count,) if not self.contents.outcomes:
                pictured = sequence_html(self[: COLUMNS * MOST_ROWS].tolist(), count)
            case (_, _):
                pictured = corner_html(self[:SIDE, :SIDE].tolist(), self.shape, self.contents.outcomes)
        return lines_html([Line("winner", repr(self).rpartition(";")[0])]) + pictured + lines_html(self.lines())

    def as_dict(self) -> dict[str, Any]:
        """The same for machines."""
        values_of = self.values_of.as_dict() if self.values_of else None
        return {"game": self.game, **self.reading.as_dict(), "values_of": values_of, **self.contents.origin()}

    def csv_pieces(self, where: Sequence[int | range] | None = None, remarks: bool = False) -> Iterator[str]:
        """A head, and a line a state with its value and how it is known, in pieces.

        Parameters
        ----------
        where : sequence of int or range, optional
            Only this piece: a number or a range for each direction.
        remarks : bool
            End with a line ``# ...``: how the values are known, and what makes the same again.
        """
        yield f"{csv_head(self.contents)}\n"
        first, *rest = (range(extent) for extent in self.shape) if where is None else where
        rows = first if isinstance(first, range) else range(first, first + 1)
        step = max(1, PIECE // max(1, prod(len(one) for one in rest if isinstance(one, range))))
        for start in range(0, len(rows), step):
            piece = (rows[start : start + step], *rest)
            yield "".join(f"{line}\n" for line in csv_lines(self.contents, piece, self[piece].ravel().tolist()))
        if remarks:
            yield f"# {' '.join(self.game.splitlines())}, grundy {__version__}. {self.contents.known()}\n"

    def to_frame(self) -> Any:
        """A DataFrame of pandas, of pairs with a row for each a. Raises GrundyError: pandas is not installed."""
        from grundy.api.frames import table_frame

        return table_frame(self[(slice(None),) * len(self.shape)], self.contents.outcomes)

    def to_csv(self, where: Sequence[int | range] | None = None) -> str:
        """A head, and a line a state, or a state of a piece: the state, its value, and how that is known."""
        return "".join(self.csv_pieces(where))

    def source(self, language: Language, *, moves: bool = False) -> str:
        """Source text that gives the nim-values: from a pattern that holds in all of the table, or as an array.

        Args:    language: "cpp" or "python". moves: also a function that finds a winning move in a sum of states.
        Raises:  OutOfReach: a table of outcomes; moves of a rule that cannot be written so, or of a table in a file.
        """
        contents = self.contents
        if contents.outcomes:
            raise OutOfReach(f"{contents.spec}: expected a table of nim-values, found outcomes")
        if moves and self._rule is None:
            raise OutOfReach(f"{contents.spec}: a table in a file has values and no moves; its game would have both")
        whole = [one for one in self.patterns if one.breaks is None and one.about == "nim-values"]
        pattern = whole[0] if whole else None
        made = contents.command, contents.version
        return written_source(self.values, language, pattern, contents.spec, made, self._rule if moves else None)

    def __repr__(self) -> str:
        what = f"outcomes in {self.contents.convention} play" if self.contents.outcomes else "nim-values"
        place = f", in {self.file}" if self.file else ""
        return (
            f"{self.game}: {what} of {' x '.join(f'{n:,}' for n in self.shape)} states{place}; {self.evidence.status}"
        )
