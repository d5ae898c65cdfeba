"""The verbs `misere_quotient`, `genera` and `genus`: what is known of the heaps of a game in misère play."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from grundy.api.run_record import former_key, run_of
from grundy.api.work import Work as WorkOptions
from grundy.api.work import position_of, require_number, rule_of, session_of
from grundy.engines.misere.genus import Genus
from grundy.engines.misere.genus import genera as genera_of
from grundy.engines.misere.genus import genus as genus_of
from grundy.engines.misere.heaps import MOST_ASKED, HeapQuotient, require_misere_heaps
from grundy.errors import OutOfReach, Stopped, Terminated
from grundy.model.evidence import Evidence
from grundy.model.quotient import MisereQuotient
from grundy.model.rule import Position, Rule
from grundy.runs.chunk import Chunk
from grundy.runs.clock import CLOCK
from grundy.show.html import table_html, titled
from grundy.text.terminal import printable

if TYPE_CHECKING:
    from grundy.proof.keep import Certificate
    from grundy.runs.chunk import Work


# The verb `misere_quotient`: the misère quotient of the heaps of a rule.


def misere_quotient(game: str | Path | Rule, to: int | None = None, **work: Unpack[WorkOptions]) -> MisereQuotient:
    """The misère quotient of the heaps of a game: their sums, as far as misère play distinguishes them.

    Parameters
    ----------
    game : str, Path or Rule
        A game on heaps: a name of the catalogue with its parameters, a ``Path``, or a rule.
    to : int, optional
        The largest heap, up to 1,000,000. Without it heaps are added until the quotient is complete, that is, one of
        all heaps.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    MisereQuotient
        A finite commutative monoid. Where none is found for all of these heaps, or a limit stops the search, that of
        as many heaps as were through, and `reason` says why.

    Raises
    ------
    BadText, BadRule
        No such game, or none on heaps; play does not end; a last heap below 0 or too large.
    Stopped
        A limit was met before any heap was through.

    References
    ----------
    Plambeck & Siegel 2008, Misère quotients for impartial games.

    Examples
    --------
    >>> from grundy import misere_quotient
    >>> kayles = misere_quotient("kayles", to=4)
    >>> kayles
    <misère quotient of kayles, heaps 0 to 4: 6 elements, 2 in P>
    >>> str(kayles.presentation), [kayles.presentation.name(x) for x in kayles.pretending]
    ('⟨a, b | a² = 1, b³ = b⟩', ['1', 'a', 'b', 'ab', 'a'])
    >>> whole = misere_quotient("kayles")
    >>> whole, whole.is_p(20, 10**100, 10**100)
    (<misère quotient of kayles, all heaps: 40 elements, 9 in P>, False)
    """
    rule = rule_of(game)
    search = HeapQuotient(rule)
    require_number("a last heap", to, 0, MOST_ASKED)
    with session_of(work) as session:
        asks, former = f"quotient {rule.spec} {to}", f"quotient {former_key(rule)} {to}"
        session.begin(run_of(rule, rule.spec, {"to": to}, asks, former))
        task: Work = lambda state: search.work(to, state)  # noqa: E731

        def report(quotient: MisereQuotient) -> tuple[object, object]:
            described = quotient.as_dict()
            return described, described.pop("evidence")

        try:
            whole: MisereQuotient = session.work(task, report)
        except Stopped as stopped:
            if not search.heaps:
                raise
            search.reason = stopped.status
            return search.found()
        except KeyboardInterrupt as interrupt:
            search.reason = "terminated" if isinstance(interrupt, Terminated) else "interrupted"
            if search.heaps:
                session.partial = search.found()
                interrupt.add_note(str(session.partial))
            raise
    return whole


def quotient_certificate(quotient: MisereQuotient) -> Certificate:
    """Make a certificate of this quotient. Raises OutOfReach if no certificate describes its moves."""
    from grundy.proof.certify_quotient import certify_quotient

    return certify_quotient(quotient)


# The verbs `genera` and `genus`: the genus of each heap of a game, and of a position, in misère play.

SOON = 0.05  # seconds between two looks at how far it is: what is kept is copied for each
BY = "each genus from those of the options, by the definition; tame by the theorem on tame parts (Conway 1976, ch. 12)"


@dataclass
class Genera:
    """The genera of heaps 0, 1, 2, ... of a game.

    Attributes
    ----------
    game : str
        The rule, with its parameters.
    genera : list of Genus
        Of each heap.
    tame : list of bool
        Whether each heap behaves in every sum of tame positions like a position of misère Nim; else it is wild.
    reason : str
        Why there are no more heaps; "" where there are all that were asked for.
    """

    game: str
    genera: list[Genus] = field(default_factory=list)
    tame: list[bool] = field(default_factory=list)
    reason: str = ""

    def __repr__(self) -> str:
        return f"<genera of {self.game}, heaps 0 to {len(self.genera) - 1}: {self.tame.count(False)} wild>"

    def __str__(self) -> str:
        wide = len(str(len(self.genera)))
        wild = self.tame.count(False)
        lines = [f"Genera of {printable(self.game, kept='')}, heaps 0 to {len(self.genera) - 1}: {wild} wild"]
        lines += [f"No more heaps: {self.reason}."] if self.reason else []
        for heap, (genus, tame) in enumerate(zip(self.genera, self.tame, strict=True)):
            lines.append(f"  {heap:>{wide}}  {genus!s:<12}{'tame' if tame else 'wild'}")
        return "\n".join([*lines, self.evidence.sentence()])

    def _repr_html_(self) -> str:
        first, *_ = str(self).splitlines()
        pairs = enumerate(zip(self.genera, self.tame, strict=True))
        rows = [[str(heap), genus.html(), "tame" if tame else "wild"] for heap, (genus, tame) in pairs]
        return titled(first, table_html(["heap", "genus", ""], rows), self.evidence.sentence())

    @property
    def evidence(self) -> Evidence:
        """How they are known."""
        return Evidence("computed", BY)

    def as_dict(self) -> dict[str, Any]:
        """For machines."""
        return {
            "game": self.game,
            "to": len(self.genera) - 1,
            "genera": [
                {"value": genus.value, "miseres": list(genus.miseres), "tame": tame}
                for genus, tame in zip(self.genera, self.tame, strict=True)
            ],
            "reason": self.reason,
            "evidence": self.evidence.as_dict(),
        }


def genera(game: str | Path | Rule, to: int, **work: Unpack[WorkOptions]) -> Genera:
    """The genera of heaps 0 to `to` of a game, and which of them are tame.

    Parameters
    ----------
    game : str, Path or Rule
        A game on heaps: a name of the catalogue with its parameters, a ``Path``, or a rule.
    to : int
        The largest heap.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Genera
        Where too many sums would have to be looked at, or a limit stops it, those of as many heaps as were through, and
        `reason` says why.

    Raises
    ------
    BadText, BadRule
        No such game, or none on heaps; play does not end; a last heap below 0.

    References
    ----------
    Conway 1976, On numbers and games, ch. 12; Winning Ways, ch. 13.

    Examples
    --------
    >>> from grundy import genera
    >>> print(genera("kayles", to=5))
    Genera of kayles, heaps 0 to 5: 1 wild
      0  0^120       tame
      1  1^031       tame
      2  2^20        tame
      3  3^31        tame
      4  1^031       tame
      5  4^146       wild
    Computed: each genus from those of the options, by the definition; tame by the theorem on tame parts (Conway 1976, ch. 12).
    """  # noqa: E501 (a line that is printed)
    rule = rule_of(game)
    require_misere_heaps(rule)
    require_number("a last heap", to, 0)
    genus_rows: list[tuple[Genus, bool]] = []
    reason = ""

    def known() -> Genera:
        rows = list(genus_rows)  # the engine's thread may be adding one
        return Genera(rule.spec, [genus for genus, _ in rows], [tame for _, tame in rows], reason)

    def chunk() -> Chunk:
        saved = [[tame, genus.value, *genus.miseres] for genus, tame in genus_rows]
        count = len(saved)
        text = f"the genera of heaps 0 to {count - 1}"
        return Chunk(count, to + 1, "heaps", {"genera": saved}, text, last=count > to)

    def steps(state: Mapping[str, Any] | None) -> Generator[Chunk, None, Genera]:
        nonlocal reason
        for tame, value, *miseres in (state or {}).get("genera", []):
            genus_rows.append((Genus(value, tuple(miseres)), tame))
        due = 0.0
        try:
            for heap, row in enumerate(genera_of(rule, to)):  # those that are kept have to be found again
                genus_rows[heap : heap + 1] = [row]
                if CLOCK.now() >= due or heap == to:
                    yield chunk()
                    due = CLOCK.now() + SOON
        except OutOfReach as problem:
            reason = f"heap {len(genus_rows)}: {problem}"
        return known()

    with session_of(work) as session:
        asks, former = f"genera {rule.spec} {to}", f"genera {former_key(rule)} {to}"
        session.begin(run_of(rule, rule.spec, {"to": to}, asks, former))
        try:
            whole: Genera = session.work(steps, lambda done: (done.as_dict(), done.evidence.as_dict()))
        except Stopped as stopped:
            reason = stopped.status
            return known()
        except KeyboardInterrupt as interrupt:
            reason = "terminated" if isinstance(interrupt, Terminated) else "interrupted"
            session.partial = known() if genus_rows else None
            raise
    return whole


def genus(position: Position | str) -> Genus:
    """The genus of a position.

    Parameters
    ----------
    position : Position or str
        Also as it is typed, ``"kayles 5"``.

    Returns
    -------
    Genus

    Raises
    ------
    BadText
        No such position.
    OutOfReach
        More sums than are looked at.
    BadRule
        Play does not end.

    Notes
    -----
    Tame parts take next to no time; else each of the sums below is looked at once.

    References
    ----------
    Conway 1976, On numbers and games, ch. 12; Winning Ways, ch. 13.

    Examples
    --------
    >>> from grundy import genus, octal
    >>> [str(genus(octal("0.77")(n))) for n in range(6)]  # Kayles
    ['0^120', '1^031', '2^20', '3^31', '1^031', '4^146']
    >>> print(genus("kayles 5"))
    4^146
    """
    return genus_of(position_of(position))
