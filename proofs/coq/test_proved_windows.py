"""The proved checker of windows gives the verdicts of check.py, and refuses what is forged in each place.

    make -C proofs/coq && python -m pytest -n0 proofs/coq

MUTANTS in the environment says how many mutants of each certificate are made.
"""

from __future__ import annotations

import io
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest
from test_proved_checker import MUTANTS, ROOT, check, mutant, plain, proved

sys.path.insert(0, str(ROOT / "tests"))
import certificate_texts

from grundy.model.period import Repetition
from grundy.proof.write import CertificateMoves, Parity, Window, window_certificate

HONEST = {name: text for name, text in certificate_texts.honest().items() if name.endswith("window")}
SMALL = [name for name in HONEST if not name.startswith("0.156")]
MIXED = [name for name in SMALL if name[0] in "04"]


@cache
def values_of(name: str, count: int) -> list[int]:
    moves, _ = certificate_texts.SOLVED[name.split(" ")[0]]
    return certificate_texts.defined_values(moves, count)


def read(name: str) -> check.ParsedCertificate:
    found = check.read(io.StringIO(HONEST[name], newline="\n"))
    assert isinstance(found, check.ParsedCertificate)
    return found


def written(name: str, c: check.ParsedCertificate) -> str:
    """The certificate with the states that are needed for its claim, and the true values."""
    found = Repetition(c.period, c.preperiod)
    parity = Parity(c.mask, c.twist, c.tries) if c.mask else None
    window = Window(c.length, c.reach, parity)
    values = values_of(name, max(window.checkpoints(found)))
    size = len(c.values)
    states = [(heap, values[heap - c.length : heap]) for heap in window.checkpoints(found) if heap > size]
    moves = CertificateMoves(c.digits, c.amounts)
    return certificate_texts.text(list(window_certificate(moves, found, window, values[:size], states)))


def judged(text: str, folder: Path) -> int:
    """The exit status of both checkers; 2 if the kind is not covered."""
    forged = folder / "it.txt"
    forged.write_text(text)
    status, lines = proved(forged)
    if status == 2:
        assert lines[-1].startswith("kind not covered: ")
        return 2
    expected, words = plain(forged)
    assert status == expected, text
    if status == 0:
        assert lines[:-1] == words[:-1]
    return status


@pytest.mark.parametrize("name", HONEST)
def test_true_ones_are_proved(name: str, tmp_path: Path) -> None:
    assert judged(HONEST[name], tmp_path) == 0
    assert judged(written(name, read(name)), tmp_path) == 0


def repetition(values: list[int]) -> Repetition | None:
    """What the values show as their least period and pre-period, if they show it long enough."""
    for period in range(1, len(values) // 3):
        start = len(values) - period
        while start > 0 and values[start - 1] == values[start - 1 + period]:
            start -= 1
        if 0 < start < len(values) // 2 - 2 * period:
            return Repetition(period, start)
    return None


def test_true_ones_of_random_codes_are_proved(tmp_path: Path) -> None:
    random = Random(41)
    made = 0
    while made < MUTANTS:
        digits = (random.choice((0, 0, 4)), *(random.randrange(8) for _ in range(random.randrange(1, 4))))
        if digits[-1] == 0:
            continue
        moves = (
            CertificateMoves((), tuple(sorted(random.sample(range(1, 15), 3))))
            if random.random() < 0.2
            else CertificateMoves(digits)
        )
        values = certificate_texts.defined_values(moves, 400)
        found = repetition(values)
        splits = any(digit & 4 for digit in moves.digits)
        spaces = [parity for _, parity in certificate_texts.parities(moves, values)[:3]] if splits and found else [None]
        if found is None or not spaces:
            continue
        text = certificate_texts.window_text(moves, found, values, random.choice(spaces), random.choice((10, 40)))
        if text is not None:  # else no window is short enough for so many values
            made += 1
            assert judged(text, tmp_path) == 0


@pytest.mark.parametrize("name", SMALL)
def test_a_period_or_a_pre_period_that_is_not_the_least_is_refused(name: str, tmp_path: Path) -> None:
    """All values are true then, and so are the windows: only that nothing smaller would do is not."""
    c = read(name)
    for times in (2, 3, 4):
        assert judged(written(name, c._replace(period=times * c.period)), tmp_path) == 1
    assert judged(written(name, c._replace(preperiod=c.preperiod + 1)), tmp_path) == 1


@pytest.mark.parametrize("name", SMALL)
def test_one_wrong_value_is_refused_wherever_it_stands(name: str, tmp_path: Path) -> None:
    lines = HONEST[name].splitlines()
    random = Random(name)
    first = next(at for at, line in enumerate(lines) if line.startswith("values "))
    places = [
        (at, word)
        for at, line in enumerate(lines)
        if at > first and line[0].isdigit()
        for word in range(1, len(line.split()))
    ]
    for at, word in random.sample(places, 60):
        words = lines[at].split()
        words[word] = str(max(0, int(words[word]) + random.choice((1, 2, -1))))
        forged = [*lines[:at], " ".join(words), *lines[at + 1 :]]
        assert judged(certificate_texts.text(forged), tmp_path) == int(forged != lines)


@pytest.mark.parametrize("name", SMALL)
def test_each_state_that_the_proof_needs_must_be_there(name: str, tmp_path: Path) -> None:
    text = written(name, read(name))
    stretches = text.removesuffix("end\n").split("state ")
    for lost in range(1, len(stretches)):
        rest = "state ".join(stretches[:lost] + stretches[lost + 1 :])
        assert judged(f"{rest}end\n", tmp_path) == 1


@pytest.mark.parametrize("name", SMALL)
def test_states_stand_in_order_and_the_last_one_ends_the_proof(name: str, tmp_path: Path) -> None:
    c = read(name)
    head = written(name, c).removesuffix("end\n")
    stretches = head.split("state ")
    assert judged("state ".join([*stretches, stretches[-1]]) + "end\n", tmp_path) == 1
    size = c.preperiod + c.length + c.period  # one heap more, whose value is true
    last = " ".join(map(str, [size - c.length, *values_of(name, size)[size - c.length :]]))
    assert judged(f"{head}state {size}\n{last}\nend\n", tmp_path) == 1


@pytest.mark.parametrize("name", MIXED)
def test_the_rare_heaps_must_be_just_those_that_are(name: str, tmp_path: Path) -> None:
    c = read(name)
    line = certificate_texts.lines_of(HONEST[name])["rare"]
    last = max((0, *c.rare))
    for rare in {c.rare[1:], c.rare[:-1], (*c.rare, last + 1), (*c.rare[:-1], last + 1)} - {c.rare}:
        forged = certificate_texts.replaced(HONEST[name], line, " ".join(["rare", *map(str, rare)]))
        assert judged(forged, tmp_path) == 1


@pytest.mark.parametrize("name", SMALL)
def test_a_window_holds_all_that_decides_a_step(name: str, tmp_path: Path) -> None:
    """A window that is one heap shorter than moves, rare heaps and reach need is refused; one that is longer is not."""
    c = read(name)
    longest = c.amounts[-1] if c.amounts else len(c.digits) - 1
    needed = longest + max((c.reach, *c.rare, 0)) + 1
    for length, status in ((needed, 0), (needed - 1, 1)):
        shorter = c._replace(length=length, values=values_of(name, max(c.preperiod - 1 + length, length)))
        assert judged(written(name, shorter), tmp_path) == status, length


@pytest.mark.parametrize("name", MIXED)
def test_a_reach_that_shows_too_little_is_refused(name: str, tmp_path: Path) -> None:
    """Down to the least reach all is proved; below it some step is not good, for both checkers from the same on."""
    c = read(name)
    said = [judged(written(name, c._replace(reach=reach, tries=())), tmp_path) for reach in range(c.reach, 0, -1)]
    assert said[0] == 0 and said == sorted(said)


@pytest.mark.parametrize("name", HONEST)
def test_mutants_have_the_verdict_of_the_plain_checker(name: str, tmp_path: Path) -> None:
    random = Random(name)
    for _ in range(MUTANTS if name in SMALL else MUTANTS // 8):
        judged(mutant(HONEST[name], random), tmp_path)
