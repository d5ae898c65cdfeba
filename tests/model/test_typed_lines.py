"""Lines that strangers type in Python: each works, or names what there is; see tests/typed_lines.py."""

from __future__ import annotations

import pytest
from typed_lines import TYPED

import grundy

LINES = [(typed, comes) for rows in TYPED.values() for typed, comes in rows.items()]


@pytest.mark.parametrize(("typed", "comes"), LINES, ids=[typed for typed, _ in LINES])
def test_a_line_works_or_leads_on(typed: str, comes: str) -> None:
    try:
        answer = repr(eval(typed, {"grundy": grundy}))
    except Exception as refused:
        said = str(refused.args[0])
        assert said.endswith(comes) and len(comes) > len("there is "), said
    else:
        assert answer == comes
