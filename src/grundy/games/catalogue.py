"""All games by name, from the files of their families."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from itertools import islice
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

from grundy import games
from grundy.games.entry import Game
from grundy.model.rule import Rule
from grundy.text.reader import Text

# What the files of this folder have, so that one game loads one file; tests/generated.py prints it from them.
# The order of the families is that of lists and pages: whoever wants another one moves lines.
# printed: families
FAMILIES = {
    "heaps": "nim take-away floor-division",
    "octal": (
        "octal hexadecimal take-and-break all-but grundys-game laskers-nim kayles dawsons-kayles dawsons-chess "
        "officers treblecross guiles rims rails"
    ),
    "moore": "moore",
    "dynamic": "fibonacci-nim dynamic-nim",
    "single": "bounded-nim subtract mark nim-with-pass",
    "cutting": "lctr square-cake",
    "line": "nimble silver-dollar end-nim kotzig",
    "northcott": "northcott",
    "corner": "corner",
    "rows": "sequential-nim staircase-nim chess-rows",
    "pairs": "wythoff euclid",
    "coins": "turning-turtles mock-turtles moebius mogul twins triplets ruler turn",
    "tartan": "turning-corners tartan",
    "boards": "rectangle bacteria",
    "placement": "cram placement",
    "removal": "chomp notakto",
    "stones": "clobber nogo",
    "posets": "poset",
    "graph_games": "node-kayles arc-kayles",
    "geography": "geography",
    "hackenbush": "hackenbush",
    "graphs": "graph",
    "welter": "welter",
    "colouring": "col snort",
    "sylver": "sylver",
    "brussels": "brussels-sprouts",
    "sprouts": "sprouts",
    "toppling_dominoes": "toppling-dominoes",
    "mem0": "mem0 mem",
    "nimhoff": "cyclic-nimhoff",
    "hypergraphs": "hypergraph-nim simplicial-nim",
    "subset_take_away": "subset-take-away",
    "annihilation": "annihilation",
    "nimstring": "nimstring",
    "top_entails": "top-entails",
    "tripod_nim": "tripod-nim",
    "chocolate": "chocolate-bar",
    "prim": "prim",
    "sharing_nim": "sharing-nim",
    "slow_nim": "slow-nim exact-slow-nim",
    "sym": "sym",
    "zeckendorf": "zeckendorf",
    "marked": "domination general-position heat-toggle",
    "black_path": "black-path",
    "duotaire": "peg-duotaire",
    "edge_nim": "edge-nim",
    "toads": "toads-and-frogs",
    "caps": "sum-free cap-set",
}
WITHOUT_GAMES = (
    "board_game catalogue cells chomp_rows compound_kinds compounds entry even_kernel families graph_rows known "
    "pieces poset_families spelling spoken twists"
)
# end

HEADINGS = (
    "Heaps, one of which is changed",
    "Several heaps, pairs and strips",
    "Cutting",
    "Coins that are turned over",
    "Boards",
    "Graphs and orders",
)
"""The order of the headings in a list of all games. A file says its own, `HEADING`; others come after these."""

COMPOUND_NAMES = [
    "conjunctive",
    "continued_conjunctive",
    "selective",
    "shortened_selective",
    "diminished",
    "ordinal",
    "sequential",
    "with_pass",
    "constrain",
    "comply",
]
"""The ways to play several positions together that are no sum, which are in `COMPOUNDS` of the file compound_kinds."""

OTHERS = "Other games"
SHOWN = 4  # names of games in a line about all


def newcomers() -> list[str]:
    """The files of this folder that were added since the list above was printed."""
    from pkgutil import iter_modules  # which small problems need not wait for

    listed = {*FAMILIES, *WITHOUT_GAMES.split()}
    return sorted(file.name for file in iter_modules(games.__path__) if file.name not in listed)


class Catalogue(Mapping[str, Game]):
    """Every game by its name. The file of a family is loaded when one of its games is asked for, and all of them for a
    name that is not in the list.

    >>> catalogue["kayles"].summary
    'Knock down one pin or two neighbours of a row.'
    """

    def __init__(self, families: Mapping[str, str], others: Callable[[], Iterable[str]] = tuple) -> None:
        self._listed, self._others = families, others
        self._family_of = {name: family for family, names in families.items() for name in names.split()}
        self._games: dict[str, Game] = {}

    def _of(self, family: str) -> dict[str, Game]:
        return {game.name: game for game in getattr(_file(family), "GAMES", ())}

    @cached_property
    def _families(self) -> tuple[str, ...]:
        return (*self._listed, *(other for other in self._others() if hasattr(_file(other), "GAMES")))

    @cached_property
    def _all(self) -> dict[str, Game]:
        return {name: game for family in self._families for name, game in self._of(family).items()}

    def grouped(self) -> Iterator[tuple[str, list[Game]]]:
        """All games below the headings of their files; those of a file without one come last.

        >>> [game.name for heading, games in catalogue.grouped() if heading == "Cutting" for game in games]
        ['lctr', 'square-cake']
        """
        groups: dict[str, list[Game]] = {heading: [] for heading in HEADINGS}
        headings = [getattr(_file(family), "HEADING", OTHERS) for family in self._families]
        for heading, family in sorted(zip(headings, self._families, strict=True), key=lambda pair: pair[0] == OTHERS):
            groups.setdefault(heading, []).extend(self._of(family).values())
        return ((heading, below) for heading, below in groups.items() if below)

    def __getitem__(self, name: str) -> Game:
        if name not in self._games:
            self._games |= self._of(self._family_of[name]) if name in self._family_of else self._all
        if name not in self._games:
            raise KeyError(f"{name!r} is no game of the catalogue{closest(str(name), [*self._games])}")
        return self._games[name]

    if not TYPE_CHECKING:  # which would take any name then

        def __getattr__(self, name: str) -> NoReturn:
            from grundy.model.leads import lead_to

            game = name.replace("_", "-")
            lead = "" if name.startswith("_") else closest(game, [*GAMES])
            if game in self._family_of:
                lead = lead_to(f"catalogue[{game!r}], or grundy.{name}")
            raise AttributeError(f"'Catalogue' object has no attribute {name!r}{lead}", name=name, obj=self)

    def _ipython_key_completions_(self) -> list[str]:
        return [*self]

    def __contains__(self, name: object) -> bool:
        return name in self._family_of or name in self._all

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        return f"Catalogue({len(self)} games: {', '.join(islice(self, SHOWN))}, ...)"


def _file(family: str) -> ModuleType:
    """A file of this folder; one that was removed since the list above was printed has no games."""
    name = f"grundy.games.{family}"
    try:
        return import_module(name)
    except ModuleNotFoundError as problem:
        if problem.name != name:
            raise
        return ModuleType(name)


GAMES = catalogue = Catalogue(FAMILIES, newcomers)

if not TYPE_CHECKING:  # which would take any name for a rule's; it reads those of `__init__.pyi`

    def __getattr__(name: str) -> Rule:
        """The rule of a game with a name of its own, as a value: `kayles(7)`, `cram("3x5")`."""
        game = GAMES.get(name.replace("_", "-")) if not name.startswith("_") else None
        rule = game.rule(None) if game else None
        if rule is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return rule


def placement(shapes: str) -> Rule:
    """The rule of putting pieces of some shapes on free cells of a board.

    Parameters
    ----------
    shapes : str
        As after ``placement:``: rows of a piece with '/' between them, 'o' a cell that it covers, 'x' one that it takes
        away; pieces with ',' between them.

    Returns
    -------
    Rule

    Raises
    ------
    BadText
        They cannot be read.

    Examples
    --------
    >>> str(placement("oo")("1x3"))
    'placement:oo(...)'
    """
    text = Text(shapes, "<argument>")
    rule = GAMES["placement"].rule(text)
    text.close()
    assert rule is not None
    return rule


NEAR = 0.66  # of 1, by difflib: 'mim' is as near to 'nim'; below, words that merely share letters are named


def closest(name: str, names: list[str]) -> str:
    """A remark that names what was probably meant: what is spelt nearly so, or begins so; none where nothing does.

    >>> closest("kayls", [*GAMES]), closest("dawson", [*GAMES]), closest("nothing", [*GAMES])
    ("; did you mean 'kayles'?", "; did you mean 'dawsons-kayles' or 'dawsons-chess'?", '')
    """
    from difflib import get_close_matches

    longest = 3 * max(map(len, names), default=0)  # what is longer is like none of them, and takes long to compare
    near = get_close_matches(name, names, 1, NEAR) if len(name) <= longest else []
    if not near and len(name) >= LEAST_LETTERS:
        near = [candidate for candidate in names if candidate.startswith(name)]
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


LEAST_LETTERS = 3  # of the beginning of a name
