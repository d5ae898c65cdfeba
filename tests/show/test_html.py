"""What a notebook shows of answers: well-formed, in the colours of the page, with nim-values as nimbers."""

from __future__ import annotations

import re
from base64 import b64decode
from html.parser import HTMLParser
from typing import Any

import pytest

import grundy
import grundy.api.certificates
import grundy.api.runs
import grundy.api.stress
from grundy.model.run import Run
from grundy.model.stress import Report
from grundy.model.verification import CheckedFile, Verification

VOID = {"br", "hr", "img", "input", "meta", "link"}


class _Tags(HTMLParser):
    """The elements that are open; whatever is closed has to be the last."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def text_of(shown: str) -> str:
    """The text of a piece of HTML, which is well-formed."""
    tags = _Tags()
    tags.feed(shown)
    tags.close()
    assert tags.open == []
    return " ".join("".join(tags.text).split())


def html(value: Any) -> str:
    shown: str = value._repr_html_()
    return shown


@pytest.fixture(scope="module")
def answers() -> list[Any]:
    return [
        grundy.solve("cram 2x3"), grundy.solve("nim 1 1", misere=True), grundy.kayles, grundy.take_away(1, 2),
        grundy.nim(3) + grundy.cram("2x2"), grundy.sequence("kayles", 500), grundy.sequence("nim", 0),
        grundy.table("wythoff", box=(9, 9)), grundy.table("take-away:1,2", 30),
        grundy.table("wythoff", box=(9, 9), outcomes=True), grundy.misere_quotient("kayles", 4),
        grundy.period("kayles"),
        grundy.prove("take-away:1,2", "n % 3 == 0"), grundy.prove("take-away:1,2", "n % 4 == 0"),
        grundy.genera("kayles", 5), grundy.guess([0, 1, 2] * 5), grundy.atlas("0.07", limit=200, cores=1),
        grundy.check("nim", "n", 9), grundy.check("nim", "0", 9), grundy.play("nim 1 2"),
        CheckedFile("a.txt", ("<i>: proved",), True), Verification((CheckedFile("a.txt", ("a.txt: proved",), True),)),
        Report("nim", ("x",), 1, 9, 9, 0.5), Run(("period",), "nim"),
    ]  # fmt: skip


def test_each_is_well_formed_and_takes_the_colours_of_the_page(answers: list[Any]) -> None:
    for answer in answers:
        shown = html(answer)
        assert text_of(shown) and "#000" not in shown and "#fff" not in shown, answer


def test_values_are_nimbers() -> None:
    assert "an N-position, nim-value ∗2." in text_of(html(grundy.solve("nim 3 4 5")))  # 3 XOR 4 XOR 5
    assert "∗" not in html(grundy.solve("nim 3 4 5", misere=True))
    assert html(grundy.Nimber(6)) == "∗6"
    heap = grundy.genus(grundy.kayles(5))  # Winning Ways, ch. 13
    assert heap._repr_latex_() == "$4^{146}$" and html(heap) == "4<sup>146</sup>"


def test_nothing_waits_for_a_network(answers: list[Any]) -> None:
    """A notebook that is exported and read without a network showed $\\ast 2$, for its MathJax comes from elsewhere."""
    for answer in [*answers, grundy.Nimber(6), grundy.genus(grundy.kayles(5)), grundy.picture("kayles")]:
        shown = html(answer)
        assert "$" not in shown and "<script" not in shown, answer
        assert set(re.findall(r"https?://[^\s\"'<]*", shown)) <= {"http://www.w3.org/2000/svg"}, answer


def test_moves_are_in_words() -> None:
    moves = grundy.solve("nim 3 5").winning_moves
    assert text_of(html(moves[0])) == "take 2 from pile 2"  # Bouton: 3 = 5 - 2
    assert text_of(html(moves)) == "1 winning move:take 2 from pile 2"
    assert text_of(html(grundy.solve("nim 1 1").winning_moves)) == "no winning moves."
    many = grundy.solve("nim " + " ".join(["1"] * 21)).winning_moves  # each of 21 piles
    assert html(many).count("<li>") == 10 and "... and 11 more" in html(many)


def test_a_picture_is_an_image_that_fits_the_page() -> None:
    """It was cut off at the right edge, and its style sheet was of the whole page."""
    shown = html(grundy.picture("kayles"))
    assert shown.startswith('<img alt="kayles: heaps 0 to 95') and "max-width: 100%" in shown
    assert "<svg" in b64decode(shown.rpartition("base64,")[2].removesuffix('">')).decode()


def test_the_automaton_of_a_claim_is_folded() -> None:
    """The claim says the same in fewer words; where there was none, the automaton is the theorem."""
    assert "<details>" in html(grundy.prove("take-away:1,2", "n % 3 == 0"))
    shown = html(grundy.prove("rule:n -> n-1; n -> n//2, if n >= 1"))
    assert "<svg" in shown and "<details>" not in shown


def test_the_presentation_of_a_quotient_is_a_formula() -> None:
    """The quotient of *2 + ..., of six elements: Plambeck & Siegel 2008 call it T2."""
    quotient = grundy.misere_quotient("kayles", 4)
    formula = r"\mathcal{Q} = \langle a, b \mid a^{2} = 1, b^{3} = b \rangle"
    assert quotient._repr_latex_() == f"${formula}$"  # type: ignore[attr-defined]
    assert "Q = ⟨ a, b | a2 = 1, b3 = b ⟩" in text_of(html(quotient))
    assert "<i>a</i><sup>2</sup> = 1" in html(quotient)


def test_p_positions_of_pairs_are_coloured() -> None:
    rows = html(grundy.table("wythoff", box=(9, 9))).split("<tr>")[2:]
    marked = {(a, b) for a, row in enumerate(rows) for b, cell in enumerate(row.split("<td")[1:]) if "rgba" in cell}
    assert marked == {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4)}  # Wythoff 1907


def test_what_is_said_of_a_pattern_belongs_to_it() -> None:
    """How far each pattern was seen was an item of the list by itself."""
    shown = html(grundy.table("wythoff", box=(30, 30)))
    assert "<li>G(a, b) = G(b, a)<br>observed for a, b = 0..29</li>" in shown and "<li>observed" not in shown


def test_what_would_be_markup_is_text() -> None:
    @grundy.rule
    def odd(n, *, sign="<b>$1$</b>"):  # type: ignore[no-untyped-def]
        """Take & <i>give</i> for $5."""
        yield from range(n)

    shown = html(odd.bind(sign="<b>$x$</b>"))
    assert "<i>" not in shown and "<b>" not in shown and "$5" not in shown and "$x$" not in shown
    assert "Take & <i>give</i> for $5." in text_of(shown)


def test_columns_stay_where_they_are() -> None:
    """A histogram was one number after the other."""
    assert "<pre" in html(grundy.table("take-away:1,2", 30))
