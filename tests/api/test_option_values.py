"""`option_values`: every move with the nim-value of its option, against the definition, which knows no engine."""

from __future__ import annotations

import random

import pytest
from command import grundy as command

import grundy
from grundy import option_values

SPECS = [
    "nim 3 0 5",
    "kayles 7 4",
    "take-away:1,3,4(6 5) + wythoff(2 3)",
    "grundys-game 9",
    "cram 3x4",
    "chomp 3x3",
    "rectangle 0110/1101",
    "node-kayles path:7",
    "arc-kayles grid:2x3",
    "notakto 2x3",
    "chess-rows:6 1/2,3/5",
    "turning-turtles THHTH",
    "conjunctive(nim(2), kayles(4))",
    "selective(nim(2 1), kayles(3))",
    "hackenbush 0-a-b-c-b, a-d",
    "nim()",
]


@pytest.mark.parametrize("spec", SPECS)
def test_each_option_has_its_value_by_the_definition(spec: str) -> None:
    position = grundy.parse(spec)
    option_table = option_values(spec)
    assert [str(move) for move in option_table.moves] == [
        str(position.move_of(part, part.rule.labels(option)))
        for part in position.parts()
        for option in part.rule.options(part.state)
    ]
    for move, value in zip(option_table.moves, option_table.values, strict=True):
        assert value == grundy.value_by_definition(position.play(move)), move
    assert option_table.nim_value == grundy.value_by_definition(position)
    assert option_table.moves_to(0) == list(grundy.solve(position).winning_moves)


def test_random_sums() -> None:
    rng = random.Random(20)
    for _ in range(40):
        piles = [rng.randrange(7) for _ in range(rng.randrange(1, 4))]
        position = grundy.octal(f"0.{rng.randrange(1, 8)}{rng.randrange(8)}")(*piles) + grundy.nim(rng.randrange(6))
        option_table = option_values(position)
        assert list(option_table.values) == [
            grundy.value_by_definition(position.play(move)) for move in option_table.moves
        ]


def test_a_rule_of_ones_own() -> None:
    @grundy.rule
    def take_or_halve(n: int):  # type: ignore[no-untyped-def]
        if n >= 1:
            yield n - 1
        if n >= 2 and n % 2 == 0:
            yield grundy.to(n // 2, n // 2)

    # 0 is worth 0, 1 is worth 1, 2 (whose options 1 and 1 + 1 are worth 1 and 0) is worth 2, and 3 is worth 0
    assert option_values(take_or_halve(3)).values == (2,)
    assert option_values(take_or_halve(4) + take_or_halve(1)).values == (0 ^ 1, 2 ^ 2 ^ 1, 1)


def test_what_is_refused() -> None:
    with pytest.raises(grundy.OutOfReach, match="more than 100,000 moves"):
        option_values("nim 100001")
    with pytest.raises(grundy.OutOfReach, match="more than 100,000 moves"):
        option_values("nim 99999 2")
    with pytest.raises(grundy.BadRule, match="who moves next"):
        option_values(_boxes(3))
    with pytest.raises(grundy.GrundyError, match="restricts every move"):
        option_values("comply(nim(3 4))")
    with pytest.raises(TypeError, match="unexpected keyword argument 'time'"):
        option_values("nim 1", time=3)  # type: ignore[call-arg]


def _boxes(n: int) -> grundy.Position:
    @grundy.rule
    def boxes(n: int):  # type: ignore[no-untyped-def]
        if n:
            yield grundy.again(n - 1)

    return boxes(n)


def test_printed_and_for_machines() -> None:
    option_table = option_values("kayles 4")
    # by hand: one pin leaves 3 or 1 + 2, two leave 2 or 1 + 1; Kayles begins 0 1 2 3 (OEIS A002186)
    assert {str(move): value for move, value in zip(option_table.moves, option_table.values, strict=True)} == {
        "pile 1, take 1, leave (3,)": 3,
        "pile 1, take 1, leave (1, 2)": 3,
        "pile 1, take 2, leave (2,)": 2,
        "pile 1, take 2, leave (1, 1)": 0,
    }
    assert repr(option_table) == "<4 options of kayles 4: nim-value 1>"
    assert command("options", "kayles", "4").out == f"{option_table}\n"
    printed = command("options", "kayles", "4", "--json").json()
    assert printed["command"] == "grundy options kayles 4 --json"
    assert {name: printed[name] for name in option_table.as_dict()} == option_table.as_dict()
    assert printed["options"][0] == {"move": {"pile": 1, "take": 1, "leave": [1, 2]}, "nim_value": 3}
    assert "<td>take 2 from pile 1 and leave 1 and 1</td>" in option_table._repr_html_()
    empty = command("options", "nim", "")
    assert empty.out.startswith("No options of nim(), so its nim-value (mex) is 0\n")


def test_bad_positions_are_refused_as_by_solve() -> None:
    for words in (["nim", "3", "x"], ["cram", "3x"], ["nim"], []):
        said = command("options", *words)
        assert said.status == 2 and said.out == ""
        assert said.err.replace("grundy options", "grundy solve") == command("solve", *words).err
