"""A position's question, answered: who wins, with what value, by which moves."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from grundy.engines.choose import choose
from grundy.engines.consistent import agreement, consistent, require_steady
from grundy.engines.search.way import PLAIN_WAY, Way, is_searched
from grundy.engines.solver import Solver, listed
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
    Winner,
    add,
    misere_nim,
    misere_nim_target,
    nim_sum,
    winner,
)
from grundy.model.result import Evidence, Result, WinningMoves, joint
from grundy.model.rule import Position, Rule
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
        try:
            return _by_values(position, play, way)
        except OutOfReach:
            result = _by_theorem(position)
            if result is None:
                raise
            return result

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
    values = _values(positions, _solvers(positions, "normal", way))
    return [winner(add(value for part in parts for value in part)) == "first" for parts in values]


def move_counts(positions: Sequence[Position], way: Way = PLAIN_WAY) -> list[int]:
    """For each of many positions, how many moves win."""
    solvers = _solvers(positions, "normal", way)
    values = _values(positions, solvers)
    return [
        agreement(p, [value for component in v for value in component], _moves(p, v, solvers).count)
        for p, v in zip(positions, values, strict=True)
    ]


Values = tuple[tuple[Value, ...], ...]
Solvers = dict[Rule, Solver]


def _solvers(positions: Sequence[Position], play: PlayName, way: Way = PLAIN_WAY) -> Solvers:
    """The engines of a question, which is asked of them to its end: each knows for its moves what it found before."""
    return {rule: choose(rule, play, way) for rule in _rules(positions)}


def _rules(positions: Sequence[Position]) -> list[Rule]:
    return list(dict.fromkeys(component.rule for position in positions for component in position.components))


def _values(positions: Sequence[Position], solvers: Solvers) -> list[Values]:
    """For each position and component, the values of its states."""
    asked: dict[Rule, list[State]] = {}
    for position in positions:
        for component in position.components:
            asked.setdefault(component.rule, []).extend(component.states)
    answered: dict[Rule, Iterator[Value]] = {rule: iter(solvers[rule].values(states)) for rule, states in asked.items()}
    return [
        tuple(
            tuple(value for _, value in zip(component.states, answered[component.rule], strict=False))
            for component in position.components
        )
        for position in positions
    ]


def _by_values(position: Position, play: PlayName, way: Way) -> Result:
    solvers = _solvers([position], play, way)
    values = _values([position], solvers)[0]
    total = add(value for component in values for value in component)
    pieces = [solver.evidence() for solver in solvers.values()] or [NOTHING]  # of these values, not of those of options
    moves = _moves(position, values, solvers)
    summands = _summands(position, values, solvers)
    return Result(position, play, winner(total), total, moves, joint(pieces), values, summands)


def _summands(position: Position, values: Values, solvers: Solvers) -> Callable[[], list[tuple[str, Value]]]:
    """What the value of a position is the sum of, in words: its parts, or what an engine knows they consist of."""

    def summands() -> list[tuple[str, Value]]:
        named: list[tuple[str, Value]] = []
        flat = [value for component in values for value in component]
        for part, value in zip(position.parts(), flat, strict=True):
            prefix = f"{part.rule.spec}: " if len(position.components) > 1 else ""
            inner = solvers[part.rule].summands(part.state)
            where = f"{part.rule.space.place} {part.place}: " if part.rule.space.place else ""
            named += [(f"{prefix}{where}{name}", worth) for name, worth in inner] or [
                (f"{prefix}{where}{part.rule.space.told(part.state)}", value)
            ]
        return named

    return summands


def _moves(position: Position, values: Values, solvers: Solvers) -> WinningMoves:
    """The moves that leave a total of 0."""
    flat = [value for component in values for value in component]
    if winner(add(flat)) == "first":
        return _leaving(position, _rests(flat), solvers)
    if any(isinstance(rule.data, Sets | Strips | Masks | BitMoves) for rule in _rules([position])):
        return NO_MOVES  # a search found 0 by refuting every move, and might have to do so again
    try:
        return _leaving(position, _rests(flat), solvers)  # none, if the values are right
    except OutOfReach:
        return NO_MOVES


def _leaving(position: Position, rests: Sequence[Value], solvers: Solvers) -> WinningMoves:
    """The moves in each part that win with its rest beside; equal questions are asked once."""
    parts = list(position.parts())
    engines = [solvers[component.rule] for component in position.components]

    @cache
    def moves_of(component: int, state: State, rest: Value) -> Moves:
        rule = position.components[component - 1].rule
        if isinstance(rest, Loony) and (rule.data is not None or rule.theory is not None):
            return listed([])  # rules of a shape never entail, and whatever else is left is the opponent's
        return engines[component - 1].moves_to(state, rest)

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


def _by_theorem(position: Position) -> Result | None:
    """Winner and moves of a lone state whose value is out of reach, where a theorem tells its P-positions."""
    parts = list(position.parts())
    theory = parts[0].rule.theory if len(parts) == 1 else None
    if theory is None or theory.is_p is None:
        return None
    part = parts[0]
    lost = theory.is_p(part.state)
    moves = theory.moves_to(part.state, 0) if theory.moves_to and not lost else listed([])
    won: Winner = "second" if lost else "first"
    found = WinningMoves(moves.count, lambda: (position.move(part, labels) for labels in moves))
    return Result(position, "normal", won, 0 if lost else None, found, Evidence("proved", theory.source))


def _misere(position: Position, way: Way) -> Result:
    if any(isinstance(component.rule.data, Sets | Strips) for component in position.components):
        from grundy.engines.search.misere import answer as searched

        result = searched(position, way)
        if result is not None:
            return result
    rules = [part.rule for part in position.parts()]
    if len(rules) == 1 and rules[0].data is None and rules[0].theory is None:
        from grundy.engines.search import misere_own
        from grundy.engines.table.own import FEW_POSITIONS

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
    from grundy.engines.misere.answer import answer

    return answer(position, lambda rule: choose(rule, "normal")) or _misere_by_search(position, most)


def _follows_misere_nim(rule: Rule) -> bool:
    return rule.theory is not None and bool(rule.theory.misere_nim)


def _misere_by_values(position: Position) -> Result:
    """Misère play that follows misère Nim on the nim-values."""
    solvers = _solvers([position], "normal")
    values = _values([position], solvers)[0]
    flat = [value for component in values for value in component]
    sizes = [value for value in flat if isinstance(value, int)]
    first = misere_nim(sizes)
    total, big = nim_sum(sizes), sum(size > 1 for size in sizes)
    pieces = [solver.evidence() for solver in solvers.values()]
    rests = [misere_nim_target(total ^ size, big > (size > 1)) for size in sizes]
    moves = _leaving(position, rests, solvers) if first else NO_MOVES
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
        _summands(position, values, solvers),
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
