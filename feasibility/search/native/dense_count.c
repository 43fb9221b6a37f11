/* Numbers of plays, level by level over dense sets; dense_count.py has the reference.
 *
 * A level is its own bit array; the numbers of its members lie in the order of their addresses, and
 * ranks[w] says how many members come before word w. A number has 1, 2 or 4 limbs of 64 bits.
 */
#include "dense.h"

typedef unsigned __int128 wide;

INLINE void add(uint64_t *to, const uint64_t *from, int limbs) {
    wide carry = 0;
    for (int i = 0; i < limbs; i++) {
        carry += (wide)to[i] + from[i];
        to[i] = (uint64_t)carry;
        carry >>= 64;
    }
}

typedef struct {
    const uint64_t *words;
    const uint32_t *ranks;
    uint64_t *numbers;
} level;

INLINE int64_t rank_of(const level *at, int64_t word, int bit) {
    return at->ranks[word] + __builtin_popcountll(at->words[word] & (((uint64_t)1 << bit) - 1));
}

INLINE void pull_numbers(const level *to, const level *from, int64_t first, int64_t source, int64_t count, int which,
                         const move *m, const unit *masks, int limbs) {
    int left = m->shift > 0 ? (int)m->shift : 0, right = m->shift < 0 ? (int)-m->shift : 0;
    for (int64_t i = 0; i < count; i++) {
        int pick = which;
        for (int p = 0; p < m->pivots; p++) pick ^= parity(i & m->unit_row[p]) << p;
        int64_t w = first + 8 * i, v = source + 8 * i - m->word_step;
        unit both = *(const unit *)(to->words + w) & masks[pick] & (load(from->words + v) << left >> right);
        uint64_t any = 0;
        for (int lane = 0; lane < 8; lane++) any |= both[lane];
        if (!any) continue;
        for (int lane = 0; lane < 8; lane++)
            for (uint64_t bits = both[lane]; bits; bits &= bits - 1) {
                int bit = __builtin_ctzll(bits);
                int64_t here = rank_of(to, w + lane, bit), there = rank_of(from, v + lane, bit - (int)m->shift);
                add(to->numbers + limbs * here, from->numbers + limbs * there, limbs);
            }
    }
}

INLINE void count_block(const level *to, const level *from, int64_t index, int64_t units, const move *moves,
                        int64_t number, const unit *masks, int limbs) {
    for (int64_t j = 0; j < number; j++) {
        const move *m = moves + j;
        if ((index & m->block_mask) != m->block_value) continue;
        int64_t care = m->unit_mask, run = care ? care & -care : units, skip = care | (run - 1);
        int64_t target = index * units, source = (index ^ m->block_flip) * units;
        int flip = 0;
        for (int p = 0; p < m->pivots; p++) flip |= parity(index & m->block_row[p]) << p;
        for (int64_t free = 0; free < units; free = ((free | skip) + 1) & ~skip) {
            int64_t u = free | m->unit_value;
            int which = flip;
            for (int p = 0; p < m->pivots; p++) which ^= parity(u & m->unit_row[p]) << p;
            pull_numbers(to, from, 8 * (target + u), 8 * (source + (u ^ m->unit_flip)), run, which, m,
                         masks + 8 * j, limbs);
        }
    }
}

/* numbers of `to` += numbers of all predecessors in `from`; threads share the cursor over blocks */
CLONES void pegfeas_dense_count(const uint64_t *words, const uint32_t *ranks, uint64_t *numbers,
                                const uint64_t *before, const uint32_t *before_ranks, const uint64_t *before_numbers,
                                int64_t limbs, int64_t blocks, int64_t units, const move *moves, int64_t number,
                                const unit *masks, int64_t *cursor, const int32_t *stop) {
    level to = {words, ranks, numbers}, from = {before, before_ranks, (uint64_t *)before_numbers};
    for (;;) {
        int64_t index = __atomic_fetch_add(cursor, 1, __ATOMIC_RELAXED);
        if (index >= blocks || __atomic_load_n(stop, __ATOMIC_RELAXED)) return;
        if (limbs == 1) count_block(&to, &from, index, units, moves, number, masks, 1);
        else if (limbs == 2) count_block(&to, &from, index, units, moves, number, masks, 2);
        else count_block(&to, &from, index, units, moves, number, masks, 4);
    }
}

/* total (limbs + 1 of them) += the numbers of the members that are in `chosen` too */
CLONES void pegfeas_dense_sum(const uint64_t *words, const uint32_t *ranks, const uint64_t *numbers, int64_t limbs,
                              const uint64_t *chosen, int64_t first, int64_t count, uint64_t *total) {
    level at = {words, ranks, (uint64_t *)numbers};
    for (int64_t i = 0; i < count; i++)
        for (uint64_t bits = chosen[i] & words[first + i]; bits; bits &= bits - 1) {
            const uint64_t *from = numbers + limbs * rank_of(&at, first + i, __builtin_ctzll(bits));
            wide carry = 0;
            for (int64_t k = 0; k <= limbs; k++) {
                carry += (wide)total[k] + (k < limbs ? from[k] : 0);
                total[k] = (uint64_t)carry;
                carry >>= 64;
            }
        }
}
