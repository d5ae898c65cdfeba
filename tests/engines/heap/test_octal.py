"""Games of taking and breaking: their codes are read as written, their values and moves are those of the definition."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits
from published import facts

import grundy
from grundy.answering.ask import ask
from grundy.answering.solve import solve
from grundy.engines.heap.octal.engine import DIRECT_OF_SPARSE, FAR_PERIODS, CodeHeaps
from grundy.engines.heap.octal.plain import PlainValues
from grundy.engines.heap.octal.values import FIRST_HEAPS, NaiveTable
from grundy.engines.heap.unbounded import EndlessCode, proved
from grundy.games.known import known_periods
from grundy.games.octal import all_but, octal, take_and_break
from grundy.model.period import Repetition
from grundy.model.shapes import Digits
from grundy.notation.expression import parse_rule
from grundy.text.codes import ALPHABET, read_code, write_code
from grundy.text.reader import Text


def mex(values: set[int]) -> int:
    least = 0
    while least in values:
        least += 1
    return least


def brute_values(digits: tuple[int, ...], count: int, unequal: bool = False) -> list[int]:
    """Nim-values of finite codes, from the meaning of a code alone."""

    @cache
    def splits(total: int, heaps: int, least: int) -> tuple[tuple[int, ...], ...]:
        if heaps == 0:
            return ((),) if total == 0 else ()
        return tuple((a, *more) for a in range(least, total + 1) for more in splits(total - a, heaps - 1, a))

    values: list[int] = []
    for n in range(count):
        option_values = set()
        for take, digit in enumerate(digits[: n + 1]):
            for heaps in range(6):
                if digit >> heaps & 1:
                    for leave in splits(n - take, heaps, 1):
                        if not unequal or len(set(leave)) == len(leave):
                            option_values.add(grundy.nim_sum(values[heap] for heap in leave))
        values.append(mex(option_values))
    return values


# Codes.


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("octal:.6", "octal:0.6"),
        ("octal:0.770", "octal:0.77"),
        ("octal:4.", None),
        ("octal:4.0", "octal:4.0"),
        ("octal:0.[33]", "octal:0.[3]"),
        ("octal:0.3[3]", "octal:0.[3]"),
        ("octal:0.12[1212]", "octal:0.[12]"),
        ("octal:0.7[0]", "octal:0.7"),
        ("hexadecimal:0.a", "hexadecimal:0.A"),
        ("hexadecimal:C.F", "hexadecimal:C.F"),
        ("take-and-break:0.0Z", "take-and-break:0.0Z"),
        ("all-but:5,2", "all-but:2,5"),
    ],
)
def test_a_code_is_read_and_written(typed: str, read: str | None) -> None:
    if read is None:
        with pytest.raises(grundy.BadText):
            parse_rule(typed)
        return
    assert parse_rule(typed).spec == read
    assert parse_rule(read).spec == read
    assert parse_rule(typed) == parse_rule(read)


@given(
    st.sampled_from([8, 16, 36]),
    st.lists(st.integers(0, 35), max_size=6),
    st.lists(st.integers(0, 35), max_size=4),
    st.integers(0, 8),
)
def test_any_code_reads_back(base: int, after: list[int], repeat: list[int], first: int) -> None:
    digits = [4 * first % base, *(digit % base for digit in after)]
    written = write_code(digits, [digit % base for digit in repeat])
    code = read_code(Text(written, "<argument>"), "octal", base)
    assert code is not None
    assert read_code(Text(write_code(*code), "<argument>"), "octal", base) == code
    shape, typed = Digits(*code), Digits(tuple(digits), tuple(digit % base for digit in repeat))
    assert [shape.digit(take) for take in range(40)] == [typed.digit(take) for take in range(40)]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("octal:0.78", "<argument>:1:10: octal code '0.78': expected a digit 0-7, found '8'"),
        ("octal:2.3", "<argument>:1:7: octal code '2.3': expected first a 0 or 4"),
        ("octal:77", "<argument>:1:8: octal code '77': expected '.'"),
        ("octal:", "<argument>:1:7: octal code: expected a digit 0-7 before the point"),
        ("octal:0.", "<argument>:1:9: octal code '0.': expected a digit 0-7, found the end"),
        ("octal:0.[", "<argument>:1:10: octal code '0.[': expected a digit 0-7, found the end"),
        ("octal:0.[]", "<argument>:1:10: octal code '0.[]': expected a digit 0-7, found ']'"),
        ("octal:0.[3", "<argument>:1:11: octal code '0.[3': expected a digit 0-7 or ']', found the end"),
        ("octal:0.[3]3", "<argument>:1:12: octal code '0.[3]3': expected the end after ']', found '3'"),
        ("octal:0.7 7", "<argument>:1:10: octal code '0.7 7': expected a digit 0-7, found ' '"),
        ("octal:0.7\u0667", "<argument>:1:10: octal code"),
        ("hexadecimal:0.G", "<argument>:1:15: hexadecimal code '0.G': expected a digit 0-9 or A-F, found 'G'"),
        ("hexadecimal:3.1", "<argument>:1:13: hexadecimal code '3.1': expected first a multiple of 4"),
        ("all-but:20000", "<argument>:1:9: expected amounts up to 10,000"),
        ("octal", "<argument>:1:6: expected ':'"),
        ("kayles:3", "<argument>:1:8: expected nothing after"),
    ],
)
def test_a_bad_code_names_the_place(typed: str, message: str) -> None:
    with pytest.raises(grundy.BadText) as refused:
        parse_rule(typed)
    assert str(refused.value).startswith(message)


# Values.


@pytest.mark.parametrize("fact", facts("sequences.txt"), ids=lambda fact: fact[0])
def test_published_values(fact: list[str]) -> None:
    game, first, listed = fact[:3]
    wanted = [int(value) for value in listed.split(",")]
    values = ask(parse_rule(game), range(int(first) + len(wanted))).values
    assert list(values)[int(first) :] == wanted


@pytest.mark.parametrize("fact", facts("octal-values.txt"), ids=lambda fact: fact[0])
def test_published_values_of_a_code(fact: list[str]) -> None:
    code, _, _, shift, listed = fact
    wanted = [int(digit, 36) for digit in listed]
    values = ask(octal(code), range(int(shift) + len(wanted))).values
    assert list(values)[int(shift) :] == wanted


CODES = [f"{first}.{a}{b}{c}" for first in (0, 4) for a in range(8) for b in range(8) for c in range(8)]


def test_codes_of_three_digits_against_their_meaning() -> None:
    for code in random.Random(4).sample(CODES, 60):
        digits = tuple(int(mark) for mark in code if mark != ".")
        plain = PlainValues(Digits(digits))
        plain.extend(70)
        assert plain.values == brute_values(digits, 70), code


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.integers(0, 35), min_size=1, max_size=4), st.sampled_from([0, 4, 8, 12, 16]))
def test_codes_of_many_heaps_against_their_meaning(after: list[int], first: int) -> None:
    digits = (first, *after)
    plain = PlainValues(Digits(digits))
    plain.extend(18)
    assert plain.values == brute_values(digits, 18)


def kernel_values(shape: Digits, stops: list[int]) -> list[int]:
    table = NaiveTable(shape)
    for stop in sorted(stops):
        table._repeating(stop)
    return [int(value) for value in table.values[: max(stops)]]


@settings(max_examples=examples(60), deadline=None)
@given(
    st.sampled_from([0, 4]),
    st.lists(st.integers(0, 7), max_size=5),
    st.lists(st.integers(0, 7), max_size=3),
    st.booleans(),
    st.lists(st.integers(1, 300), min_size=1, max_size=4),
)
def test_the_kernel_is_its_slow_twin(
    first: int, after: list[int], repeat: list[int], unequal: bool, stops: list[int]
) -> None:
    """The kernel octal_values; both against the meaning of the digits, where that is quick."""
    shape = Digits((first, *after), tuple(repeat), unequal)
    plain = PlainValues(shape)
    plain.extend(max(stops))
    assert kernel_values(shape, stops) == plain.values
    if not repeat:
        few = min(60, max(stops))
        assert plain.values[:few] == brute_values(shape.digits, few, unequal)


def test_values_beyond_a_byte_and_beyond_16_bits() -> None:
    assert kernel_values(Digits((0,), (3,)), [700, 1500]) == list(range(1500))  # Nim
    assert grundy.solve(octal("0.[3]")(70_000)).nim_value == 70_000
    lasker = kernel_values(Digits((4,), (3,)), [600])
    assert lasker == [n if not n or n % 4 in (1, 2) else n + 1 if n % 4 == 3 else n - 1 for n in range(600)]


def test_standard_equivalences() -> None:
    values = {code: ask(octal(code), range(300)).values for code in ("0.07", "0.137", "0.4", "0.77")}
    assert values["0.137"][:299] == values["0.07"][1:]  # as OEIS A002187 says
    assert values["0.137"][:298] == values["0.4"][2:]


# Positions.


@settings(max_examples=examples(40), deadline=None)
@given(
    st.sampled_from(["octal:0.77", "octal:0.137", "octal:4.3", "octal:4.[3]", "hexadecimal:0.F", "take-and-break:8.5Z",
                     "grundys-game", "all-but:1,3", "officers", "treblecross"]),
    st.lists(st.integers(0, 12), max_size=3),
)  # fmt: skip
def test_answers_are_those_of_the_definition(game: str, piles: list[int]) -> None:
    position = grundy.parse(f"{game}({' '.join(map(str, piles))})")
    result = grundy.solve(position)
    assert result.nim_value == grundy.value_by_definition(position)
    wins = []
    for part in position.parts():
        for option in part.rule.options(part.state):
            rest = grundy.nim_sum(grundy.value_by_definition(part.rule(pile)) for pile in piles)
            value = grundy.nim_sum(grundy.value_by_definition(part.rule(heap)) for heap in option.parts)
            if rest ^ grundy.value_by_definition(part.rule(part.state)) ^ value == 0:
                wins.append(position.move_of(part, option.labels))
    assert list(result.winning_moves) == wins
    assert result.winning_moves.count == len(wins)
    for move in wins:
        assert grundy.parse_move(str(move)) == move


def test_a_move_for_machines() -> None:
    told = grundy.solve(grundy.parse("octal:0.77 3 5 7")).as_dict()
    assert told["winning_moves"] == [{"pile": 2, "take": 1, "leave": [4]}]
    assert json.loads(json.dumps(told)) == told
    told = grundy.solve(grundy.parse("kayles 9 4")).as_dict()
    assert told["winning_moves"] == sorted(
        told["winning_moves"], key=lambda move: (move["pile"], move["take"], move["leave"])
    )


def test_heaps_far_beyond_the_table() -> None:
    huge = 10**30
    result = grundy.solve(octal("0.77")(huge, 5))
    # OEIS A002186: from 71 on, period 12; 10**30 mod 12 = 4, as 76
    assert result.nim_value == 1 ^ 4
    assert result.evidence.status == "proved"
    table = ask(octal("0.77"), range(400)).values
    for heap in (300, 301, 302, 311):
        wanted = [
            (take, a, heap - take - a)
            for take in (1, 2)
            for a in range(1, (heap - take) // 2 + 1)
            if table[a] ^ table[heap - take - a] == 0
        ]
        far = grundy.solve(octal("0.77")(heap + 12 * 10**9))
        near = [move.as_dict() for move in grundy.solve(octal("0.77")(heap)).winning_moves]
        assert [(m["take"], *m["leave"]) for m in near if len(m["leave"]) == 2] == wanted
        first = next(iter(far.winning_moves)).as_dict()
        assert first["leave"][0] == near[0]["leave"][0]
        assert far.winning_moves.count > len(near)


def test_counts_with_a_period_are_those_without() -> None:
    from grundy.engines.heap.octal.engine import CodeHeaps

    short, long = CodeHeaps(octal("0.77").shape), CodeHeaps(octal("0.77").shape)  # type: ignore[arg-type]
    short.period(168)
    long.known.upto(1000)
    for heap in (200, 333, 500, 751, 752):
        for target in range(9):
            few, all_of_them = short.moves_to(heap, target), long.moves_to(heap, target)
            assert few.count == all_of_them.count
            assert list(few) == list(all_of_them)


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.45", "0.34", "4.7", "4.3", "0.177"])
def test_moves_of_heaps_beyond_the_period_are_those_of_the_definition(code: str) -> None:
    heaps = CodeHeaps(octal(code).shape)  # type: ignore[arg-type]
    assert heaps.period(3_000).proved and heaps.repetition and heaps.known.size < 2_000
    digits = heaps.shape.digits
    values = brute_values(digits, 40)
    first = max(0, heaps.repetition.preperiod - 5)
    period = heaps.repetition.period
    most = heaps.known.size + 2 * period
    values = [heaps.value(n) if n >= len(values) else values[n] for n in range(most + 1)]
    for heap in (first, heaps.known.size - 1, heaps.known.size, heaps.known.size + 3, most):
        for target in range(max(values) + 2):
            wanted = {
                (take, left)
                for take, digit in enumerate(digits[: heap + 1])
                for rest in [heap - take]
                for left in [
                    *([()] if digit & 1 and not rest else []),
                    *([(rest,)] if digit & 2 and rest else []),
                    *([(a, rest - a) for a in range(1, rest // 2 + 1)] if digit & 4 else []),
                ]
                if grundy.nim_sum(values[one] for one in left) == target
            }
            moves = heaps.moves_to(heap, target)
            labels = [dict(move) for move in moves]
            assert {(move["take"], tuple(move["leave"])) for move in labels} == wanted
            assert moves.count == len(labels) == len(wanted)


def test_moves_of_thousands_of_heaps_are_counted_without_asking_for_each_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sum of all heaps of Kayles up to 5,000 took 9 seconds, of which nearly all were questions for one value."""
    asked = 0
    value = CodeHeaps.value

    def counted(self: CodeHeaps, heap: int) -> int:
        nonlocal asked
        asked += 1
        return value(self, heap)

    monkeypatch.setattr(CodeHeaps, "value", counted)
    heaps = range(2_500)
    result = grundy.solve(octal("0.77")(*heaps))
    assert result.winning_moves.count > 1_000
    assert asked < 10 * len(heaps)


def test_what_is_out_of_reach_says_so() -> None:
    with pytest.raises(grundy.OutOfReach, match="no period is proved within 1,000 heaps"):
        CodeHeaps(Digits((0, 9))).values([10**9])  # asked itself: a theorem may be known to whoever solves
    solution = grundy.solve(take_and_break("0.00Z")(300))  # its moves are too many to be looked at
    assert (
        solution.winner == "first"
        and not solution.winning_moves.exact
        and solution.as_dict()["winning_move_count"] is None
    )


def test_where_no_period_is_to_be_found_none_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """2^28 heaps of Grundy's game took 198 s, and then it was refused all the same."""
    monkeypatch.setattr(CodeHeaps, "period", lambda *_: pytest.fail("it is looked for"))
    for heap in (2**28, 10**30):
        with pytest.raises(grundy.OutOfReach, match=r"within 8,589,934,592 heaps, .* the 268,435,456"):
            solve(grundy.grundys_game(heap))  # by the engines alone: nobody looks for a theorem then
        with pytest.raises(grundy.OutOfReach, match=r"within 268,435,456 heaps"):
            grundy.solve(parse_rule("officers")(heap))


def test_where_only_a_period_would_tell_a_value_it_is_looked_for_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code with a sparse space was searched for a minute, and then a heap beyond all values was refused."""
    searched: list[int] = []
    monkeypatch.setattr(CodeHeaps, "_sparse_period", lambda self, limit: searched.append(limit))
    monkeypatch.setattr(CodeHeaps, "period", lambda self, limit: self.known.upto(FIRST_HEAPS))
    set_limits(monkeypatch, "engines.heap", NO_PERIOD={})
    unknown = octal("0.6").shape
    assert isinstance(unknown, Digits) and unknown not in FAR_PERIODS
    for bounded in (False, True):
        with pytest.raises(grundy.OutOfReach, match="heaps, and a heap of 1000000000 is beyond the 268,435,456"):
            CodeHeaps(unknown, bounded).reach(10**9)
    with pytest.raises(grundy.OutOfReach):
        CodeHeaps(next(iter(FAR_PERIODS))).reach(10**9)
    assert searched == [DIRECT_OF_SPARSE, 2**28, 2**28]


def test_published_periods_that_end_far_are_looked_for() -> None:
    far = {
        octal(known.code).shape
        for known in known_periods()
        if DIRECT_OF_SPARSE < known.preperiod + known.period < 2**28
    }
    assert far == FAR_PERIODS


@pytest.mark.parametrize("game", ["kayles", "dawsons-chess", "officers"])
def test_misere_play_by_search(game: str) -> None:
    rule = parse_rule(game)
    wins = {(): True}

    def first_wins(piles: tuple[int, ...]) -> bool:
        if piles not in wins:
            after = [
                tuple(sorted([*piles[:i], *piles[i + 1 :], *option.parts]))
                for i, pile in enumerate(piles)
                for option in rule.options(pile)
            ]
            wins[piles] = not after or any(not first_wins(position) for position in after)
        return wins[piles]

    for piles in [(n,) for n in range(13)] + [(3, 5), (2, 2, 4), (1, 4, 6)]:
        assert (grundy.solve(rule(*piles), misere=True).winner == "first") == first_wins(piles)


def test_misere_kayles_is_as_published() -> None:
    kayles = parse_rule("kayles")
    lost = [n for n in range(1, 21) if grundy.solve(kayles(n), misere=True).winner == "second"]
    assert lost == [1, 4, 9, 12, 20]  # Winning Ways, ch. 13; Sibert & Conway 1992


def test_all_but_and_the_alphabet() -> None:
    values = ask(all_but(2, 5), range(30)).values
    wanted: list[int] = []
    for n in range(30):
        wanted.append(mex({wanted[n - take] for take in range(1, n + 1) if take not in (2, 5)}))
    assert list(values) == wanted
    assert ALPHABET.index("Z") == 35


def test_a_heap_of_value_0_that_is_still_left_is_part_of_what_repeats() -> None:
    """Take 1 or 2 counters if they are all there are, and from 6 on any but all: 9 heaps seem to show period 1."""
    values: list[int] = []
    for n in range(60):
        values.append(mex({0 for _ in range(n in (1, 2))} | set(values[1 : max(n - 5, 1)])))
    assert values[:10] == [0, 1, 1, 0, 0, 0, 0, 0, 0, 2]
    assert "recur, one heap later" in EndlessCode(1, True, 1).by(Repetition(1, 0, 1))  # it said "1 heaps"
    repetitions = [(size, proved(EndlessCode(6, False, 7), values[:size])) for size in range(1, 60)]
    for size, one in repetitions:
        if one:
            p, e, s = one.period, one.preperiod, one.saltus
            assert all(values[n + p] == values[n] + s for n in range(e, 60 - p)), size
    assert repetitions[-1][1]
