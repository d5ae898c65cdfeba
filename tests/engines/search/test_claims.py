"""What `run` of kernels.claims gathers proves the value, which is that of the definition; check.py is the judge."""

from __future__ import annotations

import io
import random
from contextlib import nullcontext

import pytest
from limits import set_limits

from grundy.engines.part_values import PartValues
from grundy.engines.search import plain, tables
from grundy.engines.search.board import Board, as_sets, prepare
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.tables import Tables
from grundy.errors import OutOfReach
from grundy.notation.expression import parse
from grundy.proof import check
from grundy.proof.positions import ClaimCollector, Claims, fits, squares
from grundy.proof.write import position_certificate
from grundy.runs.chunk import run_to_end


def board_of(expression: str) -> Board:
    (part,) = parse(expression).parts()
    sets = as_sets(part.rule.shape)
    assert sets
    return prepare(sets.field(part.state)[0], widen=False)


def gathered_of(board: Board, small_places: int) -> ClaimCollector:
    search = BoardSearch(board, small_places=small_places, keeps=True)
    search.tables = Tables(board, False, 1 << 24, small_places, keeps=True)
    return ClaimCollector(Claims(board, search))


def refusal(gathered: ClaimCollector, root: int, value: int) -> str:
    """Why check.py refuses what was gathered; empty where it accepts it."""
    board = gathered.claims.board
    lines = position_certificate(squares(board), board.places, gathered.claims.moves, root, value, gathered.in_order())
    try:
        check.check(check.read(io.StringIO("".join(f"{line}\n" for line in lines), newline="\n")))
    except check.Refused as refused:
        return str(refused)
    return ""


BOARDS = (
    "cram(3x4)",
    "cram(1x9)",
    "node-kayles(grid:3x3)",
    "node-kayles(queens:4)",  # small parts have no keys
    "placement:ooo,o/o/o(3x4)",
    pytest.param("cram(3x22)", marks=pytest.mark.long),  # sets of two words: other machine code
)


@pytest.mark.parametrize("expression", BOARDS)
@pytest.mark.parametrize("seed", range(6))  # few at a time, so that it is quick as plain Python too
def test_what_kernels_gather_is_a_proof(expression: str, seed: int) -> None:
    board, rng = board_of(expression), random.Random(f"{expression} {seed}")
    assert fits(board)
    for small in (0, 9):
        for _ in range(1 + seed % 2):
            gathered = gathered_of(board, small)
            few = rng.sample(range(board.places), min(board.places, 14))  # 3x22 has sets of two words
            root = sum(1 << place for place in few) if board.places > 12 else rng.randrange(1 << board.places)
            value = run_to_end(gathered.gather(root))
            assert value == plain.value(board, root, {})
            assert refusal(gathered, root, value) == ""


@pytest.mark.parametrize(("size", "value"), [(6, 1), (7, 2)])  # OEIS A344227
def test_a_search_that_keeps_what_it_finds_has_all_that_is_claimed(
    size: int, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other searches only ask parts of queens' graphs of up to 20 squares, and nothing can be claimed of these."""
    board = board_of(f"node-kayles(queens:{size})")
    root = (1 << board.places) - 1
    gathered = gathered_of(board, 0)
    monkeypatch.setattr(gathered.claims, "settle", lambda part, value: pytest.fail(f"{part:x} is searched again"))
    assert run_to_end(gathered.gather(root)) == value
    assert gathered.by_kernel and refusal(gathered, root, value) == ""


@pytest.mark.parametrize("expression", ["cram(3x5)", "node-kayles(grid:3x4)"])
def test_where_values_of_parts_are_known_kernels_gather_though_little_is_searched(expression: str) -> None:
    """A search that begins with values has few positions to look at, and many claims all the same."""
    board, values = board_of(expression), PartValues("")
    root = (1 << board.places) - 1
    first = BoardSearch(board, method="proof-numbers", small_places=0, part_values=values)
    (value,) = run_to_end(first.answers([BoardQuestion(root)], most=0))
    first.give_values()
    search = BoardSearch(board, method="proof-numbers", small_places=0, part_values=values)
    search.prepare()
    gathered = ClaimCollector(Claims(board, search))
    assert run_to_end(gathered.gather(root)) == value == plain.value(board, root, {})
    assert gathered.by_kernel and search.nodes < first.nodes
    assert refusal(gathered, root, value) == ""


def test_what_the_tables_do_not_say_is_asked_of_the_search() -> None:
    board = board_of("cram(3x5)")
    root = (1 << board.places) - 1
    gathered = gathered_of(board, 0)
    value = run_to_end(gathered.gather(root))
    assert value == 1  # Lemoine & Viennot 2012
    asked = gathered_of(board, 0)
    assert asked.claims.search.tables
    (key,) = asked.claims.keys(root)
    run_to_end(asked.run(asked.claims.search.tables, [(key, value)]))
    assert asked.claims.search.nodes > 0 and refusal(asked, root, value) == ""
    assert len(asked.in_order()) <= 2 * len(gathered.in_order())


def test_a_claim_less_or_of_another_value_is_refused() -> None:
    """The judge of these tests sees what is wrong."""
    board = board_of("cram(2x5)")
    root = (1 << board.places) - 1
    gathered = gathered_of(board, 0)
    value = run_to_end(gathered.gather(root))
    whole = gathered.in_order()
    assert [part.bit_count() for part, _ in whole] == sorted(part.bit_count() for part, _ in whole)
    for at, (part, worth) in enumerate(whole):
        for changed in ([], [(part, worth ^ 1)]):
            other = gathered_of(board, 0)
            other.in_order = lambda changed=changed, at=at: [*whole[:at], *changed, *whole[at + 1 :]]  # type: ignore
            assert refusal(other, root, value)


@pytest.mark.parametrize("expression", ["cram(2x5)", "cram(1x9)", "node-kayles(grid:2x4)"])
@pytest.mark.parametrize("first", [1, 40, 150])
def test_claims_that_need_more_room_are_the_same(expression: str, first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_of(expression)
    root = (1 << board.places) - 1
    whole = gathered_of(board, 0)
    value = run_to_end(whole.gather(root))
    set_limits(monkeypatch, "engines.search", FIRST_CLAIMS=first)
    steps: list[int] = []
    grow = tables.Gathering.grow
    monkeypatch.setattr(tables.Gathering, "grow", lambda self, most: steps.append(most) or grow(self, most))
    set_limits(monkeypatch, "proof", FIRST_STEP=1)  # so that it grows between two steps too
    narrow = gathered_of(board, 0)
    assert run_to_end(narrow.gather(root)) == value
    assert steps[0] == first and steps == [first << k for k in range(len(steps))] and len(steps) > (first < 100)
    assert narrow.in_order() == whole.in_order() and refusal(narrow, root, value) == ""
    held = narrow._kernels
    assert held and held.count == held.proved == len(whole.in_order()) and held.room == steps[-1]


@pytest.mark.parametrize("limit", [0, 1, 5])
def test_too_many_claims_are_refused(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search", FIRST_CLAIMS=1)
    set_limits(monkeypatch, "proof", MOST_GATHERED=limit)
    board = board_of("cram(2x5)")
    with pytest.raises(OutOfReach, match="claims; try a smaller position") if limit == 0 else nullcontext():
        run_to_end(gathered_of(board, 0).gather((1 << board.places) - 1))


def test_which_boards_the_kernels_know() -> None:
    for expression in (
        "chomp(3x3)",
        "node-kayles(petersen)",
        "placement:oxx/x(3x4)",
        "placement:ooo(3x4)",
        "notakto(3x3)",
    ):
        assert not fits(board_of(expression))
