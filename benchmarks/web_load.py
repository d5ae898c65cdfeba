"""What `grundy serve` holds, on loopback: clients that ask alone, many at once, and beside hostile ones.

    .venv/bin/python benchmarks/web_load.py [--seconds 8] [--smallest]

Each client asks the next question when it has the answer to the last: small positions of the catalogue, all different,
so that nothing is remembered. Hostile clients ask for rules that never end, send positions that are large or hard, or
send requests byte by byte. Printed are answers in a second and how long the good clients waited. Exit status 1 if one
of them was not answered.
"""

from __future__ import annotations

import json
import platform
import random
import socket
import statistics
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from serving import Server, served
from table_speed import options

ENDLESS = {"game": "rule:n -> n-k, for k in 1..n, for j in 1..999999999, if j < 0"}
GAMES = ("nim", "kayles", "take-away:1,2,3", "grundys-game", "staircase-nim")


def question(draw: random.Random) -> dict[str, str]:
    """A small position that nobody has asked before."""
    return {"game": draw.choice(GAMES), "position": " ".join(str(draw.randint(1, 40)) for _ in range(4))}


def good(server: Server, name: str, end: float, waits: list[float], failed: list[int]) -> None:
    """Ask one small question after another, and one at least."""
    draw = random.Random(name)
    start = 0.0
    while start < end:
        start = time.monotonic()
        status = server.post("/api/look", question(draw), name).status
        (waits if status == 200 else failed).append(time.monotonic() - start if status == 200 else status)  # type: ignore[arg-type]


def endless(server: Server, name: str, end: float) -> None:
    """Ask what has no end, as often as one is let."""
    while time.monotonic() < end:
        if server.post("/api/rule", ENDLESS, name).status == 429:
            time.sleep(0.05)


def large(server: Server, name: str, end: float) -> None:
    """Ask for boards far too large, all different."""
    draw = random.Random(name)
    while time.monotonic() < end:
        cells = ["1" * 90] * 89 + ["".join(draw.choices("01", k=90))]
        server.post("/api/look", {"game": "rectangle", "position": "/".join(cells)}, name)


def hard(server: Server, name: str, end: float) -> None:
    """Ask for boards that can be drawn and take all the time there is, all different."""
    draw = random.Random(name)
    while time.monotonic() < end:
        server.post("/api/look", {"game": "chomp", "position": f"{draw.randint(25, 50)}x{draw.randint(25, 50)}"}, name)


def slow(server: Server, name: str, end: float) -> None:
    """Forty connections at a time, one byte each every half second."""
    body = json.dumps({"game": "nim"})
    text = f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    byte_by_byte(server, text, 40, end)


def byte_by_byte(server: Server, text: bytes, count: int, end: float) -> None:
    """Send a request on so many connections at a time, one byte each every half second."""
    links: list[socket.socket] = []
    sent = 0
    while time.monotonic() < end:
        if not links:
            links = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(count)]
            sent = 0
        try:
            for link in links:
                link.sendall(text[sent : sent + 1] or b" ")
        except OSError:
            links = []
        sent += 1
        time.sleep(0.5)
    for link in links:
        link.close()


def ten_at_once(server: Server, name: str, end: float) -> None:
    threads = [threading.Thread(target=endless, args=(server, name, end)) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


Client = Callable[[Server, str, float], None]


def measured(server: Server, clients: int, hostile: list[Client], seconds: float) -> tuple[list[float], list[int]]:
    """How long each answer to a good client took, and the statuses of what was refused to them."""
    end = time.monotonic() + seconds
    waits: list[float] = []
    failed: list[int] = []
    threads = [threading.Thread(target=one, args=(server, f"10.1.0.{n}", end)) for n, one in enumerate(hostile)]
    threads += [
        threading.Thread(target=good, args=(server, f"10.0.0.{number}", end, waits, failed))
        for number in range(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return waits, failed


CASES: list[tuple[str, int, list[Client]]] = [
    ("1 client", 1, []),
    ("8 clients", 8, []),
    ("24 clients", 24, []),
    ("8 clients beside one with endless rules", 8, [endless]),
    ("8 clients beside one that asks endless rules ten at a time", 8, [ten_at_once]),
    ("8 clients beside four with boards far too large", 8, [large] * 4),
    ("8 clients beside four with boards that take all their time", 8, [hard] * 4),
    ("8 clients beside 400 slow connections", 8, [slow] * 10),
]


def main() -> int:
    asked = options(__doc__, runs=0)
    asked.add_argument("--seconds", type=float, default=8.0)
    chosen = asked.parse_args()
    seconds, cases = (0.5, CASES[:1] + CASES[3:4] + CASES[-1:]) if chosen.smallest else (chosen.seconds, CASES)
    print(f"{platform.machine()}, Python {platform.python_version()}, 2 workers, 1 s a question")
    print(f"{'':60} {'answers/s':>9} {'median ms':>9} {'99 % ms':>8} {'worst ms':>8} {'refused':>7}")
    bad = 0
    for what, clients, hostile in cases:
        with served("--workers", "2", "--time-limit", "1s") as server:
            good_now: list[float] = []
            good(server, "10.0.0.1", time.monotonic() + 1, good_now, [])
            waits, failed = measured(server, clients, hostile, seconds)
        ordered = sorted(1000 * wait for wait in waits)
        rate = len(waits) / seconds
        far = ordered[int(0.99 * (len(ordered) - 1))]
        row = f"{statistics.median(ordered):9.0f} {far:8.0f} {ordered[-1]:8.0f} {len(failed):7}"
        print(f"{what:60} {rate:9.1f} {row}", flush=True)
        bad += len(failed)
    return 1 if bad and not chosen.smallest else 0  # in half a second on a busy machine a question may be late


if __name__ == "__main__":
    sys.exit(main())
