// The pixels of any picture, made smaller.
#include "fuzz.h"

#include <resample.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    const uint32_t width = 1 + (uint32_t)input_number(&input, 2) % 500, height = 1 + input_byte(&input) % 64u;
    const int bands = 1 + input_byte(&input) % 6;
    const uint32_t new_width = 1 + (uint32_t)input_number(&input, 2) % width, new_height = 1 + input_byte(&input) % height;
    struct resampler *resampler = resampler_new(width, height, bands, new_width, new_height);
    uint8_t *pixels = malloc((size_t)new_width * new_height * 4), *row = calloc(width, (size_t)bands);
    if (resampler == NULL || pixels == NULL || row == NULL) abort();
    memset(pixels, 0xA5, (size_t)new_width * new_height * 4);
    for (uint32_t index = 0; index < height; index++) {
        const struct input part = input_part(&input, (size_t)width * (size_t)bands);
        memcpy(row, part.next, part.left);
        resampler_take(resampler, row, pixels);
    }
    fuzz_touch(pixels, (size_t)new_width * new_height * 4);
    resampler_free(resampler);
    free(pixels);
    free(row);
    struct cimage_picture fitted;
    uint8_t *colors = calloc((size_t)width * height, 3);
    if (cimage_fit(colors, width, height, new_width, &fitted) == 0) free(fitted.pixels);
    free(colors);
    return 0;
}
