"""No kernel divides by zero: there is no exception in machine code, and the quotient would be 0.

Each divisor that is no number is listed with why it is not 0: from what the kernel itself does, or requires. Before
kernels were compiled so (`error_model="numpy"`), a division by zero in any of them was an error of every test.
"""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

from grundy.compile.sources import PACKAGE, files_of_kernels

OF_DIVISION = (ast.FloorDiv, ast.Mod, ast.Div)
A_SET = "the words of a set, of which there is one at least"
AN_ENTRY = "the words of an entry, one more than those of a set"
NOT_ZERO = {
    ("engines/graph/strings/kernels.py", "PLACES"): "a constant, 37",
    ("engines/heap/kernels.py", "np.uint64((1 << (1 << k)) + 1)"): "one more than a power of 2",
    ("engines/heap/kernels.py", "x"): "the place of a state, the first being 1",
    ("engines/heap/octal/kernels.py", "rows"): "one more than the digits",
    ("engines/heap/octal/kernels.py", "length"): "under `length > 0`, or in a loop over as many",
    ("engines/misere/kernels.py", "size"): "the known elements, of which nothing is one",
    ("engines/misere/kernels.py", "len(steps)"): "in a loop while `quiet < len(steps)`",
    ("engines/search/kernels/claims.py", "len(like)"): A_SET,
    ("engines/search/kernels/forms.py", "width"): "two sets and a word",
    ("engines/search/kernels/forms.py", "stride"): AN_ENTRY,
    ("engines/search/kernels/forms.py", "slots"): "the entries of a table, a power of 2",
    ("engines/search/kernels/forms.py", "len(like)"): A_SET,
    ("engines/search/kernels/numbered.py", "width"): "the words of a state, one at least",
    ("engines/search/kernels/numbers.py", "4 * each"): AN_ENTRY,
    ("engines/search/kernels/numbers.py", "workers"): "those who share the work, who are one at least",
    ("engines/search/kernels/parts.py", "len(a)"): A_SET,
    ("engines/search/kernels/parts.py", "len(part)"): A_SET,
    ("engines/search/kernels/position_nimber.py", "state[WIDTH]"): "under `if state[WIDTH]`",
    ("engines/search/kernels/proof.py", "len(like)"): A_SET,
    ("engines/search/kernels/sets.py", "frames.chosen.size"): "the height of a stack, which is made with room",
    ("engines/search/kernels/sets.py", "len(like)"): A_SET,
    ("engines/search/kernels/values.py", "len(key)"): A_SET,
    ("engines/search/kernels/values.py", "len(like)"): A_SET,
    ("engines/table/kernels.py", "columns"): "the columns of a board",
    ("engines/table/kernels.py", "da"): "under `if da`",
    ("engines/table/kernels.py", "db"): "where `da` is 0: a move changes one of the two; or after `not db or`",
    ("theorems/kernels.py", "len(two)"): "the states of an automaton, the first being the start",
    ("judges/at_once/division/kernels.py", "divisor"): "read as 2 or more, or the input is refused",
}
"""Of a file and a divisor in it: why it is not 0."""
NUMBERS = {
    ("engines/lands/kernels.py", "PRIME"),
    ("engines/nimbers/carryless/kernels.py", "BLOCK"),
    ("judges/at_once/nimbers/kernels.py", "TEN"),
}
"""Names of numbers that are divisors."""


def divisors(source: str) -> set[str]:
    """What the functions of a source divide by, but for numbers that are written there."""
    texts = set()
    for node in ast.walk(ast.parse(source)):
        by = node.right if isinstance(node, ast.BinOp) else node.value if isinstance(node, ast.AugAssign) else None
        is_number = isinstance(by, ast.Constant) and by.value
        if by is not None and not is_number and isinstance(node.op, OF_DIVISION):  # type: ignore[attr-defined]
            texts.add(ast.unparse(by))
    return texts


def test_each_divisor_is_known_not_to_be_zero() -> None:
    divided_by = {
        (Path(file).relative_to(PACKAGE).as_posix(), by)
        for file in files_of_kernels()
        for by in divisors(Path(file).read_text(encoding="utf-8"))
    }
    assert divided_by == NOT_ZERO.keys() | NUMBERS


def test_numbers_that_are_divisors_are_not_zero() -> None:
    for file, name in NUMBERS:
        module = import_module("grundy." + file.removesuffix(".py").replace("/", "."))
        assert int(getattr(module, name)) > 0


def test_divisors_are_seen() -> None:
    assert divisors("def f(x):\n    x //= len(x)\n    return x % (1 + x) + x // 2 + 7 / x") == {"len(x)", "1 + x", "x"}
