// The first frame of a sequence in AVIF.
#include "fuzz.h"

#include "../../Sources/C/Images/CVips/avif.h"

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    avif_start();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct cvips_pixels pixels;
    if (avif_read_first(fuzz_file(data, size), &pixels) != 0) return 0;
    fuzz_touch(pixels.bytes, (size_t)pixels.width * pixels.height * 4);
    fuzz_touch(pixels.profile, pixels.profile_size);
    free((void *)pixels.bytes);
    free((void *)pixels.profile);
    return 0;
}
