"""LLVM assembly of the kernels for heaps kept as numbers of bits (`numbers.Numbers`), 64 heaps at a time.

What a set of numbers excludes is kept as bytes of eight numbers each, one vector of 64 heaps for each such group. An
instruction of AVX-512 VBMI looks up 64 bytes at once: with the numbers as places, and a table that is `1 << (number -
8 * group)` inside a group and 0 outside, it gives what one lag adds to a group. Lags are data, so one kernel serves all
codes; all heaps that a window needs stay in the nearest cache, one byte each.
"""

from __future__ import annotations

from grundy.compile.machine import has
from grundy.engines.heap.octal.sparse.emit import Kind, Text, splat

LANES = 64
BYTES = Kind(8, LANES)
VECTOR = str(BYTES)
LOOKED_UP = 56  # numbers of one pass: the look-up has 64 places, and those beyond these say "outside"
GROUPS = LOOKED_UP // 8
DECLARED = (
    f"declare {VECTOR} @llvm.x86.avx512.permvar.qi.512({VECTOR}, {VECTOR})",
    f"declare {VECTOR} @llvm.umin.v64i8({VECTOR}, {VECTOR})",
    "declare i8 @llvm.cttz.i8(i8, i1)",
)


def can_look_up() -> bool:
    """Whether the processor has the instruction, and what it is built on: without that, LLVM takes it for none."""
    return has("avx", "avx2", "avx512f", "avx512bw", "avx512vbmi")


def _table(group: int) -> str:
    """The bit of each number of a group, and 0 for all others."""
    return BYTES.each([1 << place - 8 * group if place >> 3 == group else 0 for place in range(LANES)])


def moved_by(text: Text, lags: str, at: str) -> str:
    """The numbers of 64 neighbours so many heaps before, moved by a constant: the entry `at` of a table of lags."""
    entry = text.value(f"getelementptr i64, ptr {lags}, i64 {at}")
    both = text.value(f"load i64, ptr {entry}, align 8")
    lag = text.value(f"ashr i64 {both}, 8")
    back = text.value(f"sub i64 0, {lag}")
    where = text.value(f"getelementptr i8, ptr %here, i64 {back}")
    kept = text.value(f"load {VECTOR}, ptr {where}, align 1")
    constant = text.value(f"trunc i64 {both} to i8")
    return text.value(f"xor {VECTOR} {kept}, {splat(text, BYTES, constant)}")


def _looked_up(text: Text, numbers: str, group: int) -> str:
    """The bits of numbers that are in a group, of those below 56; others have none."""
    table = _table(group)
    return text.value(f"call {VECTOR} @llvm.x86.avx512.permvar.qi.512({VECTOR} {table}, {VECTOR} {numbers})")


def _inside(text: Text, numbers: str) -> str:
    return text.value(f"call {VECTOR} @llvm.umin.v64i8({VECTOR} {numbers}, {VECTOR} {BYTES.all(LANES - 1)})")


def mark_groups(text: Text, bits: int, lags: str, count: str, begin: str) -> str:
    """Loops that store what the lags exclude, all groups: at %marks, a vector each. Needs a count > 0.

    Returns: the label of the last block; the next one is to be opened by the caller, as `marked`.
    """
    passes = bits // LOOKED_UP
    before = begin
    for number in range(passes):
        loop, after = f"pass{number}", f"pass{number + 1}" if number + 1 < passes else "marked"
        text.label(loop)
        text.put(f"  %i{number} = phi i64 [ 0, %{before} ], [ %next{number}, %{loop} ]")
        groups = range(GROUPS)
        for group in groups:
            zero, new = f"[ zeroinitializer, %{before} ]", f"[ %m{number}x{group}, %{loop} ]"
            text.put(f"  %p{number}x{group} = phi {VECTOR} {zero}, {new}")
        moved = moved_by(text, lags, f"%i{number}")
        if number:
            moved = text.value(f"sub {VECTOR} {moved}, {BYTES.all(LOOKED_UP * number)}")
        moved = _inside(text, moved)
        for group in groups:
            shown = _looked_up(text, moved, group)
            text.put(f"  %m{number}x{group} = or {VECTOR} %p{number}x{group}, {shown}")
        for group in groups:
            at = text.value(f"getelementptr i8, ptr %marks, i64 {LANES * (GROUPS * number + group)}")
            text.put(f"  store {VECTOR} %m{number}x{group}, ptr {at}, align 64")
        text.put(f"  %next{number} = add i64 %i{number}, 1")
        text.put(f"  %more{number} = icmp slt i64 %next{number}, {count}")
        text.put(f"  br i1 %more{number}, label %{loop}, label %{after}")
        before = loop
    return before


def fill_kernel(bits: int) -> str:
    """The kernel that fills in heaps from their lags.

    computes  x[n] = 255 - the least number that no lag excludes, or 0 if all are excluded, n = a1, a1 + 1, ...
    method    lags of 64 heaps or more by vectors of 64 heaps; then heap by heap the nearer ones
    arrays    a0 u1, in: all below a1 as far as the largest lag, out: a1..a2; a3 i8[a5], lags of 64 or more, and a4
              i8[a7], lags below 64: each 256 * lag + (255 XOR the constant)
    requires  a2 - a1 a multiple of 64; a5 > 0; of bits > 112 no heap that is looked up is rare; of 112 the constants
              are below 128
    returns   a2
    cost      for each lag and 64 heaps a load and bits / 7 other instructions
    judge     kernels.fill_numbers, in tests/engines/heap/test_numbers.py
    """
    text = Text()
    text.put(f"  %marks = alloca [{LANES * 32} x i8], align 64")
    text.put("  %somenear = icmp sgt i64 %a7, 0")
    text.put("  br label %block")
    text.label("block")
    text.put("  %n = phi i64 [ %a1, %start ], [ %nn, %blockend ]")
    text.put("  %inside = icmp slt i64 %n, %a2")
    text.put("  br i1 %inside, label %body, label %end")
    text.label("body")
    text.put("  %here = getelementptr i8, ptr %a0, i64 %n")
    text.put("  br label %pass0")
    mark_groups(text, bits, "%a3", "%a5", "body")
    text.label("marked")
    text.put("  br label %heap")
    text.label("heap")
    text.put("  %lane = phi i64 [ 0, %marked ], [ %lanenext, %heapend ]")
    text.put("  %own = getelementptr i8, ptr %here, i64 %lane")
    text.put("  %column = getelementptr i8, ptr %marks, i64 %lane")
    text.put("  br i1 %somenear, label %near, label %scan")
    text.label("near")
    text.put("  %j = phi i64 [ 0, %heap ], [ %jnext, %near ]")
    text.put("  %entry = getelementptr i64, ptr %a4, i64 %j")
    text.put("  %both = load i64, ptr %entry, align 8")
    text.put("  %lag = ashr i64 %both, 8")
    text.put("  %back = sub i64 0, %lag")
    text.put("  %from = getelementptr i8, ptr %own, i64 %back")
    text.put("  %kept = load i8, ptr %from, align 1")
    text.put("  %constant = trunc i64 %both to i8")
    text.put("  %number = xor i8 %kept, %constant")
    text.put("  %rare = icmp eq i8 %kept, 0")
    text.put("  %one = select i1 %rare, i8 0, i8 1")
    text.put("  %place = and i8 %number, 7")
    text.put("  %bit = shl i8 %one, %place")
    text.put("  %wide = zext i8 %number to i64")
    text.put("  %group = lshr i64 %wide, 3")
    text.put(f"  %row = mul i64 %group, {LANES}")
    text.put("  %mark = getelementptr i8, ptr %column, i64 %row")
    text.put("  %old = load i8, ptr %mark, align 1")
    text.put("  %new = or i8 %old, %bit")
    text.put("  store i8 %new, ptr %mark, align 1")
    text.put("  %jnext = add i64 %j, 1")
    text.put("  %jmore = icmp slt i64 %jnext, %a7")
    text.put("  br i1 %jmore, label %near, label %scan")
    text.label("scan")
    text.put("  %g = phi i64 [ 0, %heap ], [ 0, %near ], [ %gnext, %scanmore ]")
    text.put(f"  %line = mul i64 %g, {LANES}")
    text.put("  %at = getelementptr i8, ptr %column, i64 %line")
    text.put("  %byte = load i8, ptr %at, align 1")
    text.put("  %full = icmp eq i8 %byte, -1")
    text.put("  br i1 %full, label %scanmore, label %found")
    text.label("scanmore")
    text.put("  %gnext = add i64 %g, 1")
    text.put(f"  %left = icmp slt i64 %gnext, {bits // 8}")
    text.put("  br i1 %left, label %scan, label %heapend")
    text.label("found")
    text.put("  %clear = xor i8 %byte, -1")
    text.put("  %low = call i8 @llvm.cttz.i8(i8 %clear, i1 true)")
    text.put("  %g8 = trunc i64 %g to i8")
    text.put("  %high = shl i8 %g8, 3")
    text.put("  %least = or i8 %high, %low")
    text.put("  %keep = xor i8 %least, -1")
    text.put("  br label %heapend")
    text.label("heapend")
    text.put("  %result = phi i8 [ 0, %scanmore ], [ %keep, %found ]")
    text.put("  store i8 %result, ptr %own, align 1")
    text.put("  %lanenext = add i64 %lane, 1")
    text.put(f"  %lanemore = icmp slt i64 %lanenext, {LANES}")
    text.put("  br i1 %lanemore, label %heap, label %blockend")
    text.label("blockend")
    text.put(f"  %nn = add i64 %n, {LANES}")
    text.put("  br label %block")
    text.label("end")
    text.put("  ret i64 %n")
    return text.whole(DECLARED)
