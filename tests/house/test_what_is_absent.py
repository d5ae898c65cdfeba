"""Where Numba, NumPy and llvmlite are not installed, what needs them is refused in plain words, all else answers."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module

import pytest
from command import SOURCES, Done, grundy
from waiting import PATIENCE

PROGRAM = """
import sys
for name in ("numba", "numpy", "llvmlite"):
    sys.modules[name] = None  # so that an import says that there is no such module
from grundy.cli.main import main
main()
"""
ANSWERED = [
    "solve nim 3 4 5",
    "solve kayles 1000000",
    "solve wythoff 4 6",
    "solve cram 3x5",
    "solve node-kayles grid:3x4",
    "solve hackenbush 0-a-b",
    "solve rule:n->n-k,+for+k+in+{1,3,4} 7 8",
    "sequence kayles --to 100",
    "period kayles",
    "quotient kayles --to 6",
    "nimber 4*6",
    "games nim",
    "sequence grundys-game --to 50",
]


def words(command: str) -> list[str]:
    return [word.replace("+", " ") for word in command.split()]  # a + stands for a blank within an argument


def without(command: str) -> Done:
    """In a new process: one that is forked from a test's may have kernels already."""
    environment = os.environ | {"PYTHONPATH": str(SOURCES), "COLUMNS": "120"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words(command)],
        env=environment, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("command", ANSWERED)
def test_what_is_plain_python_answers_without(command: str) -> None:
    assert without(command) == grundy(*words(command))


@pytest.mark.parametrize("command", ["table examples/chess_row.py --states 1048576", "solve cram 5x6"])
def test_what_is_compiled_is_refused_without(command: str) -> None:
    done = without(command)
    assert (done.status, done.out) == (2, "")
    assert "this is compiled to machine code" in done.err and "pip install numba numpy llvmlite" in done.err


def test_a_system_that_cannot_fork_is_told_that_pages_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("multiprocessing.reduction", "grundy.web.run"):  # what asks for the system while it is loaded
        import_module(name)
    monkeypatch.setattr(sys, "platform", "win32")
    done = grundy("serve")
    assert (done.status, done.out) == (2, "")
    assert done.err == "grundy serve forks a process for each question, which Windows cannot: use it in WSL\n"
