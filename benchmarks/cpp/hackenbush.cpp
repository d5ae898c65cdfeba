// Green Hackenbush by fusion: the nim-value of a graph on node 0, and how many cuts leave 0.
// Edges in a ring are found by random words: each edge that is not in the tree has one, each edge of the tree the XOR of
// those that cover it, and equal words are covered alike. Chains are evaluated all at once in a tree of values.
// usage: hackenbush FILE   FILE, little-endian: int64 nodes, int64 edges, int32 ends[2 * edges]; all hang together
// prints: value, number of cuts, sum of their numbers; on standard error the seconds of the value, and of it with the cuts
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <random>
#include <vector>
using std::vector;

static int n, m;
static vector<int> ends_, number, parent, own, covers, inside, worth, top, wanted;

static double now() { return double(std::clock()) / CLOCKS_PER_SEC; }

static int value() {
    vector<int> starts(n + 2), incident(2 * size_t(m)), path(n);
    for (int end : ends_) starts[end + 2]++;
    for (int u = 2; u < n + 2; u++) starts[u] += starts[u - 1];
    for (int e = 0; e < m; e++)
        for (int k = 0; k < 2; k++) incident[starts[ends_[2 * e + k] + 1]++] = e;
    vector<int> at(starts.begin(), starts.begin() + n);
    number.assign(n, -1), parent.assign(n, 0), own.assign(n, -1);
    covers.assign(n, 0), inside.assign(n, 0), worth.assign(n, 0);
    int depth = 1, found = 1;
    number[0] = 0, path[0] = 0;
    while (depth) {
        const int u = path[depth - 1];
        if (at[u] == starts[u + 1]) { depth--; continue; }
        const int e = incident[at[u]++];
        const int other = ends_[2 * e] == u ? ends_[2 * e + 1] : ends_[2 * e];
        if (number[other] >= 0) continue;
        number[other] = found, parent[found] = number[u], own[found] = e;
        path[depth++] = other, found++;
    }
    for (int e = 0; e < m; e++) {
        int p = number[ends_[2 * e]], q = number[ends_[2 * e + 1]];
        if (p > q) std::swap(p, q);
        if (own[q] == e) continue;
        inside[p] ^= 1, covers[q]++, covers[p]--;
    }
    for (int v = n - 1; v; v--) {
        const int p = parent[v];
        if (!covers[v]) worth[p] ^= 1 + (worth[v] ^ inside[v]);
        else worth[p] ^= worth[v], inside[p] ^= inside[v] ^ 1, covers[p] += covers[v];
    }
    return worth[0] ^ inside[0];
}

struct Node { int sons[2]; int flip; };
static vector<Node> tree;

static void push(int node) {
    Node &here = tree[node];
    if (!here.flip) return;
    if (here.flip & 1) std::swap(here.sons[0], here.sons[1]);
    for (int son : here.sons) tree[son].flip ^= here.flip >> 1;
    here.flip = 0;
}

static void collect(int node, int level, int bits, int number, vector<int> &out) {
    if (level == bits) { out[tree[node].sons[0]] = number; return; }
    push(node);
    for (int bit = 0; bit < 2; bit++)
        if (tree[node].sons[bit]) collect(tree[node].sons[bit], level + 1, bits, number | bit << level, out);
}

static void chains(const vector<int> &pieces, int bits, vector<int> &out) {
    tree.assign(2, Node{});
    for (int i = int(pieces.size()) - 1; i >= 0; i--) {
        int node = 1;
        for (int level = 0; level < bits && node; level++) {
            push(node);
            std::swap(tree[node].sons[0], tree[node].sons[1]);
            node = tree[node].sons[0];
        }
        tree[1].flip ^= pieces[i];
        node = 1;
        for (int level = 0; level < bits; level++) {
            push(node);
            const int bit = pieces[i] >> level & 1;
            if (!tree[node].sons[bit]) {
                tree[node].sons[bit] = int(tree.size());
                tree.push_back(Node{});
            }
            node = tree[node].sons[bit];
        }
        tree[node].sons[0] = i;
    }
    out.resize(pieces.size());
    if (!pieces.empty()) collect(1, 0, bits, 0, out);
}

static vector<int> cuts() {
    vector<int> won, lower(n, -1), alone(m, -1);
    vector<uint64_t> word(n), of(m);
    vector<char> is_first(n, 1), in_ring(m);
    std::mt19937_64 draw(1);
    for (int e = 0; e < m; e++) {
        int p = number[ends_[2 * e]], q = number[ends_[2 * e + 1]];
        if (own[std::max(p, q)] == e) continue;
        of[e] = draw(), word[p] ^= of[e], word[q] ^= of[e];
    }
    for (int v = n - 1; v; v--) word[parent[v]] ^= word[v];
    top.assign(n, 0), wanted.assign(n, 0);
    for (int v = 1; v < n; v++) {
        if (covers[v]) { top[v] = top[parent[v]]; continue; }
        const int p = top[parent[v]];
        top[v] = v, wanted[v] = -1;
        if (wanted[p] < 0) continue;
        const int need = wanted[p] ^ worth[p] ^ inside[p] ^ (1 + (worth[v] ^ inside[v]));
        if (need) wanted[v] = need - 1;
        else won.push_back(own[v]);
    }
    vector<std::pair<uint64_t, int>> sorted;
    for (int v = 1; v < n; v++) if (covers[v]) sorted.emplace_back(word[v], v);
    for (int e = 0; e < m; e++) if (of[e]) sorted.emplace_back(of[e], n + e);
    std::sort(sorted.begin(), sorted.end());
    vector<int> pieces, edges, up, down;
    for (size_t i = 0, j; i < sorted.size(); i = j) {
        for (j = i; j < sorted.size() && sorted[j].first == sorted[i].first; j++) {}
        const int last = sorted[j - 1].second, count = int(j - i);
        int block;
        if (sorted[i].second >= n) {
            const int e = last - n;
            block = top[std::min(number[ends_[2 * e]], number[ends_[2 * e + 1]])];
        } else block = top[sorted[i].second];
        if (wanted[block] < 0) continue;
        pieces.clear(), edges.clear();
        int base = worth[block] ^ inside[block] ^ (count & 1), largest = 0;
        for (size_t k = i; k < j; k++) {
            const int u = sorted[k].second;
            edges.push_back(u >= n ? u - n : own[u]);
            if (k + 1 == j) break;
            int piece = worth[u] ^ inside[u];
            const int w = sorted[k + 1].second;
            if (w < n) piece ^= worth[w] ^ inside[w] ^ 1;
            pieces.push_back(piece), base ^= piece, largest = std::max(largest, piece);
        }
        const int bits = std::min(std::bit_width(unsigned(m)), std::bit_width(unsigned(largest)) + std::bit_width(unsigned(count)) + 1);
        chains(pieces, bits, up);
        std::reverse(pieces.begin(), pieces.end());
        chains(pieces, bits, down);
        for (int k = 0; k < count; k++) {
            const int left = k ? 1 + up[k - 1] : 0, right = k + 1 < count ? 1 + down[count - 2 - k] : 0;
            if ((base ^ left ^ right) == wanted[block]) won.push_back(edges[k]);
        }
    }
    return won;
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    FILE *file = std::fopen(arguments[1], "rb");
    int64_t sizes[2];
    if (!file || std::fread(sizes, 8, 2, file) != 2) return 2;
    n = int(sizes[0]), m = int(sizes[1]);
    ends_.resize(2 * size_t(m));
    if (std::fread(ends_.data(), 4, ends_.size(), file) != ends_.size()) return 2;
    const double start = now();
    const int found = value();
    const double middle = now();
    const vector<int> won = cuts();
    const double end = now();
    long long sum = 0;
    for (int e : won) sum += e;
    std::printf("%d %zu %lld\n", found, won.size(), sum);
    std::fprintf(stderr, "%.6f %.6f\n", middle - start, end - start);
}
