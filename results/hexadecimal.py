"""All hexadecimal codes of up to three digits in which a move may leave three heaps: which repeat, or grow for ever.

    python results/hexadecimal.py              3,584 codes 0.abc with a digit of 8 or more, 1,000 heaps of each
    python results/hexadecimal.py --table      how many are proved, by saltus

The list is results/hexadecimal.jsonl. A line is `proved` where G(n + period) = G(n) + saltus for all n from `preperiod`
on, by the certificate that `grundy period hexadecimal:CODE --certificate FILE` writes, whose `sha256` is there.
`observed` is what only the first values show. A run that was stopped goes on where it was.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from itertools import product

from records import HERE, Record, checked, extend, listed

from grundy.answering.sequence import first_values
from grundy.api.period import period, period_lines, rule_of_period
from grundy.engines.heap.growth import growth
from grundy.games.octal import hexadecimal
from grundy.model.shapes import Digits
from grundy.proof.write import sealed

LIST = HERE / "hexadecimal.jsonl"
DIGITS = "0123456789ABCDEF"
HEAPS = 1_000
MOST = 5_000  # heaps of a code whose first ones pass the check of growth, if they go on so


def names() -> list[str]:
    """The codes, short ones first."""
    found = (f"0.{''.join(one).rstrip('0')}" for one in product(DIGITS, repeat=3) if max(one) > "7")
    return sorted(set(found), key=lambda code: (len(code), code))


def values_of(code: str) -> list[int]:
    """The first values of a code."""
    return [int(value) for value in first_values(hexadecimal(code), HEAPS)]


def record_of(code: str) -> Record:
    """What is known of a code."""
    result = period(f"hexadecimal:{code}", limit=HEAPS)
    seen = result.repetition
    if seen is None:
        return {"status": "open", "heaps": HEAPS}
    if result.status != "proved" and seen.saltus:
        more = growth(Digits(tuple(int(digit, 16) for digit in code.replace(".", ""))), values_of(code), seen)
        if more and more.heaps <= MOST:
            result = period(f"hexadecimal:{code}", limit=more.heaps)
            seen = result.repetition or seen
    facts = {"period": seen.period, "preperiod": seen.preperiod, "saltus": seen.saltus}
    if result.status != "proved":
        return {"status": "observed", **facts, "heaps": HEAPS}
    certificate = sealed(period_lines(rule_of_period(result), result))
    return {"status": "proved", **facts, "sha256": checked(certificate.decode("ascii"))}


def table() -> None:
    """How many codes are proved."""
    lines = listed(LIST)
    print(f"{len(lines):,} of {len(names()):,} codes")
    for (status, saltus), count in sorted(Counter((one["status"], one.get("saltus", "")) for one in lines).items()):
        print(f"{status:9} saltus {saltus!s:3}{count:6,}")


def main() -> None:
    """Make the list, or look at it."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="store_true", help="print how many are proved")
    given = parser.parse_args()
    if given.table:
        table()
    else:
        extend(LIST, names(), record_of)


if __name__ == "__main__":
    main()
