"""A function in the place of a program that is tested."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from grundy.api import stress as engine
from grundy.api.stress import ProgramRun


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put a function of the input in the place of a program."""

    def put(function: Any) -> None:
        def run(command: Any, text: str, limit: float) -> Generator[None, None, ProgramRun]:
            yield
            answer = function(text)
            return answer if isinstance(answer, ProgramRun) else ProgramRun(answer.encode(), b"", 0)

        monkeypatch.setattr(engine, "_run", run)

    return put
