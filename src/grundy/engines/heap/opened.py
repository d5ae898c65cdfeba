"""Numbers whose size is left open, for `recognize`: with what may be done with them, and a refusal for all else."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar


class Refused(Exception):
    """Something was done with an open number that is not followed here."""


class Finer(Exception):
    """The remainder of an open number by `modulus` was asked for, and is not known."""

    def __init__(self, modulus: int) -> None:
        self.modulus = modulus


class Trial(Protocol):
    """What open numbers tell, and ask, while a rule runs on them: n mod `modulus` is `residue`."""

    modulus: int
    residue: int
    finer: int

    def large(self, least: int) -> None:
        """What was decided holds for n >= least."""

    def refuse(self) -> Any:
        """Raise Refused, and remember it."""


Number = TypeVar("Number", bound=type)
REFUSED = (
    "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod divmod rdivmod pow rpow lshift rlshift "
    "rshift rrshift and rand or ror xor rxor neg pos abs invert int float complex index round trunc floor ceil iter "
    "len getitem contains call hash lt le gt ge eq ne bool"
)


def closed(number: Number) -> Number:
    """Give a class of numbers a refusal for whatever it does not define, lest Python do something by itself."""
    for name in REFUSED.split():
        if f"__{name}__" not in vars(number) or vars(number)[f"__{name}__"] is None:
            setattr(number, f"__{name}__", lambda self, *_: self.trial.refuse())
    for name in ("format", "str", "repr"):  # labels
        setattr(number, f"__{name}__", lambda self, *_: "n")
    return number


@closed
class Open:
    """n + off for all large n of a residue."""

    plus = 0

    def __init__(self, trial: Trial, off: int) -> None:
        self.trial, self.off = trial, off

    def add(self, number: int) -> Open:
        return Open(self.trial, self.off + number)

    def at(self, n: int) -> int:
        """The number for one n."""
        return n + self.off

    def __add__(self, other: Any) -> Any:
        return self.add(other) if type(other) is int else self.trial.refuse()

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if type(other) is int:
            return self.add(-other)
        if isinstance(other, Open):
            return self.off - other.off
        if isinstance(other, Between) and other.sign > 0:
            return Between(self.trial, other.key, other.low, other.high, -1, self.off - other.off)
        return self.trial.refuse()

    def _side(self, other: Any) -> int:
        """The sign of self - other; equal if 0."""
        if isinstance(other, Open):
            return (self.off > other.off) - (self.off < other.off)
        if type(other) is int:
            self.trial.large(other - self.off + 1)
            return 1
        self.trial.refuse()
        return 0

    def __lt__(self, other: Any) -> bool:
        return self._side(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._side(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._side(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._side(other) >= 0

    def __eq__(self, other: object) -> bool:
        return self._side(other) == 0

    def __ne__(self, other: object) -> bool:
        return self._side(other) != 0

    def __bool__(self) -> bool:
        return self._side(0) != 0

    def __mod__(self, modulus: Any) -> int:
        if type(modulus) is not int or modulus < 1:
            self.trial.refuse()
        if self.trial.modulus % modulus:
            self.trial.finer = modulus
            raise Finer(modulus)
        return (self.trial.residue + self.off) % int(modulus)

    def __and__(self, mask: Any) -> int:
        if type(mask) is not int or mask < 0 or mask & (mask + 1):
            self.trial.refuse()
        return self.__mod__(mask + 1)

    def __floordiv__(self, divisor: Any) -> Any:
        return Half(self.trial, self.off, 0) if divisor == 2 else self.trial.refuse()

    def __rshift__(self, places: Any) -> Any:
        return self // 2 if places == 1 else self.trial.refuse()


@closed
class Half:
    """(n + off) // 2 + plus."""

    def __init__(self, trial: Trial, off: int, plus: int) -> None:
        self.trial, self.off, self.plus = trial, off, plus

    def add(self, number: int) -> Half:
        return Half(self.trial, self.off, self.plus + number)

    def at(self, n: int) -> int:
        return (n + self.off) // 2 + self.plus

    def __add__(self, other: Any) -> Any:
        return self.add(other) if type(other) is int else self.trial.refuse()

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self.add(-other) if type(other) is int else self.trial.refuse()


@closed
class Between:
    """sign * a + off (+ n if sign < 0), for all a of low..high."""

    def __init__(self, trial: Trial, key: object, low: int, high: Open | Half, sign: int, off: int) -> None:
        self.trial, self.key, self.low, self.high, self.sign, self.off = trial, key, low, high, sign, off

    def __add__(self, other: Any) -> Any:
        if type(other) is not int:
            return self.trial.refuse()
        return Between(self.trial, self.key, self.low, self.high, self.sign, self.off + other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self + -other if type(other) is int else self.trial.refuse()
