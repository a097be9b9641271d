/// The declarations of libchafa.so.0 (1.12) that this target uses, as in its headers, with objects as opaque pointers
/// and enumerations as int.
///
/// Declared here rather than included: that requires the flags of its .pc file, which also link the library.
/// Scripts/abi compares these declarations with the real headers.
#ifndef CHAFA_ABI_H
#define CHAFA_ABI_H

#include <stddef.h>
#include <stdint.h>

/// A GString.
struct chafa_text {
    char *bytes;
    size_t length;
    size_t capacity;
};
#define FUNCTIONS(F)                                                                                \
    F(void *, chafa_term_db_get_default, (void))                                                    \
    F(void *, chafa_term_db_detect, (void *database, char **environment))                           \
    F(void *, chafa_term_db_get_fallback_info, (void *database))                                    \
    F(int, chafa_term_info_have_seq, (const void *terminal, int sequence))                          \
    F(void, chafa_term_info_supplement, (void *terminal, void *source))                             \
    F(void, chafa_term_info_unref, (void *terminal))                                                \
    F(void *, chafa_symbol_map_new, (void))                                                         \
    F(void, chafa_symbol_map_add_by_tags, (void *map, int tags))                                    \
    F(void, chafa_symbol_map_unref, (void *map))                                                    \
    F(void *, chafa_canvas_config_new, (void))                                                      \
    F(void, chafa_canvas_config_unref, (void *config))                                              \
    F(void, chafa_canvas_config_set_geometry, (void *config, int width, int height))                \
    F(void, chafa_canvas_config_set_cell_geometry, (void *config, int width, int height))           \
    F(void, chafa_canvas_config_set_canvas_mode, (void *config, int mode))                          \
    F(void, chafa_canvas_config_set_pixel_mode, (void *config, int mode))                           \
    F(void, chafa_canvas_config_set_optimizations, (void *config, int optimizations))               \
    F(void, chafa_canvas_config_set_symbol_map, (void *config, const void *map))                    \
    F(void *, chafa_canvas_new, (const void *config))                                               \
    F(void, chafa_canvas_unref, (void *canvas))                                                     \
    F(void, chafa_canvas_draw_all_pixels,                                                           \
      (void *canvas, int type, const uint8_t *pixels, int width, int height, int stride))           \
    F(struct chafa_text *, chafa_canvas_print, (void *canvas, void *terminal))                            \
    F(char *, g_string_free, (struct chafa_text *text, int and_bytes))                              \
    F(char *, g_base64_encode, (const uint8_t *bytes, size_t length))                               \
    F(void, g_free, (void *memory))

enum { // ChafaTermSeq
    SET_COLOR_FGBG_DIRECT = 33,
    SET_COLOR_FGBG_256 = 36,
    SET_COLOR_FGBG_16 = 39,
    BEGIN_SIXELS = 40,
    BEGIN_KITTY_IMMEDIATE_IMAGE_V1 = 43,
};
enum { // ChafaCanvasMode
    TRUECOLOR = 0,
    INDEXED_240 = 2,
    INDEXED_16 = 3,
    FGBG = 5,
};
enum { // ChafaPixelMode
    PIXELS_SYMBOLS = 0,
    PIXELS_SIXELS = 1,
    PIXELS_KITTY = 2,
};
enum { OPTIMIZE_REUSE_ATTRIBUTES = 1 << 0 }; // ChafaOptimizations
enum { RGBA8_UNASSOCIATED = 4 }; // ChafaPixelType
enum { // ChafaSymbolTags
    SYMBOL_SPACE = 1 << 0,
    SYMBOL_SOLID = 1 << 1,
    SYMBOL_BLOCK = 1 << 3,
    SYMBOL_QUAD = 1 << 7,
    SYMBOL_HALF = 1 << 8 | 1 << 9,
};

#endif
