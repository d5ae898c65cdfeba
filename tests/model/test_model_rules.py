"""Rules, what a state is, positions and their moves, and the definition by hand, to the last number of each limit.

`tests/mutants.py` puts such faults into the code; docs/why/mutants.md says what it found.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import grundy
from grundy import BadRule, BadText, OutOfReach, again, answer, to
from grundy.model.blame import blame_rule, yields_at
from grundy.model.board import Net, Piles
from grundy.model.convention import CONVENTIONS
from grundy.model.evidence import LISTED, WinningMoves
from grundy.model.move import parse_move
from grundy.model.option import Option, as_option
from grundy.model.pattern import Summary
from grundy.model.result import Result
from grundy.model.rule import Rule
from grundy.model.rule import rule as make_rule
from grundy.model.shapes import TakeAway, Theory
from grundy.model.space import HASHABLE, HEAP, heaps, is_hashable, is_size, is_sizes, no_board, read_some, vector
from grundy.text.reader import Text


def refused(work: Any, *given: Any, **named: Any) -> str:
    """What is said when this is refused."""
    with pytest.raises((BadRule, BadText, OutOfReach)) as told:
        work(*given, **named)
    return str(told.value)


@make_rule
def down(n):  # type: ignore[no-untyped-def]
    if n:
        yield n - 1


@make_rule
def wide(n):  # type: ignore[no-untyped-def]
    yield from range(n)


# What a rule yields.


def test_options() -> None:
    assert to(2, 3, take=1) == Option((2, 3), (("take", 1),), "opponent") == Option((2, 3), (("take", 1),))
    assert again(2, take=1) == Option((2,), (("take", 1),), "again")
    assert answer(2, take=1) == Option((2,), (("take", 1),), "answer")
    assert as_option((1, 2)) == Option(((1, 2),)) and as_option(to()) == Option(()) and Option(()).labels == ()


def test_pictures_have_words() -> None:
    assert Piles((1, 2)) == Piles((1, 2), "pile")
    assert Net(("a",), (), ()) == Net(("a",), (), (), True, "no move")


# What a state is.


def test_states() -> None:
    assert [is_size(x) for x in (0, 1, 10**30, -1, True, 1.0, "1", None)] == [True] * 3 + [False] * 5
    assert [is_sizes(x) for x in ((), (0, 2), (0, -1), [1], 1, (True,))] == [True, True, False, False, False, False]
    assert [is_hashable(x) for x in (0, (), "a", frozenset(), [], {}, ([],), None)] == [True] * 4 + [False] * 4
    assert no_board((1,)) is None
    steps, plain, fixed = heaps("step", "a step size"), heaps(counters=False), vector("step", "a step", 2)
    assert (steps.name, steps.part_name, steps.write((3, 4)), steps.board((3, 4))) == (
        "heap", "step", "3 4", Piles((3, 4), "step"),
    )  # fmt: skip
    assert plain.part_name == "pile" and plain.board((3,)) is None and steps.describe(3) == "3" and steps.contains(3)
    assert not steps.contains(-3) and replace(steps, short="<{}>".format).describe(3) == "<3>"
    assert (
        fixed.contains((1, 2))
        and not fixed.contains((1, 2, 3))
        and not fixed.contains((1, -2))
        and not fixed.contains([1, 2])
    )
    assert vector().contains((1, 2, 3)) and vector().contains(()) and (fixed.name, fixed.part_name) == ("vector", "")
    assert fixed.write(((3, 4),)) == "3 4" and fixed.board(((3, 4),)) == Piles((3, 4), "step")
    assert vector().board(((3,),)) == Piles((3,), "pile") == heaps().board((3,))
    assert fixed.read(Text("3 4", "x")) == ((3, 4),) and vector().read(Text("3 4 5", "x")) == ((3, 4, 5),)
    assert heaps().read(Text("3 4", "x")) == (3, 4)
    assert (HEAP.name, HEAP.part_name, HASHABLE.name, HASHABLE.part_name) == ("heap", "pile", "hashable", "place")
    assert HASHABLE.board((1,)) is None and HASHABLE.describe((1, 2)) == "(1, 2)"
    for space, what in ((heaps(), "a pile size"), (steps, "a step size"), (vector(), "a pile size")):
        assert said(lambda text, space=space: space.read(text), "x") == f"x:1:1: expected {what}, 0 or more, found 'x'"


def said(read: Any, string: str) -> str:
    """What is reported of a text."""
    text = Text(string, "x")
    read(text)
    return "; ".join(map(str, text.findings))


def test_exactly_so_many_numbers_are_read() -> None:
    def some(text: Text) -> Any:
        return read_some(text, "a step", 2, 1, 9_999)

    assert some(Text("1 9999", "x")) == (1, 9999) and said(some, "1 9999") == ""
    assert said(some, "3 10000") == "x:1:3: expected a step from 1 to 9,999, found 10000"
    assert said(some, "0 4") == "x:1:1: expected a step, 1 or more, found 0"
    assert said(some, "3 4  5 6") == "x:1:6: expected the end after 2 numbers, found 5"
    assert said(lambda text: read_some(text, "a step", 1), "3 4") == "x:1:3: expected the end after 1 number, found 4"
    assert said(lambda text: read_some(text, "a step", 0), "3") == "x:1:1: expected the end after 0 number, found 3"
    assert said(some, "3") == "x:2:1: expected a step (2 in all), found the end of the input"
    assert said(some, "") == "x:1:1: expected a step (2 in all), found an empty text"
    assert said(some, "y 3 4") == "x:1:1: expected a step, 1 or more, found 'y'"  # and nothing of how many
    assert some(Text("y 3 4", "x")) == (3, 4) and some(Text("3 x", "x")) == (3,)
    assert said(lambda text: read_some(text, "a step", 1), "y") == "x:1:1: expected a step, 0 or more, found 'y'"
    assert said(some, "20000 30000 3").count("from 1 to 9,999") == 2
    assert said(some, "3\n\t4\r\n") == "" and said(lambda text: read_some(text, "a step", 2), "0 10000000") == ""
    assert (
        said(vector("step", "a step", 2).read, "1") == "x:2:1: expected a step (2 in all), found the end of the input"
    )


# Rules.


@make_rule
def pairs(a, b, *, least=1, most=3):  # type: ignore[no-untyped-def]
    yield from ((a - k, b) for k in range(least, most + 1) if k <= a)


def test_rules_are_made_of_functions() -> None:
    assert (pairs.spec, pairs.arity, pairs.parameters, pairs.conventions) == ("pairs", 2, (), CONVENTIONS)
    assert CONVENTIONS == ("normal", "misere", "entailing", "loopy")
    assert (pairs.space, pairs.shape, pairs.theory, pairs.format_move, pairs.canonical, pairs.split) == (
        HASHABLE,
        *[None] * 5,
    )
    bound = pairs.bind(most=2).bind(least=2)
    assert bound.parameters == (("least", 2), ("most", 2)) and bound.bind(most=1).parameters == (
        ("least", 2), ("most", 1),
    )  # fmt: skip
    assert [option.parts for option in bound.options((4, 1))] == [((2, 1),)]
    assert [option.parts for option in pairs.options((2, 1))] == [((1, 1),), ((0, 1),)]
    assert bound != pairs and bound == pairs.bind(least=2, most=2) and hash(bound) == hash(pairs)
    assert refused(pairs.bind, some=1) == "pairs: no parameter 'some'; keyword parameters: least, most"
    assert refused(down.bind, some=1) == "down: no parameter 'some'; keyword parameters: none"

    def small(n: int) -> int:
        return min(n, 5)

    def halves(n: int) -> list[int]:
        return [n]

    @make_rule(space=HEAP, conventions=("normal",), canonical=small, split=halves)
    def made(n):  # type: ignore[no-untyped-def]
        yield from range(n)

    assert (made.space, made.conventions, made.canonical, made.split, made.arity) == (
        HEAP,
        ("normal",),
        small,
        halves,
        1,
    )
    other = Rule("made", made.function, space=vector(), shape=TakeAway((1,)), theory=Theory("a book"), format_move=str)
    assert other == made  # function and parameters alone tell rules apart
    assert refused(make_rule, lambda *piles: []) == (
        "<lambda>: expected a fixed number of arguments, found *piles; write one argument that is a tuple: "
        "def <lambda>(piles), and positions such as (3,1)"
    )
    assert "found **more; write parameters by name after a '*'" in refused(make_rule, lambda n, **more: [])
    assert refused(make_rule, lambda *, n=1: []) == (
        "<lambda>: expected a function of a state, found no positional argument"
    )
    for what in ("canonical", "split"):
        message = f"<lambda>: expected a function of a state as {what}, found 5"
        assert refused(make_rule(**{what: 5}), lambda n: []) == message  # type: ignore[arg-type]

    class Callable:
        def __call__(self, n: int) -> list[int]:
            return []

    assert make_rule(Callable()).spec == "rule"


def test_positions_are_made_of_states() -> None:
    assert [part.state for part in pairs(3, 4).parts()] == [(3, 4)] == [part.state for part in pairs((3, 4)).parts()]
    assert [part.state for part in pairs((3, 4), (1, 2)).parts()] == [(3, 4), (1, 2)]
    assert [part.state for part in down(3, 4).parts()] == [3, 4] and list(down().parts()) == []
    assert [part.state for part in down((3, 4)).parts()] == [(3, 4)]
    assert refused(pairs, 3) == "pairs: expected a state of 2 values, found 3"
    assert refused(pairs, 3, 4, 5) == "pairs: expected a state of 2 values, found 3"
    assert refused(pairs, (3, 4), (1,)) == "pairs: expected a state of 2 values, found (1,)"
    assert refused(pairs, 3, (4, 5)) == "pairs: expected a state of 2 values, found 3"
    assert (
        refused(pairs, (3, []))
        == "pairs: expected a hashable state, such as tuple(...) in place of the list, found (3, [])"
    )
    assert refused(down, [3]) == "down: expected a hashable state, such as tuple(...) in place of the list, found [3]"
    one = Rule("one", down.function, space=vector())
    assert refused(one) == "one: expected one state, found 0"
    assert refused(one, (1,), (2,)) == "one: expected one state, found 2"
    assert str(one((1, 2))) == "one(1 2)" and str(grundy.nim(1, 2)) == "nim(1 2)"


def test_what_a_rule_yields_is_held_against_its_states() -> None:
    def wrong(n: int) -> Iterator[Any]:
        yield to(0, [n])

    made = make_rule(wrong)
    told = refused(lambda: list(made.options(4)))
    line = wrong.__code__.co_firstlineno + 1
    expected = "expected a hashable state, such as tuple(...) in place of the list"
    assert told == f"wrong: state 4 yields [4]: {expected} ({__file__}:{line})"
    assert refused(lambda: list(make_rule(lambda a, b: [(a,)]).options((1, 2)))) == (
        "<lambda>: state (1, 2) yields (1,): expected a state of 2 values"
    )
    assert refused(lambda: list(make_rule(lambda n: None).options(1))) == (
        "<lambda>: state 1: expected options, found a function that returns nothing; write yield for each option"
    )
    for state in ("abc", b"abc"):  # of which each letter was taken for an option
        assert refused(lambda state=state: list(make_rule(lambda s: s[1:]).options(state))) == (
            f"<lambda>: state {state!r}: expected options, found a function that returns a value of type "
            f"{type(state).__name__}; write yield for each option"
        )
    assert refused(lambda: make_rule(range)) == (  # what Python says of it is no error of ours
        "range: expected a function that says which arguments it takes, found one of Python's own, range, that does "
        "not say; lambda n: range(n) would do"
    )

    def ends(n: int) -> Iterator[int]:
        raise MemoryError

    with pytest.raises(MemoryError):
        list(make_rule(ends).options(1))

    def refuses(n: int) -> Iterator[int]:
        raise OutOfReach("too far")

    with pytest.raises(OutOfReach, match=r"^too far$"):
        list(make_rule(refuses).options(1))

    def leaves(n: int) -> Iterator[int]:
        yield 1
        raise SystemExit(3)

    told = refused(lambda: list(make_rule(leaves).options(1)))
    assert (
        told
        == f"leaves: state 1: expected options, found SystemExit: 3 ({__file__}:{leaves.__code__.co_firstlineno + 2})"
    )
    plain, worded = Rule("a", down.function), Rule("b", down.function, format_move=str)
    assert plain.labels(to(2, 3, take=1)) == (("take", 1), ("to", (2, 3)))
    assert worded.labels(to(2, 3, take=1)) == (("take", 1),)


def test_where_a_rule_went_wrong() -> None:
    def begun(n: int) -> Iterator[int]:
        yield 1

    generator = begun(1)
    next(generator)
    assert yields_at(generator) == f" ({__file__}:{begun.__code__.co_firstlineno + 1})"
    list(generator)
    assert yields_at(generator) == "" == yields_at([1]) == yields_at(iter(()))
    typed: dict[str, Any] = {}
    exec("def typed(n):\n    yield n\n", typed)  # without a file
    generator = typed["typed"](1)
    next(generator)
    assert yields_at(generator) == ""
    assert str(blame_rule("who:", ValueError(""), len)) == "who: ValueError"
    assert str(blame_rule("who:", ValueError("a\nb"), len)) == "who: ValueError: a"
    assert str(blame_rule("who:", TypeError("'int' object is not iterable"), len)) == (
        "who: a function that returns a value of type int; write yield for each option"
    )
    assert str(blame_rule("who:", TypeError("'int' object is not iterable, no"), len)).startswith(
        "who: TypeError: 'int' o"
    )

    class Halves:
        def __call__(self, n: int) -> Iterator[int]:
            raise ValueError("odd")

    assert refused(lambda: list(make_rule(Halves()).options(1))) == (  # it has no code of its own to look for
        "rule: state 1: expected options, found ValueError: odd"
    )

    def deep(n: int) -> Iterator[int]:
        yield from shallow(n)

    def shallow(n: int) -> Iterator[int]:
        yield from iter(n)  # type: ignore[call-overload]

    place = f"({__file__}:{shallow.__code__.co_firstlineno + 1})"
    assert refused(lambda: list(make_rule(deep).options(1))) == (  # it has a place: no function that returns
        f"deep: state 1: expected options, found TypeError: 'int' object is not iterable {place}"
    )

    def calls(n: int) -> Iterator[int]:
        yield from Text("x", "y").line_start("z")  # type: ignore[arg-type]

    place = f"({__file__}:{calls.__code__.co_firstlineno + 1})"
    assert refused(lambda: list(make_rule(calls).options(1))).endswith(place)  # the last line of the rule's own file


# Positions.


def test_moves_of_a_sum_are_told_with_their_component() -> None:
    take = Rule("take", wide.function, space=HEAP, format_move="take {take} of {pile}".format_map)
    bare = Rule("bare", wide.function, space=vector(), format_move="move {to}".format_map)
    both = take(3, 5) + bare((7,))
    parts = list(both.parts())
    move = both.move_of(parts[1], (("take", 2),))
    assert move.labels == (("component", 1), ("pile", 2), ("take", 2))
    assert move.sentence() == "take 2 of 2 (component 1, take)" == move.words
    move = both.move_of(parts[2], (("to", 3),))
    assert move.labels == (("component", 2), ("to", 3)) and move.words == "move 3 (component 2, bare)"
    alone = take(3, 5)
    assert alone.move_of(list(alone.parts())[1], (("take", 2),)).words == "take 2 of 2"
    silent = down(3) + down(4)
    move = silent.move_of(list(silent.parts())[1], (("to", (3,)),))
    assert move.sentence() == "place 1, to 3 (component 2, down)" == move.words
    assert str(move) == "component 2, place 1, to (3,)"


def test_positions_compare_by_their_parts() -> None:
    assert down(1, 2, 2) == down(2) + down(2, 1) and down(1, 2, 2) != down(1, 1, 2)
    assert hash(down(1, 2, 2)) == hash(down(2) + down(2, 1)) and down(1) != wide(1)
    assert down(1, 2).multiset() == {(down, 1): 1, (down, 2): 1}
    assert hash(down(1, 1)) != hash(down(1)) or down(1, 1) != down(1)


def test_moves_are_read() -> None:
    for text, labels in (
        ("pile 1", {"pile": 1}),
        ("pile 1, take 2", {"pile": 1, "take": 2}),
        ("to (1, 2), way left-hand", {"to": (1, 2), "way": "left-hand"}),
        ("name 'a, b c', take 2", {"name": "a, b c", "take": 2}),
        ("name 'a, b 1', c 2", {"name": "a, b 1", "c": 2}),
        ("cells [1, 2]", {"cells": [1, 2]}),
        ("new_pile -1", {"new_pile": -1}),
        ("a b", {"a": "b"}),
        ("flag True", {"flag": True}),
        ("flag 'True'", {"flag": "True"}),
        ("name _a1", {"name": "_a1"}),
    ):
        assert parse_move(text).as_dict() == {k: list(v) if isinstance(v, tuple) else v for k, v in labels.items()}
        assert dict(parse_move(text).labels) == labels
    expected = "a label and its value, as in 'pile 1, take 2'"
    value = "a number, a name or a quoted text"
    for text, place, words in (
        ("", 1, f"{expected}, found ''"),
        ("pile", 1, f"{expected}, found 'pile'"),
        ("-pile 1", 1, f"{expected}, found '-pile 1'"),
        ("pile  1", 1, f"{expected}, found 'pile  1'"),
        ("pile 1 2", 6, f"{value}, found '1 2'"),
        ("pile 1x, take 2", 6, f"{value}, found '1x, take 2'"),
        ("pile 1, take 2 3", 14, f"{value}, found '2 3'"),
        ("pile 1, take f(2)", 14, f"{value}, found 'f(2)'"),
        ("pile 1,take 2", 6, f"{value}, found '1,take 2'"),
        ("pile , take 2", 6, f"{value}, found ', take 2'"),
    ):
        assert refused(parse_move, text) == f"<move>:1:{place}: expected {words}"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert refused(parse_move, "pile 1if") and parse_move("name '\\d'").as_dict() == {"name": "\\d"}
    assert "quoted text" in refused(parse_move, f"pile {'(' * 500}")
    assert "quoted text" in refused(parse_move, f"pile {'-' * 100_000}1")


# Answers.


def test_results_for_machines() -> None:
    one = grundy.solve(grundy.nim(1, 2))
    assert one.as_dict() == {
        "game": "nim", "position": "1 2", "play": "normal", "winner": "first", "nim_value": 3,
        "winning_moves": [{"pile": 2, "take": 1}], "winning_move_count": 1, "evidence": one.evidence.as_dict(),
    }  # fmt: skip
    both = grundy.solve(grundy.nim(1) + grundy.nim(3), misere=True)
    told = both.as_dict()
    assert (told["game"], told["position"], told["play"]) == ("sum", "nim(1) + nim(3)", "misere")
    assert told["nim_value"] is None
    many = WinningMoves(12_345, lambda: iter(()))
    assert len(many) == many.count == 12_345 and list(many) == []
    assert LISTED == 10_000
    move = parse_move("pile 1")
    long = Result(grundy.nim(1), "loopy", "first", 1, WinningMoves(10_001, lambda: iter([move] * 10_001)), one.evidence)
    assert len(long.as_dict()["winning_moves"]) == 10_000 and len(long.as_dict(2)["winning_moves"]) == 2
    assert long.as_dict()["winning_move_count"] == 10_001 and long.as_dict()["play"] == "normal"
    assert long.summands() == [] == long.reasons() and long.values is None


def test_columns_of_a_summary_have_one_length() -> None:
    for columns in (([0, 2], [3], [0, 4]), ([0, 2], [3, 2], [0]), ([0], [3, 2], [0, 4])):
        with pytest.raises(ValueError, match="zip"):
            Summary((5,), *columns, 3, (), ()).as_dict()
