"""Make the libraries of kernels that a wheel carries: `python release/kernels.py FOLDER`.

`kernels.txt` says which kernels, for arguments of which kinds: those that the catalogue's games, the judges and the
commands of the documentation call; `record_kernels.py` writes it. Numba compiles each once, LLVM makes one object of
all for each target of `grundy.compile.shipped`, and zig links it; nothing of a target is needed on this machine.

python release/kernels.py FOLDER --only linux-aarch64     of these kinds of machines alone
GRUNDY_KERNELS=FOLDER python -m build                     a wheel with what is in the folder
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from grundy import parse_rule
from grundy.compile import native, shipped
from grundy.compile.elf import ALLOWED
from grundy.compile.span import Place, Span
from grundy.errors import GrundyError
from grundy.judges import at_once

HERE = Path(__file__).parent
LIST = HERE / "kernels.txt"
MOST_BYTES = 4 << 20  # of all libraries
OF_X86 = {"avx2.pshuf.b": "avx2", "pclmulqdq": "pclmul", "avx512.permvar.qi.512": "avx512vbmi"}
X86 = "llvm.x86."
OF_RULE = "rule "  # how lines of kernels of rules begin; their kinds are what their assembly depends on
SETTINGS = {  # Numba is to choose no vectors, and to refuse no instruction: what a target has, LLVM knows
    "NUMBA_CPU_NAME": "x86-64-v3",
    "NUMBA_CPU_FEATURES": shipped.USED_3,
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}
ZIG = {"linux": "linux-gnu", "darwin": "macos", "win32": "windows-gnu"}


def shapes() -> list[tuple[str, str]]:
    """The full name of each kernel that is to be made, and the kinds of its arguments."""
    return [one for one in _lines() if not one[0].startswith(OF_RULE)]


def rules() -> list[tuple[str, str]]:
    """Each rule of which a kernel is to be made, and the way of its table with three times 0 or 1: whether few states
    are meant, blocks, and sets for lines, as `compile.kernel.kernel_of` has them."""
    return [(rule.removeprefix(OF_RULE), more) for rule, more in _lines() if rule.startswith(OF_RULE)]


def _lines() -> list[tuple[str, str]]:
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return [(name, more) for name, _, more in (line.partition(": ") for line in lines if line)]


def is_there(line: str) -> bool:
    """Whether there is still what a line of the list names."""
    name, _, kinds = line.partition(": ")
    try:
        if name.startswith(OF_RULE):
            of_rule(name.removeprefix(OF_RULE), kinds)
        else:
            thing(name), arguments(kinds)
    except (ImportError, AttributeError, TypeError, GrundyError):
        return False
    return True


def of_rule(spec: str, more: str) -> tuple[str, Callable[[], str]]:
    """The name in a library of a kernel of a rule, and what writes its assembly."""
    from grundy.compile import kernel, rule_files

    rule = parse_rule(spec)
    way, *flags = more.split()
    few, blocks, lines = (flag == "1" for flag in flags)
    facts = kernel.look(rule)
    states = kernel.SMALL if few else kernel.LARGE
    name = rule_files.name_of(facts.core, "table", rule.arity, way, few, blocks, lines)
    made = partial(kernel.assembly, rule, way, states, blocks, facts, lines)  # type: ignore[arg-type]
    return native.name_of(rule_files.OF_RULES, name), made


def arguments(kinds: str) -> tuple[Any, ...]:
    """Arguments of these kinds, as `native.flat` tells them."""
    if kinds == at_once.KINDS:
        return at_once.TAKEN
    stack: list[tuple[str, list[Any]]] = [("", [])]
    for word in kinds.split():
        if word.startswith("("):
            stack.append((word[1:], []))
            continue
        value: Any
        if word == ")":
            name, parts = stack.pop()
            made = thing(name)
            value = tuple(parts) if made is tuple else made(*parts)
        elif word in ("int", "bool"):
            value = True if word == "bool" else 1
        elif word.startswith("span"):
            value = Span(np.zeros(1, word[4:]))
        elif word.startswith("place"):
            value = Place(0, word[5:])
        else:
            value = np.zeros((1,) * int(word[0]), word[1:])[()]
        stack[-1][1].append(value)
    ((_, found),) = stack
    return tuple(found)


def thing(name: str) -> Any:
    """What has this full name."""
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


def assemblies() -> list[tuple[str, tuple[str, str, str]]]:
    """The name in a library of each kernel, and its LLVM assembly, in which nothing is chosen by the processor."""
    from numba.core.errors import NumbaError

    from grundy.compile import build

    found = []
    for kernel, kinds in shapes():
        try:
            found.append((native.name_of(kernel, kinds), build.assembly(thing(kernel), arguments(kinds))))
        except NumbaError as problem:  # the list is of other sources
            raise SystemExit(f"kernels.txt: {kernel}: {kinds}: {problem}") from problem
    for spec, more in rules():
        name, made = of_rule(spec, more)
        found.append((name, (made(), "kernel", "")))
    return found


def make_object(of: shipped.Target, made: list[tuple[str, tuple[str, str, str]]]) -> tuple[bytes, dict[str, str]]:
    """The object file of all kernels for a target, and the kinds of what each returns."""
    import llvmlite.binding as llvm

    from grundy.compile import build

    target = build.target_machine(of.triple, of.cpu, of.features)
    whole = llvm.parse_assembly("")
    whole.triple, whole.data_layout = target.triple, str(target.target_data)
    returned = {}
    for name, (text, entry, kind) in made:
        module = build.one_piece(text, entry, target)
        others = {one.name for one in (*module.functions, *module.global_variables) if one.is_declaration}
        of_x86 = {OF_X86[one.removeprefix(X86)] for one in others if one.startswith(X86)}
        if not of_x86 <= set(of.features.replace("+", "").split(",")):
            continue  # for processors that have more
        if more := {one for one in others if not one.startswith("llvm.")} - ALLOWED:
            raise SystemExit(f"{of.name}: {entry} needs {', '.join(sorted(more))}")
        function = module.get_function(entry)
        function.name = shipped.symbol(name)
        if of.system == "win32":
            function.storage_class = "dllexport"
        whole.link_in(module)
        returned[name] = kind
    return target.emit_object(whole), returned


def link(of: shipped.Target, place: Path, library: Path) -> None:
    """Link an object file to a library of its target."""
    machine = {"arm64": "aarch64", "AMD64": "x86_64"}.get(of.machine, of.machine)
    libraries = ["-nostdlib"] if of.system == "linux" else []  # what Python has loaded has what they need of C
    command = ["cc", "-target", f"{machine}-{ZIG[of.system]}", "-shared", "-s", "-o", library, place, *libraries]
    subprocess.run([sys.executable, "-m", "ziglang", *command], check=True)


def make(folder: Path, targets: Sequence[shipped.Target] = shipped.TARGETS) -> None:
    """Make the libraries of some targets, or of all."""
    import llvmlite.binding as llvm

    folder.mkdir(parents=True, exist_ok=True)
    os.environ.update(SETTINGS)
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    made = assemblies()
    size = 0
    for of in targets:
        library = folder / (of.name + of.suffix)
        code, returned = make_object(of, made)
        with TemporaryDirectory() as beside:
            place = Path(beside, "kernels.o")
            place.write_bytes(code)
            link(of, place, Path(beside, library.name))
            library.write_bytes(Path(beside, library.name).read_bytes())
        text = shipped.listing(library.read_bytes(), returned, of)
        library.with_suffix(".list").write_text(text, encoding="ascii", newline="\n")
        size += library.stat().st_size + len(text)
        print(f"{library.name}: {len(returned)} kernels, {library.stat().st_size} bytes", flush=True)
    if size > MOST_BYTES:
        raise SystemExit(f"{folder}: expected at most {MOST_BYTES} bytes, found {size}")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path, metavar="FOLDER", help="where the libraries are written")
    by_name = {of.name: of for of in shipped.TARGETS}
    asked.add_argument("--only", nargs="+", choices=by_name, default=[*by_name], help="kinds of machines; all else")
    given = asked.parse_args()
    make(given.folder, [by_name[name] for name in given.only])


if __name__ == "__main__":
    main()
