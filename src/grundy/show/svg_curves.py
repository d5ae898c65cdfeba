"""Curves between spots as SVG, as a person draws them: dots with their numbers, and smooth lines; dead spots are small.

A spot carries `data-item`: its number. Curves cannot be pointed at; those of the last move have the class `last`.
"""

from __future__ import annotations

from collections.abc import Sequence

from grundy.model.curves import FULL, Curves, Point
from grundy.show.markup import Drawn, ItemState

SPOT, DEAD, FINGER = 8.5, 4.5, 15  # radii: of a spot that lives, of one that is dead, of what can be pressed

MIDDLE = 'text-anchor="middle" dominant-baseline="central" font-size="10" font-weight="700" fill="#fff"'


def curves_picture(board: Curves, state: ItemState, newest: bool) -> Drawn:
    """The curves, those of the last move marked where it was made here, and the spots on them."""
    if not board.spots:
        return None, []
    last = len(board.paths) - 2 if newest else len(board.paths)
    curves = [
        f'<path class="curve{" last" if number >= last else ""}" d="{smooth(path)}" fill="none" stroke="currentColor" '
        'stroke-width="2.2" stroke-linecap="round"/>'
        for number, path in enumerate(board.paths)
    ]
    spots = [_spot(board, number, state) for number in range(len(board.spots))]
    return board.size, [f'<g class="strokes">{"".join(curves)}</g>', f'<g class="dots">{"".join(spots)}</g>']


def _spot(board: Curves, number: int, state: ItemState) -> str:
    (x, y), ends, name = board.spots[number], len(board.ends[number]), str(number + 1)
    dead = ends >= FULL
    kind = state.classes("node dead" if dead else "node", name)
    said = "dead" if dead else f"{ends or 'no'} line{'s' * (ends != 1)}"
    place = f'cx="{x:.1f}" cy="{y:.1f}"'
    hit = f'<circle class="spot" {place} r="{FINGER}" fill="none" pointer-events="all"/>'
    dot = f'<circle class="disc" {place} r="{DEAD if dead else SPOT}" fill="currentColor"/>'
    words = "" if dead else name
    label = f'<text class="number" x="{x:.1f}" y="{y:.1f}" {MIDDLE}>{words}</text>'
    return f'<g class="{kind}" {state.pointer(name, f"spot {name}, {said}")}>{hit}{dot}{label}</g>'


def smooth(points: Sequence[Point]) -> str:
    """The path of a curve that is drawn to each middle between two points, turning at the points.

    It stays within the corners of the points, so that what does not cross as straight pieces does not cross as curves.

    >>> smooth([(0, 0), (10, 0), (10, 10)])
    'M0.0 0.0Q10.0 0.0 10.0 10.0'
    """
    path = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    inner = points[1:-1]
    for place, (x, y) in enumerate(inner):
        u, v = points[place + 2]
        end = (u, v) if place == len(inner) - 1 else ((x + u) / 2, (y + v) / 2)
        path.append(f"Q{x:.1f} {y:.1f} {end[0]:.1f} {end[1]:.1f}")
    return "".join(path) if inner else f"{path[0]}L{points[-1][0]:.1f} {points[-1][1]:.1f}"
