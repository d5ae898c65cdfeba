"""An automaton as SVG: its states below each other, each arrow in a lane of its own, so that nothing overlaps.

Arrows downwards run on the right, arrows upwards on the left. Colours are `currentColor`: those of the page around.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from grundy.errors import OutOfReach
from grundy.show.markup import escape

MOST_STATES = 60
WIDE, PORT, LANE, GAP, SIGN = 78, 20, 11, 26, 6.6  # a box, an arrow's row, a lane, between boxes, a sign's width
MARGIN, TOP = 16, 90
MOST_LETTERS = 6  # of a label; the whole stands in its title


@dataclass(frozen=True)
class Drawing:
    """What is drawn.

    title     of the whole, for screen readers
    caption   below the title: what is read, and what the states say
    after     for each state the state after each letter
    said      of each state what it says in the end; "" draws nothing, and None leaves the state out, with its arrows
    accepted  the states with a double frame
    letters   what each letter is called
    """

    title: str
    caption: tuple[str, ...]
    after: Sequence[Sequence[int]]
    said: Sequence[str | None]
    accepted: frozenset[int]
    letters: Sequence[str]


@dataclass
class _Arrow:
    """An arrow, its letters, and where it leaves and arrives."""

    start: int
    end: int
    letters: list[str]
    start_y: float = 0.0
    end_y: float = 0.0
    lane: int = 0

    @property
    def label(self) -> str:
        return short(self.letters)


def automaton_svg(drawing: Drawing) -> str:
    """The picture as an <svg> element. Raises OutOfReach: it has too many states to be looked at.

    >>> parity = Drawing("even", (), [[0, 1], [1, 0]], ["P", "N"], frozenset({0}), ["0", "1"])
    >>> automaton_svg(parity).count("<rect")
    3
    """
    shown = [state for state, output in enumerate(drawing.said) if output is not None]
    if len(shown) > MOST_STATES:
        raise OutOfReach(
            f"{len(shown):,} states are too many for a picture; expected {MOST_STATES} at most; "
            "--certificate FILE writes all arrows, a line a state"
        )
    arrows = _arrows(drawing, shown)
    loops = {arrow.start: arrow for arrow in arrows if arrow.start == arrow.end}
    right = [arrow for arrow in arrows if arrow.end > arrow.start]
    left = [arrow for arrow in arrows if arrow.end < arrow.start]
    boxes, bottom = _boxes(shown, right, left, loops)
    right_lanes, left_lanes = _lanes(right), _lanes(left)
    zone = max(
        [0.0, *(len(arrow.label) * SIGN + 18 + 14 * (arrow.start == arrow.end) for arrow in (*right, *loops.values()))]
    )
    left_zone = max([24.0, *(len(arrow.label) * SIGN + 18 for arrow in left)])
    x = MARGIN + left_zone + left_lanes * LANE
    right_x = x + WIDE + zone
    width = max([right_x + right_lanes * LANE + MARGIN, *(len(line) * 6.6 + 2 * MARGIN for line in drawing.caption)])
    body = [_text(MARGIN, 20 + 17 * place, line, "start") for place, line in enumerate(drawing.caption)]
    first = boxes[shown[0]][0]
    body.append(_path([(x + WIDE / 2, first - 22), (x + WIDE / 2, first)]))
    for state in shown:
        body += _box(x, *boxes[state], state, drawing.said[state] or "", state in drawing.accepted)
    for arrow in loops.values():
        body.append(_text(x + WIDE + 6, arrow.start_y, f"↻ {arrow.label}", "start", arrow.letters))
    for arrow in right:
        lane = right_x + (arrow.lane + 0.5) * LANE
        body += _line(x + WIDE, lane, arrow, "start", x + WIDE + 6)
    for arrow in left:
        lane = MARGIN + (left_lanes - arrow.lane - 0.5) * LANE
        body += _line(x, lane, arrow, "end", x - 6)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="automaton" role="img" viewBox="0 0 {width:g} {bottom:g}"'
    head += f' width="{width:g}" height="{bottom:g}" font-family="system-ui, sans-serif" font-size="12">'
    return f"{head}<title>{escape(drawing.title)}</title>{''.join(body)}</svg>"


def short(letters: Sequence[str]) -> str:
    """Letters in few characters: single digits in a row as a range, of many the first ones.

    >>> short(["0", "2", "3", "4", "5"]), short(["00", "01"]), short([f"{n:02}" for n in range(9)])
    ('0 2-5', '00 01', '00 01 02 03 04 and 4 more')
    """
    if all(len(letter) <= 2 and letter.isdigit() and str(int(letter)) == letter for letter in letters):
        runs = [
            [n for _, n in run]
            for _, run in groupby(enumerate(map(int, letters)), lambda placed: placed[1] - placed[0])
        ]
        return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs)
    if len(letters) <= MOST_LETTERS:
        return " ".join(letters)
    return f"{' '.join(letters[: MOST_LETTERS - 1])} and {len(letters) - MOST_LETTERS + 1} more"


def _arrows(drawing: Drawing, shown: Sequence[int]) -> list[_Arrow]:
    """One arrow for all letters that lead from a state to another."""
    arrows: dict[tuple[int, int], _Arrow] = {}
    there = set(shown)
    for state in shown:
        for letter, end in zip(drawing.letters, drawing.after[state], strict=True):
            if end in there:
                arrows.setdefault((state, end), _Arrow(state, end, [])).letters.append(letter)
    return list(arrows.values())


def _boxes(
    shown: Sequence[int], right: Sequence[_Arrow], left: Sequence[_Arrow], loops: dict[int, _Arrow]
) -> tuple[dict[int, tuple[float, float]], float]:
    """Top and height of each state's box, whose rows are those of its arrows; and the end of the picture."""
    boxes, y = dict[int, tuple[float, float]](), float(TOP)
    for state in shown:
        down = _rows(state, right, lambda arrow: arrow.end)
        up = _rows(state, left, lambda arrow: -arrow.end)
        rows = max(2, len(down) + (state in loops), len(up))
        if state in loops:
            loops[state].start_y = y + (len(down) + 0.5) * PORT
        for side in (down, up):
            for place, (arrow, leaves) in enumerate(side):
                if leaves:
                    arrow.start_y = y + (place + 0.5) * PORT
                else:
                    arrow.end_y = y + (place + 0.5) * PORT
        boxes[state] = y, rows * PORT
        y += rows * PORT + GAP
    return boxes, y


def _rows(state: int, arrows: Sequence[_Arrow], far: Callable[[_Arrow], int]) -> list[tuple[_Arrow, bool]]:
    """The arrows on one side of a state, those that arrive first; and whether each leaves it."""
    arriving = [(arrow, False) for arrow in arrows if arrow.end == state]
    leaving = [(arrow, True) for arrow in arrows if arrow.start == state]
    return [*arriving, *sorted(leaving, key=lambda each: far(each[0]))]


def _lanes(arrows: Sequence[_Arrow]) -> int:
    """Give each arrow a lane where no other is at the same height, short arrows first; how many there are."""
    taken: list[list[tuple[float, float]]] = []
    for arrow in sorted(arrows, key=lambda arrow: abs(arrow.end_y - arrow.start_y)):
        low, high = sorted((arrow.start_y, arrow.end_y))
        free = [all(high < start - 4 or low > stop + 4 for start, stop in spans) for spans in taken]
        arrow.lane = free.index(True) if any(free) else len(taken)
        taken += [[]] * (arrow.lane == len(taken))
        taken[arrow.lane] = [*taken[arrow.lane], (low, high)]
    return len(taken)


def _box(x: float, y: float, height: float, state: int, output: str, double: bool) -> list[str]:
    """A state: its number, and below what it says."""
    body = [_frame(x, y, WIDE, height)] + ([_frame(x + 3, y + 3, WIDE - 6, height - 6)] if double else [])
    middle = y + height / 2
    body.append(_text(x + WIDE / 2, middle - (8 if output else 0), str(state), "middle"))
    return [*body, *([_text(x + WIDE / 2, middle + 8, output, "middle")] if output else [])]


def _frame(x: float, y: float, width: float, height: float) -> str:
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8"'
    return f'<rect {place} fill="none" stroke="currentColor"/>'


def _line(x: float, lane: float, arrow: _Arrow, anchor: str, at: float) -> list[str]:
    label = _text(at, arrow.start_y - 6, arrow.label, anchor, arrow.letters)
    return [_path([(x, arrow.start_y), (lane, arrow.start_y), (lane, arrow.end_y), (x, arrow.end_y)]), label]


def _path(points: Sequence[tuple[float, float]]) -> str:
    """A line with a head at its end."""
    (before, y), (x, end) = points[-2:]
    line = "M" + " L".join(f"{across:g} {down:g}" for across, down in points)
    if before == x:
        head = f"M{x - 4:g} {end - 7:g} L{x:g} {end:g} L{x + 4:g} {end - 7:g}"
    else:
        back = 7 if before > x else -7
        head = f"M{x + back:g} {y - 4:g} L{x:g} {y:g} L{x + back:g} {y + 4:g}"
    return f'<path d="{line} {head}" fill="none" stroke="currentColor"/>'


def _text(x: float, y: float, text: str, anchor: str, whole: Sequence[str] = ()) -> str:
    title = f"<title>{escape(' '.join(whole))}</title>" if whole else ""
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}" dominant-baseline="central"'
    return f'<text {place} fill="currentColor">{title}{escape(text)}</text>'
