"""What `frozen` makes is what a frozen dataclass is."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any, Generic, TypeVar

import pytest

from grundy.model.frozen import frozen, is_frozen
from grundy.reading.core import Bin, Cmp, Const, Each, Gathered, Site, Truth, Var, Yield


@dataclass(frozen=True, slots=True)
class Plain:
    """By dataclasses."""

    one: int
    two: tuple[int, ...] = ()
    three: str | None = field(default=None, compare=False)


@frozen
class Made:
    """By us."""

    one: int
    two: tuple[int, ...] = ()
    three: str | None = field(default=None, compare=False)


def test_a_value_is_what_a_dataclass_makes() -> None:
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
        with pytest.raises(FrozenInstanceError, match="one never changes"):
            b.one = 5  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError, match="two never changes"):
            del b.two
    for place, a in enumerate(plain):
        for other, b in enumerate(plain):
            assert (a == b) == (made[place] == made[other])
            assert a != b or hash(made[place]) == hash(made[other])


def test_values_of_two_kinds_are_never_equal() -> None:
    values = (Const(1), Truth(True), Var("1"), Each(Const(0), Const(0), 1), Gathered(Const(0), Const(0), 1, ()), (1,))
    for place, one in enumerate(values):
        assert [one == two for two in values] == [place == other for other in range(len(values))]
    assert Cmp("<", Var("n"), Const(1), Site("a", 1, 1, "n < 1")) == Cmp("<", Var("n"), Const(1))
    match Yield(((Bin("-", Var("n"), Const(1)),),)):
        case Yield([[Bin("-", Var(name), Const(1))]], "opponent", ()):
            assert name == "n"
        case _:
            raise AssertionError


Many = TypeVar("Many")
by_dataclasses: Callable[..., Any] = dataclass(frozen=True, slots=True)
by_us: Callable[..., Any] = frozen


class Named:
    """What says itself how it is pickled."""

    __slots__ = ()

    def __reduce__(self) -> str:
        return "named"


def kinds(decorate: Callable[..., Any]) -> dict[str, Any]:
    """Classes with each of the things that a class may say itself."""

    @decorate
    class Nothing:
        pass

    @decorate
    class One:
        values: tuple[int, ...]

    @decorate
    class Checked:
        low: int
        high: int = 9

        def __post_init__(self) -> None:
            if self.low > self.high:
                raise ValueError(self.low)

    @decorate
    class Own(Generic[Many]):
        given: int
        counted: int = field(default=0, init=False, repr=False, compare=False)
        large: Any = field(default=None, hash=False)

        def __repr__(self) -> str:
            return f"own {self.given}"

    @decorate
    class Below(Own[int]):
        more: str = ""

    @decorate
    class Hashed:
        text: str
        more: Any = None

        def __hash__(self) -> int:
            return len(self.text)

    @decorate
    class Made:
        all: Any = field(default_factory=list)

    @decorate
    class Equal:
        text: str

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 3

    @decorate
    class Reduced(Named):
        one: int

    return {name: kind for name, kind in locals().items() if isinstance(kind, type)}


def test_what_a_class_says_itself_stays() -> None:
    theirs, ours = kinds(by_dataclasses), kinds(by_us)
    nan = float("nan")
    for name, given in (
        ("Nothing", [(), ()]),
        ("One", [((1, 2),), ((1, 2),), ((2,),), ((nan,),)]),
        ("Checked", [(1,), (1, 9), (2, 3)]),
        ("Own", [(1,), (1, 2), (1, 3)]),
        ("Below", [(1,), (1, None, "x")]),
        ("Hashed", [("ab",), ("cd",), ("ab", [])]),
        ("Equal", [("a",), ("b",)]),
        ("Reduced", [(1,), (2,)]),
    ):
        plain, made = [theirs[name](*each) for each in given], [ours[name](*each) for each in given]
        assert list(map(repr, plain)) == list(map(repr, made))
        assert [[a == b for a in plain] for b in plain] == [[a == b for a in made] for b in made]
        assert [[hash(a) == hash(b) for a in plain] for b in plain] == [
            [hash(a) == hash(b) for a in made] for b in made
        ]
        assert made[0] != plain[0] or name == "Equal"
        assert ours[name].__match_args__ == theirs[name].__match_args__
        assert [one.name for one in fields(ours[name])] == [one.name for one in fields(theirs[name])]
        assert inspect.signature(ours[name]) == inspect.signature(theirs[name])
        assert is_frozen(ours[name]) and is_frozen(theirs[name])
    assert ours["Reduced"](1).__reduce__() == "named"
    with pytest.raises(ValueError, match="5"):
        ours["Checked"](5, 4)
    for one in (theirs["Made"], ours["Made"]):
        assert one().all == [] and one().all is not one().all and one(3).all == 3
    with pytest.raises(AssertionError, match="fields by name alone"):
        frozen(type("Named", (), {"__annotations__": {"all": list}, "all": field(kw_only=True)}))


def test_what_changes_is_not_frozen() -> None:
    @dataclass
    class Changing:
        one: int

    assert not is_frozen(Changing) and not is_frozen(int)


def test_values_may_be_compared_by_what_they_are() -> None:
    @frozen(eq=False)
    class Alone:
        one: int

    one, other = Alone(1), Alone(1)
    assert one == one and one != other and len({one, other, one}) == 2
