"""The proved checker gives the verdicts of check.py and prints its words: on the kept certificates and on mutants.

    make -C proofs/coq && python -m pytest -n0 proofs/coq

MUTANTS in the environment says how many mutants of each certificate are made.
"""

from __future__ import annotations

import hashlib
import os
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
    for path in [*ROOT.glob("tests/data/certificates-0.1/*.txt"), *HERE.glob("examples/*.txt")]
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
                numbers = [place for place, word in enumerate(words) if word.isdigit()]
                if not numbers:
                    continue
                place = random.choice(numbers)
                words[place] = str(max(0, int(words[place]) + random.choice((-2, -1, 1, 2, 8, 100))))
                lines[at] = " ".join(words)
    forged = "".join(f"{line}\n" for line in lines)
    if random.random() < 0.3:
        forged += f"sha256 {hashlib.sha256(forged.encode()).hexdigest()}\n"
    return forged


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_mutants_have_the_verdict_of_the_plain_checker(path: Path, tmp_path: Path) -> None:
    if proved(path)[0] == 2:
        pytest.skip("kind not covered")
    random = Random(19)
    forged = tmp_path / "it.txt"
    for _ in range(MUTANTS):
        forged.write_text(mutant(path.read_text(), random))
        status, lines = proved(forged)
        if status == 2:
            assert lines[-1].startswith("kind not covered")
            continue
        expected, words = plain(forged)
        assert status == expected, forged.read_text()
        if status == 0:
            assert lines[:-1] == words[:-1]


def test_a_value_that_is_wrong_is_refused(tmp_path: Path) -> None:
    """Kayles with a heap of 1 worth 2, as FORMAT.md writes it."""
    forged = tmp_path / "it.txt"
    forged.write_text(
        "grundy-certificate 1\nkind period\namounts 1\nperiod 2\npreperiod 0\nmethod pairs\nvalues 4\n0 0 1 0 1\nend\n"
    )
    assert proved(forged)[0] == 0
    forged.write_text(forged.read_text().replace("0 0 1 0 1", "0 0 2 0 2"))
    assert proved(forged)[0] == 1


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
@pytest.mark.parametrize("name", ["period-pairs-digits", "position-heaps", "position-nodes"])
def test_coq_accepts_the_theorem_and_no_false_one(name: str, tmp_path: Path) -> None:
    source = ROOT / f"tests/data/certificates-0.1/{name}.txt"
    text = subprocess.run([PROVED, "--coq", source], capture_output=True, text=True, check=True).stdout
    theorem = tmp_path / "it.v"

    def accepted(text: str) -> str:
        theorem.write_text(text)
        return subprocess.run(["coqc", "-Q", HERE, "Grundy", theorem], capture_output=True, text=True).stdout

    assert accepted(text) == "Closed under the global context\n"
    head, claimed, rest = text.rpartition("Theorem proved : holds (")
    claim, end, rest = rest.partition(").\n")
    *others, last = claim.split(" ")
    assert accepted(f"{head}{claimed}{' '.join([*others, str(int(last) + 1)])}{end}{rest}") == ""
