/// Decodes images with libvips. A C target because its functions are variadic, and because it is loaded at run
/// time: loading it with the zygote would cost each PDF 18 ms for a library that it does not use.
#ifndef CVIPS_H
#define CVIPS_H

#include <CImage.h>

#include <stddef.h>
#include <stdint.h>

/// The sets of formats that libvips may read.
enum cvips_formats {
    CVIPS_COMMON, ///< JPEG, PNG, GIF, WebP, and TIFF
    CVIPS_RARE,   ///< AVIF, HEIC, JPEG XL, JPEG 2000, Radiance and Netpbm: some of them are in modules of their own
};

/// Opens and initializes libvips for untrusted documents: only the loaders of these formats, no run-time
/// compiler, one worker thread per operation. Warms up by drawing trusted pictures, which starts no thread.
/// Returns 0; -1 when the library cannot be loaded; -2 when it fails to initialize. A missing module is not an
/// error.
int cvips_start(enum cvips_formats formats);

/// Reads the header of a page (0-based). Returns 0, or -1 when it cannot be read.
int cvips_read_header(int descriptor, uint32_t page, struct cimage_facts *facts);

/// Copies the embedded ICC profile of an image, which the caller frees with `free`. Returns 0, or -1 if there
/// is none.
int cvips_profile(int descriptor, uint8_t **bytes, size_t *length);

/// Draws page `page` (0-based) upright, in sRGB, so that it fits in size x size pixels; enlarges
/// nothing. Returns 0, or -1 when nothing can be decoded.
int cvips_thumbnail(int descriptor, uint32_t page, uint32_t size, struct cimage_picture *picture);

/// Like `cvips_thumbnail`, for a TIFF whose colors libtiff computes.
int cvips_thumbnail_by_libtiff(int descriptor, uint32_t page, uint32_t size, struct cimage_picture *picture);

/// The most extra samples whose kinds are read, and the most bytes of a tile.
enum { CVIPS_TIFF_EXTRAS = 8, CVIPS_TIFF_LIMIT = 1 << 28 };

/// How the samples of a page of a TIFF are stored (TIFF 6.0).
struct cvips_tiff {
    uint32_t width, height, orientation, pages;
    uint16_t bits, format, channels, photometric, compression;
    uint16_t extra_count;
    uint16_t extras[CVIPS_TIFF_EXTRAS]; ///< the kinds of the samples after the colors (tag 338)
    int is_planar;                      ///< whether each channel is stored by itself
    int has_other_inks;                 ///< whether its inks are others than cyan, magenta, yellow, and black
    int is_decodable;                   ///< whether libtiff has a decoder for the compression
    float white;                        ///< the x of the white point (tag 318), or 0
    uint8_t *profile;                   ///< the ICC profile, which the caller frees, or NULL
    size_t profile_size;
};

/// Reads how a page (0-based) is stored, by libtiff. Returns 0, or -1 for other files.
int cvips_tiff_layout(int descriptor, uint32_t page, struct cvips_tiff *layout);

/// Decodes all samples of a page into rows of `row_bytes`, planes one after another, numbers of 16 bits and more in the
/// order of this machine. What cannot be decoded stays as it was. Returns 0, or -1 when nothing can be decoded.
int cvips_tiff_samples(int descriptor, uint32_t page, const struct cvips_tiff *layout, size_t row_bytes,
                       uint8_t *bytes, size_t size);

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
