/* Every kernel; a source for each level of vector instructions includes them once. */
#include "dense_closure.h"
#include "dense_levels.h"
#include "dense_plays.h"
#include "frontier.h"
#include "frontier_bits.h"
#include "ranks.h"
#include "sweeps.h"
#include "tiles.h"
