"""Tables in files, and work that is long from its beginning."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from entries import SIZE, values
from steps import Steps

from grundy.model.run import Run
from grundy.runs.chunk import Chunk
from grundy.runs.recorder import about
from grundy.runs.table_file import create_table


@pytest.fixture
def at_once() -> Iterator[None]:
    """Each chunk takes a second by the loop's clock, so that all work is long, and no time of the test's."""
    with Steps(each=1.0):
        yield


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A finished table of three chunks."""
    path = tmp_path / "table.npy"
    table = create_table(path, (SIZE,), "|u1", "a game")
    table.array[:] = values()
    table.note(Chunk(SIZE, SIZE, "entries", {}, filled=((0, SIZE),)))
    table.finish()
    return path


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    """A table of which the first 2,000,000 entries and 1,000 far ones are saved."""
    path = tmp_path / "table.npy"
    table = create_table(path, (SIZE,), "|u1", "a game", about(Run(("table",), "a game")))
    table.array[:] = values()
    table.note(Chunk(1, 2, "parts", {"part": 1}, "much", ((0, 2_000_000), (2_200_000, 2_201_000))))
    table.save()
    table.close()
    return path
