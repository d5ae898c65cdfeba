"""Write the certificate of a table in a file: the moves as data, and the digest of the file with their values."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from grundy.errors import GrundyError, OutOfReach
from grundy.model.rule import Rule
from grundy.model.shapes import BitmaskMoves, Digits, Riders, TakeAway
from grundy.proof.certify import parity_of
from grundy.proof.plain_shape import plain_shape, remark_of
from grundy.proof.positions import MOST_MOVES
from grundy.proof.write import CertificateMoves, Parity, heap_line, mask_lines, node_lines, table_certificate

MOST_ENTRIES = 20_000_000
SPLIT = "no certificate says who wins {} from a table of outcomes: where parts are split it takes nim-values"
MOST_NODES = 1_000_000
MOST_OPTIONS = 2_000_000
SEARCHED = 100_000  # first heaps, whose values are searched for a sparse space
FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,199}")


def certificate(
    rule: Rule,
    table: Path,
    width: int,
    first: Sequence[int],
    shape: tuple[int, ...],
    misere: bool = False,
    outcomes: bool = False,
) -> list[str]:
    """The lines of a certificate, which claims that a file has the nim-values (or outcomes) of all states of a box.

    Args:    rule: the certificate describes a finite code, a set of amounts, masks on a set of places, or multiples of
             vectors as data; of any other rule it lists all moves.
             table: the file. width: bytes of an entry. first: the values of the first states, of 100,000 heaps if
             possible: a sparse space in them shortens the check. shape: the number of states in each direction.
    Cost:    reads the file once, about 1 GB/s.
    Raises:  OutOfReach: no certificate covers such moves or so large a table. GrundyError: a certificate cannot have
             the file's name, or the file cannot be read.
    """
    states = 1
    for side in shape:
        states *= side
    if not 1 <= states <= MOST_ENTRIES:
        raise OutOfReach(f"a certificate of a table of {states:,} states: expected from 1 to {MOST_ENTRIES:,}")
    if not FILE.fullmatch(table.name):
        raise GrundyError(f"{table}: expected a name of letters, digits and . _ + - for a table with a certificate")
    moves, parity = _moves(rule, first, shape, outcomes)
    digest = hashlib.sha256()
    try:
        with table.open("rb") as stream:
            while piece := stream.read(2**20):
                digest.update(piece)
    except OSError as problem:
        raise GrundyError(f"{table}: cannot be read: {problem.strerror}") from problem
    lines = table_certificate(
        moves,
        shape,
        width,
        table.name,
        digest.hexdigest(),
        misere=misere,
        outcomes=outcomes,
        parity=parity,
        remark=remark_of(rule),
    )
    return list(lines)


def _moves(rule: Rule, first: Sequence[int], sides: tuple[int, ...], outcomes: bool) -> tuple[list[str], Parity | None]:
    shape = plain_shape(rule)
    match shape:
        case TakeAway(amounts) if amounts:
            return [heap_line(CertificateMoves((), amounts))], None
        case Digits() if not shape.repeat and not shape.unequal and 0 < max(shape.digits) < 64:
            if shape.parts > 1 and outcomes:
                raise OutOfReach(SPLIT.format(rule.spec))
            listed = first[:SEARCHED] if shape.parts == 2 and max(shape.digits) < 8 else []
            return [heap_line(CertificateMoves(shape.digits))], parity_of(shape, listed)
        case BitmaskMoves(bits, moves) if len(moves) <= MOST_MOVES and bits:
            possible = [move for move in dict.fromkeys(moves) if not move[0] & move[1]]
            return list(mask_lines((), bits, possible)), None
        case Riders(vectors) if all(a >= 0 and b >= 0 for a, b in vectors):
            return [" ".join(["riders", *(f"{a} {b}" for a, b in vectors)])], None
    return listed_nodes(rule, sides, outcomes), None


def listed_nodes(rule: Rule, sides: tuple[int, ...], outcomes: bool = False) -> list[str]:
    """The lines that list all moves of all states, for a rule that no data describes. Raises OutOfReach."""
    after: list[list[tuple[int, ...]]] = []
    count = 0
    for state in product(*map(range, sides)):
        left = set()
        for option in rule.options(state if rule.arity > 1 else state[0]):
            parts = tuple(sorted(_place(part, sides, rule) for part in option.parts))
            if option.next != "opponent" or max(parts, default=-1) >= len(after):
                raise OutOfReach(
                    f"no certificate says the moves of {rule.spec}: a move from {state} is none to a state before"
                )
            if outcomes and len(parts) > 1:
                raise OutOfReach(SPLIT.format(rule.spec))
            left.add(parts)
        count += len(left)
        if len(after) >= MOST_NODES or count > MOST_OPTIONS:
            raise OutOfReach(
                f"a certificate that lists more than {MOST_NODES:,} states or {MOST_OPTIONS:,} moves; fewer would help"
            )
        after.append(sorted(left))
    return list(node_lines(after))


def _place(part: object, sides: tuple[int, ...], rule: Rule) -> int:
    """The number of a state in the order of the table. Raises OutOfReach: the state is outside the table."""
    numbers = part if isinstance(part, tuple) else (part,)
    place = 0
    for number, side in zip(numbers, sides, strict=True):
        if not isinstance(number, int) or not 0 <= number < side:
            raise OutOfReach(f"no certificate says the moves of {rule.spec}: one leads out of the table, to {part}")
        place = place * side + number
    return place
