"""A shell completes the names of games and formats, by click's own protocol, and soon."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import pytest
from command import SOURCES, grundy

from grundy.games.catalogue import GAMES
from grundy.judges import BY_NAME

PROGRAM = "from grundy.cli.main import main; main()"


def asked(shell: str, words: Sequence[str], last: str) -> dict[str, str]:
    """How a shell asks how the last word goes on."""
    place = last if shell == "fish" else str(len(words) - 1)
    return {"COMP_WORDS": " ".join(words), "COMP_CWORD": place, "_GRUNDY_COMPLETE": f"{shell}_complete"}


def completed(shell: str, *words: str, last: str = "") -> list[str]:
    """What grundy answers a shell."""
    with pytest.MonkeyPatch.context() as patch:
        for name, text in asked(shell, words, last).items():
            patch.setenv(name, text)
        done = grundy()
    assert (done.status, done.err) == (0, "")
    return done.out.splitlines()


def test_nothing_heavy_is_loaded_for_it() -> None:
    loaded = "import atexit; atexit.register(lambda: print(*{'numpy', 'numba'} & set(sys.modules), file=sys.stderr))"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {loaded}\n{PROGRAM}"],
        env=os.environ | {"PYTHONPATH": SOURCES} | asked("bash", ("grundy", "solve", "dawsons"), ""),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "\n")
    assert done.stdout.splitlines() == ["plain,dawsons-kayles", "plain,dawsons-chess"]


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
