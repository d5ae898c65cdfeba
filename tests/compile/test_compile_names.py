"""A name that the compiler gives a meaning to counts only where it is the very thing: a file may define its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from trials.ways import table

from grundy.compile.kernel import look
from grundy.errors import BadRule, GrundyError
from grundy.model.definition import state_values
from grundy.model.rule import Rule
from grundy.notation.rule_files import load_rules
from grundy.reading.calls import NEXT
from grundy.reading.functions import _FUNCTIONS, INSTEAD_OF

# for each name: what a file makes of it instead, and rules that compile where it is what it seems
OWN = {
    "abs": ("lambda x: x + 1", ["if n:\n    yield n - 1 - abs(n % 3 - 1) % n"]),
    "all": ("lambda found: not [*found][-1]", ["if n and all(n % k for k in (2, 3)):\n    yield n // 2"]),
    "any": ("lambda found: not [*found][-1]", ["if n and any(n % k for k in (2, 3)):\n    yield n // 2"]),
    "bin": ("lambda x: '0b' + '1' * (x % 3)", ["if n:\n    yield n - 1 - bin(n).count('1') % n"]),
    "bool": ("lambda x: x + 1", ["if n:\n    yield n - 1 - bool(n % 3) * 2 % n"]),
    "divmod": ("lambda a, b: (a % b, a // b)", ["q, r = divmod(n, 5)\nif n:\n    yield (q + 2 * r) % n"]),
    "enumerate": (
        "lambda row: [(3, x) for x in row]",
        ["for i, x in enumerate(ROW):\n    if i + x <= n:\n        yield n - i - x"],
    ),
    "int": ("lambda x: x // 2", ["if n:\n    yield int(n - 1)"]),
    "len": ("lambda row: 2", ["if n >= len(ROW):\n    yield n - len(ROW)", "if n:\n    yield n // len(ROWS[n % 2])"]),
    "max": ("lambda *a: 1", ["yield from range(max(0, n - 3), n)", "if n > 4:\n    yield n - max(ROW)"]),
    "min": (
        "lambda *a: 1",
        ["for k in range(1, min(n, 3) + 1):\n    yield n - k", "if n > 1:\n    yield n - min(n, 2)"],
    ),
    "pow": ("lambda a, b: a + 2 * b", ["if n > 4:\n    yield n - pow(2, 2)"]),
    "range": (
        "lambda *a: (1, 4, 5)",
        [
            "if n and n % 7 in range(3):\n    yield n // 2",
            "if n and n % 7 not in range(2, 5):\n    yield n // 2",
            "for k in range(1, 3):\n    if k <= n:\n        yield n - k",
            "for k in reversed(range(1, 3)):\n    if k <= n:\n        yield n - k",
            "yield from range(n)",
            "yield from (n - k for k in range(1, 3) if k <= n)",
            "if n:\n    yield n - 1 - sum(k for k in range(3)) % n",
            "yield to(*range(n % 3))",
        ],
    ),
    "reversed": ("lambda numbers: (2, 5)", ["for k in reversed(range(1, 4)):\n    if k <= n:\n        yield n - k"]),
    "set": ("lambda row: (1, 5)", ["if n and n % 7 in set((2, 3)):\n    yield n // 2"]),
    "frozenset": ("lambda row: (1, 5)", ["if n and n % 7 in frozenset((2, 3)):\n    yield n // 2"]),
    "sorted": ("lambda row: (2, 5)", ["for k in sorted((3, 1)):\n    if k <= n:\n        yield n - k"]),
    "list": ("lambda row: (2, 5)", ["for k in list(range(1, 3)):\n    if k <= n:\n        yield n - k"]),
    "tuple": ("lambda row: (2, 5)", ["for k in tuple(range(1, 3)):\n    if k <= n:\n        yield n - k"]),
    "iter": ("lambda row: (2, 5)", ["for k in iter(ROW):\n    if k <= n:\n        yield n - k"]),
    "zip": (
        "lambda *rows: [(3, 1)]",
        ["for i, x in zip((1, 2), ROW):\n    if i + x <= n:\n        yield n - i - x"],
    ),
    "sum": ("lambda found: 2", ["if n:\n    yield n - 1 - sum(k for k in ROW) % n"]),
    "math": (
        "type('Own', (), {'gcd': lambda self, a, b: a, 'isqrt': lambda self, a: a // 2})()",
        ["if n:\n    yield n - math.gcd(n, 6)", "if n:\n    yield n - 1 - math.isqrt(n) % n"],
    ),
    "gcd": ("lambda a, b: 1 + a % 2", ["if n > 1:\n    yield n - gcd(n, 6)"]),
    "lcm": ("lambda a, b: 1 + a % 2", ["if n > 12:\n    yield n - 1 - lcm(n, 6) % n"]),
    "isqrt": ("lambda a: 1 + a % 2", ["if n > 1:\n    yield n - isqrt(n)"]),
    "to": ("lambda *parts: parts[0]", ["if n > 4:\n    yield to(n - 1, n // 2)"]),
}
HEAD = (
    "import math\nfrom math import gcd, isqrt, lcm\nfrom grundy import rule, to\n"
    "ROW = (1, 3, 4)\nROWS = ((1, 2), (0, 2, 3))\n"
)
SIZE = 60


def indented(text: str, times: int = 1) -> str:
    return "".join(f"{'    ' * times}{line}\n" for line in text.splitlines())


def where_it_is_defined(name: str, own: str, body: str) -> dict[str, str]:
    """The text of a file for each place in which a rule may meet another thing of that name."""
    game = f"@rule\ndef game(n):\n{indented(body)}"
    inside = f"{indented(game)}    return game\n"
    return {
        "the file": f"{HEAD}{name} = {own}\n{game}",
        "a def of the file": f"{HEAD}made = {own}\ndef {name}(*a):\n    return made(*a)\n{game}",
        "a closure": f"{HEAD}def make({name}):\n{inside}game = make({own})\n",
        "a closure that is filled later": f"{HEAD}def make():\n{indented(game)}    {name} = {own}\n    return game\n"
        "game = make()\n",
        "a parameter": f"{HEAD}@rule\ndef game(n, *, {name}={own}):\n{indented(body)}",
        "a loop variable": f"{HEAD}OWN = ({own},)\n@rule\ndef game(n):\n    for {name} in OWN:\n{indented(body, 2)}",
        "a variable": f"{HEAD}OWN = {own}\n@rule\ndef game(n):\n    {name} = OWN\n{indented(body)}",
        "a decorator": f"{HEAD}import functools\nclass Wrap:\n    def __init__(self, function):\n"
        "        functools.update_wrapper(self, function)\n        self.function = function\n"
        "    def __call__(self, n):\n        return self.function(n - n % 2)\n"
        f"made = {own}\ndef {name}(*a):\n    return made(*a)\n{game.replace('@rule', '@rule' + chr(10) + '@Wrap')}",
        "what the file runs in": f"{HEAD}import builtins\n__builtins__ = {{**vars(builtins), {name!r}: {own}}}\n{game}",
    }


CASES = [(name, own, body, body == bodies[0]) for name, (own, bodies) in OWN.items() for body in bodies]


def values(game: Rule, compiled: bool) -> Any:
    """The table by the engine of tables, or what kind of problem the rule has; uncompiled, by the definition too."""
    try:
        entries = table(game, SIZE, compiled=compiled)
    except GrundyError as problem:
        return type(problem)
    if not compiled:
        known = state_values(game, range(SIZE), {})
        assert entries == [known[state] for state in range(SIZE)]
    return entries


def rule_of(folder: Path, text: str) -> Rule:
    file = folder / f"game{len(list(folder.iterdir()))}.py"
    file.write_text(text)
    return load_rules(str(file))["game"]


def test_every_name_that_the_compiler_knows_is_tried() -> None:
    tried = {*OWN, "again", "answer", "str"}  # the two are refused where they are themselves, text stands in labels
    assert len(NEXT) == 3 and {function.__name__ for function in _FUNCTIONS} <= tried
    assert {id(each) for each in (reversed, zip, enumerate, iter)} <= set(INSTEAD_OF)


@pytest.mark.parametrize(("name", "own", "body", "first"), CASES)
def test_a_name_of_the_files_own_means_what_the_file_says(
    name: str, own: str, body: str, first: bool, tmp_path: Path
) -> None:
    real = rule_of(tmp_path, f"{HEAD}@rule\ndef game(n):\n{indented(body)}")
    assert look(real)  # compiled where the name is what it seems
    plain = values(real, compiled=False)
    assert values(real, compiled=True) == plain
    others = 0
    texts = where_it_is_defined(name, own, body)
    for place, text in texts.items() if first else [*texts.items()][:2]:
        game = rule_of(tmp_path, text)
        expected = values(game, compiled=False)
        assert values(game, compiled=True) == expected, place
        others += expected != plain
    assert others >= (4 if first else 1)  # what the file says is another game


def test_another_name_for_the_very_thing_is_compiled(tmp_path: Path) -> None:
    text = "from builtins import range as numbers, bin as digits\n" + HEAD
    text += "@rule\ndef game(n):\n    if n % 5 in numbers(1, 4):\n        yield n - 1 - digits(n).count('1') % n\n"
    game = rule_of(tmp_path, text)
    assert look(game)
    assert values(game, compiled=True) == values(game, compiled=False)


OTHERS = {
    "a method": "class Own:\n    def moves(self, n):\n        if n:\n            yield n - 1\ngame = rule(Own().moves)",
    "a partial": "from functools import partial\ndef moves(k, n):\n    if n >= k:\n        yield n - k\n"
    "game = rule(partial(moves, 2))",
    "an object": "class Own:\n    def __call__(self, n):\n        if n:\n            yield n - 1\ngame = rule(Own())",
    "a wrapper": "from functools import wraps\ndef twice(f):\n    @wraps(f)\n    def again(n):\n"
    "        yield from f(n - n % 2)\n    return again\n@rule\n@twice\ndef game(n):\n    if n:\n        yield n - 1",
    "a wrapper's own parameter": "from functools import wraps\ndef twice(f):\n    @wraps(f)\n"
    "    def game(n, *, k=2):\n        if n >= k:\n            yield n - k\n    return game\n"
    "@rule\n@twice\ndef game(n, *, k=2):\n    if n >= k:\n        yield n - k",
    "numbers of a class": "class Own(int):\n    def __rsub__(self, other):\n        return int(other) - 2 * int(self)\n"
    "    def __gt__(self, other):\n        return 2 * int(self) > other\nK = Own(1)\n@rule\ndef game(n):\n"
    "    if not K > n:\n        yield n - K",
    "a row of a class": "class Own(tuple):\n    def __iter__(self):\n        return iter((2, 3))\nROW = Own((1, 4))\n"
    "@rule\ndef game(n):\n    for k in ROW:\n        if k <= n:\n            yield n - k",
    "a set of a class": "class Own(frozenset):\n    def __contains__(self, k):\n        return k % 3 == 1\n"
    "S = Own((2, 3))\n@rule\ndef game(n):\n    if n and n in S:\n        yield n // 2",
    "numbers in rows of a class": "class Own(int):\n    def __rsub__(self, other):\n"
    "        return int(other) - 2 * int(self)\nROW = (Own(1),)\n@rule\ndef game(n):\n    for k in ROW:\n"
    "        if 2 * k <= n:\n            yield n - k",
    "a module of a class": "class module:\n    from math import isqrt as gcd\n    def __getattr__(self, name):\n"
    "        return 3\nmath = module()\n@rule\ndef game(n):\n    if n > 2:\n        yield n - math.gcd(n)",
    "a thing equal to all": "class Own:\n    def __eq__(self, other):\n        return True\n"
    "    __hash__ = object.__hash__\n    def __call__(self, a, b):\n        return a % 3 + b\nmin = Own()\n"
    "@rule\ndef game(n):\n    if n > 9:\n        yield n - min(n, 2)",
    "a name that a later loop sets": "k = 2\n@rule\ndef game(n):\n"
    "    if n > 3 and any(k for j in (1, 2) if k > 1 for k in (j,)):\n        yield n - 1",
}


@pytest.mark.parametrize("what", OTHERS)
def test_what_only_looks_like_a_plain_rule(what: str, tmp_path: Path) -> None:
    game = rule_of(tmp_path, f"{HEAD}{OTHERS[what]}\n")
    assert values(game, compiled=True) == values(game, compiled=False)


BOOLS = {
    "a comparison": "if n > 2:\n    yield n > 2",
    "a variable": "x = n > 2\nif x:\n    yield x",
    "a choice": "if n > 2:\n    yield n - 2 if n < 6 else n > 2",
    "either": "if n > 2:\n    yield n > 9 or 1",
    "the larger": "if n > 2:\n    yield max(n > 1, 0)",
    "a row written here": "for x in (n > 2, 0):\n    if n > 2:\n        yield x",
    "a row": "for x in TRUTHS:\n    if n > 2:\n        yield x",
    "an item": "if n > 2:\n    yield TRUTHS[n % 2]",
    "a helper's number": "if n > 2:\n    yield same(n > 1)",
    "a parameter": "if n > 2:\n    yield most",
    "a changed parameter": "if n > 90:\n    most = 3\nif n > 2:\n    yield most",
    "a loop's last": "x = 1\nfor k in (1, 2):\n    if n > 2:\n        yield x\n    x = n > 1",
}


@pytest.mark.parametrize("what", BOOLS)
def test_a_bool_is_no_state_wherever_it_comes_from(what: str, tmp_path: Path) -> None:
    text = f"{HEAD}TRUTHS = (True, False, True)\ndef same(x):\n    return x\n"
    game = rule_of(tmp_path, f"{text}@rule\ndef game(n, *, most=True):\n{indented(BOOLS[what])}")
    with pytest.raises(BadRule, match=r"yields (True|False)"):
        table(game, SIZE)
