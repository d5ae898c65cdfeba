"""Rules drawn at random with one rare branch, in which stands what readers of code get wrong.

What Python does with a rule is worked out by the plain function alone, at states of which some meet the branch.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

# In the branch: on the way to what they say of n, each uses a construct in a form that a reader may shorten.
TESTS = [
    "len({{n // 10, {q}}}) == 1",
    "sum({{n // 10, {q}}}) > n",
    "len({{n % 3, 1}}) == 2",
    "reversed(())",
    "not reversed(())",
    "zip()",
    "iter(())",
    "enumerate(())",
    "True in ({c}, 1)",
    "n in {{{n}, 1}}",
    "n in {{n, {c}}}",
    "n in {{}}",
    "{{n: 1}}[n]",
    "(n > 3) & (n > 5)",
    "(n > 3) + 1 == 2",
    "1 < n // {c} < 700",
    "n // {c} // 3 > 2 > 1",
    "3 < (m := n // 2) < n",
    "n - 3 and {c} > 2",
    "n > 3 or n // 0",
    "n < 3 and n // 0",
    "1 << (n - {n}) > 1",
    "n >> ({c} - 9)",
    "(1, 2)[{c} - 4] == 2",
    "(1, 2, 3)[-1] == 3",
    "S[0]",
    "sorted(S)[0] == 1",
    "len(S) == 3",
    "L + (1,)",
    "T + T == T",
    "len(T + T) == 4",
    "(1, 2) + [3]",
    "+(1, 2)",
    "max(())",
    "max(1, True) is True",
    "max((3, n), default=1)",
    "max(n, key=abs)",
    "min([n, {c}]) == {c}",
    "sum((1, 2), 3) == 6",
    "sum([[1], [2]], [])",
    "abs(n > 2) == 1",
    "divmod(n, {c})[1] == 1",
    "pow(n, 2, 7) == 1",
    "any(T)",
    "all(())",
    "any(k > 2 for k in T)",
    "all(k // 0 for k in ())",
    "any([k // 0 for k in T])",
    "any(b for a in T for b in (b, 1))",
    "any((y := x) for x in T)",
    "sorted((3, 1))[0] == 1",
    "sorted((n, 1))[0] == 1",
    "tuple(range(3)) == (0, 1, 2)",
    "list(range(3)) + [1]",
    "range(3) + (1,)",
    "[1, 2] == (1, 2)",
    "{c} in range(2, 9, 3)",
    "n is n",
    "not -n",
    "~(n > 3) == -2",
    "n ** -1",
    "n / 2 > 3",
    "int(n / 2) > 3",
    "-n // {c} < 0",
    "-n % {c} == 1",
    "len(T[1:]) == 1",
    "2 ** {c} > 9",
    "f'{{n}}'",
    "(lambda k: k > 2)(n)",
    "map(abs, T)",
    "next(iter(T))",
    "bool(n)",
    "int(n > 2)",
    "len(range(n, n + 4)) == 4",
    "F(n)",
    "n + 350000 in range(n, n + 400000)",
    "max(S) == 4",
    "range(2)[1]",
    "n in S",
    "n % {c} in T",
    "len(L) == 2",
    "False in (0,)",
]
BODIES = [
    "if {t}: yield n - 3",
    "if {t}: yield n - 3\nelse: yield n - 4",
    "x = {t}\nif x: yield n - 3",
    "yield n - 3 if {t} else n - 4",
    "while {t}:\n    yield n - 3\n    break",
    "assert {t}\nyield n - 3",
    "yield to(n - 3, by={t})",
    "yield n > 2",
    "yield (n > 3) | (n > 5)",
    "yield to(n - 3, by=[1])",
    "yield to(n - 3, by=(1, 'a'))",
    "yield to(n - 3, by='take ' + 3)",
    "yield to(n - 3, by=f'{{n:q}}')",
    "yield to(n - 3, by={c} // 0)",
    "yield to(n - 3, by=x)",
    "yield to(n - 3, by=-n * 2 % 3)",
    "yield to(n - 3, by=T[5])",
    "it = reversed((3, 4))\nfor k in it: yield n - k\nfor k in it: yield n - k - 2",
    "for k in reversed((3, 4)): yield n - k",
    "for i, k in enumerate((3, 4)): yield n - k - i",
    "for i, k in zip((1, 2), (3, 4)): yield n - k - i",
    "for k in zip((3, 4)): yield n - k",
    "for k in map(abs, (3, 4)): yield n - k",
    "yield from reversed((3, 4))",
    "for k in reversed(S): yield n - k",
    "for k in S:\n    yield n - k\n    if k > 1: break",
    "for k in {{5, 3}}: yield n - k",
    "for k in ():\n    pass\nyield k",
    "for k in (3, 4):\n    pass\nyield n - k",
    "for k in (3, 4):\n    break\nelse:\n    yield 0\nyield n - k",
    "for k in (3, 4):\n    if k == 3: continue\n    yield n - k\nelse:\n    yield n - 5",
    "m = 1\nyield from range(0 * (m := 2))\nyield n - m",
    "m = 1\nyield from (n - 3 for k in (1,) if (m := 4))\nyield n - m",
    "assert (m := n - 3) >= 0\nyield m",
    "n -= 3\nyield n\nn += n > 2\nyield n - 2",
    "a = b = [3]\na += [4]\nyield n - len(b)",
    "a = (3,)\na += (4,)\nyield n - len(a)",
    "a, b = [3, 4]\nyield n - a - b",
    "a, *b = (3, 4)\nyield n - a",
    "a, b = +(3, 4)\nyield n - a",
    "a = 3\ndel a\nyield n - a",
    "try:\n    yield n // 0\nexcept ZeroDivisionError:\n    yield 0",
    "try:\n    yield n - 3\nexcept ZeroDivisionError as to:\n    raise",
    "if n < 0:\n    import math as T\nyield n - len(T)",
    "if n < 0:\n    def to(): pass\nyield to(n - 3)",
    "if n < 0:\n    global T\nyield n - 3",
    "yield from (n - b for a in (3,) for b in (b, a))",
    "yield from (n - a for a in (3, 4) if a > 3)",
    "yield from [n - a for a in T]",
    "def f(): yield n - 3\nyield from f()",
    "yield from F(n)",
    "yield n - 3\nyield n - 3\nreturn\nyield 0",
    "x = yield n - 3\nyield n - x",
    "yield from ()",
    "yield None",
    "yield n - 3.0",
    "yield -1",
    "yield n",
    "yield to(*(n - 3,))",
    "yield to(*[n - 3, 0])",
    "yield to(n - 3, **{{'by': 3}})",
    "yield [n - 3]",
    "yield (n - 3,)",
    "yield max(n - 3, 0)",
    "yield n - (3 and {c})",
    "yield n - (0 or 3)",
    "yield n - (True + 2)",
    "yield n - [3, 4][-1]",
    "yield n - [3, 4][2]",
    "yield n - T[True]",
    "k = 3\nyield from (n - k for k in (4, 5))\nyield n - k",
    "yield from [n - k for k in range(k, 5)]",
    "yield n - abs(-3)",
    "raise ValueError",
    "n = {n}\nyield n - 3",
    "for n in range(n - 4, n): yield n",
    "for k in range(True, 3): yield k",
    "for k in range(n - 3, n):\n    yield k\n    if k > 5: break",
    "for k in range(n):\n    if k > 5: continue\n    yield k",
    "yield not n",
    "yield ~-n",
    "yield n ^ 1 if n & 1 else 0",
    "yield n >> 1 << 1 if n % 2 else 0",
    "yield T",
    "yield S.pop()",
    "L.append(1)\nyield n - len(L)",
]
OUTSIDE: dict[str, Any] = {"S": {4, 1, 3}, "T": (1, 3), "L": [1, 2], "F": lambda n: iter((n - 3,))}


def drawn(random: Random, number: int, largest: int) -> tuple[str, Callable[[int], bool]]:
    """The body of a rule with the construct of this number in a rare branch, and whether a state meets the branch."""
    modulus, rest = random.randint(largest // 2, largest), random.randrange(20, 90)
    numbers = {"n": random.randint(600, 900), "q": random.randint(60, 90), "c": random.randint(2, 9)}
    bodies = [each for each in BODIES if "{t}" in each]
    whole = [each for each in BODIES if "{t}" not in each]
    if number < 2 * len(TESTS):
        text = bodies[random.randrange(len(bodies))].replace("{t}", TESTS[number % len(TESTS)])
    else:
        text = whole[number % len(whole)]
    inner = "".join(f"    {line}\n" for line in text.format(**numbers).splitlines())
    take = random.choice(
        ("if n >= 1: yield n - 1\nif n >= 2: yield n - 2\n", "for k in (1, 4):\n    if n >= k: yield n - k\n")
    )
    return f"if n % {modulus} == {rest} and n >= 9:\n{inner}{take}", lambda n: n % modulus == rest and n >= 9


def played(function: Callable[..., Any], state: int) -> list[tuple[int, ...]] | None:
    """The options of a state by the function as it stands; None if it fails there, or leaves no state."""
    from grundy.model.option import as_option

    options = []
    try:
        for yielded in function(state):
            option = as_option(yielded)
            hash(option)  # moves are kept by their labels
            if any(type(part) is not int or part < 0 for part in option.parts):
                return None
            options.append(tuple(part for part in option.parts if type(part) is int))
    except Exception:  # whatever a rule raises
        return None
    return options
