"""Contest files read by their format, for tests of it."""

from __future__ import annotations

import pytest

from grundy.errors import BadText
from grundy.judges import JUDGES
from grundy.model.rule import Component
from grundy.text.reader import Text

BY_NAME = {judge.name: judge for judge in JUDGES}
GCJ, CHESS, S_NIM, SEQUENTIAL = (
    "gcj2019-bacterial-tactics",
    "hdu5724-chess",
    "poj2960-s-nim",
    "cf1382b-sequential-nim",
)
RECTANGLE, TAKE, FLOOR, PILES = "gfg-rectangle", "gfg-take-1-to-3", "gfg-floor-division", "piles"


def cases(name: str, data: str | bytes, **options: str) -> list[Component]:
    return list(BY_NAME[name].read(Text(data, "in"), **options))


def states(name: str, data: str | bytes, **options: str) -> list[tuple[object, ...]]:
    return [case.states for case in cases(name, data, **options)]


def findings(name: str, data: str | bytes, **options: str) -> list[str]:
    """The findings as line:column, with what was found."""
    with pytest.raises(BadText) as caught:
        BY_NAME[name].read(Text(data, "in"), **options)
    assert all(str(finding).isprintable() for finding in caught.value.findings)
    return [f"{finding.line}:{finding.column} {finding.found}" for finding in caught.value.findings]
