"""Who wins has one door: one position or many, by any verb, is answered as the definition and published theorems say.

`winners`, judges' formats, lists and tests of programs once asked for nim-values where `solve` had a theorem on who
wins, and refused positions that it answered at once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import combinations, islice, product
from math import isqrt
from operator import xor
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE

import grundy
from grundy import Position
from grundy.api.answers import result_of, who_win
from grundy.api.stress import rule_task
from grundy.api.turns import Turn
from grundy.api.turns import answer as answer_of
from grundy.errors import BadRule, OutOfReach
from grundy.games.catalogue import GAMES
from grundy.judges.judge import Judge, Reading, lines_of
from grundy.model.rule import Component, Rule
from grundy.web import handlers

SOURCE = Path(grundy.__file__).parent
FEW, MOST = 24, 3_000  # positions of a game that are asked, and below them that the definition looks at
MARK = "rule:n -> n-1, if n >= 1; n -> n//2, if n >= 1"
PAIRS = "rule:(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b"


class TooMany(Exception):
    """More positions than are looked at."""


def first_wins(position: Position, misere: bool, memo: dict[Any, bool]) -> bool:
    """The definition, in plain Python."""
    key = frozenset(position.multiset().items())
    if key not in memo:
        if len(memo) > MOST:
            raise TooMany
        memo[key] = misere  # play ends, so that it is not asked for before it is known
        after = [
            (position.leaving(part, option.parts)[0], option.next == "again")
            for part in position.parts()
            for option in part.rule.options(part.state)
        ]
        memo[key] = (misere and not after) or any(first_wins(each, misere, memo) == moves for each, moves in after)
    return memo[key]


def below(position: Position) -> Iterator[Position]:
    """Positions that play comes to from one, each once."""
    seen = {frozenset(position.multiset().items())}
    queue = [position]
    for each in queue:
        yield each
        for part in each.parts():
            for option in islice(part.rule.options(part.state), 60):
                after, _ = each.leaving(part, option.parts)
                key = frozenset(after.multiset().items())
                if key not in seen and len(queue) < 400:
                    seen.add(key)
                    queue.append(after)


GEOGRAPHY = ("geography", "1-2-3-4-2, 4-5 @ 2"), ("geography", "1-2-3, 3-4-5, 2-5 @ 1"), ("corner:queen", "3 4")
EXAMPLES = [*(game.example for game in GAMES.values()), *GEOGRAPHY, (MARK, "9"), (MARK, "3 4"), (PAIRS, "2 3")]


def with_a_theorem() -> Iterator[Any]:
    for game, text in EXAMPLES:
        position = grundy.parse(f"{game}({text})") if "rule:" not in game else grundy.parse_rule(game)(text)
        (component,) = position.components
        rule = component.rule
        if game == "top-entails":  # an answer is due in the heap: tests/engines/heap/test_entailing.py plays it out
            continue
        if rule.theory is not None or game.startswith("rule:") or rule.shape is not None:
            yield pytest.param(position, id=f"{rule.spec}")


@pytest.mark.parametrize("start", list(with_a_theorem()))
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_small_positions_of_every_game_are_as_the_definition_says(start: Position, play: Any) -> None:
    rule = start.components[0].rule
    if play not in rule.conventions:
        pytest.skip("the rule is not valid for this play")
    misere = play == "misere"
    memo: dict[Any, bool] = {}
    asked: list[Position] = []
    expected: list[bool] = []
    every = list(below(start))
    for position in [*every[-FEW // 2 :], *every[:FEW]]:  # the last are small
        try:
            expected.append(first_wins(position, misere, memo))
        except (TooMany, RecursionError):
            memo.clear()
        else:
            asked.append(position)
    assert asked
    ended = grundy.nim(0).components
    asked += [Position((*position.components, *ended)) for position in asked[:6]]
    expected += expected[:6]
    assert grundy.winners(asked, misere=misere) == expected
    assert [result_of(position, misere).winner == "first" for position in asked] == expected


def moore(piles: tuple[int, ...], most: int) -> bool:
    """Moore 1910: a P-position iff in every binary place the number of ones is divisible by most + 1."""
    return any(sum(pile >> bit & 1 for pile in piles) % (most + 1) for bit in range(64))


def fibonacci(counters: int) -> bool:
    """Whinihan 1963: who begins loses if and only if there is a Fibonacci number of counters."""
    a, b = 1, 2
    while a < counters:
        a, b = b, a + b
    return a != counters


def wythoff(a: int, b: int) -> bool:
    """Wythoff 1907: a P-position iff the smaller number is floor(d phi), where d is the difference."""
    small, d = min(a, b), abs(a - b)
    return small != (d + isqrt(5 * d * d)) // 2


def euclid(a: int, b: int) -> bool:
    """Cole and Davie 1969: the first player wins iff the ratio is above phi or the numbers are equal."""
    a, b = max(a, b), min(a, b)
    return a == b or a * a - a * b - b * b > 0


def mark(n: int) -> bool:
    """Fraenkel 2011: a P-position iff the number of zeros at the end of n in binary is odd; so is 0."""
    return n != 0 and ((n & -n).bit_length() - 1) % 2 == 0


BIG = 10**9
HUGE: list[tuple[str, bool]] = [
    (f"moore:2({BIG} 2 4 5)", moore((BIG, 2, 4, 5), 2)),
    (f"moore:2({BIG} {BIG} {BIG})", moore((BIG,) * 3, 2)),
    (f"moore:2({BIG} {BIG} {BIG}) + nim(0 0)", moore((BIG,) * 3, 2)),
    (f"fibonacci-nim({BIG})", fibonacci(BIG)),
    ("fibonacci-nim(1836311903)", fibonacci(1836311903)),
    (f"wythoff({BIG} {2 * BIG})", wythoff(BIG, 2 * BIG)),
    (f"wythoff({BIG} 618033988)", wythoff(BIG, 618033988)),
    (f"wythoff({BIG} 1618033988)", wythoff(BIG, 1618033988)),
    ("nim(0) + wythoff(1618033988 1000000000)", wythoff(BIG, 1618033988)),
    (f"euclid({BIG} 618033988)", euclid(BIG, 618033988)),
    (f"euclid({BIG} 618033989)", euclid(BIG, 618033989)),
    (f"nim({BIG} {BIG + 1} 1)", bool(BIG ^ (BIG + 1) ^ 1)),
    (f"{MARK}({2**60})", mark(2**60)),
    (f"{MARK}({2**61})", mark(2**61)),
    ("cram(8x8)", False),  # the board turned by half a turn: Gardner 1974
]


def position_of(text: str) -> Position:
    if text.startswith("rule:"):
        game, _, state = text.rpartition("(")
        return grundy.parse_rule(game)(state.rstrip(")"))
    return grundy.parse(text)


def by_judge(position: Position) -> str:
    """A format whose cases have one rule: of a sum with a part that has ended, the other part."""
    live = max(position.components, key=lambda component: component.rule.spec != "nim")
    case = Component(live.rule, live.states)
    own = Judge("own", "", "", "", "", "", "winner", lambda text: Reading((case, case)), lines_of("first", "second"))
    one, other = grundy.judge(own, "").split()
    assert one == other
    return one


def by_web(position: Position) -> str:
    pairs = [[c.rule.spec, c.rule.space.write(c.states)] for c in position.components]
    return str(handlers.answer("solve", {"components": pairs}, PATIENCE)["winner"])


def by_stress(position: Position) -> str:
    live = max(position.components, key=lambda component: component.rule.spec != "nim")
    task = rule_task(live.rule, states=live.states)
    return task.answer([live.states]).strip()


ASKED: dict[str, Callable[[Position], str]] = {
    "winners": lambda position: "first" if grundy.winners([position])[0] else "second",
    "solve": lambda position: grundy.solve(position).winner,
    "solve within a time": lambda position: grundy.solve(position, time_limit=500).winner,
    "batch": lambda position: str(grundy.batch([position])[0]["winner"]),
    "play": lambda position: answer_of(Turn(position)).winner,
    "judge": by_judge,
    "stress": by_stress,
    "web": by_web,
}


@pytest.mark.parametrize("verb", ASKED)
@pytest.mark.parametrize(("text", "first"), HUGE, ids=[text for text, _ in HUGE])
def test_every_verb_answers_what_a_theorem_tells(text: str, first: bool, verb: str) -> None:
    assert ASKED[verb](position_of(text)) == ("first" if first else "second")


def test_a_symmetry_after_a_move_tells_every_verb_who_wins() -> None:
    """Where nobody gives a limit: within one the nim-value is searched for."""
    position = grundy.parse("cram 8x9")
    assert {ask(position) for verb, ask in ASKED.items() if verb != "solve within a time"} == {"first"}


def test_many_are_answered_as_each_alone() -> None:
    """Large and small ones of one rule beside each other, with others of their kind that no theorem is about."""
    positions = [position_of(text) for text, _ in HUGE] + [position_of(f"{MARK}(5)"), grundy.wythoff(1, 2)]
    positions += [grundy.parse(text) for text in ("cram 3x3", "cram 2x3", "geography 1-2-3 @ 1", "geography 1-2 @ 2")]
    positions += [
        grundy.parse(text) for text in ("constrain(nim(1 2), 1)", "comply(nim(2 2), 1)", "selective(nim(1), nim(2))")
    ]
    assert who_win(positions) == [who_win([position])[0] for position in positions]


def test_many_are_answered_as_each_alone_in_misere_play() -> None:
    """By Bouton's theorem, by theorems on one part, and what neither tells, which is asked one by one."""
    texts = ["nim(1 1)", "nim(1 1 1)", f"nim({BIG} {BIG})", "take-away:1,2(5 7)", "kayles(4 5)", "cram 2x3", "nim(0 0)"]
    texts += ["moore:2(1000000000 2 4)", "fibonacci-nim(1000000000)", f"wythoff({BIG} 618033988)", "wythoff(1 2)"]
    positions = [grundy.parse(text) for text in texts]
    assert who_win(positions, "misere") == [grundy.solve(each, misere=True).winner for each in positions]


def test_end_nim_far_beyond_tables_follows_its_recursion() -> None:
    """Small piles by the definition; large ones agree with `solve`, whose theorem is tested with its game."""
    end_nim = GAMES["end-nim"].rule(None)
    assert end_nim is not None
    small = [end_nim(piles) for piles in product(range(1, 4), repeat=4)]
    memo: dict[Any, bool] = {}
    assert grundy.winners(small) == [reference(position.components[0].states[0], memo) for position in small]
    huge = [end_nim((10**6, a, b, 10**6 + a % 2)) for a, b in combinations(range(1, 9), 2)]
    assert grundy.winners(huge) == [grundy.solve(position).winner == "first" for position in huge]
    assert {False, True} == set(grundy.winners(huge))


def reference(piles: Any, memo: dict[Any, bool]) -> bool:
    """End Nim: counters are taken from the first or last pile of a row."""
    row = tuple(pile for pile in piles if pile)
    if row not in memo:
        after = [(left, *row[1:]) for left in range(row[0])] if row else []
        after += [(*row[:-1], left) for left in range(row[-1])] if row else []
        memo[row] = any(not reference(each, memo) for each in after)
    return memo[row]


REFUSED = ["wythoff(1000000000 1000000001) + nim(5)", "wythoff(1000000000 1000000001) + fibonacci-nim(1000000)"]


def refusal(asked: Callable[[], object]) -> str:
    with pytest.raises(OutOfReach) as refused:
        asked()
    return str(refused.value)


@pytest.mark.parametrize("text", REFUSED)
def test_what_no_theorem_tells_is_refused_alike(text: str) -> None:
    position = grundy.parse(text)
    assert refusal(lambda: grundy.winners([position])) == refusal(lambda: grundy.solve(position))


def test_many_are_refused_for_a_play_that_a_rule_is_not_valid_for() -> None:
    position = grundy.parse("ruler(TTHH)").components[0]
    only = Position((Component(replace(position.rule, conventions=("normal",)), position.states),))
    with pytest.raises(BadRule) as alone:
        grundy.solve(only, misere=True)
    with pytest.raises(BadRule) as many:
        grundy.winners([only], misere=True)
    assert str(many.value) == str(alone.value)


def test_a_rule_that_is_not_the_same_twice_is_refused_for_many_too() -> None:
    calls = iter(range(10**9))

    @grundy.rule
    def restless(n: int):  # type: ignore[no-untyped-def]
        if n >= 1:
            yield n - 1
        if n >= 2 and next(calls) % 2:
            yield n - 2

    with pytest.raises(BadRule, match="the same"):
        grundy.winners([restless(9)])


def test_a_sum_of_a_named_game_and_a_rule_beyond_tables_is_answered() -> None:
    lasker = {0: -1, 3: 1}  # Winning Ways, ch. 4
    n = 4 * 10**30
    position = grundy.parse(f"laskers-nim({n}) + nim(5)")
    assert grundy.solve(position).nim_value == reduce(xor, (n + lasker[0], 5))
    assert grundy.winners([position]) == [True]


DOORS = {
    "grundy.api.answers": {"grundy.answering.solve", "grundy.answering.ask"},
    "grundy.web.preloaded": {"grundy.answering.ask"},
}
"""Who asks the engines about positions, and what of them; `forget` of the latter asks nothing."""


def test_nobody_else_asks_the_engines_who_wins() -> None:
    doors_of: dict[str, set[str]] = {}
    for folder in ("api", "web", "cli", "contrib", "notebook", "judges", "proof", "theorems"):
        for file in sorted((SOURCE / folder).rglob("*.py")):
            name = ".".join(("grundy", *file.relative_to(SOURCE).with_suffix("").parts))
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                modules += [f"{node.module}.{alias.name}" for alias in node.names] if modules else []
                modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                doors = {"grundy.answering.solve", "grundy.answering.ask"} & set(modules)
                if doors:
                    doors_of.setdefault(name, set()).update(doors)
    assert doors_of == DOORS


def test_states_of_one_rule_are_never_a_row_of_another_answer() -> None:
    """A board without a symmetry beside one that has it: each is asked alone, so that neither is left to a search."""
    rule: Rule = grundy.parse("cram 8x8").components[0].rule
    boards = [grundy.parse(text) for text in ("cram 8x8", "cram 8x10", "cram 2x2", "cram 3x4")]
    assert all(board.components[0].rule == rule for board in boards)
    assert who_win(boards) == ["second", "second", grundy.solve("cram 2x2").winner, grundy.solve("cram 3x4").winner]
