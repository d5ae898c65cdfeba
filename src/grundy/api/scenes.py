"""A game that is played as pictures: what each move made of the board of the start, and where a move touches it.

How a position is drawn is data of its game (`Space.board`, `games/pieces.py`), and so is what a move changes: it
follows from the labels of the move. No picture is guessed from the position that is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from grundy.api.touched import Way, board_of, edge_of, firsts, named_nodes, ways_of
from grundy.api.turns import TurnChoice
from grundy.games.catalogue import GAMES
from grundy.games.pieces import pieces_of
from grundy.model.board import Board, Cell, Grid, Net, Piles
from grundy.model.boxes import sides
from grundy.model.curves import Curves
from grundy.model.frozen import frozen
from grundy.model.option import State
from grundy.model.rule import Component, Part, Position, Rule
from grundy.model.scene import MOST_COUNTERS, Item, Laid, Lot, Scene, arc_items, items_of, pile_items

if TYPE_CHECKING:
    from grundy.api.drawn import CurveWay

Names = dict[Item, Item]
NO_ROOM = "The drawing has no room for this curve, so its regions are shown from here on"


@frozen
class Played:
    """The pictures of a game that is played; `initial_scenes` makes the first of them.

    Attributes
    ----------
    position : Position
        What is played now.
    scenes : tuple of Scene
        The boards of the start, in their order, as they are now.
    lots : tuple of tuples of Lot
        Where each component of the present position lies; one lot for each part where each has a board of its own.
    moves : int
        How many moves were made.
    last : tuple of (int, str)
        The items that the last move touched, each with its scene.
    note : str
        Why the last move changed how a board is drawn, if it did, as a sentence without its period.
    """

    position: Position
    scenes: tuple[Scene, ...]
    lots: tuple[tuple[Lot, ...], ...]
    moves: int = 0
    last: tuple[tuple[int, Item], ...] = ()
    note: str = ""

    def ways(self, choice: TurnChoice) -> tuple[int, list[Way]]:
        """The scene on which a move can be made, and the items that it touches; several ways if they look alike.

        The first item of a way is the one by which the move is taken hold of: pressed alone, it means this move before
        others that touch it too.
        """
        lot, before = self._hold(choice)
        if isinstance(self.scenes[lot.scene].board, Curves):
            return lot.scene, [list(way.items) for way in self._drawn(lot, choice)]
        ways = ways_of(before, left_of(self.position, choice), choice, 1 if self._parted(choice) else choice.part.place)
        named = ([_in_scene(lot, item) for item in way] for way in ways)
        return lot.scene, [way for way in ([item for item in way if item] for way in named) if way]

    def _drawn(self, lot: Lot, choice: TurnChoice) -> Sequence[CurveWay]:
        """The curves by which a move can be made."""
        from grundy.api.drawn import curve_ways  # for which other games need not wait

        board = self.scenes[lot.scene].board
        assert isinstance(board, Curves)
        return curve_ways(board, lot.names, choice)

    def words(self, choice: TurnChoice, way: int = 0) -> str:
        """A move as a sentence that calls a pile as the picture has it, also after it was cut, and a component too."""
        component = f" (component {choice.part.component}, {choice.part.rule.spec})"
        lot, _ = self._hold(choice)
        if isinstance(self.scenes[lot.scene].board, Curves):
            ways = self._drawn(lot, choice)
            says = ways[min(way, len(ways) - 1)].says if ways else choice.move.sentence()
            return f"{says}, in {self._board(lot.scene)}" if len(self.scenes) > 1 else says
        return self._in_picture(choice).replace(component, f", in {self._board(self.ways(choice)[0])}")

    def parts_named(self, names: Sequence[str]) -> list[str]:
        """The names of the parts of the position, one each, as the pictures have it: a cut pile keeps its number."""
        parts = list(self.position.parts())
        if len(parts) != len(names):
            return list(names)  # of what an engine knows the parts to consist of
        return [self._part_named(name, part) for name, part in zip(names, parts, strict=True)]

    def _part_named(self, name: str, part: Part) -> str:
        lots, called = self.lots[part.component - 1], part.rule.space.part_name
        lot = lots[0] if len(lots) == 1 else lots[part.place - 1]
        spec = f"{part.rule.spec}: " if len(self.position.components) > 1 else ""
        if spec and name.startswith(spec):
            name = f"{self._board(lot.scene)}, {name.removeprefix(spec)}"
        item = lot.names.get(f"{part.place},1") if isinstance(self.scenes[lot.scene].board, Piles) else None
        return name.replace(f"{called} {part.place}: ", f"{called} {item.partition(',')[0]}: ", 1) if item else name

    def _board(self, scene: int) -> str:
        """What a board of several is called: by its game, and by its number where that game has others."""
        name = self.scenes[scene].spec.partition(":")[0]
        called = GAMES[name].called() if name in GAMES else "your own rule" if name == "rule" else name
        alike = sum(other.spec.partition(":")[0] == name for other in self.scenes) > 1
        return f"{called} on board {scene + 1}" if alike else called

    def _in_picture(self, choice: TurnChoice) -> str:
        """A move as a sentence, with its pile as the picture calls it."""
        rule, called = choice.part.rule, choice.part.rule.space.part_name
        scene, ways = self.ways(choice)
        board = self.scenes[scene].board
        if isinstance(board, Net) and board.boxes != (0, 0) and ways:
            return _with_words(choice, f"draw the {sides(board)[arc_items(board).index(ways[0][0])].words}")
        if not isinstance(board, Piles) or not called or not ways:
            return choice.move.sentence()
        return _with_words(choice, rule.sentence(_labels(choice) | {called: int(ways[0][0].partition(",")[0])}))

    def after(self, choice: TurnChoice, way: int = 0, player: int = 1) -> Played:
        """The pictures after one of the moves, made in one of its ways by player 1 or 2."""
        scene, ways = self.ways(choice)
        touched = ways[min(way, len(ways) - 1)] if ways else []
        scenes, lots = list(self.scenes), list(self.lots)
        at = choice.part.component - 1
        lot, before = self._hold(choice)
        note = ""
        if isinstance(self.scenes[lot.scene].board, Curves):
            left = left_of(self.position, choice)
            spots = self._lots_of_curves(scenes, lot, left, choice, way)
            lots[at : at + 1] = [(Lot(scene),)] * len(left) if spots is None else spots
            if spots is None:
                touched, note = [], NO_ROOM
                _redraw_all(scenes, scene, lots, choice.after.position)
        elif self._parted(choice):
            lots[at] = _lots_of_parts(scenes, lots[at], choice)
        else:
            left = left_of(self.position, choice)
            lots[at : at + 1] = _lots_of_whole(scenes, lots[at][0], before, left, choice, way)
        if scenes[scene].pieces == "dominoes" and touched:
            laid = Laid(tuple(touched), player, self.moves + 1)
            scenes[scene] = replace(scenes[scene], laid=(*scenes[scene].laid, laid))
        shown = [_as_now(scenes, number, lots) for number in range(len(scenes))]
        fallen = sorted(shown[scene].gone - self.scenes[scene].gone) if scene < len(self.scenes) else []
        if isinstance(scenes[scene].board, Curves) and not note:
            touched, fallen = [*touched[:2], scenes[scene].items[-1]], []  # and the spot in the middle
        last = tuple((scene, item) for item in dict.fromkeys([*touched, *fallen]))
        return Played(choice.after.position, tuple(shown), tuple(lots), self.moves + 1, last, note)

    def _lots_of_curves(
        self, scenes: list[Scene], lot: Lot, left: Sequence[Component], choice: TurnChoice, way: int
    ) -> list[tuple[Lot, ...]] | None:
        """The spots of what a move leaves on its drawing, to which it adds its curve; None where that has no room."""
        from grundy.api.drawn import after_way, lots_of_curves

        ways = self._drawn(lot, choice)
        board = scenes[lot.scene].board
        assert isinstance(board, Curves)
        now = after_way(board, ways[min(way, len(ways) - 1)])
        if now is None:
            return None
        scenes[lot.scene] = replace(scenes[lot.scene], board=now, items=items_of(now))
        others = [
            other.names for several in self.lots for other in several if other.scene == lot.scene and other is not lot
        ]
        states = [component.states[0] for component in left]
        return [(Lot(lot.scene, names),) for names in lots_of_curves(now, states, others)]

    def _parted(self, choice: TurnChoice) -> bool:
        """Whether the parts of a move's component have a board each."""
        return _is_parted(self.position.components[choice.part.component - 1])

    def _hold(self, choice: TurnChoice) -> tuple[Lot, Component]:
        """Where a move is made, and what of the position is drawn there."""
        component, lots = self.position.components[choice.part.component - 1], self.lots[choice.part.component - 1]
        if self._parted(choice):
            return lots[choice.part.place - 1], Component(component.rule, (choice.part.state,))
        return lots[0], component


def _labels(choice: TurnChoice) -> dict[str, Any]:
    """The labels of a move as its rule has them."""
    return {key: value for key, value in choice.move.labels if key != "component"}


def _with_words(choice: TurnChoice, now: str) -> str:
    """A move as a sentence in which its rule's own words are others."""
    words = choice.part.rule.sentence(_labels(choice))
    return choice.move.sentence().replace(words, now) if words else choice.move.sentence()


def initial_scenes(position: Position) -> Played:
    """The pictures of the start of a game.

    >>> from grundy.games.heaps import nim
    >>> initial_scenes(nim(1, 2)).scenes[0].board
    Piles(sizes=(1, 2), each='pile')
    """
    scenes: list[Scene] = []
    lots: list[tuple[Lot, ...]] = []
    for component in position.components:
        several = [(state,) for state in component.states] if _is_parted(component) else [component.states]
        lots.append(tuple(_new_lot(scenes, component.rule, states) for states in several))
    return Played(position, tuple(_as_now(scenes, number, lots) for number in range(len(scenes))), tuple(lots))


def _is_parted(component: Component) -> bool:
    """Whether the parts of a component have a board each, as all together have none."""
    rule, states = component.rule, component.states
    if not rule.space.part_name or len(states) == 1 or board_of(rule, states) is not None:
        return False
    return any(board_of(rule, (state,)) is not None for state in states)


def _new_lot(scenes: list[Scene], rule: Rule, states: tuple[State, ...]) -> Lot:
    """A scene for a board that is not there yet, and all of it as a lot."""
    board = board_of(rule, states)
    text = "" if board is not None else rule.space.write(states)
    scenes.append(Scene(rule.spec, board, items_of(board), pieces=pieces_of(rule.spec), text=text))
    return Lot(len(scenes) - 1, {item: item for item in items_of(board)})


def left_of(position: Position, choice: TurnChoice) -> tuple[Component, ...]:
    """What becomes of the component in which a move is made."""
    before, after = position.components, choice.after.position.components
    at = choice.part.component - 1
    return after[at : at + 1 + len(after) - len(before)]


def _in_scene(lot: Lot, item: Item) -> Item | None:
    """An item of a component's own board as the scene has it; an empty pile has a place, too."""
    if item in lot.names or not item.endswith(",0"):
        return lot.names.get(item)
    return item


# What becomes of the lots of a component, and of the board of their scene.


def _lots_of_parts(scenes: list[Scene], lots: tuple[Lot, ...], choice: TurnChoice) -> tuple[Lot, ...]:
    """Each part has a board: the first that is left stays on that of the move, others get new ones."""
    rule, place = choice.part.rule, choice.part.place - 1
    here = lots[place]
    if not choice.left:
        return (*lots[:place], *lots[place + 1 :])
    first, *others = choice.left
    old, new = board_of(rule, (choice.part.state,)), board_of(rule, (first,))
    stays = _followed(scenes, here, old, [new], choice, 0)
    lot = stays[0] if stays else _redrawn(scenes, here.scene, rule, (first,))
    return (*lots[:place], lot, *(_new_lot(scenes, rule, (state,)) for state in others), *lots[place + 1 :])


def _lots_of_whole(
    scenes: list[Scene], lot: Lot, before: Component, left: Sequence[Component], choice: TurnChoice, way: int
) -> list[tuple[Lot, ...]]:
    """One board for the whole component, or for each of those into which it falls."""
    old = board_of(before.rule, before.states)
    new = [board_of(component.rule, component.states) for component in left]
    followed = _followed(scenes, lot, old, new, choice, way)
    if followed is not None:
        return [(next_lot,) for next_lot in followed]
    lots: list[tuple[Lot, ...]] = []
    for number, component in enumerate(left):
        if number:
            lots.append((_new_lot(scenes, component.rule, component.states),))
        else:
            lots.append((_redrawn(scenes, lot.scene, component.rule, component.states),))
    return lots


def _redrawn(scenes: list[Scene], scene: int, rule: Rule, states: tuple[State, ...]) -> Lot:
    """A board that is not the one before it with something changed: it is drawn anew, in the same place."""
    made: list[Scene] = []
    lot = _new_lot(made, rule, states)
    scenes[scene] = made[0]
    return Lot(scene, lot.names)


def _redraw_all(scenes: list[Scene], scene: int, lots: list[tuple[Lot, ...]], position: Position) -> None:
    """Draw each component of a scene anew, as the game draws it without the moves before: the first in its place."""
    lying = [number for number, several in enumerate(lots) if any(lot.scene == scene for lot in several)]
    for number in lying:
        component = position.components[number]
        new = _redrawn(scenes, scene, component.rule, component.states) if number == lying[0] else None
        lots[number] = (new or _new_lot(scenes, component.rule, component.states),)


def _followed(
    scenes: list[Scene], lot: Lot, old: Board | None, new: Sequence[Board | None], choice: TurnChoice, way: int
) -> list[Lot] | None:
    """The lots of the boards that are left, on the scene on which they were; None where they are another board."""
    names: list[Names] | None = None
    board = scenes[lot.scene].board
    match old, new:
        case Piles(sizes), [Piles() as after] if isinstance(board, Piles):
            rows = [[lot.names[item] for item in pile_items(pile, size)] for pile, size in enumerate(sizes, 1)]
            if choice.part.rule.space.part_name:
                moved = _of_part(board, rows, choice, way)
            else:
                moved = _of_sizes(board, rows, after.sizes, dict(choice.move.labels))
            if moved is not None:
                board, rows = moved
                local = (pile_items(pile, size) for pile, size in enumerate(after.sizes, 1))
                names = [{item: row[n] for items, row in zip(local, rows, strict=True) for n, item in enumerate(items)}]
        case ((Grid() | Net()), _) if _names_nodes(choice) or isinstance(old, Net):
            names = _of_names(lot.names, old, new, choice)
        case Grid(rows_before), _ if all(isinstance(one, Grid) for one in new):
            names = _of_cells(lot.names, rows_before, [one for one in new if isinstance(one, Grid)])
    if names is None:
        return None
    now = _painted(board, lot, new, names)
    items = scenes[lot.scene].items if isinstance(now, Grid) else items_of(now)
    scenes[lot.scene] = replace(scenes[lot.scene], board=now, items=items)
    return [Lot(lot.scene, one) for one in names]


def _painted(board: Board | None, lot: Lot, new: Sequence[Board | None], names: Sequence[Names]) -> Board | None:
    """The board of a scene with what the cells of a lot have now, and where its tokens are."""
    match board:
        case Grid(rows):
            looks: dict[Item, Cell] = dict.fromkeys(lot.names.values(), "blocked")
            for after, called in zip(new, names, strict=True):
                if isinstance(after, Net):
                    looks |= dict.fromkeys(called.values(), "empty")
                if isinstance(after, Grid):
                    cells = ((f"{r},{c}", kind) for r, row in enumerate(after.rows, 1) for c, kind in enumerate(row, 1))
                    looks |= {called[item]: kind for item, kind in cells if item in called}
            return Grid(
                tuple(
                    tuple(looks.get(f"{r},{c}", kind) for c, kind in enumerate(row, 1)) for r, row in enumerate(rows, 1)
                )
            )
        case Net():
            tokens = [
                int(called[str(token + 1)]) - 1
                for after, called in zip(new, names, strict=True)
                for token in (after.tokens if isinstance(after, Net) else ())
            ]
            return replace(board, tokens=tuple(tokens))
    return board


def _of_part(
    board: Piles, rows: list[list[Item]], choice: TurnChoice, way: int
) -> tuple[Piles, list[list[Item]]] | None:
    """The counters of every pile after a move in one of them, and the board with room for them."""
    place, left = choice.part.place - 1, [part for part in choice.left if type(part) is int]
    size = choice.part.state
    if type(size) is not int or len(left) != len(choice.left):
        return None
    row, sizes = rows[place], list(board.sizes)
    pile = int(row[0].partition(",")[0]) if row else _pile_of(rows, place)
    if size > MOST_COUNTERS or max(left, default=0) > MOST_COUNTERS:  # a bar with its number
        sizes[pile - 1] = left[0] if left else 0
        new_rows = [list(pile_items(pile, left[0]))] if left else []
        sizes += left[1:]
        new_rows += [list(pile_items(len(board.sizes) + more, part)) for more, part in enumerate(left[1:], 1)]
    elif sum(left) <= size:
        new_rows = _in_row(row, left, way, pieces_of(choice.part.rule.spec) == "pins")
    else:
        new_rows = [row[: left[0]] + [f"{pile},{sizes[pile - 1] + n}" for n in range(1, left[0] - len(row) + 1)]]
        sizes[pile - 1] += max(0, left[0] - len(row))
        for part in left[1:]:
            sizes.append(part)
            new_rows.append(list(pile_items(len(sizes), part)))
    return replace(board, sizes=tuple(sizes)), [*rows[:place], *new_rows, *rows[place + 1 :]]


def _pile_of(rows: Sequence[Sequence[Item]], place: int) -> int:
    """The pile of an empty part: as many piles lie before it as parts do, those that are none counted."""
    named = [int(row[0].partition(",")[0]) for row in rows[:place] if row]
    return max(named, default=0) + 1


def _in_row(row: list[Item], left: list[int], way: int, pins: bool) -> list[list[Item]]:
    """The parts of a row of which some counters are taken, or which is only cut, in the order of the parts."""
    taken = len(row) - sum(left)
    if not left:
        return []
    begins = firsts(left, taken, pins)
    begin = begins[min(way, len(begins) - 1)]
    if len(left) == 1:
        return [row[:begin] if begin else row[taken:]]
    ahead = left.index(begin)
    order = [ahead, *(number for number in range(len(left)) if number != ahead)]
    starts = list(accumulate((left[number] for number in order), initial=0))
    parts: list[list[Item]] = [[] for _ in left]
    for number, start in zip(order, starts, strict=False):
        start += taken if number != ahead else 0
        parts[number] = row[start : start + left[number]]
    return parts


def _of_sizes(
    board: Piles, rows: list[list[Item]], after: Sequence[int], labels: Mapping[str, Any]
) -> tuple[Piles, list[list[Item]]] | None:
    """The counters of a state of several numbers after a move, which may also add some."""
    match labels:
        case {"remove": "row"}:
            rows = rows[1:]
        case {"remove": "column"}:
            rows = [row[1:] for row in rows if len(row) > 1]
    if len(rows) != len(after):
        return None
    sizes = list(board.sizes)
    new_rows = []
    for number, (row, size) in enumerate(zip(rows, after, strict=True)):
        if size <= len(row) and not (row and _is_bar(row[0])):
            new_rows.append(row[:size])
            continue
        pile = int(row[0].partition(",")[0]) if row else number + 1
        sizes[pile - 1] = max(sizes[pile - 1] if sizes[pile - 1] <= MOST_COUNTERS else 0, size)
        if size > MOST_COUNTERS or (row and _is_bar(row[0])):
            sizes[pile - 1] = size
        new_rows.append(list(pile_items(pile, size)))
    return replace(board, sizes=tuple(sizes)), new_rows


def _is_bar(item: Item) -> bool:
    return int(item.partition(",")[2]) > MOST_COUNTERS


def _names_nodes(choice: TurnChoice) -> bool:
    """Whether the moves of a game tell nodes by their names, which for cells of a grid are (row, column)."""
    return any(label in ("nodes", "elements", "edges") for label, _ in choice.move.labels)


def _of_cells(names: Mapping[Item, Item], rows: Sequence[Sequence[Cell]], new: Sequence[Grid]) -> list[Names] | None:
    """Where the cells of each board that is left were before.

    A board of the same sides has the same cells. Of boards that a move cuts off each is looked for where it was.
    """
    if len(new) == 1 and [len(row) for row in new[0].rows] == [len(row) for row in rows]:
        return [{item: names[item] for item in items_of(new[0]) if item in names}]
    new_names: list[Names] = []
    used: set[Item] = set()
    for grid in new:
        place = next(_places(rows, grid.rows, used), None)
        if place is None:
            return None
        down, along = place
        cells = {f"{r + 1},{c + 1}": f"{r + down + 1},{c + along + 1}" for r, c in _inside(grid.rows)}
        used |= set(cells.values())
        new_names.append({item: names[old] for item, old in cells.items()})
    return new_names


def _inside(rows: Sequence[Sequence[Cell]]) -> Iterator[tuple[int, int]]:
    return ((r, c) for r, row in enumerate(rows) for c, kind in enumerate(row) if kind != "blocked")


def _places(
    rows: Sequence[Sequence[Cell]], part: Sequence[Sequence[Cell]], used: set[Item]
) -> Iterator[tuple[int, int]]:
    """By how many rows and columns a part may have been further down and along, each cell as it was."""
    wide = max(map(len, part), default=0)
    for down in range(len(rows) - len(part) + 1):
        for along in range(max(map(len, rows), default=0) - wide + 1):
            if all(
                rows[r + down][c + along] == kind and f"{r + down + 1},{c + along + 1}" not in used
                for r, row in enumerate(part)
                for c, kind in enumerate(row)
            ):
                yield down, along


def _of_names(
    names: Mapping[Item, Item], old: Board | None, new: Sequence[Board | None], choice: TurnChoice
) -> list[Names] | None:
    """Where the nodes and lines of each graph that is left were before: they are told by their names."""
    places = {name: names[item] for item, name in named_nodes(old) if item in names}
    cut: list[Item] = []
    lines: dict[object, list[Item]] = {}
    if isinstance(old, Net):
        if old.is_cut:
            cut = [item for way in edge_of(old, dict(choice.move.labels)) for item in way]
        for item, arc in zip(arc_items(old), old.arcs, strict=True):
            if item not in cut and item in names:
                lines.setdefault(_ends(old, arc), []).append(names[item])
    new_names: list[Names] = []
    for board in new:
        if isinstance(board, Curves):
            return None  # spots without a curve, which a game draws otherwise than regions
        called = {item: places.get(name, "") for item, name in named_nodes(board)}
        if not all(called.values()):
            return None
        if isinstance(board, Net):
            for item, arc in zip(arc_items(board), board.arcs, strict=True):
                if not lines.get(_ends(board, arc)):
                    return None  # a line that was not there, as where a spot of Sprouts has the number of another
                called[item] = lines[_ends(board, arc)].pop(0)
        new_names.append(called)
    return new_names


def _ends(net: Net, arc: tuple[int, int]) -> object:
    """The names of the nodes of a line, in their order where it has one."""
    ends = [net.nodes[node] for node in arc]
    return tuple(ends) if net.directed else frozenset(ends)


def _as_now(scenes: Sequence[Scene], number: int, lots: Sequence[tuple[Lot, ...]]) -> Scene:
    """A scene with what is gone from it, and its parts, once it is known where everything lies."""
    scene = scenes[number]
    parts = [part for several in lots for lot in several if lot.scene == number for part in _parts_of(scene, lot)]
    there = {item for part in parts for item in part}
    if isinstance(scene.board, Net):
        fallen = {
            item
            for item, arc in zip(arc_items(scene.board), scene.board.arcs, strict=True)
            if not {str(node + 1) for node in arc} <= there
        }
        there -= fallen
    gone = frozenset(set(scene.items) - there)
    parted = tuple(frozenset(part - gone) for part in parts)
    return replace(scene, gone=gone, parts=parted, places=_places_in(scene, number, lots))


def _parts_of(scene: Scene, lot: Lot) -> list[set[Item]]:
    """The items of a lot, pile for pile: those of another board can all be moved by one move."""
    if not isinstance(scene.board, Piles):
        return [set(lot.names.values())]
    piles: dict[str, set[Item]] = {}
    for local, item in lot.names.items():
        piles.setdefault(local.partition(",")[0], set()).add(item)
    return list(piles.values())


def _places_in(scene: Scene, number: int, lots: Sequence[tuple[Lot, ...]]) -> tuple[tuple[int, ...], ...]:
    """For each pile of a scene the numbers that moves give to what lies there."""
    if not isinstance(scene.board, Piles):
        return ()
    numbers: list[set[int]] = [set() for _ in scene.board.sizes]
    for local, item in (
        pair for several in lots for lot in several if lot.scene == number for pair in lot.names.items()
    ):
        numbers[int(item.partition(",")[0]) - 1].add(int(local.partition(",")[0]))
    return tuple(tuple(sorted(places)) for places in numbers)
