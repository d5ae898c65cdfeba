"""Misère play of heaps and other parts: kinds, quotients and search against the definition and published tables."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.games.octal import octal, take_and_break
from grundy.model.rule import Rule

Heaps = tuple[int, ...]


def loses(rule: Rule):  # type: ignore[no-untyped-def]
    """Whether a sum of heaps is a P-position, from the definition alone: every sum below, nothing cancelled."""

    @cache
    def lost(heaps: Heaps) -> bool:
        after = list(moves(rule, heaps))
        return bool(after) and not any(lost(left) for _, left in after)

    return lost


def moves(rule: Rule, heaps: Heaps):  # type: ignore[no-untyped-def]
    for place, heap in enumerate(heaps):
        for option in rule.options(heap):
            left = tuple(sorted((*heaps[:place], *heaps[place + 1 :], *(h for h in option.parts if h))))
            yield (place, option), left


def agrees(rule: Rule, heaps: Heaps, lost) -> None:  # type: ignore[no-untyped-def]
    answer = grundy.solve(rule(*heaps), misere=True)
    live = tuple(heap for heap in heaps if heap)
    assert answer.winner == ("second" if lost(tuple(sorted(live))) else "first"), (rule.spec, heaps)
    assert answer.nim_value is None
    expected = Counter(
        (place + 1, *dict(rule.labels(option)).items())
        for (place, option), left in moves(rule, heaps)
        if lost(tuple(sorted(h for h in left if h)))
    )
    found = Counter((move.as_dict()["pile"], *move.labels[1:]) for move in answer.winning_moves)
    assert found == expected, (rule.spec, heaps)
    assert answer.winning_moves.count == sum(expected.values())


digits = st.lists(st.integers(0, 7), min_size=1, max_size=4).filter(any)


@given(st.sampled_from("04"), digits, st.lists(st.integers(0, 9), min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
def test_octal_sums_follow_the_definition(first: str, code: list[int], heaps: list[int]) -> None:
    rule = octal(f"{first}.{''.join(map(str, code))}")
    agrees(rule, tuple(heaps), loses(rule))


@given(st.lists(st.sampled_from("0123456789ABCDEF"), min_size=1, max_size=3), st.lists(st.integers(0, 8), max_size=3))
@settings(max_examples=60, deadline=None)
def test_hexadecimal_sums_follow_the_definition(code: list[str], heaps: list[int]) -> None:
    rule = take_and_break(f"0.{''.join(code)}", "hexadecimal")
    agrees(rule, tuple(heaps), loses(rule))


@pytest.mark.parametrize("spec", ["grundys-game", "laskers-nim", "all-but:2,5", "octal:0.3[5]", "officers", "guiles"])
def test_other_heap_games_follow_the_definition(spec: str) -> None:
    rule = grundy.parse_rule(spec)
    lost = loses(rule)
    for size, most in ((1, 16), (2, 9), (3, 6)):
        for heaps in combinations_with_replacement(range(most), size):
            agrees(rule, heaps, lost)


def p_heaps(spec: str, upto: int) -> list[int]:
    rule = grundy.parse_rule(spec)
    return [n for n in range(upto) if grundy.solve(rule(n), misere=True).winner == "second"]


def test_misere_kayles_is_lost_by_whoever_must_move_from_1_4_9_12_20() -> None:
    # Sibert & Conway 1992, Mathematical Kayles: the lone rows that are P-positions are 1, 4, 9, 12 and 20, for ever
    assert p_heaps("kayles", 200) == [1, 4, 9, 12, 20]
    for heap in (10**12 + r for r in range(12)):
        assert grundy.solve(grundy.parse_rule("kayles")(heap), misere=True).winner == "first"


ORDERS = {"0.77": 40}


def test_published_quotients() -> None:
    # Plambeck & Siegel 2008: the misère quotient of Kayles has 40 elements
    result = grundy.solve(octal("0.77")(10**9), misere=True)
    assert result.evidence.status == "proved"
    assert "40 elements" in result.evidence.by
