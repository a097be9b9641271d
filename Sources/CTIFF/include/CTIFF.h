/// TIFF files by libtiff itself, which turns what libvips cannot handle into colours for a display: JPEG of the old
/// style, planes, odd depths. Opened at run time, by the helper of rarer formats alone; libvips has loaded it.
#ifndef CTIFF_H
#define CTIFF_H

#include <stdint.h>

/// Opens libtiff. Returns 0, or -1 when it cannot be loaded.
int ctiff_start(void);

/// What is decoded of the first page.
struct ctiff_image {
    uint32_t width;       ///< as stored, in pixels
    uint32_t height;      ///< as stored, in pixels
    uint32_t orientation; ///< 1 to 8, as EXIF counts
    uint8_t *pixels;      ///< red, green, blue, alpha, 8 bits each, to be freed by `free`; NULL for a header
};

/// Reads the first page, or, where `header` is not 0, its header alone. Returns 0, or -1 where libtiff cannot.
int ctiff_read(int descriptor, int header, struct ctiff_image *image);

#endif
