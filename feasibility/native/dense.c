/* Closure of a set of positions under jumps: a bit array over one residue class.
 *
 * feasibility/search/dense/plan.py describes the moves, feasibility/search/dense/reference.py is the
 * reference for everything here. A block is written by the one thread that claimed it; other
 * threads may read it meanwhile. Bits are only ever set, so a stale read delays a bit but loses
 * none: the writer stamps the block after its last write, and whoever read earlier comes back.
 */
#include "dense.h"

/* One run of units of one move; returns non-zero bits where the array grew. */
INLINE unit run_plain(unit *to, const uint64_t *from, int64_t count, unit grown) {
    for (int64_t i = 0; i < count; i++) {
        unit old = to[i], new = load(from + 8 * i);
        grown |= new & ~old;
        to[i] = old | new;
    }
    return grown;
}

INLINE unit run_masked(unit *to, const uint64_t *from, int64_t count, unit mask, int left, int right, unit grown) {
    for (int64_t i = 0; i < count; i++) {
        unit old = to[i], new = load(from + 8 * i);
        new = (new << left >> right) & mask;
        grown |= new & ~old;
        to[i] = old | new;
    }
    return grown;
}

INLINE unit run_parity(unit *to, const uint64_t *from, int64_t start, int64_t count, const move *m,
                       const unit *masks, int flip, int left, int right, unit grown) {
    for (int64_t i = 0; i < count; i++) {
        int64_t u = start + i;
        int which = parity(u & m->unit_row[0]);
        if (m->pivots > 1) which |= parity(u & m->unit_row[1]) << 1;
        if (m->pivots > 2) which |= parity(u & m->unit_row[2]) << 2;
        unit old = to[i], new = load(from + 8 * i);
        new = (new << left >> right) & masks[which ^ flip];
        grown |= new & ~old;
        to[i] = old | new;
    }
    return grown;
}

/* Pull one move into a block; returns whether the block grew. */
INLINE int pull(unit *block, const uint64_t *source, int64_t index, int64_t units, const move *m, const unit *masks) {
    int64_t care = m->unit_mask;
    int64_t run = care ? care & -care : units;
    int64_t skip = care | (run - 1);
    int left = m->shift > 0 ? (int)m->shift : 0, right = m->shift < 0 ? (int)-m->shift : 0;
    int flip = 0;
    unit grown = {0};
    for (int i = 0; i < m->pivots; i++) flip |= parity(index & m->block_row[i]) << i;
    for (int64_t free = 0; free < units; free = ((free | skip) + 1) & ~skip) {
        int64_t u = free | m->unit_value;
        const uint64_t *from = source + 8 * (u ^ m->unit_flip) - m->word_step;
        if (m->plain) grown = run_plain(block + u, from, run, grown);
        else if (m->pivots == 0) grown = run_masked(block + u, from, run, masks[0], left, right, grown);
        else grown = run_parity(block + u, from, u, run, m, masks, flip, left, right, grown);
    }
    uint64_t any = 0;
    for (int i = 0; i < 8; i++) any |= grown[i];
    return any != 0;
}

/* Exchange two bits of the address within a unit: words change places, then bits in them. */
#define EXCHANGE(words) \
    for (int64_t u = 0; u < units; u++) { \
        unit old = block[u], other = words; \
        block[u] = (old & s->keep) | ((other << s->shift) & s->up) | ((other >> s->shift) & s->down); \
    }
#ifdef __clang__
#define WORDS(...) __builtin_shufflevector(old, old, __VA_ARGS__)
#else
#define WORDS(...) __builtin_shuffle(old, (unit){__VA_ARGS__})
#endif

INLINE void exchange(unit *block, int64_t units, const step *s) {
    switch (s->words) {
    case 0: EXCHANGE(old) break;
    case 1: EXCHANGE(WORDS(1, 0, 3, 2, 5, 4, 7, 6)) break;
    case 2: EXCHANGE(WORDS(2, 3, 0, 1, 6, 7, 4, 5)) break;
    case 3: EXCHANGE(WORDS(3, 2, 1, 0, 7, 6, 5, 4)) break;
    case 4: EXCHANGE(WORDS(4, 5, 6, 7, 0, 1, 2, 3)) break;
    case 5: EXCHANGE(WORDS(5, 4, 7, 6, 1, 0, 3, 2)) break;
    case 6: EXCHANGE(WORDS(6, 7, 4, 5, 2, 3, 0, 1)) break;
    }
}

/* Add the image of one block to another, or to itself; `place` says where the units go. */
INLINE int add_image(unit *to, const unit *from, unit *scratch, int64_t units, const step *steps, int64_t count,
                     const int32_t *place) {
    unit grown = {0};
    memcpy(scratch, from, (size_t)units * sizeof *from);
    for (int64_t i = 0; i < count; i++) exchange(scratch, units, steps + i);
    for (int64_t u = 0; u < units; u++) {
        unit *there = to + place[u];
        grown |= scratch[u] & ~*there;
        *there |= scratch[u];
    }
    uint64_t any = 0;
    for (int i = 0; i < 8; i++) any |= grown[i];
    return any != 0;
}

/* Pull from all other blocks that grew since. */
INLINE int pull_outside(closure *c, int64_t index, int64_t last) {
    int grown = 0;
    unit *block = c->words + index * c->units;
    for (int64_t j = 0; j < c->count; j++) {
        const move *m = c->moves + j;
        if (!m->block_mask || (index & m->block_mask) != m->block_value) continue;
        int64_t from = index ^ m->block_flip;
        if (__atomic_load_n(&c->stamps[from], __ATOMIC_ACQUIRE) <= last) continue;
        grown |= pull(block, (uint64_t *)(c->words + from * c->units), index, c->units, m, c->masks + 8 * j);
    }
    return grown;
}

/* Add a symmetry's image of one block to another. */
INLINE int add_symmetry(closure *c, int64_t to, int64_t from, int64_t g, unit *scratch) {
    const step *steps = c->steps + c->first_step[g];
    return add_image(c->words + to * c->units, c->words + from * c->units, scratch, c->units, steps,
                     c->first_step[g + 1] - c->first_step[g], c->place + g * c->units);
}

/* Jumps inside the block, and the symmetries that keep it in place, until nothing changes. */
INLINE int close_inside(closure *c, int64_t turn, int64_t index, unit *scratch) {
    int grown = 0, changed = 1;
    unit *block = c->words + index * c->units;
    while (changed) {
        changed = 0;
        for (int64_t j = 0; j < c->count; j++)
            if (!c->moves[j].block_mask)
                changed |= pull(block, (uint64_t *)block, index, c->units, c->moves + j, c->masks + 8 * j);
        for (int64_t g = 0; g < c->images && !changed; g++)
            if (c->image[g * c->visited + turn] == index) changed |= add_symmetry(c, index, index, g, scratch);
        grown |= changed;
    }
    return grown;
}

/* Whoever reads the clock from now on must not take the old stamp for the last word. */
INLINE void stamp(closure *c, int64_t index) {
    __atomic_store_n(&c->stamps[index], INT64_MAX, __ATOMIC_RELEASE);
    __atomic_store_n(&c->stamps[index], __atomic_add_fetch(c->clock, 1, __ATOMIC_ACQ_REL), __ATOMIC_RELEASE);
}

/* One sweep over the blocks that stand for their orbits, shared by all threads that call it.
 * stamps[b]: when block b last grew, -1 if it is empty; seen[b]: up to when it has pulled from the
 * others, -1 if it has not yet been closed in itself. clock: the common counter behind both. */
CLONES void pegfeas_dense_sweep(closure *c, int32_t descending) {
    unit scratch[c->images ? c->units : 1];
    for (;;) {
        int64_t turn = __atomic_fetch_add(&c->cursor, 1, __ATOMIC_RELAXED);
        if (turn >= c->visited || __atomic_load_n(c->stop, __ATOMIC_RELAXED)) return;
        if (descending) turn = c->visited - 1 - turn;
        int64_t index = c->order[turn];
        int64_t now = __atomic_load_n(c->clock, __ATOMIC_ACQUIRE), last = c->seen[index];
        int fresh = last < 0 && c->stamps[index] >= 0;
        int grown = pull_outside(c, index, last);
        if (grown || fresh) grown |= close_inside(c, turn, index, scratch);
        c->seen[index] = now;
        if (!grown && !fresh) continue;
        if (grown) stamp(c, index);
        /* after a stop in the other engine an image may grow though its block does not */
        for (int64_t g = 0; g < c->images; g++) {
            int64_t there = c->image[g * c->visited + turn];
            if (there < 0 || there == index || !add_symmetry(c, there, index, g, scratch)) continue;
            stamp(c, there);
            grown = 1;
        }
        if (grown) __atomic_fetch_add(&c->grown, 1, __ATOMIC_RELAXED);
    }
}
