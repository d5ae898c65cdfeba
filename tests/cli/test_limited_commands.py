"""Limits of commands whose work is not recorded: verify, stress; and play, which has none and says so."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command import grundy, grundy_apart

from grundy.api.verify import verify
from grundy.errors import Stopped
from grundy.proof import check


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that takes a minute."""

    def lines(file: str, chosen: Any) -> Iterator[str]:
        for number in range(600):
            yield f"{file}: {number} positions checked"
            time.sleep(0.1)

    monkeypatch.setattr(check, "verify", lines)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(
    ("option", "said"),
    [(("--time-limit", "0.3s"), "out of time; known so far: c.txt: "), (("--memory", "1M"), "out of memory; known ")],
)
def test_verify_has_limits(option: tuple[str, str], said: str) -> None:
    """A check of hours could only be killed; what is not checked to its end proves nothing."""
    done = grundy("verify", "c.txt", *option)
    assert done.status == 2 and said in done.err
    assert "c.txt: 0 positions checked" in done.out and "proved" not in done.out


@pytest.mark.usefixtures("slow")
def test_the_call_has_them_too() -> None:
    with pytest.raises(Stopped, match="out of time"):
        verify("c.txt", time_limit=0.3)


def test_stress_has_a_limit_of_memory(tmp_path: Path) -> None:
    program = tmp_path / "slow.py"
    program.write_text("import time; time.sleep(0.4); print('first' if any(map(int, input().split())) else 'second')")
    done = grundy_apart("stress", "--memory", "1M", "nim", sys.executable, "-I", "-S", str(program))
    assert done.status == 2 and done.out == ""
    assert done.err.startswith("out of memory; known so far: ")


@pytest.mark.parametrize("words", [("nim", "3", "--time-limit", "5s"), ("--memory=1G", "nim", "3")])
def test_play_says_why_it_has_none(words: tuple[str, ...]) -> None:
    """They were read as a pile, and as the name of a game."""
    done = grundy("play", *words)
    assert done.status == 2
    assert "is no option of play" in done.err and "'grundy solve' has it" in done.err


def test_play_suggests_options() -> None:
    done = grundy("play", "nim", "3", "--mizere")
    assert done.status == 2 and "Did you mean '--misere'?" in done.err
