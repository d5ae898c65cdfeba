"""What pictures of all kinds are made of: texts, and the attributes of what can be pointed at."""

from __future__ import annotations

from html import escape
from typing import TypeAlias

NODE = 17  # a node's radius
Spots: TypeAlias = list[tuple[float, float]]
Drawn: TypeAlias = tuple[tuple[float, float] | None, list[str]]
"""Width and height, None for a picture that is too large to be looked at; and what is in it."""


def item(name: str, label: str, pointed: bool) -> str:
    """The attributes of something that can be pointed at."""
    if not pointed:
        return f'data-item="{name}"'
    return f'data-item="{name}" role="button" tabindex="-1" aria-label="{escape(label)}"'


def text(x: float, y: float, words: str, kind: str, anchor: str = "middle") -> str:
    """A text at a place."""
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}" dominant-baseline="central"'
    return f'<text class="{kind}" {place} fill="currentColor">{escape(words)}</text>'


def disc(x: float, y: float, name: str) -> str:
    """A node with its name."""
    circle = f'<circle class="disc" cx="{x:g}" cy="{y:g}" r="{NODE}" fill="currentColor" fill-opacity="0.1"/>'
    return circle + text(x, y, name if len(name) <= 4 else f"{name[:3]}…", "label")
