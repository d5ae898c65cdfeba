"""No test breaks because a constant was moved: limits and tables are set by room and name (tests/limits.py)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*")


def constants_set(source: str) -> list[int]:
    """The lines in which a constant of a module of grundy is set by `setattr`."""
    tree = ast.parse(source)
    ours = {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
        if f"{getattr(node, 'module', None) or name.name}.".startswith("grundy.")
    }
    lines = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="setattr"), args=[ast.Name(id=module), ast.Constant(str(name)), *_]):
                is_ours = module in ours
            case ast.Call(func=ast.Attribute(attr="setattr"), args=[ast.Constant(str(path)), *_]):
                module, _, name = path.rpartition(".")
                is_ours = module.startswith("grundy.")
            case _:
                continue
        if is_ours and CONSTANT.fullmatch(name):
            lines.append(node.lineno)
    return lines


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('from grundy.runs import loop\npatch.setattr(loop, "LONG", 0.0)', [2]),
        ('from grundy.runs import loop as round_it\npatch.setattr(round_it, "LONG", 0.0)', [2]),
        ('import grundy.runs.loop as loop\npatch.setattr(loop, "LONG", 0.0)', [2]),
        ('patch.setattr("grundy.runs.loop.LONG", 0.0)', [1]),
        ('import numba\npatch.setattr(numba.config, "CACHE_DIR", "")', []),
        ('from grundy.runs import loop\npatch.setattr(loop, "run", None)', []),
        ('set_limits(patch, "runs", LONG=0.0)', []),
    ],
)
def test_a_constant_that_is_set_in_its_module_is_seen(source: str, lines: list[int]) -> None:
    assert constants_set(source) == lines


def test_constants_are_set_by_room_and_name() -> None:
    places = []
    for file in sorted(TESTS.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        if ".setattr(" in source and file != Path(__file__):
            places += [f"{file.relative_to(TESTS.parent)}:{line}" for line in constants_set(source)]
    assert not places, "set it by set_limits of tests/limits.py"
