"""The limits that every long verb takes, and the game of its question, given as text or as a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from os import PathLike
from typing import TYPE_CHECKING, Any, SupportsIndex, TypedDict

from grundy.errors import BadRule
from grundy.model.leads import lead_of, lead_to
from grundy.model.rule import Position, Rule, shortened
from grundy.notation.expression import Files, parse, parse_rule, with_parameters
from grundy.text.numbers import short_repr
from grundy.text.terminal import as_typed, in_order, quoted
from grundy.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.model.result import Result
    from grundy.runs.cluster import Cluster
    from grundy.runs.session import Session

MOST_SHOWN = 200  # characters of a value in an error
TOO_LONG = 10**4000  # as a limit or a number of states; positions may have longer numbers


class Work(TypedDict, total=False):
    """Limits of long work, and its record.

    Parameters
    ----------
    time_limit : float or str, optional
        Seconds, or text such as "5min"; when they are over, `Stopped` is raised.
    memory : int or str, optional
        Bytes, or text such as "4G", for the process and its workers; where more is needed, `Stopped` is raised.
    store : path, optional
        The file in which the run is recorded, so that it can be resumed; without it nothing is recorded.
    resume : int, str or path, optional
        The number of a run in the store, or the file of a table, from which to continue.
    session : Session, optional
        The session in which it is done, in place of all these; the caller ends it.
    """

    time_limit: float | str | None
    memory: int | str | None
    store: str | Path | None
    resume: int | str | Path | None
    session: Session | None


@contextmanager
def session_of(work: Work) -> Iterator[Session]:
    """The session in which a verb does its work: the caller's, or one made for it.

    Raises:  TypeError: a keyword that no verb has, as Python raises it; a misspelt limit would be no limit.
    """
    if unknown := sorted(work.keys() - Work.__annotations__.keys()):
        expected = ", ".join(Work.__annotations__)
        lead = lead_to(lead_of("keyword", unknown[0]))
        raise TypeError(f"unexpected keyword argument {unknown[0]!r}{lead}; of long work there are {expected}")
    given = work.get("session")
    if given is not None:
        yield given
        return
    from pathlib import Path

    from grundy.runs.session import Limits, Session

    store, resume = work.get("store"), work.get("resume")
    limits = Limits(
        read_seconds(work.get("time_limit")),
        read_bytes(work.get("memory")),
        None if store is None else Path(store),
    )
    resumed = None
    if resume is not None:
        from grundy.runs.resume import resume as stopped_run

        resumed = stopped_run(str(resume), limits.store)
    with Session(limits, resumed=resumed) as session:
        yield session


def read_seconds(limit: float | str | None) -> float | None:
    """A limit of time in seconds, or None; what a clock cannot measure is refused. Raises BadRule, BadText."""
    from grundy.text.numbers import read_duration

    return read_duration(limit) if isinstance(limit, str) else _limit("a time limit", limit)


def read_bytes(limit: float | str | None) -> int | None:
    """A limit of memory in bytes, or None; what no memory can be is refused. Raises BadRule, BadText."""
    from grundy.text.numbers import read_size

    if isinstance(limit, str):
        return read_size(limit)
    most = _limit("a limit of memory", limit)
    return None if most is None else int(most)


def _limit(what: str, limit: float | None) -> float | None:
    """A limit that is a number from 0 on, None if it is infinite. Raises BadRule: it is none, or too long."""
    if limit is None:
        return None
    try:
        if float(limit) >= 0 and not isinstance(limit, bool):
            return None if limit == inf else limit
    except (TypeError, ValueError, OverflowError):
        pass
    raise BadRule(f"expected {what} that is a number from 0 on, found {short_repr(limit)}")


def require_short(what: str, *values: int | None) -> None:
    """Refuse numbers of more digits than Python writes, which no question has.

    Raises:  TypeError: no whole number, such as 1e6 or a text. BadRule: too long.
    """
    for value in values:
        if value is None:
            continue
        if not isinstance(value, SupportsIndex):
            made = "; int(...) would make it one" if isinstance(value, float) else ""
            raise TypeError(f"expected {what} that is an int{made}, found {shortened(repr(value), MOST_SHOWN)}")
        if abs(value) >= TOO_LONG:
            raise BadRule(f"expected {what} of at most 4,000 digits, found {short_repr(value)}")


def require_number(what: str, value: int | None, least: int, most: int | None = None) -> None:
    """Refuse a number that is too small or too large; None means that none was given. Raises TypeError, BadRule."""
    require_short(what, value)
    if value is not None and not (least <= value and (most is None or value <= most)):
        raise BadRule(
            f"expected {what} from {least} {'on' if most is None else f'to {most}'}, found {short_repr(value)}"
        )


def rule_of(game: str | Path | Rule, settings: tuple[str, ...] = (), files: Files | None = None) -> Rule:
    """The rule of a game that is given by its name, its file or itself. A text names no file, but a Path is one.

    Args:    settings: its parameters, as NAME=VALUE. files: opens the files that a text names.
    Raises:  BadText, BadRule: no such game, file or parameter. TypeError: neither a text nor a rule.
    """
    if isinstance(game, PathLike):
        from grundy.notation.files import FILES

        game, files = str(game), FILES
    rule = parse_rule(game, files=files) if isinstance(game, str) else game
    if not isinstance(rule, Rule):
        made = "; @grundy.rule makes a rule of a function" if callable(game) else ""
        raise TypeError(f"expected the name of a game or a rule{made}, found {short_repr(game)}")
    return with_parameters(rule, settings) if settings else rule


def position_of(position: str | Position, loopy: bool = False, *more: object, **switches: bool) -> Position:
    """The position that is given by its text or itself; the switches that follow it are true or false.

    Raises:  BadText: it cannot be read. TypeError: neither a text nor a position; a switch that is none, as where
             somebody writes solve("nim", "3 4 5"); more than these.
    """
    one_text = "a position is one text: 'nim 3 4 5'"
    for name, switch in {"loopy": loopy, **switches}.items():
        if not isinstance(switch, bool) and switch not in (0, 1):
            raise TypeError(f"expected {name} to be True or False, found {switch!r}; {one_text}")
    if more:
        raise TypeError(
            f"expected misere, loopy and keywords behind the position, found {short_repr(more[0])}; {one_text}"
        )
    if isinstance(position, str):
        return parse(position, loopy=loopy)
    if isinstance(position, Position):
        return position
    called = f"; it is called with states: {position.spec}(...)" if isinstance(position, Rule) else ""
    raise TypeError(f"expected a position or its text, as in 'nim 3 4 5'{called}, found {short_repr(position)}")


def numbers_rule(game: str | Path | Rule) -> Rule:
    """The same rule on whole numbers, where it has such a form: coins in a row become the place of the only head."""
    from grundy.model.coins import Turning

    rule = rule_of(game)
    if not any(isinstance(value, Turning) for _, value in rule.parameters):
        return rule
    from grundy.games.coins import lone_head  # else every game would load those of coins

    return lone_head(rule) or rule


@contextmanager
def on_cluster(address: str | None, session: Session) -> Iterator[Cluster | None]:
    """The cluster at an address, or None without one. Raises GrundyError: it cannot be used; see runs.cluster."""
    if address is None:
        yield None
        return
    from grundy.runs.cluster import opened

    with opened(address, __version__, session.warn) as cluster:
        yield cluster


def room_for(session: Session, processes: int) -> int:
    """The number of worker processes that fit the memory (0: only this one); warn if they are fewer than wanted."""
    from grundy.runs.workers import within

    room, remark = within(session.limits.memory, processes)
    if remark:
        session.warn(remark)
    return room


# Where an answer comes from, in words: the command that gives it again, and the version.

LONGEST_SAID = 2_000  # characters of a command below an answer for people
STDIN = ("file", "-")  # the parameter that reads standard input


def provenance(words: Sequence[str]) -> dict[str, str]:
    """The command and version that JSON output names as its origin."""
    return {"command": as_typed(words), "version": __version__}


def certificate_note(what: str, path: str, checked: bool) -> str:
    """Say that a certificate was written, whether it was read back, and which command checks it.

    >>> print(certificate_note("Certificate", "c.txt", True))
    Certificate: c.txt; checked: 'grundy verify c.txt' does it again.
    >>> print(certificate_note("Strategy", "of it.txt", False))
    Strategy: 'of it.txt'; not checked yet: grundy verify 'of it.txt' does it.
    >>> print(certificate_note("Certificate", "-c.txt", True))
    Certificate: -c.txt; checked: 'grundy verify -- -c.txt' does it again.
    """
    command = as_typed(in_order("verify", (path,), ()))
    told = f"'{command}'" if "'" not in command else command
    sentence = f"checked: {told} does it again." if checked else f"not checked yet: {told} does it."
    return f"{what}: {quoted(path)}; {sentence}"


def solving(result: Result, *options: str) -> tuple[str, ...]:
    """The words that solve the position of a result: the same wherever and however it was typed.

    >>> from grundy import parse, solve
    >>> solving(solve(parse("nim(3 4) + kayles(2)"), misere=True), "--json")
    ('solve', 'sum', 'nim(3 4) + kayles(2)', '--misere', '--json')
    """
    play = [] if result.convention == "normal" else [f"--{result.convention}"]
    return in_order("solve", tuple(result.position.as_dict().values()), (*play, *options))


def rerun_command(parameters: Mapping[str, Any], asked: Position) -> str:
    """The command that answers again, as it was typed; one that fills screens is left to JSON: ""."""
    command = as_typed(rerun_words(parameters, asked))
    return command if len(command) <= LONGEST_SAID else ""


def rerun_words(parameters: Mapping[str, Any], asked: Position, command: str = "solve") -> tuple[str, ...]:
    """The words of a `grundy solve`, or another command on a position, that answers the same question in the same form.

    They hold the position itself where it came by standard input, which cannot be read again.
    """
    words: list[str] = []
    for name in ("misere", "loopy", "remoteness", "explain", "as_json"):
        words += [f"--{name.removeprefix('as_')}"] if parameters.get(name) else []
    for name in ("method", "cores", "cluster", "moves", "file", "certificate", "strategy"):
        value = parameters.get(name)
        words += [f"--{name}", str(value)] if value not in (None, "auto") and (name, value) != STDIN else []
    for file in parameters.get("values") or ():
        words += ["--values", file]
    for setting in parameters.get("settings") or ():
        words += ["--set", setting]
    game, position = parameters["game"], parameters["position"]
    if parameters.get("file") == STDIN[1]:
        (first, *_) = asked.components
        position = (str(asked) if game == "sum" else first.rule.space.write(first.states),)
    return in_order(command, (game, *position), words)
