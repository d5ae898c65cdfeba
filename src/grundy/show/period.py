"""How a sequence of nim-values repeats, as text."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.model.period import PeriodResult
from grundy.show.text import Line


def period_lines(result: PeriodResult) -> Iterator[Line]:
    """What is known of a period, for people."""
    found = result.repetition
    if result.status == "proved" and found:
        claim = f"{result.game}: period {found.period}, pre-period {found.preperiod}"
        yield Line("winner", claim + _saltus(found.saltus))
        if result.last_exception is not None:
            yield Line("move", f"The last exception is heap {result.last_exception}.")
        else:
            yield Line("move", "Purely periodic: there is no exception.")
    elif result.status == "observed" and found:
        yield Line("winner", f"{result.game}: no period is proved")
        seen = f"Observed: period {found.period} from heap {found.preperiod} on" + _saltus(found.saltus)
        yield Line("move", f"{seen}, as far as heap {result.heaps_computed - 1}.")
    else:
        yield Line("winner", f"{result.game}: no period is known")
    if result.largest:
        value, heap = result.largest
        where = "" if result.status == "proved" and not (found and found.saltus) else " so far"
        yield Line("move", f"The largest nim-value{where} is {value}, first at heap {heap}.")
    yield Line("note", result.evidence.sentence())
    if result.values_of:
        yield Line("note", f"Observed: {result.values_of}.")


def _saltus(saltus: int) -> str:
    return f", saltus {saltus} (values grow by {saltus} each period)" if saltus else ""
