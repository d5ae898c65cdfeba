"""A sequence of nim-values as a picture: wrapped into rows of its period, with the exceptions crossed out.

A picture has its own colours for light and for dark surroundings (`prefers-color-scheme`) and needs nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from grundy.model.period import PeriodResult, Repetition
from grundy.show.markup import escape

CELL_WIDTH, CELL_HEIGHT = 30, 24
MARGIN = 14
MOST_NUMBERED = 48  # columns in which the values are written
WIDEST = 1_200  # of a picture without numbers
MOST_VALUES = 100_000
MOST_ROWS = 1_000
SHADES = 9  # of cells, from the smallest to the largest value

STYLE = """
.paper{fill:#fff}text{fill:#1f2328;font-family:system-ui,sans-serif;font-size:13px}
.note{fill:#57606a;font-size:12px}.title{font-size:15px;font-weight:600}
.shade{fill:#0969da}.cross{stroke:#cf222e;stroke-width:1.6}.out{fill:#cf222e}.line{stroke:#d0d7de}
@media(prefers-color-scheme:dark){.paper{fill:#0d1117}text{fill:#e6edf3}.note{fill:#9198a1}.shade{fill:#4493f8}
.cross{stroke:#ff7b72}.out{fill:#ff7b72}.line{stroke:#3d444d}}
"""


def wrapped_svg(
    values: Sequence[int],
    columns: int,
    exceptions: Collection[int],
    title: str,
    notes: Sequence[str] = (),
    origin: str = "",
) -> str:
    """The values of 0, 1, 2, ... in rows of `columns`; those at `exceptions` are crossed out.

    Up to 48 columns the values are written in their cells, and shaded by their size; beyond, cells are shaded alone,
    and exceptions are red.

    Args:    values: for viewers to show them at most MOST_VALUES, in at most MOST_ROWS rows.
             title: in one line above; notes: lines below.
             origin: how the values are known and what makes the picture again, kept in its description.

    >>> picture = wrapped_svg([0, 1, 2, 1, 2, 1], 2, {0}, "an example")
    >>> picture.count('class="cross"'), picture.count("<svg")
    (1, 1)
    """
    numbered = columns <= MOST_NUMBERED
    wide: float = CELL_WIDTH if numbered else max(WIDEST / columns, 0.5)
    rows = -(-len(values) // columns)
    high: float = CELL_HEIGHT if numbered else min(max(360 / max(rows, 1), 2), 14)
    label = 8 * len(str(max(len(values) - columns, 0))) + 12
    top = 48 if numbered else 34
    written = 6.6 * max(map(len, (title, *notes)), default=0)  # about as wide as its letters are
    width = 2 * MARGIN + max(label + columns * wide, written)
    height = top + rows * high + 20 * len(notes) + 16
    body = [f'<text class="title" x="{MARGIN}" y="22">{escape(title)}</text>']
    draw = _numbers if numbered else _shades
    body += draw(values, columns, set(exceptions), wide, high, MARGIN + label, top)
    for row in _labelled(rows, high):
        y = top + row * high + high / 2
        body.append(
            f'<text class="note" x="{MARGIN + label - 8:g}" y="{y + 4:g}" text-anchor="end">{row * columns}</text>'
        )
    for number, note in enumerate(notes):
        y = top + rows * high + 22 + 20 * number
        body.append(f'<text class="note" x="{MARGIN}" y="{y:g}">{escape(note)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img"><title>{escape(title)}</title>'
        f"{f'<desc>{escape(origin)}</desc>' if origin else ''}<style>{STYLE}</style>"
        f'<rect class="paper" width="100%" height="100%"/>{"".join(body)}</svg>\n'
    )


def _labelled(rows: int, high: float) -> Iterator[int]:
    """Rows that say their first heap: as many as there is room for."""
    step = next(step for power in range(9) for leading in (1, 2, 5) if (step := leading * 10**power) * high >= 14)
    return iter(range(0, rows, step))


def _numbers(
    values: Sequence[int], columns: int, exceptions: set[int], wide: float, high: float, left: float, top: float
) -> Iterator[str]:
    for column in range(columns):
        x = left + (column + 0.5) * wide
        yield f'<text class="note" x="{x:g}" y="{top - 8}" text-anchor="middle">{column}</text>'
    yield f'<path class="line" d="M{left:g} {top - 3.5}h{columns * wide:g}"/>'
    largest = max(values, default=0)
    for n, value in enumerate(values):
        x, y = left + n % columns * wide, top + n // columns * high
        shade = 0.55 * value / largest if largest else 0
        size = f'width="{wide - 2:g}" height="{high - 2:g}"'
        yield f'<rect class="shade" x="{x:g}" y="{y:g}" {size} opacity="{shade:.2f}"/>'
        small = ' font-size="9"' if value > 9999 else ""
        yield f'<text x="{x + wide / 2 - 1:g}" y="{y + high / 2 + 4:g}" text-anchor="middle"{small}>{value}</text>'
        if n in exceptions:
            yield f'<path class="cross" d="M{x + 3:g} {y + high - 5:g}L{x + wide - 5:g} {y + 3:g}"/>'


def _shades(
    values: Sequence[int], columns: int, exceptions: set[int], wide: float, high: float, left: float, top: float
) -> Iterator[str]:
    largest = max(values, default=0) or 1
    for row in range(0, len(values), columns):
        y = top + row // columns * high
        last = min(row + columns, len(values))
        kinds = (-1 if n in exceptions else SHADES * values[n] // (largest + 1) for n in range(row, last))
        start = 0
        for kind, run in groupby(kinds):  # neighbours of one shade are one cell
            count = sum(1 for _ in run)
            place = f'x="{left + start * wide:g}" y="{y:g}" width="{count * wide:g}" height="{high:g}"'
            if kind < 0:
                yield f'<rect class="out" {place}/>'
            elif kind:
                yield f'<rect class="shade" {place} opacity="{kind / SHADES:.2f}"/>'
            start += count


def picture_text(upto: int, columns: int, exceptions: Collection[int], repetition: Repetition | None) -> str:
    """What a picture shows, in a line.

    >>> picture_text(95, 12, (0,), None)
    'heaps 0 to 95 in rows of 12, 1 exception'
    """
    rows = "rows of the period" if repetition and columns == repetition.period else f"rows of {columns}"
    count = len(exceptions)
    return f"heaps 0 to {upto} in {rows}, {count or 'no'} exception{'' if count == 1 else 's'}"


def picture_notes(result: PeriodResult, count: int, columns: int) -> Iterator[str]:
    """What stands below the picture."""
    repetition = result.repetition
    if repetition is None:
        yield f"{result.none_found().capitalize()}."
        return
    status = "proved" if result.status == "proved" else "only observed"
    grows = f", values growing by {repetition.saltus} each" if repetition.saltus else ""
    yield f"Period {repetition.period}{grows}, {status}, from heap {repetition.preperiod} on."
    if count:
        how = "crossed out" if columns <= MOST_NUMBERED else "red"
        heaps = "1 heap" if count == 1 else f"{count} heaps"
        yield f"{how.capitalize()}: {heaps} before that whose value is not that of the period."
