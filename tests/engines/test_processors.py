"""Kernels have the values of the definition on processors with fewer instructions than this one.

NUMBA_CPU_FEATURES switches features off, for Numba's kernels and for those that are emitted here; the tests of the
latter then run again. (`NUMBA_CPU_FEATURES=… ./grundyw test` runs all of them so.)
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from waiting import PATIENCE

from grundy.compile import machine
from grundy.engines.heap.octal.sparse import emit_numbers, emit_shuffle
from grundy.engines.nimbers import carryless

HERE = Path(__file__).parent
EMITTED = (
    "heap/test_numbers.py::test_kernels_fill_the_numbers_of_their_lags",
    "heap/test_sparse.py::test_generated_kernels_fill_the_words_of_their_lags",
    "heap/test_sparse.py::test_generated_checks_settle_what_the_slow_check_settles",
    "../compile/test_compile.py::test_values_outgrow_their_bytes",
)
ON_X86 = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="these are features of x86")


@ON_X86
@pytest.mark.parametrize(
    "lacking", [*(pytest.param(name, marks=pytest.mark.long) for name in ("avx512vbmi", "avx512f")), "avx2"]
)
def test_a_processor_that_lacks_a_feature_finds_the_same_values(lacking: str, tmp_path: Path) -> None:
    import llvmlite.binding as llvm

    here = llvm.get_host_cpu_features()
    if not here.get(lacking):
        pytest.skip("this processor lacks it, so the tests themselves have run without it")
    features = f"{here.flatten()},-{lacking}"
    environment = os.environ | {"NUMBA_CPU_FEATURES": features, "GRUNDY_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(str(HERE / name) for name in EMITTED)]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout
    assert list(tmp_path.glob("*.kernel")), "they were made for the other processor"


ALL_KINDS = """
import re
import llvmlite.binding as llvm
import numba
from grundy.compile import machine
from grundy.engines.heap.octal.sparse import emit
from grundy.judges.at_once import answer

made = []
emit_object = llvm.TargetMachine.emit_object

def noted(self, module):
    made.append(self.emit_assembly(module))
    return emit_object(self, module)

llvm.TargetMachine.emit_object = noted
machine.load(emit.values_kernel(16, [(70, 1), (99, 5)]))
answer("piles", b"1\\n")

@numba.njit("void(int64[:])")
def raised(x):
    for i in range(x.size):
        x[i] = 2 * x[i] + 1

assert len(made) == 2
made += raised.inspect_asm().values()
print(*(max(map("xyz".index, re.findall(r"%([xyz])mm[0-9]", code)), default=-1) for code in made))
"""


@ON_X86
@pytest.mark.parametrize(("lacking", "widest"), [("avx512f", 1), ("x86-64-v2", 0)])
def test_code_of_each_kind_keeps_to_the_processor_that_is_named(lacking: str, widest: int, tmp_path: Path) -> None:
    """Emitted kernels, Numba's and those in files have no wider registers (512, 256, 128 bits)."""
    import llvmlite.binding as llvm

    named = {"NUMBA_CPU_FEATURES": f"{llvm.get_host_cpu_features().flatten()},-{lacking}"}
    if lacking.startswith("x86"):
        named = {"NUMBA_CPU_NAME": lacking, "NUMBA_CPU_FEATURES": ""}
    nothing_kept = {"GRUNDY_CACHE": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path)}  # or it would not be made
    environment = os.environ | named | nothing_kept
    done = subprocess.run([sys.executable, "-c", ALL_KINDS], env=environment, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    emitted, in_file, numbas = map(int, done.stdout.split())
    assert in_file <= widest and 0 <= emitted <= widest and 0 <= numbas <= widest


@pytest.mark.parametrize(
    ("can", "needed"),
    [
        (emit_numbers.can_look_up, ("avx", "avx2", "avx512f", "avx512bw", "avx512vbmi")),
        (emit_shuffle.can_shuffle, ("avx", "avx2")),
        (carryless.is_available, ("avx2", "pclmul")),
    ],
)
def test_kernels_are_made_where_all_that_they_need_is_there(
    can: Callable[[], bool], needed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With -avx said last, LLVM has no AVX2 either, though +avx2 was said before: it ended the process where 64-bit
    nimbers were multiplied."""
    for lacking in (None, "avx", *needed):
        features = ",".join([*(f"+{name}" for name in needed), f"-{lacking}"])
        monkeypatch.setattr(machine, "features_of_processor", lambda features=features: features)
        assert can() == (lacking is None)


@pytest.mark.parametrize(
    ("features", "asked", "there"),
    [
        ("+avx2,+avx512f", ("avx2", "avx512f"), True),
        ("+avx2,+avx512f,-avx2", ("avx2",), False),
        ("-avx2,+avx2", ("avx2",), True),
        ("+avx2", ("avx",), False),
        ("+avx,+avx2,+pclmul,-avx", ("avx2",), False),
        ("+avx,+avx2,+pclmul,-avx", ("pclmul",), True),
        ("+avx2,+avx512f,+avx512vbmi,-avx512f", ("avx512vbmi",), False),
        ("+avx2,+avx512f,+avx512vbmi,-avx512f", ("avx2",), True),
        ("-avx,+avx2", ("avx2",), True),
        ("", ("avx",), False),
        ("", (), True),
    ],
)
def test_the_last_word_on_a_feature_counts(
    features: str, asked: tuple[str, ...], there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "features_of_processor", lambda: features)
    assert machine.has(*asked) == there


@pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="the system must tell it so")
def test_the_system_tells_of_the_features_that_llvm_finds() -> None:
    import llvmlite.binding as llvm

    here = llvm.get_host_cpu_features()
    for name in (*machine.LADDER, "pclmul"):
        assert machine.has(name) == bool(here.get(name)), name
