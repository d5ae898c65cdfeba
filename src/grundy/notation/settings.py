"""Parameters of a rule as the command line sets them: NAME=VALUE."""

from __future__ import annotations

from typing import Any

from grundy.errors import BadRule
from grundy.model.rule import Rule
from grundy.text.literals import NOT_READ, python_literal
from grundy.text.reader import quote


def with_parameters(rule: Rule, settings: tuple[str, ...]) -> Rule:
    """A rule with parameters set as NAME=VALUE, values being Python literals.

    Raises: BadRule: no '=', no literal, or no parameter of that name.
    """
    values: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        try:
            values[name.strip()] = python_literal(value.strip())
        except NOT_READ:
            equals = ""
        if not equals:
            raise BadRule(f"--set: expected NAME=VALUE with a Python literal, as in width=12, found {quote(setting)}")
    return rule.bind(**values) if values else rule
