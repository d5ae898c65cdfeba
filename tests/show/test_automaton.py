"""Pictures of automata: nothing overlaps, and what is too large is refused."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import grundy
from grundy.cli.main import cli
from grundy.errors import OutOfReach
from grundy.show.automaton import MOST_STATES, Drawing, automaton_svg, short

SVG = "{http://www.w3.org/2000/svg}"
MARK = "rule:n -> n-1, if n >= 1; n -> n//2, if n >= 1"
Box = tuple[float, float, float, float]


def drawn(states: int, letters: int, seed: int) -> Drawing:
    random = Random(seed)
    after = [[random.randrange(states) for _ in range(letters)] for _ in range(states)]
    said = [random.choice(["", "yes"]) for _ in range(states)]
    return Drawing("random", ("Reads.",), after, said, frozenset({0}), [f"{n:02}" for n in range(letters)])


def frames(picture: str) -> list[Box]:
    boxes = []
    for one in ElementTree.fromstring(picture).iter(f"{SVG}rect"):
        x, y, width, height = (float(one.attrib[name]) for name in ("x", "y", "width", "height"))
        boxes.append((x, y, x + width, y + height))
    return boxes


def texts(picture: str) -> list[Box]:
    """Where texts are, at 6.6 a sign and 12 high."""
    boxes = []
    for one in ElementTree.fromstring(picture).iter(f"{SVG}text"):
        text = "".join(one.itertext()).removeprefix(one.findtext(f"{SVG}title") or "")
        x, y, wide = float(one.attrib["x"]), float(one.attrib["y"]), 6.6 * len(text)
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[one.attrib["text-anchor"]]
        boxes.append((left, y - 5.5, left + wide, y + 5.5))
    return boxes


def lanes(picture: str) -> list[tuple[float, float, float]]:
    """The upright pieces of arrows: where, from, to."""
    pieces = []
    for one in ElementTree.fromstring(picture).iter(f"{SVG}path"):
        points = [tuple(map(float, point.split())) for point in one.attrib["d"].split(" M")[0][1:].split(" L")]
        pieces += [(a, min(b, d), max(b, d)) for (a, b), (c, d) in pairwise(points) if a == c]
    return pieces


def overlap(one: Box, two: Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@pytest.mark.parametrize(("states", "letters", "seed"), [(3, 2, 0), (8, 4, 1), (30, 2, 2), (30, 4, 3), (60, 3, 4)])
def test_nothing_overlaps(states: int, letters: int, seed: int) -> None:
    picture = automaton_svg(drawn(states, letters, seed))
    boxes = {box for box in frames(picture) if round(box[2] - box[0]) == 78}
    assert len(boxes) == states
    assert not any(overlap(one, two) for one, two in combinations(sorted(boxes), 2))
    words = texts(picture)
    assert not any(overlap(one, two) for one, two in combinations(words, 2))
    upright = lanes(picture)
    for (x, low, high), (other, start, stop) in combinations(upright, 2):
        assert x != other or high < start or stop < low
    for x, low, high in upright[1:]:  # the first leads to the start
        assert not any(
            left < x < right and low < bottom and top < high for left, top, right, bottom in {*boxes, *words}
        )


def test_the_picture_of_a_theorem(tmp_path: Path) -> None:
    """Mark's P-positions: a start, and the parity of the zeros at the end."""
    file = tmp_path / "mark.svg"
    done = CliRunner().invoke(cli, ["prove", MARK, "--p-positions", "--no-store", "--picture", str(file)])
    assert done.exit_code == 0
    picture = file.read_text(encoding="utf-8")
    assert len({box for box in frames(picture) if round(box[2] - box[0]) == 78}) == 3
    proof = grundy.prove(MARK, what="p-positions")
    assert proof.svg() == picture
    assert picture in proof._repr_html_()
    with pytest.raises(OutOfReach, match="no automaton"):
        grundy.prove("kayles").svg()


def test_too_many_states_are_refused() -> None:
    with pytest.raises(OutOfReach, match="61 states are too many"):
        automaton_svg(drawn(MOST_STATES + 1, 2, 0))


def test_labels_are_short() -> None:
    assert short(["0", "1", "3", "4", "5"]) == "0 1 3-5"
    assert short(["1", "10", "11", "12"]) == "1 10-12"
