"""Trials of boards, graphs and masks: every method of search, the tables, and the definition."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import brute

from trials import defined
from trials.claim import Claim, Kind, Unfit
from trials.defined import Judge, mask_options, mex, misere_wins, values_of
from trials.heaps import played

_METHODS = ("auto", "proof-numbers", "couples", "sets", "mex")
_FIRST = {True: "first", False: "second"}


def searched(spec: str, text: str, value: int, misere: bool, skip: bool = False) -> Iterator[Claim]:
    """What every method of search must find."""
    setup = f"position = parse({f'{spec}({text})'!r})"
    for method in _METHODS:
        if not skip:
            yield Claim(f"by {method}", setup, f"by(position, {method!r})", value)
            yield Claim(
                f"moves by {method}",
                setup,
                f"moves(position, method={method!r}) == moves(position)",
                True,
            )
        yield Claim(f"misère by {method}", setup, f"by(position, {method!r}, misere=True)", _FIRST[misere])


def _rows(random: Random, marks: str, most: int) -> tuple[str, ...]:
    height = random.randint(1, 4)
    width = random.randint(1, max(1, most // height))
    return tuple("".join(random.choice(marks) for _ in range(width)) for _ in range(height))


def square(rows: tuple[str, ...], marks: str) -> str:
    """The rows as a text; Unfit if they are ragged."""
    if not rows or not rows[0] or len({len(row) for row in rows}) > 1 or any(set(row) - set(marks) for row in rows):
        raise Unfit
    return "/".join(rows)


def _rectangle(rows: tuple[str, ...]) -> Iterator[Claim]:
    text = square(rows, "01")
    yield from played("rectangle", rows, brute.rectangle, text)
    judge = Judge(brute.rectangle)
    yield from searched("rectangle", text, judge.value(rows), judge.wins(rows, True))


def _bacteria(rows: tuple[str, ...]) -> Iterator[Claim]:
    text = square(rows, ".#")
    setup = f"position = parse('bacteria({text})')"
    judge = Judge(brute.bacteria)
    yield Claim("nim-value", setup, "solve(position).nim_value", judge.value(rows))
    yield Claim("winning moves", setup, "moves(position)", sorted(judge.winning(rows), key=str))
    count = len(judge.winning(rows))
    case = f"1\n{len(rows)} {len(rows[0])}\n{chr(10).join(rows)}\n"
    yield Claim("judge", "", f"judged('gcj2019-bacterial-tactics', {case!r})", [f"Case #1: {count}"])


_SHAPES = ("oo", "o/o", "xox", "o", "ooo", "oo/o.", "oxx/x..", ".x./xox/.x.", "xoox", "oo,o/o", "x/o", "xxoxx", "ox")


def _draw_placement(random: Random) -> Any:
    shapes = tuple(random.sample(_SHAPES, random.choice((1, 1, 2))))
    return shapes, _rows(random, random.choice(("...#", ".", "..#")), 11)


def _placement(shapes: tuple[str, ...], rows: tuple[str, ...]) -> Iterator[Claim]:
    text = square(rows, ".#")
    each = ",".join(shapes).split(",")
    covers = [tuple(defined.pieces(shape)[0]) for shape in each]
    if not all(covers) or len(set(covers)) < len(covers):
        raise Unfit  # moves of two shapes would be told alike
    spec = "cram" if each == ["oo", "o/o"] else f"placement:{','.join(each)}"
    game = defined.placement(each, len(rows), len(rows[0]))
    free = defined.free_cells(rows)
    if len({str(move) for move, _ in game(free)}) < sum(1 for _ in game(free)):
        raise Unfit
    judge = Judge(game)
    yield from played(spec, free, game, text)
    yield from searched(spec, text, judge.value(free), judge.wins(free, True))


def _chomp(height: int, width: int) -> Iterator[Claim]:
    if not height or not width:
        raise Unfit
    free = frozenset((r, c) for r in range(height) for c in range(width))
    judge = Judge(defined.chomp)
    yield from played("chomp", free, defined.chomp, f"{height}x{width}")
    yield from searched("chomp", f"{height}x{width}", judge.value(free), judge.wins(free, True))


def _draw_net(random: Random) -> Any:
    nodes = random.randint(1, 8)
    pairs = [(a, b) for a in range(nodes) for b in range(a + 1, nodes)]
    return nodes, tuple(random.sample(pairs, min(len(pairs), random.randint(0, 2 * nodes))))


def _net(nodes: int, edges: tuple[tuple[int, int], ...]) -> Iterator[Claim]:
    if not nodes or any(len(edge) != 2 or edge[0] == edge[1] or max(edge) >= nodes for edge in edges):
        raise Unfit
    whole = frozenset(range(nodes))
    text = ", ".join([f"{a}-{b}" for a, b in edges] + [str(n) for n in range(nodes)])
    for spec, game in (("node-kayles", defined.node_kayles(edges)), ("arc-kayles", defined.arc_kayles(edges))):
        judge = Judge(game)
        yield from played(spec, whole, game, text)
        yield from searched(spec, text, judge.value(whole), judge.wins(whole, True))


def _draw_masks(random: Random) -> Any:
    bits = random.randint(1, 9)
    moves = []
    for _ in range(random.randint(1, 9)):
        top = random.randrange(bits)
        low, dense = (1 << top) - 1, random.choice((1, 2))
        need, off, clear, flip = ((random.getrandbits(9) & (random.getrandbits(9) if dense > 1 else -1)) & low
                                  for _ in range(4))  # fmt: skip
        need, off = need | 1 << top, (off | random.getrandbits(bits) & random.getrandbits(bits)) & ~(need | 1 << top)
        need |= random.getrandbits(bits) & random.getrandbits(bits) & random.getrandbits(bits) & ~off
        if random.random() < 0.5:
            clear |= 1 << top
        else:
            flip |= 1 << top
        if random.random() < 0.3:
            clear, flip = need, 0
        moves.append((need, off, clear, flip))
    return bits, tuple(moves), tuple(random.randrange(1 << bits) for _ in range(3))


def _masks(bits: int, moves: tuple[tuple[int, int, int, int], ...], states: tuple[int, ...]) -> Iterator[Claim]:
    for move in moves:
        if len(move) != 4 or max(move) >> bits:
            raise Unfit
    for state in range(1 << bits):
        if any(after >= state for _, after in mask_options(moves, state)):
            raise Unfit
    size = 1 << bits
    g: list[int] = []
    for state in range(size):
        g.append(mex(g[after] for _, after in mask_options(moves, state)))
    setup = f"rule = grundy.masks_rule('masks', {bits}, {moves})"
    yield Claim("values", setup, f"rule.nim_values({size}).tolist()", g)
    yield Claim("table", setup, f"table(rule, {size})", g)
    outcomes = [int(not value) for value in g]
    yield Claim("outcomes", setup, f"table(rule, {size}, outcomes=True)", outcomes)
    wins = misere_wins(lambda state: [(after,) for _, after in mask_options(moves, state)])
    lost = [int(not wins((state,))) for state in range(size)]
    yield Claim("misère outcomes", setup, f"table(rule, {size}, misere=True)", lost)
    for state in states:
        if state >= size:
            raise Unfit
        for method in _METHODS:
            yield Claim(f"by {method}", setup, f"by(rule({state}), {method!r})", g[state])
            misere = _FIRST[wins((state,))]
            yield Claim(f"misère by {method}", setup, f"by(rule({state}), {method!r}, misere=True)", misere)
        best = [
            {"place": 1, "move": number, "to": [after]}
            for number, after in mask_options(moves, state)
            if g[state] and not g[after]
        ]
        yield Claim("winning moves", setup, f"moves(rule({state}))", sorted(best, key=str))
    if len(states) > 1:
        total = defined.nim_sum(g[state] for state in states)
        yield Claim("sum", setup, f"solve(rule(*{states})).nim_value", total)
        worse = _FIRST[wins(tuple(sorted(states)))] if bits < 6 else None
        if worse:
            yield Claim("misère sum", setup, f"solve(rule(*{states}), misere=True).winner", worse)


def _draw_arcs(random: Random) -> Any:
    nodes = random.randint(1, 9)
    order = random.sample(range(nodes), nodes)
    arcs = [(order[a], order[b]) for a in range(nodes) for b in range(a)]
    loops = [(a, b) for a in range(nodes) for b in range(nodes) if a != b]
    chosen = tuple(random.sample(arcs, min(len(arcs), random.randint(0, 2 * nodes))))
    round_ = tuple(random.sample(loops, min(len(loops), random.randint(0, nodes + 2))))
    tokens = tuple(random.randrange(nodes) for _ in range(random.randint(1, 2)))
    return nodes, chosen, round_, tokens


def _arcs(
    nodes: int, arcs: tuple[tuple[int, int], ...], loops: tuple[tuple[int, int], ...], tokens: tuple[int, ...]
) -> Iterator[Claim]:
    if not nodes or any(len(arc) != 2 or max(arc) >= nodes for arc in (*arcs, *loops)):
        raise Unfit
    if max(tokens, default=0) >= nodes:
        raise Unfit
    if any(a == b for a, b in loops):
        raise Unfit

    def text(edges: tuple[tuple[int, int], ...]) -> str:
        return json.dumps({"nodes": list(range(nodes)), "edges": list(edges), "tokens": list(tokens)})

    yield from played("graph", tokens, brute.graph(arcs), text(arcs))
    after: dict[int, set[int]] = {}
    for a, b in arcs:
        after.setdefault(a, set()).add(b)
    worth = values_of(lambda node: [(end,) for end in after.get(node, ())])
    starts = [0]
    for node in range(nodes):
        starts.append(starts[-1] + len(after.get(node, ())))
    ends = [end for node in range(nodes) for end in sorted(after.get(node, ()))]
    setup = f"import numpy as np\nrows = np.array({starts}), np.array({ends}, np.int64)"
    values = [worth(node) for node in range(nodes)]
    yield Claim("arrays", setup, "grundy.graph_values(*rows).tolist()", values)
    winner = defined.loopy_winner(loops, tokens)
    setup = f"position = parse({f'graph({text(loops)})'!r}, loopy=True)"
    yield Claim("loopy winner", setup, "solve(position, loopy=True).winner", winner)
    best = sorted(
        (
            {"token": place + 1, "to": end}
            for place, node in enumerate(tokens)
            for end in sorted({b for a, b in loops if a == node})
            if winner == "first" and defined.loopy_winner(loops, brute.put(tokens, place, end)) == "second"
        ),
        key=str,
    )
    yield Claim("loopy winning moves", setup, "moves(position, loopy=True)", best)


def _draw_row_games(random: Random) -> Any:
    sizes = tuple(random.randint(0, 4) for _ in range(random.randint(1, 4)))
    width = random.randint(1, 7)
    rows = tuple(
        tuple(sorted(random.sample(range(1, width + 1), random.randint(0, width)))) for _ in range(random.randint(1, 2))
    )
    return sizes, (random.randint(0, 9), random.randint(0, 9)), width, rows


def _row_games(
    sizes: tuple[int, ...], pair: tuple[int, int], width: int, rows: tuple[tuple[int, ...], ...]
) -> Iterator[Claim]:
    text = " ".join(map(str, sizes)) or "0"
    if len(pair) != 2 or not width or not rows or any(len(set(row)) < len(row) or max(row, default=1) > width
                                                       or 0 in row for row in rows):  # fmt: skip
        raise Unfit
    yield from played("nim", sizes, brute.nim, text)
    yield from played("sequential-nim", sizes, brute.sequential_nim, text)
    if sum(sizes) < 10:
        yield from played("staircase-nim", sizes, brute.staircase_nim, text)
    two = f"{pair[0]} {pair[1]}"
    yield from played("wythoff", pair, brute.wythoff, two)
    yield from played("euclid", pair, brute.euclid, two)
    written = "/".join(",".join(map(str, row)) or "-" for row in rows)
    yield from played(f"chess-rows:{width}", tuple(map(frozenset, rows)), brute.chess_rows(width), written)
    judge = Judge(brute.sequential_nim)
    case = f"1\n{len(sizes)}\n{text}\n"
    if sizes and 0 not in sizes:
        winner = "First" if judge.wins(sizes) else "Second"
        yield Claim("judge", "", f"judged('cf1382b-sequential-nim', {case!r})", [winner])


KINDS = (
    Kind("rectangle", lambda random: (_rows(random, "011", 9),), _rectangle),
    Kind("bacteria", lambda random: (_rows(random, "...#", 8),), _bacteria),
    Kind("placement", _draw_placement, _placement),
    Kind("chomp", lambda random: (random.randint(1, 4), random.randint(1, 4)), _chomp),
    Kind("graph games", _draw_net, _net),
    Kind("masks", _draw_masks, _masks),
    Kind("arcs", _draw_arcs, _arcs),
    Kind("rows and piles", _draw_row_games, _row_games),
)
