"""What a person types is read as Python by one door, which lets no warning of Python's through."""

from __future__ import annotations

import ast
import warnings
from pathlib import Path

import pytest

import grundy
from grundy.text.literals import NOT_READ, python_expression, python_literal

SOURCE = Path(grundy.__file__).parent
WARNED = ["9in (1,)", "1if n else 2", "n is 1", r"'\d'"]


@pytest.mark.parametrize("text", WARNED)
def test_no_warning_is_printed(text: str) -> None:
    """Once `grundy prove take-away:1,2 -- 9in` printed Python's word about a decimal literal before the error."""
    with warnings.catch_warnings(record=True) as printed:
        warnings.simplefilter("always")
        for read in (python_expression, python_literal):
            try:
                read(text)
            except NOT_READ:
                continue
    assert not printed


def test_a_strict_reader_refuses_what_python_warns_of() -> None:
    assert python_literal(r"'\d'") == "\\d"
    with pytest.raises(SyntaxError):
        python_literal(r"'\d'", strict=True)


def test_no_claim_prints_a_warning() -> None:
    with warnings.catch_warnings(record=True) as printed:
        warnings.simplefilter("always")
        with pytest.raises(grundy.BadText):
            grundy.prove(grundy.take_away(1, 2), "9in")
    assert not printed


def test_text_that_is_typed_is_read_there_alone() -> None:
    """Elsewhere ast.parse reads Python that grundy writes, or a rule's own file, of which Python has warned already."""
    rooms = {"text/literals.py", "reading/source.py", "reading/formulas.py", "compile/straight.py"}
    for path in SOURCE.rglob("*.py"):
        name, text = path.relative_to(SOURCE).as_posix(), path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "ast." in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("ast.parse", "ast.literal_eval"):
                constant = isinstance(node.args[0], ast.Constant)
                assert constant or name in rooms or name.partition("/")[0] in rooms, f"{name}:{node.lineno}"
