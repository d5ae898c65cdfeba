"""Certificates of positions: true ones are written and accepted; of thousands of forgeries no false one is."""

from __future__ import annotations

import io
import random
import subprocess
from functools import cache
from pathlib import Path

import pytest
from certificate_texts import Checkers, refusal, sealed, unsealed
from click.testing import CliRunner
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from waiting import PATIENCE

from grundy import value_by_definition
from grundy.cli.main import cli
from grundy.model.masks import masks_rule
from grundy.notation.expression import parse
from grundy.proof import check
from grundy.proof.certify_position import certificate
from grundy.proof.write import position_certificate

Move = tuple[int, int, int, int]
FORGED = (
    "cram(3x3)",
    "cram(3x4)",
    "node-kayles(petersen)",
    "node-kayles(grid:2x4)",
    "chomp(3x3)",
    "rectangle(111/111)",
)


def defined(moves: list[Move], root: int) -> int:
    """The nim-value of a set by the definition: nothing is taken apart."""
    values: dict[int, int] = {}
    waiting = [root]
    while waiting:
        state = waiting[-1]
        after = {
            (state & ~clear) ^ flip for need, off, clear, flip in moves if state & need == need and state & off == 0
        }
        missing = [one for one in after if one not in values]
        if missing:
            waiting.extend(missing)
            continue
        option_values = {values[one] for one in after}
        values[state] = next(v for v in range(len(option_values) + 1) if v not in option_values)
        waiting.pop()
    return values[root]


@cache
def written(expression: str) -> str:
    return "".join(f"{line}\n" for line in certificate(parse(expression)))


def is_true(text: str) -> bool:
    """Whether what an accepted text says of its own game is so, by the definition; whatever the game is."""
    words = [line.split(" ") for line in text.splitlines() if not line.startswith("#")]
    moves = [tuple(int(word, 16) for word in line[1:]) for line in words if line[0] == "move"]
    said = {line[0]: line[1] for line in words if len(line) == 2}
    return defined(moves, int(said["position"], 16)) == int(said["value"])  # type: ignore[arg-type]


# 4x4 by symmetric play (Winning Ways, ch. 15), 4x5: Beling 2025; None: by the definition, here
@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("cram(1x4)", None), ("cram(3x3)", None), ("cram(2x5)", None), ("cram(4x4)", 0), ("cram(3x4)", None),
        ("cram(4x5)", 2), ("cram(.#../....)", None), ("node-kayles(path:9)", None),
        ("node-kayles(petersen)", None),
        ("node-kayles(grid:3x4)", None), ("arc-kayles(cycle:7)", None), ("chomp(3x4)", None), ("cram(##)", None),
        ("placement:ooo(2x6)", None), ("placement:oxo(3x4)", None), ("rectangle(111/101/111)", None),
        ("notakto(3x3)", None),
    ],
)  # fmt: skip
def test_catalogue(expression: str, value: int | None) -> None:
    text = written(expression)
    assert refusal(text) == ""
    assert value is None or f"\nvalue {value}\n" in text
    if value is None:
        assert is_true(text)


def test_the_proof_of_cram_5x5_is_small() -> None:
    text = written("cram(5x5)")
    assert refusal(text) == "" and "\nvalue 0\n" in text  # Beling 2025
    assert text.count("\nset ") < 308 and len(text) < 14_000  # what a prototype took


@st.composite
def games(draw: st.DrawFn) -> tuple[int, list[Move], int]:
    """Up to 8 places, with moves that set places or need them off in some of the games."""
    places = draw(st.integers(1, 8))
    sets = st.integers(0, 2**places - 1)
    kind = draw(st.sampled_from(("clear", "off", "flip")))
    moves: list[Move] = []
    for need, off, clear, flip in draw(st.lists(st.tuples(sets, sets, sets, sets), max_size=9)):
        top = 1 << (need.bit_length() - 1) if need else 0
        off = 0 if kind == "clear" else off & ~need
        flip = flip & top - 1 & ~need if kind == "flip" and top else 0
        if top:
            moves.append((need, off, clear & ~flip | top, flip))
    return places, list(dict.fromkeys(moves)), draw(sets)


@settings(max_examples=examples(150), deadline=None)
@given(games())
def test_random_games(game: tuple[int, list[Move], int]) -> None:
    places, moves, root = game
    rule = masks_rule("some", places, moves)
    text = "".join(f"{line}\n" for line in certificate(rule(root)))
    assert refusal(text) == "" and is_true(text)
    assert f"\nvalue {defined(moves, root)}\n" in text


@settings(max_examples=examples(150), deadline=None)
@given(st.data())
def test_made_up_claims_are_accepted_only_if_true(data: st.DataObject) -> None:
    """Claims of values drawn at random, the value of one that is wrong included; squares that say nothing true."""
    places, moves, root = data.draw(games())
    values = {part: defined(moves, part) for part in range(1, 2**places)}
    wrong = data.draw(st.dictionaries(st.sampled_from(sorted(values)), st.integers(0, 4), max_size=3))
    values |= wrong
    at = [(i // 3, i % 3) for i in data.draw(st.permutations(range(max(9, places))))][:places]
    claims = []
    for part in sorted(values):
        if check.MaskMoves(places, (), [check.MaskMove(*move) for move in moves]).parts((part,)) == (part,):
            claims.append((part, values[part]))
    shuffled = data.draw(st.sampled_from((claims, sorted(claims, key=lambda claim: claim[0].bit_count()))))
    for squares in ((), at):
        claimed = shuffled
        for _ in range(200):  # of sets that the squares make the same, one claim may stay
            total = data.draw(st.integers(0, 3)) if wrong else defined(moves, root)
            text = "".join(f"{line}\n" for line in position_certificate(squares, places, moves, root, total, claimed))
            told = refusal(text)
            if "is about the same set" not in told:
                break
            line = int(told.split(":")[0].removeprefix("line "))
            first = text.count("\n") - len(claimed)  # the line of the first claim
            claimed = [claim for number, claim in enumerate(claimed, first) if number != line]
        assert told or is_true(text)


def mutated(lines: list[str], rng: random.Random) -> str:
    """A forged text: mostly still readable."""
    lines = list(lines)
    at = rng.randrange(len(lines))
    words = lines[at].split(" ")
    match rng.randrange(9):
        case 0 | 1 | 2:  # another number
            place = rng.randrange(len(words))
            if words[0] in ("set", "position") and place == 1:
                words[1] = f"{rng.randrange(1, 16 ** len(words[1])):x}"
            elif words[place][-1:] in "0123456789abcdef" and place:
                words[place] = rng.choice("0123456789abcdef")
            lines[at] = " ".join(words)
        case 3:  # a claim or a move less, the count told right
            del lines[at]
            recount(lines)
        case 4:  # a move more
            need = rng.randrange(1, 1 << 9)
            where = next((i for i, line in enumerate(lines) if line.startswith("position")), 0)
            lines.insert(where, f"move {need:x} {rng.choice((0, 0, 0, 512)):x} {need | rng.randrange(512):x} 0")
            recount(lines)
        case 5:  # two lines change places
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 6:  # the value of the whole, and of one claim
            for start in ("value ", "set "):
                which = [i for i, line in enumerate(lines) if line.startswith(start)]
                if which:
                    one = rng.choice(which)
                    lines[one] = f"{lines[one].rpartition(' ')[0]} {rng.randrange(6)}"
        case 7:  # squares that change places, or none
            which = [i for i, line in enumerate(lines) if line.startswith("squares")]
            if which and rng.random() < 0.3:
                del lines[which[0]]
            elif which:
                numbers = lines[which[0]].split(" ")[1:]
                pairs = [" ".join(numbers[i : i + 2]) for i in range(0, len(numbers), 2)]
                rng.shuffle(pairs)
                lines[which[0]] = " ".join(["squares", *pairs])
        case _:  # a byte
            text = "\n".join(lines)
            place = rng.randrange(len(text))
            return text[:place] + chr(rng.randrange(32, 127)) + text[place + 1 :] + "\n"
    return "".join(f"{line}\n" for line in lines)


def recount(lines: list[str]) -> None:
    for word, counted in (("moves", "move "), ("claims", "set ")):
        for i, line in enumerate(lines):
            if line.startswith(f"{word} "):
                lines[i] = f"{word} {sum(other.startswith(counted) for other in lines)}"


@pytest.mark.parametrize("expression", FORGED)
def test_every_other_value_of_every_claim_and_of_the_position_is_refused(expression: str) -> None:
    lines = written(expression).splitlines()
    for i, line in enumerate(lines):
        if not line.startswith(("set ", "value ")):
            continue
        head, _, value = line.rpartition(" ")
        for other in {0, int(value) - 1, int(value) + 1, 11} - {-1, int(value)}:
            assert refusal("".join(f"{x}\n" for x in [*lines[:i], f"{head} {other}", *lines[i + 1 :]]))


def test_a_claim_that_is_missing_or_comes_too_late_is_missed() -> None:
    lines = written("cram(3x4)").splitlines()
    claims = [i for i, line in enumerate(lines) if line.startswith("set ")]
    for i in claims:
        left = [*lines[:i], *lines[i + 1 :]]
        recount(left)
        assert refusal("".join(f"{line}\n" for line in left))
    late = [*lines[: claims[0]], *reversed(lines[claims[0] : claims[-1] + 1]), lines[-1]]
    assert "shown" in refusal("".join(f"{line}\n" for line in late))


HEAD = "grundy-certificate 1\nkind position\nplaces 2\n"
REST = "position 3\nvalue 0\nclaims 0\nend\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("grundy-certificate 1\nkind position\nplaces 0\n", "line 3: expected a number from 1 to 1024"),
        ("grundy-certificate 1\nkind position\nplaces 1025\n", "line 3: expected a number from 1 to 1024"),
        (HEAD + "squares 0 0 0 0\nmoves 0\n" + REST, "line 4: expected 2 different squares"),
        (HEAD + "squares 0 0\nmoves 0\n" + REST, "line 4: expected 2 different squares"),
        (HEAD + "squares 0 0 0 1024\nmoves 0\n" + REST, "line 4: expected 2 different squares"),
        (HEAD + "moves 1\nmove 1 0 1\n" + REST, "line 5: expected 4 sets, found 3"),
        (HEAD + "moves 1\nmove 4 0 4 0\n" + REST, "line 5: expected a set of the 2 places, found '4'"),
        (HEAD + "moves 1\nmove 01 0 1 0\n" + REST, "line 5: expected a set of the 2 places, found '01'"),
        (HEAD + "moves 1\nmove A 0 1 0\n" + REST, "line 5: expected a set of the 2 places, found 'A'"),
        (HEAD + "moves 1\nmove 1 1 1 0\n" + REST, "line 5: expected a move that is possible"),
        (HEAD + "moves 1\nmove 0 0 1 0\n" + REST, "line 5: expected a move that always leads to a smaller number"),
        (HEAD + "moves 1\nmove 1 0 1 2\n" + REST, "line 5: expected a move that always leads to a smaller number"),
        (HEAD + "moves 1\nmove 1 0 1 1\n" + REST, "line 5: expected a move that always leads to a smaller number"),
        (HEAD + "moves 2\nmove 1 0 1 0\nmove 1 0 1 0\n" + REST, "line 6: expected each move once"),
        (HEAD + "moves 1\nmove 1 0 1 0\n" + REST, "the claims do not say the value of the position"),
        (HEAD + "moves 0\nposition 3\nvalue 1\nclaims 0\nend\n", "the value of the position is 0, not 1"),
        (HEAD + "moves 0\nposition 3\nvalue 0\nclaims 1\nend\n", "line 8: expected 'set', found 'end'"),
        (HEAD + "moves 0\nposition 3\nvalue 0\nclaims 1\nset 3 0\nend\n", "line 8: expected a set that is one part"),
        (HEAD + "moves 0\nposition 3\nvalue 0\nclaims 1\nset 3\nend\n", "line 8: expected a set and its value"),
        (HEAD + "moves 0\n" + REST + "end\n", "line 9: expected the end of the file"),
        (HEAD + "moves 0\n" + REST.removesuffix("end\n"), "expected 'end', found the end of the file"),
    ],
)  # fmt: skip
def test_what_is_not_as_it_should_be_is_told(text: str, told: str) -> None:
    assert told in refusal(text)


def test_the_same_set_twice_is_refused_even_turned() -> None:
    lines = written("cram(2x3)").splitlines()
    at = lines.index("set 3 1") if "set 3 1" in lines else next(i for i, x in enumerate(lines) if x.startswith("set "))
    twice = [*lines[: at + 1], lines[at], *lines[at + 1 :]]
    recount(twice)
    assert "is about the same set" in refusal("".join(f"{line}\n" for line in twice))


def test_in_segments() -> None:
    parsed = check.read(io.StringIO(written("cram(3x4)"), newline="\n"))
    for k in (2, 7, 1000):
        for i in range(1, min(k, 40) + 1):
            check.check(parsed, i, k)


def test_the_c_checker_names_the_other(program: Path | None, tmp_path: Path) -> None:
    if program is None:
        pytest.skip("no C compiler")
    sets = written("cram(2x3)")
    texts = [sets.replace("kind position", f"kind {kind}") for kind in ("strategy", "table", "growth")]
    for text in (*texts, written("nim(3 2)"), written("kayles(4)")):
        (tmp_path / "c.txt").write_text(text)
        done = subprocess.run([program, tmp_path / "c.txt"], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 1 and "is checked by check.py" in done.stdout


BY_BOTH = (*FORGED, "cram(.#../....)", "placement:xox(1x8)", "notakto(2x3)", "placement:oxx/x..(.#/../../..)",
           "node-kayles(cycle:5)")  # fmt: skip


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("expression", BY_BOTH)
def test_of_forgeries_none_is_accepted_and_both_checkers_say_the_same(
    expression: str, count: int, verdicts: Checkers
) -> None:
    rng = random.Random(expression)
    lines = written(expression).splitlines()
    texts = []
    for _ in range(count):
        text = mutated(lines, rng)
        for _ in range(rng.choice((0, 0, 1, 3))):
            text = mutated(text.splitlines(), rng)
        texts.append(text)
    for at, line in enumerate(lines):
        head, _, value = line.rpartition(" ")
        if head.startswith("set") or head == "value":
            texts.append("".join(f"{one}\n" for one in [*lines[:at], f"{head} {int(value) ^ 1}", *lines[at + 1 :]]))
    honest = "".join(f"{line}\n" for line in lines)
    judgements = verdicts([honest, sealed(honest), *texts])
    assert judgements[0][0] and judgements[1][0] and sum(good for good, _ in judgements) < 3 * len(judgements) // 5
    assert [text for text, (good, _) in zip(texts, judgements[2:], strict=True) if good and not is_true(text)] == []
    for i in (1, 3):
        verdicts([honest, *texts[:15]], "--segment", f"{i}/3")


def test_both_checkers_take_claims_in_order_and_know_turned_sets(verdicts: Checkers) -> None:
    lines = written("cram(4x4)").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("set "))
    claims = lines[first:-1]
    turned = []
    for _, part, value in map(str.split, claims):
        cells = [i for i in range(16) if int(part, 16) >> i & 1]
        turned.append(f"set {sum(1 << (i % 4 * 4 + i // 4) for i in cells):x} {value}")
    both = [[*lines[:first], *some, "end"] for some in (turned, claims[::-1])]
    (good, _), (bad, told) = verdicts(["".join(f"{line}\n" for line in text) for text in both])
    assert turned != claims and good and not bad and "is not shown to differ" in told
    moves = "moves 3\nmove 1 0 1 0\nmove 2 0 2 1\nmove 2 0 2 0\nposition 2\nvalue 2\nclaims 2\n"
    early, late = (f"{HEAD}{moves}{some}end\n" for some in ("set 1 1\nset 2 2\n", "set 2 2\nset 1 1\n"))
    assert [good for good, _ in verdicts([early, late])] == [True, False]  # an option by a claim that comes later


def test_both_checkers_say_the_same_of_positions_that_are_no_boards(verdicts: Checkers) -> None:
    """Games of random moves, with squares at random: shapes that are alike may have other moves within them."""
    rng = random.Random(3)
    texts = [f"{one}\n" for one in (HEAD, HEAD + "moves 0\n" + REST, HEAD + "squares 0 0 0 0\nmoves 0\n" + REST)]
    for _ in range(120):
        places = rng.randrange(1, 9)
        moves: list[Move] = []
        for _ in range(rng.randrange(9)):
            need = rng.randrange(1, 1 << places)
            off = rng.choice((0, 0, 0, 0, rng.randrange(1 << places))) & ~need
            moves.append((need, off, need & -need | 1 << need.bit_length() - 1 | rng.randrange(1 << places), 0))
        moves = list(dict.fromkeys(moves))
        of = check.MaskMoves(places, (), [check.MaskMove(*move) for move in moves])
        claims = [(part, defined(moves, part)) for part in range(1, 1 << places) if of.parts((part,)) == (part,)]
        spread = rng.choice((3, 3, 40))
        at = [(i // 3 * spread, i % 3) for i in rng.sample(range(9), places)] if rng.randrange(3) else []
        root = rng.randrange(1 << places)
        for _ in range(60):  # of sets that the squares make the same, one claim may stay
            text = "".join(
                f"{x}\n" for x in position_certificate(at, places, moves, root, defined(moves, root), claims)
            )
            texts.append(text)
            told = refusal(text)
            if "is about the same set" not in told:
                break
            line = int(told.split(":")[0].removeprefix("line ")) - text.count("\n") + len(claims)
            claims.pop(line)
        texts.append(mutated(text.splitlines(), rng))
    assert sum(good for good, _ in verdicts(texts)) >= 100


def test_command_line(tmp_path: Path) -> None:
    file = tmp_path / "c.txt"
    done = CliRunner().invoke(cli, ["solve", "cram", "3x4", "--certificate", str(file), "--no-store"])
    assert done.exit_code == 0 and "nim-value" in done.output
    done = CliRunner().invoke(cli, ["verify", str(file)], standalone_mode=False)
    assert "1 of 1 segments checked: proved" in done.output
    file.write_text(sealed(unsealed(file.read_text()).replace("\nvalue 1\n", "\nvalue 2\n")))
    assert "the value of the position is 1, not 2" in CliRunner().invoke(cli, ["verify", str(file)]).output


@pytest.mark.parametrize(
    "words",
    [["cram", "2x2", "--misere"], ["graph", "0>1 0", "--loopy"]],
)
def test_what_no_certificate_says_writes_nothing(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "c.txt"
    done = CliRunner().invoke(cli, ["solve", *words, "--certificate", str(file)])
    assert done.exit_code != 0 and not file.exists()


def test_the_example_of_the_format_is_what_is_written() -> None:
    page = Path(check.__file__).with_name("FORMAT.md").read_text()
    (example,) = [part for part in page.split("\n\n") if "    kind position\n    places" in part]
    lines = [line.removeprefix("    ") for line in example.splitlines()]
    assert lines == certificate(parse("cram(2x2)")) and not refusal("".join(f"{line}\n" for line in lines))


def test_a_rule_without_places() -> None:
    text = "".join(f"{line}\n" for line in certificate(masks_rule("none", 0, [])(0)))
    assert refusal(text) == "" and "\nvalue 0\n" in text


@pytest.mark.parametrize(
    "text", ["placement:oxx/x(.../.../...)", "placement:oxx/x..(../#.)", "placement:oxx/x..(.#/../../..)"]
)
def test_sets_that_are_the_same_only_in_what_is_within_them(text: str) -> None:
    """Turned over, these pieces are others, but within some sets the moves are the same: the checker refused two claims
    about such sets, and where a set looks the same in two turns it did not see that the moves do in one of them."""
    position = parse(text)
    game = check.read(io.StringIO("".join(f"{line}\n" for line in certificate(position)), newline="\n"))
    check.check(game)
    assert isinstance(game, check.GameCertificate) and game.value == value_by_definition(position)
