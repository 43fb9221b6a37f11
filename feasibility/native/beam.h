/* Beam search, positions of one word or two: a level from the one before it, the best of it, and the way back.
 *
 * feasibility/engines/beam/reference.py does the same by numpy. A level is sorted and holds one position of each
 * orbit, the least.
 */
#include "frontier.h"
#include "layout.h"

#define POSITION uint64_t
#define SIZED(name) narrow_##name
#include "beam_sized.h"
#undef POSITION
#undef SIZED
#define POSITION two_words
#define SIZED(name) wide_##name
#include "beam_sized.h"
#undef POSITION
#undef SIZED

/* Fills the tables: `permutations` by symmetry and hole, `places` by hole its two coordinates. */
void KERNEL(beam_prepare)(const beaming *b, const int64_t *permutations, const int64_t *places) {
    uint64_t *sums = b->spreads;
    for (int64_t byte = 0; byte < b->bytes; byte++, sums += 1024)
        for (int64_t value = 1; value < 256; value++) {
            int64_t hole = 8 * byte + __builtin_ctzll((uint64_t)value), rest = value & (value - 1);
            uint64_t i = 0, j = 0, one = hole < b->holes;
            if (one) i = (uint64_t)places[2 * hole], j = (uint64_t)places[2 * hole + 1];
            uint64_t own[4] = {one, i, j, i * i + j * j};
            for (int k = 0; k < 4; k++) sums[4 * value + k] = sums[4 * rest + k] + own[k];
        }
    if (b->words == 1) narrow_images(b, permutations);
    else wide_images(b, permutations);
}

/* What one move reaches from a level, sorted, distinct, each the least of its orbit; how many there are, or -1 when
 * there is too little room. */
int64_t KERNEL(beam_expand)(const beaming *b, const uint64_t *level, int64_t count, uint64_t *out) {
    return b->words == 1 ? narrow_expand(b, level, count, out) : wide_expand(b, TWO(level), count, (two_words *)out);
}

/* Sorts a list and leaves repetitions out; how many remain. */
int64_t KERNEL(beam_distinct)(const beaming *b, uint64_t *list, int64_t count) {
    return b->words == 1 ? narrow_distinct(b, list, count) : wide_distinct(b, (two_words *)list, count);
}

/* The best of a level of more than `width` positions, by the spread of the pegs in the holes of `care`. */
void KERNEL(beam_keep)(const beaming *b, const uint64_t *level, int64_t count, const uint64_t *care, int64_t width,
                       uint64_t *out) {
    if (b->words == 1) narrow_keep(b, level, count, *care, width, out);
    else wide_keep(b, TWO(level), count, *TWO(care), width, (two_words *)out);
}

/* The first position whose complement in `full` is, up to symmetry, one of another sorted list; -1 for none. */
int64_t KERNEL(beam_meet)(const beaming *b, const uint64_t *level, int64_t count, const uint64_t *full,
                          const uint64_t *near, int64_t complements) {
    if (b->words == 1) return narrow_meet(b, level, count, *full, near, complements);
    return wide_meet(b, TWO(level), count, *TWO(full), TWO(near), complements);
}

/* The first position that has `want` in the holes of `care` and, unless negative, so many pegs; -1 for none. */
int64_t KERNEL(beam_match)(const beaming *b, const uint64_t *level, int64_t count, const uint64_t *care,
                           const uint64_t *want, int64_t pegs) {
    if (b->words == 1) return narrow_match(level, count, *care, *want, pegs);
    return wide_match(TWO(level), count, *TWO(care), *TWO(want), pegs);
}

/* The first move that leads to a position from one that is, up to symmetry, in the level; -1 for none. */
int64_t KERNEL(beam_back)(const beaming *b, const uint64_t *position, const uint64_t *level, int64_t count) {
    return b->words == 1 ? narrow_back(b, *position, level, count) : wide_back(b, *TWO(position), TWO(level), count);
}
