"""Misère quotients of heaps: against the published ones, against play by the definition, and as they are printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import combinations_with_replacement, product

import pytest
from command import grundy as command
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits
from steps import Steps

import grundy
from grundy import misere_quotient, octal
from grundy.engines.misere.heaps import HeapQuotient
from grundy.engines.misere.quotient import QuotientTooLarge
from grundy.errors import Stopped
from grundy.model.quotient import MisereQuotient, Word


def lost_by(rule: grundy.Rule) -> Callable[[tuple[int, ...]], bool]:
    """Whether whoever must move in some heaps loses: by playing on, nothing cancelled, nothing shared with grundy."""

    @cache
    def lost(heaps: tuple[int, ...]) -> bool:
        moves = 0
        for place, heap in enumerate(heaps):
            for option in rule.options(heap):
                moves += 1
                if lost(tuple(sorted((*heaps[:place], *option.parts, *heaps[place + 1 :])))):
                    return False
        return moves > 0

    return lambda heaps: lost(tuple(sorted(heaps)))


# Orders that are published, and elements in P where they are: Plambeck & Siegel 2008, Misère quotients for impartial
# games (Kayles, 0.123); nim-heaps up to 2^n - 1 have the tame quotient of 2^n + 2 elements, of which 2 are in P, and
# heaps up to 1 that of 2.
PUBLISHED = [
    ("kayles", 90, 40, 9),
    ("octal:0.123", 30, 20, 5),
    ("nim", 1, 2, 1),
    ("nim", 3, 6, 2),
    ("nim", 7, 10, 2),
    ("nim", 15, 18, 2),
    ("octal:0.07", 1, 1, 0),  # nothing can be moved
]


@pytest.mark.parametrize(("game", "to", "order", "p"), PUBLISHED)
def test_published_orders(game: str, to: int, order: int, p: int) -> None:
    monoid = misere_quotient(game, to)
    assert (monoid.order, len(monoid.p_portion), monoid.to, monoid.reason) == (order, p, to, "")
    assert len(monoid.orders) == len(monoid.pretending) == to + 1
    assert (monoid.orders[0], monoid.orders[-1]) == (1, order)


def test_kayles_has_the_published_generators_and_relations() -> None:
    # Plambeck & Siegel 2008: P and the relations for heaps 1, 2, 5, 9, 12, 25, 27
    monoid = misere_quotient("kayles")
    assert monoid.complete
    assert monoid.generators == (1, 2, 5, 9, 12, 25, 27)
    assert (monoid.repetition.period, monoid.repetition.preperiod) == (12, 71)
    a, b, c, d, e, f, g = (monoid.pretending[heap] for heap in monoid.generators)

    def times(*elements: int) -> int:
        return reduce(lambda x, y: monoid.product[x][y], elements, 0)

    published = [
        ((a, a), ()), ((b, b, b), (b,)), ((b, c, c), (b,)), ((c, c, c), (c,)), ((b, d), (b, c)), ((c, d), (b, b)),
        ((d, d, d), (d,)), ((b, e), (b, c)), ((c, e), (b, b)), ((e, e), (d, e)), ((b, f), (a, b)),
        ((c, f), (a, b, b, c)), ((d, d, f), (f,)), ((f, f), (b, b)), ((b, b, g), (g,)), ((c, c, g), (g,)),
        ((d, g), (c, g)), ((e, g), (c, g)), ((f, g), (a, g)), ((g, g), (b, b)),
    ]  # fmt: skip
    assert all(times(*left) == times(*right) for left, right in published)
    words = [(a,), (b, b), (a, c), (a, c, c), (d,), (a, d, d), (e,), (a, d, e), (a, d, f)]
    assert sorted(times(*word) for word in words) == sorted(monoid.p_portion)


@pytest.mark.parametrize("game", ["kayles", "octal:0.123", "guiles", "nim", "grundys-game", "octal:0.4", "octal:0.57"])
def test_relations_say_all_about_the_monoid(game: str) -> None:
    monoid = misere_quotient(game, 14)
    shown = monoid.presentation
    normal = set(shown.words)
    assert len(normal) == monoid.order

    def rewritten(word: Word) -> Word:
        for left, right in shown.relations:
            if all(have >= need for have, need in zip(word, left, strict=True)):
                return rewritten(tuple(w - n + r for w, n, r in zip(word, left, right, strict=True)))
        return word

    for x, y in product(range(monoid.order), repeat=2):
        together = tuple(map(sum, zip(shown.words[x], shown.words[y], strict=True)))
        assert rewritten(together) == shown.words[monoid.product[x][y]]
    ideal = set(monoid.kernel)
    assert all(monoid.product[x][y] in ideal for x in monoid.kernel for y in range(monoid.order))
    one = monoid.kernel[0]
    assert all(monoid.product[one][x] == x for x in monoid.kernel)
    assert all(any(monoid.product[x][y] == one for y in monoid.kernel) for x in monoid.kernel)


def sums(most: int) -> Iterator[tuple[int, ...]]:
    for size, largest in ((1, most), (2, most), (3, 7), (4, 5), (6, 3)):
        yield from combinations_with_replacement(range(1, largest + 1), size)


@pytest.mark.parametrize("game", ["kayles", "octal:0.07", "octal:0.123", "octal:4.56", "guiles", "grundys-game"])
def test_outcomes_are_those_of_play(game: str) -> None:
    rule = grundy.parse_rule(game)
    monoid, lost = misere_quotient(rule, 12), lost_by(rule)
    for heaps in sums(12):
        assert monoid.is_p(*heaps) == lost(heaps), heaps


def test_a_rule_of_ones_own() -> None:
    @grundy.rule
    def thirds(n: int) -> Iterator[object]:
        """Take one, or leave two heaps of a third each."""
        if n:
            yield n - 1
        if n >= 3:
            yield grundy.to(n // 3, n // 3)

    monoid, lost = misere_quotient(thirds, 12), lost_by(thirds)
    assert all(monoid.is_p(*heaps) == lost(heaps) for heaps in sums(12))
    assert not monoid.complete
    with pytest.raises(grundy.OutOfReach, match="heaps 0 to 12"):
        monoid.is_p(13)


def test_refusals() -> None:
    with pytest.raises(grundy.BadRule, match="a game on heaps"):
        misere_quotient("wythoff")
    with pytest.raises(grundy.BadRule, match="a game on heaps"):
        misere_quotient("ruler")


def test_no_quotient_of_all_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.misere", TRIES=((100, True),), MINUTES=10)
    monoid = misere_quotient(octal("0.07"), 24)
    assert 3 <= monoid.to < 24  # order 6 from heap 4 on, 12 from heap 10 and 24 from heap 14
    assert monoid.reason == f"no finite quotient was found with heap {monoid.to + 1}; there may be none"
    assert (monoid.order, monoid.complete) == (len(monoid.product), False)


def test_as_text_and_for_machines() -> None:
    monoid = misere_quotient("octal:0.123")
    assert repr(monoid) == "<misère quotient of octal:0.123, all heaps: 20 elements, 5 in P>"
    printed = command("quotient", "octal:0.123", "--no-store")
    assert printed.out == f"{monoid}\n"
    assert "Heaps n and n + 5 are equal for all n >= 5: the quotient is complete.\n" in printed.out
    described = json.loads(command("quotient", "octal:0.123", "--json", "--no-store").out)
    assert described.items() >= json.loads(json.dumps(monoid.as_dict())).items()


def test_latex_and_gap() -> None:
    latex = command("quotient", "nim", "--to", "3", "--latex", "--no-store").out
    assert r"\langle a, b \mid a^{2} = 1, b^{3} = b \rangle" in latex
    gap = command("quotient", "nim", "--to", "3", "--gap", "--no-store").out
    assert "q := f / [[f.2*f.1, f.1*f.2],\n  [f.1^2, One(f)],\n  [f.2^3, f.2]];;\n" in gap


def test_a_limit_leaves_what_was_proved() -> None:
    with Steps(each=1.0):
        done = command("quotient", "nim", "--time-limit", "9s", "--no-store")
    assert done.status == 2
    # nine heaps in nine seconds; Plambeck & Siegel 2008: 2**n + 2 elements, where heaps are less than 2**n
    assert done.out.startswith("Misère quotient of nim, heaps 0 to 8: 18 elements, 2 in P\n"), done.out
    assert "Not of more heaps: out of time" in done.out


def test_whoever_has_all_heaps_is_not_stopped() -> None:
    """`--to 12 --time-limit 0` printed the quotient of all of these, said "out of time" and ended with 2."""
    whole = HeapQuotient(grundy.kayles)
    chunks = [(chunk.done, chunk.last) for chunk in whole.work(5)]
    assert chunks == [(1, False), (2, False), (3, False), (4, False), (5, False), (6, True)]
    assert whole.found() == misere_quotient("kayles", to=5)


def test_quotients_compare_as_values() -> None:
    assert isinstance(misere_quotient("nim", 3), MisereQuotient)
    assert misere_quotient("nim", 3) == misere_quotient("nim", to=3)


def none_found(*given: object) -> None:
    raise QuotientTooLarge


digits = st.lists(st.integers(0, 7), min_size=1, max_size=3).filter(any)


@given(st.sampled_from("04"), digits, st.booleans())
@settings(max_examples=examples(10), deadline=None)
def test_random_codes_are_as_they_are_played(first: str, code: list[int], experiments: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        set_limits(patch, "engines.misere", MINUTES=200_000)
        if experiments:
            patch.setattr("grundy.engines.misere.known.extension", none_found)
        else:
            set_limits(patch, "engines.misere", TRIES=())
        rule = octal(f"{first}.{''.join(map(str, code))}")
        monoid, lost = misere_quotient(rule, 9), lost_by(rule)
    for heaps in sums(7):
        if max(heaps) <= monoid.to:
            assert monoid.is_p(*heaps) == lost(heaps), (rule.spec, heaps)


@given(st.lists(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=3), min_size=7, max_size=7))
@settings(max_examples=examples(10), deadline=None)
def test_random_rules_are_as_they_are_played(left: list[list[tuple[int, int]]]) -> None:
    @grundy.rule
    def given(n: int) -> Iterator[object]:
        """From a heap of n to two smaller ones, as listed."""
        for a, b in left[n - 1] if 0 < n <= len(left) else ():
            yield grundy.to(a % n, b % n)

    with pytest.MonkeyPatch.context() as patch:
        set_limits(patch, "engines.misere", MINUTES=200_000)
        monoid, lost = misere_quotient(given, 7), lost_by(given)
    for heaps in sums(7):
        if max(heaps) <= monoid.to:
            assert monoid.is_p(*heaps) == lost(heaps), heaps


def test_a_quotient_of_no_heap_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit met before heap 0 was through gave one of heaps 0 to -1, and printing it ended in a traceback."""

    def stops(*asked: object) -> None:
        raise Stopped("out of time")

    monkeypatch.setattr(HeapQuotient, "work", stops)
    with pytest.raises(Stopped, match="out of time"):
        misere_quotient("kayles")
