"""The verb `picture`: the nim-values of heaps drawn in rows of their period, with the exceptions crossed out."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Generator, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from grundy.answering.sequence import exceptions, period_work, terms_work
from grundy.api.sequence import sequence_run
from grundy.api.work import Work as WorkOptions
from grundy.api.work import numbers_rule, session_of
from grundy.engines.heap.repetition import LIMIT_OF_SPARSE
from grundy.engines.terms import Terms
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.frozen import frozen
from grundy.model.period import PeriodResult
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, TakeAway
from grundy.runs.chunk import Chunk, Work, in_phase
from grundy.runs.durable import replace_picture
from grundy.show.chart import check_form, encoded, rows
from grundy.show.markup import escape
from grundy.show.plot import MOST_ROWS, MOST_VALUES, picture_notes, picture_text, wrapped_svg
from grundy.text.terminal import as_typed
from grundy.version import __version__

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LIMIT = 50_000  # heaps in which the period of a picture is looked for
LEAST = 1_000  # heaps of a code in which it is looked for, however few are drawn: no work, and Kayles needs 168
UNKNOWN = 400  # values of a picture without a period, in rows of COLUMNS
COLUMNS = 20
MANY_COLUMNS = 1_000
MOST = 5_000_000  # values of a picture
PARTS = ("period", "terms")  # of the state of a picture


@frozen
class Picture:
    """The nim-values of the states 0..upto as SVG; a notebook shows it.

    Attributes
    ----------
    period : PeriodResult
        What is known of how they repeat.
    columns : int
        How many values are in a row.
    exceptions : tuple of int
        The states whose values are not those of the period; they are crossed out.
    evidence : Evidence
        How the values are known.
    values : tuple of int
        The values that are drawn.
    provenance : str
        How they are known and what draws them again, in a sentence that the file keeps.
    """

    game: str
    upto: int
    columns: int
    exceptions: tuple[int, ...]
    period: PeriodResult
    evidence: Evidence
    values: tuple[int, ...] = field(repr=False)
    provenance: str = field(repr=False)

    def __repr__(self) -> str:
        return f"{self.game}: picture of {self.description}; {self.evidence.status}"

    @property
    def svg(self) -> str:
        """The picture as SVG; by matplotlib, where so many cells of their own would be more than a viewer can show."""
        if len(self.values) > MOST_VALUES or len(self.values) > self.columns * MOST_ROWS:
            return encoded(self.figure(), Path("picture.svg"), self.provenance).decode("utf-8")
        notes = list(picture_notes(self.period, len(self.exceptions), self.columns))
        return wrapped_svg(self.values, self.columns, self.exceptions, self.game, notes, self.provenance)

    def figure(self) -> Figure:
        """The same as a figure of matplotlib. Raises GrundyError: that is not installed."""
        return rows(self.values, self.columns, self.exceptions, self.game)  # type: ignore[arg-type]

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, as a whole or not at all; to one that ends in .png by matplotlib.

        Raises:  BadText: another ending. StoreError: it cannot be written.
        """
        path = Path(path)
        check_form(path)
        is_svg = path.suffix.lower() == ".svg"
        replace_picture(path, self.svg.encode("utf-8") if is_svg else encoded(self.figure(), path, self.provenance))

    @property
    def description(self) -> str:
        """What is drawn, in words."""
        return picture_text(self.upto, self.columns, self.exceptions, self.period.repetition)

    def __str__(self) -> str:
        return f"{self.description}\n{self.evidence.sentence()}"

    def _repr_html_(self) -> str:
        """The picture as an image: its styles stay in it, and it is as wide as there is room for."""
        data = b64encode(self.svg.encode()).decode("ascii")
        alt = escape(f"{self.game}: {self.description}")
        return f'<img alt="{alt}" style="max-width: 100%" src="data:image/svg+xml;base64,{data}">'


def picture(
    game: str | Path | Rule, upto: int | None = None, *, out: str | Path | None = None, **work: Unpack[WorkOptions]
) -> Picture:
    """Draw the nim-values of the states 0, 1, 2, ..., upto, in rows of the period if there is one.

    Parameters
    ----------
    game : str, Path or Rule
        A name of the catalogue with its parameters (``"octal:0.77"``), a rule in one line, a ``Path``, or a rule.
    upto : int, optional
        The last state, >= 0. Without it all exceptions and two periods more.
    out : path, optional
        Where to write the picture.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Picture
        Its `svg`, and what it shows.

    Raises
    ------
    BadText, BadRule
        No such game; its states are no single numbers.
    OutOfReach
        More values than a picture can show.
    StoreError
        `out` cannot be written.
    Stopped
        A limit was met.

    Examples
    --------
    >>> drawn = picture("kayles")
    >>> print(drawn.description)
    heaps 0 to 95 in rows of the period, 14 exceptions
    >>> drawn.columns, drawn.exceptions[-1], drawn.svg.count("<svg")
    (12, 70, 1)
    """
    rule = numbers_rule(game)
    called = rule.spec if out is None else str(out)
    if out is not None:
        check_form(Path(out))
    with session_of(work) as session:
        session.begin(sequence_run(rule, upto))
        result, last, terms = session.work(lambda state: _drawn(rule, upto, called, state))
        repetition, evidence = result.repetition, terms.evidence
        values = [int(value) for block in terms.blocks() for value in block]
        columns = repetition.period if repetition else COLUMNS if last < COLUMNS * MOST_ROWS else MANY_COLUMNS
        if columns < 8:  # short periods side by side: still one under the other
            columns *= -(-8 // columns)
        crossed = tuple(n for n in exceptions(values, repetition) if n <= last) if repetition else ()
        origin = f"grundy {__version__}. {evidence.sentence(as_typed(session.command))}"
        drawn = Picture(rule.spec, last, columns, crossed, result, evidence, tuple(values[: last + 1]), origin)
        if out is not None:
            drawn.save(out)
    return drawn


def _drawn(
    rule: Rule, upto: int | None, called: str, state: Mapping[str, Any] | None
) -> Generator[Chunk, None, tuple[PeriodResult, int, Terms]]:
    """The period, the last term that is drawn, and the terms; the state has both parts of the work."""
    state = dict(state or {})

    def part(number: int, work: Work) -> Generator[Chunk, None, Any]:
        chunks = in_phase(number, work(state.get(PARTS[number])))
        while True:
            try:
                chunk = next(chunks)
            except StopIteration as end:
                return end.value
            state[PARTS[number]] = chunk.state
            yield replace(chunk, state=dict(state))

    limit = (
        LIMIT if upto is None else min(max(upto + 1, LEAST if isinstance(rule.shape, Digits | TakeAway) else 0), LIMIT)
    )
    result: PeriodResult = yield from part(0, period_work(rule, limit, LIMIT_OF_SPARSE))
    repetition = result.repetition
    if upto is None:
        upto = (repetition.preperiod // repetition.period + 3) * repetition.period - 1 if repetition else UNKNOWN - 1
        upto = max(upto, 2 * COLUMNS - 1) if repetition and repetition.period < COLUMNS else upto
    needed = max(upto + 1, repetition.preperiod + repetition.period if repetition else 0)
    if needed > MOST:
        raise OutOfReach(
            f"{called}: a picture of {needed:,} values, more than {MOST:,}, is not drawn; --to N draws fewer"
        )
    return result, upto, (yield from part(1, terms_work(rule, needed)))
