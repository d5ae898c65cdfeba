"""What kernels call becomes machine code in the caller alone, where Numba's insides are as `cached` expects them."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any, NamedTuple

import pytest
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher

from grundy.compile import cached, jit, linking


class Kernels(NamedTuple):
    doubled: Any
    summed: Any
    asked: Any


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Kernels:
    """Three that nothing has compiled; the second calls the first, and itself."""
    import numba

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


def libraries(kernel: Any) -> list[Any]:
    """The kinds of code that were made of a kernel."""
    return [type(one.library) for one in getattr(kernel, "dispatcher", kernel).overloads.values()]


def test_what_is_called_is_machine_code_in_the_caller_alone(kernels: Kernels) -> None:
    assert kernels.asked(4) == (20, 8)
    assert libraries(kernels.asked) == [JITCodeLibrary]
    for called in (kernels.summed, kernels.doubled):
        assert libraries(called) == []
        assert libraries(called.linked) == [linking.Linked]
        assert not next(iter(called.linked.overloads.values())).library.get_pointer_to_function("any")


def test_what_kernels_call_may_be_called_from_python_too(kernels: Kernels) -> None:
    assert kernels.summed(3) == 12
    assert kernels.asked(4) == (20, 8)
    assert kernels.doubled(21) == 42
    assert libraries(kernels.doubled) == libraries(kernels.summed) == [JITCodeLibrary]


def test_another_numba_compiles_as_it_always_does(kernels: Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking.LinkedLowering, "run_pass", lambda self, state: state.no_such_thing())
    linking.may_link.cache_clear()
    try:
        assert not linking.may_link()
        assert kernels.asked(4) == (20, 8)
        assert libraries(kernels.doubled.linked) == [JITCodeLibrary]
        assert kernels.doubled(21) == 42
    finally:
        linking.may_link.cache_clear()


def test_a_numba_without_these_insides_compiles_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "grundy.compile.linking", None)  # as if its imports failed
    spec = importlib.util.spec_from_file_location("cached_again", cached.__file__)
    assert spec and spec.loader
    again = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(again)
    assert type(again.dispatcher(lambda n: 2 * n)) is CPUDispatcher and "pipeline_class" not in again.INNER


def test_this_numba_is_as_expected() -> None:
    """Else all compile two times as long as they have to, and nobody would see why."""
    assert linking.may_link()
