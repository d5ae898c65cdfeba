"""A sequence of nim-values as text, CSV, b-file, LaTeX and JSON, and how it repeats."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from grundy.model.convention import Loony, as_plain, first_loony, loony_refusal
from grundy.model.evidence import Evidence
from grundy.model.period import PeriodResult
from grundy.model.result import value_as_json
from grundy.show.text import Line

# A sequence of nim-values as text, CSV, b-file, LaTeX and JSON.

COLUMNS = 20


def as_text(
    values: Sequence[int | str | Loony], start: int = 0, columns: int = COLUMNS, wide: int = 2, last: int = 0
) -> Iterator[str]:
    """Rows of `columns` values, each with the index of its first; the head counts within a row.

    >>> print("\\n".join(as_text([0, 1, 2, 3, 1, 4], columns=4)))
       n    0  1  2  3
       0    0  1  2  3
       4    1  4
    """
    wide = max([wide, len(str(columns - 1)), *(len(str(value)) for value in values)])
    first = max(4, len(str(max(last, start + len(values)))))
    yield f"{'n':>{first}}  " + "".join(f" {column:>{wide}}" for column in range(columns))
    for row in range(0, len(values), columns):
        cells = values[row : row + columns]
        yield f"{start + row:>{first}}  " + "".join(f" {value!s:>{wide}}" for value in cells)


def as_csv(
    values: Iterable[int | str | Loony], start: int = 0, status: str = "computed", column: str = "nim_value"
) -> Iterator[str]:
    """A head and one line a value, which says how the value is known.

    >>> list(as_csv([0, 1], status="proved"))
    ['n,nim_value,status', '0,0,proved', '1,1,proved']
    """
    yield f"n,{column},status"
    yield from (f"{n},{value},{status}" for n, value in enumerate(values, start))


def as_bfile(values: Iterable[int], start: int = 0) -> Iterator[str]:
    """The b-file of the OEIS: index and value, from the offset on.

    >>> list(as_bfile([5, 7], 3))
    ['3 5', '4 7']
    """
    yield from (f"{n} {value}" for n, value in enumerate(values, start))


def as_latex(values: Sequence[int | str | Loony], start: int = 0, columns: int = COLUMNS) -> Iterator[str]:
    """A tabular, laid out as the text is.

    >>> print("\\n".join(as_latex([0, 1, 2], columns=2)))
    \\begin{tabular}{r|rr}
    $n$ & 0 & 1 \\\\ \\hline
    0 & 0 & 1 \\\\
    2 & 2 & \\\\
    \\end{tabular}
    """
    yield f"\\begin{{tabular}}{{r|{'r' * columns}}}"
    yield " & ".join(["$n$", *map(str, range(columns))]) + " \\\\ \\hline"
    for row in range(0, len(values), columns):
        cells = [str(value) for value in values[row : row + columns]]
        yield " & ".join([str(start + row), *cells, *[""] * (columns - len(cells))]).rstrip() + " \\\\"
    yield "\\end{tabular}"


def json_pieces(
    game: str, blocks: Iterable[Sequence[int]], evidence: Callable[[], Evidence], made: Mapping[str, Any] | None = None
) -> Iterator[str]:
    """One object, in pieces, a block of values at a time: game, start, values, evidence.

    Args:    evidence: how the values are known; asked after the last. made: what else is said of them, as JSON.

    >>> print(*json_pieces("nim", [[0, 1]], lambda: Evidence("proved", "Bouton 1901")), sep="")
    {"game": "nim", "start": 0, "values": [0, 1], "evidence": {"status": "proved", "by": "Bouton 1901"}}
    """
    start = 0
    yield f'{{"game": {json.dumps(game)}, "start": {start}, "values": ['
    between = ""
    for block in blocks:
        if len(block):
            yield between + ", ".join(json.dumps(value_as_json(as_plain(value))) for value in block)
            between = ", "
    yield f"], {json.dumps({'evidence': evidence().as_dict(), **(made or {})})[1:]}"


def pieces(
    form: str | None,
    game: str,
    blocks: Iterable[Sequence[int]],
    count: int,
    evidence: Callable[[], Evidence],
    command: str = "",
    version: str = "",
    remarks: bool = False,
    more: Mapping[str, Any] | None = None,
) -> Iterator[str]:
    """The whole output of a form (csv, bfile, latex, json; None: text), in pieces; widths follow the values so far.

    Args:    count: how many values there are in all. evidence: how they are known; asked after the last, and told in
             the last line, as a remark where the form has remarks. command: what makes the same again.
             version: of grundy. remarks: CSV has the last line too; each line of it has the status in any case,
             so `evidence` is asked after the first block. more: further keys of the JSON object.
    """
    if form == "json":
        made = {"command": command, "version": version} if command else {}
        yield from json_pieces(game, blocks, evidence, {**(more or {}), **made})
        yield "\n"
        return
    start, wide = 0, 2
    for block in blocks:
        values = [as_plain(value) for value in block]
        match form:
            case "csv":
                lines = as_csv(values, start, evidence().status)
            case "bfile":
                if (loony := first_loony(block)) is not None:
                    raise loony_refusal(
                        f"{game}: a b-file has whole numbers alone, and state {start + loony} is loony",
                        "the list without --bfile, --csv, --json and --latex write 'loony' there",
                    )
                lines = as_bfile(map(int, values), start)
            case "latex":
                lines = as_latex(values, start)
            case _:
                wide = max(wide, max((len(str(value)) for value in set(values)), default=0))
                lines = as_text(values, start, wide=wide, last=count)
        text = list(lines)
        if start:  # one head, and one end, for all blocks
            text = text[1:] if form in ("csv", None) else text[2:] if form == "latex" else text
        if form == "latex":
            text.pop()
        yield "".join(f"{line}\n" for line in text)
        start += len(values)
    if not start:
        heads = (
            as_csv([]) if form == "csv" else as_latex([]) if form == "latex" else as_text([]) if not form else iter(())
        )
        yield from (f"{line}\n" for line in heads)
    elif form == "latex":
        yield "\\end{tabular}\n"
    game = " ".join(game.splitlines())  # a remark is one line
    remark = {None: "", "bfile": f"# {game}, grundy {version}. ", "latex": f"% {game}, grundy {version}. "}
    if remarks:
        remark["csv"] = remark["bfile"]
    if form in remark and command:
        yield f"{remark[form]}{evidence().sentence(command)}\n"


def outcome_pieces(
    form: str | None,
    told: Mapping[str, Any],
    lines: Iterable[str],
    evidence: Evidence,
    made: tuple[str, str] = ("", ""),
    remarks: bool = False,
    more: Mapping[str, Any] | None = None,
) -> Iterator[str]:
    """The output of a form of a sequence of outcomes, in pieces; a b-file has numbers, so it lists the P-positions.

    Args:    told: the sequence for machines. lines: what stands below the rows of letters, for people.
             made: the command that makes the same again, and the version of grundy. remarks, more: as for `pieces`.
    """
    command, version = made
    letters: list[str] = told["outcomes"]
    match form:
        case "json":
            origin = {"command": command, "version": version} if command else {}
            yield f"{json.dumps({**told, **(more or {}), **origin})}\n"
            return
        case "csv":
            rows = as_csv(letters, status=evidence.status, column="outcome")
        case "bfile":
            rows = as_bfile(told["p_positions"], 1)
        case "latex":
            rows = as_latex(letters)
        case _:
            rows = iter([*as_text(letters, last=len(letters)), *lines])
    yield from (f"{row}\n" for row in rows)
    mark = {"csv": "#" * remarks, "bfile": "#", "latex": "%"}.get(form or "", "")
    if command and mark:
        game = " ".join(told["game"].splitlines())
        yield f"{mark} {game}, grundy {version}. {evidence.sentence(command)}\n"


# How a sequence of nim-values repeats, as text.


def period_lines(result: PeriodResult) -> Iterator[Line]:
    """What is known of a period, for people."""
    repetition = result.repetition
    if result.status == "proved" and repetition:
        claim = f"{result.game}: period {repetition.period}, pre-period {repetition.preperiod}"
        yield Line("winner", claim + _saltus(repetition.saltus))
        if result.last_exception is not None:
            yield Line("move", f"The last exception is heap {result.last_exception}.")
        else:
            yield Line("move", "Purely periodic: there is no exception.")
    elif result.status == "observed" and repetition:
        yield Line("winner", f"{result.game}: no period is proved")
        seen = f"Observed: period {repetition.period} from heap {repetition.preperiod} on" + _saltus(repetition.saltus)
        yield Line("move", f"{seen}, as far as heap {result.heaps_computed - 1}.")
    else:
        yield Line("winner", f"{result.game}: {result.none_found()}")
    if result.largest:
        value, heap = result.largest
        where = "" if result.status == "proved" and not (repetition and repetition.saltus) else " so far"
        yield Line("move", f"The largest nim-value{where} is {value}, first at heap {heap}.")
    yield Line("note", result.evidence.sentence())
    if result.matching_game:
        yield Line("note", f"Observed: {result.matching_game}.")


def _saltus(saltus: int) -> str:
    return f", saltus {saltus} (values grow by {saltus} each period)" if saltus else ""
