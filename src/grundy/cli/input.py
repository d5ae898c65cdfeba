"""What is read: a file, standard input, or the position that a command is asked about."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, BinaryIO

import click

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.model.rule import Position

STDIN = "<stdin>"
MOST_BYTES = 1 << 30  # of an input: a hundred times what a million piles or arcs take
PIECE = 1 << 24


def read_input(file: str) -> tuple[bytes, str]:
    """The bytes of a file or of standard input ('-'), and its name for errors.

    Raises:  GrundyError: it cannot be read. OutOfReach: it is too long, or has no end.
    """
    from grundy.errors import GrundyError

    if file == "-":
        return _read(sys.stdin.buffer, STDIN), STDIN
    try:
        with open(file, "rb") as stream:
            return _read(stream, file), file
    except OSError as problem:
        raise GrundyError(f"{file}: expected a file that can be read, found: {problem.strerror}") from problem


def _read(stream: BinaryIO, name: str) -> bytes:
    """All bytes of a stream, of which one may never end: what `yes` prints was read until the memory was full."""
    pieces: list[bytes] = []
    length = 0
    while not pieces or len(pieces[-1]) == PIECE:  # a shorter one is the last: a terminal is not asked again
        pieces.append(stream.read(PIECE))
        length += len(pieces[-1])
        if length > MOST_BYTES:
            from grundy.errors import OutOfReach

            raise OutOfReach(f"{name}: expected an input of at most {MOST_BYTES >> 20:,} MiB, found more")
    return b"".join(pieces)


def file_or_name(word: str) -> str | Path:
    """What a word of a command names: a file of the user's, or a game or format by its name."""
    from pathlib import Path

    from grundy.notation.expression import names_file

    return Path(word) if names_file(word) else word


def read_position(
    game: str | None, words: tuple[str, ...], file: str | None, loopy: bool, settings: tuple[str, ...]
) -> Position:
    """The position that the arguments of a command and its file say.

    Raises:  UsageError: none, or several. BadText: no such game or position.
    """
    from grundy.errors import BadText, Finding
    from grundy.notation.expression import is_expression, is_typed, parse, parse_position
    from grundy.notation.files import FILES
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
        return parse_position(game, text, loopy, settings, files=FILES)
    if is_expression(game):
        if settings:
            raise click.UsageError("--set goes with a GAME and a POSITION, not with an expression")
        return parse(" ".join((game, *words)), loopy=loopy, files=FILES)
    _refuse_sum(game, words)
    if not words and " " in game.strip() and not is_typed(game):
        return parse(game, loopy=loopy, files=FILES)
    if not words:
        expected = "a POSITION or --file ('' is the empty position)"
        raise BadText([Finding(1, len(game) + 1, expected, "neither", "<argument>")])
    return parse_position(game, Text(" ".join(words), "<argument>"), loopy, settings, files=FILES)


def _refuse_sum(game: str, words: tuple[str, ...]) -> None:
    """Refuse games and positions with '+' between them, and say how a sum of them is written. Raises UsageError."""
    from grundy.games.catalogue import GAMES

    parts = " ".join((game, *words)).split(" + ")
    names = [part.split(" ", 1) for part in parts]
    if parts[1:] and all(name[1:] and name[0].partition(":")[0] in GAMES for name in names):
        meant = " + ".join(f"{name}({position})" for name, position in names)
        raise click.UsageError(
            f"expected a sum of positions in brackets, found {' + '.join(parts)!r}; did you mean {meant!r}?"
        )
