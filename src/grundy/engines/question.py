"""What is asked of the engines, and what a row of the table says of them (dispatch.py)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias, get_args

from grundy.engines.engine import Answer
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.engines.steady import is_own
from grundy.model.convention import Convention
from grundy.model.frozen import frozen
from grundy.model.option import State
from grundy.model.rule import Rule
from grundy.runs.chunk import Chunk, run_to_end

Wanted: TypeAlias = Literal["values", "winner", "who", "sequence", "period", "table"]
Cost: TypeAlias = Literal[
    "formula", "theorem", "options", "few", "proof", "table", "claim", "search", "definition", "last"
]
COSTS = get_args(Cost)
"""What a row does, from what is cheap to what is dear: looks up a formula; reads a theorem off the rule; asks those of
each option; tries some thousand positions; proves a theorem before a table is filled; fills a table; looks up a formula
that a user's rule carries, which nobody proved; searches; goes through all positions below; or, once all others have
refused, proves a theorem."""
PROVING = ("proof", "last")
"""Rows that are asked outside of what runs the work of engines (ask.py)."""


Goal: TypeAlias = Literal["values", "winner", "who", "misere", "loopy", "sequence", "period", "table"]
WINNER: tuple[Goal, ...] = ("winner", "values")
WHO: tuple[Goal, ...] = ("who", *WINNER)


@frozen
class Question:
    """What is asked.

    components   rules with their states: where values add, of one rule; in misère play a whole position
    convention   normal, misere or loopy
    wanted       the values of all states; or who wins each of them alone, with its value if that can be known
                 ("winner"), or with no more work than that takes ("who"), and in misère play who wins the one position;
                 or as long work the terms of a sequence, for all states; or how the values of all heaps repeat; or that
                 a table is filled
    options      how the work is done, and by whom
    scope        of a period: how far it is looked for; of a table: what is filled
    most_cost    the dearest rows that are asked
    """

    components: Sequence[tuple[Rule, Sequence[State]]]
    convention: Convention = "normal"
    wanted: Wanted = "values"
    options: SearchOptions = DEFAULT_OPTIONS
    scope: Any = None
    most_cost: Cost = "definition"

    @property
    def rule(self) -> Rule:
        """The rule, where one is asked about."""
        return self.components[0][0]

    @property
    def states(self) -> Sequence[State]:
        """The states, where one rule is asked about."""
        return self.components[0][1]

    @property
    def is_alone(self) -> bool:
        """Whether it is asked who wins, and no state stands beside another."""
        if not self.asks_winner or len(self.components) != 1:
            return False
        return self.convention != "misere" or len(self.states) == 1

    @property
    def asks_winner(self) -> bool:
        """Whether it is asked who wins, and not for each value."""
        return self.wanted in ("winner", "who")

    @property
    def tables(self) -> tuple[Goal, ...]:
        """The tables whose rows tell what is wanted: one that gives values tells winners, too."""
        if self.convention == "misere" or self.convention == "loopy":
            return (self.convention,)
        return {"winner": WINNER, "who": WHO}.get(self.wanted) or (self.wanted,)

    def of(self, states: Sequence[State]) -> Question:
        """The same question about other states."""
        return replace(self, components=((self.rule, states),))


@frozen
class Row:
    """A row of the table: a method, what it can tell, and at what cost.

    of        the questions that fit, in words
    when      whether a question of the row's table fits: some comparisons, without work
    engine    the module, below grundy.engines, and after a colon what makes the engine in it, if that is not `engine`:
              from a rule and options, or in misère play from options and what values in normal play are asked from;
              of rows that prove a module of grundy.answering, and what answers a question by what proves theorems
    why       how it answers
    tries     what it does at most before the next row is asked; "": whatever it does not answer is refused
    refuses   what is out of its reach
    apart     whether each state is looked at alone: those that do not fit are left to the next rows, and where only
              trying shows whether it answers, each state is asked for alone
    runs      whether the work is shown, limited and interrupted by what `options.run` puts round it: never, for it
              comes to an end soon, or runs it itself; if limits are given, and of a rule that is code whatever is
              given, for it may never come to an end; or always
    asks      whether the engine asks others: it is made from what answers them, too
    wanted    what it tells, the table in which it stands
    cost      by which it stands there: what is cheaper is asked first
    """

    of: str
    when: Callable[[Question], bool]
    engine: str
    why: str
    tries: str = ""
    refuses: str = ""
    apart: bool = False
    runs: Literal["never", "given", "always"] = "never"
    asks: bool = False
    wanted: Goal = "values"
    cost: Cost = "formula"

    @property
    def file(self) -> str:
        """The file of the engine, below the folder of its room, and what makes it there."""
        module, _, name = self.engine.partition(":")
        return f"{module.replace('.', '/')}.py{' ' * bool(name)}{name}"

    @property
    def proves(self) -> bool:
        """Whether it is no engine, but looks for a theorem about all positions."""
        return self.cost in PROVING

    @property
    def room(self) -> str:
        """The room of the engine."""
        return "answering" if self.proves else "engines"

    @property
    def described(self) -> str:
        """For an explanation: which engine, and how it answers."""
        return f"{self.room}/{self.file}: {self.why}"

    def fits(self, question: Question) -> bool:
        """Whether the row is about a question."""
        return self.wanted in question.tables and self.when(question)

    def is_run(self, question: Question) -> bool:
        """Whether `options.run` is to run the work."""
        if self.runs != "given":
            return self.runs == "always"
        options = question.options
        if options.bounded or options.estimate:
            return True
        return options is not DEFAULT_OPTIONS and any(is_own(rule) for rule, _ in question.components)


def proving_rows(table: Iterable[Row], question: Question, cost: Cost) -> tuple[Row, ...]:
    """The rows of a table that prove, at a cost, and fit."""
    return tuple(row for row in table if row.cost == cost and row.fits(question))


def fitting_rows(table: Iterable[Row], question: Question) -> tuple[Row, ...]:
    """The rows whose engines fit a question, up to the first that can answer all that it does not refuse.

    The rows below that one are not even looked at: to know whether a graph of a million nodes fits takes seconds.
    """
    rows: list[Row] = []
    tables, most = question.tables, COSTS.index(question.most_cost)
    for row in table:
        if row.wanted in tables and COSTS.index(row.cost) <= most and not row.proves and row.when(question):
            rows.append(row)
            if not row.tries:
                break
    return tuple(rows)


Answering: TypeAlias = Callable[[Mapping[str, Any] | None], Generator[Chunk, None, Any]]
"""Work as runs.chunk has it, with what it returns."""
Ask: TypeAlias = Callable[[Question], Answering]
"""What answers the questions of an engine that asks others."""


def values_by(
    ask: Ask,
    rule: Rule,
    states: Sequence[State],
    options: SearchOptions = DEFAULT_OPTIONS,
    most_cost: Cost = "definition",
) -> Answer:
    """The values of states in normal play, for an engine that asks for them."""
    answer: Answer = run_to_end(ask(Question(((rule, states),), options=options, most_cost=most_cost))(None))
    return answer
