"""Terms that the OEIS does not have yet, each with a certificate, and the b-files with all terms.

    python results/oeis.py [NAME...]

The list is results/oeis.jsonl: a line a term, with the value and the SHA-256 of its certificate. Those of less than a
megabyte are kept in results/oeis; the others are written anew with `--certificates FOLDER`, byte for byte the same by
the same version of grundy; another may choose other claims that prove the same.
results/oeis/b316632.txt and so on have the terms from the first one on, as the OEIS writes them; what is published is
computed as well, and compared in the tests. A run that was stopped goes on where it was. A name such
as 'A316632 43' asks for one term alone.

Long boards are searched with the values of parts that shorter ones took, one after the other, for they have most of
them in common: behind the term `alone`. These values lie in results/oeis/*.values, which is made again, in some
minutes, where it is not there. Terms that take longest come last.
"""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from records import HERE, Record, as_line, checked, extend, listed

from grundy.api.answers import keeping_values
from grundy.api.certificates import certify
from grundy.api.solve import solve
from grundy.engines.options import SearchOptions
from grundy.notation.expression import parse
from grundy.proof.certify_position import ProvedSet, lone_sets, proof_of_sets
from grundy.proof.write import sealed

LIST, FOLDER = HERE / "oeis.jsonl", HERE / "oeis"
KEPT = 1 << 20  # bytes: certificates of fewer lie in the folder of the list
MEMORY = 4 << 30  # bytes, of each search


@dataclass(frozen=True, slots=True)
class Terms:
    """One sequence: what it counts in, where it begins, the last term that is published, and the last one wanted.

    alone   the last term that is found with no values of others
    hard    terms that are looked for last
    b_file  whether the b-file is written here; else by oeis_terms.py
    """

    number: str
    position: str
    first: int
    published: int
    alone: int
    last: int
    hard: frozenset[int]
    b_file: bool = True

    @property
    def in_turn(self) -> list[int]:
        """The terms, small ones first and hard ones last."""
        return sorted(range(self.first, self.last + 1), key=lambda n: (n in self.hard, n))


SEQUENCES = (
    Terms(
        "A316533",
        "node-kayles petersen:{n},2",
        5,
        26,
        30,
        30,
        frozenset({21, 23, 25, 27, 29}),
        b_file=False,
    ),
    Terms("A344227", "node-kayles queens:{n}", 1, 13, 12, 14, frozenset(), b_file=False),
    Terms("A316632", "node-kayles grid:3x{n}", 1, 16, 41, 48, frozenset({43})),
)


def names() -> Iterator[str]:
    """The terms of each sequence."""
    for one in SEQUENCES:
        yield from (f"{one.number} {n}" for n in one.in_turn)


def terms_of(name: str) -> tuple[Terms, int]:
    """The sequence of a term, and its number there."""
    number, n = name.split()
    return next(one for one in SEQUENCES if one.number == number), int(n)


def position_of(name: str) -> str:
    """The position whose nim-value is a term."""
    one, n = terms_of(name)
    return one.position.format(n=n)


def file_of(name: str, folder: Path | None = None) -> Path:
    """Where a certificate lies."""
    return (folder or FOLDER) / f"{name.replace(' ', '-').lower()}.txt"


def proved(one: Terms, n: int, values: Path) -> ProvedSet:
    """A term and its proof, with the values of parts in a file, to which those are added that it takes."""
    position = parse(one.position.format(n=n))
    sets = lone_sets(position)
    assert sets
    with keeping_values([values]) as kept:
        return proof_of_sets(position, sets, SearchOptions("proof-numbers", MEMORY, part_values=kept))


def values_after(one: Terms, n: int, folder: Path) -> Path:
    """Where the values lie that a term and all before it took."""
    return folder / f"{one.number.lower()}-{n}.values"


def values_before(one: Terms, n: int, folder: Path) -> Path:
    """A file to which a search may add, with the values that all terms before this one took."""
    before = one.in_turn[: one.in_turn.index(n)]
    kept = values_after(one, before[-1], folder)
    copy = kept.with_suffix(".begun")
    if kept.exists():
        shutil.copyfile(kept, copy)
        return copy
    copy.unlink(missing_ok=True)
    for smaller in before:
        print(f"        values of {one.number} {smaller}", flush=True)
        if smaller > one.alone:
            proved(one, smaller, copy)
        else:
            solve(one.position.format(n=smaller), values=copy, method="proof-numbers")
    return copy


def record_of(name: str, folder: Path | None = None) -> Record:
    """A term; its certificate is written where it is kept, or any into a folder, and read back."""
    folder, kept_only = folder or FOLDER, not folder
    folder.mkdir(exist_ok=True)
    one, n = terms_of(name)
    path = file_of(name, folder)
    if n <= one.alone:
        result = solve(position_of(name))
        certify(result, path)
        value = result.nim_value
    else:
        values = values_before(one, n, folder)
        proof = proved(one, n, values)
        value = proof.value
        path.write_bytes(sealed(proof.lines))
        values.replace(values_after(one, n, folder))
    sha256, size = checked(path), path.stat().st_size
    where = {"certificate": f"{file_of(name).relative_to(HERE)}"} if size < KEPT else {"bytes": size}
    if kept_only and size >= KEPT:
        path.unlink()
    status = "published" if n <= one.published else "new"
    return {"position": position_of(name), "nim_value": value, "status": status, **where, "sha256": sha256}


def put_in_order() -> None:
    """Write the list anew, each sequence from its first term on."""
    records = sorted(listed(LIST), key=lambda record: (record["name"].split()[0], int(record["name"].split()[1])))
    new = LIST.with_suffix(".new")
    new.write_text("".join(map(as_line, records)), encoding="utf-8")
    new.replace(LIST)


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
    for one in (one for one in SEQUENCES if one.b_file):
        (FOLDER / f"b{one.number[1:]}.txt").write_text(b_file(one.number, listed(LIST)), encoding="utf-8")


if __name__ == "__main__":
    asked = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    asked.add_argument("--certificates", type=Path, metavar="FOLDER", help="write all certificates there")
    asked.add_argument("names", nargs="*", metavar="NAME", help="a term, as in 'A316632 43'; all, if there is none")
    given = asked.parse_args()
    if unknown := set(given.names) - set(names()):
        asked.error(f"expected terms such as 'A316632 43', found {', '.join(map(repr, sorted(unknown)))}")
    wanted = given.names or list(names())
    if given.certificates:
        for term in wanted:
            print(term, record_of(term, given.certificates)["sha256"], flush=True)
    else:
        try:
            extend(LIST, wanted, record_of)
        finally:
            put_in_order()
            write_b_files()
