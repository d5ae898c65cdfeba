"""Trials of rules in which a move keeps the turn, or says where the opponent has to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from trials.claim import Claim, Kind, Unfit
from trials.rules import _number, _source, _statement

_FIRST = {True: "first", False: "second"}
_HOW = ("to", "again", "answer")
_BESIDE = 16  # heaps of Nim beside a state, among which its value is looked for

Options = Callable[[int], list[tuple[int, tuple[int, ...]]]]  # of a state: how, and what is left, in rising order


def _yield(random: Random, names: tuple[str, ...]) -> str:
    how = random.randrange(3)
    one = random.choice((_number(random, names), f"n - 1 - ({_number(random, names)}) % 7"))
    call = f"{_HOW[how]}({{}}, how={how})"
    if random.random() < 0.3:
        two = _number(random, names, 1)
        leave = call.format("min(o, p), max(o, p)")
        return f"o = {one}\np = {two}\nif 0 <= o < n and 0 <= p < n:\n    yield {leave}"
    if random.random() < 0.1:
        return f"if n:\n    yield {_HOW[how]}(how={how})"
    return f"o = {one}\nif 0 <= o < n:\n    yield {call.format('o')}"


def _draw(random: Random) -> Any:
    several = (_statement(random, ("n",), _yield) for _ in range(random.randint(1, 3)))
    statements = tuple(one for one in several if "while" not in one)  # which would not end with a line less
    return statements, tuple(random.randint(0, 5) for _ in range(random.choice((1, 2, 2, 3))))


def _options(source: str) -> Options:
    """The options of a state, each once, by running the text with calls that only keep what they are given."""
    names: dict[str, Any] = {name: lambda *parts, how: (how, parts) for name in _HOW}
    try:
        exec(compile(source, "<rule>", "exec"), names)
    except SyntaxError:
        raise Unfit from None

    def options(state: int) -> list[tuple[int, tuple[int, ...]]]:
        try:
            return list(dict.fromkeys(names["game"](state) or ()))
        except (ArithmeticError, ValueError, NameError, TypeError, MemoryError):
            raise Unfit from None

    return options


Turn = tuple[tuple[tuple[int, bool], ...], bool]  # the parts, each with whether it must be answered in; any must be


def _after(turn: Turn, options: Options) -> Iterator[tuple[int, int, tuple[int, ...], Turn, bool]]:
    """The moves of a turn: place, how, what they leave, the turn that follows, whether the same player has it."""
    parts, bound = turn
    for place, (state, named) in enumerate(parts):
        if bound and not named:
            continue
        for how, left in options(state):
            others = [(one, False) for at, (one, _) in enumerate(parts) if at != place]
            after = tuple(sorted([*others, *((one, how == 2) for one in left)]))
            yield place, how, left, (after, how == 2), how == 1


def _judge(options: Options) -> Callable[[Turn], bool]:
    """Whether whoever has a turn wins: whoever has no move loses, also where another part would have one."""

    @cache
    def wins(turn: Turn) -> bool:
        return any(wins(after) == same for *_, after, same in _after(turn, options))

    return wins


def _turns(statements: tuple[str, ...], heaps: tuple[int, ...]) -> Iterator[Claim]:
    source = _source("n", "n // 2", statements)
    if "again" not in source and "answer" not in source:
        raise Unfit
    made = _options(source)
    known = {n: made(n) for n in range(max((6, *heaps)) + 1)}
    if any(not 0 <= part < n for n, options in known.items() for _, parts in options for part in parts):
        raise Unfit

    def options(state: int) -> list[tuple[int, tuple[int, ...]]]:
        return known[state] if state >= 0 else [(0, (-size,) if size else ()) for size in range(-state)]  # Nim beside

    wins = _judge(options)
    setup = f"rule = made({source!r})"
    turn: Turn = (tuple((heap, False) for heap in heaps), False)
    whole = wins((tuple(sorted(turn[0])), False))
    position = f"rule({', '.join(map(str, heaps))})"
    yield Claim("winner", setup, f"solve({position}).winner", _FIRST[whole])
    best = sorted(
        (
            {"place": place + 1, "how": how, "to": list(left)}
            for place, how, left, after, same in _after(turn, options)
            if wins(after) == same
        ),
        key=str,
    )
    yield Claim("winning moves", setup, f"moves({position})", best)
    yield Claim("count", setup, f"counted({position})", True)
    for heap in sorted(set(heaps)):
        lost = (m for m in range(_BESIDE) if not wins((tuple(sorted([(heap, False), (-m, False)])), False)))
        least = next(lost, None)
        value = "grundy.LOONY" if least is None else str(least)
        yield Claim("nim-value", setup, f"solve(rule({heap})).nim_value == {value}", True)
        yield Claim("definition", setup, f"grundy.value_by_definition(rule({heap})) == {value}", True)
        for beside in (1, 2):
            winner = _FIRST[wins((tuple(sorted([(heap, False), (-beside, False)])), False))]
            both = f"grundy.Position((*rule({heap}).components, *grundy.nim({beside}).components))"
            yield Claim("beside Nim", setup, f"solve({both}).winner", winner)


KINDS = (Kind("turns", _draw, _turns),)
