"""The verb `quotient`: the misère quotient of the heaps of a rule."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from grundy.api.run_keys import former_key, run_of
from grundy.api.work import Work as WorkOptions
from grundy.api.work import require_number, rule_of, session_of
from grundy.engines.misere.heap_quotient import MOST_ASKED, HeapQuotient
from grundy.errors import Stopped, Terminated
from grundy.model.quotient import Quotient
from grundy.model.rule import Rule

if TYPE_CHECKING:
    from grundy.proof.certificate import Certificate
    from grundy.runs.chunk import Work


def quotient(game: str | Path | Rule, to: int | None = None, **work: Unpack[WorkOptions]) -> Quotient:
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
    Quotient
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
    >>> from grundy import quotient
    >>> kayles = quotient("kayles", to=4)
    >>> kayles
    <misère quotient of kayles, heaps 0 to 4: 6 elements, 2 in P>
    >>> str(kayles.presentation), [kayles.presentation.name(x) for x in kayles.pretending]
    ('⟨a, b | a² = 1, b³ = b⟩', ['1', 'a', 'b', 'ab', 'a'])
    >>> whole = quotient("kayles")
    >>> whole, whole.is_p(20, 10**100, 10**100)
    (<misère quotient of kayles, all heaps: 40 elements, 9 in P>, False)
    """
    rule = rule_of(game)
    search = HeapQuotient(rule)
    require_number("a last heap", to, 0, MOST_ASKED)
    with session_of(work) as session:
        asks, former = f"quotient {rule.spec} {to}", f"quotient {former_key(rule)} {to}"
        session.begin(run_of(rule, rule.spec, {"to": to}, asks, former))
        asked: Work = lambda state: search.work(to, state)  # noqa: E731

        def report(quotient: Quotient) -> tuple[object, object]:
            described = quotient.as_dict()
            return described, described.pop("evidence")

        try:
            found: Quotient = session.work(asked, report)
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
    return found


def quotient_certificate(quotient: Quotient) -> Certificate:
    """What proves this quotient, to be saved. Raises OutOfReach: no certificate says such moves."""
    from grundy.proof.certify_quotient import certify_quotient

    return certify_quotient(quotient)
