"""How much work there will be, from what smaller cases took.

It is a chance quantity X, for which P(X > x) = 1 / (1 + (x / middle)^b). Half of all cases lie below `middle`, eight of
ten between middle / factor and middle * factor, which gives b. Of work that has come to n units without an end only
what lies beyond n is left, whose bounds follow from the same formula; far beyond what was expected they are
proportional to n: what has lasted long, lasts.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from grundy.model.frozen import frozen

HELD = 0.8  # of the estimates shall hold: one in ten may be too high, one in ten too low
POINTS = 8  # smaller cases that count, the largest ones
FEW = 100  # units; a case that took less says nothing
STEEP = 0.4  # logarithm by which units usually grow with a twentieth of the places
SMALL, SMALL_FACTOR = 3000.0, 30.0  # units where every smaller case took less than FEW


@frozen
class SmallerCase:
    """What a smaller case took: units and seconds, and whether it came to its end."""

    size: int
    units: int
    seconds: float
    ended: bool


@frozen
class Forecast:
    """How many units of work there will be in all, from what smaller cases took.

    middle, factor   see the module
    rate             units a second (the least, the most)
    memory           bytes (the least, the most)
    why              what it rests on, in words
    """

    middle: float
    factor: float
    rate: tuple[float, float]
    memory: tuple[int, int]
    why: str

    def total(self, done: float = 0) -> tuple[float, float]:
        """Units in all, where so many did not suffice: the bounds of eight cases in ten.

        >>> forecast = Forecast(1000, 3, (1, 1), (0, 0), "two smaller ones")
        >>> [round(bound) for bound in forecast.total()], [round(bound) for bound in forecast.total(10**6)]
        ([333, 3000], [1054093, 3162279])
        """
        tail = (1 - HELD) / 2
        power = log((1 - tail) / tail) / log(self.factor)
        beyond = (done / self.middle) ** power  # the odds that it were over by now
        low, high = (self.middle * ((1 + beyond) / part - 1) ** (1 / power) for part in (1 - tail, tail))
        return max(low, done), high


def growing(cases: Sequence[SmallerCase], size: int) -> tuple[float, float]:
    """The middle and the factor of what a case of some size takes, after smaller ones: a line through the logarithms
    of the last of them, which counts as steep as is usual where there are few.

    >>> middle, factor = growing([SmallerCase(n, 2**n, 1.0, True) for n in range(20)], 24)
    >>> round(middle / 2**24, 1), round(factor, 1)
    (0.9, 7.2)
    """
    points = [(case.size, log(case.units)) for case in cases if case.ended and case.units >= FEW]
    if cases and not cases[-1].ended:  # what has not ended takes, in half of all cases, twice as long
        cut = (cases[-1].size, log(2 * max(FEW, cases[-1].units)))
        points += [cut] if not points or cut[1] > points[-1][1] else []
    if not points:
        return SMALL, SMALL_FACTOR
    points = points[-POINTS:]
    count = len(points)
    x, y = (sum(column) / count for column in zip(*points, strict=True))
    weight, usual = (size / 20) ** 2, STEEP * 20 / size
    spread = sum((at - x) ** 2 for at, _ in points) + weight
    slope = (sum((at - x) * (logarithm - y) for at, logarithm in points) + weight * usual) / spread
    slope = max(slope, usual / 2)  # no board is easier for being larger
    middle = y + slope * (size - x)
    off = (sum((logarithm - y - slope * (at - x)) ** 2 for at, logarithm in points) / max(1, count - 1)) ** 0.5
    beyond = max(0.0, middle - points[-1][1])
    return exp(middle), exp(1.1 + 1.5 / count + 0.2 * beyond + 0.7 * off)
