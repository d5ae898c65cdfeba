"""The verb `solve`: who wins a position, with what value, by which moves, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING, NoReturn, Unpack

from grundy.api.answers import keeping_values, result_of, searching
from grundy.api.constraints import require_fitting
from grundy.api.work import Work, on_cluster, position_of, session_of
from grundy.engines.methods import Method
from grundy.errors import OutOfReach
from grundy.model.convention import nim_sum
from grundy.model.definition import values_within
from grundy.model.known import PartialAnswer, facts_of
from grundy.model.option import State
from grundy.model.result import Result
from grundy.model.rule import Position, Rule

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.engines.part_values import PartValues


def solve(
    position: str | Position,
    misere: bool = False,
    loopy: bool = False,
    *more: NoReturn,
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

    If the numbers are too large for a table, it looks for a theorem about all positions, as `prove` does.

    Parameters
    ----------
    position : str or Position
        A position, or what the command line reads: ``"nim 3 4 5"``, ``"nim(3 5) + wythoff(1 2)"``.
    misere : bool, optional
        Misère play: the player who cannot move wins.
    loopy : bool, optional
        Play may return to a position and then be drawn: for graphs, and for small positions of other games.
    *more
        Refused: a position is one text, ``"nim 3 4 5"``.
    remoteness : bool, optional
        Count how soon the winner can win, and how long the loser can hold out, from all positions
        below: a million at most.
    method : {"auto", "proof-numbers", "couples", "sets", "mex"}, optional
        How boards and graphs are searched.
    cores : int or None, optional
        Processes for a long search; None: one for each core.
    certificate, strategy : path, optional
        Files for a proof of the nim-value, and for a reply to every move, which proves who wins; see `certify`.
    values : path or sequence of paths, optional
        A file that keeps the nim-values of parts of boards from one search to the next. The first is made if
        it is missing, and takes in the values of the others.
    cluster : str, optional
        The address of a Dask scheduler. Its workers search the options of a board or graph, in normal play.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Result
        `Result.as_dict` is the object that the command line prints with ``--json``.

    Raises
    ------
    BadText, BadRule
        The position cannot be read, its play can cycle, or its rule does not have this convention.
    OutOfReach
        Too large.
    Stopped
        A limit was met before the winner was known. After that, the result has the winner, and bounds on the
        nim-value in `Result.known_so_far`.

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
    root = position_of(position, loopy, *more, misere=misere)
    files = [values] if isinstance(values, str | PathLike) else list(values)
    wanted = [(path, which) for path, which in ((certificate, False), (strategy, True)) if path is not None]
    if not files and not wanted:
        return answer(root, misere, loopy, remoteness=remoteness, method=method, cores=cores, cluster=cluster, **work)
    with session_of(work) as session, keeping_values(files, bool(wanted)) as part_values:
        result = answer(
            root, misere, loopy, remoteness=remoteness, method=method, cores=cores, kept=part_values, session=session
        )
        for path, which in wanted:
            from grundy.api.certificates import certify_result

            certify_result(result, path, which, session, method, cores, part_values)
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
    if cluster is not None:
        _require_openings(asked)

    def answered() -> Result:
        if not work and method == "auto" and cores == 1 and cluster is None and kept is None:
            return result_of(asked, misere, loopy)
        with session_of(work) as session, on_cluster(cluster, session) as workers:
            try:
                return result_of(asked, misere, loopy, searching(session, asked, misere, method, cores, kept, workers))
            except (OutOfReach, KeyboardInterrupt) as stop:
                (known,) = facts_of(stop, 1)
                if not known.is_nothing:
                    session.partial = PartialAnswer(asked, "misere" if misere else "normal", known)
                    if isinstance(stop, KeyboardInterrupt):
                        stop.add_note(str(session.partial))
                raise

    result = answered()
    return with_lengths(result) if remoteness else result


def _require_openings(position: Position) -> None:
    """Raise OutOfReach where machines have nothing to share."""
    from grundy.engines.search.board import as_sets  # which a search alone needs

    if all(as_sets(component.rule.shape) is None for component in position.components):
        raise OutOfReach(
            f"{position}: machines share the openings of boards and graphs, and this has none; leave out --cluster"
        )


def with_lengths(result: Result) -> Result:
    """The same with how many moves play takes, if whoever wins hurries or delays.

    Raises:  OutOfReach: too many positions. BadRule: moves that do not pass the turn.
    """
    from grundy.model.compound import remoteness_of, suspense_of

    misere = result.convention == "misere"
    lengths = {"remoteness": remoteness_of(result.position, misere)}
    if result.convention != "loopy":
        lengths["suspense"] = suspense_of(result.position, misere)
    return replace(result, lengths=lengths)


# Why a state has its nim-value, where that is seen at a glance: its options with their values, and their mex.

MOST_PARTS = 4  # of a position
MOST_OPTIONS = 16  # of a state, moves to the same counted once
MOST_MOVES = 200  # of a state that are looked at
MOST_STATES = 2_000  # below a state
LARGEST = 15  # nim-value
WIDE = 160  # characters of the options of a state


def option_lines(result: Result) -> Iterator[str]:
    """For each state of a small value and few options, what its options are worth, and which value is missing.

    >>> from grundy import kayles, solve
    >>> print(*option_lines(solve(kayles(4))), sep="\\n")
    4 leads to 1 + 2 (3), 3 (3), 1 + 1 (0), 2 (2), in brackets their nim-values
      the smallest missing number is 1, its nim-value (the mex)
    """
    parts = {(part.rule, part.state): None for part in result.position.parts()}
    if result.values is None or len(parts) > MOST_PARTS:
        return
    for rule, state in parts:
        options = small_option_values(rule, state)
        if options is None:
            continue
        values = set(options.values())
        least = next(value for value in range(len(values) + 1) if value not in values)
        name = rule.space.describe(state)
        listed = ", ".join(f"{option} ({value})" for option, value in options.items())
        if not options:
            yield f"{name} leads nowhere: the smallest number is 0, its nim-value (the mex)"
        elif least <= LARGEST and len(name) + len(listed) <= WIDE:
            yield f"{name} leads to {listed}, in brackets their nim-values"
            yield f"  the smallest missing number is {least}, its nim-value (the mex)"


def small_option_values(rule: Rule, state: State) -> dict[str, int] | None:
    """The options of a state, in a few words, with their nim-values by the definition; None where that is much work."""
    moves = list(islice(rule.options(state), MOST_MOVES + 1))
    if len(moves) > MOST_MOVES or any(option.next != "opponent" for option in moves):
        return None
    named = {" + ".join(sorted(map(rule.space.describe, option.parts))) or "nothing": option for option in moves}
    if len(named) > MOST_OPTIONS:
        return None
    below = {part for option in named.values() for part in option.parts}
    values = values_within(rule, below, {}, "normal", MOST_STATES)
    if values is None or not all(isinstance(value, int) for value in values.values()):
        return None
    return {name: nim_sum(values[part] for part in option.parts) for name, option in named.items()}  # type: ignore[misc]
