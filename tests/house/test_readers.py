"""What a rule's code means is read in one room, `reading/`; all others take its core form.

Five rooms read Python for themselves, four of them nearly as Python means it: eight false theorems were printed.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "grundy"
MODULES = {"ast", "dis", "linecache", "opcode", "symtable", "tokenize"}
OF_INSPECT = {"findsource", "getblock", "getsource", "getsourcelines"}
OF_CODE = {"_co_code_adaptive", "co_code", "co_consts", "co_lines", "co_positions"}
ELSEWHERE = {
    ("text/literals.py", "ast"): "the door of typed expressions",
    ("patterns/guess.py", "ast"): "a typed expression, which is a guess",
    ("compile/straight.py", "ast"): "statements of grundy's own, which it writes into LLVM",
    ("games/dynamic.py", "ast"): "a typed expression, which says what may be taken next",
    ("notation/typed.py", "linecache"): "puts the text of a typed rule where the reader looks for it",
    ("notation/rule_files.py", "linecache"): "forgets the text of a file that may have been edited",
    ("api/run_record.py", "getsource"): "a digest of the text was the key of a run in 0.1.0; nothing of it is read",
}


def readers(text: str) -> set[str]:
    """What a module takes of that which shows the source or the bytecode of a function."""
    used = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names):
                used |= {one.name.partition(".")[0] for one in names} & MODULES
            case ast.ImportFrom(module, names) if module in MODULES:
                used.add(str(module))
            case ast.ImportFrom("inspect", names):
                used |= {one.name for one in names} & (OF_INSPECT | {"*"})
            case ast.Attribute(_, name):
                used |= {name} & (OF_INSPECT | OF_CODE)
    return used


def test_no_other_room_reads_the_source_of_a_rule() -> None:
    taken = {
        (path.relative_to(SOURCE).as_posix(), name)
        for path in SOURCE.rglob("*.py")
        for name in readers(path.read_text(encoding="utf-8"))
    }
    assert {one for one in taken if not one[0].startswith("reading/")} == set(ELSEWHERE)


@pytest.mark.parametrize(
    "text",
    [
        "import ast",
        "import ast as syntax",
        "def f():\n    from ast import parse",
        "from inspect import getsource",
        "from inspect import *",
        "inspect.getsourcelines(f)",
        "def f(g):\n    return g.__code__.co_consts",
        "import dis",
        "import linecache",
    ],
)
def test_a_reader_is_seen(text: str) -> None:
    assert len(readers(text)) == 1


@pytest.mark.parametrize("text", ["import fast", "from inspect import signature", "f.__code__.co_varnames", "tree = 1"])
def test_what_is_no_reader(text: str) -> None:
    assert not readers(text)
