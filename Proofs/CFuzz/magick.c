// Rarer images by ImageMagick: the first byte is the format.
#include "fuzz.h"

#include <CMagick.h>

static const char *const formats[] = {"BMP", "DIB", "FITS", "PNG", "JP2", "CUR", "DCM", "DCX", "ICO", "PAM", "PCX", "PICT",
                                      "PSD", "SGI", "SUN", "WBMP", "XBM", "XPM", "XWD", "PNM", NULL};
enum { COUNT = sizeof formats / sizeof *formats - 1 };

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (cmagick_start(formats) != 0) fuzz_missing("MagickWand");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    const uint8_t first = input_byte(&input);
    const char *format = formats[first % COUNT];
    const unsigned ways = first / COUNT % 4 * CMAGICK_LARGEST;
    const int file = fuzz_file(input.next, input.left);
    struct cmagick_image image;
    if (cmagick_read(file, format, CMAGICK_HEADER | (ways & CMAGICK_LARGEST), &image) != 0) return 0;
    const uint64_t pixels = (uint64_t)image.width * image.height;
    cmagick_free(&image);
    if (pixels > FUZZ_PIXELS / 4 || cmagick_read(file, format, ways, &image) != 0) return 0;
    fuzz_touch(image.pixels, (size_t)image.width * image.height * 4);
    fuzz_touch(image.profile, image.profile_size);
    cmagick_free(&image);
    return 0;
}
