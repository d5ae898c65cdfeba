"""Tripod Nim: Nim on the four nodes of a star with three legs, in which counters are taken from leaves alone.

A state is the pile in the centre and those of the three legs. An empty pile is no node any more, so the centre is
a leaf as soon as two legs are gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grundy.errors import OutOfReach
from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.convention import nim_sum
from grundy.model.option import Labels, Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Theory
from grundy.model.space import vector

Piles = tuple[int, ...]
MOST_CELLS = 1 << 18  # couples of the two smaller legs whose third leg is looked up: a second


def tripod_nim_options(centre: int, first: int, second: int, third: int) -> Iterator[Option]:
    """Take any number of counters from one leg, or from the centre once two of the legs are gone."""
    piles = (centre, first, second, third)
    for place, pile in enumerate(piles):
        if place or is_leaf(piles):
            for take in range(1, pile + 1):
                yield to((*piles[:place], pile - take, *piles[place + 1 :]), pile=place + 1, take=take)


def is_leaf(piles: Piles) -> bool:
    """Whether the centre is a leaf: two legs are gone.

    >>> is_leaf((2, 0, 5, 0)), is_leaf((2, 1, 5, 0))
    (True, False)
    """
    return piles[1:].count(0) >= 2


@lru_cache(8)
def _third_legs(centre: int, rows: int, columns: int) -> list[list[int]]:
    """For two legs a < rows and b < columns the third one c with which they lose, the centre being 2 or more.

    By induction it is the least c that no smaller a or b has beside the other one. But where two legs are gone, those
    lose that have as many counters on the third one as the centre has.
    """
    table = [[0] * columns for _ in range(rows)]
    used, base = [0] * rows, 0  # of each row, as bits, which ones it has from `base` on; every row has those below
    for b in range(columns):
        column = 0
        for a in range(rows):
            taken = used[a] | column
            if not (a and b) and a + b < centre:
                taken |= 1  # so far no row has 0: `base` is 0
            bit = ~taken & taken + 1 if a or b else 1 << centre
            table[a][b] = base + bit.bit_length() - 1
            column |= bit
            used[a] |= bit
        full = min((~row & row + 1).bit_length() - 1 for row in used)
        used, base = [row >> full for row in used], base + full
    return table


def _third_leg(centre: int, a: int, b: int) -> int:
    rows, columns = 1 << a.bit_length(), 1 << b.bit_length()
    if rows * columns > MOST_CELLS:
        raise OutOfReach(
            f"tripod-nim: expected two legs whose product is below {MOST_CELLS // 4:,}, found {a:,} and {b:,}"
        )
    # no third leg of theirs but that of (0, 0) is as large as `rows + columns`: larger centres have the same
    return _third_legs(min(centre, rows + columns), rows, columns)[a][b]


def tripod_nim_is_p(piles: Piles, misere: bool = False) -> bool:
    """Whether the second player wins, in normal or in misère play, by a table of the two smaller legs.

    With 0 in the centre it is Nim, and with 1 misère Nim. In misère play these two change places, and with 2 or more in
    the centre the same positions lose: alone with one leg, it is Nim of two piles.

    >>> [c for c in range(9) if tripod_nim_is_p((2, 3, 4, c))], tripod_nim_is_p((2, 0, 2, 0), misere=True)
    ([1], True)
    """
    centre, *legs = piles
    if misere and centre < 2:
        centre = 1 - centre
    a, b, c = sorted(legs)
    if b == 0:
        return c == centre
    if centre < 2:
        return nim_sum(legs) == (centre if c == 1 else 0)
    return _third_leg(centre, a, b) == c


def _moves(piles: Piles, misere: bool = False) -> Moves:
    """The moves to positions that the second player wins."""
    labels: list[Labels] = []
    for place, pile in enumerate(piles):
        if place or is_leaf(piles):
            for left in sorted(_candidates(piles, place)):
                if left < pile and tripod_nim_is_p((*piles[:place], left, *piles[place + 1 :]), misere):
                    labels.append((("pile", place + 1), ("take", pile - left)))
    labels.sort()
    return Moves(len(labels), lambda: iter(labels))


def _candidates(piles: Piles, place: int) -> set[int]:
    """The sizes to which a winning move can reduce one pile."""
    others = [pile for at, pile in enumerate(piles) if at and at != place]
    nim = {0, 1, piles[0], nim_sum(others)}
    if piles[0] < 2 or is_leaf(piles):
        return nim
    a, b = sorted(others)
    if piles[place] >= b:
        return {_third_leg(piles[0], a, b)} if b else nim
    return set(range(piles[place]))


HENNESSEY = "Hennessey 2024, Tree and Tripod Nim"
tripod_nim = Rule(
    "tripod-nim",
    tripod_nim_options,
    arity=4,
    space=vector(length=4),
    theory=Theory(
        "by induction: with two of the legs just one third leg loses, the least that smaller ones leave",
        moves_to=lambda piles, target: _moves(piles),
        is_p=tripod_nim_is_p,
        misere=lambda piles: (not tripod_nim_is_p(piles, True), _moves(piles, True)),
        misere_source="by induction: as in normal play, but that with 0 in the centre it is as with 1, and the reverse",
    ),
    format_move="take {take} from pile {pile}".format_map,
)

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "tripod-nim",
        "Take any number of counters from one of three legs, or from the centre once two of the legs are gone.",
        "the pile in the centre, then the three legs, with blanks between them; 0: a leg that is gone",
        no_parameters(tripod_nim),
        ("tripod-nim", "2 3 4 6"),
        HENNESSEY,
        (
            Fact("tripod-nim", "2 0 0 5", "Bouton 1901: a leg and the centre are Nim", winner="first", winning_moves=1),
            Fact("tripod-nim", "2 0 0 2", "Bouton 1901: a leg and the centre are Nim", nim_value=0, winner="second"),
            Fact("tripod-nim", "1 1 1 1", "by hand: one leg is taken after another", winner="second", winning_moves=0),
            Fact("tripod-nim", "1 1 1 0", "by hand: leave 1 and 1", winner="first", winning_moves=2),
            Fact("tripod-nim", "2 0 1 0", "by hand: leave 1 and 1", winner="first", winning_moves=1),
            Fact("tripod-nim", "2 1 1 0", "by hand: whoever takes a leg leaves 2 and 1", winner="second"),
            Fact("tripod-nim", "0 3 4 5", "Bouton 1901: Nim", winner="first", winning_moves=1),
            Fact(
                "tripod-nim", "1 0 0 0", "by hand: the only counter must be taken", winner="second", convention="misere"
            ),
        ),
        title="Tripod Nim",
    ),
)
