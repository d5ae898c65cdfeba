"""The longer sequences under results/oeis: they begin as published, and two programs that share nothing agree."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy import oeis

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "results"))

import oeis_terms  # noqa: E402
from oeis_rules import sylver_3, three_apart  # noqa: E402
from oeis_terms import FOLDER, LIST, SEQUENCES, again, b_file, record_of, require_period  # noqa: E402
from records import listed  # noqa: E402

KNOWN = Path(__file__).parents[1] / "known" / "oeis-terms.txt"
ROWS = [line.split() for line in KNOWN.read_text().splitlines() if not line.startswith("#")]
PUBLISHED = {number: (int(first), [*map(int, terms.split(","))]) for number, first, terms in ROWS}
RECORDS = {record["name"]: record for record in listed(LIST)}
FEW = 24  # terms that are found anew here


def test_every_sequence_is_listed_with_its_file() -> None:
    assert list(RECORDS) == [one.name for one in SEQUENCES]
    for one in SEQUENCES:
        read, record = oeis.read_bfile(FOLDER / one.file), RECORDS[one.name]
        text = (FOLDER / one.file).read_text(encoding="utf-8")
        assert hashlib.sha256(text.encode()).hexdigest() == record["sha256"]
        assert (read.first, len(read.terms), max(read.terms)) == (record["first"], record["terms"], record["largest"])
        assert text == b_file(one, read.terms)
        assert record["twice"] == (one.twice or record["terms"])


@pytest.mark.parametrize("one", [one for one in SEQUENCES if one.published], ids=lambda one: one.name)
def test_a_sequence_begins_with_all_published_terms_and_goes_on(one: Any) -> None:
    first, terms = PUBLISHED[one.name]
    read = oeis.read_bfile(FOLDER / one.file)
    assert (read.first, read.terms[: len(terms)], one.published) == (first, terms, len(terms))
    assert len(read.terms) == one.count > len(terms)


@pytest.mark.parametrize("one", SEQUENCES, ids=lambda one: one.name)
def test_the_program_and_grundy_find_the_terms_again(one: Any) -> None:
    published = oeis.read_bfile(FOLDER / one.file).terms
    few = again(one, min(FEW, one.twice - 4 if one.twice else FEW))
    assert few == published[: len(few)] == one.terms(len(few) if one.twice else FEW) and len(few) >= 7
    assert len((FOLDER / one.program).read_text().splitlines()) <= 40


@pytest.mark.parametrize("name", ["A131469", "A046671", "A014589", "misere-grundys-game"])
def test_the_program_gives_all_terms(name: str) -> None:
    (one,) = (one for one in SEQUENCES if one.name == name)
    assert again(one, one.count) == oeis.read_bfile(FOLDER / one.file).terms


def test_nothing_is_written_where_the_two_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    one = replace(SEQUENCES[2], count=FEW)
    assert record_of(one)[0]["terms"] == FEW
    monkeypatch.setattr(oeis_terms, "again", lambda one, count: [7] * count)
    with pytest.raises(SystemExit, match=r"A006016: grundy and a006016\.py give different terms"):
        record_of(one)


def test_what_is_said_beyond_the_terms_of_a014589() -> None:
    """The entry: no value above 11 up to 32,452,842; here the last of the terms that the definition gives too."""
    terms = oeis.read_bfile(FOLDER / "b014589.txt").terms
    places = [place for place, term in enumerate(terms[:9_001]) if term == 11]
    assert oeis_terms.largest_by_primes(9_000) == (
        f"largest value of heaps to 9000: 11, first of {places[0]}, last of {places[-1]}"
    )
    assert RECORDS["A014589"]["beyond"].startswith("largest value of heaps to 100000000: 11, first of 156, ")


def test_what_is_said_beyond_the_terms_of_a271620() -> None:
    """As far as the program by the definition goes, whose terms the b-file has."""
    terms = oeis.read_bfile(FOLDER / "b271620.txt").terms[:301]
    firsts = ", ".join(f"{value} of {terms.index(value)}" for value in sorted(set(terms), reverse=True))
    assert oeis_terms.values_by_sharing(300) == f"values of n to 300, each with its first n: {firsts}"
    assert RECORDS["A271620"]["beyond"].startswith("values of n to 40000, each with its first n: 12 of 24, 8 of ")


def test_the_period_of_a317367_is_the_published_one() -> None:
    """The entry: period 62, last exception 115; the terms are those that the definition gives too."""
    terms = dict(enumerate(oeis.read_bfile(FOLDER / "b317367.txt").terms, 4))
    last = max(terms)
    for period in range(1, 100):
        exceptions = [n for n in terms if n + period <= last and terms[n] != terms[n + period]]
        assert exceptions[-1] == 115 if period == 62 else exceptions[-1] > last - 200, period


def test_a_period_is_refused_of_a_table_that_is_too_short_or_has_another_value() -> None:
    rows = oeis_terms.THREE_APART
    table = grundy.table(three_apart, box=(rows, 3))[:, :].copy()
    require_period(table)
    for faulty in ((rows - 1, 0), (200, 1), (371, 2)):
        changed = table.copy()
        changed[faulty] += 1
        with pytest.raises(SystemExit, match=f"A317367: with {faulty[1]} tails no period of 62"):
            require_period(changed)
    with pytest.raises(SystemExit, match="no period of 62 from 116 on in 370 rows"):
        require_period(table[:370])


def test_rows_that_go_on_at_both_ends_are_octal_124() -> None:
    table = grundy.table(three_apart, box=(300, 3))
    assert [int(value) for value in table[:, 2]] == list(grundy.sequence("octal:0.124", 299))


def test_short_periods_of_a316632_begin_behind_sixteen_terms() -> None:
    """What docs/reference/sequences.md says of 47 terms, each of which has a certificate."""
    records = [record for record in listed(ROOT / "results" / "oeis.jsonl") if record["name"].startswith("A316632 ")]
    terms = {int(record["name"].split()[1]): record["nim_value"] for record in records}
    assert sorted(terms) == [*range(1, 43), *range(44, 49)]
    for period in range(1, 33):
        pairs = [n for n in terms if n + period in terms]
        last = max(n for n in pairs if terms[n] != terms[n + period])
        assert last >= 16 and sum(n > last for n in pairs) <= 2, period


def test_no_term_of_a046671_is_0_as_the_theorem_says() -> None:
    """Only 1 is left in Sylver coinage from (0, 0), and from (1, 0) after 2 and 3: {2, 3}."""
    theorem = str(grundy.prove(sylver_3))
    assert "Proved: (a, b) is a P-position iff (a, b) is (0, 0) or (1, 0)." in theorem
    assert min(oeis.read_bfile(FOLDER / "b046671.txt").terms) == 1


def test_the_last_exception_of_octal_56_is_not_the_published_one() -> None:
    """A071436 says 326637; its period is certified in the atlas, from heap 326,640 on, the one after the last."""
    atlas = listed(ROOT / "results" / "octal-atlas.jsonl")
    (record,) = (record for record in atlas if record["name"] == "0.56")
    assert (record["status"], record["period"], record["preperiod"]) == ("proved", 144, 326_640)
    assert "0.563" in record["equal"]
