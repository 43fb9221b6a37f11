/* Ranks of many small integer matrices modulo a prime below 2^26, in doubles that hold integers.
 *
 * feasibility/exact/modular.py is the reference. Rows are taken one by one and reduced by those kept before
 * them, whose leading entry is 1; a row that does not vanish is kept. All residues lie between -prime/2 and
 * prime/2, so every product is an integer below 2^50.
 */
#include "vectors.h"

#define MOST_WIDTH 64

/* The residue of least absolute value; adding and taking away 3 * 2^51 rounds to an integer. */
INLINE double residue(double value, double prime, double inverse) {
    const double magic = 6755399441055744.0;
    return value - prime * ((value * inverse + magic) - magic);
}

static int64_t inverse_of(int64_t value, int64_t prime) {
    int64_t a = value < 0 ? value + prime : value, b = prime, x = 1, y = 0;
    while (a > 1) {
        int64_t q = a / b, rest = a % b, next = x - q * y;
        a = b, b = rest, x = y, y = next;
    }
    return x < 0 ? x + prime : x;
}

INLINE void subtract(double *row, const double *kept, double factor, int64_t width, double prime, double inverse) {
    for (int64_t i = 0; i < width; i++) row[i] = residue(row[i] - factor * kept[i], prime, inverse);
}

/* out[k]: the rank of the rows that line k of `chosen` marks, counted up to `enough`.
 * `width` is a multiple of 8 and at most 64; the rows are padded with zeros. Returns 0, or 1 if it is wider. */
int KERNEL(ranks)(const double *rows, int64_t height, int64_t width, const uint8_t *chosen, int64_t count,
                         int64_t prime, int64_t enough, int64_t *out) {
    double kept[MOST_WIDTH][MOST_WIDTH] __attribute__((aligned(64)));
    double row[MOST_WIDTH] __attribute__((aligned(64)));
    int64_t lead[MOST_WIDTH];
    double modulus = (double)prime, inverse = 1.0 / modulus;
    if (width > MOST_WIDTH) return 1;
    for (int64_t k = 0; k < count; k++) {
        int64_t rank = 0;
        for (int64_t r = 0; r < height && rank < enough; r++) {
            if (!chosen[k * height + r]) continue;
            memcpy(row, rows + r * width, width * sizeof *row);
            for (int64_t i = 0; i < rank; i++)
                if (row[lead[i]] != 0.0) subtract(row, kept[i], row[lead[i]], width, modulus, inverse);
            int64_t at = 0;
            while (at < width && row[at] == 0.0) at++;
            if (at == width) continue;
            double scale = (double)inverse_of((int64_t)row[at], prime);
            scale = residue(scale, modulus, inverse);
            for (int64_t i = 0; i < width; i++) kept[rank][i] = residue(row[i] * scale, modulus, inverse);
            lead[rank++] = at;
        }
        out[k] = rank;
    }
    return 0;
}
