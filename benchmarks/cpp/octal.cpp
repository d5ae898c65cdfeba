// Nim-values of a finite code that leaves up to two heaps, by stamping the values of all pairs; prints their sum.
// octal HEAPS UNEQUAL DIGIT0 DIGIT1 ...
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
    const long heaps = std::atol(argv[1]);
    const bool unequal = std::atoi(argv[2]);
    std::vector<int> digits;
    for (int i = 3; i < argc; i++) digits.push_back(std::atoi(argv[i]));
    std::vector<uint16_t> g(heaps);
    std::vector<uint32_t> seen(65536);
    unsigned long sum = 0;
    for (long n = 0; n < heaps; n++) {
        const uint32_t stamp = n + 1;
        for (long k = 0; k < (long)digits.size() && k <= n; k++) {
            const int d = digits[k];
            const long m = n - k;
            if (d & 1 && m == 0) seen[0] = stamp;
            if (d & 2 && m > 0) seen[g[m]] = stamp;
            if (d & 4) {
                const long half = unequal ? (m - 1) / 2 : m / 2;
                for (long a = 1; a <= half; a++) seen[g[a] ^ g[m - a]] = stamp;
            }
        }
        uint32_t v = 0;
        while (seen[v] == stamp) v++;
        g[n] = v;
        sum += v;
    }
    std::printf("%lu\n", sum);
}
