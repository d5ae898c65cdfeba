"""The machine code of kernels that comes with the package: a library for each kind of system and processor.

`release/kernels.py` makes them all on one machine, and a wheel carries them; a checkout has none. Beside each library
lies its list: a line for each kernel and kinds of arguments, and first the SHA-256 of all the rest and of the library,
and the digest of the sources of all kernels. A library that is not of these sources is not loaded, nor one of which a
bit has changed. Who may write it may write the package too, so nothing else is looked at.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from grundy.compile.host import described_processor
from grundy.compile.sources import sources

FOLDER = Path(__file__).with_name("shipped_libraries")


class Target(NamedTuple):
    """A kind of system and processor: what the latter must have, in Linux's words, and in LLVM's what is used of it."""

    name: str
    system: str
    machine: str
    suffix: str
    triple: str
    cpu: str
    needed: str = ""
    features: str = ""


V2 = "cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3"
V3 = f"{V2} avx avx2 bmi1 bmi2 f16c fma abm movbe xsave pclmulqdq"  # the last is not in the level, but in all such
V4 = f"{V3} avx512f avx512bw avx512cd avx512dq avx512vl"
USED_2 = "+cx16,+sahf,+popcnt,+sse3,+ssse3,+sse4.1,+sse4.2"
USED_3 = f"{USED_2},+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave,+pclmul"
USED_4 = f"{USED_3},+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"
LINUX = "linux", "x86_64", ".so", "x86_64-unknown-linux-gnu"
TARGETS = (  # of those that run on a machine, the first is the best
    Target("linux-x86-64-v4", *LINUX, "x86-64-v4", V4, USED_4),
    Target("linux-x86-64-v3", *LINUX, "x86-64-v3", V3, USED_3),
    Target("linux-x86-64-v2", *LINUX, "x86-64-v2", V2, USED_2),
    Target("linux-aarch64", "linux", "aarch64", ".so", "aarch64-unknown-linux-gnu", "generic"),
    Target("macos-arm64", "darwin", "arm64", ".dylib", "arm64-apple-macosx11.0.0", "apple-m1"),
    Target("macos-x86-64", "darwin", "x86_64", ".dylib", "x86_64-apple-macosx10.15.0", "x86-64"),
    Target("windows-x86-64", "win32", "AMD64", ".dll", "x86_64-pc-windows-gnu", "x86-64"),
)


def function(name: str) -> tuple[Any, str] | None:
    """A function by its name, as in the lists, and the kinds of what it returns; None if there is none."""
    library, returned = _library()
    if library is None or name not in returned:
        return None
    return library[symbol(name)], returned[name]


def has(begin: str) -> bool:
    """Whether there is a function whose name begins like that."""
    return any(name.startswith(begin) for name in _library()[1])


def features() -> str:
    """What of the processor the kernels of this machine's library use, in LLVM's words."""
    kind = target()
    return kind.features if kind else ""


def symbol(name: str) -> str:
    """The name of a function in a library."""
    return "k" + name.replace("-", "_")


@cache
def target() -> Target | None:
    """The kind of this system and processor; None if it is none of those that there are libraries for."""
    if sys.maxsize < 1 << 32:
        return None
    machine = os.environ.get("PROCESSOR_ARCHITECTURE", "") if sys.platform == "win32" else os.uname().machine
    here = [kind for kind in TARGETS if (kind.system, kind.machine) == (sys.platform, machine)]
    return next((kind for kind in here if not kind.needed or _flags().issuperset(kind.needed.split())), None)


def _flags() -> set[str]:
    try:
        return set(described_processor().get("flags", "").split())
    except OSError:  # a system that does not tell
        return set()


@cache
def _library() -> tuple[Any, dict[str, str]]:
    """The library for this machine, and the kinds that each of its functions returns; None where there is none."""
    here = target()
    if here is None:
        return None, {}
    place = FOLDER / (here.name + here.suffix)
    try:
        listed = read(place.read_bytes(), place.with_suffix(".list").read_text(encoding="ascii"), here)
        return (ctypes.CDLL(str(place)), listed) if listed else (None, {})
    except (OSError, UnicodeDecodeError):  # none has come with it, or the system lets nobody run it
        return None, {}


def listing(library: bytes, returned: dict[str, str], of: Target) -> str:
    """The list that lies beside a library."""
    lines = [f"{sources()} {of.name}", *(f"{name} {kinds}" for name, kinds in sorted(returned.items()))]
    text = "\n".join(lines) + "\n"
    return f"{hashlib.sha256(text.encode('ascii') + library).hexdigest()}\n{text}"


def read(library: bytes, text: str, of: Target) -> dict[str, str]:
    """What each function returns; nothing if list and library are not of these sources, or not as they were made."""
    seal, _, rest = text.partition("\n")
    lines = rest.splitlines()
    if seal != hashlib.sha256(rest.encode("ascii") + library).hexdigest() or lines[0] != f"{sources()} {of.name}":
        return {}
    return {name: kinds for name, _, kinds in (line.partition(" ") for line in lines[1:])}
