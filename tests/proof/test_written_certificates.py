"""What 0.1 writes, later versions read: certificates of the kinds that came last, and nim-values of parts of boards.

The claims are known from elsewhere: Mark's (Fraenkel 2011) and Wythoff's (1907) theorems; a quotient of 20 elements for
0.123 (Plambeck and Siegel 2008); the half turn of Cram on even boards (Gardner); a node that every maximum matching
needs.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import grundy

WRITTEN = Path(__file__).parents[1] / "data" / "written-0.1"
CLAIMS = {
    "matching.txt": "the first player wins normal play from node 1",
    "quotient.txt": "the misere quotient has 20 elements",
    "symmetry.txt": "the second player wins normal play from the 64 free cells",
    "theorem-numeration.txt": "an automaton of 8 states in the system 1 1 gives which positions are lost",
    "theorem-values.txt": "an automaton of 5 states in the system 2 0 gives the nim-values",
}


@pytest.mark.parametrize("name", sorted(CLAIMS))
def test_a_certificate_is_read(name: str) -> None:
    verified = grundy.verify(WRITTEN / name)
    assert verified and CLAIMS[name] in str(verified)


def test_all_that_was_written_is_read() -> None:
    assert {path.name for path in WRITTEN.iterdir()} == {*CLAIMS, "cram-3x9.values"}


def test_nim_values_of_parts_are_read(tmp_path: Path) -> None:
    path = shutil.copy(WRITTEN / "cram-3x9.values", tmp_path)
    result = grundy.solve("cram 3x9", method="proof-numbers", values=path)
    assert "29 nim-values of parts from" in result.evidence.reason
