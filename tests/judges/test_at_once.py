"""Large inputs of a few formats are answered by one kernel: as by the reader and the engines, or not at all.

The kernels are those of at_once.kernels, division.kernels, graphs.kernels and nimbers.kernels.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kernel_files import look_anew
from test_large_inputs import EDGES, damaged

from grundy.api import judge as judging
from grundy.compile import build, native
from grundy.errors import BadText
from grundy.judges import BY_NAME, Judge
from grundy.judges.at_once import KERNELS, LARGE, answer

SOURCE = Path(native.__file__).parents[2]
FORMATS = [replace(BY_NAME[name], answer_large=None, read_large=None) for name in KERNELS]
OF_JSON = ("gfg-floor-division", "graph")
by_name = pytest.mark.parametrize("judge", FORMATS, ids=lambda judge: judge.name)


def careful(judge: Judge, text: bytes) -> bytes | None:
    """The output; None where something is wrong."""
    try:
        return judging.judge(judge, text).encode()
    except BadText:
        return None


def agrees(judge: Judge, text: bytes) -> bool:
    """Whether the kernel answers; it is right then."""
    at_once = answer(judge.name, text)
    assert at_once is None or at_once == careful(judge, text), text
    return at_once is not None


@by_name
def test_sound_inputs_are_answered_and_damaged_ones_as_by_the_reader(judge: Judge) -> None:
    chances = random.Random(judge.name)
    assert judge.inputs
    answered = 0
    for _ in range(3):
        cases = [
            judge.inputs.random(chances, chances.randint(1, 12))
            for _ in range(chances.randint(1, min(6, judge.inputs.most)))
        ]
        text = judge.inputs.write(cases).encode()
        assert agrees(judge, text), text
        tabs = text.replace(b" ", b" \t ")
        spread = (text.replace(b"\n", b"\r\n"), text.rstrip(), text + b"\n \n", tabs, b"\n" + text)
        for other in spread if judge.name in OF_JSON else (*spread, b" 0" + text):
            assert agrees(judge, other), other
        answered += sum(agrees(judge, damaged(text, chances)) for _ in range(10))
    assert answered < 20  # of 30; some damage is none


@by_name
def test_an_input_cut_short_or_with_one_byte_changed(judge: Judge) -> None:
    text = judge.sample_in.encode()
    changed = set()  # some changes give the same text
    for at in range(len(text)):
        changed |= {text[:at], text[:at] + text[at + 1 :], text[:at] + text[at:].replace(b"\n", b" ", 1)}
        for byte in b"\0\t\r-:/0\x80 \n129"[at % 4 :: 4]:
            changed |= {text[:at] + bytes([byte]) + rest for rest in (text[at + 1 :], text[at:])}
    for other in sorted(changed):
        agrees(judge, other)


@by_name
@pytest.mark.parametrize("number", [2**64 - 1, 2**64, 2**64 + 1, 10**20, 10**40, 2**63, 10**18])
def test_large_numbers(judge: Judge, number: int) -> None:
    tokens = judge.sample_in.split(" ")
    for at in range(len(tokens)):
        _, end, tail = tokens[at].partition("\n")
        agrees(judge, " ".join([*tokens[:at], f"{number}{end}{tail}", *tokens[at + 1 :]]).encode())


@by_name
def test_nothing_at_all_is_left_to_the_reader(judge: Judge) -> None:
    for text in (b"", b"\n", b" \t\r\n", b"\0", b"\xef\xbb\xbf" + judge.sample_in.encode()):
        assert answer(judge.name, text) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *EDGES,
        ("hdu5724-chess", b"1\n1\n21 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 20\n"),
        ("hdu5724-chess", b"1\n1\n1 20\n7\n"),
        ("hdu5724-chess", b"1\n1\n\n1 20\n"),
        ("cf1382b-sequential-nim", b"1\n2\n1\n"),
        ("cf1382b-sequential-nim", b"1\n2\n1 2 3\n"),
        ("cf1382b-sequential-nim", b"1\n1\n\n1\n"),
        ("cf1382b-sequential-nim", b"1\n1\n1\n1\n"),
        ("poj2960-s-nim", b"1 600000\n1\n2 600000 5\n0\n"),
        ("nim-product-64", b"2\n1 2 3\n4\n"),
        ("nim-product-64", b"1\n1 2\n3 4\n"),
        ("piles", b"1 2\0\n"),
        ("piles", b"1 2\0"),
    ],
)
def test_edges_of_the_reader(name: str, text: bytes) -> None:
    agrees(replace(BY_NAME[name], answer_large=None, read_large=None), text)


@pytest.mark.parametrize(
    ("name", "text", "output"),
    [
        ("cf1382b-sequential-nim", b"3\n0\n2\n0 0\n3\n0 1 5\n", b"Second\nSecond\nSecond\n"),
        ("hdu5724-chess", b"2\n0\n1\n0\n", b"NO\nNO\n"),
        ("hdu5724-chess", b"0\n", b""),
        ("poj2960-s-nim", b"1 2\n0\n2 3 3\n2\n2 4 5\n1 6\n0\n", b"\nLL\n"),  # by 3: 4 and 5 are worth 1, 6 is 0
        ("piles", b"7\n\n1 2 3\n", b"first\nsecond\n"),
        ("nim-product-64", b"2\n2 2\n18446744073709551615 1\n", b"3\n18446744073709551615\n"),
        ("nim-inverse-64", b"2\n2\n1\n", b"3\n1\n"),
        ("graph", b'{"nodes": [1, 12, 2], "edges": [[12, 1], [1, 2], [12, 1]], "tokens": [12]}', b"second\n"),
        ("graph", b'{"nodes": ["", "1", "11"], "edges": [["1", ""]], "tokens": ["1", "11"]}', b"first\n"),
        ("graph", b'{"nodes":[0],"edges":[],"tokens":[]}\r\n', b"second\n"),
        ("gfg-floor-division", b'{"divisors":[3,2,2],"ints":[0,18446744073709551615,0]}', b"second\n"),
        ("gfg-floor-division", b'{"divisors":[18446744073709551615],"ints":[18446744073709551615, 1]}', b"first\n"),
        ("gfg-floor-division", b'{"divisors": [2], "ints": [0]}\n', b"second\n"),
    ],
)
def test_edges(name: str, text: bytes, output: bytes) -> None:
    assert answer(name, text) == careful(replace(BY_NAME[name], answer_large=None), text) == output


def products(pairs: list[tuple[int, int]]) -> list[int]:
    lines = [f"{len(pairs)}", *(f"{a} {b}" for a, b in pairs)]
    return [int(line) for line in (answer("nim-product-64", ("\n".join(lines) + "\n").encode()) or b"").split()]


def test_nim_products_and_inverses_are_conways() -> None:
    """Conway, On Numbers and Games, chapter 6: by mex; with F = 2^(2^k), F times x < F is Fx, F times F is F + F/2."""
    table: dict[tuple[int, int], int] = {}
    for a in range(32):
        for b in range(32):
            excluded = {table[a, y] ^ table[x, b] ^ table[x, y] for x in range(a) for y in range(b)}
            table[a, b] = next(n for n in range(len(excluded) + 1) if n not in excluded)
    assert products(list(table)) == list(table.values())
    chances = random.Random(6)
    powers = [2**2**k for k in range(6)]
    below = [(power, chances.randrange(power)) for power in powers for _ in range(200)]
    assert products(below) == [power * x for power, x in below]
    assert products([(power, power) for power in powers]) == [power + power // 2 for power in powers]
    nimbers = [chances.randrange(1, 2**bits) for bits in (16, 32, 64) for _ in range(300)]
    lines = [f"{len(nimbers)}", *map(str, nimbers)]
    inverses = (answer("nim-inverse-64", ("\n".join(lines) + "\n").encode()) or b"").split()
    assert products([(a, int(b)) for a, b in zip(nimbers, inverses, strict=True)]) == [1] * len(nimbers)
    triples = [[chances.randrange(2**64) for _ in range(3)] for _ in range(300)]  # it is a field
    one = products([(a, b ^ c) for a, b, c in triples])
    other = [x ^ y for x, y in zip(*(products([(t[0], t[n]) for t in triples]) for n in (1, 2)), strict=True)]
    assert one == other


def test_floor_division_is_that_of_the_definition() -> None:
    """By the definition alone, for every number up to 200 and some of 64 bits, alone and beside another."""
    chances = random.Random(236)
    for divisors in (tuple(range(2, 62)), (2,), (2, 3), (2, 3, 6), (5, 7, 11), (2**32, 2**32 + 1), (2**63,)):
        values: dict[int, int] = {}

        def value(x: int, divisors: tuple[int, ...] = divisors, values: dict[int, int] = values) -> int:
            if x not in values:
                left = {value(x // divisor, divisors, values) for divisor in divisors if x}
                values[x] = next(v for v in range(len(left) + 1) if v not in left)
            return values[x]

        largest = 2**64 if len(divisors) < 10 else 3000  # many divisors leave many numbers
        powers = [d**e + s for d in divisors for e in (2, 3, 7) for s in (-1, 0) if d**e < largest]
        for x in (*range(200), *powers[:60], *(chances.randrange(largest) for _ in range(10))):
            other = chances.randrange(50)
            text = json.dumps({"divisors": divisors, "ints": [x, other]}).encode()
            expected = b"first\n" if value(x) != value(other) else b"second\n"
            assert answer("gfg-floor-division", text) == expected, (divisors, x, other)


@pytest.mark.parametrize(
    "text",
    [
        b'{"divisor s": [2], "ints": [1]}',
        b'{"divisors": [2], "ints": [01]}',
        b'{"divisors": [1], "ints": [1]}',
        b'{"divisors": [], "ints": [1]}',
        b'{"divisors": [2], "ints": []}',
        b'{"divisors": [2], "ints": [1,]}',
        b'{"divisors": [2,], "ints": [1]}',
        b'{"divisors": [2], "ints": [-1]}',
        b'{"divisors": [2], "ints": [1.0]}',
        b'{"divisors": [2], "ints": [1]} 1',
        b'{"divisors": [2], "ints": [1], "ints": [2]}',
        b'{"ints": [1], "divisors": [2]}',
        b'{"divisors": [2], "ints": [18446744073709551616]}',
        json.dumps({"divisors": list(range(2, 63)), "ints": [1]}).encode(),  # one too many
        json.dumps({"divisors": list(range(2, 62)), "ints": [2**64 - 1]}).encode(),  # too many products of them
    ],
)
def test_unusual_divisions_are_left_to_the_reader(text: bytes) -> None:
    assert answer("gfg-floor-division", text) is None


def a_graph(nodes: str = '"a", "b"', edges: str = '["a", "b"]', tokens: str = '"a"', more: str = "") -> bytes:
    return f'{{"nodes": [{nodes}], "edges": [{edges}], "tokens": [{tokens}]{more}}}'.encode()


@pytest.mark.parametrize(
    "text",
    [
        a_graph('"a", "b", "a"'),
        a_graph('"a", "b", 1'),
        a_graph("1, 01", "[1, 01]", "1"),
        a_graph("-1, 2", "[-1, 2]", "2"),
        a_graph('"a", "\\u0062"'),
        a_graph('"a", "b", "["'),
        a_graph('"a", "b", "\u00e9"'),
        a_graph('"a", "b",'),
        a_graph("", "", ""),
        a_graph(edges='["a", "b"], ["b", "a"]'),
        a_graph(edges='["a", "a"]'),
        a_graph(edges='["a", "c"]'),
        a_graph(edges='["a", "b", "b"]'),
        a_graph(edges='["a"]'),
        a_graph(edges='["a", "b"],'),
        a_graph("1, 12", "[1, 13]", "1"),
        a_graph(tokens='"c"'),
        a_graph(tokens='"a", '),
        a_graph(more=', "nodes": []'),
        a_graph() + b"}",
        a_graph()[:-1],
        a_graph().replace(b"edges", b"Edges"),
    ],
)
def test_graphs_that_are_left_to_the_reader(text: bytes) -> None:
    assert answer("graph", a_graph()) == b"first\n"
    assert answer("graph", text) is None


def test_random_graphs_of_numbers() -> None:
    chances = random.Random(35)
    judge = replace(BY_NAME["graph"], answer_large=None)
    for nodes in range(1, 40):
        names = chances.sample(range(3 * nodes), nodes)
        pairs = [
            sorted(chances.sample(range(nodes), 2)) for _ in range(chances.randrange(3 * nodes) if nodes > 1 else 0)
        ]
        arcs = [[names[a], names[b]] for a, b in pairs]
        whole = {"nodes": names, "edges": arcs, "tokens": chances.choices(names, k=chances.randrange(4))}
        assert agrees(judge, json.dumps(whole, indent=chances.choice((None, 1))).encode())


def piles_file(folder: Path, last: bytes = b"") -> Path:
    """A file that is large, of which `last` is the last line."""
    file = folder / "piles.txt"
    file.write_bytes(b"1000000 1 2\n" * (LARGE // 12 + 1) + last)
    return file


def run(file: Path, format: str = "piles", before: int = 0) -> subprocess.CompletedProcess[bytes]:
    """The command for a file, from some place of it on; standard error has first whatever was imported."""
    code = "import os, sys; os.lseek(0, int(sys.argv.pop()), 0); from grundy.cli.start import main; main()"
    words = [sys.executable, "-X", "importtime", "-c", code, "judge", format, str(before)]
    with file.open("rb") as stdin:
        return subprocess.run(words, stdin=stdin, capture_output=True, env=os.environ | {"PYTHONPATH": str(SOURCE)})


def test_a_large_file_is_answered_before_the_command_line_is_loaded(tmp_path: Path) -> None:
    assert answer("piles", b"1\n") == b"first\n"  # and is kept from now on
    file = piles_file(tmp_path, b"5 5")
    done = run(file)
    lines = LARGE // 12 + 1
    assert (done.returncode, done.stdout) == (0, b"first\n" * lines + b"second\n")
    assert b"grundy.compile.native" in done.stderr
    assert not any(name in done.stderr for name in (b"click", b"numpy", b"numba", b"grundy.model", b"grundy.api"))
    beyond = run(file, before=12 * lines)  # too little is left
    assert (beyond.returncode, beyond.stdout) == (0, b"second\n")
    assert b"click" in beyond.stderr


def test_what_is_wrong_in_a_large_file_is_said_as_ever(tmp_path: Path) -> None:
    file = piles_file(tmp_path, b"1 -2\n")
    done = run(file, before=12)
    assert (done.returncode, done.stdout) == (2, b"")
    expected = f"<stdin>:{LARGE // 12 + 1}:3: expected a pile size, 0 or more, found the negative number -2"
    assert done.stderr.decode().splitlines()[-1] == expected
    unknown = run(file, "pyles")
    assert unknown.returncode == 2
    assert b"did you mean 'piles'" in unknown.stderr


def test_what_was_printed_is_all_or_an_error(tmp_path: Path) -> None:
    with piles_file(tmp_path).open("rb") as stdin, open("/dev/full", "wb") as full:
        words = [sys.executable, "-m", "grundy", "judge", "piles"]
        done = subprocess.run(words, stdin=stdin, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, b"<stdout>: cannot be written: No space left on device\n")


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for files of kernels in which there are none yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    look_anew()
    yield tmp_path
    look_anew()


def test_where_nothing_can_be_kept_nothing_is_made(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (empty / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(empty / "file" / "none"))
    monkeypatch.setattr(build, "build", None)
    assert answer("piles", b"1\n") is None
    assert judging.judge("piles", "1\n" * LARGE) == "first\n" * LARGE
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(empty))
    look_anew()
    assert answer("piles", b"1\n", only_kept=True) is None
    monkeypatch.setattr(build, "build", lambda *given: (b"", ""))
    assert answer("piles", b"1\n") is None
    monkeypatch.setattr(build, "build", None)  # that there is none is kept, too
    assert answer("piles", b"1\n") is None


def test_without_files_or_numba_the_reader_answers(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*given: Any) -> Any:
        raise ImportError("numba")

    monkeypatch.setattr(build, "build", missing)
    assert answer("piles", b"1\n") is None
    assert judging.judge("piles", "1\n" * LARGE) == "first\n" * LARGE
    monkeypatch.setattr(build, "build", None)
    monkeypatch.setenv("GRUNDY_NATIVE", "off")
    assert answer("piles", b"1\n") is None


def test_a_damaged_file_of_code_is_not_run(empty: Path) -> None:
    assert answer("piles", b"1\n") == b"first\n"
    (file,) = empty.rglob("*-*")
    code = file.read_bytes()
    assert answer("piles", b"1\n", only_kept=True) == b"first\n"
    file.unlink()  # what is loaded stays as it is
    file.write_bytes(code[:-40] + bytes([code[-40] ^ 1]) + code[-39:])
    assert answer("piles", b"1\n", only_kept=True) is None
