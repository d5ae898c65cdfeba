// Nim-values of a graph in compressed rows, by the algorithms of grundy's kernels.
// usage: graph ordered|search FILE   FILE, little-endian: int64 nodes, int64 arcs, int64 indptr[nodes + 1], int32 indices[arcs]
// prints: the sum of (node + 1) * value mod 2^64; on standard error the seconds without reading
#include <bit>
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

static std::vector<int64_t> indptr;
static std::vector<int32_t> indices;
static std::vector<uint16_t> values;
static std::vector<uint32_t> marks(65536);

static uint16_t row_mex(int64_t begin, int64_t end, uint32_t mark) {
    uint64_t seen = 0;
    for (int64_t k = begin; k < end; k++) {
        const uint16_t v = values[indices[k]];
        if (v < 64) seen |= uint64_t(1) << v;
    }
    if (~seen) return std::countr_one(seen);
    for (int64_t k = begin; k < end; k++) marks[values[indices[k]]] = mark;
    uint16_t mex = 64;
    while (marks[mex] == mark) mex++;
    return mex;
}

static bool ordered(int64_t nodes) {
    for (int64_t u = 0; u < nodes; u++) {
        for (int64_t k = indptr[u]; k < indptr[u + 1]; k++)
            if (indices[k] >= u) return false;
        values[u] = row_mex(indptr[u], indptr[u + 1], u + 1);
    }
    return true;
}

static bool search(int64_t nodes) {
    const uint16_t unseen = 65535, on_path = 65534;
    std::fill(values.begin(), values.end(), unseen);
    std::vector<int32_t> path(nodes);
    std::vector<int64_t> at(nodes);
    for (int64_t root = 0; root < nodes; root++) {
        if (values[root] != unseen) continue;
        int64_t depth = 1;
        path[0] = root, at[0] = indptr[root], values[root] = on_path;
        while (depth) {
            const int32_t u = path[depth - 1];
            const int64_t end = indptr[u + 1];
            int64_t k = at[depth - 1];
            while (k < end && values[indices[k]] < on_path) k++;
            if (k == end) {
                values[u] = row_mex(indptr[u], end, u + 1);
                depth--;
                continue;
            }
            const int32_t child = indices[k];
            if (values[child] == on_path) return false;
            at[depth - 1] = k;
            values[child] = on_path, path[depth] = child, at[depth] = indptr[child];
            depth++;
        }
    }
    return true;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    FILE *file = std::fopen(arguments[2], "rb");
    int64_t sizes[2];
    if (!file || std::fread(sizes, 8, 2, file) != 2) return 2;
    indptr.resize(sizes[0] + 1);
    indices.resize(sizes[1]);
    values.resize(sizes[0]);
    if (std::fread(indptr.data(), 8, indptr.size(), file) != indptr.size()) return 2;
    if (std::fread(indices.data(), 4, indices.size(), file) != indices.size()) return 2;
    const std::clock_t begin = std::clock();
    const bool acyclic = std::strcmp(arguments[1], "ordered") ? search(sizes[0]) : ordered(sizes[0]);
    const double took = double(std::clock() - begin) / CLOCKS_PER_SEC;
    if (!acyclic) return 1;
    uint64_t sum = 0;
    for (int64_t u = 0; u < sizes[0]; u++) sum += (u + 1) * values[u];
    std::printf("%llu\n", (unsigned long long)sum);
    std::fprintf(stderr, "%.6f\n", took);
}
