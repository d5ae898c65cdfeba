"""The certificate of a misère quotient: the moves, the table of the monoid, its P, and the element of each heap."""

from __future__ import annotations

from grundy.errors import OutOfReach
from grundy.model.quotient import MisereQuotient
from grundy.model.shapes import Digits, TakeAway
from grundy.proof.certify_table import listed_nodes
from grundy.proof.keep import Certificate, quotient_claim
from grundy.proof.plain_shape import plain_shape, remark_of
from grundy.proof.write import CertificateMoves, heap_line, quotient_certificate

MOST_ORDER = 4_000  # FORMAT.md allows no more, and a line no more than 100,000 characters


def certify_quotient(quotient: MisereQuotient) -> Certificate:
    """What proves a quotient. The moves are those of a finite code or a set of amounts, or listed for each heap.

    Raises:  OutOfReach: too many elements, heaps or moves for a certificate.
    """
    if quotient.order > MOST_ORDER:
        raise OutOfReach(f"a certificate of {quotient.order:,} elements: expected at most {MOST_ORDER:,}")
    match plain_shape(quotient.rule):
        case TakeAway(amounts) if amounts:
            moves = [heap_line(CertificateMoves((), amounts))]
        case Digits() as shape if not shape.repeat and not shape.unequal and max(shape.digits) < 64:
            moves = [heap_line(CertificateMoves(shape.digits))]
        case _:
            moves = listed_nodes(quotient.rule, (quotient.to + 1,))
    repeats = quotient.repetition
    lines = quotient_certificate(
        moves,
        (repeats.period, repeats.preperiod) if repeats else (0, 0),
        quotient.product,
        quotient.p_portion,
        quotient.pretending,
        remark_of(quotient.rule),
    )
    claim = quotient_claim(quotient.order, len(quotient.p_portion), len(quotient.pretending), repeats)
    return Certificate(tuple(lines), claim)
