/// Decodes images with libvips. A C target because its functions are variadic, and because it is loaded at run
/// time: loading it with the zygote would cost each PDF 18 ms for a library that it does not use.
#ifndef CVIPS_H
#define CVIPS_H

#include <CImage.h>

#include <stddef.h>
#include <stdint.h>

/// The sets of formats that libvips may read.
enum cvips_formats {
    CVIPS_COMMON, ///< JPEG, PNG, GIF, WebP, TIFF and SVG
    CVIPS_RARE,   ///< AVIF, HEIC, JPEG XL, JPEG 2000, Radiance and Netpbm: some of them are in modules of their own
};

/// Opens and initializes libvips for untrusted documents: only the loaders of these formats, no run-time
/// compiler, one worker thread per operation. Warms up by drawing trusted pictures, which starts no thread.
/// Returns 0; -1 when the library cannot be loaded; -2 when it fails to initialize. A missing module is not an
/// error.
int cvips_start(enum cvips_formats formats);

/// Restricts this process to drawings (SVG), for a child that may open fonts.
void cvips_only_drawings(void);

/// Reads the header of a page (0-based). Returns 0, or -1 when it cannot be read.
int cvips_read_header(int descriptor, uint32_t page, struct cimage_facts *facts);

/// Copies the embedded ICC profile of an image, which the caller frees with `free`. Returns 0, or -1 if there
/// is none.
int cvips_profile(int descriptor, uint8_t **bytes, size_t *length);

/// Draws page `page` (0-based) upright, in sRGB, so that it fits in size x size pixels; enlarges
/// drawings (SVG), but not images. Returns 0, or -1 when nothing can be decoded.
int cvips_thumbnail(int descriptor, uint32_t page, uint32_t size, struct cimage_picture *picture);

/// Pixels decoded by another library: 4 bytes each, or 2 for gray and alpha.
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

/// Draws decoded pixels; otherwise like `cvips_thumbnail`.
int cvips_thumbnail_pixels(const struct cvips_pixels *pixels, uint32_t size, struct cimage_picture *picture);

#endif
