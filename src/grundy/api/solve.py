"""The verb `solve`: who wins a position, with what value, by which moves, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from grundy.api.part_values import keeping_values
from grundy.api.searching import searching
from grundy.api.work import Work, on_cluster, position_of, read_seconds, session_of
from grundy.engines.search.methods import Method
from grundy.engines.search.part_values import PartValues
from grundy.engines.search.shapes import as_sets
from grundy.engines.solve import solve as solve_position
from grundy.errors import BadRule, OutOfReach
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
    asked = position_of(position, loopy, misere=misere)
    if remoteness:
        result = solve(
            asked,
            misere,
            loopy,
            method=method,
            cores=cores,
            certificate=certificate,
            strategy=strategy,
            values=values,
            cluster=cluster,
            **work,
        )
        return with_lengths(result)
    if cluster is not None:
        if misere or loopy or values or certificate is not None or strategy is not None:
            raise BadRule("cluster=: expected normal play without values=, certificate= and strategy=, found more")
        if all(as_sets(component.rule.shape) is None for component in asked.components):
            raise OutOfReach(
                f"{asked}: machines share the openings of boards and graphs, and this has none; leave out --cluster"
            )
    files = [Path(values)] if isinstance(values, str | Path) else list(map(Path, values))
    if loopy or certificate is not None or strategy is not None:
        return _solve(asked, misere, loopy, method, cores, certificate, strategy, files, cluster, work)
    from grundy.api.beyond import or_by_theorem

    session = work.get("session")
    seconds = session.limits.time_limit if session is not None else read_seconds(work.get("time_limit"))

    def engines() -> Result:
        return _solve(asked, misere, loopy, method, cores, certificate, strategy, files, cluster, work)

    return or_by_theorem(asked, misere, seconds, engines)


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


def _solve(
    asked: Position,
    misere: bool,
    loopy: bool,
    method: Method,
    cores: int | None,
    certificate: str | Path | None,
    strategy: str | Path | None,
    values: Sequence[Path],
    cluster: str | None,
    work: Work,
) -> Result:
    """The same by the engines."""
    if not work and method == "auto" and cores == 1 and certificate is strategy is cluster is None and not values:
        return solve_position(asked, misere, loopy)
    certified = certificate is not None or strategy is not None
    with session_of(work) as session, keeping_values(values) as kept, on_cluster(cluster, session) as workers:
        if certified and kept is None:
            kept = PartValues("")  # what the answer takes to find need not be found again for its proof
        options = searching(session, asked, misere, method, cores, kept, workers)
        result = solve_position(asked, misere, loopy, options)
        for path, is_strategy in ((certificate, False), (strategy, True)):
            if path is not None:
                from grundy.api.certify import certify_result

                certify_result(result, path, is_strategy, options, session)
        return result
