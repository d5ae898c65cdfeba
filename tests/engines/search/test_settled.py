"""What one search has settled and another takes over: true, of the same field, used, and never more than was agreed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
import pytest
from limits import set_limits

from grundy.engines.options import SearchOptions
from grundy.engines.search import arrays, openings, plain
from grundy.engines.search.asker import Asker
from grundy.engines.search.board import prepare
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.kernels import numbers as kernels
from grundy.engines.search.kernels.spans import Span, spans
from grundy.engines.search.openings import Openings, Settled
from grundy.errors import StoreError
from grundy.games.placement import full_field, piece
from grundy.model.shapes import SubsetGame
from grundy.runs.chunk import map_chunks, run_to_end

SHIFT = 50
CRAM = (piece("oo"), piece("o/o"))
LARGE = full_field(3, 9, CRAM)  # more places than the tables of small sets have
VALUE = 1  # of Cram 3×9, as published by Lemoine and Viennot (2012)


@pytest.mark.parametrize("words", [1, 2, 3])
def test_what_is_noted_and_taken_is_found(words: int) -> None:
    """note and take against a list: what took much work is in the log, as long as there is room."""
    random, like = Random(words), (np.uint64(0),) * words
    rated = arrays.rated_table(np.zeros(64 * (words + 1), np.uint64), log=5 * (words + 1))
    rated.logged[1] = 8
    expected: list[tuple[Any, int, int, int]] = []
    for _ in range(20):
        key = tuple(np.uint64(random.getrandbits(SHIFT)) for _ in range(words))
        heap, work = random.randrange(4), random.randrange(16)
        phi, delta = random.choice(((0, kernels.INFINITE), (kernels.INFINITE, 0)))
        kernels.note(spans(rated), SHIFT, key, heap, phi, delta, work)
        if work >= 8 and len(expected) < 5:
            expected.append((key, heap, phi, delta))
    assert len(expected) == rated.logged[0] == 5
    table = np.zeros(4 * 64 * (words + 1), np.uint64)
    kernels.keep_numbers(spans(rated._replace(table=table)), SHIFT, *expected[0][:2], 7, 7, 2**30)
    kernels.take(Span(rated.log), Span(table), like, SHIFT)
    other = spans(rated._replace(table=table))
    assert [kernels.find_numbers(other, SHIFT, key, heap) for key, heap, *_ in expected] == [
        (phi, delta) for *_, phi, delta in expected
    ]
    assert np.count_nonzero(table.reshape(-1, words + 1)[:, -1]) == 5, "a couple has one entry"


def searched(game: SubsetGame, rows: Any = None) -> tuple[BoardSearch, Any]:
    """A search of a board, and what it has settled."""
    search = BoardSearch(prepare(game), method="proof-numbers", small_places=0)
    tables = search.prepare()
    if rows is not None:
        openings.take_over(tables, rows, "a test")
    openings.begin_log(tables)
    (yes,) = run_to_end(search.answers([BoardQuestion((1 << game.places) - 1, VALUE)], most=0))
    assert yes
    return search, openings.logged(tables)


@pytest.fixture(scope="module")
def found() -> tuple[BoardSearch, Any]:
    return searched(LARGE)


def test_what_is_settled_is_so_by_the_definition(found: tuple[BoardSearch, Any]) -> None:
    search, rows = found
    assert search.tables
    shift, memo, lost = search.tables.moves.shift, {}, 0
    assert len(rows) > 300
    for key, word in rows.tolist():
        part, heap = key & (1 << shift) - 1, key >> shift
        if part.bit_count() > 16:
            continue
        value = plain.value(search.board, part, memo)
        assert (word >> 28 & kernels.INFINITE == 0) == (value == heap), hex(part)
        lost += value == heap
    assert lost > 30


def test_what_is_taken_over_is_not_searched_again(found: tuple[BoardSearch, Any]) -> None:
    search, rows = found
    again, _ = searched(LARGE, rows)
    assert again.nodes < search.nodes / 10


def is_lost(rows: Any) -> Any:
    return rows[:, -1] >> np.uint64(28) & np.uint64(kernels.INFINITE) == 0


def turned(word: np.uint64) -> np.uint64:
    """The word of a couple that is lost, as if it were won."""
    return word >> np.uint64(56) << np.uint64(56) | np.uint64(kernels.INFINITE << 28)


@pytest.mark.parametrize("lie", ["it is", "it is not"])
def test_a_wrong_entry_is_refused(found: tuple[BoardSearch, Any], lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest set is said to have the value of one of its options, or not to have its own."""
    search, rows = found
    assert search.tables
    set_limits(monkeypatch, "engines.search.openings", SAMPLE=len(rows))
    set_limits(monkeypatch, "engines.search", ONE_IN=1)
    shift, board = search.tables.moves.shift, search.board
    lost = rows[is_lost(rows)]
    memo: plain.Memo = {}
    part = max((key & (1 << shift) - 1 for key in lost[:, 0].tolist() if (key & 2**27 - 1).bit_count() < 14), default=0)
    true = plain.value(board, part, memo)
    value = next(iter({plain.value(board, one, memo) for one in plain.options(board, part)}))
    (place,) = [place for place, key in enumerate(lost[:, 0].tolist()) if key & (1 << shift) - 1 == part]
    wrong = lost.copy()
    if lie == "it is":
        wrong[place, 0] = part | value << shift
        said = f"is worth {value}, but it is not worth {value}"
    else:
        wrong[place, -1] = turned(wrong[place, -1])
        said = f"is not worth {true}, but it is worth {true}"
    with pytest.raises(StoreError, match=f"a test: expected nim-values of parts, found one that is wrong: .* {said}"):
        searched(LARGE, wrong)


def test_a_few_of_many_entries_are_searched_again(found: tuple[BoardSearch, Any]) -> None:
    """A quarter of the lost couples is said to be won, and one in a hundred is searched again: it is seen soon."""
    _, rows = found
    seen = 0
    for seed in range(30):
        wrong = rows.copy()
        for place in Random(seed).sample(np.flatnonzero(is_lost(rows)).tolist(), int(is_lost(rows).sum()) // 4):
            wrong[place, -1] = turned(wrong[place, -1])
        try:
            openings.take_over(BoardSearch(prepare(LARGE), small_places=0).prepare(), wrong, "a test")
        except StoreError:
            seen += 1
    assert seen > 10


def test_two_workers_that_do_not_agree_are_noticed() -> None:
    one = Settled(2)
    one.put("a", np.array([[1, 1 << 56], [2, 1 << 56]], np.uint64))
    one.put("b", np.array([[2, 5 << 56], [3, 1 << 56]], np.uint64))
    with pytest.raises(StoreError, match="the workers do not agree"):
        one.put("b", np.array([[4, 1 << 56], [1, 1 << 56 | kernels.INFINITE << 28]], np.uint64))


@pytest.mark.parametrize("words", [2, 3])
def test_each_process_is_told_once_what_others_brought(words: int) -> None:
    """Against lists of what was brought by whom; a process that was not reached is told the next time."""
    random, one = Random(words), Settled(words)
    brought: list[tuple[str, tuple[int, ...]]] = []
    told: dict[str, set[tuple[int, ...]]] = {"a": set(), "b": set(), "c": set()}
    for _ in range(60):
        process = random.choice("abc")
        after, upto, rows = one.news(process)
        news = {tuple(row) for row in rows.tolist()}
        others = {row for by, row in brought if by != process}
        assert news <= others and news | told[process] >= others and not news & told[process]
        if random.random() < 0.7:  # else its worker is lost
            one.tell(process, after, upto)
            told[process] |= news
        fresh = [[random.randrange(40) for _ in range(words - 1)] + [1 << 56] for _ in range(3)]
        one.put(process, np.array(fresh, np.uint64))
        seen = {row[:-1] for _, row in brought}
        for row in map(tuple, fresh):
            if row[:-1] not in seen:
                brought.append((process, row))
                seen.add(row[:-1])


def test_what_took_least_work_goes_where_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search", KEPT=40, SENT=10)
    one = Settled(2)
    for number in range(30):
        one.put("a", np.array([[number, (number * 7 % 30) << 56]], np.uint64))
        assert number >= 20 or len(one) == number + 1  # while there is room nothing goes
    assert 15 <= len(one) <= 20
    assert sorted(word >> 56 for _, word in one.news("b")[2].tolist()) == [25, 26, 27, 28, 29]


@dataclass(eq=False)
class Several:
    """Workers that take turns in this process, each with a search of its own."""

    many: int
    monkeypatch: pytest.MonkeyPatch
    share: bool = True
    liar: str = ""  # which of them says of couples that are lost that they are won
    positions: int = 0
    calls: list[Any] = field(default_factory=list)
    askers: dict[str, Asker] = field(default_factory=dict)
    brought: dict[int, set[bytes]] = field(default_factory=dict)  # by places of the field

    def answers(self, module: str, name: str, calls: Sequence[Sequence[Any]]) -> Iterator[Any]:
        idle, at = [f"worker {number}" for number in range(self.many)], 0
        waiting: list[Any] = []
        while at < len(calls) or waiting:
            while at < len(calls) and idle:
                process, call = idle.pop(), list(calls[at])
                at += 1
                self.calls.append((process, call))
                asker = self.askers.setdefault(process, Asker(SearchOptions("proof-numbers"), False, openings.NEVER))
                self.monkeypatch.setattr(openings, "_process", lambda process=process: process)
                self.monkeypatch.setattr(openings, "_asker", lambda *_, asker=asker: asker)
                call[-1] = call[-1] if self.share else ""
                answer = openings.answer_opening(*call)
                waiting.append((process, answer if process != self.liar else (*answer[:-1], self.lied(answer[-1]))))
                rows = arrays.from_text(waiting[-1][1][-1]) if waiting[-1][1][-1] else np.zeros(0, np.uint64)
                self.brought.setdefault(call[0], set()).update(row.tobytes() for row in rows.reshape(-1, 2))
            process, answer = waiting.pop(0)
            idle.append(process)
            self.positions += answer[4]
            yield answer

    def threads(self) -> int:
        return self.many

    def lied(self, text: str) -> str:
        """What was settled, with every second of the lost couples as if it were won."""
        rows = arrays.from_text(text).reshape(-1, 2).copy() if text else np.zeros((0, 2), np.uint64)
        for place in np.flatnonzero(is_lost(rows))[::2]:
            rows[place, -1] = turned(rows[place, -1])
        return arrays.text_of(rows) if len(rows) else ""


@pytest.fixture(autouse=True)
def kernels_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answers by plain Python, nor by a table of small sets."""
    set_limits(monkeypatch, "engines.search.driver", FEW_PARTS=0, FEWER_PARTS=0)
    monkeypatch.setattr("grundy.engines.search.tables.small_table", lambda *_: None)


def value_by(workers: Several, game: SubsetGame = LARGE, saved: Any = None) -> list[Any]:
    """Ask for a nim-value in calls as short as they can be; the states that were to be kept."""
    work = Openings(SearchOptions(), workers, seconds=0).work([(game, (1 << game.places) - 1, None)])(saved)
    states: list[Any] = []
    assert run_to_end(map_chunks(lambda chunk: states.append(chunk.state), work)) == [VALUE]
    return states


def test_workers_use_what_others_have_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    one, four, apart = (Several(many, monkeypatch, share) for many, share in ((1, True), (4, True), (4, False)))
    for workers in (one, four, apart):
        value_by(workers)
    assert four.positions < 1.6 * one.positions
    assert apart.positions > 1.15 * four.positions


@pytest.mark.parametrize("who_asks", ["compares", "does not compare"])
def test_a_worker_that_lies_stops_the_run(who_asks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Noticed by who asks, who has heard the opposite from another, and by the others even if that is not looked at."""
    match = "the workers do not agree"
    if who_asks == "does not compare":
        match = "what other workers settled: expected nim-values of parts, found one that is wrong"
        monkeypatch.setattr(openings, "Settled", Credulous)
    with pytest.raises(StoreError, match=match):
        value_by(Several(4, monkeypatch, liar="worker 1"))


class Credulous(Settled):
    """Believes everybody."""

    def put(self, process: str, rows: Any) -> None:
        super().put(process, rows[[row.tobytes() not in self._known for row in rows[:, :-1]]])


def test_a_question_is_gone_on_with_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls of one look each: many of them for a question, and hardly more positions than of one search."""
    one = Several(1, monkeypatch)
    value_by(one)
    asked = [(call[4], call[5]) for _, call in one.calls]
    assert len(asked) > len(set(asked))


def test_what_was_settled_is_in_the_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search", FIRST_SNAPSHOT=-1.0)
    set_limits(monkeypatch, "engines.search.openings", SHARE=1e9)
    whole, again = Several(2, monkeypatch), Several(2, monkeypatch)
    last = value_by(whole)[-1]
    value_by(again, saved={**last, "openings": []})  # as if no opening had been answered
    assert again.positions < whole.positions / 3


def test_other_boards_are_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two boards in one question, of the same rows: each call has entries of its own board alone."""
    workers = Several(2, monkeypatch)
    boards = [LARGE, full_field(3, 7, CRAM)]
    asked = [(game, (1 << game.places) - 1, None) for game in boards]
    assert run_to_end(Openings(SearchOptions(), workers, seconds=0).work(asked)(None)) == [VALUE, 1]
    heard = {27: 0, 21: 0}
    for _, call in workers.calls:
        for row in arrays.from_text(call[-1]).reshape(-1, 2) if call[-1] else ():
            assert row.tobytes() in workers.brought[call[0]]
            heard[call[0]] += 1
    assert min(heard.values()) > 10 and not workers.brought[27] >= workers.brought[21]
