"""Which engine answers: one table, read from the top. The first row that fits a question answers it.

A row fits by what a rule is, never by what it is called. Where only trying shows whether an engine answers, its row has
a budget of work (`tries`), and when that is spent the next row that fits is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from importlib import import_module
from typing import Any, Literal, TypeAlias

from grundy.engines.consistent import is_own
from grundy.engines.engine import Answer, Engine, Spent, ended
from grundy.engines.search.way import PLAIN_WAY, Way
from grundy.errors import OutOfReach
from grundy.model.option import State
from grundy.model.play import PlayName, Value
from grundy.model.result import Result, joint
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Arcs, BitMoves, Cuts, Digits, Division, Masks, Riders, Sets, Strips, TakeAway
from grundy.runs.chunk import Chunk

Wanted: TypeAlias = Literal["values", "winner"]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    components   rules with their states: where values add, of one rule; in misère play a whole position
    convention   normal, misere or loopy
    wanted       the values of all states; or the winner of the one position, with its value if that can be known
    options      how the work is done, and by whom
    """

    components: Sequence[tuple[Rule, Sequence[State]]]
    convention: PlayName = "normal"
    wanted: Wanted = "values"
    options: Way = PLAIN_WAY

    @property
    def rule(self) -> Rule:
        """The rule, where one is asked about."""
        return self.components[0][0]

    @property
    def states(self) -> Sequence[State]:
        """The states, where one rule is asked about."""
        return self.components[0][1]

    def of(self, states: Sequence[State]) -> Question:
        """The same question about other states."""
        return replace(self, components=((self.rule, states),))


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table.

    of        the questions that fit, in words
    when      whether one of the row's convention fits: some comparisons, without work
    engine    the module, below grundy.engines, and after a colon what makes the engine in it, if that is not `engine`:
              from a rule and options, or in misère play from options and what values in normal play are asked from
    why       how it answers
    tries     what it does at most before the next row is asked; "": whatever it does not answer is refused
    refuses   what is out of its reach
    apart     whether each state is looked at alone: those that do not fit are left to the next rows
    runs      whether the work is shown, limited and interrupted by what `options.run` puts round it: never, for it
              comes to an end soon, or runs it itself; if limits are given, and of a rule that is code whatever is
              given, for it may never come to an end; or always
    convention   of the questions
    """

    of: str
    when: Callable[[Question], bool]
    engine: str
    why: str
    tries: str = ""
    refuses: str = ""
    apart: bool = False
    runs: Literal["never", "given", "always"] = "never"
    convention: PlayName = "normal"

    def fits(self, asked: Question) -> bool:
        """Whether the row is about a question."""
        return self.convention == asked.convention and self.when(asked)

    def is_run(self, asked: Question) -> bool:
        """Whether `options.run` is to run the work."""
        if self.runs != "given":
            return self.runs == "always"
        options = asked.options
        return options.bounded or (options is not PLAIN_WAY and any(is_own(rule) for rule, _ in asked.components))


def _is(*shapes: type) -> Callable[[Question], bool]:
    return lambda asked: isinstance(asked.rule.data, shapes)


def _is_code(asked: Question) -> bool:
    return asked.rule.data is None


def _is_formula(asked: Question) -> bool:
    return asked.rule.data is None and bool(asked.rule.theory and asked.rule.theory.value)


def _is_described(asked: Question) -> bool:
    rule = asked.rule
    return rule.data is None and (asked.options.method != "auto" or bool(rule.canonical or rule.split))


def _has_small_pieces(asked: Question) -> bool:
    board = asked.rule.data
    if not isinstance(board, Masks):
        return False
    from grundy.engines.table.pieces import MOST_SLICED, largest_part

    return all(largest_part(board, state) <= MOST_SLICED for state in asked.states)


def _has_few_bits(asked: Question) -> bool:
    if not isinstance(asked.rule.data, BitMoves):
        return False
    from grundy.engines.bitsliced.tables import MOST_VALUE_BITS

    states: Any = asked.states
    largest: int = states[-1] if isinstance(states, range) and states else max(states, default=0)
    return largest.bit_length() <= MOST_VALUE_BITS


def _has_strips(asked: Question) -> bool:
    board = asked.rule.data
    return isinstance(board, Strips) and all(board.runs(state) is not None for state in asked.states)


def _is_alone(asked: Question) -> bool:
    theory = asked.rule.theory
    return asked.wanted == "winner" and len(asked.states) == 1 and theory is not None and theory.is_p is not None


def _is_all_sets(asked: Question) -> bool:
    moved = [rule.data for rule, states in asked.components if states]
    return (
        bool(moved)
        and any(isinstance(rule.data, Sets | Strips) for rule, _ in asked.components)
        and all(isinstance(shape, Sets | Strips | Masks | BitMoves) for shape in moved)
    )


def _movable(asked: Question) -> list[Rule]:
    """The rules of the parts in which there is a move; code of a user's, which may never come back, is not asked."""
    parts = [(rule, state) for rule, states in asked.components for state in states]
    return [rule for rule, state in parts if is_own(rule) or any(True for _ in rule.options(state))]


def _follows_nim(asked: Question) -> bool:
    def follows(rule: Rule) -> bool:
        return rule.theory is not None and bool(rule.theory.misere_nim)

    if all(follows(rule) for rule, _ in asked.components):
        return True
    live = _movable(asked)  # a part that cannot be moved in is a heap of 0
    return bool(live) and all(map(follows, live))


def _has_misere_formula(asked: Question) -> bool:
    if not any(rule.theory and rule.theory.misere for rule, _ in asked.components):
        return False
    live = _movable(asked)
    theory = live[0].theory if len(live) == 1 else None
    return theory is not None and theory.misere is not None


def _is_one_state_of_code(asked: Question) -> bool:
    rules = [rule for rule, states in asked.components for _ in states]
    return len(rules) == 1 and is_own(rules[0])


TABLE = (
    Row(
        "any rule",
        lambda asked: True,
        "definition:loopy",
        "the definition: positions labelled from the end of play backwards; what is left over is a draw",
        refuses="more than 10^6 positions",
        convention="loopy",
    ),
    Row(
        "heaps from which an amount of a set is taken",
        _is(TakeAway),
        "heap.take_away",
        "a theorem on the set, a table of bits, or a proved period",
        refuses="heaps beyond 10^8 without a period, amounts beyond 10^6",
    ),
    Row(
        "heaps of a take-and-break code",
        _is(Digits),
        "heap.octal.engine",
        "heap by heap, by the sparse space of the code, or by a proved period",
        refuses="heaps beyond 400,000, or 2^28 in a sparse space, without a period",
    ),
    Row(
        "numbers replaced by a quotient",
        _is(Division),
        "heap.steps",
        "nim-values as a step function of the number",
        refuses="more than 10^7 steps",
    ),
    Row(
        "grids of which whole rows and columns are taken",
        _is(Cuts),
        "table.cuts",
        "a table of all sub-rectangles",
        refuses="4 GiB, 10^12 moves",
    ),
    Row(
        "a token on a graph",
        _is(Arcs),
        "graph.acyclic",
        "each node after its successors",
        refuses="cycles",
    ),
    Row(
        "boards that are cleared, each piece of up to 30 cells or in one line",
        _has_small_pieces,
        "table.boards",
        "pieces apart: a formula for lines, bit-sliced tables for the rest",
        refuses="tables beyond the memory",
        apart=True,
    ),
    Row(
        "boards that are cleared, with a larger piece",
        _is(Masks),
        "table.large_boards",
        "a search; where it becomes long, the sets of all boards that are worth 0, 1, and so on",
        refuses="pieces of more than 36 cells, unless limits are given",
        apart=True,
        runs="always",
    ),
    Row(
        "sets of up to 33 bits",
        _has_few_bits,
        "bitsliced.rules",
        "bit-sliced tables of all states",
        tries="the memory, or hours of work",
    ),
    Row(
        "rows that fall into strips",
        _has_strips,
        "heap.strips",
        "each strip as a heap of a take-and-break code",
        refuses="strips as the heaps of their code",
        apart=True,
    ),
    Row(
        "sets of places",
        _is(Sets, Strips, BitMoves),
        "search.solver",
        "a search of parts beside heaps",
        refuses="more than 1,024 places; the memory",
        runs="always",
    ),
    Row(
        "pairs from which multiples of vectors are subtracted",
        _is(Riders),
        "table.riders",
        "a set of values for each line; a theorem for P-positions",
        tries="4·10^7 pairs",
    ),
    Row(
        "one state of a rule whose P-positions are known",
        _is_alone,
        "formula:winner",
        "a theorem tells the winner; the value of other positions stays unknown",
    ),
    Row(
        "rules with a closed formula",
        _is_formula,
        "formula",
        "the formula",
    ),
    Row(
        "rules that are code, with canonical or split, or a method of search that was asked for",
        _is_described,
        "search.user_rule",
        "a search of parts beside heaps, compiled where that can be",
        refuses="10^6 questions, unless compiled or limits are given; the memory",
        runs="always",
    ),
    Row(
        "rules that are code",
        _is_code,
        "definition:few",
        "the definition",
        tries="2,000 positions",
    ),
    Row(
        "rules that are code",
        _is_code,
        "table.user_rule",
        "compiled: a table of all states up to those asked for, or of those that can be reached; else the definition",
        tries="2^32 states, 2^24 that are reached, 10^6 where it is not compiled",
        runs="given",
    ),
    Row(
        "rules that are code",
        _is_code,
        "search.user_rule:beyond",
        "a search of states beside heaps, compiled",
        refuses="what is not compiled, unless limits are given; the memory",
        runs="always",
    ),
    Row(
        "boards and graphs",
        _is_all_sets,
        "search.misere",
        "a search of whole positions, nothing added or cancelled",
        refuses="more than 1,024 places; the memory",
        convention="misere",
    ),
    Row(
        "parts that follow misère Nim, as Nim and take-away do",
        _follows_nim,
        "misere.nim",
        "the nim-values of normal play, and Bouton's theorem",
        refuses="what normal play refuses",
        runs="given",
        convention="misere",
    ),
    Row(
        "one part with a theorem of its own, as sequential Nim has",
        _has_misere_formula,
        "misere.formula",
        "the theorem",
        runs="given",
        convention="misere",
    ),
    Row(
        "one state of a rule that is code",
        _is_one_state_of_code,
        "misere.answer:one_state",
        "tame parts, a misère quotient, or a search of sums",
        tries="10^5 parts with 10^6 moves, 2·10^6 moves of sums",
        runs="given",
        convention="misere",
    ),
    Row(
        "one state of a rule that is code",
        _is_one_state_of_code,
        "misere.definition:few",
        "the definition",
        tries="2,000 positions",
        runs="given",
        convention="misere",
    ),
    Row(
        "one state of a rule that is code",
        _is_one_state_of_code,
        "search.misere_user_rule",
        "a search of whole states, compiled",
        tries="what is compiled; the memory",
        runs="always",
        convention="misere",
    ),
    Row(
        "other sums",
        lambda asked: not _is_one_state_of_code(asked),
        "misere.answer",
        "tame parts, a misère quotient, or a search of sums",
        tries="10^5 parts with 10^6 moves",
        refuses="2·10^6 moves of sums of parts that are not tame and have no quotient",
        runs="given",
        convention="misere",
    ),
    Row(
        "sums",
        lambda asked: True,
        "misere.definition",
        "the definition: every sum of parts below",
        refuses="more than 10^6 sums",
        runs="given",
        convention="misere",
    ),
)

DEFINITION_ALONE = (
    TABLE[0],
    Row("any rule", lambda asked: True, "definition", "the definition", refuses="more than 10^6 positions"),
)
"""The table where nothing compiled is at hand, as in a browser."""


def ask(
    rule: Rule, states: Sequence[State], play: PlayName = "normal", wanted: Wanted = "values", way: Way = PLAIN_WAY
) -> Answer:
    """The values of states of a rule in a play in which values add.

    >>> from grundy.games.octal import octal
    >>> ask(octal("0.77"), range(6)).values
    [0, 1, 2, 3, 1, 4]
    """
    return answer(Question(((rule, states),), play, wanted, way))


def answer(question: Question) -> Answer:
    """The answer of the first row that fits and whose budget suffices, where values add.

    Raises: BadRule: the rule is at fault. OutOfReach: no row answers.
    """
    groups = _grouped(question)
    if len(groups) == 1:
        return _values(question, *groups)
    values: list[Value | None] = [None] * len(question.states)
    by_state: dict[State, Answer] = {}
    found: list[Answer] = []
    for rows, places in groups.items():
        states = [question.states[place] for place in places]
        found.append(_values(question.of(states), rows))
        by_state.update(dict.fromkeys(states, found[-1]))
        for place, value in zip(places, found[-1].values, strict=True):
            values[place] = value
    return Answer(
        values,
        joint([one.evidence for one in found]),
        lambda state, rest: by_state[state].moves_to(state, rest),
        lambda state: by_state[state].summands(state),
    )


def outcome(position: Position, way: Way = PLAIN_WAY) -> Result:
    """The result of the first row that fits and whose budget suffices, in misère play."""
    components = tuple((component.rule, component.states) for component in position.components)
    question = Question(components, "misere", "winner", way)
    engines: dict[Row, Any] = {}

    def engine(row: Row) -> Any:
        if row not in engines:
            engines[row] = _maker(row)(way, ask)
        return engines[row]

    result: Result = _asked(question, rows_of(question), _Asking(position, engine, {}))
    return result


def rows_of(question: Question) -> tuple[Row, ...]:
    """The rows that fit a question, in the order in which they are asked."""
    return tuple(row for row in TABLE if row.fits(question))


def _grouped(question: Question) -> dict[tuple[Row, ...], Sequence[int]]:
    """The rows that are asked, each with the places of the states that they are asked for."""
    states = question.states
    if len(states) > 1 and any(row.apart and row.fits(question.of(())) for row in TABLE):
        groups: dict[tuple[Row, ...], list[int]] = {}
        for place, state in enumerate(states):
            groups.setdefault(rows_of(question.of((state,))), []).append(place)
        return dict(groups)
    return {rows_of(question): range(len(states))}


def _maker(row: Row) -> Callable[..., Any]:
    module, _, name = row.engine.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"grundy.engines.{module}"), name or "engine")
    return found


class _Engines:
    """The engines of one rule, each made when it is first asked, and the rows that need not be asked again."""

    def __init__(self, rule: Rule, options: Way) -> None:
        self.rule, self.options = rule, options
        self.spent: dict[Row, Spent] = {}
        self._made: dict[Row, Engine[Any, Any]] = {}

    def __call__(self, row: Row) -> Engine[Any, Any]:
        if row not in self._made:
            self._made[row] = _maker(row)(self.rule, self.options)
        return self._made[row]


@lru_cache(maxsize=8)
def _engines(rule: Rule, convention: PlayName, options: Way, said: tuple[object, ...]) -> _Engines:
    return _Engines(rule, options)


def _values(question: Question, rows: Sequence[Row]) -> Answer:
    rule = question.rule
    # equal rules may differ in what is said of them beside their moves, and then are compared with each other
    said = (rule.data is None, rule.theory is None, rule.canonical, rule.split)
    engines = _engines(rule, question.convention, question.options, said)
    found: Answer = _asked(question, rows, _Asking(question.states, engines, engines.spent))
    return found


class _Asking:
    """What is asked, and the rows that were asked in vain.

    Args:    asked: states or a position. engine: the engine of a row. over: rows that need not be asked again.
    """

    def __init__(self, asked: Any, engine: Callable[[Row], Engine[Any, Any]], over: dict[Row, Spent]) -> None:
        self.asked, self.engine, self.over = asked, engine, over
        self.spent: dict[Row, Spent] = {}
        self.refused: OutOfReach | None = None

    def ask(self, rows: Sequence[Row], saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Any]:
        """What the first of these rows finds that has an answer; None if none has."""
        for row in rows:
            try:
                found = self.over.get(row) or (yield from self.engine(row).work(self.asked, saved))
            except OutOfReach as problem:
                if self.refused is None:
                    raise
                raise OutOfReach(f"{self.refused}; nor was it in reach of a search: {problem}") from problem
            if not isinstance(found, Spent):
                self.over.update((row, one) for row, one in self.spent.items() if one.for_good)
                return found
            self.spent[row] = found
            self.refused = found.why or self.refused
        return None

    def ask_all(self, rows: Sequence[Row], saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Any]:
        """The same as work for `options.run`. Raises: OutOfReach: none has an answer."""
        if rows and rows[0].runs == "given":
            if not saved:
                yield Chunk(0, 0, "positions", {}, "nothing yet")
            elif any(row.runs == "always" for row in rows):  # what is kept is that of a row below, asked before
                self.refused = OutOfReach("more positions than a table has")
                rows = [row for row in rows if row.runs == "always"]
        found = yield from self.ask(rows, saved)
        if found is None:
            raise self.refused or OutOfReach("no engine answers this")
        return found


def _asked(question: Question, rows: Sequence[Row], asking: _Asking) -> Any:
    """Ask one row after the other: from the first whose work may be long, under what `options.run` puts round work."""
    soon = 0
    while soon < len(rows) and not rows[soon].is_run(question):
        found = ended(asking.ask(rows[soon : soon + 1], None))
        if found is not None:
            return found
        soon += 1
    if soon == len(rows):
        return ended(asking.ask_all((), None))
    return question.options.run(partial(asking.ask_all, rows[soon:]))
