"""Entries that have some values, in a file as the OEIS gives it; the copy of its text in the user's cache."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from command import grundy
from heavy import heavy_after

from grundy.errors import BadRule, BadText, GrundyError
from grundy.oeis import find, index
from grundy.oeis.index import published

KNOWN = Path(__file__).parents[1] / "known" / "oeis-terms.txt"
TERMS = {line.split()[0]: line.split()[2] for line in KNOWN.read_text().splitlines() if not line.startswith("#")}
NODE_KAYLES = list(map(int, TERMS["A316632"].split(",")))
NAME = "Sprague-Grundy value of Node-Kayles on the 3 X n lattice."


@pytest.fixture
def oeis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the entries of tests/known, and a cache of its own."""
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "oeis"
    folder.mkdir()
    rows = "".join(f"{number} ,{terms},\n" for number, terms in sorted(TERMS.items()))
    folder.joinpath("stripped.gz").write_bytes(gzip.compress(f"# OEIS Sequence Data\n#\n{rows}".encode()))
    names = f"# OEIS Sequence Names\nA006016 Sym.\nA316632 {NAME}\n"
    folder.joinpath("names.gz").write_bytes(gzip.compress(names.encode()))
    return folder


def found(values: list[int], oeis: Path) -> list[tuple[str, int, int]]:
    return [(one.number, one.shift, one.equal) for one in find(values, oeis).listed]


def test_an_entry_is_named_with_its_shift(oeis: Path) -> None:
    assert found(NODE_KAYLES, oeis) == [("A316632", 0, 16)]
    assert found(NODE_KAYLES[3:], oeis) == [("A316632", 3, 13)]
    assert found([0, *NODE_KAYLES, 2, 2, 1], oeis) == [("A316632", -1, 16)]  # more than the entry has, from heap 0 on
    assert found([0, 0, 0, 0, *NODE_KAYLES], oeis) == []  # more than three before its first term
    assert find(NODE_KAYLES, oeis).listed[0].name == NAME
    assert str(find(NODE_KAYLES[3:], oeis).listed[0]).startswith("A316632: 13 terms equal, value 0 is its term 3,")


def test_one_other_value_is_another_sequence(oeis: Path) -> None:
    for place in range(len(NODE_KAYLES)):
        assert found([*NODE_KAYLES[:place], 9, *NODE_KAYLES[place + 1 :]], oeis) == []


def test_every_published_sequence_is_found_by_its_terms(oeis: Path) -> None:
    for number, terms in TERMS.items():
        assert (number, 0) in {row[:2] for row in found([*map(int, terms.split(","))], oeis)}, number


def test_the_best_of_many_are_listed(oeis: Path) -> None:
    rows = "".join(f"A{n:06} ,{'7,' * (n % 3)}0,1,0,1,\n" for n in range(1, 101))
    path = oeis / "other"
    path.write_text(rows)
    matches = find([0, 1, 0, 1], path)
    assert (matches.count, len(matches.listed)) == (100, 20)
    assert {one.shift for one in matches.listed} == {0}
    assert list(matches.lines())[-1] == "and 80 more; more values would tell them apart"


def test_too_few_values_are_refused(oeis: Path) -> None:
    with pytest.raises(BadRule, match="expected 4 values or more, found 3"):
        find([1, 2, 3], oeis)


def test_the_text_is_copied_once(oeis: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = find(NODE_KAYLES, oeis)

    def inflate(*_: object) -> None:
        raise AssertionError("the compressed file is read again")

    monkeypatch.setattr(index, "checked_blocks", inflate)
    assert find(NODE_KAYLES, oeis) == first


def test_a_changed_file_is_read_anew_though_its_size_and_time_are_as_they_were(oeis: Path) -> None:
    path = oeis / "stripped.gz"
    path.write_bytes(gzip.compress(b"A000001 ,1,2,3,4,5,\n", 0))
    before = path.stat()
    assert found([1, 2, 3, 4, 5], path) == [("A000001", 0, 5)]
    path.write_bytes(gzip.compress(b"A000001 ,1,2,3,4,6,\n", 0))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert found([1, 2, 3, 4, 5], path) == []


def test_a_damaged_copy_is_made_anew(oeis: Path, tmp_path: Path) -> None:
    right = find(NODE_KAYLES, oeis)
    copies = sorted((tmp_path / "cache" / "oeis").iterdir())
    assert len(copies) == 2  # of entries and of names
    for copy in copies:
        whole = copy.read_bytes()
        for damaged in (whole[:-9], whole.replace(b"A316632", b"A316633"), b"", b"[]" + whole[2:], whole + b"\n"):
            copy.write_bytes(damaged)
            assert find(NODE_KAYLES, oeis) == right
            assert copy.read_bytes() == whole


def test_without_a_cache_the_file_is_read(oeis: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath("no-folder").write_text("")
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path / "no-folder"))
    assert found(NODE_KAYLES, oeis) == [("A316632", 0, 16)]


def test_a_damaged_file_leaves_no_copy(oeis: Path, tmp_path: Path) -> None:
    path = oeis / "stripped.gz"
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(BadText, match="expected whole compressed data, found the end of the file"):
        find(NODE_KAYLES, oeis)
    assert not any((tmp_path / "cache" / "oeis").iterdir())


def test_an_entry_is_looked_up_by_its_number(oeis: Path) -> None:
    assert published("A316632", oeis).terms == NODE_KAYLES
    with pytest.raises(GrundyError, match=r"expected the entry A000045, found none; its b-file b000045\.txt would do"):
        published("A000045", oeis)
    with pytest.raises(BadRule, match="expected the number of an entry"):
        published("A45", oeis)


def test_the_command_names_entries_beside_what_it_guesses(oeis: Path) -> None:
    text = " ".join(map(str, NODE_KAYLES)).encode()
    done = grundy("guess", "-", "--oeis", str(oeis), stdin=text)
    assert done.out.endswith(f"OEIS A316632: 16 terms equal: {NAME}\n")
    told = grundy("guess", "-", "--json", "--oeis", str(oeis), stdin=text).json()["oeis"]
    assert told == {"count": 1, "entries": [{"number": "A316632", "name": NAME, "shift": 0, "equal": 16}]}
    none = grundy("guess", "-", "--oeis", str(oeis), stdin=b"9 9 9 9 8 8 8 8")
    assert none.out.endswith("OEIS: no entry has them.\n")
    assert grundy("guess", "-", "--oeis", str(oeis / "none"), stdin=text).status == 2
    table = grundy("guess", "-", "--oeis", str(oeis), stdin=b"0 1 2\n1 0 3\n2 3 0\n")
    assert (table.status, table.out) == (2, "") and "expected one sequence" in table.err


def test_to_look_for_entries_loads_no_numpy() -> None:
    assert heavy_after("from grundy import oeis; oeis.find, oeis.check, oeis.write") == ""
