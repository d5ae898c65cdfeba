"""One position, played with something more: a pass, or an opponent who restricts each move (a Muller twist).

Here they are by definition; what restricts moves is decided in engines/compound/twists.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.errors import BadRule
from grundy.model.compound import has_ended, moves_of, part_text
from grundy.model.option import Option, State, to
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Twist
from grundy.model.space import Space, States
from grundy.text.reader import Text


def pass_options(state: tuple[Position, int], *, twist: Twist) -> Iterator[Option]:
    """Move, or use up a pass where there is a move."""
    position, passes = state
    moves = False
    for move, after in moves_of(position, twist.name):
        moves = True
        yield to((after, passes), move=str(move))
    if moves and passes:
        yield to((position, passes - 1), use="pass")


def restricted_options(state: tuple[Position, int], *, twist: Twist) -> Iterator[Option]:
    """Which options there are is the opponent's choice: only where there is no move at all is it known."""
    position, _ = state
    if not has_ended(position):
        raise BadRule(
            f"{twist.name}: expected it alone, since the opponent restricts every move: it is no summand, no part and "
            "cannot be played; solve says who wins it"
        )
    yield from ()


def in_words(labels: dict[str, Any]) -> str:
    """A move, as it is in the position that is played.

    >>> in_words({"move": "pile 1, take 2"}), in_words({"use": "pass"})
    ('pile 1, take 2', 'use the pass')
    """
    return str(labels["move"]) if "move" in labels else "use the pass"


def is_counted(state: State) -> bool:
    """Whether a value is a position and a number."""
    return isinstance(state, tuple) and len(state) == 2 and isinstance(state[0], Position) and type(state[1]) is int


def _write(states: States) -> str:
    state: Any = states[0]
    position, count = state
    return part_text(position) + ("" if count == 1 else f", {count}")


def _read(text: Text) -> States:
    text.report_at(0, "a position in words that grundy.parse reads")
    return ()


SPACE = Space("position with a number", "", is_counted, _read, _write)


def twist_rule(twist: Twist) -> Rule:
    """The rule whose states are positions, each with the number of passes, or of moves that are restricted."""
    return Rule(
        twist.name,
        pass_options if twist.kind == "pass" else restricted_options,
        (("twist", twist),),
        space=SPACE,
        shape=twist,
        format_move=in_words,
    )
