"""Sums of parts, whose values add: what each is worth, the moves that leave a total, and the summands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from grundy.engines.engine import Answer, Normal, listed
from grundy.engines.options import may_take_long
from grundy.model.convention import Infinity, Loony, Value, add
from grundy.model.definition import MOST_LISTED
from grundy.model.evidence import Evidence, WinningMoves
from grundy.model.known import Known, by_options, exactly, pad_facts, together
from grundy.model.move import Move
from grundy.model.option import State
from grundy.model.progress import report_deduced
from grundy.model.rule import Part, Position, Rule
from grundy.model.shapes import Moves, StringsAndCoins, TopCounters

Values = tuple[tuple[Value, ...], ...]
Answers = dict[Rule, Answer]

NOTHING = Evidence("proved", "no part can be moved in")
NO_MOVES = WinningMoves(0, lambda: iter(()))


def values_of(positions: Sequence[Position], ask: Normal) -> tuple[list[Values], Answers]:
    """For each position and component, the values of its states; and for each rule what its engine answered."""
    states_of: dict[Rule, list[State]] = {}
    for position in positions:
        for component in position.components:
            states_of.setdefault(component.rule, []).extend(component.states)
    answers: Answers = {}
    for rule, states in sorted(states_of.items(), key=lambda each: may_take_long(each[0])):  # what is soon known first
        with report_deduced(partial(_known_sums, positions, states_of, answers, rule)):
            answers[rule] = ask(rule, states)
    answers = {rule: answers[rule] for rule in states_of}
    values: dict[Rule, Iterator[Any]] = {rule: iter(answer.values) for rule, answer in answers.items()}
    return [
        tuple(
            tuple(value for _, value in zip(component.states, values[component.rule], strict=False))
            for component in position.components
        )
        for position in positions
    ], answers


def _known_sums(
    positions: Sequence[Position],
    states_of: Mapping[Rule, Sequence[State]],
    answers: Answers,
    open_rule: Rule,
    of_rule: Sequence[Known],
) -> list[Known]:
    """What is known of each position, from what is known of parts of some rules, the last of which is not answered."""
    facts: dict[Rule, Sequence[Known]] = {open_rule: pad_facts(of_rule, len(states_of[open_rule]))}
    for rule, answer in tuple(answers.items()):
        pieces = (answer.evidence,)
        facts[rule] = [exactly(v, pieces) if isinstance(v, int) else Known() for v in answer.values]
    fact_of = {
        (rule, state): fact for rule, each in facts.items() for state, fact in zip(states_of[rule], each, strict=True)
    }
    return [_known_sum(position, fact_of) for position in positions]


def _known_sum(position: Position, fact_of: Mapping[tuple[Rule, State], Known]) -> Known:
    parts = list(position.parts())
    of_parts = [fact_of.get((part.rule, part.state), Known()) for part in parts]
    if len(parts) == 1:  # a winner may be known whose value need not be a number
        return of_parts[0].with_moves(partial(position.move_of, parts[0]), is_alone=True)
    total = together(of_parts)
    open_parts = [place for place, fact in enumerate(of_parts) if fact.nim_value != 0]
    if len(open_parts) == 1:
        part, fact = parts[open_parts[0]], of_parts[open_parts[0]]
        moves = fact.with_moves(partial(position.move_of, part), is_alone=len(parts) == 1).moves
        total = replace(total, moves=moves)
    return total


def summands(position: Position, values: Values, answers: Answers) -> Callable[[], list[tuple[str, Value]]]:
    """What the value of a position is the sum of, in words: its parts, or what an engine knows they consist of."""

    def each() -> list[tuple[str, Value]]:
        named: list[tuple[str, Value]] = []
        flat = [value for component in values for value in component]
        for part, value in zip(position.parts(), flat, strict=True):
            prefix = f"{part.rule.spec}: " if len(position.components) > 1 else ""
            inner = answers[part.rule].summands(part.state)
            where = f"{part.rule.space.part_name} {part.place}: " if part.rule.space.part_name else ""
            named += [(f"{prefix}{where}{name}", inner_value) for name, inner_value in inner] or [
                (f"{prefix}{where}{part.rule.space.describe(part.state)}", value)
            ]
        return named

    return each


def leaving(position: Position, rests: Sequence[Value], answers: Answers) -> WinningMoves:
    """The moves in each part that win with its rest beside; of equal parts, which have equal rests, once.

    What an engine says of a state is kept, for a search may be behind it; a formula is soon asked again.
    """
    component_moves: list[dict[State, Moves]] = []  # of each component, those that are kept
    soon: list[bool] = []  # and whether those of its other states are soon found again
    count, exact, beside = 0, True, iter(rests)

    def each() -> Iterator[Move]:
        for part, rest in zip(position.parts(), rests, strict=True):
            place = part.component - 1
            if place < len(component_moves):
                moves = component_moves[place].get(part.state)
                if moves is None and soon[place]:
                    moves = answers[part.rule].moves_to(part.state, rest)
                for labels in moves or ():
                    yield position.move_of(part, labels)

    def so_far(rule: Rule, state: State, rest: Value, times: int, of_options: Sequence[Known]) -> list[Known]:
        component_moves[-1][state] = some = _of_options(rule, state, rest, of_options)
        soon[-1] = False
        return [Known(moves=WinningMoves(count + times * some.count, each, exact=False))]

    for component in position.components:
        rule, moves_to = component.rule, answers[component.rule].moves_to
        keeps_turns = isinstance(rule.shape, StringsAndCoins | TopCounters)
        formal = (rule.shape is not None or rule.theory is not None) and not keeps_turns
        quick = rule.theory is not None and moves_to is rule.theory.moves_to
        rest_of = dict(zip(component.states, beside, strict=False))
        component_moves.append({})
        soon.append(quick)
        for state, times in Counter(component.states).items():  # of a million piles few differ
            rest = rest_of[state]
            # of the rules of a shape these alone keep the turn, or name the answer
            with report_deduced(partial(so_far, rule, state, rest, times)):
                moves = listed([]) if formal and isinstance(rest, Loony) else moves_to(state, rest)
            if not quick or isinstance(rest, Loony):
                component_moves[-1][state] = moves
            count += times * moves.count
            exact = exact and moves.exact

    return WinningMoves(count, each, exact)


def _of_options(rule: Rule, state: State, rest: Value, facts: Sequence[Known]) -> Moves:
    """The moves in a state that are known to win, by what is known of its first options, as the rule lists them."""
    options = rule.options(state) if facts else []
    return listed([rule.labels(option) for option, fact in zip(options, facts, strict=False) if fact.nim_value == rest])


def known_by_options(
    rule: Rule, states: Sequence[State], nim_value_of: Callable[[State], int | None], evidence: Evidence
) -> list[Known]:
    """What is known of states of a user's rule before their values are, by the values of parts that are known.

    Work that is stopped must end soon: MOST_LISTED options are looked at in all, those of the first states.
    """
    from grundy.compile.form import surely_ends  # which reads code: no small sum waits for it

    left = MOST_LISTED if surely_ends(rule) else 0  # what may not end nobody could stop
    facts: list[Known] = []
    for state in states:
        value = nim_value_of(state)
        if value is not None:
            facts.append(exactly(value, (evidence,)))
            continue
        options = list(islice(rule.options(state), left))
        facts.append(by_options(options, nim_value_of, rule.labels, len(options) < left, (evidence,)))
        left -= len(options)
    return facts


def rests_of(values: list[Value]) -> list[Value]:
    """For each value, the value of all the others together."""
    if all(isinstance(value, int) for value in values):
        total = add(values)
        assert isinstance(total, int)
        return [total ^ value for value in values]  # type: ignore[operator]
    plain = add(value for value in values if isinstance(value, int))
    special = [value for value in values if isinstance(value, Loony | Infinity)]
    rests: list[Value] = []
    for value in values:
        if isinstance(value, int):
            rests.append(add([plain, value, *special]))
        else:
            others = list(special)
            others.remove(value)
            rests.append(add([plain, *others]))
    return rests


def movable(position: Position) -> list[Part]:
    """The parts in which there is a move."""
    return [part for part in position.parts() if any(True for _ in part.rule.options(part.state))]


def winning(position: Position, moves: Mapping[tuple[Rule, State], Moves]) -> WinningMoves:
    """The moves of a position, from those that win in each kind of part."""

    def each() -> Iterator[Move]:
        for part in position.parts():
            for labels in moves.get((part.rule, part.state), ()):
                yield position.move_of(part, labels)

    counts = (moves[part.rule, part.state].count for part in position.parts() if (part.rule, part.state) in moves)
    return WinningMoves(sum(counts), each)
