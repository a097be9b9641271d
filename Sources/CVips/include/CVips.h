/// Pictures by libvips. Here because its functions are variadic, and because it is opened at run time:
/// loading it with the zygote would cost each PDF 18 ms for a library that it does not use.
#ifndef CVIPS_H
#define CVIPS_H

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

/// Draws our own pictures by libjpeg and libpng alone: in a zygote, so that its children need not load what they do; and
/// in a forked child, which then has copies of its own of what drawing writes to. Starts no thread. Returns 0, or -1.
int cvips_touch(void);

/// What the header of an image says.
struct cvips_facts {
    uint32_t width;       ///< as stored, in pixels
    uint32_t height;      ///< as stored, in pixels
    uint32_t pages;       ///< pages or frames, at least 1
    uint32_t orientation; ///< 1 to 8, as EXIF counts
    double resolution_across; ///< pixels per millimetre, as stored; 1 where nothing is said
    double resolution_down;   ///< the same along the columns
};

/// Reads the header of a page (0-based). Returns 0, or -1 when it cannot be read.
int cvips_read_header(int descriptor, uint32_t page, struct cvips_facts *facts);

/// The ICC profile that an image carries; to be freed by `free`. Returns 0, or -1 where there is none.
int cvips_profile(int descriptor, uint8_t **bytes, size_t *length);

/// 8-bit RGBA pixels, alpha not premultiplied, rows without padding; `pixels` is to be freed by `free`.
struct cvips_picture {
    uint32_t width;
    uint32_t height;
    uint8_t *pixels;
};

/// Draws page `page` (0-based) upright, in sRGB, so that it fits in size x size pixels; a smaller image
/// stays as it is, a smaller drawing (SVG) does not. Returns 0, or -1 when nothing can be decoded.
int cvips_thumbnail(int descriptor, uint32_t page, uint32_t size, struct cvips_picture *picture);

/// The header of a JPEG or PNG that needs nothing of libvips, read by libjpeg or libpng alone, which takes a fraction of
/// the time. Its resolution is not told. Returns 0, or -1 where libvips has to be asked: of another format, with a
/// profile, of inks, of which a packet tells the orientation, or damaged.
int cvips_read_plain_header(int descriptor, struct cvips_facts *facts);

/// Draws such an image; the same picture as that of libvips, but for roundings. Returns -1 as above, and where it is so
/// much larger than the picture that means of blocks are enough.
int cvips_thumbnail_plain(int descriptor, uint32_t size, struct cvips_picture *picture);

/// Pixels that another library has decoded, 4 bytes each.
struct cvips_pixels {
    const uint8_t *bytes;
    uint32_t width;
    uint32_t height;
    uint32_t orientation;  ///< 1 to 8, as EXIF counts
    int is_ink;            ///< whether they are cyan, magenta, yellow, black; else red, green, blue, alpha
    const uint8_t *profile; ///< the ICC profile, or NULL
    size_t profile_size;
};

/// The same from pixels.
int cvips_thumbnail_pixels(const struct cvips_pixels *pixels, uint32_t size, struct cvips_picture *picture);

/// The same from upright sRGB of 3 bytes each, rows without padding; needs no libvips. Returns -1 where there is no
/// memory.
int cvips_fit(const uint8_t *bytes, uint32_t width, uint32_t height, uint32_t size, struct cvips_picture *picture);

#endif
