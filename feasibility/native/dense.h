/* What the dense kernels share; the layout of `move` is Move.numbers() in dense_plan.py. */
#ifndef PEGFEAS_DENSE_H
#define PEGFEAS_DENSE_H
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define CLONES
#endif
#define INLINE static inline __attribute__((always_inline))

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi" /* units are never passed between functions that stay functions */
#endif

/* 512 bits; the compiler splits it where the machine has narrower registers */
typedef uint64_t unit __attribute__((vector_size(64), aligned(64)));

typedef struct {
    int64_t block_mask, block_value, block_flip;
    int64_t unit_mask, unit_value, unit_flip;
    int64_t word_step, shift, pivots;
    int64_t unit_row[3], block_row[3];
    int64_t plain;
} move;

/* An exchange of two address bits within a unit; the layout of Images.steps in dense_images.py. */
typedef struct {
    unit keep, up, down;
    uint64_t words, shift, unused[6];
} step;

/* A closure under way; the layout of Closure in dense_kernel.py. */
typedef struct {
    unit *words;
    int64_t units;
    const move *moves;
    int64_t count;
    const unit *masks;
    int64_t *stamps, *seen, *clock;
    const int32_t *stop;
    int64_t cursor, grown; /* in this pass */
    const int32_t *order; /* the blocks to visit: one of each orbit */
    int64_t visited, images;
    const int32_t *image; /* by symmetry and visited block: where it goes, -1 if another one leads there */
    const int32_t *place; /* by symmetry and unit */
    const step *steps;
    const int64_t *first_step; /* by symmetry */
} closure;

INLINE unit load(const uint64_t *from) {
    unit value;
    memcpy(&value, from, sizeof value);
    return value;
}

INLINE int parity(uint64_t value) { return __builtin_parityll(value); }

#endif
