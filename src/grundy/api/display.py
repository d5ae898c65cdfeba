"""How values show themselves: `str` is what the command line prints, and notebooks draw boards.

The room of values knows nothing of pictures and text, so these are given to the classes where the rooms are joined.
"""

from __future__ import annotations

from inspect import getdoc
from typing import Any

from grundy.errors import OutOfReach
from grundy.model.result import Result
from grundy.model.rule import Position, Rule
from grundy.show.markup import escape


def result_text(result: Result) -> str:
    """What `grundy solve` prints.

    >>> from grundy import nim, solve
    >>> print(solve(nim(1, 2)))
      pile 1  ●
      pile 2  ●●
    <BLANKLINE>
    The first player wins: an N-position, nim-value 3.
    The winning move:
      take 1 from pile 2
    Proved: Bouton 1901: the nim-value of a heap is its size.
    """
    from grundy.show.text import result_lines

    return "\n".join(line.text for line in result_lines(result))


def position_html(position: Position) -> str:
    """A position in a notebook: the boards of its components; its text where there is none."""
    from grundy.games.pieces import pieces_of
    from grundy.show.svg import board_svg

    drawn = []
    for component in position.components:
        board = component.rule.space.board(component.states)
        pieces = pieces_of(component.rule.spec)
        text = f"<code>{escape(str(component))}</code>"
        drawn.append(text if board is None else board_svg(board, str(component), pieces=pieces))
    place = "display: flex; flex-wrap: wrap; gap: .5em 1em; align-items: center"
    return f'<div style="{place}">{"<span>+</span>".join(drawn)}</div>'


def position_svg(position: Position) -> str:
    """The boards of a position as one picture.

    Raises:  OutOfReach: a component has no board, or one that is too large to be looked at.

    >>> from grundy import nim
    >>> nim(3, 4).svg().count("<circle")
    7
    """
    from grundy.games.pieces import pieces_of
    from grundy.show.svg import board_svg, stacked

    drawn = []
    for component in position.components:
        board = component.rule.space.board(component.states)
        picture = "" if board is None else board_svg(board, str(component), pieces=pieces_of(component.rule.spec))
        if not picture:
            why = "has no board" if board is None else "is empty, or too large to be looked at"
            raise OutOfReach(f"{component}: expected a position that is drawn; it {why}")
        drawn.append(picture)
    return stacked(drawn)


def result_html(result: Result) -> str:
    """A result in a notebook: the board, and below it what is known."""
    from grundy.show.html import lines_html
    from grundy.show.text import result_lines

    lines = [line for line in result_lines(result) if line.kind != "board"]
    without_option = [line._replace(text=line.text.replace(" (--moves N shows N)", "")) for line in lines]
    return position_html(result.position) + lines_html(without_option)


def rule_html(rule: Rule) -> str:
    """A rule in a notebook: its name, what it says of itself, and what a state is."""
    from grundy.show.html import lines_html
    from grundy.show.text import Line

    said = (getdoc(rule.function) or "").partition("\n\n")[0]
    given = [f"{name} = {value!r}" for name, value in rule.parameters if len(repr(value)) < 40]
    lines = [Line("winner", rule.spec), Line("heading", said), *(Line("move", f"  {text}") for text in given)]
    kind = f"{rule.arity} numbers or other values" if rule.arity > 1 else rule.space.name
    return lines_html([*lines, Line("note", f"A state: {kind}.")])


def position_network(position: Position) -> Any:
    """The graph that a position is played on, for NetworkX; see `grundy.api.frames`."""
    from grundy.api.frames import position_network

    return position_network(position)


DISPLAYS = (
    (Result, "__str__", result_text),
    (Result, "_repr_html_", result_html),
    (Rule, "_repr_html_", rule_html),
    (Position, "_repr_html_", position_html),
    (Position, "svg", position_svg),
    (Position, "to_networkx", position_network),
)
