"""A rule's identity is another where, and only where, its options may be, in this process and in another."""

from __future__ import annotations

import functools
import itertools
import os
import random
import subprocess
import sys
from array import array
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import grundy
from grundy.games.catalogue import GAMES
from grundy.model.rule import Position, Rule
from grundy.notation.typed import typed_rule
from grundy.reading.identity import identity, is_users, rules_in, why_unidentified

SOURCE = """
import math
from functools import partial, wraps

from grundy import again, rule, to

AMOUNTS = {amounts}
UNUSED = {unused}


def least(n):
    {comment}
    return n - {least}


def doubled(function):
    @wraps(function)
    def both(n):
        return function(n) * {times}

    return both


@doubled
def far(n):
    return n // 3


step = partial(min, {most})


@rule
def game(n, *, down={down}):
    for k in AMOUNTS:
        if k <= n:  {comment}
            yield n - k
    if math.gcd(n, 6) == 1 and least(n) >= 0:
        yield to(least(n), cut=step(n))
    if 0 <= far(n) < n:
        yield far(n)
    if n > down:
        yield n - down
"""
PLAIN: dict[str, Any] = {
    "amounts": (1, 2), "unused": 0, "comment": "# as it is", "least": 3, "times": 2, "most": 9, "down": 4
}  # fmt: skip
SAME = ("unused", "comment")  # nothing that the options depend on
VALUES: list[Any] = [1, True, 1.0, 1j, 0, False, -0.0, 0.0, None, 2, "1", b"1", (1,), [1], 10**30]
AMOUNTS: list[Any] = [
    (1, 2), [1, 2], (2, 1), (1, 2, 3), {1, 2}, frozenset({1, 2}), {1: 2}, {2: 1, 1: 0}, {1: 0, 2: 1}, range(1, 3),
    range(1, 4), (1, (2,)), (1, [2]), (True, 2), (1.0, 2), "12", b"12", bytearray(b"12"), (), [], {},
    (1, 1.0, 1j, True, "1", b"1", None, ..., (1,), range(1, 3)),
    (1, 1.0, 1j, True, "1", b"1", None, ..., (1,), range(1, 4)),
]  # fmt: skip


def made(file: str = "<rule>", **changed: Any) -> Rule:
    scope: dict[str, Any] = {"__name__": "made"}
    written = {name: value if name == "comment" else repr(value) for name, value in {**PLAIN, **changed}.items()}
    exec(compile(SOURCE.format(**written), file, "exec"), scope)
    game: Rule = scope["game"]
    return game


def scope_of(rule: Rule) -> dict[str, Any]:
    names: dict[str, Any] = rule.function.__globals__
    return names


def test_other_text_of_the_same_options_is_the_same_rule() -> None:
    first = identity(made())
    assert first is not None
    others = [{"unused": [1]}, {"comment": "# said otherwise"}, {"comment": "#\n"}]
    assert {identity(made("other/place.py", **other)) for other in others} == {first}
    assert identity(grundy.rule(made().function)) == first


@pytest.mark.parametrize("seed", range(60))
def test_edits_count_where_options_depend_on_them(seed: int) -> None:
    """Of the text, or of names in memory; the options of small states are compared by the definition."""
    choice = Random(seed)
    game = made()
    before, name = identity(game), choice.choice(sorted(PLAIN))
    value: Any = "# another" if name == "comment" else choice.choice(AMOUNTS if name == "amounts" else VALUES)
    other = made(**{name: value})
    same = name in SAME or (value == PLAIN[name] and type(value) is type(PLAIN[name]))
    assert (identity(other) == before) == same
    names = scope_of(game)
    if name in ("amounts", "unused"):
        names[name.upper()] = value
        assert identity(game) == identity(other)
        names[name.upper()] = PLAIN[name]
    assert identity(game) == before


def test_values_of_other_types_or_contents_are_other_rules() -> None:
    identities = [identity(made(amounts=value)) for value in AMOUNTS] + [identity(made(down=value)) for value in VALUES]
    identities += [identity(made(least=value)) for value in VALUES if not isinstance(value, list | tuple)]
    numbers = [array("b", [1, 2]), array("i", [1, 2]), np.array([1, 2]), np.array([1, 2], "i2"), np.array([[1, 2]])]
    for value in [*numbers, np.int64(1), np.int32(1), np.float64(1)]:
        game = made()
        scope_of(game)["AMOUNTS"] = value
        identities.append(identity(game))
    assert None not in identities
    # the defaults of `made` come once in each of the three lists
    assert len(set(identities)) == len(identities), sorted(map(str, identities))


def test_what_is_changed_in_place_is_seen() -> None:
    values: list[Any] = [[1, 2], {1: 2}, {1, 2}, bytearray(b"ab"), array("i", [1]), np.array([1, 2])]
    changes: list[Callable[[Any], Any]] = [
        lambda v: v.append(3), lambda v: v.update({3: 4}), lambda v: v.add(3), lambda v: v.extend(b"c"),
        lambda v: v.append(2), lambda v: v.__setitem__(0, 5),
    ]  # fmt: skip
    for value, change in zip(values, changes, strict=True):
        game = made()
        scope_of(game)["AMOUNTS"] = value
        before = identity(game)
        change(value)
        assert identity(game) not in (None, before), value


def test_helpers_count() -> None:
    game = made()
    before, names = identity(game), scope_of(game)
    identities = {before}
    for name, text in (
        ("least", "def least(n):\n    return n - 4\n"),
        ("far", "def far(n):\n    return 1\n"),
        ("step", "from functools import partial\nstep = partial(max, 9)\n"),
        ("math", "class math:\n    gcd = staticmethod(lambda a, b: 1)\n"),
        ("to", "def to(n, **labels):\n    return n\n"),
    ):
        helper = names[name]
        exec(text, names)
        identities.add(identity(game))
        names[name] = helper
    del names["least"]
    identities.add(identity(game))
    assert len(identities) == 7 and identity(made()) == before  # the class is of the user's: None


def test_functions_that_call_each_other_have_an_identity() -> None:
    text = """
def even(n):
    return n == 0 or odd(n - 1)
def odd(n):
    return n > {least} and even(n - 1)
"""
    identities = []
    for least in (0, 1, 0):
        game = made()
        exec(text.format(least=least), scope_of(game))
        scope_of(game)["least"] = scope_of(game)["even"]
        identities.append(identity(game))
    assert identities[0] == identities[2] != identities[1] is not None


BESIDE = 1


@functools.lru_cache
def _stale(n: int) -> int:
    return n - BESIDE


@functools.lru_cache
def _closed(n: int) -> int:
    return n if n < 2 else _closed(n - 1) + _closed(n - 2)


@functools.lru_cache
def _once(n: int) -> Any:
    yield n


class _Own:
    value = 1

    def method(self, n: int) -> int:
        return n - self.value


UNIDENTIFIED: dict[str, tuple[str, Any]] = {
    "random numbers": ("x.random()", random),
    "a function of a random state": ("x(n)", random.randrange),
    "an open file": ("x.read()", sys.stdin),
    "an object of a class": ("x.value", _Own()),
    "a class": ("x.value", _Own),
    "a method": ("x(n)", _Own().method),
    "a module as a value": ("(lambda m: m.value)(x)", os),
    "eval": ("eval('n')", 0),
    "globals": ("globals()['x']", 0),
    "getattr": ("getattr(x, 'real')", 0),
    "the globals of a function": ("x.__globals__['BESIDE']", _closed.__wrapped__),
    "a context": ("x.get()", ContextVar("x")),
    "the environment": ("len(x.environ)", os),
    "a cache of what reads a name": ("x(n)", _stale),
    "an import": ("__import__('os').getpid()", 0),
    "objects in an array": ("x[0]", np.array([_Own()])),
    "an object in a list": ("x[0]", [[_Own()]]),
}


def asked(expression: str, value: Any) -> Rule:
    scope: dict[str, Any] = {"__name__": "asked", "x": value}
    exec(f"def game(n):\n    if n:\n        yield n - 1, {expression}\n", scope)
    return grundy.rule(scope["game"])


ONCE: dict[str, tuple[str, Any]] = {
    "an iterator": ("next(x)", iter([1, 2])),
    "a counter": ("next(x)", itertools.count()),
    "a cache of an iterator": ("next(x(n))", _once),
}


@pytest.mark.parametrize("what", ONCE)
def test_what_can_be_read_only_once_is_refused(what: str) -> None:
    with pytest.raises(grundy.BadRule, match=r"once; write a tuple|let it return a tuple"):
        identity(asked(*ONCE[what]))


@pytest.mark.parametrize("what", UNIDENTIFIED)
def test_what_cannot_be_compared_has_no_identity(what: str) -> None:
    game = asked(*UNIDENTIFIED[what])
    assert identity(game) is None and why_unidentified(game)


def test_what_changes_a_name_from_outside_has_no_identity() -> None:
    scope: dict[str, Any] = {}
    exec("calls = 0\ndef game(n):\n    global calls\n    calls += 1\n    yield 0\n", scope)
    assert identity(grundy.rule(scope["game"])) is None
    exec(
        "def make():\n    c = 0\n    def game(n):\n        nonlocal c\n        c += 1\n        yield c\n"
        "    return game\n",
        scope,
    )
    assert identity(grundy.rule(scope["make"]())) is None


def test_a_cache_of_what_reads_nothing_has_an_identity() -> None:
    assert identity(asked("x(n)", _closed)) is not None
    assert identity(asked("x(n)", functools.lru_cache(_closed.__wrapped__))) != identity(asked("x(n)", abs))


def test_every_game_of_the_catalogue_has_an_identity_that_stays() -> None:
    rules: dict[str, Rule] = {}
    for game in GAMES.values():
        for name, text in (game.example, *((known.game, known.position) for known in game.known)):
            for component in grundy.parse(f"{name}({text})").components:
                one = identity(component.rule, component.states)
                assert one is not None, (name, why_unidentified(component.rule, component.states))
                assert not is_users(component.rule)
                other = rules.setdefault(one, component.rule)
                assert (other.shape, other.parameters) == (component.rule.shape, component.rule.parameters)
    assert len(rules) > 80


@pytest.mark.parametrize(
    "text", ["n -> n-k, for k in {1,3,4}", "n -> n//2, if n > 0", "(a,b) -> (a-1,b); (a,b) -> (a,b-1)"]
)
def test_typed_rules_have_an_identity(text: str) -> None:
    assert identity(typed_rule(text)) is not None
    assert identity(typed_rule(text)) != identity(typed_rule(text.replace("1", "2").replace("n//2", "n//3")))


def test_rules_inside_of_positions_count() -> None:
    game = made()
    both = grundy.parse("conjunctive(nim(1), nim(2))")
    (component,) = both.components
    state = (game(3), *component.states[0][1:])
    assert rules_in([Position(())]) == frozenset() and game in rules_in([state])
    before = identity(component.rule, [state])
    scope_of(game)["AMOUNTS"] = (1, 3)
    assert None not in (before, identity(component.rule, [state])) and identity(component.rule, [state]) != before
    scope_of(game)["AMOUNTS"] = _Own()
    assert identity(component.rule, [state]) is None


def test_other_processes_find_the_same(tmp_path: Path) -> None:
    """With other seeds of hashes, in which sets have another order, and from a file of another name."""
    text = SOURCE.format(**{name: value if name == "comment" else repr(value) for name, value in PLAIN.items()})
    text = text.replace("AMOUNTS = (1, 2)", 'AMOUNTS = [*(1, 2)]\nWORDS = {"a", "b", frozenset("abc")}')
    text = text.replace("if n > down", 'if n in {"x", "y", "z"} or n in WORDS or n > down')
    printed = set()
    for seed, name in ((0, "one.py"), (1, "two.py"), (2, "two.py")):
        (tmp_path / name).write_text(text)
        code = (
            "import grundy\nfrom grundy.reading.identity import identity\n"
            f"print(identity(grundy.parse_rule({name!r}, files=grundy.FILES)))"
        )
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        printed.add(done.stdout)
    assert len(printed) == 1 and len(printed.pop().strip()) == 64
    assert not (tmp_path / "__pycache__").exists()


def test_attributes_and_methods_of_values_count() -> None:
    texts = ["n.real", "n.imag", "n.numerator", "[n].copy()", "[n].clear()"]
    assert len({identity(asked(text, 0)) for text in texts}) == len(texts)


def test_of_a_module_from_an_outer_function_only_what_is_read_counts() -> None:
    """A module as a whole has no identity; its function that is named at once behind it has one."""

    def made(most: int) -> Rule:
        import math

        @grundy.rule
        def game(n):  # type: ignore[no-untyped-def]
            for k in range(1, n + 1):
                if math.gcd(k, 6) <= most:
                    yield n - k

        return game

    assert identity(made(1)) == identity(made(1)) is not None
    assert identity(made(1)) != identity(made(2))
