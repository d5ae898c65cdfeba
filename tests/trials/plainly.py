"""Kernels as plain Python: what Numba would compile runs as it is written, on small inputs, with words of 64 bits.

Call `begin` before anything of ours is imported. The instructions of LLVM that a kernel asks for are compiled by
themselves, without Numba; functions that are written out for the length of a tuple are so written when they are called.
"""

from __future__ import annotations

import ctypes
import inspect
import operator
import os
import sys
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

SMALL = 9  # places of the tables of small sets, where a search does not say how many
_RUN = "def stub(*given): return run(typed, given)"


def begin() -> None:
    """Have kernels run as plain Python in this process from now on."""
    assert "grundy" not in sys.modules
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # for the processes that tests start
    import numba.extending

    numba.config.DISABLE_JIT = 1
    import numpy as np

    np.seterr(all="ignore")  # 64-bit words wrap around
    numba.extending.intrinsic = _instruction
    numba.extending.overload = _overload
    from grundy.engines.search.kernels import spans

    for name in ("getitem", "setitem", "len"):
        setattr(spans.Span, f"__{name}__", _of_array(f"__{name}__"))
    spans.acquire, spans.release, spans.exchange = operator.getitem, operator.setitem, _exchange
    spans.bring_near = lambda *_: None
    spans.bits_of = lambda word: int(word).bit_count()
    spans.zeros_below = lambda word: (~int(word) & int(word) - 1 & (1 << 64) - 1).bit_count()
    spans.zeros_above = lambda word: 64 - int(word).bit_length()
    import grundy.engines.search.kernels.words  # noqa: F401
    from grundy.compile.before import prepare

    prepare()  # writes the functions of words out
    from grundy.engines import bitsliced
    from grundy.engines.search.driver import BoardSearch

    setattr(bitsliced, "values", _small_values)  # noqa: B010
    start: Any = BoardSearch.__init__
    from grundy.engines.search import forms as tables

    for takes in ("neighbours", "edges"):  # a second each, once for all the processes that are forked from this one
        tables.pendant_table(takes)
    start.__defaults__ = tuple(SMALL if one == 25 else one for one in start.__defaults__)


def pytest_configure() -> None:
    """As a plugin of pytest: `-p trials.plainly`."""
    begin()


def _small_values(moves: Any, places: int) -> Any:
    """In the place of bitsliced.values, which has vectors of its own: the mex over the options of each set."""
    import numpy as np

    values: list[int] = []
    for state in range(1 << places):
        moved = [state & ~clear ^ flip for need, off, clear, flip in moves if state & need == need and not state & off]
        seen = {values[option] for option in moved}
        values.append(next(v for v in range(len(seen) + 1) if v not in seen))
    return SimpleNamespace(read=lambda: np.array(values, np.uint8))


def _of_array(name: str) -> Callable[..., Any]:
    return lambda span, *given: getattr(span.array, name)(*given)


def _exchange(span: Any, index: int, old: Any, new: Any) -> bool:
    """Write a word if it is still `old`, and say whether it was; nobody else writes in this process."""
    matches = span[index] == old
    if matches:
        span[index] = new
    return bool(matches)


def _instruction(typed: Callable[..., Any]) -> Callable[..., Any]:
    """What Numba's `intrinsic` would make of a function of 64-bit numbers."""

    @cache
    def made() -> Any:
        import llvmlite.binding as llvm
        from llvmlite import ir
        from numba import types

        word = ir.IntType(64)
        count = len(inspect.signature(typed).parameters) - 1
        signature, generate = typed(None, *(types.uint64,) * count)
        module = ir.Module()
        function = ir.Function(module, ir.FunctionType(word, [word] * count), "instruction")
        builder = ir.IRBuilder(function.append_basic_block())
        builder.ret(generate(None, builder, signature, function.args))
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        engine = llvm.create_mcjit_compiler(
            llvm.parse_assembly(str(module)), llvm.Target.from_default_triple().create_target_machine()
        )
        engine.finalize_object()
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_uint64,) * count)
        return kind(engine.get_function_address("instruction")), engine

    return lambda *given: made()[0](*(int(one) & (1 << 64) - 1 for one in given))


def _overload(stub: Any, **_given: Any) -> Callable[[Any], Any]:
    """What Numba's `overload` would do, for the stubs of kernels/words.py; other functions stay as they are."""

    def put(typed: Any) -> Any:
        if getattr(stub, "__name__", "") == "stub":
            scope: dict[str, Any] = {}
            exec(_RUN, scope)
            stub.__globals__.update(run=_run, typed=typed)
            stub.__code__ = scope["stub"].__code__
        return typed

    return put


def _run(typed: Any, given: tuple[Any, ...]) -> Any:
    return _written(typed, tuple(len(one) if isinstance(one, tuple) else -1 for one in given))(*given)


@cache
def _written(typed: Any, lengths: tuple[int, ...]) -> Any:
    import numpy as np

    function = typed(*(SimpleNamespace(count=length) for length in lengths))
    function.__globals__.update(uint64=np.uint64, int64=np.int64)
    return function
