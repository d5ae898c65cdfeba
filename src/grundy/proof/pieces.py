"""Check a certificate in pieces on all cores or on a cluster, with the messages that one check of the whole gives.

A piece is a segment as FORMAT.md defines it, so all pieces together prove what one check proves. Each piece is one
call. If a worker is lost, another worker checks its piece; a resumed run does not check an accepted piece again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grundy.errors import StoreError
from grundy.proof import check
from grundy.runs.chunk import Chunk
from grundy.runs.workers import answers

if TYPE_CHECKING:
    from grundy.runs.workers import Elsewhere

PIECES = 16  # of a certificate that lists all its values; each piece repeats some work, so there are few
MOST_PIECES = 512
CLAIMS = 500  # in one piece of a certificate about a position: some seconds of work

Segments = Sequence[tuple[int, int]]
Checking = Generator[Chunk, None, "str | None"]


@dataclass(frozen=True, slots=True)
class Workers:
    """The processes that check: `cores` worker processes on this machine (0: this process alone), or a cluster's."""

    cores: int
    elsewhere: Elsewhere | None = None


def pieces_of(certificate: check.Claims) -> list[tuple[int, int]]:
    """Return all segments (i, k). They don't depend on the workers, so any number of workers can resume a run."""
    match certificate:
        case check.ParsedCertificate(method="window"):  # one piece checks the whole stretch between two states
            count = len(certificate.states) + 1
        case check.GameCertificate():
            count = -(-certificate.size // CLAIMS)
        case _:
            count = PIECES
    count = max(1, min(count, certificate.size, MOST_PIECES))
    return [(i, count) for i in range(1, count + 1)]


def check_in_pieces(
    path: str, certificate: check.Claims, chosen: Segments | None, workers: Workers, accepted: Mapping[str, Any]
) -> Checking:
    """Check segments of a certificate; return why it is refused, worded as by one check of all, or None if accepted.

    Args:    path: the certificate's file; every worker opens it under this name. chosen: the segments to check; None:
             all. accepted: the state of the last chunk of an earlier run, which lists the accepted segments.
    Raises:  StoreError: a worker doesn't find the certificate or its table, or finds a file with other content.
    """
    segments = list(chosen or pieces_of(certificate))
    if chosen is None and len(segments) == 1:
        return _reason(certificate, 1, 1)
    file, name = os.path.abspath(path), check.named(path)
    digest = _digest(file)
    refused: dict[int, str] = {}
    done: set[int] = set(accepted.get(digest, ()))
    # every piece also checks the parts that belong to no segment; an empty piece shows whether those parts fail
    common = _reason(certificate, 1, certificate.size + 1) if chosen is None else None
    calls = [(file, digest, i, k) for i, k in segments if i not in done]
    yield _chunk(name, digest, done, len(segments))
    for answer in answers(__name__, "check_piece", calls, workers.cores, workers.elsewhere):
        if answer is not None:
            i, reason = answer
            if reason is None:
                done = done | {i}
            else:
                refused[i] = reason
            first = min((i for i, reason in refused.items() if reason != common), default=None)
            if first is not None and all(i in done or i in refused for i, _ in segments if i < first):
                if _reason(certificate, first, segments[0][1]) != refused[first]:
                    raise StoreError(f"{file}: refused by a worker alone: {refused[first]}; {NOT_SHARED}")
                return refused[first]
        yield _chunk(name, digest, done, len(segments))
    return common


def check_piece(path: str, digest: str, i: int, k: int) -> tuple[int, str | None]:
    """Check one segment on a worker; return its number and why it is refused (None: accepted)."""
    return i, _reason(_certificate(path, digest), i, k)


@lru_cache(1)
def _certificate(path: str, digest: str) -> check.Claims:
    """Read a certificate, cached for the next piece. Raises StoreError: no file, or the file has another digest."""
    try:
        actual = _digest(path)
    except OSError as problem:
        raise StoreError(f"{path}: cannot be read by a worker: {problem.strerror}; {NOT_SHARED}") from problem
    if actual != digest:
        raise StoreError(f"{path}: is another file for a worker; {NOT_SHARED}")
    return check.opened(path)[0]


NOT_SHARED = "certificates, and the tables beside them, have to lie in a folder that all machines share"


def _digest(path: str) -> str:
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _reason(certificate: check.Claims, i: int, k: int) -> str | None:
    """Check a segment; return why it is refused, or None."""
    try:
        check.check(certificate, i, k)
    except check.Refused as reason:
        return str(reason)
    return None


def _chunk(name: str, digest: str, done: set[int], count: int) -> Chunk:
    progress = f"{name}: {len(done):,} of {count:,} pieces are checked"
    return Chunk(len(done), count, "pieces", {digest: sorted(done)}, progress)
