"""The notebooks of the examples run, and show what is stored in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from running_notebooks import notebooks, read, rerun


def outputs(path: Path) -> list[dict[str, list[str]]]:
    return [out["data"] for cell in read(path)["cells"] for out in cell.get("outputs", []) if "data" in out]


@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_what_is_stored_needs_no_network(path: Path) -> None:
    """Formulas waited for MathJax, which is fetched: without a network they were $\\ast 2$."""
    for data in outputs(path):
        shown = "".join(data.get("text/html", []))
        assert "$" not in shown and "<script" not in shown
        assert set(re.findall(r"https?://[^\s\"'<]*", shown)) <= {"http://www.w3.org/2000/svg"}


def test_each_board_is_stored_as_a_picture() -> None:
    boards = [
        data for path in notebooks() for data in outputs(path) if data["text/plain"][0].startswith("BoardWidget(")
    ]
    assert len(boards) == 2 and all("<svg" in "".join(data["text/html"]) for data in boards)


def test_a_notebook_that_leaves_a_file_is_found() -> None:
    """Two of the research session were left in the folder of whoever ran it."""
    cell = {"cell_type": "code", "source": ["open('left.txt', 'w').close()"], "outputs": []}
    with pytest.raises(AssertionError, match=r"the notebook leaves left\.txt behind"):
        rerun({"cells": [cell]})


def test_there_are_four() -> None:
    assert [path.stem[:2] for path in notebooks()] == ["01", "02", "03", "04"]


@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored(path: Path) -> None:
    """Where it is meant to show something else: python tests/running_notebooks.py."""
    stored = read(path)
    for cell, now in zip(stored["cells"], rerun(stored)["cells"], strict=True):
        assert now.get("outputs") == cell.get("outputs"), "".join(cell["source"])
