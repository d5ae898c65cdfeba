"""Boards and graphs on which the second player answers each move with its image under a symmetry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectValues, Spent, Stepwise, Working, listed
from grundy.engines.options import SearchOptions
from grundy.engines.search.board import as_sets, bits, candidate_images, moved
from grundy.model.evidence import Evidence
from grundy.model.known import first_wins
from grundy.model.option import Labels
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Piece, Placing, Square, SubsetGame
from grundy.runs.chunk import Chunk

# ---- Boards on which the second player answers each move with its image under a symmetry
#
# The theorem: let s be a half turn or a reflection of the board that leaves the free cells as they are and turns each
# piece into one of the pieces. If no way to put a piece down takes a cell that its image covers, the position is a
# P-position. For after any move its image can still be made, and what is left is the same again after s; so the second
# player always has an answer, and play ends.


REPLY = "answer every move by its mirror image, which no move touches"
MOST_MIDDLE = 100
"""Moves in the middle that are tried."""
ENDLESS_BOARD = 64
"""Cells of a board beyond which a search for its value may never end."""
ALL_CELLS = 10_000
"""Cells of a board beyond which the first of these that wins is enough: each takes a look at the whole board."""
NO_MOVES = Moves(0, lambda: iter(()))


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A half turn or a reflection of boards; of cells, each direction is kept (1) or turned round (-1)."""

    name: str
    down: int
    right: int

    def board(self, rows: Sequence[str]) -> tuple[str, ...]:
        """The image of a board."""
        turned = [row[:: self.right] for row in rows]
        return tuple(turned[:: self.down])

    def piece(self, piece: Piece) -> Piece:
        """The image of a piece, from its own first cell on."""
        own, along = ([(self.down * r, self.right * c) for r, c in cells] for cells in piece)
        top, left = min(own)
        moved = (tuple(sorted((r - top, c - left) for r, c in cells)) for cells in (own, along))
        return tuple(moved)  # type: ignore[return-value]


SYMMETRIES = (
    Symmetry("about the centre", -1, -1),
    Symmetry("of left and right", 1, -1),
    Symmetry("of top and bottom", -1, 1),
)


def answered_by(board: Placing) -> Symmetry | None:
    """A symmetry under which the second player can answer each move with its image, if there is one.

    >>> domino = (((0, 0), (0, 1)), ())
    >>> [answered_by(Placing(("....",) * n, (domino,))) is not None for n in (1, 2, 3)]
    [False, True, False]
    """
    return next((s for s in SYMMETRIES if _keeps(s, board) and next(_touching(s, board), None) is None), None)


def _keeps(symmetry: Symmetry, board: Placing) -> bool:
    """Whether the free cells are the same, and the pieces."""
    pieces = {(tuple(sorted(own)), tuple(sorted(along))) for own, along in board.pieces}
    if {symmetry.piece(piece) for piece in pieces} != pieces:
        return False
    image = symmetry.board(board.rows)
    return all(_free(row) == _free(other) for row, other in zip(board.rows, image, strict=True))


def _free(row: str) -> list[bool] | str:
    return row if not row.strip(".#") else [cell == "." for cell in row]


def _touching(symmetry: Symmetry, board: Placing) -> Iterator[tuple[Square, ...]]:
    """The free cells that a piece may cover so that its image covers a cell that it takes.

    Two cells of a piece at (r, c) are images of each other only if r and c are those of the middle: both for a half
    turn, one of them for a reflection, and then the cells lie in one row or column.
    """
    rows, height, width = board.rows, len(board.rows), len(board.rows[0]) if board.rows else 0
    for own, along in board.pieces:
        tops = {
            (r, c)
            for cell in own
            for other in (*own, *along)
            for r in _firsts(symmetry.down, cell[0], other[0], height)
            for c in _firsts(symmetry.right, cell[1], other[1], width)
        }
        for r, c in sorted(tops):
            cells = tuple((r + down, c + right) for down, right in own)
            if all(0 <= i < height and 0 <= j < width and rows[i][j] == "." for i, j in cells):
                yield cells


def _firsts(turn: int, offset: int, other: int, side: int) -> range:
    """Where a piece may begin in a direction so that its cells `offset` and `other` further on are images."""
    if turn == 1:
        return range(-side, side) if offset == other else range(0)
    first, odd = divmod(side - 1 - offset - other, 2)
    return range(0) if odd else range(first, first + 1)


def _placing(rule: Rule) -> Callable[[Any], Placing]:
    sets = as_sets(rule.shape)
    assert sets and sets.placing
    return sets.placing


def _evidence(symmetry: Symmetry, before: str = "") -> Evidence:
    return Evidence("proved", f"{before}mirror symmetry {symmetry.name}: {REPLY}")


def of_boards(rule: Rule, options: SearchOptions) -> DirectValues:
    """Boards that are worth 0 by the theorem."""
    placing = _placing(rule)

    def answer(states: Sequence[Any]) -> Answer | Spent:
        pairings = [answered_by(placing(state)) for state in states]
        if not pairings or None in pairings:
            return Spent(for_good=False)
        assert pairings[0]
        return Answer([0] * len(states), _evidence(pairings[0]), lambda state, rest: NO_MOVES)

    return Direct(answer)


def of_boards_after_a_move(rule: Rule, options: SearchOptions) -> DirectValues:
    """A board on which a move leaves one that is worth 0 by the theorem: the winner, where the value is not soon found.

    Of a smaller board the value is searched with that in hand.
    """
    placing = _placing(rule)

    def answer(states: Sequence[Any]) -> Answer | Spent:
        if len(states) != 1:
            return Spent(for_good=False)
        (state,) = states
        board = placing(state)
        size = sum(map(len, board.rows))
        winning = list(islice(after_opening(board), None if size <= ALL_CELLS else 1))
        if not winning:
            return Spent(for_good=False)
        labels: list[Labels] = [(("cells", tuple((r + 1, c + 1) for r, c in cells)),) for cells, _ in winning]
        moves = Moves(len(labels), lambda: iter(labels), exact=False)
        return _won(moves, _evidence(winning[0][1], "after the move, "), size > ENDLESS_BOARD)

    return Direct(answer)


def _won(moves: Moves, evidence: Evidence, is_endless: bool) -> Answer | Spent:
    """That the first player wins: an answer where a search for the value may never end, and else a fact."""
    if is_endless:
        return Answer([None], evidence, lambda state, rest: moves)
    return Spent(for_good=False, facts=(first_wins(moves, (evidence,)),))


def after_opening(board: Placing) -> Iterator[tuple[tuple[Square, ...], Symmetry]]:
    """Moves that leave a board that is worth 0 by the theorem: those that touch their own images, and of a board that
    is not its own image those that take what spoils it."""
    tried = 0
    seen = set()
    for symmetry in SYMMETRIES:
        for cells in _touching(symmetry, board) if _keeps(symmetry, board) else _mending(symmetry, board):
            tried += 1
            if tried > MOST_MIDDLE:
                return
            if cells in seen:
                continue
            seen.add(cells)
            for left in _after(board, cells):
                pairing = answered_by(left)
                if pairing:
                    yield cells, pairing


def _mending(symmetry: Symmetry, board: Placing) -> Iterator[tuple[Square, ...]]:
    """The cells of each move that takes the first free cell whose image is not free, as every move must that leaves
    a board that is its own image."""
    rows, height, width = board.rows, len(board.rows), len(board.rows[0]) if board.rows else 0
    image = symmetry.board(rows)
    spoilt = ((r, c) for r in range(height) for c in range(width) if rows[r][c] == "." != image[r][c])
    first = next(spoilt, None)
    if first is None:
        return
    for own, along in board.pieces:
        for down, right in (*own, *along):
            cells = tuple((first[0] - down + i, first[1] - right + j) for i, j in own)
            if all(0 <= i < height and 0 <= j < width and rows[i][j] == "." for i, j in cells):
                yield cells


def _after(board: Placing, cells: tuple[Square, ...]) -> Iterator[Placing]:
    """The board once a piece covers these cells."""
    (top, left), *_ = cells
    for own, along in board.pieces:
        if tuple((top + r, left + c) for r, c in own) == cells:
            rows = list(board.rows)
            gone = {*cells, *((top + r, left + c) for r, c in along)}
            for r in {r for r, _ in gone if 0 <= r < len(rows)}:
                row = board.rows[r]
                rows[r] = "".join("#" if (r, c) in gone else cell for c, cell in enumerate(row))
            yield Placing(tuple(rows), board.pieces)


# ---- Sets of places, such as graphs, on which the second player answers each move with its image under a symmetry
#
# The theorem is that above, with a permutation of the places in place of a turn of the board: it must be its own
# inverse, take moves to moves, and no move may clear a place that its image needs. What is given, or found by a search
# of bounded cost, is checked; what is not found proves nothing.


ENDLESS = 160
"""Places beyond which a search may never end, so that an opening is looked for,"""
ENDLESS_GRID = 64
"""or of a grid of more than four rows and columns, whose moves clear little."""
MOST_STEPS = 1_000_000
BETWEEN_LOOKS = 10_000  # of them between two moments at which a limit and a person are heard: some tens of milliseconds
"""Times that the search for a symmetry looks at a place."""
MOST_OPENINGS = 100
MOST_ALIKE = 4
"""Openings that look alike, of which one most often tells of all."""
FEW_STEPS, FEW_OPENINGS = 10_000, 4
"""The same before a search that will end: some thousandths of a second."""

Change = tuple[int, int]
"""What a move needs, and what is there that it clears."""
Image = tuple[int, ...]


def possible(field: SubsetGame, state: int) -> list[Change]:
    """The moves from a set of places, and all that are possible later; [] also where moves set places."""
    if any(off or flip for _, off, _, flip in field.moves):
        return []
    return list(dict.fromkeys((need, clear & state) for need, _, clear, _ in field.moves if not need & ~state))


def answers(moves: Sequence[Change], state: int, image: Sequence[int]) -> bool:
    """Whether a permutation is its own inverse, and the image of each move is one that the move leaves possible.

    >>> square = [(1, 0b1011), (2, 0b0111), (4, 0b1110), (8, 0b1101)]  # Node Kayles on four nodes in a ring
    >>> answers(square, 15, (2, 3, 0, 1)), answers(square, 15, (1, 0, 3, 2))
    (True, False)
    """
    if any(not 0 <= end < len(image) or image[end] != place for place, end in enumerate(image)):
        return False
    if moved(state, image) != state:
        return False
    own = set(moves)
    return all(
        not (other := moved(need, image)) & clear and (other, moved(clear, image)) in own for need, clear in moves
    )


def pairing(field: SubsetGame, state: int, steps: list[int] | None = None) -> Image | None:
    """A permutation under which the second player can answer each move with its image: one that is given with the
    field, a turn of its grid, or one that is found; None where there is none, or none is found in so many steps."""
    search = _pairing(field, state, [MOST_STEPS] if steps is None else steps)
    while True:
        try:
            next(search)
        except StopIteration as found:
            image: Image | None = found.value
            return image


def _pairing(field: SubsetGame, state: int, steps: list[int]) -> Generator[None, None, Image | None]:
    """The same as work: it yields now and then, since of a large graph it takes many seconds."""
    moves = possible(field, state)
    if not moves:
        return None
    for image in candidate_images(field):
        if answers(moves, state, image):
            return image
        yield
    return (yield from _found(moves, state, field.places, steps))


def openings(field: SubsetGame, state: int, is_short: bool = False) -> Iterator[tuple[int, int, Image]]:
    """Moves after which there is such a permutation: the number of the move, what it leaves, and the permutation.

    Args:    is_short: whether only a few are tried, those first that look least like others, such as one in the middle.
    """
    return (opening for opening in _tried(field, state, is_short) if opening)


def _tried(field: SubsetGame, state: int, is_short: bool) -> Iterator[tuple[int, int, Image] | None]:
    """The same as work: None each time that one may look how far it is, at least after each move that is tried."""
    steps = [FEW_STEPS if is_short else MOST_STEPS]
    moves = possible(field, state)
    if not moves:
        return
    here = _Places(moves)
    steps[0] -= here.steps if not is_short else 0
    colours = here.colours
    sizes = Counter(colours.values())
    numbers = [number for number, (need, *_) in enumerate(field.moves) if need and not need & ~state]
    numbers.sort(key=lambda number: min(sizes[colours[place]] for place in bits(field.moves[number][0])))
    numbers = numbers[:FEW_OPENINGS] if is_short else _unlike(field, numbers, colours)[:MOST_OPENINGS]
    for number in numbers:
        left = state & ~field.moves[number][2]
        image = yield from _pairing(field, left, steps)
        yield (number, left, image) if image else None
        if steps[0] <= 0:
            return


def _unlike(field: SubsetGame, numbers: Sequence[int], colours: Mapping[int, int]) -> list[int]:
    """Moves, at most a few of those that look alike."""
    seen: Counter[tuple[int, ...]] = Counter()
    chosen = []
    for number in numbers:
        look = tuple(sorted(colours[place] for place in bits(field.moves[number][0])))
        seen[look] += 1
        if seen[look] <= MOST_ALIKE:
            chosen.append(number)
    return chosen


class _Places:
    """Places that moves need or clear, and for each how others are joined to it by the moves.

    near    [0]: cleared by a move that needs it; [1]: needed together with it; [2]: needed by a move that clears it
    colours equal for places that look alike from as far as can be seen; with `paired`, only until some place is seen
            to have none to go to
    """

    def __init__(self, moves: Sequence[Change], paired: bool = False) -> None:
        clears: dict[int, int] = {}
        needs: dict[int, int] = {}
        cleared_by: dict[int, int] = {}
        everything = 0
        for need, clear in moves:
            everything |= need | clear
            for place in bits(need):
                clears[place] = clears.get(place, 0) | clear
                needs[place] = needs.get(place, 0) | need
            for place in bits(clear):
                cleared_by[place] = cleared_by.get(place, 0) | need
        self.every = bits(everything)
        self.steps = 0  # places that were looked at to tell them apart
        self.near = {p: (clears.get(p, 0), needs.get(p, 0), cleared_by.get(p, 0)) for p in self.every}
        self.colours = self._refined(paired)

    def _refined(self, paired: bool) -> dict[int, int]:
        near = {p: [bits(some) for some in self.near[p]] for p in self.every}
        colours = dict.fromkeys(self.every, 0)
        count = 0
        while len(sizes := Counter(colours.values())) > count:
            if paired and any(sizes[colours[p]] == 1 and self.near[p][0] >> p & 1 for p in self.every):
                break
            count = len(sizes)
            self.steps += len(self.every)
            seen = {p: (colours[p], *(tuple(sorted(colours[q] for q in some)) for some in near[p])) for p in self.every}
            names = {look: number for number, look in enumerate(sorted(set(seen.values())))}
            colours = {p: names[look] for p, look in seen.items()}
        return colours

    def choices(self) -> dict[int, int]:
        """Where each place may go: to one of its colour that no move clears which needs it."""
        alike: dict[int, int] = {}
        for place, colour in self.colours.items():
            alike[colour] = alike.get(colour, 0) | 1 << place
        return {p: alike[self.colours[p]] & ~self.near[p][0] for p in self.every}

    def nearest_first(self, place: int, ends: int) -> list[int]:
        """The ends of a set in the order of their distance from a place; those that hang apart come last."""
        order: list[int] = []
        seen = level = 1 << place
        while level:
            order += bits(level & ends)
            after = 0
            for p in bits(level):
                one, two, three = self.near[p]
                after |= one | two | three
            level = after & ~seen
            seen |= level
        return order + bits(ends & ~seen)


def _found(moves: Sequence[Change], state: int, places: int, steps: list[int]) -> Generator[None, None, Image | None]:
    """A permutation by trying, place by place; `steps` counts down how often a place may be looked at."""
    here = _Places(moves, paired=True)
    steps[0] -= 2 * len(here.every) + here.steps
    looks_at = steps[0] - BETWEEN_LOOKS
    waiting: list[tuple[dict[int, int], int, tuple[int, int] | None]] = [(here.choices(), 0, None)]
    while waiting and steps[0] > 0:
        if steps[0] <= looks_at:
            looks_at = steps[0] - BETWEEN_LOOKS
            yield
        choices, done, pair = waiting.pop()
        if pair is not None:  # looked at only now: where the first try succeeds, no other is
            steps[0] -= len(here.every)
            choices = _with(here, choices, *pair)
        if not all(choices.values()):
            continue
        place = min((p for p in here.every if not done >> p & 1), key=lambda p: choices[p].bit_count(), default=None)
        if place is None:
            image = list(range(places))
            for p in here.every:
                image[p] = choices[p].bit_length() - 1
            if answers(moves, state, image):
                return tuple(image)
            continue
        for end in here.nearest_first(place, choices[place]):  # the last is tried first: far from it nothing touches
            waiting.append((choices, done | 1 << place | 1 << end, (place, end)))
    return None


def _with(here: _Places, choices: dict[int, int], place: int, end: int) -> dict[int, int]:
    """The choices that are left once two places go to each other."""
    pair = 1 << place | 1 << end
    remaining = {}
    for p, some in choices.items():
        if p == place:
            remaining[p] = some & 1 << end
        elif p == end:
            remaining[p] = some & 1 << place
        else:
            bit = 1 << p
            some &= ~pair
            for source, target in ((place, end), (end, place)):
                for joined, image in zip(here.near[source], here.near[target], strict=True):
                    some &= image if joined & bit else ~image
            remaining[p] = some
    return remaining


def _fields(rule: Rule) -> Callable[[Any], tuple[SubsetGame, int]]:
    sets = as_sets(rule.shape)
    assert sets

    def of(state: Any) -> tuple[SubsetGame, int]:
        field, read = sets.field(state)
        return field, read(state)

    return of


REASON = "a symmetry takes its moves to its moves: answer every move by its image, which no move touches"


def of_sets(rule: Rule, options: SearchOptions) -> Stepwise[Sequence[Any], Answer]:
    """Positions that are worth 0 by the theorem."""
    of = _fields(rule)

    def work(states: Sequence[Any], saved: Mapping[str, Any] | None) -> Working:
        for state in states:
            search = _pairing(*of(state), [MOST_STEPS])
            while True:
                try:
                    next(search)
                except StopIteration as found:
                    if found.value is None:
                        return Spent(for_good=False)
                    break
                yield Chunk(0, 0, "positions", {}, "a symmetry is looked for")
        return Answer([0] * len(states), Evidence("proved", REASON), lambda state, rest: NO_MOVES)

    return Stepwise(work)


def of_sets_after_a_move(rule: Rule, options: SearchOptions) -> Stepwise[Sequence[Any], Answer]:
    """A position from which a move leaves one that is worth 0 by the theorem: its winner, as of boards."""
    of = _fields(rule)

    def work(states: Sequence[Any], saved: Mapping[str, Any] | None) -> Working:
        if len(states) != 1:
            return Spent(for_good=False)
        (state,) = states
        field, places = of(state)
        is_endless = _is_endless(field, places)
        for count, opening in enumerate(_tried(field, places, not is_endless), 1):
            if opening:
                moves = replace(listed([_labels(rule, state, opening[1])]), exact=False)
                return _won(moves, Evidence("proved", f"after the move, {REASON}"), is_endless)
            yield Chunk(count, 0, "steps", {}, "a move is looked for after which a symmetry answers")
        return Spent(for_good=False)

    return Stepwise(work)


def is_endless(rule: Rule, state: Any) -> bool:
    """Whether a search for the value of a position of places that are no board may never end."""
    return _is_endless(*_fields(rule)(state))


def _is_endless(field: SubsetGame, state: int) -> bool:
    """Whether a search of so many places may never end. Narrow grids and dense graphs fall apart soon."""
    least = ENDLESS
    if field.squares and min(len(set(axis)) for axis in zip(*field.squares, strict=True)) > 4:
        least = ENDLESS_GRID if all(clear.bit_count() < 8 for _, _, clear, _ in field.moves) else ENDLESS
    return state.bit_count() > least


def _labels(rule: Rule, state: Any, left: int) -> Labels:
    """The labels of the move that leaves these places."""
    sets = as_sets(rule.shape)
    assert sets
    _, read = sets.field(state)
    return next(option.labels for option in rule.options(state) if read(option.parts[0]) == left)
