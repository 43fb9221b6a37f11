/* Partitions of a level of the frontier search; engines/frontier/dealing.py calls these and has the reference.
 *
 * A position is told by its address (see frontier_bits.h), of up to 62 bits here. Some bits in the middle of it, mixed
 * with those above so that partitions are even, number its partition; the others are its place there. What the moves
 * reach goes to its partition as a place, and is marked there in an array of bits.
 */
#include "frontier_bits.h"

#define DEALT_BITS 14 /* of a cache of places that were dealt not long ago; partitions are no more */
#define AHEAD 32 /* places whose marks are fetched before they are set */
#define MIX UINT64_C(0x9E3779B97F4A7C15) /* 2^64 over the golden ratio (Knuth, TAOCP 6.4) */
typedef int64_t signed_vector __attribute__((vector_size(8 * LANES)));
typedef union {
    narrow narrow[IMAGE_VECTORS];
    vector wide[MOST_NARROW / LANES];
} addresses;

INLINE void wide_addresses(const dealing *d, uint64_t p, int vectors, vector *images) {
    const uint64_t *table = d->tables;
    for (int i = 0; i < vectors; i++) images[i] = load((const uint64_t *)d->none + LANES * i);
    for (int64_t byte = 0; byte < d->bytes; byte++, p >>= 8, table += 256 * d->images)
        for (int i = 0; i < vectors; i++) images[i] ^= load(table + (p & 255) * (uint64_t)d->images + LANES * i);
}

/* The lesser of addresses, none of which has its highest bit. */
INLINE vector lesser_address(vector a, vector b) {
    vector below = (vector)((signed_vector)a < (signed_vector)b);
    return (a & below) | (b & ~below);
}

INLINE uint64_t least_of_wide(const vector *images, const uint64_t *moved, int vectors) {
    vector least = images[0] ^ load(moved);
    for (int i = 1; i < vectors; i++) least = lesser_address(least, images[i] ^ load(moved + LANES * i));
#if LANES == 8
    least = lesser_address(least, EXCHANGED(least, 4));
#endif
#if LANES >= 4
    least = lesser_address(least, EXCHANGED(least, 2));
#endif
    return lesser_address(least, EXCHANGED(least, 1))[0];
}

INLINE uint64_t least_of_narrow(const narrow *images, const uint32_t *moved, int vectors) {
    narrow least = images[0] ^ load_narrow(moved);
    for (int i = 1; i < vectors; i++) least = lesser(least, images[i] ^ load_narrow(moved + NARROW * i));
    return least_lane(least)[0];
}

/* What is exchanged in the number of a partition, by the bits of the address above it. */
INLINE uint64_t mixed(uint64_t above, int64_t bits) { return above * MIX >> (63 - bits) >> 1; }

/* A place for the partition that an address belongs to, unless it had it not long ago, which no branch could foresee;
 * whether that is full now. Where a place is looked for and what it is tell its partition. */
INLINE int give(const dealing *d, uint64_t address) {
    uint64_t above = address >> d->low >> d->bits;
    uint64_t part = (address >> d->low & (((uint64_t)1 << d->bits) - 1)) ^ mixed(above, d->bits);
    uint32_t place = (uint32_t)(above << d->low | (address & (((uint64_t)1 << d->low) - 1)));
    uint32_t *dealt = d->dealt + ((place * (uint32_t)(MIX >> 32) >> (32 - DEALT_BITS)) ^ part);
    int64_t at = d->filled[part], fresh = *dealt != place + 1;
    *dealt = place + 1;
    d->places[part * (uint64_t)d->room + (uint64_t)at] = place;
    d->filled[part] = at + fresh;
    return at >= d->most;
}

INLINE void images_at(const dealing *d, uint64_t p, int wide, int vectors, addresses *images) {
    if (wide) wide_addresses(d, p, vectors, images->wide);
    else image_addresses(d->tables, d->none, d->bytes, d->images, p, vectors, images->narrow);
}

INLINE void deal(dealing *d, int wide, int vectors) {
    uint64_t lanes[MOST_LANES];
    addresses images;
    int64_t span = d->pieces * ENTRIES, i = d->cursor;
    for (int full = 0; i < d->count && !full; i++) {
        uint64_t p = d->level[i], address;
        images_at(d, p, wide, vectors, &images);
        for (int64_t g = 0; g < d->groups; g++) lanes[g] = sum_pieces(d->lane_tables + g * span, d->pieces, p) + d->bases[g];
        for (int64_t set = 0; set < d->sets; set++) {
            uint64_t moves = and_pieces(d->legal + set * span, d->pieces, p);
            for (; moves; moves &= moves - 1) {
                int64_t j = 64 * set + __builtin_ctzll(moves);
                if (!survives(lanes, d->deltas + j * d->groups, d->signs, d->groups)) continue;
                if (wide) address = least_of_wide(images.wide, (const uint64_t *)d->moved + j * d->images, vectors);
                else address = least_of_narrow(images.narrow, (const uint32_t *)d->moved + j * d->images, vectors);
                full |= give(d, address);
            }
        }
    }
    d->cursor = i;
}

/* Deal what one move reaches from the positions from the cursor on, until a partition may have no room. */
void KERNEL(partition_deal)(dealing *d) {
    if (d->wide) deal(d, 1, (int)(d->images / LANES));
    else if (d->images == NARROW) deal(d, 0, 1);
    else deal(d, 0, (int)(d->images / NARROW));
}

/* Set the bits with these numbers. */
void KERNEL(partition_mark)(uint64_t *marks, const uint32_t *places, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        if (i + AHEAD < count) __builtin_prefetch(marks + (places[i + AHEAD] >> 6), 1);
        marks[places[i] >> 6] |= (uint64_t)1 << (places[i] & 63);
    }
}

/* How many symmetries fix a position; the first is the identity, and what is no image equals none. */
INLINE int fixing(const dealing *d, uint64_t p, int wide, int vectors) {
    addresses images;
    int count = 0;
    images_at(d, p, wide, vectors, &images);
    if (!wide) {
        narrow own = images.narrow[0][0] - (narrow){0};
        for (int i = 0; i < vectors; i++) count += __builtin_popcount(alike(images.narrow[i], own));
        return count;
    }
    for (int i = 0; i < vectors; i++)
        for (int lane = 0; lane < LANES; lane++) count += images.wide[i][lane] == images.wide[0][0];
    return count;
}

INLINE void list(dealing *d, const uint64_t *marks, int64_t first, int64_t words, int64_t part, uint64_t *out, int wide,
                 int vectors) {
    int64_t positions = 0;
    for (int64_t w = 0; w < words; w++) {
        uint64_t at = (uint64_t)(first + w), set = marks[w], word;
        if (!set) continue;
        word = d->last[(uint64_t)part ^ mixed(at >> (d->low - 6), d->bits)];
        for (int byte = 0; byte < 4; byte++, at >>= 8) word ^= d->high[256 * byte + (at & 255)];
        for (; set; set &= set - 1) {
            *out = word ^ d->bit[__builtin_ctzll(set)];
            positions += d->orbits[fixing(d, *out++, wide, vectors)];
        }
    }
    d->positions = positions;
}

/* The positions that are marked in some words of partition `part`, in order, and what their orbits have together. */
void KERNEL(partition_list)(dealing *d, const uint64_t *marks, int64_t first, int64_t words, int64_t part, uint64_t *out) {
    if (d->wide) list(d, marks, first, words, part, out, 1, (int)(d->images / LANES));
    else if (d->images == NARROW) list(d, marks, first, words, part, out, 0, 1);
    else list(d, marks, first, words, part, out, 0, (int)(d->images / NARROW));
}
