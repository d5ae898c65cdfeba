"""Games that are known by their values, and whose values a rule or a table of one's own has. Never a proof."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING, Any

from grundy.answering.sequence import first_values
from grundy.errors import BadRule, OutOfReach
from grundy.games.catalogue import GAMES
from grundy.games.entry import Game
from grundy.games.octal import octal
from grundy.model.convention import LOONY
from grundy.model.frozen import frozen
from grundy.model.period import SameValues
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Digits, Strips
from grundy.model.space import HEAP
from grundy.notation.expression import parse_rule
from grundy.reading.remember import remembered
from grundy.text.codes import write_code

if TYPE_CHECKING:
    from grundy.model.pattern import SameTable
    from grundy.model.table import Contents

# The index of known games of heaps by their first values: games with a name, sets that may be taken, octal codes.
#
# What looks for a game by its values looks here, so that all say the same of the same values. Of values that the index
# has, nothing is computed; of more, those of the games that agree so far.

STORED = 48  # values of each rule in the index


@frozen
class IndexEntry:
    """A known game, and its first values.

    spec    the rule: kayles, octal:0.26
    called  what it is called in words; of a code, the code
    values  of the heaps 0 to STORED - 1
    """

    spec: str
    called: str
    values: tuple[int, ...]

    @property
    def is_named(self) -> bool:
        """Whether it is a game with a name of its own, not a code."""
        return self.spec in GAMES

    def first(self, count: int) -> tuple[int, ...]:
        """The values of the heaps below `count`."""
        return self.values[:count] if count <= STORED else _computed(self.spec, count)

    def has(self, values: Sequence[int], first: int = 0) -> bool:
        """Whether these are the values of the heap `first` and of those behind it."""
        stored = self.values[first:]
        if stored[: len(values)] != tuple(values[: len(stored)]):
            return False
        return len(values) <= len(stored) or self.first(first + len(values))[first:] == tuple(values)


@lru_cache(maxsize=64)
def _computed(spec: str, count: int) -> tuple[int, ...]:
    return tuple(int(value) for value in first_values(parse_rule(spec), count))


@cache
def index() -> tuple[IndexEntry, ...]:
    """The known games, those with a name first; of codes with the same values the first.

    >>> [entry.spec for entry in index() if entry.has([0, 1, 2, 3, 1, 4, 3])]
    ['kayles', 'rails']
    """
    text = files("grundy").joinpath("known", "first-values.txt").read_text(encoding="utf-8")
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return tuple(
        IndexEntry(spec, GAMES[spec].called() if spec in GAMES else spec, tuple(map(int, values)))
        for spec, *values in rows
    )


def named_games() -> Iterator[tuple[Game, Rule]]:
    """The games of heaps that have a name of their own, with their rules."""
    for game in GAMES.values():
        rule = None if game.parameters or game.json else game.rule(None)
        if rule is not None and rule.space is HEAP:
            yield game, rule


# Games by words, and by the first values of their heaps.

FEWEST_VALUES = 4  # values by which games are looked for
MOST_LEFT_OUT = 4  # heaps at the beginning that may be left out


@frozen
class FoundGame:
    """A game that was looked for.

    Attributes
    ----------
    spec : str
        The rule: ``kayles``, or ``octal:0.26``.
    name : str
        The game of the catalogue: ``octal``.
    summary : str
        Its rule in one sentence.
    first_heap : int or None
        The heap that has the first of the values; None where words were looked for.
    """

    spec: str
    name: str
    summary: str
    first_heap: int | None = None

    def as_dict(self) -> dict[str, object]:
        """The game for programs."""
        return {"game": self.spec, "name": self.name, "says": self.summary, "first": self.first_heap}


def find_games(words: str = "", *, values: Sequence[int] | None = None) -> list[FoundGame]:
    """Games of the catalogue by words, or rules by the first nim-values of their heaps.

    Parameters
    ----------
    words : str, optional
        Each must begin a word in the name of a game, in its sentence or in its source, in capitals or not; or they are
        another name of it: ``"plugg"``. Words that every game has, such as "the game of", and the s of a plural do not
        count. Four numbers or more are values.
    values : sequence of int, optional
        At least four nim-values of heaps in a row, the first of them of a heap of 0 to 3.

    Returns
    -------
    list of FoundGame
        By the heap of the first value; among these, games with a name of their own before codes.

    Raises
    ------
    BadRule
        Too few values, or one that is no whole number from 0 on.

    Notes
    -----
    Values are looked up in an index of the games of heaps, of sets of amounts up to 6 and of all octal codes of up to
    three digits; of more values than it has, all are compared.

    Examples
    --------
    >>> [found.spec for found in find_games(values=[0, 1, 2, 3, 1, 4, 3])]
    ['kayles', 'rails']
    >>> [found.spec for found in find_games("fibonacci pile")]
    ['fibonacci-nim']
    """
    if values is not None:
        return _with_values(list(values))
    from grundy.games.spoken import games_called, games_called_just, has_words, stems

    called = games_called(words)
    if not called and (numbers := _numbers(words)):
        return _with_values(numbers)
    given = stems(words)
    named = [name for name, game_stems in _game_words() if given and has_words(game_stems, given)]
    summaries = _summaries()
    specs = dict.fromkeys([*games_called_just(words), *named, *called])
    return [FoundGame(spec, name := re.split(r"[: (]", spec)[0], summaries[name]) for spec in specs]


def _numbers(words: str) -> list[int]:
    """Values that were typed as words: 0 1 2 0 1 2, with commas or without; none where there are too few."""
    numbers = re.split(r"[ \t,]+", words.strip(" \t,"))
    are = len(numbers) >= FEWEST_VALUES and all(re.fullmatch(r"[0-9]{1,9}", number) for number in numbers)
    return list(map(int, numbers)) if are else []


@cache
def _summaries() -> dict[str, str]:
    """The rule of each game, and of each way to play positions together, in a sentence."""
    from grundy.games.compound_kinds import COMPOUNDS

    return {**{game.name: game.summary for game in GAMES.values()}, **{n: way.summary for n, way in COMPOUNDS.items()}}


@cache
def _game_words() -> tuple[tuple[str, list[str]], ...]:
    """Of each game the words in its name, sentence and source."""
    from grundy.games.compound_kinds import COMPOUNDS
    from grundy.games.spoken import stems

    games = [(game.name, f"{game.name} {game.called()} {game.summary} {game.source}") for game in GAMES.values()]
    ways = [(name, f"{name.replace('_', ' ')} {way.summary} {way.source}") for name, way in COMPOUNDS.items()]
    return tuple((name, stems(text)) for name, text in (*games, *ways))


def _with_values(values: list[int]) -> list[FoundGame]:
    if len(values) < FEWEST_VALUES or any(type(value) is not int or value < 0 for value in values):
        raise BadRule(f"expected {FEWEST_VALUES} nim-values or more, each a whole number from 0 on")
    games = []
    for entry in index():
        spec = entry.spec
        for first in range(MOST_LEFT_OUT):
            if entry.has(values, first):
                name = spec.partition(":")[0]
                games.append(FoundGame(spec, name, GAMES[name].summary, first))
                break
    return sorted(games, key=lambda game: game.first_heap or 0)


# Whose values a rule of one's own has: those of a known game, perhaps some heaps further. Never a proof.

MOST = 200  # heaps that are compared
LEAST = 30  # equal values, counted from the first that is not 0
LEAST_WITHOUT_RULE = 16  # the same, of values that a person asks about
LEAST_ZEROS = 6
SHIFTS = (0, 1, -1, 2, -2, 3, -3, 4, -4)


def same_values(rule: Rule, count: int, known: Sequence[int] | None = None) -> SameValues | None:
    """The known game that has the values of the heaps below `count` of a rule that is known by code alone.

    A rule whose moves are data has its own theorems, and its name says what it is.

    Args:    known: the first MOST of those values, or all, where they are at hand.

    >>> from grundy import rule
    >>> @rule
    ... def neighbours(n):
    ...     yield from (max(n - k, 0) for k in (1, 2, 3) if n)
    >>> print(same_values(neighbours, 100))
    heaps 0 to 99 have the values of take-away:1,2,3
    """
    if rule.shape is not None or rule.theory is not None or rule.arity != 1 or not rule.space.contains(0):
        return None
    return _same(rule, count, known)


def _same(rule: Rule, count: int, values: Sequence[int] | None = None, named: bool = False) -> SameValues | None:
    if count < LEAST:
        return None
    few = min(count, MOST)
    return same_game(first_values(rule, few) if values is None else values[:few], named=named)


def same_game(given: Sequence[int], least: int = LEAST, named: bool = False) -> SameValues | None:
    """The known game that has these values of the heaps 0, 1, 2, ..., perhaps some heaps further.

    Games with a name come first, then codes.

    Args:    least: so many values must be equal, counted from the first that is not 0. named: no codes.

    >>> same_game([0, 0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4], 16).shift
    -1
    """
    some: Sequence[object] = given[:MOST]
    if LOONY in some:  # which is worth no heap of another game
        return None
    values = [int(value) for value in given[:MOST]]
    for shift, is_named in [*product(SHIFTS, (True,)), *(() if named else product(SHIFTS, (False,)))]:
        first = max(0, -shift)
        here = values[first:]
        start = next((place for place, value in enumerate(here) if value), len(here))
        if len(here) - start < least:
            continue
        for entry in index():
            if entry.is_named == is_named and entry.has(here, first + shift):
                return SameValues(entry.spec, entry.called, shift, first, len(values) - 1)
    return None


def same_lines(position: Position) -> Iterator[str]:
    """What is seen of the heaps of a position, each rule once, and before it of which heaps its strips are.

    Of a rule that is code no more values are asked for than were; of an octal code a few are known at once.

    >>> from grundy import parse
    >>> print(*same_lines(parse("placement:xox 1x9")), sep="\\n")
    placement:xox: n free cells in a row are a heap of n + 1 of octal:0.07, which is Dawson's Kayles.
    """
    heaps: dict[Rule, int] = {}
    codes: dict[Rule, None] = {}
    strips: dict[str, None] = {}
    for component in position.components:
        shape = component.rule.shape
        if isinstance(shape, Strips) and all(shape.runs(state) is not None for state in component.states):
            code = octal(write_code(shape.digits.digits, shape.digits.repeat))
            called = _called(shape.digits)
            size = f"n + {shape.offset}" if shape.offset else "n"
            which = f", which is {called}" if called else ""
            strips[f"{component.rule.spec}: n {shape.cells} are a heap of {size} of {code.spec}{which}."] = None
            if not called:
                codes[code] = None
        if isinstance(shape, Digits) and shape.parts <= 2 and component.rule.spec not in GAMES:
            codes[component.rule] = None
        if component.rule.shape is None and component.rule.arity == 1 and component.rule.space.contains(0):
            for state in component.states:
                if isinstance(state, int):
                    heaps[component.rule] = max(heaps.get(component.rule, 0), state)
    yield from strips
    seen = {rule: same_values(rule, largest + 1) for rule, largest in heaps.items()}
    for rule, same in (seen | {rule: _same(rule, MOST, named=True) for rule in codes}).items():
        if same:
            yield f"Observed: {rule.spec}: {same}."


def zeros_of_games(zeros: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The known games whose heaps of value 0 are these, as far as they go: the name, and what is seen."""
    few = [zero for zero in zeros if zero < MOST]
    if len(few) < LEAST_ZEROS:
        return
    for entry in index():
        sizes = (STORED, few[-1] + 1)  # most games differ where the index has them
        if all(_below(few, size) == _zeros(entry.first(size), few) for size in sizes):
            yield entry.spec, f"the P-positions of {entry.called} from {few[0]} to {few[-1]}"


def misere_zeros_of_games(zeros: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The known games whose heaps that the second player wins in misère play are these, as far as they go.

    Of games that follow misère Nim, as sets that may be taken do: the heaps of value 1 (Ferguson 1974).
    """
    few = [zero for zero in zeros if zero < MOST]
    if len(few) < LEAST_ZEROS:
        return
    for entry in index():
        sizes = (min(STORED, few[-1] + 1), few[-1] + 1)  # most games differ where the index has them
        if all(_below(few, size) == [n for n, value in enumerate(entry.first(size)) if value == 1] for size in sizes):
            theory = parse_rule(entry.spec).theory
            if theory is not None and theory.misere_nim:
                yield entry.spec, f"the P-positions of {entry.called} in misère play, as far as {few[-1]}"


def _same_named(name: str, text: str) -> SameTable:
    from grundy.model.pattern import SameTable  # with all other patterns, which an explanation of heaps does not need

    return SameTable(name, text)


def same_outcomes(letters: str, misere: bool = False) -> SameTable | None:
    """The known game whose heaps have these outcomes (P, N), in normal or in misère play.

    Args:    misere: whether misère play is looked at first.

    >>> print(same_outcomes("NPNN" * 20, misere=True))
    the P-positions of take-away:1,2,3 in misère play, as far as 77
    """
    zeros = [n for n, letter in enumerate(letters) if letter == "P"]
    if not set(letters) <= {"P", "N"}:
        return None
    ways = (misere_zeros_of_games, zeros_of_games) if misere else (zeros_of_games, misere_zeros_of_games)
    matches = (same for way in ways for same in way(zeros))
    return next((_same_named(name, text) for name, text in matches), None)


def _called(digits: Digits) -> str | None:
    """What the game of the catalogue is called that has these digits."""
    return next((game.called() for game, rule in named_games() if rule.shape == digits), None)


def _below(numbers: Sequence[int], size: int) -> list[int]:
    return [number for number in numbers if number < size]


def _zeros(values: Sequence[int], between: Sequence[int]) -> list[int]:
    """The heaps of value 0, from the first of some numbers to the last."""
    return [n for n, value in enumerate(values) if not value and between[0] <= n <= between[-1]]


# Whose table a rule of one's own has, of the values of single numbers or of pairs: observed, never proved.

MOST_COMPARED = 30  # in each direction of a table that is compared with those of games
LEAST_COMPARED = 8  # the same, of a table of a rule
LEAST_SUM = 3  # of the lesser numbers of the pairs in it that are lost, besides (0, 0)


def same_as(rule: Rule) -> SameValues | SameTable | None:
    """The known game that has the values, or of pairs the P-positions, of a rule that is known by code alone.

    >>> from grundy import rule
    >>> @rule
    ... def rook(a, b):
    ...     yield from ((a - k, b) for k in range(1, a + 1))
    ...     yield from ((a, b - k) for k in range(1, b + 1))
    >>> print(same_as(rook))
    the values of corner:rook, as far as 30 x 30 pairs
    """
    if rule.shape is not None or rule.theory is not None:
        return None
    with suppress(OutOfReach, BadRule):
        if rule.arity == 1:
            return same_values(rule, MOST)
        if rule.arity == 2:
            return _same_pairs_of(_table(rule, (MOST_COMPARED, MOST_COMPARED)))
    return None


def same_as_table(held: Contents, piece: Callable[..., Any], rule: Rule | None) -> SameValues | SameTable | None:
    """The same of a table; of a table of outcomes, the game that has these P-positions, in normal or misère play.

    Args:    piece: gives what stands in a piece of it, by slices. rule: whose it is; None: it was read from a file, and
             a name that is not in the catalogue is one's own.
    """
    is_own = held.spec.partition(":")[0] not in GAMES if rule is None else rule.shape is None and rule.theory is None
    misere = held.convention == "misere"
    if not is_own or len(held.shape) > 2 or not held.total:
        return None
    if len(held.shape) == 2:
        some = piece((slice(MOST_COMPARED), slice(MOST_COMPARED))).tolist()
        if not held.outcomes:
            return _same_pairs_of(some)
        return _same_lost([[letter == "P" for letter in row] for row in some], misere)
    values = piece(slice(MOST)).tolist()
    if held.outcomes:
        return same_outcomes("".join(values), misere)
    return same_game(values) if rule is None else same_values(rule, held.total, values)


def _same_pairs_of(rows: list[list[int]]) -> SameTable | None:
    if min(len(rows), len(rows[0])) < LEAST_COMPARED:
        return None
    return same_table(rows) or _same_lost([[not value for value in row] for row in rows])


def same_table(rows: Sequence[Sequence[int]]) -> SameTable | None:
    """The game of the catalogue on two numbers that has these values of all pairs."""
    shape = (min(len(rows), MOST_COMPARED), min(len(rows[0]), MOST_COMPARED))
    ours = [list(row[: shape[1]]) for row in rows[: shape[0]]]
    for name, called, theirs in _tables(shape):
        if ours == theirs:
            return _same_named(name, f"the values of {called}, as far as {shape[0]} x {shape[1]} pairs")
    return None


def _same_lost(lost: list[list[bool]], misere: bool = False) -> SameTable | None:
    """The game that has these P-positions among all pairs of a box, where there are so many that they tell it.

    Args:    misere: whether they are those of misère play.
    """
    shape = len(lost), len(lost[0])
    told = sum(min(a, b) for a, row in enumerate(lost) for b, is_lost in enumerate(row) if is_lost)
    if min(shape) < LEAST_COMPARED or told < LEAST_SUM * LEAST_ZEROS:
        return None
    for name, called, theirs in _tables(shape, misere):
        if lost == [[not value for value in row] for row in theirs]:
            play = " in misère play" * misere
            return _same_named(name, f"the P-positions of {called}{play}, as far as {shape[0]} x {shape[1]} pairs")
    return None


def same_pairs(pairs: Sequence[Sequence[int]]) -> SameTable | None:
    """The game of the catalogue whose P-positions are these pairs, as far as they go."""
    ordered = all(a <= b for a, b in pairs)
    given = {(a, b) for a, b in pairs} | {(b, a) for a, b in pairs if ordered} | {(0, 0)}
    size = min(max(min(pair) for pair in pairs) + 1, MOST_COMPARED)
    box = list(product(range(size), repeat=2))
    for name, called, rule in _games():
        theory = rule.theory
        lost = theory and (theory.is_p or (theory.value and (lambda pair, value=theory.value: value(pair) == 0)))
        if lost and all(lost((a, b)) for a, b in pairs) and all(bool(lost(pair)) == (pair in given) for pair in box):
            return _same_named(name, f"the P-positions of {called}, as far as {len(pairs)} pairs")
    return None


def _games() -> Iterator[tuple[str, str, Any]]:
    """The games of the catalogue on two numbers."""
    for game in GAMES.values():
        rule = None if game.parameters or game.json else game.rule(None)
        if rule is not None and rule.arity == 2 and rule.fits((0, 0)):
            yield game.name, game.called(), rule
    from grundy.games.corner import PIECES, corner

    for piece in PIECES:
        rule = corner(piece)
        yield rule.spec, rule.spec, rule


def _tables(shape: tuple[int, int], misere: bool = False) -> Iterator[tuple[str, str, list[list[int]]]]:
    """Their nim-values of all pairs of a box; in misère play 0 for a P-position, else 1."""
    for name, called, rule in _games():
        with suppress(OutOfReach, BadRule):
            yield name, called, _table(rule, shape, misere)


@remembered(most=64)
def _table(rule: Rule, shape: tuple[int, int], misere: bool = False) -> list[list[int]]:
    from grundy.answering.boxes import table_of

    values: list[list[int]] = table_of(rule, misere)(shape, misere).tolist()
    return values
