// Floor division as JSON: the nim-values as a step function, which changes only where a quotient's value does.
#include <algorithm>

#include "judge_input.hpp"

int main() {
    Input in;
    std::vector<uint64_t> divisors, numbers;
    in.object([&](std::string_view key) {
        const bool divides = key == "\"divisors\"";
        if (!divides && key != "\"ints\"") bad("an unknown key");
        in.list([&] {
            in.space();
            (divides ? divisors : numbers).push_back(in.digits(UINT64_MAX / 2));
        });
    });
    std::sort(divisors.begin(), divisors.end());
    divisors.erase(std::unique(divisors.begin(), divisors.end()), divisors.end());
    if (!divisors.empty() && divisors[0] < 2) bad("a divisor below 2");
    const uint64_t most = numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end());
    // step k has value values[k] from starts[k] on; the divisor d looks at step at[d], the next one after it begins
    // to count at starts[at[d] + 1] * d
    std::vector<uint64_t> starts{0};
    std::vector<int> values{0};
    std::vector<size_t> at(divisors.size(), 0);
    uint64_t x = 1;
    while (x <= most) {
        uint64_t seen = 0;
        for (size_t d = 0; d < divisors.size(); d++) {
            const uint64_t quotient = x / divisors[d];
            while (at[d] + 1 < starts.size() && starts[at[d] + 1] <= quotient) at[d]++;
            if (values[at[d]] > 62) bad("too many values");
            seen |= uint64_t(1) << values[at[d]];
        }
        const int value = __builtin_ctzll(~seen);
        if (value != values.back()) starts.push_back(x), values.push_back(value);
        uint64_t next = UINT64_MAX;
        for (size_t d = 0; d < divisors.size(); d++)
            if (at[d] + 1 < starts.size()) {
                uint64_t begins;
                if (!__builtin_mul_overflow(starts[at[d] + 1], divisors[d], &begins)) next = std::min(next, begins);
            }
        if (next == UINT64_MAX) break;
        x = next;
    }
    int total = 0;
    for (const uint64_t number : numbers)
        total ^= values[std::upper_bound(starts.begin(), starts.end(), number) - starts.begin() - 1];
    std::puts(total ? "first" : "second");
}
