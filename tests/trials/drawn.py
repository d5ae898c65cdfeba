"""Commands as people type them, drawn: positions of every game with all options, and texts that must be refused."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from random import Random

_HEAPS = (
    "nim", "kayles", "dawsons-kayles", "dawsons-chess", "officers", "treblecross", "guiles", "grundys-game",
    "laskers-nim", "sequential-nim", "staircase-nim", "take-away:1,2,3", "take-away:2,5,7", "take-away:1,4,10",
    "floor-division:2,3,6", "floor-division:2,5", "octal:0.77", "octal:0.16", "octal:4.007[3]", "octal:0.356",
    "octal:0.[3]", "hexadecimal:0.137F", "hexadecimal:0.9", "take-and-break:0.0Z", "take-and-break:0.G1",
    "all-but:2,5", "all-but:1,3,4", "rule:n -> n-k, for k in {1,3,4}", "rule:n -> k & n-1-k, for k in 0..n-1",
    "rule:n -> n-1, if n >= 1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0",
    "examples/take_or_halve.py", "examples/chess_row.py",
)  # fmt: skip
_SHAPES = ("oo", "oo,o/o", "xox", ".x./xox/.x.", "oo/o.", "o./oo", "ooo", "xoox", "x/o", "oxx/x..", "treblecross")
_NETS = (
    "grid:2x4", "grid:3x3", "path:9", "cycle:7", "star:5", "complete:5", "1-2-3-4-5", "1-2, 2-3, 3-1, 4", "a-b, b-c",
    "petersen", "queens:4", "tree:2x3", "1", "1, 2, 3",
)  # fmt: skip
_POSETS = ("chomp:2x3", "chomp:2x2x2", "chain:5", "divisors:60", "subsets:3", "a<b<c, a<d", "1<2, 3", "tree:2x2", "e")


def _row(random: Random, marks: str, width: int) -> str:
    return "".join(random.choice(marks) for _ in range(width))


def _rows(random: Random, marks: str, most: int = 12) -> str:
    height = random.randint(1, 4)
    width = random.randint(1, most // height)
    return "/".join(_row(random, marks, width) for _ in range(height))


def _heaps(random: Random) -> tuple[str, list[str]]:
    spec = random.choice(_HEAPS)
    most = random.choice((4, 9, 9, 15, 30))
    number = random.choice((1, 1, 2, 2, 3, 4))
    if random.random() < 0.15 and spec.partition(":")[0] in ("nim", "kayles", "dawsons-kayles", "take-away", "guiles"):
        return spec, [str(random.randrange(10 ** random.choice((3, 6, 12, 19, 40)))) for _ in range(number)]
    return spec, [str(random.randint(0, most)) for _ in range(number)]


def _pair(random: Random) -> tuple[str, list[str]]:
    return random.choice(("wythoff", "euclid")), [str(random.randint(1, 40)), str(random.randint(1, 40))]


def _chess(random: Random) -> tuple[str, list[str]]:
    width = random.randint(1, 20)
    rows = [
        ",".join(map(str, random.sample(range(1, width + 1), random.randint(0, min(width, 5))))) or "-"
        for _ in range(random.randint(1, 3))
    ]
    return f"chess-rows:{width}", ["/".join(rows)]


def _board(random: Random) -> tuple[str, list[str]]:
    game = random.choice(("rectangle", "rectangle", "bacteria", "bacteria", "cram", "placement", "placement", "chomp",
                          "notakto"))  # fmt: skip
    match game:
        case "rectangle":
            return game, [_rows(random, "011", 16)]
        case "bacteria":
            return game, [_rows(random, "...#", 20)]
        case "notakto":
            boards = ["3x3", "2x3", "X../.../...", ".X./.../..X", "3x4"]
            return game, random.sample(boards, random.choice((1, 1, 2)))
        case "chomp":
            return game, [f"{random.randint(1, 5)}x{random.randint(1, 5)}"]
        case "placement":
            game = f"placement:{random.choice(_SHAPES)}"
    size = f"{random.randint(1, 3)}x{random.randint(1, 5)}"
    return game, [random.choice((size, _rows(random, "...#", 16)))]


def _named(random: Random) -> tuple[str, list[str]]:
    game = random.choice(("node-kayles", "arc-kayles", "poset"))
    return game, [random.choice(_POSETS if game == "poset" else _NETS)]


def _graph(random: Random) -> tuple[str, list[str]]:
    size = random.randint(1, 7)
    pairs = [[a, b] for a in range(size) for b in range(a)]
    edges = random.sample(pairs, random.randint(0, len(pairs)))
    tokens = [random.randrange(size) for _ in range(random.randint(0, 3))]
    return "graph", [json.dumps({"nodes": list(range(size)), "edges": edges, "tokens": tokens})]


_DRAW: tuple[Callable[[Random], tuple[str, list[str]]], ...] = (
    _heaps, _heaps, _heaps, _heaps, _pair, _chess, _board, _board, _board, _named, _graph,
)  # fmt: skip
_OPTIONS = (
    (), (), (), ("--json",), ("--json",), ("--explain",), ("--misere",), ("--misere", "--json"), ("--moves", "0"),
    ("--moves", "2", "--json"), ("--misere", "--explain"), ("--explain", "--json"),
)  # fmt: skip


def _said(spec: str, position: list[str]) -> str:
    return f"{spec}({' '.join(position)})"


def positions(random: Random, count: int) -> Iterator[str]:
    """So many commands that ask of a position, no two alike."""
    seen: set[str] = set()
    while len(seen) < count:
        options = list(random.choice(_OPTIONS))
        if random.random() < 0.15:
            parts = [random.choice(_DRAW)(random) for _ in range(random.choice((2, 2, 3)))]
            arguments = [" + ".join(_said(*part) for part in parts)]
        else:
            spec, position = random.choice(_DRAW)(random)
            arguments = [spec, *position]
        command = shlex.join(["grundy", "solve", *arguments, *options])
        if command not in seen:
            seen.add(command)
            yield command


_REFUSED = (
    ("solve",), ("solve", "nim"), ("solve", "nimm", "3"), ("solve", "nim", "3", "four", "1_0"), ("solve", "nim", "-4"),
    ("solve", "nim", "+5"), ("solve", "nim", "３"), ("solve", "nim", "1" * 5000), ("solve", "nim", "1e3"),
    ("solve", "nim", "3,4,5"), ("solve", "nim", "3", "--mizere"), ("solve", "take-away", "3"),
    ("solve", "take-away:", "3"), ("solve", "take-away:0,1", "3"), ("solve", "take-away:1-3", "3"),
    ("solve", "octal:0.78", "5"), ("solve", "octal:5.7", "5"), ("solve", "hexadecimal:0.G", "5"),
    ("solve", "chess-rows:20", "3,3/9"), ("solve", "chess-rows:8", "0,9"), ("solve", "chess-rows:0", "-"),
    ("solve", "rectangle", "01/0"), ("solve", "rectangle", "01/02"), ("solve", "bacteria", ".#/x."),
    ("solve", "cram", "3x"), ("solve", "cram", "3x5x2"), ("solve", "placement:", "3x3"), ("solve", "placement:q", "3"),
    ("solve", "node-kayles", "grid:3"), ("solve", "node-kayles", "1-1"), ("solve", "poset", "a<a"),
    ("solve", "graph", "{}"), ("solve", "graph", '{"nodes": [1], "edges": [[1, 1]]}'), ("solve", "graph", "["),
    ("solve", "graph", '{"nodes": [1, 2], "edges": [[1, 2], [2, 1]]}'), ("solve", "wythoff", "1"),
    ("solve", "wythoff", "1", "2", "3"), ("solve", "nim(3"), ("solve", "nim(3))"), ("solve", "nim(3) +"),
    ("solve", "nim(3) nim(4)"), ("solve", "rule:n -> n+1", "4"), ("solve", "rule:n ->", "4"),
    ("solve", "missing.py", "4"), ("solve", "examples/listed.py:nothing", "4"), ("solve", "examples/looped.py", "4"),
    ("solve", "nim", "3", "--file", "missing"), ("solve", "--lines", "missing"), ("solve", "nim", "3", "--moves", "-1"),
    ("solve", "nim", "3", "--memory", "many"), ("solve", "nim", "3", "--time-limit", "soon"),
    ("table", "nim"), ("table", "nim", "--states", "-1"), ("table", "nim", "--states", "1e99"),
    ("sequence", "nim"), ("sequence", "nim", "--to", "x"), ("check", "nim"), ("check", "nim", "m", "--to", "9"),
    ("period",), ("period", "rectangle"), ("atlas", "--digits", "9"), ("judge",), ("judge", "nothing"),
    ("verify",), ("verify", "missing"), ("games", "nothing"), ("resume", "9"), ("nothing",), ("--nothing",),
)  # fmt: skip
_TYPED = "0123456789 ,/-:.#xXo+()[]{}<>&|~^%$@!?*=_;\"'\t\u00a0３éλ\u202e"


def refusals(random: Random, count: int) -> Iterator[str]:
    """Commands that are refused, and then so many with a text of which a character was taken, added or changed.

    Some of these are right by chance, and answered.
    """
    for arguments in _REFUSED:
        yield shlex.join(["grundy", *arguments])
    for _ in range(count):
        spec, position = random.choice(_DRAW)(random)
        if "examples/" in spec or sum(len(number) for number in position if number.isdigit()) > 6:
            continue  # a file of another name, or one pile more than is soon answered
        text = _said(spec, position) if random.random() < 0.3 else f"{spec}\0{' '.join(position)}"
        for _ in range(random.choice((1, 1, 2))):
            at = random.randrange(len(text) + 1)
            gone = random.choice((0, 1, 1))
            text = text[:at] + random.choice(("", _character(random), _character(random))) + text[at + gone :]
        parts = text.replace("\0", "\n", 1).split("\n", 1) if "\0" in text else [text]
        yield shlex.join(["grundy", "solve", *(part.replace("\0", "") for part in parts)])


def _character(random: Random) -> str:
    return random.choice(_TYPED)
