"""A process that only answers loads neither Numba nor LLVM, once what it calls has been compiled on this machine.

There is a command for each verb, each judge, and what the engines of the catalogue compile.
"""

from __future__ import annotations

import json
import runpy
import struct
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from waiting import PATIENCE

from grundy.compile import elf, native
from grundy.compile.jit import Kernel
from grundy.compile.sources import PACKAGE, files_of_kernels
from grundy.judges import JUDGES

pytestmark = pytest.mark.skipif(not native.CAN_BE, reason="no files are made for this processor and system")

COMMANDS = """
solve nim 3 4 5
solve cram 4x5
solve cram 3x3 --method mex
solve cram 4x4 --method couples
solve cram 4x4 --method proof-numbers
solve cram 3x4 --misere
solve clobber XOX/OXO/XOX
solve col 3x4
solve snort 3x4
solve nogo 3x3
solve notakto 3x3 --misere
solve rectangle 0110/1111/0110/0001
solve chomp 4x5
solve placement:apart 5x5
solve node-kayles 1-2,2-3,3-4,4-5,5-1,1-6,6-7
solve node-kayles queens:7
solve node-kayles queens:9
solve arc-kayles 1-2,2-3,3-4,4-5,5-1,1-6,6-7
solve hackenbush ground-1,1-2,2-3,3-1
solve graph '1 2/2 3/1 3/3 4/@ 1'
solve graph '1 2/2 1/2 3/@ 1' --loopy
solve poset 1<2,1<3,2<4,3<4
solve wythoff 30 50
solve wythoff 3 5 --misere
solve euclid 30 50
solve kayles 100 200
solve grundys-game 500 501
solve kayles 5 6 --misere
solve octal:0.106 3000
solve take-away:1,3,4 1000 2000
solve fibonacci-nim 100
solve sylver 5 7
solve turning-corners 4x5
solve conjunctive(nim(3),kayles(5))
options kayles 50
options cram 3x4 --json
sequence kayles --to 2000
sequence octal:0.106 --to 100000
sequence grundys-game --to 3000
sequence kayles --to 30 --misere
sequence take-away:1,3,4 --to 100
table wythoff --to 200
table kayles --to 500
table take-away:1,2,3 --to 5000 --misere
table euclid --to 60
check take-away:1,2,3 'n % 4' --to 5000
period octal:0.77
period take-away:1,4,10
quotient kayles --to 12
quotient dawsons-kayles --to 20
genus kayles --to 12
prove wythoff
prove fibonacci-nim
prove 'rule:n -> n-1; n -> n//2, if n >= 1'
atlas --digits 1
nimber '(4*6 + 2) / 3'
games cram
solve 'rule:n -> n-1; n -> n//2, if n >= 1' 100000
table 'rule:n -> n-1; n -> n//2, if n >= 1' --to 100000
sequence 'rule:n -> n-1; n -> n//2, if n >= 1' --to 100000
solve wythoff 3000 5000
solve clobber XOXO/OXOX/XOXO
"""
LOAD: dict[str, str] = {}
"""Commands that load them, and why."""

EXTERNALS: dict[str, set[str]] = {
    "engines.bitsliced.kernels.fill_values": set(),
    "engines.bitsliced.kernels.read_values": set(),
    "engines.heap.octal.kernels.differences": set(),
    "engines.heap.octal.kernels.match_lengths": set(),
    "engines.heap.octal.kernels.pair_values": set(),
    "engines.misere.kernels.coarsest_congruence": {"memset"},
    "engines.misere.kernels.product_outcomes": {"memset"},
    "engines.nimbers.kernels.invert_words": set(),
    "engines.search.kernels.leaves.fill_graphs": set(),
    "engines.search.kernels.parts.look": set(),
    "engines.search.kernels.proof.run": set(),
    "engines.search.kernels.values.pour": set(),
    "engines.table.kernels.fill_pairs": set(),
}
"""What the kernels that are called here need that is not in their files."""
ELSEWHERE = {
    "engines.heap.entailing.kernels.top_entails_values": {"memset"},
    "engines.heap.kernels.one_hot_values": {"memset"},
    "engines.heap.kernels.sweep_values": {"memset"},
    "engines.heap.octal.sparse.kernels.fill_numbers": {"memset"},
    "engines.heap.octal.kernels.octal_values": {"memset"},
    "engines.heap.octal.kernels.several_values": {"memset"},
    "engines.search.kernels.sets.run": {"memset"},
    "engines.table.kernels.fill_cuts": {"memset"},
    "engines.table.kernels.find_runs": {"memset"},
    "theorems.kernels.refine": {"memset"},
    "theorems.kernels.sets": {"memset"},
}
"""The same of those that some of these commands call only on some machines, or never; where it is something."""

ANSWERING = """
import json, os, shlex, sys, tempfile
import numpy
from grundy.api import judge as judging
from grundy.cli.main import cli
from grundy.compile import native

opened, called = native.opened, []

def seen(kernel, kinds, make):
    found = opened(kernel, kinds, make)
    if found:
        called.append(native.name_of(kernel, kinds))
    return found

native.opened = seen

def answered(work):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        told = ""
        try:
            with open(os.devnull, "w") as none:
                os.dup2(none.fileno(), 1)
                work()
        except BaseException as problem:
            told = repr(problem)
        os.write(writing, json.dumps([told, sorted({"numba", "llvmlite"} & sys.modules.keys()), called]).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as told:
        given = json.loads(told.read())
    os.waitpid(child, 0)
    return given

given = json.load(sys.stdin)
works = {one: lambda one=one: cli([*shlex.split(one)], prog_name="grundy", standalone_mode=False)
         for one in given["commands"]}
works |= {name: lambda name=name, text=text: judging.judge(name, text) for name, text in given["judges"].items()}
found = {}
for name, work in works.items():
    found[name] = answered(work)
    if found[name][1]:
        found[name] = answered(work)
json.dump(found, sys.stdout)
"""


Found = dict[str, tuple[str, list[str], list[str]]]


@pytest.fixture(scope="module")
def found() -> Found:
    """What was raised and loaded, and the names of the kernels that were called, by each command and judge in a process
    of its own: by the last of two, if something was compiled."""
    asked = {"commands": COMMANDS.strip().splitlines(), "judges": {one.name: one.sample_in for one in JUDGES}}
    done = subprocess.run(
        [sys.executable, "-c", ANSWERING], input=json.dumps(asked), capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    answers: Found = json.loads(done.stdout)
    return answers


def test_who_only_answers_loads_no_numba(found: Found) -> None:
    failed = {name: told for name, (told, *_) in found.items() if told}
    loading = {name for name, (_, loaded, _) in found.items() if loaded}
    assert not failed
    assert loading == LOAD.keys()


def test_a_wheel_carries_what_is_called(found: Found, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for rules of one's own. If this fails: `python release/record_kernels.py`."""
    release = Path(__file__).parents[2] / "release"
    monkeypatch.syspath_prepend(release)
    made = runpy.run_path(str(release / "kernels.py"))
    listed = {native.name_of(*one) for one in made["shapes"]()} | {made["of_rule"](*one)[0] for one in made["rules"]()}
    missing = {name: [*{*called} - listed] for name, (_, _, called) in found.items() if "rule:" not in name}
    assert not {name: some for name, some in missing.items() if some}


def externals(data: bytes) -> set[str]:
    """What a shared object needs of others, by elf(5)."""
    (parts,), (count,) = struct.unpack_from("<Q", data, 32), struct.unpack_from("<H", data, 56)
    headers = [struct.unpack_from("<IIQQ", data, parts + 56 * number) for number in range(count)]
    ((_, _, at, _),) = [one for one in headers if one[0] == 2]  # the dynamic part
    tags = dict(struct.unpack_from("<QQ", data, at + 16 * number) for number in range(9))
    (symbols,) = struct.unpack_from("<I", data, tags[4] + 4)
    needed = set()
    for number in range(1, symbols):
        name, _, _, section, _, _ = struct.unpack_from("<IBBHQQ", data, tags[6] + 24 * number)
        if not section:
            begin = tags[5] + name
            needed.add(data[begin : data.index(b"\0", begin)].decode())
    return needed


def kernels() -> dict[str, str]:
    """The kernels of the package, by the first part of the names of their files."""
    names = {}
    for file in files_of_kernels():
        module = ".".join(("grundy", *Path(file).relative_to(PACKAGE).with_suffix("").parts))
        if module.endswith((".instructions", ".stubs")):
            continue
        for one in vars(import_module(module)).values():
            if isinstance(one, Kernel) and one.__module__ == module:
                name = f"{module}.{one.__qualname__}"
                names[native.name_of(name, "").partition("-")[0]] = name.removeprefix("grundy.")
    return names


def test_each_kernel_that_was_called_has_a_file_and_needs_only_what_is_listed(found: Found) -> None:
    folder, names = native._folder(), kernels()
    assert folder
    needed: dict[str, set[str]] = {}
    for called in sorted({one for _, _, some in found.values() for one in some}):
        name = names.get(called.partition("-")[0])
        data = native._read(folder / called) if name and (folder / called).exists() else None
        if name and data:
            is_empty = len(data) == data[-1] + 1
            needed[name] = needed.get(name, set()) | ({"Python"} if is_empty else externals(data))
    assert needed.keys() >= EXTERNALS.keys()
    listed = EXTERNALS | ELSEWHERE
    more = {name: some - listed.get(name, set()) for name, some in needed.items()}
    assert not {name: some for name, some in more.items() if some}
    assert all(some <= elf.ALLOWED for some in listed.values())
