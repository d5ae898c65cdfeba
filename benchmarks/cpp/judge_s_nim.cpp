// POJ 2960, S-Nim: for each set a table of nim-values up to its largest pile, by an array of stamps.
#include <algorithm>

#include "judge_input.hpp"

int main() {
    Input in;
    const uint64_t most = 10'000'000; // of a pile: the table has one entry for each
    std::string out;
    std::vector<uint32_t> takes, values, seen;
    std::vector<uint64_t> starts, piles;
    while (true) {
        takes.resize(in.number(UINT16_MAX));
        if (takes.empty()) break;
        for (uint32_t &take : takes)
            if (!(take = in.number(most))) bad("a move that takes nothing");
        in.end_line();
        std::sort(takes.begin(), takes.end());
        const uint64_t positions = in.number(UINT32_MAX);
        in.end_line();
        piles.clear(), starts.assign(1, 0);
        for (uint64_t position = 0; position < positions; position++) {
            for (uint64_t left = in.number(UINT32_MAX); left; left--) piles.push_back(in.number(most));
            in.end_line();
            starts.push_back(piles.size());
        }
        values.resize(piles.empty() ? 0 : *std::max_element(piles.begin(), piles.end()) + 1);
        seen.assign(takes.size() + 2, 0);
        for (uint32_t n = 0; n < values.size(); n++) {
            for (const uint32_t take : takes) {
                if (take > n) break;
                seen[values[n - take]] = n + 1;
            }
            uint32_t mex = 0;
            while (seen[mex] == n + 1) mex++;
            values[n] = mex;
        }
        for (uint64_t position = 0; position < positions; position++) {
            uint32_t total = 0;
            for (uint64_t k = starts[position]; k < starts[position + 1]; k++) total ^= values[piles[k]];
            out += total ? 'W' : 'L';
        }
        out += '\n';
    }
    in.end_line();
    if (!in.ends()) bad("something after the closing 0");
    std::fwrite(out.data(), 1, out.size(), stdout);
}
