"""Brussels Sprouts against its definition, in which each free end stands in its place round a boundary."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

import grundy
from grundy.games.brussels import brussels_options

Regions = tuple[tuple[int, ...], ...]
"""Of each region the free ends of its boundaries."""


def after(regions: Regions) -> Iterator[Regions]:
    """Every two free ends of a region are joined; the bar gives a free end on each side of the curve."""
    for number, region in enumerate(regions):
        others = regions[:number] + regions[number + 1 :]
        ends = [(boundary, place) for boundary, many in enumerate(region) for place in range(many)]
        for i, (one, start) in enumerate(ends):
            for other, end in ends[i + 1 :]:
                rest = [many for boundary, many in enumerate(region) if boundary not in (one, other)]
                if one != other:
                    yield (*others, (region[one] + region[other], *rest))
                    continue
                between = end - start - 1
                for sides in product((0, 1), repeat=len(rest)):
                    halves = [[between + 1], [region[one] - 2 - between + 1]]
                    for many, side in zip(rest, sides, strict=True):
                        halves[side].append(many)
                    yield (*others, tuple(halves[0]), tuple(halves[1]))


@cache
def value(regions: Regions) -> int:
    values = {value(tuple(sorted(tuple(sorted(region)) for region in left))) for left in after(regions)}
    return next(n for n in range(len(values) + 1) if n not in values)


@cache
def wins_misere(regions: Regions) -> bool:
    left = [wins_misere(tuple(sorted(tuple(sorted(region)) for region in left))) for left in after(regions)]
    return not left or not all(left)


def some_regions(count: int) -> list[Regions]:
    rng = random.Random(44)
    return [
        tuple(tuple(sorted(rng.randint(1, 3) for _ in range(rng.randint(1, 3)))) for _ in range(rng.choice([1, 1, 2])))
        for _ in range(count)
    ]


def test_random_positions() -> None:
    for regions in some_regions(100):
        if sum(map(sum, regions)) > 9:
            continue
        text = " ".join("".join(f"{ends}." for ends in region) for region in regions)
        position = grundy.parse(f"brussels-sprouts({text})")
        result = grundy.solve(position)
        assert result.nim_value == value(tuple(sorted(regions))), text
        assert (grundy.solve(position, misere=True).winner == "first") == wins_misere(tuple(sorted(regions))), text
        assert str(grundy.parse(str(position))) == str(position)
        every = {str(move) for move in position.moves()}  # all of them win, or none: in each region of a sum
        assert {str(move) for move in result.winning_moves} == (every if result.winner == "first" else set()), text


def test_the_moves_of_a_region_are_those_of_the_definition() -> None:
    """Which are all worth the same, as every play takes as many moves."""
    for size in range(1, 4):
        for region in combinations_with_replacement(range(1, 4), size):
            options = {tuple(sorted(option.parts)) for option in brussels_options(region)}
            assert options == {tuple(sorted(tuple(sorted(one)) for one in left)) for left in after((region,))}, region


@pytest.mark.parametrize("crosses", range(1, 7))
def test_every_play_takes_as_many_moves(crosses: int) -> None:
    """Gardner 1967: n crosses are 5n - 2 moves, whatever is played."""
    rng = random.Random(crosses)
    regions: Regions = ((4,) * crosses,)
    moves = 0
    while left := list(after(regions)):
        regions = rng.choice(left)
        moves += 1
    assert moves == 5 * crosses - 2
    result = grundy.solve(grundy.parse(f"brussels-sprouts({crosses})"))
    assert (result.winner == "first") == bool(moves % 2)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("4.0.", "18: expected a number of crosses, or regions"),
        ("1001", "18: expected at most 1,000 crosses"),
        ("4. x", "21: expected a number of crosses, or regions"),
        ("0", "18: expected from 1 to 1,000 crosses"),
        ("9999999.", "18: expected at most 1,000,000 free ends"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText, match=f"^<argument>:1:{place}"):
        grundy.parse(f"brussels-sprouts({text})")
