"""LLVM assembly that kernels for heaps kept as numbers share: planes, in which a bit says of a heap its number or not.

The plane of a number has a bit for each heap, set where the heap has that number. What pairs show of a number y of many
heaps at once is then an OR of planes: a pair with a heap `lag` before, moved by a constant, shows y where the plane of
y XOR the constant has a bit, `lag` heaps before. So one vector says it of 512 heaps, and of each y the pairs are asked
that show it most often.
"""

from __future__ import annotations

from grundy.engines.heap.octal.sparse.emit import Kind, Text, splat

BLOCK = 512  # heaps worked on together
LANES = 32
BYTES = Kind(8, LANES)
VECTOR = str(BYTES)
PLANE = "<8 x i64>"  # of a block
UNROLLED = 4  # entries of a list for each turn of its loop


def part(text: Text, group: int) -> str:
    """The bytes of 32 heaps of the block at %here."""
    at = text.value(f"getelementptr i8, ptr %here, i64 {LANES * group}")
    return text.value(f"load {VECTOR}, ptr {at}, align 1")


def put_bits(text: Text, bits: str, to: str, group: int) -> None:
    """Keep what 32 lanes say as 4 bytes of a plane's part."""
    word = text.value(f"bitcast <{LANES} x i1> {bits} to i{LANES}")
    at = text.value(f"getelementptr i8, ptr {to}, i64 {LANES // 8 * group}")
    text.put(f"  store i{LANES} {word}, ptr {at}, align 4")


def put_planes(text: Text, before: str, after: str) -> None:
    """Write the block at %here to %count planes, the bytes of which are at %kinds, %stride bytes apart, at %base.

    Args:    before: the label that it is entered from. after: the label that the caller opens next.
    """
    text.label("plane")
    text.put(f"  %p = phi i64 [ 0, %{before} ], [ %pnext, %plane ]")
    kind = text.value(f"load i8, ptr {text.value('getelementptr i8, ptr %kinds, i64 %p')}, align 1")
    wanted = splat(text, BYTES, kind)
    row = text.value(f"getelementptr i8, ptr %base, i64 {text.value('mul i64 %p, %stride')}")
    for group in range(BLOCK // LANES):
        put_bits(text, text.value(f"icmp eq {VECTOR} {part(text, group)}, {wanted}"), row, group)
    text.put("  %pnext = add i64 %p, 1")
    text.put("  %pmore = icmp slt i64 %pnext, %count")
    text.put(f"  br i1 %pmore, label %plane, label %{after}")


def put_union(text: Text, before: str, after: str) -> None:
    """The OR, %shown, of the parts of planes that a list names: the entries %from..%to of %entries.

    Args:    before: the label that it is entered from. after: the label that the caller opens next.
    """
    text.put("  %some = icmp slt i64 %from, %to")
    text.put(f"  br i1 %some, label %union, label %{after}")
    text.label("union")
    text.put(f"  %e = phi i64 [ %from, %{before} ], [ %enext, %union ]")
    text.put(f"  %joined = phi {PLANE} [ zeroinitializer, %{before} ], [ %joinednext, %union ]")
    joined = "%joined"
    for place in range(UNROLLED):
        entry = text.value(f"getelementptr i32, ptr %entries, i64 {text.value(f'add i64 %e, {place}')}")
        offset = text.value(f"sext i32 {text.value(f'load i32, ptr {entry}, align 4')} to i64")
        at = text.value(f"getelementptr i8, ptr %base, i64 {offset}")
        one = text.value(f"load {PLANE}, ptr {at}, align 1")
        name = "%joinednext" if place == UNROLLED - 1 else text.name()
        text.put(f"  {name} = or {PLANE} {joined}, {one}")
        joined = name
    text.put(f"  %enext = add i64 %e, {UNROLLED}")
    text.put("  %emore = icmp slt i64 %enext, %to")
    text.put(f"  br i1 %emore, label %union, label %{after}")
    text.label(after)
    text.put(f"  %shown = phi {PLANE} [ zeroinitializer, %{before} ], [ %joinednext, %union ]")
