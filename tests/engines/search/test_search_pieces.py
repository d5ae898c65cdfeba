"""Searches of small boards in pieces: by requests, by several workers, resumed, forgotten, in plain Python."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache, partial
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from limits import set_limits
from test_search import answer, cram, judge, misere_judge

import grundy
from grundy.engines.options import SearchOptions
from grundy.engines.search import asker
from grundy.engines.search import user_rule as own
from grundy.engines.search.board import prepare
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.equal import parts_of
from grundy.engines.search.kernels import position_nimber as couples
from grundy.engines.search.tables import Sizes
from grundy.games.placement import full_field, piece
from grundy.model.shapes import SubsetGame

ROW = (piece("oo"),)


@cache
def row(n: int) -> int:
    """Dominoes on a row of n cells: Dawson's Kayles, by the definition."""
    return next(v for v in range(n + 1) if v not in {row(a) ^ row(n - 2 - a) for a in range(n - 1)})


@pytest.mark.parametrize("method", ["sets", "mex"])
@pytest.mark.parametrize("field", [full_field(1, 13, ROW), cram(3, 3), full_field(2, 4, (piece("o./oo"),))])
def test_requests_go_down_and_up_again(field: SubsetGame, method: Any) -> None:
    """Nothing is known before: options of options are listed, and what several parts are worth is asked one by one."""
    value, whole = judge(field), (1 << field.places) - 1
    for part in (whole, whole - 4):
        right = value(part)
        for asked in (None, *range(right + 2)):
            search = BoardSearch(prepare(field), method=method, small_places=0)
            assert answer(search, part, asked) == (right if asked is None else right == asked), (part, asked)
            assert search.tables
            desk = search.tables.desks[0]
            assert (desk.requests.first >= 0).all() and (desk.requests.words >= 0).all()
            assert (desk.pool.first >= 0).all()


@pytest.mark.parametrize("method", ["sets", "mex"])
def test_options_that_wait_stay_what_they_are(method: Any) -> None:
    """Moves that clear random places: parts become known while other options are searched, and these wait."""
    random = Random(7)
    for _ in range(12):
        cleared = {sum(1 << place for place in random.sample(range(10), random.choice((2, 2, 3)))) for _ in range(9)}
        field = SubsetGame(10, tuple((places, 0, places, 0) for places in cleared))
        search = BoardSearch(prepare(field), method=method, small_places=0)
        assert answer(search, 1023) == judge(field)(1023), cleared


@pytest.mark.parametrize("misere", [False, True])
def test_workers_share_small_boards(misere: bool) -> None:
    """From the first positions on."""
    sizes, asked = Sizes(fresh_slots=32, team_nodes=1), 0
    for field, whole in ((cram(2, 3), 63), (full_field(1, 9, ROW), 511), (cram(3, 3), 511)):
        value, wins = judge(field), misere_judge(field)
        for places in (whole, whole - 4):
            search = BoardSearch(prepare(field), misere=misere, small_places=0, cores=2, sizes=sizes)
            if misere:
                assert answer(search, places) == wins(places), (field.places, places)
            else:
                right = value(places)
                for one in (right, right + 1, 0):
                    assert answer(search, places, one) == (one == right), (field.places, places, one)
                assert answer(search, places) == right
            asked += len(search.tables.desks) == 3 if search.tables else 0
    assert asked >= 4


@pytest.mark.parametrize("count", range(8))
def test_options_are_sifted_as_the_definition_says(count: int) -> None:
    """couples.sift: known parts are added up, equal ones cancel; of what cannot be worth n nothing is left."""
    random = Random(count)
    for _ in range(40):
        cells, state = np.zeros(256, np.int64), np.zeros(couples.COUNTS, np.int64)
        values = {key: random.randrange(5) for key in range(1, 4)}
        nots = {key: {n for n in range(4) if random.random() < 0.4} for key in range(4, 8)}
        for key, value in values.items():
            couples.keep(cells, state, np.int64(key), value << 2 | 1)
        for key, not_worth in nots.items():
            if not_worth:
                couples.keep(cells, state, np.int64(key), 2 | sum(1 << 2 + n for n in not_worth))
        n, misere = random.randrange(4), count == 7
        options = [[random.randrange(1, 8) for _ in range(random.randrange(5))] for _ in range(random.randrange(6))]
        if misere:
            options = [[random.randrange(1, 8)] for _ in options]
        words = [7, 7, *(word for one in options for word in (len(one), *one))]
        pool = np.array(words, np.int64)
        state[couples.MISERE] = misere
        end = int(couples.sift(cells, pool, 2, len(words), state, np.int64(6), n))
        left, won = [], False
        for one in options:
            total = 0
            for part in one:
                total ^= values.get(part, 0)
            open_parts = sorted(part for part, times in Counter(one).items() if times % 2 and part in nots)
            if not open_parts:
                won |= total == n
            elif len(open_parts) > 1 or (total ^ n) not in nots[open_parts[0]]:
                left.append((total, open_parts))
        if won:
            assert end == -1
            continue
        sifted, at = [], 2
        while at < end:
            parts, total = int(pool[at]) & 0xFFFFFFFF, int(pool[at]) >> 32
            sifted.append((total, sorted(pool[at + 1 : at + 1 + parts].tolist())))
            at += 1 + parts
        assert at == end and sifted == left, (options, n)
        assert state[couples.OPTIONS] == len(options) and pool[:2].tolist() == [7, 7]
        assert state[couples.RISING] == any(part >= 6 for one in options for part in one)
    pool = np.array([2, 1, 2], np.int64)
    state[couples.MISERE] = 1
    assert couples.sift(cells, pool, 0, 3, state, np.int64(6), 0) == -2


def test_a_few_sets_are_asked_in_plain_python_and_no_kernel_is_loaded() -> None:
    """Of a graph by its form, of other fields as they are; whether a value is the one that is asked, too."""
    edges = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)]
    near = [sum(1 << b for a, b in edges if a == i) | sum(1 << a for a, b in edges if b == i) for i in range(5)]
    kayles = SubsetGame(5, tuple((1 << i, 0, 1 << i | near[i], 0) for i in range(5)))
    arcs = SubsetGame(5, tuple((1 << a | 1 << b, 0, 1 << a | 1 << b, 0) for a, b in edges))
    for field in (kayles, arcs, full_field(2, 3, ROW)):
        value, wins = judge(field), misere_judge(field)
        search, other = BoardSearch(prepare(field)), BoardSearch(prepare(field), misere=True)
        for places, asked in product(range(1, 1 << field.places), (None, 0, 1)):
            for one, right in ((search, value(places)), (other, wins(places))):
                answers = run(one.answers([BoardQuestion(places, asked)]))
                assert answers == [right if one is other or asked is None else right == asked], (places, asked)
        assert search.tables is None is other.tables


def run(work: Any, phases: set[Any] | None = None) -> Any:
    """What some work returns; which phases its chunks are of goes into `phases`."""
    while True:
        try:
            chunk = next(work)
            if phases is not None:
                phases.add(chunk.phase)
        except StopIteration as done:
            return done.value


def test_fields_that_are_not_used_are_forgotten_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search", MOST_IDLE=100)

    def kept(sizes: dict[str, int | None], used: set[str]) -> list[str]:
        given: list[str] = []
        made: Any = {
            name: SimpleNamespace(
                tables=size and SimpleNamespace(bytes=lambda size=size: size),
                teachers=(1,),
                give_values=partial(given.append, name),
            )
            for name, size in sizes.items()
        }
        before = dict(made)
        asker.forget(made, used)  # type: ignore[arg-type]
        assert sorted(given) == sorted(sizes.keys() - made.keys())  # what they had found is kept elsewhere
        for name in made:
            assert before[name].teachers == ((1,) if sizes[name] is None else ())
        return list(made)

    assert kept({"a": 60, "b": 60, "c": 40}, set()) == ["b", "c"]
    assert kept({"a": 1, "b": 60, "c": 40}, set()) == ["b", "c"]
    assert kept({"a": 60, "b": 60, "c": 40}, {"b"}) == ["a", "b", "c"]
    assert kept({"a": 60, "b": 101, "c": 40}, {"b"}) == ["a", "b", "c"]
    assert kept({"a": None, "b": 500}, set()) == ["a", "b"]
    assert kept({"a": 70, "b": None, "c": 500}, set()) == ["b", "c"]


def test_answers_of_several_boards_are_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With all answers and tables that were there, in JSON; not those of other questions."""
    set_limits(monkeypatch, "engines.search", FIRST_SNAPSHOT=-1.0)
    set_limits(monkeypatch, "engines.search.driver", FEW_PARTS=0, FEWER_PARTS=0)
    fields = [full_field(1, n, ROW) for n in (8, 11, 8)]
    asked: list[asker.Asked] = [(field, (1 << field.places) - 1, value) for field, value in zip(
        fields, (None, None, row(8)), strict=True)]  # fmt: skip
    right = [row(8), row(11), 1]
    states = [json.loads(json.dumps(chunk.state)) for chunk in asker.Asker(SearchOptions(), False).work(asked)(None)
              if chunk.state]  # fmt: skip
    assert {len(state.get("answers", ())) for state in states} >= {0, 1}
    for state in states:
        phases: set[Any] = set()
        assert run(asker.Asker(SearchOptions(), False).work(asked)(state), phases) == right
        assert all(phase >= (len(state.get("answers", ())),) for phase in phases)
    other = asker.Asker(SearchOptions(), False)
    assert run(other.work(asked[:2])(states[-1])) == right[:2]
    searches = other._searches
    assert list(searches) == [fields[0], fields[1]] or list(searches) == [fields[1]]


def test_a_search_of_a_rule_resumes_with_its_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search.user_rule", EVERY=0.0)
    set_limits(monkeypatch, "engines.search", LOOKS=1)
    rule = grundy.rule(lambda n: (k for k in range(n // 2, n)))
    questions = own.Questions(rule, SearchOptions(), 10**4)
    questions._uncompiled = True
    questions.few = None
    chunks = list(questions.values([5, 7, 11])(None))
    assert {len(chunk.state["answers"]) for chunk in chunks} >= {0, 1, 2}
    for chunk in chunks:
        state = json.loads(json.dumps(chunk.state))
        again = own.Questions(rule, SearchOptions(), 10**4)
        again._uncompiled, again.few = True, None
        later = list(again.values([5, 7, 11])(state))
        assert all(len(one.state["answers"]) >= len(chunk.state["answers"]) for one in later)
        compiled = own.Questions(rule, SearchOptions(), 10**4)
        compiled.few = None
        first = next(iter(compiled.values([5, 7, 11])(state)))
        assert first.state == state, "nothing is lost before the first of its positions"


def test_states_too_deep_to_be_saved_are_refused() -> None:
    state: Any = ()
    for _ in range(own.DEEPEST - 1):
        state = (state,)
    assert own._restored(own._saved(state)) == state
    with pytest.raises(TypeError, match="cannot be saved"):
        own._saved((state,))


def test_two_places_on_one_square_are_two_layers() -> None:
    """Of three squares, one of them twice and one missing, a set moved about is not taken for another."""
    field = SubsetGame(3, ((0b101, 0, 0b101, 0), (0b110, 0, 0b110, 0)), ((0, 0), (0, 0), (0, 2)))
    board, value = prepare(field), judge(field)
    assert (board.rows, board.columns, board.layers) == (1, 3, 2)
    assert prepare(field, widen=False).rows == 0
    search = BoardSearch(board, small_places=0)
    assert [answer(search, places) for places in range(1, 8)] == [value(places) for places in range(1, 8)]


def test_what_split_or_canonical_raises_names_the_state() -> None:
    def fails(n: int) -> Any:
        return [1 // (n - 3)]

    for given in ("split", "canonical"):
        rule = grundy.rule(**{given: fails})(lambda n: range(n))
        with pytest.raises(grundy.BadRule, match=f"{given} of 3: ZeroDivisionError"):
            parts_of(rule, [3])
