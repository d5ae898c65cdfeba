"""Rules whose positions are sets of places, answered by search."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectOutcome, Normal, Stepwise, Working, listed
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.engines.search.asker import Asked, Asker
from grundy.engines.search.board import as_sets, side_by_side
from grundy.engines.search.openings import Openings, asker
from grundy.engines.sums import movable
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence, WinningMoves
from grundy.model.known import Known, facts_of, tell
from grundy.model.move import Move
from grundy.model.option import Option, State
from grundy.model.result import Result
from grundy.model.rule import Part, Position, Rule
from grundy.model.shapes import NO_MOVES, Moves, Subsets
from grundy.runs.chunk import Chunk

BY = "a search through independent parts, in which positions are compared in full, never by a hash"


class SubsetSearch:
    """The engine for a rule on sets of places, in normal play."""

    def __init__(self, rule: Rule, shape: Subsets, asker: Asker | Openings) -> None:
        self.rule, self.shape, self._asker = rule, shape, asker
        self._known: dict[State, str] = {}  # what is to be said if the search for the moves is stopped

    def work(self, states: Sequence[State], saved: Mapping[str, Any] | None) -> Working:
        """As every engine."""
        questions: list[Asked] = []
        for state in states:
            field, read = self.shape.field(state)
            questions.append((field, read(state), None))
        values = (yield from self._asker.work(questions)(saved)) if questions else []
        for state, value in zip(states, values, strict=True):
            self._known[state] = f"the nim-value is {value}; "
        part_values = self._asker.options.part_values
        kept_words = (
            f"; {part_values.taken:,} nim-values of parts from {part_values.source}"
            if part_values and part_values.taken and part_values.source
            else ""
        )
        return Answer(values, Evidence("computed", BY + kept_words), self.moves_to)

    def moves_to(self, state: State, rest: int) -> Moves:
        """The moves to positions of a nim-value."""
        rule = self.rule
        field, read = self.shape.field(state)
        options = list(rule.options(state))
        questions = [(field, read(option.parts[0]), rest) for option in options]
        right = self._asker.ask(questions, self._known.get(state, ""))
        return listed([rule.labels(option) for option, yes in zip(options, right, strict=True) if yes])


def engine(rule: Rule, options: SearchOptions) -> SubsetSearch:
    """The engine for a rule whose positions are sets of places, or can be seen so."""
    sets = as_sets(rule.shape)
    assert sets
    return SubsetSearch(rule, sets, asker(options))


def winners(rule: Rule, options: SearchOptions) -> Stepwise[Sequence[State], Answer]:
    """The engine for who wins each of such positions alone: whether its nim-value is 0, and not what it is."""
    sets = as_sets(rule.shape)
    assert sets
    ask = asker(options)

    def work(states: Sequence[State], saved: Mapping[str, Any] | None) -> Working:
        fields = [(*sets.field(state), state) for state in states]
        questions: list[Asked] = [(field, read(state), 0) for field, read, state in fields]
        lost = (yield from ask.work(questions)(saved)) if questions else []
        return Answer([0 if yes else None for yes in lost], Evidence("computed", BY), lambda state, rest: NO_MOVES)

    return Stepwise(work)


# ---- Misère play on sets of places: the whole position is one set, since values of parts do not add


BY_MISERE = "search of whole positions, nothing added or cancelled"


def misere(options: SearchOptions, normal: Normal) -> DirectOutcome:
    """The engine for positions all of whose parts in which there is a move are sets of places."""
    return Direct(lambda position: misere_answer(position, options))


def misere_answer(position: Position, search_options: SearchOptions = DEFAULT_OPTIONS) -> Result:
    """Who wins misère play, and by which moves."""
    parts = movable(position) or list(position.parts())
    shapes = [as_sets(part.rule.shape) for part in parts]
    boards = [shape.field(part.state) for shape, part in zip(shapes, parts, strict=True) if shape]
    fields = [field for field, _ in boards]
    whole = fields[0] if len(fields) == 1 else side_by_side(fields)
    asker = Asker(search_options, misere=True)
    starts = [0, *accumulate(field.places for field in fields)]
    places = sum(read(part.state) << start for part, (_, read), start in zip(parts, boards, starts, strict=False))
    wins = bool(asker.ask([(whole, places, None)])[0])
    options: list[list[Option]] = [[] for _ in parts]
    questions: list[Asked] = []

    def after_each_move(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, list[int]]:
        """Who wins after each move. Of a large graph the moves alone take seconds, so a limit is heard between two."""
        for part, (_, read), start, part_options in zip(parts, boards, starts, options, strict=False):
            own = read(part.state)
            for option in part.rule.options(part.state):
                part_options.append(option)
                questions.append((whole, places ^ (read(option.parts[0]) ^ own) << start, None))
                yield Chunk(len(questions), 0, "moves", saved or {}, f"{len(questions):,} moves are listed")
        return (yield from asker.work(questions)(saved)) if questions else []

    def result(lost: Iterator[bool], exact: bool = True) -> Result:
        moves = [
            listed([part.rule.labels(option) for option in part_options if next(lost)])
            for part, part_options in zip(parts, options, strict=True)
        ]
        return _misere_result(position, parts, moves, wins, exact)

    try:
        others = search_options.run(after_each_move) if wins else []
    except (OutOfReach, KeyboardInterrupt) as stop:
        some = result(iter([fact.winner == "second" for fact in facts_of(stop, len(questions))]), exact=False)
        tell(stop, [Known("first", moves=some.winning_moves, evidence=(some.evidence,))])
        raise
    return result(iter([not other for other in others]))


def _misere_result(position: Position, parts: list[Part], moves: list[Moves], wins: bool, exact: bool) -> Result:
    def each() -> Iterator[Move]:
        for part, part_moves in zip(parts, moves, strict=True):
            for labels in part_moves:
                yield position.move_of(part, labels)

    winning = WinningMoves(sum(part_moves.count for part_moves in moves), each, exact)
    return Result(position, "misere", "first" if wins else "second", None, winning, Evidence("computed", BY_MISERE))
