"""Rules with turns, compiled: values and sets beside the definition, and beside an outcome search that adds nothing."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from command import grundy as run
from limits import set_limits

import grundy
from grundy import LOONY, again, answer, nim, solve, to
from grundy.answering.ask import ask
from grundy.compile.turns import has_turns, turns_of
from grundy.engines.definition import by_definition
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.search import turns
from grundy.engines.search.kernels import turns as kernels
from grundy.engines.search.turns import TurnValues
from grundy.model.convention import Reach
from grundy.model.definition import state_values
from grundy.model.rule import Rule
from grundy.runs.chunk import run_to_end

MEMORY = 1 << 28


def drawn(seed: int) -> Rule:
    """A rule on heaps with some moves of each kind, which take one to four counters and leave up to two heaps."""
    draw = random.Random(seed)
    kinds = draw.choices((0, 1, 2), (3, 1, 2), k=draw.randrange(2, 6))
    moves = tuple(
        (kind, draw.randrange(1, 4), draw.randrange(1, 4), draw.randrange(3), draw.randrange(3)) for kind in kinds
    )

    def drawn_moves(n: int) -> Any:
        for kind, take, every, rest, cut in moves:
            if n >= take and n % every == rest % every:
                left = n - take
                if cut == 0 or left < 2:
                    one, two = left, 0
                else:
                    one, two = left // (cut + 1), left - left // (cut + 1)
                if kind == 0:
                    yield to(one, two)
                elif kind == 1:
                    yield again(one, two)
                else:
                    yield answer(one, two)

    return grundy.rule(drawn_moves)


def reaches(rule: Rule, count: int) -> dict[int, Reach]:
    """The sets that the definition finds, which is plain Python."""
    memo: dict[Any, Any] = {}
    state_values(rule, range(count), memo)
    reach_of: dict[int, Reach] = memo.get("entailing", {})
    return reach_of


@pytest.mark.parametrize("seed", range(14))
def test_values_and_sets_are_those_of_the_definition(seed: int) -> None:
    rule, count = drawn(seed), 90
    if not turns_of(rule):
        pytest.skip("a rule without turns")
    known = TurnValues(rule, range(count), MEMORY)
    run_to_end(known.learn(range(count)))  # type: ignore[arg-type]
    defined = reaches(rule, count)
    for state in range(count) if defined else ():
        assert known.part_value(state) == defined[state].value
        if "answer" in turns_of(rule):
            assert known.part_reach(state) == defined[state]


@pytest.mark.parametrize("seed", range(14))
def test_heaps_beside_nim_heaps_have_the_outcomes_of_a_search(seed: int) -> None:
    """The search plays all heaps out, and shares nothing with values: no sums, no sets."""
    rule = drawn(seed)

    @cache
    def options(heap: int) -> list[tuple[tuple[Any, ...], str]]:
        return [(option.parts, option.next) for option in rule.options(heap)]

    @cache
    def first_wins(heaps: tuple[int, ...], beside: int, must: tuple[int, ...] | None = None) -> bool:
        if must is None and any(not first_wins(heaps, less) for less in range(beside)):
            return True
        for heap in {*heaps} if must is None else {*must}:
            others = list(heaps)
            others.remove(heap)
            for parts, then in options(heap):
                left = tuple(sorted([*others, *parts]))
                if then == "again" and first_wins(left, beside):
                    return True
                if then == "opponent" and not first_wins(left, beside):
                    return True
                if then == "answer" and not first_wins(left, beside, tuple(sorted(parts))):
                    return True
        return False

    values = TurnValues(rule, range(9), MEMORY) if turns_of(rule) else None
    if values is None:
        pytest.skip("a rule without turns")
    run_to_end(values.learn(range(9)))  # type: ignore[arg-type]
    for heap, beside in product(range(9), range(5)):
        assert first_wins((heap,), beside) == (values.part_value(heap) != beside), (heap, beside)


def far_apart(n: int) -> Any:
    """From n to n // 2 and n // 3, one of which has to be answered; from even ones the turn is kept."""
    if n:
        yield answer(n // 2)
        yield n // 3
        if n % 2 == 0:
            yield again(n // 5)


def test_states_that_lie_far_apart_are_looked_up_by_their_keys() -> None:
    rule, states = grundy.rule(far_apart), [10**15 + k for k in range(20)]
    known = TurnValues(rule, states, MEMORY)
    run_to_end(known.learn(states))  # type: ignore[arg-type]
    assert [known.value(state) for state in states] == list(state_values(rule, states, {}).values())


def two_numbers(a: int, b: int) -> Any:
    """Take from one number and answer, or from both, or keep the turn."""
    if a:
        yield answer((a - 1, b))
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k
    if b % 3 == 1:
        yield again((a, b - 1))


def test_states_of_several_numbers() -> None:
    rule, states = grundy.rule(two_numbers), list(product(range(12), repeat=2))
    known = TurnValues(rule, states, MEMORY)
    run_to_end(known.learn(states))  # type: ignore[arg-type]
    assert [known.value(state) for state in states] == list(state_values(rule, states, {}).values())


def test_moves_that_win_are_those_of_the_definition() -> None:
    for seed in range(8):
        rule = drawn(seed)
        engine = turns.engine(rule, DEFAULT_OPTIONS)
        if engine.unfit(range(60)):
            continue
        defined = by_definition(rule, "normal").answer(range(60))
        turn_answer = run_to_end(engine.work(range(60), None))
        assert turn_answer.values == defined.values  # type: ignore[union-attr]
        for state, rest in product((7, 20, 41, 59), (0, 1, 2, 5, LOONY)):
            assert [*turn_answer.moves_to(state, rest)] == [*defined.moves_to(state, rest)]  # type: ignore[union-attr]


@pytest.mark.parametrize("by", range(64))
def test_a_word_of_a_set_is_moved_bit_by_bit(by: int) -> None:
    word = random.Random(by).getrandbits(64)
    assert int(kernels.moved(np.uint64(word), by)) == sum((word >> bit & 1) << (bit ^ by) for bit in range(64))


def test_what_is_wrong_with_a_rule_is_told_as_by_the_definition() -> None:
    rule = grundy.rule(lambda n: iter(()))
    assert not has_turns(rule, 100)

    def turns_back(n: int) -> Any:
        if n > 3:
            yield answer(n - 1)
        elif n:
            yield again(3 if n == 1 else n - 1)

    known = TurnValues(grundy.rule(turns_back), range(3_000), MEMORY)
    with pytest.raises(grundy.BadRule, match="cycle"):
        run_to_end(known.learn(range(3_000)))  # type: ignore[arg-type]


def test_verbs_say_what_a_loony_value_is(tmp_path: Any) -> None:
    file = tmp_path / "top.py"
    file.write_text(
        "from grundy import answer, rule, to\n\n\n@rule\ndef top(n):\n"
        "    for k in range(1, n // 2 + 1):\n        yield to(k, n - k)\n    if n:\n        yield answer(n - 1)\n"
    )
    told = run("sequence", str(file), "--to", "9", "--json")
    assert '"values": [0, "loony", 0, "loony", 1, 0, 2, 1, 3, 0]' in told.out
    for verb in (["table", str(file), "--states", "50"], ["check", str(file), "n % 5", "--to", "50"]):
        refused = run(*verb)
        assert refused.status == 2 and "loony" in refused.err and "whatever stands beside it" in refused.err
    outcomes = run("table", str(file), "--states", "14", "--outcomes")
    assert "0 2 5 9 13" in outcomes.out


def test_top_entails_as_a_users_rule_has_the_loony_heaps_of_the_literature() -> None:
    rule = grundy.rule(grundy.top_entails.function)
    values = ask(rule, range(2_600)).values
    assert [n for n, value in enumerate(values) if value == LOONY] == [1, 3, 2403, 2505]  # WW ch. 12; West 1996
    assert values == ask(grundy.top_entails, range(2_600)).values
    assert solve(rule(2403) + nim(7)).winner == "first"


@pytest.mark.parametrize("is_dense", [True, False])
@pytest.mark.parametrize("most", [10**6, 3])
@pytest.mark.parametrize("seed", [1, 4, 6])
def test_a_search_goes_on_from_what_a_stopped_one_kept(
    seed: int, most: int, is_dense: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It began anew, with slots of its own for each state or with keys."""
    set_limits(monkeypatch, "engines.search", BETWEEN=-1.0, MOST_KEPT=most, FIRST_PIECE=8)
    if not is_dense:
        set_limits(monkeypatch, "engines.search", MOST_DENSE=0)
    rule, states = drawn(seed), range(120)
    expected = list(state_values(rule, states, {}).values())
    first = TurnValues(rule, states, MEMORY)
    next(first.learn(states if is_dense else [119]))
    kept = json.loads(json.dumps(first.snapshot()))
    known = int(first._state[kernels.KEYS])
    assert 0 < kept["states"] <= min(most, known)
    second = TurnValues(rule, states, MEMORY)
    second.restore(kept)
    run_to_end(second.learn(states))
    assert [second.value(state) for state in states] == expected
    whole = TurnValues(rule, states, MEMORY)
    run_to_end(whole.learn(states))
    assert second._state[kernels.NODES] == whole._state[kernels.NODES] - kept["states"]
    reaches = [second.part_reach(state) for state in states]
    assert reaches == [whole.part_reach(state) for state in states]


def test_what_a_stopped_search_kept_is_taken_for_its_rule_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search", BETWEEN=-1.0, FIRST_PIECE=8)
    rule, states = drawn(4), range(120)

    def known_after(saved: Any) -> int:
        """The states that are known when the first chunk comes."""
        search = turns.engine(rule, DEFAULT_OPTIONS)
        assert search.unfit(states) is None
        return int(next(search.work(states, saved)).kept)

    search = turns.engine(rule, DEFAULT_OPTIONS)
    assert search.unfit(states) is None
    saved = json.loads(json.dumps(next(search.work(states, None)).state))
    known = saved["tables"]["states"]
    assert known_after(None) == known and known_after(saved) > known
    assert known_after({**saved, "of": "another"}) == known and known_after({"asked": "other work"}) == known
