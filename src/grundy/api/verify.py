"""The verb `verify`: certificates checked by the checker that trusts nothing which computed them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from grundy.errors import GrundyError
from grundy.model.verification import CheckedFile, Verification


def verify(
    *files: str | Path, segments: Iterable[str] = (), report: Callable[[str], None] = lambda line: None
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

    Returns
    -------
    Verification
        True if every file is proved, so false if one is refused, or not checked as a whole; `str` is what
        ``grundy verify`` prints.

    Raises
    ------
    GrundyError
        A file cannot be read; there is no such segment.

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

    try:
        chosen = check.segments(tuple(segments))
    except ValueError as problem:
        raise GrundyError(str(problem)) from problem
    checked = []
    for file in map(str, files):
        name = check.named(file)
        lines: list[str] = []
        refused = None
        try:
            for line in check.verify(file, chosen):
                lines.append(line)
                report(line)
        except check.Refused as reason:
            refused = str(reason)
        except OSError as problem:
            said = f"expected a file that can be read, found: {problem.strerror}"
            raise GrundyError(f"{name}: {said}") from problem
        checked.append(CheckedFile(name, tuple(lines), refused is None and check.whole(chosen), refused))
    return Verification(tuple(checked))
