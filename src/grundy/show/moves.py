"""The moves of a rule for a program of one's own: what a core form needs before it is written in a language."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass

from grundy.model.shapes import Digits, TakeAway
from grundy.reading.core import (
    And,
    At,
    Bin,
    Body,
    Cmp,
    Const,
    Core,
    For,
    Gathered,
    If,
    Let,
    Number,
    Pick,
    Site,
    Statement,
    Var,
    Yield,
)

FAILS = "the rule raises an error here"
OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


class NotWritten(Exception):
    """A rule with something that is not written in another program: `site` is where, if that is known, and why."""

    def __init__(self, site: Site | None, why: str) -> None:
        self.site, self.why = site, why
        super().__init__(f"{site}: {why}" if site else why)


def parts_of(part: object) -> Iterator[object]:
    """All that a part of a core form is made of, itself first; the numbers of a table are no parts."""
    yield part
    if isinstance(part, tuple):
        for child in part:
            if not isinstance(child, int | str):
                yield from parts_of(child)
    elif is_dataclass(part) and not isinstance(part, Site):
        for each in fields(part):
            yield from parts_of(getattr(part, each.name))


def reads(part: object, name: str) -> bool:
    """Whether a part reads a variable."""
    return any(isinstance(inner, Var) and inner.name == name for inner in parts_of(part))


def gives(part: object, name: str) -> bool:
    """Whether a part gives a variable a value."""
    return any(isinstance(inner, Let | For) and inner.name == name for inner in parts_of(part))


def require_moves(core: Core) -> None:
    """Raise NotWritten where the turn does not simply pass, or parts are made in a loop."""
    for part in parts_of(core.body):
        if isinstance(part, Yield) and part.next != "opponent":
            raise NotWritten(part.site, "it is more than a move of nim-values: the turn does not simply pass")
        if isinstance(part, Yield) and any(isinstance(option_part, Gathered) for option_part in part.parts):
            raise NotWritten(part.site, "its parts are made in a loop: write them one by one")


def turns(loop: For) -> tuple[str, tuple[int, ...] | None, Body]:
    """A loop as people write it: its variable, the numbers of a tuple if it goes over them, and its body."""
    match loop:
        case For(name, Const(0), Const(count), 1, (Let(target, At(numbers, Var(place))), *rest)) if (
            place == name and len(numbers) == count and not reads(tuple(rest), name)
        ):
            return target, numbers, tuple(rest)
        case For(name, body=(Let(target, Var(place)), *rest)) if place == name and not reads(tuple(rest), name):
            return target, None, tuple(rest)
    return loop.name, None, loop.body


class Names:
    """What each variable is called in a program: as in the rule, if nothing else has that name."""

    def __init__(self, taken: frozenset[str], plain: Callable[[str], str] = str) -> None:
        self._taken, self._plain = {*taken, *keyword.kwlist}, plain
        self._names: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        if name not in self._names:
            self._names[name] = self.fresh(self._plain(name.partition(".")[0]))
        return self._names[name]

    def fresh(self, wanted: str) -> str:
        """This name, or if it is taken the same with a number."""
        made, count = wanted, 1
        while made in self._taken:
            count += 1
            made = f"{wanted}_{count}"
        self._taken.add(made)
        return made


# Take-and-break codes: their function is read by nobody, their digits say the same.


def core_of_code(shape: Digits) -> Core:
    """The moves of a take-and-break code: what its function does, in another order.

    >>> core_of_code(Digits((0, 1))).body[0].body[-1]  # doctest: +ELLIPSIS
    If(test=And(conditions=(Cmp(operator='!=', ...
    """
    n, take, left, digit = Var("n"), Var("take"), Var("left"), Var("digit")
    most = len(shape.digits)
    given: Number = At(shape.digits, take)
    last: Number = Bin("+", n, Const(1))
    if shape.repeat:
        place = Bin("%", Bin("-", take, Const(most)), Const(len(shape.repeat)))
        given = Pick(Cmp("<", take, Const(most)), given, At(shape.repeat, place))
    else:
        last = Pick(Cmp("<", n, Const(most)), last, Const(most))
    ways = [
        _heaps(Cmp("!=", Bin("&", digit, Const(1 << count)), Const(0)), left, count, shape.unequal)
        for count in range(shape.parts + 1)
        if any(each >> count & 1 for each in (*shape.digits, *shape.repeat))
    ]
    return Core(("n",), (For("take", Const(0), last, 1, (Let("left", Bin("-", n, take)), Let("digit", given), *ways)),))


def core_of_amounts(shape: TakeAway) -> Core:
    """The moves of taking some amounts, of a rule whose function is not read.

    >>> core_of_amounts(TakeAway((1, 3))).state
    ('n',)
    """
    n, take = Var("n"), Var("take")
    taken = If(Cmp("<=", take, n), (Yield(((Bin("-", n, take),),)),))
    amounts = At(shape.amounts, Var("place"))
    return Core(("n",), (For("place", Const(0), Const(len(shape.amounts)), 1, (Let("take", amounts), taken)),))


def _heaps(allowed: Cmp, left: Number, count: int, unequal: bool) -> Statement:
    """All ways to leave what is left as so many heaps, none empty, the smallest first."""
    if count < 2:
        test = Cmp("==", left, Const(0)) if count == 0 else Cmp(">=", left, Const(1))
        return If(And((allowed, test)), (Yield(((left,),) if count else ()),))

    def level(depth: int, rest: Number, least: Number) -> Statement:
        heaps = count - depth  # of them the next is the smallest; each is larger by 1 at least if all must differ
        if heaps == 1:
            return Yield((*[(Var(f"part{i}"),) for i in range(1, count)], (rest,)))
        name = f"part{depth + 1}"
        room = Bin("-", rest, Const(sum(range(heaps)))) if unequal else rest
        high = Bin("+", Bin("//", room, Const(heaps)), Const(1))
        after = Bin("+", Var(name), Const(1)) if unequal else Var(name)
        return For(name, least, high, 1, (level(depth + 1, Bin("-", rest, Var(name)), after),))

    return If(allowed, (level(0, left, Const(1)),))
