"""Rules of one's own that say how a state is drawn and how a move is told: in text, JSON, SVG and errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import grundy

import grundy as library
from grundy.errors import BadRule

PINS = """
import grundy

def row(n):
    return "o" * n + "." * (9 - n)

def words(move):
    return f"knock {move['knock']}, leaving {move['to']}"

@grundy.rule(draw=row, describe=words)
def pins(n):
    for k in (1, 2):
        for left in range((n - k) // 2 + 1 if n >= k else 0):
            yield grundy.to(left, n - k - left, knock=k)

@grundy.rule(draw=lambda a, b: grundy.Piles((a, b), "side"))
def sides(a, b):
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k

@grundy.rule(draw=lambda n: f"{'o' * n}\\n.")
def ragged(n):
    if n:
        yield n - 1

@grundy.rule(draw=lambda n: n, describe=lambda move: move["colour"])
def wrong(n):
    if n:
        yield n - 1

@grundy.rule(describe=lambda move: 7)
def mute(n):
    if n:
        yield n - 1
"""


@pytest.fixture
def rules(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(PINS)
    return str(tmp_path / "mine.py")


def test_a_row_is_drawn_and_its_moves_are_sentences(rules: str) -> None:
    """Kayles: a row of 7 is worth 2, by knocking one pin in its midst or two beside one."""
    done = grundy("solve", f"{rules}:pins", "7")
    assert done.status == 0 and "   1 ■ ■ ■ ■ ■ ■ ■ · ·\n" in done.out
    assert "  knock 1, leaving (3, 3)\n  knock 2, leaving (1, 4)\n" in done.out
    assert '"place": 1, "knock": 2, "to": [1, 4]' in grundy("solve", f"{rules}:pins", "7", "--json").out


def test_in_sums_each_component_has_its_picture(rules: str) -> None:
    done = grundy("solve", f"{rules}:pins(2) + {rules}:sides((1, 2)) + nim(2)", "--moves", "3")
    assert done.status == 0 and "■ ■ ·" in done.out and "  side 2  ●●\n" in done.out
    assert "leaving (0, 1) (component 1, " in done.out


def test_several_states_side_by_side_have_no_picture(rules: str) -> None:
    done = grundy("solve", f"{rules}:pins", "2", "3", "--moves", "1")
    assert done.status == 0 and "■" not in done.out and "knock" in done.out


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ragged", "draw(3): expected a picture, found ValueError: rows of equal length expected, found 3, 1"),
        ("wrong", "draw(3): expected a picture, found 3"),
        ("mute", "expected a sentence, found 7"),
    ],
)
def test_what_is_no_picture_or_sentence_is_the_rules_fault(rules: str, name: str, told: str) -> None:
    done = grundy("solve", f"{rules}:{name}", "3")
    assert (done.status, done.out) == (2, "") and told in done.err and "Traceback" not in done.err


def test_a_missing_label_names_its_line(rules: str) -> None:
    text = Path(rules).read_text().replace("draw=lambda n: n, ", "")
    Path(rules).write_text(text)
    done = grundy("solve", f"{rules}:wrong", "3")
    line = text[: text.index('move["colour"]')].count("\n") + 1
    assert done.status == 2 and f"found KeyError: 'colour' ({rules}:{line})" in done.err


def test_the_library_takes_the_same() -> None:
    @library.rule(draw=lambda n: "o" * n, describe=lambda move: f"to {move['to'][0]}")
    def down(n):  # type: ignore[no-untyped-def]
        if n:
            yield n - 1

    result = library.solve(down(3))
    assert [move.sentence() for move in result.winning_moves] == ["to 2"]
    assert "<svg " in down(3)._repr_html_()  # type: ignore[attr-defined]
    with pytest.raises(BadRule, match="expected a function of the labels of a move as describe, found 'x'"):
        library.rule(describe="x")(down.function)  # type: ignore[call-overload]
