"""LLVM assembly of the kernels for heaps kept as numbers, 32 heaps at a time, by the byte shuffle of AVX2.

The numbers below 80 that pairs show of a heap are a word of 128 bits: ten bytes of eight numbers each, and a vector has
one such byte of 32 heaps while they are collected. The shuffle looks up 16 bytes, and gives 0 where the place has its
highest bit set: with a saturating addition that sets it outside the 16 numbers meant, two look-ups mark those 16.
"""

from __future__ import annotations

from collections.abc import Sequence

from grundy.compile.machine import has
from grundy.engines.heap.octal.sparse.emit import AssemblyText, VectorType, splat

LANES = 32
BYTES = VectorType(8, LANES)
VECTOR = str(BYTES)
MARKED = 80  # numbers that are marked; few heaps of Grundy's game have others
WORD = 128  # bits of a heap's word
GROUPS = MARKED // 8
FIRST = 720  # lags that mark
CANDIDATES = 6  # numbers of a heap that the later lags are asked for
NOTHING = 255  # no candidate
DECLARED = (
    f"declare {VECTOR} @llvm.x86.avx2.pshuf.b({VECTOR}, {VECTOR})",
    f"declare {VECTOR} @llvm.uadd.sat.v32i8({VECTOR}, {VECTOR})",
    "declare i128 @llvm.cttz.i128(i128, i1)",
)


def can_shuffle() -> bool:
    """Whether the processor has the instructions."""
    return has("avx", "avx2")


def _moved_by(text: AssemblyText, at: str) -> str:
    """The numbers of 32 neighbours so many heaps before %here, moved by a constant: the entry `at` of two tables."""
    lags, constants = "%backs", "%constants"
    back = text.value(f"load i32, ptr {text.value(f'getelementptr i32, ptr {lags}, i64 {at}')}, align 4")
    constant = text.value(f"load i8, ptr {text.value(f'getelementptr i8, ptr {constants}, i64 {at}')}, align 1")
    where = text.value(f"getelementptr i8, ptr %here, i64 {text.value(f'sext i32 {back} to i64')}")
    complements = text.value(f"load {VECTOR}, ptr {where}, align 1")
    return text.value(f"xor {VECTOR} {complements}, {splat(text, BYTES, constant)}")


def put_marks(text: AssemblyText, count: str, before: str, after: str) -> None:
    """A loop that collects the numbers below 80 which the first `count` lags show; their words are at %words then.

    Args:    count: > 0. before: the label that it is entered from. after: the label that the caller opens next.
    """
    text.label("marking")
    text.put(f"  %mark = phi i64 [ 0, %{before} ], [ %marknext, %marking ]")
    for group in range(GROUPS):
        text.put(f"  %old{group} = phi {VECTOR} [ zeroinitializer, %{before} ], [ %new{group}, %marking ]")
    numbers = _moved_by(text, "%mark")
    halves = [BYTES.each([0] * (8 * half) + [1 << bit for bit in range(8)] + [0] * (8 - 8 * half)) for half in (0, 1)]
    tables = [f"{half_text[:-1]}, {half_text[1:]}" for half_text in halves]  # once for each half of a vector
    for first in range(0, MARKED, 16):
        moved = text.value(f"xor {VECTOR} {numbers}, {BYTES.all(first)}") if first else numbers
        inside = text.value(f"call {VECTOR} @llvm.uadd.sat.v32i8({VECTOR} {moved}, {VECTOR} {BYTES.all(112)})")
        for half, table in enumerate(tables):
            shown = text.value(f"call {VECTOR} @llvm.x86.avx2.pshuf.b({VECTOR} {table}, {VECTOR} {inside})")
            group = first // 8 + half
            text.put(f"  %new{group} = or {VECTOR} %old{group}, {shown}")
    text.put("  %marknext = add i64 %mark, 1")
    text.put(f"  %markmore = icmp slt i64 %marknext, {count}")
    text.put("  br i1 %markmore, label %marking, label %marked")
    text.label("marked")
    unmarked = ["zeroinitializer"] * (WORD // 8 - GROUPS)
    vectors, lanes = [*(f"%new{group}" for group in range(GROUPS)), *unmarked], [list(range(LANES))] * (WORD // 8)
    for size in (1, 2, 4, 8):
        vectors, lanes = _interleaved(text, vectors, lanes, size)
    for vector, order in zip(vectors, lanes, strict=True):
        for half in (0, 16):
            places = ", ".join(f"i32 {half + place}" for place in range(16))
            two = text.value(f"shufflevector {VECTOR} {vector}, {VECTOR} poison, <16 x i32> <{places}>")
            at = text.value(f"getelementptr i128, ptr %words, i64 {order[half]}")
            text.put(f"  store <16 x i8> {two}, ptr {at}, align 16")
    text.put(f"  br label %{after}")


def _interleaved(
    text: AssemblyText, vectors: Sequence[str], lanes: Sequence[list[int]], size: int
) -> tuple[list[str], list[list[int]]]:
    """One step of a transposition: neighbours are unpacked, `size` bytes at a time, within each half of a vector.

    Args:    lanes: the lane that each byte of a vector is of.
    """
    interleaved, orders = [], []
    step = 2 * size  # vectors of one group side by side: those that agree in their lanes
    for at in range(0, len(vectors), step):
        for low in range(size):
            for part in (0, 8):
                places = [
                    other + half + part + unit + byte
                    for half in (0, 16)
                    for unit in range(0, 8, size)
                    for other in (0, LANES)
                    for byte in range(size)
                ]
                left, right = vectors[at + low], vectors[at + size + low]
                both = lanes[at + low] + lanes[at + size + low]
                named = ", ".join(f"i32 {place}" for place in places)
                interleaved.append(
                    text.value(f"shufflevector {VECTOR} {left}, {VECTOR} {right}, <{LANES} x i32> <{named}>")
                )
                orders.append([both[place] for place in places])
    return interleaved, orders


def fill_kernel(bits: int) -> str:
    """The kernel that fills in heaps from their lags.

    computes  x[n] = 255 - the least number that no lag excludes, or 0 if all below `bits` are, n = a1, a1 + 1, ...
    method    the first lags mark the numbers below 80 that they exclude, of 32 heaps at once; the other far lags are
              asked for the least few left only; then heap by heap the near lags. A heap of which none of these is left
              is filled from all lags one by one
    arrays    a0 u1, in: all below a1 as far as the largest lag, out: a1..a2; a3 i8[a5], lags of 32 or more, and a4
              i8[a7], lags below 32: each 256 * lag + (255 XOR the constant); a6 i8[3]: how many lags of a3 are the
              first, and where they all are apart: the lags (i4, negative) and 255 XOR the constants (u1)
    requires  a2 - a1 a multiple of 32; 0 < a6[0] <= a5; constants below 176
    returns   a2
    cost      for each first lag and 32 heaps 30 instructions, for each other one 14; a heap some more for each near lag
    judge     kernels.fill_numbers, in tests/engines/heap/test_numbers.py
    """
    text = AssemblyText()
    text.put(f"  %words = alloca [{LANES} x i128], align 64")
    text.put(f"  %asked = alloca [{LANES * CANDIDATES} x i8], align 64")
    text.put("  %stamps = alloca [256 x i8], align 64")
    text.put("  %tags = alloca [256 x i8], align 64")
    text.put("  %first = load i64, ptr %a6, align 8")
    text.put("  %at1 = getelementptr i64, ptr %a6, i64 1")
    text.put("  %backs = load ptr, ptr %at1, align 8")
    text.put("  %at2 = getelementptr i64, ptr %a6, i64 2")
    text.put("  %constants = load ptr, ptr %at2, align 8")
    text.put("  br label %block")
    text.label("block")
    text.put("  %n = phi i64 [ %a1, %start ], [ %nn, %blockend ]")
    text.put("  %inside = icmp slt i64 %n, %a2")
    text.put("  br i1 %inside, label %body, label %end")
    text.label("body")
    text.put("  %here = getelementptr i8, ptr %a0, i64 %n")
    text.put("  br label %marking")
    put_marks(text, "%first", "body", "choose")
    _put_candidates(text)
    _put_asking(text)
    _put_heaps(text, bits)
    text.label("blockend")
    text.put(f"  %nn = add i64 %n, {LANES}")
    text.put("  br label %block")
    text.label("end")
    text.put("  ret i64 %n")
    return text.whole(DECLARED)


def _put_candidates(text: AssemblyText) -> None:
    """The least numbers of each heap that are not marked: at %asked, a vector for each rank."""
    text.label("choose")
    text.put("  %chooser = phi i64 [ 0, %marked ], [ %choosernext, %choose ]")
    at = text.value("getelementptr i128, ptr %words, i64 %chooser")
    word = text.value(f"load i128, ptr {at}, align 16")
    free = text.value(f"xor i128 {word}, {(1 << MARKED) - 1}")
    for rank in range(CANDIDATES):
        low = text.value(f"call i128 @llvm.cttz.i128(i128 {free}, i1 false)")
        some = text.value(f"icmp ne i128 {free}, 0")
        byte = text.value(f"select i1 {some}, i8 {text.value(f'trunc i128 {low} to i8')}, i8 {NOTHING}")
        to = text.value(f"getelementptr i8, ptr %asked, i64 {text.value(f'add i64 %chooser, {LANES * rank}')}")
        text.put(f"  store i8 {byte}, ptr {to}, align 1")
        free = text.value(f"and i128 {free}, {text.value(f'sub i128 {free}, 1')}")
    text.put("  %choosernext = add i64 %chooser, 1")
    text.put(f"  %choosermore = icmp slt i64 %choosernext, {LANES}")
    text.put("  br i1 %choosermore, label %choose, label %ask")


def _put_asking(text: AssemblyText) -> None:
    """Which candidates the other lags exclude: %hits0, %hits1, ..., a bit for each heap."""
    text.label("ask")
    for rank in range(CANDIDATES):
        at = text.value(f"getelementptr i8, ptr %asked, i64 {LANES * rank}")
        text.put(f"  %candidate{rank} = load {VECTOR}, ptr {at}, align 32")
    text.put("  %some = icmp slt i64 %first, %a5")
    text.put("  br i1 %some, label %asking, label %asked1")
    text.label("asking")
    text.put("  %other = phi i64 [ %first, %ask ], [ %othernext, %asking ]")
    for rank in range(CANDIDATES):
        text.put(f"  %hit{rank} = phi {VECTOR} [ zeroinitializer, %ask ], [ %hitnew{rank}, %asking ]")
    numbers = _moved_by(text, "%other")
    for rank in range(CANDIDATES):
        equal = text.value(f"icmp eq {VECTOR} {numbers}, %candidate{rank}")
        wide = text.value(f"sext <{LANES} x i1> {equal} to {VECTOR}")
        text.put(f"  %hitnew{rank} = or {VECTOR} %hit{rank}, {wide}")
    text.put("  %othernext = add i64 %other, 1")
    text.put("  %othermore = icmp slt i64 %othernext, %a5")
    text.put("  br i1 %othermore, label %asking, label %asked1")
    text.label("asked1")
    for rank in range(CANDIDATES):
        text.put(f"  %hitlast{rank} = phi {VECTOR} [ zeroinitializer, %ask ], [ %hitnew{rank}, %asking ]")
    for rank in range(CANDIDATES):
        some = text.value(f"icmp ne {VECTOR} %hitlast{rank}, zeroinitializer")
        text.put(f"  %hits{rank} = bitcast <{LANES} x i1> {some} to i{LANES}")
    text.put("  call void @llvm.memset.p0.i64(ptr %tags, i8 0, i64 256, i1 false)")
    text.put("  br label %heap")


def _put_heaps(text: AssemblyText, bits: int) -> None:
    """Heap by heap: the least candidate that no near lag excludes, or by all lags. Ends in `blockend`."""
    text.label("heap")
    text.put("  %lane = phi i64 [ 0, %asked1 ], [ %lanenext, %heapend ]")
    text.put("  %own = getelementptr i8, ptr %here, i64 %lane")
    text.put(f"  %tag = add i8 {text.value('trunc i64 %lane to i8')}, 1")
    text.put("  %somenear = icmp sgt i64 %a7, 0")
    text.put("  br i1 %somenear, label %near, label %pick")
    text.label("near")
    text.put("  %j = phi i64 [ 0, %heap ], [ %jnext, %near ]")
    number = _number_of(text, "%a4", "%j")
    to = text.value(f"getelementptr i8, ptr %tags, i64 {text.value(f'zext i8 {number} to i64')}")
    text.put(f"  store i8 %tag, ptr {to}, align 1")
    text.put("  %jnext = add i64 %j, 1")
    text.put("  %jmore = icmp slt i64 %jnext, %a7")
    text.put("  br i1 %jmore, label %near, label %pick")
    text.label("pick")
    lane = text.value(f"trunc i64 %lane to i{LANES}")
    least = str(NOTHING)
    for rank in reversed(range(CANDIDATES)):
        at = text.value(f"getelementptr i8, ptr %asked, i64 {text.value(f'add i64 %lane, {LANES * rank}')}")
        candidate = text.value(f"load i8, ptr {at}, align 1")
        tagged = text.value(f"getelementptr i8, ptr %tags, i64 {text.value(f'zext i8 {candidate} to i64')}")
        near = text.value(f"icmp eq i8 {text.value(f'load i8, ptr {tagged}, align 1')}, %tag")
        far = text.value(f"trunc i{LANES} {text.value(f'lshr i{LANES} %hits{rank}, {lane}')} to i1")
        out = text.value(f"or i1 {near}, {far}")
        least = text.value(f"select i1 {out}, i8 {least}, i8 {candidate}")
    text.put(f"  %kept = xor i8 {least}, -1")
    text.put(f"  %none = icmp eq i8 {least}, {NOTHING}")
    text.put("  br i1 %none, label %slow, label %heapend")
    text.label("slow")
    text.put("  call void @llvm.memset.p0.i64(ptr %stamps, i8 0, i64 256, i1 false)")
    text.put("  br label %stampfar")
    for name, lags, count, then in (("far", "%a3", "%a5", "nearer"), ("near", "%a4", "%a7", "scan")):
        before = "slow" if name == "far" else "nearer"
        text.label(f"stamp{name}")
        text.put(f"  %at{name} = phi i64 [ 0, %{before} ], [ %next{name}, %stamp{name} ]")
        number = text.value(f"zext i8 {_number_of(text, lags, f'%at{name}')} to i64")
        to = text.value(f"getelementptr i8, ptr %stamps, i64 {number}")
        text.put(f"  store i8 1, ptr {to}, align 1")
        text.put(f"  %next{name} = add i64 %at{name}, 1")
        text.put(f"  %more{name} = icmp slt i64 %next{name}, {count}")
        text.put(f"  br i1 %more{name}, label %stamp{name}, label %{then}")
        if name == "far":
            text.label("nearer")
            text.put("  br i1 %somenear, label %stampnear, label %scan")
    text.label("scan")
    text.put("  %least = phi i64 [ 0, %nearer ], [ 0, %stampnear ], [ %leastnext, %scanmore ]")
    at = text.value("getelementptr i8, ptr %stamps, i64 %least")
    text.put(f"  %stamp = load i8, ptr {at}, align 1")
    text.put("  %clear = icmp eq i8 %stamp, 0")
    text.put("  br i1 %clear, label %scanned, label %scanmore")
    text.label("scanmore")
    text.put("  %leastnext = add i64 %least, 1")
    text.put(f"  %scanon = icmp slt i64 %leastnext, {bits}")
    text.put("  br i1 %scanon, label %scan, label %scanned")
    text.label("scanned")
    text.put(f"  %leastof = phi i64 [ %least, %scan ], [ {NOTHING}, %scanmore ]")
    text.put(f"  %slowkept = xor i8 {text.value('trunc i64 %leastof to i8')}, -1")
    text.put("  br label %heapend")
    text.label("heapend")
    text.put("  %result = phi i8 [ %kept, %pick ], [ %slowkept, %scanned ]")
    text.put("  store i8 %result, ptr %own, align 1")
    text.put("  %lanenext = add i64 %lane, 1")
    text.put(f"  %lanemore = icmp slt i64 %lanenext, {LANES}")
    text.put("  br i1 %lanemore, label %heap, label %blockend")


def _number_of(text: AssemblyText, lags: str, at: str) -> str:
    """The number that the entry `at` of a table of lags excludes of the heap at %own; NOTHING if that is rare."""
    entry = text.value(f"getelementptr i64, ptr {lags}, i64 {at}")
    both = text.value(f"load i64, ptr {entry}, align 8")
    back = text.value(f"sub i64 0, {text.value(f'ashr i64 {both}, 8')}")
    complement = text.value(f"load i8, ptr {text.value(f'getelementptr i8, ptr %own, i64 {back}')}, align 1")
    number = text.value(f"xor i8 {complement}, {text.value(f'trunc i64 {both} to i8')}")
    return text.value(f"select i1 {text.value(f'icmp eq i8 {complement}, 0')}, i8 {NOTHING}, i8 {number}")
