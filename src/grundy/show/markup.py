"""Parts that all SVG and HTML pictures share: texts, lines, and the attributes of items that a pointer can choose."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol, TypeAlias

from grundy.text.terminal import printable

# Texts in SVG and HTML: XML allows no control characters, and direction marks would reverse the text around them.


def escape(text: str, quote: bool = True) -> str:
    r"""Escape a text for SVG and HTML.

    >>> escape("a < b\x1b")
    'a &lt; b\\x1b'
    """
    return html.escape(printable(text), quote)


# Parts of all pictures: texts, lines, and the attributes of items that a pointer can choose.

NODE = 17  # a node's radius
INSIDE, LONGEST = 5, 16  # most characters of a name inside a node, and of a longer name below the node
Spots: TypeAlias = list[tuple[float, float]]
Drawn: TypeAlias = tuple[tuple[float, float] | None, list[str]]
"""Width and height, or None for a picture that is too large to look at; and the elements of the picture."""


class ItemState(Protocol):
    """The state of the items (nodes, edges) of a graph during play."""

    def classes(self, kind: str, item_name: str) -> str:
        """The CSS classes of an item of this kind."""

    def pointer(self, item_name: str, label: str) -> str:
        """The attributes that let a pointer or a screen reader choose the item."""


def item(name: str, label: str, pointed: bool) -> str:
    """The attributes of an item; with `pointed`, a pointer or a screen reader can choose the item."""
    if not pointed:
        return f'data-item="{name}"'
    return f'data-item="{name}" role="button" tabindex="-1" aria-label="{escape(label)}"'


def curve(points: Sequence[tuple[float, float]], rims: tuple[float, float], band: float) -> str:
    """The path of an arrow down a page that passes between the nodes of each row without touching them.

    Args:    points: where the arrow crosses the middle line of each row. rims: how far below the first point the arrow
             begins, and how far above the last point it ends. band: how far the nodes of a row extend above and below
             the middle line; within this band the arrow is vertical.
    """
    (x, y), (end, bottom) = points[0], points[-1]
    path = [f"M{x:.1f} {y + rims[0]:.1f}"]
    for (x1, y1), (x2, y2) in pairwise(points):
        between = (y1 + y2) / 2
        path.append(f"L{x1:.1f} {y1 + band:.1f}C{x1:.1f} {between:.1f} {x2:.1f} {between:.1f} {x2:.1f} {y2 - band:.1f}")
    y = bottom - rims[1]
    path.append(f"L{end:.1f} {y:.1f}M{end - 4:.1f} {y - 7:.1f}L{end:.1f} {y:.1f}L{end + 4:.1f} {y - 7:.1f}")
    return "".join(path)


def text(x: float, y: float, words: str, kind: str, anchor: str = "middle") -> str:
    """A text at a place."""
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}" dominant-baseline="central"'
    return f'<text class="{kind}" {place} fill="currentColor">{escape(words)}</text>'


def disc(x: float, y: float, name: str) -> str:
    """A node with its name, without blanks and outer brackets: inside the node, or below it if the name is long."""
    circle = f'<circle class="disc" cx="{x:g}" cy="{y:g}" r="{NODE}" fill="currentColor" fill-opacity="0.1"/>'
    short = _short(name)
    if len(short) > INSIDE:
        return circle + text(x, y + NODE + 8, short, "label").replace("<text", '<text font-size="11"', 1)
    size = "" if len(short) <= 4 else ' font-size="10.4"'
    return circle + text(x, y, short, "label").replace("<text", f"<text{size}", 1)


def called(name: str) -> str:
    """The name of a node for a screen reader, as it is written, so that who speaks what they see is understood.

    A written form that is shortened follows the whole name.

    >>> called("a"), called("(1,2)"), called("a_very_long_name_of_a_node")
    ('node a', 'node 1,2', 'node a_very_long_name_of_a_node, written a_very_l…_a_node')
    """
    short = _short(name)
    whole = short if name == f"({short})" else name
    return f"node {whole}" + ("" if short in whole else f", written {short}")


def _short(name: str) -> str:
    short = name.strip("()").replace(" ", "") or name
    return short if len(short) <= LONGEST else f"{short[:8]}…{short[-7:]}"


def label_width(name: str) -> float:
    """The width in pixels of a node's name below the node; 0 if the name is inside the node."""
    short = _short(name)
    return 6.4 * len(short) if len(short) > INSIDE else 0.0


def text_width(remarks: Sequence[str]) -> float:
    """The width in pixels of the longest remark, in the widest usual characters: bold digits of DejaVu Sans."""
    return 9.1 * max((len(remark) for remark in remarks), default=0)


def line_between(start: tuple[float, float], end: tuple[float, float], bend: float, rims: Sequence[float]) -> str:
    """The path from the rim of one node to the rim of another; its control point is `bend` pixels off the middle."""
    (x1, y1), (x2, y2) = start, end
    far = math.hypot(x2 - x1, y2 - y1) or 1.0
    x = (x1 + x2) / 2 - (y2 - y1) / far * bend
    y = (y1 + y2) / 2 + (x2 - x1) / far * bend
    half = math.hypot(far / 2, bend)
    x1, y1 = x1 + (x - x1) / half * rims[0], y1 + (y - y1) / half * rims[0]
    x2, y2 = x2 + (x - x2) / half * rims[1], y2 + (y - y2) / half * rims[1]
    return f"M{x1:.1f} {y1:.1f}Q{x:.1f} {y:.1f} {x2:.1f} {y2:.1f}"


def petal(spot: tuple[float, float], lean: float) -> str:
    """The path of a loop at a node; `lean` is its direction, in radians to the right of vertical."""
    left, right = ((spot[0] + 60 * math.sin(lean + way), spot[1] - 60 * math.cos(lean + way)) for way in (-0.32, 0.32))
    rim = f"{spot[0] + NODE * math.sin(lean):.1f} {spot[1] - NODE * math.cos(lean):.1f}"
    return f"M{rim}C{left[0]:.1f} {left[1]:.1f} {right[0]:.1f} {right[1]:.1f} {rim}"
