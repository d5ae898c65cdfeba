"""Nodes are what frozen dataclasses are."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field, fields, replace

import pytest

from grundy.reading.core import Bin, Cmp, Const, Each, Gathered, Site, Truth, Var, Yield
from grundy.reading.node import node


@dataclass(frozen=True, slots=True)
class Plain:
    """By dataclasses."""

    one: int
    two: tuple[int, ...] = ()
    three: str | None = field(default=None, compare=False)


@node
class Made:
    """By us."""

    one: int
    two: tuple[int, ...] = ()
    three: str | None = field(default=None, compare=False)


def test_a_node_is_what_a_dataclass_is() -> None:
    given = [(1,), (1, (2,)), (1, (2,), "x"), (1, (2,), "y"), (2, (), "x")]
    plain, made = [Plain(*each) for each in given], [Made(*each) for each in given]
    for a, b in zip(plain, made, strict=True):
        assert repr(a).removeprefix("Plain") == repr(b).removeprefix("Made")
        assert (a.one, a.two, a.three) == (b.one, b.two, b.three)
        assert (
            b == replace(b) == pickle.loads(pickle.dumps(b)) == copy.deepcopy(b)
            and b.__match_args__ == a.__match_args__
        )
        assert not hasattr(b, "__dict__") and [one.name for one in fields(b)] == ["one", "two", "three"]
        with pytest.raises(AttributeError, match="one never changes"):
            b.one = 5  # type: ignore[misc]
        with pytest.raises(AttributeError, match="two never changes"):
            del b.two
    for place, a in enumerate(plain):
        for other, b in enumerate(plain):
            assert (a == b) == (made[place] == made[other])
            assert a != b or hash(made[place]) == hash(made[other])


def test_nodes_of_two_kinds_are_never_equal() -> None:
    nodes = (Const(1), Truth(True), Var("1"), Each(Const(0), Const(0), 1), Gathered(Const(0), Const(0), 1, ()), (1,))
    for place, one in enumerate(nodes):
        assert [one == two for two in nodes] == [place == other for other in range(len(nodes))]
    assert Cmp("<", Var("n"), Const(1), Site("a", 1, 1, "n < 1")) == Cmp("<", Var("n"), Const(1))
    match Yield(((Bin("-", Var("n"), Const(1)),),)):
        case Yield([[Bin("-", Var(name), Const(1))]], "opponent", ()):
            assert name == "n"
        case _:
            raise AssertionError
