"""The table that says which engine answers: its rows name engines that are there, and fit what they say."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from heavy import heavy_after
from limits import set_limits

import grundy
from grundy.answering import ask
from grundy.answering.dispatch import DEFINITION_ALONE, TABLE
from grundy.engines.heap.repetition import Range
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.engines.question import COSTS, Cost, Question, Row, fitting_rows, proving_rows
from grundy.engines.search.user_rule import beyond
from grundy.engines.table.code import compiled
from grundy.engines.table.job import Filling, job
from grundy.model.convention import Convention
from grundy.model.rule import Rule, rule
from grundy.model.shapes import Masks, TakeAway, Theory
from grundy.notation.expression import parse_rule


@rule
def halves(n: int) -> Iterator[Any]:
    """Take one counter, or half of them."""
    if n:
        yield n - 1
        yield n // 2


@rule(canonical=lambda pair: tuple(sorted(pair)))
def sorted_pairs(pair: tuple[int, int]) -> Iterator[Any]:
    """Take from one of two heaps, which may change places."""
    a, b = pair
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))


# What a question is about decides who answers it: by the rule's shape, its formula, its code, and where it must be by
# the size of a state.
FIRST = [
    ("nim(3)", "formula"),
    ("take-away:1,2,3(7)", "heap.take_away"),
    ("kayles(7)", "heap.octal.engine"),
    ("floor-division:2,3,6(12)", "heap.steps"),
    ("bacteria(../..)", "table.cuts"),
    ('graph({"nodes": ["a", "b"], "edges": [["a", "b"]], "tokens": ["a"]})', "graph.acyclic"),
    ("rectangle(11/11)", "table.boards"),
    ("rectangle(111111/111111/111111/111111/111111/111111)", "table.large_boards"),  # 36 cells
    ("chess-rows:5(3,2)", "formula"),
    ("ruler(TTH)", "formula"),
    ("turn:4,oo(TTHTH)", "formula"),
    ("tartan:ruler*twins(TH/HH)", "formula"),
    ("placement:ooo(1x5)", "heap.octal.engine:of_strips"),
    ("cram(3x3)", "search.solver"),
    ("node-kayles(grid:2x2)", "search.solver"),
    ("wythoff(3 5)", "table.riders"),
    ("hackenbush(0-a-b, a-a)", "graph.fusion.engine"),
    ("nimstring(a-b, b-ground)", "graph.strings.engine"),
]


WRITTEN = [row for row in TABLE if not row.engine.startswith("rows.")]  # here, above which files have theirs


def rows_of(question: Question) -> tuple[Row, ...]:
    """The rows that are asked of those that the table itself has."""
    return fitting_rows(WRITTEN, question)


def first_row(rule: Rule, state: Any, **more: Any) -> str:
    """The engine that is asked first."""
    return rows_of(Question(((rule, (state,)),), **more))[0].engine


@pytest.mark.parametrize(("text", "engine"), FIRST)
def test_who_is_asked_first(text: str, engine: str) -> None:
    part = next(iter(grundy.parse(text).parts()))
    assert first_row(part.rule, part.state) == engine
    assert first_row(part.rule, part.state, convention="loopy") == (
        "graph.loopy" if engine == "graph.acyclic" else "definition:loopy"
    )


def test_a_rule_that_is_code_is_asked_in_turn() -> None:
    rows = [row.engine for row in rows_of(Question(((halves, (7,)),)))]
    assert rows == ["definition:few", "climbing", "search.turns", "table.user_rule", "search.user_rule:beyond"]
    couples = Question(((halves, (7,)),), options=SearchOptions("couples"))
    described = Question(((sorted_pairs, ((3, 5),)),))
    for question in couples, described:
        assert [row.engine for row in rows_of(question)][:2] == ["search.turns", "search.user_rule"]


def test_what_a_rule_claims_is_asked_behind_all_that_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    claimed = rule(value=lambda n: 0, is_p=lambda n: True, source="nobody")(halves.function)
    described = rule(value=lambda pair: pair[0] ^ pair[1], source="Bouton 1901", canonical=sorted_pairs.canonical)
    first = ["definition:few", "climbing", "search.turns"]

    def named(rule: Rule, state: Any, **more: Any) -> list[str]:
        return [row.engine for row in rows_of(Question(((rule, (state,)),), **more))]

    assert named(claimed, 10**4) == [*first, "table.user_rule", "carried"]
    far = named(claimed, 10**12)
    assert far == named(claimed, 10**12, wanted="winner") == ["table.one_length", *first, "carried"]
    assert named(described(sorted_pairs.function), (3, 5)) == ["definition:few", "search.turns", "carried"]
    assert "carried" not in named(claimed, 10**4, options=SearchOptions("couples"))
    lost = rule(is_p=lambda n: True, source="nobody")(halves.function)
    assert named(lost, 10**12, wanted="winner")[-1] == "carried:winner"
    assert named(lost, 10**12) == named(halves, 10**12)
    hopeless = Question(((claimed, (10**12,)),))
    assert [row.engine for row in proving_rows(TABLE, hopeless, "proof")] == ["theorem:at_first"]
    set_limits(monkeypatch, "answering", TABLE=DEFINITION_ALONE)  # as in a browser
    assert [row.engine for row in ask.rows_of(hopeless)] == ["climbing", "definition:few", "carried"]


@pytest.mark.parametrize("row", [*TABLE, *DEFINITION_ALONE], ids=lambda row: row.engine)
def test_each_row_names_an_engine(row: Row) -> None:
    module, _, name = row.engine.partition(":")
    make = getattr(import_module(f"grundy.{row.room}.{module}"), name or "engine")
    takes = ["options", "normal"] if row.wanted == "misere" else ["rule", "options"]
    takes = ["question", "prove"] if row.proves else takes
    takes += ["ask"] if row.asks else []
    assert list(inspect.signature(make).parameters) == takes
    assert row.of and row.why


@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_states_beyond_tables_have_rows_that_prove(convention: Convention) -> None:
    def named(n: int, cost: Cost) -> list[str]:
        question = Question(((halves, (n,)),), convention, "winner")
        return [row.engine for row in proving_rows(TABLE, question, cost)]

    assert named(10**10, "proof") == ["theorem:at_first", "far:refuse"] and named(10**6, "proof") == []
    assert named(10**10, "last") == named(10**6, "last") == ["theorem:at_last"]
    vain = Question(((grundy.grundys_game, (10**9,)),), convention, "winner")  # no period is known: refused at once
    assert proving_rows(TABLE, vain, "last") == ()
    assert not any(row.proves for row in fitting_rows(TABLE, Question(((halves, (10**10,)),), convention, "winner")))


def test_some_thousand_positions_are_tried_before_a_theorem_is_looked_for() -> None:
    """10^12 is beyond tables, and yet few numbers are reached from it: nothing has to be proved of all numbers."""

    @cache
    def value(n: int) -> int:
        below = {value(n // 2), value(n // 3)} if n else set()
        return next(mex for mex in count() if mex not in below)

    quotients = grundy.parse_rule("rule:n -> n//2, if n >= 1; n -> n//3, if n >= 1")
    result = grundy.solve(quotients(10**12))
    assert (result.nim_value, result.engines[0][:22]) == (value(10**12), "engines/definition.py ")


LONG = [
    ("kayles", "terms:code", ["heap.repetition:sparse", "heap.repetition:code"]),
    ("all-but:1", "terms:code", ["heap.repetition:endless"]),
    ("laskers-nim", "terms:code", ["heap.repetition:lasker"]),
    ("octal:0.3", "terms:code", ["heap.repetition:code"]),
    ("take-away:1,2,3", "terms:together", ["heap.repetition:amounts"]),
    ("nim", "terms:together", ["heap.repetition:own"]),
    ("cram:1xN", "terms:one_by_one", ["heap.repetition:own"]),
]


@pytest.mark.parametrize(("text", "terms", "period"), LONG)
def test_who_is_asked_for_a_sequence_and_a_period(text: str, terms: str, period: list[str]) -> None:
    one = ((parse_rule(text), range(9)),)
    assert rows_of(Question(one, wanted="sequence"))[0].engine == terms
    engines = [row.engine for row in rows_of(Question(one, wanted="period", scope=Range(None)))]
    assert engines == period


@pytest.mark.parametrize("rule", [halves, parse_rule("n -> n-1; n -> n//2, if n >= 1")])
def test_the_terms_of_a_rule_that_is_code_are_those_of_a_table(rule: Rule) -> None:
    """They were asked for one after the other once: the definition of each, and no terms of 1,500 in eight minutes."""
    rows = [row.engine for row in rows_of(Question(((rule, range(40)),), wanted="sequence"))]
    assert rows == ["terms:turns", "terms:few", "terms:table"]


def test_a_code_is_looked_at_for_a_sparse_space_where_more_heaps_are_asked_for() -> None:
    few = Question(((parse_rule("kayles"), ()),), wanted="period", scope=Range(8_192))
    assert rows_of(few)[0].engine == "heap.repetition:code"


CODE_TABLES = ["table.amounts", "table.intervals", "table.code:compiled", "table.code:uncompiled"]
FILLED = [
    ("halves", 100, CODE_TABLES),
    ("flips", 1 << 16, ["table.sliced:table"]),
    ("flips", (1 << 16) - 1, CODE_TABLES),
    ("flips", 1 << 12, CODE_TABLES),
]


@pytest.mark.parametrize(("name", "size", "engines"), FILLED)
def test_who_is_asked_to_fill_a_table(name: str, size: int, engines: list[str]) -> None:
    made = {"halves": halves, "flips": grundy.masks_rule("flips", 20, [(1, 0, 1, 0)])}[name]
    filling = Filling(job(made, size), lambda dtype, entries: None)
    rows = [row.engine for row in rows_of(Question(((made, ()),), wanted="table", scope=filling))]
    assert rows == engines
    plain = replace(filling, compiled=False)
    rows = [row.engine for row in rows_of(Question(((made, ()),), wanted="table", scope=plain))]
    assert rows == ["table.code:uncompiled"]


@rule
def listing(n: int) -> Iterator[Any]:
    """Take one or two counters, said as no compiled rule may."""
    options = [n - k for k in (1, 2) if n >= k]
    yield from options


def test_an_engine_that_reads_the_code_says_beforehand_why_it_does_not_fit() -> None:
    for made, word in ((listing, "a list comprehension is not compiled"), (halves, None)):
        filling = Filling(job(made, 1 << 16), lambda dtype, entries: None)
        unfit = compiled(made, DEFAULT_OPTIONS).unfit(filling)
        assert (unfit is None) == (word is None) and (word or "") in (unfit.reason if unfit else "")
        searching = beyond(made, DEFAULT_OPTIONS).unfit([10**12])
        assert (searching is None) == (word is None) and (word or "") in (searching.reason if searching else "")


def test_no_engine_is_chosen_by_what_it_raises() -> None:
    """The compiler's refusal is a value (`fitted`), which nobody catches."""
    folder = Path(ask.__file__).parents[1]
    catch = {
        str(file.relative_to(folder))
        for room in ("answering", "engines")
        for file in (folder / room).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler) and node.type and "NotCompiled" in ast.unparse(node.type)
    }
    assert catch == set()


def test_the_first_states_of_a_rule_that_is_code_are_a_table() -> None:
    rows = [row.engine for row in rows_of(Question(((halves, range(7)),)))]
    assert rows[:2] == ["search.turns", "table.user_rule:every"]
    assert [int(value) for value in ask.ask(halves, range(7)).values] == [0, 1, 0, 2, 1, 2, 0]


def test_equal_rules_of_other_formulas_or_shapes_have_engines_of_their_own() -> None:
    """A formula that was put right was answered by the wrong one before it."""
    wrong = replace(halves, theory=Theory(value=lambda n: n % 5))
    right = replace(halves, theory=Theory(value=lambda n: n % 4))
    assert wrong == right
    assert [ask.ask(rule, [9]).values for rule in (wrong, right)] == [[4], [1]]
    one, two = (replace(halves, shape=TakeAway(amounts)) for amounts in ((1,), (1, 2)))
    assert [ask.ask(rule, [5]).values for rule in (one, two)] == [[1], [2]]  # n % 2, n % 3


def test_to_choose_loads_nothing_heavy() -> None:
    program = (
        "import grundy\n"
        "from grundy.answering.dispatch import rows_of\n"
        "from grundy.engines.question import Question\n"
        f"for text in {[text for text, _ in FIRST]!r}:\n"
        "    part = next(iter(grundy.parse(text).parts()))\n"
        "    assert rows_of(Question(((part.rule, (part.state,)),)))\n"
    )
    assert heavy_after(program) == ""


def test_rows_below_the_one_that_answers_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a tree of a million nodes, whose winner a theorem tells, the places of a search were counted all the same."""
    from grundy.games import geography

    def counted(graph: geography.Graph) -> list[set[int]]:
        raise AssertionError("looked at for a search")

    monkeypatch.setattr(geography, "neighbours", counted)
    assert grundy.solve("geography path:4001").winner == "second"
    (part,) = grundy.parse("geography path:4002").parts()
    rows = rows_of(Question(((part.rule, (part.state,)),), wanted="winner"))
    assert [row.engine for row in rows] == ["formula:winner"]


@pytest.mark.parametrize("board", ["0110/0000/0000/0001", "110/011"])
def test_a_board_is_taken_apart_once(board: str) -> None:
    """What chooses the engine, the value and the moves each took it apart into its parts, cell by cell."""
    (part,) = grundy.parse(f"rectangle({board})").parts()
    shape = part.rule.shape
    assert isinstance(shape, Masks)
    taken = []

    def cells(state: object) -> Sequence[tuple[int, int]]:
        taken.append(state)
        return shape.cells(state)

    counting = replace(part.rule, shape=replace(shape, cells=cells))
    solution = grundy.solve(counting(part.state))
    alone = grundy.solve(f"rectangle {board}")
    assert (solution.nim_value, solution.winning_moves.count) == (alone.nim_value, alone.winning_moves.count)
    assert taken == [part.state]


def test_what_is_cheaper_is_asked_first() -> None:
    costs = [COSTS.index(row.cost) for row in TABLE]
    assert costs == sorted(costs)
    wythoff = grundy.wythoff(30, 50).components[0]
    asked = Question(((wythoff.rule, wythoff.states),), wanted="winner")
    assert [row.engine for row in rows_of(asked)] == ["table.riders", "formula:winner"]
    assert rows_of(replace(asked, most_cost="few")) == ()


def test_the_last_row_that_is_asked_has_no_budget() -> None:
    for row in TABLE:  # what spends a budget says so in the table, or the rows below it would never be asked
        module, _, name = row.engine.partition(":")
        source = inspect.getsource(getattr(import_module(f"grundy.{row.room}.{module}"), name or "engine"))
        assert row.tries or "Spent(" not in source.replace("or_spent(", "Spent(")


def test_states_of_one_question_may_need_several_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two boards, one of them asked of another engine: values, moves and evidence are those of each alone."""

    position = grundy.parse("rectangle(11/11) + rectangle(111/111)")
    alone = [grundy.solve(grundy.parse(text)) for text in ("rectangle(11/11)", "rectangle(111/111)")]
    set_limits(monkeypatch, "engines.table", MOST_SLICED=4)
    ask.forget()
    solution = grundy.solve(position)
    assert solution.nim_value == alone[0].nim_value ^ alone[1].nim_value  # type: ignore[operator]
    assert (
        "search through independent parts" in solution.evidence.reason
        and "tables of all their subsets" in solution.evidence.reason
    )


MISERE = [
    ("nim(1 1 2)", ["misere.formula:nim"]),
    ("sequential-nim(2 3)", ["misere.formula"]),
    ("kayles(7) + nim(2)", ["misere.answer", "misere.definition"]),
    ("cram(2x2)", ["search.solver:misere"]),
    ("wythoff(0 0) + nim(2)", ["misere.formula:nim"]),  # no move in the first
]


@pytest.mark.parametrize(("text", "engines"), MISERE)
def test_who_is_asked_in_misere_play(text: str, engines: list[str]) -> None:
    components = tuple((component.rule, component.states) for component in grundy.parse(text).components)
    assert [row.engine for row in rows_of(Question(components, "misere", "winner"))] == engines


def test_who_is_asked_in_misere_play_of_a_rule_that_is_code() -> None:
    rows = [row.engine for row in rows_of(Question(((halves, (7,)),), "misere", "winner"))]
    assert rows == [
        "climbing:misere",
        "misere.answer:one_state",
        "misere.definition:few",
        "search.user_rule:misere",
        "misere.definition",
    ]
    assert rows_of(Question(((halves, (7, 7)),), "misere", "winner"))[1].engine == "misere.answer"
