/* The shared object is loaded through ctypes; the module itself is empty.
 * It exists so that the ordinary build of Python extensions can compile and place the file. */
#include <Python.h>

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_kernels", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernels(void) { return PyModule_Create(&definition); }
