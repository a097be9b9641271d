/// Decodes JPEG and PNG images with libjpeg and libpng and downscales them: enough for most pictures, without
/// libvips.
#ifndef CIMAGE_H
#define CIMAGE_H

#include <stddef.h>
#include <stdint.h>

/// The header of an image.
struct cimage_facts {
    uint32_t width;       ///< as stored, in pixels
    uint32_t height;      ///< as stored, in pixels
    uint32_t pages;       ///< pages or frames, at least 1
    uint32_t orientation; ///< EXIF orientation, 1 to 8
    double resolution_across; ///< pixels per millimeter, as stored; 1 where none is given
    double resolution_down;   ///< the same along the columns
};

/// 8-bit RGBA pixels, alpha not premultiplied, rows without padding; free `pixels` with `free`.
struct cimage_picture {
    uint32_t width;
    uint32_t height;
    uint8_t *pixels;
};

/// Reads the header of a JPEG or PNG that does not need libvips, with libjpeg or libpng alone, in a fraction of
/// the time. Does not read the resolution. Returns 0, or -1 if libvips is needed: for another format, a
/// profile, CMYK, an orientation in a packet, or a damaged file.
int cimage_read_header(int descriptor, struct cimage_facts *facts);

/// Draws such an image upright, so that it fits in size x size pixels, never larger than it is; equals the result
/// of libvips within rounding. Returns -1 as above.
int cimage_draw(int descriptor, uint32_t size, struct cimage_picture *picture);

/// Draws a JPEG or PNG on a page of a document, so that it fits in size x size pixels: without its
/// profile, and only if it has at most `pixel_limit` pixels, which is not 0. Returns 0, or -1.
int cimage_draw_part(const uint8_t *bytes, size_t length, uint32_t size, uint64_t pixel_limit,
                     struct cimage_facts *facts, struct cimage_picture *picture);

/// Reads the header of such a JPEG or PNG. Returns 0, or -1.
int cimage_read_part(const uint8_t *bytes, size_t length, struct cimage_facts *facts);

/// Returns the orientation of a PNG, 1 to 8: of its EXIF chunk, before or after the pixels, or of the text in which older
/// programs keep EXIF. Returns 1 where it has none.
uint32_t cimage_png_orientation(int descriptor);

/// Draws pictures of this project with libjpeg and libpng alone: in a zygote, so that its children need not load the data;
/// in a forked child, to copy the pages that drawing writes to. Starts no thread. Returns 0, or -1.
int cimage_touch(void);

/// Creates a picture from upright sRGB of 3 bytes each, rows without padding. Returns -1 when out of
/// memory.
int cimage_fit(const uint8_t *bytes, uint32_t width, uint32_t height, uint32_t size, struct cimage_picture *picture);

#endif
