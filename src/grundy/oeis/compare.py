"""An entry of the OEIS compared with the values of a rule, term by term."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from grundy.errors import BadRule, Stopped
from grundy.model.evidence import Evidence
from grundy.model.space import HEAP
from grundy.oeis.files import NUMBER, BFile, index_path, read_bfile, refuse
from grundy.oeis.index import published

if TYPE_CHECKING:
    from grundy.api.states import StateMap
    from grundy.api.work import Work
    from grundy.model.rule import Rule
    from grundy.runs.session import Session

MOST_SHIFT = 4  # heaps by which an entry may begin later, where nobody says by how much


@dataclass(frozen=True, slots=True)
class Comparison:
    """An entry beside a rule.

    Attributes
    ----------
    game, entry : str
        The rule, and the file or the number of the entry.
    total, equal : int
        How many terms are compared, and how many at the beginning are equal.
    first, shift : int
        The number of the first term; term n of the entry is beside heap n + shift (or P-position n + shift).
    published, actual : int or None
        The terms that differ first; None if none does. `actual` is also None where the rule has no such term.
    line : int or None
        The line of the term that differs, in a b-file.
    fitting_shift : int or None
        Another shift with which all terms are equal.
    evidence : Evidence
        How the values of the rule are known.
    """

    game: str
    entry: str
    total: int
    equal: int
    first: int
    shift: int
    evidence: Evidence
    published: int | None = None
    actual: int | None = None
    line: int | None = None
    fitting_shift: int | None = None

    @property
    def holds(self) -> bool:
        """Whether all terms are equal."""
        return self.equal == self.total

    @property
    def exit_status(self) -> int:
        """The exit status: 0 if all terms are equal, else 1."""
        return 0 if self.holds else 1

    @property
    def sentence(self) -> str:
        """What was found, in words."""
        shift = f", term n beside heap n {'+' if self.shift > 0 else '-'} {abs(self.shift)}" if self.shift else ""
        if self.holds:
            return f"{self.equal:,} terms equal{shift}"
        place = f"{self.entry}:{self.line}: " if self.line else f"{self.entry}: "
        n = self.first + self.equal
        ours = "there is none" if self.actual is None else f"it is {self.actual}"
        difference = f"{place}term {n} is {self.published} in the entry, and in {self.game} {ours}{shift}"
        before = f"; {self.equal:,} terms before it are equal" if self.equal else ""
        other = f"; with --shift {self.fitting_shift} all terms are equal" if self.fitting_shift is not None else ""
        return f"{difference}{before}{other}"

    def as_dict(self) -> dict[str, Any]:
        """The comparison for machines."""
        keys = ("game", "entry", "total", "equal", "first", "shift", "published", "actual", "line")
        terms = {key: getattr(self, key) for key in keys}
        return {**terms, "fits": self.fitting_shift, "evidence": self.evidence.as_dict()}


def check(
    entry: str | Path,
    game: str | Path | Rule,
    upto: int | None = None,
    *,
    of: StateMap | None = None,
    outcomes: bool = False,
    misere: bool = False,
    shift: int | None = None,
    oeis: str | Path | None = None,
    **work: Unpack[Work],
) -> Comparison:
    """Compare an entry of the OEIS with the nim-values, or with the P-positions, of a rule.

    Parameters
    ----------
    entry : str or path
        A b-file, or a number such as ``"A002186"``, whose terms the user's own file `stripped` has.
    game : str, Path or Rule
        As for `sequence`.
    upto : int, optional
        The last term that is compared, by its number.
    of : str or callable, optional
        A map from n to a state of any kind, as for `sequence`.
    outcomes, misere : bool, optional
        Compare the list of P-positions, the first of which is term 1; in misère play.
    shift : int, optional
        Term n is beside heap n + shift. Without it 0; where the entry does not say which number its first term has,
        the one from 0 to 4 with most equal terms.
    oeis : path, optional
        The file `stripped`, or its folder; else GRUNDY_OEIS names it.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Comparison

    Raises
    ------
    BadText
        The b-file is damaged or has a gap, at a line that is named.
    BadRule, GrundyError, OutOfReach
        No such entry, game or values.
    Stopped
        A limit was met; it says how many terms are equal.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "b002186.txt").write_text("0 0\\n1 1\\n2 2\\n3 4\\n")
    ...     print(check(Path(folder, "b002186.txt"), "kayles").actual)
    3
    """
    from grundy.api.sequence import sequence
    from grundy.api.work import require_number, rule_of, session_of

    given = entry_of(entry, oeis)
    require_number("a shift", None if shift is None else abs(shift), 0)
    if upto is not None:
        given = replace(given, terms=given.terms[: max(0, upto - given.first + 1)])
        if not given.terms:
            raise BadRule(f"expected a last term from {given.first} on, found {upto}")
    rule = rule_of(game)
    start = _start(given, shift, outcomes or misere)
    last = max(given.terms) if outcomes or misere else start + len(given.terms) - 1
    cheap = rule.space is HEAP and of is None and not (outcomes or misere)  # values of single heaps come together
    more = MOST_SHIFT if shift is None and not given.lines and cheap else 0
    if last < 0:
        raise BadRule(f"{given.source}: expected positions from 0 on, found a largest term of {last}")
    with session_of(work) as session:
        try:
            terms = sequence(rule, last + more, of=of, outcomes=outcomes, misere=misere, session=session)
        except (Stopped, KeyboardInterrupt) as problem:
            comparison = _partial(given, rule, session, start, shift)
            if comparison is not None and not comparison.holds and isinstance(problem, Stopped):
                return comparison
            session.partial = comparison
            if comparison is not None and isinstance(problem, Stopped):
                progress = f"the first {comparison.equal:,} of {len(given.terms):,} terms are equal"
                raise Stopped(problem.status, progress, problem.resume) from problem
            raise
        return compared(given, rule.spec, list_of(terms), start, shift, terms.evidence)


def entry_of(entry: str | Path, oeis: str | Path | None) -> BFile:
    """The published terms of a b-file, or of a number: from its b-file in the user's folder, else from `stripped`."""
    if isinstance(entry, str) and NUMBER.fullmatch(entry):
        folder = index_path(oeis).parent
        own = folder / f"b{entry[1:]}.txt"
        return read_bfile(own) if own.is_file() else published(entry, oeis)
    return read_bfile(entry)


def _start(given: BFile, shift: int | None, listed: bool) -> int:
    """The place, from 0 on, of the first term among those of the rule. Raises BadText, BadRule: there is none."""
    start = (given.first - listed if given.lines else 0) + (shift or 0)
    if start < 0 and given.lines:
        refuse(given.source, given.lines[0], 1, f"a first term from {int(listed)} on", f"term {given.first}")
    if start < 0:
        raise BadRule(f"{given.source}: expected a shift from 0 on, found {shift}")
    return start


def list_of(terms: Any) -> list[int]:
    """The terms of a sequence, or its P-positions."""
    positions = getattr(terms, "p_positions", None)
    return list(positions() if positions else terms)


def compared(
    given: BFile, game: str, ours: Sequence[int], start: int, shift: int | None, evidence: Evidence
) -> Comparison:
    """An entry beside the terms of a rule, of which the first is beside term `start` of these."""

    def equal_from(place: int) -> int:
        pairs = enumerate(zip(given.terms, ours[place:], strict=False))
        return next((n for n, (a, b) in pairs if a != b), min(len(given.terms), max(0, len(ours) - place)))

    total = len(given.terms)
    fits = None
    if shift is None:
        places = range(min(MOST_SHIFT + 1, max(1, len(ours))))
        best = max(places, key=lambda place: (equal_from(place), -place))
        if not given.lines:
            start, shift = best, best
        else:
            whole = [place for place in (best, *places) if equal_from(place) == min(total, len(ours) - place)]
            fits = whole[0] - start if whole and equal_from(start) < total else None
    equal = equal_from(start)
    shift = shift or 0
    if equal == total:
        return Comparison(game, given.source, total, equal, given.first, shift, evidence)
    place = start + equal
    return Comparison(
        game, given.source, total, equal, given.first, shift, evidence,
        given.terms[equal], ours[place] if place < len(ours) else None,
        given.lines[equal] if given.lines else None, fits,
    )  # fmt: skip


def _partial(given: BFile, rule: Rule, session: Session, start: int, shift: int | None) -> Comparison | None:
    """The comparison of as many terms as are known where the work was stopped; None: of none."""
    terms = session.partial
    if terms is None:
        return None
    ours = list_of(terms)
    prefix = replace(given, terms=given.terms[: max(0, len(ours) - start)])
    return compared(prefix, rule.spec, ours, start, shift or 0, terms.evidence) if prefix.terms else None
