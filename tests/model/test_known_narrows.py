"""What is known of a position: each step keeps the true value, and sums are those of all values of the parts."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from grundy.errors import InternalError
from grundy.model.evidence import Evidence, WinningMoves
from grundy.model.known import Known, exactly, first_wins, possible, together


def values(known: Known, upto: int = 40) -> set[int]:
    """What may be, by the fields alone."""
    most = upto if known.most is None else known.most
    return set(range(known.least, most + 1)) - known.excluded


def test_zero_excluded_is_a_first_players_win() -> None:
    """`node-kayles grid:7x9` said "at most 63, and not 0, 1", and not who wins."""
    assert possible(0, 63, [0, 1]) == possible(2, 63)
    assert possible(0, 63, [0]).winner == "first"
    assert possible(0, None, [0]).winner == "first"
    assert possible(0, 2, [1, 2]).winner == "second"
    assert possible(0, 63).winner is None


def test_it_only_narrows() -> None:
    random = Random(1)
    for _ in range(2000):
        value = random.randrange(12)
        true = [
            possible(
                random.randrange(value + 1),
                random.choice([None, random.randrange(value, 14)]),
                set(random.choices(range(14), k=3)) - {value},
            )
            for _ in range(3)
        ]
        known = Known()
        for one in true:
            before, known = known, known.narrow(one)
            assert values(known) == values(before) & values(one)
            assert known.winner == ("second" if values(known) == {0} else None if 0 in values(known) else "first")


def test_a_sum_may_be_worth_each_xor_and_nothing_else() -> None:
    random = Random(2)
    for _ in range(500):
        parts = []
        for _ in range(random.randrange(1, 4)):
            most = random.randrange(6)
            spared = random.randrange(most + 1)
            parts.append(possible(0, most, set(random.choices(range(6), k=2)) - {spared}))
        sums = set()
        for chosen in product(*map(values, parts)):
            total = 0
            for value in chosen:
                total ^= value
            sums.add(total)
        assert values(together(parts)) == sums


def test_a_sum_without_bounds_excludes_what_it_can() -> None:
    known = together([exactly(5), first_wins()])  # not 0 beside 5: not 5
    assert (known.least, known.most, known.excluded, known.winner) == (0, None, frozenset({5}), None)
    assert together([exactly(0), first_wins()]).winner == "first"
    assert together([possible(0, None, [3]), first_wins()]).excluded == frozenset()
    assert together([possible(0, 2**70), possible(0, 3)]).most == 2**71 - 1
    assert together([exactly(2**70), exactly(2**70 + 1)]).nim_value == 1
    assert together([]).winner == "second"


def test_contradictions_are_faults_of_grundy() -> None:
    for one, other in ((exactly(1), exactly(2)), (Known("second"), first_wins()), (exactly(0), Known("first"))):
        with pytest.raises(InternalError):
            one.narrow(other)
    with pytest.raises(InternalError):
        possible(3, 2)


def test_what_is_observed_is_not_known() -> None:
    with pytest.raises(InternalError, match="observed"):
        Known(evidence=(Evidence("observed", "as far as 10^4"),))
    with pytest.raises(InternalError, match="observed"):
        possible(1, evidence=(Evidence("observed", "as far as 10^4"),))


def test_evidence_and_moves_are_collected() -> None:
    proved, computed = Evidence("proved", "a theorem"), Evidence("computed", "a search")
    some = WinningMoves(1, lambda: iter(()), exact=False)
    every = WinningMoves(1, lambda: iter(()))
    both = first_wins(some, (proved,)).narrow(possible(2, 5, evidence=(computed,)))
    assert (both.evidence, both.moves, both.least) == ((proved, computed), some, 2)
    assert both.narrow(Known(moves=every)).moves is every
