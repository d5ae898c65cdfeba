"""What a compiled rule may not use, by name, with what to write instead.

Nothing is guessed: whatever the compiler does not know ends here, and the rule then runs uncompiled.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

Made = TypeVar("Made")


class NotCompiled(Exception):
    """A rule that cannot be compiled: `reason` says why and what would do, `place` where (file:line)."""

    def __init__(self, reason: str, place: str = "") -> None:
        self.reason = reason
        self.place = place
        super().__init__(f"{place}: {reason}" if place else reason)


class BeyondCompiled(NotCompiled):
    """A state or an option, met in the middle of work, that compiled code cannot do; nobody knows of it before."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why a rule is not compiled, as a value: for whoever chooses what is to answer."""

    reason: str


def fitted(make: Callable[[], Made]) -> Made | Unfit:
    """What the compiler makes of a rule, or why it makes nothing of it.

    >>> fitted(lambda: 3)
    3
    """
    try:
        return make()
    except NotCompiled as refused:
        return Unfit(str(refused))


INSTEAD: dict[type[ast.AST], tuple[str, str]] = {
    ast.ListComp: ("a list comprehension", "a loop, or a generator inside any(), all() or sum()"),
    ast.SetComp: ("a set comprehension", "a loop, in which no number is counted or added twice"),
    ast.DictComp: ("a dict comprehension", "a loop"),
    ast.GeneratorExp: ("a generator expression here", "a loop, or any(), all(), sum() round it"),
    ast.Dict: ("a dict", "a tuple outside the function, indexed by a number"),
    ast.Set: ("a set", "a tuple in which no number comes twice, or the bits of a number"),
    ast.List: ("a list made in the rule", "a tuple outside the function, or the bits of a number"),
    ast.Tuple: ("a tuple made in the rule", "one variable for each of its numbers"),
    ast.JoinedStr: ("text", "numbers; text may stand in the labels of to(...)"),
    ast.Lambda: ("a lambda", "the expression itself"),
    ast.Try: ("try that goes on after an error", "an if that asks first"),
    ast.With: ("with", "what it does, as plain statements"),
    ast.Assert: ("assert", "an if round the yield"),
    ast.Match: ("match", "if and elif"),
    ast.FunctionDef: ("a function inside the rule", "its body where it is called"),
    ast.ClassDef: ("a class", "numbers"),
    ast.Import: ("an import inside the rule", "one at the top of the file"),
    ast.ImportFrom: ("an import inside the rule", "one at the top of the file"),
    ast.Global: ("global", "a parameter or a constant"),
    ast.Nonlocal: ("nonlocal", "a parameter or a constant"),
    ast.Delete: ("del", "nothing in its place if it deletes a name"),
    ast.Await: ("await", "a plain call"),
    ast.Starred: ("a starred expression here", "the values one by one"),
    ast.Slice: ("a slice", "two bounds and a loop"),
    ast.Div: ("/", "a product on the other side, as n == 2 * k for n / 2 == k; // rounds down"),
    ast.MatMult: ("@", "a loop"),
    ast.Is: ("is", "==, between two numbers or two conditions"),
    ast.IsNot: ("is not", "!=, between two numbers or two conditions"),
}


def refusal(node: ast.AST) -> str:
    """Why a construct is not compiled, and what to write instead.

    >>> refusal(ast.parse("[n for n in x]", mode="eval").body)
    'a list comprehension is not compiled; write a loop, or a generator inside any(), all() or sum()'
    """
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            return "text is not compiled; write numbers; text may stand in the labels of to(...)"
        return f"{node.value!r} is not compiled; write a whole number"
    if type(node) in INSTEAD:
        what, write = INSTEAD[type(node)]
        return f"{what} is not compiled; write {write}"
    return f"{type(node).__name__} is not compiled; write whole numbers, if, while, for ... in range(...)"
