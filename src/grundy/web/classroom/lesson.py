"""A lesson as data: tasks, pupils, their marks, what the teacher shows. A change returns a new lesson.

This module identifies a pupil by a number; room.py has the secret of each pupil.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from grundy.web.pool import QuestionRefused

LONGEST_NAME = 20
MOST_PUPILS = 200
MOST_GAMES = 999  # that are counted for a pupil and a task
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # first characters of a spreadsheet's formula
PLAYERS = (1, 2)


@dataclass(frozen=True, slots=True)
class ClassTask:
    """A position that pupils try to win against the computer."""

    title: str
    game: str
    position: str

    @property
    def text(self) -> str:
        """The game and the position as a person types them."""
        return self.position if self.game == "sum" else f"{self.game} {self.position}"


@dataclass(frozen=True, slots=True)
class TaskMark:
    """The mark of a pupil for a task: how many games the pupil made moves in, and which was won first, from 1."""

    games: int = 0
    won_in: int | None = None


@dataclass(frozen=True, slots=True)
class PupilGame:
    """The game that a pupil plays: Player 1 is the pupil, Player 2 the computer; `winner` is 0 until the end."""

    number: int
    task: int
    first: int
    moves: tuple[str, ...] = ()
    winner: int = 0
    counted: bool = False  # whether the pupil has made a move


@dataclass(frozen=True, slots=True)
class Pupil:
    """A pupil, with a mark for each task."""

    number: int
    name: str
    marks: tuple[TaskMark, ...]
    game: PupilGame | None = None


@dataclass(frozen=True, slots=True)
class SharedPosition:
    """A position that all pupils see, and vote on who wins: Player 1, who is to move, or Player 2.

    `winner` is 0 if unknown; `votes` has the player by the pupil's number; `counted` and `explained` say whether all
    may see the votes and the answer.
    """

    number: int
    task: ClassTask
    winner: int
    votes: Mapping[int, int] = field(default_factory=dict)
    counted: bool = False
    explained: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """The state of a lesson; `last` is the number given last to a pupil, a game or a shown position."""

    tasks: tuple[ClassTask, ...]
    pupils: Mapping[int, Pupil] = field(default_factory=dict)
    shown: SharedPosition | None = None
    paused: bool = False
    last: int = 0


# Names.


def first_name(text: str) -> str:
    """Normalize a name. Raises QuestionRefused: no text, too long, no letter or digit, or an invisible character.

    >>> first_name("  Ada ")
    'Ada'
    """
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not 1 <= len(name) <= LONGEST_NAME:
        actual = "none" if not name else f"{len(name):,} characters"
        raise QuestionRefused(
            400, "BadRequest", f"expected a first name of 1 to {LONGEST_NAME} characters, found {actual}"
        )
    if not name.isprintable() or not any(letter.isalnum() for letter in name):
        raise QuestionRefused(400, "BadRequest", "expected a first name of letters that can be seen; type it again")
    return name


def pupil_named(lesson: Lesson, text: str) -> Pupil | None:
    """The pupil with this name, in upper or lower case; None: no pupil. Raises QuestionRefused, as `first_name`."""
    name = first_name(text).casefold()
    return next((pupil for pupil in lesson.pupils.values() if pupil.name.casefold() == name), None)


# What pupils do.


def enter(lesson: Lesson, text: str) -> Lesson:
    """Add a pupil; `last` of the new lesson is the pupil's number. Raises QuestionRefused."""
    name = first_name(text)
    if pupil_named(lesson, name) is not None:
        raise QuestionRefused(
            409, "Taken", f"{name} is in the class already, on a page that is open: close it, or enter as {name[:18]} K"
        )
    if len(lesson.pupils) >= MOST_PUPILS:
        raise QuestionRefused(409, "Full", f"the class is full: it has {MOST_PUPILS} pupils")
    pupil = Pupil(lesson.last + 1, name, (TaskMark(),) * len(lesson.tasks))
    return replace(lesson, pupils={**lesson.pupils, pupil.number: pupil}, last=pupil.number)


def begin(lesson: Lesson, number: int, task: int, first: int) -> Lesson:
    """Begin a game of a pupil; `last` of the new lesson is the game's number. Raises QuestionRefused.

    Args:    first: the player who makes the first move, 1 or 2.
    """
    _require_play(lesson)
    if not 0 <= task < len(lesson.tasks):
        raise QuestionRefused(400, "BadRequest", f"expected a task from 0 to {len(lesson.tasks) - 1}, found {task}")
    if first not in PLAYERS:
        raise QuestionRefused(400, "BadRequest", f"expected the first player, 1 or 2, found {first}")
    game = PupilGame(lesson.last + 1, task, first)
    return _with_pupil(replace(lesson, last=game.number), replace(lesson.pupils[number], game=game))


def game_of(lesson: Lesson, number: int, game: int) -> PupilGame:
    """The present game of a pupil, if it has the number `game`. Raises QuestionRefused."""
    pupil = lesson.pupils.get(number)
    played = pupil.game if pupil else None
    if played is None or played.number != game:
        raise QuestionRefused(409, "Behind", "another game was begun since; it is shown now")
    return played


def may_move(lesson: Lesson, number: int, game: int, moves: tuple[str, ...]) -> PupilGame:
    """The present game of a pupil, if `moves` are its moves and one more. Raises QuestionRefused."""
    _require_play(lesson)
    played = game_of(lesson, number, game)
    if played.winner or not moves or moves[:-1] != played.moves:
        raise QuestionRefused(409, "Behind", "this board was not the last one; it is drawn again")
    return played


def moved(
    lesson: Lesson, number: int, before: PupilGame, moves: tuple[str, ...], winner: int, own: bool = True
) -> Lesson:
    """Record all moves of a game, `before` until now. Raises QuestionRefused: the pupil plays another game.

    Args:    own: whether the pupil made one of the new moves.
    """
    game_of(lesson, number, before.number)
    pupil = lesson.pupils[number]
    game = replace(before, moves=moves, winner=winner, counted=before.counted or own)
    mark = pupil.marks[game.task]
    games = min(mark.games + (game.counted and not before.counted), MOST_GAMES)
    won_in = games if winner == 1 and mark.won_in is None else mark.won_in
    marks = (*pupil.marks[: game.task], TaskMark(games, won_in), *pupil.marks[game.task + 1 :])
    return _with_pupil(lesson, replace(pupil, marks=marks, game=game))


def vote(lesson: Lesson, number: int, shown: int, player: int) -> Lesson:
    """Record a pupil's vote, which replaces the earlier one, until the answer is shown.

    Raises:  QuestionRefused.
    """
    if player not in PLAYERS:
        raise QuestionRefused(400, "BadRequest", f"expected a vote for Player 1 or 2, found {player}")
    if lesson.shown is None or lesson.shown.number != shown:
        raise QuestionRefused(409, "Behind", "this position is not shown any more")
    if lesson.shown.explained:
        raise QuestionRefused(409, "Behind", "the answer has been shown: the vote is over")
    return replace(lesson, shown=replace(lesson.shown, votes={**lesson.shown.votes, number: player}))


def _require_play(lesson: Lesson) -> None:
    if lesson.paused:
        raise QuestionRefused(409, "Paused", "the teacher has paused all boards")
    if lesson.shown is not None:
        raise QuestionRefused(409, "Paused", "the teacher shows a position to all")


def _with_pupil(lesson: Lesson, pupil: Pupil) -> Lesson:
    return replace(lesson, pupils={**lesson.pupils, pupil.number: pupil})


# What the teacher does.


def show(lesson: Lesson, task: ClassTask, winner: int) -> Lesson:
    """Show a position to all pupils."""
    return replace(lesson, shown=SharedPosition(lesson.last + 1, task, winner), last=lesson.last + 1)


def hide(lesson: Lesson) -> Lesson:
    """Hide the shown position: each pupil sees their own game again."""
    return replace(lesson, shown=None)


def reveal(lesson: Lesson, votes: bool, why: bool) -> Lesson:
    """Show all pupils the votes, the answer, or both. Raises QuestionRefused: no position is shown."""
    if lesson.shown is None:
        raise QuestionRefused(409, "Behind", "no position is shown")
    return replace(lesson, shown=replace(lesson.shown, counted=votes, explained=why))


def pause(lesson: Lesson, paused: bool) -> Lesson:
    """Stop all pupils from moving, or let them move again."""
    return replace(lesson, paused=paused)


def remove(lesson: Lesson, number: int) -> Lesson:
    """Remove a pupil; another may take the name. Raises QuestionRefused: no pupil has this number."""
    if number not in lesson.pupils:
        raise QuestionRefused(409, "Behind", "this pupil is not in the class any more")
    shown = lesson.shown
    if shown is not None:
        shown = replace(shown, votes={who: player for who, player in shown.votes.items() if who != number})
    pupils = {who: pupil for who, pupil in lesson.pupils.items() if who != number}
    return replace(lesson, pupils=pupils, shown=shown)


def common(lesson: Lesson) -> Lesson:
    """The part of a lesson that all pupils share: when it changes, the room must send it to all of them."""
    shown = None if lesson.shown is None else replace(lesson.shown, votes={}, counted=False)
    return Lesson(lesson.tasks, shown=shown, paused=lesson.paused)


def over(lesson: Lesson) -> Lesson:
    """The next lesson: it has the same tasks, no pupils, and nothing else of this one."""
    return Lesson(lesson.tasks, last=lesson.last)


# What the pages show.


def as_pupil(lesson: Lesson, number: int) -> dict[str, Any]:
    """What a pupil sees, in JSON's types."""
    pupil = lesson.pupils[number]
    marks = zip(lesson.tasks, pupil.marks, strict=True)
    shown = lesson.shown
    return {
        "name": pupil.name,
        "paused": lesson.paused,
        "tasks": [_task_json(task) | {"games": mark.games, "won_in": mark.won_in} for task, mark in marks],
        "game": None if pupil.game is None else {"number": pupil.game.number, "task": pupil.game.task},
        "shown": None
        if shown is None
        else _task_json(shown.task)
        | {"number": shown.number, "vote": shown.votes.get(number)}
        | {"winner": shown.winner if shown.explained else None},
    }


def as_teacher(lesson: Lesson) -> dict[str, Any]:
    """What the teacher sees, in JSON's types."""
    pupils = sorted(lesson.pupils.values(), key=lambda pupil: pupil.name.casefold())
    return {
        "paused": lesson.paused,
        "tasks": [_task_json(task) for task in lesson.tasks],
        "pupils": [
            {
                "number": pupil.number,
                "name": pupil.name,
                "marks": [{"games": mark.games, "won_in": mark.won_in} for mark in pupil.marks],
            }
            for pupil in pupils
        ],
        "shown": None if lesson.shown is None else _shown_json(lesson, lesson.shown),
    }


def _task_json(task: ClassTask) -> dict[str, Any]:
    return {"title": task.title, "position": task.position, "text": task.text}


def _shown_json(lesson: Lesson, shown: SharedPosition) -> dict[str, Any]:
    """The shown position, with the votes if all pupils have voted or the teacher has shown them."""
    voted, of = len(shown.votes), len(lesson.pupils)
    seen = shown.counted or shown.explained or 0 < of == voted
    count = {player: list(shown.votes.values()).count(player) for player in PLAYERS}
    return _task_json(shown.task) | {
        "number": shown.number,
        "voted": voted,
        "of": of,
        "votes": [count[1], count[2]] if seen else None,
        "explained": shown.explained,
        "winner": shown.winner if shown.explained else None,
        "right": count[shown.winner] if shown.explained and shown.winner else None,
    }


def as_csv(lesson: Lesson) -> str:
    """Names and marks as CSV, in which a spreadsheet takes no text for a formula."""
    out = io.StringIO()
    rows = csv.writer(out)
    heads = [f"{task.title} {task.position}" for task in lesson.tasks]
    rows.writerow(["Name", *(_plain(f"{head}: {what}") for head in heads for what in ("won in game", "games"))])
    for pupil in as_teacher(lesson)["pupils"]:
        marks = [value for mark in pupil["marks"] for value in (mark["won_in"] or "", mark["games"])]
        rows.writerow([_plain(pupil["name"]), *marks])
    return out.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
