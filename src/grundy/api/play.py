"""The verb `play`: a game between two players, one of whom may be the computer; a file can store the game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from grundy.api.constraints import require_fitting
from grundy.api.scenes import Played, initial_scenes
from grundy.api.turns import (
    MOST_CHOICES,
    Turn,
    TurnChoice,
    answer,
    choice_of,
    choices,
    chosen,
    each_option,
    moves_that_win,
    one_of,
)
from grundy.api.work import position_of
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.engines.steady import require_steady
from grundy.errors import BadRule, BadText, Finding, StoreError
from grundy.model.convention import Convention
from grundy.model.definition import check_convention
from grundy.model.evidence import count_text
from grundy.model.given import plain
from grundy.model.move import Move
from grundy.model.option import Option
from grundy.model.result import Result
from grundy.model.rule import Part, Position, shortened
from grundy.notation.expression import Files, parse_position
from grundy.text.reader import Text, quote

# The format of a saved game.

FORMAT = "grundy play 2"
BY_HAND = "grundy play 1"  # without a digest, for a file that a person or another program wrote
KINDS = {
    "game": str, "position": str, "settings": list, "play": str, "starts": str, "two_players": bool, "blunder": float,
    "moves": list,
}  # fmt: skip
ALLOWED = {"play": ("normal", "misere", "loopy"), "starts": ("you", "computer")}

Player = Literal["you", "computer", "player 1", "player 2"]


class Typed(NamedTuple):
    """The first position of a match in the words of the command line: a game, its position, its settings."""

    game: str
    position: str
    settings: tuple[str, ...] = ()


class Slip(NamedTuple):
    """A move that gave away a won game: its number among the moves made, from 1, its player, and the move."""

    number: int
    player: Player
    move: Move


@dataclass(eq=False, repr=False)
class Match:
    """A game being played; made by `play` and `open_match`.

    Every method that makes or takes back moves changes the match itself.

    Attributes
    ----------
    position : Position
        The present position.
    legal_moves : list of Move
        An empty list: the game is over.
    moves_made : list of Move
        The moves so far.
    player_to_move : {"you", "computer", "player 1", "player 2"}
        The player who is to move.
    is_over : bool
        Whether no move is left.
    winner : {"you", "computer", "player 1", "player 2"} or None
        The player who has won; None before the game is over.
    choices : list of TurnChoice
        The legal moves, each with the position that it leaves.
    turns : list of Turn
        The positions from the first to the present one, each with the place where its player must answer, if any.
    starts, two_players, blunder
        As given to `play`.
    random : Random
        The generator that chooses among equally good moves of the computer.
    search_options : SearchOptions
        The settings and limits of searches.
    ways : list of int
        For each move, which of several ways with the same result the player chose, from 0: from which end of a row.
    most : int
        The most moves of a position that are listed; a position with more moves raises `OutOfReach`.

    Examples
    --------
    >>> from grundy import play
    >>> match = play("nim 1 2")
    >>> match.play("take 1 from pile 2")
    >>> match.position.typed(), match.player_to_move
    ('nim 1 1', 'computer')
    >>> match.play_computer_move().sentence() in ("take 1 from pile 1", "take 1 from pile 2")
    True
    """

    typed: Typed
    turns: list[Turn]
    starts: Literal["you", "computer"] = "you"
    two_players: bool = False
    blunder: float = 0.0
    made: list[TurnChoice] = field(default_factory=list)
    ways: list[int] = field(default_factory=list)
    random: Random = field(default_factory=Random)
    search_options: SearchOptions = DEFAULT_OPTIONS
    most: int = MOST_CHOICES
    _listed: list[TurnChoice] | None = None  # both caches are of the present position
    _judged: tuple[Result, list[TurnChoice]] | None = None

    def __repr__(self) -> str:
        state = f"{self.winner} won" if self.is_over else f"{self.player_to_move} to move"
        return f"Match({shortened(str(self.position))!r}, {count_text(len(self.made), 'move')} made, {state})"

    def _repr_html_(self) -> str:
        from grundy.api.values import position_html
        from grundy.show.html import text_html

        return position_html(self.position) + text_html(repr(self).split(", ", 1)[1].removesuffix(")"))

    @property
    def position(self) -> Position:
        """The present position."""
        return self.turns[-1].position

    @property
    def convention(self) -> Convention:
        """The kind of play: normal, misere or loopy."""
        return self.turns[-1].convention

    @property
    def choices(self) -> list[TurnChoice]:
        """The legal moves, each with the position that it leaves."""
        if self._listed is None:
            self._listed = choices(self.turns[-1], self.most)
        return self._listed

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves; an empty list: the game is over."""
        return [choice.move for choice in self.choices]

    @property
    def moves_made(self) -> list[Move]:
        """The moves so far."""
        return [choice.move for choice in self.made]

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return not self.choices

    @property
    def player_to_move(self) -> Player:
        """The player who is to move."""
        return self.player(len(self.made))

    @property
    def winner(self) -> Player | None:
        """The player who has won; None before the game is over."""
        if not self.is_over:
            return None
        first, second = _players(self.two_players, self.starts)
        other = first if self.player_to_move == second else second
        return self.player_to_move if self.convention == "misere" else other

    def player(self, number: int) -> Player:
        """The player of the move with this number, from 0; a move may keep the turn."""
        passed = sum(choice.next != "again" for choice in self.made[:number])
        return _players(self.two_players, self.starts)[passed % 2]

    def play(self, move: Move | str | int, way: int = 0) -> None:
        """Make a move for the player who is to move.

        Parameters
        ----------
        move : Move, str or int
            A move, its words or their start (``"take 2 from pile 1"``), its numbers (``"1 2"``), or its place among
            `legal_moves`, from 1.
        way : int, optional
            Which of several ways with the same result, from 0, such as from which end of a row.

        Raises
        ------
        BadRule
            `move` fits no legal move, or fits several.

        Examples
        --------
        >>> match = play("nim 1 2")
        >>> match.play("take 1 from pile 2")
        >>> str(match.position), match.player_to_move
        ('nim(1 1)', 'computer')
        """
        self._make(one_of(self.position, self.choices, move), way)

    def play_all(self, moves: Sequence[str], source: str = "<moves>") -> None:
        """Make moves that are written as in `as_dict`, a file or a link.

        Parameters
        ----------
        moves : sequence of str
            Each is the `str` of a move; " ~2" after it chooses the second of its ways.
        source : str, optional
            The name of their source, for error messages.

        Raises
        ------
        BadText
            A move is not legal in its position; the moves before it have been made.

        Examples
        --------
        >>> match = play("nim 1 2")
        >>> match.play_all(["pile 2, take 1", "pile 1, take 1"])
        >>> str(match.position)
        'nim(0 1)'
        """
        for number, text in enumerate(moves, 1):
            words, way = _read_way(text)
            fitting = next((pair for pair in each_option(self.turns[-1]) if str(self._move_of(*pair)) == words), None)
            if fitting is None:
                raise BadText([Finding(1, 1, f"move {number} to be one of its position", quote(text), source)])
            self._make(choice_of(self.turns[-1], *fitting), way)

    def play_computer_move(self) -> Move:
        """Let the computer make a move for the player who is to move, and return it.

        Raises
        ------
        BadRule
            The game is over.

        Examples
        --------
        >>> match = play("nim 1 2", starts="computer")
        >>> str(match.play_computer_move()), str(match.position)
        ('pile 2, take 1', 'nim(1 1)')
        """
        if self.is_over:
            raise BadRule(f"{shortened(str(self.position))}: expected a game that is not over; no move is left")
        choice = chosen(self.turns[-1], self.choices, self.random, self.blunder, self.search_options)
        self._make(choice)
        return choice.move

    def undo(self) -> bool:
        """Take back the last move that the computer did not make, and all moves after it; return False if none."""
        for number in reversed(range(len(self.made))):
            if self.player(number) != "computer":
                self._back_to(number)
                return True
        return False

    def restart(self) -> None:
        """Begin again with the first position."""
        self._back_to(0)

    def played(self, first: int = 1) -> Played:
        """The pictures of the game: the boards of its first position, after all moves so far.

        Parameters
        ----------
        first : int, optional
            The number, 1 or 2, that the pieces of the first player get.

        Returns
        -------
        Played

        Examples
        --------
        >>> match = play("cram 2x2")
        >>> match.play("cover (1, 1) and (2, 1)")
        >>> [scene] = match.played().scenes
        >>> scene.board, scene.laid[0].items, sorted(scene.gone)
        (Grid of #./#., ('1,1', '2,1'), ['1,1', '2,1'])
        """
        pictures = initial_scenes(self.turns[0].position)
        began = self.player(0)
        for number, (choice, way) in enumerate(zip(self.made, self.ways, strict=True)):
            pictures = pictures.after(choice, way, first if self.player(number) == began else 3 - first)
        return pictures

    def result(self) -> Result:
        """The result of the present position under perfect play, as from `solve`. Raises OutOfReach: it is too hard."""
        return self._judge()[0]

    def winning_moves(self) -> list[Move]:
        """The legal moves that win, at most 100,000. Raises OutOfReach."""
        return [choice.move for choice in self._judge()[1]]

    def hint(self) -> Move | None:
        """A move that wins, or else one that keeps a draw; None if there is neither. Raises OutOfReach."""
        result, good = self._judge()
        if not good and result.winner == "draw":
            good = list(
                islice((move for move in self.choices if answer(move.after, self.search_options).winner == "draw"), 1)
            )
        return good[0].move if good else None

    def slips(self) -> list[Slip]:
        """The moves that gave away a won game, except the computer's moves. Raises OutOfReach."""
        winners = [answer(turn, self.search_options).winner for turn in self.turns[:-1]]
        winners.append(("first" if self.convention == "misere" else "second") if self.is_over else self.result().winner)
        slips = []
        for number, choice in enumerate(self.made):
            player, gave = self.player(number), winners[number] == "first" and winners[number + 1] != "second"
            if gave and choice.next == "opponent" and player != "computer":
                slips.append(Slip(number + 1, player, choice.move))
        return slips

    def as_dict(self) -> dict[str, Any]:
        """The contents of a saved game, without its digest."""
        return {
            "format": FORMAT,
            "game": self.typed.game,
            "position": self.typed.position,
            "settings": list(self.typed.settings),
            "play": self.convention,
            "starts": self.starts,
            "two_players": self.two_players,
            "blunder": self.blunder,
            "moves": [move_text(choice.move, way) for choice, way in zip(self.made, self.ways, strict=True)],
        }

    def save(self, path: str | Path) -> None:
        """Write the game to a file, which `open_match` reads. Raises StoreError."""
        from grundy.runs.durable import replace_file

        data = self.as_dict()
        replace_file(
            Path(path),
            (json.dumps(data | {"sha256": _seal(data)}, indent=1) + "\n").encode("ascii"),
            marker=b"grundy play",
        )

    def _judge(self) -> tuple[Result, list[TurnChoice]]:
        """The result of the present position, and its winning moves."""
        if self._judged is None:
            self._judged = moves_that_win(self.turns[-1], self.choices, self.search_options)
        return self._judged

    def _move_of(self, part: Part, option: Option) -> Move:
        return self.position.move_of(part, part.rule.labels(option))

    def _make(self, choice: TurnChoice, way: int = 0) -> None:
        self.turns.append(choice.after)
        self.made.append(choice)
        self.ways.append(way)
        self._listed = self._judged = None

    def _back_to(self, number: int) -> None:
        """Take back all moves from number `number` on, from 0."""
        del self.turns[number + 1 :], self.made[number:], self.ways[number:]
        self._listed = self._judged = None


def play(
    position: str | Position,
    misere: bool = False,
    loopy: bool = False,
    *,
    starts: Literal["you", "computer"] = "you",
    two_players: bool = False,
    blunder: float = 0.0,
    seed: int | None = None,
    typed: Typed | None = None,
) -> Match:
    """Begin a game from a position, against the computer or between two players.

    Nothing moves by itself: `Match.play` makes a move, `Match.play_computer_move` lets the computer make one.

    Parameters
    ----------
    position : str or Position
        A position, or its text as on the command line: ``"nim 3 4 5"``, ``"nim(3 5) + wythoff(1 2)"``.
    misere, loopy : bool, optional
        As for `solve`.
    starts : {"you", "computer"}, optional
        Who moves first.
    two_players : bool, optional
        Whether two people play, "player 1" and "player 2".
    blunder : float, optional
        The probability that the computer errs, 0 to 1.
    seed : int, optional
        Seed of the computer's choices among equally good moves.
    typed : Typed, optional
        The position as it was typed, for the file of a saved game.

    Returns
    -------
    Match
        `legal_moves`, `player_to_move`, `play(move)`, `play_computer_move()`, `undo()`, `restart()`, `hint()`,
        `result()`, `winner`, `slips()`, `moves_made`, `save(path)`.

    Raises
    ------
    BadText, BadRule
        There is no such position; a rule is not valid for this kind of play; an argument has no valid value.

    Examples
    --------
    >>> match = play("nim 3 4 5", seed=1)
    >>> match.hint().sentence()
    'take 2 from pile 1'
    >>> match.play("take 2 from pile 1")
    >>> match.player_to_move, str(match.play_computer_move()), str(match.position)
    ('computer', 'pile 2, take 1', 'nim(1 3 5)')
    >>> match.undo(), match.player_to_move, len(match.moves_made)
    (True, 'you', 0)

    The computer plays against itself:

    >>> while not match.is_over:
    ...     move = match.play_computer_move()
    >>> match.winner, match.slips()
    ('you', [])
    """
    require_fitting("play", misere=misere, loopy=loopy)
    if not 0 <= blunder <= 1:
        raise BadRule(f"expected a blunder rate from 0 to 1, found {blunder!r}")
    if starts not in ALLOWED["starts"]:
        raise BadRule(f"expected who starts to be 'you' or 'computer', found {starts!r}")
    convention: Convention = "misere" if misere else "loopy" if loopy else "normal"
    start = position_of(position, loopy, misere=misere)
    check_convention(start, convention)
    require_steady(start)
    turns = [Turn(start, convention)]
    return Match(typed or _typed(start), turns, starts, two_players, float(blunder), random=Random(plain(seed)))


def open_match(path: str | Path, *, seed: int | None = None, files: Files | None = None) -> Match:
    """Open a game that `Match.save` wrote. Its moves are played again, so a game with an illegal move is refused.

    Parameters
    ----------
    path : path
        The file.
    seed : int, optional
        Seed of the computer's choices from now on.
    files : optional
        `grundy.FILES` to allow a saved game whose rule is a file of yours; `open_match` then runs that file.

    Returns
    -------
    Match

    Raises
    ------
    StoreError
        The file does not exist, is damaged, or is not a saved game.
    BadText, BadRule
        The file has a game, a position or a move that does not exist.

    Examples
    --------
    >>> match = play("nim 3 4 5", seed=1)
    >>> match.play("take 2 from pile 1")
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     match.save(Path(folder) / "game.json")
    ...     open_match(Path(folder) / "game.json")
    Match('nim(1 4 5)', 1 move made, computer to move)
    """
    data = _read(Path(path))
    typed = Typed(data["game"], data["position"], tuple(data["settings"]))
    loopy = data["play"] == "loopy"
    position = parse_position(typed.game, Text(typed.position, str(path)), loopy, typed.settings, files=files)
    how = {key: data[key] for key in ("starts", "two_players", "blunder")}
    match = play(position, data["play"] == "misere", loopy, seed=seed, typed=typed, **how)
    match.play_all(data["moves"], str(path))
    return match


def move_text(move: Move, way: int = 0) -> str:
    """The text of a move in a file or a link.

    >>> from grundy.model.move import parse_move
    >>> move_text(parse_move("pile 1, take 1"), 1)
    'pile 1, take 1 ~2'
    """
    return f"{move} ~{way + 1}" if way else str(move)


def _read_way(text: str) -> tuple[str, int]:
    """Split the text of `move_text` into the move and the number of its way, from 0."""
    words, tilde, way = text.rpartition(" ~")
    if tilde and way.isascii() and way.isdigit() and len(way) < 5:
        return words, max(0, int(way) - 1)
    return text, 0


def _players(two_players: bool, starts: str) -> tuple[Player, Player]:
    """The player who moves first, and the other player."""
    if two_players:
        return "player 1", "player 2"
    return ("computer", "you") if starts == "computer" else ("you", "computer")


def _typed(position: Position) -> Typed:
    """The words of the command line for a position that nobody typed."""
    if len(position.components) > 1:
        return Typed("sum", str(position))
    (only,) = position.components
    return Typed(only.rule.spec, only.rule.space.write(only.states))


def _read(file: Path) -> dict[str, Any]:
    """Read a saved game; check its digest, its keys and their types. Raises StoreError."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise StoreError(f"{file}: cannot be read: {problem.strerror}") from problem
    except (ValueError, RecursionError) as problem:
        raise StoreError(f"{file}: expected a game that 'save' wrote, found no JSON: {problem}") from problem
    if not isinstance(data, dict) or data.get("format") not in (FORMAT, BY_HAND):
        raise StoreError(f"{file}: expected a game that 'save' wrote ({FORMAT})")
    digest = data.pop("sha256", None)
    if data["format"] == FORMAT and digest != _seal(data):
        raise StoreError(f"{file}: damaged: its SHA-256 is not that of the rest; it is not used")
    for key, kind in KINDS.items():
        value = data.get(key)
        texts = all(isinstance(entry, str) for entry in value) if isinstance(value, list) else True
        if not isinstance(value, kind) or not texts:
            raise StoreError(f"{file}: expected {key!r} to be a {kind.__name__}, found {quote(repr(value))}")
    for key, values in ALLOWED.items():
        if data[key] not in values:
            raise StoreError(f"{file}: expected {key!r} to be one of {', '.join(values)}, found {quote(data[key])}")
    if not 0 <= data["blunder"] <= 1:
        raise StoreError(f"{file}: expected 'blunder' to be a rate from 0 to 1, found {data['blunder']}")
    return data


def _seal(data: dict[str, Any]) -> str:
    """The SHA-256 of a saved game, computed without its digest."""
    return hashlib.sha256(json.dumps(data, indent=1, sort_keys=True).encode("ascii")).hexdigest()
