"""Every engine and method against the definition on random cases, a small fixed budget; longer: tests/differential.py.

The expected values come from tests/brute.py and tests/trials/defined.py, which know nothing of grundy.
"""

from __future__ import annotations

from random import Random

import pytest
from differential import KINDS
from trials import richer, richer_states
from trials.claim import Claim, Counts, Kind, as_test, differences, smaller, smallest
from trials.rich_texts import Piece


@pytest.mark.parametrize("cases", [range(1), pytest.param(range(1, 4), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_engines_agree_with_the_definition(kind: Kind, cases: range) -> None:
    counts = Counts()
    number = cases.start
    while number < cases.stop or not counts.claims:  # of some cases nothing is claimed
        for difference in differences(kind, kind.draw(Random(f"{kind.name} {number}")), counts):
            pytest.fail(as_test(smallest(kind, difference)))
        number += 1


def test_a_difference_is_found_made_small_and_told_as_a_test() -> None:
    def claims(piles: tuple[int, ...]):  # type: ignore[no-untyped-def]
        text = " ".join(map(str, piles)) or "0"
        yield Claim("sum", f"position = parse('nim({text})')", "solve(position).nim_value", sum(piles))

    wrong = Kind("nim", lambda random: ((random.randint(5, 9), 4, 7),), claims)
    difference = next(differences(wrong, wrong.draw(Random(1)), Counts()))
    small = smallest(wrong, difference)
    assert small.case == ((1, 1),)  # the smallest at which adding is not XOR
    assert "    position = parse('nim(1 1)')\n    assert solve(position).nim_value == 2\n" in as_test(small)
    assert ((1,), 2) in list(smaller(((2,), 2)))


_LOOP = "\n    if k <= n:\n        yield n - k"
_EDITED = {
    "a global": ("S = (1, 2)", f"for k in S:{_LOOP}", "S = (1, 3)"),
    "a helper": (
        "def helper(n, k=6):\n    return n % (k + 1)",
        f"x = y = n\nx -= 5; y, z = y // 2, x\nif z >= 0: yield z\n"
        f"if helper(n) and y % 3: yield y\nfor k in (1, 2, 3):{_LOOP}",
        "def helper(n, k=7):\n    return n % (k + 1)",
    ),
}


@pytest.mark.parametrize("what", _EDITED)
@pytest.mark.parametrize("kind", [one for one in richer.KINDS if "edited" in one.name], ids=lambda kind: kind.name)
def test_what_is_answered_after_an_edit_is_of_the_edited_rule(kind: Kind, what: str) -> None:
    """Values stayed in one process, and a theorem of the file as it was before was printed."""
    cell, statement, edit = _EDITED[what]
    counts = Counts()
    case = ((Piece(cell),), (Piece(statement),), 0, 16, (Piece(edit),))
    assert not [as_test(difference) for difference in differences(kind, case, counts)]
    assert counts.claims and not counts.unfit


_STATES = {
    "pairs": ("n = a + b\nfor k in S:\n    if k <= a:\n        yield a - k, b", (7, 2), ()),
    "tuples": (
        "for i, n in enumerate(piles):\n    for k in S:\n        if k <= n:\n"
        "            yield piles[:i] + (n - k,) + piles[i + 1:]",
        (5, 2),
        (2,),
    ),
}


@pytest.mark.parametrize("kind", richer_states.KINDS, ids=lambda kind: kind.name)
def test_pairs_and_tuples_are_answered_as_they_are_after_an_edit(kind: Kind) -> None:
    statement, state, form = next(case for name, case in _STATES.items() if name in kind.name)
    counts = Counts()
    case = ((Piece("S = (1, 2)"),), (Piece(statement),), state, (Piece("S = (1, 3)"),), *form)
    assert not [as_test(difference) for difference in differences(kind, case, counts)]
    assert counts.claims and not counts.unfit
