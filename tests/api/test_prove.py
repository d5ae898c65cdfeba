"""The verb `prove`, and its command: theorems, claims, refusals, positions of any size."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from command import grundy as command
from steps import Steps

import grundy
from grundy.cli.main import cli
from grundy.cli.main import run as run_command
from grundy.errors import BadRule, OutOfReach
from grundy.runs.clock import Signal

MARK = "rule:n -> n-1, if n >= 1; n -> n//2, if n >= 1"


def wythoff_p(most: int) -> set[tuple[int, int]]:
    """The P-positions of Wythoff's game, by taking away what moves to them."""
    p_positions = set[tuple[int, int]]()
    for a, b in product(range(most), repeat=2):
        if not any(a == c or b == d or a - b == c - d for c, d in p_positions if c <= a and d <= b):
            p_positions.add((a, b))
    return p_positions


def test_wythoff_for_all_positions() -> None:
    proof = grundy.prove("wythoff")
    assert (proof.status, proof.what, proof.system, proof.states) == ("proved", "p-positions", "Fibonacci", 8)
    assert proof.domain == "all a, b >= 0"
    expected = wythoff_p(25)
    assert {point for point in product(range(25), repeat=2) if proof.is_p(point)} == expected
    for a, b in [(10, 10), (3, 10**300), (10**300, 7)]:
        moves = list(proof.winning_moves(a, b))
        assert moves
        for (left,) in moves:
            assert proof.is_p(left)
            assert left[0] == a or left[1] == b or a - b == left[0] - left[1]


def test_nim_values_of_numbers_of_a_thousand_digits() -> None:
    proof = grundy.prove("laskers-nim")
    for n in (*range(1, 9), 4 * 10**1000, 4 * 10**1000 + 3):  # Winning Ways, ch. 4
        assert proof.nim_value(n) == {0: n - 1, 3: n + 1}.get(n % 4, n)
    kayles = grundy.prove("kayles")
    assert kayles.nim_value(12 * 10**1000 + 71) == grundy.solve("kayles 83").nim_value
    assert [kayles.nim_value(n) for n in range(10)] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]  # OEIS A002186


def test_a_claim_is_proved_or_false() -> None:
    proof = grundy.prove("take-away:1,2,3", "n % 4 == 0")
    assert (proof.status, proof.is_p(4 * 10**50)) == ("proved", True)
    wrong = grundy.prove("take-away:1,2,3", "n % 4 == 0 and n != 400")
    assert (wrong.status, wrong.counterexample) == ("false", (400,))
    sums = grundy.prove("laskers-nim", "n == 0")
    assert sums.status == "proved"
    assert grundy.prove("laskers-nim", "n == 1").counterexample == (0,)
    assert grundy.prove("wythoff", "a == b").counterexample == (1, 1)


def test_a_pair_where_a_claim_is_false_is_the_smallest() -> None:
    """(2, 5) and (3, 3) both have two digits in base 3 and more; the words of the fewest digits are not the least."""
    nim = "rule:(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b"
    for claim in ("a == b and a != 3 or a == 2 and b == 5", "a == b and a != 9 or a == 7 and b == 10"):
        pairs = sorted(product(range(20), repeat=2), key=lambda pair: (sum(pair), pair))
        first = next((a, b) for a, b in pairs if eval(claim, {"a": a, "b": b}) != (a == b))  # Bouton 1901
        assert grundy.prove(nim, claim).counterexample == first


@pytest.mark.parametrize(
    ("rule", "claim", "misere", "first"),
    [
        # (0, 2) comes before (1, 1) and fails too, but only as (1, 1) is wrongly said to be an N-position
        ("(a,b) -> (k,k), for k in 0..max(a,b)-1", "a == 0 and b == 1 or a == 1 and b == 0", True, (1, 1)),
        ("(a,b) -> (a-k,2*k), for k in 1..min(a,b)", "a == 0 or b == 0 or a == 3 and b == 2", False, (2, 1)),
        ("(a,b) -> (a-2,b+5), if a >= 2; (a,b) -> (a,b-1)", "b % 2 == 0 and a < 2", False, (2, 0)),
    ],
)
def test_the_smallest_position_is_wrong_itself(rule: str, claim: str, misere: bool, first: tuple[int, int]) -> None:
    proof = grundy.prove(f"rule:{rule}", claim, misere=misere)
    known: dict[tuple[int, int], bool] = {}

    def lost(state: tuple[int, int]) -> bool:
        if state not in known:
            losses = [lost(option.parts[0]) for option in proof.rule.options(state)]
            known[state] = not any(losses) and bool(losses or not misere)
        return known[state]

    pairs = sorted(product(range(9), repeat=2), key=lambda pair: (sum(pair), pair))
    expected = next((a, b) for a, b in pairs if eval(claim, {"a": a, "b": b}) != lost((a, b)))
    assert proof.counterexample == expected == first


def test_the_smallest_sum_is_decided_however_many_are_smaller() -> None:
    """The first P-position that the claim misses is (0, 3000), the first that it adds (1001, 0)."""
    claim = "a % 2 == 0 and b < 3000 or a == 1001"
    assert grundy.prove("rule:(a,b) -> (a-1,b)", claim).counterexample == (1001, 0)
    claim = "a % 2 == 0 and b < 3000 or a == 4001"
    assert grundy.prove("rule:(a,b) -> (a-1,b)", claim).counterexample == (0, 3000)


def test_what_is_known_already_comes_first() -> None:
    proof = grundy.prove("euclid")  # which no automaton gives: a // b is not linear
    assert (proof.status, proof.what, proof.as_dict()["relation"]) == ("proved", "nim-values", None)
    for a, b in product(range(12), repeat=2):
        assert proof.nim_value(a, b) == grundy.value_by_definition(grundy.euclid(a, b))
    assert proof.at(21, 5).winning_moves == (((6, 5),),)
    with pytest.raises(OutOfReach, match="no certificate"):
        proof.certificate()
    assert grundy.prove("wythoff").evidence.reason.startswith("Wythoff 1907: ")
    assert grundy.prove("take-away:1,2,3").evidence.reason.startswith("take-away by 1..3: G(n) = n mod 4; and an ")
    moves = grundy.prove("staircase-nim").at(2, 5, 1).winning_moves
    assert moves == (((1, 5, 1),),)  # 2 XOR 1 on the odd steps


def test_a_limit_leaves_what_is_observed() -> None:
    rule = "rule:n -> n-2*k & n-k, for k in 1..n//2"
    with Steps(each=1.0):
        proof = grundy.prove(rule, time_limit=2)
    assert (proof.status, proof.evidence.status, proof.what) == ("open", "observed", None)
    assert "out of time" in proof.reason
    sentence = "n is a P-position iff no digit of n in base 3 is 2, for all n < "  # how far depends on the machine
    assert proof.statement.startswith(sentence)
    words = ["prove", rule, "--json", "--no-store", "--time-limit", "2s"]
    with Steps(each=1.0):
        done = CliRunner().invoke(cli, words, standalone_mode=False)
    told = json.loads(done.stdout)
    assert done.return_value == 2
    assert list(told) == [
        "rule", "relation", "play", "domain", "what", "system", "states", "statement", "evidence",
        "values_of", "at",
    ]  # fmt: skip
    assert told["statement"].startswith(sentence)
    assert (told["what"], told["at"], told["evidence"]["status"]) == (None, [], "observed")


def test_a_limit_that_automata_see_before_the_loop_does_is_said_all_the_same(tmp_path: Path) -> None:
    """Whichever looked at the clock first decided it: nothing was said, and the run was recorded as finished."""
    words = ("prove", "take-away:1,2", "n % 109 == 0", "--time-limit", "1s", "--store", str(tmp_path / "runs.sqlite"))
    with Steps(reading=1.0):  # by the engine's first look the time is over
        done = command(*words)
    assert done.status == 2 and "Not proved: take-away:1,2: out of time." in done.out
    assert done.err.startswith("Stopped by the time limit after ")
    (run,) = grundy.list_runs(tmp_path / "runs.sqlite")
    assert run.status == "out of time"


@pytest.mark.parametrize(("why", "status"), [("interrupted", 130), ("terminated", 143)])
def test_an_interrupt_leaves_what_is_observed(why: Signal, status: int) -> None:
    """After SIGTERM, too, it said "interrupted"."""
    with Steps(stop=lambda chunk: True, signal=why):
        done = CliRunner().invoke(cli, ["prove", MARK, "--json", "--no-store"], standalone_mode=False)
    assert done.exit_code == status
    told = json.loads(done.stdout)
    assert told["evidence"] == {"status": "observed", "by": f"{told['statement']}; not proved: {why}"}


def test_an_interrupt_leaves_what_is_proved() -> None:
    nim = "(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b"
    wythoff = f"rule:{nim}; (a,b) -> (a-k,b-k), for k in 1..min(a,b)"
    with Steps(stop=lambda chunk: "P-positions proved" in chunk.known):
        done = CliRunner().invoke(cli, ["prove", wythoff, "--no-store", "--at", "3 5"], standalone_mode=False)
    assert done.exit_code == 130
    assert "is a P-position iff the Fibonacci form of a ends in an even number of zeros" in done.stdout
    assert "3 5: the second player wins" in done.stdout


def test_what_a_formula_proves_is_known_from_the_first_moment_on() -> None:
    """`prove wythoff --time-limit 0` said that nothing was known, and then the theorem."""
    known: list[str] = []
    with Steps(each=1.0, stop=lambda chunk: known.append(chunk.known)):
        assert grundy.prove("wythoff", time_limit=0).proved
    assert known[0].startswith("proved: Wythoff 1907")


def test_misere_play() -> None:
    proof = grundy.prove("rule:n -> n-1, if n >= 1; n -> n-2, if n >= 2", misere=True)
    assert [n for n in range(9) if proof.is_p(n)] == [1, 4, 7]  # n mod 3 is 1: whoever takes the last loses
    assert proof.at(5).nim_value is None
    refused = grundy.prove("laskers-nim", misere=True)
    assert refused.status == "open"
    assert "sum" in refused.reason


def test_a_rule_of_normal_play_alone_is_refused_in_misere_play() -> None:
    coins = grundy.rule(conventions=("normal",))(grundy.parse_rule("nim").function)
    with pytest.raises(BadRule, match="normal play"):
        grundy.prove(coins, misere=True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def game(n):\n    yield (n + 1) // 2\n", "at 0"),
        ("def game(n):\n    if n != 41234:\n        yield n // 3 if n else 0\n", "0"),
        ("def game(n):\n    if n > 7 * 10**6:\n        yield n // 2\n", "as far as tables reach"),
        ("def game(n):\n    if n >= 1:\n        yield n - 1 if n < 40000 else n - 40009\n", "below 0"),
    ],
)
def test_a_rule_that_does_not_end_or_leaves_the_states_has_no_theorem(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "game.py"
    file.write_text(f"import grundy\n\n@grundy.rule\n{text}")
    try:
        proof = grundy.prove(file)
    except (BadRule, OutOfReach) as refused:
        assert words in str(refused)  # noqa: PT017 (either of both is a refusal)
    else:
        assert proof.status == "open"
        assert words in proof.reason
        with pytest.raises(OutOfReach):
            proof.is_p(3)


def test_the_command_in_json() -> None:
    done = CliRunner().invoke(cli, ["prove", MARK, "--json", "--no-store", "--at", "12", "--at", "8"])
    assert done.exit_code == 0
    told = json.loads(done.output)
    assert list(told) == [
        "rule", "relation", "play", "domain", "what", "system", "states", "statement", "evidence",
        "values_of", "at",
    ]  # fmt: skip
    assert (told["rule"], told["play"], told["what"], told["system"]) == (MARK, "normal", "nim-values", "base 2")
    assert told["evidence"]["status"] == "proved"
    first, second = told["at"]
    assert (first["position"], first["winner"], first["winning_moves"]) == (12, "first", [[6]])
    assert second == {"position": 8, "winner": "second", "nim_value": 0, "winning_moves": []}


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["take-away:1,2", "n % 3 == 0"], 0, "Proved: n is a P-position iff n % 3 == 0."),
        (["take-away:1,2", "n % 3 == 1"], 1, "False: 0 is claimed"),
        (["laskers-nim", "--misere"], 2, "Not proved: "),
        (["wythoff", "--at", "3 5"], 0, "3 5: the second player wins, nim-value 0"),
    ],
)
def test_the_exit_status(words: list[str], status: int, said: str) -> None:
    done = CliRunner().invoke(cli, ["prove", *words, "--no-store"], standalone_mode=False)
    assert said in done.output
    assert done.return_value == status


@pytest.mark.parametrize(("move", "what"), [("n & 5", "'n & 5'"), ("n - gcd(n, 6)", "gcd")])
def test_what_is_refused_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str], move: str, what: str) -> None:
    file = tmp_path / "game.py"
    file.write_text(
        f"from math import gcd\nimport grundy\n@grundy.rule\ndef game(n):\n    if n:\n        yield {move}\n"
    )
    assert run_command(lambda: cli(["prove", str(file), "--no-store"], standalone_mode=False)) == 2
    refused = capsys.readouterr().err
    assert "game.py:6" in refused
    assert what in refused


def test_a_claim_that_is_not_linear_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["prove", "take-away:1,2", "n % n == 0", "--no-store"]
    assert run_command(lambda: cli(command, standalone_mode=False)) == 2
    assert "not linear" in capsys.readouterr().err


def test_winning_moves_are_found_one_by_one() -> None:
    """A heap of 10^9 leaves three heaps in more ways than can be listed, and all were looked for."""
    proof = grundy.prove("take-and-break:0.8")
    left = next(proof.winning_moves(10**9))
    assert len(left) == 3 and sum(heap for (heap,) in left) == 10**9 - 1
    values = [proof.nim_value(heap) for (heap,) in left]
    assert values[0] ^ values[1] ^ values[2] == 0


def test_nothing_is_written_beside_a_position_that_is_none(tmp_path: Path) -> None:
    """The certificate was there, and the position refused after it."""
    file = tmp_path / "it.txt"
    words = ["prove", "take-away:1,2", "--at", "1 2", "--certificate", str(file), "--no-store"]
    assert run_command(lambda: cli(words, prog_name="grundy", standalone_mode=False)) == 2
    assert not file.exists()
