"""What is read: a file, standard input, or the position that a command is asked about."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from grundy.model.rule import Position

STDIN = "<stdin>"


def read_input(file: str) -> tuple[bytes, str]:
    """The bytes of a file or of standard input ('-'), and its name for errors."""
    from grundy.errors import GrundyError

    if file == "-":
        return sys.stdin.buffer.read(), STDIN
    try:
        with open(file, "rb") as stream:
            return stream.read(), file
    except OSError as problem:
        raise GrundyError(f"{file}: expected a file that can be read, found: {problem.strerror}") from problem


def read_position(
    game: str | None, words: tuple[str, ...], file: str | None, loopy: bool, settings: tuple[str, ...]
) -> Position:
    """The position that the arguments of a command and its file say.

    Raises:  UsageError: none, or several. BadText: no such game or position.
    """
    from grundy.errors import BadText, Finding
    from grundy.notation.expression import is_expression, is_typed, parse, parse_position
    from grundy.text.reader import Text

    if game is None:
        raise click.UsageError("expected a GAME and a POSITION, or an expression such as 'nim(3 5)'")
    if file is not None:
        if words:
            raise click.UsageError("expected a POSITION or --file, found both")
        text = Text(*read_input(file))
        if not text.string.strip():
            text.report_end("a position (the empty one is '' in place of --file)")
            text.close()
        return parse_position(game, text, loopy, settings)
    if is_expression(game):
        if settings:
            raise click.UsageError("--set goes with a GAME and a POSITION, not with an expression")
        return parse(" ".join((game, *words)), loopy=loopy)
    if not words and " " in game.strip() and not is_typed(game):
        return parse(game, loopy=loopy)
    if not words:
        expected = "a POSITION or --file ('' is the empty position)"
        raise BadText([Finding(1, len(game) + 1, expected, "neither", "<argument>")])
    return parse_position(game, Text(" ".join(words), "<argument>"), loopy, settings)
