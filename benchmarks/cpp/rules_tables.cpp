// The tables of rules_speed.py in plain C++, as one would write each by hand: nim-values of all states in increasing
// order, the values of a state's options in one machine word (they stay below 64) or stamped, whichever is faster.
//
//     rules_tables GAME SIZE RUNS: least seconds of the work alone on standard error, sums over the table on standard output
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

using Bytes = std::vector<uint8_t>;

static double seconds() {
    return double(std::clock()) / CLOCKS_PER_SEC;  // CPU seconds of this process
}

static Bytes chess(uint32_t states) {
    const uint32_t width = __builtin_ctz(states);
    Bytes g(states);
    for (uint32_t s = 0; s < states; s++) {
        uint64_t seen = 0;
        int free = -1;
        for (uint32_t j = 0; j < width; j++) {
            if (!(s >> j & 1)) free = j;
            else if (free >= 0) seen |= 1ull << g[s ^ 1u << j ^ 1u << free];
        }
        g[s] = __builtin_ctzll(~seen);
    }
    return g;
}

static Bytes kayles(uint32_t states) {
    const uint32_t width = __builtin_ctz(states);
    Bytes g(states);
    for (uint32_t s = 0; s < states; s++) {
        uint64_t seen = 0;
        for (uint32_t j = 0; j < width; j++) {
            if (!(s >> j & 1)) continue;
            seen |= 1ull << g[s ^ 1u << j];
            if (s >> (j + 1) & 1) seen |= 1ull << g[s ^ 3u << j];
        }
        g[s] = __builtin_ctzll(~seen);
    }
    return g;
}

static Bytes rectangle(uint32_t states) {
    std::vector<uint32_t> masks;
    for (int top = 0; top < 5; top++)
        for (int bottom = top; bottom < 5; bottom++)
            for (int left = 0; left < 5; left++)
                for (int right = left; right < 5; right++) {
                    uint32_t mask = 0;
                    for (int r = top; r <= bottom; r++)
                        for (int c = left; c <= right; c++) mask |= 1u << (5 * r + c);
                    masks.push_back(mask);
                }
    Bytes g(states);
    for (uint32_t s = 0; s < states; s++) {
        uint64_t seen = 0;
        for (uint32_t mask : masks)
            if ((s & mask) == mask) seen |= 1ull << g[s ^ mask];
        g[s] = __builtin_ctzll(~seen);
    }
    return g;
}

static Bytes take_away_word(uint32_t states) {
    Bytes g(states);
    for (uint32_t s = 0; s < states; s++) {
        uint64_t seen = 0;
        for (uint32_t k : {1, 3, 4})
            if (k <= s) seen |= 1ull << g[s - k];
        g[s] = __builtin_ctzll(~seen);
    }
    return g;
}

static Bytes take_away_stamps(uint32_t states) {
    Bytes g(states);
    uint32_t stamp[256] = {};
    for (uint32_t s = 0; s < states; s++) {
        for (uint32_t k : {1, 3, 4})
            if (k <= s) stamp[g[s - k]] = s + 1;
        uint32_t m = 0;
        while (stamp[m] == s + 1) m++;
        g[s] = m;
    }
    return g;
}

static std::vector<uint16_t> wythoff(int n) {
    std::vector<uint16_t> g(size_t(n) * n);
    std::vector<uint32_t> stamp(4 * n);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            uint32_t now = uint32_t(a) * n + b + 1;
            for (int k = 1; k <= a; k++) stamp[g[size_t(a - k) * n + b]] = now;
            for (int k = 1; k <= b; k++) stamp[g[size_t(a) * n + b - k]] = now;
            for (int k = 1; k <= std::min(a, b); k++) stamp[g[size_t(a - k) * n + b - k]] = now;
            uint32_t m = 0;
            while (stamp[m] == now) m++;
            g[size_t(a) * n + b] = m;
        }
    return g;
}

// the values seen in each row, column and diagonal as bit sets
static std::vector<uint16_t> wythoff_sets(int n) {
    int words = (3 * n + 63) / 64 + 1;
    std::vector<uint16_t> g(size_t(n) * n);
    std::vector<uint64_t> row(words), columns(size_t(n) * words), diagonals(size_t(2 * n) * words);
    for (int a = 0; a < n; a++) {
        std::fill(row.begin(), row.end(), 0);
        for (int b = 0; b < n; b++) {
            uint64_t *column = &columns[size_t(b) * words], *diagonal = &diagonals[size_t(a - b + n) * words];
            int w = 0;
            uint64_t seen;
            while (!~(seen = row[w] | column[w] | diagonal[w])) w++;
            int m = __builtin_ctzll(~seen);
            uint64_t bit = 1ull << m;
            row[w] |= bit, column[w] |= bit, diagonal[w] |= bit;
            g[size_t(a) * n + b] = 64 * w + m;
        }
    }
    return g;
}

template <class Work> static void measure(Work work, int runs) {
    double least = 1e9;
    uint64_t sum = 0, weighted = 0;
    for (int run = 0; run < runs; run++) {
        double begin = seconds();
        auto g = work();
        least = std::min(least, seconds() - begin);
        sum = weighted = 0;
        for (size_t s = 0; s < g.size(); s++) sum += g[s], weighted += g[s] * (s % 1000003);
    }
    std::printf("%llu %llu\n", (unsigned long long)sum, (unsigned long long)weighted);
    std::fprintf(stderr, "%.6f\n", least);
}

int main(int, char** arguments) {
    std::string game = arguments[1];
    const uint32_t size = std::atoi(arguments[2]);  // states, or the side of a square of them
    const int runs = std::atoi(arguments[3]);
    if (game == "chess") measure([=] { return chess(size); }, runs);
    if (game == "kayles") measure([=] { return kayles(size); }, runs);
    if (game == "rectangle") measure([=] { return rectangle(size); }, runs);
    if (game == "take-away-word") measure([=] { return take_away_word(size); }, runs);
    if (game == "take-away-stamps") measure([=] { return take_away_stamps(size); }, runs);
    if (game == "wythoff") measure([=] { return wythoff(size); }, runs);
    if (game == "wythoff-sets") measure([=] { return wythoff_sets(size); }, runs);
}
