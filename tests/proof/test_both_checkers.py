"""The checkers in Python and in C say the same of every text, to the letter, and take the same arguments."""

from __future__ import annotations

import random
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

from certificate_texts import HEAD, Checkers, sealed, text
from checker_parts import run
from waiting import PATIENCE

from grundy.model.period import Repetition
from grundy.proof import check
from grundy.proof.write import CertificateMoves, period_certificate


def test_what_is_honest_is_accepted_by_both(texts: dict[str, str], verdicts: Checkers) -> None:
    assert [said for good, said in verdicts(list(texts.values())) if not good] == []
    assert {certificate.split("\nmethod ")[1].split(" ")[0].split("\n")[0] for certificate in texts.values()} == {
        "pairs", "mask", "window",
    }  # fmt: skip
    for count in (2, 7):
        for i in range(1, count + 1):
            for _, said in verdicts(list(texts.values()), "--segment", f"{i}/{count}"):
                missing = ", ".join(filter(None, (span(1, i - 1), span(i + 1, count))))
                assert said == f"1 of {count} segments checked, not proved: missing {missing}"


def span(first: int, last: int) -> str:
    return f"{first}-{last}" if first < last else f"{first}" * (first == last)


def test_both_say_the_same_of_long_rules_digests_and_pieces(texts: dict[str, str], verdicts: Checkers) -> None:
    for moves in long_moves():
        assert all("needs the values" in said for _, said in verdicts([f"{HEAD}{moves}\n{SHORT}"]))
    for certificate in [*texts.values(), *long_texts()]:
        good = sealed(certificate)
        assert all(good for good, _ in verdicts([good, certificate]))
        if len(good) > 300:
            continue
        flipped = [good[:at] + chr(ord(good[at]) ^ 1 << at % 8) + good[at + 1 :] for at in range(len(good))]
        ends = [good[:end] for end in range(len(good)) if end != len(certificate)]
        more = [f"{good}{one}" for one in ("# remark\n", "\n", "x", good.splitlines()[-1] + "\n")]
        remarks = ["".join(f"{line}\n" for line in [*good.splitlines()[:at], "#", *good.splitlines()[at:]])
                   for at in range(1, good.count("\n"))]  # fmt: skip
        assert not any(good for good, _ in verdicts([*flipped, *ends, *more, *remarks]))
    certificate = texts["0.77 window"]
    for chosen in ((1,), (2, 6), (7, 1, 2), (5, 1, 3)):
        words = [word for i in chosen for word in ("--segment", f"{i}/7")]
        assert not any(good for good, _ in verdicts([certificate, sealed(certificate)], *words))
    assert all(good for good, _ in verdicts([certificate], *(w for i in (3, 1, 2) for w in ("--segment", f"{i}/3"))))


def test_each_bit_of_a_sealed_certificate_counts_for_both(texts: dict[str, str], verdicts: Checkers) -> None:
    for name in ("2,3 pairs", "4.3 mask, twist 1"):
        good = sealed(texts[name])
        flipped = [
            good[:at] + chr(ord(good[at]) ^ 1 << bit) + good[at + 1 :] for at in range(len(good)) for bit in range(8)
        ]
        assert not any(good for good, _ in verdicts(flipped))


SHORT = "period 1\npreperiod 0\nmethod pairs\nvalues 1\n0 0\nend\n"


def long_moves() -> list[str]:
    rng = random.Random(20)
    lines = []
    for count in (1, 2, 19, 20, 21, 25, 120, 900):
        lines.append("amounts " + " ".join(map(str, sorted(rng.sample(range(1, 3000), count)))))
        lines.append("digits 0 " + " ".join(str(rng.choice((1, 2, 3, 7, 63))) for _ in range(count)))
        lines.append("digits 4 " + " ".join(str(rng.choice((0, 0, 5))) for _ in range(count)) + " 3")
    return [*lines, "digits 0 " + "63 " * 999 + "63"]


def long_texts() -> list[str]:
    """True certificates of rules of more than 20 moves."""
    certificates = []
    for count in (20, 21, 25):
        amounts = CertificateMoves((), tuple(range(1, count + 1)))
        for moves in (amounts, CertificateMoves((0, *(3 for _ in range(count))))):
            values = [n % (count + 1) for n in range(4 * count + 4)]
            certificates.append(text(list(period_certificate(moves, Repetition(count + 1, 0), values))))
    return certificates


def test_both_say_names_of_files_alike(program: Path | None, tmp_path: Path) -> None:
    if program is None:
        return
    names = ["plain.txt", "a b", "x: 1 of 1 segments checked: proved", "a\nb", "it's", "a\\b", "\x1b[31m", "\u202ex",
             "\xe9", "\x7f", "\udcff", "a:b", "~x", "*"]  # fmt: skip
    for name in names:
        try:
            (tmp_path / name).write_text(f"{HEAD}digits 0 3\n{SHORT}")
        except OSError:
            names.remove(name)
    words = [*names, "no\nfile"]
    both = []
    for command in ([sys.executable, check.__file__], [str(program)]):
        done = subprocess.run([*command, *words], cwd=tmp_path, capture_output=True, timeout=PATIENCE)
        assert done.returncode == 2
        both.append((done.stdout, done.stderr))
    assert both[0] == both[1]
    assert both[0][0].count(b"\n") == 4 * len(names) and both[0][0].isascii()


def test_both_checkers_take_the_same_arguments(texts: dict[str, str], program: Path | None, tmp_path: Path) -> None:
    (tmp_path / "good").write_text(texts["0.77 window"], encoding="ascii")
    (tmp_path / "sealed").write_text(sealed(texts["0.77 window"]), encoding="ascii")
    (tmp_path / "cut").write_text(sealed(texts["0.77 window"])[:-1], encoding="ascii")
    (tmp_path / "bad").write_text(texts["0.77 window"].replace("period 12", "period 6"), encoding="ascii")
    cases = [
        (["good"], 0), (["bad"], 1), (["good", "bad"], 1), (["bad", "missing"], 2), ([], 2), (["-x"], 2), (["."], 2),
        (["good", "--segment", "1/3", "--segment", "2/3", "--segment", "3/3"], 0), (["--segment", "3/2", "good"], 2),
        (["good", "--segment", "1/3", "--segment", "3/3"], 1), (["sealed", "good"], 0), (["sealed", "cut"], 1),
        (["--segment", "1/2", "--segment", "1/2", "good"], 1), (["--segment", "1/2", "--segment", "1/3", "good"], 2),
        (["--segment", "01/2", "good"], 2), (["--segment", "0/2", "good"], 2), (["--segment", "1/1000000", "good"], 2),
        (["--segment", "1", "good"], 2), (["good", "--segment"], 2), (["--segment", "/", "good"], 2),
    ]  # fmt: skip
    for words, status in cases:
        with chdir(tmp_path):
            exit_status, out, err = run(*words)
        assert exit_status == status, (words, err)
        if program:
            c = subprocess.run([str(program), *words], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
            assert (c.returncode, c.stdout) == (status, out), words
