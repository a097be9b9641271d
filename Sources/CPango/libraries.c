#include "libraries.h"

#include <dlfcn.h>
#include <string.h>

#define DEFINE(name) __typeof__(name) *name##_;
PANGO_FUNCTIONS(DEFINE)
CAIRO_FUNCTIONS(DEFINE)
FREETYPE_FUNCTIONS(DEFINE)
HARFBUZZ_FUNCTIONS(DEFINE)
RSVG_FUNCTIONS(DEFINE)

// POSIX lets a pointer to an object be one to a function.
#define LOOK_UP(name)                                                                             \
    {                                                                                             \
        void *found = dlsym(library, #name);                                                      \
        if (found == NULL) return -1;                                                             \
        memcpy(&name##_, &found, sizeof found);                                                   \
    }
#define OPEN(file, FUNCTIONS)                                                                     \
    {                                                                                             \
        void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);                                      \
        if (library == NULL) return -1;                                                           \
        FUNCTIONS(LOOK_UP)                                                                        \
    }

/// Icons that are SVG files; without the library, those that are PNG files do.
static int open_rsvg(void) {
    OPEN("librsvg-2.so.2", RSVG_FUNCTIONS)
    return 0;
}

int cpango_open_libraries(void) {
    OPEN("libpango-1.0.so.0", PANGO_FUNCTIONS)
    OPEN("libpangocairo-1.0.so.0", CAIRO_FUNCTIONS)
    OPEN("libfreetype.so.6", FREETYPE_FUNCTIONS)
    OPEN("libharfbuzz.so.0", HARFBUZZ_FUNCTIONS)
    if (open_rsvg() != 0) rsvg_handle_new_from_data_ = NULL;
    return 0;
}
