"""All hexadecimal codes of up to three digits in which a move may leave three heaps: which repeat, or grow for ever.

    python results/hexadecimal.py                       3,584 codes 0.abc with a digit of 8 or more, 1,000 heaps of each
    python results/hexadecimal.py --check 0.8 0.12C     prove lines anew, from values computed by the definition
    python results/hexadecimal.py --table               how many are proved, by saltus

The list is results/hexadecimal.jsonl. A line is `proved` where G(n + period) = G(n) + saltus for all n from `preperiod`
on: with saltus 0 by the certificate that `grundy period hexadecimal:CODE --certificate FILE` writes, whose `sha256` is
there, else by the finite check of arithmetic.py, which needs the first `needed` values. `observed` is what only the
first values show. A run that was stopped goes on where it was.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from arithmetic import growth
from records import HERE, Record, checked, extend, listed

from grundy.api.certify import certify
from grundy.api.period import period
from grundy.engines.sequence import first_values
from grundy.games.octal import hexadecimal

LIST = HERE / "hexadecimal.jsonl"
DIGITS = "0123456789ABCDEF"
HEAPS = 1_000
LONGEST = 300  # pre-period and period that the finite check is tried with: its cost grows with their square
MOST = 6_000  # values that it may need


def names() -> list[str]:
    """The codes, short ones first."""
    found = (f"0.{''.join(one).rstrip('0')}" for one in product(DIGITS, repeat=3) if max(one) > "7")
    return sorted(set(found), key=lambda code: (len(code), code))


def digits_of(code: str) -> tuple[int, ...]:
    """The digits of a code.

    >>> digits_of("0.1C")
    (0, 1, 12)
    """
    return tuple(int(digit, 16) for digit in code.replace(".", ""))


def values_of(code: str, count: int) -> list[int]:
    """The first values of a code."""
    return [int(value) for value in first_values(hexadecimal(code), count)]


def holds(values: Sequence[int], period: int, start: int, saltus: int) -> bool:
    """Whether these values show it."""
    return all(values[n + period] == values[n] + saltus for n in range(start, len(values) - period))


def proof(code: str, period: int, start: int, saltus: int) -> dict[str, int] | None:
    """How many values prove that a code grows so; None if the check fails or would take long."""
    if start + period > LONGEST:
        return None
    start = max(start, 1)
    found = growth(digits_of(code), values_of(code, start + period), period, start, saltus)
    if found is None or found.needed > MOST or not holds(values_of(code, found.needed), period, start, saltus):
        return None
    return {"needed": found.needed}


def record_of(code: str) -> Record:
    """What is known of a code."""
    result = period(f"hexadecimal:{code}", limit=HEAPS)
    seen = result.repetition
    if seen is None:
        return {"status": "open", "heaps": HEAPS}
    facts = {"period": seen.period, "preperiod": seen.preperiod, "saltus": seen.saltus}
    if seen.saltus:
        proved = proof(code, seen.period, seen.preperiod, seen.saltus)
        return {"status": "proved", **facts, **proved} if proved else {"status": "observed", **facts, "heaps": HEAPS}
    if result.status != "proved":
        return {"status": "observed", **facts, "heaps": HEAPS}
    with TemporaryDirectory() as folder:
        path = Path(folder, "certificate.txt")
        certify(result, path)
        return {"status": "proved", **facts, "sha256": checked(path.read_text(encoding="utf-8"))}


def by_definition(digits: Sequence[int], count: int) -> list[int]:
    """The first values, by nothing but the rule: what one heap, two and three can leave is kept for each sum."""
    values: list[int] = []
    pairs: list[set[int]] = []
    for n in range(count):
        seen = set()
        for take, digit in enumerate(digits):
            left = n - take
            if take and digit & 1 and not left:
                seen.add(0)
            if take and digit & 2 and left > 0:
                seen.add(values[left])
            if digit & 4 and left > 0:
                seen |= pairs[left] if take else {values[a] ^ values[left - a] for a in range(1, left)}
            if digit & 8 and left > 0:
                seen |= {values[a] ^ pair for a in range(1, left - 1) for pair in pairs[left - a]}
        values.append(next(value for value in range(len(seen) + 1) if value not in seen))
        pairs.append({values[a] ^ values[n - a] for a in range(1, n)})
    return values


def check(code: str) -> str:
    """Prove a line of the list anew, from values by the definition."""
    line = next(line for line in listed(LIST) if line["name"] == code)
    if line["status"] != "proved" or not line["saltus"]:
        return f"{code}: no growth is proved; {line}"
    one = line["period"], max(line["preperiod"], 1), line["saltus"]
    values = by_definition(digits_of(code), line["needed"])
    found = growth(digits_of(code), values, *one)
    ok = found is not None and found.needed == line["needed"] and holds(values, *one)
    return f"{code}: G(n + {one[0]}) = G(n) + {one[2]} from {line['preperiod']} on: {'proved' if ok else 'WRONG'}"


def table() -> None:
    """How many codes are proved."""
    lines = listed(LIST)
    print(f"{len(lines):,} of {len(names()):,} codes")
    for (status, saltus), count in sorted(Counter((one["status"], one.get("saltus", "")) for one in lines).items()):
        print(f"{status:9} saltus {saltus!s:3}{count:6,}")


def main() -> None:
    """Make the list, or look at it."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--check", nargs="+", metavar="CODE", choices=names(), help="prove these lines anew")
    parser.add_argument("--table", action="store_true", help="print how many are proved")
    given = parser.parse_args()
    if given.table:
        table()
    elif given.check:
        lines = [check(code) for code in given.check]
        print("\n".join(lines))
        sys.exit(any("WRONG" in line for line in lines))
    else:
        extend(LIST, names(), record_of)


if __name__ == "__main__":
    main()
