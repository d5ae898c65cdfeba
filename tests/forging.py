"""Forged certificates of every kind, and whether what they claim is true: by brute force that shares nothing with us.

    python tests/forging.py --count 10000

makes so many of each kind and prints how many were refused, and how many a second the checker did; periods are given to
the checker in C as well. Some have a digest that is right for what is forged, or was right before. Names of files are
forged too. The exit status is 1 if a false one was accepted, if the first line that is said of one is that of another
game, if a name is not told from what is said of it, or if the two do not agree.
"""

from __future__ import annotations

import argparse
import atexit
import hashlib
import io
import itertools
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import certificate_texts
import forging_theorems
from click.testing import CliRunner

from grundy.cli.main import cli
from grundy.engines.period import period
from grundy.model.rule import Position
from grundy.notation.expression import parse, parse_rule
from grundy.proof import check
from grundy.proof.certify import certificate as certify_period
from grundy.proof.certify_position import certificate as certify_value
from grundy.proof.strategy import strategy

State = tuple[int, ...]


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _period(game: str) -> str:
    rule = parse_rule(game)
    return _text(certify_period(rule, period(rule)))


def _value(position: str) -> str:
    return _text(certify_value(parse(position)))


def _strategy(position: str, misere: bool) -> str:
    return _text(strategy(parse(position), misere))


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
    return parse_rule(f"{folder() / 'own.py'}:{name}")(*states)  # type: ignore[arg-type]


def _own_period(name: str) -> str:
    rule = parse_rule(f"{folder() / 'own.py'}:{name}")
    return _text(certify_period(rule, period(rule)))


def _by(method: str) -> list[str]:
    """Periods of codes of few heaps, by a mask or by windows."""
    return [text for name, text in certificate_texts.honest().items() if f" {method}" in name and len(text) < 1200]


MAKERS: dict[str, Callable[[], list[str]]] = {
    "period of a take-away set": lambda: [
        _period(f"take-away:{amounts}") for amounts in ("1,2,3", "2,3", "1,4,10", "2,5,7")
    ],
    "period of a code": lambda: [_period(f"octal:{code}") for code in ("0.15", "4.3", "0.34", "0.07")],
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
        _text(certify_value(position)) for position in (_own("halves", 9), _own("corner", (3, 4)), _own("rows", 9, 7))
    ],
    "strategy of a rule of one's own": lambda: [
        _text(strategy(position, misere))
        for position in (_own("halves", 8), _own("corner", (2, 4)), _own("rows", 7), _own("board", 31))
        for misere in (False, True)
    ],
    "strategy": lambda: [_strategy(game, False) for game in PLAYED],
    "table": lambda: [
        certificate_texts.unsealed((folder() / f"{number}.txt").read_text("ascii")) for number in range(len(TABLES))
    ],
    "theorem": lambda: [forging_theorems.honest(number) for number in range(len(forging_theorems.RULES))],
    "strategy in misere play": lambda: [_strategy(game, True) for game in PLAYED],
}
KINDS = tuple(MAKERS)
BY_BOTH = tuple(kind for kind in KINDS if kind.startswith("period ") and "saltus" not in kind)  # check.c knows these


@cache
def honest() -> dict[str, list[str]]:
    """True certificates of each kind."""
    return {kind: make() for kind, make in MAKERS.items()}


# What is true.


def true(text: str) -> bool:
    """Whether a text that was accepted claims something true, by the definition; whatever its game is."""
    lines = _said(text)
    if ["kind", "theorem"] in lines:
        return forging_theorems.true(lines)
    said = {line[0]: line[1:] for line in lines if line[0] not in ("set", "node", "move")}
    if said["kind"] in (["period"], ["growth"]):
        names = ("digits", "amounts", "all-but", "period", "preperiod", "saltus")
        return _true_period(tuple((name, tuple(said[name])) for name in names if name in said))
    options = _options(lines, said)
    if said["kind"] == ["table"]:
        return _true_table(said, options)
    base = 16 if "places" in said else 10
    state = tuple(int(word, base) for word in said["position"])
    if said["kind"] == ["position"]:
        return _nim_value(state, options) == int(said["value"][0])
    misere = said["play"] == ["misere"]
    large = not misere and base == 10 and sum(state) > 20  # then by nim-values
    first = _nim_value(state, options) > 0 if large else _first_wins(state, options, misere)
    return first == (said["wins"] == ["first"])


def _said(text: str) -> list[list[str]]:
    """The words of the lines that say something; the digest is none of them."""
    body = certificate_texts.unsealed(text)
    return [line.split(" ") for line in body.split("\n") if line and not line.startswith("#")]


def _true_table(said: dict[str, list[str]], options: Callable[[int], list[State]]) -> bool:
    """Whether each entry of the file, which must be the one with that digest, is right."""
    data = (folder() / said["file"][0]).read_bytes()
    shape, width = [int(side) for side in said["shape"]], int(said["bytes"][0])
    size = 1
    for side in shape:
        size *= side
    if hashlib.sha256(data).hexdigest() != said["sha256"][0]:
        return False
    misere, body = said["play"] == ["misere"], data[128:]
    values: list[int] = []
    for n in range(size):
        if said["holds"] == ["outcomes"]:
            entry, right = body[n >> 3] >> (n & 7) & 1, int(not _first_wins((n,), options, misere))
        else:
            entry = int.from_bytes(body[n * width : (n + 1) * width], "little")
            found = set()
            for left in options(n):
                total = 0
                for part in left:
                    total ^= values[part]
                found.add(total)
            right = next(v for v in range(len(found) + 1) if v not in found)
        if entry != right:
            return False
        values.append(entry)
    used = -(-size // 8) if said["holds"] == ["outcomes"] else size * width
    return len(body) == used


def _options(lines: list[list[str]], said: dict[str, list[str]]) -> Callable[[int], list[State]]:
    if "places" in said:
        moves = [tuple(int(word, 16) for word in line[1:]) for line in lines if line[0] == "move"]
        return lambda part: [
            ((part & ~clear) ^ flip,) for need, off, clear, flip in moves if part & need == need and not part & off
        ]
    if "riders" in said:
        numbers, wide = [int(word) for word in said["riders"]], int(said["shape"][1])

        def ridden(n: int) -> list[State]:
            found = []
            for a, b in zip(numbers[::2], numbers[1::2], strict=True):
                for times in itertools.count(1):
                    if times * a > n // wide or times * b > n % wide:
                        break
                    found.append(((n // wide - times * a) * wide + n % wide - times * b,))
            return found

        return ridden
    if "nodes" in said:
        after: dict[int, list[State]] = {}
        for line in lines:
            if line[0] == "node":
                left = [() if word == "-" else tuple(map(int, word.split("+"))) for word in line[2:]]
                after.setdefault(int(line[1]), []).extend(left)
        return after.__getitem__
    digits = {take: int(word) for take, word in enumerate(said.get("digits", []))}
    digits |= {int(word): 3 for word in said.get("amounts", [])}
    return lambda heap: [
        left
        for take, digit in digits.items()
        for count in range(6)
        if digit >> count & 1
        for left in _heaps(heap - take, count)
    ]


@cache
def _heaps(total: int, count: int) -> list[State]:
    """What can be left of so many counters as just so many heaps."""
    if total < 0 or count == 0:
        return [()] if total == count == 0 else []
    found = {tuple(sorted((a, *rest))) for a in range(1, total + 1) for rest in _heaps(total - a, count - 1)}
    return sorted(found)


def _in_order(roots: Iterable[State], after: Callable[[State], Iterable[State]]) -> Iterator[State]:
    """All that can be reached, each after what it leads to."""
    done: set[State] = set()
    waiting = list(roots)
    while waiting:
        one = waiting[-1]
        missing = [] if one in done else [other for other in after(one) if other not in done]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        if one not in done:
            done.add(one)
            yield one


def _nim_value(state: State, options: Callable[[int], list[State]]) -> int:
    values: dict[int, int] = {}

    def xor(parts: State) -> int:
        total = 0
        for part in parts:
            total ^= values[part]
        return total

    for (part,) in _in_order([(part,) for part in state], lambda one: {(p,) for left in options(one[0]) for p in left}):
        found = {xor(left) for left in options(part)}
        values[part] = next(v for v in range(len(found) + 1) if v not in found)
    return xor(state)


def _first_wins(state: State, options: Callable[[int], list[State]], misere: bool) -> bool:
    """Of whole positions, in which nothing is cancelled."""

    def after(position: State) -> set[State]:
        return {
            tuple(sorted((*position[:at], *position[at + 1 :], *left)))
            for at, part in enumerate(position)
            for left in options(part)
        }

    wins: dict[State, bool] = {}
    state = tuple(sorted(state))
    for position in _in_order([state], after):
        following = after(position)
        wins[position] = misere if not following else any(not wins[one] for one in following)
    return wins[state]


def _heap_values(said: dict[str, list[str]], count: int) -> list[int]:
    """The nim-values of heaps 0 to count - 1 of the moves that a certificate says."""
    options = _options([], said)
    if "all-but" in said:
        spared = {int(word) for word in said["all-but"]}

        def options(heap: int) -> list[State]:
            return [(heap - take,) for take in range(1, heap + 1) if take not in spared]

    g: list[int] = []
    for n in range(count):
        found = set()
        for left in options(n):
            total = 0
            for heap in left:
                total ^= g[heap]
            found.add(total)
        g.append(next(v for v in range(len(found) + 1) if v not in found))
    return g


@cache
def _true_period(claim: tuple[tuple[str, tuple[str, ...]], ...]) -> bool:
    said = {name: list(words) for name, words in claim}
    digits = {take: int(word) for take, word in enumerate(said.get("digits", []))}
    digits |= {int(word): 3 for word in said.get("amounts", [])}
    p, e, s = int(said["period"][0]), int(said["preperiod"][0]), int(said.get("saltus", ["0"])[0])
    heaps = max(2, max(digits.values(), default=0).bit_length() - 1)
    spared = {int(word) for word in said.get("all-but", [])}
    needed = heaps * max(e, 1) + heaps * p + max([*digits, *spared], default=0) + 1
    if "all-but" in said:  # no theorem: far beyond where the values of such small sets have come to repeat
        needed = 6 * needed + 60
    if needed > 2_000:
        return False
    g = _heap_values(said, needed)

    def repeats(period: int, start: int) -> bool:
        differences = {g[n + period] - g[n] for n in range(start, needed - period)}
        return len(differences) == 1 and ("all-but" in said or differences == {0})

    claimed = repeats(p, e) and g[e + p] - g[e] == s
    return claimed and not (e and repeats(p, e - 1)) and not any(repeats(q, e) for q in range(1, p))


# What is forged.


ODD = ("True", "1.0", "1e0", "NaN", "-1", "+1", "01", "0x1", "null", "\xb2", "\u0661".encode().decode("latin-1"), "1_0",
       "", "999999999999999999999999", "18446744073709551616", "inf", "[1]", "{}",
       "''", "1,", "--", "1+", "+")  # fmt: skip
HUGE = (10**18 - 1, 2**63, 2**64, 10**15, 2**31, 2**20, 1000, 100, 0)


def forge(text: str, others: list[str], rng: Random) -> str:
    """A text with one to three changes, mostly such that it can still be read."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(WAYS)(text, others, rng)
    return text


def _lines(text: str) -> list[str]:
    return text.split("\n")[:-1] if text.endswith("\n") else text.split("\n")


def _joined(lines: list[str]) -> str:
    """The lines, the counts told right, as a forger would."""
    lines = list(lines)
    for word, counted in (("moves", "move "), ("claims", "set "), ("lost", "set")):
        for at, line in enumerate(lines):
            if line.startswith(f"{word} "):
                lines[at] = f"{word} {sum(other.startswith(counted) for other in lines)}"
    return _text(lines)


def _pick(lines: list[str], rng: Random) -> int:
    """A line, rather one with numbers, and rather one of the few of its kind."""
    if not lines:
        return 0
    words = sorted({line.partition(" ")[0] for line in lines})
    word = rng.choice(words)
    return rng.choice([at for at, line in enumerate(lines) if line.partition(" ")[0] == word])


SIGNED = ("at-most", "is-zero", "part", "system")


def _by_little(text: str, others: list[str], rng: Random) -> str:
    """A number that is one too large or too small, or has another bit."""
    lines = _lines(text)
    at = _pick(lines, rng)
    words = lines[at].split(" ") if lines else [""]
    which = rng.randrange(len(words))
    if words[which].removeprefix("-").isdigit() and words[which].isascii():
        number = int(words[which])
        if words[0] in SIGNED:
            words[which] = str(rng.choice((number + 1, number - 1, -number, rng.randrange(-3, 4))))
            return _text([*lines[:at], " ".join(words), *lines[at + 1 :]])
        words[which] = str(max(0, rng.choice((number + 1, number - 1, number ^ 1, number ^ 2, rng.randrange(8)))))
        lines[at] = " ".join(words)
    return _text(lines)


def _by_much(text: str, others: list[str], rng: Random) -> str:
    lines = _lines(text)
    at = _pick(lines, rng)
    words = lines[at].split(" ") if lines else [""]
    words[rng.randrange(len(words))] = rng.choice((*ODD, *map(str, HUGE)))
    lines[at : at + 1] = [" ".join(words)]
    return _text(lines)


def _word_out(text: str, others: list[str], rng: Random) -> str:
    """An option dropped, or another number of a line."""
    lines = _lines(text)
    at = _pick(lines, rng)
    words = lines[at].split(" ") if lines else [""]
    if len(words) > 1:
        del words[rng.randrange(1, len(words))]
    lines[at : at + 1] = [" ".join(words)]
    return _text(lines)


def _word_in(text: str, others: list[str], rng: Random) -> str:
    """An option more: another node or heap, perhaps one that leads back."""
    lines = _lines(text)
    at = _pick(lines, rng)
    words = lines[at].split(" ") if lines else [""]
    pool = [word for line in lines for word in line.split(" ")[1:]] or ["0"]
    words.insert(rng.randrange(1, len(words) + 1), rng.choice((rng.choice(pool), str(rng.randrange(12)), "0+0", "-")))
    lines[at : at + 1] = [" ".join(words)]
    return _text(lines)


def _words_change_places(text: str, others: list[str], rng: Random) -> str:
    lines = _lines(text)
    at = _pick(lines, rng)
    words = lines[at].split(" ") if lines else [""]
    rest = words[1:]
    rng.shuffle(rest)
    lines[at : at + 1] = [" ".join([words[0], *rest])]
    return _text(lines)


def _line_out(text: str, others: list[str], rng: Random) -> str:
    """A claim or a move dropped, and the counts told right."""
    lines = _lines(text)
    del lines[_pick(lines, rng)]
    return _joined(lines)


def _node_out(text: str, others: list[str], rng: Random) -> str:
    """A node dropped wherever it is named, the nodes told right."""
    lines = _lines(text)
    nodes = [int(line.split(" ")[1]) for line in lines if line.startswith("node ") and line.split(" ")[1].isdigit()]
    if not nodes:
        return _line_out(text, others, rng)
    gone = rng.choice(nodes)

    def renamed(word: str) -> str:
        return "+".join(
            str(int(part) - (int(part) > gone)) if part.isdigit() and part.isascii() else part
            for part in word.split("+")
            if part != str(gone)
        )

    found = []
    for line in lines:
        word, *rest = line.split(" ")
        if word == "node" and rest[:1] == [str(gone)]:
            continue
        if word == "nodes":
            line = f"nodes {max(nodes)}"
        elif word in ("node", "position", "set"):
            keep = 1 if word == "set" and "kind position" in lines else 0
            told = [renamed(one) for one in (rest[:-1] if keep else rest)]
            line = " ".join([word, *(one for one in told if one), *(rest[-1:] if keep else [])])
        found.append(line)
    return _joined(found)


def _line_twice(text: str, others: list[str], rng: Random) -> str:
    lines = _lines(text)
    lines.insert(rng.randrange(len(lines) + 1), lines[_pick(lines, rng)])
    return rng.choice((_joined, _text))(lines)


def _lines_change_places(text: str, others: list[str], rng: Random) -> str:
    lines = _lines(text)
    at, other = _pick(lines, rng), _pick(lines, rng)
    lines[at], lines[other] = lines[other], lines[at]
    return _text(lines)


def _claims_change_places(text: str, others: list[str], rng: Random) -> str:
    lines = _lines(text)
    claims = [at for at, line in enumerate(lines) if line.startswith("set")]
    shuffled = [lines[at] for at in claims]
    rng.choice((rng.shuffle, list.reverse))(shuffled)
    for at, line in zip(claims, shuffled, strict=True):
        lines[at] = line
    return _text(lines)


def _another_head(text: str, others: list[str], rng: Random) -> str:
    """The claims of one game below the moves of another."""
    first, second = _lines(text), _lines(rng.choice(others))
    if not first or not second:
        return text
    cut = rng.choice(("position", "value", "wins", "set", "values", "period", "claims", "lost"))

    def place(lines: list[str]) -> int:
        return next((at for at, line in enumerate(lines) if line.partition(" ")[0] == cut), len(lines) // 2)

    return _joined(second[: place(second)] + first[place(first) :])


def _other_claim(text: str, others: list[str], rng: Random) -> str:
    """Another value, winner, play or position, and perhaps the claim of it made to fit."""
    lines = _lines(text)
    value = str(rng.randrange(6))
    for at, line in enumerate(lines):
        word = line.partition(" ")[0]
        if word == "value":
            lines[at] = f"value {value}"
        elif word == "wins":
            lines[at] = "wins first" if line == "wins second" else "wins second"
        elif word == "play" and rng.random() < 0.3:
            lines[at] = "play misere" if line == "play normal" else "play normal"
        elif word in ("period", "preperiod") and rng.random() < 0.5:
            lines[at] = f"{word} {rng.randrange(80)}"
    claims = [at for at, line in enumerate(lines) if line.startswith("set ")]
    if claims and "kind position" in lines and rng.random() < 0.5:
        lines[claims[-1]] = f"{lines[claims[-1]].rpartition(' ')[0]} {value}"
    return _text(lines)


def _other_kind(text: str, others: list[str], rng: Random) -> str:
    kind = rng.choice(("position", "strategy", "period", "table", "theorem", "Position", "position ", ""))
    return _text([f"kind {kind}" if line.startswith("kind ") else line for line in _lines(text)])


def _other_file(text: str, others: list[str], rng: Random) -> str:
    """Another table, its digest told right, or not; another shape or play."""
    lines = _lines(text)
    if "kind table" not in lines:
        return _other_claim(text, others, rng)
    name, digest = rng.choice(digests())
    own = next((line.split(" ")[1] for line in lines if line.startswith("file ") and " " in line), "")
    if rng.random() < 0.5:
        name, digest = next(((a, b) for a, b in digests() if a == f"wrong{own}"), (name, digest))
    for at, line in enumerate(lines):
        word = line.partition(" ")[0]
        if word == "file":
            lines[at] = f"file {name}"
        elif word == "sha256" and rng.random() < 0.9:
            lines[at] = f"sha256 {digest}"
        elif word == "shape" and rng.random() < 0.1:
            lines[at] = f"shape {rng.choice(('24', '26', '5 6', '30', '7 5', '1'))}"
        elif word == "holds" and rng.random() < 0.1:
            lines[at] = rng.choice(("holds values", "holds outcomes"))
    return _text(lines)


def _future(text: str, others: list[str], rng: Random) -> str:
    version = rng.choice(("grundy-certificate 2", "grundy-certificate 1.0", "grundy-certificate", "unknown 1", "{}"))
    lines = _lines(text)
    return _text(
        rng.choice(([version, *lines[1:]], [*lines[:2], version, *lines[2:]], [*lines[:2], "x 1", *lines[2:]]))
    )


def _byte(text: str, others: list[str], rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    byte = chr(rng.choice((*range(48, 58), *range(48, 58), 10, 13, 32, 0, rng.randrange(256))))
    return text[:at] + byte + text[at + rng.randrange(2) :]


def _cut(text: str, others: list[str], rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _stretched(text: str, others: list[str], rng: Random) -> str:
    """A period several times too long, or a pre-period too late, with all the right values that either would need."""
    lines = _lines(text)
    said = {line.split(" ")[0]: line.split(" ")[1:] for line in lines}
    moves = [name for name in ("digits", "amounts", "all-but") if name in said]
    numbers = [word for name in (*moves, "period", "preperiod") for word in said.get(name) or ["?"]]
    if len(moves) != 1 or said.get("method", ["pairs"]) != ["pairs"] or not all(map(_small, numbers)):
        return _other_claim(text, others, rng)
    if moves == ["digits"] and (max(map(int, said["digits"])) > 7 or said["digits"][0] not in ("0", "4")):
        return _other_claim(text, others, rng)
    if moves == ["amounts"] and "0" in said["amounts"]:
        return _other_claim(text, others, rng)
    times, later = rng.choice(((1, 0), (2, 0), (3, 0), (1, 1), (1, 2), (2, 1)))
    p, e = int(said["period"][0]) * times, int(said["preperiod"][0]) + later
    s = times * sum(int(word) for word in said.get("saltus", ()) if _small(word))
    largest = max([int(word) for word in said[moves[0]]] + [len(said["digits"]) if "digits" in said else 0])
    count = 2 * max(e, 1) + 2 * p + largest + 1 if moves != ["amounts"] else max(e, 1) + p + largest
    if count > 400 or len(said[moves[0]]) > 12:
        return _other_claim(text, others, rng)
    values = " ".join(map(str, (0, *_heap_values(said, count))))
    head = {
        "period": f"period {p}",
        "preperiod": f"preperiod {e}",
        "saltus": f"saltus {s}",
        "values": f"values {count}",
    }
    kept = [head.get(line.split(" ")[0], line) for line in lines if not line[:1].isdigit() and line != "end"]
    return _text([*kept, values, "end"])


def _small(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 4 and word == str(int(word))


WAYS: tuple[Callable[[str, list[str], Random], str], ...] = (
    _by_little, _by_little, _by_little, _by_much, _word_out, _word_out, _word_in, _words_change_places, _line_out,
    _line_out, _node_out, _line_twice, _lines_change_places, _claims_change_places, _another_head, _other_claim,
    _other_claim, _stretched, _other_file, _other_file, _other_kind, _future, _byte, _cut,
)  # fmt: skip


def accepted(text: str) -> bool:
    """Whether the checker accepts a text; anything but its own refusal passes through."""
    try:
        found = check.read(io.StringIO(text, newline="\n"))
        check.check(found._replace(folder=str(folder())) if isinstance(found, check.Table) else found)
    except check.Refused:
        return False
    return True


def forged(kind: str, count: int, seed: int) -> Iterator[str]:
    """So many forged texts of a kind: without a digest, with one that is right, or with one that was right before."""
    samples = honest()[kind]
    others = [text for texts in honest().values() for text in texts]
    for number in range(count):
        rng = Random(f"{kind} {seed} {number}")
        text, more = rng.choice(samples), rng.choice((samples, others))
        match rng.randrange(5):
            case 0:
                yield forge(certificate_texts.sealed(text), more, rng)
            case 1:
                yield certificate_texts.sealed(forge(text, more, rng))
            case _:
                yield forge(text, more, rng)


def digest_is_wrong(text: str) -> bool:
    """Whether a text has a digest, and it is not that of what stands before it."""
    body = certificate_texts.unsealed(text)
    return body != text != certificate_texts.sealed(body)


MOVES = ("digits", "amounts", "all-but", "riders", "places", "move", "nodes", "node",
         "numbers", "at-most", "is-zero", "multiple", "part")  # fmt: skip


def _game(text: str) -> list[object]:
    """The moves of a certificate, equal for those of one game: nodes may be told in several lines."""
    moves: list[object] = []
    nodes: dict[str, list[str]] = {}
    for word, *words in _said(text):
        if word == "node":
            nodes.setdefault(words[0], []).extend(words[1:])
        elif word in MOVES:
            moves.append((word, words))
    return [*moves, nodes]


def _first_line(text: str) -> str:
    """The first line that is said of a text; why it is refused, where it cannot be read."""
    (folder() / "text").write_bytes(text.encode("latin-1"))
    try:
        return next(check.verify(str(folder() / "text"), [(1, 1)]))
    except check.Refused as refused:
        return f"refused: {refused}"


def taken_for_another(kind: str, count: int, seed: int) -> list[str]:
    """Forged texts of a kind, readable, of which the first line that is said is that of a true one of another game."""
    games = {_first_line(text): _game(text) for text in honest()[kind]}
    return [text for text in forged(kind, count, seed) if (line := _first_line(text)) in games
            and games[line] != _game(text)]  # fmt: skip


LETTERS = ("a", "x: ", "\n", "\r", "\x1b[1m", "'", '"', "\\", " ", "\t", "\u202e", "\u2066", "\u2028", "\x85", "\xe9",
           "\u05d0", "\udcff", "\x7f", ": proved", "1 of 1 segments checked", "%s", "$'", "\u200b", "#", "(",
           "!")  # fmt: skip


def names_taken_for_words(count: int, seed: int) -> list[str]:
    """Forged names of files that either checker does not put so that they are told from what it says of the file."""
    rng, text = Random(f"names {seed}"), honest()["period of a code"][0]
    names = {"".join(rng.choice(LETTERS) for _ in range(rng.randrange(1, 9))) for _ in range(count)}
    place = folder() / "names"
    place.mkdir(exist_ok=True)
    checkers = [[sys.executable, "-I", check.__file__], *([[str(program())]] if program() else [])]
    wrong = []
    for start in range(0, len(names), 500):
        some = sorted(names)[start : start + 500]
        for name in some:
            (place / name).write_text(text)
        for command in checkers:
            told = subprocess.run([*command, *some], cwd=place, capture_output=True, timeout=600).stdout
            lines = told.decode("ascii", "replace").split("\n")[:-1]
            for name, said in zip(some, zip(*[iter(lines)] * 4, strict=True), strict=True):
                shown, _, words = said[3].rpartition(": 1 of 1 segments checked")
                if words != ": proved" or _name(shown) != name or any(not one.startswith(f"{shown}: ") for one in said):
                    wrong.append(f"{command[-1]}: {said}")
        for name in some:
            (place / name).unlink()
    return wrong


def _name(shown: str) -> str:
    """The name that is so put, as a shell would read it."""
    if re.fullmatch(r"[\w@%+=,./-]+", shown, re.ASCII):
        return shown
    inner = re.fullmatch(r"(\$?)'([ -&(-~]+)'", shown)
    if not inner:
        return "?"
    if not inner[1]:
        return inner[2]
    data = re.sub(rb"\\([0-7]{3})", lambda byte: bytes([int(byte[1], 8)]), inner[2].encode("ascii"))
    return data.decode("utf-8", "surrogateescape")


@cache
def program() -> Path | None:
    """check.c compiled as its first line says; None where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        return None
    built = folder() / "check"
    source = Path(check.__file__).with_suffix(".c")
    subprocess.run([compiler, "-std=c99", "-O2", "-o", str(built), str(source)], check=True, timeout=120)
    return built


def differing(kind: str, count: int, seed: int) -> list[str]:
    """The texts of a kind of periods that the checker in C judges otherwise than the one in Python."""
    checker = program()
    texts = list(forged(kind, count, seed)) if checker else []
    found = []
    for start in range(0, len(texts), 1000):
        names = {f"f{start + number}": text for number, text in enumerate(texts[start : start + 1000])}
        for name, text in names.items():
            (folder() / name).write_bytes(text.encode("latin-1"))
        command = [str(checker), *names]
        done = subprocess.run(command, cwd=folder(), capture_output=True, encoding="latin-1", timeout=600)
        said = {line.partition(": ")[0]: line for line in done.stdout.splitlines()}  # the last of each
        found += [text for name, text in names.items() if said[name].endswith("proved") != accepted(text)]
        for name in names:
            (folder() / name).unlink()
    return found


def forgeries(kind: str, count: int, seed: int, spent: list[float] | None = None) -> tuple[int, int, list[str]]:
    """How many texts are refused, how many accepted for what is true, and those that are not.

    `spent`: gets the seconds of the checker for each.
    """
    refused, right, wrong = 0, 0, []
    for text in forged(kind, count, seed):
        begun = time.process_time()
        good = accepted(text)
        if spent is not None:
            spent.append(time.process_time() - begun)
        if not good:
            refused += 1
        elif true(text) and not digest_is_wrong(text):
            right += 1
        else:
            wrong.append(text)
    return refused, right, wrong


def main() -> int:
    """Forge, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="forgeries of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append")
    asked = parser.parse_args()
    status = 0
    for kind in asked.kind or KINDS:
        spent: list[float] = []
        refused, right, wrong = forgeries(kind, asked.count, asked.seed, spent)
        told = {"kind": kind, "forged": asked.count, "refused": refused, "true": right, "accepted": len(wrong)}
        told |= {"checked_a_second": round(len(spent) / max(sum(spent), 1e-9)), "longest_ms": round(1000 * max(spent))}
        others = taken_for_another(kind, asked.count, asked.seed)
        told["taken_for_another"] = len(others)
        wrong += others
        if kind in BY_BOTH:
            others = differing(kind, asked.count, asked.seed)
            told["otherwise_in_c"] = len(others) if program() else "no compiler"
            wrong += others
        print(json.dumps(told), flush=True)
        for text in wrong[:3]:
            status = 1
            print(text)
    if not asked.kind:
        wrong = names_taken_for_words(asked.count, asked.seed)
        print(json.dumps({"kind": "name of a file", "forged": asked.count, "accepted": len(wrong)}), flush=True)
        status |= bool(wrong)
        print(*wrong[:3], sep="\n", end="\n" * bool(wrong))
    return status


if __name__ == "__main__":
    sys.exit(main())
