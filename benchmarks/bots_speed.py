"""OpenSpiel beside grundy, in one run: its alpha-beta on its own Nim, and states of its Nim, of one written in Python
and of grundy's; needs the extra `bots`. CPU seconds, least of three; ratios above 1: OpenSpiel takes longer.

    python benchmarks/bots_speed.py [--smallest]

Answers must agree. The Nim in Python is the plainest that OpenSpiel's interface allows: piles, and who is to move.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from table_speed import options

if __name__ == "__main__":  # before what may not be installed
    GIVEN = options(__doc__, runs=0).parse_args()

import pyspiel
from open_spiel.python.algorithms.minimax import alpha_beta_search

import grundy
from grundy.contrib.openspiel import load_game, perfect_bot
from grundy.games.heaps import nim

PILES = ((2, 3, 4), (3, 4, 5), (3, 5, 7))
RUNS = 3


class PythonNim(pyspiel.Game):
    """Nim in normal play, in Python, like the games in open_spiel/python/games."""

    def __init__(self, piles: tuple[int, ...]) -> None:
        theirs = pyspiel.load_game("nim")
        info = pyspiel.GameInfo(
            num_distinct_actions=len(piles) * max(piles) + 1,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=sum(piles),
        )
        super().__init__(theirs.get_type(), info, {})
        self.piles = piles

    def new_initial_state(self) -> PythonNimState:
        return PythonNimState(self)


class PythonNimState(pyspiel.State):
    def __init__(self, game: PythonNim) -> None:
        super().__init__(game)
        self._piles = list(game.piles)
        self._mover = 0

    def current_player(self) -> int:
        return self._mover if any(self._piles) else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        return not any(self._piles)

    def _legal_actions(self, player: int) -> list[int]:
        piles = self._piles
        return sorted((take - 1) * len(piles) + i for i, n in enumerate(piles) for take in range(1, n + 1))

    def _apply_action(self, action: int) -> None:
        take, pile = divmod(action, len(self._piles))
        self._piles[pile] -= take + 1
        self._mover = 1 - self._mover

    def returns(self) -> list[float]:
        if any(self._piles):
            return [0.0, 0.0]
        return [-1.0, 1.0] if self._mover == 0 else [1.0, -1.0]


def least(work: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of the fastest of some runs, and what the last of them returned."""
    found = []
    for _ in range(RUNS):
        start = process_time()
        value = work()
        found.append(process_time() - start)
    return min(found), value


def moves_a_second(game: Any, copied: bool, seconds: float) -> float:
    """Moves a second of games played at random to their end; `copied`: each state is cloned before its move."""
    chance = random.Random(1)
    moves, start = 0, process_time()
    while process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if copied:
                state = state.clone()
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
    return moves / (process_time() - start)


def main(piles_of: Sequence[tuple[int, ...]], seconds: float) -> None:
    """Print both tables."""
    print(f"{'Nim':14}{'alpha-beta, s':>15}{'grundy, s':>12}{'bot, s':>12}{'ratio':>10}")
    for piles in piles_of:
        theirs = pyspiel.load_game("nim", {"pile_sizes": ";".join(map(str, piles)), "is_misere": False})
        slow, (value, _) = least(lambda game=theirs: alpha_beta_search(game))  # type: ignore[misc]
        fast, first = least(lambda at=piles: grundy.solve(nim(*at)).winner == "first")  # type: ignore[misc]
        state, bot = theirs.new_initial_state(), perfect_bot()
        step, _ = least(lambda bot=bot, state=state: bot.step(state))  # type: ignore[misc]
        assert first == (value == 1.0), piles
        print(f"{' '.join(map(str, piles)):14}{slow:15.3f}{fast:12.6f}{step:12.6f}{slow / fast:10.0f}")
    print(f"\n{'moves a second, Nim 3 5 7':30}{'played':>12}{'cloned':>12}")
    games = {
        "OpenSpiel's, C++": pyspiel.load_game("nim", {"pile_sizes": "3;5;7", "is_misere": False}),
        "plain one in Python": PythonNim((3, 5, 7)),
        "grundy's": load_game("nim(3 5 7)"),
        "grundy's, cram 4x4": load_game("cram 4x4"),
        "grundy's, kayles 7 9 11": load_game("kayles 7 9 11"),
    }
    for name, game in games.items():
        print(f"{name:30}{moves_a_second(game, False, seconds):12,.0f}{moves_a_second(game, True, seconds):12,.0f}")


if __name__ == "__main__":
    main(PILES[:1] if GIVEN.smallest else PILES, 0.05 if GIVEN.smallest else 1.0)
