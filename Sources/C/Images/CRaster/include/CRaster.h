/// Converts rows of pixels to the lines of a raster file and compresses them (PWG 5102.4, 4.3.3.1; Apple raster
/// has the same lines). A C target because these loops see each pixel of each page.
#ifndef CRASTER_H
#define CRASTER_H

#include <stddef.h>
#include <stdint.h>

/// The pixels of a line.
enum craster_type {
    CRASTER_GRAY,      ///< 8 bits, 255 is white
    CRASTER_BLACK,     ///< 8 bits, 255 is black
    CRASTER_RGB,       ///< 3 x 8 bits, as drawn
    CRASTER_ADOBE_RGB, ///< 3 x 8 bits, converted from sRGB to Adobe RGB (1998)
    CRASTER_BLACK_BIT, ///< 1 bit, dithered, 1 is black
    CRASTER_GRAY_BIT,  ///< 1 bit, dithered, 1 is white
};

/// The lines of one page.
struct craster_page;

/// Starts a page of `width` pixels; mirrored, if asked, left to right. Returns NULL when out of memory.
struct craster_page *craster_open(enum craster_type type, uint32_t width, int is_mirrored);

void craster_close(struct craster_page *page);

/// The number of bytes of a line that is not compressed.
size_t craster_line_size(enum craster_type type, uint32_t width);

/// The most bytes that `rows` rows become.
size_t craster_room(const struct craster_page *page, uint32_t rows);

/// Encodes rows of 32-bit words, whose upper 8 bits are ignored and whose others are red, green, and blue. `stride`
/// leads from one row to the next, in bytes; if it is negative, the rows are read upward. Returns the number of bytes
/// that were written to `out`; the last line is kept back, since the next row may equal it.
size_t craster_encode(struct craster_page *page, const uint8_t *first, ptrdiff_t stride, uint32_t rows, uint8_t *out);

/// Returns 1 if each pixel of some rows is a gray, and 0 otherwise; the rows are as for `craster_encode`.
int craster_is_gray(const uint8_t *first, ptrdiff_t stride, uint32_t width, uint32_t rows);

/// Encodes the line that was kept back.
size_t craster_finish(struct craster_page *page, uint8_t *out);

#endif
