"""Who wins, in every convention: sequences, checks and options, against the definition in a few lines of Python."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any

import pytest
from command import grundy as run
from command import grundy_apart, stopping
from stressed import PATIENT

import grundy
from grundy.api.outcomes import OutcomeSequence
from grundy.errors import BadRule, BadText

MISERE_KAYLES = [1, 4, 9, 12, 20]  # all P-heaps there are: Sibert & Conway 1992


@grundy.rule
def double(m, n):  # type: ignore[no-untyped-def]
    """Take 1 to 3 chips from one of two stacks."""
    for k in (1, 2, 3):
        if k <= m:
            yield m - k, n
        if k <= n:
            yield m, n - k


@grundy.rule
def turning(n):  # type: ignore[no-untyped-def]
    """Take one; from 1 to 4 also put one; from 7 also pass; 9 is stuck."""
    if n not in (0, 9):
        yield n - 1
    if 0 < n < 5:
        yield n + 1
    if n == 7:
        yield n


@grundy.rule
def three(n):  # type: ignore[no-untyped-def]
    """Take 1 to 3, as code."""
    for k in (1, 2, 3):
        if k <= n:
            yield n - k


Options = Callable[[Any], Iterable[Any]]


def outcomes(options: Options, starts: Iterable[Hashable], misere: bool = False) -> dict[Any, str]:
    """P, N or D of each state, by labelling from the end of play backwards until nothing changes."""
    states: dict[Any, list[Any]] = {}
    queue = list(starts)
    while queue:
        state = queue.pop()
        if state not in states:
            states[state] = list(options(state))
            queue += states[state]
    known: dict[Any, str] = {}
    before = -1
    while len(known) != before:
        before = len(known)
        for state, after in states.items():
            if not after:
                known[state] = "N" if misere else "P"
            elif any(known.get(left) == "P" for left in after):
                known[state] = "N"
            elif all(known.get(left) == "N" for left in after):
                known[state] = "P"
    return {state: known.get(state, "D") for state in states}


def pairs(state: tuple[int, int]) -> list[tuple[int, int]]:
    return list(double.function(*state))


def test_p_heaps_of_misere_kayles_are_those_that_are_published() -> None:
    terms = grundy.sequence("kayles", 60, misere=True)
    assert isinstance(terms, OutcomeSequence)
    assert terms.p_positions() == MISERE_KAYLES
    assert terms[:5] == "NPNNP" and len(terms) == 61


@pytest.mark.parametrize("misere", [False, True])
def test_a_sequence_of_outcomes_is_that_of_the_definition(misere: bool) -> None:
    for rule in (three, turning):
        if rule is turning and misere:
            continue
        right = outcomes(rule.function, range(41), misere)
        terms = grundy.sequence(rule, 40, outcomes=True, misere=misere, loopy=rule is turning)
        assert "".join(terms) == "".join(right[n] for n in range(41))  # type: ignore[arg-type]
    right = outcomes(pairs, [(n, n) for n in range(20)], misere)
    mapped = grundy.sequence(double, 9, of="(n, 2 * n)", outcomes=True, misere=misere)
    assert "".join(mapped) == "".join(right[n, 2 * n] for n in range(10))  # type: ignore[arg-type]


def test_outcomes_of_a_game_of_the_catalogue_are_said_in_every_convention() -> None:
    assert grundy.sequence("nim", 4, outcomes=True)[:] == "PNNNN"
    assert grundy.sequence("nim", 4, misere=True)[:] == "NPNNN"
    assert grundy.sequence("nim", 4, loopy=True)[:] == "PNNNN"


def test_letters_show_their_pattern_and_the_game_that_has_them() -> None:
    text = str(grundy.sequence(three, 60, misere=True))
    assert "zero where n % 4 == 1, and only there" in text
    assert "the P-positions of take-away:1,2,3 in misère play, as far as 57" in text
    assert grundy.sequence("take-away:1,2,3", 60, misere=True).as_dict()["values_of"] is None  # it says so itself
    drawn = grundy.sequence(turning, 40, loopy=True)
    assert f"Draws: {drawn[:].count('D')}." in str(drawn) and drawn.patterns


def test_forms_of_a_sequence_of_outcomes() -> None:
    terms = grundy.sequence("kayles", 12, misere=True)
    assert terms.to_csv().splitlines()[:3] == ["n,outcome,status", "0,N,computed", "1,P,computed"]
    assert terms.to_bfile().splitlines() == ["1 1", "2 4", "3 9", "4 12"]
    assert "0 & N & P & N & N & P &" in terms.to_latex()
    told = run("sequence", "kayles", "--to", "12", "--misere", "--json").json()
    assert (told["play"], told["outcomes"][:5], told["p_positions"]) == ("misere", list("NPNNP"), [1, 4, 9, 12])
    assert run("sequence", "kayles", "--misere", "--plot", "k.svg").status == 2
    refused = run("sequence", "kayles", "--misere", "--loopy")
    assert refused.status == 2 and "expected --misere or --loopy, found both" in refused.err
    with pytest.raises(BadRule, match="expected misere= or loopy=, found both"):
        grundy.sequence("kayles", misere=True, loopy=True)


def test_a_rule_that_is_not_for_a_play_is_refused_before_any_state() -> None:
    for ask in (
        lambda: grundy.sequence("turn:ruler", 9, misere=True),
        lambda: grundy.check("top-entails", "0", 9, misere=True),
    ):
        with pytest.raises((BadRule, BadText)):
            ask()


def test_a_guess_at_outcomes_is_checked_in_misere_and_loopy_play() -> None:
    assert grundy.check("kayles", lambda n: n not in MISERE_KAYLES, 100, misere=True)
    wrong = grundy.check("kayles", lambda n: "P" if n in MISERE_KAYLES[:-1] else "N", 100, misere=True)
    assert (wrong.at, wrong.claimed, wrong.actual) == (20, 1, 0)
    assert wrong.sentence == "fails at n = 20 in misère play: claimed an N-position, the position is a P-position"
    right = outcomes(pairs, [(12, 12)], misere=True)
    assert grundy.check(double, lambda m, n: right[m, n], 12, misere=True)
    failed = grundy.check(double, lambda m, n: right[m, n] if n < 7 else "P", 12, misere=True)
    assert failed.at == min((p for p in right if p[1] >= 7 and right[p] != "P"), key=lambda p: (max(p), p))
    drawn = outcomes(turning.function, range(30))
    assert grundy.check(turning, lambda n: drawn[n], 29, loopy=True)
    assert grundy.check(turning, lambda n: {"P": 0, "N": 7, "D": -1}[drawn[n]], 29, loopy=True)
    lost = next(n for n in range(30) if drawn[n] == "D")
    verdict = grundy.check(turning, lambda n: "N" if drawn[n] == "D" else drawn[n], 29, loopy=True)
    assert (verdict.at, verdict.actual) == (lost, -1) and verdict.sentence.endswith("the position is a draw")


def test_only_a_guess_at_outcomes_may_be_a_letter() -> None:
    with pytest.raises(BadText, match="expected an integer from the guess at n = 0, found 'P'"):
        grundy.check("nim", lambda n: "P", 9)
    assert grundy.check("nim", lambda n: "N" if n else "P", 9, outcomes=True)
    told = run("check", "take-away:1,2,3", "(n - 1) % 4", "--to", "50", "--misere", "--json").json()
    assert (told["holds"], told["play"], told["outcomes"]) == (True, "misere", True)


def test_options_say_which_moves_win_lose_and_draw() -> None:
    right = outcomes(pairs, [(5, 3)], misere=True)
    option_outcomes = grundy.option_values(double(5, 3), misere=True)
    left = [tuple(option_outcomes.position.play(move).components[0].states[0]) for move in option_outcomes.moves]
    assert list(option_outcomes.outcomes) == [right[state] for state in left]  # type: ignore[union-attr]
    for m in range(4):
        for n in range(4):
            winner = grundy.option_values(double(m, n), misere=True).winner  # type: ignore[union-attr]
            assert {"first": "N", "second": "P"}[winner] == right[m, n]
    drawn = outcomes(turning.function, range(8))
    for n in range(8):
        told = grundy.option_values(turning(n), loopy=True)
        assert sorted(told.outcomes) == sorted(drawn[left] for left in turning.function(n))  # type: ignore[union-attr]
        assert {"first": "N", "second": "P", "draw": "D"}[told.winner] == drawn[n]  # type: ignore[union-attr]


def test_options_of_a_sum_in_misere_play() -> None:
    done = run("options", "nim", "1", "2", "2", "--misere")
    assert done.status == 0 and done.out.splitlines()[:3] == [
        "5 options of nim 1 2 2 in misère play, so the first player wins",
        "  P  wins   take 1 from pile 1",
        "  N  loses  take 1 from pile 2",
    ]
    told = run("options", "graph", "1 2/2 1/2 3/3 4/@ 2", "--loopy", "--json").json()
    assert [(one["outcome"], one["nim_value"]) for one in told["options"]] == [("D", {"infinity": []}), ("N", 1)]
    assert (told["play"], told["winner"]) == ("loopy", "draw")
    assert run("options", "nim", "1", "--misere", "--values", "v").status == 2


def test_stopped_outcomes_are_printed_as_far_as_they_go(tmp_path: Path) -> None:
    words = ("sequence", "kayles", "--misere", "--to", "400", "--no-store")
    done = grundy_apart(*words, prelude=stopping(2, chunks=3), folder=tmp_path)
    assert done.status == 130 and done.out.splitlines()[1].split()[:6] == ["0", "N", "P", "N", "N", "P"]


def test_json_of_outcomes_reads_back() -> None:
    told = json.loads(json.dumps(grundy.sequence(turning, 20, loopy=True).as_dict()))
    assert told["play"] == "loopy" and set(told["outcomes"]) <= {"P", "N", "D"}


def test_judges_answer_in_every_play() -> None:
    """Misère Nim (Bouton 1901), and draws of a graph with a cycle."""
    lines = [(1, 1), (1,), (2, 2), (3,), (1, 1, 1), (1, 2, 3)]
    text = "".join(f"{' '.join(map(str, line))}\n" for line in lines)
    assert grundy.judge("piles", text, play="misere").split() == [
        "second" if (nim_sum(line) == 0) == (max(line) > 1) else "first" for line in lines
    ]
    assert run("judge", "piles", "--play", "misere", "--answers", "AB", stdin=b"1\n2\n").out == "B\nA\n"
    arcs = {1: [2], 2: [1, 3], 3: [4], 4: []}
    right = outcomes(lambda node: arcs[node], arcs)
    for node, letter in right.items():
        edges = [[a, b] for a in arcs for b in arcs[a]]
        graph = json.dumps({"nodes": list(arcs), "edges": edges, "tokens": [node]})
        assert grundy.judge("graph", graph, play="loopy").strip() == {"P": "second", "N": "first", "D": "draw"}[letter]
    refused = run("judge", "graph", stdin=b'{"nodes": [1], "edges": [[1, 1]], "tokens": [1]}')
    assert refused.status == 2


def nim_sum(numbers: Iterable[int]) -> int:
    total = 0
    for number in numbers:
        total ^= number
    return total


def program(code: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", code]


def test_a_program_is_tried_in_misere_and_loopy_play() -> None:
    """Its answers are those of the definition: a step down a cycle, from which play need not end."""
    word = "{'P': 'second', 'N': 'first', 'D': 'draw'}"
    drawn = outcomes(turning.function, range(120))
    told = "".join(drawn[n] for n in range(120))
    right = f"print({word}[{told!r}[int(input())]])"
    assert not grundy.stress(turning, program(right), loopy=True, parts=1, cases=60, **PATIENT).failure
    failure = grundy.stress(
        turning, program(right.replace("'draw'", "'second'")), loopy=True, parts=1, cases=60, **PATIENT
    ).failure
    assert failure is not None and failure.expected == "draw\n" and drawn[int(failure.input)] == "D"
    misere = "print('second' if int(input()) % 4 == 1 else 'first')"
    assert not grundy.stress("take-away:1,2,3", program(misere), misere=True, parts=1, cases=60, **PATIENT).failure
    moves = "n = int(input()); print('second' if n % 4 == 1 else f'1 {n - (n - 1) % 4}' if n else 'WORD')"
    for zero, is_right in (("first", True), ("second", False)):  # from 0 there is no move, with which one wins
        code = program(moves.replace("WORD", zero))
        report = grundy.stress("take-away:1,2,3", code, misere=True, answers="move", parts=1, cases=40, **PATIENT)
        assert (report.failure is None) == is_right
    assert run("stress", "--misere", "--loopy", "nim", "true").status == 2


def test_a_guess_reads_outcomes() -> None:
    for misere, residue in ((False, 0), (True, 1)):
        letters = "".join("P" if n % 4 == residue else "N" for n in range(60))
        guesses = grundy.guess(letters)
        assert (guesses.read_as, guesses.shape) == ("outcomes", (60,))
        assert guesses.patterns[0].statement == f"zero where n % 4 == {residue}, and only there"
        assert guesses.matching_game is not None and guesses.matching_game.game == "take-away:1,2,3"
        assert ("in misère play" in str(guesses.matching_game)) == misere
    piped = run("sequence", "kayles", "--misere", "--to", "40", "--csv", "--remarks").out
    assert "Read: 41 outcomes, n = 0 to 40." in run("guess", "-", stdin=piped.encode()).out
    assert grundy.guess("PND " * 12).patterns[0].statement == "outcome(n) is letter n % 3 of PND, counted from 0"
    refused = run("guess", "-", stdin=b"PNN PNx")
    assert refused.places() == ["<stdin>:1:5"] and "an outcome (P, N or D)" in refused.err
    with pytest.raises(BadRule, match="expected 4 outcomes or more, found 2"):
        grundy.guess("PN")
