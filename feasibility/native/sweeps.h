/* One block of a level by sweeps, positions of one word: where one sweep leads, its peg followed hole by hole.
 *
 * As frontier_expand for the first jump; then every further jump of the peg that has moved. What is reached is
 * ruled out, brought to the least member of its orbit and written in the same way. A position that was met with
 * its peg in the same hole is not followed again; the cache for this knows the hole in the bits from HOLE_SHIFT,
 * so boards have at most that many holes. A position is not written when the largest number of its disjoint regions
 * is above `most`, but the peg goes on from it. From one position a peg may have very many ways, so the loop ends after
 * so many jumps, and its caller can look at a clock.
 */
#define HOLE_SHIFT 58
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

INLINE int within(regions *r, int64_t pieces, uint64_t q) {
    uint64_t broken = 0;
    for (int64_t i = 0; i < pieces; i++, q >>= PIECE) broken |= r->broken[i * ENTRIES + (q & (ENTRIES - 1))];
    return disjoint(r, (broken ^ r->turned) & r->asked) <= r->most;
}

typedef struct {
    const uint64_t *cares, *legal, *signs, *deltas, *moved, *onward;
    const int64_t *then;
    int64_t sets, pieces, groups, permutations;
    uint64_t *raw, *canonical, *out;
    int64_t written, room, steps;
    regions *bound;
} sweeping;

/* Every jump of `ways` from p and what follows it; 0 when there is no more room, or when all steps are made. */
static int follow(sweeping *s, const before_move *at, uint64_t p, const uint64_t *ways) {
    before_move next;
    for (int64_t set = 0; set < s->sets; set++) {
        uint64_t moves = and_pieces(s->legal + set * s->pieces * ENTRIES, s->pieces, p) & ways[set];
        for (; moves; moves &= moves - 1) {
            if (!s->steps--) return 0;
            int64_t j = 64 * set + __builtin_ctzll(moves);
            uint64_t q = p ^ s->cares[j];
            const uint64_t *deltas = s->deltas + j * s->groups, *moved = s->moved + j * s->permutations;
            if (seen(s->raw, q | (uint64_t)s->then[j] << HOLE_SHIFT) || !survives(at->lanes, deltas, s->signs, s->groups)) continue;
            uint64_t least = least_image(at, q, moved, s->permutations);
            if ((!s->permutations || !seen(s->canonical, least)) && within(s->bound, s->pieces, least)) {
                if (s->written == s->room) return 0;
                s->out[s->written++] = least;
            }
            for (int64_t g = 0; g < s->groups; g++) next.lanes[g] = at->lanes[g] + deltas[g];
            for (int64_t i = 0; i < s->permutations; i++) next.images[i] = at->images[i] ^ moved[i];
            if (!follow(s, &next, q, s->onward + s->then[j] * s->sets)) return 0;
        }
    }
    return 1;
}

/* The arguments of frontier_expand, and: `then`, by move the hole where its peg is after it; `onward`, by hole the
 * set of moves of a peg there; the regions, with `overlaps` by region the set of those that meet it.
 * Returns how many positions were written; `done` is set to the number of positions of the block that nothing is missing of. */
int64_t KERNEL(sweeps_expand)(const uint64_t *block, int64_t count, const uint64_t *cares, const uint64_t *legal,
                              int64_t sets, int64_t pieces, int64_t groups, const uint64_t *lane_tables,
                              const uint64_t *bases, const uint64_t *signs, const uint64_t *deltas,
                              int64_t permutations, const uint64_t *images, const uint64_t *moved, const int64_t *then,
                              const uint64_t *onward, const uint64_t *all, const uint64_t *broken,
                              const uint64_t *overlaps, uint64_t turned, uint64_t asked, int64_t most,
                              uint64_t *caches, uint64_t *out, int64_t room, int64_t steps,
                              int64_t *done) {
    regions bound = {broken, overlaps, turned, asked, most, {0}, {0}};
    sweeping s = {cares, legal, signs, deltas, moved, onward, then, sets, pieces, groups, permutations,
                  caches, caches + CACHE, out, 0, room, steps, &bound};
    before_move at;
    for (*done = 0; *done < count; ++*done) {
        uint64_t p = block[*done];
        look_up(&at, p, pieces, groups, lane_tables, bases, permutations, images);
        if (!follow(&s, &at, p, all)) break;
    }
    return s.written;
}
