"""The lists under results/: complete, in order, with certificates that the checker accepts, and made again the same."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from built_checker import built_checker

from grundy.engines.misere.heaps import HeapQuotient
from grundy.proof import check
from grundy.runs.chunk import Chunk

RESULTS = Path(__file__).parents[2] / "results"
sys.path.insert(0, str(RESULTS))

import boards  # noqa: E402
import misere_census  # noqa: E402
import oeis  # noqa: E402
import records  # noqa: E402
import theorem_atlas  # noqa: E402
import wythoff_census  # noqa: E402
from records import extend, listed  # noqa: E402

ATLAS, ONE, TWO = map(listed, (theorem_atlas.LIST, wythoff_census.ONE, wythoff_census.TWO))


def test_every_rule_is_listed() -> None:
    assert [record["name"] for record in ATLAS] == theorem_atlas.names()
    assert [record["name"] for record in ONE] == wythoff_census.names(1)
    assert (len(ATLAS), len(ONE)) == (127, 66)
    assert [record["name"] for record in TWO] == wythoff_census.names(2)


def test_the_page_has_the_counts() -> None:
    page = (RESULTS / "README.md").read_text(encoding="utf-8")
    proved = [sum(record["status"] == "proved" for record in lines) for lines in (ATLAS, ONE)]
    assert f"{proved[0]} proved for all n, {127 - proved[0]} open" in page
    wythoff = next(record["set"] for record in ONE if record["name"] == "1 3")
    same = [sum(record.get("set") == wythoff for record in lines) for lines in (ONE, TWO)]
    assert f"{proved[1]} of 66 games proved, {same[0]} of them" in page
    pairs = sum(record["status"] == "proved" for record in TWO)
    assert f"{pairs:,} of {len(TWO):,} games proved, {same[1]:,} of them" in page


def test_a_further_move_changes_a_set_or_not() -> None:
    """Wythoff's own set is that of every pair of moves each of which leaves it as it is."""
    wythoff = next(record["set"] for record in ONE if record["name"] == "1 3")
    harmless = {record["name"] for record in ONE if record.get("set") == wythoff}
    for record in TWO:
        if set(record["name"].split(", ")) <= harmless:
            assert record["set"] == wythoff, record["name"]


@pytest.mark.parametrize(
    "record", [record for record in ATLAS if record["status"] == "proved"], ids=lambda r: r["name"]
)
def test_a_certificate_of_the_atlas_is_accepted(record: dict[str, str]) -> None:
    path = RESULTS / record["certificate"]
    assert hashlib.sha256(path.read_bytes()).hexdigest() == record["sha256"]
    with path.open(encoding="utf-8") as stream:
        read = check.read(stream)
    check.check(read)
    assert record["what"] in {"p-positions": "p-positions", "values": "nim-values", "graph": "nim-values"}.get(
        getattr(read, "claims", "values"), ""
    )


@pytest.mark.parametrize("name", ["-1 floor2", "-1 halves", "floor2 ceil2"])
def test_a_line_of_the_atlas_is_made_again(name: str, tmp_path: Path) -> None:
    recorded = next(record for record in ATLAS if record["name"] == name)
    assert {"name": name, **theorem_atlas.record_of(name, tmp_path)} == recorded


def test_a_line_of_the_census_is_made_again() -> None:
    recorded = next(record for record in ONE if record["name"] == "5 12")
    assert {"name": "5 12", **wythoff_census.record_of("5 12")} == recorded


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text(json.dumps({"name": "a", "status": "old"}) + '\n{"name": "b", "sta', encoding="utf-8")
    extend(path, ["a", "b"], lambda name: {"status": "new"})
    assert [(record["name"], record["status"]) for record in listed(path)] == [("a", "old"), ("b", "new")]


MISERE = listed(misere_census.LIST)


def test_misere_quotients_are_listed_in_order() -> None:
    names = [record["name"] for record in MISERE]
    assert names == [code for code in misere_census.codes() if code in set(names)]
    assert misere_census.best(MISERE) == MISERE
    complete = sum(record["status"] == "complete" for record in MISERE)
    page = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert f"{len(MISERE)} of 511, {complete} of them complete" in page


def test_a_line_that_says_more_is_kept() -> None:
    partial = {"name": "0.1", "status": "partial", "to": 9, "seconds": 5}
    less, more = {**partial, "to": 8, "seconds": 60}, {**partial, "to": 12, "seconds": 60}
    complete = {"name": "0.1", "status": "complete", "to": 4}
    partial, less, more, complete = ({**one, "name": "0.01"} for one in (partial, less, more, complete))
    assert misere_census.best([partial, less]) == [{**partial, "seconds": 60}]
    assert misere_census.best([partial, more]) == [more]
    assert misere_census.best([more, complete]) == [complete]
    assert [misere_census.is_due(one, 5) for one in (None, partial, complete)] == [True, False, False]
    assert [misere_census.is_due(one, 6) for one in (None, partial, complete)] == [True, True, False]


def test_a_stopped_census_goes_on_in_processes(tmp_path: Path) -> None:
    recorded = {record["name"]: record for record in MISERE}
    path = tmp_path / "census"
    path.write_text(json.dumps(recorded["0.02"]) + '\n{"name": "0.77", "sta', encoding="utf-8")
    misere_census.extend(["0.77", "0.01", "0.02"], 600, 1, path)
    # 0.77 is Kayles: Plambeck & Siegel 2008
    assert [(one["name"], one["order"]) for one in listed(path)] == [("0.01", 2), ("0.02", 2), ("0.77", 40)]
    assert listed(path) == [recorded[name] for name in ("0.01", "0.02", "0.77")]


def test_a_census_stops_after_its_time_and_keeps_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    work = HeapQuotient.work

    def stopped(search: HeapQuotient, to: int | None) -> Iterator[Chunk]:
        for chunk in work(search, to):
            yield chunk
            if chunk.done == 15:
                raise misere_census.OutOfTime

    monkeypatch.setattr(HeapQuotient, "work", stopped)
    record = misere_census.record_of("0.07", 600)
    # Plambeck & Siegel's MisereSolver has 24 elements from heap 14 on
    assert (record["status"], record["to"], record["order"]) == ("partial", 14, 24)
    assert (record["reason"], record["seconds"]) == ("out of time", 600)


OEIS = listed(oeis.LIST)
PUBLISHED = {
    "A316632": dict(enumerate([2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4], 1)) | {16: 3},
}


@pytest.mark.parametrize("number", PUBLISHED)
def test_terms_begin_with_what_is_published_and_go_on(number: str) -> None:
    terms = {int(r["name"].split()[1]): r for r in OEIS if r["name"].startswith(number)}
    (one,) = (one for one in oeis.SEQUENCES if one.number == number)
    assert list(terms) == [n for n in range(one.first, one.last + 1) if n in terms or n not in one.hard]
    assert {n: terms[n]["nim_value"] for n in PUBLISHED[number]} == PUBLISHED[number]
    assert any(record["status"] == "new" for record in terms.values())
    lines = (RESULTS / "oeis" / f"b{number[1:]}.txt").read_text(encoding="utf-8").split("\n")
    first = [n for place, n in enumerate(terms, one.first) if n == place]  # to the first that is missing
    assert lines == [*(f"{n} {terms[n]['nim_value']}" for n in first), ""]


@pytest.mark.parametrize("number", [one.number for one in oeis.SEQUENCES if not one.b_file])
def test_certified_terms_are_those_of_the_b_file(number: str) -> None:
    """What is published stands in tests/known/oeis-terms.txt, with which the b-files begin."""
    lines = (RESULTS / "oeis" / f"b{number[1:]}.txt").read_text(encoding="utf-8").split("\n")
    certified = [f"{r['name'].split()[1]} {r['nim_value']}" for r in OEIS if r["name"].startswith(number)]
    assert len(certified) >= 11 and set(certified) <= set(lines)


@pytest.mark.parametrize("record", OEIS, ids=lambda record: record["name"])
def test_a_certificate_of_a_term_says_it(record: dict[str, Any]) -> None:
    """The small ones are checked; of the others it is looked at what they say, for the check of all takes a minute."""
    if "certificate" not in record:
        assert record["bytes"] >= oeis.KEPT
        return
    path = RESULTS / record["certificate"]
    text = path.read_text(encoding="utf-8")
    assert hashlib.sha256(text.encode()).hexdigest() == record["sha256"]
    of_images = "\nkind symmetry\n" in text  # each move is answered by its image: the second player wins
    assert (
        ("\nwins second\n" in text and record["nim_value"] == 0)
        if of_images
        else (f"\nvalue {record['nim_value']}\n" in text)
    )
    if len(text) < 3_000:
        check.check(check.read(io.StringIO(text)))


@pytest.mark.parametrize("n", [4, 9, *(pytest.param(n, marks=pytest.mark.long) for n in (22, 29, 31))])
def test_a_term_is_made_again(n: int, tmp_path: Path) -> None:
    """The list had certificates of an older search, and said that they are made anew byte for byte the same."""
    assert {"name": f"A316632 {n}", **oeis.record_of(f"A316632 {n}", tmp_path)} in OEIS


def test_a_term_alone_is_asked_for_by_its_name(tmp_path: Path) -> None:
    words = [sys.executable, str(RESULTS / "oeis.py"), "--certificates", str(tmp_path)]
    done = subprocess.run([*words, "A316533 7"], capture_output=True, text=True, check=True)
    (record,) = (record for record in OEIS if record["name"] == "A316533 7")
    assert done.stdout == f"A316533 7 {record['sha256']}\n"
    refused = subprocess.run([*words, "A316632 99"], capture_output=True, text=True)
    assert refused.returncode == 2
    assert refused.stderr.endswith("error: expected terms such as 'A316632 43', found 'A316632 99'\n")


def test_terms_that_need_the_values_of_others_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From what is kept of the term before, and from nothing, the certificates are the same; A316632 has the values."""
    known = PUBLISHED["A316632"]
    few = oeis.Terms("A316632", "node-kayles grid:3x{n}", 3, 16, 4, 7, frozenset({5}))
    monkeypatch.setattr(oeis, "SEQUENCES", (few,))
    assert few.in_turn == [3, 4, 6, 7, 5]
    for folder, terms in (("a", (6, 7, 5)), ("b", (5,)), ("c", (7,))):
        for n in terms:
            record = oeis.record_of(f"A316632 {n}", tmp_path / folder)
            assert record["nim_value"] == known[n]
            assert (tmp_path / folder / f"a316632-{n}.txt").read_bytes() == (
                tmp_path / "a" / f"a316632-{n}.txt"
            ).read_bytes()
    assert not list(tmp_path.glob("*/*.begun")) and (tmp_path / "b" / "a316632-5.values").exists()


def test_a_large_certificate_is_read_by_the_compiled_checker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = built_checker()
    if program is None:
        pytest.skip("no C compiler")
    (record,) = [one for one in OEIS if one["name"] == "A316632 10"]
    text = (RESULTS / record["certificate"]).read_text(encoding="utf-8")
    (tmp_path / "true.txt").write_text(text)
    (tmp_path / "false.txt").write_text(text.replace("\nvalue ", "\nvalue 1"))
    monkeypatch.setattr(records, "compiled_checker", lambda: program)
    assert records.checked(tmp_path / "true.txt", large=10) == record["sha256"]
    with pytest.raises(subprocess.CalledProcessError):
        records.checked(tmp_path / "false.txt", large=10)


@pytest.mark.parametrize("record", listed(boards.LIST), ids=lambda record: record["name"])
def test_a_board_says_what_its_certificate_says(record: dict[str, Any]) -> None:
    assert record["name"] in {*boards.MEMORY, *boards.ANSWERED} and record["position"] == record["name"]
    if "certificate" in record:
        data = (RESULTS / record["certificate"]).read_bytes()
        assert (hashlib.sha256(data).hexdigest(), len(data)) == (record["sha256"], record["bytes"])
        lines = data.decode().splitlines()
        if "claims" in record:
            assert {f"value {record['nim_value']}", f"claims {record['claims']}"} <= set(lines)
        else:
            assert {"kind symmetry", "wins second"} <= set(lines) and record["nim_value"] == 0


@pytest.mark.long
def test_a_board_is_made_again(tmp_path: Path) -> None:
    """All but the count of positions: of one program it was 988,415, and 988,418 in a slow run beside others."""
    again = boards.record_of("cram 3x17", tmp_path)
    (before,) = (record for record in listed(boards.LIST) if record["name"] == "cram 3x17")
    assert {"name": "cram 3x17", **again, "positions": 0} == {**before, "positions": 0}
    assert abs(again["positions"] - before["positions"]) < 100


@pytest.mark.long
@pytest.mark.parametrize(
    "record", [one for one in listed(boards.LIST) if "certificate" in one], ids=lambda one: one["name"]
)
def test_a_certificate_of_a_board_is_accepted(record: dict[str, Any]) -> None:
    check.check(check.read(io.StringIO((RESULTS / record["certificate"]).read_text(encoding="utf-8"))))
