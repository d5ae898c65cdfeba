// Node Kayles on the queens' graph, by another way than grundy's: nim-values of n x n, one a line.
//
//   queens N...
//
// A part is asked "is your value v?" and answers by asking its options the same of 0, 1, ..., v in turn, those of the
// least effort first; what it learns is its value, or that it is at least so much. Parts of up to seven squares are
// looked up in a table of all graphs of seven nodes, as grundy's are. Larger ones are kept as the least of their eight
// images in the corner, in a std::unordered_map that compares whole keys. No proof numbers, no heaps beside parts, no
// graphs of eight squares and more without a key.
//
//   c++ -O3 -march=native -std=c++20 -o queens queens.cpp
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

using Set = std::array<uint64_t, 4>;  // square (r, c) is bit 16 r + c, on any board

struct Hash {
    size_t operator()(const Set& s) const {
        uint64_t h = 0;
        for (uint64_t w : s) h = (h ^ w) * 0x9E3779B97F4A7C15ull, h ^= h >> 32;
        return h;
    }
};

struct Known {
    int least = 0;  // the value is at least this
    bool exact = false;
};

static std::unordered_map<Set, Known, Hash> known;
static std::array<Set, 256> closed;          // a square with all that a queen there attacks
static std::vector<uint8_t> table(1 << 21);  // bit j (j - 1) / 2 + i: nodes i < j are joined

static bool has(const Set& s, int i) { return s[i >> 6] >> (i & 63) & 1; }
static void put(Set& s, int i) { s[i >> 6] |= 1ull << (i & 63); }
static int size(const Set& s) {
    return std::popcount(s[0]) + std::popcount(s[1]) + std::popcount(s[2]) + std::popcount(s[3]);
}
static bool empty(const Set& s) { return !(s[0] | s[1] | s[2] | s[3]); }
static Set without(const Set& a, const Set& b) { return {a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3]}; }

template <class Do> static void each(const Set& s, Do work) {
    for (int w = 0; w < 4; w++)
        for (uint64_t left = s[w]; left; left &= left - 1) work(64 * w + std::countr_zero(left));
}

static void fill_table() {  // smaller graphs have smaller numbers; nodes alone beside them are worth 1 each
    table[0] = 1;
    for (int number = 1; number < 1 << 21; number++) {
        int near[7], n = 7;  // nodes up to the last that is joined to any
        while (!(number >> (n - 1) * (n - 2) / 2)) n--;
        for (int j = 0; j < n; j++) {
            near[j] = number >> j * (j - 1) / 2 & ((1 << j) - 1);
            for (int i = 0; i < j; i++) near[i] |= (near[j] >> i & 1) << j;
        }
        uint32_t seen = 0;
        for (int v = 0; v < n; v++) {
            int rest = 0, count = 0, nodes[7];
            for (int j = 0; j < n; j++)
                if (j != v && !(near[v] >> j & 1)) {
                    for (int i = 0; i < count; i++) rest |= (near[j] >> nodes[i] & 1) << (count * (count - 1) / 2 + i);
                    nodes[count++] = j;
                }
            seen |= 1u << (table[rest] ^ (7 - count & 1));
        }
        table[number] = std::countr_one(seen) ^ (7 - n & 1);
    }
}

static int looked_up(const Set& part) {
    int nodes[7], count = 0, number = 0;
    each(part, [&](int i) {
        for (int k = 0; k < count; k++) number |= has(closed[i], nodes[k]) << (count * (count - 1) / 2 + k);
        nodes[count++] = i;
    });
    return table[number] ^ (7 - count & 1);
}

static Set key(const Set& part) {
    int top = 16, left = 16, bottom = 0, right = 0;
    each(part, [&](int i) {
        top = std::min(top, i >> 4), bottom = std::max(bottom, i >> 4);
        left = std::min(left, i & 15), right = std::max(right, i & 15);
    });
    std::array<Set, 8> images{};
    each(part, [&](int i) {
        int r = (i >> 4) - top, c = (i & 15) - left, down = bottom - top - r, across = right - left - c;
        int y[8] = {r, r, down, down, c, c, across, across}, x[8] = {c, across, c, across, r, down, r, down};
        for (int k = 0; k < 8; k++) put(images[k], 16 * y[k] + x[k]);
    });
    return *std::min_element(images.begin(), images.end());
}

static bool is(const Set& part, int v);

static int value(const Set& part) {
    for (int v = 0;; v++)
        if (is(part, v)) return v;
}

struct Option {
    int rest = 0;           // XOR of the parts that are known
    std::vector<Set> open;  // the others, the largest last
    int cost = 0;

    void look() {  // what has become known meanwhile
        std::erase_if(open, [&](const Set& part) {
            auto at = known.find(part);
            if (at == known.end() || !at->second.exact) return false;
            rest ^= at->second.least;
            return true;
        });
    }
};

static bool is_option(Option& option, int v) {
    while (option.open.size() > 1) {
        option.rest ^= value(option.open.front());
        option.open.erase(option.open.begin());
        option.look();
    }
    if (option.open.empty()) return option.rest == v;
    return is(option.open.back(), option.rest ^ v);
}

static std::vector<Option> options_of(const Set& part) {
    std::vector<Option> found;
    each(part, [&](int move) {
        Option option;
        Set left = without(part, closed[move]);
        while (!empty(left)) {
            Set piece{}, edge{};
            int w = 0;
            while (!left[w]) w++;
            put(edge, 64 * w + std::countr_zero(left[w]));
            while (!empty(edge)) {
                Set fresh{};
                each(edge, [&](int i) { for (int k = 0; k < 4; k++) fresh[k] |= closed[i][k] & left[k]; });
                for (int k = 0; k < 4; k++) piece[k] |= edge[k];
                edge = without(fresh, piece);
            }
            left = without(left, piece);
            if (size(piece) <= 7) {
                option.rest ^= looked_up(piece);
                continue;
            }
            piece = key(piece);
            auto twin = std::find(option.open.begin(), option.open.end(), piece);
            if (twin != option.open.end()) option.open.erase(twin);
            else option.open.push_back(piece);
        }
        std::sort(option.open.begin(), option.open.end(), [](const Set& a, const Set& b) {
            return size(a) != size(b) ? size(a) < size(b) : a < b;
        });
        for (const Set& piece : option.open) option.cost += size(piece) * size(piece);
        found.push_back(option);
    });
    std::sort(found.begin(), found.end(), [](const Option& a, const Option& b) {
        return a.cost != b.cost ? a.cost < b.cost : a.rest != b.rest ? a.rest < b.rest : a.open < b.open;
    });
    auto same = [](const Option& a, const Option& b) { return a.rest == b.rest && a.open == b.open; };
    found.erase(std::unique(found.begin(), found.end(), same), found.end());
    return found;
}

static bool is(const Set& part, int v) {
    Known one = known[part];
    if (one.exact) return one.least == v;
    if (v < one.least) return false;
    std::vector<Option> options = options_of(part);
    for (int w = one.least; w <= v; w++) {
        bool found = false;
        for (Option& option : options) {  // what is known already, before anything is searched
            option.look();
            found = found || (option.open.empty() && option.rest == w);
        }
        for (size_t i = 0; i < options.size() && !found; i++)
            if (!options[i].open.empty()) found = is_option(options[i], w);
        known[part] = found ? Known{w + 1, false} : Known{w, true};
        if (!found) return w == v;
    }
    return false;
}

int main(int count, char** given) {
    fill_table();
    for (int k = 1; k < count; k++) {
        int n = std::atoi(given[k]);
        if (n < 3 || n > 16) return 2;
        Set whole{};
        closed.fill(Set{});
        for (int i = 0; i < 256; i++)
            for (int j = 0; j < 256; j++) {
                int down = std::abs((i >> 4) - (j >> 4)), across = std::abs((i & 15) - (j & 15));
                if (!down || !across || down == across) put(closed[i], j);
            }
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) put(whole, 16 * r + c);
        known.clear();
        std::printf("%d %d\n", n, value(whole));
        std::fflush(stdout);
    }
    std::fprintf(stderr, "%zu parts\n", known.size());
}
