"""What the certificate of a table says is what is proved of the entries, whatever a reader makes of it.

As in test_proved_reading.py, with readers that are lax and readers that misread; the entries lie in a file beside.
"""

from __future__ import annotations

import hashlib
import io
import shutil
from pathlib import Path

import numpy as np
import pytest
from test_proved_reading import HERE, MISREAD, PROVED, ROOT, accepts, built, said, written_in_one_way

MISREAD_TABLES = [
    *(change for change in MISREAD if "misere" not in change[0]),
    ("(x, y) :: pairs rest", "(y, x) :: pairs rest"),
    ("let shape = List.map (number line) words in", "let shape = List.rev_map (number line) words in"),
    ('"play" "normal" "misere" in', '"play" "normal" "misere" && false in'),
    ('"bytes" 1 (if outcomes then 1 else 4) in', '"bytes" 1 (if outcomes then 1 else 4) in let bytes = 1 in'),
    ("{ misere; outcomes; shape; bytes; file; digest }", '{ misere; outcomes; shape; bytes; file = "t.npy"; digest }'),
]
UNLIKE = "refused: line {}: not as the claim and the moves that were read are written"


@pytest.fixture(scope="module")
def misreading(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("misreading"), MISREAD_TABLES)


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
        ("play normal/holds values/amounts 1/shape 4/bytes 2/file t.npy", [0, 1, 0, 1], "4,", 7),
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


def stated(folder: Path, table: bytes, lines: str) -> Path:
    """A certificate that names these bytes by their right SHA-256."""
    (folder / "t.npy").write_bytes(table)
    seal = f"file t.npy/sha256 {hashlib.sha256(table).hexdigest()}"
    forged = folder / "it.txt"
    forged.write_text(f"grundy-certificate 1/kind table/play normal/{lines}/{seal}/end/".replace("/", "\n"))
    return forged


def saved(entries: object, kind: str) -> bytes:
    """The file that NumPy writes."""
    buffer = io.BytesIO()
    np.save(buffer, np.array(entries, dtype=kind))
    return buffer.getvalue()


@pytest.mark.parametrize("size", [1, 2, 4])
def test_each_byte_of_a_table_is_read(size: int, tmp_path: Path) -> None:
    """What NumPy writes is proved; with any byte changed it is not, nor with one more or one less."""
    kind = "|u1" if size == 1 else f"<u{size}"
    right = saved([0, 1, 2, 0, 1, 2, 0], kind)
    lines = f"holds values/amounts 1 2/shape 7/bytes {size}"
    assert said(PROVED, stated(tmp_path, right, lines))[0] == 0
    for at in range(len(right)):
        changed = bytes([*right[:at], right[at] ^ 1, *right[at + 1 :]])
        assert said(PROVED, stated(tmp_path, changed, lines))[0] == 1, at
    for changed in (right[:-1], right[:-size], right + b"\0", right + bytes(size), right[:100], b""):
        forged = stated(tmp_path, changed, lines)
        assert said(PROVED, forged)[0] == 1 and not accepts(forged)


@pytest.mark.parametrize("count", [1, 7, 8, 9, 16, 21])
def test_each_bit_of_a_table_is_read(count: int, tmp_path: Path) -> None:
    """A heap is lost if it is a multiple of 3; bits after the last one must not be set."""
    right = saved(np.packbits([heap % 3 == 0 for heap in range(count)], bitorder="little"), "|u1")
    lines = f"holds outcomes/amounts 1 2/shape {count}/bytes 1"
    assert said(PROVED, stated(tmp_path, right, lines))[0] == 0
    for bit in range(8 * (len(right) - 128)):
        changed = bytearray(right)
        changed[128 + bit // 8] ^= 1 << bit % 8
        assert said(PROVED, stated(tmp_path, bytes(changed), lines))[0] == 1, bit
    forged = stated(tmp_path, saved([*right[128:], 0], "|u1"), lines)
    assert said(PROVED, forged)[0] == 1 and not accepts(forged)


@pytest.mark.parametrize(
    "table",
    [
        saved([0, 1, 2, 0], ">u2"),
        saved([0, 1, 2, 0], "<i2"),
        saved([[0, 1], [2, 0]], "<u2"),
        saved([0, 1, 2, 0, 1, 2, 0, 1], "|u1"),
        saved([0, 1, 2, 0], "<u2").replace(b"False, ", b"True,  "),
        saved([0, 1, 2, 0], "<u2").replace(b"(4,)", b"(4 )"),
        saved([0, 1, 2, 0], "<u2").replace(b"PY\x01\x00", b"PY\x02\x00"),
    ],
)
def test_entries_that_are_written_otherwise_are_refused(table: bytes, tmp_path: Path) -> None:
    forged = stated(tmp_path, table, "holds values/amounts 1 2/shape 4/bytes 2")
    reason = "refused: t.npy: expected a table of the shape and type that the certificate says"
    assert said(PROVED, forged) == (1, reason) and not accepts(forged)


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
