// TIFFs that libvips does not read, by libtiff.
#include "fuzz.h"

#include "../../Sources/C/Images/CVips/tiff.h"

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    tiff_start();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const int file = fuzz_file(data, size);
    const uint32_t page = size > 0 ? data[size - 1] % 3 : 0;
    struct cimage_facts facts = {0};
    if (tiff_read_header(file, page, &facts) != 0 || (uint64_t)facts.width * facts.height > FUZZ_PIXELS) return 0;
    struct cvips_pixels pixels;
    if (tiff_read_pixels(file, page, &pixels) != 0) return 0;
    fuzz_touch(pixels.bytes, (size_t)pixels.width * pixels.height * 4);
    free((void *)pixels.bytes);
    return 0;
}
