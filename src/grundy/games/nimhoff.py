"""Cyclic Nimhoff: Nim in which a move may also take from several piles, less than h counters in all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from math import comb

from grundy.errors import BadRule
from grundy.games.entry import Fact, Game
from grundy.games.moore import taking, taking_words
from grundy.model.convention import nim_sum
from grundy.model.given import plain
from grundy.model.option import Labels, Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import NO_MOVES, Moves, Theory
from grundy.model.space import read_some, vector
from grundy.text.numbers import short_repr
from grundy.text.reader import Text

Piles = tuple[int, ...]
MOST_BOUND = 1_000_000
MOST_WAYS = 20_000  # ways to take a number of counters from several piles that are all looked through


def nimhoff_options(piles: Piles, *, bound: int) -> Iterator[Option]:
    """Take any number of counters from one pile, or from several piles, together less than `bound`."""
    for place, pile in enumerate(piles):
        for take in range(1, pile + 1):
            yield _option(piles, [take if place == n else 0 for n in range(len(piles))])
    for total in range(2, bound):
        for takes in _shared(piles, total):
            yield _option(piles, takes)


def _shared(piles: Piles, total: int) -> Iterator[list[int]]:
    """How many to take from each pile, so many in all, from two piles or more.

    >>> list(_shared((2, 1, 5), 3))
    [[0, 1, 2], [1, 0, 2], [1, 1, 1], [2, 0, 1], [2, 1, 0]]
    """
    behind = [*accumulate(reversed(piles), initial=0)]  # counters of the last 0, 1, 2, ... piles
    waiting: list[tuple[list[int], int]] = [([], total)]
    while waiting:
        takes, left = waiting.pop()
        at = len(takes)
        if at == len(piles):
            if sum(map(bool, takes)) > 1:
                yield takes
            continue
        least = max(0, left - behind[len(piles) - at - 1])
        waiting += [([*takes, take], left - take) for take in range(min(left, piles[at]), least - 1, -1)]


def _option(piles: Piles, takes: Sequence[int]) -> Option:
    left = tuple(pile - take for pile, take in zip(piles, takes, strict=True))
    return to(left, **dict(_label(takes)))


def _label(takes: Sequence[int]) -> Labels:
    full = [place for place, take in enumerate(takes) if take]
    return taking(full, [takes[place] for place in full])


def nimhoff_value(piles: Piles, bound: int) -> int:
    """h times the XOR of the quotients by h, and the sum of the piles modulo h.

    >>> nimhoff_value((4, 6, 5), 3)
    6
    """
    return bound * nim_sum(pile // bound for pile in piles) + sum(piles) % bound


def nimhoff_moves(piles: Piles, target: int, bound: int) -> Moves:
    """The moves to a value: at most one in each pile, and from several piles one number of counters in all.

    Where that number can be shared among the piles in very many ways, not all of them are listed.
    """
    quotient, rest = divmod(target, bound)
    change, total = nim_sum(pile // bound for pile in piles) ^ quotient, sum(piles)
    labels: list[Labels] = []
    for place, pile in enumerate(piles):
        left = bound * (pile // bound ^ change) + (rest - total + pile) % bound
        if left < pile:
            labels.append(taking([place], [pile - left]))
    shared = (total - rest) % bound
    if shared < 2 or len(piles) < 2:
        return Moves(len(labels), lambda: iter(labels)) if labels else NO_MOVES
    if comb(shared + len(piles) - 1, shared) > MOST_WAYS:
        if not labels and not change:
            labels = [_from_the_rests(piles, shared, bound)] if sum(pile % bound for pile in piles) >= shared else []
        return Moves(len(labels), lambda: iter(labels), exact=False)
    for takes in _shared(piles, shared):
        if nim_sum((pile - take) // bound for pile, take in zip(piles, takes, strict=True)) == quotient:
            labels.append(_label(takes))
    return Moves(len(labels), lambda: iter(sorted(labels)))


def _from_the_rests(piles: Piles, total: int, bound: int) -> Labels:
    """One way to take so many counters that no quotient changes."""
    takes = []
    for pile in piles:
        takes.append(min(total, pile % bound))
        total -= takes[-1]
    return _label(takes)


def cyclic_nimhoff(bound: int) -> Rule:
    """The rule of cyclic Nimhoff: take from one pile, or from several less than some number in all.

    Parameters
    ----------
    bound : int
        The number that a move from several piles stays below, >= 1; with 1 and 2 it is Nim.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        It is no positive integer.

    References
    ----------
    Fraenkel & Lorberbom 1991, Nimhoff games.

    Examples
    --------
    >>> from grundy import solve
    >>> solve(cyclic_nimhoff(3)((4, 6, 5))).nim_value
    6
    """
    bound = plain(bound)
    if type(bound) is not int or not 1 <= bound <= MOST_BOUND:
        raise BadRule(f"cyclic-nimhoff: expected a number from 1 to {MOST_BOUND:,}, found {short_repr(bound)}")
    return _cyclic_nimhoff(bound)


@cache
def _cyclic_nimhoff(bound: int) -> Rule:
    return Rule(
        f"cyclic-nimhoff:{bound}",
        nimhoff_options,
        (("bound", bound),),
        space=vector(),
        theory=Theory(
            f"Fraenkel & Lorberbom 1991: {bound} times the XOR of the quotients by {bound}, and the sum modulo {bound}",
            lambda piles: nimhoff_value(piles, bound),
            lambda piles, target: nimhoff_moves(piles, target, bound),
        ),
        format_move=taking_words,
    )


def _read(parameters: Text | None) -> Rule | None:
    if parameters is None:
        return None
    bound = read_some(parameters, "a number that moves from several piles stay below", 1, least=1, most=MOST_BOUND)
    return None if parameters.findings else cyclic_nimhoff(*bound)


LORBERBOM = "Fraenkel & Lorberbom 1991, Nimhoff games"

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "cyclic-nimhoff",
        "Take any number of counters from one pile, or from several piles, together less than h.",
        "pile sizes with blanks between them",
        _read,
        ("cyclic-nimhoff:3", "4 6 5"),
        LORBERBOM,
        (
            Fact("cyclic-nimhoff:3", "1 1", "by hand: both may be taken, or one", nim_value=2, winning_moves=1),
            Fact(
                "cyclic-nimhoff:3", "1 2", "by hand: leaves 1 or 2 counters, or two ones", nim_value=0, winner="second"
            ),
            Fact("cyclic-nimhoff:5", "7 9", f"{LORBERBOM}: 5 (1 XOR 1) + 16 mod 5", nim_value=1),
            Fact("cyclic-nimhoff:1", "3 4 5", "Bouton 1901: Nim", nim_value=2, winning_moves=1),
        ),
        "the number h that moves from several piles stay below",
        title="Cyclic Nimhoff",
    ),
)
