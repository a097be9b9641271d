#include "CChafa.h"

#include "chafa_abi.h"
#include "parts.h"

#include <opened.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

FUNCTIONS(OPENED_DECLARE_AS)

static int find_functions(void) {
    OPENED_LIBRARY("libchafa.so.0", RTLD_LAZY, FUNCTIONS, OPENED_LOOK_UP_AS)
    return 0;
}

int cchafa_open(void) {
    static int opened;
    if (!opened && find_functions() == 0) opened = 1;
    return opened ? 0 : -1;
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

static int mode_of(const void *terminal, enum cchafa_kind kind, enum cchafa_colors colors) {
    if (kind != CCHAFA_SYMBOLS) return TRUECOLOR;
    static const int named[] = {
        [CCHAFA_COLORS_NONE] = FGBG,
        [CCHAFA_COLORS_16] = INDEXED_16,
        [CCHAFA_COLORS_256] = INDEXED_240,
        [CCHAFA_COLORS_FULL] = TRUECOLOR,
    };
    if (colors != CCHAFA_COLORS_OF_TERMINAL) return named[colors];
    if (chafa_term_info_have_seq_(terminal, SET_COLOR_FGBG_DIRECT)) return TRUECOLOR;
    if (chafa_term_info_have_seq_(terminal, SET_COLOR_FGBG_256)) return INDEXED_240;
    return chafa_term_info_have_seq_(terminal, SET_COLOR_FGBG_16) ? INDEXED_16 : FGBG;
}

char *cchafa_print(const uint8_t *pixels, int width, int height, enum cchafa_kind kind, int columns, int rows,
                   int cell_width, int cell_height, enum cchafa_colors colors, size_t *length) {
    char *png = kind == CCHAFA_KITTY ? print_png(pixels, width, height, columns, rows, length) : NULL;
    if (png != NULL) return png;
    void *database = chafa_term_db_get_default_();
    void *terminal = chafa_term_db_detect_(database, environ);
    if (terminal == NULL) return NULL;
    int mode = mode_of(terminal, kind, colors);
    // The sequences of a protocol, or of colors, that the environment does not speak of.
    int is_of_terminal = kind == CCHAFA_SYMBOLS && colors == CCHAFA_COLORS_OF_TERMINAL;
    void *others = is_of_terminal ? NULL : chafa_term_db_get_fallback_info_(database);
    if (others != NULL) {
        chafa_term_info_supplement_(terminal, others);
        chafa_term_info_unref_(others);
    }
    static const int pixel_modes[] = {PIXELS_SYMBOLS, PIXELS_SIXELS, PIXELS_KITTY};
    void *config = chafa_canvas_config_new_();
    chafa_canvas_config_set_geometry_(config, columns, rows);
    chafa_canvas_config_set_cell_geometry_(config, cell_width, cell_height);
    chafa_canvas_config_set_canvas_mode_(config, mode);
    chafa_canvas_config_set_pixel_mode_(config, pixel_modes[kind]);
    // The file managers that read the characters know colors, but neither repeated nor skipped cells.
    chafa_canvas_config_set_optimizations_(config, OPTIMIZE_REUSE_ATTRIBUTES);
    void *map = chafa_symbol_map_new_();
    chafa_symbol_map_add_by_tags_(map, SYMBOL_SPACE | SYMBOL_SOLID | SYMBOL_BLOCK | SYMBOL_HALF | SYMBOL_QUAD);
    chafa_canvas_config_set_symbol_map_(config, map);
    chafa_symbol_map_unref_(map);
    void *canvas = chafa_canvas_new_(config);
    chafa_canvas_config_unref_(config);
    chafa_canvas_draw_all_pixels_(canvas, RGBA8_UNASSOCIATED, pixels, width, height, 4 * width);
    struct chafa_text *printed = chafa_canvas_print_(canvas, terminal);
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

char *print_base64(const uint8_t *bytes, size_t length) { return g_base64_encode_(bytes, length); }

void free_base64(char *text) { g_free_(text); }
