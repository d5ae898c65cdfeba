"""Texts that grundy reads, made wrong: every kind of input with valid samples of it, and how a text is spoilt."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import json
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import click
from certificate_texts import honest, sealed, unsealed

from grundy.answering.sequence import period
from grundy.api.play import open_match
from grundy.api.table import open_table
from grundy.cli.main import cli
from grundy.errors import GrundyError
from grundy.judges import BY_NAME
from grundy.model.move import parse_move
from grundy.model.run import Run
from grundy.notation.expression import parse, parse_rule
from grundy.proof.certify import certificate as certify_period
from grundy.proof.certify_position import certificate as certify_value
from grundy.proof.strategy import strategy
from grundy.runs.chunk import Chunk
from grundy.runs.recorder import about
from grundy.runs.resume import resume
from grundy.runs.store import add_run
from grundy.runs.table_file import create_table, partial, resume_table
from grundy.text.numbers import read_duration, read_size
from grundy.web.handlers import answer

_PEGS = Path(__file__).parents[2] / "examples" / "pegs.json"
LIMITS = ("--time-limit", "30s", "--memory", "900M", "--no-store")  # below the bound that trials.fuzz holds texts to
Arguments = Callable[[str, Path], list[str]]
Samples = tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Input:
    """A kind of input.

    `given` are samples, or makes them: some take work, which is for those who ask for them.
    `command` gives the arguments for a text and a file that has it; where `stdin` is true the text is read from there;
    `typed`: what is, where the text is read from the file.
    `silent`: a refusal prints nothing on standard output. `code`: the text is run as Python, so it may do anything.
    `call` is asked instead of the command line; `apart`: what it does is done in a process that has limits of its own.
    `closed`: it may open no file and start no process.
    """

    name: str
    given: Samples | Callable[[], Samples]
    command: Arguments
    stdin: bool = False
    typed: Callable[[Path], bytes] | None = None
    silent: bool = True
    code: bool = False
    suffix: str = ".txt"
    call: Callable[[bytes, Path], object] | None = None
    apart: bool = False
    closed: bool = False

    @property
    def samples(self) -> Samples:
        return self.given() if callable(self.given) else self.given


def _texts(*texts: str) -> tuple[bytes, ...]:
    return tuple(text.encode() for text in texts)


_SPECS = _texts(
    "nim", "take-away:1,2,3", "take-away:5,2,9", "octal:0.77", "octal:4.007[3]", "octal:0.3[5]", "hexadecimal:0.9F",
    "take-and-break:0.G1", "all-but:2,5", "floor-division:2,3", "kayles", "placement:xox,oo/o.", "chess-rows:7",
    "grundys-game", "wythoff", "placement:treblecross", "placement:xoox", "poset:chain:N",
    "node-kayles:grid:2xN", "poset:chomp:2xN", "rule:n -> n-k, for k in {1,3,4}",
)  # fmt: skip
_RULES = _texts(
    "n -> n-k, for k in {1,3,4}", "n -> k & n-k, for k in 1..(n-1)//2",
    "n -> n-1, if n >= 1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0",
    "n -> a & n-a-k, for k in 1..2, for a in 0..n-k", "n -> min(n-1, xor(n, 3) - gcd(n, 4)), if not n < 4 or n == 2",
)  # fmt: skip
_EXPRESSIONS = _texts(
    "nim(3 4 5)", "take-away:1,2,3(3 4 5) + nim(5)", "octal:0.77(9 3) + chess-rows:20(19,20/18/-)", "kayles(7)",
    "rectangle(0110/0000) + bacteria(../.#)", "floor-division:2,3,6(23 5) + wythoff(3 6)", "cram(2x3) + chomp(2x3)",
    'graph({"nodes": [1, 2], "edges": [[1, 2]], "tokens": [1, 1]}) + nim(1)', "placement:xox,oo(..#/...)",
    "node-kayles(grid:2x4) + arc-kayles(1-2, 2-3, 4)", "notakto(3x3 X../.../...)", "rule:n -> n-1(4)",
    "poset(a<b, c<b) + poset(schuh:12)", "placement:treblecross(1x9) + placement:xox(..#...)", "notakto(../X. 2x2)",
    "poset(subsets:3) + poset(grid:2x2x2)", "placement:odd(1x7) + placement:dawsons-chess(...#.)",
    "poset((1,2)<(2,2), b)", "sequential-nim(1 1 2 1) + staircase-nim(2 5 1)", "node-kayles(petersen:5,2)",
    "node-kayles(queens:4)",
)  # fmt: skip
_GRAPHS = tuple(
    json.dumps(graph).encode()
    for graph in (
        {"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["a", "c"], ["b", "c"]], "tokens": ["a", "b"]},
        {"nodes": [1, 2, 3], "edges": [[1, 2], [2, 3]], "tokens": []},
        {"nodes": [], "edges": [], "tokens": []},
        {"nodes": ["\u00e9", "\\", "x y"], "edges": [["x y", "\\"]], "tokens": ["\u00e9"]},
    )
)
_NETS = _texts(
    "1-2, 2-3, 3-1", "a-b, b-c, d", "grid:2x3", "path:5", "cycle:6", "complete:4", "queens:3", "petersen", "G?????",
    "Dhc", ">>graph6<<Dhc", '{"nodes": [1, 2, 3], "edges": [[1, 2], [2, 3]]}', "star:4", "wheel:5", "0-1 1-2",
)  # fmt: skip
_ORDERS = _texts(
    "a<b<c, a<d", "1 2\n1 3\n4", "(1,1)<(1,2), (1,1)<(2,1)", "chomp:2x3x2", "tree:2,3", "fence:5", "subsets:3",
    "schuh:30", "divisors:12", "grid:2x3", "chain:4",
)  # fmt: skip
_FILE = """\
import grundy
from grundy import to

LARGEST = 3


@grundy.rule
def game(n, *, most=LARGEST):
    for k in range(1, most + 1):
        if k <= n:
            yield to(n - k, take=k)
    if n >= 4 and n % 2 == 0:
        yield to(n // 2, n // 2)
"""


@cache
def _certificates() -> Samples:
    return tuple(one.encode() for one in honest().values() if len(one) < 5_000)


def _joined(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("ascii")


@cache
def _other_certificates() -> Samples:
    """One of each kind that is none of a period of a code: growth, values by sets, heaps and nodes, strategies."""
    growing = parse_rule("all-but:1,2")
    graph = 'graph({"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["a", "c"], ["b", "c"]], "tokens": ["a", "b"]})'
    games = ("cram(2x3)", "kayles(4 3)", "grundys-game(6) + nim(2)", graph, "poset(a<b, a<c)", "placement:xox(1x5)")
    return (
        _joined(list(certify_period(growing, period(growing)))),
        *(_joined(certify_value(parse(game))) for game in games),
        *(_joined(strategy(parse(game), misere)) for game in games[:4] for misere in (False, True)),
    )


JUDGE_INPUTS: dict[str, tuple[str, ...]] = {name: (judge.sample_in,) for name, judge in BY_NAME.items()}


_SAVED = """\
{"format": "grundy play 1", "game": "nim", "position": "2 1", "settings": [], "play": "normal", "starts": "you",
 "two_players": false, "blunder": 0.0, "moves": ["pile 1, take 1", "pile 1, take 1"]}
"""
_OTHERS_SAVED = (
    """{"format": "grundy play 1", "game": "sum", "position": "kayles(3) + cram(1x2)", "settings": [], "play": "misere",
 "starts": "computer", "two_players": false, "blunder": 0.5, "moves": ["component 2, cells ((1, 1), (1, 2))"]}
""",
    """{"format": "grundy play 1", "game": "poset", "position": "a<b, c", "settings": [], "play": "normal",
 "starts": "you", "two_players": true, "blunder": 0.0, "moves": ["elements ('b',)", "elements ('a',)"]}
""",
    """{"format": "grundy play 1", "game": "graph", "settings": [], "play": "loopy", "starts": "you",
 "position": "{\\"nodes\\": [1, 2], \\"edges\\": [[1, 2], [2, 1]], \\"tokens\\": [1]}",
 "two_players": true, "blunder": 0.0, "moves": []}
""",
)


@cache
def _written() -> Samples:
    """A table, its digests, and a store with a run in it."""
    with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(io.StringIO()):
        table, store = Path(name, "table.npy"), Path(name, "runs.sqlite")
        cli(["table", "take-away:1,2,3", "--states", "40", "--no-store", "--out", str(table)], standalone_mode=False)
        _, lock = add_run(store, Run(("table", "a.py"), "a.py:game", {"most": 3}, key="sha256:ab", machine="a machine"))
        lock.release()
        return table.read_bytes(), table.with_name("table.npy.sha256").read_bytes(), store.read_bytes()


def _table(text: str, file: Path) -> list[str]:
    file.with_name(f"{file.name}.sha256").write_bytes(_written()[1])
    return ["table", str(file), "--show", "0:5", "--no-store"]


def _digests(text: str, file: Path) -> list[str]:
    table = file.with_suffix("")
    table.write_bytes(_written()[0])
    return ["table", str(table), "--show", "0:5", "--no-store"]


@cache
def _saved_games() -> Samples:
    """The same as play saves it, with its digest, and others as people write them."""
    with tempfile.TemporaryDirectory() as name:
        by_hand, saved = Path(name, "by-hand.json"), Path(name, "saved.json")
        by_hand.write_text(_SAVED)
        open_match(by_hand).save(saved)
        return (saved.read_bytes(), *_texts(_SAVED, *_OTHERS_SAVED))


@cache
def _certified_tables() -> dict[str, bytes]:
    """Tables by name, and the certificates beside them."""
    asked = {"a": "take-away:1,3 --states 30", "b": "wythoff --box 4x5 --misere", "c": "kayles --states 25",
             "d": "grundys-game --states 9"}  # fmt: skip
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        for name, words in asked.items():
            files = ["--out", f"{folder}/{name}.npy", "--certificate", f"{folder}/{name}.txt", "--no-store"]
            cli(["table", *words.split(), *files], standalone_mode=False)
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir()) if path.suffix != ".sha256"}


def _of_tables() -> Samples:
    return tuple(data for name, data in _certified_tables().items() if name.endswith(".txt"))


def _beside_tables(text: str, file: Path) -> list[str]:
    for name, data in _certified_tables().items():
        if name.endswith(".npy"):
            file.with_name(name).write_bytes(data)
    return ["verify", str(file)]


def _in_pieces(text: str, file: Path) -> list[str]:
    file.with_suffix(".whole").write_bytes(_other_certificates()[1])
    return ["verify", str(file.with_suffix(".whole")), f"--segment={text}"]


def _spoilt_beside(text: str, file: Path) -> list[str]:
    """A table that is spoilt, and its certificate with the digest that the table has."""
    certificate = unsealed(_certified_tables()["a.txt"].decode("ascii"))
    body = file.read_bytes()
    lines = [
        f"file {file.name}" if line.startswith("file ")
        else f"sha256 {hashlib.sha256(body).hexdigest()}" if line.startswith("sha256 ") else line
        for line in certificate.splitlines()
    ]  # fmt: skip
    file.with_suffix(".txt").write_bytes(sealed(_joined(lines).decode("ascii")).encode("ascii"))
    return ["verify", str(file.with_suffix(".txt"))]


def _store(file: Path) -> str:
    """A store with a run in it."""
    store = file.with_suffix(".sqlite")
    store.write_bytes(_written()[2])
    return str(store)


def _sealed(text: bytes) -> bytes:
    """Lines of digests, however spoilt, with the digest that they would have: what is read after it is looked at."""
    body = text.rpartition(b"sha256 ")[0] or text
    body = body if body.endswith(b"\n") else body + b"\n"
    return body + b"sha256 " + hashlib.sha256(body).hexdigest().encode() + b"\n"


def _open_sealed(text: bytes, file: Path) -> None:
    table = file.with_suffix(".npy")
    table.write_bytes(_written()[0])
    table.with_name(f"{table.name}.sha256").write_bytes(_sealed(text))
    opened = open_table(table)
    assert opened.values is not None
    click.echo(opened.contents.known())


def _resume_sealed(text: bytes, file: Path) -> None:
    table = file.with_suffix(".npy")
    table.with_name(f"{table.name}.partial").write_bytes(_written()[0])
    partial(table).write_bytes(_sealed(text))
    click.echo(resume(str(table), None).run.command)
    resume_table(table).close()


@cache
def _unfinished() -> Samples:
    """The digests of a table of 40 entries of which 30 are right."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "table.npy")
        table = create_table(
            path, (40,), "|u1", "take-away:1,2,3", about(Run(("table", "take-away:1,2,3"), "take-away"))
        )
        table.note(Chunk(30, 40, "states", {"done": 30}, "values", ((0, 30),)))
        table.save()
        table.close()
        return (partial(path).read_bytes(),)


def _question(kind: str) -> Callable[[bytes, Path], None]:
    """A question to the server, whose limits and whose process are left out."""

    def call(text: bytes, file: Path) -> None:
        try:
            question = json.loads(text)
        except (ValueError, RecursionError) as problem:
            raise GrundyError(f"expected JSON, found {type(problem).__name__}") from problem
        if not isinstance(question, dict):
            raise GrundyError("expected an object")
        click.echo(json.dumps(answer(kind, question), default=repr))

    return call


_QUESTIONS = {
    "solve": _texts(
        '{"game": "nim", "position": "3 4 5"}', '{"components": [["kayles", "7"], ["cram", "2x3"]], "play": "misere"}',
        '{"game": "sum", "position": "nim(3) + rule:n -> n-1(4)", "moves": 5}',
    ),
    "look": _texts('{"game": "rectangle", "position": "0110/0011"}', '{"game": "node-kayles", "position": "path:5"}',
                   '{"components": [["wythoff", "3 5"]], "play": "normal", "must": [[1, 1]]}'),
    "reply": _texts('{"game": "nim", "position": "3 4", "blunder": 0.3}', '{"game": "chomp", "position": "2x3"}'),
    "sequence": _texts('{"game": "kayles", "to": 40}', '{"game": "rule:n -> n-k, for k in {1,3,4}"}'),
    "period": _texts('{"game": "octal:0.77"}', '{"game": "take-away:1,4,10"}'),
    "certificate": _texts('{"game": "octal:0.07"}', '{"game": "n -> n-k, for k in {1,3,4}"}'),
    "rule": _texts('{"game": "rule:n -> n-1; n -> n//2"}', '{"game": "rule:a,b -> a-1,b; a,b -> a,b-1"}'),
}  # fmt: skip


def _questions() -> list[Input]:
    return [
        Input(
            f"question {kind}",
            texts,
            lambda text, file: [],
            call=_question(kind),
            apart=True,
            silent=False,
            closed=True,
        )
        for kind, texts in _QUESTIONS.items()
    ]


class _Answers:
    """In the place of the server's pool of processes: the same answers, in this process."""

    async def ask(self, kind: str, question: dict[str, Any], client: str) -> dict[str, Any]:
        try:
            return {"answer": answer(kind, question)}
        except GrundyError as problem:
            return {"error": {"kind": type(problem).__name__, "message": str(problem)}}


@cache
def _application() -> Any:
    from grundy.web.server import application, game_routes

    pool: Any = _Answers()
    return application(pool, ("127.0.0.1",), game_routes(pool))


def _request(text: bytes, file: Path) -> None:
    """A request to the server, as a line with its method and address, and a body; it must be answered, or refused."""
    first, _, body = text.partition(b"\n")
    method, _, address = first.partition(b" ")
    if not re.fullmatch(rb"[A-Z]+ [!-~]+", first):
        raise GrundyError("expected a request that a server of HTTP passes on")
    path, _, query = address.partition(b"?")
    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "headers": headers,
             "method": method.decode("latin-1") or "GET", "path": unquote(path.decode("latin-1")) or "/",
             "raw_path": path, "query_string": query, "root_path": "",
             "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}  # fmt: skip
    sent: list[dict[str, Any]] = []

    async def ask() -> None:
        given = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            if given:
                return given.pop()
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        await _application()(scope, receive, send)

    asyncio.run(ask())
    status = sent[0]["status"]
    assert status in (200, 301, 304, 307, 400, 403, 404, 405, 413, 414, 415, 422), status
    if status != 200:
        raise GrundyError(f"refused with {status}")


_REQUESTS = _texts(
    "GET /", "GET /game", "GET /rule", "GET /api", "GET /openapi.json", "GET /healthz", "GET /static/grundy.css",
    "GET /api/games", "GET /static/..%2Fserver.py", "GET /api/solve?game=nim&position=3+4+5&moves=3",
    "GET /api/sequence?game=kayles&to=24", "GET /api/period?game=octal:0.77", "GET /api/rule?game=grundys-game",
    "GET /api/look?game=conjunctive&position=nim(3),kayles(2)", "GET /api/reply?game=kayles&position=4",
    "GET /api/solve?game=selective&position=trap.py(3),nim(2)", "GET /api/look?game=with_pass&position=trap.json(3)",
    'POST /api/solve\n{"game": "nim", "position": "3 4 5", "moves": 2, "play": "misere"}',
    *(f"POST /{where}/{kind}\n{text.decode()}" for kind, texts in _QUESTIONS.items() for text in texts
      for where in ("ask", "api")),
)  # fmt: skip


def _positions() -> Samples:
    """A position of every game of the catalogue, and some played together or with a twist."""
    from grundy.games.catalogue import GAMES

    plain = [f"{game}({position})" for game, position in (one.example for one in GAMES.values())]
    more = [f"{name}({plain[number]}, {plain[-number - 1]})" for number, name in enumerate(_COMPOUNDS)]
    return _texts(*plain, *more, "with-pass(nim(3 4))", "comply(nim(3), 2)", "constrain(kayles(4))")


_COMPOUNDS = ("conjunctive", "continued-conjunctive", "selective", "shortened-selective", "diminished", "ordinal",
              "sequential")  # fmt: skip


def _parsed(read: Callable[[str], object]) -> Callable[[bytes, Path], None]:
    """What reads a text and nothing else."""

    def call(text: bytes, file: Path) -> None:
        click.echo(ascii(str(read(text.decode("utf-8", "surrogateescape")))))

    return call


def _readers() -> list[Input]:
    """Readers that no command has for itself, and commands that were missing."""
    none: Arguments = lambda text, file: []  # noqa: E731
    return [
        Input("request", _REQUESTS, none, call=_request, apart=True, silent=False, closed=True),
        Input("position of the catalogue", _positions, lambda text, file: ["solve", *LIMITS, "--", text]),
        Input("options", _EXPRESSIONS[:4], lambda text, file: ["options", "--", text]),
        Input("board as JSON", lambda: (_PEGS.read_bytes(),), lambda text, file: ["solve", *LIMITS, str(file)],
              suffix=".json"),
        Input("move", _texts("pile 1, take 2", "cells ((1, 1), (1, 2))", "token 1, to 'a b'", "place 1, to (3,), k -1"),
              none, call=_parsed(parse_move), closed=True),
        Input("quantity", _texts("4G", "500M", "1.5G", "0"), none, call=_parsed(read_size), closed=True),
        Input("duration", _texts("90s", "5min", "2h", "0.5s", "1d"), none, call=_parsed(read_duration), closed=True),
        Input("nimber", _texts("(4*6 + 2) / 3", "sqrt(7) ** -2", "log(5, 4)", "order(9) ^ trace(3)", "2**64 * 7"),
              lambda text, file: ["nimber", "--", text]),
        Input("values to guess from", _texts("0 1 2 0 1 2", "0,1\n1,0\n", "[0, 1, 2, 3]", "0 1\n1 2\n2 3\n"),
              lambda text, file: ["guess", "--time-limit", "3s", "-"], stdin=True, silent=False),
        Input("claim", _texts("n % 3 == 0", "n % 3 in (0, 1) and n > 4", "not n // 2 % 2"),
              lambda text, file: ["prove", "take-away:1,2", "--time-limit", "3s", "--no-store", "--", text],
              silent=False),
    ]  # fmt: skip


def _judges() -> list[Input]:
    def command(name: str) -> Arguments:
        return lambda text, file: ["judge", name]

    return [
        Input(f"judge {name}", tuple(text.encode() for text in texts), command(name), stdin=True)
        for name, texts in JUDGE_INPUTS.items()
    ]


INPUTS: tuple[Input, ...] = (
    *_questions(),
    *_readers(),
    Input("digests, sealed", lambda: _written()[1:2], lambda text, file: [], call=_open_sealed),
    Input("unfinished table, sealed", _unfinished, lambda text, file: [], call=_resume_sealed, silent=False),
    Input("expression", _EXPRESSIONS, lambda text, file: ["solve", *LIMITS, "--", text]),
    Input("misère expression", _EXPRESSIONS, lambda text, file: ["solve", "--misere", "--json", *LIMITS, "--", text]),
    Input("lines", _EXPRESSIONS, lambda text, file: ["solve", "--lines", "-", "--json", *LIMITS], stdin=True),
    Input("game", _SPECS, lambda text, file: ["solve", *LIMITS, "--", text, "3 5"]),
    Input("sequence", _SPECS, lambda text, file: ["sequence", "--to", "12", "--", text]),
    Input("period", _SPECS[:-4], lambda text, file: ["period", "--limit", "300", *LIMITS, "--", text]),
    Input("typed rule", _RULES, lambda text, file: ["sequence", "--to", "15", "--", f"rule:{text}"]),
    Input("typed rule, a position", _RULES, lambda text, file: ["solve", *LIMITS, "--", f"rule:{text}", "6 3"]),
    *_judges(),
    Input("graph", _GRAPHS, lambda text, file: ["solve", "graph", "--file", "-", *LIMITS], stdin=True),
    Input("loopy graph", _GRAPHS, lambda text, file: ["solve", "graph", "--loopy", "--file", "-", *LIMITS], stdin=True),
    Input("graph of nodes", _NETS, lambda text, file: ["solve", "node-kayles", "--file", "-", *LIMITS], stdin=True),
    Input("order", _ORDERS, lambda text, file: ["solve", "poset", "--file", "-", *LIMITS], stdin=True),
    Input("graph of edges", _NETS, lambda text, file: ["solve", "arc-kayles", "--file", "-", *LIMITS], stdin=True),
    Input("piles", _texts("3 4 5", "0", ""), lambda text, file: ["solve", "nim", "--file", "-", *LIMITS], stdin=True),
    Input("rows", _texts("0110/0000", "011\n110\n"), lambda text, file: ["solve", "rectangle", "--file", "-", *LIMITS],
          stdin=True),
    Input("certificate", _certificates, lambda text, file: ["verify", str(file)], silent=False),
    Input("certificate of another kind", _other_certificates, lambda text, file: ["verify", str(file)], silent=False),
    Input("pieces of a certificate", _texts("1/3", "2/2", "3/7"),
          _in_pieces, silent=False),
    Input("certificate of a table", _of_tables,
          _beside_tables, silent=False),
    Input("table with a certificate", lambda: (_certified_tables()["a.npy"],), _spoilt_beside, suffix=".npy",
          silent=False),
    Input("rule file", _texts(_FILE), lambda text, file: ["solve", *LIMITS, str(file), "7"], code=True, suffix=".py"),
    Input("guess", _texts("n % 4", "n // 2 ^ 1", "[0, 1, 2][n % 3]", "n if n < 3 else 0"),
          lambda text, file: ["check", "take-away:1,2,3", "--to", "20", *LIMITS, "--", text], code=True, silent=False),
    Input("box", _texts("3x4", "20x20", "2"), lambda text, file: ["table", "wythoff", *LIMITS, f"--box={text}"]),
    Input("states", _texts("200", "1e3", "2e2"), lambda text, file: ["table", "nim", *LIMITS, f"--states={text}"]),
    Input("show", _texts("57", "0:40", "3:"), lambda text, file: ["table", "nim", "--states", "99", *LIMITS,
                                                                   f"--show={text}"]),
    Input("time limit", _texts("90s", "5min", "2h", "0.5s"), lambda text, file: ["solve", "--no-store",
                                                                                  f"--time-limit={text}", "nim(3)"]),
    Input("memory", _texts("500M", "4G", "1000000"), lambda text, file: ["solve", "--no-store", f"--memory={text}",
                                                                          "nim(3)"]),
    Input("setting", _texts("most=4", "most=-1", "x=1"),
          lambda text, file: ["solve", *LIMITS, f"--set={text}", str(Path(__file__).with_name("game.py")), "7"]),
    Input("moves in play", _texts("1 2\n2 4\n1 1\n", "take 2\nundo\nhint\nquit\n", "pile 1, take 2\nmoves\nboard\n"),
          lambda text, file: ["play", "--seed", "1", "nim", "2 1"], stdin=True, silent=False),
    Input("table file", lambda: _written()[0:1], _table, suffix=".npy"),
    Input("digests of a table", lambda: _written()[1:2], _digests, suffix=".npy.sha256"),
    Input("store", lambda: _written()[2:3], lambda text, file: ["runs", "--json", "--store", str(file)], silent=False),
    Input("run in a store", lambda: _written()[2:3],
          lambda text, file: ["runs", "1", "--store", str(file)], silent=False),
    Input("saved game", _saved_games, lambda text, file: ["play", "--load", str(file)], silent=False),
    Input("saved game loaded in play", _saved_games, lambda text, file: ["play", "nim", "2 1"],
          typed=lambda file: f"load {file}\nmoves\nwhy\nhint\nquit\n".encode(), silent=False),
    Input("heaps to look at", _texts("300", "1e3", "2.5e2"),
          lambda text, file: ["period", "kayles", f"--limit={text}", *LIMITS]),
    Input("run to forget", _texts("1", "finished", "all"),
          lambda text, file: ["runs", "--store", _store(file), f"--forget={text}"]),
    Input("run to go on with", _texts("1", "t.npy", ""),
          lambda text, file: ["resume", "--store", _store(file), "--", text]),
    Input("position of rows", _texts("1x9", "..#../.....", ".#"), lambda text, file: ["solve", *LIMITS, "--",
                                                                                  "placement:treblecross", text]),
    Input("runs", _texts("1", "finished", "7"), lambda text, file: ["runs", "--store", f"{file}.sqlite", "--", text]),
    Input("codes of an atlas", _texts("0.77,0.07", "0.137"),
          lambda text, file: ["atlas", "--codes", text, "--limit", "300", "--cores", "1", *LIMITS], silent=False),
)  # fmt: skip

PIECES = (
    b"0", b"-1", b"+1", b"1_0", b"1e3", b"007", b"99999999999999999999", b"\xef\xbc\x91", b"\xc2\xa0", b"\x00", b"\xff",
    b"\xef\xbb\xbf", b"\r\n", b"\r", b"\n\n", b"\t", b" ", b"(", b")", b"[", b"]", b"{", b"}", b",", b":", b";", b"/",
    b"-", b"--", b"#", b".", b"..", b"&", b"->", b" + ", b"*", b"**", b"'", b'"', b"\\", b"\\u0000", b"\\ud800",
    b"null", b"true", b"NaN", b"1.5", b"\xe2\x80\xa8", b"\xf0\x9f\x98\x80", b"nim", b"rule:", b"x", b"X", b"%s",
    b"\x1b[31m", b"\xd9\xa3", b"\xe2\x82\x82", b"9" * 4300, b"9" * 5000, b"(" * 300, b"[" * 2000, b"n", b"for",
    b"if", b"@", b"~",
    b"trap.py", b"trap.py(3)", b"trap.json", b"conjunctive", b"selective(", b"\xe2\x80\xae", b"\x07", b"sum",
)  # fmt: skip


def spoilt(samples: Sequence[bytes], random: Random) -> bytes:
    """A sample with one to four things wrong, or bytes at random."""
    if random.random() < 0.04:
        return random.randbytes(random.randint(0, 40))
    text = random.choice(samples)
    for _ in range(random.choice((1, 1, 1, 2, 3, 4))):
        at = random.randint(0, len(text))
        end = min(len(text), at + random.choice((0, 1, 1, 2, 5, 20)))
        match random.randrange(9):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + random.choice(PIECES) + text[end:]
            case 2:
                text = text[:at] + random.choice(PIECES) + text[at:]
            case 3:
                text = text[:at] + text[at:end] * random.choice((2, 3, 50)) + text[end:]
            case 4:
                text = text[:at]
            case 5 if text:
                at = random.randrange(len(text))
                text = text[:at] + bytes([text[at] ^ 1 << random.randrange(8)]) + text[at + 1 :]
            case 6:
                other = random.choice(samples)
                text = text[:at] + other[random.randint(0, len(other)) :]
            case 7:
                lines = text.splitlines(keepends=True)
                random.shuffle(lines)
                text = b"".join(lines)
            case _:
                text = text[:at] + random.randbytes(random.randint(1, 4)) + text[end:]
    return text
