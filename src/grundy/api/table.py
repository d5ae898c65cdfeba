"""The verb `table`: the values of all states up to a bound, in memory or in a file, and what is seen in them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from grundy.answering.sequence import how_known
from grundy.api.constraints import LISTED_STATES, require_fitting
from grundy.api.known import same_as_table
from grundy.api.listed import table_of_states
from grundy.api.run_record import run_of
from grundy.api.states import Measure, StateMap, StateTable, require_number_states, rises, with_measure
from grundy.api.table_blocks import shared_work
from grundy.api.table_work import (
    Holder,
    contents,
    former_table_key,
    is_known,
    nothing,
    require_place,
    table_work,
    warn_of_slowness,
)
from grundy.api.work import Work, numbers_rule, on_cluster, require_short, rule_of, session_of
from grundy.engines.heap.look_back import MOST_BESIDE, returning
from grundy.engines.steady import is_own
from grundy.engines.table.job import Job, job
from grundy.engines.table.plain import evidence_of
from grundy.errors import BadRule, GrundyError, OutOfReach, Stopped, StoreError, Terminated
from grundy.model.evidence import Evidence
from grundy.model.given import plain
from grundy.model.option import State
from grundy.model.pattern import Pattern, SameTable, Summary
from grundy.model.period import SameValues, Written
from grundy.model.rule import Rule
from grundy.model.run import UNIDENTIFIED, Run
from grundy.model.shapes import Digits, TakeAway
from grundy.model.table import Contents, Outcomes, contents_of
from grundy.patterns.axes import LETTERS, PERIOD_IN_ONE
from grundy.reading.core import Core
from grundy.reading.lower import lower
from grundy.reading.source import NotRead
from grundy.runs.chunk import Chunk
from grundy.runs.clock import CLOCK
from grundy.runs.durable import replace_picture
from grundy.runs.recorder import about
from grundy.runs.session import Session
from grundy.runs.store import list_runs
from grundy.runs.table_file import partial
from grundy.runs.table_read import SavedTable
from grundy.runs.table_read import open_table as open_saved
from grundy.show.chart import check_form, encoded, heat_map, outcome_map, points
from grundy.show.emit import Language, emit
from grundy.show.html import COLUMNS, MOST_ROWS, SIDE, corner_html, lines_html, sequence_html
from grundy.show.moves import NotWritten, core_of_amounts, core_of_code
from grundy.show.table import csv_head, csv_lines, table_lines
from grundy.show.text import Line
from grundy.text.terminal import as_typed
from grundy.version import __version__

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray


# What stands in a table of values or of outcomes, read for its summary and for the store, and who made it.

LISTED = 1000  # P-positions of a table of outcomes


def read_outcomes(held: Contents, bits: NDArray[Any]) -> Outcomes:
    """Count the P-positions in a table of bits, and list the first thousand, some GB a second; and their patterns."""
    import numpy as np

    from grundy.patterns.table import outcome_patterns

    count = 0
    first: list[int] = []
    for start in range(0, len(bits), 1 << 20):
        piece = bits[start : start + (1 << 20)]
        count += int(np.bitwise_count(piece).sum(dtype=np.int64))
        if len(first) < LISTED:
            places = np.flatnonzero(np.unpackbits(piece, bitorder="little"))
            first += (8 * start + places[: LISTED - len(first)]).tolist()
    patterns = outcome_patterns(bits, held.shape)
    if len(held.shape) == 1:
        return Outcomes(held, count, tuple(first), patterns)
    listed = tuple(tuple(int(i) for i in np.unravel_index(n, held.shape)) for n in first)
    return Outcomes(held, count, listed, patterns)


MANY = 1_000_000  # states of a table that takes a while to be read
READING = "Reading the table"


def read_whole(held: Contents, array: NDArray[Any]) -> Summary | Outcomes:
    """What stands in a table."""
    from grundy.patterns.table import read_table

    return read_outcomes(held, array) if held.outcomes else read_table(array)


def kept_result(reading: Summary | Outcomes | None, file: Path | None) -> dict[str, Any]:
    """What the store keeps of a table that was read (None: there was no time for it)."""
    result: dict[str, Any] = {} if file is None else {"file": str(file)}
    if isinstance(reading, Outcomes):
        result |= {"p_position_count": reading.count}
    elif reading is not None:
        result |= {"largest": reading.largest, "p_position_count": reading.p_count}
    return result


def number_at(place: int, extent: int) -> int:
    """The number that an index names, from the end if it is negative. Raises IndexError.

    >>> number_at(3, 10), number_at(-1, 10)
    (3, 9)
    """
    if not -extent <= place < extent:
        raise IndexError(f"{place}: expected a number from 0 to {extent - 1:,}")
    return place % extent


def as_recorded(made: Contents, path: Path, key: str, store: str | Path | None) -> Contents:
    """With the command and the version that the store has of a run that made this very table."""
    runs: list[Run] = []
    with suppress(StoreError):  # no answer depends on the store
        runs = [run for run in list_runs(Path(store)) if run.key == key] if store is not None else []
    runs = [run for run in runs if run.table == str(path.absolute()) and run.status == "finished"]
    if not runs:
        return made
    run = runs[-1]
    by = f"{made.evidence.reason}, by grundy {run.version} on {run.finished[:10]}: run {run.number}"
    return replace(made, evidence=Evidence("computed", by), command=as_typed(run.command), version=run.version)


# A table, and the moves of its rule, as a program of one's own.


def written_source(
    values: Any, language: Language, pattern: Pattern | None, game: str, made: tuple[str, str], rule: Rule | None
) -> str:
    """What `emit` writes of a table; with a rule also a function that finds a winning move.

    Args:    made: the command and the version of grundy that filled the table.
    Raises:  OutOfReach: as `emit`; or the rule has something that is not written in another program.
    """
    command, version = made
    if rule is None:
        return emit(values, language, pattern, game, command=command, version=version)
    try:
        return emit(values, language, pattern, game, command=command, version=version, moves=moves_of(rule))
    except NotWritten as problem:
        raise OutOfReach(f"{rule.spec}: {problem}; without the moves the values would be written") from None


def moves_of(rule: Rule) -> Core:
    """The moves of a rule. Raises: NotWritten: its code does something that the core form does not have."""
    if isinstance(rule.shape, Digits):
        return core_of_code(rule.shape)
    try:
        return lower(rule)
    except NotRead as problem:
        if isinstance(rule.shape, TakeAway):
            return core_of_amounts(rule.shape)
        raise NotWritten(problem.site, problem.why) from None


# What the verb `table` returns: values of all states up to a bound, in memory or in a file, and what is in them.

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
    def summary(self) -> Summary | Outcomes:
        """The table in few words: what is counted in it, and its patterns; found on first use."""
        if self._reading is None:
            object.__setattr__(self, "_reading", read_whole(self.contents, self.values))
        assert self._reading is not None
        return self._reading

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns that are observed in the table, the simplest first; none is proved."""
        return self.summary.patterns

    @cached_property
    def proved(self) -> tuple[str, ...]:
        """What is proved of all states, and why, of a rule of one's own: G(n + p, b) = G(n, b) in normal play, where a
        number in which the table is seen to repeat falls by a bounded amount; and linear relations that tell the
        P-positions, or that one which is seen here does not go on to."""
        rule, play = self._rule, self.contents.convention
        if rule is None or not is_own(rule) or rule.theory is not None or rule.arity < 2 or play == "loopy":
            return ()
        sentences: list[str] = []
        for pattern in self.patterns:
            condition = dict(pattern.numbers).get("condition")
            if condition is not None and pattern.breaks is None and not pattern.start:
                from grundy.api.prove import relation_proof

                proof = relation_proof(rule, condition, play == "misere")
                sentences += [f"{proof.statement}: {proof.source}"] if proof else []
            if pattern.kind == PERIOD_IN_ONE and play == "normal":
                axis = LETTERS.index(dict(pattern.numbers)["number"])
                sides = [range(side) for place, side in enumerate(self.shape) if place != axis]
                if prod(map(len, sides)) <= MOST_BESIDE:
                    repetition = returning(rule, axis, frozenset(product(*sides)))
                    sentences += [repetition.reason] if repetition else []
        return tuple(sentences)

    @cached_property
    def matching_game(self) -> SameValues | SameTable | None:
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
            index
            if isinstance(index, range)
            else range(*index.indices(extent))
            if isinstance(index, slice)
            else number_at(index, extent)
            for index, extent in zip(keys, self.shape, strict=True)
        ]
        shape = tuple(len(index) for index in where if isinstance(index, range))
        if not prod(shape):
            return np.empty(shape, "<U1" if self.contents.outcomes else self._entries(0, 0).dtype)
        places = np.meshgrid(*(np.array(index) for index in where), indexing="ij")
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
        return table_lines(self.contents, self.summary, self.matching_game, self.proved)

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
        matching_game = self.matching_game.as_dict() if self.matching_game else None
        return {
            "game": self.game,
            **self.summary.as_dict(),
            "values_of": matching_game,
            "proved": list(self.proved),
            **self.contents.origin(),
        }

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
        step = max(1, PIECE // max(1, prod(len(index) for index in rest if isinstance(index, range))))
        for start in range(0, len(rows), step):
            piece = (rows[start : start + step], *rest)
            yield "".join(f"{line}\n" for line in csv_lines(self.contents, piece, self[piece].ravel().tolist()))
        if remarks:
            yield f"# {' '.join(self.game.splitlines())}, grundy {__version__}. {self.contents.known()}\n"

    def to_frame(self) -> Any:
        """A DataFrame of pandas, of pairs with a row for each a. Raises GrundyError: pandas is not installed."""
        from grundy.api.values import table_frame

        return table_frame(self[(slice(None),) * len(self.shape)], self.contents.outcomes)

    def to_csv(self, where: Sequence[int | range] | None = None) -> str:
        """A head, and a line a state, or a state of a piece: the state, its value, and how that is known."""
        return "".join(self.csv_pieces(where))

    def source_code(self, language: Language, *, moves: bool = False) -> str:
        """Source text that gives the nim-values: from a pattern that holds in all of the table, or as an array.

        Args:    language: "cpp" or "python". moves: also a function that finds a winning move in a sum of states.
        Raises:  OutOfReach: a table of outcomes; moves of a rule that cannot be written so, or of a table in a file.
        """
        contents = self.contents
        if contents.outcomes:
            raise OutOfReach(f"{contents.spec}: expected a table of nim-values, found outcomes")
        if moves and self._rule is None:
            raise OutOfReach(f"{contents.spec}: a table in a file has values and no moves; its game would have both")
        whole = [entry for entry in self.patterns if entry.breaks is None and entry.about == "nim-values"]
        pattern = whole[0] if whole else None
        made = contents.command, contents.version
        return written_source(self.values, language, pattern, contents.spec, made, self._rule if moves else None)

    def __repr__(self) -> str:
        what = f"outcomes in {self.contents.convention} play" if self.contents.outcomes else "nim-values"
        place = f", in {self.file}" if self.file else ""
        return (
            f"{self.game}: {what} of {' x '.join(f'{n:,}' for n in self.shape)} states{place}; {self.evidence.status}"
        )


# The verb `table`: the values of all states up to a bound, in memory or in a file, and what is seen in them.


@overload
def table(
    game: str | Path | Rule,
    states: Iterable[State],
    *,
    measure: Measure | None = None,
    outcomes: bool = False,
    misere: bool = False,
    loopy: bool = False,
    **work: Unpack[Work],
) -> StateTable: ...
@overload
def table(
    game: str | Path | Rule,
    states: int,
    *,
    of: StateMap,
    measure: Measure | None = None,
    outcomes: bool = False,
    misere: bool = False,
    loopy: bool = False,
    **work: Unpack[Work],
) -> StateTable: ...
@overload
def table(
    game: str | Path | Rule,
    states: int | None = None,
    *,
    measure: Measure,
    box: tuple[int, ...] | None = None,
    outcomes: bool = False,
    misere: bool = False,
    **work: Unpack[Work],
) -> StateTable: ...
@overload
def table(
    game: str | Path | Rule,
    states: int | None = None,
    *,
    loopy: Literal[True],
    box: tuple[int, ...] | None = None,
    **work: Unpack[Work],
) -> StateTable: ...
@overload
def table(
    game: str | Path | Rule,
    states: int | None = None,
    *,
    box: tuple[int, ...] | None = None,
    outcomes: bool = False,
    misere: bool = False,
    out: str | Path | None = None,
    overwrite: bool = False,
    certificate: str | Path | None = None,
    read: bool = True,
    cluster: str | None = None,
    **work: Unpack[Work],
) -> Table: ...


def table(
    game: str | Path | Rule,
    states: int | Iterable[State] | None = None,
    *,
    of: StateMap | None = None,
    measure: Measure | None = None,
    box: tuple[int, ...] | None = None,
    outcomes: bool = False,
    misere: bool = False,
    loopy: bool = False,
    out: str | Path | None = None,
    overwrite: bool = False,
    certificate: str | Path | None = None,
    read: bool = True,
    cluster: str | None = None,
    **work: Unpack[Work],
) -> Table | StateTable:
    """Fill a table with the values of all states up to a bound.

    Parameters
    ----------
    game : str, Path or Rule
        A name of the catalogue with its parameters (``"take-away:1,2,3"``), a rule in one line, a ``Path``, or a rule.
    states : int, or iterable of states
        The states 0..states-1; or states of any kind, in any order: what is returned is then a `StateTable`.
    of : str or callable, optional
        A map from 0..states-1 to states of any kind, or to lists of such, as for `sequence`; returns a `StateTable`.
    measure : str or callable, optional
        What every move of your own rule lowers, as for `sequence`; returns a `StateTable`.
    box : tuple of int
        All vectors below these numbers, in place of `states`.
    outcomes, misere : bool
        Only who wins, a bit a state; and that in misère play.
    loopy : bool
        Who wins where play may come back to a state, and then be drawn; returns a `StateTable`.
    out, overwrite : path, bool
        A file ``NAME.npy`` to keep the table in, with its digests; whether it may replace another.
    certificate : path, optional
        Where to write what proves the table in `out`, in the same folder.
    read : bool
        Whether to look for patterns at once; else when they are asked for.
    cluster : str, optional
        The address of a Dask scheduler, whose workers fill the table in `out`, block by block: of a rule whose moves
        are masks, or which is compiled.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Table or StateTable
        ``t[3, 5]``, `values`, `patterns`, `evidence`; of states that were listed ``t[state]`` and no patterns.

    Raises
    ------
    BadText, BadRule
        No such game, file or bound; its states are no numbers.
    OutOfReach
        Too large.
    StoreError
        `out` is there, or cannot be written.
    Stopped
        A limit was met.

    Examples
    --------
    >>> t = table("wythoff", box=(50, 50))
    >>> t[3, 5], t[:4, 1].tolist(), t.evidence.status
    (0, [1, 2, 0, 4], 'computed')
    >>> table("wythoff", [(1, 2), (10**3, 5)]).values
    (0, 1002)
    >>> table("nim", 8, of="2 * n", misere=True).p_positions()
    []
    """
    states, box = plain(states), plain(box)
    listed = isinstance(states, Iterable)
    require_fitting(
        "table", to=states is not None, box=box is not None, out=out is not None, certificate=certificate is not None,
        misere=misere, loopy=loopy, of=of is not None, measure=measure is not None, cluster=cluster is not None,
    )  # fmt: skip
    if listed and (of is not None or out is not None or certificate is not None or cluster is not None):
        raise BadRule(f"a list of states {LISTED_STATES}; leave out of=, out=, certificate= and cluster=")
    if listed or of is not None or loopy:
        return table_of_states(with_measure(rule_of(game), measure), states, box, of, outcomes, misere, loopy, work)
    rule, out = with_measure(numbers_rule(game), measure), None if out is None else Path(out)
    if out is None and certificate is None and cluster is None and rises(rule):
        return table_of_states(rule, states, box, None, outcomes, misere, loopy, work)
    began = CLOCK.now()
    if out is not None:
        require_place(out)
        if certificate is not None and Path(certificate).absolute().parent != out.absolute().parent:
            raise GrundyError(f"{certificate}: expected a certificate in the same folder as {out}, of which it speaks")
    require_number_states(rule)
    if isinstance(box, int):
        raise BadRule(f"box: expected a size for each number of a state, such as ({box}, {box}), found {box}")
    require_short("a number of states", *((states,) if box is None else box))
    task = job(rule, states if box is None else tuple(box), misere, outcomes)  # type: ignore[arg-type]
    shared = None if cluster is None else shared_work(task, out)
    made: list[Table] = []
    with session_of(work) as session:
        warn_of_slowness(task, session.warn)
        former = former_table_key(task) if session.resumed else ""  # which takes LLVM
        size = {"size": list(task.shape)}
        asks = contents(task).key("").rstrip()  # as it is read in the header of the file, before the digest
        run = run_of(rule, rule.spec, size, asks, former, session.command, (task.shape, misere, outcomes))
        begun = "" if session.resumed is None else session.resumed.run.key
        key = begun if begun and begun == run.former_key else run.key
        key = contents(task).key("unidentified") if run.key == UNIDENTIFIED else key
        holder = Holder(task, key, out, overwrite, about(run), session.resumed, session.limits.memory)
        session.begin(run, holder.begin())

        def report(value: Any) -> tuple[Any, Any]:
            evidence = how_known(rule, task.total) if is_known(task) else evidence_of(rule, task.shape)
            held = replace(contents(task), evidence=evidence, command=as_typed(session.command), version=__version__)
            made.append(Table(held, out, _array=holder.array(), _rule=rule))
            try:
                reading = made[0].summary if read else None
            except KeyboardInterrupt as interrupt:
                where = f"is whole; 'grundy table {out}' reads it" if out else "is lost; --out FILE.npy would keep it"
                why = "terminated" if isinstance(interrupt, Terminated) else "interrupted"
                raise type(interrupt)(f"{why} while the table was read; it {where}") from None
            return kept_result(reading, out and out.absolute()), held.evidence.as_dict()

        with on_cluster(cluster if holder.is_open else None, session) as workers:
            if workers is None or shared is None:
                filling = table_work(task, holder.allocate) if holder.is_open else nothing
            else:
                filling = shared(holder.allocate, workers, session.limits.memory, session.warn)
            try:
                session.work(filling, report, READING if read and task.total >= MANY else "")
            except (Stopped, KeyboardInterrupt):
                session.partial = None if out else _so_far(rule, task, holder, session)
                raise
        if certificate is not None:
            assert out is not None
            written = _certify(made[0], rule, out, Path(certificate), misere, session, began)
            return replace(made[0], certificate=written)
    return made[0]


def _so_far(rule: Rule, task: Job, holder: Holder, session: Session) -> Table | None:
    """The whole rows that a table in memory has where the work was stopped; None: not one."""
    chunk = session.stopped.chunk if session.stopped else None
    if chunk is None or chunk.state.get("way", "sliced") == "sliced":  # which is filled in an order of its own
        return None
    per_row = prod(task.shape[1:])
    rows = int(chunk.state["done"]) // per_row if per_row else 0
    if not rows:
        return None
    held = contents(replace(task, shape=(rows, *task.shape[1:])))
    array = holder.array().reshape(-1)[: -(-rows * per_row // 8) if task.outcomes else rows * per_row]
    return Table(held, _array=array.copy().reshape(-1 if task.outcomes else held.shape), _rule=rule)


def open_table(path: str | Path, *, store: str | Path | None = None) -> Table:
    """Open a table that was saved in a file. Each piece is compared with its digest when it is first read.

    Parameters
    ----------
    path : path
        ``NAME.npy``; ``NAME.npy.sha256`` must lie beside it.
    store : path, optional
        The store of runs, which may know what made the table.

    Returns
    -------
    Table

    Raises
    ------
    StoreError
        It is missing, unfinished, damaged, or no table of grundy's.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = table("wythoff", box=(40, 40), out=Path(folder) / "wythoff.npy")
    ...     read = open_table(Path(folder) / "wythoff.npy")
    ...     read[3, 5], read[1, 1]
    (0, 2)
    """
    path = Path(path)
    if not path.exists() and partial(path).exists():
        raise StoreError(f"{path}: begun and not finished; 'grundy resume {path}' goes on with it")
    saved = open_saved(path)
    contents = contents_of(saved.header.game, saved.header.shape)
    return Table(as_recorded(contents, path, saved.header.game, store), path, _saved=saved)


def _certify(made: Table, rule: Rule, out: Path, path: Path, misere: bool, session: Session, began: float) -> Written:
    """Write what proves a table in a file, as a whole or not at all.

    Args:    began: when the work did, by the clock that does not jump; the checker has as long.
    Raises:  GrundyError.
    """
    from grundy.proof.certify_table import SEARCHED, certificate
    from grundy.proof.keep import in_chunks, keep, table_claim

    values, shape, outcomes = made.values, made.shape, made.contents.outcomes
    first = values.reshape(-1)[:SEARCHED].tolist()

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, bool]:
        chunk = Chunk(0, 0, "states", {}, f"{out} is whole, its certificate is not written yet", phase=(1,))
        yield chunk
        lines = certificate(rule, out, values.dtype.itemsize, first, shape, misere, outcomes)
        reading = keep(path, lines, table_claim(out.name, shape, misere, outcomes), CLOCK.now() - began)
        return (yield from in_chunks(reading, chunk))

    return Written(path, bool(session.work(work)))
