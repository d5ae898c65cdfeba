"""Moore's Nim: a move takes counters from up to k piles at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice, product
from math import comb

from grundy.errors import BadRule
from grundy.games.entry import Fact, Game
from grundy.model.convention import nim_sum
from grundy.model.given import plain
from grundy.model.option import Labels, Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import NO_MOVES, Moves, Theory
from grundy.model.space import read_some, vector
from grundy.text.numbers import short_repr
from grundy.text.reader import Text

Piles = tuple[int, ...]
MOST_PILES = 1_000_000  # from which a move may take
MOST_SETS = 20_000  # of piles, weighed by what each costs, all of whose winning moves are counted
MOST_EXACT = 1_000  # piles of which all moves that leave ones alone are counted in misère play
COLUMNS = 64  # of the piles for which that is said; of piles with more binary columns there are fewer sets


def moore_options(piles: Piles, *, most: int) -> Iterator[Option]:
    """Take any number of counters from each of one to `most` piles."""
    full = [place for place, pile in enumerate(piles) if pile]
    for count in range(1, min(most, len(full)) + 1):
        for places in combinations(full, count):
            for takes in all_takes([piles[place] for place in places]):
                yield to(_left(piles, places, takes), **dict(taking(places, takes)))


def all_takes(sizes: Sequence[int]) -> Iterator[Piles]:
    """From 1 to all of each pile, the last one fastest: `itertools.product` would list the numbers of every pile.

    >>> list(all_takes([2, 2]))
    [(1, 1), (1, 2), (2, 1), (2, 2)]
    """
    takes = [1] * len(sizes)
    while True:
        yield tuple(takes)
        last = next((n for n in reversed(range(len(sizes))) if takes[n] < sizes[n]), None)
        if last is None:
            return
        takes[last:] = [takes[last] + 1, *[1] * (len(sizes) - last - 1)]


def _left(piles: Piles, places: Sequence[int], takes: Sequence[int]) -> Piles:
    left = list(piles)
    for place, take in zip(places, takes, strict=True):
        left[place] -= take
    return tuple(left)


def taking(places: Sequence[int], takes: Sequence[int]) -> Labels:
    """The labels of the move that takes from the piles at some places, counted from 0."""
    return ("piles", tuple(place + 1 for place in places)), ("take", tuple(takes))


def taking_words(labels: Mapping[str, tuple[int, ...]]) -> str:
    """A move as a sentence.

    >>> taking_words({"piles": (1, 3), "take": (2, 5)})
    'take 2 from pile 1 and 5 from pile 3'
    """
    each = [f"{take} from pile {pile}" for pile, take in zip(labels["piles"], labels["take"], strict=True)]
    return f"take {', '.join(each[:-1])}{' and ' if len(each) > 1 else ''}{each[-1]}"


def columns(piles: Piles) -> list[int]:
    """How many piles have a 1 in each binary column, the lowest first.

    >>> columns((3, 5, 4))
    [2, 1, 2]
    """
    return [sum([pile >> bit & 1 for pile in piles]) for bit in range(max(piles, default=0).bit_length())]


def moore_is_p(piles: Piles, most: int) -> bool:
    """Whether the number of ones in every binary column is a multiple of most + 1."""
    return not any(ones % (most + 1) for ones in columns(piles))


def moore_moves(piles: Piles, most: int) -> Moves:
    """The moves to P-positions; of very many piles not all of them, but one."""
    ones = columns(piles)
    if not any(count % (most + 1) for count in ones):
        return NO_MOVES
    if most == 1:
        total = nim_sum(piles)
        alone = [taking((n,), (pile - (pile ^ total),)) for n, pile in enumerate(piles) if pile ^ total < pile]
        return Moves(len(alone), lambda: iter(alone))
    full = [place for place, pile in enumerate(piles) if pile]
    few = min(most, len(full))
    most_sets = MOST_SETS * COLUMNS // max(COLUMNS, len(ones))
    if len(full) > most_sets or sum(comb(len(full), count) << 2 * count for count in range(1, few + 1)) > most_sets:
        label = _one_move(piles, most, ones)
        return Moves(1, lambda: iter((label,)), exact=False)
    sets = sorted(places for count in range(1, few + 1) for places in combinations(full, count))
    digit_choices = [digits for digits in (_Digits(piles, places, most, ones) for places in sets) if digits.count]
    return Moves(
        sum(digits.count for digits in digit_choices),
        lambda: (label for digits in digit_choices for label in digits.labels()),
    )


def moore_misere(piles: Piles, most: int) -> tuple[bool, Moves]:
    """Whoever cannot move wins: as in normal play, but that of ones alone one more than a multiple of most + 1 is lost.

    No position with 1 to `most` larger piles is lost, so of those every winning move leaves ones alone; where there are
    more of them, one is left after any move.
    """
    ones, large = piles.count(1), len(piles) - piles.count(0) - piles.count(1)
    if large > most:
        return not moore_is_p(piles, most), moore_moves(piles, most)
    if not large and ones % (most + 1) == 1:
        return False, NO_MOVES
    if not large + ones:
        return True, NO_MOVES
    # of the larger piles `staying` are made ones, and `gone` of the ones go with the rest of them
    ways = [(staying, (staying + ones - 1) % (most + 1)) for staying in range(large + 1)]
    ways = [(staying, gone) for staying, gone in ways if gone <= min(ones, most - large) and large + gone]
    if large + ones > MOST_EXACT:
        return True, Moves(1, lambda: islice(_all_down_to_ones(piles, ways[0]), 1), exact=False)
    count = sum(comb(large, staying) * comb(ones, gone) for staying, gone in ways)
    return True, Moves(count, lambda: (label for way in ways for label in _all_down_to_ones(piles, way)))


def _all_down_to_ones(piles: Piles, way: tuple[int, int]) -> Iterator[Labels]:
    """The moves that leave so many of the larger piles as ones and take away so many of the ones."""
    staying, gone = way
    large = [place for place, pile in enumerate(piles) if pile > 1]
    ones = [place for place, pile in enumerate(piles) if pile == 1]
    for stay in map(set, combinations(large, staying)):
        for go in combinations(ones, gone):
            places = sorted((*large, *go))
            yield taking(places, [piles[place] - (place in stay) for place in places])


def _one_move(piles: Piles, most: int, ones: Sequence[int]) -> Labels:
    """A move to a P-position: columns from the highest down, those piles made smaller that must be.

    A pile that has become smaller may have any digits from there on. If c piles that are as they were have a 1 in a
    column, c modulo most + 1, and the free digits of those that are smaller cannot make up for them, so many more are
    made smaller: together they are never more than `most`.
    """
    left: dict[int, int] = {}
    for bit in reversed(range(len(ones))):
        unchanged = ones[bit] - sum(piles[place] >> bit & 1 for place in left)
        over = unchanged % (most + 1)
        free = (most + 1 - over) % (most + 1)
        if free <= len(left):
            for place in list(left)[:free]:
                left[place] |= 1 << bit
        else:
            smaller = (place for place, pile in enumerate(piles) if pile >> bit & 1 and place not in left)
            for place in [place for place, _ in zip(smaller, range(over), strict=False)]:
                left[place] = piles[place] >> bit + 1 << bit + 1
    places = sorted(left)
    return taking(places, [piles[place] - left[place] for place in places])


class _Digits:
    """The winning moves that take from all of some piles, counted digit by digit from the highest column down.

    `_ways` counts, for a column and the set of piles that are smaller already, how the digits from there on may be.
    """

    def __init__(self, piles: Piles, places: tuple[int, ...], most: int, ones: Sequence[int]) -> None:
        self.piles, self.places, self.base = [piles[place] for place in places], places, most + 1
        self.rest = [count - sum(pile >> bit & 1 for pile in self.piles) for bit, count in enumerate(ones)]
        self._ways = cache(self._counted)
        for bit in range(0, len(ones), 100):  # from the lowest, or calls would be as deep as the numbers are long
            for smaller in range(1 << len(places)):
                self._ways(bit, smaller)
        self.count = self._ways(len(ones) - 1, 0)

    def _counted(self, bit: int, smaller: int) -> int:
        if bit < 0:
            return int(smaller == (1 << len(self.piles)) - 1)
        return sum(self._ways(bit - 1, after) for _, after in self._digits(bit, smaller))

    def _digits(self, bit: int, smaller: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """The digits that may be left in a column, and the piles that are then smaller."""
        were = [pile >> bit & 1 for pile in self.piles]
        may = [(0, 1) if smaller >> n & 1 or digit else (0,) for n, digit in enumerate(were)]
        for digits in product(*may):
            if (self.rest[bit] + sum(digits)) % self.base == 0:
                made = sum(1 << n for n, digit in enumerate(were) if digit and not digits[n])
                yield digits, smaller | made

    def labels(self) -> Iterator[Labels]:
        """Each of them."""
        waiting = [(len(self.rest) - 1, 0, (0,) * len(self.piles))]
        while waiting:
            bit, smaller, left = waiting.pop()
            if bit < 0:
                yield taking(self.places, [pile - rest for pile, rest in zip(self.piles, left, strict=True)])
                continue
            for digits, after in self._digits(bit, smaller):
                if self._ways(bit - 1, after):
                    made = tuple(rest | digit << bit for rest, digit in zip(left, digits, strict=True))
                    waiting.append((bit - 1, after, made))


def moore(most: int) -> Rule:
    """The rule of Moore's Nim: take counters from up to some number of piles.

    Parameters
    ----------
    most : int
        From how many piles a move may take, >= 1; 1 is Nim.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        It is no positive integer.

    References
    ----------
    Moore 1910, A generalization of the game called Nim.

    Examples
    --------
    >>> from grundy import solve
    >>> result = solve(moore(2)((1, 2, 4, 5)))
    >>> result.winner, result.winning_moves[0].sentence()
    ('first', 'take 1 from pile 3 and 2 from pile 4')
    """
    most = plain(most)
    if type(most) is not int or not 1 <= most <= MOST_PILES:
        raise BadRule(f"moore: expected a number of piles from 1 to {MOST_PILES:,}, found {short_repr(most)}")
    return _moore(most)


@cache
def _moore(most: int) -> Rule:
    return Rule(
        f"moore:{most}",
        moore_options,
        (("most", most),),
        space=vector(),
        theory=Theory(
            f"Moore 1910: a P-position has in every binary column a multiple of {most + 1} ones",
            moves_to=lambda piles, target: moore_moves(piles, most),
            is_p=lambda piles: moore_is_p(piles, most),
            misere=lambda piles: moore_misere(piles, most),
            misere_source="Yamasaki 1980: as in normal play, but that of ones alone one more than a multiple of "
            f"{most + 1} is lost",
        ),
        format_move=taking_words,
    )


def _read(parameters: Text | None) -> Rule | None:
    if parameters is None:
        return None
    most = read_some(parameters, "a number of piles", 1, least=1, most=MOST_PILES)
    return None if parameters.findings else moore(*most)


MOORE = "Moore 1910, A generalization of the game called Nim"

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "moore",
        "Take any number of counters from each of one to k piles.",
        "pile sizes with blanks between them",
        _read,
        ("moore:2", "1 2 4 5"),
        MOORE,
        (
            Fact("moore:2", "1 1 1", f"{MOORE}: three ones in one column", winner="second", winning_moves=0),
            Fact("moore:2", "1 2 3 3", f"{MOORE}: three ones in both columns", winner="second"),
            Fact("moore:2", "1 1 1 1", "by hand: leave three ones", winner="first", winning_moves=4),
            Fact("moore:1", "3 4 5", "Bouton 1901: Nim", winner="first", winning_moves=1),
            Fact(
                "moore:2",
                "1 1 1 1",
                "by hand: a move leaves 2 or 3 ones, of which the next one leaves 1",
                winner="second",
                winning_moves=0,
                convention="misere",
            ),
        ),
        "from how many piles a move may take",
        title="Moore's Nim",
    ),
)
