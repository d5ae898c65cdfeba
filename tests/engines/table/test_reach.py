"""States far apart: a compiled rule on all that can be reached from some gives what the definition gives."""

from __future__ import annotations

import linecache
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from drawing import examples
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from limits import set_limits
from serving import cpu
from waiting import PATIENCE, wait_until

from grundy import HEAP, BadRule, GrundyError, OutOfReach, rule, solve, to, value_by_definition
from grundy.answering.ask import work
from grundy.compile.keys import keys_for
from grundy.compile.subset import NotCompiled
from grundy.engines.definition import Definition
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.table import user_rule as own
from grundy.engines.table.reached import Reached
from grundy.model.definition import state_values
from grundy.model.rule import Rule

SOURCE = Path(__file__).parents[3] / "src"
NAMES = count()


def made(arguments: str, *lines: str, **space: Any) -> Rule:
    """A rule from the lines of its body."""
    text = f"def game({arguments}):\n" + "".join(f"    {line}\n" for block in lines for line in block.splitlines())
    name = f"<reach {next(NAMES)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"to": to}
    exec(compile(text, name, "exec"), names)
    return rule(**space)(names["game"]) if space else rule(names["game"])


@pytest.fixture
def cramped() -> Iterator[None]:
    """Tables begin small and are worked on in small pieces, so that each grows and stops often."""
    monkeypatch = pytest.MonkeyPatch()
    set_limits(monkeypatch, "engines.table", FIRST_CELLS=8, FIRST_ROOM=2, FIRST_STAMPS=8, FIRST_CHUNK=3, MOST_CHUNK=7)
    yield
    monkeypatch.undo()


def agree(actual: Any, expected: Any) -> bool:
    """Equal values, or errors of one kind: which state of a cycle comes first depends on the order of the search."""
    if isinstance(actual, str) and isinstance(expected, str):
        return ("cycle" in actual) == ("cycle" in expected)
    return bool(actual == expected)


numbers = st.sampled_from(
    ["n // 2", "n // 3 - 1", "n - n // 5 - 1", "n % 1000", "n // 7 ^ 1", "-n // 2 + 1", "n & 511"]
)
near = st.sampled_from(["n - 1", "n - 3", "n // 2", "n + 1", "n ^ 1", "n * 3 % 101", "-n", "n - n % 4 - 2"])
lines = st.one_of(
    st.builds("if n > {}:\n    yield {}".format, st.sampled_from(["0", "9", "10 ** 6"]), numbers),
    st.builds("if n > 9:\n    yield to({}, {}, cut='so')".format, numbers, numbers),
    st.builds("if 0 < n < {} and n % {} != 1:\n    yield {}".format, st.integers(5, 90), st.integers(1, 5), near),
    st.builds("for k in range({}):\n    if n > k + 5:\n        yield n // (k + 2)".format, st.integers(1, 75)),
    st.builds("while n > 10 ** {}:\n    n //= 3\n    yield n".format, st.integers(3, 9)),
)


@settings(max_examples=examples(15), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    parts=st.lists(lines, min_size=1, max_size=3),
    states=st.lists(st.one_of(st.integers(-50, 200), st.integers(10**9, 2**63 - 1)), min_size=1, max_size=3),
)
def test_random_rules(cramped: None, parts: list[str], states: list[int]) -> None:
    game = made("n", *parts)
    try:
        expected: Any = state_values(game, states, {}, most=3_000)
    except OutOfReach:
        assume(False)
    except BadRule as error:
        expected = str(error)
    try:
        table = Reached(game, states)
        actual: Any = table.values(states)
        assert table.values(states[:1]) == actual[:1]
        assert table.known_values([*states, states[0]]) == [*actual, actual[0]]
    except NotCompiled:
        return  # some state needs more than 64 bits: it is left to the definition
    except BadRule as error:
        actual = str(error)
    assert agree(actual, expected if isinstance(expected, str) else [expected[state] for state in states])


vector_parts = st.sampled_from(
    [
        "if b:\n    yield b, a % b",
        "if a > b > 0:\n    yield a - b, b",
        "if a > 9:\n    yield a // 2, b",
        "if b > 9:\n    yield b // 3, a // 2",
        "if a and b:\n    yield to((a // 4, b // 4), (b // 5, 0))",
        "if 0 < a < 30:\n    yield a - 1, b",
        "if a > 4:\n    yield a // 3 - 1, -b",
        "if a == b:\n    yield b, a",
    ]
)


@settings(max_examples=examples(15), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    parts=st.lists(vector_parts, min_size=1, max_size=4),
    state=st.tuples(st.integers(0, 10**9), st.one_of(st.integers(0, 40), st.integers(0, 10**9))),
)
def test_random_vectors(cramped: None, parts: list[str], state: tuple[int, int]) -> None:
    game = made("a, b", *parts)
    try:
        expected: Any = state_values(game, [state], {}, most=3_000)[state]
    except OutOfReach:
        assume(False)
    except BadRule as error:
        expected = str(error)
    try:
        table = Reached(game, [state])
        assert table.known_values([state]) is None
        actual: Any = table.values([state])
        assert table.known_values([state, state]) == actual * 2
    except NotCompiled:
        return  # a number below 0 has no key here
    except BadRule as error:
        actual = str(error)
    assert agree(actual, expected if isinstance(expected, str) else [expected])


@rule
def thirds(n):
    if n:
        yield n // 2
        yield n // 3
        yield to(n // 5, n // 7)


@rule
def three(a, b, c):
    if a:
        yield a - 1, b, c
    if b > 1:
        yield a, b - 2, c
    if c:
        yield c - 1, a, b


@rule
def rises(n):
    if n < 50_000:
        yield n + 1
        yield n + 3


@rule
def never(n):
    yield n + 1


@rule
def falls(n):
    if n > -60_000:
        yield n - 2
        yield n - 3


@rule
def one_less(n):
    if n:
        yield n - 1


@rule
def stuck(n):
    if n > 5:
        while n:
            n |= 1
    if n:
        yield n - 1


@rule
def squares(n):
    if n > 1:
        yield n * n % 1_000_003 % n


@rule(space=HEAP)
def below(n):
    yield n - 5


@rule
def fan(n):
    if n >= 10**6:
        for k in range(3000):
            yield k * k % 4001 + 20
    elif n > 20:
        for k in range(0, 20, 3):
            yield k
    elif n:
        yield n // 2


def test_many_states_have_their_values_at_once() -> None:
    table = Reached(fan, [10**6])
    (nim_value,) = table.values([10**6])
    known = [state for state in range(4100) if table.value_so_far(state) is not None]
    assert table.known_values([10**6, *known]) == [nim_value, *table.values(known)]
    for unknown in (3, -1, 2**70, (4, 5)):
        assert unknown in known or table.known_values([*known, unknown]) is None


def test_a_state_with_many_options_is_begun_few_times(cramped: None) -> None:
    table = Reached(fan, [10**6])
    begun = 0
    for _ in table.work([10**6]):
        begun = max(begun, -int(table._cells[:, 1].min()))
    assert 2 < begun <= 14  # once each, it would be 1,500 times
    assert table.values([10**6]) == [value_by_definition(fan(10**6))]


@rule
def returns(n):
    if n > 9:
        for k in range(9):
            yield n // 3 - k
    elif n > 2:
        yield from (n - 1, n - 2, 9 if n == 5 else 0)


def test_a_cycle_beside_states_that_wait_is_named_alone(cramped: None) -> None:
    with pytest.raises(BadRule) as caught:
        Reached(returns, [10**6]).values([10**6])
    cycle = re.search(r"the cycle (\d+(?: -> \d+)+)", str(caught.value))
    assert cycle is not None
    path = [int(n) for n in cycle[1].split(" -> ")]
    assert path[0] == path[-1] and len(set(path)) == len(path) - 1
    assert all((after,) in [option.parts for option in returns.options(n)] for n, after in pairwise(path))


def test_a_huge_state_from_which_few_are_reached() -> None:
    n = 10**18 + 12_345
    result = solve(thirds(n, 7))
    assert result.nim_value == value_by_definition(thirds(n)) ^ value_by_definition(thirds(7))
    assert "states reached" in result.evidence.reason
    wins = {move.as_dict()["to"] and tuple(move.as_dict()["to"]) for move in result.winning_moves}
    assert wins == {
        option.parts
        for state, other in ((n, 7), (7, n))
        for option in thirds.options(state)
        if value_by_definition(thirds(*option.parts, other)) == 0
    }


def test_vectors_and_states_below_zero() -> None:
    assert solve(three(23, 31, 40)).nim_value == value_by_definition(three(23, 31, 40))
    # take 2 or 3: 0 0 1 1 2 and again (Winning Ways ch. 4), from -60,001 up, the higher of the two ends of play
    for n in (40_000, 40_003, 40_004):
        assert solve(falls(n)).nim_value == [0, 0, 1, 1, 2][(n + 60_001) % 5]
    assert [solve(rises(n)).nim_value for n in (0, 1)] == [0, 1]  # 1 or 3 to go, to the end or two beyond


def test_an_option_that_is_not_smaller_is_named() -> None:
    with pytest.raises(BadRule, match="n may grow for ever: 3 -> 4 -> 5"):
        solve(never(3))
    with pytest.raises(BadRule, match="state 4 yields -1: expected a heap state"):
        solve(below(10_004))


def test_what_is_out_of_reach_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.table", MOST_REACHED=100_000)
    with pytest.raises(OutOfReach, match="more than 100,000 positions"):
        own.engine(one_less, DEFAULT_OPTIONS, work).answer([10**15])
    by_theorem = solve(one_less(10**15))  # an even number of moves is left
    assert by_theorem.nim_value == 0 and by_theorem.evidence.status == "proved"

    def refuses(self: Definition, states: Any) -> Any:
        raise OutOfReach("more than 1,000,000 positions")

    monkeypatch.setattr(Definition, "values", refuses)
    with pytest.raises(
        OutOfReach, match=r"1,000,000 positions; a compiled game may have .* but states of more than 63 bits"
    ):
        own.engine(one_less, DEFAULT_OPTIONS, work).answer([10**30])


def test_a_loop_without_an_end_is_refused() -> None:
    with pytest.raises(BadRule, match=r"state 9: expected an end, found more than 1,000,000,000 steps"):
        solve(stuck(9))
    with pytest.raises(BadRule, match=r"state 6: expected an end"):
        stuck.nim_values(100_000)


def test_numbers_beyond_64_bits_are_left_to_the_definition() -> None:
    n = 2**62 + 1
    assert solve(squares(n)).nim_value == value_by_definition(squares(n))


def test_an_error_of_the_rule_is_pythons() -> None:
    game = made("n", "for k in range(1, 4000):\n    yield n // (k + n // 3000)", "yield 7 // (n - 25)")
    with pytest.raises(GrundyError):
        solve(game(10**9))


def test_keys() -> None:
    key = keys_for([(5, 2**40, 0)])
    assert key is not None
    for state in ((0, 0, 0), (31, 2**41, 3), (5, 2**40, 0)):
        packed = key.pack(state)
        assert packed is not None and 0 <= packed < 2**63 and key.unpack(packed) == state
    assert key.pack((-1, 0, 0)) is None and key.pack((0, 2**62, 0)) is None
    assert keys_for([(2**63,)]) is None and keys_for([(-(2**63),)]) is not None


PROGRAM = """
import sys, time
sys.path.insert(0, {source!r})
from grundy import rule, solve
@rule
def one_less(n):
    if n:
        yield n - 1 - n * n // n % 1
print("begun", flush=True)
from grundy.engines.table import reached
from grundy.engines.table import user_rule as own
own.MOST_REACHED = reached.MOST_RISING = 2**40
solve(one_less(10**15))
"""


def test_ctrl_c_is_heard(tmp_path: Path) -> None:
    file = tmp_path / "program.py"  # a rule is compiled from its file's text
    file.write_text(PROGRAM.format(source=str(SOURCE)))
    process = subprocess.Popen([sys.executable, str(file)], stdout=-1, stderr=-1, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    wait_until(lambda: cpu([process.pid]) > 2, "it to be at work, which takes more than to load and to compile")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert "KeyboardInterrupt" in errors
