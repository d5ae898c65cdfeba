"""Certificates of matchings: true ones, their own forgeries, and whether what one claims is true, by play."""

from __future__ import annotations

from functools import cache
from random import Random

import grundy
from grundy.proof.certify_replies import by_matching

POSITIONS = (
    ("path:6", "first"), ("path:5", "second"), ("cycle:7", "second"), ("star:4 @ 1", "first"), ("star:4 @ 2", "second"),
    ("grid:2x3", "first"), ("grid:3x3 @ (1,2)", "first"), ("petersen @ 3", "first"), ("path:1", "second"),
    ("1-2-3-1, 3-4-5-6-4 @ 2", "first"), ("1-2-3-1, 3-4, 5-6, 7 @ 7", "second"),
    ("1-2-3-1, 3-4, 3-5-6-7-5 @ 1", "first"),
    ("bipartite:2,4 @ 4", "second"), ("bipartite:2,4 @ 1", "first"), ("a-b-c-d-e-a, e-f-g-h-f @ h", "first"),
)  # fmt: skip
"""Graphs with the node of a token, and who wins."""


@cache
def honest() -> list[str]:
    """True certificates."""
    certificates = [by_matching(grundy.parse(f"geography({text})"), winner == "first") for text, winner in POSITIONS]
    return ["".join(f"{line}\n" for line in lines) for lines in certificates if lines]


def true(lines: list[list[str]]) -> bool:
    """Whether the player who is said to win does, by trying every walk."""
    said = {line[0]: line[1:] for line in lines}
    near: dict[int, set[int]] = {}
    for a, b in (map(int, line[1:]) for line in lines if line[0] == "edge"):
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)

    @cache
    def lost(node: int, been: frozenset[int]) -> bool:
        return not any(lost(end, been | {end}) for end in near.get(node, set()) - been)

    token = int(said["token"][0])
    return lost(token, frozenset({token})) == (said["wins"] == ["second"])


def forge(lines: list[str], rng: Random) -> list[str]:
    """A change by one who knows what is looked at."""
    ways = (_other_edges, _other_edges, _other_token, _other_winner, _other_mates, _other_barrier, _other_barrier)
    try:
        return rng.choice(ways)(lines, rng)
    except (ValueError, IndexError, StopIteration):  # forged before, so that nothing can be read from it
        return lines


def _said(lines: list[str], word: str) -> tuple[int, int]:
    """The place of a line with one number, and that number."""
    at = next(at for at, line in enumerate(lines) if line.startswith(f"{word} "))
    return at, int(lines[at].split(" ")[1])


def _other_edges(lines: list[str], rng: Random) -> list[str]:
    """An edge more or less, in its place, the count told right."""
    _, nodes = _said(lines, "graph")
    at, _ = _said(lines, "edges")
    edges = sorted({(int(a), int(b)) for _, a, b in (line.split(" ") for line in lines if line.startswith("edge "))})
    chosen = tuple(sorted((rng.randrange(nodes), rng.randrange(nodes))))
    edges = sorted({*edges} ^ {(chosen[0], chosen[1])})
    rest = [line for line in lines[at + 1 :] if not line.startswith("edge ")]
    return [*lines[:at], f"edges {len(edges)}", *(f"edge {a} {b}" for a, b in edges), *rest]


def _other_token(lines: list[str], rng: Random) -> list[str]:
    at, _ = _said(lines, "token")
    return [*lines[:at], f"token {rng.randrange(_said(lines, 'graph')[1])}", *lines[at + 1 :]]


def _other_winner(lines: list[str], rng: Random) -> list[str]:
    swap = {"wins first": "wins second", "wins second": "wins first"}
    return [swap.get(line, line) for line in lines]


def _listed(lines: list[str], word: str) -> tuple[int, int, list[int]]:
    """Where the numbers after a word start and end, and they themselves."""
    at, _ = _said(lines, word)
    end = next(place for place in range(at + 1, len(lines)) if not lines[place][:1].isdigit())
    return at, end, [int(number) for line in lines[at + 1 : end] for number in line.split(" ")[1:]]


def _with(lines: list[str], word: str, at: int, end: int, numbers: list[int]) -> list[str]:
    said = [" ".join(map(str, (0, *numbers)))] if numbers else []
    return [*lines[:at], f"{word} {len(numbers)}", *said, *lines[end:]]


def _other_mates(lines: list[str], rng: Random) -> list[str]:
    """Two nodes are matched, those matched with them before with none, or with each other."""
    at, end, mate = _listed(lines, "mates")
    a, b = rng.randrange(len(mate)), rng.randrange(len(mate))
    c, d = mate[a], mate[b]
    for one in (a, b, c, d):
        mate[one] = one
    if a != b:
        mate[a], mate[b] = b, a
    if c != d and not {c, d} & {a, b} and rng.random() < 0.5:
        mate[c], mate[d] = d, c
    return _with(lines, "mates", at, end, mate)


def _other_barrier(lines: list[str], rng: Random) -> list[str]:
    """A node more or less, or one twice, or others altogether."""
    at, end, barrier = _listed(lines, "barrier")
    _, nodes = _said(lines, "graph")
    other = rng.choice(
        (
            sorted({*barrier} ^ {rng.randrange(nodes)}),
            [*barrier, rng.randrange(nodes)],
            [_said(lines, "token")[1], *barrier],
            [node for node in range(nodes) if rng.random() < 0.4],
            [nodes, *barrier],
        )
    )
    return _with(lines, "barrier", at, end, other)
