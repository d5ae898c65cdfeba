"""A picture for each game as a file of its own, with its colours for light and dark surroundings.

What is drawn is what the catalogue's page shows, and for games that have no tile there a move of their example. Colours
and rules of style are those of the games' pages; each picture has only what it needs of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from grundy.games.catalogue import GAMES
from grundy.games.entry import Game
from grundy.show.markup import escape
from grundy.web.tiles import middle, tile

# Games without a tile: a position, and by which seed its move is chosen; others show their example.
RELATIVES: dict[str, tuple[str, int]] = {
    "floor-division": ("floor-division:2,3,6 11 5 1", 6),
    "hexadecimal": ("hexadecimal:0.F 3 5 7", 5),
    "take-and-break": ("take-and-break:0.0Z 4 5 7", 1),
    "all-but": ("all-but:2,5 3 5 7", 9),
    "laskers-nim": ("laskers-nim 3 5 7", 44),
    "dawsons-kayles": ("dawsons-kayles 4 6", 1),
    "officers": ("officers 4 5 6", 3),
    "guiles": ("guiles 4 5 6", 5),
    "dynamic-nim": ("dynamic-nim:3*k 8", 3),
    "subtract": ("subtract:squares 8 10", 19),
    "chess-rows": ("chess-rows:8 7,4/6", 7),
    "mock-turtles": ("mock-turtles TTHHTH", 5),
    "moebius": ("moebius TTHTTH", 12),
    "mogul": ("mogul THTTTH", 17),
    "triplets": ("triplets TTTHHH", 7),
    "turn": ("turn:2,o.o.o THTTHHH", 6),
    "welter": ("welter 2 4 7", 3),
}
WIDE, HIGH, MARGIN = 240, 150, 16  # of every picture, so that they stand in rows
BOARDS = re.compile(r"/\* Boards: .*?\n(.*?)/\* what is pointed at", re.DOTALL)
RULE = re.compile(r"^(\.[^{}@\n]*) \{ ([^{}]*) \}$", re.MULTILINE)
TOKEN = re.compile(r"(--[\w-]+): ((?:light-dark\([^;]*\)|[^;]+));")
PAIR = re.compile(r"light-dark\(((?:[^(),]|\([^()]*\))+), *((?:[^(),]|\([^()]*\))+)\)")
UNSEEN = re.compile(r'<(?:circle|rect) class="spot"[^>]*/>|<path class="cut" d=""[^>]*/>|<g class="laid"></g>')
MOVING = re.compile(r" *(?:transition|animation|pointer-events|outline|cursor|user-select)[^;]*;")


def game_pictures() -> Iterator[tuple[str, str]]:
    """The name of each game and its picture."""
    for game in GAMES.values():
        yield game.name, framed(tile(game) or after_a_move(game), f"{game.called()}, in the middle of a game")


def after_a_move(game: Game) -> str:
    """A position of a game, and a move that was made there."""
    spec, position = game.example
    start, seed = RELATIVES.get(game.name, (f"{spec}({position})", 1))
    return middle(game, start, 1, seed)


def framed(drawing: str, title: str) -> str:
    """A drawing of the games' pages as a file: on a ground of its own, as large as all others."""
    inside = drawing.replace("<svg ", f'<svg x="{MARGIN}" y="{MARGIN}" ', 1)
    inside = re.sub(r'^(<svg [^>]*?) width="[^"]*" height="[^"]*"', r"\1", inside)
    inside = re.sub(r"^(<svg [^>]*?)>", rf'\1 width="{WIDE - 2 * MARGIN}" height="{HIGH - 2 * MARGIN}">', inside)
    inside = UNSEEN.sub("", inside)
    inside = re.sub(r' (?:data-\w+|aria-\w+|role|xmlns)="[^"]*"', "", inside)
    ground = f'<rect class="ground" x=".5" y=".5" width="{WIDE - 1}" height="{HIGH - 1}" rx="10"/>'
    style = style_of(inside)
    return f"{head(WIDE, HIGH, title)}<style>{style}</style>{ground}{inside}</svg>\n"


def head(wide: int, high: int, title: str) -> str:
    """The beginning of a picture as a file."""
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{escape(title)}</title>'


def style_of(drawing: str) -> str:
    """What a drawing needs of the style sheet: rules whose classes it has, and their colours."""
    classes = set(" ".join(re.findall(r'class="([^"]*)"', drawing)).split())
    rules = [".ground{fill:var(--sheet);stroke:var(--line)}text{font-family:system-ui,sans-serif}"]
    for selector, body in RULE.findall(boards()):
        short = [one for one in split(selector) if is_met(one, classes)]
        body = MOVING.sub("", f" {body}").strip()
        if short and body and ":focus" not in selector:
            rules.append(f"{','.join(short)}{{{body.rstrip(';')}}}")
    written = "".join(rules).replace(": ", ":").replace("; ", ";")
    return tokens(written + drawing) + written


def split(selector: str) -> list[str]:
    """The selectors of a list, with the lists within them written out.

    >>> split(".board :is(.line, .arc).gone, .cut")
    ['.board .line.gone', '.board .arc.gone', '.cut']
    """
    parts = re.split(r", (?![^()]*\))", selector)
    found = []
    for part in parts:
        some = re.search(r":is\(([^()]*)\)", part)
        found += [part.replace(some[0], one, 1) for one in some[1].split(", ")] if some else [part]
    return found


def is_met(selector: str, classes: set[str]) -> bool:
    """Whether a drawing with these classes may have what a selector names."""
    return set(re.findall(r"\.([\w-]+)", selector)) <= classes and "[" not in selector


def tokens(text: str) -> str:
    """The colours that are named in a text: for light, and those that differ for dark."""
    named = sheet_tokens()
    needed: list[str] = []
    waiting = re.findall(r"var\((--[\w-]+)\)", text)
    while waiting:
        name = waiting.pop(0)
        if name not in needed:
            needed.append(name)
            waiting += re.findall(r"var\((--[\w-]+)\)", named[name])
    light = "".join(f"{name}:{PAIR.sub(first, named[name])};" for name in sorted(needed))
    dark = "".join(f"{name}:{PAIR.sub(second, named[name])};" for name in sorted(needed) if PAIR.search(named[name]))
    return f"svg{{{light}}}@media(prefers-color-scheme:dark){{svg{{{dark}}}}}"


def first(pair: re.Match[str]) -> str:
    return pair[1]


def second(pair: re.Match[str]) -> str:
    return pair[2]


@cache
def sheet() -> str:
    return (files("grundy.web") / "static" / "grundy.css").read_text(encoding="utf-8")


def boards() -> str:
    """The part of the style sheet that is of boards."""
    found = BOARDS.search(sheet())
    assert found
    return found[1]


@cache
def sheet_tokens() -> dict[str, str]:
    """The colours of the style sheet."""
    start = sheet().index(":root {")
    return dict(TOKEN.findall(sheet()[start : sheet().index("\n}\n", start)]))
