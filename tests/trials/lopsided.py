"""Trials of boards whose moves stay the same in some of the eight ways to turn a square over, and in no other.

Both what may stand anywhere on a board (patterns) and what may be done in one place alone (fields with holes) are drawn
for each of the ten groups of turns; tables of small sets are smaller than the positions, as large, and larger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, TypeAlias

from trials.claim import Claim, Kind, Unfit
from trials.defined import mask_options, mex

Cell: TypeAlias = tuple[int, int]
Turn: TypeAlias = tuple[int, int, int, int]
"""a, b, c, d: cell (r, s) goes to (a r + b s, c r + d s)."""
Marks: TypeAlias = frozenset[tuple[Cell, str]]
Mask: TypeAlias = tuple[int, int, int, int]

SIGNS = (1, -1)
TURNS: tuple[Turn, ...] = (
    *((a, 0, 0, d) for a, d in product(SIGNS, SIGNS)),
    *((0, b, c, 0) for b, c in product(SIGNS, SIGNS)),
)
METHODS = ("auto", "proof-numbers", "couples", "sets", "mex")
MOST_FREE = 16  # cells of a position: the definition asks for every set of them


def moved(turn: Turn, cell: Cell) -> Cell:
    a, b, c, d = turn
    return a * cell[0] + b * cell[1], c * cell[0] + d * cell[1]


def composed(second: Turn, first: Turn) -> Turn:
    (a, c), (b, d) = (moved(second, moved(first, unit)) for unit in ((1, 0), (0, 1)))
    return a, b, c, d


def _groups() -> tuple[frozenset[Turn], ...]:
    """The ten groups of turns: what any two of them make together."""
    groups = set()
    for some in product(TURNS, TURNS):
        group = {TURNS[0], *some}
        while len(more := group | {composed(a, b) for a in group for b in group}) > len(group):
            group = more
        groups.add(frozenset(group))
    return tuple(sorted(groups, key=lambda group: (len(group), sorted(group))))


GROUPS = _groups()


# Patterns, as text: rows of o (needed, and cleared), x (cleared), n (needed), f (must be empty) and '.', '/' between.


def marks_of(shape: str) -> Marks:
    """The marked cells of a pattern, in the corner."""
    return cornered(((r, c), mark) for r, row in enumerate(shape.split("/")) for c, mark in enumerate(row))


def cornered(marks: Iterable[tuple[Cell, str]]) -> Marks:
    there = [one for one in marks if one[1] != "."]
    top, left = (min(cell[axis] for cell, _ in there) for axis in (0, 1))
    return frozenset(((r - top, c - left), mark) for (r, c), mark in there)


def turned(turn: Turn, marks: Marks) -> Marks:
    return cornered((moved(turn, cell), mark) for cell, mark in marks)


def written(marks: Marks) -> str:
    at = dict(marks)
    high, wide = (max(cell[axis] for cell in at) for axis in (0, 1))
    return "/".join("".join(at.get((r, c), ".") for c in range(wide + 1)) for r in range(high + 1))


def draw_patterns(random: Random, group: frozenset[Turn], marks: str = "ox..", sides: int = 3) -> tuple[str, ...]:
    """Patterns that are the same after these turns and after no other."""
    while True:
        images: set[Marks] = set()
        for _ in range(random.choice((1, 1, 1, 2))):
            high, wide = random.randint(1, sides), random.randint(1, sides)
            cells = {cell: random.choice(marks) for cell in product(range(high), range(wide))}
            cells[random.choice(list(cells))] = "o"
            drawn = cornered(cells.items())
            images |= {turned(turn, drawn) for turn in group}
        symmetries = {turn for turn in TURNS if {turned(turn, one) for one in images} == images}
        if symmetries == group:
            return tuple(sorted(map(written, images)))


def pattern_moves(patterns: Sequence[str], rows: int, columns: int) -> list[Mask]:
    """The moves of patterns on a board, as sets of places r * columns + c; what hangs over the side does nothing."""
    moves = []
    for pattern in patterns:
        marks = marks_of(pattern)
        for down, right in product(range(-3, rows), range(-3, columns)):
            at = dict.fromkeys("oxnf", 0)
            fits = True
            for (r, c), mark in marks:
                if 0 <= r + down < rows and 0 <= c + right < columns:
                    at[mark] |= 1 << (r + down) * columns + c + right
                elif mark in "on":
                    fits = False
            if fits:
                moves.append((at["o"] | at["n"], at["f"], at["o"] | at["x"], 0))
    return moves


def draw_places(random: Random, rows: int, columns: int) -> int:
    """A set of at most MOST_FREE cells of a board: most of a rectangle that lies somewhere on it."""
    sides = [(h, w) for h in range(1, rows + 1) for w in range(1, columns + 1) if h * w <= MOST_FREE]
    high, wide = random.choice(sorted(sides, key=lambda side: side[0] * side[1])[len(sides) // 2 :])
    top, left = random.randint(0, rows - high), random.randint(0, columns - wide)
    holes = random.choice((0.0, 0.0, 0.1, 0.2))
    return sum(
        1 << r * columns + c
        for r, c in product(range(top, top + high), range(left, left + wide))
        if random.random() >= holes
    )


def judges(moves: Sequence[Mask]) -> tuple[Callable[[int], int], Callable[[int], bool]]:
    """The nim-value of a set, and whether the first player wins it in misère play: by the definition, set by set."""

    @cache
    def value(places: int) -> int:
        return mex({value(after) for _, after in mask_options(moves, places)})

    @cache
    def wins(places: int) -> bool:
        after = [after for _, after in mask_options(moves, places)]
        return not after or not all(map(wins, after))

    return value, wins


def turned_board(turn: Turn, rows: Sequence[str]) -> tuple[str, ...]:
    """A board as text, turned."""
    cells = {moved(turn, (r, c)): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    lines, across = (sorted({cell[axis] for cell in cells}) for axis in (0, 1))
    return tuple("".join(cells[r, c] for c in across) for r in lines)


def board_text(rows: int, columns: int, places: int) -> tuple[str, ...]:
    return tuple("".join(".#"[not places >> r * columns + c & 1] for c in range(columns)) for r in range(rows))


# Trials.

SMALL = ((1, 5), (2, 3), (2, 6), (3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (5, 3))
SETS = 6  # that are asked about in one case, one after the other
LARGE = ((4, 5), (5, 5), (5, 6), (6, 6), (6, 5), (4, 8), (6, 7), (8, 8), (9, 8))


def draw_shapes(random: Random) -> Any:
    group = random.choice(GROUPS)
    rows, columns = random.choice(random.choice((SMALL, SMALL, LARGE)))
    patterns = draw_patterns(random, group, random.choice(("o.", "ox..", "ox.", "oxnf....")))
    shorter, longer = sorted((rows, columns))
    small = random.choice(
        (0, rows * columns, *(shorter * lines for lines in range(1, longer)))
    )  # whole lines, most often
    sets = tuple(draw_places(random, rows, columns) for _ in range(SETS))
    return patterns, rows, columns, sets, min(small, 20), random.randrange(8)


def _shapes(
    patterns: tuple[str, ...], rows: int, columns: int, sets: tuple[int, ...], small: int, turn: int
) -> Iterator[Claim]:
    if not rows or not columns or turn > 7:
        raise Unfit
    if not patterns or not all("o" in pattern and not set(pattern) - set("ox.nf/") for pattern in patterns):
        raise Unfit
    squares = tuple(product(range(rows), range(columns)))
    moves = tuple(pattern_moves(patterns, rows, columns))
    yield from _asked(rows * columns, moves, squares, (), sets, small)
    if set("".join(patterns)) & set("nf") or not sets:
        return
    value, wins = (judge(sets[0]) for judge in judges(moves))
    text = board_text(rows, columns, sets[0])
    for way in (TURNS[0], TURNS[turn]):
        shapes = ",".join(written(turned(way, marks_of(pattern))) for pattern in patterns)
        setup = f"position = parse('placement:{shapes}({'/'.join(turned_board(way, text))})')"
        for method in METHODS:
            yield Claim(f"turned, by {method}", setup, f"by(position, {method!r})", value)
        yield Claim("turned, misère", setup, "solve(position, misere=True).winner", "first" if wins else "second")


# Of a field how many places, its moves, where they lie, what may be images of it; sets; places of a table of small sets
Asked = tuple[int, tuple[Mask, ...], tuple[Cell, ...], tuple[tuple[int, ...], ...], tuple[int, ...], int]


def _asked(*case: *Asked) -> Iterator[Claim]:
    size, moves, squares, images, sets, small = case
    if any(places >> size or places.bit_count() > MOST_FREE for places in sets):
        raise Unfit
    value, wins = judges(moves)
    values = [value(places) for places in sets]
    setup = (
        "from trials.kernels import asked\nfrom grundy.model.shapes import SubsetGame\n"
        f"field = SubsetGame({size}, {moves}, {squares}, {images})\nsets = {sets}"
    )
    for method in METHODS:
        yield Claim(f"by {method}", setup, f"asked(field, sets, {method!r}, small={small})", values)
    yield Claim("2 workers", setup, f"asked(field, sets, 'auto', 2, small={small})", values)
    yield Claim("plain Python", setup, "asked(field, sets, 'auto', most=10**6)", values)
    outcomes = [int(not places or wins(places)) for places in sets]
    yield Claim("misère", setup, "asked(field, sets, 'auto', misere=True)", outcomes)
    yield Claim("misère in plain Python", setup, "asked(field, sets, 'auto', misere=True, most=10**6)", outcomes)


def draw_field(random: Random, group: frozenset[Turn] | None = None) -> Any:
    """Places on a square or a rectangle, with holes; moves that some turns of the whole leave as they are."""
    group = group or random.choice(GROUPS)
    high = random.randint(1, 4)
    wide = high if any(turn[1] for turn in group) else random.randint(1, 4)
    cells = list(product(range(high), range(wide)))

    def end(turn: Turn, cell: Cell) -> Cell:
        r, c = moved(turn, (2 * cell[0] - high + 1, 2 * cell[1] - wide + 1))
        return (r + high - 1) // 2, (c + wide - 1) // 2

    gone = {end(turn, cell) for cell in cells if random.random() < 0.15 for turn in group}
    squares = [cell for cell in cells if cell not in gone]
    random.shuffle(squares)
    at = {cell: place for place, cell in enumerate(squares)}
    moves: set[Mask] = set()
    for _ in range(random.randint(1, 4)):
        marks = {cell: random.choice("oxnf......") for cell in squares}
        for turn in group:
            sets = dict.fromkeys("oxnf.", 0)
            for cell, mark in marks.items():
                sets[mark] |= 1 << at[end(turn, cell)]
            if sets["o"]:
                moves.add((sets["o"] | sets["n"], sets["f"], sets["o"] | sets["x"], 0))
    images = []
    if high == wide:
        for turn in random.sample(TURNS, 3):  # what is thought to keep the moves need not
            ends = tuple(at.get(end(turn, cell), -1) for cell in squares)
            images += [ends] if -1 not in ends else []
    laid = tuple(squares) if random.random() < 0.8 else ()
    asked = tuple(random.getrandbits(len(squares)) for _ in range(SETS)) if squares else (0,)
    return len(squares), tuple(sorted(moves)), laid, tuple(images), asked, random.randint(0, len(squares))


def _field(*case: *Asked) -> Iterator[Claim]:
    size, moves, squares = case[:3]
    if size > MOST_FREE or (squares and len(set(squares)) != size):
        raise Unfit
    for move in moves:
        if len(move) != 4 or max(move) >> size or move[3] or not move[0] & move[2]:
            raise Unfit
    yield from _asked(*case)


KINDS = (
    Kind("lopsided shapes", draw_shapes, _shapes),
    Kind("lopsided fields", draw_field, _field),
)
