"""The checker as a command: what it says of each kind of certificate, and that its limits hold to the last one."""

from __future__ import annotations

import io
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

from checker_parts import HEAD, run, small_limits

from grundy.proof import check

NIM = (
    "grundy-certificate 1\nkind period\ndigits 0 3\nperiod 2\npreperiod 0\nmethod pairs\nvalues 6\n0 0 1 0 1 0 1\nend\n"
)


SMALL = NIM.replace("values 6\n0 0 1 0 1 0 1", "values 5\n0 0 1 0 1 0")


def test_what_the_command_says() -> None:
    with TemporaryDirectory() as name:
        good, bad = Path(name) / "good", Path(name) / "bad"
        good.write_text(SMALL)
        bad.write_text(SMALL.replace("1 0 1 0\n", "1 0 1 1\n"))
        claim = "claims least period 2, least pre-period 0, by all pairs in 5 heaps"
        undated = "no digest: whether it is still as it was written cannot be seen"
        heads = f"{good}: take 1 and leave 0 or 1 heaps\n{good}: {claim}\n{good}: {undated}\n"
        assert run(str(good)) == (0, f"{heads}{good}: 1 of 1 segments checked: proved\n", "")
        others = f"{heads}{good}: 1 of 3 segments checked, not proved: missing 1, 3\n"
        assert run("--segment", "2/3", str(good)) == run(str(good), "--segment", "2/3") == (1, others, "")
        for chosen, missing in (((7,), "1-6"), ((1, 7), "2-6"), ((3, 4), "1-2, 5-7"), ((1, 2, 3, 5, 6, 7), "4")):
            status, said, _ = run(str(good), *(word for i in chosen for word in ("--segment", f"{i}/7")))
            assert status == 1 and said.endswith(
                f"{len(chosen)} of 7 segments checked, not proved: missing {missing}\n"
            )
        both = run(str(good), "--segment", "2/2", "--segment", "1/2", "--segment", "1/2")
        assert both == (0, f"{heads}{good}: 2 of 2 segments checked: proved\n", "")
        status, said, _ = run(str(bad), str(good))
        assert status == 1 and f"{bad}: refused: line 8: " in said and said.endswith(": proved\n")
        status, said, told = run(str(bad), name + "/none", str(bad))
        assert status == 2 and told == f"{name}/none: cannot be read: No such file or directory\n"
        for words in ((), ("--segment",), ("--segment", "1/1"), ("-x", str(good)), ("--", str(good))):
            assert run(*words) == (2, "", f"{check.__doc__}\n")
        for wrong in ("0/1", "2/1", "1", "1/0", "1/x", "01/2", "1000000/1000000", "1/1 ", "x1/1"):
            status, said, told = run(str(good), "--segment", wrong)
            written = shlex.quote(wrong)
            assert (status, said) == (2, "") and told == f"expected a segment i/k with 1 <= i <= k, found {written}\n"
        status, said, told = run(str(good), "--segment", "1/\x1b\u00e4")
        assert told == "expected a segment i/k with 1 <= i <= k, found $'1/\\033\\303\\244'\n"
        assert run(str(good), "--segment", "1/2", "--segment", "1/3")[0::2] == (
            2,
            "expected segments i/k of the same k\n",
        )
    assert check.segments([]) == [(1, 1)] and check.segments(["3/4", "1/4", "3/4"]) == [(1, 4), (3, 4)]


def told(text: str) -> tuple[str, str]:
    certificate = check.read(io.StringIO(text, newline="\n"))
    return check.rule(certificate), check.claim(certificate)


PLACES = "places 3\nmoves 1\nmove 6 0 6 0\n"


NODES = "nodes 3\nnode 0\nnode 1 0\nnode 2 - 0+1\n"


def test_what_is_said_of_each_kind() -> None:
    assert (
        told(
            HEAD
            + "period\ndigits 0 0\nperiod 1\npreperiod 0\nmethod pairs\nvalues 1\n0 0\nend\n".replace("0 0\np", "0\np")
        )[0]
        == "no moves"
    )
    mask = HEAD + "period\ndigits 0 7 7\nperiod 1\npreperiod 0\nmethod mask 3 0\nrare\nvalues 1\n0 0\nend\n"
    assert told(mask) == (
        "take 1 and leave 0 or 1 or 2 heaps; take 2 and leave 0 or 1 or 2 heaps",
        "least period 1, least pre-period 0, by mask 3 in 1 heaps",
    )
    window = HEAD + "period\namounts 1 4\nperiod 5\npreperiod 1\nmethod window 6 0 0 0\nvalues 6\n0 0 0 0 0 0 0\nend\n"
    assert told(window) == ("take 1 or 4", "least period 5, least pre-period 1, by windows of 6 heaps in 6 heaps")
    growth = HEAD + "growth\nall-but{}\nperiod 2\npreperiod 1\nsaltus 3\nvalues 1\n0 0\nend\n"
    claim = "least period 2, least pre-period 1, saltus 3, in 1 heaps"
    assert told(growth.format(" 2 5")) == ("take any number but 2 and 5", claim)
    assert told(growth.format("")) == ("take any number", claim)
    sets = "1 moves on sets of 3 places: 6 0 6 0"
    assert told(f"{HEAD}position\n{PLACES}position 7\nvalue 0\nclaims 0\nend\n") == (
        sets, "nim-value 0 of the set 7, so the second player wins, by 0 smaller claims",
    )  # fmt: skip
    nodes = "3 nodes with 3 moves: 1 to 0; 2 to the end; 2 to 0+1"
    assert told(f"{HEAD}position\n{NODES}position 1 2\nvalue 4\nclaims 1\nset 1 1\nend\n") == (
        nodes, "nim-value 4 of the nodes 1 2, so the first player wins, by 1 smaller claims",
    )  # fmt: skip
    play = f"{HEAD}strategy\nplay misere\n{NODES}position\nwins first\nlost 0\nend\n"
    assert told(play)[1] == "the first player wins misere play from no nodes, by 0 positions that are lost"
    heaps = f"{HEAD}strategy\nplay normal\namounts 1\nposition{{}}\nwins second\nlost 1\nset\nend\n"
    assert told(heaps.format(" 2 2")) == (
        "take 1", "the second player wins normal play from the heaps 2 2, by 1 positions that are lost",
    )  # fmt: skip
    assert told(heaps.format(""))[1].endswith("normal play from no heaps, by 1 positions that are lost")
    table = f"{HEAD}table\nplay {{}}\nholds {{}}\nriders 0 1 2 3\nshape 3 4\nbytes 1\nfile t\nsha256 {'a' * 64}\nend\n"
    start, words = f"t, SHA-256 {'a' * 64}, holds", "from a pair take a multiple of (0, 1) or (2, 3)"
    assert told(table.format("normal", "values")) == (words, f"{start} the nim-values in normal play, for 3x4 states")
    assert told(table.format("misere", "outcomes"))[1] == f"{start} who is lost in misere play, for 3x4 states"


def test_limits_hold_to_the_last_one() -> None:
    assert (check.MOST_VALUES, check.MOST_HEAP, check.MOST_LINE, check.MOST_TAKEN) == (
        20_000_000,
        10**15,
        100_000,
        1000,
    )
    assert (check.MOST_TRIES, check.VALUES, check.MOST_PLACES, check.MOST_MOVES) == (10_000, 2**20, 1024, 20_000)
    assert (check.MOST_CLAIMS, check.MOST_LOST) == (20_000_000, 1_000_000)
    assert (check.MOST_NODES, check.MOST_OPTIONS) == (1_000_000, 4_000_000)
    assert (check.MOST_PARTS, check.MOST_ENTRIES, check.MOST_RIDERS) == (1000, 20_000_000, 100)
    assert check.LARGEST == (1_000_000, 10_000, 10_000, 500, 100, 100)

    def reads(text: str) -> str:
        try:
            check.read(io.StringIO(text, newline="\n"))
        except check.Refused as refused:
            return str(refused)
        return ""

    period = (
        HEAD + "period\ndigits 0 7 7\nperiod 9\npreperiod 9\nmethod mask {} 0\nrare{}\ntries {}\nvalues {}\n0 {}\nend\n"
    )
    with small_limits(VALUES=8, MOST_VALUES=4, MOST_HEAP=9, MOST_TRIES=2):
        assert reads(period.format(7, " 2", "5 6", 4, "0 1 0 2")) == ""
        assert "a mask" in reads(period.format(8, "", "1", 4, "0 0 0 0"))
        assert "from 1 to 2 different" in reads(period.format(7, "", "1 2 3", 4, "0 0 0 0"))
        assert "from 1 to 4 after 'values'" in reads(period.format(7, "", "1", 5, "0 0 0 0 0"))
        assert "values below 8, found 8" in reads(period.format(7, "", "1 2", 4, "0 0 0 8"))
        assert "values" not in reads(period.format(7, "", "1 2", 4, "0 0 0 7"))
        for word in ("period", "preperiod"):
            assert f"to 9 after '{word}', found 10" in reads(period.replace(f"\n{word} 9", f"\n{word} 10"))
    window = (
        HEAD + "period\namounts 1 4\nperiod 5\npreperiod 1\nmethod window 6 0 0 0\nvalues 6\n0 0 0 0 0 0 0\n{}end\n"
    )
    states = [f"state {n}\n{n - 6} 0 0 0 0 0 0\n" for n in (7, 8, 9, 10)]
    with small_limits(MOST_VALUES=18):  # in all states together
        assert reads(window.format("".join(states[:3]))) == ""
        assert "more than 18 values in states" in reads(window.format("".join(states)))
    nodes = HEAD + "position\nnodes {}\n{}position{}\nvalue {}\nclaims {}\n{}end\n"
    with small_limits(MOST_NODES=3, MOST_OPTIONS=3, MOST_PARTS=2, VALUES=8, MOST_CLAIMS=2):
        lines = "node 0\nnode 1 0 0+0\nnode 2 1\n"
        assert reads(nodes.format(3, lines, " 1 2", 7, 2, "set 1 7\nset 2 0\n")) == ""
        assert "to 3 after 'nodes'" in reads(nodes.format(4, lines, "", 0, 0, ""))
        assert "more than 3 options" in reads(nodes.format(3, lines.replace("2 1", "2 1 0"), "", 0, 0, ""))
        assert "increasing order" in reads(nodes.format(3, lines.replace("0+0", "0+0+0"), "", 0, 0, ""))
        assert "at most 2 numbers up to 2" in reads(nodes.format(3, lines, " 0 1 2", 0, 0, ""))
        assert "at most 2 numbers up to 2" in reads(nodes.format(3, lines, " 3", 0, 0, ""))
        assert "at most 2 numbers up to 2" in reads(nodes.format(3, lines, " 2 1", 0, 0, ""))
        assert "to 7 after 'value'" in reads(nodes.format(3, lines, "", 8, 0, ""))
        assert "to 2 after 'claims'" in reads(nodes.format(3, lines, "", 0, 3, ""))
        assert "below 8, found 8" in reads(nodes.format(3, lines, "", 0, 1, "set 1 8\n"))
    taken = HEAD + "period\ndigits{}\nperiod 1\npreperiod 0\nmethod pairs\nvalues 1\n0 0\nend\n"
    with small_limits(MOST_TAKEN=3):
        assert reads(taken.format(" 0 3 3 3")) == "" and "from 1 to 4 digits" in reads(taken.format(" 0 3 3 3 3"))
        growth = HEAD + "growth\nall-but {}\nperiod 1\npreperiod 0\nsaltus 1\nvalues 1\n0 0\nend\n"
        assert reads(growth.format("1 3")) == "" and "from 1 to 3" in reads(growth.format("1 4"))
    with small_limits(MOST_LINE=20):  # without its end
        assert "line 2: expected format 1" in reads("#" * 20 + "\ngrundy-certificate 2\n")
        assert reads("#" * 21 + "\n") == "line 1: a line without its end, or too long"
        assert reads("\n" + "#" * 20) == "line 1: expected 'grundy-certificate', found ''"
    for digit, most in ((1, 10**6), (3, 10**4), (7, 10**4), (15, 500), (31, 100), (63, 100)):
        heap = f"{HEAD}position\ndigits 0 {digit}\nposition {{}}\nvalue 0\nclaims 0\nend\n"
        assert reads(heap.format(most)) == "" and f"numbers up to {most}," in reads(heap.format(most + 1))
    refused = check.Refused("x", 3), check.Refused("x")
    assert [(str(one), one.line) for one in refused] == [("line 3: x", 3), ("x", 0)]
    places = HEAD + "position\nplaces {}\n{}moves {}\n{}position 0\nvalue 0\nclaims 0\nend\n"
    with small_limits(MOST_PLACES=3, MOST_MOVES=2):
        assert reads(places.format(3, "squares 0 0 0 1 2 0\n", 2, "move 1 0 1 0\nmove 7 0 7 0\n")) == ""
        assert "to 3 after 'places'" in reads(places.format(4, "", 0, ""))
        assert "to 2 after 'moves'" in reads(places.format(3, "", 3, ""))
        assert "below 3" in reads(places.format(3, "squares 0 0 0 1 3 0\n", 0, ""))
        assert "set of the 3 places, found '8'" in reads(places.format(3, "", 1, "move 8 0 8 0\n"))
    table = f"{HEAD}table\nplay normal\nholds values\n{{}}\nshape {{}}\nbytes 1\nfile t\nsha256 {'a' * 64}\nend\n"
    with small_limits(MOST_ENTRIES=6, MOST_RIDERS=2):
        assert reads(table.format("riders 1 0 0 1", "2 3")) == "" == reads(table.format("riders 1 0", "1 1"))
        assert "at most 6 entries" in reads(table.format("riders 1 0", "7 1"))
        assert "at most 6 entries" in reads(table.format("riders 1 0", "7 0"))
        assert "from 1 to 2 pairs" in reads(table.format("riders 1 0 0 1 1 1", "2 3"))
        assert reads(table.format("nodes 2\nnode 0\nnode 1", "1 2 1 1")) == ""
        assert "sides of a table" in reads(table.format("nodes 2\nnode 0\nnode 1", "1 2 1 1 1"))
        assert "than there are" in reads(table.format("nodes 2\nnode 0\nnode 1", "3"))
        assert reads(table.format("places 2\nmoves 0", "4")) == ""
        assert "than there are" in reads(table.format("places 2\nmoves 0", "5"))
