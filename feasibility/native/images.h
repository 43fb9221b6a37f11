/* The least image of positions under a group, by tables of one byte.
 *
 * Symmetries in feasibility/engines/positions/words.py is the reference. A table tells the image of every value of
 * every byte; the image of a position is their sum. Positions are taken in blocks, so that the tables of one
 * permutation stay in the cache while the block goes through them.
 */
#include "vectors.h"

#define MOST_SET_WORDS 2
#define IMAGE_BLOCK 512

INLINE void images_of_block(const uint64_t *positions, int64_t count, const int64_t words, int64_t bytes,
                            const uint64_t *table, uint64_t *least, int64_t *fixed) {
    for (int64_t k = 0; k < count; k++) {
        const uint64_t *position = positions + k * words;
        uint64_t image[MOST_SET_WORDS] = {0};
        for (int64_t byte = 0; byte < bytes; byte++) {
            const uint64_t *entry = table + (256 * byte + (position[byte >> 3] >> (byte & 7) * 8 & 255)) * words;
            for (int64_t i = 0; i < words; i++) image[i] |= entry[i];
        }
        uint64_t *best = least + k * words;
        int smaller = 0, same = 1;
        for (int64_t i = 0; i < words; i++) {
            smaller = image[i] < best[i] || (image[i] == best[i] && smaller);
            same &= image[i] == position[i];
        }
        for (int64_t i = 0; i < words; i++) best[i] = smaller ? image[i] : best[i];
        fixed[k] += same;
    }
}

/* An affine map over GF(2), by a table for each byte of a value. */
void KERNEL(affine)(const uint64_t *values, int64_t count, int64_t bytes, const uint64_t *tables, uint64_t constant,
                    uint64_t *out) {
    for (int64_t k = 0; k < count; k++) {
        uint64_t value = constant;
        for (int64_t byte = 0; byte < bytes; byte++) value ^= tables[256 * byte + (values[k] >> 8 * byte & 255)];
        out[k] = value;
    }
}

/* `least` comes as a copy of the positions, each of one or two words; `fixed` becomes greater by the number of the
 * permutations that leave a position as it is. */
void KERNEL(least_images)(const uint64_t *positions, int64_t count, int64_t words, int64_t bytes,
                          const uint64_t *tables, int64_t permutations, uint64_t *least, int64_t *fixed) {
    for (int64_t at = 0; at < count; at += IMAGE_BLOCK) {
        int64_t some = count - at < IMAGE_BLOCK ? count - at : IMAGE_BLOCK;
        for (int64_t p = 0; p < permutations; p++) {
            const uint64_t *table = tables + p * bytes * 256 * words;
            if (words == 1)
                images_of_block(positions + at, some, 1, bytes, table, least + at, fixed + at);
            else
                images_of_block(positions + 2 * at, some, 2, bytes, table, least + 2 * at, fixed + at);
        }
    }
}
