"""A chess piece goes to the corner: king, rook, queen and knight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from grundy.errors import BadRule
from grundy.games.entry import Fact, Game
from grundy.games.pairs import wythoff_is_p, wythoff_p_beside
from grundy.model.convention import mex
from grundy.model.frozen import frozen
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Theory
from grundy.model.space import vector
from grundy.text.numbers import short_repr
from grundy.text.reader import Text

Square = tuple[int, int]


def king_value(a: int, b: int) -> int:
    """0 on even and even, 2 on odd and odd; between them 3 if the nearer side is odd, else 1."""
    if a % 2 == b % 2:
        return 2 * (a % 2)
    return 3 if min(a, b) % 2 else 1


def knight_value(a: int, b: int) -> int:
    """The same four rows and columns further, and on either side of the diagonal, far from it, every four columns."""
    a, b = min(a, b), max(a, b)
    a, b = a % 4, b - a // 4 * 4
    return _near(a, b if b < 12 else 8 + b % 4)


@cache
def _near(a: int, b: int) -> int:
    return mex(_near(*square) for square in knight(a, b))


@frozen
class CornerPiece:
    """Where a piece may go from (a, b), and what is proved of it."""

    moves: Callable[[int, int], Iterator[Square]]
    theory: Theory


def king(a: int, b: int) -> Iterator[Square]:
    """One step up, to the left, or both."""
    return ((a - i, b - j) for i, j in ((1, 0), (0, 1), (1, 1)) if a >= i and b >= j)


def rook(a: int, b: int) -> Iterator[Square]:
    """Any number of steps up or to the left."""
    yield from ((i, b) for i in range(a))
    yield from ((a, j) for j in range(b))


def knight(a: int, b: int) -> Iterator[Square]:
    """A knight's move that goes two steps up or to the left."""
    return ((a + i, b + j) for i, j in ((-2, 1), (-2, -1), (1, -2), (-1, -2)) if a + i >= 0 and b + j >= 0)


def queen(a: int, b: int) -> Iterator[Square]:
    """Any number of steps up, to the left, or both."""
    yield from rook(a, b)
    yield from ((a - i, b - i) for i in range(1, min(a, b) + 1))


def rook_moves(square: Square, target: int) -> Moves:
    """The moves of a rook to squares of a nim-value, which is the XOR of the distances."""
    a, b = square
    return _moves_to([(b ^ target, b), (a, a ^ target)], square)


def queen_moves(square: Square, target: int) -> Moves:
    """The moves of a queen to P-positions (`target` is 0), which are those of Wythoff's game."""
    return _moves_to(wythoff_p_beside(square), square)


def _moves_to(squares: Iterable[Square], start: Square) -> Moves:
    """The moves to those of these squares that are nearer to the corner, in the order of their numbers."""
    nearer = sorted(square for square in squares if min(square) >= 0 and sum(square) < sum(start))
    labels = [(("square", square),) for square in nearer]
    return Moves(len(labels), lambda: iter(labels))


def _by_value(
    value: Callable[[int, int], int], source: str, moves_to: Callable[[Square, int], Moves] | None = None
) -> Theory:
    return Theory(source, lambda square: value(*square), moves_to)


PIECES = {
    "king": CornerPiece(
        king, _by_value(king_value, "by induction: the nim-values of a king's squares repeat every two rows")
    ),
    "rook": CornerPiece(rook, _by_value(int.__xor__, "Bouton 1901: two piles of Nim", rook_moves)),
    "queen": CornerPiece(
        queen,
        Theory(
            "Wythoff 1907: the P-positions are floor(k phi) and floor(k phi) + k",
            moves_to=queen_moves,
            is_p=wythoff_is_p,
        ),
    ),
    "knight": CornerPiece(
        knight, _by_value(knight_value, "by induction: a square four rows and four columns on is worth the same")
    ),
}


def corner_options(a: int, b: int, *, piece: str) -> Iterator[Option]:
    """Move the piece nearer to the corner, (0, 0)."""
    for square in PIECES[piece].moves(a, b):
        yield to(square, square=square)


def corner(piece: str) -> Rule:
    """The rule of moving a chess piece to the corner of a board.

    Parameters
    ----------
    piece : {"king", "rook", "queen", "knight"}
        Which piece. The knight goes two steps up or to the left, and one to either side.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        It is none of these.

    References
    ----------
    Berlekamp, Conway, Guy, Winning Ways, ch. 3.

    Examples
    --------
    >>> from grundy import solve
    >>> solve(corner("king")(4, 6)).winner
    'second'
    """
    if isinstance(piece, list | tuple) and len(piece) == 1:
        (piece,) = piece
    if not isinstance(piece, str) or piece not in PIECES:
        raise BadRule(f"corner: expected one of {', '.join(PIECES)}, found {short_repr(piece)}; as in corner('queen')")
    return _corner(piece)


@cache
def _corner(piece: str) -> Rule:
    return Rule(
        f"corner:{piece}",
        corner_options,
        (("piece", piece),),
        arity=2,
        space=vector("distance", "a distance from the corner", length=2),
        theory=PIECES[piece].theory,
        format_move=lambda labels: f"{piece} to {labels['square'][0]} {labels['square'][1]}",
    )


def _read(text: Text | None) -> Rule | None:
    if text is None:
        return None
    if text.string not in PIECES:
        text.report_at(0, f"a piece: {', '.join(PIECES)}")
        return None
    return corner(text.string)


WAYS = "Winning Ways, ch. 3"

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "corner",
        "Move a chess piece nearer to the corner of a board: a king, rook, queen or knight.",
        "how many rows and columns the piece is from the corner",
        _read,
        ("corner:knight", "5 7"),
        f"{WAYS}: White Knight, Wyt Queens",
        (
            Fact("corner:king", "4 6", "by hand: even and even", nim_value=0, winner="second"),
            Fact("corner:king", "1 1", "by hand: leaves 0 and 1", nim_value=2),
            Fact("corner:rook", "3 5", "Bouton 1901: 3 XOR 5", nim_value=6),
            Fact("corner:queen", "1 2", "Wythoff 1907", winner="second"),
            Fact("corner:queen", "4 7", "Wythoff 1907", winner="second"),
            Fact("corner:knight", "1 1", "by hand: there is no move", nim_value=0, winner="second"),
            Fact("corner:knight", "0 2", "by hand: one move, to a square without one", nim_value=1),
        ),
        "the piece: king, rook, queen or knight",
    ),
)
