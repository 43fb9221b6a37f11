/* What Python and the kernels share; feasibility/native/binding.py declares the same and compares sizes. */
#ifndef PEGFEAS_LAYOUT_H
#define PEGFEAS_LAYOUT_H
#include <stdint.h>

#define ABI 20        /* to be raised with every change of a signature or a structure */
#define MOST_MARKS 8  /* words of one bit for every unit of a block */
#define MOST_JUMPS 1024
#define MOST_NARROW 128 /* images of a position, itself among them, filled up to whole vectors */

/* A jump as an operation on the bit array; Move.numbers() in engines/dense/plan.py. */
typedef struct {
    int64_t block_mask, block_value, block_flip;
    int64_t unit_mask, unit_value, unit_flip;
    int64_t word_step, shift, pivots;
    int64_t unit_row[3], block_row[3];
    int64_t plain;
} move;
_Static_assert(sizeof(move) == 16 * 8, "move");

/* An exchange of two address bits within a unit; Images.step_words() in engines/dense/images.py. */
typedef struct {
    uint64_t keep[8], up[8], down[8];
    uint64_t words, shift, unused[6];
} step;
_Static_assert(sizeof(step) == 32 * 8, "step");

/* A closure under way. */
typedef struct {
    uint64_t *words;
    int64_t units; /* in a block */
    const move *moves;
    int64_t inner, count; /* moves within blocks, which come first, and all */
    const uint64_t *masks;
    const uint64_t *targets;  /* by move: a bit for every unit of a block that it can end in */
    const uint8_t *parities;  /* rows with the pivots' parities over the units of a block */
    const int64_t *parity_of; /* by move: its row */
    int64_t *stamps, *seen, *clock;
    uint64_t *marks; /* by parity of the pass and by block: the units that grew */
    int64_t blocks, sweep; /* in the array; the number of the pass */
    const int32_t *stop;
    int64_t cursor, grown; /* in this pass */
    const int32_t *order;  /* the blocks to visit: one of each orbit */
    int64_t visited, images;
    const int32_t *image; /* by symmetry and visited block: where it goes, -1 if another one leads there */
    const int32_t *place; /* by symmetry and unit */
    const step *steps;
    const int64_t *first_step; /* by symmetry */
} closure;
_Static_assert(sizeof(closure) == 25 * 8, "closure");

/* A set, or a level of one, of which one block of each orbit is kept, with the numbers of plays into the members. */
typedef struct {
    const uint64_t *words; /* of the blocks that are kept, one after the other */
    const uint32_t *ranks; /* members before each of them */
    uint64_t *numbers;
    const uint64_t *position; /* tables: address to position */
    int64_t constant, bytes;
    const uint64_t *legal; /* by 64 jumps, byte of a position and its value: the jumps that may have ended there */
    const uint64_t *steps; /* by jump: what it changes of the address */
    int64_t sets, holes;   /* of 64 jumps; bytes that the holes fill */
    int64_t block_bits;
    const int32_t *turn, *via;     /* by block: which of those kept is its image, by which symmetry, -1 for none */
    const int32_t *place, *within; /* by symmetry and unit of a block, and bit of a unit */
    const int32_t *order;          /* the blocks that are kept */
} sparse;
_Static_assert(sizeof(sparse) == 16 * 8, "sparse");

/* A level of the frontier search that is marked in an array of bits. */
typedef struct {
    uint64_t *words;
    const uint64_t *level; /* the positions that a move is made from */
    int64_t count;
    const uint64_t *legal; /* as frontier_expand has them, to `deltas` */
    int64_t sets, pieces, groups;
    const uint64_t *lane_tables, *bases, *signs, *deltas;
    const uint32_t *tables, *none; /* by byte of a position: the addresses of its images; where none is, all bits */
    int64_t bytes, images, order;  /* of the group, and filled up to whole vectors: images */
    const uint32_t *moved;         /* by move: what it changes of the addresses */
    const int64_t *orbits;         /* by number of symmetries that fix a position: the size of its orbit */
    uint64_t base;                 /* the position at address 0, and by byte of a word's number and by bit: */
    const uint64_t *high, *low;    /* what they add */
    int64_t part, parts;           /* words of a part of the array, parts */
    int64_t *sizes;                /* by part: the marks, then those before it */
    uint64_t *out;
    const int32_t *stop;
    int64_t cursor, positions;
} reaching;
_Static_assert(sizeof(reaching) == 28 * 8, "reaching");

/* A question of beam search. Positions have `words` words each. */
typedef struct {
    int64_t holes, bytes, words; /* bytes that the holes fill */
    int64_t moves, order;        /* of the symmetries, the identity left out */
    const uint64_t *cares, *wants;
    uint64_t *images, *moved; /* tables that beam_prepare fills: by symmetry, byte and value; by move and symmetry */
    uint64_t *spreads;        /* by byte and value: pegs and sums of i, j, i^2 + j^2 */
    int64_t room, met_bits;           /* positions of a level at most; entries of the table of those met */
    uint64_t *met, *scratch, *scores; /* scratch for as many positions, and three times as many scores */
} beaming;
_Static_assert(sizeof(beaming) == 15 * 8, "beaming");

/* A play as a window of a board sees it, and the room for the ways through it. */
typedef struct {
    int64_t size, jumps;                /* holes; jumps inside */
    const uint64_t *pegs, *masks;       /* by jump inside */
    int64_t crossings, steps;           /* jumps across the border, words on the way of the play */
    const uint64_t *across_pegs, *across_masks, *path;
    int64_t width, chance;              /* words that are kept of a level; holes of a distance left to chance */
    const int64_t *weights;             /* by hole */
    int64_t shaken;                     /* the most that chance adds to the weight of an end */
    uint64_t target, salt;
    int64_t room, most;                 /* words that a level reaches, a power of two at least 2; levels */
    uint64_t *levels, *reached, *table; /* `width` words by level; room for one level, and for twice as many */
    uint64_t *scores;                   /* room for two levels */
    int64_t *ends, *way;                /* by level: where it ends; the jump that leads to the next */
    int64_t made, seen;                 /* levels, and words of all of them before those were left out */
} passage;
_Static_assert(sizeof(passage) == 25 * 8, "passage");

/* How a level is dealt to partitions, and a share of the level before it. */
typedef struct {
    const uint64_t *level;
    int64_t count;
    const uint64_t *legal; /* as frontier_expand has them, to `deltas` */
    int64_t sets, pieces, groups;
    const uint64_t *lane_tables, *bases, *signs, *deltas;
    int64_t wide;              /* addresses have 64 bits, not 32 */
    const void *tables, *none; /* by byte of a position: the addresses of its images; where none is, high bits */
    int64_t bytes, images;     /* filled up to whole units: images */
    const void *moved;         /* by move: what it changes of the addresses */
    const int64_t *orbits;     /* by number of symmetries that fix a position: the size of its orbit */
    int64_t low, bits;         /* of an address: below the number of its partition, and of that */
    const uint64_t *high, *bit, *last; /* what is added to a position: by byte of a word's number, by bit, by number */
    uint32_t *dealt;           /* zeroed scratch: places dealt not long ago, plus one */
    uint32_t *places;          /* by partition, `room` for each */
    int64_t *filled;           /* by partition: places that wait there; one has room at `most` and less */
    int64_t room, most;
    int64_t cursor, positions;
} dealing;
_Static_assert(sizeof(dealing) == 29 * 8, "dealing");
_Static_assert(sizeof(void *) == 8, "pointers");

#endif
