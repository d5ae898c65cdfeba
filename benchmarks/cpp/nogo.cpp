// NoGo on one row without stones, as an impartial game: its nim-value, by couples of a part and a heap.
//
//     nogo N     prints the value, how often options were listed, and CPU seconds
//
// A part is a string of 2 bits a cell: 0 lasting liberty, 1 free, 2 black, 3 white, with a group of stones as one cell.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

typedef unsigned __int128 Key;
typedef std::vector<uint8_t> Cells;
enum : uint8_t { LASTING, FREE, BLACK, WHITE };

struct Slot {
    Key key;
    int64_t info;  // 0 nothing, 4 v + 1 the value v, else 2 + 4 * the values that it has not
};

static std::vector<Slot> table(1 << 16);
static size_t taken = 0;
static long listings = 0;

static Slot& place(Key key) {
    uint64_t spread = ((uint64_t)key ^ (uint64_t)(key >> 64) * 0xC2B2AE3D27D4EB4FULL) * 0x9E3779B97F4A7C15ULL;
    size_t mask = table.size() - 1, at = (spread ^ spread >> 32) & mask;
    while (table[at].info && table[at].key != key) at = (at + 1) & mask;
    return table[at];
}

static int64_t known(Key key) { return place(key).info; }

static void keep(Key key, int64_t info) {
    Slot& slot = place(key);
    if (!slot.info) {
        slot.key = key;
        ++taken;
    }
    slot.info = info;
    if (2 * taken > table.size()) {
        std::vector<Slot> old(2 * table.size());
        old.swap(table);
        for (const Slot& one : old)
            if (one.info) place(one.key) = one;
    }
}

static bool is_not(int64_t info, int n) { return (info & 3) == 1 ? info >> 2 != n : info >> (2 + n) & 1; }

static Cells unpacked(Key key) {
    int n = 0;
    for (Key rest = key; rest > 1; rest >>= 2) ++n;
    Cells cells(n);
    for (; n; key >>= 2) cells[--n] = key & 3;
    return cells;
}

// The least of the images of a part, turned over, and with the colours changed. A 1 comes first, so that a lasting
// liberty in front counts.
static Key form(const Cells& cells) {
    Key images[4] = {1, 1, 1, 1};
    for (size_t i = 0; i < cells.size(); ++i) {
        uint8_t ends[2] = {cells[i], cells[cells.size() - 1 - i]};
        for (int image = 0; image < 4; ++image) {
            uint8_t cell = ends[image & 1];
            images[image] = images[image] << 2 | (image & 2 && cell >= BLACK ? cell ^ 1 : cell);
        }
    }
    return *std::min_element(images, images + 4);
}

struct Moves {
    uint64_t black, white;
};

// The free cells on which each colour may be put.
static Moves playable(const Cells& cells) {
    int n = (int)cells.size();
    uint64_t only[2] = {0, 0}, several[2] = {0, 0}, beside = 0, free = 0;
    auto air = [&](int i) { return i >= 0 && i < n && cells[i] <= FREE; };
    for (int i = 0; i < n; ++i) {
        if (cells[i] <= FREE) {
            if (cells[i] == FREE) free |= 1ULL << i;
            if (air(i - 1) || air(i + 1)) beside |= 1ULL << i;
            continue;
        }
        int first = i, colour = cells[i] - BLACK;
        while (i + 1 < n && cells[i + 1] == cells[first]) ++i;
        uint64_t left = air(first - 1) ? 1ULL << (first - 1) : 0, right = air(i + 1) ? 1ULL << (i + 1) : 0;
        (left && right ? several : only)[colour] |= left | right;
    }
    return {free & ~only[1] & (beside | several[0]), free & ~only[0] & (beside | several[1])};
}

// The parts of a row, each by its form; of equal ones none.
static std::vector<Key> parts(const Cells& cells) {
    int n = (int)cells.size();
    Moves moves = playable(cells);
    uint64_t alive = moves.black | moves.white;
    auto lasts = [&](int i) {
        return i >= 0 && i < n && (cells[i] == LASTING || (cells[i] == FREE && !(alive >> i & 1)));
    };
    Cells kind(n, LASTING);  // alive cells, and the stones of groups that are not safe
    for (int i = 0; i < n; ++i) {
        if (alive >> i & 1) kind[i] = FREE;
        if (cells[i] < BLACK) continue;
        int first = i;
        while (i + 1 < n && cells[i + 1] == cells[first]) ++i;
        for (int at = first; at <= i && !lasts(first - 1) && !lasts(i + 1); ++at) kind[at] = cells[at];
    }
    std::vector<Key> found;
    for (int i = 0; i < n; ++i) {
        if (kind[i] == LASTING) continue;
        int low = i;
        while (i + 1 < n && kind[i + 1] != LASTING && (kind[i] == kind[i + 1] || kind[i] == FREE || kind[i + 1] == FREE))
            ++i;
        if (std::find(kind.begin() + low, kind.begin() + i + 1, FREE) == kind.begin() + i + 1) continue;
        Cells part;
        auto border = [&](int at, bool in_front) {  // what a free cell at an end is beside
            if (at < 0 || at >= n) return;
            if (cells[at] < BLACK) {
                part.push_back(LASTING);
            } else if (in_front) {
                part.insert(part.end(), {LASTING, cells[at]});
            } else {
                part.insert(part.end(), {cells[at], LASTING});
            }
        };
        if (kind[low] == FREE) border(low - 1, true);
        for (int at = low; at <= i; ++at)
            if (kind[at] == FREE || at == low || kind[at] != kind[at - 1]) part.push_back(kind[at]);
        if (kind[i] == FREE) border(i + 1, false);
        Key key = form(part);
        auto twin = std::find(found.begin(), found.end(), key);
        if (twin == found.end()) {
            found.push_back(key);
        } else {
            found.erase(twin);
        }
    }
    return found;
}

struct Option {
    int left;  // moves after it
    std::vector<Key> parts;
};

// The options of a part; of more than eight, those that have the fewest moves come first.
static std::vector<Option> options(Key key) {
    Cells cells = unpacked(key);
    Moves moves = playable(cells);
    bool many = __builtin_popcountll(moves.black) + __builtin_popcountll(moves.white) > 8;
    std::vector<Option> listed;
    for (uint8_t colour : {BLACK, WHITE})
        for (uint64_t rest = colour == BLACK ? moves.black : moves.white; rest; rest &= rest - 1) {
            int at = __builtin_ctzll(rest), left = 0;
            cells[at] = colour;
            if (many) {
                Moves after = playable(cells);
                left = __builtin_popcountll(after.black) + __builtin_popcountll(after.white);
            }
            listed.push_back({left, parts(cells)});
            cells[at] = FREE;
        }
    if (many) std::stable_sort(listed.begin(), listed.end(), [](auto& a, auto& b) { return a.left < b.left; });
    ++listings;
    return listed;
}

static int value(Key key);

// What an option still asks for: its parts whose values are not known, and the heap that is left of n.
static int still_open(const Option& option, int n, std::vector<Key>& open) {
    open.clear();
    for (Key part : option.parts) {
        int64_t info = known(part);
        if ((info & 3) == 1) {
            n ^= (int)(info >> 2);
        } else {
            open.push_back(part);
        }
    }
    return n;
}

static bool is_worth(Key key, int n) {
    int64_t info = known(key);
    if ((info & 3) == 1) return info >> 2 == n;
    if (is_not(info, n)) return false;
    std::vector<Option> all = options(key);
    std::vector<Key> open;
    bool lost = n <= (int)all.size();
    for (const Option& option : all)  // what is known, before anything is searched
        if (still_open(option, n, open) == 0 && open.empty()) lost = false;
    for (int single = 1; single >= 0 && lost; --single)
        for (const Option& option : all) {
            int rest = still_open(option, n, open);
            if (!open.empty() && (open.size() == 1) != (bool)single) continue;
            for (; open.size() > 1; open.pop_back()) rest ^= value(open.back());
            if (open.empty() ? rest == 0 : is_worth(open[0], rest)) {
                lost = false;
                break;
            }
        }
    for (int m = 0; m < n && lost; ++m) lost = !is_worth(key, m);
    info = known(key);
    if ((info & 3) != 1) keep(key, lost ? (int64_t)n << 2 | 1 : info | 2 | 1LL << (2 + n));
    return lost;
}

static int value(Key key) {
    int n = 0;
    while (!is_worth(key, n)) ++n;
    return n;
}

int main(int, char** arguments) {
    clock_t began = clock();
    int total = 0;
    for (Key part : parts(Cells(atoi(arguments[1]), FREE))) total ^= value(part);
    printf("%d %ld %.3f\n", total, listings, (double)(clock() - began) / CLOCKS_PER_SEC);
}
