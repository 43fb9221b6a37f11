/* From one level of pegs to the next: every jump on whole tiles; a closure is the reference.
 *
 * A tile is a table of bits, a row for each high part of the address and a column for each low part. A jump
 * carries the rows of one tile into those of another, in order. Where it changes the low part, the columns that
 * it can leave are pressed together and spread over those where it can end: both are in the order of the low
 * parts without the jump's holes, so one mask for the ones and one for the others say it all.
 */
#include "layout.h"
#include "vectors.h"

#define ROWS 64 /* of a tile that are filled together; they stay in the nearest cache */

/* The bits of a word where the mask has one, pressed together. */
INLINE uint64_t pressed(uint64_t word, uint64_t mask) {
#if LANES > 2 /* the levels with pext and pdep */
    return _pext_u64(word, mask);
#else
    uint64_t out = 0;
    for (word &= mask; word; word &= word - 1)
        out |= (uint64_t)1 << __builtin_popcountll(mask & ((word & -word) - 1));
    return out;
#endif
}

/* The lowest bits of a word, spread over the places where the mask has one. */
INLINE uint64_t spread(uint64_t word, uint64_t mask) {
#if LANES > 2 /* the levels with pext and pdep */
    return _pdep_u64(word, mask);
#else
    uint64_t out = 0;
    for (; mask && word; mask &= mask - 1, word >>= 1)
        if (word & 1) out |= mask & -mask;
    return out;
#endif
}

/* Press the columns of a row together; returns whether any of them holds a bit. `out` has a word more. */
INLINE uint64_t press_row(const uint64_t *row, const uint64_t *mask, int64_t width, uint64_t *out) {
    uint64_t held = 0, any = 0;
    int fill = 0;
    for (int64_t i = 0; i < width; i++) {
        uint64_t word = pressed(row[i], mask[i]);
        uint64_t rest = word >> 1 >> (63 - fill);
        any |= word;
        held |= word << fill;
        *out = held;
        fill += __builtin_popcountll(mask[i]);
        held = fill >= 64 ? rest : held;
        out += fill >> 6;
        fill &= 63;
    }
    out[0] = held, out[1] = 0;
    return any;
}

/* Add what was pressed together to the columns of another row. */
INLINE void spread_row(uint64_t *row, const uint64_t *mask, int64_t width, const uint64_t *from) {
    int64_t at = 0;
    for (int64_t i = 0; i < width; i++) {
        const uint64_t *here = from + (at >> 6);
        int shift = at & 63;
        row[i] |= spread(here[0] >> shift | here[1] << 1 << (63 - shift), mask[i]);
        at += __builtin_popcountll(mask[i]);
    }
}

INLINE void add_row(uint64_t *row, const uint64_t *from, int64_t width) {
    int64_t i = 0;
    for (; i + LANES <= width; i += LANES) store(row + i, load(row + i) | load(from + i));
    for (; i < width; i++) row[i] |= from[i];
}

typedef struct {
    uint64_t gathered[MOST_WIDE], pressed[MOST_WIDE + 2];
} row_room;

INLINE const uint64_t *source_row(const stepping *s, const tile_pull *p, int64_t part) {
    return s->above + p->table + p->width * s->place[part ^ p->care];
}

/* What jumps that move columns in the same way, those from `p` to `end`, carry into a row; NULL: nothing. */
INLINE const uint64_t *gathered_row(const stepping *s, const tile_pull *p, const tile_pull *end, int64_t part,
                                    uint64_t *gathered) {
    const uint64_t *row = NULL;
    for (; p < end; p++) {
        if ((part & p->care) != p->value) continue;
        const uint64_t *from = source_row(s, p, part);
        if (row && row != gathered) memcpy(gathered, row, 8 * (size_t)p->width);
        if (row) add_row(gathered, from, p->width);
        row = row ? gathered : from;
    }
    return row;
}

/* One jump, or all that move columns in the same way, into some rows of a tile. */
INLINE void pull_rows(const stepping *s, const tile *t, const tile_pull *p, const tile_pull *end, int64_t first,
                      int64_t last, row_room *room) {
    const uint32_t *parts = s->parts + t->first_part;
    for (int64_t r = first; r < last; r++) {
        uint64_t *row = s->words + t->table + t->width * r;
        if (p->from < 0) {
            if ((parts[r] & p->care) == p->value) add_row(row, source_row(s, p, parts[r]), t->width);
            continue;
        }
        const uint64_t *from = gathered_row(s, p, end, parts[r], room->gathered);
        if (from && press_row(from, s->masks + p->from, p->width, room->pressed))
            spread_row(row, s->masks + p->to, t->width, room->pressed);
    }
}

/* Every jump into some rows of a tile; returns their positions. */
INLINE int64_t fill_rows(const stepping *s, const tile *t, int64_t first, int64_t last, row_room *room) {
    const tile_pull *end = s->pulls + t->last_pull;
    for (const tile_pull *p = s->pulls + t->first_pull, *next; p < end; p = next) {
        for (next = p + 1; next < end && p->from >= 0 && next->from == p->from; next++) continue;
        pull_rows(s, t, p, next, first, last, room);
    }
    int64_t members = 0;
    const uint64_t *words = s->words + t->table;
    for (int64_t w = first * t->width; w < last * t->width; w++) members += __builtin_popcountll(words[w]);
    return members;
}

/* Fill the tiles of a level, shared by all threads that call it; members[i]: the positions of tile i. */
void KERNEL(tiles_step)(stepping *s) {
    row_room room;
    for (;;) {
        int64_t turn = __atomic_fetch_add(&s->cursor, 1, __ATOMIC_RELAXED), members = 0;
        if (turn >= s->count) return;
        const tile *t = s->tiles + turn;
        for (int64_t first = 0; first < t->rows; first += ROWS) {
            if (__atomic_load_n(s->stop, __ATOMIC_RELAXED)) return;
            members += fill_rows(s, t, first, first + ROWS < t->rows ? first + ROWS : t->rows, &room);
        }
        s->members[turn] = members;
    }
}
