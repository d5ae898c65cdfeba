"""Kernels have the values of the definition on processors with fewer instructions than this one.

NUMBA_CPU_FEATURES switches features off, for Numba's kernels and for those that are emitted here; the tests of the
latter then run again. (`NUMBA_CPU_FEATURES=… ./grundyw test` runs all of them so.)
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from grundy.compile import machine

HERE = Path(__file__).parent
EMITTED = (
    "heap/test_numbers.py::test_kernels_fill_the_numbers_of_their_lags",
    "heap/test_sparse.py::test_generated_kernels_fill_the_words_of_their_lags",
    "heap/test_sparse.py::test_generated_checks_settle_what_the_slow_check_settles",
    "../compile/test_compile.py::test_values_outgrow_their_bytes",
)
ON_X86 = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="these are features of x86")


@ON_X86
@pytest.mark.parametrize("lacking", [pytest.param("avx512vbmi", marks=pytest.mark.long), "avx2"])
def test_a_processor_that_lacks_a_feature_finds_the_same_values(lacking: str, tmp_path: Path) -> None:
    import llvmlite.binding as llvm

    here = llvm.get_host_cpu_features()
    if not here.get(lacking):
        pytest.skip("this processor lacks it, so the tests themselves have run without it")
    features = f"{here.flatten()},-{lacking}"
    environment = os.environ | {"NUMBA_CPU_FEATURES": features, "GRUNDY_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(str(HERE / name) for name in EMITTED)]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout
    assert list(tmp_path.glob("*.kernel")), "they were made for the other processor"


@pytest.mark.parametrize(
    ("features", "asked", "there"),
    [
        ("+avx2,+avx512f", ("avx2", "avx512f"), True),
        ("+avx2,+avx512f,-avx2", ("avx2",), False),
        ("-avx2,+avx2", ("avx2",), True),
        ("+avx2", ("avx",), False),
        ("", ("avx",), False),
        ("", (), True),
    ],
)
def test_the_last_word_on_a_feature_counts(
    features: str, asked: tuple[str, ...], there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "processor", lambda: ("any", features))
    assert machine.has(*asked) == there
