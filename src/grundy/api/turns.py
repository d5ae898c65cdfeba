"""Turns of a game that is played: whose choices there are, what they leave, what a good or careless player chooses.

Terminal and web play with these functions; they read nothing, print nothing and know no game.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from grundy.api.answers import result_of
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.errors import BadRule, OutOfReach
from grundy.model.convention import Convention
from grundy.model.frozen import frozen
from grundy.model.move import Move
from grundy.model.option import Next, Option, State
from grundy.model.result import Result
from grundy.model.rule import Part, Position, shortened

MOST_CHOICES = 100_000  # moves of one position that are listed
TRAPS, TRAP_SECONDS = 12, 1.0  # what a player who loses tries, to make it hard for the other

Places = frozenset[tuple[int, int]]


@frozen
class Turn:
    """A position and whose restrictions: `must` has the (component, place) in which the mover has to answer."""

    position: Position
    convention: Convention = "normal"
    must: Places | None = None


@frozen
class TurnChoice:
    """One move: where, what it leaves of its part, the turn that follows and whether the same player has it."""

    move: Move
    part: Part
    left: tuple[State, ...]
    after: Turn
    next: Next = "opponent"


def choices(turn: Turn, most: int = MOST_CHOICES) -> list[TurnChoice]:
    """All moves of a turn, each once, in the order of the parts and of their rules.

    Raises: OutOfReach: more than `most` moves, which nobody would look through.

    >>> from grundy.games.heaps import nim
    >>> [str(choice.after.position) for choice in choices(Turn(nim(0, 2)))]
    ['nim(0 1)', 'nim(0 0)']
    """
    return [choice_of(turn, part, option) for part, option in options_of(turn, most)]


def options_of(turn: Turn, most: int = MOST_CHOICES) -> list[tuple[Part, Option]]:
    """What `choices` lists, as a part and an option of it, before anything is made of them: several times as fast."""
    options = list(islice(each_option(turn), most + 1))
    if len(options) > most:
        raise OutOfReach(f"more than {most:,} moves in one position, too many to choose from; a smaller one would do")
    return options


def each_option(turn: Turn) -> Iterator[tuple[Part, Option]]:
    for part in turn.position.parts():
        if turn.must is not None and (part.component, part.place) not in turn.must:
            continue
        seen = set()
        for option in part.rule.options(part.state):
            labels = part.rule.labels(option)
            if labels not in seen:
                seen.add(labels)
                yield part, option


def choice_of(turn: Turn, part: Part, option: Option) -> TurnChoice:
    """The choice of one of the options of a turn."""
    move = turn.position.move_of(part, part.rule.labels(option))
    return TurnChoice(move, part, option.parts, _after(turn, part, option), option.next)


def _after(turn: Turn, part: Part, option: Option) -> Turn:
    """The turn that a move leads to."""
    position, places = turn.position.leaving(part, option.parts)
    return replace(turn, position=position, must=frozenset(places) if option.next == "answer" else None)


def answer(turn: Turn, options: SearchOptions = DEFAULT_OPTIONS) -> Result:
    """Who wins the position of a turn. Raises OutOfReach."""
    return result_of(turn.position, turn.convention == "misere", turn.convention == "loopy", options)


def winning(turn: Turn, listed: Sequence[TurnChoice], options: SearchOptions = DEFAULT_OPTIONS) -> list[TurnChoice]:
    """Those of the listed moves that win. Raises OutOfReach."""
    moves = set(answer(turn, options).winning_moves) if listed else set()
    return [choice for choice in listed if choice.move in moves]


def moves_that_win(
    turn: Turn, listed: Sequence[TurnChoice], options: SearchOptions = DEFAULT_OPTIONS
) -> tuple[Result, list[TurnChoice]]:
    """The result of the whole position, and the listed moves that win in it. Raises OutOfReach."""
    result = answer(turn, options)
    moves = set(islice(result.winning_moves, MOST_CHOICES))
    return result, [choice for choice in listed if choice.move in moves]


def best(
    turn: Turn, listed: Sequence[TurnChoice], random: Random, options: SearchOptions = DEFAULT_OPTIONS
) -> TurnChoice:
    """A move of a perfect player: one that wins, else one that draws, else one that is hard to answer.

    Raises: OutOfReach.
    """
    result, good = moves_that_win(turn, listed, options)
    if good:
        return random.choice(good)
    if result.winner == "draw":
        good = [choice for choice in listed if answer(choice.after, options).winner == "draw"]
    return random.choice(good) if good else hardest(listed, random, options)


def chosen(
    turn: Turn, listed: Sequence[TurnChoice], random: Random, blunder: float, options: SearchOptions = DEFAULT_OPTIONS
) -> TurnChoice:
    """The computer's move: at the rate `blunder` one that does not win, else a perfect one; too hard: any move."""
    try:
        if random.random() < blunder:
            good = winning(turn, listed, options)
            poor = [choice for choice in listed if choice not in good]
            return random.choice(poor or list(listed))
        return best(turn, listed, random, options)
    except OutOfReach:
        return random.choice(list(listed))


def hardest(listed: Sequence[TurnChoice], random: Random, options: SearchOptions = DEFAULT_OPTIONS) -> TurnChoice:
    """The move, of some that are tried, after which the fewest moves win: all of them lose."""
    tried = random.sample(list(listed), min(TRAPS, len(listed)))
    end = time.process_time() + TRAP_SECONDS
    scores: list[tuple[int, int]] = []
    for number, choice in enumerate(tried):
        if time.process_time() > end:
            break
        try:
            scores.append((answer(choice.after, options).winning_moves.count, number))
        except (OutOfReach, BadRule):
            continue
    return tried[min(scores)[1]] if scores else tried[0]


def find(text: str, listed: Sequence[TurnChoice], says: Callable[[TurnChoice], str] | None = None) -> list[TurnChoice]:
    """The moves that a person may mean: a number of the list, the words of a move, their start, or its numbers.

    Args:    says: what else a move is called.

    >>> from grundy.games.heaps import nim
    >>> listed = choices(Turn(nim(1, 12)))
    >>> for typed in ("2", "take 3 from pile 2", "pile 2, take 3", "2 3", "take 12", "pile"):
    ...     print(len(find(typed, listed)), find(typed, listed)[0].move.sentence())
    1 take 1 from pile 2
    1 take 3 from pile 2
    1 take 3 from pile 2
    1 take 3 from pile 2
    1 take 12 from pile 2
    13 take 1 from pile 1
    """
    if text.isascii() and text.isdigit():
        number = int(text) if len(text) < 10 else 0
        return [listed[number - 1]] if 1 <= number <= len(listed) else []
    words = _words(text)
    if not words:
        return []
    ways = [(*_ways(choice), *([_words(says(choice))] if says else ())) for choice in listed]
    exact = [choice for choice, several in zip(listed, ways, strict=True) if words in several]
    if exact:
        return exact
    return [choice for choice, several in zip(listed, ways, strict=True) if any(_begins(way, words) for way in several)]


def one_of(position: Position, listed: Sequence[TurnChoice], move: Move | str | int) -> TurnChoice:
    """The listed move of a position that is meant by a move, or by what a person would type for it; see `find`.

    Raises: BadRule: there is none, or several may be meant.
    """
    meant = [choice for choice in listed if choice.move == move] or find(str(move), listed)
    if len(meant) != 1:
        few = ", ".join(repr(choice.move.sentence()) for choice in meant[:3])
        reason = f"which may mean {few}{', …' if len(meant) > 3 else ''}" if meant else "which is none of its moves"
        raise BadRule(f"{shortened(position.typed())}: expected a move, found {shortened(str(move))!r}, {reason}")
    return meant[0]


def without_options(text: str) -> str:
    """A refusal without the clauses that name options of another command.

    >>> without_options("200 cells; up to 36 are searched; more with --time-limit")
    '200 cells; up to 36 are searched'
    """
    return "; ".join(clause for clause in text.split("; ") if "--" not in clause) or text


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+|[^\w\s,;:()\[\]'\"]", text.lower()))


def _ways(choice: TurnChoice) -> tuple[tuple[str, ...], ...]:
    """The ways to say a move: as a sentence, as labels, as the labels' values alone."""
    values = " ".join(str(value) for _, value in choice.move.labels)
    return _words(choice.move.sentence()), _words(str(choice.move)), _words(values)


def _begins(options: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return options[: len(words)] == words
