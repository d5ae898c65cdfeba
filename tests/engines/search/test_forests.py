"""Node Kayles and Arc Kayles on forests, by the trees that cuts lead to, against the definition played out."""

import random
from functools import cache

import pytest
from steps import Steps

import grundy
from grundy.engines.search.forests import Forests, Takes
from grundy.errors import OutOfReach
from grundy.model.known import facts_of
from grundy.runs.chunk import run_to_end

Pairs = list[tuple[int, int]]
GAMES: dict[Takes, str] = {"neighbours": "node-kayles", "edges": "arc-kayles"}


def forest(rng: random.Random, count: int, near: int, joined: float = 0.93) -> Pairs:
    """Each node joined to an earlier one not far from it, or to none; then all are named anew."""
    names = rng.sample(range(count), count)
    pairs = [(rng.randrange(max(0, i - near), i), i) for i in range(1, count) if rng.random() < joined]
    return [(names[a], names[b]) for a, b in pairs]


def neighbours(count: int, pairs: Pairs) -> list[list[int]]:
    near: list[list[int]] = [[] for _ in range(count)]
    for a, b in pairs:
        near[a].append(b)
        near[b].append(a)
    return near


def played_out(takes: Takes, count: int, pairs: Pairs) -> tuple[int, dict[tuple[int, ...], int]]:
    """The nim-value, and that of what each move leaves, from the rule."""
    near = neighbours(count, pairs)

    def after(left: frozenset[int]) -> dict[tuple[int, ...], frozenset[int]]:
        if takes == "neighbours":
            return {(i,): left - {i, *near[i]} for i in left}
        return {(min(a, b), max(a, b)): left - {a, b} for a, b in pairs if {a, b} <= left}

    @cache
    def value(left: frozenset[int]) -> int:
        seen = {value(rest) for rest in after(left).values()}
        return next(v for v in range(len(seen) + 1) if v not in seen)

    whole = frozenset(range(count))
    return value(whole), {move: value(rest) for move, rest in after(whole).items()}


@pytest.mark.parametrize("lessens", [True, False])
@pytest.mark.parametrize("takes", GAMES)
@pytest.mark.parametrize("near", [1, 2, 4, 20])
def test_each_option_of_forests(near: int, takes: Takes, lessens: bool) -> None:
    rng = random.Random(500 + near)
    for _ in range(12):
        count = rng.randrange(1, 13)
        pairs = forest(rng, count, near)
        value, options = played_out(takes, count, pairs)
        forests = Forests(takes, lessens)
        assert run_to_end(forests.options(neighbours(count, pairs))) == options, pairs
        assert forests.value_of(neighbours(count, pairs)) == value


@pytest.mark.parametrize(("takes", "count"), [("neighbours", 70), ("edges", 71)])
def test_a_path_is_a_row(takes: Takes, count: int) -> None:
    path = [(i, i + 1) for i in range(count - 1)]
    code = grundy.octal("0.137" if takes == "neighbours" else "0.07")  # Dawson's Chess, and Dawson's Kayles
    assert Forests(takes).value_of(neighbours(count, path)) == code.nim_values(count + 1)[count]


def text(pairs: Pairs) -> str:
    return ", ".join(f"{a}-{b}" for a, b in pairs)


def comb(teeth: int) -> Pairs:
    return [*((i, i + 1) for i in range(teeth - 1)), *((i, teeth + i) for i in range(teeth))]


@pytest.mark.parametrize("takes", GAMES)
def test_a_comb_of_500_nodes(takes: Takes) -> None:
    """As an octal game of its teeth: of m in a row a move takes one or three (two), and leaves combs on either side."""
    teeth = 250
    values: list[int] = []
    for m in range(teeth + 1):
        rows = values
        if takes == "edges":  # one tooth, or two whose lone ends have no moves
            options = {rows[i] ^ rows[m - 1 - i] for i in range(m)} | {rows[i] ^ rows[m - 2 - i] for i in range(m - 1)}
        else:  # the end of a tooth; or where it hangs, with what is beside that, whose ends are left alone
            options = {rows[i] ^ rows[m - 1 - i] for i in range(m)}
            for i in range(m):
                ends = (i > 0) + (i < m - 1)
                options.add(rows[max(0, i - 1)] ^ rows[max(0, m - 2 - i)] ^ (ends & 1))
        values.append(next(v for v in range(len(options) + 1) if v not in options))
    result = grundy.solve(f"{GAMES[takes]}({text(comb(teeth))})")
    assert result.nim_value == values[teeth]
    assert result.evidence.status == "computed" and "trees that moves leave" in result.evidence.reason


@pytest.mark.parametrize("takes", GAMES)
def test_the_engine_says_what_a_search_says(takes: Takes) -> None:
    rng = random.Random(39)
    for _ in range(2):
        pairs = forest(rng, 66, 2, joined=0.8)
        position = f"{GAMES[takes]}({text(pairs)})"
        one, other = grundy.solve(position), grundy.solve(position, method="sets")
        assert (one.nim_value, one.winning_moves.count) == (other.nim_value, other.winning_moves.count)
        assert set(map(str, one.winning_moves)) == set(map(str, other.winning_moves))


BUSHY = text([((i - 1) // 2, i) for i in range(1, 500)])  # a binary tree, whose moves leave far too many trees


@pytest.mark.parametrize("game", GAMES.values())
def test_what_has_too_many_trees_is_refused_with_what_would_help(game: str) -> None:
    with pytest.raises(OutOfReach, match=r"a forest of 500 nodes.*up to 160 nodes is searched.*--time-limit"):
        grundy.solve(f"{game}({BUSHY})")


def test_a_limit_is_met_while_trees_are_learnt() -> None:
    with Steps(each=1.0) as steps, pytest.raises(OutOfReach) as stopped:
        grundy.solve(f"node-kayles({BUSHY})", time_limit=20)
    assert steps.chunks <= 22
    (known,) = facts_of(stopped.value, 1)
    assert (known.winner, known.least, known.most) == (None, 0, 500)
