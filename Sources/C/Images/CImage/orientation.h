/// The orientation that EXIF gives an image (EXIF 2.32, 4.6.4).
#ifndef CIMAGE_ORIENTATION_H
#define CIMAGE_ORIENTATION_H

#include <stddef.h>
#include <stdint.h>

/// Returns the orientation in an EXIF block as PNG has it, 1 to 8; 1 where it has none.
uint32_t orientation_of_tiff(const uint8_t *bytes, size_t length);

/// Returns the orientation in an EXIF block as JPEG has it, with its name first.
uint32_t orientation_of_exif(const uint8_t *bytes, size_t length);

#endif
