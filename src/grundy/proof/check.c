/* Check certificates of nim-values: cc -O2 -o check check.c; ./check FILE... [--segment i/k]...

   C99 and its library alone. FORMAT.md says what a certificate is, and why what is looked at here proves it; check.py
   is the same checker in Python, with the same verdicts. Whatever is not exactly as FORMAT.md says is refused, with the
   line that fails. Exit status: 0 proved, 1 refused or not all segments asked for, 2 not readable. */

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VALUES 20000000 /* listed, and in all states together */
#define MOST_HEAP 1000000000000000
#define MOST_LINE 100000 /* characters */
#define MOST_TAKEN 1000  /* counters, by digits */
#define MOST_TRIES 10000
#define VALUES 1048576 /* all nim-values are below */
#define MOST_OF_THREE 10000 /* heaps of values that grow where a move leaves three heaps */
#define VALUES_OF_THREE 16384 /* their values are below */
#define MOST_FOLD 64
#define MOST_WORK 2000000000 /* to see that they grow */
#define MOST_SHOWN 20 /* moves in the line that says them, and letters of these; of more, their number and a SHA-256 */
#define MOST_LETTERS 2000

typedef uint32_t Value;
typedef int64_t Heap;

typedef struct { Heap heap, line; } Start;
typedef struct { Heap heap, line; Value *values; char digest[65]; } State; /* digest: empty if a period is claimed */
typedef struct { Heap lag; Value value; } Pair; /* taking t beside a heap r: the lag t + r, and G(r) */

static const char *const USAGE =
    "Check certificates of nim-values: check FILE... [--segment i/k]...\n"
    "Exit status: 0 proved, 1 refused or not all segments asked for, 2 not readable.\n";

/* The certificate at hand. Names as in FORMAT.md; `most_parts` is j, `longest` k; the period is 0 if values are claimed,
   and nothing of how they go on. */
static struct {
    Heap digits[MOST_TAKEN + 1], *amounts, n_digits, n_amounts, period, preperiod, most_parts, longest;
    enum { PAIRS, MASK, WINDOW } method;
    Heap length, mask, twist, reach, *rare, n_rare, *tries, n_tries, size, n_starts, n_states;
    Value *values;
    Start *starts;
    State *states;
    Heap saltus, fold; /* of values that grow; else 0 */
    int unequal; /* whether two heaps that a move leaves must differ in size */
    Heap *one, n_one, *none, n_none, *split, n_split; /* what may be taken so that so many heaps are left */
} c;

/* Refusals and memory. */

static jmp_buf refused;
static char reason[300000]; /* a position of 1,024 parts is said in full */
static void **blocks;
static size_t n_blocks, room_blocks;

static void refuse(Heap line, const char *form, ...)
{
    va_list words;
    int used = line ? snprintf(reason, sizeof reason, "line %lld: ", (long long)line) : 0;
    va_start(words, form);
    vsnprintf(reason + used, sizeof reason - (size_t)used, form, words);
    va_end(words);
    longjmp(refused, 1);
}

/* Memory that lasts as long as the certificate; at least one byte, all 0. */
static void *memory(size_t count, size_t each)
{
    void *block = calloc(count ? count : 1, each);
    if (n_blocks == room_blocks) {
        void **more = realloc(blocks, (room_blocks = 2 * room_blocks + 64) * sizeof *blocks);
        if (!more) block = NULL;
        else blocks = more;
    }
    if (!block) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return blocks[n_blocks++] = block;
}

static void forget(size_t kept)
{
    while (n_blocks > kept) free(blocks[--n_blocks]);
}

/* An array with room for one more, twice as long if it was full. */
static void *grown(void *array, Heap count, Heap *room, size_t each)
{
    void *more;
    if (count < *room) return array;
    more = memory((size_t)(*room = 2 * *room + 16), each);
    if (count) memcpy(more, array, (size_t)count * each);
    return more;
}

static int lowest(uint64_t bits) /* the place of the lowest one; bits is not 0 */
{
#ifdef __GNUC__
    return __builtin_ctzll(bits);
#else
    int place = 0;
    while (!(bits >> place & 1)) place++;
    return place;
#endif
}

static int parity(uint64_t bits)
{
    int shift;
    for (shift = 32; shift; shift /= 2) bits ^= bits >> shift;
    return (int)(bits & 1);
}

/* 1 if just one of two heaps of so many counters in all, with that XOR, is rare; else 0. */
static int mixed(Value value, Heap total) { return parity(value & (uint64_t)c.mask) ^ (int)(total & c.twist); }

/* SHA-256 (FIPS 180-4), in the names that it has there. */

typedef struct { uint32_t h[8]; uint64_t length; unsigned char block[64]; } Digest; /* length: bytes taken in */

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
    0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2};

static Digest empty_digest(void)
{
    static const Digest empty = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
                                  0x5be0cd19}, 0, {0}};
    return empty;
}

#define ROTR(x, n) ((x) >> (n) | (x) << (32 - (n)))

static void take_in_block(uint32_t *h, const unsigned char *p)
{
    uint32_t w[64], v[8];
    int t;
    for (t = 0; t < 16; t++, p += 4)
        w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
    for (t = 16; t < 64; t++)
        w[t] = (ROTR(w[t - 2], 17) ^ ROTR(w[t - 2], 19) ^ w[t - 2] >> 10) + w[t - 7]
               + (ROTR(w[t - 15], 7) ^ ROTR(w[t - 15], 18) ^ w[t - 15] >> 3) + w[t - 16];
    memcpy(v, h, sizeof v);
    for (t = 0; t < 64; t++) {
        uint32_t *a = v, one, two;
        one = a[7] + (ROTR(a[4], 6) ^ ROTR(a[4], 11) ^ ROTR(a[4], 25)) + ((a[4] & a[5]) ^ (~a[4] & a[6])) + K[t] + w[t];
        two = (ROTR(a[0], 2) ^ ROTR(a[0], 13) ^ ROTR(a[0], 22)) + ((a[0] & a[1]) ^ (a[0] & a[2]) ^ (a[1] & a[2]));
        a[7] = a[6];
        a[6] = a[5];
        a[5] = a[4];
        a[4] = a[3] + one;
        a[3] = a[2];
        a[2] = a[1];
        a[1] = a[0];
        a[0] = one + two;
    }
    for (t = 0; t < 8; t++) h[t] += v[t];
}

static void take_in(Digest *d, const char *bytes, size_t count)
{
    while (count) {
        size_t used = (size_t)(d->length % 64), some = count < 64 - used ? count : 64 - used;
        memcpy(d->block + used, bytes, some);
        d->length += some;
        bytes += some;
        count -= some;
        if (used + some == 64) take_in_block(d->h, d->block);
    }
}

/* The digest of what was taken in, in 64 digits; more may be taken in after. */
static const char *digits_of(const Digest *taken)
{
    static char digits[65];
    Digest d = *taken;
    char end[72] = {(char)0x80};
    size_t zeros = (size_t)(119 - d.length % 64) % 64 + 1, i; /* with the first byte: then 8 bytes fill a block */
    for (i = 0; i < 8; i++) end[zeros + i] = (char)(taken->length * 8 >> (56 - 8 * i) & 255);
    take_in(&d, end, zeros + 8);
    for (i = 0; i < 64; i++) digits[i] = "0123456789abcdef"[d.h[i / 8] >> (28 - 4 * (i % 8)) & 15];
    return digits;
}

/* Reading: one line is looked at before it is taken; line 0 stands for the end of the file. */

static FILE *file;
static char ahead[65536], *next_sign, *last_sign; /* what was read of it and not yet looked at */
static char text[2][MOST_LINE + 2], *words_of[2][MOST_LINE + 2];
static Heap n_words_of[2], line_of[2], lines_read;
static Digest before, through, moves; /* of the lines before the one to be looked at; it too; the line of the moves */
static int sealed; /* whether the last line has the digest of those before it */
static int now; /* which of the two is the line to be looked at */

#define word (words_of[now])
#define n_words (n_words_of[now])
#define line_now (line_of[now])

static int sign_after(void)
{
    if (next_sign == last_sign) {
        next_sign = ahead;
        last_sign = ahead + fread(ahead, 1, sizeof ahead, file);
        if (next_sign == last_sign) return EOF;
    }
    return (unsigned char)*next_sign++;
}

static void step(void)
{
    char *p;
    Heap length;
    now = !now;
    do {
        int sign, plain = 1;
        length = 0;
        before = through;
        lines_read++;
        while ((sign = sign_after()) != EOF && sign != '\n' && length < MOST_LINE) {
            plain &= sign >= 32 && sign < 127;
            text[now][length++] = (char)sign;
        }
        text[now][length] = 0;
        line_now = lines_read;
        if (sign == EOF && length == 0) {
            line_now = 0;
            break;
        }
        if (sign != '\n') refuse(line_now, "a line without its end, or too long");
        if (!plain) refuse(line_now, "a character that is not printable ASCII");
        take_in(&through, text[now], (size_t)length);
        take_in(&through, "\n", 1);
    } while (text[now][0] == '#');
    if (!strncmp(text[now], "digits ", 7) || !strncmp(text[now], "amounts ", 8)) {
        moves = empty_digest();
        take_in(&moves, text[now], (size_t)length);
        take_in(&moves, "\n", 1);
    }
    if (!strcmp(text[now], "unequal")) take_in(&moves, "unequal\n", 8);
    if (!strncmp(text[now], "places ", 7) || !strncmp(text[now], "squares ", 8) || !strncmp(text[now], "move", 4)) {
        take_in(&moves, text[now], (size_t)length);
        take_in(&moves, "\n", 1);
    }
    n_words = 0;
    for (p = text[now]; p; ) {
        word[n_words++] = p;
        if ((p = strchr(p, ' ')) != NULL) *p++ = 0;
    }
}

/* Take the line at hand, which must start with a keyword; its words are then those of the other of the two. */
static Heap take(const char *keyword)
{
    Heap line = line_now;
    if (!line) refuse(0, "expected '%s', found the end of the file", keyword);
    if (strcmp(word[0], keyword)) refuse(line, "expected '%s', found '%.30s'", keyword, word[0]);
    step();
    return line;
}

static Heap number(Heap line, const char *digits)
{
    size_t length = strspn(digits, "0123456789");
    Heap value = 0;
    size_t i;
    if (!length || digits[length] || length > 18 || (digits[0] == '0' && length > 1))
        refuse(line, "expected a number, found '%.30s'", digits);
    for (i = 0; i < length; i++) value = 10 * value + (digits[i] - '0');
    return value;
}

/* The numbers of the words taken, from one of them on; how many there are. */
static Heap numbers(Heap line, Heap from, Heap **found)
{
    Heap i, count = n_words_of[!now] - from;
    *found = memory(count > 0 ? (size_t)count : 0, sizeof **found);
    for (i = 0; i < count; i++) (*found)[i] = number(line, words_of[!now][from + i]);
    return count > 0 ? count : 0;
}

static Heap one(const char *keyword, Heap least, Heap most, Heap *line)
{
    Heap value;
    *line = take(keyword);
    if (n_words_of[!now] != 2) refuse(*line, "expected one number after '%s'", keyword);
    value = number(*line, words_of[!now][1]);
    if (value < least || value > most)
        refuse(*line, "expected a number from %lld to %lld after '%s', found %lld", (long long)least, (long long)most,
               keyword, (long long)value);
    return value;
}

/* The values of heaps first..stop - 1, that line `at` announced. */
static void read_values(Value *values, Heap first, Heap stop, Heap at, int keep_starts)
{
    Heap next = first, room = c.n_starts;
    while (next < stop) {
        Heap i, heap, most = 0, count = n_words - 1;
        if (!line_now) refuse(0, "expected the value of heap %lld, found the end of the file", (long long)next);
        heap = number(line_now, word[0]);
        for (i = 0; i < count; i++) {
            Heap value = number(line_now, word[1 + i]);
            if (value > most) most = value;
            if (next + i < stop) values[next - first + i] = (Value)value;
        }
        if (heap != next || count < 1) refuse(line_now, "expected the values from heap %lld on", (long long)next);
        if (most >= VALUES) refuse(line_now, "expected values below %d, found %lld", VALUES, (long long)most);
        if (keep_starts) {
            c.starts = grown(c.starts, c.n_starts, &room, sizeof *c.starts);
            c.starts[c.n_starts].heap = heap;
            c.starts[c.n_starts++].line = line_now;
        }
        next += count;
        if (next > stop)
            refuse(line_now, "expected the values up to heap %lld, as line %lld says", (long long)stop - 1, (long long)at);
        step();
    }
}

static int increasing(const void *a, const void *b)
{
    Heap x = *(const Heap *)a, y = *(const Heap *)b;
    return (x > y) - (x < y);
}

static void use_digits(const Heap *found, Heap top)
{
    Heap i;
    c.longest = c.n_digits - 1;
    c.one = memory((size_t)c.n_digits, sizeof(Heap));
    c.none = memory((size_t)c.n_digits, sizeof(Heap));
    c.split = memory((size_t)c.n_digits, sizeof(Heap));
    for (i = 0; i < c.n_digits; i++) {
        c.digits[i] = found[i];
        if (found[i] & 1) c.none[c.n_none++] = i;
        if (found[i] & 2) c.one[c.n_one++] = i;
        if (found[i] & 4) c.split[c.n_split++] = i;
    }
    for (c.most_parts = 1; top >> (c.most_parts + 1); ) c.most_parts++;
}

static void read_digits_of_three(void)
{
    Heap line = take("digits"), *found, i, top = 0;
    c.n_digits = numbers(line, 1, &found);
    for (i = 0; i < c.n_digits; i++)
        if (found[i] > top) top = found[i];
    if (c.n_digits < 1 || c.n_digits > MOST_TAKEN + 1 || top > 15 || found[0] % 4 || !found[c.n_digits - 1])
        refuse(line, "expected digits below 16, the first a multiple of 4, the last not 0");
    if (top < 8) refuse(line, "expected a move that leaves three heaps");
    use_digits(found, top);
}

static void read_moves(void)
{
    Heap line, i, top = 0, *found;
    int good;
    if (!strcmp(word[0], "amounts") && line_now) {
        line = take("amounts");
        c.n_amounts = numbers(line, 1, &c.amounts);
        good = c.n_amounts > 0 && c.amounts[0] >= 1 && c.amounts[c.n_amounts - 1] <= MOST_VALUES;
        for (i = 1; i < c.n_amounts; i++) good &= c.amounts[i - 1] < c.amounts[i];
        if (!good) refuse(line, "expected amounts from 1 to %d in increasing order", MOST_VALUES);
        c.longest = c.amounts[c.n_amounts - 1];
        c.one = c.none = c.amounts;
        c.n_one = c.n_none = c.n_amounts;
        c.most_parts = 1;
        return;
    }
    line = take("digits");
    c.n_digits = numbers(line, 1, &found);
    if (c.n_digits < 1 || c.n_digits > MOST_TAKEN + 1) refuse(line, "expected from 1 to %d digits", MOST_TAKEN + 1);
    for (i = 0; i < c.n_digits; i++)
        if (found[i] > top) top = found[i];
    if (top > 63 || found[0] % 4 || (c.n_digits > 1 && !found[c.n_digits - 1]))
        refuse(line, "expected digits below 64, the first a multiple of 4, the last not 0");
    use_digits(found, top);
}

static void read_unequal(void)
{
    Heap line, i, top = 0;
    if (!line_now || strcmp(word[0], "unequal")) return;
    line = take("unequal");
    if (n_words_of[!now] != 1) refuse(line, "expected nothing after 'unequal'");
    for (i = 0; i < c.n_digits; i++)
        if (c.digits[i] > top) top = c.digits[i];
    if (top < 4 || top > 7) refuse(line, "expected digits below 8, with splits, where heaps are to differ");
    c.unequal = 1;
}

static void read_digest(char *digest)
{
    Heap line = take("digest");
    const char *given = n_words_of[!now] == 2 ? words_of[!now][1] : "";
    if (strlen(given) != 64 || strspn(given, "0123456789abcdef") != 64)
        refuse(line, "expected 64 digits 0-9a-f after 'digest'");
    strcpy(digest, given);
}

static void read_method(void)
{
    Heap line = take("method"), *given, count = numbers(line, 2, &given), i, top = 0;
    const char *name = n_words_of[!now] > 1 ? words_of[!now][1] : "";
    int odd = 0, even = 0;
    if (!strcmp(name, "pairs") && count == 0) {
        c.method = PAIRS;
        return;
    }
    if (!strcmp(name, "mask") && count == 2) {
        c.method = MASK;
        c.mask = given[0];
        c.twist = given[1];
    } else if (!strcmp(name, "window") && count == 4) {
        c.method = WINDOW;
        c.length = given[0];
        c.mask = given[1];
        c.twist = given[2];
        c.reach = given[3];
    } else {
        refuse(line, "expected 'pairs', 'mask' with two numbers or 'window' with four");
    }
    for (i = 0; i < c.n_digits; i++)
        if (c.digits[i] > top) top = c.digits[i];
    if (top > 7 || (c.n_amounts && c.method == MASK))
        refuse(line, "expected digits below 8, or amounts with a window");
    if (c.mask >= VALUES || c.twist > 1 || c.length > MOST_VALUES || c.reach > MOST_VALUES)
        refuse(line, "expected a mask below %d, a twist of 0 or 1, and lengths up to %d", VALUES, MOST_VALUES);
    for (i = 0; i < c.n_split; i++) *(c.split[i] % 2 ? &odd : &even) = 1;
    if ((c.n_split || c.method == MASK) && !(c.n_split && c.mask && (c.reach || c.method == MASK)))
        refuse(line, "expected splits, and a mask and a reach of at least 1");
    if (!c.n_split && (c.mask || c.twist || c.reach))
        refuse(line, "expected no mask, twist or reach, for there are no splits");
    if (c.twist && odd && even)
        refuse(line, "expected splits that take all even or all odd numbers, for there is a twist");
}

static Heap read_rare(void)
{
    Heap line = take("rare"), i;
    int good = 1;
    c.n_rare = numbers(line, 1, &c.rare);
    for (i = 0; i < c.n_rare; i++) good &= c.rare[i] > (i ? c.rare[i - 1] : 0);
    if (!good) refuse(line, "expected heaps of at least 1 in increasing order");
    return line;
}

static void check_rare(Heap line)
{
    Heap i = 0, n;
    for (n = 1; n < c.size; n++) {
        int rare = mixed(c.values[n], n) == (int)(c.twist & c.split[0]), listed = i < c.n_rare && c.rare[i] == n;
        if (rare && !listed) refuse(line, "heap %lld is rare by its value, and not listed", (long long)n);
        if (listed && !rare) refuse(line, "heap %lld is listed, and not rare by its value", (long long)n);
        i += listed;
    }
    if (i < c.n_rare) refuse(line, "heap %lld is listed, and not rare by its value", (long long)c.rare[i]);
}

static void read_tries(void)
{
    Heap line = take("tries"), *sorted, i;
    int good;
    c.n_tries = numbers(line, 1, &c.tries);
    good = c.n_tries >= 1 && c.n_tries <= MOST_TRIES;
    sorted = memory((size_t)c.n_tries, sizeof *sorted);
    if (c.n_tries) memcpy(sorted, c.tries, (size_t)c.n_tries * sizeof *sorted);
    qsort(sorted, (size_t)c.n_tries, sizeof *sorted, increasing);
    for (i = 1; i < c.n_tries; i++) good &= sorted[i - 1] < sorted[i];
    if (!good || sorted[0] < 1) refuse(line, "expected from 1 to %d different heaps of at least 1", MOST_TRIES);
    if (!c.mask || (c.method == WINDOW && sorted[c.n_tries - 1] > c.reach))
        refuse(line, "expected tries with a mask only, and within its reach");
}

/* Positions: sets of places, each as `w` words, the lowest first. All that works on sets is written out for w = 1 and
   w = 2, where the compiler can: then a set is one machine word or two. */

#define MOST_PLACES 1024
#define MOST_MOVES 20000
#define MOST_CLAIMS 20000000
#define MOST_WORDS (MOST_PLACES / 64)
#define MOST_BOX 1024   /* squares of the grid that squares are in; of more check.py knows the shapes */
#define MOST_LOOKED 4000000 /* moves times squares of the grid, up to which it is seen whether shapes tell all */
#define SETS_KEPT ((size_t)1 << 18)
#define NO_CLAIM UINT32_MAX

typedef uint64_t Word;
typedef struct { int32_t value; uint32_t above; } Worth; /* value: -1 if none is known; above: all claims it is by */

/* The position at hand; places is 0 if the certificate is of another kind.
   order     the moves by their NEED as a number: where places are numbered along a board, moves close to each other
   splits    whether sets fall into parts: no move has OFF or FLIP
   rows, columns  of the grid on which shapes are known; rows <= columns, and 0 if none are
   alike     whether shapes that are alike have the same moves: else these are compared as well
   lay, turn by bytes: where a set goes on the grid; turn: 1 rows turned over, 2 columns, 3 both, 0 rows for columns
   keys      of each claim, its set or shape; slots: an open hash table of the claims by their keys */
static struct {
    Heap places, n_moves, value, n_claims, *lines, *at, *order;
    int w, splits, alike;
    Heap rows, columns, *place_at;
    Word *need, *off, *clear, *flip, *position, *sets, *keys, *lay, *turn[4], *row;
    Value *values;
    uint32_t *slots, *kept_claims;
    Word *kept_parts, *kept_sets;
    Worth *kept_worths;
    size_t mask;
} p;

#ifdef __GNUC__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static
#endif

INLINE int holds(const Word *a, const Word *b, int w) /* whether a has all of b */
{
    Word left = 0;
    int i;
    for (i = 0; i < w; i++) left |= b[i] & ~a[i];
    return !left;
}

INLINE int meets(const Word *a, const Word *b, int w)
{
    Word found = 0;
    int i;
    for (i = 0; i < w; i++) found |= a[i] & b[i];
    return found != 0;
}

INLINE int is_same(const Word *a, const Word *b, int w)
{
    Word left = 0;
    int i;
    for (i = 0; i < w; i++) left |= a[i] ^ b[i];
    return !left;
}

INLINE int is_empty(const Word *a, int w)
{
    Word found = 0;
    int i;
    for (i = 0; i < w; i++) found |= a[i];
    return !found;
}

INLINE int is_less(const Word *a, const Word *b, int w)
{
    int i;
    for (i = w - 1; i > 0 && a[i] == b[i]; i--) { }
    return a[i] < b[i];
}

INLINE void copy_set(Word *to, const Word *from, int w)
{
    int i;
    for (i = 0; i < w; i++) to[i] = from[i];
}

INLINE size_t hash_of(const Word *a, int w)
{
    Word h = 0;
    int i;
    for (i = 0; i < w; i++) {
        h = (h ^ a[i]) * 0x9E3779B97F4A7C15u;
        h ^= h >> 32;
    }
    h *= 0xD6E8FEB86659FD93u;
    return (size_t)(h ^ h >> 32);
}

static int in_set(const Word *a, Heap place) { return (int)(a[place / 64] >> place % 64 & 1); }

static void put(Word *a, Heap place) { a[place / 64] |= (Word)1 << place % 64; }

static int by_number(const void *a, const void *b) /* sets, as numbers */
{
    const Word *x = a, *y = b;
    return is_less(y, x, p.w) - is_less(x, y, p.w);
}

static int by_need(const void *a, const void *b)
{
    return by_number(p.need + *(const Heap *)a * p.w, p.need + *(const Heap *)b * p.w);
}

static int by_all(const void *a, const void *b) /* moves */
{
    Heap x = *(const Heap *)a * p.w, y = *(const Heap *)b * p.w;
    int found = by_number(p.need + x, p.need + y);
    if (!found) found = by_number(p.off + x, p.off + y);
    if (!found) found = by_number(p.clear + x, p.clear + y);
    return found ? found : by_number(p.flip + x, p.flip + y);
}

/* Reading them. */

static void read_set(Heap line, const char *digits, Word *to)
{
    size_t length = strspn(digits, "0123456789abcdef"), i;
    int good = length && !digits[length] && length <= MOST_PLACES / 4 && (digits[0] != '0' || length == 1);
    for (i = 0; good && i < length; i++) {
        int digit = digits[i] <= '9' ? digits[i] - '0' : digits[i] - 'a' + 10, bit;
        Heap first = 4 * (Heap)(length - 1 - i);
        for (bit = 0; bit < 4; bit++)
            if (digit >> bit & 1) {
                if (first + bit < p.places) put(to, first + bit);
                else good = 0;
            }
    }
    if (!good) refuse(line, "expected a set of the %lld places, found '%.30s'", (long long)p.places, digits);
}

/* The words after the keyword of the line that was taken. */
static void read_sets(Heap line, Heap count, Word **to)
{
    Heap i, found = n_words_of[!now] - 1;
    if (found != count) refuse(line, "expected %lld sets, found %lld", (long long)count, (long long)found);
    for (i = 0; i < count; i++) read_set(line, words_of[!now][1 + i], to[i]);
}

static Heap top_of(const Word *a, const Word *with, const Word *without) /* 1 + the highest place, 0 if there is none */
{
    Heap place;
    for (place = p.places; place; place--)
        if (in_set(a, place - 1) && (!with || in_set(with, place - 1)) && (!without || !in_set(without, place - 1)))
            break;
    return place;
}

static void read_squares(void)
{
    Heap line = take("squares"), *given, count = numbers(line, 1, &given), i, most = 0, side = MOST_PLACES;
    unsigned char *there = memory((size_t)(side * side), 1);
    int good = count == 2 * p.places;
    for (i = 0; i < count; i++)
        if (given[i] > most) most = given[i];
    good &= most < side;
    for (i = 0; good && i < count; i += 2) good &= !there[given[i] * side + given[i + 1]]++;
    if (!good)
        refuse(line, "expected %lld different squares, row and column of each below %d", (long long)p.places,
               MOST_PLACES);
    p.at = given;
}

static void read_masks(void)
{
    Heap line, i, j, *same;
    size_t words;
    p.places = one("places", 1, MOST_PLACES, &line);
    p.w = (int)((p.places + 63) / 64);
    if (line_now && !strcmp(word[0], "squares")) read_squares();
    if (p.at) { /* on the grid a set may need more words */
        Heap low[2] = {MOST_PLACES, MOST_PLACES}, high[2] = {0, 0};
        for (i = 0; i < 2 * p.places; i++) {
            if (p.at[i] < low[i % 2]) low[i % 2] = p.at[i];
            if (p.at[i] > high[i % 2]) high[i % 2] = p.at[i];
        }
        for (i = 0; i < 2 * p.places; i++) p.at[i] -= low[i % 2];
        p.rows = high[0] - low[0] + 1;
        p.columns = high[1] - low[1] + 1;
        if (p.rows > p.columns) {
            Heap rows = p.rows;
            p.rows = p.columns;
            p.columns = rows;
            for (i = 0; i < 2 * p.places; i += 2) {
                rows = p.at[i];
                p.at[i] = p.at[i + 1];
                p.at[i + 1] = rows;
            }
        }
        if (p.rows * p.columns <= MOST_BOX && (p.rows * p.columns + 63) / 64 > p.w)
            p.w = (int)((p.rows * p.columns + 63) / 64);
    }
    p.n_moves = one("moves", 0, MOST_MOVES, &line);
    words = (size_t)p.n_moves * (size_t)p.w;
    p.need = memory(words, sizeof(Word));
    p.off = memory(words, sizeof(Word));
    p.clear = memory(words, sizeof(Word));
    p.flip = memory(words, sizeof(Word));
    p.order = memory((size_t)p.n_moves, sizeof(Heap));
    same = memory((size_t)p.n_moves, sizeof(Heap));
    p.splits = 1;
    for (i = 0; i < p.n_moves; i++) {
        Word *move[4], down[MOST_WORDS];
        move[0] = p.need + i * p.w;
        move[1] = p.off + i * p.w;
        move[2] = p.clear + i * p.w;
        move[3] = p.flip + i * p.w;
        line = take("move");
        read_sets(line, 4, move);
        if (meets(move[0], move[1], p.w))
            refuse(line, "expected a move that is possible: it needs a place that must be off");
        for (j = 0; j < p.w; j++) down[j] = move[2][j] ^ move[3][j];
        if (top_of(move[0], down, NULL) <= top_of(move[3], NULL, move[0]))
            refuse(line, "expected a move that always leads to a smaller number");
        if (!is_empty(move[1], p.w) || !is_empty(move[3], p.w)) p.splits = 0;
        p.order[i] = same[i] = i;
    }
    if (p.n_moves) qsort(same, (size_t)p.n_moves, sizeof *same, by_all);
    for (i = 1; i < p.n_moves; i++)
        if (!by_all(&same[i - 1], &same[i])) refuse(line, "expected each move once");
    if (p.n_moves) qsort(p.order, (size_t)p.n_moves, sizeof *p.order, by_need);
    if (!p.splits || !p.at) p.rows = p.columns = 0;
    else if (p.rows * p.columns > MOST_BOX)
        refuse(0, "squares in a box of %lld times %lld: they are checked by check.py", (long long)p.rows,
               (long long)p.columns);
}

static void read_position(void)
{
    Heap line, i;
    if (line_now && (!strcmp(word[0], "nodes") || !strcmp(word[0], "amounts") || !strcmp(word[0], "digits") ||
                     !strcmp(word[0], "sprouts")))
        refuse(line_now, "a position of heaps, of nodes or of Sprouts is checked by check.py");
    if (!line_now || strcmp(word[0], "places")) take("digits"); /* which it is not: a line of moves is missing */
    read_masks();
    line = take("position");
    p.position = memory((size_t)p.w, sizeof(Word));
    read_sets(line, 1, &p.position);
    p.value = one("value", 0, VALUES - 1, &line);
    p.n_claims = one("claims", 0, MOST_CLAIMS, &line);
    p.sets = memory((size_t)p.n_claims * (size_t)p.w, sizeof(Word));
    p.values = memory((size_t)p.n_claims, sizeof *p.values);
    p.lines = memory((size_t)p.n_claims, sizeof *p.lines);
    for (i = 0; i < p.n_claims; i++) {
        Heap worth;
        p.lines[i] = line = take("set");
        if (n_words_of[!now] != 3) refuse(line, "expected a set and its value after 'set'");
        worth = number(line, words_of[!now][2]);
        if (worth >= VALUES) refuse(line, "expected a value below %d, found %lld", VALUES, (long long)worth);
        p.values[i] = (Value)worth;
        read_set(line, words_of[!now][1], p.sets + i * p.w);
    }
}

static void read_end(void)
{
    Heap line = take("end");
    if (n_words_of[!now] != 1) refuse(line, "expected nothing after 'end'");
    sealed = line_now && !strcmp(word[0], "sha256");
    if (!sealed && line_now) refuse(line_now, "expected the end of the file after 'end', or 'sha256'");
    if (sealed && (n_words != 2 || strcmp(word[1], digits_of(&before))))
        refuse(line_now, "not the SHA-256 of the lines before it, so that one of them was changed");
    if (sealed && sign_after() != EOF) refuse(line_now + 1, "expected the end of the file after 'sha256'");
}

static Heap line_with(Heap heap)
{
    Heap low = 0, high = c.n_starts;
    while (high - low > 1) {
        Heap middle = (low + high) / 2;
        if (c.starts[middle].heap <= heap) low = middle;
        else high = middle;
    }
    return c.starts[low].line;
}

static void read_certificate(void)
{
    Heap line, rare_line = 0, room = 0, n;
    int values_claimed, grows;
    memset(&c, 0, sizeof c);
    memset(&p, 0, sizeof p);
    lines_read = 0;
    sealed = 0;
    before = through = moves = empty_digest();
    next_sign = last_sign = ahead;
    step();
    line = take("grundy-certificate");
    if (n_words_of[!now] != 2 || strcmp(words_of[!now][1], "1"))
        refuse(line, "expected format 1: another version needs another checker");
    line = take("kind");
    if (n_words_of[!now] == 2 && (!strcmp(words_of[!now][1], "strategy") || !strcmp(words_of[!now][1], "table")
                                  || !strcmp(words_of[!now][1], "growth")
                                  || !strcmp(words_of[!now][1], "theorem") || !strcmp(words_of[!now][1], "quotient")
                                  || !strcmp(words_of[!now][1], "symmetry")
                                  || !strcmp(words_of[!now][1], "matching")))
        refuse(line, "a certificate of the kind '%s' is checked by check.py", words_of[!now][1]);
    if (n_words_of[!now] == 2 && !strcmp(words_of[!now][1], "position")) {
        read_position();
        read_end();
        return;
    }
    values_claimed = n_words_of[!now] == 2 && !strcmp(words_of[!now][1], "values");
    grows = n_words_of[!now] == 2 && !strcmp(words_of[!now][1], "arithmetic");
    if (n_words_of[!now] != 2 || (!values_claimed && !grows && strcmp(words_of[!now][1], "period")))
        refuse(line, "expected the kind 'period', 'values', 'growth', 'arithmetic', 'position', 'strategy', 'table', "
                     "'theorem', 'quotient', 'symmetry' or 'matching'");
    if (grows) read_digits_of_three();
    else read_moves();
    if (values_claimed) {
        read_unequal();
    } else if (grows) {
        c.period = one("period", 1, MOST_OF_THREE, &line);
        c.preperiod = one("preperiod", 0, MOST_OF_THREE, &line);
        c.saltus = one("saltus", 1, VALUES_OF_THREE, &line);
        c.fold = one("fold", 1, MOST_FOLD, &line);
        if (c.fold & (c.fold - 1)) refuse(line, "expected a power of 2 after 'fold'");
    } else {
        c.period = one("period", 1, MOST_HEAP, &line);
        c.preperiod = one("preperiod", 0, MOST_HEAP, &line);
    }
    if (!grows) read_method();
    if (c.mask) rare_line = read_rare();
    if (!grows && !strcmp(word[0], "tries")) read_tries();
    c.size = one("values", 1, grows ? MOST_OF_THREE : MOST_VALUES, &line);
    c.values = memory((size_t)c.size, sizeof *c.values);
    read_values(c.values, 0, c.size, line, 1);
    for (n = 0; grows && n < c.size; n++)
        if (c.values[n] >= VALUES_OF_THREE)
            refuse(line_with(n), "expected values below %d, found %u", VALUES_OF_THREE, c.values[n]);
    if (c.mask) check_rare(rare_line);
    while (c.method == WINDOW && !strcmp(word[0], "state")) {
        State *state;
        Heap heap = one("state", 1, MOST_HEAP, &line);
        if (heap <= (c.n_states ? c.states[c.n_states - 1].heap : c.size) || heap < c.length)
            refuse(line, "expected states in increasing order, beyond the values");
        if ((c.n_states + 1) * c.length > MOST_VALUES) refuse(line, "more than %d values in states", MOST_VALUES);
        c.states = grown(c.states, c.n_states, &room, sizeof *c.states);
        state = &c.states[c.n_states++];
        state->heap = heap;
        state->line = line;
        if (values_claimed) read_digest(state->digest);
        state->values = memory((size_t)c.length, sizeof *state->values);
        read_values(state->values, heap - c.length, heap, line, 0);
    }
    read_end();
}

/* What is claimed of the values and states as listed. */

/* The least prime above `after` that divides *rest, which loses it; 0 if there is none. At most sqrt(10^15) steps. */
static Heap next_prime(Heap after, Heap *rest)
{
    Heap q = after;
    if (*rest == 1) return 0;
    do q += q < 2 ? 2 - q : q == 2 ? 1 : 2;
    while (q * q <= *rest && *rest % q);
    if (q * q > *rest) q = *rest;
    while (*rest % q == 0) *rest /= q;
    return q;
}

static void check_repetition(void)
{
    const Value *g = c.values;
    Heap p = c.period, e = c.preperiod, n, q = 0, rest = p;
    Heap needed = c.most_parts * (e > 1 ? e : 1) + c.most_parts * p + c.longest;
    if (c.size < needed)
        refuse(0, "a period of %lld from %lld on needs the values of %lld heaps, found %lld", (long long)p, (long long)e,
               (long long)needed, (long long)c.size);
    for (n = e; n + p < c.size; n++)
        if (g[n] != g[n + p])
            refuse(line_with(n + p), "the values of heaps %lld and %lld differ", (long long)n, (long long)(n + p));
    if (e && g[e - 1] == g[e - 1 + p])
        refuse(0, "the pre-period %lld is not the least: heaps %lld and %lld have equal values", (long long)e,
               (long long)e - 1, (long long)(e - 1 + p));
    while ((q = next_prime(q, &rest)) != 0) {
        Heap part = p / q;
        for (n = e; n < e + p && g[n] == g[e + (n - e + part) % p]; n++) { }
        if (n == e + p) refuse(0, "the period %lld is not the least: %lld is one", (long long)p, (long long)part);
    }
}

static const State *state_at(Heap heap)
{
    static State first;
    Heap i;
    if (heap == c.size) {
        first.heap = heap;
        first.values = c.values + (c.size - c.length);
        return &first;
    }
    for (i = 0; i < c.n_states; i++)
        if (c.states[i].heap == heap) return &c.states[i];
    return NULL;
}

static Heap last_heap(void) { return c.n_states ? c.states[c.n_states - 1].heap : c.size; }

/* A window has all that decides a step, and no step has a pair of equal heaps. */
static void check_length(void)
{
    Heap furthest = c.reach, needed;
    if (c.n_rare && c.rare[c.n_rare - 1] > furthest) furthest = c.rare[c.n_rare - 1];
    needed = c.longest + furthest + 1;
    if (c.length < needed || c.length > c.size)
        refuse(0, "a window of %lld heaps, expected from %lld to %lld, as many as values are listed",
               (long long)c.length, (long long)needed, (long long)c.size);
    if (c.unequal && c.size < needed + furthest)
        refuse(0, "heaps are to differ, so that %lld values are to be listed, found %lld",
               (long long)(needed + furthest), (long long)c.size);
}

static void check_return(void)
{
    Heap p = c.period, e = c.preperiod, length = c.length, n, start = e - 1 + length, q = 0, rest = p;
    const Value *once, *again;
    check_length();
    if (e < 1 || start < c.size)
        refuse(0, "a window of %lld heaps from pre-period %lld on must not end before the %lld values do",
               (long long)length, (long long)e, (long long)c.size);
    if (c.twist && p % 2) refuse(0, "a period of %lld with a twist: expected an even one", (long long)p);
    if (!state_at(start) || start + p != last_heap())
        refuse(0, "expected the states %lld and %lld, the second as the last", (long long)start, (long long)(start + p));
    once = state_at(start)->values;
    again = state_at(start + p)->values;
    if (once[0] == again[0])
        refuse(0, "the pre-period %lld is not the least: heaps %lld and %lld have equal values", (long long)e,
               (long long)e - 1, (long long)(e - 1 + p));
    for (n = 1; n < length; n++)
        if (once[n] != again[n])
            refuse(state_at(start + p)->line, "the values of heaps %lld and %lld differ", (long long)(n + e - 1),
                   (long long)(n + e - 1 + p));
    while ((q = next_prime(q, &rest)) != 0) {
        const State *other = state_at(start + p / q);
        if (!other)
            refuse(0, "expected the state %lld, to show that %lld is no period", (long long)(start + p / q),
                   (long long)(p / q));
        for (n = 1; n < length && other->values[n] == once[n]; n++) { }
        if (n == length)
            refuse(other->line, "the period %lld is not the least: %lld is one", (long long)p, (long long)(p / q));
    }
}

/* Each value is the mex of the values of the options: seen[v] == age says that v was seen from the heap at hand. */

static uint64_t seen[VALUES], age;

#define SEE(value) (seen[value] = age)

static void see_pairs(Heap total)
{
    const Value *g = c.values;
    Heap a;
    for (a = 1; a <= (total - c.unequal) / 2; a++) SEE(g[a] ^ g[total - a]);
}

/* The values of three heaps or more, as bits: sums[j][total * words + ...], kept for all totals so far. */
static uint64_t *sums[6];
static Heap sum_words, sums_done;

/* The bit that was at place i is at i XOR by. */
static uint64_t exchanged(uint64_t bits, Value by)
{
    static const uint64_t low[6] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                    0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    int i;
    for (i = 0; i < 6; i++)
        if (by >> i & 1) bits = (bits & low[i]) << (1 << i) | (bits >> (1 << i) & low[i]);
    return bits;
}

static void extend_sums(Heap total)
{
    const Value *g = c.values;
    Heap j, a, w, m;
    for (m = sums_done; m <= total; m++)
        for (j = 1; j <= c.most_parts; j++) {
            uint64_t *to = sums[j] + m * sum_words;
            if (j == 1) {
                if (m) to[g[m] / 64] |= (uint64_t)1 << g[m] % 64;
                continue;
            }
            for (a = 1; a <= m / j; a++) { /* the smallest of them */
                const uint64_t *from = sums[j - 1] + (m - a) * sum_words;
                for (w = 0; w < sum_words; w++)
                    if (from[w]) to[w ^ (Heap)(g[a] / 64)] |= exchanged(from[w], g[a] % 64);
            }
        }
    sums_done = total + 1;
}

static void see_sums(Heap heaps, Heap total)
{
    Heap w, bit;
    extend_sums(total);
    for (w = 0; w < sum_words; w++)
        for (bit = 0; bit < 64; bit++)
            if (sums[heaps][total * sum_words + w] >> bit & 1) SEE(64 * w + bit);
}

static void check_values(Heap first, Heap stop)
{
    const Value *g = c.values;
    Heap i, n;
    if (c.most_parts > 2 && first < stop) {
        Value most = 0;
        for (n = 0; n < stop; n++)
            if (g[n] > most) most = g[n];
        for (sum_words = 1; 64 * sum_words <= (Heap)most; ) sum_words *= 2;
        sums_done = 0;
        for (i = 1; i <= c.most_parts; i++) sums[i] = memory((size_t)(stop * sum_words), sizeof(uint64_t));
    }
    for (n = first; n < stop; n++) {
        Value value = g[n], v, missing = 0;
        Heap a, from;
        age++;
        for (i = 0; i < c.n_none && c.none[i] <= n; i++)
            if (c.none[i] == n) SEE(0);
        for (i = 0; i < c.n_one && c.one[i] <= n; i++)
            if (c.one[i] < n || c.n_amounts) SEE(g[n - c.one[i]]);
        for (i = 0; i < c.n_split && c.split[i] < n; i++) {
            Heap total = n - c.split[i], r;
            if (c.method == PAIRS || !mixed(value, total)) see_pairs(total);
            else
                for (r = 0; r < c.n_rare && c.rare[r] < total; r++)
                    if (!c.unequal || 2 * c.rare[r] != total) SEE(g[c.rare[r]] ^ g[total - c.rare[r]]);
        }
        if (c.most_parts > 2)
            for (i = 0; i < c.n_digits && i < n; i++)
                for (a = 3; a <= c.most_parts; a++)
                    if (c.digits[i] >> a & 1) see_sums(a, n - i);
        if (seen[value] == age) refuse(line_with(n), "heap %lld: a move leaves its own value %u", (long long)n, value);
        for (v = 0; v < value; v++) missing += seen[v] != age;
        if (c.method != PAIRS) /* small heaps first: those to try, then all up to the half of the largest total */
            for (from = 0; missing && from <= c.n_tries + n / 2; from++) {
                a = from < c.n_tries ? c.tries[from] : from - c.n_tries + 1;
                for (i = 0; i < c.n_split; i++) {
                    Heap total = n - c.split[i];
                    if (a < total && (!c.unequal || 2 * a != total)) {
                        v = g[a] ^ g[total - a];
                        if (v < value && seen[v] != age) {
                            SEE(v);
                            missing--;
                        }
                    }
                }
            }
        for (v = 0; missing && v < value; v++)
            if (seen[v] != age)
                refuse(line_with(n), "heap %lld: no move leaves the smaller value %u", (long long)n, v);
    }
}

/* Values that grow where a move leaves three heaps: of what kinds heaps are, and what sums of them there are. A kind is
   (n mod P, hi - S (n div P) + base, lo). Of sums there is for each n mod P and lo a row of `row` bytes: which second
   numbers there are, each with `step_up` more for each heap. What a move from n may leave has for each lo a row of
   `long_row` bytes: which d there are, from place_of_none on. */

typedef struct { Heap rest, second, lo; } Kind;

static struct {
    Heap p, unit, s, start, base, spread, h, row, long_row, zero, *hi, *takes[4], n_takes[4];
    Kind *kinds;
} k;

static unsigned char *sums_of(void) { return memory((size_t)(k.p * k.unit * k.row), 1); }

/* Into `to`: the sums with one heap more, of one of these. */
static void beside(unsigned char *to, const unsigned char *from, const Heap *heaps, Heap count)
{
    Heap at, i, j;
    memset(to, 0, (size_t)(k.p * k.unit * k.row));
    for (at = 0; at < k.p * k.unit; at++) {
        const unsigned char *some = from + at * k.row;
        Heap first = 0, last = k.row;
        while (first < k.row && !some[first]) first++;
        if (first == k.row) continue;
        while (!some[last - 1]) last--;
        for (i = 0; i < count; i++) {
            const Kind *kind = &k.kinds[heaps[i]];
            Heap rest = at / k.unit + kind->rest, over = rest >= k.p;
            unsigned char *row = to + ((rest - over * k.p) * k.unit + (at % k.unit ^ kind->lo)) * k.row;
            row += kind->second + k.s - over * k.s;
            for (j = first; j < last; j++) row[j] |= some[j];
        }
    }
}

static Heap place_of_none(Heap heaps, Heap n) { return heaps * (k.base + k.s) + k.kinds[n].second - k.base + k.zero; }

/* Add to `found`, from `up` on, what a move from n may leave as so many heaps with these sums. */
static void add_left(unsigned char *found, const unsigned char *some, Heap heaps, Heap n, Heap up)
{
    Heap i, lo, j;
    for (i = 0; i < k.n_takes[heaps]; i++) {
        Heap here = k.kinds[n].rest - k.takes[heaps][i], turns = here / k.p - (here % k.p < 0);
        for (lo = 0; lo < k.unit; lo++) {
            const unsigned char *row = some + ((here - turns * k.p) * k.unit + lo) * k.row;
            unsigned char *to = found + lo * k.long_row + up + k.zero + k.s * turns;
            for (j = 0; j < k.row; j++) to[j] |= row[j];
        }
    }
}

/* For each lo and each q - w modulo 2S that there may be the largest d; the least of these. w < 0: any. */
static Heap largest(Heap n, unsigned char *const *some, Heap w)
{
    Heap zero = place_of_none(3, n), step = 2 * k.s, least = 0, lo, rest, level, first = 1;
    for (lo = 0; lo < k.unit; lo++)
        for (rest = 0; rest < step; rest++) {
            Heap best = -1;
            if (w >= 0 && (rest - k.hi[n] + w) % k.s) continue;
            for (level = 0; level < k.s; level++) {
                const unsigned char *row = some[level] + lo * k.long_row;
                Heap at = ((2 * level - rest + zero) % step + step) % step, last = (k.long_row - 1 - at) / step * step + at;
                for (; last >= at && last > best; last -= step)
                    if (row[last]) best = last;
            }
            if (best < 0 && w < 0)
                refuse(0, "a heap of the kind of %lld: not every smaller value far from both ends is reached", (long long)n);
            if (best < 0)
                refuse(0, "a heap of the kind of %lld: not every smaller value of level %lld is reached", (long long)n,
                       (long long)w);
            if (first || best - zero < least) least = best - zero;
            first = 0;
        }
    return least;
}

/* The heaps of level u, one of each kind; how many. */
static Heap heaps_at(Heap u, Heap *found)
{
    Heap n, count = 0;
    for (n = 1; n < k.start + k.p; n++)
        if (n < k.start ? k.hi[n] == u : k.hi[n] <= u && (u - k.hi[n]) % k.s == 0) found[count++] = n;
    return count;
}

static void prepare_kinds(void)
{
    Heap n, i, j, low = 0, high = 0, *raw;
    memset(&k, 0, sizeof k);
    k.p = c.period * c.fold;
    k.unit = (c.saltus & -c.saltus) * c.fold;
    k.s = c.saltus * c.fold / k.unit;
    k.start = c.preperiod > 1 ? c.preperiod : 1;
    raw = memory((size_t)(k.start + k.p), sizeof *raw);
    k.hi = memory((size_t)(k.start + k.p), sizeof *k.hi);
    k.kinds = memory((size_t)(k.start + k.p), sizeof *k.kinds);
    for (n = 0; n < k.start + k.p; n++) {
        k.hi[n] = c.values[n] / k.unit;
        raw[n] = k.hi[n] - k.s * (n / k.p);
        if (n && raw[n] < low) low = raw[n];
        if (n && raw[n] > high) high = raw[n];
        if (n && k.hi[n] + (n < k.start) > k.h) k.h = k.hi[n] + (n < k.start);
    }
    k.base = -low;
    k.spread = high + k.base;
    if ((double)(k.spread + k.s * (2 + c.longest / k.p) + 64) * (double)(k.h + k.s + 3) * (double)k.p * (double)k.unit * (double)k.s
        * (double)(k.p + k.start + c.longest) > MOST_WORK)
        refuse(0, "more work than %d in the measure of FORMAT.md", MOST_WORK);
    for (n = 0; n < k.start + k.p; n++) {
        k.kinds[n].rest = n % k.p;
        k.kinds[n].second = raw[n] + k.base;
        k.kinds[n].lo = c.values[n] % k.unit;
    }
    for (j = 1; j < 4; j++) {
        k.takes[j] = memory((size_t)c.n_digits, sizeof(Heap));
        for (i = 0; i < c.n_digits; i++)
            if (c.digits[i] >> j & 1) k.takes[j][k.n_takes[j]++] = i;
    }
    k.zero = k.spread + (c.longest ? k.s * ((c.longest + k.p - 1) / k.p) : 0);
    k.row = 3 * (k.spread + k.s) + 1;
    k.long_row = k.row + k.zero + 3 * (k.base + k.s) + k.spread; /* two heaps may be counted from the place of three */
}

static void check_none_equal(const unsigned char *single, const Heap *every, Heap count)
{
    Heap n, heaps, d;
    unsigned char *two = sums_of(), *three = sums_of(), *found = memory((size_t)(k.unit * k.long_row), 1);
    beside(two, single, every, count);
    beside(three, two, every, count);
    for (n = k.start; n < k.start + k.p; n++)
        for (heaps = 1; heaps < 4; heaps++) {
            const unsigned char *row = found + k.kinds[n].lo * k.long_row;
            int equal = 0;
            memset(found, 0, (size_t)(k.unit * k.long_row));
            add_left(found, heaps == 1 ? single : heaps == 2 ? two : three, heaps, n, 0);
            for (d = place_of_none(heaps, n); d < k.long_row; d += heaps == 1 ? k.long_row : 2) equal |= row[d];
            if (equal) refuse(0, "a heap of the kind of %lld may have an option of its own value", (long long)n);
        }
}

/* The level from which on the values q - delta, delta at most r, are reached: by 2u - d = delta; or, for the rests modulo
   S that no power of 2 leaves, by the lowest bit of q - delta. */
static Heap check_top(const Heap *r, const unsigned char *single, const Heap *late, Heap *some)
{
    Heap n, lo, u, d, delta, most = 0, wide, at, more, needed = 0, count, i, n_powers = 0;
    Heap *powers = memory((size_t)(k.s + 64), sizeof *powers); /* below h, and each rest modulo S from there on */
    unsigned char **by_power = memory((size_t)(k.s + 64), sizeof *by_power);
    unsigned char *reached, *pair = sums_of(), *same = sums_of(), *found = memory((size_t)(k.unit * k.long_row), 1);
    unsigned char *alone = sums_of();
    alone[0] = 1;
    for (n = k.start; n < k.start + k.p; n++)
        if (r[n] > most) most = r[n];
    wide = most + 1;
    reached = memory((size_t)(k.p * k.unit * wide), 1); /* for each n and lo, which delta */
    beside(pair, single, some, heaps_at(0, some));
    for (n = k.start; n < k.start + k.p; n++) {
        memset(found, 0, (size_t)(k.unit * k.long_row));
        add_left(found, single, 1, n, place_of_none(3, n) - place_of_none(1, n));
        add_left(found, pair, 2, n, place_of_none(3, n) - place_of_none(2, n));
        for (lo = 0; lo < k.unit; lo++)
            for (delta = 0; delta <= r[n] && delta <= place_of_none(3, n); delta++)
                reached[((n - k.start) * k.unit + lo) * wide + delta] |= found[lo * k.long_row + place_of_none(3, n) - delta];
    }
    for (u = 0; u < k.h + k.s; u++) {
        Heap count = heaps_at(u, some);
        beside(pair, alone, some, count);
        beside(same, pair, some, count);
        beside(pair, same, late, k.p);
        for (n = k.start; n < k.start + k.p; n++) {
            memset(found, 0, (size_t)(k.unit * k.long_row));
            add_left(found, pair, 3, n, 0);
            for (lo = 0; lo < k.unit; lo++)
                for (d = 0; d < k.long_row; d++)
                    if (found[lo * k.long_row + d]) /* from h on heaps of level u + s are of the same kinds */
                        for (more = u; more == u || u >= k.h; more += k.s) {
                            delta = 2 * more - (d - place_of_none(3, n));
                            if (delta > r[n]) break;
                            at = ((n - k.start) * k.unit + lo) * wide + delta;
                            if (delta >= 0) reached[at] = 1;
                        }
        }
    }
    for (n = k.start; n < k.start + k.p; n++) {
        unsigned char *lost = reached + (n - k.start) * k.unit * wide; /* from here on, which delta is not reached */
        int any = 0;
        for (lo = 0; lo < k.unit; lo++)
            for (delta = 0; delta < wide; delta++) {
                lost[lo * wide + delta] = !lost[lo * wide + delta] && delta <= r[n] && delta >= (lo >= k.kinds[n].lo);
                any |= lost[lo * wide + delta];
            }
        if (r[n] + (any ? 2 * k.h + 1 : k.h) > needed) needed = r[n] + (any ? 2 * k.h + 1 : k.h);
        if (!any) continue;
        if (!n_powers)
            for (u = 1;;) {
                beside(pair, single, some, heaps_at(0, some));
                count = heaps_at(u, some);
                by_power[n_powers] = sums_of();
                beside(by_power[n_powers], pair, some, count);
                powers[n_powers++] = u;
                u *= 2;
                if (u >= k.h) u = k.h + (u - k.h) % k.s; /* from h on heaps of level u + s are of the same kinds */
                for (i = 0; i < n_powers && powers[i] != u; i++) { }
                if (i < n_powers) break;
            }
        for (i = 0; i < n_powers; i++) {
            memset(found, 0, (size_t)(k.unit * k.long_row));
            add_left(found, by_power[i], 3, n, 0);
            for (lo = 0; lo < k.unit; lo++)
                for (delta = 0; delta <= r[n]; delta++)
                    if (lost[lo * wide + delta]
                        && ((k.hi[n] - delta - powers[i]) % k.s == 0 || delta > place_of_none(3, n)
                            || !found[lo * k.long_row + place_of_none(3, n) - delta]))
                        refuse(0, "a heap of the kind of %lld: not every smaller value near its own is reached",
                               (long long)n);
        }
    }
    return needed;
}

/* The level from which on no option has the value of its heap, and each smaller value is that of an option. */
static Heap level_of_growth(void)
{
    Heap n, w, i, count, needed, level, *late, *every, *some, *r;
    unsigned char *single, *two, *alone, **alike, **lefts;
    prepare_kinds();
    late = memory((size_t)k.p, sizeof *late);
    every = memory((size_t)(k.start + k.p), sizeof *every);
    some = memory((size_t)(k.start + k.p), sizeof *some);
    r = memory((size_t)(k.start + k.p), sizeof *r);
    for (i = 0; i < k.p; i++) late[i] = k.start + i;
    for (i = 1; i < k.start + k.p; i++) every[i - 1] = i;
    alone = sums_of();
    single = sums_of();
    two = sums_of();
    alone[0] = 1;
    beside(single, alone, late, k.p);
    check_none_equal(single, every, k.start + k.p - 1);
    alike = memory((size_t)k.s, sizeof *alike);
    lefts = memory((size_t)k.s, sizeof *lefts);
    for (level = 0; level < k.s; level++) {
        alike[level] = sums_of();
        for (count = 0, i = 0; i < k.p; i++)
            if (k.hi[late[i]] % k.s == level) some[count++] = late[i];
        beside(two, alone, some, count);
        beside(alike[level], two, some, count);
        lefts[level] = memory((size_t)(k.p * k.unit * k.long_row), 1);
    }
    for (level = 0; level < k.s; level++) {
        beside(two, alike[level], late, k.p);
        for (i = 0; i < k.p; i++) add_left(lefts[level] + i * k.unit * k.long_row, two, 3, late[i], 0);
    }
    needed = 0;
    for (w = -1; w < k.h; w++) {
        for (level = 0; w >= 0 && level < k.s; level++) {
            memset(lefts[level], 0, (size_t)(k.p * k.unit * k.long_row));
            beside(two, alike[level], some, heaps_at(w, some));
            for (i = 0; i < k.p; i++) {
                unsigned char *to = lefts[level] + i * k.unit * k.long_row;
                add_left(to, two, 3, late[i], 0);
                if (!w) add_left(to, alike[level], 2, late[i], place_of_none(3, late[i]) - place_of_none(2, late[i]));
            }
        }
        for (i = 0; i < k.p; i++) {
            unsigned char **here = memory((size_t)k.s, sizeof *here);
            n = late[i];
            for (level = 0; level < k.s; level++) here[level] = lefts[level] + i * k.unit * k.long_row;
            if (w < 0) {
                r[n] = 2 * k.h - largest(n, here, w);
                if (r[n] < 0) r[n] = 0;
            } else {
                Heap from = 2 * k.h + w - largest(n, here, w);
                if (from > needed) needed = from;
            }
        }
    }
    level = check_top(r, single, late, some);
    return level > needed ? level : needed;
}

static void check_arithmetic(void)
{
    const Value *g = c.values;
    Heap p = c.period, e = c.preperiod, start = e > 1 ? e : 1, needed = start + 2 * p * c.fold, n, q = 0, rest = p, level;
    size_t kept;
    if (needed < 3 * start - 2 + c.longest) needed = 3 * start - 2 + c.longest;
    if (c.size < needed)
        refuse(0, "a period of %lld from %lld on, %lld times, needs the values of %lld heaps, found %lld", (long long)p,
               (long long)e, (long long)c.fold, (long long)needed, (long long)c.size);
    for (n = e; n + p < c.size; n++)
        if (g[n + p] != g[n] + c.saltus)
            refuse(line_with(n + p), "the values of heaps %lld and %lld do not differ by %lld", (long long)n,
                   (long long)(n + p), (long long)c.saltus);
    if (e && g[e - 1 + p] == g[e - 1] + c.saltus)
        refuse(0, "the pre-period %lld is not the least: heaps %lld and %lld differ by %lld", (long long)e, (long long)e - 1,
               (long long)(e - 1 + p), (long long)c.saltus);
    while ((q = next_prime(q, &rest)) != 0) {
        if (c.saltus % q) continue;
        for (n = e; n < e + p && g[n + p / q] == g[n] + c.saltus / q; n++) { }
        if (n == e + p) refuse(0, "the period %lld is not the least: %lld is one", (long long)p, (long long)(p / q));
    }
    kept = n_blocks;
    level = level_of_growth();
    forget(kept);
    for (n = c.size - p * c.fold; n < c.size; n++)
        if (g[n] / k.unit < level)
            refuse(0, "the values are too few: that of heap %lld is below %lld", (long long)n, (long long)(level * k.unit));
}

/* From one state to the next. */

#define BLOCK 65536 /* heaps between two moves of the window to the start of its array */

static void out_of_reach(Heap n, Value v, Heap line)
{
    refuse(line, "heap %lld: no pair within reach shows the smaller value %u", (long long)n, v);
}

/* Good steps from heap n, at place `at` of g, to `stop`, all values below 64: one word for what is left. Returns how
   many were done: less only if a value does not fit. */
static Heap short_steps(Value *g, Heap at, Heap n, Heap stop, const Pair *lags, Heap n_lags, const Pair *shown,
                        Heap n_shown, Heap line)
{
    uint64_t yes[2] = {0, 0};
    Heap i, start = n;
    Value v;
    for (v = 0; v < 64; v++)
        for (i = 0; i < 2; i++)
            if (!c.n_split || mixed(v, i + c.split[0])) yes[i] |= (uint64_t)1 << v;
    for (; n < stop; n++, at++) {
        uint64_t found = 0, open, missing;
        for (i = 0; i < n_lags; i++) found |= (uint64_t)1 << (g[at - lags[i].lag] ^ lags[i].value);
        open = yes[n & 1] & ~found;
        if (!open) break;
        open &= ~open + 1; /* its lowest one */
        missing = (open - 1) & ~yes[n & 1] & ~found;
        for (i = 0; missing; i++) {
            if (i == n_shown) out_of_reach(n, (Value)lowest(missing), line);
            missing &= ~((uint64_t)1 << (g[at - shown[i].lag] ^ shown[i].value));
        }
        g[at] = (Value)lowest(open);
    }
    return n - start;
}

#define TABLED 4096
static unsigned char is_mixed[2][TABLED]; /* for even and odd n, the numbers below TABLED; all, if there is no split */

static void long_step(Value *g, Heap at, Heap n, const Pair *lags, Heap n_lags, const Pair *shown, Heap n_shown,
                      Heap line)
{
    Heap i;
    Value value, v, missing = 0;
    age++;
    for (i = 0; i < n_lags; i++) SEE(g[at - lags[i].lag] ^ lags[i].value);
    for (value = 0; value < VALUES; value++)
        if (seen[value] != age) {
            if (value < TABLED ? is_mixed[n & 1][value] : !c.n_split || mixed(value, n + c.split[0])) break;
            missing++; /* not mixed: a pair within reach must show it */
        }
    if (value == VALUES) refuse(line, "heap %lld: no value below %d is left for it", (long long)n, VALUES);
    for (i = 0; missing && i < n_shown; i++) {
        v = g[at - shown[i].lag] ^ shown[i].value;
        if (v < value && seen[v] != age) {
            SEE(v);
            missing--;
        }
    }
    for (v = 0; missing && v < value; v++)
        if (seen[v] != age) out_of_reach(n, v, line);
    g[at] = value;
}

static void take_in_values(Digest *digest, const Value *values, Heap count)
{
    unsigned char bytes[4];
    Heap i;
    int j;
    for (i = 0; i < count; i++) {
        for (j = 0; j < 4; j++) bytes[j] = (unsigned char)(values[i] >> 8 * j & 255);
        take_in(digest, (const char *)bytes, 4);
    }
}

static void check_stretch(const State *before, const State *after)
{
    Digest digest = empty_digest();
    Heap taken = c.length; /* up to this place of g the values that were found are in the digest */
    Heap n_lags = 0, n_shown = 0, i, j, n, at = c.length, line = after->line;
    Pair *lags, *shown;
    Value *g, most = 0, v;
    size_t kept = n_blocks;
    for (v = 0; v < TABLED; v++)
        for (i = 0; i < 2; i++) is_mixed[i][v] = !c.n_split || mixed(v, i + c.split[0]);
    lags = memory((size_t)(c.n_one + c.n_rare * c.n_split), sizeof *lags);
    shown = memory((size_t)((c.n_tries + c.reach) * c.n_split), sizeof *shown);
    for (i = 0; i < c.n_one; i++) lags[n_lags++].lag = c.one[i];
    for (j = 0; j < c.n_rare; j++)
        for (i = 0; i < c.n_split; i++, n_lags++) {
            lags[n_lags].lag = c.split[i] + c.rare[j];
            most |= lags[n_lags].value = c.values[c.rare[j]];
        }
    for (j = 0; j < c.n_tries + c.reach; j++)
        for (i = 0; i < c.n_split; i++, n_shown++) {
            Heap a = j < c.n_tries ? c.tries[j] : j - c.n_tries + 1;
            shown[n_shown].lag = c.split[i] + a;
            most |= shown[n_shown].value = c.values[a];
        }
    g = memory((size_t)(c.length + BLOCK), sizeof *g);
    memcpy(g, before->values, (size_t)c.length * sizeof *g);
    for (i = 0; i < c.length; i++) most |= g[i];
    for (n = before->heap; n < after->heap; ) {
        if (at == c.length + BLOCK) {
            take_in_values(&digest, g + taken, at - taken);
            memmove(g, g + BLOCK, (size_t)c.length * sizeof *g);
            at = taken = c.length;
        }
        if (most < 64) {
            Heap room = c.length + BLOCK - at, left = after->heap - n;
            Heap done = short_steps(g, at, n, n + (room < left ? room : left), lags, n_lags, shown, n_shown, line);
            n += done;
            at += done;
            if (done) continue;
        }
        long_step(g, at++, n++, lags, n_lags, shown, n_shown, line);
        most |= g[at - 1];
    }
    for (i = 0; i < c.length; i++)
        if (g[at - c.length + i] != after->values[i])
            refuse(line, "heap %lld: its value is %u, the state %lld says %u", (long long)(after->heap - c.length + i),
                   g[at - c.length + i], (long long)after->heap, after->values[i]);
    take_in_values(&digest, g + taken, at - taken);
    if (after->digest[0] && strcmp(after->digest, digits_of(&digest)))
        refuse(line, "the values of heaps %lld to %lld have the SHA-256 %s, not the one that is listed",
               (long long)before->heap, (long long)(after->heap - 1), digits_of(&digest));
    forget(kept);
}

/* Shapes: a part is laid on a grid of p.rows times p.columns, column by column, in its corner. Of the eight ways those
   count in which it is no higher than wide, so that all fit on the grid; the least is its key. */

/* By bytes of a set, what its places go to; to[i] < 0: nowhere. */
static Word *image_table(const Heap *to, Heap count)
{
    int w = p.w;
    Word *table = memory((size_t)w * 8 * 256 * (size_t)w, sizeof(Word));
    Heap octet, v, bit;
    for (octet = 0; octet < 8 * w; octet++)
        for (v = 0; v < 256; v++)
            for (bit = 0; bit < 8; bit++) {
                Heap place = 8 * octet + bit;
                if (v >> bit & 1 && place < count && to[place] >= 0) put(table + (octet * 256 + v) * w, to[place]);
            }
    return table;
}

INLINE void image(const Word *table, const Word *a, Word *to, int w)
{
    int i, j;
    for (j = 0; j < w; j++) to[j] = 0;
    for (i = 0; i < w; i++) {
        const Word *octet = table + (size_t)i * 8 * 256 * (size_t)w;
        Word left;
        for (left = a[i]; left; left >>= 8, octet += 256 * (size_t)w)
            for (j = 0; j < w; j++) to[j] |= octet[(size_t)(left & 255) * (size_t)w + (size_t)j];
    }
}

INLINE void shift_down(Word *a, Heap by, int w) /* 0 <= by < 64 * w */
{
    int skip = (int)(by / 64), bits = (int)(by % 64), i;
    for (i = 0; i < w; i++) {
        Word low = i + skip < w ? a[i + skip] : 0, high = i + skip + 1 < w ? a[i + skip + 1] : 0;
        a[i] = bits ? low >> bits | high << (64 - bits) : low;
    }
}

static int highest(Word bits) /* the place of the highest one; bits is not 0 */
{
#ifdef __GNUC__
    return 63 - __builtin_clzll(bits);
#else
    int place = 63;
    while (!(bits >> place & 1)) place--;
    return place;
#endif
}

/* The least of `least` and a shape in the corner turned over in its box. */
INLINE void least_turn(const Word *a, Heap high, Heap wide, Word *least, int w)
{
    int f;
    for (f = 1; f < 4; f++) {
        Word b[MOST_WORDS];
        image(p.turn[f], a, b, w);
        shift_down(b, (f & 1 ? p.rows - high : 0) + (f & 2 ? (p.columns - wide) * p.rows : 0), w);
        if (is_less(b, least, w)) copy_set(least, b, w);
    }
}

/* The key of a part that is not empty: parts of the same form have the same. */
INLINE void find_key(const Word *part, Word *key, int w)
{
    Word a[MOST_WORDS];
    Heap top = 0, bottom = p.rows - 1, first, last, high, wide;
    int i;
    if (!p.rows) {
        copy_set(key, part, w);
        return;
    }
    image(p.lay, part, a, w);
    for (i = 0; !a[i]; i++) { }
    first = (64 * i + lowest(a[i])) / p.rows;
    for (i = w - 1; !a[i]; i--) { }
    last = (64 * i + highest(a[i])) / p.rows;
    while (!meets(a, p.row + top * w, w)) top++;
    while (!meets(a, p.row + bottom * w, w)) bottom--;
    shift_down(a, first * p.rows + top, w);
    high = bottom - top + 1;
    wide = last - first + 1;
    if (high > wide) {
        Word b[MOST_WORDS];
        image(p.turn[0], a, b, w);
        copy_set(a, b, w);
        high = last - first + 1;
        wide = bottom - top + 1;
    }
    copy_set(key, a, w);
    least_turn(a, high, wide, key, w);
    if (high == wide) {
        Word b[MOST_WORDS];
        image(p.turn[0], a, b, w);
        if (is_less(b, key, w)) copy_set(key, b, w);
        least_turn(b, high, wide, key, w);
    }
}

static void key_1(const Word *part, Word *key) { find_key(part, key, 1); }
static void key_2(const Word *part, Word *key) { find_key(part, key, 2); }
static void key_more(const Word *part, Word *key) { find_key(part, key, p.w); }

INLINE void key_of(const Word *part, Word *key, int w)
{
    if (w == 1) key_1(part, key);
    else if (w == 2) key_2(part, key);
    else key_more(part, key);
}

/* The row (axis 0) or column (axis 1) of a place in one of the eight ways, which may be below 0. */
static Heap turned_at(Heap place, int way, int axis)
{
    Heap found = p.at[2 * place + (way & 4 ? 1 - axis : axis)];
    return way >> axis & 1 ? -found : found;
}

/* Where one of the ways, and then a shift, takes a place; -1 if no place is there. */
static Heap taken_to(Heap place, int way, Heap down, Heap right)
{
    Heap r = turned_at(place, way, 0) + down, col = turned_at(place, way, 1) + right;
    return r < 0 || r >= p.rows || col < 0 || col >= p.columns ? -1 : p.place_at[col * p.rows + r];
}

/* A move with that NEED; -1 if there is none. */
static Heap move_with(const Word *need)
{
    Heap low = 0, high = p.n_moves - 1;
    while (low <= high) {
        Heap middle = (low + high) / 2;
        int found = by_number(need, p.need + p.order[middle] * p.w);
        if (!found) return p.order[middle];
        if (found < 0) high = middle - 1;
        else low = middle + 1;
    }
    return -1;
}

/* Whether each move, taken in any way to squares that are all there, is a move, the only one with that NEED, that clears
   what is so cleared, as far as there are squares for it (all of it, as the way back is looked at too). Then two parts
   of one shape have the same moves: a way that takes the first part to the second takes moves within it to moves. */
static int shapes_tell_all(void)
{
    Heap i, j, first, target, needed[MOST_PLACES], n_needed;
    int way;
    for (i = 1; i < p.n_moves; i++)
        if (!by_need(&p.order[i - 1], &p.order[i])) return 0;
    if (p.n_moves * p.rows * p.columns > MOST_LOOKED) return 0;
    for (i = 0; i < p.n_moves; i++) {
        Heap cleared[MOST_PLACES], n_cleared = 0;
        for (j = n_needed = 0; j < p.places; j++) {
            if (in_set(p.need + i * p.w, j)) needed[n_needed++] = j;
            if (in_set(p.clear + i * p.w, j)) cleared[n_cleared++] = j;
        }
        first = needed[0];
        for (way = 0; way < 8; way++)
            for (target = 0; target < p.places; target++) {
                Heap down = p.at[2 * target] - turned_at(first, way, 0);
                Heap right = p.at[2 * target + 1] - turned_at(first, way, 1), to = 0, other;
                Word need[MOST_WORDS] = {0};
                for (j = 0; j < n_needed && to >= 0; j++)
                    if ((to = taken_to(needed[j], way, down, right)) >= 0) put(need, to);
                if (to < 0) continue;
                if ((other = move_with(need)) < 0) return 0;
                for (j = 0; j < n_cleared; j++)
                    if ((to = taken_to(cleared[j], way, down, right)) >= 0 && !in_set(p.clear + other * p.w, to))
                        return 0;
            }
    }
    return 1;
}

/* The moves within a part as (NEED, CLEAR within the part), in order, where `to` takes its places; how many. */
static Heap moves_within(const Word *part, const Heap *to, Word *found)
{
    Heap i, place, count = 0;
    for (i = 0; i < p.n_moves; i++) {
        Word *one = found + 2 * count * p.w;
        if (!holds(part, p.need + i * p.w, p.w)) continue;
        memset(one, 0, 2 * (size_t)p.w * sizeof(Word));
        for (place = 0; place < p.places; place++) {
            if (in_set(p.need + i * p.w, place)) put(one, to[place]);
            if (in_set(p.clear + i * p.w, place) && in_set(part, place)) put(one + p.w, to[place]);
        }
        count++;
    }
    return count;
}

static int by_pair(const void *a, const void *b) /* of sets */
{
    int found = by_number(a, b);
    return found ? found : by_number((const Word *)a + p.w, (const Word *)b + p.w);
}

/* Whether one of the eight ways takes one part to another of the same key, and its moves to those of the other. */
static int have_same_moves(const Word *one, const Word *other)
{
    size_t kept = n_blocks, each = 2 * (size_t)p.w * sizeof(Word);
    Word *ours = memory((size_t)p.n_moves + 1, each), *theirs = memory((size_t)p.n_moves + 1, each);
    Heap *to = memory((size_t)p.places, sizeof *to), *same = memory((size_t)p.places, sizeof *same);
    Heap place, n_theirs, n_ours;
    int way, axis, found = 0;
    for (place = 0; place < p.places; place++) same[place] = place;
    n_theirs = moves_within(other, same, theirs);
    qsort(theirs, (size_t)n_theirs, each, by_pair);
    for (way = 0; way < 8 && !found; way++) {
        Heap low[4] = {MOST_PLACES, MOST_PLACES, MOST_PLACES, MOST_PLACES}; /* row and column of ours, turned; theirs */
        found = 1;
        for (place = 0; place < p.places; place++)
            for (axis = 0; axis < 2; axis++) {
                Heap ours_at = turned_at(place, way, axis), theirs_at = p.at[2 * place + axis];
                if (in_set(one, place) && ours_at < low[axis]) low[axis] = ours_at;
                if (in_set(other, place) && theirs_at < low[2 + axis]) low[2 + axis] = theirs_at;
            }
        for (place = 0; place < p.places && found; place++)
            if (in_set(one, place)) {
                to[place] = taken_to(place, way, low[2] - low[0], low[3] - low[1]);
                found = to[place] >= 0 && in_set(other, to[place]);
            }
        if (!found) continue;
        n_ours = moves_within(one, to, ours);
        qsort(ours, (size_t)n_ours, each, by_pair);
        found = n_ours == n_theirs && !memcmp(ours, theirs, (size_t)n_ours * each);
    }
    forget(kept);
    return found;
}

INLINE int same_form(const Word *one, const Word *key, const Word *other, const Word *other_key, int w)
{
    return is_same(key, other_key, w) && (p.alike || have_same_moves(one, other));
}

/* Where a part with its key is in the table of claims, or the empty slot where it may come. */
INLINE size_t slot_of(const Word *part, const Word *key, int w)
{
    size_t slot = hash_of(key, w) & p.mask;
    while (p.slots[slot] != NO_CLAIM
           && !same_form(part, key, p.sets + p.slots[slot] * (size_t)w, p.keys + p.slots[slot] * (size_t)w, w))
        slot = (slot + 1) & p.mask;
    return slot;
}

/* The parts of a set, which are disjoint; how many. Of the moves that may be possible, `possible` gets those that are.
   `parts` has room for as many as there are places. */
INLINE Heap split(const Word *set, const Heap *among, Heap n_among, Heap *possible, Heap *n_possible, Word *parts, int w)
{
    Word live[MOST_WORDS], joined[MOST_WORDS];
    Heap i, j, kept, count = 0, n = 0;
    int k;
    for (k = 0; k < w; k++) live[k] = 0;
    for (i = 0; i < n_among; i++) {
        const Word *need = p.need + among[i] * w;
        if (!holds(set, need, w) || (!p.splits && meets(set, p.off + among[i] * w, w))) continue;
        for (k = 0; k < w; k++) live[k] |= need[k];
        possible[n++] = among[i];
    }
    *n_possible = n;
    if (!p.splits) {
        copy_set(parts, set, w);
        return n > 0;
    }
    for (i = 0; i < n; i++) {
        const Word *need = p.need + possible[i] * w, *clear = p.clear + possible[i] * w;
        for (k = 0; k < w; k++) joined[k] = need[k] | (clear[k] & live[k]);
        for (j = 0; j < count && !holds(parts + j * w, joined, w); j++) { }
        if (j < count) continue;
        for (j = kept = 0; j < count; j++) {
            Word *part = parts + j * w;
            if (meets(part, joined, w))
                for (k = 0; k < w; k++) joined[k] |= part[k];
            else copy_set(parts + kept++ * w, part, w);
        }
        copy_set(parts + kept * w, joined, w);
        count = kept + 1;
    }
    return count;
}

/* The claim about a part; what was found of other parts is kept for a while. */
INLINE uint32_t claim_about(const Word *part, int w)
{
    size_t kept = hash_of(part, w) & (SETS_KEPT - 1);
    Word key[MOST_WORDS];
    if (is_same(p.kept_parts + kept * (size_t)w, part, w)) return p.kept_claims[kept];
    key_of(part, key, w);
    copy_set(p.kept_parts + kept * (size_t)w, part, w);
    return p.kept_claims[kept] = p.slots[slot_of(part, key, w)];
}

/* Whether these parts cancel: each has one of the same form, two by two. */
INLINE int cancel(Word *parts, Heap count, int w)
{
    Heap j;
    while (count) {
        Word *last = parts + --count * w, key[MOST_WORDS], other[MOST_WORDS];
        key_of(last, key, w);
        for (j = 0; j < count; j++) {
            key_of(parts + j * w, other, w);
            if (same_form(last, key, parts + j * w, other, w)) break;
        }
        if (j == count) return 0;
        copy_set(parts + j * w, parts + --count * w, w);
    }
    return 1;
}

/* What a set is worth by the claims: parts of the same form are left out two by two. `among`: all moves that may be
   possible in it; the rest is room to work in. */
INLINE Worth find_worth(const Word *set, const Heap *among, Heap n_among, Heap *possible, Word *parts, uint32_t *claims,
                        int w)
{
    size_t at = hash_of(set, w) & (SETS_KEPT - 1);
    Worth found = {0, 0};
    Heap count, i, j, n_possible, unknown = 0, known = 0;
    if (is_same(p.kept_sets + at * (size_t)w, set, w)) return p.kept_worths[at];
    count = split(set, among, n_among, possible, &n_possible, parts, w);
    for (i = 0; i < count; i++) {
        uint32_t claim = claim_about(parts + i * w, w);
        for (j = 0; j < known && claims[j] != claim; j++) { }
        if (claim == NO_CLAIM) copy_set(parts + unknown++ * w, parts + i * w, w);
        else if (j < known) claims[j] = claims[--known];
        else claims[known++] = claim;
    }
    if (unknown && !(unknown % 2 == 0 && cancel(parts, unknown, w))) found.value = -1;
    for (i = 0; found.value >= 0 && i < known; i++) {
        found.value ^= (int32_t)p.values[claims[i]];
        if (claims[i] >= found.above) found.above = claims[i] + 1;
    }
    copy_set(p.kept_sets + at * (size_t)w, set, w);
    p.kept_worths[at] = found;
    return found;
}

static Worth worth_1(const Word *set, const Heap *among, Heap n_among, Heap *possible, Word *parts, uint32_t *claims)
{
    return find_worth(set, among, n_among, possible, parts, claims, 1);
}

static Worth worth_2(const Word *set, const Heap *among, Heap n_among, Heap *possible, Word *parts, uint32_t *claims)
{
    return find_worth(set, among, n_among, possible, parts, claims, 2);
}

static Worth worth_more(const Word *set, const Heap *among, Heap n_among, Heap *possible, Word *parts, uint32_t *claims)
{
    return find_worth(set, among, n_among, possible, parts, claims, p.w);
}

INLINE Worth worth_of(const Word *set, const Heap *among, Heap n_among, Heap *possible, Word *parts, uint32_t *claims,
                      int w)
{
    if (w == 1) return worth_1(set, among, n_among, possible, parts, claims);
    if (w == 2) return worth_2(set, among, n_among, possible, parts, claims);
    return worth_more(set, among, n_among, possible, parts, claims);
}

/* A set in hexadecimal digits, at the end of what is written. */
static char *write_set(char *to, const Word *set)
{
    Heap digit = 16 * p.w - 1;
    while (digit && !(set[digit / 16] >> 4 * (digit % 16) & 15)) digit--;
    for (; digit >= 0; digit--) *to++ = "0123456789abcdef"[set[digit / 16] >> 4 * (digit % 16) & 15];
    *to = 0;
    return to;
}

/* Its parts as they are said of an option. */
static const char *parts_told(const Word *set)
{
    static char told[MOST_PLACES * (MOST_PLACES / 4 + 4)];
    char *to = told;
    Heap *possible = memory((size_t)p.n_moves, sizeof *possible), n_possible, i, count;
    Word *parts = memory((size_t)(p.places * p.w), sizeof *parts);
    count = split(set, p.order, p.n_moves, possible, &n_possible, parts, p.w);
    qsort(parts, (size_t)count, (size_t)p.w * sizeof *parts, by_number);
    strcpy(told, "the end");
    for (i = 0; i < count; i++) {
        if (i) to += sprintf(to, " + ");
        to = write_set(to, parts + i * p.w);
    }
    return told;
}

/* Hold that claims first..stop - 1 follow from those before each; and the value of the position by all. */
INLINE void check_claims(Heap first, Heap stop, int w)
{
    size_t kept = n_blocks, moves_room = (size_t)p.n_moves + 1, parts_room = (size_t)(p.places * w);
    Heap *inside = memory(moves_room, sizeof(Heap)), *after = memory(moves_room, sizeof(Heap));
    Heap *last = memory(moves_room, sizeof(Heap)), n_inside, n_after, n, i, j;
    Word *parts = memory(parts_room, sizeof(Word));
    uint32_t *claims = memory((size_t)p.places, sizeof *claims);
    Worth worth;
    for (n = first; n < stop; n++) {
        const Word *set = p.sets + n * w;
        Value value = p.values[n], v;
        age++;
        split(set, p.order, p.n_moves, inside, &n_inside, parts, w);
        for (i = 0; i < p.n_moves; i++) {
            Word option[MOST_WORDS], reply[MOST_WORDS];
            int k, answered = 0;
            if (!holds(set, p.need + i * w, w) || meets(set, p.off + i * w, w)) continue;
            for (k = 0; k < w; k++) option[k] = (set[k] & ~p.clear[i * w + k]) ^ p.flip[i * w + k];
            worth = worth_of(option, p.splits ? inside : p.order, p.splits ? n_inside : p.n_moves, last, parts, claims, w);
            if (worth.value >= 0 && worth.above <= n) {
                if ((Value)worth.value == value)
                    refuse(p.lines[n], "a move leads to %s, of the same value %u", parts_told(option), value);
                SEE(worth.value);
                continue;
            }
            split(option, p.splits ? inside : p.order, p.splits ? n_inside : p.n_moves, after, &n_after, parts, w);
            for (j = 0; j < n_after && !answered; j++) {
                for (k = 0; k < w; k++)
                    reply[k] = (option[k] & ~p.clear[after[j] * w + k]) ^ p.flip[after[j] * w + k];
                worth = worth_of(reply, p.splits ? after : p.order, p.splits ? n_after : p.n_moves, last, parts, claims,
                                 w);
                answered = worth.value == (int32_t)value && worth.above <= n;
            }
            if (!answered)
                refuse(p.lines[n], "a move leads to %s, which is not shown to differ in value", parts_told(option));
        }
        for (v = 0; v < value; v++)
            if (seen[v] != age) refuse(p.lines[n], "no move is shown to lead to the smaller value %u", v);
    }
    worth = worth_of(p.position, p.order, p.n_moves, last, parts, claims, w);
    if (worth.value < 0) refuse(0, "the claims do not say the value of the position");
    if (worth.value != (int32_t)p.value)
        refuse(0, "the value of the position is %d, not %lld", (int)worth.value, (long long)p.value);
    forget(kept);
}

/* Each claim is about one part, and no two about the same form: put them into the table. */
INLINE void list_claims(int w)
{
    Heap n, n_possible, *possible = memory((size_t)p.n_moves, sizeof *possible);
    Word *parts = memory((size_t)(p.places * w), sizeof *parts);
    for (n = 0; n < p.n_claims; n++) {
        Word *set = p.sets + n * w, *key = p.keys + n * w;
        size_t slot;
        if (split(set, p.order, p.n_moves, possible, &n_possible, parts, w) != 1 || !is_same(parts, set, w))
            refuse(p.lines[n], "expected a set that is one part");
        key_of(set, key, w);
        slot = slot_of(set, key, w);
        if (p.slots[slot] != NO_CLAIM)
            refuse(p.lines[n], "line %lld is about the same set", (long long)p.lines[p.slots[slot]]);
        p.slots[slot] = (uint32_t)n;
    }
}

static void make_grid(void)
{
    Heap i, r, col, box = p.rows * p.columns, *to = memory((size_t)(box + p.places), sizeof *to);
    int f;
    p.place_at = memory((size_t)box, sizeof *p.place_at);
    for (i = 0; i < box; i++) p.place_at[i] = -1;
    for (i = 0; i < p.places; i++) {
        to[i] = p.at[2 * i + 1] * p.rows + p.at[2 * i];
        p.place_at[to[i]] = i;
    }
    p.lay = image_table(to, p.places);
    p.row = memory((size_t)(p.rows * p.w), sizeof(Word));
    for (i = 0; i < box; i++) put(p.row + i % p.rows * p.w, i);
    for (f = 0; f < 4; f++) {
        for (i = 0; i < box; i++) {
            r = i % p.rows;
            col = i / p.rows;
            if (f) to[i] = (f & 2 ? p.columns - 1 - col : col) * p.rows + (f & 1 ? p.rows - 1 - r : r);
            else to[i] = col < p.rows ? r * p.rows + col : -1;
        }
        p.turn[f] = image_table(to, box);
    }
    p.alike = shapes_tell_all();
}

static void check_position(Heap first, Heap stop)
{
    size_t i, slots = 1, words = SETS_KEPT * (size_t)p.w;
    if (!p.slots) {
        p.alike = 1;
        if (p.rows) make_grid();
        while (slots < 2 * (size_t)p.n_claims + 1) slots *= 2;
        p.mask = slots - 1;
        p.keys = memory((size_t)p.n_claims * (size_t)p.w, sizeof(Word));
        p.slots = memory(slots, sizeof *p.slots);
        p.kept_parts = memory(words, sizeof(Word)); /* at first the empty set everywhere, which is no part */
        p.kept_claims = memory(SETS_KEPT, sizeof *p.kept_claims);
        p.kept_sets = memory(words, sizeof(Word)); /* at first the empty set everywhere, which is worth 0 */
        p.kept_worths = memory(SETS_KEPT, sizeof *p.kept_worths);
        for (i = 0; i < slots; i++) p.slots[i] = NO_CLAIM;
        if (p.w == 1) list_claims(1);
        else if (p.w == 2) list_claims(2);
        else list_claims(p.w);
    }
    if (p.w == 1) check_claims(first, stop, 1);
    else if (p.w == 2) check_claims(first, stop, 2);
    else check_claims(first, stop, p.w);
}

/* A move as it is said, and how many letters that are. */
static size_t move_told(char *to, Heap i)
{
    const Word *sets[4];
    char *end = to;
    int k;
    sets[0] = p.need;
    sets[1] = p.off;
    sets[2] = p.clear;
    sets[3] = p.flip;
    for (k = 0; k < 4; k++) {
        if (k) *end++ = ' ';
        end = write_set(end, sets[k] + i * p.w);
    }
    return (size_t)(end - to);
}

static void tell_masks(void)
{
    static char move[MOST_PLACES + 4];
    Heap i, told = p.n_moves < MOST_SHOWN ? p.n_moves : MOST_SHOWN;
    size_t letters = 0;
    for (i = 0; i < told; i++) {
        letters += move_told(move, i);
        if (letters > MOST_LETTERS) told = i;
    }
    printf(": %lld moves on sets of %lld places%s", (long long)p.n_moves, (long long)p.places, p.n_moves ? ": " : "");
    for (i = 0; i < told; i++) {
        move_told(move, i);
        printf("%s%s", i ? "; " : "", move);
    }
    if (told < p.n_moves)
        printf("%s... (%lld in all; SHA-256 of the moves: %s)", told ? "; " : "", (long long)p.n_moves,
               digits_of(&moves));
    printf("\n");
}

static void tell_position(void)
{
    static char set[MOST_PLACES / 4 + 1];
    write_set(set, p.position);
    printf(": claims nim-value %lld of the set %s, so the %s player wins, by %lld smaller claims", (long long)p.value, set,
           p.value ? "first" : "second", (long long)p.n_claims);
}

/* The whole. */

/* size * i / k, rounded down; size * i may not fit. */
static Heap share(Heap size, Heap i, Heap k) { return size / k * i + size % k * i / k; }

static void check_segment(Heap i, Heap k)
{
    Heap size = p.places ? p.n_claims : last_heap(), first = share(size, i - 1, k), stop = share(size, i, k), j;
    if (p.places) {
        check_position(first, stop);
        return;
    }
    if (c.method != WINDOW) {
        if (c.saltus) check_arithmetic();
        else if (c.period) check_repetition();
        check_values(first, stop);
        return;
    }
    if (c.period) check_return();
    else check_length();
    check_values(first, stop < c.size ? stop : c.size);
    for (j = 0; j < c.n_states; j++) {
        const State *before = j ? &c.states[j - 1] : state_at(c.size);
        if (first <= before->heap && before->heap < stop) check_stretch(before, &c.states[j]);
    }
}

/* The name of a file as it is printed: in quotes as a shell takes it, so that it is not taken for other words. */
static void tell_name(FILE *to, const char *path)
{
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%+=,./_-";
    size_t length = strlen(path), i;
    int quoted = !length || strspn(path, safe) < length, escaped = 0;
    for (i = 0; i < length; i++) {
        unsigned char sign = (unsigned char)path[i];
        escaped |= sign < 32 || sign > 126 || sign == '\'' || sign == '\\';
    }
    fputs(escaped ? "$'" : quoted ? "'" : "", to);
    for (i = 0; i < length; i++) {
        unsigned char sign = (unsigned char)path[i];
        if (sign < 32 || sign > 126 || sign == '\'' || sign == '\\') fprintf(to, "\\%03o", sign);
        else putc(sign, to);
    }
    fputs(quoted ? "'" : "", to);
}

static void tell_rule(const char *path)
{
    Heap i, j, all = c.n_amounts, told = 0;
    for (i = 0; i < c.n_digits; i++) all += c.digits[i] != 0;
    tell_name(stdout, path);
    if (p.places) {
        tell_masks();
        return;
    }
    printf(": %s", c.n_amounts ? "take " : all ? "" : "no moves");
    for (i = 0; i < c.n_amounts && told < MOST_SHOWN; i++) printf("%s%lld", told++ ? " or " : "", (long long)c.amounts[i]);
    for (i = 0; i < c.n_digits && told < MOST_SHOWN; i++) {
        if (!c.digits[i]) continue;
        printf("%stake %lld and leave ", told++ ? "; " : "", (long long)i);
        for (j = 0; c.digits[i] >> j; j++)
            if (c.digits[i] >> j & 1) printf("%s%lld", c.digits[i] & ((1 << j) - 1) ? " or " : "", (long long)j);
        printf(" heaps");
    }
    if (told < all)
        printf("%s... (%lld in all; SHA-256 of the moves: %s)", c.n_amounts ? " or " : "; ", (long long)all,
               digits_of(&moves));
    printf("%s\n", c.unequal ? "; two heaps that are left differ in size" : "");
}

static void tell_values(void)
{
    if (c.saltus) {
        printf(": claims least period %lld, least pre-period %lld, saltus %lld, in %lld heaps", (long long)c.period,
               (long long)c.preperiod, (long long)c.saltus, (long long)c.size);
        return;
    }
    if (c.period) {
        printf(": claims least period %lld, least pre-period %lld, by ", (long long)c.period, (long long)c.preperiod);
    } else {
        printf(": claims the nim-values of heaps 0 to %lld, %lld listed", (long long)(last_heap() - 1), (long long)c.size);
        if (c.n_states) printf(", the others by %lld digests", (long long)c.n_states);
        printf(", by ");
    }
    if (c.method == PAIRS) printf("all pairs");
    if (c.method == MASK) printf("mask %lld", (long long)c.mask);
    if (c.method == WINDOW) printf("windows of %lld heaps", (long long)c.length);
    if (c.period) printf(" in %lld heaps", (long long)last_heap());
    else if (c.mask)
        printf("; %lld rare heaps, the last %lld", (long long)c.n_rare, (long long)(c.n_rare ? c.rare[c.n_rare - 1] : 0));
}

static void tell_claim(const char *path)
{
    tell_name(stdout, path);
    if (p.places) tell_position();
    else tell_values();
    printf("\n");
    if (sealed) return;
    tell_name(stdout, path);
    printf(": no digest: whether it is still as it was written cannot be seen\n");
}

/* How many of the segments were checked, which are missing, and so whether all is proved. */
static void tell_verdict(const char *path, const Heap *chosen, Heap count, Heap k)
{
    Heap i, last = 0, told = 0;
    tell_name(stdout, path);
    printf(": %lld of %lld segments checked%s", (long long)count, (long long)k, count == k ? ": proved" : "");
    for (i = 0; i <= count; i++) {
        Heap following = i < count ? chosen[i] : k + 1;
        if (following - last > 1) {
            printf("%s%lld", told++ ? ", " : ", not proved: missing ", (long long)last + 1);
            if (following - last > 2) printf("-%lld", (long long)following - 1);
        }
        last = following;
    }
    printf("\n");
}

/* One file; `chosen` holds the segments i of k in increasing order. Returns the exit status. */
static int verify(const char *path, const Heap *chosen, Heap count, Heap k)
{
    volatile int status = 0;
    int first = EOF;
    errno = 0;
    file = fopen(path, "rb");
    if (file) first = getc(file);
    if (file && !ferror(file)) {
        if (first != EOF) ungetc(first, file);
        if (!setjmp(refused)) {
            Heap i;
            read_certificate();
            tell_rule(path);
            tell_claim(path);
            for (i = 0; i < count; i++) check_segment(chosen[i], k);
            tell_verdict(path, chosen, count, k);
            status = count < k;
        } else {
            tell_name(stdout, path);
            printf(": refused: %s\n", reason);
            status = 1;
        }
    } else {
        tell_name(stderr, path);
        fprintf(stderr, ": cannot be read: %s\n", strerror(errno));
        status = 2;
    }
    if (file) fclose(file);
    forget(0);
    return status;
}

/* A number of at most six digits, without leading zeros, that ends with `after`; 0 if there is none. */
static Heap small_number(const char *digits, char after)
{
    size_t length = strspn(digits, "0123456789");
    return length && length < 7 && digits[0] != '0' && digits[length] == after ? atol(digits) : 0;
}

int main(int count, char **words)
{
    Heap *chosen = calloc((size_t)count + 1, sizeof *chosen), n_chosen = 0, all = 0, i, j;
    int n_files = 0, status = 0;
    char **files = calloc((size_t)count + 1, sizeof *files);
    if (!chosen || !files) return 2;
    for (i = 1; i < count; i++) {
        if (!strcmp(words[i], "--segment") && i + 1 < count) {
            const char *stroke = strchr(words[++i], '/');
            Heap piece = small_number(words[i], '/'), k = stroke ? small_number(stroke + 1, 0) : 0;
            if (!piece || piece > k) {
                fprintf(stderr, "expected a segment i/k with 1 <= i <= k, found ");
                if (strlen(words[i]) > 30) words[i][30] = 0;
                tell_name(stderr, words[i]);
                putc('\n', stderr);
                return 2;
            }
            if (all && k != all) {
                fprintf(stderr, "expected segments i/k of the same k\n");
                return 2;
            }
            all = k;
            for (j = 0; j < n_chosen && chosen[j] != piece; j++) { }
            if (j == n_chosen) chosen[n_chosen++] = piece;
        } else if (words[i][0] == '-') {
            fputs(USAGE, stderr);
            return 2;
        } else {
            files[n_files++] = words[i];
        }
    }
    if (!n_files) {
        fputs(USAGE, stderr);
        return 2;
    }
    if (!all) all = chosen[n_chosen++] = 1;
    qsort(chosen, (size_t)n_chosen, sizeof *chosen, increasing);
    for (i = 0; i < n_files; i++) {
        int found = verify(files[i], chosen, n_chosen, all);
        if (found > status) status = found;
    }
    free(chosen);
    free(files);
    free(blocks);
    return status;
}
