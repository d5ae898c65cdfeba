"""Who wins by play that a look at few positions sees to its end, where play may also return, or never end.

A position is lost if every move leads to one that is won, and won if some move leads to one that is lost, wherever else
moves lead: whoever wins so, wins after finitely many moves (Smith 1966). Positions whose moves are not looked at say
nothing, so that more of them never change the answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from itertools import islice

from grundy.errors import BadRule, OutOfReach
from grundy.model.definition import multiset_after, sums_after
from grundy.model.evidence import Evidence
from grundy.model.known import Known
from grundy.model.option import State
from grundy.model.rule import Rule
from grundy.model.shapes import Moves

MOST = 4_000  # moves looked at
FEW = 100  # where work is stopped, which must end soon
BY = Evidence("computed", "play to its end through few positions, whatever else may be played")


def winner_at_hand(rule: Rule, state: State, most: int = MOST) -> Known:
    """Who wins a lone state in normal play that may not end, with moves that win; nothing where few moves don't tell.

    Args:    most: moves that are looked at, of the nearest positions first.

    >>> from grundy.notation.expression import parse_rule
    >>> up = parse_rule("rule:n -> n+1; n -> 0")  # 0 has a move, so nobody ever is without one
    >>> winner_at_hand(up, 7).winner, winner_at_hand(parse_rule("rule:n -> n+1, if n > 0; n -> 0, if n > 0"), 7).winner
    (None, 'first')
    """
    root: Hashable = frozenset({((rule, state), 1)})
    after: dict[Hashable, list[Hashable]] = {}
    before: dict[Hashable, list[Hashable]] = {root: []}
    is_lost: dict[Hashable, bool] = {}
    unlooked = deque([root])
    while unlooked and most > 0 and root not in is_lost:
        node = unlooked.popleft()
        try:
            moves = list(islice(sums_after(node), most + 1))
        except (OutOfReach, BadRule):
            continue  # it says nothing
        if len(moves) > most:
            break  # a move that is not looked at may win, though many lead to the same
        most -= len(moves) + 1
        options = list(dict.fromkeys(moves))
        after[node] = options
        for option in options:
            if option not in before:
                before[option] = []
                unlooked.append(option)
            before[option].append(node)
        _label(node, after, before, is_lost)
    if root not in is_lost:
        return Known()
    if is_lost[root]:
        return Known("second", evidence=(BY,))
    winning = []
    for option in rule.options(state):
        if is_lost.get(multiset_after({(rule, state): 1}, (rule, state), option.parts)):
            winning.append(rule.labels(option))
    each = list(dict.fromkeys(winning))
    return Known("first", moves=Moves(len(each), lambda: iter(each), exact=False), evidence=(BY,))


def _label(
    node: Hashable,
    after: Mapping[Hashable, Sequence[Hashable]],
    before: Mapping[Hashable, Sequence[Hashable]],
    is_lost: dict[Hashable, bool],
) -> None:
    """Put down whether a position is lost, where its options tell, and what follows of those before it."""
    open_nodes = [node]
    while open_nodes:
        node = open_nodes.pop()
        if node in is_lost or node not in after:
            continue
        told = [is_lost.get(option) for option in after[node]]
        if True in told:
            is_lost[node] = False
        elif None not in told:
            is_lost[node] = True
        else:
            continue
        open_nodes += before[node]
