"""Trials of heaps: take-away sets, take-and-break codes, rules typed in a line."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, prod
from random import Random
from typing import Any

import brute

from trials.claim import Claim, Kind, Unfit
from trials.defined import Game, Judge, all_but, amounts_repeat, code_game, code_values, values_of

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def piles(random: Random, most: int = 9) -> tuple[int, ...]:
    """Up to three piles; few large ones, since whole positions are looked at."""
    number = random.choice((1, 1, 2, 2, 3))
    return tuple(random.randint(0, most if number < 3 else min(most, 6)) for _ in range(number))


def played(spec: str, position: Any, game: Game, text: str, values: bool = True) -> Iterator[Claim]:
    """What must hold of one position of a game of the catalogue, in both plays."""
    setup = f"position = parse({f'{spec}({text})'!r})"
    judge = Judge(game)
    first = {True: "first", False: "second"}
    if values:
        yield Claim("nim-value", setup, "solve(position).nim_value", judge.value(position))
        yield Claim("certificate", setup, "certified_value(position)", judge.value(position))
    for play, misere in (("", False), (", misère", True)):
        wins = first[judge.wins(position, misere)]
        yield Claim(f"strategy{play}", setup, f"certified_winner(position, {misere})", wins)
    yield Claim("winner", setup, "solve(position).winner", first[judge.wins(position)])
    yield Claim("winning moves", setup, "moves(position)", sorted(judge.winning(position), key=str))
    yield Claim("count", setup, "counted(position)", True)
    yield Claim("misère winner", setup, "solve(position, misere=True).winner", first[judge.wins(position, True)])
    best = sorted(judge.winning(position, True), key=str)
    yield Claim("misère winning moves", setup, "moves(position, misere=True)", best)
    yield Claim("misère count", setup, "counted(position, misere=True)", True)


def _draw_amounts(random: Random) -> Any:
    most = random.choice((4, 7, 12, 25))
    amounts = tuple(random.randint(1, most) for _ in range(random.randint(1, 5)))
    return amounts, piles(random, 10), random.randrange(10**20)


def _amounts(amounts: tuple[int, ...], heaps: tuple[int, ...], huge: int) -> Iterator[Claim]:
    repeating = amounts_repeat(amounts, 60_000)
    if repeating is None:
        raise Unfit
    values, p, start = repeating
    spec = f"take-away:{','.join(map(str, amounts))}"
    setup = f"rule = parse_rule({spec!r})"
    yield Claim("values", setup, f"rule.nim_values({len(values)}).tolist()", values)
    yield Claim("period", setup, "period(rule).repetition.period, period(rule).repetition.preperiod", (p, start))
    yield Claim("proved", setup, "period(rule).status", "proved")
    yield Claim("certificate", setup, "certified(rule)", True)
    value = values[huge] if huge < len(values) else values[start + (huge - start) % p]
    yield Claim("huge pile", setup, f"solve(rule({huge})).nim_value", value)
    texts = [f"n - {amount}" for amount in amounts]
    own = "".join(f"    if {text} >= 0:\n        yield {text}\n" for text in texts)
    yield Claim(
        "own rule", f"rule = made({f'def game(n):{chr(10)}{own}'!r})", "table(rule, 300)", _longer(repeating, 300)
    )
    yield from played(spec, heaps, brute.take_away(amounts), " ".join(map(str, heaps)) or "0")


def _longer(repeating: tuple[list[int], int, int], size: int) -> list[int]:
    values, p, start = repeating
    return [values[n] if n < len(values) else values[start + (n - start) % p] for n in range(size)]


def _draw_all_but(random: Random) -> Any:
    return tuple(random.randint(1, 9) for _ in range(random.randint(1, 4))), piles(random, 8)


def _all_but(amounts: tuple[int, ...], heaps: tuple[int, ...]) -> Iterator[Claim]:
    spec = f"all-but:{','.join(map(str, amounts))}"
    longest = max(amounts)
    digits = [0] + [0 if take in amounts else 3 for take in range(1, longest + 1)]
    values = code_values(digits, (3,), 400)
    setup = f"rule = parse_rule({spec!r})"
    yield Claim("values", setup, "rule.nim_values(400).tolist()", values)
    yield Claim("period", setup, f"repeated(period(rule), {values})", values)
    yield from played(spec, heaps, all_but(amounts), " ".join(map(str, heaps)) or "0")


def _draw_code(random: Random) -> Any:
    kind = random.choice(("octal", "octal", "octal", "hexadecimal", "take-and-break"))
    top = {"octal": 7, "hexadecimal": 15, "take-and-break": 35}[kind]
    zero = random.choice((0, 0, 0, 4)) if top < 15 else random.choice((0, 0, 4, 8, 12))
    digits = tuple(random.choice((random.randint(0, top), random.randint(0, 7))) for _ in range(random.randint(1, 5)))
    repeat = tuple(random.randint(0, top) for _ in range(random.randint(1, 2))) if random.random() < 0.15 else ()
    return kind, (zero, *digits), repeat, piles(random, 8), random.randint(1, 31), random.randint(0, 1)


def _code(
    kind: str, digits: tuple[int, ...], repeat: tuple[int, ...], heaps: tuple[int, ...], mask: int, twist: int
) -> Iterator[Claim]:
    if not digits or digits[0] & 3 or not any((*digits, *repeat)):
        raise Unfit
    spec = f"{kind}:{_DIGITS[digits[0]]}.{''.join(_DIGITS[digit] for digit in digits[1:])}"
    if repeat:
        spec += f"[{''.join(_DIGITS[digit] for digit in repeat)}]"
    pairs = max((*digits, *repeat)) < 8
    size = 400 if pairs else 60 if max((*digits, *repeat)) < 16 else 30
    values = code_values(digits, repeat, size)
    setup = f"rule = parse_rule({spec!r})"
    yield Claim("values", setup, f"rule.nim_values({size}).tolist()", values)
    yield Claim("slow twin", setup, f"naive(rule, {size}, compiled=False)", values)
    yield Claim("kernels", setup, f"naive(rule, {size})", values)
    yield Claim("period", setup, f"repeated(period(rule, 1000), {values})", values)
    if not repeat:
        yield Claim("certificate", setup, "certified(rule, 1000) in (True, None)", True)
    if pairs and not repeat and max(digits) >= 4 and digits[-1]:
        yield Claim("a space", setup, f"sparse(rule, {mask}, {twist}, {size})", values)
        yield Claim("a space, slowly", setup, f"sparse(rule, {mask}, {twist}, {size}, compiled=False)", values)
    if sum(heaps) <= (16 if pairs else 11):
        yield from played(spec, heaps, code_game(digits, repeat), " ".join(map(str, heaps)) or "0")


TAKES = (
    *("{1,2}", "{1,3,4}", "{2,5}", "1..n", "1..2", "2..4", "1..max(1,n//2)", "{3}", "{1,n//2+1}", "{n-1,2,1+n%3}"),
    *("1..n//max(1,n%5)", "{max(1,n//3),1,gcd(n,12)+1}"),
)
CONDITIONS = ("n % 2 == 0", "n > 3", "n % 3 != 1", "k < 3", "n >= 2*k", "gcd(n,k) == 1", "xor(n,k) > 2", "k % 2 == 1")
LEFT = ("n-k", "n-k", "(n-k)//2", "min(n-k,4)", "n-k & (n-k)//2", "n//2-k & k-1", "a & n-k-a", "max(0,n-2*k)", "n-3*k")


def _draw_typed(random: Random) -> Any:
    clauses = []
    for _ in range(random.randint(1, 3)):
        left, takes = random.choice(LEFT), random.choice(TAKES)
        condition = random.choice(CONDITIONS) if random.random() < 0.4 else ""
        clauses.append((left, takes, condition))
    return tuple(clauses), piles(random, 9)


def _typed(clauses: tuple[tuple[str, str, str], ...], heaps: tuple[int, ...]) -> Iterator[Claim]:
    texts = []
    for left, takes, condition in clauses:
        inner = ", for a in 0..n-k" if "a &" in left else ""
        texts.append(f"n -> {left}, for k in {takes}{inner}" + (f", if {condition}" if condition else ""))
    text = "; ".join(texts)
    names = {"gcd": gcd, "xor": lambda a, b: a ^ b, "min": min, "max": max}

    def value(expression: str, **known: int) -> Any:
        return eval(expression, {**names, **known})

    def options(n: int) -> Iterator[tuple[int, ...]]:
        for left, takes, condition in clauses:
            if ".." in takes:
                low, high = takes.split("..")
                amounts: Any = range(value(low, n=n), value(high, n=n) + 1)
            else:
                amounts = value(takes, n=n)
            for k in amounts:
                for a in range(n - k + 1) if "a &" in left else (0,):
                    parts = tuple(value(part, n=n, k=k, a=a) for part in left.split("&"))
                    if (not condition or value(condition, n=n, k=k)) and min(parts) >= 0:
                        yield parts

    for n in range(60):
        if any(max(parts) >= n for parts in options(n)):
            raise Unfit
    worth = values_of(options)
    expected = [worth(n) for n in range(60)]
    setup = f"rule = parse_rule({f'rule:{text}'!r})"
    yield Claim("values", setup, "[solve(rule(n)).nim_value for n in range(60)]", expected)
    yield Claim("table", setup, "rule.nim_values(60).tolist()", expected)
    yield Claim("kernel", setup, "table(rule, 60)", expected)
    yield Claim("period", setup, f"repeated(period(rule, 200), {expected})", expected)

    def game(position: tuple[int, ...]) -> Iterator[tuple[Any, Any]]:
        for place, n in enumerate(position):
            for parts in sorted({tuple(sorted(parts)) for parts in options(n)}):  # a move is what it leaves
                yield {}, tuple(sorted((*position[:place], *parts, *position[place + 1 :])))

    if sum(heaps) <= 14:
        judge = Judge(game)
        setup += f"\nposition = rule(*{heaps})"
        first = {True: "first", False: "second"}
        yield Claim("winner", setup, "solve(position).winner", first[judge.wins(heaps)])
        yield Claim("misère winner", setup, "solve(position, misere=True).winner", first[judge.wins(heaps, True)])
        yield Claim("count", setup, "solve(position).winning_moves.count", len(judge.winning(heaps)))
        misere = len(judge.winning(heaps, True))
        yield Claim("misère count", setup, "solve(position, misere=True).winning_moves.count", misere)


def _draw_division(random: Random) -> Any:
    divisors = tuple(random.choice((2, 2, 3, 4, 5, 6, 7, 9, 10, 12)) for _ in range(random.randint(1, 3)))
    return divisors, tuple(random.randrange(10 ** random.choice((1, 2, 2))) for _ in range(random.choice((1, 2)))), 300


def _division(divisors: tuple[int, ...], numbers: tuple[int, ...], size: int) -> Iterator[Claim]:
    if not divisors or min(divisors) < 2:
        raise Unfit
    spec = f"floor-division:{','.join(map(str, divisors))}"
    worth = values_of(lambda n: [(n // d,) for d in divisors if n])
    setup = f"rule = parse_rule({spec!r})"
    yield Claim("values", setup, f"rule.nim_values({size}).tolist()", [worth(n) for n in range(size)])
    big = prod(number + 1 for number in numbers) ** 5
    yield Claim("large number", setup, f"solve(rule({big})).nim_value", worth(big))
    yield from played(spec, numbers, brute.floor_division(divisors), " ".join(map(str, numbers)) or "0")


KINDS = (
    Kind("take-away", _draw_amounts, _amounts),
    Kind("all-but", _draw_all_but, _all_but),
    Kind("code", _draw_code, _code),
    Kind("typed", _draw_typed, _typed),
    Kind("floor-division", _draw_division, _division),
)
