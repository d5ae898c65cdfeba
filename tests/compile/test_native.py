"""Kernels that are loaded from files: the same answers without Numba, and nothing else is ever loaded."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from array import array
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kernel_files import files_of, folder_now, look_anew
from waiting import PATIENCE, wait_until

from grundy.compile import elf, native
from grundy.compile.jit import njit
from grundy.engines.heap.octal.kernels import differences, match_lengths
from grundy.engines.misere.kernels import coarsest_congruence

COMMANDS = ("solve cram 4x5", "quotient kayles", "sequence octal:0.106 --to 2000")
ON = pytest.mark.skipif(not native.CAN_BE, reason="no files are made for this processor and system")
pytestmark = ON


# ---- The same answers


def printed(command: str, **named: str) -> tuple[str, set[str]]:
    """What a command prints, and the packages that its process loaded."""
    code = "import atexit, sys\natexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    code += f"sys.argv = {['grundy', *command.split(), '--no-store']!r}\nfrom grundy.cli.main import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | named, capture_output=True, encoding="utf-8", timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, {name.partition(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_process_that_only_answers_loads_no_numba(command: str) -> None:
    first, _ = printed(command)
    again, loaded = printed(command)
    by_numba, all_loaded = printed(command, GRUNDY_NATIVE="off")
    assert first == again == by_numba
    assert not loaded & {"numba", "llvmlite"} and {"numba", "llvmlite"} <= all_loaded


def congruence(run: Callable[..., Any], seed: int) -> list[Any]:
    """What a kernel makes of random steps between eight elements."""
    chance = np.random.default_rng(seed)
    steps = chance.integers(0, 8, (3, 8)).astype(np.int32)
    classes = chance.integers(0, 2, 8).astype(np.int16)
    count = run(steps, classes, np.zeros(8, np.int16), 2, np.zeros((9, 9), np.int32))
    return [count, classes.tolist()]


def lengths(run: Callable[..., Any], seed: int) -> list[Any]:
    """How far random digits agree with themselves."""
    digits = np.random.default_rng(seed).integers(0, 2, 20).astype(np.int32)
    agreements = np.zeros(20, np.int64)
    return [run(digits, agreements), agreements.tolist()]


@pytest.mark.parametrize(("kernel", "given"), [(coarsest_congruence, congruence), (match_lengths, lengths)])
def test_a_file_numba_and_python_have_the_same_results(kernel: Any, given: Callable[..., list[Any]]) -> None:
    for seed in range(20):
        assert given(kernel, seed) == given(kernel.dispatcher, seed) == given(kernel.py_func, seed)
    assert any(code is not None for code in files_of(kernel).values())


@pytest.mark.parametrize("of", [0, 1, 2**63 - 1, 2**63, 2**64 - 1])
def test_words_hold_numbers_of_64_bits(of: int) -> None:
    words, kinds = native.flat((np.uint64(of), True, (of % 2**63,)))
    assert (words[0] % 2**64, list(words[1:])) == (of, [1, of % 2**63])
    assert kinds == "0<u8 bool (builtins.tuple int )"


def test_what_is_no_contiguous_array_of_numbers_is_left_to_numba() -> None:
    table = np.zeros((4, 6), np.int64)
    frozen = np.zeros(4)
    frozen.flags.writeable = False
    odd = np.zeros(17, np.uint8)[1:].view(np.int64)
    for one in (table[:, ::2], table.T, frozen, np.zeros(3, np.float64), odd, 2**63, "text", None, (1, table.T)):
        assert native.flat((one,)) == (array("q"), "")


# ---- Which files are loaded


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What stands in the file of a kernel."""
    place = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_CACHE_DIR", str(place))
        look_anew(differences)
        assert subtracted() == [1, 2, 3]
    look_anew()
    (file,) = place.rglob("*-*")
    return file.read_bytes()


@pytest.fixture
def file(made: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a kernel, in a folder of its own; the kernel has not been called."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder = folder_now()
    assert folder
    name = native.name_of("grundy.engines.heap.octal.kernels.differences", "1<i4 1<i4")
    folder.joinpath(name).write_bytes(made)
    folder.joinpath(name).chmod(0o600)
    look_anew(differences)
    yield folder / name
    look_anew(differences)


def subtracted() -> list[int]:
    """1, 2, 3 by a kernel."""
    steps = np.zeros(3, np.int32)
    differences(np.array([0, 1, 3, 6], np.int32), steps)
    return steps.tolist()


def is_built(monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the kernel is built anew, as no file is loaded for it."""
    from grundy.compile import build

    built = []

    def noted(*given: Any) -> tuple[bytes, str]:
        built.append(given)
        return b"", ""

    with monkeypatch.context() as patch:
        patch.setattr(build, "build", noted)
        look_anew(differences)
        assert subtracted() == [1, 2, 3]
    return bool(built)


def test_a_file_is_loaded(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_built(monkeypatch)


def test_no_file_with_a_flipped_bit_is_loaded(file: Path, made: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(4)
    for place in [*chance.sample(range(len(made)), 200), *range(len(made) - 40, len(made))]:
        data = bytearray(made)
        data[place] ^= 1 << chance.randrange(8)
        file.write_bytes(data)
        assert native._read(file) is None
    assert is_built(monkeypatch)


def test_no_part_of_a_file_is_loaded(file: Path, made: bytes) -> None:
    for size in (0, 1, 31, 32, 33, len(made) // 2, len(made) - 1):
        file.write_bytes(made[:size])
        assert native._read(file) is None


def test_no_file_of_another_name_is_loaded(file: Path, made: bytes) -> None:
    other = file.with_name(native.name_of("grundy.engines.heap.octal.kernels.differences", "1<i4 1<i8"))
    file.rename(other)
    assert native._read(other) is None


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_no_file_that_others_may_write_is_loaded(file: Path, monkeypatch: pytest.MonkeyPatch, mode: int) -> None:
    file.chmod(mode)
    assert is_built(monkeypatch)


def test_no_file_of_somebody_else_is_loaded(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert native._read(file) is None


def test_no_folder_that_others_may_write_is_used(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (file.parent, file.parent.parent):
        folder.chmod(0o777)
        assert folder_now() is None
        assert not is_built(monkeypatch), "it is for Numba"
        folder.chmod(0o700)


def test_a_file_is_of_its_sources_numba_and_processor(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [file.parent]
    for target, name, value in (
        (native, "sources", lambda: "others"),
        (native, "_numba", lambda: "another"),
        (native, "described_processor", lambda: {"model": "another"}),
        (native, "FORMAT", 0),
        (os, "environ", os.environ | {"NUMBA_CPU_NAME": "generic"}),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(target, name, value)
            folder = folder_now()
            assert folder
            folders.append(folder)
    assert len(set(folders)) == len(folders)


@njit
def doubled(n):  # type: ignore[no-untyped-def]
    """A kernel of which no file of kernels tells."""
    return 2 * n


def test_a_kernel_of_another_place_has_no_file(file: Path) -> None:
    """Its code may change while the sources of ours stay the same."""
    look_anew(doubled)
    assert doubled(21) == 42 and files_of(doubled) == {"int": None}


def test_a_folder_that_another_process_removes_is_done_without(file: Path) -> None:
    assert native.has_file("grundy.engines.heap.octal.kernels.differences")
    assert not native.has_file("grundy.engines.heap.octal.kernels.match_lengths")
    file.unlink()
    file.parent.rmdir()
    assert not native.has_file("grundy.engines.heap.octal.kernels.differences")
    assert subtracted() == [1, 2, 3]


def test_a_system_that_does_not_tell_its_processor_has_no_files(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_file() -> dict[str, str]:
        raise OSError

    monkeypatch.setattr(native, "described_processor", no_file)
    assert folder_now() is None and subtracted() == [1, 2, 3]


def test_nothing_is_loaded_where_it_is_switched_off(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_NATIVE", "off")
    assert subtracted() == [1, 2, 3] and not files_of(differences)


def test_kernels_are_compiled_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/proc/none")
    look_anew(differences)
    assert subtracted() == [1, 2, 3] and set(files_of(differences).values()) == {None}
    look_anew(differences)


NUMBA_ALONE = """
import sys
import numpy as np
from grundy.engines.heap.octal.kernels import differences, match_lengths
found = np.zeros(3, np.int32)
{first}
match_lengths.dispatcher(found, np.zeros(3, np.int64))
"""
A_FILE_FIRST = "differences(np.array([0, 1, 3, 6], np.int32), found)"


@pytest.mark.parametrize(("first", "are_kept"), [("", True), (A_FILE_FIRST, False)])
def test_numba_keeps_no_code_of_a_process_that_made_a_file(tmp_path: Path, first: str, are_kept: bool) -> None:
    """It is not optimized there, and would be slow in later processes."""
    code, named = NUMBA_ALONE.format(first=first), {"NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=os.environ | named, check=True, timeout=PATIENCE)
    assert bool([*tmp_path.rglob("*.nbi")]) == are_kept
    assert bool([*tmp_path.rglob("*-*")]) or are_kept


# ---- Shared objects


def loaded(tmp_path: Path, text: str, kinds: str = "") -> native.Code:
    """The function `taking` of LLVM assembly, by a file."""
    from grundy.compile.build import _compiled

    file = tmp_path / f"{len(list(tmp_path.iterdir()))}-0"
    native._write(file, elf.shared_object(_compiled(text, "taking"), "taking", native.NAME), kinds)
    data = native._read(file)
    assert data
    opened = native._function(file, data)
    assert opened
    return native._taking_words(*opened)


COPYING = """
@numbers = internal constant [3 x i64] [i64 5, i64 6, i64 7]
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @memmove(ptr, ptr, i64)
define void @taking(ptr %words) {
  %count = load i64, ptr %words
  %to = getelementptr i64, ptr %words, i64 1
  call void @llvm.memset.p0.i64(ptr %to, i8 -1, i64 %count, i1 false)
  %more = getelementptr i64, ptr %words, i64 2
  call ptr @memmove(ptr %more, ptr %to, i64 %count)
  %place = getelementptr i64, ptr @numbers, i64 %count
  %place2 = getelementptr i64, ptr %place, i64 -8
  %found = load i64, ptr %place2
  %last = getelementptr i64, ptr %words, i64 3
  store i64 %found, ptr %last
  ret void
}
"""


def test_code_may_set_and_copy_memory_and_has_constants(tmp_path: Path) -> None:
    assert loaded(tmp_path, COPYING, "iii")(array("q", [8])) is not None
    assert loaded(tmp_path, COPYING, "(i(u)i)")(array("q", [8])) == (-1, (2**64 - 1,), 5)
    assert loaded(tmp_path, COPYING, "(ibu)")(array("q", [9])) == (-1, True, 6)


def test_nothing_that_is_loaded_can_be_written_and_run(tmp_path: Path) -> None:
    loaded(tmp_path, COPYING, "(iii)")
    maps = Path("/proc/self/maps").read_text().splitlines()
    rights = [line.split()[1] for line in maps if str(tmp_path) in line]
    assert len(rights) > 1 and any("x" in one for one in rights)
    assert not [one for one in rights if "w" in one], rights


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("declare i32 @puts(ptr)\ndefine void @taking(ptr %w) {\n call i32 @puts(ptr %w)\n ret void\n}", "needs puts"),
        ("@kept = external global i64\ndefine void @taking(ptr %w) {\n store i64 1, ptr @kept\n ret void\n}", "kept"),
        (
            "@kept = internal global i64 0\ndefine void @taking(ptr %w) {\n %a = load i64, ptr @kept\n"
            " %b = add i64 %a, 1\n store i64 %b, ptr @kept\n store i64 %b, ptr %w\n ret void\n}",
            "memory of its own",
        ),
    ],
)
def test_code_that_needs_more_is_refused(text: str, why: str) -> None:
    from grundy.compile.build import _compiled

    with pytest.raises(elf.NotPlain, match=why):
        elf.shared_object(_compiled(text, "taking"), "taking", native.NAME)


# ---- Threads, forks, Ctrl-C


WAITING = """
define void @taking(ptr %words) {
  %begun = getelementptr i64, ptr %words, i64 1
  store atomic i64 1, ptr %begun release, align 8
  br label %again
again:
  %seen = load atomic i64, ptr %words acquire, align 8
  %done = icmp ne i64 %seen, 0
  br i1 %done, label %end, label %again
end:
  ret void
}
"""
"""Says that it has begun, and waits until it is told to end."""


def test_python_goes_on_in_other_threads(tmp_path: Path) -> None:
    wait, words = loaded(tmp_path, WAITING), array("q", [0, 0])
    threads = [threading.Thread(target=wait, args=[words]) for _ in range(2)]
    for one in threads:
        one.start()
    wait_until(lambda: words[1], "the code has begun")
    words[0] = 1
    for one in threads:
        one.join()


def test_ctrl_c_comes_when_the_code_ends(tmp_path: Path) -> None:
    wait, words = loaded(tmp_path, WAITING), array("q", [0, 0])

    def interrupt() -> None:
        wait_until(lambda: words[1], "the code has begun")
        os.kill(os.getpid(), signal.SIGINT)
        words[0] = 1

    other = threading.Thread(target=interrupt)
    other.start()
    interrupted = False
    try:
        wait(words)
        other.join()
    except KeyboardInterrupt:
        interrupted = True
    other.join()
    assert interrupted and words[0] == 1


def test_threads_have_words_of_their_own() -> None:
    congruences: list[list[Any]] = [[] for _ in range(4)]

    def work(which: int) -> None:
        congruences[which] = [congruence(coarsest_congruence, seed) for seed in range(50)]

    threads = [threading.Thread(target=work, args=[which]) for which in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert all(one == two for one, two in pairwise(congruences)) and len(congruences[0]) == 50


def test_a_fork_goes_on_with_what_is_loaded() -> None:
    expected = congruence(coarsest_congruence, 3)
    process = os.fork()
    if not process:
        os._exit(0 if congruence(coarsest_congruence, 3) == expected else 1)
    assert os.waitpid(process, 0)[1] == 0


def test_every_file_of_kernels_is_looked_for() -> None:
    """In the rooms that have some; a kernel elsewhere would be compiled in each process."""
    from grundy.compile import sources

    names = [one for one in sources.PACKAGE.rglob("*.py") if one.name in sources.OF_KERNELS]
    names += [one for one in sources.PACKAGE.rglob("kernels/*.py") if one not in names]
    assert sorted(map(str, names)) == sorted(sources.files_of_kernels())
