/* Sums over the jumps of positions, for the chances of random play.
 *
 * ChanceLevel in feasibility/engines/chances.py is the reference. Positions are words; what a jump reaches is taken to
 * the least of its images, which differ from those of the position by a constant, and looked up in the level below.
 * `images` counts the permutations besides the identity; `moved` has, jump by jump, the images of its three holes.
 */
#include "vectors.h"

#define CHANCES_AT_ONCE 16

INLINE uint64_t slot_of(uint64_t word, uint64_t mask) { return (word * 0x9E3779B97F4A7C15u >> 32) & mask; }

/* degrees[k]: the number of jumps that are legal in words[k]. */
void KERNEL(chance_degrees)(const uint64_t *words, int64_t count, const uint64_t *cares, const uint64_t *wants,
                            int64_t moves, int64_t *degrees) {
    for (int64_t k = 0; k < count; k++) {
        int64_t legal = 0;
        for (int64_t m = 0; m < moves; m++) legal += (words[k] & cares[m]) == wants[m];
        degrees[k] = legal;
    }
}

/* A table that finds each of fewer than 2^32 words: its number plus one, in the first free slot from its own. */
void KERNEL(chance_slots)(const uint64_t *words, int64_t count, uint32_t *slots, uint64_t mask) {
    for (int64_t k = 0; k < count; k++) {
        uint64_t slot = slot_of(words[k], mask);
        while (slots[slot]) slot = (slot + 1) & mask;
        slots[slot] = (uint32_t)(k + 1);
    }
}

INLINE void add_row(uint64_t *room, const uint32_t *row, int64_t width) {
    for (int64_t i = 0; i < width; i++) room[i] += row[i];
}

/* What the legal jumps of a word reach, each as the least of its images; their number. */
INLINE int64_t reached_from(uint64_t word, const uint64_t *cares, const uint64_t *wants, int64_t moves, int64_t bytes,
                            const uint64_t *tables, const uint64_t *moved, int64_t images, uint64_t *reached) {
    uint64_t image[MOST_IMAGES];
    int64_t some = 0;
    for (int64_t g = 0; g < images; g++) {
        const uint64_t *table = tables + g * bytes * 256;
        image[g] = 0;
        for (int64_t byte = 0; byte < bytes; byte++) image[g] |= table[256 * byte + (word >> 8 * byte & 255)];
    }
    for (int64_t first = 0; first < moves; first += 64) {
        int64_t last = first + 64 < moves ? first + 64 : moves;
        uint64_t legal = 0;
        for (int64_t m = first; m < last; m++) legal |= (uint64_t)((word & cares[m]) == wants[m]) << (m - first);
        for (; legal; legal &= legal - 1) {
            int64_t m = first + __builtin_ctzll(legal);
            const uint64_t *change = moved + m * images;
            uint64_t least = word ^ cares[m];
            for (int64_t g = 0; g < images; g++) {
                uint64_t other = image[g] ^ change[g];
                least = other < least ? other : least;
            }
            reached[some++] = least;
        }
    }
    return some;
}

/* sums: for each word the sum of the numerators of what its jumps reach, times its factor, which is one digit; that
 * has no more than `digits` digits. `reached` has room for the jumps of CHANCES_AT_ONCE words, whose places are fetched
 * together, and `room` for a number and a digit. */
void KERNEL(chance_sums)(const uint64_t *words, int64_t count, const uint64_t *cares, const uint64_t *wants,
                         int64_t moves, int64_t bytes, const uint64_t *tables, const uint64_t *moved, int64_t images,
                         const uint64_t *below, const uint32_t *slots, uint64_t mask, const uint32_t *numerators,
                         int64_t width, const uint32_t *factors, uint64_t *reached, uint64_t *room, uint32_t *sums,
                         int64_t digits) {
    int64_t ends[CHANCES_AT_ONCE];
    for (int64_t low = 0; low < count; low += CHANCES_AT_ONCE) {
        int64_t some = count - low < CHANCES_AT_ONCE ? count - low : CHANCES_AT_ONCE, end = 0;
        for (int64_t k = 0; k < some; k++) {
            int64_t first = end;
            end += reached_from(words[low + k], cares, wants, moves, bytes, tables, moved, images, reached + end);
            for (int64_t i = first; i < end; i++) __builtin_prefetch(slots + slot_of(reached[i], mask));
            ends[k] = end;
        }
        for (int64_t i = 0; i < end; i++) { /* most are found there, or nowhere */
            int64_t place = slots[slot_of(reached[i], mask)];
            place -= place > 0;
            __builtin_prefetch(below + place);
            __builtin_prefetch(numerators + place * width);
            __builtin_prefetch(numerators + (place + 1) * width - 1);
        }
        for (int64_t k = 0, i = 0; k < some; k++) {
            memset(room, 0, (width + 1) * sizeof *room);
            for (; i < ends[k]; i++) {
                uint64_t slot = slot_of(reached[i], mask);
                while (slots[slot] && below[slots[slot] - 1] != reached[i]) slot = (slot + 1) & mask;
                if (slots[slot]) add_row(room, numerators + (int64_t)(slots[slot] - 1) * width, width);
            }
            uint64_t carry = 0, more = 0, factor = factors[low + k];
            uint32_t *sum = sums + (low + k) * digits;
            for (int64_t digit = 0; digit < digits; digit++) {
                carry += digit <= width ? room[digit] : 0;
                more += (carry & 0xFFFFFFFF) * factor;
                sum[digit] = (uint32_t)more;
                carry >>= 32, more >>= 32;
            }
        }
    }
}
