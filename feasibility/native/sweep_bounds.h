/* Positions of a level by sweeps that bounds by weights keep, positions of any number of words.
 *
 * The bounds come in blocks of BOUNDS. What a position weighs by those of a block, with the regions that it asks
 * for, is the sum of one entry for each byte of the position and each byte of the set of these regions.
 */
#include "vectors.h"

#define BOUNDS 16
#define BYTE 256
#define BOUND_VECTORS (BOUNDS / (2 * LANES))
typedef int32_t sums __attribute__((vector_size(8 * LANES)));

INLINE uint64_t byte_of(const uint64_t *words, int64_t i) { return words[i >> 3] >> 8 * (i & 7) & (BYTE - 1); }

/* The regions that a position asks for: `broken` tells from its bytes which are not full. */
INLINE uint64_t asked_by(const uint64_t *broken, int64_t bytes, uint64_t turned, uint64_t asked, const uint64_t *p) {
    uint64_t set = 0;
    for (int64_t i = 0; i < bytes; i++) set |= broken[i * BYTE + byte_of(p, i)];
    return (set ^ turned) & asked;
}

INLINE const int32_t *add_bytes(sums *total, const int32_t *table, int64_t bytes, const uint64_t *words) {
    for (int64_t i = 0; i < bytes; i++, table += BYTE * BOUNDS) {
        const int32_t *entry = table + byte_of(words, i) * BOUNDS;
        for (int k = 0; k < BOUND_VECTORS; k++) {
            sums part;
            memcpy(&part, entry + 2 * LANES * k, sizeof part);
            total[k] += part;
        }
    }
    return table;
}

/* Whether a position weighs more than one of the limits of a block. */
INLINE int is_over(const int32_t *table, int64_t bytes, const uint64_t *p, int64_t set_bytes, uint64_t set,
                   const int32_t *limits) {
    sums total[BOUND_VECTORS] = {{0}}, over = {0};
    table = add_bytes(total, table, bytes, p);
    add_bytes(total, table, set_bytes, &set);
    for (int k = 0; k < BOUND_VECTORS; k++) {
        sums limit;
        memcpy(&limit, limits + 2 * LANES * k, sizeof limit);
        over |= (sums)(total[k] > limit);
    }
    return some((vector)over);
}

/* Leaves in `positions` those that no bound rules out, in their order, and says how many. The weights are those of
 * the positions in `looked`, which may be the same array, and stays beside the other.
 * `tables` by block, byte and value: BOUNDS weights; first the bytes of a position, then those of a set of regions. */
int64_t KERNEL(sweep_bounds)(uint64_t *positions, uint64_t *looked, int64_t count, int64_t bytes, const uint64_t *broken,
                             uint64_t turned, uint64_t asked, int64_t set_bytes, const int32_t *tables,
                             const int32_t *limits, int64_t blocks) {
    size_t words = (size_t)(bytes + 7) / 8;
    int64_t span = (bytes + set_bytes) * BYTE * BOUNDS;
    for (int64_t block = 0; block < blocks; block++) {
        const int32_t *table = tables + block * span, *most = limits + block * BOUNDS;
        int64_t kept = 0;
        for (int64_t i = 0; i < count; i++) {
            const uint64_t *p = looked + words * i;
            if (is_over(table, bytes, p, set_bytes, asked_by(broken, bytes, turned, asked, p), most)) continue;
            memmove(positions + words * kept, positions + words * i, words * sizeof *p);
            memmove(looked + words * kept++, p, words * sizeof *p);
        }
        count = kept;
    }
    return count;
}
