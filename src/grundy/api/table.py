"""The verb `table`: the values of all states up to a bound, in memory or in a file, and what is seen in them."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Unpack

from grundy.answering.sequence import how_known, require_numbers
from grundy.api.code_blocks import shared_work
from grundy.api.constraints import require_fitting
from grundy.api.run_keys import run_of
from grundy.api.table_reading import as_recorded, kept_result
from grundy.api.table_result import Table
from grundy.api.table_work import (
    Holder,
    contents,
    former_table_key,
    is_known,
    nothing,
    require_place,
    table_work,
)
from grundy.api.work import Work, numbers_rule, on_cluster, require_short, session_of
from grundy.engines.table.job import job
from grundy.errors import GrundyError, StoreError, Terminated
from grundy.model.period import Written
from grundy.model.rule import Rule
from grundy.model.run import UNIDENTIFIED
from grundy.model.table import contents_of
from grundy.runs.chunk import Chunk
from grundy.runs.recorder import about
from grundy.runs.session import Session
from grundy.runs.table_file import partial
from grundy.runs.table_read import open_table as open_saved
from grundy.text.shell import as_typed
from grundy.version import __version__


def table(
    game: str | Path | Rule,
    states: int | None = None,
    *,
    box: tuple[int, ...] | None = None,
    outcomes: bool = False,
    misere: bool = False,
    out: str | Path | None = None,
    overwrite: bool = False,
    certificate: str | Path | None = None,
    read: bool = True,
    cluster: str | None = None,
    **work: Unpack[Work],
) -> Table:
    """Fill a table with the values of all states up to a bound.

    Parameters
    ----------
    game : str, Path or Rule
        A name of the catalogue with its parameters (``"take-away:1,2,3"``), a rule in one line, a ``Path``, or a rule.
    states : int
        The states 0..states-1.
    box : tuple of int
        All vectors below these numbers, in place of `states`.
    outcomes, misere : bool
        Only who wins, a bit a state; and that in misère play.
    out, overwrite : path, bool
        A file ``NAME.npy`` to keep the table in, with its digests; whether it may replace another.
    certificate : path, optional
        Where to write what proves the table in `out`, in the same folder.
    read : bool
        Whether to look for patterns at once; else when they are asked for.
    cluster : str, optional
        The address of a Dask scheduler, whose workers fill the table in `out`, block by block: of a rule whose moves
        are masks, or which is compiled.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Table
        ``t[3, 5]``, `values`, `patterns`, `evidence`.

    Raises
    ------
    BadText, BadRule
        No such game, file or bound; its states are no numbers.
    OutOfReach
        Too large.
    StoreError
        `out` is there, or cannot be written.
    Stopped
        A limit was met.

    Examples
    --------
    >>> t = table("wythoff", box=(50, 50))
    >>> t[3, 5], t[:4, 1].tolist(), t.evidence.status
    (0, [1, 2, 0, 4], 'computed')
    """
    require_fitting(
        "table", to=states is not None, box=box is not None, out=out is not None, certificate=certificate is not None
    )
    rule, out = numbers_rule(game), None if out is None else Path(out)
    began = monotonic()
    if out is not None:
        require_place(out)
        if certificate is not None and Path(certificate).absolute().parent != out.absolute().parent:
            raise GrundyError(f"{certificate}: expected a certificate in the same folder as {out}, of which it speaks")
    require_numbers(rule)
    require_short("a number of states", *((states,) if box is None else box))
    task = job(rule, states if box is None else tuple(box), misere, outcomes)  # type: ignore[arg-type]
    shared = None if cluster is None else shared_work(task, out)
    made: list[Table] = []
    with session_of(work) as session:
        former, size = former_table_key(task, session.warn), {"size": list(task.shape)}
        asks = contents(task).key("").rstrip()  # as it is read in the header of the file, before the digest
        run = run_of(rule, rule.spec, size, asks, former, session.command, (task.shape, misere, outcomes))
        begun = "" if session.resumed is None else session.resumed.run.key
        key = begun if begun and begun == run.former else run.key
        key = contents(task).key("unidentified") if run.key == UNIDENTIFIED else key
        holder = Holder(task, key, out, overwrite, about(run), session.resumed, session.limits.memory)
        session.begin(run, holder.begin())

        def report(value: Any) -> tuple[Any, Any]:
            held = replace(contents(task), command=as_typed(session.command), version=__version__)
            if is_known(task):
                held = replace(held, evidence=how_known(rule, task.total))
            made.append(Table(held, out, _array=holder.array(), _rule=rule))
            try:
                reading = made[0].reading if read else None
            except KeyboardInterrupt as asked:
                where = f"is whole; 'grundy table {out}' reads it" if out else "is lost; --out FILE.npy would keep it"
                why = "terminated" if isinstance(asked, Terminated) else "interrupted"
                raise type(asked)(f"{why} while the table was read; it {where}") from None
            return kept_result(reading, out and out.absolute()), held.evidence.as_dict()

        with on_cluster(cluster if holder.is_open else None, session) as workers:
            if workers is None or shared is None:
                filling = table_work(task, holder.allocate) if holder.is_open else nothing
            else:
                filling = shared(holder.allocate, workers, session.limits.memory, session.warn)
            session.work(filling, report)
        if certificate is not None:
            assert out is not None
            written = _certify(made[0], rule, out, Path(certificate), misere, session, began)
            return replace(made[0], certificate=written)
    return made[0]


def open_table(path: str | Path, *, store: str | Path | None = None) -> Table:
    """A table that was kept in a file; each piece is compared with its digest when it is first asked for.

    Parameters
    ----------
    path : path
        ``NAME.npy``; ``NAME.npy.sha256`` must lie beside it.
    store : path, optional
        The store of runs, which may know what made the table.

    Returns
    -------
    Table

    Raises
    ------
    StoreError
        It is missing, unfinished, damaged, or no table of grundy's.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = table("wythoff", box=(40, 40), out=Path(folder) / "wythoff.npy")
    ...     read = open_table(Path(folder) / "wythoff.npy")
    ...     read[3, 5], read[1, 1]
    (0, 2)
    """
    path = Path(path)
    if not path.exists() and partial(path).exists():
        raise StoreError(f"{path}: begun and not finished; 'grundy resume {path}' goes on with it")
    saved = open_saved(path)
    contents = contents_of(saved.header.game, saved.header.shape)
    return Table(as_recorded(contents, path, saved.header.game, store), path, _saved=saved)


def _certify(made: Table, rule: Rule, out: Path, path: Path, misere: bool, session: Session, began: float) -> Written:
    """Write what proves a table in a file, as a whole or not at all.

    Args:    began: when the work did, by the clock that does not jump; the checker has as long.
    Raises:  GrundyError.
    """
    from grundy.proof.certify_table import SEARCHED, certificate
    from grundy.proof.keep import in_chunks, keep, table_claim

    values, shape, outcomes = made.values, made.shape, made.contents.outcomes
    first = values.reshape(-1)[:SEARCHED].tolist()

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, bool]:
        chunk = Chunk(0, 0, "states", {}, f"{out} is whole, its certificate is not written yet", phase=(1,))
        yield chunk
        lines = certificate(rule, out, values.dtype.itemsize, first, shape, misere, outcomes)
        reading = keep(path, lines, table_claim(out.name, shape, misere, outcomes), monotonic() - began)
        return (yield from in_chunks(reading, chunk))

    return Written(path, bool(session.work(work)))
