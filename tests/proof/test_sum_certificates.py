"""Certificates of sums of nodes and heaps: true ones are written and accepted, and each part of them counts."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

import pytest
from certificate_texts import refusal
from click.testing import CliRunner
from drawing import examples
from forging import accepted, forgeries
from forging_samples import KINDS, samples
from forging_truth import true
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits

import grundy
from grundy.cli.main import cli
from grundy.errors import OutOfReach
from grundy.model.rule import Position
from grundy.notation.expression import parse
from grundy.proof import check
from grundy.proof.certify_position import certificate
from grundy.proof.strategy import strategy


def text_of(position: Position) -> str:
    return "".join(f"{line}\n" for line in certificate(position))


@pytest.mark.parametrize("count", [30, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", KINDS)
def test_of_hundreds_of_forgeries_none_is_accepted(kind: str, count: int) -> None:
    """`python tests/forging.py` does the same with 10,000."""
    for text in samples(kind):
        assert accepted(text) and true(text)
    refused, right, wrong = forgeries(kind, count, 0)
    assert wrong == []
    assert refused > 5 * count // 8 and right > 0


@st.composite
def graphs(draw: st.DrawFn) -> tuple[dict[int, list[int]], list[int]]:
    """Up to nine nodes without a cycle, in an order of their own, and tokens."""
    count = draw(st.integers(1, 9))
    names = draw(st.permutations(range(count)))
    after = {name: [other for other in names[:at] if draw(st.booleans())] for at, name in enumerate(names)}
    return after, draw(st.lists(st.sampled_from(names), max_size=3))


def value_of_graph(after: dict[int, list[int]], tokens: list[int]) -> int:
    values: dict[int, int] = {}
    while len(values) < len(after):
        for node, others in after.items():
            if node not in values and all(other in values for other in others):
                option_values = {values[other] for other in others}
                values[node] = next(v for v in range(len(option_values) + 1) if v not in option_values)
    total = 0
    for token in tokens:
        total ^= values[token]
    return total


@settings(max_examples=examples(100), deadline=None)
@given(graphs())
def test_random_graphs(game: tuple[dict[int, list[int]], list[int]]) -> None:
    after, tokens = game
    text = text_of(grundy.graph(after, *tokens))
    assert refusal(text) == ""
    assert f"\nvalue {value_of_graph(after, tokens)}\n" in text


@pytest.mark.parametrize(
    ("expression", "line"),
    [
        ("take-away:1,2,3(3 4 5)", "amounts 1 2 3"), ("kayles(7 5)", "digits 0 7 7"), ("nim(3 4 5)", "nodes 6"),
        ("take-and-break:0.73(12)", "digits 0 7 3"), ("octal:4.3(9)", "digits 4 3"),
        ("hexadecimal:0.F(9)", "digits 0 15"),
        ("take-away:1,2(4) + kayles(2)", "nodes 7"), ("grundys-game(12)", "nodes "), ("wythoff(3 5)", "nodes "),
        ("floor-division:2,3(100)", "nodes "), ("cram(2x2) + cram(2x3)", "nodes "), ("nim()", "nodes "),
        ("laskers-nim(7)", "nodes "), ("all-but:2,3(9 4)", "nodes "),
        ("staircase-nim(2 3)", "nodes "), ("kayles()", "nodes 0"), ("take-away:2(1 1)", "amounts 2"),
    ],
)  # fmt: skip
def test_catalogue(expression: str, line: str) -> None:
    position = parse(expression)
    text = text_of(position)
    assert refusal(text) == "" and true(text)
    assert f"\n{line}" in text and f"\nvalue {grundy.value_by_definition(position)}\n" in text


def test_every_value_option_and_node_counts() -> None:
    """Whatever number of a claim or a value changes, the text is refused; an option dropped makes another game."""
    for kind in ("value of nodes", "value of heaps"):
        for text in samples(kind):
            lines = text.splitlines()
            for at, line in enumerate(lines):
                head, _, last = line.rpartition(" ")
                if line.startswith(("set ", "value ")):
                    for other in {str(v) for v in range(9)} - {last}:
                        assert refusal("\n".join([*lines[:at], f"{head} {other}", *lines[at + 1 :]]) + "\n")
                if line.startswith("node "):
                    words = line.split(" ")
                    for place in range(2, len(words)):
                        less = "\n".join([*lines[:at], " ".join(words[:place] + words[place + 1 :]), *lines[at + 1 :]])
                        assert refusal(f"{less}\n") or true(f"{less}\n")
                    for back in (words[1], "999", str(int(words[1]) + 1)):
                        assert "among the nodes before it" in refusal(
                            "\n".join([*lines[:at], f"{line} {back}", *lines[at + 1 :]]) + "\n"
                        )


NODES = "grundy-certificate 1\nkind position\nnodes 3\nnode 0\nnode 1 0\n"
HEAPS = "grundy-certificate 1\nkind position\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (NODES, "expected 'node 2'"),
        (NODES + "node 3 0\n", "line 6: expected 'node 2'"),
        (NODES + "node 0\n", "line 6: expected 'node 2'"),
        (NODES + "node\n", "line 6: expected 'node 2'"),
        (NODES + "node 2 2\n", "line 6: expected options of node 2 among the nodes before it, found '2'"),
        (NODES + "node 2 1+0\n", "line 6: expected nodes in increasing order, found '1+0'"),
        (NODES + "node 2 0++1\n", "line 6: expected a number"),
        (NODES + "node 2 True\n", "line 6: expected a number, found 'True'"),
        (NODES + "node 2 1.0\n", "line 6: expected a number, found '1.0'"),
        (NODES + "node 2 \xb2\n", "line 6: a character that is not printable ASCII"),
        (NODES + "node 2 1\nposition 3\n", "line 7: expected at most 1000 numbers up to 2"),
        (NODES + "node 2 1\nposition 2 1\n", "line 7: expected at most 1000 numbers up to 2"),
        (NODES + "node 2 1\nposition 2\nvalue 0\nclaims 1\nset 0 0\nend\n", "line 10: expected a set that is one part"),
        (NODES + "node 2 1\nposition 2\nvalue 0\nclaims 1\nset 9 0\nend\n", "line 10: expected at most 1000 numbers"),
        (NODES + "node 2 1\nposition 2\nvalue 0\nclaims 2\nset 1 1\nset 1 1\nend\n", "line 11: line 10 is about"),
        (NODES + "node 2 1\nposition 2\nvalue 0\nclaims 1\nset 2 1\nend\n", "line 10: a move leads to 1, which is not"),
        (NODES + "node 2 1\nposition 2\nvalue 0\nclaims 0\nend\n", "the claims do not say the value of the position"),
        (NODES + "node 2 1\nposition 0 0\nvalue 1\nclaims 0\nend\n", "the value of the position is 0, not 1"),
        (HEAPS + "amounts 1\nposition 1000001\n", "line 4: expected at most 1000 numbers up to 1000000"),
        (HEAPS + "digits 0 7\nposition 10001\n", "line 4: expected at most 1000 numbers up to 10000"),
        (HEAPS + "digits 0 63\nposition 101\n", "line 4: expected at most 1000 numbers up to 100"),
        (HEAPS + "amounts 1\nposition " + "1 " * 1000 + "1\n", "line 4: expected at most 1000 numbers"),
        (HEAPS + "nodes 1000001\n", "line 3: expected a number from 0 to 1000000"),
        (HEAPS + "places 1\nnodes 1\n", "line 4: expected 'moves'"),
    ],
)  # fmt: skip
def test_what_is_not_as_it_should_be_is_told(text: str, told: str) -> None:
    assert told in refusal(text)


@pytest.mark.parametrize("line", ["nodes 4", "kind strategy", "kind growth"])
def test_the_example_of_the_format_is_right(line: str) -> None:
    page = Path(check.__file__).with_name("FORMAT.md").read_text()
    (example,) = [part for part in page.split("\n\n") if f"    {line}\n" in part]
    text = "".join(f"{line.removeprefix('    ')}\n" for line in example.splitlines())
    assert refusal(text) == "" and true(text)
    if line == "kind strategy":
        assert text.splitlines() == strategy(parse("take-away:1,2(2 5)"), misere=True)


def test_long_options_go_on_in_another_line() -> None:
    after = {0: list(range(1, 2501)), **{node: [] for node in range(1, 2501)}}
    text = text_of(grundy.graph(after, 0))
    assert text.count("\nnode 2500") == 3 and refusal(text) == "" and "\nvalue 1\n" in text


def test_what_is_too_large_is_refused_with_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "proof.net", MOST_OPTIONS=2_000)
    for game in ("nim(100)", "take-away:1,2,3(1000)", "kayles(100)"):
        with pytest.raises(OutOfReach, match="more than 200,000 positions or 2,000 moves"):
            certificate(parse(game))
    with pytest.raises(OutOfReach, match="1,001 summands, more than 1,000"):
        certificate(grundy.nim(*[1] * 1001))


def test_command_line(tmp_path: Path) -> None:
    graph, file = tmp_path / "graph.json", tmp_path / "c.txt"
    graph.write_text('{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["a", "c"], ["b", "c"]], "tokens": ["a", "b"]}')
    done = CliRunner().invoke(cli, ["solve", "graph", "--file", str(graph), "--certificate", str(file)])
    assert done.exit_code == 0
    done = CliRunner().invoke(cli, ["verify", str(file)])
    assert "claims nim-value 3 of the nodes 1 2" in done.output and "1 of 1 segments checked: proved" in done.output


# Strategies.


def strategy_of(position: Position, misere: bool) -> str:
    return "".join(f"{line}\n" for line in strategy(position, misere))


@settings(max_examples=examples(100), deadline=None)
@given(graphs(), st.booleans())
def test_strategies_on_random_graphs(game: tuple[dict[int, list[int]], list[int]], misere: bool) -> None:
    after, tokens = game
    text = strategy_of(grundy.graph(after, *tokens), misere)
    assert refusal(text) == "" and true(text)


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize(
    "expression",
    ["cram(3x4)", "cram(2x3) + cram(3x3)", "node-kayles(petersen)", "chomp(3x4)", "notakto(3x3)", "cram(##)",
     "rectangle(111/101)", "kayles(7 5)", "kayles()", "grundys-game(12)", "take-away:2(1 1)", "octal:4.3(6 2)",
     "cram(2x2) + nim(2)", "wythoff(4 7)", "node-kayles(path:5) + node-kayles(cycle:4)"],
)  # fmt: skip
def test_strategies_of_the_catalogue(expression: str, misere: bool) -> None:
    position = parse(expression)
    text = strategy_of(position, misere)
    assert refusal(text) == "" and true(text)
    first = grundy.value_by_definition(position, "misere") if misere else grundy.value_by_definition(position) > 0
    assert f"\nwins {'first' if first else 'second'}\n" in text


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_every_lost_position_is_needed_and_no_other_winner_is_believed(misere: bool) -> None:
    needed = 0
    for expression in ("take-away:1,2,3(5 3)", "grundys-game(10)", "cram(3x3)"):
        lines = strategy_of(parse(expression), misere).splitlines()
        lost = [at for at, line in enumerate(lines) if line.startswith("set")]
        lines[lost[0] - 1] = f"lost {len(lost) - 1}"
        texts = ["".join(f"{line}\n" for line in [*lines[:at], *lines[at + 1 :]]) for at in lost]
        refused = [bool(refusal(text)) for text in texts]  # another listed position may answer as well
        needed += sum(refused)
        assert all(no or true(text) for no, text in zip(refused, texts, strict=True))
        text = strategy_of(parse(expression), misere)
        wrong = (
            text.replace("wins first", "wins ").replace("wins second", "wins first").replace("wins \n", "wins second\n")
        )
        assert refusal(wrong)
        other = (
            text.replace("play misere", "play ")
            .replace("play normal", "play misere")
            .replace("play \n", "play normal\n")
        )
        assert refusal(other) or true(other)
    assert needed > 1


PLAY = "grundy-certificate 1\nkind strategy\nplay misere\namounts 1 2\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (PLAY + "position 4\nwins second\nlost 2\nset 1\nset 4\nend\n", ""),
        (PLAY + "position 4\nwins second\nlost 2\nset 4\nset 4\nend\n", "line 8: a move leads to 3, which is not"),
        (PLAY + "position 0\nwins second\nlost 1\nset\nend\n", "line 8: no move is left, and so whoever"),
        (PLAY + "position 0\nwins second\nlost 0\nend\n", "the claims do not say"),
        (PLAY + "position 0\nwins first\nlost 0\nend\n", ""),
        (PLAY + "position 1\nwins first\nlost 0\nend\n", "no move leads to a position that is said to be lost"),
        (PLAY + "position 2\nwins second\nlost 2\nset 1\nset 2\nend\n", "line 9: a move leads to 1, which is said"),
        (PLAY + "position 4\nwins both\n", "line 6: expected 'first' or 'second' after 'wins'"),
        (PLAY.replace("misere", "loopy"), "line 3: expected 'normal' or 'misere' after 'play'"),
        (PLAY.replace("play misere\n", ""), "line 3: expected 'play', found 'amounts'"),
        # equal heaps are worth nothing together in normal play alone
        (PLAY.replace("misere", "normal") + "position 2 2\nwins second\nlost 0\nend\n", ""),
        (PLAY + "position 2 2\nwins second\nlost 0\nend\n", "the claims do not say"),
        (PLAY + "position 1 1\nwins second\nlost 1\nset 1 1\nend\n", "line 8: a move leads to 1, which is not shown"),
    ],
)  # fmt: skip
def test_what_a_strategy_lacks_is_told(text: str, told: str) -> None:
    reason = refusal(text)
    assert told in reason and bool(told) == bool(reason)


def test_a_strategy_too_long_is_refused_with_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:

    set_limits(monkeypatch, "proof.strategy", MOST_LOST=5, MOST_SUMS=50)
    with pytest.raises(OutOfReach, match="a strategy of more than 5 positions"):
        strategy(parse("cram(4x4)"))
    with pytest.raises(OutOfReach, match="in misère play of more than 50 positions"):
        strategy(parse("kayles(9 8)"), misere=True)


def test_a_strategy_by_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "s.txt"
    done = CliRunner().invoke(cli, ["solve", "kayles", "4", "3", "--misere", "--strategy", str(file)])
    assert done.exit_code == 0, done.output
    winner = "first" if "first player wins" in done.output else "second"
    done = CliRunner().invoke(cli, ["verify", str(file)])
    assert f"claims the {winner} player wins misere play" in done.output and "checked: proved" in done.output
    done = CliRunner().invoke(cli, ["solve", "graph", "0>1 0", "--loopy", "--strategy", str(file)])
    assert done.exit_code != 0


# False claims that prove one another. Random changes of true certificates never find them.


def lasting(after: list[list[tuple[int, ...]]], misere: bool, longest: int) -> list[tuple[int, ...]]:
    """The largest set of positions, all of them won, that the checker takes for lost: it should be empty.

    All positions of up to so many nodes are claimed that the definition says are won; what is refused is left out, and
    the rest asked again.
    """
    nodes = check.Nodes([tuple(options) for options in after], 1)
    wins: dict[tuple[int, ...], bool] = {}
    alive = [node for node, options in enumerate(after) if options]
    states = [state for size in range(longest + 1) for state in combinations_with_replacement(alive, size)]
    for state in sorted(states, key=lambda state: (sum(state), len(state))):
        options = {
            tuple(sorted(part for part in (*state[:at], *state[at + 1 :], *left) if after[part]))
            for at, node in enumerate(state)
            for left in after[node]
        }
        wins[state] = misere if not options else any(not wins[option] for option in options)
    claimed = [state for state in states if wins[state]]
    while True:
        claims = tuple(check.Claim(state, 0, 1) for state in claimed)
        sums = check._Sums(check.GameCertificate(nodes, True, misere, (), 0, claims))
        lasting_states = []
        for number, state in enumerate(claimed):
            try:
                sums.check(number)
            except check.Refused:
                continue
            lasting_states.append(state)
        if len(lasting_states) == len(claimed):
            return lasting_states
        claimed = lasting_states


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_no_false_claims_hold_one_another_up(misere: bool) -> None:
    """In normal play they did where claims were looked at with their pairs: 3 3 3 was about 3, and shown by it."""
    chain: list[list[tuple[int, ...]]] = [[], *([(node,)] for node in range(5))]
    assert lasting(chain, misere, 5) == []
    rng = Random(3)
    for _ in range(12):
        after: list[list[tuple[int, ...]]] = [[]]
        for node in range(1, 5):
            after.append([(other,) for other in range(node) if rng.random() < 0.6] or [(node - 1,)])
        assert lasting(after, misere, 4) == []


def test_a_circle_of_pairs_is_refused() -> None:
    """A path of four moves: 3 is won, and four false claims showed it lost by one another."""
    path = "".join(f"node {node} {node - 1}\n" for node in range(1, 5))
    head = f"grundy-certificate 1\nkind strategy\nplay normal\nnodes 5\nnode 0\n{path}position 3\nwins second\n"
    for claims in combinations_with_replacement(["3 3 3", "3 4 4", "1 4", "1 2 4", "2 3 4", "1 3 3 4", "1 2 2 4"], 4):
        lost = "".join(f"set {claim}\n" for claim in claims)
        assert refusal(f"{head}lost 4\n{lost}end\n")
