/* Small graphs by hundreds: a unit of bits for each position, one bit for each graph.
 *
 * The results are those of graphs.h; a unit for each position must fit into caches. A jump takes a peg away, so
 * positions in the order of their pegs are finished in one go.
 */
#include "graphs.h"

#define MOST_SLICED 14
#define SLICED (64 * UNIT_WORDS) /* graphs in a unit */

typedef struct {
    int64_t n, full;
    uint64_t beside[MOST_SLICED];                         /* neighbours on some of the graphs */
    uint64_t edges[MOST_SLICED][MOST_SLICED][UNIT_WORDS]; /* the graphs with this edge */
} slices;

/* Where there are fewer graphs than a unit has bits, the last one stands for the missing ones. */
static void read_slices(slices *s, const uint8_t *lines, int64_t width, int64_t count) {
    graph g = {.n = s->n};
    memset(s->beside, 0, sizeof s->beside);
    memset(s->edges, 0, sizeof s->edges);
    for (int64_t i = 0; i < SLICED; i++) {
        read_graph(&g, lines + width * (i < count ? i : count - 1));
        for (int64_t v = 0; v < s->n; v++) {
            s->beside[v] |= g.beside[v];
            for (uint64_t rest = g.beside[v]; rest; rest &= rest - 1)
                s->edges[v][__builtin_ctzll(rest)][i >> 6] |= 1ull << (i & 63);
        }
    }
}

/* The graphs on which a jump leads from a position into the set. */
INLINE void add_jumps(const slices *s, uint64_t *set, int64_t position) {
    vector all[UNIT_VECTORS] = {{0}};
    for (int64_t overs = position; overs; overs &= overs - 1) {
        int64_t over = __builtin_ctzll((uint64_t)overs), around = (int64_t)s->beside[over];
        for (int64_t starts = position & around; starts; starts &= starts - 1) {
            int64_t start = __builtin_ctzll((uint64_t)starts), after = position ^ 1ll << over ^ 1ll << start;
            vector into[UNIT_VECTORS] = {{0}};
            for (int64_t landings = around & ~position; landings; landings &= landings - 1) {
                const uint64_t *there = set + UNIT_WORDS * (after | (landings & -landings));
                const uint64_t *edge = s->edges[over][__builtin_ctzll((uint64_t)landings)];
                for (int v = 0; v < UNIT_VECTORS; v++) into[v] |= load(there + LANES * v) & load(edge + LANES * v);
            }
            for (int v = 0; v < UNIT_VECTORS; v++) all[v] |= into[v] & load(s->edges[over][start] + LANES * v);
        }
        vector missing = {0};
        for (int v = 0; v < UNIT_VECTORS; v++) missing |= ~all[v];
        if (!some(missing)) break;
    }
    for (int v = 0; v < UNIT_VECTORS; v++) store(set + UNIT_WORDS * position + LANES * v, all[v]);
}

/* The next greater position with as many pegs, at least one. */
INLINE int64_t next_with_as_many(int64_t position) {
    int64_t low = position & -position, high = position + low;
    return (high ^ position) / low >> 2 | high;
}

/* The positions that can be played to one with so many pegs, all of them on some vertices. */
static void reach_slices(const slices *s, int64_t pegs, int64_t vertices, uint64_t *set) {
    for (int64_t p = 0; p <= s->full; p++) {
        int wanted = __builtin_popcountll((uint64_t)p) == pegs && !(p & ~vertices);
        memset(set + UNIT_WORDS * p, wanted ? 255 : 0, UNIT_WORDS * sizeof *set);
    }
    for (int64_t number = pegs + 1; number < s->n; number++)
        for (int64_t p = (1ll << number) - 1; p <= s->full; p = next_with_as_many(p)) add_jumps(s, set, p);
}

/* The positions without two pegs beside each other: on a connected graph those without a jump, but the full one. */
static void find_independent(const slices *s, uint64_t *set) {
    memset(set, 255, UNIT_WORDS * 8);
    for (int64_t p = 1; p <= s->full; p++) {
        int64_t high = 63 - __builtin_clzll((uint64_t)p), rest = p ^ 1ll << high;
        uint64_t *to = set + UNIT_WORDS * p;
        memcpy(to, set + UNIT_WORDS * rest, UNIT_WORDS * 8);
        for (int64_t lows = rest & (int64_t)s->beside[high]; lows; lows &= lows - 1)
            for (int k = 0; k < UNIT_WORDS; k++) to[k] &= ~s->edges[high][__builtin_ctzll((uint64_t)lows)][k];
    }
}

/* By graph the most pegs of a position in a set whose complement is in the other one, where there is one. */
static void most_pegs(const slices *s, const uint64_t *set, const uint64_t *other, int64_t count, int64_t wide,
                      int64_t *most) {
    uint64_t levels[MOST_SLICED + 1][UNIT_WORDS] = {{0}};
    for (int64_t p = 0; p <= s->full; p++) {
        uint64_t *level = levels[__builtin_popcountll((uint64_t)p)];
        const uint64_t *here = set + UNIT_WORDS * p, *there = other ? other + UNIT_WORDS * (s->full ^ p) : here;
        for (int k = 0; k < UNIT_WORDS; k++) level[k] |= here[k] & there[k];
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t pegs = s->n;
        while (pegs && !(levels[pegs][i >> 6] >> (i & 63) & 1)) pegs--;
        most[i * wide] = pegs;
    }
}

/* The vertices whose vacancy, all others filled, is in the set of a graph. */
INLINE int64_t vacancies_of(const slices *s, const uint64_t *set, int64_t i) {
    int64_t found = 0;
    for (int64_t v = 0; v < s->n; v++) {
        uint64_t word = set[UNIT_WORDS * (s->full ^ 1ll << v) + (i >> 6)];
        found |= (int64_t)(word >> (i & 63) & 1) << v;
    }
    return found;
}

/* 64 words as a square of bits, rows and columns exchanged (Warren, Hacker's Delight, section 7-3). */
static void transpose(uint64_t *rows) {
    uint64_t mask = 0xFFFFFFFF;
    for (int j = 32; j; j >>= 1, mask ^= mask << j)
        for (int k = 0; k < 64; k = ((k | j) + 1) & ~j) {
            uint64_t swapped = (rows[k] >> j ^ rows[k | j]) & mask;
            rows[k] ^= swapped << j;
            rows[k | j] ^= swapped;
        }
}

/* By graph its set as bytes, the lowest bits first. */
static void write_sets(const slices *s, const uint64_t *set, int64_t count, uint8_t *out) {
    int64_t size = s->full >> 3 ? (s->full + 1) >> 3 : 1, here = size < 8 ? size : 8;
    for (int64_t word = 0; word * 64 < count; word++)
        for (int64_t first = 0; first <= s->full; first += 64) {
            uint64_t square[64] = {0};
            for (int64_t j = 0; j < 64 && first + j <= s->full; j++) square[j] = set[UNIT_WORDS * (first + j) + word];
            transpose(square);
            for (int64_t i = 0; i < 64 && 64 * word + i < count; i++)
                for (int64_t k = 0; k < here; k++)
                    out[(64 * word + i) * size + first / 8 + k] = (uint8_t)(square[i] >> 8 * k);
        }
}

/* The fewest pegs that can be left from any vacancy, and from which; `set` is what can reach one peg. */
static void count_left(const slices *s, uint64_t *set, int64_t count, int64_t wide, int64_t *rows) {
    int64_t missing = count;
    for (int64_t pegs = 1; missing && pegs < s->n; pegs++) {
        if (pegs > 1) reach_slices(s, pegs, s->full, set);
        for (int64_t *row = rows; row < rows + count * wide; row += wide) {
            if (row[2]) continue;
            row[1] = pegs, row[2] = vacancies_of(s, set, (row - rows) / wide);
            missing -= row[2] != 0;
        }
    }
}

static void count_by_vacancies(const slices *s, uint64_t *set, const uint64_t *stuck, int64_t count, int64_t wide,
                               int64_t *fewest, int64_t *most) {
    for (int64_t v = 0; v < s->n; v++) {
        reach_slices(s, 1, 1ll << v, set); /* the complements of what can be reached from the vacancy */
        most_pegs(s, set, NULL, count, wide, fewest + v);
        most_pegs(s, stuck, set, count, wide, most + v);
        for (int64_t i = 0; i < count; i++) fewest[i * wide + v] = s->n - fewest[i * wide + v];
    }
}

/* As graphs_count, for fewer vertices; `work` has room for two units by position. */
void KERNEL(graphs_sliced)(const uint8_t *lines, int64_t width, int64_t count, int64_t n, int64_t each,
                           uint8_t *reached, uint64_t *work, int64_t *rows) {
    slices s = {.n = n, .full = (1ll << n) - 1};
    uint64_t *stuck = work + (UNIT_WORDS << n);
    int64_t size = n > 3 ? 1ll << (n - 3) : 1, wide = FACTS + (each ? 2 * n : 0);
    for (int64_t at = 0; at < count; at += SLICED) {
        int64_t some = count - at < SLICED ? count - at : SLICED;
        read_slices(&s, lines + at * width, width, some);
        find_independent(&s, stuck);
        reach_slices(&s, 1, s.full, work);
        write_sets(&s, work, some, reached + at * size);
        most_pegs(&s, stuck, work, some, wide, rows + 3);
        most_pegs(&s, stuck, NULL, some, wide, rows + 4);
        for (int64_t i = 0; i < some; i++) {
            rows[i * wide] = rows[i * wide + 2] = n > 1 ? vacancies_of(&s, work, i) : 1;
            rows[i * wide + 1] = n > 1; /* no peg at all is as good as one */
        }
        count_left(&s, work, some, wide, rows);
        if (each) count_by_vacancies(&s, work, stuck, some, wide, rows + FACTS, rows + FACTS + n);
        rows += some * wide;
    }
}
