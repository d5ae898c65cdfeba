"""`grundy serve` and `grundy class`: an application on a socket of this machine, until it is interrupted."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from grundy.errors import GrundyError
from grundy.web.pool import Pool, PoolLimits

# Machine code that questions need, made beside the server, while it already answers: once on a new machine.
#
# A question is ended when its time is over, and what it has compiled by then is lost. So on a new machine a board that
# needs longer to be compiled than a question may take would never be answered, however often it is asked for.

LOWEST = 19  # the priority of this, as `nice` has it
TREE = ",".join(f"{k}-{1 + (37 * k % 101) % (k - 1)}" for k in range(2, 51))
SOLVED = (("cram", "5x6"), ("chomp", "8x9"), ("node-kayles", TREE))
"""What takes longest to compile: searches of boards of 64 cells and of 128, and of graphs by their forms."""


@contextmanager
def compiling() -> Iterator[Callable[[], bool]]:
    """Compile in a process of its own, which ends with this one, or as soon as this is left; what says whether it is at
    it still."""
    command = [sys.executable, "-c", "from grundy.web.run import compile_all; compile_all()"]
    nowhere: Any = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere)
    try:
        yield lambda: process.poll() is None
    finally:
        process.kill()
        process.communicate()


def compile_all() -> None:
    """Answer a question of each kind that is compiled, however long it takes."""
    from grundy.web.handlers import HANDLERS

    Thread(target=_end_with_parent, daemon=True).start()
    os.nice(LOWEST)
    for game, position in SOLVED:
        HANDLERS["solve"]({"game": game, "position": position})


def _end_with_parent() -> None:
    """Whoever has begun this holds the other end of its input, and is gone when that ends."""
    while os.read(0, 1):  # not by sys.stdin, whose lock would be held when this process ends by itself
        pass
    os._exit(0)


# An application on a socket of this machine, until it is interrupted.

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERY = ("0.0.0.0", "::", "")


def _games(pool: Pool) -> list[Any]:
    from grundy.web.server import game_routes

    return game_routes(pool)


def serve(
    host: str,
    port: int,
    limits: PoolLimits,
    names: tuple[str, ...],
    told: Callable[[str], None],
    verb: str = "serve",
    routes: Callable[[Pool], list[Any]] = _games,
) -> None:
    """Serve until a signal ends it. Raises GrundyError: what it needs is not installed, or the address is taken.

    Args:    told: is called with the address once the server listens there.
             verb: the command that serves; routes: makes what it answers.
    """
    if sys.platform == "win32":
        raise GrundyError(f"grundy {verb} forks a process for each question, which Windows cannot: use it in WSL")
    import resource

    try:
        import uvicorn
        from uvicorn.protocols.http.h11_impl import H11Protocol

        from grundy.web.connection_limits import MOST_CONNECTIONS, guarded
        from grundy.web.server import application
    except ImportError as problem:
        text = f"grundy {verb} needs starlette and uvicorn ({problem.name} is missing): pip install starlette uvicorn"
        raise GrundyError(text) from problem
    allowed = _allowed(host, names)
    listening = _listen(host, port)
    told(f"http://{_name_to_open(host, names)}:{listening.getsockname()[1]}/")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(4096, hard) if hard != resource.RLIM_INFINITY else 4096
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    pool = Pool(limits)
    config = uvicorn.Config(
        application(pool, allowed, routes(pool)),
        http=guarded(H11Protocol, min(MOST_CONNECTIONS, max(50, soft // 3))),  # type: ignore[arg-type]
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=32 << 10,
    )
    with listening, compiling() as pool.compiling:
        uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except (OSError, OverflowError, UnicodeError, TypeError) as problem:  # a name that is none
        listening.close()
        why = getattr(problem, "strerror", None) or problem
        raise GrundyError(f"{host}:{port}: expected an address of this machine that is free, found: {why}") from problem
    return listening


def _allowed(host: str, names: tuple[str, ...]) -> list[str]:
    """The names by which the server may be asked for: its own address, and those given.

    Who listens on every address must give some, or a page elsewhere could make its own name mean this server and ask.

    Raises:  GrundyError: none are given for all addresses, or one that is blank.
    """
    if not all(name.strip() for name in names):
        raise GrundyError("--name: expected a name by which the server may be called, or '*' for any, found ''")
    if host in LOOPBACK:
        return ["127.0.0.1", "localhost", "[::1]", *names]
    if host not in EVERY:
        return [f"[{host}]" if ":" in host else host, *names]
    if not names:
        own_names = [name for name in (own_address(), socket.gethostname()) if name]
        shown = " ".join(f"--name {name}" for name in own_names) or "--name pc.school.example"
        raise GrundyError(
            f"--host {host} listens on every address of this machine: expected the names by which it may be called, as "
            f"in {shown}; --name '*' allows any"
        )
    return ["127.0.0.1", "localhost", "[::1]", *names]


def _name_to_open(host: str, names: tuple[str, ...]) -> str:
    """The name in the address that is printed: one that the server answers, by which others can open it if possible.

    >>> _name_to_open("0.0.0.0", ("*.example", "pc.school.example")), _name_to_open("0.0.0.0", ("*.example",))
    ('pc.school.example', '127.0.0.1')
    >>> _name_to_open("::1", ("pc.school.example",))
    '[::1]'
    """
    if host not in EVERY:
        return f"[{host}]" if ":" in host else host
    whole = [name for name in names if "*" not in name]
    anywhere = [own_address() or socket.gethostname()] if "*" in names else []
    return [*whole, *anywhere, "127.0.0.1"][0]


def own_address() -> str:
    """The address by which others of the network see this machine, if there is one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # of RFC 5737: an address of nobody
        except OSError:
            return ""
        return str(probe.getsockname()[0])
