"""The commands for looking and playing: play, serve. What they need is imported when they run."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from grundy.cli.completion import complete_game
from grundy.cli.misspelt import refuse_misspelt
from grundy.cli.options import POSITION, Decimal, FilePath, Verb, Whole
from grundy.cli.output import ask_line, draws, note, say, screen_width

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.show.text import Line

PAGE = 102  # characters in a line where there is no screen: as wide as a page of the documentation


@click.command(cls=Verb, context_settings=POSITION)
@click.argument("game", required=False, shell_complete=complete_game)
@click.argument("position", nargs=-1, type=click.UNPROCESSED)
@click.option("--misere", is_flag=True, help="Misère play: the player who cannot move wins.")
@click.option("--loopy", is_flag=True, help="Positions may come back; play may be drawn.")
@click.option("--starts", type=click.Choice(["you", "computer"]), default="you", help="Who moves first (you).")
@click.option("--blunder", metavar="RATE", type=Decimal(0, 1), default=0.0, help="How often the computer errs: 0 to 1.")
@click.option("--two-players", is_flag=True, help="Two people play; the computer only keeps the rules.")
@click.option(
    "--seed", metavar="N", type=Whole(0), help="Let the computer choose among equals in the same way each time."
)
@click.option("--load", metavar="FILE", type=FilePath(path_type=Path), help="Continue a game that was saved.")
@click.option("--set", "settings", metavar="NAME=VALUE", multiple=True, help="Set a parameter of your own rule.")
@click.pass_context
def play(
    ctx: click.Context,
    game: str | None,
    position: tuple[str, ...],
    misere: bool,
    loopy: bool,
    starts: Literal["you", "computer"],
    blunder: float,
    two_players: bool,
    seed: int | None,
    load: Path | None,
    settings: tuple[str, ...],
) -> None:
    """Play a position against the computer: perfect, or with a blunder now and then.

    GAME and POSITION are as for 'grundy solve'; without POSITION a game of the catalogue begins with its example.

    \b
    grundy play nim 3 4 5
    grundy play rectangle --blunder 0.2 --starts computer
    grundy play 'kayles(7) + nim(3 5)' --misere
    """
    from grundy.api import play as matches
    from grundy.cli import match as playing
    from grundy.notation.files import FILES

    typed = {word.partition("=")[0] for word in (game or "", *position)}
    if given := [name for name in ("--time-limit", "--memory") if name in typed]:
        raise click.UsageError(
            f"{given[0]} is no option of play, which waits for a person and answers each move at once; "
            "'grundy solve' has it, for positions that take long"
        )
    refuse_misspelt(ctx, game, position)
    if load is not None:
        match = matches.open_match(load, seed=seed, files=FILES)
    else:
        spec, text = _game_and_text(game, position)
        from grundy.notation.expression import parse_position
        from grundy.text.reader import Text

        read = parse_position(spec, Text(text, "<argument>"), loopy, settings, files=FILES)
        match = matches.play(
            read, misere, loopy, starts=starts, two_players=two_players, blunder=blunder, seed=seed,
            typed=matches.Typed(spec, text, settings),
        )  # fmt: skip
    playing.play(match, playing.Screen(_show, _asker(), not draws(), screen_width() or PAGE))


@click.command(cls=Verb)
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="Where to listen: this machine alone (127.0.0.1).")
@click.option("--port", metavar="N", type=Whole(0, 65535), default=8000, help="The port (8000); 0: a free one.")
@click.option("--name", "names", metavar="HOST", multiple=True, help="A host name that the server answers to.")
@click.option("--workers", metavar="N", type=Whole(1), help="Compute at most N questions at once.")
@click.option("--time-limit", metavar="TIME", default="5s", help="The time of a question (5s).")
@click.option("--memory", metavar="SIZE", default="1G", help="The memory of a question (1G).")
@click.option("--write", metavar="FOLDER", type=FilePath(path_type=Path), help="Write pages that need no server.")
@click.option("--pyodide", metavar="FOLDER", type=FilePath(path_type=Path), help="For --write: Pyodide's npm package.")
def serve(
    host: str,
    port: int,
    names: tuple[str, ...],
    workers: int | None,
    time_limit: str,
    memory: str,
    write: Path | None,
    pyodide: Path | None,
) -> None:
    """Show the games in a browser: set a position, see who wins and why, play, type a rule.

    \b
    grundy serve
    grundy serve --port 0 --workers 2
    grundy serve --write site
    """
    from dataclasses import replace

    if write is not None:
        from grundy.web.site import write_site

        for page in write_site(write, pyodide, note=note):
            say(f"{page}\n")
        return

    from grundy.text.numbers import read_duration, read_size
    from grundy.web.pool import PoolLimits
    from grundy.web.run import serve as run

    limits = PoolLimits(seconds=read_duration(time_limit), memory=read_size(memory))
    if workers is not None:
        limits = replace(limits, workers=workers)

    def told(address: str) -> None:
        say(f"grundy is at {address} (Ctrl-C ends it)\n")

    run(host, port, limits, names, told)


def _game_and_text(game: str | None, words: tuple[str, ...]) -> tuple[str, str]:
    """The game and the text of the position; a sum is the game 'sum'."""
    from grundy.games.catalogue import GAMES
    from grundy.notation.expression import is_expression, is_typed, parse_rule
    from grundy.notation.files import FILES

    if game is None:
        raise click.UsageError("expected a GAME and a POSITION, an expression such as 'nim(3 5)', or --load FILE")
    if is_expression(game) or (not words and " " in game.strip() and not is_typed(game)):
        return "sum", " ".join((game, *words))
    if words:
        return game, " ".join(words)
    entry = GAMES.get(game.partition(":")[0])
    if entry is None:
        parse_rule(game, files=FILES)  # an unknown game is reported first
        raise click.UsageError(f"expected a POSITION after {game!r} ('' is the empty position)")
    spec, text = entry.example
    return (game if ":" in game else spec), text


def _asker() -> Callable[[str], str | None]:
    """What reads a line: with editing on a terminal, else from standard input, which is then told as it is read."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")  # a byte that is no text is no move, and told as that
    if sys.stdin.isatty() and sys.stdout.isatty():
        import readline  # noqa: F401  (input() then edits, and remembers lines)

        def ask(prompt: str) -> str | None:
            try:
                return ask_line(prompt)
            except EOFError:
                say("\n")
                return None
    else:

        def ask(prompt: str) -> str | None:
            say(prompt)
            line = sys.stdin.readline()
            say(line.rstrip("\r\n") + "\n")
            return line if line else None

    return ask


def _show(line: Line) -> None:
    say([line])
