"""A shell completes the names of games and formats, by click's own protocol, and soon."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from command import SOURCES

from grundy.games.catalogue import GAMES
from grundy.judges import BY_NAME

PROGRAM = f"import sys; sys.path.insert(0, {SOURCES!r}); from grundy.cli.main import main; main()"


def completed(shell: str, *words: str, last: str = "") -> list[str]:
    """What grundy answers a shell that asks how the last word goes on; nothing heavy is loaded for it."""
    asked = {"COMP_WORDS": " ".join(words), "COMP_CWORD": last if shell == "fish" else str(len(words) - 1)}
    loaded = "import atexit; atexit.register(lambda: print(*{'numpy', 'numba'} & set(sys.modules), file=sys.stderr))"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {loaded}\n{PROGRAM}"],
        env=os.environ | asked | {"_GRUNDY_COMPLETE": f"{shell}_complete"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "\n")
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    "command", ["solve", "play", "table", "sequence", "check", "period", "prove", "games", "stress"]
)
def test_names_of_games(command: str) -> None:
    assert completed("bash", "grundy", command, "dawsons") == ["plain,dawsons-kayles", "plain,dawsons-chess"]


def test_every_game_and_format_is_completed() -> None:
    assert {line.removeprefix("plain,") for line in completed("bash", "grundy", "solve", "")} == set(GAMES)
    assert {line.removeprefix("plain,") for line in completed("bash", "grundy", "judge", "")} == set(BY_NAME)
    both = {line.removeprefix("plain,") for line in completed("bash", "grundy", "stress", "")}
    assert both == {*GAMES, *BY_NAME}


def test_zsh_and_fish_show_what_a_game_is() -> None:
    assert completed("zsh", "grundy", "solve", "kay") == ["plain", "kayles", GAMES["kayles"].summary]
    assert completed("fish", "grundy", "solve", "kay", last="kay") == [f"plain,kayles\t{GAMES['kayles'].summary}"]


def test_where_no_name_begins_so_it_is_a_file() -> None:
    for command in ("solve", "stress", "judge"):
        assert completed("bash", "grundy", command, "./exam") == ["file,./exam"]


def test_options_are_completed() -> None:
    assert completed("bash", "grundy", "table", "--ti") == ["plain,--time-limit"]
