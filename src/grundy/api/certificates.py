"""The verbs `certify` and `verify`: what proves an answer, written to a file, and what the checkers say of files."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Unpack

from grundy.api.answers import result_of, searching
from grundy.api.constraints import require_fitting
from grundy.api.period import certify_period, rule_of_period
from grundy.api.work import Work, on_cluster, position_of, require_number, room_for, session_of
from grundy.engines.methods import Method
from grundy.engines.options import SearchOptions
from grundy.errors import GrundyError
from grundy.model.period import PeriodResult, Written
from grundy.model.result import Result
from grundy.model.rule import Position
from grundy.model.run import Run
from grundy.model.verification import CheckedFile, Verification
from grundy.runs.chunk import Chunk
from grundy.runs.session import Session
from grundy.version import __version__

if TYPE_CHECKING:
    from grundy.engines.part_values import PartValues
    from grundy.proof.keep import Certificate
    from grundy.proof.pieces import Workers


# The verb `certify`: what proves an answer, written to a file that the checker has read back.


def certify(
    what: str | Position | Result | PeriodResult,
    path: str | Path,
    *,
    strategy: bool = False,
    method: Method = "auto",
    cores: int | None = 1,
    **work: Unpack[Work],
) -> Written:
    """Write a certificate of an answer to a file, all of it or nothing; the checker reads it back first.

    Parameters
    ----------
    what : str, Position, Result or PeriodResult
        A position, whose nim-value in normal play is certified, or who wins, where a symmetry says that before the
        value is searched; the result of one, or of a period that is proved: the certificate then says what the result
        says.
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
        Where it is, and whether the checker could read all of it in as much processor time as the answer took (10
        seconds at least).

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
    >>> from grundy.api.certificates import verify
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
            position = position_of(what)
            result = result_of(position, options=searching(session, position, False, method, cores))
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
    options = searching(session, *_position_of(result), method, cores, kept)
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
        return _of_position(result, strategy, searching(session, *_position_of(result), method, cores), session)


def _of_position(result: Result, strategy: bool, options: SearchOptions, session: Session) -> Certificate:
    """The certificate of who wins, or of the value."""
    from grundy.proof import certify_lands, certify_position, certify_replies
    from grundy.proof import strategy as strategies
    from grundy.proof.keep import Certificate, value_claim, winner_claim

    position, misere = _position_of(result)
    if result.convention == "loopy" or (misere and not strategy):
        raise GrundyError(
            f"{position}: expected normal play for a certificate of a value, normal or misère play for a strategy, "
            f"found {result.convention} play"
        )
    first = result.winner == "first"
    answered = None
    if not misere and (strategy or not result.nim_value):
        answered = certify_replies.by_matching(position, first) or certify_replies.by_symmetry(position, first)
    lands = certify_lands.lands_shape(position)
    if answered:
        lines, claim = answered, winner_claim(result.winner, misere)
    elif strategy:
        lines = (
            certify_lands.strategy(position, lands, misere, options)
            if lands
            else strategies.strategy(position, misere, options)
        )
        claim = winner_claim(result.winner, misere)
    else:
        lines = (
            certify_lands.certificate(position, lands, options)
            if lands
            else certify_position.certificate(position, options)
        )
        claim = value_claim(result.nim_value, result.winner)
    return Certificate(tuple(lines), claim, session.seconds)


def _position_of(result: Result) -> tuple[Position, bool]:
    """The position of a result, and whether play is misère."""
    return result.position, result.convention == "misere"


# The verb `verify`: certificates checked by the checker that trusts nothing which computed them.

if TYPE_CHECKING:
    Segments = list[tuple[int, int]]
    Report = Callable[[str], None]


def verify(
    *files: str | Path | Certificate,
    segments: Iterable[str] = (),
    report: Callable[[str], None] | None = None,
    proved: bool = False,
    cores: int | None = None,
    cluster: str | None = None,
    **work: Unpack[Work],
) -> Verification:
    """Check certificates, trusting nothing that computed them.

    Parameters
    ----------
    *files : path or Certificate
        Certificates, of whatever kind; the table that one speaks of lies beside it. One that is not saved leaves no
        file.
    segments : iterable of str, optional
        Of the check of each file only these pieces, ``"I/K"`` being the I-th of K equal ones. All K prove what one
        check of the whole proves, fewer prove nothing.
    report : callable, optional
        Called with each line of `CheckedFile.lines` as soon as it is known: large certificates take hours.
    proved : bool, optional
        Use the checker whose soundness is proved in Coq; it must be built, and knows some kinds of certificates only.
    cores : int, optional
        Cut each certificate into pieces, that are checked by so many processes; what is said stays the same.
    cluster : str, optional
        The same by the workers of the Dask scheduler at this address, which see the files under the same names.
    **work
        Limits; see `Work`. It is recorded with `cores` or `cluster` alone: pieces that were accepted are not checked
        again by a run that is resumed.

    Returns
    -------
    Verification
        True if every file is proved, so false if one is refused, or not checked as a whole; `str` is what
        ``grundy verify`` prints.

    Raises
    ------
    GrundyError
        A file cannot be read; there is no such segment; the proved checker is not built or does not know the kind; the
        cluster cannot be used, or a worker does not see the files (it sees no certificate that is not saved).
    Stopped
        A limit was met; it says the last line that was known.

    Notes
    -----
    The checker is one file of plain Python, grundy/proof/check.py, that also works copied alone to another machine.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from grundy.api.period import period
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "kayles.txt")
    ...     found = period("kayles", certificate=file)
    ...     whole, half = verify(file), verify(file, segments=["1/2"])
    >>> bool(whole), bool(half)
    (True, False)
    >>> whole.files[0].lines[1].rpartition(": ")[2]
    'claims least period 12, least pre-period 71, by all pairs in 168 heaps'

    A certificate that is not saved:

    >>> print(verify(period("kayles").certificate()).files[0].lines[-1])
    certificate: 1 of 1 segments checked: proved
    """
    from grundy.proof import check

    report = report or (lambda line: None)
    saved = [file for file in files if isinstance(file, str | Path)]
    if len(saved) < len(files):
        if cluster is not None:
            raise GrundyError("expected certificates that are saved, for the workers of a cluster read files")
        how = {"segments": segments, "proved": proved, "cores": cores, **work}
        return _verify_unsaved(files, report, how)
    segments = tuple(segments)
    require_fitting(
        "verify", segment=bool(segments), proved=proved, cores=cores is not None, cluster=cluster is not None,
        store=work.get("store") is not None,
    )  # fmt: skip
    spread = cores is not None or cluster is not None
    require_number("a number of cores", cores, 1)
    try:
        chosen = check.segments(segments)
    except ValueError as problem:
        raise GrundyError(str(problem)) from problem
    names = [str(file) for file in saved]
    with session_of(work) as session:
        verification: Verification
        if not spread:
            verification = session.work(
                lambda saved: _check_proved(names, report) if proved else _check_all(names, chosen, report)
            )
            return verification
        key = f"verify {hashlib.sha256(repr((names, chosen)).encode()).hexdigest()}"
        with on_cluster(cluster, session) as elsewhere:
            session.begin(Run((), f"certificates {' '.join(map(check.named, names))}", {}, key, __version__))
            from grundy.proof.pieces import Workers

            workers = Workers(0 if elsewhere else room_for(session, cores or 1), elsewhere)
            named = chosen if segments else None
            verification = session.work(
                lambda saved: _check_spread(names, named, report, workers, saved or {}), _record
            )
            return verification


def _verify_unsaved(files: Sequence[str | Path | Certificate], report: Report, how: Mapping[str, Any]) -> Verification:
    """The check of certificates of which some are not saved: they are in files only as long as it takes."""
    from grundy.proof import check

    with TemporaryDirectory() as folder:
        names: dict[str, str] = {}  # of a file that is checked, and what is printed instead
        paths: list[str | Path] = []
        for number, file in enumerate(files, 1):
            if not isinstance(file, str | Path):
                path = Path(folder, str(number))
                path.write_bytes(str(file).encode())
                names[check.named(str(path))] = "certificate" if len(files) == 1 else f"certificate {number}"
                file = path
            paths.append(file)

        def renamed(line: str) -> str:
            name = next((name for name in names if line.startswith(f"{name}: ")), "")
            return f"{names[name]}{line.removeprefix(name)}" if name else line

        verification = verify(*paths, report=lambda line: report(renamed(line)), **how)
    return Verification(
        tuple(
            replace(entry, name=names.get(entry.name, entry.name), lines=tuple(map(renamed, entry.lines)))
            for entry in verification.files
        )
    )


def _record(verification: Verification) -> tuple[object, object]:
    """A result and its evidence as JSON data for the store of runs."""
    files = {file.name: file.proved for file in verification.files}
    return {"proved": files}, {"status": "computed", "by": "the checker of certificates, in pieces"}


def _check_spread(
    files: list[str], chosen: Segments | None, report: Report, workers: Workers, saved: Mapping[str, Any]
) -> Generator[Chunk, None, Verification]:
    """The check of all files in pieces by many, which says what `_check_all` says."""
    from grundy.proof import check
    from grundy.proof.pieces import check_in_pieces

    checked: list[CheckedFile] = []
    state = dict(saved)
    whole = chosen or [(1, 1)]
    for number, file in enumerate(files):
        name = check.named(file)
        lines: list[str] = []
        try:
            certificate, lines = check.opened(file)
            for line in lines:
                report(line)
            checking = check_in_pieces(file, certificate, chosen, workers, state)
            while True:
                chunk = next(checking)
                state = {**state, **chunk.state}
                yield replace(chunk, state=state, phase=(number,))
        except StopIteration as end:
            refused = end.value
        except check.Refused as reason:
            refused = str(reason)
        except OSError as problem:
            raise _not_read(name, problem) from problem
        if refused is None:
            lines.append(check.verdict(file, whole))
            report(lines[-1])
        checked.append(CheckedFile(name, tuple(lines), refused is None and check.whole(whole), refused))
    return Verification(tuple(checked))


def _not_read(name: str, problem: OSError) -> GrundyError:
    return GrundyError(f"{name}: expected a file that can be read, found: {problem.strerror}")


def _check_all(files: list[str], chosen: Segments, report: Report) -> Generator[Chunk, None, Verification]:
    """The check of all files, as work under limits."""
    from grundy.proof import check

    checked: list[CheckedFile] = []
    for file in files:
        name = check.named(file)
        lines: list[str] = []
        refused = None
        try:
            for line in check.verify(file, chosen):
                lines.append(line)
                report(line)
                yield Chunk(len(checked), len(files), "certificates", {}, line)
        except check.Refused as reason:
            refused = str(reason)
        except OSError as problem:
            raise _not_read(name, problem) from problem
        checked.append(CheckedFile(name, tuple(lines), refused is None and check.whole(chosen), refused))
    return Verification(tuple(checked))


def _check_proved(files: list[str], report: Report) -> Generator[Chunk, None, Verification]:
    """The same by the checker that is proved."""
    from grundy.proof import check

    checked: list[CheckedFile] = []
    for file in files:
        verified = verify_proved(file, check.named(file))
        for line in verified.lines:
            report(line)
        checked.append(verified)
        yield Chunk(len(checked), len(files), "certificates", {}, verified.lines[-1] if verified.lines else "")
    return Verification(tuple(checked))


# The checker whose soundness is proved: found where it is built, and asked about a file.

NAME = "grundy-proved"
SOURCES = Path(__file__).parents[3] / "proofs" / "coq"  # of a checkout; an installed package has none


def verify_proved(file: str, name: str) -> CheckedFile:
    """What the proved checker says of a certificate; `name` is the file as it is printed. Raises GrundyError."""
    done = _run(file)
    lines = done.stdout.splitlines()
    if done.returncode not in (0, 1) or not lines:
        raise GrundyError(f"{name}: {_reason(done)}")
    refused = lines.pop().removeprefix("refused: ") if done.returncode else None
    return CheckedFile(name, tuple(f"{name}: {line}" for line in lines), refused is None, refused)


def coq_theorem(file: str | Path) -> str:
    """A text with which Coq proves in its kernel what a certificate claims. Raises GrundyError."""
    from grundy.proof import check

    done = _run("--coq", str(file))
    if done.returncode:
        raise GrundyError(f"{check.named(str(file))}: {_reason(done)}")
    return done.stdout


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run([_program(), *words], capture_output=True, text=True, errors="replace", check=False)
    except OSError as problem:
        raise GrundyError(f"{NAME} cannot be run: {problem.strerror}") from problem


def _reason(done: subprocess.CompletedProcess[str]) -> str:
    """Why there is no verdict: its last line, or what the system said of the file."""
    last = (done.stdout.splitlines() or [""])[-1]
    return last or done.stderr.strip().rpartition(": ")[2] or f"exit status {done.returncode}"


def _program() -> str:
    """The program: in the checkout, or where programs are looked for."""
    built = SOURCES / NAME
    path = str(built) if built.is_file() else shutil.which(NAME)
    if path is None:
        raise GrundyError(
            f"the proved checker is not built: 'make -C proofs/coq' in a checkout of grundy makes {NAME} with OCaml "
            "(Debian: ocaml-nox); elsewhere put it on PATH"
        )
    return path
