// Pages drawn by Splash.
#include "fuzz.h"

#include <CSplash.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { WIDTH = 61, HEIGHT = 83 };
    auto *pixels = static_cast<uint32_t *>(malloc(WIDTH * HEIGHT * sizeof(uint32_t)));
    uint32_t const page = size > 0 && data[size - 1] % 8 == 7 ? 1 : 0;
    if (csplash_draw(fuzz_file(data, size), page, WIDTH, HEIGHT, pixels) == 0) fuzz_touch(pixels, WIDTH * HEIGHT * sizeof(uint32_t));
    free(pixels);
    return 0;
}
