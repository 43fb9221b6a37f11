/* The loop of sweeps.h for one size of a position. Included there for each, which defines POSITION and SIZED before.
 * Positions are cut into pieces word by word, as in words.py. */

typedef struct {
    POSITION images[MOST_IMAGES];
    uint64_t lanes[MOST_LANES];
} SIZED(before);

INLINE int64_t SIZED(piece)(POSITION q, int64_t i) {
    int64_t high = i >= WORD_PIECES; /* never in one word */
    return (int64_t)((uint64_t)(q >> high * WORD_SHIFT) >> PIECE * (i - high * WORD_PIECES) & (ENTRIES - 1));
}

INLINE int SIZED(seen)(POSITION *cache, POSITION q, size_t mark) {
    uint64_t mixed = ((uint64_t)q ^ (uint64_t)(q >> WORD_SHIFT) * UINT64_C(0xC2B2AE3D27D4EB4F)) * UINT64_C(0x9E3779B97F4A7C15);
    POSITION *slot = cache + ((mixed >> (64 - CACHE_BITS)) ^ mark);
    if (*slot == q) return 1;
    *slot = q;
    return 0;
}

INLINE int SIZED(within)(regions *r, int64_t pieces, POSITION q) {
    uint64_t broken = 0;
    for (int64_t i = 0; i < pieces; i++) broken |= r->broken[i * ENTRIES + SIZED(piece)(q, i)];
    return disjoint(r, (broken ^ r->turned) & r->asked) <= r->most;
}

/* Every jump of `ways` from p and what follows it; 0 when there is no more room, or when all steps are made. */
static int SIZED(follow)(sweeping *s, const SIZED(before) *at, POSITION p, const uint64_t *ways) {
    POSITION *raw = (POSITION *)s->caches, *canonical = raw + CACHE, *out = (POSITION *)s->out;
    SIZED(before) next;
    for (int64_t set = 0; set < s->sets; set++) {
        uint64_t moves = ways[set];
        for (int64_t i = 0; i < s->pieces; i++) moves &= s->legal[(set * s->pieces + i) * ENTRIES + SIZED(piece)(p, i)];
        for (; moves; moves &= moves - 1) {
            if (!s->steps--) return 0;
            int64_t j = 64 * set + __builtin_ctzll(moves);
            POSITION q = p ^ ((const POSITION *)s->cares)[j], least = q;
            const POSITION *moved = (const POSITION *)s->moved + j * s->permutations;
            const uint64_t *deltas = s->deltas + j * s->groups;
            if (SIZED(seen)(raw, q, (size_t)s->then[j]) || !survives(at->lanes, deltas, s->signs, s->groups)) continue;
            for (int64_t i = 0; i < s->permutations; i++) {
                next.images[i] = at->images[i] ^ moved[i];
                least = next.images[i] < least ? next.images[i] : least;
            }
            if ((!s->permutations || !SIZED(seen)(canonical, least, 0)) && SIZED(within)(s->bound, s->pieces, least)) {
                if (s->written == s->room) return 0;
                out[s->written++] = least;
            }
            for (int64_t g = 0; g < s->groups; g++) next.lanes[g] = at->lanes[g] + deltas[g];
            if (!SIZED(follow)(s, &next, q, s->onward + s->then[j] * s->sets)) return 0;
        }
    }
    return 1;
}

/* Of how many positions of a block nothing is missing. */
static int64_t SIZED(sweep)(sweeping *s, const POSITION *block, int64_t count, const uint64_t *lane_tables,
                            const uint64_t *bases, const POSITION *images, const uint64_t *all) {
    SIZED(before) at;
    for (int64_t done = 0; done < count; done++) {
        POSITION p = block[done];
        memcpy(at.lanes, bases, (size_t)s->groups * sizeof *bases);
        memset(at.images, 0, (size_t)s->permutations * sizeof *images);
        for (int64_t i = 0; i < s->pieces; i++) {
            int64_t entry = i * ENTRIES + SIZED(piece)(p, i), span = s->pieces * ENTRIES;
            for (int64_t g = 0; g < s->groups; g++) at.lanes[g] += lane_tables[g * span + entry];
            for (int64_t k = 0; k < s->permutations; k++) at.images[k] |= images[k * span + entry];
        }
        if (!SIZED(follow)(s, &at, p, all)) return done;
    }
    return count;
}
