// Images by libvips, and TIFFs and frames of JPEG XL that it does not read.
#include "fuzz.h"

#include <CVips.h>

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (cvips_start(FORMATS) != 0) fuzz_missing("libvips");
    return 0;
}

static void draw_pixels(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    struct cvips_pixels pixels = {.width = 1 + input_byte(&input) % 16, .height = 1 + input_byte(&input) % 16};
    const uint8_t ways = input_byte(&input);
    pixels.orientation = 1 + ways % 8;
    pixels.is_ink = ways >> 3 & 1;
    pixels.is_grey = !pixels.is_ink && ways >> 4 & 1;
    const size_t length = (size_t)pixels.width * pixels.height * (pixels.is_grey ? 2 : 4);
    uint8_t *bytes = calloc(length, 1), *profile = input_copy(input, 0);
    memcpy(bytes, input.next, input.left < length ? input.left : length);
    pixels.bytes = bytes;
    pixels.profile = ways & 32 ? profile : NULL;
    pixels.profile_size = input.left;
    struct cimage_picture picture = {.pixels = NULL};
    if (cvips_thumbnail_pixels(&pixels, 1 + ways % 24, &picture) == 0) {
        fuzz_touch(picture.pixels, (size_t)picture.width * picture.height * 4);
        free(picture.pixels);
    }
    free(bytes);
    free(profile);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0 && *data == 0x01) {
        draw_pixels(data + 1, size - 1);
        return 0;
    }
    const int file = fuzz_file(data, size);
    const uint32_t page = size > 0 && data[size / 3] % 8 == 7 ? 1 : 0;
    struct cimage_facts facts = {0};
    // As the product: the size of the header is held against its limit first.
    if (cvips_read_header(file, page, &facts) != 0) return 0;
    if ((uint64_t)facts.width * facts.height > FUZZ_PIXELS / 4) return 0;
    uint8_t *profile = NULL;
    size_t length = 0;
    if (cvips_profile(file, &profile, &length) == 0) {
        fuzz_touch(profile, length);
        free(profile);
    }
    struct cimage_picture picture = {.pixels = NULL};
    if (cvips_thumbnail(file, page, fuzz_size(data, size), &picture) == 0) {
        fuzz_touch(picture.pixels, (size_t)picture.width * picture.height * 4);
        free(picture.pixels);
    }
    return 0;
}
