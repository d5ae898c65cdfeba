"""The ratios of the page of speed as a picture: a dot for each measured task, in the row of its section.

The figures are read from the tables of docs/reference/speed.md, which is the only place where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log10
from pathlib import Path
from statistics import median

from game_pictures import head, tokens

PAGE = Path(__file__).parent / "reference" / "speed.md"
RATIOS = ("ratio", "ratio to the same")
WIDE, SIDE, TOP, ROW = 440, 30, 34, 44  # narrow, with large letters, so that a telephone shows it, too
LEAST, MOST = 0.01, 100.0
MARKS = {0.01: "1/100", 0.1: "1/10", 1.0: "1", 10.0: "10", 100.0: "100"}
STYLE = (
    ".ground{fill:var(--sheet);stroke:var(--line)}"
    "text{font:16px system-ui,sans-serif;fill:var(--ink);paint-order:stroke;stroke:var(--sheet);stroke-width:4px}"
    ".soft{fill:var(--soft);font-size:15px}"
    ".line{stroke:var(--line)}.even{stroke:var(--ink);stroke-width:1.5}"
    ".task{fill:var(--counter);fill-opacity:.55}.middle{stroke:var(--last);stroke-width:3}"
)


def sections() -> dict[str, list[float]]:
    """The ratios to C++ in each section: grundy's time divided by that of the other program."""
    found: dict[str, list[float]] = {}
    section, place = "", -1
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            place = -1
        elif any(cell.startswith("C++") for cell in cells) or "same algorithm, s" in cells:
            place = next((cells.index(name) for name in RATIOS if name in cells), -1)
        elif place >= 0 and cells[place].replace(".", "").isdigit():
            found.setdefault(section, []).append(float(cells[place]))
    return found


def speed_picture() -> str:
    """A row for each section, a dot for each task, and a bar at their median."""
    rows = sections()
    high = TOP + ROW * len(rows) + 84
    title = "How long grundy takes beside C++ programs: " + "; ".join(
        f"{name}, {len(ratios)} tasks, median ratio {median(ratios):.2g}" for name, ratios in rows.items()
    )
    return f"{head(WIDE, high, title)}<style>{tokens(STYLE)}{STYLE}</style>{''.join(_drawn(rows, high))}</svg>\n"


def _drawn(rows: dict[str, list[float]], high: int) -> Iterator[str]:
    bottom = TOP + ROW * len(rows)
    yield f'<rect class="ground" x=".5" y=".5" width="{WIDE - 1}" height="{high - 1}" rx="10"/>'
    yield _text(_x(1) - 10, 24, "faster than C++", "end")
    yield _text(_x(1) + 10, 24, "slower")
    for ratio, words in MARKS.items():
        yield f'<path class="{"even" if ratio == 1 else "line"}" d="M{_x(ratio):g} {TOP}V{bottom + 6}"/>'
        yield _text(_x(ratio), bottom + 24, words, "middle", "soft")
    for number, (name, ratios) in enumerate(rows.items()):
        y = TOP + ROW * number + 32
        yield _text(SIDE - 18, y - 13, name)
        yield from (f'<circle class="task" cx="{_x(ratio):.1f}" cy="{y:g}" r="5.5"/>' for ratio in ratios)
        yield f'<path class="middle" d="M{_x(median(ratios)):.1f} {y - 9:g}v18"/>'
    for number, words in enumerate(
        ("CPU time divided by that of a C++ program.", "A dot is a task, a bar the median of its row.")
    ):
        yield _text(WIDE / 2, bottom + 50 + 21 * number, words, "middle", "soft")


def _x(ratio: float) -> float:
    return SIDE + (WIDE - 2 * SIDE) * log10(ratio / LEAST) / log10(MOST / LEAST)


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    of = f' class="{kind}"' if kind else ""
    return f'<text{of} x="{x:g}" y="{y:g}" text-anchor="{anchor}">{words}</text>'
