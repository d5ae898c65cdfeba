"""True certificates of every kind, from which others are forged, and the tables that some of them are about."""

from __future__ import annotations

import atexit
import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import certificate_texts
import forging_growth
import forging_lands
import forging_matchings
import forging_quotients
import forging_symmetries
import forging_theorems
import forging_values
from click.testing import CliRunner

from grundy.answering.sequence import period
from grundy.cli.main import cli
from grundy.model.rule import Position
from grundy.notation.expression import parse, parse_rule
from grundy.notation.files import FILES
from grundy.proof.certify import certificate as certify_period
from grundy.proof.certify_position import certificate as certify_value
from grundy.proof.strategy import strategy


def as_text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _period(game: str) -> str:
    rule = parse_rule(game)
    return as_text(certify_period(rule, period(rule)))


def _value(position: str) -> str:
    return as_text(certify_value(parse(position)))


def _strategy(position: str, misere: bool) -> str:
    return as_text(strategy(parse(position), misere))


GRAPH = """graph({"nodes": ["a", "b", "c", "d", "e", "f", "g"], "edges": [["a", "b"], ["a", "c"], ["b", "c"],
["b", "d"], ["c", "d"], ["c", "e"], ["d", "e"], ["a", "f"], ["f", "e"], ["f", "g"], ["e", "g"], ["a", "g"]],
"tokens": ["a", "b"]})""".replace("\n", " ")


PLAYED = (GRAPH, "nim(1 2 4)", "take-away:1,2,3(5 3)", "kayles(6)", "kayles(4 3)", "cram(3x3)", "node-kayles(cycle:7)",
          "cram(2x2) + cram(2x3)", "nim(1 1)")  # fmt: skip


OWN = """import grundy

alone = [(1 << i, 0, 1 << i, 0) for i in range(5)]
board = grundy.masks_rule("board", 5, [*alone, (3, 4, 3, 0), (24, 4, 24, 0)])


@grundy.rule
def halves(n):
    if n >= 1:
        yield n - 1
    if n >= 2 and n % 2 == 0:
        yield grundy.to(n // 2, n // 2 - 1)


@grundy.rule
def one_or_four(n):
    for take in (1, 4):
        if take <= n:
            yield n - take


@grundy.rule
def rows(n):
    for left in range(n - 1):
        yield grundy.to(left, n - 2 - left)


@grundy.rule
def corner(a, b):
    for k in range(1, max(a, b) + 1):
        if k <= a:
            yield a - k, b
        if k <= b:
            yield a, b - k
    if a and b:
        yield a - 1, b - 1
"""
LONG = ",".join(map(str, range(1, 26)))
TABLES = (
    "take-away:1,2,3 --states 25", "take-away:2,3 --states 21 --misere", "take-away:1,4 --states 20 --outcomes",
    "kayles --states 20", "wythoff --box 6x5", "wythoff --box 5x7 --misere", "wythoff --box 4x9 --outcomes",
    "grundys-game --states 14", "own.py:board --states 32", "own.py:board --states 30 --misere",
    "own.py:halves --states 18",
)  # fmt: skip


@cache
def folder() -> Path:
    """Where tables lie with their certificates; beside each one of which an entry is wrong."""
    place = Path(tempfile.mkdtemp(prefix="grundy-forging-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    (place / "own.py").write_text(OWN, encoding="ascii")
    for number, line in enumerate(TABLES):
        words = [str(place / word) if word.startswith("own.py") else word for word in line.split()]
        files = ["--out", str(place / f"{number}.npy"), "--certificate", str(place / f"{number}.txt"), "--no-store"]
        done = CliRunner().invoke(cli, ["table", *words, *files], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        whole = (place / f"{number}.npy").read_bytes()
        at = 128 + (number * 7) % (len(whole) - 128)
        wrong = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        (place / f"wrong{number}.npy").write_bytes(wrong)
    return place


@cache
def digests() -> list[tuple[str, str]]:
    """The tables of the folder, with their SHA-256."""
    files = sorted(folder().glob("*.npy"))
    return [(file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in files]


def _own(name: str, *states: object) -> Position:
    """A position of a rule of own.py."""
    return parse_rule(f"{folder() / 'own.py'}:{name}", files=FILES)(*states)  # type: ignore[arg-type]


def _own_period(name: str) -> str:
    rule = parse_rule(f"{folder() / 'own.py'}:{name}", files=FILES)
    return as_text(certify_period(rule, period(rule)))


def _by(method: str) -> list[str]:
    """Periods of codes of few heaps, by a mask or by windows."""
    return [text for name, text in certificate_texts.honest().items() if f" {method}" in name and len(text) < 1200]


MAKERS: dict[str, Callable[[], list[str]]] = {
    "period of a take-away set": lambda: [
        _period(f"take-away:{amounts}") for amounts in ("1,2,3", "2,3", "1,4,10", "2,5,7")
    ],
    "period of a code": lambda: [_period(f"octal:{code}") for code in ("0.15", "4.3", "0.34", "0.07")],
    "period of a code that grows": forging_growth.honest,
    "period by a mask": lambda: _by("mask"),
    "period by windows": lambda: _by("window"),
    "period of a long rule": lambda: [
        _period(f"take-away:{','.join(map(str, range(1, 26)))}"),
        _period(f"take-away:{','.join(map(str, range(3, 27)))}"),
        _period(f"octal:0.{'3' * 25}"),
    ],
    "period of a rule of one's own": lambda: [_own_period("one_or_four"), _own_period("rows")],
    "period with a saltus": lambda: [_period(f"all-but:{spared}") for spared in ("1,2", "3", "2,5", "1,4,5", LONG)],
    "value of nodes": lambda: [_value(game) for game in (GRAPH, "grundys-game(9)", "nim(3 2)", "all-but:2(7 5)")],
    "value of heaps": lambda: [
        _value(game) for game in ("take-away:1,3,4(9 6)", "kayles(7 5)", "take-and-break:0.73(9)")
    ],
    "value of sets": lambda: [_value(game) for game in ("cram(3x3)", "node-kayles(petersen)", "chomp(2x3)")],
    "value on a strip or an order": lambda: [
        _value(game) for game in ("placement:xox(1x8)", "placement:treblecross(..#.....)", "poset(a<b<c, a<d, e)")
    ],
    "value of a sum": lambda: [
        _value(game)
        for game in (
            "cram(2x2) + cram(2x3)",
            "kayles(4) + nim(3)",
            "wythoff(2 3) + take-away:1,2(4)",
            "poset(a<b) + nim(2)",
        )
    ],
    "value of a rule of one's own": lambda: [
        as_text(certify_value(position)) for position in (_own("halves", 9), _own("corner", (3, 4)), _own("rows", 9, 7))
    ],
    "strategy of a rule of one's own": lambda: [
        as_text(strategy(position, misere))
        for position in (_own("halves", 8), _own("corner", (2, 4)), _own("board", 31))
        for misere in (False, True)
    ],
    "strategy": lambda: [_strategy(game, False) for game in PLAYED],
    "table": lambda: [
        certificate_texts.unsealed((folder() / f"{number}.txt").read_text("ascii")) for number in range(len(TABLES))
    ],
    "theorem": lambda: [forging_theorems.honest(number) for number in range(len(forging_theorems.RULES))],
    "strategy in misere play": lambda: [_strategy(game, True) for game in PLAYED],
    "quotient": lambda: [forging_quotients.honest(number) for number in range(len(forging_quotients.GAMES))],
    "symmetry": forging_symmetries.honest,
    "matching": forging_matchings.honest,
    "values of heaps up to a bound": forging_values.honest,
    "value of Sprouts": forging_lands.honest,
    "who wins Sprouts": forging_lands.honest_strategies,
}
KINDS = tuple(MAKERS)
BY_BOTH = tuple(
    kind
    for kind in KINDS
    if kind.startswith(("period ", "values ", "value of sets", "value on")) and "saltus" not in kind
)


@cache
def samples(kind: str) -> list[str]:
    """True certificates of a kind."""
    return MAKERS[kind]()


def honest() -> dict[str, list[str]]:
    """True certificates of each kind."""
    return {kind: samples(kind) for kind in KINDS}
