"""Games on heaps of counters and on single numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from grundy.games.entry import Fact, Game, ReadRule, no_parameters, require_set
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import NO_MOVES, Division, Moves, TakeAway, Theory, one_move
from grundy.model.space import HEAP, heaps
from grundy.text.notation import read_set
from grundy.text.reader import Text

GFG_SET_4 = "GeeksforGeeks, Combinatorial Game Theory, Set 4"
BOUTON = "Bouton 1901: the nim-value of a heap is its size"
FERGUSON = "Ferguson 1974: misère play of sums of take-away games follows misère Nim on the nim-values"


def nim_options(n: int) -> Iterator[Option]:
    """Take any number of counters from a heap."""
    for take in range(1, n + 1):
        yield to(n - take, take=take)


def _nim_moves(n: int, target: int) -> Moves:
    return one_move(("take", n - target)) if target < n else NO_MOVES


nim = Rule(
    "nim",
    nim_options,
    space=HEAP,
    theory=Theory(BOUTON, lambda n: n, _nim_moves, misere_nim="Bouton 1901: misère Nim"),
    format_move="take {take} from pile {pile}".format_map,
)


def take_away_options(n: int, *, amounts: tuple[int, ...]) -> Iterator[Option]:
    """Take one of the amounts (in increasing order) from a heap."""
    for take in amounts:
        if take > n:
            break
        yield to(n - take, take=take)


@cache
def _take_away(amounts: tuple[int, ...]) -> Rule:
    return Rule(
        f"take-away:{','.join(map(str, amounts))}",
        take_away_options,
        (("amounts", amounts),),
        space=HEAP,
        shape=TakeAway(amounts),
        theory=Theory(misere_nim=FERGUSON),
        format_move="take {take} from pile {pile}".format_map,
    )


def take_away(*amounts: int) -> Rule:
    """The rule "take s counters from a heap, s in a set", a subtraction game.

    Parameters
    ----------
    *amounts : int
        The set, each >= 1; order and repetitions do not matter.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        An amount is no positive integer.

    Examples
    --------
    >>> print(take_away(3, 1, 2, 1)(3, 4, 5))
    take-away:1,2,3(3 4 5)
    """
    return _take_away(require_set("take-away", "amounts", amounts, 1))


def _set_of(make: Callable[..., Rule], what: str, least: int) -> ReadRule:
    def read(parameters: Text | None) -> Rule | None:
        numbers = read_set(parameters, what, least) if parameters is not None else ()
        return make(*numbers) if numbers else None

    return read


def division_options(x: int, *, divisors: tuple[int, ...]) -> Iterator[Option]:
    """Replace a positive number by its quotient, rounded down; a number that reaches 0 is out."""
    if x > 0:
        for divisor in divisors:
            yield to(x // divisor, divisor=divisor)


@cache
def _floor_division(divisors: tuple[int, ...]) -> Rule:
    return Rule(
        f"floor-division:{','.join(map(str, divisors))}",
        division_options,
        (("divisors", divisors),),
        space=heaps("index", "a number", counters=False),
        shape=Division(divisors),
        format_move="divide number {index} by {divisor}".format_map,
    )


def floor_division(*divisors: int) -> Rule:
    """The rule "replace a positive integer x by floor(x/d), d in a set".

    Parameters
    ----------
    *divisors : int
        The set, each >= 2.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        A divisor is no integer of at least 2.

    Examples
    --------
    >>> print(floor_division(2, 3, 6)(12, 5))
    floor-division:2,3,6(12 5)
    """
    return _floor_division(require_set("floor-division", "divisors", divisors, 2))


HEADING = "Heaps, one of which is changed"
GAMES = (
    Game(
        "nim",
        "Take any number of counters from one pile.",
        "pile sizes with blanks between them",
        no_parameters(nim),
        ("nim", "3 4 5"),
        "Bouton 1901, Nim, a game with a complete mathematical theory",
        (
            Fact("nim", "3 4 5", BOUTON, nim_value=2, winner="first", winning_moves=1),
            Fact("nim", "1 2 3", BOUTON, nim_value=0, winner="second", winning_moves=0),
            Fact("nim", "1 1", "Bouton 1901: misère Nim", winner="first", winning_moves=2, convention="misere"),
        ),
    ),
    Game(
        "take-away",
        "Take s counters from one pile, s in a set.",
        "pile sizes with blanks between them",
        _set_of(take_away, "an amount to take", 1),
        ("take-away:1,2,3", "3 4 5"),
        GFG_SET_4,
        (
            Fact("take-away:1,2,3", "3 4 5", GFG_SET_4, nim_value=2, winner="first", winning_moves=3),
            Fact("take-away:1,2,3", "3 8 2", GFG_SET_4, nim_value=1, winner="first"),
            Fact("take-away:2,5", "10", "POJ 2960 (S-Nim): heap values 0 0 1 1 0 2 1 0 0 1 1 for {2,5}", nim_value=1),
        ),
        "the set of amounts, as in 1,2,3",
    ),
    Game(
        "floor-division",
        "Replace one positive number x by floor(x/d), d in a set; a number that reaches 0 is out.",
        "numbers with blanks between them",
        _set_of(floor_division, "a divisor", 2),
        ("floor-division:2,3,6", "23 5 1"),
        GFG_SET_4,
        (
            Fact("floor-division:2,3,6", "1", GFG_SET_4, nim_value=1, winning_moves=3),
            Fact("floor-division:2,3,6", "5", GFG_SET_4, nim_value=3),
            Fact("floor-division:2,3,6", "11", GFG_SET_4, nim_value=0, winner="second"),
            Fact("floor-division:2,3,6", "23", GFG_SET_4, nim_value=1),
        ),
        "the set of divisors, as in 2,3,6",
    ),
)

__all__ = ["GAMES", "floor_division", "nim", "take_away"]
