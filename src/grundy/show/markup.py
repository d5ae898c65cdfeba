"""Texts in SVG and HTML: XML allows no control characters, and marks of direction would turn the text beside them."""

from __future__ import annotations

import html

from grundy.text.terminal import printable


def escape(text: str, quote: bool = True) -> str:
    r"""A text as SVG and HTML have it.

    >>> escape("a < b\x1b")
    'a &lt; b\\x1b'
    """
    return html.escape(printable(text), quote)
