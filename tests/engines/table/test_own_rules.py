"""A rule that is code alone is answered by the definition or by a table, and never differently."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grundy import (
    LOONY,
    BadRule,
    OutOfReach,
    Position,
    again,
    answer,
    parse,
    parse_rule,
    rule,
    solve,
    to,
    value_by_definition,
)
from grundy.answering import ask
from grundy.answering.tables import fill, nim_values
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.table import user_rule as own
from grundy.engines.table.job import job
from grundy.notation.files import FILES
from grundy.notation.rule_files import load_rules


@rule
def take_or_halve(n):
    if n >= 1:
        yield to(n - 1, take=1)
    if n >= 2 and n % 2 == 0:
        yield to(n // 2, n // 2, split=2)


@rule
def rook(a, b):
    yield from ((a - k, b) for k in range(1, a + 1))
    yield from ((a, b - k) for k in range(1, b + 1))


@rule
def thirds(n):
    if n:
        yield n // 2
        yield n // 3


@rule
def extra(n):
    if n:
        yield again(n - 1)


@rule
def never(n):
    yield n + 1


@pytest.mark.parametrize("n", [3, 1999, 2001, 30_000, 30_001])
def test_a_table_says_what_the_definition_says(n: int) -> None:
    position = take_or_halve(n, 7)
    result = solve(position)
    assert result.nim_value == value_by_definition(position)
    wins = []
    for place, state in ((1, n), (2, 7)):
        for option in take_or_halve.options(state):
            other = 7 if place == 1 else n
            if value_by_definition(take_or_halve(*option.parts, other)) == 0:
                wins.append({"place": place, **dict(option.labels), "to": list(option.parts)})
    assert sorted(map(repr, wins)) == sorted(repr(move.as_dict()) for move in result.winning_moves)


def test_a_table_of_pairs() -> None:
    result = solve(rook(300, 171))
    assert result.nim_value == 300 ^ 171  # Bouton 1901
    assert [move.as_dict()["to"] for move in result.winning_moves] == [[(171, 171)]]
    assert "table" in result.evidence.reason


def test_few_positions_of_a_huge_state_need_no_table() -> None:
    result = solve(thirds(10**30))
    assert result.nim_value == value_by_definition(thirds(10**30))
    assert "definition" in result.evidence.reason


def test_what_no_table_can_hold_is_left_to_the_definition() -> None:
    assert solve(extra(5000)).nim_value == value_by_definition(extra(5000))
    with pytest.raises((OutOfReach, BadRule)):
        solve(never(3))


def test_values_of_one_rule_add_whichever_engine_gave_them() -> None:
    game = take_or_halve
    both = solve(game(30_000) + game(12))
    assert both.nim_value == solve(game(30_000)).nim_value ^ solve(game(12)).nim_value


def test_rules_of_one_function_are_several_rules_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.py"
    file.write_text(
        "import grundy\n"
        "@grundy.rule\n"
        "def take(n, *, most=3):\n"
        "    yield from range(max(0, n - most), n)\n"
        "two = take.bind(most=2)\n"
        "same = two\n"
        "short = grundy.masks_rule('short', 3, [(1, 0, 1, 0)])\n"
        "long = grundy.masks_rule('long', 9, [(1, 0, 1, 0), (256, 0, 256, 0)])\n"
    )
    # of two names for one rule the last; to take 1..k is worth n % (k + 1), each coin 1
    assert set(load_rules(str(file))) == {"take", "same", "short", "long"}
    assert solve(parse_rule(f"{file}:take", files=FILES)(7)).nim_value == 3
    assert solve(parse_rule(f"{file}:same", files=FILES)(7)).nim_value == 1
    assert solve(parse_rule(f"{file}:long", files=FILES)(257, 1)).nim_value == 1


def test_a_loony_part_beside_a_game_of_the_catalogue() -> None:
    """The winning moves of the other part were looked for by a formula that knows numbers alone."""

    @rule
    def handed_on(n):
        if n:
            yield answer(n - 1, take=1)

    position = Position((*handed_on(1).components, *parse("nim(1)").components))
    result = solve(position)  # the opponent has to answer where nothing is left
    assert (result.winner, result.nim_value, result.winning_moves.count) == ("first", LOONY, 1)
    (move,) = result.winning_moves
    assert move.as_dict() == {"component": 1, "place": 1, "take": 1, "to": [0]}


@pytest.mark.parametrize(
    ("state", "whole", "reached", "expected"),
    [
        ((3000, 2500), 40, 400_000, ("reached", 0, 400)),  # fewer than one of sixteen
        ((3000, 2500), 40, 10**7, ("whole", 40, 470)),  # 7,504,501 states in all
        ((3000, 2500), None, 10**7, ("reached", 1, 10**4)),
        ((3000, 2500), 40, None, ("whole", 40, 1)),
        ((500, 500), 40, 10**6, ("whole", 40, 0)),  # a small table, begun first
        ((500, 500), 400, 10_000, ("reached", 100, 10)),
        ((500, 500), 400, 10**6, ("whole", 400, 16)),
    ],
)
def test_which_table_is_made_depends_on_how_many_states_are_reached(
    state: tuple[int, int],
    whole: int | None,
    reached: int | None,
    expected: tuple[str, int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a queen's (3000, 2500) 30 s went into the table that was not used. A step: 1,000 states, a hundredth of the
    seconds that a small table has."""
    clock = [0.0]
    steps = {"whole": 0, "reached": 0}

    def work(name: str, need: int | None, more: int) -> Iterator[int]:
        count = 0
        yield count
        if need is None:
            steps[name] += 1
            raise OutOfReach(name)
        while count < need:
            steps[name] += 1
            clock[0] += own.SMALL_SECONDS / 100
            count += more
            yield count
        return own.Tabulated(table=name)

    monkeypatch.setattr(own, "process_time", lambda: clock[0])
    monkeypatch.setattr(own, "_all_states", lambda *_: work("whole", whole, 1))
    monkeypatch.setattr(own, "_reached_states", lambda *_: work("reached", reached, 1000))

    @rule
    def queen(a: int, b: int) -> Iterator[Any]:
        if a:
            yield a - 1, b

    tabulated = own._tabulated(queen, [state], None, ask.work, None)
    assert (tabulated.table, steps["whole"], steps["reached"]) == expected


def test_a_table_of_lines_is_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wythoff's game as a rule of one's own: nim-values as in the built-in game's table."""
    monkeypatch.setattr(own, "Reached", None)  # it would fail

    @rule
    def queen(a: int, b: int) -> Iterator[Any]:
        yield from ((a - k, b) for k in range(1, a + 1))
        yield from ((a, b - k) for k in range(1, b + 1))
        yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))

    values = own.engine(queen, DEFAULT_OPTIONS, ask.work).answer([(1100, 1200), (3, 5), (1, 2)]).values
    table = nim_values(queen, (1101, 1201))
    assert values == [int(table[1100, 1200]), 0, 0]  # Wythoff 1907: (1, 2), (3, 5), ... are lost


@pytest.mark.parametrize(
    ("compiled", "saved", "way"),
    [(True, None, "lines8"), (False, {"done": 4000, "way": "stamps32"}, "stamps32")],
)
def test_a_rook_is_worth_the_nim_sum_of_its_coordinates(compiled: bool, saved: Any, way: str) -> None:
    """Two heaps of Nim (Bouton 1901), in whatever way the values are kept."""
    import numpy as np

    places = np.arange(80)
    worth = (places[:, None] ^ places).reshape(-1)
    table = worth.astype(np.uint32 if saved else np.uint8)
    table[4000 if saved else 0 :] = 0
    *_, last = fill(job(rook, (80, 80)), lambda dtype, entries: table, compiled)(saved)
    assert last.state == {"done": 6400, "way": way}
    assert (table == worth).all()
