"""What machine code is made of: the core form of a rule, or why the rule is not compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from grundy.compile.subset import NotCompiled, Unfit, fitted
from grundy.model.descending import Descending
from grundy.model.rule import Rule
from grundy.reading.core import Body, Core, For, Let, Number, Site, While
from grundy.reading.lower import lower, lower_canonical, lower_function
from grundy.reading.source import NotRead, may_run_for_ever, source_of

PACKAGE = Path(__file__).parents[1]
OURS = "the moves of this game, which are Python, are not compiled"
Read = TypeVar("Read")


def form_of(rule: Rule) -> Core:
    """The core form of a rule, as its source and all that it reads from outside are now. Raises: NotCompiled."""
    if isinstance(rule.function, Descending):
        raise NotCompiled(f"each move is compared with the measure {rule.function.text}")
    return _read(rule.function, lambda: lower(rule, wide=True))


def form_of_split(rule: Rule, split: Callable[..., Any]) -> Core:
    """What `split` of a rule yields, as the options of a rule. Raises: NotCompiled."""
    return form_of(replace(rule, function=split, parameters=()))


def form_of_function(function: Callable[..., Any]) -> tuple[Core, Number]:
    """What a function of numbers does, and the number that it returns. Raises: NotCompiled."""
    if type(function) is not FunctionType:
        raise NotCompiled("what is no plain function is not compiled; write def")
    return _read(function, lambda: lower_function(function))


def form_of_canonical(function: Callable[..., Any], arity: int) -> tuple[Core, tuple[Number, ...]]:
    """What a function of a state of `arity` numbers does, and the numbers that it returns. Raises: NotCompiled."""
    if type(function) is not FunctionType:
        raise NotCompiled("what is no plain function is not compiled; write def")
    return _read(function, lambda: lower_canonical(function, arity))


def _read(function: Any, work: Callable[[], Read]) -> Read:
    try:
        return work()
    except NotRead as refused:
        if is_ours(function):
            raise NotCompiled(OURS) from refused
        site = refused.site
        raise NotCompiled(f"{refused.what} is not compiled; {refused.why}", f"{site.file}:{site.line}") from refused


def is_ours(function: Any) -> bool:
    """Whether a function comes with grundy, so that nobody is told what to write instead."""
    return type(function) is FunctionType and Path(function.__code__.co_filename).is_relative_to(PACKAGE)


def place_of(function: Any) -> str:
    """Where a function begins."""
    code = function.__code__
    file = code.co_filename.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{file}:{code.co_firstlineno}"


def nodes(value: Any) -> Any:
    """Every construct in a piece of the core form."""
    if type(value) is tuple:
        for item in value:
            if type(item) is int:  # all of a table are
                return
            yield from nodes(item)
    elif is_dataclass(value) and not isinstance(value, Site):
        yield value
        for member in fields(value):
            yield from nodes(getattr(value, member.name))


def assigned_in(body: Body) -> set[str]:
    """The variables that some statements assign."""
    return {node.name for node in nodes(body) if isinstance(node, Let | For)}


def surely_ends(rule: Rule) -> bool:
    """Whether the form of a rule shows that no loop of it runs for ever without an option, or if it has none its
    text."""
    core = fitted(lambda: form_of(rule))
    if not isinstance(core, Unfit):
        return not any(isinstance(node, While) for node in nodes(core.body))
    try:
        return not may_run_for_ever(source_of(rule.function))
    except NotRead:
        return True  # it has to run uncompiled anyway
