"""Rules made of text while a test runs, as if they stood in a file."""

from __future__ import annotations

import linecache
from itertools import count
from typing import Any

from grundy.model.option import again, answer, to
from grundy.model.rule import Rule, rule

NUMBERS = count(1)


def rule_of(text: str, **outside: Any) -> Rule:
    """The rule of a file with these lines, the first of which is the function's."""
    file = f"written{next(NUMBERS)}.py"
    scope: dict[str, Any] = {"to": to, "again": again, "answer": answer, **outside}
    exec(compile(text, file, "exec"), scope)
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    name = text.split("def ")[1].split("(")[0]
    return rule(scope[name])


def body(text: str, state: str = "n", **outside: Any) -> Rule:
    """The rule whose function has this body, from line 4 of its file on."""
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return rule_of(f"import math\n\ndef mine({state}):\n{lines}", **outside)
