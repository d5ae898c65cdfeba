"""Certificates of values that grow where a move leaves three heaps: both checkers, the engine, and the page with sets.

The checkers and the engine are held against `growing.level`, which follows FORMAT.md condition by condition, and what
is proved against values by the definition far beyond those that prove it.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import forging_growth
import growing
import pytest
from certificate_texts import Checkers

from grundy.engines.heap.growth import growth
from grundy.engines.heap.periods import repetitions
from grundy.model.period import Repetition
from grundy.model.shapes import Digits
from grundy.proof import check

FAR = 150


def random_code(rng: Random) -> tuple[int, ...]:
    digits = [rng.choice((0, 0, 0, 4, 8, 12)), *(rng.choice((0, 0, rng.randrange(16))) for _ in range(3))]
    digits[rng.randrange(4)] |= 8
    while not digits[-1]:
        digits.pop()
    return tuple(digits)


def claims(seed: int) -> Iterator[tuple[tuple[int, ...], Repetition, list[int], int]]:
    """Codes with what their values show, or with another digit, another value or a later start; a fold."""
    rng = Random(seed)
    while True:
        digits = random_code(rng)
        values = list(growing.by_definition(digits, 70))
        repetition = next((one for one in repetitions(values, 24) if one.saltus), None)
        if repetition is None or repetition.preperiod > 12 or repetition.period * repetition.saltus > 24:
            continue
        changed = list(digits)
        if rng.random() < 0.5:
            changed[rng.randrange(len(changed))] ^= rng.choice((4, 8) if len(changed) == 1 else (1, 2, 4, 8))
            changed[0] &= 12
            if max(changed) < 8 or not changed[-1]:
                continue
        later = Repetition(repetition.period, repetition.preperiod + rng.choice((0, 0, 0, 1, 2)), repetition.saltus)
        if rng.random() < 0.2:
            values[rng.randrange(1, max(later.preperiod, 1) + later.period)] += 1
        fold = rng.choice((1, 1, 2))
        known = values[: max(later.preperiod, 1) + later.period]
        while len(known) < FAR:
            known.append(known[-later.period] + later.saltus)
        yield tuple(changed), later, known, fold


def test_checker_and_engine_find_what_the_page_asks_for() -> None:
    seen = Counter[bool]()
    for digits, repetition, values, fold in claims(1):
        right = growing.level(digits, values, repetition.period, repetition.preperiod, repetition.saltus, fold)
        claimed = check.Arithmetic(
            digits, repetition.period, repetition.preperiod, repetition.saltus, fold, values, [(0, 9)]
        )
        try:
            level = check._Kinds(claimed).level()
        except check.Refused:
            assert right is None, claimed
        else:
            assert level == right, claimed
        proof = growth(Digits(digits), values, repetition)
        if right is not None:
            assert proof and proof.fold <= fold, claimed
        if proof and proof.fold == fold:
            assert right is not None, claimed
        seen[right is not None] += 1
        if min(seen[True], seen[False]) >= 40:
            break


def test_what_a_lowest_bit_needs_is_asked_for(verdicts: Checkers) -> None:
    """Codes some of whose values are left in no other way, those that differ by a digit's bit, and later starts."""
    texts, rights = [], Counter[bool]()
    changes = [(0, 0), *product(range(1, 4), (1, 2, 4, 8)), (0, 4), (0, 8)]
    for digits, p, e, s in (((0, 2, 0, 9), 9, 1, 3), ((0, 3, 3, 8), 17, 1, 6)):
        listed = growing.by_definition(digits, e + p)
        for (place, bit), (later, fold) in product(changes, ((0, 1), (3, 2))):
            changed = tuple(digit ^ bit * (i == place) for i, digit in enumerate(digits))
            if max(changed) < 8 or not changed[-1]:
                continue
            values = list(listed)
            while len(values) < 2 * FAR:
                values.append(values[-p] + s)
            right = growing.level(changed, values, p, e + later, s, fold)
            claimed = check.Arithmetic(changed, p, e + later, s, fold, values, [(0, 9)])
            try:
                assert check._Kinds(claimed).level() == right, claimed
            except check.Refused:
                assert right is None, claimed
            proof = growth(Digits(changed), values, Repetition(p, e + later, s)) if right is not None else None
            assert (right is not None) == (proof is not None and proof.fold <= fold), claimed
            rights[right is not None] += 1
            texts.append(forging_growth.certified(changed, p, e + later, s, fold, values))
    verdicts(texts)  # both checkers say the same
    assert min(rights.values()) > 15, rights


def test_values_go_on_as_proved() -> None:
    """Random codes, also with splits that take nothing: by the definition, four times as far as the proof needs."""
    rng, proved = Random(2), 0
    while proved < 30:
        digits = random_code(rng)
        values = growing.by_definition(digits, 60)
        repetition = next((one for one in repetitions(values, 20) if one.saltus), None)
        proof = growth(Digits(digits), values, repetition) if repetition else None
        if repetition and proof and proof.heaps < FAR:
            far = growing.by_definition(digits, max(2 * proof.heaps, FAR))
            n = next((n for n in range(repetition.preperiod, proof.heaps - repetition.period)
                      if far[n + repetition.period] != far[n] + repetition.saltus), None)  # fmt: skip
            if n is None:  # else the values of the first heaps only seemed to grow
                assert all(
                    far[n + repetition.period] == far[n] + repetition.saltus
                    for n in range(repetition.preperiod, len(far) - repetition.period)
                ), digits
                proved += 1


def test_octal_codes_and_what_only_begins_so_are_not_proved() -> None:
    """What needs three heaps is never proved without them; nor is a saltus or a digit that is another."""
    values = [0, *((n - 1) // 3 for n in range(1, 60))]
    assert growth(Digits((0, 8)), values, Repetition(3, 1, 1)) is not None
    for digits, saltus in (((0, 7), 1), ((0, 0, 8), 1), ((0, 15), 1), ((0, 8), 2), ((0, 8), 3), ((0, 24), 1)):
        assert growth(Digits(digits), values, Repetition(3, 1, saltus)) is None
    assert growth(Digits((0, 8), (3,)), values, Repetition(3, 1, 1)) is None
    assert growth(Digits((0, 8), (), True), values, Repetition(3, 1, 1)) is None


def test_both_checkers_say_the_same(verdicts: Checkers) -> None:
    """Of true texts as a whole and in pieces, and of hundreds that are forged: to the letter."""
    honest = forging_growth.honest()
    assert all(good for good, _ in verdicts(honest))
    for count in (2, 5):
        for i in range(1, count + 1):
            for _, said in verdicts(honest, "--segment", f"{i}/{count}"):
                assert said.startswith(f"1 of {count} segments checked, not proved")
    rng = Random(3)
    texts = [forging_growth.forge(rng) for _ in range(600)]
    digits = (0, 1, 10)
    values = list(growing.by_definition(digits, 60))
    for early in ((1, 0, 1), (0, 0, 0)):  # the check of kinds passes, and the values are not right
        texts.append(forging_growth.certified(digits, 2, 4, 1, 2, [early[0], *early, *values[4:]]))
    for whole, fewer in ((text, text.replace("values", "values 9\nvalues")) for text in honest):
        texts += [fewer, whole.replace("fold 1", "fold 3"), whole.replace("kind arithmetic", "kind period")]
    judgements = verdicts(texts)
    for text, (good, said) in zip(texts, judgements, strict=True):
        lines = [line.split(" ") for line in text.splitlines()]
        assert not good or forging_growth.true(lines), said
    words = Counter(next((one for one in WORDS if one in said), said) for good, said in judgements if not good)
    assert set(words) == set(WORDS), words


WORDS = (
    "needs the values of", "do not differ by", "pre-period", "period", "option of its own value", "far from both ends",
    "of level", "near its own", "too few", "leaves its own value", "leaves the smaller value", "expected a",
    "expected digits", "expected '",
)  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("digits 0 8", "digits 0 7", "expected a move that leaves three heaps"),
        ("digits 0 8", "digits 1 8", "expected digits below 16, the first a multiple of 4"),
        ("digits 0 8", "digits 0 16", "expected digits below 16"),
        ("digits 0 8", "amounts 1", "expected 'digits', found 'amounts'"),
        ("period 3", "period 10001", "expected a number from 1 to 10000 after 'period'"),
        ("preperiod 1", "preperiod 0", "the values of heaps 0 and 3 do not differ by 1"),
        ("preperiod 1", "preperiod 2", "the pre-period 2 is not the least: heaps 1 and 4 differ by 1"),
        ("saltus 1", "saltus 0", "expected a number from 1 to 16384 after 'saltus'"),
        ("fold 1", "fold 128", "expected a number from 1 to 64 after 'fold', found 128"),
        ("fold 1", "fold 6", "expected a power of 2 after 'fold'"),
        ("fold 1", "fold 4", "a period of 3 from 1 on, 4 times, needs the values of 25 heaps, found 10"),
        ("values 10", "values 10001", "expected a number from 1 to 10000 after 'values'"),
        ("values 10\n0 0 0 0 0 1 1 1 2 2 2", "values 9\n0 0 0 0 0 1 1 1 2 2", "the values are too few: that of heap 6"),
        ("2 2 2\nend", "2 2 16384\nend", "expected values below 16384, found 16384"),
    ],
)
def test_what_is_refused(old: str, new: str, why: str, verdicts: Checkers) -> None:
    text = forging_growth.honest()[0]
    assert old in text
    ((good, said),) = verdicts([text.replace(old, new, 1)])
    assert not good and why in said


def test_long_work_is_refused_at_once(verdicts: Checkers) -> None:
    """A period of thousands of heaps is not looked at by a check that would take hours."""
    p = 2_000
    values = [0, *((n - 1) % p // 2 + (n - 1) // p * 1024 for n in range(1, 3 * p))]
    text = forging_growth.certified((0, 8), p, 1, 1024, 1, values)
    ((good, said),) = verdicts([text])
    assert not good and "more work than 2000000000" in said


def test_a_certificate_reads_as_it_was_written() -> None:
    for (digits, p, e, s, fold, count), text in zip(forging_growth.CLAIMS, forging_growth.honest(), strict=True):
        certificate = check.read(io.StringIO(text))
        assert isinstance(certificate, check.Arithmetic)
        assert certificate[:5] == (digits, p, e, s, fold) and certificate.size == count
        assert check.claim(certificate) == f"least period {p}, least pre-period {e}, saltus {s}, in {count} heaps"
