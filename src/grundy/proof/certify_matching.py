"""The certificate that a matching answers every move of a token on a graph without directions."""

from __future__ import annotations

from grundy.model.matching import maximum_matching
from grundy.model.rule import Position
from grundy.proof.write import matching_certificate

MOST_NODES, MOST_EDGES = 1_048_576, 4_000_000  # of FORMAT.md


def certificate(position: Position, first: bool) -> list[str] | None:
    """The lines of a certificate of who wins by a maximum matching, None where none decides (FORMAT.md, kind matching).

    Args:    position: one component of plain geography; of others there is none. first: whether the first player wins.
    Cost:    of two maximum matchings.

    >>> from grundy.notation.expression import parse
    >>> certificate(parse("geography(path:3 @ 2)"), True)[6:]
    ['edge 1 2', 'token 1', 'wins first', 'mates 3', '0 1 0 2', 'barrier 0', 'end']
    >>> certificate(parse("geography(path:3)"), False)[7:]
    ['token 0', 'wins second', 'mates 3', '0 0 2 1', 'barrier 1', '0 1', 'end']
    """
    (part, *others) = position.parts()
    theory = part.rule.theory
    if others or theory is None or theory.matched is None:
        return None
    near, token = theory.matched(part.state)
    edges = [(a, b) for a, ends in enumerate(near) for b in ends if a < b]
    if len(near) > MOST_NODES or len(edges) > MOST_EDGES:
        return None
    mate, left_out = maximum_matching(near, without=token)
    if first:  # no matching of the other nodes is as large as one of all
        apart = token
        mate, _ = maximum_matching(near, mate)
    else:
        apart = -1
        mate, left_out = maximum_matching(near, mate)
    beside = {end for node, ends in enumerate(near) if left_out[node] for end in ends if not left_out[end]}
    mates = [node if other < 0 else other for node, other in enumerate(mate)]
    return list(matching_certificate(edges, token, first, mates, sorted(beside - {apart}), f"{position}"))
