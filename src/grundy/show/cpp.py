"""The moves of a rule in C++, and a search for one that wins in a sum."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from grundy.errors import OutOfReach
from grundy.show.plain_moves import NO_STATE, Moves, NotWritten, step_of

# Python's expressions over whole numbers in C++, and tables of numbers.

Tables: TypeAlias = list[tuple[str, tuple[int, ...]]]
_LARGEST = (1 << 63) - 1


class NoCpp(Exception):
    """An expression with something that has no plain C++, which is `node`."""

    def __init__(self, node: ast.AST) -> None:
        self.node = node
        super().__init__(ast.unparse(node))


def table_type(table: Sequence[int]) -> str:
    """The narrowest C++ type for the numbers of a table."""
    low, high = min(table), max(table)
    if high >= 1 << 63:
        raise OutOfReach(f"the value {high} in C++: at most 64 bits with a sign are written; Python has no such limit")
    if low >= 0:
        return "unsigned char" if high < 1 << 8 else "unsigned short" if high < 1 << 16 else "long long"
    return "short" if low >= -(1 << 15) and high < 1 << 15 else "long long"


def literal(number: int) -> str:
    """A whole number as C++ writes it."""
    return f"{number}" if abs(number) < 1 << 31 else f"{number}LL"


HELPERS = {  # by the name that a call of them begins with
    "root": """\
static long long root(long long n) {
    long long r = (long long)std::sqrt((long double)n);
    while (r * r > n) --r;
    while ((r + 1) * (r + 1) <= n) ++r;
    return r;
}""",
    "at": """\
template <class Value, std::size_t Size>
static Value at(const Value (&table)[Size], long long place) {
    if (place < 0 || place >= (long long)Size) throw std::out_of_range("beyond the end of a list");
    return table[place];
}""",
    "floor_div": """\
static long long floor_div(long long a, long long b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}""",
    "floor_mod": """\
static long long floor_mod(long long a, long long b) {
    return (a % b + b) % b;
}""",
}
_HEADERS = {
    "algorithm": ("std::min", "std::max", "std::upper_bound"),
    "cmath": ("root(",),
    "cstdlib": ("std::llabs",),
    "iterator": ("std::begin",),
    "stdexcept": ("std::out_of_range", " at(", "(at("),
    "vector": ("std::vector",),
    "array": ("std::array",),
}


def headers(text: str) -> list[str]:
    """The `#include` lines that a text needs."""
    return [f"#include <{name}>" for name, words in _HEADERS.items() if any(word in text for word in words)]


def helpers(text: str) -> Iterator[str]:
    """The functions of ours that a text calls, line by line."""
    for name, body in HELPERS.items():
        if re.search(rf"\b{name}\(", text):
            yield from body.splitlines()


_OPERATORS: dict[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "/",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_CALLS = {"isqrt": "root", "abs": "std::llabs", "min": "std::min<long long>", "max": "std::max<long long>", "G": "G"}


class Cpp:
    """Writes expressions of one source text in C++.

    Attributes:  tables: those of the text; lists of numbers in an expression are added to them.
                 signed: the names that may be below 0; all others are not.
                 names: what a name is called in C++, where that is something else.
                 checked: tables that have a name may be read beyond their end, which is then refused.
    """

    def __init__(
        self,
        tables: Tables,
        signed: frozenset[str] = frozenset(),
        names: dict[str, str] | None = None,
        checked: bool = False,
    ):
        self.checked = checked
        self.tables, self.signed, self.names = tables, signed, names or {}

    def text(self, node: ast.expr, outer: bool = False) -> str:
        """An expression in C++; `outer`: it stands alone and needs no brackets.

        Raises: NoCpp: something that is not translated.
        """
        match node:
            case ast.Constant(value=bool(truth)):
                return "true" if truth else "false"
            case ast.Constant(value=int(number)):
                return literal(number)
            case ast.Name(id=name):
                return self.names.get(name, name)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                text = self.text(inner)
                return f"(-{text})" if text.startswith("-") else f"-{text}"
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return f"!({self.condition(inner)})"
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=2)):
                return f"({self.text(left)} * {self.text(left)})"
            case ast.BinOp(left=left, op=(ast.FloorDiv() | ast.Mod()) as op, right=right):
                return self._quotient(left, op, right, outer)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                first = f"{wide}LL" if (wide := _shifted(op, left)) is not None else self.text(left)
                return _wrapped(f"{first} {_OPERATORS[type(op)]} {self.text(right)}", outer)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return _wrapped(f"{self.text(test)} ? {self.text(body)} : {self.text(orelse)}", outer)
            case ast.BoolOp(values=values) if all(map(_is_truth, values)):
                return f"({self.condition(node)})"
            case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Tuple(elts=members)]):
                return f"({' || '.join(f'{self.text(left)} == {self.text(member)}' for member in members)})"
            case ast.Compare(left=left, ops=ops, comparators=right) if all(type(op) in _OPERATORS for op in ops):
                sides = [self.text(side) for side in (left, *right)]
                texts = [f"{sides[i]} {_OPERATORS[type(op)]} {sides[i + 1]}" for i, op in enumerate(ops)]
                return _wrapped(" && ".join(texts), outer)
            case ast.Call(func=ast.Attribute(value=inner, attr="bit_count"), args=[], keywords=[]):
                return f"__builtin_popcountll((unsigned long long){self.text(inner)})"
            case ast.Call(func=ast.Attribute(value=inner, attr="bit_length"), args=[], keywords=[]):
                text = self.text(inner)
                return f"({text} ? 64 - __builtin_clzll((unsigned long long){text}) : 0)"
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _CALLS:
                given = ", ".join(self.text(argument, True) for argument in arguments)
                return f"{_CALLS[name]}({f'{{{given}}}' if len(arguments) > 2 else given})"
            case ast.Subscript(slice=place) if not self.is_natural(place):
                raise NoCpp(node)  # Python counts from the end
            case ast.Subscript(value=ast.Name(id=name), slice=place):
                return self._entry(self.names.get(name, name), self.text(place, True))
            case ast.Subscript(value=ast.Tuple() as listed, slice=place):
                return f"at({self._lifted([_numbers(listed)])}, {self.text(place, True)})"
            case ast.Subscript(value=ast.Subscript(value=ast.Tuple(elts=rows), slice=row), slice=column):
                listed_rows = [_numbers(one) for one in rows]
                name = self._lifted(listed_rows)
                return f"{name}[{self.text(row)} * {len(listed_rows[0])} + {self.text(column)}]"
        raise NoCpp(node)

    def _entry(self, table: str, place: str) -> str:
        """An entry of a table that has a name; of a constant of the rule's, if there is one."""
        return f"at({table}, {place})" if self.checked else f"{table}[{place}]"

    def condition(self, node: ast.expr) -> str:
        """An expression of which only the truth matters: `and` and `or` of any numbers, too."""
        if not isinstance(node, ast.BoolOp):
            return self.text(node, outer=True)
        texts = [f"({self.condition(one)})" if isinstance(one, ast.BoolOp) else self.text(one) for one in node.values]
        return (" && " if isinstance(node.op, ast.And) else " || ").join(texts)

    def _quotient(self, left: ast.expr, op: ast.operator, right: ast.expr, outer: bool) -> str:
        """A quotient or a rest, rounded down as in Python: C++ rounds what is below 0 up."""
        by = right.value if isinstance(right, ast.Constant) and isinstance(right.value, int) else 0
        text, divisor = self.text(left), self.text(right)
        if self.is_natural(left) and (by > 0 or self.is_natural(right)):
            return _wrapped(f"{text} {_OPERATORS[type(op)]} {divisor}", outer)
        if isinstance(op, ast.Mod) and by > 0:
            return _wrapped(f"({text} % {by} + {by}) % {by}", outer)
        return f"floor_{'mod' if isinstance(op, ast.Mod) else 'div'}({self.text(left, True)}, {self.text(right, True)})"

    def is_natural(self, node: ast.expr) -> bool:
        """Whether an expression is 0 or more, as far as is plain to see."""
        match node:
            case ast.Name(id=name):
                return name not in self.signed
            case ast.Constant(value=int(number)):
                return number >= 0
            case ast.BinOp(op=ast.Mod(), right=right):
                return self.is_natural(right)
            case ast.BinOp(left=left, op=ast.BitAnd(), right=right):
                return self.is_natural(left) or self.is_natural(right)
            case ast.BinOp(op=ast.Sub()) | ast.UnaryOp(op=ast.USub()):
                return False
            case ast.BinOp(left=left, right=right):
                return self.is_natural(left) and self.is_natural(right)
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_natural(body) and self.is_natural(orelse)
            case ast.Call(func=ast.Name(id="min" | "max"), args=arguments):
                return all(map(self.is_natural, arguments))
            case ast.Subscript(value=value):
                return all(self.is_natural(inner) for inner in ast.walk(value) if isinstance(inner, ast.expr))
        return True  # a count, a comparison, a root, a nim-value

    def _lifted(self, rows: list[list[int]]) -> str:
        """The name of a table with these rows, one of its own."""
        name = f"R{len(self.tables)}"
        self.tables.append((name, tuple(number for row in rows for number in row)))
        return name


def _numbers(node: ast.expr) -> list[int]:
    """The numbers of a list in a formula."""
    try:
        found = ast.literal_eval(node)
    except ValueError:
        raise NoCpp(node) from None
    if not isinstance(found, tuple) or not all(isinstance(number, int) for number in found):
        raise NoCpp(node)
    return list(found)


def most_argument(expression: ast.expr) -> int | None:
    """The largest power of ten up to which no step of a formula over natural numbers leaves 64 bits; None: all numbers.

    >>> most_argument(ast.parse("n % 4", mode="eval").body), most_argument(ast.parse("2 * n", mode="eval").body)
    (None, 1000000000000000000)
    """
    steps = [node for node in ast.walk(expression) if isinstance(node, ast.expr)]
    for most in (_LARGEST, *(10**power for power in range(18, 0, -1))):
        if all(_size(node, most) <= _LARGEST for node in steps):
            return None if most == _LARGEST else most
    raise NoCpp(expression)


def _size(node: ast.expr, most: int) -> int:
    """A bound on the absolute value of an expression whose names are at most so large."""
    match node:
        case ast.Name():
            return most
        case ast.Constant(value=int(number)):
            return abs(number)
        case ast.UnaryOp(operand=inner):
            return _size(inner, most)
        case ast.BinOp(left=left, op=op, right=right):
            one, two = _size(left, most), _size(right, most)
            match op:
                case ast.Add() | ast.Sub():
                    return one + two
                case ast.Mult():
                    return one * two
                case ast.Pow():
                    return one**two if two <= 64 else _LARGEST + 1
                case ast.LShift():
                    return one << two if two <= 64 else _LARGEST + 1
                case ast.Mod():
                    return two
                case ast.FloorDiv():
                    return one // two if isinstance(right, ast.Constant) and two else one + 1
                case ast.RShift():
                    return one
                case _:  # bits of both
                    return (1 << max(one.bit_length(), two.bit_length())) - 1
        case ast.IfExp(body=body, orelse=orelse):
            return max(_size(body, most), _size(orelse, most))
        case ast.Call(func=ast.Attribute(value=inner)):
            return _size(inner, most).bit_length()
        case ast.Call(func=ast.Name(id="isqrt"), args=[inner]):
            return _size(inner, most) if _size(inner, most) < 10**18 else _LARGEST + 1  # it squares a number above it
        case ast.Call(func=ast.Name(id="G")):
            return 1 << 32
        case ast.Call(args=arguments):
            return max((_size(one, most) for one in arguments), default=0)
        case ast.Tuple(elts=members):
            return max((_size(one, most) for one in members), default=0)
        case ast.Subscript(value=ast.Name()):
            return 1 << 32
        case ast.Subscript(value=listed):
            return _size(listed, most)
    return 1


def _shifted(op: ast.operator, left: ast.expr) -> int | None:
    """The constant that is shifted left: it must be as wide as the values are."""
    if isinstance(op, ast.LShift) and isinstance(left, ast.Constant) and isinstance(left.value, int):
        return left.value
    return None


def _is_truth(node: ast.expr) -> bool:
    """Whether an expression is true or false, and no other number."""
    if isinstance(node, ast.BoolOp):
        return all(map(_is_truth, node.values))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def _wrapped(text: str, outer: bool) -> str:
    return text if outer else f"({text})"


# The moves of a rule in C++, and a search for one that wins in a sum.

_STEP = "    "

_TAKEN = frozenset(
    [
        "alignas",
        "alignof",
        "and_eq",
        "asm",
        "auto",
        "bitand",
        "bitor",
        "bool",
        "case",
        "catch",
        "char",
        "class",
        "compl",
        "const",
        "constexpr",
        "default",
        "delete",
        "do",
        "double",
        "enum",
        "explicit",
        "export",
        "extern",
        "false",
        "float",
        "friend",
        "goto",
        "inline",
        "int",
        "long",
        "mutable",
        "namespace",
        "new",
        "not_eq",
        "nullptr",
        "operator",
        "or_eq",
        "private",
        "protected",
        "public",
        "register",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "template",
        "this",
        "throw",
        "true",
        "typedef",
        "typeid",
        "typename",
        "union",
        "unsigned",
        "using",
        "virtual",
        "void",
        "volatile",
        "wchar_t",
        "xor",
        "xor_eq",
        "State",
        "Move",
        "found",
        "std",
        "at",
        "root",
        "floor_div",
        "floor_mod",
        "nim_value",
        "winning_move",
        "any_option",
        "main",
        "T",
        "ENDS",
    ]
)


def cpp_moves(moves: Moves, tables: Tables) -> list[str]:
    """The lines of `any_option` and `winning_move`, which call `nim_value`; tables that they need are added.

    Raises: NotWritten: an expression that has no plain C++.
    """
    try:
        return _InCpp(moves, tables).lines()
    except NoCpp as problem:
        raise NotWritten(problem.node, "has no plain C++") from None


class _InCpp:
    """Writes the moves of one rule in C++."""

    def __init__(self, moves: Moves, tables: Tables) -> None:
        self.moves = moves
        whole = ast.Module([*moves.body], [])
        names = {node.id for node in ast.walk(whole) if isinstance(node, ast.Name)}
        names |= {*moves.arguments, *moves.constants}
        self.names = {name: _cpp_name(name) for name in names}
        self.loops = [node for node in ast.walk(whole) if isinstance(node, ast.For)]
        self.private = {loop.target.id for loop in self.loops if isinstance(loop.target, ast.Name)}
        self.private -= set(moves.arguments) | _bare(moves.body, frozenset())
        self.cpp = Cpp(tables, _signed(whole), self.names, checked=True)
        self.count = 0

    def lines(self) -> list[str]:
        arguments = [self.names[name] for name in self.moves.arguments]
        pair = len(arguments) > 1
        state = f"std::array<long long, {len(arguments)}>" if pair else "long long"
        given = "const State &state" if pair else f"long long {arguments[0]}"
        stored = {name for name in _stored(self.moves.body) if name not in self.private}
        body = [
            *self.constants(),
            *(f"long long {name} = state[{place}];" for place, name in enumerate(arguments) if pair),
            *(f"long long {self.names[name]} = 0;" for name in sorted(stored - set(self.moves.arguments))),
            *self.block(self.moves.body),
            "return false;",
        ]
        return f"""\
using State = {state};
// Whether `found` is true of what some move leaves; it is asked until it is.
template <class Found> bool any_option({given}, Found found) {{
{chr(10).join(_STEP + line for line in body)}
}}
struct Move {{
    int place; // -1: there is none, the player to move loses
    std::vector<State> left;
}};
// A move that wins: states[place] becomes the states in left, side by side.
Move winning_move(const std::vector<State> &states) {{
    const auto value = [](const State &state) {{ return nim_value({"state[0], state[1]" if pair else "state"}); }};
    long long total = 0;
    for (const State &state : states) total ^= value(state);
    for (std::size_t i = 0; i < states.size(); ++i) {{
        const long long wanted = total ^ value(states[i]);
        if (wanted >= value(states[i])) continue;
        Move move{{int(i), {{}}}};
        any_option(states[i], [&](const std::vector<State> &left) {{
            long long after = 0;
            for (const State &part : left) after ^= value(part);
            if (after == wanted) move.left = left;
            return after == wanted;
        }});
        return move;
    }}
    return {{-1, {{}}}};
}}
""".splitlines()

    def constants(self) -> Iterator[str]:
        for name, value in self.moves.constants.items():
            text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
            if isinstance(value, tuple):
                if not any(isinstance(node, ast.Name) and node.id == name for node in self.nodes()):
                    continue
                yield f"static const long long {self.names[name]}[] = {{{text or 0}}};"
            else:
                yield f"const long long {self.names[name]} = {text};"

    def nodes(self) -> Iterator[ast.AST]:
        for statement in self.moves.body:
            yield from ast.walk(statement)

    def block(self, body: Sequence[ast.stmt]) -> list[str]:
        return [line for statement in body for line in self.statement(statement)]

    def inside(self, head: str, body: Sequence[ast.stmt], first: Sequence[str] = ()) -> list[str]:
        return [f"{head} {{", *(_STEP + line for line in (*first, *self.block(body))), "}"]

    def statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Pass():
                return []
            case ast.Break():
                return ["break;"]
            case ast.Continue():
                return ["continue;"]
            case ast.Return():
                return ["return false;"]
            case ast.Raise():
                return [f'throw std::out_of_range("{NO_STATE}");']
            case ast.Expr(value=ast.Yield(value=ast.Tuple(elts=states))):
                return [f"if (found({{{', '.join(map(self.state, states))}}})) return true;"]
            case ast.If(test=test, body=body, orelse=orelse):
                lines = self.inside(f"if ({self.cpp.condition(test)})", body)
                if not orelse:
                    return lines
                if len(orelse) == 1 and isinstance(orelse[0], ast.If):
                    first, *rest = self.statement(orelse[0])
                    return [*lines[:-1], f"}} else {first}", *rest]
                return [*lines[:-1], *self.inside("} else", orelse)]
            case ast.While(test=test, body=body):
                return self.inside(f"while ({self.cpp.condition(test)})", body)
            case ast.For():
                return self.loop(node)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return [f"{self.names[name]} = {self.cpp.text(value, outer=True)};"]
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                self.count += 1
                held = [f"held{self.count}_{place}" for place in range(len(names))]
                texts = [self.cpp.text(value, outer=True) for value in values]
                return [
                    *(f"const long long {one} = {text};" for one, text in zip(held, texts, strict=True)),
                    *(f"{self.cpp.text(name)} = {one};" for name, one in zip(names, held, strict=True)),
                ]
        raise NoCpp(node)

    def state(self, node: ast.expr) -> str:
        if isinstance(node, ast.Tuple):
            return f"State{{{', '.join(self.cpp.text(number, outer=True) for number in node.elts)}}}"
        return self.cpp.text(node, outer=True)

    def loop(self, node: ast.For) -> list[str]:
        assert isinstance(node.target, ast.Name)
        target = node.target.id
        name, first, kind = self.names[target], [], "long long "
        changed = _stored(node.body)
        if target not in self.private or target in changed:  # Python goes on from the turn's own number
            self.count += 1
            turn = f"turn{self.count}"
            first = [f"{'long long ' if target in self.private else ''}{name} = {turn};"]
            name = turn
        if not isinstance(node.iter, ast.Call):
            values = (
                self.names[node.iter.id]
                if isinstance(node.iter, ast.Name)
                else f"std::initializer_list<long long>{{{', '.join(map(self.state, node.iter.elts))}}}"  # type: ignore[attr-defined]
            )
            if isinstance(node.iter, ast.Name) and not self.moves.constants[node.iter.id]:
                return []
            return self.inside(f"for ({kind}{name} : {values})", node.body, first)
        numbers = node.iter.args
        start, stop = ("0", numbers[0]) if len(numbers) == 1 else (self.cpp.text(numbers[0], outer=True), numbers[1])
        step = step_of(numbers[2]) if len(numbers) == 3 else 1
        end, kept = self.cpp.text(stop, outer=True), ""
        if {one.id for one in ast.walk(stop) if isinstance(one, ast.Name)} & changed:  # a range is made once
            self.count += 1
            kept = f", end{self.count} = {end}"
            end = f"end{self.count}"
        by = f"++{name}" if step == 1 else f"--{name}" if step == -1 else f"{name} += {step}"
        head = f"for ({kind}{name} = {start}{kept}; {name} {'<' if step > 0 else '>'} {end}; {by})"
        return self.inside(head, node.body, first)


def _cpp_name(name: str) -> str:
    """A name that C++ allows, and that nothing else in the text has."""
    plain = name if name.isascii() else "x" + "".join(f"{ord(letter):x}" for letter in name)
    mine = plain in _TAKEN or keyword.iskeyword(plain) or plain.rstrip("0123456789") in ("R", "turn", "end", "held")
    return f"{plain}_" if mine or "__" in plain or plain.startswith("_") else plain


def _stored(body: Iterable[ast.stmt]) -> set[str]:
    """The names that some statements set."""
    nodes = (node for statement in body for node in ast.walk(statement))
    return {node.id for node in nodes if isinstance(node, ast.Name) and type(node.ctx) is ast.Store}


def _bare(body: Sequence[ast.stmt], loops: frozenset[str]) -> set[str]:
    """The names that are met outside of all loops over them: what a loop leaves in them is seen."""
    found: set[str] = set()

    def visit(node: ast.AST, inner: frozenset[str]) -> None:
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            if node.target.id in inner:
                found.add(node.target.id)
            visit(node.iter, inner)
            for statement in node.body:
                visit(statement, inner | {node.target.id})
            return
        if isinstance(node, ast.Name) and node.id not in inner:
            found.add(node.id)
        for child in ast.iter_child_nodes(node):
            visit(child, inner)

    for statement in body:
        visit(statement, loops)
    return found


def _signed(whole: ast.Module) -> frozenset[str]:
    """The names that may hold a number below 0."""
    signed: frozenset[str] = frozenset()
    while True:
        cpp, found = Cpp([], signed), set(signed)
        for node in ast.walk(whole):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if not cpp.is_natural(value):
                    found.add(name)
                case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                    pairs = zip(names, values, strict=True)
                    found |= {
                        name.id for name, value in pairs if isinstance(name, ast.Name) and not cpp.is_natural(value)
                    }
                case ast.For(target=ast.Name(id=name), iter=ast.Call(args=numbers)):
                    down = len(numbers) == 3 and step_of(numbers[2]) < 0
                    if down or (len(numbers) > 1 and not cpp.is_natural(numbers[0])):
                        found.add(name)
                case ast.For(target=ast.Name(id=name), iter=ast.Tuple(elts=values)):
                    if not all(map(cpp.is_natural, values)):
                        found.add(name)
                case ast.For(target=ast.Name(id=name), iter=ast.Name()):
                    found.add(name)  # the numbers of a constant; they may be anything
        if found == signed:
            return signed
        signed = frozenset(found)
