"""How values show themselves: `str` is what the command line prints, and notebooks draw boards.

The room of values knows nothing of pictures and text, so these are given to the classes where the rooms are joined.
"""

from __future__ import annotations

from html import escape

from grundy.errors import OutOfReach
from grundy.model.result import Result
from grundy.model.rule import Position


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
    from grundy.show.svg import board_svg

    drawn = []
    for component in position.components:
        board = component.rule.space.board(component.states)
        drawn.append(f"<code>{escape(str(component))}</code>" if board is None else board_svg(board, str(component)))
    return "<div>" + " + ".join(drawn) + "</div>"


def position_svg(position: Position) -> str:
    """The boards of a position as one picture.

    Raises:  OutOfReach: a component has no board, or one that is too large to be looked at.

    >>> from grundy import nim
    >>> nim(3, 4).svg().count("<circle")
    7
    """
    from grundy.show.svg import board_svg, stacked

    drawn = []
    for component in position.components:
        board = component.rule.space.board(component.states)
        picture = "" if board is None else board_svg(board, str(component))
        if not picture:
            why = "has no board" if board is None else "is empty, or too large to be looked at"
            raise OutOfReach(f"{component}: expected a position that is drawn; it {why}")
        drawn.append(picture)
    return stacked(drawn)


def result_html(result: Result) -> str:
    """A result in a notebook: the board, and below it what is known."""
    from grundy.show.text import result_lines

    lines = [escape(line.text.strip()) for line in result_lines(result) if line.kind != "board"]
    return f"{position_html(result.position)}<p>{'<br>'.join(lines)}</p>"


DISPLAYS = (
    (Result, "__str__", result_text),
    (Result, "_repr_html_", result_html),
    (Position, "_repr_html_", position_html),
    (Position, "svg", position_svg),
)
