// Fonts, whose samples are drawn.
#include "fuzz.h"

#include <CPango.h>

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (cpango_start() != 0) fuzz_missing("Pango");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // It has to stay in place: cairo keeps the font for a while.
    uint8_t *bytes = input_copy((struct input){data, size}, 0);
    struct cpango_font *font = cpango_font_open(bytes, size);
    if (font == NULL) {
        free(bytes);
        return 0;
    }
    fuzz_touch_text(cpango_font_family(font));
    fuzz_touch_text(cpango_font_style(font));
    cpango_font_glyphs(font);
    cpango_font_has(font, 'A');
    uint32_t character = 0;
    for (int index = 0; index < 8 && (character = cpango_font_next(font, character)) != 0; index++) {}
    struct cpango_canvas *canvas = cpango_canvas_create(64, 32, 1);
    static const char text[] = "Ab\xC3\xA9 1\xF0\x9F\x98\x80";
    cpango_font_draw(NULL, font, text, sizeof text - 1, 12, 0, 0, 0);
    cpango_font_draw(canvas, font, text, sizeof text - 1, 12, 2, 20, 0xFF000000);
    size_t stride = 0;
    const uint32_t *pixels = cpango_canvas_pixels(canvas, &stride);
    if (pixels != NULL) fuzz_touch(pixels, stride * 32);
    cpango_canvas_free(canvas);
    cpango_font_free(font);
    return 0;
}
