/// Decodes OpenEXR images by the library's core in C, opened at run time.
#ifndef CEXR_H
#define CEXR_H

#include <stddef.h>
#include <stdint.h>

/// The first part of an image: what its data window holds.
struct cexr_image {
    uint32_t width, height;
    uint32_t channels; ///< 1: gray, 2: gray and alpha, 3: colors, 4: colors and alpha
    float *samples;    ///< pixel by pixel, proportional to light, multiplied by alpha
};

/// Opens OpenEXR. Returns 0, or -1 if it is not installed.
int cexr_start(void);

/// Whether OpenEXR is open.
int cexr_is_there(void);

/// Reads an image; without its samples if `is_header`. Free these with `free`. Returns 0, or -1 where there is none that can
/// be decoded.
int cexr_read(int descriptor, int is_header, struct cexr_image *image);

#endif
