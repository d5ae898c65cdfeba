"""The pages as HTML: a frame each, which scripts of our own fill; the gallery is complete without any."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from random import Random
from urllib.parse import urlencode

from grundy.api.play import play
from grundy.games.catalogue import GAMES
from grundy.games.entry import Game
from grundy.games.pieces import pieces_of
from grundy.model.board import Grid, Net, Piles
from grundy.model.shapes import Digits, Riders, TakeAway
from grundy.notation.expression import parse_position
from grundy.show.scene_svg import scene_svg
from grundy.show.svg import board_svg
from grundy.text.reader import Text
from grundy.version import __version__
from grundy.web.openapi import description

RULES = (
    ("take 1, 3 or 4", "n -> n-k, for k in {1,3,4}"),
    ("Grundy's game", "n -> k & n-k, for k in 1..(n-1)//2"),
    ("Kayles", "n -> a & n-a-k, for k in 1..2, for a in 0..n-k"),
    ("take one, or halve", "n -> n-1, if n >= 1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0"),
    ("take a divisor", "n -> n-k, for k in 1..n-1, if n % k == 0"),
    ("Dawson's Kayles, by its code", "octal:0.07"),
    (
        "Wythoff",
        "(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b; (a,b) -> (a-k,b-k), for k in 1..min(a,b)",
    ),
)
WIDE = 480  # pixels of a picture beyond which its card is a double one
BOARDS = {"cram": "domino", "chomp": "chomp"}  # as small.js calls them
FAVOURITES = {  # a position, how many moves are made before it is drawn, and by which seed
    "nim": ("nim 3 4 5", 2, 5),
    "cram": ("cram 4x5", 4, 3),
    "chomp": ("chomp 4x6", 2, 8),
    "hackenbush": ("hackenbush 0-a-b, a-c, 0-d-e-f-d, e-g", 1, 2),
    "kayles": ("kayles 8 6", 2, 4),
    "node-kayles": ("node-kayles a-b-c-d-e-a, c-f-g-d", 1, 1),
    "clobber": ("clobber 4x5", 4, 6),
    "notakto": ("notakto 3x3", 3, 9),
}
SUM = (("kayles", "4 5"), ("rectangle", "110/011"), ("nim", "3"))


LOGO = (
    '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0b6e63"/><g fill="#fff">'
    '<circle cx="9" cy="9" r="3.2"/><circle cx="9" cy="16" r="3.2"/><circle cx="16" cy="16" r="3.2"/>'
    '<circle cx="9" cy="23" r="3.2"/><circle cx="16" cy="23" r="3.2"/><circle cx="23" cy="23" r="3.2" fill="#ffd27a"/>'
    "</g></svg>"
)
MOON = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"/>'
    "</svg>"
)


def _frame(
    title: str,
    main: str,
    scripts: tuple[str, ...] = (),
    here: str = "",
    styles: tuple[str, ...] = ("grundy.css", "pages.css"),
) -> str:
    links = [("/", "Games"), ("/rule", "Your own rule"), ("/api", "For programs")]
    menu = "".join(
        f'<a href="{url}"{" aria-current=page" if url == here else ""}>{escape(name)}</a>' for url, name in links
    )
    loaded = "".join(f'<script type="module" src="/static/{script}"></script>' for script in scripts)
    worn = "\n".join(f'<link rel="stylesheet" href="/static/{style}">' for style in styles)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
{worn}
<script src="/static/theme.js"></script>
{loaded}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="name" href="/">{LOGO}grundy</a><nav aria-label="Pages">{menu}</nav>
<button id="theme" type="button" aria-label="Light or dark">{MOON}</button></header>
<main id="main">
{main}
</main>
<footer>grundy {escape(__version__)} · impartial games solved, with the reason why</footer>
</body>
</html>
"""


def _template(name: str, **texts: str) -> str:
    """A file of templates/, with a text for each of its comments of that name."""
    page = (files("grundy.web") / "templates" / f"{name}.html").read_text(encoding="utf-8")
    for mark, text in texts.items():
        page = page.replace(f"<!--{mark}-->", text)
    return page


def game_url(*components: tuple[str, str]) -> str:
    """The address of a position; equal to what the page itself writes there.

    >>> game_url(("nim", "3 4 5"))
    '/game?g=nim&p=3+4+5'
    """
    return "/game?" + urlencode([pair for game, text in components for pair in (("g", game), ("p", text))])


def gallery() -> str:
    """All games of the catalogue with their pictures."""
    groups: dict[str, list[str]] = {"Piles": [], "Boards": [], "Graphs": [], "Numbers": []}
    for game in GAMES.values():
        kind, card = _card(game)
        groups[kind].append(card)
    sections = "".join(
        f'<section class="group"><h2>{name}</h2><ul class="cards">{"".join(cards)}</ul></section>'
        for name, cards in groups.items()
        if cards
    )
    played = play("nim 3 4 5").played()
    main = _template(
        "home",
        nim=scene_svg(played.scenes[0], "Nim"),
        favourites="".join(_favourite(GAMES[name], *how) for name, how in FAVOURITES.items()),
        count=str(len(GAMES)),
        games=sections,
        more=_sum_card() + _rule_card(),
    )
    return _frame("grundy: who wins, and why?", main, ("home.js", "gallery.js"), "/")


def _favourite(game: Game, spec: str, moves: int, seed: int) -> str:
    """A game with a picture from its middle, after so many moves at random."""
    match, random = play(spec), Random(seed)
    for _ in range(moves):
        number = random.randrange(len(match.choices))
        match.play(match.choices[number].move, random.randrange(2))
    played = match.played()
    picture = scene_svg(
        played.scenes[0], f"{game.called()} after {moves} moves", [item for _, item in played.last], False
    )
    url = escape(game_url(game.example))
    words = f"<strong>{escape(game.called())}</strong><span>{escape(game.summary)}</span>"
    return f'<li class="favourite"><a href="{url}"><span class="picture">{picture}</span>{words}</a></li>'


def _card(game: Game) -> tuple[str, str]:
    spec, text = game.example
    kind, picture = _picture(spec, text)
    url = escape(game_url(game.example))
    wide = " wide" if _width(picture) > WIDE else ""
    card = f'<li class="card{wide}"><a href="{url}"><span class="picture">{picture}</span>'
    return kind, f"{card}<strong>{escape(game.called())}</strong><span>{escape(game.summary)}</span></a></li>"


def _picture(spec: str, text: str) -> tuple[str, str]:
    """What kind of board a position has, and its picture; where it has none its text."""
    (component, *_) = parse_position(spec, Text(text, "<example>")).components
    board = component.rule.space.board(component.states)
    kind = "Numbers"
    match board:
        case Grid():
            kind = "Boards"
        case Piles():
            kind = "Piles"
        case Net():
            kind = "Graphs"
    drawn = "" if board is None else board_svg(board, f"{spec} {text}", pieces=pieces_of(spec))
    return kind, drawn or f'<span class="plain">{escape(text)}</span>'


def _width(picture: str) -> float:
    """The width of a picture in pixels; 0 for a text."""
    found = re.search(r'<svg [^>]*? width="([\d.]+)"', picture)
    return float(found[1]) if found else 0


def _sum_card() -> str:
    pictures = "".join(_picture(*component)[1] for component in SUM)
    card = f'<li class="card wide sum"><a href="{escape(game_url(*SUM))}"><span class="picture">{pictures}</span>'
    says = (
        "Several games at once: a move is a move in one of them. Their values add by XOR, and that is the whole secret."
    )
    return f"{card}<strong>a sum</strong><span>{says}</span></a></li>"


def _rule_card() -> str:
    text = '<span class="plain">n → n-k, for k in {1,3,4}</span>'
    says = "Type a rule in one line: its values, their period, and every position of it to play."
    card = f'<li class="card"><a href="/rule"><span class="picture">{text}</span>'
    return f"{card}<strong>your own rule</strong><span>{says}</span></a></li>"


def game() -> str:
    """The page of a position, which game.js fills."""
    names = "".join(
        f'<option value="{escape(_example(one))}">{escape(one.called())}</option>' for one in GAMES.values()
    )
    says = "".join(
        f'<li data-game="{escape(one.name)}" data-title="{escape(one.called())}">{escape(one.summary)}</li>'
        for one in GAMES.values()
    )
    main = _template("game", says=says, names=names)
    return _frame("A game · grundy", main, ("game.js",), styles=("grundy.css",))


def _example(one: Game) -> str:
    return "\t".join(one.example)


def rule() -> str:
    """The page of a rule of one's own, which rule.js fills."""
    examples = "".join(
        f'<li><button type="button" class="example" data-rule="{escape(text)}">{escape(name)}</button></li>'
        for name, text in RULES
    )
    main = _template("rule", examples=examples)
    return _frame("Your own rule · grundy", main, ("rule.js",), "/rule")


def playground() -> str:
    """The page of the playground, which playground.js fills; only a site without a server has it."""
    names = "".join(_choice(one) for one in GAMES.values())
    main = _template("playground", names=names)
    return _frame("Playground · grundy", main, ("playground.js",), "/playground")


def _choice(one: Game) -> str:
    spec, text = one.example
    small = small_data(spec, text)
    data = "" if small is None else f' data-small="{escape(json.dumps(small))}"'
    return f'<option value="{escape(spec)}" data-example="{escape(text)}"{data}>{escape(one.called())}</option>'


def small_data(spec: str, text: str) -> dict[str, object] | None:
    """A rule as data for small.js, or None where that does not know it."""
    if spec in BOARDS:
        return {"cells": BOARDS[spec]}
    match parse_position(spec, Text(text, "<example>")).components[0].rule.shape:
        case Digits() as code if code.parts <= 3:
            return {"digits": code.digits, "repeat": code.repeat, "unequal": code.unequal}
        case TakeAway(amounts):
            return {"amounts": amounts}
        case Riders(vectors):
            return {"vectors": vectors}
    return {"amounts": None} if spec == "nim" else None


def api() -> str:
    """The interface for programs, told from its description."""
    told = description()
    main = [f"<h1>For programs</h1><p class=lead>{escape(told['info']['description'])}</p>"]
    main.append('<p>The same as a description that programs read: <a href="/openapi.json">openapi.json</a>.</p>')
    for path, methods in told["paths"].items():
        main += _operation(path, methods)
    return _frame("For programs · grundy", "".join(main), here="/api")


def _operation(path: str, methods: dict[str, dict[str, object]]) -> Iterator[str]:
    names = " or ".join(method.upper() for method in methods)
    one = next(iter(methods.values()))
    yield f'<section class="operation"><h2><span class="method">{names}</span> <code>{escape(path)}</code></h2>'
    yield f"<p>{escape(str(one['summary']))}</p>"
    parameters = one.get("parameters")
    if isinstance(parameters, list) and parameters:
        rows = "".join(
            f"<tr><td><code>{escape(p['name'])}</code></td><td>{escape(p['description'])}</td></tr>" for p in parameters
        )
        yield f"<table><thead><tr><th>name</th><th>what it says</th></tr></thead><tbody>{rows}</tbody></table>"
    example = one.get("x-example")
    if example:
        yield f'<p>Try <a href="{escape(str(example))}"><code>{escape(str(example))}</code></a></p>'
    yield "</section>"


def wrong(status: int) -> str:
    """The page of an error."""
    says = "There is no such page." if status == 404 else f"This request cannot be answered ({status})."
    return _frame("Not here · grundy", f'<h1>Not here</h1><p>{says} <a href="/">All games</a> are.</p>')
