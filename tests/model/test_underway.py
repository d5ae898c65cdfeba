"""What is said of work in plain Python while it goes on: counts by hand, at every call of a rule's function."""

from __future__ import annotations

import threading

import grundy
from grundy.engines.misere.parts import Parts
from grundy.model.definition import state_values
from grundy.model.progress import begin, describer, report_counts

SOLVED = "{} positions are solved, one by one from their options; {} more have been begun"


def test_positions_are_counted_while_the_definition_works() -> None:
    """A row of six positions, each of which needs the next: five are open when the sixth is looked at, none settled."""
    said: dict[int, str] = {}
    describe = describer()
    rule = grundy.rule(lambda n: said.setdefault(n, describe()) and ([n - 1] if n else []))
    begin("the definition")
    state_values(rule, [5], {})
    assert said == {n: SOLVED.format(0, 6 - n) for n in range(6)}
    assert describe() == "trying the definition"


def test_settled_positions_are_counted() -> None:
    """From 3 to 2, 1 and 0, and from 4 to 3 when all these are settled."""
    said: list[str] = []
    describe = describer()

    def after(n: int) -> list[int]:
        if n == 4:
            said.append(describe())
        return list(range(n))

    memo: dict[object, object] = {}
    rule = grundy.rule(after)
    state_values(rule, [3], memo)
    state_values(rule, [4], memo)
    assert said[-1] == SOLVED.format(4, 1)


def test_loopy_play_and_misere_parts_are_counted() -> None:
    said: list[str] = []
    describe = describer()
    rule = grundy.rule(lambda n: said.append(describe()) or ([n - 1] if n else []))  # type: ignore[func-returns-value]
    state_values(rule, [3], {}, "loopy")
    assert said == ["", *(SOLVED.format(0, n) for n in (1, 2, 3))]
    said.clear()
    Parts().known((rule, 3))
    assert said[-1] == SOLVED.format(0, 3)


def test_each_thread_has_its_own() -> None:
    describe = describer()

    def other() -> None:
        begin("another engine")
        with report_counts(lambda: (1, 2)):
            assert describe() == ""

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert describe() == ""
