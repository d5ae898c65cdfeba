"""A rule that can be asked only once is refused by name, by every verb, the first time too."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import grundy
from grundy import Rule

AMOUNTS = (1, 2, 3)
ONCE: Any = iter(AMOUNTS)


def over_a_generator() -> Rule:
    @grundy.rule
    @functools.lru_cache
    def game(n: int) -> Iterator[int]:
        yield from (n - k for k in AMOUNTS if k <= n)

    return game


def of_a_kept_map() -> Rule:
    @grundy.rule
    @functools.cache
    def game(n: int) -> Any:
        return map(int, [n - k for k in AMOUNTS if k <= n])

    return game


def with_a_default() -> Rule:
    @grundy.rule
    def game(n: int, *, moves: Any = iter([1, 2, 3])) -> Iterator[int]:  # noqa: B008 (the fault)
        yield from (n - k for k in moves if k <= n)

    return game


def with_a_parameter(moves: Any) -> Rule:
    @grundy.rule
    def game(n: int, *, moves: Any = AMOUNTS) -> Iterator[int]:
        yield from (n - k for k in moves if k <= n)

    return game.bind(moves=moves)


def with_a_global() -> Rule:
    @grundy.rule
    def game(n: int) -> Iterator[int]:
        yield from (n - k for k in ONCE if k <= n)

    return game


def with_a_variable() -> Rule:
    moves = reversed(AMOUNTS)

    @grundy.rule
    def game(n: int) -> Iterator[int]:
        yield from (n - k for k in moves if k <= n)

    return game


def with_a_kept_helper() -> Rule:
    @functools.lru_cache
    def below(n: int) -> Iterator[int]:
        yield from (n - k for k in AMOUNTS if k <= n)

    @grundy.rule
    def game(n: int) -> Iterator[int]:
        yield from below(n)

    return game


class Holder:
    def __init__(self) -> None:
        self.moves = iter(AMOUNTS)

    def __call__(self, n: int) -> Iterator[int]:
        yield from (n - k for k in self.moves if k <= n)


def of_an_object() -> Rule:
    held = Holder()

    @grundy.rule
    def game(n: int) -> Iterator[int]:
        yield from (n - k for k in held.moves if k <= n)

    return game


def with_a_kept_iterator(kept: Callable[[Any], Any] = functools.cache) -> Rule:
    @kept
    def amounts() -> Any:
        return iter(AMOUNTS)

    @grundy.rule
    def game(n: int) -> Iterator[int]:
        yield from (n - k for k in amounts() if k <= n)

    return game


RULES: dict[str, tuple[Callable[[], Rule], str]] = {
    "a cache over a generator": (over_a_generator, "a cache around it"),
    "a map that is kept": (of_a_kept_map, "used up the second time"),
    "a default": (with_a_default, "moves as a list_iterator"),
    "an iterator as parameter": (lambda: with_a_parameter(iter(AMOUNTS)), "its parameter moves as a tuple_iterator"),
    "a generator as parameter": (lambda: with_a_parameter(k for k in AMOUNTS), "its parameter moves as a generator"),
    "a zip in a tuple": (lambda: with_a_parameter((zip((1, 2), (3, 4), strict=True),)), "its parameter moves as a zip"),
    "a global name": (with_a_global, "ONCE as a tuple_iterator"),
    "a variable": (with_a_variable, "moves as a reversed"),
    "a helper with a cache": (with_a_kept_helper, "a cache around it"),
    "an object": (lambda: grundy.rule(Holder()), "moves as a tuple_iterator"),
    "an object that is read": (of_an_object, "moves as a tuple_iterator"),
    "an iterator that a helper keeps": (with_a_kept_iterator, "the second time"),
    "an iterator of a bounded cache": (lambda: with_a_kept_iterator(functools.lru_cache(maxsize=4)), "the second time"),
}
VERBS: dict[str, Callable[[Rule], Any]] = {
    "solve": lambda game: grundy.solve(game(5)),
    "solve, misère": lambda game: grundy.solve(game(5), misere=True),
    "solve, a sum": lambda game: grundy.solve(game(5) + grundy.nim(2)),
    "value_by_definition": lambda game: grundy.value_by_definition(game(5)),
    "winners": lambda game: grundy.winners([game(5)]),
    "winners, misère": lambda game: grundy.winners([game(5)], misere=True),
    "winning_move_counts": lambda game: grundy.winning_move_counts([game(5)]),
    "option_values": lambda game: grundy.option_values(game(5)),
    "table": lambda game: grundy.table(game, 9),
    "sequence": lambda game: grundy.sequence(game, 9),
    "period": lambda game: grundy.period(game, 99),
    "prove": lambda game: grundy.prove(game),
    "quotient": lambda game: grundy.misere_quotient(game, 5),
    "genera": lambda game: grundy.genera(game, 5),
    "genus": lambda game: grundy.genus(game(5)),
    "nim_values": lambda game: game.nim_values(9),
    "check": lambda game: game.check_guess("n % 4", 9),
    "play": lambda game: grundy.play(game(5)).play_computer_move(),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("kind", RULES)
def test_every_verb_refuses_by_name(kind: str, verb: str) -> None:
    """The value of n = 5 was 0, where it is 5 % 4: the options had been used up."""
    make, told = RULES[kind]
    game = make()
    for _ in range(2):
        with pytest.raises(grundy.GrundyError) as refused:
            VERBS[verb](game)
        if verb in ("period", "prove") and isinstance(refused.value, grundy.OutOfReach):
            assert "is not read: " in str(refused.value) or "is not linear" in str(refused.value)
        else:
            assert isinstance(refused.value, grundy.BadRule) and told in str(refused.value), refused.value


def test_what_can_be_asked_again_is_answered() -> None:
    @functools.lru_cache
    def below(n: int) -> tuple[int, ...]:
        return tuple(n - k for k in AMOUNTS if k <= n)

    @grundy.rule
    @functools.cache
    def kept(n: int) -> tuple[int, ...]:
        return tuple(n - k for k in AMOUNTS if k <= n)

    @grundy.rule
    def helped(n: int) -> Iterator[int]:
        yield from below(n)

    @grundy.rule
    def mapped(n: int) -> Any:
        return map(int, [n - k for k in AMOUNTS if k <= n])

    for game in (kept, helped, mapped, with_a_parameter(range(1, 4)), with_a_parameter([3, 2, 1])):
        for _ in range(2):
            assert [grundy.solve(game(n)).nim_value for n in range(9)] == [n % 4 for n in range(9)]
            assert [grundy.value_by_definition(game(n)) for n in range(9)] == [n % 4 for n in range(9)]
