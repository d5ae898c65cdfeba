"""The tester of mutants finds a recorded fault again by its text, and tells a fault from none."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import mutants
import pytest
from mutants import Mutant

import grundy.compile.interval  # noqa: F401 - for the tests to know

NUMBERS = "tests/compile/test_compile_numbers.py::test_what_is_known_of_a_result_holds_for_all_small_numbers"
FAULT = Mutant(
    "grundy.compile.interval",
    "subtract",
    "    return Interval(a.lo - b.hi, a.hi - b.lo)",
    "    return Interval(a.lo - b.lo, a.hi - b.lo)",
    "by hand",
)
SOURCE = """
def first(n):
    return n + 1


class Second:
    @property
    def first(self):
        return n + 1
"""


@pytest.mark.long
def test_a_known_fault_is_noticed_and_the_tree_as_it_is_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", os.environ.copy())
    copies = mutants.Copies(1, tmp_path / "copies")
    assert copies.killers(FAULT, [NUMBERS]) == [NUMBERS]
    assert copies.killers(FAULT._replace(new=FAULT.old), [NUMBERS]) == []


def test_what_was_imported_of_the_tree_before_is_imported_from_the_copy() -> None:
    """A test of the web had begun the fork server with all of grundy, so that no fault was noticed after it."""
    imported = mutants.of_the_tree(sys.modules)
    assert {"mutants", "grundy", "grundy.compile.interval"} <= {*imported}
    assert not {"os", "pytest", "numpy", "hypothesis"} & {*imported}


def test_a_mutant_is_found_in_its_function_alone() -> None:
    mutant = Mutant("m", "Second.first", "return n + 1", "return n - 1", "")
    planted = mutants.planted(mutant, SOURCE)
    assert planted is not None
    assert planted == SOURCE[:-2].rpartition("n + ")[0] + "n - 1\n"
    assert mutants.planted(mutant._replace(function="first"), SOURCE) == SOURCE.replace("n + 1", "n - 1", 1)
    for gone in (mutant._replace(function="third"), mutant._replace(old="n + 2"), mutant._replace(function="")):
        assert mutants.planted(gone, SOURCE) is None


def test_what_a_run_printed_says_which_tests_failed() -> None:
    tests = ["tests/a.py::one[x y]", "tests/a.py::two", "tests/a.py::three"]
    printed = "tests/a.py::one[x y] PASSED   [ 33%]\ntests/a.py::two FAILED   [ 66%]\n"
    assert mutants.failed(printed, tests, 0) == []
    assert mutants.failed(printed, tests, 1) == ["tests/a.py::two"]
    assert mutants.failed(printed.replace("FAILED", "PASSED") + tests[2], tests, -9) == ["tests/a.py::three"]
    assert mutants.failed("ERROR: found no collectors", tests, 4) == tests[:1]


@pytest.mark.long
def test_a_test_that_is_gone_notices_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pytest ended with an error where a recorded test had another name by then, which was taken for its failure."""
    monkeypatch.setattr(os, "environ", os.environ.copy())
    copies = mutants.Copies(1, tmp_path / "copies")
    gone = [f"{NUMBERS}_of_old", f"{NUMBERS}[one of old]", "tests/compile/test_of_old.py::test_of_old"]
    assert [copies.killers(FAULT, tests) for tests in (gone[:2], gone[2:], gone)] == [[], [], []]
    assert copies.killers(FAULT, [*gone, NUMBERS]) == [NUMBERS]


@pytest.mark.long
def test_a_file_that_cannot_be_collected_notices_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its error was taken for a failure of the first test that was asked: five faults seemed to be noticed."""
    monkeypatch.setattr(os, "environ", os.environ.copy())
    copies = mutants.Copies(1, tmp_path / "copies")
    (tmp_path / "copies" / "0" / "tests" / "test_broken.py").write_text("raise OSError\n")
    broken = "tests/test_broken.py::test_broken"
    assert copies.killers(FAULT, [NUMBERS.replace("small", "large"), broken]) == []
    assert copies.killers(FAULT, [broken, NUMBERS]) == [NUMBERS]
    assert copies.killers(FAULT._replace(new=FAULT.old), [NUMBERS, broken]) == []


def test_types_and_words_of_errors_are_no_place_for_faults() -> None:
    source = "def f(n: int | None) -> int | str:\n    raise ValueError(f'{n + 1}')\n"
    assert mutants.bare(source) == mutants.bare(source.replace("|", "&").replace("+", "-"))
    assert mutants.bare("a = 1 + 2") != mutants.bare("a = 1 - 2")
    assert mutants.bare("case (a ^ b):") == ""


def test_every_recorded_fault_has_its_place() -> None:
    """Where code moves, the record follows: its module, its function and its lines."""
    recorded = [mutant for path in sorted(mutants.RECORDED.glob("*.jsonl")) for mutant in mutants.recorded(path.stem)]
    assert len(recorded) > 200
    lost = []
    for mutant in recorded:
        path = mutants.ROOT / mutant.path
        if not path.exists() or mutants.planted(mutant, path.read_text(encoding="utf-8")) is None:
            lost.append(f"{mutant.path}: {mutant.function}: {mutant.old}")
    assert lost == []
