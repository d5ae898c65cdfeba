// HDU 5724, Chess: each row is staircase Nim, the XOR of its odd runs of pieces; no table.
#include "judge_input.hpp"

int main() {
    Input in;
    const uint64_t cases = in.number(UINT32_MAX);
    in.end_line();
    std::string out;
    for (uint64_t number = 0; number < cases; number++) {
        const uint64_t rows = in.number(UINT32_MAX);
        in.end_line();
        int total = 0;
        for (uint64_t row = 0; row < rows; row++) {
            const uint64_t pieces = in.number(20);
            uint32_t full = 0;
            for (uint64_t piece = 0; piece < pieces; piece++) {
                const uint64_t column = in.number(20);
                if (column < 1) bad("column 0");
                const uint32_t bit = uint32_t(1) << (20 - column); // bit 0 is the right edge
                if (full & bit) bad("a column twice");
                full |= bit;
            }
            in.end_line();
            int run = 0, index = 0;
            for (int square = 0; square < 20; square++)
                if (full >> square & 1) {
                    run++;
                } else {
                    if (index++ & 1) total ^= run;
                    run = 0;
                }
            if (index & 1) total ^= run;
        }
        out += total ? "YES\n" : "NO\n";
    }
    if (!in.ends()) bad("more cases than there should be");
    std::fwrite(out.data(), 1, out.size(), stdout);
}
