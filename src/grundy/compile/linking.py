"""What a kernel calls becomes machine code in what Python calls, and nowhere else.

Numba would optimize it and make machine code of it by itself, with a copy of all that this calls in turn, and then once
more in the caller. This module knows insides of Numba, and `cached` does without it where they are not there.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class Linked(JITCodeLibrary):
    """Code that is linked into other code, and is optimized and made machine code there."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class LinkedLowering(NativeLowering):
    """As Numba's own, which would want an address."""

    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        make: Any = Linked
        library = state.library = make(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)  # type: ignore[no-untyped-call]
        library.finalize()
        lowered = state["cr"]
        insides: Any = numba
        # an object by which Numba knows the function; nobody calls it
        entry = insides._dynfunc.make_function(lowered.fndesc.lookup_module(), "linked", "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(entry, lowered.fndesc, [library])
        state["cr"] = lowered._replace(cfunc=entry)
        return True


class Linking(CompilerBase):
    """Compiles what only kernels call."""

    def define_pipelines(self) -> Any:
        builder: Any = DefaultPassBuilder
        passes = builder.define_nopython_pipeline(self.state)
        if self._is_whole():
            passes.passes = [(LinkedLowering if one is NativeLowering else one, name) for one, name in passes.passes]
            passes._finalized = False
            passes.finalize()
        return [passes]

    def _is_whole(self) -> bool:
        return may_link()


class Tried(Linking):
    def _is_whole(self) -> bool:
        return True


# as `cached.INNER`
INNER: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy", "pipeline_class": Linking}


@cache
def may_link() -> bool:
    """Whether this Numba's insides are as expected above; else it compiles what kernels call as it always does."""

    def inner(n: Any) -> Any:
        return 2 * n

    def outer(n: Any) -> Any:
        return inner(n) + 1

    try:
        inner = numba.njit(**INNER | {"pipeline_class": Tried})(inner)
        outer = numba.njit(outer)
        return bool(outer(20) == 41)
    except Exception:
        return False
