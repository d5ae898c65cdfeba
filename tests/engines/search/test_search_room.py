"""The table of the compiled search where it is full, and whole states in misère play behind what has a budget."""

from __future__ import annotations

import pytest
from limits import set_limits
from test_search_own import MASKS, mover_wins_misere, written

import grundy
from grundy import OutOfReach
from grundy.engines.search import user_rule as whole_states
from grundy.engines.search.compiled import Compiled
from grundy.engines.search.kernels import position_nimber as kernels

SLOTS, HEIGHT, POOL = 16, 4, 32


@pytest.mark.parametrize("values", range(9))
@pytest.mark.parametrize("spare", [0, -1])
def test_a_full_table_doubles_or_forgets_or_refuses(values: int, spare: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the slots taken; with a byte too little for both tables at once, what is less than a value is forgotten,
    if that leaves a quarter at most."""
    set_limits(monkeypatch, "engines.search.compiled", FIRST_SLOTS=SLOTS, FIRST_HEIGHT=HEIGHT, FIRST_POOL=POOL)
    memory = 8 * (2 * SLOTS + POOL + 6 * HEIGHT + 2 * 2 * SLOTS) + spare
    search = Compiled(written(MASKS, arguments="a, *, moves").bind(moves=((1, 0, 1, 0),)), [255], memory)
    known = {key: key << 2 | (1 if place < values else 2) for place, key in enumerate(range(40, 48))}  # 2: not known
    for key, info in known.items():
        kernels.keep(search._cells, search._state, key, info)
    if spare and values > SLOTS // 4:
        with pytest.raises(OutOfReach, match="8 states are known"):
            search._grow_table()
    else:
        search._grow_table()
        assert len(search._cells) == (2 * SLOTS if spare else 4 * SLOTS)
        if spare:
            known = {key: info for key, info in known.items() if info & 3 == 1}
    cells = search._cells.reshape(-1, 2).tolist()
    assert {key: info for key, info in cells if info} == known and search.count == len(known)
    assert {key: search._known(key) for key in known} == known


def test_whole_states_are_searched_where_budgets_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the dispatch: neither parts nor the definition of a few sums answer, and who is asked next is right."""
    set_limits(monkeypatch, "engines.misere", MOST_PARTS=1, FEW_POSITIONS=1)
    moves = tuple((m, 0, m, 0) for m in (3, 6, 12, 24, 1, 17))
    rule = written(MASKS, arguments="a, *, moves").bind(moves=moves)
    winners = set()
    for state in (21, 27, 29, 30, 31):
        result = grundy.solve(rule(state), misere=True)
        assert result.evidence.reason.startswith(whole_states.BY_WHOLE_STATES)
        assert result.winner == ("first" if mover_wins_misere(rule, (state,), {}) else "second")
        winners.add(result.winner)
    assert len(winners) == 2
