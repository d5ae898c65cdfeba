"""Each room knows only the rooms behind it, and waits for NumPy and Numba only where it must.

The arrows are data, at the top; what a module imports is read from its source, not by running it.
"""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "src"

# A room is a module or package of grundy; the longest name that fits a module is its room. It may import itself,
# the rooms named here, and the packages from elsewhere that PACKAGES names; the standard library is free to all.
ENGINE = ("errors", "model", "reading", "compile", "runs")
FOLDERS = ("nimbers", "graph", "compound", "heap", "bitsliced", "misere", "search", "table", "terms", "rows")
ENGINES = ("engines", *(f"engines.{name}" for name in FOLDERS))
ROOMS: dict[str, tuple[str, ...]] = {
    "errors": (),
    "version": (),
    "folders": (),
    "text": ("errors",),
    "model": ("errors", "text"),
    "games": ("errors", "text", "model"),
    "drawing": ("errors", "model"),  # curves in the plane, of no game
    "notation": ("errors", "text", "model", "games"),
    "reading": ("errors", "version", "model"),
    "compile": ("errors", "version", "folders", "model", "reading"),
    "judges": ("errors", "text", "model", "games", "compile"),
    "runs": ("errors", "folders", "model"),
    "patterns": ("errors", "text", "model", "runs"),
    "engines": ENGINE,  # what all engines know, and engines of one file; never a game's name
    "engines.nimbers": ("errors", "model", "compile"),
    "engines.graph": (*ENGINE, "engines"),
    "engines.compound": (*ENGINE, "engines"),
    "engines.heap": (*ENGINE, "engines"),
    "engines.bitsliced": (*ENGINE, "engines"),
    "engines.misere": (*ENGINE, "engines", "engines.heap"),
    "engines.search": (*ENGINE, "engines", "engines.bitsliced"),
    "engines.table": (*ENGINE, "engines", "engines.heap", "engines.bitsliced", "engines.search"),
    "engines.terms": (*ENGINE, "engines", "engines.heap", "engines.table"),
    "engines.rows": (*ENGINE, "engines", "engines.nimbers", "engines.heap", "engines.table"),
    "theorems": (
        "errors",
        "text",
        "model",
        "reading",
        "compile",
        "runs",
        "patterns",
        "engines",
        "engines.heap",
        "engines.table",
    ),
    "answering": ("errors", "model", "notation", "reading", "compile", "runs", *ENGINES, "theorems"),
    "proof.check": (),  # whoever doubts us runs it alone
    "proof": ("errors", "model", "runs", *ENGINES, "theorems", "answering", "proof.check"),
    "show": ("errors", "text", "model", "reading"),  # never computes
    "nimber": ("errors", "text", "model", "notation", "engines.nimbers"),
}
INNER = tuple(ROOMS)
ROOMS["api"] = INNER
ROOMS["oeis"] = (*INNER, "api")
ROOMS["web"] = (*INNER, "api")
ROOMS["notebook"] = (*INNER, "api", "web")  # what the page of a game shows, a notebook shows too
ROOMS["wiring"] = (*INNER, "api", "oeis", "notebook")
ROOMS["contrib"] = (*INNER, "api", "wiring")
ROOMS["cli"] = (*INNER, "api", "oeis", "web", "wiring")
ROOMS["dev"] = ("errors", "text", "notation", "wiring")  # writes files of a checkout, from templates
ROOMS["__main__"] = ("cli",)
WIRING = ("grundy",)  # joins the rooms
UPWARD = {"grundy.model.upward": ("api",)}  # who may know rooms above, where it is called: methods of values

PACKAGES: dict[str, tuple[str, ...]] = {
    "folders": ("platformdirs",),
    "text": ("numpy",),
    "judges": ("numpy", "numba"),
    "compile": ("numpy", "numba", "llvmlite"),
    "runs": ("numpy", "dask", "distributed"),
    "answering": ("numpy",),
    **dict.fromkeys(ENGINES, ("numpy", "numba", "llvmlite")),
    "patterns": ("numpy",),
    "drawing": ("numpy",),
    "theorems": ("numpy",),
    "show": ("numpy", "matplotlib"),
    "api": ("numpy", "matplotlib", "networkx", "pandas"),
    "cli": ("numpy", "click"),
    "web": ("starlette", "uvicorn"),
    "notebook": ("anywidget", "traitlets", "IPython"),  # the others come with anywidget
    "contrib": ("pyspiel", "open_spiel"),
    "wiring": ("numpy",),
}
HEAVY = ("platformdirs", "numpy", "numba", "llvmlite", "matplotlib", "dask", "distributed", "networkx", "pandas")
COMPILED = {
    "kernels",
    "jit",
    "cached",
    "straight",
    "instructions",
}  # modules of these names, or in such a folder, may import HEAVY at once
LONGEST = 450  # lines


@dataclass(frozen=True)
class Import:
    """One name that a module imports; `early` if it does so when it is imported itself."""

    name: str
    line: int
    early: bool


def room_of(module: str) -> str:
    """The room of a module of grundy, given by its full name."""
    if module in WIRING:
        return "wiring"
    name = module.removeprefix("grundy.")
    fitting = [room for room in ROOMS if name == room or name.startswith(room + ".")]
    return max(fitting, key=len, default="none")


@cache
def imports_of(source: str) -> tuple[Import, ...]:
    """Every import of a source text; those for type checkers alone count, though they are not early."""

    def walk(node: ast.AST, early: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, early) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            yield from (Import(f"{origin}.{alias.name}", node.lineno, early) for alias in node.names)
        late = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        late |= isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.expr):  # no expression imports anything, and most of a source is expressions
                yield from walk(child, early and not late)

    return tuple(walk(ast.parse(source), True))


def complaints(module: str, source: str) -> list[str]:
    """What the imports of one module do that they may not."""
    room = room_of(module)
    if room == "none":
        return [f"{module} is in no room that tests/house/test_rooms.py names"]
    faults = []
    compiled = COMPILED & set(module.split("."))
    for one in imports_of(source):
        where = f"{module}:{one.line}: {one.name}"
        top = one.name.partition(".")[0]
        if one.name.startswith("."):
            faults.append(f"{where}: write the full name of what is imported")
        elif one.name.endswith(".*"):
            faults.append(f"{where}: name what is imported")
        elif top == "grundy":
            other = room_of(one.name)
            other = "wiring" if other == "none" else other  # a public name of grundy itself
            upward = not one.early and other in UPWARD.get(module, ())
            if other != room and other not in ROOMS[room] and not upward:
                faults.append(f"{where}: {room} may not know {other}")
            if one.early and not compiled and COMPILED & set(one.name.split(".")):
                faults.append(f"{where}: import it inside the function that needs it, for it loads Numba")
        elif top not in sys.stdlib_module_names:
            if top not in PACKAGES.get(room, ()):
                faults.append(f"{where}: {room} may not use {top}")
            elif top in HEAVY and one.early and not compiled:
                faults.append(f"{where}: import it inside the function that needs it")
    return faults


def modules() -> list[tuple[str, Path]]:
    """The full name and the file of every module of grundy; of grundy itself also that of its public names."""
    files = sorted([*(SOURCE / "grundy").rglob("*.py"), SOURCE / "grundy" / "__init__.pyi"])
    names = [".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__") for file in files]
    return list(zip(names, files, strict=True))


def test_modules_keep_to_their_rooms() -> None:
    faults = []
    for module, file in modules():
        source = file.read_text(encoding="utf-8")
        faults += complaints(module, source)
        if source.count("\n") > LONGEST:
            warnings.warn(f"{module} has more than {LONGEST} lines: is it two things?", stacklevel=1)
    assert not faults, "\n".join(faults)


def test_every_folder_is_a_package() -> None:
    folders = {file.parent for _, file in modules()}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_the_groups_of_verbs_name_every_file() -> None:
    folder = SOURCE / "grundy" / "api"
    listed = re.findall(r"\b[a-z_]+\.py\b", ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or "")
    assert sorted(listed) == sorted({file.name for file in folder.glob("*.py")} - {"__init__.py"})


def test_tests_lie_in_folders_named_like_the_rooms_that_they_are_about() -> None:
    others = {"house", "browser", "cluster", "bots", "release"}
    folders = {file.parent.relative_to(TESTS).as_posix() for file in TESTS.rglob("test_*.py")}
    rooms = {folder for folder in folders if (SOURCE / "grundy" / folder).is_dir()}
    assert folders - rooms == others


def test_modules_are_found() -> None:
    assert {"grundy", "grundy.errors", "grundy.model.rule", "grundy.compile.jit"} <= {name for name, _ in modules()}


ALLOWED = [
    ("grundy.model.rule", "import math\nfrom grundy.errors import BadRule\nfrom grundy.model.option import Option"),
    ("grundy.engines.table.kernels", "import numpy as np\nfrom grundy.compile.jit import njit"),
    ("grundy.engines.search.kernels.words", "import numba\nfrom grundy.engines.search.kernels.spans import Span"),
    ("grundy.engines.table.driver", "def f():\n    import numpy\n    from grundy.engines.table.kernels import fill"),
    ("grundy.engines.table.driver", "if TYPE_CHECKING:\n    import numpy"),
    ("grundy.model.upward", "def f():\n    from grundy.api.check import check"),
    ("grundy.cli.main", "import click\nimport grundy\nfrom grundy import solve\nfrom grundy.show import text"),
    ("grundy", "from grundy.answering.solve import solve\nfrom grundy.games.heaps import nim"),
    ("grundy.proof.check", "import hashlib"),
]
REFUSED = [
    ("grundy.model.rule", "from grundy.games import nim", "model may not know games"),
    ("grundy.model.rule", "def f():\n    import grundy.answering.dispatch", "model may not know answering"),
    ("grundy.model.rule", "def f():\n    from grundy.api.check import check", "model may not know api"),
    ("grundy.model.upward", "from grundy.api.check import check", "model may not know api"),
    ("grundy.model.upward", "def f():\n    from grundy.show.text import words", "model may not know show"),
    ("grundy.model.rule", "if TYPE_CHECKING:\n    from grundy.show import words", "model may not know show"),
    ("grundy.games.heaps", "from grundy import solve", "games may not know wiring"),
    ("grundy.games.heaps", "import grundy", "games may not know wiring"),
    ("grundy.games.heaps", "from grundy.solve import solve", "games may not know wiring"),
    ("grundy.games.heaps", "def f():\n    import numpy", "games may not use numpy"),
    ("grundy.text.reader", "if TYPE_CHECKING:\n    from numba.core import types", "text may not use numba"),
    ("grundy.engines.table.driver", "import numpy as np", "inside the function"),
    ("grundy.engines.table.driver", "class C:\n    import numpy", "inside the function"),
    ("grundy.engines.table.driver", "from grundy.engines.table import kernels", "inside the function"),
    ("grundy.engines.table.driver", "from grundy.compile.jit import njit", "inside the function"),
    ("grundy.engines.search.driver", "from grundy.engines.search.kernels import proof", "inside the function"),
    ("grundy.engines.table.driver", "import click", "engines.table may not use click"),
    ("grundy.answering.dispatch", "from grundy.games.heaps import nim", "answering may not know games"),
    ("grundy.answering.dispatch", "from grundy.patterns.guess import Guess", "answering may not know patterns"),
    ("grundy.text.reader", "from grundy.model.rule import Rule", "text may not know model"),
    ("grundy.engines.heap.octal.values", "import grundy.answering.ask", "engines.heap may not know answering"),
    ("grundy.engines.search.driver", "import grundy.engines.table.plain", "engines.search may not know engines.table"),
    ("grundy.engines.question", "import grundy.engines.heap.walk", "engines may not know engines.heap"),
    ("grundy.show.text", "from grundy.answering.solve import solve", "show may not know answering"),
    ("grundy", "from grundy.cli.main import main", "wiring may not know cli"),
    ("grundy.show.text", "from grundy.cli.main import main", "show may not know cli"),
    ("grundy.proof.check", "from grundy.errors import BadText", "proof.check may not know errors"),
    ("grundy.model.rule", "from .option import Option", "write the full name"),
    ("grundy.model.rule", "from . import option", "write the full name"),
    ("grundy.model.rule", "from grundy.errors import *", "name what is imported"),
    ("grundy.utils", "import os", "in no room"),
]


def test_what_is_allowed() -> None:
    assert [told for module, source in ALLOWED for told in complaints(module, source)] == []


def test_what_is_refused() -> None:
    faults = [(complaints(module, source), reason) for module, source, reason in REFUSED]
    assert [(told, reason) for told, reason in faults if len(told) != 1 or reason not in told[0]] == []


def test_arrows_make_no_circle() -> None:
    rooms = list(ROOMS)  # each after all that it knows
    for place, room in enumerate(rooms):
        assert set(ROOMS[room]) <= set(rooms[:place]), room


DISPATCH = "grundy.answering.dispatch"
PROVING = ("proof", "last")  # the costs of rows that are no engines
ADDED = "grundy.engines.rows."


def circles(imported: dict[str, set[str]]) -> set[frozenset[str]]:
    """The sets of modules each of which imports, over others, all of its set (Tarjan 1972: strong components)."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    components = set()

    def visit(module: str) -> None:
        numbers[module] = lowest[module] = len(numbers)
        path.append(module)
        for other in sorted(imported[module]):
            if other not in numbers:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in path:
                lowest[module] = min(lowest[module], numbers[other])
        if lowest[module] == numbers[module]:
            together = path[path.index(module) :]
            del path[path.index(module) :]
            if len(together) > 1:
                components.add(frozenset(together))

    for module in imported:
        if module not in numbers:
            visit(module)
    return components


def engines_named(source: str) -> list[tuple[str, str]]:
    """The engines of the rows of the table, as they are written in it, the third of what a row is made from, each
    with its room."""
    named = []
    for row in ast.walk(ast.parse(source)):
        if isinstance(row, ast.Call) and isinstance(row.func, ast.Name) and row.func.id == "Row":
            cost = next((word.value.value for word in row.keywords if word.arg == "cost"), None)  # type: ignore[attr-defined]
            room = "answering" if cost in PROVING else "engines"
            named += [(room, str(engine.value)) for engine in row.args[2:3] if isinstance(engine, ast.Constant)]
    return named


def imported_modules(sources: dict[str, str]) -> dict[str, set[str]]:
    """What each of some modules imports of the others: inside functions and for type checkers alone too.

    Of the modules that reach upward only what they import themselves: who calls them is below who answers.
    """
    graph = {}
    for module, source in sources.items():
        names = [one.name for one in imports_of(source) if one.early or module not in UPWARD]
        if module == DISPATCH:  # it names the engines, which are imported when they are asked, and finds files of rows
            names += [f"grundy.{room}.{engine.partition(':')[0]}" for room, engine in engines_named(source)]
            names += [name for name in sources if name.startswith(ADDED)]
        wholes = {name if name in sources else name.rpartition(".")[0] for name in names}
        graph[module] = {name for name in wholes if name in sources and name != module}
    return graph


def test_modules_make_no_circle() -> None:
    sources = {name: file.read_text(encoding="utf-8") for name, file in modules()}
    assert circles(imported_modules(sources)) == set()


def test_the_engines_of_the_table_are_read_from_its_source() -> None:
    from grundy.answering.dispatch import DEFINITION_ALONE, TABLE

    files = [file for name, file in modules() if name == DISPATCH or name.startswith(ADDED)]
    named = {engine for file in files for engine in engines_named(file.read_text(encoding="utf-8"))}
    assert named == {(row.room, row.engine) for row in (*TABLE, *DEFINITION_ALONE)}


def test_a_circle_is_seen() -> None:
    late = "def f():\n    from grundy.two import x"
    typed = "if TYPE_CHECKING:\n    from grundy import three"
    back = "import grundy.one"
    sources = {"grundy.one": late, "grundy.two": typed, "grundy.three": back, "grundy.four": back}
    assert circles(imported_modules(sources)) == {frozenset({"grundy.one", "grundy.two", "grundy.three"})}
