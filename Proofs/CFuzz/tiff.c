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
    struct cvips_tiff layout;
    if (cvips_tiff_layout(file, page, &layout) == 0) {
        fuzz_touch(layout.profile, layout.profile_size);
        const uint64_t channels = layout.is_planar ? 1 : layout.channels;
        const uint64_t row = ((uint64_t)layout.width * channels * layout.bits + 7) / 8;
        const uint64_t count = row * layout.height * (layout.is_planar ? layout.channels : 1);
        uint8_t *samples = (uint64_t)layout.width * layout.height < FUZZ_PIXELS && layout.height > 0 && count > 0
            && count < FUZZ_PIXELS ? calloc(1, count) : NULL;
        if (samples != NULL && cvips_tiff_samples(file, page, &layout, row, samples, count) == 0) {
            fuzz_touch(samples, count);
        }
        free(samples);
        free(layout.profile);
    }
    struct cimage_facts facts = {0};
    if (tiff_read_header(file, page, &facts) != 0 || (uint64_t)facts.width * facts.height > FUZZ_PIXELS) return 0;
    struct cvips_pixels pixels;
    if (tiff_read_pixels(file, page, &pixels) != 0) return 0;
    fuzz_touch(pixels.bytes, (size_t)pixels.width * pixels.height * 4);
    free((void *)pixels.bytes);
    return 0;
}
