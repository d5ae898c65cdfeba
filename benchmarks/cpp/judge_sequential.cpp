// Codeforces 1382B, Sequential Nim: the nim-value from the last pile to the first. Piles of 64 bits.
#include "judge_input.hpp"

int main() {
    Input in;
    const uint64_t cases = in.number(UINT32_MAX);
    in.end_line();
    std::string out;
    std::vector<uint64_t> piles;
    for (uint64_t number = 0; number < cases; number++) {
        piles.resize(in.number(UINT32_MAX));
        in.end_line();
        for (uint64_t &pile : piles) pile = in.number(UINT64_MAX);
        if (!piles.empty()) in.end_line();
        uint64_t value = 0;
        for (size_t k = piles.size(); k-- > 0;)
            if (piles[k]) value = piles[k] > value ? piles[k] : piles[k] - 1;
        out += value ? "First\n" : "Second\n";
    }
    if (!in.ends()) bad("more cases than there should be");
    std::fwrite(out.data(), 1, out.size(), stdout);
}
