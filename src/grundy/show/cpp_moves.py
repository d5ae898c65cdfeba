"""The moves of a rule in C++, and a search for one that wins in a sum."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterable, Iterator, Sequence

from grundy.show.cpp import Cpp, NoCpp, Tables
from grundy.show.plain_moves import NO_STATE, Moves, NotWritten, step_of

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
