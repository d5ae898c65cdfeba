"""The command line: reads arguments and files, asks the library, prints; it knows no game and computes nothing.

Modules that a command does not need are not imported: `--help` answers in the time that Python and click take.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import StringIO
from typing import Any, NoReturn

import click

from grundy.version import __version__

LONG_WORD, LONG_LINE = 400, 2_000  # characters of an error from which on the middle is left out
MODULES = {
    "solve": "solve",
    "judge": "judge",
    "games": "games",
    "play": "play",
    "serve": "play",
    "table": "tables",
    "sequence": "tables",
    "check": "tables",
    "stress": "tables",
    "runs": "tables",
    "resume": "tables",
    "period": "heaps",
    "atlas": "heaps",
    "verify": "heaps",
    "prove": "prove",
    "guess": "guess",
    "nimber": "nimber",
    "quotient": "quotient",
    "genus": "genus",
}
"""The commands in the order of the help, each with the module that it is loaded from when it is asked for."""


class Commands(click.Group):
    """The commands, in the order of the table, with a suggestion for a misspelt one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        for one in (name,) if name in MODULES else MODULES:  # of a misspelt one, all may be meant
            if one not in self.commands:
                self.add_command(getattr(import_module(f"grundy.cli.{MODULES[one]}"), one))
        return super().get_command(ctx, name)

    def invoke(self, ctx: click.Context) -> Any:
        """The command. Click itself prints an empty line for Ctrl-C and SIGTERM, which it must therefore not see."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as problem:
            raise click.exceptions.Abort from problem


@click.group(cls=Commands, context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 110})
@click.version_option(__version__, message="grundy %(version)s")
def cli() -> None:
    """Solve impartial games: who wins, with what nim-value, by which moves, and why.

    \b
    grundy solve rectangle 0110/0000/0000/0001
    grundy solve 'take-away:1,2,3(3 4 5) + nim(5)' --explain
    grundy judge hdu5724-chess < rows.txt
    grundy games
    """


def _report(message: str) -> None:
    """An error, on standard error."""
    with suppress(OSError):  # nobody can be told that standard error cannot be written
        click.echo(in_short(message), err=True)


def in_short(message: str) -> str:
    """A message in which what was given is not repeated where it is very long, and can be shown.

    >>> in_short("found \\x11")
    'found \\\\x11'
    >>> in_short("expected 1, found " + "7" * 1000)
    'expected 1, found 77777777777777777777777777777777777777777777777777...77777777777777777777 (1,000 characters)'
    """
    import re

    if not message.isprintable():
        message = "".join(one if one.isprintable() or one == "\n" else repr(one)[1:-1] for one in message)
    if len(message) <= LONG_WORD:
        return message

    def cut(found: re.Match[str]) -> str:
        return f"{found[0][:50]}...{found[0][-20:]} ({len(found[0]):,} characters)"

    lines = re.sub(rf"\S{{{LONG_WORD},}}", cut, message).split("\n")
    whole = (line if len(line) <= LONG_LINE else f"{line[:500]} ... {line[-300:]}" for line in lines)
    return "\n".join(whole)


def main() -> None:
    """Run the command line; whatever is refused is said in plain words, with exit status 2."""
    import os

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us: nothing to read, and nobody reads
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (it stays open)
    end(lambda: cli(prog_name="grundy", standalone_mode=False))


def end(command: Callable[[], Any]) -> NoReturn:
    """Run a command and end the process with its exit status: here alone, so that no other code ends its caller."""
    import os

    try:
        sys.exit(run(command))
    except SystemExit as left:
        loop = sys.modules.get("grundy.runs.loop")
        if loop is not None and loop.at_work():
            with suppress(OSError):  # whoever read the output may have gone
                sys.stdout.flush()
                sys.stderr.flush()
            if (lock := sys.modules.get("grundy.runs.lock")) is not None:
                lock.release_all()
            os._exit(left.code if isinstance(left.code, int) else 0)  # Python's own way out would meet a kernel at work
        # Python remembers that Ctrl-C left code given as text (a dataclass, while modules are loaded), and `python -m`
        # would then end by SIGINT, although it was caught; to run any other text makes it forget that.
        exec("")
        raise


def run(command: Callable[[], Any]) -> int:
    """The exit status of a command: 0 answered, 2 refused, 130 interrupted, 143 terminated."""
    from grundy.errors import GrundyError, Terminated

    sys.set_int_max_str_digits(0)  # an XOR of two 4,300-digit numbers may have 4,301
    try:
        with _terminated():
            status = command()
            sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except GrundyError as problem:
        _report(str(problem))
    except click.ClickException as problem:
        told = StringIO()
        problem.show(told)
        _report(told.getvalue().rstrip("\n"))
    except (click.exceptions.Abort, KeyboardInterrupt) as problem:
        if isinstance(problem, Terminated) or isinstance(problem.__cause__, Terminated):
            _report("terminated")
            return 143
        _report("interrupted")
        return 130
    except BrokenPipeError:
        _drop_output()
        sys.exit(0)
    except OSError as problem:
        if problem.filename is not None:
            _report(f"{problem.filename}: expected a file that can be used, found: {problem.strerror}")
            return 2
        _report(f"<stdout>: cannot be written: {problem.strerror or problem}")
        _drop_output()
    except MemoryError:
        _report("expected a problem that fits in memory; a smaller position would help")
    return 2


@contextmanager
def _terminated() -> Iterator[None]:
    """SIGTERM as an exception, so that what is held is let go; where it is ignored, or in another thread, as it is."""
    from grundy.errors import Terminated

    def handle(number: int, frame: object) -> None:
        raise Terminated

    before = signal.getsignal(signal.SIGTERM)
    if threading.current_thread() is not threading.main_thread() or before in (signal.SIG_IGN, None):
        yield
        return
    signal.signal(signal.SIGTERM, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _drop_output() -> None:
    """Whoever read the output has gone, or it has no room: what is left in the buffer goes nowhere."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
