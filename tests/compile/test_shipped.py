"""Libraries of kernels that come with a wheel: loaded only as they were made, of these sources, for this machine."""

from __future__ import annotations

import os
import random
import runpy
import sys
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kernel_files import look_anew
from limits import set_limits

from grundy.compile import build, compiler, machine, native, shipped
from grundy.compile.jit import Kernel
from grundy.engines.heap.octal.kernels import differences

ON = pytest.mark.skipif(not native.CAN_BE, reason="no files are made for this processor and system")
KERNEL, KINDS = "grundy.engines.heap.octal.kernels.differences", "1<i4 1<i4"
NAME = native.name_of(KERNEL, KINDS)
GIVEN = np.array([0, 1, 3, 6], np.int32)
RELEASE = Path(__file__).parents[2] / "release"


@pytest.fixture(scope="module")
def library() -> bytes:
    """A library with one kernel; the linker of a release is not needed for that."""
    image, _ = build.build(differences, (GIVEN, GIVEN), shipped.symbol(NAME))
    return image


@pytest.fixture
def carried(library: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The library as a wheel carries it, on a machine without a compiler where nothing is kept."""
    here = shipped.TARGETS[2]
    place = tmp_path / "libraries" / (here.name + here.suffix)
    place.parent.mkdir()
    place.write_bytes(library)
    place.with_suffix(".list").write_text(shipped.listing(library, {NAME: ""}, here))
    set_limits(monkeypatch, "compile", FOLDER=place.parent)
    monkeypatch.setattr(shipped, "target", lambda: here)
    monkeypatch.setattr(compiler, "missing", lambda: "numba")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    look_anew(differences)
    yield place
    monkeypatch.undo()
    look_anew(differences)


def subtracted() -> list[int]:
    steps = np.zeros(3, np.int32)
    differences(GIVEN, steps)
    return steps.tolist()


@ON
def test_a_library_answers_without_a_compiler(carried: Path) -> None:
    assert subtracted() == [1, 2, 3]
    assert native.has_file(KERNEL) and not native.has_file(KERNEL + "s")


def test_no_library_with_a_flipped_bit_is_loaded(library: bytes) -> None:
    here, chance = shipped.TARGETS[2], random.Random(5)
    text = shipped.listing(library, {NAME: "i"}, here)
    assert shipped.read(library, text, here) == {NAME: "i"}
    for at in chance.sample(range(len(library)), 100):
        damaged = bytearray(library)
        damaged[at] ^= 1 << chance.randrange(8)
        assert shipped.read(bytes(damaged), text, here) == {}
    for at in range(len(text)):
        assert shipped.read(library, text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :], here) == {}
    for size in range(len(text)):
        assert shipped.read(library, text[:size], here) == {}


@ON
def test_a_damaged_library_is_not_loaded_and_what_installs_a_compiler_is_named(carried: Path) -> None:
    carried.write_bytes(carried.read_bytes()[:-1] + b"x")
    with pytest.raises(compiler.NoCompiler, match=r"numba is missing: pip install 'grundy\[compile\]'"):
        subtracted()


@ON
def test_a_library_of_other_sources_is_not_loaded(carried: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "sources", lambda: "others")
    with pytest.raises(compiler.NoCompiler):
        subtracted()


def test_a_list_of_another_target_is_not_read(library: bytes) -> None:
    first, second = shipped.TARGETS[:2]
    assert shipped.read(library, shipped.listing(library, {NAME: ""}, first), second) == {}


@pytest.mark.parametrize(
    ("system", "kind", "flags", "name"),
    [
        ("linux", "x86_64", shipped.V4, "linux-x86-64-v4"),
        ("linux", "x86_64", shipped.V3 + " avx512f", "linux-x86-64-v3"),
        ("linux", "x86_64", shipped.V2 + " avx", "linux-x86-64-v2"),
        ("linux", "x86_64", "sse2", None),
        ("linux", "aarch64", "", "linux-aarch64"),
        ("linux", "riscv64", "", None),
        ("darwin", "arm64", "", "macos-arm64"),
        ("darwin", "x86_64", "", "macos-x86-64"),
    ],
)
def test_each_machine_has_its_library(
    system: str, kind: str, flags: str, name: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(os, "uname", lambda: os.uname_result(("", "", "", "", kind)))
    monkeypatch.setattr(shipped, "described_processor", lambda: {"flags": flags})
    target = shipped.target.__wrapped__()
    assert (target and target.name) == name


def test_each_kernel_of_a_wheel_is_there_and_takes_what_is_written() -> None:
    release: dict[str, Any] = runpy.run_path(str(RELEASE / "kernels.py"))
    lines = release["shapes"]()
    assert len(lines) == len(set(lines)) > 12 and lines == sorted(lines)
    for kernel, kinds in lines:
        given = release["arguments"](kinds)
        if kernel.startswith("grundy.judges."):
            assert given == release["at_once"].TAKEN
        else:
            assert native.flat(given)[1] == kinds
        function = release["thing"](kernel)
        assert isinstance(function, Kernel) and len(signature(function.py_func).parameters) == len(given)


def test_each_kernel_of_a_rule_in_a_wheel_has_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    release: dict[str, Any] = runpy.run_path(str(RELEASE / "kernels.py"))
    lines = release["rules"]()
    assert len({release["of_rule"](*one)[0] for one in lines}) == len(lines) > 1
    assert release["is_there"]("rule wythoff: window 1 0 1") and not release["is_there"]("rule wythof: window 1 0 1")
    assert not release["is_there"]("grundy.engines.table.kernels.fill_pears: int")


def test_features_without_a_compiler_are_those_of_the_library(carried: Path) -> None:
    assert machine.has("ssse3") and not machine.has("avx2")
