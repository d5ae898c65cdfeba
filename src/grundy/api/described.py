"""What `help()` tells of a rule and of an entry of the catalogue, and the example that an error gives."""

from __future__ import annotations

import inspect
import re
from textwrap import fill

from grundy.games.catalogue import GAMES
from grundy.games.entry import Fact, Game
from grundy.model.rule import Rule
from grundy.model.space import HEAP

LONGEST = 40  # characters of a position in an error or an example
WIDTH = 100  # of a line that `help()` prints, which pydoc indents
OF_A_POSITION = "winner, nim_value, moves(), play(move) and solve(); help(grundy.Position)"


def game_of(rule: Rule) -> Game | None:
    """The entry of the catalogue that a rule is one of; None: it is a rule of a user's.

    >>> from grundy import kayles
    >>> game_of(kayles)
    Game('kayles': Knock down one pin or two neighbours of a row.)
    """
    game = GAMES.get(rule.spec.partition(":")[0])
    if game is None:
        return None
    example = game.rule(None) or example_rule(game)
    return game if example is not None and example.function is rule.function else None


def example_rule(game: Game) -> Rule | None:
    """The rule of a game's example; None: it depends on the position."""
    from grundy.notation.expression import parse

    spec, text = game.example
    return parse(f"{spec}({text})").components[0].rule


def as_in(rule: Rule) -> str:
    """The end of an error about states that are none of a rule's: a position that is one.

    >>> from grundy import cram, take_away
    >>> as_in(cram), as_in(take_away(7))
    ("; as in cram('3x5')", '')
    """
    game = game_of(rule)
    if game is None or rule.spec != game.name or len(game.example[1]) > LONGEST:
        return ""
    return f"; as in {public_name(game)}({game.example[1]!r})"


def public_name(game: Game) -> str:
    """What `grundy` calls the rule of a game: dawsons_kayles."""
    return game.name.replace("-", "_")


def value_help(value: Rule | Game) -> str:
    """What `help()` tells of a rule, or of an entry of the catalogue.

    >>> from grundy import cram
    >>> said = value_help(cram).splitlines()
    >>> said[0], said[2:4]
    ('Cram: Put a domino on two free neighbouring cells.', [">>> grundy.cram('4x4').nim_value", '0'])
    >>> said[-1]
    "Published:  grundy.catalogue['cram'].known"
    """
    if isinstance(value, Game):
        return _game_help(value, value.rule(None))
    game = game_of(value)
    return _own_help(value) if game is None else _game_help(game, value)


def _game_help(game: Game, rule: Rule | None) -> str:
    """What `help()` tells of a game of the catalogue, or of one of its rules; None: it needs parameters."""
    spec = rule.spec if rule else game.example[0]
    is_named = spec == game.name
    name = public_name(game) if is_named else "rule"
    called = game.called() if is_named or rule is None else f"{game.called()} ({spec})"
    rows = {"Typed": game.notation}
    if game.parameters:
        rows["Parameters"] = game.parameters
    rows["Source"] = game.source
    if not is_named:
        rows["Rule"] = f"rule = grundy.parse_rule({spec!r})"
    position = f"{name}({_typed(game.example[1], rule)})" if len(game.example[1]) <= LONGEST else "A position"
    rows["Position"] = f"{position} has {OF_A_POSITION}"
    if rule is not None and rule.space is HEAP:
        sequence = f"grundy.sequence({spec!r}, 20), grundy.period({spec!r})"
        rows["Heaps"] = f"{name}.nim_values(20), {sequence}; help(grundy.Rule)"
    rows["Published"] = f"grundy.catalogue[{game.name!r}].known"
    facts = [fact for fact in game.known if len(fact.position) <= LONGEST and (rule is None or fact.game == spec)]
    example = min(facts, key=lambda fact: fact.convention != "normal", default=None)
    return "\n".join(
        [
            fill(f"{called}: {game.summary}", WIDTH),
            "",
            *([] if example is None else [*_published(example, rule if is_named else None, name), ""]),
            *(_row(word, text) for word, text in rows.items()),
        ]
    )


def _typed(position: str, rule: Rule | None) -> str:
    """A position as it is typed behind a rule in Python: heaps as numbers, all else as text."""
    heaps = rule is not None and rule.space is HEAP and re.fullmatch("[0-9]+( [0-9]+)*", position)
    return position.replace(" ", ", ") if heaps else repr(position)


def _published(fact: Fact, rule: Rule | None, name: str) -> list[str]:
    """A published value as an example; without a rule of this name, of a text."""
    wanted = "winner" if fact.nim_value is None else "nim_value"
    text = f"{fact.game} {fact.position}"
    position = f"grundy.{name}({_typed(fact.position, rule)})" if rule else f"grundy.parse({text!r})"
    if fact.convention != "normal":
        position += f".solve({fact.convention}=True)"
    return [f">>> {position}.{wanted}", repr(getattr(fact, wanted))]


def _row(word: str, text: str) -> str:
    return fill(
        f"{word + ':':12}{text}", WIDTH, subsequent_indent=" " * 12, break_long_words=False, break_on_hyphens=False
    )


def _own_help(rule: Rule) -> str:
    """What `help()` tells of a rule of a user's: what its function says of itself, and how to go on."""
    states = ", ".join("abcdefgh"[: rule.arity]) if 1 < rule.arity <= 8 else "state"
    lines = [f"A rule of yours: {rule.spec}.", ""]
    if doc := inspect.getdoc(rule.function):
        lines += [doc, ""]
    lines += [
        _row("Position", f"rule({states}) has {OF_A_POSITION}"),
        _row("States", "rule.nim_values(20), and rule.check_guess(...) of a guess; help(grundy.Rule)"),
    ]
    return "\n".join(lines)
