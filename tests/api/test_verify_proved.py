"""`verify(..., proved=True)`: how the proved checker is found and understood; its verdicts are tested in proofs/coq."""

from __future__ import annotations

from pathlib import Path

import command
import pytest
from limits import set_limits

import grundy
from grundy.api import certificates
from grundy.errors import GrundyError


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is built here must not matter."""
    set_limits(monkeypatch, "api", SOURCES=tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))


def stand_in(folder: Path, text: str, status: int) -> None:
    """A program of its name that prints this."""
    program = folder / certificates.NAME
    program.write_text(f"#!/bin/sh\n/bin/cat <<'E'\n{text}E\nexit {status}\n")
    program.chmod(0o755)


def test_where_it_is_not_built_how_to_build_it_is_said(tmp_path: Path) -> None:
    said = command.grundy("verify", "--proved", "it.txt")
    assert said.status == 2
    assert "make -C proofs/coq" in said.err
    with pytest.raises(GrundyError, match="not built"):
        grundy.verify("it.txt", proved=True)


def test_its_lines_and_verdict_are_those_of_the_program(tmp_path: Path) -> None:
    stand_in(tmp_path, "take 1\nclaims least period 2\nproved, by the checker that is proved\n", 0)
    verification = grundy.verify("it.txt", proved=True)
    assert verification
    assert verification.files[0].lines[0] == "it.txt: take 1"
    stand_in(tmp_path, "take 1\nrefused: no\n", 1)
    verification = grundy.verify("it.txt", proved=True)
    assert not verification
    assert (verification.files[0].refused, verification.files[0].lines) == ("no", ("it.txt: take 1",))


def test_a_kind_that_it_does_not_know_is_no_verdict(tmp_path: Path) -> None:
    stand_in(tmp_path, "kind not covered: 'table'\n", 2)
    said = command.grundy("verify", "--proved", "it.txt")
    assert said.status == 2
    assert "kind not covered" in said.err
    assert "refused" not in said.err + said.out


def test_segments_are_not_for_it() -> None:
    with pytest.raises(GrundyError, match="leave out segments="):
        grundy.verify("it.txt", segments=["1/2"], proved=True)


def test_the_theorem_for_coq_is_printed_as_it_is(tmp_path: Path) -> None:
    stand_in(tmp_path, "Theorem proved : holds it.\n", 0)
    assert certificates.coq_theorem("it.txt") == "Theorem proved : holds it.\n"
    assert command.grundy("verify", "--coq", "it.txt").out == "Theorem proved : holds it.\n"
    assert command.grundy("verify", "--coq", "it.txt", "other.txt").status == 2
    stand_in(tmp_path, "kind not covered: 'table'\n", 2)
    with pytest.raises(GrundyError, match="kind not covered"):
        certificates.coq_theorem("it.txt")
