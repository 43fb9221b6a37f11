/* Numbers of plays, level by level over dense sets; search/dense/counter.py has the reference.
 *
 * A level is its own bit array; the numbers of its members lie in the order of their addresses, and
 * ranks[w] says how many members come before word w. A number has any number of limbs of
 * 64 bits, the same for all of a level.
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

INLINE int64_t rank_of(const level *at, int64_t word, int bit) {
    return at->ranks[word] + __builtin_popcountll(at->words[word] & (((uint64_t)1 << bit) - 1));
}

/* One move into one unit: the members at its end whose predecessors are in the level above. */
INLINE void pull_numbers(const level *to, const level *from, int64_t word, int64_t source, const uint64_t *mask,
                         int shift, int limbs) {
    uint64_t both[UNIT_WORDS];
    vector any = {0};
    for (int v = 0; v < UNIT_WORDS; v += LANES) {
        vector above = load(from->words + source + v);
        above = shift > 0 ? above << shift : above >> -shift;
        above &= load(to->words + word + v) & load(mask + v);
        any |= above;
        store(both + v, above);
    }
    if (!some(any)) return;
    for (int lane = 0; lane < UNIT_WORDS; lane++)
        for (uint64_t bits = both[lane]; bits; bits &= bits - 1) {
            int bit = __builtin_ctzll(bits);
            int64_t here = rank_of(to, word + lane, bit), there = rank_of(from, source + lane, bit - shift);
            add(to->numbers + limbs * here, from->numbers + limbs * there, limbs);
        }
}

INLINE void count_block(const counting *c, int64_t index, int limbs) {
    for (int64_t j = 0; j < c->count; j++) {
        const move *m = c->moves + j;
        if ((index & m->block_mask) != m->block_value) continue;
        int64_t target = index * c->units, source = (index ^ m->block_flip) * c->units, flip = 0;
        for (int p = 0; p < m->pivots; p++) flip |= parity((uint64_t)(index & m->block_row[p])) << p;
        for (int64_t free = 0; free < c->units; free = ((free | m->unit_mask) + 1) & ~m->unit_mask) {
            int64_t u = free | m->unit_value, which = flip;
            for (int p = 0; p < m->pivots; p++) which ^= parity((uint64_t)(u & m->unit_row[p])) << p;
            pull_numbers(&c->to, &c->above, UNIT_WORDS * (target + u),
                         UNIT_WORDS * (source + (u ^ m->unit_flip)) - m->word_step,
                         c->masks + UNIT_WORDS * (8 * j + which), (int)m->shift, limbs);
        }
    }
}

/* The numbers of a block at the places where a symmetry carries its members. */
INLINE void copy_numbers(const level *to, int64_t index, int64_t there, int64_t units, const int32_t *within,
                         const int32_t *place, int limbs) {
    for (int64_t w = 0; w < 8 * units; w++) {
        const uint64_t *from = to->numbers + limbs * (int64_t)to->ranks[8 * units * index + w];
        int64_t unit_there = 8 * (there * units + place[w >> 3]);
        for (uint64_t bits = to->words[8 * units * index + w]; bits; bits &= bits - 1, from += limbs) {
            int32_t address = within[(w & 7) << 6 | __builtin_ctzll(bits)];
            memcpy(to->numbers + limbs * rank_of(to, unit_there + (address >> 6), address & 63), from,
                   8 * (size_t)limbs);
        }
    }
}

INLINE void count_orbit(const counting *c, int64_t turn, int limbs) {
    int64_t index = c->order[turn];
    count_block(c, index, limbs);
    for (int64_t g = 0; g < c->images; g++) {
        int64_t there = c->image[g * c->visited + turn];
        if (there >= 0 && there != index)
            copy_numbers(&c->to, index, there, c->units, c->within + 512 * g, c->place + g * c->units, limbs);
    }
}

/* numbers of `to` += numbers of all predecessors in `from`; threads share the cursor over orbits of blocks */
void KERNEL(dense_count)(counting *c) {
    for (;;) {
        int64_t turn = __atomic_fetch_add(&c->cursor, 1, __ATOMIC_RELAXED);
        if (turn >= c->visited || __atomic_load_n(c->stop, __ATOMIC_RELAXED)) return;
        if (c->limbs == 1) count_orbit(c, turn, 1);
        else if (c->limbs == 2) count_orbit(c, turn, 2);
        else count_orbit(c, turn, (int)c->limbs);
    }
}

/* Sparse sets: one numbering of the members that are kept, in their order; ranks as for a level. */

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

/* The predecessors of a member, as far as the rules know them. */
INLINE void predecessors(const sparse *set, uint64_t address, gathering *g) {
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
    g->rank[g->members++] = sparse_rank(set, kept_place(set, address));
}

/* Those predecessors that are members, and their numbers. */
INLINE void add_gathered(const sparse *set, gathering *g, int limbs) {
    int64_t there = 0;
    for (int64_t i = 0; i < g->count; i++) {
        uint64_t place = g->place[i], rank = (uint64_t)sparse_rank(set, place);
        __builtin_prefetch(set->numbers + limbs * rank); /* of a later member, if it is none */
        g->place[there] = rank;
        g->into[there] = g->into[i];
        there += set->words[place >> 6] >> (place & 63) & 1;
    }
    for (int64_t i = 0; i < there; i++)
        add(set->numbers + limbs * g->rank[g->into[i]], set->numbers + limbs * g->place[i], limbs);
    g->count = g->members = 0;
}

INLINE void gather(const sparse *set, const uint64_t *addresses, int64_t from, int64_t to, int limbs) {
    gathering g;
    g.count = g.members = 0;
    for (int64_t i = from; i < to; i++) {
        predecessors(set, addresses[i], &g);
        if (g.count >= GATHERED || g.members == GATHERED || i + 1 == to) add_gathered(set, &g, limbs);
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
