/* Peg numbers, members and dead ends of a dense set.
 *
 * The pegs of the position at an address are the ones of the address plus its pivots, and a pivot is
 * a parity. For the word with index w: `parities` (three tables of 4096) give the pivots' parities
 * over w, popcount(w) + base its own pegs, and masks[16 * parities + k] the bits with k pegs more.
 */
#include "layout.h"
#include "vectors.h"

INLINE int64_t level_row(const uint8_t *parities, int64_t w) {
    return 16 * (parities[w & 4095] ^ parities[4096 + (w >> 12 & 4095)] ^ parities[8192 + (w >> 24)]);
}

/* histogram[p] += members with p pegs */
void KERNEL(dense_histogram)(const uint64_t *words, int64_t first, int64_t count, const uint8_t *parities,
                                    const uint64_t *masks, int64_t depth, int64_t base, int64_t *histogram) {
    for (int64_t i = 0; i < count; i++) {
        uint64_t word = words[i];
        if (!word) continue;
        const uint64_t *row = masks + level_row(parities, first + i);
        int64_t *into = histogram + base + __builtin_popcountll(first + i);
        for (int64_t k = 0; k < depth; k++) into[k] += __builtin_popcountll(word & row[k]);
    }
}

/* out = the members with `pegs` pegs; returns their number */
int64_t KERNEL(dense_level)(const uint64_t *words, int64_t first, int64_t count, const uint8_t *parities,
                                   const uint64_t *masks, int64_t depth, int64_t base, int64_t pegs, uint64_t *out) {
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++) {
        uint64_t word = words[i];
        if (word) {
            int64_t k = pegs - base - __builtin_popcountll(first + i);
            word &= k < 0 || k >= depth ? 0 : masks[level_row(parities, first + i) + k];
        }
        out[i] = word;
        found += __builtin_popcountll(word);
    }
    return found;
}

/* The addresses of the members, those with p pegs in order from out[next[p]] on; next[p] < 0: left out.
 * low[b]: the pivots' parities over bit b of a word. */
void KERNEL(dense_sort)(const uint64_t *words, int64_t first, int64_t count, const uint8_t *parities,
                               const uint8_t *low, int64_t base, int64_t *next, uint64_t *out) {
    for (int64_t i = 0; i < count; i++) {
        if (!words[i]) continue;
        int high = (int)(level_row(parities, first + i) / 16);
        int64_t *into = next + base + __builtin_popcountll(first + i);
        for (uint64_t bits = words[i]; bits; bits &= bits - 1) {
            int bit = __builtin_ctzll(bits);
            int64_t *place = into + __builtin_popcount((unsigned)bit) + __builtin_popcount((unsigned)(high ^ low[bit]));
            if (*place >= 0) out[(*place)++] = (uint64_t)(first + i) << 6 | (uint64_t)bit;
        }
    }
}

/* ranks[i] = members before word i; returns all */
int64_t KERNEL(dense_rank)(const uint64_t *words, int64_t count, uint32_t *ranks) {
    int64_t total = 0;
    for (int64_t i = 0; i < count; i++) {
        ranks[i] = (uint32_t)total;
        total += __builtin_popcountll(words[i]);
    }
    return total;
}

/* out = the addresses of the members, in order */
int64_t KERNEL(dense_extract)(const uint64_t *words, int64_t first, int64_t count, uint64_t *out) {
    int64_t total = 0;
    for (int64_t i = 0; i < count; i++)
        for (uint64_t word = words[i]; word; word &= word - 1)
            out[total++] = (uint64_t)(first + i) << 6 | (uint64_t)__builtin_ctzll(word);
    return total;
}

/* out = for each block of one unit the bits that some move ends in */
void KERNEL(dense_ends)(int64_t first, int64_t units, const move *moves, int64_t count, const uint64_t *masks,
                        uint64_t *out) {
    for (int64_t i = 0; i < units; i++, out += UNIT_WORDS) {
        int64_t index = first + i;
        for (int v = 0; v < UNIT_WORDS; v += LANES) store(out + v, (vector){0});
        for (int64_t j = 0; j < count; j++) {
            const move *m = moves + j;
            if ((index & m->block_mask) != m->block_value) continue;
            int which = 0;
            for (int p = 0; p < m->pivots; p++) which |= parity((uint64_t)(index & m->block_row[p])) << p;
            const uint64_t *mask = masks + UNIT_WORDS * (8 * j + which);
            for (int v = 0; v < UNIT_WORDS; v += LANES) store(out + v, load(out + v) | load(mask + v));
        }
    }
}

INLINE uint64_t reversed(uint64_t word) {
    word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(word);
}

/* In place: keep the addresses whose complement is there too. Threads share the cursor over the lower half. */
void KERNEL(dense_mirror)(uint64_t *words, int64_t count, int64_t *cursor) {
    for (;;) {
        int64_t i = __atomic_fetch_add(cursor, 4096, __ATOMIC_RELAXED), last = i + 4096, j = count - 1 - i;
        if (i > j) return;
        for (; i <= j && i < last; i++, j--) {
            words[i] &= reversed(words[j]);
            words[j] = reversed(words[i]);
        }
    }
}
