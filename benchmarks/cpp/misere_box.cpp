// Misère outcomes of all sums of a few letters, and the coarsest congruence that tells them apart: the loops of
// src/grundy/engines/misere/kernels.py as one writes them in C++. Reads numbers: R; R caps; R + 1 firsts of options;
// their number O; O + 1 firsts of words; their number W; W letters; W times. Prints how many sums are lost and how many
// classes there are; on standard error the CPU seconds of both loops.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <vector>

using Row = std::vector<long>;

static Row read(long count) {
    Row row(count);
    for (long& one : row) std::cin >> one;
    return row;
}

int main() {
    const long count = read(1)[0];
    const Row cap = read(count), options = read(count + 1);
    const Row words = read(read(1)[0] + 1);
    const long length = read(1)[0];
    const Row letters = read(length), times = read(length);
    Row stride(count), digits(count);
    long size = 1;
    for (long i = 0; i < count; i++) stride[i] = size, size *= cap[i];
    const std::clock_t start = std::clock();

    std::vector<uint8_t> lost(size);
    for (long s = 1; s < size; s++) {
        long i = 0;
        while (digits[i] == cap[i] - 1) digits[i++] = 0;
        digits[i]++;
        bool wins = false;
        for (i = 0; i < count && !wins; i++) {
            if (!digits[i]) continue;
            for (long o = options[i]; o < options[i + 1] && !wins; o++) {
                long to = s - stride[i];
                for (long w = words[o]; w < words[o + 1]; w++) {
                    const long j = letters[w];
                    long after = digits[j] + times[w];
                    while (after >= cap[j]) after -= 2;
                    to += (after - digits[j]) * stride[j];
                }
                wins = lost[to];
            }
        }
        lost[s] = !wins;
    }

    const long most = 4000;
    std::vector<int16_t> classes(lost.begin(), lost.end()), other(size), pairs(most * most);
    long found = 2;
    for (long letter = 0, quiet = 0; quiet < count; letter = (letter + 1) % count) {
        const long before = found, step = stride[letter], whole = step * cap[letter];
        for (long x = 0; x < before; x++)
            for (long y = 0; y < before; y++) pairs[x * most + y] = -1;
        found = 0;
        for (long block = 0; block < size; block += whole)
            for (long s = block; s < block + whole; s++) {
                const long larger = s < block + whole - step ? s + step : s - step;
                int16_t& pair = pairs[classes[s] * most + classes[larger]];
                if (pair < 0) {
                    if (found == most) return 1;
                    pair = found++;
                }
                other[s] = pair;
            }
        classes.swap(other);
        quiet = found == before ? quiet + 1 : 0;
    }
    std::fprintf(stderr, "%.6f\n", double(std::clock() - start) / CLOCKS_PER_SEC);
    long p = 0;
    for (uint8_t one : lost) p += one;
    std::printf("%ld %ld\n", p, found);
}
