#include "CChafa.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

// The interface of libchafa.so.0 (1.12), as in its headers. Including them requires the flags of its .pc file,
// which also link the library. Its objects are opaque pointers.
struct text {
    char *bytes;
    size_t length;
    size_t capacity;
};
#define FUNCTIONS(F)                                                                                \
    F(void *, chafa_term_db_get_default, (void))                                                    \
    F(void *, chafa_term_db_detect, (void *database, char **environment))                           \
    F(int, chafa_term_info_have_seq, (const void *terminal, int sequence))                          \
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
    F(void, chafa_canvas_config_set_symbol_map, (void *config, const void *map))                    \
    F(void *, chafa_canvas_new, (const void *config))                                               \
    F(void, chafa_canvas_unref, (void *canvas))                                                     \
    F(void, chafa_canvas_draw_all_pixels,                                                           \
      (void *canvas, int type, const uint8_t *pixels, int width, int height, int stride))           \
    F(struct text *, chafa_canvas_print, (void *canvas, void *terminal))                            \
    F(char *, g_string_free, (struct text *text, int and_bytes))

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
enum { RGBA8_UNASSOCIATED = 4 }; // ChafaPixelType
enum { // ChafaSymbolTags
    SYMBOL_SPACE = 1 << 0,
    SYMBOL_SOLID = 1 << 1,
    SYMBOL_BLOCK = 1 << 3,
    SYMBOL_QUAD = 1 << 7,
    SYMBOL_HALF = 1 << 8 | 1 << 9,
};

#define DECLARE(result, name, arguments) static result(*name##_) arguments;
FUNCTIONS(DECLARE)

int cchafa_open(void) {
    static int opened;
    if (opened) return 0;
    void *library = dlopen("libchafa.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return -1;
#define FIND(result, name, arguments)                                                               \
    name##_ = (result(*) arguments)dlsym(library, #name);                                           \
    if (name##_ == NULL) return -1;
    FUNCTIONS(FIND)
    opened = 1;
    return 0;
}

static enum cchafa_kind kind_of(const void *terminal) {
    if (chafa_term_info_have_seq_(terminal, BEGIN_KITTY_IMMEDIATE_IMAGE_V1)) return CCHAFA_KITTY;
    if (chafa_term_info_have_seq_(terminal, BEGIN_SIXELS)) return CCHAFA_SIXELS;
    return CCHAFA_SYMBOLS;
}

enum cchafa_kind cchafa_detect(void) {
    void *terminal = chafa_term_db_detect_(chafa_term_db_get_default_(), environ);
    if (terminal == NULL) return CCHAFA_SYMBOLS;
    enum cchafa_kind kind = kind_of(terminal);
    chafa_term_info_unref_(terminal);
    return kind;
}

static int mode_of(const void *terminal, enum cchafa_kind kind, int colors) {
    if (kind != CCHAFA_SYMBOLS) return TRUECOLOR;
    if (!colors) return FGBG;
    if (chafa_term_info_have_seq_(terminal, SET_COLOR_FGBG_DIRECT)) return TRUECOLOR;
    if (chafa_term_info_have_seq_(terminal, SET_COLOR_FGBG_256)) return INDEXED_240;
    return chafa_term_info_have_seq_(terminal, SET_COLOR_FGBG_16) ? INDEXED_16 : FGBG;
}

char *cchafa_print(const uint8_t *pixels, int width, int height, int columns, int rows, int cell_width,
                   int cell_height, int colors, size_t *length) {
    void *terminal = chafa_term_db_detect_(chafa_term_db_get_default_(), environ);
    if (terminal == NULL) return NULL;
    static const int pixel_modes[] = {PIXELS_SYMBOLS, PIXELS_SIXELS, PIXELS_KITTY};
    enum cchafa_kind kind = kind_of(terminal);
    void *config = chafa_canvas_config_new_();
    chafa_canvas_config_set_geometry_(config, columns, rows);
    chafa_canvas_config_set_cell_geometry_(config, cell_width, cell_height);
    chafa_canvas_config_set_canvas_mode_(config, mode_of(terminal, kind, colors));
    chafa_canvas_config_set_pixel_mode_(config, pixel_modes[kind]);
    void *map = chafa_symbol_map_new_();
    chafa_symbol_map_add_by_tags_(map, SYMBOL_SPACE | SYMBOL_SOLID | SYMBOL_BLOCK | SYMBOL_HALF | SYMBOL_QUAD);
    chafa_canvas_config_set_symbol_map_(config, map);
    chafa_symbol_map_unref_(map);
    void *canvas = chafa_canvas_new_(config);
    chafa_canvas_config_unref_(config);
    chafa_canvas_draw_all_pixels_(canvas, RGBA8_UNASSOCIATED, pixels, width, height, 4 * width);
    struct text *printed = chafa_canvas_print_(canvas, terminal);
    chafa_canvas_unref_(canvas);
    chafa_term_info_unref_(terminal);
    if (printed == NULL) return NULL;
    // Copied, so that freeing it needs no GLib.
    char *text = malloc(printed->length + 1);
    if (text != NULL) {
        memcpy(text, printed->bytes, printed->length);
        text[printed->length] = 0;
        *length = printed->length;
    }
    g_string_free_(printed, 1);
    return text;
}

void cchafa_free(char *text) { free(text); }
