// The values of all sets of strings of a graph: see strings_speed.py, which says what is read.
#include <cstdint>
#include <cstdio>
#include <vector>
int main() {
    int m; long long ground;
    if (scanf("%d %lld", &m, &ground) != 2) return 1;
    std::vector<uint64_t> a(m), b(m);
    for (int i = 0; i < m; i++) if (scanf("%lu %lu", &a[i], &b[i]) != 2) return 1;
    std::vector<uint8_t> value(1ull << m);
    for (uint64_t set = 1; set < 1ull << m; set++) {
        uint64_t seen = 0; int kept = -1;
        for (uint64_t rest = set; rest; rest &= rest - 1) {
            int string = __builtin_ctzll(rest);
            uint64_t left = set ^ 1ull << string, there = left | ground;
            int v = value[left];
            if (!(a[string] & there) || !(b[string] & there)) {
                if (v == 255 || (kept >= 0 && kept != v)) { kept = 255; break; }
                kept = v;
            } else if (v != 255) seen |= 1ull << v;
        }
        value[set] = kept == 255 || (kept >= 0 && seen >> kept & 1) ? 255 : kept >= 0 ? kept : __builtin_ctzll(~seen);
    }
    printf("%d\n", value.back());
}
