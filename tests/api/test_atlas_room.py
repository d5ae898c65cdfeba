"""An atlas on one core is made by this process, and needs no room for another."""

from __future__ import annotations

import grundy
from grundy.runs.memory import resident
from grundy.runs.session import Limits, Session
from grundy.runs.workers import WORKER


def test_one_core_is_this_process() -> None:
    grundy.atlas("0.77", limit=200, cores=1)  # whatever it loads is there before memory is counted
    said: list[str] = []
    with Session(Limits(memory=resident() + WORKER // 2), warn=said.append) as session:
        made = grundy.atlas("0.77", limit=200, cores=1, session=session)
    assert [row.period for row in made.rows] == [12] and said == []
