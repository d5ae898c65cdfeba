"""What is slow to import, and whether it was."""

from __future__ import annotations

from pathlib import Path

import afresh

SOURCE = Path(afresh.SOURCES)

HEAVY = {"numpy", "numba", "llvmlite", "sqlite3", "dask", "distributed"}
HEAVY |= {"grundy.engines.table.code", "grundy.runs.recorder"}
REPORT = "import atexit, sys\natexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))\n"


def loaded_after(*codes: str) -> list[set[str]]:
    """All modules that are loaded after each code, which begins with nothing loaded."""
    done = afresh.run([(REPORT + code, (), "") for code in codes])
    assert not [one for one in done if one.status], done
    return [set(one.err.splitlines()[-1].split()) for one in done]


def heavy_in(loaded: set[str]) -> str:
    """What is slow to import, of what is loaded."""
    return " ".join(sorted(HEAVY & loaded))


def heavy_after(code: str) -> str:
    """What `code` leaves imported, of what is slow to import."""
    (loaded,) = loaded_after(code)
    return heavy_in(loaded)
