"""Sets of places as tuples of 64-bit words: bit i & 63 of word i >> 6 is place i.

Every function is written out for the number of words of the tuple that it is given, when a kernel that calls it is
compiled: with one word it is one machine instruction or a few, and nothing is ever kept in memory.

judge  whole numbers of Python, in tests/engines/search/test_search_words.py
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent
from typing import Any

from grundy.compile.before import before_compiling
from grundy.engines.search.kernels.spans import acquire, bits_of, release, zeros_above, zeros_below

_written_out: list[tuple[Any, str, Callable[[int], str], str, str]] = []


def _written(arguments: str, result: Callable[[int], str], gives: str = "words", where: str = "a") -> Any:
    """Make a function that is written out for the length of the tuple `where`; `result` gives its source."""
    stub: Any = {}
    exec(f"def stub({arguments}): raise NotImplementedError", stub)
    _written_out.append((stub["stub"], arguments, result, gives, where))
    return stub["stub"]


@before_compiling
def _write_out() -> None:
    """Tell Numba of these functions."""
    from numba import types

    import grundy.engines.search.instructions  # noqa: F401  (tells Numba of spans)
    from grundy.compile.straight import written_out

    functions = {"acquire": acquire, "release": release}
    functions |= {"bits_of": bits_of, "zeros_below": zeros_below, "zeros_above": zeros_above}
    kinds = {"bool": types.boolean, "int": types.int64, "word": types.uint64, "nothing": types.none}

    def tell(stub: Any, arguments: str, result: Callable[[int], str], gives: str, where: str) -> None:
        at = arguments.split(", ").index(where)

        def source(*given: Any) -> str:
            lines = result(given[at].count)
            return dedent(lines) if "\n" in lines else f"return {lines}"

        def returned(*given: Any) -> Any:
            words = given[at]
            if not isinstance(words, types.UniTuple) or words.dtype != types.uint64:
                return None
            return words if gives == "words" else kinds[gives]

        written_out(stub, arguments, source, returned, functions)

    for entry in _written_out:
        tell(*entry)


def _each(word: str) -> Callable[[int], str]:
    return lambda count: "(" + " ".join(word.replace("@", str(i)) + "," for i in range(count)) + ")"


def _joined(word: str, between: str) -> Callable[[int], str]:
    return lambda count: f" {between} ".join("(" + word.replace("@", str(i)) + ")" for i in range(count))


def _down(count: int) -> str:
    """a shifted right by k, 0 <= k < 64 * count; a shift of a word by 64 is undefined, so there are two."""
    if count == 1:
        return "(a[0] >> uint64(k),)"
    lines = ["    s = uint64(k & 63)", "    t = uint64(63) - s"]
    for skip in range(count):
        lines.append(f"    if k < {64 * (skip + 1)}:")
        words = []
        for i in range(count):
            low = f"(a[{i + skip}] >> s)" if i + skip < count else "uint64(0)"
            high = f" | ((a[{i + skip + 1}] << uint64(1)) << t)" if i + skip + 1 < count else ""
            words.append(low + high)
        lines.append(f"        return ({', '.join(words)},)")
    zeros = ", ".join(["uint64(0)"] * count)
    return "\n".join([*lines, f"    return ({zeros},)"])


def _low(count: int) -> str:
    lines = [f"    if a[{i}] != uint64(0):\n        return zeros_below(a[{i}]) + {64 * i}" for i in range(count)]
    return "\n".join([*lines, f"    return {64 * count}"])


def _high(count: int) -> str:
    lines = [
        f"    if a[{i}] != uint64(0):\n        return {64 * i + 63} - zeros_above(a[{i}])"
        for i in range(count - 1, -1, -1)
    ]
    return "\n".join([*lines, "    return -1"])


def _less(count: int) -> str:
    lines = [f"    if a[{i}] != b[{i}]:\n        return a[{i}] < b[{i}]" for i in range(count - 1, -1, -1)]
    return "\n".join([*lines, "    return False"])


def _hash(count: int) -> str:
    lines = ["    h = uint64(seed)"]
    for i in range(count):
        lines.append(f"    h = (h ^ a[{i}]) * uint64(0x9E3779B97F4A7C15)")
        lines.append("    h = h ^ (h >> uint64(32))")
    lines.append("    h = h * uint64(0xD6E8FEB86659FD93)")
    return "\n".join([*lines, "    return h ^ (h >> uint64(32))"])


def _top(count: int) -> str:
    words = [f"a[{i}]" for i in range(count - 1)] + [f"a[{count - 1}] | (uint64(value) << uint64(shift))"]
    return "(" + ", ".join(words) + ",)"


def _is_in(count: int) -> str:
    """Whether entry i of an array holds the places a; the highest word keeps a value above `shift`."""
    last = count - 1
    words = [f"array[i * {count} + {j}] == a[{j}]" for j in range(last)]
    words.append(f"((array[i * {count} + {last}] ^ a[{last}]) << uint64(64 - shift)) == uint64(0)")
    return " and ".join(words)


def _byte(count: int) -> str:
    """Byte j, as an index."""
    if count == 1:
        return "int64((a[0] >> uint64(8 * j)) & uint64(255))"
    words = [f"(a[{i}] if (j >> 3) == {i} else uint64(0))" for i in range(count)]
    return f"int64((({' | '.join(words)}) >> uint64(8 * (j & 7))) & uint64(255))"


def _load_shared(count: int) -> str:
    """Entry i of an array that others write; its last word is read first, and is written last."""
    words = [f"array[i * {count} + {j}]" for j in range(count - 1)] + ["last"]
    return f"    last = acquire(array, i * {count} + {count - 1})\n    return ({', '.join(words)},)"


def _store_shared(count: int) -> str:
    lines = [f"    array[i * {count} + {j}] = a[{j}]" for j in range(count - 1)]
    return "\n".join([*lines, f"    release(array, i * {count} + {count - 1}, a[{count - 1}])\n    return"])


def _seal(count: int, undo: bool) -> str:
    """Words mixed with a number, one after the other, and with the words before them; or what they were."""
    lines = ["    mix = uint64(number) * uint64(0x9E3779B97F4A7C15)"]
    for i in range(count - 1, -1, -1):
        lines.append(f"    b{i} = a[{i}] ^ mix")
        plain = f"b{i}" if undo else f"a[{i}]"
        lines.append(f"    mix = (mix ^ {plain}) * uint64(0xD6E8FEB86659FD93)")
        lines.append("    mix = mix ^ (mix >> uint64(32))")
    return "\n".join([*lines, f"    return ({' '.join(f'b{i},' for i in range(count))})"])


def _places_only(count: int) -> str:
    words = [f"a[{i}]" for i in range(count - 1)]
    words.append(f"(a[{count - 1}] << uint64(64 - shift)) >> uint64(64 - shift)")
    return "(" + ", ".join(words) + ",)"


load = _written("array, i, a", lambda n: "(" + " ".join(f"array[i * {n} + {j}]," for j in range(n)) + ")")
store = _written(
    "array, i, a",
    lambda n: "\n".join(f"    array[i * {n} + {j}] = a[{j}]" for j in range(n)) + "\n    return",
    "nothing",
)
both = _written("a, b", _each("a[@] & b[@]"))
either = _written("a, b", _each("a[@] | b[@]"))
differ = _written("a, b", _each("a[@] ^ b[@]"))
without = _written("a, b", _each("a[@] & ~b[@]"))
nothing = _written("a", _each("uint64(0)"))
place = _written("a, i", _each("(uint64(1) << uint64(i & 63)) if (i >> 6) == @ else uint64(0)"))
is_empty = _written("a", lambda n: "(" + " | ".join(f"a[{i}]" for i in range(n)) + ") == uint64(0)", "bool")
is_same = _written(
    "a, b", lambda n: "(" + " | ".join(f"(a[{i}] ^ b[{i}])" for i in range(n)) + ") == uint64(0)", "bool"
)
holds = _written("a, b", lambda n: "(" + " | ".join(f"(b[{i}] & ~a[{i}])" for i in range(n)) + ") == uint64(0)", "bool")
meets = _written("a, b", lambda n: "(" + " | ".join(f"(a[{i}] & b[{i}])" for i in range(n)) + ") != uint64(0)", "bool")
size = _written("a", _joined("bits_of(a[@])", "+"), "int")
lowest = _written("a", _low, "int")
highest = _written("a", _high, "int")
down = _written("a, k", _down)
is_less = _written("a, b", _less, "bool")
hashed = _written("a, seed", _hash, "word")
with_value = _written("a, value, shift", _top)
is_in = _written("array, i, a, shift", _is_in, "bool")
fits_word = _written("a", lambda n: " and ".join([f"a[{i}] == uint64(0)" for i in range(1, n)] or ["True"]), "bool")
byte = _written("a, j", _byte, "int")
all_ones = _written("a", _each("~uint64(0)"))
places_only = _written("a, shift", _places_only)
words_are = _written("array, at, a", lambda n: " and ".join(f"array[at + {j}] == a[{j}]" for j in range(n)), "bool")
put_words = _written(
    "array, at, a", lambda n: "\n".join(f"    array[at + {j}] = a[{j}]" for j in range(n)) + "\n    return", "nothing"
)
load_shared = _written("array, i, a", _load_shared)
store_shared = _written("array, i, a", _store_shared, "nothing")
sealed = _written("a, number", lambda count: _seal(count, False))
unsealed = _written("a, number", lambda count: _seal(count, True))
load_at = _written("array, at, a", lambda n: "(" + " ".join(f"array[at + {j}]," for j in range(n)) + ")")
