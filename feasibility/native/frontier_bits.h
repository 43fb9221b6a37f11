/* A level of the frontier search as bits over the residue class; engines/frontier/bits.py calls it.
 *
 * All positions of a level differ by sums of jumps. So a position is told by its holes at the leading bits of these
 * sums, its address, and addresses are in the order of positions. The least image of a position is the one with the
 * least address, and an address has 32 bits where a position has 64. A move changes the address of each image by a
 * constant. What was reached is marked in an array of bits, so nothing is sorted and nothing is kept twice.
 */
#ifndef PEGFEAS_FRONTIER_BITS_H
#define PEGFEAS_FRONTIER_BITS_H
#include "frontier.h"
#include "layout.h"
#include "vectors.h"

#if LANES == 2
#define NARROW 4
#else
#define NARROW 8 /* wider ones would be half empty: most groups have eight symmetries at most */
#endif
#define IMAGE_VECTORS (MOST_NARROW / NARROW)
#define WAITING 64   /* marks whose places are fetched before they are looked at */
#define SHARE 1024   /* positions that a thread takes at once */
typedef uint32_t narrow __attribute__((vector_size(4 * NARROW)));

INLINE narrow load_narrow(const uint32_t *from) {
    narrow value;
    memcpy(&value, from, sizeof value);
    return value;
}

INLINE narrow lesser(narrow a, narrow b) {
#if NARROW == 8
    return (narrow)_mm256_min_epu32((__m256i)a, (__m256i)b);
#else
    narrow below = (narrow)(a < b);
    return (a & below) | (b & ~below);
#endif
}

#ifdef __clang__
#define TURNED(value, ...) __builtin_shufflevector(value, value, __VA_ARGS__)
#else
#define TURNED(value, ...) __builtin_shuffle(value, (narrow){__VA_ARGS__})
#endif

/* Every lane the least of all. */
INLINE narrow least_lane(narrow v) {
#if NARROW == 8
    v = lesser(v, TURNED(v, 4, 5, 6, 7, 0, 1, 2, 3));
    v = lesser(v, TURNED(v, 2, 3, 0, 1, 6, 7, 4, 5));
    return lesser(v, TURNED(v, 1, 0, 3, 2, 5, 4, 7, 6));
#else
    v = lesser(v, TURNED(v, 2, 3, 0, 1));
    return lesser(v, TURNED(v, 1, 0, 3, 2));
#endif
}

/* A bit for every lane in which the two are equal. */
INLINE unsigned alike(narrow a, narrow b) {
#if NARROW == 8
    return (unsigned)_mm256_movemask_ps((__m256)(a == b));
#elif defined(__x86_64__)
    return (unsigned)_mm_movemask_ps((__m128)(a == b));
#else
    unsigned bits = 0;
    for (int lane = 0; lane < NARROW; lane++) bits |= (unsigned)(a[lane] == b[lane]) << lane;
    return bits;
#endif
}

typedef struct {
    uint32_t address[WAITING];
    uint16_t fixing[WAITING];
    int count;
} waiting;

/* Mark what waits; positions += the orbits of those that are new. */
INLINE int64_t mark(const reaching *r, waiting *w) {
    int64_t positions = 0;
    for (int i = 0; i < w->count; i++) {
        uint64_t *word = r->words + (w->address[i] >> 6), bit = (uint64_t)1 << (w->address[i] & 63);
        if (__atomic_load_n(word, __ATOMIC_RELAXED) & bit) continue;
        if (!(__atomic_fetch_or(word, bit, __ATOMIC_RELAXED) & bit)) positions += r->orbits[w->fixing[i]];
    }
    w->count = 0;
    return positions;
}

/* The least address of an orbit, and how many symmetries lead there. */
INLINE void settle(const reaching *r, const narrow *images, const uint32_t *moved, int vectors, waiting *w) {
    narrow v[IMAGE_VECTORS], least = images[0] ^ load_narrow(moved);
    v[0] = least;
    for (int i = 1; i < vectors; i++) {
        v[i] = images[i] ^ load_narrow(moved + NARROW * i);
        least = lesser(least, v[i]);
    }
    least = least_lane(least);
    int fixing = 0;
    for (int i = 0; i < vectors; i++) {
        int64_t left = r->order - NARROW * i; /* the lanes behind the last symmetry do not count */
        unsigned equal = alike(v[i], least);
        fixing += __builtin_popcount(left >= NARROW ? equal : left > 0 ? equal & ((1u << left) - 1) : 0);
    }
    uint32_t address = least[0];
    __builtin_prefetch(r->words + (address >> 6), 1);
    w->address[w->count] = address;
    w->fixing[w->count++] = (uint16_t)fixing;
}

/* The addresses of the images of a position; the lanes that stand for none have all bits. */
INLINE void image_addresses(const uint32_t *table, const uint32_t *none, int64_t bytes, int64_t all, uint64_t p,
                            int vectors, narrow *images) {
    for (int i = 0; i < vectors; i++) images[i] = load_narrow(none + NARROW * i);
    for (int64_t byte = 0; byte < bytes; byte++, p >>= 8, table += 256 * all)
        for (int i = 0; i < vectors; i++) images[i] ^= load_narrow(table + (p & 255) * (uint64_t)all + NARROW * i);
}

INLINE int64_t reach(const reaching *r, int64_t first, int64_t last, int vectors) {
    waiting w = {.count = 0};
    uint64_t lanes[MOST_LANES];
    narrow images[IMAGE_VECTORS];
    int64_t positions = 0, span = r->pieces * ENTRIES;
    for (int64_t i = first; i < last; i++) {
        uint64_t p = r->level[i];
        image_addresses(r->tables, r->none, r->bytes, r->images, p, vectors, images);
        for (int64_t g = 0; g < r->groups; g++) lanes[g] = sum_pieces(r->lane_tables + g * span, r->pieces, p) + r->bases[g];
        for (int64_t set = 0; set < r->sets; set++) {
            uint64_t moves = and_pieces(r->legal + set * span, r->pieces, p);
            for (; moves; moves &= moves - 1) {
                int64_t j = 64 * set + __builtin_ctzll(moves);
                if (!survives(lanes, r->deltas + j * r->groups, r->signs, r->groups)) continue;
                settle(r, images, r->moved + j * r->images, vectors, &w);
                if (w.count == WAITING) positions += mark(r, &w);
            }
        }
    }
    return positions + mark(r, &w);
}

/* Mark the least images of all that one move reaches; threads share the cursor. */
void KERNEL(frontier_reach)(reaching *r) {
    for (;;) {
        int64_t first = __atomic_fetch_add(&r->cursor, SHARE, __ATOMIC_RELAXED), positions;
        if (first >= r->count || __atomic_load_n(r->stop, __ATOMIC_RELAXED)) return;
        int64_t last = first + SHARE < r->count ? first + SHARE : r->count;
        if (r->images == NARROW) positions = reach(r, first, last, 1);
        else positions = reach(r, first, last, (int)(r->images / NARROW));
        __atomic_fetch_add(&r->positions, positions, __ATOMIC_RELAXED);
    }
}

/* sizes[i] = the marks of part i of the array. */
void KERNEL(frontier_sizes)(reaching *r) {
    for (;;) {
        int64_t part = __atomic_fetch_add(&r->cursor, 1, __ATOMIC_RELAXED), marks = 0;
        if (part >= r->parts) return;
        const uint64_t *words = r->words + part * r->part;
        for (int64_t w = 0; w < r->part; w++) marks += __builtin_popcountll(words[w]);
        r->sizes[part] = marks;
    }
}

/* The positions that are marked, in order, those of part i from out[sizes[i]] on; the marks are taken away. */
void KERNEL(frontier_list)(reaching *r) {
    for (;;) {
        int64_t part = __atomic_fetch_add(&r->cursor, 1, __ATOMIC_RELAXED);
        if (part >= r->parts) return;
        uint64_t *words = r->words + part * r->part, *out = r->out + r->sizes[part];
        for (int64_t w = 0; w < r->part; w++) {
            uint64_t bits = words[w], high = r->base, at = (uint64_t)(part * r->part + w);
            if (!bits) continue;
            for (int byte = 0; byte < 4; byte++, at >>= 8) high ^= r->high[256 * byte + (at & 255)];
            for (; bits; bits &= bits - 1) *out++ = high ^ r->low[__builtin_ctzll(bits)];
            words[w] = 0;
        }
    }
}

#endif
