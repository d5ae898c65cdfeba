"""Nimstring: the table of all sets of strings, beside the same loop in C++, in one run; seconds of a processor.

    python benchmarks/strings_speed.py [ROWSxCOLUMNS ...]

Medians of three, without the time to compile. Both print the value of the whole board.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

import numpy as np

from grundy.engines.graph.strings.engine import spread, strings_of, tied_parts
from grundy.engines.graph.strings.kernels import GROUND, string_values
from grundy.games.nimstring import boxes

CPP = r"""
#include <cstdint>
#include <cstdio>
#include <vector>
int main() {
    int m; long long ground;
    if (scanf("%d %lld", &m, &ground) != 2) return 1;
    std::vector<uint64_t> a(m), b(m);
    for (int i = 0; i < m; i++) if (scanf("%lu %lu", &a[i], &b[i]) != 2) return 1;
    std::vector<uint8_t> value(1ull << m);
    for (uint64_t set = 1; set < 1ull << m; set++) {
        uint64_t seen = 0; int kept = -1;
        for (uint64_t rest = set; rest; rest &= rest - 1) {
            int string = __builtin_ctzll(rest);
            uint64_t left = set ^ 1ull << string, there = left | ground;
            int v = value[left];
            if (!(a[string] & there) || !(b[string] & there)) {
                if (v == 255 || (kept >= 0 && kept != v)) { kept = 255; break; }
                kept = v;
            } else if (v != 255) seen |= 1ull << v;
        }
        value[set] = kept == 255 || (kept >= 0 && seen >> kept & 1) ? 255 : kept >= 0 ? kept : __builtin_ctzll(~seen);
    }
    printf("%d\n", value.back());
}
"""


def ours(strings: int, first: np.ndarray, second: np.ndarray) -> tuple[int, float]:
    """The value of the whole board, and the time."""
    table, begun = np.zeros(1 << strings, np.uint8), process_time()
    string_values(first, second, 1, len(table), table)
    return int(table[-1]), process_time() - begun


def theirs(program: Path, first: np.ndarray, second: np.ndarray) -> tuple[int, float]:
    """The same by the program in C++, with its start."""
    lines = "\n".join(f"{a} {b}" for a, b in zip(first.tolist(), second.tolist(), strict=True))
    begun = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        [program], input=f"{len(first)} {GROUND}\n{lines}\n", capture_output=True, text=True, check=True
    )
    ended = getrusage(RUSAGE_CHILDREN)
    return int(done.stdout), ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "strings.cpp"), Path(folder, "strings")
        source.write_text(CPP)
        subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", "-o", program, source], check=True)
        print("board   strings  value   grundy      C++   ratio")
        for board in sys.argv[1:] or ["2x3", "3x3", "2x5"]:
            state = boxes(*map(int, board.split("x")))
            (part,) = tied_parts(len(state.nodes), state.edges, state.ground)
            ends = strings_of(part.first, part.second, part.ground, GROUND)
            first, second = (np.array(one, np.int64) for one in ends)
            places = [spread(one) for one in ends]
            ours(1, *places)
            runs = [(ours(len(first), *places), theirs(program, first, second)) for _ in range(3)]
            assert len({value for pair in runs for value, _ in pair}) == 1
            mine, cpp = (statistics.median(pair[side][1] for pair in runs) for side in (0, 1))
            print(f"{board:7} {len(first):7} {runs[0][0][0]:6} {mine:8.2f} {cpp:8.2f} {mine / cpp:7.2f}")


if __name__ == "__main__":
    main()
