"""The engine for strings-and-coins, in normal play: each part of the graph by a table of all sets of its strings."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.engines.engine import Answer, Stepwise, Summand, listed
from grundy.engines.graph.strings.filling import Key, PartTable, strings_of
from grundy.engines.graph.strings.plain import LOONY as LOONY_ENTRY
from grundy.engines.graph.strings.plain import string_values
from grundy.engines.options import SearchOptions
from grundy.errors import OutOfReach
from grundy.model.convention import LOONY, Value, add
from grundy.model.evidence import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, StringsAndCoins
from grundy.runs.chunk import Chunk
from grundy.runs.memory import machine_memory, require_memory
from grundy.runs.values import Deferred

BY = Evidence("computed", "all sets of strings of each part, as Winning Ways, ch. 12 and 16, values such moves")
MOST_STRINGS = 32  # of a part
PLAIN_STRINGS = 9  # sooner done in plain Python than compiled code is loaded
MOST_KEPT = 1 << 30  # sets of strings of a table that a run keeps: of boards about 120 MB as text


@dataclass(frozen=True)
class Tied:
    """Coins that hang together, without the ground: their strings, by numbers in the whole, and the coins of each."""

    strings: tuple[int, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]
    ground: int

    @property
    def key(self) -> Key:
        """The same for equal parts of any graph: coins are numbered as they come."""
        number = {self.ground: -1}
        ends = [tuple(number.setdefault(coin, len(number) - 1) for coin in side) for side in (self.first, self.second)]
        return ends[0], ends[1], -1


def tied_parts(coins: int, strings: Sequence[tuple[int, int]], ground: int) -> list[Tied]:
    """The parts of a graph, which only the ground joins; a string from the ground to itself is a part of its own.

    >>> [part.strings for part in tied_parts(4, [(0, 1), (1, 3), (2, 3), (2, 3)], 3)]
    [(0, 1), (2, 3)]
    """
    leader = list(range(coins))

    def lead(coin: int) -> int:
        while leader[coin] != coin:
            leader[coin] = coin = leader[leader[coin]]
        return coin

    for a, b in strings:
        if ground not in (a, b):
            leader[lead(b)] = lead(a)
    parts: dict[int, list[int]] = {}
    for string, (a, b) in enumerate(strings):
        own = b if a == ground else a
        parts.setdefault(lead(own) if own != ground else -1 - string, []).append(string)
    return [
        Tied(
            tuple(part_strings),
            tuple(strings[s][0] for s in part_strings),
            tuple(strings[s][1] for s in part_strings),
            ground,
        )
        for part_strings in parts.values()
    ]


class StringTables:
    """The values of the sets of strings of parts, each filled once."""

    def __init__(self) -> None:
        self._tables: dict[Key, Sequence[int]] = {}

    def of(self, part: Tied) -> Sequence[int]:
        """The table of a part that was filled."""
        return self._tables[part.key]

    def fill(self, parts: Sequence[Tied], saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        """Fill the tables of parts that are not there, from what was kept of them.

        Raises: OutOfReach: too many strings, or too little memory. StoreError: what was kept is damaged.
        """
        large: dict[Key, int] = {}
        for part in parts:
            if part.key in self._tables:
                continue
            count = len(part.strings)
            if count > MOST_STRINGS:
                raise OutOfReach(
                    f"a part of {count:,} strings, and there is a table of all their sets up to {MOST_STRINGS}; cut "
                    "more strings, or take fewer boxes"
                )
            if count <= PLAIN_STRINGS:
                self._tables[part.key] = string_values(*part.key)
                continue
            need = 1 << count
            require_memory(need, machine_memory() // 2, f"a table of {need:,} sets of strings", "fewer boxes")
            large[part.key] = count
        total = sum(1 << count for count in large.values())
        earlier = (saved or {}).get("tables of strings", [])
        whole: list[PartTable] = []
        for key, count in large.items():
            filling = PartTable(key, count, earlier)
            before = sum(len(one.values) for one in whole)
            for done in filling.steps():
                yield _chunk(whole, filling, before + done, total)
            whole.append(filling)
            self._tables[key] = filling.values  # type: ignore[assignment]


def _chunk(whole: Sequence[PartTable], filling: PartTable, done: int, total: int) -> Chunk:
    """How far tables are: the whole ones, and the one that is filled now."""
    sizes = [(one, min(one.done, MOST_KEPT)) for one in (*whole, filling)]
    kept = sum(size for _, size in sizes)

    def state() -> Mapping[str, Any]:
        return {"tables of strings": [one.state(size) for one, size in sizes]}

    known = f"the values of {done:,} sets of strings{f' ({kept:,} of them are kept)' if kept < done else ''}"
    return Chunk(done, total, "sets of strings", Deferred(state), known, kept=kept)


def as_value(entry: int) -> Value:
    """What an entry of a table says.

    >>> as_value(3), as_value(255)
    (3, loony)
    """
    return LOONY if entry == LOONY_ENTRY else int(entry)


def engine(rule: Rule, options: SearchOptions) -> Stepwise[Sequence[Any], Answer]:
    """Values of graphs, and the strings that win with a value beside."""
    shape = rule.shape
    assert isinstance(shape, StringsAndCoins)
    tables = StringTables()

    def whole(part: Tied) -> Value:
        return as_value(tables.of(part)[-1])

    def moves_to(state: Any, rest: Value) -> Moves:
        parts = tied_parts(*shape.graph(state))
        wins: list[int] = []
        for part in parts:
            beside = add([rest, *(whole(other) for other in parts if other is not part)])
            table, every = tables.of(part), (1 << len(part.strings)) - 1
            always = every + 1
            of_first, of_second = strings_of(part.first, part.second, part.ground, always)
            for place, string in enumerate(part.strings):
                left = every ^ 1 << place
                frees = any(not strings & (left | always) for strings in (of_first[place], of_second[place]))
                loses = add([as_value(table[left]), beside]) == 0  # for whoever moves next
                if loses is not frees:
                    wins.append(string)
        return listed(list(shape.labels(state, sorted(wins))))

    def summands(state: Any) -> list[Summand]:
        """Its parts, if none is loony."""
        named: list[Summand] = []
        for part in tied_parts(*shape.graph(state)):
            value = whole(part)
            if not isinstance(value, int):
                return []
            (a, b), *_ = dict(next(iter(shape.labels(state, part.strings[:1]))))["edges"]
            named.append((f"the part with {a}-{b}", value))
        return named

    def work(states: Sequence[Any], saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Answer]:
        parts = [tied_parts(*shape.graph(state)) for state in states]
        yield from tables.fill([part for one in parts for part in one], saved)
        values: list[Value] = [add(whole(part) for part in one) for one in parts]
        return Answer(values, BY, moves_to, summands)

    return Stepwise(work)
