/* Numbers of plays over the members of dense sets of which one block of each orbit is kept;
 * engines/dense/counter.py has the reference.
 *
 * A member's place is its bit among the blocks that are kept; the numbers of the members lie in the order of their
 * places, and ranks[w] says how many members come before word w. A number has any number of limbs of 64 bits, the
 * same for all.
 */
#include "layout.h"
#include "vectors.h"

typedef unsigned __int128 wide;

INLINE void add(uint64_t *to, const uint64_t *from, int limbs) {
    wide carry = 0;
    for (int i = 0; i < limbs; i++) {
        carry += (wide)to[i] + from[i];
        to[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

/* The place, among the bits that are kept, of an address or of its image. */
INLINE uint64_t kept_place(const sparse *set, uint64_t address) {
    uint64_t block = address >> set->block_bits, low = address & (((uint64_t)1 << set->block_bits) - 1);
    int64_t g = set->via[block];
    if (g >= 0)
        low = (uint64_t)set->place[(g << set->block_bits >> 9) + (int64_t)(low >> 9)] << 9 |
              (uint64_t)set->within[g << 9 | (int64_t)(low & 511)];
    return (uint64_t)set->turn[block] << set->block_bits | low;
}

INLINE int64_t sparse_rank(const sparse *set, uint64_t place) {
    uint64_t below = ((uint64_t)1 << (place & 63)) - 1;
    return set->ranks[place >> 6] + __builtin_popcountll(set->words[place >> 6] & below);
}

/* An affine map over GF(2), byte by byte. */
INLINE uint64_t mapped(const uint64_t *tables, uint64_t constant, int64_t bytes, uint64_t value) {
    for (int64_t byte = 0; byte < bytes; byte++) constant ^= tables[256 * byte + (value >> 8 * byte & 255)];
    return constant;
}

#define GATHERED 1024 /* predecessors that are looked up together, so that memory answers while others are asked for */

typedef struct {
    uint64_t place[GATHERED + MOST_JUMPS]; /* of the predecessor, then its rank */
    uint32_t into[GATHERED + MOST_JUMPS];  /* which of the members it leads to */
    int64_t rank[GATHERED];                /* of the members */
    int64_t count, members;
} gathering;

/* The predecessors of a member, as far as the rules know them; `rank` is its own. */
INLINE void predecessors(const sparse *set, uint64_t address, int64_t rank, gathering *g) {
    uint64_t position = mapped(set->position, (uint64_t)set->constant, set->bytes, address);
    for (int64_t s = 0; s < set->sets; s++) {
        const uint64_t *legal = set->legal + 256 * set->holes * s;
        uint64_t jumps = ~(uint64_t)0;
        for (int64_t byte = 0; byte < set->holes; byte++) jumps &= legal[256 * byte + (position >> 8 * byte & 255)];
        for (; jumps; jumps &= jumps - 1) {
            uint64_t place = kept_place(set, address ^ set->steps[64 * s + __builtin_ctzll(jumps)]);
            __builtin_prefetch(set->words + (place >> 6));
            __builtin_prefetch(set->ranks + (place >> 6));
            g->place[g->count] = place;
            g->into[g->count++] = (uint32_t)g->members;
        }
    }
    g->rank[g->members++] = rank;
}

/* Add the numbers of those predecessors that are members of `set` to the numbers of `to`. */
INLINE void add_gathered(const sparse *to, const sparse *set, gathering *g, int limbs) {
    int64_t there = 0;
    for (int64_t i = 0; i < g->count; i++) {
        uint64_t place = g->place[i], rank = (uint64_t)sparse_rank(set, place);
        __builtin_prefetch(set->numbers + limbs * rank); /* of a later member, if it is none */
        g->place[there] = rank;
        g->into[there] = g->into[i];
        there += set->words[place >> 6] >> (place & 63) & 1;
    }
    for (int64_t i = 0; i < there; i++)
        add(to->numbers + limbs * g->rank[g->into[i]], set->numbers + limbs * g->place[i], limbs);
    g->count = g->members = 0;
}

INLINE void gather(const sparse *set, const uint64_t *addresses, int64_t from, int64_t to, int limbs) {
    gathering g;
    g.count = g.members = 0;
    for (int64_t i = from; i < to; i++) {
        predecessors(set, addresses[i], sparse_rank(set, kept_place(set, addresses[i])), &g);
        if (g.count >= GATHERED || g.members == GATHERED || i + 1 == to) add_gathered(set, set, &g, limbs);
    }
}

/* The numbers of the members in some words of a level. */
INLINE void count_words(const sparse *to, const sparse *above, int64_t from, int64_t end, int limbs) {
    gathering g;
    g.count = g.members = 0;
    for (int64_t w = from; w < end; w++) {
        uint64_t low = (uint64_t)w << 6 & (((uint64_t)1 << to->block_bits) - 1);
        uint64_t first = (uint64_t)to->order[(uint64_t)w << 6 >> to->block_bits] << to->block_bits | low;
        int64_t rank = to->ranks[w];
        for (uint64_t bits = to->words[w]; bits; bits &= bits - 1) {
            predecessors(above, first | (uint64_t)__builtin_ctzll(bits), rank++, &g);
            if (g.count >= GATHERED || g.members == GATHERED) add_gathered(to, above, &g, limbs);
        }
    }
    add_gathered(to, above, &g, limbs);
}

#define COUNTED_WORDS 1024 /* that a thread takes at once */

/* numbers of `to`, which are 0, += numbers of all predecessors in `above`; threads share the cursor over words */
void KERNEL(dense_count)(const sparse *to, const sparse *above, int64_t words, int64_t limbs, int64_t *cursor,
                         const int32_t *stop) {
    for (;;) {
        int64_t from = __atomic_fetch_add(cursor, COUNTED_WORDS, __ATOMIC_RELAXED);
        if (from >= words || __atomic_load_n(stop, __ATOMIC_RELAXED)) return;
        int64_t end = from + COUNTED_WORDS < words ? from + COUNTED_WORDS : words;
        if (limbs == 1) count_words(to, above, from, end, 1);
        else if (limbs == 2) count_words(to, above, from, end, 2);
        else count_words(to, above, from, end, (int)limbs);
    }
}

/* numbers of the members listed, which are 0, += numbers of all predecessors; at most MOST_JUMPS jumps */
void KERNEL(dense_gather)(const sparse *set, const uint64_t *addresses, int64_t size, int64_t limbs, int64_t *cursor,
                          const int32_t *stop) {
    for (;;) {
        int64_t from = __atomic_fetch_add(cursor, 4096, __ATOMIC_RELAXED);
        if (from >= size || __atomic_load_n(stop, __ATOMIC_RELAXED)) return;
        int64_t to = from + 4096 < size ? from + 4096 : size;
        if (limbs == 1) gather(set, addresses, from, to, 1);
        else gather(set, addresses, from, to, (int)limbs);
    }
}

/* out[i] = the number at addresses[i] */
void KERNEL(dense_pick)(const sparse *set, const uint64_t *addresses, int64_t size, uint64_t *out, int64_t limbs) {
    for (int64_t i = 0; i < size; i++) {
        int64_t rank = sparse_rank(set, kept_place(set, addresses[i]));
        memcpy(out + limbs * i, set->numbers + limbs * rank, 8 * (size_t)limbs);
    }
}
