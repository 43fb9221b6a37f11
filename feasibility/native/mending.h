/* One way through a window of a board, chosen among many: the step by which a play is mended.
 *
 * feasibility/engines/plans/ways.py does the same by numpy. A word is the pegs in the window, and above them how
 * many of the jumps across its border were played. The words of a level are in no order, and nothing that is
 * chosen depends on one.
 */
#include "layout.h"
#include "vectors.h"

#define MOST_LEGAL 4 /* words of a set of jumps inside */
#define BYTES 8      /* of a word */
#define UNIT 16      /* bits of a score below its whole numbers */

typedef uint64_t legal_sets[BYTES][256][MOST_LEGAL];

/* A number that looks random, the same for a word and a salt. */
INLINE uint64_t drawn(uint64_t word, uint64_t salt) {
    word = (word ^ salt) * UINT64_C(0x9E3779B97F4A7C15);
    word = (word ^ word >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return word ^ word >> 32;
}

/* By byte of a word and value: the jumps inside that are legal as far as this byte tells. */
static void legal_by_byte(const passage *w, int64_t words, legal_sets sets) {
    uint64_t allowed[2][256][MOST_LEGAL]; /* by the holes that are empty, and by those that are full */
    for (int64_t byte = 0; 8 * byte < w->size; byte++) {
        memset(allowed, 255, sizeof allowed);
        for (int64_t bit = 0; bit < 8; bit++) {
            uint64_t hole = UINT64_C(1) << (8 * byte + bit);
            for (int64_t j = 0; j < w->jumps; j++)
                if (w->masks[j] & hole) allowed[!(w->pegs[j] & hole)][1 << bit][j / 64] &= ~(UINT64_C(1) << j % 64);
        }
        for (int full = 0; full < 2; full++)
            for (int64_t value = 1; value < 256; value++)
                for (int64_t k = 0; k < words; k++)
                    allowed[full][value][k] = allowed[full][value & (value - 1)][k] & allowed[full][value & -value][k];
        for (int64_t value = 0; value < 256; value++)
            for (int64_t k = 0; k < words; k++)
                sets[byte][value][k] = allowed[1][value][k] & allowed[0][255 ^ value][k];
    }
}

/* Notes a word that was not reached before. `table` is empty where there is 0, which no word is, less one. */
INLINE int64_t note(const passage *w, uint64_t word, int64_t count) {
    uint64_t last = 2 * (uint64_t)w->room - 1, slot = (word * UINT64_C(0x9E3779B97F4A7C15) >> 32) & last;
    for (; w->table[slot]; slot = (slot + 1) & last)
        if (w->table[slot] == word + 1) return count;
    w->table[slot] = word + 1;
    w->reached[count] = word;
    return count + 1;
}

/* What one jump reaches from a level, or -1 where there is too little room. */
static int64_t after_one(const passage *w, const uint64_t *level, int64_t count, legal_sets sets) {
    const int64_t words = (w->jumps + 63) / 64, bytes = (w->size + 7) / 8;
    int64_t made = 0;
    memset(w->table, 0, 2 * (size_t)w->room * sizeof *w->table);
    for (int64_t i = 0; i < count; i++) {
        uint64_t word = level[i];
        int64_t number = (int64_t)(word >> w->size);
        if (made + w->jumps >= w->room) return -1;
        for (int64_t k = 0; k < words; k++) {
            uint64_t legal = k < words - 1 || w->jumps % 64 == 0 ? ~UINT64_C(0) : (UINT64_C(1) << w->jumps % 64) - 1;
            for (int64_t byte = 0; byte < bytes - 1; byte++) legal &= sets[byte][word >> 8 * byte & 255][k];
            legal &= sets[bytes - 1][word >> 8 * (bytes - 1) & ((UINT64_C(1) << (w->size - 8 * (bytes - 1))) - 1)][k];
            for (; legal; legal &= legal - 1) made = note(w, word ^ w->masks[64 * k + __builtin_ctzll(legal)], made);
        }
        if (number < w->crossings && (word & w->across_masks[number]) == w->across_pegs[number])
            made = note(w, (word ^ w->across_masks[number]) + (UINT64_C(1) << w->size), made);
    }
    return made;
}

/* The score below which, or at which, there are `width` of more scores: digit after digit from the highest. */
static uint64_t threshold(uint64_t *scores, uint64_t *other, int64_t count, int64_t width) {
    uint64_t prefix = 0;
    for (int shift = UNIT; shift >= 0; shift -= 8) {
        int64_t counts[256] = {0}, left = 0, value = 0;
        for (int64_t i = 0; i < count; i++) counts[scores[i] >> shift & 255]++;
        while (width > counts[value]) width -= counts[value++];
        for (int64_t i = 0; i < count; i++)
            if ((int64_t)(scores[i] >> shift & 255) == value) other[left++] = scores[i];
        prefix |= (uint64_t)value << shift;
        scores = other, count = left;
    }
    return prefix;
}

/* Of the words reached those nearest to the old way at this level, and the old way itself; how many. */
static int64_t nearest(const passage *w, int64_t count, uint64_t own, uint64_t *out) {
    uint64_t *scores = w->scores, last, limit;
    int64_t kept = 0, equal = w->width;
    if (count <= w->width) {
        memcpy(out, w->reached, (size_t)count * sizeof *out);
        return count;
    }
    for (int64_t i = 0; i < count; i++) {
        uint64_t word = w->reached[i], far = (uint64_t)__builtin_popcountll(word ^ own) + 1;
        uint64_t chance = (drawn(word, w->salt) >> (64 - UNIT)) * (uint64_t)w->chance;
        scores[i] = word == own ? 0 : (far << UNIT) + chance;
    }
    limit = threshold(scores, scores + w->room, count, w->width);
    for (int64_t i = 0; i < count; i++)
        if (scores[i] < limit) out[kept++] = w->reached[i];
    equal -= kept;
    /* of equal ones the smallest words: nearly always there is room for all */
    for (last = 0; equal > 0; equal--) {
        uint64_t next = ~UINT64_C(0);
        for (int64_t i = 0; i < count; i++)
            if (scores[i] == limit && w->reached[i] >= last && w->reached[i] < next) next = w->reached[i];
        out[kept++] = next;
        last = next + 1;
    }
    return kept;
}

/* The end that is wrong at holes of the least weight, with some chance; its level. */
static int64_t best_end(const passage *w, uint64_t *best) {
    const int64_t bytes = (w->size + 7) / 8;
    const uint64_t full = (UINT64_C(1) << w->size) - 1;
    int64_t costs[BYTES][256] = {{0}}, least = INT64_MAX, depth = -1;
    for (int64_t byte = 0; byte < bytes; byte++)
        for (int64_t value = 1; value < 256; value++) {
            int64_t hole = 8 * byte + __builtin_ctzll((uint64_t)value);
            costs[byte][value] = costs[byte][value & (value - 1)] + (hole < w->size ? w->weights[hole] : 0);
        }
    for (int64_t level = 0, i = 0; level < w->made; level++)
        for (; i < w->ends[level]; i++) {
            uint64_t word = w->levels[i], wrong = (word ^ w->target) & full;
            int64_t cost = 0;
            if ((int64_t)(word >> w->size) < w->crossings) continue;
            for (int64_t byte = 0; byte < bytes; byte++) cost += costs[byte][wrong >> 8 * byte & 255];
            if (cost > least) continue;
            cost += (int64_t)(drawn(word, w->salt + 1) >> 40) * w->shaken >> 24;
            if (cost > least) continue;
            if (cost == least && (level > depth || word >= *best)) continue;
            least = cost, depth = level, *best = word;
        }
    return depth;
}

INLINE int holds(const uint64_t *words, int64_t count, uint64_t word) {
    for (int64_t i = 0; i < count; i++)
        if (words[i] == word) return 1;
    return 0;
}

/* Ways into a word from a level, those inside by number and then the one across; one of them by chance. */
static int64_t one_before(const passage *w, uint64_t *word, const uint64_t *level, int64_t count) {
    int64_t ways[64 * MOST_LEGAL + 1], found = 0, chosen, number = (int64_t)(*word >> w->size) - 1;
    for (int64_t j = 0; j < w->jumps; j++)
        if ((*word & w->masks[j]) == (w->masks[j] ^ w->pegs[j]) && holds(level, count, *word ^ w->masks[j]))
            ways[found++] = j;
    if (number >= 0 && (*word & w->across_masks[number]) == (w->across_masks[number] ^ w->across_pegs[number])
        && holds(level, count, (*word ^ w->across_masks[number]) - (UINT64_C(1) << w->size)))
        ways[found++] = -1;
    chosen = ways[(drawn(*word, ~w->salt) >> 32) % (uint64_t)found];
    if (chosen >= 0) *word ^= w->masks[chosen];
    else *word = (*word ^ w->across_masks[number]) - (UINT64_C(1) << w->size);
    return chosen;
}

/* Fills `way` with jumps inside by number, -1 for the next one across; how many, or -1 where there is too little
 * room for a level, -2 for another level. */
int64_t KERNEL(mend)(passage *w) {
    legal_sets sets;
    const uint64_t *level = w->levels;
    uint64_t word = 0;
    int64_t count = 1, depth;
    legal_by_byte(w, (w->jumps + 63) / 64, sets);
    w->levels[0] = w->path[0];
    w->ends[0] = 1;
    w->seen = 0;
    for (w->made = 1;; w->made++) {
        int64_t reached = after_one(w, level, count, sets), step = w->made < w->steps ? w->made : w->steps - 1;
        if (reached <= 0) {
            if (reached < 0) return reached;
            break;
        }
        if (w->made == w->most) return -2;
        w->seen += reached;
        level += count;
        count = nearest(w, reached, w->path[step], w->levels + w->ends[w->made - 1]);
        w->ends[w->made] = w->ends[w->made - 1] + count;
    }
    depth = best_end(w, &word);
    for (int64_t i = depth; i > 0; i--) {
        int64_t begin = i > 1 ? w->ends[i - 2] : 0;
        w->way[i - 1] = one_before(w, &word, w->levels + begin, w->ends[i - 1] - begin);
    }
    return depth;
}
