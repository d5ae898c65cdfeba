// Nim-products and inverses of 64-bit numbers, one after the other, by logarithms in the field of 2^16.
//   nimbers multiply|invert COUNT -> the XOR of all answers; CPU seconds of the work alone on standard error
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

using u64 = std::uint64_t;
using u32 = std::uint32_t;

static std::uint16_t powers[4 * 65536];
static u32 logs[65536];

// by definition of the field, for the tables: numbers of 2^k bits
static u32 slow(u32 a, u32 b, int k) {
    if (a < 2 || b < 2) return a * b;
    int bits = 1 << --k;
    u32 ones = (1u << bits) - 1;
    u32 low = slow(a & ones, b & ones, k), high = slow(a >> bits, b >> bits, k);
    u32 cross = slow((a >> bits) ^ (a & ones), (b >> bits) ^ (b & ones), k);
    return ((cross ^ low) << bits) ^ low ^ slow(high, 1u << (bits - 1), k);
}

static void make_tables() {
    for (u32 base = 256;; base++) {
        u32 power = 1, n = 0;
        do { powers[n] = power; power = slow(power, base, 4); n++; } while (power != 1);
        if (n == 65535) break;
    }
    for (u32 n = 0; n < 65535; n++) { logs[powers[n]] = n; powers[n + 65535] = powers[n]; }
    logs[0] = 131070;  // two of these, or one and a logarithm, lead to where only 0 stands
}

static inline u32 times16(u32 a, u32 b) { return powers[logs[a] + logs[b]]; }

static inline u32 times32(u32 a, u32 b) {
    u32 a1 = a >> 16, a0 = a & 65535, b1 = b >> 16, b0 = b & 65535;
    u32 low = times16(a0, b0);
    return ((times16(a1 ^ a0, b1 ^ b0) ^ low) << 16) ^ low ^ times16(times16(a1, b1), 1 << 15);
}

static inline u32 by_top32(u32 a) {  // a times 2^31
    u32 a1 = a >> 16, a0 = a & 65535;
    return (times16(a1 ^ a0, 1 << 15) << 16) ^ times16(times16(a1, 1 << 15), 1 << 15);
}

static inline u64 times64(u64 a, u64 b) {
    u32 a1 = a >> 32, a0 = (u32)a, b1 = b >> 32, b0 = (u32)b;
    u32 low = times32(a0, b0);
    return ((u64)(times32(a1 ^ a0, b1 ^ b0) ^ low) << 32) ^ low ^ by_top32(times32(a1, b1));
}

static inline u32 inverse16(u32 a) { return a ? powers[65535 - logs[a]] : 0; }

static inline u32 inverse32(u32 a) {
    u32 a1 = a >> 16, a0 = a & 65535;
    u32 v = inverse16(times16(a0, a1 ^ a0) ^ times16(times16(a1, a1), 1 << 15));
    return (times16(a1, v) << 16) ^ times16(a1 ^ a0, v);
}

static inline u64 inverse64(u64 a) {
    u32 a1 = a >> 32, a0 = (u32)a;
    u32 v = inverse32(times32(a0, a1 ^ a0) ^ by_top32(times32(a1, a1)));
    return ((u64)times32(a1, v) << 32) ^ times32(a1 ^ a0, v);
}

static u64 mixed(u64 n) {  // splitmix64
    n *= 0x9E3779B97F4A7C15ull;
    n = (n ^ (n >> 30)) * 0xBF58476D1CE4E5B9ull;
    n = (n ^ (n >> 27)) * 0x94D049BB133111EBull;
    return n ^ (n >> 31);
}

int main(int, char** words) {
    make_tables();
    long count = std::atol(words[2]);
    std::vector<u64> a(count), b(count), c(count);
    for (long i = 0; i < count; i++) a[i] = mixed(2 * i + 1), b[i] = mixed(2 * i + 2);
    std::clock_t begun = std::clock();
    if (!std::strcmp(words[1], "multiply"))
        for (long i = 0; i < count; i++) c[i] = times64(a[i], b[i]);
    else
        for (long i = 0; i < count; i++) c[i] = inverse64(a[i]);
    double seconds = double(std::clock() - begun) / CLOCKS_PER_SEC;
    u64 all = 0;
    for (long i = 0; i < count; i++) all = ((all << 1) | (all >> 63)) ^ c[i];
    std::printf("%llu\n", (unsigned long long)all);
    std::fprintf(stderr, "%.6f\n", seconds);
}
