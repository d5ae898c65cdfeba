"""No answer contradicts itself: who wins, the nim-value and the moves agree, or a rule is named that is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from trials.defined import values_of

import grundy
from grundy.answering import solve as answers
from grundy.cli.main import cli
from grundy.engines.engine import Answer, listed
from grundy.errors import BadRule, InternalError
from grundy.model.rule import Rule
from grundy.notation.rule_files import forget_files, load_rules

HEAD = "import random\nfrom itertools import count\nfrom grundy import rule, to\n"
NO_FUNCTIONS = {
    "a counter of the file": "CALLS = 0\n@rule\ndef game(n):\n    global CALLS\n    CALLS += 1\n"
    "    yield from (k for k in range(max(0, n - 3), n) if (k + CALLS) % 3)\n",
    "chance": "@rule\ndef game(n):\n    yield from (k for k in range(max(0, n - 4), n) if random.random() < 0.6)\n",
    "a default that changes": "@rule\ndef game(n, *, seen=[]):\n    seen.append(n)\n"
    "    yield from (k for k in range(max(0, n - 3), n) if (k + len(seen)) % 3)\n",
    "a set that grows": "SEEN = set()\n@rule\ndef game(n):\n"
    "    yield from (k for k in range(max(0, n - 3), n) if k not in SEEN)\n    SEEN.add(n)\n",
    "an iterator": "NUMBERS = count()\n@rule\ndef game(n):\n    m = next(NUMBERS)\n"
    "    yield from (k for k in range(max(0, n - 3), n) if (k + m) % 3)\n",
    "a sum": "CALLS = [0]\n@rule\ndef game(n):\n    CALLS[0] += 1\n    for k in range(1, n):\n"
    "        if (k + CALLS[0]) % 3:\n            yield to(k - 1, n - k - 1)\n",
    "what canonical counts": "CALLS = [0]\ndef form(n):\n    CALLS[0] += 1\n    return n\n@rule(canonical=form)\n"
    "def game(n):\n    yield from (k for k in range(max(0, n - 3), n) if (k + CALLS[0]) % 3)\n",
    "a cell": "def make():\n    calls = 0\n    @rule\n    def game(n):\n        nonlocal calls\n        calls += 1\n"
    "        yield from (k for k in range(max(0, n - 3), n) if (k + calls) % 3)\n    return game\ngame = make()\n",
}


def rule_of(folder: Path, text: str) -> Rule:
    file = folder / "game.py"
    file.write_text(HEAD + text)
    forget_files()
    return load_rules(str(file))["game"]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("state", [9, 40])
@pytest.mark.parametrize("how", NO_FUNCTIONS)
def test_a_rule_that_is_no_function_of_its_state_is_refused(how: str, state: int, misere: bool, tmp_path: Path) -> None:
    if misere and how == "what canonical counts":
        pytest.skip("it is a function of its state where canonical is not asked")
    game = rule_of(tmp_path, NO_FUNCTIONS[how])
    with pytest.raises(BadRule, match=r"(state|game:) [0-9]+|NUMBERS as a count, which gives its items only once"):
        grundy.solve(game(state), misere=misere)


@pytest.mark.parametrize("method", ["mex", "couples"])
def test_so_it_is_in_a_search(method: Any, tmp_path: Path) -> None:
    for text in ("chance", "a counter of the file", "a default that changes"):
        game = rule_of(tmp_path, NO_FUNCTIONS[text])
        with pytest.raises(BadRule, match=r"state [0-9]+"):
            grundy.solve(game(60), method=method)


def test_the_command_line_says_so_with_status_2(tmp_path: Path) -> None:
    game = rule_of(tmp_path, NO_FUNCTIONS["a counter of the file"])
    done = CliRunner().invoke(cli, ["solve", game.spec.partition(":")[0], "30", "--moves", "0"])
    assert isinstance(done.exception, BadRule)
    assert "is the rule the same whenever it is called?" in str(done.exception)


# --- canonical and split that are not true


def piles(state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Take one or two counters from a pile, or one from each of two neighbours."""
    for i, n in enumerate(state):
        for k in (1, 2):
            if k <= n:
                yield (*state[:i], n - k, *state[i + 1 :])
        if i and n and state[i - 1]:
            yield (*state[: i - 1], state[i - 1] - 1, n - 1, *state[i + 1 :])


def wrong_forms(random: Random) -> list[Callable[[tuple[int, ...]], Any]]:
    """Ways to say which states are equal: some true of this game, most not."""
    at, least = random.randrange(3), random.randrange(1, 4)
    return [
        lambda s: min(s, s[::-1]),  # true
        lambda s: tuple(sorted(s)),
        lambda s: tuple(n for n in s if n),
        lambda s: s[:at] + s[at + 1 :] if sum(s) > 6 else s,
        lambda s: tuple(n % 3 for n in s),
        lambda s: tuple(min(n, least) for n in s),
        lambda s: s if sum(s) % 5 else s[:1],
        lambda s: (sum(s),),
    ]


def wrong_splits(random: Random) -> list[Callable[[tuple[int, ...]], Any]]:
    at = random.randrange(1, 3)

    def apart(s: tuple[int, ...]) -> list[tuple[int, ...]]:
        """True: piles with an empty one between them are apart."""
        runs: list[tuple[int, ...]] = [()]
        for n in s:
            runs[-1:] = [(*runs[-1], n)] if n else [runs[-1], ()]
        return [run for run in runs if run]

    return [apart, lambda s: [(n,) for n in s], lambda s: [s[:at], s[at:]], lambda s: [s] if sum(s) < 7 else [s[1:]]]


@pytest.mark.parametrize("seed", range(40))
def test_what_a_rule_says_of_its_states_is_true_or_found_out(seed: int) -> None:
    random = Random(seed)
    state = tuple(random.randrange(5) for _ in range(random.randrange(2, 5)))
    forms = [{"canonical": form} for form in wrong_forms(random)] + [{"split": form} for form in wrong_splits(random)]
    worth = values_of(lambda s: [(option,) for option in piles(s)])
    value = worth(state)
    for number, said in enumerate(forms):
        game = grundy.rule(**said)(piles)
        try:
            result = grundy.solve(game(state))
        except BadRule:
            assert number not in (0, len(wrong_forms(random)))  # what is true is taken for true
            continue
        assert result.nim_value == value
        assert result.winning_moves.count == (len({*filter(lambda s: not worth(s), piles(state))}) if value else 0)
        assert "it rests on what the rule's" in result.evidence.reason
        assert next(iter(said)) in result.evidence.reason


def test_a_state_that_is_not_what_canonical_says_is_named() -> None:
    game = grundy.rule(canonical=lambda n: n if n < 5 else n - 1)(lambda n: iter(range(max(0, n - 3), n)))
    with pytest.raises(
        BadRule, match=r"state [0-9]+ is worth \d by its options alone, and \d.* with what canonical says"
    ):
        grundy.solve(game(9))


# --- an engine that is wrong


@pytest.mark.parametrize("text", ["kayles(7)", "nim(3 4 5)", "wythoff(3 6)", "take-away:1,2,3(4 7)", "euclid(2 7)"])
def test_an_engine_that_contradicts_itself_is_reported(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is won by the first player; an engine that says 0 of every position asked for knows moves all the same."""

    def wrong(rule: Rule, states: Any, *more: Any) -> Answer:
        return replace(really(rule, states, *more), values=[0 for _ in states])

    really = answers.ask
    position = grundy.parse(text)
    assert grundy.solve(position).winner == "first"
    monkeypatch.setattr(answers, "ask", wrong)
    for _ in range(2):
        with pytest.raises(InternalError, match="please report it") as told:
            grundy.solve(position)
        assert text in str(told.value)
        with pytest.raises(InternalError, match="please report it"):
            grundy.winning_move_counts([position])


def test_a_winner_without_a_move_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def motionless(*asked: Any) -> Answer:
        return replace(really(*asked), moves_to=lambda state, rest: listed([]))

    really = answers.ask
    monkeypatch.setattr(answers, "ask", motionless)
    for text in ("kayles(7)", "cram(2x3)", "nim(1)", "kayles(3 5)"):
        with pytest.raises(InternalError, match="no winning move; that is a fault of grundy's"):
            grundy.solve(grundy.parse(text))
