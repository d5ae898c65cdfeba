"""Judges' files: the format reads plain data, the engines answer all cases at once, the format writes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from time import thread_time
from typing import Any

from grundy.engines.search.way import PLAIN_WAY, Way
from grundy.engines.solve import move_counts, winners
from grundy.errors import BadText, Finding, OutOfReach
from grundy.games.boards import bacteria, rectangle
from grundy.games.catalogue import closest
from grundy.games.graphs import graph_rule
from grundy.games.heaps import floor_division, nim, take_away
from grundy.games.rows import chess_rows, sequential_nim
from grundy.judges import JUDGES, Case, Judge
from grundy.model.rule import Component, Position, Rule
from grundy.model.shapes import Cuts, Masks
from grundy.runs.chunk import Chunk, Work
from grundy.text.collector import collector_paused
from grundy.text.reader import Text, quote

MOST_AT_ONCE = 25  # cells of a piece of a board that is answered among others; a larger one is work of its own
MOST_SHORT = 30  # cells of a piece of a board that a table of values has
FIRST_AT_ONCE = 16  # cases that are answered together at first: many are quicker together,
SOON, LATE = 0.5, 2.0  # seconds of work: more after less, fewer after more, so that it is known how far they are
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


def answer(judge: Judge, data: bytes | str, name: str = "<stdin>", way: Way = PLAIN_WAY, /, **options: str) -> str:
    """The judge's output for an input.

    Args:    data: the whole input; name: what errors call it; options: those of the format;
             way: how searches are made, and who runs the work.
    Raises:  BadText: with the place of everything wrong; nothing is answered then. OutOfReach: some case is, or it
             would take long, and nobody says how long it may.

    >>> answer(BY_NAME["hdu5724-chess"], "1\\n2\\n1 19\\n1 18\\n")
    'YES\\n'
    """
    answers: dict[int, int] = {}

    def read_and_answer(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Any]:
        yield Chunk(0, 0, "cases", {}, "no case is answered; the input is being read")
        reading = judge.read(Text(data, name), **options)
        positions = list(_positions(reading))
        _require_reach(positions, name, way.bounded)
        yield from _answer_all(judge, positions, answers)
        return reading, positions

    with collector_paused():
        reading, positions = way.run(read_and_answer)
        searches = replace(way, run=lambda work: way.run(_beside(work, answers, len(positions))))
        for place, position in enumerate(positions):
            if place not in answers:
                answers[place] = _ask(judge, [position], searches)[0]
        return judge.write(reading, [answers[place] for place in range(len(positions))], **options)


def _positions(cases: Iterable[Case]) -> Iterator[Position]:
    last: Case | None = None
    for case in cases:
        if last is None or case.parameters is not last.parameters or case.game != last.game:
            rule = RULES[case.game](*case.parameters)
        yield Position((Component(rule, case.states),))
        last = case


def _ask(judge: Judge, positions: Sequence[Position], way: Way = PLAIN_WAY) -> Sequence[int]:
    return winners(positions, way=way) if judge.asks == "winner" else move_counts(positions, way)


def _answer_all(judge: Judge, positions: Sequence[Position], answers: dict[int, int]) -> Iterator[Chunk]:
    """Answer the cases that are no long work of their own, many at once."""
    places = [place for place, position in enumerate(positions) if _largest_piece(position) <= MOST_AT_ONCE]
    each = FIRST_AT_ONCE
    while places:
        yield Chunk(len(answers), len(positions), "cases", {}, _known(len(answers), len(positions)))
        some, places = places[:each], places[each:]
        began = thread_time()
        answers.update(zip(some, _ask(judge, [positions[place] for place in some]), strict=True))
        seconds = thread_time() - began
        each = each * 4 if seconds < SOON else max(1, each // 4) if seconds > LATE else each


def _beside(work: Work, answers: Mapping[int, int], total: int) -> Work:
    """The work of one case, which says how many others are answered."""

    def chunks(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Any]:
        yield Chunk(0, 0, "states", {}, _known(len(answers), total))
        inner = work(saved)
        while True:
            try:
                chunk = next(inner)
            except StopIteration as done:
                return done.value
            known = f"; of the next: {chunk.known}" if chunk.known else ""
            yield replace(chunk, known=_known(len(answers), total) + known)

    return chunks


def _known(answered: int, total: int) -> str:
    return f"{answered:,} of {total:,} cases are answered"


def _largest_piece(position: Position) -> int:
    """The cells of the largest piece of a board that is cleared of cells, lines aside; 0 for other games."""
    [part] = position.components
    if not isinstance(part.rule.data, Masks):
        return 0
    from grundy.engines.table.pieces import largest_part

    return max(largest_part(part.rule.data, state) for state in part.states)


def _require_reach(positions: Sequence[Position], name: str, bounded: bool) -> None:
    """Refuse, before any case is answered, boards that are out of reach, and such as take more than a table of values,
    minutes, and full ones of 6 x 6 hours, where nobody bounds them.

    Raises:  OutOfReach.
    """
    for case, position in enumerate(positions, 1):
        [part] = position.components
        if isinstance(part.rule.data, Cuts):
            from grundy.engines.table.cuts import require_reach

            for state in part.states:
                try:
                    require_reach(part.rule.data.rows(state))
                except OutOfReach as problem:
                    raise OutOfReach(f"{name}: case {case}: {problem}") from problem
        cells = 0 if bounded else _largest_piece(position)
        if cells > MOST_SHORT:
            raise OutOfReach(
                f"{name}: case {case}: a piece of {cells:,} cells that are joined; up to {MOST_SHORT} take "
                "seconds, larger ones minutes or hours: --time-limit 2h or --memory 18G would say when to give up"
            )


def find(name: str | None) -> Judge:
    """The format of that name."""
    if name is None or name not in BY_NAME:
        found = "nothing" if name is None else quote(name) + closest(name, list(BY_NAME))
        raise BadText([Finding(1, 1, f"a format ({', '.join(BY_NAME)})", found, "<argument>")])
    return BY_NAME[name]


def answer_file(
    name: str | None,
    read: Callable[[], tuple[bytes, str]],
    given: dict[str, str],
    time_limit: str | None = None,
    memory: str | None = None,
) -> str:
    """The answer to a file in a format, with options and limits as the command line gives them."""
    judge = find(name)
    known = {option.name for option in judge.options}
    for option in given:
        if option not in known:
            takes = ", ".join(f"--{name}" for name in known) or "no options"
            raise BadText([Finding(1, 1, f"{takes} with the format {judge.name}", f"--{option}", "<argument>")])
    way = _way(time_limit, memory)
    return answer(judge, *read(), way, **given)


def _way(time_limit: str | None, memory: str | None) -> Way:
    """How cases are answered within limits; without any they are heard nevertheless, and show a bar."""
    from grundy.cli.unrecorded import unrecorded

    remedy = "fewer or smaller cases in a file would help"
    if time_limit is None and memory is None:
        return Way(run=unrecorded(None, None, remedy))
    from grundy.cli.searching import for_tables
    from grundy.runs.cores import available_cores
    from grundy.text.quantities import read_duration, read_size

    seconds = None if time_limit is None else read_duration(time_limit)
    most = None if memory is None else read_size(memory)
    run = unrecorded(seconds, most, f"{remedy}, or a larger limit")
    return Way("auto", for_tables(most), run, bounded=True, cores=available_cores())


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
