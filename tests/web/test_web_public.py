"""Safe in public: hostile questions and slow clients lose their own time, and harm nobody else's."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import command
import pytest
from serving import Answer, Server, children, served
from waiting import PATIENCE, awaited, is_at_work, is_running, wait_until

from grundy.web.pool import ATTEMPTS, Child, Pool, PoolLimits, QuestionRefused, spawned
from grundy.web.worker import BEGUN

SECONDS = 1.0
ENDLESS = {"game": "rule:n -> n-k, for k in 1..n, for j in 1..999999999, if j < 0"}
SMALL = {"game": "nim", "position": "3 4 5"}
NUMBERS = count(6)


def fresh() -> dict[str, str]:
    """A small question that nobody has asked: its answer is not remembered."""
    return {"game": "nim", "position": f"3 4 {next(NUMBERS)}"}


def endless(number: int) -> dict[str, str]:
    """One of many such questions; the same one would be computed once for all who ask it."""
    return {"game": f"rule:n -> n-k, for k in 1..n, for j in 1..{999_999_999 - number}, if j < 0"}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    with served("--workers", "2", "--time-limit", f"{SECONDS:g}s", "--memory", "200M") as running:
        running.post("/api/solve", SMALL)
        yield running
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)


@pytest.fixture(scope="module")
def patient() -> Iterator[Server]:
    """One that ends no computation while a test lasts: whoever is answered has waited for none that has no end."""
    with served("--workers", "2", "--time-limit", f"{PATIENCE:g}s", "--memory", "200M") as running:
        yield running


def wait_for_children(server: Server) -> list[int]:
    """The processes of a server that has just been asked something."""
    return wait_until(lambda: children(server.process.pid), "a process that computes")


def asked(server: Server, question: Any = None, client: str = "10.0.0.1", kind: str = "solve") -> Answer:
    return server.post(f"/api/{kind}", question or fresh(), client)


def assert_answers(server: Server, client: str = "10.0.0.1") -> None:
    """That a server answers a small question; on a busy machine one may take more than its limit, and nothing else."""

    def is_answered() -> bool:
        reply = asked(server, client=client)
        if reply.status == 422:
            assert reply.json()["error"]["kind"] == "OutOfTime", reply.text[:300]
            return False
        assert reply.status == 200, reply.text[:300]
        return True

    wait_until(is_answered, "an answer")


@pytest.fixture(scope="module", autouse=True)
def silent(server: Server) -> Iterator[socket.socket]:
    """A connection on which half a request was sent as the tests began."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as link:
        link.sendall(b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n")
        yield link


def test_an_endless_rule_is_ended_and_its_process_with_it(server: Server) -> None:
    reply = asked(server, ENDLESS, kind="rule")
    assert (reply.status, reply.json()["error"]["kind"]) == (422, "OutOfTime")
    wait_until(lambda: not any(map(is_at_work, children(server.process.pid))), "no process to compute")


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("solve", {"game": "rule:(a,b,c) -> (a-1,b+2,c); (a,b,c) -> (a,b-1,c+2)", "position": "400 400 400"}),
        ("solve", {"game": "sum", "position": "+".join(["kayles(" + "9 " * 80 + ")"] * 19), "play": "misere"}),
        ("solve", {"game": "rule:n -> n*n*n*n*n*n*n*n*n", "position": "9" * 4000}),
        ("rule", {"game": "rule:n -> n-k, for k in 1..999999999"}),
        (
            "rule",
            {"game": "rule:n -> a & b & c & d, for a in 0..n-1, for b in 0..n-1, for c in 0..n-1, for d in 0..n-1"},
        ),
        ("look", {"game": "rectangle", "position": "/".join(["1" * 90] * 90)}),
        (
            "look",
            {"game": "graph", "position": json.dumps({"nodes": list(range(900)), "edges": [], "tokens": [0] * 900})},
        ),
        ("solve", {"game": "graph", "position": "[" * 9000}),
        ("solve", {"game": "octal:0." + "7" * 5000, "position": "99999"}),
        ("solve", {"game": "take-away:" + ",".join(map(str, range(1, 1500))), "position": "9" * 2000}),
        ("sequence", {"game": "take-and-break:0." + "Z" * 900, "to": 2000}),
        ("reply", {"game": "nim", "position": "20000", "blunder": 0.5}),
        ("period", {"game": "rule:n -> a & n-a-1, for a in 0..n-1"}),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_large_question_is_answered_or_refused_in_time(server: Server, kind: str, question: Any) -> None:
    reply = asked(server, question, kind=kind)
    assert reply.status in (200, 422), reply.text[:300]
    assert "Traceback" not in reply.text
    assert_answers(server)


def test_memory_is_limited(server: Server) -> None:
    """Three numbers up to a thousand each would be kept for ever; 200 MiB or 2 s are over before."""
    rule = "rule:(a,b,c)->(a-1,b,c);(a,b,c)->(a,b-1,c);(a,b,c)->(a,b,c-1)"
    worst = 0
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(asked, server, {"game": rule, "position": "999 999 999"})

        def look() -> bool:
            nonlocal worst
            for process in children(server.process.pid):
                with suppress(OSError):
                    status = Path(f"/proc/{process}/status").read_text()
                    rss = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")]
                    worst = max(worst, int(rss[0]) if rss else 0)
            return answer.done()

        wait_until(look, "an answer")
    assert answer.result().status == 422
    assert worst < (200 + 250) * 1024, "kibibytes: what was asked for, and what is loaded"


def sent(server: Server, question: Any, client: str, kind: str = "rule") -> socket.socket:
    """A connection on which a question is asked; whoever closes it has left."""
    body = json.dumps(question).encode()
    head = f"POST /api/{kind} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    link = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    link.sendall(f"{head}Content-Length: {len(body)}\r\nX-Forwarded-For: {client}\r\n\r\n".encode() + body)
    return link


def status_now(link: socket.socket) -> int | None:
    """The status of the answer, if one has come."""
    link.setblocking(False)
    try:
        return int(link.recv(12, socket.MSG_PEEK).split()[1])
    except BlockingIOError:
        return None


def refused(links: list[socket.socket], status: int, least: int) -> list[int | None]:
    """The statuses of all, as soon as so many have this one."""
    wait_until(lambda: list(map(status_now, links)).count(status) >= least, f"{least} answers {status}")
    return list(map(status_now, links))


def test_one_client_does_not_keep_others_waiting(patient: Server) -> None:
    links = [sent(patient, endless(number), "10.6.6.6") for number in range(60)]
    try:
        assert 200 not in refused(links, 429, 4)
        for number in range(3):
            assert asked(patient, client=f"10.0.1.{number}").status == 200
        assert 200 not in map(status_now, links)
    finally:
        for link in links:
            link.close()


def test_a_queue_has_an_end_and_whoever_leaves_is_forgotten(patient: Server) -> None:
    """Many clients ask what has no end, and leave: pages do not wait for them, and then nobody does."""
    links = [sent(patient, endless(number), f"10.7.{number % 2}.{number // 2}") for number in range(280)]
    try:
        assert patient.get("/static/grundy.css").status == patient.get("/").status == 200
        assert refused(links, 503, 8).count(None) > 200
        assert sum(b"too many questions are waiting" in link.recv(4096) for link in links if status_now(link)) >= 8
    finally:
        for link in links:
            link.close()
    wait_until(lambda: asked(patient, client="10.8.0.1").status == 200, "a place")


def test_a_class_behind_one_address_is_answered(patient: Server) -> None:
    """Thirty at once, half of them the same question: all are answered, without having to ask again."""
    questions = [{"game": "nim", "position": f"5 {number // 2}"} for number in range(30)]
    with ThreadPoolExecutor(30) as threads:
        replies = list(threads.map(lambda question: patient.get("/api/solve", question), questions))
    assert [one.status for one in replies] == [200] * 30
    assert [one.json()["nim_value"] for one in replies] == [5 ^ number // 2 for number in range(30)]


def test_what_takes_long_gives_way(patient: Server) -> None:
    """Two hostile clients have all processes between them, and others are answered before theirs are over."""
    links = [sent(patient, endless(number), f"10.5.5.{number % 2}") for number in range(8)]
    try:
        assert [asked(patient, client=f"10.5.6.{number}").status for number in range(3)] == [200] * 3
        assert all(status_now(link) is None for link in links), "they were not waited for"
    finally:
        for link in links:
            link.close()


def test_an_answer_is_shared_and_remembered() -> None:
    """By those of one client who ask at once, and then by all; whoever asks last may leave, or the first."""
    computed: list[bytes] = []

    class Counting(Pool):
        async def _compute(self, question: bytes) -> bytes:
            computed.append(question)
            await may_end.wait()
            return json.dumps({"answer": len(computed)}).encode() + b"\n"

    async def ask() -> list[Any]:
        pool = Counting(PoolLimits(workers=2))
        first = asyncio.create_task(pool.ask("solve", SMALL, "a"))
        others = [asyncio.create_task(pool.ask("solve", dict(reversed(SMALL.items())), "a")) for _ in range(3)]
        await awaited(lambda: sum(shared.listeners for shared in pool.asked.values()) == 4)
        first.cancel()
        may_end.set()
        replies = await asyncio.gather(*others)
        replies.append(await pool.ask("solve", SMALL, "b"))
        replies += [await pool.ask("reply", SMALL, "a") for _ in range(2)]
        assert not pool.asked and not pool.running and not pool.long
        return replies

    may_end = asyncio.Event()
    with ThreadPoolExecutor(1) as thread:
        replies = thread.submit(lambda: asyncio.run(ask())).result()
    assert [one["answer"] for one in replies] == [1, 1, 1, 1, 2, 3]


def test_slow_and_silent_clients_do_not_keep_others_out(server: Server) -> None:
    links = []
    try:
        for number in range(900):
            link = socket.create_connection(("127.0.0.1", server.port))
            link.sendall(b"GET / HTTP/1.1\r\nHost: 127" if number % 2 else b"")
            links.append(link)
        assert_answers(server)
    finally:
        for link in links:
            link.close()


def test_processes_that_are_killed_are_replaced(server: Server) -> None:
    """As a system without memory would: those that compute, those that wait, and the one they are forked from."""
    link = sent(server, ENDLESS, "10.9.0.1")
    for process in wait_for_children(server):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    with link:
        assert link.recv(12).split()[1] == b"422", "whoever asked is told"
    assert_answers(server, client="10.9.0.2")
    assert server.process.poll() is None


class _Dying:
    """A process that the system has ended, though nobody knows yet."""

    def is_alive(self) -> bool:
        return True

    def kill(self) -> None: ...

    def join(self, seconds: float) -> None: ...

    def close(self) -> None: ...


@pytest.mark.parametrize(("dying", "said"), [(1, b""), (2, b""), (3, b""), (1, BEGUN)])
def test_a_question_that_no_process_began_is_asked_again(dying: int, said: bytes) -> None:
    """Only who ends after it has begun has used too much."""
    limits = PoolLimits(workers=2)
    left = dying

    def spawn(limits: PoolLimits) -> Child:
        nonlocal left
        if not left:
            return spawned(limits)
        left -= 1
        ours, theirs = socket.socketpair()

        def end() -> None:
            with theirs:
                if said:
                    theirs.recv(1000)
                    theirs.sendall(said)

        threading.Thread(target=end).start()
        return Child(_Dying(), ours)

    async def ask() -> dict[str, object]:
        pool = Pool(limits, spawn=spawn)
        pool.refill = asyncio.create_task(
            asyncio.Event().wait()
        )  # no spares: each process is asked for when it is needed
        try:
            return await pool.ask("solve", {"game": "nim", "position": "3 5"}, "somebody")
        finally:
            await pool.close()

    with ThreadPoolExecutor(1) as thread:  # in this one the tests in a browser may have left a loop running
        future = thread.submit(lambda: asyncio.run(ask()))
        if dying == ATTEMPTS or said:
            with pytest.raises(QuestionRefused, match="used more than it may"):
                future.result()
        else:
            assert future.result()["answer"]


def test_the_load_test_holds_what_it_says(patient: Server) -> None:
    """benchmarks/web_load.py, short: beside clients that are hostile or slow, all others get all their answers."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
    import web_load

    waits, failed = web_load.measured(patient, 4, [web_load.slow], 0.5)
    assert failed == [] and len(waits) >= 4


def test_what_is_no_http_is_refused(server: Server) -> None:
    for sent in (
        b"\x00" * 5000,
        b"GET / HTTP/9.9\r\n\r\n",
        b"A" * 100_000,
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as link:
            try:
                link.sendall(sent)
                link.shutdown(socket.SHUT_WR)
                assert b" 200 " not in link.recv(1000)
            except (ConnectionResetError, BrokenPipeError):
                pass
    assert server.get("/healthz").status == 200


def test_a_silent_connection_is_closed(silent: socket.socket) -> None:
    with suppress(ConnectionResetError):
        assert silent.recv(100) == b""


def test_nothing_is_left_when_it_ends() -> None:
    with served("--workers", "2", "--time-limit", f"{PATIENCE:g}s") as running:
        link = sent(running, ENDLESS, "10.0.0.1")
        family = wait_for_children(running)
    link.close()
    assert running.process.returncode == 130
    wait_until(lambda: not any(map(is_running, family)), "its processes to end")


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_on_every_address_names_are_asked_for(host: str) -> None:
    """Else a page elsewhere could let its own name mean this server, and ask."""
    done = command.grundy("serve", "--host", host, "--port", "0")
    assert (done.status, done.out) == (2, "")
    assert "--name" in done.err and "every address" in done.err


def test_with_a_name_it_answers_to_that_and_to_this_machine() -> None:
    with served("--host", "0.0.0.0", "--name", "pc.school.example", "--workers", "1") as running:
        hosts = ("pc.school.example", f"127.0.0.1:{running.port}", "evil.example")
        assert [running.get("/healthz", Host=host).status for host in hosts] == [200, 200, 403]


@pytest.mark.parametrize("names", [["pc.school.example"], ["*.example"], ["*"]])
def test_the_address_that_is_printed_is_one_that_is_answered(names: list[str]) -> None:
    """On every address it printed http://0.0.0.0:8000/, which it refused."""
    with served("--host", "0.0.0.0", *(f"--name={name}" for name in names), "--workers", "1") as running:
        assert running.get("/healthz", Host=f"{running.printed}:{running.port}").status == 200
        assert names != ["pc.school.example"] or running.printed == "pc.school.example"
