"""Where an answer comes from, in words: the command that gives it again, and the version."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grundy.version import __version__

if TYPE_CHECKING:
    from grundy.model.result import Result
    from grundy.model.rule import Position

LONGEST_SAID = 2_000  # characters of a command below an answer for people
STDIN = ("file", "-")  # the parameter that reads standard input


def made_by(words: Sequence[str]) -> dict[str, str]:
    """What JSON says of where it comes from."""
    return {"command": as_typed(words), "version": __version__}


def as_typed(words: Sequence[str]) -> str:
    """A command line, from the words after `grundy`; "" without words.

    >>> as_typed(("table", "rule:n -> n-1", "--states", "9"))
    "grundy table 'rule:n -> n-1' --states 9"
    >>> print(as_typed(("solve", "rectangle", "10\\n01")))
    grundy solve rectangle $'10\\01201'
    """
    return " ".join(map(_quoted, ("grundy", *words))) if words else ""


def _quoted(word: str) -> str:
    """A word as a shell takes it, in one line and in letters that can be shown: $'' of POSIX 2024 has the others."""
    if word.isprintable():
        return shlex.quote(word)
    written = (one if one.isprintable() else _bytes(one) for one in word.replace("\\", "\\\\").replace("'", "\\'"))
    return f"$'{''.join(written)}'"


def _bytes(character: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))


def in_order(command: str, arguments: Sequence[str], options: Sequence[str]) -> tuple[str, ...]:
    """The words of a command: its options last, or first where an argument could be taken for one.

    >>> in_order("solve", ("nim", "3"), ("--json",)), in_order("solve", ("one.py", "-3"), ("--json",))
    (('solve', 'nim', '3', '--json'), ('solve', '--json', '--', 'one.py', '-3'))
    """
    if any(word.startswith("-") for word in arguments):
        return (command, *options, "--", *arguments)
    return (command, *arguments, *options)


def written(what: str, path: str, checked: bool) -> str:
    """What is said of a certificate that was written: whether it was read back, and what checks it.

    >>> print(written("Certificate", "c.txt", True), written("Strategy", "of it.txt", False), sep="\\n")
    Certificate: c.txt; checked: 'grundy verify c.txt' does it again.
    Strategy: 'of it.txt'; unchecked: verify it with: grundy verify 'of it.txt'
    >>> print(written("Certificate", "-c.txt", True))
    Certificate: -c.txt; checked: 'grundy verify -- -c.txt' does it again.
    """
    command = as_typed(in_order("verify", (path,), ()))
    told = f"'{command}'" if "'" not in command else command
    rest = f"checked: {told} does it again." if checked else f"unchecked: verify it with: {command}"
    return f"{what}: {_quoted(path)}; {rest}"


def solving(result: Result, *options: str) -> tuple[str, ...]:
    """The words that solve the position of a result: the same wherever and however it was typed.

    >>> from grundy import parse, solve
    >>> solving(solve(parse("nim(3 4) + kayles(2)"), misere=True), "--json")
    ('solve', 'sum', 'nim(3 4) + kayles(2)', '--misere', '--json')
    """
    components = result.position.components
    play = [] if result.convention == "normal" else [f"--{result.convention}"]
    arguments = ["sum", str(result.position)]
    if len(components) == 1:
        arguments = [components[0].rule.spec, components[0].rule.space.write(components[0].states)]
    return in_order("solve", arguments, (*play, *options))


def rerun_command(parameters: Mapping[str, Any], asked: Position) -> str:
    """The command that answers again, as it was typed; one that fills screens is left to JSON: ""."""
    command = as_typed(rerun_words(parameters, asked))
    return command if len(command) <= LONGEST_SAID else ""


def rerun_words(parameters: Mapping[str, Any], asked: Position) -> tuple[str, ...]:
    """The words of a `grundy solve` that answers the same question in the same form.

    They hold the position itself where it came by standard input, which cannot be read again.
    """
    words: list[str] = []
    for name in ("misere", "loopy", "explain", "as_json"):
        words += [f"--{name.removeprefix('as_')}"] if parameters.get(name) else []
    for name in ("method", "cores", "moves", "file", "certificate", "strategy"):
        value = parameters.get(name)
        words += [f"--{name}", str(value)] if value not in (None, "auto") and (name, value) != STDIN else []
    for setting in parameters.get("settings") or ():
        words += ["--set", setting]
    game, position = parameters["game"], parameters["position"]
    if parameters.get("file") == STDIN[1]:
        (first, *_) = asked.components
        position = (str(asked) if game == "sum" else first.rule.space.write(first.states),)
    return in_order("solve", (game, *position), words)
