"""Maximum matchings of a graph without directions: as many edges without a common end as there can be."""

from __future__ import annotations

from collections.abc import Sequence


def is_always_matched(near: Sequence[set[int]], node: int) -> bool:
    """Whether every maximum matching of a graph has an edge at a node; `near` lists the neighbours of each.

    That is so if a maximum matching of the other nodes can be made larger with that node.

    >>> path = [{1}, {0, 2}, {1}]
    >>> [is_always_matched(path, node) for node in range(3)]
    [False, True, False]
    """
    mate = [-1] * len(near)
    others = [one for one in range(len(near)) if one != node]
    apart = [sorted(ends - {node}) for ends in near]
    for one in others:
        free = next((end for end in apart[one] if mate[end] < 0), None) if mate[one] < 0 else None
        if free is not None:
            mate[one], mate[free] = free, one
    for one in others:
        if mate[one] < 0:
            augment(apart, mate, one)
    return augment([sorted(ends) for ends in near], mate, node)


def augment(near: Sequence[Sequence[int]], mate: list[int], root: int) -> bool:
    """Match a node that is not matched, if some path of edges in turn outside and inside the matching allows it.

    Edmonds 1965: an odd cycle that closes on the way is taken for one node, of which `base` is the first.
    """
    count = len(near)
    base = list(range(count))
    before = [-1] * count  # from where a node was reached by an edge outside the matching
    outer = [node == root for node in range(count)]
    waiting = [root]

    def first_common(one: int, other: int) -> int:
        passed = set()
        while True:
            one = base[one]
            passed.add(one)
            if mate[one] < 0:
                break
            one = before[mate[one]]
        while base[other] not in passed:
            other = before[mate[base[other]]]
        return base[other]

    def close(node: int, top: int, child: int, within: set[int]) -> None:
        while base[node] != top:
            within.update((base[node], base[mate[node]]))
            before[node] = child
            child = mate[node]
            node = before[child]

    for node in waiting:  # grows as it is read
        for end in near[node]:
            if base[node] == base[end] or mate[node] == end:
                continue
            if end == root or (mate[end] >= 0 and before[mate[end]] >= 0):
                top = first_common(node, end)
                within: set[int] = set()
                close(node, top, end, within)
                close(end, top, node, within)
                for one in range(count):
                    if base[one] in within:
                        base[one] = top
                        if not outer[one]:
                            outer[one] = True
                            waiting.append(one)
            elif before[end] < 0:
                before[end] = node
                if mate[end] < 0:
                    _turn(mate, before, end)
                    return True
                outer[mate[end]] = True
                waiting.append(mate[end])
    return False


def _turn(mate: list[int], before: Sequence[int], end: int) -> None:
    """Match the nodes of a path the other way, from its end."""
    while end >= 0:
        node = before[end]
        following = mate[node]
        mate[end], mate[node] = node, end
        end = following
