"""Of further kinds, too, what is said in the file is what is proved: see test_proved_reading."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_proved_reading import HERE, PROVED, accepts, built, said, written_in_one_way

MISREAD = [
    ("let edges = List.init count edge in", "let edges = List.tl (List.init count edge) in"),
    (
        "let rows = List.init rows row in",
        "let rows = List.init rows (fun r -> ignore (row r); String.make columns '#') in",
    ),
    ("    need, clear\n", "    [ 0; 1; 2; 3 ], clear\n"),
    ("    Digits found", "    Digits (List.filter (( <> ) 7) found)"),
    ('let period = one lines "period" 0 20_000_000 in', 'let period = min 2 (one lines "period" 0 20_000_000) in'),
    ("let lost = List.map (number line) words in", "let lost = 1 :: List.tl (List.map (number line) words) in"),
    (
        "let product = List.init order row in",
        "let product = List.init order (fun x -> ignore (row x); List.init order (( lxor ) x)) in",
    ),
    ("let elements = values lines size in", "let elements = List.mapi (fun n _ -> n land 1) (values lines size) in"),
    ("if first <> heap || listed = [] then", "if listed = [] then"),
]
DIGITS = tuple("#0123456789")
HELPS = {"matching": ("mates", "barrier", *DIGITS)}
HELPS["symmetry"] = ("squares", "opening", "images", *DIGITS)
BOARD = "kind symmetry, board 2 4, row ..#., row .#.., piece oo, piece o/o, wins second, images 8, 0 7 6 5 4 3 2 1 0"
LARGE = "kind symmetry, places 64, moves 2, move 1 0 1 0, move 8000000000000000 0 8000000000000000 0, "
LARGE += "position 8000000000000001, wins second, images 64, 0 " + " ".join(map(str, range(63, -1, -1)))
HELPS["quotient"] = ("#", "sha256")
QUOTIENT = "kind quotient, {}, period {}, preperiod {}, elements {}, p {}, {}, values {}, {}"
TWO = "product 0 1, product 1 0"
ALTERNATING = QUOTIENT.format("digits 0 3", 2, 0, 2, 1, TWO, 16, "0 0 1 0 1 0 1, 6 0 1 0 1 0 1 0 1 0 1")
SIX = ", ".join(f"product {row}" for row in ("0 1 2 3 4 5", "1 0 4 5 2 3", "2 4 5 4 3 2", "3 5 4 5 2 3", "4 2 3 2 5 4"))
SIX += ", product 5 3 2 3 4 5"
OWN = {
    "board": BOARD,
    "large": LARGE,
    "quotient": QUOTIENT.format("amounts 1 2", 3, 0, 6, "1 5", SIX, 16, "0 0 1 4 0 1, 5 4 0 1 4 0 1 4 0 1 4 0"),
    "quotient-of-nodes": QUOTIENT.format("nodes 2, node 0, node 1 0", 0, 0, 2, 1, TWO, 2, "0 0 1"),
}
NAMES = {
    "board": "symmetry",
    "large": "symmetry",
    "quotient": "quotient",
    "quotient-of-nodes": "quotient",
    "bipartite-matching": "matching",
    "triangles-matching": "matching",
}


@pytest.fixture(scope="module")
def misreading(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("misreading"), MISREAD)


@pytest.mark.parametrize("name", NAMES)
def test_a_line_that_says_something_is_written_in_one_way(name: str, lax: Path, tmp_path: Path) -> None:
    text = written(OWN[name]) if name in OWN else (HERE / f"examples/{name}.txt").read_text()
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
    "moves": (ALTERNATING.replace("digits 0 3", "digits 0 3 7"), 3),
    "a period": (ALTERNATING.replace("period 2", "period 4"), 4),
    "P": (ALTERNATING.replace("p 1", "p 0"), 7),
    "a product": (ALTERNATING.replace("product 1 0", "product 1 1"), 9),
    "an element": (ALTERNATING.replace("0 0 1 0 1 0 1,", "0 0 1 0 0 0 1,"), 11),
    "a heap": (ALTERNATING.replace("6 0 1", "7 0 1"), 12),
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
