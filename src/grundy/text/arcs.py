"""A finite graph with tokens, as lines: an arc `FROM TO` a line, and `@ NODE ...` for the nodes with tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, chain

from grundy.errors import OutOfReach
from grundy.text.collector import collector_paused
from grundy.text.graphs import MOST_ARCS, GraphText, find_cycle
from grundy.text.number_lines import LARGE, named, number_lines
from grundy.text.reader import Text, describe

MOST_PLAIN_DIGITS = 18
_WORD = re.compile(r"[^ \t\r\n/]+")
_NAME = re.compile(r"[^ \t/]+")
_NUMBER = re.compile(rf"-?[0-9]{{1,{MOST_PLAIN_DIGITS}}}")
_ODD = re.compile(rf"(?<![0-9])0[0-9]|[0-9]{{{MOST_PLAIN_DIGITS + 1}}}")  # 07 beside 7, say: then names are texts
_UNSEEN = re.compile(r"[^\x20-\x7e\t\r\n]|\r(?!\n|\Z)")  # what may be no letter, and no blank
_TOKENS = re.compile(r"@[0-9 \t]*")
NOTHING = GraphText((), (), ())


def is_arcs(text: Text) -> bool:
    """Whether a text is such a list of lines, rather than JSON."""
    return text.string.lstrip()[:1] not in ("", "{", "[")


def read_arcs(text: Text, loopy: bool = False) -> GraphText:
    """Read a graph; lines end at a line break or '/', and what follows '#' in a line is a remark.

    Names are whole numbers, if all of them are, or else texts.

    Args:    loopy: whether cycles are allowed.
    Returns: the graph, which is empty if anything was reported.
    Raises:  OutOfReach: more than 10^6 arcs.
    Cost:    linear; about 1 s for 10^6 arcs between whole numbers, else three times that.

    >>> read_arcs(Text("1 2/2 3/@ 1", "<argument>"))
    GraphText(nodes=(1, 2, 3), edges=((0, 1), (1, 2)), tokens=(0,))
    """
    with collector_paused():
        return _read(text, loopy)


def _read(text: Text, loopy: bool) -> GraphText:
    graph = _read_large(text.string) if len(text.string) >= LARGE else None
    if graph is None:
        known = len(text.findings)
        graph = _read_lines(text)
        if len(text.findings) > known:
            return NOTHING
    cycle = "" if loopy else find_cycle(graph.nodes, graph.edges)
    if cycle:
        text.report_at(0, "no cycle of moves (--loopy allows them)", cycle)
        return NOTHING
    return graph


def _read_large(string: str) -> GraphText | None:
    """A long list of arcs between whole numbers, its tokens at the end, read all at once; None: it is to be read with
    care."""
    stop = string.find("@") if "@" in string else len(string)
    lines = number_lines(string[:stop].encode("utf-8", "surrogatepass"))
    if lines is None or (stop < len(string) and string[stop - 1] != "\n") or _ODD.search(string, 0, stop):
        return None
    import numpy as np

    lengths = lines.lengths
    if not ((lengths == 0) | (lengths == 2)).all() or len(lines.numbers) > 2 * MOST_ARCS:
        return None
    nodes, ends = named(lines.numbers)
    tokens: list[int] = []
    index = dict(zip(map(str, nodes), range(len(nodes)), strict=True)) if stop < len(string) else {}
    for line in string[stop:].split("\n"):
        if line.strip(" \t") and not _TOKENS.fullmatch(line):
            return None
        words = line[1:].split()
        if not index.keys() >= set(words):
            return None
        tokens += map(index.__getitem__, words)
    froms, tos = ends[::2], ends[1::2]
    once = np.sort(np.unique(froms * len(nodes) + tos, return_index=True)[1])
    return GraphText(tuple(nodes), tuple(zip(froms[once].tolist(), tos[once].tolist(), strict=True)), tuple(tokens))


def _read_lines(text: Text) -> GraphText:
    known = len(text.findings)
    if _UNSEEN.search(text.string):
        _report_unseen(text)
        if len(text.findings) > known:
            return NOTHING
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
        return NOTHING
    ends = list(map(index.__getitem__, chain.from_iterable(pairs)))
    edges = tuple(dict.fromkeys(zip(ends[::2], ends[1::2], strict=True)))
    return GraphText(_named(list(index)), edges, tuple(tokens))


def _report_unseen(text: Text) -> None:
    """Report names with a character that cannot be seen, or that passes for a digit, as a no-break space does."""
    for line in text.line_parts():
        for found in _NAME.finditer(line.string.partition("#")[0] if not text.full else ""):
            name = found.group()
            if not name.isprintable() or any(one.isdecimal() and not one.isascii() for one in name):
                line.report_at(found.start(), "a node of visible characters", describe(name))


def _tokens(text: Text, start: int, line: str, index: dict[str, int]) -> Iterator[int]:
    """The nodes that a line names behind its '@'; what is none is reported."""
    line = line.partition("#")[0]
    for found in _WORD.finditer(line, line.index("@") + 1):
        if found.group() in index:
            yield index[found.group()]
        else:
            text.report_at(start + found.start(), "one of the nodes of the arcs (JSON has others)")


WOULD_DO = "grundy.loopy takes larger ones as arrays"


def _named(words: list[str]) -> tuple[str, ...] | tuple[int, ...]:
    """Whole numbers, if all words are such and no two the same number."""
    if all(map(_NUMBER.fullmatch, words)) and len(numbers := dict.fromkeys(map(int, words))) == len(words):
        return tuple(numbers)
    return tuple(words)
