"""A class is whole wherever it is imported from, and each public name is said once."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest
from house.test_rooms import modules
from waiting import PATIENCE

import grundy
from grundy.web import site

STUB = Path(grundy.__file__ or "").with_suffix(".pyi")


def answered(code: str) -> str:
    """What a fresh process prints that runs some code."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_rule_of_the_model_alone_is_a_whole_rule() -> None:
    """It had neither values nor pictures until something of grundy itself was asked for."""
    code = """
import copy, pickle
from grundy.model.rule import rule
from grundy.model.space import HEAP

@rule(space=HEAP)
def few(n):
    yield from range(max(0, n - 2), n)

print(few.nim_values(7).tolist(), few.check_guess("n % 3", 9).holds, copy.deepcopy(few) is few)
print(few(4).svg()[:4], few(4)._repr_html_()[:4], few._repr_html_()[:4], pickle.loads(pickle.dumps(few)) == few)
"""
    assert answered(code) == "[0, 1, 2, 0, 1, 2, 0] True True\n<svg <div <div True\n"


def test_answers_made_by_an_engine_alone_are_whole() -> None:
    code = """
from grundy.answering.solve import solve
from grundy.games.heaps import nim

result = solve(nim(1, 2))
print(str(result).splitlines()[-1], result._repr_html_()[:4], len(result.certificate().lines) > 1)
"""
    assert answered(code) == "Proved: Bouton 1901: the nim-value of a heap is its size. <div True\n"


@pytest.mark.parametrize(
    ("module", "name", "methods"),
    [
        ("model.rule", "Rule", "nim_values check_guess _repr_html_ __reduce__ __copy__ __deepcopy__"),
        ("model.rule", "Component", "__reduce__ __copy__ __deepcopy__"),
        ("model.rule", "Position", "svg board_to_networkx _repr_html_ __reduce__ __copy__ __deepcopy__"),
        ("model.result", "WinningMoves", "__reduce__ __copy__ __deepcopy__"),
        ("model.result", "Result", "certificate __str__ _repr_html_ __reduce__ __copy__ __deepcopy__"),
        ("model.period", "PeriodResult", "certificate __str__ _repr_html_"),
        ("model.quotient", "MisereQuotient", "certificate __str__ _repr_html_ _repr_latex_"),
        ("model.pattern", "Guesses", "__str__ _repr_html_"),
        ("model.stress", "Report", "__str__ _repr_html_"),
        ("model.run", "Run", "__str__ _repr_html_"),
        ("model.verification", "CheckedFile", "_repr_html_"),
        ("model.verification", "Verification", "_repr_html_"),
        ("patterns.guess", "Verdict", "_repr_html_"),
    ],
)
def test_methods_are_written_in_the_rooms_of_their_classes(module: str, name: str, methods: str) -> None:
    kind = getattr(__import__(f"grundy.{module}", fromlist=[name]), name)
    homes = {inspect.unwrap(getattr(kind, method)).__module__ for method in methods.split()}
    assert homes <= {f"grundy.{module}", "grundy.model.upward"}


def sets_attributes_of_classes(source: str) -> list[str]:
    """The lines outside functions that set an attribute of an imported name."""
    tree = ast.parse(source)
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    lines = []
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for node in ast.walk(statement):
            match node:
                case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()) if name in imported:
                    lines.append(ast.unparse(statement))
                case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=name), *_]):
                    lines.append(ast.unparse(statement))
    return lines


def test_no_module_gives_methods_to_the_classes_of_another() -> None:
    given = {name: sets_attributes_of_classes(file.read_text(encoding="utf-8")) for name, file in modules()}
    given.pop("grundy.engines.heap.symbolic")  # refuses operators of a class of its own, in a loop over their names
    assert {name: lines for name, lines in given.items() if lines} == {}


@pytest.mark.parametrize(
    "source", ["from a import Rule\nRule.check = f", "for one in (A, B):\n    setattr(one, name, f)"]
)
def test_a_method_that_is_given_is_seen(source: str) -> None:
    assert sets_attributes_of_classes(source)


def test_type_checkers_and_python_read_one_list() -> None:
    """The stub has each public name once, a line a name; `dir` and `__all__` are made of it."""
    body = ast.parse(STUB.read_text(encoding="utf-8")).body
    nodes = [node for node in body if isinstance(node, ast.ImportFrom)]
    rules = [ast.unparse(node).removesuffix(": Rule") for node in body if ast.unparse(node).endswith(": Rule")]
    names = [*rules, *(alias.name for node in nodes for alias in node.names)]
    assert all(isinstance(getattr(grundy, name), grundy.Rule) for name in rules)
    assert all(len(node.names) == 1 and node.names[0].asname == node.names[0].name for node in nodes)
    assert len(set(names)) == len(names) > 100
    assert set(names) == set(grundy.__all__) and {*names, "__version__"} == set(dir(grundy))
    for node in nodes:
        home = __import__(node.module or "", fromlist=[node.names[0].name])
        assert getattr(home, node.names[0].name) is getattr(grundy, node.names[0].name)


def test_the_list_is_read_out_of_an_archive(tmp_path: Path) -> None:
    """Browsers have grundy as one zip file."""
    archive = tmp_path / "grundy.zip"
    archive.write_bytes(site._packed())
    code = f"import sys\nsys.path.insert(0, {str(archive)!r})\nimport grundy"
    code += "\nprint(grundy.__file__, grundy.solve('nim 3'))"
    said = answered(code)
    assert said.startswith(str(archive)) and "nim-value 3" in said


def test_python_says_no_public_name_again() -> None:
    source = Path(grundy.__file__ or "").read_text(encoding="utf-8")
    words = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    assert not words & set(grundy.__all__)
