/* What Python asks of the shared object before it calls a kernel: sizes, and the levels that the machine has.
 *
 * The kernels are called through ctypes; the module itself is empty. It exists so that the ordinary build of
 * Python extensions can compile and place the file. */
#include <Python.h>

#include "layout.h"

/* In the order of SIZES in binding.py. */
const int64_t pegfeas_sizes[] = {
    ABI, sizeof(move), sizeof(step), sizeof(closure), sizeof(sparse),
    sizeof(reaching), sizeof(beaming), sizeof(dealing),
    sizeof(passage),
};

/* The widest level of vector instructions that works here: 0 baseline, 1 avx2, 2 avx512. */
int32_t pegfeas_level(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt")) return 0;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw")) return 1;
    return __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? 2 : 1;
#else
    return 0;
#endif
}

/* The compiler, for benchmarks. */
const char *pegfeas_compiler(void) {
#ifdef __clang__
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#else
    return "unknown";
#endif
}

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_kernels", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernels(void) { return PyModule_Create(&definition); }
