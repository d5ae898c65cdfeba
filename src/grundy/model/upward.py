"""The one place where values reach the rooms above them, which compute, print and draw: each is imported when called.

No other module here imports `grundy.api`; tests/house/test_rooms.py names this one, and refuses the import of a
whole module. So a value does the same however its class was imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, TypeVar

if TYPE_CHECKING:
    from grundy.model.period import PeriodResult
    from grundy.model.quotient import MisereQuotient
    from grundy.model.result import Result
    from grundy.model.rule import Position, Rule


T = TypeVar("T")


class Pickled:
    """A value that never changes: it is its own copy, and a pickle has the name or the text of its rule."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        from grundy.api.pickled import reduced

        return reduced(self)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self


class _EachsHelp:
    """The docstring of a class whose values have one each, which `help()` prints."""

    def __init__(self, of_class: str | None) -> None:
        self.of_class = of_class

    def __get__(self, value: Any, kind: type) -> str | None:
        if value is None:
            return self.of_class
        from grundy.api.described import value_help

        return value_help(value)


def described(kind: type[T]) -> type[T]:
    """A class each of whose values tells `help()` about itself, where pydoc would tell about the class."""
    kind.__doc__ = _EachsHelp(kind.__doc__)  # type: ignore[assignment]
    return kind


class Drawn:
    """A value that notebooks draw."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from grundy.api.values import value_html

        return value_html(self)


class Printed(Drawn):
    """A value whose `str` is what the command line prints."""

    __slots__ = ()

    def __str__(self) -> str:
        from grundy.api.values import value_text

        return value_text(self)


def nim_values(rule: Rule, size: int | tuple[int, ...]) -> Any:
    from grundy.api.values import nim_values

    return nim_values(rule, size)


def as_in(rule: Rule) -> str:
    from grundy.api.described import as_in

    return as_in(rule)


def check(rule: Rule, *given: Any, **more: Any) -> Any:
    from grundy.api.check import check

    return check(rule, *given, **more)


def solve(position: Position, misere: bool, **how: Any) -> Result:
    from grundy.api.solve import solve

    return solve(position, misere, **how)


def position_svg(position: Position) -> str:
    from grundy.api.values import position_svg

    return position_svg(position)


def position_network(position: Position) -> Any:
    from grundy.api.values import position_network

    return position_network(position)


def position_cgsuite(position: Position) -> str:
    from grundy.api.values import position_cgsuite

    return position_cgsuite(position)


def rule_cgsuite(rule: Rule) -> str:
    from grundy.api.values import rule_cgsuite

    return rule_cgsuite(rule)


def result_certificate(result: Result, **how: Any) -> Any:
    from grundy.api.certificates import certificate_of

    return certificate_of(result, **how)


def period_certificate(result: PeriodResult) -> Any:
    from grundy.api.period import period_certificate

    return period_certificate(result)


def quotient_certificate(quotient: MisereQuotient) -> Any:
    from grundy.api.misere import quotient_certificate

    return quotient_certificate(quotient)


def quotient_latex(quotient: MisereQuotient) -> str:
    from grundy.api.values import quotient_latex

    return quotient_latex(quotient)
