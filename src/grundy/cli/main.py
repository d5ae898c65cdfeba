"""The command line: reads arguments and files, asks the library, prints; it knows no game and computes nothing.

Modules that a command does not need are not imported: `--help` answers in the time that Python and click take.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, Any, NoReturn

import click

from grundy.cli import heaps as cli_heaps
from grundy.cli import play as cli_play
from grundy.cli import tables as cli_tables
from grundy.cli.input import STDIN, read_input
from grundy.cli.judge import judge
from grundy.cli.options import CLUSTER, LIMITS, SET, command_words, limits_of, long_work
from grundy.cli.output import draws, screen_width, styled_text
from grundy.cli.whole import Whole
from grundy.engines.search.way import METHODS, Method
from grundy.version import __version__

if TYPE_CHECKING:
    from grundy.cli.answering import Answer
    from grundy.model.result import Result
    from grundy.model.rule import Position

KEPT = 10  # winning moves in the record of a run
FEW_LINES = 50  # that are answered before what keeps a run would be loaded, if none is searched
LONG_WORD, LONG_LINE = 400, 2_000  # characters of an error from which on the middle is left out


class Commands(click.Group):
    """The commands, in the order in which they are written, with a suggestion for a misspelt one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """The command. Click itself prints an empty line for Ctrl-C and SIGTERM, which it must therefore not see."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as problem:
            raise click.exceptions.Abort from problem


@click.group(cls=Commands, context_settings={"help_option_names": ["--help"], "max_content_width": 110})
@click.version_option(__version__, message="grundy %(version)s")
def cli() -> None:
    """Solve impartial games: who wins, with what nim-value, by which moves, and why.

    \b
    grundy solve rectangle 0110/0000/0000/0001
    grundy solve 'take-away:1,2,3(3 4 5) + nim(5)' --explain
    grundy judge hdu5724-chess < rows.txt
    grundy games
    """


POSITION = {"ignore_unknown_options": True}


@cli.command(context_settings=POSITION)
@click.argument("game", required=False)
@click.argument("position", nargs=-1, type=click.UNPROCESSED)
@click.option("--file", "file", metavar="FILE", help="Read the position from FILE ('-': standard input).")
@click.option("--lines", "lines", metavar="FILE", help="Answer one expression a line from FILE ('-': standard input).")
@click.option("--misere", is_flag=True, help="Whoever cannot move wins.")
@click.option("--loopy", is_flag=True, help="Positions may come back; play may be drawn.")
@SET
@click.option("--explain", is_flag=True, help="Say why: components, values, their XOR, what each winning move does.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--moves", metavar="N", type=Whole(0), help="List at most N winning moves (10; in JSON 10,000).")
@click.option("--method", type=click.Choice(METHODS), default="auto", help="How boards and graphs are searched.")
@click.option("--cores", metavar="K", type=Whole(1), help="Use K threads (all cores); --lines: K processes.")
@CLUSTER
@click.option("--certificate", metavar="FILE", help="Write what proves the value.")
@click.option("--strategy", metavar="FILE", help="Write what proves who wins: a reply to every move.")
@long_work
@click.pass_context
def solve(
    ctx: click.Context,
    game: str | None,
    position: tuple[str, ...],
    file: str | None,
    lines: str | None,
    misere: bool,
    loopy: bool,
    settings: tuple[str, ...],
    explain: bool,
    as_json: bool,
    moves: int | None,
    method: Method,
    cores: int | None,
    cluster: str | None,
    certificate: str | None,
    strategy: str | None,
    store: str | None,
    no_store: bool,
    time_limit: str | None,
    memory: str | None,
) -> None:
    """Say who wins a position, and how.

    GAME is a name from 'grundy games', with its parameters after a colon, or a Python file of yours
    (FILE.py or FILE.py:rule; it is run). Without GAME's POSITION give an expression of summands:

    \b
    grundy solve take-away:1,2,3 3 4 5
    grundy solve 'take-away:1,2,3(3 4 5) + nim(5)' --explain
    grundy solve rectangle '0110/0000/0000/0001' --json
    grundy solve --lines positions.txt --json
    """
    from grundy.api.provenance import made_by, said_again, solving, words_again
    from grundy.api.solve import solve as answer
    from grundy.engines.search.way import is_searched
    from grundy.model.result import LISTED
    from grundy.show.machine import result_json
    from grundy.show.text import SHOWN, Line, result_lines

    if certificate and (lines is not None or misere or loopy):
        raise click.UsageError("--certificate takes one position in normal play: no --lines, --misere or --loopy")
    if strategy and (lines is not None or loopy):
        raise click.UsageError("--strategy takes one position, in normal or misère play: no --lines or --loopy")
    form = ["--json", *([] if moves is None else ["--moves", str(moves)])]
    form += [] if method == "auto" else ["--method", method]
    form += [word for setting in settings for word in ("--set", setting)]
    if lines is not None:
        if game is not None or file is not None:
            raise click.UsageError("--lines takes expressions from its FILE; leave out GAME, POSITION and --file")
        if settings:
            raise click.UsageError("--set goes with a GAME and a POSITION, not with expressions")
        if explain:
            raise click.UsageError("--explain takes one position: no --lines")
        if cores is not None and cluster is not None:
            raise click.UsageError("expected --cores K or --cluster ADDRESS, found both")
        from grundy.cli.many import answered_here, answered_lines, refuse_files

        read = _expressions(lines, loopy)
        places = [f"{STDIN if lines == '-' else lines}:{number}" for number, _, _ in read]
        question: dict[str, Any] = {"misere": misere, "loopy": loopy, "json": form if as_json else None}
        question["method"] = method
        question["moves"] = LISTED if moves is None else moves
        limited = any(one is not None for one in (cores, time_limit, memory, store))
        searched = any(is_searched(part.rule.data) for _, _, position in read for part in position.components)
        if cluster is not None or limited or searched or len(read) > FEW_LINES or ctx.obj is not None:
            if cluster is not None:
                refuse_files([(number, position) for number, _, position in read], STDIN if lines == "-" else lines)
            words = ("solve", *command_words(ctx, LIMITS))
            kept = limits_of(store, no_store, time_limit, memory)
            texts = [text for _, text, _ in read]
            processes = None if cluster is not None else cores or int(limited)  # one can be ended when the time is up
            rules = [part.rule for _, _, position in read for part in position.components]
            answered_lines(texts, places, rules, question, processes, cluster, kept, words, ctx.obj)
        else:
            _print(answered_here([position for _, _, position in read], places, question))
        return
    if cluster is not None:
        raise click.UsageError("--cluster goes with --lines: one position is solved on this machine, on --cores K")
    limits = partial(limits_of, store, no_store, time_limit, memory)
    given = limits() if store or no_store or time_limit is not None or memory is not None else None
    asked = _position(game, position, file, loopy, settings)
    proofs = [(what, path) for what, path in (("Certificate", certificate), ("Strategy", strategy)) if path]
    notes: list[tuple[str, bool]] = []
    stopped: BaseException | None = None
    with ExitStack() as stack:
        session: Answer | None = None
        if given or proofs or any(is_searched(component.rule.data) for component in asked.components):
            from grundy.cli.answering import answering

            session = stack.enter_context(answering(given or limits, words_again(ctx.params, asked), ctx.obj))
            result = answer(asked, misere, loopy, method=method, cores=cores, session=session)
        else:
            result = answer(asked, misere, loopy)
        if proofs:  # before the answer is said: one of two that contradict each other is wrong
            from grundy.api.certify import certify
            from grundy.api.provenance import written
            from grundy.errors import GrundyError
            from grundy.proof.keep import FalseCertificate

            try:
                for what, path in proofs:
                    how: Any = {"strategy": what == "Strategy", "method": method, "cores": cores, "session": session}
                    checked = certify(result, path, **how).checked
                    notes.append((written(what, path, checked), checked))
            except FalseCertificate:
                raise
            except (GrundyError, KeyboardInterrupt) as problem:
                stopped = problem  # there is an answer to say
        if as_json:
            text = f"{result_json(result, LISTED if moves is None else moves, made_by(solving(result, *form)))}\n"
        else:
            shown, again = SHOWN if moves is None else moves, said_again(ctx.params, asked)
            told = result_lines(result, shown, explain, not draws(), screen_width(), again)
            if explain and result.play == "normal":
                from grundy.api.known_values import same_lines

                told[-1:-1] = [Line("note", line) for line in same_lines(asked)]
            text = styled_text(told) + "".join(f"{note}\n" for note, _ in notes)
        for note, checked in notes:
            if as_json and not checked:
                click.echo(note, err=True)
        if stopped is not None:
            click.echo(text, nl=False)
            raise stopped
        if session is None:
            click.echo(text, nl=False)
        else:
            session.give(text, 0, _kept(result) if session.has_begun else None)


def _kept(result: Result) -> tuple[Any, Any]:
    """What is kept of an answer, and how it is known, in JSON's types."""
    import json

    from grundy.show.machine import result_json

    told = json.loads(result_json(result, KEPT))
    return {name: value for name, value in told.items() if name != "evidence"}, told["evidence"]


def _position(
    game: str | None, words: tuple[str, ...], file: str | None, loopy: bool, settings: tuple[str, ...]
) -> Position:
    """The position that the arguments and the file say."""
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


def _expressions(file: str, loopy: bool) -> list[tuple[int, str, Position]]:
    """The lines of a file of expressions: number, text, position; all are read before the first is answered."""
    from grundy.notation.expression import read_expression
    from grundy.text.reader import Text

    data, name = read_input(file)
    text = Text(data, name)
    found = [
        (number, line.string, read_expression(line, loopy))
        for number, line in enumerate(text.line_parts(), 1)
        if line.string.strip(" \t\r")
    ]
    if not found:
        text.report_end("an expression in each line, such as nim(3 5)")
    text.close()
    return [(number, line, position) for number, line, position in found if position is not None]


cli.add_command(judge)


@cli.command(short_help="List the games, or tell all about one.")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game.")
def games(name: str | None, as_json: bool) -> None:
    """List the games, or show the rule, notation, known values and an example of one."""
    from grundy.cli.games import describe_games

    click.echo(styled_text(describe_games(name, as_json)), nl=False)


for command in (*cli_play.COMMANDS, *cli_tables.COMMANDS, *cli_heaps.COMMANDS):
    cli.add_command(command)


def _print(lines: Iterable[str]) -> None:
    click.echo("".join(f"{line}\n" for line in lines), nl=False)


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
