"""What tests of the checker share: the definition of values in a few lines, and the checker run as a command."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement

import forging_samples

from grundy.proof import check


def mex(values: Iterable[int]) -> int:
    present = set(values)
    return next(v for v in range(len(present) + 1) if v not in present)


def left_by(g: Sequence[int], digits: Sequence[int], n: int) -> set[int]:
    """The values of the options of a heap, by the meaning of the digits."""
    left_values = set()
    for take in range(min(n + 1, len(digits))):
        for heaps in range(6):
            if digits[take] >> heaps & 1:
                for one in piles(n - take, heaps):
                    total = 0
                    for part in one:
                        total ^= g[part]
                    left_values.add(total)
    return left_values


def piles(total: int, heaps: int) -> list[tuple[int, ...]]:
    return [one for one in combinations_with_replacement(range(1, total + 1), heaps) if sum(one) == total]


HEAD = "grundy-certificate 1\nkind "


def said(text: str) -> str:
    """Why a text is refused, '' where it is accepted; anything but the checker's own refusal passes through."""
    try:
        certificate = check.read(io.StringIO(text, newline="\n"))
        check.check(
            certificate._replace(folder=str(forging_samples.folder()))
            if isinstance(certificate, check.TableCertificate)
            else certificate
        )
    except check.Refused as refused:
        return str(refused) or "refused"
    return ""


def run(*words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = check.main(words)
    return status, out.getvalue(), err.getvalue()


def small_limits(**limits: int) -> contextlib.AbstractContextManager[None]:
    """The checker with other limits, so that texts can be as long as they allow, and one more."""

    @contextlib.contextmanager
    def changed() -> Iterator[None]:
        before = {name: getattr(check, name) for name in limits}
        vars(check).update(limits)
        try:
            yield
        finally:
            vars(check).update(before)

    return changed()
