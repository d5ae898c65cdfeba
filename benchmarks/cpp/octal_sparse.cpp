// Nim-values of an octal game by its sparse space, heap by heap, each checked; or heap by heap from all pairs.
// usage: octal_sparse naive COUNT UNEQUAL DIGIT...   or: octal_sparse sparse COUNT UNEQUAL MASK TWIST FIRST DIGIT...
// (d0 d1 d2 ...; UNEQUAL is 1 if the two heaps of a split must differ, else 0)
// prints: the sum of (n + 1) * value(n) mod 2^64 and the number of rare heaps; on standard error the seconds
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

int main(int argc, char **argv) {
    const bool sparse = !strcmp(argv[1], "sparse");
    const int64_t count = atoll(argv[2]);
    const bool unequal = atoi(argv[3]);
    const uint32_t mask = sparse ? atoi(argv[4]) : 0, twist = sparse ? atoi(argv[5]) : 0, first = sparse ? atoi(argv[6]) : 0;
    std::vector<int64_t> splits, singles, ends;
    for (int i = sparse ? 7 : 4, take = 0; i < argc; i++, take++) {
        const int digit = atoi(argv[i]);
        if (digit & 4) splits.push_back(take);
        if (digit & 2) singles.push_back(take);
        if (digit & 1) ends.push_back(take);
    }
    std::vector<uint16_t> g(count), rare_value;
    std::vector<int64_t> stamp(1 << 16, -1), rare, small;
    const clock_t start = clock();
    for (int64_t n = 0; n < count; n++) {
        for (int64_t t : singles)
            if (n > t) stamp[g[n - t]] = n;
        for (int64_t t : ends)
            if (n == t) stamp[0] = n;
        if (!sparse) {
            for (int64_t t : splits)
                for (int64_t a = 1; 2 * a <= n - t - unequal; a++) stamp[g[a] ^ g[n - t - a]] = n;
            while (stamp[g[n]] == n) g[n]++;
            continue;
        }
        for (int64_t t : splits)
            for (size_t i = 0; i < rare.size() && rare[i] < n - t; i++)
                if (!unequal || 2 * rare[i] != n - t) stamp[rare_value[i] ^ g[n - t - rare[i]]] = n;
        auto common = [&](uint32_t v) { return (std::popcount(v & mask) + twist * (uint32_t(n) + first)) & 1; };
        uint32_t value = 0, missing = 0;
        for (;; value++) {
            if (stamp[value] == n) continue;
            if (common(value)) break;
            missing++;
        }
        for (int64_t a = 1; missing && 2 * a <= n; a++)
            for (int64_t t : splits) {
                if (n - t - a < a + unequal) continue;
                const uint32_t x = g[a] ^ g[n - t - a];
                if (stamp[x] == n) continue;
                stamp[x] = n;
                if (x < value && !common(x)) missing--;
            }
        if (missing) {
            uint32_t v = 0;
            while (stamp[v] == n || common(v)) v++;
            value = v;
            if (n) rare.push_back(n), rare_value.push_back(value);
        }
        g[n] = value;
    }
    const double seconds = double(clock() - start) / CLOCKS_PER_SEC;
    uint64_t sum = 0;
    for (int64_t n = 0; n < count; n++) sum += uint64_t(n + 1) * g[n];
    printf("%llu %zu\n", (unsigned long long)sum, rare.size());
    fprintf(stderr, "%f\n", seconds);
}
