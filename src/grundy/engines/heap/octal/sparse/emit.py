"""LLVM assembly of the kernels of one code: its lags and masks are constants in it.

A common heap is held as a *word* of W bits, one of which is set: the number of that bit is its nim-value without the
lowest bit of the mask, which the parity restores; the order of common values is kept. A rare heap's word is 0. Hence

- the XOR with a constant permutes the bits of a word: a *turn*, one exchange for each bit of the constant;
- a heap's word is the lowest bit that is clear in the OR of the turned words that a rare heap lets it leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray


VECTOR = 512  # bits of the vectors that the wide parts work on
NARROW = 128  # bits of the vectors that the steps work on, if they fit
HEAD = "define i64 @kernel(ptr %a0, i64 %a1, i64 %a2, ptr %a3, ptr %a4, i64 %a5, ptr %a6, i64 %a7, ptr %a8)"

Lag = tuple[int, int]  # the words so many heaps before are turned by a constant: (lag, constant)


class AssemblyText:
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
class VectorType:
    """A vector type: words of `bits` bits, `lanes` of them."""

    bits: int
    lanes: int

    def __str__(self) -> str:
        return f"<{self.lanes} x i{self.bits}>"

    def all(self, number: int) -> str:
        """The constant with the same number in each lane.

        >>> VectorType(16, 2).all(3)
        '<i16 3, i16 3>'
        """
        return self.each([number] * self.lanes)

    def each(self, numbers: Sequence[int]) -> str:
        """A constant with a number for each lane."""
        return f"<{', '.join(f'i{self.bits} {number}' for number in numbers)}>"


def splat(text: AssemblyText, kind: VectorType, scalar: str) -> str:
    """A vector with the same value in every lane."""
    first = text.value(f"insertelement {kind} poison, i{kind.bits} {scalar}, i32 0")
    return text.value(f"shufflevector {kind} {first}, {kind} poison, <{kind.lanes} x i32> zeroinitializer")


def turned(text: AssemblyText, kind: VectorType, words: str, bit: int) -> str:
    """Words with the bits exchanged whose numbers differ by 2**bit: an XOR of the numbers with that."""
    step = 1 << bit
    if 2 * step == kind.bits:
        twice = f"{kind} {words}, {kind} {words}"
        return text.value(f"call {kind} @llvm.fshl.v{kind.lanes}i{kind.bits}({twice}, {kind} {kind.all(step)})")
    low = ((1 << kind.bits) - 1) // ((1 << step) + 1)
    low_part = text.value(f"and {kind} {words}, {kind.all(low)}")
    up = text.value(f"shl {kind} {low_part}, {kind.all(step)}")
    right = text.value(f"lshr {kind} {words}, {kind.all(step)}")
    down = text.value(f"and {kind} {right}, {kind.all(low)}")
    return text.value(f"or {kind} {up}, {down}")


def union(text: AssemblyText, kind: VectorType, parts: Sequence[tuple[int, Callable[[], str]]]) -> str | None:
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


def declarations(kind: VectorType) -> str:
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
    def wide(self) -> VectorType:
        return VectorType(self.bits, VECTOR // self.bits)

    @property
    def narrow(self) -> VectorType:
        lanes = max(NARROW // self.bits, 1 << (self.step - 1).bit_length())
        return VectorType(self.bits, lanes)


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
    text = AssemblyText()
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
                    vectors = [*carried, *done]
                    left = vectors[before + where]
                    if not off:
                        return left
                    right_vector = vectors[before + where + 1]
                    last = 2 * narrow.lanes - 1
                    lanes = [off + i + (off + i >= step) * (narrow.lanes - step) for i in range(narrow.lanes)]
                    picked = ", ".join(f"i32 {min(lane, last)}" for lane in lanes)
                    both = f"{narrow} {left}, {narrow} {right_vector}"
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


def _least(text: AssemblyText, kind: VectorType, excluded: str) -> str:
    """The lowest clear bit of each word."""
    above = text.value(f"add {kind} {excluded}, {kind.all(1)}")
    clear = text.value(f"xor {kind} {excluded}, {kind.all(-1)}")
    return text.value(f"and {kind} {above}, {clear}")


def _part(text: AssemblyText, narrow: VectorType, wide: VectorType, where: str, first: int) -> str:
    """Some lanes of what is held, beginning at a lane; lanes beyond its end may hold anything."""
    if first + narrow.lanes <= wide.lanes:
        return text.value(f"load {narrow}, ptr {where}, align {narrow.bits // 8}")
    count = wide.lanes - first
    whole = text.value(f"load {wide}, ptr %held, align 64")
    lanes = ", ".join(f"i32 {min(first + i, wide.lanes - 1)}" for i in range(narrow.lanes))
    assert count > 0
    return text.value(f"shufflevector {wide} {whole}, {wide} poison, <{narrow.lanes} x i32> <{lanes}>")


# ---- LLVM assembly that checks words: whether each smaller rare value of a heap is the value of some move too


UNROLLED = 4  # vectors of small heaps between two looks at what is still missing
NEAR_STEP = UNROLLED * VECTOR // 16  # the number of small heaps is a multiple of this


def check_kernel(words: Words, stages: Sequence[Sequence[Lag]], singles: Sequence[int], takes: Sequence[int]) -> str:
    """The kernel that settles heaps, and notes those that it cannot settle and those that have a certain word.

    computes  for n = a1, a1 + 1, ..., a2 - 1: the rare values below the nim-value of n (`Words.required`) that no
              witness shows to be an option's value; n is noted if there is one, or if its word is 0
    method    the witnesses of the next stage are asked only where those before left some heap of the vector open; for a
              heap that the last one leaves open all small heaps are tried, a vector of neighbours at a time
    arrays    a0 words; a3 i8[3]: the key, the address of `small_numbers`, and how many small heaps it has; a4 i8[a5],
              out: heaps not settled, in order; a6 i8[a7], out: heaps with the key's word, in order; a8 i8[4], out: the
              number of both, the OR of all words, and a bound for the small heaps needed
    requires  a1 and a2 - a1 multiples of the vector's lanes; a5, a7 at least that
    returns   a2, or how far it came when one of the lists was full
    bounds    reads no word beyond the largest lag before a1, nor beyond a2
    cost      a load and an OR a witness for each vector, and some shifts
    judge     kernels.settle, in tests/engines/heap/test_sparse.py
    """
    bits = words.bits
    kind = VectorType(bits, VECTOR // bits)
    lanes, size = kind.lanes, bits // 8
    text = AssemblyText()
    text.put("  %key64 = load i64, ptr %a3, align 8")
    text.put(f"  %key1 = trunc i64 %key64 to i{bits}" if bits < 64 else "  %key1 = or i64 %key64, 0")
    text.put("  %smallat = getelementptr i64, ptr %a3, i64 1")
    text.put("  %small = load ptr, ptr %smallat, align 8")
    text.put("  %nearat = getelementptr i64, ptr %a3, i64 2")
    text.put("  %near = load i64, ptr %nearat, align 8")
    text.put(f"  %spill = alloca {kind}, align 64")
    text.put(f"  %key2 = insertelement {kind} poison, i{bits} %key1, i32 0")
    text.put(f"  %key = shufflevector {kind} %key2, {kind} poison, <{lanes} x i32> zeroinitializer")
    text.put(f"  %room1 = sub i64 %a5, {lanes}")
    text.put(f"  %room2 = sub i64 %a7, {lanes}")
    text.put("  br label %loop")
    text.label("loop")
    text.put("  %n = phi i64 [ %a1, %start ], [ %next, %tail ]")
    text.put("  %open = phi i64 [ 0, %start ], [ %open2, %tail ]")
    text.put("  %seen = phi i64 [ 0, %start ], [ %seen2, %tail ]")
    text.put(f"  %all = phi {kind} [ zeroinitializer, %start ], [ %all2, %tail ]")
    text.put("  %reach = phi i64 [ 0, %start ], [ %reach2, %tail ]")
    text.put("  %inside = icmp slt i64 %n, %a2")
    text.put("  %fits1 = icmp sle i64 %open, %room1")
    text.put("  %fits2 = icmp sle i64 %seen, %room2")
    text.put("  %fits = and i1 %fits1, %fits2")
    text.put("  %on = and i1 %inside, %fits")
    text.put("  br i1 %on, label %body, label %end")
    text.label("body")
    text.put(f"  %here = getelementptr i{bits}, ptr %a0, i64 %n")
    text.put(f"  %x = load {kind}, ptr %here, align {size}")
    text.put(f"  %all2 = or {kind} %all, %x")
    text.put(f"  %iskey = icmp eq {kind} %x, %key")
    text.put(f"  %israre = icmp eq {kind} %x, zeroinitializer")
    missing = _required(text, kind, words)

    def far(lag: int) -> Callable[[], str]:
        def load() -> str:
            where = text.value(f"getelementptr i{bits}, ptr %here, i64 {-lag}")
            return text.value(f"load {kind}, ptr {where}, align {size}")

        return load

    first = [*((lag, 0) for lag in singles), *stages[0]]
    left = ""
    for number, witnesses in enumerate([first, *stages[1:]]):
        shown = union(text, kind, [(constant, far(lag)) for lag, constant in witnesses])
        if shown is not None:
            hidden = text.value(f"xor {kind} {shown}, {kind.all(-1)}")
            missing = text.value(f"and {kind} {missing}, {hidden}")
        left = text.value(f"icmp ne {kind} {missing}, zeroinitializer")
        lost = text.value(f"or <{lanes} x i1> {left}, %israre")
        if number == 0:
            some = text.value(f"or <{lanes} x i1> {lost}, %iskey")
            whole = text.value(f"bitcast <{lanes} x i1> {some} to i{lanes}")
        else:
            whole = text.value(f"bitcast <{lanes} x i1> {lost} to i{lanes}")
        done = text.value(f"icmp eq i{lanes} {whole}, 0")
        if number == 0:
            text.put(f"  br i1 {done}, label %tail, label %slow")
            text.label("slow")
            keys = text.value(f"bitcast <{lanes} x i1> %iskey to i{lanes}")
            text.put(f"  %keys = zext i{lanes} {keys} to i64")
            whole = text.value(f"bitcast <{lanes} x i1> {lost} to i{lanes}")
            if len(stages) > 1:
                done = text.value(f"icmp eq i{lanes} {whole}, 0")
                text.put(f"  br i1 {done}, label %notes, label %stage1 ; {missing}")
            else:
                text.put(f"  br label %notes ; {missing}")
        else:
            last = number == len(stages) - 1
            further = "br label %notes" if last else f"br i1 {done}, label %notes, label %stage{number + 1}"
            text.put(f"  {further} ; {missing}")
        if number < len(stages) - 1:
            text.label(f"stage{number + 1}")
    text.label("notes")
    sources = _sources(text)
    text.put(f"  %lostbits = phi i{lanes} " + ", ".join(f"[ {value}, %{block} ]" for value, block, _ in sources))
    text.put(f"  %needs = phi {kind} " + ", ".join(f"[ {value}, %{block} ]" for _, block, value in sources))
    text.put(f"  %lost = zext i{lanes} %lostbits to i64")
    text.put(f"  store {kind} %needs, ptr %spill, align 64")
    _deep(text, kind, takes)
    text.label("seek")
    text.put("  %openx = phi i64 [ %open, %notes ], [ %open4, %deepnext ]")
    text.put("  %reachx = phi i64 [ %reach, %notes ], [ %reach4, %deepnext ]")
    _note(text, "keys", "seen", "%a6", "back")
    text.label("back")
    text.put("  %seenx = phi i64 [ %seen, %seek ], [ %seen3, %keysloop ]")
    text.put("  br label %tail")
    text.label("tail")
    text.put("  %open2 = phi i64 [ %open, %body ], [ %openx, %back ]")
    text.put("  %seen2 = phi i64 [ %seen, %body ], [ %seenx, %back ]")
    text.put("  %reach2 = phi i64 [ %reach, %body ], [ %reachx, %back ]")
    text.put(f"  %next = add i64 %n, {lanes}")
    text.put("  br label %loop")
    text.label("end")
    text.put(f"  %or = call i{bits} @llvm.vector.reduce.or.v{lanes}i{bits}({kind} %all)")
    text.put(f"  %or64 = zext i{bits} %or to i64" if bits < 64 else "  %or64 = or i64 %or, 0")
    text.put("  store i64 %open, ptr %a8, align 8")
    text.put("  %at1 = getelementptr i64, ptr %a8, i64 1")
    text.put("  store i64 %seen, ptr %at1, align 8")
    text.put("  %at2 = getelementptr i64, ptr %a8, i64 2")
    text.put("  store i64 %or64, ptr %at2, align 8")
    text.put("  %at3 = getelementptr i64, ptr %a8, i64 3")
    text.put("  store i64 %reach, ptr %at3, align 8")
    text.put("  ret i64 %n")
    reduce = f"declare i{bits} @llvm.vector.reduce.or.v{lanes}i{bits}({kind})"
    count = f"declare {kind} @llvm.ctpop.v{lanes}i{bits}({kind})"
    return text.whole({declarations(kind), reduce, count, "declare i64 @llvm.cttz.i64(i64, i1)"})


def _required(text: AssemblyText, kind: VectorType, words: Words) -> str:
    """The rare values that are smaller than the heap's own, by the numbers of their bits."""
    first = "%x"
    for place in range(words.low):
        if 1 << place < kind.bits:
            down = text.value(f"lshr {kind} {first}, {kind.all(1 << place)}")
            first = text.value(f"or {kind} {first}, {down}")
    if words.low:
        first = text.value(f"and {kind} {first}, {kind.all(words.firsts)}")
    below = text.value(f"sub {kind} {first}, {kind.all(1)}")
    own = first
    if words.low:
        next_group = "zeroinitializer"  # beyond the word, if all its bits are one group
        if 1 << words.low < kind.bits:
            next_group = text.value(f"shl {kind} {first}, {kind.all(1 << words.low)}")
        own = text.value(f"sub {kind} {next_group}, {first}")
    smaller = kind.each([words.smaller[lane & 1] for lane in range(kind.lanes)])
    beside = text.value(f"and {kind} {own}, {smaller}")
    return text.value(f"or {kind} {below}, {beside}")


def _note(text: AssemblyText, bits: str, count: str, where: str, then: str) -> None:
    """A loop that appends n + the number of each set bit to a list."""
    text.put(f"  %{bits}none = icmp eq i64 %{bits}, 0")
    text.put(f"  br i1 %{bits}none, label %{then}, label %{bits}loop")
    begin = "notes" if then == "seek" else "seek"
    text.label(f"{bits}loop")
    text.put(f"  %{bits}rest = phi i64 [ %{bits}, %{begin} ], [ %{bits}less, %{bits}loop ]")
    text.put(f"  %{count}now = phi i64 [ %{count}, %{begin} ], [ %{count}3, %{bits}loop ]")
    lane = text.value(f"call i64 @llvm.cttz.i64(i64 %{bits}rest, i1 true)")
    heap = text.value(f"add i64 %n, {lane}")
    at = text.value(f"getelementptr i64, ptr {where}, i64 %{count}now")
    text.put(f"  store i64 {heap}, ptr {at}, align 8")
    text.put(f"  %{count}3 = add i64 %{count}now, 1")
    minus = text.value(f"sub i64 %{bits}rest, 1")
    text.put(f"  %{bits}less = and i64 %{bits}rest, {minus}")
    text.put(f"  %{bits}empty = icmp eq i64 %{bits}less, 0")
    text.put(f"  br i1 %{bits}empty, label %{then}, label %{bits}loop")


def _deep(text: AssemblyText, kind: VectorType, takes: Sequence[int]) -> None:
    """For each heap still open, try all small heaps, and note it if they do not settle it."""
    bits, lanes, size = kind.bits, kind.lanes, kind.bits // 8
    text.put("  %lostnone = icmp eq i64 %lost, 0")
    text.put("  br i1 %lostnone, label %seek, label %deep")
    text.label("deep")
    text.put("  %rest = phi i64 [ %lost, %notes ], [ %less, %deepnext ]")
    text.put("  %open3 = phi i64 [ %open, %notes ], [ %open4, %deepnext ]")
    text.put("  %reach3 = phi i64 [ %reach, %notes ], [ %reach4, %deepnext ]")
    text.put("  %lane = call i64 @llvm.cttz.i64(i64 %rest, i1 true)")
    text.put("  %heap = add i64 %n, %lane")
    text.put(f"  %needat = getelementptr i{bits}, ptr %spill, i64 %lane")
    text.put(f"  %need = load i{bits}, ptr %needat, align {size}")
    text.put(f"  %from = getelementptr i{bits}, ptr %a0, i64 %heap")
    text.put(f"  %own = load i{bits}, ptr %from, align {size}")
    text.put(f"  %rare = icmp eq i{bits} %own, 0")
    text.put("  br i1 %rare, label %deepfail, label %deeploop")
    text.label("deeploop")
    text.put("  %a = phi i64 [ 0, %deep ], [ %anext, %deepmore ]")
    text.put(f"  %needed = phi i{bits} [ %need, %deep ], [ %needless, %deepmore ]")
    shown = f"{kind} zeroinitializer"
    for part in range(UNROLLED):
        offset = text.value(f"add i64 %a, {part * lanes}")
        at = text.value(f"getelementptr i{bits}, ptr %small, i64 {offset}")
        constants = text.value(f"load {kind}, ptr {at}, align {size}")
        back = text.value(f"sub i64 {-lanes}, {offset}")  # the vector's last lane has a = offset + 1
        for take in takes:
            place = text.value(f"sub i64 {back}, {take}")
            where = text.value(f"getelementptr i{bits}, ptr %from, i64 {place}")
            word = text.value(f"load {kind}, ptr {where}, align {size}")
            ones = text.value(f"sub {kind} {word}, {kind.all(1)}")
            number = text.value(f"call {kind} @llvm.ctpop.v{lanes}i{bits}({kind} {ones})")
            moved = text.value(f"xor {kind} {number}, {constants}")
            fits = text.value(f"icmp ult {kind} {moved}, {kind.all(bits)}")  # not if a heap is rare
            bit = text.value(f"shl {kind} {kind.all(1)}, {moved}")
            some = text.value(f"select <{lanes} x i1> {fits}, {kind} {bit}, {kind} zeroinitializer")
            shown = f"{kind} " + text.value(f"or {shown}, {some}")
    joined = text.value(f"call i{bits} @llvm.vector.reduce.or.v{lanes}i{bits}({shown})")
    hidden = text.value(f"xor i{bits} {joined}, -1")
    text.put(f"  %needless = and i{bits} %needed, {hidden}")
    text.put(f"  %anext = add i64 %a, {UNROLLED * lanes}")
    text.put(f"  %settled = icmp eq i{bits} %needless, 0")
    text.put("  br i1 %settled, label %deepdone, label %deepmore")
    text.label("deepmore")
    text.put("  %goon = icmp slt i64 %anext, %near")
    text.put("  br i1 %goon, label %deeploop, label %deepfail")
    text.label("deepfail")
    text.put("  %noted = getelementptr i64, ptr %a4, i64 %open3")
    text.put("  store i64 %heap, ptr %noted, align 8")
    text.put("  %open5 = add i64 %open3, 1")
    text.put("  br label %deepnext")
    text.label("deepdone")
    text.put("  %farther = icmp sgt i64 %anext, %reach3")
    text.put("  %reach5 = select i1 %farther, i64 %anext, i64 %reach3")
    text.put("  br label %deepnext")
    text.label("deepnext")
    text.put("  %open4 = phi i64 [ %open5, %deepfail ], [ %open3, %deepdone ]")
    text.put("  %reach4 = phi i64 [ %reach3, %deepfail ], [ %reach5, %deepdone ]")
    text.put("  %minus = sub i64 %rest, 1")
    text.put("  %less = and i64 %rest, %minus")
    text.put("  %empty = icmp eq i64 %less, 0")
    text.put("  br i1 %empty, label %seek, label %deep")


def _sources(text: AssemblyText) -> list[tuple[str, str, str]]:
    """The blocks that go to `notes`, with the names of the lanes not settled there and of what they miss."""
    sources = []
    block, value = "start", ""
    for line in text.lines:
        if line.endswith(":"):
            block = line[:-1]
        if "bitcast" in line and "%iskey to" not in line:
            value = line.split("=")[0].strip()
        if line.startswith("  br") and "%notes" in line:
            sources.append((value, block, line.rpartition("; ")[2]))
    return sources


def small_numbers(words: Words, numbers: NDArray[Any]) -> NDArray[Any]:
    """For each small heap a = 1, 2, ... the number of the bit of G(a), in the order in which vectors meet them.

    Args:    numbers: i8[near + 1], the number for each a, -1 where a is rare; `near` a multiple of NEAR_STEP.
    """
    import numpy as np

    lanes = VECTOR // words.bits
    marked = np.where(numbers[1:] < 0, 2 * words.bits, numbers[1:])
    return np.ascontiguousarray(marked.reshape(-1, lanes)[:, ::-1]).reshape(-1).astype(words.dtype)
