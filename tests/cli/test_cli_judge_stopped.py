"""Judges' files that take long: refused at once, or a bar, limits and signals; nothing is on standard output then."""

from __future__ import annotations

import json
import os
import pty
import random
import select
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from command import SOURCES, grundy, grundy_apart

FULL_BOARDS = "30\n" + ("200 200\n" + ("." * 200 + "\n") * 200) * 30
AMOUNTS = random.Random(20).sample(range(1, 10**6), 20_000)
LONG: dict[str, tuple[str, str]] = {
    "bacteria": ("gcj2019-bacterial-tactics", FULL_BOARDS),
    "a huge set": ("poj2960-s-nim", f"{len(AMOUNTS)} {' '.join(map(str, AMOUNTS))}\n2\n1 3\n1 99999999\n0\n"),
    "a table of all subsets": ("gfg-rectangle", "1 1 1 1 1 1\n" * 5),
    # its first pile has more than 64 bits, so that no kernel answers all at once
    "rows": ("cf1382b-sequential-nim", f"900001\n1\n{10**30}\n" + "10\n2 4 6 8 10 12 14 16 18 20\n" * 900_000),
    "divisors": (
        "gfg-floor-division",
        json.dumps({"divisors": list(range(2, 40_000)), "ints": [10**300 + n for n in range(50)]}),
    ),
}
HOW_FAR = "cases are answered"
BEING_READ = "no case is answered; the input is being read"
TIME_LEFT = " left"  # a bar whose pace is known says no more


def stopped_by(given: str, text: str, number: int, tmp_path: Path) -> tuple[int, bytes, str]:
    """A judge's format on a terminal, sent a signal when its bar is there: status, output and screen."""
    file, main = tmp_path / "cases.in", pty.openpty()
    file.write_text(text)
    command = [sys.executable, "-m", "grundy", "judge", given, "--file", str(file)]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "120", "PYTHONPATH": SOURCES}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=main[1], env=environment) as process:
        os.close(main[1])
        seen, asked = b"", False
        while select.select([main[0]], [], [], 120)[0]:
            try:
                more = os.read(main[0], 4096)
            except OSError:  # the other end is closed: the process has ended
                break
            if not more:
                break
            seen += more
            if not asked and any(words.encode() in seen for words in (HOW_FAR, BEING_READ, TIME_LEFT)):
                process.send_signal(number)
                asked = True
        assert process.stdout
        out = process.stdout.read()
    os.close(main[0])
    return process.returncode, out, seen.decode()


@pytest.mark.parametrize("kind", LONG)
def test_a_time_limit_is_heard(kind: str) -> None:
    name, text = LONG[kind]
    done = grundy_apart("judge", name, "--time-limit", "1s", stdin=text.encode())
    assert (done.status, done.out) == (2, "")
    assert "out of time" in done.err and (HOW_FAR in done.err or BEING_READ in done.err), done.err
    assert "would help" in done.err


@pytest.mark.parametrize(
    ("kind", "number", "status"),
    [
        *(pytest.param(kind, signal.SIGINT, 130, id=f"{kind}-Ctrl-C") for kind in LONG),
        pytest.param(next(iter(LONG)), signal.SIGTERM, 143, id="SIGTERM"),
        *(
            pytest.param(kind, signal.SIGTERM, 143, id=f"{kind}-SIGTERM", marks=pytest.mark.long)
            for kind in islice(LONG, 1, None)
        ),
    ],
)
def test_there_is_a_bar_and_a_signal_is_heard(kind: str, number: int, status: int, tmp_path: Path) -> None:
    ended, out, seen = stopped_by(*LONG[kind], number, tmp_path)
    assert (ended, out) == (status, b""), seen
    assert HOW_FAR in seen or BEING_READ in seen, seen
    assert "would help" in seen and "Traceback" not in seen


@pytest.mark.parametrize(
    ("kind", "memory", "told"),
    [("bacteria", "20M", HOW_FAR), ("a table of all subsets", "300M", "a table of values of 2**30 states")],
)
def test_a_limit_of_memory_is_heard(kind: str, memory: str, told: str) -> None:
    name, text = LONG[kind]
    done = grundy_apart("judge", name, "--memory", memory, stdin=text.encode())
    assert (done.status, done.out) == (2, "")
    assert told in done.err or (told == HOW_FAR and BEING_READ in done.err), done.err


def test_how_far_it_was_counts_the_cases_before() -> None:
    small, large = "2 2\n..\n..\n", "200 200\n" + ("." * 200 + "\n") * 200
    text = "46\n" + small * 16 + large * 30
    for limit in ("2s", "8s", "32s"):  # kernels may have to be compiled, beside others, before any case is answered
        done = grundy_apart("judge", "gcj2019-bacterial-tactics", "--time-limit", limit, stdin=text.encode())
        assert (done.status, done.out) == (2, "")
        if "no case is answered" not in done.err:
            break
    assert "16 of 46 cases are answered" in done.err


def test_a_board_out_of_reach_is_refused_before_any_case_is_answered() -> None:
    text = FULL_BOARDS.replace("30\n", "31\n", 1) + "1000 1000\n" + ("." * 1000 + "\n") * 1000
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
