"""`grundy.verify`: what the checker says of files, as a value that is false unless all of them are proved."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
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
    verification = grundy.verify(*files, report=reported.append)
    assert f"{verification}\n" == alone.stdout == command.grundy("verify", *files).out
    assert reported == [line for file in verification.files for line in file.lines]
    assert bool(verification) is (alone.returncode == 0)


@pytest.mark.parametrize("segments", [("0/2",), ("1/2", "1/3"), ("half",)])
def test_segments_that_are_none_are_refused(tmp_path: Path, segments: tuple[str, ...]) -> None:
    with pytest.raises(GrundyError, match="expected"):
        grundy.verify(certificate(tmp_path, "it.txt", TRUE), segments=segments)


def test_a_file_that_is_not_there_is_an_error_and_no_verdict(tmp_path: Path) -> None:
    with pytest.raises(GrundyError, match="expected a file that can be read"):
        grundy.verify(tmp_path / "none.txt")


def test_a_certificate_that_is_not_saved_is_checked_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had to be saved, and a notebook left the file beside those of whoever ran it."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    certificate = grundy.period("kayles").certificate()
    saved = certificate.save(tmp_path / "kayles.txt")
    said: list[str] = []
    verification = grundy.verify(certificate, report=said.append)
    assert verification and said == list(verification.files[0].lines)
    lines = grundy.verify(saved.path).files[0].lines
    names = f"{check.named(str(saved.path))}: "
    assert [line.removeprefix("certificate: ") for line in said] == [line.removeprefix(names) for line in lines]
    assert [path.name for path in tmp_path.iterdir()] == ["kayles.txt"]
    both = grundy.verify(saved.path, certificate, cores=1)
    assert both and [file.name for file in both.files] == [check.named(str(saved.path)), "certificate 2"]


def test_a_false_certificate_that_is_not_saved_is_refused() -> None:
    """Kayles has a heap of 4 worth 1 (Guy & Smith 1956)."""
    certificate = grundy.period("kayles").certificate()
    lines = tuple(line.replace("0 1 2 3 1 4", "0 1 2 3 2 4") for line in certificate.lines)
    assert lines != certificate.lines
    verification = grundy.verify(replace(certificate, lines=lines))
    assert not verification and str(verification.files[0]).splitlines()[-1].startswith("certificate: refused: ")


def test_the_workers_of_a_cluster_see_no_certificate_that_is_not_saved() -> None:
    with pytest.raises(GrundyError, match="expected certificates that are saved"):
        grundy.verify(grundy.period("kayles").certificate(), cluster="tcp://127.0.0.1:1")
