"""The options that several commands have, and what they say: limits, the store, the words that ask the same again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click
from click.core import ParameterSource

from grundy.cli.output import say
from grundy.errors import BadText, Finding

if TYPE_CHECKING:
    from grundy.runs.session import Limits


# Numbers and files as values of options, refused in the form that everything else is.

_DIGITS = 18


class Whole(click.IntRange):
    """A whole number from `min` on, 0 or more, and up to `max`; None: any."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number that a text is."""
        if isinstance(value, int):
            return value
        number = int(value) if re.fullmatch(f"-?[0-9]{{1,{_DIGITS}}}", value, re.ASCII) else None
        if number is None or number < (self.min or 0) or (self.max is not None and number > self.max):
            from grundy.text.reader import describe  # only ever needed for a finding

            long = self.max is None and len(value) > _DIGITS and value.isascii() and value.isdigit()
            expected = f"a number of at most {_DIGITS} digits" if long else self._expected()
            raise BadText([Finding(1, 1, expected, describe(value) if long else repr(value), f"<{_name(param)}>")])
        return number

    def _expected(self) -> str:
        return f"a whole number, {self.min} or more" if self.max is None else f"a number in {self.min}..{self.max}"


class Decimal(click.FloatRange):
    """A number from `min` on, up to `max` if there is one, as people write it: 2, 0.5 or .5."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that a text is."""
        if isinstance(value, (int, float)):
            return value
        written = re.fullmatch(r"[0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9}", value, re.ASCII)
        number = float(value) if written else -1.0
        if number < (self.min or 0) or (self.max is not None and number > self.max):
            to = "on" if self.max is None else f"to {self.max}"
            expected = f"a number from {self.min} {to}, such as {'2.5' if self.max is None else '0.5'}"
            raise BadText([Finding(1, 1, expected, repr(value), f"<{_name(param)}>")])
        return number


class FilePath(click.Path):
    """The name of a file, which is never empty: as a path, that would be the folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path that a text is."""
        if value == "":
            raise BadText([Finding(1, 1, "the name of a file", "''", f"<{_name(param)}>")])
        return super().convert(value, param, ctx)


def _name(param: click.Parameter | None) -> str:
    return param.opts[0] if isinstance(param, click.Option) else "argument"


# What --estimate prints in place of an answer: how long the work would take, and how much memory.


def print_estimate(command: Callable[[], Any], options: Mapping[str, Any]) -> int:
    """Begin the work of a command, and print its estimate."""
    from grundy.runs.estimate import Estimated

    try:
        command()
    except Estimated as begun:
        if any(options.get(name) in (True, "json") for name in ("as_json", "json", "form")):
            import json

            say(f"{json.dumps(begun.as_dict())}\n")
        else:
            say(f"{begun}\n")
    return 0


# A command whose options must go together, as `grundy.api.constraints` says, before it begins.

FORMAT, TABLE = "format", "table in a file"  # what GAME may be besides a game
TASKS = ("check", "write")  # of the command oeis


class Verb(click.Command):
    """The command of a verb."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it. Raises: UsageError: its options do not go together."""
        from grundy.api.constraints import complaint

        options = {_key(option): option for option in self.params}
        given = {key: _is_given(ctx, option) for key, option in options.items()}
        shown = {key: is_given for key, is_given in given.items() if is_given or not _is_hidden(options[key])}

        def name(key: str) -> str:
            option = options.get(key)
            return f"a {key}" if option is None else option.opts[0] if _is_named(option) else key.upper()

        def full(key: str) -> str:
            option = options.get(key)
            return f"{name(key)} {option.metavar}" if option is not None and option.metavar else name(key)

        assert self.name is not None
        if told := complaint(self.name, shown | _kinds(self.name, ctx.params), name, full):
            raise click.UsageError(told, ctx)
        return super().invoke(ctx)


def _key(option: click.Parameter) -> str:
    """The name of an option in the table: --no-store is no_store."""
    return option.opts[0].lstrip("-").replace("-", "_")


def _is_named(option: click.Parameter) -> bool:
    return isinstance(option, click.Option)


def _is_hidden(option: click.Parameter) -> bool:
    return isinstance(option, click.Option) and option.hidden


def _is_given(ctx: click.Context, option: click.Parameter) -> bool:
    """Whether an option was typed; of several flags for one value, whether it was this one."""
    if ctx.get_parameter_source(option.name or "") is ParameterSource.DEFAULT:
        return False
    value = ctx.params.get(option.name or "")
    if isinstance(option, click.Option) and option.is_flag:
        return value is True or bool(value == option.flag_value)
    return value is not None and value != ()


def _kinds(verb: str, values: dict[str, Any]) -> dict[str, bool]:
    """What GAME is, where that decides which options go with it."""
    if verb == "table":
        return {TABLE: values["game"].endswith(".npy")}
    if verb == "oeis":
        return {task: values["task"] == task for task in TASKS}
    if verb == "stress":
        from grundy.judges import BY_NAME

        return {FORMAT: values["game"] in BY_NAME}
    return {}


# The options that several commands have, and what they say: limits, the store, the words that ask the same again.

Command = TypeVar("Command", bound=Callable[..., Any])

POSITION = {"ignore_unknown_options": True}  # of a command whose arguments are a position, which may begin with a dash
SET = click.option("--set", "settings", metavar="NAME=VALUE", multiple=True, help="Set a parameter of your own rule.")
MEASURE = click.option(
    "--measure", metavar="EXPRESSION", help="What each move of your own rule lowers, as in '50 - n': Python."
)
STORE = click.option("--store", metavar="FILE", type=FilePath(), help="Record runs in FILE.")
CLUSTER = click.option("--cluster", metavar="ADDRESS", help="Use the workers of the Dask scheduler at ADDRESS.")
LIMITS = ("time_limit", "memory", "store", "no_store")
TIME_LIMIT = click.option(
    "--time-limit", metavar="TIME", help="Stop after TIME, as in 90s, 5min or 2h, and say how to resume."
)
MEMORY = click.option("--memory", metavar="SIZE", help="Use at most SIZE, as in 500M or 4G.")
NO_STORE = click.option("--no-store", is_flag=True, help="Record nothing.")


class LongWork(NamedTuple):
    """The options of long work, as they were typed."""

    time_limit: str | None
    memory: str | None
    store: str | None
    no_store: bool
    estimate: bool = False

    @property
    def is_limited(self) -> bool:
        """Whether a limit was given, or a store, or an estimate is asked for."""
        return self.estimate or any(limit is not None for limit in (self.time_limit, self.memory, self.store))

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
        return print_estimate(lambda: command(*given, work=work._replace(estimate=True), **rest), rest)

    help = "Only say how long it would take, and how much memory."
    return cast(Command, click.option("--estimate", is_flag=True, help=help)(long_work(begun)))


class WhoWins(NamedTuple):
    """Whether it is asked who wins, and not for nim-values; and in which play."""

    outcomes: bool = False
    misere: bool = False
    loopy: bool = False

    @property
    def is_asked(self) -> bool:
        """Whether one of the options was typed."""
        return self.outcomes or self.misere or self.loopy


def who_wins(command: Command) -> Command:
    """The options --outcomes, --misere and --loopy of a command about many states, which gets them as one value."""

    @wraps(command)
    def told(*given: Any, outcomes: bool, misere: bool, loopy: bool, **rest: Any) -> Any:
        return command(*given, who=WhoWins(outcomes, misere, loopy), **rest)

    for name, help in (
        ("loopy", "Say who wins, or draws, where states may come back."),
        ("misere", "Say who wins in misère play."),
        ("outcomes", "Only who wins: P- and N-positions."),
    ):
        told = click.option(f"--{name}", is_flag=True, help=help)(told)
    return cast(Command, told)


class HowFar(NamedTuple):
    """The last state that is asked for, as it was typed, or how many states, which is another word for it."""

    to: str | None
    states: str | None
    limit: str | None

    def how_many(self, least: int = 1) -> int | None:
        """How many states, from 0 on, at least so many; None where nothing was said.

        Raises:  BadText: no such number.
        """
        from grundy.text.numbers import read_count

        for name in ("to", "states", "limit"):  # one of them at most
            if (text := getattr(self, name)) is not None:
                return read_count(text, f"--{name}", 0) + 1 if name == "to" else read_count(text, f"--{name}", least)
        return None

    def last(self) -> int | None:
        """The last state; None where nothing was said. Raises BadText: see `how_many`."""
        count = self.how_many()
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
            help_text = "The first N, 0 to N - 1, in place of --to."
            bounded = click.option(f"--{name}", metavar="N", hidden=name != shown, help=help_text)(bounded)
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
            for word in value if isinstance(value, tuple) else (value,):
                options += [parameter.opts[0], str(word)]
    return arguments, options
