"""A position's question, answered: who wins, with what value, by which moves."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from grundy.engines.consistent import agreement, consistent, require_steady
from grundy.engines.dispatch import Question, Wanted, answer
from grundy.engines.engine import Answer, listed
from grundy.engines.search.way import PLAIN_WAY, Way, is_searched
from grundy.errors import BadRule, OutOfReach
from grundy.model.definition import (
    MOST_POSITIONS,
    Memo,
    check_play,
    misere_outcomes,
    multiset_after,
    require_same_sums,
)
from grundy.model.move import Move
from grundy.model.option import State
from grundy.model.play import (
    Infinity,
    Loony,
    PlayName,
    Value,
    add,
    misere_nim,
    misere_nim_target,
    nim_sum,
    winner,
)
from grundy.model.result import Evidence, Result, WinningMoves, joint
from grundy.model.rule import Part, Position, Rule
from grundy.model.shapes import BitMoves, Masks, Moves, Sets, Strips
from grundy.runs.chunk import Chunk

NOTHING = Evidence("proved", "no part can be moved in")
NO_MOVES = WinningMoves(0, lambda: iter(()))


def solve(position: Position, misere: bool = False, loopy: bool = False, way: Way = PLAIN_WAY) -> Result:
    """Who wins a position, its nim-value, and every winning move.

    Args:    misere: whoever cannot move wins, instead of losing.
             loopy: play may come back to a position and then be drawn (small positions only).
             way: how boards and graphs are searched: method, memory, and who runs the work.
    Returns: the result; `as_dict()` is the object that the command line prints with --json.
    Raises:  OutOfReach: too large; BadRule: a cycle, or a play that a rule is not valid for.

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
        check_play(position, "misere")
        require_steady(position)
        return consistent(_misere(position, way))
    play: PlayName = "loopy" if loopy else "normal"
    check_play(position, play)
    require_steady(position)

    def found() -> Result:
        return _by_values(position, play, way)

    rules = _rules([position])
    searched = not loopy and any(is_searched(rule.data) for rule in rules)
    return consistent(found() if searched else _within(way, rules, found))


def _within(way: Way, rules: Sequence[Rule], found: Callable[[], Result]) -> Result:
    """What takes no chunks, within the limits of a way: the loop hears them, and Ctrl-C, beside it.

    A rule that is code may never come to an end, so that is run so without limits, too.
    """
    endless = way is not PLAIN_WAY and any(rule.data is None and rule.theory is None for rule in rules)
    if not way.bounded and not endless:
        return found()

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Result]:
        yield Chunk(0, 0, "positions", {}, "nothing yet")
        return found()

    result: Result = way.run(work)
    return result


def winners(positions: Sequence[Position], misere: bool = False, way: Way = PLAIN_WAY) -> list[bool]:
    """For each of many positions, whether the first player wins; values are asked for all at once."""
    if misere:
        return [solve(position, misere=True).winner == "first" for position in positions]
    values, _ = _values(positions, "normal", way)
    return [winner(add(value for part in parts for value in part)) == "first" for parts in values]


def move_counts(positions: Sequence[Position], way: Way = PLAIN_WAY) -> list[int]:
    """For each of many positions, how many moves win."""
    values, answers = _values(positions, "normal", way)
    return [
        agreement(p, [value for component in v for value in component], _moves(p, v, answers).count)
        for p, v in zip(positions, values, strict=True)
    ]


Values = tuple[tuple[Value, ...], ...]
Answers = dict[Rule, Answer]


def _rules(positions: Sequence[Position]) -> list[Rule]:
    return list(dict.fromkeys(component.rule for position in positions for component in position.components))


def _values(
    positions: Sequence[Position], play: PlayName, way: Way = PLAIN_WAY, wanted: Wanted = "values"
) -> tuple[list[Values], Answers]:
    """For each position and component, the values of its states; and for each rule what its engine answered."""
    asked: dict[Rule, list[State]] = {}
    for position in positions:
        for component in position.components:
            asked.setdefault(component.rule, []).extend(component.states)
    answers = {rule: answer(Question(rule, states, play, wanted, way)) for rule, states in asked.items()}
    values: dict[Rule, Iterator[Any]] = {rule: iter(found.values) for rule, found in answers.items()}
    return [
        tuple(
            tuple(value for _, value in zip(component.states, values[component.rule], strict=False))
            for component in position.components
        )
        for position in positions
    ], answers


def _by_values(position: Position, play: PlayName, way: Way) -> Result:
    parts = list(position.parts())
    (values,), answers = _values([position], play, way, "winner" if len(parts) == 1 else "values")
    if len(parts) == 1 and values[parts[0].component - 1][0] is None:
        return _by_winner(position, parts[0], answers[parts[0].rule])
    total = add(value for component in values for value in component)
    pieces = [found.evidence for found in answers.values()] or [NOTHING]
    moves = _moves(position, values, answers)
    summands = _summands(position, values, answers)
    return Result(position, play, winner(total), total, moves, joint(pieces), values, summands)


def _summands(position: Position, values: Values, answers: Answers) -> Callable[[], list[tuple[str, Value]]]:
    """What the value of a position is the sum of, in words: its parts, or what an engine knows they consist of."""

    def summands() -> list[tuple[str, Value]]:
        named: list[tuple[str, Value]] = []
        flat = [value for component in values for value in component]
        for part, value in zip(position.parts(), flat, strict=True):
            prefix = f"{part.rule.spec}: " if len(position.components) > 1 else ""
            inner = answers[part.rule].summands(part.state)
            where = f"{part.rule.space.place} {part.place}: " if part.rule.space.place else ""
            named += [(f"{prefix}{where}{name}", worth) for name, worth in inner] or [
                (f"{prefix}{where}{part.rule.space.told(part.state)}", value)
            ]
        return named

    return summands


def _moves(position: Position, values: Values, answers: Answers) -> WinningMoves:
    """The moves that leave a total of 0."""
    flat = [value for component in values for value in component]
    if winner(add(flat)) == "first":
        return _leaving(position, _rests(flat), answers)
    if any(isinstance(rule.data, Sets | Strips | Masks | BitMoves) for rule in _rules([position])):
        return NO_MOVES  # a search found 0 by refuting every move, and might have to do so again
    try:
        return _leaving(position, _rests(flat), answers)  # none, if the values are right
    except OutOfReach:
        return NO_MOVES


def _leaving(position: Position, rests: Sequence[Value], answers: Answers) -> WinningMoves:
    """The moves in each part that win with its rest beside; equal questions are asked once."""
    parts = list(position.parts())
    found = [answers[component.rule] for component in position.components]

    @cache
    def moves_of(component: int, state: State, rest: Value) -> Moves:
        rule = position.components[component - 1].rule
        if isinstance(rest, Loony) and (rule.data is not None or rule.theory is not None):
            return listed([])  # rules of a shape never entail, and whatever else is left is the opponent's
        return found[component - 1].moves_to(state, rest)

    each_part = list(zip(parts, rests, strict=True))

    def each() -> Iterator[Move]:
        for part, rest in each_part:
            for labels in moves_of(part.component, part.state, rest):
                yield position.move(part, labels)

    return WinningMoves(sum(moves_of(part.component, part.state, rest).count for part, rest in each_part), each)


def _rests(values: list[Value]) -> list[Value]:
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


def _by_winner(position: Position, part: Part, found: Answer) -> Result:
    """Winner and moves of a lone state whose value is out of reach: it is not 0, or that would be known."""
    moves = found.moves_to(part.state, 0)
    winning = WinningMoves(moves.count, lambda: (position.move(part, labels) for labels in moves))
    return Result(position, "normal", "first", None, winning, found.evidence)


def _misere(position: Position, way: Way) -> Result:
    if any(isinstance(component.rule.data, Sets | Strips) for component in position.components):
        from grundy.engines.search.misere import answer as searched

        result = searched(position, way)
        if result is not None:
            return result
    rules = [part.rule for part in position.parts()]
    if len(rules) == 1 and rules[0].data is None and rules[0].theory is None:
        from grundy.engines.definition import FEW_POSITIONS
        from grundy.engines.search import misere_own

        found = (partial(_misere_unsearched, position, most) for most in (FEW_POSITIONS, MOST_POSITIONS))
        return misere_own.answer(position, way, *found)
    return _within(way, _rules([position]), lambda: _misere_unsearched(position))


def _misere_unsearched(position: Position, most: int = MOST_POSITIONS) -> Result:
    if all(_follows_misere_nim(component.rule) for component in position.components):
        return _misere_by_values(position)
    live = [part for part in position.parts() if any(True for _ in part.rule.options(part.state))]
    if live and all(_follows_misere_nim(part.rule) for part in live):  # what cannot be moved is a heap of 0
        return _misere_by_values(position)
    theory = live[0].rule.theory if len(live) == 1 else None
    if theory and theory.misere:
        part = live[0]
        wins, moves = theory.misere(part.state)
        found = WinningMoves(moves.count, lambda: (position.move(part, labels) for labels in moves))
        evidence = Evidence("proved", theory.misere_source)
        return Result(position, "misere", "first" if wins else "second", None, found, evidence)
    from grundy.engines.misere.answer import answer as by_parts

    return by_parts(position, lambda rule, states: answer(Question(rule, states))) or _misere_by_search(position, most)


def _follows_misere_nim(rule: Rule) -> bool:
    return rule.theory is not None and bool(rule.theory.misere_nim)


def _misere_by_values(position: Position) -> Result:
    """Misère play that follows misère Nim on the nim-values."""
    (values,), answers = _values([position], "normal")
    flat = [value for component in values for value in component]
    sizes = [value for value in flat if isinstance(value, int)]
    first = misere_nim(sizes)
    total, big = nim_sum(sizes), sum(size > 1 for size in sizes)
    pieces = [found.evidence for found in answers.values()]
    rests = [misere_nim_target(total ^ size, big > (size > 1)) for size in sizes]
    moves = _leaving(position, rests, answers) if first else NO_MOVES
    theories = [component.rule.theory for component in position.components]
    pieces += [Evidence("proved", theory.misere_nim) for theory in theories if theory and theory.misere_nim]
    return Result(
        position,
        "misere",
        "first" if first else "second",
        None,
        moves,
        joint(pieces or [NOTHING]),
        values,
        _summands(position, values, answers),
    )


def _misere_by_search(position: Position, most: int) -> Result:
    memo: Memo = {}
    counts = dict(position.multiset())
    root = frozenset(counts.items())
    first = misere_outcomes([root], memo, most)[root]
    require_same_sums(memo)
    if first:  # the search of the root ended at the first move that wins
        for rule, state in counts:
            misere_outcomes([multiset_after(counts, (rule, state), o.parts) for o in rule.options(state)], memo, most)
    asked: dict[tuple[Rule, State], Moves] = {}
    for rule, state in counts:
        asked[rule, state] = listed(
            [
                rule.labels(option)
                for option in rule.options(state)
                if not memo.get(multiset_after(counts, (rule, state), option.parts), True)
            ]
        )

    def each() -> Iterator[Move]:
        for part in position.parts():
            for labels in asked[part.rule, part.state]:
                yield position.move(part, labels)

    count = sum(asked[part.rule, part.state].count for part in position.parts())
    evidence = Evidence("computed", "the definition: every sum of parts below, nothing cancelled")
    return Result(position, "misere", "first" if first else "second", None, WinningMoves(count, each), evidence)
