"""What is slow to import, and whether it was."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from waiting import PATIENCE

SOURCE = Path(__file__).parents[1] / "src"
HEAVY = {"numpy", "numba", "llvmlite", "sqlite3", "dask", "distributed"}
HEAVY |= {"grundy.engines.table.code", "grundy.runs.recorder"}
REPORT = f"print('heavy:', *sorted({HEAVY} & set(sys.modules)), file=sys.stderr)"


def heavy_after(code: str) -> str:
    """What `code` leaves imported, of what is slow to import."""
    program = f"import atexit, sys\natexit.register(lambda: {REPORT})\nsys.path.insert(0, {str(SOURCE)!r})\n{code}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stderr.splitlines()[-1].removeprefix("heavy:").strip()
