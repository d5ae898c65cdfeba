"""--explain shows the options behind a small value: all of them, each with its value by the definition."""

from __future__ import annotations

import re

import pytest
from command import grundy

import grundy as library
from grundy.api.solve import option_lines, small_option_values
from grundy.engines.options import is_searched

# Kayles by hand: a heap of 4 leaves 3 or 1 + 2 (one pin), 2 or 1 + 1 (two); OEIS A002186 begins 0 1 2 3 1 4 3 2.
KAYLES_4 = {"3": 3, "1 + 2": 1 ^ 2, "2": 2, "1 + 1": 0}


def test_options_of_kayles() -> None:
    assert small_option_values(library.kayles, 4) == KAYLES_4


@pytest.mark.parametrize(
    "spec", ["kayles(7)", "cram(2x3)", "chomp(2x3)", "wythoff(3 4)", "take-away:1,3(6 5)", "nim(0)"]
)
def test_the_least_that_is_missing_is_the_value(spec: str) -> None:
    result = library.solve(spec)
    lines = list(option_lines(result))
    mexes = []
    for line in lines:
        if missing := re.fullmatch(r"  the smallest missing number is (\d+), its nim-value \(the mex\)", line):
            mexes.append(int(missing[1]))
        elif "leads nowhere" in line:
            mexes.append(0)
    assert result.values is not None and mexes == [value for values in result.values for value in values]


def test_they_stand_before_the_evidence() -> None:
    *_, options, missing, evidence = grundy("solve", "kayles", "4", "--explain").out.splitlines()
    assert options.startswith("  4 leads to ") and all(
        f"{name} ({value})" in options for name, value in KAYLES_4.items()
    )
    assert missing.endswith("is 1, its nim-value (the mex)") and evidence.startswith("Computed: ")


@pytest.mark.parametrize("spec", ["nim(300)", "kayles(1000)", "nim(1 2 3 4 5)", "cram(6x6)", "grundys-game(99)"])
def test_what_is_no_small_matter_is_left_out(spec: str) -> None:
    asked = library.parse(spec)
    if not any(is_searched(component.rule.shape) for component in asked.components):
        assert list(option_lines(library.solve(asked))) == []
    for part in asked.parts():
        if spec != "nim(1 2 3 4 5)":
            assert small_option_values(part.rule, part.state) is None


def test_a_code_is_named_after_the_game_whose_values_it_has() -> None:
    """0.77 is Kayles; 0.37 has the values of Officers (0.6) one heap later: Winning Ways, ch. 4, table 6."""
    assert (
        "Observed: octal:0.77: heaps 0 to 199 have the values of Kayles.\n"
        in grundy("solve", "octal:0.77", "9", "--explain").out
    )
    officers = library.sequence("octal:0.6", 60)
    assert library.sequence("octal:0.37", 59)[:60] == officers[1:61]
    assert (
        "octal:0.37: heaps 0 to 199 have the values of Officers, n + 1."
        in grundy("solve", "octal:0.37", "5", "6", "--explain").out
    )
    assert "Observed" not in grundy("solve", "kayles", "9", "--explain").out
