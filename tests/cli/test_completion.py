"""A shell completes the names of games and formats, by click's own protocol, and soon."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import which

import click
import pytest
from command import SOURCES, grundy
from steps import Steps

from grundy import Stopped, list_runs, period
from grundy.cli.main import cli
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


# The shells themselves, those that are installed: their own code reads what grundy answers.
SHELLS = {
    "bash": """compopt() {{ :; }}; eval "$(_GRUNDY_COMPLETE=bash_source grundy)"
        COMP_WORDS=({line}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
        _grundy_completion grundy; printf '%s\\n' "${{COMPREPLY[@]}}" """,
    "zsh": """compdef() {{}}; compadd() {{ print -rl -- ${{(P)5}} }}; _describe() {{ print -rl -- ${{(P)3}} }}
        _path_files() {{ print -rl -- *(N) }}; eval "$(_GRUNDY_COMPLETE=zsh_source grundy)"
        words=({line}) CURRENT=$#words; _grundy_completion""",
    "fish": "_GRUNDY_COMPLETE=fish_source grundy | source; complete -C '{line}'",
}
BARE = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}
INSTALLED = [name for name in SHELLS if which(name)]


def offered(shell: str, line: str, folder: Path) -> list[str]:
    """What a shell offers for the last word of a line, in a folder."""
    program = folder / "programs" / "grundy"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -c '{PROGRAM}'\n", encoding="utf-8")
    program.chmod(0o755)
    home = {"PYTHONPATH": SOURCES, "HOME": str(folder), "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [shell, *BARE[shell], "-c", SHELLS[shell].format(line=line)],
        env=os.environ | home, cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("shell", INSTALLED)
def test_a_shell_offers_names_options_and_files(shell: str, tmp_path: Path) -> None:
    """fish cut what is said of a game at its first comma: 'Take a file and its neighbours'."""
    (tmp_path / "certificate.txt").touch()
    chess, kayles = (GAMES[f"dawsons-{name}"].summary for name in ("chess", "kayles"))
    shown = {
        "bash": {"dawsons-chess", "dawsons-kayles"},
        "zsh": {f"dawsons-chess:{chess}", f"dawsons-kayles:{kayles}"},
        "fish": {f"dawsons-chess\t{chess}", f"dawsons-kayles\t{kayles}"},
    }
    assert set(offered(shell, "grundy solve daws", tmp_path)) == shown[shell]
    (limit,) = offered(shell, "grundy table --time", tmp_path)
    assert limit.startswith("--time-limit") and (shell == "bash" or limit.endswith("say how to resume."))
    if shell != "bash":  # which is told to complete a file itself
        assert "certificate.txt" in offered(shell, "grundy verify cert", tmp_path)


def test_where_no_name_begins_so_it_is_a_file() -> None:
    for command in ("solve", "stress", "judge"):
        assert completed("bash", "grundy", command, "./exam") == ["file,./exam"]


def test_options_are_completed() -> None:
    assert completed("bash", "grundy", "table", "--ti") == ["plain,--time-limit"]


def every_parameter() -> Iterator[tuple[str, click.Parameter]]:
    with click.Context(cli) as ctx:
        for name in cli.list_commands(ctx):
            command = cli.get_command(ctx, name)
            assert command is not None
            yield from ((name, one) for one in command.params)


def test_every_file_is_completed() -> None:
    """What a command says is a FILE or a PROGRAM, a shell completes as one; `verify`, `guess` and others did not."""
    seen = 0
    for name, one in every_parameter():
        metavar = one.metavar or (one.name or "").upper()
        if isinstance(one, click.Option) and one.is_flag:
            continue
        if "FILE" in metavar or "PROGRAM" in metavar:
            seen += 1
            with click.Context(cli) as ctx:
                kinds = {item.type for item in one.shell_complete(ctx, "./exam")}
            assert kinds == {"file"}, (name, one.name)
    assert seen > 30


def test_runs_are_completed_with_what_they_do(tmp_path: Path) -> None:
    store = str(tmp_path / "runs.db")
    assert completed("bash", "grundy", "resume", "--store", store, "") == ["file,"]
    with Steps(each=1.0), pytest.raises(Stopped):
        period("octal:0.106", limit=10**9, time_limit=1, store=store)
    (run,) = list_runs(store)
    for words in (("resume", "--store", store), ("runs", "--store", store), ("runs", "--store", store, "--forget")):
        shown = completed("zsh", "grundy", *words, "")
        assert shown[:2] == ["plain", str(run.number)] and "octal:0.106" in shown[2], words
    (tmp_path / "other").write_text("not a store", encoding="utf-8")
    assert completed("bash", "grundy", "resume", "--store", str(tmp_path / "other"), "") == ["file,"]
