"""Tables of states of any kind and in any play: outcomes of sums, draws, maps to lists, patterns of tuples."""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest
from command import grundy as run
from stressed import PATIENT

import grundy
from grundy.api.states import StateTable
from grundy.errors import BadRule

MISERE_KAYLES = [1, 4, 9, 12, 20]  # Sibert & Conway 1992
STONES = Path(__file__).parents[2] / "results" / "questions" / "c26_1740.py"
ALL = "[t for k in range(1, 5) for t in __import__('itertools').combinations_with_replacement(range(1, n + 1), k)]"


@grundy.rule
def piles(sizes):  # type: ignore[no-untyped-def]
    """Nim on a tuple."""
    for i, n in enumerate(sizes):
        for left in range(n):
            yield tuple(sorted((*sizes[:i], left, *sizes[i + 1 :])))


@grundy.rule
def waltz(n):  # type: ignore[no-untyped-def]
    """Step down, or turn round three."""
    yield n - 1 if n % 3 else n + 2
    if n == 4:
        yield 10
    if n > 9:
        yield from ()


@cache
def loses(sizes: tuple[int, ...], misere: bool) -> bool:
    after = list(piles.function(sizes))
    return not (misere and not after) and not any(loses(left, misere) for left in after)


def test_outcomes_of_a_rule_that_leaves_sums_have_a_table(tmp_path: Path) -> None:
    """It was refused: outcomes do not add."""
    table = grundy.table("kayles", 60, misere=True)
    assert table.p_positions().tolist() == MISERE_KAYLES
    assert "P-positions: 5 (1 4 9 12 20)." in str(table)
    file = tmp_path / "kayles.npy"
    grundy.table("kayles", 45, misere=True, out=file)
    assert grundy.open_table(file).p_positions().tolist() == MISERE_KAYLES
    values = grundy.table("grundys-game", 60)
    lost = grundy.table("grundys-game", 60, outcomes=True)
    assert lost.p_positions().tolist() == np.flatnonzero(np.asarray(values) == 0).tolist()


def test_outcomes_of_a_rule_of_ones_own_that_leaves_sums(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "import grundy\n@grundy.rule\ndef own(n):\n    for k in (1, 2):\n        for left in range((n - k) // 2 + 1):\n"
        "            if n >= k:\n                yield grundy.to(left, n - k - left)\n"
    )
    done = run("table", str(tmp_path / "own.py"), "--to", "30", "--misere")
    assert "P-positions: 5 (1 4 9 12 20)." in done.out


@pytest.mark.parametrize("misere", [False, True])
def test_listed_states_have_outcomes(misere: bool) -> None:
    states = [row for k in range(1, 4) for row in combinations_with_replacement(range(4), k)]
    table = grundy.table(piles, states, outcomes=True, misere=misere)
    assert isinstance(table, StateTable) and table.convention == ("misere" if misere else "normal")
    assert dict(table.items()) == {state: "P" if loses(state, misere) else "N" for state in states}
    (pattern,) = table.patterns
    more = ", or all are 0 or 1 and that is 1" * misere
    assert pattern.statement == f"a P-position iff the XOR of its numbers is 0{more}"
    if misere:  # Bouton 1901
        assert all((table[state] == "P") == (_xor(state) == (max(state) < 2)) for state in states)


def _xor(state: tuple[int, ...]) -> int:
    total = 0
    for number in state:
        total ^= number
    return total


def test_pairs_of_piles_are_named() -> None:
    """POJ 1740: the second player wins iff the piles fall into pairs of equal ones."""
    words = ("table", str(STONES), "--to", "4", "--of", ALL)
    done = run(*words)
    assert "a P-position iff every number stands there an even number of times" in done.out
    told = run(*words, "--json").json()
    rows = {eval(row["state"]): row["nim_value"] for row in told["values"]}
    assert len(rows) == 4 + 10 + 20 + 35
    for state, value in rows.items():
        assert (value == 0) == all(count % 2 == 0 for count in Counter(state).values())
    assert told["of"] == ALL and told["patterns"][0]["about"] == "P-positions"


def test_a_table_has_draws() -> None:
    table = grundy.table(waltz, 9, loopy=True)
    assert set(table.values) == {"D"} and "Draws: 9 (0; 1; 2; 3; 4; 5; 6; 7; 8)." in str(table)
    box = grundy.table("wythoff", loopy=True, box=(4, 4))
    assert box.p_positions() == [(0, 0), (1, 2), (2, 1)]
    assert run("table", "wythoff", "--loopy", "--to", "3").out.splitlines()[0] == "16 states in loopy play."
    assert run("table", "wythoff", "--loopy", "--box", "4x4", "--csv").out.splitlines()[1] == '"(0, 0)",P,computed'


def test_what_a_listed_table_cannot_have_is_refused() -> None:
    refused = run("table", "kayles", "--of", "n", "--to", "3", "--out", "x.npy")
    assert (
        refused.status == 2
        and "--of makes a table of states that are listed, in memory; leave out --out" in refused.err
    )
    with pytest.raises(BadRule, match="expected misere= or loopy=, found both"):
        grundy.table("nim", [1, 2], misere=True, loopy=True)
    with pytest.raises(BadRule, match=r"n = 0: expected a state of 2 values, found 'x'"):
        grundy.table("wythoff", 3, of=lambda n: "x")
    with pytest.raises(BadRule, match="a list of states makes a table of states that are listed, in memory"):
        grundy.table("nim", [1, 2], out="x.npy")  # type: ignore[call-overload]


def test_a_program_is_tried_on_the_states_of_a_map() -> None:
    """Nim on a tuple: two equal piles are lost, others are won (Bouton 1901)."""
    lost = [sys.executable, "-I", "-S", "-c", "print('second')"]
    assert not grundy.stress(piles, lost, of="(n, n)", parts=1, cases=6, **PATIENT).failure
    failure = grundy.stress(piles, lost, of="[(a, n) for a in range(n)]", parts=1, cases=6, **PATIENT).failure
    assert failure is not None and (failure.input, failure.expected) == ("(0, 1)\n", "first\n")
    done = run("stress", "--of", "(n, n)", "nim-product-64", "true")
    assert done.status == 2 and done.err.endswith("leave out --of\n")
    with pytest.raises(BadRule, match="expected starts= or of=, found both"):
        grundy.stress(piles, lost, of="(n, n)", starts=[(1, 1)])
