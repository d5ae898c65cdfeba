"""Lists of theorems that grow by one line for each rule: what is listed already is not proved again.

A list is a file of JSON objects, one a line, in the order of its rules. A run that was stopped goes on behind the last
whole line; nothing in a line depends on the machine or the time, so two runs write the same file.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from grundy.proof import check

HERE = Path(__file__).resolve().parent
Record = Mapping[str, Any]


def listed(path: Path) -> list[Record]:
    """The whole lines of a list."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


def extend(path: Path, names: Iterable[str], record_of: Callable[[str], Record]) -> list[Record]:
    """Add a record for each name that is not listed yet, as each is found; all records."""
    found = listed(path)
    known = {record["name"] for record in found}
    path.write_text("".join(_line(record) for record in found), encoding="utf-8")  # without half a line
    with path.open("a", encoding="utf-8") as out:
        for name in names:
            if name not in known:
                record = {"name": name, **record_of(name)}
                print(f"{record['status']:7} {name}", flush=True)
                out.write(_line(record))
                out.flush()
                found.append(record)
    print(dict(Counter(record["status"] for record in found)))
    return found


def checked(certificate: str) -> str:
    """The SHA-256 of a certificate that the checker accepts. Raises check.Refused."""
    check.check(check.read(io.StringIO(certificate)))
    return hashlib.sha256(certificate.encode()).hexdigest()


def _line(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"
