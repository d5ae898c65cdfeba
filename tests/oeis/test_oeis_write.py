"""What a submission needs, in a folder: it says the published terms, its program runs, its certificate is accepted."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command import grundy

from grundy import oeis, verify
from grundy.errors import BadRule, GrundyError, InternalError, OutOfReach
from grundy.oeis import submission
from grundy.oeis.submission import data_line

KNOWN = Path(__file__).parents[1] / "known"
A316632 = next(line.split()[2] for line in (KNOWN / "oeis-terms.txt").read_text().splitlines() if "A316632" in line)
KAYLES = next(
    line.split()[2] for line in (KNOWN / "sequences.txt").read_text().splitlines() if line.startswith("kayles ")
)


def run(program: Path) -> str:
    """What a program prints in a Python that has nothing of ours."""
    return subprocess.run(
        [sys.executable, "-I", "-S", program], capture_output=True, text=True, check=True
    ).stdout.strip()


def fields(folder: Path) -> dict[str, list[str]]:
    """The lines of an entry by their letter."""
    lines: dict[str, list[str]] = {}
    for line in (folder / "entry.txt").read_text().splitlines():
        assert line.isascii(), line
        field, number, *text = line.split(" ", 2)
        assert number == (folder.name if folder.name[0] == "A" else "A000000")
        lines.setdefault(field, []).append("".join(text))
    return lines


def test_all_that_a_submission_needs(tmp_path: Path) -> None:
    folder = tmp_path / "A002186"
    made = oeis.write(folder, "kayles", 99)
    assert sorted(path.name for path in folder.iterdir()) == sorted(made.files) and not made.missing
    assert oeis.read_bfile(folder / "b002186.txt").terms[:83] == [int(term) for term in KAYLES.split(",")]
    assert oeis.check(folder / "b002186.txt", "octal:0.77").holds
    entry = fields(folder)
    assert entry["%S"][0].startswith(", ".join(KAYLES.split(","))) and 255 < len(entry["%S"][0]) <= 260
    assert entry["%N"] == ["Nim-values of heaps of n: Knock down one pin or two neighbours of a row."]
    assert entry["%K"] == ["nonn"] and entry["%O"] == ["0,3"]
    assert ", ".join(KAYLES.split(",")).startswith(run(folder / "program.py"))
    assert bool(verify(folder / "certificate.txt"))
    assert made.witnesses[0] == "Terms 0 to 99 were found again by the definition, in plain Python."


@pytest.mark.parametrize(
    ("game", "options", "printed"),
    [
        ("take-away:1,2,3", {"outcomes": True}, "0, 4, 8"),
        ("rule:n -> n-k, for k in {1,3,4}", {}, "0, 1, 0, 1, 2, 3, 2, 0"),  # Winning Ways, ch. 4
        ("grundys-game", {"start": 4}, "0, 2, 1, 0, 2, 1, 0"),  # A002188
        ("wythoff", {"of": "(n, 3)"}, "3, 4, 5, 6, 2, 0, 1, 9"),  # Winning Ways, ch. 3
    ],
)
def test_the_program_gives_the_terms_by_the_definition(
    game: str, options: dict[str, object], printed: str, tmp_path: Path
) -> None:
    made = oeis.write(tmp_path / "it", game, 10, **options)  # type: ignore[arg-type]
    terms = oeis.read_bfile(made.folder / "b000000.txt").terms
    assert run(made.folder / "program.py") == ", ".join(map(str, terms))
    assert ", ".join(map(str, terms)).startswith(printed)


def test_each_term_of_boards_has_a_certificate(tmp_path: Path) -> None:
    made = oeis.write(tmp_path / "A316632", "node-kayles:grid:3xN", 6, start=1)
    assert oeis.read_bfile(made.folder / "b316632.txt").terms == [*map(int, A316632.split(","))][:6]
    certificates = sorted((made.folder / "certificates").iterdir())
    assert [path.name for path in certificates] == [f"{n}.txt" for n in range(1, 7)]
    assert all(bool(verify(path)) for path in certificates)
    (missing,) = made.missing
    assert re.match(
        r"No program: graph_games\.py:\d+:\d+: grows: numbers and tuples of numbers alone are read", missing
    )
    assert fields(made.folder)["%K"] == ["nonn,more"] and fields(made.folder)["%O"] == ["1,1"]


def test_misere_p_positions_are_listed(tmp_path: Path) -> None:
    made = oeis.write(tmp_path / "it", "kayles", 20, misere=True)
    assert oeis.read_bfile(made.folder / "b000000.txt").terms == [1, 4, 9, 12, 20]  # Sibert & Conway 1992
    assert made.missing == ("No program: it has the nim-values of normal play alone.",)


def test_a_folder_is_written_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "it"
    folder.mkdir()
    with pytest.raises(GrundyError, match="expected a folder that is not there yet, found one"):
        oeis.write(folder, "kayles", 20)
    assert not any(folder.iterdir())
    monkeypatch.setattr(submission, "state_values", lambda rule, states, memo, most: dict.fromkeys(states, 7))
    with pytest.raises(InternalError, match="kayles: term 0 is 0, and by the definition 7: please report it"):
        oeis.write(tmp_path / "other", "kayles", 20)
    assert [path.name for path in tmp_path.iterdir()] == ["it"]
    with pytest.raises(BadRule, match="expected a first heap up to the last, 5, found 6"):
        oeis.write(tmp_path / "other", "kayles", 5, start=6)


def test_the_definition_goes_as_far_as_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = submission.state_values

    def short(rule: object, states: list[int], memo: dict[object, int], most: int) -> object:
        if states[0] > 3:
            raise OutOfReach("too many")
        return plain(rule, states, memo, most=most)  # type: ignore[arg-type]

    monkeypatch.setattr(submission, "state_values", short)
    made = oeis.write(tmp_path / "it", "kayles", 20)
    assert made.witnesses[0] == "Terms 0 to 3 were found again by the definition, in plain Python."


def test_the_line_of_data_ends_with_a_whole_term() -> None:
    for terms in (range(10**6), [10**300], [7] * 1000):
        line = data_line(terms)
        assert len(line) <= 260 and line == ", ".join(map(str, list(terms)[: line.count(",") + bool(line)]))


def test_the_command_says_what_it_wrote(tmp_path: Path) -> None:
    folder = tmp_path / "A002186"
    done = grundy("oeis", "write", str(folder), "kayles", "--to", "20", "--no-store")
    assert (done.status, done.err) == (0, "")
    first, *rest = done.out.splitlines()
    assert first.startswith(f"{folder}: 21 terms of kayles: b002186.txt, entry.txt, program.py, ")
    assert len(rest) == 3
    assert (folder / "b002186.txt").read_text().endswith(f"(grundy oeis write {folder} kayles --to 20).\n")
    again = grundy("oeis", "write", str(folder), "kayles")
    assert (again.status, again.out) == (2, "") and "expected a folder that is not there yet" in again.err
    told = grundy("oeis", "write", str(tmp_path / "b"), "kayles", "--json", "--to", "5", "--no-store").json()
    assert (told["terms"], told["missing"]) == (6, [])


def test_options_of_one_task_are_refused_with_the_other() -> None:
    done = grundy("oeis", "write", "it", "kayles", "--shift", "1")
    assert done.status == 2 and "leave out --shift" in done.err
    done = grundy("oeis", "check", "it", "kayles", "--start", "1")
    assert done.status == 2 and "leave out --start" in done.err
