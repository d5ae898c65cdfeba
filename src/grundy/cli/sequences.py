"""What `grundy sequence` prints and draws."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from grundy.api.known_values import same_values
from grundy.api.work import key_of
from grundy.engines.period import LIMIT_OF_SPARSE, exceptions, period_work
from grundy.engines.search.way import run_plainly
from grundy.engines.terms import Terms, terms_work
from grundy.errors import OutOfReach
from grundy.model.period import PeriodResult
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, TakeAway
from grundy.notation.files import sources_of
from grundy.runs.chunk import Chunk, Work, in_phase
from grundy.runs.durable import replace_file
from grundy.runs.store import Run
from grundy.show.plot import MOST_NUMBERED, MOST_VALUES, wrapped_svg
from grundy.show.sequence import pieces
from grundy.version import __version__

LIMIT = 50_000  # heaps in which the period of a picture is looked for
LEAST = 1_000  # heaps of a code in which it is looked for, however few are drawn: no work, and Kayles needs 168
UNKNOWN = 400  # values of a picture without a period, in rows of COLUMNS
COLUMNS = 20
PARTS = ("period", "terms")  # of the state of a picture


def sequence_run(rule: Rule, upto: int | None) -> Run:
    """The record of a sequence."""
    return Run((), rule.spec, {"to": upto}, key_of(rule), __version__, sources_of([rule]))


def told(terms: Terms) -> tuple[Any, Any]:
    """What is kept of a sequence as its result, and how it is known."""
    return {}, terms.evidence.as_dict()


def sequence_pieces(
    rule: Rule, terms: Terms, upto: int, form: str | None, command: str = "", remarks: bool = False
) -> Iterator[str]:
    """The output of `grundy sequence`, in pieces, so that it may be longer than memory."""

    @cache
    def known() -> Evidence:
        """How the values are known, and whose else they are seen to be."""
        found, same = terms.evidence, same_values(rule, upto + 1, next(terms.blocks(), []))
        return replace(found, by=f"{found.by}; observed: {same}") if same else found

    return pieces(form, rule.spec, terms.blocks(), upto + 1, known, command, __version__, remarks)


def write_plot(
    rule: Rule, upto: int | None, path: Path, command: str = "", run: Callable[[Work], Any] = run_plainly
) -> str:
    """Draw the values 0..upto, in rows of the period if there is one; what was drawn is told.

    Args:    upto: None: all exceptions and two periods more. command: what draws it again. run: does the work.
    Raises:  OutOfReach: more values than a picture can show. StoreError: the file cannot be written.
    """
    result, upto, terms = run(lambda state: _drawn(rule, upto, path, state))
    found = result.found
    values = [int(value) for block in terms.blocks() for value in block]
    columns = found.period if found else COLUMNS
    if columns < 8:  # short periods side by side: still one under the other
        columns *= -(-8 // columns)
    out = exceptions(values, found) if found else []
    out = [n for n in out if n <= upto]
    notes, known = list(_notes(result, len(out), columns)), terms.evidence
    origin = f"grundy {__version__}. {known.sentence(command)}"
    picture = wrapped_svg(values[: upto + 1], columns, out, rule.spec, notes, origin)
    replace_file(path, picture.encode("utf-8"))
    rows = "rows of the period" if found and columns == found.period else f"rows of {columns}"
    return f"{path}: heaps 0 to {upto} in {rows}, {_exceptions(len(out))}\n{known.sentence(command)}"


def _drawn(
    rule: Rule, upto: int | None, path: Path, state: Mapping[str, Any] | None
) -> Generator[Chunk, None, tuple[PeriodResult, int, Terms]]:
    """The period, the last term that is drawn, and the terms; the state has both parts of the work."""
    state = dict(state or {})

    def part(number: int, work: Work) -> Generator[Chunk, None, Any]:
        chunks = in_phase(number, work(state.get(PARTS[number])))
        while True:
            try:
                chunk = next(chunks)
            except StopIteration as end:
                return end.value
            state[PARTS[number]] = chunk.state
            yield replace(chunk, state=dict(state))

    limit = (
        LIMIT if upto is None else min(max(upto + 1, LEAST if isinstance(rule.data, Digits | TakeAway) else 0), LIMIT)
    )
    result: PeriodResult = yield from part(0, period_work(rule, limit, LIMIT_OF_SPARSE))
    found = result.found
    if upto is None:
        upto = (found.preperiod // found.period + 3) * found.period - 1 if found else UNKNOWN - 1
        upto = max(upto, 2 * COLUMNS - 1) if found and found.period < COLUMNS else upto
    needed = max(upto + 1, found.preperiod + found.period if found else 0)
    if needed > MOST_VALUES:
        raise OutOfReach(
            f"{path}: a picture of {needed:,} values, more than {MOST_VALUES:,}, is not drawn; --to N draws fewer"
        )
    return result, upto, (yield from part(1, terms_work(rule, needed)))


def _exceptions(count: int) -> str:
    return f"{count or 'no'} exception{'' if count == 1 else 's'}"


def _notes(result: PeriodResult, count: int, columns: int) -> Iterator[str]:
    """What stands below the picture."""
    found = result.found
    if found is None:
        yield f"No period is known: {result.heaps_computed:,} heaps do not repeat."
        return
    known = "proved" if result.status == "proved" else "only observed"
    grows = f", values growing by {found.saltus} each" if found.saltus else ""
    yield f"Period {found.period}{grows}, {known}, from heap {found.preperiod} on."
    if count:
        how = "crossed out" if columns <= MOST_NUMBERED else "red"
        heaps = "1 heap" if count == 1 else f"{count} heaps"
        yield f"{how.capitalize()}: {heaps} before that whose value is not that of the period."
