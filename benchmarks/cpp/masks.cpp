// Games on sets of bits in plain C++, every state in increasing order, each move tried by its own shifts or masks.
//
//     masks GAME BITS values|outcomes   GAME: chess, kayles, rectangle (of 5 columns)
//
// CPU seconds of the table alone on standard error; on standard output the number of P-positions, for values also
// their sum and the last one. Outcomes take a byte a state and stop at the first move to a P-position.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

using Bytes = std::vector<uint8_t>;

// `visit` is called with each option and tells whether to stop
template <class Visit> static inline void chess(uint64_t s, int bits, Visit visit) {
    int free = -1;
    for (int j = 0; j < bits; j++) {
        if (!(s >> j & 1)) free = j;
        else if (free >= 0 && visit(s ^ 1ull << j ^ 1ull << free)) return;
    }
}

template <class Visit> static inline void kayles(uint64_t s, int bits, Visit visit) {
    for (int j = 0; j < bits; j++) {
        if (!(s >> j & 1)) continue;
        if (visit(s ^ 1ull << j)) return;
        if (s >> (j + 1) & 1 && visit(s ^ 3ull << j)) return;
    }
}

static std::vector<uint32_t> masks;

template <class Visit> static inline void cleared(uint64_t s, int, Visit visit) {
    for (uint32_t mask : masks)
        if ((s & mask) == mask && visit(s ^ mask)) return;
}

template <class Options> static void values(Bytes &g, int bits, Options options) {
    for (uint64_t s = 0; s < g.size(); s++) {
        uint64_t seen = 0;
        options(s, bits, [&](uint64_t t) { seen |= 1ull << g[t]; return false; });
        g[s] = std::countr_one(seen);
    }
}

template <class Options> static void outcomes(Bytes &g, int bits, Options options) {
    for (uint64_t s = 0; s < g.size(); s++) {
        bool wins = false;
        options(s, bits, [&](uint64_t t) { return wins = !g[t]; });
        g[s] = wins;
    }
}

template <class Options> static void fill(Bytes &g, int bits, bool all, Options options) {
    if (all) values(g, bits, options);
    else outcomes(g, bits, options);
}

int main(int count, char **words) {
    if (count != 4) return 2;
    const std::string game = words[1];
    const int bits = std::atoi(words[2]);
    const bool all = std::string(words[3]) == "values";
    Bytes g(1ull << bits);
    for (int top = 0; top < bits / 5; top++)
        for (int bottom = top; bottom < bits / 5; bottom++)
            for (int left = 0; left < 5; left++)
                for (int right = left; right < 5; right++) {
                    uint32_t mask = 0;
                    for (int r = top; r <= bottom; r++)
                        for (int c = left; c <= right; c++) mask |= 1u << (5 * r + c);
                    masks.push_back(mask);
                }
    const std::clock_t begin = std::clock();
    if (game == "chess") fill(g, bits, all, [](auto s, int n, auto visit) { chess(s, n, visit); });
    else if (game == "kayles") fill(g, bits, all, [](auto s, int n, auto visit) { kayles(s, n, visit); });
    else fill(g, bits, all, [](auto s, int n, auto visit) { cleared(s, n, visit); });
    const double took = double(std::clock() - begin) / CLOCKS_PER_SEC;
    uint64_t lost = 0, sum = 0;
    for (uint8_t v : g) lost += v == 0, sum += v;
    std::printf("%llu", (unsigned long long)lost);
    if (all) std::printf(" %llu %d", (unsigned long long)sum, g.back());
    std::printf("\n");
    std::fprintf(stderr, "%.6f\n", took);
}
