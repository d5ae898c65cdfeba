"""An object file of LLVM's -> a shared object that the system loads, without a linker: no user need have one.

For kernels that is little work. Their code is one piece, keeps nothing between calls, and needs nothing but the few
functions of C by which memory is set, copied and compared; what needs more is refused. The shared object has two parts:
headers, code and its constants, which are read and run, and the addresses of those functions, which the system fills
in and then makes read-only. Nothing in it is ever both written and run.

x86-64 on Linux alone: the System V ABI, its supplement for AMD64, and elf(5).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

ALLOWED = frozenset({"memset", "memcpy", "memmove", "memcmp", "bcmp"})
PAGE = 4096

PROGBITS, SYMBOLS, RELOCATIONS, NOBITS, UNWIND = 1, 2, 4, 8, 0x70000001  # kinds of sections; the last for debuggers
WRITE, ALLOC = 1, 2  # flags of sections
SECTION = 3  # the kind of a symbol that is the beginning of a section
RELATIVE, OF_SLOT = (2, 4), (9, 41, 42)  # PC32, PLT32; GOTPCREL, GOTPCRELX, REX_GOTPCRELX
GLOB_DAT = 6
JUMP = b"\xff\x25"  # jmp *distance(%rip)
LOAD, DYNAMIC, STACK, READ_ONLY = 1, 2, 0x6474E551, 0x6474E552  # kinds of parts
TAGS = 9  # entries of the dynamic section, the last one empty


class NotPlain(Exception):
    """Code that needs more than a kernel may."""


class _Section(NamedTuple):
    name: str
    kind: int
    flags: int
    data: bytes
    link: int
    info: int
    align: int


class _Symbol(NamedTuple):
    name: str
    section: int
    value: int


class _Fill(NamedTuple):
    """What is to be filled in: in which section, where, how, the distance to which symbol."""

    section: int
    offset: int
    kind: int
    symbol: _Symbol
    addend: int


def shared_object(code: bytes, entry: str, name: str) -> bytes:
    """The shared object of an object file, in which the function `entry` is found under a name.

    Raises:  NotPlain: it needs a function that is not one of ALLOWED, or memory of its own.
    """
    sections = list(_sections(code))
    symbols = [one for section in sections if section.kind == SYMBOLS for one in _symbols(section, sections)]
    pieces = {at: one for at, one in enumerate(sections) if one.flags & ALLOC and one.data and one.kind != UNWIND}
    for one in pieces.values():
        if one.kind != PROGBITS or one.flags & WRITE:
            raise NotPlain(f"memory of its own: {one.name}")
    fills = [
        _Fill(section.info, offset, info & 0xFFFFFFFF, symbols[info >> 32], addend)
        for section in sections
        if section.kind == RELOCATIONS and section.info in pieces
        for offset, info, addend in struct.iter_unpack("<QQq", section.data)
    ]
    needed = sorted({fill.symbol.name for fill in fills if not fill.symbol.section})
    if more := sorted(set(needed) - ALLOWED):
        raise NotPlain(f"it needs {', '.join(more)}")
    return _laid_out(pieces, fills, needed, [one for one in symbols if one.name == entry], name)


def _laid_out(
    pieces: dict[int, _Section], fills: list[_Fill], needed: list[str], entry: list[_Symbol], name: str
) -> bytes:
    """The shared object itself; what lies at a place of the file is loaded at the same distance from its beginning."""
    names = b"\0" + b"".join(one.encode("ascii") + b"\0" for one in (name, *needed))
    size, symbols = len(needed), 2 + len(needed)  # the first symbol is none
    hashes = _up(64 + 56 * 5, 8)
    table = _up(hashes + 4 * (3 + symbols), 8)
    texts = table + 24 * symbols
    addresses = _up(texts + len(names), 8)
    end = addresses + 24 * size
    at = {}
    for number, one in pieces.items():
        at[number] = _up(end, max(one.align, 1))
        end = at[number] + len(one.data)
    jumps = _up(end, 16)
    end = jumps + 8 * size
    dynamic = _up(end, PAGE)
    slots = dynamic + 16 * TAGS
    image = bytearray(_up(slots + 8 * size, PAGE))

    def put(place: int, pattern: str, *numbers: int | bytes) -> None:
        struct.pack_into("<" + pattern, image, place, *numbers)

    jump_of, slot_of = ({one: place + 8 * k for k, one in enumerate(needed)} for place in (jumps, slots))
    for number, one in pieces.items():
        image[at[number] : at[number] + len(one.data)] = one.data
    for one_needed in needed:
        jump = jump_of[one_needed]
        put(jump, "2si", JUMP, slot_of[one_needed] - jump - 6)
    for fill in fills:
        symbol, place = fill.symbol, at[fill.section] + fill.offset
        if symbol.section in at and fill.kind in RELATIVE:
            target = at[symbol.section] + symbol.value
        elif not symbol.section and fill.kind in RELATIVE + OF_SLOT:
            target = (slot_of if fill.kind in OF_SLOT else jump_of)[symbol.name]
        else:
            raise NotPlain(f"relocation {fill.kind} of {symbol.name}")
        put(place, "i", target + fill.addend - place)

    # one bucket, in which the one function that others may ask for is alone
    put(hashes, "3I", 1, symbols, 1)
    (function,) = entry
    put(table + 24, "IBBHQQ", 1, 0x12, 0, 1, at[function.section] + function.value, 0)
    for number, one_needed in enumerate(needed, 2):
        put(
            table + 24 * number, "IBBHQQ", names.index(b"\0" + one_needed.encode("ascii") + b"\0") + 1, 0x12, 0, 0, 0, 0
        )
        put(addresses + 24 * (number - 2), "QQq", slot_of[one_needed], number << 32 | GLOB_DAT, 0)
    put(texts, f"{len(names)}s", names)
    tags = [(4, hashes), (5, texts), (6, table), (10, len(names)), (11, 24)]
    tags += [(7, addresses), (8, 24 * size), (9, 24)] if needed else []
    for number, tag in enumerate(tags):
        put(dynamic + 16 * number, "QQ", *tag)

    rest = len(image) - dynamic
    parts = [  # kind, readable 4 + writable 2 + may be run 1, place, size, alignment
        (LOAD, 5, 0, end, PAGE),
        (LOAD, 6, dynamic, rest, PAGE),
        (DYNAMIC, 6, dynamic, 16 * TAGS, 8),
        (READ_ONLY, 4, dynamic, rest, 1),
        (STACK, 6, 0, 0, 16),  # which is then not made one that may be run
    ]
    put(0, "16sHHIQQQIHHHHHH", b"\x7fELF\x02\x01\x01", 3, 62, 1, 0, 64, 0, 0, 64, 56, len(parts), 0, 0, 0)
    for number, (kind, rights, place, size, align) in enumerate(parts):
        put(64 + 56 * number, "IIQQQQQQ", kind, rights, place, place, place, size, size, align)
    return bytes(image)


def _up(place: int, align: int) -> int:
    return -(-place // align) * align


def _sections(code: bytes) -> Iterator[_Section]:
    (start,) = struct.unpack_from("<Q", code, 40)
    _, count, of_names = struct.unpack_from("<HHH", code, 58)
    headers = [struct.unpack_from("<IIQQQQIIQQ", code, start + 64 * number) for number in range(count)]
    for name, kind, flags, _, offset, size, link, info, align, _ in headers:
        data = bytes(size) if kind == NOBITS else code[offset : offset + size]
        yield _Section(_text(code, headers[of_names][4] + name), kind, flags, data, link, info, align)


def _symbols(section: _Section, sections: list[_Section]) -> Iterator[_Symbol]:
    names = sections[section.link].data
    for name, info, _, number, value, _ in struct.iter_unpack("<IBBHQQ", section.data):
        yield _Symbol(sections[number].name if info & 15 == SECTION else _text(names, name), number, value)


def _text(data: bytes, place: int) -> str:
    return data[place : data.index(b"\0", place)].decode("ascii", "replace")
