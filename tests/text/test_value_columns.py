"""Values in lines: what is no number is told with its place."""

from __future__ import annotations

import pytest

from grundy.text.reader import Text
from grundy.text.values import read_columns


@pytest.mark.parametrize(
    ("string", "places"),
    [
        ("0 1\n2 x 3\n", [(2, 3)]),
        ("# values\n0, 1\n\n2; x; y\n", [(4, 4), (4, 7)]),
        ("[1, 2],\n[3, x]\n", [(2, 5)]),
        ("N P\nN 3\n", [(2, 3)]),
    ],
)
def test_what_is_no_value_is_told_with_its_line_and_column(string: str, places: list[tuple[int, int]]) -> None:
    text = Text(string, "values.txt")
    assert read_columns(text) is None
    assert [(finding.line, finding.column) for finding in text.findings] == places
