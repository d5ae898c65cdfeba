"""Misère play of heaps and other parts: kinds, quotients and search against the definition and published tables."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

import pytest
from beyond_definition import TOO_LARGE
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits

import grundy
from grundy.engines.misere.answer import SumSearch
from grundy.engines.misere.heaps import MisereHeaps as Heaps_
from grundy.engines.misere.known import ReachedParts
from grundy.games.catalogue import GAMES
from grundy.games.octal import octal, take_and_break
from grundy.model.rule import Rule

MisereHeaps = tuple[int, ...]


def loses(rule: Rule):  # type: ignore[no-untyped-def]
    """Whether a sum of heaps is a P-position, from the definition alone: every sum below, nothing cancelled."""

    @cache
    def lost(heaps: MisereHeaps) -> bool:
        after = list(moves(rule, heaps))
        return bool(after) and not any(lost(left) for _, left in after)

    return lost


def moves(rule: Rule, heaps: MisereHeaps):  # type: ignore[no-untyped-def]
    for place, heap in enumerate(heaps):
        for option in rule.options(heap):
            left = tuple(sorted((*heaps[:place], *heaps[place + 1 :], *(h for h in option.parts if h))))
            yield (place, option), left


def agrees(rule: Rule, heaps: MisereHeaps, lost) -> None:  # type: ignore[no-untyped-def]
    answer = grundy.solve(rule(*heaps), misere=True)
    live = tuple(heap for heap in heaps if heap)
    assert answer.winner == ("second" if lost(tuple(sorted(live))) else "first"), (rule.spec, heaps)
    assert answer.nim_value is None
    expected = Counter(
        (place + 1, *dict(rule.labels(option)).items())
        for (place, option), left in moves(rule, heaps)
        if lost(tuple(sorted(h for h in left if h)))
    )
    winning = Counter((move.as_dict()["pile"], *move.labels[1:]) for move in answer.winning_moves)
    assert winning == expected, (rule.spec, heaps)
    assert answer.winning_moves.count == sum(expected.values())


digits = st.lists(st.integers(0, 7), min_size=1, max_size=4).filter(any)


@given(st.sampled_from("04"), digits, st.lists(st.integers(0, 9), min_size=1, max_size=3))
@settings(max_examples=examples(80), deadline=None)
def test_octal_sums_follow_the_definition(first: str, code: list[int], heaps: list[int]) -> None:
    rule = octal(f"{first}.{''.join(map(str, code))}")
    agrees(rule, tuple(heaps), loses(rule))


@given(st.lists(st.sampled_from("0123456789ABCDEF"), min_size=1, max_size=3), st.lists(st.integers(0, 8), max_size=3))
@settings(max_examples=examples(60), deadline=None)
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


MULTIPLYING = "rule:n -> k & n-1-k & n-1-k , for k in 0..n-1; n -> n-1&n-2&n-2"


def test_sums_whose_parts_multiply_are_searched_by_how_often_each_is_there() -> None:
    rule = grundy.parse_rule(MULTIPLYING)
    lost = loses(rule)
    for heaps in combinations_with_replacement(range(1, 5), 3):
        everything = ReachedParts()
        whole = everything.parts.sum((rule, heap) for heap in heaps)
        wins = [left for _, left in moves(rule, heaps) if lost(left)]
        after = [everything.parts.sum((rule, heap) for heap in left) for left in wins]
        assert SumSearch(everything, whole).says_p([whole, *after], 10_000) == [lost(heaps)] + [True] * len(wins)
    everything = ReachedParts()
    large = everything.parts.sum((rule, heap) for heap in (60, 59, 57))  # play reaches sums of 2^60 parts
    assert SumSearch(everything, large).says_p([large], 5_000) is None


def p_heaps(spec: str, upto: int) -> list[int]:
    rule = grundy.parse_rule(spec)
    return [n for n in range(upto) if grundy.solve(rule(n), misere=True).winner == "second"]


def test_misere_kayles_is_lost_by_whoever_must_move_from_1_4_9_12_20() -> None:
    # Sibert & Conway 1992, Mathematical Kayles: the lone rows that are P-positions are 1, 4, 9, 12 and 20, for ever
    assert p_heaps("kayles", 200) == [1, 4, 9, 12, 20]
    for heap in (10**12 + r for r in range(12)):
        assert grundy.solve(grundy.parse_rule("kayles")(heap), misere=True).winner == "first"


def test_misere_quotient_of_kayles() -> None:
    # Plambeck & Siegel 2008: 40 elements; MisereSolver finds as many, 9 of them P-positions
    result = grundy.solve(octal("0.77")(10**9), misere=True)
    assert result.evidence.status == "proved"
    assert "40 elements" in result.evidence.reason
    quotient = grundy.position_quotient(octal("0.77")(40))
    assert (len(quotient), len(quotient.p)) == (40, 9)


@pytest.mark.parametrize("spec", ["kayles(11)", "octal:0.123(12)", "guiles(20)", "grundys-game(14)", "nim(3)"])
def test_quotients_are_commutative_monoids_that_tell_outcomes(spec: str) -> None:
    position = grundy.parse(spec)
    rule, top = position.components[0].rule, position.components[0].states[0]
    quotient = grundy.position_quotient(position)
    product, everything = quotient.product, range(len(quotient))
    for x, y in combinations_with_replacement(everything, 2):
        assert product[x][y] == product[y][x]
        assert all(product[product[x][y]][z] == product[x][product[y][z]] for z in everything)
    assert product[0] == tuple(everything)
    # no smaller one does: any two elements are told apart beside some third
    assert len({tuple(z in quotient.p for z in row) for row in product}) == len(quotient)
    lost = loses(rule)
    for size in range(4):
        for heaps in combinations_with_replacement(range(1, top + 1 if size < 3 else 8), size):
            if all((rule, heap) in quotient.elements for heap in heaps):
                assert (quotient.element(rule(*heaps)) in quotient.p) == lost(heaps)


def test_no_quotient_is_an_error_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.misere", MINUTES=100)
    with pytest.raises(grundy.OutOfReach, match="infinite"):
        grundy.position_quotient(octal("0.07")(30))


def test_sums_with_take_away_and_nim_are_answered_by_values() -> None:
    for heaps in combinations_with_replacement(range(6), 2):
        for size in range(5):
            tame = grundy.parse_rule("grundys-game")(*heaps) + grundy.take_away(1, 2)(size) + grundy.nim(size // 2)
            answer = grundy.solve(tame, misere=True)
            assert (answer.winner == "first") == grundy.value_by_definition(tame, "misere")
    big = grundy.parse("grundys-game(7 8 10) + take-away:1,2(1000000000000000) + nim(5)")
    assert [str(move) for move in grundy.solve(big, misere=True).winning_moves] == ["component 3, pile 1, take 2"]


def read_genus(text: str) -> tuple[int, tuple[int, ...]]:
    """A genus as CGSuite prints it, where a number alone is a nim-heap and 2^2 is short for 2^20."""
    value, _, row = text.partition("^")
    n = int(value)
    if not row:
        return n, (1, 2, 0) if n == 0 else (0, 3, 1) if n == 1 else (n, n ^ 2)
    miseres = [int(x) for x in (row.strip("()").split(",") if "(" in row else row)]
    if len(miseres) == 1:
        miseres.append(miseres[0] ^ 2)
    return n, tuple(miseres)


GENERA = {  # of heaps 0, 1, 2, ...: CGSuite's own tests (lib/core, GameHeapTest.scala)
    "grundys-game": "0 0 0 1 0 2 1 0 2 1 0 2 1 3^1431 2 1 3^1431 2 4^0564 3^1431 0^20",
    "kayles": "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57 1^13 4^64 3^31 2^20 1^031",
    "dawsons-kayles": "0 0 1 1 2 0 3 1 1 0 3^1431 3 2^0520 2 4^146 0 5^057 2^0520 2 3^1431 3",
    "take-away:2,3,7": "0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0",
    "all-but:2,3,7": "0 1 0 1 2 3 2 3 4 5 4 5 6 7 6 7 8 9 8 9 10",
    "hexadecimal:0.3F": "0 1 2 0 1 2 3^1431 4^0564 5^46 3^1431 4^0564 5^4875 6^(1,9,10,8) 7^075 8^6875 6^(1,9,10,8) "
    "7^075 8^(6,10,8) 9^(1,9,12,11,9) 10^(0,11,13,9,11) 11^(6,10,8)",
}


@pytest.mark.parametrize("spec", GENERA)
def test_genera_are_those_of_cgsuite(spec: str) -> None:
    rule = grundy.parse_rule(spec)
    for heap, text in enumerate(GENERA[spec].split()):
        genus = grundy.genus(rule(heap))
        value, row = read_genus(text)
        assert (genus.value, [genus.misere(k) for k in range(9)]) == (
            value,
            [row[k] if k < len(row) else row[-1] ^ (2 * ((k - len(row)) % 2 == 0)) for k in range(9)],
        ), (spec, heap)


@given(st.sampled_from("04"), digits, st.lists(st.integers(0, 7), min_size=1, max_size=2), st.integers(0, 2))
@settings(max_examples=examples(40), deadline=None)
def test_genera_follow_the_definition(first: str, code: list[int], heaps: list[int], twos: int) -> None:
    rule = octal(f"{first}.{''.join(map(str, code))}")
    misere_value = grundy.genus(rule(*heaps)).misere(twos)

    def wins(nim: int) -> bool:
        return bool(grundy.value_by_definition(rule(*heaps) + grundy.nim(*[2] * twos, nim), "misere"))

    assert not wins(misere_value)
    assert all(wins(smaller) for smaller in range(misere_value))


def test_tame_positions_are_explained_by_their_genera() -> None:
    result = grundy.solve(grundy.parse_rule("grundys-game")(7, 8), misere=True)
    assert result.reasons()[1:4] == [
        "pile 1: 7  fickle 0, genus 0^120",
        "pile 2: 8  firm 2, genus 2^20",
        "together   firm 2, genus 2^20",
    ]
    assert "Conway 1976" in result.evidence.reason


# what is too large for the definition in misère play, in which an option that wins is enough
LARGE = {*TOO_LARGE, "kayles 70", "rails 70"} - {"cram 4x4", "nogo 3x3", "node-kayles queens:8"}


@pytest.mark.parametrize("name", [name for name in GAMES if name not in ("chess-rows",)])
def test_the_catalogue_follows_the_definition(name: str) -> None:
    game = GAMES[name]
    texts = {game.example, *((fact.game, fact.position) for fact in game.known)}
    for spec, text in sorted(texts):
        position = grundy.parse(f"{spec}({text})")
        if f"{spec} {text}" in LARGE or any("misere" not in one.rule.conventions for one in position.components):
            continue
        wins = grundy.value_by_definition(position, "misere", 3_000)
        assert (grundy.solve(position, misere=True).winner == "first") == wins, (spec, text)


REPEATING = ["0.77", "0.15", "0.123", "0.71", "0.53", "0.3", "0.31", "4.3", "0.13", "0.75"]


@pytest.mark.parametrize("code", REPEATING)
def test_proved_repetitions_hold_beyond_their_proof(code: str) -> None:
    # codes of heaps beyond those that prove the period, each found from its options, are those that the period says
    rule = octal(code)
    heaps = Heaps_(rule, rule.shape, ReachedParts())  # type: ignore[arg-type]
    assert heaps.repeats()
    assert heaps.reading
    top = heaps.heaps_computed + 40
    everything = ReachedParts()
    again = everything.reading((rule, heap) for heap in range(top))
    assert again
    for heap in range(top):
        part = everything.parts.known((rule, heap))
        for beside in range(0, top, 7):
            others = everything.parts.known((rule, beside))
            code_of_both = again.joined([again.code(part), again.code(others)])  # type: ignore[list-item]
            by_period = heaps.reading.joined([heaps.code(heap), heaps.code(beside)])
            assert again.says_p(code_of_both) == heaps.reading.says_p(by_period), (heap, beside)


@pytest.mark.parametrize(
    "spec", ["kayles(30 9)", "guiles(45)", "octal:4.3(33 2)", "octal:0.123(31 30 1)", "octal:0.31(40)"]
)
def test_moves_of_repeating_heaps_are_those_that_are_listed(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = grundy.parse(spec)
    listed = grundy.solve(position, misere=True).as_dict()
    set_limits(monkeypatch, "engines.misere", DIRECT=0)
    repeating = grundy.solve(position, misere=True).as_dict()
    assert "alike" in repeating["evidence"]["by"]
    assert listed | {"evidence": None} == repeating | {"evidence": None}


def test_what_no_quotient_tells_is_searched_or_refused_with_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = grundy.parse_rule("dawsons-kayles")
    answer = grundy.solve(rule(30, 28), misere=True)
    assert "search" in answer.evidence.reason
    set_limits(monkeypatch, "engines.misere.answer", MOST=5_000)  # moves, in place of two million
    set_limits(monkeypatch, "engines.misere", SECONDS=10_000)  # products, in place of 30 million
    with pytest.raises(grundy.OutOfReach, match="5,000 moves"):
        grundy.solve(rule(200), misere=True)
