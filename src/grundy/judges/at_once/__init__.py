"""Large inputs of a few formats, read and answered by one kernel, with nothing else of grundy loaded.

Such a kernel takes inputs as they usually are, and refuses all others: those are read by the format's reader, which
knows what is wrong where.
"""

from __future__ import annotations

from pathlib import Path

from grundy.compile import bare

LARGE = 1 << 18  # bytes; of fewer, starting up is what takes the time
KERNELS = {
    "cf1382b-sequential-nim": ("kernels", "sequential"),
    "gfg-floor-division": ("division.kernels", "division"),
    "graph": ("graphs.kernels", "graph"),
    "hdu5724-chess": ("kernels", "chess"),
    "nim-inverse-64": ("nimbers.kernels", "inverses"),
    "nim-product-64": ("nimbers.kernels", "products"),
    "piles": ("kernels", "piles"),
    "poj2960-s-nim": ("kernels", "s_nim"),
}
"""Where the kernel of a format is."""

WORDS = {
    "cf1382b-sequential-nim": (b"First\n", b"Second\n"),
    "gfg-floor-division": (b"first\n", b"second\n"),
    "graph": (b"first\n", b"second\n"),
    "hdu5724-chess": (b"YES\n", b"NO\n"),
    "piles": (b"first\n", b"second\n"),
}
"""What the output of a format has in place of W and L."""

FOLDER = Path(__file__).parent
_PRIMITIVE = 258  # a number whose nim-powers are all below 2^16 but 0


def answer(format: str, data: bytes, only_kept: bool = False) -> bytes | None:
    """The output for an input of a format, without options; None where no kernel answers.

    Args:    only_kept: whether a kernel that was never compiled on this machine is done without.

    >>> answer("gfg-rectangle", b"01") is None
    True
    """
    if format not in KERNELS:
        return None
    module, name = KERNELS[format]
    code = bare.load(FOLDER, name) if only_kept else bare.load_or_make(FOLDER, f"{__name__}.{module}", name)
    output = bare.run(code, data, _given(module)) if code else None
    if output is not None and format in WORDS:
        won, lost = WORDS[format]
        output = output.replace(b"W", won).replace(b"L", lost)
    return output


def _given(module: str) -> list[int]:
    """What kernels of a module are given to work with."""
    if module != "nimbers.kernels":
        return []
    from grundy.model.nimbers import multiply

    return [multiply(1 << bit, _PRIMITIVE) for bit in range(16)]
