"""LLVM assembly of the kernels of one code: its lags and masks are constants in it.

A common heap is held as a *word* of W bits, one of which is set: the number of that bit is its nim-value without the
lowest bit of the mask, which the parity restores; the order of common values is kept. A rare heap's word is 0. Hence

- the XOR with a constant permutes the bits of a word: a *turn*, one exchange for each bit of the constant;
- a heap's word is the lowest bit that is clear in the OR of the turned words that a rare heap lets it leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

VECTOR = 512  # bits of the vectors that the wide parts work on
NARROW = 128  # bits of the vectors that the steps work on, if they fit
HEAD = "define i64 @kernel(ptr %a0, i64 %a1, i64 %a2, ptr %a3, ptr %a4, i64 %a5, ptr %a6, i64 %a7, ptr %a8)"

Lag = tuple[int, int]  # the words so many heaps before are turned by a constant: (lag, constant)


class Text:
    """Assembly that is being written: each method adds a line and gives the name of its result."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names = 0

    def name(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def put(self, line: str) -> None:
        self.lines.append(line)

    def value(self, operation: str) -> str:
        name = self.name()
        self.lines.append(f"  {name} = {operation}")
        return name

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def whole(self, declarations: Iterable[str] = ()) -> str:
        """The assembly of a function whose lines these are."""
        body = "\n".join(self.lines)
        return "\n".join([HEAD + " #0 {", "start:", body, "}", *declarations, "attributes #0 = { nounwind }", ""])


@dataclass(frozen=True, slots=True)
class Kind:
    """A vector type: words of `bits` bits, `lanes` of them."""

    bits: int
    lanes: int

    def __str__(self) -> str:
        return f"<{self.lanes} x i{self.bits}>"

    def all(self, number: int) -> str:
        """The constant with the same number in each lane.

        >>> Kind(16, 2).all(3)
        '<i16 3, i16 3>'
        """
        return self.each([number] * self.lanes)

    def each(self, numbers: Sequence[int]) -> str:
        """A constant with a number for each lane."""
        return f"<{', '.join(f'i{self.bits} {number}' for number in numbers)}>"


def splat(text: Text, kind: Kind, one: str) -> str:
    """A vector with the same value in every lane."""
    first = text.value(f"insertelement {kind} poison, i{kind.bits} {one}, i32 0")
    return text.value(f"shufflevector {kind} {first}, {kind} poison, <{kind.lanes} x i32> zeroinitializer")


def turned(text: Text, kind: Kind, words: str, bit: int) -> str:
    """Words with the bits exchanged whose numbers differ by 2**bit: an XOR of the numbers with that."""
    step = 1 << bit
    if 2 * step == kind.bits:
        twice = f"{kind} {words}, {kind} {words}"
        return text.value(f"call {kind} @llvm.fshl.v{kind.lanes}i{kind.bits}({twice}, {kind} {kind.all(step)})")
    low = ((1 << kind.bits) - 1) // ((1 << step) + 1)
    kept = text.value(f"and {kind} {words}, {kind.all(low)}")
    up = text.value(f"shl {kind} {kept}, {kind.all(step)}")
    right = text.value(f"lshr {kind} {words}, {kind.all(step)}")
    down = text.value(f"and {kind} {right}, {kind.all(low)}")
    return text.value(f"or {kind} {up}, {down}")


def union(text: Text, kind: Kind, parts: Sequence[tuple[int, Callable[[], str]]]) -> str | None:
    """The OR of words turned by constants: words with equal constants are joined first, and turns are shared."""
    groups: dict[int, str] = {}
    for constant, words in parts:
        one = words()
        groups[constant] = one if constant not in groups else text.value(f"or {kind} {groups[constant]}, {one}")
    for bit in reversed(range(max(groups, default=0).bit_length())):
        for constant in [one for one in groups if one >> bit & 1]:
            moved = turned(text, kind, groups.pop(constant), bit)
            rest = constant ^ 1 << bit
            groups[rest] = moved if rest not in groups else text.value(f"or {kind} {groups[rest]}, {moved}")
    return groups.get(0)


def declarations(kind: Kind) -> str:
    """The intrinsic that `turned` calls."""
    return f"declare {kind} @llvm.fshl.v{kind.lanes}i{kind.bits}({kind}, {kind}, {kind})"


@dataclass(frozen=True, slots=True)
class KernelPlan:
    """How a kernel of values goes through its heaps.

    A block of `block` heaps is worked on at once with all lags of `block` or more, then in steps of `step` heaps with
    the smaller lags, the least of which is `step` or more.
    """

    bits: int
    step: int
    block: int

    @property
    def wide(self) -> Kind:
        return Kind(self.bits, VECTOR // self.bits)

    @property
    def narrow(self) -> Kind:
        lanes = max(NARROW // self.bits, 1 << (self.step - 1).bit_length())
        return Kind(self.bits, lanes)


def plan(bits: int, lags: Sequence[Lag]) -> KernelPlan:
    """Steps as wide as the least lag lets them be."""
    wide = VECTOR // bits
    step = min([wide, *(lag for lag, _ in lags)])
    return KernelPlan(bits, step, wide // step * step)


def values_kernel(bits: int, lags: Sequence[Lag], way: KernelPlan | None = None) -> str:
    """The kernel that fills words from their lags.

    computes  w[n] = lowest clear bit of the OR of the turned words w[n - lag], n = a1, a1 + 1, ...
    method    blocks by vectors, steps inside by shorter ones that stay in registers
    arrays    a0 words w, in: all below a1 as far as the largest lag, out: those from a1 on
    requires  a1 >= the largest lag + 2 * block; room for a vector beyond a2
    returns   how far w is right: a2, or at most a block more; a word is 0 if all its bits are excluded
    cost      a load and an OR a lag for each vector, and some shifts
    judge     grundy.engines.heap.octal.sparse.kernels, in tests/engines/heap/test_sparse.py
    """
    way = way or plan(bits, lags)
    wide, narrow, step, block = way.wide, way.narrow, way.step, way.block
    text = Text()
    outer = [lag for lag in lags if lag[0] >= block]
    inner = [lag for lag in lags if lag[0] < block]
    steps = block // step
    before = -(-max([0, *(lag for lag, _ in inner)]) // step) if inner else 0
    size = bits // 8
    text.put(f"  %held = alloca {wide}, align 64")
    carried = [text.name() for _ in range(before)]  # words of the steps before the block, the newest last
    first = []
    for place in range(before):
        at = text.value(f"sub i64 %a1, {(before - place) * step}")
        where = text.value(f"getelementptr i{bits}, ptr %a0, i64 {at}")
        first.append(text.value(f"load {narrow}, ptr {where}, align {size}"))
    text.put("  %some = icmp slt i64 %a1, %a2")
    text.put("  br i1 %some, label %loop, label %end")
    text.label("loop")
    mark = len(text.lines)  # the phis are written when the block is
    text.put(f"  %here = getelementptr i{bits}, ptr %a0, i64 %n")

    def far(lag: int) -> Callable[[], str]:
        def load() -> str:
            where = text.value(f"getelementptr i{bits}, ptr %here, i64 {-lag}")
            return text.value(f"load {wide}, ptr {where}, align {size}")

        return load

    excluded = union(text, wide, [(constant, far(lag)) for lag, constant in outer])
    if excluded is None:
        excluded = wide.all(0)
    done: list[str] = []
    if not inner:
        word = _least(text, wide, excluded)
        text.put(f"  store {wide} {word}, ptr %here, align {size}")
    else:
        text.put(f"  store {wide} {excluded}, ptr %held, align 64")
        for number in range(steps):

            def near(lag: int, number: int = number) -> Callable[[], str]:
                def shuffle() -> str:
                    where, off = divmod(number * step - lag, step)
                    known = [*carried, *done]
                    one = known[before + where]
                    if not off:
                        return one
                    two = known[before + where + 1]
                    last = 2 * narrow.lanes - 1
                    lanes = [off + i + (off + i >= step) * (narrow.lanes - step) for i in range(narrow.lanes)]
                    picked = ", ".join(f"i32 {min(lane, last)}" for lane in lanes)
                    both = f"{narrow} {one}, {narrow} {two}"
                    return text.value(f"shufflevector {both}, <{narrow.lanes} x i32> <{picked}>")

                return shuffle

            stored = text.value(f"getelementptr i{bits}, ptr %held, i64 {number * step}")
            part = _part(text, narrow, wide, stored, number * step)
            close = union(text, narrow, [(constant, near(lag)) for lag, constant in inner])
            assert close is not None
            both = text.value(f"or {narrow} {part}, {close}")
            word = _least(text, narrow, both)
            at = text.value(f"getelementptr i{bits}, ptr %here, i64 {number * step}")
            text.put(f"  store {narrow} {word}, ptr {at}, align {size}")
            done.append(word)
    text.put(f"  %next = add i64 %n, {block}")
    text.put("  %more = icmp slt i64 %next, %a2")
    text.put("  br i1 %more, label %loop, label %end")
    text.label("end")
    text.put("  %reached = phi i64 [ %a1, %start ], [ %next, %loop ]")
    text.put("  ret i64 %reached")
    last = [*carried, *done][len(carried) + len(done) - before :] if before else []
    phis = ["  %n = phi i64 [ %a1, %start ], [ %next, %loop ]"]
    phis += [
        f"  {name} = phi {narrow} [ {start}, %start ], [ {end}, %loop ]"
        for name, start, end in zip(carried, first, last, strict=True)
    ]
    text.lines[mark:mark] = phis
    return text.whole({declarations(wide), declarations(narrow)})


def _least(text: Text, kind: Kind, excluded: str) -> str:
    """The lowest clear bit of each word."""
    above = text.value(f"add {kind} {excluded}, {kind.all(1)}")
    clear = text.value(f"xor {kind} {excluded}, {kind.all(-1)}")
    return text.value(f"and {kind} {above}, {clear}")


def _part(text: Text, narrow: Kind, wide: Kind, where: str, first: int) -> str:
    """Some lanes of what is held, beginning at a lane; lanes beyond its end may hold anything."""
    if first + narrow.lanes <= wide.lanes:
        return text.value(f"load {narrow}, ptr {where}, align {narrow.bits // 8}")
    count = wide.lanes - first
    whole = text.value(f"load {wide}, ptr %held, align 64")
    lanes = ", ".join(f"i32 {min(first + i, wide.lanes - 1)}" for i in range(narrow.lanes))
    assert count > 0
    return text.value(f"shufflevector {wide} {whole}, {wide} poison, <{narrow.lanes} x i32> <{lanes}>")
