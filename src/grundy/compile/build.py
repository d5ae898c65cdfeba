"""Compile a kernel, for arguments of some kinds, to a shared object with Numba and LLVM (see `native.py`)."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from grundy.compile import before, compiler
from grundy.compile.elf import NotPlain, shared_object
from grundy.compile.machine import processor
from grundy.compile.span import Place, Span, span_of

COUNTING = re.compile(r"^(define [^\n]* @NRT_(?:incref|decref)\([^\n]*\{)\n.*?^\}", re.MULTILINE | re.DOTALL)
"""Numba's functions that count references to arrays. A kernel in a file allocates no memory, and nothing counts
references to its arguments, so these functions have nothing to do; LLVM cannot always see this."""


def build(kernel: Any, arguments: tuple[Any, ...], name: str) -> tuple[bytes, str]:
    """The shared object of a kernel for arguments like these, and the kinds of its results: a letter each, in brackets
    if the kernel returns a tuple. Empty bytes and "" if no shared object can hold the code.
    """
    compiler.need()
    from numba.core.errors import NumbaError

    try:
        with before.compiling():
            text, entry, returned = assembly(kernel, arguments)
            return shared_object(_compiled(text, entry), entry, name), returned
    except (NumbaError, NotPlain):
        return b"", ""


def assembly(kernel: Any, arguments: tuple[Any, ...]) -> tuple[str, str, str]:
    """LLVM assembly of a kernel for arguments like these, the name of its function, and the kinds of its results.

    Raises:  NumbaError: the kernel needs something that a file cannot hold.
    """
    import numba

    returned: list[str] = []
    types: Any = numba.types
    with _plainly():
        before.prepare()
        entry: Any = numba.cfunc(types.void(types.CPointer(types.int64)), error_model="numpy")
        function = entry(_taking(kernel, arguments, returned))
    return function.inspect_llvm(), function.native_name, returned[-1]


@contextmanager
def _plainly() -> Iterator[None]:
    """In a `with` block, Numba does not optimize: LLVM optimizes the whole output later, and Numba's own code never
    runs. The garbage collector pauses, too: Numba makes many small objects, but no garbage.

    Numba fixes the quality of its machine code for the life of the process when it first learns types. If it learns
    them here, it makes poor code (in less time) from now on, and no cache may store that code.
    """
    import numba

    before.no_good_code()

    settings: Any = numba.config
    level, collects = settings.OPT, gc.isenabled()
    settings.OPT = type(level)(0)
    gc.disable()
    try:
        yield
    finally:
        settings.OPT = level
        if collects:
            gc.enable()


def _taking(kernel: Any, arguments: tuple[Any, ...], returned: list[str]) -> Any:
    """A function that takes the words of `native.flat`, calls the kernel on them and writes its results after them."""
    import numpy as np
    from numba import carray, from_dtype  # type: ignore[attr-defined]

    scope: dict[str, Any] = {"kernel": kernel, "carray": carray, "span_of": span_of}
    scope |= {"pointer": _pointer(), "put": _put(returned)}
    count = 0

    def name(thing: Any) -> str:
        scope.setdefault(f"of{len(scope)}", thing)
        return f"of{len(scope) - 1}"

    def word() -> str:
        nonlocal count
        count += 1
        return f"words[{count - 1}]"

    def taken(value: Any) -> str:
        if isinstance(value, Span):
            return f"span_of(pointer({word()}, {name(from_dtype(value.array.dtype))}), {word()})"
        if isinstance(value, Place):
            return f"pointer({word()}, {name(from_dtype(np.dtype(value.entry)))})"
        if isinstance(value, bool):
            return f"({word()} != 0)"
        if isinstance(value, int):
            return word()
        if isinstance(value, tuple):
            made = name(type(value)) if hasattr(value, "_fields") else ""
            return f"{made}({''.join(taken(element) + ', ' for element in value)})"
        entry = name(from_dtype(value.dtype))
        if not value.shape:
            return f"{entry}({word()})"
        return f"carray(pointer({word()}, {entry}), ({''.join(word() + ', ' for _ in value.shape)}))"

    given = ", ".join(map(taken, arguments))
    exec(f"def taking(words):\n    put(words, {count}, kernel({given}))", scope)
    return scope["taking"]


def _pointer() -> Any:
    """Make an intrinsic for kernels, pointer(number, entry): the number as the address of entries of this type."""
    import numba
    from numba.extending import intrinsic

    types: Any = numba.types

    def typed(_context: Any, number: Any, entry: Any) -> Any:
        kind = types.CPointer(entry.instance_type)

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(types.int64, entry), generate

    return intrinsic(typed)


def _put(returned: list[str]) -> Any:
    """Make an intrinsic, put(words, at, result): write results from word `at` on; add their kinds to `returned`."""
    import numba
    from llvmlite import ir
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    types: Any = numba.types

    def kinds_of(result: Any) -> str:
        if isinstance(result, types.BaseTuple) and not isinstance(result, types.BaseNamedTuple):
            return f"({''.join(map(kinds_of, result))})"
        if isinstance(result, types.Boolean):
            return "b"
        if isinstance(result, types.Integer):
            return "i" if result.signed else "u"
        raise TypingError(f"no words for {result}")

    def leaves(builder: Any, value: Any, kind: Any) -> Iterator[Any]:
        if isinstance(kind, types.BaseTuple):
            for number, item_kind in enumerate(kind):
                yield from leaves(builder, builder.extract_value(value, number), item_kind)
        elif value.type.width == 64:
            yield value
        else:
            is_signed = isinstance(kind, types.Integer) and kind.signed
            yield (builder.sext if is_signed else builder.zext)(value, ir.IntType(64))

    def typed(_context: Any, words: Any, at: Any, result: Any) -> Any:
        returned.append("" if isinstance(result, types.NoneType) else kinds_of(result))

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            base, start, value = arguments
            for number, leaf in enumerate(leaves(builder, value, result) if returned[-1] else ()):
                builder.store(leaf, builder.gep(base, [builder.add(start, start.type(number))]))
            return context.get_dummy_value()

        return types.none(words, types.int64, result), generate

    return intrinsic(typed)


def _compiled(text: str, entry: str) -> bytes:
    """Compile LLVM assembly to an object file for this processor."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = target_machine(llvm.get_process_triple(), *processor())
    return bytes(target.emit_object(one_piece(text, entry, target)))


def target_machine(triple: str, cpu: str, features: str) -> Any:
    """The target of LLVM, set to make code that a shared library can hold."""
    import llvmlite.binding as llvm

    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(cpu=cpu, features=features, opt=3, reloc="pic", codemodel="small")


def one_piece(text: str, entry: str, target: Any) -> Any:
    """Optimize LLVM assembly as one module for a target, in which other code can call `entry` alone."""
    import llvmlite.binding as llvm

    module = llvm.parse_assembly(COUNTING.sub(r"\1\n  ret void\n}", text).replace("noinline", "nounwind"))
    module.triple, module.data_layout = target.triple, str(target.target_data)
    for function in module.functions:
        if not function.is_declaration and function.name != entry:
            function.linkage = "internal"
    for held in module.global_variables:
        if not held.is_declaration:
            held.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    builder = llvm.create_pass_builder(target, tuning)
    builder.getModulePassManager().run(module, builder)
    return module
