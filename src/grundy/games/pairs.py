"""Games on two numbers: Wythoff's and Euclid's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt

from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.option import Labels, Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import NO_MOVES, Moves, Riders, Theory, one_move
from grundy.model.space import vector

Pair = tuple[int, int]

# Wythoff's game.

ONE, OTHER, BOTH = (1, 0), (0, 1), (1, 1)
_PILE = {ONE: 1, OTHER: 2, BOTH: "both"}


def wythoff_label(step: tuple[int, int], times: int) -> Labels:
    """What taking `times` from a pile or from both is called."""
    return ("pile", _PILE[step]), ("take", times)


def wythoff_words(labels: Mapping[str, object]) -> str:
    """A move as a sentence."""
    where = "both piles" if labels["pile"] == "both" else f"pile {labels['pile']}"
    return f"take {labels['take']} from {where}"


def wythoff_options(a: int, b: int) -> Iterator[Option]:
    """Take any number from one pile, or the same number from both."""
    for take in range(1, a + 1):
        yield to((a - take, b), pile=1, take=take)
    for take in range(1, b + 1):
        yield to((a, b - take), pile=2, take=take)
    for take in range(1, min(a, b) + 1):
        yield to((a - take, b - take), pile="both", take=take)


def _lower(k: int) -> int:
    """floor(k phi), phi the golden ratio."""
    return (k + isqrt(5 * k * k)) // 2


def wythoff_is_p(piles: Pair) -> bool:
    """Whether the piles are floor(k phi) and floor(k phi) + k."""
    low, high = sorted(piles)
    return low == _lower(high - low)


def _partner(n: int) -> int:
    """The one pile that makes a P-position with a pile of n: every n is floor(k phi) or floor(k phi) + k once."""
    k = (isqrt(5 * n * n) - n) // 2  # about n / phi
    for near in (k, k + 1):
        if _lower(near) == n:
            return n + near
    k = n - k  # about n / phi^2
    return next(n - near for near in (k - 1, k, k + 1) if near >= 0 and _lower(near) + near == n)


def _moves_beside(piles: Pair, beside: tuple[int, int], low: int) -> Moves:
    """The moves to P-positions, by what each pile makes one with, and the lower pile of that of this difference."""
    a, b = piles
    steps = [(ONE, a - beside[1]), (OTHER, b - beside[0]), (BOTH, min(a, b) - low)]
    labels = [wythoff_label(step, take) for step, take in steps if take > 0]
    return Moves(len(labels), lambda: iter(labels))


def wythoff_p_beside(piles: Pair) -> tuple[Pair, Pair, Pair]:
    """The P-positions with the same first pile, with the same second one, and with the same difference."""
    a, b = piles
    low, high = _lower(abs(a - b)), _lower(abs(a - b)) + abs(a - b)
    return (a, _partner(a)), (_partner(b), b), (low, high) if a <= b else (high, low)


def wythoff_moves_to_p(piles: Pair, target: int) -> Moves:
    """The moves to P-positions (`target` is 0), without a table."""
    a, b = piles
    return _moves_beside(piles, (_partner(a), _partner(b)), _lower(abs(a - b)))


MISERE = {0: 1, 1: 0, 2: 2}  # what these piles make a P-position with in misère play; all others as in normal play


def wythoff_misere(piles: Pair) -> tuple[bool, Moves]:
    """Where whoever cannot move wins: (0, 1) and (2, 2) are P-positions instead of (0, 0) and (1, 2)."""
    a, b = piles
    more = abs(a - b)
    low = _lower(more) if more > 1 else 2 - 2 * more
    if min(a, b) == low:
        return False, NO_MOVES
    beside = [MISERE[n] if n in MISERE else _partner(n) for n in piles]
    return True, _moves_beside(piles, (beside[0], beside[1]), low)


wythoff = Rule(
    "wythoff",
    wythoff_options,
    arity=2,
    space=vector(length=2),
    shape=Riders((ONE, OTHER, BOTH), wythoff_label),
    theory=Theory(
        "Wythoff 1907: the P-positions are floor(k phi) and floor(k phi) + k",
        moves_to=wythoff_moves_to_p,
        is_p=wythoff_is_p,
        misere=wythoff_misere,
        misere_source="Fraenkel 1984: in misère play (0, 1) and (2, 2) are P-positions instead of (0, 0) and (1, 2)",
    ),
    format_move=wythoff_words,
)


# Euclid's game: subtract a multiple of the smaller number from the larger until one is 0.


def euclid_options(a: int, b: int) -> Iterator[Option]:
    """Subtract a positive multiple of one number from the other, which stays at least 0."""
    if b:
        for times in range(1, a // b + 1):
            yield to((a - times * b, b), pile=1, take=times * b)
    if a:
        for times in range(1, b // a + 1):
            yield to((a, b - times * a), pile=2, take=times * a)


def euclid_value(numbers: Pair) -> int:
    """Walk back through Euclid's algorithm: a quotient q before a rest of value v is worth q - 1 if q <= v, else q.

    From (q b + r, b) one can leave (i b + r, b) for i = 0..q - 1. With i = 0 that is worth v; so the others, in their
    order, are worth 0, 1, 2, ... without v, each the mex of those before it. Where r is 0, v is 0: nobody can move.
    (Nivasch 2006 has a closed formula for the play in which both numbers stay positive, which is another game.)
    """
    low, high = sorted(numbers)
    quotients = []
    while low:
        quotients.append(high // low)
        low, high = high % low, low
    value = 0
    for quotient in reversed(quotients):
        value = quotient - 1 if quotient <= value else quotient
    return value


def _euclid_moves(numbers: Pair, target: int) -> Moves:
    a, b = numbers
    moves = []
    for pile, large, small in ((1, a, b), (2, b, a)):
        if small and large >= small:
            quotient, rest = divmod(large, small)
            last = euclid_value((rest, small))
            left = 0 if target == last else target + (target < last)
            if left < quotient:
                moves.append((("pile", pile), ("take", (quotient - left) * small)))
    return Moves(len(moves), lambda: iter(moves))


def euclid_misere(numbers: Pair) -> tuple[bool, Moves]:
    """Walk back through Euclid's algorithm: with a quotient of 1 only the rest can be left, else that or one more.

    From (q b + r, b) one can leave (i b + r, b) for i = 0..q - 1. Where (r, b) is lost, one leaves that, and no other
    of them is lost; where it is won, that with i = 1 is the only lost one. Whoever finds a 0 cannot move, and has won.
    """
    low, high = sorted(numbers)
    quotients = []
    while low:
        quotients.append(high // low)
        low, high = high % low, low
    wins = True
    to_rest = False  # whether the winning move leaves the rest
    for quotient in reversed(quotients):
        to_rest = not wins
        wins = to_rest or quotient > 1
    low, high = sorted(numbers)
    if not low or not wins:
        return wins, NO_MOVES
    times = high // low - (not to_rest)
    return True, one_move(("pile", 1 if numbers[0] == high else 2), ("take", times * low))


euclid = Rule(
    "euclid",
    euclid_options,
    arity=2,
    space=vector(what="a number", each="number", length=2),
    theory=Theory(
        "by induction through Euclid's algorithm: quotient q before value v is q - 1 if q <= v, else q",
        euclid_value,
        _euclid_moves,
        misere=euclid_misere,
        misere_source="by induction through Euclid's algorithm: with quotient 1 before a rest that is won one loses",
    ),
    format_move="subtract {take} from number {pile}".format_map,
)


HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "wythoff",
        "Take any number from one of two piles, or the same number from both.",
        "two pile sizes",
        no_parameters(wythoff),
        ("wythoff", "4 6"),
        "Wythoff 1907, A modification of the game of Nim",
        (
            Fact("wythoff", "3 5", "Wythoff 1907", nim_value=0, winner="second"),
            Fact("wythoff", "4 7", "Wythoff 1907", nim_value=0, winner="second"),
            Fact("wythoff", "1 1", "OEIS A004481 (table of nim-values)", nim_value=2),
        ),
    ),
    Game(
        "euclid",
        "Subtract a positive multiple of the smaller of two numbers from the larger, which may reach 0.",
        "two numbers",
        no_parameters(euclid),
        ("euclid", "25 7"),
        "Cole & Davie 1969, A game based on the Euclidean algorithm",
        (
            Fact("euclid", "25 7", "Cole & Davie 1969: ratio above the golden ratio", winner="first"),
            Fact("euclid", "5 5", "Cole & Davie 1969: equal numbers", winner="first"),
            Fact("euclid", "8 5", "Cole & Davie 1969: ratio below the golden ratio", nim_value=0, winner="second"),
        ),
    ),
)
