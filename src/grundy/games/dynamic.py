"""One pile of which the last move says how much may be taken: Fibonacci Nim and dynamic Nim."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from types import CodeType

from grundy.errors import OutOfReach
from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Piles
from grundy.model.frozen import frozen
from grundy.model.option import Labels, Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import NO_MOVES, Moves, Theory
from grundy.model.space import Space, States, is_size
from grundy.text.literals import NOT_READ, python_expression
from grundy.text.notation import read_numbers
from grundy.text.reader import Text

Pile = tuple[int, int]
"""Counters, and how many may be taken at most."""

MOST_TERMS = 1_000_000
GRAMMAR = "a formula of k that never falls: whole numbers and k with +, *, // by a number and ** a number, as in 2*k"


@frozen
class GrowthFunction:
    """A function of k that never falls, as Python writes it; called, its value."""

    text: str

    def __call__(self, k: int) -> int:
        return int(eval(_compiled(self.text), {"__builtins__": {}}, {"k": k}))


@cache
def _compiled(text: str) -> CodeType:
    return compile(text, "<formula>", "eval")


def dynamic_options(pile: int, most: int, *, after: GrowthFunction) -> Iterator[Option]:
    """Take at least one counter and at most `most`; whoever took k says that `after(k)` may be taken next."""
    for take in range(1, min(most, pile) + 1):
        left = pile - take
        yield to((left, min(after(take), left)), take=take)


@cache
def losing(after: GrowthFunction, upto: int) -> tuple[int, ...]:
    """The piles up to a size that are lost where all but the whole pile may be taken, and the next one.

    1 is the first, and after H comes H + J, where J is the first of them with after(J) >= H; if there is none, H is the
    last (Schwenk 1970).

    Raises: OutOfReach: too many.

    >>> losing(GrowthFunction("2*k"), 50)
    (1, 2, 3, 5, 8, 13, 21, 34, 55)
    """
    lost_piles = [1]
    least = 0
    while lost_piles[-1] <= upto:
        while least < len(lost_piles) and after(lost_piles[least]) < lost_piles[-1]:
            least += 1
        if least == len(lost_piles):
            break
        if len(lost_piles) == MOST_TERMS:
            raise OutOfReach(
                f"more than {MOST_TERMS:,} lost piles of {after.text} up to the pile; a smaller one would do"
            )
        lost_piles.append(lost_piles[-1] + lost_piles[least])
    return tuple(lost_piles)


def terms(pile: int, after: GrowthFunction) -> Iterator[int]:
    """A pile as a sum of lost piles, each the largest that fits what is left.

    >>> list(terms(12, GrowthFunction("2*k")))
    [8, 3, 1]
    """
    for term in reversed(losing(after, pile)):
        while term <= pile:  # only the last of them, if it is the last of all, comes again
            pile -= term
            yield term


def last_term(pile: int, after: GrowthFunction) -> int:
    """The smallest of those; of a pile of 0, 0."""
    last = 0
    largest = losing(after, pile)[-1]
    if largest <= pile:
        last, pile = largest, pile % largest
    return min(terms(pile, after), default=last)


def dynamic_is_p(state: Pile, after: GrowthFunction) -> bool:
    """Whether even the smallest term is more than may be taken."""
    pile, most = state
    return not pile or last_term(pile, after) > most


def dynamic_moves(state: Pile, after: GrowthFunction) -> Moves:
    """The moves to P-positions: the last terms together, where the term before is more than may then be taken."""
    pile, most = state
    largest = losing(after, pile)[-1]  # which may be several terms, if it is the last of all, or none
    times, rest = divmod(pile, largest)
    parts = list(terms(rest, after))
    takes = []
    take = 0
    while parts:
        take += parts.pop()
        before = parts[-1] if parts else largest if times else 0
        takes.append((take, before))
    winning_takes = [
        take for take, before in takes if take <= most and (take == pile or before > min(after(take), pile - take))
    ]
    first = 0 if rest else 1  # how many of the largest are taken with the rest, from
    few, above = 0, max(times - first, 0)
    while few < above:  # how many of them may be taken: those that leave the next player less than the largest
        middle = (few + above) // 2
        take = rest + (first + middle) * largest
        few, above = (middle + 1, above) if take <= most and after(take) < largest else (few, middle)
    multiples = range(max(first, 1), first + few)  # the rest alone is in `winning_takes`
    whole = times > 0 and pile <= most

    def each() -> Iterator[Labels]:
        for take in winning_takes:
            yield (("take", take),)
        for n in multiples:
            yield (("take", rest + n * largest),)
        if whole:
            yield (("take", pile),)

    return Moves(len(winning_takes) + len(multiples) + whole, each)


def dynamic_misere(state: Pile, after: GrowthFunction) -> tuple[bool, Moves]:
    """Who wins where whoever takes the last counter loses, and how: as in normal play without that counter.

    Nobody takes it but where nothing else is left, as long as one counter may always be taken.
    """
    pile, most = state
    if not min(state):
        return True, NO_MOVES
    but_one = pile - 1, min(most, pile - 1)
    if dynamic_is_p(but_one, after):
        return False, NO_MOVES
    return True, dynamic_moves(but_one, after)


def is_pile(state: State) -> bool:
    """Whether a value is a pile and how many may be taken."""
    return isinstance(state, tuple) and len(state) == 2 and all(map(is_size, state)) and state[1] <= state[0]


def _read_pile(text: Text) -> States:
    numbers = read_numbers(text, "a number of counters")
    if text.findings:
        return ((0, 0),)
    if not 1 <= len(numbers) <= 2:
        text.report_at(0, "a number of counters and, after the first move, how many may be taken at most")
        return ((0, 0),)
    pile = numbers[0]
    most = numbers[1] if len(numbers) == 2 else max(pile - 1, 0)
    return ((pile, min(most, pile)),)


def _write_pile(states: States) -> str:
    state: Pile = states[0]  # type: ignore[assignment]
    pile, most = state
    return str(pile) if most == max(pile - 1, 0) else f"{pile} {most}"


def _picture(states: States) -> Board:
    return Piles(states[0][:1])  # type: ignore[index]


PILE = Space("pile and how many may be taken", "", is_pile, _read_pile, _write_pile, _picture)


def dynamic_rule(name: str, after: GrowthFunction, source: str) -> Rule:
    """The rule of one pile with such a function."""
    return Rule(
        name,
        dynamic_options,
        (("after", after),),
        arity=2,
        space=PILE,
        theory=Theory(
            source,
            moves_to=lambda state, target: dynamic_moves(state, after),
            is_p=lambda state: dynamic_is_p(state, after),
            misere=(lambda state: dynamic_misere(state, after)) if after(1) else None,
            misere_source=f"normal play with a counter less, which nobody wants to take; {source}",
        ),
        format_move="take {take}".format_map,
    )


SCHWENK = "Schwenk 1970, Take-away games"
WHINIHAN = "Whinihan 1963, Fibonacci Nim"
fibonacci_nim = dynamic_rule(
    "fibonacci-nim",
    GrowthFunction("2*k"),
    "Whinihan 1963: the smallest term of the pile as a sum of Fibonacci numbers that are not neighbours is more than "
    "may be taken",
)


def dynamic_nim(after: str) -> Rule:
    """The rule of one pile in which whoever took k counters leaves at most a function of k to be taken.

    The first player may take all but the last counter.

    Parameters
    ----------
    after : str
        The function, one that never falls: whole numbers and k with +, *, // by a number and ** a number.

    Returns
    -------
    Rule

    Raises
    ------
    BadText
        It cannot be read.

    References
    ----------
    Schwenk 1970, Take-away games.

    Examples
    --------
    >>> from grundy import solve
    >>> [n for n in range(2, 40) if solve(dynamic_nim("k")(str(n))).winner == "second"]
    [2, 4, 8, 16, 32]
    """
    text = Text(after, "<argument>")
    rule = _read_dynamic(text)
    text.close()
    assert rule is not None
    return rule


@cache
def _of_growth(written: str) -> Rule:
    source = f"{SCHWENK}: the smallest term of the pile as a sum of lost piles is more than may be taken"
    return dynamic_rule(f"dynamic-nim:{written}", GrowthFunction(written), source)


def _read_dynamic(text: Text | None) -> Rule | None:
    if text is None:
        return None
    try:
        tree = python_expression(text.string.strip())
    except NOT_READ:
        text.report_at(0, GRAMMAR)
        return None
    wrong = _wrong(tree.body)
    if wrong is not None:
        text.report_at(min(wrong, len(text.string)), GRAMMAR)
        return None
    return _of_growth(ast.unparse(tree).replace(" ", ""))


def _wrong(tree: ast.expr) -> int | None:
    """Where a formula is none that never falls."""
    waiting = [tree]
    while waiting:
        match waiting.pop():
            case ast.Name("k"):
                pass
            case ast.Constant(int(number)) if type(number) is int and number <= MOST_TERMS:
                pass
            case ast.BinOp(left, ast.Add() | ast.Mult(), right):
                waiting += [left, right]
            case ast.BinOp(left, ast.FloorDiv(), ast.Constant(int(number))) if number >= 1:
                waiting.append(left)
            case ast.BinOp(left, ast.Pow(), ast.Constant(int(number))) if 1 <= number <= 9:
                waiting.append(left)
            case other:
                return other.col_offset
    return None


HEADING = "Heaps, one of which is changed"
GAMES = (
    Game(
        "fibonacci-nim",
        "Take at least one counter from a pile and at most twice as many as were taken last; the first move not all.",
        "the pile; after the first move, with a blank between, how many may be taken at most",
        no_parameters(fibonacci_nim),
        ("fibonacci-nim", "20"),
        WHINIHAN,
        (
            Fact("fibonacci-nim", "13", f"{WHINIHAN}: a Fibonacci number", winner="second", winning_moves=0),
            Fact("fibonacci-nim", "20", f"{WHINIHAN}: 20 = 13 + 5 + 2", winner="first", winning_moves=1),
            Fact("fibonacci-nim", "12", f"{WHINIHAN}: 12 = 8 + 3 + 1", winner="first"),
            Fact("fibonacci-nim", "10 1", f"{WHINIHAN}: 10 = 8 + 2, and 2 are too many", winner="second"),
            Fact(
                "fibonacci-nim",
                "14 3",
                "by hand: 13 are to be taken, and 13 is a Fibonacci number",
                winner="second",
                convention="misere",
            ),
        ),
    ),
    Game(
        "dynamic-nim",
        "Take from a pile at most f(k) counters, k being how many were taken last; the first move not all.",
        "the pile; after the first move, with a blank between, how many may be taken at most",
        _read_dynamic,
        ("dynamic-nim:3*k", "20"),
        SCHWENK,
        (
            Fact("dynamic-nim:k", "32", f"{SCHWENK}: a power of 2", winner="second"),
            Fact("dynamic-nim:k", "12", f"{SCHWENK}: 12 = 8 + 4", winner="first", winning_moves=1),
            Fact("dynamic-nim:2*k", "21", WHINIHAN, winner="second"),
            Fact("dynamic-nim:3*k", "21", f"{SCHWENK}: 1, 2, 3, 4, 6, 8, 11, 15, 21", winner="second"),
        ),
        "f as a formula of k that never falls, as in 2*k",
    ),
)
