/// Shows pictures in a terminal with libchafa. A C target because the library is loaded at run time: loading it
/// and GLib would slow down every `printq` command, although only one shows pictures.
#ifndef CCHAFA_H
#define CCHAFA_H

#include <stddef.h>
#include <stdint.h>

/// The graphics protocol of a terminal.
enum cchafa_kind {
    CCHAFA_SYMBOLS, ///< Unicode block characters, in as many colors as the terminal has
    CCHAFA_SIXELS,  ///< sixels, the pixels of DEC terminals
    CCHAFA_KITTY,   ///< pixels, by kitty's protocol
};

/// How many colors characters have.
enum cchafa_colors {
    CCHAFA_COLORS_OF_TERMINAL, ///< as many as the terminal has which the environment describes
    CCHAFA_COLORS_NONE,        ///< none
    CCHAFA_COLORS_16,          ///< the 16 of the terminal's palette
    CCHAFA_COLORS_256,         ///< the 240 that are the same in each terminal
    CCHAFA_COLORS_FULL,        ///< 24 bits
};

/// Opens the library. Returns 0, or -1 if it is not installed.
int cchafa_open(void);

/// Returns the protocol of the terminal that the environment describes. Call `cchafa_open` first.
enum cchafa_kind cchafa_detect(void);

/// Encodes 8-bit RGBA pixels, alpha not premultiplied, by a protocol, given the number of columns and rows and the size
/// of a cell in pixels, with so many colors where it is characters. Returns the text, which the caller frees with
/// `cchafa_free`, or NULL on failure.
char *cchafa_print(const uint8_t *pixels, int width, int height, enum cchafa_kind kind, int columns, int rows,
                   int cell_width, int cell_height, enum cchafa_colors colors, size_t *length);

void cchafa_free(char *text);

#endif
