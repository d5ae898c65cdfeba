"""What `grundy class` holds, on loopback: forty pupils who play at once, alone and beside two hostile ones.

    .venv/bin/python benchmarks/class_load.py [--seconds 20] [--pupils 40] [--smallest]

Each pupil enters, hears of the class's news on a connection of their own, and makes the next move of a game when the
computer has answered the last one, a tenth of a second later, which no class does. A teacher reads the table. Hostile
ones have no word and try words, hold connections open byte by byte, and send bodies that are too large; or they have
the word, and ask all that a pupil may ask, thirty at a time. Printed is how long pupils waited for the answer to a
move, its picture and the computer's; and the seconds of a processor that the server and its processes took in a
second and for an answer, which say the same on a busy machine. Exit status 1 if a pupil was not answered.
"""

from __future__ import annotations

import multiprocessing
import os
import platform
import random
import statistics
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from serving import children
from table_speed import options
from teaching import Class, Person, taught
from web_load import byte_by_byte

BODY = b'{"word": "' + b"x" * 200_000 + b'", "name": "Eve"}'
JSON = {"Content-Type": "application/json"}
Hostile = Callable[[Class, str, float], None]


def pupil(of: Class, name: str, end: float, waits: list[float], failed: list[str]) -> None:
    """Play games of Nim, Kayles and Cram, a move after the other, and one move at least."""
    draw = random.Random(name)
    person = of.enters(name, address=f"10.0.0.{name.split()[-1]}")
    listening = threading.Thread(target=listen, args=(person, end))
    listening.start()
    winner, game, made, moves = 1, 0, [], []
    while True:
        start = time.monotonic()
        if winner:
            answer = person.asks("begin", task=draw.randrange(5), first=draw.randint(1, 2))
        else:
            answer = person.asks("move", game=game, moves=[*made, draw.choice(moves)])
        if answer.status == 200:
            waits.append(time.monotonic() - start)
            found = answer.json()
            board = found["boards"][-1]
            winner, game = found["winner"], found["game"]
            made, moves = [one["text"] for one in board["history"]], [one["text"] for one in board["moves"]]
        else:
            failed.append(answer.text[:200])
            winner = 1
        time.sleep(0.1)
        if time.monotonic() > end:
            break
    listening.join()


def listen(person: Person, end: float) -> None:
    """Wait for news, as a page does; what ends it is the end of the class."""
    since = 0
    while time.monotonic() < end:
        answer = person.asks("news", since=since)
        if answer.status != 200:
            return
        since = answer.json()["version"]


def teacher(of: Class, end: float) -> None:
    """Read the table after each change, four times a second at most, and at the end let all who wait go on."""
    since = 0
    while time.monotonic() < end:
        since = of.teacher.told("teacher/news", since=since, desk=0)["version"]
        time.sleep(0.25)
    of.teacher.told("teacher/pause", paused=True)


def words(of: Class, address: str, end: float) -> None:
    """Try words."""
    stranger, number = Person(of.server, "", address), 0
    while time.monotonic() < end:
        number += 1
        stranger.asks("enter", word=f"guess {number}", name="Eve")


def bodies(of: Class, address: str, end: float) -> None:
    """Send more than a question may have, again and again."""
    while time.monotonic() < end:
        with suppress(OSError, HTTPException):  # it is closed before all of it is sent
            of.server.ask("POST", "/class/enter", body=BODY, headers=JSON | {"X-Forwarded-For": address})


def bytes_(of: Class, address: str, end: float) -> None:
    """Two hundred connections at a time, one byte each every half second."""
    text = b"POST /class/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n"
    byte_by_byte(of.server, text, 200, end)


def pupils(of: Class, address: str, end: float) -> None:
    """One who has the word, and asks for all of it without a pause, thirty at a time."""
    person = of.enters(f"Mallory {address[-1]}", address=address)

    def ask() -> None:
        while time.monotonic() < end:
            person.asks("begin", task=4, first=2)
            person.asks("news", since=0)
            person.asks("vote", shown=1, player=1)

    _together([ask] * 30)


def at_once(*all_of_them: Hostile) -> Hostile:
    """A hostile one who does several things at the same time."""

    def hostile(of: Class, address: str, end: float) -> None:
        _together([lambda one=one: one(of, address, end) for one in all_of_them])  # type: ignore[misc]

    return hostile


def _together(acts: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=act) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _elsewhere(one: Hostile, of: Class, address: str, end: float) -> None:
    """Be hostile in a process that leaves the processor to the class, as one on a machine of its own would."""
    os.nice(10)
    one(of, address, end)


def measured(of: Class, count: int, hostile: list[Hostile], seconds: float) -> tuple[list[float], list[str]]:
    """How long each answer to a move took, and what was refused to pupils."""
    end = time.monotonic() + seconds
    waits: list[float] = []
    failed: list[str] = []
    fork = multiprocessing.get_context("fork")  # whoever is hostile has an interpreter of their own
    others = [fork.Process(target=_elsewhere, args=(one, of, f"10.6.6.{n}", end)) for n, one in enumerate(hostile)]
    for other in others:
        other.start()
    acts: list[Callable[[], None]] = [lambda: teacher(of, end)]
    acts += [lambda n=n: pupil(of, f"Pupil {n}", end, waits, failed) for n in range(count)]  # type: ignore[misc]
    _together(acts)
    for other in others:
        other.join()
    return waits, failed


def spent(of: Class) -> float:
    """The seconds of a processor that the server and all its processes have taken, those that have ended too."""
    ticks = 0
    for process in (of.server.process.pid, *children(of.server.process.pid)):
        with suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


WITHOUT = at_once(words, bodies, bytes_)
CASES: list[tuple[str, list[Hostile]]] = [
    ("pupils alone", []),
    ("beside two without the word: words, bodies, 400 slow connections", [WITHOUT, WITHOUT]),
    ("beside two with the word: thirty questions at a time each", [pupils, pupils]),
]


def main() -> int:
    asked = options(__doc__, runs=0)
    asked.add_argument("--seconds", type=float, default=20.0)
    asked.add_argument("--pupils", type=int, default=40)
    chosen = asked.parse_args()
    seconds, count, cases = (1.0, 2, CASES[:2]) if chosen.smallest else (chosen.seconds, chosen.pupils, CASES)
    print(f"{platform.machine()}, Python {platform.python_version()}, 2 workers, {count} pupils")
    heads = (
        f"{'answers/s':>9} {'median ms':>9} {'99 % ms':>8} {'worst ms':>8} {'CPU s/s':>8} {'CPU ms':>7} {'refused':>7}"
    )
    print(f"{'':66} {heads}")
    bad = 0
    for what, hostile in cases:
        with taught("--workers", "2") as of:
            of.enters("Early").told("begin", task=0, first=2)  # all is loaded then
            before, start = spent(of), time.monotonic()
            waits, failed = measured(of, count, hostile, seconds)
            took, wall = spent(of) - before, time.monotonic() - start
        ordered = sorted(1000 * wait for wait in waits)
        far = ordered[int(0.99 * (len(ordered) - 1))]
        row = f"{statistics.median(ordered):9.0f} {far:8.0f} {ordered[-1]:8.0f} {took / wall:8.2f}"
        row += f" {1000 * took / len(waits):7.0f} {len(failed):7}"
        print(f"{what:66} {len(waits) / wall:9.1f} {row}", flush=True)
        for text in failed[:3]:
            print(f"    {text}")
        bad += len(failed)
    return 1 if bad and not chosen.smallest else 0  # in a second on a busy machine an answer may be late


if __name__ == "__main__":
    sys.exit(main())
