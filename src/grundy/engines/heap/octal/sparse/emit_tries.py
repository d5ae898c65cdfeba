"""LLVM assembly that both checks of heaps kept as numbers share: their outer loop, and all small heaps for one heap.

Small heaps are tried in blocks: the neighbours a = lanes * k + lanes, ..., lanes * k + 1 together, which stand in one
vector, each as 255 XOR its number. Beside them lie, in one vector too, the heaps n - take - a.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from grundy.engines.heap.octal.sparse.emit import Kind, Text

TRIED = 4  # blocks of small heaps between two looks at what is found


def put_given(text: Text, names: Iterable[str], pointers: Collection[str]) -> None:
    """Read what the kernel is given in a table of 64-bit words at %a6, each to a name of its own."""
    for place, name in enumerate(names):
        kind = "ptr" if name in pointers else "i64"
        text.put(f"  %at{place} = getelementptr i64, ptr %a6, i64 {place}")
        text.put(f"  %{name} = load {kind}, ptr %at{place}, align 8")


def put_blocks(text: Text, begin: str, far: str) -> None:
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


def put_tries(text: Text, kind: Kind, entered: Iterable[tuple[str, str]], own: str, look: Callable[[], None]) -> None:
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


def pair(text: Text, kind: Kind, place: int) -> tuple[str, str]:
    """The small heaps of one of the blocks tried together, and what is kept of the heaps beside them."""
    at = text.value(f"getelementptr i8, ptr %smalls, i64 {kind.lanes * place}")
    numbers = text.value(f"load {kind}, ptr {at}, align 1")
    at = text.value(f"getelementptr i8, ptr %others, i64 {-kind.lanes * (place + 1)}")
    return numbers, text.value(f"load {kind}, ptr {at}, align 1")


def put_hits(text: Text, kind: Kind, found: Callable[[int], str], leave: str) -> None:
    """Go to `leave` if a common small heap is a hit, to `trymore` if not.

    Args:    found: the hits of a block, a vector of i1.
    """
    word = f"i{kind.lanes}"
    text.put(f"  %maskat = getelementptr {word}, ptr %masksat, i64 %k")
    some = "0"
    for place in range(TRIED):
        hits = text.value(f"bitcast <{kind.lanes} x i1> {found(place)} to {word}")
        at = text.value(f"getelementptr {word}, ptr %maskat, i64 {place}")
        mask = text.value(f"load {word}, ptr {at}, align {kind.lanes // 8}")
        some = text.value(f"or {word} {some}, {text.value(f'and {word} {hits}, {mask}')}")
    text.put(f"  %nohit = icmp eq {word} {some}, 0")
    text.put(f"  br i1 %nohit, label %trymore, label %{leave}")
