"""One name, one thing: each class is defined once, and so is a type that readers meet in several rooms."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "grundy"
TYPES = ("Row", "Part", "Claim", "Table", "Run", "Known", "Result", "Rule", "Game", "Space", "Proof")


def classes(tree: ast.Module) -> list[str]:
    """The names of all classes of a module, also of those within functions and classes."""
    return [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def types(tree: ast.Module) -> list[str]:
    """The names that a module assigns, of those that readers meet in several rooms."""
    targets = [node.target for node in tree.body if isinstance(node, ast.AnnAssign)]
    assigned = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    return [name.id for name in (*targets, *assigned) if isinstance(name, ast.Name) and name.id in TYPES]


def test_a_name_of_a_class_is_defined_once() -> None:
    """Row was six things, Kind eight, Refused five: 84 names of classes were defined more than once."""
    homes: dict[str, list[str]] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name in (*classes(tree), *types(tree)):
            homes.setdefault(name, []).append(str(path.relative_to(SOURCES)))
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}
    assert {*TYPES} <= {*homes}
