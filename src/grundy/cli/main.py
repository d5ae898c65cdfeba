"""The command line: reads arguments and files, asks the library, prints; it knows no game and computes nothing.

Modules that a command does not need are not imported: `--help` answers in the time that Python and click take.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import BufferedWriter, RawIOBase, StringIO, TextIOWrapper
from keyword import iskeyword
from typing import Any, NoReturn

import click

from grundy.cli.misspelt import WORDS, corrected, nearest, superfluous
from grundy.version import __version__

COMPILING = ("numba", "numpy", "llvmlite")  # what may be missing, of an extra or where only Click was installed
LONG_WORD, LONG_LINE = 400, 2_000  # characters of an error from which on the middle is left out
MODULES = {
    "solve": "solve",
    "options": "solve",
    "judge": "judge",
    "games": "games",
    "play": "play",
    "serve": "play",
    "class": "classroom",
    "table": "tables",
    "sequence": "tables",
    "check": "tables",
    "stress": "stress",
    "runs": "tables",
    "resume": "tables",
    "period": "heaps",
    "atlas": "heaps",
    "verify": "heaps",
    "prove": "prove",
    "guess": "guess",
    "oeis": "oeis",
    "nimber": "nimber",
    "quotient": "misere",
    "genus": "misere",
}
"""The commands in the order of the help, each with the module that it is loaded from when it is asked for."""


SUMMARIES = {
    "solve": "Say who wins a position, and how.",
    "options": "List the moves of a position with the nim-values of its options.",
    "judge": "Answer a judge's input file in the judge's output format.",
    "games": "List the games, describe one, or find some.",
    "play": "Play against the computer, perfect or with a blunder rate.",
    "serve": "Show the games in a browser.",
    "class": "Play with a class, and see who has won what.",
    "table": "Fill a table of nim-values, and read it.",
    "sequence": "List the nim-values of the states 0 to N.",
    "check": "Compare a guess with the nim-values.",
    "stress": "Find the smallest input on which a program fails.",
    "runs": "List recorded runs.",
    "resume": "Resume a run that was stopped.",
    "period": "Find the period of a game on heaps, and prove it.",
    "atlas": "Make a table of many octal codes and their periods.",
    "verify": "Check certificates, trusting nothing that computed them.",
    "prove": "Prove a theorem about all positions of a rule.",
    "guess": "Look for patterns in values that any program printed.",
    "oeis": "Compare an entry of the OEIS with a game, or write what a submission needs.",
    "nimber": "Compute with nimbers: nim-products, quotients, roots.",
    "quotient": "Print the misère quotient of the heaps of a game.",
    "genus": "Print the genus of each heap of a game.",
}
"""What the help says of each command, so that none is loaded for it."""


def command_named(name: str) -> click.Command:
    """One of the commands, loaded when it is asked for."""
    function = f"{name}_" if iskeyword(name) else name
    command: click.Command = getattr(import_module(f"grundy.cli.{MODULES[name]}"), function)
    command.short_help = SUMMARIES[name]
    return command


class Commands(click.Group):
    """The commands, in the order of the table, with what was probably meant by a misspelt one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return command_named(name) if name in MODULES else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, with what each does."""
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The words that are left for the command; all are kept, for what is said of a misspelt one."""
        ctx.meta[WORDS] = tuple(args)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, and the words that follow it. Raises: UsageError: there is none of that name."""
        name = args[0]
        if name in MODULES or name.startswith("-"):
            return super().resolve_command(ctx, args)
        from grundy.games.catalogue import GAMES

        near = nearest(name, MODULES)
        if not near and name.replace("(", ":").partition(":")[0] in GAMES:
            near = [f"grundy solve {name}"]
        raise click.UsageError(f"No such command {name!r}.{f' Did you mean {near[0]!r}?' if near else ''}", ctx)

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


def _report(*lines: str) -> None:
    """An error, on standard error; each line is one line there, whatever is named in it."""
    with suppress(OSError):  # nobody can be told that standard error cannot be written
        from grundy.cli.output import note

        note(*map(in_short, lines))


def in_short(message: str) -> str:
    """A line in which what was given is not repeated where it is very long, and can be shown.

    >>> in_short("found \\x11")
    'found \\\\x11'
    >>> in_short("expected 1, found " + "7" * 1000)
    'expected 1, found 77777777777777777777777777777777777777777777777777...77777777777777777777 (1,000 characters)'
    """
    import re

    from grundy.text.terminal import printable

    message = printable(message, kept="")
    if len(message) <= LONG_WORD:
        return message

    def cut(match: re.Match[str]) -> str:
        return f"{match[0][:50]}...{match[0][-20:]} ({len(match[0]):,} characters)"

    line = re.sub(rf"\S{{{LONG_WORD},}}", cut, message)
    return line if len(line) <= LONG_LINE else f"{line[:500]} ... {line[-300:]}"


def main() -> None:
    """Run the command line; whatever is refused is said in plain words, with exit status 2."""
    import os

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us: nothing to read, and nobody reads
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (it stays open)
    if isinstance(sys.stdout, TextIOWrapper) and isinstance(sys.stdout.buffer, RawIOBase):
        sys.stdout = _whole(sys.stdout)
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")  # as stderr is: a terminal may lack letters of a name
    if os.environ.get("_GRUNDY_COMPLETE", "").startswith("fish"):
        from grundy.cli.completion import use_whole_fish

        use_whole_fish()
    end(lambda: cli(prog_name="grundy", standalone_mode=False))


def _whole(output: TextIOWrapper) -> TextIOWrapper:
    """An unbuffered output (python -u, PYTHONUNBUFFERED), buffered: it drops the end of what has no room in silence."""
    encoding, errors = output.encoding, output.errors
    raw = output.detach()
    return TextIOWrapper(BufferedWriter(raw), encoding, errors, line_buffering=True)  # type: ignore[type-var]


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
        if "grundy.notation.rule_files" not in sys.modules:
            # Python would look through all that was loaded once more, in a tenth of the time of a small command. After
            # a user's own code it shall: files that this left open are written then.
            gc.freeze()
        raise


def run(command: Callable[[], Any]) -> int:
    """The exit status of a command: 0 answered, 2 refused, 130 interrupted, 143 terminated."""
    from grundy.errors import BadText, GrundyError, Terminated

    sys.set_int_max_str_digits(0)  # an XOR of two 4,300-digit numbers may have 4,301
    try:
        with _terminated():
            status = command()
            sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except BadText as problem:
        _report(*map(str, problem.findings))
    except GrundyError as problem:
        _report(str(problem))
    except click.ClickException as problem:
        if isinstance(problem, click.NoSuchOption):
            problem = corrected(problem, map(command_named, MODULES))
        elif isinstance(problem, click.UsageError):
            problem = superfluous(problem)
        message = StringIO()
        problem.show(message)
        _report(*message.getvalue().rstrip("\n").split("\n"))
    except (click.exceptions.Abort, KeyboardInterrupt, RuntimeError) as problem:
        stopped = problem if isinstance(problem, KeyboardInterrupt) else problem.__cause__
        if isinstance(problem, RuntimeError) and not isinstance(stopped, KeyboardInterrupt):
            raise  # up to Python 3.11, what is raised while a class is being made comes as the cause of a RuntimeError
        if isinstance(stopped, Terminated):
            _report("terminated")
            return 143
        _report("interrupted")
        return 130
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] not in COMPILING:
            raise
        _report(f"this needs machine code, for which {problem.name} is missing: pip install 'grundy[compile]'")
    except BrokenPipeError:
        _drop_output()
        sys.exit(0)
    except OSError as problem:
        if problem.filename is not None:
            _report(f"{problem.filename}: expected a file that can be used, found: {problem.strerror}")
            return 2
        _report(f"<stdout>: cannot be written: {problem.strerror or problem}")
        _drop_output()
    except ValueError:
        if not sys.stdout.closed:
            raise
        _report("<stdout>: cannot be written: it was closed, perhaps by a rule")
    except MemoryError:
        _report("expected a problem that fits in memory; try a smaller position")
    return 2


@contextmanager
def _terminated() -> Iterator[None]:
    """SIGTERM as an exception, so that what is held is let go; where it is ignored, or in another thread, as it is.

    An exception that meets code which can raise none, as when an object goes (Numba has such), would be lost: the
    signal comes again then.
    """
    from grundy.errors import Terminated

    def handle(number: int, frame: object) -> None:
        raise Terminated

    def again(lost: sys.UnraisableHookArgs) -> None:
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            hook(lost)
            return
        number = signal.SIGTERM if isinstance(lost.exc_value, Terminated) else signal.SIGINT
        while True:  # on a busy machine it may come while this function is not left yet, and would be lost once more
            try:
                soon = threading.Timer(0.01, signal.raise_signal, (number,))
                soon.daemon = True
                soon.start()
                return
            except KeyboardInterrupt:
                continue

    before = signal.getsignal(signal.SIGTERM)
    if threading.current_thread() is not threading.main_thread() or before in (signal.SIG_IGN, None):
        yield
        return
    hook = sys.unraisablehook
    signal.signal(signal.SIGTERM, handle)
    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = hook
        signal.signal(signal.SIGTERM, before)


def _drop_output() -> None:
    """Whoever read the output has gone, or it has no room: what is left in the buffer goes nowhere."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
