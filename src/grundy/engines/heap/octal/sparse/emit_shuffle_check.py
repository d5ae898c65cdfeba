"""LLVM assembly that checks heaps kept as numbers, 32 at a time: is each smaller rare value the value of some move?"""

from __future__ import annotations

from grundy.engines.heap.octal.sparse.emit import Text
from grundy.engines.heap.octal.sparse.emit_shuffle import DECLARED, LANES, VECTOR, WORD, put_marks, splat

WITNESSES = 450  # that mark
UNROLLED = 4  # blocks of small heaps between two looks at what is found
GIVEN = ("smallat", "masksat", "blocks", "takesat", "takes", "backs", "constants")


def check_kernel() -> str:
    """The kernel that settles heaps, and notes those that it cannot settle.

    computes  for n = a1, a1 + 1, ..., a2 - 1 whether the rare values below the nim-value of n (`Numbers.required`) are
              all shown by pairs of heaps to be options' values; n is noted if not, or if it is rare
    method    the witnesses of a list mark what they show below 80, for 32 heaps at once; then, for each heap and number
              left, all small heaps, 32 neighbours at once
    arrays    a0 u1; a4 i8[a5], out: heaps not settled, in order; a7: how many witnesses; a8 u16[2, 256, 2]: by what is
              kept of an even or odd heap, the numbers that are required; a6 i8[7], in: where the numbers of small heaps
              are (u1, the neighbours a = 32 * k + 32, ..., 32 * k + 1 together, each 255 XOR the number), where their
              masks are (i4, one for 32: which of them are common), how many such blocks there are, a multiple of 4;
              where the takes are (i8), and how many; where the lags of the witnesses are (i4, negative), and their
              constants (u1, 255 XOR the constant); out: how far it came, and the number of the last block needed
    requires  a1 even, a2 - a1 a multiple of 32, a5 >= 32, a7 > 0; constants below 176
    returns   how many are noted
    cost      for each witness and 32 heaps 30 instructions; for each number left some ns
    judge     kernels.settle_numbers, in tests/engines/heap/test_numbers.py
    """
    text = Text()
    for place, name in enumerate(GIVEN):
        kind = "i64" if name in ("blocks", "takes") else "ptr"
        text.put(f"  %at{place} = getelementptr i64, ptr %a6, i64 {place}")
        text.put(f"  %{name} = load {kind}, ptr %at{place}, align 8")
    text.put(f"  %words = alloca [{LANES} x i128], align 64")
    text.put(f"  %room = sub i64 %a5, {LANES}")
    text.put("  br label %block")
    text.label("block")
    text.put("  %n = phi i64 [ %a1, %start ], [ %nn, %blockend ]")
    text.put("  %open = phi i64 [ 0, %start ], [ %opennew, %blockend ]")
    text.put("  %far = phi i64 [ 0, %start ], [ %farnew, %blockend ]")
    text.put("  %inside = icmp slt i64 %n, %a2")
    text.put("  %fits = icmp sle i64 %open, %room")
    text.put("  %on = and i1 %inside, %fits")
    text.put("  br i1 %on, label %body, label %end")
    text.label("body")
    text.put("  %here = getelementptr i8, ptr %a0, i64 %n")
    text.put("  br label %marking")
    put_marks(text, "%a7", "body", "heap")
    _put_heaps(text)
    text.label("blockend")
    text.put(f"  %nn = add i64 %n, {LANES}")
    text.put("  br label %block")
    text.label("end")
    text.put("  store i64 %n, ptr %at0, align 8")
    text.put("  store i64 %far, ptr %at1, align 8")
    text.put("  ret i64 %open")
    return text.whole(DECLARED)


def _put_heaps(text: Text) -> None:
    """Each heap of a block, each of its two words of numbers, each number that no witness shows."""
    text.label("heap")
    text.put("  %lane = phi i64 [ 0, %marked ], [ %lanenext, %heapend ]")
    text.put("  %openh = phi i64 [ %open, %marked ], [ %opennew, %heapend ]")
    text.put("  %farh = phi i64 [ %far, %marked ], [ %farnew, %heapend ]")
    text.put("  %from = getelementptr i8, ptr %here, i64 %lane")
    text.put("  %kept = load i8, ptr %from, align 1")
    text.put("  %wide = zext i8 %kept to i64")
    odd = text.value("shl i64 %lane, 8")  # n is even
    row = text.value(f"or i64 {text.value(f'and i64 {odd}, 256')}, %wide")
    text.put(f"  %required = getelementptr [2 x i128], ptr %a8, i64 {row}")
    own = text.value("xor i64 %wide, 255")
    text.put(f"  %last = lshr i64 {own}, {WORD.bit_length() - 1}")
    low = text.value("load i128, ptr %required, align 8")
    shown = text.value(f"load i128, ptr {text.value('getelementptr i128, ptr %words, i64 %lane')}, align 16")
    text.put(f"  %lowleft = and i128 {low}, {text.value(f'xor i128 {shown}, -1')}")
    text.put("  %israre = icmp eq i8 %kept, 0")
    text.put("  br i1 %israre, label %note, label %word")
    text.label("word")
    text.put("  %w = phi i64 [ 0, %heap ], [ %wnext, %nextword ]")
    text.put("  %left = phi i128 [ %lowleft, %heap ], [ %wordleft, %nextword ]")
    text.put("  %farw = phi i64 [ %farh, %heap ], [ %farx, %nextword ]")
    text.put("  %nothing = icmp eq i128 %left, 0")
    text.put("  br i1 %nothing, label %wordend, label %value")
    text.label("value")
    text.put("  %values = phi i128 [ %left, %word ], [ %valuesnext, %found ]")
    text.put("  %farv = phi i64 [ %farw, %word ], [ %farfound, %found ]")
    bit = text.value(f"trunc i128 {text.value('call i128 @llvm.cttz.i128(i128 %values, i1 true)')} to i64")
    number = text.value(f"or i64 {bit}, {text.value(f'shl i64 %w, {WORD.bit_length() - 1}')}")
    wanted = splat(text, text.value(f"trunc i64 {number} to i8"))
    text.put("  br label %try")
    text.label("try")
    text.put("  %k = phi i64 [ 0, %value ], [ %knext, %trymore ]")
    text.put("  %t = phi i64 [ 0, %value ], [ %tnext, %trymore ]")
    take = text.value(f"load i64, ptr {text.value('getelementptr i64, ptr %takesat, i64 %t')}, align 8")
    offset = text.value(f"mul i64 %k, {LANES}")
    smalls = text.value(f"getelementptr i8, ptr %smallat, i64 {offset}")
    masks = text.value("getelementptr i32, ptr %masksat, i64 %k")
    back = text.value(f"sub i64 0, {text.value(f'add i64 {offset}, {take}')}")
    others = text.value(f"getelementptr i8, ptr %from, i64 {back}")
    some = "0"
    for part in range(UNROLLED):
        at = text.value(f"getelementptr i8, ptr {smalls}, i64 {LANES * part}")
        numbers = text.value(f"load {VECTOR}, ptr {at}, align 1")
        at = text.value(f"getelementptr i8, ptr {others}, i64 {-LANES * (part + 1)}")
        kept = text.value(f"load {VECTOR}, ptr {at}, align 1")
        partner = text.value(f"xor {VECTOR} {numbers}, {wanted}")
        hit = text.value(f"icmp eq {VECTOR} {partner}, {kept}")
        common = text.value(f"icmp ne {VECTOR} {kept}, zeroinitializer")
        both = text.value(f"and <{LANES} x i1> {hit}, {common}")
        hits = text.value(f"bitcast <{LANES} x i1> {both} to i{LANES}")
        mask = text.value(f"load i32, ptr {text.value(f'getelementptr i32, ptr {masks}, i64 {part}')}, align 4")
        some = text.value(f"or i32 {some}, {text.value(f'and i32 {hits}, {mask}')}")
    text.put(f"  %nohit = icmp eq i32 {some}, 0")
    text.put("  br i1 %nohit, label %trymore, label %found")
    text.label("trymore")
    text.put("  %tplus = add i64 %t, 1")
    text.put("  %tover = icmp eq i64 %tplus, %takes")
    text.put("  %tnext = select i1 %tover, i64 0, i64 %tplus")
    text.put(f"  %kplus = add i64 %k, {UNROLLED}")
    text.put("  %knext = select i1 %tover, i64 %kplus, i64 %k")
    text.put("  %tryon = icmp slt i64 %knext, %blocks")
    text.put("  br i1 %tryon, label %try, label %note")
    text.label("found")
    text.put("  %farther = icmp sgt i64 %k, %farv")
    text.put("  %farfound = select i1 %farther, i64 %k, i64 %farv")
    text.put("  %valuesless = sub i128 %values, 1")
    text.put("  %valuesnext = and i128 %values, %valuesless")
    text.put("  %novalues = icmp eq i128 %valuesnext, 0")
    text.put("  br i1 %novalues, label %wordend, label %value")
    text.label("wordend")
    text.put("  %farx = phi i64 [ %farw, %word ], [ %farfound, %found ]")
    text.put("  %allwords = icmp eq i64 %w, %last")
    text.put("  br i1 %allwords, label %heapend, label %nextword")
    text.label("nextword")
    text.put("  %wnext = add i64 %w, 1")
    text.put(f"  %wordleft = load i128, ptr {text.value('getelementptr i128, ptr %required, i64 %wnext')}, align 8")
    text.put("  br label %word")
    text.label("note")
    text.put("  %farn = phi i64 [ %farh, %heap ], [ %farv, %trymore ]")
    to = text.value("getelementptr i64, ptr %a4, i64 %openh")
    text.put(f"  store i64 {text.value('add i64 %n, %lane')}, ptr {to}, align 8")
    text.put("  %openmore = add i64 %openh, 1")
    text.put("  br label %heapend")
    text.label("heapend")
    text.put("  %opennew = phi i64 [ %openmore, %note ], [ %openh, %wordend ]")
    text.put("  %farnew = phi i64 [ %farn, %note ], [ %farx, %wordend ]")
    text.put("  %lanenext = add i64 %lane, 1")
    text.put(f"  %lanemore = icmp slt i64 %lanenext, {LANES}")
    text.put("  br i1 %lanemore, label %heap, label %blockend")
