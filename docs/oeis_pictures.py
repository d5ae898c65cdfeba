"""Pictures of the sequences under results/oeis: points, rows of equal length as a heat map, or a triangle.

Each is drawn from the b-file; docs/reference/sequences.md shows them, and says what is known of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log10
from pathlib import Path

from game_pictures import head, tokens

from grundy.oeis import read_bfile

FOLDER = Path(__file__).parents[1] / "results" / "oeis"
WIDE, LEFT, TOP, HIGH = 440, 80, 44, 220  # of a picture of points
MOST = 1_000  # points of a picture
STYLE = (
    ".ground{fill:var(--sheet);stroke:var(--line)}"
    "text{font:15px system-ui,sans-serif;fill:var(--ink)}"
    ".soft{fill:var(--soft)}.line{stroke:var(--line)}"
    ".points{fill:none;stroke:var(--counter);stroke-width:3;stroke-linecap:round}"
    ".cells{fill:var(--counter)}.zero{fill:none;stroke:var(--line)}"
)
Drawing = tuple[int, list[str]]
"""How high a picture is, and what stands in it."""


def oeis_pictures() -> Iterator[tuple[str, str]]:
    """The name of each picture and what stands in it."""
    for name, (draw, words) in PICTURES.items():
        read = read_bfile(FOLDER / f"b{name[1:]}.txt")
        high, lines = draw(read.first, list(read.terms))
        ground = f'<rect class="ground" x=".5" y=".5" width="{WIDE - 1}" height="{high - 1}" rx="10"/>'
        title = f"{name}, {words}: n from {read.first} to {read.first + len(read.terms) - 1}"
        top = _text(16, 27, f"{name}: {words}")
        style = f"<style>{tokens(STYLE)}{STYLE}</style>"
        yield name.lower(), f"{head(WIDE, high, title)}{style}{ground}{top}{''.join(lines)}</svg>\n"


def points(first: int, terms: list[int], log: bool = False) -> Drawing:
    """A point for each of the first 1,000 terms, the number of the term to the right."""
    terms = terms[:MOST]
    last, most = first + len(terms) - 1, max(terms)

    def y(term: float) -> float:
        part = log10(max(term, 1)) / log10(most) if log else term / most
        return TOP + HIGH - HIGH * part

    def x(n: int) -> float:
        return LEFT + (WIDE - LEFT - 24) * (n - first) / (last - first)

    path = "".join(f"M{x(n):.0f} {y(term):.0f}h0" for n, term in enumerate(terms, first))
    lines = [f'<path class="points" d="{path}"/>', f'<path class="line" d="M{LEFT - 6} {TOP + HIGH + 6}H{WIDE - 16}"/>']
    lines += [_text(LEFT - 10, y(term) + 5, f"{term:,}", "end") for term in (int(log), most)]
    lines += [_text(x(first), TOP + HIGH + 26, f"n = {first}"), _text(x(last), TOP + HIGH + 26, f"{last:,}", "end")]
    return TOP + HIGH + 40, lines


def rows(first: int, terms: list[int], width: int) -> Drawing:
    """Rows of so many terms each, one below the other: the darker, the larger; 0 is empty."""
    places = [(n % width, n // width, term) for n, term in enumerate(terms, first)]
    side = min(28, (WIDE - 32) // width)
    return _cells(places, side, f"{width} terms to a row; the darkest is {max(terms)}, empty is 0")


def marks(_first: int, terms: list[int]) -> Drawing:
    """The numbers that are listed among all to the largest, ten to a row."""
    numbers = range(1, max(terms) + 1)
    places = [((n - 1) % 10, (n - 1) // 10, int(n in terms)) for n in numbers]
    return _cells(places, 28, f"1 to {max(terms)}, ten to a row; the dark ones are listed")


def triangle(first: int, terms: list[int]) -> Drawing:
    """The rectangles n x k by antidiagonals: n to the bottom, k to the right."""
    places, total, k = [], 2, 1
    for term in terms:
        places.append((k - 1, total - k - 1, term))
        total, k = (total, k + 1) if k < total - 1 else (total + 1, 1)
    return _cells(places, 24, f"row n, column k; the darkest is {max(terms)}, empty is 0")


def _cells(places: list[tuple[int, int, int]], side: int, words: str) -> Drawing:
    most, lines = max(term for *_, term in places), []
    for value in range(most + 1):
        path = "".join(
            f"M{16 + side * column} {TOP + side * row}h{side - 1}v{side - 1}h{1 - side}z"
            for column, row, term in places
            if term == value
        )
        if path:
            kind = f'class="cells" fill-opacity="{value / most:.2f}"' if value else 'class="zero"'
            lines.append(f'<path {kind} d="{path}"/>')
    bottom = TOP + side * (1 + max(row for _, row, _ in places))
    return bottom + 34, [*lines, _text(16, bottom + 22, words, kind="soft")]


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    of = f' class="{kind}"' if kind else ""
    place = f'x="{x:g}" y="{y:g}"' + (f' text-anchor="{anchor}"' if anchor != "start" else "")
    return f"<text{of} {place}>{words}</text>"


def _rows(width: int) -> Callable[[int, list[int]], Drawing]:
    return lambda first, terms: rows(first, terms, width)


def _log(first: int, terms: list[int]) -> Drawing:
    return points(first, terms, log=True)


PICTURES: dict[str, tuple[Callable[[int, list[int]], Drawing], str]] = {
    "A131469": (points, "short global Nim"),
    "A046671": (points, "Sylver coinage, {3, n}"),
    "A006016": (_log, "Sym (logarithms)"),
    "A033623": (points, "at most four coins"),
    "A054016": (points, "at most five coins"),
    "A006018": (_log, "periods of Third One Lucky (logarithms)"),
    "A271620": (points, "Sharing Nim"),
    "A014589": (points, "take a prime"),
    "A361457": (marks, "who begins wins"),
    "A069001": (points, "Chomp on 3 × n"),
    "A317367": (_rows(62), "Node Kayles, one and three apart"),
    "A316533": (_rows(13), "Node Kayles on P(n, 2)"),
    "A316632": (_rows(14), "Node Kayles on 3 × n"),
    "A344227": (points, "Node Kayles on n × n queens"),
    "A363934": (triangle, "Heat Toggle on n × k cells"),
}
