/* Graphs with few vertices: which positions can be played to which, as a bit for each, and what follows for a census.
 *
 * feasibility/studies/census/closures.py is the reference. Position p is bit p & 63 of word p >> 6; the pegs on the
 * first SMALL vertices tell its place within a word.
 */
#include "vectors.h"

#define MOST_VERTICES 26
#define SMALL 6
#define FACTS 5 /* of a graph, before those of each vacancy */
#define BLOCK_WORDS 1024
#define MOST_BLOCKS 1024 /* with so many vertices */
#define OFFSET 63 /* of the characters of graph6 */

/* A jump taken back: where the holes are as they were after it, positions at a constant distance are won, too. */
typedef struct {
    int64_t care, value; /* of the number of a word: the bits that the jump changes, and what they must be */
    uint64_t mask;       /* of the places within a word */
    int64_t left, right;
} taken_back;
_Static_assert(sizeof(taken_back) == 40, "JUMP in closures.py");

typedef struct {
    int64_t n, words, jumps;
    uint64_t beside[MOST_VERTICES], everything; /* neighbours; the places of a word that are positions */
    taken_back *back;
} graph;

INLINE uint64_t with_peg(int64_t vertex) { return ~0ull / ((1ull << (1 << vertex)) + 1) << (1 << vertex); }

/* The places of a word with so many pegs on the first vertices. */
INLINE uint64_t with_pegs(int64_t pegs) {
    static const uint64_t places[SMALL + 1] = {0x1, 0x100010116, 0x1011601161668, 0x116166816686880,
                                               0x1668688068808000, 0x6880800080000000, 0x8000000000000000};
    return pegs < 0 || pegs > SMALL ? 0 : places[pegs];
}

/* A line of graph6, without its first character: the pairs of vertices in the order of the second one. */
static void read_graph(graph *g, const uint8_t *line) {
    memset(g->beside, 0, sizeof g->beside);
    for (int64_t high = 1, i = 0; high < g->n; high++)
        for (int64_t low = 0; low < high; low++, i++) {
            if (!((line[1 + i / 6] - OFFSET) >> (5 - i % 6) & 1)) continue;
            g->beside[high] |= 1ull << low;
            g->beside[low] |= 1ull << high;
        }
}

static void add_jump(graph *g, int64_t start, int64_t over, int64_t landing) {
    const int64_t holes[3] = {start, over, landing};
    taken_back b = {0, 0, g->everything, 0, 0};
    int64_t distance = 0;
    for (int i = 0; i < 3; i++) {
        int64_t bit = 1ll << holes[i], peg = i < 2;
        if (holes[i] < SMALL) {
            distance += peg ? bit : -bit;
            b.mask &= peg ? with_peg(holes[i]) : ~with_peg(holes[i]);
        } else {
            b.care |= bit >> SMALL;
            b.value |= peg ? bit >> SMALL : 0;
        }
    }
    *(distance > 0 ? &b.left : &b.right) = distance > 0 ? distance : -distance;
    g->back[g->jumps++] = b;
}

static void find_jumps(graph *g) {
    g->jumps = 0;
    for (int64_t over = 0; over < g->n; over++)
        for (uint64_t from = g->beside[over]; from; from &= from - 1)
            for (uint64_t to = g->beside[over] & ~(from & -from); to; to &= to - 1)
                add_jump(g, __builtin_ctzll(from), over, __builtin_ctzll(to));
}

/* Within `count` words, a power of two, from `first` on, a multiple of it. Returns what the set has grown by. */
INLINE uint64_t take_back(uint64_t *words, int64_t first, int64_t count, const taken_back *b) {
    if ((first ^ b->value) & b->care & -count) return 0;
    int64_t care = b->care & (count - 1), value = b->value & (count - 1), run = care ? care & -care : count;
    uint64_t grown = 0;
    for (int64_t at = value; at < count; at = (((at | care) + run) & ~care) | value) {
        uint64_t *to = words + first + at;
        const uint64_t *from = words + ((first + at) ^ b->care);
        for (int64_t k = 0; k < run; k++) {
            uint64_t more = from[k] << b->left >> b->right & b->mask & ~to[k];
            to[k] |= more;
            grown |= more;
        }
    }
    return grown;
}

/* The set, and all positions that can be played into it. A block is not looked at for the sake of one that has not
 * grown since the last time. */
static void close_set(const graph *g, uint64_t *words) {
    int64_t count = g->words < BLOCK_WORDS ? g->words : BLOCK_WORDS;
    int64_t last[MOST_BLOCKS] = {0}; /* by block the pass in which it grew; 1 for what is there before the first one */
    for (int64_t w = 0; w < g->words; w++) last[w / count] |= words[w] != 0;
    for (int64_t pass = 2, grown = 1; grown; pass++) {
        grown = 0;
        for (int64_t first = 0; first < g->words; first += count)
            for (int64_t j = 0; j < g->jumps; j++) {
                const taken_back *b = g->back + j;
                if (last[(first ^ b->care) / count] < pass - 1 || !take_back(words, first, count, b)) continue;
                last[first / count] = grown = pass;
            }
    }
}

/* The positions that can be played to some with so many pegs. */
static void reach_pegs(const graph *g, int64_t pegs, uint64_t *words) {
    for (int64_t w = 0; w < g->words; w++)
        words[w] = with_pegs(pegs - __builtin_popcountll((uint64_t)w)) & g->everything;
    close_set(g, words);
}

/* The vertices whose vacancy, all others filled, is in the set. */
static int64_t vacancies(const graph *g, const uint64_t *words) {
    int64_t full = (1ll << g->n) - 1, found = 0;
    for (int64_t v = 0; v < g->n; v++) {
        int64_t position = full ^ 1ll << v;
        found |= (int64_t)(words[position >> SMALL] >> (position & 63) & 1) << v;
    }
    return found;
}

/* The places of a word with a peg on a vertex, where `pegs` are those that the number of the word tells. */
INLINE uint64_t with_peg_on(int64_t vertex, uint64_t pegs) {
    return vertex < SMALL ? with_peg(vertex) : 0 - (pegs >> vertex & 1);
}

/* The positions with a peg on each edge: the complements of those without a jump. */
static void find_covers(const graph *g, uint64_t *covers) {
    for (int64_t w = 0; w < g->words; w++) {
        uint64_t pegs = (uint64_t)w << SMALL, places = g->everything;
        for (int64_t v = 1; v < g->n && places; v++) {
            uint64_t here = with_peg_on(v, pegs);
            for (uint64_t low = g->beside[v] & ((1ull << v) - 1); low && ~here; low &= low - 1)
                places &= here | with_peg_on(__builtin_ctzll(low), pegs);
        }
        covers[w] = places;
    }
}

/* The fewest pegs of a cover in a set, and the most of any position in it. */
static void count_pegs(const graph *g, const uint64_t *words, const uint64_t *covers, int64_t *fewest, int64_t *most) {
    *fewest = g->n, *most = 0;
    for (int64_t w = 0; w < g->words; w++) {
        int64_t pegs = __builtin_popcountll((uint64_t)w);
        for (int64_t k = 0; words[w] && k <= SMALL; k++) {
            if (words[w] & with_pegs(k) && pegs + k > *most) *most = pegs + k;
            if (words[w] & covers[w] & with_pegs(k) && pegs + k < *fewest) *fewest = pegs + k;
        }
    }
}

/* Whether the graph is connected. */
static int is_connected(const graph *g) {
    uint64_t seen = 1, before = 0;
    while (seen != before) {
        before = seen;
        for (int64_t v = 0; v < g->n; v++)
            if (seen >> v & 1) seen |= g->beside[v];
    }
    return seen == (1ull << g->n) - 1;
}

/* The number of the first graph that is not connected; `count` if all are. */
int64_t KERNEL(graphs_apart)(const uint8_t *lines, int64_t width, int64_t count, int64_t n) {
    graph g = {.n = n};
    for (int64_t i = 0; i < count; i++) {
        read_graph(&g, lines + i * width);
        if (!is_connected(&g)) return i;
    }
    return count;
}

/* The set as bytes, the lowest bits first. */
static uint8_t *write_set(const graph *g, const uint64_t *words, uint8_t *out) {
    for (int64_t w = 0; w < g->words; w++)
        for (int64_t bit = 0; bit < 64 && bit < 1ll << g->n; bit += 8) *out++ = (uint8_t)(words[w] >> bit);
    return out;
}

/* From each vacancy the fewest pegs that can be left, then from each the most. */
static void count_by_vacancy(const graph *g, uint64_t *work, const uint64_t *covers, int64_t *fewest, int64_t *most) {
    for (int64_t v = 0; v < g->n; v++) {
        memset(work, 0, (size_t)g->words * sizeof *work);
        work[1ll << v >> SMALL] = 1ull << (1ll << v & 63);
        close_set(g, work); /* the complements of what can be reached from the vacancy */
        count_pegs(g, work, covers, most + v, fewest + v);
        fewest[v] = g->n - fewest[v], most[v] = g->n - most[v];
    }
}

/* By graph its row of numbers, and in `reached` the positions that can reach one peg.
 * `work` has room for two sets, `back` for n (n - 1) (n - 2) jumps. */
void KERNEL(graphs_count)(const uint8_t *lines, int64_t width, int64_t count, int64_t n, int64_t each, uint8_t *reached,
                          uint64_t *work, void *back, int64_t *rows) {
    graph g = {.n = n, .words = n > SMALL ? 1ll << (n - SMALL) : 1, .back = back};
    g.everything = n < SMALL ? (1ull << (1 << n)) - 1 : ~0ull;
    uint64_t *covers = work + g.words;
    for (int64_t i = 0; i < count; i++, rows += FACTS + (each ? 2 * n : 0)) {
        int64_t most;
        read_graph(&g, lines + i * width);
        find_jumps(&g);
        find_covers(&g, covers);
        reach_pegs(&g, 1, work);
        reached = write_set(&g, work, reached);
        count_pegs(&g, work, covers, rows + 3, &most), rows[3] = n - rows[3];
        count_pegs(&g, covers, covers, rows + 4, &most), rows[4] = n - rows[4];
        rows[1] = n > 1; /* no peg at all is as good as one */
        rows[0] = rows[2] = n > 1 ? vacancies(&g, work) : 1;
        for (int64_t pegs = 2; pegs < n && !rows[2]; pegs++) {
            reach_pegs(&g, pegs, work);
            rows[1] = pegs, rows[2] = vacancies(&g, work);
        }
        if (each) count_by_vacancy(&g, work, covers, rows + FACTS, rows + FACTS + n);
    }
}
