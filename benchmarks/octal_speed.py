"""Nim-values of octal games: by sparse spaces beside plain C++ programs, and heap by heap, in values a second.

    python benchmarks/octal_speed.py [HEAPS] [--smallest]

A sparse space: generated kernels alone, and with each heap checked and windows marked for the period, by one core;
beside them, in C++, the same space heap by heap (each heap checked), and all pairs of the first 20,000 heaps. Answers
must agree, else the exit status is 1. Heap by heap: the compiled loop, the plain one, and the checker of certificates.

CPU time of one core; that of compilation is not counted. A loop over all pairs takes time that grows with the square
of the heaps.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import numpy as np
from table_speed import compiled as compiled_program
from table_speed import cpp_compiler, options, print_machine, run

from grundy.engines.heap.octal.plain import PlainValues
from grundy.engines.heap.octal.sparse import search_state, setup
from grundy.engines.heap.octal.sparse.period import extend
from grundy.engines.heap.octal.sparse.space import find
from grundy.engines.heap.octal.sparse.stored_values import StoredValues
from grundy.engines.heap.octal.values import CodeValues
from grundy.games.octal import octal
from grundy.model.period import Repetition
from grundy.model.shapes import Digits
from grundy.proof import check
from grundy.proof.write import CertificateMoves, period_certificate

CODES = ("0.77", "0.07", "0.007", "0.106", "0.6")
PLAIN = 2_000


GRUNDY = "Grundy's game"
SPARSE = ("0.106", "0.104", "0.454", "0.054", "0.354", "0.167", "0.174", "0.16", "0.376", "0.6", GRUNDY)
BEFORE = {
    "0.376": 1_500_000,
    "0.6": 400_000,
    GRUNDY: 400_000,
}  # heaps before the kernels: late rare ones, many small ones tried
HEAPS = 2_000_000  # that the C++ program computes by a sparse space, and grundy for comparison
NAIVE = 20_000
BUFFERS = 150  # that the kernels fill at most
SECONDS = 6.0  # that they take at most


def sparse_table(codes: Sequence[str], heaps: int, buffers: int) -> bool:
    """Print a line for each code with a sparse space; whether all answers agreed."""
    compiler = cpp_compiler()
    print_machine(compiler, "CPU time of one core; ratio = grundy's rate / that of C++")
    print("million values a second  C++ naive  C++ sparse    kernel  verified    ratio to C++ sparse")
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled_program(compiler, "octal_sparse", Path(folder))
        for code in codes:
            shape = Digits((4,), unequal=True) if code == GRUNDY else octal(code).shape
            assert isinstance(shape, Digits)
            unequal, digits = str(int(shape.unequal)), [str(digit) for digit in shape.digits]
            first = np.array(CodeValues(shape).upto(8_192)[:8_192])
            space = find(shape, first)
            assert space is not None
            held = StoredValues(shape, space, first)
            held.extend(BEFORE.get(code, 2**17 + 2**15))
            kernel, verified = speeds(held, buffers)
            held = StoredValues(shape, held.space, first)
            extend(held, heaps)
            _, naive, seconds = run([program, "naive", str(NAIVE), unequal, *digits])
            all_pairs = NAIVE / float(seconds)
            agreed &= naive.split()[0] == checksum(held.values[:NAIVE])
            chosen = [str(held.space.mask), str(held.space.twist), str(held.space.first)]
            _, answer, seconds = run([program, "sparse", str(heaps), unequal, *chosen, *digits])
            scalar = heaps / float(seconds)
            agreed &= answer.split() == [checksum(held.values[:heaps]), str(len(held.rares))]
            ours = f"{kernel / 1e6:9.1f} {verified / 1e6:9.1f} {verified / scalar:9.1f}"
            print(f"  {code:20} {all_pairs / 1e6:11.3f} {scalar / 1e6:11.2f} {ours}")
    if not agreed:
        print("answers differ", file=sys.stderr)
    return agreed


def checksum(values: np.ndarray) -> str:
    """The sum of (n + 1) * G(n), mod 2^64, as the C++ program prints it."""
    return str(int((np.arange(1, len(values) + 1, dtype=np.uint64) * values.astype(np.uint64)).sum()))


def speeds(held: StoredValues, buffers: int) -> tuple[float, float]:
    """Values a second of one core: filled by the kernel; filled, checked, and windows marked."""
    made = setup.set_up(held)
    assert made is not None
    while True:
        now = search_state.SearchState(held, made, None)
        buffer = made.buffer(search_state.SIZE)
        buffer[: made.room] = now.last
        filling = checking = 0.0
        measured = 0
        for number in range(buffers + 10):
            if measured and filling + checking > SECONDS:
                break
            begin = process_time()
            made.fill(buffer, made.room + search_state.SIZE)
            middle = process_time()
            if now.key < 0:
                now.choose_key(buffer)
            unsettled, marked, _ = now.check(buffer, now.first + number * search_state.SIZE, now.key, now.every)
            now.mark(marked)
            end = process_time()
            if unsettled is not None:
                break
            now.heaps += search_state.SIZE
            now.last = buffer[search_state.SIZE : search_state.SIZE + made.room].copy()
            now.keep()
            if number >= (10 if made.words.bits <= 64 else 1):
                measured += 1
                filling, checking = filling + middle - begin, checking + end - middle
            buffer[: made.room] = buffer[search_state.SIZE : search_state.SIZE + made.room].copy()
        wider = None if unsettled is None else setup.set_up(held, 2 * made.words.bits)  # a value without a bit
        if wider is None:  # or a heap that may be rare, which ends it
            assert measured, "a heap may be rare"
            return search_state.SIZE * measured / filling, search_state.SIZE * measured / (filling + checking)
        made = wider


def main(heaps: int) -> None:
    """Print a line for each code."""
    CodeValues(Digits((0, 7, 7)))._step(10)  # compiled
    print(f"{'code':>6} {'compiled':>12} {'plain':>12} {'checker':>12}   values/s, to {heaps:,} and {PLAIN:,} heaps")
    for code in CODES:
        shape = octal(code).shape
        assert isinstance(shape, Digits)
        start = process_time()
        CodeValues(shape)._step(heaps)
        compiled = heaps / (process_time() - start)
        plain = PlainValues(shape)
        start = process_time()
        plain.extend(PLAIN)
        slow = PLAIN / (process_time() - start)
        lines = period_certificate(CertificateMoves(shape.digits), Repetition(1, 0), plain.values)
        certificate = check.read(io.StringIO("".join(f"{line}\n" for line in lines)))
        start = process_time()
        check._check_values(certificate, 0, PLAIN)
        checked = PLAIN / (process_time() - start)
        print(f"{code:>6} {compiled:12,.0f} {slow:12,.0f} {checked:12,.0f}")


if __name__ == "__main__":
    asked = options(__doc__, runs=0)
    asked.add_argument("heaps", nargs="?", type=int, default=20_000)
    given = asked.parse_args()
    fine = sparse_table(SPARSE[:1], 2**18, 1) if given.smallest else sparse_table(SPARSE, HEAPS, BUFFERS)
    print()
    main(PLAIN if given.smallest else given.heaps)
    sys.exit(not fine)
