"""Sets, each with its positions; a set that says 0 ends the input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, count, islice
from random import Random
from typing import Any

from grundy.games.heaps import take_away
from grundy.judges.at_once import answer
from grundy.judges.inputs import Inputs, random_piles, smaller_pair, smaller_piles, spaced, sums
from grundy.judges.judge import Batch, Batches, Judge, Reading
from grundy.model.rule import Component
from grundy.text.reader import Text
from grundy.text.rows import NumberLines, Rows


def read(text: Text) -> Reading:
    rows = Rows(text)
    played: list[tuple[tuple[int, ...], list[tuple[int, ...]]]] = []
    while not text.full:
        row = rows.read("a set, k s1 .. sk, or the closing 0", between=True)
        if row is None:
            break
        if row[0] == 0:
            rows.length(1, "")
            break
        takes = tuple(sorted(set(rows.counted("a number of stones to take", 1, "the size of the set, 0 or more"))))
        count = rows.count("the number of positions")
        if count is None:
            rows.stopped = True
            break
        positions: list[tuple[int, ...]] = []
        played.append((takes, positions))
        for index in range(1, count + 1):
            if rows.read("position", index, count) is None or text.full:
                break
            positions.append(rows.counted("a pile size", 0, "the number of piles, 0 or more"))
    rows.finish()
    cases = [Component(take_away(*takes), piles) for takes, positions in played for piles in positions]
    return Reading(tuple(cases), tuple(len(positions) for _, positions in played))


def read_large(lines: NumberLines) -> Batches | None:
    """Every line is as long as its first number says; the last one is 0."""
    import numpy as np

    sizes = lines.lengths
    if not sizes.all():
        return None
    heads = lines.numbers[lines.begins[:-1]]
    after_head = sizes - 1
    batches: list[Batch] = []
    line, last = 0, len(lines) - 1
    while line < last and heads[line]:
        first, count = line + 2, int(heads[line + 1]) if sizes[line + 1] == 1 else last
        stop = first + count
        if stop > last or heads[line] != after_head[line] or (heads[first:stop] != after_head[first:stop]).any():
            return None
        takes = lines.numbers[lines.begins[line] + 1 : lines.begins[line + 1]]
        if not takes.all():
            return None
        is_state = np.ones(lines.begins[stop] - lines.begins[first], np.bool_)
        is_state[lines.begins[first:stop] - lines.begins[first]] = False
        states = lines.numbers[lines.begins[first] : lines.begins[stop]][is_state]
        batches.append(Batch(take_away(*takes.tolist()), states, np.cumsum(after_head[first:stop])))
        line = stop
    if line != last or heads[last] or after_head[last]:
        return None
    return Batches(batches, tuple(map(len, batches)))


def write(reading: Reading | Batches, answers: Sequence[bool]) -> str:
    letters = iter(["W" if wins else "L" for _, wins in zip(range(len(reading)), answers, strict=True)])
    return "".join("".join(islice(letters, count)) + "\n" for count in reading.per_line or ())


def _sets(least: int) -> Iterator[tuple[int, ...]]:
    """All sets, the smallest largest number first."""
    for largest in count(least):
        for size in range(largest - least + 1):
            for rest in combinations(range(least, largest), size):
                yield (*rest, largest)


def _small() -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    for takes in _sets(1):
        smallest = sums(0, 100)()
        positions = tuple(next(smallest) for _ in range(12))
        yield takes, positions


def _random(chances: Random, size: int) -> Any:
    takes = tuple(chances.sample(range(1, 4 + size), chances.randint(1, min(6, 3 + size))))
    return takes, tuple(random_piles(0, 400)(chances, size) for _ in range(chances.randint(1, 5)))


def _smaller_positions(positions: tuple[tuple[int, ...], ...]) -> Iterator[Any]:
    if len(positions) > 1:
        yield from ((position,) for position in positions)
    for at, position in enumerate(positions):
        for less in smaller_piles(0)(position):
            yield (*positions[:at], less, *positions[at + 1 :])


def _write(cases: Sequence[Any]) -> str:
    lines = []
    for takes, positions in cases:
        lines += [spaced((len(takes), *takes)), str(len(positions))]
        lines += [spaced((len(position), *position)) for position in positions]
    return "".join(f"{line}\n" for line in (*lines, "0"))


JUDGE = Judge(
    name="poj2960-s-nim",
    summary=(
        "Sets of numbers that may be taken, each with m positions; 0 ends the input. A line of W and L for each set."
    ),
    limits="k and m <= 100, l <= 100, h <= 10000",
    source="POJ 2960 and HDU 1536, S-Nim",
    sample_in=("2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n"),
    sample_out="LWW\nWWL\n",
    asks="winner",
    read=read,
    write=write,
    inputs=Inputs(_small, _random, smaller_pair(1, 1, _smaller_positions), _write, "[WL]+", "letters W and L", 30),
    read_large=read_large,
    answer_large=partial(answer, "poj2960-s-nim"),
)
