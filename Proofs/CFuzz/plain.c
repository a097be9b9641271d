// JPEG and PNG, with libjpeg and libpng alone: as a document, and as a part of a page.
#include "fuzz.h"

#include <CImage.h>

static int is_small(const struct cimage_facts *facts) { return (uint64_t)facts->width * facts->height <= FUZZ_PIXELS; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const int file = fuzz_file(data, size);
    const uint32_t edge = fuzz_size(data, size);
    struct cimage_facts facts;
    struct cimage_picture picture;
    if (cimage_read_header(file, &facts) == 0 && is_small(&facts) && cimage_draw(file, edge, &picture) == 0) {
        if (picture.width > edge || picture.height > edge) abort();
        fuzz_touch(picture.pixels, (size_t)picture.width * picture.height * 4);
        free(picture.pixels);
    }
    uint8_t *bytes = input_copy((struct input){data, size}, 0);
    cimage_read_part(bytes, size, &facts);
    if (cimage_draw_part(bytes, size, edge, FUZZ_PIXELS, &facts, &picture) == 0) {
        fuzz_touch(picture.pixels, (size_t)picture.width * picture.height * 4);
        free(picture.pixels);
    }
    free(bytes);
    return 0;
}
