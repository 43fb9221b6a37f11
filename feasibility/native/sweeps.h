/* One block of a level by sweeps, positions of one word or two: where one sweep leads, its peg followed hole by hole.
 *
 * As frontier_expand for the first jump; then every further jump of the peg that has moved. What is reached is
 * ruled out, brought to the least member of its orbit and written in the same way. A position that was met with
 * its peg in the same hole is not followed again: in the cache for this the hole changes the slot, so a position in
 * a slot tells the hole. A position is not written when the largest number of its disjoint regions
 * is above `most`, but the peg goes on from it. From one position a peg may have very many ways, so the loop ends after
 * so many jumps, and its caller can look at a clock.
 */
#include "frontier.h"

#define WORD_PIECES 6 /* of PIECE bits */
#define COUNTED_BITS 12

/* Regions by number: `broken` tells from the pieces of a position which are not full; counted are those of `asked` that
 * are broken, or that are not where `turned` has a bit. */
typedef struct {
    const uint64_t *broken, *overlaps;
    uint64_t turned, asked;
    int64_t most;
    uint64_t sets[1 << COUNTED_BITS];
    uint8_t numbers[1 << COUNTED_BITS];
} regions;

/* The largest number of disjoint regions of a set; the last sets are remembered. */
static int64_t disjoint(regions *r, uint64_t some) {
    if (!some) return 0;
    size_t slot = (size_t)((some * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - COUNTED_BITS));
    if (r->sets[slot] == some) return r->numbers[slot];
    uint64_t least = some & -some, around = r->overlaps[__builtin_ctzll(some)];
    int64_t number = 1 + disjoint(r, some & ~around);
    if ((some & around) != least) {
        int64_t without = disjoint(r, some ^ least);
        number = without > number ? without : number;
    }
    r->sets[slot] = some;
    r->numbers[slot] = (uint8_t)number;
    return number;
}

typedef struct {
    const uint64_t *cares, *legal, *signs, *deltas, *moved, *onward;
    const int64_t *then;
    int64_t sets, pieces, groups, permutations;
    uint64_t *caches, *out;
    int64_t written, room, steps;
    regions *bound;
} sweeping;

#define POSITION uint64_t
#define SIZED(name) narrow_##name
#define WORD_SHIFT 0
#include "sweeps_sized.h"
#undef POSITION
#undef SIZED
#undef WORD_SHIFT
#define POSITION two_words
#define SIZED(name) wide_##name
#define WORD_SHIFT 64
#include "sweeps_sized.h"
#undef POSITION
#undef SIZED
#undef WORD_SHIFT

/* The arguments of frontier_expand, and: `then`, by move the hole where its peg is after it; `onward`, by hole the
 * set of moves of a peg there; the regions, with `overlaps` by region the set of those that meet it; the words of a
 * position, for each of which there are as many caches.
 * Returns how many positions were written; `done` is set to the number of positions of the block that nothing is missing of. */
int64_t KERNEL(sweeps_expand)(const uint64_t *block, int64_t count, const uint64_t *cares, const uint64_t *legal,
                              int64_t sets, int64_t pieces, int64_t groups, const uint64_t *lane_tables,
                              const uint64_t *bases, const uint64_t *signs, const uint64_t *deltas,
                              int64_t permutations, const uint64_t *images, const uint64_t *moved, const int64_t *then,
                              const uint64_t *onward, const uint64_t *all, const uint64_t *broken,
                              const uint64_t *overlaps, uint64_t turned, uint64_t asked, int64_t most, int64_t words,
                              uint64_t *caches, uint64_t *out, int64_t room, int64_t steps,
                              int64_t *done) {
    regions bound = {broken, overlaps, turned, asked, most, {0}, {0}};
    sweeping s = {cares, legal, signs, deltas, moved, onward, then, sets, pieces, groups, permutations,
                  caches, out, 0, room, steps, &bound};
    if (words == 1) *done = narrow_sweep(&s, block, count, lane_tables, bases, images, all);
    else *done = wide_sweep(&s, TWO(block), count, lane_tables, bases, TWO(images), all);
    return s.written;
}
