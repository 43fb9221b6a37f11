/* The kernels for any machine. */
#define LEVEL baseline
#define LANES 2
#include "kernels.h"
