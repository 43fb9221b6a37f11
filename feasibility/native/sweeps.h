/* One block of a level by sweeps, positions of one word: where one sweep leads, its peg followed hole by hole.
 *
 * As frontier_expand for the first jump; then every further jump of the peg that has moved. What is reached is
 * ruled out, brought to the least member of its orbit and written in the same way. A position that was met with
 * its peg in the same hole is not followed again; the cache for this knows the hole in the bits from HOLE_SHIFT,
 * so boards have at most that many holes.
 */
#define HOLE_SHIFT 58

typedef struct {
    const uint64_t *cares, *legal, *signs, *deltas, *moved, *onward;
    const int64_t *then;
    int64_t sets, pieces, groups, permutations;
    uint64_t *raw, *canonical, *out;
    int64_t written, room;
} sweeping;

/* Every jump of `ways` from p and what follows it; 0 when there is no more room. */
static int follow(sweeping *s, const before_move *at, uint64_t p, const uint64_t *ways) {
    before_move next;
    for (int64_t set = 0; set < s->sets; set++) {
        uint64_t moves = and_pieces(s->legal + set * s->pieces * ENTRIES, s->pieces, p) & ways[set];
        for (; moves; moves &= moves - 1) {
            int64_t j = 64 * set + __builtin_ctzll(moves);
            uint64_t q = p ^ s->cares[j];
            const uint64_t *deltas = s->deltas + j * s->groups, *moved = s->moved + j * s->permutations;
            if (seen(s->raw, q | (uint64_t)s->then[j] << HOLE_SHIFT) || !survives(at, deltas, s->signs, s->groups)) continue;
            uint64_t least = least_image(at, q, moved, s->permutations);
            if (!s->permutations || !seen(s->canonical, least)) {
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
 * set of moves of a peg there. Returns how many positions were written, or -1 when `room` is too small. */
int64_t KERNEL(sweeps_expand)(const uint64_t *block, int64_t count, const uint64_t *cares, const uint64_t *legal,
                              int64_t sets, int64_t pieces, int64_t groups, const uint64_t *lane_tables,
                              const uint64_t *bases, const uint64_t *signs, const uint64_t *deltas,
                              int64_t permutations, const uint64_t *images, const uint64_t *moved, const int64_t *then,
                              const uint64_t *onward, const uint64_t *all, uint64_t *caches, uint64_t *out,
                              int64_t room) {
    sweeping s = {cares, legal, signs, deltas, moved, onward, then, sets, pieces, groups, permutations,
                  caches, caches + CACHE, out, 0, room};
    before_move at;
    for (int64_t i = 0; i < count; i++) {
        look_up(&at, block[i], pieces, groups, lane_tables, bases, permutations, images);
        if (!follow(&s, &at, block[i], all)) return -1;
    }
    return s.written;
}
