"""Tables in files, and work that is long from its beginning."""

from __future__ import annotations

from pathlib import Path

import pytest
from entries import SIZE, values

from grundy.model.run import Run
from grundy.runs import loop
from grundy.runs.chunk import Chunk
from grundy.runs.recorder import about
from grundy.runs.table_file import create_table


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All work is long from its first moment, so that tests are short."""
    monkeypatch.setattr(loop, "LONG", 0.0)
    monkeypatch.setattr(loop, "TICK", 0.002)
    monkeypatch.setattr("grundy.runs.recorder.LONG", 0.0)


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
