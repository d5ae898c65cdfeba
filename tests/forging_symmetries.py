"""Certificates of symmetries: true ones, their own forgeries, and whether what one claims is true, by play."""

from __future__ import annotations

from functools import cache
from random import Random

import grundy
from grundy.proof.certify_replies import by_symmetry

BOARDS = (
    ("cram(2x4)", "second"), ("cram(3x4)", "first"), ("cram(.#../..#.)", "second"), ("cram(1x6)", "first"),
    ("placement:o,oo(2x3)", "second"), ("placement:xox(..#..)", "second"), ("placement:x./oo(2x2)", ""),
    ("placement:oxo,oxxo(1x10)", "first"), ("placement:xox(1x7)", "first"),
)  # fmt: skip
"""Positions, and who is shown to win by a symmetry; '' where nobody is."""


def ring(count: int) -> str:
    """Node Kayles on a ring of an even number of nodes, each answered with the opposite one."""
    around = [1 << i | 1 << (i + 1) % count | 1 << (i - 1) % count for i in range(count)]
    moves = [f"move {1 << i:x} 0 {gone:x} 0" for i, gone in enumerate(around)]
    image = " ".join(str((i + count // 2) % count) for i in range(count))
    return _masks(count, moves, (1 << count) - 1, "", image)


def swap(count: int) -> str:
    """Pairs of counters on strips of three places, each moved down once; places 3i, 3i + 1, 3i + 2, and two alike."""
    moves = []
    for strip in range(count):
        for low in (0, 1):
            here, above = 1 << 3 * strip + low, 1 << 3 * strip + low + 1
            moves.append(f"move {above:x} {here:x} {above:x} {here:x}")
    image = " ".join(str((place + 3 * (count // 2)) % (3 * count)) for place in range(3 * count))
    start = sum(4 << 3 * strip for strip in range(count))
    return _masks(3 * count, moves, start, "", image)


def _masks(places: int, moves: list[str], start: int, opening: str, image: str) -> str:
    wins = f"wins first\n{opening}" if opening else "wins second"
    lines = ["grundy-certificate 1", "kind symmetry", f"places {places}", f"moves {len(moves)}", *moves]
    return "\n".join([*lines, f"position {start:x}", wins, f"images {places}", f"0 {image}", "end", ""])


def opened() -> str:
    """Node Kayles on a path of seven: the middle, then each node is answered with the one as far from the other end."""
    around = [7 << i >> 1 & 127 for i in range(7)]
    moves = [f"move {1 << i:x} 0 {gone:x} 0" for i, gone in enumerate(around)]
    return _masks(7, moves, 127, "opening 3", "6 5 4 3 2 1 0")


@cache
def honest() -> list[str]:
    """True certificates."""
    certificates = [by_symmetry(grundy.parse(position), winner == "first") for position, winner in BOARDS if winner]
    texts = ["".join(f"{line}\n" for line in lines) for lines in certificates if lines]
    return [*texts, ring(6), swap(2), opened()]


# What is true.


def true(lines: list[list[str]]) -> bool:
    """Whether the player who is said to win does, with the opening that is said."""
    said = {line[0]: line[1:] for line in lines}
    if "board" in said:
        start, moves = _board(lines, int(said["board"][1]))
    else:
        start = int(said["position"][0], 16)
        moves = [tuple(int(word, 16) for word in line[1:]) for line in lines if line[0] == "move"]

    def options(state: int) -> list[int]:
        return [(state & ~clear) ^ flip for need, off, clear, flip in moves if state & need == need and not state & off]

    @cache
    def lost(state: int) -> bool:
        return not any(lost(option) for option in options(state))

    if said["wins"] == ["second"]:
        return lost(start)
    numbers = [int(word) for word in said["opening"]]
    if "board" in said:
        by = _board([line for line in lines if line[0] != "piece"] + [_piece(lines, numbers[0])], int(said["board"][1]))
        first = [move for move in by[1] if (move[0] & -move[0]).bit_length() - 1 == numbers[1]]
    else:
        first = [moves[numbers[0]]]
    (need, off, clear, flip), *_ = first
    return start & need == need and not start & off and lost((start & ~clear) ^ flip)


def _piece(lines: list[list[str]], number: int) -> list[str]:
    return [line for line in lines if line[0] == "piece"][number]


def _board(lines: list[list[str]], width: int) -> tuple[int, list[tuple[int, ...]]]:
    """The free cells of a board as bits, and the moves: each piece laid with its corner on every cell, and beyond."""
    rows = [line[1] for line in lines if line[0] == "row"]
    bits = {(r, c): 1 << r * width + c for r in range(len(rows)) for c in range(width)}
    moves = []
    for piece in [line[1].split("/") for line in lines if line[0] == "piece"]:
        signs = [(r, c, sign) for r, row in enumerate(piece) for c, sign in enumerate(row)]
        for top in range(-len(piece), len(rows)):
            for left in range(-max(map(len, piece)), width):
                own = [bits.get((top + r, left + c)) for r, c, sign in signs if sign == "o"]
                if None not in own:
                    along = [bits.get((top + r, left + c), 0) for r, c, sign in signs if sign == "x"]
                    need = sum(filter(None, own))
                    moves.append((need, 0, need | sum(along), 0))
    return sum(bit for (r, c), bit in bits.items() if rows[r][c] == "."), moves


# What is forged.


def forge(lines: list[str], rng: Random) -> list[str]:
    """A change by one who knows what is looked at."""
    return rng.choice((_other_image, _other_image, _other_board, _other_piece, _other_opening))(lines, rng)


def _other_image(lines: list[str], rng: Random) -> list[str]:
    """Two places change their images, or all are turned another way, so that each is the image of its own."""
    at = next((at for at, line in enumerate(lines) if line.startswith("0 ")), None)
    if at is None or not all(word.isdigit() for word in lines[at].split(" ")):
        return lines
    _, *image = map(int, lines[at].split(" "))
    size = len(image)
    if rng.random() < 0.5 and set(image) == set(range(size)):
        x, y = rng.randrange(size), rng.randrange(size)
        for one in {x, y, image[x], image[y]}:
            image[one] = one
        image[x], image[y] = y, x
    else:
        step = rng.randrange(1, size + 1)
        image = rng.choice(
            (
                [*range(size)],
                [*range(size)][::-1],
                [x ^ 1 for x in range(size)],
                [(x + step) % size for x in range(size)],
            )
        )
    return [*lines[:at], " ".join(map(str, (0, *image))), *lines[at + 1 :]]


def _other_board(lines: list[str], rng: Random) -> list[str]:
    """A cell is free or not."""
    at = _one(lines, "row ", rng)
    if at is None:
        return lines
    place = rng.randrange(4, len(lines[at]))
    other = "#" if lines[at][place] == "." else "."
    return [*lines[:at], lines[at][:place] + other + lines[at][place + 1 :], *lines[at + 1 :]]


def _other_piece(lines: list[str], rng: Random) -> list[str]:
    """Another piece, in place of one or beside them."""
    at = _one(lines, "piece ", rng)
    if at is None:
        return lines
    piece = rng.choice(("o", "oo", "o/o", "xo", "xox", "ooo", "oo/o.", "o/x", "o.o", "oxo", "x/o/x", ".o/o."))
    return [*lines[:at], f"piece {piece}", *lines[at + rng.randrange(2) :]]


def _other_opening(lines: list[str], rng: Random) -> list[str]:
    at = _one(lines, "wins ", rng)
    if at is None:
        return lines
    board = any(line.startswith("board") for line in lines)
    numbers = (rng.randrange(3), rng.randrange(12)) if board else (rng.randrange(8),)
    rest = [line for line in lines[at + 1 :] if not line.startswith("opening")]
    return [*lines[:at], "wins first", " ".join(map(str, ("opening", *numbers))), *rest]


def _one(lines: list[str], start: str, rng: Random) -> int | None:
    places = [at for at, line in enumerate(lines) if line.startswith(start) and len(line) > len(start)]
    return rng.choice(places) if places else None
