// Nim-values of a take-away set, heaps 0 to COUNT - 1, by the algorithms of grundy's kernels.
// usage: take_away METHOD COUNT < amounts in increasing order   METHOD: stamps, one-hot or sweep
// prints: the sum of (n + 1) * value(n) mod 2^64; on standard error the seconds of the table
#include <algorithm>
#include <bit>
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

template <class Value>
void stamps(const std::vector<int64_t> &amounts, std::span<Value> g) {
    std::vector<uint32_t> seen(amounts.size() + 2);
    for (size_t n = 0; n < g.size(); n++) {
        for (int64_t s : amounts) {
            if (size_t(s) > n) break;
            seen[g[n - s]] = n + 1;
        }
        uint32_t v = 0;
        while (seen[v] == n + 1) v++;
        g[n] = v;
    }
}

// Words 1 << value; amounts >= 256 are OR-ed over blocks of 256 heaps, amounts >= sub over sub-blocks, others singly.
template <class Word>
void one_hot(const std::vector<int64_t> &amounts, std::span<uint8_t> g) {
    const size_t block = 256, m = amounts.back(), chunk = std::max<size_t>(m, 1 << 16), all = amounts.size();
    const size_t sub = amounts[0] >= 8 ? std::min<size_t>(amounts[0], block) : 16;
    const size_t far = std::lower_bound(amounts.begin(), amounts.end(), int64_t(block)) - amounts.begin();
    const size_t near = std::lower_bound(amounts.begin(), amounts.end(), int64_t(sub)) - amounts.begin();
    std::vector<Word> words(m + chunk);
    alignas(64) Word acc[block];
    for (size_t done = 0; done < g.size();) {
        const size_t here = std::min(chunk, g.size() - done);
        for (size_t at = m; at < m + here;) {
            const size_t size = std::min(block, m + here - at);
            std::fill(acc, acc + size, Word(0));
            size_t j = far;
            for (; j + 4 <= all; j += 4) {
                const Word *a = &words[at - amounts[j]], *b = &words[at - amounts[j + 1]],
                           *c = &words[at - amounts[j + 2]], *d = &words[at - amounts[j + 3]];
                for (size_t i = 0; i < size; i++) acc[i] |= a[i] | b[i] | c[i] | d[i];
            }
            for (; j < all; j++) {
                const Word *a = &words[at - amounts[j]];
                for (size_t i = 0; i < size; i++) acc[i] |= a[i];
            }
            for (size_t below = 0; below < size;) {
                const size_t part = std::min(sub, size - below);
                Word *out = &words[at + below], *c = acc + below;
                for (size_t k = near; k < far; k++) {
                    const Word *a = out - amounts[k];
                    for (size_t i = 0; i < part; i++) c[i] |= a[i];
                }
                for (size_t i = 0; i < part; i++) {
                    Word x = c[i];
                    for (size_t k = 0; k < near; k++) x |= out[i - amounts[k]];
                    out[i] = ~x & (x + 1);
                }
                below += part;
            }
            uint8_t *out = &g[done + at - m];
            const Word *y = &words[at];
            std::fill(out, out + size, uint8_t(0));
            for (int level = 0; 1u << level < 8 * sizeof(Word); level++) {  // the bits whose number has this digit
                const Word high = ~(~uint64_t(0) / ((uint64_t(1) << (1 << level)) + 1));
                const uint8_t digit = 1 << level;
                for (size_t i = 0; i < size; i++) out[i] |= y[i] & high ? digit : 0;
            }
            at += size;
        }
        done += here;
        std::memmove(words.data(), words.data() + here, m * sizeof(Word));
    }
}

// Value by value: the heaps of one value exclude, through the shifted bits of the set, all heaps one move above.
template <class Value>
void sweep(const std::vector<int64_t> &amounts, std::span<Value> g) {
    const int64_t m = amounts.back(), reach = (m >> 6) + 1, total = g.size();
    std::vector<uint64_t> bits(m / 64 + 4);
    for (int64_t s : amounts) bits[1 + s / 64] |= uint64_t(1) << (s % 64);
    const int64_t block = std::min<int64_t>(
        total, std::max<int64_t>(4096, std::min(8 * m, std::max<int64_t>(2 * m, 3 << 16))));
    std::vector<uint64_t> rest(block / 64 + 1), excluded(block / 64 + 1);
    std::vector<int32_t> head(amounts.size() + 2), link(m);
    for (int64_t start = 0; start < total; start += block) {
        const int64_t size = std::min(block, total - start), words = (size + 63) >> 6;
        std::fill(rest.begin(), rest.begin() + words, ~uint64_t(0));
        if (size & 63) rest[words - 1] = (uint64_t(1) << (size & 63)) - 1;
        std::fill(head.begin(), head.end(), -1);
        const int64_t low = std::max<int64_t>(0, start - m);
        for (int64_t n = low; n < start; n++) link[n - low] = head[g[n]], head[g[n]] = n - low;
        int64_t left = size, first = 0;
        for (Value v = 0; left > 0; v++) {
            while (rest[first] == 0) first++;
            std::fill(excluded.begin() + first, excluded.begin() + words, 0);
            for (int64_t at = head[v]; at >= 0; at = link[at]) {
                const int64_t back = start - (at + low), skip = back >> 6, down = back & 63;
                const int64_t count = std::min(words, reach - skip);
                const uint64_t *a = &bits[skip + 1], *b = &bits[skip + 2];
                for (int64_t w = 0; w < count; w++) excluded[w] |= (a[w] >> down) | ((b[w] << 1) << (63 - down));
            }
            for (int64_t w = first; w < words; w++) {
                uint64_t open = rest[w] & ~excluded[w];
                while (open) {
                    const int up = std::countr_zero(open);
                    g[start + w * 64 + up] = v;
                    left--;
                    rest[w] ^= uint64_t(1) << up;
                    const int64_t count = std::min(words - w, reach + 1);
                    const uint64_t *a = &bits[1], *b = &bits[0];
                    uint64_t *e = &excluded[w];
                    for (int64_t i = 0; i < count; i++) e[i] |= (a[i] << up) | ((b[i] >> 1) >> (63 - up));
                    open = rest[w] & ~excluded[w] & ~((uint64_t(1) << up) - 1);
                }
            }
        }
    }
}

template <class Value>
void tell(std::span<Value> g, std::clock_t begin) {
    const double took = double(std::clock() - begin) / CLOCKS_PER_SEC;
    uint64_t sum = 0;
    for (size_t n = 0; n < g.size(); n++) sum += (n + 1) * g[n];
    std::printf("%llu\n", (unsigned long long)sum);
    std::fprintf(stderr, "%.6f\n", took);
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    const size_t heaps = std::strtoull(arguments[2], nullptr, 10);
    std::vector<int64_t> amounts;
    for (long long s; std::scanf("%lld", &s) == 1;) amounts.push_back(s);
    const std::clock_t begin = std::clock();
    if (!std::strcmp(arguments[1], "one-hot")) {
        const auto memory = std::make_unique_for_overwrite<uint8_t[]>(heaps);
        const std::span<uint8_t> g(memory.get(), heaps);
        if (amounts.size() < 8) one_hot<uint8_t>(amounts, g);
        else if (amounts.size() < 16) one_hot<uint16_t>(amounts, g);
        else if (amounts.size() < 32) one_hot<uint32_t>(amounts, g);
        else one_hot<uint64_t>(amounts, g);
        tell(g, begin);
    } else {
        const bool by_stamps = !std::strcmp(arguments[1], "stamps");
        if (amounts.size() < 256) {
            const auto memory = std::make_unique_for_overwrite<uint8_t[]>(heaps);
            const std::span<uint8_t> g(memory.get(), heaps);
            by_stamps ? stamps(amounts, g) : sweep(amounts, g);
            tell(g, begin);
        } else if (amounts.size() < 65536) {
            const auto memory = std::make_unique_for_overwrite<uint16_t[]>(heaps);
            const std::span<uint16_t> g(memory.get(), heaps);
            by_stamps ? stamps(amounts, g) : sweep(amounts, g);
            tell(g, begin);
        } else {
            const auto memory = std::make_unique_for_overwrite<uint32_t[]>(heaps);
            const std::span<uint32_t> g(memory.get(), heaps);
            by_stamps ? stamps(amounts, g) : sweep(amounts, g);
            tell(g, begin);
        }
    }
}
