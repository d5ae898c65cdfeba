"""The code for 32 nim-products, of instructions that LLVM names: Numba has no vectors.

Eight vectors of 32 bytes hold 32 words. `_rotated` turns them: seven bits say where a byte is, three the vector and
four the place in each half of it, and every interleaving of vectors rotates these bits by one. So after four of them
vector k has byte k of all words, and after three more all is as before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from grundy.compile.cached import instruction
from grundy.engines.nimbers.carryless.stubs import BLOCK, multiply_block

_BYTE, _WORD = ir.IntType(8), ir.IntType(64)
_BYTES, _WORDS, _PAIR = ir.VectorType(_BYTE, 32), ir.VectorType(_WORD, 4), ir.VectorType(_WORD, 2)
_LOW = [half + place for half in (0, 16) for at in range(8) for place in (at, at + BLOCK)]  # as the processor has it,
_HIGH = [place + 8 for place in _LOW]  # in each half by itself


@instruction(multiply_block)
def _typed(typing_context: Any, a: Any, b: Any, out: Any, there: Any, back: Any, start: Any) -> Any:
    signature = types.void(a, b, out, there, back, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointers = [
            builder.bitcast(context.make_array(kind)(context, builder, array).data, _BYTES.as_pointer())
            for kind, array in zip(signature.args[:5], arguments[:5], strict=True)
        ]
        first = builder.udiv(arguments[5], _WORD(4))
        _products(builder, pointers, lambda pointer, at: builder.gep(pointer, [builder.add(first, _WORD(at))]))
        return context.get_dummy_value()

    return signature, generate


def _products(builder: Any, pointers: Sequence[Any], at: Callable[[Any, int], Any]) -> None:
    """The code: 32 words of a and of b to polynomials, their products, and those back."""
    a, b, out, there, back = pointers
    polynomials = [
        _rotated(
            builder, _mapped(builder, _rotated(builder, [_load(builder, at(of, k)) for k in range(8)], 4), there), 3
        )
        for of in (a, b)
    ]
    products = [_product(builder, p, q) for p, q in zip(*polynomials, strict=True)]
    for k, words in enumerate(_rotated(builder, _mapped(builder, _rotated(builder, products, 4), back), 3)):
        builder.store(words, at(out, k), align=8)


def _load(builder: Any, pointer: Any) -> Any:
    return builder.load(pointer, align=8)


def _rotated(builder: Any, vectors: list[Any], times: int) -> list[Any]:
    """Eight vectors, each interleaved with the one four further on, so many times."""
    masks = [ir.Constant(ir.VectorType(ir.IntType(32), BLOCK), mask) for mask in (_LOW, _HIGH)]
    for _ in range(times):
        vectors = [builder.shuffle_vector(vectors[k], vectors[k + 4], mask) for k in range(4) for mask in masks]
    return vectors


def _mapped(builder: Any, vectors: list[Any], table: Any) -> list[Any]:
    """The images of 32 words whose bytes k are in vector k: the XOR of those of their half bytes."""
    kind = ir.FunctionType(_BYTES, [_BYTES, _BYTES])
    look_up = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.avx2.pshuf.b")
    images: list[Any] = [None] * 8
    for k, vector in enumerate(vectors):
        for half in (0, 1):
            if half:
                places = builder.lshr(vector, ir.Constant(_BYTES, [4] * BLOCK))
            else:
                places = builder.and_(vector, ir.Constant(_BYTES, [15] * BLOCK))
            for byte in range(8):
                entry = _load(builder, builder.gep(table, [_WORD(8 * (2 * k + half) + byte)]))
                image = builder.call(look_up, [entry, places])
                images[byte] = image if images[byte] is None else builder.xor(images[byte], image)
    return images


def _product(builder: Any, a: Any, b: Any) -> Any:
    """The products of four polynomials each, modulo x^64 + x^4 + x^3 + x + 1."""
    kind = ir.FunctionType(_PAIR, [_PAIR, _PAIR, _BYTE])
    multiply = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.pclmulqdq")

    def shuffled(x: Any, y: Any, *places: int) -> Any:
        return builder.shuffle_vector(x, y, ir.Constant(ir.VectorType(ir.IntType(32), len(places)), places))

    def shifted(shift: Callable[..., Any], words: Any, by: int) -> Any:
        return shift(words, ir.Constant(_WORDS, [by] * 4))

    a, b = builder.bitcast(a, _WORDS), builder.bitcast(b, _WORDS)
    products = []
    for pair in (0, 2):
        x, y = (shuffled(words, words, pair, pair + 1) for words in (a, b))
        products += [builder.call(multiply, [x, y, _BYTE(which)]) for which in (0x00, 0x11)]  # of low, of high words
    first, second = (shuffled(*products[k : k + 2], 0, 1, 2, 3) for k in (0, 2))
    low, high = shuffled(first, second, 0, 2, 4, 6), shuffled(first, second, 1, 3, 5, 7)
    for by in (61, 60):  # what x^3 and x^4 carry beyond x^127; the degree is 126 at most
        products.append(shifted(builder.lshr, high, by))
    high = builder.xor(high, builder.xor(*products[-2:]))
    total = builder.xor(low, high)
    for by in (1, 3, 4):
        total = builder.xor(total, shifted(builder.shl, high, by))
    return builder.bitcast(total, _BYTES)
