"""Certificates of tables: the file that is read, what is told of it, and entries that are not the least number.

`tests/mutants.py` puts such faults into the code; docs/why/mutants.md says what it found.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from checker_parts import HEAD, mex, run
from test_checker_texts import judged, npy, values_of

from grundy.proof import check

TABLE = f"{HEAD}table\nplay normal\nholds values\namounts 1\nshape 4\nbytes 1\nfile t.npy\nsha256 {{}}\nend\n"
RIGHT = npy([4], 1, [0, 1, 0, 1])


def of_file(data: bytes | None, digest: str = "", name: str = "t.npy", folder: str = "") -> str:
    """What is said of a table of four heaps whose file holds this."""
    text = TABLE.format(digest or hashlib.sha256(data or b"").hexdigest())
    table = check.read(io.StringIO(text, newline="\n"))
    assert isinstance(table, check.TableCertificate)
    with TemporaryDirectory() as own:
        if data is not None:
            (Path(own) / "t.npy").write_bytes(data)
        try:
            check.check(table._replace(folder=folder or own, file=name))
        except check.Refused as refused:
            return str(refused)
    return ""


def test_the_head_of_a_file_says_what_the_certificate_says() -> None:
    """Another reader would see another table in it, though the bytes after the head and the digest are the same."""
    assert of_file(RIGHT) == ""
    for old, new in (
        (b"False", b"True "), (b"|u1", b"|i1"), (b"(4,)", b"(2,2)"), (b"NUMPY\x01", b"NUMPY\x02"), (b"descr", b"DESCR"),
        (b"\x93", b"\x92"), (b"\x00\x76", b"\x00\x77"), (b" \n", b"\n "),
    ):  # fmt: skip
        assert old in RIGHT
        told = of_file(RIGHT.replace(old, new, 1)[: len(RIGHT)])
        assert told == "t.npy: expected a table of the shape and type that the certificate says", (old, told)
    told = "t.npy: its SHA-256 is another than the certificate says"
    assert of_file(RIGHT, "0" * 64) == told == of_file(RIGHT[:-1] + b"\0", hashlib.sha256(RIGHT).hexdigest())


def test_a_file_that_cannot_be_read_is_told() -> None:
    assert of_file(None) == "t.npy: cannot be read: no such file"
    assert of_file(RIGHT, name=".") == ".: cannot be read: no such file"
    if Path("/proc/self/mem").is_file():  # it opens, and its first byte cannot be read
        assert of_file(RIGHT, name="mem", folder="/proc/self") == "mem: cannot be read: Input/output error"


def test_the_file_lies_beside_its_certificate() -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "good"
        path.write_text(TABLE.format(hashlib.sha256(RIGHT).hexdigest()))
        (Path(folder) / "t.npy").write_bytes(RIGHT)
        status, said, _ = run(str(path))
        assert status == 0 and said.endswith(": 1 of 1 segments checked: proved\n")
        with contextlib.chdir(folder):  # the same where no folder is named
            assert run("good")[0] == 0
            check.check(check.read(io.StringIO(path.read_text(), newline="\n")))
        (Path(folder) / "t.npy").unlink()
        assert run(str(path))[:2] == (
            1,
            said.rpartition(f"{path}:")[0] + f"{path}: refused: t.npy: cannot be read: no such file\n",
        )


def test_an_entry_is_the_least_number_that_no_option_has() -> None:
    """Nodes with any options: as many other values as the entry, but not those below it."""
    base = [[], [0], [0, 1], [0, 1, 2], [0, 1, 2, 3]]  # worth 0 to 4
    rng = Random(43)
    for last in (
        [0, 2, 4],
        [0, 3],
        [1, 2],
        [2],
        [0, 1, 3, 4],
        *(rng.sample(range(5), rng.randrange(6)) for _ in range(9)),
    ):
        nodes = [*base, last]
        moves = "nodes 6\n" + "\n".join(" ".join(map(str, ("node", n, *left))) for n, left in enumerate(nodes))
        values = values_of(lambda n, nodes=nodes: nodes[n], 6)  # type: ignore[misc]
        for entry in range(7):
            told = judged(moves, [6], 1, [*values[:5], entry])
            assert told == (
                "" if entry == mex(last) else f"entry 5: {entry} is not the least number that no option has"
            )


def test_riders_of_any_vectors() -> None:
    rng = Random(47)
    every = [(a, b) for a in range(4) for b in range(4) if a or b]
    for number in range(60):
        high, wide = rng.randrange(1, 8), rng.randrange(1, 7)
        vectors = [every[number % 15], *rng.sample(every, rng.randrange(3))]
        values: list[int] = []
        for n in range(high * wide):
            a, b = divmod(n, wide)
            values.append(mex(values[(a - k * x) * wide + b - k * y] for x, y in vectors for k in range(1, 8)
                              if k * x <= a and k * y <= b))  # fmt: skip
        moves = f"riders {' '.join(f'{x} {y}' for x, y in vectors)}"
        assert judged(moves, [high, wide], 1, values) == ""
        at = rng.randrange(len(values))
        for wrong in {0, values[at] + 1, values[at] ^ 1} - {values[at]}:
            told = judged(moves, [high, wide], 1, [*values[:at], wrong, *values[at + 1 :]])
            assert told.startswith(f"entry {at}: {wrong} is not the least"), (vectors, high, wide)


def test_what_is_said_of_digits_that_skip_a_number_of_heaps() -> None:
    text = f"{HEAD}period\ndigits 0 5 10\nperiod 1\npreperiod 0\nmethod pairs\nvalues 1\n0 0\nend\n"
    certificate = check.read(io.StringIO(text, newline="\n"))
    assert check.rule(certificate) == "take 1 and leave 0 or 2 heaps; take 2 and leave 1 or 3 heaps"
