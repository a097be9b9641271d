#include "CPango.h"

#include <stdlib.h>

#include "colour.h"
#include "libraries.h"

struct cpango_font {
    /// The face for names and shaping. cairo draws with another one, since it caches the size that it has set.
    FT_Face face;
    cairo_font_face_t *drawn;
    /// The only size of a bitmap font, in pixels; 0 for outline fonts.
    double strike;
    struct cpango_table paints;
    struct cpango_svg svg;
};

struct cpango_font *cpango_font_open(const uint8_t *bytes, size_t length) {
    static FT_Library library;
    if (library == NULL && FT_Init_FreeType_(&library) != 0) return NULL;
    FT_Face face, drawn;
    if (FT_New_Memory_Face_(library, bytes, (FT_Long)length, 0, &face) != 0) return NULL;
    if (FT_New_Memory_Face_(library, bytes, (FT_Long)length, 0, &drawn) != 0) return NULL;
    struct cpango_font *font = calloc(1, sizeof *font);
    if (font == NULL) return NULL;
    font->face = face;
    // Symbol fonts have no Unicode character map; use the one that they have.
    if (FT_Select_Charmap_(face, FT_ENCODING_UNICODE) != 0 && face->num_charmaps > 0) {
        FT_Set_Charmap_(face, face->charmaps[0]);
    }
    if (!FT_IS_SCALABLE(face) && face->num_fixed_sizes > 0) {
        font->strike = face->available_sizes[0].y_ppem / 64.0;
    }
    cpango_table_open(face, FT_MAKE_TAG('C', 'O', 'L', 'R'), &font->paints);
    cpango_table_open(face, FT_MAKE_TAG('S', 'V', 'G', ' '), &font->svg.table);
    font->drawn = cairo_ft_font_face_create_for_ft_face(drawn, FT_LOAD_NO_HINTING | FT_LOAD_COLOR);
    return font;
}

void cpango_font_free(struct cpango_font *font) {
    // cairo caches the face; the process frees it on exit.
    cairo_font_face_destroy(font->drawn);
    free(font);
}

const char *cpango_font_family(struct cpango_font *font) { return font->face->family_name; }

const char *cpango_font_style(struct cpango_font *font) { return font->face->style_name; }

uint32_t cpango_font_glyphs(struct cpango_font *font) { return (uint32_t)font->face->num_glyphs; }

int cpango_font_has(struct cpango_font *font, uint32_t character) {
    return FT_Get_Char_Index_(font->face, character) != 0;
}

uint32_t cpango_font_next(struct cpango_font *font, uint32_t character) {
    FT_UInt glyph = 0;
    FT_ULong next = FT_Get_Next_Char_(font->face, character, &glyph);
    return glyph == 0 ? 0 : (uint32_t)next;
}

/// Whether cairo can draw a glyph: of one of a damaged bitmap font that has a size and no pixels, it reads the pixels.
static int is_drawable(struct cpango_font *font, FT_UInt glyph) {
    if (font->strike <= 0) return 1;
    if (FT_Load_Glyph_(font->face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_COLOR) != 0) return 0;
    const FT_Bitmap *bitmap = &font->face->glyph->bitmap;
    return bitmap->buffer != NULL || bitmap->rows == 0 || bitmap->width == 0;
}

/// Draws the glyphs that have colors of their own in a way that cairo does not know. Returns the number of the others, which
/// are moved to the front.
static int draw_coloured(cairo_t *cairo, struct cpango_font *font, cairo_glyph_t *glyphs, int count, double size,
                         uint32_t colour) {
    if (font->strike > 0) return count;
    int left = 0;
    for (int index = 0; index < count; index++) {
        const cairo_glyph_t glyph = glyphs[index];
        const struct cpango_glyph_place place = {glyph.x, glyph.y, size, colour};
        const FT_UInt number = (FT_UInt)glyph.index;
        if (cpango_paint_glyph(cairo, font->face, &font->paints, number, place)) continue;
        if (font->svg.table.bytes != NULL && cpango_draw_glyph(cairo, font->face, &font->svg, number, place)) continue;
        glyphs[left++] = glyph;
    }
    return left;
}

double cpango_font_draw(struct cpango_canvas *canvas, struct cpango_font *font, const char *text,
                        size_t length, double size, double x, double baseline, uint32_t colour) {
    // Shape at a large size, so that no position is rounded to pixels.
    enum { PRECISION = 64 };
    double unit;
    if (font->strike > 0) {
        if (FT_Select_Size_(font->face, 0) != 0) return 0;
        unit = size / font->strike / 64;
    } else {
        if (FT_Set_Char_Size_(font->face, 0, PRECISION * 64 * 16, 72, 72) != 0) return 0;
        unit = size / (PRECISION * 16) / 64;
    }
    hb_font_t *shaper = hb_ft_font_create_referenced_(font->face);
    hb_buffer_t *buffer = hb_buffer_create_();
    hb_buffer_add_utf8_(buffer, text, (int)length, 0, (int)length);
    hb_buffer_guess_segment_properties_(buffer);
    hb_shape_(shaper, buffer, NULL, 0);
    unsigned count = 0;
    hb_glyph_info_t *infos = hb_buffer_get_glyph_infos_(buffer, &count);
    hb_glyph_position_t *positions = hb_buffer_get_glyph_positions_(buffer, &count);
    double width = 0;
    cairo_glyph_t *glyphs = cairo_glyph_allocate((int)count + 1);
    if (glyphs != NULL) {
        int drawn = 0;
        for (unsigned index = 0; index < count; index++) {
            glyphs[drawn].index = infos[index].codepoint;
            glyphs[drawn].x = x + width + positions[index].x_offset * unit;
            glyphs[drawn].y = baseline - positions[index].y_offset * unit;
            width += positions[index].x_advance * unit;
            if (canvas != NULL && is_drawable(font, infos[index].codepoint)) drawn++;
        }
        if (canvas != NULL) {
            drawn = draw_coloured(canvas->cairo, font, glyphs, drawn, size, colour);
            cairo_set_font_face(canvas->cairo, font->drawn);
            cairo_set_font_size(canvas->cairo, size);
            cpango_set_colour(canvas->cairo, colour);
            cairo_show_glyphs(canvas->cairo, glyphs, drawn);
        }
        cairo_glyph_free(glyphs);
    }
    hb_buffer_destroy_(buffer);
    hb_font_destroy_(shaper);
    return width;
}
