"""A table, and the moves of its rule, as a program of one's own."""

from __future__ import annotations

from typing import Any

from grundy.compile.source import parameters, read
from grundy.compile.subset import NotCompiled
from grundy.errors import OutOfReach
from grundy.model.pattern import Pattern
from grundy.model.rule import Rule
from grundy.model.shapes import Digits
from grundy.show.emit import Language, emit
from grundy.show.plain_moves import Moves, NotWritten, moves_of, moves_of_code


def written_source(
    values: Any, language: Language, pattern: Pattern | None, game: str, made: tuple[str, str], rule: Rule | None
) -> str:
    """What `emit` writes of a table; with a rule also a function that finds a winning move.

    Args:    made: the command and the version of grundy that filled the table.
    Raises:  OutOfReach: as `emit`; or the rule has something that is not written in another program.
    """
    command, version = made
    if rule is None:
        return emit(values, language, pattern, game, command=command, version=version)
    try:
        return emit(values, language, pattern, game, command=command, version=version, moves=_moves(rule))
    except NotWritten as problem:
        source = read(rule.function)
        where = f"{source.place(problem.node)}: " if hasattr(problem.node, "lineno") else ""
        what = source.words(problem.node) if where else f"{problem}"
        raise OutOfReach(
            f"{rule.spec}: {where}{what!r} {problem.why}; without the moves the values would be written"
        ) from None


def _moves(rule: Rule) -> Moves:
    """The moves of a rule. Raises: NotWritten; OutOfReach: its source text is not there."""
    if isinstance(rule.shape, Digits):
        return moves_of_code(rule.shape)
    try:
        source = read(rule.function)
    except NotCompiled as problem:
        raise OutOfReach(f"{rule.spec}: its moves cannot be written: {problem.reason}") from None
    return moves_of(source.tree, source.outside, parameters(rule))
