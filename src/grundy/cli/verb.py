"""A command whose options must go together, as `grundy.api.constraints` says, before it begins."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

FORMAT, TABLE = "format", "table in a file"  # what GAME may be besides a game


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
    if verb == "stress":
        from grundy.judges import BY_NAME

        return {FORMAT: values["game"] in BY_NAME}
    return {}
