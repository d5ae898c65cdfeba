"""Certificates of misère quotients: true ones, their own forgeries, and whether what one claims is true, by play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement, count, islice, product
from random import Random

import grundy

State = tuple[int, ...]
Options = Callable[[int], list[State]]
GAMES: tuple[tuple[str, int | None], ...] = (
    ("octal:0.123", None), ("take-away:1,2", None), ("take-away:2,3", None), ("octal:0.3", None), ("octal:0.31", None),
    ("octal:0.07", 12), ("octal:0.137", 8), ("octal:4.7", 6), ("kayles", 6), ("nim", 3), ("grundys-game", 9),
)  # fmt: skip
LARGEST = 16  # counters in the sums of heaps that are played
BESIDE = 30  # heaps that are played beside one sum of each element
TOGETHER = 3  # nodes in a sum
MOST_POSITIONS = 60_000


@cache
def honest(number: int) -> str:
    """The true certificate of one of GAMES."""
    game, to = GAMES[number]
    return "".join(f"{line}\n" for line in grundy.misere_quotient(game, to).certificate().lines)


# What is true.


class _Said:
    """What the lines of a certificate say, read anew."""

    def __init__(self, lines: list[list[str]]) -> None:
        said = {line[0]: line[1:] for line in lines}
        self.moves = tuple(tuple(line) for line in lines if line[0] in ("digits", "amounts", "nodes", "node"))
        self.nodes = "nodes" in said
        self.period, self.preperiod = int(said["period"][0]), int(said["preperiod"][0])
        self.p = {int(word) for word in said["p"]}
        self.product = [list(map(int, line[1:])) for line in lines if line[0] == "product"]
        self.listed = [int(word) for line in lines if line[0].isdigit() for word in line[1:]]

    def of(self, heap: int) -> int:
        """The element of a heap."""
        if heap >= len(self.listed):
            heap = self.preperiod + (heap - self.preperiod) % self.period
        return self.listed[heap]

    def of_sum(self, heaps: State) -> int:
        element = 0
        for heap in heaps:
            element = self.product[element][self.of(heap)]
        return element


def true(lines: list[list[str]], options: Options) -> bool:
    """Whether a certificate tells right who wins the small sums, by no more elements than that takes."""
    said = _Said(lines)
    if not _is_least(said) or (said.period and not _is_least_period(said)):
        return False
    known = _PLAYED.setdefault(said.moves, {})
    return all((said.of_sum(heaps) in said.p) == _is_lost(heaps, options, known) for heaps in _sums(said))


def _is_least(said: _Said) -> bool:
    """Whether the elements are a commutative monoid, all are products of those of heaps, and any two differ."""
    table, every = said.product, range(len(said.product))
    if table[0] != list(every) or any(table[x][y] != table[y][x] for x, y in product(every, repeat=2)):
        return False
    if any(table[table[x][y]][z] != table[x][table[y][z]] for x, y, z in product(every, repeat=3)):
        return False
    made = {0}
    while new := {table[x][y] for x in made for y in said.listed} - made:
        made |= new
    return made == set(every) and len({tuple(y in said.p for y in row) for row in table}) == len(table)


def _is_least_period(said: _Said) -> bool:
    p, e = said.period, said.preperiod
    of = [said.of(heap) for heap in range(len(said.listed) + 2 * p + e)]

    def repeats(period: int, start: int) -> bool:
        return all(a == b for a, b in zip(of[start:], of[start + period :], strict=False))

    return repeats(p, e) and not (e and repeats(p, e - 1)) and not any(repeats(q, e) for q in range(1, p))


def _sums(said: _Said) -> Iterator[State]:
    """Sums of the heaps, or nodes, of which the claim is: small ones, and each heap beside one of each element."""
    heaps = range(len(said.listed))
    if said.nodes:
        for size in range(TOGETHER + 1):
            yield from combinations_with_replacement(heaps, size)
    else:
        heaps = range(min(BESIDE, len(heaps)) if not said.period else BESIDE)
        for total in range(LARGEST + 1):
            yield from _partitions(total, min(total, heaps[-1]))
    made: dict[int, State] = {0: ()}
    waiting = [0]
    for element in waiting:  # grows as it is read
        for heap, by in enumerate(said.listed):
            if (other := said.product[element][by]) not in made:
                made[other] = (*made[element], heap)
                waiting.append(other)
    for heap, others in product(heaps, made.values()):
        yield (heap, *others)


def _partitions(total: int, most: int) -> Iterator[State]:
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)


_PLAYED: dict[tuple[tuple[str, ...], ...], dict[State, bool]] = {}  # by the moves


def _is_lost(heaps: State, options: Options, lost: dict[State, bool]) -> bool:
    """Whether whoever must move loses, where whoever cannot move wins."""
    asked = tuple(sorted(heaps))
    waiting = [] if asked in lost else [asked]
    while waiting:
        state = waiting[-1]
        after = {
            tuple(sorted((*state[:at], *state[at + 1 :], *left)))
            for at, heap in enumerate(state)
            for left in options(heap)
        }
        missing = [one for one in after if one not in lost]
        if missing:
            waiting += missing
            assert len(waiting) < MOST_POSITIONS, "play that does not end"
            continue
        lost[waiting.pop()] = bool(after) and not any(lost[one] for one in after)
    return lost[asked]


# What is forged.


def forge(lines: list[str], rng: Random) -> list[str]:
    """A quotient changed by one who knows what is looked at: so that the tables still fit together."""
    rows = [line.split(" ") for line in lines]
    order = sum(row[0] == "product" for row in rows)
    numbers = [word for row in rows for word in row[1:] if row[0] in ("p", "product") or row[0].isdigit()]
    if not order or not all(word.isascii() and word.isdigit() and int(word) < order for word in numbers):
        return lines
    return rng.choice((_renumbered, _merged, _other_product, _other_loser, _other_size, _other_heap))(rows, order, rng)


def _with(rows: list[list[str]], name: list[int], gone: int | None = None) -> list[str]:
    """Every element under another name, one of them left out."""
    order = len(name)
    elements = [x for x in range(order) if x != gone]
    place = sorted(elements, key=name.__getitem__)
    table = [row[1:] for row in rows if row[0] == "product"]
    if any(len(row) != order for row in table):
        return _joined(rows)
    written = iter([["product", *(str(name[int(table[x][y])]) for y in place)] for x in place])
    changed = []
    for row in rows:
        if row[0] == "product":
            row = next(written, [])
        elif row[0] == "elements":
            row = ["elements", str(len(elements))]
        elif row[0] == "p":
            row = ["p", *map(str, sorted({name[int(x)] for x in row[1:]}))]
        elif row[0].isdigit():
            row = [row[0], *(str(name[int(x)]) for x in row[1:])]
        changed.append(row)
    return _joined([row for row in changed if row])


def _joined(rows: list[list[str]]) -> list[str]:
    return [" ".join(row) for row in rows]


def _renumbered(rows: list[list[str]], order: int, rng: Random) -> list[str]:
    """Mostly true: elements have no order of their own, but 0."""
    others = list(range(1, order))
    rng.shuffle(others)
    return _with(rows, [0, *others])


def _merged(rows: list[list[str]], order: int, rng: Random) -> list[str]:
    """Two elements are one."""
    if order < 2:
        return _joined(rows)
    gone = rng.randrange(1, order)
    element = rng.choice([x for x in range(order) if x != gone])
    name = [x - (x > gone) for x in range(order)]
    name[gone] = name[element]
    return _with(rows, name, gone)


def _other_product(rows: list[list[str]], order: int, rng: Random) -> list[str]:
    """One product is another, from either side."""
    x, y, z = (rng.randrange(order) for _ in range(3))
    table = [row for row in rows if row[0] == "product"]
    for one, other in ((x, y), (y, x)):
        if other + 1 < len(table[one]):
            table[one][other + 1] = str(z)
    return _joined(rows)


def _other_loser(rows: list[list[str]], order: int, rng: Random) -> list[str]:
    """An element goes into P, or out of it."""
    one = rng.randrange(order)
    for row in rows:
        if row[0] == "p":
            row[1:] = map(str, sorted(set(map(int, row[1:])) ^ {one}))
    return _joined(rows)


def _other_size(rows: list[list[str]], order: int, rng: Random) -> list[str]:
    """Fewer heaps, more heaps, a period that is longer, later or gone, each with the elements that follow."""
    said = {row[0]: row[1:] for row in rows}
    listed = [word for row in rows if row[0].isdigit() for word in row[1:]]
    if not all(len(said.get(name, ())) == 1 and said[name][0].isdigit() for name in ("period", "preperiod", "values")):
        return _joined(rows)
    p, e = int(said["period"][0]), int(said["preperiod"][0])
    size = max(1, rng.choice((len(listed) - 1, len(listed) + 1, 2 * len(listed), rng.randrange(1, len(listed) + 2))))
    more = (listed[e + (n - e) % p] if 0 < p <= len(listed) - e else "0" for n in count(len(listed)))
    listed = [*listed, *islice(more, max(0, size - len(listed)))][:size]
    times, later = rng.choice(((1, 0), (2, 0), (0, 0), (1, 1), (1, -1)))
    head = {"period": p * times, "preperiod": max(0, e + later) * bool(times), "values": size}
    head_rows = [[row[0], str(head[row[0]])] if row[0] in head else row for row in rows if not row[0].isdigit()]
    at = next(at for at, row in enumerate(head_rows) if row[0] == "values")
    return _joined([*head_rows[: at + 1], ["0", *listed], *head_rows[at + 1 :]])


def _other_heap(rows: list[list[str]], order: int, rng: Random) -> list[str]:
    """A heap has the element of another."""
    values = [row for row in rows if row[0].isdigit() and len(row) > 1]
    if values:
        row = rng.choice(values)
        row[rng.randrange(1, len(row))] = str(rng.randrange(order))
    return _joined(rows)
