"""Numbers and paths of a rule's code, followed for all heaps of a table and all turns of a loop at once."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.symbolic import Refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST = 1 << 40  # a number on the way


@dataclass(frozen=True, slots=True)
class Number:
    """grow * n + off, `off` of each turn of the loop."""

    grow: int
    off: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Path:
    """A way through the code that heaps low..high take, of each turn of the loop; what its names are there."""

    known: dict[str, Number]
    low: NDArray[Any]
    high: NDArray[Any]

    def where(self, number: Number) -> tuple[Path, Path]:
        """The path where a number is at least 0, and where it is not."""
        import numpy as np

        grow, off = number.grow, number.off
        if grow > 0:
            least = -(off // grow)
            return replace(self, low=np.maximum(self.low, least)), replace(self, high=np.minimum(self.high, least - 1))
        if grow < 0:
            most = off // -grow
            return replace(self, high=np.minimum(self.high, most)), replace(self, low=np.maximum(self.low, most + 1))
        yes, no = np.where(off >= 0, self.high, -1), np.where(off < 0, self.high, -1)
        return replace(self, high=yes), replace(self, high=no)

    def taken(self) -> NDArray[Any]:
        """Of each turn, whether some heap takes it."""
        found: NDArray[Any] = self.low <= self.high
        return found


def constant(held: Any) -> Number:
    import numpy as np

    if type(held) not in (int, bool):
        raise Refused
    return Number(0, small(np.array([held], np.int64)))


def small(numbers: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    if len(numbers) and (numbers.max() > LARGEST or numbers.min() < -LARGEST):
        raise Refused
    return np.ascontiguousarray(numbers)


def total_of(one: Number, two: Number, times: int = 1) -> Number:
    """one + times * two."""
    return Number(one.grow + times * two.grow, small(one.off + times * two.off))


def combined(operator: ast.operator, one: Number, two: Number) -> Number:
    """A product with a constant, or of numbers that do not depend on n; of those, what a division gives."""
    if isinstance(operator, ast.Mult):
        if one.grow:
            one, two = two, one
        if one.grow or (two.grow and len(one.off) > 1) or int(abs(one.off).max()) * int(abs(two.off).max()) > LARGEST:
            raise Refused
        return Number(int(one.off[0]) * two.grow, small(one.off * two.off))
    if one.grow or two.grow or (two.off < 1).any():
        raise Refused
    return Number(0, one.off // two.off if isinstance(operator, ast.FloorDiv) else one.off % two.off)


def named(path: Path, name: str, number: Number) -> Path:
    return replace(path, known={**path.known, name: number})


def joined(paths: list[Path]) -> list[Path]:
    """The same heaps in fewer paths, where two that know the same go on side by side."""
    import numpy as np

    fewer: list[Path] = []
    for path in sorted(paths, key=lambda path: int(path.low.min())):
        for place, other in enumerate(fewer):
            one, two = other.taken(), path.taken()
            beside = (other.high + 1 == path.low) | (path.high + 1 == other.low)
            if _knows(path) == _knows(other) and (beside | ~one | ~two).all():
                low = np.where(one & two, np.minimum(path.low, other.low), np.where(one, other.low, path.low))
                high = np.where(one & two, np.maximum(path.high, other.high), np.where(one, other.high, path.high))
                fewer[place] = replace(path, low=low, high=high)
                break
        else:
            fewer.append(path)
    return fewer


def _knows(path: Path) -> dict[str, int]:
    return {name: id(number) for name, number in path.known.items()}
