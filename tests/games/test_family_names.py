"""The name of a family of graphs or orders without its colon is refused, never taken for a node of that name."""

from __future__ import annotations

import pytest
from command import grundy as run

import grundy
from grundy.games.families import FAMILIES as GRAPHS
from grundy.games.poset_families import FAMILIES as ORDERS

# a text without a colon, and what stands in the documentation for it
MEANT = {
    "node-kayles": {
        "grid3x3": "grid:3x3", "queens5": "queens:5", "grid_3x3": "grid:3x3", "Grid3x3": "grid:3x3",
        "path-5": "path:5", "path 9": "path:9", "grid3\u00d73": "grid:3x3", "grid 3 x 3": "grid:3x3",
        "petersen7,2": "petersen:7,2", "Petersen": "petersen:5,2", "petersen5": "petersen:5,2", "grid(3,5)": "grid:3x5",
        "bipartite 3,4": "bipartite:3,4", "queen5": "queens:5", "gird3x3": "grid:3x3", "cicle7": "cycle:7",
        "3x5": "grid:3x5", "3X5": "grid:3x5", "K5": "complete:5", "P9": "path:9", "C7": "cycle:7", "path5x5": "path:3",
        "grid;3x3": "grid:3x3", "grid03x3": "grid:3x3", "grid\uff13x3": "grid:3x3", "board3x3": "grid:3x3",
        "grid": "grid:5x3", "path": "path:3", "star=6": "star:6", "grid.3x3": "grid:3x3", "KINGS4X4": "kings:4x4",
    },
    "poset": {
        "chomp3x4": "chomp:3x4", "Chomp3x4": "chomp:3x4", "chomp 3x4": "chomp:3x4", "chomp-3x4x2": "chomp:3x4x2",
        "chain7": "chain:7", "chain": "chain:4", "divisor12": "divisors:12", "schuh_72": "schuh:72",
        "subset4": "subsets:4", "tree2,3": "tree:2,3", "tree(2,3)": "tree:2,3", "fense6": "fence:6", "3x4": "chomp:3x4",
        "grid:": "", "chopm3x4": "chomp:3x4", "tree2": "tree:2,4",
    },
}  # fmt: skip
# nothing but lists of nodes and elements, and the nim-value by the rules: taken apart from what they look like
LISTS = {
    "node-kayles": {"5": 1, "a1": 1, "node7": 1, "x_1": 1, "grid3x3, path5": 0, "grid3x3-path5": 1, "a-5": 1, "3 5": 1,
                    "(2,3)": 1, "grid3x3,": 1, "path-5,": 1, "3x5,": 1, "path-5, a": 0, "1-2, 3": 0},
    "arc-kayles": {"grid3x3,": 0, "grid3x3-path5": 1, "b1": 0},
    "poset": {"5": 1, "a": 1, "a1": 1, "chain7,": 1, "chain7 < a": 2, "tree 2,": 2, "chain, tree": 0, "(2,3)": 1},
}  # fmt: skip


def is_list(game: str, text: str) -> bool:
    """Whether a text is read, and so one that can be advised."""
    try:
        return bool(grundy.parse(f"{game} {text}"))
    except grundy.BadText:
        return False


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, texts in MEANT.items() for text in texts])
def test_a_family_without_its_colon_is_refused_with_what_was_meant(game: str, text: str) -> None:
    with pytest.raises(grundy.BadText) as caught:
        grundy.parse(f"{game} {text}")
    meant = MEANT[game][text]
    if meant:
        said = str(caught.value)
        assert said.endswith(f"; did you mean {meant!r}?")
        assert grundy.parse(f"{game} {meant}")
        assert (f"{text},'" in said) == is_list(game, f"{text},")


@pytest.mark.parametrize("family", [*GRAPHS, *ORDERS])
@pytest.mark.parametrize("written", ["{0}{1}", "{0}_{1}", "{0} {1}", "{0}-{1}", "{0}.{1}", "{0}{1}\n"])
def test_no_family_is_taken_for_a_node(family: str, written: str) -> None:
    of_order = family in ORDERS
    numbers = "2,4" if family == "tree" else "4,3" if family == "bipartite" else "5,2" if family == "petersen" else "4"
    if family in ("grid", "torus", "chomp"):
        numbers = "4x3"
    game = "poset" if of_order and family != "grid" else "node-kayles"
    for name in (family, family.title(), family.upper()):
        refused = run("solve", game, "--file", "-", stdin=written.format(name, numbers).encode())
        assert refused.places() == ["<stdin>:1:1"]
        assert f"did you mean '{family}:{numbers}'?" in refused.err


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, texts in LISTS.items() for text in texts])
def test_lists_may_have_such_names_and_are_written_so_that_they_read_back(game: str, text: str) -> None:
    position = grundy.parse(f"{game} {text}")
    assert grundy.solve(position).nim_value == LISTS[game][text]
    assert grundy.parse(str(position)) == position


def test_what_a_move_leaves_of_a_graph_reads_back_whatever_its_nodes_are_called() -> None:
    for text in ("3x5-a, 3x5-b", "path-5-6", "grid-3x3, a-b", "K5-a-b"):
        state = grundy.parse(f"node-kayles {text}")
        for option in state.components[0].rule.options(state.components[0].states[0]):
            left = state.components[0].rule(*option.parts)
            assert grundy.parse(str(left)) == left


def test_graphs_that_grow_say_what_was_meant_too() -> None:
    for spec, meant in (("node-kayles:grid3xN", "grid:3xN"), ("poset:chomp3xN", "chomp:3xN")):
        with pytest.raises(grundy.BadText, match=f"did you mean '{meant}'"):
            grundy.parse(f"{spec} 4")
