"""Games on single heaps with a formula or a short rule of their own: bounded Nim, Mark, subtraction, a pass, LCTR."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from math import isqrt

from grundy.errors import BadRule
from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Piles
from grundy.model.frozen import frozen
from grundy.model.given import plain
from grundy.model.option import Labels, Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import NO_MOVES, Moves, Theory, one_move
from grundy.model.space import HEAP, Space, States, is_sizes, read_some
from grundy.text.notation import read_numbers
from grundy.text.numbers import short_repr
from grundy.text.reader import Text

TAKE = "take {take} from pile {pile}".format_map
MOST_DIVIDED = 10**12  # numbers whose divisors are listed
SEGMENT = 1 << 16  # numbers of which the primes are found at once
PILES = "pile sizes with blanks between them"

# Bounded Nim.


def bounded_options(n: int, *, most: int) -> Iterator[Option]:
    """Take from one to `most` counters."""
    for take in range(1, min(n, most) + 1):
        yield to(n - take, take=take)


def bounded_nim(most: int) -> Rule:
    """The rule of taking at least one counter from a pile, and at most so many.

    Parameters
    ----------
    most : int
        How many may be taken at most, >= 1.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        It is no positive integer.

    Examples
    --------
    >>> from grundy import solve
    >>> solve(bounded_nim(10)(10**30)).nim_value
    1
    """
    most = plain(most)
    if type(most) is not int or most < 1:
        raise BadRule(f"bounded-nim: expected a number of counters, 1 or more, found {most!r}")
    return _bounded_nim(most)


@cache
def _bounded_nim(most: int) -> Rule:
    def moves(n: int, target: int) -> Moves:
        take = (n - target) % (most + 1)
        return one_move(("take", take)) if 0 < take <= n and target <= most else NO_MOVES

    return Rule(
        f"bounded-nim:{most}",
        bounded_options,
        (("most", most),),
        space=HEAP,
        theory=Theory(
            f"Bouton 1901 and folklore: the nim-value of a heap of n is n mod {most + 1}",
            lambda n: n % (most + 1),
            moves,
            misere_nim="Ferguson 1974: misère play of sums of take-away games follows misère Nim on the nim-values",
        ),
        format_move=TAKE,
    )


def _read_bound(text: Text | None) -> Rule | None:
    if text is None:
        return None
    numbers = read_some(text, "a number of counters", 1, least=1)
    return None if text.findings else bounded_nim(*numbers)


# Subtraction of numbers of a kind.


def squares(n: int) -> Iterator[int]:
    """1, 4, 9, ... up to n."""
    return (k * k for k in range(1, isqrt(n) + 1))


def primes(n: int) -> Iterator[int]:
    """2, 3, 5, ... up to n; of a large n the first are yielded before the others are looked for."""
    smaller: list[int] = []
    low = 2
    while low <= n:
        high = min(low * low, low + SEGMENT, n + 1)
        is_prime = bytearray(b"\1") * (high - low)
        for p in smaller:
            if p * p >= high:
                break
            is_prime[-low % p :: p] = bytes(len(range(-low % p, high - low, p)))
        for k, prime in enumerate(is_prime, low):
            if prime:
                smaller.append(k)
                yield k
        low = high


def powers(n: int) -> Iterator[int]:
    """1, 2, 4, ... up to n."""
    return (1 << k for k in range(n.bit_length()))


def divisors(n: int) -> Iterator[int]:
    """The numbers that divide n, n itself the last."""
    products, rest, p = [1] if n else [], n, 2
    while p * p <= rest:
        powers = [1]
        while rest % p == 0:
            rest //= p
            powers.append(p * powers[-1])
        if len(powers) > 1:
            products = [k * power for k in products for power in powers]
        p += 1 if p == 2 else 2
    if rest > 1:
        products += [k * rest for k in products]
    yield from sorted(products)


def proper_divisors(n: int) -> Iterator[int]:
    """The numbers below n that divide it."""
    return (k for k in divisors(n) if k < n)


def power_in(n: int) -> int:
    """How often 2 divides n.

    >>> power_in(24)
    3
    """
    return (n & -n).bit_length() - 1


@frozen
class AmountSet:
    """Numbers that may be subtracted: all of them up to n, and the nim-value by a theorem, if there is one."""

    numbers: Callable[[int], Iterator[int]]
    source: str = ""
    value: Callable[[int], int] | None = None
    moves: Callable[[int, int], Moves] | None = None


KINDS = {
    "squares": AmountSet(squares),
    "primes": AmountSet(primes),
    "powers-of-2": AmountSet(powers, "no power of 2 is a multiple of 3: a heap of n is worth n mod 3", lambda n: n % 3),
    "divisors": AmountSet(
        divisors,
        "by induction: the nim-value is one more than how often 2 divides n (OEIS A001511)",
        lambda n: power_in(n) + 1 if n else 0,
        lambda n, target: _divisor_moves(n, target, 1),
    ),
    "proper-divisors": AmountSet(
        proper_divisors,
        "by induction: the nim-value is how often 2 divides n (OEIS A007814)",
        lambda n: power_in(n) if n else 0,
        lambda n, target: _divisor_moves(n, target, 0),
    ),
}


def _divisor_moves(n: int, target: int, whole: int) -> Moves:
    """The moves to a value where divisors are taken, with `whole` n too; of a large n one of those that lower it.

    A power of 2 below the one in n leaves a number that is divided by 2 as often as that power.
    """
    kind = "divisors" if whole else "proper-divisors"
    value = KINDS[kind].value
    assert value
    if n <= MOST_DIVIDED:
        labels: list[Labels] = [(("take", take),) for take in KINDS[kind].numbers(n) if value(n - take) == target]
        return Moves(len(labels), lambda: iter(labels))
    if target >= value(n):
        return Moves(0, lambda: iter(()), exact=target == value(n))
    take = 1 << target - whole if target or not whole else n
    return Moves(1, lambda: iter(((("take", take),),)), exact=False)


def subtraction_options(n: int, *, kind: str) -> Iterator[Option]:
    """Take a number of counters of a kind."""
    for take in KINDS[kind].numbers(n):
        yield to(n - take, take=take)


def subtract(kind: str) -> Rule:
    """The rule of taking a number of counters of some kind.

    Parameters
    ----------
    kind : {"squares", "primes", "powers-of-2", "divisors", "proper-divisors"}
        What may be taken; of divisors, those of the heap.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        It is none of these.

    Examples
    --------
    >>> subtract("squares").nim_values(10).tolist()
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]
    """
    if not isinstance(kind, str) or kind not in KINDS:
        amounts = "" if isinstance(kind, str) else "; amounts are taken by grundy.take_away(1, 2, 3)"
        raise BadRule(f"subtract: expected one of {', '.join(KINDS)}, found {short_repr(kind)}{amounts}")
    return _subtract(kind)


@cache
def _subtract(kind: str) -> Rule:
    amounts = KINDS[kind]
    theory = Theory(amounts.source, amounts.value, amounts.moves) if amounts.value else None
    return Rule(f"subtract:{kind}", subtraction_options, (("kind", kind),), space=HEAP, theory=theory, format_move=TAKE)


def _read_kind(text: Text | None) -> Rule | None:
    if text is None:
        return None
    if text.string not in KINDS:
        text.report_at(0, f"what may be taken: {', '.join(KINDS)}")
        return None
    return subtract(text.string)


# Mark.


def mark_options(n: int) -> Iterator[Option]:
    """Take one counter, or all but half of them, rounded down."""
    if n:
        yield to(n - 1, leave=n - 1)
        if n // 2 != n - 1:
            yield to(n // 2, leave=n // 2)


def mark_value(n: int) -> int:
    """0 where 2 divides n an odd number of times, or n is 0; else 1 or 2.

    One of the two options of another n is worth 0, and so n is worth 2 if the other is worth 1, else 1. Of n = 4 m the
    other is n - 1, of n = 2 m + 1 it is 2 m where m is worth 0, else m.
    """
    ones = 0
    while n and power_in(n) % 2 == 0:
        if n == 1:
            return 1 + ones % 2
        n = n - 1 if n % 2 == 0 or _is_lost(n // 2) else n // 2
        ones += 1
    return 1 + (ones - 1) % 2 if ones else 0


def _is_lost(n: int) -> bool:
    return not n or power_in(n) % 2 == 1


mark = Rule(
    "mark",
    mark_options,
    space=HEAP,
    theory=Theory("Fraenkel 2011: a P-position is 0 or divided by 2 an odd number of times", mark_value),
    format_move=lambda labels: f"leave {labels['leave']} in pile {labels['pile']}",
)


# Nim in which each player may once, between them, pass.


def pass_options(piles: tuple[int, ...], *, passes: bool = True) -> Iterator[Option]:
    """Take any number of counters from one pile; or pass, if nobody has, and there is something to take.

    The last number of a state is 1 while the pass is there.
    """
    heaps, left = piles[:-1], piles[-1]
    for place, pile in enumerate(heaps):
        for take in range(1, pile + 1):
            yield to((*heaps[:place], pile - take, *heaps[place + 1 :], left), pile=place + 1, take=take)
    if left and any(heaps):
        yield to((*heaps, 0), **{"pass": "once"})


def _is_passing(state: State) -> bool:
    return is_sizes(state) and len(state) > 0 and state[-1] <= 1  # type: ignore[arg-type, index]


def _read_passing(text: Text) -> States:
    used = re.search(r"(?:^|[ \t])used[ \t\r\n]*$", text.string)
    numbers = read_numbers(text.part(0, used.start()) if used else text)
    return ((*numbers, int(used is None)),)


def _write_passing(states: States) -> str:
    heaps, left = states[0][:-1], states[0][-1]  # type: ignore[index]
    return " ".join([*map(str, heaps), *(() if left else ("used",))])


def _draw_passing(states: States) -> Board:
    return Piles(states[0][:-1])  # type: ignore[index]


nim_with_pass = Rule(
    "nim-with-pass",
    pass_options,
    space=Space("piles and a pass", "", _is_passing, _read_passing, _write_passing, _draw_passing),
    format_move=lambda labels: "pass" if "pass" in labels else "take {take} from pile {pile}".format_map(labels),
)


FRAENKEL = "Fraenkel 2011, Aperiodic subtraction games"
PASS = "Morrison, Friedman & Landsberg 2012, Combinatorial games with a pass"

HEADING = "Heaps, one of which is changed"
GAMES = (
    Game(
        "bounded-nim",
        "Take from one to k counters from one pile.",
        PILES,
        _read_bound,
        ("bounded-nim:3", "5 6 8"),
        "Bachet 1612, Problèmes plaisants et délectables",
        (
            Fact("bounded-nim:10", "100", "Bachet 1612: the race to 100, in steps of 1 to 10", nim_value=1,
                  winner="first", winning_moves=1),
            Fact("bounded-nim:3", "8", "a multiple of 4", nim_value=0, winner="second"),
            Fact("bounded-nim:3", "5 6 7", "1 XOR 2 XOR 3", nim_value=0, winner="second"),
        ),
        "the most counters of a move",
    ),
    Game(
        "subtract",
        "Take a square, a prime, a power of 2 or a divisor of a pile from it.",
        PILES,
        _read_kind,
        ("subtract:squares", "11 12"),
        "OEIS A030193 (squares), A025043 (primes), A007814 (proper divisors)",
        (
            Fact("subtract:squares", "34", "OEIS A030193", nim_value=0, winner="second"),
            Fact("subtract:squares", "4", "OEIS A014586", nim_value=2),
            Fact("subtract:primes", "25", "OEIS A025043", nim_value=0, winner="second"),
            Fact("subtract:primes", "8", "OEIS A014589", nim_value=4),
            Fact("subtract:proper-divisors", "24", "OEIS A007814", nim_value=3),
            Fact("subtract:divisors", "24", "OEIS A001511", nim_value=4),
            Fact("subtract:powers-of-2", "64", "64 = 3 * 21 + 1", nim_value=1),
        ),
        "what may be taken: squares, primes, powers-of-2, divisors or proper-divisors",
    ),
    Game(
        "mark",
        "Take one counter from a pile, or leave half of it, rounded down.",
        PILES,
        no_parameters(mark),
        ("mark", "12 7"),
        FRAENKEL,
        (
            Fact("mark", "8", f"{FRAENKEL}: 2 divides it three times", nim_value=0, winner="second"),
            Fact("mark", "12", f"{FRAENKEL}: 2 divides it twice", winner="first"),
            Fact("mark", "3", "by hand: leaves 2 or 1, worth 0 and 1", nim_value=2),
        ),
    ),
    Game(
        "nim-with-pass",
        "Nim in which one player may pass once, unless all piles are empty.",
        "pile sizes with blanks between them; 'used' at the end once somebody has passed",
        no_parameters(nim_with_pass),
        ("nim-with-pass", "2 3 4"),
        PASS,
        (
            Fact("nim-with-pass", "1", "by hand: leaves 0, or 1 without a pass", nim_value=2),
            Fact("nim-with-pass", "4", "by induction: a pile of n is worth n + 1, or if n is even n - 1",
                  nim_value=3),
            Fact("nim-with-pass", "3 4 5 used", "Bouton 1901: Nim", nim_value=2),
        ),
        title="Nim with a pass",
    ),
)  # fmt: skip
