"""A position's question, answered by the engines: who wins, with what value, by which moves.

Whoever answers a user asks `grundy.api.answers`, which knows theorems beside the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from typing import Any, Protocol, TypeVar

from grundy.answering.ask import ask, outcome, outcomes
from grundy.answering.conditions import may_move, tells_winners
from grundy.answering.consistent import agreement, consistent
from grundy.engines.engine import Answer, Normal
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions, is_searched
from grundy.engines.question import Wanted
from grundy.engines.steady import require_steady, require_steady_states
from grundy.engines.sums import NO_MOVES, NOTHING, Answers, Values, leaving, rests_of, summands, values_of
from grundy.errors import BadRule, OutOfReach, Stopped
from grundy.model.convention import Convention, Value, Winner, add, mex, nim_sum, winner
from grundy.model.definition import check_convention
from grundy.model.evidence import Evidence, WinningMoves, joint
from grundy.model.known import NO_MOVES as NONE_KNOWN
from grundy.model.known import Known, exactly, facts_of, first_wins, mex_of, pad_facts, tell, together
from grundy.model.move import Move
from grundy.model.option import Option, State
from grundy.model.progress import describer, report_deduced
from grundy.model.result import Result
from grundy.model.rule import Part, Position, Rule, shortened
from grundy.model.shapes import BitmaskMoves, Compound, Digits, Masks, Strips, Subsets, Twist
from grundy.runs.chunk import Chunk

MOST_OPTIONS = 100_000  # of a position, where each is listed
WINNER: Wanted = "winner"
WHO: Wanted = "who"
VALUES: Wanted = "values"
STOPPED = Evidence("computed", "a search that was stopped")

Found = TypeVar("Found")


class Asking(Protocol):
    """What answers for states of a rule where values add: the engines, or what knows more than they do."""

    def __call__(
        self, rule: Rule, states: Sequence[State], play: Convention, wanted: Wanted, options: SearchOptions, /
    ) -> Answer: ...


def ask_engines(
    rule: Rule, states: Sequence[State], play: Convention, wanted: Wanted, options: SearchOptions, /
) -> Answer:
    """What the engines answer; a rule that is code is first seen to list the same options twice."""
    require_steady_states(rule, states)
    return ask(rule, states, play, wanted, options)


def solve(
    position: Position,
    misere: bool = False,
    loopy: bool = False,
    options: SearchOptions = DEFAULT_OPTIONS,
    asking: Asking = ask_engines,
) -> Result:
    """Who wins a position, its nim-value, and every winning move.

    Args:    misere: whoever cannot move wins, instead of losing.
             loopy: play may come back to a position and then be drawn (small positions only).
             options: how boards and graphs are searched: method, memory, and who runs the work.
             asking: what answers for the parts where values add.
    Returns: the result; `as_dict()` is the object that the command line prints with --json.
    Raises:  OutOfReach: too large; BadRule: a cycle, or a convention that a rule is not valid for.

    >>> from grundy import nim
    >>> result = solve(nim(3, 4, 5))
    >>> result.winner, result.nim_value, [str(move) for move in result.winning_moves]
    ('first', 2, ['pile 1, take 2'])
    """
    if misere and loopy:
        raise BadRule(
            f"{position}: expected misère or loopy play, found both; draws are only known in normal play, so leave one "
            "of the two (--misere, --loopy) out"
        )
    if misere:
        check_convention(position, "misere")
        require_steady(position)
    convention: Convention = "misere" if misere else "loopy" if loopy else "normal"
    check_convention(position, convention)
    if misere:
        require_steady(position)

    def found() -> Result:
        return outcome(position, options) if misere else _by_values(position, convention, options, asking)

    rules = _rules(position)
    alone = misere or (not loopy and any(is_searched(rule.shape) for rule in rules))  # which runs its work itself
    try:
        return consistent(found() if alone else _within(options, rules, found))
    except (OutOfReach, KeyboardInterrupt) as stop:
        return so_far(position, convention, facts_of(stop, 1)[0], stop)


def so_far(position: Position, convention: Convention, known: Known, stop: BaseException) -> Result:
    """The answer where the work was stopped, if it is known who wins.

    Raises:  `stop`, which carries what is known: nobody knows who wins, or a person stopped the work.
    """
    tell(stop, [known])
    if known.winner is None or not isinstance(stop, OutOfReach):
        raise stop
    resume = stop.resume if isinstance(stop, Stopped) else ""
    evidence = joint(list(known.evidence) or [STOPPED])
    moves = known.moves if isinstance(known.moves, WinningMoves) else NONE_KNOWN
    moves = NO_MOVES if known.winner == "second" else moves
    open_value = convention == "normal" and known.nim_value is None
    value = known.nim_value if convention == "normal" else None
    unlisted = "" if open_value or moves.exact or isinstance(stop, Stopped) else str(stop)
    return Result(
        position, convention, known.winner, value, moves, evidence,
        known_so_far=known if open_value else None, resume=resume, unlisted=unlisted,
    )  # fmt: skip


def _within(options: SearchOptions, rules: Sequence[Rule], compute: Callable[[], Found]) -> Found:
    """What takes no chunks, within the limits of the options: the loop hears them, and Ctrl-C, beside it.

    A rule that is code may never come to an end, so that is run so without limits, too.
    """
    endless = options is not DEFAULT_OPTIONS and any(rule.shape is None and rule.theory is None for rule in rules)
    if not (options.bounded or options.estimate or endless):
        return compute()

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Found]:
        now = describer()
        yield Chunk(0, 0, "positions", {}, "the work has begun", now=now, facts_now=now.facts)
        return compute()

    result: Found = options.run(work)
    return result


def winners(
    positions: Sequence[Position],
    convention: Convention,
    options: SearchOptions = DEFAULT_OPTIONS,
    asking: Asking = ask_engines,
) -> list[Winner]:
    """Who wins each of many positions, where values add: values are asked for all at once, of a lone part the winner.

    Raises:  BadRule: a convention that a rule is not valid for. OutOfReach.
    """
    _require_valid(positions, convention)
    telling = any(tells_winners(rule) or isinstance(rule.shape, Digits) for rule in rules_of(positions))
    alone = [place for place, position in enumerate(positions) if lone_part(position)] if telling else []
    ask = {wanted: _asking(convention, wanted, options, asking) for wanted in (WHO, VALUES)}
    if not alone:
        return _some_winners(positions, ask[VALUES])
    lone = set(alone)
    others = [place for place in range(len(positions)) if place not in lone]
    by_place: dict[int, Winner] = {}
    for wanted, places in ((WHO, alone), (VALUES, others)):
        by_place.update(zip(places, _some_winners([positions[place] for place in places], ask[wanted]), strict=True))
    return [by_place[place] for place in range(len(positions))]


def who_wins(
    position: Position, options: SearchOptions = DEFAULT_OPTIONS, asking: Asking = ask_engines
) -> tuple[Winner, Evidence]:
    """Who wins one position where values add, and how that is known; of a lone part the value need not be known."""
    _require_valid([position], "normal")
    wanted = WHO if lone_part(position) else VALUES
    try:
        (values,), answers = values_of([position], _asking("normal", wanted, options, asking))
    except OutOfReach as stop:
        (known,) = facts_of(stop, 1)
        if known.winner is None:
            raise
        return known.winner, joint(list(known.evidence) or [STOPPED])
    return _winner(values), joint([answer.evidence for answer in answers.values()] or [NOTHING])


def _some_winners(positions: Sequence[Position], ask: Normal) -> list[Winner]:
    """Who wins each of many positions, by the values or what else is known of their parts."""
    try:
        values, _ = values_of(positions, ask)
    except OutOfReach as stop:
        winners = [fact.winner for fact in facts_of(stop, len(positions))]
        if None in winners:
            raise
        return [position_winner for position_winner in winners if position_winner is not None]
    return [_winner(each) for each in values]


def _winner(values: Values) -> Winner:
    """Who wins a position with parts of these values; of a lone part that the first player wins there may be none."""
    flat = [value for component in values for value in component]
    return "first" if None in flat else winner(add(flat))


def rules_of(positions: Iterable[Position]) -> list[Rule]:
    """The rules of many positions; of equal ones that are made anew more than one may be there."""
    return list({id(part.rule): part.rule for position in positions for part in position.components}.values())


def _require_valid(positions: Sequence[Position], convention: Convention) -> None:
    """Raise BadRule where a rule is not valid for a convention."""
    if any(convention not in rule.conventions for rule in rules_of(positions)):
        for position in positions:
            check_convention(position, convention)


def misere_winners(positions: Sequence[Position], options: SearchOptions = DEFAULT_OPTIONS) -> list[Winner | None]:
    """Who wins each of many positions in misère play; None where no theorem tells it of many at once.

    Raises:  BadRule: a convention that a rule is not valid for. OutOfReach.
    """
    _require_valid(positions, "misere")
    return outcomes(positions, options)


def winning_move_counts(
    positions: Sequence[Position], options: SearchOptions = DEFAULT_OPTIONS, asking: Asking = ask_engines
) -> list[int]:
    """Count the winning moves of each of many positions, in normal play."""
    _require_valid(positions, "normal")
    values, answers = values_of(positions, _asking("normal", VALUES, options, asking))
    return [
        agreement(p, [value for component in v for value in component], _moves(p, v, answers).count)
        for p, v in zip(positions, values, strict=True)
    ]


def option_values(
    position: Position, options: SearchOptions = DEFAULT_OPTIONS, asking: Asking = ask_engines
) -> tuple[list[Move], list[int], Evidence]:
    """Every move of a position, the nim-value of the option that it leads to, and how these are known; in normal play.

    The values of all parts that a move can leave are asked for at once, so that a search that is stopped keeps those
    that are known. That of a part beside a move is the mex of its own options, which are all there.

    Raises:  OutOfReach: too large, or too many moves. BadRule: a cycle, or moves that do not pass the turn. What is
             known of the option of each move, where the work is stopped or only a winner is known, is told.
    """
    check_convention(position, "normal")
    require_steady(position)
    moves = every_move(position)
    states_by_rule: dict[Rule, dict[State, None]] = {}
    for part, option in moves:
        states_by_rule.setdefault(part.rule, {}).update(dict.fromkeys(option.parts))
    rules = list(states_by_rule)
    answers: dict[Rule, Answer] = {}

    def so_far(rule: Rule, facts: Sequence[Known]) -> list[Known]:
        """What is known of each option, from the answers and what is known of the first states of one more rule."""
        by_state = {(rule, state): fact for state, fact in zip(states_by_rule[rule], facts, strict=False)}
        for answered, answer in tuple(answers.items()):
            for state, value in zip(states_by_rule[answered], answer.values, strict=True):
                by_state[answered, state] = (
                    exactly(value, (answer.evidence,)) if isinstance(value, int) else first_wins()
                )
        return _known_options(moves, by_state)

    def found() -> None:
        for rule in rules:
            with report_deduced(partial(so_far, rule)):
                answers[rule] = asking(rule, list(states_by_rule[rule]), "normal", VALUES, options)

    if any(is_searched(rule.shape) for rule in rules):
        found()
    else:
        _within(options, rules, found)
    values: dict[tuple[Rule, State], int] = {}
    for rule in rules:
        for state, value in zip(states_by_rule[rule], answers[rule].values, strict=True):
            if not isinstance(value, int):
                name = rule.space.describe(state)
                stop = OutOfReach(f"{rule.spec}: {name} has no nim-value that is known, only a winner")
                tell(stop, so_far(rule, ()))
                raise stop
            values[rule, state] = value
    leaves = [nim_sum(values[part.rule, state] for state in option.parts) for part, option in moves]
    below: dict[tuple[int, int], set[int]] = {}
    for (part, _), value in zip(moves, leaves, strict=True):
        below.setdefault((part.component, part.place), set()).add(value)
    mex_at = {place: mex(of_part) for place, of_part in below.items()}
    total = nim_sum(mex_at.values())
    beside = [total ^ mex_at[part.component, part.place] for part, _ in moves]
    evidence = joint([answer.evidence for answer in answers.values()] or [NOTHING])
    return _named(position, moves), [rest ^ value for rest, value in zip(beside, leaves, strict=True)], evidence


def moves_of(position: Position) -> list[Move]:
    """Every move of a position, in the order of the parts and of their options. Raises as `option_values`."""
    return _named(position, every_move(position))


def _named(position: Position, moves: Sequence[tuple[Part, Option]]) -> list[Move]:
    return [position.move_of(part, part.rule.labels(option)) for part, option in moves]


def _known_options(moves: Sequence[tuple[Part, Option]], facts: Mapping[tuple[Rule, State], Known]) -> list[Known]:
    """What is known of the option that each move leads to as a whole, from what is known of parts."""

    @cache
    def left_by(rule: Rule, parts: tuple[State, ...]) -> Known:
        of_parts = [facts.get((rule, state), Known()) for state in parts]
        return of_parts[0] if len(of_parts) == 1 else together(of_parts)

    left = [left_by(part.rule, option.parts) for part, option in moves]
    places = [(part.component, part.place) for part, _ in moves]
    options: dict[tuple[int, int], list[Known]] = {}
    for place, one in zip(places, left, strict=True):
        options.setdefault(place, []).append(one)
    if len(options) < 2:
        return left
    parts = {place: mex_of(each) for place, each in options.items()}
    total = nim_sum(part.nim_value or 0 for part in parts.values())
    is_open = [place for place, part in parts.items() if part.nim_value is None]
    beside = {
        place: together([exactly(total ^ (part.nim_value or 0)), *(parts[one] for one in is_open if one != place)])
        for place, part in parts.items()
    }
    return [together([one, beside[place]]) for place, one in zip(places, left, strict=True)]


def every_move(position: Position) -> list[tuple[Part, Option]]:
    """Every move, in the order of the parts. Raises OutOfReach: too many. BadRule: one keeps the turn."""
    each = ((part, option) for part in position.parts() for option in part.rule.options(part.state))
    moves = list(islice(each, MOST_OPTIONS + 1))
    if len(moves) > MOST_OPTIONS:
        raise OutOfReach(
            f"{shortened(str(position))}: more than {MOST_OPTIONS:,} moves, each of which would be listed; 'grundy "
            "solve' counts those that win"
        )
    for part, option in moves:
        if option.next != "opponent":
            move = position.move_of(part, part.rule.labels(option))
            raise BadRule(
                f"{shortened(str(position))}: {move}: this move says who moves next, so that what it leaves has no "
                "nim-value by itself; 'grundy solve' takes it"
            )
    return moves


def _rules(position: Position) -> list[Rule]:
    return list(dict.fromkeys(component.rule for component in position.components))


def _asking(convention: Convention, wanted: Wanted, options: SearchOptions, asking: Asking) -> Normal:
    return lambda rule, states: asking(rule, states, convention, wanted, options)


def _by_values(position: Position, convention: Convention, options: SearchOptions, asking: Asking) -> Result:
    part = lone_part(position)
    (values,), answers = values_of([position], _asking(convention, WINNER if part else VALUES, options, asking))
    if part:
        answer = answers[part.rule]
        value = values[part.component - 1][part.place - 1]
        if value is None or answer.reasons:
            return by_winner(position, part, value, answer)
    total = add(value for component in values for value in component)
    pieces = [answer.evidence for answer in answers.values()] or [NOTHING]
    fact = exactly(total, (joint(pieces),)) if isinstance(total, int) else Known(winner(total))
    with report_deduced(lambda facts: [fact.narrow(*pad_facts(facts, 1))]):
        moves = _moves(position, values, answers)
    named = summands(position, values, answers)
    engines = tuple(dict.fromkeys(engine for answer in answers.values() for engine in answer.engines))
    return Result(position, convention, winner(total), total, moves, joint(pieces), values, named, engines=engines)


def lone_part(position: Position) -> Part | None:
    """The only part; or the only one in which there may be a move, if its winner may be known where its value is not.

    A part without moves is none; but where values are as soon known, as of a compound, it is not looked for.
    """
    if sum(len(component.states) for component in position.components) < 2:
        parts = list(position.parts())
    elif any(map(tells_winners, _rules(position))):
        parts = list(islice((part for part in position.parts() if may_move(part.rule, part.state)), 2))
        telling = [part for part in parts if tells_winners(part.rule) and not isinstance(part.rule.shape, Compound)]
        parts = telling if len(parts) == 1 else []
    else:
        return None
    return parts[0] if len(parts) == 1 else None


def _moves(position: Position, values: Values, answers: Answers) -> WinningMoves:
    """The moves that leave a total of 0."""
    flat = [value for component in values for value in component]
    if winner(add(flat)) == "first":
        return leaving(position, rests_of(flat), answers)
    if any(isinstance(rule.shape, Subsets | Strips | Masks | BitmaskMoves) for rule in _rules(position)):
        return NO_MOVES  # a search found 0 by refuting every move, and might have to do so again
    try:
        return leaving(position, rests_of(flat), answers)  # none, if the values are right
    except OutOfReach:
        return NO_MOVES


def by_winner(
    position: Position, part: Part, value: Value | None, answer: Answer, convention: Convention = "normal"
) -> Result:
    """Winner and moves of a lone state whose value, unless it is 0, need not be known.

    Args:    value: 0 where the second player wins.
    """
    moves = answer.moves_to(part.state, 0)
    winning = WinningMoves(moves.count, lambda: (position.move_of(part, labels) for labels in moves), moves.exact)
    reasons = answer.reasons

    def why() -> list[str]:
        return reasons(part.state) if reasons else []

    wins: Winner = "second" if value == 0 else "first"
    known = None
    if convention == "misere" or isinstance(part.rule.shape, Twist):  # no summand, so that no number is its nim-value
        value = None
    elif value is None:
        known = first_wins(winning, (answer.evidence,))
    return Result(
        position,
        convention,
        wins,
        value,
        winning,
        answer.evidence,
        reasons=why,
        engines=answer.engines,
        known_so_far=known,
    )
