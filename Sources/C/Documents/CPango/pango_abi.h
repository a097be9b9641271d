/// The declarations of Pango, HarfBuzz, and librsvg that this target uses, as in their stable interfaces.
///
/// Declared here rather than included: the flags of their pkg-config files would also link the libraries.
/// Everything here is older than Pango 1.44, HarfBuzz 1.0, and librsvg 2.46,
/// and will not change without a new library name.
#ifndef CPANGO_ABI_H
#define CPANGO_ABI_H

#include <cairo-ft.h>
#include <cairo.h>
#include <ft2build.h>
#include <glib-object.h>
#include <stdint.h>
#include FT_FREETYPE_H
#include FT_COLOR_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H

typedef struct PangoFontMap PangoFontMap;
typedef struct PangoContext PangoContext;
typedef struct PangoFont PangoFont;
typedef struct PangoLayout PangoLayout;
typedef struct PangoLayoutIter PangoLayoutIter;
typedef struct PangoLayoutLine PangoLayoutLine;
typedef struct PangoFontDescription PangoFontDescription;
typedef struct PangoAttrList PangoAttrList;
typedef struct PangoTabArray PangoTabArray;
typedef struct { int x, y, width, height; } PangoRectangle;
/// The common head of each attribute: the range that it applies to.
typedef struct {
    const void *klass;
    guint start_index;
    guint end_index;
} PangoAttribute;

/// The glyphs of a run, as far as they are read here.
typedef struct {
    guint32 glyph;
    int width, x_offset, y_offset;
    guint attributes;
} PangoGlyphInfo;
typedef struct { int num_glyphs; PangoGlyphInfo *glyphs; } PangoGlyphString;
typedef struct { void *item; PangoGlyphString *glyphs; } PangoGlyphItem;
/// The public beginning of a line.
struct PangoLayoutLine {
    PangoLayout *layout;
    int start_index, length;
    GSList *runs;
};

enum { PANGO_GLYPH_UNKNOWN_FLAG = 0x10000000 };
enum { PANGO_SCALE = 1024, PANGO_WEIGHT_BOLD = 700, PANGO_STYLE_ITALIC = 2 };
enum { PANGO_WRAP_WORD_CHAR = 2, PANGO_ELLIPSIZE_NONE = 0, PANGO_ELLIPSIZE_MIDDLE = 2,
       PANGO_ELLIPSIZE_END = 3 };
enum { PANGO_ALIGN_LEFT = 0, PANGO_ALIGN_CENTER = 1, PANGO_ALIGN_RIGHT = 2 };

PangoFontMap *pango_cairo_font_map_new(void);
void pango_cairo_font_map_set_resolution(PangoFontMap *map, double dpi);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
void pango_cairo_show_layout_line(cairo_t *cairo, PangoLayoutLine *line);
cairo_scaled_font_t *pango_cairo_font_get_scaled_font(PangoFont *font);
PangoFont *pango_font_map_load_font(PangoFontMap *map, PangoContext *context,
                                    const PangoFontDescription *font);
int pango_layout_get_baseline(PangoLayout *layout);
void pango_layout_line_get_x_ranges(PangoLayoutLine *line, int start, int end, int **ranges, int *count);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_context_set_round_glyph_positions(PangoContext *context, gboolean round);
PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_attributes(PangoLayout *layout, PangoAttrList *attributes);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *font);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_height(PangoLayout *layout, int height);
void pango_layout_set_wrap(PangoLayout *layout, int wrap);
void pango_layout_set_ellipsize(PangoLayout *layout, int ellipsize);
void pango_layout_set_alignment(PangoLayout *layout, int alignment);
void pango_layout_set_justify(PangoLayout *layout, gboolean justify);
void pango_layout_set_line_spacing(PangoLayout *layout, float factor);
void pango_layout_set_tabs(PangoLayout *layout, PangoTabArray *tabs);
void pango_layout_get_extents(PangoLayout *layout, PangoRectangle *ink, PangoRectangle *logical);
PangoLayoutIter *pango_layout_get_iter(PangoLayout *layout);
void pango_layout_iter_free(PangoLayoutIter *iter);
gboolean pango_layout_iter_next_line(PangoLayoutIter *iter);
PangoLayoutLine *pango_layout_iter_get_line_readonly(PangoLayoutIter *iter);
int pango_layout_iter_get_baseline(PangoLayoutIter *iter);
void pango_layout_iter_get_line_yrange(PangoLayoutIter *iter, int *top, int *bottom);
void pango_layout_iter_get_line_extents(PangoLayoutIter *iter, PangoRectangle *ink,
                                        PangoRectangle *logical);
PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *font);
void pango_font_description_set_family_static(PangoFontDescription *font, const char *family);
void pango_font_description_set_weight(PangoFontDescription *font, int weight);
void pango_font_description_set_style(PangoFontDescription *font, int style);
void pango_font_description_set_absolute_size(PangoFontDescription *font, double size);
PangoAttrList *pango_attr_list_new(void);
void pango_attr_list_unref(PangoAttrList *list);
void pango_attr_list_insert(PangoAttrList *list, PangoAttribute *attribute);
PangoAttribute *pango_attr_weight_new(int weight);
PangoAttribute *pango_attr_style_new(int style);
PangoAttribute *pango_attr_family_new(const char *family);
PangoAttribute *pango_attr_underline_new(int underline);
PangoAttribute *pango_attr_strikethrough_new(gboolean strike);
PangoAttribute *pango_attr_foreground_new(guint16 red, guint16 green, guint16 blue);
PangoAttribute *pango_attr_size_new_absolute(int size);
PangoAttribute *pango_attr_rise_new(int rise);
PangoAttribute *pango_attr_insert_hyphens_new(gboolean insert);
PangoAttribute *pango_attr_scale_new(double factor);
PangoTabArray *pango_tab_array_new(int size, gboolean in_pixels);
void pango_tab_array_set_tab(PangoTabArray *tabs, int index, int alignment, int location);
void pango_tab_array_free(PangoTabArray *tabs);

typedef struct hb_font_t hb_font_t;
typedef struct hb_buffer_t hb_buffer_t;
typedef struct { uint32_t codepoint, mask, cluster, var1, var2; } hb_glyph_info_t;
typedef struct { int32_t x_advance, y_advance, x_offset, y_offset; uint32_t var; } hb_glyph_position_t;

hb_font_t *hb_ft_font_create_referenced(FT_Face face);
void hb_font_destroy(hb_font_t *font);
hb_buffer_t *hb_buffer_create(void);
void hb_buffer_destroy(hb_buffer_t *buffer);
void hb_buffer_add_utf8(hb_buffer_t *buffer, const char *text, int length, unsigned start, int count);
void hb_buffer_guess_segment_properties(hb_buffer_t *buffer);
void hb_shape(hb_font_t *font, hb_buffer_t *buffer, const void *features, unsigned count);
hb_glyph_info_t *hb_buffer_get_glyph_infos(hb_buffer_t *buffer, unsigned *count);
hb_glyph_position_t *hb_buffer_get_glyph_positions(hb_buffer_t *buffer, unsigned *count);

typedef struct RsvgHandle RsvgHandle;
typedef struct { double x, y, width, height; } RsvgRectangle;
RsvgHandle *rsvg_handle_new_from_data(const guint8 *bytes, gsize length, GError **failure);
/// Of GIO, which librsvg loads.
void *g_memory_input_stream_new_from_data(const void *bytes, gssize length, void (*done)(void *bytes));
RsvgHandle *rsvg_handle_new_from_stream_sync(void *stream, void *address, int flags, void *cancellable,
                                             GError **failure);
gboolean rsvg_handle_get_geometry_for_element(RsvgHandle *handle, const char *id, RsvgRectangle *ink,
                                              RsvgRectangle *logical, GError **failure);
typedef struct { double length; int unit; } RsvgLength;
void rsvg_handle_set_dpi(RsvgHandle *handle, double dpi);
gboolean rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, double *width, double *height);
void rsvg_handle_get_intrinsic_dimensions(RsvgHandle *handle, gboolean *has_width, RsvgLength *width,
                                          gboolean *has_height, RsvgLength *height, gboolean *has_box,
                                          RsvgRectangle *box);
gboolean rsvg_handle_render_document(RsvgHandle *handle, cairo_t *cairo, const RsvgRectangle *place,
                                     GError **failure);
gboolean rsvg_handle_render_layer(RsvgHandle *handle, cairo_t *cairo, const char *id, const RsvgRectangle *place,
                                  GError **failure);

#endif
