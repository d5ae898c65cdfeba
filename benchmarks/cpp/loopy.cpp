// Loopy nim-values by grundy's algorithm: each node watches one successor that still forbids it the next label.
// usage: loopy FILE   FILE as for graph.cpp
// prints: the number of nodes with integer values and the sum of (node + 1) * value over them; standard error: seconds
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <vector>

int main(int count, char **arguments) {
    if (count != 2) return 2;
    FILE *file = std::fopen(arguments[1], "rb");
    int64_t sizes[2];
    if (!file || std::fread(sizes, 8, 2, file) != 2) return 2;
    const int64_t nodes = sizes[0];
    std::vector<int64_t> indptr(nodes + 1);
    std::vector<int32_t> indices(sizes[1]);
    if (std::fread(indptr.data(), 8, indptr.size(), file) != indptr.size()) return 2;
    if (std::fread(indices.data(), 4, indices.size(), file) != indices.size()) return 2;
    const std::clock_t begin = std::clock();
    std::vector<std::vector<int32_t>> before(nodes), watchers(nodes);
    for (int64_t u = 0; u < nodes; u++)
        for (int64_t k = indptr[u]; k < indptr[u + 1]; k++) before[indices[k]].push_back(u);
    const int32_t none = -1, endless = -2;
    std::vector<int32_t> label(nodes, none), answered(nodes, -1), place(nodes), open(nodes), queue, later;
    for (int64_t u = 0; u < nodes; u++) open[u] = u;
    queue = open;
    for (int32_t m = 0; !open.empty(); m++) {
        later.clear();
        while (!queue.empty()) {
            const int32_t u = queue.back();
            queue.pop_back();
            if (label[u] != none) continue;
            if (answered[u] == m) {
                later.push_back(u);
                continue;
            }
            const int32_t *row = &indices[indptr[u]], size = indptr[u + 1] - indptr[u];
            int32_t k = 0, at = place[u];
            for (; k < size; k++, at = at ? at - 1 : size - 1)
                if (label[row[at]] < 0 && answered[row[at]] != m) break;
            if (k < size) {
                place[u] = at;
                watchers[row[at]].push_back(u);
                continue;
            }
            label[u] = m;
            later.insert(later.end(), watchers[u].begin(), watchers[u].end());
            watchers[u].clear();
            for (int32_t p : before[u]) {
                if (answered[p] == m) continue;
                answered[p] = m;
                if (label[p] >= 0) continue;
                queue.insert(queue.end(), watchers[p].begin(), watchers[p].end());
                watchers[p].clear();
            }
        }
        size_t kept = 0;
        for (int32_t u : open) {
            if (label[u] != none) continue;
            if (answered[u] == m) open[kept++] = u;
            else label[u] = endless;
        }
        open.resize(kept);
        queue.swap(later);
    }
    const double took = double(std::clock() - begin) / CLOCKS_PER_SEC;
    uint64_t integers = 0, sum = 0;
    for (int64_t u = 0; u < nodes; u++)
        if (label[u] >= 0) integers++, sum += (u + 1) * label[u];
    std::printf("%llu %llu\n", (unsigned long long)integers, (unsigned long long)sum);
    std::fprintf(stderr, "%.6f\n", took);
}
