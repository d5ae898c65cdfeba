"""States of a rule that is code beyond tables: how much work a table would be, before it is begun.

It is the states, times the options of one. The options of a large state are not counted: those of two smaller ones are,
and their growth is continued.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from inspect import isgeneratorfunction
from itertools import islice
from math import log2, prod

from grundy.engines.question import Question
from grundy.engines.steady import always_ends, is_own
from grundy.errors import OutOfReach
from grundy.model.definition import MOST_POSITIONS
from grundy.model.option import State
from grundy.model.rule import Rule

MOST_STATES = 2**32  # of a table
LARGE = 2**18  # states of a table, below which its work is not looked at
COUNTED = 2**14  # the largest number of a state whose options are counted
MOST_COUNTED = 2**16  # of its options
LONG = 2**36  # options of all states together: about a minute of compiled code
LONG_PLAIN = 2**26  # the same of plain Python
HOPELESS = 2**50  # about two weeks
MOST_REACHED = 2**24  # options of a state, beyond which neither those that are reached can be listed


def table_work(rule: Rule, numbers: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    """The states of a table up to some, and about how many options one of these has; 1 where no loop is needed.

    Args:    numbers: of the states.
    """
    extents = tuple(1 + max(column) for column in zip(*numbers, strict=True))
    total = prod(extents)
    if total < LARGE or not isgeneratorfunction(rule.function) or not always_ends(rule):
        return total, 1
    from grundy.engines.table.user_rule import by_lines  # which loads searches: no small table waits for it

    if by_lines(rule):
        return total, 1
    top = tuple(extent - 1 for extent in extents)
    halvings = max(0, max(top).bit_length() - COUNTED.bit_length())
    larger, smaller = (_options(rule, tuple(n >> halvings + more for n in top)) for more in (0, 1))
    power = min(float(len(top)), max(0.0, log2(max(1, larger) / max(1, smaller))))
    return total, int(max(1, larger) * 2 ** min(1000.0, power * halvings))


def numbers_of(state: State) -> tuple[int, ...]:
    """A state as several numbers, of which there may be one."""
    return state if isinstance(state, tuple) else (state,)


def is_of_numbers(rule: Rule, state: State) -> bool:
    """Whether a state is one number, or several, as the rule has them."""
    numbers = numbers_of(state)
    return len(numbers) == rule.arity and all(type(number) is int and number >= 0 for number in numbers)


def is_beyond(rule: Rule, states: Sequence[State]) -> bool:
    """Whether a rule that is code has one of these states, for which no table is large enough, or one takes long."""
    if not (states and is_own(rule) and all(is_of_numbers(rule, state) for state in states)):
        return False
    numbers = list(map(numbers_of, states))
    if any(prod(n + 1 for n in state_numbers) > MOST_STATES for state_numbers in numbers):
        return True
    total, options = table_work(rule, numbers)
    return total * options > LONG


def is_in_reach(rule: Rule, states: Sequence[State]) -> bool:
    """Whether a table up to these states of a rule that is code surely takes no longer than about a minute.

    Of states that are no numbers nobody knows before how many there are.
    """
    if not all(is_of_numbers(rule, state) for state in states) or is_beyond(rule, states):
        return False
    if not states:
        return True
    from grundy.compile.compiler import refusal
    from grundy.compile.kernel import look
    from grundy.compile.subset import Unfit, fitted

    if not refusal() and not isinstance(fitted(partial(look, rule)), Unfit):
        return True
    if not isgeneratorfunction(rule.function) or not always_ends(rule):
        return False
    numbers = list(map(numbers_of, states))
    total: int = prod(1 + max(column) for column in zip(*numbers, strict=True))
    return total <= MOST_POSITIONS and total * _options(rule, max(numbers)) <= LONG_PLAIN


def refuse(question: Question, prove: object = None) -> None:
    """Refuse at once what no table will ever answer, though no state is too large for one. Raises OutOfReach."""
    rule, numbers = question.rule, list(map(numbers_of, question.states))
    if any(prod(n + 1 for n in state_numbers) > MOST_STATES for state_numbers in numbers):
        return  # the engines refuse at once
    total, options = table_work(rule, numbers)
    if total * options > HOPELESS and options > MOST_REACHED:
        raise OutOfReach(
            f"{rule.spec}: a table of {total:,} states, with some {options:.1e} options each, is about "
            f"{total * options:.0e} steps, more than the {HOPELESS:.0e} that are ever begun, and no theorem on its "
            "values is soon found; smaller numbers would help, or 'grundy prove', which may say who wins from one state"
        )


def _options(rule: Rule, numbers: tuple[int, ...]) -> int:
    state: State = numbers if rule.arity > 1 else numbers[0]
    return sum(1 for _ in islice(rule.options(state), MOST_COUNTED))
