/// The functions that are looked up at run time, each under its name with a trailing underscore.
#ifndef CPANGO_LIBRARIES_H
#define CPANGO_LIBRARIES_H

#include "pango_abi.h"

#define PANGO_FUNCTIONS(F)                                                                        \
    F(pango_font_map_create_context)                                                              \
    F(pango_font_map_load_font)                                                                   \
    F(pango_context_set_round_glyph_positions)                                                    \
    F(pango_layout_new)                                                                           \
    F(pango_layout_set_text)                                                                      \
    F(pango_layout_set_attributes)                                                                \
    F(pango_layout_set_font_description)                                                          \
    F(pango_layout_set_width)                                                                     \
    F(pango_layout_set_height)                                                                    \
    F(pango_layout_set_wrap)                                                                      \
    F(pango_layout_set_ellipsize)                                                                 \
    F(pango_layout_set_alignment)                                                                 \
    F(pango_layout_set_justify)                                                                   \
    F(pango_layout_set_line_spacing)                                                              \
    F(pango_layout_set_tabs)                                                                      \
    F(pango_layout_get_extents)                                                                   \
    F(pango_layout_get_iter)                                                                      \
    F(pango_layout_iter_free)                                                                     \
    F(pango_layout_iter_next_line)                                                                \
    F(pango_layout_iter_get_line_readonly)                                                        \
    F(pango_layout_iter_get_baseline)                                                             \
    F(pango_layout_get_baseline)                                                                  \
    F(pango_layout_line_get_x_ranges)                                                             \
    F(pango_layout_iter_get_line_yrange)                                                          \
    F(pango_layout_iter_get_line_extents)                                                         \
    F(pango_font_description_new)                                                                 \
    F(pango_font_description_free)                                                                \
    F(pango_font_description_set_family_static)                                                   \
    F(pango_font_description_set_weight)                                                          \
    F(pango_font_description_set_style)                                                           \
    F(pango_font_description_set_absolute_size)                                                   \
    F(pango_attr_list_new)                                                                        \
    F(pango_attr_list_unref)                                                                      \
    F(pango_attr_list_insert)                                                                     \
    F(pango_attr_weight_new)                                                                      \
    F(pango_attr_style_new)                                                                       \
    F(pango_attr_family_new)                                                                      \
    F(pango_attr_underline_new)                                                                   \
    F(pango_attr_strikethrough_new)                                                               \
    F(pango_attr_foreground_new)                                                                  \
    F(pango_attr_size_new_absolute)                                                               \
    F(pango_attr_rise_new)                                                                        \
    F(pango_attr_insert_hyphens_new)                                                              \
    F(pango_attr_scale_new)                                                                       \
    F(pango_tab_array_new)                                                                        \
    F(pango_tab_array_set_tab)                                                                    \
    F(pango_tab_array_free)

#define CAIRO_FUNCTIONS(F)                                                                        \
    F(pango_cairo_font_map_new)                                                                   \
    F(pango_cairo_font_map_set_resolution)                                                        \
    F(pango_cairo_font_get_scaled_font)                                                           \
    F(pango_cairo_context_set_font_options)                                                       \
    F(pango_cairo_show_layout_line)

#define FREETYPE_FUNCTIONS(F)                                                                     \
    F(FT_Init_FreeType)                                                                           \
    F(FT_New_Memory_Face)                                                                         \
    F(FT_Done_Face)                                                                               \
    F(FT_Set_Char_Size)                                                                           \
    F(FT_Select_Size)                                                                             \
    F(FT_Select_Charmap)                                                                          \
    F(FT_Set_Charmap)                                                                             \
    F(FT_Load_Glyph)                                                                              \
    F(FT_Get_Char_Index)                                                                          \
    F(FT_Get_Next_Char)                                                                           \
    F(FT_Load_Sfnt_Table)                                                                         \
    F(FT_Outline_Decompose)                                                                       \
    F(FT_Palette_Data_Get)                                                                        \
    F(FT_Palette_Select)

#define HARFBUZZ_FUNCTIONS(F)                                                                     \
    F(hb_ft_font_create_referenced)                                                               \
    F(hb_font_destroy)                                                                            \
    F(hb_buffer_create)                                                                           \
    F(hb_buffer_destroy)                                                                          \
    F(hb_buffer_add_utf8)                                                                         \
    F(hb_buffer_guess_segment_properties)                                                         \
    F(hb_shape)                                                                                   \
    F(hb_buffer_get_glyph_infos)                                                                  \
    F(hb_buffer_get_glyph_positions)

#define RSVG_FUNCTIONS(F)                                                                         \
    F(g_memory_input_stream_new_from_data)                                                        \
    F(rsvg_handle_new_from_data)                                                                  \
    F(rsvg_handle_new_from_stream_sync)                                                           \
    F(rsvg_handle_set_dpi)                                                                        \
    F(rsvg_handle_get_geometry_for_element)                                                       \
    F(rsvg_handle_get_intrinsic_size_in_pixels)                                                   \
    F(rsvg_handle_get_intrinsic_dimensions)                                                       \
    F(rsvg_handle_render_document)                                                                \
    F(rsvg_handle_render_layer)

#define DECLARE(name) extern __typeof__(name) *name##_;
PANGO_FUNCTIONS(DECLARE)
CAIRO_FUNCTIONS(DECLARE)
FREETYPE_FUNCTIONS(DECLARE)
HARFBUZZ_FUNCTIONS(DECLARE)
RSVG_FUNCTIONS(DECLARE)
#undef DECLARE

/// Opens the libraries. Returns 0, or -1 when a required one is missing.
int cpango_open_libraries(void);

/// The definition of the opaque canvas handle.
struct cpango_canvas {
    cairo_surface_t *surface;
    cairo_t *cairo;
    /// What pages are written to; NULL for a picture.
    struct cpango_pages *pages;
};

/// Ends the writing of pages and frees its buffer.
void cpango_pages_free(struct cpango_pages *pages);

/// Names a picture by its contents, so that a PDF has it once however often it is drawn.
void cpango_pages_name(cairo_surface_t *picture, const uint8_t *bytes, size_t length, uint32_t width);

/// The font of plain lines, which text.c owns; NULL where there is none.
PangoFont *cpango_plain_font(double size, uint32_t look);

void cpango_set_colour(cairo_t *cairo, uint32_t colour);

#endif
