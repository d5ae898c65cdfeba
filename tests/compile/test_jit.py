"""Kernels as Numba compiles them: what is called by others may be called from Python too, and calls itself."""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import pytest

from grundy.compile import build, jit


class Kernels(NamedTuple):
    doubled: Any
    summed: Any
    asked: Any


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Kernels:
    """Three that nothing has compiled; the second calls the first, and itself."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))

    @jit.njit
    def doubled(n):  # type: ignore[no-untyped-def]
        return 2 * n

    @jit.njit
    def summed(n):  # type: ignore[no-untyped-def]
        return doubled(n) if n < 2 else doubled(n) + summed(n - 1)

    @jit.njit
    def asked(n):  # type: ignore[no-untyped-def]
        return summed(n), doubled(n)

    return Kernels(doubled, summed, asked)


def test_what_is_called_has_no_code_for_python(kernels: Kernels) -> None:
    assert kernels.asked(4) == (20, 8)
    assert len(kernels.asked.dispatcher.overloads) == 1
    for called in (kernels.summed, kernels.doubled):
        assert not called.dispatcher.overloads and called.linked.overloads


def test_what_kernels_call_may_be_called_from_python_too(kernels: Kernels) -> None:
    assert kernels.summed(3) == 12
    assert kernels.asked(4) == (20, 8)
    assert kernels.doubled(21) == 42


def test_numba_optimizes_as_before_when_a_file_was_made(kernels: Kernels) -> None:
    import gc

    level = numba.config.OPT  # type: ignore[attr-defined]
    text, entry, returned = build.assembly(kernels.summed, (4,))
    assert entry in text and returned == "i"
    assert gc.isenabled() and numba.config.OPT is level  # type: ignore[attr-defined]
    with pytest.raises(numba.core.errors.TypingError):
        build.assembly(kernels.summed, ((),))
    assert gc.isenabled() and numba.config.OPT is level  # type: ignore[attr-defined]
