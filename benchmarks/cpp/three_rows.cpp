// Chomp on three rows of a >= b >= c cells, all nim-values up to n columns: what bites into each row leave, as sets of
// 64 values to a word. Prints the value of 3 x n, the largest of all and CPU seconds.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

int main(int count, char **given) {
    if (count != 2) return 2;
    const int n = atoi(given[1]), words = (9 * n / 4 >> 6) + 3;
    const size_t lines = size_t(n + 1) * (n + 2) / 2;
    std::vector<uint64_t> upper(lines * words), middle((n + 1) * words), lower(words);
    std::vector<int> first_upper(lines), first_middle(n + 1), corner(n + 1);
    std::vector<int> square(size_t(n + 1) * (n + 1));
    std::vector<uint16_t> table(lines * (n + 3) / 3);
    auto put = [&](uint64_t *set, int value) { set[value >> 6] |= uint64_t(1) << (value & 63); };
    int largest = 0;
    for (int a = 1; a <= n; a++) {
        std::fill(middle.begin(), middle.end(), 0);
        std::fill(first_middle.begin(), first_middle.end(), 0);
        for (int b = 0; b <= a; b++) {
            for (int c = 0; b > 1 && c < b; c++) put(&middle[c * words], square[size_t(b - 1) * (n + 1) + c]);
            std::fill(lower.begin(), lower.end(), 0);
            for (int c = 0; c <= b; c++) {
                if (c) put(lower.data(), corner[c - 1]);
                if (c > 1) put(lower.data(), square[size_t(c - 1) * (n + 1) + c - 1]);
                const size_t line = size_t(b) * (b + 1) / 2 + c;
                uint64_t *up = &upper[line * words], *mid = &middle[c * words];
                int word = std::max(first_upper[line], first_middle[c]);
                uint64_t met;
                while (met = up[word] | mid[word] | lower[word], met == ~uint64_t(0))
                    if (++word == words) return 1;
                const int value = 64 * word + __builtin_ctzll(~met);
                put(up, value), put(mid, value), put(lower.data(), value);
                while (up[first_upper[line]] == ~uint64_t(0)) first_upper[line]++;
                while (mid[first_middle[c]] == ~uint64_t(0)) first_middle[c]++;
                if (c == b) corner[b] = value;
                if (b == a) square[size_t(a) * (n + 1) + c] = value;
                table[size_t(a) * (a + 1) * (a + 2) / 6 + line] = value;
                largest = std::max(largest, value);
            }
        }
    }
    printf("%d %d %.6f\n", corner[n], largest, double(clock()) / CLOCKS_PER_SEC);
}
