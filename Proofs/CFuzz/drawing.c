// Drawings (SVG) and icons, on a picture and on pages.
#include "fuzz.h"

#include <CPango.h>
#include <math.h>

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (cpango_start() != 0) fuzz_missing("Pango");
    return 0;
}

static void draw(struct cpango_canvas *canvas, uint8_t *bytes, size_t size) {
    struct cpango_drawing *drawing = cpango_drawing_open(bytes, size);
    if (drawing == NULL) return;
    double width = 0, height = 0;
    if (cpango_drawing_size(drawing, &width, &height) == 0 && isfinite(width) && isfinite(height)) {
        cpango_drawing_draw(canvas, drawing, 0, 0, 48, 48);
    }
    cpango_drawing_free(drawing);
}

/// Whether the size in a PNG's header is one for here.
static int is_small(const uint8_t *data, size_t size) {
    if (size < 24 || memcmp(data, "\x89PNG", 4) != 0) return 1;
    return data[16] == 0 && data[17] == 0 && data[18] < 2 && data[20] == 0 && data[21] == 0 && data[22] < 2;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!is_small(data, size)) return 0;
    uint8_t *bytes = input_copy((struct input){data, size}, 0);
    struct cpango_canvas *canvas = cpango_canvas_create(64, 64, 1);
    cpango_icon(canvas, bytes, size, 2, 2, 60);
    draw(canvas, bytes, size);
    size_t stride = 0;
    const uint32_t *pixels = cpango_canvas_pixels(canvas, &stride);
    if (pixels != NULL) fuzz_touch(pixels, stride * 64);
    cpango_canvas_free(canvas);
    canvas = cpango_pages_create(fuzz_output(), 200, 200, "");
    if (canvas != NULL) {
        draw(canvas, bytes, size);
        cpango_pages_finish(canvas);
        cpango_canvas_free(canvas);
    }
    free(bytes);
    return 0;
}
