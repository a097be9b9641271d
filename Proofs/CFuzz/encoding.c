// The encoding of a text, and the WebP pictures within one.
#include "fuzz.h"

#include <CText.h>

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (ctext_start() != 0) fuzz_missing("A library of texts");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *bytes = input_copy((struct input){data, size}, 0);
    fuzz_touch_text(ctext_guess_encoding(bytes, size));
    uint32_t width = 0, height = 0;
    if (ctext_webp_size(bytes, size, &width, &height) == 0 && (uint64_t)width * height <= FUZZ_PIXELS) {
        const size_t length = (size_t)width * height * 4;
        uint8_t *pixels = malloc(length);
        if (ctext_webp_draw(bytes, size, pixels, length, width) == 0) fuzz_touch(pixels, length);
        free(pixels);
    }
    free(bytes);
    return 0;
}
