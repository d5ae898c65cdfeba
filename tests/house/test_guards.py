"""A test cannot harm the ones beside it, and none, nor a lost worker, makes the run wait without end."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def done_by_pytest(folder: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What pytest says of tests, with this project's options and conftest.py, in a process of its own."""
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    (folder / "test_it.py").write_text(f"import os, resource, signal, time\n{text}\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments, "test_it.py"]
    wide = os.environ | {"COLUMNS": "400"}
    return subprocess.run(command, cwd=folder, env=wide, capture_output=True, encoding="utf-8", timeout=120)


HARMFUL = {
    "os._exit(0)": "would have ended the process",
    "try:\n        os._exit(0)\n    except Exception:\n        pass": "would have ended the process",
    "signal.signal(signal.SIGTERM, lambda *_: None)": "left another handler of a signal",
    "resource.setrlimit(resource.RLIMIT_FSIZE, (10**9, 10**9))": "another limit",
}
FORKS = "child = os.fork()\n    if child == 0:\n        os._exit(3)\n    assert os.waitpid(child, 0)[1] >> 8 == 3"


def test_what_would_harm_other_tests_fails_with_a_sentence_and_a_process_that_a_test_forked_may_end(
    tmp_path: Path,
) -> None:
    bodies = [*HARMFUL, FORKS]
    done = done_by_pytest(tmp_path, "\n".join(f"def test_{n}():\n    {body}" for n, body in enumerate(bodies)), "-rf")
    assert "4 failed, 1 passed" in done.stdout, done.stdout
    for number, said in enumerate(HARMFUL.values()):
        (line,) = re.findall(f"^FAILED test_it.py::test_{number} - .*", done.stdout, re.M)
        assert said in line
    assert done.stdout.count("in a process of its own") >= 4


def test_a_test_has_a_time_limit(tmp_path: Path) -> None:
    done = done_by_pytest(tmp_path, "def test_it():\n    time.sleep(100)", "--timeout=1")
    assert "1 failed" in done.stdout and "Timeout" in done.stdout


def test_a_test_that_hears_no_signal_has_one_too(tmp_path: Path) -> None:
    body = "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n    time.sleep(100)"
    done = done_by_pytest(tmp_path, f"def test_it():\n    {body}", "--timeout=1", "-n", "1")
    assert done.returncode == 1 and "crashed while running" in done.stdout


def test_a_lost_worker_ends_the_run(tmp_path: Path) -> None:
    """xdist put another in its place, and waited for it without end."""
    for number in range(6):
        lost = "if n == 7: os.kill(os.getpid(), signal.SIGKILL)" if number == 1 else "pass"
        text = f"import os, pytest, signal\n@pytest.mark.parametrize('n', range(20))\ndef test_it(n):\n    {lost}\n"
        (tmp_path / f"test_{number}.py").write_text(text)
    done = done_by_pytest(tmp_path, "", "-n", "2", "--dist", "loadfile", *(f"test_{number}.py" for number in range(6)))
    assert done.returncode == 1 and "crashed while running" in done.stdout, done.stdout


def test_a_failed_test_is_named_at_once(tmp_path: Path) -> None:
    """Of a run that was ended by its time limit nobody knew what the F among its dots had been."""
    text = "def test_it():\n    assert 1 == 2\n\n\ndef test_after_it():\n    os.kill(os.getpid(), signal.SIGKILL)"
    done = done_by_pytest(tmp_path, text)
    assert done.returncode == -9 and "FAILED test_it.py::test_it: " in done.stdout, done.stdout
