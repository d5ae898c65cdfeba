"""The one way to compile a kernel: cached on disk where that can be, in memory where it cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba


def njit(kernel: Callable[..., Any]) -> Any:
    """Compile `kernel` without the interpreter lock, its machine code kept between processes.

    Numba refuses `cache=True` where no cache directory can be written (a read-only home and package);
    an answer must not depend on that, so such a kernel is compiled anew in each process.
    """
    try:
        return numba.njit(cache=True, nogil=True)(kernel)
    except RuntimeError:
        return numba.njit(nogil=True)(kernel)
