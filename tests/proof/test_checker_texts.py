"""The checker by crafted texts and tables, each for a fault that its other tests would have let pass.

`tests/mutants.py` puts such faults into the code; docs/why/mutants.md says what it found.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from checker_parts import HEAD, left_by, mex, said

from grundy.proof import check

STRIP = "squares " + " ".join(f"0 {i}" for i in range(13))
DOMINOES = f"places 13\n{STRIP}\nmoves 12\n" + "".join(f"move {3 << i:x} 0 {3 << i:x} 0\n" for i in range(12))
TWO = "places 2\nmoves 2\nmove 1 0 1 0\nmove 2 0 2 0\n"
CHAIN = "nodes 4\nnode 0\nnode 1 0\nnode 2 1\nnode 3 2\n"
FLIPS = "places 3\nmoves 2\nmove 4 0 4 1\nmove 3 0 3 0\n"
BACK = "places 3\nmoves 2\nmove 4 0 4 1\nmove 1 0 1 0\n"
LATER = "nodes 7\nnode 0\nnode 1 0\nnode 2 1\nnode 3 0\nnode 4 3\nnode 5 2\nnode 6 4\n"
TABLE = f"{HEAD}table\nplay normal\nholds values\n"
KAYLES = f"{HEAD}period\ndigits 0 7 7\nperiod 12\npreperiod 71\n"
LATE = "0 1 0 1 2 0 1 0 1 2 3 2 3 4 5 3 4 3 4 5 6 5"  # all but 2, 3, 5, 7
GROWTH = f"{HEAD}growth\nall-but{{}}\nperiod {{}}\npreperiod 0\nsaltus {{}}\nvalues {{}}\n0 {{}}\nend\n"


def growth(spared: str, period: int, saltus: int, values: str) -> str:
    return GROWTH.format(spared, period, saltus, len(values.split()), values)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # parts side by side that are alike in pairs, in any order, are worth nothing without a claim
        (f"{HEAD}strategy\nplay normal\n{DOMINOES}position 1dbb\nwins second\nlost 0\nend\n", ""),
        (f"{HEAD}strategy\nplay normal\n{DOMINOES}position 1dbf\nwins second\nlost 0\nend\n", "the claims do not say"),
        (f"{HEAD}strategy\nplay misere\n{DOMINOES}position 1dbb\nwins second\nlost 0\nend\n", "the claims do not say"),
        # a claim is about one part and no place beside it
        (f"{HEAD}position\n{TWO}position 1\nvalue 1\nclaims 1\nset 1 1\nend\n", ""),
        (f"{HEAD}position\n{TWO}position 1\nvalue 1\nclaims 1\nset 3 0\nend\n", "a set that is one part"),
        (f"{HEAD}position\n{TWO.replace('2 0 2 0', '1 0 3 0')}position 3\nvalue 1\nclaims 1\nset 3 1\nend\n",
         "line 10: expected a set that is one part"),
        (f"{HEAD}position\n{TWO}position 1\nvalue 1\nclaims 2\nset 1 1\nset 1 1\nend\n", "line 10 is about the"),
        # what is said of a move that spoils a claim
        (f"{HEAD}position\n{CHAIN}position 1\nvalue 1\nclaims 2\nset 1 1\nset 2 1\nend\n",
         "line 12: a move leads to 1, of the same value 1"),
        (f"{HEAD}position\n{CHAIN}position 1\nvalue 0\nclaims 1\nset 1 0\nend\n",
         "line 11: a move leads to the end, of the same value 0"),
        (f"{HEAD}position\n{CHAIN}position 3\nvalue 1\nclaims 1\nset 3 1\nend\n", "line 11: a move leads to 2, which"),
        (f"{HEAD}position\n{CHAIN}position 3\nvalue 0\nclaims 1\nset 3 0\nend\n",
         "line 11: a move leads to 2, which is not shown to differ in value"),
        (f"{HEAD}position\n{CHAIN}position 2\nvalue 0\nclaims 1\nset 2 0\nend\n", ""),
        (f"{HEAD}position\n{CHAIN}position 2\nvalue 2\nclaims 2\nset 1 1\nset 2 2\nend\n",
         "line 12: no move is shown to lead to the smaller value 0"),
        (f"{HEAD}strategy\nplay normal\n{CHAIN}position 3\nwins second\nlost 1\nset 3\nend\n",
         "line 12: a move leads to 2, which is not shown to be won"),
        (f"{HEAD}strategy\nplay normal\n{CHAIN}position 1\nwins second\nlost 1\nset 1\nend\n",
         "line 12: a move leads to the end, which is said to be lost too"),
        (f"{HEAD}strategy\nplay normal\nplaces 1\nmoves 1\nmove 1 0 1 0\nposition 0\nwins second\nlost 0\nend\n", ""),
        (f"{HEAD}strategy\nplay normal\n{TWO}position 3\nwins first\nlost 0\nend\n", "no move leads to a position"),
        (f"{HEAD}strategy\nplay normal\n{CHAIN}position\nwins second\nlost 1\nset\nend\n", ""),
        # nodes go on in a second line, each before those that lead to it
        (f"{HEAD}position\nnodes 3\nnode 0\nnode 1 0\nnode 2 1\nnode 2 0\nposition 2\nvalue 2\nclaims 2\nset 1 1\n"
         "set 2 2\nend\n", ""),
        (f"{HEAD}position\nnodes 1\nnode 0\nnode 0\nposition 0\nvalue 0\nclaims 0\nend\n", ""),
        (f"{HEAD}position\nnodes 2\nnode 0\nnode 1 1\n", "line 5: expected options of node 1 among the nodes before"),
        (f"{HEAD}position\nnodes 3\nnode 0\nnode 1\nnode 1 0\nposition 2\nvalue 0\nclaims 0\nend\n",
         "line 7: expected 'node 2'"),
        (f"{HEAD}position\nnodes 2\nnode 0\nnode 2\n", "line 5: expected 'node 1'"),
        (f"{HEAD}position\nnodes 2\nnode 1\n", "line 4: expected 'node 0'"),
        (f"{HEAD}position\nnodes 2\nnode\n", "line 4: expected 'node 0'"),
        (f"{HEAD}position\nnodes 1\nnode 0\nnode 1 0\n", "line 5: expected 'node 1'"),
        (f"{HEAD}position\nnodes 3\nnode 0\nnode 1 0\nnode 0\n", "line 6: expected 'node 2'"),
        (f"{HEAD}position\nnodes 3\nnode 0\nnode 1 0\nposition 0\n", "line 6: expected 'node 2'"),
        (f"{HEAD}position\nnodes 3\nnode 0\nnode 1\nnode 2 1+0\n", "line 6: expected nodes in increasing order"),
        (f"{HEAD}position\nnodes 3\nnode 0\nnode 1 -\nnode 2 1+1 0\nposition 1 2\nvalue 1\nclaims 1\nset 1 1\nend\n",
         "the claims do not say"),
        # values that grow
        (growth("", 1, 1, "0 1"), ""),
        (growth("", 1, 1, "0 1 2 3"), ""),
        (growth("", 1, 1, "0"), "needs the values of 2 heaps, found 1"),
        (growth("", 2, 2, "0 1 2 3 4 5"), "the period 2 is not the least: 1 is one"),
        (growth("", 3, 3, "0 1 2 3 4 5"), "the period 3 is not the least: 1 is one"),
        (growth(" 1", 2, 1, "0 0 1 1 2 2"), ""),
        (growth(" 1", 2, 1, "0 0 1 1"), ""),
        (growth(" 1", 2, 1, "0 0 1"), "needs the values of 4 heaps, found 3"),
        (growth(" 1", 4, 2, "0 0 1 1 2 2 3 3"), "the period 4 is not the least: 2 is one"),
        (growth(" 1", 2, 1, "0 0 1 1 2 3"), "the values of heaps 3 and 5 do not differ by 1"),
        (growth(" 1", 2, 1, "0 1 1 2 2 3"), "heap 1: 1 is not the least number"),
        (growth(" 3", 2, 1, "0 0 1 1"), "needs the values of 5 heaps, found 4"),
        (growth(" 0", 1, 1, "0 1"), "line 3: expected numbers from 1 to 1000"),
        (growth(" 1", 2, 1, "0 0 1 1 2 2").replace("preperiod 0", "preperiod 2"), "the pre-period 2 is not the least"),
        (growth(" 2 3 5 7", 10, 3, LATE).replace("preperiod 0", "preperiod 2"), ""),
        (growth(" 2 3 5 7", 10, 3, LATE), "the values of heaps 1 and 11 do not"),
        # all that is listed differs as is said; what comes after does not
        (growth(" 2", 1, 1, "0 1 0 1").replace("preperiod 0", "preperiod 2"), "what heap 4 depends on is not"),
        (growth(" 1", 1, 1, "0 0 1").replace("preperiod 0", "preperiod 1"), "what heap 3 depends on is not"),
        (growth(" 1", 1, 1, "0 0 1 1 2").replace("preperiod 0", "preperiod 3"), "what heap 5 depends on is not"),
        (growth("", 1, 0, "0 1"), "line 6: expected a number from 1 to 1000000000000000 after 'saltus', found 0"),
        (growth("", 1, 1, ""), "line 7: expected a number from 1 to 20000000 after 'values', found 0"),
        (growth("", 0, 1, "0 1"), "line 4: expected a number from 1 to 1000000000000000 after 'period', found 0"),
        (f"{HEAD}period\ndigits\n", "line 3: expected from 1 to 1001 digits"),
        (f"{HEAD}period\namounts\n", "line 3: expected amounts from 1"),
        (f"{HEAD}period\ndigits 0 64\n", "line 3: expected digits below 64"),
        (f"{HEAD}period\ndigits 0 63\nperiod 0\n", "line 4: expected a number from 1"),
        (f"{HEAD}period\ndigits 3 1\n", "line 3: expected digits below 64"),
        (f"{HEAD}period\ndigits 0 3 0\n", "line 3: expected digits below 64"),
        (f"{HEAD}period\ndigits 0\nperiod 0\n", "line 4: expected a number from 1"),
        (f"{HEAD}table\nplay normal\nholds values\nnodes 2\nnode 0\nnode 1\nshape\n", "line 8: expected the sides of"),
        (f"{HEAD}table\nplay normal\nholds values\nriders 1 0 1\n", "line 5: expected from 1 to 100 pairs"),
        # sets that a move may fill or flip do not fall into parts
        (f"{HEAD}position\n{FLIPS}position 6\nvalue 1\nclaims 1\nset 4 1\nend\n", "the claims do not say"),
        (f"{HEAD}position\n{FLIPS}position 6\nvalue 0\nclaims 2\nset 3 1\nset 6 0\nend\n", ""),
        (f"{HEAD}position\n{BACK}position 5\nvalue 1\nclaims 3\nset 1 1\nset 4 0\nset 5 1\nend\n", ""),
        (f"{HEAD}position\nplaces 2\nmoves 2\nmove 1 0 1 0\nmove 2 1 3 0\nposition 3\nvalue 0\nclaims 2\nset 2 1\n"
         "set 3 0\nend\n", ""),
        (f"{HEAD}position\nnodes 2\nnode 0\nnode 1 0+1\n", "line 5: expected options of node 1 among the nodes before"),
        # parts that are alike in pairs need no claim for a nim-value either
        (f"{HEAD}position\n{DOMINOES}position 1dbb\nvalue 0\nclaims 0\nend\n", ""),
        (f"{HEAD}position\n{CHAIN}position 0 9\n", "line 8: expected at most 1000 numbers up to 3"),
        # in misère play two heaps of 2 beside a lost one are not nothing: 1 2 2 is won, by 1 1 1
        (f"{HEAD}strategy\nplay misere\namounts 1 2\nposition 1 2 2\nwins second\nlost 1\nset 1\nend\n",
         "the claims do not say"),
        # play in pairs is no play of the rest: 2 4 is worth 3, and each move in 2 2 2 4 4 4 can be answered to 2 4
        (f"{HEAD}strategy\nplay normal\nnodes 5\nnode 0\nnode 1 -\nnode 2 1 1+1\nnode 3 1\nnode 4 - 3\nposition 2 4\n"
         "wins second\nlost 1\nset 2 2 2 4 4 4\nend\n", "line 13: a move leads to "),
        (f"{HEAD}strategy\nplay normal\n{LATER}position 6\nwins second\nlost 4\nset 2\nset 4\nset 2 4\nset 5 5 6\n"
         "end\n", "line 18: a move leads to 4, which is said to be lost too"),
        (f"{HEAD}position\nplaces 1\nsquares 0 0 0 1\n", "line 4: expected 1 different squares"),
        (f"{HEAD}position\nplaces 1\nsquares 0 0 0\n", "line 4: expected 1 different squares"),
        (f"{HEAD}position\nplaces 1\nmoves 1\nmove 1 0 1 0\nposition 1\nvalue 1\nclaims 1\nset 1 1\nend\nend\n",
         "line 11: expected the end of the file"),
        # states, tries and values as listed
        (f"{HEAD}period\namounts 1 4\nperiod 5\npreperiod 1\nmethod window 6 0 0 0\nvalues 6\n0 0 1 0 1 2 0\n"
         "state 7\n1 1 0 1 2 0 1\nstate 9\n3 1 2 0 1 0 1\nstate 8\n2 0 1 2 0 1 0\n", "line 13: expected states"),
        (f"{HEAD}period\ndigits 0 3\nperiod 2\npreperiod 0\nmethod pairs\nvalues 5\n0 0 1 0 1 0\nstate 9\n",
         "line 9: expected 'end', found 'state'"),
        (f"{HEAD}period\ndigits 0 3\nperiod 2\npreperiod 0\nmethod pairs\nvalues 5\n0\n", "line 8: expected"),
        (f"{KAYLES}method mask 1 0\nrare\ntries\n", "line 8: expected from 1 to 10000 different heaps"),
        # a heap that can only be taken whole is one heap: the period is seen at 1 * 2 + 1 * 1 + 1 heaps
        (f"{HEAD}period\ndigits 0 1\nperiod 1\npreperiod 2\nmethod pairs\nvalues 4\n0 0 1 0 0\nend\n", ""),
        (f"{HEAD}period\ndigits 0 1\nperiod 1\npreperiod 2\nmethod pairs\nvalues 3\n0 0 1 0\nend\n",
         "needs the values of 4 heaps, found 3"),
        (f"{HEAD}period\namounts 1 20000000\nperiod 0\n", "line 4: expected a number from 1"),
        (f"{HEAD}period\namounts 1 20000001\n", "line 3: expected amounts from 1 to 20000000"),
        # a twist where all splits take odd numbers, or all even ones
        (f"{HEAD}period\ndigits 0 4 0 4\nperiod 1\npreperiod 0\nmethod mask 1 1\n", "expected 'rare'"),
        (f"{HEAD}period\ndigits 0 0 4 4\nperiod 1\npreperiod 0\nmethod mask 1 1\n", "line 6: expected splits"),
        (f"{HEAD}period\ndigits 0 4 0 0 4\nperiod 1\npreperiod 0\nmethod mask 1 1\n", "line 6: expected splits"),
        (f"{TABLE}digits 0 4 5\nmask 1 1\n", "line 6: expected a mask from 1 to below"),
        (f"{TABLE}digits 0 4 8\nmask 1 0\n", "line 6: expected a mask from 1 to below"),
        (f"{TABLE}digits 0 3\nshape 1\nbytes 0\n", "line 7: expected a number from 1 to 4"),
        (f"{TABLE}digits 0 3\nshape 1\nbytes 5\n", "line 7: expected a number from 1 to 4"),
        # a mask, a twist, a window and tries that do not fit
        (f"{KAYLES}method mask 1 1\n", "line 6: expected splits that take all even or all odd"),
        (f"{KAYLES}method window 90 3 1 40\n", "line 6: expected splits that take all even or all odd"),
        (f"{KAYLES}method window 90 3 0 40\nrare\ntries 41\n", "line 8: expected tries with a mask only, and within"),
        (f"{KAYLES}method window 90 3 0 40\nrare\ntries 1 41\n", "line 8: expected tries with a mask only, and within"),
        (f"{KAYLES}method window 90 3 0 40\nrare\ntries 1 40\nvalues 0\n", "line 9: expected a number from 1"),
        (f"{KAYLES}method pairs\ntries 1\n", "line 7: expected tries with a mask only"),
        (f"{KAYLES}method mask 1048576 0\n", "line 6: expected a mask below 1048576"),
        (f"{KAYLES}method mask 1048575 2\n", "line 6: expected a mask below 1048576"),
        (f"{KAYLES}method window 20000001 1 0 1\n", "line 6: expected a mask below 1048576"),
        (f"{KAYLES}method window 1 1 0 20000001\n", "line 6: expected a mask below 1048576"),
        (f"{KAYLES}method window 20000000 1 0 20000000\nvalues\n", "line 7: expected 'rare', found 'values'"),
        (f"{KAYLES}method window 1 1 0 0\n", "line 6: expected splits, and a mask and a reach"),
        (f"{KAYLES}method window 1 0 0 1\n", "line 6: expected splits, and a mask and a reach"),
        (f"{KAYLES}method mask 0 0\n", "line 6: expected splits, and a mask and a reach"),
        (f"{KAYLES}method mask 1048575 0\nvalues\n", "line 7: expected 'rare', found 'values'"),
        (f"{KAYLES.replace('7 7', '15 7')}method mask 1 0\n", "line 6: expected digits below 8"),
        (f"{KAYLES.replace('7 7', '3 3')}method mask 1 0\n", "line 6: expected splits, and a mask and a reach"),
        (f"{KAYLES.replace('7 7', '3 3')}method window 9 1 0 0\n", "line 6: expected no mask, twist or reach"),
        (f"{KAYLES.replace('7 7', '3 3')}method window 9 0 1 0\n", "line 6: expected no mask, twist or reach"),
        (f"{KAYLES.replace('7 7', '3 3')}method window 9 0 0 1\n", "line 6: expected no mask, twist or reach"),
        (f"{KAYLES.replace('digits 0 7 7', 'amounts 1 2')}method mask 1 0\n", "line 6: expected digits below 8"),
        (f"{KAYLES}method\n", "line 6: expected 'pairs'"),
        (f"{KAYLES}method window 1 1 0\n", "line 6: expected 'pairs'"),
        (f"{HEAD}period\namounts 1 4\nperiod 5\npreperiod 1\nmethod window 6 0 0 0\nvalues 4\n0 0 1 0 1\nstate 6\n"
         "0 0 1 0 1 2 0\nend\n", "a window of 6 heaps, expected from 5 to 4"),
        # a move that can never be made
        (f"{HEAD}position\nplaces 2\nmoves 1\nmove 2 2 2 0\nposition 3\nvalue 0\nclaims 0\nend\n",
         "line 5: expected a move that is possible: it needs a place that must be off"),
    ],
)  # fmt: skip
def test_crafted_texts(text: str, told: str) -> None:
    refusal = said(text)
    assert told in refusal and bool(told) == bool(refusal)


def test_what_is_wrong_with_a_claim_is_said_to_the_last_word() -> None:
    lost = f"{HEAD}strategy\nplay normal\n{CHAIN}position 3\nwins second\nlost 1\nset {{}}\nend\n"
    assert said(lost.format(3)) == "line 12: a move leads to 2, which is not shown to be won"
    assert said(lost.format(1)) == "line 12: a move leads to the end, which is said to be lost too"
    worth = f"{HEAD}position\n{CHAIN}position 3\nvalue 0\nclaims 1\nset 3 0\nend\n"
    assert said(worth) == "line 11: a move leads to 2, which is not shown to differ in value"
    rare = f"{KAYLES}method mask 1 0\nrare {{}}\nvalues 4\n0 0 1 2 3\nend\n"
    assert said(rare.format(1)) == "line 7: heap 1 is listed, and not rare by its value"
    assert said(rare.format(3)) == "line 7: heap 2 is rare by its value, and not listed"
    joined = "places 5\nmoves 3\nmove 1f 0 4 0\nmove 3 0 3 0\nmove 18 0 18 0\n"
    assert said(f"{HEAD}position\n{joined}position 1f\nvalue 0\nclaims 1\nset 1f 0\nend\n").endswith(
        "a move leads to 3 + 18, which is not shown to differ in value"
    )
    both = "nodes 12\nnode 0\nnode 1 0\n" + "".join(f"node {n} {n - 2}+{n - 1}\n" for n in range(2, 12))
    assert said(f"{HEAD}position\n{both}position 11\nvalue 1\nclaims 1\nset 11 1\nend\n").endswith(
        "a move leads to 9 + 10, which is not shown to differ in value"
    )


# Tables, as files by the description of NPY 1.0.


def npy(shape: Sequence[int], width: int, entries: Sequence[int]) -> bytes:
    kind = {1: "|u1", 2: "<u2", 4: "<u4"}[width]
    sides = f"({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {sides}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00\x76\x00" + head.encode() + b"".join(entry.to_bytes(width, "little") for entry in entries)


def judged(
    moves: str, shape: Sequence[int], width: int, entries: Sequence[int], play: str = "normal", more: str = "",
    beyond: bytes = b"", told_beyond: bool = False,
) -> str:  # fmt: skip
    """What is said of a table of nim-values, or of outcomes where `play` has that word."""
    outcomes = "outcomes" in play
    size = 1
    for side in shape:
        size *= side
    stored = entries
    if outcomes:
        stored = [sum(entries[at] << at - first for at in range(first, min(first + 8, len(entries))))
                  for first in range(0, len(entries), 8)]  # fmt: skip
    data = npy((len(stored),) if outcomes else shape, width, stored)
    lines = [
        "grundy-certificate 1", "kind table", f"play {play.split()[0]}",
        f"holds {'outcomes' if outcomes else 'values'}", *moves.split("\n"), *([more] if more else []),
        f"shape {' '.join(map(str, shape))}", f"bytes {width}", "file t.npy",
        f"sha256 {hashlib.sha256(data + beyond * told_beyond).hexdigest()}", "end",
    ]  # fmt: skip
    with TemporaryDirectory() as folder:
        (Path(folder) / "t.npy").write_bytes(data + beyond)
        try:
            certificate = check.read(io.StringIO("".join(f"{line}\n" for line in lines), newline="\n"))
            assert isinstance(certificate, check.TableCertificate)
            check.check(certificate._replace(folder=folder))
        except check.Refused as refused:
            return str(refused)
    return ""


def values_of(options: Callable[[int], list[int]], size: int) -> list[int]:
    values: list[int] = []
    for n in range(size):
        values.append(mex(values[left] for left in options(n)))
    return values


def lost_of(options: Callable[[int], list[int]], size: int, misere: bool) -> list[int]:
    lost: list[int] = []
    for n in range(size):
        after = [lost[left] for left in options(n)]
        lost.append(int(not any(after) and (bool(after) or not misere)))
    return lost


def each_wrong(judge: Callable[[list[int]], str], right: list[int], others: Callable[[int], Sequence[int]]) -> None:
    """The right entries are accepted; with one wrong, that or a later one is told."""
    assert judge(right) == ""
    for at, entry in enumerate(right):
        for wrong in set(others(entry)) - {entry}:
            told = judge([*right[:at], wrong, *right[at + 1 :]])
            match = re.search(r"(?:entry|heap) (\d+)", told)
            assert match and int(match[1]) >= at, told


def test_tables_of_heaps_that_are_split_with_any_mask() -> None:
    for digits in ((0, 7, 7), (0, 3, 7), (4, 3), (0, 4), (0, 4, 3, 7), (0, 15), (0, 31, 0, 5), (0, 8), (0, 4, 16)):
        size = 9 if max(digits) < 8 or len(digits) < 4 else 7
        values: list[int] = []
        for n in range(size):
            values.append(mex(left_by(values, digits, n)))
        splits = {take % 2 for take, digit in enumerate(digits) if digit > 3}
        moves = "digits " + " ".join(map(str, digits))
        masks = ["mask 1 0", "mask 1048575 0"] if max(digits) < 8 else []
        for mask in ["", *masks, *(["mask 3 1", "mask 1 1"] if masks and len(splits) == 1 else [])]:
            each_wrong(
                lambda e, m=moves, k=mask: judged(m, [len(e)], 1, e, more=k), values, lambda v: (0, v + 1, v ^ 1)
            )  # type: ignore[misc]
        for mask in ("mask 0 0", "mask 1048576 0", "mask 1 2", *(["mask 1 1"] if len(splits) > 1 else [])):
            assert "expected a mask from 1" in judged(moves, [size], 1, values, more=mask)
    kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2]  # OEIS A002186
    for mask in ("mask 1 0", "mask 3 0", "mask 15 0"):
        each_wrong(lambda e, k=mask: judged("digits 0 7 7", [20], 1, e, more=k), kayles, lambda v: range(9))  # type: ignore[misc]
    assert "expected a mask and a twist" in judged("digits 0 7", [1], 1, [0], more="mask 1")
    assert "expected a mask and a twist" in judged("digits 0 7", [1], 1, [0], more="mask 1 0 0")
    assert "expected a mask and a twist" in judged("digits 0 3", [1], 1, [0], more="mask 1 0")
    assert "expected a mask and a twist" in judged("nodes 1\nnode 0", [1], 1, [0], more="mask 1 0")


def test_tables_of_other_moves_in_all_plays() -> None:
    def taken(n: int) -> list[int]:
        return [n - s for s in (1, 4) if s <= n]

    def by_nodes(n: int) -> list[int]:
        return [[], [0], [0, 1], [1], [2, 3], [0, 3], [5]][n]

    def by_sets(n: int) -> list[int]:
        options_of = [n & ~2] if n & 2 and not n & 1 else []
        return options_of + ([(n & ~4) ^ 1] if n & 4 else []) + ([0] if n & 3 == 3 else [])

    def ridden(n: int) -> list[int]:
        a, b = divmod(n, 4)
        return [(a - k * x) * 4 + b - k * y for x, y in ((1, 0), (0, 1), (1, 2)) for k in range(1, 6)
                if a >= k * x and b >= k * y]  # fmt: skip

    nodes = "nodes 7\nnode 0\nnode 1 0\nnode 2 0 1\nnode 3 1\nnode 4 2 3\nnode 5 0 3\nnode 6 5"
    sets = "places 3\nmoves 3\nmove 2 1 2 0\nmove 4 0 4 1\nmove 3 0 7 0"
    for moves, shape, options in (
        ("amounts 1 4", [11], taken),
        ("digits 0 3 0 0 3", [11], taken), (nodes, [7], by_nodes), (sets, [8], lambda n: [
            left & ~4 if n & 3 == 3 and left == 0 else left for left in by_sets(n)]),
        ("riders 1 0 0 1 1 2", [4, 4], ridden),
    ):  # fmt: skip
        size = shape[0] * (shape[1] if len(shape) > 1 else 1)
        values = values_of(options, size)
        assert judged(moves, shape, 2, values) == "" == judged(moves, shape, 4, values)
        each_wrong(lambda e, m=moves, s=shape: judged(m, s, 1, e), values, lambda v: (0, v + 1, v ^ 1))  # type: ignore[misc]
        for play in ("normal outcomes", "misere outcomes"):
            lost = lost_of(options, size, play.startswith("misere"))
            each_wrong(lambda e, m=moves, s=shape, p=play: judged(m, s, 1, e, p), lost, lambda v: (1 - v,))  # type: ignore[misc]


def test_wide_entries_and_bits_beyond_the_last() -> None:
    many = " ".join(map(str, range(1, 300)))
    for width in (2, 4):
        assert judged(f"amounts {many}", [300], width, range(300)) == ""
    for width, wrong in ((2, 555), (4, 65835), (4, 1_048_575)):
        assert "heap 299: no move leaves the smaller value 299" in judged(
            f"amounts {many}", [300], width, [*range(299), wrong]
        )
    assert "expected values below 1048576, found 1048576" in judged("amounts 1", [2], 4, [0, 1_048_576])
    assert "bytes an entry" in judged("amounts 1", [2], 2, [1, 0], "normal outcomes")
    assert judged("amounts 1", [9], 1, [1, 0] * 4 + [1], "normal outcomes") == ""
    assert "bits beyond the last entry are set" in judged("amounts 1", [9], 1, [1, 0] * 5 + [1], "normal outcomes")
    assert "bits beyond the last entry are set" in judged(
        "amounts 1", [9], 1, [1, 0] * 4 + [1] + [0] * 6 + [1], "normal outcomes"
    )
    assert "bits beyond" in judged("amounts 1", [9], 1, [1, 0] * 4 + [1, 1], "normal outcomes")
    for beyond in (b"\0", b"\1\0"):  # a longer file, whatever its digest is said to be
        for told_beyond in (False, True):
            told = judged("amounts 1", [2], 1, [0, 1], beyond=beyond, told_beyond=told_beyond)
            assert "expected a table of the shape" in told
    assert "expected a table of the shape" in judged("amounts 1", [3], 1, [0, 1])
    flipping = "places 2\nmoves 2\nmove 1 0 1 0\nmove 2 0 2 1"
    assert judged(flipping, [4], 1, [0, 1, 0, 1]) == ""
    two = "nodes 3\nnode 0\nnode 1 0\nnode 2 1+1 -"
    assert judged(two, [3], 1, [0, 1, 1]) == "" and "entry 2" in judged(two, [3], 1, [0, 1, 2])
    assert "expected values" in judged(two, [3], 1, [1, 0, 0], "normal outcomes")
    gone = "nodes 2\nnode 0\nnode 1 -"  # nothing is left: lost in normal play, won in misère play
    assert judged(gone, [2], 1, [1, 0], "normal outcomes") == "" == judged(gone, [2], 1, [0, 1], "misere outcomes")
    assert judged(gone, [2], 1, [0, 0], "misere outcomes") != "" != judged(gone, [2], 1, [1, 1], "normal outcomes")
    assert "expected outcomes in misere play" in judged("amounts 1", [1], 1, [0], "misere")
