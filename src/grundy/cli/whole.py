"""Numbers and files as values of options, refused in the form that everything else is."""

from __future__ import annotations

import re
from typing import Any

import click

from grundy.errors import BadText, Finding

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
