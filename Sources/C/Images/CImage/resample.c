#include "resample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Red, green, blue, alpha; vector instructions process all four at once.
typedef float pixel __attribute__((vector_size(16)));

/// The source pixels of a target pixel: `count` of them, starting at `first`, with their weights.
struct axis {
    uint32_t size;
    uint32_t taps;
    uint32_t *first;
    uint32_t *count;
    float *weights;
};

struct resampler {
    uint32_t width, height;
    int bands;
    /// The columns and rows of the blocks averaged before filtering; the filter would read each pixel six
    /// times.
    uint32_t block_width, block_height;
    struct axis across, down;
    /// The number of image rows, block rows, and picture rows processed so far.
    uint32_t seen, taken, written;
    /// A row of the image or of blocks, and the horizontally scaled rows that a row of the picture needs.
    pixel *row;
    pixel *ring;
    pixel *sums;
};

static double lanczos(double x) {
    if (x == 0) return 1;
    if (fabs(x) >= 3) return 0;
    double a = x * M_PI;
    return 3 * sin(a) * sin(a / 3) / (a * a);
}

/// Returns the block size that leaves the filter a reduction of at least two to one, as in libvips; 1 for a
/// small reduction.
static uint32_t block_size(uint32_t size, uint32_t new_size) {
    return size > 4 * (uint64_t)new_size ? (uint32_t)(size / (2 * (uint64_t)new_size)) : 1;
}

/// Returns the number of blocks in a row, the last of which may be smaller.
static uint32_t block_count(uint32_t size, uint32_t block) { return size / block + (size % block != 0); }

static int make_axis(struct axis *axis, uint32_t old_size, uint32_t block, uint32_t new_size) {
    double scale = (double)old_size / block / new_size;
    uint32_t size = block_count(old_size, block);
    axis->size = new_size;
    axis->taps = (uint32_t)ceil(scale * 3) * 2 + 1;
    axis->first = calloc(new_size, sizeof *axis->first);
    axis->count = calloc(new_size, sizeof *axis->count);
    axis->weights = calloc((size_t)new_size * axis->taps, sizeof *axis->weights);
    if (axis->first == NULL || axis->count == NULL || axis->weights == NULL) return -1;
    for (uint32_t place = 0; place < new_size; place++) {
        double centre = (place + 0.5) * scale, sum = 0;
        double begin = floor(centre - 3 * scale + 0.5), end = floor(centre + 3 * scale + 0.5);
        uint32_t first = begin < 0 ? 0 : (uint32_t)begin;
        uint32_t last = end > size ? size : (uint32_t)end;
        if (last > first + axis->taps) last = first + axis->taps;
        float *weights = axis->weights + (size_t)place * axis->taps;
        for (uint32_t old = first; old < last; old++) {
            double weight = lanczos((old + 0.5 - centre) / scale);
            weights[old - first] = (float)weight;
            sum += weight;
        }
        // There are no pixels beyond the edges, so the remaining weights are normalized.
        for (uint32_t old = first; old < last; old++) weights[old - first] = (float)(weights[old - first] / sum);
        axis->first[place] = first;
        axis->count[place] = last - first;
    }
    return 0;
}

static void free_axis(struct axis *axis) {
    free(axis->first);
    free(axis->count);
    free(axis->weights);
}

struct resampler *resampler_new(uint32_t width, uint32_t height, int bands, uint32_t new_width, uint32_t new_height) {
    struct resampler *made = calloc(1, sizeof *made);
    if (made == NULL) return NULL;
    made->width = width;
    made->height = height;
    made->bands = bands;
    made->block_width = block_size(width, new_width);
    made->block_height = block_size(height, new_height);
    uint32_t across = block_count(width, made->block_width);
    if (make_axis(&made->across, width, made->block_width, new_width) != 0
        || make_axis(&made->down, height, made->block_height, new_height) != 0
        || (made->row = aligned_alloc(sizeof(pixel), across * sizeof(pixel))) == NULL
        || (made->sums = aligned_alloc(sizeof(pixel), new_width * sizeof(pixel))) == NULL
        || (made->ring = aligned_alloc(sizeof(pixel), (size_t)new_width * made->down.taps * sizeof(pixel))) == NULL) {
        resampler_free(made);
        return NULL;
    }
    return made;
}

void resampler_free(struct resampler *resampler) {
    if (resampler == NULL) return;
    free_axis(&resampler->across);
    free_axis(&resampler->down);
    free(resampler->row);
    free(resampler->ring);
    free(resampler->sums);
    free(resampler);
}

/// Returns a pixel as floats, premultiplied so that transparent pixels do not bleed into others.
static inline pixel unpacked(const uint8_t *bytes, int bands) {
    pixel grey = {bytes[0], bytes[0], bytes[0], 255};
    if (bands == 1) return grey;
    if (bands == 2) return grey * ((float)bytes[1] / 255);
    float alpha = bands > 3 ? bytes[3] : 255;
    pixel colour = {bytes[0], bytes[1], bytes[2], 255};
    return colour * (alpha / 255);
}

static inline int has_alpha(int bands) { return bands == 2 || bands > 3; }

/// Adds an image row to the current row of blocks; returns whether the row of blocks is complete.
static int gather(struct resampler *resampler, const uint8_t *bytes) {
    int bands = resampler->bands;
    uint32_t width = resampler->width, block = resampler->block_width;
    pixel *row = resampler->row;
    uint32_t inside = resampler->seen++ % resampler->block_height;
    if (block == 1 && resampler->block_height == 1) {
        for (uint32_t column = 0; column < width; column++, bytes += bands) row[column] = unpacked(bytes, bands);
        return 1;
    }
    uint32_t count = block_count(width, block);
    if (inside == 0) memset(row, 0, count * sizeof *row);
    for (uint32_t place = 0, column = 0; place < count; place++) {
        uint32_t end = width - column > block ? column + block : width;
        pixel sum = {0};
        for (; column < end; column++, bytes += bands) sum += unpacked(bytes, bands);
        row[place] += sum;
    }
    if (inside + 1 < resampler->block_height && resampler->seen < resampler->height) return 0;
    float each = 1 / ((float)block * (float)(inside + 1));
    for (uint32_t place = 0; place < count; place++) row[place] *= each;
    // The last block has fewer pixels; correct its mean.
    if (width % block != 0) row[count - 1] *= (float)block / (float)(width % block);
    return 1;
}

static uint8_t byte(float value) { return value <= 0 ? 0 : value >= 254.5f ? 255 : (uint8_t)(value + 0.5f); }

static void write_row(struct resampler *resampler, uint8_t *target) {
    const struct axis *down = &resampler->down;
    uint32_t width = resampler->across.size;
    const float *weights = down->weights + (size_t)resampler->written * down->taps;
    uint32_t first = down->first[resampler->written], count = down->count[resampler->written];
    pixel *sums = resampler->sums;
    memset(sums, 0, width * sizeof *sums);
    for (uint32_t tap = 0; tap < count; tap++) {
        const pixel *row = resampler->ring + (size_t)((first + tap) % down->taps) * width;
        float weight = weights[tap];
        for (uint32_t column = 0; column < width; column++) sums[column] += row[column] * weight;
    }
    for (uint32_t column = 0; column < width; column++, target += 4) {
        pixel sum = sums[column];
        float alpha = sum[3];
        if (has_alpha(resampler->bands) && alpha > 0 && alpha < 255) sum *= 255 / alpha;
        for (int band = 0; band < 3; band++) target[band] = byte(sum[band]);
        target[3] = has_alpha(resampler->bands) ? byte(alpha) : 255;
    }
}

void resampler_take(struct resampler *resampler, const uint8_t *row, uint8_t *pixels) {
    const struct axis *across = &resampler->across, *down = &resampler->down;
    if (!gather(resampler, row)) return;
    pixel *narrow = resampler->ring + (size_t)(resampler->taken % down->taps) * across->size;
    for (uint32_t column = 0; column < across->size; column++) {
        const float *weights = across->weights + (size_t)column * across->taps;
        const pixel *source = resampler->row + across->first[column];
        uint32_t count = across->count[column], tap = 0;
        // Use four sums, since each addition depends on the previous one to the same sum.
        pixel sums[4] = {{0}};
        for (; tap + 4 <= count; tap += 4) {
            for (int lane = 0; lane < 4; lane++) sums[lane] += source[tap + lane] * weights[tap + lane];
        }
        for (; tap < count; tap++) sums[0] += source[tap] * weights[tap];
        narrow[column] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
    resampler->taken++;
    while (resampler->written < down->size
           && down->first[resampler->written] + down->count[resampler->written] <= resampler->taken) {
        write_row(resampler, pixels + (size_t)resampler->written * across->size * 4);
        resampler->written++;
    }
}

void resampler_fit(uint32_t width, uint32_t height, uint32_t size, struct cimage_picture *picture) {
    double scale = fmin(1, (double)size / fmax(width, height));
    picture->width = (uint32_t)fmax(1, width * scale + 0.5);
    picture->height = (uint32_t)fmax(1, height * scale + 0.5);
}

int cimage_fit(const uint8_t *bytes, uint32_t width, uint32_t height, uint32_t size, struct cimage_picture *picture) {
    resampler_fit(width, height, size, picture);
    picture->pixels = malloc((size_t)picture->width * picture->height * 4);
    struct resampler *resampler = resampler_new(width, height, 3, picture->width, picture->height);
    if (picture->pixels == NULL || resampler == NULL) {
        free(picture->pixels);
        picture->pixels = NULL;
        resampler_free(resampler);
        return -1;
    }
    for (uint32_t row = 0; row < height; row++) {
        resampler_take(resampler, bytes + (size_t)row * width * 3, picture->pixels);
    }
    resampler_free(resampler);
    return 0;
}
