"""The one cache of what was found of rules: its key is what they are now, and what has no identity is not kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import update_wrapper
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

from grundy.model.rule import Rule

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")


class Remembered(Generic[Arguments, Found]):
    """A function of rules and other values that remembers the last results."""

    def __init__(self, function: Callable[Arguments, Found], most: int) -> None:
        self._function, self._most = function, most
        self._held: OrderedDict[Hashable, Found] = OrderedDict()
        self._lock = Lock()
        update_wrapper(self, function)

    def __call__(self, *arguments: Arguments.args, **named: Arguments.kwargs) -> Found:
        key = _key(arguments, named)
        if key is None:
            return self._function(*arguments, **named)
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return self._held[key]
        value = self._function(*arguments, **named)
        with self._lock:
            self._held[key] = value
            while len(self._held) > self._most:
                self._held.popitem(last=False)
        return value

    def forget(self) -> None:
        """Forget all results."""
        with self._lock:
            self._held.clear()


def remembered(most: int) -> Callable[[Callable[Arguments, Found]], Remembered[Arguments, Found]]:
    """A decorator: remember so many results, each under its arguments and the identity of every rule among them.

    >>> from grundy.model.rule import rule
    >>> @remembered(most=2)
    ... def first_option(rule):
    ...     return next(rule.options(5)).parts
    >>> step = 1
    >>> @rule
    ... def down(n):
    ...     yield n - step
    >>> first_option(down)
    (4,)
    >>> step = 2
    >>> first_option(down)
    (3,)
    """
    return lambda function: Remembered(function, most)


def _key(arguments: tuple[Any, ...], named: dict[str, Any]) -> Hashable | None:
    """The arguments with the identities of their rules; None where one has none."""
    from grundy.reading.identity import identity  # with OpenSSL below it, for which no formula waits

    values = (*arguments, *named.values())
    rules = [rule for value in values for rule in (value if isinstance(value, frozenset) else (value,))]
    identities = {rule: identity(rule) for rule in rules if isinstance(rule, Rule)}
    if None in identities.values():
        return None
    return arguments, tuple(named.items()), frozenset(identities.items())
