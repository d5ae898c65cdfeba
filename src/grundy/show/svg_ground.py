"""A graph that stands on the ground as SVG: its nodes above it in layers, its edges to be pointed at one by one.

An edge carries `data-item`: "a,b", the places of its ends from 1, and "a,b,2" for the second between the same ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from grundy.model.board import Net
from grundy.show.svg_items import NODE, Drawn, Spots, called, disc, item, line_between, petal

ACROSS, UP, MARGIN = 64, 72, 30  # from node to node, from layer to layer, round the picture
BEND = 26  # by how much parallel edges part


def ground_picture(net: Net, pointed: bool) -> Drawn:
    """The nodes in layers by their distance from the ground, each above what it stands on; the ground is a line."""
    assert net.ground is not None
    spots, width = _places(net, net.ground)
    line = max(y for _, y in spots) + UP  # where the ground is
    spots[net.ground] = (width / 2, line)
    body = [f'<path class="ground" d="M4 {line:g}H{width - 4:g}" stroke="currentColor" stroke-width="4"/>']
    copies: dict[tuple[int, int], int] = {}
    loops: dict[int, int] = {}
    among = {edge: net.arcs.count(edge) for edge in set(net.arcs)}
    for edge in net.arcs:
        copy = copies[edge] = copies.get(edge, 0) + 1
        a, b = edge
        if a == b:
            number = loops[a] = loops.get(a, 0) + 1
            foot = (width - MARGIN - 34 * (number - 1), line) if a == net.ground else None
            path = _loop(spots[a], number, foot)
        else:
            start, end = (_foot(spots, net.ground, one, other) for one, other in ((a, b), (b, a)))
            rims = tuple(0 if node == net.ground else NODE for node in edge)
            path = line_between(start, end, BEND * (copy - (among[edge] + 1) / 2), rims)
        name = f"{a + 1},{b + 1}" + (f",{copy}" if copy > 1 else "")
        label = f"edge {net.nodes[a]} to {net.nodes[b]}" + (f", {copy} of {among[edge]}" if among[edge] > 1 else "")
        body.append(f'<g class="edge" {item(name, label, pointed)}>{_drawn(path)}</g>')
    for node, (x, y) in enumerate(spots):
        if node != net.ground:
            body.append(f'<g class="node" {item(str(node + 1), called(net.nodes[node]), pointed)}>')
            body.append(f"{disc(x, y, net.nodes[node])}</g>")
    return (width, line + 8), body


def _drawn(path: str) -> str:
    """A line, and a broad one round it that nobody sees, which is easier to hit."""
    broad = f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity="0" stroke-width="14"/>'
    return f'{broad}<path class="stem" d="{path}" fill="none" stroke="currentColor" stroke-width="2.5"/>'


def _foot(spots: Spots, ground: int, node: int, other: int) -> tuple[float, float]:
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
    order = [ground]
    children: dict[int, list[int]] = {node: [] for node in range(len(net.nodes))}
    for node in order:  # grows while it is read
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
