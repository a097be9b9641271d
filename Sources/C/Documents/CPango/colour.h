#ifndef CPANGO_COLOUR_H
#define CPANGO_COLOUR_H

#include "libraries.h"

/// Where a glyph is drawn: its origin, the size of an em, and the color of words as 0xAARRGGBB.
struct cpango_glyph_place {
    double x;
    double baseline;
    double size;
    uint32_t colour;
};

/// A table of a font.
struct cpango_table {
    uint8_t *bytes;
    size_t size;
};

/// The drawings of a font, and the document that was used last.
struct cpango_svg {
    struct cpango_table table;
    const uint8_t *document;
    struct cpango_drawing *drawing;
};

/// Reads a table of a font; without it, there are no bytes.
void cpango_table_open(FT_Face face, FT_ULong tag, struct cpango_table *table);

/// Draws a glyph by its paints, those of the table `COLR`. Returns whether it has some.
int cpango_paint_glyph(cairo_t *cairo, FT_Face face, const struct cpango_table *table, FT_UInt glyph,
                       struct cpango_glyph_place place);

/// Draws a glyph by its drawing. Returns whether it has one.
int cpango_draw_glyph(cairo_t *cairo, FT_Face face, struct cpango_svg *svg, FT_UInt glyph,
                      struct cpango_glyph_place place);

/// Draws an element of a drawing with its name, in a place that is a whole for lengths in percent. Returns whether it was drawn.
int cpango_drawing_layer(struct cpango_drawing *drawing, cairo_t *cairo, const char *name, const RsvgRectangle *place);

#endif
