// What the judge_*.cpp programs share: the whole of standard input by fread, its lines of numbers, and its JSON.
// Input is checked as a careful contestant would: what is wrong ends the program with status 2, without saying where.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

[[noreturn]] inline void bad(const char *what) {
    std::fprintf(stderr, "bad input: %s\n", what);
    std::exit(2);
}

inline std::string whole_input() {
    std::string text;
    size_t used = 0;
    do {
        text.resize(used + (size_t(1) << 20) + used / 2);
        const size_t got = std::fread(text.data() + used, 1, text.size() - used, stdin);
        if (!got) break;
        used += got;
    } while (true);
    text.resize(used);
    return text; // ends with a 0 byte, at which every loop below stops
}

struct Input {
    std::string text = whole_input();
    const char *at = text.data();

    void blanks() {
        while (*at == ' ' || *at == '\t' || *at == '\r') at++;
    }
    bool line_ends() {
        blanks();
        return *at == '\n' || at == text.data() + text.size();
    }
    void end_line() {
        if (!line_ends()) bad("more in a line than there should be");
        if (*at == '\n') at++;
    }
    bool ends() {
        while (line_ends() && *at == '\n') at++;
        return at == text.data() + text.size();
    }
    uint64_t number(uint64_t most) {
        blanks();
        return digits(most);
    }
    uint64_t digits(uint64_t most) {
        if (*at < '0' || *at > '9') bad("a number is missing");
        uint64_t value = 0;
        for (; *at >= '0' && *at <= '9'; at++) {
            const unsigned digit = *at - '0';
            if (value > (most - digit) / 10) bad("a number is too large");
            value = 10 * value + digit;
        }
        return value;
    }

    // JSON
    void space() {
        while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') at++;
    }
    bool mark(char wanted) {
        space();
        if (*at != wanted) return false;
        at++;
        return true;
    }
    void expect(char wanted) {
        if (!mark(wanted)) bad("another mark is expected");
    }
    std::string_view name() { // a string without escapes, in its quotation marks, or a whole number
        space();
        const char *begin = at;
        if (*at == '"') {
            for (at++; *at != '"'; at++)
                if (*at == '\\' || (unsigned char)*at < ' ') bad("a name with an escape");
            at++;
        } else {
            if (*at == '-') at++;
            if (*at < '0' || *at > '9') bad("a name is missing");
            while (*at >= '0' && *at <= '9') at++;
        }
        return {begin, size_t(at - begin)};
    }
    template <class Each> void list(Each each) {
        expect('[');
        if (mark(']')) return;
        do each();
        while (mark(','));
        expect(']');
    }
    template <class Each> void object(Each each) {
        expect('{');
        if (!mark('}')) {
            do {
                const std::string_view key = name();
                expect(':');
                each(key);
            } while (mark(','));
            expect('}');
        }
        space();
        if (at != text.data() + text.size()) bad("something after the end");
    }
};
