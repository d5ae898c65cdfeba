"""The checker by crafted texts, each for a fault that its other tests would have let pass.

`python tests/mutation.py check` makes such faults; docs/why/mutants.md says what is left of them.
"""

from __future__ import annotations

import pytest
from trials.verdicts import said

HEAD = "grundy-certificate 1\nkind "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{HEAD}period\ndigits 0 3\nperiod 2\npreperiod 0\nmethod pairs\nvalues 5\n0 0 1 0 1 0\nend\n", ""),
    ],
)
def test_crafted_texts(text: str, told: str) -> None:
    found = said(text)
    assert told in found and bool(told) == bool(found)
