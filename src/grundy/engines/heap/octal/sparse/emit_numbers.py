"""LLVM assembly of the kernels for heaps kept as numbers of bits (`words.Numbers`), 64 heaps at a time.

What a set of numbers excludes is kept as bytes of eight numbers each, one vector of 64 heaps for each such group. An
instruction of AVX-512 VBMI looks up 64 bytes at once: with the numbers as places, and a table that is `1 << (number -
8 * group)` inside a group and 0 outside, it gives what one lag adds to a group. Lags are data, so one kernel serves all
codes; all heaps that a window needs stay in the nearest cache, one byte each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from grundy.compile.machine import has
from grundy.engines.heap.octal.sparse.emit import AssemblyText, VectorType, splat

# ---- What both checks of heaps kept as numbers share: their outer loop, and all small heaps for one heap
#
# Small heaps are tried in blocks: the neighbours a = lanes * k + lanes, ..., lanes * k + 1 together, which stand in one
# vector, each as 255 XOR its number. Beside them lie, in one vector too, the heaps n - take - a.


TRIED = 4  # blocks of small heaps between two looks at what is found


def put_given(text: AssemblyText, names: Iterable[str], pointers: Collection[str]) -> None:
    """Read the arguments in the table of 64-bit words at %a6, each into a name of its own."""
    for place, name in enumerate(names):
        kind = "ptr" if name in pointers else "i64"
        text.put(f"  %at{place} = getelementptr i64, ptr %a6, i64 {place}")
        text.put(f"  %{name} = load {kind}, ptr %at{place}, align 8")


def put_blocks(text: AssemblyText, begin: str, far: str) -> None:
    """The head of the loop over blocks of heaps: %n, the first of them, at %here; %open, how many are noted; %far.

    Opens `body`; `blockend` is to give %nn, %open2 and the name `far`.
    """
    text.put("  br label %block")
    text.label("block")
    text.put(f"  %n = phi i64 [ {begin}, %start ], [ %nn, %blockend ]")
    text.put("  %open = phi i64 [ 0, %start ], [ %open2, %blockend ]")
    text.put(f"  %far = phi i64 [ 0, %start ], [ {far}, %blockend ]")
    text.put("  %inside = icmp slt i64 %n, %a2")
    text.put("  %fits = icmp sle i64 %open, %room")
    text.put("  %on = and i1 %inside, %fits")
    text.put("  br i1 %on, label %body, label %end")
    text.label("body")
    text.put("  %here = getelementptr i8, ptr %a0, i64 %n")


def put_tries(
    text: AssemblyText, kind: VectorType, entered: Iterable[tuple[str, str]], own: str, look: Callable[[], None]
) -> None:
    """Try all small heaps for the heap at `own`, TRIED blocks and one take at a time, near ones first.

    Args:    entered: the labels that it is entered from, each with the first block. look: writes what is done with the
             pairs (`pair`), to go on at `trymore` or to leave; %k is the first block.

    Opens `try`, and ends in `unsettled`.
    """
    phis = [(f"[ {first}, %{label} ]", f"[ 0, %{label} ]") for label, first in entered]
    text.label("try")
    text.put(f"  %k = phi i64 {', '.join(first for first, _ in phis)}, [ %knext, %trymore ]")
    text.put(f"  %t = phi i64 {', '.join(zero for _, zero in phis)}, [ %tnext, %trymore ]")
    take = text.value(f"load i64, ptr {text.value('getelementptr i64, ptr %takesat, i64 %t')}, align 8")
    offset = text.value(f"mul i64 %k, {kind.lanes}")
    text.put(f"  %smalls = getelementptr i8, ptr %smallat, i64 {offset}")
    back = text.value(f"sub i64 0, {text.value(f'add i64 {offset}, {take}')}")
    text.put(f"  %others = getelementptr i8, ptr {own}, i64 {back}")
    look()
    text.label("trymore")
    text.put("  %tplus = add i64 %t, 1")
    text.put("  %tover = icmp eq i64 %tplus, %takes")
    text.put("  %tnext = select i1 %tover, i64 0, i64 %tplus")
    text.put(f"  %kplus = add i64 %k, {TRIED}")
    text.put("  %knext = select i1 %tover, i64 %kplus, i64 %k")
    text.put("  %tryon = icmp slt i64 %knext, %blocks")
    text.put("  br i1 %tryon, label %try, label %unsettled")
    text.label("unsettled")


def pair(text: AssemblyText, kind: VectorType, place: int) -> tuple[str, str]:
    """The small heaps of one of the blocks tried together, and what is kept of the heaps beside them."""
    at = text.value(f"getelementptr i8, ptr %smalls, i64 {kind.lanes * place}")
    numbers = text.value(f"load {kind}, ptr {at}, align 1")
    at = text.value(f"getelementptr i8, ptr %others, i64 {-kind.lanes * (place + 1)}")
    return numbers, text.value(f"load {kind}, ptr {at}, align 1")


def put_hits(text: AssemblyText, kind: VectorType, hits_of: Callable[[int], str], leave: str) -> None:
    """Go to `leave` if a common small heap is a hit, to `trymore` if not.

    Args:    hits_of: the hits of a block, a vector of i1.
    """
    word = f"i{kind.lanes}"
    text.put(f"  %maskat = getelementptr {word}, ptr %masksat, i64 %k")
    some = "0"
    for place in range(TRIED):
        hits = text.value(f"bitcast <{kind.lanes} x i1> {hits_of(place)} to {word}")
        at = text.value(f"getelementptr {word}, ptr %maskat, i64 {place}")
        mask = text.value(f"load {word}, ptr {at}, align {kind.lanes // 8}")
        some = text.value(f"or {word} {some}, {text.value(f'and {word} {hits}, {mask}')}")
    text.put(f"  %nohit = icmp eq {word} {some}, 0")
    text.put(f"  br i1 %nohit, label %trymore, label %{leave}")


LANES = 64
BYTES = VectorType(8, LANES)
VECTOR = str(BYTES)
LOOKED_UP = 56  # numbers of one pass: the look-up has 64 places, and those beyond these say "outside"
GROUPS = LOOKED_UP // 8
DECLARED = (
    f"declare {VECTOR} @llvm.x86.avx512.permvar.qi.512({VECTOR}, {VECTOR})",
    f"declare {VECTOR} @llvm.umin.v64i8({VECTOR}, {VECTOR})",
    "declare i8 @llvm.cttz.i8(i8, i1)",
)


def can_look_up() -> bool:
    """Whether the processor has the instruction and the features below it, without which LLVM ignores it."""
    return has("avx", "avx2", "avx512f", "avx512bw", "avx512vbmi")


def _table(group: int) -> str:
    """The bit of each number of a group, and 0 for all others."""
    return BYTES.each([1 << place - 8 * group if place >> 3 == group else 0 for place in range(LANES)])


def moved_by(text: AssemblyText, lags: str, at: str) -> str:
    """The numbers of 64 neighbours so many heaps before, moved by a constant: the entry `at` of a table of lags."""
    entry = text.value(f"getelementptr i64, ptr {lags}, i64 {at}")
    both = text.value(f"load i64, ptr {entry}, align 8")
    lag = text.value(f"ashr i64 {both}, 8")
    back = text.value(f"sub i64 0, {lag}")
    where = text.value(f"getelementptr i8, ptr %here, i64 {back}")
    complements = text.value(f"load {VECTOR}, ptr {where}, align 1")
    constant = text.value(f"trunc i64 {both} to i8")
    return text.value(f"xor {VECTOR} {complements}, {splat(text, BYTES, constant)}")


def _looked_up(text: AssemblyText, numbers: str, group: int) -> str:
    """The bits of numbers that are in a group, of those below 56; others have none."""
    table = _table(group)
    return text.value(f"call {VECTOR} @llvm.x86.avx512.permvar.qi.512({VECTOR} {table}, {VECTOR} {numbers})")


def _inside(text: AssemblyText, numbers: str) -> str:
    return text.value(f"call {VECTOR} @llvm.umin.v64i8({VECTOR} {numbers}, {VECTOR} {BYTES.all(LANES - 1)})")


def mark_groups(text: AssemblyText, bits: int, lags: str, count: str, begin: str) -> str:
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
    text = AssemblyText()
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


# ---- LLVM assembly that checks heaps kept as numbers: whether each smaller rare value is the value of some move too


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
    text = AssemblyText()
    count = bits // 8
    given = ("smallat", "masksat", "blocks", "takesat", "takes", "begin")
    put_given(text, given, {name for name in given if name.endswith("at")})
    text.put(f"  %marks = alloca [{LANES * 32} x i8], align 64")
    text.put("  %beside = alloca [64 x i8], align 64")
    text.put("  %room = sub i64 %a5, 64")
    put_blocks(text, "%a1", "%fars")
    text.put(f"  %x = load {VECTOR}, ptr %here, align 1")
    for lane in range(LANES):
        complement = text.value(f"extractelement {VECTOR} %x, i32 {lane}")
        wide = text.value(f"zext i8 {complement} to i64")
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


def _small_heaps(text: AssemblyText, count: int) -> None:
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
        numbers, complements = pair(text, BYTES, place)
        partner = text.value(f"xor {VECTOR} {numbers}, %wanted2")
        return text.value(f"icmp eq {VECTOR} {partner}, {complements}")

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
