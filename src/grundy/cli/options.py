"""The options that several commands have, and what they say: limits, the store, the words that ask the same again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from grundy.runs.session import Limits

Command = TypeVar("Command", bound=Callable[..., Any])

SET = click.option("--set", "settings", metavar="NAME=VALUE", multiple=True, help="Set a parameter of your own rule.")
STORE = click.option("--store", metavar="FILE", help="Record runs in FILE.")
CLUSTER = click.option("--cluster", metavar="ADDRESS", help="Use the workers of the Dask scheduler at ADDRESS.")
LIMITS = ("time_limit", "memory", "store", "no_store")
NO_STORE = click.option("--no-store", is_flag=True, help="Record nothing.")


def long_work(command: Command) -> Command:
    """The options of every command that may take long."""
    for option in (
        NO_STORE,
        STORE,
        click.option("--memory", metavar="SIZE", help="Use at most SIZE, as in 500M or 4G."),
        click.option(
            "--time-limit", metavar="TIME", help="Stop after TIME, as in 90s, 5min or 2h, and say how to go on."
        ),
    ):
        command = option(command)
    return command


def limits_of(store: str | None, no_store: bool, time_limit: str | None, memory: str | None) -> Limits:
    """What the options of long work say."""
    from grundy.cli.runs import store_path
    from grundy.runs.session import Limits
    from grundy.text.quantities import read_duration, read_size

    return Limits(
        None if time_limit is None else read_duration(time_limit),
        None if memory is None else read_size(memory),
        store_path(store, no_store),
    )


def command_words(ctx: click.Context, without: tuple[str, ...]) -> list[str]:
    """The arguments and options of a command as they were given, but for some; `grundy resume` gives them again."""
    arguments, options = given_words(ctx, without)
    return [*options, "--", *arguments] if any(word.startswith("-") for word in arguments) else [*arguments, *options]


def given_words(ctx: click.Context, without: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The arguments, and the options with their values, that were given."""
    arguments: list[str] = []
    options: list[str] = []
    for parameter in ctx.command.params:
        value = ctx.params.get(parameter.name or "")
        if parameter.name in without or value is None or value is False or value == ():
            continue
        if isinstance(parameter, click.Argument):
            arguments += map(str, value if isinstance(value, tuple) else (value,))
        elif ctx.get_parameter_source(parameter.name or "") is ParameterSource.DEFAULT:
            continue
        elif value is True:
            options.append(parameter.opts[0])
        elif isinstance(parameter, click.Option) and parameter.is_flag:  # one of several flags for one value
            options += [parameter.opts[0]] if value == parameter.flag_value else []
        else:
            for one in value if isinstance(value, tuple) else (value,):
                options += [parameter.opts[0], str(one)]
    return arguments, options


def refuse_misspelt(ctx: click.Context, words: Sequence[str]) -> None:
    """Refuse words of a position that are nearly an option of the command, since no position is written so.

    Raises:  NoSuchOption: with the option that was meant.
    """
    from difflib import get_close_matches

    options = [name for parameter in ctx.command.params for name in parameter.opts if name.startswith("--")]
    for word in words:
        name = word.partition("=")[0]
        if name.startswith("--") and name[2:].replace("-", "").isalpha():
            near = get_close_matches(name[:40], options, 1, 0.7)
            if near and name not in options:  # behind '--' an option is text
                raise click.NoSuchOption(name, possibilities=near, ctx=ctx)
