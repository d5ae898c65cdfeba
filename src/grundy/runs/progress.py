"""How fast work goes and how long it will take: numbers only; cli/answering.py draws them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from grundy.runs.chunk import Chunk
from grundy.runs.estimate import Estimate, Estimator

WINDOW = 10.0  # seconds over which the rate is taken: short enough to follow, long enough to stand still


@dataclass(frozen=True, slots=True)
class Progress:
    """How far work is, for whoever draws it.

    done, total, unit, known   as in the chunk
    seconds                    since this process began with the work, by a clock that never jumps
    rate                       units a second, over the last ten seconds; 0.0 where it is not known yet
    left                       seconds until all is done at that rate; None where that is not known
    estimate                   what it will take in all, as a range; None where nothing tells
    """

    done: int
    total: int
    unit: str
    known: str
    seconds: float
    rate: float
    left: float | None
    estimate: Estimate | None = None


class Meter:
    """Rate and time left from the chunks seen and the moments at which they were seen.

    >>> meter = Meter(0.0)
    >>> meter.read(Chunk(100, 400, "heaps", {}), 1.0).rate       # the first chunk only sets the mark
    0.0
    >>> meter.read(Chunk(200, 400, "heaps", {}), 2.0)
    Progress(done=200, total=400, unit='heaps', known='', seconds=2.0, rate=100.0, left=2.0, estimate=None)
    """

    def __init__(self, start: float) -> None:
        self._start = start
        self._marks: deque[tuple[float, int]] = deque()  # (moment, done), no two closer than a tenth of a second
        self._estimator = Estimator(start)
        self.estimate: Estimate | None = None  # the last one
        self.is_sure = False  # it will not get better by waiting

    def read(self, chunk: Chunk, now: float) -> Progress:
        """The progress at the moment `now`, in seconds of the clock that gave `start`."""
        marks = self._marks
        if not marks or now - marks[-1][0] >= 0.1:
            marks.append((now, chunk.done))
        while len(marks) > 2 and marks[1][0] <= now - WINDOW:
            marks.popleft()
        moment, done = marks[0]
        rate = (chunk.done - done) / (now - moment) if now > moment and chunk.done > done else 0.0
        left = (chunk.total - chunk.done) / rate if rate and chunk.total >= chunk.done else None
        self.estimate = self._estimator.read(chunk, now, rate)
        self.is_sure |= chunk.forecast is not None
        seconds = now - self._start
        return Progress(chunk.done, chunk.total, chunk.unit, chunk.describe(), seconds, rate, left, self.estimate)
