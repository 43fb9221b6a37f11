/* The edges at extreme rays of a cone {w : rows.w >= 0}, pointed and full-dimensional: where each of them ends.
 *
 * feasibility/studies/polyhedra/adjacency.py is the reference. The rows that are tight at a ray, modulo the ray, make a
 * smaller cone, whose rays are the directions of the edges. It is solved by double description: a dictionary with
 * pivots that keep integers gives the first rays (Edmonds 1967), every other row is then cut in. Two rays share an edge
 * iff no third one is tight in all rows that are tight at both. All numbers are integers in doubles, none of them
 * beyond MOST_ENTRY, so that sums of two products stay below 2^53. A ray whose cone is larger than this has room for
 * is left to the caller.
 */
#include "vectors.h"
#include <stdlib.h>

#define MOST_EDGES 1024  /* rays of the smaller cone at a time */
#define MOST_TIGHT 128   /* rows */
#define MOST_COLUMNS 32
#define MOST_ENTRY 33554432 /* 2^25 */
#define LINE (MOST_TIGHT + MOST_COLUMNS)

/* A smaller cone: a line of `ray` holds the slacks of a ray in all rows, and after them the ray. */
typedef struct {
    int64_t height, width, count, lanes; /* rows, columns, rays; columns with those that only fill a vector */
    double table[LINE][MOST_COLUMNS];
    double ray[MOST_EDGES + 1][LINE];
    uint64_t tight[MOST_EDGES + 1][2]; /* the rows that have been cut in and are 0 on the ray */
} small_cone;

INLINE int within_bounds(const double *values, int64_t count) {
    double most = 0.0;
    for (int64_t i = 0; i < count; i++) {
        double size = values[i] < 0.0 ? -values[i] : values[i];
        most = size > most ? size : most;
    }
    return most < (double)MOST_ENTRY;
}

INLINE int64_t common_divisor(int64_t a, int64_t b) {
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b) {
        int64_t rest = a % b;
        a = b, b = rest;
    }
    return a;
}

/* The line of a ray without a common divisor; 0 where an entry is too large. */
static int make_primitive(small_cone *c, double *line) {
    int64_t length = c->height + c->width, divisor = 0;
    for (int64_t i = c->height; i < length && divisor != 1; i++) divisor = common_divisor(divisor, (int64_t)line[i]);
    if (divisor > 1)
        for (int64_t i = 0; i < length; i++) line[i] /= (double)divisor;
    return within_bounds(line, length);
}

/* One pivot of the dictionary whose common denominator is `last`. */
static int pivot(small_cone *c, int64_t row, int64_t column, double last) {
    const double at = c->table[row][column], *from = c->table[row];
    for (int64_t r = 0; r < c->height + c->width; r++) {
        double *to = c->table[r], factor = to[column];
        if (r == row || (factor == 0.0 && at == last)) continue;
        if (last == 1.0)
            for (int64_t i = 0; i < c->lanes; i++) to[i] = at * to[i] - factor * from[i];
        else
            for (int64_t i = 0; i < c->lanes; i++) to[i] = (at * to[i] - factor * from[i]) / last;
        to[column] = factor;
        if (!within_bounds(to, c->lanes)) return 0;
    }
    for (int64_t i = 0; i < c->lanes; i++) c->table[row][i] = i == column ? at : 0.0;
    return 1;
}

/* The cone of the first independent rows: a ray for each column. `used` becomes those rows. */
static int first_rays(small_cone *c, uint64_t used[2]) {
    uint64_t free_columns = (UINT64_C(1) << c->width) - 1;
    double last = 1.0;
    for (int64_t row = 0; row < c->height && free_columns; row++) {
        for (uint64_t left = free_columns; left; left &= left - 1) {
            int64_t column = __builtin_ctzll(left);
            if (c->table[row][column] == 0.0) continue;
            double at = c->table[row][column];
            if (!pivot(c, row, column, last)) return 0;
            last = at;
            free_columns ^= UINT64_C(1) << column;
            used[row >> 6] |= UINT64_C(1) << (row & 63);
            break;
        }
    }
    if (free_columns) return 0; /* not an extreme ray */
    for (int64_t n = 0; n < c->width; n++) {
        double *line = c->ray[n];
        for (int64_t i = 0; i < c->height + c->width; i++) line[i] = last < 0.0 ? -c->table[i][n] : c->table[i][n];
        if (!make_primitive(c, line)) return 0;
        memset(c->tight[n], 0, sizeof c->tight[n]);
        for (int64_t i = 0; i < c->height; i++)
            if (used[i >> 6] >> (i & 63) & 1 && line[i] == 0.0) c->tight[n][i >> 6] |= UINT64_C(1) << (i & 63);
    }
    c->count = c->width;
    return 1;
}

/* The row that is left whose cut looks cheapest, -1 if there is none. */
static int64_t next_row(const small_cone *c, const uint64_t used[2]) {
    int64_t best = -1, least = INT64_MAX;
    for (int64_t i = 0; i < c->height; i++) {
        if (used[i >> 6] >> (i & 63) & 1) continue;
        int64_t below = 0, above = 0;
        for (int64_t n = 0; n < c->count; n++) below += c->ray[n][i] < 0.0, above += c->ray[n][i] > 0.0;
        if (below * above < least) least = below * above, best = i;
    }
    return best;
}

INLINE int share_an_edge(const small_cone *c, int64_t count, int64_t a, int64_t b) {
    uint64_t low = c->tight[a][0] & c->tight[b][0], high = c->tight[a][1] & c->tight[b][1];
    if (__builtin_popcountll(low) + __builtin_popcountll(high) < c->width - 2) return 0;
    for (int64_t n = 0; n < count; n++)
        if (!((low & ~c->tight[n][0]) | (high & ~c->tight[n][1])) && n != a && n != b) return 0;
    return 1;
}

/* Cuts off what is below a row; 0 where there is no room. */
static int cut(small_cone *c, int64_t row) {
    const int64_t before = c->count, length = c->height + c->width;
    const uint64_t bit = UINT64_C(1) << (row & 63);
    for (int64_t a = 0; a < before; a++) {
        if (c->ray[a][row] <= 0.0) continue;
        for (int64_t b = 0; b < before; b++) {
            if (c->ray[b][row] >= 0.0 || !share_an_edge(c, before, a, b)) continue;
            if (c->count == MOST_EDGES) return 0;
            const double up = c->ray[a][row], down = -c->ray[b][row];
            double *line = c->ray[c->count];
            for (int64_t i = 0; i < length; i++) line[i] = down * c->ray[a][i] + up * c->ray[b][i];
            if (!make_primitive(c, line)) return 0;
            for (int64_t k = 0; k < 2; k++) c->tight[c->count][k] = c->tight[a][k] & c->tight[b][k];
            c->count++;
        }
    }
    int64_t kept = 0;
    for (int64_t n = 0; n < c->count; n++) {
        if (c->ray[n][row] < 0.0) continue;
        if (kept != n) {
            memcpy(c->ray[kept], c->ray[n], length * sizeof(double));
            memcpy(c->tight[kept], c->tight[n], sizeof c->tight[n]);
        }
        if (c->ray[kept][row] == 0.0) c->tight[kept][row >> 6] |= bit;
        kept++;
    }
    c->count = kept;
    return 1;
}

/* The smaller cone at a ray, modulo its coordinate `pinned`, with all of its rays; 0 where it is too large. */
static int solve(small_cone *c, const int64_t *rows, int64_t height, int64_t width, const int64_t *slack, int64_t pinned) {
    uint64_t used[2] = {0, 0};
    c->width = width - 1;
    c->lanes = (c->width + 7) / 8 * 8;
    c->height = 0;
    for (int64_t r = 0; r < height; r++) {
        if (slack[r]) continue;
        if (c->height == MOST_TIGHT) return 0;
        double *line = c->table[c->height++];
        memset(line, 0, sizeof c->table[0]);
        for (int64_t i = 0; i < width; i++)
            if (i != pinned) line[i - (i > pinned)] = (double)rows[r * width + i];
    }
    for (int64_t i = 0; i < c->width; i++) {
        memset(c->table[c->height + i], 0, sizeof c->table[0]);
        c->table[c->height + i][i] = 1.0;
    }
    if (!first_rays(c, used)) return 0;
    for (int64_t row; (row = next_row(c, used)) >= 0;) {
        if (!cut(c, row)) return 0;
        used[row >> 6] |= UINT64_C(1) << (row & 63);
    }
    return 1;
}

/* The rows without their zeros: row r is from first[r] to first[r + 1]. */
typedef struct {
    int64_t height, width, *first, *column, *value;
} sparse_rows;

INLINE int64_t product(const sparse_rows *s, int64_t row, const int64_t *vector) {
    int64_t sum = 0;
    for (int64_t i = s->first[row]; i < s->first[row + 1]; i++) sum += s->value[i] * vector[s->column[i]];
    return sum;
}

/* From a ray along a direction as far as the rows allow: the ray there, and which rows are 0 on it. */
static void turn(const sparse_rows *s, const int64_t *ray, const int64_t *slack, const int64_t *along, int64_t *across,
                 int64_t *out, uint64_t *tight) {
    const int64_t height = s->height, width = s->width;
    int64_t last = -1, divisor = 0;
    for (int64_t r = 0; r < height; r++) {
        across[r] = product(s, r, along);
        if (slack[r] && (last < 0 || across[r] * slack[last] < across[last] * slack[r])) last = r;
    }
    for (int64_t i = 0; i < width; i++) {
        out[i] = slack[last] * along[i] - across[last] * ray[i];
        if (divisor != 1) divisor = common_divisor(divisor, out[i]);
    }
    for (int64_t i = 0; i < width; i++) out[i] /= divisor;
    memset(tight, 0, (height + 63) / 64 * sizeof *tight);
    for (int64_t r = 0; r < height; r++)
        if (slack[last] * across[r] == across[last] * slack[r]) tight[r >> 6] |= UINT64_C(1) << (r & 63);
}

/* For each ray the rays at the other ends of its edges, one after the other, with the rows that are 0 on them in words
 * of 64. The absolute values of a row sum to 64 at most, the entries of the rays are below MOST_ENTRY. Every ray has
 * MOST_EDGES places; sizes[k] is how many of them are used, -1 where the ray is left to the caller.
 * Returns 1 without memory, else 0. */
int KERNEL(edges)(const int64_t *rows, int64_t height, int64_t width, const int64_t *rays, int64_t count,
                  int64_t *found, uint64_t *tight, int64_t *sizes) {
    const int64_t words = (height + 63) / 64;
    small_cone *c = malloc(sizeof *c);
    int64_t *room = malloc((2 * height * width + 3 * height + 1) * sizeof *room), along[MOST_COLUMNS + 1];
    if (c == NULL || room == NULL) {
        free(c);
        free(room);
        return 1;
    }
    int64_t *slack = room, *across = room + height;
    sparse_rows s = {height, width, room + 2 * height, room + 3 * height + 1, room + 3 * height + 1 + height * width};
    s.first[0] = 0;
    for (int64_t r = 0, at = 0; r < height; s.first[++r] = at)
        for (int64_t i = 0; i < width; i++)
            if (rows[r * width + i]) s.column[at] = i, s.value[at++] = rows[r * width + i];
    for (int64_t k = 0; k < count; k++) {
        const int64_t *ray = rays + k * width;
        int64_t pinned = 0;
        for (int64_t i = 1; i < width; i++) pinned = llabs(ray[i]) > llabs(ray[pinned]) ? i : pinned;
        for (int64_t r = 0; r < height; r++) slack[r] = product(&s, r, ray);
        sizes[k] = -1;
        if (!solve(c, rows, height, width, slack, pinned)) continue;
        for (int64_t n = 0; n < c->count; n++) {
            const double *line = c->ray[n] + c->height;
            for (int64_t i = 0; i < width; i++) along[i] = i == pinned ? 0 : (int64_t)line[i - (i > pinned)];
            turn(&s, ray, slack, along, across, found + (k * MOST_EDGES + n) * width, tight + (k * MOST_EDGES + n) * words);
        }
        sizes[k] = c->count;
    }
    free(c);
    free(room);
    return 0;
}
