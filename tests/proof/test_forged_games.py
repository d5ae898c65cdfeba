"""Random games with random claims, masks and windows: what the checkers accept is true by the definition."""

from __future__ import annotations

import random

from certificate_texts import Checkers, defined_values, lines_of, parities, text

from grundy.model.period import Repetition
from grundy.proof.write import CertificateMoves, Parity, Window, period_certificate, window_certificate


def random_moves(rng: random.Random) -> CertificateMoves:
    kind = rng.random()
    if kind < 0.15:
        return CertificateMoves((), tuple(sorted(rng.sample(range(1, 12), rng.randrange(1, 4)))))
    top = 16 if kind < 0.25 else 8
    digits = [rng.choice([0, 4]), *(rng.randrange(top) for _ in range(rng.randrange(1, 4)))]
    return CertificateMoves((*digits[:-1], digits[-1] or rng.randrange(1, top)))


def proved(values: list[int], heaps: int, longest: int) -> tuple[int, int]:
    """The least period that so many values prove, or (0, 0)."""
    for p in range(1, len(values) // 4):
        e = next((n + 1 for n in range(len(values) - p - 1, -1, -1) if values[n] != values[n + p]), 0)
        if heaps * max(e, 1) + heaps * p + longest <= len(values):
            return p, e
    return 0, 0


def random_claim(
    rng: random.Random, moves: CertificateMoves, values: list[int], repetition: tuple[int, int], heaps: int
) -> str | None:
    """A certificate of a game with what may or may not be true: the period, a value, a mask, a window."""
    p, e = repetition if repetition[0] and rng.random() < 0.7 else (rng.randrange(1, 20), rng.randrange(20))
    p *= rng.choice([1, 1, 1, 1, 2, 3])
    e = max(0, e + rng.choice([0, 0, 0, 0, -1, 1, p]))
    longest = len(moves.digits) - 1 if moves.digits else moves.amounts[-1]
    values = list(values)
    if rng.random() < 0.3:
        n = rng.randrange(len(values))
        value = rng.choice([0, values[n] ^ 1, values[n] + 1])
        for at in range(n, len(values), rng.choice([p, len(values)])):
            values[at] = value
    splits = [take for take, digit in enumerate(moves.digits) if digit & 4]
    parity = None
    if splits and heaps == 2 and rng.random() < 0.8:
        parity = rng.choice(parities(moves, values)[:3])[1]
        if rng.random() < 0.4:
            parity = Parity(rng.randrange(1, 16), parity.twist, (1, 3))
    if heaps < 3 and (parity or not splits) and rng.random() < 0.45:
        reach = rng.choice([3, 10, 20, 40]) if parity else 0
        length = longest + reach + 1 + rng.randrange(60)
        size = max(length, e - 1 + length - rng.randrange(40))
        window = Window(length, reach, parity)
        states = [heap for heap in window.checkpoints(Repetition(p, e)) if heap > size]
        if not states or states[-1] > len(values):
            return None
        listed = [(heap, values[heap - length : heap]) for heap in states]
        return text(list(window_certificate(moves, Repetition(p, e), window, values[:size], listed)))
    needed = heaps * max(e, 1) + heaps * p + longest
    if needed > len(values):
        return None
    return text(list(period_certificate(moves, Repetition(p, e), values[:needed], parity)))


def test_what_is_accepted_of_random_games_is_true(verdicts: Checkers) -> None:
    rng = random.Random(1989)
    claims: list[str] = []
    truths: list[bool] = []
    for _ in range(40):
        moves = random_moves(rng)
        heaps = 3 if max(moves.digits, default=0) > 7 else 2 if max(moves.digits, default=0) > 3 else 1
        values = defined_values(moves, 40 if heaps == 3 else 260)
        repetition = proved(values, heaps, len(moves.digits) - 1 if moves.digits else moves.amounts[-1])
        for _ in range(12):
            claim = random_claim(rng, moves, values, repetition, heaps)
            if claim:
                head = lines_of(claim)
                claims.append(claim)
                truths.append((int(head["period"].split(" ")[1]), int(head["preperiod"].split(" ")[1])) == repetition)
    good = [accepted for accepted, _ in verdicts(claims)]
    assert not any(accepted and not true for accepted, true in zip(good, truths, strict=True))
    assert sum(good) > 50
