"""Where Numba, NumPy and llvmlite are not installed, what needs them is refused in plain words, all else answers."""

from __future__ import annotations

import sys
from importlib import import_module

import afresh
import pytest
from command import grundy

BLOCKED = """
import sys
for name in ("numba", "numpy", "llvmlite"):
    sys.modules[name] = None  # so that an import says that there is no such module
import grundy.cli.solve, grundy.games.catalogue  # which most commands load
"""
NO_FILES = "import os; os.environ['GRUNDY_NATIVE'] = 'off'"
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


def without(*lines: str) -> list[afresh.Ended]:
    """In a new process: one that is forked from a test's may have kernels already."""
    return afresh.commands(*map(words, lines), prelude=BLOCKED)


def test_what_is_plain_python_answers_without() -> None:
    assert [tuple(one) for one in without(*ANSWERED)] == [tuple(grundy(*words(line))) for line in ANSWERED]


def test_what_is_compiled_is_refused_without() -> None:
    for done in without("table examples/chess_row.py --states 1048576", "solve cram 5x6"):
        assert (done.status, done.out) == (2, "")
        assert "this needs machine code" in done.err and "pip install 'grundy[compile]'" in done.err


def test_a_rule_is_asked_in_plain_python_without_a_compiler() -> None:
    commands = ["table examples/take_or_halve.py --to 500", "solve examples/chess_row.py 300", "solve nogo 3x3"]
    processes = [words(line) for line in commands]
    replies = afresh.commands(*processes, prelude=BLOCKED.replace(' "numpy",', "") + NO_FILES)
    for done, line in zip(replies, commands, strict=True):
        assert done.status == 0 and done.out.split("\n")[0] == grundy(*words(line)).out.split("\n")[0], done
    (done,) = afresh.commands(
        words("table examples/take_or_halve.py --states 16777216"),
        prelude=BLOCKED.replace(' "numpy",', "") + NO_FILES,
    )
    assert (done.status, done.out) == (2, "")
    assert "numba is missing: pip install 'grundy[compile]'; uncompiled, a table has at most 10,000,000" in done.err


def test_a_system_that_cannot_fork_is_told_that_pages_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("multiprocessing.reduction", "grundy.web.run"):  # what asks for the system while it is loaded
        import_module(name)
    monkeypatch.setattr(sys, "platform", "win32")
    done = grundy("serve")
    assert (done.status, done.out) == (2, "")
    assert done.err == "grundy serve forks a process for each question, which Windows cannot: use it in WSL\n"
