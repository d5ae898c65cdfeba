"""The proved checker gives the verdicts of check.py and prints its words: on the kept certificates and on mutants.

    make -C proofs/coq && python -m pytest -n0 proofs/coq

MUTANTS in the environment says how many mutants of each certificate are made.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

HERE = Path(__file__).parent
PROVED = HERE / "grundy-proved"
ROOT = HERE.parents[1]
CHECK = ROOT / "src/grundy/proof/check.py"
CORPUS = sorted(
    path
    for path in [*ROOT.glob("tests/data/*-0.1/*.txt"), *HERE.glob("examples/*.txt")]
    if path.read_text().startswith(("grundy-certificate", "#"))
)
MUTANTS = int(os.environ.get("MUTANTS", "40"))

sys.path.insert(0, str(CHECK.parent))
import check  # noqa: E402


def proved(path: Path) -> tuple[int, list[str]]:
    done = subprocess.run([PROVED, path], capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


def plain(path: Path) -> tuple[int, list[str]]:
    lines = []
    try:
        for line in check.verify(str(path), [(1, 1)]):
            lines.append(line.removeprefix(f"{check.named(str(path))}: "))
    except check.Refused:
        return 1, lines
    return 0, lines


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_the_kept_certificates_are_proved_in_the_same_words(path: Path) -> None:
    status, lines = proved(path)
    if status == 2:
        assert lines[-1].startswith("kind not covered")
        return
    expected, words = plain(path)
    assert (status, lines[:-1]) == (expected, words[:-1])


def mutant(text: str, random: Random) -> str:
    """A line lost, doubled or exchanged, a number changed: sometimes with a digest that is right for it."""
    lines = [line for line in text.splitlines() if not line.startswith(("sha256", "#"))] or [text]
    for _ in range(random.choice((1, 1, 2))):
        at = random.randrange(len(lines))
        match random.randrange(10):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                lines[at] += random.choice((" 1", " ", "x", " 0"))
            case _:
                words = lines[at].split(" ")
                numbers = [place for place, word in enumerate(words) if word.removeprefix("-").isdigit()]
                if not numbers:
                    continue
                place = random.choice(numbers)
                least = min(0, int(words[place]))
                words[place] = str(max(least, int(words[place]) + random.choice((-2, -1, 1, 2, 8, 100))))
                lines[at] = " ".join(words)
    forged = "".join(f"{line}\n" for line in lines)
    if random.random() < 0.3:
        forged += f"sha256 {hashlib.sha256(forged.encode()).hexdigest()}\n"
    return forged


def lay_table(path: Path, text: str, forged: Path, random: Random) -> str:
    """Put the table of a certificate beside the forged one, often with a wrong bit and the right digest of that."""
    table = path.with_suffix(".npy")
    if not table.exists():
        return text
    whole = bytearray(table.read_bytes())
    digest = hashlib.sha256(whole).hexdigest()
    if random.random() < 0.5:
        whole[random.randrange(120, len(whole))] ^= 1 << random.randrange(8)
    (forged.parent / table.name).write_bytes(whole)
    return text.replace(digest, hashlib.sha256(whole).hexdigest())


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_mutants_have_the_verdict_of_the_plain_checker(path: Path, tmp_path: Path) -> None:
    if proved(path)[0] == 2:
        pytest.skip("kind not covered")
    random = Random(19)
    forged = tmp_path / "it.txt"
    for _ in range(MUTANTS):
        text = path.read_text()
        if random.random() < 0.7 or not path.with_suffix(".npy").exists():
            text = mutant(text, random)
        else:
            text = text[: text.rindex("end\n") + 4]
        forged.write_text(lay_table(path, text, forged, random))
        status, lines = proved(forged)
        if status == 2:
            assert lines[-1].startswith("kind not covered")
            continue
        expected, words = plain(forged)
        assert status == expected, forged.read_text()
        if status == 0:
            assert lines[:-1] == words[:-1]


def test_of_several_files_each_line_has_its_name(tmp_path: Path) -> None:
    """The exit status is the largest, and what is said of a file is what is said of it alone."""
    known, unknown = CORPUS[0], tmp_path / "it.txt"
    unknown.write_text("grundy-certificate 1\nkind of-tomorrow\nend\n")
    done = subprocess.run([PROVED, known, unknown, known], capture_output=True, text=True)
    each = [[f"{path}: {line}" for line in proved(path)[1]] for path in (known, unknown, known)]
    assert (done.returncode, done.stdout.splitlines()) == (2, [line for lines in each for line in lines])


def test_mutants_of_every_kind_have_one_verdict_and_are_true() -> None:
    done = subprocess.run([sys.executable, HERE / "mutants.py", "--count", "300"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_a_value_that_is_wrong_is_refused(tmp_path: Path) -> None:
    """Kayles with a heap of 1 worth 2, as FORMAT.md writes it."""
    forged = tmp_path / "it.txt"
    forged.write_text(
        "grundy-certificate 1\nkind period\namounts 1\nperiod 2\npreperiod 0\nmethod pairs\nvalues 4\n0 0 1 0 1\nend\n"
    )
    assert proved(forged)[0] == 0
    forged.write_text(forged.read_text().replace("0 0 1 0 1", "0 0 2 0 2"))
    assert proved(forged)[0] == 1


def test_parts_of_the_same_form_are_recognised_turned_and_moved(tmp_path: Path) -> None:
    """Cram on an L of three cells, a column of two and a row of two: two equal parts are worth nothing beside it."""
    squares = [(0, 0), (1, 0), (1, 1), (0, 3), (1, 3), (3, 0), (3, 1)]
    dominoes = [0b11, 0b110, 0b11000, 0b1100000]
    forged = tmp_path / "it.txt"
    text = "\n".join(
        [
            "grundy-certificate 1",
            "kind position",
            "places 7",
            "squares " + " ".join(f"{row} {column}" for row, column in squares),
            "moves 4",
            *(f"move {domino:x} 0 {domino:x} 0" for domino in dominoes),
            "position 7f",
            "value 1",
            "claims 1",
            "set 7 1",
            "end\n",
        ]
    )
    forged.write_text(text)
    assert proved(forged)[0] == plain(forged)[0] == 0
    forged.write_text(text.replace("3 0 3 1", "3 0 3 2"))  # no row of two any more, whatever the moves say
    assert proved(forged)[0] == plain(forged)[0] == 1


@pytest.mark.parametrize("last", range(8))
def test_only_the_least_value_that_no_option_has_is_accepted(last: int, tmp_path: Path) -> None:
    """Nim of heaps up to 7, no state leading to the last one, whose value is 7."""
    table = b"\x93NUMPY\x01\x00\x76\x00" + b"%-117s\n" % b"{'descr': '|u1', 'fortran_order': False, 'shape': (8,), }"
    table += bytes([*range(7), last])
    (tmp_path / "t.npy").write_bytes(table)
    forged = tmp_path / "it.txt"
    nodes = [" ".join(map(str, ("node", n, *range(n)))) for n in range(8)]
    lines = [
        "grundy-certificate 1",
        "kind table",
        "play normal",
        "holds values",
        "nodes 8",
        *nodes,
        "shape 8",
        "bytes 1",
    ]
    lines += ["file t.npy", f"sha256 {hashlib.sha256(table).hexdigest()}", "end", ""]
    forged.write_text("\n".join(lines))
    assert proved(forged)[0] == plain(forged)[0] == (last != 7)


def test_an_answer_that_the_move_touches_is_no_answer(tmp_path: Path) -> None:
    """Node Kayles on a ring of six: whoever moves first loses only if nodes are answered with the opposite ones."""
    source = HERE / "examples/ring-symmetry.txt"
    text = source.read_text()[: source.read_text().index("sha256")]
    forged = tmp_path / "it.txt"
    for images, status in (("3 4 5 0 1 2", 0), ("1 0 5 4 3 2", 1), ("0 1 2 3 4 5", 1), ("1 2 3 4 5 0", 1)):
        forged.write_text(text.replace("0 3 4 5 0 1 2", f"0 {images}"))
        assert proved(forged)[0] == plain(forged)[0] == status


def test_a_kind_that_is_not_known_is_not_refused(tmp_path: Path) -> None:
    forged = tmp_path / "it.txt"
    forged.write_text("grundy-certificate 1\nkind of-tomorrow\nend\n")
    assert proved(forged) == (2, ["kind not covered: 'of-tomorrow'"])


def test_the_digest_is_the_one_of_the_library(tmp_path: Path) -> None:
    text = (
        "grundy-certificate 1\nkind period\namounts 1\nperiod 2\npreperiod 0\nmethod pairs\nvalues 4\n0 0 1 0 1\nend\n"
    )
    for remark in range(130):  # every length of the last block
        body = f"#{'x' * remark}\n{text}"
        forged = tmp_path / "it.txt"
        forged.write_text(f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n")
        assert proved(forged)[0] == 0


@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")
@pytest.mark.parametrize(
    "name",
    [
        *(
            "period-pairs-digits",
            "period-mask",
            "period-window",
            "period-window-amounts",
            "all-but-late",
            "position-heaps",
            "position-nodes",
        ),
        *("cram", "clobber", "cram-misere"),
        *("table-riders", "table-nodes", "three-heaps-table", "table-outcomes", "riders-misere"),
        *("swap-symmetry", "path-symmetry"),
        *("matching", "bipartite-matching", "symmetry", "grid-symmetry", "cram-symmetry"),
        *("kayles-quotient", "grundys-quotient", "quotient"),
        *("prove-mark", "prove-misere", "prove-denied", "prove-negative", "prove-wythoff"),
    ],
)
def test_coq_accepts_the_theorem_and_no_false_one(name: str, tmp_path: Path) -> None:
    (source,) = [path for path in CORPUS if path.stem == name]
    text = subprocess.run([PROVED, "--coq", source], capture_output=True, text=True, check=True).stdout
    theorem = tmp_path / "it.v"

    def accepted(text: str) -> str:
        theorem.write_text(text)
        return subprocess.run(["coqc", "-Q", HERE, "Grundy", theorem], capture_output=True, text=True).stdout

    assert accepted(text) == "Closed under the global context\n"
    head, claimed, rest = re.split(r"(Theorem proved : holds[a-z_]* \()", text)
    claim, end, rest = rest.partition(").\n")
    *others, last, bracket = re.split(r"(true|false|[0-9]+)(?=[\])]*$)", claim)
    other = {"true": "false", "false": "true"}.get(last) or str(int(last) + 1)
    assert accepted(f"{head}{claimed}{''.join([*others, other, bracket])}{end}{rest}") == ""
