"""What the certificate of a table says is what is proved of the entries, whatever a reader makes of it.

As in test_proved_reading.py, with readers that are lax and readers that misread; the entries lie in a file beside.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest
from test_proved_reading import HERE, LAX, MISREAD, PROVED, ROOT, accepts, built, said, written_in_one_way

MISREAD_TABLES = [
    *(change for change in MISREAD if "misere" not in change[0]),
    ("(x, y) :: pairs rest", "(y, x) :: pairs rest"),
    ("let shape = List.map (number line) words in", "let shape = List.rev_map (number line) words in"),
    ('"play" "normal" "misere" in', '"play" "normal" "misere" && false in'),
    ("{ misere; outcomes; shape; bytes; file; digest }", '{ misere; outcomes; shape; bytes; file = "t.npy"; digest }'),
]
TOO_FEW = [
    ("List.init (size table) value", "List.init (size table - 1) value"),
    ("List.init size bit", "List.init (size - 1) bit"),
]
UNLIKE = "refused: line {}: not as the claim and the moves that were read are written"


@pytest.fixture(scope="module")
def lax(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("lax"), LAX)


@pytest.fixture(scope="module")
def misreading(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("misreading"), MISREAD_TABLES)


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("short"), TOO_FEW)


FILES = ["table-amounts", "table-digits-mask", "table-nodes", "table-outcomes", "table-riders"]
EXAMPLES = ["masks-table", "riders-misere"]


@pytest.mark.parametrize("name", [*FILES, *EXAMPLES])
def test_a_line_about_a_table_is_written_in_one_way(name: str, lax: Path, tmp_path: Path) -> None:
    folder = HERE / "examples" if name in EXAMPLES else ROOT / "tests/data/certificates-0.1"
    shutil.copy(folder / f"{name}.npy", tmp_path)
    text = (folder / f"{name}.txt").read_text()
    written_in_one_way(text, ("mask", "squares", "#"), lax, tmp_path / "it.txt")


def laid(folder: Path, lines: list[str], entries: list[int], shape: str) -> Path:
    """A certificate with its table, whose entries are bytes."""
    head = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({shape}), }}"
    table = b"\x93NUMPY\x01\x00\x76\x00" + b"%-117s\n" % head.encode() + bytes(entries)
    (folder / "t.npy").write_bytes(table)
    forged = folder / "it.txt"
    seal = f"sha256 {hashlib.sha256(table).hexdigest()}"
    forged.write_text("\n".join(["grundy-certificate 1", "kind table", *lines, seal, "end", ""]))
    return forged


@pytest.mark.parametrize(
    ("lines", "entries", "shape", "at"),
    [
        ("play normal/holds values/riders 0 1/shape 1 3/bytes 1/file t.npy", [0, 1, 2], "3, 1", 5),
        ("play normal/holds values/riders 1 1/shape 2 3/bytes 1/file t.npy", [0, 0, 0, 1, 0, 1], "3, 2", 6),
        ("play misere/holds outcomes/amounts 1/shape 4/bytes 1/file t.npy", [5], "1,", 3),
        ("play normal/holds values/amounts 1/shape 4/bytes 1/file other.npy", [0, 1, 0, 1], "4,", 8),
        ("play normal/holds values/nodes 2/node 0/node 1 0/shape 2/bytes 1/file t.npy", [0, 0], "2,", 7),
        ("play normal/holds values/places 1/moves 1/move 1 0 1 0/shape 2/bytes 1/file t.npy", [0, 0], "2,", 6),
        ("play normal/holds values/digits 0 0 7/shape 6/bytes 1/file t.npy", [0, 0, 1, 1, 0, 0], "6,", 5),
    ],
)
def test_what_is_misread_of_a_table_is_not_proved(
    lines: str, entries: list[int], shape: str, at: int, misreading: Path, tmp_path: Path
) -> None:
    """False claims, each of which would be true as it is misread."""
    forged = laid(tmp_path, lines.split("/"), entries, shape)
    assert said(misreading, forged) == (1, UNLIKE.format(at))
    assert said(PROVED, forged)[0] == 1 and not accepts(forged)


@pytest.mark.parametrize(
    ("holds", "right", "wrong", "shape"),
    [("values", [0, 1, 0, 1], [0, 1, 0, 0], "4,"), ("outcomes", [0b0101], [0b1101], "1,")],
)
def test_each_state_has_an_entry(
    holds: str, right: list[int], wrong: list[int], shape: str, short: Path, tmp_path: Path
) -> None:
    """A reader that leaves the last entry out proves nothing, whether that one is right or not."""
    lines = f"play normal/holds {holds}/amounts 1/shape 4/bytes 1/file t.npy".split("/")
    for entries in (right, wrong):
        forged = laid(tmp_path, lines, entries, shape)
        assert said(short, forged) == (1, "refused: what it lists does not prove what it claims")
        assert (said(PROVED, forged)[0] == 0) == accepts(forged) == (entries == right)


def test_the_digest_of_the_table_is_not_that_of_the_file(lax: Path, tmp_path: Path) -> None:
    """Of two lines that begin with sha256 the one after the end alone is left out of what is said."""
    lines = ["play normal", "holds values", "amounts 1", "shape 4", "bytes 1", "file t.npy"]
    forged = laid(tmp_path, lines, [0, 1, 0, 1], "4,")
    text = forged.read_text()
    seal = f"sha256 {hashlib.sha256(text.encode()).hexdigest()}\n"
    forged.write_text(text + seal)
    assert said(lax, forged)[0] == said(PROVED, forged)[0] == 0 and accepts(forged)
    forged.write_text(text + seal + seal)
    assert said(lax, forged)[0] == said(PROVED, forged)[0] == 1 and not accepts(forged)
