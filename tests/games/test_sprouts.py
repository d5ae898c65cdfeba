"""Sprouts against planar maps, which know nothing of the notation: corners, and rotations of darts round spots."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import pytest

import grundy
from grundy.games.sprouts import form_of, lands_in, lands_of, start, write_lands

Dart = int
Boundary = frozenset[Dart]
"""The darts round a face that is one boundary of a region; of a spot without a curve, -1 less its number."""


@dataclass(frozen=True)
class Map:
    """Spots with the darts round each, in order; regions with their boundaries. Dart d and d ^ 1 are one curve."""

    spots: tuple[tuple[Dart, ...], ...]
    regions: tuple[frozenset[Boundary], ...]

    def ends(self) -> dict[Dart, tuple[int, int]]:
        """For each dart its spot, and its place round that."""
        return {dart: (spot, place) for spot, darts in enumerate(self.spots) for place, dart in enumerate(darts)}

    def round(self, dart: Dart) -> list[Dart]:
        """The darts of a face, in order: at the end of each, the next one round the spot."""
        ends, face = self.ends(), [dart]
        while True:
            spot, place = ends[face[-1] ^ 1]
            darts = self.spots[spot]
            after = darts[(place + 1) % len(darts)]
            if after == dart:
                return face
            face.append(after)


def spots_without_curves(count: int) -> Map:
    return Map(((),) * count, (frozenset(frozenset([-1 - spot]) for spot in range(count)),))


def corners(now: Map, boundary: Boundary) -> Iterator[tuple[int, int]]:
    """Where a curve may begin: a spot that lives, and the place at which its dart is put in."""
    ends = now.ends()
    for dart in sorted(boundary):
        spot, place = (-1 - dart, -1) if dart < 0 else ends[dart ^ 1]
        if len(now.spots[spot]) < 3:
            yield spot, place + 1


def maps_after(now: Map) -> Iterator[Map]:
    """All moves, by the rules: every two corners of a region, and every way in which the region may be divided."""
    for number, region in enumerate(now.regions):
        others = now.regions[:number] + now.regions[number + 1 :]
        starts = [(boundary, corner) for boundary in sorted(region, key=sorted) for corner in corners(now, boundary)]
        for i, (one, (x, at)) in enumerate(starts):
            for other, (y, where) in starts[i:]:
                if x == y and (one, at) == (other, where) and len(now.spots[x]) > 1:
                    continue
                if x == y and len(now.spots[x]) == 2:
                    continue
                new = sum(map(len, now.spots))
                spots = [list(darts) for darts in now.spots]
                for spot, place, dart in sorted([(x, at, new), (y, where, new + 2)], key=lambda end: -end[1]):
                    spots[spot].insert(place, dart)
                spots.append([new + 1, new + 3])
                left = Map(tuple(map(tuple, spots)), ())
                faces = {frozenset(left.round(new)), frozenset(left.round(new + 1))}
                rest = sorted(region - {one, other}, key=sorted)
                for sides in product((0, 1), repeat=len(rest) if len(faces) == 2 else 0):
                    if len(faces) == 1:
                        break
                    halves = [{face} for face in sorted(faces, key=sorted)]
                    for boundary, side in zip(rest, sides, strict=True):
                        halves[side].add(boundary)
                    yield Map(left.spots, (*others, *map(frozenset, halves)))
                if len(faces) == 1:
                    yield Map(left.spots, (*others, frozenset({*faces, *rest})))


@cache
def value(now: Map) -> int:
    values = {value(left) for left in maps_after(now)}
    return next(n for n in range(len(values) + 1) if n not in values)


@cache
def wins_misere(now: Map) -> bool:
    left = list(maps_after(now))
    return not left or not all(map(wins_misere, left))


def written(now: Map) -> str:
    """A map as people write it: the spots that live, round each boundary of each region."""
    ends, name, text = now.ends(), {}, ""
    for region in now.regions:
        for boundary in sorted(region, key=sorted):
            dart = min(boundary)
            for one in now.round(dart) if dart >= 0 else [dart]:
                spot = -1 - one if one < 0 else ends[one ^ 1][0]
                degree = len(now.spots[spot])
                if degree < 2:
                    text += str(degree)
                elif degree == 2:
                    text += name.setdefault(spot, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[len(name)])
            text += "."
        text += "}"
    return text.replace("..", ".").replace("}.", "}").removeprefix(".") if text else "!"


def tidy(text: str) -> str:
    """Without boundaries and regions of no spot."""
    regions = [[spots for spots in region.split(".") if spots] for region in text.split("}")]
    return "".join("".join(f"{spots}." for spots in region) + "}" for region in regions if region) + "!"


def some_maps(count: int, most_lives: int) -> list[Map]:
    """Maps that random play leads to, so far that the definition decides them."""
    rng = random.Random(44)
    maps: list[Map] = []
    while len(maps) < count:
        now = spots_without_curves(rng.randint(2, 5))
        while sum(3 - len(darts) for darts in now.spots) > most_lives:
            left = list(maps_after(now))
            if not left:
                break
            now = rng.choice(left)
        maps.append(now)
    return maps


@pytest.mark.parametrize("count", [25, pytest.param(100, marks=pytest.mark.long)])
def test_random_positions_against_planar_maps(count: int) -> None:
    for now in some_maps(count, 6):
        text = tidy(written(now))
        position = grundy.parse(f"sprouts({text})")
        result = grundy.solve(position)
        assert result.nim_value == value(now), text
        assert (grundy.solve(position, misere=True).winner == "first") == wins_misere(now), text
        assert str(grundy.parse(str(position))) == str(position)


@pytest.mark.parametrize("spots", [1, 2])
def test_the_first_positions_against_planar_maps(spots: int) -> None:
    now = spots_without_curves(spots)
    assert grundy.solve(grundy.parse(f"sprouts({spots})")).nim_value == value(now)
    assert (grundy.solve(grundy.parse(f"sprouts({spots})"), misere=True).winner == "first") == wins_misere(now)


@pytest.mark.parametrize("spots", [1, 2, 3, 4])
def test_the_positions_that_are_reached_are_those_of_planar_maps(spots: int) -> None:
    """After up to three moves from the start, of four spots two: whatever the maps are, and no more."""
    maps = {spots_without_curves(spots)}
    positions = {lands_in(write_lands([start(spots)]))}
    for _ in range(3 if spots < 4 else 2):
        maps = {left for now in maps for left in maps_after(now)}
        positions = {
            lands_in(after.parts[0])
            if len(after.parts) == 1
            else tuple(sorted(p for s in after.parts for p in lands_in(s)))
            for lands in positions
            for after in grundy.sprouts.options(write_lands(lands))
        }
        assert positions == {lands_in(tidy(written(now))) for now in maps}


VALUES = [0, 0, 1, 1, 1, 0, 0, 0]
"""Lemoine & Viennot 2010, from one spot on."""


def test_published_values() -> None:
    values = [grundy.solve(grundy.parse(f"sprouts({spots})")).nim_value for spots in range(1, 9)]
    assert values == VALUES


@pytest.mark.parametrize(("spots", "winner"), [(9, "first"), (10, "first"), (11, "first")])
def test_published_winners(spots: int, winner: str) -> None:
    """Applegate, Jacobson & Sleator 1991."""
    assert grundy.solve(grundy.parse(f"sprouts({spots})")).winner == winner


MISERE = ["first", "second", "second", "second", "first", "first", "second", "second"]


@pytest.mark.parametrize(("spots", "winner"), list(enumerate(MISERE, 1)))
def test_published_misere_winners(spots: int, winner: str) -> None:
    """Applegate, Jacobson & Sleator 1991."""
    assert grundy.solve(grundy.parse(f"sprouts({spots})"), misere=True).winner == winner


def test_one_form_for_what_is_turned_or_in_a_mirror() -> None:
    for text in ("0.AB1.}BA2.}!", "1a1ab2b2.0.}!", "0.ABC.}ACB2.1.}!"):
        (land,) = lands_in(text)
        turned = tuple(tuple(b[1:] + b[:1] for b in region) for region in land)
        mirrored = tuple(tuple(b[::-1] for b in region) for region in land[::-1])
        assert lands_of(turned) == lands_of(mirrored) == (form_of(land),) == (land,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "a number of spots, or regions, as in 0*2.AB.}AB.}!"),
        ("3.}", "a number of spots, or regions"),
        ("0", ""),
        ("101", "at most 100 spots"),
        ("01.}!", "a spot of no curve alone on its boundary"),
        ("AB.}A.}!", "each letter twice, found B 1 time"),
        ("A.A.}!", "a letter in two regions, or twice on a boundary"),
        ("0*9999.}!", "at most 200 spots"),
        ("0.AB", "a number of spots, or regions"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, expected: str) -> None:
    if not expected:
        assert grundy.solve(grundy.parse(f"sprouts({text})")).winner == "second"
        return
    with pytest.raises(grundy.BadText, match=rf"^<argument>:1:[0-9]+: expected {expected}".replace("*", r"\*")):
        grundy.parse(f"sprouts({text})")


def test_what_a_move_leaves_is_in_the_form_in_which_it_is_read() -> None:
    """Lands that had another form when their own was read were no states: 'AB.}ACDE.}BE.}CD.}!' was refused."""
    rng = random.Random(7)
    for spots in (4, 6, 8) * 5:
        states = [write_lands([start(spots)])]
        while options := list(grundy.sprouts.options(states[0])):
            for option in options:
                assert all(write_lands(lands_in(part)) == part for part in map(str, option.parts))
            states = list(map(str, rng.choice(options).parts)) or ["!"]
