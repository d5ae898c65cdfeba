// Proof-number search on couples, as in src/grundy/engines/search, for boards of one 64-bit word whose shapes may be
// moved about a grid. Reads the board from a file that search_speed.py writes; prints value, nodes and CPU seconds.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

using u64 = uint64_t;
using i64 = int64_t;
static constexpr i64 INF = (1 << 28) - 1;

static i64 M, P, R, C, shift_, allowed, octets, slots, clusters;
static std::vector<u64> need, clear_, rim, near_, rowmask, images;
static std::vector<i64> column;
static std::vector<uint8_t> alone, small;

static inline u64 mix(u64 a, u64 seed) {
    u64 h = (seed ^ a) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93ULL;
    return h ^ (h >> 32);
}
static inline int low(u64 a) { return __builtin_ctzll(a); }
static inline int high(u64 a) { return 63 - __builtin_clzll(a); }

// Nim-values: keys with the value in the bits from shift_ on.
static std::vector<u64> table;
static i64 used;

static inline i64 find(u64 key) {
    i64 mask = slots - 1, slot = mix(key, 0) & mask;
    for (;; slot = (slot + 1) & mask) {
        u64 entry = table[slot];
        if ((entry ^ key) << (64 - shift_) == 0) return entry >> shift_;
        if (!entry) return -1;
    }
}
static void keep(u64 key, i64 value) {
    if (used >= slots * 7 / 10) {
        std::vector<u64> old(slots *= 2);
        old.swap(table);
        for (u64 entry : old)
            if (entry) {
                i64 slot = mix(entry << (64 - shift_) >> (64 - shift_), 0) & (slots - 1);
                while (table[slot]) slot = (slot + 1) & (slots - 1);
                table[slot] = entry;
            }
    }
    i64 mask = slots - 1, slot = mix(key, 0) & mask;
    for (; table[slot]; slot = (slot + 1) & mask)
        if ((table[slot] ^ key) << (64 - shift_) == 0) return;
    table[slot] = key | (u64)value << shift_;
    used++;
}

// Proof numbers: clusters of four.
struct Entry { u64 key, word; };
static std::vector<Entry> numbers;

static inline bool find_numbers(u64 key, i64 heap, i64& phi, i64& delta) {
    const Entry* e = &numbers[(mix(key, heap + 1) & (clusters - 1)) * 4];
    u64 marked = key | (u64)heap << shift_;
    for (int i = 0; i < 4; i++)
        if (e[i].key == marked) {
            phi = e[i].word & INF;
            delta = e[i].word >> 28 & INF;
            return true;
        }
    return false;
}
static inline void bring_near(u64 key, i64 heap) {
    __builtin_prefetch(&numbers[(mix(key, heap + 1) & (clusters - 1)) * 4]);
}
static void keep_numbers(u64 key, i64 heap, i64 phi, i64 delta, i64 work) {
    Entry* e = &numbers[(mix(key, heap + 1) & (clusters - 1)) * 4];
    u64 marked = key | (u64)heap << shift_, least = 256;
    int best = 0;
    for (int i = 0; i < 4; i++) {
        if (e[i].key == marked) { best = i; break; }
        if (e[i].word >> 56 < least) { best = i; least = e[i].word >> 56; }
    }
    e[best] = {marked, (u64)phi | (u64)delta << 28 | (u64)(1 + 4 * high(work | 1)) << 56};
}
static void grow_numbers(i64 nodes) {
    while (nodes >= clusters * 4 / 2) {
        std::vector<Entry> old((clusters *= 2) * 4);
        old.swap(numbers);
        for (const Entry& one : old)
            if (one.word) {
                u64 key = one.key << (64 - shift_) >> (64 - shift_);
                Entry* e = &numbers[(mix(key, (one.key >> shift_) + 1) & (clusters - 1)) * 4];
                *std::min_element(e, e + 4, [](auto& a, auto& b) { return a.word < b.word; }) = one;
            }
    }
}

static inline u64 image(int k, u64 a) {
    u64 found = 0;
    for (i64 j = 0; j < octets; j++) found |= images[(k * octets + j) * 256 + (a >> 8 * j & 255)];
    return found;
}
static inline u64 turned(u64 a, i64 ways, int height, int width, u64 least) {
    int down = R - height, across = (C - width) * R;
    for (int f = 1; f < 4; f++)
        if (ways >> f & 1) least = std::min(least, image(f, a) >> ((f & 1 ? down : 0) + (f & 2 ? across : 0)));
    return least;
}
static inline i64 look(u64 a, u64& key) {
    int first = column[low(a)], last = column[high(a)], top = 0, bottom = R - 1;
    while (!(a & rowmask[top])) top++;
    while (!(a & rowmask[bottom])) bottom--;
    a >>= first * R + top;
    int height = bottom - top + 1, width = last - first + 1;
    if (a < small.size()) return small[a];
    i64 across = allowed >> 4;
    if (across && height > width) {
        a = image(0, a);
        std::swap(height, width);
        key = turned(a, across, height, width, across & 1 ? a : ~0ULL);
    } else {
        key = turned(a, allowed, height, width, a);
        if (across && width <= R) {
            a = image(0, a);
            if (!(across & 1)) a = turned(a, across, width, height, ~0ULL);
            if (a < small.size()) return small[a];
            if (height == width) key = std::min(a, key);
            if (height == width && across & 1) key = turned(a, across, height, width, key);
        }
    }
    return find(key);
}
static inline u64 part_at(u64 a, int seed, u64 around) {
    u64 part = 1ULL << seed, edge = part;
    while (edge) {
        int i = low(edge);
        u64 fresh = near_[i] & a & ~part;
        edge = (edge & (edge - 1)) | fresh;
        part |= fresh;
    }
    return (around & ~part) == 0 ? a : part;
}
static inline i64 move_count(u64 a) {
    i64 count = 0;
    for (i64 i = 0; i < M; i++) count += (need[i] & ~a) == 0;
    return count;
}

struct Option { i64 heap, rest, count, first, phi, delta; };
static std::vector<Option> pool;
static std::vector<u64> words;
static std::vector<i64> seen, stamps, found_at;
static i64 number, options;

static i64 expand(u64 part, i64 target, i64 end, i64& words_end) {
    number++;
    options = 0;
    i64 mask = (i64)stamps.size() - 1;
    for (i64 m = 0; m < M; m++) {
        if (need[m] & ~part) continue;
        u64 left = part & ~clear_[m], around = rim[m] & left, mixed = 0;
        i64 value = 0, count = 0;
        while (around) {
            u64 piece = part_at(left, low(around), around);
            left &= ~piece;
            around &= ~piece;
            if (!(piece & (piece - 1)) && !alone[low(piece)]) continue;
            u64 key;
            i64 worth = look(piece, key);
            if (worth >= 0) { value ^= worth; continue; }
            i64 at = count;
            while (at > 0 && key < words[words_end + at - 1]) at--;
            if (at > 0 && words[words_end + at - 1] == key) {
                for (i64 j = at; j < count; j++) words[words_end + j - 1] = words[words_end + j];
                count--;
            } else {
                for (i64 j = count; j > at; j--) words[words_end + j] = words[words_end + j - 1];
                words[words_end + at] = key;
                count++;
            }
            mixed ^= mix(key, 0);
        }
        if (!count) {
            if (seen[value] != number) {
                seen[value] = number;
                options++;
                if (value == target) return -1;
            }
            continue;
        }
        i64 slot = (mixed + value) & mask;
        bool fresh = true;
        for (; stamps[slot] == number && fresh; slot = fresh ? (slot + 1) & mask : slot) {
            const Option& other = pool[found_at[slot]];
            fresh = !(other.rest == value && other.count == count &&
                      std::equal(&words[other.first], &words[other.first] + count, &words[words_end]));
        }
        if (fresh) {
            stamps[slot] = number;
            found_at[slot] = end;
            pool[end++] = {0, value, count, words_end, 0, 0};
            words_end += count;
            options++;
        }
    }
    return end;
}
static void rate(Option& o) {
    if (!o.count) {
        o.phi = o.heap ? 0 : INF;
        o.delta = o.heap ? INF : 0;
    } else if (o.count == 1) {
        u64 key = words[o.first];
        if (find_numbers(key, o.heap, o.phi, o.delta)) return;
        i64 moves = move_count(key);
        o.phi = 1, o.delta = 1 + moves;
        if (o.heap > moves) o.phi = 0, o.delta = INF;
    } else {
        o.phi = o.delta = 1;
        for (i64 j = 0; j < o.count; j++) o.delta += move_count(words[o.first + j]);
    }
}

struct Frame { u64 part; bool value; i64 heap, phi, delta, first, last, words, chosen, before; };

static bool is_worth(u64 root, i64 root_heap, i64& nodes) {
    static std::vector<Frame> frames(2 * P + 200);
    enum { ENTER, CHOOSE, BACK } todo = ENTER;
    i64 depth = 0, value = 0, phi = 0, delta = 0;
    frames[0] = {root, false, root_heap, INF, INF, 0, 0, 0, 0, 0};
    for (;;) {
        Frame& f = frames[depth];
        if (todo == ENTER) {
            grow_numbers(nodes);
            i64 start = depth ? frames[depth - 1].last : 0, words_end = depth ? frames[depth - 1].words : 0;
            f.before = nodes;
            f.first = f.last = start;
            f.words = words_end;
            todo = CHOOSE;
            if (f.value) { f.heap = 0; continue; }
            nodes++;
            i64 end = expand(f.part, f.heap, start, words_end);
            if (end < 0 || options < f.heap) {
                phi = 0, delta = INF;
                keep_numbers(f.part, f.heap, phi, delta, 1);
                todo = BACK;
                continue;
            }
            for (i64 m = 0; m < f.heap; m++)
                if (seen[m] != number) {
                    pool[end++] = {0, f.heap ^ m, 1, words_end, 0, 0};
                    words[words_end++] = f.part;
                }
            for (i64 o = start; o < end; o++) {
                pool[o].heap = f.heap ^ pool[o].rest;
                if (pool[o].count == 1) bring_near(words[pool[o].first], pool[o].heap);
            }
            i64 last = start;
            for (i64 o = start; o < end; o++) {
                rate(pool[o]);
                if (pool[o].phi > 0) pool[last++] = pool[o];
            }
            f.last = last;
            f.words = words_end;
        } else if (todo == CHOOSE) {
            if (f.value) {
                i64 p, d;
                while (find_numbers(f.part, f.heap, p, d) && p == 0) f.heap++;
                frames[++depth] = {f.part, false, f.heap, INF, INF, 0, 0, 0, 0, 0};
                todo = ENTER;
                continue;
            }
            i64 second = INF, best = -1;
            phi = INF, delta = 0;
            for (i64 o = f.first; o < f.last; o++) {
                delta += pool[o].phi;
                i64 d = pool[o].delta;
                if (d < phi) second = phi, phi = d, best = o;
                else if (d < second) second = d;
            }
            delta = std::min(delta, INF - 1);
            if (best < 0 || phi == INF) phi = INF, delta = 0;
            if (phi == 0) delta = INF;
            if (phi >= f.phi || delta >= f.delta || phi == 0 || delta == 0) {
                if (delta == 0) keep(f.part, f.heap);
                else keep_numbers(f.part, f.heap, phi, delta, nodes - f.before);
                todo = BACK;
                continue;
            }
            f.chosen = best;
            i64 limit_phi = std::min(INF, f.delta - delta + pool[best].phi);
            i64 limit_delta = std::min({INF, f.phi, second + (second >> 2) + 1});
            Option& o = pool[best];
            if (o.count == 1) {
                frames[++depth] = {words[o.first], false, o.heap, limit_phi, limit_delta, 0, 0, 0, 0, 0};
            } else {
                u64 least = words[o.first];
                for (i64 j = 1; j < o.count; j++)
                    if (__builtin_popcountll(words[o.first + j]) < __builtin_popcountll(least)) least = words[o.first + j];
                frames[++depth] = {least, true, 0, INF, INF, 0, 0, 0, 0, 0};
            }
            todo = ENTER;
        } else {
            if (depth == 0) return delta == 0;
            Frame& below = frames[depth--];
            Frame& here = frames[depth];
            todo = CHOOSE;
            if (here.value) {
                if (delta == 0) value = here.heap, todo = BACK;
                else here.heap++;
                continue;
            }
            Option& o = pool[here.chosen];
            if (!below.value) {
                o.phi = phi, o.delta = delta;
                continue;
            }
            i64 kept = 0;
            o.heap ^= value;
            for (i64 j = 0; j < o.count; j++) {
                u64 key = words[o.first + j];
                if (key == below.part) continue;
                i64 worth = find(key);
                if (worth >= 0) o.heap ^= worth;
                else words[o.first + kept++] = key;
            }
            o.count = kept;
            rate(o);
        }
    }
}

template <class T> static std::vector<T> read(FILE* file) {
    i64 size;
    if (fread(&size, 8, 1, file) != 1) exit(2);
    std::vector<T> found(size);
    if (size && fread(found.data(), sizeof(T), size, file) != (size_t)size) exit(2);
    return found;
}

int main(int, char** argv) {
    FILE* file = fopen(argv[1], "rb");
    if (!file) return 2;
    std::vector<i64> head = read<i64>(file);
    P = head[0], R = head[1], C = head[2], shift_ = head[3], allowed = head[4], octets = head[5];
    u64 root = head[6];
    slots = head[7], clusters = head[8];
    need = read<u64>(file), clear_ = read<u64>(file), rim = read<u64>(file), near_ = read<u64>(file);
    rowmask = read<u64>(file), images = read<u64>(file);
    column = read<i64>(file);
    alone = read<uint8_t>(file), small = read<uint8_t>(file);
    M = need.size();
    table.resize(slots);
    numbers.resize(clusters * 4);
    i64 values = 1LL << (64 - shift_), stack = (M + values) * (P + 40);
    pool.resize(stack);
    words.resize(4 * stack);
    seen.resize(values + 1);
    i64 room = 2;
    while (room < 2 * (M + 1)) room *= 2;
    stamps.resize(2 * room);
    found_at.resize(2 * room);
    clock_t began = clock();
    i64 nodes = 0, value = 0;
    u64 key = 0;
    if ((value = look(root, key)) < 0)
        for (value = 0; !is_worth(key, value, nodes);) value++;
    printf("%ld %ld %.3f\n", (long)value, (long)nodes, double(clock() - began) / CLOCKS_PER_SEC);
}
