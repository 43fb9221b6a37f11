/* The kernels of beam search for one size of a position. Included by beam.h for each, which defines POSITION and
 * SIZED before. */

INLINE POSITION SIZED(image)(const POSITION *table, int64_t bytes, POSITION q) {
    POSITION total = 0;
    for (int64_t byte = 0; byte < bytes; byte++, q >>= 8) total |= table[256 * byte + (int64_t)(q & 255)];
    return total;
}

/* By byte and value what the holes of the value are sent to, and by move the images of its holes. */
static void SIZED(images)(const beaming *b, const int64_t *permutations) {
    const POSITION *cares = (const POSITION *)b->cares;
    POSITION *moved = (POSITION *)b->moved;
    for (int64_t s = 0; s < b->order; s++) {
        POSITION *table = (POSITION *)b->images + s * b->bytes * 256;
        for (int64_t byte = 0; byte < b->bytes; byte++, table += 256) {
            table[0] = 0;
            for (int64_t value = 1; value < 256; value++) {
                int64_t hole = 8 * byte + __builtin_ctzll((uint64_t)value);
                POSITION own = hole < b->holes ? (POSITION)1 << permutations[s * b->holes + hole] : 0;
                table[value] = table[value & (value - 1)] | own;
            }
        }
        table -= b->bytes * 256;
        for (int64_t j = 0; j < b->moves; j++) moved[j * b->order + s] = SIZED(image)(table, b->bytes, cares[j]);
    }
}

INLINE POSITION SIZED(canonical)(const beaming *b, POSITION q) {
    POSITION least = q;
    for (int64_t s = 0; s < b->order; s++) {
        POSITION other = SIZED(image)((const POSITION *)b->images + s * b->bytes * 256, b->bytes, q);
        least = other < least ? other : least;
    }
    return least;
}

/* Sorts by digits, the lowest first, each pass by counting; those in which all are equal are left out. */
static void SIZED(sort)(POSITION *list, POSITION *other, int64_t count) {
    const int64_t digit = count > 4096 ? 11 : 8, low = (1 << digit) - 1;
    POSITION *from = list, *to = other, differing = 0;
    for (int64_t i = 1; i < count; i++) differing |= list[i] ^ list[0];
    for (int64_t shift = 0; shift < 8 * (int64_t)sizeof *list && differing >> shift; shift += digit) {
        int64_t places[2048], before = 0;
        if (!(differing >> shift & low)) continue;
        memset(places, 0, (size_t)(low + 1) * sizeof *places);
        for (int64_t i = 0; i < count; i++) places[from[i] >> shift & low]++;
        for (int64_t value = 0; value <= low; value++) {
            int64_t here = places[value];
            places[value] = before;
            before += here;
        }
        for (int64_t i = 0; i < count; i++) to[places[from[i] >> shift & low]++] = from[i];
        POSITION *exchanged = from;
        from = to;
        to = exchanged;
    }
    if (from != list) memcpy(list, from, (size_t)count * sizeof *list);
}

static int64_t SIZED(distinct)(const beaming *b, POSITION *list, int64_t count) {
    if (count < 2) return count;
    SIZED(sort)(list, (POSITION *)b->scratch, count);
    int64_t kept = 1;
    for (int64_t i = 1; i < count; i++)
        if (list[i] != list[i - 1]) list[kept++] = list[i];
    return kept;
}

static int64_t SIZED(expand)(const beaming *b, const POSITION *level, int64_t count, POSITION *out) {
    const POSITION *cares = (const POSITION *)b->cares, *wants = (const POSITION *)b->wants;
    const POSITION *moved = (const POSITION *)b->moved;
    POSITION *met = (POSITION *)b->met, images[MOST_IMAGES];
    int64_t written = 0;
    memset(met, 0, sizeof *met << b->met_bits);
    for (int64_t i = 0; i < count; i++) {
        POSITION p = level[i];
        for (int64_t s = 0; s < b->order; s++)
            images[s] = SIZED(image)((const POSITION *)b->images + s * b->bytes * 256, b->bytes, p);
        for (int64_t j = 0; j < b->moves; j++) {
            if ((p & cares[j]) != wants[j]) continue;
            POSITION least = p ^ cares[j];
            for (int64_t s = 0; s < b->order; s++) {
                POSITION other = images[s] ^ moved[j * b->order + s];
                least = other < least ? other : least;
            }
            uint64_t mixed = (uint64_t)(least ^ least >> (4 * sizeof least)) * UINT64_C(0x9E3779B97F4A7C15);
            POSITION *slot = met + (mixed >> (64 - b->met_bits));
            if (*slot == least) continue;
            *slot = least;
            if (written == b->room) return -1;
            out[written++] = least;
        }
    }
    return SIZED(distinct)(b, out, written);
}

/* How far the pegs of `care` are spread: sum(i^2 + j^2) * pegs - (sum i)^2 - (sum j)^2, modulo 2^64. */
INLINE uint64_t SIZED(spread)(const beaming *b, POSITION q) {
    const uint64_t *table = b->spreads;
    uint64_t sums[4] = {0};
    for (int64_t byte = 0; byte < b->bytes; byte++, q >>= 8, table += 1024)
        for (int k = 0; k < 4; k++) sums[k] += table[4 * (int64_t)(q & 255) + k];
    return sums[3] * sums[0] - sums[1] * sums[1] - sums[2] * sums[2];
}

/* The `width` positions of the lowest scores, of equal ones the first, in the order of the level. */
static void SIZED(keep)(const beaming *b, const POSITION *level, int64_t count, POSITION care, int64_t width,
                        POSITION *out) {
    uint64_t *scores = b->scores, *sorted = scores + b->room;
    for (int64_t i = 0; i < count; i++)
        scores[i] = SIZED(spread)(b, level[i] & care) ^ UINT64_C(1) << 63; /* ordered as signed numbers */
    memcpy(sorted, scores, (size_t)count * sizeof *sorted);
    narrow_sort(sorted, sorted + b->room, count);
    uint64_t cut = sorted[width - 1];
    int64_t kept = 0, equal = width;
    for (int64_t i = 0; i < width; i++) equal -= sorted[i] < cut;
    for (int64_t i = 0; i < count; i++)
        if (scores[i] < cut || (scores[i] == cut && equal-- > 0)) out[kept++] = level[i];
}

INLINE int64_t SIZED(holds)(const POSITION *list, int64_t count, POSITION q) {
    int64_t low = 0, high = count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (list[middle] < q) low = middle + 1;
        else high = middle;
    }
    return low < count && list[low] == q;
}

static int64_t SIZED(meet)(const beaming *b, const POSITION *level, int64_t count, POSITION full, const POSITION *near,
                           int64_t complements) {
    for (int64_t i = 0; i < count; i++)
        if (SIZED(holds)(near, complements, SIZED(canonical)(b, level[i] ^ full))) return i;
    return -1;
}

static int64_t SIZED(match)(const POSITION *level, int64_t count, POSITION care, POSITION want, int64_t pegs) {
    for (int64_t i = 0; i < count; i++) {
        int64_t own = __builtin_popcountll((uint64_t)level[i]);
        if (sizeof *level > 8) own += __builtin_popcountll((uint64_t)(level[i] >> 4 * sizeof *level));
        if ((level[i] & care) == want && (pegs < 0 || pegs == own)) return i;
    }
    return -1;
}

static int64_t SIZED(back)(const beaming *b, POSITION q, const POSITION *level, int64_t count) {
    const POSITION *cares = (const POSITION *)b->cares, *wants = (const POSITION *)b->wants;
    for (int64_t j = 0; j < b->moves; j++)
        if ((q & cares[j]) == (wants[j] ^ cares[j]) && SIZED(holds)(level, count, SIZED(canonical)(b, q ^ cares[j])))
            return j;
    return -1;
}
