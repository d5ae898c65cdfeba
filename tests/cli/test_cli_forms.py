"""The forms in which commands print what they found: CSV of tables, JSON of certificates, and the text of values."""

from __future__ import annotations

import csv
import json
from itertools import product
from pathlib import Path

import pytest
from command import grundy
from limits import set_limits

import grundy as library


def rows(*words: str) -> list[dict[str, str]]:
    """What a command prints as CSV, a line each."""
    done = grundy(*words, "--csv")
    assert (done.status, done.err) == (0, "")
    return list(csv.DictReader(done.out.splitlines()))


def test_csv_of_a_table_is_that_of_its_sequence() -> None:
    assert (
        grundy("table", "kayles", "--to", "40", "--csv").out == grundy("sequence", "kayles", "--to", "40", "--csv").out
    )


def test_csv_of_pairs_has_a_column_for_each_number() -> None:
    """Against the definition of Wythoff's game."""
    values: dict[tuple[int, int], int] = {}
    for a, b in product(range(7), range(5)):
        options = [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)]
        options += [(a - k, b - k) for k in range(1, min(a, b) + 1)]
        values[a, b] = min(set(range(99)) - {values[option] for option in options})
    table_rows = rows("table", "wythoff", "--box", "7x5")
    assert {(int(row["a"]), int(row["b"])): int(row["nim_value"]) for row in table_rows} == values
    assert [(int(row["a"]), int(row["b"])) for row in table_rows] == list(values)
    assert {row["status"] for row in table_rows} == {"computed"}


def test_csv_of_a_piece() -> None:
    table_rows = rows("table", "wythoff", "--box", "9x9", "--show", "3,4:7")
    assert [(row["a"], row["b"]) for row in table_rows] == [("3", "4"), ("3", "5"), ("3", "6")]
    (one,) = rows("table", "kayles", "--to", "9", "--show", "9")
    assert (one["n"], one["nim_value"]) == ("9", "4")


def test_csv_of_outcomes_has_letters() -> None:
    table_rows = rows("table", "take-away:1,2,3", "--to", "9", "--outcomes")
    assert "".join(row["outcome"] for row in table_rows) == "PNNNPNNNPN"


def test_csv_of_a_file_ends_with_what_made_it(tmp_path: Path) -> None:
    file = str(tmp_path / "w.npy")
    first = grundy("table", "wythoff", "--box", "6x6", "--out", file, "--csv", "--no-store")
    again = grundy("table", file, "--csv", "--remarks", "--no-store")
    *lines, remark = again.out.splitlines(keepends=True)
    assert "".join(lines) == first.out
    assert remark.startswith("# wythoff, grundy ") and "Computed: a table of all states" in remark


def test_csv_in_pieces_is_csv_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made = library.table("wythoff", box=(9, 9))
    whole = made.to_csv()
    set_limits(monkeypatch, "api", PIECE=20)
    assert made.to_csv() == whole and len(list(made.csv_pieces())) > 3


@pytest.mark.parametrize("words", [("--csv", "--json"), ("--remarks",), ("--csv", "--emit", "cpp")], ids=" ".join)
def test_forms_that_exclude_each_other_are_refused(words: tuple[str, ...]) -> None:
    done = grundy("table", "kayles", "--to", "9", *words)
    assert (done.status, done.out) == (2, "") and "--csv" in done.err


def test_str_of_a_table_is_what_is_printed() -> None:
    made = library.table("wythoff", box=(20, 20))
    printed = grundy("table", "wythoff", "--box", "20x20").out
    assert f"{made}\n" == printed.replace(" (grundy table wythoff --box 20x20)", "")
    assert "\n" not in repr(made)


def test_json_of_certificates(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    library.period("kayles", certificate=good)
    lines = good.read_text().splitlines(keepends=True)
    bad.write_text("".join(lines[: len(lines) // 2]))
    done = grundy("verify", str(good), str(bad), "--json")
    proved, refused = map(json.loads, done.out.splitlines())
    assert done.status == 1
    assert (proved["file"], proved["proved"], proved["refused"]) == (str(good), True, None)
    assert "claims least period 12, least pre-period 71" in proved["says"][1]
    assert (refused["file"], refused["proved"]) == (str(bad), False) and refused["refused"]
    assert proved["command"] == f"grundy verify {good} {bad} --json"


def test_json_of_a_piece_of_a_check_is_no_proof(tmp_path: Path) -> None:
    file = tmp_path / "it.txt"
    library.period("kayles", certificate=file)
    done = grundy("verify", str(file), "--json", "--segment", "1/2")
    told = json.loads(done.out)
    assert (done.status, told["proved"], told["refused"]) == (1, False, None)
    assert told["says"][-1].endswith("not proved: missing 2")
