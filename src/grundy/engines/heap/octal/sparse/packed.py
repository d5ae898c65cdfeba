"""Arrays as texts, which the state of a search is made of."""

from __future__ import annotations

import base64
import zlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


def packed(words: NDArray[Any]) -> str:
    """Words as text."""
    return base64.b64encode(zlib.compress(words.tobytes(), 1)).decode("ascii")


def unpacked(text: str, dtype: Any) -> NDArray[Any]:
    """The words that `packed` made a text of."""
    import numpy as np

    return np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype)
