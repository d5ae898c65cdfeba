"""`grundy judge`: whole files in, the judge's output out; answers from the rules written once more (brute.py)."""

from __future__ import annotations

import json
import random
from pathlib import Path

import brute
import pytest
from command import Done, grundy
from steps import Steps

DATA = Path(__file__).parents[1] / "data" / "gcj2019-1c-bacterial-tactics"
FORMATS = [
    "gfg-rectangle",
    "gcj2019-bacterial-tactics",
    "gfg-take-1-to-3",
    "poj2960-s-nim",
    "gfg-floor-division",
    "piles",
    "cf1382b-sequential-nim",
    "hdu5724-chess",
    "graph",
    "nim-product-64",
    "nim-inverse-64",
]


def judge(name: str, text: str | bytes, *options: str) -> Done:
    return grundy("judge", name, *options, stdin=text.encode() if isinstance(text, str) else text)


def output(name: str, text: str | bytes, *options: str) -> str:
    done = judge(name, text, *options)
    assert (done.status, done.err) == (0, "")
    return done.out


@pytest.mark.parametrize("name", ["sample", "subtask1", "subtask2"])
def test_bacterial_tactics_as_the_judge_has_it(name: str) -> None:
    given, expected = (DATA / f"{name}.in").read_bytes(), (DATA / f"{name}.ans").read_text()
    assert output("gcj2019-bacterial-tactics", given).split() == expected.split()
    assert output("gcj2019-bacterial-tactics", given.replace(b"\n", b"\r\n")).split() == expected.split()
    assert (
        grundy("judge", "gcj2019-bacterial-tactics", "--file", str(DATA / f"{name}.in")).out.split() == expected.split()
    )


def test_bacterial_tactics_against_the_rule() -> None:
    rng, rule = random.Random(1), brute.Judge(brute.bacteria)
    boards = []
    for _ in range(60):
        height, width = rng.randint(1, 3), rng.randint(1, 4)
        boards.append(tuple("".join(rng.choice("...#") for _ in range(width)) for _ in range(height)))
    text = f"{len(boards)}\n" + "".join(f"{len(b)} {len(b[0])}\n" + "\n".join(b) + "\n" for b in boards)
    expected = "".join(f"Case #{n}: {len(rule.winning(b))}\n" for n, b in enumerate(boards, 1))
    assert output("gcj2019-bacterial-tactics", text) == expected


@pytest.mark.parametrize(
    ("board", "winner"),
    [("0110/0000/0000/0001", "A"), ("0010/0000/0000/0001", "B"), ("1111/1111/1111/1111", "A"), ("0 0\n0 0\n", "B")],
)
def test_rectangle(board: str, winner: str) -> None:
    assert output("gfg-rectangle", board) == f"{winner}\n"
    assert output("gfg-rectangle", board.replace("/", "\n") + "\r\n") == f"{winner}\n"


def test_take_1_to_3() -> None:
    assert output("gfg-take-1-to-3", "3 4 5\n") == "Player 1 will win\n"
    assert output("gfg-take-1-to-3", "3 8 2", "--starts", "2") == "Player 2 will win\n"
    rule = brute.Judge(brute.take_away([1, 2, 3]))
    rng = random.Random(2)
    for _ in range(30):
        piles = tuple(rng.randrange(7) for _ in range(rng.randint(1, 3)))
        for starts in (1, 2):
            winner = starts if rule.wins(piles) else 3 - starts
            text = " ".join(map(str, piles))
            assert output("gfg-take-1-to-3", text, "--starts", str(starts)) == f"Player {winner} will win\n"


def test_s_nim() -> None:
    # the sample of POJ 2960
    text = "2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n"
    assert output("poj2960-s-nim", text) == "LWW\nWWL\n"
    rng = random.Random(3)
    lines, expected = [], ""
    for _ in range(20):
        amounts = rng.sample(range(1, 9), rng.randint(1, 4))
        rule = brute.Judge(brute.take_away(amounts))
        positions = [tuple(rng.randrange(12) for _ in range(rng.randint(0, 3))) for _ in range(4)]
        lines.append(" ".join(map(str, [len(amounts), *amounts])))
        lines.append(str(len(positions)))
        lines += [" ".join(map(str, [len(heaps), *heaps])) for heaps in positions]
        expected += "".join("W" if rule.wins(heaps) else "L" for heaps in positions) + "\n"
    assert output("poj2960-s-nim", "\n".join([*lines, "0", ""])) == expected


def test_floor_division() -> None:
    rng = random.Random(4)
    for divisors in ([2, 3, 6], [2], [5, 3]):
        rule = brute.Judge(brute.floor_division(divisors))
        for _ in range(15):
            ints = tuple(rng.randrange(30) for _ in range(rng.randint(0, 3)))
            text = json.dumps({"divisors": divisors, "ints": ints})
            assert output("gfg-floor-division", text) == ("first\n" if rule.wins(ints) else "second\n")


@pytest.mark.parametrize("game", ["nim", "sequential-nim", "take-away:2,3"])
@pytest.mark.parametrize("words", [("first", "second"), ("A", "B")])
def test_piles(game: str, words: tuple[str, str]) -> None:
    rule = brute.Judge({"nim": brute.nim, "sequential-nim": brute.sequential_nim}.get(game, brute.take_away([2, 3])))
    rng = random.Random(5)
    positions = [tuple(rng.randrange(5) for _ in range(rng.randint(1, 4))) for _ in range(60)]
    text = "".join(" ".join(map(str, piles)) + "\n" * rng.randint(1, 2) for piles in positions)
    expected = "".join(f"{words[0] if rule.wins(piles) else words[1]}\n" for piles in positions)
    options = ["--game", game] + (["--answers", "AB"] if words[0] == "A" else [])
    assert output("piles", text, *options) == expected


def test_sequential_nim() -> None:
    # the sample of Codeforces 1382B
    text = "7\n3\n2 5 4\n8\n1 1 1 1 1 1 1 1\n6\n1 2 3 4 5 6\n6\n1 1 2 1 2 2\n1\n1000000000\n5\n1 2 2 1 1\n3\n1 1 1\n"
    assert output("cf1382b-sequential-nim", text) == "First\nSecond\nSecond\nFirst\nFirst\nSecond\nFirst\n"
    big = "1\n100000\n" + " ".join(["1"] * 99_999 + ["7"]) + "\n"
    assert output("cf1382b-sequential-nim", big) == "Second\n"


def test_chess() -> None:
    # the sample of HDU 5724; two rows that a published program gets wrong; more than one board
    assert output("hdu5724-chess", "2\n1\n2 19 20\n2\n1 19\n1 18\n") == "NO\nYES\n"
    assert output("hdu5724-chess", "1\n2\n1 19\n1 19\n") == "NO\n"
    assert output("hdu5724-chess", "2\n0\n\n1\n0\n") == "NO\nNO\n"
    rng, rule = random.Random(6), brute.Judge(brute.chess_rows(20))
    boards = [[rng.sample(range(15, 21), rng.randint(0, 6)) for _ in range(rng.randint(1, 2))] for _ in range(40)]
    text = f"{len(boards)}\n" + "".join(
        f"{len(board)}\n" + "".join(" ".join(map(str, [len(row), *row])) + "\n" for row in board) for board in boards
    )
    expected = "".join("YES\n" if rule.wins(tuple(map(frozenset, board))) else "NO\n" for board in boards)
    assert output("hdu5724-chess", text) == expected


def test_graph() -> None:
    rng = random.Random(7)
    for _ in range(30):
        size = rng.randint(1, 8)
        edges = [[i, j] for i in range(size) for j in range(i) if rng.random() < 0.5]
        tokens = rng.choices(range(size), k=rng.randint(0, 3))
        text = json.dumps({"nodes": list(range(size)), "edges": edges, "tokens": tokens})
        wins = brute.Judge(brute.graph([(i, j) for i, j in edges])).wins(tuple(tokens))
        assert output("graph", text) == ("first\n" if wins else "second\n")


def test_a_chain_of_100000_nodes() -> None:
    size = 10**5
    text = json.dumps({"nodes": list(range(size)), "edges": [[i, i + 1] for i in range(size - 1)], "tokens": [0]})
    assert output("graph", text) == "first\n"  # 99,999 moves, all forced
    ring = json.dumps({"nodes": list(range(size)), "edges": [[i, (i + 1) % size] for i in range(size)], "tokens": []})
    refused = judge("graph", ring)
    assert len(refused.places()) == 1
    assert len(refused.err) < 500
    assert "0 → 1 → 2" in refused.err
    assert "100000 nodes" in refused.err


def test_formats_are_described_with_a_sample_that_is_answered_so() -> None:
    listed = grundy("judge", "--list").out
    for name in FORMATS:
        assert f"{name}\n" in listed
        one = grundy("judge", name, "--list").out
        assert one in listed
        lines = one.splitlines()
        start, middle = lines.index("  Input:"), lines.index("  Output:")
        given, expected = (
            "".join(line[4:] + "\n" for line in part) for part in (lines[start + 1 : middle], lines[middle + 1 :])
        )
        assert output(name, given) == expected


@pytest.mark.parametrize(
    ("name", "text", "places"),
    [
        ("gfg-rectangle", "01\n012\n2x\n", None),
        ("gfg-rectangle", "", ["1:1"]),
        ("gcj2019-bacterial-tactics", "2\n1 2\n..\n1 1\n", ["5:1"]),
        ("gcj2019-bacterial-tactics", "1\n2 2\n..\n.\n", ["4:2"]),
        ("gcj2019-bacterial-tactics", "1\n1 1\nx\n", ["3:1"]),
        ("gcj2019-bacterial-tactics", "1\n1 1\n.\n.\n", ["4:1"]),
        ("gfg-take-1-to-3", "3 x\n", ["1:3"]),
        ("gfg-take-1-to-3", "", ["1:1"]),
        ("poj2960-s-nim", "2 2 5\n1\n1 3\n", ["4:1"]),
        ("poj2960-s-nim", "1 0\n0\n0\n", ["1:3"]),
        ("gfg-floor-division", '{"divisors": [1], "ints": [1.5]}', ["1:15", "1:28"]),
        ("gfg-floor-division", "{", ["2:1"]),
        ("piles", "3 4\n-1 x\n\n9_9\n", ["2:1", "2:4", "4:1"]),
        ("piles", "\n \n", ["1:1"]),
        ("piles", b"1 \xff\n\xef\xbc\x93\n1\xc2\xa02\n1 \x00\n", ["1:3", "2:1", "3:1", "4:3"]),
        ("cf1382b-sequential-nim", "1\n2\n1 2 3\n", ["3:5"]),
        ("cf1382b-sequential-nim", "1\n3\n1 2\n", ["3:4"]),
        ("cf1382b-sequential-nim", "2\n1\n1\n", ["4:1"]),
        ("hdu5724-chess", "1\n1\n1 21\n", ["3:3"]),
        ("hdu5724-chess", "1\n1\n2 3 3\n", ["3:5"]),
        ("hdu5724-chess", "1\n1\n2 3 0\n", ["3:5"]),
        ("hdu5724-chess", "1\n1\n3 1 2\n", ["3:6"]),
        ("graph", '{"nodes": [1], "edges": [[1, 2]], "tokens": []}', ["1:30"]),
        ("graph", '{"nodes": [1],\n "edges": [[1, 1]], "tokens": []}', ["2:12"]),
    ],
)
def test_bad_files_are_refused_at_their_places(name: str, text: str | bytes, places: list[str] | None) -> None:
    reported = judge(name, text).places()
    assert places is None or reported == [f"<stdin>:{place}" for place in places]


def test_the_source_is_named_as_given(tmp_path: Path) -> None:
    file = tmp_path / "in put.txt"
    file.write_text("3 x\n")
    assert grundy("judge", "piles", "--file", str(file)).places() == [f"{file}:1:3"]
    refused = grundy("judge", "piles", "--file", str(tmp_path / "none"))
    assert (refused.status, refused.out) == (2, "")


def test_options_and_names_that_are_wrong() -> None:
    assert "did you mean 'piles'" in grundy("judge", "pile").err
    for arguments in (
        ["pile"],
        [],
        ["piles", "--starts", "1"],
        ["piles", "--game", "wythoff"],
        ["piles", "--answers", "XY"],
        ["piles", "--game", "take-away:0"],
    ):
        refused = grundy("judge", *arguments, stdin=b"1\n")
        assert refused.places()
    assert grundy("judge", "gfg-take-1-to-3", "--starts", "3", stdin=b"1\n").status == 2


def test_numbers_at_the_limit() -> None:
    big = "9" * 4300
    assert output("piles", f"{big} {big}\n0{big[1:]}\n") == "second\nfirst\n"
    assert judge("piles", f"1\n2 {big}9\n").places() == ["<stdin>:2:3"]
    assert output("poj2960-s-nim", f"2 2 5\n1\n1 {big}\n0\n") in ("W\n", "L\n")
    assert output("gfg-floor-division", '{"divisors": [2, 3, 6], "ints": [' + big + "]}") == "first\n"


def test_out_of_reach_prints_nothing() -> None:
    refused = judge("gfg-rectangle", "1111111\n" * 7)
    assert (refused.status, refused.out) == (2, "")
    assert "49 cells" in refused.err


ONES = "\n".join(["1 1 1 1 1 1"] * 6).encode()


def test_a_board_that_takes_hours_is_refused_unless_somebody_says_how_long_it_may_take() -> None:
    # it was searched for more than an hour, in silence
    refused = grundy("judge", "gfg-rectangle", stdin=ONES)
    assert (refused.status, refused.out) == (2, "")
    assert "36 cells" in refused.err and "up to 30" in refused.err and "--memory 18G" in refused.err
    with Steps():
        assert grundy("judge", "gfg-rectangle", "--time-limit", "9s", stdin=b"0 1 1 0").out == "A\n"
