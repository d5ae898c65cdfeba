"""Whole numbers as values of options, refused in the form that everything else is."""

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

            name = param.opts[0] if isinstance(param, click.Option) else "argument"
            long = self.max is None and len(value) > _DIGITS and value.isascii() and value.isdigit()
            expected = f"a number of at most {_DIGITS} digits" if long else self._expected()
            raise BadText([Finding(1, 1, expected, describe(value) if long else repr(value), f"<{name}>")])
        return number

    def _expected(self) -> str:
        return f"a whole number, {self.min} or more" if self.max is None else f"a number in {self.min}..{self.max}"
