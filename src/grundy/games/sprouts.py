"""Sprouts: join two spots by a curve, which gets a spot of its own; no spot has more than three ends of curves.

A position is its regions, each by its boundaries, and a boundary by the spots that still live, in their order round it,
after Lemoine & Viennot 2007. A spot is

    0, 1       one of no end of a curve, or of one
    2          one of two ends, the other side of which matters no more
    letters    one of two ends, twice there: a capital in two regions, a small letter twice on a boundary

Each boundary ends with '.', each region with '}', a position with '!'. So `0*3.}!` is three spots.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import TypeAlias, TypeVar

from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Net
from grundy.model.curves import spread_out
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Lands
from grundy.model.space import Space, States
from grundy.text.reader import Text

Boundary: TypeAlias = tuple[int, ...]
"""Spots round it: 0, 1 and 2 as they are written, and letters as numbers from 3 on."""
Region: TypeAlias = tuple[Boundary, ...]
Land: TypeAlias = tuple[Region, ...]
Parts: TypeAlias = tuple[Land, ...]
MOST_SPOTS = 100
MOST_CURVED = 8  # spots of a start from which a game is drawn as curves: so many were tried in full games
MOST_DRAWN = 60  # spots of a picture of regions
FORMS = 200_000  # forms of lands that are remembered
NAMED = 3  # numbers from here on are spots with a name, which stand twice


# The moves.


def lands_after(land: Land) -> Iterator[Parts]:
    """What each move leaves, some of it several times."""
    fresh = max((spot for region in land for boundary in region for spot in boundary), default=0)
    new, first, second = range(max(fresh + 1, NAMED), max(fresh + 1, NAMED) + 3)
    for place, region in enumerate(land):
        others = land[:place] + land[place + 1 :]
        for boundary in dict.fromkeys(region):
            rest = list(region)
            rest.remove(boundary)
            for inside, outside, dead in _divided(boundary, new, first, second):
                for within, without in shared_out(rest):
                    yield lands_of([*others, (inside, *within), (outside, *without)], dead)
        for origin, end in _pairs(region):
            rest = list(region)
            rest.remove(origin)
            rest.remove(end)
            for joined, dead in _joined(origin, end, new, first, second):
                yield lands_of([*others, (joined, *rest)], dead)


def _divided(boundary: Boundary, new: int, first: int, second: int) -> Iterator[tuple[Boundary, Boundary, set[int]]]:
    """A curve from a boundary to itself, with its new spot: what is round each side, and the letters that die."""
    for i, x in enumerate(boundary):
        if x == 0:
            yield (first, new), (first, new), set()
        if x == 1:
            yield (new,), (*boundary[i + 1 :], *boundary[:i], new), set()
        for j in range(i + 1, len(boundary)):
            y = boundary[j]
            if x != y or x < NAMED:
                start, end = (first,) * (x == 1), (second,) * (y == 1)
                inside = (*start, *boundary[i + 1 : j], *end, new)
                yield inside, (*end, *boundary[j + 1 :], *boundary[:i], *start, new), {x, y}


def _joined(origin: Boundary, end: Boundary, new: int, first: int, second: int) -> Iterator[tuple[Boundary, set[int]]]:
    """A curve from a boundary to another one, with its new spot: what is round both, and the letters that die."""
    for i, x in enumerate(origin):
        for j, y in enumerate(end):
            yield (*_round(origin, i, first), new, *_round(end, j, second), new), {x, y}


def _round(boundary: Boundary, start: int, name: int) -> Boundary:
    """The spots round a boundary from one that is joined back to it."""
    spot, others = boundary[start], (*boundary[start + 1 :], *boundary[:start])
    return (1,) if spot == 0 else (name, *others, name) if spot == 1 else others


def _pairs(region: Region) -> Iterator[tuple[Boundary, Boundary]]:
    """Two boundaries of a region, those that look alike once."""
    counts = Counter(region)
    kinds = list(counts)
    for i, origin in enumerate(kinds):
        yield from ((origin, end) for end in kinds[i + (counts[origin] < 2) :])


T = TypeVar("T")


def shared_out(boundaries: Iterable[T]) -> list[tuple[tuple[T, ...], tuple[T, ...]]]:
    """The ways to leave some boundaries on one side and the others on the other, those that look alike once."""
    ways: list[tuple[tuple[T, ...], tuple[T, ...]]] = [((), ())]
    for boundary, copies in Counter(boundaries).items():
        ways = [
            (within + (boundary,) * here, without + (boundary,) * (copies - here))
            for within, without in ways
            for here in range(copies + 1)
        ]
    return ways


# One form for what is alike.


def lands_of(regions: Sequence[Sequence[Boundary]], dead: set[int] = frozenset()) -> Parts:  # type: ignore[assignment]
    """What regions fall into, without what is dead: the lands, which share no spot, each in one form.

    No move is left in a region with fewer than two lives; a spot that stands in no other is 2 then. So is one that
    stands twice in a row: a curve may leave it on either side.
    """
    gone = {spot for spot in dead if spot >= NAMED}
    live = [
        tuple(boundary for boundary in (tuple(s for s in b if s not in gone) for b in region) if boundary)
        for region in regions
    ]
    live = [region for region in live if lives(region) > 1]
    places: dict[int, list[int]] = {}
    for place, region in enumerate(live):
        for boundary in region:
            for spot in boundary:
                if spot >= NAMED:
                    places.setdefault(spot, []).append(place)
    plain = [tuple(_plain(boundary, places) for boundary in region) for region in live]
    leader = list(range(len(plain)))
    for where in places.values():
        ends = {_led(leader, place) for place in where}
        leader[max(ends)] = min(ends)
    groups: dict[int, list[Region]] = {}
    for place, region in enumerate(plain):
        groups.setdefault(_led(leader, place), []).append(region)
    return tuple(sorted(form_of(tuple(group)) for group in groups.values()))


def _plain(boundary: Boundary, places: dict[int, list[int]]) -> Boundary:
    """A boundary with 2 for the spots that stand once, or twice in a row."""
    spots = [2 if spot >= NAMED and len(places[spot]) == 1 else spot for spot in boundary]
    if len(spots) == 1:
        return tuple(spots)
    plain: list[int] = []
    for place, spot in enumerate(spots):
        if spot < NAMED or spots[place - 1] != spot:
            after = spots[(place + 1) % len(spots)]
            plain.append(2 if spot == after and spot >= NAMED else spot)
    return tuple(plain) or (2,)


def _led(leader: list[int], place: int) -> int:
    while leader[place] != place:
        place = leader[place]
    return place


def lives(region: Sequence[Boundary]) -> int:
    """How many ends of curves the spots of a region may still get, those with a name once."""
    spots = [spot for boundary in region for spot in boundary]
    return sum(3 - spot for spot in spots if spot < NAMED) + len({spot for spot in spots if spot >= NAMED})


@lru_cache(maxsize=FORMS)
def form_of(land: Land) -> Land:
    """A form of a land, mostly the same for all that look alike: in another order, turned, or a region in a mirror.

    A round puts all in the least order by the kinds of spots, then by their numbers, and numbers them as they stand.
    Rounds come back to a form that was there; the least since then is the form, whose own form it is.
    """
    rounds: dict[Land, int] = {}
    while land not in rounds:
        rounds[land] = len(rounds)
        land = _in_order(land)
    return min(list(rounds)[rounds[land] :])


def _in_order(land: Land) -> Land:
    """A land in the least order by the kinds of spots, then by their numbers, numbered as they stand."""
    where: dict[int, set[int]] = {}
    for place, region in enumerate(land):
        for boundary in region:
            for spot in boundary:
                if spot >= NAMED:
                    where.setdefault(spot, set()).add(place)
    kind = {spot: NAMED + (len(places) == 1) for spot, places in where.items()}
    names: dict[int, int] = {}
    return tuple(
        tuple(
            tuple([s if s < NAMED else names.setdefault(s, NAMED + len(names)) for s in boundary])
            for boundary in region
        )
        for _, region in sorted([_arranged(region, kind) for region in land])
    )


def _arranged(region: Region, kind: dict[int, int]) -> tuple[Region, Region]:
    """A region in the least order by some kinds of spots: by kinds, and by spots."""
    ways = [sorted(_least(boundary, kind) for boundary in region)]
    if any(len(boundary) > 2 for boundary in region):
        ways.append(sorted(_least(boundary[::-1], kind) for boundary in region))
    least = min(ways)
    return tuple(by_kind for _, by_kind, _ in least), tuple(spots for _, _, spots in least)


def _least(boundary: Boundary, kind: dict[int, int]) -> tuple[int, Boundary, Boundary]:
    """A boundary from the spot from which it is least."""
    kinds = tuple([kind.get(spot, spot) for spot in boundary]) if kind else boundary
    first = min(kinds)
    turns = [(kinds[i:] + kinds[:i], boundary[i:] + boundary[:i]) for i, spot in enumerate(kinds) if spot == first]
    return (len(boundary), *min(turns))


# Reading and writing.


def start(spots: int) -> Land:
    """So many spots without a curve."""
    return (((0,),) * spots,) if spots else ()


def write_lands(lands: Iterable[Land]) -> str:
    """Lands in the notation of Lemoine & Viennot.

    >>> write_lands([start(3)]), write_lands(lands_of([((3, 4), (0,)), ((3, 4),)]))
    ('0*3.}!', '0.AB.}AB.}!')
    """
    numbers = {"A": count(), "a": count()}
    return "]".join("".join(map(_written(land, numbers), land)) for land in lands) + "!"


def _written(land: Land, numbers: Mapping[str, Iterator[int]]) -> Callable[[Region], str]:
    """What writes the regions of a land, with the next letters of a position."""
    counts = Counter(spot for region in land for boundary in region for spot in boundary)
    names: dict[int, str] = {}

    def name(spot: int, region: Region) -> str:
        if spot < NAMED:
            return str(spot)
        if spot not in names:
            inside = sum(boundary.count(spot) for boundary in region) == counts[spot]
            letter = "a" if inside else "A"
            turns, place = divmod(next(numbers[letter]), 26)
            names[spot] = chr(ord(letter) + place) + "'" * turns
        return names[spot]

    def written(region: Region) -> str:
        texts = Counter("".join(name(spot, region) for spot in boundary) for boundary in region)
        return "".join(f"{text}*{copies}." if copies > 1 else f"{text}." for text, copies in texts.items()) + "}"

    return written


@lru_cache(maxsize=FORMS)
def lands_in(text: str) -> Parts:
    """The lands of a text that `write_lands` gave, or `read_sprouts` took."""
    regions: list[list[Boundary]] = []
    names: dict[str, int] = {}
    for written in re.findall(r"[^}]*}", text):
        region: list[Boundary] = []
        for spots, copies in BOUNDARY.findall(written):
            boundary = tuple(
                int(spot) if spot.isdigit() else names.setdefault(spot, NAMED + len(names))
                for spot in SPOT.findall(spots)
            )
            region += [boundary] * int(copies or 1)
        regions.append(region)
    return lands_of(regions)


SPOT = re.compile(r"[0-2]|[A-Za-z]'*")
BOUNDARY = re.compile(r"((?:[0-2]|[A-Za-z]'*)+)(?:\*([0-9]{1,4}))?\.")
POSITION = re.compile(rf"(?:(?:{BOUNDARY.pattern})+}}\]*)*!?")
EXPECTED = "a number of spots, or regions, as in 0*2.AB.}AB.}!"


def _read(text: Text) -> States:
    number = text.string.strip()
    if re.fullmatch("[0-9]{1,9}", number):
        if int(number) > MOST_SPOTS:
            text.report_at(0, f"at most {MOST_SPOTS} spots", number)
            return ()
        return (write_lands([start(int(number))]),)
    string = re.sub(r"\s", "", text.string)
    if not string or not POSITION.fullmatch(string):
        text.report_at(0, EXPECTED)
        return ()
    if wrong := _wrong(string):
        text.report_at(0, *wrong)
        return ()
    return (write_lands(lands_in(string)),)


def _wrong(string: str) -> tuple[str, str] | None:
    """What is wrong with the spots of a position: what is expected, and what is there."""
    regions: list[list[tuple[list[str], int]]] = [
        [(SPOT.findall(spots), int(copies or 1)) for spots, copies in BOUNDARY.findall(region)]
        for region in string.split("}")
    ]
    spots = [
        spot for region in regions for boundary, copies in region for spot in boundary * min(copies, 2 * MOST_SPOTS + 1)
    ]
    if len(spots) > 2 * MOST_SPOTS:
        return f"at most {2 * MOST_SPOTS} spots", f"{len(spots)} or more"
    for region in regions:
        for boundary, _ in region:
            if "0" in boundary and len(boundary) > 1:
                return "a spot of no curve alone on its boundary, as 0.", f"{''.join(boundary)}."
    for spot, times in Counter(spots).items():
        if spot.isalpha() or "'" in spot:
            if times != 2:
                return "each letter twice", f"{spot} {times} time{'s' * (times > 1)}"
            where = [
                (i, j) for i, region in enumerate(regions) for j, (boundary, _) in enumerate(region) if spot in boundary
            ]
            if len(where) > 1 and where[0][0] == where[1][0]:
                return "a letter in two regions, or twice on a boundary", f"{spot} on two boundaries of a region"
    return None


def _draw(states: States) -> Board | None:
    """Spots without a curve, where they are few; else those that live, each joined to the regions in which it lies.

    Of a position that was typed nobody knows the curves; `api/drawn.py` draws those of a game from its start.
    """
    lands = lands_in(str(states[0]))
    if len(lands) == 1 and lands[0] == start(len(lands[0][0])) and len(lands[0][0]) <= MOST_CURVED:
        return spread_out(len(lands[0][0]))
    regions: list[str] = []
    spots: list[str] = []
    arcs: list[tuple[int, int]] = []  # from regions to spots, of which one has the place -1, another -2, ...
    for land in lands:
        named: dict[int, int] = {}
        for region in land:
            regions.append(f"region {len(regions) + 1}")
            inside = [spot for boundary in region for spot in boundary]
            for spot in dict.fromkeys(spot for spot in inside if spot >= NAMED):
                if spot not in named:
                    spots.append(f"spot {len(spots) + 1}")
                    named[spot] = -len(spots)
                arcs.append((len(regions) - 1, named[spot]))
            for spot in inside:
                if spot < NAMED:
                    spots.append(f"spot {len(spots) + 1}")
                    arcs.append((len(regions) - 1, -len(spots)))
    if len(spots) > MOST_DRAWN:
        return None
    return Net(
        (*regions, *spots),
        tuple((region_number, len(regions) - 1 - spot) for region_number, spot in arcs),
        (),
        directed=False,
    )


def _is_position(state: State) -> bool:
    if not isinstance(state, str) or not POSITION.fullmatch(state) or _wrong(state):
        return False
    return write_lands(lands_in(state)) == state


def sprouts_options(state: str) -> Iterator[Option]:
    """Join two spots of a region, or one to itself, by a curve with a new spot on it."""
    for lands in options_of(lands_in(state)):
        yield to(*([write_lands([land]) for land in lands] or [write_lands([])]), leave=write_lands(lands))


def options_of(lands: Parts) -> list[Parts]:
    """What moves leave, each once."""
    options: dict[Parts, None] = {}
    for place, land in enumerate(lands):
        others = lands[:place] + lands[place + 1 :]
        for left in lands_after(land):
            options[tuple(sorted((*others, *left)))] = None
    return sorted(options, key=lambda left: (sum(map(size, left)), left))


def after_part(land: Land) -> list[Parts]:
    """What moves leave of a land, each once."""
    return options_of((land,))


WEIGHT, SHARE = 1.2, 1.05
"""Of lives and boundaries in a region, tried out on up to eight spots: a land of a little size is soon known."""


@lru_cache(maxsize=FORMS)
def size(land: Land) -> float:
    """How much is left of a land, for what is to be tried first."""
    return float(sum((lives(region) - 1) ** WEIGHT / SHARE ** len(region) for region in land))


sprouts = Rule(
    "sprouts",
    sprouts_options,
    space=Space("position of Sprouts", "", _is_position, _read, lambda states: str(states[0]), _draw),
    shape=Lands(lands_in, after_part, size, joins_spots=True),
    format_move="leave {leave}".format_map,
)

LEMOINE_VIENNOT = "Lemoine & Viennot 2010, Computer analysis of Sprouts with nimbers"
APPLEGATE = "Applegate, Jacobson & Sleator 1991, Computer analysis of Sprouts"

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "sprouts",
        "Join two spots by a curve with a new spot on it; no curves cross, and three end in a spot at most.",
        "how many spots; or regions, as in 0.AB.}AB.}!: a boundary ends with '.', a region with '}'; a spot is the "
        "number of its curves' ends, or a letter where it stands twice",
        no_parameters(sprouts),
        ("sprouts", "0.2.AB.}AB.}!"),
        "Gardner 1967, Mathematical games: of Sprouts and Brussels Sprouts (Conway and Paterson)",
        (
            Fact("sprouts", "1", f"{APPLEGATE}: two moves", nim_value=0, winner="second"),
            Fact("sprouts", "2", APPLEGATE, nim_value=0, winner="second"),
            Fact("sprouts", "3", LEMOINE_VIENNOT, nim_value=1, winner="first"),
            Fact("sprouts", "1", f"{APPLEGATE}: two moves", winner="first", convention="misere"),
            Fact("sprouts", "2", APPLEGATE, winner="second", convention="misere"),
        ),
        title="Sprouts",
    ),
)
