"""Every kernel names the test that holds it against something else, and that test file is there and names the kernel.

A kernel with a header says so in it (`judge` or `reference`), a small one in the docstring of its module; one that
stands in no test by itself names the kernel of the same file through which it is tested.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
FILES = sorted([*SOURCE.rglob("kernels.py"), *SOURCE.rglob("kernels/[!_]*.py")])
HEADER = re.compile(r"^ *(computes|method|arrays|requires|returns|bounds|cost|judge|reference) ", re.M)
NAMED = re.compile(r"^ *(?:judge|reference) +(.*(?:\n {6,}\S.*)*)", re.M)


def docstrings(file: Path) -> Iterator[tuple[str, str]]:
    """The docstring of the module, under the name '', and those of its kernels."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield "", ast.get_docstring(tree) or ""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(ast.unparse(one) == "njit" for one in node.decorator_list):
            yield node.name, ast.get_docstring(node) or ""


@cache
def callers() -> list[str]:
    """The texts of all modules that name kernels and are none."""
    texts = [file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py") if file not in FILES]
    return [text for text in texts if "kernels" in text]


def is_called(file: Path, name: str) -> bool:
    """Whether a kernel is called from Python: by the name of its module, or imported from there."""
    folder, module = ".".join(file.parent.relative_to(SOURCE).parts), file.stem
    imported = re.compile(rf"from {folder}(?:\.{module} import .*\b{name}\b| import (?:.*\b)?{module}\b)")
    used = re.compile(rf"\b(?:kernels|{module})\.{name}\(|import .*\b{name}\b")
    return any(imported.search(text) and used.search(text) for text in callers())


def complaints(file: Path, tests: Path) -> Iterator[str]:
    """What is missing in the headers of one file of kernels."""
    told = dict(docstrings(file))
    whole = rf"{file.parent.name}(?:\.| import ){file.stem}"
    judges = {name: match[1] for name, text in told.items() if (match := NAMED.search(text))}
    if not judges:
        yield "no kernel names its judge"
    for name, text in told.items():
        judge = judges.get(name)
        if judge is None:
            if name and HEADER.search(text):
                yield f"{name}: a header without a judge"
            elif name and "" not in judges and is_called(file, name):
                yield f"{name}: called from Python, and neither it nor the module names a judge"
            continue
        through = re.search(r"through (\w+)$", judge.strip())
        if through and through[1] in judges and through[1] != name:
            continue
        named = re.findall(r"tests/([\w/]+\.py)", judge)
        if not named:
            yield f"{name or 'the module'}: no file of tests in {judge!r}"
        for test in named:
            wanted = rf"\b(?:{name or '|'.join([*filter(None, told), whole])})\b"
            if not (tests / test).is_file():
                yield f"{name or 'the module'}: there is no {test}"
            elif not re.search(wanted, (tests / test).read_text(encoding="utf-8")):
                yield f"{name or 'the module'}: {test} does not name it"


def test_every_kernel_names_the_test_that_judges_it() -> None:
    faults = [f"{file}: {told}" for file in FILES for told in complaints(file, ROOT / "tests")]
    assert not faults, "\n".join(faults)


def test_what_is_missing_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "kernels.py"
    body = '@njit\ndef double(n):\n    """Twice n.\n\n    computes  2 n\n    {}\n    """\n    return 2 * n\n'
    (tmp_path / "test_there.py").write_text("assert other(1) == 2\n")
    for line, told in (
        ("cost      nothing", ["no kernel names its judge", "double: a header without a judge"]),
        ("judge     the definition, in tests/test_gone.py", ["double: there is no test_gone.py"]),
        ("judge     the definition, in tests/test_there.py", ["double: test_there.py does not name it"]),
        ("reference the definition", ["double: no file of tests in 'the definition'"]),
        ("judge     its one line, through triple", ["double: no file of tests in 'its one line, through triple'"]),
    ):
        file.write_text(body.format(line))
        assert list(complaints(file, tmp_path)) == told
    (tmp_path / "test_there.py").write_text("assert double(1) == 2\n")
    file.write_text(body.format("judge     the definition, in tests/test_there.py"))
    assert list(complaints(file, tmp_path)) == []
    assert len(FILES) >= 12
