"""Compounds of positions other than their sum: which parts a move is made in, when play is over, and who wins."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, Final, TypeAlias

from grundy.errors import OutOfReach
from grundy.model.convention import mex
from grundy.model.definition import (
    MOST_LOOPY_MOVES,
    MOST_POSITIONS,
    Evaluation,
    Memo,
    settle,
    state_values,
    sums_after,
    turn_not_passed,
)
from grundy.model.move import Move
from grundy.model.option import Option, State, to
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Compound
from grundy.model.space import Space, States
from grundy.text.reader import Text

# Compounds of positions other than their sum: which parts a move is made in, and when play is over.
#
# Smith 1966 and Conway (On Numbers and Games, ch. 14) have six, by two questions: in how many parts does a move move,
# and does play end with the first part that ends, or with the last? Here they are by definition; what is proved of
# them is in engines/compound.

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
                raise turn_not_passed(part.rule, repr(option.next), of)
            move = position.move_of(part, part.rule.labels(option))
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


def part_text(position: Position) -> str:
    """A part as text that reads back."""
    return str(position) or "nim()"


def _write(states: States) -> str:
    parts: Any = states[0]
    return ", ".join(map(part_text, parts))


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


# Numbers by which compounds of positions are decided, each from those of the options, as nim-values are.
#
#     remoteness   how soon play ends if whoever wins hurries, and whoever loses delays
#     suspense     how late it ends if whoever wins delays, and whoever loses hurries
#     foreclosed   the nim-value where whoever ends play has won, or in misère play lost
#
# Source: Smith 1966, Graphs and composite games; Conway, On Numbers and Games, ch. 14.

ENDED: Final = None
AT_ONCE: Final = -1
"""The foreclosed value from which a move ends play, and wins."""


def remoteness(options: Sequence[int], misere: bool = False) -> int:
    """The remoteness from that of the options; whoever is to move loses if it is even, in misère play if it is odd.

    >>> remoteness([]), remoteness([0, 3]), remoteness([1, 3])
    (0, 1, 4)
    """
    won = [number for number in options if number % 2 == misere]
    return 1 + min(won) if won else 1 + max(options, default=-1)


def suspense(options: Sequence[int], misere: bool = False) -> int:
    """The suspense number from that of the options; whoever is to move loses if it is even, in misère play if odd.

    >>> suspense([]), suspense([0, 2]), suspense([1, 3])
    (0, 3, 2)
    """
    won = [number for number in options if number % 2 == misere]
    return 1 + max(won) if won else 1 + min(options, default=-1)


def foreclosed(options: Sequence[int | None], misere: bool = False) -> int | None:
    """The foreclosed value from those of the options; ENDED without any.

    In misère play no move may end it.

    >>> foreclosed([]), foreclosed([ENDED, 0]), foreclosed([AT_ONCE, 0]), foreclosed([ENDED, 0], misere=True)
    (None, -1, 1, 1)
    """
    if not options:
        return ENDED
    if ENDED in options and not misere:
        return AT_ONCE
    return mex(value for value in options if value is not None and value >= 0)


def outcomes(options: Sequence[tuple[bool, bool, bool]]) -> tuple[bool, bool, bool]:
    """Whether there is a move, whether the first player wins normal play, and whether misère play."""
    return (
        bool(options),
        any(not normal for _, normal, _ in options),
        not options or any(not misere for _, _, misere in options),
    )


class NimValues:
    """The nim-value of any position, by the definition and the XOR of its parts; what was found is kept."""

    def __init__(self, of: str, most: int = MOST_POSITIONS) -> None:
        self.of, self.most = of, most
        self._memos: dict[Rule, Memo] = {}

    def __call__(self, position: Position) -> int:
        """Raises:  BadRule: play that comes back, or does not pass the turn. OutOfReach: too many positions."""
        total = 0
        for component in position.components:
            memo = self._memos.setdefault(component.rule, {})
            values = state_values(component.rule, component.states, memo, "normal", self.most)
            if "entailing" in memo:
                raise turn_not_passed(component.rule, "`again` or `answer`", self.of)
            for state in component.states:
                total ^= values[state]  # type: ignore[operator]
        return total


class Measured:
    """Such a number of any position, by every position below; what was found is kept."""

    def __init__(self, fold: Callable[[list[Any]], Any], most: int = MOST_POSITIONS) -> None:
        self.fold, self.most = fold, most
        self._memo: Memo = {}

    def __call__(self, position: Position) -> Any:
        """Raises:  BadRule: play that comes back, or does not pass the turn. OutOfReach: too many positions."""
        node = frozenset(position.multiset().items())
        settle([node], self._evaluate, self._memo, self.most)
        return self._memo[node]

    def _evaluate(self, node: Any) -> Evaluation:
        values = []
        for after in sums_after(node):
            if after not in self._memo:
                yield after
            values.append(self._memo[after])
            yield None
        return self.fold(values)


# How soon a position is won: play to its end if whoever wins hurries and whoever loses delays, and the other way.


def distances(successors: Sequence[Sequence[int]], misere: bool = False) -> list[int]:
    """The remoteness of every node of a graph, -1 for a draw.

    A node without successor has 0. Going back from these, in the order of their remoteness, a node has one more than
    the first of its successors that is lost, or if all are won, than the last of them.

    >>> distances([[], [0], [1, 3], [2], [4]])
    [0, 1, -1, -1, -1]
    """
    before: list[list[int]] = [[] for _ in successors]
    left = [len(set(ends)) for ends in successors]
    for node, ends in enumerate(successors):
        for end in set(ends):
            before[end].append(node)
    moves = [-1] * len(successors)
    queue = deque(node for node, count in enumerate(left) if not count)
    for node in queue:
        moves[node] = 0
    while queue:
        node = queue.popleft()
        lost = moves[node] % 2 == misere
        for nearer in before[node]:
            left[nearer] -= 1
            if moves[nearer] < 0 and (lost or not left[nearer]):
                moves[nearer] = moves[node] + 1
                queue.append(nearer)
    return moves


def remoteness_of(position: Position, misere: bool = False, most: int = MOST_POSITIONS) -> int | None:
    """The remoteness of a position, from all positions that can be reached; None: a draw.

    Raises:  BadRule: a move that does not pass the turn. OutOfReach: more than `most` positions.

    >>> from grundy.games.heaps import nim
    >>> remoteness_of(nim(3, 4)), remoteness_of(nim(1, 1)), remoteness_of(nim(7))
    (7, 2, 1)
    """
    moves = next(iter(remoteness_below(position, misere, most).values()))
    return None if moves < 0 else moves


def remoteness_below(position: Position, misere: bool = False, most: int = MOST_POSITIONS) -> dict[Hashable, int]:
    """The remoteness of a position and of all that can be reached, as multisets of parts; -1 for a draw.

    Raises:  as `remoteness_of`.

    >>> from grundy.games.heaps import nim
    >>> list(remoteness_below(nim(2)).values())
    [1, 1, 0]
    """
    root = frozenset(position.multiset().items())
    numbers: dict[Hashable, int] = {root: 0}
    nodes: list[Hashable] = [root]
    successors: list[list[int]] = []
    arcs = 0
    for node in nodes:  # grows while it is read
        ends: dict[int, None] = {}
        for after in sums_after(node):
            arcs += 1
            if after not in numbers:
                numbers[after] = len(nodes)
                nodes.append(after)
            ends[numbers[after]] = None
            if len(nodes) > most or arcs > MOST_LOOPY_MOVES:
                raise OutOfReach(
                    f"remoteness: more than {most:,} positions or {MOST_LOOPY_MOVES:,} moves below the one asked for; "
                    "try a smaller position"
                )
        successors.append(list(ends))
    return dict(zip(nodes, distances(successors, misere), strict=True))


def suspense_of(position: Position, misere: bool = False, most: int = MOST_POSITIONS) -> int:
    """The suspense number of a position of play that ends.

    Raises:  BadRule: a move that does not pass the turn, or play that comes back. OutOfReach: too many positions.

    >>> from grundy.games.heaps import nim
    >>> suspense_of(nim(1, 1)), suspense_of(nim(3)), suspense_of(nim(3, 4))
    (2, 1, 3)
    """
    number: int = Measured(partial(suspense, misere=misere), most)(position)
    return number
