"""How long work will take and how much memory, before it is done: every estimate is made here, and is a range.

Two things are known of work that is not done. Where it is known how much there is in all, its pace so far; where it is
not, what smaller cases took, if the engine has looked at such (runs/forecast.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from math import exp, isfinite, log

from grundy.model.frozen import frozen
from grundy.runs.chunk import Chunk
from grundy.runs.forecast import Forecast
from grundy.runs.memory import memory_in_use

LONGEST = 100 * 365.25 * 86400.0  # seconds; longer is no number
PACE = 2.0  # by so much what is left may be slower or faster than what is done
UNSURE = 0.5  # by so much the power with which time grows may be larger than it has been
LEAST = 1.0  # seconds of work from which its pace can be told
TOLD = 10.0  # seconds of work before what is left of it is told to somebody who did not ask for it,
CLOSE = 4.0  # and by what factor the truth may be above or below it (benchmarks/estimate_ranges.py)
SETTLED = 15.0  # seconds after a forecast from which the rate is that of the work itself
MOST_MARKS = 64
CENTURIES = "centuries"
MOST_POWERS = 99.0  # of e: more is centuries in any case, and a pace that breaks off gives thousands
GIB = 2**30


@frozen
class Estimate:
    """What work will take in all, as far as can be told.

    Attributes
    ----------
    seconds : tuple of float
        Between which bounds its time lies, with what has been done.
    memory : tuple of int or None
        Bytes, likewise; None where that is not known.
    seconds_done : float
        Seconds that it has taken so far.
    why : str
        What the estimate rests on.
    is_finished : bool
        It is done, and the bounds are what it took.
    """

    seconds: tuple[float, float]
    memory: tuple[int, int] | None
    seconds_done: float
    why: str
    is_finished: bool = False

    @staticmethod
    def of_finished(seconds: float) -> Estimate:
        """Of work that is done."""
        in_use = memory_in_use()
        return Estimate((seconds, seconds), (in_use, in_use), seconds, "it was done to its end", True)

    def __str__(self) -> str:
        return f"{between(self.seconds, _time)}{self._memory()} ({self.why})"

    @property
    def remaining_text(self) -> str:
        """What is still to come, in words."""
        left = between(self.seconds_left, _time)
        return f"{f'{left} more' if left == CENTURIES else f'another {left}'}{self._memory()}"

    def _memory(self) -> str:
        return "" if self.memory is None else f", {between(self.memory, _bytes)}"

    @property
    def seconds_left(self) -> tuple[float, float]:
        """Seconds that are still to come."""
        low, high = self.seconds
        return max(0.0, low - self.seconds_done), max(0.0, high - self.seconds_done)

    @property
    def middle(self) -> float | None:
        """Seconds that are still to come, where both bounds are within a factor of CLOSE; else None.

        >>> Estimate((30.0, 130.0), None, 20.0, "").middle, Estimate((30.0, 900.0), None, 20.0, "").middle
        (33.16..., None)
        """
        low, high = self.seconds_left
        return (low * high) ** 0.5 if self.seconds_done >= TOLD and 0 < high <= low * CLOSE**2 else None

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        bounds = {"seconds": [round(bound, 3) for bound in self.seconds], "memory": self.memory and list(self.memory)}
        return {**bounds, "finished": self.is_finished, "why": self.why}


class Estimated(Exception):
    """Work was only begun, to find what it takes.

    estimate   None where nothing can be told of it. known: what the work says of itself
    """

    def __init__(self, estimate: Estimate | None, known: str = "") -> None:
        self.estimate, self.known = estimate, known
        super().__init__(str(estimate) if estimate else f"unknown: {known or 'the work has begun'}")

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return self.estimate.as_dict() if self.estimate else {"seconds": None, "memory": None, "why": str(self)}


def of_forecast(forecast: Forecast, done: int, seconds: float, rate: float) -> Estimate:
    """Work of which smaller cases were done, after so many units and seconds; `rate` as far as it is known."""
    low, high = forecast.total(done)
    slow, fast = forecast.rate
    bounds = low / fast, high / slow  # what it took to make the forecast does not count
    if rate:
        bounds = seconds + (low - done) / rate, seconds + (high - done) / rate
    return Estimate(bounds, forecast.memory, seconds, forecast.why)


@frozen
class WorkSample:
    """How much was done, and how much memory was held, at a moment."""

    moment: float
    done: int
    memory: int


class Estimator:
    """What one piece of work will take in all, by the chunks seen and the moments at which they were seen.

    >>> work = Estimator(0.0)
    >>> for second in range(11):
    ...     estimate = work.read(Chunk(10 * second, 900, "heaps", {}), float(second))
    >>> [round(bound) for bound in estimate.seconds], estimate.why
    ([50, 170], '100 of 900 heaps done')
    """

    def __init__(self, start: float) -> None:
        self._start = start
        self._marks: list[WorkSample] = []  # since the phase began, where more was done than before
        self._phase: tuple[tuple[int, ...], int] = (), 0
        self._told = 0.0  # when there was a forecast first

    def read(self, chunk: Chunk, now: float, rate: float = 0.0) -> Estimate | None:
        """The estimate at a moment, where the rate is as far as it is known."""
        seconds = now - self._start
        if chunk.forecast is not None:
            self._told = self._told or now
            return of_forecast(chunk.forecast, chunk.done, seconds, rate if now - self._told >= SETTLED else 0.0)
        marks, phase = self._marks, (chunk.phase, chunk.total)
        if phase != self._phase:
            marks.clear()
            self._phase = phase
        if not marks or chunk.done > marks[-1].done:
            marks.append(WorkSample(now, chunk.done, memory_in_use()))
        if len(marks) > MOST_MARKS:
            del marks[1:-1:2]
        if chunk.done >= chunk.total or len(marks) < 4 or now - marks[0].moment < LEAST:
            return None
        return of_pace(marks, chunk, seconds)


def of_pace(marks: Sequence[WorkSample], chunk: Chunk, seconds: float) -> Estimate:
    """Work of which it is known how much there is in all. Time may grow as a power of what is done, which the later
    half of the marks tells from the one before; the first ones, when things were made ready, do not count."""
    last = marks[-1]
    first, middle = (
        _until(marks, marks[0].moment + share * (last.moment - marks[0].moment)) for share in (0.25, 0.625)
    )
    left = chunk.total - last.done
    pace = (last.done - middle.done) / max(1e-3, last.moment - middle.moment)
    power = 1.0
    if first.done < middle.done:
        before = (middle.done - first.done) / max(1e-3, middle.moment - first.moment)
        power += log(before / pace) / log((last.done + middle.done) / (middle.done + first.done))
    higher = max(1.0, power + min(UNSURE, max(0.0, 2 * (power - 1))))
    steady = left / pace
    far = log(chunk.total / last.done)
    bent, more = (last.done / pace / p * (exp(min(MOST_POWERS, p * far)) - 1) for p in (max(0.5, power), higher))
    grown = last.memory + max(0, last.memory - middle.memory) * left / (last.done - middle.done)
    bounds = seconds + min(steady, bent) / PACE, seconds + max(steady, more) * PACE
    return Estimate(bounds, (last.memory, int(grown)), seconds, f"{last.done:,} of {chunk.total:,} {chunk.unit} done")


def _until(marks: Sequence[WorkSample], moment: float) -> WorkSample:
    """The last mark up to a moment; not the last of all."""
    return max((mark for mark in marks[:-1] if mark.moment <= moment), key=lambda mark: mark.moment)


def between(bounds: tuple[float, float], word: Callable[[float], str]) -> str:
    """Two bounds in words, as one where they read the same.

    >>> between((100, 10_000), _time), between((2.0, 2.2), _time), between((3e5, 2**31), _bytes)
    ('2 min to 3 h', '2 s', '0.01 to 2 GiB')
    """
    low, high = map(word, bounds)
    number, _, unit = low.partition(" ")
    return low if low == high else f"{number if high.endswith(f' {unit}') else low} to {high}"


def about_left(seconds: float) -> str:
    """How long work will still take, for somebody who waits.

    >>> about_left(9.2), about_left(205)
    ('about 9 s left', 'about 3 min left')
    """
    return f"about {_time(seconds)} left"


def _time(seconds: float) -> str:
    """A time by one unit, as an estimate has it."""
    if not isfinite(seconds) or seconds > LONGEST:
        return CENTURIES
    units = ("year", 365.25 * 86400.0), ("d", 86400.0), ("h", 3600.0), ("min", 60.0)
    name, size = next((unit for unit in units if seconds >= 0.95 * unit[1]), ("s", 1.0))
    count = seconds / size
    shown = f"{count:.0f}" if count >= 9.5 or name != "s" else f"{count:.1g}"
    return f"{shown} {name}{'s' if name == 'year' and shown != '1' else ''}"


def _bytes(count: float) -> str:
    gib = max(0.01, count / GIB)
    return f"{gib:.2g} GiB" if gib < 100 else f"{gib:,.0f} GiB"


# ---- How fast work goes and how long it will take: numbers only; cli/answering.py draws them


WINDOW = 10.0  # seconds over which the rate is taken: short enough to follow, long enough to stand still


@frozen
class RunProgress:
    """How far work is, for whoever draws it.

    done, total, unit, known   as in the chunk
    seconds                    since this process began with the work, by a clock that never jumps
    rate                       units a second, over the last ten seconds; 0.0 where it is not known yet
    left                       seconds until all is done, within a factor of four; None where that cannot be told
    """

    done: int
    total: int
    unit: str
    known: str
    seconds: float
    rate: float
    left: float | None


class Meter:
    """Rate and time left from the chunks seen and the moments at which they were seen.

    >>> meter = Meter(0.0)
    >>> meter.read(Chunk(100, 400, "heaps", {}), 1.0).rate       # the first chunk only sets the mark
    0.0
    >>> meter.read(Chunk(200, 400, "heaps", {}), 2.0)
    RunProgress(done=200, total=400, unit='heaps', known='', seconds=2.0, rate=100.0, left=None)
    """

    def __init__(self, start: float) -> None:
        self._start = start
        self._marks: deque[tuple[float, int]] = deque()  # (moment, done), no two closer than a tenth of a second
        self._estimator = Estimator(start)
        self.estimate: Estimate | None = None  # the last one
        self.is_sure = False  # it will not get better by waiting

    def read(self, chunk: Chunk, now: float) -> RunProgress:
        """The progress at the moment `now`, in seconds of the clock that gave `start`."""
        marks = self._marks
        if not marks or now - marks[-1][0] >= 0.1:
            marks.append((now, chunk.done))
        while len(marks) > 2 and marks[1][0] <= now - WINDOW:
            marks.popleft()
        moment, done = marks[0]
        rate = (chunk.done - done) / (now - moment) if now > moment and chunk.done > done else 0.0
        self.estimate = self._estimator.read(chunk, now, rate)
        left = self.estimate.middle if self.estimate else None
        self.is_sure |= chunk.forecast is not None
        seconds = now - self._start
        return RunProgress(chunk.done, chunk.total, chunk.unit, chunk.describe(), seconds, rate, left)
