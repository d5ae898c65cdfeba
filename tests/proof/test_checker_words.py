"""What the checker says of a certificate is all that it claims, of no other game; and a changed byte is noticed."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import forging_truth
from certificate_texts import sealed
from checker_parts import HEAD, run

from grundy.proof import check

OLD = Path(__file__).parents[1] / "data" / "certificates-0.1"  # as the version before digests wrote them
MOVES = ("digits", "amounts", "all-but", "riders", "places", "squares", "moves", "move", "nodes", "node")
PERIOD = "period 1\npreperiod 0\nmethod pairs\nvalues 1\n0 0\nend\n"
GROWTH = "period 1\npreperiod 0\nsaltus 1\nvalues 1\n0 0\nend\n"


def first_line(text: str) -> str:
    """The first line that is said of a certificate, whether it holds or not; read from a file."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "c"
        file.write_bytes(text.encode("latin-1"))
        return next(check.verify(str(file), [(1, 1)])).removeprefix(f"{file}: ")


def digest_of_moves(text: str) -> str:
    """As FORMAT.md says: of the lines of the moves, each with its line feed."""
    lines = [line for line in text.split("\n") if line.split(" ")[0] in MOVES]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def texts_of(numbers: list[int]) -> list[tuple[str, list[str]]]:
    """Certificates, proved or not, of the moves that some numbers make, of every kind; and each move in words."""
    listed = " ".join(map(str, numbers))
    digits = [7 if take in numbers else 0 for take in range(max(numbers) + 1)]
    pairs = " ".join(f"{n} 1" for n in numbers)
    sets = "".join(f"move {n:x} 0 {n:x} 0\n" for n in numbers)
    squares = "squares " + " ".join(f"0 {i}" for i in range(12)) + "\n"
    top = max(numbers)
    options = [n % top for n in numbers]
    nodes = f"nodes {top + 1}\n" + "".join(f"node {n}\n" for n in range(top))
    nodes += (
        f"# all\nnode {top} {' '.join(map(str, options[:3]))}\nnode {top} {' '.join(map(str, options[3:]))}".rstrip()
        + "\n"
    )
    position = "position 1\nvalue 1\nclaims 0\nend\n"
    table = f"shape 1 1\nbytes 1\nfile t\nsha256 {'0' * 64}\nend\n"
    return [
        (f"{HEAD}period\namounts {listed}\n{PERIOD}", [str(n) for n in numbers]),
        (f"{HEAD}growth\nall-but {listed}\n{GROWTH}", [str(n) for n in numbers]),
        (f"{HEAD}period\ndigits {' '.join(map(str, digits))}\n{PERIOD}",
         [f"take {n} and leave 0 or 1 or 2 heaps" for n in numbers]),
        (f"{HEAD}strategy\nplay normal\namounts {listed}\nposition 1\nwins first\nlost 0\nend\n",
         [str(n) for n in numbers]),
        (f"{HEAD}table\nplay normal\nholds values\nriders {pairs}\n{table}", [f"({n}, 1)" for n in numbers]),
        (f"{HEAD}position\nplaces 12\n{squares}moves {len(numbers)}\n{sets}{position}",
         [f"{n:x} 0 {n:x} 0" for n in numbers]),
        (f"{HEAD}position\n{nodes}{position}", [f"{top} to {n}" for n in options]),
    ]  # fmt: skip


def test_the_first_line_has_all_moves_or_their_number_the_first_ones_and_a_digest() -> None:
    for count in (1, 2, 19, 20, 21, 25, 90):
        numbers = [*range(1, count), count + 3]
        for text, moves in texts_of(numbers):
            said = first_line(text)
            if count <= 20:
                assert "..." not in said and all(move in said for move in moves), said
            else:
                assert said.endswith(f"... ({count} in all; SHA-256 of the moves: {digest_of_moves(text)})"), said
                assert all(move in said for move in moves[:20]) and f" {moves[20]};" not in said, said


def test_no_two_games_have_the_same_first_line() -> None:
    """One of the numbers is another, wherever it is: that is another game, and so another line."""
    rng = Random(14)
    for count in (1, 3, 20, 21, 25, 60):
        numbers = [*range(2, 2 * count, 2), 2 * count + 3]
        seen = [{first_line(text)} for text, _ in texts_of(numbers)]
        changed = [count - 1, *rng.sample(range(count - 1), min(count - 1, 4))]
        for at in changed:
            other = [*numbers[:at], numbers[at] - 1, *numbers[at + 1 :]]
            for lines, (text, _) in zip(seen, texts_of(other), strict=True):
                lines.add(first_line(text))
        assert [len(lines) for lines in seen] == [1 + len(changed)] * len(seen)


def test_a_long_rule_is_not_said_in_the_words_of_its_beginning() -> None:
    """All but 1 to 25 has period 26; all but 1 to 20, of which the first twenty words are the same, has 21."""
    with TemporaryDirectory() as folder:
        said = {}
        for most in (20, 25):
            file = Path(folder) / "c"
            spared = " ".join(map(str, range(1, most + 1)))
            text = f"{HEAD}growth\nall-but {spared}\nperiod {most + 1}\npreperiod 0\nsaltus 1\n"
            values = " ".join(str(n // (most + 1)) for n in range(6 * most))
            file.write_text(f"{text}values {6 * most}\n0 {values}\nend\n")
            status, words, _ = run(str(file))
            assert status == 0 and f"least period {most + 1}," in words
            said[most] = words.split("\n")[0]
    assert said[20].endswith(" and 19 and 20")
    assert "... (25 in all; SHA-256 of the moves: " in said[25]


def test_anyone_can_compute_the_digest_of_the_moves() -> None:
    """By the command that FORMAT.md gives."""
    tools = [shutil.which(name) for name in ("sh", "grep", "sha256sum")]
    told = (Path(check.__file__).with_name("FORMAT.md")).read_text(encoding="utf-8")
    command = re.search(r"^    (grep .* FILE \| sha256sum)$", told, re.MULTILINE)
    assert command
    if not all(tools):
        return
    for name in ("growth-long", "period-long-code", "position-nodes", "table-nodes", "strategy-nodes"):
        done = subprocess.run(
            command[1].replace("FILE", f"'{OLD / name}.txt'"), shell=True, capture_output=True, text=True, check=True
        )
        digest = done.stdout.split(" ")[0]
        assert next(check.verify(str(OLD / f"{name}.txt"), [(1, 1)])).endswith(f"SHA-256 of the moves: {digest})")


def test_long_words_are_cut_and_their_game_is_still_told() -> None:
    wide = "f" * 250
    moves = "".join(f"move {wide[n:]} 0 {wide[n:]} 0\n" for n in range(6))
    said = first_line(f"{HEAD}position\nplaces 1000\nmoves 6\n{moves}position 1\nvalue 1\nclaims 0\nend\n")
    assert said.count(";") == 4 and "; ... (6 in all; SHA-256 of the moves: " in said  # 4 of 3 + 2 * 250 letters
    assert len(said) < 2_200
    fit = ["a" * 100] * 20
    assert check._shown(fit, 20, "; ", "0") == "; ".join(fit)
    assert check._shown([*fit[:19], "a" * 101], 20, "; ", "0").endswith("a; ... (20 in all; SHA-256 of the moves: 0)")
    said = first_line(f"{HEAD}position\nnodes 1\nnode 0\nposition 0\nvalue 0\nclaims 0\nend\n")
    assert said == "1 nodes with 0 moves"
    assert first_line(f"{HEAD}position\nplaces 1\nmoves 0\nposition 1\nvalue 0\nclaims 0\nend\n").endswith("1 places")


# The digest of the file.


@cache
def old() -> dict[str, str]:
    return {file.stem: file.read_text(encoding="ascii") for file in sorted(OLD.glob("*.txt"))}


def verdict(text: str) -> str:
    """Why a text beside the old tables is refused; '' where it is accepted."""
    try:
        certificate = check.read(io.StringIO(text, newline="\n"))
        check.check(
            certificate._replace(folder=str(OLD)) if isinstance(certificate, check.TableCertificate) else certificate
        )
    except check.Refused as refused:
        return str(refused)
    return ""


def test_old_certificates_of_every_kind_still_hold_and_it_is_said_that_they_have_no_digest() -> None:
    kinds = {re.search(r"^kind (\w+)$", text, re.MULTILINE)[1] for text in old().values()}  # type: ignore[index]
    assert kinds == {"period", "growth", "position", "strategy", "table"}
    for name in old():
        status, said, told = run(str(OLD / f"{name}.txt"))
        lines = [line.removeprefix(f"{OLD / name}.txt: ") for line in said.splitlines()]
        assert (status, told, len(lines)) == (0, "", 4), said
        assert lines[2] == "no digest: whether it is still as it was written cannot be seen"
        assert lines[3] == "1 of 1 segments checked: proved"


def test_a_digest_is_not_said_to_be_missing() -> None:
    with TemporaryDirectory() as folder:
        for name, text in old().items():
            shutil.copy(OLD / f"{name}.npy", folder) if name.startswith("table") else None
            file = Path(folder) / "c"
            file.write_text(sealed(text))
            status, said, _ = run(str(file))
            assert status == 0 and len(said.splitlines()) == 3 and "digest" not in said, said


def test_every_flipped_bit_is_noticed() -> None:
    """One bit of each byte; test_both_checkers.py has all bits of periods."""
    tried = 0
    for text in map(sealed, old().values()):
        if len(text) > 500:
            continue
        for at in range(len(text)):
            bit = at * 3 % 8
            assert verdict(text[:at] + chr(ord(text[at]) ^ 1 << bit) + text[at + 1 :]), (text, at, bit)
            tried += 1
    assert tried > 2_500


def test_a_flipped_bit_of_a_certificate_without_a_digest_leaves_it_true_or_is_refused() -> None:
    for name, text in old().items():
        if len(text) > 300 or name.startswith("table"):
            continue
        for at in range(len(text)):
            for bit in (at % 8, (at + 3) % 8):
                other = text[:at] + chr(ord(text[at]) ^ 1 << bit) + text[at + 1 :]
                assert verdict(other) or forging_truth.true(other), other


def test_lines_are_not_added_dropped_moved_or_cut_unnoticed() -> None:
    changed = "not the SHA-256 of the lines before it, so that one of them was changed"
    for text in old().values():
        good = sealed(text)
        lines = good.splitlines(keepends=True)
        assert verdict(good) == ""
        for end in range(len(good)):
            if end != len(text):  # without its last line it is as it was before there were digests
                assert verdict(good[:end])
        after = f"line {len(lines) + 1}: expected the end of the file after 'sha256'"
        for more in ("# remark\n", "\n", lines[-1], "end\n", "x"):
            assert verdict(good + more) == after
        for at, line in enumerate(lines[:-1]):
            remark = "".join([*lines[:at], "# all-but:1,2\n", *lines[at:]])
            assert verdict(remark) == f"line {len(lines) + 1}: {changed}"
            if line.startswith("#"):
                assert verdict("".join([*lines[:at], *lines[at + 1 :]])) == f"line {len(lines) - 1}: {changed}"
                assert verdict(good.replace(line, line[:-1] + " \n")) == f"line {len(lines)}: {changed}"
        digest = lines[-1].split(" ")[1]
        for wrong in ("", " ", digest.upper(), f" {digest}", digest[:-1], f"{digest[:-1]} 1\n", "0" * 64 + "\n"):
            assert verdict(good.replace(digest, wrong or "\n")), wrong
        remark_later = sealed(f"{text}# said after the end\n")
        assert verdict(remark_later) == ""


def test_a_remark_is_never_what_is_said() -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "c"
        told = "# file: take any number\n# c: claims least period 1\n# proved\n"
        for name, text in old().items():
            shutil.copy(OLD / f"{name}.npy", folder) if name.startswith("table") else None
            file.write_text(text)
            plain = run(str(file))
            file.write_text(told + told.join(re.sub("^#.*\n", "", text, flags=re.MULTILINE).splitlines(keepends=True)))
            assert run(str(file)) == plain


# The name of the file.


def test_the_name_of_a_file_is_not_taken_for_words() -> None:
    names = {
        "plain-1_x.txt": "plain-1_x.txt", "a b": "'a b'", "x: proved": "'x: proved'", "a\nb": r"$'a\012b'",
        "x\r": r"$'x\015'", "\x1b[31m": r"$'\033[31m'", "it's": r"$'it\047s'", "a\\b": r"$'a\134b'",
        "\u202etxt": r"$'\342\200\256txt'", "\u2066x": r"$'\342\201\246x'", "\xe9": r"$'\303\251'", "\x7f": r"$'\177'",
        "\x1f": r"$'\037'",
        "\x85": r"$'\302\205'", "\u2028x": r"$'\342\200\250x'", "\udcff": r"$'\377'", "a:b": "'a:b'",
        "a\tb": r"$'a\011b'", "~a": "'~a'", "a!b": "'a!b'",
        "x: 1 of 1 segments checked: proved\nx": r"$'x: 1 of 1 segments checked: proved\012x'", '"': "'\"'",
    }  # fmt: skip
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, shown in names.items():
            assert check.named(name) == shown
            try:
                Path(name).write_text(old()["period-mask"].replace("period 34", "period 68"))
            except OSError:
                continue  # no file can have this name here
            status, said, told = run(name)
            assert (status, told) == (1, "") and said.count("\n") == 4
            assert all(line.startswith(f"{shown}: ") for line in said.splitlines())
            if shutil.which("bash"):
                back = subprocess.run(["bash", "-c", f"printf %s {shown}"], capture_output=True, check=True)
                assert back.stdout == os.fsencode(name)
            assert run(f"no {name}")[2].startswith(f"{check.named(f'no {name}')}: cannot be read: ")
            Path(name).write_text("grundy-certificate 2\n")
            assert run(name)[1].startswith(f"{shown}: refused: line 1: ")
    assert check.named("") == "''"
