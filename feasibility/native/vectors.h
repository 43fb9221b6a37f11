/* Vectors of one width. Included once by every level, which defines LEVEL and LANES before.
 *
 * A unit is 512 bits, UNIT_VECTORS vectors of LANES words. No vector is wider than a register of the level:
 * compilers split wider ones by way of general registers, which costs most of the speed.
 */
#ifndef PEGFEAS_VECTORS_H
#define PEGFEAS_VECTORS_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define PASTE(level, name) pegfeas_##level##_##name
#define NAME(level, name) PASTE(level, name)
#define KERNEL(name) NAME(LEVEL, name)
#define INLINE static inline __attribute__((always_inline))

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are never passed between functions that stay functions */
#endif

#define UNIT_WORDS 8
#define UNIT_VECTORS (UNIT_WORDS / LANES)
typedef uint64_t vector __attribute__((vector_size(8 * LANES)));

INLINE vector load(const uint64_t *from) {
    vector value;
    memcpy(&value, from, sizeof value);
    return value;
}

INLINE void store(uint64_t *to, vector value) { memcpy(to, &value, sizeof value); }

/* Whether any bit is set. */
INLINE int some(vector value) {
#if LANES == 8
    return _mm512_test_epi64_mask((__m512i)value, (__m512i)value) != 0;
#elif LANES == 4
    return !_mm256_testz_si256((__m256i)value, (__m256i)value);
#elif defined(__x86_64__)
    return _mm_movemask_epi8(_mm_cmpeq_epi8((__m128i)value, _mm_setzero_si128())) != 0xffff;
#else
    return (value[0] | value[1]) != 0;
#endif
}

#ifdef __clang__
#define SHUFFLED(value, ...) __builtin_shufflevector(value, value, __VA_ARGS__)
#else
#define SHUFFLED(value, ...) __builtin_shuffle(value, (vector){__VA_ARGS__})
#endif

/* The lanes of a vector, each from the place whose number differs by exclusive-or of `d`, a constant. */
#if LANES == 8
#define EXCHANGED(value, d) SHUFFLED(value, 0 ^ (d), 1 ^ (d), 2 ^ (d), 3 ^ (d), 4 ^ (d), 5 ^ (d), 6 ^ (d), 7 ^ (d))
#elif LANES == 4
#define EXCHANGED(value, d) SHUFFLED(value, 0 ^ (d), 1 ^ (d), 2 ^ (d), 3 ^ (d))
#else
#define EXCHANGED(value, d) SHUFFLED(value, 0 ^ (d), 1 ^ (d))
#endif

INLINE int parity(uint64_t value) { return __builtin_parityll(value); }

#endif
