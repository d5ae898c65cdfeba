"""Zeckendorf's game: Fibonacci numbers that sum to n, of which a move replaces two by one larger or by two others.

The numbers are 1, 2, 3, 5, 8, ..., and a state says how often each is there. Play ends with the one way to write n as a
sum of Fibonacci numbers no two of which are neighbours (Zeckendorf's theorem).
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Piles
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import NO_MOVES, Theory
from grundy.model.space import Space, States, is_sizes
from grundy.text.notation import read_numbers
from grundy.text.reader import Text

Counts = tuple[int, ...]
MOST_SIZES = 100  # of Fibonacci numbers
FEW = 40  # ones, of which the definition gives the nim-value at once, where a theorem gives the winner alone


def fibonacci(count: int) -> list[int]:
    """The first numbers of 1, 2, 3, 5, 8, ...

    >>> fibonacci(6)
    [1, 2, 3, 5, 8, 13]
    """
    numbers = [1, 2]
    while len(numbers) < count:
        numbers.append(numbers[-1] + numbers[-2])
    return numbers[:count]


def zeckendorf_options(counts: Counts) -> Iterator[Option]:
    """Replace two neighbours by their sum, or two equal numbers by two others: 1 1 by 2, 2 2 by 1 3, 3 3 by 1 5, ..."""
    numbers = fibonacci(len(counts) + 2)
    for place, count in enumerate(counts):
        if count and place + 1 < len(counts) and counts[place + 1]:
            yield _option(counts, numbers, (place, place + 1), (place + 2,))
        if count > 1:
            others = ((1,), (0, 2))[place] if place < 2 else (place - 2, place + 1)
            yield _option(counts, numbers, (place, place), others)


def _option(counts: Counts, numbers: list[int], gone: Counts, come: Counts) -> Option:
    after = [*counts, 0, 0]
    for place in gone:
        after[place] -= 1
    for place in come:
        after[place] += 1
    return to(_trimmed(after), take=tuple(numbers[place] for place in gone), put=tuple(numbers[p] for p in come))


def _trimmed(counts: list[int] | Counts) -> Counts:
    """Counts that do not end with 0.

    >>> _trimmed([0, 2, 0, 0])
    (0, 2)
    """
    count = len(counts)
    while count and not counts[count - 1]:
        count -= 1
    return tuple(counts[:count])


def is_start(counts: Counts) -> bool:
    """Whether there are ones alone, and many of them; the theorem holds from three on."""
    return len(counts) == 1 and counts[0] > FEW


def _is_counts(state: State) -> bool:
    return is_sizes(state) and _trimmed(state) == state  # type: ignore[arg-type]


def _read(text: Text) -> States:
    counts = _trimmed(read_numbers(text, "how many numbers of a size there are"))
    if len(counts) > MOST_SIZES:
        text.report_at(0, f"counts of the first {MOST_SIZES} Fibonacci numbers at most", f"{len(counts)} of them")
    return (counts,)


def _write(states: States) -> str:
    counts: Counts = states[0]  # type: ignore[assignment]
    return " ".join(map(str, counts))


def _draw(states: States) -> Board:
    return Piles(states[0], "bin")  # type: ignore[arg-type]


def _words(labels: dict[str, Counts]) -> str:
    take, put = (" and ".join(map(str, labels[label])) for label in ("take", "put"))
    return f"replace {take} by {put}"


BAIRD = "Baird-Smith, Epstein, Flint & Miller 2020, The Zeckendorf game"

zeckendorf = Rule(
    "zeckendorf",
    zeckendorf_options,
    space=Space("counts of Fibonacci numbers", "", _is_counts, _read, _write, _draw),
    theory=Theory(
        "Baird-Smith, Epstein, Flint & Miller 2020: from three 1s or more, and nothing else, the second player wins",
        moves_to=lambda counts, value: NO_MOVES,
        is_p=lambda counts: True,
        covers=is_start,
    ),
    format_move=_words,
)

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "zeckendorf",
        "Of Fibonacci numbers replace two neighbours by their sum, or two equal ones by two others: 2 2 by 1 3, say.",
        "how many 1s, 2s, 3s, 5s, ... there are, with blanks between them; 10 is ten 1s, the start for n = 10",
        no_parameters(zeckendorf),
        ("zeckendorf", "4 2 1"),
        BAIRD,
        (
            Fact("zeckendorf", "2", "by hand: 1 1 by 2", nim_value=1, winning_moves=1),
            Fact("zeckendorf", "3", "by hand: 1 1 by 2, then 1 2 by 3", nim_value=0, winner="second"),
            Fact("zeckendorf", "10", BAIRD, winner="second"),
            Fact("zeckendorf", "14", BAIRD, winner="second", winning_moves=0),
            Fact("zeckendorf", "0 0 0 2", "by hand: 5 5 by 2 8", nim_value=1, winning_moves=1),
            Fact("zeckendorf", "3", "by hand: 1 1 by 2, then 1 2 by 3", winner="first", convention="misere"),
        ),
        title="Zeckendorf's game",
    ),
)
