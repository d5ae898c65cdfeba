"""The perfect bot: it wins what can be won against the bots of OpenSpiel, and its policy leaves nothing to exploit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.bots.uniform_random import UniformRandomBot

import grundy
from grundy.contrib.openspiel import load_game, perfect_bot

pytestmark = pytest.mark.bots


@grundy.rule
def halves(n: int) -> Iterator[Any]:
    """Take a counter, or leave half of an even heap."""
    if n:
        yield n - 1
    if n and n % 2 == 0:
        yield n // 2


@grundy.rule(conventions=("normal",))
def entailing(n: int) -> Iterator[Any]:
    """Split a stack in two smaller ones of different sizes, or take its top coin, which has to be answered there."""
    yield from (grundy.to(k, n - k, split=k) for k in range(1, (n + 1) // 2))
    if n:
        yield grundy.answer(n - 1, top=n)


PLAYED = [
    ("nim(3 4 5)", False),
    ("nim(3 4 7)", False),
    ("nim(3 4 5)", True),
    ("nim(1 1 1)", True),
    ("kayles 6 5 2", False),
    ("kayles 6 5 2", True),
    ("cram 4x4", False),
    ("cram 3x4", False),
    ("cram 3x4", True),
    ("node-kayles a-b-c-d-e-f-a", False),
    ("notakto 3x3", True),
    ("wythoff 4 6", False),
    ("rectangle(0110/0111) + nim(4)", False),
    (halves(12, 7), False),
    (halves(9, 6), True),
    (entailing(7, 4), False),
    (entailing(5, 2), False),
]


def winner(position: grundy.Position | str, misere: bool) -> int:
    """The seat that wins the game if it is played perfectly: 0 or 1."""
    read = grundy.parse(position) if isinstance(position, str) else position
    return 0 if grundy.solve(read, misere=misere).winner == "first" else 1


def seated(bot: Any, other: Any, seat: int) -> list[Any]:
    return [bot, other] if seat == 0 else [other, bot]


def tree_search(game: Any, seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(2, seed)
    return pyspiel.MCTSBot(game, evaluator, 1.4, 25, 50, True, seed, False)


@pytest.mark.parametrize(("position", "misere"), PLAYED)
def test_won_positions_are_won(position: Any, misere: bool) -> None:
    """Against chance and against tree search, from either seat; then against itself."""
    game, seat = load_game(position, misere), winner(position, misere)
    for seed in range(8):
        chance = UniformRandomBot(1 - seat, np.random.RandomState(seed))
        assert evaluate_bots(game.new_initial_state(), seated(perfect_bot(seed), chance, seat), np.random)[seat] == 1.0
        # pyspiel's loop: called from Python, the step of an MCTSBot on a Python game crashes (OpenSpiel 2.0.2)
        bots = seated(perfect_bot(seed), tree_search(game, seed), seat)
        assert pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[seat] == 1.0
    for pick in ("any", "first"):
        bots = [perfect_bot(1, pick), perfect_bot(2, pick)]
        assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)[seat] == 1.0


def test_from_a_lost_seat_it_wins_once_the_other_errs() -> None:
    """Which chance does soon."""
    game = load_game("nim(3 4 7)")
    won = 0
    for seed in range(20):
        other = UniformRandomBot(1, np.random.RandomState(seed))
        won += evaluate_bots(game.new_initial_state(), [perfect_bot(seed), other], np.random)[0] == 1.0
    assert won >= 18


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("piles", ["3;4;5", "1;2;3", "1;1;1", "2;2", "3;5;7"])
def test_it_plays_the_nim_of_openspiel(piles: str, misere: bool) -> None:
    game = pyspiel.load_game("nim", {"pile_sizes": piles, "is_misere": misere})
    seat = winner(f"nim {piles.replace(';', ' ')}", misere)
    for seed in range(10):
        bots = seated(perfect_bot(seed), tree_search(game, seed), seat)
        assert pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[seat] == 1.0


def test_misere_is_the_default_of_that_nim() -> None:
    state = pyspiel.load_game("nim(pile_sizes=1;1;2)").new_initial_state()
    action = perfect_bot().step(state)  # leaves 1 1 1, which is won in misère play and lost in normal play
    assert state.action_to_string(action) == "pile:3, take:1;"


@pytest.mark.parametrize(("position", "misere"), [("kayles 4", False), ("cram 2x3", True), ("nim(2 2)", False)])
def test_its_policy_cannot_be_exploited(position: str, misere: bool) -> None:
    """OpenSpiel's best response against it gains nothing: exploitability 0."""
    game, bot = load_game(position, misere), perfect_bot()
    table: dict[str, list[tuple[int, float]]] = {}
    open_states = [game.new_initial_state()]
    while open_states:
        state = open_states.pop()
        if not state.is_terminal():
            table[state.information_state_string()] = bot.get_policy(state)
            open_states += [state.child(action) for action in state.legal_actions()]
    assert pyspiel.exploitability(game, pyspiel.TabularPolicy(table)) == 0.0
    assert pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)) > 0.0


def test_its_policy_is_of_all_winning_moves_or_of_the_first() -> None:
    state = load_game("nim 3 3 3").new_initial_state()  # each pile may go
    takes_three = [n for n in state.legal_actions() if "take 3 " in state.action_to_string(n)]
    policy, action = perfect_bot().step_with_policy(state)
    assert {n: likely for n, likely in policy if likely} == dict.fromkeys(takes_three, 1 / 3)
    assert action in takes_three and sum(likely for _, likely in policy) == pytest.approx(1.0)
    bot = perfect_bot(pick="first")
    assert [n for n, likely in bot.get_policy(state) if likely] == [bot.step(state)] == takes_three[:1]
    assert perfect_bot(7).step(state) == perfect_bot(7).step(state.clone())
    assert {perfect_bot(seed).step(state) for seed in range(40)} == set(takes_three)


def test_a_lost_position_is_made_hard() -> None:
    """After its move as few moves win as after any."""
    state = load_game("nim(1 2 3)").new_initial_state()
    fewest = min(len(grundy.solve(state.child(n).position()).winning_moves) for n in state.legal_actions())
    chosen = state.child(perfect_bot().step(state))
    assert len(grundy.solve(chosen.position()).winning_moves) == fewest


def test_over_is_over() -> None:
    state = load_game("nim 1").new_initial_state()
    state.apply_action(0)
    assert perfect_bot().step_with_policy(state) == ([], pyspiel.INVALID_ACTION)


def test_what_the_bot_refuses_it_says() -> None:
    with pytest.raises(grundy.BadRule, match="found one of tic_tac_toe"):
        perfect_bot().step(pyspiel.load_game("tic_tac_toe").new_initial_state())
    with pytest.raises(ValueError, match="expected 'any' or 'first' as pick, found 'best'"):
        perfect_bot(pick="best")  # type: ignore[arg-type]
    state = load_game("cram 9x9").new_initial_state()
    with pytest.raises(grundy.OutOfReach, match="time"):
        pyspiel.evaluate_bots(state, [perfect_bot(seconds=0.3), perfect_bot()], 1)
