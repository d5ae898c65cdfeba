"""Certificates checked in pieces, by all cores or by the machines of a cluster: in the words of one check of the whole.

A piece is a segment as FORMAT.md has it, so that all of them together prove what one check proves. Each is a call: a
piece whose worker is lost is checked by another, and one that was accepted is never checked again after a resume.
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

PIECES = 16  # of a certificate that lists all: what every piece repeats is then a small part of the work
MOST_PIECES = 512
CLAIMS = 500  # of a position in a piece: some seconds

Segments = Sequence[tuple[int, int]]
Checking = Generator[Chunk, None, "str | None"]


@dataclass(frozen=True, slots=True)
class Workers:
    """Who checks: so many processes of this machine, 0 being this one alone, or those elsewhere."""

    cores: int
    elsewhere: Elsewhere | None = None


def pieces_of(certificate: check.Claims) -> list[tuple[int, int]]:
    """Into which segments a certificate is cut; always the same, so that a run is resumed by any number of workers."""
    match certificate:
        case check.ParsedCertificate(method="window"):  # a stretch between two states is checked as a whole
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
    """Check segments of a certificate: why it is refused, in the words of one check of the same; None: it is not.

    Args:    path: its file, which every worker reads under the same name. chosen: the segments; None: all of it.
             accepted: what the state of an earlier chunk was: the segments that were accepted before.
    Raises:  StoreError: a worker finds no such file or table, or another one.
    """
    segments = list(chosen or pieces_of(certificate))
    if chosen is None and len(segments) == 1:
        return _reason(certificate, 1, 1)
    file, name = os.path.abspath(path), check.named(path)
    digest = _digest(file)
    refused: dict[int, str] = {}
    done: set[int] = set(accepted.get(digest, ()))
    # what has no segment of its own is checked with each; a piece of nothing shows whether it is that which fails
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
    """On a worker: a segment, and why it is refused."""
    return i, _reason(_certificate(path, digest), i, k)


@lru_cache(1)
def _certificate(path: str, digest: str) -> check.Claims:
    """A certificate, kept for the next piece. Raises StoreError: it is not there, or not the one that is meant."""
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
    """Why a segment is refused."""
    try:
        check.check(certificate, i, k)
    except check.Refused as reason:
        return str(reason)
    return None


def _chunk(name: str, digest: str, done: set[int], count: int) -> Chunk:
    progress = f"{name}: {len(done):,} of {count:,} pieces are checked"
    return Chunk(len(done), count, "pieces", {digest: sorted(done)}, progress)
