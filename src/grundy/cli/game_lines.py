"""The catalogue for people: every game in one line, or one game with all that is known of it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence

from grundy.errors import BadText, Finding
from grundy.games.catalogue import COMPOUND_NAMES, GAMES
from grundy.games.entry import Fact, Game
from grundy.show.text import Line
from grundy.text.notation import read_numbers
from grundy.text.reader import Text, quote


def describe_games(name: str | None, as_json: bool) -> Iterator[Line]:
    """Lines for `grundy games [NAME]`; a word that is no name is looked for."""
    if name and name not in COMPOUND_NAMES and name.partition(":")[0] not in GAMES and _has_games(name):
        yield from describe_found((name,), None, as_json)
        return
    chosen = list(GAMES.values()) if name is None else [] if name in COMPOUND_NAMES else [_find(name)]
    if name in COMPOUND_NAMES:
        yield from _compound(name, as_json)
    elif as_json:
        for game in chosen:
            yield Line("move", json.dumps(game.as_dict()))
    elif name is None:
        wide = max(map(len, [*GAMES, *COMPOUND_NAMES]))
        for heading, games in GAMES.grouped():
            yield Line("heading", f"{heading}:")
            yield from (Line("move", f"{game.name:<{wide}}  {game.summary}") for game in games)
            yield Line("note", "")
        yield from _compounds(wide)
        yield Line("note", "")
        yield Line("note", "grundy games NAME shows notation, known values and an example to paste.")
    else:
        yield from _describe(chosen[0])


def _has_games(word: str) -> bool:
    from grundy.api.known import find_games

    return bool(find_games(word))


def describe_found(words: Sequence[str], values: str | None, as_json: bool) -> Iterator[Line]:
    """Lines for `grundy games WORD...` and `--values`. Raises: BadText: no numbers, or nothing is found."""
    from grundy.api.known import find_games

    if values is None:
        games = find_games(" ".join(words))
    else:
        text = Text(values.replace(",", " "), "--values")
        numbers = read_numbers(text, "a nim-value")
        if words:
            text.report_at(0, "words or values", "both")
        text.close()
        games = find_games(values=numbers)
    from grundy.games.spoken import why_absent

    why = why_absent(" ".join(words)) if values is None else ""
    if not games:
        what = "the words of a game ('grundy games' lists them)" if values is None else "the nim-values of a known rule"
        actual = quote(values or " ".join(words))
        actual += f"; {why}" if why else ""
        raise BadText([Finding(1, 1, what, actual, "<argument>" if values is None else "--values")])
    wide = max(len(game.spec) for game in games)
    for game in games:
        after = f"  (from heap {game.first_heap} on)" if game.first_heap else ""
        yield Line("move", json.dumps(game.as_dict()) if as_json else f"{game.spec:<{wide}}  {game.summary}{after}")
    if why and not as_json:
        yield Line("note", f"{' '.join(words)}: {why}.")


def _compounds(wide: int) -> Iterator[Line]:
    """Every way to play positions together, in one line, with names in so many columns."""
    from grundy.games.compound_kinds import COMPOUNDS

    yield Line("heading", "Positions played together, as in 'conjunctive(nim(3 4), kayles(5))':")
    for compound in COMPOUNDS.values():
        yield Line("move", f"{compound.name:<{wide}}  {compound.summary}")


def _compound(name: str, as_json: bool) -> Iterator[Line]:
    """All about one of these."""
    from grundy.games.compound_kinds import COMPOUNDS

    compound = COMPOUNDS[name]
    if as_json:
        yield Line("move", json.dumps(compound.as_dict()))
        return
    yield Line("heading", compound.name)
    yield Line("move", f"  {compound.summary}")
    yield Line("move", f"  Position: {compound.notation}.")
    yield Line("move", f"  Source: {compound.source}.")
    yield Line("heading", "Try:")
    yield Line("move", f"  grundy solve {shlex.quote(f'{compound.name}({compound.example})')} --explain")


def command(spec: str, position: str, play: str = "normal") -> str:
    """The command that solves a position, to paste into a shell."""
    flag = " --misere" if play == "misere" else ""
    return f"grundy solve {shlex.quote(spec)} {shlex.quote(position)}{flag}"


def _find(name: str) -> Game:
    game = GAMES.get(name.partition(":")[0])
    if game is None:
        from grundy.notation.expression import meant

        expected = "the name of a game ('grundy games' lists them)"
        raise BadText([Finding(1, 1, expected, quote(name) + meant(name), "<argument>")])
    return game


def _describe(game: Game) -> Iterator[Line]:
    yield Line("heading", game.name + (f":{game.example[0].partition(':')[2]}" if game.parameters else ""))
    yield Line("move", f"  {game.summary}")
    if game.parameters:
        yield Line("move", f"  After the colon: {game.parameters}.")
    yield Line("move", f"  Position: {game.notation}.")
    yield Line("move", f"  Source: {game.source}.")
    yield Line("heading", "Known:")
    for fact in game.known:
        yield Line("move", f"  {command(fact.game, fact.position, fact.convention)}")
        yield Line("note", f"    {_fact(fact)}  ({fact.source})")
    yield Line("heading", "Try:")
    yield Line("move", f"  {command(*game.example)} --explain")


def _fact(fact: Fact) -> str:
    facts = []
    if fact.winner:
        facts.append(f"the {fact.winner} player wins")
    if fact.nim_value is not None:
        facts.append(f"nim-value {fact.nim_value}")
    if fact.winning_moves is not None:
        facts.append(f"{fact.winning_moves} winning move{'s' * (fact.winning_moves != 1)}")
    return ", ".join(facts)
