"""The verb `sequence`: the nim-values of the states 0, 1, 2, ... of a game, and the forms in which they are written."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from grundy.answering.sequence import terms_work
from grundy.api.constraints import require_fitting
from grundy.api.known import LEAST_WITHOUT_RULE, same_game, same_values
from grundy.api.outcomes import OutcomeSequence, convention_of, outcomes_work
from grundy.api.run_record import former_key, run_of
from grundy.api.states import Mapped, Measure, StateMap, require_number_states, rises, state_map, terms_of, with_measure
from grundy.api.work import Work, numbers_rule, require_short, rule_of, session_of
from grundy.engines.terms import BLOCK, Terms
from grundy.errors import BadRule, OutOfReach, Stopped
from grundy.model.convention import Convention, Loony, as_plain
from grundy.model.definition import check_convention
from grundy.model.evidence import Evidence
from grundy.model.leads import Led
from grundy.model.period import SameValues
from grundy.model.result import value_as_json
from grundy.model.rule import Component, Position, Rule
from grundy.model.run import Run
from grundy.runs.durable import replace_picture
from grundy.show.chart import Kind, check_form, encoded, histogram, points, require_kind
from grundy.show.sequence import pieces
from grundy.version import __version__

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from grundy.runs.session import Session

SHOWN = 12  # terms in a repr
MOST_KEPT = 10_000_000  # terms in a pickle


@dataclass(frozen=True, eq=False)
class Sequence(Led):
    """The nim-values of the states 0..upto of a rule; made by `sequence`.

    It is read like a list, and written in pieces, so that it may be longer than the memory. A single term costs as much
    as those before it, unless they are in memory: iterate over many.

    Attributes
    ----------
    rule : Rule
    upto : int
        The last state.
    evidence : Evidence
        How the values are known.
    of : str
        The map from n to the state whose value is term n; "" where the state is n.
    """

    rule: Rule
    upto: int
    terms: Terms = field(repr=False)
    of: str = ""

    @property
    def game(self) -> str:
        """The name of the rule, with its parameters."""
        return self.rule.spec

    @property
    def evidence(self) -> Evidence:
        """How the values are known."""
        return self.terms.evidence

    @cached_property
    def matching_game(self) -> SameValues | None:
        """A game of the catalogue whose values these are seen to be: observed, never proved."""
        if self.of:
            return same_game(next(self.terms.blocks(), []), LEAST_WITHOUT_RULE)
        return same_values(self.rule, len(self), next(self.terms.blocks(), []))

    def __len__(self) -> int:
        return self.upto + 1

    def __iter__(self) -> Iterator[int | Loony]:
        return (as_plain(value) for block in self.terms.blocks() for value in block)

    @overload
    def __getitem__(self, place: int) -> int | Loony: ...
    @overload
    def __getitem__(self, place: slice) -> list[int | Loony]: ...
    def __getitem__(self, place: int | slice) -> int | Loony | list[int | Loony]:
        if isinstance(place, slice):
            wanted = range(*place.indices(len(self)))
            forward = wanted if wanted.step > 0 else wanted[::-1]
            terms = list(islice(self, forward.start, forward.stop, forward.step)) if forward else []
            return terms if wanted.step > 0 else terms[::-1]
        state = range(len(self))[place]
        (block,) = islice(self.terms.blocks(), state // BLOCK, state // BLOCK + 1)
        return as_plain(block[state % BLOCK])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return (self.rule, self.upto, self.of) == (other.rule, other.upto, other.of)  # which say all its terms

    def __hash__(self) -> int:
        return hash((self.rule, self.upto, self.of))

    def __reduce__(self) -> tuple[Any, ...]:
        if len(self) > MOST_KEPT:
            raise BadRule(
                f"expected at most {MOST_KEPT:,} terms to be pickled, found {len(self):,}; `to_csv` writes them all"
            )
        return _listed, (self.rule, self.upto, tuple(self.terms.blocks()), self.evidence, self.of)

    def __repr__(self) -> str:
        first = ", ".join(map(str, self[:SHOWN]))
        more = ", ..." if len(self) > SHOWN else ""
        return f"{self.game}: nim-values {first}{more} of 0 to {self.upto:,}; {self.evidence.status}"

    def __str__(self) -> str:
        return f"{''.join(self.pieces())}{self.evidence.sentence()}"

    def pieces(
        self,
        form: str | None = None,
        command: str = "",
        remarks: bool = False,
        more: Mapping[str, Any] | None = None,
    ) -> Iterator[str]:
        """The text of a form, in pieces.

        Parameters
        ----------
        form : {None, "csv", "bfile", "latex", "json"}
            None: rows for people.
        command : str
            What makes the same again; with it the text ends with how the values are known.
        remarks : bool
            Whether CSV ends so, too.
        more : mapping, optional
            Further keys of the JSON object.
        """
        blocks = self.terms.blocks()
        more = {**({"of": self.of} if self.of else {}), **(more or {})}
        return pieces(form, self.game, blocks, len(self), lambda: self._known, command, __version__, remarks, more)

    def _repr_html_(self) -> str:
        from grundy.show.html import COLUMNS, MOST_ROWS, sequence_html, titled  # which notebooks alone need

        first = sequence_html(self[: COLUMNS * MOST_ROWS], len(self))
        return titled(f"Nim-values of {self.game}", first, self._known.sentence())

    def plot(self, path: str | Path | None = None, kind: Kind = "points") -> Figure:
        """A chart of the values by matplotlib, which a notebook shows.

        Parameters
        ----------
        path : path, optional
            Where to write it, as SVG or PNG by its ending.
        kind : {"points", "histogram"}
            The value of each n, or how often each value is there. (For rows of the period see `picture`.)

        Raises
        ------
        GrundyError
            matplotlib is not installed.
        BadText
            Another ending or kind.
        """
        import numpy as np

        require_kind(kind)
        if path is not None:
            check_form(Path(path))
        values = np.concatenate([np.asarray(block) for block in self.terms.blocks()])
        if values.dtype == object:  # some are loony, which no number is
            values = np.array([nan if isinstance(value, Loony) else value for value in values])
        figure = points(values, self.game) if kind == "points" else histogram(values, self.game)
        if path is not None:
            replace_picture(Path(path), encoded(figure, Path(path), self._known.reason))
        return figure

    def to_frame(self) -> Any:
        """A DataFrame of pandas: column `nim_value`, index `n`. Raises GrundyError: pandas is not installed."""
        from grundy.api.values import sequence_frame

        return sequence_frame(self.terms.blocks())

    def to_csv(self) -> str:
        """A head and a line a value: state, value and how it is known."""
        return "".join(self.pieces("csv"))

    def to_bfile(self) -> str:
        """The b-file of the OEIS: a line a value, state and value."""
        return "".join(self.pieces("bfile"))

    def to_latex(self) -> str:
        """A tabular, in rows of twenty values."""
        return "".join(self.pieces("latex"))

    def as_dict(self) -> dict[str, Any]:
        """The sequence for machines."""
        mapped = {"of": self.of} if self.of else {}
        return {
            "game": self.game,
            **mapped,
            "start": 0,
            "values": list(map(value_as_json, self)),
            "evidence": self._known.as_dict(),
        }

    @cached_property
    def _known(self) -> Evidence:
        """How the values are known, and whose else they are seen to be."""
        evidence = self.evidence
        return (
            replace(evidence, reason=f"{evidence.reason}; observed: {self.matching_game}")
            if self.matching_game
            else evidence
        )


def _listed(rule: Rule, upto: int, blocks: tuple[Any, ...], evidence: Evidence, of: str = "") -> Sequence:
    """A sequence whose terms are there already."""
    return Sequence(rule, upto, Terms(partial(iter, blocks), evidence), of)


@overload
def sequence(
    game: str | Path | Rule,
    upto: int = 99,
    *,
    of: StateMap | None = None,
    measure: Measure | None = None,
    outcomes: Literal[False] = False,
    misere: Literal[False] = False,
    loopy: Literal[False] = False,
    **work: Unpack[Work],
) -> Sequence: ...
@overload
def sequence(
    game: str | Path | Rule,
    upto: int = 99,
    *,
    of: StateMap | None = None,
    measure: Measure | None = None,
    outcomes: bool = False,
    misere: bool = False,
    loopy: bool = False,
    **work: Unpack[Work],
) -> Sequence | OutcomeSequence: ...


def sequence(
    game: str | Path | Rule,
    upto: int = 99,
    *,
    of: StateMap | None = None,
    measure: Measure | None = None,
    outcomes: bool = False,
    misere: bool = False,
    loopy: bool = False,
    **work: Unpack[Work],
) -> Sequence | OutcomeSequence:
    """List the nim-values of the states 0, 1, 2, ..., upto of a game, or their outcomes.

    Parameters
    ----------
    game : str, Path or Rule
        A name of the catalogue with its parameters (``"octal:0.77"``), a rule in one line, a ``Path``, or a rule. Of a
        game of coins in a row, state n is a row whose only head is at place n, counted from 0.
    upto : int
        The last state, >= 0. Where a period or a formula is known, only so much is computed that all values follow.
    of : str or callable, optional
        A map from n to a state of any kind, whose value is then term n: a function, or a Python expression over n, as
        ``"tuple([2] * n)"``.
    measure : str or callable, optional
        What every move of your own rule lowers, in whatever order its states are: a function of the state, or a Python
        expression over it, as ``"50 - n"``, whose values are whole numbers from 0 on or tuples of such. A move that
        does not lower it is refused.
    outcomes : bool, optional
        Only who wins.
    misere, loopy : bool, optional
        Who wins where whoever cannot move wins; and where play may come back to a state, and then be drawn.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Sequence or OutcomeSequence
        The values, or with `outcomes`, `misere` or `loopy` the letters P, N and D; how they are known, and `to_csv()`,
        `to_bfile()`, `to_latex()`, `as_dict()`.

    Raises
    ------
    BadText, BadRule
        No such game; its states are no single numbers.
    OutOfReach
        Too many values.
    Stopped
        A limit was met.

    Examples
    --------
    >>> kayles = sequence("kayles", 100)
    >>> kayles[:7], kayles[100], kayles.evidence.status
    ([0, 1, 2, 3, 1, 4, 3], 1, 'computed')
    >>> print(sequence("take-away:1,2", 3).to_bfile(), end="")
    0 0
    1 1
    2 2
    3 0
    >>> sequence("kayles", 20, misere=True).p_positions()
    [1, 4, 9, 12, 20]
    """
    require_fitting("sequence", misere=misere, loopy=loopy, measure=measure is not None)
    rule = with_measure(numbers_rule(game) if of is None else rule_of(game), measure)
    mapped = None if of is None else state_map(rule, of)
    if mapped is None:
        require_number_states(rule)
        mapped = state_map(rule, "n") if rule.arity == 1 and rises(rule) else None
    if outcomes or misere or loopy:
        return _outcome_sequence(rule, upto, mapped, convention_of(misere, loopy), work)
    with session_of(work) as session:
        session.begin(sequence_run(rule, upto, "" if mapped is None else mapped.text))
        filling = terms_work(rule, upto + 1) if mapped is None else terms_of(mapped, upto + 1)
        try:
            terms = session.work(filling, lambda terms: ({}, terms.evidence.as_dict()))
        except (Stopped, KeyboardInterrupt):
            session.partial = _so_far(rule, session, "" if mapped is None else mapped.text)
            raise
    return Sequence(rule, upto, terms, "" if mapped is None else mapped.text)


def _outcome_sequence(
    rule: Rule, upto: int, mapped: Mapped | None, convention: Convention, work: Work
) -> OutcomeSequence:
    """Who wins the states 0..upto, or those that a map gives of these."""
    text = "" if mapped is None else mapped.text

    def made(letters: str, evidence: Evidence) -> OutcomeSequence:
        return OutcomeSequence(rule, convention, letters, evidence, text)

    with session_of(work) as session:
        session.begin(sequence_run(rule, upto, text, f"outcomes {convention}"))
        check_convention(Position((Component(rule, ()),)), convention)
        states = range(upto + 1) if mapped is None else [mapped(n) for n in range(upto + 1)]
        try:
            answer = session.work(outcomes_work(rule, states, convention), lambda answer: ({}, answer[1].as_dict()))
        except (Stopped, KeyboardInterrupt):
            first_part = session.first_part()
            session.partial = made(*first_part) if first_part else None
            raise
    return made(*answer)


def _so_far(rule: Rule, session: Session, of: str) -> Sequence | None:
    """The first terms, where the work was stopped, if there are some."""
    terms: Terms | None = session.first_part()
    count = sum(map(len, terms.blocks())) if terms else 0
    return Sequence(rule, count - 1, terms, of) if terms and count else None


def sequence_run(rule: Rule, upto: int | None, of: str = "", who: str = "") -> Run:
    """The record of a sequence, or of its picture, which may choose how far it goes. Raises BadRule: it has no end.

    Args:    of: the map from n to the states. who: in which play it is asked who wins; "": nim-values are.
    """
    require_short("a last state", upto)
    if upto is not None and upto < 0:
        raise BadRule(f"expected a last state from 0 on, found {upto}")
    if upto is not None and upto >= sys.maxsize:
        raise OutOfReach(
            f"a sequence has fewer than 2^63 terms, found a last state of {upto:,}; a smaller one would help"
        )
    if of or who:
        asks = f"{rule.spec} of {of} {who}".rstrip()
        named = {"of": of} if of else {}
        return run_of(rule, rule.spec, {"to": upto, **named}, asks, asks)
    return run_of(rule, rule.spec, {"to": upto}, rule.spec, former_key(rule))
