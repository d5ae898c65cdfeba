"""No forged certificate is accepted, by neither checker; and both say the same of every text, to the letter."""

from __future__ import annotations

import io
import random

from certificate_texts import HEAD, SOLVED, Checkers, accepted, defined_values, lines_of, parities, text

from grundy.model.period import Repetition
from grundy.proof import check
from grundy.proof.write import CertificateMoves, Parity, Window, period_certificate, window_certificate


def is_true(certificate: str) -> bool:
    """Whether the claim of a readable certificate is true, by the definition and the periodicity theorem."""
    head = lines_of(certificate)
    numbers = tuple(int(word) for word in head.get("digits", head.get("amounts", "")).split(" ")[1:])
    moves = CertificateMoves(numbers) if "digits" in head else CertificateMoves((), numbers)
    p, e = int(head["period"].split(" ")[1]), int(head["preperiod"].split(" ")[1])
    return is_least(moves, p, e)


def is_least(moves: CertificateMoves, p: int, e: int) -> bool:
    heaps = 3 if max(moves.digits, default=0) > 7 else 2
    needed = heaps * max(e, 1) + heaps * p + max(len(moves.digits), *moves.amounts, 1)
    if needed > 5_000:
        return False
    g = defined_values(moves, needed)

    def repeats(period: int, start: int) -> bool:
        return all(g[n] == g[n + period] for n in range(start, needed - period))

    return repeats(p, e) and not (e and repeats(p, e - 1)) and not any(repeats(q, e) for q in range(1, p))


def judged(original: str, forged: list[str], verdicts: Checkers) -> int:
    """How many of the texts are refused; those that are accepted must claim the same, or what else is true."""
    claims = ("digits", "amounts", "period", "preperiod")
    head = {word: line for word, line in lines_of(original).items() if word in claims}
    refused = 0
    for one, (good, said) in zip(forged, verdicts(forged), strict=True):
        same = {word: line for word, line in lines_of(one).items() if word in claims} == head
        assert not good or same or is_true(one), said
        refused += not good
    return refused


def test_honest_claims_are_true() -> None:
    for moves, repetition in SOLVED.values():
        assert is_least(moves, repetition.period, repetition.preperiod) or repetition.preperiod > 3000


# Random: bytes, lines, numbers, ends.


def mutated(certificate: str, rng: random.Random) -> str:
    lines = certificate.splitlines(keepends=True)
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    place = rng.randrange(len(certificate))
    match rng.randrange(10):
        case 0:  # another byte
            return certificate[:place] + chr(rng.randrange(256)) + certificate[place + 1 :]
        case 1:  # one bit
            return certificate[:place] + chr(ord(certificate[place]) ^ 1 << rng.randrange(8)) + certificate[place + 1 :]
        case 2:  # an end
            return certificate[:place]
        case 3:  # a byte more, or less
            return certificate[:place] + rng.choice(["", *"0123456789 -\n"]) + certificate[place + rng.randrange(2) :]
        case 4:  # a line less
            return "".join(lines[:at] + lines[at + 1 :])
        case 5:  # a line twice
            return "".join([*lines[:at], lines[other], *lines[at:]])
        case 6:  # two lines change places
            lines[at], lines[other] = lines[other], lines[at]
            return "".join(lines)
        case _:  # a number changes, by little or by much
            words = lines[at].rstrip("\n").split(" ")
            which = rng.randrange(len(words))
            if not words[which].isdigit():
                return "".join([*lines[:at], "#", *lines[at:]])
            number = int(words[which])
            near = [number + 1, number - 1, number ^ 1, 2 * number, number // 2, 0, 10**18 - 1, rng.randrange(100)]
            words[which] = str(rng.choice(near))
            return "".join([*lines[:at], " ".join(words) + "\n", *lines[at + 1 :]])


def test_thousands_of_random_forgeries_are_refused(texts: dict[str, str], verdicts: Checkers) -> None:
    rng = random.Random(1956)
    refused = 0
    for name, certificate in texts.items():
        forged = [mutated(certificate, rng) for _ in range(60 if name.startswith("0.156") else 250)]
        refused += judged(certificate, forged, verdicts)
    assert refused > 4500


# Crafted.


def changed(certificate: str, word: str, by: str) -> str:
    """The certificate with another line for that which starts with a word."""
    return certificate.replace(lines_of(certificate)[word] + "\n", by and f"{by}\n", 1)


def test_other_claims_are_refused(texts: dict[str, str], verdicts: Checkers) -> None:
    for name, certificate in texts.items():
        _, repetition = SOLVED[name.split(" ")[0]]
        forged = []
        near = {repetition.period + k for k in (-2, -1, 0, 1, 2)} | {repetition.period * k for k in (2, 3, 10)}
        for p in {1, 2, 3, repetition.period // 2, 10**15, 10**18 - 1} | {p for p in near if p > 0}:
            for e in {
                0,
                1,
                repetition.preperiod,
                repetition.preperiod + 1,
                abs(repetition.preperiod - 1),
                repetition.preperiod + 12,
            }:
                if (p, e) != (repetition.period, repetition.preperiod):
                    forged.append(changed(changed(certificate, "period", f"period {p}"), "preperiod", f"preperiod {e}"))
        assert judged(certificate, forged, verdicts) == len(forged)


def test_a_multiple_of_the_period_and_a_late_preperiod_are_refused_with_all_their_values(verdicts: Checkers) -> None:
    forged = []
    for name in ("0.77", "0.137", "0.15", "4.3", "1,4,10", "2,3"):
        moves, repetition = SOLVED[name]
        values = defined_values(moves, 700)
        spaces = [None, *(parity for _, parity in parities(moves, values)[:2])] if moves.digits else [None]
        for p in (
            repetition.period,
            2 * repetition.period,
            3 * repetition.period,
            5 * repetition.period,
            1,
            repetition.period - 1,
        ):
            for e in (
                repetition.preperiod,
                repetition.preperiod + 1,
                repetition.preperiod + repetition.period,
                max(repetition.preperiod - 1, 0),
            ):
                if p and (p, e) != (repetition.period, repetition.preperiod):
                    for parity in spaces:
                        forged.append(text(list(period_certificate(moves, Repetition(p, e), values, parity))))
    assert len(forged) > 200
    for good, said in verdicts(forged):
        assert not good
        assert "not the least" in said or "differ" in said


def test_windows_of_a_multiple_or_moved_are_refused(texts: dict[str, str], verdicts: Checkers) -> None:
    """States that are right, and arranged for a period twice as long or a pre-period one later."""
    moves, repetition = SOLVED["0.77"]
    values = defined_values(moves, 600)
    window = Window(73, 40, Parity(15, 0))

    def lines(p: int, e: int, left_out: int = 0) -> str:
        claimed = Repetition(p, e)
        heaps = [heap for heap in window.checkpoints(claimed) if heap > 73 and heap != left_out]
        states = [(heap, values[heap - 73 : heap]) for heap in heaps]
        return text(list(window_certificate(moves, claimed, window, values[:73], states)))

    assert accepted(lines(12, 71))
    forged = [lines(p, e) for p in (6, 12, 24, 36) for e in (70, 71, 72, 83) if (p, e) != (12, 71)]
    forged += [lines(12, 71, left_out) for left_out in window.checkpoints(repetition)]
    assert not any(good for good, _ in verdicts(forged))


def test_another_games_mask_rare_heaps_and_witnesses_are_refused(texts: dict[str, str], verdicts: Checkers) -> None:
    forged = []
    for certificate in texts.values():
        head = lines_of(certificate)
        if "rare" not in head:
            continue
        method, rare = head["method"].split(" "), head["rare"].split(" ")[1:]
        at = 2 if method[1] == "mask" else 3
        values = check.read(io.StringIO(certificate)).values
        for mask in (1, 2, 3, 6, 7, 15, 27, 30, 64, 2**20 - 1, 2**20):
            same = all((value & mask).bit_count() % 2 == (value & int(method[at])).bit_count() % 2 for value in values)
            if same and mask < 2**20:  # a bit that no value has, or all values that have it also lack another
                continue
            forged.append(changed(certificate, "method", " ".join([*method[:at], str(mask), *method[at + 1 :]])))
        for place in range(len(rare)):
            forged.append(changed(certificate, "rare", " ".join(["rare", *rare[:place], *rare[place + 1 :]])))
            forged.append(changed(certificate, "rare", " ".join(["rare", *rare[: place + 1], *rare[place:]])))
        for more in (0, 1, 2, 3, 4, 5, 9, 73, 10**6):
            if str(more) not in rare:
                both = sorted([*map(int, rare), more])
                forged.append(changed(certificate, "rare", " ".join(map(str, ["rare", *both]))))
        forged.append(changed(certificate, "rare", ""))
        for tries in ("0", "1 1", "01", "-1", "1000000000000000000", " ".join(map(str, range(1, 10_002)))):
            forged.append(certificate.replace("\nvalues", f"\ntries {tries}\nvalues"))
        if method[1] == "window":
            for length, reach in [(0, 0), (1, 1), (int(method[2]) - 1, int(method[5])), (int(method[2]), 0),
                                  (int(method[2]), 1), (int(method[2]), 2), (int(method[2]), int(method[2])),
                                  (20_000_000, 19_999_000), (10**18 - 1, 1)]:  # fmt: skip
                if (str(length), str(reach)) != (method[2], method[5]):
                    given = ["method window", str(length), method[3], method[4], str(reach)]
                    forged.append(changed(certificate, "method", " ".join(given)))
    judgements = verdicts(forged)
    # a smaller reach is right where it is enough; the claim is the same
    assert [said for one, (good, said) in zip(forged, judgements, strict=True) if good and "window" not in one] == []
    assert sum(good for good, _ in judgements) <= 6
    assert len(forged) > 400


def test_every_value_of_every_state_counts(texts: dict[str, str], verdicts: Checkers) -> None:
    for name, certificate in texts.items():
        if name == "0.156 window":
            continue
        lines = certificate.split("\n")
        forged = []
        for at, line in enumerate(lines):
            words = line.split(" ")
            for place in range(1, len(words)) if words[0].isdigit() else ():
                value = int(words[place]) + 1 if (at + place) % 2 else int(words[place]) ^ 1
                other = " ".join([*words[:place], str(value), *words[place + 1 :]])
                forged.append("\n".join([*lines[:at], other, *lines[at + 1 :]]))
        assert not any(good for good, _ in verdicts(forged)), name


KAYLES = HEAD + "digits 0 7 7\nperiod 12\npreperiod 71\n"
ODD = [
    "", "\n", "end\n", "#\n", "\0", "\xff\xfe", "\ufeff".encode().decode("latin-1") + KAYLES,
    "grundy-certificate 1", "grundy-certificate 01\n", "grundy-certificate 1 \n", " grundy-certificate 1\n",
    "Grundy-certificate 1\n", "grundy-certificate 1\r\nkind period\r\n", "grundy-certificate  1\n",
    "grundy-certificate 1.0\n", "grundy-certificate +1\n", "grundy-certificate 1\nkind\n",
    HEAD.replace("period", "Period"), HEAD + "digits\n", HEAD + "digits \n", HEAD + "digits 0 7 7 \n",
    HEAD + "digits 0  7\n", HEAD + "digits 0 64\n", HEAD + "digits 1\n", HEAD + "digits 0 0\n", HEAD + "digits -0\n",
    HEAD + "digits 0 07\n", HEAD + "digits 0 1e1\n", HEAD + "digits 0 \u0667\n".encode().decode("latin-1"),
    HEAD + "digits 0 \xb2\n", HEAD + "digits 0 0x7\n", HEAD + "digits 0 7_7\n", HEAD + "digits 0\t7\n",
    HEAD + "digits " + "0 " * 1001 + "7\n", HEAD + "digits " + "0 " * 60_000 + "7\n", HEAD + "digits " + "9" * 99_000,
    HEAD + "amounts\n", HEAD + "amounts 0\n", HEAD + "amounts 2 1\n", HEAD + "amounts 1 1\n",
    HEAD + "amounts 99999999\n", HEAD + "amounts 1000000000000000000\n", HEAD + "digits 0 7\ndigits 0 7\n",
    HEAD + "[[[[" * 20_000 + "\n", HEAD + "{" * 90_000 + "\n", HEAD + "digits 0 7\nperiod 1e400\n",
    HEAD + "digits 0 7\nperiod 1e1\n", HEAD + "digits 0 7\nperiod 0\n", HEAD + "digits 0 7\nperiod -1\n",
    HEAD + "digits 0 7\nperiod 1 1\n", HEAD + "digits 0 7\nperiod NaN\n", HEAD + "digits 0 7\nperiod " + "9" * 400,
    HEAD + "digits 0 7\nperiod 1\npreperiod 1000000000000001\n", KAYLES + "preperiod 71\n", KAYLES + "method\n",
    KAYLES + "method pairs 1\n", KAYLES + "method mask\n", KAYLES + "method mask 7\n", KAYLES + "method mask 7 2\n",
    KAYLES + "method mask 0 0\n", KAYLES + "method mask 7 1\n", KAYLES + "method mask 1048576 0\n",
    KAYLES + "method window 10 7 0\n", KAYLES + "method window 10 7 0 0\n", KAYLES + "method window 10 0 0 5\n",
    KAYLES + "method trust me\n", KAYLES + "method pairs\nvalues 0\n", KAYLES + "method pairs\nvalues 20000001\n",
    KAYLES + "method pairs\nvalues 20000000\n0 0\nend\n", KAYLES + "method pairs\nvalues 168\nend\n",
    KAYLES + "method pairs\nvalues 3\n0 0 1 2 3\nend\n", KAYLES + "method pairs\nvalues 3\n0 0 1\n1 2\nend\n",
    KAYLES + "method pairs\nvalues 3\n0 0 1 1048576\nend\n", KAYLES + "method pairs\nvalues 3\n0 0 1 2\n",
    KAYLES + "method pairs\nvalues 3\n0 0 1 2\nend", KAYLES + "method pairs\nvalues 3\n0 0 1 2\nend\nend\n",
    KAYLES + "method pairs\nvalues 3\n0 0 1 2\nend 1\n", KAYLES + "method pairs\nvalues 3\n0 0 1 2\nstate 9\nend\n",
    KAYLES + "method window 5 7 0 1\nrare\nvalues 3\n0 0 1 2\nstate 4\n0 0\nend\n",
    KAYLES + "method window 5 7 0 1\nrare\nvalues 5\n0 0 1 2 3 1\nend\n",
    HEAD + "digits 0 7 8\nperiod 12\npreperiod 71\nmethod mask 7 0\n",
    HEAD + "digits 0 7 8\nperiod 12\npreperiod 71\nmethod window 5 7 0 1\n",
    HEAD + "digits 0 3\nperiod 2\npreperiod 0\nmethod mask 1 0\n",
    HEAD + "digits 0 3\nperiod 2\npreperiod 0\nmethod window 5 1 0 0\n",
    HEAD + "amounts 1 2\nperiod 3\npreperiod 0\nmethod mask 1 0\n",
    HEAD + "amounts 1 2\nperiod 3\npreperiod 0\nmethod window 3 0 0 0\nvalues 3\n0 0 1 2\nend\n",
    HEAD + "digits 0\nperiod 1\npreperiod 0\nmethod pairs\nvalues 2\n0 0 1\nend\n",
]  # fmt: skip


def test_odd_texts_are_refused(texts: dict[str, str], verdicts: Checkers) -> None:
    kayles = texts["0.77 pairs"]
    odd = [
        *ODD,
        kayles.replace("\n", "\r\n"),
        kayles.replace("\n", "\r"),
        kayles.replace("\n", "\n\n", 1),
        kayles.replace("preperiod 71\n", ""),
        kayles.replace("period 12\n", "period 12\nperiod 12\n"),
        kayles + "# a remark after the end\nend\n",
        kayles + "\0",
        kayles.replace("end\n", "# " + "x" * 100_000 + "\nend\n"),
        kayles.replace("values", "rare 1\nvalues"),
        kayles.replace("values", "tries 1\nvalues"),
    ]
    for one, (good, said) in zip(odd, verdicts(odd), strict=True):
        assert not good, one[:60]
        assert said.startswith("refused: ")


def test_remarks_and_lines_cut_in_two_change_nothing(texts: dict[str, str], verdicts: Checkers) -> None:
    kayles = texts["0.77 pairs"]
    same = [
        "# first\n" + kayles,
        kayles + "# last\n",
        kayles.replace("end\n", "#" + "x" * 99_999 + "\nend\n"),
        kayles.replace("0 0 1 2 3 1 4", "0 0 1 2\n3 3 1 4"),
    ]
    assert all(good for good, _ in verdicts(same))


def test_no_moves_and_three_heaps(verdicts: Checkers) -> None:
    nothing = text(list(period_certificate(CertificateMoves((0,)), Repetition(1, 0), [0] * 8)))
    three, repetition = CertificateMoves((0, 10, 6)), Repetition(4, 1)
    assert is_least(three, 4, 1)
    values = defined_values(three, 60)
    good = text(list(period_certificate(three, repetition, values)))
    assert [good for good, _ in verdicts([nothing, good])] == [True, True]
    forged = []
    for n in range(60):
        false = list(values)
        false[n] ^= 1
        forged.append(text(list(period_certificate(three, repetition, false))))
        for late in range(n + 4, 60, 4):  # still of period 4
            false[late] ^= 1
        forged.append(text(list(period_certificate(three, repetition, false))))
    assert not any(good for good, _ in verdicts(forged))
