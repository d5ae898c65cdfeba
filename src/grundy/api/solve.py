"""The verb `solve`: who wins a position, with what value, by which moves, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from grundy.api.answers import result_of
from grundy.api.constraints import require_fitting
from grundy.api.part_values import keeping_values
from grundy.api.searching import searching
from grundy.api.work import Work, on_cluster, position_of, session_of
from grundy.engines.methods import Method
from grundy.engines.part_values import PartValues
from grundy.engines.search.board import as_sets
from grundy.errors import OutOfReach
from grundy.model.result import Result
from grundy.model.rule import Position


def solve(
    position: str | Position,
    misere: bool = False,
    loopy: bool = False,
    *,
    remoteness: bool = False,
    method: Method = "auto",
    cores: int | None = 1,
    certificate: str | Path | None = None,
    strategy: str | Path | None = None,
    values: str | Path | Sequence[str | Path] = (),
    cluster: str | None = None,
    **work: Unpack[Work],
) -> Result:
    """Who wins a position, its nim-value, and every winning move.

    Where numbers are too large for every table, a theorem about all positions is looked for, as `prove` does.

    Parameters
    ----------
    position : str or Position
        A position, or what the command line reads: ``"nim 3 4 5"``, ``"nim(3 5) + wythoff(1 2)"``.
    misere : bool, optional
        Whoever cannot move wins, instead of losing.
    loopy : bool, optional
        Play may come back to a position and then be drawn; graphs, and small positions of other games.
    remoteness : bool, optional
        Whether to count how soon the winner can win, and how late, from all positions below: a million at most.
    method : {"auto", "proof-numbers", "couples", "sets", "mex"}, optional
        How boards and graphs are searched.
    cores : int or None, optional
        How many may search at once where a search becomes long; None: all.
    certificate, strategy : path, optional
        Where to write what proves the nim-value, and a reply to every move, which proves who wins; see `certify`.
    values : path or sequence of paths, optional
        A file that keeps the nim-values of parts of boards from one search to the next, made if it is not there; what
        others hold is added to the first.
    cluster : str, optional
        The address of a Dask scheduler, whose workers search what the moves of a board or graph leave, in normal play.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Result
        `Result.as_dict` is the object that the command line prints with ``--json``.

    Raises
    ------
    BadText, BadRule
        No such position; play that comes back, or that a rule is not valid for.
    OutOfReach
        Too large.
    Stopped
        A limit was met.

    Examples
    --------
    >>> result = solve("nim 3 4 5")
    >>> result.winner, result.nim_value, [str(move) for move in result.winning_moves]
    ('first', 2, ['pile 1, take 2'])
    """
    require_fitting(
        "solve", misere=misere, loopy=loopy, certificate=certificate is not None, strategy=strategy is not None,
        values=bool(values), cores=cores != 1, cluster=cluster is not None,
    )  # fmt: skip
    asked = position_of(position, loopy, misere=misere)
    files = [Path(values)] if isinstance(values, str | Path) else list(map(Path, values))
    wanted = [(path, which) for path, which in ((certificate, False), (strategy, True)) if path is not None]
    if not files and not wanted:
        return answer(asked, misere, loopy, remoteness=remoteness, method=method, cores=cores, cluster=cluster, **work)
    with session_of(work) as session, keeping_values(files, bool(wanted)) as kept:
        result = answer(
            asked, misere, loopy, remoteness=remoteness, method=method, cores=cores, kept=kept, session=session
        )
        for path, which in wanted:
            from grundy.api.certify import certify_result

            certify_result(result, path, which, session, method, cores, kept)
        return result


def answer(
    asked: Position,
    misere: bool = False,
    loopy: bool = False,
    *,
    remoteness: bool = False,
    method: Method = "auto",
    cores: int | None = 1,
    kept: PartValues | None = None,
    cluster: str | None = None,
    **work: Unpack[Work],
) -> Result:
    """The same with nothing written, by engines or where these end by a theorem.

    Args:    kept: nim-values of parts of boards, with which a search begins and to which it adds.
    """
    if cluster is not None and all(as_sets(component.rule.shape) is None for component in asked.components):
        raise OutOfReach(
            f"{asked}: machines share the openings of boards and graphs, and this has none; leave out --cluster"
        )

    def answered() -> Result:
        if not work and method == "auto" and cores == 1 and cluster is None and kept is None:
            return result_of(asked, misere, loopy)
        with session_of(work) as session, on_cluster(cluster, session) as workers:
            return result_of(asked, misere, loopy, searching(session, asked, misere, method, cores, kept, workers))

    result = answered()
    return with_lengths(result) if remoteness else result


def with_lengths(result: Result) -> Result:
    """The same with how many moves play takes, if whoever wins hurries or delays.

    Raises:  OutOfReach: too many positions. BadRule: moves that do not pass the turn.
    """
    from grundy.model.remoteness import remoteness_of, suspense_of

    misere = result.convention == "misere"
    lengths = {"remoteness": remoteness_of(result.position, misere)}
    if result.convention != "loopy":
        lengths["suspense"] = suspense_of(result.position, misere)
    return replace(result, lengths=lengths)
