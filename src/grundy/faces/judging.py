"""Judges' files: the format reads plain data, the engines answer all cases at once, the format writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from grundy.engines.solve import move_counts, winners
from grundy.errors import BadText, Finding
from grundy.games.boards import bacteria, rectangle
from grundy.games.catalogue import closest
from grundy.games.graphs import graph_rule
from grundy.games.heaps import floor_division, nim, take_away
from grundy.games.rows import chess_rows, sequential_nim
from grundy.model.position import Component, Position
from grundy.model.rule import Rule
from grundy.text.collector import collector_paused
from grundy.text.judges import JUDGES, Case, Judge
from grundy.text.reader import Text, quote

BY_NAME = {judge.name: judge for judge in JUDGES}
RULES: dict[str, Callable[..., Rule]] = {
    "nim": lambda: nim,
    "sequential-nim": lambda: sequential_nim,
    "rectangle": lambda: rectangle,
    "bacteria": lambda: bacteria,
    "take-away": take_away,
    "floor-division": floor_division,
    "chess-rows": chess_rows,
    "graph": graph_rule,
}


def answer(judge: Judge, data: bytes | str, name: str = "<stdin>", **options: str) -> str:
    """The judge's output for an input.

    Args:    data: the whole input; name: what errors call it; options: those of the format.
    Raises:  BadText: with the place of everything wrong; nothing is answered then.

    >>> answer(BY_NAME["hdu5724-chess"], "1\\n2\\n1 19\\n1 18\\n")
    'YES\\n'
    """
    with collector_paused():
        reading = judge.read(Text(data, name), **options)
        positions = list(_positions(reading))
        answers: Sequence[int] = winners(positions) if judge.asks == "winner" else move_counts(positions)
        return judge.write(reading, answers, **options)


def _positions(cases: Iterable[Case]) -> Iterator[Position]:
    last: Case | None = None
    for case in cases:
        if last is None or case.parameters is not last.parameters or case.game != last.game:
            rule = RULES[case.game](*case.parameters)
        yield Position((Component(rule, case.states),))
        last = case


def find(name: str | None) -> Judge:
    """The format of that name."""
    if name is None or name not in BY_NAME:
        found = "nothing" if name is None else quote(name) + closest(name, list(BY_NAME))
        raise BadText([Finding(1, 1, f"a format ({', '.join(BY_NAME)})", found, "<argument>")])
    return BY_NAME[name]


def answer_file(name: str | None, read: Callable[[], tuple[bytes, str]], given: dict[str, str]) -> str:
    """The answer to a file in a format, with options as the command line gives them."""
    judge = find(name)
    known = {option.name for option in judge.options}
    for option in given:
        if option not in known:
            takes = ", ".join(f"--{name}" for name in known) or "no options"
            raise BadText([Finding(1, 1, f"{takes} with the format {judge.name}", f"--{option}", "<argument>")])
    return answer(judge, *read(), **given)


def describe_formats(name: str | None = None) -> str:
    """All formats (or one), what they limit, and a sample of each."""
    chosen = [find(name)] if name is not None else list(JUDGES)
    return "\n".join(_describe(judge) for judge in chosen)


def _describe(judge: Judge) -> str:
    lines = [judge.name, f"  {judge.says}"]
    lines += [f"  Judge's limits (not enforced): {judge.limits}.", f"  Source: {judge.source}."]
    for option in judge.options:
        lines.append(f"  --{option.name}: {option.says} (default {option.default}).")
    for title, sample in (("Input:", judge.sample_in), ("Output:", judge.sample_out)):
        lines.append(f"  {title}")
        lines += [f"    {line}" for line in sample.splitlines()]
    return "\n".join(lines) + "\n"
