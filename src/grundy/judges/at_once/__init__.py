"""Large inputs of a few formats, read and answered by one kernel, with nothing else of grundy loaded.

Such a kernel takes inputs as they usually are, and refuses all others: those are read by the format's reader, which
knows what is wrong where.
"""

from __future__ import annotations

import ctypes
import mmap
from array import array
from functools import partial
from importlib import import_module

from grundy.compile import native
from grundy.compile.span import Place

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

ROOM = 1 << 24  # numbers of 32 bits to work with
SPARE = 64  # bytes of a number more, which a kernel may have written when it sees that the input is not for it
KINDS = "text size letters numbers"  # what each of these kernels takes
TAKEN = Place(0, "u1"), 0, Place(0, "u1"), Place(0, "u4")
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
    if not native.is_on():
        return None
    make = None if only_kept else partial(_made, f"{__name__}.{module}", name)
    try:
        code = native.load(f"{__name__}.{module}.{name}", KINDS, make)
    except ImportError:  # an installation without Numba
        return None
    output = _run(code, data, _given(module)) if code else None
    if output is not None and format in WORDS:
        won, lost = WORDS[format]
        output = output.replace(b"W", won).replace(b"L", lost)
    return output


def _made(module: str, name: str) -> native.Made:
    """What the file of a kernel has."""
    from grundy.compile.build import build

    return build(getattr(import_module(module), name), TAKEN, native.NAME)


def _run(code: native.Code, data: bytes, given: list[int]) -> bytes | None:
    """What a kernel writes for an input, up to twice as long; None where it refuses the input.

    Args:    given: the first of the numbers that it has to work with.
    """
    try:  # zeros, which take no memory until they are met
        letters, work = mmap.mmap(-1, 2 * len(data) + SPARE), mmap.mmap(-1, 4 * ROOM)
    except OSError:  # a limit of memory
        return None
    work.write(array("I", given).tobytes())
    text = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0
    count: int = code(array("q", [text, len(data), _address(letters), _address(work)]))
    return None if count < 0 else letters[:count]


def _address(memory: mmap.mmap) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


def _given(module: str) -> list[int]:
    """What kernels of a module are given to work with."""
    if module != "nimbers.kernels":
        return []
    from grundy.model.nimbers import multiply

    return [multiply(1 << bit, _PRIMITIVE) for bit in range(16)]
