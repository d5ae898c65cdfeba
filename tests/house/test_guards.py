"""A test cannot harm the ones beside it, and none, nor a lost worker, makes the run wait without end."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import forking
import pytest
from waiting import PATIENCE, wait_until
from xdist.remote import Producer

ROOT = Path(__file__).parents[2]


def done_by_pytest(folder: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What pytest says of tests, with this project's options and conftest.py, in a process of its own."""
    for name in ("conftest.py", "pyproject.toml", "tests/drawing.py"):
        shutil.copy(ROOT / name, folder)
    (folder / "tests/recorded").mkdir(parents=True, exist_ok=True)
    (folder / "tests/recorded/dear.txt").touch()
    (folder / "test_it.py").write_text(f"import os, resource, signal\n{text}\n")
    plugins = ("-p", "no:cacheprovider", "-p", "no:randomly")
    command = [sys.executable, "-m", "pytest", *plugins, *arguments, "test_it.py"]
    wide = os.environ | {"COLUMNS": "400"}
    return subprocess.run(command, cwd=folder, env=wide, capture_output=True, encoding="utf-8", timeout=PATIENCE)


HARMFUL = {
    "os._exit(0)": "would have ended the process",
    "try:\n        os._exit(0)\n    except Exception:\n        pass": "would have ended the process",
    "signal.signal(signal.SIGTERM, lambda *_: None)": "left another handler of a signal",
    "resource.setrlimit(resource.RLIMIT_FSIZE, (10**9, 10**9))": "another limit",
}
FORKS = "child = os.fork()\n    if child == 0:\n        os._exit(3)\n    assert os.waitpid(child, 0)[1] >> 8 == 3"


def test_what_would_harm_other_tests_and_what_takes_too_long_fails_with_a_sentence(tmp_path: Path) -> None:
    """A process that a test has forked may end. What has failed is named at once: of a run that was ended by its time
    limit nobody knew what the F among its dots had been."""
    bodies = [*HARMFUL, FORKS, "signal.pause()", "os.kill(os.getpid(), signal.SIGKILL)"]
    text = "\n".join(f"def test_{n}():\n    {body}" for n, body in enumerate(bodies))
    done = done_by_pytest(tmp_path, text, "--timeout=1")
    assert done.returncode == -9, done.stdout
    named = dict(re.findall("^FAILED test_it.py::test_(.): (.*)", done.stdout, re.M))
    expected = {**dict(enumerate(HARMFUL.values())), len(HARMFUL) + 1: "Timeout"}
    assert named.keys() == set(map(str, expected)), done.stdout
    for number, said in expected.items():
        assert said in named[str(number)]
    assert done.stdout.count("in a process of its own") == 4


def test_a_lost_worker_ends_the_run_and_one_that_hears_no_signal_is_lost(tmp_path: Path) -> None:
    """xdist put another in its place, and waited for it without end."""
    for number in range(6):
        deaf = "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n        signal.pause()"
        body = f"    if n == 7:\n        {deaf}\n" if number == 1 else "    pass\n"
        text = f"import pytest, signal\n@pytest.mark.parametrize('n', range(20))\ndef test_it(n):\n{body}"
        (tmp_path / f"test_{number}.py").write_text(text)
    words = ("--timeout=1", "-n", "2", "--dist", "loadfile", *(f"test_{number}.py" for number in range(6)))
    done = done_by_pytest(tmp_path, "", *words)
    assert done.returncode == 1 and "crashed while running" in done.stdout, done.stdout


def test_a_fork_that_has_ended_before_it_is_looked_at_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine its end was read with its beginning, and then awaited for four minutes."""
    assert forking.run("pass").returncode == 0  # the process that forks has loaded everything
    send = socket.send_fds

    def late(*given: Any) -> None:
        send(*given)
        here = given[0]
        wait_until(lambda: here.recv(100, socket.MSG_PEEK).count(b"\n") == 2, "the fork to end")

    monkeypatch.setattr(socket, "send_fds", late)
    assert forking.run("import os; os._exit(3)", timeout=PATIENCE).returncode == 3


def test_tests_of_one_engine_go_to_one_worker(request: pytest.FixtureRequest) -> None:
    options = {"dist": "loadfile", "tx": ["2*popen"]}
    config = SimpleNamespace(getvalue=options.__getitem__, option=SimpleNamespace())
    scheduler = request.config.hook.pytest_xdist_make_scheduler(config=config, log=Producer(""))
    files = ["tests/engines/heap/test_octal.py", "tests/engines/test_moves.py", "tests/cli/test_many.py", "README.md"]
    files += ["tests/proof/test_forgeries.py"]
    scopes = [scheduler._split_scope(f"{file}::test_it[engines/heap/]") for file in files]
    assert scopes == ["tests/engines/heap/", *files[1:4], "tests/proof/"]
    assert config.option.loadscopereorder is False


def test_what_takes_longest_begins_and_what_is_long_is_left_out(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    (conftest,) = [one for one in request.config.pluginmanager.get_plugins() if hasattr(one, "DEAREST")]
    assert all((ROOT / scope).exists() for scope in conftest.DEAREST)
    names = ["tests/a.py::it", "tests/b.py::it", "tests/b.py::long", f"{conftest.DEAREST[-1]}::it"]

    def ordered(whole: bool, asked: str) -> list[str]:
        items: Any = [
            SimpleNamespace(nodeid=name, get_closest_marker=lambda mark, name=name: name.endswith(mark) or None)
            for name in names
        ]
        hook = SimpleNamespace(pytest_deselected=lambda items: None)
        config: Any = SimpleNamespace(getoption=lambda _: asked, hook=hook, workerinput={})
        monkeypatch.setattr(conftest, "ALL", whole)
        conftest.pytest_collection_modifyitems(config, items)
        return [item.nodeid for item in items]

    last, first, *others = names[0], names[3], *names[1:3]
    assert ordered(False, "") == [first, last, others[0]]
    assert ordered(True, "") == ordered(False, "long") == [first, *others, last]
