/// TIFFs that libvips 8.14 does not read: old-style JPEG, planar tiles, strips with errors. Uses libtiff's RGBA
/// interface, which libvips has loaded anyway.
#ifndef CVIPS_TIFF_H
#define CVIPS_TIFF_H

#include "CVips.h"

/// Looks up libtiff's functions. Without them, the functions below fail.
void tiff_start(void);

/// Reads the header of a page (0-based) of a TIFF. Returns 0, or -1 when it is not a TIFF or cannot be shown.
int tiff_read_header(int descriptor, uint32_t page, struct cimage_facts *facts);

/// Reads the pixels of a page (0-based) as stored; the caller frees `bytes` with `free`. Returns 0 or -1.
int tiff_read_pixels(int descriptor, uint32_t page, struct cvips_pixels *pixels);

#endif
