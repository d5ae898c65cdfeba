"""How long and how wide games are: bounds told by shape are not below what all play below a position says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from limits import set_limits

import grundy
from grundy.api.turns import Turn, choices
from grundy.contrib.bounds import Bounds, bounds_of
from grundy.games.catalogue import GAMES


def played(position: grundy.Position) -> Bounds:
    """The longest play and the widest position, over whole positions, by the moves that players are offered."""
    longest: dict[str, int] = {}
    widest = 0
    path = [Turn(position)]
    after: dict[str, list[Turn]] = {}
    while path:
        turn = path[-1]
        key = f"{turn.position} {turn.must}"
        if key not in after:
            after[key] = [choice.after for choice in choices(turn)]
            widest = max(widest, len(after[key]))
        missing = [one for one in after[key] if f"{one.position} {one.must}" not in longest]
        if missing:
            path.append(missing[0])
            continue
        longest[key] = max((1 + longest[f"{one.position} {one.must}"] for one in after[key]), default=0)
        path.pop()
    return Bounds(longest[f"{position} None"], widest)


SMALL = {
    "nim": "2 3",
    "take-away": "5 3",
    "octal": "5 2",
    "hexadecimal": "5",
    "take-and-break": "6",
    "all-but": "5 2",
    "grundys-game": "7 3",
    "laskers-nim": "4 2",
    "cram": "3x3",
    "chomp": "2x4",
    "notakto": "3x3",
    "node-kayles": "grid:2x3",
    "arc-kayles": "grid:2x3",
    "hackenbush": "0-a-b-c-b, a-d, a-d",
    "rectangle": "011/111",
    "euclid": "13 8",
    "square-cake": "4",
    "brussels-sprouts": "4.3.",
    "top-entails": "2 4",
}


@pytest.mark.parametrize("name", GAMES)
def test_play_keeps_to_the_bounds(name: str) -> None:
    spec, text = GAMES[name].example
    position = grundy.parse(f"{spec}({SMALL.get(name, text)})")
    told, exact = bounds_of(position), played(position)
    assert told.longest >= exact.longest and told.widest >= exact.widest


EXACT = [
    ("nim(3 4 5)", Bounds(12, 12)),
    ("take-away:2,3(7 1)", Bounds(3, 2)),
    ("floor-division:2,3(9)", Bounds(4, 2)),  # 9 4 2 1 0
    ("wythoff(2 3)", Bounds(5, 7)),
    ("cram(2x3)", Bounds(3, 7)),
    ("chomp(2x2)", Bounds(3, 3)),
    ("nim(2) + cram(1x2)", Bounds(3, 3)),
    ("grundys-game(7)", Bounds(5, 3)),  # 1 6, 1 1 5, 1 1 1 4, 1 1 1 1 3, 1 1 1 1 1 2
]


@pytest.mark.parametrize(("text", "expected"), EXACT)
def test_bounds_worked_out_by_hand(text: str, expected: Bounds) -> None:
    assert bounds_of(grundy.parse(text)) == expected


@given(st.dictionaries(st.integers(1, 7), st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=4)))
def test_bounds_of_random_rules(table: dict[int, list[tuple[int, int]]]) -> None:
    @grundy.rule
    def random(n: int) -> Iterator[Any]:
        yield from (grundy.to(a, b) for a, b in table.get(n, []) if max(a, b) < n)

    told, exact = bounds_of(random(5, 3)), played(random(5, 3))
    assert told.longest == exact.longest and told.widest >= exact.widest


def test_unknown_bounds_are_refused_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "contrib", MOST_LOOKED_AT=1000)
    with pytest.raises(grundy.OutOfReach, match="more than 1,000; a smaller position would do"):
        bounds_of(grundy.parse("staircase-nim 99 99 99"))
