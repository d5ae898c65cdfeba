"""Playing in the terminal: every game to its end, the words of a person, a perfect and a careless computer, files."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from command import Done, grundy
from waiting import PATIENCE

from grundy import parse, solve
from grundy.api.play import open_match
from grundy.api.turns import Turn, TurnChoice, best, choices, chosen, find, options_of
from grundy.errors import OutOfReach, StoreError
from grundy.games.catalogue import GAMES
from grundy.model.option import again, answer, to
from grundy.model.rule import rule
from grundy.model.space import HEAP
from grundy.show.text import board_lines

ROOT = Path(__file__).parents[2]


def run(*arguments: str, typed: str = "") -> Done:
    return grundy("play", *arguments, stdin=typed.encode())


def played(turn: Turn, perfect: int, random: Random) -> int:
    """Who wins: the perfect player moves as number 0 or 1, the other at random."""
    mover = 0
    while listed := choices(turn):
        choice = best(turn, listed, random) if mover == perfect else random.choice(listed)
        mover = 1 - mover if choice.next != "again" else mover
        turn = choice.after
    return mover if turn.convention == "misere" else 1 - mover


@pytest.mark.parametrize("name", GAMES)
def test_a_perfect_player_wins_every_game_that_can_be_won(name: str) -> None:
    spec, text = GAMES[name].example
    position = parse(f"{spec}({text})")
    first = solve(position).winner == "first"
    for seed in range(3):
        assert played(Turn(position), 0 if first else 1, Random(seed)) == (0 if first else 1)


@pytest.mark.parametrize("text", ["nim(1 1 2)", "nim(1 1 1)", "kayles(5) + nim(2)", "take-away:1,3(4 4 5)"])
def test_a_perfect_player_wins_misere_play_too(text: str) -> None:
    first = solve(parse(text), misere=True).winner == "first"
    for seed in range(3):
        assert played(Turn(parse(text), "misere"), 0 if first else 1, Random(seed)) == (0 if first else 1)


@pytest.mark.parametrize("name", GAMES)
def test_every_position_on_the_way_reads_back(name: str) -> None:
    turn, random = Turn(parse("{}({})".format(*GAMES[name].example))), Random(1)
    while listed := choices(turn):
        turn = random.choice(listed).after
        assert parse(str(turn.position)) == turn.position


@rule(space=HEAP)
def keep(n: int):  # type: ignore[no-untyped-def]
    """Take 1 and move again, or take 2; or leave 1, where the other must answer."""
    if n >= 1:
        yield again(n - 1, take=1)
    if n >= 2:
        yield to(n - 2, take=2)
    if n >= 3:
        yield answer(1, force=1)


def test_a_move_may_keep_the_turn_or_say_where_the_answer_is() -> None:
    listed = choices(Turn(keep(4, 1)))
    assert [choice.next for choice in listed] == ["again", "opponent", "answer", "again"]
    forced = listed[2].after
    assert forced.must == {(1, 1)} and str(forced.position).endswith("(1 1)")
    assert {choice.part.place for choice in choices(forced)} == {1}


def test_too_many_moves_are_refused() -> None:
    with pytest.raises(OutOfReach, match="100,000 moves"):
        choices(Turn(parse("nim(100001)")))
    assert len(options_of(Turn(parse("nim(100000)")))) == 100_000
    done = run("nim", "100001")
    assert done.status == 2 and "100,000 moves" in done.err


def test_a_blunderer_errs_at_its_rate() -> None:
    turn = Turn(parse("nim(3 4 5)"))
    listed = choices(turn)
    random = Random(5)
    wins = sum(str(chosen(turn, listed, random, 0.25).move) == "pile 1, take 2" for _ in range(400))
    assert 260 < wins < 340  # 300 expected; five standard deviations are 43
    assert all(str(chosen(turn, listed, random, 1.0).move) != "pile 1, take 2" for _ in range(50))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("3", ["pile 1, take 3"]),
        ("0", []),
        ("13", []),
        ("99999999999999999999", []),
        ("take 2 from pile 3", ["pile 3, take 2"]),
        ("TAKE  2 from Pile 3", ["pile 3, take 2"]),
        ("pile 3, take 2", ["pile 3, take 2"]),
        ("3 2", ["pile 3, take 2"]),
        ("take 5", ["pile 3, take 5"]),
        ("pile 1", ["pile 1, take 1", "pile 1, take 2", "pile 1, take 3"]),
        ("nonsense", []),
        (",", []),
    ],
)
def test_what_a_person_means(typed: str, meant: list[str]) -> None:
    listed = choices(Turn(parse("nim(3 4 5)")))
    assert [str(choice.move) for choice in find(typed, listed)] == meant


def test_a_game_is_played_and_won() -> None:
    done = run("nim", "1", "2", "--seed", "1", typed="take 1 from pile 2\n2\n1\n")
    assert done.status == 0 and "you win!" in done.out and "gave the win away" not in done.out


def test_a_game_is_lost_and_the_slip_is_named() -> None:
    done = run("nim", "1", "2", "--seed", "1", typed="take 2 from pile 2\n")
    assert "the computer wins." in done.out
    assert "Your move 1, take 2 from pile 2, gave the win away." in done.out


def test_misere_play_ends_the_other_way() -> None:
    assert "the computer wins." in run("nim", "1", "--misere", typed="1\n").out
    assert "you win!" in run("nim", "1", "--misere", "--starts", "computer").out


def test_hint_and_why_are_answered() -> None:
    out = run("nim", "3", "4", "5", typed="hint\nwhy\nquit\n").out
    assert "  take 2 from pile 1 (no other move wins)" in out
    assert "  XOR                2   010" in out
    assert "no move wins" in run("nim", "3", "3", typed="hint\n").out


def test_two_people_play() -> None:
    out = run("nim", "1", "1", "--two-players", typed="1\n1\n").out
    assert "Player 1: 1" in out and "Player 2: 1" in out and "Player 1 cannot move: player 2 wins." in out


def test_a_draw_is_kept_where_play_may_go_round() -> None:
    graph = '{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "a"], ["a", "c"]], "tokens": ["b"]}'
    assert "keeps the draw" in run("graph", graph.replace('["a", "c"]', '["c", "c"]'), "--loopy", typed="hint\n").out


def test_a_sum_is_played() -> None:
    out = run("kayles(3) + nim(2)", "--seed", "3", typed="2 2\nhint\n").out
    assert "component 1: kayles" in out and "a sum: whoever cannot move loses." in out


def test_without_a_position_a_game_begins_with_its_example() -> None:
    assert "  pile 3  ●●●●●" in run("nim").out
    assert "expected a POSITION" in run("examples/take_or_halve.py").err


def test_a_rule_of_ones_own_is_played() -> None:
    out = run("examples/take_or_halve.py", "4", typed="1\nquit\n").out
    assert "The computer:" in out


def test_the_end_of_a_game_is_not_the_end() -> None:
    out = run("nim", "1", "--seed", "1", typed="1\nhint\nundo\n1\nagain\n1\nboard\nquit\n").out
    assert out.count("  1 take 1 from pile 1") == 3 and out.count("you win!") == 3
    assert "expected 'undo', 'again', 'board', 'save FILE', 'load FILE' or Enter, found 'hint'" in out
    out = run("nim", "1", "--two-players", typed="1\nundo\n1\n").out
    assert out.count("Player 2 cannot move: player 1 wins.") == 2
    assert run("nim", "0", typed="undo\n").out.count("there is no move of yours to take back") == 1


def test_a_file_has_a_name() -> None:
    out = run("nim", "3", typed="save\nload\n").out
    assert "as in 'save game.json'" in out and "as in 'load game.json'" in out


def test_what_is_told_while_playing_names_no_option_of_other_commands() -> None:
    out = run("nim", *"11111", typed="why\n").out
    assert "'moves' lists all moves" in out and "--" not in out
    out = run("rectangle", "/".join(["1" * 10] * 5), typed="hint\nwhy\n").out
    assert out.count("up to 36 are searched") == 2 and "--" not in out


def test_one_winning_move_of_a_board_beyond_a_search_is_a_hint() -> None:
    """A domino in the middle, and then each move's mirror image; whether others win too, nobody knows."""
    assert "\nYour move: hint\n  cover (5, 4) and (5, 5) (others may win, too)\n" in (
        run("cram", "9x8", typed="hint\nquit\n").out
    )


def test_undo_takes_back_both_moves() -> None:
    out = run("nim", "3", "4", typed="1\nundo\nundo\nquit\n").out
    assert out.count("  pile 1  ●●●\n  pile 2  ●●●●\n") == 2
    assert "there is no move of yours to take back" in out


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    out = run("nim", "3", "4", "5", "--seed", "1", typed=f"1 2\nsave {file}\nload {file}\nboard\n").out
    assert f"{file}: saved after 2 moves" in out
    match = open_match(file)
    assert str(match.moves_made[0]) == "pile 1, take 2" and len(match.turns) == 3
    assert "Your move" in run("--load", str(file)).out


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"moves": ["pile 9, take 1"]},
        {"moves": [1]},
        {"blunder": "often"},
        {"play": "chess"},
        {"game": "nimm"},
        {"position": "3 x"},
    ],
    ids=str,
)
def test_a_file_that_is_no_game_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    file = tmp_path / "game.json"
    run("nim", "3", "4", "5", typed=f"save {file}\n")
    file.write_text(json.dumps(json.loads(file.read_text()) | {"format": "grundy play 1"} | change))  # without a digest
    with pytest.raises((StoreError, ValueError)) as told:
        open_match(file)
    assert str(file) in str(told.value) or "nimm" in str(told.value)
    assert "Your move" in run("nim", "1", typed=f"load {file}\n").out  # the game that is played goes on


def test_wrong_arguments_are_told() -> None:
    assert run("nim", "3", "x").places() == ["<argument>:1:3"]
    for wrong in (["--misere", "--loopy", "nim", "1"], ["nim", "1", "--load", "x"], ["nim", "1", "--blunder", "2"], []):
        assert run(*wrong).status == 2, wrong


@pytest.mark.parametrize("plain", [False, True])
def test_it_can_be_played_on_a_terminal(tmp_path: Path, plain: bool) -> None:
    """A pseudo-terminal: prompts, colours unless NO_COLOR is set, editing; Enter leaves the game."""
    main, child = pty.openpty()
    program = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); sys.argv = ['grundy', 'play', 'nim', '1', '2']"
    command = [sys.executable, "-c", f"{program}\nfrom grundy.cli.main import main\nmain()"]
    environment = os.environ | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1" if plain else ""}
    process = subprocess.Popen(command, stdin=child, stdout=child, stderr=child, env=environment, cwd=tmp_path)
    os.close(child)
    seen = b""

    def wait_for(text: bytes) -> None:
        nonlocal seen
        while text not in seen:
            assert select.select([main], [], [], PATIENCE)[0], seen.decode()
            seen += os.read(main, 4096)

    wait_for(b"Your move: ")
    os.write(main, b"take 9\x7f1 from pile 2\n")
    wait_for(b"The computer")
    wait_for(b"Your move: ")
    os.write(main, b"1\n")
    wait_for(b"you win!")
    wait_for(b"leave: ")
    os.write(main, b"\n")
    assert process.wait(PATIENCE) == 0
    os.close(main)
    assert (b"\x1b[32m\x1b[1m" in seen) == (not plain)  # the winner's line is green


@pytest.mark.parametrize(("key", "status"), [(b"\x03", 130), (b"\x04", 0)], ids=["Ctrl-C", "Ctrl-D"])
def test_ctrl_c_and_ctrl_d_leave_the_game(tmp_path: Path, key: bytes, status: int) -> None:
    main, child = pty.openpty()
    command = [sys.executable, "-m", "grundy", "play", "nim", "1", "2"]
    environment = os.environ | {"TERM": "xterm", "PYTHONPATH": str(ROOT / "src")}

    def with_terminal() -> None:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that keys are signals

    process = subprocess.Popen(
        command, stdin=child, stdout=child, stderr=child, env=environment, cwd=tmp_path, preexec_fn=with_terminal
    )
    os.close(child)
    seen = b""
    while b"Your move: " not in seen:
        assert select.select([main], [], [], PATIENCE)[0], seen
        seen += os.read(main, 4096)
    for _ in range(120):  # a signal that comes just before the line is read is seen with the next key
        os.write(main, key)
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.5)
            break
    assert process.wait(PATIENCE) == status
    left = os.read(main, 4096)
    os.close(main)
    assert b"Traceback" not in left and left.endswith(b"\n"), "the next prompt of the shell begins a line"


def test_a_choice_says_what_it_leaves() -> None:
    first: TurnChoice = choices(Turn(parse("kayles(3)")))[0]
    assert (first.left, str(first.after.position), first.move.sentence()) == (
        (1, 1),
        "kayles(1 1)",
        "take 1 from pile 1 and leave 1 and 1",
    )


def test_a_board_wider_than_the_screen_stands_in_pieces() -> None:
    position = parse("cram(................................./.................................)")
    whole = list(board_lines(position, plain=True))
    assert len(whole) == 4  # the columns, two rows, a line between
    pieces = list(board_lines(position, plain=True, width=50))
    assert all(len(line) <= 50 for line in pieces)
    blocks = "\n".join(pieces).strip("\n").split("\n\n")
    joined = [
        "".join(block.splitlines()[row][4:] for block in blocks) for row in range(3)
    ]  # four characters are the row's number
    assert joined == [line[4:] for line in whole[:3]]
    assert len(list(board_lines(position, width=3))) == 33 * 4


def test_help_is_all_that_may_be_typed() -> None:
    out = run("nim", "3", typed="help\nquit\n").out
    assert all(out.count(f"\n  {word}") == 1 for word in ("hint", "why", "undo", "save FILE")), out


def test_as_many_moves_as_fit_are_listed() -> None:
    few, many = run("nim", "24", typed="quit\n").out, run("nim", "25", typed="quit\n").out
    assert "24 take 24 from pile 1" in few and "'moves' lists them" not in few
    assert "25 moves; 'moves' lists them" in many
