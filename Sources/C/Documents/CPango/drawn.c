// Glyphs in colors by drawings (OpenType, "SVG"), which cairo 1.16 does not draw.
#include "CPango.h"
#include "colour.h"
#include "libraries.h"

static uint32_t big(const uint8_t *bytes, int count) {
    uint32_t number = 0;
    for (int index = 0; index < count; index++) number = number << 8 | bytes[index];
    return number;
}

/// Finds the document that has a glyph (OpenType, "SVG"). Returns its bytes, or NULL.
static const uint8_t *find_document(const uint8_t *table, size_t size, FT_UInt glyph, size_t *length) {
    if (size < 10) return NULL;
    const size_t list = big(table + 2, 4);
    if (list > size - 2) return NULL;
    const size_t count = big(table + list, 2);
    for (size_t index = 0; index < count; index++) {
        const size_t record = list + 2 + index * 12;
        if (record + 12 > size) return NULL;
        if (glyph < big(table + record, 2) || glyph > big(table + record + 2, 2)) continue;
        const size_t start = list + big(table + record + 4, 4);
        *length = big(table + record + 8, 4);
        return start <= size && *length <= size - start ? table + start : NULL;
    }
    return NULL;
}

int cpango_draw_glyph(cairo_t *cairo, FT_Face face, struct cpango_svg *svg, FT_UInt glyph,
                      struct cpango_glyph_place place) {
    if (rsvg_handle_new_from_stream_sync_ == NULL) return 0;
    size_t length = 0;
    const uint8_t *document = find_document(svg->table.bytes, svg->table.size, glyph, &length);
    if (document == NULL || length == 0) return 0;
    if (svg->document != document) {
        if (svg->drawing != NULL) cpango_drawing_free(svg->drawing);
        // Compressed or not: librsvg sees to that.
        svg->drawing = cpango_drawing_open(document, length);
        svg->document = document;
    }
    if (svg->drawing == NULL) return 0;
    char name[32];
    g_snprintf(name, sizeof name, "#glyph%u", glyph);
    const double em = face->units_per_EM, unit = place.size / em;
    const RsvgRectangle whole = {0, 0, em, em};
    cairo_save(cairo);
    cairo_translate(cairo, place.x, place.baseline);
    cairo_scale(cairo, unit, unit);
    cairo_rectangle(cairo, -em, -2 * em, 4 * em, 3 * em);
    cairo_clip(cairo);
    const int drawn = cpango_drawing_layer(svg->drawing, cairo, name, &whole);
    cairo_restore(cairo);
    return drawn;
}

void cpango_table_open(FT_Face face, FT_ULong tag, struct cpango_table *table) {
    enum { LIMIT = 64 << 20 };
    FT_ULong size = 0;
    if (FT_Load_Sfnt_Table_(face, tag, 0, NULL, &size) != 0 || size == 0 || size > LIMIT) return;
    uint8_t *bytes = g_try_malloc(size);
    if (bytes == NULL) return;
    if (FT_Load_Sfnt_Table_(face, tag, 0, bytes, &size) != 0) {
        g_free(bytes);
        return;
    }
    table->bytes = bytes;
    table->size = size;
}
