"""Terms that the OEIS does not have yet, each with a certificate, and the b-files with all terms.

    python results/oeis.py

The list is results/oeis.jsonl: a line a term, with the value and the SHA-256 of its certificate in results/oeis, which
`grundy verify` accepts. results/oeis/b316632.txt and so on have the terms from the first one on, as the OEIS writes
them; what is published is computed as well, and compared in the tests. A run that was stopped goes on where it was.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from records import HERE, Record, checked, extend, listed

from grundy.api.certify import certify
from grundy.api.solve import solve

LIST, FOLDER = HERE / "oeis.jsonl", HERE / "oeis"


@dataclass(frozen=True, slots=True)
class Sequence:
    """One sequence: what it counts in, where it begins, the last term that is published, and the last one wanted."""

    number: str
    position: str
    first: int
    published: int
    last: int


SEQUENCES = (Sequence("A316632", "node-kayles grid:3x{n}", 1, 16, 48),)


def names() -> Iterator[str]:
    """The terms, small ones first in each sequence."""
    for one in SEQUENCES:
        yield from (f"{one.number} {n}" for n in range(one.first, one.last + 1))


def position_of(name: str) -> str:
    """The position whose nim-value is a term."""
    number, n = name.split()
    return next(one.position for one in SEQUENCES if one.number == number).format(n=n)


def file_of(name: str) -> Path:
    """Where a certificate lies."""
    return FOLDER / f"{name.replace(' ', '-').lower()}.txt"


def record_of(name: str) -> Record:
    """A term; its certificate is written and read back."""
    FOLDER.mkdir(exist_ok=True)
    result = solve(position_of(name))
    certify(result, file_of(name))
    text = file_of(name).read_text(encoding="utf-8")
    number, n = name.split()
    published = next(one.published for one in SEQUENCES if one.number == number)
    return {
        "position": position_of(name),
        "nim_value": result.nim_value,
        "status": "published" if int(n) <= published else "new",
        "certificate": f"{file_of(name).relative_to(HERE)}",
        "sha256": checked(text),
    }


def b_file(number: str, records: list[Record]) -> str:
    """The terms of a sequence that are listed without a gap, as the OEIS writes them."""
    values = {int(record["name"].split()[1]): record["nim_value"] for record in records if number in record["name"]}
    (one,) = (one for one in SEQUENCES if one.number == number)
    lines = []
    for n in range(one.first, one.last + 1):
        if n not in values:
            break
        lines.append(f"{n} {values[n]}\n")
    return "".join(lines)


def write_b_files() -> None:
    """All b-files, from the list."""
    for one in SEQUENCES:
        (FOLDER / f"b{one.number[1:]}.txt").write_text(b_file(one.number, listed(LIST)), encoding="utf-8")


if __name__ == "__main__":
    ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter).parse_args()
    try:
        extend(LIST, names(), record_of)
    finally:
        write_b_files()
