"""Lists of theorems that grow by one line for each rule: what is listed already is not proved again.

A list is a file of JSON objects, one a line, in the order of its rules. A run that was stopped goes on behind the last
whole line; nothing in a line depends on the machine or the time, so two runs write the same file.
"""

from __future__ import annotations

import atexit
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from grundy.proof import check

HERE = Path(__file__).resolve().parent
LARGE = 100_000  # bytes of a certificate, which check.py takes some ten seconds for
Record = Mapping[str, Any]
Task = TypeVar("Task")


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
    path.write_text("".join(map(as_line, found)), encoding="utf-8")  # without half a line
    with path.open("a", encoding="utf-8") as out:
        for name in names:
            if name not in known:
                record = {"name": name, **record_of(name)}
                print(f"{record['status']:7} {name}", flush=True)
                out.write(as_line(record))
                out.flush()
                found.append(record)
    print(dict(Counter(record["status"] for record in found)))
    return found


def checked(certificate: str | Path, large: int = LARGE) -> str:
    """The SHA-256 of a certificate that the checker accepts: check.c for large files, where there is a C compiler.

    Args:    large: bytes beyond which a file is large.
    Raises:  check.Refused; subprocess.CalledProcessError, of check.c.
    """
    data = certificate.encode() if isinstance(certificate, str) else certificate.read_bytes()
    built = compiled_checker() if isinstance(certificate, Path) and len(data) > large else None
    if built:
        subprocess.run([built, certificate], check=True, stdout=subprocess.DEVNULL)
    else:
        check.check(check.read(io.StringIO(data.decode())))
    return hashlib.sha256(data).hexdigest()


@cache
def compiled_checker() -> Path | None:
    """check.c, compiled for this process; None where there is no compiler."""
    compiler = shutil.which("cc")
    if not compiler:
        return None
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    subprocess.run([compiler, "-O2", "-o", folder / "check", Path(check.__file__).with_suffix(".c")], check=True)
    return folder / "check"


def as_line(record: Record) -> str:
    """A line of a list."""
    return json.dumps(record, ensure_ascii=False) + "\n"


def append(path: Path, records: Iterable[Record]) -> Iterator[Record]:
    """Write each record at the end of a list as it comes, and hand it on."""
    with path.open("a", encoding="utf-8") as out:
        for record in records:
            out.write(as_line(record))
            out.flush()
            yield record


def in_processes(
    record_of: Callable[[Task], Record],
    tasks: Sequence[Task],
    jobs: int,
    each: int,
    initializer: Callable[[], None] | None = None,
) -> Iterator[Record]:
    """The records of some tasks as they are found, by so many processes at a time, new ones after `each` tasks.

    A pool that renews its processes itself may wait for ever (Python 3.11).
    """
    for start in range(0, len(tasks), each * jobs):
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer)
        try:
            for future in as_completed(pool.submit(record_of, task) for task in tasks[start : start + each * jobs]):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)
