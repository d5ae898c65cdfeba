"""A board in a notebook, to be played on: `board` makes it, and says what is missing where it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.api.play import play
from grundy.errors import BadRule, GrundyError
from grundy.model.rule import Position

if TYPE_CHECKING:
    from grundy.notebook.widget import BoardWidget


def board(
    position: str | Position,
    misere: bool = False,
    loopy: bool = False,
    *,
    computer: bool = True,
    marked: bool = True,
    blunder: float = 0.0,
    seconds: float = 5.0,
    seed: int | None = None,
) -> BoardWidget:
    """Show a board to play on in a notebook: click a move; winning moves are marked, and the computer replies.

    Parameters
    ----------
    position : str or Position
        A position, or what the command line reads: ``"cram 3x4"``, ``"nim(3 5) + wythoff(1 2)"``.
    misere, loopy : bool, optional
        As for `solve`.
    computer : bool, optional
        Whether grundy answers every move; it can be changed on the board, and later, as all of these.
    marked : bool, optional
        Whether the moves that win are marked.
    blunder : float, optional
        The probability that the computer errs, 0 to 1.
    seconds : float, optional
        When the search for the winner gives up; the game can still be played.
    seed : int, optional
        Seed of the computer's choices among equally good moves.

    Returns
    -------
    BoardWidget
        A widget: `position` (text; assign another to change it), `moves_made` (the moves so far, as text), `sentences`
        (the same in words), `winner` (who wins from here: "first" is whoever is to move), `play(move)`,
        `play_computer_move()`, `undo()`, `restart()`.

    Raises
    ------
    BadText, BadRule
        No such position; a blunder rate that is none.
    GrundyError
        anywidget is not installed, which the extra `notebook` does.

    Examples
    --------
    >>> from grundy import board
    >>> shown = board("nim 3 5")
    >>> shown.play("take 2 from pile 2")
    >>> shown.winner, len(shown.moves_made), len(shown.undo().moves_made)
    ('first', 2, 0)
    """
    match = play(position, misere, loopy, blunder=blunder, seed=seed)
    try:
        from grundy.notebook.widget import BoardWidget
        from grundy.web.questions import MOST_LISTED
    except ImportError as problem:
        text = f"grundy.board needs anywidget ({problem.name} is missing): pip install anywidget"
        raise GrundyError(text) from problem
    if not seconds > 0:
        raise BadRule(f"expected a time in seconds, more than 0, found {seconds!r}")
    match.most = MOST_LISTED
    return BoardWidget(match, computer=computer, marked=marked, seconds=seconds)
