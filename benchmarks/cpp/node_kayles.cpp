// Node Kayles on grids of three rows, by another way than grundy's: nim-values of 3 x 1, 3 x 2, ..., one a line.
//
//   node_kayles FROM TO
//
// A part is asked "is your value v?" and answers by asking its options the same of 0, 1, ..., v in turn; what it learns
// is its value, or that it is at least so much. Parts are kept moved to the left and in the least of their four
// reflections, in a std::unordered_map that compares whole keys. No proof numbers, no heaps beside parts, no first
// table of small sets, no replacement: nothing is shared with the search engine.
//
//   c++ -O2 -std=c++20 -o node_kayles node_kayles.cpp
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

using Set = unsigned __int128;  // cell (row, column) is bit 3 * column + row

struct Hash {
    size_t operator()(Set s) const {
        uint64_t a = uint64_t(s) * 0x9E3779B97F4A7C15ull ^ uint64_t(s >> 64) * 0xC2B2AE3D27D4EB4Full;
        return a ^ a >> 29;
    }
};

struct Known {
    int least = 0;  // the value is at least this
    bool exact = false;
};

static std::unordered_map<Set, Known, Hash> known;

static int lowest(Set s) { return uint64_t(s) ? __builtin_ctzll(uint64_t(s)) : 64 + __builtin_ctzll(uint64_t(s >> 64)); }
static int highest(Set s) {
    return uint64_t(s >> 64) ? 127 - __builtin_clzll(uint64_t(s >> 64)) : 63 - __builtin_clzll(uint64_t(s));
}
static int size(Set s) { return __builtin_popcountll(uint64_t(s)) + __builtin_popcountll(uint64_t(s >> 64)); }

static Set row(int r) {
    Set s = 0;
    for (int i = r; i < 126; i += 3) s |= Set(1) << i;
    return s;
}
static const Set TOP = row(0), MIDDLE = row(1), BOTTOM = row(2);

static Set around(Set s) {  // with all neighbours
    return s | s << 3 | s >> 3 | (s & (TOP | MIDDLE)) << 1 | (s & (MIDDLE | BOTTOM)) >> 1;
}

static Set upside_down(Set s) { return (s & TOP) << 2 | (s & MIDDLE) | (s & BOTTOM) >> 2; }

static Set mirrored(Set s, int columns) {
    Set found = 0;
    for (int c = 0; c < columns; c++) found |= (s >> 3 * c & 7) << 3 * (columns - 1 - c);
    return found;
}

static Set key(Set s) {
    s >>= lowest(s) / 3 * 3;
    Set m = mirrored(s, highest(s) / 3 + 1);
    return std::min({s, upside_down(s), m, upside_down(m)});
}

static std::vector<Set> parts(Set s) {
    std::vector<Set> found;
    while (s) {
        Set part = s & -s, before = 0;
        while (part != before) before = part, part = around(part) & s;
        s &= ~part;
        found.push_back(key(part));
    }
    return found;
}

static bool is(Set part, int v);

static int value(Set part) {
    for (int v = 0;; v++)
        if (is(part, v)) return v;
}

struct Option {
    int rest = 0;            // XOR of the parts that are known
    std::vector<Set> open;   // the others, the largest last
    int cost = 0;

    void look() {  // what has become known meanwhile
        std::erase_if(open, [&](Set part) {
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

static std::vector<Option> options_of(Set part) {
    std::vector<Option> found;
    for (Set rest = part; rest; rest &= rest - 1) {
        Option option;
        for (Set piece : parts(part & ~around(rest & -rest))) {
            auto twin = std::find(option.open.begin(), option.open.end(), piece);
            if (twin != option.open.end()) option.open.erase(twin);
            else option.open.push_back(piece);
        }
        std::sort(option.open.begin(), option.open.end(), [](Set a, Set b) {
            return size(a) != size(b) ? size(a) < size(b) : a < b;
        });
        for (Set piece : option.open) option.cost += size(piece) * size(piece);
        found.push_back(option);
    }
    auto before = [](const Option& a, const Option& b) {
        return a.cost != b.cost ? a.cost < b.cost : a.open < b.open;
    };
    std::sort(found.begin(), found.end(), before);
    auto same = [](const Option& a, const Option& b) { return a.open == b.open; };
    found.erase(std::unique(found.begin(), found.end(), same), found.end());
    return found;
}

static bool is(Set part, int v) {
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
    if (count != 3) return 2;
    for (int n = std::atoi(given[1]); n <= std::min(41, std::atoi(given[2])); n++) {
        std::printf("%d %d\n", n, value((Set(1) << 3 * n) - 1));
        std::fflush(stdout);
    }
    std::fprintf(stderr, "%zu parts\n", known.size());
}
