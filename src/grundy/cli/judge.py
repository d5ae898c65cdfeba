"""The command `judge`; its options are those of the formats."""

from __future__ import annotations

import re
from pathlib import Path

import click

from grundy.cli.completion import complete_file, complete_format
from grundy.cli.input import file_or_name, read_input
from grundy.cli.output import say

NONE = "grundy.cli.judge.none"  # and that no option was given
PROSE = re.compile("  (?! )")  # lines about a format; its samples are indented by four
OWN = "grundy.cli.judge.own"  # the format in a file, among what a command keeps


class JudgeCommand(click.Command):
    """A command that has the options of all formats, too; they are loaded only where this command is asked for."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a format in a file of one's own has its options among them."""
        for before, word in zip(["", *args], args, strict=False):
            if (before != "--file" and word.endswith(".py")) or ".py:" in word:
                from grundy.api.judge import find

                ctx.meta[OWN] = find(Path(word))
                break
        ctx.meta[NONE] = not any(word.startswith("-") for word in args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters of the command, and then those of the formats."""
        if ctx.meta.get(NONE):
            return super().get_params(ctx)
        from grundy.judges import JUDGES

        formats: dict[str, list[str]] = {}
        options: dict[str, click.Option] = {}
        for judge in (*JUDGES, *([ctx.meta[OWN]] if OWN in ctx.meta else ())):
            for option in judge.options:
                formats.setdefault(option.name, []).append(f"{judge.name}: {option.summary}")
                kind = None if option.metavar else click.Choice(option.choices)
                if option.name in options:  # of several formats: each says itself what it takes
                    kind = None
                help = f"{'; '.join(formats[option.name])}."
                options[option.name] = click.Option(
                    [f"--{option.name}"], type=kind, metavar=option.metavar or None, help=help
                )
        *own, last = super().get_params(ctx)  # the last is --help
        return [*own, *options.values(), last]


@click.command(cls=JudgeCommand, context_settings={"allow_extra_args": True})
@click.argument("format", required=False, shell_complete=complete_format)
@click.option("--list", "list_formats", is_flag=True, help="Describe the formats, their limits and a sample of each.")
@click.option(
    "--file",
    "file",
    metavar="FILE",
    default="-",
    shell_complete=complete_file,
    help="Read FILE instead of standard input.",
)
@click.option("--memory", metavar="SIZE", help="Try large boards, too; give up beyond SIZE, as in 500M.")
@click.option("--time-limit", metavar="TIME", help="Try large boards, too; give up after TIME, as in 5min.")
@click.pass_context
def judge(
    ctx: click.Context,
    /,
    format: str | None,
    list_formats: bool,
    file: str,
    memory: str | None,
    time_limit: str | None,
    **options: str | None,
) -> None:
    """Answer a judge's input file in the judge's output format.

    FORMAT is a name from 'grundy judge --list', or a Python file of yours that makes one (FILE.py or FILE.py:NAME; it
    is run).

    \b
    grundy judge gcj2019-bacterial-tactics < subtask2.in
    echo 3 4 5 | grundy judge gfg-take-1-to-3 --starts 2
    """
    from grundy.api.judge import find, require_options
    from grundy.api.judge import judge as answer

    if ctx.args:
        raise click.UsageError(f"the input is read from standard input: did you mean '{_meant(format, ctx.args)}'?")
    named = None if format is None else file_or_name(format)
    if list_formats:
        from grundy.judges import JUDGES

        listed = "\n".join(f"{judge_format}\n" for judge_format in ([find(named)] if format is not None else JUDGES))
        say(listed, PROSE)
        return
    from grundy.cli.answering import answering
    from grundy.runs.session import Limits
    from grundy.text.numbers import read_duration, read_size

    chosen = find(named)
    given = {name: value for name, value in options.items() if value is not None}
    require_options(chosen, given)
    seconds = None if time_limit is None else read_duration(time_limit)
    most = None if memory is None else read_size(memory)
    larger = "" if seconds is most is None else ", or a larger limit"
    with answering(Limits(seconds, most), remedy=f"fewer or smaller cases in a file would help{larger}") as session:
        text, name = read_input(file)
        session.give(answer(chosen, text, name=name, session=session, **given))


def _meant(format: str | None, others: list[str]) -> str:
    """The command for words of which one may name a format, and the others files."""
    from grundy.judges import BY_NAME
    from grundy.text.terminal import as_typed, quoted

    words = sorted((format or "FORMAT", *others), key=lambda word: word not in BY_NAME)
    return f"{as_typed(('judge', words[0]))} < {quoted(words[1])}"
