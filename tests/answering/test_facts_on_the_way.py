"""What is known while an answer is looked for is true at every moment, and is told where the work ends before it.

The definition of small rules, written out here, judges every fact.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from command import grundy as command
from limits import set_limits
from steps import Steps
from waiting import PATIENCE

import grundy
from grundy.answering import ask as asking
from grundy.engines.definition import Definition
from grundy.engines.search import user_rule
from grundy.engines.sums import known_by_options
from grundy.engines.table.job import Filling, job
from grundy.engines.table.memory import in_memory
from grundy.errors import OutOfReach
from grundy.model.definition import MOST_LISTED
from grundy.model.evidence import Evidence
from grundy.model.known import Known, by_options, exactly, facts_of, tell
from grundy.model.option import as_option
from grundy.model.progress import describer
from grundy.runs.chunk import run_to_end
from grundy.runs.session import Session

Options = Callable[[int], list[tuple[int, ...]]]


def drawn(seed: int) -> Options:
    """A rule on heaps: what each leaves, one heap or two."""
    random = Random(seed)
    after: dict[int, list[tuple[int, ...]]] = {}
    for n in range(40):
        lefts = [(m,) for m in random.sample(range(n), min(n, random.randrange(5)))]
        after[n] = [*lefts, *[(a, a // 2) for (a,) in lefts if random.random() < 0.3]]
    return after.__getitem__


def worth(options: Options, n: int) -> int:
    """The nim-value by the definition."""
    values = set()
    for parts in options(n):
        total = 0
        for part in parts:
            total ^= worth(options, part)
        values.add(total)
    return next(value for value in range(len(values) + 1) if value not in values)


def is_true(known: Known, value: int) -> bool:
    """Whether nothing that is said of a position of this nim-value is wrong."""
    within = known.least <= value and (known.most is None or value <= known.most) and value not in known.excluded
    return within and known.winner in (None, "first" if value else "second")


@pytest.mark.parametrize("seed", range(12))
def test_facts_are_true_whenever_the_rule_is_asked(seed: int) -> None:
    options, facts = drawn(seed), []
    describe = describer()

    def after(n: int) -> Iterator[Any]:
        facts.append(describe.facts())
        for parts in options(n):
            yield grundy.to(*parts)

    rule, states = grundy.rule(after), [39, 31, 38]
    values = [worth(options, n) for n in states]
    answer = asking.ask(rule, states)
    assert answer.values == values
    for some in facts:
        assert all(is_true(known, value) for known, value in zip(some, values, strict=False)), some
    assert any(known.says_more or known.winner for some in facts for known in some) or not any(values)
    describer()


@pytest.mark.parametrize("seed", range(8))
def test_facts_of_a_search_are_true_after_every_move(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search.user_rule", EVERY=-1.0)
    set_limits(monkeypatch, "engines.search", LOOKS=1, FEW_POSITIONS=0)
    options = drawn(seed)

    def after(piles: tuple[int, ...]) -> Iterator[Any]:
        for place, n in enumerate(piles):
            for parts in options(n):
                yield piles[:place] + parts + piles[place + 1 :]

    rule = grundy.rule(after, canonical=lambda piles: tuple(sorted(piles)), split=lambda piles: [(n,) for n in piles])
    state, value, count = (37, 12), worth(options, 37) ^ worth(options, 12), 0
    for chunk in user_rule.engine(rule, asking.DEFAULT_OPTIONS).work([state], None):
        for known in chunk.established():
            assert is_true(known, value), (known, value)
            count += not known.is_nothing
    assert count or not options(37)


def test_what_is_known_of_options_says_of_a_state() -> None:
    """From 9 to 5, 3, or 4 beside 2, of which 3 is worth 0, 4 beside 2 is worth 2, and 5 is not known."""
    options = [as_option(5), as_option(3), grundy.to(4, 2)]
    known = by_options(options, {3: 0, 4: 3, 2: 1}.get, lambda option: (("to", option.parts),), True)
    assert (known.winner, known.least, known.most, known.excluded) == ("first", 1, 3, frozenset({2}))
    assert list(known.moves) == [(("to", (3,)),)] and not known.moves.exact
    some = by_options(options[1:], {3: 1, 4: 3, 2: 1}.get, lambda option: (), False)
    assert (some.winner, some.least, some.most, some.excluded) == (None, 0, None, frozenset({1, 2}))
    assert by_options([grundy.again(3)], {3: 0}.get, lambda option: (), True).is_nothing


def stopping(stop: Callable[[], None]) -> grundy.Rule:
    """From "9" to "0", "1" or "5", where somebody stops the work; else one less."""

    def after(name: str) -> Iterator[str]:
        if name == "9":
            yield from ("0", "1", "5")
        elif name != "0":
            if name == "5":
                stop()
            yield str(int(name) - 1)

    return grundy.rule(after)


def test_ctrl_c_tells_what_the_options_say() -> None:
    """It told that some positions were settled."""

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        grundy.solve(stopping(stop)("9"))
    (known,) = facts_of(stopped.value, 1)
    assert (known.winner, known.least, known.most) == ("first", 2, 3)
    with pytest.raises(KeyboardInterrupt) as stopped:  # beside a heap of 1 that wins no more
        grundy.solve(stopping(stop)("9") + grundy.nim(1))
    (known,) = facts_of(stopped.value, 1)
    assert (known.winner, known.least, known.most) == ("first", 2, 3)


def test_a_limit_tells_what_is_known_while_the_rule_works_on() -> None:
    """The rule does not come back in time: another thread reads what is known by then."""
    read = threading.Event()
    with Steps() as steps:

        def stop() -> None:
            steps.tick(100.0)  # the limit is met,
            steps.tick(100.0)  # and nobody waits any longer
            read.wait(PATIENCE)

        result = grundy.solve(stopping(stop)("9"), time_limit=50)
    read.set()
    assert (result.winner, result.nim_value) == ("first", None)
    assert result.known_so_far is not None and (result.known_so_far.least, result.known_so_far.most) == (2, 3)
    assert [move.as_dict()["to"] for move in result.winning_moves] == [["0"]]


def test_facts_about_what_an_engine_asks_are_not_taken_for_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The value of a part would be told of the whole."""

    def refusing(question: Any) -> Any:
        stop = OutOfReach("too much")
        tell(stop, [exactly(5)])
        raise stop

    monkeypatch.setattr(asking, "answer", refusing)
    question = asking.Question(((grundy.kayles(3).components[0].rule, (3,)),))
    with pytest.raises(OutOfReach) as stop:
        run_to_end(asking.work(question)(None))
    assert facts_of(stop.value) == ()


@pytest.mark.parametrize("size", [40, (7, 6)])
def test_a_table_tells_the_values_that_it_has(size: Any) -> None:
    @grundy.rule
    def one(n: int):  # type: ignore[no-untyped-def]
        for k in (1, 2, 3):
            if n >= k:
                yield n - k

    @grundy.rule
    def two(a: int, b: int):  # type: ignore[no-untyped-def]
        for k in (1, 2, 3):
            if a >= k:
                yield a - k, b
            if b >= k:
                yield a, b - k

    rule, made = (one if isinstance(size, int) else two), list[Filling]()
    array = run_to_end(in_memory(asking.work, job(rule, size), made=made.append))
    (filling,) = made
    table = filling.table
    assert table is not None
    places = [(n,) for n in range(40)] if isinstance(size, int) else [(a, b) for a in range(7) for b in range(6)]
    right = [sum(n % 4 * 0 for n in place) + _xor(n % 4 for n in place) for place in places]
    assert [filling.value_so_far(place) for place in places] == right == array.tolist()
    table.done = 20
    assert [filling.value_so_far(place) for place in places] == [*right[:20], *[None] * (len(places) - 20)]
    assert filling.value_so_far((50,) * len(places[0])) is None and filling.value_so_far(()) is None


def _xor(numbers: Iterator[int]) -> int:
    total = 0
    for number in numbers:
        total ^= number
    return total


def test_options_that_are_known_are_listed_where_the_others_are_not_yet_found() -> None:
    """All of them were lost. From "9" to "0" and "1", which are worth 0 and 1, and to "5", where somebody stops it."""

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Session() as session:
        grundy.option_values(stopping(stop)("9"), session=session)
    partial = session.partial
    assert partial.values == (0, 1, None) and partial.nim_value is None
    title, *lines = str(partial).splitlines()
    assert title.endswith(
        ", 1 of them not yet found: the first player wins; the nim-value is 2 to 3"
    ) and title.startswith("3 options of ")
    assert [line.split()[0] for line in lines] == ["0", "1", "?"] and lines[-1].endswith(": not yet found")
    told_of = partial.as_dict()
    assert told_of["known"]["winner"] == "first" and told_of["nim_value"] is None
    assert [option["nim_value"] for option in told_of["options"]] == [0, 1, None]
    assert "known" in told_of["options"][2] and "known" not in told_of["options"][0]
    assert "1 not yet found" in repr(partial) and "not yet found" in partial._repr_html_()
    with pytest.raises(KeyboardInterrupt), Session() as session:  # beside a heap of 2, whose options are 1 and 0
        grundy.option_values(grundy.nim(2) + stopping(stop)("9"), session=session)
    known = session.partial.known
    assert [one.nim_value for one in known] == [None, None, 0 ^ 2, 1 ^ 2, None]
    assert all(is_true(known[place], 2 ^ left) for place, left in enumerate((0, 1)))  # "9" is worth 2, of 0, 1 and 1


@pytest.mark.parametrize("size", [("--to", "300000"), ("--box", "600x500")])
def test_a_table_that_is_stopped_prints_what_it_has(size: tuple[str, str]) -> None:
    """It printed nothing. Of heaps from which 1 to 3 are taken the values are n mod 4, and their XOR of two."""
    one = "rule:n -> n-k, for k in 1..min(n,3)"
    two = "rule:(a,b) -> (a-k,b), for k in 1..min(a,3); (a,b) -> (a,b-k), for k in 1..min(b,3)"
    words = ("table", one if size[0] == "--to" else two, *size, "--no-store")

    def is_some_way(chunk: Any) -> bool:
        return 2_000 <= chunk.done < chunk.total

    with Steps(stop=is_some_way, reading=1.0):
        done = command(*words, "--csv")
    assert done.status == 130
    head, *lines = done.out.splitlines()
    rows = [tuple(map(int, line.split(",")[:-1])) for line in lines if not line.startswith("#")]
    assert head.endswith("nim_value,status") and 500 <= len(rows) < 300_000
    assert all(value == _xor(n % 4 for n in place) for *place, value in rows)
    if size[0] == "--box":
        assert len(rows) % 500 == 0  # whole rows
    with Steps(stop=is_some_way, reading=1.0):
        done = command(*words)
    assert done.status == 130 and "states; largest nim-value 3" in done.out
    with Steps(stop=is_some_way, reading=1.0):  # a piece of the whole that was asked for
        done = command(*words, "--show", "0:4" if size[0] == "--to" else "0:4,0:4")
    assert (done.status, done.out) == (130, "")


def test_what_is_known_of_many_states_is_soon_told() -> None:
    """`options` with 3,067 moves, once a limit stopped it, listed 3,000 moves after each: for minutes, and deaf."""

    @grundy.rule
    def below(n: int) -> Iterator[Any]:
        yield from range(n)

    asked: list[int] = []

    def value_of(n: int) -> int | None:
        asked.append(n)
        return n if n < 40 else None

    states = range(30, 600)
    known = known_by_options(below, states, value_of, Evidence("computed", "by hand"))
    assert len(known) == len(states) and MOST_LISTED <= len(asked) <= len(states) + MOST_LISTED
    assert all(is_true(one, n) for n, one in zip(states, known, strict=True))
    assert [one.nim_value for one in known[:12]] == [*range(30, 40), 40, None]
    assert known[11].excluded == frozenset(range(40)) or known[11].least == 40

    definition = Definition(below, "normal", most=1)
    definition._listed = {n: [as_option(m) for m in range(n)] for n in states}
    definition._memo = dict(zip(range(40), range(40), strict=True))
    facts = definition._so_far(states)
    assert all(is_true(one, n) for n, one in zip(states, facts, strict=True))
    assert [one.is_nothing for one in facts[:3]] == [False] * 3 and facts[-1].is_nothing
