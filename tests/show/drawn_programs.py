"""Programs of random rules: what is written of a rule does what the rule does, and fails where it fails.

    python tests/show/drawn_programs.py --count 10000 --seed 0

What must come out is what Python's own run of the rule gives: all options in order, and an error where that is one. C++
has numbers of 64 bits and states from 0 on: it may stop early, at a number that has more or a state below 0, and then
it has to say so. The exit status is 1 where something differs.
"""

from __future__ import annotations

import argparse
import linecache
import math
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent / "src"), str(TESTS), str(TESTS / "reading")]

import drawn_rules  # noqa: E402
from strict_cpp import COMPILER, SANITIZED  # noqa: E402

from grundy.reading import run  # noqa: E402
from grundy.reading.core import Core  # noqa: E402
from grundy.reading.lower import lower  # noqa: E402
from grundy.reading.source import NotRead  # noqa: E402

MOST_OPTIONS = 60
OVERFLOW, BELOW = "a number of more than 64 bits", "a move to a number below 0"
State = tuple[int, ...]
Lefts = list[tuple[State, ...]]


@dataclass(frozen=True, slots=True)
class Program:
    """A rule, what Python gives for each of some states, and its core form.

    truth  what each move leaves, and the name of the error that ends them, "" if none does
    """

    text: str
    core: Core
    states: tuple[State, ...]
    truth: tuple[tuple[Lefts, str], ...]


class Writers:
    """What writes the programs."""

    def __init__(self) -> None:
        from grundy.show import cpp, cpp_moves, moves, python_moves

        self.cpp, self.cpp_moves = cpp, cpp_moves.cpp_moves
        self.python_moves, self.NotWritten = python_moves.python_moves, moves.NotWritten


def program(text: str, states: Sequence[State] = ()) -> Program | None:
    """The rule of a file's text; None if it is not read. No move of it gives the turn back."""
    rule = drawn_rules.made(text.replace("again(", "to(").replace("answer(", "to("), "<program>")
    try:
        core = lower(rule)
    except NotRead:
        return None
    truth = [lefts(option.parts for option in rule_options(rule, state)) for state in states]
    return Program(text, core, tuple(states), tuple(truth))


def rule_options(rule: Any, state: State) -> Iterator[Any]:
    from grundy.model.option import as_option

    return map(as_option, rule.function(*state))


def lefts(given: Iterator[Any]) -> tuple[Lefts, str]:
    """The first of what moves leave, and the error that ended them."""
    first_lefts: Lefts = []
    try:
        for parts in islice(given, MOST_OPTIONS):
            first_lefts.append(tuple([part if isinstance(part, tuple) else (part,) for part in parts]))
    except Exception as error:
        return first_lefts, type(error).__name__
    return first_lefts, ""


def drawn(seed: int) -> Program | None:
    one = drawn_rules.case(seed)
    linecache.cache.pop(f"<drawn {seed}>", None)
    return program(one.text, one.states)


def in_python(one: Program, writers: Writers) -> str:
    """Where the Python that is written does something else; "" nowhere."""
    names: dict[str, Any] = {"gcd": math.gcd, "isqrt": math.isqrt, "lcm": math.lcm}
    exec("\n".join(writers.python_moves(one.core)), names)
    for state, truth in zip(one.states, one.truth, strict=True):
        actual = lefts(names["options"](*state))
        if actual != truth:
            return f"Python at {state}: expected {truth}, found {actual}"
    return ""


def cpp_text(programs: Sequence[Program], writers: Writers) -> str:
    """All in one text, each in a namespace of its own, for the compiler's time."""
    tables: list[tuple[str, tuple[int, ...]]] = [("T", ())]
    used: set[str] = set()
    parts, calls = [], []
    for number, one in enumerate(programs):
        lines, needed = writers.cpp_moves(one.core, tables)
        used |= needed
        several = len(one.core.state) > 1
        given = "long long, long long" if several else "long long"
        shown = ", ".join(f"{{{', '.join(map(str, state))}}}" for state in one.states)
        numbers = "state[0], state[1]" if several else "state, 0LL"
        parts.append(f"""\
namespace p{number} {{
static long long nim_value({given}) {{ return 0; }}
{chr(10).join(lines)}
void run() {{
    for (const State &state : std::vector<State>{{{shown}}}) {{
        int count = 0;
        try {{
            each_option(state, [&](const std::vector<State> &parts) {{
                for (const State &state : parts) std::printf("%lld %lld;", {numbers});
                std::printf("|");
                if (++count == {MOST_OPTIONS}) throw 0;
            }});
        }} catch (const std::exception &error) {{ std::printf("%s", error.what()); }} catch (int) {{}}
        std::printf("\\n");
    }}
}}
}}""")
        calls.append(f"p{number}::run();")
    whole = "\n".join(writers.cpp.of_whole(used))
    values = "\n".join(
        f"static const {writers.cpp.table_type(held)} {name}[] = {{{', '.join(map(writers.cpp.literal, held))}}};"
        for name, held in tables
        if held
    )
    body = "\n".join([values, whole, *parts, f"int main() {{ {' '.join(calls)} }}", ""])
    return "\n".join(["#include <cstdio>", *writers.cpp.headers(body + "std::overflow_error"), body])


def in_cpp(
    programs: Sequence[Program], writers: Writers, folder: Path, options: Sequence[str] = SANITIZED
) -> Iterator[tuple[Program, str]]:
    """Of each program where the C++ that is written does something else; "" nowhere."""
    (folder / "drawn.cpp").write_text(cpp_text(programs, writers))
    assert COMPILER
    command = [COMPILER, "-std=c++17", "-O0", "-w", *options, "drawn.cpp", "-o", "drawn"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
    printed = subprocess.run([folder / "drawn"], capture_output=True, text=True, check=False)
    assert printed.returncode == 0, printed.stderr[:3000]
    lines = iter(printed.stdout.splitlines())
    for one in programs:
        differences = [
            differs(one, state, truth, next(lines)) for state, truth in zip(one.states, one.truth, strict=True)
        ]
        yield one, next(filter(None, differences), "")


def differs(one: Program, state: State, truth: tuple[Lefts, str], line: str) -> str:
    """Where a state has other options in C++; "" nowhere."""
    *written, said = line.split("|")
    arity = len(one.core.state)
    actual = [tuple(tuple(map(int, part.split()))[:arity] for part in text.split(";")[:-1]) for text in written]
    options, error = truth
    same = actual == options[: len(actual)]
    if said == OVERFLOW:
        same = same and is_wide(one.core, state, len(actual))
    elif said == BELOW:  # of a part of the next option, whose others may fail as well
        after = options[len(actual) :]
        same = same and (bool(error) if not after else any(number < 0 for part in after[0] for number in part))
    else:
        same = actual == options and bool(said) == bool(error)
        same = same and all(number >= 0 for parts in actual for part in parts for number in part)
    return "" if same else f"C++ at {state}: expected {truth}, found {(actual, said)}"


def is_wide(core: Core, state: State, count: int) -> bool:
    """Whether some number has more than 64 bits on the way to the option after so many, as the core form is run."""
    largest = 0
    number = run.number

    def watched(value: Any, known: Any) -> int:
        nonlocal largest
        whole = number(value, known)
        largest = max(largest, whole if whole >= 0 else ~whole)
        return whole

    run.number = watched
    try:
        for _ in islice(run.options(core, state), count + 1):
            pass
    except Exception as error:
        return largest >= 1 << 63 or isinstance(error, OverflowError)
    finally:
        run.number = number
    return largest >= 1 << 63


def batch(seeds: range, writers: Writers, folder: Path) -> tuple[Counter[str], list[str]]:
    """Counts of the rules of some seeds, and what is written wrongly."""
    read = [one for one in map(drawn, seeds) if one is not None]
    wrong = [f"{text}\n{one.text}" for one in read if (text := in_python(one, writers))]
    wide = []
    for one in read:
        try:
            writers.cpp_moves(one.core, [])
        except writers.NotWritten:
            wide.append(one)
    plain = [one for one in read if one not in wide]
    if COMPILER is not None:
        wrong += [f"{text}\n{one.text}" for one, text in in_cpp(plain, writers, folder) if text]
    counts = Counter({"written": len(read), "in C++": len(plain), "states": sum(len(one.states) for one in read)})
    counts["options"] = sum(len(options) for one in read for options, _ in one.truth)
    counts["failing states"] = sum(bool(error) for one in read for _, error in one.truth)
    return counts, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for first in range(given.seed, given.seed + given.count, 100):
            last = min(first + 100, given.seed + given.count)
            batch_counts, wrong = batch(range(first, last), Writers(), Path(folder))
            counts += batch_counts
            counts["different"] += len(wrong)
            print(*wrong, sep="\n", end="\n" if wrong else "", flush=True)
            print(f"{last}:", ", ".join(f"{name} {count:,}" for name, count in counts.items()), flush=True)
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
