"""Judges' files that take long: refused at once, or a bar, limits and signals; nothing is on standard output then."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command import SOURCES, grundy, grundy_apart, in_steps, stopping
from waiting import PATIENCE

KINDS: dict[str, tuple[str, str, int, str]] = {  # a format, an input, chunks, and how far it is then
    "boards": ("gcj2019-bacterial-tactics", "46\n" + "2 2\n..\n..\n" * 46, 3, "16 of 46"),
    "sets": ("poj2960-s-nim", "1 2\n2\n1 3\n1 600000\n1 5\n1\n1 7\n0\n", 3, "2 of 3"),
    "a table of all subsets": ("gfg-rectangle", "111111\n" * 5, 2, "0 of 1"),
    "rows": ("cf1382b-sequential-nim", f"41\n1\n{10**30}\n" + "2\n2 4\n" * 40, 3, "16 of 41"),
    "divisors": ("gfg-floor-division", '{"divisors": [2, 3], "ints": [5, 6]}', 2, "0 of 1"),
}
BEING_READ = "no case is answered yet"
LARGE = "import importlib\nimportlib.import_module('grundy.api.judge').LARGE = 0\n"  # as if each input were
REMEDY = "fewer or smaller cases in a file would help"
OWN = """
import sys

from grundy import judges

steps = getattr(sys.modules["__main__"], "steps", None)


def read(text):
    while True:  # for good
        if steps:
            steps.tick(1.0)


OWN = judges.Judge(
    name="own", summary="", source="", limits="", sample_in="", sample_out="", read=read, write=lambda cases, found: "",
    asks="winner",
)
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A format whose inputs are never read to their end."""
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return str(file)


def stopped_by(given: str, number: int) -> tuple[int, bytes, str]:
    """A judge's format on a terminal, sent a signal when its bar is there: status, output and screen."""
    main = pty.openpty()
    command = [sys.executable, "-m", "grundy", "judge", given]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "120", "PYTHONPATH": SOURCES}
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=main[1], env=environment
    ) as process:
        os.close(main[1])
        seen, asked = b"", False
        while select.select([main[0]], [], [], PATIENCE)[0]:
            try:
                more = os.read(main[0], 4096)
            except OSError:  # the other end is closed: the process has ended
                break
            if not more:
                break
            seen += more
            if not asked and BEING_READ.encode() in seen:
                process.send_signal(number)
                asked = True
        else:
            process.kill()  # it has no end
        assert process.stdout
        out = process.stdout.read()
    os.close(main[0])
    return process.returncode, out, seen.decode()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_there_is_a_bar_and_a_signal_is_heard(number: int, status: int, own: str) -> None:
    ended, out, seen = stopped_by(own, number)
    assert (ended, out) == (status, b""), seen
    assert REMEDY in " ".join(seen.split()) and "Traceback" not in seen


def test_a_limit_is_heard_while_an_input_is_read(own: str) -> None:
    done = grundy_apart("judge", own, "--time-limit", "9s", prelude=in_steps("each=0.0"))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("Stopped by the time limit after ") and f" s: {BEING_READ}. " in done.err
    assert REMEDY in done.err and len(done.err.splitlines()) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_limits_and_signals_are_heard(kind: str) -> None:
    """At a chunk, of which it is known how many cases were answered before."""
    name, text, chunks, answered = KINDS[kind]
    for words, number, status, why in (
        (("--time-limit", f"{chunks}s"), 0, 2, "Stopped by the time limit"),
        ((), signal.SIGINT, 130, "Interrupted"),
        ((), signal.SIGTERM, 143, "Terminated"),
    ):
        prelude = LARGE * (kind == "sets") + (stopping(number, chunks=chunks) if number else in_steps())
        done = grundy_apart("judge", name, *words, prelude=prelude, stdin=text.encode())
        assert (done.status, done.out) == (status, "")
        assert re.match(f"{why} after .* s: {answered} cases are answered", done.err), done.err
        assert REMEDY in done.err


@pytest.mark.parametrize(
    ("kind", "memory", "told"),
    [("boards", "20M", BEING_READ), ("a table of all subsets", "300M", "a table of values of 2**30 states")],
)
def test_a_limit_of_memory_is_heard(kind: str, memory: str, told: str) -> None:
    name, text, *_ = KINDS[kind]
    done = grundy_apart("judge", name, "--memory", memory, prelude=in_steps(), stdin=text.encode())
    assert (done.status, done.out) == (2, "")
    assert told in done.err, done.err


def test_a_board_out_of_reach_is_refused_before_any_case_is_answered() -> None:
    text = "31\n" + "2 2\n..\n..\n" * 30 + "1000 1000\n" + ("." * 1000 + "\n") * 1000
    refused = grundy("judge", "gcj2019-bacterial-tactics", stdin=text.encode())
    assert (refused.status, refused.out) == (2, "")
    assert "case 31: a board of 1000x1000" in refused.err and "250x250" in refused.err


def test_a_malformed_limit_is_refused_before_the_input_is_read() -> None:
    for option in ("--time-limit", "--memory"):
        refused = grundy("judge", "piles", option, "soon", stdin=b"x")
        assert refused.places() == [f"<{option}>:1:1"]


def test_answers_are_those_of_one_case_alone_wherever_it_stands() -> None:
    boards = [".#\n..", "..\n..", "...\n.#.", "#.\n.."] * 20
    sized = [f"{len(rows := board.split())} {len(rows[0])}\n{board}\n" for board in boards]
    together = grundy("judge", "gcj2019-bacterial-tactics", stdin=f"{len(sized)}\n{''.join(sized)}".encode()).out
    alone = [grundy("judge", "gcj2019-bacterial-tactics", stdin=f"1\n{one}".encode()).out for one in sized[:4]]
    expected = [one.split(": ")[1] for one in alone] * 20
    assert [line.split(": ")[1] for line in together.splitlines(keepends=True)] == expected
