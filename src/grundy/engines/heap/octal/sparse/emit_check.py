"""LLVM assembly that checks words: whether each smaller rare value of a heap is the value of some move too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.emit import VECTOR, Kind, Lag, Text, declarations, union
from grundy.engines.heap.octal.sparse.words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
    kind = Kind(bits, VECTOR // bits)
    lanes, size = kind.lanes, bits // 8
    text = Text()
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


def _required(text: Text, kind: Kind, words: Words) -> str:
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


def _note(text: Text, bits: str, count: str, where: str, then: str) -> None:
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


def _deep(text: Text, kind: Kind, takes: Sequence[int]) -> None:
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


def _sources(text: Text) -> list[tuple[str, str, str]]:
    """The blocks that go to `notes`, with the names of the lanes not settled there and of what they miss."""
    found = []
    block, value = "start", ""
    for line in text.lines:
        if line.endswith(":"):
            block = line[:-1]
        if "bitcast" in line and "%iskey to" not in line:
            value = line.split("=")[0].strip()
        if line.startswith("  br") and "%notes" in line:
            found.append((value, block, line.rpartition("; ")[2]))
    return found


def small_numbers(words: Words, numbers: NDArray[Any]) -> NDArray[Any]:
    """For each small heap a = 1, 2, ... the number of the bit of G(a), in the order in which vectors meet them.

    Args:    numbers: i8[near + 1], the number for each a, -1 where a is rare; `near` a multiple of NEAR_STEP.
    """
    import numpy as np

    lanes = VECTOR // words.bits
    marked = np.where(numbers[1:] < 0, 2 * words.bits, numbers[1:])
    return np.ascontiguousarray(marked.reshape(-1, lanes)[:, ::-1]).reshape(-1).astype(words.dtype)
