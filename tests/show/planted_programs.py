"""Faults planted in what writes programs: each a text of it that is changed, in a copy of its files."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parent))

from drawn_programs import Program, Writers, program

ROOM = Path(__file__).resolve().parents[2] / "src" / "grundy" / "show"
FILES = ("moves", "python_moves", "cpp", "cpp_moves")  # each after those that it needs


@dataclass(frozen=True, slots=True)
class Fault:
    """One text of a file in place of another, which stands there once; a rule's body that shows it."""

    name: str
    file: str
    old: str
    new: str
    body: str

    def program(self) -> Program:
        made = program(f"def game(n):\n{''.join(f'    {line}{chr(10)}' for line in self.body.splitlines())}", STATES)
        assert made is not None
        return made


STATES = tuple((n,) for n in (*range(12), 3 * 10**9))
LOOP = "for k in (3, 1, 2):\n    yield k\n    k += 1\nfor j in range(min(n, 5)):\n    j = j + 2\n    yield j"
FAULTS = (
    Fault(
        "a label left out",
        "python_moves",
        "for _, value in labels if not is_safe_label(value)]",
        "for _, value in labels if False]",
        "yield to(n, a=7 // n)",
    ),
    Fault(
        "a bracket left out",
        "python_moves",
        "self._closely(right, level + 1)",
        "self._closely(right, level)",
        "yield n - (n - 1)",
    ),
    Fault("a bracket of a power", "python_moves", "{self._closely(left, _ATOM)} **", "{self.number(left)} **",
          "yield (n + 1) ** 2"),
    Fault("an error left out", "python_moves", "return [f\"raise", "return [f\"pass  # raise",
          "if n > 3:\n    raise ValueError\nyield n"),
    Fault("the opposite of a comparison", "moves", '"<": ">="', '"<": ">"', "if not (n < 5):\n    yield 0"),
    Fault(
        "a loop over a tuple whose place is read",
        "moves",
        "place == name and len(numbers) == count and not reads(tuple(rest), name)",
        "place == name and len(numbers) == count",
        "for j in range(2):\n    k = (4, 5)[j]\n    yield j + k",
    ),
    Fault(
        "a label left out of C++",
        "cpp_moves",
        "for _, value in statement.labels if not is_safe_label(value)",
        "for _, value in statement.labels if False",
        "yield to(n, a=7 // n)",
    ),
    Fault("a turn that the loop goes on from", "cpp_moves", "if target not in self.private or gives(body, target):",
          "if False:", LOOP),
    Fault(
        "the end of a range that changes",
        "cpp_moves",
        'or gives(body, getattr(statement.high, "name", ""))',
        "or False",
        "m = min(n, 9)\nfor k in range(m):\n    m -= 1\n    yield k",
    ),
    Fault("a step down", "cpp_moves", 'sign, by = "<" if step > 0 else ">"', 'sign, by = "<"',
          "yield from range(min(n, 9), 1, -2)"),
    Fault("an error left out of C++", "cpp_moves", "throw std::domain_error", "// throw",
          "if n > 3:\n    raise ValueError\nyield n"),
    Fault("a state below 0", "cpp_moves", "if (number.value < 0) throw", "if (false) throw", "yield n - 3"),
    Fault("a sum of more than 64 bits", "cpp", "__builtin_{1}_overflow(a.value, b.value, &a.value)",
          "a.value = (long long)((unsigned long long)a.value {0} (unsigned long long)b.value), false",
          "yield 0 if n * n * n > 0 or n == 0 else 1"),
    Fault("a quotient rounded up", "cpp", "- (a.value % b.value != 0 && (a.value < 0) != (b.value < 0));", ";",
          "yield (3 - n) // 2 + n"),
    Fault("the sign of a rest", "cpp", "(rest < 0) != (b.value < 0) ? rest + b.value : rest;", "false ? rest : rest;",
          "yield (2 - n) % 5"),
    Fault("an entry from the end", "cpp", "place.value < 0 ? place.value + (long long)Size : place.value",
          "place.value", "yield (5, 6, 7)[n % 4 - 3]"),
    Fault("a bracket left out of C++", "cpp", "return (_ATOM, _ATOM) if level is None else (level, level + 1)",
          "return (_ATOM, _ATOM) if level is None else (level, level)", "yield n - (n - 1)"),
    Fault("a root rounded up", "cpp", "while (r > 0 && r > n.value / r) --r;", "++r;", "yield math.isqrt(n)"),
    Fault("bits of a number below 0", "cpp", "0 - (unsigned long long)a.value", "(unsigned long long)a.value",
          "yield (3 - n).bit_count()"),
    Fault("a range downward", "cpp", "first = step.value > 0 ? low : high + 1", "first = low",
          "if n in range(8, 2, -2):\n    yield 1"),
)  # fmt: skip


def planted(fault: Fault | None) -> Writers:
    """What writes programs with a fault in it, as a package of its own."""
    writers = Writers()
    modules = {}
    for file in FILES:
        text = (ROOM / f"{file}.py").read_text(encoding="utf-8")
        if fault is not None and file == fault.file:
            assert text.count(fault.old) == 1, fault.name
            text = text.replace(fault.old, fault.new)
        for name in FILES:
            text = text.replace(f"grundy.show.{name} ", f"planted_programs_of.{name} ")
        module = modules[file] = sys.modules[f"planted_programs_of.{file}"] = ModuleType(f"planted_programs_of.{file}")
        exec(compile(text, f"planted/{file}.py", "exec", dont_inherit=True), vars(module))
    writers.cpp, writers.cpp_moves = modules["cpp"], modules["cpp_moves"].cpp_moves
    writers.python_moves, writers.NotWritten = modules["python_moves"].python_moves, modules["moves"].NotWritten
    return writers
