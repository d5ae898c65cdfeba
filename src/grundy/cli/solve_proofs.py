"""The options --certificate and --strategy of `solve`: an answer, and in files what proves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy.model.result import Result

Wanted = tuple[str, str]  # "Certificate" or "Strategy", and its file


@dataclass(frozen=True, slots=True)
class Proofs:
    """What was written of the proofs that were wanted.

    written   a sentence each, for people, and whether the checker has read all of it
    problem   why one could not be written, or who stopped it; None: all are
    """

    written: tuple[tuple[str, bool], ...] = ()
    problem: BaseException | None = None


def write_proofs(result: Result, wanted: Sequence[Wanted], *how: Any) -> Proofs:
    """Write what proves a result, before it is said: of an answer and a proof that contradict each other one is wrong.

    Args:    how: the session, method, cores and kept values, as for `api.certificates.certify_result`.
    Raises:  FalseCertificate: the checker refuses what was written.
    """
    from grundy.api.certificates import certify_result
    from grundy.api.work import written
    from grundy.errors import GrundyError
    from grundy.proof.keep import FalseCertificate

    done: list[tuple[str, bool]] = []
    try:
        for what, path in wanted:
            checked = certify_result(result, path, what == "Strategy", *how).checked
            done.append((written(what, path, checked), checked))
    except FalseCertificate:
        raise
    except (GrundyError, KeyboardInterrupt) as problem:  # there is an answer to say all the same
        return Proofs(tuple(done), problem)
    return Proofs(tuple(done))
