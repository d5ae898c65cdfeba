"""The atlas of octal codes: all codes of up to four digits, which have the same values, and how each sequence repeats.

    python results/octal_atlas.py --jobs 16             each class to 10^5 heaps, to 10^7 where its space is sparse
    python results/octal_atlas.py --to 1e6              the same to 10^6, and to 10^7 where it is sparse
    python results/octal_atlas.py --only 0.0024 4.6016  these
    python results/octal_atlas.py --table               how many are proved, and the longest periods

The list is results/octal-atlas.jsonl. First all 8,192 codes 0.abcd and 4.abcd are computed to 8,192 heaps, and those
are put into a class whose values are the same from the first that is not 0; a line is the first code of a class, with
the others and by how many heaps they begin later. Then each class is searched until a period is proved. `heaps` is how
far it was looked at; `sha256` is that of the certificate that `grundy period octal:CODE --certificate FILE` writes.
Each line is written as soon as it is found, and all are put into order at the end. A run that was stopped goes on with
what is missing, few rare heaps first; a line is only replaced by one that says more.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from records import HERE, Record, append, as_line, checked, in_processes, listed

from grundy.api.atlas import atlas
from grundy.api.certificates import certify
from grundy.api.period import period

LIST = HERE / "octal-atlas.jsonl"
FIRST = 8_192  # heaps of every code
TO, TO_OF_SPARSE = 10**5, 10**7
CODES = 100  # of one process, which keeps what Python does not give back


def line_of(code: str, found: Mapping[str, Any]) -> Record:
    """The line of a code, from what `grundy period --json` or a row of `grundy atlas --json` says."""
    rares = found["rare_heaps"]
    many = len(rares) if isinstance(rares, tuple | list) else rares
    last = (max(rares, default=None) if isinstance(rares, tuple | list) else found["last_rare_heap"]) if many else None
    return {
        "name": code,
        "status": "proved" if found["status"] == "proved" else "open",
        "period": found["period"],
        "preperiod": found["preperiod"],
        "heaps": found["heaps_computed"],
        "mask": found["sparse_space"] and found["sparse_space"]["mask"],
        "twist": found["sparse_space"] and found["sparse_space"]["twist"],
        "rare": many,
        "last_rare": last,
        "largest": found["largest_value"],
        "largest_at": found["largest_value_at"],
    }


def begun(digits: int = 4) -> list[Record]:
    """A line a class, from the first heaps of all codes."""
    lines: list[Record] = []
    for row in atlas(digits=digits, limit=FIRST, cores=1).rows:
        found = row.as_dict()
        equal = {one["code"]: one["later"] for one in found["equal"]}
        lines.append({**line_of(row.code, found), "equal": equal})
    return lines


def record_of(code: str, to: int) -> Record:
    """The line of a code of which at most so many heaps are computed; its certificate is written and checked."""
    result = period(f"octal:{code}", limit=to)
    line = line_of(code, result.as_dict())
    if result.status != "proved":
        return line
    with TemporaryDirectory() as folder:
        path = Path(folder, "certificate.txt")
        written = certify(result, path)
        text = path.read_text(encoding="utf-8")
        digest = checked(text)
    assert written.checked is not None
    return {**line, "sha256": digest, "bytes": len(text)}


def is_sparse(line: Record) -> bool:
    """Whether so few heaps are rare that ten million are soon computed: a thousandth, or none of late."""
    if not line["mask"] or line["rare"] is None:
        return False
    return bool(line["rare"] <= line["heaps"] // 1000 or line["last_rare"] < line["heaps"] // 4)


def wanted(line: Record, to: int, to_of_sparse: int) -> int:
    """How many heaps of a code are to be looked at next; 0: none."""
    if line["status"] == "proved":
        return 0 if "sha256" in line else int(line["heaps"])
    if line["heaps"] < to:
        return to
    return to_of_sparse if is_sparse(line) and line["heaps"] < to_of_sparse else 0


def looked_at(task: tuple[Record, int, int]) -> Record:
    """The line of a class after all that is wanted of it."""
    line, to, to_of_sparse = task
    while heaps := wanted(line, to, to_of_sparse):
        line = {**record_of(line["name"], max(heaps, FIRST)), "equal": line["equal"]}
    return line


def best(lines: Iterable[Record]) -> list[Record]:
    """For each class the line that says most, in the order of codes."""
    found: dict[str, Record] = {}
    for line in lines:
        both = line, found.get(line["name"], line)
        found[line["name"]] = max(both, key=lambda one: ("sha256" in one, one["status"] == "proved", one["heaps"]))
    return [found[name] for name in sorted(found, key=lambda name: (len(name), name))]


def put_in_order() -> None:
    """Write the list anew, one line a class."""
    new = LIST.with_suffix(".new")
    new.write_text("".join(map(as_line, best(listed(LIST)))), encoding="utf-8")
    new.replace(LIST)


def extend(only: list[str] | None, to: int, to_of_sparse: int, jobs: int) -> None:
    """Look at all classes that are due, few rare heaps first."""
    if not LIST.exists():
        LIST.write_text("".join(map(as_line, begun())), encoding="utf-8")
    put_in_order()
    lines = [line for line in listed(LIST) if only is None or line["name"] in only]
    due = [line for line in lines if wanted(line, to, to_of_sparse)]
    due.sort(key=lambda line: (line["status"] != "proved", line["rare"] is None, line["rare"] or 0))
    try:
        tasks = [(line, to, to_of_sparse) for line in due]
        for done, line in enumerate(append(LIST, in_processes(looked_at, tasks, jobs, CODES)), 1):
            repeats = f"{line['period']:,} from {line['preperiod']:,} on" if line["period"] else f"{line['heaps']:,}"
            print(f"{done}/{len(due)} {line['name']:7}{line['status']:7} {repeats}", flush=True)
    finally:
        put_in_order()


def table() -> None:
    """How many classes are proved, how far the others are, and the longest periods."""
    lines = best(listed(LIST))
    print(f"{sum(1 + len(line['equal']) for line in lines):,} codes in {len(lines):,} classes")
    print(dict(Counter(line["status"] for line in lines)))
    heaps = Counter(line["heaps"] for line in lines if line["status"] == "open")
    print("open, by heaps:", ", ".join(f"{most:,}: {count}" for most, count in sorted(heaps.items())))
    proved = [line for line in lines if line["status"] == "proved"]
    for line in sorted(proved, key=lambda line: -line["period"] - line["preperiod"])[:40]:
        print(f"{line['name']:7}{line['period']:13,}{line['preperiod']:13,}  rare {line['rare']}")


def main() -> None:
    """Make the list, or print what is in it."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=float, default=TO, help="heaps of each class")
    parser.add_argument("--to-of-sparse", type=float, default=TO_OF_SPARSE, help="heaps where few are rare")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--only", nargs="+", metavar="CODE", help="first codes of classes; all by default")
    parser.add_argument("--table", action="store_true", help="print how many are proved")
    given = parser.parse_args()
    if given.table:
        table()
    else:
        extend(given.only, int(given.to), int(given.to_of_sparse), given.jobs)


if __name__ == "__main__":
    main()
