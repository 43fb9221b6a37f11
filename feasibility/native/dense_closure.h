/* Closure of a set of positions under jumps: a bit array over one residue class.
 *
 * engines/dense/plan.py describes the moves, engines/dense/reference.py is the reference for everything here.
 * A block is written by the one thread that claimed it; other threads may read it meanwhile. Bits are only
 * ever set, so a stale read delays a bit but loses none: the writer stamps the block after its last write,
 * and whoever read earlier comes back.
 *
 * Work is done unit by unit, and only where the source grew since the target last looked: `marks` hold one bit
 * for every unit of a block, for this pass and for the one before. Every block is visited once in a pass, so
 * what grew since the last visit is in these two.
 */
#include "layout.h"
#include "vectors.h"

typedef struct {
    uint64_t words[MOST_MARKS];
} marks;

/* The bits of a word with their places changed by exclusive-or. */
INLINE uint64_t flipped(uint64_t word, int64_t by) {
    if (by & 1) word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    if (by & 2) word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    if (by & 4) word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
    if (by & 8) word = (word >> 8 & 0x00ff00ff00ff00ffu) | (word & 0x00ff00ff00ff00ffu) << 8;
    if (by & 16) word = (word >> 16 & 0x0000ffff0000ffffu) | (word & 0x0000ffff0000ffffu) << 16;
    if (by & 32) word = word >> 32 | word << 32;
    return word;
}

/* Merge `with` into one unit; returns whether it grew. */
#define MERGE(to, with) \
    do { \
        vector gained = {0}; \
        for (int v = 0; v < UNIT_VECTORS; v++) { \
            vector old = load((to) + LANES * v), new = with; \
            gained |= new & ~old; \
            store((to) + LANES * v, old | new); \
        } \
        fresh |= (uint64_t)some(gained) << bit; \
    } while (0)

#define EACH_UNIT(...) \
    for (; todo; todo &= todo - 1) { \
        int bit = __builtin_ctzll(todo); \
        int64_t u = base + bit; \
        uint64_t *to = block + UNIT_WORDS * u; \
        const uint64_t *from = source + UNIT_WORDS * (u ^ m->unit_flip); \
        __VA_ARGS__ \
    }

/* One move into those units of a word of marks that are still to do; returns those that grew. */
INLINE uint64_t pull_units(uint64_t *block, const uint64_t *source, int64_t base, uint64_t todo, const move *m,
                           const uint64_t *masks, const uint8_t *parities, int flip) {
    uint64_t fresh = 0;
    source -= m->word_step;
    if (m->plain) {
        EACH_UNIT(MERGE(to, load(from + LANES * v));)
    } else if (m->shift >= 0) {
        EACH_UNIT(const uint64_t *mask = masks + UNIT_WORDS * (parities[u] ^ flip);
                  MERGE(to, load(from + LANES * v) << m->shift & load(mask + LANES * v));)
    } else {
        int right = (int)-m->shift;
        EACH_UNIT(const uint64_t *mask = masks + UNIT_WORDS * (parities[u] ^ flip);
                  MERGE(to, load(from + LANES * v) >> right & load(mask + LANES * v));)
    }
    return fresh;
}

/* Pull one move into a block from the units of its source that are dirty; adds the units that grew. */
INLINE int pull(const closure *c, int64_t index, int64_t j, const uint64_t *source, const marks *dirty,
                marks *grown) {
    const move *m = c->moves + j;
    int64_t words = (c->units + 63) >> 6;
    const uint64_t *targets = c->targets + words * j, *masks = c->masks + 8 * UNIT_WORDS * j;
    const uint8_t *parities = c->parities + c->units * c->parity_of[j];
    uint64_t any = 0;
    int flip = 0;
    for (int i = 0; i < m->pivots; i++) flip |= parity((uint64_t)(index & m->block_row[i])) << i;
    for (int64_t w = 0; w < words; w++) {
        uint64_t todo = flipped(dirty->words[w ^ m->unit_flip >> 6], m->unit_flip) & targets[w];
        if (!todo) continue;
        todo = pull_units(c->words + UNIT_WORDS * c->units * index, source, 64 * w, todo, m, masks, parities, flip);
        grown->words[w] |= todo;
        any |= todo;
    }
    return any != 0;
}

INLINE uint64_t *marks_of(const closure *c, int64_t sweep, int64_t index) {
    return c->marks + ((sweep & 1) * c->blocks + index) * ((c->units + 63) >> 6);
}

/* Pull from all other blocks that grew since. */
INLINE int pull_outside(const closure *c, int64_t index, int64_t last, marks *grown) {
    int any = 0;
    for (int64_t j = c->inner; j < c->count; j++) {
        const move *m = c->moves + j;
        if ((index & m->block_mask) != m->block_value) continue;
        int64_t from = index ^ m->block_flip;
        if (__atomic_load_n(&c->stamps[from], __ATOMIC_ACQUIRE) <= last) continue;
        marks dirty;
        for (int64_t w = 0; w < (c->units + 63) >> 6; w++)
            dirty.words[w] = marks_of(c, 0, from)[w] | marks_of(c, 1, from)[w];
        any |= pull(c, index, j, c->words + UNIT_WORDS * c->units * from, &dirty, grown);
    }
    return any;
}

#define TILE 16 /* units that a symmetry carries together */

/* Exchange two bits of the address within units: words change places, then bits in them. */
#define EXCHANGE(distance) \
    for (int t = 0; t < count; t++) { \
        uint64_t *unit = tile + UNIT_WORDS * t; \
        vector old[UNIT_VECTORS]; \
        for (int v = 0; v < UNIT_VECTORS; v++) old[v] = load(unit + LANES * v); \
        for (int v = 0; v < UNIT_VECTORS; v++) { \
            vector other = EXCHANGED(old[v ^ (distance) / LANES], (distance) % LANES); \
            vector up = other << s->shift & load(s->up + LANES * v); \
            vector down = other >> s->shift & load(s->down + LANES * v); \
            store(unit + LANES * v, (old[v] & load(s->keep + LANES * v)) | up | down); \
        } \
    }

INLINE void exchange(uint64_t *tile, int count, const step *s) {
    switch (s->words) {
    case 0: EXCHANGE(0) break;
    case 1: EXCHANGE(1) break;
    case 2: EXCHANGE(2) break;
    case 3: EXCHANGE(3) break;
    case 4: EXCHANGE(4) break;
    case 5: EXCHANGE(5) break;
    case 6: EXCHANGE(6) break;
    }
}

/* Add a symmetry's image of the marked units of one block to another, or to itself; marks what grew. */
INLINE int add_image(const closure *c, int64_t to, int64_t from, int64_t g, const marks *which, marks *grown) {
    uint64_t tile[TILE * UNIT_WORDS] __attribute__((aligned(64))), any = 0;
    uint64_t *there = c->words + UNIT_WORDS * c->units * to;
    const uint64_t *here = c->words + UNIT_WORDS * c->units * from;
    const int32_t *place = c->place + g * c->units;
    for (int64_t w = 0; w < (c->units + 63) >> 6; w++) {
        uint64_t todo = which->words[w];
        while (todo) {
            int64_t goes[TILE];
            int count = 0;
            for (; todo && count < TILE; todo &= todo - 1, count++) {
                int64_t u = 64 * w + __builtin_ctzll(todo);
                goes[count] = place[u];
                __builtin_prefetch(there + UNIT_WORDS * goes[count], 1);
                memcpy(tile + UNIT_WORDS * count, here + UNIT_WORDS * u, 8 * UNIT_WORDS);
            }
            for (int64_t i = c->first_step[g]; i < c->first_step[g + 1]; i++) exchange(tile, count, c->steps + i);
            for (int t = 0; t < count; t++) {
                int bit = (int)(goes[t] & 63);
                uint64_t fresh = 0, *unit = there + UNIT_WORDS * goes[t];
                MERGE(unit, load(tile + UNIT_WORDS * t + LANES * v));
                grown->words[goes[t] >> 6] |= fresh;
                any |= fresh;
            }
        }
    }
    return any != 0;
}

/* Jumps inside the block, and the symmetries that keep it in place, until nothing changes.
 * `grown`: on entry what may have consequences, on return what has grown besides. */
INLINE int close_inside(const closure *c, int64_t turn, int64_t index, marks *grown) {
    int64_t words = (c->units + 63) >> 6;
    const uint64_t *block = c->words + UNIT_WORDS * c->units * index;
    marks before = *grown, unmoved = *grown;
    int any = 0, changed = 1;
    while (changed) {
        marks now = {{0}};
        changed = 0;
        for (int64_t j = 0; j < c->inner; j++) {
            marks dirty;
            for (int64_t w = 0; w < words; w++) dirty.words[w] = before.words[w] | now.words[w];
            changed |= pull(c, index, j, block, &dirty, &now);
        }
        for (int64_t w = 0; w < words; w++) unmoved.words[w] |= now.words[w];
        if (!changed && c->images) {
            for (int64_t g = 0; g < c->images; g++)
                if (c->image[g * c->visited + turn] == index) changed |= add_image(c, index, index, g, &unmoved, &now);
            memset(&unmoved, 0, sizeof unmoved);
        }
        before = now;
        for (int64_t w = 0; w < words; w++) grown->words[w] |= now.words[w];
        any |= changed;
    }
    return any;
}

/* Whoever reads the clock from now on must not take the old stamp for the last word. */
INLINE void stamp(const closure *c, int64_t index) {
    __atomic_store_n(&c->stamps[index], INT64_MAX, __ATOMIC_RELEASE);
    __atomic_store_n(&c->stamps[index], __atomic_add_fetch(c->clock, 1, __ATOMIC_ACQ_REL), __ATOMIC_RELEASE);
}

INLINE void keep_marks(const closure *c, int64_t index, const marks *grown) {
    memcpy(marks_of(c, c->sweep, index), grown, 8 * (size_t)((c->units + 63) >> 6));
}

/* Carry what grew in a block to its images; returns whether one of these grew. */
INLINE int add_images(closure *c, int64_t turn, int64_t index, const marks *grown) {
    int any = 0;
    for (int64_t g = 0; g < c->images; g++) {
        int64_t there = c->image[g * c->visited + turn];
        if (there < 0 || there == index) continue;
        marks further = {{0}};
        int changed = add_image(c, there, index, g, grown, &further);
        keep_marks(c, there, &further);
        if (changed) stamp(c, there);
        any |= changed;
    }
    return any;
}

INLINE void mark_all(const closure *c, marks *all) {
    for (int64_t w = 0; w < (c->units + 63) >> 6; w++) all->words[w] = ~(uint64_t)0;
    if (c->units < 64) all->words[0] >>= 64 - c->units;
}

/* One sweep over the blocks that stand for their orbits, shared by all threads that call it.
 * stamps[b]: when block b last grew, -1 if it is empty; seen[b]: up to when it has pulled from the
 * others, -1 if it has not yet been closed in itself. clock: the common counter behind both. */
void KERNEL(dense_sweep)(closure *c, int32_t descending) {
    for (;;) {
        int64_t turn = __atomic_fetch_add(&c->cursor, 1, __ATOMIC_RELAXED);
        if (turn >= c->visited || __atomic_load_n(c->stop, __ATOMIC_RELAXED)) return;
        if (descending) turn = c->visited - 1 - turn;
        int64_t index = c->order[turn];
        int64_t now = __atomic_load_n(c->clock, __ATOMIC_ACQUIRE), last = c->seen[index];
        int fresh = last < 0 && c->stamps[index] >= 0;
        marks grown = {{0}};
        if (fresh) mark_all(c, &grown);
        int any = pull_outside(c, index, last, &grown);
        if (any || fresh) any |= close_inside(c, turn, index, &grown);
        c->seen[index] = now;
        keep_marks(c, index, &grown);
        if (any) stamp(c, index);
        /* after a stop in the other engine an image may grow though its block does not */
        if (any || fresh) any |= add_images(c, turn, index, &grown);
        if (any) __atomic_fetch_add(&c->grown, 1, __ATOMIC_RELAXED);
    }
}
