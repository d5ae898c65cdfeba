"""Nim-values of large boards, each with a certificate.

    python results/boards.py

The list is results/boards.jsonl: a line a board, with the value, how many positions the search looked at, how many
claims its certificate has, and the SHA-256 of it. Certificates of less than a megabyte are kept in results/boards; the
others are written anew with `--certificates FOLDER`, byte for byte the same, and checked there by check.c:

    cc -O2 -o check src/grundy/proof/check.c && ./check FOLDER/cram-3x19.txt

A board is searched by one core with 1.5 GiB, 3x23 with 5 GiB, so that every run looks at the same positions. 4x16
is not searched: each move is answered by its image in a half turn.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

from records import HERE, Record, extend

from grundy.api.certificates import certify
from grundy.engines.options import SearchOptions
from grundy.notation.expression import parse
from grundy.proof.certify_position import lone_sets, proof_of_sets
from grundy.proof.write import sealed

LIST, FOLDER = HERE / "boards.jsonl", HERE / "boards"
MEMORY = {"cram 3x17": 3 << 29, "cram 3x19": 3 << 29, "cram 3x21": 3 << 29, "cram 3x23": 5 << 30}  # bytes, of each
ANSWERED = ("cram 4x16",)  # each move by its image
KEPT = 1 << 20  # bytes: certificates of fewer lie in the folder of the list


def file_of(name: str, folder: Path) -> Path:
    """Where a certificate lies."""
    return folder / f"{name.replace(' ', '-')}.txt"


def record_of(name: str, folder: Path | None = None) -> Record:
    """A board; its certificate is written where it is kept."""
    position = parse(name)
    if name in ANSWERED:
        path = file_of(name, folder or FOLDER)
        path.parent.mkdir(exist_ok=True)
        certify(position, path)
        return {"position": name, "nim_value": 0, "status": "proved", **facts_of(name, path.read_bytes())}
    sets = lone_sets(position)
    assert sets
    proof = proof_of_sets(position, sets, SearchOptions(memory=MEMORY[name]))
    data = sealed(proof.lines)
    if folder or len(data) < KEPT:
        path = file_of(name, folder or FOLDER)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return {
        "position": name,
        "nim_value": proof.value,
        "status": "proved",
        "positions": proof.searched,
        "claims": proof.claims,
        **facts_of(name, data),
    }


def facts_of(name: str, data: bytes) -> Record:
    """Of a certificate."""
    kept = {"certificate": f"{file_of(name, FOLDER).relative_to(HERE)}"} if len(data) < KEPT else {}
    return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), **kept}


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--certificates", type=Path, metavar="FOLDER", help="write certificates there")
    asked.add_argument("boards", nargs="*", help="these boards alone, such as 'cram 3x19'")
    given = asked.parse_args()
    if given.certificates:
        for one in given.boards or [*ANSWERED, *MEMORY]:
            print(record_of(one, given.certificates))
    else:
        extend(LIST, given.boards or [*ANSWERED, *MEMORY], record_of)
