"""What `help()` and Tab tell a stranger, who has seen no page."""

from __future__ import annotations

import doctest
import inspect
import pydoc

import pytest

import grundy
from grundy.games.entry import Game
from grundy.model.rule import Rule

ENTRIES = list(grundy.catalogue.values())
RULES = [rule for game in ENTRIES if (rule := game.rule(None)) is not None]


def printed(thing: object) -> str:
    """What `help()` prints of it."""
    return pydoc.plain(pydoc.render_doc(thing))


@pytest.mark.parametrize("value", [*ENTRIES, *RULES, grundy.octal("0.07")], ids=repr)
def test_help_of_a_game_tells_the_game(value: Rule | Game) -> None:
    """It showed the class Rule, its fields and the order of its base classes."""
    game = value if isinstance(value, Game) else grundy.catalogue[value.spec.partition(":")[0]]
    text = " ".join(printed(value).split())
    for told in (game.summary, game.source, game.notation, f"grundy.catalogue[{game.name!r}].known"):
        assert " ".join(told.split()) in text
    rule = value if isinstance(value, Rule) else getattr(grundy, game.name.replace("-", "_"), None)
    on_heaps = isinstance(rule, Rule) and rule.space is grundy.HEAP
    assert ("nim_values(20), grundy.sequence(" in text) is on_heaps
    assert "help(grundy.Position)" in text and "Method resolution order" not in text
    assert max(map(len, printed(value).splitlines())) <= 110


@pytest.mark.parametrize("value", [*ENTRIES, *RULES], ids=repr)
def test_its_example_is_a_published_value(value: Rule | Game) -> None:
    text = inspect.getdoc(value)
    assert text
    example = doctest.DocTestParser().get_doctest(text, {"grundy": grundy}, repr(value), None, 0)
    assert len(example.examples) == 1 or "graph" in repr(value)  # whose positions are long
    assert doctest.DocTestRunner().run(example).failed == 0


def test_help_of_a_rule_of_ones_own_is_what_it_says_of_itself() -> None:
    @grundy.rule
    def cut(a, b):  # type: ignore[no-untyped-def]
        """Cut the bar along a line."""
        yield from ((i, b) for i in range(a))

    text = printed(cut)
    assert "A rule of yours: cut." in text and "Cut the bar along a line." in text and "rule(a, b) has winner" in text

    @grundy.rule(space=grundy.HEAP)
    def kayles(n):  # type: ignore[no-untyped-def]
        yield from range(n)

    assert "A rule of yours: kayles." in printed(kayles)  # though a game of the catalogue has its name


def test_the_classes_tell_about_themselves() -> None:
    assert (Rule.__doc__ or "").startswith("The moves of a game") and "Called with" not in printed(Rule)
    assert (Game.__doc__ or "").startswith("A named rule")


SHOWN = {grundy.Grid, grundy.Net, grundy.Piles}  # pictures, which a user's rule makes: the page of rules has examples


@pytest.mark.parametrize("name", grundy.__all__)
def test_every_public_name_has_help(name: str) -> None:
    """A first sentence in one line, every parameter, and an example; of its methods and properties a sentence each."""
    value = getattr(grundy, name)
    text = inspect.getdoc(value) or ""
    assert len(printed(value)) > 100
    is_class = isinstance(value, type)
    if not is_class and not inspect.isroutine(value):
        return
    assert " at 0x" not in printed(value)
    assert text.splitlines()[0].rstrip().endswith(".")
    assert "Examples\n" in text or value in SHOWN or (is_class and issubclass(value, Exception))
    if is_class:
        methods = {name: one for name, one in vars(value).items() if not name.startswith("_")}
        functions = {name: one for name, one in methods.items() if inspect.isfunction(one) or isinstance(one, property)}
        assert [name for name, one in functions.items() if not inspect.getdoc(one)] == []
    else:
        assert [one for one in inspect.signature(value).parameters if one not in text] == []


def test_no_public_name_remembers_what_it_was_given() -> None:
    """`corner(["rook"])` was an unhashable type: the cache was asked before the guard."""
    assert [name for name in grundy.__all__ if hasattr(getattr(grundy, name), "cache_info")] == []


def test_tab_completes_names_of_games_in_a_notebook() -> None:
    assert grundy.catalogue._ipython_key_completions_() == list(grundy.catalogue)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (grundy.kayles, "spec nim_values check_guess bind options to_cgsuite"),
        (grundy.nim(3), "winner nim_value moves play solve svg typed as_dict to_cgsuite board_to_networkx"),
        (grundy.solve("nim 3"), "winner nim_value winning_moves evidence as_dict certificate position values"),
        (grundy.catalogue, "keys values items get grouped"),
        (grundy.catalogue["nim"], "name summary notation source known example"),
        (grundy.sequence("nim", 3), "terms to_frame to_csv to_bfile plot evidence"),
        (grundy.period("kayles"), "period preperiod saltus status certificate evidence"),
        (grundy.play("nim 3"), "legal_moves play play_computer_move hint undo winner position"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_tab_offers_what_people_look_for(value: object, names: str) -> None:
    assert set(names.split()) <= {name for name in dir(value) if not name.startswith("_")}
