"""Rays are recognised where they are, and nowhere else; tables by tiles and by lines are those of the definition."""

from __future__ import annotations

import linecache
from collections.abc import Iterator
from itertools import count, product
from typing import Any

import numpy as np
import pytest
from drawing import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from limits import set_limits

from grundy import rule, to
from grundy.answering.tables import fill, nim_values
from grundy.compile.kernel import look
from grundy.compile.subset import NotCompiled, Unfit
from grundy.engines.table.job import job
from grundy.errors import BadRule, GrundyError
from grundy.model.rule import Rule

NAMES = count()


def made(arguments: str, *lines: str, **outside: Any) -> Rule:
    """A rule from the lines of its body."""
    text = f"def game({arguments}):\n" + "".join(f"    {line}\n" for block in lines for line in block.splitlines())
    name = f"<ray {next(NAMES)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"to": to, **outside}
    exec(compile(text, name, "exec"), names)
    return rule(names["game"])


def by_hand(game: Rule, shape: tuple[int, ...], misere: bool | None = None) -> list[int]:
    """Nim-values, or whether states are P-positions, of all states of a box, straight from the rule."""
    known: dict[Any, int] = {}
    for place in product(*map(range, shape)):
        state = place if len(shape) > 1 else place[0]
        seen = [known[part] for option in game.options(state) for part in option.parts]
        if misere is None:
            known[state] = next(v for v in range(len(seen) + 1) if v not in seen)
        else:
            known[state] = int(not any(seen) and not (misere and not seen))
    return list(known.values())


@pytest.fixture
def small() -> Iterator[None]:
    """Tables are cut into small tiles, with sets for lines wherever there are rays, and shared among cores at once."""
    monkeypatch = pytest.MonkeyPatch()
    tiles = {"SHORTEST": 2, "LONGEST": 4, "LONGEST_OF_LINES": 4, "LINE_TILE": 8, "VECTOR": 8}
    set_limits(monkeypatch, "engines.table.shared", LEAST_OPTIONS=1, **tiles)
    set_limits(monkeypatch, "engines.table", LOOK_SECONDS=0.0, WORTH_SECONDS=-1.0)
    yield
    monkeypatch.undo()


def filled(game: Rule, shape: tuple[int, ...], cores: int, outcomes: bool = False, misere: bool = False) -> list[int]:
    arrays: list[Any] = []

    def allocate(dtype: str, entries: int) -> Any:
        arrays.append(np.zeros(entries, dtype))
        return arrays[-1]

    size = shape if len(shape) > 1 else shape[0]
    task = job(game, size, misere, outcomes)
    for _ in fill(task, allocate, cores=cores)(None):
        pass
    if task.outcomes:
        return np.unpackbits(arrays[-1], bitorder="little", count=task.total).tolist()  # type: ignore[no-any-return]
    return arrays[-1].tolist()  # type: ignore[no-any-return]


RAYS = {
    "for k in range(1, a + 1):\n    yield a - k, b": {(1, 0)},
    "for k in range(a):\n    yield k, b": {(1, 0)},
    "for k in reversed(range(a)):\n    yield (k, b)": {(1, 0)},
    "for k in range(a - 1, -1, -1):\n    yield k, b": {(1, 0)},
    "for k in range(a, 0, -1):\n    yield a - k, b": {(1, 0)},
    "for k in range(b):\n    yield a, b - 1 - k": {(0, 1)},
    "for k in range(b):\n    yield to((a, b - (k + 1)), take=k + 1)": {(0, 1)},
    "yield from ((a - k, b - k) for k in range(1, 1 + min(a, b)))": {(1, 1)},
    "yield from ((a - k, b - k) for k in range(1, min(a + 0, b) + 1) if k <= a)": {(1, 1)},
    "yield from ((a - k, b - k) for k in range(1, a + 1) if b >= k)": {(1, 1)},
    "for k in range(1, max(a, b) + 1):\n    if k <= a:\n        yield a - k, b\n        if k <= b:\n"
    "            yield a - k, b - k\n    if k < b + 1:\n        yield a, b - k": {(1, 0), (0, 1), (1, 1)},
    "for k in range(1, max(a, b) + 1):\n    if a - k >= 0 and b - k >= 0:\n        yield a - k, b - k": {(1, 1)},
    "if a > 0:\n    for k in range(1, a + 1):\n        yield a - k, b\nif a and b:\n"
    "    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))": {(1, 0), (1, 1)},
}
NO_RAYS = [
    "for k in range(1, a):\n    yield a - k, b",
    "for k in range(0, a + 1):\n    yield a - k, b",
    "for k in range(2, a + 1):\n    yield a - k, b",
    "for k in range(1, a + 1, 2):\n    yield a - k, b",
    "for k in range(1, b + 1):\n    yield a - k, b",
    "for k in range(1, min(a, 5) + 1):\n    yield a - k, b",
    "for k in range(1, min(a, b) + 1):\n    yield a - k, b",
    "for k in range(1, max(a, b) + 1):\n    yield a - k, b",
    "for k in range(1, a + 1):\n    if k != 3:\n        yield a - k, b",
    "for k in range(1, a + 1):\n    if k > b:\n        yield a - k, b",
    "for k in range(1, a + 1):\n    yield a - k, b\n    if k == 2:\n        break",
    "for k in range(1, a + 1):\n    yield a - k, b // 2",
    "for k in range(1, a + 1):\n    yield a - k, k",
    "for k in range(1, min(a, b) + 1):\n    yield a - k, b - 2 * k",
    "if b > 2:\n    for k in range(1, a + 1):\n        yield a - k, b",
    "if b:\n    for k in range(1, a + 1):\n        yield a - k, b",
    "if a > 1:\n    for k in range(1, a + 1):\n        yield a - k, b",
    "if a == 3:\n    return\nfor k in range(1, a + 1):\n    yield a - k, b",
    "for k in range(1, a + 1):\n    if k > 3: break\n    yield a - k, b\nelse:\n    yield 0, b",
    "a, b = b, a\nfor k in range(1, a + 1):\n    yield a - k, b",
    "for k in range(1, a + 1):\n    yield a - k, b\nk = 3 if a else 2\nif a > k:\n    yield a - k, b",
    "for k in range(1, (a + 1) * (b > 2)):\n    yield a - k, b",
    "for k in range(1, WIDTH + 1):\n    if k <= a:\n        yield a - k, b",
    "for a in range(1, b + 1):\n    yield 0, b - a",
    "for k in range(1, a + 1):\n    yield to((a - k, b), (0, 0))",
    "range = RANGE\nfor k in range(1, a + 1):\n    yield a - k, b",
]


@pytest.mark.parametrize("text", RAYS)
def test_a_ray_is_recognised(text: str, small: None) -> None:
    game = made("a, b", text)
    facts = look(game)
    assert set(facts.rays) == RAYS[text] and facts.only_rays
    expected = by_hand(game, (9, 7))
    assert filled(game, (9, 7), 1) == expected
    assert filled(game, (9, 7), 3) == expected


@pytest.mark.parametrize(
    ("label", "is_ray"), [("k + 1", True), ("f'{k} of {a}'", True), ("7 // k", False), ("k // 7 > 0", True)]
)
def test_a_loop_whose_label_may_fail_is_no_ray(label: str, is_ray: bool) -> None:
    game = made("a, b", f"for k in range(1, a + 1):\n    yield to((a - k, b), by={label})")
    assert look(game).rays == (((1, 0),) if is_ray else ())


@pytest.mark.parametrize("text", NO_RAYS)
def test_what_is_almost_a_ray_is_none(text: str, small: None) -> None:
    game = made("a, b", text, WIDTH=4, RANGE=range)
    try:
        assert not look(game).rays
    except NotCompiled:
        return  # runs uncompiled
    try:
        expected: Any = by_hand(game, (9, 7))
    except (GrundyError, KeyError):
        with pytest.raises(BadRule):
            filled(game, (9, 7), 2)
        return
    assert filled(game, (9, 7), 2) == expected


# --- random rules, of which some loops are rays

counts = st.sampled_from(["a", "b", "min(a, b)", "max(a, b)", "a - 1", "min(a, 3)", "a + b"])
first = st.sampled_from(["1", "1", "1", "0", "2"])
more = st.sampled_from([" + 1", " + 1", "", " + 2"])
numbers = st.sampled_from(["a - k", "a - k", "b - k", "k", "k - 1", "a", "b", "a - k - 1", "a - 2 * k"])
conditions = st.sampled_from(
    ["k <= a", "a >= k", "k <= b", "k <= min(a, b)", "k < a", "a - k >= 0 and b >= k", "k != 2", "k < b + 1", "a > b"]
)
guards = st.sampled_from(["a", "b > 0", "a and b", "a >= 1", "a != 2", "b > 1"])
# so that no option leaves the box: where a text is no ray, this is what makes it a rule
inside = "if 0 <= (x := {0}) <= a and 0 <= (y := {1}) <= b and x + y < a + b:\n    yield x, y"


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines()).rstrip()


def exact(numbers: tuple[str, str], condition: str | None) -> str:
    option = f"yield {numbers[0]}, {numbers[1]}"
    return indented(f"if {condition}:\n    {option}" if condition else option)


loops = st.builds(
    lambda low, high, one, numbers, condition: f"for k in range({low}, {high}{one}):\n{exact(numbers, condition)}",
    first,
    counts,
    more,
    st.one_of(st.tuples(numbers, numbers), st.sampled_from([("a - k", "b"), ("a", "b - k"), ("a - k", "b - k")])),
    st.one_of(st.none(), conditions),
)
singles = st.builds(
    lambda x, y: inside.format(x, y),
    st.sampled_from(["a - 1", "a // 2", "a - 3", "b - 2", "a"]),
    st.sampled_from(["b", "b - 1", "b // 3", "a - 1", "b + 1"]),
)
true_rays = st.sampled_from([text for text in RAYS if "WIDTH" not in text])
parts = st.one_of(
    loops,
    true_rays,
    true_rays,
    singles,
    st.builds(lambda guard, loop: f"if {guard}:\n{indented(loop)}", guards, st.one_of(loops, true_rays)),
)


@settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    lines=st.lists(parts, min_size=1, max_size=3),
    shape=st.tuples(st.integers(1, 11), st.integers(1, 11)),
    cores=st.integers(1, 3),
    misere=st.booleans(),
)
def test_random_boxes(small: None, lines: list[str], shape: tuple[int, int], cores: int, misere: bool) -> None:
    game = made("a, b", *lines)
    try:
        expected = by_hand(game, shape)
    except (GrundyError, KeyError):
        with pytest.raises(BadRule):
            filled(game, shape, cores)
        return
    assert filled(game, shape, cores) == expected
    assert filled(game, shape, cores, outcomes=True, misere=misere) == by_hand(game, shape, misere)


MANY = {
    "nim": ("n", ["yield from range(n)"], (300,)),
    "nim and halves": ("n", ["for k in range(n):\n    yield k", "if n > 1:\n    yield to(n // 2, n // 3)"], (90,)),
    "three piles": (
        "a, b, c",
        [
            "yield from ((a - k, b, c) for k in range(1, a + 1))",
            "yield from ((a, b - k, c) for k in range(1, b + 1))",
            "yield from ((a, b, k) for k in range(c))",
            "yield from ((a - k, b - k, c - k) for k in range(1, min(a, b, c) + 1))",
            "yield from ((a - k, b, c - k) for k in range(1, min(a, c) + 1))",
        ],
        (7, 6, 9),
    ),
}


@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("cores", [1, 3])
def test_other_numbers_of_coordinates(name: str, cores: int, small: None) -> None:
    arguments, lines, shape = MANY[name]
    game = made(arguments, *lines)
    assert look(game).rays
    if look(game).sums:
        values: list[int] = []
        for n in range(shape[0]):
            seen = {values[n // 2] ^ values[n // 3]} if n > 1 else set()
            seen |= set(values)
            values.append(next(v for v in range(n + 2) if v not in seen))
        assert filled(game, shape, cores) == values
        return
    assert filled(game, shape, cores) == by_hand(game, shape)
    for misere in (False, True):
        assert filled(game, shape, cores, True, misere) == by_hand(game, shape, misere)


def test_wythoff_at_its_own_size() -> None:
    """Values of 16 bits, found in bytes first; those of the definition's slow twin, and Wythoff's own lines."""
    game = made(
        "a, b",
        "for k in range(1, max(a, b) + 1):\n    if k <= a:\n        yield a - k, b\n"
        "    if k <= b:\n        yield a, b - k\n"
        "    if k <= a and k <= b:\n        yield a - k, b - k",
    )
    values = nim_values(game, (700, 650))
    assert values.dtype == np.uint16 and (values[:600, :600] == values[:600, :600].T).all()
    rows, columns = np.nonzero(values == 0)
    pairs = sorted({(min(a, b), max(a, b)) for a, b in zip(rows.tolist(), columns.tolist(), strict=True)})
    low: list[int] = []  # Wythoff 1907: the least number not used so far, and that plus 0, 1, 2, ...
    used: set[int] = set()
    for k, pair in enumerate(pairs):
        low.append(next(n for n in count() if n not in used))
        assert pair == (low[-1], low[-1] + k)
        used |= set(pair)
    head = nim_values(game, (40, 40))
    assert head.reshape(-1).tolist() == by_hand(game, (40, 40))
    assert (values[:40, :40] == head).all()


def test_work_by_lines_goes_on_where_it_was_saved(small: None) -> None:
    game = made("a, b", *[text for text in RAYS if RAYS[text] == {(1, 0)}][:1], "if a > 2 < b:\n    yield a - 1, b - 2")
    task = job(game, (40, 21))
    whole = np.array(by_hand(game, (40, 21)), np.uint8)
    for cores in (1, 2):
        for cut in (0, 84, 500, 839, 840):
            table = np.full(840, 99, np.uint8)
            table[:cut] = whole[:cut]
            work = fill(task, lambda dtype, n, t=table: t, cores=cores)
            states = [chunk.state for chunk in work({"done": cut, "way": "lines8"})]
            assert (table == whole).all() and states[-1]["done"] == 840


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("if a == 5 and b == 3:\n    yield 6, 0", "state .5, 3. yields .6, 0."),
        ("if a == 5:\n    yield 2, b + 40", "state .5, 0. yields .2, 40."),
    ],
)
def test_the_first_bad_state_of_a_box_is_named(line: str, words: str, small: None) -> None:
    for with_rays in (True, False):
        ray = "for k in range(1, a + 1):\n    yield a - k, b" if with_rays else "if a:\n    yield a - 1, b"
        for cores in (1, 3):
            with pytest.raises(BadRule, match=words):
                filled(made("a, b", ray, line), (12, 12), cores)


@pytest.mark.parametrize(("turns", "endless"), [(100, False), (200_000, True)])
def test_turns_of_a_loop_within_a_loop_are_multiplied(turns: int, endless: bool) -> None:
    """Whether a state may take more than 2**34 steps, so that the kernel counts them."""
    lines = f"for i in range({turns}):\n    for j in range({turns}):\n        if i * j == n + 5:\n            yield 0"
    facts = look(made("n", lines))
    assert not isinstance(facts, Unfit) and facts.endless is endless
