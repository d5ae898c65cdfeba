// The rectangle game on a full table, plainly: every state in increasing order, every mask.
// usage: rectangle ROWS COLUMNS   prints: value of the full board, number of P-positions, CPU seconds of the table
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

int main(int count, char **words) {
    if (count != 3) return 2;
    const int rows = std::atoi(words[1]), columns = std::atoi(words[2]);
    std::vector<uint32_t> masks;
    for (int top = 0; top < rows; top++)
        for (int bottom = top + 1; bottom <= rows; bottom++)
            for (int left = 0; left < columns; left++)
                for (int right = left + 1; right <= columns; right++) {
                    uint32_t mask = 0;
                    for (int r = top; r < bottom; r++)
                        for (int c = left; c < right; c++) mask |= 1u << (r * columns + c);
                    masks.push_back(mask);
                }
    const uint32_t states = 1u << (rows * columns);
    std::vector<uint8_t> value(states);
    const std::clock_t begin = std::clock();
    for (uint32_t state = 0; state < states; state++) {
        uint64_t seen = 0;
        for (uint32_t mask : masks)
            if ((state & mask) == mask) seen |= uint64_t(1) << value[state & ~mask];
        value[state] = std::countr_one(seen);
    }
    const double took = double(std::clock() - begin) / CLOCKS_PER_SEC;
    uint32_t zeros = 0;
    for (uint8_t v : value) zeros += v == 0;
    std::printf("%d %u\n", value[states - 1], zeros);
    std::fprintf(stderr, "%.6f\n", took);
}
