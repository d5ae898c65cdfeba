"""The verb `verify`: certificates checked by the checker that trusts nothing which computed them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from grundy.api.constraints import require_fitting
from grundy.api.work import Work, on_cluster, require_number, room_for, session_of
from grundy.errors import GrundyError
from grundy.model.run import Run
from grundy.model.verification import CheckedFile, Verification
from grundy.runs.chunk import Chunk
from grundy.version import __version__

if TYPE_CHECKING:
    from grundy.proof.pieces import Workers

    Segments = list[tuple[int, int]]
    Report = Callable[[str], None]


def verify(
    *files: str | Path,
    segments: Iterable[str] = (),
    report: Callable[[str], None] = lambda line: None,
    proved: bool = False,
    cores: int | None = None,
    cluster: str | None = None,
    **work: Unpack[Work],
) -> Verification:
    """Check certificates, trusting nothing that computed them.

    Parameters
    ----------
    *files : path
        Certificates, of whatever kind; the table that one speaks of lies beside it.
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
        cluster cannot be used, or a worker does not see the files.
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
    """
    from grundy.proof import check

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
    names = [str(file) for file in files]
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
            verification = session.work(lambda saved: _check_spread(names, named, report, workers, saved or {}), _kept)
            return verification


def _kept(verification: Verification) -> tuple[object, object]:
    """What a run keeps of its result."""
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
    from grundy.api.proved import verify_proved
    from grundy.proof import check

    checked: list[CheckedFile] = []
    for file in files:
        verified = verify_proved(file, check.named(file))
        for line in verified.lines:
            report(line)
        checked.append(verified)
        yield Chunk(len(checked), len(files), "certificates", {}, verified.lines[-1] if verified.lines else "")
    return Verification(tuple(checked))
