"""Trials of rules of one's own that do something else at a few large heaps: what is proved of them must hold there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from trials.claim import Claim, Kind, Unfit
from trials.defined import heap_options

_FAR = (77, 99, 100, 128, 255, 256, 300, 377, 399)  # heaps that are looked at, also where all splits are tried
_FURTHER = (512, 700, 770, 999, 1000, 1024, 1777, 2048, 3333, 4096)
_SIZE, _SIZE_OF_SPLITS = 4_500, 420
_ASKED = 1_000  # the last heap whose value is asked for: to there the rule must be one


def _condition(random: Random) -> str:
    """Something that is asked of n: arithmetic, its digits, or what Python knows of it."""
    far = random.choice(_FAR + _FURTHER)
    small = random.randint(1, 9)
    even = random.choice((2, 3, 4, 5, 6, 10))
    return random.choice(
        (
            *(f'f"{{n}}"[:2] == "{random.randint(10, 99)}"', f'"{small}" in f"{{n}}"', f'"%s" % n == "{far}"'),
            *(f'str(n)[-2:] == "{far % 100:02}"', f'repr(n) == "{far}"', f'f"{{n:b}}".count("1") == {small}'),
            *(f"n.bit_length() == {random.randint(5, 12)}", f"n.bit_count() == {small}", f"len(str(n)) == {small}"),
            *(f"n in ({far}, {far + small})", f"n in {{{far}, {far - small}}}", f"n in {{{far}: 0, {far + 5}: 0}}"),
            *(f"n in range({far}, {far + small})", f"{far} <= n < {far + 30}", f"n > {far}", f"n == {far}"),
            *(f"n == 2 ** {random.randint(5, 12)}", f"n == 10 ** {small % 4}", f"n != {far}", "n & (n - 1) == 0"),
            *(f"n % {even} == {random.randint(0, 3)}", f"n % {far} == {small}", f"n % {far} > {small}"),
            *(f"n & {random.choice((1, 2, 5, 255, 512, 1024))}", f"n ^ {random.choice((1, 6, 512))} > n"),
            *(f"n | {small} == n", f"n >> {random.randint(1, 9)} == {small}", f"n // {even} == {far // even}"),
            *(f"abs(n - {far}) < {small}", f"min(n, {far}) == {far}", f"-n % 7 == {small}", f"n * n % 100 == {small}"),
            *(f"n - n % 8 == {far - far % 8}", f"divmod(n, {small})[1] == 1", "isinstance(n, bool)", "n is None"),
            *(f"hash(n) == {far}", f"float(n) == {far}.0", f"n == {small} * {far // small}", "type(n) is bool"),
            *("FAR[n % 7] == n", "n in FAR", f"(n + {small}) // 2 * 2 == n + {small}"),
        )
    )


def _left(random: Random) -> str:
    """Statements that yield options, all of them smaller heaps more often than not."""
    k, c = random.randint(1, 6), random.randint(0, 3)
    low, less = random.choice((0, 1, 1, 2)), random.randint(0, 3)
    high = random.choice(
        ("n", f"n - {k}", f"n - {k - 1}", "n // 2", "n // 2 + 1", "(n + 1) // 2", f"(n - {k}) // 2 + 1")
    )
    one, two = random.choice(
        (("a", f"n - {k} - a"), ("a", f"n - a - {k}"), ("a - 1", f"n - a - {c}"), (f"n - {k} - a", "a"))
    )
    inside = random.choice(("", "", "", f"if a > {less}: ", "if a != n - a: ", f"if a < n - {less}: ", "if a % 2: "))
    loop = f"for a in range({low}, {high}):\n    {inside}yield"
    return random.choice(
        (
            *(f"if n >= {k}: yield n - {k}", f"if n >= {k}: yield n - {k}", f"if n > {c}: yield {c}"),
            *(f"if n: yield max(n - {k}, 0)", "return", f"if n > {k}: return"),
            *(f"for k in ({k}, {k + c + 1}):\n    if k <= n: yield n - k", f"{loop} to({one}, {two})", f"{loop} a"),
            *(f"{loop} to({one}, {two})", f"{loop} to({one}, {two}, at=f'{{a}}')"),
            f"k = {k}\nwhile k < {k + 5}:\n    if n < k: break\n    yield n - k\n    k += {c + 1}",
            *("if n and n % 2 == 0: yield to(n // 2, n // 2)", f"if n > {k}: yield to(n - {k}, 0, text=f'{{n}}')"),
            f"yield from [n - j for j in ({k}, {k + 2}) if j <= n]",
            "once = True\nfor a in range(1, n):\n    if once: yield to(a, n - a)\n    once = False",
        )
    )


def _draw(random: Random) -> Any:
    statements = []
    for _ in range(random.randint(1, 3)):
        test = _condition(random) if random.random() < 0.6 else ""
        if test and random.random() < 0.3:
            test = f"{test} {random.choice(('and', 'or', 'and not'))} {_condition(random)}"
        statements.append((test, _left(random)))
    return tuple(statements)


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def _claims(*statements: tuple[str, str]) -> Iterator[Claim]:
    body = "".join(f"if {test}:\n{_indented(left)}" if test else f"{left}\n" for test, left in statements)
    source = f"FAR = (77, 128, 256, 300, 700, 1000, 4096)\ndef game(n):\n    if n < 0: yield\n{_indented(body)}"
    size = _SIZE_OF_SPLITS if " a " in source else _SIZE
    options = heap_options(source)
    try:
        every = [options(n) for n in range(max(size, _ASKED + 1))]
    except (ArithmeticError, ValueError, NameError, TypeError, SyntaxError):
        raise Unfit from None
    if any(not 0 <= part < n for n, lefts in enumerate(every) for parts in lefts for part in parts):
        raise Unfit
    setup = f"rule = made({source!r})\nvalues = heap_values({source!r}, {size})"
    yield Claim("period", setup, f"contradicted(period(rule, {_ASKED}), values)", None)
    heaps = [n for n in (*range(40), *_FAR, *_FURTHER) if n < size]
    lefts = [sorted({tuple(sorted(part for part in parts if part)) for parts in every[n]}) for n in heaps]
    yield Claim("moves", setup, f"moves_read(rule, {heaps}, {lefts})", lefts)


KINDS = (Kind("own rule with traps", _draw, _claims),)
