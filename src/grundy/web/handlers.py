"""What the server computes: a question as JSON in, an answer as JSON out. It runs in a worker process alone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import islice
from random import Random
from typing import Any

from grundy.api.answers import result_of
from grundy.api.play import Match, move_text
from grundy.api.scenes import Played, initial_scenes, left_of
from grundy.api.turns import Turn, TurnChoice, choices, chosen, moves_that_win, without_options
from grundy.api.turns import answer as answer_of
from grundy.api.work import provenance, solving
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.errors import OutOfReach
from grundy.games.pieces import ask_of
from grundy.model.board import Grid, Net
from grundy.model.curves import Curves
from grundy.model.move import Move
from grundy.model.result import Result, value_as_json
from grundy.model.rule import Component, Position
from grundy.runs.chunk import Work
from grundy.runs.clock import CLOCK
from grundy.show.svg import too_large
from grundy.show.text import move_effect, winner_line
from grundy.web.boards import scene_json
from grundy.web.gamesman import lengths_of, remoteness_near, solved_position, unsolved_position
from grundy.web.heap_starts import heap_start_of
from grundy.web.questions import (
    MOST_LISTED,
    Question,
    count_of,
    first_of,
    match_of,
    play_of,
    position_of,
    refuse,
    turn_of,
)
from grundy.web.rule_answers import certificate, period, rule, sequence
from grundy.web.starts import start_of
from grundy.web.values_left import values_left

LISTED, WINNING = 1_000, 300  # moves in an answer, and of those that win
LONGEST_BINARY = 64
SEARCHED = 0.7  # of the time of a question; the rest is for what is told
PROVED = 0.15  # of the time of a question, for a theorem where searches end
LEAST_SEARCHED = 0.01  # seconds


def answer(kind: str, question: Question, seconds: float | None = None) -> dict[str, Any]:
    """The answer to a question. Raises GrundyError.

    Args:    seconds: after which nobody waits for it any more. A position that is played is then shown without its
             winner, and the computer makes any move: the search ends before.
    """
    if seconds is None:
        return HANDLERS[kind](question)
    if kind in PLAYED:
        return PLAYED[kind](question, _ending_by(CLOCK.now() + seconds * SEARCHED, seconds * PROVED))
    return solve(question, SearchOptions(seconds=seconds * PROVED)) if kind == "solve" else HANDLERS[kind](question)


def _ending_by(end: float, seconds: float) -> SearchOptions:
    """Searches that all end by then, and so many seconds for a theorem; what is not found raises OutOfReach."""

    def run(work: Work) -> Any:
        from grundy.runs.loop import run_with_limits

        outcome = run_with_limits(work, time_limit=max(LEAST_SEARCHED, end - CLOCK.now()))
        if outcome.status == "out of time":
            raise OutOfReach(
                "who wins was not found in the time that a question has here; it can be played all the same"
            )
        return outcome.require()

    return SearchOptions(run=run, seconds=seconds)


def solve(question: Question, options: SearchOptions = DEFAULT_OPTIONS) -> dict[str, Any]:
    """The object of `grundy solve --json`."""
    play, moves = play_of(question), count_of(question, "moves", 10_000, 1_000)
    result = result_of(position_of(question), play == "misere", play == "loopy", options)
    form = ["--json", *(["--moves", str(moves)] if "moves" in question else [])]
    return result.as_dict(moves) | provenance(solving(result, *form))


def game(question: Question) -> dict[str, Any]:
    """A game as its page draws it, before anything is solved: its boards after its moves, and all moves now.

    With `start` as true also its start as data, from which a page without a server plays on; None where it has none.
    """
    match, first = match_of(question), first_of(question)
    told, _ = _drawn(match, match.played(first), first)
    return told | ({"start": _start(match.turns[0].position)} if question.get("start") is True else {})


def _start(position: Position) -> dict[str, Any] | None:
    return start_of(position) or heap_start_of(position, _has_sequence(position))


def look(question: Question, options: SearchOptions = DEFAULT_OPTIONS) -> dict[str, Any]:
    """The same, who wins, by which moves and why."""
    return look_at(match_of(question), options, first_of(question))


def look_at(match: Match, options: SearchOptions = DEFAULT_OPTIONS, first: int = 1) -> dict[str, Any]:
    """The same of a match; the board of a notebook shows it too."""
    turn, played = match.turns[-1], match.played(first)
    told, listed = _drawn(match, played, first)
    result = None
    good: set[Any] = set()
    try:
        if listed is None:
            result = answer_of(turn, options)
        else:
            result, winning = moves_that_win(turn, listed, options)
            good = {choice.move for choice in winning}
    except OutOfReach as problem:
        told["refused"] = without_options(str(problem))
    if result is not None:
        told["result"] = result.as_dict(0) | {"nim_value": _exact(value_as_json(result.nim_value))}
        told["says"] = winner_line(result)
        told["why"] = _why(result, played)
        told["remoteness"] = None if listed is None else remoteness_near(turn, len(listed))
    best = [choice for choice in listed or [] if choice.move in good][:WINNING]
    others = [choice for choice in listed or [] if choice.move not in good][: LISTED - len(best)]
    shown = best + others
    values = [None] * len(shown) if result is None else values_left(result, shown, good)
    told["moves"] = [
        _move_json(played, choice, _is_won(result, choice, good), left)
        for choice, left in zip(shown, values, strict=True)
    ]
    told["more"] = listed is None or len(told["moves"]) < len(listed)
    if listed is None and result is not None:
        told["best"] = [move.sentence() for move in islice(result.winning_moves, 20)]
    return told


def course(question: Question, options: SearchOptions = DEFAULT_OPTIONS) -> dict[str, Any]:
    """Who wins each position of a game: "first" is whoever is to move there; None where that was not found in time."""
    winners: list[str | None] = []
    for turn in match_of(question).turns[::-1]:  # the last are the smallest
        try:
            winners.append(answer_of(turn, options).winner)
        except OutOfReach:
            winners.append(None)
    return {"winners": winners[::-1]}


def gamesman(question: Question, options: SearchOptions = DEFAULT_OPTIONS) -> dict[str, Any]:
    """A position as GamesCrafters' programs tell it."""
    turn = turn_of(question)
    listed = choices(turn, LISTED)
    lengths = lengths_of(turn)
    if lengths is not None:
        return solved_position(turn, listed, lengths)
    try:
        result, winning = moves_that_win(turn, listed, options)
    except OutOfReach:
        return unsolved_position(turn, listed, None, {})
    good = {choice.move for choice in winning}
    wins = {choice.move: _is_won(result, choice, good) for choice in listed}
    return unsolved_position(turn, listed, result.winner, wins)


def _drawn(match: Match, played: Played, first: int) -> tuple[dict[str, Any], list[TurnChoice] | None]:
    """What is shown of a game without knowing who wins, and its moves; None where they are too many."""
    start, position = match.turns[0].position, match.position
    told: dict[str, Any] = {
        "components": [_texts(component) for component in start.components],
        "position": [_texts(component) for component in position.components],
        "sequence": _has_sequence(position),
        "result": None,
        "refused": None,
    }
    try:
        listed: list[TurnChoice] | None = _listed(match.turns[-1])
    except OutOfReach as problem:
        listed, told["refused"] = None, without_options(str(problem))
    unplayed = len(played.scenes) == len(start.components) and not match.made
    told["boards"] = [
        scene_json(number, scene, [item for at, item in played.last if at == number - 1], component)
        for number, (scene, component) in enumerate(
            zip(played.scenes, start.components if unplayed else [None] * len(played.scenes), strict=True), 1
        )
    ]
    told["history"] = _history(match, first)
    told["turn"] = _player(match, len(match.made), first)
    told["ask"] = ask_of(played.scenes[0].spec, played.scenes[0].board) if played.scenes else ""
    told["must"] = sorted(map(list, match.turns[-1].must or ())) or None
    told["moves"] = [_move_json(played, choice, None) for choice in (listed or [])[:LISTED]]
    told["move_count"] = len(listed) if listed is not None else None
    told["more"] = listed is None or len(listed) > LISTED
    return told, listed


def _player(match: Match, number: int, first: int) -> int:
    """Who makes a move of a game, 1 or 2, if the first is made by `first`."""
    return first if match.player(number) == match.player(0) else 3 - first


def _history(match: Match, first: int) -> list[dict[str, Any]]:
    """The moves that were made: by whom, and in words."""
    moves, played = [], initial_scenes(match.turns[0].position)
    for number, (choice, way) in enumerate(zip(match.made, match.ways, strict=True)):
        player = _player(match, number, first)
        says = played.words(choice, way)
        played = played.after(choice, way, player)
        says += f". {played.note}" if played.note else ""
        moves.append({"says": says, "text": move_text(choice.move, way), "player": player})
    return moves


def _is_won(result: Result | None, choice: TurnChoice, good: Collection[Move]) -> bool | None:
    """Whether a move wins; None: nobody knows."""
    if result is None or (choice.move not in good and not result.winning_moves.exact):
        return None
    return choice.move in good


def _listed(turn: Turn) -> list[TurnChoice]:
    """All moves of a turn. Raises OutOfReach: too many, or of a board so large that each takes long to be made."""
    for component in turn.position.components:
        space = component.rule.space
        board = None if space.part_name else space.board(component.states)
        if not space.part_name and (board is None or too_large(board)):
            raise OutOfReach("this board is too large to be drawn and its moves to be listed; a smaller one would do")
    return choices(turn, MOST_LISTED)


def _has_sequence(position: Position) -> bool:
    """Whether the position is of one game on heaps, whose values are a sequence."""
    if len({component.rule for component in position.components}) != 1:
        return False
    rule, states = position.components[0].rule, position.components[0].states
    heaps = rule.arity == 1 and bool(rule.space.part_name) and rule.space.contains(0)
    return heaps and not isinstance(rule.space.board(states), Grid | Net)


def reply(question: Question, options: SearchOptions = DEFAULT_OPTIONS) -> dict[str, Any]:
    """The computer's move, or None where there is none."""
    blunder: Any = question.get("blunder", 0)
    if type(blunder) not in (int, float) or not 0 <= blunder <= 1:
        raise refuse("blunder as a number from 0 to 1", repr(blunder)[:40])
    return {"move": _replied(match_of(question), Random(), blunder, options)}


def _replied(match: Match, draw: Random, blunder: float, options: SearchOptions) -> dict[str, Any] | None:
    turn = match.turns[-1]
    listed = _listed(turn)
    return _move_json(match.played(), chosen(turn, listed, draw, blunder, options), None) if listed else None


def exchange(question: Question, options: SearchOptions = DEFAULT_OPTIONS) -> dict[str, Any]:
    """A game as its page draws it and, where it is Player 2's turn, again after each move of the computer.

    Its `seed`, a number below 100, chooses among moves that are as good: what is asked again is answered alike.
    """
    draw = Random(count_of(question, "seed", 99, 0))
    pages = [game(question)]
    while pages[-1]["turn"] == 2 and pages[-1]["move_count"]:
        made = [move["text"] for move in pages[-1]["history"]]
        answered = _replied(match_of({**question, "moves": made}), draw, 0, options)
        assert answered is not None  # there are moves
        pages.append(game({**question, "moves": [*made, answered["text"]]}))
    return {"pages": pages}


# Telling.


def _texts(component: Component) -> list[str]:
    return [component.rule.spec, component.rule.space.write(component.states)]


def _move_json(played: Played, choice: TurnChoice, wins: bool | None, value: int | None = None) -> dict[str, Any]:
    """A move, what becomes of its component, and what it touches on one of the boards, in each of its ways."""
    scene, ways = played.ways(choice)
    drawn = isinstance(played.scenes[scene].board, Curves)
    return {
        "says": played.words(choice),
        **({"ways": [played.words(choice, way) for way in range(len(ways))]} if drawn else {}),
        "text": str(choice.move),
        "component": scene + 1,
        "becomes": [_texts(component) for component in left_of(played.position, choice)],
        "next": choice.next,
        "must": sorted(map(list, choice.after.must)) if choice.after.must is not None else None,
        "wins": wins,
        "left": _exact(value),
        "spots": ways,
    }


def _why(result: Result, played: Played) -> dict[str, Any] | None:
    """The summands with their values in binary, their XOR, and what the first winning moves do to it."""
    if result.values is None:
        return None
    first_summands = list(islice(result.summands(), 100))
    named = played.parts_named([name for name, _ in first_summands])
    summands = [(name, value) for name, (_, value) in zip(named, first_summands, strict=True)]
    if not all(isinstance(value, int) for _, value in summands):
        return {"plain": [[name, str(value)] for name, value in summands]}
    numbers = [value for _, value in summands if isinstance(value, int)]
    total = 0
    for number in numbers:
        total ^= number
    bits = max([number.bit_length() for number in [*numbers, 1]])
    moves = list(islice(result.winning_moves, 3)) if total and result.convention != "misere" else []
    return {
        "summands": [{"name": name, **_digits(int(value), bits)} for name, value in summands if isinstance(value, int)],
        "total": _digits(total, bits),
        "bits": bits if bits <= LONGEST_BINARY else 0,
        "misere": result.convention == "misere",
        "moves": [{"says": move.sentence(), "effect": move_effect(result, move, total)} for move in moves],
    }


def _digits(value: int, bits: int) -> dict[str, str]:
    return {"value": str(value), "binary": f"{value:0{bits}b}" if bits <= LONGEST_BINARY else ""}


def _exact(value: Any) -> Any:
    """Numbers that a browser would round are told as texts."""
    return str(value) if isinstance(value, int) and abs(value) > 2**53 else value


HANDLERS: dict[str, Callable[[Question], dict[str, Any]]] = {
    "solve": solve,
    "game": game,
    "look": look,
    "reply": reply,
    "course": course,
    "gamesman": gamesman,
    "exchange": exchange,
    "sequence": sequence,
    "period": period,
    "rule": rule,
    "certificate": certificate,
}
PLAYED: dict[str, Callable[[Question, SearchOptions], dict[str, Any]]] = {
    "look": look,
    "reply": reply,
    "course": course,
    "gamesman": gamesman,
    "exchange": exchange,
}
