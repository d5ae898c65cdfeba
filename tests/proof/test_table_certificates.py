"""Certificates of tables: each entry of a file is held against its definition, and no other file will do."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from certificate_texts import sealed, unsealed
from click.testing import CliRunner, Result
from forging import accepted
from forging_samples import OWN, TABLES, digests, folder, samples
from forging_truth import true
from limits import set_limits

from grundy.cli.main import cli
from grundy.proof import check


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, list(map(str, words)))


def written(place: Path, *words: str) -> tuple[Path, Path]:
    """A table and its certificate."""
    table, certificate = place / "t.npy", place / "c.txt"
    done = call("table", *words, "--out", table, "--certificate", certificate, "--no-store")
    assert done.exit_code == 0, done.output
    return table, certificate


def verdict(certificate: Path, *words: str) -> str:
    return call("verify", certificate, *words).output.splitlines()[-1].partition(": ")[2]


PROVED = "1 of 1 segments checked: proved"


@pytest.mark.parametrize(
    "words",
    ["take-away:1,4,10 --states 300", "kayles --states 300", "octal:0.16 --states 60000", "wythoff --box 20x31",
     "wythoff --box 20x31 --misere", "wythoff --box 20x31 --outcomes", "take-away:2,3 --states 301 --misere",
     "take-away:1,2,3 --states 1", "nim --states 70", "hexadecimal:0.F --states 60", "all-but:2,5 --states 90",],
)  # fmt: skip
def test_what_is_written_is_accepted(words: str, tmp_path: Path) -> None:
    _, certificate = written(tmp_path, *words.split())
    assert verdict(certificate) == PROVED
    if "60000" in words:
        assert "\nmask " in certificate.read_text()


@pytest.mark.parametrize("bits", [(0,), pytest.param((1, 3, 7), marks=pytest.mark.long)])
def test_every_wrong_entry_is_found_though_its_digest_is_told_right(bits: Sequence[int]) -> None:
    for number, words in enumerate(TABLES):
        text = samples("table")[number]
        assert accepted(text) and true(text)
        whole = (folder() / f"{number}.npy").read_bytes()
        name = f"{number}.npy"
        (old,) = [digest for file, digest in digests() if file == name]
        for at in range(128, len(whole)):
            for bit in bits:
                wrong = whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :]
                (folder() / "spoilt.bin").write_bytes(wrong)
                forged = text.replace(old, hashlib.sha256(wrong).hexdigest()).replace(f"file {name}", "file spoilt.bin")
                assert not accepted(forged), (words, at, bit)


def test_pieces_each_find_what_is_wrong_in_them(tmp_path: Path) -> None:
    table, certificate = written(tmp_path, "wythoff", "--box", "20x30")
    for piece in range(1, 8):
        said = verdict(certificate, "--segment", f"{piece}/7")
        assert said.startswith("1 of 7 segments checked, not proved: missing ")
    whole = bytearray(table.read_bytes())
    old = hashlib.sha256(whole).hexdigest()
    whole[128 + 599] ^= 1  # the last entry: no other depends on it
    table.write_bytes(whole)
    assert "its SHA-256 is another" in verdict(certificate)
    right = unsealed(certificate.read_text()).replace(old, hashlib.sha256(whole).hexdigest())
    certificate.write_text(sealed(right))
    assert "refused: entry 599" in call("verify", certificate, "--segment", "7/7").output
    assert verdict(certificate, "--segment", "1/7") == "1 of 7 segments checked, not proved: missing 2-7"


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a table and its certificate."""
    folder = tmp_path_factory.mktemp("taken")
    written(folder, "take-away:1,2", "--states", "50")
    return folder


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda whole: whole[:-1], "expected a table of the shape and type"),
        (lambda whole: whole + b"\0", "expected a table of the shape and type"),
        (lambda whole: whole[:20] + b"x" + whole[21:], "expected a table of the shape and type"),
        (lambda whole: b"", "expected a table of the shape and type"),
        (lambda whole: whole[:-1] + b"\xff", "its SHA-256 is another"),
        (None, "cannot be read"),
    ],
)
def test_another_file_is_refused(change: object, told: str, taken: Path, tmp_path: Path) -> None:
    table, certificate = (Path(shutil.copy(taken / name, tmp_path)) for name in ("t.npy", "c.txt"))
    if callable(change):
        table.write_bytes(change(table.read_bytes()))
    else:
        table.unlink()
    done = call("verify", certificate)
    assert "refused: " in done.output and told in done.output


HEAD = "grundy-certificate 1\nkind table\nplay normal\nholds values\n"
REST = "bytes 1\nfile t.npy\nsha256 " + "0" * 64 + "\nend\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD.replace("normal", "misere"), "expected outcomes in misere play"),
        (HEAD.replace("values", "all"), "line 4: expected 'values' or 'outcomes' after 'holds'"),
        (HEAD.replace("values", "outcomes") + "digits 0 7\nshape 5\n" + REST, "expected values, for of two parts"),
        (HEAD.replace("values", "outcomes") + "nodes 2\nnode 0\nnode 1 0+0\nshape 2\n" + REST, "expected values, for"),
        (HEAD + "riders 1\n", "line 5: expected from 1 to 100 pairs of numbers, none 0 0"),
        (HEAD + "riders 1 0 0 0\n", "line 5: expected from 1 to 100 pairs of numbers, none 0 0"),
        (HEAD + "riders\n", "line 5: expected from 1 to 100 pairs of numbers, none 0 0"),
        (HEAD + "riders -1 1\n", "line 5: expected a number, found '-1'"),
        (HEAD + "riders 1 1\nshape 5\n", "line 6: expected the sides of a table"),
        (HEAD + "amounts 1\nshape 5 5\n", "line 6: expected the sides of a table"),
        (HEAD + "amounts 1\nshape 0\n", "line 6: expected the sides of a table"),
        (HEAD + "amounts 1\nshape 20000001\n", "line 6: expected the sides of a table of at most 20000000 entries"),
        (HEAD + "riders 1 1\nshape 999999999999999999 999999999999999999\n", "line 6: expected the sides of a table"),
        (HEAD + "places 2\nmoves 0\nshape 5\n", "line 7: expected no more entries than there are sets"),
        (HEAD + "nodes 1\nnode 0\nshape 2\n", "line 7: expected no more entries than there are sets"),
        (HEAD + "amounts 1\nmask 1 0\n", "line 6: expected a mask and a twist, for heaps that are split"),
        (HEAD + "digits 0 7\nmask 0 0\n", "line 6: expected a mask from 1 to below"),
        (HEAD + "digits 0 7 7\nmask 1 1\n", "line 6: expected a mask from 1 to below"),
        (HEAD + "digits 0 15\nmask 1 0\n", "line 6: expected a mask from 1 to below"),
        (HEAD + "amounts 1\nshape 5\nbytes 3\n", "line 7: expected 1, 2 or 4 bytes an entry"),
        (HEAD + "amounts 1\nshape 5\n" + REST.replace("t.npy", "../t.npy"), "line 8: expected a file name"),
        (HEAD + "amounts 1\nshape 5\n" + REST.replace("t.npy", "/dev/zero"), "line 8: expected a file name"),
        (HEAD + "amounts 1\nshape 5\n" + REST.replace("t.npy", ".."), "line 8: expected a file name"),
        (HEAD + "amounts 1\nshape 5\n" + REST.replace("0" * 64, "0" * 63), "line 9: expected 64 digits 0-9a-f"),
        (HEAD + "amounts 1\nshape 5\n" + REST.replace("0" * 64, "A" * 64), "line 9: expected 64 digits 0-9a-f"),
        (HEAD + "amounts 1\nshape 5\n" + REST + "end\n", "line 11: expected the end of the file"),
        (HEAD + "amounts 1\nshape 5\n" + REST, "t.npy: cannot be read"),
    ],
)  # fmt: skip
def test_what_is_not_as_it_should_be_is_told(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "c.txt"
    file.write_text(text)
    done = call("verify", file)
    assert told in done.output


def test_no_table_of_another_folder_is_read(tmp_path: Path) -> None:
    """A link or a folder of that name is no table; the name cannot lead elsewhere."""
    (tmp_path / "t.npy").mkdir()
    (tmp_path / "c.txt").write_text(HEAD + "amounts 1\nshape 5\n" + REST)
    assert "t.npy: cannot be read" in call("verify", tmp_path / "c.txt").output


def test_what_no_certificate_says_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "proof.certify_table", MOST_OPTIONS=1000)
    out = tmp_path / "t.npy"
    for words, told in (
        (["kayles", "--states", "20", "--certificate", tmp_path / "c"], "--certificate goes with --out"),
        (["kayles", "--states", "20", "--out", out, "--certificate", tmp_path / "x" / "c"], "in the same folder"),
        (
            ["nim", "--states", "90", "--out", out, "--certificate", tmp_path / "c"],
            "more than 1,000,000 states or 1,000 moves",
        ),
    ):
        done = call("table", *words, "--no-store")
        assert done.exit_code != 0 and not (tmp_path / "c").exists()
        assert told in done.output or told in str(done.exception)


def test_a_rule_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    _, certificate = written(tmp_path, f"{tmp_path / 'own.py'}:halves", "--states", "300")
    assert "\nnodes 300\n" in certificate.read_text() and verdict(certificate) == PROVED
    assert check.rule(check.read(certificate.open(encoding="ascii", newline="\n"))).startswith("300 nodes with ")
