"""A task from its text, as the teacher types it."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.api.turns import Turn, choices
from grundy.errors import BadText, Finding
from grundy.games.catalogue import GAMES
from grundy.notation.expression import is_expression, is_typed, parse_position
from grundy.text.reader import Text
from grundy.web.classroom.lesson import ClassTask

TASKS = ("nim 3 4 5", "nim 1 3 5 7", "take-away:1,2,3 21", "kayles 7", "cram 4x4")
MOST_TASKS = 12
MOST_MOVES = 2_000  # of a task's start
LONGEST = 500  # characters


def task_of(text: str, source: str = "<argument>") -> ClassTask:
    """A task, as in "nim 3 4 5", "kayles(7) + nim(3)" or "rule:n -> n-k, for k in {1,3,4} 21".

    Its game and its position are told apart, and not read. Raises BadText: nothing, or too long.
    """
    text = " ".join(text.split())
    if not 1 <= len(text) <= LONGEST:
        actual = f"{len(text):,} characters" if text else "nothing"
        raise BadText([Finding(1, 1, f"a game and a position, in 1 to {LONGEST} characters", actual, source)])
    if is_expression(text):
        game, position = "sum", text
    elif is_typed(text):
        game, _, position = text.rpartition(" ")
    else:
        game, _, position = text.partition(" ")
    entry = GAMES.get(game.partition(":")[0])
    if entry is not None and not position and game == entry.name:
        game, position = entry.example
    return ClassTask(_title(game), game, position)


def _title(game: str) -> str:
    """The name of a game, as the pages have it."""
    name, _, parameters = game.partition(":")
    if name == "sum":
        return "A sum"
    called = GAMES[name].called() if name in GAMES else "Your own rule" if is_typed(game) else name
    return f"{called} {parameters}" if parameters and name in GAMES else called


def tasks_of(texts: Sequence[str]) -> tuple[ClassTask, ...]:
    """The tasks of a lesson, each of which can be played. Raises BadText, OutOfReach."""
    if len(texts) > MOST_TASKS:
        raise BadText([Finding(1, 1, f"at most {MOST_TASKS} tasks", str(len(texts)), "<--task>")])
    return tuple(require_playable(task_of(text, "<--task>"), "<--task>") for text in texts)


def require_playable(task: ClassTask, source: str = "<argument>") -> ClassTask:
    """The task, if it can be played.

    Raises:  BadText: its position is none, or nobody can move. OutOfReach: it has too many moves to list.
    """
    if not choices(Turn(parse_position(task.game, Text(task.position, source))), MOST_MOVES):
        raise BadText([Finding(1, 1, "a position with a move", repr(task.text), source)])
    return task
