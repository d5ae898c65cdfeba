"""Trials of what is compiled where it is seldom reached: the kernels of the search on small boards, with every method,
with several workers and with tables of small sets; rules of one's own that are searched, compiled and not; certificates
of tables.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from grundy.cli.main import cli
from grundy.engines.methods import METHODS, Method
from grundy.engines.options import SearchOptions, run_plainly
from grundy.engines.search.board import as_sets, prepare
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.tables import Sizes
from grundy.engines.search.user_rule import Questions
from grundy.games.placement import full_field, piece
from grundy.model.rule import Rule
from grundy.model.shapes import SubsetGame
from grundy.notation.expression import parse
from grundy.proof import check
from trials import defined
from trials.boards import _draw_net, _draw_placement, square
from trials.claim import Claim, Kind, Unfit
from trials.defined import Judge, misere_wins, values_of
from trials.elements import _draw_order, order_game, ups
from trials.rules import _draw_heap, _draw_pair, _options, _source

_FIRST = {True: "first", False: "second"}


def by_kernels(text: str, method: Method, cores: int = 1, misere: bool = False, small: int = 0) -> int:
    """The nim-value of a lone part by the kernels, never in plain Python; in misère play 1 if the first player wins."""
    (part,) = parse(text).parts()
    shape = as_sets(part.rule.shape)
    assert shape
    field, read = shape.field(part.state)
    return asked(field, [read(part.state)], method, cores, misere, small)[0]


def asked(
    field: SubsetGame,
    sets: Sequence[int],
    method: Method,
    cores: int = 1,
    misere: bool = False,
    small: int = 0,
    most: int = 0,
) -> list[int]:
    """The same of each of some sets of places of a field, one after the other.

    Args:    cores: workers, which begin at once where there are several. small: places of the table of small sets.
             most: parts that may be worked out in plain Python.
    """
    search = BoardSearch(prepare(field), misere, None, method, small, cores=cores, sizes=Sizes(team_nodes=10))
    work = search.answers([BoardQuestion(places) for places in sets], most)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return list(map(int, done.value))


def full_table_team(rows: int, columns: int, clusters: int) -> str:
    """The nim-value of a board of Cram by three workers, and whether the table of values, of 64 entries, was full."""
    field = full_field(rows, columns, (piece("oo"), piece("o/o")))
    sizes = Sizes(64, clusters, fresh_slots=32, team_nodes=10)
    search = BoardSearch(prepare(field), memory=0, small_places=0, cores=3, sizes=sizes)
    work = search.answers([BoardQuestion((1 << rows * columns) - 1)], most=0)
    (value,) = run_plainly(lambda saved: work)
    return f"{value} {'full' if search.prepare().known.state[2] else 'not full'}"


def _kernels(text: str, value: int, misere: bool, random: Random) -> Iterator[Claim]:
    setup = f"from trials.kernels import by_kernels\ntext = {text!r}"
    for method in METHODS:
        small = random.choice((0, 0, 3, 7))
        yield Claim(f"kernels of {method}", setup, f"by_kernels(text, {method!r}, small={small})", value)
    cores = random.choice((2, 3))
    for method in ("auto", "proof-numbers"):
        yield Claim(f"{cores} workers of {method}", setup, f"by_kernels(text, {method!r}, {cores})", value)
    for cores in (1, 2):
        expression = f"by_kernels(text, 'auto', {cores}, misere=True)"
        yield Claim(f"misère by {cores} workers", setup, expression, int(misere))


def _draw_searched(random: Random) -> Any:
    kind = random.choice(("placement", "node-kayles", "arc-kayles", "poset"))
    if kind == "placement":
        drawn: Any = _draw_placement(random)
    elif kind == "poset":
        drawn = _draw_order(random)
    else:
        drawn = _draw_net(random)
    return kind, drawn, random.getrandbits(30)


def _searched(kind: str, drawn: Any, seed: int) -> Iterator[Claim]:
    if len(drawn) != 2:
        raise Unfit
    if kind == "placement":
        shapes, rows = drawn
        each = ",".join(shapes).split(",")
        if not shapes or not all("o" in shape for shape in each):
            raise Unfit
        text = f"placement:{','.join(each)}({square(rows, '.#')})"
        game, whole = defined.placement(each, len(rows), len(rows[0])), defined.free_cells(rows)
    else:
        nodes, pairs = drawn
        if not nodes or any(len(pair) != 2 or pair[0] == pair[1] or max(pair) >= nodes for pair in pairs):
            raise Unfit
        whole = frozenset(range(nodes))
        sign = "<" if kind == "poset" else "-"
        text = f"{kind}({', '.join([*(f'{a}{sign}{b}' for a, b in pairs), *map(str, range(nodes))])})"
        games = {"node-kayles": defined.node_kayles, "arc-kayles": defined.arc_kayles}
        game = order_game(ups(nodes, pairs)) if kind == "poset" else games[kind](pairs)
    judge = Judge(game)
    yield from _kernels(text, judge.value(whole), judge.wins(whole, True), Random(seed))


# Rules of one's own.


def own_values(rule: Rule, states: Any, method: Method) -> list[int]:
    """By the search of a rule that is code, compiled where it can be."""
    values: list[int] = run_plainly(Questions(rule, SearchOptions(method), 10**6).values(list(states)))
    return values


def _draw_own(random: Random) -> Any:
    pairs = random.random() < 0.4
    statements, size = _draw_pair(random) if pairs else (_draw_heap(random)[0], (random.randint(5, 40),))
    return pairs, statements, size


def _own(pairs: bool, statements: tuple[str, ...], size: tuple[int, ...]) -> Iterator[Claim]:
    if len(size) != (2 if pairs else 1) or not all(size):
        raise Unfit
    source = _source("a, b", "a + b", statements) if pairs else _source("n", "n // 2", statements)
    told = _options(source)
    options = (lambda state: told(*state)) if pairs else told
    states: list[Any] = [(a, b) for a in range(size[0]) for b in range(size[1])] if pairs else list(range(size[0]))
    for state in states:
        for parts in options(state):
            for part in parts:
                if pairs and not (0 <= part[0] <= state[0] and 0 <= part[1] <= state[1] and part != state):
                    raise Unfit
                if not pairs and not 0 <= part < state:
                    raise Unfit
    worth = values_of(options)
    values = [worth(state) for state in states]
    last = states[-1]
    for how in (", canonical=lambda s: s", *((", split=lambda s: [(s[0], s[1])]",) if pairs else ()), ""):
        setup = f"from trials.kernels import own_values\nrule = made({source!r}{how})"
        for method in METHODS:
            yield Claim(f"search by {method}{how}", setup, f"own_values(rule, {states}, {method!r})", values)
        position = f"rule({last})"
        yield Claim(f"nim-value{how}", setup, f"solve({position}).nim_value", values[-1])
    position = f"rule({last})"
    yield Claim("certificate", setup, f"certified_value({position})", values[-1])
    sums = any(len(parts) > 1 for state in states for parts in options(state))
    if len(states) < (14 if sums else 45):
        wins = misere_wins(options)((last,))
        for method in METHODS:
            yield Claim(f"misère by {method}", setup, f"by({position}, {method!r}, misere=True)", _FIRST[wins])
        yield Claim("strategy", setup, f"certified_winner({position})", _FIRST[bool(values[-1])])
        yield Claim("misère strategy", setup, f"certified_winner({position}, True)", _FIRST[wins])
    if not pairs:
        for n in range(400):  # it may divide by zero later on, and is unfit then
            options(n)
        yield Claim("certified period", setup, "certified(rule, 300) in (True, None)", True)


# Tables with certificates.


def table_checked(game: str, size: str, *play: str) -> list[int]:
    """The entries of a table that the command line writes with a certificate, if the checker accepts them."""
    import numpy as np

    with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(io.StringIO()):
        folder = Path(name)
        if game.startswith("def "):
            text = f"import grundy\nfrom grundy import to\n\n\n@grundy.rule\n{game}"
            (folder / "own.py").write_text(text, encoding="utf-8")
        spec = str(folder / "own.py") if game.startswith("def ") else game
        words = [spec, *size.split(), *play, "--out", str(folder / "t.npy"), "--certificate", str(folder / "t.txt")]
        cli(["table", *words, "--no-store"], standalone_mode=False)
        assert list(check.verify(str(folder / "t.txt"), check.segments(())))[-1].endswith(": proved")
        entries = np.load(folder / "t.npy")
    if play:
        return [int(bit) for bit in np.unpackbits(entries, bitorder="little")]
    return [int(value) for value in entries.reshape(-1)]


def _draw_table(random: Random) -> Any:
    kind = random.choice(("take-away", "octal", "own", "own", "pairs", "wythoff"))
    if kind == "take-away":
        what: Any = tuple(sorted(random.sample(range(1, 12), random.randint(1, 4))))
    elif kind == "octal":
        what = tuple(random.randint(0, 7) for _ in range(random.randint(1, 3)))
    elif kind == "pairs":
        what = _draw_pair(random)[0]
    else:
        what = _draw_heap(random)[0]
    return kind, what, (random.randint(1, 40), random.randint(1, 8))


def _table(kind: str, what: Any, size: tuple[int, int]) -> Iterator[Claim]:
    if len(size) != 2 or not all(size):
        raise Unfit
    count, side = size
    states: list[Any] = list(range(count))
    length = f"--states {count}"
    if kind == "take-away":
        if not what or 0 in what:
            raise Unfit
        game = f"take-away:{','.join(map(str, what))}"

        def options(n: Any) -> Any:
            return [(n - take,) for take in set(what) if take <= n]
    elif kind == "octal":
        if not any(what):
            raise Unfit
        game = f"octal:0.{''.join(map(str, what))}"

        def options(n: Any) -> Any:
            return [left for take, digit in enumerate(what, 1) if take <= n for left in defined.splits(n - take, digit)]
    elif kind == "own":
        game = _source("n", "n // 2", what)
        options = _options(game)
    else:
        states, length = [(a, b) for a in range(side) for b in range(side)], f"--box {side}x{side}"
        game = "wythoff" if kind == "wythoff" else _source("a, b", "a + b", what)
        told = _options(game) if kind == "pairs" else lambda *state: [(left,) for _, left in wythoff(state)]

        def options(state: Any) -> Any:
            return told(*state)

    after = [options(state) for state in states]
    pairs = kind in ("pairs", "wythoff")
    for state, choices in zip(states, after, strict=True):
        for part in (part for parts in choices for part in parts):
            if pairs and not (0 <= part[0] <= state[0] and 0 <= part[1] <= state[1] and part != state):
                raise Unfit
            if not pairs and not 0 <= part < state:
                raise Unfit
    worth = values_of(options)
    setup = f"from trials.kernels import table_checked\ngame = {game!r}"
    yield Claim("values", setup, f"table_checked(game, {length!r})", [worth(state) for state in states])
    if any(len(parts) != 1 for choices in after for parts in choices):
        return
    spare = -len(states) % 8
    outcomes = [*(int(not worth(state)) for state in states), *[0] * spare]
    yield Claim("outcomes", setup, f"table_checked(game, {length!r}, '--outcomes')", outcomes)
    wins = misere_wins(options)
    lost = [*(int(not wins((state,))) for state in states), *[0] * spare]
    yield Claim("misère outcomes", setup, f"table_checked(game, {length!r}, '--misere')", lost)


def wythoff(state: tuple[int, int]) -> Any:
    import brute

    return brute.wythoff(state)


KINDS = (
    Kind("kernels of the search", _draw_searched, _searched),
    Kind("own rules searched", _draw_own, _own),
    Kind("certified tables", _draw_table, _table),
)
