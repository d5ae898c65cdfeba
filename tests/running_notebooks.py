"""The notebooks of examples/notebooks: `python tests/running_notebooks.py` runs them and stores what they show.

A cell is run as Jupyter does: the last expression is shown, as all that it says of itself. tests/notebook/ runs them
again and compares.
"""

from __future__ import annotations

import ast
import json
import linecache
import os
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy.notebook.widget import BoardWidget

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples" / "notebooks"
FORMS = {"text/html": "_repr_html_", "text/latex": "_repr_latex_"}
WIDGET = "application/vnd.jupyter.widget-view+json"


def notebooks() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def rerun(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with what its cells show now."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    with _elsewhere():
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                number = 1 + sum(one["cell_type"] == "code" for one in cells)
                outputs = list(_outputs("".join(cell["source"]), names, number))
                cell = {**cell, "execution_count": number, "outputs": outputs}
            cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, names: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """What a cell prints, and its last value."""
    from grundy.notebook.widget import BoardWidget

    called = f"<cell {number}>"
    linecache.cache[called] = (len(source), None, source.splitlines(keepends=True), called)  # as IPython does
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = None
    with redirect_stdout(StringIO()) as printed:
        exec(compile(tree, called, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), called, "eval"), names)
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)}
    if value is not None:
        if isinstance(value, BoardWidget):
            yield from ({"data": data, "metadata": {}, "output_type": "display_data"} for data in _board_outputs(value))
            return
        data = {"text/plain": repr(value)}
        data |= {form: getattr(value, name)() for form, name in FORMS.items() if hasattr(value, name)}
        yield {"data": _lines(data), "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def _board_outputs(board: BoardWidget) -> Iterator[dict[str, Any]]:
    """What a board shows; its picture has another name, and its model another number, each time."""
    for data in board.outputs():
        if WIDGET not in data:
            yield _lines({form: text.replace(board.still, "board") for form, text in data.items()})


def _lines(data: dict[str, str]) -> dict[str, list[str]]:
    return {form: text.splitlines(keepends=True) for form, text in data.items()}


@contextmanager
def _elsewhere() -> Iterator[None]:
    """An empty folder to work in. It must be empty afterwards: people run a notebook beside their own files."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
        left = sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*"))
        assert not left, f"the notebook leaves {', '.join(left)} behind"


if __name__ == "__main__":
    ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter).parse_args()
    sys.path.insert(0, str(ROOT / "src"))
    for path in notebooks():
        path.write_text(json.dumps(rerun(read(path)), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: run")
