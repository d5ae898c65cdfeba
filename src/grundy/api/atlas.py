"""The verb `atlas`: many codes of heap games at once, which have the same values, and how each sequence repeats."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Unpack

from grundy.answering.atlas import NAIVE, Code, codes_of
from grundy.answering.atlas import AtlasQuestion as Question
from grundy.answering.atlas import work as atlas_work
from grundy.api.constraints import require_fitting
from grundy.api.work import Work, on_cluster, require_number, room_for, session_of
from grundy.errors import BadText, Finding
from grundy.games.known import KnownPeriod, known_periods
from grundy.games.octal import take_and_break
from grundy.model.evidence import Evidence
from grundy.model.given import plain
from grundy.model.run import Run
from grundy.model.shapes import Digits
from grundy.show.atlas import AtlasFacts, as_text, published_lines
from grundy.show.html import text_html
from grundy.version import __version__

LONGEST_KNOWN = 10**9  # heaps of one published game; 0.106 needs 10**12 and is asked for alone
LIMIT, LIMIT_OF_KNOWN = 10**6, 10**9
MOST_DIGITS = 4  # 8,192 codes; the command line has the same limit
LONGEST_CODE = 100  # digits of a code: the first heaps of one of thousands take minutes, in which nothing can be said


@dataclass(frozen=True, slots=True)
class AtlasRow:
    """A code, those that have the same values, and how they repeat.

    Attributes
    ----------
    code : str
        A hexadecimal one with its kind, ``"hexadecimal:0.8F"``.
    status : {"proved", "observed", "none"}
    period, preperiod : int or None
        None unless proved.
    saltus : int or None
        By how much values grow each period; 0 of octal codes, None unless proved.
    equal : tuple of str
        The other codes of the row.
    evidence : Evidence
    published : KnownPeriod or None
        What is published of the code.
    agrees : bool or None
        Whether that is what was proved; None if nothing can be said.
    """

    code: str
    status: str
    period: int | None
    preperiod: int | None
    saltus: int | None
    equal: tuple[str, ...]
    evidence: Evidence
    published: KnownPeriod | None
    _found: AtlasFacts = field(repr=False)

    def __repr__(self) -> str:
        grows = f", saltus {self.saltus}" if self.saltus else ""
        repeats = "" if self.period is None else f"period {self.period}, pre-period {self.preperiod}{grows}; "
        same = f"{len(self.equal):,} more codes of these values; " if self.equal else ""
        return f"{self.code}: {repeats}{same}{self.status}"

    @property
    def agrees(self) -> bool | None:
        if self.published is None or self.status != "proved":
            return None
        return (self.period, self.preperiod) == (self.published.period, self.published.preperiod)

    def as_dict(self) -> dict[str, Any]:
        """The row for machines."""
        fact = self.published
        published = fact and {"period": fact.period, "preperiod": fact.preperiod, "source": fact.source}
        return {**self._found, "published": published, "agrees": self.agrees}


@dataclass(frozen=True, slots=True)
class Atlas:
    """The rows of many octal and hexadecimal codes, and what was asked; made by `atlas`.

    Attributes
    ----------
    rows : tuple of AtlasRow
        One for each class of codes with equal values.
    limit, naive_limit : int
        How many heaps of each were computed at most, with and without a sparse space.
    left : tuple of str
        Published codes that were not tried, as they take long.
    known : bool
        Whether the published codes were asked for.
    """

    rows: tuple[AtlasRow, ...]
    limit: int
    naive_limit: int
    left: tuple[str, ...] = ()
    known: bool = False

    @property
    def evidence(self) -> Evidence:
        """How the periods are known that are proved."""
        if not any(row.status == "proved" for row in self.rows):
            return Evidence("observed", "no period is proved")
        grows = any(row.saltus for row in self.rows)
        by = "the octal periodicity theorem" + (", " if grows else " or ") + "a window that comes again"
        return Evidence("proved", f"each period by {by}{' or a finite check of what three heaps can leave' * grows}")

    @property
    def differs(self) -> bool:
        """Whether something else than published was proved."""
        return any(row.agrees is False for row in self.rows)

    def __repr__(self) -> str:
        proved = sum(row.status == "proved" for row in self.rows)
        return f"atlas of {len(self.rows):,} sequences, {proved:,} proved to repeat"

    def _repr_html_(self) -> str:
        *rows, count, note = str(self).splitlines()
        return text_html("\n".join([count, *rows, note]))

    def __str__(self) -> str:
        return "\n".join((*self.lines(), self.evidence.sentence()))

    def lines(self) -> Iterator[str]:
        """What the command line prints: a line a row, and how what was asked for as known agrees with it."""
        rows = [row.as_dict() for row in self.rows]
        yield from as_text(rows)
        if self.known:
            yield from published_lines(rows, self.left)


def atlas(
    codes: str | Sequence[str] | None = None,
    *,
    digits: int | None = None,
    known: bool = False,
    limit: int | None = None,
    naive_limit: int = NAIVE,
    cores: int | None = None,
    cluster: str | None = None,
    **work: Unpack[Work],
) -> Atlas:
    """Find which octal or hexadecimal codes have the same nim-values, and the period of each.

    Parameters
    ----------
    codes : str or sequence of str
        Octal codes of up to 100 digits after the point, and hexadecimal ones, ``"hexadecimal:0.8F"``; in a text joined
        by commas.
    digits : int
        In place of `codes`: all octal codes of up to so many digits after the point.
    known : bool
        In place of `codes`: those whose period is published, each in a row of its own.
    limit, naive_limit : int
        Heaps of each to compute at most (10**6, with `known` 10**9), and of codes without a sparse space; of those
        that leave three heaps 4,000 at most.
    cores : int, optional
        Processes (all cores).
    cluster : str, optional
        The address of a Dask scheduler, whose workers search in place of processes.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Atlas
        Its `rows`, each with its evidence and what is published.

    Raises
    ------
    BadText, BadRule
        A text is no code that ends; a number is too small or too large.
    Stopped
        A limit was met.

    Examples
    --------
    >>> made = atlas("0.77,0.37", limit=9000, cores=1)
    >>> [(row.code, row.status, row.period, row.agrees) for row in made.rows]
    [('0.37', 'none', None, None), ('0.77', 'proved', 12, True)]
    """
    digits, limit, naive_limit, cores = plain((digits, limit, naive_limit, cores))
    require_number("a number of digits", digits, 1, MOST_DIGITS)
    require_number("a number of heaps", limit, 1)
    require_number("a number of heaps", naive_limit, 1)
    require_number("a number of cores", cores, 1)
    require_fitting(
        "atlas", codes=codes is not None, digits=digits is not None, known=known, cores=cores is not None,
        cluster=cluster is not None,
    )  # fmt: skip
    chosen, called = _codes_of(codes, digits, known)
    most = limit if limit is not None else LIMIT_OF_KNOWN if known else LIMIT
    wanted = (os.cpu_count() or 1) if cores is None else cores
    key = f"atlas {hashlib.sha256(repr((chosen, most, naive_limit)).encode()).hexdigest()}"

    def report(rows: list[dict[str, Any]]) -> tuple[object, object]:
        by = "the rows that say so; the others are only observed, or nothing is known of them"
        counts = {"sequences": len(rows), "proved": sum(row["status"] == "proved" for row in rows)}
        return counts, {"status": "proved" if counts["proved"] else "observed", "by": by}

    with session_of(work) as session:
        session.begin(Run((), f"atlas of {called}", {"limit": most, "naive_limit": naive_limit}, key, __version__))
        with on_cluster(cluster, session) as workers:
            processes = room_for(session, 0 if wanted == 1 or workers else wanted)
            task = atlas_work(Question(chosen, most, naive_limit, processes, not known, workers))
            rows: list[AtlasFacts] = session.work(task, report)
    facts = {fact.code: fact for fact in known_periods()}
    left = tuple(fact.code for fact in facts.values() if known and not _is_tried(fact))
    return Atlas(tuple(_row(row, facts.get(row["code"])) for row in rows), most, naive_limit, left, known)


def _codes_of(codes: str | Sequence[str] | None, digits: int | None, known: bool) -> tuple[tuple[Code, ...], str]:
    """The codes of an atlas, and what they are called. Raises BadText."""
    if known:
        return tuple(_digits(fact.code) for fact in known_periods() if _is_tried(fact)), "known"
    if digits is not None:
        return codes_of(digits), f"{digits} digits"
    assert codes is not None
    if isinstance(codes, str):
        return _codes(codes), codes
    each = list(codes) if isinstance(codes, Iterable) else [codes]
    if not all(isinstance(code, str) for code in each):
        raise TypeError(f"expected octal codes, each a text, as in '0.77', found {codes!r}")
    return tuple(code_digits for code in each for code_digits in _codes(code)), ",".join(each)


def _codes(text: str) -> tuple[Code, ...]:
    """The codes of a text, with commas between them. Raises BadText: all that is wrong, where it stands in the text."""
    codes: list[Code] = []
    findings: list[Finding] = []
    at = 0
    for piece in text.split(","):
        code = piece.strip()
        try:
            codes.append(_digits(code))
        except BadText as problem:
            before = at + piece.index(code)
            findings += [each._replace(column=before + each.column, source="<--codes>") for each in problem.findings]
        at += len(piece) + 1
    if findings:
        raise BadText(findings)
    return tuple(codes)


def _is_tried(fact: KnownPeriod) -> bool:
    return fact.preperiod + fact.period <= LONGEST_KNOWN


def _digits(text: str) -> Code:
    kind, colon, code = text.rpartition(":")
    if kind not in ("", "octal", "hexadecimal"):
        expected = "octal codes, as in 0.77, or hexadecimal ones, as in hexadecimal:0.8F"
        raise BadText([Finding(1, 1, expected, repr(text), "<--codes>")])
    try:
        shape = take_and_break(code, kind or "octal").shape
    except BadText as problem:
        before = len(kind) + len(colon)
        raise BadText([finding._replace(column=before + finding.column) for finding in problem.findings]) from None
    assert isinstance(shape, Digits)
    if shape.repeat:
        raise BadText([Finding(1, 1, "codes that end, as in 0.77", repr(text), "<--codes>")])
    if len(shape.digits) > LONGEST_CODE + 1:
        expected = f"codes of at most {LONGEST_CODE} digits ('grundy period {kind or 'octal'}:CODE' takes longer ones)"
        raise BadText([Finding(1, 1, expected, f"one of {len(shape.digits) - 1:,}", "<--codes>")])
    return shape.digits


def _row(row: AtlasFacts, fact: KnownPeriod | None) -> AtlasRow:
    evidence = Evidence("observed" if row["status"] == "none" else row["status"], row["by"])
    equal = tuple(equal_row["code"] for equal_row in row["equal"])
    saltus = row.get("saltus", None if row["period"] is None else 0)
    return AtlasRow(row["code"], row["status"], row["period"], row["preperiod"], saltus, equal, evidence, fact, row)
