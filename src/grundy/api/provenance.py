"""Where an answer comes from, in words: the command that gives it again, and the version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grundy.text.shell import as_typed, in_order, quoted
from grundy.version import __version__

if TYPE_CHECKING:
    from grundy.model.result import Result
    from grundy.model.rule import Position

LONGEST_SAID = 2_000  # characters of a command below an answer for people
STDIN = ("file", "-")  # the parameter that reads standard input


def made_by(words: Sequence[str]) -> dict[str, str]:
    """What JSON says of where it comes from."""
    return {"command": as_typed(words), "version": __version__}


def written(what: str, path: str, checked: bool) -> str:
    """What is said of a certificate that was written: whether it was read back, and what checks it.

    >>> print(written("Certificate", "c.txt", True), written("Strategy", "of it.txt", False), sep="\\n")
    Certificate: c.txt; checked: 'grundy verify c.txt' does it again.
    Strategy: 'of it.txt'; not checked yet: grundy verify 'of it.txt' does it.
    >>> print(written("Certificate", "-c.txt", True))
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
