"""LLVM assembly that kernels for heaps kept as numbers share: planes, in which a bit says of a heap its number or not.

The plane of a number has a bit for each heap, set where the heap has that number. What pairs show of a number y of many
heaps at once is then an OR of planes: a pair with a heap `lag` before, moved by a constant, shows y where the plane of
y XOR the constant has a bit, `lag` heaps before. So one vector says it of 512 heaps, and of each y the pairs are asked
that show it most often.
"""

from __future__ import annotations

from grundy.engines.heap.octal.sparse.emit import AssemblyText, VectorType, splat
from grundy.engines.heap.octal.sparse.emit_numbers import TRIED, pair, put_blocks, put_given, put_hits, put_tries

BLOCK = 512  # heaps worked on together
LANES = 32
BYTES = VectorType(8, LANES)
VECTOR = str(BYTES)
PLANE = "<8 x i64>"  # of a block
UNROLLED = 4  # entries of a list for each turn of its loop


def part(text: AssemblyText, group: int) -> str:
    """The bytes of 32 heaps of the block at %here."""
    at = text.value(f"getelementptr i8, ptr %here, i64 {LANES * group}")
    return text.value(f"load {VECTOR}, ptr {at}, align 1")


def put_bits(text: AssemblyText, bits: str, to: str, group: int) -> None:
    """Keep what 32 lanes say as 4 bytes of a plane's part."""
    word = text.value(f"bitcast <{LANES} x i1> {bits} to i{LANES}")
    at = text.value(f"getelementptr i8, ptr {to}, i64 {LANES // 8 * group}")
    text.put(f"  store i{LANES} {word}, ptr {at}, align 4")


def put_planes(text: AssemblyText, before: str, after: str) -> None:
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


def put_union(text: AssemblyText, before: str, after: str) -> None:
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
        plane = text.value(f"load {PLANE}, ptr {at}, align 1")
        name = "%joinednext" if place == UNROLLED - 1 else text.name()
        text.put(f"  {name} = or {PLANE} {joined}, {plane}")
        joined = name
    text.put(f"  %enext = add i64 %e, {UNROLLED}")
    text.put("  %emore = icmp slt i64 %enext, %to")
    text.put(f"  br i1 %emore, label %union, label %{after}")
    text.label(after)
    text.put(f"  %shown = phi {PLANE} [ zeroinitializer, %{before} ], [ %joinednext, %union ]")


# ---- The check, of 512 heaps at a time: is each smaller rare value the value of some move?


WORD = 64
GIVEN = (
    "smallat", "masksat", "blocks", "takesat", "takes", "singlesat", "singles", "listsat", "entries", "kinds", "count",
    "reach", "stride",
)  # fmt: skip
POINTERS = {"smallat", "masksat", "takesat", "singlesat", "listsat", "entries", "kinds"}


def check_kernel() -> str:
    """The kernel that settles heaps, and notes those that it cannot settle.

    computes  for n = a1, a1 + 1, ..., a2 - 1 whether the rare values below the nim-value of n (`Numbers.required`) are
              all shown by pairs of heaps to be options' values; n is noted if not, or if it is rare
    method    planes (`emit_planes`): for each number, 512 heaps at once, the OR of those that its list names; then, for
              each heap and number left, single heaps and all small heaps, 32 neighbours at once
    arrays    a0 u1; a3 u1, scratch: the planes, `count` times `stride` bytes; a4 i8[a5], out: heaps not settled, in
              order; a8 u1[a7, 2]: for each number, 254 less the least number of even and of odd heaps for which it is
              required, not increasing; a6 i8[13], in: where the numbers of small heaps are (u1, the neighbours
              a = 32 * k + 32, ..., 32 * k + 1 together, each 255 XOR the number), where their masks are (i4, one for
              32: which of them are common), how many such blocks there are, a multiple of 4; where the takes are (i8),
              and how many; where the single heaps' lags are (i8), whose numbers are shown, and how many; where the
              lists are (i8[a7 + 1]: where each begins and ends, multiples of 4), and their entries (i4: where the
              part of a plane begins, for the block at the plane's byte 0: plane * stride - lag / 8); the bytes of which
              there are planes (u1), and how many; how many heaps before a1 they begin; bytes from one plane to the
              next; out: how far it came, and the number of the last block needed
    requires  a1 even, a5 >= 512; lags in lists multiples of 8 below or equal to the heaps before a1, a multiple of 512,
              which a0 has; 511 heaps after a2, of any value; (`reach` + a2 - a1 + 1023) / 8 <= `stride`
    returns   how many are noted
    cost      for each entry of a list and 512 heaps two or three instructions; for each number left some ns
    judge     kernels.settle_numbers, in tests/engines/heap/test_numbers.py
    """
    text = AssemblyText()
    put_given(text, GIVEN, POINTERS)
    text.put(f"  %bad = alloca [{BLOCK // 8} x i8], align 64")
    text.put(f"  %lefts = alloca [{256 * BLOCK // 8} x i8], align 64")
    text.put(f"  %less = alloca [{BLOCK} x i8], align 64")
    text.put(f"  %room = sub i64 %a5, {BLOCK}")
    text.put("  %begin = sub i64 %a1, %reach")
    put_blocks(text, "%begin", "%far2")
    text.put("  %done = sub i64 %n, %begin")
    text.put(f"  %base = getelementptr i8, ptr %a3, i64 {text.value('lshr i64 %done, 3')}")
    text.put("  br label %plane")
    put_planes(text, "body", "written")
    text.label("written")
    text.put("  %before = icmp slt i64 %n, %a1")
    text.put("  br i1 %before, label %blockend, label %rares")
    _put_rares(text)
    _put_numbers(text)
    _put_notes(text)
    text.label("blockend")
    text.put("  %open2 = phi i64 [ %open, %written ], [ %openlast, %noted ]")
    text.put("  %far2 = phi i64 [ %far, %written ], [ %farnote, %noted ]")
    text.put(f"  %nn = add i64 %n, {BLOCK}")
    text.put("  br label %block")
    text.label("end")
    text.put("  %beyond = icmp sgt i64 %n, %a2")
    text.put("  %came = select i1 %beyond, i64 %a2, i64 %n")
    text.put("  store i64 %came, ptr %at0, align 8")
    text.put("  store i64 %far, ptr %at1, align 8")
    text.put("  ret i64 %open")
    return text.whole((
        "declare i64 @llvm.cttz.i64(i64, i1)",
        f"declare i8 @llvm.vector.reduce.umin.v{LANES}i8({VECTOR})",
        f"declare {VECTOR} @llvm.umin.v{LANES}i8({VECTOR}, {VECTOR})",
    ))  # fmt: skip


def _put_rares(text: AssemblyText) -> None:
    """What is kept, less 1, at %less, so that rare heaps have the largest; the least, %least; rare heaps are bad."""
    text.label("rares")
    least = BYTES.all(-1)
    for group in range(BLOCK // LANES):
        complements = part(text, group)
        put_bits(text, text.value(f"icmp eq {VECTOR} {complements}, zeroinitializer"), "%bad", group)
        less = text.value(f"add {VECTOR} {complements}, {BYTES.all(-1)}")
        at = text.value(f"getelementptr i8, ptr %less, i64 {LANES * group}")
        text.put(f"  store {VECTOR} {less}, ptr {at}, align 32")
        under = text.value(f"icmp ult {VECTOR} {less}, {least}")
        least = text.value(f"select <{LANES} x i1> {under}, {VECTOR} {less}, {VECTOR} {least}")
    text.put(f"  %least = call i8 @llvm.vector.reduce.umin.v{LANES}i8({VECTOR} {least})")
    text.put("  br label %number")


def _put_numbers(text: AssemblyText) -> None:
    """For each number, the heaps of the block that require it and that no pair of its list shows it of."""
    text.label("number")
    text.put("  %y = phi i64 [ 0, %rares ], [ %ynext, %leaving ]")
    text.put("  %all = icmp sge i64 %y, %a7")
    text.put("  br i1 %all, label %numbers, label %bound")
    text.label("bound")
    pair = text.value("getelementptr [2 x i8], ptr %a8, i64 %y")
    text.put(f"  %bounds = load i16, ptr {pair}, align 1")
    even, odd = (text.value(f"trunc i16 {bound} to i8") for bound in ("%bounds", text.value("lshr i16 %bounds, 8")))
    larger = text.value(f"select i1 {text.value(f'icmp ugt i8 {even}, {odd}')}, i8 {even}, i8 {odd}")
    text.put(f"  %none = icmp ugt i8 %least, {larger}")
    text.put("  br i1 %none, label %numbers, label %list")
    text.label("list")
    at = text.value("getelementptr i64, ptr %listsat, i64 %y")
    text.put(f"  %from = load i64, ptr {at}, align 8")
    text.put(f"  %to = load i64, ptr {text.value(f'getelementptr i64, ptr {at}, i64 1')}, align 8")
    put_union(text, "list", "leaving")
    text.put(f"  %hidden = xor {PLANE} %shown, <{', '.join(['i64 -1'] * 8)}>")
    wide = splat(text, VectorType(16, LANES // 2), "%bounds")
    bounds = text.value(f"bitcast <16 x i16> {wide} to {VECTOR}")
    text.put(f"  %left = getelementptr i8, ptr %lefts, i64 {text.value(f'mul i64 %y, {BLOCK // 8}')}")
    for group in range(BLOCK // LANES):
        at = text.value(f"getelementptr i8, ptr %less, i64 {LANES * group}")
        less = text.value(f"load {VECTOR}, ptr {at}, align 32")
        put_bits(text, text.value(f"icmp ule {VECTOR} {less}, {bounds}"), "%left", group)
    text.put(f"  %needed = load {PLANE}, ptr %left, align 64")
    text.put(f"  %open1 = and {PLANE} %needed, %hidden")
    text.put(f"  store {PLANE} %open1, ptr %left, align 64")
    text.put("  %ynext = add i64 %y, 1")
    text.put("  br label %number")
    text.label("numbers")
    text.put("  %nonumbers = icmp eq i64 %y, 0")
    text.put("  br i1 %nonumbers, label %notes, label %again")
    text.label("again")  # each union reads so much that what small heaps are tried by would be gone
    text.put("  %z = phi i64 [ 0, %numbers ], [ %znext, %numberend ]")
    text.put("  %fary = phi i64 [ %far, %numbers ], [ %farword, %numberend ]")
    text.put(f"  %leftof = getelementptr i8, ptr %lefts, i64 {text.value(f'mul i64 %z, {BLOCK // 8}')}")
    wanted = splat(text, BYTES, text.value("trunc i64 %z to i8"))
    text.put(f"  %keptof = xor i8 {text.value('trunc i64 %z to i8')}, -1")
    text.put("  br label %word")
    _put_words(text, wanted)
    text.label("numberend")
    text.put("  %znext = add i64 %z, 1")
    text.put("  %zmore = icmp slt i64 %znext, %y")
    text.put("  br i1 %zmore, label %again, label %notes")


def _valid(text: AssemblyText, word: str) -> str:
    """The heaps of a word that are before a2."""
    first = text.value(f"add i64 %n, {text.value(f'mul i64 {word}, {WORD}')}")
    rest = text.value(f"sub i64 %a2, {first}")
    some = text.value(f"icmp sgt i64 {rest}, 0")
    whole = text.value(f"icmp sge i64 {rest}, {WORD}")
    above = text.value(f"shl i64 1, {text.value(f'and i64 {rest}, {WORD - 1}')}")
    low = text.value(f"sub i64 {above}, 1")
    within = text.value(f"select i1 {whole}, i64 -1, i64 {low}")
    return text.value(f"select i1 {some}, i64 {within}, i64 0")


def _put_words(text: AssemblyText, wanted: str) -> None:
    """For each heap of the block left: single heaps, then all small heaps."""
    text.label("word")
    text.put("  %w = phi i64 [ 0, %again ], [ %wnext, %wordend ]")
    text.put("  %farw = phi i64 [ %fary, %again ], [ %farword, %wordend ]")
    left = text.value(f"load i64, ptr {text.value('getelementptr i64, ptr %leftof, i64 %w')}, align 8")
    text.put("  %badat = getelementptr i64, ptr %bad, i64 %w")
    bad = text.value("load i64, ptr %badat, align 8")
    fine = text.value(f"and i64 {_valid(text, '%w')}, {text.value(f'xor i64 {bad}, -1')}")
    text.put(f"  %heaps = and i64 {left}, {fine}")
    text.put(f"  %fromword = getelementptr i8, ptr %here, i64 {text.value(f'mul i64 %w, {WORD}')}")
    text.put("  %noheaps = icmp eq i64 %heaps, 0")
    text.put("  br i1 %noheaps, label %wordend, label %heap")
    text.label("heap")
    text.put("  %rest = phi i64 [ %heaps, %word ], [ %restnext, %heapend ]")
    text.put("  %farh = phi i64 [ %farw, %word ], [ %farheap, %heapend ]")
    text.put("  %lane = call i64 @llvm.cttz.i64(i64 %rest, i1 true)")
    text.put("  %own = getelementptr i8, ptr %fromword, i64 %lane")
    text.put("  %nosingles = icmp eq i64 %singles, 0")
    text.put("  br i1 %nosingles, label %try, label %single")
    text.label("single")
    text.put("  %s = phi i64 [ 0, %heap ], [ %snext, %singlemore ]")
    lag = text.value(f"load i64, ptr {text.value('getelementptr i64, ptr %singlesat, i64 %s')}, align 8")
    other = text.value(f"getelementptr i8, ptr %own, i64 {text.value(f'sub i64 0, {lag}')}")
    text.put(f"  %alike = icmp eq i8 {text.value(f'load i8, ptr {other}, align 1')}, %keptof")
    text.put("  br i1 %alike, label %heapend, label %singlemore")
    text.label("singlemore")
    text.put("  %snext = add i64 %s, 1")
    text.put("  %smore = icmp slt i64 %snext, %singles")
    text.put("  br i1 %smore, label %single, label %try")
    put_tries(text, BYTES, [("heap", "0"), ("singlemore", "0")], "%own", lambda: _put_look(text, wanted))
    old = text.value("load i64, ptr %badat, align 8")
    new = text.value(f"or i64 {old}, {text.value('shl i64 1, %lane')}")
    text.put(f"  store i64 {new}, ptr %badat, align 8")
    text.put("  br label %heapend")
    text.label("found")
    text.put("  %farther = icmp sgt i64 %k, %farh")
    text.put("  %farnew = select i1 %farther, i64 %k, i64 %farh")
    text.put("  br label %heapend")
    text.label("heapend")
    text.put("  %farheap = phi i64 [ %farh, %single ], [ %farh, %unsettled ], [ %farnew, %found ]")
    text.put("  %restless = sub i64 %rest, 1")
    text.put("  %restnext = and i64 %rest, %restless")
    text.put("  %norest = icmp eq i64 %restnext, 0")
    text.put("  br i1 %norest, label %wordend, label %heap")
    text.label("wordend")
    text.put("  %farword = phi i64 [ %farw, %word ], [ %farheap, %heapend ]")
    text.put("  %wnext = add i64 %w, 1")
    text.put(f"  %wmore = icmp slt i64 %wnext, {BLOCK // WORD}")
    text.put("  br i1 %wmore, label %word, label %numberend")


def _put_look(text: AssemblyText, wanted: str) -> None:
    """First whether any pair looks right; a rare heap may, and a small one that is not to be used, so then exactly."""
    least = BYTES.all(-1)
    for place in range(TRIED):
        _, differs = _differences(text, place, wanted)
        least = text.value(f"call {VECTOR} @llvm.umin.v{LANES}i8({VECTOR} {least}, {VECTOR} {differs})")
    alike = text.value(f"icmp eq {VECTOR} {least}, zeroinitializer")
    text.put(f"  %alikes = bitcast <{LANES} x i1> {alike} to i{LANES}")
    text.put("  %noalike = icmp eq i32 %alikes, 0")
    text.put("  br i1 %noalike, label %trymore, label %exactly")
    text.label("exactly")

    def hit(place: int) -> str:
        complements, differs = _differences(text, place, wanted)
        same = text.value(f"icmp eq {VECTOR} {differs}, zeroinitializer")
        return text.value(
            f"and <{LANES} x i1> {same}, {text.value(f'icmp ne {VECTOR} {complements}, zeroinitializer')}"
        )

    put_hits(text, BYTES, hit, "found")


def _differences(text: AssemblyText, place: int, wanted: str) -> tuple[str, str]:
    """What is kept of 32 heaps, and where it is not what their small heaps ask for, other than 0."""
    numbers, complements = pair(text, BYTES, place)
    return complements, text.value(f"xor {VECTOR} {text.value(f'xor {VECTOR} {numbers}, {wanted}')}, {complements}")


def _put_notes(text: AssemblyText) -> None:
    """List the bad heaps of the block."""
    text.label("notes")
    text.put("  %v = phi i64 [ 0, %numbers ], [ 0, %numberend ], [ %vnext, %noteend ]")
    text.put("  %farnote = phi i64 [ %far, %numbers ], [ %farword, %numberend ], [ %farnote, %noteend ]")
    text.put("  %openv = phi i64 [ %open, %numbers ], [ %open, %numberend ], [ %openlast, %noteend ]")
    bad = text.value(f"load i64, ptr {text.value('getelementptr i64, ptr %bad, i64 %v')}, align 8")
    text.put(f"  %bads = and i64 {bad}, {_valid(text, '%v')}")
    text.put(f"  %firstof = add i64 %n, {text.value(f'mul i64 %v, {WORD}')}")
    text.put("  %nobads = icmp eq i64 %bads, 0")
    text.put("  br i1 %nobads, label %noteend, label %note")
    text.label("note")
    text.put("  %badrest = phi i64 [ %bads, %notes ], [ %badnext, %note ]")
    text.put("  %openn = phi i64 [ %openv, %notes ], [ %openmore, %note ]")
    lane = text.value("call i64 @llvm.cttz.i64(i64 %badrest, i1 true)")
    to = text.value("getelementptr i64, ptr %a4, i64 %openn")
    text.put(f"  store i64 {text.value(f'add i64 %firstof, {lane}')}, ptr {to}, align 8")
    text.put("  %openmore = add i64 %openn, 1")
    text.put(f"  %badnext = and i64 %badrest, {text.value('sub i64 %badrest, 1')}")
    text.put("  %badsdone = icmp eq i64 %badnext, 0")
    text.put("  br i1 %badsdone, label %noteend, label %note")
    text.label("noteend")
    text.put("  %openlast = phi i64 [ %openv, %notes ], [ %openmore, %note ]")
    text.put("  %vnext = add i64 %v, 1")
    text.put(f"  %vmore = icmp slt i64 %vnext, {BLOCK // WORD}")
    text.put("  br i1 %vmore, label %notes, label %noted")
    text.label("noted")
    text.put("  br label %blockend")
