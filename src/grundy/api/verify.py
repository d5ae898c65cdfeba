"""The verb `verify`: certificates checked by the checker that trusts nothing which computed them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Unpack

from grundy.api.work import Work, session_of
from grundy.errors import GrundyError
from grundy.model.verification import CheckedFile, Verification
from grundy.runs.chunk import Chunk
from grundy.show.html import said_html

setattr(CheckedFile, "_repr_html_", said_html)  # noqa: B010 (a method is given, which mypy would refuse)
setattr(Verification, "_repr_html_", said_html)  # noqa: B010


def verify(
    *files: str | Path,
    segments: Iterable[str] = (),
    report: Callable[[str], None] = lambda line: None,
    proved: bool = False,
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
    **work
        Limits; see `Work`. Nothing is recorded, as the segments are how a check is done in pieces.

    Returns
    -------
    Verification
        True if every file is proved, so false if one is refused, or not checked as a whole; `str` is what
        ``grundy verify`` prints.

    Raises
    ------
    GrundyError
        A file cannot be read; there is no such segment; the proved checker is not built or does not know the kind.
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

    if proved and tuple(segments):
        raise GrundyError("the proved checker checks whole files: expected no segments")
    try:
        chosen = check.segments(tuple(segments))
    except ValueError as problem:
        raise GrundyError(str(problem)) from problem
    names = [str(file) for file in files]
    with session_of(work) as session:
        verification: Verification = session.work(
            lambda saved: _check_proved(names, report) if proved else _check_all(names, chosen, report)
        )
        return verification


def _check_all(
    files: list[str], chosen: list[tuple[int, int]], report: Callable[[str], None]
) -> Generator[Chunk, None, Verification]:
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
            said = f"expected a file that can be read, found: {problem.strerror}"
            raise GrundyError(f"{name}: {said}") from problem
        checked.append(CheckedFile(name, tuple(lines), refused is None and check.whole(chosen), refused))
    return Verification(tuple(checked))


def _check_proved(files: list[str], report: Callable[[str], None]) -> Generator[Chunk, None, Verification]:
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
