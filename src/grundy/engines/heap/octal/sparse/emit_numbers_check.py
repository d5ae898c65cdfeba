"""LLVM assembly that checks heaps kept as numbers: whether each smaller rare value is the value of some move too."""

from __future__ import annotations

from grundy.engines.heap.octal.sparse.emit import Text
from grundy.engines.heap.octal.sparse.emit_numbers import BYTES, DECLARED, LANES, VECTOR, mark_groups
from grundy.engines.heap.octal.sparse.emit_tries import pair, put_blocks, put_given, put_hits, put_tries


def check_kernel(bits: int) -> str:
    """The kernel that settles heaps, and notes those that it cannot settle.

    computes  for n = a1, a1 + 1, ..., a2 - 1 whether the rare values below the nim-value of n (`Numbers.required`) are
              all shown by pairs of heaps to be options' values; n is noted if not, or if it is rare
    method    the witnesses of a list, for 64 heaps at once; then, for each heap and value that they left missing, all
              small heaps, 64 neighbours at once
    arrays    a0 u1; a3 i8[a7]: witnesses, each 256 * lag + (255 XOR the constant); a4 i8[a5], out: heaps not settled,
              in order; a6 i8[6], in: where the numbers of small heaps are (u1, the neighbours a = 64 * k + 64, ...,
              64 * k + 1 together, each 255 XOR the number), where their masks are (i8, one for 64: which of them are
              common), how many such blocks there are, a multiple of 4; where the takes are (i8), and how many; the
              first block to try, the others are among the witnesses; out: how far it came, and the number of the last
              block that was needed; a8 u1[2, 256]: by what is kept of an even or odd heap, the numbers of
              its group of eight that are required
    requires  a1 even, a2 - a1 a multiple of 64, a5 >= 64, a7 > 0; what `fill_kernel` requires of rare heaps and
              constants; the mask's lowest bit is one of the lowest four
    returns   how many are noted
    cost      for each witness and 64 heaps a load and bits / 7 other instructions; for each value left some ns
    judge     kernels.settle_numbers, in tests/engines/heap/test_numbers.py
    """
    text = Text()
    count = bits // 8
    given = ("smallat", "masksat", "blocks", "takesat", "takes", "begin")
    put_given(text, given, {name for name in given if name.endswith("at")})
    text.put(f"  %marks = alloca [{LANES * 32} x i8], align 64")
    text.put("  %beside = alloca [64 x i8], align 64")
    text.put("  %room = sub i64 %a5, 64")
    put_blocks(text, "%a1", "%fars")
    text.put(f"  %x = load {VECTOR}, ptr %here, align 1")
    for lane in range(LANES):
        kept = text.value(f"extractelement {VECTOR} %x, i32 {lane}")
        wide = text.value(f"zext i8 {kept} to i64")
        entry = text.value(f"add i64 {wide}, {256 * (lane & 1)}")
        at = text.value(f"getelementptr i8, ptr %a8, i64 {entry}")
        byte = text.value(f"load i8, ptr {at}, align 1")
        to = text.value(f"getelementptr i8, ptr %beside, i64 {lane}")
        text.put(f"  store i8 {byte}, ptr {to}, align 1")
    text.put("  br label %pass0")
    mark_groups(text, bits, "%a3", "%a7", "body")
    text.label("marked")
    text.put(f"  %own = load {VECTOR}, ptr %beside, align 64")
    number = text.value(f"xor {VECTOR} %x, {BYTES.all(-1)}")
    groups = text.value(f"lshr {VECTOR} {number}, {BYTES.all(3)}")
    for group in range(count):
        at = text.value(f"getelementptr i8, ptr %marks, i64 {LANES * group}")
        marks = text.value(f"load {VECTOR}, ptr {at}, align 64")
        below = text.value(f"icmp ugt {VECTOR} {groups}, {BYTES.all(group)}")
        equal = text.value(f"icmp eq {VECTOR} {groups}, {BYTES.all(group)}")
        some = text.value(f"select <64 x i1> {equal}, {VECTOR} %own, {VECTOR} zeroinitializer")
        need = text.value(f"select <64 x i1> {below}, {VECTOR} {BYTES.all(-1)}, {VECTOR} {some}")
        hidden = text.value(f"xor {VECTOR} {marks}, {BYTES.all(-1)}")
        missing = text.value(f"and {VECTOR} {need}, {hidden}")
        text.put(f"  store {VECTOR} {missing}, ptr {at}, align 64")
    rare = text.value(f"icmp eq {VECTOR} %x, zeroinitializer")
    text.put(f"  %rares = bitcast <64 x i1> {rare} to i64")
    text.put("  br label %group")
    _small_heaps(text, count)
    text.label("notes")
    text.put("  %fine = icmp eq i64 %bads, 0")
    text.put("  br i1 %fine, label %blockend, label %note")
    text.label("note")
    text.put("  %rest = phi i64 [ %bads, %notes ], [ %less, %note ]")
    text.put("  %open1 = phi i64 [ %open, %notes ], [ %open3, %note ]")
    text.put("  %which = call i64 @llvm.cttz.i64(i64 %rest, i1 true)")
    text.put("  %noted = add i64 %n, %which")
    text.put("  %to = getelementptr i64, ptr %a4, i64 %open1")
    text.put("  store i64 %noted, ptr %to, align 8")
    text.put("  %open3 = add i64 %open1, 1")
    text.put("  %minus = sub i64 %rest, 1")
    text.put("  %less = and i64 %rest, %minus")
    text.put("  %empty = icmp eq i64 %less, 0")
    text.put("  br i1 %empty, label %blockend, label %note")
    text.label("blockend")
    text.put("  %open2 = phi i64 [ %open, %notes ], [ %open3, %note ]")
    text.put(f"  %nn = add i64 %n, {LANES}")
    text.put("  br label %block")
    text.label("end")
    text.put("  store i64 %n, ptr %at0, align 8")
    text.put("  store i64 %far, ptr %at1, align 8")
    text.put("  ret i64 %open")
    return text.whole((*DECLARED, "declare i64 @llvm.cttz.i64(i64, i1)"))


def _small_heaps(text: Text, count: int) -> None:
    """For each group of numbers, each heap with some missing, and each of these numbers: try all small heaps.

    Opens `group`, ends in `notes` with %bads, the heaps not settled, and %fars, the most blocks needed.
    """
    text.label("group")
    text.put("  %g = phi i64 [ 0, %marked ], [ %gnext, %groupend ]")
    text.put("  %bad = phi i64 [ %rares, %marked ], [ %bads, %groupend ]")
    text.put("  %farg = phi i64 [ %far, %marked ], [ %fars, %groupend ]")
    text.put(f"  %line = mul i64 %g, {LANES}")
    text.put("  %row = getelementptr i8, ptr %marks, i64 %line")
    missing = text.value(f"load {VECTOR}, ptr %row, align 64")
    some = text.value(f"icmp ne {VECTOR} {missing}, zeroinitializer")
    text.put(f"  %all = bitcast <64 x i1> {some} to i64")
    text.put("  %notbad = xor i64 %bad, -1")
    text.put("  %lanes = and i64 %all, %notbad")
    text.put("  %nolanes = icmp eq i64 %lanes, 0")
    text.put("  br i1 %nolanes, label %groupend, label %heap")
    text.label("heap")
    text.put("  %lanesleft = phi i64 [ %lanes, %group ], [ %lanesnext, %heapend ]")
    text.put("  %badh = phi i64 [ %bad, %group ], [ %bad2, %heapend ]")
    text.put("  %farh = phi i64 [ %farg, %group ], [ %far2, %heapend ]")
    text.put("  %lane = call i64 @llvm.cttz.i64(i64 %lanesleft, i1 true)")
    text.put("  %at = getelementptr i8, ptr %row, i64 %lane")
    text.put("  %byte = load i8, ptr %at, align 1")
    text.put("  %from = getelementptr i8, ptr %here, i64 %lane")
    text.put("  br label %value")
    text.label("value")
    text.put("  %values = phi i8 [ %byte, %heap ], [ %valuesnext, %valueend ]")
    text.put("  %farv = phi i64 [ %farh, %heap ], [ %farnew, %valueend ]")
    text.put("  %low = call i8 @llvm.cttz.i8(i8 %values, i1 true)")
    text.put("  %g8 = trunc i64 %g to i8")
    text.put("  %high = shl i8 %g8, 3")
    text.put("  %wanted = or i8 %high, %low")
    text.put(f"  %wanted1 = insertelement {VECTOR} poison, i8 %wanted, i32 0")
    text.put(f"  %wanted2 = shufflevector {VECTOR} %wanted1, {VECTOR} poison, <64 x i32> zeroinitializer")
    text.put("  br label %try")

    def hit(place: int) -> str:
        numbers, kept = pair(text, BYTES, place)
        partner = text.value(f"xor {VECTOR} {numbers}, %wanted2")
        return text.value(f"icmp eq {VECTOR} {partner}, {kept}")

    put_tries(text, BYTES, [("value", "%begin")], "%from", lambda: put_hits(text, BYTES, hit, "valueend"))
    text.put("  %flag = shl i64 1, %lane")
    text.put("  %badnew = or i64 %badh, %flag")
    text.put("  br label %heapend")
    text.label("valueend")
    text.put("  %farther = icmp sgt i64 %k, %farv")
    text.put("  %farnew = select i1 %farther, i64 %k, i64 %farv")
    text.put("  %valuesless = sub i8 %values, 1")
    text.put("  %valuesnext = and i8 %values, %valuesless")
    text.put("  %novalues = icmp eq i8 %valuesnext, 0")
    text.put("  br i1 %novalues, label %heapend, label %value")
    text.label("heapend")
    text.put("  %bad2 = phi i64 [ %badnew, %unsettled ], [ %badh, %valueend ]")
    text.put("  %far2 = phi i64 [ %farv, %unsettled ], [ %farnew, %valueend ]")
    text.put("  %lanesless = sub i64 %lanesleft, 1")
    text.put("  %lanesnext = and i64 %lanesleft, %lanesless")
    text.put("  %nomore = icmp eq i64 %lanesnext, 0")
    text.put("  br i1 %nomore, label %groupend, label %heap")
    text.label("groupend")
    text.put("  %bads = phi i64 [ %bad, %group ], [ %bad2, %heapend ]")
    text.put("  %fars = phi i64 [ %farg, %group ], [ %far2, %heapend ]")
    text.put("  %gnext = add i64 %g, 1")
    text.put(f"  %gmore = icmp slt i64 %gnext, {count}")
    text.put("  br i1 %gmore, label %group, label %notes")
