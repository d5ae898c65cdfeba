"""Random rules of every construct that the core form has: Python itself, the slow and the fast interpreter must agree.

    python tests/reading/drawn_rules.py --count 100000 --seed 0

prints how many rules were read, at how many states they were run, and each difference; the exit status is 1 if there
was one. What must come out is what the function does when Python runs it: options in order, parts, labels, who moves
next, and the class of the error where it fails.
"""

from __future__ import annotations

import argparse
import linecache
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

MOST_OPTIONS = 400
NUMBERS = ("a", "b", "c", "m")
CONDITIONS = ("p", "q")


@dataclass(slots=True)
class Names:
    """What has a value where the next statement will stand."""

    numbers: list[str]
    conditions: list[str] = field(default_factory=list)
    in_loop: int = 0
    depth: int = 0
    is_helper: bool = False

    def inner(self, *numbers: str, loop: int = 0) -> Names:
        return Names([*self.numbers, *numbers], [*self.conditions], self.in_loop + loop, self.depth + 1, self.is_helper)


class Drawing:
    """One random rule, with what is outside of it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.count = 0
        self.arity = self.random.choice((1, 1, 1, 2))
        self.helpers = True  # whether the functions outside may be called

    def pick(self, *texts: str) -> str:
        return self.random.choice(texts)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def small(self) -> int:
        return self.random.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 7))

    def fresh(self, name: str) -> str:
        self.count += 1
        return f"{name}{self.count}"

    # Numbers

    def number(self, names: Names, depth: int = 2) -> str:
        if depth <= 0 or self.chance(0.25):
            return self.pick(*names.numbers, *names.numbers, str(self.small()), "K", "most" if self.helpers else "K")
        one, two = self.number(names, depth - 1), self.number(names, depth - 1)
        made: Callable[[], str] = self.random.choice(
            (
                lambda: f"({one} {self.pick('+', '-', '+', '-', '*', '&', '|', '^')} {two})",
                lambda: f"({one} {self.pick('//', '%')} {self.pick(str(self.small()), two, '2', '3', '5')})",
                lambda: f"({one} {self.pick('//', '%')} {self.small() + 1} {self.pick('//', '%')} {self.small() + 2})",
                lambda: f"({one} {self.pick('<<', '>>')} ({two} & 7))",
                lambda: f"({one} {self.pick('<<', '>>')} {self.pick(str(self.small()), f'min({two}, 9)')})",
                lambda: f"({self.pick('-', '+', '~')}{one})",
                lambda: f"(({one} % 17) ** {self.exponent()})",
                lambda: f"(2 ** {self.pick('abs(', 'bool(', 'len(T) + bool(')}{one} % 6))",
                lambda: f"{self.pick('min', 'max', 'math.gcd')}({one}, {two})",
                lambda: f"{self.pick('min', 'max')}({one}, {two}, {self.small()})",
                lambda: f"math.isqrt({self.pick(f'abs({one})', one)})",
                lambda: f"abs({one})",
                lambda: f"{self.pick('', 'abs')}({one}).{self.pick('bit_length', 'bit_count')}()",
                lambda: f"({one} if {self.condition(names, depth - 1)} else {two})",
                lambda: f"({one} {self.pick('and', 'or')} {two})",
                lambda: f"T[{self.pick(f'{one} % 3', f'{one} % 4', one, '-1')}]",
                lambda: f"ROWS[{self.pick(f'{one} % 3', one)}][{self.pick('0', '-1', f'{two} % 2')}]",
                lambda: f"({one}, {two}, {self.small()})[{self.pick('0', '1', '-1', f'{self.number(names, 0)} % 3')}]",
                lambda: f"int({self.condition(names, depth - 1)})",
                lambda: f"({one} + ({self.condition(names, depth - 1)}))",
                lambda: f"divmod({one}, {self.pick('3', '-2', two)})[{self.random.randrange(2)}]",
                lambda: f"pow({one} % 9, {self.random.randrange(3)})",
                lambda: f"{self.pick('sum', 'sum', 'max', 'min')}({self.loop_of_numbers(names, depth - 1)})",
                lambda: f"len({self.pick('T', 'ROWS', 'S', f'ROWS[{self.number(names, 0)} % 3]')})",
                lambda: f"sum(({one}, {two}))",
                lambda: f"sorted(({one}, {two}, {self.small()}))[{self.random.randrange(3)}]",
                lambda: f'bin({one}).count("1")',
                lambda: self.walrus(names, one),
                lambda: self.before_walrus(names, one),
                lambda: self.called(names, one, two),
            )
        )
        return made()

    def called(self, names: Names, one: str, two: str) -> str:
        if not self.helpers:
            return f"({one} - {two})"
        return self.pick(
            f"step({one})", f"step({one}, {two})", f"step({one}, by={two})", f"near({one})", f"either({one}, {two})",
            f"turns({one})", f"pair({one}, {two})[{self.random.randrange(2)}]", f"max(steps({one}))",
        )  # fmt: skip

    def walrus(self, names: Names, one: str) -> str:
        name = self.pick(*[each for each in NUMBERS if each in names.numbers], "0")
        return f"({name} := {self.bounded(one)})" if name != "0" else one

    def before_walrus(self, names: Names, one: str) -> str:
        """A name whose value is taken before an expression beside it changes it."""
        own = [each for each in NUMBERS if each in names.numbers]
        if not own:
            return one
        name = self.random.choice(own)
        return f"({name} {self.pick('-', '+', '<<', '%')} ({name} := abs({one}) % 9))"

    def bounded(self, one: str) -> str:
        return f"{one} % {self.random.choice((50, 64, 101))}"

    def loop_of_numbers(self, names: Names, depth: int) -> str:
        name = self.fresh("j")
        over = self.few(names, depth)
        inner = names.inner(name)
        test = f" if {self.condition(inner, depth - 1)}" if self.chance(0.4) else ""
        more = ""
        if self.chance(0.2):
            second = self.fresh("j")
            more = f" for {second} in {self.pick(f'range({name} % 3)', 'T', '(0, 2)')}"
            inner = inner.inner(second)
        made = f"{self.number(inner, depth)} for {name} in {over}{more}{test}"
        return f"[{made}]" if self.chance(0.15) else made

    def few(self, names: Names, depth: int) -> str:
        """What gives a few numbers, one after the other."""
        one, two = self.number(names, depth - 1), self.number(names, depth - 1)
        return self.pick(
            f"range({one} % 6)",
            f"{{{self.small()}, {self.small()}, {self.random.randrange(40)}}}",
            f"range({self.small()}, {one} % 7)",
            f"range({one} % 9, {two} % 9, {self.pick('1', '2', '3', '-1', '-2', '-3')})",
            f"range({one} % 9, -{self.small()}, -{self.small() + 1})",
            f"reversed(range({one} % 6))",
            f"reversed(range({self.small()}, {one} % 9, {self.pick('1', '2', '3', '4')}))",
            f"reversed(range({one} % 9, {two} % 5 - 3, -{self.small() + 1}))",
            f"({one}, {two}, {self.small()})",
            f"[{one}, {two}]",
            f"({one},)",
            "T", "S", "L", "reversed(T)", "sorted(S)", "tuple(L)", "T[1:]", "(*T, 4)", "T + (1, 6)",
            f"ROWS[{one} % 3]",
            f"(T if {self.condition(names, depth - 1)} else (1, 4))",
            f"range(1, {self.pick('most', 'K')} + 1)",
            *([f"steps({one})"] if self.helpers else []),
        )  # fmt: skip

    # Conditions

    def condition(self, names: Names, depth: int = 2) -> str:
        one, two = self.number(names, depth - 1), self.number(names, depth - 1)
        if depth <= 0:
            return f"{self.pick(*names.numbers)} {self.sign()} {self.small()}"
        deeper = depth - 1
        made: Callable[[], str] = self.random.choice(
            (
                lambda: f"{one} {self.sign()} {two}",
                lambda: f"{one} % {self.small() + 1} == {self.small()}",
                lambda: f"{self.small()} {self.sign()} {one} {self.sign()} {two}",
                lambda: f"{one} {self.sign()} {two} {self.sign()} {self.number(names, deeper)} {self.sign()} 5",
                lambda: one,
                lambda: f"not {one}",
                lambda: self.counted_chain(names, one),
                lambda: f"({self.condition(names, deeper)} {self.pick('and', 'or')} {self.condition(names, deeper)})",
                lambda: f"not ({self.condition(names, deeper)})",
                lambda: f"{one} {self.pick('in', 'not in')} {self.pick('T', 'S', 'L', '{1, 2, 5}', '()')}",
                lambda: f"{one} in ({two}, {self.small()}, {self.small()})",
                lambda: f"{one} in {{{two}, {self.small()}}}",
                lambda: f"{one} {self.pick('in', 'not in')} range({two}, {self.number(names, deeper)}, {self.step()})",
                lambda: f"({one}, {two}) {self.pick('==', '!=')} ({self.small()}, {self.number(names, deeper)})",
                lambda: f"{self.pick('any', 'all')}({self.loop_of_conditions(names, deeper)})",
                lambda: f"bool({self.condition(names, deeper)}) {self.sign()} ({one} < 3)",
                lambda: f"({one} {self.sign()} {two} if {self.condition(names, deeper)} else {one} > 2)",
                lambda: f"bool({one})",
                lambda: self.pick("FLAG", "not FLAG", "not T", *names.conditions, *names.conditions),
                lambda: f"(({one} > 1) {self.pick('&', '|', '^')} ({two} < 4))",
                lambda: f"is_odd({one})" if self.helpers else f"{one} & 1",
            )
        )
        return made()

    def loop_of_conditions(self, names: Names, depth: int) -> str:
        name = self.fresh("j")
        over = self.few(names, depth)
        return f"{self.condition(names.inner(name), depth)} for {name} in {over}"

    def counted_chain(self, names: Names, one: str) -> str:
        """A chain whose middle counts how often it is worked out."""
        own = [each for each in NUMBERS if each in names.numbers]
        if not own:
            return f"2 < {one} < 9"
        name = self.random.choice(own)
        return f"{self.small()} {self.sign()} ({name} := ({name} + 1) % 40) {self.sign()} {one}"

    def sign(self) -> str:
        return self.pick("<", "<=", ">", ">=", "==", "!=")

    def step(self) -> str:
        return self.pick("1", "1", "2", "3", "-1", "-2")

    # Options

    def state(self, names: Names) -> str:
        if self.arity == 1 and self.chance(0.005):
            return self.pick(*names.conditions, "n > 2")  # which is no state
        numbers = [self.number(names) for _ in range(self.arity)]
        return numbers[0] if self.arity == 1 else f"({', '.join(numbers)})"

    def labels(self, names: Names) -> str:
        labels = []
        for name in ("take", "way", "at"):
            if self.chance(0.4):
                one = self.number(names, 1)
                value = self.pick(
                    one, "'left'", "None", "1.5", f"({one}, 'x')", self.condition(names, 1), f"f'take {{{one}}}!'",
                    f"'odd' if {self.condition(names, 1)} else 'even'", f"str({one})", "True", self.joined(one),
                    f"tuple(sorted(({one}, {self.number(names, 1)})))",
                )  # fmt: skip
                labels.append(f"{name}={value}")
        return ", ".join(labels)

    def exponent(self) -> str:
        return "(abs(n) - 2)" if self.chance(0.02) else self.pick("0", "1", "2", "3")

    def joined(self, one: str) -> str:
        return f"'take ' + str({one}) + ' of ' + f'{{{one}}}'"

    def option(self, names: Names) -> str:
        labels = self.labels(names)
        who = self.pick("to", "to", "to", "again", "answer")
        parts = [self.state(names) for _ in range(self.random.choice((0, 1, 1, 2)))]
        if self.arity == 1 and self.chance(0.25):
            parts.append(self.pick(f"*range({self.number(names, 1)} % 4)", "*T", f"*({self.state(names)}, 1)"))
        if self.arity == 1 and self.chance(0.1):
            parts.append(f"*range({self.number(names, 1)} % 9, {self.number(names, 1)} % 9, {self.step()})")
        given = ", ".join([*parts, *([labels] if labels else [])])
        return self.pick(self.state(names), f"{who}({given})", f"{who}({given})")

    def yielded(self, names: Names) -> list[str]:
        name = self.fresh("k")
        inner = names.inner(name)
        if self.chance(0.25):
            made = f"{self.option(inner)} for {name} in {self.few(names, 1)}"
            test = f" if {self.condition(inner, 1)}" if self.chance(0.5) else ""
            brackets = "()" if self.chance(0.9) else "[]"
            return [f"yield from {brackets[0]}{made}{test}{brackets[1]}"]
        if self.arity == 1 and self.chance(0.15):
            return [f"yield from {self.few(names, 1)}"]
        return [f"yield {self.option(names)}"]

    # Statements

    def block(self, names: Names, least: int = 1) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(least, 3)):
            lines += self.statement(names)
        return lines

    def inside(self, names: Names, least: int = 1) -> list[str]:
        return [f"    {line}" for line in self.block(names, least)]

    def statement(self, names: Names) -> list[str]:
        deep = names.depth >= 3
        kinds = ["assign"] * 4 + ["yield"] * 4 + (["if"] * 3 + ["for"] * 3 + ["while"] if not deep else [])
        kinds += ["leave"] * (2 if names.in_loop else 0) + ["flag", "swap", "several", "value", "rare", "divmod"]
        return getattr(self, f"do_{self.random.choice(kinds)}")(names)  # type: ignore[no-any-return]

    def do_assign(self, names: Names) -> list[str]:
        name = self.random.choice(NUMBERS)
        if name in names.numbers and self.chance(0.4):
            one = self.number(names, 1)
            made = [f"{name} {self.pick('+', '-', '^', '&', '//', '%')}= {one}"]
        else:
            made = [f"{name} = {self.bounded(self.number(names))}"]
        if name not in names.numbers:
            names.numbers.append(name)
        return made

    def do_flag(self, names: Names) -> list[str]:
        name = self.random.choice(CONDITIONS)
        made = [f"{name} = bool({self.condition(names)})"]
        if name not in names.conditions:
            names.conditions.append(name)
        return made

    def do_swap(self, names: Names) -> list[str]:
        own = [name for name in NUMBERS if name in names.numbers]
        if len(own) < 2:
            return ["pass"]
        one, two = self.random.sample(own, 2)
        return [f"{one}, {two} = {two}, {self.pick(one, f'({one} + 1) % 40', self.bounded(self.number(names, 1)))}"]

    def do_several(self, names: Names) -> list[str]:
        one = self.random.choice(NUMBERS)
        name = self.fresh("x")
        made = [f"{one} = {name} = {self.bounded(self.number(names, 1))}"]
        names.numbers += [each for each in (one, name) if each not in names.numbers]
        return made

    def do_divmod(self, names: Names) -> list[str]:
        one, two = self.fresh("x"), self.fresh("x")
        numbers = self.number(names, 1), self.pick("3", "2", "-4", self.number(names, 1))
        made = f"{one}, {two} = {self.pick('divmod', 'pair' if self.helpers else 'divmod')}({', '.join(numbers)})"
        names.numbers += [one, two]
        return [made]

    def do_value(self, names: Names) -> list[str]:
        return [self.pick(self.number(names), f"assert {self.condition(names)} or {self.chance(0.9)}", "'text'")]

    def do_rare(self, names: Names) -> list[str]:
        error = self.pick("ValueError", "ValueError('no')", "IndexError(f'at {K}')", "KeyError")
        tried = [f"    {line}" for line in self.yielded(names)]
        caught = self.pick("ZeroDivisionError", "(ZeroDivisionError, IndexError)", "ArithmeticError", "LookupError")
        if names.is_helper or self.chance(0.5):
            return [f"if {self.condition(names)} and {self.number(names, 0)} == {self.small()}:", f"    raise {error}"]
        again = [f"except {self.pick('KeyError', 'ZeroDivisionError')}:", "    raise"] if self.chance(0.2) else []
        return ["try:", *tried, *again, f"except {caught} as problem:", f"    raise {error} from problem"]

    def do_yield(self, names: Names) -> list[str]:
        if names.is_helper:
            return self.do_assign(names)
        lines = self.yielded(names)
        if self.chance(0.4):
            return [f"if {self.condition(names)}:", *[f"    {line}" for line in lines]]
        return lines

    def do_leave(self, names: Names) -> list[str]:
        last = f"return {self.number(names, 1)}" if names.is_helper else "return"
        way = self.pick("break", "continue", "break", "continue", last)
        return [f"if {self.condition(names)}:", f"    {way}"]

    def do_if(self, names: Names) -> list[str]:
        inner = names.inner()
        lines = [f"if {self.condition(names)}:", *self.inside(inner)]
        if self.chance(0.02):
            names.numbers += inner.numbers[len(names.numbers) :]  # which may have no value
        if self.chance(0.15):
            name = self.fresh("y")
            one, two = self.condition(names, 1), self.number(names, 1)
            test = f"{one} and {self.small()} <= ({name} := {self.bounded(two)}) < {self.number(names.inner(name), 1)}"
            lines = [f"if {test}:", *self.inside(names.inner(name))]
        while self.chance(0.25):
            lines += [f"elif {self.condition(names)}:", *self.inside(names.inner())]
        if self.chance(0.4):
            lines += ["else:", *self.inside(names.inner())]
        if not names.in_loop and self.chance(0.1):
            lines.append("    return" if not names.is_helper else f"    return {self.number(names, 0)}")
        return lines

    def do_for(self, names: Names) -> list[str]:
        name, other = self.fresh("k"), self.fresh("i")
        if self.chance(0.15) and names.in_loop == 0:
            name = self.random.choice(NUMBERS)  # which has a value after the loop only if it had one before
        one, two = self.small(), self.small()
        target, over, inner = self.random.choice(
            (
                *((name, self.few(names, 1), [name]),) * 6,
                (f"{other}, {name}", f"enumerate({self.pick('T', f'({one}, {two})', 'L')})", [name, other]),
                (f"{other}, {name}", f"enumerate(T, {one})", [name, other]),
                (f"{other}, {name}", f"zip(T, ({one}, {two}))", [name, other]),
                (f"{other}, {name}", self.pick("PAIRS", f"(({one}, {two}), (K, {one}))", "reversed(PAIRS)"), [name]),
                (name, f"({self.number(names.inner(other), 1)} for {other} in {self.few(names, 1)})", [name]),
                (name, f"[{other} - 1 for {other} in T if {other} != {one}]", [name]),
                (name, f"T if {self.condition(names, 1)} else range({one})", [name]),
            )
        )
        lines = [f"for {target} in {over}:", *self.inside(names.inner(*inner, loop=1)), *self.after(names)]
        if over in ("T", "PAIRS", "L", "T[1:]") and self.chance(0.7):  # there is a first turn
            names.numbers += [each for each in inner if each not in names.numbers]
        return lines

    def do_while(self, names: Names) -> list[str]:
        name = self.fresh("w")
        test = self.pick(f"{name} > 0", f"{name}", f"{name} > 0 and {self.condition(names, 1)}", "True")
        inner = names.inner(name, loop=1)
        begin = [f"    {name} = min({name}, 6)", f"    {name} -= 1"]
        if test == "True":
            begin += [f"    if {name} <= 0:", "        break"]
        lines = [f"{name} = {self.number(names, 1)} % 6", f"while {test}:", *begin, *self.inside(inner)]
        return [*lines, *self.after(names)]

    def after(self, names: Names) -> list[str]:
        return ["else:", *self.inside(names.inner())] if self.chance(0.25) else []

    # The rule as a whole

    def outside(self) -> list[str]:
        """Numbers, tuples and functions that the rule reads."""
        small = [self.random.randint(1, 6) for _ in range(12)]
        self.helpers = False
        names = Names(["n", "by"], is_helper=True)
        body = self.inside(names, 1)
        early = ["    if n > 40:", f"        return {self.number(Names(['n']), 1)}"]
        helper = ["def near(n):", *early, f"    return {self.number(Names(['n']), 2)}"]
        odd = ["def is_odd(n, m=3):", f"    return {self.condition(Names(['n', 'm']), 1)}"]
        loop = [
            "    while n > 0:",
            "        n = min(n, 200)",
            "        n -= 7",
            "        if n == 3:",
            "            return n + 20",
            "    return n",
        ]
        pair = ["def pair(a, b):", "    if a > b:", f"        return a - {small[0]}, b", "    return b, a"]
        steps = [
            "def steps(n):",
            f"    yield {small[1]}",
            f"    for j in ({small[2]}, n % 5):",
            "        if j < n:",
            "            yield j",
            "    if n == 4:",
            "        return",
            f"    yield n % {small[3]}",
        ]
        lines = [
            f"T = ({small[4]}, {small[5]}, {small[6]})",
            f"L = [{small[7]}, {small[8]}]",
            f"S = {{{small[0]}, {small[1]}, {small[9]}}}",
            f"ROWS = (({small[0]}, {small[1]}), ({small[2]}, {small[3]}, {small[4]}), (-{small[5]},))",
            f"PAIRS = (({small[6]}, {small[7]}), ({small[8]}, {small[9]}))",
            f"K = {small[10]}",
            f"FLAG = {self.chance(0.5)}",
            f"def step(n, by={small[11]}):",
            *body,
            f"    return {self.number(names, 1)}",
            *helper,
            "def either(a, b=2):",
            f"    return a if {self.condition(Names(['a', 'b']), 1)} else b",
            "def turns(n):",
            *loop,
            *odd,
            *pair,
            *steps,
        ]
        self.helpers = True
        return lines

    def text(self) -> str:
        """The whole file."""
        outside = self.outside()
        state = ["n"] if self.arity == 1 else ["n", "s"]
        names = Names(list(state))
        body = [f"    {line}" for line in self.block(names, 2)]
        last = self.yielded(Names([*state]))
        return "\n".join(
            [
                *outside,
                f"def game({', '.join(state)}, *, most={self.small()}):",
                *body,
                *[f"    {line}" for line in last],
                "",
            ]
        )


@dataclass(frozen=True, slots=True)
class Case:
    """A drawn rule: its text, the function that Python makes of it, and the states at which it is run."""

    text: str
    rule: Any
    states: tuple[tuple[int, ...], ...]


def case(seed: int) -> Case:
    """The rule of a seed."""
    drawing = Drawing(seed)
    text = drawing.text()
    return Case(text, made(text, f"<drawn {seed}>"), states(drawing.arity, Random(seed)))


def made(text: str, place: str = "<drawn>") -> Any:
    """The rule `game` of a file's text."""
    import math

    from grundy.model.option import again, answer, to
    from grundy.model.rule import rule

    names: dict[str, Any] = {"__name__": "drawn", "to": to, "again": again, "answer": answer, "math": math}
    exec(compile(text, place, "exec", dont_inherit=True), names)
    linecache.cache[place] = (len(text), None, text.splitlines(keepends=True), place)
    return rule(names["game"])


def states(arity: int, random: Random) -> tuple[tuple[int, ...], ...]:
    if arity == 1:
        return tuple((n,) for n in (*range(14), random.randint(14, 60), random.randint(100, 5000)))
    return tuple((random.randint(0, 9), random.randint(0, 9)) for _ in range(12))


Outcome = tuple[list[Any], str]


def outcome(options: Iterator[Any]) -> Outcome:
    """Options with the types of all that is in them, and the name of the error that ended them."""
    from grundy.model.option import as_option

    seen: list[Any] = []
    try:
        for yielded in islice(options, MOST_OPTIONS):
            option = as_option(yielded)
            seen.append((typed(option.parts), option.next, [(name, typed(value)) for name, value in option.labels]))
    except Exception as error:  # whatever a rule raises
        return seen, type(error).__name__
    return seen, ""


def typed(value: Any) -> Any:
    if type(value) is tuple:
        return tuple(map(typed, value))
    return type(value).__name__, value


def differs(case: Case, reading: Any, counts: Counter[str] | None = None) -> str | None:
    """Where Python and the two interpreters of the core form do not agree; "" nowhere; None if it is not read.

    `reading` has `lower`, `options`, `function_of` and `NotRead`; `counts` is added to.
    """
    try:
        core = reading.lower(case.rule)
    except reading.NotRead:
        return None
    fast = reading.function_of(core)
    for state in case.states:
        truth = outcome(case.rule.function(*state))
        if counts is not None:
            counts.update({"states": 1, "options": len(truth[0]), "failing states": int(bool(truth[1]))})
        for name, given in (("slow", reading.options(core, state)), ("fast", fast(*state))):
            actual = outcome(given)
            if actual != truth:
                return f"{name} at {state}: expected {truth}, found {actual}"
    return ""


class Reading:
    """The reading that is tested."""

    def __init__(self, package: str = "grundy.reading") -> None:
        from importlib import import_module

        self.lower = import_module(f"{package}.lower").lower
        self.options = import_module(f"{package}.run").options
        self.function_of = import_module(f"{package}.python").function_of
        self.NotRead = import_module(f"{package}.source").NotRead


def summary(counts: Counter[str]) -> str:
    names = ("read", "refused", "states", "options", "failing states", "different")
    return ", ".join(f"{name} {counts[name]:,}" for name in names)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print why rules are refused")
    given = parser.parse_args()
    reading = Reading()
    counts: Counter[str] = Counter()
    why: Counter[str] = Counter()
    for seed in range(given.seed, given.seed + given.count):
        one = case(seed)
        difference = differs(one, reading, counts)
        counts["refused" if difference is None else "read"] += 1
        if difference is None and given.show:
            try:
                reading.lower(one.rule)
            except reading.NotRead as refused:
                why[f"{refused.why} | {refused.site.text}"] += 1
        if difference:
            counts["different"] += 1
            print(f"seed {seed}: {difference}\n{one.text}", flush=True)
        if (seed + 1) % 1000 == 0:
            print(f"{seed + 1}:", summary(counts), flush=True)
        linecache.cache.pop(f"<drawn {seed}>", None)
    print(summary(counts))
    for text, count in why.most_common(60):
        print(count, text)
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
