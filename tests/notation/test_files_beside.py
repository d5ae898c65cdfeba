"""A file of rules is of its own text and of those beside it that it imports."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

import grundy
from grundy.notation.rule_files import load_rules, sources_of

MINE = """
import grundy
from amounts_beside import AMOUNTS

@grundy.rule
def mine(n):
    return [n - amount for amount in AMOUNTS if amount <= n]
"""


def test_a_file_that_is_imported_is_a_source_and_read_again_when_it_is_edited(tmp_path: Path) -> None:
    file, beside = tmp_path / "mine.py", tmp_path / "amounts_beside.py"
    file.write_text(MINE, encoding="utf-8")
    for amounts, value in (((1, 2), 0), ((1, 2, 3), 3)):
        beside.write_text(f"AMOUNTS = {amounts}\n", encoding="utf-8")
        (rule,) = load_rules(str(file)).values()
        expected = {str(path): sha256(path.read_bytes()).hexdigest() for path in (file, beside)}
        assert sources_of([rule]) == expected
        assert grundy.solve(rule(3)).nim_value == value


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def game(n):\n    if n:\n        yield n - 1\n", "'@grundy.rule' on a line above 'def game'"),
        ("from grundy import to\n\nx = 3\n", "a file that makes a rule with @grundy.rule, found"),
    ],
)
def test_a_file_without_a_rule_is_told_where_to_make_one(text: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "plain.py"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(grundy.BadText) as refused:
        grundy.parse(f"{file} 5", files=grundy.FILES)
    assert told in str(refused.value)
