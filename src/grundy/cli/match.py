"""A game in the terminal: two players take turns, one of them may be the computer; every word of it can be scripted."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from grundy.api.play import Choice, Turn, answer, choices, find, moves_that_win, without_options
from grundy.api.play import chosen as computers_choice
from grundy.api.provenance import solving
from grundy.errors import BadText, Finding, GrundyError, StoreError
from grundy.model.rule import Position
from grundy.show.text import Line, board_lines, result_lines
from grundy.text.reader import quote
from grundy.text.shell import as_typed

FORMAT = "grundy play 2"
BY_HAND = "grundy play 1"  # the same without a digest, for a file that a person or a program wrote
LISTED = 24  # moves that are listed unasked
MORE = 400  # moves that `moves` lists
HELP = """\
a move       its number in the list, its words (take 2 from pile 1), their start, or its numbers (1 2)
moves        list all moves; 'moves pile 2' those that begin so
hint         a move that wins, if there is one
why          the parts, their values, the XOR, and what winning moves do to it
board        draw the position again
undo         take back your last move
save FILE    keep the game; 'load FILE' goes on with it
quit         leave"""


@dataclass(frozen=True, slots=True)
class Match:
    """A game so far: how it was set up, the turns, and the moves between them.

    `starts` is "you" or "computer"; with `two_players` nobody is the computer.
    """

    game: str
    text: str
    settings: tuple[str, ...]
    turns: tuple[Turn, ...]
    moves: tuple[Choice, ...] = ()
    starts: str = "you"
    two_players: bool = False
    blunder: float = 0.0
    seed: int | None = None

    @property
    def turn(self) -> Turn:
        return self.turns[-1]

    def mover(self, number: int | None = None) -> int:
        """0 or 1: which player has the turn of that number, by default the last; a move may keep the turn."""
        moves = self.moves if number is None else self.moves[:number]
        return sum(move.next != "again" for move in moves) % 2

    def is_computer(self, player: int) -> bool:
        return not self.two_players and (player == 0) == (self.starts == "computer")


@dataclass(frozen=True, slots=True)
class Screen:
    """Where a game is shown and what is typed: `ask` returns a line, or None when there are no more."""

    show: Callable[[Line], None]
    ask: Callable[[str], str | None]
    plain: bool = False
    width: int = 100


def begin(game: str, text: str, settings: tuple[str, ...], position: Position, play: Any, **how: Any) -> Match:
    """A match before its first move. Raises GrundyError: a play that a rule is not valid for, no move fits."""
    from grundy.model.definition import check_convention

    check_convention(position, play)
    return Match(game, text, settings, (Turn(position, play),), **how)


def moved(match: Match, choice: Choice) -> Match:
    return replace(match, turns=(*match.turns, choice.after), moves=(*match.moves, choice))


def taken_back(match: Match) -> Match | None:
    """The match before the last move of a person; None if there is none."""
    for number in range(len(match.moves) - 1, -1, -1):
        if not match.is_computer(match.mover(number)):
            return replace(match, turns=match.turns[: number + 1], moves=match.moves[:number])
    return None


def play(match: Match, screen: Screen) -> None:
    """Play until the game is over, or nothing more is typed."""
    for line in _opening(match):
        screen.show(line)
    random = Random(match.seed)
    shown = False
    while True:
        listed = choices(match.turn)
        player = match.mover()
        if not shown:
            _show_board(match, screen)
            shown = True
        if not listed:
            _tell_end(match, screen)
            after = _after_end(match, screen)
            if after is None:
                return
            match, shown = after, False
            continue
        if match.is_computer(player):
            choice = computers_choice(match.turn, listed, random, match.blunder)
            screen.show(Line("heading", f"The computer: {choice.move.sentence()}."))
            match, shown = moved(match, choice), False
            continue
        if len(listed) <= LISTED:
            _show_moves(listed, listed, screen)
        else:
            screen.show(Line("note", f"{len(listed):,} moves; 'moves' lists them."))
        said = _person(match, listed, screen)
        if said is None:
            return
        match, shown = said, False


def _opening(match: Match) -> Iterator[Line]:
    turn = match.turn
    whole = len(match.turns[0].position.components) > 1
    name = "a sum" if whole else match.game
    ends = "whoever cannot move wins" if turn.convention == "misere" else "whoever cannot move loses"
    yield Line("heading", f"{name}: {ends}. 'help' lists what you can type.")


def _show_board(match: Match, screen: Screen) -> None:
    screen.show(Line("note", ""))
    drawn = False
    for text in board_lines(match.turn.position, screen.plain, screen.width):
        screen.show(Line("board", text))
        drawn = True
    if not drawn:
        screen.show(Line("board", f"  {match.turn.position}"))
        screen.show(Line("note", ""))


def _show_moves(listed: list[Choice], chosen: list[Choice], screen: Screen) -> None:
    """Numbered moves, in columns."""
    places = {choice.move: number for number, choice in enumerate(listed, 1)}
    shown = chosen[:MORE]
    wide = len(str(max((places[choice.move] for choice in shown), default=1)))
    cells = [f"{places[choice.move]:>{wide}} {choice.move.sentence()}" for choice in shown]
    width = max(map(len, cells), default=1) + 3
    columns = max(1, min((screen.width - 2) // width, 4))
    rows = -(-len(cells) // columns)
    for row in range(rows):
        screen.show(Line("move", "  " + "".join(f"{cell:<{width}}" for cell in cells[row::rows]).rstrip()))
    if len(chosen) > len(shown):
        screen.show(Line("note", f"  ... and {len(chosen) - len(shown):,} more; their words work too"))


def _person(match: Match, listed: list[Choice], screen: Screen) -> Match | None:
    """The match after a person's move, undo or load; None to leave."""
    who = f"Player {match.mover() + 1}" if match.two_players else "Your move"
    if match.turn.must is not None:
        screen.show(Line("note", "The last move has to be answered where it was made."))
    while True:
        typed = screen.ask(f"{who}: ")
        if typed is None:
            return None
        text = typed.strip()
        word, _, rest = text.partition(" ")
        match word.lower(), rest.strip():
            case "", _:
                continue
            case (("quit" | "exit" | "q"), ""):
                return None
            case (("help" | "?" | "h"), ""):
                for line in HELP.splitlines():
                    screen.show(Line("note", f"  {line}"))
            case "board", "":
                _show_board(match, screen)
            case "moves", start:
                found = find(start, listed) if start else listed
                _show_moves(listed, found, screen)
                if not found:
                    screen.show(Line("note", f"  no move begins with {quote(start)}"))
            case "hint", "":
                _guarded(lambda: _hint(match, listed), screen)
            case "why", "":
                _guarded(lambda: _why(match), screen)
            case "undo", "":
                before = taken_back(match)
                if before is not None:
                    return before
                screen.show(Line("note", "  there is no move of yours to take back"))
            case "save", file if file:
                _save(match, file, screen)
            case "load", file if file:
                loaded = _loaded(file, screen)
                if loaded is not None:
                    return loaded
            case ((("save" | "load") as verb), ""):
                screen.show(Line("note", f"  expected the name of a file, as in '{verb} game.json'"))
            case _:
                found = find(text, listed)
                if len(found) == 1:
                    if text.isdigit():
                        screen.show(Line("note", f"  {found[0].move.sentence()}"))
                    return moved(match, found[0])
                if found:
                    screen.show(Line("note", f"  {len(found)} moves begin so:"))
                    _show_moves(listed, found, screen)
                else:
                    expected = f"a move (1 to {len(listed):,}, or its words) or a command ('help')"
                    screen.show(Line("note", f"  expected {expected}, found {quote(text)}"))


def _guarded(lines: Callable[[], Iterator[Line]], screen: Screen) -> None:
    """Show lines; what is refused on the way is told, and the game goes on."""
    try:
        for line in lines():
            screen.show(line)
    except GrundyError as problem:
        for text in without_options(str(problem)).splitlines():
            screen.show(Line("note", f"  {text}"))


def _hint(match: Match, listed: list[Choice]) -> Iterator[Line]:
    result, good = moves_that_win(match.turn, listed)
    if good:
        more = f" ({len(good):,} moves win)" if len(good) > 1 else " (no other move wins)"
        yield Line("move", f"  {good[0].move.sentence()}{more}")
    elif result.winner == "draw":
        keeps = next(c for c in listed if answer(c.after).winner == "draw")
        yield Line("move", f"  no move wins; {keeps.move.sentence()} keeps the draw")
    else:
        yield Line("move", "  no move wins, if the other player makes no mistake: hope for one")


def _why(match: Match) -> Iterator[Line]:
    result = answer(match.turn)
    for line in result_lines(result, moves=3, explain=True):
        if line.kind != "board":
            yield Line(line.kind, re.sub(r" \(--moves N shows N\)$", "; 'moves' lists all moves", line.text))
    if match.turn.must is None:
        settings = [word for setting in match.settings for word in ("--set", setting)]
        yield Line("note", f"The same by: {as_typed(solving(result, *settings))}")


def _tell_end(match: Match, screen: Screen) -> None:
    """Who has won, and which moves gave a win away."""
    player = match.mover()  # cannot move
    victor = player if match.turn.convention == "misere" else 1 - player
    if match.two_players:
        said = f"Player {player + 1} cannot move: player {victor + 1} wins."
    else:
        cannot = "The computer cannot move" if match.is_computer(player) else "You cannot move"
        said = f"{cannot}: " + ("the computer wins." if match.is_computer(victor) else "you win!")
    screen.show(Line("winner", said))
    try:
        slips = list(_slips(match))
    except GrundyError:
        return
    for slip in slips:
        screen.show(Line("note", slip))


def _slips(match: Match) -> Iterator[str]:
    """Each move of a person after which a won game was no longer won."""
    before = [answer(turn).winner for turn in match.turns[:-1]]
    for number, choice in enumerate(match.moves):
        player = match.mover(number)
        if match.is_computer(player) or before[number] != "first" or choice.next != "opponent":
            continue
        after = before[number + 1] if number + 1 < len(before) else "second"
        if match.turn.convention == "misere" and number + 1 == len(before):
            after = "first"
        if after != "second":
            who = f"Player {player + 1}'s" if match.two_players else "Your"
            yield f"{who} move {number + 1}, {choice.move.sentence()}, gave the win away."


def _after_end(match: Match, screen: Screen) -> Match | None:
    """The match with which it goes on after its end; None to leave."""
    while True:
        typed = screen.ask("undo, again, save FILE or Enter to leave: ")
        word, _, rest = (typed or "").strip().partition(" ")
        match word.lower(), rest.strip():
            case (("" | "quit" | "exit" | "q"), ""):
                return None
            case "undo", "":
                before = taken_back(match)
                if before is not None:
                    return before
                screen.show(Line("note", "  there is no move of yours to take back"))
            case "again", "":
                return replace(match, turns=match.turns[:1], moves=())
            case "board", "":
                _show_board(match, screen)
            case "save", file if file:
                _save(match, file, screen)
            case "load", file if file:
                loaded = _loaded(file, screen)
                if loaded is not None:
                    return loaded
            case _:
                expected = "'undo', 'again', 'board', 'save FILE', 'load FILE' or Enter"
                screen.show(Line("note", f"  expected {expected}, found {quote((typed or '').strip())}"))


def _save(match: Match, file: str, screen: Screen) -> None:
    _guarded(lambda: iter([Line("note", f"  {save(match, Path(file))}")]), screen)


def save(match: Match, file: Path) -> str:
    """Write a match to a file; what was done, in words. Raises StoreError."""
    data = {
        "format": FORMAT,
        "game": match.game,
        "position": match.text,
        "settings": list(match.settings),
        "play": match.turn.convention,
        "starts": match.starts,
        "two_players": match.two_players,
        "blunder": match.blunder,
        "moves": [str(choice.move) for choice in match.moves],
    }
    from grundy.runs.durable import replace_file

    replace_file(file, (json.dumps(data | {"sha256": _seal(data)}, indent=1) + "\n").encode("ascii"))
    return f"{file}: saved after {len(match.moves)} move{'s' * (len(match.moves) != 1)}"


def _seal(data: dict[str, Any]) -> str:
    """The SHA-256 of a match as it is written, without what says it."""
    return hashlib.sha256(json.dumps(data, indent=1, sort_keys=True).encode("ascii")).hexdigest()


def _loaded(file: str, screen: Screen) -> Match | None:
    try:
        return load(Path(file))
    except GrundyError as problem:
        for text in str(problem).splitlines():
            screen.show(Line("note", f"  {text}"))
        return None


def load(file: Path) -> Match:
    """Read a match and play its moves again, so that only a match that can be played is accepted.

    Raises: StoreError: no such file, or not one of ours; BadText: a game, position or move in it that is none.
    """
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise StoreError(f"{file}: cannot be read: {problem.strerror}") from problem
    except (ValueError, RecursionError) as problem:
        raise StoreError(f"{file}: expected a game that 'save' wrote, found no JSON: {problem}") from problem
    if not isinstance(data, dict) or data.get("format") not in (FORMAT, BY_HAND):
        raise StoreError(f"{file}: expected a game that 'save' wrote ({FORMAT})")
    told = data.pop("sha256", None)
    if data["format"] == FORMAT and told != _seal(data):
        raise StoreError(f"{file}: damaged: its SHA-256 is not that of the rest; it is not used")
    kinds = {"game": str, "position": str, "settings": list, "play": str, "starts": str, "two_players": bool}
    kinds |= {"blunder": float, "moves": list}
    for key, kind in kinds.items():
        value = data.get(key)
        texts = all(isinstance(one, str) for one in value) if isinstance(value, list) else True
        if not isinstance(value, kind) or not texts:
            raise StoreError(f"{file}: expected {key!r} to be a {kind.__name__}, found {quote(repr(value))}")
    chosen = {"play": ("normal", "misere", "loopy"), "starts": ("you", "computer")}
    for key, values in chosen.items():
        if data[key] not in values:
            raise StoreError(f"{file}: expected {key!r} to be one of {', '.join(values)}, found {quote(data[key])}")
    from grundy.notation.expression import parse_position
    from grundy.text.reader import Text

    settings = tuple(data["settings"])
    text = Text(data["position"], str(file))
    position = parse_position(data["game"], text, data["play"] == "loopy", settings)
    how = {key: data[key] for key in ("starts", "two_players", "blunder")}
    match = begin(data["game"], data["position"], settings, position, data["play"], **how)
    for number, move in enumerate(data["moves"], 1):
        fitting = [choice for choice in choices(match.turn) if str(choice.move) == move]
        if not fitting:
            raise BadText([Finding(1, 1, f"move {number} to be one of its position", quote(move), str(file))])
        match = moved(match, fitting[0])
    return match
