"""Floor division: a move replaces an integer x > 0 by x // d, d in a finite set D. Nim-values of integers of any size.

G(0) = 0, and G(x) = mex of G(x // d) for d in D. G is a step function: it can change only at 1 and at d * b, where b is
an earlier change, because x // d passes b exactly when x passes d * b. The changes are met in increasing order, as
Hamming numbers are, and those at which the mex stays the same are dropped at once. So few remain that integers of
thousands of digits take a moment: 3 changes for each factor of 12 if D is {2, 3, 6}.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush, heapreplace

from grundy.engines.engine import Answer, Direct, DirectValues, listed
from grundy.engines.options import SearchOptions
from grundy.errors import BadRule, OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Division, Moves

MOST_STEPS = 3 * 10**7  # in plain Python, where integers may be of any size: about a minute
MOST_SMALL_STEPS = 3 * 10**9  # compiled, for integers below 2**62: about a minute
PLAIN_STEPS = 3 * 10**5  # before compiled code is worth loading
SLICE = 10**7  # steps of one call
MOST_CHANGES = 10**7  # kept at one time
MOST_BYTES = 2 * 10**9  # for their digits
BY = Evidence("computed", "nim-values as a step function of the number, each step from earlier ones")


def values(integers: Sequence[int], divisors: Iterable[int]) -> list[int]:
    """Nim-values of integers >= 0, in their order, all in one sweep from 0 to the largest.

    Args:    integers: any size, any order, repeats harmless; for moves, put the x // d among them.
             divisors: all >= 2, any size, duplicates harmless; none at all means that there are no moves.
    Raises:  BadRule: a divisor below 2. OutOfReach: too many steps or changes; the message names the limit.
    Cost:    a microsecond for each change of each G(x // d) below the largest integer, less in compiled code.

    >>> values(range(14), [2, 3, 6])
    [0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 1, 1]
    >>> values([10**4000], [2, 3, 6])  # 2 or 3 times a power of 12, and a rest
    [2]
    """
    used = sorted(set(divisors))
    if used and used[0] < 2:
        raise BadRule(f"floor division by {used[0]}: a divisor is at least 2")
    wanted = sorted(set(integers))
    if not used or not wanted:
        return [0] * len(integers)
    small = wanted[-1] >> 62 == 0
    answers = _plain(wanted, used, PLAIN_STEPS if small else MOST_STEPS)
    if answers is None and small:
        answers = _compiled(wanted, used)
    if answers is None:
        steps = MOST_SMALL_STEPS if small else MOST_STEPS
        raise OutOfReach(
            f"floor division: the nim-values up to the largest integer need more than {steps} steps (an x // d passing "
            f"a change) or more than {MOST_CHANGES} at one time; fewer divisors or smaller integers can be solved"
        )
    value_of = dict(zip(wanted, answers, strict=True))
    return [value_of[x] for x in integers]


def _plain(wanted: Sequence[int], divisors: Sequence[int], most_steps: int) -> list[int] | None:
    """Values of `wanted` (increasing), or None after too many steps. The slow twin of kernels.step_values.

    In the heap, one entry for each change b that some x // d has yet to pass: (the next d * b, the place of this d,
    b, value before b, value from b on). counts[v]: how many divisors d have G(x // d) = v. Divisors above the largest
    integer only ever give 0.
    """
    top = wanted[-1]
    count = bisect_right(divisors, top)
    counts = [0] * (len(divisors) + 3)
    counts[0] = len(divisors)
    answers: list[int] = []
    heap = [(divisors[0], 0, 1, 0, 1)] if count else []
    value = 0  # of x = 0; the value from 1 on is 1, as every x // d with x < divisors[0] is 0
    bytes_each = top.bit_length() // 4 + 100
    steps = done = 0
    x = 1
    while True:
        while done < len(wanted) and wanted[done] < x:
            answers.append(value)
            done += 1
        if done == len(wanted):
            return answers
        if x == 1:
            value = 1
        else:
            least = value
            while heap and heap[0][0] == x:
                _, place, b, before, after = heap[0]
                counts[before] -= 1
                counts[after] += 1
                if not counts[before] and before < least:
                    least = before
                steps += 1
                place += 1
                if place < count and (entry := divisors[place] * b) <= top:
                    heapreplace(heap, (entry, place, b, before, after))
                else:
                    heappop(heap)
            while counts[least]:
                least += 1
            if least != value:
                if divisors[0] * x <= top:
                    heappush(heap, (divisors[0] * x, 0, x, value, least))
                value = least
        if steps > most_steps or len(heap) > MOST_CHANGES or len(heap) * bytes_each > MOST_BYTES:
            return None
        x = heap[0][0] if heap else top + 1


def _compiled(wanted: Sequence[int], divisors: Sequence[int]) -> list[int] | None:
    """The same for integers below 2**62, by the kernel, in slices so that an interrupt is heeded."""
    import numpy as np

    from grundy.engines.heap.kernels import step_values

    near = divisors[: bisect_right(divisors, wanted[-1])]
    if not near:
        return [min(x, 1) for x in wanted]
    points = np.array(wanted, np.int64)
    counts = np.zeros(len(divisors) + 3, np.int64)
    counts[0] = len(divisors)
    answers = np.zeros(len(wanted), np.int64)
    capacity = MOST_CHANGES
    events, slots = np.empty(capacity, np.int64), np.zeros(capacity, np.int64)
    arrays = [np.empty(capacity, np.int64) for _ in range(5)]
    limits, places, starts, befores, afters = arrays
    # x = 1: one change is known, from 0 to 1 at 1, and x = 0 is answered
    events[0], limits[0], places[0], starts[0], befores[0], afters[0] = near[0], len(near), 0, 1, 0, 1
    state = np.array([1, 1, near[0], bisect_right(wanted, 0), 1], np.int64)
    steps = np.array(near, np.int64)
    for _ in range(MOST_SMALL_STEPS // SLICE):
        code = step_values(steps, points, answers, counts, events, slots, *arrays, state, SLICE)
        if code == 0:
            return [int(answer) for answer in answers]
        if code == 2:
            return None
    return None


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for numbers that are replaced by their quotient by a divisor of a set."""
    assert isinstance(rule.shape, Division)
    divisors = rule.shape.divisors
    value_of: dict[int, int] = {}
    numbers: dict[int, None] = {}  # those asked for, whose quotients may be asked for together

    def learn(wanted: Sequence[int]) -> None:
        missing = [x for x in dict.fromkeys(wanted) if x not in value_of]
        if missing:
            value_of.update(zip(missing, values(missing, divisors), strict=True))

    def moves_to(x: int, rest: int) -> Moves:
        if numbers:
            learn([number // divisor for number in numbers for divisor in divisors])
            numbers.clear()
        learn([x // divisor for divisor in divisors])
        return listed([(("divisor", divisor),) for divisor in divisors if x > 0 and value_of[x // divisor] == rest])

    def answer(states: Sequence[int]) -> Answer:
        learn(states)
        numbers.update(dict.fromkeys(states))
        return Answer([value_of[x] for x in states], BY, moves_to)

    return Direct(answer)
