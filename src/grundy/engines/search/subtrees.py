"""Which questions would settle another one: the subtrees of its search, for workers that have nothing to do.

A set of places is worth v if no option of it is, and it is worth nothing less. So of a question that takes long, those
are asked too, while it is still searched as a whole: what is answered first counts. One option that is worth v settles
it, or all of them that are not. Of these questions too, subtrees may be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from grundy.model.shapes import BitmaskMove

Opening: TypeAlias = tuple[str, int]
"""The name of a field, and the least set of it that is worth as much by a symmetry."""
Node: TypeAlias = tuple[Opening, int]
"""A set, and the value that it is asked about."""


class Subtrees:
    """Questions about sets of a field, and those that would settle them.

    Args:    moves: of the field. name: what sets that are alike have in common. roots: the sets that are asked about.
             value: which all of them are asked about. known: whether a set has a value, as far as it is known.
             learn: called with what follows.
    """

    def __init__(
        self,
        moves: Iterable[BitmaskMove],
        name: Callable[[int], Opening],
        roots: Iterable[int],
        value: int,
        known: Callable[[Opening, int], bool | None],
        learn: Callable[[Opening, int, bool], None],
    ) -> None:
        self._moves, self._name, self._known, self._learn = tuple(moves), name, known, learn
        self.places: dict[Opening, int] = {}
        self.roots = [self._node(places, value) for places in roots]
        self._children: dict[Node, list[Node]] = {}

    def _node(self, places: int, value: int) -> Node:
        opening = self._name(places)
        self.places.setdefault(opening, places)
        return opening, value

    def split(self, node: Node) -> None:
        """Note what would settle a question."""
        opening, value = node
        below = [(opening, less) for less in range(value)]
        after = [self._node(one, value) for one in options(self._moves, self.places[opening])]
        self._children[node] = list(dict.fromkeys([*below, *after]))

    def settle(self) -> None:
        """Learn what follows from what is known."""
        changed = True
        while changed:
            changed = False
            for node, children in self._children.items():
                if self._known(*node) is None:
                    found = [self._known(*child) for child in children]
                    if True in found or None not in found:
                        self._learn(*node, True not in found)
                        changed = True

    def wanted(self) -> list[Node]:
        """The questions whose answers would help, those first that are asked in the first place."""
        found = dict.fromkeys(node for node in self.roots if self._known(*node) is None)
        nodes = list(found)
        for node in nodes:  # the list grows meanwhile
            for child in self._children.get(node, ()):
                if child not in found and self._known(*child) is None:
                    found[child] = None
                    nodes.append(child)
        return nodes

    def is_split(self, node: Node) -> bool:
        """Whether it is noted what would settle a question."""
        return node in self._children


def options(moves: Iterable[BitmaskMove], places: int) -> list[int]:
    """What moves leave of a set of places.

    >>> options([(3, 0, 3, 0), (6, 0, 6, 0)], 7)
    [4, 1]
    """
    return [(places & ~clear) ^ flip for need, off, clear, flip in moves if places & need == need and not places & off]
