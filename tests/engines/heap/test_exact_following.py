"""What `period` follows is what Python does, also in a branch that no comparison at drawn heaps would meet."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from rare_branches import LAST, RARE
from rare_rules import OUTSIDE, drawn, played
from written import body

from grundy.engines.heap import recognize
from grundy.engines.heap.walk import lefts
from grundy.reading.cover import Coverage


@pytest.mark.parametrize("first", range(0, 300, 30))
def test_what_is_followed_is_what_python_does_where_a_rare_branch_is_met(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first heap of which the code is followed on, in order."""
    monkeypatch.setattr(recognize, "traps", lambda start, period=None: [])
    uncovered = Coverage((), 0, None)  # what is drawn may never be met
    monkeypatch.setattr(recognize, "covered", lambda rule, finder: uncovered)
    followed = 0
    for number in range(first, first + 30):
        text, met = drawn(Random(number), number, 120)
        rule = body(
            text, **{name: value.copy() if hasattr(value, "copy") else value for name, value in OUTSIDE.items()}
        )
        reading = recognize.reading(rule)
        if reading.shape is None:
            continue
        followed += 1
        for n in [
            *range(reading.start, reading.start + 5),
            *[n for n in range(reading.start, reading.start + 900) if met(n)][:8],
        ]:
            t, residue = divmod(n, len(reading.options))
            read = [parts for parts in lefts(reading.options[residue], t) if parts is not None]
            assert read == played(rule.function, n), (n, text)
    assert followed


REFUSED = [
    ("it = reversed((1, 2))\nfor k in it:\n    if n >= k:\n        yield n - k", 4, "over a range or a tuple"),
    ("if not reversed(()):\n    return\nif n:\n    yield n - 1", 4, "over a range or a tuple"),
    ("for k in {1, n}:\n    if n >= k:\n        yield n - k", 4, "write a tuple"),
    ("if n:\n    yield to(n - 1, by='take ' + n)", 5, "text stands in labels alone"),
    ("if n:\n    yield to(n - 1, by=f'take {n}')", 5, "give the number alone"),
    ("m = n * n\nif m > 9:\n    yield n - 1", 5, "multiplies two numbers that grow"),
    ("for k in range(1, n, 2):\n    yield n - k", 4, "in steps of 1 or -1"),
    ("m = (1, 2, 3, n)[n]\nyield n - m", 4, "an item that depends on the heap"),
    ("for k in range(n):\n    m = k\nif m:\n    yield n - 1", 6, "may have no value"),
    ("m = 1\nfor k in range(n):\n    m = k\nif m:\n    yield n - 1", 7, "another turn"),
    ("if n & n - 1:\n    yield n - 1", 4, "the bits of two numbers"),
    ("if n < 0:\n    import math as to\nif n:\n    yield to(n - 1)", 5, "at the top of the file"),
]


@pytest.mark.parametrize(("text", "line", "instead"), REFUSED)
def test_what_is_refused_has_its_line_and_what_to_write_instead(text: str, line: int, instead: str) -> None:
    reading = recognize.reading(body(text))
    assert reading.shape is None
    assert f".py:{line}: " in reading.why
    assert instead in reading.why


@pytest.mark.parametrize(("text", "misread"), RARE)
def test_a_branch_that_few_heaps_take_is_not_missed(text: str, misread: str) -> None:
    """What was read of the rule without it is compared with the rule that has it."""
    misreading = recognize.reading(body(misread + LAST))
    assert misreading.shape is not None
    reading = replace(misreading, rule=body(text + LAST), compared=recognize.NOTHING).asked()
    assert reading.shape is None and "is not what it does at heap" in reading.why
