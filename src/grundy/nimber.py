"""Arithmetic of nimbers: the field that nim-values form with nim-addition (XOR) and nim-multiplication.

    >>> from grundy import nimber
    >>> nimber.multiply(4, 6), nimber.divide(9, 3), nimber.power(2, 3)
    (14, 14, 1)

All functions take whole numbers of any size, and exactly: the field grows as needed. Those with `out` also take NumPy
arrays of uint8, uint16, uint32 or uint64, which broadcast; each of these types is a field of its own. `Nimber` is one
number with operators; `nimber(3)` makes one, too. The sum of two nimbers is their XOR: ``a ^ b``.

References: Conway, On Numbers and Games, ch. 6; Lenstra, Nim multiplication, 1977.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any, SupportsIndex, TypeAlias

from grundy.errors import BadNimber
from grundy.model import nimbers as _numbers
from grundy.model.leads import Led
from grundy.notation import nimbers as _expression
from grundy.text.numbers import digits, short_repr
from grundy.text.reader import ARGUMENT, Text

__all__ = [
    "Nimber",
    "divide",
    "evaluate",
    "inverse",
    "log",
    "multiply",
    "order",
    "power",
    "solve_quadratic",
    "sqrt",
    "square",
    "trace",
]

Numbers: TypeAlias = Any  # an int, or an array of unsigned integers


def multiply(a: Numbers, b: Numbers, out: Any = None) -> Any:
    """The nim-product.

    Parameters
    ----------
    a, b : int or array
        Whole numbers >= 0, or arrays of uint8, uint16, uint32 or uint64 that broadcast.
    out : array, optional
        Where to put the products of arrays; of their shape and of the larger of their types.

    Returns
    -------
    int or array

    Raises
    ------
    BadNimber
        A negative number, another type.

    Notes
    -----
    About 30 µs for integers of 64 bits, growing as the 1.6th power of the bits; an array takes some ten nanoseconds an
    entry of 64 bits on one core that has AVX2 and PCLMULQDQ, twenty elsewhere, and a few for one of 8 bits.

    Examples
    --------
    >>> multiply(2, 3), multiply(16, 16), multiply(2**64, 2**64)
    (1, 24, 27670116110564327424)
    >>> import numpy as np
    >>> multiply(np.arange(4, dtype=np.uint8)[:, None], np.arange(4, dtype=np.uint8)).tolist()
    [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    """
    return _answer("multiply", (a, b), out)


def divide(a: Numbers, b: Numbers, out: Any = None) -> Any:
    """The number whose nim-product with `b` is `a`; arguments as for `multiply`.

    Raises
    ------
    BadNimber
        `b` is 0, or has a 0; what `multiply` refuses.

    Examples
    --------
    >>> divide(1, 2), divide(14, 6)
    (3, 4)
    """
    return _answer("divide", (a, b), out)


def inverse(a: Numbers, out: Any = None) -> Any:
    """The number whose nim-product with `a` is 1; arguments as for `multiply`.

    Raises
    ------
    BadNimber
        `a` is 0, or has a 0; what `multiply` refuses.

    Examples
    --------
    >>> [inverse(a) for a in range(1, 8)]
    [1, 3, 2, 15, 12, 9, 11]
    """
    return _answer("inverse", (a,), out)


def square(a: Numbers, out: Any = None) -> Any:
    """The nim-product of `a` with itself; arguments as for `multiply`.

    Examples
    --------
    >>> [square(a) for a in range(8)]
    [0, 1, 3, 2, 6, 7, 5, 4]
    """
    return _answer("square", (a,), out)


def sqrt(a: Numbers, out: Any = None) -> Any:
    """The one number whose square is `a`; arguments as for `multiply`.

    Examples
    --------
    >>> [sqrt(a) for a in range(8)]
    [0, 1, 3, 2, 7, 6, 4, 5]
    """
    return _answer("sqrt", (a,), out)


def power(a: Numbers, n: SupportsIndex, out: Any = None) -> Any:
    """The n-th power of `a`, for an ordinary integer `n` of any size and sign; the 0-th power of 0 is 1.

    Raises
    ------
    BadNimber
        A negative power of 0; an exponent that is no integer; what `multiply` refuses.

    Examples
    --------
    >>> power(2, 3), power(4, -1), power(7, 10**100)
    (1, 15, 2)
    """
    exponent = _exponent(n)
    if out is not None or _is_array(a):
        return _arrays().power(a, exponent, out)
    return _numbers.power(_integer(a), exponent)


def trace(a: int, bits: int = 0) -> int:
    """The sum a ⊕ a² ⊕ a⁴ ⊕ ... over the conjugates of `a`: 0 or 1.

    Parameters
    ----------
    a : int
        A whole number >= 0.
    bits : int, optional
        1, 2, 4, 8, ...: the field of all numbers of so many bits; the smallest that has `a` unless given.

    Raises
    ------
    BadNimber
        There is no such field, or `a` is not in it.

    Examples
    --------
    >>> trace(1), trace(2), trace(1, bits=2), trace(8)
    (1, 1, 0, 1)
    """
    return _numbers.trace(_integer(a), _exponent(bits, "a number of bits"))


def order(a: int) -> int:
    """The least n >= 1 for which the n-th power of `a` is 1.

    Raises
    ------
    BadNimber
        `a` is 0.
    OutOfReach
        `a` has more than 2,048 bits: the factors of 2^4096 + 1 are not known in full.

    Notes
    -----
    Milliseconds for 128 bits, some ten seconds for 2,048.

    Examples
    --------
    >>> order(1), order(2), order(4), order(16)
    (1, 3, 15, 85)
    """
    return int(_orders().order(_integer(a)))


def log(a: int, base: int) -> int:
    """The least n >= 0 for which the n-th power of `base` is `a`.

    Raises
    ------
    BadNimber
        No power of `base` is `a`.
    OutOfReach
        More than 128 bits.

    Notes
    -----
    Some tenths of a second for 64 bits; for 128 bits up to some ten seconds and 400 MB (Pohlig and Hellman 1978).

    Examples
    --------
    >>> log(3, 2), log(1, 7), log(5, 4)
    (2, 0, 4)
    """
    return int(_orders().log(_integer(a), _integer(base)))


def solve_quadratic(b: int, c: int) -> tuple[int, int]:
    """Both x with x⊗x ⊕ b⊗x = c, the smaller one first; for b = 0 they are the same.

    Where the smallest field with `b` and `c` has none, the next one has two.

    Raises
    ------
    BadNimber
        A negative number, another type.

    Examples
    --------
    >>> solve_quadratic(1, 1), solve_quadratic(1, 2), solve_quadratic(0, 3), solve_quadratic(2, 0)
    ((2, 3), (4, 5), (2, 2), (0, 2))
    """
    return _numbers.solve_quadratic(_integer(b), _integer(c))


def evaluate(expression: str) -> int:
    """The value of an expression, as `grundy nimber` prints it.

    Parameters
    ----------
    expression : str
        Whole numbers, ``+`` (XOR; ``-`` and ``^`` are the same), ``*``, ``/``, ``**`` with one ordinary integer,
        brackets, and the functions of this module that return one number: ``sqrt(7)``, ``log(5, 4)``.

    Raises
    ------
    BadText
        It is none, or divides by 0, with the place.
    BadNimber, OutOfReach
        What a function refuses, as a logarithm that does not exist, with the place of the function.

    Examples
    --------
    >>> evaluate("(4*6 + 2) / 3"), evaluate("log(5, 4)"), evaluate("2 ** -1")
    (4, 4, 3)
    """
    return _expression.evaluate(Text(expression, ARGUMENT), _FUNCTIONS)


_FUNCTIONS: dict[str, tuple[int, Callable[..., int]]] = {
    "inverse": (1, inverse),
    "sqrt": (1, sqrt),
    "square": (1, square),
    "trace": (1, trace),
    "order": (1, order),
    "log": (2, log),
}


@dataclass(frozen=True, order=True, slots=True)
class Nimber(Led):
    """One nimber, with operators.

    Whole numbers may stand on either side: ``Nimber(4) * 6``. ``+`` and ``-`` are the same, the XOR; an exponent is an
    ordinary integer. `int` gives the number back.

    Raises
    ------
    BadNimber
        A negative number, another type; a division by 0.

    Examples
    --------
    >>> (Nimber(4) * 6 + 2) / 3
    Nimber(4)
    >>> Nimber(7) ** 2, 1 / Nimber(7), int(Nimber(7)), str(Nimber(7))
    (Nimber(4), Nimber(11), 7, '*7')
    """

    value: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", _integer(self.value))

    def __int__(self) -> int:
        return self.value

    __index__ = __int__

    def __bool__(self) -> bool:
        return self.value != 0

    def __repr__(self) -> str:
        return f"Nimber({digits(self.value)})"

    def __str__(self) -> str:
        return f"*{digits(self.value)}"

    def _repr_html_(self) -> str:
        return f"∗{digits(self.value)}"

    def _repr_latex_(self) -> str:
        return rf"$\ast {digits(self.value)}$"

    def __add__(self, other: Nimber | int) -> Nimber:
        return Nimber(self.value ^ _integer(other))

    __radd__ = __sub__ = __rsub__ = __xor__ = __rxor__ = __add__

    def __neg__(self) -> Nimber:
        return self

    def __mul__(self, other: Nimber | int) -> Nimber:
        return Nimber(_numbers.multiply(self.value, _integer(other)))

    __rmul__ = __mul__

    def __truediv__(self, other: Nimber | int) -> Nimber:
        return Nimber(_numbers.divide(self.value, _integer(other)))

    def __rtruediv__(self, other: Nimber | int) -> Nimber:
        return Nimber(_numbers.divide(_integer(other), self.value))

    def __pow__(self, n: int) -> Nimber:
        return Nimber(_numbers.power(self.value, _exponent(n)))

    def sqrt(self) -> Nimber:
        """The one number whose square this is."""
        return Nimber(_numbers.sqrt(self.value))


class _Callable(ModuleType):
    """So that `grundy.nimber(3)` is `grundy.nimber.Nimber(3)`."""

    def __call__(self, value: int) -> Nimber:
        return Nimber(value)


sys.modules[__name__].__class__ = _Callable


def _answer(name: str, operands: tuple[Numbers, ...], out: Any) -> Any:
    if out is not None or any(map(_is_array, operands)):
        return getattr(_arrays(), name)(*operands, out=out)
    return getattr(_numbers, name)(*map(_integer, operands))


def _is_array(given: Numbers) -> bool:
    return hasattr(given, "dtype")


def _integer(given: object) -> int:
    """A whole number that is a nimber."""
    number = _index(given)
    if number is not None and number >= 0:
        return number
    raise BadNimber(f"expected a whole number >= 0, found {short_repr(given)}")


def _exponent(given: object, expected: str = "an ordinary integer as the exponent") -> int:
    """A whole number of either sign that is no nimber."""
    number = _index(given)
    if number is None or isinstance(given, Nimber):
        raise BadNimber(f"expected {expected}, found {short_repr(given)}")
    return number


def _index(given: object) -> int | None:
    if isinstance(given, SupportsIndex) and not isinstance(given, bool):
        with suppress(TypeError):  # an array of several numbers
            return given.__index__()
    return None


def _arrays() -> Any:
    return import_module("grundy.engines.nimbers.arrays")


def _orders() -> Any:
    return import_module("grundy.engines.nimbers.orders")
