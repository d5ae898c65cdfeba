"""What `grundy sequence` prints and draws."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from grundy import __version__
from grundy.engines.blocks import blocks
from grundy.engines.period import exceptions, period
from grundy.engines.sequence import first_values, how_known
from grundy.errors import OutOfReach
from grundy.model.period import PeriodResult
from grundy.model.rule import Rule
from grundy.runs.durable import replace_file
from grundy.show.plot import MOST_NUMBERED, MOST_VALUES, wrapped_svg
from grundy.show.sequence import pieces

LIMIT = 50_000  # heaps in which the period of a picture is looked for
UNKNOWN = 400  # values of a picture without a period, in rows of COLUMNS
COLUMNS = 20


def sequence_pieces(rule: Rule, upto: int, form: str | None, command: str = "", remarks: bool = False) -> Iterator[str]:
    """The output of `grundy sequence`, in pieces, so that it may be longer than memory."""
    known = partial(how_known, rule, upto + 1)
    return pieces(form, rule.spec, blocks(rule, upto + 1), upto + 1, known, command, __version__, remarks)


def write_plot(rule: Rule, upto: int | None, path: Path, command: str = "") -> str:
    """Draw the values 0..upto, in rows of the period if there is one; what was drawn is told.

    Args:    upto: None: all exceptions and two periods more. command: what draws it again.
    Raises:  OutOfReach: more values than a picture can show. StoreError: the file cannot be written.
    """
    result = period(rule, LIMIT)
    found = result.found
    if upto is None:
        upto = (found.preperiod // found.period + 3) * found.period - 1 if found else UNKNOWN - 1
        upto = max(upto, 2 * COLUMNS - 1) if found and found.period < COLUMNS else upto
    needed = max(upto + 1, found.preperiod + found.period if found else 0)
    if needed > MOST_VALUES:
        raise OutOfReach(
            f"{path}: a picture of {needed:,} values, more than {MOST_VALUES:,}, is not drawn; --to N draws fewer"
        )
    values = [int(value) for value in first_values(rule, needed)]
    columns = found.period if found else COLUMNS
    if columns < 8:  # short periods side by side: still one under the other
        columns *= -(-8 // columns)
    out = exceptions(values, found) if found else []
    out = [n for n in out if n <= upto]
    notes, known = list(_notes(result, len(out), columns)), how_known(rule, upto + 1)
    origin = f"grundy {__version__}. {known.sentence(command)}"
    picture = wrapped_svg(values[: upto + 1], columns, out, rule.spec, notes, origin)
    replace_file(path, picture.encode("utf-8"))
    rows = "rows of the period" if found and columns == found.period else f"rows of {columns}"
    return f"{path}: heaps 0 to {upto} in {rows}, {_exceptions(len(out))}\n{known.sentence(command)}"


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
