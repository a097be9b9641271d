/// TIFFs that libvips 8.14 does not read: old-style JPEG, planes in tiles, strips with errors. By libtiff, which libvips
/// has loaded anyway, and its reader for displays.
#ifndef CVIPS_TIFF_H
#define CVIPS_TIFF_H

#include "CVips.h"

/// Finds libtiff's functions. Without them, nothing is read here.
void tiff_start(void);

/// Reads the header of a page (0-based) of a TIFF. Returns 0, or -1 when it is none or cannot be shown.
int tiff_read_header(int descriptor, uint32_t page, struct cimage_facts *facts);

/// Reads the pixels of a page (0-based) as they are stored; `bytes` is to be freed by `free`. Returns 0 or -1.
int tiff_read_pixels(int descriptor, uint32_t page, struct cvips_pixels *pixels);

#endif
