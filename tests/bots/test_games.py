"""Positions as games of OpenSpiel: its own checks and its own solvers are the judges."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits
from open_spiel.python.algorithms.get_all_states import get_all_states
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.observation import make_observation

import grundy
from grundy.contrib.openspiel import load_game
from grundy.games.catalogue import GAMES
from grundy.games.heaps import nim
from grundy.model.definition import value_by_definition

pytestmark = pytest.mark.bots
EXAMPLE = str(Path(__file__).parents[2] / "examples" / "take_or_halve.py")


@grundy.rule
def thirds(n: int) -> Iterator[Any]:
    """Take a counter, or cut a heap of 3 or more into three as equal as can be."""
    if n:
        yield n - 1
    if n >= 3:
        yield grundy.to(n // 3, (n + 1) // 3, (n + 2) // 3)


@grundy.rule(conventions=("normal",))
def boxes(n: int) -> Iterator[Any]:
    """A chain of n boxes: take the last one and move on, or give up the chain below the middle."""
    if n:
        yield grundy.again(n - 1, box=n)
        yield grundy.to(n // 2, cut=n)


@grundy.rule(conventions=("normal",))
def entailing(n: int) -> Iterator[Any]:
    """Split a stack in two smaller ones of different sizes, or take its top coin, which has to be answered there."""
    yield from (grundy.to(k, n - k, split=k) for k in range(1, (n + 1) // 2))
    if n:
        yield grundy.answer(n - 1, top=n)


PLAYED: dict[str, tuple[grundy.Position | str, bool]] = {
    f"{position}{' misère' * misere}": (position, misere)
    for position in (
        "nim(2 3 4)",
        "take-away:1,2,3 3 5",
        "kayles 4 5",
        "grundys-game 7 6",
        "cram 3x3",
        "chomp 3x3",
        "notakto 3x3",
        "wythoff 4 5",
        "sequential-nim 2 3 2",
        "rectangle 011/110/011",
        "node-kayles a-b-c-d-e-a",
        "arc-kayles grid:2x3",
        "hackenbush 0-a-b, a-c-a, a-a",
        "poset a<b<c, a<d",
        'graph {"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["a", "c"], ["b", "c"]], "tokens": ["a", "a"]}',
        "nim(2) + rectangle(11/01) + kayles(2)",
        grundy.parse(f"{EXAMPLE}(4 2)", files=grundy.FILES),
        thirds(5, 3),
    )
    for misere in (False, True)
}
PLAYED |= {str(position): (position, False) for position in (boxes(4, 3), entailing(5, 2), "euclid 13 5", "nim 0")}


@pytest.mark.parametrize("name", PLAYED)
def test_openspiels_checks_pass(name: str) -> None:
    position, misere = PLAYED[name]
    own = isinstance(position, grundy.Position)
    pyspiel.random_sim_test(load_game(position, misere), num_sims=5, serialize=not own, verbose=False)


def states_of(game: Any) -> dict[str, Any]:
    """All states of a game, one for each text."""
    return get_all_states(game, -1, True, False, to_string=str, stop_if_encountered=True)  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", PLAYED)
def test_alpha_beta_agrees_in_every_state(name: str) -> None:
    position, misere = PLAYED[name]
    game = load_game(position, misere)
    longest = widest = 0
    for state in states_of(game).values():
        longest = max(longest, len(state.history()))
        widest = max(widest, len(state.legal_actions()))
        if state.turn().must is not None:  # grundy names a winner where a player may move anywhere
            continue
        mover = int(str(state)[1])
        value, _ = alpha_beta_search(game, state, maximizing_player_id=mover)
        assert (value == 1.0) == (grundy.solve(state.position(), misere=misere).winner == "first"), state
    assert longest <= game.max_game_length() and widest <= game.num_distinct_actions()


@settings(max_examples=examples(40))
@given(
    st.dictionaries(st.integers(1, 5), st.lists(st.lists(st.integers(0, 4), max_size=2), max_size=3)),
    st.lists(st.integers(0, 5), min_size=1, max_size=2),
    st.booleans(),
)
def test_alpha_beta_agrees_on_random_rules(table: dict[int, list[list[int]]], heaps: list[int], misere: bool) -> None:
    @grundy.rule
    def random(n: int) -> Iterator[Any]:
        yield from (grundy.to(*parts) for parts in table.get(n, []) if max(parts, default=0) < n)

    position = random(*heaps)
    value, _ = alpha_beta_search(load_game(position, misere), maximizing_player_id=0)
    assert (value == 1.0) == (grundy.solve(position, misere=misere).winner == "first")


@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_openspiels_nim(misere: bool) -> None:
    """The same states, turns and values as those of the Nim that OpenSpiel brings, whose states are solved by it."""
    theirs = pyspiel.load_game("nim", {"pile_sizes": "2;3;4", "is_misere": misere})
    states = states_of(theirs)
    ours = states_of(load_game("nim 2 3 4", misere))
    assert {text.replace("nim(", "").removesuffix(")") for text in ours} == set(states)
    for text, state in states.items():
        if not state.is_terminal():
            value, _ = alpha_beta_search(theirs, state)
            solution = grundy.solve(grundy.parse(f"nim {text[5:]}"), misere=misere)
            assert (value == 1.0) == (solution.winner == "first"), text


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_the_catalogue_is_a_game(name: str) -> None:
    """Each example is played to its end, within the bounds that were told."""
    spec, text = GAMES[name].example
    for misere in (False, True):
        if misere and any("misere" not in c.rule.conventions for c in grundy.parse(f"{spec}({text})").components):
            continue
        pyspiel.random_sim_test(load_game(f"{spec}({text})", misere), num_sims=2, serialize=True, verbose=False)


def test_a_state_says_what_grundy_says() -> None:
    game = load_game("nim 3 4 5")
    state = game.new_initial_state()
    assert str(state) == "(0): nim(3 4 5)"
    assert [state.action_to_string(n) for n in state.legal_actions()][:4] == [
        "take 1 from pile 1",
        "take 2 from pile 1",
        "take 3 from pile 1",
        "take 1 from pile 2",
    ]
    state.apply_action(state.string_to_action("take 2 from pile 1"))
    assert (str(state), state.current_player(), state.position()) == ("(1): nim(1 4 5)", 1, nim(1, 4, 5))
    assert state.observation_string(0) == str(state) and state.information_state_string() == "1"
    assert make_observation(game).string_from(state, 0) == str(state)
    kind = game.get_type()
    assert not kind.provides_observation_tensor and not kind.provides_information_state_tensor
    assert (game.num_distinct_actions(), game.max_game_length(), game.utility_sum()) == (12, 12, 0.0)
    with pytest.raises(ValueError, match="expected an action from 0 to 9"):
        state.apply_action(10)
    with pytest.raises(ValueError, match="expected an action from 0 to 9"):
        state.action_to_string(10)


def test_who_cannot_move_loses_or_in_misere_play_wins() -> None:
    for misere, returns in ((False, [1.0, -1.0]), (True, [-1.0, 1.0])):
        state = load_game("nim 1", misere).new_initial_state()
        assert state.returns() == [0.0, 0.0]
        state.apply_action(0)
        assert state.is_terminal() and state.current_player() == pyspiel.PlayerId.TERMINAL
        assert state.returns() == returns and state.legal_actions() == []


def test_the_registry_of_openspiel_has_it() -> None:
    by_dict = pyspiel.load_game("grundy", {"position": "nim(3 4 5)", "misere": True})
    by_text = pyspiel.load_game("grundy(position=nim 3 4 5,misere=True)")
    assert str(by_dict.new_initial_state()) == str(by_text.new_initial_state()) == "(0): nim(3 4 5)"
    assert str(pyspiel.load_game(str(by_dict))) == str(by_dict)
    assert pyspiel.load_game("grundy").max_game_length() == 12
    assert "grundy" in pyspiel.registered_names()


@pytest.mark.parametrize("name", [name for name, (position, _) in PLAYED.items() if isinstance(position, str)])
def test_a_state_survives_pickling(name: str) -> None:
    game = load_game(*PLAYED[name])
    state = game.new_initial_state()
    while not state.is_terminal():
        again = pickle.loads(pickle.dumps(state))
        assert (str(again), again.history()) == (str(state), state.history())
        assert again.legal_actions() == state.legal_actions()
        assert [again.action_to_string(n) for n in again.legal_actions()] == [
            state.action_to_string(n) for n in state.legal_actions()
        ]
        state.apply_action(state.legal_actions()[-1])
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_a_clone_is_a_state_of_its_own() -> None:
    state = load_game(thirds(4)).new_initial_state()
    clone = state.clone()
    clone.apply_action(0)
    assert (str(state), str(clone)) == ("(0): thirds(4)", "(1): thirds(3)")
    assert str(clone.clone()) == str(clone) and clone.clone().history() == [0]


def test_a_rule_without_a_name_is_not_written() -> None:
    game = load_game(thirds(4))
    for thing in (game, game.new_initial_state()):
        with pytest.raises(grundy.BadRule, match=r"thirds\(4\): its rule is a function of this process"):
            pickle.dumps(thing)
    with pytest.raises(grundy.BadRule, match="of a file, which no text names here"):
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, game.new_initial_state()))

    @grundy.rule
    def nim(n: int) -> Iterator[Any]:
        yield from range(max(0, n - 2), n)

    with pytest.raises(grundy.BadRule, match="its rule is a function"):  # and is not taken for another of its name
        pickle.dumps(load_game(nim(4)))


def test_what_is_refused_is_told_by_grundy() -> None:
    with pytest.raises(grundy.BadText, match="<position>:1:7: expected a pile size"):
        load_game("nim 3 x")
    with pytest.raises(grundy.BadText, match="expected a game and a position"):
        load_game("")
    with pytest.raises(TypeError, match="expected a Position or its text, found 5"):
        load_game(5)  # type: ignore[arg-type]
    with pytest.raises(grundy.BadText, match="did you mean"):
        pyspiel.load_game("grundy", {"position": "nimm(3)"})
    with pytest.raises(grundy.BadRule, match="expected a play it is valid for"):
        load_game(boxes(3), misere=True)
    with pytest.raises(grundy.BadText, match="cycle"):
        load_game('graph {"nodes": [1, 2], "edges": [[1, 2], [2, 1]], "tokens": [1]}')
    with pytest.raises(grundy.OutOfReach, match="up to 200,000 moves in one position; up to 100,000 are listed"):
        load_game("nim 200000")

    @grundy.rule
    def round_and_round(n: int) -> Iterator[Any]:
        yield (n + 1) % 3

    with pytest.raises(grundy.BadRule, match="expected play that ends, found the cycle"):
        load_game(round_and_round(0))


def test_bounds_that_nobody_knows_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "contrib", MOST_LOOKED_AT=1000)
    with pytest.raises(grundy.OutOfReach, match=r"bounds of your own \(longest, widest\)"):
        load_game("staircase-nim 100 100")
    game = load_game("staircase-nim 100 100", longest=300, widest=200)
    assert (game.max_game_length(), game.num_distinct_actions()) == (300, 200)
    assert pickle.loads(pickle.dumps(game)).max_game_length() == 300
    state = load_game("nim 3", longest=1, widest=5).new_initial_state()
    state.apply_action(0)
    with pytest.raises(grundy.BadRule, match="expected at most 5 moves in a position and 1 in a game"):
        state.apply_action(0)


def test_sentences_of_a_state_differ() -> None:
    """OpenSpiel finds an action by its text."""
    state = load_game("nim(1 1) + nim(1) + kayles(3)").new_initial_state()
    texts = [state.action_to_string(n) for n in state.legal_actions()]
    assert len(set(texts)) == len(texts)


def test_the_definition_knows_the_rules_of_this_page() -> None:
    assert value_by_definition(thirds(5, 3)) == grundy.solve(thirds(5, 3)).nim_value


def test_openspiel_waits_until_it_is_asked_for() -> None:
    code = "import sys, grundy; assert 'pyspiel' not in sys.modules; sys.modules['pyspiel'] = None; {}"
    done = subprocess.run(
        [sys.executable, "-c", code.format("import grundy.contrib.openspiel")], capture_output=True, encoding="utf-8"
    )
    assert "needs OpenSpiel, which is not installed: pip install open_spiel" in done.stderr.splitlines()[-1]
