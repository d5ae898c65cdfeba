"""The command for arithmetic of nimbers."""

from __future__ import annotations

import json

import click

from grundy.cli.output import say


@click.command()
@click.argument("expression")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def nimber(expression: str, as_json: bool) -> None:
    """Compute with nimbers, exactly, whatever their size.

    + is nim-addition (XOR; - and ^ are the same), * nim-multiplication, / its inverse; ** takes an ordinary integer.
    Functions: inverse(x), sqrt(x), square(x), trace(x), order(x), log(x, base).

    \b
    grundy nimber '(4*6 + 2) / 3'
    grundy nimber 'sqrt(7) ** -2'
    grundy nimber 'log(5, 4)'
    """
    from grundy.nimber import evaluate

    value = evaluate(expression)
    text = json.dumps({"expression": expression, "nimber": value}) if as_json else str(value)
    say(f"{text}\n")
