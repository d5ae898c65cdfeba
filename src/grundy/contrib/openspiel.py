"""Positions as games of OpenSpiel, and a bot that plays them perfectly. Needs the extra `bots`.

Importing this module makes `pyspiel.load_game("grundy", {"position": "nim(3 4 5)", "misere": False})` known. The
classes below are those that OpenSpiel asks for: it calls back into subclasses of its own.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from random import Random
from typing import Any, Literal
from urllib.parse import quote, unquote

try:
    import pyspiel
except ModuleNotFoundError as problem:
    needs = "grundy.contrib.openspiel needs OpenSpiel, which is not installed: pip install open_spiel"
    raise ModuleNotFoundError(needs, name=problem.name) from problem

from grundy.api.answers import bounded_by
from grundy.api.turns import MOST_CHOICES, Turn, TurnChoice, choice_of, choices, hardest, moves_that_win, options_of
from grundy.contrib.bounds import Bounds, bounds_of
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.errors import BadRule, BadText, OutOfReach
from grundy.games.heaps import nim
from grundy.model.convention import Convention
from grundy.model.definition import check_convention
from grundy.model.option import Option
from grundy.model.rule import Part, Position
from grundy.notation.expression import parse

LONGEST = 2**31 - 1  # OpenSpiel counts moves in 32 bits
SPLITS = frozenset("(),=\n")  # what OpenSpiel would take for its own in the text of a game

DEFAULT = "nim(3 4 5)"
OWN = "{}: its rule is a function of this process or of a file, which no text names here; load_game takes the position"
Pick = Literal["any", "first"]

_TYPE = pyspiel.GameType(
    short_name="grundy",
    long_name="An impartial game of grundy",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,  # positions of grundy have no common shape
    parameter_specification={
        "position": DEFAULT,
        "quoted": "",  # instead of position: the same with %28 for "(" and so on
        "misere": False,
        "longest": 0,  # 0: found
        "widest": 0,
        "own": False,  # the rule is a Python function, which no text names: a text of OpenSpiel's opens no file
    },
)


def load_game(
    position: Position | str, misere: bool = False, longest: int | None = None, widest: int | None = None
) -> GrundyGame:
    """A position as a game of OpenSpiel, in which the first player is 0.

    Args:    position: of any rule, or its text as `grundy.parse` reads it.
             misere: whoever cannot move wins, instead of losing.
             longest, widest: the most moves until nobody can move, and the most to choose from in one position, where
             they are not found; a game that breaks them ends with BadRule.
    Returns: a `pyspiel.Game`. Action n of a state is the n-th move, from 0, in the order of the parts and of their
             rules; that of a Position whose text cannot be read back is neither pickled nor serialized.
    Raises:  BadText: no position; BadRule: a play that the rule is not valid for, or that need not end;
             OutOfReach: more moves than are listed, or bounds that nobody knows.

    >>> game = load_game("nim(3 4 5)")
    >>> state = game.new_initial_state()
    >>> state.action_to_string(state.legal_actions()[1])
    'take 2 from pile 1'
    >>> state.apply_action(1)
    >>> print(state)
    (1): nim(1 4 5)
    """
    told = {name: number for name, number in (("longest", longest), ("widest", widest)) if number is not None}
    if isinstance(position, str):
        return GrundyGame({"position": position, "misere": misere, **told})
    if not isinstance(position, Position):
        raise TypeError(f"expected a Position or its text, found {position!r}")
    text = str(position)
    return GrundyGame({"position": text, "misere": misere, **told}, position)


def perfect_bot(seed: int = 0, pick: Pick = "any", seconds: float | None = None) -> PerfectBot:
    """A bot that wins whatever can be won, at either seat of any game of this module, and of the `nim` of OpenSpiel.

    Args:    seed: of its choices.
             pick: any of the moves that win, each as likely as another, or the first of them. Where none wins, it makes
             a move after which the fewest moves of the other player win, of those that it tries within a second.
             seconds: for one answer; without it a large board may take for ever.
    Returns: a `pyspiel.Bot`, whose steps raise OutOfReach where a position is too large to be solved, or not solved
             in time, and BadRule where the state is one of another game.

    >>> state = load_game("nim(3 4 5)").new_initial_state()
    >>> state.action_to_string(perfect_bot().step(state))
    'take 2 from pile 1'
    """
    return PerfectBot(seed, pick, seconds)


class _Place:
    """A turn, whose it is, and its moves, listed once. It never changes, so that clones of a state share it.

    OpenSpiel copies and pickles what a state holds. A copy is the same place; pickled, it is no place at all, and the
    state finds its own again from its history.
    """

    def __init__(self, turn: Turn | None = None, mover: int = 0) -> None:
        self.turn = turn
        self.mover = mover

    def __deepcopy__(self, memo: Any) -> _Place:
        return self

    def __reduce__(self) -> tuple[type[_Place], tuple[()]]:
        return _Place, ()

    @cached_property
    def options(self) -> list[tuple[Part, Option]]:
        assert self.turn is not None
        return options_of(self.turn)

    @cached_property
    def listed(self) -> list[TurnChoice]:
        assert self.turn is not None
        return [choice_of(self.turn, part, option) for part, option in self.options]

    @cached_property
    def sentences(self) -> list[str]:
        """What each move is called; labels are added where two would be called the same."""
        plain = [choice.move.sentence() for choice in self.listed]
        often = Counter(plain)
        return [
            sentence if often[sentence] == 1 else f"{sentence} ({choice.move})"
            for sentence, choice in zip(plain, self.listed, strict=True)
        ]

    def known(self, action: int) -> int:
        """The action, if it is one of this place."""
        if not 0 <= action < len(self.options):
            raise ValueError(f"expected an action from 0 to {len(self.options) - 1} in {self}, found {action}")
        return action

    def after(self, action: int) -> _Place:
        assert self.turn is not None
        choice = choice_of(self.turn, *self.options[self.known(action)])
        return _Place(choice.after, self.mover if choice.next == "again" else 1 - self.mover)

    def __str__(self) -> str:
        assert self.turn is not None
        text = f"({self.mover}): {self.turn.position}"
        if self.turn.must is None:
            return text
        where = ", ".join(f"component {component}, place {place}" for component, place in sorted(self.turn.must))
        return f"{text}, to be answered in {where or 'what is gone'}"


class GrundyGame(pyspiel.Game):  # type: ignore[misc]
    """What `load_game` makes."""

    def __init__(self, params: dict[str, Any] | None = None, position: Position | None = None) -> None:
        given = params or {}
        if given.get("own"):
            raise BadRule(OWN.format(given.get("position") or unquote(given["quoted"])))
        text = unquote(given.get("quoted") or "") or given.get("position", DEFAULT)
        misere = bool(given.get("misere", False))
        play: Convention = "misere" if misere else "normal"
        self.position = parse(text, "<position>") if position is None else position
        check_convention(self.position, play)
        told = {name: given[name] for name in ("longest", "widest") if given.get(name)}
        self.bounds = _bounds(self.position, told)
        self.own = position is not None and not _reads_back(position)
        self.first = _Place(Turn(self.position, play))
        name = "quoted" if SPLITS & set(text) else "position"
        shown = {name: quote(text, safe=" /:+;[]{}<>|.#") if name == "quoted" else text, "misere": misere, **told}
        info = pyspiel.GameInfo(
            num_distinct_actions=self.bounds.widest,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.bounds.longest,
        )
        super().__init__(_TYPE, info, shown | {"own": True} if self.own else shown)

    def __getstate__(self) -> Any:
        if self.own:
            raise BadRule(OWN.format(self.position))
        return super().__getstate__()

    def new_initial_state(self) -> GrundyState:
        return GrundyState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if params:
            raise ValueError(f"expected no parameters of an observer, found {params}")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer()
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class GrundyState(pyspiel.State):  # type: ignore[misc]
    """A state of such a game; `str` says whose turn it is and the position, in grundy's notation."""

    def __init__(self, game: GrundyGame) -> None:
        super().__init__(game)
        self._place = game.first

    def __getstate__(self) -> Any:
        self.get_game().__getstate__()  # refuses
        return super().__getstate__()

    @property
    def place(self) -> _Place:
        if self._place.turn is None:
            place = self.get_game().first
            for action in self.history():
                place = place.after(action)
            self._place = place
        return self._place

    def turn(self) -> Turn:
        """The position, the play, and where the mover has to answer, if anywhere."""
        turn = self.place.turn
        assert turn is not None
        return turn

    def position(self) -> Position:
        """The position, a key for all that does not depend on the player: `(position, turn().must)` in full."""
        return self.turn().position

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.place.mover

    def is_terminal(self) -> bool:
        return not self.place.options

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.place.options)))

    def _apply_action(self, action: int) -> None:
        after = self.place.after(action)
        bounds = self.get_game().bounds
        if len(after.options) > bounds.widest or self.move_number() >= bounds.longest:
            raise BadRule(
                f"{after}: expected at most {bounds.widest:,} moves in a position and {bounds.longest:,} in a game, "
                f"found {len(after.options):,} after {self.move_number() + 1:,}"
            )
        self._place = after

    def _action_to_string(self, player: int, action: int) -> str:
        return self.place.sentences[self.place.known(action)]

    def returns(self) -> list[float]:
        place = self.place
        if place.options:
            return [0.0, 0.0]
        won = place.mover if self.turn().convention == "misere" else 1 - place.mover
        return [1.0, -1.0] if won == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return str(self.place)


class _Observer:
    """Sees the whole state, as text alone."""

    tensor = None
    dict: dict[str, Any] = {}  # noqa: RUF012  # OpenSpiel's name; nothing is ever put in

    def set_from(self, state: GrundyState, player: int) -> None:
        pass

    def string_from(self, state: GrundyState, player: int) -> str:
        return str(state)


class PerfectBot(pyspiel.Bot):  # type: ignore[misc]
    """What `perfect_bot` makes. Its choice depends on the seed, on how many games it began and on the state alone."""

    def __init__(self, seed: int, pick: Pick, seconds: float | None) -> None:
        super().__init__()
        if pick not in ("any", "first"):
            raise ValueError(f"expected 'any' or 'first' as pick, found {pick!r}")
        self._seed, self._pick = seed, pick
        self._games = 0
        self._way = DEFAULT_OPTIONS if seconds is None else bounded_by(seconds)

    def restart(self) -> None:
        self._games += 1

    def restart_at(self, state: pyspiel.State) -> None:
        self._games += 1

    def inform_action(self, state: pyspiel.State, player: int, action: int) -> None:
        """Nothing is kept of a game: each state is asked about anew."""

    def provides_policy(self) -> bool:
        return True

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """The probability of each action."""
        good = self._chosen(state)
        likely = dict.fromkeys(good, 1.0 / len(good)) if good else {}
        return [(action, likely.get(action, 0.0)) for action in state.legal_actions()]

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        policy = self.get_policy(state)
        good = [action for action, likely in policy if likely]
        return policy, self._random(state).choice(good) if good else pyspiel.INVALID_ACTION

    def step(self, state: pyspiel.State) -> int:
        return self.step_with_policy(state)[1]

    def _chosen(self, state: pyspiel.State) -> list[int]:
        """The actions that the bot chooses from, each as likely as another."""
        if state.is_terminal():
            return []
        turn, actions = _seen(state)
        listed = list(actions)
        _, good = moves_that_win(turn, listed, self._way)
        if not good:
            good = [hardest(listed, self._random(state), self._way)]
        return sorted(map(actions.__getitem__, good))[: None if self._pick == "any" else 1]

    def _random(self, state: pyspiel.State) -> Random:
        return Random(f"{self._seed} {self._games} {state.history()}")


def _seen(state: pyspiel.State) -> tuple[Turn, dict[TurnChoice, int]]:
    """The turn of a state, and the number of each of its moves as an action."""
    if isinstance(state, GrundyState):
        return state.turn(), {choice: number for number, choice in enumerate(state.place.listed)}
    game = state.get_game()
    if game.get_type().short_name != "nim":
        raise BadRule(f"expected a state of a game that load_game made, or of nim, found one of {game}")
    piles = [int(size) for size in str(state).partition(":")[2].split()]  # as "(0): 3 4 5"
    turn = Turn(nim(*piles), "misere" if game.get_parameters().get("is_misere", True) else "normal")
    numbers = {}
    for choice in choices(turn):
        move = choice.move.as_dict()
        numbers[choice] = (move["take"] - 1) * len(piles) + move["pile"] - 1
    return turn, numbers


def _bounds(position: Position, told: dict[str, Any]) -> Bounds:
    """How long and how wide a game is, as it was told or as it is found."""
    for name, number in told.items():
        if type(number) is not int or number < 0:
            raise ValueError(f"expected {name} to be a number of moves, found {number!r}")
    bounds = Bounds(**told) if len(told) == 2 else bounds_of(position)
    bounds = Bounds(told.get("longest", bounds.longest), told.get("widest", bounds.widest))
    if bounds.widest > MOST_CHOICES:
        raise OutOfReach(f"up to {bounds.widest:,} moves in one position; up to {MOST_CHOICES:,} are listed")
    if bounds.longest > LONGEST:
        raise OutOfReach(f"games of up to {bounds.longest:,} moves; OpenSpiel counts up to {LONGEST:,}")
    return bounds


def _reads_back(position: Position) -> bool:
    try:
        return parse(str(position)) == position
    except BadText:
        return False


pyspiel.register_game(_TYPE, GrundyGame)
