"""Programs of random rules do what the rules do, and fail where these fail; faults in what writes them are seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawn_programs import Writers, batch, in_cpp, in_python
from planted_programs import FAULTS, Fault, planted
from strict_cpp import COMPILER

IN_CPP = [fault for fault in FAULTS if fault.file.startswith("cpp")]


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (12, 24, 36))])
def test_programs_of_random_rules(first: int, tmp_path: Path) -> None:
    counts, wrong = batch(range(first, first + 12), Writers(), tmp_path)
    assert wrong == []
    assert counts["written"] > 8 and counts["failing states"] > 10 and counts["options"] > 200


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault not in IN_CPP], ids=lambda fault: fault.name)
def test_a_fault_is_seen_in_python(fault: Fault) -> None:
    assert in_python(fault.program(), planted(fault))
    assert not in_python(fault.program(), planted(None))


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_without_faults_nothing_is_seen_in_cpp(tmp_path: Path) -> None:
    programs = [fault.program() for fault in FAULTS]
    assert [text for _, text in in_cpp(programs, Writers(), tmp_path) if text] == []


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
@pytest.mark.parametrize("fault", IN_CPP, ids=lambda fault: fault.name)
def test_a_fault_is_seen_in_cpp(fault: Fault, tmp_path: Path) -> None:
    ((_, difference),) = in_cpp([fault.program()], planted(fault), tmp_path, options=())
    assert difference
