"""Games on boards that are given as data: places, and what a move does with a set of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from grundy.errors import BadRule
from grundy.games.cells import MOST_DRAWN
from grundy.model.board import Board, Cell, Grid, Net
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import SubsetGame, Subsets
from grundy.model.space import Space, States
from grundy.text.board_data import (
    PARTS,
    START,
    BoardData,
    Name,
    falling_order,
    in_names,
    is_grid,
    is_name,
    masks_of,
    moved_set,
    no_end,
    symmetry_fault,
)
from grundy.text.reader import Text, quote

Sets: TypeAlias = Iterable[Name] | Mapping[str, Iterable[Name]]
"""A move: the places that it needs and takes away, or some of need, off, clear and flip."""
MOST_SHOWN = 8


def board_game(
    places: Iterable[Name] | Mapping[Name, tuple[int, int]],
    moves: Iterable[Sets],
    *,
    symmetries: Iterable[Mapping[Name, Name] | Sequence[Name]] = (),
    start: Iterable[Name] | None = None,
    name: str = "board",
) -> Rule:
    """The rule of a game on a board that is given as data; it is searched as boards of the catalogue are.

    Parameters
    ----------
    places : iterable of str or int, or mapping
        Their names; or from each name to the (row, column) where it is drawn. Where the moves are the same all over
        these squares, which may have holes, the search also knows shapes that are moved about or turned. Places on one
        square, such as a stone and its colour, are its layers: they come in the same order on each.
    moves : iterable
        Each a collection of places that it needs and takes away, or a mapping with some of `need` (places that must be
        there), `off` (that must not be there), `clear` (that are taken away; without it those of `need`) and `flip`
        (that come if they are not there, and go if they are).
    symmetries : iterable, optional
        Permutations of the places that keep the moves, as mappings of places that move or as the places to which all
        go, in order. They are checked.
    start : iterable, optional
        The places that are there at the beginning, for the word ``start``; else all.
    name : str, optional
        What the rule is called.

    Returns
    -------
    Rule
        A state is a frozenset of places, those that are there.

    Raises
    ------
    BadRule
        Names that are no names or no places, moves by which play might never end, a symmetry that does not keep the
        moves.

    Examples
    --------
    >>> from grundy import solve
    >>> corners = board_game("abcd", ["ab", "bc", "cd", "da"], name="corners")  # a ring of four, two neighbours
    >>> solve(corners("start")).nim_value, solve(corners("a b c")).nim_value
    (0, 1)
    """
    names, squares = tuple(places), tuple(places.values()) if isinstance(places, Mapping) else ()
    kinds = {type(place_name) for place_name in names}
    for place_name in names:
        if not is_name(place_name) or len(kinds) > 1 or names.count(place_name) > 1:
            raise BadRule(
                f"{name}: expected places that are all strings without blanks, brackets and quotes, or all whole "
                f"numbers, each once and none called {START!r}, found {place_name!r}"
            )
    if not all(isinstance(at, tuple) and len(at) == 2 and {type(side) for side in at} == {int} for at in squares):
        raise BadRule(f"{name}: expected (row, column) for each place, found {squares!r:.60}")
    index = {place_name: place for place, place_name in enumerate(names)}

    def set_of(what: str, given: Iterable[Name]) -> int:
        return sum({1 << _place(name, what, index, place_name) for place_name in given})

    listed = []
    for k, move in enumerate(moves, 1):
        if isinstance(move, Mapping):
            for key in move:
                if key not in PARTS:
                    raise BadRule(f"{name}: move {k}: expected need, off, clear or flip, found {key!r}")
            sets = {key: set_of(f"move {k}", given) for key, given in move.items()}
        else:
            sets = {"need": set_of(f"move {k}", move)}
        listed.append(masks_of(sets))
    _, left = falling_order(listed, len(names))
    if left:
        at, expected, actual = no_end(names, listed, left)
        raise BadRule(f"{name}: move {at + 1}: expected {expected}, so that play ends, found {actual}")
    images = []
    for k, given in enumerate(symmetries, 1):
        ends = [given.get(place, place) for place in names] if isinstance(given, Mapping) else list(given)
        image = tuple(_place(name, f"symmetry {k}", index, end) for end in ends)
        problem = symmetry_fault(names, listed, image)
        if problem:
            raise BadRule(f"{name}: symmetry {k}: expected {problem[0]}, found {problem[1]}")
        images.append(image)
    begin = (1 << len(names)) - 1 if start is None else set_of(START, start)
    return board_rule(name, BoardData(names, tuple(listed), squares, tuple(images), begin))


def _place(name: str, what: str, index: Mapping[Name, int], place: Any) -> int:
    if type(place) not in (str, int) or place not in index:
        shown = ", ".join(map(str, [*index][:MOST_SHOWN])) + ", ..." * (len(index) > MOST_SHOWN)
        raise BadRule(f"{name}: {what}: expected one of the places ({shown}), found {place!r}")
    return index[place]


def board_rule(name: str, board: BoardData) -> Rule:
    """The rule of a game that is given as data."""

    def field(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
        game, at = field_of(board)
        places = dict(zip(board.places, at, strict=True))
        return game, lambda below: sum(1 << places[place_name] for place_name in below)

    return Rule(name, board_options, (("board", board),), space=_space(board), shape=Subsets(field), format_move=_words)


def board_options(state: Any, *, board: BoardData) -> Iterator[Option]:
    """Make one of the moves."""
    there = sum(1 << place for place, place_name in enumerate(board.places) if place_name in state)
    for number, (need, off, clear, flip) in enumerate(board.moves, 1):
        if there & need == need and not there & off:
            left = (there & ~clear) ^ flip
            changes = {"take": there & ~left, "put": left & ~there}
            labels = {key: in_names(board.places, changed) for key, changed in changes.items() if changed}
            yield to(frozenset(in_names(board.places, left)), move=number, **labels)


@lru_cache(maxsize=16)
def field_of(board: BoardData) -> tuple[SubsetGame, list[int]]:
    """The field of a board, and where in it each of its places is: moves lead to smaller numbers there."""
    order, _ = falling_order(board.moves, len(board.places))
    at = [0] * len(order)
    for here, place in enumerate(order):
        at[place] = here
    moves = tuple(tuple(moved_set(part, at) for part in move) for move in board.moves)
    top, left = (min((square[k] for square in board.squares), default=0) for k in (0, 1))
    squares = tuple((r - top, c - left) for r, c in (board.squares[place] for place in order)) if board.squares else ()
    images = []
    for image in board.symmetries:
        images.append(tuple(at[image[place]] for place in order))
    return SubsetGame(len(order), moves, squares, tuple(images)), at  # type: ignore[arg-type]


def _words(labels: dict[str, Any]) -> str:
    """A move in words."""
    done = [f"{verb} {', '.join(map(str, labels[verb]))}" for verb in ("take", "put") if verb in labels]
    return f"move {labels['move']}: {' and '.join(done)}"


def _space(board: BoardData) -> Space:
    """Sets of places, written as their names."""
    index = {place_name: place for place, place_name in enumerate(board.places)}
    numbers = bool(board.places) and type(board.places[0]) is int

    def holds(state: State) -> bool:
        return isinstance(state, frozenset) and state <= index.keys()

    def read(text: Text) -> States:
        place_names = set()
        words = re.finditer(r"[^ \t\r\n]+", text.string)
        for number, word in enumerate(words):
            if word.group() == START and not number and not text.string[word.end() :].strip():
                return (frozenset(in_names(board.places, board.start)),)
            place_name = int(word.group()) if numbers and re.fullmatch(r"-?[0-9]{1,18}", word.group()) else word.group()
            if place_name in index:
                place_names.add(place_name)
            else:
                shown = ", ".join(map(str, board.places[:MOST_SHOWN])) + ", ..." * (len(board.places) > MOST_SHOWN)
                text.report_at(word.start(), f"places that are there ({shown}), or '{START}'", quote(word.group()))
        return (frozenset(place_names),)

    def write(states: States) -> str:
        return " ".join(str(place_name) for place_name in board.places if place_name in states[0])  # type: ignore[operator]

    return Space("set of places", "", holds, read, write, lambda states: _picture(board, states[0]))


def _picture(board: BoardData, state: Any) -> Board:
    """Squares of a grid, else places, joined where a move needs both."""
    grid = [range(min(sides), max(sides) + 1) for sides in zip(*board.squares, strict=True)]
    if is_grid(board.squares) and len(grid[0]) * len(grid[1]) <= MOST_DRAWN:
        at = {square: place_name in state for place_name, square in zip(board.places, board.squares, strict=True)}
        rows, columns = grid
        kinds: dict[bool | None, Cell] = {True: "full", False: "empty", None: "blocked"}
        return Grid(tuple(tuple(kinds[at.get((r, c))] for c in columns) for r in rows))
    joined = {
        (a, b)
        for need, *_ in board.moves
        for a in range(len(board.places))
        if need >> a & 1
        for b in range(a + 1, len(board.places))
        if need >> b & 1
    }
    there = tuple(place for place, place_name in enumerate(board.places) if place_name in state)
    return Net(tuple(map(str, board.places)), tuple(sorted(joined)), there, directed=False, nothing="")
