// Rows of pixels that a document has drawn, as lines of a raster file.
#include "fuzz.h"

#include <CRaster.h>

/// Reads the lines back, as a printer does: as many as there were rows, each as long as the page is wide.
static void check(const uint8_t *bytes, size_t length, size_t line_size, size_t pixel_size, uint32_t rows) {
    const uint8_t *const end = bytes + length;
    uint32_t lines = 0;
    while (bytes < end) {
        lines += 1u + *bytes++;
        for (size_t done = 0; done < line_size;) {
            if (bytes == end) abort();
            const uint8_t count = *bytes++;
            const size_t pixels = count < 128 ? 1u + count : 257u - count;
            bytes += (count < 128 ? 1 : pixels) * pixel_size;
            done += pixels * pixel_size;
            if (bytes > end || done > line_size) abort();
        }
    }
    if (lines != rows) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    const uint8_t ways = input_byte(&input);
    const enum craster_type type = (enum craster_type)(ways % 6);
    const uint32_t width = 1 + (uint32_t)input_number(&input, 2) % 1200, band = 1 + input_byte(&input) % 16;
    struct craster_page *page = craster_open(type, width, ways & 64);
    uint32_t *pixels = calloc((size_t)width * band, 4);
    uint8_t *out = malloc(craster_room(page, band)), *all = NULL;
    if (page == NULL || pixels == NULL || out == NULL) abort();
    size_t length = 0;
    uint32_t rows = 0;
    do {
        const struct input part = input_part(&input, (size_t)width * band * 4);
        memcpy(pixels, part.next, part.left);
        const ptrdiff_t stride = (ptrdiff_t)width * 4;
        const uint8_t *first = (const uint8_t *)pixels + (ways & 128 ? (ptrdiff_t)(band - 1) * stride : 0);
        const size_t count = craster_encode(page, first, ways & 128 ? -stride : stride, band, out);
        all = realloc(all, length + count + 1);
        memcpy(all + length, out, count);
        length += count;
        rows += band;
    } while (input.left > 0 && rows < 2000);
    const size_t last = craster_finish(page, out);
    all = realloc(all, length + last + 1);
    memcpy(all + length, out, last);
    check(all, length + last, craster_line_size(type, width), type == CRASTER_RGB || type == CRASTER_ADOBE_RGB ? 3 : 1, rows);
    craster_close(page);
    free(pixels);
    free(out);
    free(all);
    return 0;
}
