// Values of heaps whose moves keep the turn or have to be answered: see turns_speed.py. turns RULE COUNT
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>
const int LOONY = 1 << 14;

// Split a heap, or take its top counter, which has to be answered: Winning Ways, ch. 12.
static void top_entails(std::vector<uint16_t>& value, int count) {
    std::vector<uint8_t> even(1 << 14), seen(1 << 16);
    std::vector<uint16_t> mirrored(count);
    int top = 1;
    for (int n = 0; n < count; n++) {
        std::memset(seen.data(), 0, top);
        const uint16_t* back = mirrored.data() + (count - 1 - n);
        for (int k = 1; k <= n / 2; k++) seen[value[k] ^ back[k]] = 1;
        int found = -1;
        for (int x = 0; x < top; x++) {
            if (seen[x]) even[x] = !(n & 1);
            if (found < 0 && !seen[x] && even[x] == (n & 1)) found = x;
        }
        if (found < 0) found = n & 1 ? LOONY : top;
        value[n] = found;
        mirrored[count - 1 - n] = found == LOONY ? LOONY << 1 : found;
        if (found != LOONY && found >= top) top *= 2;
    }
}

// Take one to five counters; of a heap that 3 divides also one, and move again.
static void take_again(std::vector<uint16_t>& value, int count) {
    for (int n = 0; n < count; n++) {
        uint64_t seen = 0;
        for (int k = 1; k <= 5 && k <= n; k++) if (value[n - k] != LOONY) seen |= 1ull << value[n - k];
        if (n && n % 3 == 0) {
            int kept = value[n - 1];
            value[n] = kept == LOONY || (seen >> kept & 1) ? LOONY : kept;
        } else value[n] = __builtin_ctzll(~seen);
    }
}

int main(int argc, char** argv) {
    if (argc != 3) return 1;
    int count = std::atoi(argv[2]);
    std::vector<uint16_t> value(count);
    clock_t begin = clock();
    if (!std::strcmp(argv[1], "top_entails")) top_entails(value, count); else take_again(value, count);
    std::fprintf(stderr, "%.6f\n", double(clock() - begin) / CLOCKS_PER_SEC);
    uint64_t all = 0, loony = 0;
    for (uint16_t one : value) { all = (all << 1 | all >> 63) ^ (one == LOONY ? 999 : one); loony += one == LOONY; }
    std::printf("%llu %llu\n", (unsigned long long)all, (unsigned long long)loony);
}
