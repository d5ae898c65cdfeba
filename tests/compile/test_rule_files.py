"""Kernels of rules as files: the same values without LLVM, and no file is met by another rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kernel_files import folder_now, look_anew
from limits import set_limits

from grundy import Rule, rule
from grundy.answering.tables import nim_values
from grundy.compile import native, rule_files
from grundy.compile.form import form_of
from grundy.compile.kernel import kernel_of

pytestmark = pytest.mark.skipif(not native.CAN_BE, reason="no files are made for this processor and system")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The folder of files, which is empty."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    yield folder_now()
    look_anew()


@rule
def by_two(n: int) -> Any:
    for k in (1, 2):
        if k <= n:
            yield n - k


@rule
def again_by_two(m: int) -> Any:
    for j in (1, 2):
        if j <= m:
            yield m - j


@rule
def by_three(n: int) -> Any:
    for k in (1, 3):
        if k <= n:
            yield n - k


@rule
def by_roots(n: int) -> Any:
    """To the root, in which a table of numbers is looked at."""
    steps = (1, 2, 4, 7, 11, 16, 22, 29, 37, 46)
    yield from (n - steps[n % 10] for _ in range(n >= 50))


def never(*given: object, **more: object) -> Any:
    raise AssertionError("made anew")


def names(game: Rule) -> str:
    return rule_files.name_of(form_of(game), "table")


def test_a_file_is_of_one_core_form() -> None:
    assert names(by_two) == names(again_by_two) != names(by_three)
    assert rule_files.name_of(form_of(by_two), "table", True) != rule_files.name_of(form_of(by_two), "table", False)


def test_another_compiler_makes_files_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = names(by_two)
    monkeypatch.setattr(rule_files, "_compiler", lambda: "another")
    assert names(by_two) != ours


@pytest.mark.parametrize("states", [50_000, 3_000_000])
@pytest.mark.parametrize("game", [by_two, by_three, by_roots])
def test_values_are_the_same_from_files_without_llvm(
    folder: Path, monkeypatch: pytest.MonkeyPatch, game: Rule, states: int
) -> None:
    first = nim_values(game, states)
    assert list(folder.iterdir())
    with monkeypatch.context() as patch:
        for name in ("load", "compiled", "_llvm"):
            patch.setattr(f"grundy.compile.machine.{name}", never)
        patch.setattr("grundy.compile.kernel.assembly", never)
        assert (nim_values(game, states) == first).all()
    monkeypatch.setenv("GRUNDY_NATIVE", "off")
    assert (nim_values(game, states) == first).all()


def test_a_damaged_file_is_made_anew(folder: Path) -> None:
    first = nim_values(by_two, 50_000)
    assert first.tolist() == [n % 3 for n in range(50_000)]
    (file,) = folder.iterdir()
    data = file.read_bytes()
    file.unlink()  # what is loaded stays as it is
    file.write_bytes(data[:-50] + bytes([data[-50] ^ 4]) + data[-49:])
    assert (nim_values(by_two, 50_000) == first).all() and file.read_bytes() == data


def test_what_no_file_can_have_llvm_loads(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from grundy.compile import elf

    def refused(*given: object) -> bytes:
        raise elf.NotPlain("it needs puts")

    monkeypatch.setattr(elf, "shared_object", refused)
    assert nim_values(by_two, 50_000).tolist() == [n % 3 for n in range(50_000)]
    assert rule_files.load_kernel(names(by_two)) is None and list(folder.iterdir())


def test_the_files_that_were_used_last_stay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "compile", MOST_KERNELS=2)
    for way in ("stamps8", "stamps16", "window"):
        assert kernel_of(by_two, way, 100)  # type: ignore[arg-type]
    assert len(list(folder.iterdir())) == 2
