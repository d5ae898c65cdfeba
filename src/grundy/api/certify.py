"""The verb `certify`: what proves an answer, written to a file that the checker has read back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from grundy.api.answers import result_of
from grundy.api.periods import PeriodResult, certify_period, rule_of_period
from grundy.api.searching import searching
from grundy.api.work import Work, position_of, session_of
from grundy.engines.methods import Method
from grundy.engines.options import SearchOptions
from grundy.errors import GrundyError
from grundy.model.period import Written
from grundy.model.result import Result
from grundy.model.rule import Position
from grundy.runs.session import Session

if TYPE_CHECKING:
    from grundy.engines.part_values import PartValues
    from grundy.proof.certificate import Certificate


def certify(
    what: str | Position | Result | PeriodResult,
    path: str | Path,
    *,
    strategy: bool = False,
    method: Method = "auto",
    cores: int | None = 1,
    **work: Unpack[Work],
) -> Written:
    """Write what proves an answer to a file, as a whole or not at all; the checker reads it back before it is named so.

    Parameters
    ----------
    what : str, Position, Result or PeriodResult
        A position, whose nim-value in normal play is certified; the result of one, or of a period that is proved: the
        certificate then says what the result says.
    path : path
        The file.
    strategy : bool, optional
        Of a position, in place of its value, who wins: a reply to every move. Also in misère play.
    method, cores
        As for `solve`.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Written
        Where it is, and whether the checker could read all of it in as long as the answer took (10 seconds at least).

    Raises
    ------
    FalseCertificate
        The certificate would say something else than the answer: one of both is wrong, and nothing is left.
    OutOfReach
        Too many positions, or a proof that is too long.
    GrundyError
        Nothing is proved, no certificate says such moves, or the file cannot be written.
    Stopped
        A limit was met.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from grundy.api.verify import verify
    >>> with TemporaryDirectory() as folder:
    ...     checked = certify("cram 2x3", Path(folder, "cram.txt")).checked
    ...     print(checked, verify(Path(folder, "cram.txt")).files[0].lines[1].partition(": ")[2])
    True claims nim-value 1 of the set 3f, so the first player wins, by 2 smaller claims
    """
    if isinstance(what, PeriodResult):
        return certify_period(rule_of_period(what), what, path)
    with session_of(work) as session:
        if isinstance(what, Result):
            result = what
        else:
            asked = position_of(what)
            result = result_of(asked, options=searching(session, asked, False, method, cores))
        return certify_result(result, path, strategy, session, method, cores)


def certify_result(
    result: Result,
    path: str | Path,
    strategy: bool,
    session: Session,
    method: Method,
    cores: int | None,
    kept: PartValues | None = None,
) -> Written:
    """Write what proves a result, within a session, from the nim-values of parts that are kept; else as `certify`."""
    options = searching(session, *_asked(result), method, cores, kept)
    return _of_position(result, strategy, options, session).save(path)


def certificate_of(
    result: Result,
    *,
    strategy: bool = False,
    method: Method = "auto",
    cores: int | None = 1,
    **work: Unpack[Work],
) -> Certificate:
    """What proves a result, to be saved: `result.certificate().save("c.txt")`; see `certify`.

    Raises:  GrundyError: nothing is proved, or no certificate says such moves. OutOfReach: the proof is too long.
    """
    with session_of(work) as session:
        return _of_position(result, strategy, searching(session, *_asked(result), method, cores), session)


def _of_position(result: Result, strategy: bool, options: SearchOptions, session: Session) -> Certificate:
    """The certificate of who wins, or of the value."""
    from grundy.proof import certify_matching, certify_position, certify_symmetry
    from grundy.proof import strategy as strategies
    from grundy.proof.certificate import Certificate
    from grundy.proof.keep import value_claim, winner_claim

    position, misere = _asked(result)
    if result.convention == "loopy" or (misere and not strategy):
        raise GrundyError(
            f"{position}: expected normal play for a certificate of a value, normal or misère play for a strategy, "
            f"found {result.convention} play"
        )
    first = result.winner == "first"
    answered = None
    if not misere and (strategy or not result.nim_value):
        answered = certify_matching.certificate(position, first) or certify_symmetry.certificate(position, first)
    if answered:
        lines, claim = answered, winner_claim(result.winner, misere)
    elif strategy:
        lines, claim = strategies.strategy(position, misere, options), winner_claim(result.winner, misere)
    else:
        lines, claim = certify_position.certificate(position, options), value_claim(result.nim_value, result.winner)
    return Certificate(tuple(lines), claim, session.seconds)


def _asked(result: Result) -> tuple[Position, bool]:
    """The position of a result, and whether play is misère."""
    return result.position, result.convention == "misere"
