"""No cache of the standard library takes a rule: what was found of one is kept by its identity (reading/remember.py).

A rule is equal to itself after a name that it reads was bound again, so that such a cache would give the old answer.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "grundy"
RULES = {"Rule", "Position", "Component", "Part"}
CACHES = {"cache", "lru_cache"}


def complaints(source: str) -> list[str]:
    """Functions of a module, or of a class, in a cache of Python's and with a rule, or the path of a file of rules,
    among their arguments. Those inside of functions live as long as an answer."""
    told: list[str] = []
    if not any(rule in source for rule in RULES):
        return told
    tree = ast.parse(source)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in (node for holder in (tree, *classes) for node in holder.body if isinstance(node, ast.FunctionDef)):
        names = {part.id for mark in node.decorator_list for part in ast.walk(mark) if isinstance(part, ast.Name)}
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if not names & CACHES:
            continue
        for one in arguments:
            kinds = ast.walk(one.annotation) if one.annotation else ()
            if RULES & {part.id for part in kinds if isinstance(part, ast.Name)}:
                told.append(f"{node.name}({one.arg})")
    for node in tree.body:  # nor is there a table of rules that lives as long as the process
        made = isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict | ast.Call)
        if made and isinstance(node, ast.AnnAssign) and not getattr(node.value, "keys", ()):
            kinds = ast.walk(node.annotation)
            told += [ast.unparse(node.target)] if RULES & {p.id for p in kinds if isinstance(p, ast.Name)} else []
    return told


def test_no_cache_takes_a_rule() -> None:
    files = sorted(SOURCE.rglob("*.py"))
    faults = [f"{file}: {told}" for file in files for told in complaints(file.read_text(encoding="utf-8"))]
    assert files and not faults, "\n".join(faults)


@pytest.mark.parametrize(
    "source",
    [
        "@lru_cache(maxsize=8)\ndef engines(rule: Rule, n: int) -> int: ...",
        "@cache\ndef known(rules: frozenset[Rule]) -> int: ...",
        "class C:\n    @cache\n    def of(self, position: Position) -> int: ...",
        "held: dict[Rule, int] = {}",
    ],
)
def test_such_a_cache_is_seen(source: str) -> None:
    assert complaints(source)
