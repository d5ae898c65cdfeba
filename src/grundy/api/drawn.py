"""Sprouts as a drawing: the curves that make each move, each move in words, and the spots that still play.

The notation forgets where spots are; a drawing does not. A curve makes the move that leaves the same lands as its
regions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from grundy.api.turns import TurnChoice
from grundy.drawing.draw import drawn
from grundy.drawing.strokes import strokes
from grundy.games.sprouts import NAMED, lands_in, lands_of, lives, write_lands
from grundy.model.curves import FULL, Curves, Stroke, origin, outer_boundary, regions_after, walks_after
from grundy.model.frozen import frozen
from grundy.model.option import State
from grundy.model.scene import Item

Walk = tuple[int, ...]
"""The spots round a boundary."""
Region = tuple[Walk, ...]
MOST_WAYS = 9_999


@frozen
class CurveWay:
    """One way to draw a move.

    Attributes
    ----------
    stroke : Stroke
        The curve.
    items : tuple of str
        The spots that it joins, one of them twice where it comes back, and those that it encloses.
    says : str
        The move in words.
    """

    stroke: Stroke
    items: tuple[Item, ...]
    says: str


@frozen
class DrawnLand:
    """Regions of a drawing that share spots: their state, their living spots, and their numbers."""

    state: str
    spots: frozenset[int]
    regions: tuple[int, ...]


def curve_ways(curves: Curves, names: Iterable[Item], choice: TurnChoice) -> tuple[CurveWay, ...]:
    """The ways to draw a move of the component with these spots."""
    ways, key = _ways(curves, frozenset(int(name) - 1 for name in names)), _key(choice.left)
    if key in ways:
        return ways[key]
    return next((several for other, several in ways.items() if _are_alike(key, other)), ())


def after_way(curves: Curves, way: CurveWay) -> Curves | None:
    """The drawing after a move; None where it has no room for the curve."""
    return drawn(curves, way.stroke)


def lots_of_curves(curves: Curves, left: Sequence[State], others: Iterable[Iterable[Item]]) -> list[dict[Item, Item]]:
    """The spots of each state that a move left; `others` are the spots of the other components."""
    elsewhere = {int(name) - 1 for names in others for name in names}
    free = [land for land in lands_drawn(curves) if not land.spots & elsewhere]
    found = []
    for state in left:
        land = next((land for land in free if is_alike(str(state), land.state)), None)
        if land is not None:
            free.remove(land)
        found.append({str(spot + 1): str(spot + 1) for spot in sorted(land.spots)} if land else {})
    return found


def lands_drawn(curves: Curves) -> list[DrawnLand]:
    """The lands of a drawing in which moves are left; no two share a living spot."""
    regions = [tuple(tuple(origin(curves, dart) for dart in walk) for walk in region) for region in curves.regions]
    return list(_lands(regions, lambda spot: len(curves.ends[spot])))


def _lands(regions: Sequence[Region], degree: Callable[[int], int]) -> Iterator[DrawnLand]:
    labelled = [_labelled(region, degree) for region in regions]
    live = [n for n, region in enumerate(labelled) if lives(region) > 1]
    names = {n: {spot for walk in regions[n] for spot in walk if degree(spot) < FULL} for n in live}
    while live:
        group = [live.pop(0)]
        spots = set(names[group[0]])
        while near := next((n for n in live if names[n] & spots), None):
            live.remove(near)
            group.append(near)
            spots |= names[near]
        (land,) = lands_of([labelled[n] for n in group])
        yield DrawnLand(write_lands([land]), frozenset(spots), tuple(sorted(group)))


def _labelled(region: Region, degree: Callable[[int], int]) -> tuple[tuple[int, ...], ...]:
    """A region in the notation: its living spots, and names for those with two ends."""
    return tuple(
        tuple(degree(spot) if degree(spot) < 2 else NAMED + spot for spot in walk if degree(spot) < FULL)
        for walk in region
    )


def _key(states: Iterable[State]) -> tuple[str, ...]:
    return tuple(sorted(map(str, states)))


# States that look alike mostly have the same text, but not always: so `is_alike` compares them.


def _are_alike(states: Sequence[str], others: Sequence[str]) -> bool:
    free = list(others)
    for state in states:
        same = next((other for other in free if is_alike(state, other)), None)
        if same is None:
            return False
        free.remove(same)
    return not free


@lru_cache(maxsize=10_000)
def is_alike(state: str, other: str) -> bool:
    """Whether two states of one land are the same: in another order, turned, or a region in a mirror.

    >>> is_alike("0.AB.CD.}2CD.}AB.}!", "0.AB.CD.}2AB.}CD.}!"), is_alike("0*2.}!", "0*3.}!")
    (True, False)
    """
    if state == other:
        return True
    one, two = ([region for land in lands_in(text) for region in land] for text in (state, other))
    return sorted(map(_sizes, one)) == sorted(map(_sizes, two)) and _maps(one, two, {})


def _sizes(region: Region) -> list[int]:
    return sorted(map(len, region))


def _maps(one: Sequence[Region], two: Sequence[Region], names: dict[int, int]) -> bool:
    """Whether some regions become others when their spots get new names, of which `names` has some."""
    if not one:
        return True
    return any(
        _maps(one[1:], [*two[:n], *two[n + 1 :]], now)
        for n, region in enumerate(two)
        for turn in (1, -1)
        for now in _named(one[0], [walk[::turn] for walk in region], names)
    )


def _named(region: Sequence[Walk], other: Sequence[Walk], names: dict[int, int]) -> Iterator[dict[int, int]]:
    """The new names of spots with which a region becomes another one."""
    if not region or len(region) != len(other):
        if len(region) == len(other):
            yield names
        return
    for n, walk in enumerate(other):
        for at in range(len(walk) if len(walk) == len(region[0]) else 0):
            now = dict(names)
            if all(_fits(now, a, b) for a, b in zip(region[0], walk[at:] + walk[:at], strict=True)):
                yield from _named(region[1:], [*other[:n], *other[n + 1 :]], now)


def _fits(names: dict[int, int], spot: int, other: int) -> bool:
    """Name a spot, and return whether it can have that name."""
    if min(spot, other) < NAMED:
        return spot == other
    if spot not in names and other not in names.values():
        names[spot] = other
    return names.get(spot) == other


@lru_cache(maxsize=256)
def _ways(curves: Curves, spots: frozenset[int]) -> dict[tuple[str, ...], tuple[CurveWay, ...]]:
    """The ways to draw each move of a component, by the states that it leaves; of ways in the same words one."""
    land = next((land for land in lands_drawn(curves) if land.spots == spots), None)
    if land is None:
        return {}
    told: dict[tuple[tuple[str, ...], str], CurveWay] = {}
    for number in land.regions:
        for stroke in strokes(curves, number):
            items, says = _words(curves, stroke)
            told.setdefault((_left(curves, land, stroke), says), CurveWay(stroke, items, says))
    found: dict[tuple[str, ...], list[CurveWay]] = {}
    copies: dict[str, int] = {}
    for (key, says), way in sorted(told.items(), key=lambda pair: _order(pair[1])):
        copy = copies[says] = copies.get(says, 0) + 1
        words = says if copy == 1 else f"{says}, another way" + (f" ({copy - 1})" if copy > 2 else "")
        found.setdefault(key, []).append(CurveWay(way.stroke, way.items, words))
    return {key: tuple(several[:MOST_WAYS]) for key, several in found.items()}


def _order(way: CurveWay) -> tuple[object, ...]:
    return len(way.items), [int(item) for item in way.items], way.says


def _left(curves: Curves, land: DrawnLand, stroke: Stroke) -> tuple[str, ...]:
    """What a curve leaves of a component, as the rule writes it."""
    joins = (*curves.joins, *_new_joins(curves, stroke))
    more = [joins[-2][0], joins[-1][1]]

    def degree(spot: int) -> int:
        return len(curves.ends[spot]) + more.count(spot) if spot < len(curves.spots) else 2

    def spots(walk: Sequence[int]) -> Walk:
        return tuple(-1 - dart if dart < 0 else joins[dart >> 1][dart & 1] for dart in walk)

    made = regions_after(curves, stroke)[len(curves.regions) - 1 :]
    regions = [curves.regions[n] for n in land.regions if n != stroke.region]
    left = _lands([tuple(map(spots, region)) for region in (*regions, *made)], degree)
    return _key(one.state for one in left) or (write_lands([]),)


def _new_joins(curves: Curves, stroke: Stroke) -> tuple[tuple[int, int], tuple[int, int]]:
    region, new = curves.regions[stroke.region], len(curves.spots)
    first, last = (origin(curves, region[b][at]) for b, at in (stroke.start, stroke.end))
    return (first, new), (new, last)


# Words.


def _words(curves: Curves, stroke: Stroke) -> tuple[tuple[Item, ...], str]:
    """The spots of a curve, and the move in words: by the living spots that it parts from the others."""
    (first, new), (_, last) = _new_joins(curves, stroke)
    first, last = sorted((first, last))
    ends = (str(first + 1), str(last + 1))
    says = f"join {ends[0]} to itself" if first == last else f"join {ends[0]} and {ends[1]}"
    if stroke.start[0] != stroke.end[0]:
        return ends, says
    region = curves.regions[stroke.region]
    outer = outer_boundary(curves, stroke.region)

    def names(side: int) -> list[int]:
        walk = [dart for dart in walks_after(curves, stroke)[side] if dart < 2 * len(curves.joins)]
        others = [
            dart
            for number, boundary in enumerate(region)
            if number != stroke.start[0] and (number in stroke.left) == (side == 0)
            for dart in boundary
        ]
        spots = {origin(curves, dart) for dart in (*walk, *others)} - {first, last, new}
        return sorted(spot + 1 for spot in spots if len(curves.ends[spot]) < FULL)

    if outer == stroke.start[0]:
        sides = sorted((names(0), names(1)), key=lambda side: (len(side), side))
        if not sides[1]:
            return ends, says
        parted = f"parting {_listed(sides[0])} from {_listed(sides[1])}" if sides[0] else "with nothing on one side"
        return (*ends, *map(str, sides[0])), f"{says}, {parted}"
    inside = names(1 if outer in stroke.left else 0)
    if not inside:
        return ends, says
    return (*ends, *map(str, inside)), f"{says}, with {_listed(inside)} inside"


def _listed(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last
