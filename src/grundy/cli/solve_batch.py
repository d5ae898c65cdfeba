"""The command `solve --lines`: an answer a line of a file of expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from grundy.cli.input import STDIN, read_input
from grundy.cli.options import LIMITS, LongWork, command_words
from grundy.cli.output import say

if TYPE_CHECKING:
    from grundy.model.rule import Position

FEW_LINES = 50  # that are answered before what keeps a run would be loaded, if none is searched


def answer_lines(
    ctx: click.Context, file: str, question: dict[str, Any], cores: int | None, cluster: str | None, work: LongWork
) -> None:
    """Print what there is to say of each line of a file of expressions.

    A few lines that take no search are answered before what keeps a run would be loaded, unless cores, limits or a
    store were given.

    Args:    question: what is asked of each, as `api.batch` has it.
    """
    from grundy.api.batch import answered_here, batch_lines, refuse_files
    from grundy.engines.options import is_searched
    from grundy.reading.identity import rules_in

    limited = cores is not None or work.is_limited
    read = _expressions(file, question["loopy"])
    name = STDIN if file == "-" else file
    places = [f"{name}:{number}" for number, _, _ in read]
    rules = [component.rule for _, _, position in read for component in position.components]
    inside = rules_in([position for _, _, position in read])
    searched = any(is_searched(rule.shape) for rule in rules)
    if cluster is None and not (limited or searched or len(read) > FEW_LINES or ctx.obj is not None):
        answers = answered_here([position for _, _, position in read], places, question)
        say("".join(f"{line}\n" for line in answers))
        return
    if cluster is not None:
        refuse_files([(number, position) for number, _, position in read], name)
    from grundy.cli.answering import answering

    texts = [text for _, text, _ in read]
    processes = 0 if cluster is not None else cores or int(limited)  # one can be ended when the time is up
    with answering(work.read(), ("solve", *command_words(ctx, LIMITS)), ctx.obj) as answer:
        answers = batch_lines(texts, inside, question, answer, cores=processes, cluster=cluster, places=places)
        answer.give("".join(f"{line}\n" for line in answers))


def _expressions(file: str, loopy: bool) -> list[tuple[int, str, Position]]:
    """The lines of a file of expressions: number, text, position; all are read before the first is answered."""
    from grundy.notation.expression import read_expression
    from grundy.notation.files import FILES
    from grundy.text.reader import Text

    data, name = read_input(file)
    text = Text(data, name)
    positions = [
        (number, line.string, read_expression(line, loopy, FILES))
        for number, line in enumerate(text.line_parts(), 1)
        if line.string.strip(" \t\r")
    ]
    if not positions:
        text.report_end("an expression in each line, such as nim(3 5)")
    text.close()
    return [(number, line, position) for number, line, position in positions if position is not None]
