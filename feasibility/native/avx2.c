/* The kernels for x86-64 with avx2, bmi, bmi2, lzcnt, popcnt. */
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h> /* before the pragma: its functions name their own targets */
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif
#define LEVEL avx2
#define LANES 4
#include "kernels.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int pegfeas_no_avx2; /* a source must declare something */
#endif
