"""A census of misère quotients: all octal codes of two and of three digits.

    python results/misere_census.py --jobs 16               0.00 to 0.77, then 0.001 to 0.777 whose last digit is not 0
    python results/misere_census.py --seconds 600           511 codes, for each so many seconds of a processor, or 10
    python results/misere_census.py --only 0.07 0.137       these
    python results/misere_census.py --table                 how many are complete, of which order

The list is results/misere-census.jsonl. A line says either that the quotient of all heaps is finite, with its order,
period and pre-period; or that of heaps 0 to `to`, and why it ends there: the time was over, or no finite quotient was
found with one heap more. The latter proves nothing about longer searches. `seconds` is how long such a code was looked
at; lines that are not complete and lack it are of an older search. Each line is written as soon as it is found, and all
are put into order at the end. A run that was stopped goes on with what is missing; one with more seconds does again
what is not complete, and a line is only replaced by one that says more.
"""

from __future__ import annotations

import resource
import signal
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterable
from functools import partial
from itertools import product
from pathlib import Path

from records import HERE, Record, append, as_line, in_processes, listed

from grundy.engines.misere.heaps import HeapQuotient
from grundy.games.octal import octal
from grundy.runs.chunk import run_to_end

LIST = HERE / "misere-census.jsonl"
DIGITS = "01234567"
MEMORY = 4 << 30  # of one process
CODES = 25  # of one process, which keeps what Python does not give back


class OutOfTime(BaseException):
    """The processor time of one code is over; whatever else a rule raises would be told as the rule's fault."""


def codes() -> list[str]:
    """All codes in which something can be moved; 0.d is 0.d0, and 0.de is 0.de0."""
    two = [f"0.{a}{b}" for a, b in product(DIGITS, DIGITS)]
    three = [f"0.{a}{b}{c}" for a, b, c in product(DIGITS, DIGITS, DIGITS[1:])]
    return [*two[1:], *three]


def record_of(code: str, seconds: float) -> Record:
    """The line of one code, within so much processor time, whatever else runs."""

    def stop(*signalled: object) -> None:
        raise OutOfTime

    search = HeapQuotient(octal(code))
    signal.signal(signal.SIGPROF, stop)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        run_to_end(search.work(None))
        signal.setitimer(signal.ITIMER_PROF, 0)
    except (OutOfTime, MemoryError) as over:
        signal.setitimer(signal.ITIMER_PROF, 0)
        search.reason = "out of time" if isinstance(over, OutOfTime) else "out of memory"
    found = search.found()
    orders, repeats = found.orders, found.repetition
    searched = {} if found.complete else {"seconds": seconds}
    return {
        "name": code,
        "status": "complete" if found.complete else "partial",
        "order": found.order,
        "p_portion": len(found.p_portion),
        "to": found.to,
        "period": repeats.period if repeats else None,
        "preperiod": repeats.preperiod if repeats else None,
        "orders": {str(heap): order for heap, order in enumerate(orders) if orders[:heap][-1:] != (order,)},
        "reason": found.reason,
        **searched,
    }


def is_due(line: Record | None, seconds: float) -> bool:
    """Whether a code is still to be looked at for so long."""
    return line is None or (line["status"] != "complete" and line.get("seconds", 0) < seconds)


def best(lines: Iterable[Record]) -> list[Record]:
    """For each code the line that says most, in the order of codes; `seconds` is that of the longest search."""
    found: dict[str, Record] = {}
    for line in lines:
        both = found.get(line["name"], line), line
        more = max(both, key=lambda one: (one["status"] == "complete", one["to"]))
        seconds = max(one.get("seconds", 0) for one in both)
        searched = {"seconds": seconds} if seconds and more["status"] != "complete" else {}
        found[line["name"]] = {**{key: value for key, value in more.items() if key != "seconds"}, **searched}
    return [found[code] for code in codes() if code in found]


def extend(chosen: Iterable[str], seconds: float, jobs: int, path: Path = LIST) -> None:
    """Look at all codes that are due, so many at a time."""
    put_in_order(path)
    found = {line["name"]: line for line in listed(path)}
    due = [code for code in chosen if is_due(found.get(code), seconds)]
    due.sort(key=found.__contains__)  # first what is not listed at all
    looked_at = in_processes(partial(record_of, seconds=seconds), due, jobs, CODES, _limit_memory)
    try:
        for done, line in enumerate(append(path, looked_at), 1):
            print(f"{done}/{len(due)} {line['name']:6}{line['status']:9} {line['order']:5,}  to {line['to']}")
    finally:
        put_in_order(path)


def put_in_order(path: Path) -> None:
    """Write a list anew, one line a code."""
    text = "".join(map(as_line, best(listed(path))))
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def table() -> None:
    """How many codes have which quotient."""
    lines = best(listed(LIST))
    print(f"{len(lines)} of {len(codes())} codes")
    for status, count in Counter(one["status"] for one in lines).most_common():
        print(f"{status}: {count}")
    orders = Counter(one["order"] for one in lines if one["status"] == "complete")
    print("complete, by order:", ", ".join(f"{order}: {count}" for order, count in sorted(orders.items())))


def main() -> None:
    """Make the list, or print what is in it."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="of a processor, for one code")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--only", nargs="+", metavar="CODE", choices=codes(), help="codes; all by default")
    parser.add_argument("--table", action="store_true", help="print how many codes have which quotient")
    given = parser.parse_args()
    if given.table:
        table()
        return
    extend(given.only or codes(), given.seconds, given.jobs)


if __name__ == "__main__":
    main()
