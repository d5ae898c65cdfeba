"""Texts of results, line by line, written down here by hand; the command line and the notebook print no others."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

import pytest

import grundy
from grundy.model.convention import Infinity
from grundy.model.evidence import Evidence, WinningMoves
from grundy.model.pattern import Break, Pattern, Summary
from grundy.model.period import PeriodResult, Repetition, SameValues
from grundy.model.run import Run
from grundy.model.stress import Failure, Report
from grundy.model.table import Contents, Outcomes
from grundy.show import atlas, sequence
from grundy.show.patterns import grid_lines, pattern_lines, summary_lines
from grundy.show.plot import picture_notes
from grundy.show.quotient import quotient_lines
from grundy.show.runs import duration, run_lines, runs_lines
from grundy.show.sequence import period_lines
from grundy.show.stress import report_lines
from grundy.show.table import csv_head, csv_lines, piece_lines, table_lines
from grundy.show.text import (
    Line,
    board_lines,
    fold,
    length_lines,
    move_effect,
    result_json,
    result_lines,
    short_line,
    winner_line,
)

FORMULA = Evidence("proved", "a formula")


def texts(lines: Iterable[Line]) -> list[str]:
    return [line.text for line in lines]


# One position


def test_a_sum_of_nim_is_explained_in_binary() -> None:
    result = grundy.solve("nim 3 5")
    assert texts(result_lines(result, plain=True, explain=True)) == [
        "The first player wins: an N-position, nim-value 6.",
        "",
        "  pile 1  ooo",
        "  pile 2  ooooo",
        "",
        "The winning move:",
        "  take 2 from pile 2",
        "Why:",
        "             nim-value   binary",
        "  pile 1: 3          3   011",
        "  pile 2: 5          5   101",
        "  XOR                6   110",
        "  A move wins if it makes the XOR 0:",
        "  take 2 from pile 2: its nim-value 5 becomes 3, and the XOR 6 becomes 0",
        "Proved: Bouton 1901: the nim-value of a heap is its size.",
    ]
    (move,) = result.winning_moves
    assert move_effect(result, move, 6) == "its nim-value 5 becomes 3, and the XOR 6 becomes 0"
    alone = grundy.solve("nim 5")
    assert move_effect(alone, alone.winning_moves[0], 5) == "its nim-value 5 becomes 0"


def test_one_part_is_explained_by_what_its_moves_lead_to() -> None:
    """It was a table of one row and its XOR."""
    for position, winning in (("nim 3", "The winning move leads"), ("kayles 6", "Each winning move leads")):
        lines = texts(result_lines(grundy.solve(position), explain=True))
        assert lines[-3] == "Why:"
        assert lines[-2] == f"  {winning} to a position with nim-value 0, in which whoever must move loses."


def test_what_is_lost_is_explained_too() -> None:
    lost = texts(result_lines(grundy.solve("nim 4 4"), plain=True, explain=True))
    assert lost[-2] == "  The XOR is 0, and every move changes it: whoever must move loses."
    alone = "  No move leads to a position with nim-value 0, so whoever must move loses."
    for position in ("nim 0", "wythoff 1 2"):
        assert texts(result_lines(grundy.solve(position), explain=True))[-2] == alone
    misere = texts(result_lines(grundy.solve("nim 1 1 1", misere=True), explain=True))
    assert "The second player wins (whoever cannot move wins)." in misere
    assert misere[-2] == (
        "  Misère play follows misère Nim on these values: with none above 1 an odd number of ones loses."
    )


def test_moves_beyond_those_that_are_asked_for_are_counted() -> None:
    result = grundy.solve("nim 1 1 1")  # each of three piles may be taken
    shown = texts(result_lines(result, moves=2, plain=True))
    assert shown[0] == "The first player wins: an N-position, nim-value 1."
    assert shown[6:10] == [
        "Winning moves (3):",
        "  take 1 from pile 1",
        "  take 1 from pile 2",
        "  ... and 1 more (--moves N shows N)",
    ]
    assert "Winning moves (3):" in texts(result_lines(result, moves=0))
    two = replace(result, winning_moves=WinningMoves(2, lambda: islice(result.winning_moves, 2)))
    assert texts(result_lines(two, moves=1))[-2] == "  ... and 1 more (--moves N shows N)"
    assert "more" not in "".join(texts(result_lines(two, moves=2)))
    assert "One winning move." in texts(result_lines(grundy.solve("nim 3 5"), moves=0))
    assert short_line(result) == (
        "nim(1 1 1): first  nim-value 1  take 1 from pile 1 (1 of 3)  "
        "(proved: Bouton 1901: the nim-value of a heap is its size)"
    )


def test_who_wins_without_a_number() -> None:
    """Of loopy and entailing play: Winning Ways, ch. 12."""
    one = replace(grundy.solve("nim 1"), convention="loopy")
    draw = replace(one, winner="draw", nim_value=Infinity(frozenset()))
    assert winner_line(draw) == "Neither player can force a win: a draw. Value infinity()."
    assert winner_line(replace(one, nim_value=Infinity(frozenset({0, 2})))) == (
        "The first player wins. No nim-value: infinity(0, 2)."
    )
    assert winner_line(replace(one, winner="second", nim_value=0)) == (
        "The second player wins: a P-position, nim-value 0."
    )
    assert list(length_lines(replace(one, lengths={"remoteness": 1, "suspense": 2}))) == [
        "The first player wins in 1 move at most, both players' counted, and can make it last 2 moves."
    ]
    assert list(length_lines(replace(draw, lengths={"remoteness": None}))) == ["With best play the game never ends."]


def test_boards_in_letters() -> None:
    assert list(board_lines(grundy.parse("cram 2x3"), plain=True)) == ["     1 2 3", "   1 . . .", "   2 . . .", ""]
    assert list(board_lines(grundy.parse("cram 1x5"), plain=True, width=10)) == [
        "     1 2 3", "   1 . . .", "", "     4 5", "   1 . .", "",
    ]  # fmt: skip
    assert list(board_lines(grundy.parse("node-kayles a-b, c"), plain=True)) == [
        "  a -- b", "  b -- a", "  c    no neighbour", "",
    ]  # fmt: skip
    two = list(board_lines(grundy.parse("nim(2) + cram(1x2)"), plain=True))
    assert two == ["component 1: nim", "  pile 1  oo", "", "component 2: cram", "     1 2", "   1 . .", ""]


def test_sets_in_json_are_lists_in_order() -> None:
    made = result_json(grundy.solve("nim 1"), made={"seen": {3, 1, 2}, "by": 1j})
    assert json.loads(made)["seen"] == [1, 2, 3] and json.loads(made)["by"] == "1j"


# Sequences and tables


def pieces(form: str | None, blocks: list[list[int]], **more: object) -> list[str]:
    made = "".join(sequence.pieces(form, "kayles", blocks, sum(map(len, blocks)), lambda: FORMULA, **more))  # type: ignore[arg-type]
    return made.splitlines()


def test_a_sequence_in_blocks_has_one_head_and_one_end() -> None:
    blocks = [[*range(19), 123], [7, 8]]
    made = {"command": "grundy sequence kayles", "version": "1"}
    assert pieces(None, blocks, **made) == [
        "   n  " + "".join(f" {n:3}" for n in range(20)),
        "   0  " + "".join(f" {n:3}" for n in range(19)) + " 123",
        "  20     7   8",
        "Proved: a formula (grundy sequence kayles).",
    ]
    rows = [f"{n},{value},proved" for n, value in enumerate([*blocks[0], *blocks[1]])]
    assert pieces("csv", blocks, **made) == ["n,nim_value,status", *rows]
    remark = "# kayles, grundy 1. Proved: a formula (grundy sequence kayles)."
    assert pieces("csv", blocks, remarks=True, **made)[-1] == remark
    assert pieces("bfile", blocks, **made)[-3:] == ["20 7", "21 8", remark]
    latex = pieces("latex", blocks, **made)
    assert latex[:2] == [
        r"\begin{tabular}{r|" + "r" * 20 + "}", " & ".join(["$n$", *map(str, range(20))]) + r" \\ \hline",
    ]  # fmt: skip
    rows = ["20 & 7 & 8 " + "&  " * 17 + r"& \\"]
    assert latex[3:] == [*rows, r"\end{tabular}", remark.replace("#", "%")]
    told = json.loads("".join(pieces("json", blocks, more={"by": 3}, **made)))
    assert told == {
        "game": "kayles", "start": 0, "values": [*blocks[0], *blocks[1]], "by": 3,
        "evidence": {"status": "proved", "by": "a formula"}, **made,
    }  # fmt: skip


@pytest.mark.parametrize(("form", "lines"), [("csv", 1), ("latex", 3), ("bfile", 0), (None, 1)])
def test_no_term_is_a_head_alone(form: str | None, lines: int) -> None:
    assert len(pieces(form, [])) == lines


def test_pieces_of_a_table() -> None:
    nim = Contents("wythoff", (9, 9), evidence=FORMULA, command="grundy table wythoff --box 9x9")
    last = "Proved: a formula (grundy table wythoff --box 9x9)."
    assert list(piece_lines(nim, (1, 2), 0, False)) == ["G(1, 2) = 0", last]
    assert list(piece_lines(nim, (1, range(2, 4)), [0, 4], False))[1] == "   2    0  4"
    assert list(piece_lines(nim, (range(1, 2), range(2, 4)), [[0, 4]], False)) == [
        "  a\\b  2  3", "    1  0  4", last,
    ]  # fmt: skip
    told = json.loads(next(piece_lines(nim, (1, range(2, 4)), [0, 4], True)))
    assert told == {
        "game": "wythoff", "play": "normal", "show": [1, [2, 4]], "values": [0, 4],
        "evidence": {"status": "proved", "by": "a formula"}, "command": nim.command, "version": None,
    }  # fmt: skip
    lost = Contents("nim", (4,), outcomes=True)
    assert next(piece_lines(lost, (0,), "P", False)) == "0: a P-position"
    assert next(piece_lines(lost, (1,), "N", False)) == "1: an N-position"
    assert (csv_head(nim), csv_head(lost)) == ("a,b,nim_value,status", "n,outcome,status")
    assert list(csv_lines(lost, (range(2),), "PN")) == ["0,P,computed", "1,N,computed"]
    assert list(grid_lines([[10, 2]], 7, 99)) == ["  a\\b  99 100", "    7  10   2"]


def test_what_stands_in_a_table() -> None:
    lost = Contents("nim", (3,), "misere", outcomes=True)
    assert texts(table_lines(lost, Outcomes(lost, 1, (1,)), "heaps of Nim")) == [
        "3 states in misère play; P-positions: 1 (1).",
        "Observed: heaps of Nim.",
        "Computed: a table of all states.",
    ]
    many = Outcomes(Contents("wythoff", (99, 99)), 25, tuple((n, n) for n in range(20)))
    assert texts(table_lines(many.contents, many))[0].endswith("P-positions: 25 (" + " ".join(
        f"({n},{n})" for n in range(20)
    ) + " ...).")  # fmt: skip
    assert texts(table_lines(many.contents, replace(many, count=20)))[0].endswith(" (19,19)).")
    broken = Break(9, 4, 5)
    seen = Pattern("period", "G(n + 3) = G(n)", 2, 8, "n % 3", "nim-values", broken, 2, (("period", 3), ("repeats", 2)))
    summary = Summary((10,), [0, 1, 2], [4, 3, 3], [0, 1, 2], 4, (0, 3, 6), (seen,))
    assert texts(summary_lines(summary, 2)) == [
        "10 states; largest nim-value 2, first at 2.",
        "P-positions: 4 (0 3 ...).",
        "Value        Count  First at",
        "    0            4  0",
        "    1            3  1",
        "  ... and 1 more values",
        "Suspected patterns (observed, not proved):",
        "  period 3: G(n + 3) = G(n)",
        "    formula: n % 3",
        "    observed for n = 2..8, 2 times",
        "    first failure: 9 is 5, not 4; 2 failures in all",
    ]
    assert texts(summary_lines(Summary((0,), [], [], [], 0, (), ()))) == ["No states."]
    lines = Pattern("lines", "b = 2a", 5, 99, exceptions=1, numbers=(("points", 7), ("farthest", 1.5)))
    assert list(pattern_lines(lines, 2)) == [
        "b = 2a",
        "  observed for a, b = 5..99, 7 P-positions, none farther than 1.5 from the line",
        "  1 exception before the largest of a, b is 5",
    ]
    grows = Pattern("arithmetic period", "G(n + 4) = G(n) + 2", 0, 9, numbers=(("period", 4), ("saltus", 2)))
    assert next(pattern_lines(grows)) == "period 4, saltus 2: G(n + 4) = G(n) + 2"


# Periods, quotients, atlases


def test_periods() -> None:
    kayles = PeriodResult("kayles", "proved", Repetition(12, 71), 200, FORMULA, (9, 126))
    assert texts(period_lines(kayles)) == [
        "kayles: period 12, pre-period 71",
        "The last exception is heap 70.",
        "The largest nim-value is 9, first at heap 126.",
        "Proved: a formula.",
    ]
    same = SameValues("nim", "Nim", -1, 0, 9)
    seen = PeriodResult("g", "observed", Repetition(4, 0, 3), 30, FORMULA, (9, 2), matching_game=same)
    assert texts(period_lines(seen)) == [
        "g: no period is proved",
        "Observed: period 4 from heap 0 on, saltus 3 (values grow by 3 each period), as far as heap 29.",
        "The largest nim-value so far is 9, first at heap 2.",
        "Proved: a formula.",
        "Observed: heaps 0 to 9 have the values of Nim, n - 1.",
    ]
    pure = PeriodResult("nim", "proved", Repetition(1, 0, 1), 10, FORMULA, (9, 9))
    assert texts(period_lines(pure))[:3] == [
        "nim: period 1, pre-period 0, saltus 1 (values grow by 1 each period)",
        "Purely periodic: there is no exception.",
        "The largest nim-value so far is 9, first at heap 9.",
    ]
    assert texts(period_lines(PeriodResult("g", "none", None, 9, FORMULA)))[0] == "g: no period found in heaps 0 to 8"


def test_the_quotient_of_nim_heaps_up_to_3() -> None:
    """Plambeck 2005: the tame quotient T2, of six elements; a is a heap of 1 and b one of 2."""
    lines = texts(quotient_lines(grundy.misere_quotient("nim", 3)))
    assert lines[:2] == [
        "Misère quotient of nim, heaps 0 to 3: 6 elements, 2 in P",
        "Generators: a = heap 1, b = heap 2",
    ]
    assert lines[2:4] == ["Relations: a² = 1, b³ = b", "P: a, b²"]
    assert lines[5:7] == ["Heaps:", "     0  1   a   b   ab"]


def test_an_atlas_has_a_row_a_class() -> None:
    nothing = dict.fromkeys(("period", "preperiod", "observed", "sparse_space", "rare_heaps", "last_rare_heap"))
    nothing |= dict.fromkeys(("last_exception", "largest_value", "largest_value_at"))
    kayles = {
        **nothing, "code": "0.77", "status": "proved", "period": 12, "preperiod": 71, "largest_value": 9,
        "largest_value_at": 126, "heaps_computed": 200, "equal": [{"code": "0.7", "later": 1}], "last_exception": 70,
    }  # fmt: skip
    open_one = {
        **nothing, "code": "0.007", "status": "observed", "observed": {"period": 3, "preperiod": 5},
        "heaps_computed": 99, "equal": [], "agrees": False, "published": {"source": "X", "period": 4, "preperiod": 6},
    }  # fmt: skip
    assert list(atlas.as_text([kayles, open_one])) == [
        "code   period  pre-period  rare  last rare  largest   at  heaps  status             same values",
        "0.77       12          71                         9  126    200  proved             0.7(+1)",
        "0.007     [3]         [5]                                    99  observed, DIFFERS",
        "1 of 2 sequences are proved to repeat (2 of 3 codes)",
    ]
    head, first, second = atlas.as_csv([kayles, open_one])
    assert dict(zip(head.split(","), first.split(","), strict=True)) | {"mask": ""} == {
        "code": "0.77", "status": "proved", "period": "12", "preperiod": "71", "last_exception": "70",
        "observed_period": "", "observed_preperiod": "", "rare_heaps": "", "last_rare_heap": "", "mask": "",
        "twist": "", "largest_value": "9", "largest_value_at": "126", "heaps_computed": "200", "equal": "0.7(+1)",
    }  # fmt: skip
    assert second.startswith("0.007,observed,,,,3,5,")
    assert json.loads(atlas.as_json([open_one], {"digits": 3})) == {"digits": 3, "rows": [open_one]}
    assert list(atlas.published_lines([open_one, {**kayles, "agrees": True}], ["0.16"])) == [
        "1 of 2 published periods are proved again, with the same pre-period",
        "0.007: X has period 4, pre-period 6",
        "not tried, for it takes long: grundy period octal:0.16",
    ]


# Runs, tests of programs, times, lines


def test_runs_in_columns() -> None:
    begun = Run(
        ("period", "kayles"), "kayles", done=5, total=20, unit="heaps", number=12, started="2026-11-21T05:16:00Z",
        seconds=75.0,
    )  # fmt: skip
    ended = Run(("table", "a b"), "nim", status="finished", done=7, total=9, unit="states", number=3, seconds=2.0)
    bad = Run((), "", status="damaged", number=4, message="is damaged", seconds=3.0)
    assert runs_lines([begun, ended, bad]) == [
        "run  status    started              worked      done              command",
        "12   running   2026-11-21 05:16:00  1 min 15 s  25 % of 20 heaps  grundy period kayles",
        "3    finished                       2.0 s       7 states          grundy table 'a b'",
        "4    damaged                                                      is damaged",
    ]
    assert runs_lines([begun], 60)[2:] == [
        "12   running  2026-11-21 05:16:00  1 min 15 s  25 % of 20 heaps", "     grundy period kayles",
    ]  # fmt: skip
    assert runs_lines([]) == []
    assert run_lines(ended)[-1] == "done        7 states"
    assert run_lines(replace(ended, done=9))[-1] == "done        100 % of 9 states"


def test_what_a_program_was_seen_to_do() -> None:
    failure = Failure("wrong answer", "line 1 differs", "1\n", "first\n", "\x1b[1m\n" * 14, steady=False)
    assert list(report_lines(Report("nim", ("./it",), 7, 1, 2, 0.5, failure, interrupted=True))) == [
        "Wrong answer: line 1 differs (found after 1 case in 2 inputs, seed 7).",
        "Stopped during the search for a smaller input.",
        "A second run on the same input did not fail: the program does not do the same each time.",
        "Input:", "  1",
        "Expected output:", "  first",
        "Output of the program:", *["  \\x1b[1m"] * 12, "  ... and 2 more lines",
    ]  # fmt: skip
    silent = Failure("crash", "exit status 1", "1\n", "first\n", "")
    assert list(report_lines(Report("nim", ("./it",), 7, 3, 1, 0.5, silent)))[-1] == "Output of the program: nothing"
    none = Report("nim", ("./it",), 7, 1000, 2, 0.5)
    assert list(report_lines(none)) == ["No failure in 1,000 cases in 2 inputs, seed 7 (not a proof)."]
    stopped = Report("nim", ("./it",), 7, 1, 1, 0.5, interrupted=True)
    assert list(report_lines(stopped)) == ["Interrupted: no failure in 1 case in 1 input, seed 7 (not a proof)."]


def test_times() -> None:
    times = {9.94: "9.9 s", 10: "10 s", 59.4: "59 s", 60: "1 min", 3600: "1 h", 86_400: "1 d", 90_061: "1 d 1 h"}
    assert {seconds: duration(seconds) for seconds in times} == times


def test_what_is_said_of_a_name_stands_below_itself() -> None:
    """The help of `play` went on below the names."""
    help_line = "  a move       its number in the list, its words, or numbers"
    assert fold(help_line, 45) == ["  a move       its number in the list, its", f"{'':15}words, or numbers"]


def test_a_command_to_paste_is_whole_after_a_colon() -> None:
    """`Go on with: grundy resume 12 --store` was the end of a line, and the name of the store the next one."""
    said = "Stopped by the time limit after 9.1 s. Go on with: grundy resume 12 --store 'my runs'"
    assert fold(said, 60) == [
        "Stopped by the time limit after 9.1 s. Go on with:",
        "  grundy resume 12 --store 'my runs'",
    ]
    assert (
        fold("The same by: grundy solve sum 'nim(3 4) + kayles(5)'", 40)[1]
        == "  grundy solve sum 'nim(3 4) + kayles(5)'"
    )


def test_lines_end_at_blanks_and_commands_stay_whole() -> None:
    words = "a line of words that is longer than forty characters, as one sees"
    assert fold(words, 39) == fold(words, 99) == [words]  # so narrow that a terminal breaks it as it will
    assert fold(words, 40) == ["a line of words that is longer than", "  forty characters, as one sees"]
    assert fold(f"  {words}", 40)[1].startswith("    forty")
    command = "Computed: by a table of all its states (grundy table take-away:1,2,3 --states 9)."
    assert fold(command, 50)[-1] == "  (grundy table take-away:1,2,3 --states 9)."
    named = "a-name-of-thirty-characters--- what is said of it"
    assert fold(named.replace(" ", "  ", 1), 42) == ["a-name-of-thirty-characters---  what is", "  said of it"]


def test_what_a_picture_says_of_its_exceptions() -> None:
    """Values are written in rows of up to 48 columns; beyond those a red cell is what is left of them."""
    known = PeriodResult("kayles", "proved", Repetition(12, 71, 0), 168, FORMULA)
    assert [list(picture_notes(known, 14, columns)) for columns in (48, 49)] == [
        ["Period 12, proved, from heap 71 on.", f"{how}: 14 heaps before that whose value is not that of the period."]
        for how in ("Crossed out", "Red")
    ]
