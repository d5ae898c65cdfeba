"""Write certificates of the nim-values of heaps: of periods, of growth and of all heaps up to one, as FORMAT.md says;
check.py knows nothing of this file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from grundy.model.period import Repetition
from grundy.proof.lines import Moves, Parity, heap_line, number_lines, remark_line


@dataclass(frozen=True, slots=True)
class Window:
    """What a repeated window needs: its length L, the reach A of its witnesses, and the parity where moves split.

    With e the pre-period, p the period, k the largest number that can be taken and R the largest rare heap:
    L >= k + max(R, A) + 1, and the listed values end at e - 1 + L or before.
    """

    length: int
    reach: int = 0
    parity: Parity | None = None

    def checkpoints(self, found: Repetition) -> list[int]:
        """The heaps whose states a certificate cannot do without, in increasing order.

        >>> Window(100).checkpoints(Repetition(12, 71))  # 12 = 2^2 * 3
        [170, 174, 176, 182]
        """
        start = found.preperiod - 1 + self.length
        return sorted({start, start + found.period, *(start + found.period // q for q in primes(found.period))})


def primes(number: int) -> Iterator[int]:
    """The primes that divide a number >= 1, in increasing order; sqrt(number) steps.

    >>> list(primes(328226140474))
    [2, 103, 4523, 352273]
    """
    q = 2
    while q * q <= number:
        if number % q == 0:
            yield q
            while number % q == 0:
                number //= q
        q += 1
    if number > 1:
        yield number


def period_certificate(
    moves: Moves, found: Repetition, values: Sequence[int], parity: Parity | None = None, remark: str = ""
) -> Iterator[str]:
    """The lines of a certificate that a sequence of nim-values is periodic, with all values that prove it.

    Args:    found: with saltus 0. values: as many as the proof needs, or more; without a parity, all pairs are
             looked at by who checks it. remark: for people; a checker skips it.

    >>> lines = list(period_certificate(Moves((0, 3)), Repetition(2, 0), [0, 1, 0, 1]))
    >>> lines[2], lines[-2:]
    ('digits 0 3', ['0 0 1 0 1', 'end'])
    """
    method = f"mask {parity.mask} {parity.twist}" if parity else "pairs"
    yield from _head(moves, found, method, remark)
    yield from _sparse(moves, parity, values)
    yield f"values {len(values)}"
    yield from number_lines(0, values)
    yield "end"


def window_certificate(
    moves: Moves,
    found: Repetition,
    window: Window,
    values: Sequence[int],
    states: Iterable[tuple[int, Sequence[int]]],
    remark: str = "",
) -> Iterator[str]:
    """The lines of a certificate that a window of nim-values comes again.

    Args:    values: of heaps 0..N-1, with all rare heaps among them; N >= window.length.
             states: (n, the values of heaps n - window.length..n - 1), n > N increasing: at least those of
             `Window.checkpoints` beyond N; a piece of the certificate lies between two of them.
    """
    parity = window.parity
    mask, twist = (parity.mask, parity.twist) if parity else (0, 0)
    yield from _head(moves, found, f"window {window.length} {mask} {twist} {window.reach}", remark)
    yield from _sparse(moves, parity, values)
    yield f"values {len(values)}"
    yield from number_lines(0, values)
    for heap, last in states:
        yield f"state {heap}"
        yield from number_lines(heap - window.length, last)
    yield "end"


def growth_certificate(
    spared: Sequence[int], found: Repetition, values: Sequence[int], remark: str = ""
) -> Iterator[str]:
    """The lines of a certificate of values that grow, where any number may be taken but some.

    >>> list(growth_certificate([], Repetition(1, 0, 1), [0, 1, 2]))[1:]
    ['kind growth', 'all-but', 'period 1', 'preperiod 0', 'saltus 1', 'values 3', '0 0 1 2', 'end']
    """
    moves = " ".join(["all-but", *map(str, spared)])
    yield from _growing("growth", moves, found, [], values, remark)


def arithmetic_certificate(
    digits: Sequence[int], found: Repetition, fold: int, values: Sequence[int], remark: str = ""
) -> Iterator[str]:
    """The lines of a certificate of values that grow, of a code that leaves three heaps; the period taken `fold` times.

    >>> list(arithmetic_certificate((0, 8), Repetition(3, 1, 1), 1, [0, 0, 0]))[3:7]
    ['period 3', 'preperiod 1', 'saltus 1', 'fold 1']
    """
    yield from _growing("arithmetic", heap_line(Moves(tuple(digits))), found, [f"fold {fold}"], values, remark)


def _growing(
    kind: str, moves: str, found: Repetition, more: Iterable[str], values: Sequence[int], remark: str
) -> Iterator[str]:
    """What both kinds say of values that grow: the moves, how they do, `more`, and the first values."""
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield f"kind {kind}"
    yield moves
    yield f"period {found.period}"
    yield f"preperiod {found.preperiod}"
    yield f"saltus {found.saltus}"
    yield from more
    yield f"values {len(values)}"
    yield from number_lines(0, values)
    yield "end"


def values_certificate(
    moves: Moves,
    unequal: bool,
    window: Window,
    values: Sequence[int],
    states: Iterable[tuple[int, str, Sequence[int]]],
    remark: str = "",
) -> Iterator[str]:
    """The lines of a certificate of the nim-values of a range of heaps, of which nothing is said beyond it.

    Args:    unequal: two heaps that are left must differ in size. window: with a parity; of length 0, all values are
             listed. values: as for `window_certificate`. states: (n, the SHA-256 of the values from the state before to
             this one, the values of heaps n - window.length..n - 1).

    >>> list(values_certificate(Moves((4,)), True, Window(0, 0, Parity(1, 0)), [0, 0, 0, 1], []))[2:-3]
    ['digits 4', 'unequal', 'method mask 1 0', 'rare 1 2']
    """
    assert window.parity
    mask, twist = window.parity.mask, window.parity.twist
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield "kind values"
    yield heap_line(moves)
    if unequal:
        yield "unequal"
    yield (
        f"method window {window.length} {mask} {twist} {window.reach}"
        if window.length
        else f"method mask {mask} {twist}"
    )
    yield from _sparse(moves, window.parity, values)
    yield f"values {len(values)}"
    yield from number_lines(0, values)
    for heap, digest, last in states:
        yield f"state {heap}"
        yield f"digest {digest}"
        yield from number_lines(heap - window.length, last)
    yield "end"


def _head(moves: Moves, found: Repetition, method: str, remark: str) -> Iterator[str]:
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield "kind period"
    yield heap_line(moves)
    yield f"period {found.period}"
    yield f"preperiod {found.preperiod}"
    yield f"method {method}"


def _sparse(moves: Moves, parity: Parity | None, values: Sequence[int]) -> Iterator[str]:
    if parity is None:
        return
    mask, twist = parity.mask, parity.twist
    first = twist & next(take for take, digit in enumerate(moves.digits) if digit & 4)
    classes = [value.bit_count() & 1 for value in range(mask + 1)]
    rare = [n for n, value in enumerate(values) if n and (classes[value & mask] ^ n & twist) == first]
    yield " ".join(["rare", *map(str, rare)])
    if parity.tries:
        yield " ".join(["tries", *map(str, parity.tries)])
