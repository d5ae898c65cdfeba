"""Of further kinds, too, what is said in the file is what is proved: see test_proved_reading."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_proved_reading import HERE, LAX, PROVED, accepts, built, said, written_in_one_way

MISREAD = [
    ("let edges = List.init count edge in", "let edges = List.tl (List.init count edge) in"),
    (
        "let rows = List.init rows row in",
        "let rows = List.init rows (fun r -> ignore (row r); String.make columns '#') in",
    ),
    ("    need, clear\n", "    [ 0; 1; 2; 3 ], clear\n"),
]
DIGITS = tuple("#0123456789")
HELPS = {"matching": ("mates", "barrier", *DIGITS)}
HELPS["symmetry"] = ("squares", "opening", "images", *DIGITS)
BOARD = "kind symmetry, board 2 4, row ..#., row .#.., piece oo, piece o/o, wins second, images 8, 0 7 6 5 4 3 2 1 0"
LARGE = "kind symmetry, places 64, moves 2, move 1 0 1 0, move 8000000000000000 0 8000000000000000 0, "
LARGE += "position 8000000000000001, wins second, images 64, 0 " + " ".join(map(str, range(63, -1, -1)))
NAMES = {
    "board": "symmetry",
    "large": "symmetry",
    "bipartite-matching": "matching",
    "triangles-matching": "matching",
}


@pytest.fixture(scope="module")
def lax(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("lax"), LAX)


@pytest.fixture(scope="module")
def misreading(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("misreading"), MISREAD)


@pytest.mark.parametrize("name", NAMES)
def test_a_line_that_says_something_is_written_in_one_way(name: str, lax: Path, tmp_path: Path) -> None:
    own = {"board": BOARD, "large": LARGE}
    text = written(own[name]) if name in own else (HERE / f"examples/{name}.txt").read_text()
    honest = tmp_path / "honest.txt"
    honest.write_text(text)
    assert said(PROVED, honest)[0] == said(lax, honest)[0] == 0
    written_in_one_way(text, HELPS[NAMES[name]], lax, tmp_path / "it.txt")


FALSE = {
    "an edge": ("kind matching, graph 2, edges 1, edge 0 1, token 0, wins second, mates 2, 0 0 1, barrier 0", 4),
    "free cells": ("kind symmetry, board 1 2, row .., piece oo, wins second, images 2, 0 0 1", 4),
    "needs": (
        "kind symmetry, places 64, moves 1, move 1 0 1 0, position 1, wins second, images 64, 0 "
        + " ".join(map(str, range(64))),
        5,
    ),
}


def written(lines: str) -> str:
    return "\n".join(["grundy-certificate 1", *lines.split(", "), "end", ""])


@pytest.mark.parametrize("what", FALSE)
def test_what_is_misread_is_not_proved(what: str, misreading: Path, tmp_path: Path) -> None:
    """False claims that would be true of what is read."""
    lines, at = FALSE[what]
    forged = tmp_path / "it.txt"
    forged.write_text(written(lines))
    assert said(misreading, forged) == (
        1,
        f"refused: line {at}: not as the claim and the moves that were read are written",
    )
    assert said(PROVED, forged)[0] == 1 and not accepts(forged)
