/// Pictures by libvips. Here because its functions are variadic, and because it is opened at run time:
/// loading it with the zygote would cost each PDF 18 ms for a library that it does not use.
#ifndef CVIPS_H
#define CVIPS_H

#include <CImage.h>

#include <stddef.h>
#include <stdint.h>

/// The formats that libvips is to read.
enum cvips_formats {
    CVIPS_COMMON, ///< JPEG, PNG, GIF, WebP, TIFF and SVG
    CVIPS_RARE,   ///< AVIF, HEIC, JPEG XL, JPEG 2000, Radiance and Netpbm: some of them are in modules of their own
};

/// Opens and initialises libvips for documents that nobody trusts: only the loaders of these formats, no run-time
/// compiler, one thread of its own per operation. Draws pictures of our own to warm up, which starts no thread.
/// Returns 0; -1 when the library cannot be loaded; -2 when it does not start. That a module is missing is no
/// failure.
int cvips_start(enum cvips_formats formats);

/// From now on reads drawings (SVG) alone, whatever else a document may be: for a child that may open fonts.
void cvips_only_drawings(void);

/// Reads the header of a page (0-based). Returns 0, or -1 when it cannot be read.
int cvips_read_header(int descriptor, uint32_t page, struct cimage_facts *facts);

/// The ICC profile that an image carries; to be freed by `free`. Returns 0, or -1 where there is none.
int cvips_profile(int descriptor, uint8_t **bytes, size_t *length);

/// Draws page `page` (0-based) upright, in sRGB, so that it fits in size x size pixels; a smaller image
/// stays as it is, a smaller drawing (SVG) does not. Returns 0, or -1 when nothing can be decoded.
int cvips_thumbnail(int descriptor, uint32_t page, uint32_t size, struct cimage_picture *picture);

/// Pixels that another library has decoded: 4 bytes each, or 2 of grey and alpha.
struct cvips_pixels {
    const uint8_t *bytes;
    uint32_t width;
    uint32_t height;
    uint32_t orientation;  ///< 1 to 8, as EXIF counts
    int is_ink;            ///< whether they are cyan, magenta, yellow, black; else red, green, blue, alpha
    int is_grey;           ///< whether they are grey and alpha
    const uint8_t *profile; ///< the ICC profile, or NULL
    size_t profile_size;
};

/// The same from pixels.
int cvips_thumbnail_pixels(const struct cvips_pixels *pixels, uint32_t size, struct cimage_picture *picture);

#endif
