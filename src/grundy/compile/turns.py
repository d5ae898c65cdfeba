"""Rules with turns: those some of whose moves keep the turn (`again`) or have to be answered (`answer`)."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice, product
from typing import TYPE_CHECKING

from grundy.compile.form import form_of, nodes, surely_ends
from grundy.compile.subset import NotCompiled, Unfit, fitted
from grundy.errors import GrundyError
from grundy.model.rule import Rule
from grundy.reading.core import Yield

if TYPE_CHECKING:  # what is only asked whether it has turns need not load the compiler
    from grundy.compile.emit import Emit, LlvmNumber
    from grundy.compile.kernel import Facts
    from grundy.compile.keys import Key

MOST_LOOKED_AT = 100  # states, and options of each, of a rule whose code is not read
NO_TURNS = "no move keeps the turn or has to be answered"


class _Looking:
    """What is done with options where a rule is only looked at."""

    def nothing(self, e: Emit) -> None:
        """An option without parts."""

    def part(self, e: Emit, numbers: list[LlvmNumber]) -> None:
        """A part."""

    def mark(self, e: Emit, nim_value: object) -> None:
        """An option ends."""


def turns_of(rule: Rule) -> set[str]:
    """Which of "again" and "answer" the code of a rule yields. Raises: NotCompiled: its code is not read."""
    core = form_of(rule)
    return {node.next for node in nodes(core.body) if isinstance(node, Yield) and node.next != "opponent"}


def look_with_turns(rule: Rule, key: Key) -> Facts:
    """What a rule with turns does. Raises: NotCompiled: it has none, or a construct is not compiled."""
    if not turns_of(rule):
        raise NotCompiled(NO_TURNS)
    from grundy.compile.emit import LlvmNumber
    from grundy.compile.kernel import Facts, body_of, started
    from grundy.compile.options import turning

    core = form_of(rule)
    e = started(rule, _Looking(), False, turning)
    body_of(e, core, [LlvmNumber(None, span) for span in key.span], core.body)
    return Facts(core, e.sums, False, True)


def has_turns(rule: Rule, count: int) -> bool:
    """Whether some move of a rule that is code keeps the turn or has to be answered; where its code is not read, those
    of its first states tell, of `count` that are asked for."""
    turns = fitted(lambda: turns_of(rule))
    if not isinstance(turns, Unfit):
        return bool(turns)
    if not surely_ends(rule):
        return False
    with suppress(GrundyError):  # which is told when it is asked
        side = int(min(count, MOST_LOOKED_AT) ** (1 / rule.arity))
        for state in product(range(side), repeat=rule.arity):
            options = rule.options(state if rule.arity > 1 else state[0])
            if any(option.next != "opponent" for option in islice(options, MOST_LOOKED_AT)):
                return True
    return False
