"""A graph as SVG: its nodes, its lines or arrows, also several between two nodes and from a node to itself."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from graphlib import CycleError
from typing import NamedTuple

from grundy.model.board import Net
from grundy.show.dots import dots_picture
from grundy.show.layout import layered, spread
from grundy.show.markup import (
    NODE,
    Drawn,
    ItemState,
    Spots,
    called,
    curve,
    disc,
    item,
    label_width,
    line_between,
    petal,
    text,
    text_width,
)

# A graph that stands on the ground as SVG: its nodes above it in layers, its edges to be pointed at one by one.
#
# An edge carries `data-item`: "a,b", the places of its ends from 1, and "a,b,2" for the second between the same ends.

ACROSS, UP, MARGIN = 64, 72, 30  # from node to node, from layer to layer, round the picture
BEND = 26  # by how much parallel edges part


class Plain(NamedTuple):
    """A graph that is not played on: all of it is there."""

    pointed: bool

    def classes(self, kind: str, item_name: str) -> str:
        return kind

    def pointer(self, item_name: str, label: str) -> str:
        return item(item_name, label, self.pointed)


def ground_picture(net: Net, state: ItemState) -> Drawn:
    """The nodes in layers by their distance from the ground, each above what it stands on; the ground is a line."""
    assert net.ground is not None
    spots, width = _places(net, net.ground)
    line = max(y for _, y in spots) + UP  # where the ground is
    spots[net.ground] = (width / 2, line)
    ground = f'<path class="ground" d="M4 {line:g}H{width - 4:g}" stroke="currentColor" stroke-width="4"/>'
    return (width, line + 8), [ground, *_edges(net, spots, width, state)]


def _edges(net: Net, spots: Spots, width: float, state: ItemState) -> list[str]:
    """The lines of a graph, to be pointed at one by one, and its nodes but the ground."""
    body = []
    copies: dict[tuple[int, int], int] = {}
    loops: dict[int, int] = {}
    among = {edge: net.arcs.count(edge) for edge in set(net.arcs)}
    for edge in net.arcs:
        copy = copies[edge] = copies.get(edge, 0) + 1
        a, b = edge
        if a == b:
            number = loops[a] = loops.get(a, 0) + 1
            foot = (width - MARGIN - 34 * (number - 1), spots[a][1]) if a == net.ground else None
            path = _loop(spots[a], number, foot)
        else:
            start, end = (_foot(spots, net.ground, near_end, far_end) for near_end, far_end in ((a, b), (b, a)))
            rims = tuple(0 if node == net.ground else NODE for node in edge)
            path = line_between(start, end, BEND * (copy - (among[edge] + 1) / 2), rims)
        name = f"{a + 1},{b + 1}" + (f",{copy}" if copy > 1 else "")
        label = f"edge {net.nodes[a]} to {net.nodes[b]}" + (f", {copy} of {among[edge]}" if among[edge] > 1 else "")
        body.append(f'<g class="{state.classes("edge", name)}" {state.pointer(name, label)}>{_drawn(path)}</g>')
    for node, (x, y) in enumerate(spots):
        if node != net.ground:
            pointer = state.pointer(str(node + 1), called(net.nodes[node]))
            body.append(f'<g class="{state.classes("node", str(node + 1))}" {pointer}>')
            body.append(f"{disc(x, y, net.nodes[node])}</g>")
    return body


def _loose_picture(net: Net, state: ItemState) -> Drawn:
    """A graph of which lines are cut and that stands on nothing."""
    spots = [(x + MARGIN, y + MARGIN) for x, y in spread(len(net.nodes), net.arcs)]
    width, height = (max(places) + NODE + MARGIN for places in zip(*spots, strict=True))
    return (width, height), _edges(net, spots, width, state)


def _drawn(path: str) -> str:
    """A line, and a broad one round it that nobody sees, which is easier to hit."""
    broad = f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity="0" stroke-width="14"/>'
    return f'{broad}<path class="stem" d="{path}" fill="none" stroke="currentColor" stroke-width="2.5"/>'


def _foot(spots: Spots, ground: int | None, node: int, other: int) -> tuple[float, float]:
    """Where an edge to another node ends: on the ground just below that."""
    return (spots[other][0], spots[ground][1]) if node == ground else spots[node]


def _places(net: Net, ground: int) -> tuple[Spots, float]:
    """Where the nodes are, the ground left at the origin, and how wide the picture is.

    Each node hangs on one that is nearer to the ground, and stands in the middle above whatever hangs on it.
    """
    near: list[list[int]] = [[] for _ in net.nodes]
    for a, b in net.arcs:
        near[a].append(b)
        near[b].append(a)
    depth = {ground: 0}
    order, walked = [ground], 0
    children: dict[int, list[int]] = {node: [] for node in range(len(net.nodes))}
    for root in (ground, *range(len(net.nodes))):  # coins that no string ties to the ground lie beside it
        if root not in depth:
            depth[root] = 1
            children[ground].append(root)
            order.append(root)
        while walked < len(order):
            node = order[walked]
            walked += 1
            for other in near[node]:
                if other not in depth:
                    depth[other] = depth[node] + 1
                    children[node].append(other)
                    order.append(other)
    x = dict.fromkeys(order, 0.0)
    free = 0.0  # where the next leaf goes
    walk = [ground]
    while walk:
        node = walk.pop()
        if children[node]:
            walk += reversed(children[node])
        else:
            x[node] = free
            free += 1
    for node in reversed(order):
        if children[node]:
            x[node] = (x[children[node][0]] + x[children[node][-1]]) / 2
    highest = max(depth.values())
    spots: Spots = [(MARGIN + ACROSS * (x[n] + 0.5), MARGIN + UP * (highest - depth[n])) for n in range(len(net.nodes))]
    spots[ground] = (0.0, spots[ground][1] - UP if highest else 0.0)
    loops = sum(a == b == ground for a, b in net.arcs)
    return spots, 2 * MARGIN + ACROSS * max(1.0, free) + 34 * loops


def _loop(spot: tuple[float, float], number: int, foot: Sequence[float] | None) -> str:
    """A petal above a node, each of several to another side; on the ground an arch."""
    if foot is not None:
        return f"M{foot[0] - 26:.1f} {foot[1]:.1f}a13 16 0 0 1 26 0"
    return petal(spot, (0.35 + 0.7 * (number // 2)) * (1 if number % 2 else -1))


# A graph as SVG: its nodes, its lines or arrows, also several between two nodes and from a node to itself.
#
# A node carries `data-item`: its place from 1.

EDGE = 12  # around boards that stand alone
NEXT_ROW = 70.0  # from row to row of a graph without cycles
ARC = 'fill="none" stroke="currentColor" stroke-width="1.5" stroke-opacity="0.55"'
PARTED = 20  # by how much lines between the same two nodes part in their middle, doubled
TO_AND_FRO = 16  # the same of an arrow from another one back
ASIDE = 9  # how far from the middle of its node an arrow ends at most
PETAL, WIDE = 52, 16  # how far a line from a node to itself reaches, and how wide it is on either side

Place = tuple[float, float]


def net_picture(net: Net, notes: Sequence[str], pointed: bool, state: ItemState | None = None) -> Drawn:
    """Nodes on the ground in layers; without a cycle each above all it leads to; else so that lines are seen."""
    if not net.nodes:
        return None, []
    state = state or Plain(pointed)
    if net.boxes != (0, 0):
        return dots_picture(net, state)
    if net.ground is not None:
        return ground_picture(net, state)
    if net.is_cut:
        return _loose_picture(net, state)
    among = Counter(net.arcs)
    arcs = list(among)
    in_rows = _in_rows(net.nodes, arcs) if net.directed else None
    spots, routes = in_rows or (spread(len(net.nodes), arcs), [])
    leans = _leans(spots, among)
    aside = max(0, max(map(label_width, net.nodes)) / 2 - NODE - 8)  # of a long name below its node
    beside = list(_beside(spots, leans, among))
    aside = max(aside, *(4 - x for x, _ in beside), 0.0)
    down = max(0.0, *(4 - y for _, y in beside), 0.0)
    spots = [(x + aside, y + down) for x, y in spots]
    width = max(max(x for x, _ in spots) + NODE + 14 + aside, *(x + aside + 4 for x, _ in beside), 0.0)
    height = max(max(y for _, y in spots) + NODE + 14, *(y + down + 4 for _, y in beside), 0.0)
    if in_rows is not None:
        routes = [[(x + aside, y + down) for x, y in route] for route in routes]
        pairs = zip(arcs, routes, strict=True)
        body = [_as(state, arc, path) for arc, route in pairs for path in _paths(route, among[arc])]
        width = max(width, *(x + NODE + 14 for route in routes for x, _ in route), 0.0)
    elif net.directed:
        body = [_as(state, arc, path) for arc in arcs if arc[0] != arc[1] for path in _arcs(spots, arc, among)]
    else:
        pairs_of_ends = ((arc, spots[arc[0]], spots[arc[1]]) for arc in arcs if arc[0] != arc[1])
        body = [_as(state, arc, line) for arc, start, end in pairs_of_ends for line in _lines(start, end, among[arc])]
    loops = ((node, lean) for node, several in leans.items() for lean in several)
    body += [_as(state, (node, node), _petal(spots[node], lean, net.directed)) for node, lean in loops]
    tokens: dict[int, list[int]] = {}
    for number, node in enumerate(net.tokens, 1):
        tokens.setdefault(node, []).append(number)
    for node, (x, y) in enumerate(spots):
        held = tokens.get(node, [])
        label = called(net.nodes[node]) + (f", {len(held)} token{'s' * (len(held) > 1)}" if held else "")
        pointer = state.pointer(str(node + 1), label)
        kind = state.classes("node held" if held else "node", str(node + 1))
        body.append(f'<g class="{kind}" {pointer}>')
        body.append(disc(x, y, net.nodes[node]))
        if held:
            ring = f'cx="{x:g}" cy="{y:g}" r="{NODE + 3}"'
            body.append(f'<circle class="token" {ring} fill="none" stroke="currentColor" stroke-width="3"/>')
        if len(held) > 1:
            body.append(text(x + NODE + 2, y - NODE, f"×{len(held)}", "axis", "start"))
        body.append("</g>")
        if held and len(notes) == len(net.tokens):
            remark = ", ".join(dict.fromkeys(notes[number - 1] for number in held))
            body.append(text(x + NODE + 8, y, remark, "note", "start"))
            width = max(width, x + NODE + 14 + text_width([remark]))
    return (width, height), body


def _as(state: ItemState, arc: tuple[int, int], path: str) -> str:
    """A line or arrow with the classes of its arc."""
    kind = "arc" if 'class="arc"' in path else "line"
    return path.replace(f'class="{kind}"', f'class="{state.classes(kind, f"{arc[0] + 1},{arc[1] + 1}")}"', 1)


# Lines and arrows between two nodes.


def _lines(start: Place, end: Place, count: int) -> Iterator[str]:
    """A line from the rim of one node to that of the other, or several side by side."""
    if count > 1:
        for copy in range(count):
            path = line_between(start, end, PARTED * (2 * copy - count + 1) / 2, (NODE + 1, NODE + 1))
            yield f'<path class="line" d="{path}" fill="none" stroke="currentColor"/>'
        return
    (x1, y1), (x2, y2) = start, end
    long = math.hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = (x2 - x1) / long * (NODE + 1), (y2 - y1) / long * (NODE + 1)
    ends = f'x1="{x1 + dx:.1f}" y1="{y1 + dy:.1f}" x2="{x2 - dx:.1f}" y2="{y2 - dy:.1f}"'
    yield f'<line class="line" {ends} stroke="currentColor"/>'


def _arcs(spots: Spots, arc: tuple[int, int], among: Counter[tuple[int, int]]) -> Iterator[str]:
    """The arrows from a node to another; where some go back, each kind bends to its side."""
    start, end = arc
    count, back = among[arc], among[end, start]
    for copy in range(count):
        bend = TO_AND_FRO + PARTED * copy if back else PARTED * (2 * copy - count + 1) / 2
        yield _arc(spots[start], spots[end], bend)


def _in_rows(names: Sequence[str], arcs: Sequence[tuple[int, int]]) -> tuple[Spots, list[Spots]] | None:
    """The nodes in rows, each above all it leads to, and the way of each arc past others; None if there is a cycle."""
    try:
        layers = layered(len(names), arcs, [max(2.0 * NODE, label_width(name)) for name in names], NEXT_ROW)
    except CycleError:
        return None
    spots, *routes = ([(x + EDGE, y + NODE + EDGE) for x, y in points] for points in (layers.spots, *layers.routes))
    return spots, routes


def _paths(route: Spots, count: int) -> Iterator[str]:
    """Arrows from node to node: straight where that is steep enough to keep away from what stands in their rows."""
    (x1, y1), (x2, y2) = route[0], route[-1]
    for copy in range(count):
        part = PARTED * (2 * copy - count + 1) / 2
        if len(route) == 2 and abs(x2 - x1) <= y2 - y1:
            yield _arc(route[0], route[-1], part)
            continue
        between = [(x - part, y) for x, y in route[1:-1]]
        drawn = curve([(x1 - part / 3, y1), *between, (x2 - part / 3, y2)], (NODE + 3, NODE + 3), NODE + 3)
        yield f'<path class="arc" d="{drawn}" {ARC}/>'


def _arc(start: Place, end: Place, bend: float) -> str:
    """A line with an arrow's head, which may bend to its side."""
    (x1, y1), (x2, y2) = start, end
    long = math.hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    mx, my = (x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend
    side = max(-ASIDE, min(ASIDE, bend / 4))
    ax, ay = x1 + ux * (NODE + 4) - uy * side, y1 + uy * (NODE + 4) + ux * side
    bx, by = x2 - ux * (NODE + 6) - uy * side, y2 - uy * (NODE + 6) + ux * side
    line = f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}"
    return f'<path class="arc" d="{line}{_head((mx, my), (bx, by))}" {ARC}/>'


def _head(before: Place, at: Place) -> str:
    """The head of an arrow that comes from somewhere."""
    dx, dy = at[0] - before[0], at[1] - before[1]
    far = math.hypot(dx, dy) or 1.0
    dx, dy = dx / far, dy / far
    head = f"M{at[0] - 8 * dx - 4 * dy:.1f} {at[1] - 8 * dy + 4 * dx:.1f}L{at[0]:.1f} {at[1]:.1f}"
    return f"{head}L{at[0] - 8 * dx + 4 * dy:.1f} {at[1] - 8 * dy - 4 * dx:.1f}"


# Lines from a node to itself.


def _leans(spots: Spots, among: Counter[tuple[int, int]]) -> dict[int, list[float]]:
    """Where those of each node go, as angles to the right of upright: where its neighbours leave most room."""
    leans: dict[int, list[float]] = {}
    for (node, other), count in among.items():
        if node != other:
            continue
        x, y = spots[node]
        ends = {b if a == node else a for a, b in among if node in (a, b)} - {node}
        angles = sorted(math.atan2(spots[end][0] - x, y - spots[end][1]) for end in ends) or [math.pi]
        gap, first = max(
            (after - angle, angle) for angle, after in zip(angles, [*angles[1:], angles[0] + math.tau], strict=True)
        )
        leans[node] = [first + gap * (number + 1) / (count + 1) for number in range(count)]
    return leans


def _beside(spots: Spots, leans: dict[int, list[float]], among: Counter[tuple[int, int]]) -> Iterator[Place]:
    """Places up to which lines go that are not between their nodes, or bend to a side."""
    for node, several in leans.items():
        for lean in several:
            x, y = spots[node][0] + PETAL * math.sin(lean), spots[node][1] - PETAL * math.cos(lean)
            for side in (-WIDE, WIDE):
                yield x + side * math.cos(lean), y + side * math.sin(lean)
    for (start, end), count in among.items():
        if start != end and (count > 1 or among[end, start]):
            (x1, y1), (x2, y2) = spots[start], spots[end]
            far = math.hypot(x2 - x1, y2 - y1) or 1.0
            for bend in (-1, 1):
                part = bend * (TO_AND_FRO + PARTED * count) / 2 / far
                yield (x1 + x2) / 2 - (y2 - y1) * part, (y1 + y2) / 2 + (x2 - x1) * part


def _petal(spot: Place, lean: float, directed: bool) -> str:
    """A line from a node to itself, or an arrow."""
    if not directed:
        return f'<path class="line" d="{petal(spot, lean)}" fill="none" stroke="currentColor"/>'
    (ax, ay), (bx, by) = (
        (spot[0] + (NODE + 5) * math.sin(lean + way), spot[1] - (NODE + 5) * math.cos(lean + way))
        for way in (-0.4, 0.4)
    )
    (cx, cy), (dx, dy) = (
        (spot[0] + 66 * math.sin(lean + way), spot[1] - 66 * math.cos(lean + way)) for way in (-0.4, 0.4)
    )
    line = f"M{ax:.1f} {ay:.1f}C{cx:.1f} {cy:.1f} {dx:.1f} {dy:.1f} {bx:.1f} {by:.1f}"
    return f'<path class="arc" d="{line}{_head((dx, dy), (bx, by))}" {ARC}/>'
