"""Lists in the sources that the files of the games say: which file has which games, and the names that are public.

tests/generated.py puts them into their files.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from textwrap import wrap

from grundy import games
from grundy.games.catalogue import FAMILIES, GAMES
from grundy.games.entry import Game
from grundy.model.rule import Rule

SOURCE = Path(games.__file__).parents[1]
CATALOGUE = SOURCE / "games" / "catalogue.py"
STUB = SOURCE / "__init__.pyi"
WIDTH = 108  # of a text within a dictionary
IMPORTED = re.compile(r"^from \S+ import (\w+) as \1$", re.MULTILINE)


def _files() -> Iterator[tuple[str, tuple[Game, ...]]]:
    """The files of the folder with their games: those that are listed in their order, then new ones."""
    names = {file.name for file in iter_modules(games.__path__)}
    for name in (*(name for name in FAMILIES if name in names), *sorted(names - set(FAMILIES))):
        yield name, getattr(import_module(f"grundy.games.{name}"), "GAMES", ()) if name != "catalogue" else ()


def families() -> str:
    """The files with games, each with their names, and the files without."""
    lines, without = ["FAMILIES = {"], []
    for file, entries in _files():
        if entries:
            lines += _item(file, " ".join(game.name for game in entries))
        else:
            without.append(file)
    return "\n".join([*lines, "}", "WITHOUT_GAMES = (", *_texts(" ".join(sorted(without)), 4), ")"]) + "\n"


def _item(key: str, text: str) -> list[str]:
    if len(text) <= WIDTH - len(key):
        return [f'    "{key}": "{text}",']
    return [f'    "{key}": (', *_texts(text, 8), "    ),"]


def _texts(words: str, indent: int) -> list[str]:
    """Words as texts that Python joins, a line each."""
    *others, last = wrap(words, WIDTH, break_on_hyphens=False)
    return [f'{" " * indent}"{line} "' for line in others] + [f'{" " * indent}"{last}"']


def named_rules() -> str:
    """The games of one rule, each a value of its name."""
    imported = set(IMPORTED.findall(STUB.read_text(encoding="utf-8"))) | {name for _, name in _makers()}
    names = sorted(game.name.replace("-", "_") for game in GAMES.values() if game.rule(None) is not None)
    return "".join(f"{name}: Rule\n" for name in names if name not in imported)


def _makers() -> Iterator[tuple[str, str]]:
    """The functions that make the rules of a family, which are named like it: the module and the name."""
    for file, entries in _files():
        module = import_module(f"grundy.games.{file}")
        for game in entries:
            name = game.name.replace("-", "_")
            maker = getattr(module, name, None)
            if callable(maker) and not isinstance(maker, Rule):
                yield module.__name__, name


def stub(text: str) -> str:
    """The public names with those of families that were added, in the order in which imports stand."""
    known = set(IMPORTED.findall(text))
    lines = text.splitlines(keepends=True)
    for module, name in _makers():
        if name not in known:
            keys = [line.split()[1] if line.startswith("from grundy.") else "" for line in lines]
            first = next(place for place, key in enumerate(keys) if key)
            last = max(place for place, key in enumerate(keys) if key)
            place = bisect(keys, module, first, last + 1)
            lines.insert(place, f"from {module} import {name} as {name}\n")
    return "".join(lines)


LISTS = {"families": families, "named-rules": named_rules}
