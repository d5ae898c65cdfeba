"""What the server computes: a question as JSON in, an answer as JSON out. It runs in a worker process alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice
from random import Random
from typing import Any

from grundy.api.answers import result_of
from grundy.api.play import Match, Typed, written
from grundy.api.scenes import Played, begun, left_of
from grundy.api.turns import Choice, Places, Turn, choices, chosen, moves_that_win, without_options
from grundy.api.turns import answer as answer_of
from grundy.api.work import made_by, solving
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.errors import BadText, Finding, GrundyError, OutOfReach
from grundy.games.catalogue import GAMES
from grundy.games.pieces import ask_of
from grundy.model.board import Grid, Net
from grundy.model.convention import Convention, Value, nim_sum
from grundy.model.evidence import Evidence
from grundy.model.move import Move
from grundy.model.option import State
from grundy.model.result import Result, value_as_json
from grundy.model.rule import Component, Position, Rule
from grundy.model.shapes import Digits
from grundy.notation.expression import parse_position, parse_rule
from grundy.runs.chunk import Work
from grundy.runs.loop import run_with_limits
from grundy.show.svg import too_large
from grundy.show.text import move_effect, winner_line
from grundy.text.reader import Text
from grundy.web.boards import told_scene
from grundy.web.heap_starts import heap_start_of
from grundy.web.starts import start_of

# The nim-value that each move of a position leaves, as far as there is time for it.

SECONDS = 0.3  # of the processor for all moves of a position, beside the answer itself


def values_left(
    result: Result, listed: Sequence[Choice], good: Collection[Move] = (), seconds: float = SECONDS
) -> list[int | None]:
    """The nim-value of the whole position after each move; None where it is not known or would take too long.

    All other parts stay as they are, so only what a move makes of its own part is solved, the same once. What needs no
    search, as heaps and what is known by a theorem, is asked for together.

    Args:    good: moves that are known to win, and so to leave 0.

    >>> from grundy import nim, solve
    >>> from grundy.api.turns import Turn, choices
    >>> values_left(solve(nim(1, 2)), choices(Turn(nim(1, 2))))
    [2, 0, 1]
    """
    total = result.nim_value
    if not isinstance(total, int) or result.convention != "normal":
        return [None] * len(listed)
    end = time.process_time() + seconds
    known: dict[tuple[Rule, State], Value | None] = {}
    asked = [choice for choice in listed if choice.next == "opponent" and choice.move not in good]
    together: dict[Rule, list[State]] = {}
    for rule, state in dict.fromkeys(key for choice in asked for key in _parts(choice)):
        if isinstance(state, int) or rule.theory is not None:
            together.setdefault(rule, []).append(state)
    for rule, states in together.items():
        values = _values(rule, tuple(states), end - time.process_time())
        known |= {(rule, state): value for state, value in zip(states, values, strict=True) if value is not None}

    def left(choice: Choice) -> int | None:
        values = [total]
        for key in _parts(choice):
            if key not in known:
                known[key] = _values(key[0], (key[1],), end - time.process_time())[0]
            value = known[key]
            if not isinstance(value, int):
                return None
            values.append(value)
        return nim_sum(values)

    return [None if choice.next != "opponent" else 0 if choice.move in good else left(choice) for choice in listed]


def _parts(choice: Choice) -> list[tuple[Rule, State]]:
    """What a move is made in, and what it leaves of that."""
    return [(choice.part.rule, state) for state in (choice.part.state, *choice.left)]


def _values(rule: Rule, states: tuple[State, ...], seconds: float) -> Sequence[Value | None]:
    """The values of some states of a rule; None where they are not known within some seconds."""
    unknown = [None] * len(states)
    if seconds <= 0:
        return unknown
    options = SearchOptions(run=lambda work: run_with_limits(work, time_limit=seconds).require(), seconds=seconds)
    try:
        result = result_of(Position((Component(rule, states),)), options=options)
    except OutOfReach:
        return unknown
    if len(states) == 1:
        return [result.nim_value]
    return unknown if result.values is None else result.values[0]


# What the server computes: a question as JSON in, an answer as JSON out. It runs in a worker process alone.
#
# Positions come as components, each a game and a position in its notation. Nothing of a question is run: the readers
# of its texts are handed nothing that opens a file, and a rule is of the catalogue or of the grammar of
# notation/typed.py.

MOST_CHARACTERS = 10_000  # of all positions of a question
MOST_COMPONENTS = 20
MOST_LISTED = 20_000  # moves of a position that is played
MOST_MOVES = 500  # of a game
LISTED, WINNING = 1_000, 300  # moves in an answer, and of those that win
SEQUENCE, SEQUENCE_SECONDS = 2_000, 1.2  # values of a rule
PERIOD = 5_000  # heaps in which the page of a rule looks for a period
LONGEST_BINARY = 64
SEARCHED = 0.7  # of the time of a question; the rest is for what is told
PROVED = 0.15  # of the time of a question, for a theorem where searches end
LEAST_SEARCHED = 0.01  # seconds
DEFINITION = Evidence("computed", "the definition: every position below by its options")

Question = Mapping[str, Any]


def answer(kind: str, question: Question, seconds: float | None = None) -> dict[str, Any]:
    """The answer to a question. Raises GrundyError.

    Args:    seconds: after which nobody waits for it any more. A position that is played is then shown without its
             winner, and the computer makes any move: the search ends before.
    """
    if seconds is None:
        return HANDLERS[kind](question)
    if kind in PLAYED:
        return PLAYED[kind](question, _ending_by(time.monotonic() + seconds * SEARCHED, seconds * PROVED))
    return solve(question, SearchOptions(seconds=seconds * PROVED)) if kind == "solve" else HANDLERS[kind](question)


def _ending_by(end: float, seconds: float) -> SearchOptions:
    """Searches that all end by then, and so many seconds for a theorem; what is not found raises OutOfReach."""

    def run(work: Work) -> Any:
        from grundy.runs.loop import run_with_limits

        outcome = run_with_limits(work, time_limit=max(LEAST_SEARCHED, end - time.monotonic()))
        if outcome.status == "out of time":
            raise OutOfReach(
                "who wins was not found in the time that a question has here; it can be played all the same"
            )
        return outcome.require()

    return SearchOptions(run=run, seconds=seconds)


def refuse(expected: str, found: str) -> BadText:
    """A question that is not one."""
    return BadText([Finding(1, 1, expected, found, "<question>")])


# Reading a question.


def _components(question: Question) -> list[tuple[str, str]]:
    """The games and positions of a question, as texts of bounded length."""
    if "components" in question:
        given = question["components"]
        if "game" in question or "position" in question:
            raise refuse("components, or a game and a position", "both")
        if not isinstance(given, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in given):
            raise refuse("components as a list of [game, position]", type(given).__name__)
        pairs = [(game, text) for game, text in given]
    else:
        pairs = [(question.get("game"), question.get("position", ""))]
    if not 1 <= len(pairs) <= MOST_COMPONENTS:
        raise refuse(f"1 to {MOST_COMPONENTS} components", str(len(pairs)))
    for game, text in pairs:
        if not isinstance(game, str) or not isinstance(text, str):
            raise refuse("the game and the position as texts", f"{type(game).__name__} and {type(text).__name__}")
    size = sum(len(game) + len(text) for game, text in pairs)
    if size > MOST_CHARACTERS:
        raise refuse(f"at most {MOST_CHARACTERS:,} characters", f"{size:,}")
    return pairs


def _position(question: Question) -> Position:
    loopy = question.get("play") == "loopy"
    components: list[Component] = []
    for game, text in _components(question):
        components += parse_position(game, Text(text, "<argument>"), loopy).components
    return Position(tuple(components))


def _play(question: Question) -> Convention:
    play: Any = question.get("play", "normal")
    if play not in ("normal", "misere", "loopy"):
        raise refuse("play to be normal, misere or loopy", repr(play)[:40])
    return play  # type: ignore[no-any-return]


def _turn(question: Question) -> Turn:
    must: Any = question.get("must")
    places: Places | None = None
    if must is not None:
        if not isinstance(must, list) or not all(
            isinstance(p, list) and len(p) == 2 and all(type(n) is int for n in p) for p in must
        ):
            raise refuse("must as a list of [component, place]", type(must).__name__)
        places = frozenset((component, place) for component, place in must)
    position = _position(question)
    if places and (unknown := places - {(part.component, part.place) for part in position.parts()}):
        raise refuse("must to name parts of the position as [component, place]", str(list(min(unknown))))
    return Turn(position, _play(question), places)


def _match(question: Question) -> Match:
    """A game from its start, its moves made."""
    turn, moves = _turn(question), question.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise refuse("moves as a list of texts", type(moves).__name__)
    if len(moves) > MOST_MOVES or sum(map(len, moves)) > MOST_CHARACTERS * 3:
        raise refuse(f"at most {MOST_MOVES} moves of {MOST_CHARACTERS * 3:,} characters", f"{len(moves)}")
    typed = Typed("sum", str(turn.position))
    match = Match(typed, [turn], two_players=True, most=MOST_LISTED)
    match.play_all(moves, "<question>")
    return match


def _first(question: Question) -> int:
    """Who makes the first move: 1 unless told."""
    first: Any = question.get("first", 1)
    if first not in (1, 2) or type(first) is not int:
        raise refuse("first as 1 or 2", repr(first)[:40])
    return first


def _count(question: Question, key: str, most: int, usual: int) -> int:
    value: Any = question.get(key, usual)
    if type(value) is not int or not 0 <= value <= most:
        raise refuse(f"{key} as a number from 0 to {most:,}", repr(value)[:40])
    return value


# The handlers.


def solve(question: Question, options: SearchOptions = DEFAULT_OPTIONS) -> dict[str, Any]:
    """The object of `grundy solve --json`."""
    play, moves = _play(question), _count(question, "moves", 10_000, 1_000)
    result = result_of(_position(question), play == "misere", play == "loopy", options)
    form = ["--json", *(["--moves", str(moves)] if "moves" in question else [])]
    return result.as_dict(moves) | made_by(solving(result, *form))


def game(question: Question) -> dict[str, Any]:
    """A game as its page draws it, before anything is solved: its boards after its moves, and all moves now.

    With `start` as true also its start as data, from which a page without a server plays on; None where it has none.
    """
    match, first = _match(question), _first(question)
    told, _ = _drawn(match, match.played(first), first)
    return told | ({"start": _start(match.turns[0].position)} if question.get("start") is True else {})


def _start(position: Position) -> dict[str, Any] | None:
    return start_of(position) or heap_start_of(position, _has_sequence(position))


def look(question: Question, options: SearchOptions = DEFAULT_OPTIONS) -> dict[str, Any]:
    """The same, who wins, by which moves and why."""
    return look_at(_match(question), options, _first(question))


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
        told["why"] = _why(result)
    best = [choice for choice in listed or [] if choice.move in good][:WINNING]
    others = [choice for choice in listed or [] if choice.move not in good][: LISTED - len(best)]
    shown = best + others
    values = [None] * len(shown) if result is None else values_left(result, shown, good)
    told["moves"] = [
        _told_move(played, choice, _is_won(result, choice, good), left)
        for choice, left in zip(shown, values, strict=True)
    ]
    told["more"] = listed is None or len(told["moves"]) < len(listed)
    if listed is None and result is not None:
        told["best"] = [move.sentence() for move in islice(result.winning_moves, 20)]
    return told


def course(question: Question, options: SearchOptions = DEFAULT_OPTIONS) -> dict[str, Any]:
    """Who wins each position of a game: "first" is whoever is to move there; None where that was not found in time."""
    winners: list[str | None] = []
    for turn in _match(question).turns[::-1]:  # the last are the smallest
        try:
            winners.append(answer_of(turn, options).winner)
        except OutOfReach:
            winners.append(None)
    return {"winners": winners[::-1]}


def _drawn(match: Match, played: Played, first: int) -> tuple[dict[str, Any], list[Choice] | None]:
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
        listed: list[Choice] | None = _listed(match.turns[-1])
    except OutOfReach as problem:
        listed, told["refused"] = None, without_options(str(problem))
    unplayed = len(played.scenes) == len(start.components) and not match.made
    told["boards"] = [
        told_scene(number, scene, [item for at, item in played.last if at == number - 1], component)
        for number, (scene, component) in enumerate(
            zip(played.scenes, start.components if unplayed else [None] * len(played.scenes), strict=True), 1
        )
    ]
    told["history"] = _history(match, first)
    told["turn"] = _player(match, len(match.made), first)
    told["ask"] = ask_of(played.scenes[0].spec, played.scenes[0].board) if played.scenes else ""
    told["must"] = sorted(map(list, match.turns[-1].must or ())) or None
    told["moves"] = [_told_move(played, choice, None) for choice in (listed or [])[:LISTED]]
    told["move_count"] = len(listed) if listed is not None else None
    told["more"] = listed is None or len(listed) > LISTED
    return told, listed


def _player(match: Match, number: int, first: int) -> int:
    """Who makes a move of a game, 1 or 2, if the first is made by `first`."""
    return first if match.player(number) == match.player(0) else 3 - first


def _history(match: Match, first: int) -> list[dict[str, Any]]:
    """The moves that were made: by whom, and in words."""
    found, played = [], begun(match.turns[0].position)
    for number, (choice, way) in enumerate(zip(match.made, match.ways, strict=True)):
        player = _player(match, number, first)
        says = played.words(choice)
        played = played.after(choice, way, player)
        found.append({"says": says, "text": written(choice.move, way), "player": player})
    return found


def _is_won(result: Result | None, choice: Choice, good: Collection[Move]) -> bool | None:
    """Whether a move wins; None: nobody knows."""
    if result is None or (choice.move not in good and not result.winning_moves.exact):
        return None
    return choice.move in good


def _listed(turn: Turn) -> list[Choice]:
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
    match = _match(question)
    turn = match.turns[-1]
    listed = _listed(turn)
    if not listed:
        return {"move": None}
    return {"move": _told_move(match.played(), chosen(turn, listed, Random(), blunder, options), None)}


def sequence(question: Question) -> dict[str, Any]:
    """The object of `grundy sequence --json`."""
    from grundy.answering.sequence import first_values, how_known

    rule = _rule(question)
    upto = _count(question, "to", SEQUENCE, 99)
    values = [int(value) for value in first_values(rule, upto + 1)]
    told = {"game": rule.spec, "start": 0, "values": values, "evidence": how_known(rule, upto + 1).as_dict()}
    return told | made_by(("sequence", rule.spec, "--to", str(upto), "--json"))


def period(question: Question) -> dict[str, Any]:
    """The object of `grundy period --json`."""
    from grundy.answering.sequence import period as period_of
    from grundy.api.known import same_values

    rule = _rule(question)
    result = period_of(rule, _plain_limit(rule))
    known = result.values if len(result.values) else None
    result = replace(result, values_of=same_values(rule, result.heaps_computed, known))
    return result.as_dict() | made_by(("period", rule.spec, "--json"))


def rule(question: Question) -> dict[str, Any]:
    """What the page of a rule shows: values of heaps, their period, patterns, a picture; or a table of pairs."""
    found = _rule(question)
    return _values_of(found) | {"position": _to_play(found)}


def _values_of(found: Rule) -> dict[str, Any]:
    if found.arity == 1 and found.space.contains(0):
        return told_sequence(found)
    if found.arity == 2:
        return told_table(found)
    return {"rule": found.spec, "numbers": found.arity}


def _to_play(found: Rule) -> str | None:
    """A position of a rule as text; None where none is known to be one."""
    game = GAMES.get(found.spec.partition(":")[0])
    for text in ("7 8" if found.arity == 1 else " ".join(["5"] * found.arity), game.example[1] if game else ""):
        with suppress(GrundyError):
            parse_position(found.spec, Text(text, "<argument>"))
            return text
    return None


def _rule(question: Question) -> Rule:
    if len(pairs := _components(question)) != 1:
        raise refuse("one game", str(len(pairs)))
    return parse_rule(pairs[0][0])


def told_sequence(found: Rule) -> dict[str, Any]:
    from grundy.patterns.table import read_table
    from grundy.show.svg import sequence_svg

    values = values_in_time(found, range(SEQUENCE))
    repeats = _repetition(found, values)
    seen = repeats["period"], repeats["preperiod"], repeats["saltus"]
    if repeats["observed"]:
        seen = tuple(repeats["observed"][key] for key in ("period", "preperiod", "saltus"))
    p, e, _ = seen
    summary = read_table(values)
    return {
        "rule": found.spec,
        "numbers": 1,
        "values": values[:400],
        "computed": len(values),
        "evidence": _known(found, len(values)).as_dict(),
        "period": repeats,
        "patterns": [pattern.as_dict() for pattern in summary.patterns[:3]],
        "losing": [int(place) for place in summary.p_first[:24] if isinstance(place, int)],
        "svg": sequence_svg(values[: max(120, min(400, (e or 0) + 3 * (p or 0)))], p, e or 0),
    } | made_by(("sequence", found.spec, "--to", str(len(values) - 1)))


def values_in_time(found: Rule, states: Any) -> list[int]:
    """Values of heaps 0, 1, 2, ... by the definition, as many as there is time for; at least one."""
    from grundy.model.definition import Memo, state_values

    if found.shape is not None:
        from grundy.answering.sequence import first_values

        most = _plain_limit(found) or len(states)
        return [int(value) for value in first_values(found, min(most, len(states)))]
    values: list[int] = []
    memo: Memo = {}
    end = time.monotonic() + SEQUENCE_SECONDS
    for state in states:
        value = state_values(found, [state], memo)[state]
        assert isinstance(value, int)
        values.append(value)
        if time.monotonic() > end:
            break
    return values


def _repetition(found: Rule, values: list[int]) -> dict[str, Any]:
    """What `grundy period` says, from the values that are known."""
    from grundy.answering.sequence import period as period_of
    from grundy.engines.heap.periods import observed
    from grundy.model.period import PeriodResult

    if found.shape is not None:
        return period_of(found, _plain_limit(found) or PERIOD).as_dict()
    seen = observed(values)
    computed = f"the nim-values of heaps 0 to {len(values) - 1}"
    if seen is None:
        result = PeriodResult(found.spec, "none", None, len(values), Evidence("computed", computed))
    else:
        result = PeriodResult(found.spec, "observed", seen, len(values), Evidence("observed", computed))
    return result.as_dict()


def _plain_limit(found: Rule) -> int | None:
    """How many heaps plain Python computes, where NumPy is missing, as in a browser; None: kernels go further."""
    from grundy.engines.heap.octal.values import plain_heaps

    return plain_heaps(found.shape) if isinstance(found.shape, Digits) and find_spec("numpy") is None else None


def told_table(found: Rule) -> dict[str, Any]:
    """Values of pairs in a square, a larger one as long as there is time."""
    from grundy.model.definition import Memo, state_values

    memo: Memo = {}
    end = time.monotonic() + SEQUENCE_SECONDS
    side = 0
    known: dict[State, int] = {}
    while side < 24 and time.monotonic() < end:
        side += 1
        edge: list[State] = [*((side - 1, b) for b in range(side)), *((a, side - 1) for a in range(side - 1))]
        known |= state_values(found, edge, memo)  # type: ignore[arg-type]
    rows = [[known[a, b] for b in range(side)] for a in range(side)]
    lost = [[a, b] for a in range(side) for b in range(side) if not rows[a][b]]
    evidence = DEFINITION.as_dict()
    seen = _patterns_of(rows)
    told = {"rule": found.spec, "numbers": 2, "rows": rows, "losing": lost[:40], "evidence": evidence, "patterns": seen}
    return told | made_by(("table", found.spec, "--box", f"{side}x{side}", "--show", f"0:{side},0:{side}"))


def _patterns_of(rows: list[list[int]]) -> list[dict[str, object]]:
    """What is seen in a table of pairs; nothing where NumPy is missing, as in a browser."""
    if find_spec("numpy") is None:
        return []
    from grundy.patterns.table import read_table

    return [pattern.as_dict() for pattern in read_table(rows).patterns[:3]]


def _known(found: Rule, count: int) -> Evidence:
    """How the values of heaps on the page of a rule are known."""
    if found.shape is None:
        return DEFINITION
    from grundy.answering.sequence import how_known

    return how_known(found, count)


# Telling.


def _texts(component: Component) -> list[str]:
    return [component.rule.spec, component.rule.space.write(component.states)]


def _told_move(played: Played, choice: Choice, wins: bool | None, value: int | None = None) -> dict[str, Any]:
    """A move, what becomes of its component, and what it touches on one of the boards, in each of its ways."""
    scene, ways = played.ways(choice)
    return {
        "says": played.words(choice),
        "text": str(choice.move),
        "component": scene + 1,
        "becomes": [_texts(component) for component in left_of(played.position, choice)],
        "next": choice.next,
        "must": sorted(map(list, choice.after.must)) if choice.after.must is not None else None,
        "wins": wins,
        "left": _exact(value),
        "spots": ways,
    }


def _why(result: Result) -> dict[str, Any] | None:
    """The summands with their values in binary, their XOR, and what the first winning moves do to it."""
    if result.values is None:
        return None
    summands = list(islice(result.summands(), 100))
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
    "sequence": sequence,
    "period": period,
    "rule": rule,
}
PLAYED: dict[str, Callable[[Question, SearchOptions], dict[str, Any]]] = {
    "look": look,
    "reply": reply,
    "course": course,
}
