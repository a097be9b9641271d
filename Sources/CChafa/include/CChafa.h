/// Pictures in a terminal by libchafa. Here because the library is opened at run time: loading it, and the
/// GLib that it needs, with each `printq` would cost every command time for pictures that only one shows.
#ifndef CCHAFA_H
#define CCHAFA_H

#include <stddef.h>
#include <stdint.h>

/// How a terminal shows pictures.
enum cchafa_kind {
    CCHAFA_SYMBOLS, ///< characters: blocks of Unicode, in as many colours as there are
    CCHAFA_SIXELS,  ///< pixels, as DEC's terminals take them
    CCHAFA_KITTY,   ///< pixels, by kitty's protocol
};

/// Opens the library. Returns 0, or -1 where it is not installed.
int cchafa_open(void);

/// What the terminal can do that the environment describes; after `cchafa_open` only.
enum cchafa_kind cchafa_detect(void);

/// Writes 8-bit RGBA pixels, alpha not premultiplied, as what the terminal of the environment shows: so
/// many columns and rows of cells of so many pixels each; colours of characters only if `colors` is not 0.
/// Returns the text, to be freed by `cchafa_free`, or NULL when there is none.
char *cchafa_print(const uint8_t *pixels, int width, int height, int columns, int rows, int cell_width,
                   int cell_height, int colors, size_t *length);

void cchafa_free(char *text);

#endif
