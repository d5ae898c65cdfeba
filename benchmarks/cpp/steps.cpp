// Floor division: the nim-value of one integer below 2^62, by the changes of the step function in increasing order.
// usage: steps X < divisors in increasing order   prints: the value; on standard error the seconds
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <tuple>
#include <vector>

struct Change {
    int64_t event;  // the next x at which a quotient x // d passes the change b
    int64_t place, b;
    int32_t before, after;
    bool operator<(const Change &other) const { return event > other.event; }
};

int main(int count, char **arguments) {
    if (count != 2) return 2;
    const int64_t top = std::strtoll(arguments[1], nullptr, 10);
    std::vector<int64_t> divisors;
    for (long long d; std::scanf("%lld", &d) == 1;) divisors.push_back(d);
    const std::clock_t begin = std::clock();
    std::vector<int64_t> counts(divisors.size() + 3);
    counts[0] = divisors.size();
    std::priority_queue<Change> changes;
    int32_t value = top > 0;
    if (divisors[0] <= top) changes.push({divisors[0], 0, 1, 0, 1});
    while (!changes.empty()) {
        const int64_t x = changes.top().event;
        int32_t least = value;
        while (!changes.empty() && changes.top().event == x) {
            Change change = changes.top();
            changes.pop();
            if (--counts[change.before] == 0 && change.before < least) least = change.before;
            counts[change.after]++;
            change.place++;
            if (change.place < int64_t(divisors.size()) && divisors[change.place] <= top / change.b) {
                change.event = divisors[change.place] * change.b;
                changes.push(change);
            }
        }
        while (counts[least] > 0) least++;
        if (least != value && divisors[0] <= top / x) changes.push({divisors[0] * x, 0, x, value, least});
        value = least;
    }
    const double took = double(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%d\n", value);
    std::fprintf(stderr, "%.6f\n", took);
}
