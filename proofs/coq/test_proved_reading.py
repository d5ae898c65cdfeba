"""What is said in a file is what is proved, whatever the reader, which is not proved, makes of it.

A reader that is lax, and one that misreads, are built here: what they let through, the comparison with what is written
down again (Print.v) must stop.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROVED = HERE / "grundy-proved"

sys.path.insert(0, str(ROOT / "src/grundy/proof"))
import check  # noqa: E402

READERS = ("read", "periods", "vectors", "graph", "board", "large", "symmetry", "quotient", "table")
LAX = [
    ("if c < ' ' || c > '~' then", "if c = '\\000' then"),
    ("(word.[0] = '0' && digits > 1)", "false"),
    ("word = \"0\" || word.[0] <> '0'", "true"),
    ("String.split_on_char ' ' line) :: found", "words) :: found"),
    ("if remark then found", 'if remark || line = "unknown 1" || again then found'),
    (
        "      let remark = line",
        """let words = List.filter (( <> ) "") (String.split_on_char ' ' (String.trim line)) in
        let again = match found with (_, _, last) :: _ -> last = words | [] -> false in
        let remark = line""",
    ),
]
MISREAD = [
    ("    Digits found", "    Digits (List.map (fun d -> if d = 7 then 3 else d) found)"),
    ("let moves = List.init count move in", "let moves = List.tl (List.init count move) in"),
    ("  List.rev_map List.rev found", "  List.map (fun _ -> []) found"),
    ('let misere = either lines "play" "normal" "misere" in', 'let misere = either lines "play" "misere" "normal" in'),
]
KAYLES = "grundy-certificate 1\nkind period\ndigits 0 7 7\nperiod {}\npreperiod {}\nmethod pairs\nvalues {}\n{}\nend\n"


def built(folder: Path, changes: list[tuple[str, str]]) -> Path:
    """The checker with another reader."""
    for source in [HERE / "Makefile", *HERE.glob("*.ml"), *HERE.glob("*.mli")]:
        shutil.copy(source, folder)
    for old, new in changes:
        readers = [folder / f"{name}.ml" for name in READERS if old in (folder / f"{name}.ml").read_text()]
        assert readers, old
        for reader in readers:
            reader.write_text(reader.read_text().replace(old, new))
    subprocess.run(["make", "-C", folder, "grundy-proved"], check=True, capture_output=True)
    return folder / "grundy-proved"


@pytest.fixture(scope="module")
def misreading(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("misreading"), MISREAD)


def said(program: Path, path: Path) -> tuple[int, str]:
    done = subprocess.run([program, path], capture_output=True, text=True)
    return done.returncode, (done.stdout.splitlines() or [done.stderr])[-1]


def accepts(path: Path) -> bool:
    try:
        list(check.verify(str(path), [(1, 1)]))
    except check.Refused:
        return False
    return True


def written_otherwise() -> dict[str, Callable[[list[str], int], None]]:
    """Ways to write a line that a lax reader takes for the same."""

    def line(change: Callable[[str], str]) -> Callable[[list[str], int], None]:
        def changed(lines: list[str], at: int) -> None:
            lines[at] = change(lines[at])

        return changed

    return {
        "blank at the end": line(lambda text: f"{text} "),
        "blank in front": line(lambda text: f" {text}"),
        "two blanks": line(lambda text: text.replace(" ", "  ", 1)),
        "tab at the end": line(lambda text: f"{text}\t"),
        "carriage return": line(lambda text: f"{text}\r"),
        "leading zero": line(lambda text: " ".join([*text.split(" ")[:-1], "0" + text.split(" ")[-1]])),
        "unknown": lambda lines, at: lines.insert(at, "unknown 1"),
        "twice": lambda lines, at: lines.insert(at, lines[at]),
    }


FILES = [
    "period-pairs-digits",
    "period-mask",
    "period-window",
    "growth",
    "position-heaps",
    "position-nodes",
    "position-places",
]
FILES += ["strategy-misere-heaps", "strategy-nodes", "strategy-places"]
EXAMPLES = ["swap-symmetry", "path-symmetry", "prove-mark", "prove-misere", "prove-negative", "prove-two-two"]
REPEATED = (
    "node ",
    "at-most ",
    "is-zero ",
    "multiple ",
    "piece ",
)  # options, conditions, pieces that there are already
HELPS = (
    "opening",
    "images",
    "method",
    "rare",
    "tries",
    "values",
    "state",
    "squares",
    "claims",
    "lost",
    "set",
    "sha256",
    *"#0123456789",
)


@pytest.mark.parametrize("name", [*FILES, *EXAMPLES])
def test_a_line_that_says_something_is_written_in_one_way(name: str, lax: Path, tmp_path: Path) -> None:
    folder = HERE / "examples" if name in EXAMPLES else ROOT / "tests/data/certificates-0.1"
    text = (folder / f"{name}.txt").read_text()
    written_in_one_way(text, ("measure", "#") if "kind theorem" in text else HELPS, lax, tmp_path / "it.txt")


def written_in_one_way(text: str, helps: tuple[str, ...], lax: Path, forged: Path) -> None:
    lines = text[: text.rindex("end\n") + 4].splitlines()
    lax_enough = 0
    for way, change in written_otherwise().items():
        for at in range(len(lines)):
            if lines[at].startswith(helps):
                continue
            changed = lines.copy()
            change(changed, at)
            if changed == lines:  # no blank in it
                continue
            forged.write_bytes("".join(f"{line}\n" for line in changed).encode())
            status, last = said(lax, forged)
            assert status, (way, lines[at])
            lax_enough += last.startswith(f"refused: line {at + 1}: not as") or way == "twice"
            plain = accepts(forged)
            assert (said(PROVED, forged)[0] == 0) == plain, (way, lines[at])
            assert not plain or (way == "twice" and lines[at].startswith(REPEATED))
    assert lax_enough > 15  # most of them the comparison alone has stopped


def test_kayles_is_not_proved_from_the_values_of_another_game(misreading: Path, tmp_path: Path) -> None:
    """With 7 read as 3, take one or two: the period 3, not that of Kayles."""
    forged = tmp_path / "it.txt"
    forged.write_text(KAYLES.format(3, 0, 8, "0 0 1 2 0 1 2 0 1"))
    assert said(misreading, forged) == (1, "refused: line 3: not as the claim and the moves that were read are written")
    assert said(PROVED, forged)[0] == 1 and not accepts(forged)
    forged.write_text(forged.read_text().replace("digits 0 7 7", "digits 0 3 3"))
    assert said(misreading, forged)[0] == said(PROVED, forged)[0] == 0


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        ("kind position/nodes 2/node 0/node 1 0/position 1/value 0/claims 0", 5),
        ("kind position/places 1/moves 1/move 1 0 1 0/position 1/value 0/claims 0", 4),
        ("kind strategy/play misere/amounts 1/position 1/wins first/lost 0", 3),
    ],
)
def test_what_is_misread_is_not_proved(lines: str, at: int, misreading: Path, tmp_path: Path) -> None:
    """Nodes read without options, a move left out, the other play: false claims that would be true then."""
    forged = tmp_path / "it.txt"
    forged.write_text("\n".join(["grundy-certificate 1", *lines.split("/"), "end", ""]))
    assert said(misreading, forged) == (
        1,
        f"refused: line {at}: not as the claim and the moves that were read are written",
    )
    assert said(PROVED, forged)[0] == 1 and not accepts(forged)


def test_a_theorem_about_the_other_play_is_not_proved(misreading: Path, tmp_path: Path) -> None:
    text = (HERE / "examples/prove-mark.txt").read_text()
    forged = tmp_path / "it.txt"
    forged.write_text(text.replace("play normal", "play misere"))
    assert "line 3: not as" in said(misreading, forged)[1]
    assert said(PROVED, forged)[0] == 1 and not accepts(forged)


def test_options_of_a_node_may_stand_in_several_lines(tmp_path: Path) -> None:
    forged = tmp_path / "it.txt"
    head = ["grundy-certificate 1", "kind position", "nodes 4", "node 0", "node 1 0"]
    tail = ["position 1 3", "value 2", "claims 3", "set 1 1", "set 2 2", "set 3 3", "end", ""]
    for nodes in (
        ["node 2 0 1", "node 3 2 0+1 -"],
        ["node 2", "node 2 0", "node 2 1", "node 3 2", "node 3 0+1 -", "node 3"],
    ):
        forged.write_text("\n".join([*head, *nodes, *tail]))
        assert said(PROVED, forged)[0] == 0 and accepts(forged)
