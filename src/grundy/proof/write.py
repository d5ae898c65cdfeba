"""Write certificates of positions, strategies, tables and quotients, as FORMAT.md says; check.py knows nothing of this
file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grundy.model.shapes import BitmaskMove
from grundy.proof.lines import Parity, mask_lines, number_lines, remark_line


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
    for part, worth in listed:
        yield f"set {part} {worth}"
    yield "end"


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
    told = ((f"{part:x}", worth) for part, worth in claims)
    return value_certificate(mask_lines(squares, places, moves), f"{root:x}", value, told, remark)
