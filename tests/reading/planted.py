"""Faults planted in the reading of rules: each a text of it that is changed, in a copy of all its files.

    python tests/reading/planted.py --count 300

prints for each after how many random rules it is found, if it is. Each has a rule that shows it, too.
"""

from __future__ import annotations

import argparse
import linecache
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from drawn_rules import Reading, case, differs, made, outcome

ROOM = Path(__file__).resolve().parents[2] / "src" / "grundy" / "reading"
FILES = (
    *("core", "values", "safe", "source", "writing", "tuples", "comparisons", "expressions", "loops", "calls"),
    *("functions", "run", "lower", "python"),
)
"""What is copied, each after those that it needs."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One text of a file in place of another, which stands there once; `text` is a file with a rule that shows it."""

    name: str
    file: str
    old: str
    new: str
    text: str


def body(text: str) -> str:
    """A file whose rule has this body."""
    return "def game(n):\n" + "".join(f"    {line}\n" for line in text.splitlines())


def after(helper: str, text: str) -> str:
    """The same below a helper."""
    return f"{helper}\n{body(text)}"


REVERSED = body("yield from reversed(range(1, n, 2))")
FAULTS = (
    Fault(
        "the end of a reversed range",
        "loops",
        '"-", low, Const(1 if step > 0 else -1)',
        '"-", low, Const(0)',
        REVERSED,
    ),
    Fault(
        "the first of a reversed range",
        "loops",
        "low), Const(1 if step > 0 else -1)",
        "low), Const(0)",
        REVERSED,
    ),
    Fault(
        "the middle of a chained comparison worked out twice",
        "comparisons",
        "nodes[place - 1], nodes[place], second, after)",
        "nodes[place - 1], nodes[place], self.value(nodes[place - 1]), after)",
        body("m = 1\nif 0 < (m := m + 1) < n:\n    yield m"),
    ),
    Fault(
        "an early operand worked out late",
        "tuples",
        "tuple([self.fixed(value, at) for value in group])",
        "tuple([value for value in group])",
        body("m = n\nyield m - (m := 1)"),
    ),
    Fault(
        "continue as break",
        "lower",
        "loops.append((after, turn))",
        "loops.append((after, after))",
        body("for k in range(n):\n    if k == 2:\n        continue\n    yield k"),
    ),
    Fault(
        "else after break",
        "lower",
        "return self.block(others)\n\n        return self.scoped(after, work)",
        "return True\n\n        return self.scoped(after, work) and self.block(others)",
        body("for k in range(n):\n    if k == 2:\n        break\nelse:\n    yield 5\nyield 1"),
    ),
    Fault(
        "or that asks on",
        "writing",
        "holds if is_and else Not(holds)",
        "holds",
        body("if n > 0 or (m := 7 // n):\n    yield 1"),
    ),
    Fault(
        "a name that is changed once",
        "writing",
        "frame.stores[name] <= 1",
        "frame.stores[name] <= 2",
        body("k = 1\nif n > 3:\n    k = 2\nyield k"),
    ),
    Fault(
        "numbers swapped one by one",
        "loops",
        "zip(targets, fixed.items",
        "zip(targets, value.items",
        body("a = n\nb = 1\na, b = b, a\nyield a\nyield b"),
    ),
    Fault(
        "a value on one way alone",
        "writing",
        "set.intersection(*ways)",
        "set.union(*ways)",
        body("if n > 3:\n    k = 1\nelse:\n    yield 0\nyield k"),
    ),
    Fault(
        "a default before an argument",
        "calls",
        "if name in given:",
        "if name in given and name not in defaults:",
        after("def step(n, by=2):\n    return n + by", "yield step(n, 5)"),
    ),
    Fault(
        "quotient and rest swapped",
        "functions",
        'combined("//", dividend, divisor)',
        'combined("%", dividend, divisor)',
        body("q, r = divmod(n, 3)\nyield q\nyield r"),
    ),
    Fault(
        "the step of `in range`",
        "comparisons",
        "number, low, high, step, site",
        "number, low, high, 1, site",
        body("if n in range(0, 9, 2):\n    yield 1"),
    ),
    Fault(
        "a difference that is never negative",
        "expressions",
        'KEEPS_NATURAL = ("+",',
        'KEEPS_NATURAL = ("-", "+",',
        body("yield 2 ** (abs(n) - 3)"),
    ),
    Fault(
        "a list made item by item",
        "loops",
        "ast.ListComp) and not consumed",
        "ast.Set)",
        body("yield from [6 // (3 - k) for k in range(n)]"),
    ),
    Fault(
        "the largest of negative numbers",
        "functions",
        "r.joined(False, [([], first), ([], better)])",
        "better",
        body("yield max(-k for k in range(1, n))"),
    ),
    Fault(
        "all of nothing",
        "functions",
        "Const(int(not decides))",
        "Const(0)",
        body("if all(k > 1 for k in range(n)):\n    yield 1"),
    ),
    Fault(
        "a label that is not worked out",
        "calls",
        '(keyword.arg or "", label)',
        '(keyword.arg or "", Const(1))',
        body("yield to(n, take=7 // n)"),
    ),
    Fault("who moves next", "calls", '(option.again): "again"', '(option.again): "opponent"', body("yield again(n)")),
    Fault(
        "a row from its end",
        "tuples",
        "self.temporary(picked(compared(",
        "(lambda _: at)(picked(compared(",
        after("ROWS = ((1, 2), (3,))", "yield ROWS[n % 2][-n]"),
    ),
    Fault(
        "a label of a bool",
        "values",
        "number if kind == INT else",
        "number if kind else",
        body("p = n > 2\nyield to(n, large=p)"),
    ),
    Fault(
        "a condition as a state",
        "calls",
        "isinstance(value, NumberValue) and value.kind == INT:\n",
        "isinstance(value, NumberValue):\n",
        body("p = n > 2\nyield p"),
    ),
    Fault(
        "return of a generator",
        "calls",
        "return self.leave(frame.end)\n        if",
        "return True\n        if",
        after("def steps(n):\n    if n > 2:\n        return\n    yield 1", "yield from steps(n)"),
    ),
    Fault(
        "the error that is caught",
        "lower",
        "tuple(_caught_name(kind) for",
        'tuple("KeyError" for',
        body("try:\n    yield 7 // n\nexcept ZeroDivisionError:\n    raise ValueError"),
    ),
    Fault(
        "a yield that is tried in a generator",
        "lower",
        "len(self.inside) > 1 and",
        "False and",
        after(
            "def steps(n):\n    try:\n        yield n\n    except ZeroDivisionError:\n        raise ValueError",
            "for k in steps(n):\n    yield 7 // k",
        ),
    ),
    Fault(
        "a loop that may have no turn",
        "loops",
        "bool(range(ends[0], ends[1], step))",
        "True",
        body("for k in range(3, 3):\n    pass\nyield k"),
    ),
    Fault("rounding toward 0", "values", "operator.floordiv", "lambda a, b: int(a / b)", body("yield -n // 2")),
    Fault(
        "a jump through two loops",
        "python",
        '["    leave = 0", "    break"]',
        '["    leave = 0"]',
        body("if any(j == k for k in (1, 0) for j in (1, 6 // k)):\n    yield n"),
    ),
    Fault(
        "what follows a loop in a scope",
        "python",
        "not _leaves(body[1:], label)",
        "True",
        after(
            "def f(n):\n    for k in range(n):\n        if k == 3:\n            return 7\n"
            "    if n == 2:\n        return 5\n    return n",
            "yield f(n)",
        ),
    ),
    Fault(
        "the last of a slice",
        "tuples",
        "items[slice(*bounds)]",
        "items[slice(*bounds)][:-1]",
        after("T = (1, 2, 3)", "yield from T[1:]"),
    ),
)


@lru_cache
def _code(file: str, text: str) -> CodeType:
    for name in FILES:
        text = text.replace(f"grundy.reading.{name} ", f"planted.{name} ")
    return compile(text, f"planted/{file}.py", "exec", dont_inherit=True)


def planted(fault: Fault | None) -> Reading:
    """The reading with a fault in it, as a package of its own."""
    for file in FILES:
        text = (ROOM / f"{file}.py").read_text(encoding="utf-8")
        if fault is not None and file == fault.file:
            assert text.count(fault.old) == 1, fault.name
            text = text.replace(fault.old, fault.new)
        module = sys.modules[f"planted.{file}"] = ModuleType(f"planted.{file}")
        exec(_code(file, text), vars(module))
    return Reading("planted")


def goes_wrong(fault: Fault, reading: Reading) -> bool:
    """Whether the rule of a fault is read wrongly."""
    rule = made(fault.text)
    try:
        core = reading.lower(rule)
        fast: Callable[..., object] = reading.function_of(core)
        runs = [(outcome(reading.options(core, (n,))), outcome(fast(n))) for n in range(12)]
    except reading.NotRead:
        return False
    except Exception:  # a fault may break the reading itself
        return True
    return any(set_of != (outcome(rule.function(n)),) * 2 for n, set_of in enumerate(runs))


def found_by(reading: Reading, count: int) -> int | None:
    """How many random rules are drawn until one is read wrongly; None if none of these is."""
    for seed in range(count):
        try:
            if differs(case(seed), reading):
                return seed + 1
        except Exception:  # a fault may break the reading itself
            return seed + 1
        finally:
            linecache.cache.pop(f"<drawn {seed}>", None)
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    given = parser.parse_args()
    assert found_by(planted(None), given.count) is None
    for fault in FAULTS:
        difference = found_by(planted(fault), given.count)
        print(f"{fault.name}: {difference or 'not found'}", flush=True)


if __name__ == "__main__":
    main()
