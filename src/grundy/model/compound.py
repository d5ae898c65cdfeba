"""Compounds of positions other than their sum: which parts a move is made in, and when play is over.

Smith 1966 and Conway (On Numbers and Games, ch. 14) have six, by two questions: in how many parts does a move move,
and does play end with the first part that ends, or with the last? Here they are by definition; what is proved of them
is in engines/compound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, TypeAlias

from grundy.model.definition import turn_kept
from grundy.model.move import Move
from grundy.model.option import Option, State, to
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Compound
from grundy.model.space import Space, States
from grundy.text.reader import Text

Parts: TypeAlias = tuple[Position, ...]
PartMove: TypeAlias = tuple[int, str, str]
"""The number of a part, counted from 1, what is played there, and the move in it."""
Step: TypeAlias = "tuple[PartMove, Position] | None"
"""What is done in a part: a move, and what it leaves; or None."""


def moves_of(position: Position, of: str) -> Iterator[tuple[Move, Position]]:
    """The moves of a part, and what they leave; `of` is the compound, for errors."""
    for part in position.parts():
        for option in part.rule.options(part.state):
            if option.next != "opponent":
                raise turn_kept(part.rule, repr(option.next), of)
            move = position.move(part, part.rule.labels(option))
            yield move, position.leaving(part, option.parts)[0]


def has_ended(position: Position) -> bool:
    """Whether there is no move."""
    return not any(True for part in position.parts() for _ in part.rule.options(part.state))


def part_name(position: Position) -> str:
    """What is played in a part: the names of its rules."""
    return " + ".join(dict.fromkeys(component.rule.spec for component in position.components)) or "nothing"


def steps(parts: Parts, of: str) -> list[list[tuple[PartMove, Position]]]:
    """The moves in each part."""
    return [
        [((number, part_name(part), str(move)), after) for move, after in moves_of(part, of)]
        for number, part in enumerate(parts, 1)
    ]


def is_over(compound: Compound, ended: list[bool]) -> bool:
    """Whether play has ended, given that for each part."""
    return any(ended) if compound.ends == "first" else all(ended)


def compound_options(parts: Parts, *, compound: Compound) -> Iterator[Option]:
    """The options of a compound, by its definition."""
    each = steps(parts, compound.name)
    if is_over(compound, [not moves for moves in each]):
        return
    for chosen in _CHOICES[compound.moves](each):
        yield to(*left(compound, parts, chosen), moves=tuple(step[0] for step in chosen if step))


def left(compound: Compound, parts: Parts, chosen: tuple[Step, ...]) -> tuple[State, ...]:
    """What is left of a compound when this is done in its parts."""
    after = tuple(part if step is None else step[1] for part, step in zip(parts, chosen, strict=True))
    if compound.moves == "one and none behind":
        last = next(place for place, step in enumerate(chosen) if step)
        after = after[: last + 1]
    return (after,)


Choosing: TypeAlias = "Callable[[list[list[tuple[PartMove, Position]]]], Iterator[tuple[Step, ...]]]"


def _every(each: list[Any]) -> Iterator[tuple[Step, ...]]:
    yield from product(*(moves or [None] for moves in each))


def _some(each: list[Any]) -> Iterator[tuple[Step, ...]]:
    yield from (chosen for chosen in product(*([*moves, None] for moves in each)) if any(chosen))


def _one(each: list[Any]) -> Iterator[tuple[Step, ...]]:
    for place, moves in enumerate(each):
        for step in moves:
            yield (*(None,) * place, step, *(None,) * (len(each) - place - 1))


def _first(each: list[Any]) -> Iterator[tuple[Step, ...]]:
    place = next(place for place, moves in enumerate(each) if moves)
    yield from (chosen for chosen in _one(each) if chosen[place])


_CHOICES: dict[str, Choosing] = {
    "every": _every,
    "some": _some,
    "one": _one,
    "one and none behind": _one,
    "the first": _first,
}


def in_words(labels: dict[str, Any]) -> str:
    """A move, part by part.

    >>> in_words({"moves": ((1, "nim", "pile 1, take 2"), (2, "kayles", "pile 1, take 1, leave (4,)"))})
    'part 1 (nim): pile 1, take 2; part 2 (kayles): pile 1, take 1, leave (4,)'
    """
    return "; ".join(f"part {number} ({name}): {move}" for number, name, move in labels["moves"])


def written(position: Position) -> str:
    """A part as text that reads back."""
    return str(position) or "nim()"


def _write(states: States) -> str:
    parts: Any = states[0]
    return ", ".join(map(written, parts))


def _read(text: Text) -> States:
    text.report_at(0, "a position in words that grundy.parse reads")
    return ()


def is_parts(state: State) -> bool:
    """Whether a value is a tuple of positions."""
    return isinstance(state, tuple) and all(isinstance(part, Position) for part in state)


SPACE = Space("tuple of positions", "", is_parts, _read, _write)


def compound_rule(compound: Compound) -> Rule:
    """The rule whose states are the parts of such a compound."""
    return Rule(
        compound.name,
        compound_options,
        (("compound", compound),),
        space=SPACE,
        shape=compound,
        format_move=in_words,
    )
