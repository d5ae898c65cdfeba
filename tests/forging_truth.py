"""Whether what a certificate claims is true: by brute force that shares nothing with us."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import certificate_texts
import forging_growth
import forging_lands
import forging_matchings
import forging_quotients
import forging_symmetries
import forging_theorems
import forging_values
from forging_samples import folder

State = tuple[int, ...]


def true(text: str) -> bool:
    """Whether a text that was accepted claims something true, by the definition; whatever its game is."""
    lines = said_lines(text)
    if ["kind", "theorem"] in lines:
        return forging_theorems.true(lines)
    if ["kind", "symmetry"] in lines:
        return forging_symmetries.true(lines)
    if ["kind", "matching"] in lines:
        return forging_matchings.true(lines)
    if ["kind", "values"] in lines:
        return forging_values.true(lines)
    if ["kind", "arithmetic"] in lines:
        return forging_growth.true(lines)
    if ["sprouts"] in lines:
        return forging_lands.true(lines)
    said = {line[0]: line[1:] for line in lines if line[0] not in ("set", "node", "move")}
    if said["kind"] in (["period"], ["growth"]):
        names = ("digits", "amounts", "all-but", "period", "preperiod", "saltus")
        return _true_period(tuple((name, tuple(said[name])) for name in names if name in said))
    options = _options(lines, said)
    if said["kind"] == ["quotient"]:
        return forging_quotients.true(lines, cache(options))
    if said["kind"] == ["table"]:
        return _true_table(said, options)
    base = 16 if "places" in said else 10
    state = tuple(int(word, base) for word in said["position"])
    if said["kind"] == ["position"]:
        return _nim_value(state, options) == int(said["value"][0])
    misere = said["play"] == ["misere"]
    large = not misere and base == 10 and sum(state) > 20  # then by nim-values
    first = _nim_value(state, options) > 0 if large else _first_wins(state, options, misere)
    return first == (said["wins"] == ["first"])


def said_lines(text: str) -> list[list[str]]:
    """The words of the lines that say something; the digest is none of them."""
    body = certificate_texts.unsealed(text)
    return [line.split(" ") for line in body.split("\n") if line and not line.startswith("#")]


def _true_table(said: dict[str, list[str]], options: Callable[[int], list[State]]) -> bool:
    """Whether each entry of the file, which must be the one with that digest, is right."""
    data = (folder() / said["file"][0]).read_bytes()
    shape, width = [int(side) for side in said["shape"]], int(said["bytes"][0])
    size = 1
    for side in shape:
        size *= side
    if hashlib.sha256(data).hexdigest() != said["sha256"][0]:
        return False
    misere, body = said["play"] == ["misere"], data[128:]
    values: list[int] = []
    for n in range(size):
        if said["holds"] == ["outcomes"]:
            entry, right = body[n >> 3] >> (n & 7) & 1, int(not _first_wins((n,), options, misere))
        else:
            entry = int.from_bytes(body[n * width : (n + 1) * width], "little")
            right = _mex(options(n), values)
        if entry != right:
            return False
        values.append(entry)
    used = -(-size // 8) if said["holds"] == ["outcomes"] else size * width
    return len(body) == used


def _options(lines: list[list[str]], said: dict[str, list[str]]) -> Callable[[int], list[State]]:
    if "places" in said:
        moves = [tuple(int(word, 16) for word in line[1:]) for line in lines if line[0] == "move"]
        return lambda part: [
            ((part & ~clear) ^ flip,) for need, off, clear, flip in moves if part & need == need and not part & off
        ]
    if "riders" in said:
        numbers, wide = [int(word) for word in said["riders"]], int(said["shape"][1])

        def ridden(n: int) -> list[State]:
            options = []
            for a, b in zip(numbers[::2], numbers[1::2], strict=True):
                for times in itertools.count(1):
                    if times * a > n // wide or times * b > n % wide:
                        break
                    options.append(((n // wide - times * a) * wide + n % wide - times * b,))
            return options

        return ridden
    if "nodes" in said:
        after: dict[int, list[State]] = {}
        for line in lines:
            if line[0] == "node":
                left = [() if word == "-" else tuple(map(int, word.split("+"))) for word in line[2:]]
                after.setdefault(int(line[1]), []).extend(left)
        return after.__getitem__
    digits = {take: int(word) for take, word in enumerate(said.get("digits", []))}
    digits |= {int(word): 3 for word in said.get("amounts", [])}
    return lambda heap: [
        left
        for take, digit in digits.items()
        for count in range(6)
        if digit >> count & 1
        for left in _heaps(heap - take, count)
    ]


@cache
def _heaps(total: int, count: int) -> list[State]:
    """What can be left of so many counters as just so many heaps."""
    if total < 0 or count == 0:
        return [()] if total == count == 0 else []
    splits = {tuple(sorted((a, *rest))) for a in range(1, total + 1) for rest in _heaps(total - a, count - 1)}
    return sorted(splits)


def _in_order(roots: Iterable[State], after: Callable[[State], Iterable[State]]) -> Iterator[State]:
    """All that can be reached, each after what it leads to."""
    done: set[State] = set()
    waiting = list(roots)
    while waiting:
        one = waiting[-1]
        missing = [] if one in done else [other for other in after(one) if other not in done]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        if one not in done:
            done.add(one)
            yield one


def _nim_value(state: State, options: Callable[[int], list[State]]) -> int:
    values: dict[int, int] = {}

    def xor(parts: State) -> int:
        total = 0
        for part in parts:
            total ^= values[part]
        return total

    for (part,) in _in_order([(part,) for part in state], lambda one: {(p,) for left in options(one[0]) for p in left}):
        present = {xor(left) for left in options(part)}
        values[part] = next(v for v in range(len(present) + 1) if v not in present)
    return xor(state)


def _first_wins(state: State, options: Callable[[int], list[State]], misere: bool) -> bool:
    """Of whole positions, in which nothing is cancelled."""

    def after(position: State) -> set[State]:
        return {
            tuple(sorted((*position[:at], *position[at + 1 :], *left)))
            for at, part in enumerate(position)
            for left in options(part)
        }

    wins: dict[State, bool] = {}
    state = tuple(sorted(state))
    for position in _in_order([state], after):
        following = after(position)
        wins[position] = misere if not following else any(not wins[one] for one in following)
    return wins[state]


def heap_values(said: dict[str, list[str]], count: int) -> list[int]:
    """The nim-values of heaps 0 to count - 1 of the moves that a certificate says."""
    options = _options([], said)
    if "all-but" in said:
        spared = {int(word) for word in said["all-but"]}

        def options(heap: int) -> list[State]:
            return [(heap - take,) for take in range(1, heap + 1) if take not in spared]

    g: list[int] = []
    for n in range(count):
        g.append(_mex(options(n), g))
    return g


def _mex(options: Iterable[State], values: Sequence[int]) -> int:
    """The least number that is no XOR of the values of what an option leaves."""
    present = set()
    for left in options:
        total = 0
        for part in left:
            total ^= values[part]
        present.add(total)
    return next(v for v in range(len(present) + 1) if v not in present)


@cache
def _true_period(claim: tuple[tuple[str, tuple[str, ...]], ...]) -> bool:
    said = {name: list(words) for name, words in claim}
    digits = {take: int(word) for take, word in enumerate(said.get("digits", []))}
    digits |= {int(word): 3 for word in said.get("amounts", [])}
    p, e, s = int(said["period"][0]), int(said["preperiod"][0]), int(said.get("saltus", ["0"])[0])
    heaps = max(2, max(digits.values(), default=0).bit_length() - 1)
    spared = {int(word) for word in said.get("all-but", [])}
    needed = heaps * max(e, 1) + heaps * p + max([*digits, *spared], default=0) + 1
    if "all-but" in said:  # no theorem: far beyond where the values of such small sets have come to repeat
        needed = 6 * needed + 60
    if needed > 2_000:
        return False
    g = heap_values(said, needed)

    def repeats(period: int, start: int) -> bool:
        differences = {g[n + period] - g[n] for n in range(start, needed - period)}
        return len(differences) == 1 and ("all-but" in said or differences == {0})

    claimed = repeats(p, e) and g[e + p] - g[e] == s
    return claimed and not (e and repeats(p, e - 1)) and not any(repeats(q, e) for q in range(1, p))
