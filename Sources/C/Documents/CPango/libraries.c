#include "libraries.h"

#include <opened.h>

#define DEFINE(name) __typeof__(name) *name##_;
PANGO_FUNCTIONS(DEFINE)
CAIRO_FUNCTIONS(DEFINE)
FREETYPE_FUNCTIONS(DEFINE)
HARFBUZZ_FUNCTIONS(DEFINE)
RSVG_FUNCTIONS(DEFINE)

/// Loads librsvg for SVG icons. Without it, only PNG icons are drawn.
static int open_rsvg(void) {
    OPENED_LIBRARY("librsvg-2.so.2", RTLD_NOW, RSVG_FUNCTIONS, OPENED_LOOK_UP)
    return 0;
}

int cpango_open_libraries(void) {
    OPENED_LIBRARY("libpango-1.0.so.0", RTLD_NOW, PANGO_FUNCTIONS, OPENED_LOOK_UP)
    OPENED_LIBRARY("libpangocairo-1.0.so.0", RTLD_NOW, CAIRO_FUNCTIONS, OPENED_LOOK_UP)
    OPENED_LIBRARY("libfreetype.so.6", RTLD_NOW, FREETYPE_FUNCTIONS, OPENED_LOOK_UP)
    OPENED_LIBRARY("libharfbuzz.so.0", RTLD_NOW, HARFBUZZ_FUNCTIONS, OPENED_LOOK_UP)
    if (open_rsvg() != 0) rsvg_handle_new_from_data_ = NULL, rsvg_handle_new_from_stream_sync_ = NULL;
    return 0;
}
