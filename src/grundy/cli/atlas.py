"""What `grundy atlas` asks and prints."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.api.work import on_cluster, room_for
from grundy.engines.heap.atlas import Atlas, Code, codes_of, work
from grundy.errors import BadText, Finding
from grundy.games.known import KnownPeriod, known_periods
from grundy.games.octal import octal
from grundy.model.result import Evidence
from grundy.model.shapes import Digits
from grundy.runs.store import Run
from grundy.show import atlas as show
from grundy.version import __version__

if TYPE_CHECKING:
    from grundy.cli.answering import Answer

Question: TypeAlias = tuple[tuple[Code, ...], str]
LONGEST_KNOWN = 10**9  # heaps of one published game; 0.106 needs 10**12 and is asked for alone


def asked(digits: int | None, codes: str | None, known: bool) -> tuple[tuple[Code, ...], str]:
    """The codes of an atlas, and what they are called. Raises BadText."""
    if known:
        facts = [fact for fact in known_periods() if fact.preperiod + fact.period <= LONGEST_KNOWN]
        return tuple(_digits(fact.code) for fact in facts), "known"
    if codes is not None:
        return tuple(_digits(code.strip()) for code in codes.split(",")), codes
    assert digits is not None
    return codes_of(digits), f"{digits} digits"


def _digits(code: str) -> Code:
    shape = octal(code).data
    assert isinstance(shape, Digits)
    if shape.repeat:
        raise BadText([Finding(1, 1, "codes that end, as in 0.77", repr(code), "<--codes>")])
    return shape.digits


def atlas_run(question: Question, limit: int, naive: int) -> Run:
    """The record of an atlas."""
    codes, called = question
    key = f"atlas {hashlib.sha256(repr((codes, limit, naive)).encode()).hexdigest()}"
    return Run((), f"atlas of {called}", {"limit": limit, "naive_limit": naive}, key, __version__)


def atlas_rows(
    question: Question, limit: int, naive: int, cores: int | None, cluster: str | None, answer: Answer
) -> list[dict[str, Any]]:
    """The rows of an atlas, computed under limits and recorded. Raises SystemExit if a person or a limit stopped it."""
    codes, called = question
    most = (os.cpu_count() or 1) if cores is None else cores

    def report(rows: list[dict[str, Any]]) -> tuple[object, object]:
        by = "the rows that say so; the others are only observed, or nothing is known of them"
        found = {"sequences": len(rows), "proved": sum(row["status"] == "proved" for row in rows)}
        return found, {"status": "proved" if found["proved"] else "observed", "by": by}

    with on_cluster(cluster, answer) as workers:
        processes = room_for(answer, 0 if most == 1 or workers else most)
        task = work(Atlas(codes, limit, naive, processes, called != "known", workers))
        rows: list[dict[str, Any]] = answer.work(task, report)
    return rows


def compared(rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows with what is published of them beside what was proved."""
    facts = {fact.code: fact for fact in known_periods()}
    for row in rows:
        yield {**row, **_beside(row, facts.get(row["code"]))}


def _beside(row: dict[str, Any], fact: KnownPeriod | None) -> dict[str, Any]:
    if fact is None:
        return {"published": None, "agrees": None}
    same = (row["period"], row["preperiod"]) == (fact.period, fact.preperiod)
    told = {"period": fact.period, "preperiod": fact.preperiod, "source": fact.source}
    return {"published": told, "agrees": same if row["status"] == "proved" else None}


def lines(
    rows: Sequence[dict[str, Any]], form: str | None, about: dict[str, Any], known: bool, remarks: bool = False
) -> Iterator[str]:
    """What is printed; with `remarks` CSV, too, says in the end how the periods are known."""
    if form == "json":
        yield show.as_json(rows, about)
        return
    if form == "csv":
        yield from show.as_csv(rows)
        if remarks:
            yield f"# octal codes, grundy {__version__}. {_known(rows).sentence(about['command'])}"
        return
    yield from show.as_text(rows)
    if known:
        agreed = sum(bool(row["agrees"]) for row in rows)
        yield f"{agreed} of {len(rows)} published periods are proved again, with the same pre-period"
        for row in rows:
            if row["agrees"] is False:
                told = row["published"]
                yield f"{row['code']}: {told['source']} has period {told['period']}, pre-period {told['preperiod']}"
        left = [fact.code for fact in known_periods() if fact.preperiod + fact.period > LONGEST_KNOWN]
        yield f"not tried, for it takes long: {', '.join(f'grundy period octal:{code}' for code in left)}"
    yield _known(rows).sentence(about["command"])


def _known(rows: Sequence[dict[str, Any]]) -> Evidence:
    if not any(row["status"] == "proved" for row in rows):
        return Evidence("observed", "no period is proved")
    return Evidence("proved", "each period by the octal periodicity theorem or a window that comes again")
