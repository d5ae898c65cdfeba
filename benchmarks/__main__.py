"""Measure every row of docs/reference/speed.md: all benchmarks, one after the other.

    python -m benchmarks [NAME ...] [--smallest]

NAME is that of a program here, as `heap_speed`; without any, all run but those whose extra is not installed, which is
said. What they print stands below the names of their files, with the day. Exit status 1: one of them failed.
"""

from __future__ import annotations

import argparse
import datetime
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).parent
NEEDS = {"bots_speed": "pyspiel", "page_speed": "playwright"}


def names() -> list[str]:
    """All benchmarks."""
    return sorted(
        path.stem for path in FOLDER.glob("*.py") if path.stem.endswith(("_cores", "_load", "_ranges", "_speed"))
    )


def main(arguments: list[str]) -> int:
    """The command: how many failed, at most 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[*names(), []], help="all unless named")
    parser.add_argument("--smallest", action="store_true", help="sizes that say nothing of speed")
    given = parser.parse_args(arguments)
    print(f"{datetime.date.today()}, load average {os.getloadavg()[0]:.1f}", flush=True)
    failed = []
    for name in given.names or names():
        needed = NEEDS.get(name)
        if needed and find_spec(needed) is None:
            print(f"\n## {name}\n\nnot run: it needs {needed}", flush=True)
            continue
        print(f"\n## {name}\n", flush=True)
        command = [sys.executable, str(FOLDER / f"{name}.py"), *(["--smallest"] if given.smallest else [])]
        if subprocess.run(command).returncode:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
