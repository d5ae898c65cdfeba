// Bacterial Tactics (Google Code Jam 2019, Round 1C) by the plain table over sub-rectangles.
// Reads the contest's input, prints its answers; on standard error the CPU seconds of the tables alone.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

struct Board {
    int rows, columns;
    std::vector<std::string> cells;
};

// values of all sub-rectangles [r0, r1) x [c0, c1); the set of values seen has 64 * WORDS bits
template <int WORDS> struct Table {
    const Board &b;
    std::vector<uint8_t> value;
    std::vector<int> reach, depth; // ends of the runs without '#' to the right of and below each cell

    size_t at(int r0, int r1, int c0, int c1) const {
        return ((size_t(r0) * (b.rows + 1) + r1) * (b.columns + 1) + c0) * (b.columns + 1) + c1;
    }
    explicit Table(const Board &board) : b(board) {
        const int R = b.rows, C = b.columns;
        value.assign(at(R, R, C, C) + 1, 0);
        reach.resize(R * C);
        depth.resize(R * C);
        for (int r = R - 1; r >= 0; r--)
            for (int c = C - 1; c >= 0; c--) {
                const bool blocked = b.cells[r][c] == '#';
                reach[r * C + c] = blocked ? c : c + 1 < C ? reach[r * C + c + 1] : C;
                depth[r * C + c] = blocked ? r : r + 1 < R ? depth[(r + 1) * C + c] : R;
            }
    }
    bool fill() { // false: a value does not fit
        const int R = b.rows, C = b.columns;
        for (int r0 = R - 1; r0 >= 0; r0--)
            for (int r1 = r0 + 1; r1 <= R; r1++)
                for (int c0 = C - 1; c0 >= 0; c0--)
                    for (int c1 = c0 + 1; c1 <= C; c1++) {
                        uint64_t seen[WORDS] = {};
                        for (int r = r0; r < r1; r++)
                            if (reach[r * C + c0] >= c1) {
                                const int v = value[at(r0, r, c0, c1)] ^ value[at(r + 1, r1, c0, c1)];
                                seen[WORDS == 1 ? 0 : v >> 6] |= uint64_t(1) << (v & 63);
                            }
                        for (int c = c0; c < c1; c++)
                            if (depth[r0 * C + c] >= r1) {
                                const int v = value[at(r0, r1, c0, c)] ^ value[at(r0, r1, c + 1, c1)];
                                seen[WORDS == 1 ? 0 : v >> 6] |= uint64_t(1) << (v & 63);
                            }
                        int word = 0;
                        while (word < WORDS && seen[word] == ~uint64_t(0)) word++;
                        if (word == WORDS) return false;
                        value[at(r0, r1, c0, c1)] = 64 * word + std::countr_one(seen[word]);
                    }
        return true;
    }
    int openings() const {
        const int R = b.rows, C = b.columns;
        int found = 0;
        for (int r = 0; r < R; r++)
            if (reach[r * C] == C && value[at(0, r, 0, C)] == value[at(r + 1, R, 0, C)]) found += C;
        for (int c = 0; c < C; c++)
            if (depth[c] == R && value[at(0, R, 0, c)] == value[at(0, R, c + 1, C)]) found += R;
        return found;
    }
};

int main() {
    std::ios::sync_with_stdio(false);
    int cases;
    std::cin >> cases;
    double took = 0;
    for (int number = 1; number <= cases; number++) {
        Board board;
        std::cin >> board.rows >> board.columns;
        board.cells.resize(board.rows);
        for (auto &row : board.cells) std::cin >> row;
        const std::clock_t begin = std::clock();
        int openings;
        Table<1> table(board);
        if (table.fill()) {
            openings = table.openings();
        } else {
            Table<4> wide(board);
            if (!wide.fill()) return 1;
            openings = wide.openings();
        }
        took += double(std::clock() - begin) / CLOCKS_PER_SEC;
        std::printf("Case #%d: %d\n", number, openings);
    }
    std::fprintf(stderr, "%.6f\n", took);
}
