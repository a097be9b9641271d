// The first frame of an animation in JPEG XL.
#include "fuzz.h"

#include "../../Sources/C/Images/CVips/jxl.h"

#include <dlfcn.h>

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    // In the product, a module of libvips has loaded it.
    if (dlopen("libjxl.so.0.7", RTLD_LAZY) == NULL) fuzz_missing("libjxl");
    jxl_start();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct cvips_pixels pixels;
    if (jxl_read_first(fuzz_file(data, size), &pixels) != 0) return 0;
    fuzz_touch(pixels.bytes, (size_t)pixels.width * pixels.height * 4);
    fuzz_touch(pixels.profile, pixels.profile_size);
    free((void *)pixels.bytes);
    free((void *)pixels.profile);
    return 0;
}
