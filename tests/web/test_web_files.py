"""No question has a file opened: every route, field, nesting and kind of file, with an audit hook where it is answered.

What is answered is answered in processes that inherit the hook of `audited.py`. They may open what Python and grundy
are made of, and the cache of machine code; nothing else, and nothing that a question names.
"""

from __future__ import annotations

import json
import os
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from serving import SOURCE, Server, served

from grundy.compile.machine import cache_folder
from grundy.games.catalogue import COMPOUND_NAMES
from grundy.games.compound_kinds import COMPOUNDS
from grundy.web.server import API

TESTS = Path(__file__).parents[1]
START = """
import runpy, sys
from grundy.web import pool
pool.PRELOADED += ("audited",)
sys.argv[0] = "grundy"
runpy.run_module("grundy", run_name="__main__")
"""
PYTHON = (
    "import pathlib\nimport grundy\npathlib.Path(__file__).with_suffix('.mark').touch()\n"
    "@grundy.rule\ndef own(n):\n    yield from range(n)\n"
)
BOARD = '{"places": ["a", "b"], "moves": [["a", "b"]]}'
OWN = {"own.py": "3", "own.py:own": "3", "own.json": "start"}  # what names a file of each kind, and a position of it
OTHERS = (
    "own.npy",
    "own.npz",
    "own.values",
    "own.db",
    "own.txt",
    "own.in",
)  # tables, values, runs, certificates, inputs
ALLOWED = tuple(
    os.path.realpath(folder)
    for folder in {
        str(SOURCE),
        str(cache_folder()),
        os.environ["NUMBA_CACHE_DIR"],
        sys.prefix,
        *(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")),
    }
)
OF_THE_SYSTEM = ("/proc/", "/sys/", "/dev/null", "/dev/urandom")  # such as how much memory there is


class Audited(NamedTuple):
    """A server in a folder with a file of each kind, and what its processes were seen to do."""

    server: Server
    folder: Path
    log: Path

    def done(self) -> list[tuple[str, int, Any]]:
        return [tuple(json.loads(line)) for line in self.log.read_text().splitlines()]


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Audited]:
    folder, log = tmp_path_factory.mktemp("files"), tmp_path_factory.mktemp("log") / "done"
    log.touch()
    (folder / "own.py").write_text(PYTHON)
    (folder / "own.json").write_text(BOARD)
    for name in OTHERS:
        (folder / name).write_text("3 4 5\n")
    environment = {"PYTHONPATH": f"{SOURCE}{os.pathsep}{TESTS}", "GRUNDY_AUDITED": str(log)}
    with served("--workers", "4", start=("-c", START), folder=folder, environment=environment) as server:
        yield Audited(server, folder, log)


def nestings(name: str, state: str, compounds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every game and position in which the name of a game stands somewhere, within those compounds."""
    one = f"{name}({state})"
    yield name, state
    for text in (one, f"{name} {state}", f"nim(1) + {one}", f"{one}+nim(1)", f"nim({name})"):
        yield "sum", text
    for compound in compounds:
        inside = f"{one},1" if COMPOUNDS[compound].count else f"{one},nim(2)"
        behind = f"with_pass({one},1),2" if COMPOUNDS[compound].count else f"nim(2),{one}"
        yield compound, inside
        yield "sum", f"{compound}({behind})"
        yield "sum", f"nim(1)+conjunctive(nim(1),{compound}({inside}))"
    yield "graph", json.dumps({"nodes": [name, "b"], "edges": [[name, "b"]], "tokens": [name]})
    yield "graph", json.dumps(name)
    yield "conjunctive", f'graph({{"nodes": ["b"], "edges": [], "tokens": ["b"]}}),{one}'
    yield "geography", f"{name}-b @ {name}"
    yield f"rule:n -> {name}", "3"
    yield f"placement:{name}", "1x3"
    yield f"take-away:{name}", state
    yield f"{name}:{name}", state


def questions(name: str, state: str, compounds: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Every question with that name in a field of it."""
    for game, position in nestings(name, state, compounds):
        yield {"game": game, "position": position}
        yield {"components": [["nim", "1"], [game, position]]}
    for more in ({"play": name}, {"moves": name}, {"to": name}, {"must": [[name, 1]]}, {"blunder": name}, {name: name}):
        yield {"game": "nim", "position": "2 1"} | more


def asked(server: Server, name: str, state: str, kinds: tuple[str, ...]) -> list[tuple[int, str]]:
    """The answers to all questions with that name, on every route of these kinds.

    Each way to ask is tried with the files that are rules or boards. A compound's parts are read before anybody knows
    of what kind the question is, so one kind has all compounds.
    """
    ways: list[tuple[str, dict[str, Any]]] = []
    for kind in kinds:
        every = kind == "look" and name in OWN
        for question in questions(name, state, tuple(COMPOUND_NAMES) if every else ("conjunctive",)):
            ways.append((f"/api/{kind}", question))
            if name in OTHERS:
                continue  # which no reader knows, whatever the route
            ways.append((f"/ask/{kind}", question))
            if all(isinstance(value, str) for value in question.values()):
                ways.append((f"GET /api/{kind}", question))

    def answer(way: tuple[str, dict[str, Any]]) -> tuple[int, str]:
        path, question = way
        reply = server.get(path[4:], question) if path.startswith("GET ") else server.post(path, question)
        return reply.status, reply.text

    with ThreadPoolExecutor(4) as threads:
        return list(threads.map(answer, ways))


def refused(done: list[tuple[str, int, Any]], server: int) -> list[tuple[str, Any]]:
    """What the processes that answer did and may not; that of the server itself is left out."""
    events = []
    for event, process, what in done:
        if process == server or (event == "open" and isinstance(what, int)):  # a file that is open already
            continue
        path = os.path.realpath(str(what))
        if event != "open" or (not str(what).startswith(OF_THE_SYSTEM) and not path.startswith(ALLOWED)):
            events.append((event, what))
    return events


@pytest.mark.parametrize("name", [*OWN, *OTHERS])
def test_no_question_has_a_file_opened(audited: Audited, name: str) -> None:
    """conjunctive(/path/own.py(3),nim(2)) ran the file: only some fields were looked through for '.py'."""
    kinds = API if name == "own.py" else ("solve", "look") if name in OWN else ("look",)
    before = len(audited.done())
    answers = asked(audited.server, name, OWN.get(name, "3"), kinds)
    assert len(answers) > (80 if name in OWN else 30)
    assert {status for status, _ in answers} <= {200, 400, 422}
    assert not (audited.folder / "own.mark").exists()
    done = audited.done()[before:]  # of this name: the tests may come in any order
    assert "/proc/self/statm" in {what for _, _, what in done}, "each process measures itself: the hook is there"
    assert refused(done, audited.server.process.pid) == []


def test_an_answer_does_not_say_whether_a_file_is_there(audited: Audited) -> None:
    there = asked(audited.server, "own.py", "3", ("solve",))
    missing = asked(audited.server, "nix.py", "3", ("solve",))
    assert [(status, text.replace("own.py", "nix.py")) for status, text in there] == missing


def test_a_file_that_is_opened_is_seen(tmp_path: Path) -> None:
    """The hook itself: what it leaves out and what it does not."""
    done = [("open", 2, str(tmp_path / "own.py")), ("open", 2, 7), ("open", 2, str(SOURCE / "grundy" / "errors.py"))]
    assert refused(done, 1) == [("open", str(tmp_path / "own.py"))]
    assert refused([("subprocess.Popen", 2, "true"), ("open", 1, "/etc/passwd")], 1) == [("subprocess.Popen", "true")]
