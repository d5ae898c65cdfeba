"""A finite graph with tokens, as lines: an arc `FROM TO` a line, and `@ NODE ...` for the nodes with tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, chain

from grundy.errors import OutOfReach
from grundy.text.collector import collector_paused
from grundy.text.graphs import MOST_ARCS, GraphText, find_cycle
from grundy.text.reader import Text, describe

_WORD = re.compile(r"[^ \t\r\n/]+")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


def is_arcs(text: Text) -> bool:
    """Whether a text is such a list of lines, rather than JSON."""
    return text.string.lstrip()[:1] not in ("", "{", "[")


def read_arcs(text: Text, loopy: bool = False) -> GraphText:
    """Read a graph; lines end at a line break or '/', and what follows '#' in a line is a remark.

    Names are whole numbers, if all of them are, or else texts.

    Args:    loopy: whether cycles are allowed.
    Returns: the graph, which is empty if anything was reported.
    Raises:  OutOfReach: more than 10^6 arcs.
    Cost:    linear; about 1 s for 10^6 arcs.

    >>> read_arcs(Text("1 2/2 3/@ 1", "<argument>"))
    GraphText(nodes=(1, 2, 3), edges=((0, 1), (1, 2)), tokens=(0,))
    """
    with collector_paused():
        return _read(text, loopy)


def _read(text: Text, loopy: bool) -> GraphText:
    known = len(text.findings)
    lines = text.string.replace("/", "\n").split("\n")
    rows = [line.partition("#")[0].split() for line in lines] if "#" in text.string else list(map(str.split, lines))
    pairs = [row for row in rows if len(row) == 2 and row[0][0] != "@"]
    if len(pairs) > MOST_ARCS:
        raise OutOfReach(f"{text.name}: a graph as text may have {MOST_ARCS} arcs, found {len(pairs)}; {WOULD_DO}")
    index = {word: place for place, word in enumerate(dict.fromkeys(chain.from_iterable(pairs)))}
    tokens: list[int] = []
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    for line, row in enumerate(rows):
        if row and row[0][0] == "@":
            tokens += _tokens(text, starts[line], lines[line], index)
        elif len(row) not in (0, 2) and not text.full:
            at = text.string.index(row[0], starts[line])
            text.report_at(at, "an arc FROM TO, or '@' and the nodes with tokens", describe(" ".join(row)))
    if len(text.findings) > known:
        return GraphText((), (), ())
    nodes = _named(list(index))
    ends = list(map(index.__getitem__, chain.from_iterable(pairs)))
    edges = tuple(dict.fromkeys(zip(ends[::2], ends[1::2], strict=True)))
    cycle = "" if loopy else find_cycle(nodes, edges)
    if cycle:
        text.report_at(0, "no cycle of moves (--loopy allows them)", cycle)
        return GraphText((), (), ())
    return GraphText(nodes, edges, tuple(tokens))


def _tokens(text: Text, start: int, line: str, index: dict[str, int]) -> Iterator[int]:
    """The nodes that a line names behind its '@'; what is none is reported."""
    line = line.partition("#")[0]
    for found in _WORD.finditer(line, line.index("@") + 1):
        if found.group() in index:
            yield index[found.group()]
        else:
            text.report_at(start + found.start(), "one of the nodes of the arcs")


WOULD_DO = "grundy.loopy takes larger ones as arrays"


def _named(words: list[str]) -> tuple[str, ...] | tuple[int, ...]:
    """Whole numbers, if all words are such and no two the same number."""
    if all(map(_NUMBER.fullmatch, words)) and len(numbers := dict.fromkeys(map(int, words))) == len(words):
        return tuple(numbers)
    return tuple(words)
