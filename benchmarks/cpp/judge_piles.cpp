// One position of Nim a line: the XOR of its piles, of 64 bits.
#include "judge_input.hpp"

int main() {
    Input in;
    std::string out;
    while (!in.ends()) {
        uint64_t total = 0;
        while (!in.line_ends()) total ^= in.number(UINT64_MAX);
        in.end_line();
        out += total ? "first\n" : "second\n";
    }
    std::fwrite(out.data(), 1, out.size(), stdout);
}
