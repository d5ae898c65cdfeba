"""Write the index of first values by which games are found: python tests/first_values.py."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from grundy.answering.sequence import first_values  # noqa: E402
from grundy.api.known import STORED, named_games  # noqa: E402
from grundy.games.heaps import take_away  # noqa: E402
from grundy.games.octal import octal  # noqa: E402
from grundy.games.single import KINDS, subtract  # noqa: E402
from grundy.model.convention import LOONY  # noqa: E402

INDEX = ROOT / "src/grundy/known/first-values.txt"
HEAD = "# The first nim-values of games of heaps, from a heap of 0 on; written by: python tests/first_values.py\n"
DIGITS = 3  # of the octal codes in the index
AMOUNTS = 6  # the largest number in the sets of amounts in the index


def index_lines() -> list[str]:
    """The index as it has to be: games with a name, sets that may be taken, codes; of equal ones the first."""
    named = [rule for _, rule in named_games()]
    sets = [amounts for count in range(1, AMOUNTS + 1) for amounts in combinations(range(1, AMOUNTS + 1), count)]
    codes = [f"{number:0{DIGITS}o}".rstrip("0") for number in range(1, 8**DIGITS)]
    families = [
        *map(subtract, KINDS),
        *(take_away(*amounts) for amounts in sets),
        *(octal(f"0.{code}") for code in codes),
    ]
    lines: dict[str, str] = {}
    for rule in (*named, *families):
        first = first_values(rule, STORED)
        if LOONY in first:  # no sequence of numbers
            continue
        values = " ".join(str(int(value)) for value in first)
        if rule in named or values not in lines.values():
            lines[rule.spec] = values
    return [f"{spec} {values}" for spec, values in lines.items()]


def index_text() -> str:
    """What the file has to be."""
    return HEAD + "\n".join(index_lines()) + "\n"


if __name__ == "__main__":
    ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter).parse_args()
    INDEX.write_text(index_text(), encoding="utf-8")
