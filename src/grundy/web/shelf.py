"""The catalogue as a page: families, a tile for each game that looks like no other, and its relatives below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from urllib.parse import urlencode

from grundy.games.catalogue import GAMES
from grundy.games.entry import Game
from grundy.web.briefs import brief
from grundy.web.tiles import RULE, SUM, tile

SIDE_BY_SIDE = (("kayles", "4 5"), ("rectangle", "110/011"), ("nim", "3"))
CHIPS = ("coins", "pins", "stones", "split", "graph", "row")
STAR = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3.5l2.6 5.4 5.9'
    '.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z"/></svg>'
)


def game_url(*components: tuple[str, str]) -> str:
    """The address of a position; equal to what the page itself writes there.

    >>> game_url(("nim", "3 4 5"))
    '/game?g=nim&p=3+4+5'
    """
    return "/game?" + urlencode([pair for game, text in components for pair in (("g", game), ("p", text))])


def entry(name: str, title: str, says: str, url: str, picture: str, rule: str = "") -> str:
    """A tile: a picture, the name of a game and its rule in short, and a star by which the browser keeps it.

    Args:    rule: the whole rule, in whose words the game is looked for too.
    """
    star = f'<button type="button" class="star" data-keep="{escape(name)}" aria-pressed="false" hidden>{STAR}'
    star += f'<span class="heard">Keep {escape(title)}</span></button>'
    words = f"<strong>{escape(title)}</strong><span>{escape(says)}</span>"
    drawn = f'<span class="picture">{picture}</span>' if picture else ""
    plain = "" if picture else " bare"
    whole = f' data-rule="{escape(rule)}"' if rule else ""
    link = f'<a href="{escape(url)}">{drawn}<span class="words">{words}</span></a>'
    return f'<li class="entry{plain}"{whole}>{link}{star}</li>'


def entry_of(game: Game) -> str:
    """The tile of a game."""
    return entry(game.name, game.called(), brief(game), game_url(game.example), tile(game), game.summary)


def names() -> str:
    """All games for the search in the header: their names, and where they are."""
    return "".join(
        f'<option value="{escape(game.called())}" data-url="{escape(game_url(game.example))}">'
        for game in GAMES.values()
    )


def families() -> list[tuple[str, list[Game]]]:
    """The games below their headings."""
    return [(heading, list(games)) for heading, games in GAMES.grouped()]


def shelf(groups: Iterable[tuple[str, list[Game]]]) -> tuple[str, str]:
    """The list of families, and their games."""
    listed, shown = [], []
    for number, (heading, games) in enumerate(groups, 1):
        listed.append(f'<a href="#family-{number}">{escape(heading)} <span>{len(games)}</span></a>')
        pictured = [entry_of(game) for game in games if tile(game)]
        shown.append(_family(number, heading, pictured, [entry_of(game) for game in games if not tile(game)]))
    number = len(shown) + 1
    listed.append(f'<a href="#family-{number}">Your own <span>2</span></a>')
    says, added = "Type a rule in one line: its values, and play.", "Several games at once: move in one of them."
    own = entry("own", "Your own rule", says, "/rule", RULE)
    shown.append(_family(number, "Your own", [own, entry("sum", "A sum", added, game_url(*SIDE_BY_SIDE), SUM)]))
    return "".join(listed), "".join(shown)


def _family(number: int, heading: str, pictured: Sequence[str], near: Sequence[str] = ()) -> str:
    """A family: a tile for each game that looks like no other, and below them those that are near to one of these."""
    also = f'<div class="near"><h3>Also here</h3><ul class="entries">{"".join(near)}</ul></div>' if near else ""
    head = f'<h2 id="heading-{number}">{escape(heading)}</h2>'
    place = f'class="family" id="family-{number}" aria-labelledby="heading-{number}"'
    return f'<section {place}>{head}<ul class="entries">{"".join(pictured)}</ul>{also}</section>'


def chips() -> str:
    """Words by which games are often looked for."""
    return "".join(
        f'<button type="button" class="chip" aria-pressed="false" data-word="{word}">{word}</button>' for word in CHIPS
    )
