"""The options that several commands have, and what they say: limits, the store, the words that ask the same again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.core import ParameterSource

from grundy.cli.whole import FilePath

if TYPE_CHECKING:
    from grundy.runs.session import Limits

Command = TypeVar("Command", bound=Callable[..., Any])

POSITION = {"ignore_unknown_options": True}  # of a command whose arguments are a position, which may begin with a dash
SET = click.option("--set", "settings", metavar="NAME=VALUE", multiple=True, help="Set a parameter of your own rule.")
STORE = click.option("--store", metavar="FILE", type=FilePath(), help="Record runs in FILE.")
CLUSTER = click.option("--cluster", metavar="ADDRESS", help="Use the workers of the Dask scheduler at ADDRESS.")
LIMITS = ("time_limit", "memory", "store", "no_store")
TIME_LIMIT = click.option(
    "--time-limit", metavar="TIME", help="Stop after TIME, as in 90s, 5min or 2h, and say how to resume."
)
MEMORY = click.option("--memory", metavar="SIZE", help="Use at most SIZE, as in 500M or 4G.")
NO_STORE = click.option("--no-store", is_flag=True, help="Record nothing.")


@dataclass(frozen=True, slots=True)
class LongWork:
    """The options of long work, as they were typed."""

    time_limit: str | None
    memory: str | None
    store: str | None
    no_store: bool
    estimate: bool = False

    @property
    def is_limited(self) -> bool:
        """Whether a limit was given, or a store, or an estimate is asked for."""
        return self.estimate or any(one is not None for one in (self.time_limit, self.memory, self.store))

    def words(self) -> list[str]:
        """They again, as words of a command."""
        given = (("--time-limit", self.time_limit), ("--memory", self.memory), ("--store", self.store))
        flags = ["--no-store"] if self.no_store else []
        return [*flags, *(word for name, value in given if value is not None for word in (name, value))]

    def read(self) -> Limits:
        """What they mean.

        Raises:  BadText: no time or size. StoreError: the store cannot be used.
        """
        from grundy.cli.runs import store_path
        from grundy.runs.session import Limits
        from grundy.text.numbers import read_duration, read_size

        return Limits(
            None if self.time_limit is None else read_duration(self.time_limit),
            None if self.memory is None else read_size(self.memory),
            None if self.estimate else store_path(self.store, self.no_store),
            self.estimate,
        )


def long_work(command: Command) -> Command:
    """The options of every command that may take long, which gets them as one value, `work`."""

    @wraps(command)
    def limited(
        *given: Any, time_limit: str | None, memory: str | None, store: str | None, no_store: bool, **rest: Any
    ) -> Any:
        return command(*given, work=LongWork(time_limit, memory, store, no_store), **rest)

    for option in (NO_STORE, STORE, MEMORY, TIME_LIMIT):
        limited = option(limited)
    return cast(Command, limited)


def estimated_work(command: Command) -> Command:
    """The same, and --estimate: the command is only begun then, and what it would take is printed."""

    @wraps(command)
    def begun(*given: Any, estimate: bool, work: LongWork, **rest: Any) -> Any:
        if not estimate:
            return command(*given, work=work, **rest)
        from grundy.cli.estimate import print_estimate

        return print_estimate(lambda: command(*given, work=replace(work, estimate=True), **rest), rest)

    help = "Only say how long it would take, and how much memory."
    return cast(Command, click.option("--estimate", is_flag=True, help=help)(long_work(begun)))


@dataclass(frozen=True, slots=True)
class HowFar:
    """The last state that is asked for, as it was typed, or how many states, which is another word for it."""

    to: str | None
    states: str | None
    limit: str | None

    def count(self, least: int = 1) -> int | None:
        """How many states, from 0 on, at least so many; None where nothing was said.

        Raises:  BadText: no such number.
        """
        from grundy.text.numbers import read_count

        for name in ("to", "states", "limit"):  # one of them at most
            if (text := getattr(self, name)) is not None:
                return read_count(text, f"--{name}", 0) + 1 if name == "to" else read_count(text, f"--{name}", least)
        return None

    def last(self) -> int | None:
        """The last state; None where nothing was said. Raises BadText: see `count`."""
        count = self.count()
        return None if count is None else count - 1


def how_far(help: str, shown: str = "") -> Callable[[Command], Command]:
    """The option --to, and --states and --limit for the number of states, which the command gets as one value, `far`.

    Args:    shown: the one of these two that stands in the help, too.
    """

    def decorated(command: Command) -> Command:
        @wraps(command)
        def bounded(*given: Any, to: str | None, states: str | None, limit: str | None, **rest: Any) -> Any:
            return command(*given, far=HowFar(to, states, limit), **rest)

        for name in ("limit", "states"):
            said = "The first N, 0 to N - 1, in place of --to."
            bounded = click.option(f"--{name}", metavar="N", hidden=name != shown, help=said)(bounded)
        return cast(Command, click.option("--to", metavar="N", help=help)(bounded))

    return decorated


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
