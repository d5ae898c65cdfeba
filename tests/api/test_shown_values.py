"""How values show themselves: `repr` is one line that a person can read, `str` is what the command line prints."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import FunctionType

import numpy as np
import pytest
from command import grundy as command_line
from reference_page import GROUPS
from stressed import PATIENT

import grundy
from grundy.errors import BadText
from grundy.model.run import Run


@grundy.rule
def take(n, *, most=3):  # type: ignore[no-untyped-def]
    """Take up to `most`."""
    yield from range(max(0, n - most), n)


SHOWN = [
    (take, "Rule('take')"),
    (take.bind(most=2), "Rule('take', most=2)"),
    (grundy.octal("0.77"), "Rule('octal:0.77')"),
    (grundy.node_kayles, "Rule('node-kayles')"),
    (grundy.nim(3, 5) + grundy.kayles(7), "Position('nim(3 5) + kayles(7)')"),
    (grundy.cram("2x3"), "Position('cram 2x3')"),
    (grundy.cram("../.#") + grundy.notakto("3x3 X../..."), "Position('cram(../.#) + notakto(3x3 X../...)')"),
    (grundy.nim(), "Position('nim()')"),
    (grundy.nim(*range(100)), "Position('nim 0 1 2 3 4 5 6 7 8 9 10 1...0 91 92 93 94 95 96 97 98 99')"),
    (grundy.parse_move("pile 1, take 2"), "Move('pile 1, take 2')"),
    (grundy.HEAP, "Space('heap')"),
    (lambda: grundy.solve(grundy.cram("3x5")), "cram 3x5: first player wins, nim-value 1, 8 winning moves; computed"),
    (lambda: grundy.solve(grundy.nim(1, 1)), "nim 1 1: second player wins, nim-value 0; proved"),
    (lambda: grundy.solve(grundy.nim(1), misere=True), "nim 1 (misere): second player wins; proved"),
    (lambda: grundy.solve(grundy.nim(3, 5)).winning_moves, "<1 winning move: pile 2, take 2>"),
    (lambda: grundy.solve(grundy.nim(1, 1)).winning_moves, "<no winning moves>"),
    (lambda: grundy.sequence("kayles", 3), "kayles: nim-values 0, 1, 2, 3 of 0 to 3; computed"),
    (
        lambda: grundy.sequence("kayles", 12),
        "kayles: nim-values 0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, ... of 0 to 12; computed",
    ),
    (lambda: grundy.period("octal:0.77"), "octal:0.77: period 12, pre-period 71; proved"),
    (lambda: grundy.period("grundys-game", 2000), "grundys-game: no period found in heaps 0 to 1,999; computed"),
    (
        lambda: grundy.prove("take-away:1,2", "n % 3 == 0"),
        "take-away:1,2: n is a P-position iff n % 3 == 0; proved",
    ),
    (
        lambda: grundy.prove("take-away:1,2").at(10**40),
        f"{10**40}: first player wins, nim-value 1, 1 winning move; proved",
    ),
    (lambda: grundy.check("nim", "n // 2", 9), "n // 2: fails at n = 1: claimed 0, the nim-value is 1"),
    (lambda: grundy.table("take-away:1,2", 30).patterns[0], "G(n) = n % 3, for 0..29; observed"),
    (lambda: grundy.position_quotient(grundy.kayles(1, 2)), "misère quotient of 6 elements, 2 of them P-positions"),
    (grundy.Grid((("empty", "full"), ("blocked", "empty"))), "Grid of .o/#."),
]


@pytest.fixture(scope="module")
def returned(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    """What verbs return, and what stands in it: every class that the page of calls describes, at least."""
    folder = tmp_path_factory.mktemp("returned")
    table, atlas = grundy.table("take-away:1,2", 30), grundy.atlas("0.77", limit=200, cores=1)
    period, proof = grundy.period("kayles"), grundy.prove("rule:n -> n-1; n -> n//2, if n >= 1")
    report = grundy.stress("nim", (sys.executable, "-c", "print('first')"), **PATIENT)
    guesses = grundy.guess([0, 1, 2] * 5)
    certificate = period.certificate()
    values = [
        grundy.solve("cram 2x3"), grundy.solve("cram 2x3").winning_moves, grundy.sequence("kayles", 99), period,
        period.repetition, certificate, certificate.save(folder / "c.txt"), grundy.verify(folder / "c.txt"), proof,
        proof.at(12), proof.relation, proof.theorem, table, table.summary, *table.patterns, guesses, atlas,
        *atlas.rows, grundy.picture("kayles"), grundy.check("nim", "n", 9), report, report.failure,
        grundy.misere_quotient("kayles", 4), grundy.genera("kayles", to=5),
        grundy.loopy(np.array([0, 1]), np.array([1, 0])),
        grundy.certify("nim 3 5", folder / "d.txt"), grundy.genus(grundy.kayles(3)),
        grundy.position_quotient(grundy.kayles(3)), next(iter(grundy.kayles.options(5))), grundy.parse("cram 2x3"),
        grundy.cram("2x3").components[0], grundy.Infinity(frozenset({1})), grundy.Piles((1, 2)),
        grundy.Net(("a", "b"), ((0, 1),), ()), grundy.Evidence("computed", "a table"), table.contents,
        grundy.solve("cram 2x3").winning_moves[0], grundy.kayles, grundy.Grid((("empty",),)),
        grundy.option_values("nim 2"), grundy.option_values("nim 2", misere=True),
        grundy.sequence("kayles", 9, misere=True), grundy.game_graph("nim 2"), grundy.play("nim 2"),
        Run(("table", "nim"), "nim", {"states": 9}, "a key", "1.0"),
    ]  # fmt: skip
    return [*values, *_findings()]


def _findings() -> list[object]:
    with pytest.raises(BadText) as refused:
        grundy.solve("nim 3,4")
    return [*refused.value.findings]


def test_all_that_is_returned_is_one_readable_line(returned: list[object]) -> None:
    """print(result) was 1,185 characters of closures, and a Proof was 1,195 of formulas as nested classes."""
    for value in returned:
        shown = repr(value)
        assert not re.search(r"0x[0-9a-f]{4}|function|\n|Linear\(|array\(", shown), shown
        assert len(shown) <= 240, shown


def test_each_class_of_the_page_of_calls_was_shown(returned: list[object]) -> None:
    described = {*GROUPS["Answers"], *GROUPS["Rules of your own"], *GROUPS["Positions and moves"]}
    assert {name for name in described if name[0].isupper()} <= {type(value).__name__ for value in returned}


@pytest.mark.parametrize(("value", "shown"), SHOWN, ids=[shown for _, shown in SHOWN])
def test_a_value_is_shown_in_one_readable_line(value: object, shown: str) -> None:
    made = value() if isinstance(value, FunctionType) else value  # what takes time is not made for every worker
    assert repr(made) == shown


def test_nothing_public_shows_an_address() -> None:
    """print(result) was 1,185 characters of closures."""
    for name in grundy.__all__:
        value = getattr(grundy, name)
        if not callable(value) or isinstance(value, grundy.Rule):
            shown = repr(value) if name != "catalogue" else repr(value["kayles"])
            assert not re.search("0x[0-9a-f]{4}|function|\n", shown), name


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (("solve", "cram", "3x5"), lambda: grundy.solve(grundy.cram("3x5"))),
        (("solve", "nim", "3", "4", "5", "--misere"), lambda: grundy.solve(grundy.nim(3, 4, 5), misere=True)),
        (("period", "kayles"), lambda: grundy.period(grundy.kayles)),
        (("table", "wythoff", "--box", "9x9"), lambda: grundy.table("wythoff", box=(9, 9))),
        (("sequence", "kayles", "--to", "30"), lambda: grundy.sequence("kayles", 30)),
        (("prove", "wythoff"), lambda: grundy.prove("wythoff")),
        (
            ("atlas", "--codes", "0.77", "--to", "200", "--cores", "1"),
            lambda: grundy.atlas("0.77", limit=201, cores=1),
        ),
    ],
)
def test_str_is_what_the_command_line_prints(words: tuple[str, ...], value: Callable[[], object]) -> None:
    """But for the command, which the library does not know."""
    done = command_line(*words)
    command = re.escape(" ".join(("grundy", *words)))
    assert str(value()) == re.sub(rf" \({command}\)\.$", ".", done.out.rstrip("\n"))
