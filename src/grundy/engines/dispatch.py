"""Which engine answers: one table, read from the top. The first row that fits a question answers it (ask.py).

A row fits by what a rule is, never by what it is called (conditions.py). Where only trying shows whether an engine
answers, its row has a budget of work (`tries`), and when that is spent the next row that fits is asked.
"""

from __future__ import annotations

from grundy.engines.conditions import (
    follows_nim,
    has_few_bits,
    has_misere_formula,
    has_shape,
    has_small_pieces,
    has_strips,
    is_all_sets,
    is_alone,
    is_code,
    is_described,
    is_formula,
    is_one_state_of_code,
)
from grundy.engines.question import Question, Row
from grundy.model.shapes import Arcs, BitMoves, Cuts, Digits, Division, Masks, Riders, Sets, Strips, TakeAway

TABLE = (
    Row(
        "any rule",
        lambda asked: True,
        "definition:loopy",
        "the definition: positions labelled from the end of play backwards; what is left over is a draw",
        refuses="more than 10^6 positions",
        convention="loopy",
    ),
    Row(
        "heaps from which an amount of a set is taken",
        has_shape(TakeAway),
        "heap.take_away",
        "a theorem on the set, a table of bits, or a proved period",
        refuses="heaps beyond 10^8 without a period, amounts beyond 10^6",
    ),
    Row(
        "heaps of a take-and-break code",
        has_shape(Digits),
        "heap.octal.engine",
        "heap by heap, by the sparse space of the code, or by a proved period",
        refuses="heaps beyond 400,000, or 2^28 in a sparse space, without a period",
    ),
    Row(
        "numbers replaced by a quotient",
        has_shape(Division),
        "heap.steps",
        "nim-values as a step function of the number",
        refuses="more than 10^7 steps",
    ),
    Row(
        "grids of which whole rows and columns are taken",
        has_shape(Cuts),
        "table.cuts",
        "a table of all sub-rectangles",
        refuses="4 GiB, 10^12 moves",
    ),
    Row(
        "a token on a graph",
        has_shape(Arcs),
        "graph.acyclic",
        "each node after its successors",
        refuses="cycles",
    ),
    Row(
        "boards that are cleared, each piece of up to 30 cells or in one line",
        has_small_pieces,
        "table.boards",
        "pieces apart: a formula for lines, bit-sliced tables for the rest",
        refuses="tables beyond the memory",
        apart=True,
    ),
    Row(
        "boards that are cleared, with a larger piece",
        has_shape(Masks),
        "table.large_boards",
        "a search; where it becomes long, the sets of all boards that are worth 0, 1, and so on",
        refuses="pieces of more than 36 cells, unless limits are given",
        apart=True,
        runs="always",
    ),
    Row(
        "sets of up to 33 bits",
        has_few_bits,
        "bitsliced.rules",
        "bit-sliced tables of all states",
        tries="the memory, or hours of work",
    ),
    Row(
        "rows that fall into strips",
        has_strips,
        "heap.strips",
        "each strip as a heap of a take-and-break code",
        refuses="strips as the heaps of their code",
        apart=True,
    ),
    Row(
        "sets of places",
        has_shape(Sets, Strips, BitMoves),
        "search.solver",
        "a search of parts beside heaps",
        refuses="more than 1,024 places; the memory",
        runs="always",
    ),
    Row(
        "pairs from which multiples of vectors are subtracted",
        has_shape(Riders),
        "table.riders",
        "a set of values for each line; a theorem for P-positions",
        tries="4·10^7 pairs",
    ),
    Row(
        "one state of a rule whose P-positions are known",
        is_alone,
        "formula:winner",
        "a theorem tells the winner; the value of other positions stays unknown",
    ),
    Row(
        "rules with a closed formula",
        is_formula,
        "formula",
        "the formula",
    ),
    Row(
        "rules that are code, with canonical or split, or a method of search that was asked for",
        is_described,
        "search.user_rule",
        "a search of parts beside heaps, compiled where that can be",
        refuses="10^6 questions, unless compiled or limits are given; the memory",
        runs="always",
    ),
    Row(
        "rules that are code",
        is_code,
        "definition:few",
        "the definition",
        tries="2,000 positions",
    ),
    Row(
        "rules that are code",
        is_code,
        "table.user_rule",
        "compiled: a table of all states up to those asked for, or of those that can be reached; else the definition",
        tries="2^32 states, 2^24 that are reached, 10^6 where it is not compiled",
        runs="given",
    ),
    Row(
        "rules that are code",
        is_code,
        "search.user_rule:beyond",
        "a search of states beside heaps, compiled",
        refuses="what is not compiled, unless limits are given; the memory",
        runs="always",
    ),
    Row(
        "boards and graphs",
        is_all_sets,
        "search.misere",
        "a search of whole positions, nothing added or cancelled",
        refuses="more than 1,024 places; the memory",
        convention="misere",
    ),
    Row(
        "parts that follow misère Nim, as Nim and take-away do",
        follows_nim,
        "misere.nim",
        "the nim-values of normal play, and Bouton's theorem",
        refuses="what normal play refuses",
        runs="given",
        convention="misere",
    ),
    Row(
        "one part with a theorem of its own, as sequential Nim has",
        has_misere_formula,
        "misere.formula",
        "the theorem",
        runs="given",
        convention="misere",
    ),
    Row(
        "one state of a rule that is code",
        is_one_state_of_code,
        "misere.answer:one_state",
        "tame parts, a misère quotient, or a search of sums",
        tries="10^5 parts with 10^6 moves, 2·10^6 moves of sums",
        runs="given",
        convention="misere",
    ),
    Row(
        "one state of a rule that is code",
        is_one_state_of_code,
        "misere.definition:few",
        "the definition",
        tries="2,000 positions",
        runs="given",
        convention="misere",
    ),
    Row(
        "one state of a rule that is code",
        is_one_state_of_code,
        "search.misere_user_rule",
        "a search of whole states, compiled",
        tries="what is compiled; the memory",
        runs="always",
        convention="misere",
    ),
    Row(
        "other sums",
        lambda asked: not is_one_state_of_code(asked),
        "misere.answer",
        "tame parts, a misère quotient, or a search of sums",
        tries="10^5 parts with 10^6 moves",
        refuses="2·10^6 moves of sums of parts that are not tame and have no quotient",
        runs="given",
        convention="misere",
    ),
    Row(
        "sums",
        lambda asked: True,
        "misere.definition",
        "the definition: every sum of parts below",
        refuses="more than 10^6 sums",
        runs="given",
        convention="misere",
    ),
)

DEFINITION_ALONE = (
    TABLE[0],
    Row("any rule", lambda asked: True, "definition", "the definition", refuses="more than 10^6 positions"),
)
"""The table where nothing compiled is at hand, as in a browser."""


def rows_of(question: Question) -> tuple[Row, ...]:
    """The rows that fit a question, in the order in which they are asked."""
    return tuple(row for row in TABLE if row.fits(question))
