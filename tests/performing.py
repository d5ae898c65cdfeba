"""Work of one phase, recorded as a run: what the tests of `runs` do most."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from grundy.model.run import Run
from grundy.runs.chunk import Work
from grundy.runs.loop import Outcome
from grundy.runs.recorder import Report, recording
from grundy.runs.resume import Resumable
from grundy.runs.table_file import TableFile


def perform(
    work: Work,
    run: Run,
    *,
    store: Path | None = None,
    resumed: Resumable | None = None,
    table: TableFile | None = None,
    report: Report | None = None,
    say: Callable[[str], None] | None = None,
    **limits: Any,
) -> Outcome:
    """How the work of a run ended; the arguments are those of `recording` and `Recorder.work`."""
    with recording(run, store=store, resumed=resumed, table=table, say=say) as recorder:
        return recorder.work(work, report, **limits)
