"""A short Python program that gives the first terms by the definition alone, and needs nothing."""

from __future__ import annotations

from grundy.model.rule import Rule

ONE = """

G = []
while len(G) < {count}:
    values = set()
    for left in options(len(G)):
        value = 0
        for part in left:
            value ^= G[part]
        values.add(value)
    G.append(next(n for n in range(len(values) + 1) if n not in values))
print(*{shown}, sep=", ")
"""
MANY = """

@functools.cache
def G(*state):
    values = set()
    for left in options(*state):
        value = 0
        for part in left:
            value ^= G(*part)
        values.add(value)
    return next(n for n in range(len(values) + 1) if n not in values)


print(*{shown}, sep=", ")
"""


def program_of(rule: Rule, count: int, start: int = 0, of: str = "", outcomes: bool = False) -> str:
    """The text of a program that prints the terms from heap `start` on, up to heap count - 1.

    Args:    of: the map from n to a state, a Python expression over n. outcomes: print the P-positions.
    Raises:  NotWritten: the code of the rule is not read.

    >>> from grundy import take_away
    >>> print(program_of(take_away(1, 3), 10))
    def options(n):
        for take in (1, 3):
            if take > n:
                return
            yield (n - take,)
    <BLANKLINE>
    <BLANKLINE>
    G = []
    while len(G) < 10:
        values = set()
        for left in options(len(G)):
            value = 0
            for part in left:
                value ^= G[part]
            values.add(value)
        G.append(next(n for n in range(len(values) + 1) if n not in values))
    print(*G, sep=", ")
    <BLANKLINE>
    """
    from grundy.api.table import moves_of
    from grundy.show.python_moves import python_options

    options = python_options(moves_of(rule)).rstrip("\n")
    if not of and rule.arity == 1:
        shown = "G" + f"[{start}:]" * bool(start)
        if outcomes:
            shown = f"(n for n in range({start}, len(G)) if not G[n])"
        return f"{options}\n{ONE.format(count=count, shown=shown)}"
    state = f"({of or 'n'})" if rule.arity == 1 else f"*({of})"
    term = (
        f"n for n in range({start}, {count}) if not G({state})"
        if outcomes
        else f"G({state}) for n in range({start}, {count})"
    )
    part = "G(part)" if rule.arity == 1 else "G(*part)"
    text = MANY.format(shown=f"({term})").replace("G(*part)", part)
    return f"import functools\n\n\n{options}\n{text}"
