"""The On-Line Encyclopedia of Integer Sequences: entries that have some values, comparisons, what a submission needs.

    >>> from grundy import oeis
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "b002186.txt").write_text("0 0\\n1 1\\n2 2\\n3 3\\n4 1\\n")
    ...     print(oeis.check(Path(folder, "b002186.txt"), "kayles").sentence)
    5 terms equal

Nothing is fetched: the files are those that a user has, `stripped.gz` and `names.gz` of oeis.org, or b-files.
"""

from __future__ import annotations

from grundy.oeis.compare import Comparison, check
from grundy.oeis.files import BFile, read_bfile
from grundy.oeis.index import EntryMatch, Matches, find
from grundy.oeis.submission import Submission, write

__all__ = ["BFile", "Comparison", "EntryMatch", "Matches", "Submission", "check", "find", "read_bfile", "write"]
