"""Machine code that is kept on disk, and the kernels that list options, against the rule itself."""

from __future__ import annotations

import ctypes
import linecache
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import count, product
from pathlib import Path
from textwrap import indent
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from grundy import rule, to
from grundy.compile import machine, options
from grundy.compile.form import form_of, surely_ends
from grundy.compile.interval import MAX, MIN
from grundy.compile.keys import Key, WideKey, keys_for, slot_of, wide_key_for
from grundy.compile.options import assembly
from grundy.compile.subset import NotCompiled
from grundy.model.rule import Rule

ADDING = """
define i64 @kernel(i8* %a, i64 %b, i64 %c, i64* %d, i32* %e, i64 %f, i8* %g, i64 %h, i64* %i) {
  %sum = add i64 %b, NUMBER
  ret i64 %sum
}
"""
NUMBERS = count()


def adding(number: int) -> Callable[[], int]:
    """Machine code that adds a number to 40, loaded anew."""
    machine.load.cache_clear()
    code = machine.load(ADDING.replace("NUMBER", str(number)))
    return lambda: code(None, 40, 0, None, None, 0, None, 0, None)


def flipped(data: bytes, place: int) -> bytes:
    spoilt = bytearray(data)
    spoilt[place] ^= 4
    return bytes(spoilt)


def test_code_is_kept_and_used_again_only_if_it_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, made = tmp_path / "new" / "folder", list[str]()
    compiled = machine.compiled
    monkeypatch.setenv("GRUNDY_CACHE", str(folder))
    monkeypatch.setattr(machine, "compiled", lambda text: made.append(text) or compiled(text))
    assert adding(2)() == 42 and len(made) == 1
    (file,) = folder.iterdir()
    assert file.suffix == ".kernel" and len(file.stem) == 64 and folder.stat().st_mode & 0o77 == 0
    assert adding(2)() == 42 and len(made) == 1, "what is kept was not used"
    assert adding(3)() == 43 and len(made) == 2 and len(list(folder.iterdir())) == 2
    whole = file.read_bytes()
    for spoilt in (b"", whole[:31], whole[:-1], flipped(whole, 0), flipped(whole, 40), flipped(whole, -1), whole[32:]):
        file.write_bytes(spoilt)
        made.clear()
        assert adding(2)() == 42 and len(made) == 1, "damaged code was run"
        assert file.read_bytes()[32:] == whole[32:], "it was not written again"
    other = *machine._llvm()[:3], "another version"
    monkeypatch.setattr(machine, "_llvm", lambda: other)
    made.clear()
    assert adding(2)() == 42 and len(made) == 1 and len(list(folder.iterdir())) == 3


def test_code_that_cannot_be_kept_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("GRUNDY_CACHE", str(blocked / "folder"))
    assert adding(4)() == 44
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path))

    def refused(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "replace", refused)
    assert adding(5)() == 45
    assert [path.name for path in tmp_path.iterdir()] == ["file"], "a part of a file was left"


def made(text: str, **told: Any) -> Rule:
    """A rule from a file of its own; names of functions in it may be given as what else it says."""
    name = f"<kept {next(NUMBERS)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    scope: dict[str, Any] = {"to": to}
    exec(compile(text, name, "exec"), scope)
    return rule(scope["game"], **{key: scope[held] for key, held in told.items()})


@cache
def kernel_of(game: Rule, key: Key | WideKey) -> Any:
    code = machine.load(assembly(game, key))
    number, pointer = ctypes.c_int64, ctypes.c_void_p
    call = ctypes.CFUNCTYPE(number, number, pointer, number, pointer)(ctypes.cast(code, pointer).value or 0)
    call.code = code  # type: ignore[attr-defined]  # held as long as what calls it
    return call


def listed(game: Rule, key: Key | WideKey, state: tuple[int, ...], room: int = 4096) -> Any:
    """The options of a state as its kernel lists them, each with its parts; or why it stopped."""
    call = kernel_of(game, key)
    out, end = np.full(room + 4, 77, np.int64), np.zeros(1, np.int64)
    packed = key.pack(state)
    assert packed is not None
    words, width = np.array([packed], np.int64).reshape(-1), len(key.keys) if isinstance(key, WideKey) else 1
    given = words.ctypes.data if isinstance(key, WideKey) else packed
    why = call(given, out.ctypes.data, room, end.ctypes.data)
    assert (out[room:] == 77).all(), "written beyond its room"
    if why:
        return why
    parts, at = [], 0
    while at < end[0]:
        rows = out[at + 1 : at + 1 + out[at]].reshape(-1, width).tolist()
        parts.append([key.unpack(one if isinstance(key, WideKey) else one[0]) for one in rows])
        at += 1 + int(out[at])
    assert at == end[0]
    return parts


RULES = (
    ("def game(n):\n    for k in range(1, 4):\n        if n >= k: yield n - k", {}),
    ("def game(n):\n    if n > 1: yield to(n - 2, n // 2, 0)\n    if n: yield to()\n    yield from range(n)", {}),
    ("def game(a, b):\n    for k in range(a): yield k, b\n    if b: yield to((a, b - 1), (b - 1, 0))", {}),
    ("def game(a, b, c):\n    if a: yield a - 1, b + 1, c\n    if b and c: yield a, b - 1, c - 1", {}),
    ("def form(n):\n    return n - 1 if n % 2 else n\ndef game(n):\n    yield from range(n)", {"canonical": "form"}),
    ("def cut(n):\n    if n > 3: yield n - 2\n    if n & 1: yield 1\n    elif n: yield 2\n"
     "def game(n):\n    if n > 2: yield to(n - 1, n - 2)\n    if n: yield n - 1", {"split": "cut"}),
    ("def form(n):\n    return n // 2 * 2\ndef cut(n):\n    if n & 1: yield 1\n    yield n // 2\n"
     "def game(n):\n    yield from range(n)", {"canonical": "form", "split": "cut"}),
    ("def form(state):\n    a, b = state\n    return min(a, b), max(a, b)\n"
     "def cut(state):\n    a, b = state\n    if a: yield a, 0\n    if b: yield 0, b\n"
     "def game(a, b):\n    if a: yield to((a - 1, b), (b, a - 1), (0, 0))\n    yield from ((a, k) for k in range(b))",
     {"canonical": "form", "split": "cut"}),
)  # fmt: skip


@pytest.mark.parametrize("number", range(len(RULES)))
def test_options_are_listed_as_the_rule_says_them(number: int) -> None:
    text, told = RULES[number]
    game = made(text, **told)

    def fallen(state: Any) -> Iterator[tuple[int, ...]]:
        whole = [state] if game.split is None else list(game.split(state))
        for part in whole:
            one: Any = part if game.canonical is None else game.canonical(part)
            yield one if isinstance(one, tuple) else (one,)

    for size in range(7):
        state = (size, 3 - size // 2, 2)[: game.arity]
        given = state if game.arity > 1 else state[0]
        wanted = [[one for part in option.parts for one in fallen(part)] for option in game.options(given)]
        several = [WideKey(tuple(Key((64,), 0) for _ in state)), wide_key_for([(2**50, *state[1:])])] * (game.arity > 1)
        for key in (keys_for([(9,) * game.arity]), keys_for([state], -4), *several):
            assert key is not None
            assert listed(game, key, state) == wanted
            words = sum(1 + len(option) * (len(key.keys) if isinstance(key, WideKey) else 1) for option in wanted)
            assert listed(game, key, state, words) == wanted
            for room in range(words):
                assert listed(game, key, state, room) == options.ROOM


def test_an_option_without_a_key_stops_the_kernel() -> None:
    game = made("def game(a, b):\n    yield a - 1, b\n    yield a, b + 1")
    for bits, low in (((3, 5), 0), ((31, 31), 0), ((4, 4), -8)):
        key = Key(bits, low)
        spans = [range(low, low + (1 << one)) for one in bits]
        for state in ((span[place], other[place]) for place in (0, 1, -2, -1) for span, other in [spans]):
            wanted = [[(state[0] - 1, state[1])], [(state[0], state[1] + 1)]]
            fits = all(number in span for option in wanted for number, span in zip(option[0], spans, strict=True))
            assert listed(game, key, state) == (wanted if fits else 1)
    one = made("def game(n):\n    yield n - 1")
    assert listed(one, Key((64,), 0), (0,)) == 1 and listed(one, Key((64,), 0), (1,)) == [[(0,)]]
    assert listed(one, Key((64,), MIN), (MIN + 1,)) == [[(MIN,)]] and listed(one, Key((64,), MIN), (MIN,)) == 3
    assert listed(one, Key((64,), MIN), (MAX,)) == [[(MAX - 1,)]]


def test_an_option_without_words_stops_the_kernel() -> None:
    game = made("def game(a, b, c):\n    if a: yield a - 1, b, c\n    yield a, b + 1, c\n    yield a, b, c + 1")
    words = WideKey((Key((2, 3), 0), Key((64,), 0)))
    assert listed(game, words, (1, 6, 5)) == [[(0, 6, 5)], [(1, 7, 5)], [(1, 6, 6)]]
    assert listed(game, words, (1, 7, 5)) == 1 and listed(game, words, (1, 6, MAX)) not in (0, options.ROOM)
    assert listed(game, WideKey((Key((64,), 0), Key((1, 3), 0))), (MAX, 0, 7)) == 1


def test_states_of_several_words_have_words_of_their_own() -> None:
    """Numbers in turn, as many together as 63 bits hold, each with some to spare."""
    for bits in (((2, 3), (64,)), ((1, 1), (2, 2)), ((64,), (3, 1, 1), (64,))):
        words = WideKey(tuple(Key(one, 0) for one in bits))
        flat = [number for one in bits for number in one]
        states = list(product(*(range(min(4, 1 << one)) for one in flat)))
        packed = [words.pack(state) for state in states]
        assert len(set(packed)) == len(states) and None not in packed and packed == sorted(packed)
        assert [words.unpack(one) for one in packed if one is not None] == states
        for i, one in enumerate(flat):
            for beyond in (-1, 1 << min(one, 63)):
                assert words.pack(tuple(beyond if j == i else 0 for j in range(len(flat)))) is None
    assert wide_key_for([(2**62, 1, 2**61)]) == WideKey((Key((64,), 0), Key((1, 62), 0)))
    assert wide_key_for([(2**40, 3, 2**40), (0, 2**21, 0)]) == WideKey((Key((41, 22), 0), Key((64,), 0)))
    assert wide_key_for([(2**40, 2**22, 2**39)]) == WideKey((Key((64,), 0), Key((23, 40), 0)))
    assert wide_key_for([(2**63, 1)]) is None is wide_key_for([(-1, 2**62)])
    assert wide_key_for([(0, 0), (2**62, 2**62)]) == WideKey((Key((64,), 0), Key((64,), 0)))


def test_states_have_keys_of_their_own() -> None:
    for bits, low in (((2, 3), 0), ((3, 2), -2), ((1, 1, 2), -1), ((64,), MIN), ((64,), 0)):
        key = Key(bits, low)
        spans = [range(low, low + (1 << one)) if len(bits) > 1 else range(-3 if low else 0, 5) for one in bits]
        states = list(product(*spans))
        packed = [key.pack(state) for state in states]
        assert len(set(packed)) == len(states) and None not in packed
        assert [key.unpack(one) for one in packed if one is not None] == states
        if len(bits) > 1:
            for i in range(len(bits)):
                for beyond in (low - 1, low + (1 << bits[i])):
                    assert key.pack(tuple(beyond if j == i else low for j in range(len(bits)))) is None
    assert keys_for([(MAX,)]) == Key((64,), MIN) and keys_for([(MAX + 1,)]) is None is keys_for([(MIN - 1,)])
    assert keys_for([(MIN,)], 0) == Key((64,), 0)
    assert keys_for([(2**31 - 1, 2**31 - 1)]) == Key((31, 31), 0) and keys_for([(2**61, 1)]) == Key((62, 1), 0)
    assert keys_for([(2**61, 2)]) is None is keys_for([(-1, 2)]) and keys_for([(1, 2)], -1) == Key((31, 31), -(2**30))
    assert keys_for([(2**40, 3, 5)]) == Key((46, 7, 8), 0)
    for mask in (7, 63):
        slots = [slot_of(key, mask) for key in range(-20, 400)]
        assert set(slots) == set(range(mask + 1))


ENDS = [
    ("if n:\n    yield n - 1", True),
    ("for k in range(n):\n    yield half(k)", True),
    ("for k in range(n):\n    yield slow(k)", False),
    ("while n:\n    n -= 1\n    yield n", False),
    ("k = {1: 2}\nyield from range(n)", True),  # not compiled
    ("k = {1: 2}\nwhile n > 2: n |= 1\nif n: yield n - 1", False),
    ("k = {1: 2}\nif n: yield slow(n)", False),
]


@pytest.mark.parametrize(("text", "ends"), ENDS)
def test_a_rule_that_may_never_come_back_is_known(text: str, ends: bool) -> None:
    functions = "def half(k):\n    return k // 2\ndef slow(k):\n    while k > 5: k -= 1\n    return k\n"
    game = made(f"def game(n):\n{indent(text, '    ')}\n{functions}")
    assert surely_ends(game) == ends


def test_only_the_text_that_a_function_was_made_from_is_read() -> None:
    def first(n):  # type: ignore[no-untyped-def]
        return n

    game = made("def game(n):\n    yield n - 1")
    assert form_of(game).state == ("n",)
    for held in (len, FunctionType, print, 3, type("Callable", (), {"__call__": first})()):
        with pytest.raises(NotCompiled, match="with def"):
            form_of(replace(game, function=held))  # type: ignore[arg-type]
    name = game.function.__code__.co_filename
    text = "def game(n):\n    yield n - 2"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    with pytest.raises(NotCompiled, match="not the one it was made from"):
        form_of(game)
    del linecache.cache[name]
    with pytest.raises(NotCompiled, match="not there"):
        form_of(game)
