"""Periods: those published are found and proved, and nothing is called proved that the values do not prove."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from published import facts
from test_octal import CODES, brute_values, mex

import grundy
from grundy.answering.sequence import period, period_work
from grundy.cli.main import cli
from grundy.engines.heap.octal.plain import PlainValues
from grundy.engines.heap.periods import (
    Computed,
    enough,
    observed,
    plain_match_lengths,
    repetitions,
    search,
    values_needed,
)
from grundy.games.heaps import take_away
from grundy.games.octal import octal, take_and_break
from grundy.model.period import Repetition
from grundy.model.shapes import Digits
from grundy.notation.expression import parse_rule
from grundy.notation.files import FILES
from grundy.runs.loop import run_with_limits
from grundy.text.codes import write_code


@pytest.mark.parametrize("fact", facts("octal-periods.txt"), ids=lambda fact: fact[0])
def test_a_published_period_is_proved(fact: list[str]) -> None:
    code, preperiod, length, value, place = fact[:5]
    result = period(octal(code))
    assert result.status == "proved"
    assert result.repetition == Repetition(int(length), int(preperiod))
    assert value == "-" or result.largest == (int(value), int(place))


@pytest.mark.parametrize("fact", facts("octal-values.txt"), ids=lambda fact: fact[0])
def test_a_published_short_period_is_proved(fact: list[str]) -> None:
    code, preperiod, length, shift, _ = fact
    result = period(octal(code))
    assert result.status == "proved"
    assert result.repetition is not None
    assert result.repetition.period == int(length)
    if int(preperiod) or int(shift) == 0:
        assert result.repetition.preperiod == int(preperiod) + int(shift)
    else:  # purely periodic as listed, without the heaps that the source leaves out
        assert result.repetition.preperiod <= int(shift)


def least_repetition(values: list[int]) -> tuple[int, int]:
    """By trying everything: the least period of the second half, and from where on it holds."""
    half = len(values) // 2
    p = next(p for p in range(1, len(values)) if values[half:-p] == values[half + p :])
    start = half
    while start and values[start - 1] == values[start - 1 + p]:
        start -= 1
    return p, start


def test_periods_of_codes_of_three_digits_against_long_prefixes() -> None:
    """What is proved from few values still holds in many more."""
    proved = 0
    for code in random.Random(11).sample(CODES, 50):
        result = period(octal(code), 600)
        shape = Digits(tuple(int(mark) for mark in code if mark != "."))
        if result.status != "proved" or result.repetition is None:
            continue
        proved += 1
        plain = PlainValues(shape)
        plain.extend(1500)
        p, e = result.repetition.period, result.repetition.preperiod
        assert least_repetition(plain.values) == (p, e), code
        assert values_needed(shape, result.repetition) <= result.heaps_computed <= 600  # type: ignore[operator]
    assert proved >= 20


def test_a_few_codes_by_their_meaning_alone() -> None:
    for code in ("0.15", "0.71", "0.52", "4.3", "0.353"):
        values = brute_values(tuple(int(mark) for mark in code if mark != "."), 90)
        repetition = period(octal(code)).repetition
        assert repetition is not None
        assert least_repetition(values) == (repetition.period, repetition.preperiod)


def test_kayles_needs_168_heaps_and_no_more() -> None:
    result = period(octal("0.77"), 10**7)
    assert result.heaps_computed == 168
    assert result.last_exception == 70
    result = period(octal("0.77"), 167)
    assert result.status == "observed"
    assert result.as_dict()["period"] is None
    assert result.as_dict()["observed"] == {"period": 12, "preperiod": 71, "saltus": 0}


@pytest.mark.parametrize(
    ("amounts", "length", "preperiod"),
    [((1, 4, 10), 11, 16), ((2, 3), 5, 0), ((3, 9), 6, 0), ((2, 5), 7, 0), ((29, 67, 96), 4147, 0)],
)
def test_take_away(amounts: tuple[int, ...], length: int, preperiod: int) -> None:
    result = period(take_away(*amounts))
    assert result.status == "proved"
    assert result.repetition == Repetition(length, preperiod)


@pytest.mark.parametrize(
    ("game", "length", "preperiod", "saltus"),
    [("take-and-break:0.G", 4, 1, 1), ("octal:0.[30]", 2, 0, 0)],
)
def test_what_no_theorem_proves_is_observed_and_not_claimed(
    game: str, length: int, preperiod: int, saltus: int
) -> None:
    told = period(parse_rule(game), 400).as_dict()
    assert told["status"] == "observed"
    assert told["period"] is told["preperiod"] is told["saltus"] is None
    assert told["observed"] == {"period": length, "preperiod": preperiod, "saltus": saltus}
    assert told["evidence"]["status"] == "observed"


@pytest.mark.parametrize(
    ("game", "length", "preperiod", "saltus"),
    [
        ("nim", 1, 0, 1),  # Bouton 1901
        ("laskers-nim", 4, 1, 4),  # Lasker 1931
        ("all-but:1", 2, 0, 1),  # floor(n / 2): pairs of counters
        ("all-but:1,2", 3, 0, 1),  # floor(n / 3)
        ("octal:0.[3]", 1, 0, 1),
        ("octal:0.[2]", 1, 1, 1),  # a heap of 1 cannot be taken: n - 1
    ],
)
def test_values_that_grow_for_ever(game: str, length: int, preperiod: int, saltus: int) -> None:
    result = period(parse_rule(game))
    assert result.status == "proved"
    assert result.repetition == Repetition(length, preperiod, saltus)
    assert result.largest is None
    assert result.as_dict()["saltus"] == saltus


@settings(max_examples=examples(15), deadline=None)
@given(
    st.sets(st.integers(1, 12), max_size=6), st.sampled_from([2, 3]), st.lists(st.sampled_from([0, 1, 2]), max_size=3)
)
def test_all_but_a_few_against_long_prefixes(spared: set[int], tail: int, odd: list[int]) -> None:
    """What is proved from few values holds in many more, worked out by the definition."""
    digits = [0, *odd, *(0 if take in spared else tail for take in range(1, max(spared, default=0) + 1))]
    shape = Digits(tuple(digits), (tail,))
    rule = take_and_break(write_code(digits, (tail,)))
    result = period(rule, 300)
    values: list[int] = []
    for n in range(700):
        left = {values[n - take] for take in range(1, n) if shape.digit(take) & 2}
        values.append(mex(left | ({0} if shape.digit(n) & 1 and n else set())))
    if result.status != "proved" or result.repetition is None:
        return
    p, e, s = result.repetition.period, result.repetition.preperiod, result.repetition.saltus
    assert all(values[n + p] == values[n] + s for n in range(e, 700 - p))
    assert e == 0 or values[e - 1 + p] != values[e - 1] + s
    for shorter in range(1, p):
        assert len({values[n + shorter] - values[n] for n in range(300, 700 - p)}) > 1


def test_no_period() -> None:
    for game in ("octal:0.007", "octal:0.6", "grundys-game"):
        told = period(parse_rule(game), 2500).as_dict()
        assert told["status"] == "none"
        assert told["observed"] is told["period"] is None
        assert told["heaps_computed"] == 2500


OWN = """import grundy
TAKES = (1, 3, 4)
@grundy.rule
def takes(n):
    for take in TAKES:
        if take <= n:
            yield n - take
@grundy.rule
def pins(n):
    for hit in (1, 2):
        for left in range(n - hit + 1):
            yield grundy.to(left, n - hit - left, hit=hit, at=left + 1)
@grundy.rule
def halves(n):
    if n >= 1:
        yield n - 1
    if n >= 2 and n % 2 == 0:
        yield grundy.to(n // 2, n // 2)
@grundy.rule
def few(n, *, most=3):
    yield from range(max(0, n - most), n)
@grundy.rule
def any_but_two(n):
    if n: yield n - 1
    for take in range(3, n + 1):
        yield n - take
@grundy.rule
def residues(n):
    if n % 3 == 1 and n > 4: yield n - 2
    if n & 1 and n > 10: yield n - 7
    if n > 20: yield 5
@grundy.rule
def unequal(n):
    for a in range(1, n):
        if a != n - a:
            yield grundy.to(a, n - a)
@grundy.rule
def half(n):
    if n: yield n // 2
@grundy.rule
def stops(n):
    for a in range(1, n):
        yield a
        break
@grundy.rule
def counts(n):
    seen = 0
    for a in range(1, n):
        seen += 1
        if seen == 5: yield a
@grundy.rule
def asks(n):
    if n and isinstance(n, int): yield n - 1
@grundy.rule
def hides(n):
    try:
        if n * 1.0 > 50: yield 3
    except BaseException:
        pass
    if n: yield n - 1
"""


@pytest.mark.parametrize("name", ["takes", "pins", "halves", "few", "any_but_two", "residues", "stops"])
def test_a_rule_of_ones_own_is_proved_by_its_code(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    rule = parse_rule(f"{file}:{name}", files=FILES)
    result = period(rule)
    assert result.status == "proved"
    assert result.repetition is not None
    values: list[int] = []  # by the definition
    for n in range(400):
        values.append(mex({grundy.nim_sum(values[part] for part in option.parts) for option in rule.options(n)}))
    p, e, s = result.repetition.period, result.repetition.preperiod, result.repetition.saltus
    assert all(values[n + p] == values[n] + s for n in range(e, 400 - p))
    assert e == 0 or values[e - 1 + p] != values[e - 1] + s
    if name == "pins":
        assert (p, e) == (12, 71)  # Kayles


@pytest.mark.parametrize("name", ["unequal", "half", "counts", "asks", "hides"])
def test_a_rule_whose_code_does_not_say_all_is_never_proved(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    told = period(parse_rule(f"{file}:{name}", files=FILES), 300).as_dict()
    assert told["status"] in ("observed", "none")
    assert told["period"] is None
    assert told["heaps_computed"] == 300


@pytest.mark.parametrize(
    ("game", "limit"),
    [
        ("octal:0.007", 9_500),
        ("all-but:7,8", 900),
        ("hexadecimal:0.8", 900),
        ("octal:0.77", 900),
        ("octal:0.56", 9_500),
    ],
)
def test_a_search_goes_on_where_it_stopped(game: str, limit: int) -> None:
    """Stopped at any chunk, and its state sent through JSON, it ends with the same answer."""
    rule = parse_rule(game)
    whole = run_with_limits(period_work(rule, limit)).require()
    for stop in (1, 4, 30):
        chunks = period_work(rule, limit)(None)
        state = None
        for chunk in islice(chunks, stop):
            state = json.loads(json.dumps(chunk.state))
        assert run_with_limits(period_work(rule, limit), state).require() == whole


def test_no_heaps_no_period() -> None:
    with pytest.raises(grundy.BadRule, match="expected states 0, 1, 2"):
        period(parse_rule("euclid"))


def test_the_object_for_machines() -> None:
    done = CliRunner().invoke(cli, ["period", "octal:0.77", "--json"])
    told = json.loads(done.stdout)
    assert {"game", "period", "preperiod", "saltus", "status", "observed", "heaps_computed", "evidence"} <= set(told)
    assert (told["game"], told["period"], told["preperiod"], told["saltus"]) == ("octal:0.77", 12, 71, 0)
    assert (told["status"], told["observed"], told["heaps_computed"]) == ("proved", None, 168)
    assert told["evidence"]["status"] == "proved"


# The search itself.


@given(st.lists(st.integers(0, 2), min_size=1, max_size=40))
def test_match_lengths(d: list[int]) -> None:
    import numpy as np

    from grundy.engines.heap.octal.kernels import match_lengths

    size = len(d)
    wanted = [
        next((i for i in range(size - p) if d[size - 1 - i] != d[size - 1 - i - p]), size - p) for p in range(size)
    ]
    assert plain_match_lengths(d) == wanted
    z = np.empty(size, np.int64)
    match_lengths(np.array(d, np.int32), z)
    assert z.tolist() == wanted


@settings(deadline=None)
@given(st.lists(st.integers(0, 3), max_size=12), st.lists(st.integers(0, 3), min_size=1, max_size=6), st.integers(0, 3))
def test_what_repeats_is_found_with_its_least_period(head: list[int], body: list[int], saltus: int) -> None:
    values = head + [value + saltus * turn for turn in range(60) for value in body]
    values = values[:160]
    repetition = observed(values)
    assert repetition is not None
    p, e, s = repetition.period, repetition.preperiod, repetition.saltus
    assert all(values[n + p] == values[n] + s for n in range(e, len(values) - p))
    assert e == 0 or values[e - 1 + p] != values[e - 1] + s
    assert len(body) % p == 0
    assert e <= len(head)
    import numpy as np

    assert repetitions(np.array(values, np.int32), 40) == repetitions(values, 40)


def test_a_proof_says_that_no_heaps_are_to_come() -> None:
    """While a rule was compared with what its code says, an estimate was told of the heaps up to the limit."""
    values = [0, 1, 2] + [3, 4] * 300
    chunks = list(search(Computed(lambda stop: values[:stop]), enough(lambda repetition: 100), 10_000))
    assert [(chunk.done, chunk.total) for chunk in chunks] == [(64, 10_000), (96, 10_000), (100, 100)]
    assert "show period 2" in chunks[-1].known
