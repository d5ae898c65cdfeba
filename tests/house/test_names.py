"""One name, one thing: a word that readers meet in several rooms is defined in one of them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "grundy"
ALONE = SOURCES / "proof" / "check.py"  # works copied alone, and shares nothing with us
WORDS = ("Row", "Part", "Claim", "Table", "Run", "Known", "Result", "Rule", "Game", "Space", "Proof")
DEFINED = re.compile(rf"^(?:class )?(?:{'|'.join(WORDS)})\b", re.M)  # of most files there is nothing to parse


def defined(text: str) -> list[str]:
    """The classes and the types that a module defines."""
    names = []
    for node in ast.parse(text).body:
        match node:
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                names.append(name)
            case ast.Assign(targets=[ast.Name(id=name)]):
                names.append(name)
    return names


def test_a_word_is_one_thing() -> None:
    """Row was six things, Table five, Run and Known three each."""
    homes: dict[str, list[str]] = {word: [] for word in WORDS}
    for path in sorted(set(SOURCES.rglob("*.py")) - {ALONE}):
        text = path.read_text(encoding="utf-8")
        for name in defined(text) if DEFINED.search(text) else ():
            if name in homes:
                homes[name].append(str(path.relative_to(SOURCES)))
    assert {word: found for word, found in homes.items() if len(found) != 1} == {}
