"""The model's parts by hand, each for a fault that other tests would have let pass.

`tests/mutants.py` puts such faults into the code; docs/why/mutants.md says what it found.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations, permutations, product
from typing import Any

import pytest

import grundy
from grundy import LOONY, BadRule, Infinity
from grundy.model.convention import (
    Reach,
    add,
    entailing_reach,
    misere_fold,
    misere_nim,
    misere_nim_target,
    union,
    winner,
)
from grundy.model.evidence import WHOLE_TABLE, Evidence, joint
from grundy.model.masks import masks_rule, require_smaller
from grundy.model.move import Move
from grundy.model.pattern import Break, Pattern, Summary
from grundy.model.period import PeriodResult, Repetition
from grundy.model.result import value_as_json
from grundy.model.shapes import Arcs, Digits, Moves, Theory
from grundy.text.reader import Text

# Who wins.


def test_misere_play_of_heaps_and_of_options() -> None:
    wins: dict[tuple[int, ...], bool] = {}
    for state in sorted(product(range(5), repeat=3), key=sum):
        options = [(*state[:i], left, *state[i + 1 :]) for i in range(3) for left in range(state[i])]
        wins[state] = misere_fold([wins[option] for option in options])
        assert wins[state] == (not options or any(not wins[option] for option in options)) == misere_nim(state)
    for others in product(range(5), repeat=2):
        lost = [n for n in range(8) if not misere_nim((*others, n))]
        assert lost == [misere_nim_target(others[0] ^ others[1], max(others) > 1)]


def test_values_add() -> None:
    far, near = Infinity(frozenset({1, 2})), Infinity(frozenset({5}))
    assert add([]) == 0 and add([3, 5]) == 6
    assert add([3, far]) == add([far, 3]) == Infinity(frozenset({2, 1})) and add([1, far]) == Infinity(
        frozenset({0, 3})
    )
    assert add([far, near]) == add([far, 2, near]) == Infinity()
    assert add([far, LOONY]) == add([LOONY, 7]) == LOONY
    assert [winner(value) for value in (0, 4, LOONY, far, Infinity(frozenset({0, 4})))] == [
        "second", "first", "first", "draw", "first",
    ]  # fmt: skip
    assert repr(Infinity(frozenset({9, 2}))) == "infinity(2, 9)" and repr(LOONY) == "loony"


def meant(reach: Reach) -> set[int]:
    return {n for n in range(32) if (n in reach.numbers) != reach.negated}


def test_reaches_are_sets_of_heaps() -> None:
    every = [Reach(frozenset(some), negated) for k in range(3) for some in combinations((0, 1, 2, 4), k)
             for negated in (False, True)]  # fmt: skip
    assert union([]) == Reach()
    for some in chain(product(every), product(every, every), product(every[::2], every[::3], every[::5])):
        assert meant(union(some)) == set().union(*map(meant, some))
        assert union(some).negated == any(one.negated for one in some)  # which of all heaps beyond these
    for one in every:
        assert meant(one.complement()) == set(range(32)) - meant(one)
        for heap in range(4):
            assert meant(one.beside(heap)) == {n ^ heap for n in meant(one)}
            assert one.has(heap) == (heap in meant(one))
        assert one.has(LOONY) == one.negated
        rest = set(range(32)) - meant(one)
        assert one.value == (min(rest) if rest else LOONY)
    assert entailing_reach([Reach(frozenset({0}))], "opponent") == Reach(frozenset({1}))
    assert entailing_reach([Reach(frozenset({0})), Reach(frozenset({0, 1}))], "opponent") == Reach(frozenset({3}))
    assert entailing_reach([Reach(frozenset({0}))], "again") == Reach(frozenset({1}), True)
    loony = Reach(frozenset(), True)
    assert entailing_reach([loony], "opponent") == Reach() and entailing_reach([loony], "again") == loony
    assert entailing_reach([loony], "answer") == Reach()
    # beside a heap of n the answer must be in this part: it wins where an option of the part has the value n
    assert entailing_reach([Reach(frozenset({0, 2}))], "answer") == Reach(frozenset({0, 2}), True)
    two = entailing_reach([Reach(frozenset({0})), Reach(frozenset({0, 1}))], "answer")  # values 1 and 2
    assert two == Reach(frozenset({0 ^ 2, 0 ^ 1, 1 ^ 1}), True)


# Moves as data.


def test_a_move_on_bits_that_can_grow_is_refused_and_no_other() -> None:
    for need, off, clear, flip in product(range(4), range(4), range(4), range(4)):
        allowed = [state for state in range(4) if state & need == need and not state & off]
        grows = [state for state in allowed if (state & ~clear) ^ flip >= state]
        if grows:
            with pytest.raises(BadRule) as told:
                require_smaller(7, (need, off, clear, flip), 2)
            state, after = str(told.value).split("state ")[1].split(",")[0].split(" leads to ")
            assert int(state) in grows and int(after) == (int(state) & ~clear) ^ flip
            assert str(told.value).startswith(f"move 7 (need {need}, off {off}, clear {clear}, flip {flip}): state ")
        else:
            require_smaller(7, (need, off, clear, flip), 2)


def test_masks_stay_within_the_bits() -> None:
    for at in range(4):
        for wrong in (-1, 4, 8):
            move = [1, 2, 1, 0]
            move[at] = wrong
            with pytest.raises(BadRule, match=rf"expected masks in 0\.\.3, as states have 2 bits, found {wrong}$"):
                require_smaller(0, tuple(move), 2)  # type: ignore[arg-type]
    require_smaller(0, (3, 0, 3, 0), 2)
    with pytest.raises(BadRule, match=r"^x: expected a number of bits of at least 0, found -1$"):
        masks_rule("x", -1, [])
    made = masks_rule("pair", 2, [(3, 0, 3, 0), (1, 2, 1, 0), (2, 0, 2, 1)])
    assert [[option.parts for option in made.options(state)] for state in range(4)] == [
        [], [(0,)], [(1,)], [(0,), (0,)],
    ]  # fmt: skip
    assert [option.labels for option in made.options(3)] == [(("move", 0),), (("move", 2),)]
    assert made.parameters == (("bits", 2), ("moves", ((3, 0, 3, 0), (1, 2, 1, 0), (2, 0, 2, 1))))
    assert made.space.name == "2-bit" and [made.space.contains(x) for x in (-1, 0, 3, 4, True, "1")] == [
        False, True, True, False, False, False,
    ]  # fmt: skip
    assert (made.space.part_name, made.space.board((3,)), made.space.write((3, 1))) == ("place", None, "3 1")
    text = Text("1 x", "y")
    made.space.read(text)
    assert [str(finding) for finding in text.findings] == ["y:1:3: expected a state, 0 or more, found 'x'"]
    assert made.shape == grundy.model.shapes.BitmaskMoves(2, ((3, 0, 3, 0), (1, 2, 1, 0), (2, 0, 2, 1)))
    assert grundy.value_by_definition(masks_rule("none", 0, [])(0)) == 0
    with pytest.raises(BadRule):
        made(4)


def test_digits_repeat_after_their_end() -> None:
    digits = Digits((0, 7, 3), (1, 2))
    assert [digits.digit(take) for take in range(8)] == [0, 7, 3, 1, 2, 1, 2, 1] and digits.parts == 2
    assert [Digits((0, 3)).digit(take) for take in range(4)] == [0, 3, 0, 0]
    assert Digits((0, 3)).parts == 1 and Digits((0, 3), (15,)).parts == 3
    assert Arcs(("c", "a", "b"), ((0, 2), (0, 1), (0, 2), (1, 0))).successors == [[1, 2], [0], []]
    assert Theory() == Theory("", None, None, None, None, "", None, "")
    assert list(Moves(2, lambda: iter([(("a", 1),), ()]))) == [(("a", 1),), ()]


# What is told to machines.


def test_patterns_and_tables_for_machines() -> None:
    pattern = Pattern("period", "comes again", 3, 99, numbers=(("period", 12),))
    assert pattern.as_dict() == {
        "kind": "period", "about": "nim-values", "says": "comes again", "formula": None,
        "observed": {"start": 3, "upto": 99, "exceptions": 0, "period": 12}, "breaks": None,
    }  # fmt: skip
    broken = Pattern("formula", "n", 0, 4, "n", "P-positions", Break(5, 5, 0), 2).as_dict()
    assert broken["breaks"] == {"at": 5, "claimed": 5, "actual": 0}
    assert broken["formula"] == "n" and broken["observed"] == {"start": 0, "upto": 4, "exceptions": 2}
    assert broken["about"] == "P-positions"
    line = Summary((5,), [0, 2], [3, 2], [0, 4], 3, (0, 1, 2), (pattern,))
    assert line.as_dict() == {
        "shape": [5], "largest": 2,
        "values": [{"value": 0, "count": 3, "first": 0}, {"value": 2, "count": 2, "first": 4}],
        "value_count": 2, "p_positions": [0, 1, 2], "p_position_count": 3, "patterns": [pattern.as_dict()],
    }  # fmt: skip
    short = line.as_dict(1)
    assert short["values"] == [{"value": 0, "count": 3, "first": 0}] and short["p_positions"] == [0]
    many = Summary((1500,), range(1500), range(1500), range(1500), 1500, tuple(range(1500)), ()).as_dict()
    assert len(many["values"]) == len(many["p_positions"]) == 1000
    assert line.total == 5 and line.place(4) == 4
    box = Summary((2, 3, 4), [], [], [], 0, (), ())
    assert box.total == 24 and box.largest is None
    assert [box.place(entry) for entry in (0, 5, 23)] == [(0, 0, 0), (0, 1, 1), (1, 2, 3)]


def test_periods_for_machines() -> None:
    evidence = Evidence("proved", "a theorem")
    proved = PeriodResult("g", "proved", Repetition(12, 71), 168, evidence, (9, 28), (15, 0), (3, 6))
    assert proved.as_dict() == {
        "game": "g", "period": 12, "preperiod": 71, "saltus": 0, "status": "proved", "observed": None,
        "last_exception": 70, "largest_value": 9, "largest_value_at": 28, "heaps_computed": 168,
        "sparse_space": {"mask": 15, "twist": 0}, "rare_heaps": [3, 6],
        "evidence": {"status": "proved", "by": "a theorem"}, "values_of": None,
    }  # fmt: skip
    assert proved.last_exception == 70
    seen = PeriodResult("g", "observed", Repetition(5, 2, 3), 40, evidence)
    told = seen.as_dict()
    assert [told[word] for word in ("period", "preperiod", "saltus", "last_exception")] == [None] * 4
    assert told["observed"] == {"period": 5, "preperiod": 2, "saltus": 3} and seen.last_exception == 1
    assert [told[word] for word in ("largest_value", "largest_value_at", "sparse_space", "rare_heaps")] == [None] * 4
    assert told["status"] == "observed" and told["heaps_computed"] == 40
    pure = PeriodResult("g", "proved", Repetition(5, 0), 40, evidence)
    assert pure.last_exception is None and pure.as_dict()["preperiod"] == 0 == pure.as_dict()["saltus"]
    nothing = PeriodResult("g", "none", None, 40, evidence)
    assert nothing.last_exception is None and nothing.as_dict()["period"] is None
    assert "checkpoints" not in repr(proved) and proved == PeriodResult(
        "g", "proved", Repetition(12, 71), 168, evidence, (9, 28), (15, 0), (3, 6), "another"  # type: ignore[arg-type]
    )  # fmt: skip


def test_evidence() -> None:
    proved, computed, seen = Evidence("proved", "a"), Evidence("computed", "b"), Evidence("observed", "c")
    assert joint([proved, computed]) == Evidence("computed", "a; b") and joint([proved]) == proved
    assert (
        joint([seen, computed, proved]) == joint([seen, computed, proved, computed]) == Evidence("observed", "c; b; a")
    )
    for order in permutations([proved, computed, seen]):
        assert joint(list(order)) == Evidence("observed", "; ".join(piece.reason for piece in order))
    for order in permutations([proved, computed]):
        assert joint(list(order)).status == "computed"
    assert Evidence("computed", "a table of all states") == WHOLE_TABLE
    assert proved.as_dict() == {"status": "proved", "by": "a"}
    assert proved.sentence() == "Proved: a." and proved.sentence("grundy x") == "Proved: a (grundy x)."
    values: list[Any] = [None, 0, 7, LOONY, Infinity(frozenset({8, 1}))]
    assert [value_as_json(value) for value in values] == [None, 0, 7, "loony", {"infinity": [1, 8]}]


def test_moves_are_told() -> None:
    move = Move((("pile", 1), ("to", (2, 2)), ("way", "left"), ("name", "a b")))
    assert str(move) == "pile 1, to (2, 2), way left, name 'a b'" == move.sentence()
    assert move.as_dict() == {"pile": 1, "to": [2, 2], "way": "left", "name": "a b"}
    assert Move(move.labels, "Go left.").sentence() == "Go left." and Move(move.labels, "x") == move
    assert grundy.parse_move(str(move)) == move
    both = grundy.nim(3, 5) + grundy.nim(7)
    part = list(both.parts())[2]
    assert (part.component, part.place, part.state) == (2, 1, 7)
    assert [(one.component, one.place) for one in both.parts()] == [(1, 1), (1, 2), (2, 1)]
    assert both.move_of(part, (("take", 7),)).labels == (("component", 2), ("pile", 1), ("take", 7))
    assert grundy.nim(7).move_of(next(grundy.nim(7).parts()), (("take", 7),)).labels == (("pile", 1), ("take", 7))
    assert both == grundy.nim(7, 5, 3) and both != grundy.nim(7, 5) and both != "nim(3 5) + nim(7)"
    assert hash(both) == hash(grundy.nim(7, 5, 3)) and str(both) == "nim(3 5) + nim(7)"


def test_a_position_counts_its_parts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of parts that are positions each hash counted all below again, which stalled the remoteness of compounds."""
    position = grundy.nim(3, 4) + grundy.nim(5)
    counted, calls = grundy.Position.multiset, 0

    def counting(one: grundy.Position) -> Counter[Any]:
        nonlocal calls
        calls += 1
        return counted(one)

    monkeypatch.setattr(grundy.Position, "multiset", counting)
    assert len({position: 1, grundy.nim(5, 4, 3): 2}) == 1
    assert hash(position) == hash(position) and position == grundy.nim(5, 3, 4)
    assert calls == 3
