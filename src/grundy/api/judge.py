"""The verb `judge`: the format reads an input, the engines answer all cases at once, the format writes the output."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from time import thread_time
from typing import Any

from grundy.answering.sequence import numbers_values
from grundy.api.answers import for_tables, result_of, values_of, who_win, winners, winning_move_counts
from grundy.api.work import session_of
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.errors import BadRule, BadText, Finding, GrundyError, OutOfReach
from grundy.games.catalogue import closest
from grundy.judges import NAMES, Batches, CaseColumns, Judge, Reading, judge_named
from grundy.judges.at_once import LARGE
from grundy.model.convention import Convention
from grundy.model.rule import Position
from grundy.model.shapes import Cuts, Masks
from grundy.notation.expression import names_file
from grundy.notation.rule_files import error_line, line_in, values_in
from grundy.runs.chunk import Chunk, Work
from grundy.runs.memory import available_cores
from grundy.runs.session import Session
from grundy.text.collector import collector_paused
from grundy.text.reader import Text, quote
from grundy.text.rows import number_lines

MOST_AT_ONCE = 25  # cells of a piece of a board that is answered among others; a larger one is work of its own
MOST_SHORT = 30  # cells of a piece of a board that a table of values has
FIRST_AT_ONCE = 16  # cases that are answered together at first: many are quicker together,
SOON, LATE = 0.5, 2.0  # seconds of work: more after less, fewer after more, so that it is known how far they are
CALCULATED = {"nim-products": "multiply", "nim-inverses": "inverse"}  # what is asked of numbers, and who answers


def judge(
    format: str | Path | Judge,
    text: str | bytes,
    *,
    name: str = "<text>",
    time_limit: float | str | None = None,
    memory: int | str | None = None,
    session: Session | None = None,
    **options: object,
) -> str:
    """Answer an input of a judge in the judge's output format.

    Parameters
    ----------
    format : str, Path or Judge
        The name of a format (``"hdu5724-chess"``; `grundy.judges.JUDGES` has them), or one of your own, as a value or
        as the path of the file that makes it, which is run (``Path("own.py")``, or ``Path("own.py:OWN")`` where it
        makes several).
    text : str or bytes
        The whole input.
    name : str, optional
        What errors call the input.
    time_limit, memory, session : optional
        As for `Work`: limits for all of it together. Without any, boards that would take minutes are refused.
    **options
        Those of the format, such as ``starts=2`` for ``"gfg-take-1-to-3"``.

    Returns
    -------
    str
        The whole output.

    Raises
    ------
    BadText
        With the place of everything that is wrong, no such format or option; nothing is answered then.
    OutOfReach
        A case is too large, or would take long while no limit is given.
    Stopped
        A limit was met; it says how many cases are answered.

    Examples
    --------
    >>> judge("hdu5724-chess", "1\\n2\\n1 19\\n1 18\\n")
    'YES\\n'
    >>> judge("gfg-take-1-to-3", "3 4 5", starts=2)
    'Player 2 will win\\n'
    """
    if not isinstance(format, str | Path | Judge):
        raise TypeError(f"expected the name of a format, or a format, found {format!r}")
    if not isinstance(text, str | bytes):
        raise TypeError(f"expected text, found {text!r} ({type(text).__name__})")
    chosen = format if isinstance(format, Judge) else find(format)
    given = {option: str(value) for option, value in options.items()}
    require_options(chosen, given)
    with session_of({"session": session, "time_limit": time_limit, "memory": memory}) as working:
        limits = working.limits
        bounded = limits.time_limit is not None or limits.memory is not None
        cores = available_cores() if bounded else 1
        search_options = SearchOptions(
            "auto", for_tables(limits.memory), working.phase, bounded, cores, seconds=limits.time_limit
        )
        return answer(chosen, text, name, search_options, **given)


def find(name: str | Path | None) -> Judge:
    """The format of that name, or in the file of a path FILE.py or FILE.py:NAME, which is run.

    Raises:  BadText: there is none. BadRule: the file cannot be run.
    """
    if isinstance(name, Path):
        return _in_file(str(name), *_parts(name))
    if name is None or name not in NAMES:
        description = "nothing" if name is None else quote(name) + closest(name, list(NAMES))
        if name is not None and names_file(name):
            description = f"{quote(name)}; in Python a file of yours is Path({name!r})"
        raise BadText([Finding(1, 1, f"a format ({', '.join(NAMES)})", description, "<argument>")])
    return judge_named(name)


def format_named(name: str | Path) -> Judge | None:
    """The format of that name, or the one that a file makes; None where it means a game or a rule of the file.

    Raises:  BadRule: the file cannot be run.
    """
    if not isinstance(name, Path):
        return judge_named(name) if name in NAMES else None
    path, only = _parts(name)
    if not path.endswith(".py"):
        return None
    judges = values_in(path, Judge) if Path(path).is_file() else {}
    return judges.get(only) if only else next(iter(judges.values())) if len(judges) == 1 else None


def _parts(path: Path) -> tuple[str, str]:
    """The file and the name in it of a path FILE.py:NAME."""
    file, _, only = str(path).partition(".py:")
    return (f"{file}.py", only) if only else (file, "")


def _in_file(name: str, path: str, only: str) -> Judge:
    """The format of a file, or the one of that name of several."""
    if not Path(path).is_file():
        raise BadText([Finding(1, 1, "a Python file that exists", quote(path), "<argument>")])
    judges = values_in(path, Judge)
    if only in judges or (len(judges) == 1 and not only):
        return judges[only] if only else next(iter(judges.values()))
    expected = f"one of the file's formats ({', '.join(judges)})" if judges else "a file that makes a Judge"
    raise BadText([Finding(1, 1, expected, quote(name), "<argument>")])


def require_options(judge: Judge, given: Iterable[str]) -> None:
    names = {option.name for option in judge.options}
    for option in given:
        if option not in names:
            takes = ", ".join(f"--{name}" for name in names) or "no options"
            raise BadText([Finding(1, 1, f"{takes} with the format {judge.name}", f"--{option}", "<argument>")])


def answer(
    judge: Judge, data: str | bytes, name: str, search_options: SearchOptions = DEFAULT_OPTIONS, /, **options: str
) -> str:
    """The judge's output for an input; `search_options`: how searches are made, and who runs the work."""
    if judge.asks in CALCULATED:
        return _calculated(judge, data, name, search_options, **options)
    positions: list[Position] = []
    answers: dict[int, Any] = {}

    def read_and_answer(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Reading | Batches | str]:
        yield Chunk(0, 0, "cases", {}, "no case is answered yet")
        whole = _answer_large(judge, data, **options)
        if whole is not None:
            return whole
        reading: Reading | Batches = _read(judge, data, name, **options)
        if isinstance(reading, Batches):
            yield from _answer_batches(reading, answers)
            return reading
        positions.extend(Position((case,)) for case in reading)
        _require_reach(positions, name, search_options.bounded)
        yield from _answer_all(judge, positions, answers, reading.play)
        return reading

    with collector_paused():
        reading: Reading | Batches | str = search_options.run(read_and_answer)
        if isinstance(reading, str):
            return reading
        searches = replace(search_options, run=lambda work: search_options.run(_beside(work, answers, len(positions))))
        for place, position in enumerate(positions):
            if place not in answers and isinstance(reading, Reading):
                answers[place] = _ask(judge, [position], reading.play, searches)[0]
        written: str = _run(judge, judge.write, reading, [answers[at] for at in range(len(answers))], **options)
        return written


def _read(judge: Judge, data: str | bytes, name: str, **options: str) -> Any:
    """The cases of an input: of a large one all at once, if nothing is wrong in it."""
    if judge.read_large and len(data) >= LARGE:
        lines = number_lines(_bytes(data))
        reading = lines and judge.read_large(lines, **options)
        if reading is not None:
            return reading
    return _run(judge, judge.read, Text(data, name), **options)


def _answer_large(judge: Judge, data: str | bytes, **options: str) -> str | None:
    """The whole output, where the format has it from a large input as inputs usually are."""
    if not judge.answer_large or len(data) < LARGE or options:
        return None
    output = _run(judge, judge.answer_large, _bytes(data))
    return None if output is None else str(output, "ascii")


def _bytes(data: str | bytes) -> bytes:
    return data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")


def _run(judge: Judge, function: Callable[..., Any], *given: Any, **options: str) -> Any:
    """Call the reader or the writer of a format; what goes wrong in one of the user's is told with its line.

    Raises:  BadRule: that one is wrong.
    """
    try:
        return function(*given, **options)
    except GrundyError:
        raise
    except Exception as problem:
        if judge.name in NAMES and judge == judge_named(judge.name):
            raise
        path = function.__code__.co_filename
        place = f"{path}:{line_in(path, problem) or 1}:1"
        raise BadRule(f"{place}: expected a format that answers, found {error_line(problem)}") from problem


def _calculated(judge: Judge, data: str | bytes, name: str, search_options: SearchOptions, **options: str) -> str:
    """The same for cases that are numbers, all of which are answered at once."""

    def read_and_answer(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, tuple[CaseColumns, list[int]] | str]:
        yield Chunk(0, 0, "cases", {}, "no case is answered yet")
        whole = _answer_large(judge, data, **options)
        if whole is not None:
            return whole
        reading: CaseColumns = _read(judge, data, name, **options)
        import numpy as np

        calculate = getattr(import_module("grundy.engines.nimbers.arrays"), CALCULATED[judge.asks])
        return reading, calculate(*(np.array(column, np.uint64) for column in reading.columns)).tolist()

    with collector_paused():
        calculation: tuple[CaseColumns, list[int]] | str = search_options.run(read_and_answer)
        return calculation if isinstance(calculation, str) else judge.write(*calculation, **options)


def _ask(
    judge: Judge, positions: Sequence[Position], play: Convention, search_options: SearchOptions = DEFAULT_OPTIONS
) -> Sequence[Any]:
    if judge.asks == "winner":
        if play == "loopy":
            return who_win(positions, play, search_options)
        return winners(positions, play == "misere", search_options)
    if judge.asks == "moves":
        return winning_move_counts(positions, search_options)
    return [result_of(position, play == "misere", play == "loopy", search_options) for position in positions]


def _answer_all(
    judge: Judge, positions: Sequence[Position], answers: dict[int, Any], play: Convention
) -> Iterator[Chunk]:
    """Answer the cases that are no long work of their own, many at once."""
    places = [place for place, position in enumerate(positions) if _largest_piece(position) <= MOST_AT_ONCE]
    each = FIRST_AT_ONCE
    while places:
        yield Chunk(len(answers), len(positions), "cases", {}, _progress_text(len(answers), len(positions)))
        some, places = places[:each], places[each:]
        began = thread_time()
        answers.update(zip(some, _ask(judge, [positions[place] for place in some], play), strict=True))
        seconds = thread_time() - began
        each = each * 4 if seconds < SOON else max(1, each // 4) if seconds > LATE else each


def _answer_batches(reading: Batches, answers: dict[int, Any]) -> Iterator[Chunk]:
    """Answer the cases of one rule after those of another."""
    import numpy as np

    for batch in reading.batches:
        yield Chunk(len(answers), len(reading), "cases", {}, _progress_text(len(answers), len(reading)))
        values = np.append(np.uint64(0), numbers_values(batch.rule, batch.states, values_of))
        ends = np.bitwise_xor.accumulate(values)[np.append(0, batch.ends)]
        answers.update(enumerate((ends[1:] != ends[:-1]).tolist(), len(answers)))


def _beside(work: Work, answers: Mapping[int, Any], total: int) -> Work:
    """The work of one case, which says how many others are answered."""

    def chunks(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Any]:
        yield Chunk(0, 0, "states", {}, _progress_text(len(answers), total))
        inner = work(saved)
        while True:
            try:
                chunk = next(inner)
            except StopIteration as done:
                return done.value
            text = f"; of the next: {chunk.known}" if chunk.known else ""
            yield replace(chunk, known=_progress_text(len(answers), total) + text)

    return chunks


def _progress_text(answered: int, total: int) -> str:
    return f"{answered:,} of {total:,} cases are answered"


def _largest_piece(position: Position) -> int:
    """The cells of the largest piece of a board that is cleared of cells, lines aside; 0 for other games."""
    [part] = position.components
    if not isinstance(part.rule.shape, Masks):
        return 0
    from grundy.engines.table.boards import largest_part

    return max(largest_part(part.rule.shape, state) for state in part.states)


def _require_reach(positions: Sequence[Position], name: str, bounded: bool) -> None:
    """Refuse, before any case is answered, boards that are out of reach, and such as take more than a table of values,
    minutes, and full ones of 6 x 6 hours, where nobody bounds them.

    Raises:  OutOfReach.
    """
    for case, position in enumerate(positions, 1):
        [part] = position.components
        if isinstance(part.rule.shape, Cuts):
            from grundy.engines.table.cuts import require_reach

            for state in part.states:
                try:
                    require_reach(part.rule.shape.rows(state))
                except OutOfReach as problem:
                    raise OutOfReach(f"{name}: case {case}: {problem}") from problem
        cells = 0 if bounded else _largest_piece(position)
        if cells > MOST_SHORT:
            raise OutOfReach(
                f"{name}: case {case}: a piece of {cells:,} cells that are joined; up to {MOST_SHORT} take "
                "seconds, larger ones minutes or hours: --time-limit 2h or --memory 18G would say when to give up"
            )
