"""A game in the terminal: two players take turns, one of them may be the computer; every word of it can be scripted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grundy.api.play import Match, open_match
from grundy.api.turns import TurnChoice, find, without_options
from grundy.api.work import solving
from grundy.errors import GrundyError
from grundy.model.board import Net
from grundy.notation.files import FILES
from grundy.show.text import Line, result_lines, scene_lines
from grundy.text.reader import quote
from grundy.text.terminal import as_typed

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
class Screen:
    """Where a game is shown and what is typed: `ask` returns a line, or None when there are no more."""

    show: Callable[[Line], None]
    ask: Callable[[str], str | None]
    plain: bool
    width: int


def play(match: Match, screen: Screen) -> None:
    """Play until the game is over, or nothing more is typed."""
    for line in _opening(match):
        screen.show(line)
    while True:
        listed = match.choices
        says = _words_of(match)
        _show_board(match, screen)
        if not listed:
            _show_end(match, screen)
            after = _after_end(match, screen)
        elif match.player_to_move == "computer":
            move = match.play_computer_move()
            sentence = next((says(choice) for choice in listed if choice.move == move), move.sentence())
            screen.show(Line("heading", f"The computer: {sentence}."))
            continue
        else:
            if len(listed) <= LISTED:
                _show_moves(listed, listed, screen, says)
            else:
                screen.show(Line("note", f"{len(listed):,} moves; 'moves' lists them."))
            after = _person(match, screen)
        if after is None:
            return
        match = after


def _words_of(match: Match) -> Callable[[TurnChoice], str]:
    """What moves are called: on a board of Dots and Boxes by where the line lies, else in the words of the rule."""
    played = match.played()
    if any(isinstance(scene.board, Net) and scene.board.boxes != (0, 0) for scene in played.scenes):
        return played.words
    return lambda choice: choice.move.sentence()


def _opening(match: Match) -> Iterator[Line]:
    name = "a sum" if len(match.turns[0].position.components) > 1 else match.typed.game
    ends = "whoever cannot move wins" if match.convention == "misere" else "whoever cannot move loses"
    yield Line("heading", f"{name}: {ends}. 'help' lists what you can type.")


def _show_board(match: Match, screen: Screen) -> None:
    screen.show(Line("note", ""))
    drawn = False
    played = match.played()
    if played.note:
        screen.show(Line("note", f"{played.note}."))
    for text in scene_lines(played.scenes, screen.plain, screen.width):
        screen.show(Line("board", text))
        drawn = True
    if not drawn:
        screen.show(Line("board", f"  {match.position}"))
        screen.show(Line("note", ""))


def _show_moves(
    listed: list[TurnChoice], chosen: list[TurnChoice], screen: Screen, says: Callable[[TurnChoice], str]
) -> None:
    """Numbered moves, in columns."""
    places = {choice.move: number for number, choice in enumerate(listed, 1)}
    shown = chosen[:MORE]
    wide = len(str(max((places[choice.move] for choice in shown), default=1)))
    cells = [f"{places[choice.move]:>{wide}} {says(choice)}" for choice in shown]
    width = max(map(len, cells), default=1) + 3
    columns = max(1, min((screen.width - 2) // width, 4))
    rows = -(-len(cells) // columns)
    for row in range(rows):
        screen.show(Line("move", "  " + "".join(f"{cell:<{width}}" for cell in cells[row::rows]).rstrip()))
    if len(chosen) > len(shown):
        screen.show(Line("note", f"  ... and {len(chosen) - len(shown):,} more; their words work too"))


def _person(match: Match, screen: Screen) -> Match | None:
    """The match after a person's move, undo or load; None to leave."""
    listed, says = match.choices, _words_of(match)
    who = match.player_to_move.capitalize() if match.two_players else "Your move"
    if match.turns[-1].must is not None:
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
                matching = find(start, listed, says) if start else listed
                _show_moves(listed, matching, screen, says)
                if not matching:
                    screen.show(Line("note", f"  no move begins with {quote(start)}"))
            case "hint", "":
                _guarded(lambda: _hint(match, says), screen)
            case "why", "":
                _guarded(lambda: _why(match), screen)
            case "undo", "":
                if match.undo():
                    return match
                screen.show(Line("note", "  there is no move of yours to take back"))
            case "save", file if file:
                _save(match, file, screen)
            case "load", file if file:
                loaded = _loaded(file, match, screen)
                if loaded is not None:
                    return loaded
            case ((("save" | "load") as verb), ""):
                screen.show(Line("note", f"  expected the name of a file, as in '{verb} game.json'"))
            case _:
                matching = find(text, listed, says)
                if len(matching) == 1:
                    if text.isdigit():
                        screen.show(Line("note", f"  {says(matching[0])}"))
                    match.play(matching[0].move)
                    return match
                if matching:
                    screen.show(Line("note", f"  {len(matching)} moves begin so:"))
                    _show_moves(listed, matching, screen, says)
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


def _hint(match: Match, says: Callable[[TurnChoice], str]) -> Iterator[Line]:
    good = match.winning_moves()
    best = match.hint()
    words = next((says(choice) for choice in match.choices if choice.move == best), "")
    moves = match.result().winning_moves
    if best is None and not moves.exact:
        yield Line("move", "  some move wins, and which is not known")
    elif best is None:
        yield Line("move", "  no move wins, if the other player makes no mistake: hope for one")
    elif good:
        more = f" ({len(good):,} moves win)" if len(good) > 1 else " (no other move wins)"
        more = more if moves.exact else " (others may win, too)"
        yield Line("move", f"  {words}{more}")
    else:
        yield Line("move", f"  no move wins; {words} keeps the draw")


def _why(match: Match) -> Iterator[Line]:
    result = match.result()
    for line in result_lines(result, moves=3, explain=True):
        if line.kind != "board":
            yield Line(line.kind, re.sub(r" \(--moves N shows N\)$", "; 'moves' lists all moves", line.text))
    if match.turns[-1].must is None:
        settings = [word for setting in match.typed.settings for word in ("--set", setting)]
        yield Line("note", f"The same by: {as_typed(solving(result, *settings))}")


def _show_end(match: Match, screen: Screen) -> None:
    """Who has won, and which moves gave a win away."""
    if match.two_players:
        sentence = f"{match.player_to_move.capitalize()} cannot move: {match.winner} wins."
    else:
        cannot = "The computer cannot move" if match.player_to_move == "computer" else "You cannot move"
        sentence = f"{cannot}: " + ("the computer wins." if match.winner == "computer" else "you win!")
    screen.show(Line("winner", sentence))
    try:
        slips = match.slips()
    except GrundyError:
        return
    for slip in slips:
        whose = f"{slip.player.capitalize()}'s" if match.two_players else "Your"
        sentence = f"{whose} move {slip.number}, {slip.move.sentence()}, gave the win away."
        screen.show(Line("note", sentence))


def _after_end(match: Match, screen: Screen) -> Match | None:
    """The match with which it goes on after its end; None to leave."""
    while True:
        typed = screen.ask("undo, again, save FILE or Enter to leave: ")
        word, _, rest = (typed or "").strip().partition(" ")
        match word.lower(), rest.strip():
            case (("" | "quit" | "exit" | "q"), ""):
                return None
            case "undo", "":
                if match.undo():
                    return match
                screen.show(Line("note", "  there is no move of yours to take back"))
            case "again", "":
                match.restart()
                return match
            case "board", "":
                _show_board(match, screen)
            case "save", file if file:
                _save(match, file, screen)
            case "load", file if file:
                loaded = _loaded(file, match, screen)
                if loaded is not None:
                    return loaded
            case _:
                expected = "'undo', 'again', 'board', 'save FILE', 'load FILE' or Enter"
                screen.show(Line("note", f"  expected {expected}, found {quote((typed or '').strip())}"))


def _save(match: Match, file: str, screen: Screen) -> None:
    def saved() -> Iterator[Line]:
        match.save(file)
        made = len(match.made)
        yield Line("note", f"  {file}: saved after {made} move{'s' * (made != 1)}")

    _guarded(saved, screen)


def _loaded(file: str, match: Match, screen: Screen) -> Match | None:
    """The game in a file, in which the computer goes on choosing as in this one; None, and why, if there is none."""
    try:
        loaded = open_match(file, files=FILES)
    except GrundyError as problem:
        for text in str(problem).splitlines():
            screen.show(Line("note", f"  {text}"))
        return None
    loaded.random = match.random
    return loaded
