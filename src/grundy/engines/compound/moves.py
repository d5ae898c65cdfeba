"""The winning moves of a compound, counted without being listed: one step after the other through its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, TypeAlias

Choice: TypeAlias = "tuple[Any, Hashable]"
"""What is done in a part (None: nothing), and what is said of the part that it leaves."""


class Choices:
    """The ways to choose in each part, such that what all say together is wanted.

    Args:  parts: for each part the choices.
           joined: what two parts say together.
           wanted: whether that, from all parts, is wanted.
           moved: how many parts may be moved in.
    """

    def __init__(
        self,
        parts: Sequence[Sequence[Choice]],
        joined: Callable[[Any, Any], Hashable],
        wanted: Callable[[Any], bool],
        moved: Callable[[int], bool],
    ) -> None:
        self._parts, self._joined = parts, joined
        grouped = [Counter((said, done is not None) for done, said in choices) for choices in parts]
        # forwards: what the first parts may say together, and whether none, one or more of them were moved in
        reached: list[set[tuple[Any, int]]] = [{(None, 0)}]
        for group in grouped:
            reached.append({self._after(state, choice) for state in reached[-1] for choice in group})
        # backwards: in how many ways each may be completed
        self._ways: list[dict[tuple[Any, int], int]] = [
            {state: int(moved(state[1]) and wanted(state[0][0])) for state in reached[-1]}
        ]
        for group, states in zip(reversed(grouped), reversed(reached[:-1]), strict=True):
            further = self._ways[-1]
            self._ways.append(
                {
                    state: sum(count * further[self._after(state, choice)] for choice, count in group.items())
                    for state in states
                }
            )
        self._ways.reverse()
        self.count = self._ways[0][None, 0]

    def _after(self, state: tuple[Any, int], choice: tuple[Any, bool]) -> tuple[Any, int]:
        before, moved = state
        said = self._joined(before[0], choice[0]) if before else choice[0]
        return (said,), min(2, moved + choice[1])

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """What is done in each part, in the order of the first part, then the second, and so on."""
        chosen: list[Any] = []
        states: list[tuple[Any, int]] = [(None, 0)]
        open_: list[Iterator[Choice]] = [iter(self._parts[0])]
        while open_:
            choice = next(open_[-1], None)
            if choice is None:
                open_.pop()
                states.pop()
                if chosen:
                    chosen.pop()
                continue
            done, said = choice
            state = self._after(states[-1], (said, done is not None))
            depth = len(open_)
            if not self._ways[depth][state]:
                continue
            if depth == len(self._parts):
                yield (*chosen, done)
                continue
            chosen.append(done)
            states.append(state)
            open_.append(iter(self._parts[depth]))
