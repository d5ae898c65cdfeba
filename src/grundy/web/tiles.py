"""A picture for each game, from the middle of a game: what it is made of says which one it is.

Most are drawn as the game's own page draws them, after some moves. Where that would look like another game (piles of
counters do), what is peculiar to the game is drawn here, in the same materials and senses of colour. Games that are
nearly another one have no picture; the catalogue lists them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from grundy.api.play import play
from grundy.games.entry import Game
from grundy.show.scene_svg import scene_svg

Shapes = list[str]
Middle = tuple[str, int, int]

MIDDLES: dict[str, Middle] = {  # a position, how many moves are made before it is drawn, and by which seed
    "nim": ("nim 3 4 5", 2, 5),
    "cram": ("cram 4x5", 4, 3),
    "chomp": ("chomp 4x6", 2, 8),
    "hackenbush": ("hackenbush 0-a-b, a-c, 0-d-e-f-d, e-g", 1, 2),
    "kayles": ("kayles 6 5", 2, 4),
    "node-kayles": ("node-kayles a-b-c-d-e-a, c-f-g-d", 1, 1),
    "arc-kayles": ("arc-kayles a-b-c-d-e-f-a, b-e", 1, 2),
    "geography": ("geography 1-2-3-4-5-1, 2-5, 3-6-4 @ 1", 2, 1),
    "clobber": ("clobber 4x5", 4, 6),
    "notakto": ("notakto 3x3", 3, 2),
    "nogo": ("nogo 4x5", 5, 1),
    "rectangle": ("rectangle 11011/11110/01111/11011", 1, 4),
    "bacteria": ("bacteria ...../.#.../...#./.....", 2, 1),
    "northcott": ("northcott x....o./.x..o../o.....x", 2, 3),
    "turning-turtles": ("turning-turtles THHTHT", 1, 2),
    "turning-corners": ("turning-corners TTTT/TTHT/THTH/TTTH", 1, 3),
    "silver-dollar": ("silver-dollar .o.o.o..o", 1, 2),
    "placement": ("placement:xox 1x9", 2, 1),
    "col": ("col 4x5", 5, 4),
    "nimstring": ("nimstring 3x3", 14, 4),
    "sym": ("sym HTHHTTHTH", 1, 2),
    "chocolate-bar": ("chocolate-bar:2 5 12", 1, 5),
    "peg-duotaire": ("peg-duotaire ..o.o/.ooo./..oo./oo.o.", 2, 3),
    "toads-and-frogs": ("toads-and-frogs TT...FF", 4, 3),
    "cap-set": ("cap-set 3", 5, 2),
    "black-path": ("black-path 4x5", 5, 1),
    "edge-nim": ("edge-nim a-b:2, b-c:3, c-d:1, d-a:2, b-d:1 @ a", 1, 2),
    "domination": ("domination grid:3x4", 1, 3),
    "general-position": ("general-position petersen", 2, 1),
    "heat-toggle": ("heat-toggle grid:3x4", 2, 4),
    "sprouts": ("sprouts 3", 4, 3),
}


def tile(game: Game) -> str:
    """The picture of a game; '' where it would look like another's, as that of a relative does.

    >>> from grundy.games.catalogue import GAMES
    >>> tile(GAMES["nim"]).count('class="counter'), tile(GAMES["all-but"])
    (12, '')
    """
    if game.name in MIDDLES:
        return middle(game, *MIDDLES[game.name])
    return _picture(DRAWN[game.name]()) if game.name in DRAWN else ""


def middle(game: Game, spec: str, moves: int, seed: int) -> str:
    """The board of a game after so many moves at random."""
    match, random = play(spec), Random(seed)
    for _ in range(moves):
        number = random.randrange(len(match.choices))
        match.play(match.choices[number].move, random.randrange(2))
    played = match.played()
    return scene_svg(played.scenes[0], f"{game.called()} after {moves} moves", [item for _, item in played.last], False)


# What is drawn here, on 160 times 100.


def _picture(shapes: Iterable[str]) -> str:
    return f'<svg viewBox="0 0 160 100" aria-hidden="true">{"".join(shapes)}</svg>'


def _attributes(paint: dict[str, object]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in paint.items())


def _disc(x: float, y: float, radius: float, fill: str, **paint: object) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{_attributes(paint)}/>'


def _box(x: float, y: float, wide: float, high: float, fill: str, **paint: object) -> str:
    size = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="2"'
    return f'<rect {size} fill="{fill}"{_attributes(paint)}/>'


def _line(*points: float, stroke: str = "var(--last)", width: float = 3, **paint: object) -> str:
    path = "L".join(f"{x:g} {y:g}" for x, y in zip(points[::2], points[1::2], strict=True))
    line = f'fill="none" stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round"'
    return f'<path d="M{path}" {line}{_attributes(paint)}/>'


def _curve(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="var(--last)" stroke-width="3" stroke-linecap="round"/>'


def _text(x: float, y: float, words: str, size: float = 14, fill: str = "var(--ink)") -> str:
    place = f'x="{x:g}" y="{y:g}" text-anchor="middle"'
    return f'<text {place} font-size="{size:g}" font-weight="600" fill="{fill}">{words}</text>'


def _counter(x: float, y: float, radius: float = 8) -> str:
    rim = _disc(x, y, radius * 0.58, "none", stroke="var(--counter-lit)")
    return _disc(x, y, radius, "var(--counter)") + rim


def _gone(x: float, y: float, radius: float = 7.5, last: bool = True) -> str:
    if last:
        return _disc(x, y, radius, "var(--last-wash)", stroke="var(--last)", stroke_width=2.5)
    return _disc(x, y, radius, "none", stroke="var(--ghost)", stroke_width=1.5, stroke_dasharray="2 3")


def _pile(y: float, full: int, of: int, last: int = 0, left: float = 28) -> Shapes:
    places = [(left + 19 * k, y) for k in range(of)]
    return [_counter(*at) if k < full else _gone(*at, last=k < full + last) for k, at in enumerate(places)]


def _squares(left: float, top: float, side: float, rows: int, columns: int) -> Shapes:
    return [
        _box(left + c * side + 1, top + r * side + 1, side - 2, side - 2, "var(--sheet)", stroke="var(--edge)")
        for r in range(rows)
        for c in range(columns)
    ]


def _coin(x: float, y: float, head: bool, radius: float = 10) -> str:
    fill, ink = ("var(--gold)", "#4a3300") if head else ("var(--silver)", "#1d1f1c")
    return _disc(x, y, radius, fill, stroke="var(--edge)") + _text(x, y + 4, "H" if head else "T", 11, ink)


def _shade(value: int, most: int) -> str:
    return "var(--v0)" if not value else f"var(--v{min(9, 1 + (value - 1) * 9 // max(most, 9))})"


def _take_away() -> Shapes:
    return [_text(80, 36, "1, 2 or 3", 18), *_pile(66, 4, 7, 2, 23)]


def _grundys_game() -> Shapes:
    above = [_counter(26 + 18 * k, 24) for k in range(7)]
    below = [_counter((26 if k < 3 else 36) + 18 * k, 76) for k in range(7)]
    return [*above, _line(78, 38, 50, 60), _line(82, 38, 114, 60), *below]


def _octal() -> Shapes:
    digits = [
        _box(
            62 + 17 * k,
            56 + 11 * bit,
            13,
            8,
            "var(--counter)" if digit >> bit & 1 else "var(--sheet)",
            stroke="var(--counter)",
        )
        for k, digit in enumerate((1, 3, 7))
        for bit in range(3)
    ]
    return [_text(80, 44, "0.137", 30), *digits]


def _fibonacci_nim() -> Shapes:
    shapes, left = [_text(80, 26, "at most double", 14)], 18.0
    for n, wide in ((8, 46), (5, 29), (3, 18), (2, 12)):
        last = n == 2
        fill, stroke = ("var(--last-wash)", "var(--last)") if last else ("var(--p1-wash)", "var(--p1)")
        shapes.append(_box(left, 42, wide - 2, wide - 2, fill, stroke=stroke, stroke_width=2))
        shapes += [] if last else [_text(left + wide / 2 - 1, 46 + wide / 2, str(n), 11)]
        left += wide
    return shapes


def _moore() -> Shapes:
    piles = [*_pile(22, 2, 4, 1, 22), *_pile(50, 3, 5, 1, 22), *_pile(78, 6, 6, 0, 22)]
    return [*piles, _line(138, 22, 148, 22, 148, 50, 138, 50)]


def _toppling_dominoes() -> Shapes:
    standing = [_box(18 + 22 * k, 26, 9, 46, "var(--ivory)", stroke="var(--p1)", stroke_width=2.2) for k in range(3)]
    falling = [
        _box(82 + 17 * k, 26, 9, 46, "var(--last-wash)", stroke="var(--last)", stroke_width=2.2, transform=turn)
        for k, turn in enumerate(f"rotate({angle} {91 + 17 * k} 72)" for k, angle in enumerate((52, 44, 30)))
    ]
    return [_line(10, 74, 150, 74, stroke="var(--edge)", width=2), *standing, *falling]


def _hypergraph_nim() -> Shapes:
    sets = [_disc(x, y, 31, "none", stroke="var(--last)", stroke_width=2.5) for x, y in ((61, 38), (99, 38), (80, 66))]
    return [*sets, _counter(80, 30), _counter(60, 60), _counter(100, 60), _counter(48, 28), _counter(112, 28)]


def _staircase_nim() -> Shapes:
    stairs = '<path d="M14 88h132V28h-33v20H80v20H47v20z" fill="var(--sheet)" stroke="var(--edge)" stroke-width="2"/>'
    counters = [_counter(x, y, 6.5) for x, y in ((58, 60), (71, 60), (90, 40), (104, 40), (122, 20), (136, 20))]
    return [stairs, *counters, _curve("M86 26q-18 2 -22 22")]


def _mark() -> Shapes:
    whole = [_counter(28 + 20 * k, 32, 7.5) for k in range(3)] + [_gone(88 + 20 * k, 32) for k in range(3)]
    return [*whole, _text(80, 80, "one, or half", 16)]


def _wythoff() -> Shapes:
    side, values = 10, [[0] * 10 for _ in range(10)]
    for a in range(side):
        for b in range(side):
            options = {values[a - k][b] for k in range(1, a + 1)} | {values[a][b - k] for k in range(1, b + 1)}
            options |= {values[a - k][b - k] for k in range(1, min(a, b) + 1)}
            values[a][b] = next(value for value in range(30) if value not in options)
    cells = [_box(34 + 9.2 * b, 4 + 9.2 * a, 8.2, 8.2, _shade(values[a][b], 18)) for a in range(10) for b in range(10)]
    queen = '<path d="M98 77l-3-12 5 5 3-8 3 8 5-5-3 12z" fill="var(--ink)" stroke="var(--paper)"/>'
    return [*cells, queen]


def _euclid() -> Shapes:
    return [
        _box(16, 14, 128, 72, "var(--sheet)", stroke="var(--ink)", stroke_width=2),
        _box(16, 14, 72, 72, "var(--p1-wash)", stroke="var(--p1)", stroke_width=2),
        _box(88, 14, 56, 56, "var(--last-wash)", stroke="var(--last)", stroke_width=2.5),
        _text(52, 57, "9", 22),
        _text(116, 48, "7", 20),
    ]


def _corner() -> Shapes:
    cells = [
        _box(20 + 15 * c, 14 + 15 * r, 15, 15, "var(--wood)" if (r + c) % 2 else "var(--ivory)")
        for r in range(5)
        for c in range(8)
    ]
    rook = '<path d="M112 68v-4h2v-8h-3v-7h3v3h2v-3h3v3h2v-3h3v7h-3v8h2v4z" fill="#1d1f1c"/>'
    return [*cells, _line(106, 59, 50, 59), rook, _box(22, 16, 11, 11, "var(--zero)")]


def _square_cake() -> Shapes:
    cuts = [
        line
        for k in (1, 2)
        for line in (
            _line(42 + 25.3 * k, 12, 42 + 25.3 * k, 88, stroke="var(--well)", width=4),
            _line(42, 12 + 25.3 * k, 118, 12 + 25.3 * k, stroke="var(--well)", width=4),
        )
    ]
    return [_box(42, 12, 76, 76, "var(--wood)", stroke="var(--wood-line)", stroke_width=2), *cuts]


def _lctr() -> Shapes:
    return [
        _box(
            30 + 17 * c,
            14 + 18 * r,
            15,
            16,
            "var(--p1-wash)" if r else "var(--last-wash)",
            stroke="var(--p1)" if r else "var(--last)",
            stroke_width=1.8,
        )
        for r, long in enumerate((6, 4, 3, 1))
        for c in range(long)
    ]


def _nimble() -> Shapes:
    coins = [_coin(x, y, True, 8.5) for x, y in ((40, 50), (40, 37), (100, 50))]
    return [*_squares(10, 40, 20, 1, 7), *coins, _gone(140, 50), _line(128, 30, 104, 30)]


def _treblecross() -> Shapes:
    crosses = [
        line
        for k, stroke in ((1, "var(--p1)"), (2, "var(--p1)"), (5, "var(--p2)"))
        for x in [17 + 18 * k]
        for line in (_line(x - 5, 45, x + 5, 55, stroke=stroke), _line(x - 5, 55, x + 5, 45, stroke=stroke))
    ]
    last = _box(98, 41, 18, 18, "none", stroke="var(--last)", stroke_width=3)
    return [*_squares(8, 41, 18, 1, 8), *crosses, last]


def _ruler() -> Shapes:
    lengths = (5, 9, 5, 14, 5, 9, 5, 20, 5, 9, 5, 14, 5)
    ticks = [
        _line(14 + 11 * k, 80, 14 + 11 * k, 80 - long, stroke="var(--edge)", width=1.6)
        for k, long in enumerate(lengths)
    ]
    coins = [_coin(20 + 24 * k, 38, head) for k, head in enumerate((True, False, True, True, True, False))]
    return [_line(8, 80, 152, 80, stroke="var(--edge)", width=2), *ticks, *coins]


def _poset() -> Shapes:
    at = {"a": (80, 88), "b": (48, 62), "c": (112, 62), "d": (28, 34), "e": (80, 34), "f": (132, 34), "g": (80, 10)}
    lines = [
        _line(*at[start], *at[end], stroke="var(--ghost)" if {start, end} & {*"cf"} else "var(--edge)", width=2.2)
        for start, end in ("ab", "ac", "bd", "be", "ce", "cf", "dg", "eg")
    ]
    elements = [
        _gone(x, y, 7) if name in "cf" else _disc(x, y, 8, "var(--sheet)", stroke="var(--counter)", stroke_width=3)
        for name, (x, y) in at.items()
    ]
    return [*lines, *elements]


def _dawsons_chess() -> Shapes:
    def pawns(y: float, fill: str, left: Iterable[int]) -> Shapes:
        return [
            _disc(33 + 16 * k, y - 3, 4, fill) + f'<path d="M{27 + 16 * k} {y + 8}l4-9h4l4 9z" fill="{fill}"/>'
            for k in left
        ]

    cells = [
        _box(25 + 16 * c, 26 + 16 * r, 16, 16, "var(--wood)" if (r + c) % 2 else "var(--ivory)")
        for r in range(3)
        for c in range(7)
    ]
    return [
        *cells,
        *pawns(33, "#1d1f1c", (0, 1, 5, 6)),
        *pawns(65, "#f7f3e8", (0, 1, 4, 5)),
        _disc(97, 50, 6, "var(--last-fill)"),
    ]


def _own() -> Shapes:
    values = (0, 1, 0, 1, 2, 3, 2)
    boxes = [
        _box(17 + 18.4 * k, 56, 16, 20, "var(--sheet)" if value else "var(--zero)") for k, value in enumerate(values)
    ]
    words = [
        _text(25 + 18.4 * k, 71, str(value), 13, "var(--ink)" if value else "var(--on-zero)")
        for k, value in enumerate(values)
    ]
    return [_text(80, 40, "n → n − k", 19), *boxes, *words]


def _sum() -> Shapes:
    domino = _box(94, 32, 36, 16, "var(--ivory)", stroke="var(--p1)", stroke_width=2.2)
    pips = [_disc(x, 40, 3, "var(--pip1)") for x in (103, 121)]
    return [*_pile(50, 2, 3, 1, 18), _text(76, 56, "+", 24), *_squares(92, 30, 20, 2, 3), domino, *pips]


DRAWN: dict[str, Callable[[], Shapes]] = {
    "take-away": _take_away,
    "grundys-game": _grundys_game,
    "dawsons-chess": _dawsons_chess,
    "octal": _octal,
    "fibonacci-nim": _fibonacci_nim,
    "mark": _mark,
    "moore": _moore,
    "hypergraph-nim": _hypergraph_nim,
    "nimble": _nimble,
    "staircase-nim": _staircase_nim,
    "toppling-dominoes": _toppling_dominoes,
    "treblecross": _treblecross,
    "corner": _corner,
    "wythoff": _wythoff,
    "euclid": _euclid,
    "lctr": _lctr,
    "square-cake": _square_cake,
    "ruler": _ruler,
    "poset": _poset,
}
RULE, SUM = _picture(_own()), _picture(_sum())
