// Texts of documents, with their runs, links, outlines, and pictures, on a picture and on pages.
#include "fuzz.h"

#include <CPango.h>

enum { RUNS = 4, LINES = 32 };

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    if (cpango_start() != 0) fuzz_missing("Pango");
    return 0;
}

/// A text as the callers give it: valid UTF-8, without zeros.
static void make_text(uint8_t *bytes, size_t size) {
    for (size_t index = 0; index < size; index++) {
        const int is_pair = bytes[index] >= 0xC3 && bytes[index] < 0xE0 && index + 1 < size && (bytes[index + 1] & 0xC0) == 0x80;
        const int is_triple = bytes[index] > 0xE0 && bytes[index] < 0xED && index + 2 < size && (bytes[index + 1] & 0xC0) == 0x80
                              && (bytes[index + 2] & 0xC0) == 0x80;
        if (is_pair || is_triple) index += is_triple ? 2 : 1;
        else if (bytes[index] >= 0x80 || bytes[index] == 0) bytes[index] = '?';
    }
}

static struct cpango_paragraph paragraph_of(struct input *input, struct cpango_run *runs) {
    struct cpango_paragraph paragraph = {.size = 4 + input_byte(input) % 40, .width = input_byte(input) * 2, .runs = runs};
    const uint8_t ways = input_byte(input);
    paragraph.look = input_byte(input) & 127;
    paragraph.alignment = ways & 3;
    paragraph.cut = (ways >> 2 & 3) % 3;
    paragraph.lines = ways >> 4 & 3;
    paragraph.spacing = ways & 64 ? 1.2 : 0;
    paragraph.tab = ways & 128 ? 20 : 0;
    paragraph.run_count = input_byte(input) % (RUNS + 1);
    for (size_t index = 0; index < paragraph.run_count; index++) {
        runs[index] = (struct cpango_run){.start = input_byte(input), .look = input_byte(input) & 127};
        runs[index].end = runs[index].start + input_byte(input);
        runs[index].colour = input_byte(input) & 1 ? UINT32_MAX : 0x336699;
        runs[index].size = input_byte(input) % 30;
    }
    return paragraph;
}

static void shapes(struct cpango_canvas *canvas, const uint8_t *pixels, uint8_t orientation) {
    static const double points[] = {1, 1, 20, 5, 9, 30};
    cpango_clip(canvas, 0, 0, 90, 90);
    cpango_fill(canvas, 1, 1, 30, 20, orientation % 5, 0x80FF0000);
    cpango_frame(canvas, 2, 2, 30, 20, 3, 1, 0xFF000000);
    cpango_polygon(canvas, points, 3, 0xFF00FF00);
    cpango_picture(canvas, pixels, 8, 8, 3, 3, 20, 20);
    cpango_unclip(canvas);
}

static void draw_pages(struct cpango_text *text, const char *words, struct input *input, const uint8_t *pixels, size_t lines) {
    struct cpango_canvas *canvas = cpango_pages_create(fuzz_output(), 300, 200, words);
    if (canvas == NULL) return;
    const uint8_t orientation = input_byte(input);
    struct cpango_link link = {.start = input_byte(input), .target = "https://example.org/a"};
    link.end = link.start + input_byte(input);
    cpango_text_draw(canvas, text, 0, 0, 0, lines);
    cpango_text_link(canvas, text, 5, 5, orientation % 3, lines, &link);
    cpango_pages_outline(canvas, 0, words, 1, 3, 4);
    cpango_pages_next(canvas);
    cpango_pages_resize(canvas, 100 + orientation, 90);
    shapes(canvas, pixels, orientation);
    if (cpango_plain_has(canvas, words, 9)) cpango_plain_draw(canvas, words, 9, 2, 30, 0x112233, orientation);
    cpango_pages_jpeg(canvas, input->next, input->left, 1 + orientation, 9, orientation % 10, 2, 2, 30, 30);
    cpango_pages_status(canvas);
    cpango_pages_finish(canvas);
    cpango_canvas_free(canvas);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    struct cpango_run runs[RUNS];
    struct cpango_paragraph paragraph = paragraph_of(&input, runs);
    const struct input words = input_part(&input, input_byte(&input));
    uint8_t *bytes = input_copy(words, 1), pixels[8 * 8 * 4] = {0};
    make_text(bytes, words.left);
    memcpy(pixels, input.next, input.left < sizeof pixels ? input.left : sizeof pixels);
    paragraph.text = (const char *)bytes;
    paragraph.length = words.left;
    struct cpango_text *text = cpango_text_create(&paragraph);
    double width, height, bottoms[LINES];
    cpango_text_extent(text, &width, &height);
    cpango_text_baseline(text);
    size_t lines = cpango_text_lines(text, bottoms, LINES);
    if (lines > LINES) lines = LINES;
    struct cpango_canvas *canvas = cpango_canvas_create(96, 96, 1.5);
    cpango_place(canvas, 1, 1, 0.5);
    cpango_text_draw(canvas, text, 0, 0, lines / 3, lines);
    cpango_unclip(canvas);
    shapes(canvas, pixels, input_byte(&input));
    cpango_canvas_free(canvas);
    draw_pages(text, paragraph.text, &input, pixels, lines);
    cpango_text_free(text);
    free(bytes);
    return 0;
}
