"""Families of orders, each an entry of data: products of chains, divisors, subsets, trees, fences."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import prod

from grundy.games.spelling import Numbers, family_meant, report_unknown
from grundy.model.frozen import frozen
from grundy.text.edge_lists import MOST_NODES
from grundy.text.poset import Name
from grundy.text.reader import Text


@frozen
class PosetFamily:
    """Orders of one kind, by their numbers.

    mark    what stands between the numbers; "" where there is one
    count   how many numbers; 0: one or more
    least   the smallest that each may be
    size    how many elements there are, or a bound near it
    order   the elements and relations between them
    """

    mark: str
    count: int
    least: int
    size: Callable[..., int]
    order: Callable[..., tuple[Sequence[Name], Sequence[tuple[Name, Name]]]]


Relations = tuple[list[Name], list[tuple[Name, Name]]]


def _grid(*sides: int) -> Relations:
    """Cells of a box of any dimension; one lies below another if no coordinate is larger."""
    cells: list[Name] = list(product(*(range(1, side + 1) for side in sides)))
    if len(sides) == 1:
        return list(range(1, sides[0] + 1)), [(i, i + 1) for i in range(1, sides[0])]
    steps: list[tuple[Name, Name]] = []
    for cell in cells:
        assert isinstance(cell, tuple)
        for axis, side in enumerate(sides):
            if cell[axis] < side:
                steps.append((cell, (*cell[:axis], cell[axis] + 1, *cell[axis + 1 :])))
    return cells, steps


def _without_least(relations: Relations) -> Relations:
    names, pairs = relations
    return names[1:], [pair for pair in pairs if pair[0] != names[0]]


def _divisors(n: int) -> Relations:
    """The divisors of a number, the smaller below its multiples."""
    divisors: list[int] = [1]
    primes = []
    rest, p = n, 2
    while rest > 1:
        p = p if p * p <= rest else rest
        power, had = 1, list(divisors)
        while rest % p == 0:
            rest //= p
            power *= p
            divisors += [d * power for d in had]
        if power > 1:
            primes.append(p)
        p += 1
    divisors.sort()
    return list(divisors), [(d, d * p) for d in divisors for p in primes if n % (d * p) == 0]


def _subsets(n: int) -> Relations:
    """The subsets of n letters but the empty set and the whole, the smaller below those that contain them."""
    letters = "abcdefghijklmnopqrstuvwxyz"[:n]
    names: list[Name] = ["".join(some) for size in range(1, n) for some in combinations(letters, size)]
    pairs: list[tuple[Name, Name]] = []
    for name in names:
        assert isinstance(name, str)
        if len(name) < n - 1:
            pairs += [(name, "".join(sorted(name + letter))) for letter in letters if letter not in name]
    return names, pairs


def _tree(branches: int, levels: int) -> Relations:
    """A tree with its root below: as many branches at each element, as many levels; numbered level by level."""
    size = _tree_size(branches, levels)
    return list(range(1, size + 1)), [((i - 2) // branches + 1, i) for i in range(2, size + 1)]


def _tree_size(branches: int, levels: int) -> int:
    size, level = 0, 1
    for _ in range(min(levels, MOST_NODES + 1)):
        size += level
        level *= branches
        if size > MOST_NODES:
            break
    return size


def _fence(n: int) -> Relations:
    """1 < 2 > 3 < 4 > ..."""
    return list(range(1, n + 1)), [(i, j) for i in range(1, n + 1, 2) for j in (i - 1, i + 1) if 1 <= j <= n]


MOST_FACTORED = 10**12  # numbers whose divisors are found by trying

FAMILIES: dict[str, PosetFamily] = {
    "chomp": PosetFamily("x", 0, 1, lambda *sides: prod(sides), lambda *sides: _without_least(_grid(*sides))),
    "schuh": PosetFamily("", 1, 1, lambda n: 0 if n <= MOST_FACTORED else n, lambda n: _without_least(_divisors(n))),
    "subsets": PosetFamily("", 1, 1, lambda n: 1 << min(n, 40), _subsets),
    "grid": PosetFamily("x", 0, 1, lambda *sides: prod(sides), _grid),
    "divisors": PosetFamily("", 1, 1, lambda n: 0 if n <= MOST_FACTORED else n, _divisors),
    "chain": PosetFamily("", 1, 0, lambda n: n, _grid),
    "tree": PosetFamily(",", 2, 1, _tree_size, _tree),
    "fence": PosetFamily("", 1, 0, lambda n: n, _fence),
}


def _numbers(family: PosetFamily) -> Numbers:
    return (
        family.mark,
        lambda given_count: given_count == family.count or (given_count > 0 and not family.count),
        _example(family, "4"),
    )


def _example(family: PosetFamily, last: str) -> str:
    return {"x": "2x3x", ",": "2,", "": ""}[family.mark] + last


NUMBERS = {name: _numbers(family) for name, family in FAMILIES.items()}


@frozen
class NamedPoset:
    """A family with its numbers as text, of which some may be N: how its orders grow."""

    name: str
    numbers: tuple[str, ...]

    def text(self, n: int | None = None) -> str:
        """The name of the order, with N replaced."""
        numbers = [str(n) if number == "N" and n is not None else number for number in self.numbers]
        return f"{self.name}:{FAMILIES[self.name].mark.join(numbers)}"

    def values(self, n: int) -> list[int]:
        """Its numbers, N being n."""
        return [n if number == "N" else int(number) for number in self.numbers]


def read_named(text: Text, grows: bool) -> NamedPoset | None:
    """A family and its numbers; with `grows`, one of them at least is N. What is wrong is reported."""
    string = text.string.strip(" \t\r\n")
    start = text.string.find(string) if string else 0
    name, colon, rest = string.partition(":")
    family = FAMILIES.get(name)
    if family is None:
        meant = None if colon else family_meant(name, NUMBERS)
        report_unknown(text, start, name, meant, FAMILIES, "an order such as a<b<c")
        return None
    numbers = tuple(rest.split(family.mark)) if family.mark else (rest,)
    what = f"'{name}:' and numbers, as in {name}:{_example(family, 'N' if grows else '4')}"
    sound = bool(colon) and len(numbers) == (family.count or len(numbers)) and (not grows or "N" in numbers)
    for number in numbers:
        sound = sound and (re.fullmatch(r"[0-9]{1,18}", number) is not None or (grows and number == "N"))
    if not sound:
        text.report_at(min(start + len(name) + 1, len(text.string)), what)
        return None
    return NamedPoset(name, numbers if grows else tuple(str(int(number)) for number in numbers))
