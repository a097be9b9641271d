#include "resample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Red, green, blue, alpha; the compiler has instructions for all four at once.
typedef float pixel __attribute__((vector_size(16)));

/// What each new place is made of: `count` old ones from `first` on, with their weights.
struct axis {
    uint32_t size;
    uint32_t taps;
    uint32_t *first;
    uint32_t *count;
    float *weights;
};

struct resampler {
    uint32_t width;
    int bands;
    struct axis across, down;
    uint32_t taken, written;
    /// A row of the image, and as many rows, already narrow, as a row of the picture needs.
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

static int make_axis(struct axis *axis, uint32_t size, uint32_t new_size) {
    double scale = (double)size / new_size;
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
        // Beyond the edges there is nothing, and what is left weighs as much as all.
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
    made->bands = bands;
    if (make_axis(&made->across, width, new_width) != 0 || make_axis(&made->down, height, new_height) != 0
        || (made->row = aligned_alloc(sizeof(pixel), width * sizeof(pixel))) == NULL
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

/// The row as numbers, the colours multiplied by alpha: what cannot be seen must not shine through.
static void unpack(struct resampler *resampler, const uint8_t *row) {
    for (uint32_t column = 0; column < resampler->width; column++, row += resampler->bands) {
        float alpha = resampler->bands > 3 ? row[3] : 255;
        pixel colour = {row[0], row[1], row[2], 255};
        resampler->row[column] = colour * (alpha / 255);
    }
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
        if (resampler->bands > 3 && alpha > 0 && alpha < 255) sum *= 255 / alpha;
        for (int band = 0; band < 3; band++) target[band] = byte(sum[band]);
        target[3] = resampler->bands > 3 ? byte(alpha) : 255;
    }
}

void resampler_take(struct resampler *resampler, const uint8_t *row, uint8_t *pixels) {
    const struct axis *across = &resampler->across, *down = &resampler->down;
    unpack(resampler, row);
    pixel *narrow = resampler->ring + (size_t)(resampler->taken % down->taps) * across->size;
    for (uint32_t column = 0; column < across->size; column++) {
        const float *weights = across->weights + (size_t)column * across->taps;
        const pixel *source = resampler->row + across->first[column];
        uint32_t count = across->count[column];
        pixel sum = {0};
        for (uint32_t tap = 0; tap < count; tap++) sum += source[tap] * weights[tap];
        narrow[column] = sum;
    }
    resampler->taken++;
    while (resampler->written < down->size
           && down->first[resampler->written] + down->count[resampler->written] <= resampler->taken) {
        write_row(resampler, pixels + (size_t)resampler->written * across->size * 4);
        resampler->written++;
    }
}

void resampler_fit(uint32_t width, uint32_t height, uint32_t size, struct cvips_picture *picture) {
    double scale = fmin(1, (double)size / fmax(width, height));
    picture->width = (uint32_t)fmax(1, width * scale + 0.5);
    picture->height = (uint32_t)fmax(1, height * scale + 0.5);
}

int cvips_fit(const uint8_t *bytes, uint32_t width, uint32_t height, uint32_t size, struct cvips_picture *picture) {
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
