"""Texts of rules as rich as Python, drawn: sets, dicts, iterators, helpers, closures, labels, rare branches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

RARE = (77, 99, 128, 255, 300, 377, 450, 512, 640, 700, 777, 999, 1000, 1024, 1500, 2047, 2222, 2998)


@dataclass(frozen=True, slots=True)
class Piece:
    """A statement or a cell that is left out as a whole when a case is made smaller."""

    text: str

    def __repr__(self) -> str:
        return f"Piece({self.text!r})"


@dataclass(frozen=True, slots=True)
class Name:
    """Something outside of a rule: the cell that makes it, cells that edit it, and how a rule may use it."""

    cell: str
    edits: tuple[str, ...]
    amounts: tuple[str, ...] = ()  # what can be looped over for small amounts
    numbers: tuple[str, ...] = ()  # expressions that are small numbers
    tests: tuple[str, ...] = ()  # expressions that are true or false


def _rare(random: Random) -> int:
    return random.choice(RARE)


def _small(random: Random) -> int:
    return random.randint(1, 6)


def outside_of(random: Random) -> list[Name]:
    """One of each kind of thing outside of a rule."""
    a, b, c, d = sorted(random.sample(range(1, 9), 4))
    far, k = _rare(random), _small(random)
    return [
        Name(
            f"S = ({a}, {b})",
            (f"S = ({a}, {c})", f"S = ({b}, {c}, {d})", f"S = ({a},)"),
            ("S", "sorted(S)", "reversed(S)", "[k for k in S]", "(k for k in S if k > 1)", "set(S)"),
            ("len(S)", "max(S)", "min(S)", "sum(S)", "S[0]", "S[n % len(S)]"),
            ("n in S", "n % 9 in S", "any(n == s for s in S)"),
        ),
        Name(
            f"L = [{a}, {b}]",
            (f"L.append({c})", f"L[0] = {d}", f"L = [{c}]", "L.pop()", f"L[:] = [{a}, {d}]"),
            ("L", "tuple(L)", "[*L]", "(j + 1 for j in L)"),
            ("len(L)", "L[-1]", "sum(L)"),
            ("n in L", "all(n > j for j in L)"),
        ),
        Name(
            f"SET = {{{a}, {b}}}",
            (f"SET.add({c})", f"SET.discard({a})", f"SET = {{{b}, {d}}}", f"SET |= {{{d}}}"),
            ("SET", "sorted(SET)", "SET | {1}", "SET & {1, 2, 3, 4, 5}", f"SET - {{{a}}}", f"{{j + {k} for j in SET}}"),
            ("len(SET)", "min(SET)", f"len(SET | {{n, {far}}})"),
            (f"len({{n // 10, {far // 10}}}) == 1", "n in SET", "SET < {n, *SET}"),
        ),
        Name(
            f"T = {{0: {a}, 1: {b}, 2: {a}}}",
            (f"T[1] = {c}", f"T = {{0: {b}, 1: {b}, 2: {d}}}", f"T.update({{2: {d}}})"),
            ("T.values()", "sorted(T.values())", "[T[k] for k in T]", "{j: k for k, j in T.items()}"),
            ("T[n % 3]", f"T.get(n, {k})", "len(T)", "sum(T)"),
            (f"T.get(n % 4) == {a}", "n in T", f"({a}, n) in T.items()"),
        ),
        Name(
            f"K = {k}",
            (f"K = {k + 1}", f"K = {k} + 2", "K = True", "K += 3"),
            ("(K,)", "range(1, K + 1)", "(1, K + 1)"),
            ("K", "K - 1", "abs(K)", "n % (K + 1)"),
            ("n > K", "n % (K + 1) == 0", f"n == {far} + K"),
        ),
        Name(
            "FLAG = True",
            ("FLAG = False", "FLAG = 0"),
            ("(1, 2) if FLAG else (1, 3)",),
            ("FLAG + 1",),
            ("FLAG", "not FLAG and n", f"FLAG and n > {k}"),
        ),
        Name(
            f"def helper(n, k={k}):\n    return n % (k + 1)",
            (f"def helper(n, k={k + 1}):\n    return n % (k + 1)", "def helper(n, k=2):\n    return 1 if n > 9 else k"),
            ("(helper(n) + 1,)",),
            ("helper(n)", f"helper(n, {a})", "helper(n, k=3)"),
            ("helper(n)", "helper(n) == 1", f"not helper(n, k={b})"),
        ),
        Name(
            (
                f"M = {k}\ndef inner(n):\n    return n % (M + 1) == 0\ndef outer(n, m=M):\n"
                f"    return inner(n + m) or n == {far}"
            ),
            (f"M = {k + 1}", "def inner(n):\n    return n % 3 == 1", "def outer(n, m=M):\n    return not inner(n)"),
            ("(1, 2) if outer(n) else (1,)",),
            ("int(outer(n)) + 1",),
            ("outer(n)", "outer(n, 1)", "not outer(n) and n > 2"),
        ),
        Name(
            f"def steps(n):\n    yield 1\n    for j in ({b}, {c}):\n        if j < n:\n            yield j",
            (f"def steps(n):\n    yield {a}\n    yield {d}", f"def steps(n):\n    return [j for j in ({a}, {c})]"),
            ("steps(n)", "sorted(set(steps(n)))", "list(steps(n))[::-1]", "iter(steps(n))"),
            ("max(steps(n))", "sum(1 for _ in steps(n))"),
            ("n in steps(n)",),
        ),
        Name(
            (
                f"def above(limit):\n    def test(n):\n        return n % 11 > limit or n == {far}\n"
                f"    return test\nbig = above({k})"
            ),
            (
                f"big = above({k + 2})",
                "big = lambda n: n % 2 == 0",
                "def above(limit):\n    return lambda n: n % 7 < limit\nbig = above(3)",
            ),
            ("(1, 3) if big(n) else (2,)",),
            ("1 + big(n)",),
            ("big(n)", "not big(n)"),
        ),
        Name(
            f"half = lambda n, by=2: n // by + {a}",
            ("half = lambda n, by=2: n // 3 + 1", f"half = lambda n, by={k + 1}: n // by + 1"),
            ("(half(n),)",),
            ("half(n)", "half(n, 5)"),
            ("half(n) % 2",),
        ),
        Name(
            f"class C:\n    k = {k}\n    own = ({a}, {b})",
            (f"C.k = {k + 1}", f"C.own = ({b}, {c})"),
            ("C.own",),
            ("C.k",),
            ("n % (C.k + 1) == 0",),
        ),
        Name(
            "import math",
            ("math = __import__('cmath') and math",),
            (),
            ("math.gcd(n, 12)", "math.isqrt(n) + 1"),
            ("math.gcd(n, 6) == 1", "math.isqrt(n) ** 2 == n"),
        ),
        Name(
            f"from functools import lru_cache\n@lru_cache\ndef cached(n):\n    return n % {k + 1} + 1",
            (f"@lru_cache\ndef cached(n):\n    return n % {k + 2} + 1",),
            ("(cached(n),)",),
            ("cached(n)",),
            ("cached(n) == 1",),
        ),
        Name(f"ONCE = iter(({a}, {b}))", (f"ONCE = iter(({b}, {c}))",), ("ONCE",), (), ()),
    ]


def drawn_number(random: Random, names: Sequence[Name]) -> str:
    own = [text for name in names for text in name.numbers]
    k = _small(random)
    plain = (
        str(k),
        str(k),
        str(k),
        "n // 2",
        "n % 3 + 1",
        "n.bit_length()",
        f"min(n, {k})",
        f"max(1, n % {k + 1})",
        "1 + (n > 5)",
        f"len({{n % 2, n % 3, {k}}})",
        f"sum(j for j in range(3) if j < n) or {k}",
        f"next(iter(({k}, n)))",
        "n & 3 or 1",
        "True",
        f"len(set(range(n % {k + 2}))) + 1",
        f"sum({{1, n % 2}}) or {k}",
        f"[{k}, 1, 2][n % 3]",
        f"({k}, 2)[n % 2 == 0]",
        f"max(j for j in (1, {k}) if j <= n or j == 1)",
    )
    return random.choice(own) if own and random.random() < 0.5 else random.choice(plain)


def drawn_test(random: Random, names: Sequence[Name]) -> str:
    if random.random() < 0.15:
        two = drawn_test(random, names), drawn_test(random, names)
        return f"({two[0]}) {random.choice(('and', 'or', 'and not'))} ({two[1]})"
    own = [text for name in names for text in name.tests]
    if own and random.random() < 0.45:
        return random.choice(own)
    k, far = _small(random), _rare(random)
    return random.choice(
        (
            f"n > {k}",
            f"n >= {k} and n % 2",
            f"n % {k + 1} == 1",
            f"1 < n <= {far}",
            f"n == {far}",
            f"n in ({far}, {far + k})",
            f"n not in {{{far}, {far + 1}}}",
            f"len({{n // 10, {far // 10}}}) == 1",
            f"len({{n, {far}}}) == 1",
            f"sum({{n // 100, {far // 100}}}) == {far // 100}",
            f"max({{n % 100, {far % 100}}}) == {far % 100}",
            f"any(n == j for j in ({far}, {far + 7}))",
            f"all(n != j for j in ({far}, {far + 1}))",
            f"{{{far}: True}}.get(n, False)",
            f"n > {far} and n % 97 == {k}",
            f"str(n)[-2:] == '{far % 100:02}'",
            f"'{far % 100}' in str(n)",
            f"(m := n % {k + 2}) and m > 1",
            "reversed(())",
            "iter(())",
            "zip()",
            "not enumerate(())",
            "(j for j in ())",
            "[]",
            "not {}",
            "n and True",
            f"bool(n // {far})",
            f"{far} in range(n, n + 1)",
            f"range({far}, {far + 3}).count(n)",
            f"sorted([n, {far}])[0] == {far}",
            f"min(abs(n - {far}), 3) == 0",
            f"[j for j in (n,) if j == {far}]",
            "set(str(n)) == {'7'}",
            f"n.bit_count() == {k}",
            f"tuple(divmod(n, 10)) == ({far // 10}, {far % 10})",
            f"not n - {far}",
            f"n ^ {far} == 0",
            f"dict([(n, 1)]) == {{{far}: 1}}",
            f"frozenset((n,)) == {{{far}}}",
            f"{{n % 50}} <= {{{far % 50}, 3}}",
            f"isinstance(n, int) and n == {far}",
            f"n // {far} == 1",
        )
    )


def drawn_amounts(random: Random, names: Sequence[Name]) -> str:
    own = [text for name in names for text in name.amounts]
    if own and random.random() < 0.6:
        return random.choice(own)
    a, b, far = _small(random), _small(random), _rare(random)
    return random.choice(
        (
            f"({a}, {b})",
            f"[{a}, {a + b}]",
            f"{{{a}, {b}}}",
            f"range(1, {a + 1})",
            f"range({a}, {a + b})",
            f"reversed(({a}, {a + b}))",
            f"sorted({{{a}, {b}}}, reverse=True)",
            f"({a}, {b}) if n % 2 else ({a},)",
            f"{{{a}: 0, {b}: 1}}",
            f"(j for j in ({a}, {b}) if j < n)",
            f"[j for j in range(1, {a + 2}) if j != {b}]",
            f"{{j for j in ({a}, {b}, n)}}",
            f"frozenset(({a}, {b}))",
            f"iter(({a}, {b}))",
            f"map(abs, ({a}, -{b}))",
            f"filter(None, (0, {a}, {b}))",
            f"({a}, *([{b}] if n == {far} else []))",
            f"{{{a}, n - {far}}} - {{0}}",
            f"dict.fromkeys(({a}, {b}))",
        )
    )


LABELS = (
    "",
    "",
    "",
    "",
    ", take=k",
    ", text=f'{k}'",
    ", at=(n, k)",
    ", odd=n % 2 == 1",
    ", what='a b'",
    ", of=None",
    ", to=k",
    ", place=k",
    ", part=k",
    ", pile=k",
    ", component=k",
    ", next=k",
    ", says=str(n)",
    ", by=1.5",
    ", to=(k,)",
    ", how=-k",
    ", name='to'",
    ", parts=k",
    ", labels=k",
    ", move=f'take {k} of {n}'",
    ", word='take ' + str(k)",
    ", word='take ' + ('x' if n < 700 else k)",
    ", q=1 // (n - 777)",
    ", d={1: k}[1]",
)


def _yield(random: Random, names: Sequence[Name], amount: str = "k") -> str:
    """Statements that yield what is smaller than n, by an amount of that name."""
    far = _rare(random)
    label = random.choice(LABELS).replace("k", amount) if random.random() < 0.5 else ""
    call = f"to(n - {amount}{label})" if label or random.random() < 0.3 else f"n - {amount}"
    match random.randrange(12):
        case 0:
            return f"if 0 < {amount} <= n:\n    yield to(n - {amount}, 0{label})"
        case 1:
            return f"if 0 < {amount} < n:\n    yield to((n - {amount}) // 2, n - {amount} - (n - {amount}) // 2{label})"
        case 2:
            return (
                f"if {amount} == n:\n    yield to({label.removeprefix(', ')})\nelif 0 < {amount} < n:\n    yield {call}"
            )
        case 3:
            return (
                f"if not 0 < {amount} <= n:\n    continue\nyield {call}"
                if amount == "k"
                else f"if 0 < {amount} <= n: yield {call}"
            )
        case 4:
            return f"o = n - {amount}\nif o < n and o >= 0:\n    yield o"
        case 5:
            return f"if 0 < {amount} <= n and {drawn_test(random, names)}:\n    yield {call}"
        case 6:
            return f"yield from [n - j for j in (1, {amount}) if 0 < j <= n]"
        case 7:
            return f"if 0 < {amount} <= n:\n    yield {call}\n    if n == {far}:\n        yield 0"
        case _:
            return f"if 0 < {amount} <= n:\n    yield {call}"


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def _statement(random: Random, names: Sequence[Name]) -> str:
    a, b, far = _small(random), _small(random), _rare(random)
    inner = indented(_yield(random, names))
    match random.randrange(22):
        case 0 | 1 | 2 | 3 | 4:
            return f"for k in {drawn_amounts(random, names)}:\n{inner}"
        case 5:
            return f"k = {drawn_number(random, names)}\n" + _yield(random, names).replace("    continue", "    pass")
        case 6 | 7:
            return f"if {drawn_test(random, names)}:\n{indented(f'k = {drawn_number(random, names)}')}" + indented(
                "if 0 < k <= n:\n    yield n - k"
            )
        case 8:
            return (
                f"for k in {drawn_amounts(random, names)}:\n    if {drawn_test(random, names)}:\n        break\n"
                f"{inner}else:\n    if n > {a}:\n        yield {a}"
            )
        case 9:
            return (
                f"k = {a}\nwhile k < {a + b + 2}:\n    k += 1\n    if {drawn_test(random, names)}:\n"
                f"        continue\n    if k <= n:\n        yield n - k\nelse:\n    if n > 1:\n        yield 1"
            )
        case 10:
            return (
                f"def local(j, more={a}):\n    return j + more * ({drawn_test(random, names)})\nfor k in (1, {b}):\n"
                f"    if 0 < local(k) <= n:\n        yield n - local(k)"
            )
        case 11:
            return (
                f"it = {random.choice(('reversed', 'iter'))}(({a}, {a + b}))\nif {drawn_test(random, names)}:\n"
                f"    for k in it:\n        pass\nfor k in it:\n    if k <= n:\n        yield n - k"
            )
        case 12:
            pairs = random.choice((f"enumerate(({a}, {b}))", f"zip((1, 2), ({a}, {b}))", f"{{0: {a}, 1: {b}}}.items()"))
            return f"for i, k in {pairs}:\n    if 0 < k + i <= n:\n        yield n - k - i"
        case 13:
            return f"if {drawn_test(random, names)}: return\n"
        case 14:
            return (
                f"match n % {a + 1}:\n    case 0:\n        if n: yield n - 1\n    case 1 | 2 if n > {b}:\n"
                f"        yield n - {b}\n    case _:\n        pass"
            )
        case 15:
            return f"try:\n    k = {{{far}: 2}}[n]\nexcept KeyError:\n    k = 1\nif k <= n:\n    yield n - k"
        case 16:
            return (
                f"seen = set()\nfor k in (*({a}, {b}), {a}):\n    if k in seen or k > n: continue\n"
                f"    seen.add(k)\n    yield n - k"
            )
        case 17:
            return (
                f"best, *others = sorted(({a}, {a + b}, n))\nfor k in others:\n"
                f"    if 0 < k < n: yield to(n - k, *([best] if best < k else []))"
            )
        case 18:
            return (
                f"for k in range(1, n):\n    if k * 2 < n and n < {random.choice((30, 60))}:\n"
                f"        yield to(k, n - k)"
            )
        case 19:
            return f"count = sum(1 for j in range(n % 5) if j != {a})\nif count and n > count:\n    yield n - count"
        case 20:
            return f"lefts = {{n - j for j in ({a}, {b}) if j <= n}}\nfor left in sorted(lefts):\n    yield left"
        case _:
            return (
                f"x = y = n\nx -= {a}; y, z = y // 2, x\nif z >= 0: yield z\n"
                f"if {drawn_test(random, names)} and y < n: yield y"
            )


SIGNATURES = (
    "n",
    "n",
    "n",
    "n",
    "n, *, most=3",
    "n, *, moves=(1, 2)",
    "n, *, moves={1, 3}",
    "n, *, moves=[2, 3]",
    "n, *, table={1: 2}",
)


def _plain(random: Random, names: Sequence[Name]) -> str:
    """A statement of the kind that proofs read, in which one thing may be of another kind."""
    a, b = _small(random), _small(random)
    rich = random.random() < 0.5
    test = drawn_test(random, names) if rich else f"n % {a + 1} == {b % (a + 1)}"
    match random.randrange(6):
        case 0 | 1:
            return (
                f"for k in {drawn_amounts(random, names) if rich else f'({a}, {a + b})'}:\n    if k <= n:\n"
                f"        yield n - k"
            )
        case 2:
            return f"if n >= {a} and {test}:\n    yield n - {a}"
        case 3:
            return f"if {test}:\n    if n >= {a}: yield n - {a}\nelse:\n    if n >= {b}: yield to(n - {b}, k={b})"
        case 4:
            return f"if n: yield n // {a + 1}" if a > 3 else f"if n >= {a}:\n    yield n - {a}"
        case _:
            return (
                f"for k in range(1, {a + 1}):\n    if k <= n:\n"
                f"        yield {random.choice(('n - k', 'to(n - k, take=k)'))}"
            )


def _using(random: Random, name: Name) -> str:
    """A statement that depends on what is outside of the rule."""
    ways = []
    if name.amounts:
        ways += [f"for k in {random.choice(name.amounts)}:\n    if 0 < k <= n:\n        yield n - k"] * 2
    if name.numbers:
        ways.append(f"k = {random.choice(name.numbers)}\nif 0 < k <= n:\n    yield n - k")
    if name.tests:
        ways.append(f"if n >= {_small(random)} and {random.choice(name.tests)}:\n    yield n - 1")
    return random.choice(ways)


def draw(random: Random) -> Any:
    """Half of the rules are such that most of them have theorems, half as rich as may be."""
    names = random.sample(outside_of(random), random.choice((0, 1, 1, 2, 3)))
    if random.random() < 0.5:
        statements = [_plain(random, names) for _ in range(random.randint(1, 2))]
    else:
        statements = [_statement(random, names) for _ in range(random.randint(1, 3))]
    return _case(random, names, statements)


def draw_used(random: Random) -> Any:
    """A rule that depends on each of a few things outside of it; half of them on one that proofs read."""
    every = outside_of(random)
    if random.random() < 0.5:
        names = [every[random.choice((0, 0, 4, 5))]]
        statements = [_read(names[0])] + [_plain(random, ()) for _ in range(random.choice((0, 0, 1)))]
        return _case(random, names, statements, plain=True)
    names = random.sample(every, random.choice((1, 1, 2)))
    statements = [_using(random, name) for name in names]
    for _ in range(random.choice((0, 0, 1, 2))):
        statements.append(random.choice((_plain, _plain, _statement))(random, names))
    random.shuffle(statements)
    return _case(random, names, statements)


def _read(name: Name) -> str:
    """A statement that proofs read, which depends on what is outside of the rule."""
    amounts = {"S": "S", "K": "(1, K + 1)", "F": "(1, 2)"}[name.cell[0]]
    test = " and FLAG" if name.cell.startswith("FLAG") else ""
    return f"for k in {amounts}:\n    if k <= n{test}:\n        yield n - k\nif n > 7: yield n - 8"


def _case(random: Random, names: Sequence[Name], statements: Sequence[str], plain: bool = False) -> Any:
    signature = 0 if plain else random.randrange(len(SIGNATURES))
    if signature > 3:
        own = SIGNATURES[signature].partition("*, ")[2].partition("=")[0]
        amounts = {"most": "range(1, most + 1)", "moves": "moves", "table": "table.values()"}[own]
        statements = [*statements, f"for k in {amounts}:\n    if k <= n:\n        yield n - k"]
    edits = tuple(Piece(random.choice(name.edits)) for name in names)
    cells = tuple(Piece(name.cell) for name in names)
    return cells, tuple(map(Piece, statements)), signature, random.randint(3, 39), edits
