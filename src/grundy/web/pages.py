"""The pages as HTML: a frame each, which scripts of our own fill; the catalogue is complete without any."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files

from grundy.api.play import play
from grundy.games.catalogue import GAMES
from grundy.games.entry import Game
from grundy.model.definition import state_values
from grundy.model.rule import Position
from grundy.notation.expression import parse_position
from grundy.show.scene_svg import scene_svg
from grundy.text.reader import Text
from grundy.version import __version__
from grundy.web.briefs import brief
from grundy.web.heap_starts import heap_start_of
from grundy.web.openapi import description
from grundy.web.shelf import chips, entry_of, families, names, shelf

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
HEAPS = 60  # as far as the playground has values of heaps before Python is there
FAVOURITES = ("nim", "cram", "chomp", "hackenbush", "wythoff", "kayles", "node-kayles", "notakto")
WAYS = (  # what there is for whom, and where to read on; a test runs the commands
    (
        "contests",
        "Contests",
        "See the pattern in the values; then let “grundy stress” find the smallest input on which your program fails.",
        "grundy sequence kayles --to 8",
        "   0    0  1  2  3  1  4  3  2  1",
        (("how-to/check-your-program", "Check your program"), ("reference/judges", "Judges’ formats")),
    ),
    (
        "class",
        "A class",
        "Four lessons, with sheets to print; and “grundy class”, where pupils play and you see who has won what.",
        "grundy class --word heron",
        "The class is at http://127.0.0.1:8000/ and the word is 'heron'",
        (("how-to/teach", "Four lessons"), ("how-to/class", "Play with a class")),
    ),
    (
        "research",
        "Research",
        "Tables of 10⁹ values, and periods with certificates, which one file of plain Python checks.",
        "grundy period octal:0.07",
        "octal:0.07: period 34, pre-period 53",
        (("how-to/search-for-a-period", "Search for a period"), ("reference/certificates", "Certificates")),
    ),
)
MENU = (  # where a link leads, the page of the documentation that takes its place, and how it is called
    ("/games", None, "Games"),
    ("/rule", None, "Your own rule"),
    ("/learn#class", "how-to/class", "Class"),
    ("/learn", "index", "Learn"),
)
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
LENS = '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="11" cy="11" r="7"/><path d="m16.5 16.5 4 4"/></svg>'


def _frame(
    title: str,
    main: str,
    scripts: tuple[str, ...] = (),
    here: str = "",
    styles: tuple[str, ...] = ("grundy.css", "pages.css"),
) -> str:
    return frame(title, main, scripts, styles, _menu(here), _foot())


def _menu(here: str) -> str:
    """The links of the header, and its field that looks for a game."""
    links = [_link(url, page, name, ' aria-current="page"' if url == here else "") for url, page, name in MENU]
    return f"""<nav aria-label="Pages">{"".join(links)}</nav>
<form class="find" role="search" action="/games">{LENS}<label class="heard" for="find">Find a game</label>
<input id="find" name="q" type="search" list="names" placeholder="Find a game" autocomplete="off">
<datalist id="names">{names()}</datalist></form>
<a class="seek" href="/games" aria-label="Search">{LENS}</a>"""


def _foot() -> str:
    """The links below every page but those of a class, whose server has nothing else."""
    return f"""{_link("/learn", "index", "Documentation")}
<a href="/api">For programs</a> <a data-docs="how-to/teach">Lessons and sheets</a> <a data-source>Source</a>"""


def frame(title: str, main: str, scripts: tuple[str, ...], styles: tuple[str, ...], menu: str, foot: str = "") -> str:
    """A whole page: its header with a menu, its main part, what it loads, and the links below it."""
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
<script src="/static/top.js"></script>
{loaded}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="name" href="/">{LOGO}grundy</a>{menu}
<button id="theme" type="button" aria-label="Light or dark">{MOON}</button></header>
<main id="main">
{main}
</main>
<footer><span>grundy {escape(__version__)}</span> {foot}
<span>Nothing is loaded from elsewhere, and nothing is sent there.</span></footer>
</body>
</html>
"""


def _link(url: str, page: str | None, name: str, more: str = "") -> str:
    """A link, of which addresses.py may make one to a page of the documentation."""
    docs = "" if page is None else f' data-docs="{page}"'
    return f'<a href="{url}"{docs}{more}>{escape(name)}</a>'


def template(name: str, **texts: str) -> str:
    """A file of templates/, with a text for each of its comments of that name."""
    page = (files("grundy.web") / "templates" / f"{name}.html").read_text(encoding="utf-8")
    for mark, text in texts.items():
        page = page.replace(f"<!--{mark}-->", text)
    return page


def home() -> str:
    """The first page: a game of Nim, some games to begin with, and a door for whoever came for something else."""
    played = play("nim 3 4 5").played()
    main = template(
        "home",
        nim=scene_svg(played.scenes[0], "Nim"),
        table=escape(json.dumps(_table(played.position), separators=(",", ":"))),
        favourites="".join(entry_of(GAMES[name]) for name in FAVOURITES),
        count=str(len(GAMES)),
        lens=LENS,
        ways="".join(_way(*way) for way in WAYS),
    )
    return _frame("grundy: who wins, and why?", main, ("home.js",))


def _table(heaps: Position) -> list[list[list[int]]]:
    """What each move from a heap leaves, for each size up to the largest of these.

    >>> from grundy.games.heaps import nim
    >>> _table(nim(2))
    [[], [[0]], [[1], [0]]]
    """
    start = heap_start_of(heaps, sequence=True)
    assert start is not None
    return [[move["left"] for move in moves] for moves in start["table"]]


def _way(name: str, title: str, says: str, command: str, answer: str, further: tuple[tuple[str, str], ...]) -> str:
    """A door: what there is for somebody, a command to copy, with what it answers, and where to read on."""
    copied = f'<button type="button" class="copy" data-copy="{escape(command)}" hidden>Copy</button>'
    shown = f'<span class="prompt">$ </span>{escape(command)}\n<span class="answer">{escape(answer)}</span>'
    code = f'<pre class="code" tabindex="0"><code>{shown}</code></pre>'
    links = "".join(f'<a data-docs="{page}">{escape(title)}</a>' for page, title in further)
    acts = f'<p class="acts">{copied}{links}</p>'
    return f'<section class="way" id="{name}"><h3>{title}</h3><p>{escape(says)}</p>{code}{acts}</section>'


def learn() -> str:
    """The page that explains in short, for those who have no documentation at hand."""
    main = template("learn", ways="".join(_way(*way) for way in WAYS))
    return _frame("Learn · grundy", main, ("learn.js",), "/learn")


def games() -> str:
    """The catalogue."""
    listed, shown = shelf(families())
    main = template("games", chips=chips(), families=listed, games=shown)
    return _frame("Games · grundy", main, ("shelf.js",), "/games")


def game() -> str:
    """The page of a position, which game.js fills."""
    names = "".join(
        f'<option value="{escape(_example(entry))}">{escape(entry.called())}</option>' for entry in GAMES.values()
    )
    says = "".join(
        f'<li data-game="{escape(entry.name)}" data-title="{escape(entry.called())}" '
        f'data-brief="{escape(brief(entry))}">'
        f"{escape(entry.summary)}</li>"
        for entry in GAMES.values()
    )
    main = template("game", says=says, names=names)
    return _frame("A game · grundy", main, ("game.js",), styles=("grundy.css",))


def _example(entry: Game) -> str:
    return "\t".join(entry.example)


def rule() -> str:
    """The page of a rule of one's own, which rule.js fills."""
    examples = "".join(
        f'<li><button type="button" class="example" data-rule="{escape(text)}">{escape(name)}</button></li>'
        for name, text in RULES
    )
    main = template("rule", examples=examples)
    return _frame("Your own rule · grundy", main, ("rule.js",), "/rule")


def playground() -> str:
    """The page of the playground, which playground.js fills; only a site without a server has it."""
    names = "".join(_choice(entry) for entry in GAMES.values())
    main = template("playground", names=names)
    return _frame("Playground · grundy", main, ("playground.js",))


def _choice(entry: Game) -> str:
    """A game of the playground; of heaps with their first values, for what is answered before Python is there."""
    spec, text = entry.example
    values = heap_values(spec, text)
    data = f' data-values="{" ".join(map(str, values))}"' if values else ""
    return (
        f'<option value="{escape(spec)}" data-game="{escape(entry.name)}" data-example="{escape(text)}"{data}>'
        f"{escape(entry.called())}</option>"
    )


def heap_values(spec: str, text: str) -> list[int]:
    """The values of heaps 0, 1, 2, ... of a game whose positions are lists of such heaps; none where they are not, or
    where a heap is loony: it has no nim-value."""
    component = parse_position(spec, Text(text, "<example>")).components[0]
    rule = component.rule
    if rule.arity != 1 or not rule.space.part_name or component.states != tuple(read_heaps(text)):
        return []
    values = [value for value in state_values(rule, range(HEAPS + 1), {}).values() if isinstance(value, int)]
    return values if len(values) == HEAPS + 1 else []


def read_heaps(text: str) -> list[int]:
    """The heaps of a position, if it is a list of whole numbers."""
    words = text.replace(",", " ").split()
    return [int(word) for word in words] if all(word.isdecimal() for word in words) else []


def api() -> str:
    """The interface for programs, told from its description."""
    told = description()
    main = [f"<h1>For programs</h1><p class=lead>{escape(told['info']['description'])}</p>"]
    main.append('<p>The same as a description that programs read: <a href="/openapi.json">openapi.json</a>.</p>')
    for path, methods in told["paths"].items():
        main += _operation(path, methods)
    return _frame("For programs · grundy", "".join(main))


def _operation(path: str, methods: dict[str, dict[str, object]]) -> Iterator[str]:
    names = " or ".join(method.upper() for method in methods)
    operation = next(iter(methods.values()))
    yield f'<section class="operation"><h2><span class="method">{names}</span> <code>{escape(path)}</code></h2>'
    yield f"<p>{_with_code(str(operation['summary']))}</p>"
    parameters = operation.get("parameters")
    if isinstance(parameters, list) and parameters:
        rows = "".join(
            f"<tr><td><code>{escape(p['name'])}</code></td><td>{escape(p['description'])}</td></tr>" for p in parameters
        )
        yield f"<table><thead><tr><th>name</th><th>what it says</th></tr></thead><tbody>{rows}</tbody></table>"
    example = operation.get("x-example")
    if example:
        yield f'<p>Try <a href="{escape(str(example))}"><code>{escape(str(example))}</code></a></p>'
    yield "</section>"


def _with_code(text: str) -> str:
    """A text whose names in backticks are code.

    >>> _with_code("what is only seen stands under `observed`")
    'what is only seen stands under <code>observed</code>'
    """
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def wrong(status: int) -> str:
    """The page of an error."""
    says = "Page not found." if status == 404 else f"This request cannot be answered ({status})."
    return _frame("Not here · grundy", f'<h1>Not here</h1><p>{says} <a href="/games">See all games.</a></p>')
