"""All pictures of these pages as files: two of the README, one of each game and longer sequence, one of the speed.

python docs/pictures.py          writes what is stale of docs/pictures, and removes what is left over

Those of the README are twice there, for light and for dark: Nim's columns, which move once, and a rule with its values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from game_pictures import game_pictures
from oeis_pictures import oeis_pictures
from speed_picture import speed_picture

import grundy

FOLDER = Path(__file__).parent / "pictures"
SANS = "-apple-system,Segoe UI,Roboto,Noto Sans,Liberation Sans,sans-serif"
MONO = "ui-monospace,SF Mono,Cascadia Mono,DejaVu Sans Mono,monospace"
Palette = Mapping[str, str]
PALETTES: dict[str, Palette] = {
    "light": {
        "paper": "#faf8f3", "line": "#dcd6c8", "ink": "#1d1f1c", "soft": "#595d56", "zero": "#0b6e63",
        "odd": "#e0a008", "edge": "#7a5200", "left": "#7a5200", "counter": "#34456b", "rim": "#22304f",
        "well": "#efeade", "low": "#ece4d2", "high": "#8a6d3b",
    },
    "dark": {
        "paper": "#1a1e21", "line": "#32393d", "ink": "#ece9e2", "soft": "#a9ada6", "zero": "#62d2be",
        "odd": "#f2bd4a", "edge": "#b98a1e", "left": "#f2bd4a", "counter": "#8fa3d0", "rim": "#b9c7e8",
        "well": "#262c30", "low": "#2c2a25", "high": "#c9a66b",
    },
}  # fmt: skip
PILES = (3, 4, 5)
BITS = (4, 2, 1)
COLUMN = {4: 150, 2: 338, 1: 454}  # the first counter of each column
STEP, FIRST, TOP, ROW = 38, 210, 92, 52  # between counters, the first one before they part, rows
ANIMATED = """
.way{animation:way 5s cubic-bezier(.3,.7,.2,1) both}
@keyframes way{0%,22%{transform:none}42%,100%{transform:translateX(var(--way))}}
.way{transform:translateX(var(--way))}
.pair{animation:pair 5s both;opacity:.26}@keyframes pair{0%,60%{opacity:1}72%,100%{opacity:.26}}
.odd{animation:odd 5s both;fill:ODD;stroke:EDGE}
@keyframes odd{0%,60%{fill:COUNTER;stroke:RIM}72%,100%{fill:ODD;stroke:EDGE}}
.then{animation:then 5s both}@keyframes then{0%,24%{opacity:0}42%,100%{opacity:1}}
.join{animation:join 5s both}@keyframes join{0%,56%{opacity:0}68%,100%{opacity:1}}
.last{animation:last 5s both}@keyframes last{0%,80%{opacity:0}92%,100%{opacity:1}}
@media(prefers-reduced-motion:reduce){*{animation:none!important}}
"""
RULE = """@grundy.rule
def wythoff(a, b):
    for k in range(1, a + 1): yield a - k, b
    for k in range(1, b + 1): yield a, b - k
    for k in range(1, min(a, b) + 1): yield a - k, b - k
"""
PROVED = (
    "a ≤ b: lost just if the Fibonacci form of a ends in an",
    "even number of 0s, and b is that of a with one 0 more.",
)
SIDE, CELL = 32, 7  # of the map


def nim(palette: Palette) -> Iterator[str]:
    """Piles of 3, 4 and 5: the counters part into columns of 4s, 2s and 1s, pairs fade, and one column is left over."""
    style = ANIMATED
    for name in ("odd", "edge", "counter", "rim"):
        style = style.replace(name.upper(), palette[name])
    yield f"<style>circle{{fill:{palette['counter']};stroke:{palette['rim']};stroke-width:2}}{style}</style>"
    yield f'<path d="M562 34V266" stroke="{palette["line"]}"/>'
    for bit in BITS:
        yield text(COLUMN[bit] + (bit - 1) * STEP / 2, 56, f"{bit}s", palette["soft"], anchor="middle", kind="then")
    for row, pile in enumerate(PILES):
        yield text(38, TOP + row * ROW + 6, f"pile {row + 1}", palette["soft"])
        places = [(bit, at) for bit in BITS if pile & bit for at in range(bit)]
        for number, (bit, at) in enumerate(places):
            start, end = FIRST + number * STEP, COLUMN[bit] + at * STEP
            kind = "odd" if sum(bool(other & bit) for other in PILES) % 2 else "pair"
            circle = f'<circle class="{kind}" cx="{start}" cy="{TOP + row * ROW}" r="15"/>'
            yield f'<g class="way" style="--way:{end - start}px">{circle}</g>'
    for bit in BITS:
        rows = [TOP + row * ROW for row, pile in enumerate(PILES) if pile & bit]
        middle = COLUMN[bit] + (bit - 1) * STEP / 2
        if len(rows) == 2:
            right = COLUMN[bit] + (bit - 1) * STEP + 24
            bracket = f"M{right} {rows[0]}h9V{rows[1]}h-9"
            yield f'<path class="join" d="{bracket}" fill="none" stroke="{palette["soft"]}" stroke-width="1.6"/>'
            yield text(middle, 264, "0", palette["zero"], 24, 700, "middle", "last")
        else:
            yield text(middle, 264, f"{bit} left over", palette["left"], 19, 700, "middle", "last")
    yield f'<path class="then" d="M132 236H530" stroke="{palette["ink"]}" stroke-width="1.6"/>'
    yield text(38, 263, "XOR", palette["soft"], kind="then")
    yield text(586, 66, "Who wins, and why?", palette["ink"], 21, 700)
    steps = ("Write piles as 4s, 2s, 1s.", "In a column, pairs cancel.", "2 is left over: not 0, so")
    for number, step in enumerate(steps, 1):
        yield text(586, 74 + 30 * number, str(number), palette["zero"], 16, 700)
        yield text(606, 74 + 30 * number, step, palette["ink"], 16)
    yield text(606, 186, "whoever has the move wins.", palette["ink"], 16)
    (move,) = grundy.nim(*PILES).solve().winning_moves
    sentence = move.sentence()
    yield text(606, 228, f"{sentence[0].upper()}{sentence[1:]}.", palette["zero"], 16, 700)


def rule(palette: Palette) -> Iterator[str]:
    """Wythoff's game as a rule of one's own, the map of its values, and what is proved of it."""
    table = grundy.table("wythoff", box=(SIDE, SIDE), read=False)
    yield text(38, 46, "Your own rule", palette["ink"], 21, 700)
    yield f'<rect x="38" y="62" width="510" height="118" rx="8" fill="{palette["well"]}"/>'
    for number, line in enumerate(RULE.splitlines()):
        indent = len(line) - len(line.lstrip())
        yield text(54 + 8.4 * indent, 86 + 21 * number, line.lstrip(), palette["ink"], 14, family=MONO)
    yield text(38, 206, f"{SIDE * SIDE:,} values in the map: green is 0, where the mover loses.", palette["soft"], 15)
    yield f'<rect x="38" y="222" width="4" height="62" fill="{palette["zero"]}"/>'
    yield text(56, 236, "Proved, for positions of every size", palette["zero"], 15, 700)
    for number, line in enumerate(PROVED):
        yield text(56, 259 + 21 * number, line, palette["ink"], 16, 600)
    values = table.values
    most = int(values.max())
    paths: dict[str, list[str]] = {}
    for a in range(SIDE):
        for b in range(SIDE):
            share = int(values[a, b]) * 7 // (most + 1)
            colour = palette["zero"] if values[a, b] == 0 else between(palette["low"], palette["high"], share / 6)
            paths.setdefault(colour, []).append(f"M{b * CELL} {a * CELL}h6v6h-6z")
    yield '<g transform="translate(596 38)">'
    for colour, cells in paths.items():
        yield f'<path fill="{colour}" d="{"".join(cells)}"/>'
    yield "</g>"


def between(one: str, other: str, share: float) -> str:
    """A colour so far on the way from one to another."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


def text(
    x: float,
    y: float,
    what: str,
    fill: str,
    size: int = 17,
    weight: int = 400,
    anchor: str = "start",
    kind: str = "",
    family: str = SANS,
) -> str:
    """A line of text; `kind` says when it appears."""
    when = f' class="{kind}"' if kind else ""
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}"'
    font = f'font-size="{size}" font-weight="{weight}" font-family="{family}"'
    return f'<text{when} {place} fill="{fill}" {font}>{escape(what, quote=False)}</text>'


PICTURES = {
    "nim": (nim, 300, "Nim with piles of 3, 4 and 5. In columns of 4s, 2s and 1s pairs cancel and 2 is left over."),
    "rule": (rule, 300, "Wythoff's game as a rule of five lines, the map of its nim-values, and what is proved of it."),
}


def pictures() -> Iterator[tuple[Path, str]]:
    """Each file and what stands in it."""
    yield from readme_pictures()
    yield FOLDER / "speed.svg", speed_picture()
    for name, picture in game_pictures():
        yield FOLDER / "games" / f"{name}.svg", picture
    for name, picture in oeis_pictures():
        yield FOLDER / "oeis" / f"{name}.svg", picture


def readme_pictures() -> Iterator[tuple[Path, str]]:
    """Those of the README, which have no other place for two colours."""
    for name, (draw, height, label) in PICTURES.items():
        for shade, palette in PALETTES.items():
            head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 {height}" width="860" height="{height}"'
            frame = f'<rect x=".5" y=".5" width="859" height="{height - 1}" rx="12" fill="{palette["paper"]}"'
            lines = [f'{head} role="img" aria-label="{label}">', f'{frame} stroke="{palette["line"]}"/>']
            yield FOLDER / f"{name}-{shade}.svg", "\n".join([*lines, *draw(palette), "</svg>"]) + "\n"


def write_pictures() -> None:
    """Draw what is stale, and remove what nothing draws any more."""
    drawn = dict(pictures())
    for path in sorted({*FOLDER.rglob("*.svg")} - set(drawn)):
        path.unlink()
        print(f"{path.relative_to(FOLDER)}: removed")
    for path, picture in drawn.items():
        if not path.exists() or path.read_text(encoding="utf-8") != picture:
            path.parent.mkdir(exist_ok=True)
            path.write_text(picture, encoding="utf-8")
            print(f"{path.relative_to(FOLDER)}: {len(picture):,} bytes")


if __name__ == "__main__":
    write_pictures()
