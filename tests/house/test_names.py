"""One name, one thing: a word that readers meet in several rooms is defined in one of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "grundy"
ALONE = SOURCES / "proof" / "check.py"  # works copied alone, and shares nothing with us
WORDS = ("Row", "Part", "Claim", "Table", "Run", "Known", "Result", "Rule", "Game", "Space", "Proof")


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


@pytest.fixture(scope="module")
def names() -> dict[str, list[str]]:
    """What each module defines."""
    paths = [path for path in SOURCES.rglob("*.py") if path != ALONE]
    return {str(path.relative_to(SOURCES)): defined(path.read_text(encoding="utf-8")) for path in paths}


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_one_thing(word: str, names: dict[str, list[str]]) -> None:
    """Row was six things, Table five, Run and Known three each."""
    homes = [module for module, found in names.items() if word in found]
    assert len(homes) == 1, homes
