"""Why a state has its nim-value, where that is seen at a glance: its options with their values, and their mex."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from grundy.model.convention import nim_sum
from grundy.model.definition import values_within
from grundy.model.option import State
from grundy.model.result import Result
from grundy.model.rule import Rule

MOST_PARTS = 4  # of a position
MOST_OPTIONS = 16  # of a state, moves to the same counted once
MOST_MOVES = 200  # of a state that are looked at
MOST_STATES = 2_000  # below a state
LARGEST = 15  # nim-value
WIDE = 160  # characters of the options of a state


def option_lines(result: Result) -> Iterator[str]:
    """For each state of a small value and few options, what its options are worth, and which value is missing.

    >>> from grundy import kayles, solve
    >>> print(*option_lines(solve(kayles(4))), sep="\\n")
    4 leads to 1 + 2 (3), 3 (3), 1 + 1 (0), 2 (2), in brackets their nim-values
      the least that is not among them is 1, its nim-value (mex)
    """
    parts = {(part.rule, part.state): None for part in result.position.parts()}
    if result.values is None or len(parts) > MOST_PARTS:
        return
    for rule, state in parts:
        options = small_option_values(rule, state)
        if options is None:
            continue
        values = set(options.values())
        least = next(value for value in range(len(values) + 1) if value not in values)
        name = rule.space.describe(state)
        listed = ", ".join(f"{option} ({value})" for option, value in options.items())
        if not options:
            yield f"{name} leads nowhere: the least of all is 0, its nim-value (mex)"
        elif least <= LARGEST and len(name) + len(listed) <= WIDE:
            yield f"{name} leads to {listed}, in brackets their nim-values"
            yield f"  the least that is not among them is {least}, its nim-value (mex)"


def small_option_values(rule: Rule, state: State) -> dict[str, int] | None:
    """The options of a state, in a few words, with their nim-values by the definition; None where that is much work."""
    moves = list(islice(rule.options(state), MOST_MOVES + 1))
    if len(moves) > MOST_MOVES or any(option.next != "opponent" for option in moves):
        return None
    named = {" + ".join(sorted(map(rule.space.describe, option.parts))) or "nothing": option for option in moves}
    if len(named) > MOST_OPTIONS:
        return None
    below = {part for option in named.values() for part in option.parts}
    values = values_within(rule, below, {}, "normal", MOST_STATES)
    if values is None or not all(isinstance(value, int) for value in values.values()):
        return None
    return {name: nim_sum(values[part] for part in option.parts) for name, option in named.items()}  # type: ignore[misc]
