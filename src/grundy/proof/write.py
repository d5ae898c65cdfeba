"""Write certificates of every kind but theorems, as FORMAT.md says; check.py knows nothing of this file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from grundy.model.period import Repetition
from grundy.model.shapes import BitmaskMove

# ---- The lines that certificates of several kinds have, and the last line of each, as FORMAT.md says


VALUES_A_LINE = 20
OPTIONS_A_LINE = 1000
LONGEST_REMARK = 1000


@dataclass(frozen=True, slots=True)
class CertificateMoves:
    """The moves as a certificate carries them: digits of a finite code, or the amounts that may be taken."""

    digits: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Parity:
    """The mask M and the twist T of a sparse space, and small heaps whose splits show most values."""

    mask: int
    twist: int
    tries: tuple[int, ...] = ()


def sealed(lines: Iterable[str]) -> bytes:
    """A certificate as it stands in a file: its lines, and last the SHA-256 of all bytes before that line.

    >>> print(sealed(["end"]).decode(), end="")
    end
    sha256 48332fe667bc51ac4a51ba0efe734441c90def55c60a26d7db275ecbbcf42f15
    """
    text = "".join(f"{line}\n" for line in lines).encode("ascii")
    return text + f"sha256 {hashlib.sha256(text).hexdigest()}\n".encode("ascii")


def heap_line(moves: CertificateMoves) -> str:
    """The line that says the moves of heaps."""
    return " ".join(["digits", *map(str, moves.digits)] if moves.digits else ["amounts", *map(str, moves.amounts)])


def mask_lines(squares: Sequence[tuple[int, int]], places: int, moves: Sequence[BitmaskMove]) -> Iterator[str]:
    """The lines that say the moves of sets of places; row and column of each place, or none."""
    yield f"places {places}"
    if squares:
        yield " ".join(["squares", *(f"{r} {c}" for r, c in squares)])
    yield f"moves {len(moves)}"
    for need, off, clear, flip in moves:
        yield f"move {need:x} {off:x} {clear:x} {flip:x}"


def node_lines(after: Sequence[Sequence[Sequence[int]]], names: Sequence[str] = ()) -> Iterator[str]:
    """The lines that say for each node what each move leaves: smaller nodes.

    >>> list(node_lines([[], [(), (0, 0)]], ["a", "b"]))
    ['nodes 2', '# a', 'node 0', '# b', 'node 1 - 0+0']
    """
    yield f"nodes {len(after)}"
    for node, options in enumerate(after):
        if names:
            yield remark_line(names[node])
        words = ["+".join(map(str, left)) or "-" for left in options]
        for start in range(0, max(len(words), 1), OPTIONS_A_LINE):
            yield " ".join(["node", str(node), *words[start : start + OPTIONS_A_LINE]])


def piece_lines(rows: Sequence[str], pieces: Iterable[str]) -> Iterator[str]:
    """The lines that say a board of '.' (free) and '#', and the pieces that may be put on it."""
    yield f"board {len(rows)} {len(rows[0])}"
    yield from (f"row {row}" for row in rows)
    yield from (f"piece {piece}" for piece in pieces)


def remark_line(text: str) -> str:
    """A line for people, in one line of letters that are safe to print."""
    told = " ".join(text.split()).encode("ascii", "replace").decode()
    cut = f" ... ({len(told):,} letters in all)" if len(told) > LONGEST_REMARK else ""
    return "# " + "".join(letter if letter.isprintable() else "?" for letter in told[:LONGEST_REMARK]) + cut


def number_lines(first: int, values: Sequence[int]) -> Iterator[str]:
    """The lines of many numbers, each beginning with the place of its first."""
    for start in range(0, len(values), VALUES_A_LINE):
        yield " ".join(map(str, [first + start, *(int(value) for value in values[start : start + VALUES_A_LINE])]))


def quotient_certificate(
    moves: Iterable[str],
    period: tuple[int, int],
    product: Sequence[Sequence[int]],
    p: Sequence[int],
    elements: Sequence[int],
    remark: str = "",
) -> Iterator[str]:
    """The lines of a certificate of a misère quotient.

    Args:    moves: the lines that say them. period: and the pre-period; (0, 0): there is none. elements: of the heaps,
             or nodes.

    >>> list(quotient_certificate(["amounts 1"], (0, 0), [[0, 1], [1, 0]], [1], [0, 1]))[2:5]
    ['amounts 1', 'period 0', 'preperiod 0']
    """
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield "kind quotient"
    yield from moves
    yield f"period {period[0]}"
    yield f"preperiod {period[1]}"
    yield f"elements {len(product)}"
    yield " ".join(["p", *map(str, p)])
    yield from (" ".join(["product", *map(str, row)]) for row in product)
    yield f"values {len(elements)}"
    yield from number_lines(0, elements)
    yield "end"


def value_certificate(
    moves: Iterable[str], root: str, value: int, claims: Iterable[tuple[str, int]], remark: str = ""
) -> Iterator[str]:
    """The lines of a certificate of a nim-value.

    Args:    moves: the lines that say them. root: the position. claims: (a part, its value), each after those that
             prove it.

    >>> list(value_certificate(["amounts 1"], "1", 1, [("1", 1)]))[2:]
    ['amounts 1', 'position 1', 'value 1', 'claims 1', 'set 1 1', 'end']
    """
    listed = list(claims)
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield "kind position"
    yield from moves
    yield f"position {root}".rstrip()
    yield f"value {value}"
    yield f"claims {len(listed)}"
    for part, nim_value in listed:
        yield f"set {part} {nim_value}"
    yield "end"


def outcome_certificate(
    moves: Iterable[str], root: str, first: bool, claims: Iterable[tuple[str, int]], remark: str = ""
) -> Iterator[str]:
    """The lines of a certificate of who wins normal play, by values: `value_certificate`, with the winner instead.

    >>> list(outcome_certificate(["sprouts"], "0*3.}!", True, []))[1:]
    ['kind position', 'sprouts', 'position 0*3.}!', 'wins first', 'claims 0', 'end']
    """
    lines = value_certificate(moves, root, int(first), claims, remark)
    yield from (f"wins {'first' if first else 'second'}" if line.startswith("value ") else line for line in lines)


def strategy_certificate(
    moves: Iterable[str], misere: bool, root: str, first: bool, lost: Sequence[str], remark: str = ""
) -> Iterator[str]:
    """The lines of a certificate of who wins, by positions that are lost for whoever is to move.

    >>> list(strategy_certificate(["amounts 1 2"], False, "4", True, ["3"]))[1:]
    ['kind strategy', 'play normal', 'amounts 1 2', 'position 4', 'wins first', 'lost 1', 'set 3', 'end']
    """
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield "kind strategy"
    yield f"play {'misere' if misere else 'normal'}"
    yield from moves
    yield f"position {root}".rstrip()
    yield f"wins {'first' if first else 'second'}"
    yield f"lost {len(lost)}"
    for state in lost:
        yield f"set {state}".rstrip()
    yield "end"


def symmetry_certificate(
    moves: Iterable[str], opening: Sequence[int], images: Sequence[int], remark: str = ""
) -> Iterator[str]:
    """The lines of a certificate that a symmetry answers every move.

    Args:    moves: the lines that say them, and the position. opening: the first player's move, if it takes one: a
             piece and its first cell, or the number of a move. images: of the places.

    >>> list(symmetry_certificate(["board 1 1", "row .", "piece o"], (0, 0), [0]))[1:]
    ['kind symmetry', 'board 1 1', 'row .', 'piece o', 'wins first', 'opening 0 0', 'images 1', '0 0', 'end']
    """
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield "kind symmetry"
    yield from moves
    yield f"wins {'first' if opening else 'second'}"
    if opening:
        yield " ".join(["opening", *map(str, opening)])
    yield f"images {len(images)}"
    yield from number_lines(0, images)
    yield "end"


def matching_certificate(
    edges: Iterable[tuple[int, int]],
    token: int,
    first: bool,
    mates: Sequence[int],
    barrier: Sequence[int],
    remark: str = "",
) -> Iterator[str]:
    """The lines of a certificate that a matching answers every move of a token on a graph.

    Args:    edges: in order, the smaller end first. mates: for each node the one it is matched with, or itself.
             barrier: nodes that show that there is no larger matching, of the first player's win without the token.

    >>> list(matching_certificate([(0, 1), (1, 2)], 1, True, [1, 0, 2], []))[1:-1]  # doctest: +NORMALIZE_WHITESPACE
    ['kind matching', 'graph 3', 'edges 2', 'edge 0 1', 'edge 1 2', 'token 1', 'wins first', 'mates 3', '0 1 0 2',
     'barrier 0']
    """
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield "kind matching"
    listed = [f"edge {a} {b}" for a, b in edges]
    yield from (f"graph {len(mates)}", f"edges {len(listed)}", *listed)
    yield f"token {token}"
    yield f"wins {'first' if first else 'second'}"
    yield f"mates {len(mates)}"
    yield from number_lines(0, mates)
    yield f"barrier {len(barrier)}"
    yield from number_lines(0, barrier)
    yield "end"


def table_certificate(
    moves: Iterable[str],
    shape: Sequence[int],
    width: int,
    file: str,
    digest: str,
    *,
    misere: bool = False,
    outcomes: bool = False,
    parity: Parity | None = None,
    remark: str = "",
) -> Iterator[str]:
    """The lines of a certificate of a table in a file: bytes an entry, the file's name and its SHA-256.

    >>> list(table_certificate(["amounts 1"], [3], 1, "t.npy", "0" * 64))[1:5]
    ['kind table', 'play normal', 'holds values', 'amounts 1']
    """
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield "kind table"
    yield f"play {'misere' if misere else 'normal'}"
    yield f"holds {'outcomes' if outcomes else 'values'}"
    yield from moves
    if parity:
        yield f"mask {parity.mask} {parity.twist}"
    yield " ".join(["shape", *map(str, shape)])
    yield f"bytes {width}"
    yield f"file {file}"
    yield f"sha256 {digest}"
    yield "end"


def position_certificate(
    squares: Sequence[tuple[int, int]],
    places: int,
    moves: Sequence[BitmaskMove],
    root: int,
    value: int,
    claims: Sequence[tuple[int, int]],
    remark: str = "",
) -> Iterator[str]:
    """The lines of a certificate of the nim-value of a set of places.

    Args:    squares: row and column of each place, or none. claims: (set, nim-value), each after those that prove it.

    >>> list(position_certificate((), 1, [(1, 0, 1, 0)], 1, 1, [(1, 1)]))[2:]
    ['places 1', 'moves 1', 'move 1 0 1 0', 'position 1', 'value 1', 'claims 1', 'set 1 1', 'end']
    """
    told = ((f"{part:x}", nim_value) for part, nim_value in claims)
    return value_certificate(mask_lines(squares, places, moves), f"{root:x}", value, told, remark)


# ---- Certificates of the nim-values of heaps: of periods, of growth and of all heaps up to one


@dataclass(frozen=True, slots=True)
class Window:
    """What a repeated window needs: its length L, the reach A of its witnesses, and the parity where moves split.

    With e the pre-period, p the period, k the largest number that can be taken and R the largest rare heap:
    L >= k + max(R, A) + 1, and the listed values end at e - 1 + L or before.
    """

    length: int
    reach: int = 0
    parity: Parity | None = None

    def checkpoints(self, repetition: Repetition) -> list[int]:
        """The heaps whose states a certificate cannot do without, in increasing order.

        >>> Window(100).checkpoints(Repetition(12, 71))  # 12 = 2^2 * 3
        [170, 174, 176, 182]
        """
        start = repetition.preperiod - 1 + self.length
        return sorted(
            {start, start + repetition.period, *(start + repetition.period // q for q in primes(repetition.period))}
        )


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
    moves: CertificateMoves,
    repetition: Repetition,
    values: Sequence[int],
    parity: Parity | None = None,
    remark: str = "",
) -> Iterator[str]:
    """The lines of a certificate that a sequence of nim-values is periodic, with all values that prove it.

    Args:    repetition: with saltus 0. values: as many as the proof needs, or more; without a parity, all pairs are
             looked at by who checks it. remark: for people; a checker skips it.

    >>> lines = list(period_certificate(CertificateMoves((0, 3)), Repetition(2, 0), [0, 1, 0, 1]))
    >>> lines[2], lines[-2:]
    ('digits 0 3', ['0 0 1 0 1', 'end'])
    """
    method = f"mask {parity.mask} {parity.twist}" if parity else "pairs"
    yield from _head(moves, repetition, method, remark)
    yield from _sparse(moves, parity, values)
    yield f"values {len(values)}"
    yield from number_lines(0, values)
    yield "end"


def window_certificate(
    moves: CertificateMoves,
    repetition: Repetition,
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
    yield from _head(moves, repetition, f"window {window.length} {mask} {twist} {window.reach}", remark)
    yield from _sparse(moves, parity, values)
    yield f"values {len(values)}"
    yield from number_lines(0, values)
    for heap, last in states:
        yield f"state {heap}"
        yield from number_lines(heap - window.length, last)
    yield "end"


def growth_certificate(
    spared: Sequence[int], repetition: Repetition, values: Sequence[int], remark: str = ""
) -> Iterator[str]:
    """The lines of a certificate of values that grow, where any number may be taken but some.

    >>> list(growth_certificate([], Repetition(1, 0, 1), [0, 1, 2]))[1:]
    ['kind growth', 'all-but', 'period 1', 'preperiod 0', 'saltus 1', 'values 3', '0 0 1 2', 'end']
    """
    moves = " ".join(["all-but", *map(str, spared)])
    yield from _growing("growth", moves, repetition, [], values, remark)


def arithmetic_certificate(
    digits: Sequence[int], repetition: Repetition, fold: int, values: Sequence[int], remark: str = ""
) -> Iterator[str]:
    """The lines of a certificate of values that grow, of a code that leaves three heaps; the period taken `fold` times.

    >>> list(arithmetic_certificate((0, 8), Repetition(3, 1, 1), 1, [0, 0, 0]))[3:7]
    ['period 3', 'preperiod 1', 'saltus 1', 'fold 1']
    """
    yield from _growing(
        "arithmetic", heap_line(CertificateMoves(tuple(digits))), repetition, [f"fold {fold}"], values, remark
    )


def _growing(
    kind: str, moves: str, repetition: Repetition, more: Iterable[str], values: Sequence[int], remark: str
) -> Iterator[str]:
    """What both kinds say of values that grow: the moves, how they do, `more`, and the first values."""
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield f"kind {kind}"
    yield moves
    yield f"period {repetition.period}"
    yield f"preperiod {repetition.preperiod}"
    yield f"saltus {repetition.saltus}"
    yield from more
    yield f"values {len(values)}"
    yield from number_lines(0, values)
    yield "end"


def values_certificate(
    moves: CertificateMoves,
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

    >>> list(values_certificate(CertificateMoves((4,)), True, Window(0, 0, Parity(1, 0)), [0, 0, 0, 1], []))[2:-3]
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


def _head(moves: CertificateMoves, repetition: Repetition, method: str, remark: str) -> Iterator[str]:
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield "kind period"
    yield heap_line(moves)
    yield f"period {repetition.period}"
    yield f"preperiod {repetition.preperiod}"
    yield f"method {method}"


def _sparse(moves: CertificateMoves, parity: Parity | None, values: Sequence[int]) -> Iterator[str]:
    if parity is None:
        return
    mask, twist = parity.mask, parity.twist
    first = twist & next(take for take, digit in enumerate(moves.digits) if digit & 4)
    classes = [value.bit_count() & 1 for value in range(mask + 1)]
    rare = [n for n, value in enumerate(values) if n and (classes[value & mask] ^ n & twist) == first]
    yield " ".join(["rare", *map(str, rare)])
    if parity.tries:
        yield " ".join(["tries", *map(str, parity.tries)])
