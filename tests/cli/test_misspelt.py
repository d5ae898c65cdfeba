"""A misspelt option is refused with the one that was meant, in every command and in every place; so is a command."""

from __future__ import annotations

import pytest
from command import grundy

from grundy.cli.main import MODULES, command_named
from grundy.cli.misspelt import nearest, options_of

GAME = {"solve": ("nim", "3"), "play": ("nim", "3"), "stress": ("nim", "true")}


def misspelt(option: str) -> str:
    """The same with two of its letters changed about: --explian, and of two or three letters one more: --too."""
    if len(option) <= len("--set") or option[-1] == option[-2]:
        return f"{option}{option[-1]}"
    return f"{option[:-2]}{option[-1]}{option[-2]}"


@pytest.mark.parametrize("command", MODULES)
def test_every_option_is_recognized_where_two_letters_are_changed_about(command: str) -> None:
    """`grundy solve --explian nim 3` was said to ask for a game of that name."""
    options = options_of(command_named(command))
    assert options
    for option in options:
        for words in ((misspelt(option), *GAME.get(command, ())), (*GAME.get(command, ()), misspelt(option))):
            if command == "stress" and words[0] == "nim":
                continue  # what follows the game is the program
            done = grundy(command, *words)
            assert (done.status, done.out) == (2, ""), (words, done.err)
            assert done.err.endswith(f"No such option '{misspelt(option)}'. Did you mean '{option}'?\n"), (
                words,
                done.err,
            )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve --foo nim 3", "No such option '--foo'."),
        ("solve -explain nim 3", "No such option '-explain'. Did you mean '--explain'?"),
        ("sequence -json kayles", "No such option '-json'. Did you mean '--json'?"),
        ("sequence kayles --csb", "No such option '--csb'. Did you mean '--csv'?"),
        ("--json solve nim 3", "No such option '--json' before a command; options follow it, as in "),
        ("--vresion", "No such option '--vresion'. Did you mean '--version'?"),
        ("solv nim 3", "No such command 'solv'. Did you mean 'solve'?"),
        ("kayles 3", "No such command 'kayles'. Did you mean 'grundy solve kayles'?"),
        ("nim(3) --json", "No such command 'nim(3)'. Did you mean 'grundy solve nim(3)'?"),
        ("xyzzy", "No such command 'xyzzy'.\n"),
        ("solve dawson 3", "did you mean 'dawsons-kayles' or 'dawsons-chess'?"),
        ("games kayels", "did you mean 'kayles'?"),
    ],
)
def test_what_is_near_is_suggested(words: str, said: str) -> None:
    done = grundy(*words.split())
    assert (done.status, done.out) == (2, "") and said in done.err


@pytest.mark.parametrize("game", ["nothing", "hello", "foo", "game"])
def test_what_is_like_no_game_is_like_none(game: str) -> None:
    """'nothing' was answered by 'kotzig', with which it shares four letters."""
    done = grundy("solve", game, "3")
    assert done.err == f"<argument>:1:1: expected the name of a game ('grundy games' lists them), found '{game}'\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("genus kayles 5", "expected GAME and no more, found '5'; as the last heap it is --to 5; 'grundy solve'"),
        ("quotient nim 3 4", "expected GAME and no more, found '3 4'"),
        ("check nim n 7 --to 5", "expected GAME GUESS and no more, found '7'"),
        ("atlas 0.77", "expected options and no more, found '0.77'"),
    ],
)
def test_words_too_many(words: str, said: str) -> None:
    """This was click's own `Got unexpected extra argument`, which says nothing of what would do."""
    done = grundy(*words.split())
    assert (done.status, done.out) == (2, "")
    assert f"Error: {said}" in done.err


def test_short_words_need_less_in_common() -> None:
    """Of up to three letters, one may be another and one may lack; of more, two thirds of both must be alike."""
    names = ["--json", "--help"]
    assert (nearest("--jsx", names), nearest("--jsxx", names)) == (["--json"], [])
