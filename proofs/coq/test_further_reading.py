"""Of further kinds, too, what is said in the file is what is proved: see test_proved_reading."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_proved_reading import HERE, LAX, PROVED, accepts, built, said, written_in_one_way

MISREAD = [
    ("let edges = List.init count edge in", "let edges = List.tl (List.init count edge) in"),
]
DIGITS = tuple("#0123456789")
HELPS = {"matching": ("mates", "barrier", *DIGITS)}
NAMES = {"bipartite-matching": "matching", "triangles-matching": "matching"}


@pytest.fixture(scope="module")
def lax(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("lax"), LAX)


@pytest.fixture(scope="module")
def misreading(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("misreading"), MISREAD)


@pytest.mark.parametrize("name", NAMES)
def test_a_line_that_says_something_is_written_in_one_way(name: str, lax: Path, tmp_path: Path) -> None:
    written_in_one_way((HERE / f"examples/{name}.txt").read_text(), HELPS[NAMES[name]], lax, tmp_path / "it.txt")


FALSE = {
    "an edge left out": ("kind matching/graph 2/edges 1/edge 0 1/token 0/wins second/mates 2/0 0 1/barrier 0", 4),
}


@pytest.mark.parametrize("what", FALSE)
def test_what_is_misread_is_not_proved(what: str, misreading: Path, tmp_path: Path) -> None:
    """False claims that would be true of what is read."""
    lines, at = FALSE[what]
    forged = tmp_path / "it.txt"
    forged.write_text("\n".join(["grundy-certificate 1", *lines.split("/"), "end", ""]))
    assert said(misreading, forged) == (
        1,
        f"refused: line {at}: not as the claim and the moves that were read are written",
    )
    assert said(PROVED, forged)[0] == 1 and not accepts(forged)
