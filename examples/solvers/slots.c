/* A solver in C with a table of a fixed size: answers lines START TARGET, bits, as --lines bits sends them.
 *
 *     cc -O2 -o slots slots.c            a slot holds the whole question
 *     cc -O2 -DKEYLESS -o slots slots.c  nobody looks whose entry a slot holds: a mistake
 *
 *     ./slots prune JUMPS     prune or keep, for `pegfeas validate --command`
 *     ./slots solve JUMPS     yes or no, for `pegfeas validate --solver`
 *
 * JUMPS is START-OVER-LANDING,..., the numbers of the holes: {jumps} in the command. At most 64 holes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 4096
#define MOST 4 /* jumps that pruning looks ahead */

typedef struct { uint64_t want, care; } Move;
typedef struct { uint64_t start, target; int left, dead; } Slot;

static Move moves[4096];
static int count;
static Slot table[SLOTS];

static Slot *slot_of(uint64_t start, uint64_t target) {
    return table + ((start * 0x9E3779B97F4A7C15u ^ target * 0xC2B2AE3D27D4EB4Fu) >> 52);
}

/* Whether the target cannot be reached in `left` jumps, of which there are as many as pegs too many. */
static int dead(uint64_t start, uint64_t target, int left) {
    if (start == target) return 0;
    if (left <= 0) return 1;
    Slot *slot = slot_of(start, target);
#ifdef KEYLESS
    if (slot->left) return slot->dead;
#else
    if (slot->left && slot->start == start && slot->target == target) return slot->dead;
#endif
    int found = 0;
    for (int i = 0; i < count && !found; i++)
        if ((start & moves[i].care) == moves[i].want) found = !dead(start ^ moves[i].care, target, left - 1);
    *slot = (Slot){start, target, left, !found};
    return !found;
}

static int is_stuck(uint64_t start) {
    for (int i = 0; i < count; i++)
        if ((start & moves[i].care) == moves[i].want) return 0;
    return 1;
}

static uint64_t position(const char *bits) {
    uint64_t mask = 0;
    for (int i = 0; bits[i]; i++) mask |= (uint64_t)(bits[i] == '1') << i;
    return mask;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    for (char *jump = strtok(argv[2], ","); jump && count < 4096; jump = strtok(NULL, ",")) {
        int start, over, landing;
        if (sscanf(jump, "%d-%d-%d", &start, &over, &landing) != 3) break; /* - for none */
        uint64_t pegs = (uint64_t)1 << start | (uint64_t)1 << over;
        moves[count++] = (Move){pegs, pegs | (uint64_t)1 << landing};
    }
    int solving = !strcmp(argv[1], "solve");
    char start[80], target[80];
    while (scanf("%79s %79s", start, target) == 2) {
        uint64_t one = position(start), other = position(target);
        int left = __builtin_popcountll(one) - __builtin_popcountll(other);
        if (solving) puts(dead(one, other, left) ? "no" : "yes");
        else if (one == other) puts("keep");
        else puts((left <= MOST ? dead(one, other, left) : is_stuck(one)) ? "prune" : "keep");
        fflush(stdout);
    }
    return 0;
}
