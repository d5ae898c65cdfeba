"""Values of the parts of boards, kept in a file from one search to the next, and shared between machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from grundy.engines.part_values import PartValues
from grundy.errors import StoreError
from grundy.runs.values_file import read_values, write_values


@contextmanager
def keeping_values(files: Sequence[str | Path], anyway: bool = False) -> Iterator[PartValues | None]:
    """The values of some files, merged; at the end the first has them all, and those that were found meanwhile.

    Args:    files: the first is made if it is not there, the others are only read. anyway: whether values are kept as
             long as this lasts where there are no files; what an answer takes to find, its proof need not find again.
    Raises:  StoreError: a file cannot be read, is foreign, damaged or of another format; two have two values for one
             part; the first cannot be written.
    """
    if not files:
        yield PartValues("") if anyway else None
        return
    first, *others = map(Path, files)
    values = PartValues(", ".join(map(str, files)))
    for path in [first] * first.exists() + others:
        _add(values, path)
    before = values.count
    try:
        yield values
    except StoreError:  # what was read is not right
        raise
    except BaseException:  # what was found until it was stopped is right all the same
        _write(values, first, bool(others) or values.count != before)
        raise
    _write(values, first, bool(others) or values.count != before)


def _write(values: PartValues, path: Path, changed: bool) -> None:
    if changed or not path.exists():
        if path.exists():  # another process may have added to it meanwhile
            _add(values, path)
        write_values(path, values.families)


def _add(values: PartValues, path: Path) -> None:
    for name, entries in read_values(path).items():
        values.put(name, entries)
