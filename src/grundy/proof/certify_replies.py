"""The certificates that each move has a reply: by a symmetry of boards and graphs, or by a matching of a graph."""

from __future__ import annotations

from itertools import chain
from typing import Any

from grundy.engines.search.board import MOST_PLACES, as_sets
from grundy.engines.search.symmetry import Symmetry, after_opening, answered_by, openings, pairing
from grundy.model.matching import maximum_matching
from grundy.model.rule import Position
from grundy.model.shapes import Piece, Placing, Square, SubsetGame, Subsets
from grundy.proof.positions import MOST_MOVES
from grundy.proof.write import mask_lines, matching_certificate, piece_lines, symmetry_certificate

# ---- The certificate that a symmetry answers every move: of boards of any size on which pieces are put, and of graphs


MOST_CELLS = 1_000_000  # of FORMAT.md


def by_symmetry(position: Position, first: bool) -> list[str] | None:
    """The lines of a certificate of who wins by a symmetry, None where there is none (FORMAT.md, kind symmetry).

    Args:    position: one board on which pieces are put, or one graph or other set of places that only go off; of
             others there is none. first: whether the first player wins, by a move after which a symmetry answers all.

    >>> from grundy.notation.expression import parse
    >>> by_symmetry(parse("cram(2x2)"), False)[-6:]
    ['piece oo', 'piece o/o', 'wins second', 'images 4', '0 3 2 1 0', 'end']
    >>> by_symmetry(parse("cram(1x2)"), True)[-5:-1]
    ['wins first', 'opening 0 0', 'images 2', '0 1 0']
    >>> by_symmetry(parse("node-kayles(cycle:4)"), False)[-3:-1]
    ['images 4', '0 2 3 0 1']
    """
    parts = list(position.parts())
    sets = as_sets(parts[0].rule.shape) if len(parts) == 1 else None
    if sets is None:
        return None
    if sets.placing is None:
        return _of_sets(*_field(sets, parts[0].state), first, f"{position}")
    board = sets.placing(parts[0].state)
    if not 0 < sum(map(len, board.rows)) <= MOST_CELLS:
        return None
    cells, symmetry = next(after_opening(board), ((), None)) if first else ((), answered_by(board))
    if symmetry is None:
        return None
    rows = ["".join("." if cell == "." else "#" for cell in row) for row in board.rows]
    moves = piece_lines(rows, map(_written, board.pieces))
    return list(symmetry_certificate(moves, _opening(board, cells), _images(symmetry, board), f"{position}"))


def _field(sets: Subsets, state: Any) -> tuple[SubsetGame, int]:
    field, read = sets.field(state)
    return field, read(state)


def _of_sets(field: SubsetGame, state: int, first: bool, remark: str) -> list[str] | None:
    moves = list(dict.fromkeys(field.moves))
    if field.places > MOST_PLACES or len(moves) > MOST_MOVES:
        return None
    opening: tuple[int, ...] = ()
    if first:
        number, _, image = next(openings(field, state), (0, 0, None))
        opening = (moves.index(field.moves[number]),) if image else ()
    else:
        image = pairing(field, state)
    if image is None:
        return None
    lines = [*mask_lines((), field.places, moves), f"position {state:x}"]
    return list(symmetry_certificate(lines, opening, image, remark))


def _opening(board: Placing, cells: tuple[Square, ...]) -> tuple[int, ...]:
    """A move by the number of its piece and its first cell; () where there is none."""
    if not cells:
        return ()
    (r, c), *_ = cells
    covers = [tuple((r + down, c + right) for down, right in own) for own, _ in board.pieces]
    return covers.index(cells), r * len(board.rows[0]) + c


def _written(piece: Piece) -> str:
    """A piece as rows of its signs, with '/' between them.

    >>> _written((((0, 0), (0, 1)), ((-1, 0),)))
    'x./oo'
    """
    signs = {**dict.fromkeys(piece[1], "x"), **dict.fromkeys(piece[0], "o")}
    rows, columns = (range(min(axis), max(axis) + 1) for axis in zip(*signs, strict=True))
    return "/".join("".join(signs.get((r, c), ".") for c in columns) for r in rows)


def _images(symmetry: Symmetry, board: Placing) -> list[int]:
    """The image of each cell, row by row."""
    height, width = len(board.rows), len(board.rows[0])
    images = (range(r * width, (r + 1) * width)[:: symmetry.right] for r in range(height)[:: symmetry.down])
    return list(chain.from_iterable(images))


# ---- The certificate that a matching answers every move of a token on a graph without directions


MOST_NODES, MOST_EDGES = 1_048_576, 4_000_000  # of FORMAT.md


def by_matching(position: Position, first: bool) -> list[str] | None:
    """The lines of a certificate of who wins by a maximum matching, None where none decides (FORMAT.md, kind matching).

    Args:    position: one component of plain geography; of others there is none. first: whether the first player wins.
    Cost:    of two maximum matchings.

    >>> from grundy.notation.expression import parse
    >>> by_matching(parse("geography(path:3 @ 2)"), True)[6:]
    ['edge 1 2', 'token 1', 'wins first', 'mates 3', '0 1 0 2', 'barrier 0', 'end']
    >>> by_matching(parse("geography(path:3)"), False)[7:]
    ['token 0', 'wins second', 'mates 3', '0 0 2 1', 'barrier 1', '0 1', 'end']
    """
    (part, *others) = position.parts()
    theory = part.rule.theory
    if others or theory is None or theory.matched is None:
        return None
    near, token = theory.matched(part.state)
    edges = [(a, b) for a, ends in enumerate(near) for b in ends if a < b]
    if len(near) > MOST_NODES or len(edges) > MOST_EDGES:
        return None
    mate, left_out = maximum_matching(near, without=token)
    if first:  # no matching of the other nodes is as large as one of all
        apart = token
        mate, _ = maximum_matching(near, mate)
    else:
        apart = -1
        mate, left_out = maximum_matching(near, mate)
    beside = {end for node, ends in enumerate(near) if left_out[node] for end in ends if not left_out[end]}
    mates = [node if other < 0 else other for node, other in enumerate(mate)]
    return list(matching_certificate(edges, token, first, mates, sorted(beside - {apart}), f"{position}"))
