"""Write the index of first values by which games are found: python tests/first_values.py."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from grundy.api.game_index import index_lines  # noqa: E402

INDEX = ROOT / "src/grundy/known/first-values.txt"
HEAD = "# The first nim-values of games of heaps, from a heap of 0 on; written by: python tests/first_values.py\n"


def index_text() -> str:
    """What the file has to be."""
    return HEAD + "\n".join(index_lines()) + "\n"


if __name__ == "__main__":
    ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter).parse_args()
    INDEX.write_text(index_text(), encoding="utf-8")
