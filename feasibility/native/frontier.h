/* One block of a level of the frontier search, positions of one word.
 *
 * For every position and every legal move: the position reached, unless a pagoda function rules it out,
 * brought to the least member of its orbit. Two small direct-mapped caches drop most repetitions before
 * and after that work; what passes them is sorted and made distinct by the caller, so they only save time.
 * Tables are those of words.py: `pieces` tables of 2048 entries per permutation and per group of lanes.
 * Which moves are legal comes from tables too: the AND of one set of moves per piece of the position.
 */
#include "vectors.h"

#define PIECE 11
#define ENTRIES 2048
#define CACHE_BITS 16
#define CACHE ((size_t)1 << CACHE_BITS)

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

/* `caches` is zeroed scratch of 2 * CACHE words (no position reached is 0: the last move set a bit).
 * Returns how many positions were written, or -1 when `room` is too small. */
int64_t KERNEL(frontier_expand)(const uint64_t *block, int64_t count, const uint64_t *cares,
                                const uint64_t *legal, int64_t sets, int64_t pieces, int64_t groups,
                                const uint64_t *lane_tables, const uint64_t *bases, const uint64_t *signs,
                                int64_t permutations, const uint64_t *images, uint64_t *caches, uint64_t *out,
                                int64_t room) {
    uint64_t *raw = caches, *canonical = caches + CACHE;
    int64_t written = 0, span = pieces * ENTRIES;
    for (int64_t i = 0; i < count; i++) {
        uint64_t p = block[i];
        for (int64_t set = 0; set < sets; set++) {
            uint64_t moves = and_pieces(legal + set * span, pieces, p);
            for (; moves; moves &= moves - 1) {
                uint64_t q = p ^ cares[64 * set + __builtin_ctzll(moves)];
                if (seen(raw, q))
                    continue;
                int64_t g = 0;
                while (g < groups &&
                       ((sum_pieces(lane_tables + g * span, pieces, q) + bases[g]) & signs[g]) == signs[g])
                    g++;
                if (g < groups)
                    continue;
                uint64_t least = q;
                for (int64_t s = 0; s < permutations; s++) {
                    uint64_t other = sum_pieces(images + s * span, pieces, q);
                    if (other < least)
                        least = other;
                }
                if (permutations && seen(canonical, least))
                    continue;
                if (written == room)
                    return -1;
                out[written++] = least;
            }
        }
    }
    return written;
}
