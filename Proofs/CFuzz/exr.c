// OpenEXR images, by the library's core.
#include "fuzz.h"

#include <CEXR.h>

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (cexr_start() != 0) fuzz_missing("OpenEXR");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const int file = fuzz_file(data, size);
    struct cexr_image image;
    if (cexr_read(file, 1, &image) != 0 || (uint64_t)image.width * image.height > FUZZ_PIXELS) return 0;
    if (cexr_read(file, 0, &image) != 0) return 0;
    fuzz_touch((const uint8_t *)image.samples, (size_t)image.width * image.height * image.channels * sizeof(float));
    free(image.samples);
    return 0;
}
