"""Certificates of misère quotients: true ones are accepted, and whatever is changed in one makes it false."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import forging_quotients
import forging_truth
import pytest
from certificate_texts import refusal, text
from command import grundy as command

import grundy
from grundy.proof import check


@cache
def lines_of(game: str, to: int | None) -> tuple[str, ...]:
    return grundy.misere_quotient(game, to).certificate().lines


def verdict(lines: list[str] | tuple[str, ...]) -> str:
    """What the checker says: "" where all is proved."""
    return refusal(text(lines))


GAMES = [
    ("octal:0.123", None), ("octal:0.07", 16), ("nim", 7), ("take-away:1,2", None), ("kayles", 0),
    ("octal:4.7", 8), ("grundys-game", 12), ("octal:0.07", 1),
]  # fmt: skip


@pytest.mark.parametrize(("game", "to"), GAMES)
def test_true_ones_are_accepted(game: str, to: int | None) -> None:
    assert verdict(lines_of(game, to)) == ""


def test_the_checker_says_the_game_and_the_claim(tmp_path: Path) -> None:
    file = tmp_path / "c.txt"
    done = command("quotient", "kayles", "--certificate", str(file), "--no-store")
    assert done.out.endswith(f"checked: 'grundy verify {file}' does it again.\n")
    alone = [sys.executable, "-I", "-S", check.__file__, str(file)]
    said = subprocess.run(alone, capture_output=True, text=True, check=True).stdout.splitlines()
    assert said[0].endswith(": take 1 and leave 0 or 1 or 2 heaps; take 2 and leave 0 or 1 or 2 heaps")
    assert said[1].endswith(
        ": claims the misere quotient has 40 elements, 9 in P, for all heaps: those below 168 repeat with period 12 "
        "from 71 on"
    )
    assert said[2].endswith(": proved")


@pytest.mark.parametrize(("game", "to"), [("octal:0.123", None), ("octal:0.07", 12), ("nim", 3)])
def test_any_other_number_is_a_false_claim(game: str, to: int | None) -> None:
    # the least monoid is unique, and its elements are numbered: every single change makes a certificate false
    rng = random.Random(1)
    true = lines_of(game, to)
    places = [at for at, line in enumerate(true) if line.split()[0] in ("p", "product", "period", "preperiod")]
    places += range(true.index(next(line for line in true if line.startswith("values"))) + 1, len(true) - 1)
    for _ in range(150):
        at = rng.choice(places)
        words = true[at].split()
        place = rng.randrange(1, len(words))
        words[place] = str(rng.choice([number for number in range(20) if str(number) != words[place]]))
        forged = [*true[:at], " ".join(words), *true[at + 1 :]]
        assert verdict(forged), forged[at]


def test_what_each_step_refuses() -> None:
    head = ["grundy-certificate 1", "kind quotient", "amounts 1", "period 0", "preperiod 0"]

    def one(p: str, product: list[str], values: str) -> str:
        count = len(values.split()) - 1
        return verdict(
            [*head, f"elements {len(product)}", p, *(f"product {x}" for x in product), f"values {count}", values, "end"]
        )

    assert one("p 1", ["0 1", "1 0"], "0 0 1 0") == ""
    assert "no product of elements" in one("p 1", ["0 1 2", "1 0 2", "2 2 2"], "0 0 1 0")
    assert "associative" in one("p 1", ["0 1 2", "1 2 0", "2 0 0"], "0 0 1 2")
    assert "told apart by nothing" in one("p", ["0 1", "1 0"], "0 0 1 0")
    assert "nothing is lost" in one("p 0", ["0 1", "1 0"], "0 0 1 0")
    assert "not the element of nothing" in one("p 1", ["0 1", "1 0"], "0 1 0 1")
    assert "from P to P" in one("p 1", ["0 1", "1 1"], "0 0 1 1")
    assert "has no move into P" in one("p 1", ["0 1 2", "1 2 0", "2 0 1"], "0 0 1 2")


def table(rows: str, p: str = "1", values: str = "0 0 1 0", head: str = "amounts 1\nperiod 0\npreperiod 0") -> str:
    """What is said of a quotient: the rows of its products, P, and the elements of heaps, in lines."""
    products = rows.split(", ")
    lines = ["grundy-certificate 1", "kind quotient", *head.split("\n"), f"elements {len(products)}", f"p {p}".rstrip()]
    lines += [f"product {row}" for row in products]
    return verdict([*lines, f"values {len(values.split()) - 1}", values, "end"])


def test_what_is_no_table_is_refused() -> None:
    assert table("0 1, 1 0") == ""
    assert table("0 1, 1 0, 0") == table("0 1, 1 0, 0 1 2") == "line 8: expected 3 elements"
    assert table("0 1, 1 2") == table("0 2, 1 0").replace("8", "9") == "line 9: expected 2 elements"
    assert (
        table("0 1, 1 0", "2") == table("0 1 2, 1 0 2, 2 2 2", "1 1") == "line 7: expected elements in increasing order"
    )
    assert table("0 1, 1 0", "1 2") == "line 7: expected elements in increasing order"
    assert table("0 1 2, 1 0 2, 2 2 2", "2 1") == "line 7: expected elements in increasing order"
    assert table("0 1, 1 0", values="0 0 2 0") == "line 10: expected elements below 2"
    unlike = "the product is not commutative, or 0 is not its identity"
    assert table("1 0, 0 1") == unlike  # 1 is the identity
    assert table("0 1 2, 1 1 1, 2 2 2", "1") == unlike  # each but 0 gives itself
    assert table("0 1 2, 1 0 2, 0 2 2", "1") == unlike  # 0 is the identity from one side


def test_every_element_is_that_of_a_sum_whatever_its_number() -> None:
    assert table("0 1 2, 1 0 2, 2 2 2") == table("0 1 2, 1 1 1, 2 1 0", "2", "0 0 2 0")
    assert "some element is no product of elements of heaps" in table("0 1 2, 1 1 1, 2 1 0", "2", "0 0 2 0")


def test_sums_that_are_not_looked_at_prove_nothing() -> None:
    limit = check.MOST_SUMS
    try:
        check.MOST_SUMS = 3
        assert verdict(lines_of("octal:0.123", None)) == "more than 3 kinds of sums"
    finally:
        check.MOST_SUMS = limit


def test_numbers_of_a_quotient_have_limits() -> None:
    def refused(head: str) -> str:
        return table("0 1, 1 0", head=head)

    most, size = check.MOST_VALUES, check.MOST_PARTED
    assert refused("amounts 1\nperiod 0\npreperiod 1").startswith("line 5: expected a number from 0 to 0")
    assert refused(f"amounts 1\nperiod {most + 1}\npreperiod 0").startswith(
        f"line 4: expected a number from 0 to {most}"
    )
    assert refused(f"amounts 1\nperiod 1\npreperiod {most + 1}").startswith("line 5: expected a number from 0 to")
    assert "needs the values" in refused(f"amounts 1\nperiod {most}\npreperiod {most}")
    assert "needs the values" in refused("amounts 1\nperiod 1\npreperiod 9")
    head = ["grundy-certificate 1", "kind quotient", "amounts 1", "period 0", "preperiod 0"]
    for word in (0, check.MOST_ELEMENTS + 1):
        assert verdict([*head, f"elements {word}"]).startswith("line 6: expected a number from 1 to 4000")
    assert verdict([*head, f"elements {check.MOST_ELEMENTS}"]) == "expected 'p', found the end of the file"
    for word in (0, size + 1):
        lines = [*head, "elements 1", "p", "product 0", f"values {word}"]
        assert verdict(lines).startswith(f"line 9: expected a number from 1 to {size}")
    assert "found the end" in verdict([*head, "elements 1", "p", "product 0", f"values {size}"])


def test_nodes_have_one_element_each_and_no_period() -> None:
    nodes = "nodes 2\nnode 0\nnode 1 0\nperiod {}\npreperiod 0"
    assert table("0 1, 1 0", values="0 0 1", head=nodes.format(0)) == ""
    for values, period in (("0 0 1 0", 0), ("0 0", 0), ("0 0 1", 1)):
        said = table("0 1, 1 0", values=values, head=nodes.format(period))
        assert "expected an element for each node, and no period" in said


def test_the_claim_is_said_as_it_is() -> None:
    def said(*changed: tuple[str, str]) -> str:
        text = "".join(f"{line}\n" for line in lines_of("octal:0.123", None))
        for old, new in changed:
            assert old in text
            text = text.replace(old, new)
        return check.claim(check.read(io.StringIO(text)))

    start = "the misere quotient has 20 elements, 5 in P, for "
    assert said() == f"{start}all heaps: those below 16 repeat with period 5 from 5 on"
    assert said(("\nperiod 5", "\nperiod 0"), ("preperiod 5", "preperiod 0")) == f"{start}16 heaps"


def test_a_forged_period_is_refused() -> None:
    true = list(lines_of("octal:0.123", None))
    for line, false in (("period 5", "period 10"), ("preperiod 5", "preperiod 6"), ("preperiod 5", "preperiod 4")):
        assert verdict([false if one == line else one for one in true])
    short = list(lines_of("octal:0.123", 11))  # 12 heaps do not prove a period of 5
    short[short.index("period 0")] = "period 5"
    short[short.index("preperiod 0")] = "preperiod 5"
    assert "needs the values of" in verdict(short)


def test_no_element_will_do_for_a_heap_that_needs_more() -> None:
    # Dawson's Kayles has 24 elements to heap 24 and more to heap 25, so that each element is wrong for heap 25
    true = list(lines_of("octal:0.07", 24))
    at = true.index("values 25")
    for element in range(24):
        assert verdict([*true[:at], "values 26", *true[at + 1 : -2], f"{true[-2]} {element}", "end"])


@pytest.mark.parametrize("number", range(len(forging_quotients.GAMES)))
def test_play_refutes_any_other_number(number: int) -> None:
    """What forgeries are held against: who wins small sums, and that no element is one too many."""
    text = forging_quotients.honest(number)
    assert forging_truth.true(text)
    lines = text.split("\n")
    order = sum(line.startswith("product") for line in lines)
    for at, line in enumerate(lines):
        words = line.split(" ")
        ends = words[0] in ("period", "preperiod") and "period 0" not in lines
        if not ends and words[0] not in ("p", "product", "0"):
            continue
        for place in range(1, len(words)):
            other = str((int(words[place]) + 1) % (100 if ends else order))
            forged = [*lines[:at], " ".join([*words[:place], other, *words[place + 1 :]]), *lines[at + 1 :]]
            assert not forging_truth.true("\n".join(forged)), forged[at]
