"""A result as text and as JSON: who wins, the picture, how, why, and how it is known."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from grundy.model.board import Board, Grid, Net, Piles
from grundy.model.convention import Infinity, Loony
from grundy.model.curves import Curves, origin
from grundy.model.evidence import LISTED
from grundy.model.known import PartialAnswer
from grundy.model.move import Move
from grundy.model.result import Result
from grundy.model.rule import Position
from grundy.text.numbers import digits

if TYPE_CHECKING:
    from grundy.model.scene import Scene

# A result as text: who wins, the picture, how, why, and how it is known.

SHOWN = 10  # winning moves, unless asked for more
MOST_ROWS, MOST_COLUMNS, MOST_COUNTERS, MOST_BITS = 30, 60, 40, 64
MARKS = {"empty": "·", "full": "■", "white": "□", "blocked": "#"}
ASCII_MARKS = {"empty": ".", "full": "o", "white": "w", "blocked": "#"}


class Line(NamedTuple):
    """A line of text and what it is, so that a face may colour it."""

    kind: Literal["board", "winner", "heading", "move", "note"]
    text: str


def result_lines(
    result: Result,
    moves: int = SHOWN,
    explain: bool = False,
    plain: bool = False,
    width: int | None = None,
    command: str = "",
) -> list[Line]:
    """The lines that tell a result.

    Args:    plain: keep to ASCII. width: boards wider than so many characters stand in several pieces. command: what
             comes to the same again, told with the evidence.
    """
    lines = [Line("winner", winner_line(result)), *(Line("note", text) for text in length_lines(result))]
    boards = [Line("board", text) for text in board_lines(result.position, plain, width)]
    lines += [Line("board", ""), *boards] if boards else []
    count = result.winning_moves.count
    if count and next(iter(result.winning_moves), None) is None:
        lines.append(Line("note", NO_MOVE_KNOWN))
    elif count:
        lines.append(Line("heading", moves_heading(result, bool(moves))))
        lines += [Line("move", f"  {move.sentence()}") for move in islice(result.winning_moves, moves)]
        if count > max(moves, 1):
            lines.append(Line("note", f"  ... and {count - moves:,} more (--moves N shows N)"))
    if result.unlisted:
        which = "All winning moves" if count else "Winning moves"
        lines.append(Line("note", f"{which} are not listed: {result.unlisted}"))
    if explain:
        lines += [Line("move" if text.startswith(" ") else "heading", text) for text in _why(result, moves)]
    lines.append(Line("note", result.evidence.sentence(command)))
    return lines


NO_MOVE_KNOWN = "At least one move wins; which one was not found."


def moves_heading(result: Result, listed: bool = True) -> str:
    """The line above the winning moves, or in their place."""
    count, exact = result.winning_moves.count, result.winning_moves.exact
    end = ":" if listed else "."
    if count > 1 or not exact:
        what = "Moves that win if the opponent allows them" if result.opponent_restricts_moves else "Winning moves"
        return f"{what} ({'' if exact else 'at least '}{count:,}):"
    if result.opponent_restricts_moves:
        return f"{'The' if listed else 'One'} move that wins if the opponent allows it{end}"
    return f"{'The' if listed else 'One'} winning move{end}"


def winner_line(result: Result) -> str:
    """Who wins, in one line."""
    loses = "whoever cannot move wins" if result.convention == "misere" else "whoever cannot move loses"
    match result.winner, result.nim_value:
        case "draw", value:
            return f"Neither player can force a win: a draw. Value {value}."
        case who, (Infinity() | Loony()) as value:
            return f"The {who} player wins. No nim-value: {value}."
        case who, None:
            if result.known_so_far and result.known_so_far.says_more:
                return f"The {who} player wins; {result.known_so_far.value_words()}, not yet found."
            return f"The {who} player wins ({loses})."
        case who, value:
            kind = "an N-position" if value else "a P-position"
            return f"The {who} player wins: {kind}, nim-value {digits(value)}."


def length_lines(result: Result) -> Iterator[str]:
    """In how many moves the winner can win, and how many the winner can make it last, where that was asked for."""
    if result.remoteness is not None:
        late = "" if result.suspense is None else f", and can make it last {_moves(result.suspense)}"
        yield f"The {result.winner} player wins in {_moves(result.remoteness)} at most, both players' counted{late}."
    elif "remoteness" in result.lengths:
        yield "With best play the game never ends."


def _moves(count: int) -> str:
    return f"{count:,} move{'s' * (count != 1)}"


def short_line(result: Result) -> str:
    """A result in one line, for a list of positions, with how it is known in its end."""
    value = "" if result.nim_value is None else f"  nim-value {result.nim_value}"
    first = next(iter(result.winning_moves), None)
    more = f" (1 of {result.winning_moves.count:,})" if result.winning_moves.count > 1 else ""
    allowed = " if the opponent allows it" if result.opponent_restricts_moves else ""
    move = f"  {first.sentence()}{allowed}{more}" if first else ""
    return f"{result.position}: {result.winner}{value}{move}  ({result.evidence.status}: {result.evidence.reason})"


def board_lines(position: Position, plain: bool = False, width: int | None = None) -> Iterator[str]:
    """Small pictures of the components that have one; boards wider than `width` characters stand in several pieces."""
    components = position.components
    for number, component in enumerate(components, 1):
        board = component.rule.space.board(component.states)
        drawn = list(_draw(board, plain, width)) if board is not None else []
        if drawn and len(components) > 1:
            yield f"component {number}: {component.rule.spec}"
        yield from drawn
        if drawn:
            yield ""


def scene_lines(scenes: Sequence[Scene], plain: bool = False, width: int | None = None) -> Iterator[str]:
    """Small pictures of a game that is played: its boards as at the start, and what is gone or laid on them.

    A piece that a move laid has a letter, that of the first move A.

    >>> from grundy.model.scene import Laid, Scene
    >>> laid = Scene("cram", Grid((("blocked", "empty"),) * 2), laid=(Laid(("1,1", "2,1"), 1, 1),))
    >>> print("\\n".join(scene_lines([laid], plain=True)).rstrip())
         1 2
       1 A .
       2 A .
    """
    for number, scene in enumerate(scenes, 1):
        drawn = list(_draw(scene.board, plain, width, scene)) if scene.board is not None else []
        if not drawn and scene.text:
            drawn = [f"  {scene.text}"]
        if drawn and len(scenes) > 1:
            yield f"component {number}: {scene.spec}"
        yield from drawn
        if drawn:
            yield ""


def _draw(board: Board, plain: bool, width: int | None, scene: Scene | None = None) -> Iterator[str]:
    """A board as lines; a scene says what of it is gone, and what was laid on it."""
    gone = scene.gone if scene else frozenset()
    over = "-" if plain else "×"
    match board:
        case Grid(rows):
            marks = ASCII_MARKS if plain else MARKS
            moves = scene.laid if scene else ()
            laid = {item: chr(ord("A") + (piece.move - 1) % 26) for piece in moves for item in piece.items}

            def mark(row: int, column: int, cell: str) -> str:
                item = f"{row},{column}"
                return laid.get(item) or (over if item in gone else marks[cell])

            columns = len(rows[0]) if rows else 0
            if columns and len(rows) <= MOST_ROWS and columns <= MOST_COLUMNS:
                wide = len(str(columns))
                across = columns if width is None else max(1, (width - 4) // (wide + 1))
                for first in range(0, columns, across):
                    if first:
                        yield ""
                    last = min(columns, first + across)
                    yield "    " + "".join(f" {number:>{wide}}" for number in range(first + 1, last + 1))
                    for number, row in enumerate(rows, 1):
                        yield f"  {number:>2}" + "".join(
                            f" {mark(number, first + at, cell):>{wide}}" for at, cell in enumerate(row[first:last], 1)
                        )
        case Piles(sizes, each):
            if sizes and len(sizes) <= MOST_ROWS and max(sizes) <= MOST_COUNTERS:
                names = [_row_name(number, scene) for number in range(1, len(sizes) + 1)]
                wide = max(map(len, names))
                for number, (name, size) in enumerate(zip(names, sizes, strict=True), 1):
                    yield f"  {each} {name:>{wide}}  {_counters(number, size, scene, plain) or '-'}"
        case Net() if board.boxes != (0, 0):
            if board.boxes[0] <= MOST_ROWS and board.boxes[1] <= MOST_COLUMNS // 4:
                from grundy.show.dots import dots_lines

                yield from dots_lines(board, gone, plain)
        case Net(nodes, arcs, tokens):
            if len(nodes) <= MOST_ROWS and len(arcs) <= MOST_ROWS * 4 and max(map(len, nodes), default=0) <= 20:
                after: dict[int, list[str]] = {}
                there = _left(board, gone) if gone else arcs
                back = () if board.directed else ((end, start) for start, end in there if start != end)
                for start, end in sorted((*there, *back)) if not board.directed else there:
                    after.setdefault(start, []).append(nodes[end])
                wide = max(map(len, nodes), default=0)
                nothing = board.nothing if board.directed else "no neighbour"
                for place, node in enumerate(nodes):
                    if str(place + 1) in gone:
                        yield f"  {node:<{wide}} {over}"
                        continue
                    held = "".join(f" (token {n})" for n, token in enumerate(tokens, 1) if token == place)
                    arrow = ("->" if plain else "→") if board.directed else ("--" if plain else "—")
                    ends = f" {arrow} {', '.join(after[place])}" if place in after else f" {' ' * len(arrow)} {nothing}"
                    yield f"  {node:<{wide}}{ends}{held}"
        case Curves():
            yield from _curve_lines(board, gone, plain)


def _curve_lines(board: Curves, gone: Collection[str], plain: bool) -> Iterator[str]:
    """The curves that leave each spot, and the spots round each boundary of the regions that can be played in."""
    over, line = ("-", "--") if plain else ("×", "—")
    wide = len(str(len(board.spots)))
    for spot, darts in enumerate(board.ends):
        ends = [str(origin(board, dart ^ 1) + 1) for dart in darts]
        name = f"  spot {spot + 1:>{wide}}"
        yield f"{name} {over}" if str(spot + 1) in gone else f"{name} {line} {', '.join(ends)}" if ends else name
    for region in board.regions:
        walks = [[str(s + 1) for s in (origin(board, dart) for dart in walk)] for walk in region]
        live = [[name for name in names if name not in gone] for names in walks]
        if sum(map(len, live)) > 1 and board.joins:
            yield f"  region of {' | '.join(' '.join(names) for names in live if names)}"


def _left(net: Net, gone: Collection[str]) -> list[tuple[int, int]]:
    """The lines that are left, of parallel ones as many as are not gone."""
    from grundy.model.scene import arc_items

    return [arc for item, arc in zip(arc_items(net), net.arcs, strict=True) if item not in gone]


def _row_name(number: int, scene: Scene | None) -> str:
    """What moves call the piles that lie in a row."""
    places = scene.places[number - 1] if scene and number <= len(scene.places) else ()
    return " ".join(map(str, places or (number,)))


def _counters(pile: int, size: int, scene: Scene | None, plain: bool) -> str:
    """The counters of a pile: those that are gone are dots, and a bar stands where it was cut."""
    if scene is None:
        return ("o" if plain else "●") * size
    part = {item: number for number, items in enumerate(scene.parts) for item in items}
    drawn, before = "", None
    for counter in range(1, size + 1):
        item = f"{pile},{counter}"
        if before is not None and item in part and part[item] != before:
            drawn += "|"
        before = part.get(item)
        drawn += ("." if plain else "·") if item in scene.gone else ("o" if plain else "●")
    return drawn


def _why(result: Result, moves: int) -> Iterator[str]:
    """The summands and their XOR in binary, and what each winning move does to it; of one part, what moves lead to."""
    yield "Why:"
    if result.values is None:
        reasons = result.reasons()
        if reasons:
            yield from (f"  {reason}" for reason in reasons)
        elif result.convention == "misere":
            yield "  Misère play: values of components do not add, so the position was judged as a whole."
        else:
            yield "  The winner is known from a theorem; the nim-value was not computed."
        return
    summands = result.summands()
    if any(not isinstance(value, int) for _, value in summands):
        for name, value in summands:
            yield f"  {name}: {value}"
        return
    numbers = [(name, value) for name, value in summands if isinstance(value, int)]
    total = 0
    for _, value in numbers:
        total ^= value
    if not numbers:
        yield "  No part can be moved in; the XOR of nothing is 0."
        return
    if len(numbers) == 1 and result.convention == "normal":
        yield f"  {_why_alone(result, total)}"
        return
    bits = max(value.bit_length() for _, value in numbers)
    wide = max(1, bits) if bits <= MOST_BITS else 0
    shown = numbers[:MOST_ROWS]
    name_wide = max(3, *(len(name) for name, _ in shown))
    value_wide = max(len("nim-value"), *(len(str(value)) for value in [total, *(value for _, value in shown)]))
    yield f"  {'':<{name_wide}}  {'nim-value':>{value_wide}}" + ("   binary" if wide else "")
    for name, value in shown:
        yield _row(name, name_wide, value, value_wide, wide)
    if len(numbers) > len(shown):
        yield f"  ... and {len(numbers) - len(shown):,} more"
    yield _row("XOR", name_wide, total, value_wide, wide)
    if result.convention == "misere":
        yield "  Misère play follows misère Nim on these values: with none above 1 an odd number of ones loses."
        return
    if not total:
        yield "  The XOR is 0, and every move changes it: whoever must move loses."
        return
    yield "  A move wins if it makes the XOR 0:"
    for move in islice(result.winning_moves, moves):
        yield f"  {move.sentence()}: {move_effect(result, move, total)}"


def _why_alone(result: Result, value: int) -> str:
    """Why the winner of one part wins, by the nim-values that its moves lead to."""
    if not value:
        return "No move leads to a position with nim-value 0, so whoever must move loses."
    winning = "The winning move leads" if result.winning_moves.count == 1 else "Each winning move leads"
    return f"{winning} to a position with nim-value 0, in which whoever must move loses."


def _row(name: str, name_wide: int, value: int, value_wide: int, bits: int) -> str:
    binary = f"   {value:0{bits}b}" if bits else ""
    return f"  {name:<{name_wide}}  {value:>{value_wide}}{binary}"


def move_effect(result: Result, move: Move, total: int) -> str:
    """What a winning move does to the value of the part it is made in."""
    labels = move.as_dict()
    components = result.position.components
    number = labels.get("component", 1) - 1
    place = labels.get(components[number].rule.space.part_name, 1) - 1
    assert result.values is not None
    value = result.values[number][place]
    assert isinstance(value, int)
    whole = len(components) == 1 and len(components[0].states) == 1
    return f"its nim-value {value} becomes {value ^ total}" + ("" if whole else f", and the XOR {total} becomes 0")


# A result as JSON: one object, the same keys everywhere.


def result_json(result: Result, moves: int = LISTED, made: Mapping[str, Any] | None = None) -> str:
    """One object in one line of ASCII; `made`: what else is said, such as what makes it again.

    >>> from grundy import nim, solve
    >>> result_json(solve(nim(2, 2)))[:56]
    '{"game": "nim", "position": "2 2", "play": "normal", "wi'
    """
    import json  # which only machines wait for

    return json.dumps({**result.as_dict(moves), **(made or {})}, default=_plain)


def partial_json(partial: PartialAnswer, moves: int = LISTED) -> str:
    """The same of what is known of a position that was not answered."""
    import json

    return json.dumps(partial.as_dict(moves), default=_plain)


def _plain(value: Any) -> Any:
    """States of a user's own rule that JSON does not know."""
    if isinstance(value, set | frozenset):
        return sorted(value, key=repr)
    return repr(value)


# A line in the lines of a screen.

NARROWEST = 40  # a screen with fewer breaks lines as it will
COMMAND = re.compile(r"\(grundy .*\)(?=\.?$)|(?:^|(?<=  )|(?<=: ))grundy .*")  # to be pasted, so it stays whole
COLUMNS = re.compile(r" *\S+(?: \S+)* {2,}(?=\S)")  # a name and blanks before what is said of it


def fold(text: str, width: int) -> list[str]:
    """A line in lines of so many characters at most, which end at blanks; those after the first are indented.

    >>> fold("Computed: a table of all states (grundy table nim --states 9).", 40)
    ['Computed: a table of all states', '  (grundy table nim --states 9).']
    >>> print(*fold("nim                Take any number of counters from one pile.", 45), sep="\\n")
    nim                Take any number of
                       counters from one pile.
    """
    if len(text) <= width or width < NARROWEST:
        return [text]
    import textwrap

    before = text[: len(text) - len(text.lstrip(" "))]
    named = COLUMNS.match(text)
    indent = " " * named.end() if named and named.end() <= width // 2 else f"{before}  "
    whole = COMMAND.sub(lambda match: match[0].replace(" ", "\0"), text[len(before) :])
    lines = textwrap.wrap(
        whole,
        width,
        initial_indent=before,
        subsequent_indent=indent,
        expand_tabs=False,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines] or [text]
