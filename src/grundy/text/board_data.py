"""A board game as data, as JSON: `{"places": ..., "moves": [...], "symmetries": [...], "start": [...]}`.

A set of places has bit i for the place number i.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from grundy.text.json_reader import Document
from grundy.text.reader import Text, describe

MOST_MOVES = 100_000
PARTS = ("need", "off", "clear", "flip")
START = "start"
KEYS = ("places", "moves", "symmetries", START)
Name: TypeAlias = str | int
Masks: TypeAlias = tuple[int, int, int, int]
_NAME = re.compile(r"[^\s()#\"']+")
_PLACE = "a name without blanks, brackets, quotes and '#', or a whole number"


@dataclass(frozen=True, slots=True)
class BoardData:
    """Places, and what moves do with a set of them.

    places      their names, all strings or all ints
    moves       (need, off, clear, flip): a move needs all of a set to be there and none of another; it takes some away,
                and then changes whether others are there
    squares     the (row, column) of each place, or nothing
    symmetries  permutations of the places that keep the moves: where each place goes
    start       the places that are there at the beginning
    """

    places: tuple[Name, ...]
    moves: tuple[Masks, ...]
    squares: tuple[tuple[int, int], ...] = ()
    symmetries: tuple[tuple[int, ...], ...] = ()
    start: int = 0


def falling_order(moves: Sequence[Masks], places: int) -> tuple[list[int], list[int]]:
    """An order of the places that shows that play ends.

    Play ends where every move leaves fewer places; then any order will do. It also ends where the last place that a
    move changes is always taken away. Such an order is made from its end: any place may be the last that no move puts
    there, and moves that take it away need no more thought.

    Returns
    -------
    order : list of int
        The places, the last one last; as they are numbered, where that will do.
    left : list of int
        The moves for which there is no such order; empty where there is one.

    >>> falling_order([(0b11, 0, 0b01, 0), (0b01, 0b10, 0b01, 0b10)], 2)    # the second puts 1 and takes 0
    ([1, 0], [])
    >>> falling_order([(0b01, 0b10, 0b01, 0b10), (0b10, 0b01, 0b10, 0b01)], 2)[1]
    [0, 1]
    """
    puts = [flip & ~need for need, _, _, flip in moves]
    takes = [need & (clear ^ flip) for need, _, clear, flip in moves]
    left = [k for k, (need, off, _, _) in enumerate(moves) if not need & off]  # the others are never allowed
    if all(takes[k].bit_count() > puts[k].bit_count() for k in left):
        return list(range(places)), []
    rest = set(range(places))
    order: list[int] = []
    while left:
        put = 0
        for k in left:
            put |= puts[k]
        last = next((p for p in sorted(rest, reverse=True) if not put >> p & 1), None)
        if last is None:
            break
        rest.remove(last)
        order.append(last)
        left = [k for k in left if not takes[k] >> last & 1]
    return [*sorted(rest), *reversed(order)], left


def moved_set(places: int, image: Sequence[int]) -> int:
    """A set, each place i of which goes to image[i]."""
    image_set = 0
    while places:
        low = places & -places
        image_set |= 1 << image[low.bit_length() - 1]
        places ^= low
    return image_set


def spoilt_by(moves: Sequence[Masks], image: Sequence[int]) -> int | None:
    """The first move that a permutation of the places does not take to a move; None if it keeps all of them.

    >>> spoilt_by([(0b011, 0, 0b011, 0), (0b100, 0, 0b100, 0)], (1, 0, 2)) is None
    True
    >>> spoilt_by([(0b011, 0, 0b011, 0), (0b100, 0, 0b100, 0)], (2, 1, 0))
    0
    """
    own = set(moves)
    for k, move in enumerate(moves):
        if tuple(moved_set(part, image) for part in move) not in own:
            return k
    return None


def in_names(names: Sequence[Name], places: int) -> tuple[Name, ...]:
    """The names of a set's places."""
    return tuple(name for place, name in enumerate(names) if places >> place & 1)


def no_end(names: Sequence[Name], moves: Sequence[Masks], left: Sequence[int]) -> tuple[int, str, str]:
    """Of moves by which play is not seen to end: the first one, what was expected of it, and what it is."""
    k = left[0]
    need, _, clear, flip = moves[k]
    puts, takes = (", ".join(map(str, in_names(names, s))) for s in (flip & ~need, need & (clear ^ flip)))
    expected = "a move that takes away a place it needs"
    if takes and puts:
        expected = "moves that all leave fewer places, or an order of them in which none puts one after all it takes"
    did = " and ".join(part for part in (f"takes {takes}" if takes else "", f"puts {puts}" if puts else "") if part)
    return k, expected, f"one that {did or 'takes nothing'}"


def is_name(name: object) -> bool:
    """Whether a place may be called so."""
    return type(name) is int or (isinstance(name, str) and name != START and _NAME.fullmatch(name) is not None)


def read_board_data(text: Text) -> BoardData | None:
    """Read a board game; what is wrong is reported, and then None returned.

    >>> text = '{"places": {"a": [0, 0], "b": [0, 1]}, "moves": [["a", "b"], {"need": ["a"], "off": ["b"]}]}'
    >>> read_board_data(Text(text, "it.json")).moves
    ((3, 0, 3, 0), (1, 2, 1, 0))
    """
    before = len(text.findings)
    reading = _Reading(Document(text))
    board = reading.board()
    return board if len(text.findings) == before else None


class _Reading:
    """One document, and the numbers of its places once they are known."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.index: dict[Any, int] = {}

    def board(self) -> BoardData | None:
        value, report = self.document.value, self.document.report
        if not isinstance(value, dict):
            report([], 'an object with "places" and "moves"')
            return None
        for key in value:
            if key not in KEYS:
                self.document.report_key(key, ", ".join(f'"{key}"' for key in KEYS))
        for key in KEYS[:2]:
            if key not in value:
                self.document.report_missing([], f'the key "{key}"')
        if self.document.text.findings:
            return None
        names, squares = self.places(value["places"])
        if self.document.text.findings:
            return None
        self.index = {name: place for place, name in enumerate(names)}
        moves = self.moves(value["moves"])
        start = self.set_of([START], value[START]) if START in value else (1 << len(names)) - 1
        if self.document.text.findings:
            return None
        _, left = falling_order(moves, len(names))
        if left:
            k, expected, actual = no_end(names, moves, left)
            report(["moves", k], f"{expected}, so that play ends", actual)
        images = self.symmetries(value.get("symmetries", []), names, moves)
        return BoardData(names, tuple(moves), squares, images, start)

    def places(self, value: Any) -> tuple[tuple[Name, ...], tuple[tuple[int, int], ...]]:
        """Their names and squares."""
        report = self.document.report
        if isinstance(value, list):
            first = type(value[0]) if value else str
            seen = set()
            for k, name in enumerate(value):
                if not is_name(name):
                    report(["places", k], f"{_PLACE}, and not '{START}'")
                elif type(name) is not first:
                    report(["places", k], "names that are all strings or all whole numbers")
                elif name in seen:
                    report(["places", k], "each place once", f"{describe(str(name))} again")
                seen.add(name if type(name) is first else None)
            return tuple(value), ()
        if not isinstance(value, dict):
            report(["places"], "a list of names, or an object with [row, column] for each name")
            return (), ()
        for name, square in value.items():
            if not is_name(name):
                report(["places", name], f"a place with {_PLACE}, and not '{START}'", f"one called {describe(name)}")
            elif not _is_square(square):
                report(["places", name], f"the [row, column] of place {describe(name)}, two whole numbers")
        squares = tuple((square[0], square[1]) for square in value.values() if _is_square(square))
        return tuple(value), squares

    def set_of(self, path: Sequence[int | str], value: Any) -> int:
        """The set of a list of places."""
        if not isinstance(value, list):
            self.document.report(path, "a list of places")
            return 0
        places = 0
        for k, name in enumerate(value):
            place = self.place([*path, k], name)
            if place is not None:
                places |= 1 << place
        return places

    def place(self, path: Sequence[int | str], name: Any) -> int | None:
        """The number of a place; a name that no place has is reported."""
        if type(name) in (str, int) and name in self.index:
            return self.index[name]
        shown = ", ".join(map(str, [*self.index][:8])) + ", ..." * (len(self.index) > 8)
        self.document.report(path, f"one of the places ({shown})")
        return None

    def moves(self, value: Any) -> list[Masks]:
        """The moves as sets."""
        if not isinstance(value, list):
            self.document.report(["moves"], "a list of moves")
            return []
        if len(value) > MOST_MOVES:
            self.document.report(["moves", MOST_MOVES], f"at most {MOST_MOVES:,} moves", f"{len(value):,}")
            return []
        moves = []
        for k, move in enumerate(value):
            if isinstance(move, list):
                need = self.set_of(["moves", k], move)
                moves.append((need, 0, need, 0))
            elif isinstance(move, dict):
                for key in move:
                    if key not in PARTS:
                        self.document.report(["moves", k, key], "need, off, clear or flip", describe(key))
                sets = {key: self.set_of(["moves", k, key], move[key]) for key in PARTS if key in move}
                moves.append(masks_of(sets))
            else:
                self.document.report(["moves", k], "a list of places, or an object with need, off, clear and flip")
        return moves

    def symmetries(self, value: Any, names: Sequence[Name], moves: Sequence[Masks]) -> tuple[tuple[int, ...], ...]:
        """Permutations of the places; one that does not keep the moves is reported."""
        if not isinstance(value, list):
            self.document.report(["symmetries"], "a list of symmetries")
            return ()
        images = []
        for k, symmetry in enumerate(value):
            path: list[int | str] = ["symmetries", k]
            before = len(self.document.text.findings)
            if isinstance(symmetry, list):
                ends = [self.place([*path, j], name) for j, name in enumerate(symmetry)]
            elif isinstance(symmetry, dict):
                ends = list(range(len(names)))
                for name, end in symmetry.items():
                    at = next((place for place, own in enumerate(names) if str(own) == name), None)
                    if at is None:
                        self.document.report([*path, name], "an object with places as its keys", describe(name))
                    else:
                        ends[at] = self.place([*path, name], end)
            else:
                self.document.report(path, "the places that all places go to, in a list or as {from: to}")
                continue
            if len(self.document.text.findings) > before:
                continue
            image = tuple(end for end in ends if end is not None)
            problem = symmetry_fault(names, moves, image)
            if problem:
                self.document.report(path, *problem)
            images.append(image)
        return tuple(images)


def symmetry_fault(names: Sequence[Name], moves: Sequence[Masks], image: Sequence[int]) -> tuple[str, str] | None:
    """Expected and found, for an image that is no symmetry of the moves; None: it is one."""
    if sorted(image) != list(range(len(names))):
        return f"a symmetry that takes the {len(names)} places to {len(names)} places", f"one to {len(set(image))}"
    k = spoilt_by(moves, image)
    if k is None:
        return None
    own, end = (" ".join(map(str, in_names(names, s))) for s in (moves[k][0], moved_set(moves[k][0], image)))
    return "a symmetry that takes moves to moves", f"one that takes move {k + 1} ({own}) to ({end}), which is no move"


def masks_of(sets: Mapping[str, int]) -> Masks:
    """A move of the sets that are given of it; what it needs is taken away, where nothing else is said."""
    need = sets.get("need", 0)
    return need, sets.get("off", 0), sets.get("clear", need), sets.get("flip", 0)


def _is_square(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value)


def is_grid(squares: Iterable[tuple[int, int]]) -> bool:
    """Whether there are squares, each of one place."""
    listed = list(squares)
    return bool(listed) and len(set(listed)) == len(listed)
