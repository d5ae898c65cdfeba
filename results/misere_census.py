"""A census of misère quotients: all octal codes of two and of three digits.

    python results/misere_census.py              0.00 to 0.77, then 0.001 to 0.777 whose last digit is not 0: 511 codes
    python results/misere_census.py --seconds 60
    python results/misere_census.py --table      how many are complete, of which order

The list is results/misere-census.jsonl. A run that was stopped goes on where it was. A line says either that the
quotient of all heaps is finite, with its order, period and pre-period; or that of heaps 0 to `to`, and why it ends
there: the time was over, or no finite quotient was found with one heap more. The latter proves nothing about longer
searches, and with the time it depends on the machine.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from itertools import product
from subprocess import run
from sys import executable

from records import HERE, Record, extend, listed

LIST = HERE / "misere-census.jsonl"
DIGITS = "01234567"


def codes() -> list[str]:
    """All codes in which something can be moved; 0.d is 0.d0, and 0.de is 0.de0."""
    two = [f"0.{a}{b}" for a, b in product(DIGITS, DIGITS)]
    three = [f"0.{a}{b}{c}" for a, b, c in product(DIGITS, DIGITS, DIGITS[1:])]
    return [*two[1:], *three]


def record_of(code: str, seconds: float) -> Record:
    """The line of one code, found in a process of its own: a limit may leave a search behind."""
    words = ["quotient", f"octal:{code}", "--json", "--no-store", "--time-limit", f"{seconds}s", "--memory", "2G"]
    printed = run([executable, "-m", "grundy", *words], capture_output=True, text=True, check=False)
    if not printed.stdout:
        return {"status": "refused", "reason": printed.stderr.strip().splitlines()[-1]}
    found = json.loads(printed.stdout)
    orders = found["orders"]
    return {
        "status": "complete" if found["complete"] else "partial",
        "order": found["order"],
        "p_portion": len(found["p_portion"]),
        "to": found["to"],
        "period": found["period"],
        "preperiod": found["preperiod"],
        "orders": {str(heap): order for heap, order in enumerate(orders) if orders[:heap][-1:] != [order]},
        "reason": found["reason"],
    }


def table() -> None:
    """How many codes have which quotient."""
    lines = listed(LIST)
    print(f"{len(lines)} of {len(codes())} codes")
    for status, count in Counter(one["status"] for one in lines).most_common():
        print(f"{status}: {count}")
    orders = Counter(one["order"] for one in lines if one["status"] == "complete")
    print("complete, by order:", ", ".join(f"{order}: {count}" for order, count in sorted(orders.items())))


def main() -> None:
    """Make the list, or print what is in it."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="for one code")
    parser.add_argument("--table", action="store_true", help="print how many codes have which quotient")
    given = parser.parse_args()
    if given.table:
        table()
        return
    extend(LIST, codes(), lambda code: record_of(code, given.seconds))


if __name__ == "__main__":
    main()
