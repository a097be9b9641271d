/// Decodes raster images of rarer formats with ImageMagick. Only the helper for these formats loads the
/// library, at run time; its headers are not needed, since all of its objects are opaque pointers.
#ifndef CMAGICK_H
#define CMAGICK_H

#include <stddef.h>
#include <stdint.h>

/// Opens and initializes ImageMagick and loads the coders of a NULL-terminated list of formats (such as "BMP"):
/// none can be loaded later. Starts no thread. Returns 0, or -1 when the library cannot be loaded.
int cmagick_start(const char *const *formats);

/// A decoded image.
struct cmagick_image {
    uint32_t width;       ///< as stored, in pixels
    uint32_t height;      ///< as stored, in pixels
    uint32_t orientation; ///< 1 to 8, as EXIF counts
    int is_ink;           ///< whether a pixel is cyan, magenta, yellow, black; else it is red, green, blue, alpha
    uint8_t *pixels;      ///< 8 bits each, rows without padding; NULL where only the header was asked for
    uint8_t *profile;     ///< the ICC profile, or NULL
    size_t profile_size;
};

/// Options for reading an image.
enum cmagick_way {
    CMAGICK_HEADER = 1,  ///< its header alone
    CMAGICK_LARGEST = 2, ///< of several in one file the largest; else the first
    CMAGICK_STRETCH = 4, ///< with its brightness stretched from black to white: what is measured rather than seen
};

/// Reads an image with the coder of one format, without ImageMagick's format detection.
///
/// `ways` is a combination of `cmagick_way` values, or 0. Returns 0, or -1 on failure. Free the result with
/// `cmagick_free`.
int cmagick_read(int descriptor, const char *format, unsigned ways, struct cmagick_image *image);

/// Reads an image in memory; otherwise like `cmagick_read`.
int cmagick_read_bytes(const void *bytes, size_t size, const char *format, unsigned ways,
                       struct cmagick_image *image);

/// Frees the result of `cmagick_read` or `cmagick_read_bytes`.
void cmagick_free(struct cmagick_image *image);

#endif
