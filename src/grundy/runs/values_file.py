"""Nim-values of parts in a file, from one search to the next: read as a whole, and replaced as a whole.

    grundy-values 1 {"families":[["8f14...",1,1479000]]}
    the entries of each family: so many, each of so many words for its set and one for its value
    sha256 0f3c...

The first and the last line are text; words are of 8 bytes, the low one first. The last line is the SHA-256 of all
before it. The format's number changes whenever keys do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from grundy.errors import StoreError
from grundy.runs.durable import digest, plain_json, replace_file, whole_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Families = Mapping[str, NDArray[np.uint64]]  # rows of each family: the words of a set, the low one first, its value

FORMAT = 1
LAST_LINE = len("sha256 \n") + 64


def read_values(path: Path) -> Families:
    """The entries of each family in a file.

    Raises:  StoreError: it cannot be read, is foreign, damaged, or of another format.
    """
    data = whole_file(path, "a file of nim-values that --values wrote")
    head = data[: data.find(b"\n")]
    words = head.split(b" ", 2)
    if words[0] != b"grundy-values" or len(words) < 3:
        raise StoreError(f"{path}: expected a file of nim-values that --values wrote, found something else (or damage)")
    if words[1] != str(FORMAT).encode("ascii"):
        raise StoreError(
            f"{path}: has format {words[1].decode('ascii', 'replace')}, and this grundy reads {FORMAT}; "
            "name another file"
        )
    body, last = data[:-LAST_LINE], data[-LAST_LINE:]
    if last != f"sha256 {digest(body)}\n".encode("ascii"):
        raise StoreError(f"{path}: damaged: its last line is not the SHA-256 of what is before; it is not used")
    try:
        return _families(json.loads(words[2]), body[len(head) + 1 :])
    except (ValueError, TypeError, KeyError) as problem:
        raise StoreError(
            f"{path}: expected the entries that its first line lists, found others: {problem}"
        ) from problem


def _families(described: Mapping[str, list[tuple[str, int, int]]], data: bytes) -> Families:
    import numpy as np

    families, at = {}, 0
    for name, words, count in described["families"]:
        size = 8 * count * (words + 1)
        families[name] = np.frombuffer(data[at : at + size], "<u8").astype(np.uint64).reshape(count, words + 1)
        at += size
    return families


def write_values(path: Path, families: Families) -> None:
    """Put the entries of families in a file, in the place of what was there.

    Raises:  StoreError: it cannot be written.
    """
    described = [[name, rows.shape[1] - 1, len(rows)] for name, rows in sorted(families.items())]
    pieces = [f"grundy-values {FORMAT} {plain_json({'families': described})}\n".encode("ascii")]
    pieces += [families[name].astype("<u8").tobytes() for name, *_ in described]
    body = b"".join(pieces)
    replace_file(path, body + f"sha256 {digest(body)}\n".encode("ascii"))
