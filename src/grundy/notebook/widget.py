"""The board of a notebook as a widget: the moves are made here, and the browser shows and asks."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import uuid4

import anywidget
from IPython.display import display
from traitlets import Bool, Dict, Float, List, Unicode

from grundy.api.answers import bounded_by
from grundy.api.play import Match, play
from grundy.api.values import position_html
from grundy.errors import BadRule, GrundyError
from grundy.model.evidence import count_text
from grundy.model.move import Move
from grundy.model.rule import shortened
from grundy.notebook.bundle import script, style
from grundy.show.html import lines_html
from grundy.show.markup import escape
from grundy.show.text import Line
from grundy.web.handlers import look_at


class BoardWidget(anywidget.AnyWidget):
    """A board to play on in a notebook; made by `board`.

    Attributes
    ----------
    position : str
        What is played, as `parse` reads it. Another text begins with that position.
    moves_made : list of str
        The moves so far, as `parse_move` reads them; `sentences` has them in words.
    winner : str
        Who wins from here: "first" is whoever is to move, "second", "draw"; "" where that is too hard to find.
    computer, marked : bool
        Whether the computer answers, and whether the moves that win are marked.
    blunder : float
        How often the computer errs.
    seconds : float
        After which the search for who wins gives up.
    status, trouble : str
        What the board says of the game, and why it refused what was asked last.
    """

    _esm: ClassVar[str] = script()
    _css: ClassVar[str] = style()

    position = Unicode().tag(sync=True)
    moves_made = List(Unicode()).tag(sync=True)
    winner = Unicode().tag(sync=True)
    computer = Bool(True).tag(sync=True)
    marked = Bool(True).tag(sync=True)
    blunder = Float(0.0, min=0.0, max=1.0).tag(sync=True)
    seconds = Float()
    status = Unicode().tag(sync=True)
    trouble = Unicode().tag(sync=True)
    shown = Dict().tag(sync=True)  # what the page of a game gets, from which the board is drawn
    last = List().tag(sync=True)  # (board, item) of all that the last move touched
    still = Unicode().tag(sync=True)  # names the picture that is shown where no widget is; the widget hides it

    def __init__(self, match: Match, *, computer: bool, marked: bool, seconds: float) -> None:
        self._match = match
        still = uuid4().hex
        super().__init__(computer=computer, marked=marked, blunder=match.blunder, seconds=seconds, still=still)
        self._show()
        self.observe(self._begin, "position")
        self.on_msg(self._asked)

    def __repr__(self) -> str:
        return f"BoardWidget({shortened(self.position)!r}, {count_text(len(self.moves_made), 'move')} made)"

    def _ipython_display_(self) -> None:
        """Show the picture, and then the widget, which hides the picture where it runs.

        In one output a page that is exported would keep the widget alone, and without a network show nothing.
        """
        for data in self.outputs():
            display(data, raw=True)

    def outputs(self) -> list[dict[str, Any]]:
        """What a notebook shows of the board, as data for each kind of reader: the picture, and the widget."""
        bundle = self._repr_mimebundle_()
        widget = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
        made = "".join(f"<li>{escape(sentence)}</li>" for sentence in self.sentences)
        moves = f'<ol style="margin: .3em 0">{made}</ol>' if made else ""
        how = lines_html([Line("note", "Run this cell to play.")])
        picture = f'<div data-still="{self.still}">{position_html(self._match.position)}{moves}{how}</div>'
        return [{"text/plain": repr(self), "text/html": picture}, widget]

    # What Python does.

    @property
    def sentences(self) -> list[str]:
        """The moves so far in words, each with who made it."""
        return [f"{self._name(turn['player'])}: {turn['says']}" for turn in self.shown["history"]]

    def _name(self, player: int) -> str:
        """What a player is called, of whom 1 begins."""
        return (("You", "The computer") if self.computer else ("Player 1", "Player 2"))[player - 1]

    def play(self, move: str | Move) -> None:
        """Make a move, given as `str` writes it or in words; the computer then answers, if it does.

        Raises:  BadRule: no such move, or several may be meant.
        """
        match = self._now
        match.play(move)
        while match.player_to_move == "computer" and not match.is_over:
            match.play_computer_move()
        self._show()

    def play_computer_move(self) -> None:
        """The computer makes a move for whoever has the turn; nothing where none is left."""
        if not self._now.is_over:
            self._now.play_computer_move()
            self._show()

    def undo(self) -> BoardWidget:
        """Take back the last move, and the computer's answer with it."""
        self._now.undo()
        self._show()
        return self

    def restart(self) -> None:
        """Begin again with the first position."""
        self._match.restart()
        self._show()

    # How it comes to that.

    @property
    def _now(self) -> Match:
        """The game, as what is set on the board has it."""
        self._match.two_players = not self.computer
        self._match.blunder = self.blunder
        self._match.search_options = bounded_by(self.seconds)
        return self._match

    def _show(self) -> None:
        """Bring what is shown up to date with the game, all in one message."""
        match = self._now
        shown = look_at(match, match.search_options)
        result = shown["result"]
        with self.hold_sync():
            self.trouble = ""
            self.shown = shown
            self.last = [list(pair) for pair in match.played().last]
            self.moves_made = [str(move) for move in match.moves_made]
            self.winner = result["winner"] if result else ""
            self.status = self._status(shown["move_count"])
            self.position = match.position.typed()

    def _status(self, moves: int | None) -> str:
        """Whose turn it is, or who has won, and what the computer did last.

        Args:    moves: how many there are; None: too many to be listed.
        """
        match, last = self._now, len(self._now.made) - 1
        if moves is None:
            outcome = "This is too large to be played here."
        elif moves:
            outcome = "Your move, where the last one was made." if match.turns[-1].must else "Your move."
        elif self.computer:
            who = "The computer" if match.player_to_move == "computer" else "You"
            outcome = f"{who} cannot move: {'you win!' if match.winner == 'you' else 'the computer wins.'}"
        else:
            loses = match.convention != "misere"
            outcome = f"No move is left: whoever has to move {'loses' if loses else 'wins'}."
        made = last >= 0 and match.player(last) == "computer"
        return f"The computer: {match.moves_made[last].sentence()}. {outcome}" if made else outcome

    def _begin(self, change: Any) -> None:
        """Another position was assigned; what cannot be read is refused, and the old one stays."""
        old = self._match
        if change["new"] == old.position.typed():
            return
        try:
            self._match = play(change["new"], old.convention == "misere", old.convention == "loopy")
        except GrundyError as problem:
            self._show()
            self.trouble = str(problem)
            raise
        self._match.random, self._match.most = old.random, old.most
        self._show()

    def _asked(self, widget: Any, message: Any, buffers: Any) -> None:
        """What the browser asks for; anything odd is refused in words, and nothing else happens."""
        try:
            match message:
                case {"kind": "play", "move": str(move)}:
                    self.play(move)
                case {"kind": "answer"}:
                    self.play_computer_move()
                case {"kind": "undo"}:
                    self.undo()
                case {"kind": "restart"}:
                    self.restart()
                case _:
                    raise BadRule(f"expected play, answer, undo or restart, found {shortened(repr(message))}")
        except GrundyError as problem:
            self.trouble = str(problem)
