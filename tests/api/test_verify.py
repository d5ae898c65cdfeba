"""`grundy.verify`: what the checker says of files, as a value that is false unless all of them are proved."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import command
import pytest

import grundy
from grundy.errors import GrundyError
from grundy.proof import check

# Nim's heap of 1 (Bouton 1901), and one that claims a heap of 1 is worth 2, as FORMAT.md writes them
TRUE = "kind position\namounts 1\nposition 1\nvalue 1\nclaims 1\nset 1 1\nend\n"
FALSE = TRUE.replace("value 1", "value 2")


def certificate(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(f"grundy-certificate 1\n{text}")
    return path


def test_a_value_is_true_only_if_every_file_is_proved_as_a_whole(tmp_path: Path) -> None:
    good, bad = certificate(tmp_path, "good.txt", TRUE), certificate(tmp_path, "bad.txt", FALSE)
    assert grundy.verify(good)
    assert grundy.verify(str(good), good, segments=("1/2", "2/2"))
    assert not grundy.verify(good, segments=("1/2",))
    assert not grundy.verify(bad)
    both = grundy.verify(good, bad)
    assert not both
    assert [file.proved for file in both.files] == [True, False]
    assert [file.refused is None for file in both.files] == [True, False]


def test_it_says_what_the_checker_says_when_it_runs_alone(tmp_path: Path) -> None:
    files = [str(certificate(tmp_path, name, text)) for name, text in (("a b.txt", TRUE), ("bad.txt", FALSE))]
    alone = subprocess.run([sys.executable, check.__file__, *files], capture_output=True, text=True)
    reported: list[str] = []
    found = grundy.verify(*files, report=reported.append)
    assert f"{found}\n" == alone.stdout == command.grundy("verify", *files).out
    assert reported == [line for file in found.files for line in file.lines]
    assert bool(found) is (alone.returncode == 0)


@pytest.mark.parametrize("segments", [("0/2",), ("1/2", "1/3"), ("half",)])
def test_segments_that_are_none_are_refused(tmp_path: Path, segments: tuple[str, ...]) -> None:
    with pytest.raises(GrundyError, match="expected"):
        grundy.verify(certificate(tmp_path, "it.txt", TRUE), segments=segments)


def test_a_file_that_is_not_there_is_an_error_and_no_verdict(tmp_path: Path) -> None:
    with pytest.raises(GrundyError, match="expected a file that can be read"):
        grundy.verify(tmp_path / "none.txt")
