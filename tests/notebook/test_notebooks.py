"""The notebooks of the examples run, and show what is stored in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from running_notebooks import notebooks, read, rerun


def test_there_are_four() -> None:
    assert [path.stem[:2] for path in notebooks()] == ["01", "02", "03", "04"]


@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored(path: Path) -> None:
    """Where it is meant to show something else: python tests/running_notebooks.py."""
    stored = read(path)
    for cell, now in zip(stored["cells"], rerun(stored)["cells"], strict=True):
        assert now.get("outputs") == cell.get("outputs"), "".join(cell["source"])
