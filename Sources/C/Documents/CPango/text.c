#include "CPango.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "libraries.h"

/// Each list ends with a generic name that fontconfig always resolves.
static const char sans[] = "Noto Sans,Liberation Sans,Nimbus Sans,DejaVu Sans,Sans";
static const char monospace[] = "Noto Sans Mono,Liberation Mono,DejaVu Sans Mono,Monospace";

static PangoFontMap *font_map;
static PangoContext *context;

/// Creates the context in which this process lays out all texts.
static int begin(void) {
    if (context != NULL) return 0;
    font_map = pango_cairo_font_map_new_();
    if (font_map == NULL) return -1;
    // At 72 dpi, one Pango unit is one point.
    pango_cairo_font_map_set_resolution_(font_map, 72);
    context = pango_font_map_create_context_(font_map);
    cairo_font_options_t *options = cairo_font_options_create();
    // Keep glyph positions the same at every picture size.
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options_(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions_(context, FALSE);
    return 0;
}

/// Undoes `begin`, and waits until Pango's thread has ended, for which Pango has no join function.
static int end_and_wait(void) {
    g_object_unref(context);
    g_object_unref(font_map);
    context = NULL;
    font_map = NULL;
    struct timespec pause = {0, 200000};
    for (int round = 0; round < 5000; round++) {
        struct stat tasks;
        if (stat("/proc/self/task", &tasks) != 0) return -1;
        if (tasks.st_nlink == 3) return 0;
        nanosleep(&pause, NULL);
    }
    return -1;
}

int cpango_start(void) {
    if (cpango_open_libraries() != 0) return -1;
    struct cpango_canvas *canvas = cpango_canvas_create(64, 64, 1);
    if (canvas == NULL) return -2;
    static const uint32_t looks[] = {0, CPANGO_BOLD, CPANGO_MONOSPACE};
    int failed = 0;
    for (size_t index = 0; index < sizeof looks / sizeof *looks && !failed; index++) {
        struct cpango_paragraph line = {.text = "Ready", .length = 5, .size = 11,
                                        .width = 100, .look = looks[index]};
        struct cpango_text *text = cpango_text_create(&line);
        failed = text == NULL;
        if (failed) break;
        cpango_text_draw(canvas, text, 0, 0, 0, 1);
        cpango_text_free(text);
    }
    // Initialize what librsvg sets up at its first use; icons of a theme are drawn in the sandbox.
    static const char icon[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\">"
                               "<rect width=\"4\" height=\"4\"/></svg>";
    cpango_icon(canvas, (const uint8_t *)icon, sizeof icon - 1, 0, 0, 8);
    size_t stride = 0;
    failed = failed || cpango_canvas_pixels(canvas, &stride) == NULL;
    cpango_canvas_free(canvas);
    // A running thread would make forking unsafe, and would be missing in the child.
    if (context != NULL && end_and_wait() != 0) failed = 1;
    return failed ? -2 : 0;
}

PangoFont *cpango_plain_font(double size, uint32_t look) {
    if (begin() != 0) return NULL;
    PangoFontDescription *description = pango_font_description_new_();
    pango_font_description_set_family_static_(description, monospace);
    pango_font_description_set_absolute_size_(description, size * PANGO_SCALE);
    if (look & CPANGO_BOLD) pango_font_description_set_weight_(description, PANGO_WEIGHT_BOLD);
    if (look & CPANGO_ITALIC) pango_font_description_set_style_(description, PANGO_STYLE_ITALIC);
    PangoFont *font = pango_font_map_load_font_(font_map, context, description);
    pango_font_description_free_(description);
    return font;
}

static void add(PangoAttrList *list, PangoAttribute *attribute, const struct cpango_run *run) {
    attribute->start_index = run->start;
    attribute->end_index = run->end;
    pango_attr_list_insert_(list, attribute);
}

static void add_run(PangoAttrList *list, const struct cpango_run *run) {
    if (run->look & CPANGO_BOLD) add(list, pango_attr_weight_new_(PANGO_WEIGHT_BOLD), run);
    if (run->look & CPANGO_ITALIC) add(list, pango_attr_style_new_(PANGO_STYLE_ITALIC), run);
    if (run->look & CPANGO_MONOSPACE) add(list, pango_attr_family_new_(monospace), run);
    if (run->look & CPANGO_UNDERLINE) add(list, pango_attr_underline_new_(1), run);
    if (run->look & CPANGO_STRIKE) add(list, pango_attr_strikethrough_new_(TRUE), run);
    if (run->look & (CPANGO_RAISED | CPANGO_LOWERED)) {
        add(list, pango_attr_rise_new_((run->look & CPANGO_RAISED ? 4 : -2) * PANGO_SCALE), run);
        add(list, pango_attr_scale_new_(0.7), run);
    }
    if (run->colour != UINT32_MAX) {
        add(list,
            pango_attr_foreground_new_((run->colour >> 16 & 255) * 257,
                                       (run->colour >> 8 & 255) * 257, (run->colour & 255) * 257),
            run);
    }
    if (run->size > 0) add(list, pango_attr_size_new_absolute_((int)(run->size * PANGO_SCALE)), run);
}

/// Sets tab stops at equal distances; Pango repeats the last distance.
static void set_tabs(PangoLayout *layout, double distance) {
    PangoTabArray *tabs = pango_tab_array_new_(2, FALSE);
    pango_tab_array_set_tab_(tabs, 0, 0, (int)(distance * PANGO_SCALE));
    pango_tab_array_set_tab_(tabs, 1, 0, (int)(2 * distance * PANGO_SCALE));
    pango_layout_set_tabs_(layout, tabs);
    pango_tab_array_free_(tabs);
}

static void set_font(PangoLayout *layout, const struct cpango_paragraph *paragraph) {
    PangoFontDescription *font = pango_font_description_new_();
    pango_font_description_set_family_static_(
        font, paragraph->look & CPANGO_MONOSPACE ? monospace : sans);
    pango_font_description_set_absolute_size_(font, paragraph->size * PANGO_SCALE);
    if (paragraph->look & CPANGO_BOLD) {
        pango_font_description_set_weight_(font, PANGO_WEIGHT_BOLD);
    }
    if (paragraph->look & CPANGO_ITALIC) {
        pango_font_description_set_style_(font, PANGO_STYLE_ITALIC);
    }
    pango_layout_set_font_description_(layout, font);
    pango_font_description_free_(font);
}

/// A text, and the color of those parts that have none of their own.
struct cpango_text {
    PangoLayout *layout;
    uint32_t colour;
};

struct cpango_text *cpango_text_create(const struct cpango_paragraph *paragraph) {
    if (begin() != 0) return NULL;
    struct cpango_text *text = calloc(1, sizeof *text);
    if (text == NULL) return NULL;
    PangoLayout *layout = pango_layout_new_(context);
    text->layout = layout;
    text->colour = paragraph->colour | 0xFF000000;
    set_font(layout, paragraph);
    pango_layout_set_text_(layout, paragraph->text, (int)paragraph->length);
    if (paragraph->width > 0) {
        pango_layout_set_width_(layout, (int)(paragraph->width * PANGO_SCALE));
    }
    pango_layout_set_wrap_(layout, PANGO_WRAP_WORD_CHAR);
    if (paragraph->cut != CPANGO_WRAP) {
        pango_layout_set_ellipsize_(layout, paragraph->cut == CPANGO_CUT_MIDDLE
                                                ? PANGO_ELLIPSIZE_MIDDLE
                                                : PANGO_ELLIPSIZE_END);
        pango_layout_set_height_(layout, paragraph->lines > 1 ? -paragraph->lines : -1);
    }
    switch (paragraph->alignment) {
    case CPANGO_CENTER: pango_layout_set_alignment_(layout, PANGO_ALIGN_CENTER); break;
    case CPANGO_END: pango_layout_set_alignment_(layout, PANGO_ALIGN_RIGHT); break;
    case CPANGO_JUSTIFY: pango_layout_set_justify_(layout, TRUE); break;
    default: break;
    }
    if (paragraph->spacing > 0) {
        pango_layout_set_line_spacing_(layout, (float)paragraph->spacing);
    }
    if (paragraph->tab > 0) set_tabs(layout, paragraph->tab);
    PangoAttrList *list = pango_attr_list_new_();
    // A word that is too long for a line is broken without inserting a hyphen.
    struct cpango_run whole = {.start = 0, .end = G_MAXUINT};
    add(list, pango_attr_insert_hyphens_new_(FALSE), &whole);
    for (size_t index = 0; index < paragraph->run_count; index++) {
        add_run(list, &paragraph->runs[index]);
    }
    pango_layout_set_attributes_(layout, list);
    pango_attr_list_unref_(list);
    return text;
}

void cpango_text_free(struct cpango_text *text) {
    g_object_unref(text->layout);
    free(text);
}

void cpango_text_extent(struct cpango_text *text, double *width, double *height) {
    PangoRectangle logical;
    pango_layout_get_extents_(text->layout, NULL, &logical);
    *width = (double)logical.width / PANGO_SCALE;
    *height = (double)logical.height / PANGO_SCALE;
}

double cpango_text_baseline(struct cpango_text *text) {
    return (double)pango_layout_get_baseline_(text->layout) / PANGO_SCALE;
}

/// Marks the part of a line that lies in a range of the text as a link.
static void mark(struct cpango_canvas *canvas, PangoLayoutLine *line, const struct cpango_link *link, double x,
                 double y, double height) {
    int *ranges = NULL, count = 0;
    pango_layout_line_get_x_ranges_(line, (int)link->start, (int)link->end, &ranges, &count);
    for (int index = 0; index < count; index++) {
        const double left = (double)ranges[2 * index] / PANGO_SCALE;
        const double right = (double)ranges[2 * index + 1] / PANGO_SCALE;
        if (right > left) cpango_pages_link(canvas, x + left, y, right - left, height, link->target);
    }
    g_free(ranges);
}

void cpango_text_link(struct cpango_canvas *canvas, struct cpango_text *text, double x, double y, size_t first,
                      size_t end, const struct cpango_link *link) {
    PangoLayoutIter *iter = pango_layout_get_iter_(text->layout);
    size_t number = 0;
    int start = 0;
    do {
        int top, bottom;
        pango_layout_iter_get_line_yrange_(iter, &top, &bottom);
        if (number == first) start = top;
        if (number >= first && number < end) {
            // The ranges are measured from the left of the whole text.
            mark(canvas, pango_layout_iter_get_line_readonly_(iter), link, x,
                 y + (double)(top - start) / PANGO_SCALE, (double)(bottom - top) / PANGO_SCALE);
        }
        number++;
    } while (number < end && pango_layout_iter_next_line_(iter));
    pango_layout_iter_free_(iter);
}

size_t cpango_text_lines(struct cpango_text *text, double *bottoms, size_t capacity) {
    PangoLayoutIter *iter = pango_layout_get_iter_(text->layout);
    size_t count = 0;
    do {
        int top, bottom;
        pango_layout_iter_get_line_yrange_(iter, &top, &bottom);
        if (count < capacity) bottoms[count] = (double)bottom / PANGO_SCALE;
        count++;
    } while (pango_layout_iter_next_line_(iter));
    pango_layout_iter_free_(iter);
    return count;
}

/// The letters that no font has, of all that has been drawn on pages.
static uint32_t unknown[CPANGO_UNKNOWN_LIMIT];
static size_t unknown_count;

size_t cpango_unknown_letters(const uint32_t **letters) {
    *letters = unknown;
    return unknown_count;
}

/// Notes the letters of a line that are drawn as boxes; a control character is none.
static void note_unknown(const PangoLayoutLine *line) {
    for (const GSList *runs = line->runs; runs != NULL; runs = runs->next) {
        const PangoGlyphString *glyphs = ((const PangoGlyphItem *)runs->data)->glyphs;
        for (int index = 0; index < glyphs->num_glyphs; index++) {
            const uint32_t glyph = glyphs->glyphs[index].glyph, letter = glyph & 0xFFFFFF;
            if (glyph >> 28 != PANGO_GLYPH_UNKNOWN_FLAG >> 28 || letter < 0x20 || (letter >= 0x7F && letter < 0xA0)) continue;
            size_t place = 0;
            while (place < unknown_count && unknown[place] != letter) place++;
            if (place == unknown_count && place < CPANGO_UNKNOWN_LIMIT) unknown[unknown_count++] = letter;
        }
    }
}

void cpango_text_draw(struct cpango_canvas *canvas, struct cpango_text *text, double x, double y,
                      size_t first, size_t end) {
    PangoLayoutIter *iter = pango_layout_get_iter_(text->layout);
    cpango_set_colour(canvas->cairo, text->colour);
    size_t number = 0;
    int start = 0;
    do {
        int top, bottom;
        pango_layout_iter_get_line_yrange_(iter, &top, &bottom);
        if (number == first) start = top;
        if (number >= first && number < end) {
            PangoRectangle logical;
            pango_layout_iter_get_line_extents_(iter, NULL, &logical);
            int baseline = pango_layout_iter_get_baseline_(iter) - start;
            cairo_move_to(canvas->cairo, x + (double)logical.x / PANGO_SCALE,
                          y + (double)baseline / PANGO_SCALE);
            PangoLayoutLine *line = pango_layout_iter_get_line_readonly_(iter);
            if (canvas->pages != NULL) note_unknown(line);
            pango_cairo_show_layout_line_(canvas->cairo, line);
        }
        number++;
    } while (number < end && pango_layout_iter_next_line_(iter));
    pango_layout_iter_free_(iter);
}
