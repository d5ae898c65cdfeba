"""Many codes at once: which have the same values, and how each sequence repeats; on all cores, resumable.

First all codes are computed to FIRST heaps, or where a move may leave three heaps to FIRST_OF_THREE, since these take a
time that grows with the cube of their number; that proves most periods. What is left is put into classes of equal first
values (leading zeros apart), and of each class the first code is searched on, a class at a time in each process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.engines.heap.repetition import LIMIT_OF_THREE
from grundy.model.period import PeriodResult
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, take_and_break_options
from grundy.model.space import HEAP
from grundy.runs.chunk import Chunk, Work, run_to_end
from grundy.runs.workers import answers

if TYPE_CHECKING:
    from grundy.runs.cluster import Cluster

FIRST, FIRST_OF_THREE = 8_192, 1_000
MOST_OF_THREE = LIMIT_OF_THREE  # heaps of a code that leaves three, whatever is allowed
DIGITS = "0123456789ABCDEF"
BATCH = 16  # codes that a process is given at once in the beginning
COMMON = FIRST_OF_THREE - 64  # values after the leading zeros that all codes have
NAIVE = 200_000  # heaps of a code without a sparse space, unless told

Code: TypeAlias = tuple[int, ...]
CodeFacts: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AtlasQuestion:
    """A question about many codes.

    codes    digits d0, d1, ... of octal or hexadecimal codes
    limit    heaps of each to compute at most
    naive    the same for codes that have no sparse space; of those that leave three heaps MOST_OF_THREE at most
    cores    processes beside this one; 0: none
    grouped  put codes of equal first values into one row; else each has its own
    cluster  whose workers search, in place of processes of this machine
    """

    codes: tuple[Code, ...]
    limit: int
    naive: int = NAIVE
    cores: int = 0
    grouped: bool = True
    cluster: Cluster | None = None


def codes_of(digits: int) -> tuple[Code, ...]:
    """All octal codes 0.d1d2... and 4.d1d2... of so many digits; the last may be 0.

    >>> len(codes_of(3)), codes_of(1)[:3]
    (1024, ((0, 0), (0, 1), (0, 2)))
    """
    return tuple((first, *after) for first in (0, 4) for after in product(range(8), repeat=digits))


def code_text(code: Code) -> str:
    """The text of a code, without zeros at its end; of a hexadecimal one that is not octal with its kind.

    >>> code_text((0, 7, 7, 0)), code_text((4, 0)), code_text((0, 10, 8))
    ('0.77', '4.0', 'hexadecimal:0.A8')
    """
    kind = "hexadecimal:" if _leaves_three(code) else ""
    return f"{kind}{DIGITS[code[0]]}.{''.join(DIGITS[digit] for digit in code[1:]).rstrip('0') or '0'}"


def _leaves_three(code: Code) -> bool:
    return max(code) >= 8


def _first(code: Code) -> int:
    """How many heaps come first."""
    return FIRST_OF_THREE if _leaves_three(code) else FIRST


def _read(name: str) -> Code:
    """The code of that text."""
    first, after = name.rpartition(":")[2].split(".")
    return _short(tuple(int(digit, 16) for digit in first + after))


def work(atlas: AtlasQuestion) -> Work:
    """The atlas as long work; it returns the rows, one a class, in the order of the codes."""

    def chunks(state: Mapping[str, Any] | None) -> Generator[Chunk, None, list[CodeFacts]]:
        firsts: dict[str, CodeFacts] = dict(state["firsts"]) if state else {}
        rows: dict[str, CodeFacts] = dict(state["rows"]) if state else {}
        left = [code for code in dict.fromkeys(map(_short, atlas.codes)) if code_text(code) not in firsts]
        total = len(left) + len(firsts)
        tasks = [(left[place : place + BATCH], atlas.limit) for place in range(0, len(left), BATCH)]
        for batch in answers(__name__, "begin", tasks, atlas.cores, atlas.cluster):
            for row in batch or ():
                firsts[row["code"]] = row
            if batch:
                firsts = dict(firsts)
            state = {"firsts": firsts, "rows": rows}
            yield Chunk(len(firsts), total, "codes", state, f"{len(firsts)} codes begun", phase=(0,))
        classes = _classes([firsts[code_text(code)] for code in dict.fromkeys(map(_short, atlas.codes))], atlas.grouped)
        settled = {name: row for name, row in rows.items() if name in classes}
        for name, members in classes.items():
            if firsts[name]["status"] == "proved" or atlas.limit <= _first(_read(name)):
                settled[name] = _row(firsts[name], members)
        rows = settled
        further = [(name, atlas.limit, atlas.naive) for name in classes if name not in rows]
        for row in answers(__name__, "go_on", further, atlas.cores, atlas.cluster):
            if row:
                rows = {**rows, row["code"]: _row(row, classes[row["code"]])}
            text = f"{len(rows)} of {len(classes)} classes are done"
            yield Chunk(len(rows), len(classes), "classes", {"firsts": firsts, "rows": rows}, text, phase=(1,))
        return [rows[name] for name in classes]

    return chunks


def _short(code: Code) -> Code:
    while len(code) > 1 and not code[-1]:
        code = code[:-1]
    return code


def _classes(firsts: Sequence[CodeFacts], grouped: bool) -> dict[str, list[CodeFacts]]:
    """For the first code of each class its members: those whose first values are the same but for leading zeros."""
    groups: dict[str, list[CodeFacts]] = {}
    for row in sorted(firsts, key=lambda row: (len(row["code"]), row["code"])):
        groups.setdefault(row["values"] if grouped else row["code"], []).append(row)
    classes = {members[0]["code"]: members for members in groups.values()}
    return _joined(classes) if grouped else classes


def _joined(classes: dict[str, list[CodeFacts]]) -> dict[str, list[CodeFacts]]:
    """The classes, with codes that leave three heaps in that of an octal code whose values they are proved to have.

    Both sequences repeat with the same period, which is proved, and are equal as far as both were compared, which is
    beyond where the first periods end: so they are equal for ever.
    """
    octal: dict[tuple[str, int], str] = {}
    for name, (first, *_) in classes.items():
        if not _leaves_three(_read(name)) and (key := _proved_values(first)):
            octal.setdefault(key, name)
    joined = {name: list(members) for name, members in classes.items()}
    for name, (first, *_) in classes.items():
        if _leaves_three(_read(name)) and (key := _proved_values(first)) and key in octal:
            joined[octal[key]] += joined.pop(name)
    return joined


def _proved_values(row: CodeFacts) -> tuple[str, int] | None:
    """What says which sequence a code has, leading zeros apart, where its first values and its period prove that."""
    if row["status"] != "proved" or row.get("saltus") or "common" not in row:
        return None
    within = row["preperiod"] + row["period"] - row["zeros"] <= COMMON
    return (row["common"], row["period"]) if within else None


def _row(row: CodeFacts, members: Sequence[CodeFacts]) -> CodeFacts:
    """A row of the answer: of the first code, with the others and how many heaps later their values come."""
    zeros = members[0]["zeros"]
    others = [{"code": other["code"], "later": other["zeros"] - zeros} for other in members[1:]]
    hidden = ("values", "common", "zeros")
    return {**{name: value for name, value in row.items() if name not in hidden}, "equal": others}


def begin(codes: Sequence[Code], limit: int) -> list[CodeFacts]:
    """The first heaps of some codes."""
    return [_searched(code, count, count) for code in map(tuple, codes) for count in [min(limit, _first(code))]]


def go_on(name: str, limit: int, naive: int) -> CodeFacts:
    """The search for the period of a code."""
    return _searched(_read(name), limit, naive)


def _rule(code: Code) -> Rule:
    shape = Digits(code)
    return Rule(code_text(code), take_and_break_options, (("shape", shape),), space=HEAP, shape=shape)


def _searched(code: Code, limit: int, naive: int) -> CodeFacts:
    from grundy.answering.sequence import period_work
    from grundy.engines.heap.octal.sparse.space import find
    from grundy.engines.heap.octal.values import NaiveTable

    shape, first, leaves_three = Digits(code), _first(code), _leaves_three(code)
    table = NaiveTable(shape)
    while table.size < first:
        table.step(first)
    values = table.values[:first]
    if leaves_three:
        limit = min(limit, naive, MOST_OF_THREE)
    elif limit > first and find(shape, values) is None:
        limit = min(limit, naive)
    result: PeriodResult = run_to_end(period_work(_rule(code), limit, table=table)(None))
    fields = result.as_dict()
    hidden = ("game", "rare_heaps", "evidence", *([] if leaves_three else ["saltus"]))  # that of octal codes is 0
    row = {name: value for name, value in fields.items() if name not in hidden}
    rares = fields["rare_heaps"] or ()
    row |= {"rare_heaps": len(rares) if rares else None, "last_rare_heap": rares[-1] if rares else None}
    zeros = next((n for n, value in enumerate(values) if value), len(values))
    # so many that every code still has them after its leading zeros
    digests = {"values": _digest(values[zeros : zeros + first - 64]), "common": _digest(values[zeros : zeros + COMMON])}
    return {"code": code_text(code), **row, "by": fields["evidence"]["by"], "zeros": zeros, **digests}


def _digest(values: Iterable[int]) -> str:
    return hashlib.sha256(",".join(str(int(value)) for value in values).encode()).hexdigest()
