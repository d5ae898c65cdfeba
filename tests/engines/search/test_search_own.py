"""The search of rules that are code (couples.kernels), against the definition; masks of more bits than a table has."""

from __future__ import annotations

import itertools
import json
import linecache
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from command import grundy_apart, in_steps
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits

import grundy
from grundy import Option, OutOfReach, to
from grundy.compile.subset import NotCompiled
from grundy.engines.engine import Answer, Spent
from grundy.engines.methods import METHODS, Method
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.engines.search import user_rule as misere_own
from grundy.engines.search import user_rule as own
from grundy.engines.search.compiled import Compiled
from grundy.engines.search.equal import Defined
from grundy.engines.search.user_rule import PlainSearch, Questions, SearchOwn
from grundy.model.result import Result
from grundy.model.rule import Rule
from grundy.runs.chunk import run_to_end


@grundy.rule
def kayles(n: int) -> Iterator[Option]:
    """Take one or two neighbours of a row."""
    for taken in (1, 2):
        for left in range(n - taken + 1):
            yield to(left, n - taken - left)


def graphs() -> Any:
    """Strategy: a set of edges on up to seven nodes."""
    pairs = [(a, b) for a in range(7) for b in range(a)]
    return st.frozensets(st.sampled_from(pairs), max_size=9)


def arcs(edges: frozenset[tuple[int, int]]) -> Iterator[Option]:
    """Arc Kayles: take an edge, and with it all that meet it."""
    for a, b in sorted(edges):
        yield to(frozenset(edge for edge in edges if not {a, b} & set(edge)), edge=(a, b))


def components(edges: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
    parts: list[set[tuple[int, int]]] = []
    for edge in edges:
        touched = [part for part in parts if any(set(edge) & set(other) for other in part)]
        parts = [part for part in parts if part not in touched] + [{edge}.union(*touched)]
    return [frozenset(part) for part in parts]


def searched(rule: Rule, states: Sequence[Any], options: SearchOptions) -> Answer:
    """What the search answers."""
    return SearchOwn(rule, options).answer(states)


@pytest.mark.parametrize("method", METHODS)
def test_sums_fall_apart_by_themselves(method: Method) -> None:
    answer = searched(kayles, range(21), SearchOptions(method))
    expected = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]  # OEIS A002186
    assert answer.values == expected
    winning = [dict(labels)["to"] for labels in answer.moves_to(5, 0)]
    assert winning == [(2, 2)]  # the middle of five


@settings(max_examples=examples(40))
@given(graphs(), st.sampled_from(METHODS))
def test_parts_and_equal_states_of_a_rule_of_ones_own(edges: frozenset[tuple[int, int]], method: Method) -> None:
    plain = grundy.rule(arcs)
    expected = grundy.value_by_definition(plain(edges))
    assert searched(plain, [edges], SearchOptions(method)).values == [expected]
    told = grundy.rule(split=components)(arcs)
    result = grundy.solve(told(edges))
    assert result.nim_value == expected
    lost = [option for option in plain.options(edges) if grundy.value_by_definition(plain(option.parts[0])) == 0]
    assert result.winning_moves.count == (len(lost) if expected else 0)


def test_masks_of_more_bits_than_a_table_has() -> None:
    """Kayles on a row of 40 bits: one bit or two neighbours are cleared."""
    moves = [(m, 0, m, 0) for i in range(40) for m in ({1 << i, 3 << i} if i < 39 else {1 << i})]
    row = grundy.masks_rule("row", 40, moves)
    assert grundy.solve(row((1 << 40) - 1)).nim_value == 1  # OEIS A002186, n = 40
    assert grundy.solve(row((1 << 9) - 1)).nim_value == 4


def test_a_cycle_of_a_rule_is_named() -> None:
    @grundy.rule(canonical=abs)
    def turning(n: int) -> Iterator[int]:
        yield -n

    with pytest.raises(grundy.BadRule, match="cycle"):
        grundy.solve(turning(3))


# Compiled: options listed by machine code.

NAMES = itertools.count()


def written(*lines: str, arguments: str = "a") -> Rule:
    """A rule from the lines of its body."""
    text = f"def game({arguments}):\n" + "".join(f"    {line}\n" for block in lines for line in block.splitlines())
    return grundy.rule(read(text)["game"])


def read(text: str) -> dict[str, Any]:
    """What a text defines, as if it stood in a file."""
    name = f"<searched {next(NAMES)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"to": to}
    exec(compile(text, name, "exec"), names)
    return names


MASKS = """\
for i in range(len(moves)):
    if a & moves[i][0] == moves[i][0] and not a & moves[i][1]:
        yield (a & ~moves[i][2]) ^ moves[i][3]
"""
PARTED = """\
for i in range(12):
    if a >> i & 1:
        yield to(a & (1 << i) - 1, a >> i + 1 << i + 1)
        if a >> i + 1 & 1:
            yield to(a & (1 << i) - 1, a >> i + 2 << i + 2, a & 0)
"""


@pytest.fixture(scope="module")
def cramped() -> Iterator[None]:
    """Tables begin small, so that each grows and is interrupted often."""
    monkeypatch = pytest.MonkeyPatch()
    small = {"FIRST_SLOTS": 8, "FIRST_HEIGHT": 2, "FIRST_POOL": 17, "FIRST_BUDGET": 3}
    set_limits(monkeypatch, "engines.search.compiled", **small)
    yield
    monkeypatch.undo()


bit_moves = st.tuples(st.integers(1, 255), st.integers(0, 255), st.integers(0, 255), st.integers(0, 255)).map(
    lambda move: (move[0], move[1] & ~move[0], move[0] | move[2], move[3] & (1 << move[0].bit_length() - 1) - 1)
)  # the highest bit that it needs is cleared, and none from there on is flipped: the number gets smaller


@settings(max_examples=examples(20))
@given(st.lists(bit_moves, min_size=1, max_size=9), st.data())
def test_sets_of_bits_are_searched_compiled(cramped: None, moves: list[Any], data: Any) -> None:
    rule = written(MASKS, arguments="a, *, moves").bind(moves=tuple(moves))
    states = data.draw(st.lists(st.integers(0, 255), min_size=1, max_size=4))
    expected = [grundy.value_by_definition(rule(state)) for state in states]
    engine = Compiled(rule, states, 1 << 30)
    for state, value in zip(states, expected, strict=True):
        for n in data.draw(st.lists(st.integers(0, 9), max_size=3)):
            assert run_to_end(engine.is_worth(state, n)) == (value == n)
    assert [run_to_end(engine.value(state)) for state in states] == expected
    engine.check(Defined())
    answer = searched(rule, states, SearchOptions("couples"))
    assert answer.values == expected
    assert "compiled" in answer.evidence.reason
    other = PlainSearch(rule, 8, None, 1 << 30)
    assert [run_to_end(other.value(state)) for state in states] == expected


@settings(max_examples=examples(10))
@given(st.lists(st.tuples(st.integers(0, 4095), st.integers(0, 7)), min_size=2, max_size=8))
def test_sums_of_bits_are_searched_compiled(cramped: None, questions: list[tuple[int, int]]) -> None:
    """Kayles on the runs of a set of bits: each option is two sums, or three."""
    rule = written(PARTED)
    searched = Compiled(rule, [state for state, _ in questions], 1 << 30)
    for state, n in questions:
        expected = 0
        for ones in re.findall("1+", f"{state:b}"):
            expected ^= [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4][len(ones)]  # OEIS A002186
        assert run_to_end(searched.is_worth(state, n)) == (expected == n)
        assert run_to_end(searched.value(state)) == expected
    state, _ = questions[0]
    result = SearchOwn(rule, SearchOptions("couples")).moves_to(state, 0)
    lost = [option for option in rule.options(state) if sum_value(rule, option.parts) == 0]
    assert result.count == len({rule.labels(option) for option in lost})


def sum_value(rule: Rule, parts: Any) -> int:
    total = 0
    for part in parts:
        total ^= grundy.value_by_definition(rule(part))
    return total


def test_states_of_several_numbers() -> None:
    rule = written(
        "yield from ((a - k, b) for k in range(1, a + 1))\nyield from ((a, b - k) for k in range(1, b + 1))",
        "yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))",
        arguments="a, b",
    )
    answer = searched(rule, [(3, 5), (4, 7), (5, 5), (6, 10)], SearchOptions("couples"))
    assert [value == 0 for value in answer.values] == [True, True, False, True]  # the P-positions of Wythoff's game
    assert "compiled" in answer.evidence.reason


def test_sixty_bits_are_within_reach() -> None:
    """A row of sixty pins, one or two neighbours of which are knocked down: 2^60 sets, of which no table is made."""
    rule = written(PARTED.replace("12", "60"))
    answer = searched(rule, [(1 << 60) - 1], SearchOptions("couples"))
    assert answer.values == [grundy.solve(grundy.parse("octal:0.77(60)")).nim_value]


def test_a_table_without_room_forgets_all_but_values_and_then_refuses() -> None:
    moves = [(m, 0, m, 0) for i in range(24) for m in ((3 << i,) if i % 5 < 4 and i < 23 else (1 << i,))]
    rule = written(MASKS, arguments="a, *, moves").bind(moves=tuple(moves))
    plenty, little = (Compiled(rule, [(1 << 24) - 1], memory) for memory in (1 << 30, 3 << 20))
    expected = run_to_end(plenty.value((1 << 24) - 1))
    with suppress(OutOfReach):
        assert run_to_end(little.value((1 << 24) - 1)) == expected
    with pytest.raises(OutOfReach, match=r"states are known and need .* GiB, and there is no more room"):
        run_to_end(Compiled(rule, [(1 << 24) - 1], 1 << 19).value((1 << 24) - 1))


def test_play_without_an_end_is_told_with_its_cycle(monkeypatch: pytest.MonkeyPatch) -> None:
    turning = written("yield a ^ 1")
    with pytest.raises(grundy.BadRule, match="cycle 6 -> 7 -> 6"):
        run_to_end(Compiled(turning, [6], 1 << 30).value(6))
    rising = written("yield a + 1")
    set_limits(monkeypatch, "engines.search", MOST_HEIGHT=2**12)
    with pytest.raises(OutOfReach, match="play goes on for more than 2,048 moves"):
        run_to_end(Compiled(rising, [6], 1 << 30).value(6))


def test_what_no_table_holds_is_searched_if_it_can_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.table.user_rule", SMALL_TABLE=2000, MOST_REACHED=2000, MOST_STATES=2000)
    cells = [(r, c) for r in range(4) for c in range(5)]
    pairs = [(4 * c + r, 4 * e + s) for r, c in cells for s, e in ((r + 1, c), (r, c + 1)) if (s, e) in cells]
    dominoes = [1 << a | 1 << b for a, b in pairs]
    rule = written(MASKS, arguments="a, *, moves").bind(moves=tuple((m, 0, m, 0) for m in dominoes))
    result = grundy.solve(rule((1 << 20) - 1))
    assert result.nim_value == 2  # Cram on 4 x 5
    assert result.evidence.reason == own.BY_COMPILED
    assert result.winning_moves.count == 5


def test_what_the_rule_does_wrong_is_told_in_its_words() -> None:
    rule = written("if a > 3:\n    yield a // (a - 7)")
    with pytest.raises(grundy.BadRule, match="state 7"):
        searched(rule, [7], SearchOptions("couples"))
    odd = written("yield from (a << k for k in range(62, 64) if a and a < 4)")  # some option has more bits than a key
    answer = searched(odd, [3], SearchOptions("couples"))
    assert answer.values == [1]
    assert "own code" in answer.evidence.reason


# Limits, and what is kept.


def stopped(rule: Rule, states: list[Any], options: SearchOptions, chunks: int) -> tuple[Any, Any]:
    """What a search says and keeps after some chunks, and its answer in the end."""
    work = Questions(rule, options, 10**6).values(states)
    running = work(None)
    last = None
    for _ in range(chunks):
        try:
            last = next(running)
        except StopIteration:
            break
    return last, run_to_end(work(None))


@pytest.mark.parametrize("method", ["couples", "mex"])
def test_a_search_goes_on_from_what_it_kept(method: Method, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search", BETWEEN=0.0, BUDGET=0.0, FIRST_BUDGET=10)
    set_limits(monkeypatch, "engines.search.user_rule", EVERY=0.0)
    moves = [(m, 0, m, 0) for i in range(14) for m in ((3 << i,) if i % 5 < 4 and i < 13 else (1 << i,))]
    rule = written(MASKS, arguments="a, *, moves").bind(moves=tuple(moves))
    states = [(1 << 14) - 1, 12345]
    chunk, answer = stopped(rule, states, SearchOptions(method), 12)
    assert answer == [grundy.value_by_definition(rule(state)) for state in states]
    assert "nim-values" in chunk.known or "states in" in chunk.known
    state = json.loads(json.dumps(chunk.state))
    assert state["tables"]
    fresh = Questions(rule, SearchOptions(method), 10**6).values(states)
    again = fresh(state)
    assert run_to_end(again) == answer


def test_states_are_kept_as_they_are() -> None:
    for state in (3, "ab", (1, (2, "x")), frozenset({(1, 2), (3, 4)}), True, -7, 10**30):
        assert own._restored(json.loads(json.dumps(own._saved(state)))) == state
    for state in (1.5, b"ab", (1, object())):
        with pytest.raises(TypeError):
            own._saved(state)


def test_progress_says_which_values_are_ruled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search.user_rule", EVERY=0.0)
    set_limits(monkeypatch, "engines.search", LOOKS=1)
    told = grundy.rule(split=components)(arcs)
    edges = frozenset((a, b) for a in range(6) for b in range(a))
    plain = PlainSearch(told, 8, None, 1 << 40)
    known = [chunk.known for chunk in plain.value(edges)]
    assert any("nim-values" in one for one in known)
    assert plain.known[edges] == grundy.value_by_definition(grundy.rule(arcs)(edges))
    with pytest.raises(OutOfReach, match="GiB allowed"):
        run_to_end(PlainSearch(told, 8, None, -(1 << 40)).value(edges))
    with pytest.raises(OutOfReach, match=r"more than 10 positions.*--time-limit"):
        run_to_end(PlainSearch(told, 8, 10, 1 << 40).value(edges))


def test_a_search_of_a_rule_stops_at_its_limit_and_is_gone_on_with(tmp_path: Path) -> None:
    file, store = tmp_path / "dominoes.py", str(tmp_path / "runs.db")
    file.write_text(
        "import grundy\n\n@grundy.rule\ndef dominoes(a, *, rows=4, columns=6):\n"
        "    for i in range(rows * columns):\n"
        "        if a >> i & 1 and i % columns + 1 < columns and a >> i + 1 & 1:\n"
        "            yield a & ~(3 << i)\n"
        "        if a >> i & 1 and i + columns < rows * columns and a >> i + columns & 1:\n"
        "            yield a & ~(1 << i | 1 << i + columns)\n"
    )
    asked = ("solve", f"{file}:dominoes", str((1 << 24) - 1), "--method", "couples", "--store", store)
    stopped = grundy_apart(*asked, "--time-limit", "0", prelude=in_steps())
    assert stopped.status == 2 and "Stopped by the time limit" in stopped.err and "grundy resume 1" in stopped.err
    done = grundy_apart("resume", "1", "--store", store)
    assert done.status == 0, done.err
    assert "nim-value 0" in done.out and own.BY_COMPILED in done.out  # Cram on 4 x 6
    by_mex = (*asked[:3], "--method", "mex", "--no-store", "--time-limit", "0")
    uncompiled = grundy_apart(*by_mex, prelude=in_steps("each=1.0, reading=1.0"))
    assert uncompiled.status == 2 and "Stopped by the time limit" in uncompiled.err


# Misère play.


def mover_wins_misere(rule: Rule, states: tuple[int, ...], memo: dict[Any, bool]) -> bool:
    """By the definition, sums and all: whoever cannot move wins."""
    key = tuple(sorted(states))
    if key not in memo:
        after = [
            key[:place] + option.parts + key[place + 1 :]
            for place, state in enumerate(key)
            for option in rule.options(state)
        ]
        memo[key] = not after or any(not mover_wins_misere(rule, one, memo) for one in after)
    return memo[key]


def misere_result(rule: Rule, state: Any) -> Result | Spent:
    """What the search of whole states finds."""
    return run_to_end(misere_own.WholeStates(DEFAULT_OPTIONS).work(rule(state), None))


@settings(max_examples=examples(20))
@given(st.lists(bit_moves, min_size=1, max_size=9), st.integers(0, 255))
def test_misere_play_is_searched_compiled(cramped: None, moves: list[Any], state: int) -> None:
    rule = written(MASKS, arguments="a, *, moves").bind(moves=tuple(moves))
    memo: dict[Any, bool] = {}
    result = misere_result(rule, state)
    assert isinstance(result, Result)
    assert result.evidence.reason.startswith(misere_own.BY_WHOLE_STATES)
    assert result.winner == ("first" if mover_wins_misere(rule, (state,), memo) else "second")
    lost = {option.parts for option in rule.options(state) if not mover_wins_misere(rule, option.parts, memo)}
    assert {dict(move.labels)["to"] for move in result.winning_moves} == lost
    assert result.winning_moves.count == len(lost)
    losses = run_to_end(Questions(rule, SearchOptions(), 0, misere=True).lost(range(256))(None))
    assert losses == [not mover_wins_misere(rule, (one,), memo) for one in range(256)]


def test_misere_sums_are_not_compiled() -> None:
    rule = written(PARTED.replace("12", "7"))
    for state in (0, 1, 0b1111, 0b1101101):
        assert isinstance(misere_result(rule, state), Spent) == (state > 0)  # 0 has no option
        result = grundy.solve(rule(state), misere=True)
        assert (result.winner == "first") == mover_wins_misere(rule, (state,), {})
    with pytest.raises(NotCompiled, match="sums are not compiled in misère play"):
        run_to_end(Questions(rule, SearchOptions(), 0, misere=True).lost([0b1111])(None))
