/* One block of a level of the frontier search, positions of one word.
 *
 * For every position and every legal move: the position reached, unless a pagoda function rules it out,
 * brought to the least member of its orbit. Two small direct-mapped caches drop most repetitions before
 * and after that work; what passes them is sorted and made distinct by the caller, so they only save time.
 * Tables are those of words.py: `pieces` tables of 2048 entries per permutation and per group of lanes.
 * Which moves are legal comes from tables too: the AND of one set of moves per piece of the position.
 */
#ifndef PEGFEAS_FRONTIER_H
#define PEGFEAS_FRONTIER_H
#include "vectors.h"

#define MOST_IMAGES 128
#define MOST_LANES 128
#define PIECE 11
#define ENTRIES 2048
#define CACHE_BITS 16
#define CACHE ((size_t)1 << CACHE_BITS)

/* A position of two words is a number of 128 bits, which need not be aligned as such. */
typedef unsigned __int128 two_words __attribute__((aligned(8)));
#define TWO(list) ((const two_words *)(list))

INLINE uint64_t sum_pieces(const uint64_t *table, int64_t pieces, uint64_t q) {
    uint64_t total = 0;
    for (int64_t i = 0; i < pieces; i++, table += ENTRIES, q >>= PIECE)
        total += table[q & (ENTRIES - 1)];
    return total;
}

INLINE uint64_t and_pieces(const uint64_t *table, int64_t pieces, uint64_t q) {
    uint64_t common = ~UINT64_C(0);
    for (int64_t i = 0; i < pieces; i++, table += ENTRIES, q >>= PIECE)
        common &= table[q & (ENTRIES - 1)];
    return common;
}

INLINE int seen(uint64_t *cache, uint64_t q) {
    size_t slot = (size_t)((q * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - CACHE_BITS));
    if (cache[slot] == q)
        return 1;
    cache[slot] = q;
    return 0;
}

/* What is true of a position and its orbit before a move, from tables; a move then changes each part by a constant:
 * the images by exclusive-or, the sums of the lanes by addition. */
typedef struct {
    uint64_t images[MOST_IMAGES], lanes[MOST_LANES];
} before_move;

INLINE void look_up(before_move *at, uint64_t p, int64_t pieces, int64_t groups, const uint64_t *lane_tables,
                    const uint64_t *bases, int64_t permutations, const uint64_t *images) {
    int64_t span = pieces * ENTRIES;
    for (int64_t g = 0; g < groups; g++) at->lanes[g] = sum_pieces(lane_tables + g * span, pieces, p) + bases[g];
    for (int64_t s = 0; s < permutations; s++) at->images[s] = sum_pieces(images + s * span, pieces, p);
}

INLINE int survives(const uint64_t *lanes, const uint64_t *deltas, const uint64_t *signs, int64_t groups) {
    for (int64_t g = 0; g < groups; g++)
        if (((lanes[g] + deltas[g]) & signs[g]) != signs[g]) return 0;
    return 1;
}

INLINE uint64_t least_image(const before_move *at, uint64_t q, const uint64_t *moved, int64_t permutations) {
    for (int64_t s = 0; s < permutations; s++) {
        uint64_t other = at->images[s] ^ moved[s];
        q = other < q ? other : q;
    }
    return q;
}

/* `caches` is zeroed scratch of 2 * CACHE words (no position reached is 0: the last move set a bit).
 * `moved`: by move the images of its holes; `deltas`: by move what it adds to the lanes.
 * Returns how many positions were written, or -1 when `room` is too small. */
int64_t KERNEL(frontier_expand)(const uint64_t *block, int64_t count, const uint64_t *cares, const uint64_t *legal,
                                int64_t sets, int64_t pieces, int64_t groups, const uint64_t *lane_tables,
                                const uint64_t *bases, const uint64_t *signs, const uint64_t *deltas,
                                int64_t permutations, const uint64_t *images, const uint64_t *moved,
                                uint64_t *caches, uint64_t *out, int64_t room) {
    uint64_t *raw = caches, *canonical = caches + CACHE;
    int64_t written = 0;
    before_move at;
    for (int64_t i = 0; i < count; i++) {
        uint64_t p = block[i];
        look_up(&at, p, pieces, groups, lane_tables, bases, permutations, images);
        for (int64_t set = 0; set < sets; set++) {
            uint64_t moves = and_pieces(legal + set * pieces * ENTRIES, pieces, p);
            for (; moves; moves &= moves - 1) {
                int64_t j = 64 * set + __builtin_ctzll(moves);
                uint64_t q = p ^ cares[j];
                if (seen(raw, q) || !survives(at.lanes, deltas + j * groups, signs, groups)) continue;
                q = least_image(&at, q, moved + j * permutations, permutations);
                if (permutations && seen(canonical, q)) continue;
                if (written == room) return -1;
                out[written++] = q;
            }
        }
    }
    return written;
}

#endif
