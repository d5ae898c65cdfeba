"""Certificates that a symmetry answers every move: true ones are accepted, and each step refuses what it is for."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import forging_symmetries
import pytest
from certificate_texts import refusal
from certificate_texts import text as joined
from command import grundy as command

import grundy
from grundy.proof import check
from grundy.proof.certify_replies import by_symmetry


def board(rows: str, pieces: str, image: str, wins: str = "second") -> str:
    """What is said of a board whose rows have '/' between them."""
    lines = rows.split("/")
    return refusal(
        joined(
            [
                "grundy-certificate 1",
                "kind symmetry",
                f"board {len(lines)} {len(lines[0])}",
                *(f"row {line}" for line in lines),
                *(f"piece {piece}" for piece in pieces.split(",")),
                *f"wins {wins}".split("; "),
                f"images {len(image.split())}",
                f"0 {image}",
                "end",
            ]
        )
    )


def masks(places: int, moves: str, position: str, image: str, wins: str = "second") -> str:
    """What is said of moves on sets of places."""
    listed = [f"move {move}" for move in moves.split(", ")]
    head = ["grundy-certificate 1", "kind symmetry", f"places {places}", f"moves {len(listed)}", *listed]
    tail = [f"position {position}", *f"wins {wins}".split("; "), f"images {places}", f"0 {image}", "end"]
    return refusal(joined([*head, *tail]))


def test_boards_of_any_size_are_proved_by_the_checker_alone(tmp_path: Path) -> None:
    file = tmp_path / "c.txt"
    done = command("solve", "cram 100x100", "--certificate", str(file), "--no-store")
    assert done.out.endswith(f"checked: 'grundy verify {file}' does it again.\n")
    alone = [sys.executable, "-I", "-S", check.__file__, str(file)]
    said = subprocess.run(alone, capture_output=True, text=True, check=True).stdout.splitlines()
    assert said[0].endswith(": put oo or o/o, o on free cells, x taken away with it, on 100x100 cells: all cells free")
    assert said[1].endswith(
        ": claims the second player wins normal play from the 10000 free cells, answering each move with its image"
    )
    assert said[2].endswith(": proved")


def test_the_first_player_opens_and_answers_then(tmp_path: Path) -> None:
    file = tmp_path / "c.txt"
    result = grundy.solve("cram 21x20")
    assert grundy.certify(result, file).checked and grundy.certify(result, tmp_path / "s.txt", strategy=True).checked
    assert file.read_text() == (tmp_path / "s.txt").read_text()
    assert "\nwins first\nopening 0 209\n" in file.read_text()  # the middle of row 10: cells 209 and 210
    said = grundy.verify(file).files[0].lines[1]
    assert said.endswith("beginning with the move that needs 209 210, then answering each move with its image")


def test_without_a_symmetry_or_in_misere_play_it_is_another_kind(tmp_path: Path) -> None:
    for position, strategy, kind in (("cram 2x3", False, "position"), ("cram 3x3", True, "strategy")):
        grundy.certify(position, tmp_path / "c.txt", strategy=strategy)
        assert f"\nkind {kind}\n" in (tmp_path / "c.txt").read_text()
    grundy.certify(grundy.solve("cram 2x2", misere=True), tmp_path / "c.txt", strategy=True)
    assert "\nkind strategy\n" in (tmp_path / "c.txt").read_text()
    assert by_symmetry(grundy.parse("cram(2x2) + cram(2x2)"), False) is None
    assert by_symmetry(grundy.parse("kayles(4)"), True) is None


def test_every_true_text_says_what_is_so_and_any_other_opening_or_image_is_refused() -> None:
    for text in forging_symmetries.honest():
        assert refusal(text) == ""
        lines = text.split("\n")
        at = next(at for at, line in enumerate(lines) if line.startswith("0 "))
        size = len(lines[at].split()) - 1
        identity = " ".join(map(str, range(size)))
        assert refusal("\n".join([*lines[:at], f"0 {identity}", *lines[at + 1 :]]))


def test_the_image_is_an_involution() -> None:
    assert board("....", "o", "1 0 3 2") == ""
    assert board("....", "o", "1 2 3 0") == "line 8: the image of the image of place 0 is not that place"
    assert board("....", "o", "1 0 2 2") == "line 8: the image of the image of place 3 is not that place"
    assert board("....", "o", "1 0 2 4") == "line 8: the image of the image of place 3 is not that place"


def test_the_position_is_its_own_image() -> None:
    assert board(".#.#", "o", "2 3 0 1") == ""
    assert board(".##.", "o", "2 3 0 1") == "line 8: place 0 is on, and its image 2 is not"
    assert "place 0 is on, and its image 1 is not" in masks(2, "1 0 1 0, 2 0 2 0", "1", "1 0")
    assert masks(2, "1 0 1 0, 2 0 2 0", "0", "1 0") == ""


def test_the_image_of_a_move_is_a_move() -> None:
    assert board("..../....", "oo", "4 5 6 7 0 1 2 3") == ""  # the rows change places
    assert board("....", "oo", "0 2 1 3") == "the image of a move that needs 0 1 is no move"
    assert board("..../....", "oo,o/o", "4 6 5 7 0 2 1 3") == "the image of a move that needs 0 1 is no move"
    assert board("....", "xo", "3 2 1 0") == "the image of a move that needs 0 is no move"  # its x is on the other side
    assert board("..../....", "xo,ox", "7 6 5 4 3 2 1 0") == ""
    assert board("../../..", "x/o", "5 4 3 2 1 0").startswith("the image of a move that needs 0 is no")  # x is above
    assert board("../../..", "x/o/x", "5 4 3 2 1 0") == ""
    assert board("./.", "x/o/x", "1 0") == "the image of a move that needs 0 may be no answer to it: they touch"
    assert board("./.", "x/o", "1 0") == "the image of a move that needs 0 is no move"
    assert board("../##/..", "x/o/x", "5 4 3 2 1 0") == ""
    assert masks(2, "1 0 1 0", "3", "1 0") == "the image of a move that needs 0 is no move"
    assert masks(4, "1 2 1 0, 4 0 4 0", "5", "2 3 0 1") == "the image of a move that needs 0 is no move"
    assert masks(4, "1 0 3 0, 4 0 4 0", "f", "2 3 0 1") == "the image of a move that needs 0 is no move"
    assert masks(4, "2 0 2 1, 8 0 8 0", "a", "2 3 0 1") == "the image of a move that needs 1 is no move"


def test_only_moves_that_are_possible_count_where_places_only_go_off() -> None:
    assert masks(3, "1 0 1 0, 2 0 2 0, 4 0 4 0", "3", "1 0 2") == ""  # place 2 is its own image, and gone
    assert masks(4, "1 0 5 0, 2 0 2 0", "3", "1 0 2 3") == ""  # what it clears beside is not there
    off = "1 8 1 0, 2 8 2 0, 4 8 4 0"
    assert masks(4, off, "3", "1 0 2 3") == "the image of a move that needs 2 may be no answer to it: they touch"


def test_a_move_and_its_image_do_not_touch() -> None:
    touch = "may be no answer to it: they touch"
    assert board("..", "oo", "1 0") == f"the image of a move that needs 0 1 {touch}"
    assert board("..", "xo,ox", "1 0") == f"the image of a move that needs 0 {touch}"  # Node Kayles on an edge
    assert board("...", "o", "2 1 0") == f"the image of a move that needs 1 {touch}"
    assert board("...", "oxo", "2 1 0") == f"the image of a move that needs 0 2 {touch}"
    assert board("...", "oo", "2 1 0") == f"the image of a move that needs 0 1 {touch}"
    # a move that clears what its image must find off, or flips what its image flips
    assert masks(4, "1 2 1 0, 2 1 2 0", "3", "1 0 2 3").endswith(touch)
    assert masks(4, "2 4 2 1, 8 1 8 4", "a", "2 3 0 1").endswith(touch)  # each needs off what the other puts on
    assert masks(3, "2 0 2 1, 4 0 4 1", "6", "0 2 1").endswith(touch)  # both flip place 0
    assert masks(4, "2 0 2 1, 8 0 8 4", "a", "2 3 0 1") == ""
    assert masks(5, "2 0 12 1, 8 0 18 4", "1a", "2 3 0 1 4") == ""  # both clear place 4, and neither needs it


def test_an_opening_is_a_move_that_is_possible() -> None:
    bad = "expected a move that is possible"
    middle = "2 1 0"
    assert board("...", "o", middle, "first; opening 0 1") == ""
    assert board("...", "o", middle, "first; opening 0 0") == "line 9: place 2 is on, and its image 0 is not"
    for words in ("opening 1 1", "opening 0 3", "opening 0", "opening 0 1 1", "opening"):
        assert board("...", "o", middle, f"first; {words}").endswith(bad), words
    assert board("..#", "oo", "1 0 2", "first; opening 0 1").endswith(bad)
    assert board(".#.", "o", middle, "first; opening 0 1").endswith(bad)
    alone = "1 0 1 0, 2 0 2 0, 4 0 4 0"
    assert masks(3, alone, "7", middle, "first; opening 1") == ""
    for words in ("opening 3", "opening 0 1", "opening"):
        assert masks(3, alone, "7", middle, f"first; {words}").endswith(bad)
    assert masks(3, alone, "5", middle, "first; opening 1").endswith(bad)
    assert masks(2, "1 2 1 0, 2 0 2 0", "3", "0 1", "first; opening 0").endswith(bad)


@pytest.mark.parametrize(
    ("rows", "pieces", "told"),
    [
        ("..", "", "expected at most 1000 signs o, x, . and /, with an o"),
        ("..", "x.", "with an o"),
        ("..", "o/", "with an o"),
        ("..", "o//o", "with an o"),
        ("..", "O", "with an o"),
        ("..", "o" * 1001, "with an o"),
        ("..", ",".join(["o"] * 101), "more than 100 pieces"),
        (".!", "o", "expected 2 signs . or #"),
        (".x", "o", "expected 2 signs . or #"),
        ("../.", "o", "expected 2 signs . or #"),
    ],
)
def test_what_is_no_board_or_piece_is_refused(rows: str, pieces: str, told: str) -> None:
    assert told in board(rows, pieces, "1 0")


def test_sides_and_images_have_limits() -> None:
    head = "grundy-certificate 1\nkind symmetry\n"
    for sides in ("0 1", "1 0", "1001 1000", "2", "1 1 1"):
        assert refusal(f"{head}board {sides}\n").startswith("line 3: expected rows and columns of a board of 1 to")
    assert refusal(f"{head}board 1000 1000\n") == "expected 'row', found the end of the file"
    assert "expected a number from 2 to 2" in board("..", "o", "0 1 2")
    assert board("..", ".".join("o" * 500) + ".", "1 0") == ""
    for row in ("row", "row . ."):
        assert refusal(f"{head}board 1 1\n{row}\n").startswith("line 4: expected 1 signs . or #")
    for piece in ("piece", "piece o o"):
        assert "with an o" in refusal(f"{head}board 1 1\nrow .\n{piece}\n")
    assert "expected 'piece'" in refusal(f"{head}board 1 1\nrow .\nwins second\n")


def test_the_board_is_said_where_it_is_not_all_free() -> None:
    text = joined(by_symmetry(grundy.parse("cram(.#../..#.)"), False) or [])
    told = list(_said(text))
    assert told[0] == "put oo or o/o, o on free cells, x taken away with it, on 2x4 cells: .#../..#."
    half = _said(text.replace(".#..", "....").replace("..#.", "...#"))
    assert half[0].endswith("on 2x4 cells: ..../...#")
    assert told[1].endswith("from the 6 free cells, answering each move with its image")
    assert list(_said(forging_symmetries.opened()))[1] == (
        "the first player wins normal play from the set 7f, beginning with the move that needs 3, then answering each "
        "move with its image"
    )
    rows = "/".join(["#" + "." * 60 + "#"] * 40)
    long = joined(by_symmetry(grundy.parse(f"placement:oo,o/o({rows})"), False) or [])
    assert "... (40 in all; SHA-256 of the moves: " in _said(long)[0]


def _said(text: str) -> list[str]:
    lines = check._Reader(io.StringIO(text, newline="\n"))
    certificate = check._read(lines)
    return [check.rule(certificate, lines.moves.hexdigest()), check.claim(certificate)]
