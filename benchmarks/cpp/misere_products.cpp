// Misère outcomes of all products of known elements and powers, and the coarsest congruence that tells them apart: the
// loops of src/grundy/engines/misere/kernels.py as one writes them in C++. Reads numbers, each row after its length: the
// table of known elements, that of powers, the elements of the parts, the firsts of their options, and these. Prints how
// many elements are lost and how many classes there are; on standard error the CPU seconds of both loops.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <vector>

using Row = std::vector<int32_t>;

static Row read() {
    long count;
    std::cin >> count;
    Row row(count);
    for (int32_t& one : row) std::cin >> one;
    return row;
}

int main() {
    const Row known = read(), powers = read(), elements = read(), options = read(), left = read();
    const int32_t width = std::lround(std::sqrt(known.size())), high = std::lround(std::sqrt(powers.size()));
    const int32_t size = width * high;
    const auto times = [&](int32_t x, int32_t y) {
        return known[x % width * width + y % width] + width * powers[x / width * high + y / width];
    };
    const long most = 4000;
    std::vector<int16_t> pairs(most * most);
    const std::clock_t start = std::clock();

    std::vector<uint8_t> lost(size, 2);
    Row order{0}, letters;
    std::vector<Row> before;
    lost[0] = 0;
    for (int32_t part = 0; part < (int32_t)elements.size(); part++) {
        bool fresh = true;
        for (size_t from = 0, to = order.size(); from < to;) {
            for (size_t at = from; at < to; at++) {
                const int32_t x = order[at], y = times(x, elements[part]);
                if (lost[y] != 2) continue;
                if (fresh) letters.push_back(part), before.emplace_back(size, -1), fresh = false;
                order.push_back(y);
                for (size_t one = 0; one + 1 < letters.size(); one++)
                    before[one][y] = before[one][x] < 0 ? -1 : times(before[one][x], elements[part]);
                before.back()[y] = x;
                bool wins = false;
                for (size_t one = 0; one < letters.size() && !wins; one++) {
                    const int32_t rest = before[one][y];
                    if (rest < 0) continue;
                    for (int32_t o = options[letters[one]]; o < options[letters[one] + 1] && !wins; o++)
                        wins = lost[times(rest, left[o])] == 1;
                }
                lost[y] = !wins;
            }
            from = to, to = order.size();
        }
    }

    std::vector<Row> steps;
    for (const int32_t part : letters) {
        Row step(size);
        for (int32_t x = 0; x < size; x++) step[x] = times(x, elements[part]);
        steps.push_back(step);
    }
    std::vector<int16_t> classes(lost.begin(), lost.end()), other(size);
    long found = 2;
    for (size_t step = 0, quiet = 0; quiet < steps.size(); step = (step + 1) % steps.size()) {
        const long was = found;
        for (long x = 0; x < was; x++)
            for (long y = 0; y < was; y++) pairs[x * most + y] = -1;
        found = 0;
        for (int32_t s = 0; s < size; s++) {
            int16_t& pair = pairs[classes[s] * most + classes[steps[step][s]]];
            if (pair < 0) {
                if (found == most) return 1;
                pair = found++;
            }
            other[s] = pair;
        }
        classes.swap(other);
        quiet = found == was ? quiet + 1 : 0;
    }
    std::fprintf(stderr, "%.6f\n", double(std::clock() - start) / CLOCKS_PER_SEC);
    long p = 0;
    for (const uint8_t one : lost) p += one;
    std::printf("%ld %ld\n", p, found);
}
