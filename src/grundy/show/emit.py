"""A table or the formula found in it as C++ or Python, to paste into a contest.

What is written says how it is known. It is a function of n (of a and b for pairs) that refuses what it does not know:
beyond a table all, where a pattern was found what is below 0, in C++ also what would overflow.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, TypeAlias

from grundy.errors import OutOfReach
from grundy.model.pattern import Pattern
from grundy.reading.core import Core, Number
from grundy.reading.formulas import formula_of
from grundy.reading.source import NotRead
from grundy.show.cpp import CppFormula, NoCpp, headers, helpers, literal, most_argument, of_whole, table_type
from grundy.show.cpp_moves import cpp_moves
from grundy.show.python_moves import python_moves
from grundy.text.terminal import printable

Language: TypeAlias = Literal["cpp", "python"]
MOST_NUMBERS = 100_000  # of a table in a source text
_WIDTH = 100
_LARGEST = (1 << 63) - 1
_RECURSIVE_FROM = 16  # a rule by halves is sure to lead to smaller n from here on


def emit(
    values: Any,
    language: Language,
    pattern: Pattern | None = None,
    game: str = "",
    command: str = "",
    version: str = "",
    moves: Core | None = None,
) -> str:
    """Source text of a function `nim_value(n)`, or of `wins(n)` for a pattern of the P-positions.

    Args:    values: the nim-values of 0, 1, 2, ..., or rows of those of pairs (a, b).
             pattern: one that was found in them; without it, or if it has no formula and no short period, or if it
             breaks, the values themselves are written, as runs if those are fewer.
             game: for the comment. command: what writes the same again, with grundy of the `version`.
             moves: those of the game, for a function `winning_move(states)` too.
    Raises:  OutOfReach: no values, or more than 100,000 numbers. NotWritten: moves that have no plain C++.

    >>> print(emit([0, 1, 2, 0, 1, 2], "python", game="take-away:1,2"))
    # Nim-values of take-away:1,2, n = 0..5: computed. No pattern is written: the table ends at n = 5.
    T = (0, 1, 2, 0, 1, 2)
    <BLANKLINE>
    <BLANKLINE>
    def nim_value(n):
        if not 0 <= n <= 5:
            raise ValueError(f"{n} is not in 0..5")
        return T[n]
    <BLANKLINE>
    """
    if not len(values):
        raise OutOfReach("no values to write; one state or more would help")
    pairs = not _is_number(values[0])
    arguments = ("a", "b") if pairs else ("n",)
    what = f"Nim-values of {game}" if game else "Nim-values"
    form = _by_pattern(values, pattern, pairs, language) if pattern and pattern.breaks is None else None
    if form and pattern:
        place = "a and b" if pairs else "n"
        note = f"{what}: {pattern.statement}; observed for {place} = {pattern.start}..{pattern.upto}, not proved."
        if pattern.start:
            note = f"{note.removesuffix('.')}; below {pattern.start}: computed."
        if pattern.about == "P-positions":
            note = f"Whether the player to move wins{f' {game}' if game else ''}: {note.partition(': ')[2]}"
    else:
        if pairs:
            form = _grid(values)
            ends = f"a = {len(values) - 1} and b = {len(values[0]) - 1}"
            note = f"{what}, a = 0..{len(values) - 1}, b = 0..{len(values[0]) - 1}: computed."
        else:
            form = _line([int(value) for value in _whole(values)])
            ends = f"n = {len(values) - 1}"
            note = f"{what}, n = 0..{len(values) - 1}: computed."
        note += f" No pattern is written: the table ends at {ends}."
    note += f" Written by grundy{f' {version}' if version else ''}: {command}" if command else ""
    write = _cpp if language == "cpp" else _python
    return write(form, arguments, printable(note, kept=""), moves)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) or not hasattr(value, "__len__")


def _whole(values: Any) -> list[int]:
    if len(values) > 64 * MOST_NUMBERS:
        raise OutOfReach(f"{len(values):,} values; at most {64 * MOST_NUMBERS:,} are written; fewer would help")
    return values.tolist() if hasattr(values, "tolist") else list(values)


@dataclass(frozen=True, slots=True)
class Form:
    """What is written: tables, and the expression over them; `first` entries of T come before the expression.

    `tables` are named T, R, ...; `truth`: the function says whether the player to move wins. `last`: the largest of
    each argument; none where a pattern goes on.
    """

    tables: tuple[tuple[str, tuple[int, ...]], ...]
    expression: str
    first: int = 0
    truth: bool = False
    runs: bool = False
    last: tuple[int, ...] = ()


def _by_pattern(values: Any, pattern: Pattern, pairs: bool, language: Language) -> Form | None:
    """The form that a pattern gives, or None if it gives no short one in this language."""
    if pattern.start > MOST_NUMBERS or pattern.kind in ("lines", "symmetry"):
        return None
    numbers = dict(pattern.numbers)
    if numbers.get("rules", numbers.get("base")) != numbers.get("base"):
        return None  # the pattern gives only some of the values
    truth = pattern.about == "P-positions"
    before = [int(value) for value in values[: pattern.start]] if not pairs else []
    if truth:
        before = [int(value != 0) for value in before]
    period, saltus = numbers.get("period"), numbers.get("saltus")
    if pattern.kind in ("period", "arithmetic period") and not pairs and isinstance(period, int):
        if len(before) + period > MOST_NUMBERS:
            return None
        start = pattern.start
        rests = [0] * period
        for n in range(start, start + period):
            rests[n % period] = int(values[n]) - n // period * (saltus or 0)
        expression = f"R[n % {period}]" + (f" + n // {period} * {saltus}" if saltus else "")
        return Form((("T", tuple(before)), ("R", tuple(rests))), expression, start, truth)
    if not pattern.formula:
        return None
    if "G(" in pattern.formula and len(before) < _RECURSIVE_FROM:
        before = [int(value) for value in values[:_RECURSIVE_FROM]]
    form = Form((("T", tuple(before)),), pattern.formula, len(before), truth)
    if language == "cpp":
        arguments = ("a", "b") if pairs else ("n",)
        try:
            _formula(form, arguments, [])
        except (NoCpp, NotRead):
            return None
    return form


def _formula(
    form: Form, arguments: tuple[str, ...], tables: list[tuple[str, tuple[int, ...]]]
) -> tuple[str, int | None]:
    """The expression in C++, and the largest argument for which all of its steps stay in 64 bits, if that ends."""
    read = formula_of(form.expression, dict(form.tables))
    most = None if form.last else most_argument(read, arguments)
    ends = form.last or [_LARGEST if most is None else most] * len(arguments)
    written = CppFormula(tables, dict(zip(arguments, ends, strict=True)))
    return (written.number(read) if isinstance(read, Number) else written.condition(read)), most


def _line(values: list[int]) -> Form:
    """The values as a list, or as runs of equal values."""
    ends, each = [], []
    at = 0
    for value, run in groupby(values):
        at += len(list(run))
        ends.append(at)
        each.append(value)
    if 4 * len(each) < len(values):
        _limit(2 * len(each))
        return Form((("ENDS", tuple(ends)), ("T", tuple(each))), "T[FIND(n)]", runs=True, last=(len(values) - 1,))
    _limit(len(values))
    return Form((("T", tuple(values)),), "T[n]", last=(len(values) - 1,))


def _grid(rows: Any) -> Form:
    width = len(rows[0])
    _limit(len(rows) * width)
    flat = tuple(int(value) for row in rows for value in row)
    return Form((("T", flat),), f"T[a * {width} + b]", last=(len(rows) - 1, width - 1))


def _limit(numbers: int) -> None:
    if numbers > MOST_NUMBERS:
        raise OutOfReach(
            f"{numbers:,} numbers in a source text; at most {MOST_NUMBERS:,} are written; fewer states would help"
        )


def _python(form: Form, arguments: tuple[str, ...], note: str, moves: Core | None) -> str:
    names = ", ".join(arguments)
    function = "wins" if form.truth else "nim_value"
    lines = [f"# {line}" for line in textwrap.wrap(note, _WIDTH)]
    written = ["", "", *python_moves(moves)] if moves else []
    called = [
        name for name in ("gcd", "isqrt", "lcm") if any(f"{name}(" in line for line in (form.expression, *written))
    ]
    if called:
        lines.append(f"from math import {', '.join(called)}")
    if form.runs:
        lines.append("from bisect import bisect_right")
    for name, table in form.tables:
        if table:
            comma = "," if len(table) == 1 else ""
            lines += textwrap.wrap(f"{name} = ({', '.join(map(str, table))}{comma})", _WIDTH)
    expression = form.expression.replace("T[FIND(n)]", "T[bisect_right(ENDS, n)]").replace("G(", f"{function}(")
    lines += ["", "", f"def {function}({names}):"]
    lines += _python_check(form, arguments)
    if form.first:
        value = "bool(T[n])" if form.truth else "T[n]"
        lines += [f"    if n < {form.first}:", f"        return {value}"]
    lines.append(f"    return {f'bool({expression})' if form.truth else expression}")
    return "\n".join([*lines, *written]) + "\n"


def _cpp(form: Form, arguments: tuple[str, ...], note: str, moves: Core | None) -> str:
    names = ", ".join(f"long long {name}" for name in arguments)
    function = "wins" if form.truth else "nim_value"
    tables = list(form.tables)
    expression, most = "T[std::upper_bound(std::begin(ENDS), std::end(ENDS), n) - std::begin(ENDS)]", None
    if not form.runs:
        expression, most = _formula(form, arguments, tables)
    written, used = cpp_moves(moves, tables) if moves else ([], None)
    check = _cpp_check(form, arguments, most)
    own = [*helpers(expression), *(of_whole(used) if used is not None else [])]
    lines = [f"// {line}" for line in textwrap.wrap(note, _WIDTH)]
    lines = [f"{line}." if line.endswith("\\") else line for line in lines]  # or the next line were a comment too
    lines += headers("\n".join([*check, expression, *own, *written]))
    for name, table in tables:
        if table:
            lines += textwrap.wrap(
                f"static const {table_type(table)} {name}[] = {{{', '.join(map(literal, table))}}};", 100
            )
    lines += own
    kind = "bool" if form.truth else "long long"
    lines.append(f"{kind} {function}({names}) {{")
    lines += check
    if form.first:
        lines.append(f"    if (n < {form.first}) return T[n];")
    lines.append(f"    return {expression.replace('G(', f'{function}(')};")
    lines.append("}")
    return "\n".join([*lines, *written]) + "\n"


def _python_check(form: Form, arguments: tuple[str, ...]) -> list[str]:
    """The lines that refuse arguments without an answer."""
    lines = []
    for place, name in enumerate(arguments):
        end = form.last[place] if form.last else None
        lines.append(f"    if {name} < 0:" if end is None else f"    if not 0 <= {name} <= {end}:")
        says = "is below 0" if end is None else f"is not in 0..{end}"
        lines.append(f'        raise ValueError(f"{{{name}}} {says}")')
    return lines


def _cpp_check(form: Form, arguments: tuple[str, ...], largest: int | None) -> list[str]:
    """The lines in C++ that refuse arguments for which a step of the expression leaves 64 bits."""
    lines = []
    for place, name in enumerate(arguments):
        end = form.last[place] if form.last else largest
        above = "" if end is None else f" || {name} > {literal(end)}"
        says = f"{name} is below 0" if end is None else f"{name} is not in 0..{end}"
        lines.append(f'    if ({name} < 0{above}) throw std::out_of_range("{says}");')
    return lines
