"""The moves of a rule in C++, and a search for one that wins in a sum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace

from grundy.reading.core import (
    Body,
    Choice,
    Const,
    Core,
    Each,
    Fail,
    Flag,
    For,
    Group,
    If,
    Joined,
    Label,
    Leave,
    Let,
    Number,
    Renamed,
    Scope,
    Site,
    Statement,
    Var,
    While,
    Word,
    Yield,
)
from grundy.reading.safe import is_safe, is_safe_label
from grundy.show.cpp import OF_WHOLE, Checked, NoCpp, Tables, literal
from grundy.show.moves import FAILS, Names, NotWritten, gives, parts_of, require_moves, turns

TAKEN = frozenset(
    [
        *("alignas", "alignof", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "case", "catch", "char", "char8_t"),
        *("char16_t", "char32_t", "compl", "concept", "const", "consteval", "constexpr", "constinit", "const_cast"),
        *("co_await", "co_return", "co_yield", "decltype", "default", "delete", "do", "double", "dynamic_cast"),
        *("enum", "explicit", "export", "extern", "false", "float", "friend", "goto", "inline", "int", "long"),
        *("mutable", "namespace", "new", "noexcept", "not_eq", "nullptr", "operator", "or_eq", "private"),
        *("protected", "public", "register", "reinterpret_cast", "requires", "short", "signed", "sizeof", "static"),
        *("static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true"),
        *("typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t"),
        *("xor", "xor_eq", "std", "main", "linux", "unix", "T", "ENDS", "State", "Move", "Whole", "found", "state"),
        *("left", "parts", "overflow", "root", "floor_div", "floor_mod", "nim_value", "wins", "winning_move"),
        *("each_option", "min", "max", "abs"),
        *(name for name in OF_WHOLE if name.isidentifier()),
    ]
)
_STEP = "    "


def cpp_moves(core: Core, tables: Tables) -> tuple[list[str], set[str]]:
    """The lines of `each_option` and `winning_move`, which call `nim_value`; and what they use of whole numbers.

    Tables that they need are added.

    Raises:  NotWritten: something that has no plain C++.
    """
    require_moves(core)
    writer = _InCpp(core, tables)
    try:
        return writer.lines(), writer.used
    except NoCpp as problem:
        raise NotWritten(writer.site, f"{problem}, which has no plain C++") from None


@dataclass(frozen=True)
class _Where:
    """Where a statement stands.

    ends      the labels at the end of the function
    is_last   whether the function ends after it
    breaks    the label to which `break` goes; "" outside of loops
    continues the label to which `continue` goes
    left_by   of a loop: the label to which its own `break` goes
    """

    ends: frozenset[str] = frozenset()
    is_last: bool = False
    breaks: str = ""
    continues: str = ""
    left_by: str = ""


class _InCpp(Checked):
    """Writes a core form in C++: all variables are whole numbers, each step is looked at, and labels too."""

    def __init__(self, core: Core, tables: Tables) -> None:
        super().__init__(tables)
        self.core = core
        self.site: Site | None = None  # of the last statement that has a place
        self.called = Names(TAKEN | {f"R{n}" for n in range(len(tables), len(tables) + 1000)}, _cpp_name)
        self.private = self._private()
        self.labels: dict[str, str] = {}  # those to which a goto goes

    def name(self, name: str) -> str:
        return self.called(name)

    def lines(self) -> list[str]:
        arguments = self.core.state
        several = len(arguments) > 1
        state = f"std::array<long long, {len(arguments)}>" if several else "long long"
        body = self.block(self.core.body, _Where(is_last=True))
        own = dict.fromkeys(inner.name for inner in parts_of(self.core.body) if isinstance(inner, Let | For))
        fused = {
            inner.name for inner in parts_of(self.core.body) if isinstance(inner, For) and turns(inner)[0] != inner.name
        }
        declared = [name for name in own if name not in self.private | fused and name not in arguments]
        given = [f"state[{place}]" for place in range(len(arguments))] if several else ["state"]
        shown = ", ".join(given)
        first = [
            *(f"Whole {self.name(name)} = {held};" for name, held in zip(arguments, given, strict=True)),
            *(f"Whole {self.name(name)} = 0;" for name in declared),
        ]
        return f"""\
using State = {state};
static long long left(Whole number) {{ // as a number of a state
    if (number.value < 0) throw std::out_of_range("a move to a number below 0");
    return number.value;
}}
// Calls `found` with what each move leaves.
template <class Found> void each_option(const State &state, Found found) {{
{chr(10).join(_STEP + line for line in (*first, *body))}
}}
struct Move {{
    int place; // -1: there is none, the player to move loses
    std::vector<State> left;
}};
// A move that wins: states[place] becomes the states in left, side by side.
Move winning_move(const std::vector<State> &states) {{
    const auto value = [](const State &state) {{ return nim_value({shown}); }};
    long long total = 0;
    for (const State &state : states) total ^= value(state);
    for (std::size_t i = 0; i < states.size(); ++i) {{
        const long long wanted = total ^ value(states[i]);
        if (wanted >= value(states[i])) continue;
        Move move{{-1, {{}}}};
        each_option(states[i], [&](const std::vector<State> &parts) {{ // to the end, for the rule may fail
            long long after = 0;
            for (const State &part : parts) after ^= value(part);
            if (after == wanted && move.place < 0) move = Move{{int(i), parts}};
        }});
        return move;
    }}
    return {{-1, {{}}}};
}}
""".splitlines()

    def _private(self) -> set[str]:
        """The variables of loops that mean nothing outside of these."""
        loops = [turns(inner) for inner in parts_of(self.core.body) if isinstance(inner, For)]
        names = {name for name, _, _ in loops}
        return {name for name in names if not self._is_seen(self.core.body, name)} - set(self.core.state)

    def _is_seen(self, part: object, name: str) -> bool:
        """Whether a variable is read, or given a value, outside of the loops over it."""
        if isinstance(part, Var):
            return part.name == name
        if isinstance(part, Let):
            return part.name == name or self._is_seen(part.value, name)
        if isinstance(part, For) and turns(part)[0] == name:
            return self._is_seen((part.low, part.high), name) or gives(turns(part)[2], name)
        return any(self._is_seen(child, name) for child in _inner(part))

    # Statements

    def block(self, body: Body, where: _Where) -> list[str]:
        lines: list[str] = []
        for place, statement in enumerate(body):
            lines += self.statement(statement, where if place + 1 == len(body) else replace(where, is_last=False))
        return lines

    def inside(self, head: str, body: list[str]) -> list[str]:
        return [f"{head} {{", *(_STEP + line for line in body), "}"]

    def statement(self, statement: Statement, where: _Where) -> list[str]:
        self.site = getattr(statement, "site", None) or self.site
        match statement:
            case Let(name, value):
                return [f"{self.name(name)} = {self.number(value)};"]
            case If(test, body, others):
                lines = self.inside(f"if ({self.condition(test)})", self.block(body, where))
                if not others:
                    return lines
                if len(others) == 1 and isinstance(others[0], If):
                    first, *rest = self.statement(others[0], where)
                    return [*lines[:-1], f"}} else {first}", *rest]
                return [*lines[:-1], *self.inside("} else", self.block(others, where))]
            case While(test, body):
                return self.inside(f"while ({self.condition(test)})", self.turn(body, where))
            case For():
                return self.loop(statement, where)
            case Scope(label, body):
                return self.scope(label, body, where)
            case Leave(label):
                return [self.leave(label, where)]
            case Yield():
                return self.option(statement)
            case Fail(_, shown):
                unsafe = [f"(void)({self.number(each)});" for each in shown if not is_safe(each)]
                return [*unsafe, f'throw std::domain_error("{FAILS}");']
            case Renamed(body):  # another error is thrown, or the same: this one stops as well
                return self.block(body, where)

    def scope(self, label: str, body: Body, where: _Where) -> list[str]:
        if where.is_last and not where.breaks:
            return self.block(body, _Where(ends=where.ends | {label}, is_last=True))
        if len(body) == 1 and isinstance(body[0], For | While):
            lines = self.statement(body[0], _Where(ends=where.ends, left_by=label))
        else:
            lines = self.block(body, replace(where, is_last=False))
        return [*lines, f"{self.labels[label]}:;"] if label in self.labels else lines

    def turn(self, body: Body, where: _Where, first: tuple[str, ...] = ()) -> list[str]:
        """The body of a loop."""
        inner = _Where(where.ends, breaks=where.left_by or "nowhere")
        if body and isinstance(body[-1], Scope):  # the end of its scope is the end of the turn
            inner = replace(inner, continues=body[-1].label)
            body = (*body[:-1], *body[-1].body)
        lines = [*first, *self.block(body, inner)]
        return [*lines, f"{self.labels[inner.continues]}:;"] if inner.continues in self.labels else lines

    def leave(self, label: str, where: _Where) -> str:
        if label in where.ends:
            return "return;"
        if where.breaks == label:
            return "break;"
        if where.continues == label:
            return "continue;"
        if label not in self.labels:
            self.labels[label] = self.called.fresh(_cpp_name(label.partition(".")[0]))
        return f"goto {self.labels[label]};"

    def loop(self, statement: For, where: _Where) -> list[str]:
        target, numbers, body = turns(statement)
        name, first = self.name(target), list[str]()
        if target not in self.private or gives(body, target):  # Python goes on from the turn's own number
            made = self.called.fresh("turn")
            first, name = [f"{name} = {made};"], made
        if numbers is not None:
            return self.inside(f"for (Whole {name} : {self.table(numbers)})", self.turn(body, where, tuple(first)))
        changes = not isinstance(statement.high, Const | Var) or gives(body, getattr(statement.high, "name", ""))
        return self.inside(self.head(name, statement, changes), self.turn(body, where, tuple(first)))

    def head(self, name: str, turns: For | Each, changes: bool) -> str:
        """The first line of a loop over a range; `changes`: its end may, and a range is made once."""
        low, high, step = self.number(turns.low), self.number(turns.high), turns.step
        end, declaration = high, ""
        if changes:
            end = self.called.fresh("end")
            declaration = f", {end} = {high}"
        sign, by = "<" if step > 0 else ">", "+" if step > 0 else "-"
        self.used |= {sign, by * 2 if abs(step) == 1 else by}
        after = f"{by * 2}{name}" if abs(step) == 1 else f"{name} = {name} {by} {literal(abs(step))}"
        return f"for (Whole {name} = {low}{declaration}; {name} {sign} {end}; {after})"

    # Options

    def option(self, statement: Yield) -> list[str]:
        lines = [line for _, value in statement.labels if not is_safe_label(value) for line in self.label(value)]
        if not any(isinstance(part, Each) for part in statement.parts):
            parts = ", ".join([self.part(part) for part in statement.parts if not isinstance(part, Each)])
            return [*lines, f"found({{{parts}}});"]
        made = ["std::vector<State> parts;"]
        for part in statement.parts:
            if isinstance(part, Each):
                turn = self.called.fresh("part")
                made.append(f"{self.head(turn, part, True)} parts.push_back(left({turn}));")
            else:
                made.append(f"parts.push_back({self.part(part)});")
        return ["{", *(_STEP + line for line in (*made, *lines, "found(parts);")), "}"]

    def part(self, part: tuple[Number, ...]) -> str:
        numbers = ", ".join([f"left({self.number(number)})" for number in part])
        return f"State{{{numbers}}}" if len(part) > 1 else numbers

    def label(self, value: Label) -> Iterator[str]:
        """Statements that work a label out, for it may fail."""
        match value:
            case Word():
                return
            case Flag(condition):
                yield f"(void)({self.condition(condition)});"
            case Joined(pieces):
                for piece in pieces:
                    if not isinstance(piece, str) and not is_safe(piece):
                        yield f"(void)({self.number(piece)});"
            case Group(items):
                for item in items:
                    yield from self.label(item)
            case Choice(test, one, two):
                yield from self.inside(f"if ({self.condition(test)})", list(self.label(one)))
                yield from self.inside("else", list(self.label(two)))
            case _:
                if not is_safe(value):
                    yield f"(void)({self.number(value)});"


def _inner(part: object) -> Iterator[object]:
    """What a part of a core form is made of directly."""
    if isinstance(part, tuple):
        yield from (child for child in part if not isinstance(child, int | str))
    elif is_dataclass(part) and not isinstance(part, Site):
        yield from (getattr(part, each.name) for each in fields(part))


def _cpp_name(name: str) -> str:
    """A name that C++ allows."""
    plain = name if name.isascii() else "x" + "".join(f"{ord(letter):x}" for letter in name)
    return f"x{plain.replace('__', '_')}" if plain.startswith("_") else plain.replace("__", "_")
