// Nim-values of heaps from which at least one and at most a half (or, of every third heap, a third) is taken,
// heaps 0 to COUNT - 1, by the algorithm of grundy's kernel: a tree over the values with the last heap of each.
// usage: intervals RULE COUNT   RULE: half or thirds
// prints: the sum of (n + 1) * value(n) mod 2^64; on standard error the seconds of the table
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

struct Tree {
    int64_t size;
    std::vector<int32_t> last;
    explicit Tree(int64_t size) : size(size), last(2 * size, -1) {}
    void set(int64_t value, int32_t heap) {
        int64_t node = size + value;
        last[node] = heap;
        for (node >>= 1; node; node >>= 1) {
            const int32_t least = std::min(last[2 * node], last[2 * node + 1]);
            if (last[node] == least) break;
            last[node] = least;
        }
    }
    // the least value whose last heap is before `first`, or -1
    int64_t free(int64_t first) const {
        if (last[1] >= first) return -1;
        int64_t node = 1;
        while (node < size) {
            node *= 2;
            if (last[node] >= first) node++;
        }
        return node - size;
    }
    void widen() {
        Tree wider(2 * size);
        std::copy(last.begin() + size, last.end(), wider.last.begin() + 2 * size);
        for (int64_t node = wider.size - 1; node; node--)
            wider.last[node] = std::min(wider.last[2 * node], wider.last[2 * node + 1]);
        *this = std::move(wider);
    }
};

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const bool thirds = !std::strcmp(argv[1], "thirds");
    const int64_t count = std::atoll(argv[2]);
    std::vector<int32_t> g(count);
    const std::clock_t begin = std::clock();
    Tree tree(1024);
    for (int64_t n = 0; n < count; n++) {
        if (n) tree.set(g[n - 1], int32_t(n - 1));
        const int64_t most = thirds && n % 3 == 0 ? n / 3 : n / 2;
        if (most == 0) continue;
        int64_t value;
        while ((value = tree.free(n - most)) < 0) tree.widen();
        g[n] = int32_t(value);
    }
    const double took = double(std::clock() - begin) / CLOCKS_PER_SEC;
    uint64_t sum = 0;
    for (int64_t n = 0; n < count; n++) sum += uint64_t(n + 1) * uint64_t(g[n]);
    std::printf("%llu\n", static_cast<unsigned long long>(sum));
    std::fprintf(stderr, "%.6f\n", took);
}
