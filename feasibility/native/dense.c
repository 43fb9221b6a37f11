/* Closure of a set of positions under jumps: a bit array over one residue class.
 *
 * feasibility/search/dense_plan.py describes the moves, feasibility/search/dense_numpy.py is the
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

/* One sweep over the blocks, shared by all threads that call it with the same cursor.
 * stamps[b]: when block b last grew, -1 if it is empty; seen[b]: up to when it has pulled from the
 * others, -1 if it has not yet been closed in itself.
 * clock: the common counter behind both. Returns the number of blocks that grew. */
CLONES int64_t pegfeas_dense_sweep(uint64_t *words, int64_t blocks, int64_t units, const move *moves,
                                   int64_t count, const unit *masks, int64_t *stamps, int64_t *seen,
                                   int64_t *clock, int64_t *cursor, const int32_t *stop, int32_t descending) {
    int64_t grew = 0;
    for (;;) {
        int64_t turn = __atomic_fetch_add(cursor, 1, __ATOMIC_RELAXED);
        if (turn >= blocks || __atomic_load_n(stop, __ATOMIC_RELAXED)) return grew;
        int64_t index = descending ? blocks - 1 - turn : turn;
        int64_t now = __atomic_load_n(clock, __ATOMIC_ACQUIRE);
        int64_t last = seen[index];
        unit *block = (unit *)words + index * units;
        int changed = last < 0 && stamps[index] >= 0, outside = 0;
        for (int64_t j = 0; j < count; j++) {
            const move *m = moves + j;
            if (!m->block_mask || (index & m->block_mask) != m->block_value) continue;
            int64_t from = index ^ m->block_flip;
            if (__atomic_load_n(&stamps[from], __ATOMIC_ACQUIRE) <= last) continue;
            outside |= pull(block, words + from * units * 8, index, units, m, masks + 8 * j);
        }
        int grown = outside;
        changed |= outside;
        while (changed) {
            changed = 0;
            for (int64_t j = 0; j < count; j++)
                if (!moves[j].block_mask)
                    changed |= pull(block, (uint64_t *)block, index, units, moves + j, masks + 8 * j);
            grown |= changed;
        }
        seen[index] = now;
        if (grown) {
            grew++;
            /* whoever reads the clock from now on must not take the old stamp for the last word */
            __atomic_store_n(&stamps[index], INT64_MAX, __ATOMIC_RELEASE);
            __atomic_store_n(&stamps[index], __atomic_add_fetch(clock, 1, __ATOMIC_ACQ_REL), __ATOMIC_RELEASE);
        }
    }
}
